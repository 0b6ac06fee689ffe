//! Two programs that compute different positions: both players see that, and continue in a new match.

use net::Snapshot;
use protocol::Seat;

use super::Program;
use crate::model::News;

/// A host and a guest at the table, the host on turn, in a match in which no turn is taken back.
pub(super) fn begun() -> [Program; 2] {
    let mut host = Program::start();
    let code = host.invite(|form| form.takeback = false).code();
    let mut guest = Program::start_as("Bo");
    guest.open_code(&code);
    guest.until_shown("Accept and play");
    // before the guest signs
    guest.until_shown("No turn is taken back.");
    guest.click("Accept and play");
    host.until_my_turn();
    [host, guest]
}

/// Sends the window a snapshot that `change` has edited, as a running match does.
pub(super) fn see(program: &mut Program, change: impl FnOnce(&mut Snapshot)) {
    let table = program.app().model.table.as_ref().expect("a match");
    let number = table.id;
    let mut seen = Snapshot::clone(&table.seen);
    seen.deciding.to_decide.clear();
    change(&mut seen);
    program.give(News::Seen(number, seen.into()));
}

fn differ(program: &mut Program, change: impl FnOnce(&mut Snapshot)) {
    see(program, |seen| {
        seen.played.differs = true;
        change(seen);
    });
}

#[test]
fn players_whose_programs_differ_are_told_and_continue_in_a_new_match() {
    let [mut host, guest] = begun();
    host.stop_listening();
    differ(&mut host, |seen| seen.next.may_ask = Some(Seat(0)));
    host.until_shown("The two programs work out different positions");
    host.until_shown("continues in a new one, from the last position that both programs confirmed");
    host.click("Continue in a new match\u{2026}");
    host.until_shown("Continue in a new match?");
    host.click("Cancel");
    drop(guest);
}
