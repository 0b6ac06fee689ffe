//! The history of a match: orders, opened choices and lots, each with its events.

use std::collections::BTreeMap;
use std::sync::Arc;

use cleaner::text::listed;
use rules::{AnyEvent, AnyOrder, AnyPosition, Draw, Lots, Rules, Side, Turn};
use scenario::SideNames;

use crate::Seat;
use crate::hash::Digest;

/// The history keeps every sixteenth position, so that any other is made from few steps.
const CHECKPOINT_EVERY: usize = 16;

/// Every step of a match that changed the position, in order: the same for sessions, replay, judge and screens.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct History {
    start: Arc<AnyPosition>,
    steps: Vec<Arc<Step>>,
    /// The positions after [`CHECKPOINT_EVERY`] steps, after twice that number, and so on.
    checkpoints: Vec<Arc<AnyPosition>>,
    /// The steps before this place are those of the matches that this one continues.
    own: usize,
}

/// One step: a side's orders, a secret round, or a draw of lots.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Step {
    /// The number of the step in the chain; a secret round and the lots drawn with it have the same number.
    pub number: u64,
    /// The number of the turn in which the step began, counted over all sides.
    pub turn: u32,
    /// The side whose turn that is, also where another side decided something in it.
    pub on_turn: Side,
    /// The decision or lot, with its events.
    pub deed: Deed,
    /// The digest of the position after the step.
    pub digest: Digest,
}

/// The reason that the position changed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Deed {
    /// The orders of one side, up to where the rules ask somebody else.
    Orders {
        /// With several seats on a side, the one whose turn or part it was.
        seat: Seat,
        /// The side that gave them.
        side: Side,
        /// The orders, first to last.
        orders: Vec<Done>,
    },
    /// Secret choices opened together, in the order of the seats.
    Opened(Vec<Opened>),
    /// From the coins that all seats opened.
    Lots {
        /// The draw of the family.
        draw: Draw,
        /// The value that the coins of all seats gave.
        lots: Lots,
        /// The events, in order.
        events: Vec<AnyEvent>,
    },
    /// Turns taken back by consent: the match continues from an earlier position.
    TakenBack {
        /// The number of steps of the history after which that position stood.
        to: usize,
    },
    /// The match is continued in a new one, whose steps follow: only in histories that show a line of matches as one.
    Continued {
        /// Its id.
        sid: Digest,
        /// The position that the new match begins with, as its manifest has it.
        start: Arc<AnyPosition>,
        /// The sides that the new match gives to others, each with the player's name.
        changed: Vec<(Side, String)>,
    },
}

/// An order with what it did.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Done {
    /// The order as it was given.
    pub order: AnyOrder,
    /// The events, in order.
    pub events: Vec<AnyEvent>,
}

/// A choice that was sealed, with what it did.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Opened {
    /// The seat that had sealed it; of a choice in parts the first of those that opened one.
    pub seat: Seat,
    /// The side that chose.
    pub side: Side,
    /// The seats that had sealed a part of it each, in the order of the members; empty where one seat chose alone.
    pub parts: Vec<Seat>,
    /// The choice with its events.
    pub done: Done,
    /// The members whose parts were opened by a mate, since they are gone: what they set up goes to the next member.
    pub gone: Vec<u8>,
}

impl Opened {
    /// Gives what members who are gone have set up to the next ones, once the choices of all sides are carried out.
    pub(crate) fn hand_over(&self, position: &mut AnyPosition) {
        // from behind: those behind a member are numbered anew
        for member in self.gone.iter().rev() {
            position.hand_over(self.side, *member);
        }
    }
}

/// The orders of one side in a step.
#[derive(Debug, Clone, Copy)]
pub struct Orders<'a> {
    /// The place of the step in [`History::steps`].
    pub at: usize,
    /// The step of the orders, with its turn.
    pub step: &'a Step,
    /// The side that gave them.
    pub side: Side,
    /// The seat that gave them: with several on a side, the one whose turn or part of the turn it was.
    pub seat: Seat,
    /// The orders, first to last.
    pub orders: &'a [Done],
}

impl Step {
    /// The turn in which the step began.
    pub fn in_turn(&self) -> Turn {
        Turn {
            number: self.turn,
            side: self.on_turn,
            left: None,
        }
    }

    /// The orders that the sides gave or chose, and whether they were chosen in secret and opened together; `None` for a
    /// step without a choice of anybody.
    pub fn choices(&self) -> Option<(bool, Vec<(Side, &AnyOrder)>)> {
        match &self.deed {
            Deed::Opened(opened) => {
                let chosen = opened.iter().map(|one| (one.side, &one.done.order));
                Some((true, chosen.collect()))
            }
            Deed::Orders { side, orders, .. } => {
                let given = orders.iter().map(|done| (*side, &done.order));
                Some((false, given.collect()))
            }
            Deed::Lots { .. } | Deed::TakenBack { .. } | Deed::Continued { .. } => None,
        }
    }

    /// The orders of a step at that place of [`History::steps`], if a side gave orders in it.
    pub fn orders(&self, at: usize) -> Option<Orders<'_>> {
        let Deed::Orders { seat, side, orders } = &self.deed else {
            return None;
        };
        Some(Orders {
            at,
            step: self,
            side: *side,
            seat: *seat,
            orders,
        })
    }

    /// The words that stand between two matches of one line: the turn from which the new one continues, and the sides
    /// that have other players in it.
    pub fn between_matches(&self, names: &SideNames) -> Option<String> {
        let Deed::Continued { start, changed, .. } = &self.deed else {
            return None;
        };
        let players = changed.iter().map(|(side, name)| {
            let (name, side) = (crate::plain_text(name), names.of(*side));
            format!("; {name} now plays {side}")
        });
        let players: String = players.collect();
        Some(format!(
            "continues in a new match from {}{players}",
            names.turn_at(
                start.sides(),
                Turn {
                    side: self.on_turn,
                    ..start.turn()
                }
            )
        ))
    }

    /// Whose parts the opened choices are made of, a sentence without a full stop for each shared side; `name` gives a seat's
    /// name.
    pub fn parts_in_words<'a>(
        &self,
        names: &SideNames,
        name: impl Fn(Seat) -> &'a str,
    ) -> Vec<String> {
        let Deed::Opened(opened) = &self.deed else {
            return Vec::new();
        };
        let words = opened.iter().filter_map(|one| {
            let players: Vec<String> = one
                .parts
                .iter()
                .map(|seat| crate::plain_text(name(*seat)))
                .collect();
            let (who, side) = (listed(&players), names.of(one.side));
            (players.len() > 1).then(|| format!("{who} each chose a part for {side}"))
        });
        words.collect()
    }

    /// The events of all its orders, choices or lots, in the order in which they were carried out.
    pub fn events(&self) -> impl Iterator<Item = &AnyEvent> {
        let (orders, opened, lots) = match &self.deed {
            Deed::Orders { orders, .. } => (orders.as_slice(), [].as_slice(), [].as_slice()),
            Deed::Opened(opened) => ([].as_slice(), opened.as_slice(), [].as_slice()),
            Deed::Lots { events, .. } => ([].as_slice(), [].as_slice(), events.as_slice()),
            Deed::TakenBack { .. } | Deed::Continued { .. } => {
                ([].as_slice(), [].as_slice(), [].as_slice())
            }
        };
        let opened = opened.iter().map(|opened| &opened.done);
        let done = orders.iter().chain(opened);
        done.flat_map(|done| &done.events).chain(lots)
    }

    /// Carries the step out on the position before it.
    fn carry_out(&self, position: &mut AnyPosition) {
        const CHECKED: &str = "the step was carried out when it was added";
        match &self.deed {
            Deed::Orders { side, orders, .. } => {
                for done in orders {
                    position.apply(*side, &done.order).expect(CHECKED);
                }
            }
            Deed::Opened(opened) => {
                for Opened { side, done, .. } in opened {
                    position.apply(*side, &done.order).expect(CHECKED);
                }
                for opened in opened {
                    opened.hand_over(position);
                }
            }
            Deed::Lots { lots, .. } => {
                position.resolve(*lots).expect(CHECKED);
            }
            // the history itself goes back
            Deed::TakenBack { .. } => {}
            // whole bytes know a position's repetitions by shorter digests than the position they were made of
            Deed::Continued { start, .. } => position.clone_from(start),
        }
    }
}

impl History {
    /// The history of a match that begins with `start`, without steps.
    pub fn new(start: AnyPosition) -> Self {
        Self {
            start: Arc::new(start),
            steps: Vec::new(),
            checkpoints: Vec::new(),
            own: 0,
        }
    }

    /// The steps of the match before this one up to that place, `mark`, and the steps of this one.
    pub(crate) fn after(&self, before: &Self, upto: usize, mark: Step) -> Self {
        // from the older match's own start: positions of a line are those of its first match and everything after
        let mut joined = Self::new(before.start().clone());
        // worked out here: the checkpoints of either history do not fit the joined one
        let mut position = before.start().clone();
        // one more for the step between the two matches
        let moved = upto.saturating_add(1);
        let own = self.steps.iter().map(|step| match step.deed {
            Deed::TakenBack { to } => Arc::new(Step {
                // places count from the beginning of the line
                deed: Deed::TakenBack {
                    to: to.saturating_add(moved),
                },
                ..Step::clone(step)
            }),
            _ => Arc::clone(step),
        });
        let before = before.steps[..upto].iter().cloned();
        for step in before.chain([Arc::new(mark)]).chain(own) {
            match step.deed {
                // not carried out: a takeback leads to a position, and does nothing to the one before it
                Deed::TakenBack { to } => position = joined.position_after(to),
                _ => step.carry_out(&mut position),
            }
            joined.push(step, &position);
        }
        joined.own = moved.saturating_add(self.own);
        joined
    }

    /// The place of this match's first step in [`History::steps`]: those before it are of the matches that this one
    /// continues.
    pub fn own_from(&self) -> usize {
        self.own
    }

    /// Adds a step that leads to `after`, which must be what the step makes of the position before it.
    pub fn push(&mut self, step: Arc<Step>, after: &AnyPosition) {
        self.steps.push(step);
        if self.steps.len().is_multiple_of(CHECKPOINT_EVERY) {
            self.checkpoints.push(Arc::new(after.clone()));
        }
    }

    /// True if a step is the part that one member of a side has of its turn.
    pub fn is_part(&self, step: &Step) -> bool {
        matches!(step.deed, Deed::Orders { side, .. } if self.start.members(side) > 1)
    }

    /// The position the match begins with, before set-ups and lots.
    pub fn start(&self) -> &AnyPosition {
        &self.start
    }

    /// Oldest first, those taken back included.
    pub fn steps(&self) -> &[Arc<Step>] {
        &self.steps
    }

    /// The position after the first `count` steps; after all steps if there are fewer. Costs at most fifteen steps
    /// for every time that turns were taken back, and fifteen more.
    pub fn position_after(&self, count: usize) -> AnyPosition {
        // from the last step back to where a position is known, over what was taken back
        let mut ways = Vec::new();
        let mut end = count.min(self.steps.len());
        let mut position = loop {
            let kept = end / CHECKPOINT_EVERY;
            let from = kept.saturating_mul(CHECKPOINT_EVERY);
            let back = self.steps[from..end].iter().enumerate().rev();
            // found from behind: of several takebacks the last one says what stands
            let mut back = back.filter_map(|(at, step)| match step.deed {
                Deed::TakenBack { to } => Some((from.saturating_add(at).saturating_add(1), to)),
                _ => None,
            });
            if let Some((after, to)) = back.next() {
                // the takeback itself is in the way that follows, and does nothing when it is carried out
                ways.push(after..end);
                end = to;
                continue;
            }
            ways.push(from..end);
            let nearest = kept
                .checked_sub(1)
                .and_then(|last| self.checkpoints.get(last));
            break AnyPosition::clone(nearest.unwrap_or(&self.start));
        };
        for step in ways.into_iter().rev().flat_map(|way| &self.steps[way]) {
            step.carry_out(&mut position);
        }
        position
    }

    /// For each step whether it stands; the others were taken back.
    pub fn stands(&self) -> Vec<bool> {
        stands(&self.steps)
    }

    /// The steps that stand, with their places in [`History::steps`].
    pub fn standing(&self) -> impl DoubleEndedIterator<Item = (usize, &Step)> {
        standing(&self.steps)
    }

    /// The number of steps after which the position stood that follows the chain's step of that number.
    pub fn place_after(&self, number: u64) -> usize {
        self.place_after_as_of(number, u64::MAX)
    }

    /// The same as it was when step `at` was complete: a takeback that was agreed later changes nothing of it.
    pub(crate) fn place_after_as_of(&self, number: u64, at: u64) -> usize {
        let is_known = |step: &Arc<Step>| step.number <= at;
        // steps of older matches have numbers of their own, which mean other steps
        let end = self
            .own
            .saturating_add(self.steps[self.own..].partition_point(is_known));
        let mut standing = standing(&self.steps[..end]).rev();
        let last = standing.find(|(place, step)| *place >= self.own && step.number <= number);
        last.map_or(self.own, |(place, _)| place.saturating_add(1))
    }

    /// The steps in which a side gave orders, those that were taken back too.
    pub fn orders(&self) -> impl DoubleEndedIterator<Item = Orders<'_>> {
        let steps = self.steps.iter().enumerate();
        steps.filter_map(|(at, step)| step.orders(at))
    }

    /// A turn as people call it, by its side and that side's own count: `Blue's turn 7` for the thirteenth over both
    /// sides.
    pub fn turn_name(&self, names: &SideNames, turn: Turn) -> String {
        names.turn(turn.side, self.own_turn(turn))
    }

    /// The turn of that number, which may be any so far, the one under way included.
    pub fn turn(&self, number: u32) -> Option<Turn> {
        let under_way = || {
            let now = self.position_after(self.steps.len()).turn();
            (now.number == number).then_some(now.side)
        };
        let side = self.turns().get(&number).copied().or_else(under_way)?;
        Some(Turn {
            number,
            side,
            left: None,
        })
    }

    /// The sides of the turns so far, by their numbers.
    fn turns(&self) -> BTreeMap<u32, Side> {
        let mut turns = BTreeMap::new();
        let mut before: Option<&Step> = None;
        for step in &self.steps {
            // a side that decides in another's turn just before its own sends both in one step, which has the first number
            if let Some(Step {
                turn,
                deed: Deed::Orders { side, .. },
                ..
            }) = before
            {
                for skipped in turn.saturating_add(1)..step.turn {
                    turns.insert(skipped, *side);
                }
            }
            // later steps last: turns played again after a takeback count, and not those taken back
            before = match step.deed {
                Deed::TakenBack { .. } => None,
                Deed::Orders { .. }
                | Deed::Opened(_)
                | Deed::Lots { .. }
                | Deed::Continued { .. } => {
                    turns.insert(step.turn, step.on_turn);
                    Some(step)
                }
            };
        }
        turns
    }

    /// The number of a turn in its side's own count, from 1.
    pub fn own_turn(&self, turn: Turn) -> u32 {
        let sides = self.start.sides().len();
        // two sides take turns, whatever happens; of more, one may be out, and its turns are passed over
        if sides <= 2 {
            return scenario::own_turn(sides, turn.number);
        }
        self.turns_before(turn.side, turn.number).saturating_add(1)
    }

    /// The turns that a side had before the one of that number, with those before the start as if no side had been out then.
    fn turns_before(&self, side: Side, number: u32) -> u32 {
        let start = self.start.turn();
        let begun = scenario::turns_begun(self.start.as_ref(), side);
        // the turn at the start is among those that are counted here
        let before = begun.saturating_sub(u32::from(start.side == side));
        let turns = self.turns();
        let own = turns.range(start.number.min(number)..number);
        let own = own.filter(|(_, of)| **of == side).count();
        before.saturating_add(u32::try_from(own).unwrap_or(u32::MAX))
    }

    /// The number of turns that a side has had by that turn, which is under way: its own, if it is on turn, counts.
    pub(crate) fn turns_of(&self, side: Side, turn: Turn) -> u32 {
        if turn.side == side {
            return self.own_turn(turn);
        }
        let sides = self.start.sides().len();
        if sides <= 2 {
            return turn
                .number
                .saturating_sub(scenario::own_turn(sides, turn.number));
        }
        self.turns_before(side, turn.number)
    }

    /// The number of steps before the first orders; the number of all steps if no orders were given yet.
    pub fn before_first_orders(&self) -> usize {
        self.orders()
            .next()
            .map_or(self.steps.len(), |first| first.at)
    }
}

fn stands(steps: &[Arc<Step>]) -> Vec<bool> {
    let mut stands = vec![true; steps.len()];
    let mut end = steps.len();
    while let Some(at) = end.checked_sub(1) {
        // from the end: a takeback that was taken back itself undoes nothing
        end = match steps[at].deed {
            Deed::TakenBack { to } => {
                stands[to..at].fill(false);
                to
            }
            _ => at,
        };
    }
    stands
}

fn standing(steps: &[Arc<Step>]) -> impl DoubleEndedIterator<Item = (usize, &Step)> {
    let steps = steps.iter().enumerate().zip(stands(steps));
    steps.filter_map(|((at, step), stands)| stands.then_some((at, &**step)))
}
