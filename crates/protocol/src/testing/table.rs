//! Sessions joined by queues, with disks that can crash and lines that can be tampered with.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::ops::Deref;
use std::time::Duration;

use super::{Disk, Mark, Reached, Seeded, fresh, identity, random_part};
use crate::file::Signed;
use crate::{
    CloseReason, Fault, Identity, LineId, Manifest, Now, Offer, PublicKey, Seat, Session,
    SessionEvent, Waiting,
};

/// A function that changes, doubles or drops a seat's frames.
pub type Tamper = Box<dyn FnMut(Vec<u8>) -> Vec<Vec<u8>>>;

/// A function that changes, doubles or drops a frame on its way from one place to another.
pub type Bend = Box<dyn FnMut(Seat, Seat, Vec<u8>) -> Vec<Vec<u8>>>;

/// A frame on its way.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sent {
    /// Its sender.
    pub from: Seat,
    /// The line that it is on.
    pub line: LineId,
    /// The type byte and the body.
    pub bytes: Vec<u8>,
}

impl Deref for Sent {
    type Target = Vec<u8>;

    fn deref(&self) -> &Vec<u8> {
        &self.bytes
    }
}

/// A line between two places.
pub(super) struct Link {
    ends: (Seat, Seat),
    pub(super) is_closing: bool,
}

impl Link {
    pub(super) fn joins(&self, seat: Seat) -> bool {
        self.ends.0 == seat || self.ends.1 == seat
    }

    fn other(&self, seat: Seat) -> Seat {
        match self.ends.0 == seat {
            true => self.ends.1,
            false => self.ends.0,
        }
    }
}

/// The beginning of a seat's session.
pub(super) enum Beginning {
    /// A host with that offer, and a guest.
    Offer(Box<Offer>),
    /// Everybody has the whole manifest.
    Manifest(Box<Manifest>),
}

/// Sessions joined by queues, each at a place of its own: place and seat are the same, but for second programs of a
/// seat, which sit behind the last one.
pub struct Table<const N: usize> {
    /// The present time, which moves only when a test moves it.
    pub now: Now,
    /// The milliseconds by which the wall clock at each place is ahead.
    pub ahead_ms: [u64; N],
    /// The sessions by seat; none while crashed.
    pub sessions: [Option<Session>; N],
    /// The files of each seat.
    pub disks: [Disk; N],
    /// The mark of each seat's machine; none before the match.
    pub marks: [Option<Mark>; N],
    /// The files and marks of the matches that each seat has continued, oldest first.
    pub former: [Vec<(Disk, Option<Mark>)>; N],
    /// The events of each seat.
    pub events: [Vec<SessionEvent>; N],
    /// The reasons of each seat for closing lines.
    pub closes: [Vec<CloseReason>; N],
    /// Every frame sent, with its sender.
    pub wire: Vec<(Seat, Vec<u8>)>,
    /// A seat that crashes in its write of that number, and how much of that write reaches the disk.
    pub crash: Option<(Seat, usize, Reached)>,
    /// The tampering with each seat's frames on their way.
    pub tamper: [Option<Tamper>; N],
    /// The tampering with all frames, by sender and receiver.
    pub bend: Option<Bend>,
    /// Frames on their way to each seat.
    pub queues: [VecDeque<Sent>; N],
    /// The lines that [`Table::connect`] brings up, the lower place first.
    pub graph: BTreeSet<(Seat, Seat)>,
    pub(super) links: BTreeMap<LineId, Link>,
    pub(super) beginning: Beginning,
    /// The seat at each place.
    pub(super) seats: [Seat; N],
    pub(super) lines: u64,
    pub(super) runs: u8,
    /// The signatures of each seat that are not in its mark yet.
    pub(super) unmarked: [Option<Signed>; N],
    /// The bytes at the end of each match file for which no flush has been asked.
    pub(super) unsynced: [usize; N],
    pub(super) seed: u8,
}

impl<const N: usize> Table<N> {
    /// The places of that beginning, all joined to all, nothing brought up.
    pub(super) fn of(beginning: Beginning, seats: [Seat; N], seed: u8) -> Self {
        let places = || (0..).map(Seat).take(N);
        let pairs = places().flat_map(|a| places().map(move |b| (a, b)));
        Self {
            now: Now {
                clock: Duration::from_secs(1),
                unix_ms: 1_790_000_000_000,
            },
            ahead_ms: [0; N],
            sessions: std::array::from_fn(|_| None),
            disks: std::array::from_fn(|_| Disk::default()),
            marks: std::array::from_fn(|_| None),
            former: std::array::from_fn(|_| Vec::new()),
            events: std::array::from_fn(|_| Vec::new()),
            closes: std::array::from_fn(|_| Vec::new()),
            wire: Vec::new(),
            crash: None,
            tamper: std::array::from_fn(|_| None),
            bend: None,
            queues: std::array::from_fn(|_| VecDeque::new()),
            graph: pairs.filter(|(a, b)| a < b).collect(),
            links: BTreeMap::new(),
            beginning,
            seats,
            lines: 0,
            runs: 0,
            unmarked: std::array::from_fn(|_| None),
            unsynced: [0; N],
            seed,
        }
    }

    /// The sessions of that manifest, which [`super::table`] has made with that seed for as many seats, all joined to
    /// all and not yet connected. Places behind the last seat are second programs of seat 0, and are down.
    pub fn seated(manifest: Manifest, seed: u8) -> Self {
        let count = manifest.seats.len();
        let mut next = (0..)
            .map(Seat)
            .take(count)
            .chain([Seat(0)].into_iter().cycle());
        let seats = std::array::from_fn(|_| next.next().unwrap_or(Seat(0)));
        let mut table = Self::of(Beginning::Manifest(Box::new(manifest)), seats, seed);
        for place in table.places().into_iter().take(count) {
            table.begin(place);
        }
        table
    }

    /// A table that has agreed over those lines, and is under way.
    pub fn under_way(manifest: Manifest, graph: &[(Seat, Seat)], seed: u8) -> Self {
        let mut table = Self::seated(manifest, seed);
        table.graph = graph.iter().copied().collect();
        table.connect();
        table.run();
        table
    }

    pub(super) fn begin(&mut self, place: Seat) {
        let mut session = self.sit_down(place);
        // far from the ids of later runs, which count up from 1
        session.sign_in([u8::MAX - place.0; 16]);
        self.sessions[place.index()] = Some(session);
        self.carry_out(place);
    }

    /// A session of the seat at that place.
    pub(super) fn sit_down(&self, place: Seat) -> Session {
        let seat = self.seats[place.index()];
        let (identity, fresh) = (self.identity(place), fresh(seat.0, self.seed));
        match &self.beginning {
            Beginning::Manifest(manifest) => {
                let manifest = Manifest::clone(manifest);
                Session::at_table(identity, seat, manifest, &fresh, self.now)
                    .expect("a test plays what can be played")
            }
            Beginning::Offer(offer) if seat == Seat(0) => {
                Session::host(identity, "Ada", Offer::clone(offer), fresh)
                    .expect("a test offers what can be offered")
            }
            Beginning::Offer(_) => {
                let host = self.identity(Seat(0)).public();
                Session::join(identity, "Ben", host, fresh)
            }
        }
    }

    /// The number of seats of the match.
    pub(super) fn seats(&self) -> usize {
        match &self.beginning {
            Beginning::Offer(_) => 2,
            Beginning::Manifest(manifest) => manifest.seats.len(),
        }
    }

    /// Every place.
    pub fn places(&self) -> Vec<Seat> {
        (0..).map(Seat).take(N).collect()
    }

    /// The long-lived key pair of the seat at that place.
    pub(super) fn identity(&self, place: Seat) -> Identity {
        identity(self.seats[place.index()].0, self.seed)
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

    /// Lets time pass half a second at a time, with whatever it brings about.
    pub fn wait(&mut self, time: Duration) {
        let until = self.now.clock + time;
        while self.now.clock < until {
            self.pass(Duration::from_millis(500));
            for place in self.places() {
                self.with(place, |session, now| session.handle_timeout(now));
            }
            self.run();
        }
    }

    /// Brings every line of the graph up anew.
    pub fn connect(&mut self) {
        self.disconnect();
        for (a, b) in self.graph.clone() {
            self.link(a, b);
        }
    }

    /// Brings a line up between two places.
    pub fn link(&mut self, a: Seat, b: Seat) {
        self.cut(a, b);
        self.lines += 1;
        let line = self.line();
        let mut exporter = [self.lines.to_le_bytes()[0]; 32];
        if N > 2 {
            exporter[..8].copy_from_slice(&self.lines.to_le_bytes());
        }
        let link = Link {
            ends: (a, b),
            is_closing: false,
        };
        self.links.insert(line, link);
        for (place, other) in [(a, b), (b, a)] {
            let peer = self.identity(other).public();
            self.with(place, |session, now| {
                session.line_up(now, line, exporter, peer)
            });
        }
    }

    /// The last line that was brought up.
    pub fn line(&self) -> LineId {
        LineId(self.lines)
    }

    /// The line between two places, if it is up.
    pub fn line_between(&self, a: Seat, b: Seat) -> Option<LineId> {
        let mut links = self.links.iter();
        let link = links.find(|(_, link)| link.joins(a) && link.joins(b));
        link.map(|(id, _)| *id)
    }

    /// Cuts every line; what was on its way is lost.
    pub fn disconnect(&mut self) {
        for line in self.links.keys().copied().collect::<Vec<LineId>>() {
            self.cut_line(line);
        }
    }

    /// Cuts the line between two places, if it is up; what was on its way is lost.
    pub fn cut(&mut self, a: Seat, b: Seat) {
        if let Some(line) = self.line_between(a, b) {
            self.cut_line(line);
        }
    }

    fn cut_line(&mut self, line: LineId) {
        let Some(link) = self.links.remove(&line) else {
            return;
        };
        for queue in &mut self.queues {
            queue.retain(|sent| sent.line != line);
        }
        for place in [link.ends.0, link.ends.1] {
            self.with(place, |session, now| session.line_down(now, line));
        }
    }

    /// True if a line is up.
    pub fn is_up(&self) -> bool {
        !self.links.is_empty()
    }

    pub(super) fn send(&mut self, from: Seat, line: LineId, frame: Vec<u8>) {
        // the line is down or closing: what is sent now is lost
        let Some(link) = self.links.get(&line).filter(|link| !link.is_closing) else {
            return;
        };
        let to = link.other(from);
        let mut frames = match &mut self.tamper[from.index()] {
            Some(tamper) => tamper(frame),
            None => vec![frame],
        };
        if let Some(bend) = &mut self.bend {
            let bent = frames.into_iter().map(|frame| bend(from, to, frame));
            frames = bent.flatten().collect();
        }
        for bytes in frames {
            self.wire.push((from, bytes.clone()));
            self.queues[to.index()].push_back(Sent { from, line, bytes });
        }
    }

    pub(super) fn close(&mut self, seat: Seat, line: LineId) {
        if let Some(link) = self.links.get_mut(&line) {
            link.is_closing = true;
        }
        // the end that closes reads nothing more
        self.queues[seat.index()].retain(|sent| sent.line != line);
    }

    /// Hands a seat a frame that comes on the present line; none if the seat has crashed.
    pub fn hand(&mut self, seat: Seat, frame: &[u8]) -> Option<Result<(), Fault>> {
        self.hand_on(self.line(), seat, frame)
    }

    fn hand_on(&mut self, line: LineId, seat: Seat, frame: &[u8]) -> Option<Result<(), Fault>> {
        self.with(seat, |session, now| session.handle_frame(now, line, frame))
    }

    /// Hands a frame to a seat as if another had sent it on the line between the two.
    pub fn speak(&mut self, from: Seat, to: Seat, frame: &[u8]) -> Option<Result<(), Fault>> {
        let line = self.line_between(from, to)?;
        self.hand_on(line, to, frame)
    }

    /// Delivers the next frame for a seat, if there is one; returns whether there was.
    pub fn deliver(&mut self, seat: Seat) -> bool {
        let Some(sent) = self.queues[seat.index()].pop_front() else {
            return false;
        };
        self.hand_on(sent.line, seat, &sent.bytes);
        true
    }

    /// Delivers the next frame for a seat of one line, chosen at random; returns whether there was one.
    pub fn deliver_any(&mut self, seat: Seat, dice: &mut Seeded) -> bool {
        let queue = &mut self.queues[seat.index()];
        if queue.is_empty() {
            return false;
        }
        // a line keeps its order, two lines have none between them
        let line = queue[dice.below(queue.len())].line;
        let at = queue.iter().position(|sent| sent.line == line);
        let sent = at.and_then(|at| queue.remove(at));
        if let Some(sent) = sent {
            self.hand_on(sent.line, seat, &sent.bytes);
        }
        true
    }

    /// Delivers everything until nothing is on its way.
    pub fn run(&mut self) {
        loop {
            let mut is_any = false;
            // every end takes a frame in every round
            for place in 0..N {
                is_any |= self.deliver(Seat(u8::try_from(place).expect("few places")));
            }
            if !is_any {
                break;
            }
        }
        self.cut_closing();
    }

    /// Cuts the lines that an end has closed, or whose program died.
    pub fn cut_closing(&mut self) {
        let closing = self.links.iter().filter(|(_, link)| link.is_closing);
        for line in closing.map(|(id, _)| *id).collect::<Vec<LineId>>() {
            self.cut_line(line);
        }
    }

    /// The first seat whose user is to decide, if there is one.
    pub fn to_decide(&self) -> Option<Seat> {
        self.places().into_iter().find(|seat| {
            let session = self.sessions[seat.index()].as_ref();
            session.is_some_and(|session| matches!(session.waiting(), Waiting::Me { .. }))
        })
    }

    /// One random decision of whoever is to decide, delivered; returns whether there was one.
    pub fn play_one(&mut self, dice: &mut Seeded) -> bool {
        let Some(seat) = self.to_decide() else {
            return false;
        };
        if !self.decide_at(seat, dice) {
            return false;
        }
        self.run();
        true
    }

    /// A random decision of the seat at that place, not delivered yet; returns whether it had one to make.
    ///
    /// # Panics
    /// If the decision is refused.
    pub fn decide_at(&mut self, place: Seat, dice: &mut Seeded) -> bool {
        let Some(session) = &self.sessions[place.index()] else {
            return false;
        };
        let side = session.side_of(session.seat());
        let (Waiting::Me { .. }, Some(position), Some(side)) =
            (session.waiting(), session.position(), side)
        else {
            return false;
        };
        let orders = random_part(position, side, session.own_member(), dice);
        self.with(place, |session, now| session.propose(now, &orders))
            .expect("alive")
            .expect("random orders are legal");
        true
    }

    /// Random decisions until nobody has one to make.
    pub fn play_out(&mut self, dice: &mut Seeded) {
        while self.play_one(dice) {
            self.pass(Duration::from_millis(700));
        }
    }

    /// The public files of a seat, oldest match first.
    pub fn all_files(&self, seat: Seat) -> Vec<Vec<u8>> {
        let former = self.former[seat.index()].iter().map(|(disk, _)| disk);
        let disks = former.chain([&self.disks[seat.index()]]);
        disks.map(|disk| disk.public.clone()).collect()
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
