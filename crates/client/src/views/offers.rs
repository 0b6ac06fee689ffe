//! Giving up and offering a draw: always in sight, apart from each other and from the end of the turn.

use eframe::egui::{Button, Frame, Margin, Panel, Ui};
use kit::views::theme::palette;
use kit::views::widgets::{banner, dangerous, note, primary, with_right};
use protocol::Stage;

use crate::model::table::Table;
use crate::model::{Command, LibraryCommand, MatchCommand, Model, Page};

/// True for a match that is being played and not only tried out or looked at.
pub(crate) fn is_played(model: &Model, table: &Table) -> bool {
    let goes_on = table.seen.stage == Stage::Playing && table.seen.played.outcome.is_none();
    goes_on && !table.replay && model.page != Page::TryOut
}

/// The strip at the end of the panel: the open offer, and the ways to end the game.
pub(crate) fn strip(model: &Model, table: &Table, ui: &mut Ui, out: &mut Vec<Command>) {
    // with two seats of the computer, or none here, nobody could give up or offer anything
    let somebody = table.speaker().is_some();
    if !is_played(model, table) || !somebody {
        return;
    }
    Panel::bottom("offers")
        .frame(Frame::new().inner_margin(Margin::symmetric(0, 6)))
        .show_separator_line(false)
        .show(ui, |ui| {
            difference(table, ui);
            copy(table, ui);
            draw_offer(table, ui, out);
            takeback_asked(table, ui, out);
            continue_asked(table, ui, out);
            // each on a line of its own: beside one another, one would reach under the next
            let may_ask = table.asks_back().is_some() && !table.seen.played.differs;
            let asks = may_ask && ui.button("Request takeback\u{2026}").clicked();
            let continues = table.may_continue() && ui.button(CONTINUE).clicked();
            out.extend(continues.then(|| MatchCommand::Continue.into()));
            // noted first and pushed below: both closures of the row would borrow `out`
            let (mut offers, mut resigns) = (false, false);
            with_right(
                ui,
                |ui| {
                    // one offer at a time, and none on a match that is halted or whose copy may be an older one
                    let is_free = table.seen.proposals.draw_offer.is_none()
                        && !table.seen.played.differs
                        && table.seen.strangeness.is_none();
                    let offer = ui.add_enabled(is_free, Button::new("Offer a draw\u{2026}"));
                    offers = offer.clicked();
                },
                |ui| {
                    resigns = dangerous(ui, "Resign\u{2026}").clicked();
                },
            );
            out.extend(offers.then(|| MatchCommand::OfferDraw.into()));
            out.extend(asks.then(|| MatchCommand::AskTakeback.into()));
            out.extend(resigns.then(|| MatchCommand::Resign.into()));
        });
}

/// The banner of a match that is halted by different positions: the reason, and how the players continue.
fn difference(table: &Table, ui: &mut Ui) {
    if !table.seen.played.differs {
        return;
    }
    let warn = palette(ui).warn;
    banner(ui, warn, |ui| {
        ui.label("The two programs work out different positions, so nothing more is played.");
        ui.label("Once both players agree, the match continues in a new one, from the last position that both programs confirmed.");
    });
    ui.add_space(6.0);
}

/// The banner of a copy of the match that may be an older one: the reason, and what the player can do.
fn copy(table: &Table, ui: &mut Ui) {
    let Some(strangeness) = table.seen.strangeness else {
        return;
    };
    let warn = palette(ui).warn;
    banner(ui, warn, |ui| {
        ui.label(strangeness.to_string());
        ui.label(strangeness.advice());
    });
    ui.add_space(6.0);
}

/// A strip with the other side's offer of a draw, apart from every other button.
fn draw_offer(table: &Table, ui: &mut Ui, out: &mut Vec<Command>) {
    let Some(by) = table.seen.proposals.draw_offer else {
        return;
    };
    let name = table
        .seen
        .seat(by)
        .map_or("The other player", |seat| seat.called.as_str());
    let answers = table
        .seen
        .contract
        .seats
        .iter()
        .any(|seat| seat.seat != by && seat.mine);
    // an offer is answered instead of making this player's own decision
    let may_agree = table
        .seen
        .deciding
        .to_decide
        .iter()
        .any(|(seat, _)| *seat != by);
    let accent = palette(ui).accent;
    banner(ui, accent, |ui| {
        if answers {
            ui.label(format!("{name} offers a draw."));
            // at both ends of the line: neither answer is a slip of the other
            let (mut declines, mut agrees) = (false, false);
            with_right(
                ui,
                |ui| declines = ui.button("Decline").clicked(),
                |ui| {
                    let agree = ui.add_enabled(may_agree, Button::new("Agree to a draw\u{2026}"));
                    agrees = agree.clicked();
                },
            );
            out.extend(declines.then(|| MatchCommand::AnswerDraw(false).into()));
            out.extend(agrees.then(|| MatchCommand::AgreeToDraw.into()));
            if !may_agree {
                ui.label("You can agree when it is your turn, in place of the turn.");
            }
        } else {
            ui.label("You have offered a draw.");
        }
    });
    ui.add_space(6.0);
}

/// A strip with the other side's question for a turn back, apart from every other button.
fn takeback_asked(table: &Table, ui: &mut Ui, out: &mut Vec<Command>) {
    let asked = table.seen.proposals.takeback_asked;
    let Some(asked) = asked.filter(|_| !table.replay && !table.seen.played.differs) else {
        return;
    };
    let turn = table.seen.turn_named(asked.turn);
    let name = table
        .seen
        .seat(asked.seat)
        .map_or("The other player", |seat| seat.called.as_str());
    let accent = palette(ui).accent;
    banner(ui, accent, |ui| {
        if table.is_asked_back().is_none() {
            ui.label("You have requested a takeback of your last turn.");
            return;
        }
        ui.label(format!(
            "{name} asks to take back {turn}, and what came after it."
        ));
        let (mut declines, mut grants) = (false, false);
        with_right(
            ui,
            |ui| declines = ui.button("Decline").clicked(),
            |ui| grants = ui.button("Grant it\u{2026}").clicked(),
        );
        out.extend(declines.then(|| MatchCommand::AnswerTakeback(false).into()));
        out.extend(grants.then(|| MatchCommand::GrantTakeback.into()));
    });
    ui.add_space(6.0);
}

/// The way to continue in a new match.
const CONTINUE: &str = "Continue in a new match\u{2026}";

/// A strip that shows the open question to continue in a new match, whoever asked it.
pub(crate) fn continue_asked(table: &Table, ui: &mut Ui, out: &mut Vec<Command>) {
    let is_asked = table.seen.next.asked.is_some();
    if !is_asked && !table.seen.next.asks {
        return;
    }
    let other = table.seen.contract.seats.iter().find(|seat| !seat.mine);
    let name = other.map_or("The other player", |seat| seat.called.as_str());
    let accent = palette(ui).accent;
    banner(ui, accent, |ui| {
        if !is_asked {
            let until = match table.seen.played.outcome {
                Some(_) => "this one and its result stay as they are",
                None => "the match continues as it is",
            };
            ui.label(format!(
                "You have asked {name} to continue in a new match. Until {name} agrees, {until}."
            ));
            return;
        }
        ui.label(format!("{name} asks to continue in a new match."));
        let (mut declines, mut looks) = (false, false);
        with_right(
            ui,
            |ui| declines = ui.button("Decline").clicked(),
            |ui| looks = ui.button("What changes\u{2026}").clicked(),
        );
        out.extend(declines.then(|| MatchCommand::AnswerContinue(false).into()));
        out.extend(looks.then(|| MatchCommand::ConsiderContinue.into()));
    });
    ui.add_space(6.0);
}

/// Shows the rematch that either side offers; false if there is no offer.
pub(crate) fn rematch(model: &Model, table: &Table, ui: &mut Ui, out: &mut Vec<Command>) -> bool {
    let peer = table.seen.contract.seats.iter().find(|seat| !seat.mine);
    let name = peer.map_or("The other player", |seat| seat.called.as_str());
    if model.rematch.invited.is_some() {
        note(
            ui,
            format!("You offer a rematch, sides changed. It begins when {name} takes it."),
        );
        return true;
    }
    if table.rematch.is_none() {
        return false;
    }
    let accent = palette(ui).accent;
    banner(ui, accent, |ui| {
        ui.label(format!("{name} offers a rematch, sides changed."));
        let (mut declines, mut takes) = (false, false);
        with_right(
            ui,
            |ui| declines = ui.button("Decline").clicked(),
            |ui| takes = primary(ui, "Play the rematch", !model.opening.is_under_way).clicked(),
        );
        out.extend(declines.then(|| MatchCommand::DeclineRematch.into()));
        out.extend(takes.then(|| LibraryCommand::TakeRematch.into()));
    });
    true
}
