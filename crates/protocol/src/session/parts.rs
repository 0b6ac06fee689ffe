//! A match that this seat has signed: its parts, side by side.

use rules::Outcome;

use super::Now;
use super::boxes::Boxes;
use super::continuing::Continuing;
use super::ending::Ending;
use super::hearing::Hearing;
use super::inquiries::Inquiries;
use super::later::Later;
use super::leaving::Leaving;
use super::ledger::Ledger;
use super::plans::Plans;
use super::timer::Timer;
use crate::Seat;
use crate::chain::Chain;
use crate::frame::Head;

/// The parts of one match. Each keeps its own state to itself; what spans several is worked out here, and sent, written
/// and shown by the session.
pub(super) struct Match {
    pub(super) ledger: Ledger,
    pub(super) hearing: Hearing,
    pub(super) inquiries: Inquiries,
    pub(super) timer: Timer,
    pub(super) later: Later,
    /// At a table.
    pub(super) boxes: Boxes,
    pub(super) plans: Plans,
    pub(super) ending: Ending,
    pub(super) continuing: Continuing,
    /// At a table.
    pub(super) leaving: Leaving,
    /// This seat has signed a higher try than this match to continue the one before.
    pub(super) is_superseded: bool,
    /// The others have gone on without this seat.
    pub(super) is_left_out: bool,
}

impl Match {
    /// A match whose first step begins now, without signatures yet.
    pub(super) fn new(chain: Chain, own: Seat, is_heard: bool, now: Now) -> Self {
        let seats = chain.manifest().seats.len();
        Self {
            timer: Timer::new(chain.step(), (own, seats), now, is_heard),
            ledger: Ledger::new(chain),
            hearing: Hearing::new(seats, is_heard),
            inquiries: Inquiries::default(),
            later: Later::default(),
            boxes: Boxes::default(),
            plans: Plans::default(),
            ending: Ending::default(),
            continuing: Continuing::default(),
            leaving: Leaving::default(),
            is_superseded: false,
            is_left_out: false,
        }
    }

    pub(super) fn chain(&self) -> &Chain {
        self.ledger.chain()
    }

    /// The result: the one that the chain gives, or the one that a claim gives if both programs agree on the time.
    pub(super) fn outcome(&self) -> Option<Outcome> {
        self.chain().outcome().or_else(|| {
            let claim = self.ending.on_time()?;
            self.chain().outcome_of(&claim)
        })
    }

    /// True if the seat alone plays in the match: all others are gone.
    pub(super) fn is_alone(&self, own: Seat) -> bool {
        self.chain().manifest().present() == [own]
    }

    /// True if nothing more is signed in the match but what continues it.
    pub(super) fn is_final(&self) -> bool {
        self.ledger.is_halted_for_good() || self.chain().closed().is_some()
    }

    /// True if a table has convicted a seat, without which the others may go on.
    pub(super) fn goes_on_without_convicted(&self) -> bool {
        let is_convicted = self.ledger.convicted().is_some();
        is_convicted && self.chain().manifest().has_table()
    }

    /// True if nothing more is taken in of what others sign. A table that has convicted a seat takes in what the rest have
    /// signed by then: a record that only some of them held would keep all from beginning the same new match.
    pub(super) fn is_shut(&self) -> bool {
        self.is_final() && (self.chain().closed().is_some() || !self.goes_on_without_convicted())
    }

    /// True if anybody names a record or note of the seat that is not here, and may be right.
    pub(super) fn waits_for_own(&self, own: Seat) -> bool {
        self.hearing.waits_for_own(self.chain(), own)
    }

    /// A seat is heard by its HEAD.
    pub(super) fn hear(&mut self, own: Seat, now: Now, head: Head) {
        let chain = self.ledger.chain();
        let (seat, is_behind) = (head.seat, head.step.saturating_add(1) < chain.step());
        let was_silent = self.hearing.hear(chain, own, now.clock, head);
        self.timer.hear(now.clock, seat, true);
        self.timer.hear_any(now.clock);
        // the seat was never sent what its next record stands upon: the line was dead before anybody noticed, and that
        // time is the line's and not the seat's
        if was_silent && is_behind {
            self.timer.send_again(seat, now.clock);
        }
    }

    /// Takes note of what a HEAD says without counting its sender as heard.
    pub(super) fn weigh(&mut self, own: Seat, now: Now, head: Head) {
        self.hearing
            .weigh(self.ledger.chain(), own, now.clock, head);
    }

    /// Nobody is heard any more.
    pub(super) fn unhear(&mut self, now: Now) {
        self.hearing.unhear();
        self.timer.unhear(now.clock);
    }
}
