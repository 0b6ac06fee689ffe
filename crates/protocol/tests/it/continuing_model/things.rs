//! What is signed in the model, and the books that give every thing, root and match a small number.

use std::collections::BTreeMap;

/// Number of a thing, root or match in the books.
pub(crate) type Id = u16;

pub(crate) type Seat = usize;

/// The match that everything begins with.
pub(crate) const OLD: Id = 0;

/// The content of a record.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Body {
    /// CONFIRM, COMMIT, LOCK or REVEAL: the program's own.
    Automatic,
    /// Orders after which the game is open.
    Plain,
    /// Orders by which their giver wins.
    Wins,
    /// Orders by which their giver loses: the last turn, the last piece.
    Loses,
    /// The other's draw is taken in place of orders.
    Agrees,
}

/// A record; `run` is the copy of the files that signed it, so that two copies never sign the same bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Record {
    pub(crate) game: Id,
    pub(crate) step: u8,
    pub(crate) seat: Seat,
    pub(crate) prev: Id,
    pub(crate) body: Body,
    pub(crate) run: u8,
}

/// A thing that somebody has signed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Thing {
    Record(Record),
    /// RESIGN, with the step that its signer had complete, and whether it says "on strange files".
    Resign {
        game: Id,
        seat: Seat,
        at: u8,
        strange: bool,
    },
    /// The offer of a draw: a note, under no root.
    Offer {
        game: Id,
        seat: Seat,
    },
    /// The genesis of a match, signed by a seat; `told`: its user clicked knowing that the sealed choice may be open.
    Genesis {
        game: Id,
        seat: Seat,
        told: bool,
    },
}

impl Thing {
    pub(crate) fn seat(self) -> Seat {
        match self {
            Self::Record(record) => record.seat,
            Self::Resign { seat, .. } | Self::Offer { seat, .. } | Self::Genesis { seat, .. } => {
                seat
            }
        }
    }
}

/// How a match begins from another: the part of its manifest that counts here.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Start {
    pub(crate) old: Id,
    /// The old match's last complete step, and its root.
    pub(crate) at: u8,
    pub(crate) root: Id,
    /// The seat that asks, and so signs first.
    pub(crate) asks: Seat,
    /// The seats that say they are on strange files.
    pub(crate) strange: [bool; 2],
    /// The result that is given up, by its winner.
    pub(crate) gives_up: Option<Seat>,
    /// When the manifest was written, by the clock on the wall; each signer compares it with its own.
    pub(crate) written: u8,
    /// False for a game beside the old one.
    pub(crate) instead: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Plan {
    Orders(Seat),
    Confirm,
    Commit,
    Lock,
    Reveal,
    Nothing,
}

impl Root {
    /// The seat whose orders come next, looking past CONFIRM.
    pub(crate) fn decides(&self) -> Option<Seat> {
        match self.plan {
            Plan::Orders(_) | Plan::Confirm if self.end.is_none() => {
                Some(usize::from(self.turns % 2))
            }
            _ => None,
        }
    }
}

impl Plan {
    pub(crate) fn contributors(self) -> &'static [Seat] {
        match self {
            Self::Orders(0) => &[0],
            Self::Orders(_) => &[1],
            Self::Nothing => &[],
            _ => &[0, 1],
        }
    }

    pub(crate) fn in_round(self) -> bool {
        matches!(self, Self::Lock | Self::Reveal)
    }
}

/// How a game ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum End {
    Won(Seat),
    Drawn,
}

/// The state after complete steps.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Root {
    pub(crate) game: Id,
    pub(crate) step: u8,
    pub(crate) plan: Plan,
    pub(crate) end: Option<End>,
    /// Turns played since the very beginning: the parity gives the side to move.
    turns: u8,
    /// The sealed round is over, and both choices are known.
    opened: bool,
}

/// The two tiny games.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Play {
    /// Turns by turns: ORDERS of one, CONFIRM of both.
    Turns,
    /// One sealed round: COMMIT, LOCK, REVEAL, CONFIRM of both.
    Sealed,
}

/// A sorted set of things, so that equal states are found equal.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub(crate) struct Things(Vec<Id>);

impl Things {
    pub(crate) fn has(&self, id: Id) -> bool {
        self.0.binary_search(&id).is_ok()
    }

    pub(crate) fn add(&mut self, id: Id) {
        if let Err(place) = self.0.binary_search(&id) {
            self.0.insert(place, id);
        }
    }

    pub(crate) fn with(&self, id: Id) -> Self {
        let mut more = self.clone();
        more.add(id);
        more
    }

    pub(crate) fn join(&mut self, other: &Self) {
        for id in &other.0 {
            self.add(*id);
        }
    }

    pub(crate) fn ids(&self) -> impl Iterator<Item = Id> + '_ {
        self.0.iter().copied()
    }
}

/// Everything that was ever signed in any explored state.
pub(crate) struct Books {
    play: Play,
    /// The last step of the old match, and of each new one.
    steps: [u8; 2],
    things: Vec<Thing>,
    thing_ids: BTreeMap<Thing, Id>,
    roots: Vec<Root>,
    root_ids: BTreeMap<(Id, Vec<Id>), Id>,
    /// For each match how it began, and its first root.
    games: Vec<(Option<Start>, Id)>,
    game_ids: BTreeMap<Start, Id>,
    /// What the judge has said of things before.
    pub(crate) judged: Judged,
}

/// Answers of the judge, which are asked for again and again.
#[derive(Debug, Default)]
pub(crate) struct Judged {
    pub(crate) outcomes: BTreeMap<Things, super::judge::Outcome>,
    pub(crate) lines: BTreeMap<Things, Vec<Id>>,
    pub(crate) guilty: BTreeMap<Things, [bool; 2]>,
}

impl Books {
    pub(crate) fn new(play: Play, steps: [u8; 2]) -> Self {
        let mut books = Self {
            play,
            steps,
            things: Vec::new(),
            thing_ids: BTreeMap::new(),
            roots: Vec::new(),
            root_ids: BTreeMap::new(),
            games: Vec::new(),
            game_ids: BTreeMap::new(),
            judged: Judged::default(),
        };
        books.begin(None, 0, false);
        books
    }

    fn begin(&mut self, start: Option<Start>, turns: u8, opened: bool) -> Id {
        let game = self.games.len() as Id;
        let plan = match self.play {
            Play::Turns => Plan::Orders(usize::from(turns % 2)),
            Play::Sealed if opened => Plan::Nothing,
            Play::Sealed => Plan::Commit,
        };
        let root = Root {
            game,
            step: 0,
            plan,
            end: None,
            turns,
            opened,
        };
        self.roots.push(root);
        self.games.push((start, self.roots.len() as Id - 1));
        game
    }

    /// The number of the match that begins so. A sealed round that is not open in full begins again.
    pub(crate) fn game(&mut self, start: Start) -> Id {
        if let Some(game) = self.game_ids.get(&start) {
            return *game;
        }
        let from = self.roots[usize::from(start.root)];
        let game = self.begin(Some(start), from.turns, from.opened);
        self.game_ids.insert(start, game);
        game
    }

    pub(crate) fn is_sealed(&self) -> bool {
        self.play == Play::Sealed
    }

    pub(crate) fn start(&self, game: Id) -> Option<&Start> {
        self.games[usize::from(game)].0.as_ref()
    }

    pub(crate) fn first_root(&self, game: Id) -> Id {
        self.games[usize::from(game)].1
    }

    pub(crate) fn root(&self, id: Id) -> Root {
        self.roots[usize::from(id)]
    }

    pub(crate) fn thing(&self, id: Id) -> Thing {
        self.things[usize::from(id)]
    }

    pub(crate) fn id(&mut self, thing: Thing) -> Id {
        if let Some(id) = self.thing_ids.get(&thing) {
            return *id;
        }
        let id = self.things.len() as Id;
        assert!(id < Id::MAX, "the books are full");
        self.things.push(thing);
        self.thing_ids.insert(thing, id);
        id
    }

    /// The root after a complete step.
    pub(crate) fn next_root(&mut self, prev: Id, records: &[Id]) -> Id {
        let key = (prev, records.to_vec());
        if let Some(id) = self.root_ids.get(&key) {
            return *id;
        }
        let next = self.after(self.root(prev), records);
        let id = self.roots.len() as Id;
        assert!(id < Id::MAX, "the books are full");
        self.roots.push(next);
        self.root_ids.insert(key, id);
        id
    }

    fn after(&self, before: Root, records: &[Id]) -> Root {
        let mut next = before;
        next.step += 1;
        if let (Plan::Orders(mover), Some(Thing::Record(record))) =
            (before.plan, records.first().map(|id| self.thing(*id)))
        {
            next.turns += 1;
            next.end = match record.body {
                Body::Wins => Some(End::Won(mover)),
                Body::Loses => Some(End::Won(1 - mover)),
                Body::Agrees => Some(End::Drawn),
                Body::Plain | Body::Automatic => None,
            };
        }
        next.opened |= before.plan == Plan::Reveal;
        next.plan = match before.plan {
            _ if next.step >= self.steps[usize::from(next.game != OLD)] => Plan::Nothing,
            Plan::Orders(_) | Plan::Reveal => Plan::Confirm,
            Plan::Confirm if next.end.is_none() && self.play == Play::Turns => {
                Plan::Orders(usize::from(next.turns % 2))
            }
            Plan::Commit => Plan::Lock,
            Plan::Lock => Plan::Reveal,
            Plan::Confirm | Plan::Nothing => Plan::Nothing,
        };
        next
    }
}
