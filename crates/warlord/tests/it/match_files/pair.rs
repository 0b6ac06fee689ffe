//! Two sessions of one match in one thread.

use std::path::PathBuf;
use std::time::Duration;

use protocol::{File, Fresh, Identity, LineId, Now, Offer, Session, SessionEvent, Waiting};
use rules::{AnyOrder, AnyPosition, Rules as _};
use tempfile::TempDir;

/// Two seats with a line between them, and the public file of each.
pub(crate) struct Pair {
    seats: [Session; 2],
    match_keys: [Identity; 2],
    pub(crate) files: [Vec<u8>; 2],
    unix_ms: u64,
}

impl Pair {
    /// Ann and Bob, at their first match.
    pub(crate) fn new(scenario: &str) -> Self {
        Self::of(scenario, ["Ann", "Bob"], 1, &[])
    }

    /// The match of that number between two players, with those options.
    pub(crate) fn of(
        scenario: &str,
        names: [&str; 2],
        number: u8,
        options: &[(&str, &str)],
    ) -> Self {
        let identity = |seed: u8| Identity::from_seed([seed; 32]);
        let fresh = |seed: u8| Fresh {
            match_secret: [seed; 32],
            session_seed: [seed + 100 + number; 32],
            session_nonce: [seed + number; 32],
        };
        let owned = |(key, value): &(&str, &str)| ((*key).to_owned(), (*value).to_owned());
        let offer = Offer {
            scenario: scenario::load(scenario).expect("built in").expect("right"),
            options: options.iter().map(owned).collect(),
            host_side: None,
            max_turns: None,
            terms: protocol::manifest::Terms::default(),
            takeback: true,
            start: None,
            drop: None,
            vacancy: None,
        };
        let host = identity(1).public();
        let seats = [
            Session::host(identity(1), names[0], offer, fresh(10)).expect("a sound offer"),
            Session::join(identity(2), names[1], host, fresh(20)),
        ];
        let mut pair = Self {
            match_keys: [10, 20].map(|seed| Identity::from_seed(fresh(seed).session_seed)),
            seats,
            files: [Vec::new(), Vec::new()],
            unix_ms: 1_790_000_000_000,
        };
        let now = pair.now();
        pair.seats[0].line_up(now, LineId(0), [7; 32], identity(2).public());
        pair.seats[1].line_up(now, LineId(0), [7; 32], host);
        pair.settle();
        pair
    }

    fn now(&mut self) -> Now {
        self.unix_ms += 1000;
        Now {
            clock: Duration::from_millis(self.unix_ms - 1_790_000_000_000),
            unix_ms: self.unix_ms,
        }
    }

    /// Carries everything to where it belongs until nothing is left to carry.
    fn settle(&mut self) {
        let now = self.now();
        let mut is_moving = true;
        while is_moving {
            is_moving = false;
            for seat in 0..2 {
                while let Some(output) = self.seats[seat].poll_output() {
                    is_moving = true;
                    self.carry(seat, output, now);
                }
            }
        }
    }

    fn carry(&mut self, seat: usize, output: protocol::Output, now: Now) {
        match output {
            protocol::Output::Persist(File::Public, bytes) => self.files[seat].extend(bytes),
            protocol::Output::Replace(File::Public, bytes) => self.files[seat] = bytes,
            protocol::Output::Persist(File::Private, _)
            // no test resumes a session, so nobody needs the private files
            | protocol::Output::Replace(File::Private, _) => {}
            protocol::Output::Send(line, frame) | protocol::Output::Pass(line, frame) => self.seats[1 - seat]
                .handle_frame(now, line, &frame)
                .expect("both are honest"),
            protocol::Output::Event(SessionEvent::Offered(offer)) => self.seats[seat]
                .accept(now, &offer.sid)
                .expect("the offer that was shown"),
            protocol::Output::Event(_)
            | protocol::Output::Mark(_)
            | protocol::Output::Next { .. } => {}
            protocol::Output::Close(_, reason) => panic!("the line was closed: {reason:?}"),
        }
    }

    fn position(&self) -> AnyPosition {
        self.seats[0].position().expect("agreed").clone()
    }

    /// One whole turn of the side to move, its orders separated by blanks.
    pub(crate) fn turn(&mut self, orders: &str) {
        let seat = (0..2)
            .find(|&seat| self.seats[seat].waiting() == Waiting::Me { secret: false })
            .expect("somebody's turn");
        let position = self.position();
        let side = position.turn().side;
        let read = |text| position.parse_order(side, text).expect("readable");
        let orders: Vec<AnyOrder> = orders.split(' ').map(read).collect();
        let now = self.now();
        self.seats[seat].propose(now, &orders).expect("legal");
        self.settle();
    }

    /// The seat asks for its last turn back, and the other grants it.
    pub(crate) fn take_back(&mut self, seat: usize) {
        let now = self.now();
        self.seats[seat]
            .ask_takeback(now)
            .expect("a turn to take back");
        self.settle();
        let now = self.now();
        let asked = self.seats[1 - seat].takeback_asked().expect("asked");
        self.seats[1 - seat]
            .answer_takeback(now, &asked.note, true)
            .expect("asked");
        self.settle();
    }

    /// The seat gives the game up.
    pub(crate) fn resign(&mut self, seat: usize) {
        let now = self.now();
        self.seats[seat].resign(now).expect("a match");
        self.settle();
    }

    /// The long-lived key of a seat, as programs write it.
    pub(crate) fn key(&self, seat: u8) -> String {
        Identity::from_seed([seat + 1; 32]).public().to_string()
    }

    /// The key that the program of a seat signs with.
    pub(crate) fn match_key(&self, seat: usize) -> &Identity {
        &self.match_keys[seat]
    }

    /// The match's id, as programs write it.
    pub(crate) fn id(&self) -> String {
        let sid = self.seats[0].sid().expect("a match");
        sid.iter().map(|byte| format!("{byte:02x}")).collect()
    }

    /// Writes both public files into a folder.
    pub(crate) fn save(&self) -> Saved {
        let folder = tempfile::tempdir().expect("a folder");
        let files = ["ann.fpm", "bob.fpm"].map(|name| folder.path().join(name));
        for (path, bytes) in files.iter().zip(&self.files) {
            std::fs::write(path, bytes).expect("written");
        }
        Saved { folder, files }
    }
}

pub(crate) struct Saved {
    pub(crate) folder: TempDir,
    pub(crate) files: [PathBuf; 2],
}

impl Saved {
    /// Another file in the same folder.
    pub(crate) fn with(&self, name: &str, bytes: &[u8]) -> PathBuf {
        let path = self.folder.path().join(name);
        std::fs::write(&path, bytes).expect("written");
        path
    }
}
