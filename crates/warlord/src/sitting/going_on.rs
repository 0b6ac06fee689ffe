//! Going on without a player of a table who is gone.

use net::{Command, Snapshot};
use protocol::Seat;

use super::Sitting;
use crate::report::{Member, Report};

impl Sitting {
    /// Agrees to go on without a player, or no longer: the one of that name, or the only one who is gone.
    pub(super) fn go_on(&mut self, name: Option<&str>, agree: bool, snapshot: &Snapshot) {
        let may = snapshot.leaving.may.iter().map(|may| may.leaver.seat);
        let is_meant = |seat: &Seat| {
            let called = snapshot.name_of(*seat);
            name.is_none_or(|name| called.eq_ignore_ascii_case(name))
        };
        let meant: Vec<Seat> = may.filter(is_meant).collect();
        match meant[..] {
            [seat] => self.handle.send(Command::GoOnWithout {
                seat,
                agrees: agree,
            }),
            [] => self.not_gone(
                "nobody of that name is gone: everybody who is awaited plays on",
                "wait",
            ),
            _ => self.not_gone(
                "several players are gone",
                "name one, as in `go on without Cid`",
            ),
        }
    }

    fn not_gone(&mut self, what: &str, advice: &str) {
        self.deciders.each(|decider| decider.refused(what, advice));
    }
}

/// The report that the others may go on without a player; none if it is no longer so.
pub(super) fn may_go_on(seat: Seat, snapshot: &Snapshot) -> Option<Report> {
    let mut may = snapshot.leaving.may.iter();
    let may = may.find(|may| may.leaver.seat == seat)?;
    let numbers = |seats: &[Seat]| seats.iter().map(|seat| seat.0).collect();
    let mut words = vec![snapshot.left_words(&may.leaver)];
    words.extend(snapshot.leave_words(may));
    words.push(snapshot.agreed_words(&may.leaver.agreed, &may.leaver.missing));
    let words = words.iter().map(|words| protocol::plain_text(words));
    Some(Report::MayGoOn {
        of: Member::of(snapshot, seat)?,
        why: may.leaver.why.word(),
        agreed: numbers(&may.leaver.agreed),
        missing: numbers(&may.leaver.missing),
        words: words.collect(),
    })
}
