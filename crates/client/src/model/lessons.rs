//! The lessons and puzzles: what was learned so far, and the one on the page.

mod learned;
mod refutation;

use lesson::{Attempt, Lesson, Replies, Trail};
use protocol::{PublicKey, Seat};
use rules::{AnyOrder, AnyPosition, Family, Lots, Rules as _, Side, ToAct};
use scenario::SideNames;

use super::here::Here;
use super::table::{Decider, Question, Table, Wish};
pub(crate) use learned::{Learned, LearnedChange};

/// The lessons of a family that are offered on the start page until they are done: ten minutes.
const FIRST: usize = 5;
/// The missed attempts after which a hint is offered.
const MISSES: u32 = 2;
/// The level at which the computer gives hints in a lesson without a solution of its own.
const HINTS: computer::Level = computer::Level::Normal;

/// The lessons and puzzles done, and the one on the page.
#[derive(Debug, Default)]
pub(crate) struct Lessons {
    pub(crate) learned: Learned,
    pub(crate) open: Option<OpenLesson>,
    /// The days since the beginning of 1970, by which the puzzle of the day is chosen.
    pub(crate) day: u64,
}

/// The lessons of a family in the order in which they are learned.
pub(crate) fn of_family(family: Family) -> Vec<&'static Lesson> {
    lesson::built_in(family).collect()
}

/// The puzzles of a family, the easiest of each idea first.
pub(crate) fn puzzles_of(family: Family) -> Vec<&'static Lesson> {
    lesson::puzzles(family).collect()
}

/// The lessons, or the puzzles, of the same family, among which this one has its place.
pub(crate) fn series(of: &Lesson) -> Vec<&'static Lesson> {
    match of.puzzle() {
        Some(_) => puzzles_of(of.family()),
        None => of_family(of.family()),
    }
}

/// The puzzle of a day: every puzzle of the program comes once before any comes again, and neighbors differ.
pub(crate) fn of_day(day: u64) -> Option<&'static Lesson> {
    let all: Vec<_> = Family::ALL
        .iter()
        .flat_map(|one| puzzles_of(*one))
        .collect();
    let count = all.len();
    // a step without a common divisor comes to every place
    let step =
        (count / 3..count).find(|step| (2..=*step).all(|by| step % by > 0 || count % by > 0));
    let place = usize::try_from(day % count.max(1) as u64).unwrap_or_default();
    all.get(place * step.unwrap_or(1) % count.max(1)).copied()
}

/// The name of a lesson or puzzle under which its progress is kept.
pub(crate) fn name(lesson: &Lesson) -> String {
    let folder = if lesson.puzzle().is_some() {
        "puzzles/"
    } else {
        ""
    };
    format!("{folder}{}/{}", lesson.family().name(), lesson.key())
}

impl Lessons {
    pub(crate) fn is_done(&self, lesson: &Lesson) -> bool {
        self.learned.has(&name(lesson))
    }

    /// The lesson to be learned next: the first one that is not done, in the family begun last or else in the first.
    pub(crate) fn next(&self) -> Option<&'static Lesson> {
        let mut families: Vec<Family> = Family::ALL.to_vec();
        let begun = self.open.as_ref().map(|open| open.lesson.family());
        // a stable sort: the family begun comes first, the others stay in their order
        families.sort_by_key(|family| Some(*family) != begun);
        let mut all = families.into_iter().flat_map(of_family);
        all.find(|lesson| !self.is_done(lesson))
    }

    /// The puzzle of today.
    pub(crate) fn of_today(&self) -> Option<&'static Lesson> {
        of_day(self.day)
    }

    /// The lessons of one family that are done, and all of them.
    pub(crate) fn count(&self, family: Family) -> [usize; 2] {
        let all = of_family(family);
        let done = all.iter().filter(|lesson| self.is_done(lesson));
        [done.count(), all.len()]
    }

    /// True while the start page offers the lessons first: until the first ones of a family are done, or until they
    /// were put away.
    pub(crate) fn are_offered(&self) -> bool {
        let is_taught = Family::ALL.iter().any(|family| {
            let first: Vec<_> = of_family(*family).into_iter().take(FIRST).collect();
            !first.is_empty() && first.iter().all(|lesson| self.is_done(lesson))
        });
        !is_taught && !self.learned.is_put_away
    }
}

/// A lesson on the page: its board, and how the attempt stands.
#[derive(Debug)]
pub(crate) struct OpenLesson {
    pub(crate) lesson: &'static Lesson,
    pub(crate) table: Table,
    /// The events of the turns that the pupil has ended: aims are reached by these alone.
    made: Trail,
    /// The events of those turns and of the unfinished one, for sentences that follow an order.
    pub(crate) trail: Trail,
    pub(crate) stands: Attempt,
    misses: u32,
    pub(crate) hint: Option<Hint>,
}

/// A hint that the user asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Hint {
    pub(crate) words: String,
    /// The number of orders given when it was made; it is out of date after the next one.
    given: usize,
}

impl OpenLesson {
    /// The lesson at its beginning; `id` is its table's number.
    pub(crate) fn new(lesson: &'static Lesson, id: u64) -> (Self, Vec<Wish>) {
        let start = lesson.start();
        let other = match lesson.replies() {
            Replies::Fixed(_) | Replies::Best => Decider::Peer,
            Replies::Computer(level) => Decider::Computer(*level),
        };
        let sides = || (0..).map(Seat).zip(start.sides().iter());
        let seats = sides().map(|(seat, side)| {
            let name = match side == lesson.pupil() {
                true => "You",
                false => SideNames::of_family(lesson.family()).of(side),
            };
            home::SeatInfo {
                seat,
                side,
                team: side.code(),
                name: name.to_owned(),
                called: name.to_owned(),
                // no key: nothing of a lesson is signed
                key: PublicKey([seat.0; 32]),
                mine: true,
            }
        });
        let decider = |side: Side| match side == lesson.pupil() {
            true => Decider::Person,
            false => other,
        };
        let game = Here {
            position: start.clone(),
            seats: seats.collect(),
            scenario: lesson.scenario().cloned(),
            options: Vec::new(),
            deciders: sides().map(|(_, side)| decider(side)).collect(),
        };
        let (table, wishes) = Table::here(id, game);
        let open = Self {
            lesson,
            table,
            made: Trail::default(),
            trail: Trail::default(),
            stands: Attempt::Open,
            misses: 0,
            hint: None,
        };
        (open, wishes)
    }

    /// Begins the lesson again. The misses stay: the second one offers a hint.
    pub(crate) fn again(&self, id: u64) -> (Self, Vec<Wish>) {
        let (open, wishes) = Self::new(self.lesson, id);
        let misses = self.misses;
        (Self { misses, ..open }, wishes)
    }

    /// True if a hint is offered: the lesson was missed more than once.
    pub(crate) const fn is_hint_offered(&self) -> bool {
        self.misses >= MISSES
    }

    /// The lesson's words for the refusal below the board.
    pub(crate) fn refusal(&self) -> Option<&'static str> {
        let hint = self.table.board.hint.as_ref()?;
        self.lesson.refusal(hint.rule)
    }

    /// The sentence of the moment.
    pub(crate) fn saying(&self) -> &'static str {
        self.lesson.saying(&self.trail, self.table.board.selected)
    }

    /// Carries out the pupil's turn, and what the others decide after it.
    pub(crate) fn play(&mut self, seat: Seat, orders: Vec<AnyOrder>) -> Vec<Wish> {
        let mut wishes = self.carry_out(seat, orders);
        wishes.extend(self.others());
        wishes
    }

    /// Opens the pupil's secret choice together with those of the others.
    pub(crate) fn open(&mut self, order: AnyOrder) -> Vec<Wish> {
        let Some(now) = self.table.seen.played.position.clone() else {
            return Vec::new();
        };
        let ToAct::Secretly(sides) = now.to_act() else {
            return Vec::new();
        };
        let mut chosen = Vec::new();
        for side in sides.iter() {
            let own = side == self.lesson.pupil();
            let orders = match own {
                true => vec![order.clone()],
                false => self.lesson.reply(&self.made, &now, side),
            };
            let seat = self.table.seen.seat_of(side).map(|seat| seat.seat);
            if let (Some(seat), Some(order)) = (seat, orders.into_iter().next()) {
                chosen.push((seat, order));
            }
        }
        let mut position = (*now).clone();
        for (seat, order) in &chosen {
            self.note(&mut position, *seat, order);
        }
        if chosen.len() > 1 {
            self.made.replied();
        }
        let lots = self.lesson.lots();
        let mut wishes = self.table.open_here(chosen, |_| Lots(lots));
        self.pass(&position);
        wishes.extend(self.others());
        wishes
    }

    /// Has the others decide until the pupil is asked again; the computer is asked and answers later.
    fn others(&mut self) -> Vec<Wish> {
        let mut wishes = Vec::new();
        while let Some((seat, orders)) = self.reply() {
            // a lesson that is done or missed asks nobody any more
            if orders.is_empty() || self.attempt() != Attempt::Open {
                break;
            }
            wishes = self.carry_out(seat, orders);
            self.made.replied();
        }
        wishes
    }

    /// The seat of another side that is to decide openly, and its decision.
    fn reply(&self) -> Option<(Seat, Vec<AnyOrder>)> {
        let now = self.table.seen.played.position.as_deref()?;
        let ToAct::One(side) = now.to_act() else {
            return None;
        };
        if side == self.lesson.pupil() {
            return None;
        }
        let seat = self.table.seen.seat_of(side)?.seat;
        Some((seat, self.lesson.reply(&self.made, now, side)))
    }

    /// The computer's decision: a turn of the other side's, or a hint for the pupil.
    pub(crate) fn thought(&mut self, question: &Question, orders: Vec<AnyOrder>) -> Vec<Wish> {
        if !self.table.still_asks(question) || orders.is_empty() {
            return Vec::new();
        }
        if question.side == self.lesson.pupil() {
            // stale if the pupil has given an order meanwhile
            let is_fresh = self.current().is_some_and(|now| *now == *question.position);
            if is_fresh && let Some(order) = orders.first() {
                let words = families::order(order, &question.position);
                self.show_hint(format!("A strong player would play {words}."), order);
            }
            return Vec::new();
        }
        let wishes = self.carry_out(question.seat, orders);
        self.made.replied();
        wishes
    }

    /// Carries out a decision of a seat, with the lots that follow.
    fn carry_out(&mut self, seat: Seat, orders: Vec<AnyOrder>) -> Vec<Wish> {
        let Some(now) = self.table.seen.played.position.clone() else {
            return Vec::new();
        };
        let mut position = (*now).clone();
        for order in &orders {
            self.note(&mut position, seat, order);
        }
        let lots = self.lesson.lots();
        let wishes = self.table.play_here(seat, orders, |_| Lots(lots));
        self.pass(&position);
        wishes
    }

    /// Notes an order that leads on from a position.
    fn note(&mut self, position: &mut AnyPosition, seat: Seat, order: &AnyOrder) {
        let Some(side) = self.table.seen.side_of(seat) else {
            return;
        };
        let before = position.clone();
        if position.apply(side, order).is_ok() {
            self.made = self
                .made
                .after(self.lesson.pupil(), &before, side, order, position);
        }
    }

    /// Notes the turns that lots have ended since a position.
    fn pass(&mut self, before: &AnyPosition) {
        if let Some(now) = self.table.seen.played.position.clone() {
            self.made.pass(self.lesson.pupil(), before, &now);
        }
    }

    /// The attempt's result after the turns that the pupil has ended; the unfinished turn can still be undone.
    fn attempt(&self) -> Attempt {
        let now = self.table.seen.played.position.as_deref();
        now.map_or(Attempt::Open, |now| self.lesson.attempt(&self.made, now))
    }

    /// The position with the unfinished turn, also while the past is looked at.
    fn current(&self) -> Option<&AnyPosition> {
        let drafted = self.table.turn.draft.as_ref();
        let drafted = drafted.map(rules::Draft::position);
        drafted.or(self.table.seen.played.position.as_deref())
    }

    /// Looks at how the attempt stands after a command; the answer is what it has come to just now.
    pub(crate) fn look(&mut self) -> Option<Attempt> {
        let mut trail = self.made.clone();
        if let Some(draft) = &self.table.turn.draft {
            for (number, order) in draft.orders().enumerate() {
                let (before, after) = (draft.after(number), draft.after(number + 1));
                trail = trail.after(self.lesson.pupil(), before, draft.side(), order, after);
            }
        }
        self.trail = trail;
        let given = self.trail.latest().count();
        if self.hint.as_ref().is_some_and(|hint| hint.given != given) {
            self.hint = None;
        }
        // what is reached stays reached, whatever is undone or tried on the board afterwards
        if self.stands != Attempt::Open {
            return None;
        }
        let now = self.current()?;
        let stands = self.lesson.attempt(&self.trail, now);
        if stands == Attempt::Open {
            return None;
        }
        self.stands = stands;
        self.misses += u32::from(stands == Attempt::Missed);
        Some(stands)
    }

    /// Shows the next order that leads to the aims, or asks the computer for one.
    pub(crate) fn give_hint(&mut self) -> Option<Wish> {
        let now = self.current().filter(|_| self.stands == Attempt::Open)?;
        let pupil = self.lesson.pupil();
        if self.lesson.solution().is_empty() {
            let seat = self.table.seen.seat_of(pupil)?.seat;
            let is_own = now.to_act() == ToAct::One(pupil);
            return is_own.then(|| {
                Wish::Think(Question {
                    table: self.table.id,
                    seat,
                    side: pupil,
                    steps: self.table.steps(),
                    level: HINTS,
                    position: now.clone().into(),
                })
            });
        }
        let next = self.lesson.next_order(&self.trail, now);
        let order = next
            .as_ref()
            .and_then(|text| now.parse_order(pupil, text).ok());
        match next.zip(order) {
            Some((text, order)) => {
                let words = self.lesson.clue(&text).map_or_else(
                    || format!("Try {}.", families::order(&order, now)),
                    str::to_owned,
                );
                self.show_hint(words, &order);
            }
            None => {
                let words = "From here the aim is out of reach. Undo an order, or begin again.";
                self.hint = Some(Hint {
                    words: words.to_owned(),
                    given: self.trail.latest().count(),
                });
            }
        }
        None
    }

    /// Shows the words of a hint, and lights the unit of its order and the order's way.
    fn show_hint(&mut self, words: String, order: &AnyOrder) {
        if let Some((from, to)) = families::way(order) {
            self.table.point_at(from, Some(to));
        }
        self.hint = Some(Hint {
            words,
            given: self.trail.latest().count(),
        });
    }
}
