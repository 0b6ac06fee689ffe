//! The words that screen readers say by themselves, wherever they stand on the page: refusals, offers, the end, talk.

use egui::accesskit::{Live, Role};
use egui::{Id, Rect, Sense, Ui, WidgetInfo};
use kit::views::widgets::sentence;

use crate::model::Model;
use crate::model::table::Table;

/// Names the window, and lets screen readers say what is new since the last frame.
pub(crate) fn show(model: &Model, ui: &Ui) {
    ui.ctx()
        .accesskit_node_builder(egui::accesskit_root_id(), |root| {
            root.set_label(model.title());
        });
    let notice = model.over.notice.as_ref();
    let notice = notice.map(|notice| format!("{} {}", notice.what, sentence(&notice.advice)));
    say("notice", notice, Live::Polite, ui);
    let table = model.shown();
    let on = |words: fn(&Table) -> Option<String>| table.and_then(words);
    // a refusal answers the key just pressed, and must not wait behind what is being read
    say("refused", on(refused), Live::Assertive, ui);
    say(
        "read",
        on(|table| table.board.said.clone()),
        Live::Polite,
        ui,
    );
    say("offered", on(offered), Live::Polite, ui);
    say("ended", on(ended), Live::Polite, ui);
    say("said", on(talk), Live::Polite, ui);
}

/// One text that is said when it changes; a node for each, or a new line of chat would say an old offer again.
fn say(name: &str, words: Option<String>, live: Live, ui: &Ui) {
    let Some(words) = words.filter(|words| !words.trim().is_empty()) else {
        return;
    };
    let id = Id::unique(("aloud", name));
    // without room and without a sense of the pointer: sighted people have the words in their own places
    let nowhere = Rect::from_min_size(ui.ctx().content_rect().min, Default::default());
    let response = ui.interact(nowhere, id, Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Status, true, words.trim_end()));
    ui.ctx()
        .accesskit_node_builder(id, |node| node.set_live(live));
}

/// Why the last order cannot be given.
fn refused(table: &Table) -> Option<String> {
    let hint = table.board.hint.as_ref()?;
    Some(format!("{} {}", hint.what, sentence(hint.advice)))
}

/// What the other player asks or offers now.
fn offered(table: &Table) -> Option<String> {
    let seen = &table.seen;
    if table.replay || seen.played.outcome.is_some() {
        return None;
    }
    let other = |seat| {
        let seat = seen.seat(seat).filter(|seat| !seat.mine);
        seat.map(|seat| seat.called.as_str())
    };
    let asks = seen.proposals.takeback_asked;
    let takeback = asks.and_then(|asked| {
        let turn = seen.turn_named(asked.turn);
        Some(format!("{} asks to take back {turn}.", other(asked.seat)?))
    });
    let draw = seen.proposals.draw_offer;
    let draw = draw.and_then(|by| Some(format!("{} offers a draw.", other(by)?)));
    let claim = seen.time.claim;
    let claim = claim.and_then(|claim| {
        let by = other(claim.by)?;
        Some(match seen.seat(claim.against).filter(|seat| !seat.mine) {
            Some(against) => format!("{by} claims that {}'s time is up.", against.called),
            None => format!("{by} claims that your time is up."),
        })
    });
    let parts: Vec<String> = [takeback, draw, claim].into_iter().flatten().collect();
    (!parts.is_empty()).then(|| parts.join(" "))
}

/// How the match ended, a resignation among the ways.
fn ended(table: &Table) -> Option<String> {
    let (outcome, seen) = (table.seen.played.outcome?, &table.seen);
    let family = rules::Rules::family(table.position()?);
    let (seats, names) = (&seen.contract.seats, seen.side_names());
    let words = families::outcome(family, outcome, seats, names);
    Some(format!("The game is over. {words}"))
}

/// The last line of chat that somebody else wrote.
fn talk(table: &Table) -> Option<String> {
    let mut said = table.seen.messages.chat.iter().rev();
    let last = said.find_map(|said| {
        let seat = table.seen.seat(said.seat).filter(|seat| !seat.mine)?;
        Some(format!("{} says: {}", seat.called, said.text))
    });
    last.filter(|_| !table.replay)
}
