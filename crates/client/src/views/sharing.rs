//! Two terms of a table, on forms and among the terms of a match: sharing a side by turns or by leaders, and the fate of a side
//! whose players leave.

use egui::Ui;
use kit::views::widgets::{choice, note, section_about};
use protocol::manifest::DropPolicy;

/// Lets the user choose how a side with several players is shared, where the game leaves a choice.
pub(crate) fn share(offers_leaders: bool, by_leaders: &mut bool, ui: &mut Ui) {
    if offers_leaders {
        section_about(
            ui,
            "A side with several players",
            "By turns: they take its turns one after the other. By leaders: each commands leaders of their own, and has a part of every turn; a hidden set-up is made in parts, which the team sees beforehand.",
        );
        choice(ui, by_leaders, &[(false, "By turns"), (true, "By leaders")]);
    }
    note(ui, shared(offers_leaders && *by_leaders));
}

/// The sentence that says what players of one side share: its turns, or its leaders.
pub(crate) const fn shared(by_leaders: bool) -> &'static str {
    match by_leaders {
        true => "Players of one side each command their own leaders, in a part of every turn.",
        false => "Players of one side take its turns one after the other.",
    }
}

/// Lets the user choose the fate of a side whose players leave.
pub(crate) fn fate(is_shared: bool, now: DropPolicy, chosen: &mut Option<DropPolicy>, ui: &mut Ui) {
    section_about(
        ui,
        FATE,
        "Whoever resigns, or is gone for good, can be left out once all others agree. Nobody takes the side over who has not played it.",
    );
    let ways = [
        (DropPolicy::StandStill, "Stands still"),
        (DropPolicy::TeamMate, "A team-mate plays it"),
        (DropPolicy::Remove, "Is removed"),
    ];
    // with one player a side nobody is left to play it
    let ways = ways.into_iter();
    let ways = ways.filter(|(fate, _)| is_shared || *fate != DropPolicy::TeamMate);
    let ways: Vec<(DropPolicy, &str)> = ways.collect();
    let mut fate = now;
    choice(ui, &mut fate, &ways);
    if fate != now {
        *chosen = Some(fate);
    }
    ui.add_space(4.0);
}

/// The heading over the fate.
pub(crate) const FATE: &str = "A side whose players leave";

/// The fate in a sentence.
pub(crate) const fn fate_words(fate: DropPolicy) -> &'static str {
    match fate {
        DropPolicy::StandStill => "It stands still until the game ends.",
        DropPolicy::TeamMate => {
            "A team-mate plays on with it; a side without a team-mate stands still."
        }
        DropPolicy::Remove => "It is removed from the board.",
    }
}
