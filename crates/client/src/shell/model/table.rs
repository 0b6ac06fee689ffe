mod past;
mod waiting;

use std::collections::BTreeSet;
use std::sync::Arc;

use board::Cell;
use net::Snapshot;
use protocol::{Deed, Seat, Stage};
use rules::{AnyOrder, AnyPosition, Draft, Rules, Side, ToAct};

use super::meaning::{Meaning, Refusal};
use crate::families::{HandCommand, Hands, Secret};
pub(crate) use past::Spot;

/// A match on the table: what the session knows of it, and what the user is doing with it.
#[derive(Debug)]
pub(crate) struct Table {
    /// Tells this match from those opened before, so that a late answer meant for another is dropped.
    pub(crate) id: u64,
    /// The last snapshot of the session.
    pub(crate) seen: Arc<Snapshot>,
    /// Read from a file: nothing can be done but look.
    pub(crate) replay: bool,
    /// The decider of each seat.
    pub(crate) deciders: Vec<Decider>,
    /// The unfinished turn.
    pub(crate) draft: Option<Draft<AnyPosition>>,
    /// The turn, or the secret choice, is on its way to the session.
    pub(crate) sent: bool,
    /// The guest has agreed and waits for the host.
    pub(crate) accepted: bool,
    /// The unfinished secret choice.
    pub(crate) secret: Option<Secret>,
    /// The own secret choice, sealed and not opened yet, where one person alone sits at this screen.
    pub(crate) sealed: Option<Secret>,
    /// The next seat at this screen is waited for; until then nothing secret is shown.
    pub(crate) curtain: Option<Seat>,
    /// The chosen unit's cell.
    pub(crate) selected: Option<Cell>,
    /// The families' own part of the table.
    pub(crate) hands: Hands,
    /// The keyboard's cell.
    pub(crate) cursor: Option<Cell>,
    /// Looking at the past instead of now.
    past: Option<past::Past>,
    /// Why the last wish was refused.
    pub(crate) hint: Option<Refusal>,
    /// The second side's edge at the bottom.
    pub(crate) flipped: bool,
    /// The line of chat being written.
    pub(crate) chat: String,
    /// The questions to the computer: each with its seat and the number of steps then made.
    asked: BTreeSet<(Seat, usize)>,
    /// The step of the record to be shown order by order.
    pub(crate) to_play_back: Option<usize>,
}

/// The side whose edge is at the top where the board is not turned.
const SECOND: Option<Side> = Side::new(1);

/// The decider of a seat.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Decider {
    /// Somebody at this screen.
    Person,
    /// The computer on this machine.
    Computer(Level),
    /// The other program.
    Peer,
}

/// The computer's time to think.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Level {
    /// A moment.
    Easy,
    /// A second or so.
    Normal,
    /// Some seconds.
    Strong,
}

/// Something the computer is to decide.
#[derive(Debug, Clone)]
pub(crate) struct Question {
    /// The number of the match.
    pub(crate) table: u64,
    /// For whom.
    pub(crate) seat: Seat,
    /// The seat's side.
    pub(crate) side: Side,
    /// The steps made when it was asked.
    pub(crate) steps: usize,
    /// The time to think.
    pub(crate) level: Level,
    /// The position to decide in.
    pub(crate) position: Arc<AnyPosition>,
}

/// An action that a table wants carried out outside.
#[derive(Debug, Clone)]
pub(crate) enum Wish {
    /// Ask the computer.
    Think(Question),
    /// Refuse the draw offered to a computer's seat.
    RefuseDraw(Seat),
    /// It has become a person's turn.
    Notice,
}

impl Table {
    /// A match as first seen.
    pub(crate) fn new(
        id: u64,
        seen: Arc<Snapshot>,
        deciders: Vec<Decider>,
        replay: bool,
    ) -> (Self, Vec<Wish>) {
        let mut table = Self {
            id,
            seen: seen.clone(),
            replay,
            deciders,
            draft: None,
            sent: false,
            accepted: false,
            secret: None,
            sealed: None,
            curtain: None,
            selected: None,
            hands: Hands::default(),
            cursor: None,
            past: None,
            hint: None,
            flipped: false,
            chat: String::new(),
            asked: BTreeSet::new(),
            to_play_back: None,
        };
        table.flipped = table.only_person() == SECOND;
        let wishes = table.see(seen);
        table.to_play_back = None;
        if replay && !table.seen.record().is_empty() {
            table.look(Some(Spot::BEGINNING));
        }
        (table, wishes)
    }

    /// The one side decided for by a person here, if it is one alone.
    pub(crate) fn only_person(&self) -> Option<Side> {
        let people = self.people();
        (people.len() == 1).then(|| people[0])
    }

    /// The sides decided for by people here.
    fn people(&self) -> Vec<Side> {
        let seats = self.seen.seats.iter();
        seats
            .filter(|seat| self.decider(seat.seat) == Decider::Person)
            .map(|seat| seat.side)
            .collect()
    }

    /// The name of whoever plays a side; empty where nobody is known.
    pub(crate) fn name_of(&self, side: Side) -> &str {
        let seat = self.seen.seat_of(side);
        seat.map_or("", |seat| seat.name.as_str())
    }

    /// The decider of a seat.
    pub(crate) fn decider(&self, seat: Seat) -> Decider {
        let decider = self.deciders.get(usize::from(seat.0));
        decider.copied().unwrap_or(Decider::Peer)
    }

    /// The seat and side at this screen that must decide now, and openly.
    pub(crate) fn actor(&self) -> Option<(Seat, Side)> {
        let ToAct::One(side) = self.seen.position.as_ref()?.to_act() else {
            return None;
        };
        let seat = self.seen.seat_of(side)?.seat;
        let mine = self.decider(seat) == Decider::Person
            && self.seen.waiting().any(|waiting| waiting == seat);
        (mine && self.seen.stage == Stage::Playing && !self.replay).then_some((seat, side))
    }

    /// The seat at this screen that speaks for itself: the one to move, else the only one.
    pub(crate) fn speaker(&self) -> Option<Seat> {
        let actor = self.actor().map(|(seat, _)| seat);
        actor.or_else(|| Some(self.seen.seat_of(self.only_person()?)?.seat))
    }

    /// True while sides choose in secret.
    fn is_secret(&self) -> bool {
        let now = self.seen.position.as_ref();
        now.is_some_and(|now| matches!(now.to_act(), ToAct::Secretly(_)))
    }

    /// The next seat at this screen that must choose in secret.
    fn next_secret(&self) -> Option<Seat> {
        let mut seats = self.seen.waiting();
        seats
            .find(|seat| self.is_secret() && !self.replay && self.decider(*seat) == Decider::Person)
    }

    /// Takes what the session knows now; the unfinished turn stays as long as it belongs to the same moment.
    pub(crate) fn see(&mut self, seen: Arc<Snapshot>) -> Vec<Wish> {
        let new_steps = steps(&seen) != self.steps();
        let new_end = seen.outcome != self.seen.outcome;
        let before = self.actor();
        self.seen = seen;
        if new_steps
            && let Some((last, step)) = self.seen.record().iter().enumerate().next_back()
            && let Deed::Orders { seat, .. } = step.deed
            && self.decider(seat) != Decider::Person
        {
            self.to_play_back = Some(last);
        }
        if new_steps || new_end {
            self.draft = None;
            self.sent = false;
            self.put_down();
            if !self.replay {
                self.past = None;
            }
        }
        match (self.actor(), self.seen.position.as_deref()) {
            (Some((_, side)), Some(now)) if self.draft.is_none() => {
                self.draft = Some(Draft::new(now.clone(), side));
            }
            (None, _) if !self.sent => self.draft = None,
            _ => {}
        }
        self.arrange_secret(new_steps);
        self.sealed = self.sealed_secret();
        let mut wishes = self.questions();
        if before.is_none() && self.actor().is_some() {
            wishes.push(Wish::Notice);
        }
        let mut others = self.seen.seats.iter().map(|seat| seat.seat);
        if let Some(offering) = self.seen.draw_offer
            && let Some(seat) = others.find(|seat| *seat != offering)
            && matches!(self.decider(seat), Decider::Computer(_))
        {
            wishes.push(Wish::RefuseDraw(seat));
        }
        wishes
    }

    /// The own secret choice that is sealed, or on its way to be.
    pub(crate) fn locked(&self) -> Option<&Secret> {
        let sent = self.secret.as_ref().filter(|_| self.sent);
        sent.or(self.sealed.as_ref())
    }

    fn sealed_secret(&self) -> Option<Secret> {
        let side = self.only_person().filter(|_| self.is_secret())?;
        let seat = self.seen.seat_of(side)?.seat;
        let (_, order) = self.seen.sealed.iter().find(|(of, _)| *of == seat)?;
        Secret::sealed(self.seen.position.as_ref()?, side, order)
    }

    /// Opens the editor for the person who chooses next, behind a curtain where another person sat before.
    fn arrange_secret(&mut self, new_steps: bool) {
        let next = self.next_secret();
        // a choice of an earlier secret step is over, also where the next step is secret again
        if (new_steps || next.is_none()) && self.secret.take().is_some() {
            // two people at one screen have looked from both sides
            self.flipped = self.only_person() == SECOND;
        }
        let Some(next) = next else {
            self.curtain = None;
            self.sent = false;
            return;
        };
        let side = self.seen.side_of(next);
        if self.secret.as_ref().map(Secret::side) == side {
            return;
        }
        let now = self.seen.position.as_deref();
        self.secret = now.zip(side).and_then(|(now, side)| Secret::new(now, side));
        self.sent = false;
        self.curtain = (self.people().len() > 1).then_some(next);
        self.flipped = side == SECOND;
    }

    /// The questions due to the computer, each asked once.
    fn questions(&mut self) -> Vec<Wish> {
        let (Some(position), Stage::Playing, false) =
            (&self.seen.position, self.seen.stage, self.replay)
        else {
            return Vec::new();
        };
        if matches!(position.to_act(), ToAct::Lots(_) | ToAct::Nobody(_)) {
            return Vec::new();
        }
        let steps = self.steps();
        let mut wishes = Vec::new();
        for seat in self.seen.waiting() {
            if let Decider::Computer(level) = self.decider(seat)
                && let Some(side) = self.seen.side_of(seat)
                && self.asked.insert((seat, steps))
            {
                wishes.push(Wish::Think(Question {
                    table: self.id,
                    seat,
                    side,
                    steps,
                    level,
                    position: position.clone(),
                }));
            }
        }
        wishes
    }

    /// The position on the board: of the past looked at, of the unfinished turn, or now.
    pub(crate) fn position(&self) -> Option<&AnyPosition> {
        match (&self.past, &self.draft) {
            (Some(past), _) => Some(&past.position),
            (None, Some(draft)) => Some(draft.position()),
            (None, None) => self.seen.position.as_deref(),
        }
    }

    /// The unfinished turn, where it is on the board and may be changed.
    pub(crate) fn open_draft(&self) -> Option<&Draft<AnyPosition>> {
        let open = self.past.is_none() && !self.sent;
        self.draft.as_ref().filter(|_| open)
    }

    /// The side whose unfinished turn is on the board.
    pub(crate) fn drafting(&self) -> Option<Side> {
        self.open_draft().map(Draft::side)
    }

    /// Nothing is chosen, in the hand or refused any more.
    pub(crate) fn put_down(&mut self) {
        self.selected = None;
        self.hands.put_down();
        self.hint = None;
    }

    /// A click on a cell of the board.
    pub(crate) fn click(&mut self, cell: Cell) {
        self.hint = None;
        self.to_play_back = None;
        let selected = self.selected;
        let meaning = self.ask(|hands, position, side| hands.click(position, side, selected, cell));
        self.take(meaning.unwrap_or_default());
    }

    /// Carries out a family's command beside its board.
    pub(crate) fn hand(&mut self, command: HandCommand) {
        let meaning = self.ask(|hands, position, side| hands.update(command, position, side));
        if let Some(meaning) = meaning.flatten() {
            self.take(meaning);
        }
    }

    /// Asks the family about the position shown and the side whose unfinished turn it is.
    fn ask<T>(
        &mut self,
        ask: impl FnOnce(&mut Hands, &AnyPosition, Option<Side>) -> T,
    ) -> Option<T> {
        let mut hands = std::mem::take(&mut self.hands);
        let position = self.position();
        let answer = position.map(|position| ask(&mut hands, position, self.drafting()));
        self.hands = hands;
        answer
    }

    fn take(&mut self, meaning: Meaning) {
        self.selected = meaning.selected;
        self.hint = meaning.hint;
        if meaning.orders.is_empty() {
            return;
        }
        for order in meaning.orders {
            self.give(order);
        }
        self.ask(Hands::settle);
    }

    fn give(&mut self, order: AnyOrder) {
        let open = self.open_draft().is_some();
        if let Some(draft) = self.draft.as_mut().filter(|_| open)
            && let Err(illegal) = draft.push(order)
        {
            self.hint = Some(Refusal::from(&illegal));
        }
    }

    /// A unit dragged from one cell to another.
    pub(crate) fn drag(&mut self, from: Cell, to: Cell) {
        self.put_down();
        self.click(from);
        if self.selected == Some(from) && from != to {
            self.click(to);
            if self.selected == Some(to) {
                // dropped on another own unit: nothing was meant for that one
                self.selected = Some(from);
                self.hint = None;
            }
        }
    }

    /// Changes the unfinished turn.
    pub(crate) fn change_draft(&mut self, change: impl FnOnce(&mut Draft<AnyPosition>)) {
        self.put_down();
        let open = self.open_draft().is_some();
        if let Some(draft) = self.draft.as_mut().filter(|_| open) {
            change(draft);
        }
    }

    /// The number of steps in the match.
    fn steps(&self) -> usize {
        steps(&self.seen)
    }

    /// True if the answer to a question still fits.
    pub(crate) fn still_asks(&self, question: &Question) -> bool {
        question.table == self.id
            && question.steps == self.steps()
            && self.seen.waiting().any(|seat| seat == question.seat)
            && self.seen.stage == Stage::Playing
    }
}

fn steps(seen: &Snapshot) -> usize {
    let history = seen.history.as_ref();
    history.map_or(0, |history| history.steps().len())
}
