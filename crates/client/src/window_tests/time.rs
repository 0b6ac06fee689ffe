//! Time limits in the window: agreed in the form, shown to the guest, ticking for both, claimed where due.

use net::Invitation;
use protocol::manifest::{ClaimEffect, Pace, Terms};

use super::Program;
use crate::shell::model::{DraftCommand, ShellCommand};

/// A host and a guest at the table of a match of those terms, the host on turn.
fn begun(terms: Terms) -> [Program; 2] {
    let mut host = Program::start();
    host.click("Host");
    let mut form = host.app().model.host.clone();
    form.terms = terms;
    host.give(ShellCommand::Host(form));
    host.until_shown("More: time (a clock of");
    host.click("Make the invitation");
    host.until_shown("Send this invitation to one player");
    host.until_shown("A clock of");
    let table = host.app().model.table.as_ref().expect("a match");
    let code = table.seen.invitation.as_deref().map(Invitation::code);

    let mut guest = Program::start_as("Bo");
    guest.click("Join");
    guest.give(ShellCommand::Code(code.expect("an invitation")));
    guest.click("Look at the invitation");
    guest.until_shown("Accept and play");
    // before the guest signs
    guest.until_shown("whose time is claimed to be up loses");
    guest.until_shown("A turn can be taken back, if both players agree.");
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

#[test]
fn who_waits_in_vain_may_claim_and_both_are_told() {
    let [mut host, mut guest] = begun(clock(2_000, 0));
    host.until_shown("0:00");
    guest.until_shown("Ada's time is up.");
    guest.until_shown("As agreed, a claim wins the match for you.");
    guest.click("Claim that the time is up");
    guest.until_shown("You claim that Ada's time is up.");
    host.until_shown("Bo claims that your time is up.");
    host.give(DraftCommand::EndTurnNow);
    host.until("the refusal", |host| {
        let table = host.app().model.table.as_ref().expect("a match");
        let refused = table.seen.refused.as_ref();
        refused.is_some_and(|refused| refused.what.starts_with("the time was up"))
    });
}
