//! The clicks of players whose table continues in a new match.

use super::{Table, fresh};
use crate::{ContinueWish, Fresh, ProposeError, Seat, Session};

impl<const N: usize> Table<N> {
    /// The player of a seat agrees to go on without others; the secrets of its new match follow from the seat and the number
    /// of its matches.
    ///
    /// # Errors
    /// As [`Session::go_on_without`], for the first of them.
    pub fn agree_without(&mut self, by: Seat, without: &[Seat]) -> Result<(), ProposeError> {
        let fresh = self.next_secrets(by);
        for seat in without {
            let agreed = self.with(by, |session, now| {
                session.go_on_without(now, *seat, true, &fresh)
            });
            agreed.unwrap_or(Ok(()))?;
        }
        Ok(())
    }

    /// The player of a seat would continue with everybody, as wished.
    ///
    /// # Errors
    /// As [`Session::ask_to_continue`].
    pub fn ask_table(&mut self, by: Seat, after: Option<u64>) -> Result<(), ProposeError> {
        let (fresh, swaps) = (self.next_secrets(by), false);
        let wish = ContinueWish { after, swaps };
        let asked = self.with(by, |session, now| {
            session.ask_to_continue(now, wish, &fresh)
        });
        asked.unwrap_or(Ok(()))
    }

    /// The player of a seat answers who asks to continue with everybody.
    ///
    /// # Errors
    /// As [`Session::answer_continue`].
    pub fn answer_table(&mut self, by: Seat, accept: bool) -> Result<(), ProposeError> {
        let fresh = self.next_secrets(by);
        let answered = self.with(by, |session, now| {
            session.answer_continue(now, accept, &fresh)
        });
        answered.unwrap_or(Ok(()))
    }

    /// The program of a seat whose private file is lost is started again.
    ///
    /// # Panics
    /// If the match file cannot be read.
    pub fn restart_without_key(&mut self, seat: Seat) {
        let public = self.disks[seat.index()].public.clone();
        let anew = fresh(self.seats[seat.index()].0, 90);
        let session = Session::resume_without_key(self.identity(seat), &public, &anew, self.now);
        self.marks[seat.index()] = None;
        self.disks[seat.index()].private.clear();
        let session = session.expect("a match file");
        self.take_up(seat, session);
    }

    /// Other secrets for each match of each seat.
    fn next_secrets(&self, of: Seat) -> Fresh {
        let matches = u8::try_from(self.former[of.index()].len()).unwrap_or(u8::MAX);
        fresh(self.seats[of.index()].0, 100 + matches)
    }
}
