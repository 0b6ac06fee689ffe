//! Time in the window: both clocks, a claim that the time is up, and the form for what is agreed.

use std::time::{Duration, Instant};

use egui::{CollapsingHeader, Color32, Margin, Panel, RichText, Slider, Ui};
use kit::model::words::capital;
use kit::views::theme::{palette, size};
use kit::views::widgets::{card, choice, edge, note, section_about, sentence, side_chip};
use net::ClockFace;
use protocol::manifest::{ClaimEffect, Pace, Terms};
use protocol::terms::{clock_face, days_left};
use protocol::{Seat, Stage};
use rules::Family;

use super::answers::Card;
use crate::model::MatchCommand;
use crate::model::table::Table;

/// The time left on a live clock from which it is shown in red.
const LAST: Duration = Duration::from_secs(10);

/// The clock of a seat in the line of its side, in a match whose time is limited. While a live clock runs, and only
/// then, the window is painted again when the clock's face changes.
pub(crate) fn of_seat(table: &Table, seat: Seat, ui: &mut Ui) {
    let seen = &table.seen;
    if table.replay || seen.played.outcome.is_some() {
        return;
    }
    if let Some((_, face)) = seen.time.clocks.iter().find(|(of, _)| *of == seat) {
        time(face, &seen.contract.terms, size::BODY, ui);
        ui.add_space(4.0);
    }
}

/// The clocks in one line above a page that fills the window.
pub(crate) fn strip(table: &Table, ui: &mut Ui) {
    if table.seen.time.clocks.is_empty() {
        return;
    }
    let strip = edge(ui, Margin::symmetric(16, 6));
    Panel::top("clocks").frame(strip).show(ui, |ui| {
        ui.horizontal(|ui| {
            for (seat, face) in &table.seen.time.clocks {
                owner(table, *seat, ui);
                time(face, &table.seen.contract.terms, size::TITLE, ui);
                ui.add_space(18.0);
            }
        });
    });
}

fn owner(table: &Table, seat: Seat, ui: &mut Ui) {
    if let Some(info) = table.seen.seat(seat) {
        side_chip(ui, info.side, 18.0);
        ui.label(&info.called);
    }
}

fn time(face: &ClockFace, terms: &Terms, size: f32, ui: &mut Ui) {
    let left = face.left(Instant::now());
    let runs = matches!(face, ClockFace::Runs(_));
    let text = RichText::new(time_left(left, terms)).size(size);
    let text = if runs { text.strong() } else { text.weak() };
    match terms.has_clocks() && left < LAST {
        true => ui.colored_label(palette(ui).bad, text),
        false => ui.label(text),
    };
    // a clock at zero changes no more, and a window that nobody touches should sleep
    if terms.has_clocks() && runs && !left.is_zero() {
        ui.ctx().request_repaint_after(until_next_face(left));
    }
}

/// The time after which the face of a running clock shows another second.
fn until_next_face(left: Duration) -> Duration {
    let part = match left.subsec_millis() {
        0 => 1000,
        part => part,
    };
    // a millisecond more: painted a moment too early, the face would stay for another second
    Duration::from_millis(u64::from(part) + 1)
}

fn time_left(left: Duration, terms: &Terms) -> String {
    let left_ms = u64::try_from(left.as_millis()).unwrap_or(u64::MAX);
    match terms.pace {
        Pace::Days(_) if left_ms == 0 => "time is up".to_owned(),
        Pace::Days(_) => format!("{} left", days_left(left_ms)),
        Pace::Untimed | Pace::Bank { .. } => clock_face(left_ms),
    }
}

/// The cards about time: a claim that stands or is due, and this player's own time.
pub(crate) fn cards<'a>(table: &'a Table, ui: &Ui) -> Vec<Card<'a>> {
    let seen = &table.seen;
    if seen.contract.terms.pace == Pace::Untimed || seen.played.outcome.is_some() {
        return Vec::new();
    }
    let (warn, accent) = (palette(ui).warn, palette(ui).accent);
    let cards = [own_time_up(table, warn), claim(table, warn, accent)];
    cards.into_iter().flatten().collect()
}

/// A claim that stands, or the button for one that is due.
fn claim(table: &Table, warn: Color32, accent: Color32) -> Option<Card<'_>> {
    let seen = &table.seen;
    let name = |seat| {
        seen.seat(seat)
            .map_or("another player", |info| info.called.as_str())
    };
    let is_mine = |seat| seen.seat(seat).is_some_and(|info| info.mine);
    if let Some(claim) = seen.time.claim {
        let (by, against) = (name(claim.by), name(claim.against));
        // with such an effect the match would be over; it continues here because this program's clock denies the claim
        if claim.effect != ClaimEffect::Nothing && is_mine(claim.against) {
            return Some(denied(by, seen.has_table(), warn));
        }
        let who = match is_mine(claim.by) {
            true => format!("You claim that {against}'s time is up."),
            false if is_mine(claim.against) => format!("{by} claims that your time is up."),
            false => format!("{by} claims that {against}'s time is up."),
        };
        return Some(Card::new(who, warn, |ui, _, _| {
            ui.label("The match file says CLAIMED: nobody can prove silence. A turn that comes after all ends the claim.");
        }));
    }
    seen.time
        .may_claim
        .filter(|_| seen.stage == Stage::Playing && !table.replay)?;
    let other = table.accused();
    let other = other.map_or("that player", |info| info.called.as_str());
    let follows = match seen.contract.terms.claim {
        ClaimEffect::Nothing => "A claim is noted in the match file and ends nothing.",
        // at a table somebody plays on, unless that was the last player of a team
        ClaimEffect::Loss if seen.has_table() => {
            "As agreed, the others go on without this player after a claim."
        }
        ClaimEffect::Loss => "As agreed, a claim wins the match for you.",
        ClaimEffect::Abort if seen.has_table() => {
            "As agreed, the match ends without a result once a player of every other team claims."
        }
        ClaimEffect::Abort => "As agreed, a claim ends the match without a result.",
    };
    let title = format!("{}'s time is up.", capital(other));
    Some(Card::new(title, accent, move |ui, answers, out| {
        ui.label(follows);
        let button = ui.button("Claim that the time is up\u{2026}");
        let about = "You need not: time is given by waiting on. Nobody can prove a claim.";
        if answers.are(&button.on_hover_text(about)) {
            out.push(MatchCommand::AskToClaim.into());
        }
    }))
}

/// A claim that this program's own clock does not confirm.
fn denied(by: &str, has_table: bool, warn: Color32) -> Card<'_> {
    let who = format!("{by} claims that your time is up.");
    let follows = match has_table {
        true => "the others may go on without you",
        false => "the other program takes the match to be over",
    };
    Card::new(who, warn, move |ui, _, _| {
        ui.label(format!(
            "By the clock of this program it is not: your next turn ends the claim. Until then {follows}, and if your time runs out \
             before, {by} is right."
        ));
    })
}

/// Says that this player's time is up, until the other player claims it.
fn own_time_up(table: &Table, warn: Color32) -> Option<Card<'_>> {
    let seen = &table.seen;
    let now = Instant::now();
    let is_mine = |seat: &Seat| seen.deciding.to_decide.iter().any(|(own, _)| own == seat);
    let mut own = seen.time.clocks.iter().filter(|(seat, _)| is_mine(seat));
    let is_up = own.any(|(_, face)| face.left(now).is_zero());
    // two people at one screen claim nothing from each other
    let is_alone = seen.contract.seats.iter().all(|seat| seat.mine);
    if !is_up || is_alone || seen.time.claim.is_some() || table.replay {
        return None;
    }
    let follows = match seen.contract.terms.claim {
        ClaimEffect::Nothing => "may claim so, which ends nothing.",
        ClaimEffect::Loss if seen.has_table() => {
            "may claim so, and then the others go on without you, as agreed."
        }
        ClaimEffect::Loss => "may claim so, and then you lose, as agreed.",
        ClaimEffect::Abort if seen.has_table() => {
            "may claim so, and once every other team has, the match ends without a result, as agreed."
        }
        ClaimEffect::Abort => "may claim so, and then the match ends without a result, as agreed.",
    };
    let who = match seen.has_table() {
        true => "Your opponents",
        false => "The other player",
    };
    Some(Card::new("Your time is up.", warn, move |ui, _, _| {
        ui.label(format!(
            "{who} {follows} Until then you can still make your turn."
        ));
    }))
}

/// The kinds of time limits, as they are chosen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Untimed,
    Days,
    Clock,
}

/// The kind of match for which the time limits are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Coming {
    Two,
    ByMail,
    Table,
}

/// The form for the time limits, folded away because most games are played without them. By mail there are no clocks.
pub(crate) fn form(ui: &mut Ui, terms: &mut Terms, of: Coming, family: Family) {
    let title = format!("More: time ({})", terms.pace);
    CollapsingHeader::new(title)
        .id_salt("time")
        .show(ui, |ui| card(ui, |ui| fields(ui, terms, of, family)));
}

fn fields(ui: &mut Ui, terms: &mut Terms, of: Coming, family: Family) {
    let before = match terms.pace {
        Pace::Untimed => Kind::Untimed,
        Pace::Days(_) => Kind::Days,
        Pace::Bank { .. } => Kind::Clock,
    };
    let mut kind = before;
    let kinds = [
        (Kind::Untimed, "No limit"),
        (Kind::Days, "Days a turn"),
        (Kind::Clock, "A clock each"),
    ];
    // by mail no clock could run, so the last of the three is left out
    let offered = kinds.len() - usize::from(of == Coming::ByMail);
    let about = match before {
        Kind::Untimed => "Take the time you like. To pause, close the program.",
        Kind::Days => {
            "They run from the turn before yours, also while the programs are closed; play by letter counts too."
        }
        Kind::Clock => {
            "A clock runs while the players are connected. To pause or to adjourn, all close the program: then no clock runs."
        }
    };
    section_about(ui, "Time for a turn", about);
    choice(ui, &mut kind, &kinds[..offered]);
    if kind != before {
        terms.pace = match kind {
            Kind::Untimed => Pace::Untimed,
            Kind::Days => Pace::Days(3),
            Kind::Clock => Pace::proposed_clock(family),
        };
    }
    match &mut terms.pace {
        Pace::Untimed => {
            terms.claim = ClaimEffect::Nothing;
            return;
        }
        Pace::Days(days) => {
            ui.add(Slider::new(days, 1..=30).text("days for a turn"));
        }
        Pace::Bank {
            bank_ms,
            increment_ms,
        } => {
            // only a slider that was moved is written back: rounding to minutes would change an agreed number by a look
            // at the form
            let mut minutes = *bank_ms / 60_000;
            let mut seconds = *increment_ms / 1000;
            let bank =
                ui.add(Slider::new(&mut minutes, 1..=180).text("minutes each for the match"));
            let after = match family.has_rounds() {
                true => "seconds more after each decision",
                false => "seconds more after each turn",
            };
            let more = ui.add(Slider::new(&mut seconds, 0..=120).text(after));
            if bank.changed() {
                *bank_ms = minutes * 60_000;
            }
            if more.changed() {
                *increment_ms = seconds * 1000;
            }
        }
    }
    if let Some(more) = terms.pace.in_rounds(family) {
        note(ui, more);
    }
    ui.add_space(4.0);
    section_about(
        ui,
        "When the time is up",
        "Nothing happens by itself: the player who waits may claim, and nobody can prove a claim.",
    );
    // at a table the others play on, or have to claim as well
    let [loses, ends] = match of {
        Coming::Table => ["That player is out", "Claims of all others end the match"],
        Coming::Two | Coming::ByMail => ["A claim wins", "A claim ends the match"],
    };
    let effects = [
        (ClaimEffect::Nothing, "A claim is noted"),
        (ClaimEffect::Loss, loses),
        (ClaimEffect::Abort, ends),
    ];
    choice(ui, &mut terms.claim, &effects);
    note(ui, sentence(&terms.claim.to_string()));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_running_clock_is_painted_when_its_face_changes() {
        for (left, wait) in [(5_300, 301), (5_000, 1001), (999, 1000)] {
            let left = Duration::from_millis(left);
            assert_eq!(until_next_face(left), Duration::from_millis(wait));
            let later = left - until_next_face(left).min(left);
            assert_ne!(
                clock_face(left.as_millis() as u64),
                clock_face(later.as_millis() as u64)
            );
        }
    }

    #[test]
    fn days_are_told_in_words_and_clocks_by_their_face() {
        let days = Terms {
            pace: Pace::Days(5),
            ..Terms::default()
        };
        let left = Duration::from_secs((3 * 24 + 4) * 3600);
        assert_eq!(time_left(left, &days), "3 days 4 h left");
        assert_eq!(time_left(Duration::ZERO, &days), "time is up");
        let clock = Terms {
            pace: Pace::Bank {
                bank_ms: 60_000,
                increment_ms: 0,
            },
            ..Terms::default()
        };
        assert_eq!(time_left(Duration::from_secs(9), &clock), "0:09");
    }
}
