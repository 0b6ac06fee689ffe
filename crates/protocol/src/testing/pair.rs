//! Two sessions joined by queues, with disks that can crash and lines that can be tampered with.

use std::collections::VecDeque;
use std::time::Duration;

use super::{Seeded, fresh, identity, random_orders};
use crate::file::{self, OwnFiles, RunId, Signed};
use crate::frame::{Frame, Head};
use crate::hash::Digest;
use crate::{
    CloseReason, Fault, File, Identity, LineId, Now, Offer, Output, PublicKey, Seat, Session,
    SessionEvent, Standing, Waiting,
};

/// One seat's disk, as a crash would leave it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Disk {
    /// The match file.
    pub public: Vec<u8>,
    /// The private file.
    pub private: Vec<u8>,
    /// The number of writes.
    pub writes: usize,
}

/// What a seat's machine keeps outside of the files: which runs may have written them last, and what they have signed.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Mark {
    /// The run before, as long as the private file may still bear its id, and the last run.
    pub runs: Vec<RunId>,
    /// The latest signatures that the machine knows of.
    pub signed: Signed,
}

/// A function that changes, doubles or drops a seat's frames.
pub type Tamper = Box<dyn FnMut(Vec<u8>) -> Vec<Vec<u8>>>;

/// The part of a write that reaches the disk.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reached {
    /// No byte.
    Nothing,
    /// The first half; of a replaced file nothing, since that is done in one step.
    Half,
    /// Every byte.
    All,
}

/// Two sessions joined by queues.
pub struct Pair {
    /// The present time, which moves only when a test moves it.
    pub now: Now,
    /// The sessions by seat; none while crashed.
    pub sessions: [Option<Session>; 2],
    /// The files of each seat.
    pub disks: [Disk; 2],
    /// The mark of each seat's machine; none before the match.
    pub marks: [Option<Mark>; 2],
    /// The files and marks of the matches that each seat has continued, oldest first.
    pub former: [Vec<(Disk, Option<Mark>)>; 2],
    /// The events of each seat.
    pub events: [Vec<SessionEvent>; 2],
    /// The reasons of each seat for closing lines.
    pub closes: [Vec<CloseReason>; 2],
    /// Every frame sent, with its sender.
    pub wire: Vec<(Seat, Vec<u8>)>,
    /// A seat that crashes in its write of that number, and how much of that write reaches the disk.
    pub crash: Option<(Seat, usize, Reached)>,
    /// The tampering with each seat's frames on their way.
    pub tamper: [Option<Tamper>; 2],
    /// Frames on their way to each seat.
    pub queues: [VecDeque<Vec<u8>>; 2],
    offer: Offer,
    is_up: bool,
    is_closing: bool,
    lines: u8,
    runs: u8,
    /// The signatures of each seat that are not in its mark yet.
    unmarked: [Option<Signed>; 2],
    pub(super) seed: u8,
}

/// A match file begins with a manifest and the signatures of its owner.
const FIRST_ENTRIES: usize = 2;

fn sit_down(seat: Seat, offer: &Offer, seed: u8) -> Session {
    let identity_of = |seat: Seat| identity(seat.0, seed);
    let mut session = match seat {
        Seat(0) => Session::host(identity_of(seat), "Ada", offer.clone(), fresh(0, seed))
            .expect("a test offers what can be offered"),
        _ => {
            let host = identity_of(Seat(0)).public();
            Session::join(identity_of(seat), "Ben", host, fresh(1, seed))
        }
    };
    // far from the ids of later runs, which count up from 1
    session.sign_in([u8::MAX - seat.0; 16]);
    session
}

impl Pair {
    /// A host with that offer and a guest, not yet connected; `seed` makes their keys differ from other pairs'.
    pub fn new(offer: Offer, seed: u8) -> Self {
        let sessions = [Seat(0), Seat(1)].map(|seat| Some(sit_down(seat, &offer, seed)));
        Self {
            offer,
            now: Now {
                clock: Duration::from_secs(1),
                unix_ms: 1_790_000_000_000,
            },
            sessions,
            disks: Default::default(),
            marks: Default::default(),
            former: Default::default(),
            events: Default::default(),
            closes: Default::default(),
            wire: Vec::new(),
            crash: None,
            tamper: [None, None],
            queues: Default::default(),
            is_up: false,
            is_closing: false,
            lines: 0,
            runs: 0,
            unmarked: [None, None],
            seed,
        }
    }

    /// A pair whose match is agreed and under way.
    pub fn agreed(offer: Offer, seed: u8) -> Self {
        let mut pair = Self::new(offer, seed);
        pair.connect();
        pair.run();
        pair.accept();
        pair.run();
        pair
    }

    /// The guest agrees to the present offer, if there is one.
    pub fn accept(&mut self) {
        self.with(Seat(1), |session, now| {
            let offered = session.sid();
            offered.is_some_and(|sid| session.accept(now, &sid).is_ok())
        });
    }

    /// The nonce that a seat gave for the present line.
    pub fn nonce_of(&self, seat: Seat) -> [u8; 32] {
        let mut sent = self.wire.iter().rev().filter(|(from, _)| *from == seat);
        let hello = sent.find_map(|(_, frame)| match Frame::from_bytes(frame) {
            Ok(Frame::Hello(hello)) => hello.body,
            _ => None,
        });
        hello.map(|body| body.nonce).expect("a greeting was sent")
    }

    /// A HEAD that the seat's match key signs for the present line, with what `change` makes of the honest one.
    pub fn head_of(&self, seat: Seat, change: impl FnOnce(&mut Head)) -> Vec<u8> {
        let chain = self.session(seat.other()).chain().expect("a match");
        let mut head = chain.head(seat, self.nonce_of(seat.other()));
        change(&mut head);
        Frame::Head(head.signed(&self.match_key(seat))).to_bytes()
    }

    /// The session of a seat that has not crashed.
    pub fn session(&self, seat: Seat) -> &Session {
        self.sessions[seat.index()]
            .as_ref()
            .expect("this seat has not crashed")
    }

    /// Lets time pass.
    pub fn pass(&mut self, time: Duration) {
        self.now.clock += time;
        self.now.unix_ms += u64::try_from(time.as_millis()).expect("short");
    }

    /// Brings the line up.
    pub fn connect(&mut self) {
        self.disconnect();
        self.is_up = true;
        self.lines = self.lines.wrapping_add(1);
        let (line, exporter) = (self.line(), [self.lines; 32]);
        for seat in [Seat(0), Seat(1)] {
            let peer = identity(seat.other().0, self.seed).public();
            self.with(seat, |session, now| {
                session.line_up(now, line, exporter, peer)
            });
        }
    }

    /// The last line that was brought up.
    pub fn line(&self) -> LineId {
        LineId(self.lines.into())
    }

    /// Cuts the line; what was on its way is lost.
    pub fn disconnect(&mut self) {
        self.is_up = false;
        self.is_closing = false;
        self.queues = Default::default();
        for seat in [Seat(0), Seat(1)] {
            let line = self.line();
            self.with(seat, |session, now| session.line_down(now, line));
        }
    }

    /// True if the line is up.
    pub fn is_up(&self) -> bool {
        self.is_up
    }

    /// Acts on a live session and carries out its outputs.
    pub fn with<T>(&mut self, seat: Seat, act: impl FnOnce(&mut Session, Now) -> T) -> Option<T> {
        let now = self.now;
        let result = act(self.sessions[seat.index()].as_mut()?, now);
        self.carry_out(seat);
        Some(result)
    }

    fn carry_out(&mut self, seat: Seat) {
        let index = seat.index();
        while let Some(output) = self.sessions[index].as_mut().and_then(Session::poll_output) {
            match output {
                // another run plays the match
                // (a real program ends here as well, and nothing of it was written or sent)
                Output::Mark(signed) if !self.is_ready(seat, &signed) => return self.kill(seat),
                Output::Mark(_) if self.has_died_marking(seat) => return,
                Output::Mark(signed) => self.unmarked[index] = Some(signed),
                // a crash may leave half of what is appended, and nothing of what is replaced
                Output::Persist(file, bytes) => self.write(seat, |disk, _, reached| {
                    let bytes = match reached {
                        Reached::Nothing => &[],
                        Reached::Half => &bytes[..bytes.len() / 2],
                        Reached::All => &bytes[..],
                    };
                    disk.of(file).extend(bytes);
                }),
                Output::Replace(file, bytes) => self.write(seat, |disk, _, reached| {
                    if reached == Reached::All {
                        *disk.of(file) = bytes;
                    }
                }),
                // the mark is written before anything leaves, as in a real program
                Output::Send(..) | Output::Next { .. } if self.has_died_marking(seat) => return,
                Output::Next { sid } => self.continue_in(seat, sid),
                Output::Send(_, frame) if self.is_up && !self.is_closing => {
                    let frames = match &mut self.tamper[index] {
                        Some(tamper) => tamper(frame),
                        None => vec![frame],
                    };
                    for frame in frames {
                        self.wire.push((seat, frame.clone()));
                        self.queues[seat.other().index()].push_back(frame);
                    }
                }
                // the line is down or closing: what is sent now is lost
                Output::Send(..) => {}
                Output::Event(event) => self.events[index].push(event),
                Output::Close(_, reason) => {
                    self.closes[index].push(reason);
                    self.is_closing = true;
                    // the end that closes reads nothing more
                    self.queues[index].clear();
                }
            }
        }
        self.put_down(seat);
    }

    /// The files of a new match take the place of those before; the old match's mark names it.
    fn continue_in(&mut self, seat: Seat, sid: Digest) {
        let index = seat.index();
        // counted on over both matches, so that a test can let any write be the last
        let writes = self.disks[index].writes;
        let fresh = Disk {
            writes,
            ..Disk::default()
        };
        let old = std::mem::replace(&mut self.disks[index], fresh);
        let mut mark = self.marks[index].take();
        if let Some(mark) = &mut mark {
            mark.signed.continuation = Some(sid);
        }
        self.former[index].push((old, mark));
    }

    /// The run of a seat whose files are own.
    fn own_run(&self, seat: Seat) -> Option<RunId> {
        let session = self.sessions[seat.index()].as_ref()?;
        let is_own = session.standing() == Standing::Own;
        session.run().filter(|_| is_own)
    }

    /// True if the mark of the seat's machine names this run still. Makes the mark of a new match.
    fn is_ready(&mut self, seat: Seat, signed: &Signed) -> bool {
        let Some(run) = self.own_run(seat) else {
            return true;
        };
        let mark = self.marks[seat.index()].get_or_insert_with(|| Mark {
            runs: vec![run],
            signed: signed.clone(),
        });
        mark.runs.last() == Some(&run)
    }

    /// True if the seat's program dies while it writes into the mark what it is about to send.
    fn has_died_marking(&mut self, seat: Seat) -> bool {
        self.put_down(seat);
        self.sessions[seat.index()].is_none()
    }

    /// Writes into the mark what the seat has signed and written.
    fn put_down(&mut self, seat: Seat) {
        let Some(signed) = self.unmarked[seat.index()].take() else {
            return;
        };
        let runs = self.own_run(seat).into_iter().collect();
        let next = Mark { runs, signed };
        if self.marks[seat.index()].as_ref() != Some(&next) {
            self.write(seat, |_, mark, reached| {
                if reached == Reached::All {
                    *mark = Some(next);
                }
            });
        }
    }

    fn write(&mut self, seat: Seat, write: impl FnOnce(&mut Disk, &mut Option<Mark>, Reached)) {
        let disk = &mut self.disks[seat.index()];
        disk.writes += 1;
        let now = (seat, disk.writes);
        let crash = self.crash.filter(|(who, at, _)| (*who, *at) == now);
        let reached = crash.map_or(Reached::All, |(_, _, reached)| reached);
        write(disk, &mut self.marks[seat.index()], reached);
        if crash.is_some() {
            self.crash = None;
            self.kill(seat);
        }
    }

    /// The seat's program dies: what is on disk stays, what it had sent arrives, the line is cut.
    pub fn kill(&mut self, seat: Seat) {
        self.sessions[seat.index()] = None;
        self.unmarked[seat.index()] = None;
        // the peer still gets what was on its way, and then sees the line end
        self.is_closing = true;
    }

    /// The standing of the files of a seat, by the mark of its machine.
    pub fn standing(&self, seat: Seat) -> Standing {
        let disk = &self.disks[seat.index()];
        let files = OwnFiles::read(&disk.public, &disk.private);
        let found = files.zip(self.marks[seat.index()].as_ref());
        let is_own = found.is_some_and(|(files, mark)| {
            let is_known = files.run.is_some_and(|run| mark.runs.contains(&run));
            is_known && files.holds(&mark.signed)
        });
        match is_own {
            true => Standing::Own,
            false => Standing::Strange,
        }
    }

    /// A new match whose files were not whole when the program died has not begun: the old one is resumed.
    fn forget_half_begun(&mut self, seat: Seat) {
        let index = seat.index();
        let signed = |entry: &file::Entry| matches!(entry, file::Entry::Genesis(_));
        let is_whole = file::read_public(&self.disks[index].public)
            .is_ok_and(|(entries, _)| entries.iter().filter(|entry| signed(entry)).count() == 2);
        if is_whole {
            return;
        }
        if let Some((mut disk, mut mark)) = self.former[index].pop() {
            disk.writes = self.disks[index].writes;
            if let Some(mark) = &mut mark {
                mark.signed.continuation = None;
            }
            (self.disks[index], self.marks[index]) = (disk, mark);
        }
    }

    /// Starts the seat's program again from its files, or from the beginning if there is no match file yet.
    pub fn restart(&mut self, seat: Seat) {
        let index = seat.index();
        self.forget_half_begun(seat);
        let standing = self.standing(seat);
        let identity = identity(seat.0, self.seed);
        self.runs = self.runs.wrapping_add(1);
        // each start has an id of its own, by which the mark knows the run
        let run = [self.runs; 16];
        let disk = &mut self.disks[index];
        let has_match = file::read_public(&disk.public)
            .is_ok_and(|(entries, _)| entries.len() >= FIRST_ENTRIES);
        let mut session = if has_match {
            Session::resume(identity, &disk.public, &disk.private, standing, self.now)
                .expect("what was written can be read")
        } else {
            *disk = Disk {
                writes: disk.writes,
                ..Disk::default()
            };
            self.marks[index] = None;
            sit_down(seat, &self.offer, self.seed)
        };
        if let (Some(mark), Standing::Own) = (&mut self.marks[index], standing) {
            mark.runs = session.run().into_iter().chain([run]).collect();
        }
        session.sign_in(run);
        self.sessions[index] = Some(session);
        self.carry_out(seat);
    }

    /// Hands a seat a frame that comes on the present line; none if the seat has crashed.
    pub fn hand(&mut self, seat: Seat, frame: &[u8]) -> Option<Result<(), Fault>> {
        let line = self.line();
        self.with(seat, |session, now| session.handle_frame(now, line, frame))
    }

    /// Delivers the next frame for a seat, if there is one; returns whether there was.
    pub fn deliver(&mut self, seat: Seat) -> bool {
        let Some(frame) = self.queues[seat.index()].pop_front() else {
            return false;
        };
        self.hand(seat, &frame);
        true
    }

    /// Delivers everything until nothing is on its way.
    pub fn run(&mut self) {
        // `|`, not `||`: both ends take a frame in every round
        while self.deliver(Seat(0)) | self.deliver(Seat(1)) {}
        if self.is_closing {
            self.disconnect();
        }
    }

    /// The seat whose user is to decide, if there is one.
    pub fn to_decide(&self) -> Option<Seat> {
        [Seat(0), Seat(1)].into_iter().find(|seat| {
            let session = self.sessions[seat.index()].as_ref();
            session.is_some_and(|session| matches!(session.waiting(), Waiting::Me { .. }))
        })
    }

    /// One random decision of whoever is to decide, delivered; returns whether there was one.
    pub fn play_one(&mut self, dice: &mut Seeded) -> bool {
        let Some(seat) = self.to_decide() else {
            return false;
        };
        let session = self.session(seat);
        let (Some(position), Some(side)) = (session.position(), session.side_of(seat)) else {
            return false;
        };
        let orders = random_orders(position, side, dice);
        self.with(seat, |session, now| session.propose(now, &orders))
            .expect("alive")
            .expect("random orders are legal");
        self.run();
        true
    }

    /// Random decisions until nobody has one to make.
    pub fn play_out(&mut self, dice: &mut Seeded) {
        while self.play_one(dice) {
            self.pass(Duration::from_millis(700));
        }
    }

    /// The key a seat signs this match with, for forging what a hostile program would sign.
    pub fn match_key(&self, seat: Seat) -> Identity {
        Identity::from_seed(fresh(seat.0, self.seed).session_seed)
    }

    /// A seat's long-lived key.
    pub fn public_key(&self, seat: Seat) -> PublicKey {
        identity(seat.0, self.seed).public()
    }
}

impl Disk {
    fn of(&mut self, file: File) -> &mut Vec<u8> {
        match file {
            File::Public => &mut self.public,
            File::Private => &mut self.private,
        }
    }
}
