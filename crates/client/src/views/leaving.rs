//! The cards of a table with players who are gone: waiting for them, or going on without them in a new match.

use egui::{Align, Button, Color32, Layout, RichText, Ui, vec2};
use kit::views::theme::{palette, size};
use kit::views::widgets::{choice, note, section_about, wide_primary};
use net::{GoesOn, MayLeave};

use super::answers::Card;
use crate::model::table::Table;
use crate::model::{LibraryCommand, MatchCommand};

/// The height of the button by which a yes is taken back.
const WAIT: f32 = 30.0;

/// The answers that can be given ahead.
const AHEAD: [(Option<GoesOn>, &str); 3] = [
    (None, "Ask me"),
    (Some(GoesOn::Resigned), "Go on without those who resign"),
    (Some(GoesOn::Silent), "Also without those who are silent"),
];

/// The choice whether to go on without players who leave, given ahead; the new answer if the user has changed it.
pub(crate) fn ahead(now: Option<GoesOn>, ui: &mut Ui) -> Option<Option<GoesOn>> {
    section_about(
        ui,
        "If somebody leaves",
        "The others go on in a new match once all of them agree. This is your answer alone: nobody else sees it, it holds until you close the program, and in the match you can change it under This game.",
    );
    let mut chosen = now;
    choice(ui, &mut chosen, &AHEAD);
    note(
        ui,
        match now {
            None => "A card asks you about each player who leaves.",
            Some(GoesOn::Resigned) => {
                "You agree at once where a player resigns or is convicted of cheating by signed bytes. About anybody else a card asks you."
            }
            Some(GoesOn::Silent) => {
                "You agree at once where a player resigns, is convicted of cheating by signed bytes, or has not been reached for two minutes. About anybody else a card asks you."
            }
        },
    );
    (chosen != now).then_some(chosen)
}

/// A card for each player without whom the others may go on, and what becomes of this match once they do.
pub(crate) fn cards<'a>(table: &'a Table, ui: &Ui) -> Vec<Card<'a>> {
    let palette = palette(ui);
    let leaving = &table.seen.leaving;
    if leaving.is_left_out {
        let title = "The others have gone on without you.";
        return vec![Card::new(title, palette.warn, |ui, _, _| {
            ui.label("Their new match is not yours. This one stays in your list as it stood.");
            note(
                ui,
                "Any of them can open a table in place of the new match, to which you come back.",
            );
        })];
    }
    if leaving.is_going_on {
        let title = "You go on in a new match.";
        return vec![Card::new(title, palette.accent, |ui, _, _| {
            ui.label("It begins once everybody who goes on has signed it.");
            if let Some(agreement) = &table.seen.next.agreement {
                ui.label(RichText::new(table.seen.agreement_words(agreement)).size(size::SMALL));
            }
        })];
    }
    let cards = leaving.may.iter();
    cards.map(|may| leaver(table, may, palette.warn)).collect()
}

/// The question whether to go on without a player.
fn leaver<'a>(table: &'a Table, may: &'a MayLeave, color: Color32) -> Card<'a> {
    let seen = &table.seen;
    let (seat, name) = (may.leaver.seat, seen.name_of(may.leaver.seat));
    let title = seen.left_words(&may.leaver);
    Card::put_aside(title, color, move |ui, answers, out| {
        for words in seen.leave_words(may) {
            ui.label(words);
        }
        let (agreed, missing) = (&may.leaver.agreed, &may.leaver.missing);
        let agreed = RichText::new(seen.agreed_words(agreed, missing)).size(size::SMALL);
        ui.label(agreed);
        note(ui, "Nothing is lost by waiting.");
        // over the whole width: a long name takes two lines, and covers no other answer
        let agrees = !may.is_agreed;
        let answer = match agrees {
            true => wide_primary(ui, &format!("Go on without {name}"), true),
            false => {
                let wait = Button::new(format!("Wait for {name} after all")).wrap();
                ui.add_sized(vec2(ui.available_width(), WAIT), wait)
            }
        };
        if answers.are(&answer) {
            out.push(MatchCommand::GoOnWithout(seat, agrees).into());
        }
        let mut waits = false;
        ui.horizontal(|ui| {
            if agrees {
                waits = answers.are(&ui.button("Wait").on_hover_text("Puts this card aside"));
            }
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                if answers.are(&ui.button("Save and close")) {
                    out.push(LibraryCommand::Leave.into());
                }
            });
        });
        waits
    })
}
