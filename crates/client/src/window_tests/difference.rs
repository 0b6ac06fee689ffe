//! Two programs that work out different positions: the players are told, and go on by consent.

use net::Snapshot;
use protocol::Seat;

use super::Program;
use crate::shell::model::{News, ShellCommand};

/// A host and a guest at the table, the host on turn, in a match in which no turn is taken back.
fn begun() -> [Program; 2] {
    let mut host = Program::start();
    host.click("Host");
    let mut form = host.app().model.host.clone();
    form.takeback = false;
    host.give(ShellCommand::Host(form));
    host.click("Make the invitation");
    host.until_shown("Send this invitation to one player");
    let table = host.app().model.table.as_ref().expect("a match");
    let code = table.seen.invitation.as_deref().map(net::Invitation::code);
    let mut guest = Program::start_as("Bo");
    guest.click("Join");
    guest.give(ShellCommand::Code(code.expect("an invitation")));
    guest.click("Look at the invitation");
    guest.until_shown("Accept and play");
    // before the guest signs
    guest.until_shown("No turn is taken back.");
    guest.click("Accept and play");
    host.until_my_turn();
    [host, guest]
}

/// The window is told what the match's program tells where positions differ.
fn differ(program: &mut Program, change: impl FnOnce(&mut Snapshot)) {
    let table = program.app().model.table.as_ref().expect("a match");
    let number = table.id;
    let mut seen = Snapshot::clone(&table.seen);
    seen.differs = true;
    seen.to_decide.clear();
    change(&mut seen);
    program.give(News::Seen(number, seen.into()));
}

#[test]
fn both_players_are_told_that_the_programs_differ_and_asked_whether_to_go_on() {
    let [mut host, guest] = begun();
    differ(&mut host, |seen| seen.may_take_back = vec![Seat(0)]);
    host.until_shown("The two programs work out different positions");
    host.click("Go on from before\u{2026}");
    host.until_shown("Go on from the last position that both confirmed?");
    host.click("No");
    differ(&mut host, |seen| {
        seen.takeback_asked = Some(asked_by(Seat(1)))
    });
    host.until_shown("Bo would go on from the last position that both confirmed.");
    host.click("Agree to that\u{2026}");
    host.until_shown("The other player has agreed already.");
    host.click("Not yet");
    differ(&mut host, |seen| {
        seen.takeback_asked = Some(asked_by(Seat(0)))
    });
    host.until_shown("You would go on from before.");
    drop(guest);
}

/// A question of the seat for its turn back.
fn asked_by(seat: Seat) -> protocol::AskedBack {
    protocol::AskedBack {
        seat,
        note: [0; 32],
        turn: 2,
    }
}
