//! One game: both seats in this process, each with its own session, so that the game is kept as a match file.

use std::collections::VecDeque;
use std::time::{Duration, UNIX_EPOCH};

use protocol::{Deed, Fresh, Identity, LineId, Now, Offer, Output, Seat, Session, Waiting};
use rules::{AnyOrder, AnyPosition, Lots, Rules as _, Side};

use crate::failure::Failure;

/// Two sessions whose frames go from one to the other at once.
pub(super) struct LocalMatch {
    sessions: [Session; 2],
    frames: VecDeque<(Seat, Vec<u8>)>,
    now: Now,
}

/// The name of the line between the two, at both ends.
const LINE: LineId = LineId(0);

/// The names of the seats when the players' names would change the lots: these follow from everything agreed, names
/// included.
pub(super) const SEATS: [&str; 2] = ["First seat", "Second seat"];

impl LocalMatch {
    /// A match agreed between two seats, the first of which has the scenario's first side. Keys and nonces follow from
    /// the seed, and lots from these and the names.
    pub(super) fn new(offer: Offer, names: &[String; 2], seed: u64) -> anyhow::Result<Self> {
        let derive = |seat: u8, what: &str| {
            protocol::hash::derive(
                "warlord match of players 1",
                &[&seed.to_le_bytes(), &[seat], what.as_bytes()],
            )
        };
        let identity = |seat| Identity::from_seed(derive(seat, "key"));
        let fresh = |seat| Fresh {
            match_secret: derive(seat, "match secret"),
            session_seed: derive(seat, "session key"),
            session_nonce: derive(seat, "session nonce"),
        };
        // keys follow from the seed, so that the same command draws the same lots again
        let keys = [0, 1].map(|seat| identity(seat).public());
        let host = Session::host(identity(0), &names[0], offer, fresh(0)).map_err(|error| {
            let advice = error.advice();
            anyhow::Error::new(error).context(Failure::new("this cannot be played", advice))
        })?;
        let guest = Session::join(identity(1), &names[1], keys[0], fresh(1));
        let mut local = Self {
            sessions: [host, guest],
            frames: VecDeque::new(),
            now: Now {
                // a clock of its own, a millisecond a step: no time limit applies here, and the file must not depend on
                // the machine's speed
                clock: Duration::from_secs(1),
                unix_ms: 0,
            },
        };
        let line = derive(0, "line");
        for (seat, peer) in [(Seat(0), keys[1]), (Seat(1), keys[0])] {
            local.with(seat, |session, now| session.line_up(now, LINE, line, peer));
        }
        local.deliver()?;
        let offered = local.sessions[1].sid().unwrap_or_default();
        local.with(Seat(1), |session, now| session.accept(now, &offered))?;
        local.deliver()?;
        Ok(local)
    }

    /// The position, and the lots drawn so far.
    pub(super) fn position(&self) -> Option<(&AnyPosition, Vec<Lots>)> {
        let session = &self.sessions[0];
        let lots = session.history()?.steps().iter();
        let lots = lots.filter_map(|step| match step.deed {
            Deed::Lots { lots, .. } => Some(lots),
            _ => None,
        });
        Some((session.position()?, lots.collect()))
    }

    /// The seat that decides next, with its side; nobody once the game is over.
    pub(super) fn to_decide(&self) -> Option<(Seat, Side)> {
        let seats = [Seat(0), Seat(1)].into_iter();
        let mut open = seats
            .filter(|seat| matches!(self.sessions[seat.index()].waiting(), Waiting::Me { .. }));
        let seat = open.next()?;
        Some((seat, self.sessions[seat.index()].side_of(seat)?))
    }

    /// Signs a decision of a seat.
    pub(super) fn decide(&mut self, seat: Seat, orders: &[AnyOrder]) -> anyhow::Result<()> {
        self.with(seat, |session, now| session.propose(now, orders))?;
        self.deliver()
    }

    pub(super) fn resign(&mut self, seat: Seat) -> anyhow::Result<()> {
        self.with(seat, |session, now| session.resign(now))?;
        self.deliver()
    }

    /// The seat of the winner; nobody in a draw.
    pub(super) fn winner(&self) -> Option<Seat> {
        let session = &self.sessions[0];
        let outcome = session.outcome()?;
        [Seat(0), Seat(1)].into_iter().find(|seat| {
            let side = session.side_of(*seat);
            side.is_some_and(|side| outcome.winners().contains(side))
        })
    }

    /// The outcome in words, such as `white leaders`.
    pub(super) fn end(&self) -> String {
        let session = &self.sessions[0];
        match (session.outcome(), session.position()) {
            (Some(outcome), Some(position)) => outcome.to_text(position.family()),
            _ => "none".to_owned(),
        }
    }

    pub(super) fn file(&self) -> Option<Vec<u8>> {
        self.sessions[0].match_file()
    }

    /// Does something with a session, and queues the frames that it sends.
    fn with<T>(&mut self, seat: Seat, act: impl FnOnce(&mut Session, Now) -> T) -> T {
        // every act has a time of its own, as between two machines: a session never sees two things at one moment
        self.now.clock += Duration::from_millis(1);
        let date = UNIX_EPOCH.elapsed().unwrap_or_default();
        self.now.unix_ms = u64::try_from(date.as_millis()).unwrap_or(u64::MAX);
        let session = &mut self.sessions[seat.index()];
        let result = act(session, self.now);
        while let Some(output) = session.poll_output() {
            // nothing is kept on disk along the way: a game cut short is played again
            if let Output::Send(_, frame) = output {
                self.frames.push_back((seat.other(), frame));
            }
        }
        result
    }

    fn deliver(&mut self) -> anyhow::Result<()> {
        while let Some((to, frame)) = self.frames.pop_front() {
            self.with(to, |session, now| session.handle_frame(now, LINE, &frame))?;
        }
        Ok(())
    }
}
