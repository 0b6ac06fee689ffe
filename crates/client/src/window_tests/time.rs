//! Time limits in the window: agreed in the form, shown to the guest, running for both, claimed when due.

use egui_kittest::kittest::Queryable as _;
use protocol::Stage;
use protocol::manifest::{ClaimEffect, Pace, Terms};

use super::Program;
use crate::model::{DraftCommand, LibraryCommand, Shelf};

/// A host and a guest at the table of a match of those terms, the host on turn.
fn begun(terms: Terms) -> [Program; 2] {
    let mut host = Program::start();
    let code = host.invite(|form| form.terms = terms).code();
    host.until_shown("A clock of");

    let mut guest = Program::start_as("Bo");
    guest.open_code(&code);
    guest.until_shown("Accept and play");
    // before the guest signs
    guest.until_shown("the player whose time is claimed to be up loses");
    guest.until_shown("A turn can be taken back if everybody agrees.");
    guest.click("Accept and play");
    host.until_my_turn();
    [host, guest]
}

fn clock(bank_ms: u64, increment_ms: u64) -> Terms {
    Terms {
        pace: Pace::Bank {
            bank_ms,
            increment_ms,
        },
        claim: ClaimEffect::Loss,
    }
}

#[test]
fn both_clocks_stand_beside_the_board_and_one_runs() {
    let [mut host, mut guest] = begun(clock(15 * 60_000, 10_000));
    guest.until_shown("15:00");
    for program in [&mut host, &mut guest] {
        program.until_shown("14:5");
    }
    host.give(DraftCommand::EndTurnNow);
    guest.until_my_turn();
    for program in [&mut host, &mut guest] {
        // ten seconds more after the turn
        program.until_shown("15:0");
        program.until_shown("14:5");
    }
}

/// A match of three seconds each in which Ada has played a turn, and Bo plays none.
fn in_vain() -> [Program; 2] {
    let [mut host, mut guest] = begun(clock(3_000, 0));
    host.give(DraftCommand::EndTurnNow);
    guest.until_my_turn();
    [host, guest]
}

impl Program {
    fn until_gone(&mut self, label: &str) {
        self.until(&format!("no {label}"), |program| {
            let mut shown = program.harness.query_all_by_label_contains(label);
            shown.next().is_none()
        });
    }
}

#[test]
fn a_claim_is_asked_back_ends_the_match_for_both_and_lets_them_play_again() {
    let [mut host, mut guest] = in_vain();
    // Bo sees it before anybody claims
    guest.until_shown("0:00");
    guest.until_shown("Your time is up.");
    guest.until_shown("The other player may claim so, and then you lose, as agreed.");
    host.until_shown("Bo's time is up.");
    host.until_shown("As agreed, a claim wins the match for you.");
    // it is asked back
    host.click("Claim that the time is up\u{2026}");
    host.until_shown("Claim that Bo's time is up?");
    host.click("Wait on");
    host.until_gone("Claim that Bo's time is up?");
    host.click("Claim that the time is up\u{2026}");
    host.click("Claim it");
    for program in [&mut host, &mut guest] {
        program.until_shown("Ada wins on time, as claimed.");
        program.until_shown("The match file says CLAIMED");
        program.until_shown("Rematch");
        for gone in [
            "End turn",
            "Offer a draw",
            "Resign",
            "Your time is up.",
            "Your turn",
            "Bo to move",
        ] {
            program.until_gone(gone);
        }
    }
    // the other takes the offer of the next match by one click, as after any other match
    guest.click("Look at the board");
    guest.click("Rematch");
    guest.until_shown("You offer a rematch");
    host.until_shown("offers a rematch, sides changed");
    host.click("Play the rematch");
    for program in [&mut host, &mut guest] {
        program.until("the new match", |program| {
            let table = program.app().model.table.as_ref();
            table.is_some_and(|table| {
                table.seen.played.outcome.is_none() && table.seen.stage == Stage::Playing
            })
        });
    }
    // both lists say that the first one is over
    for program in [&mut host, &mut guest] {
        program.give(LibraryCommand::LeaveNow);
        program.until_shown("Over on time, as claimed.");
        let saved = program.app().model.files.saved.iter();
        let over = saved.filter(|game| game.shelf == Shelf::Finished);
        assert_eq!(over.count(), 1);
    }
}
