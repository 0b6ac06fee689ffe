use std::collections::BTreeSet;
use std::sync::Arc;

use board::Cell;
use rules::warlord::{Kind, Order, Position};
use rules::{Rules, Side, ToAct};

use super::draft::Draft;
use super::editor::Editor;
use super::entry;
use super::seen::{Seen, Stage, Trouble};
use super::words;

/// A match on the table: what the session knows of it, and what the user is doing with it.
#[derive(Debug)]
pub(crate) struct Table {
    /// Tells this match from those opened before, so that a late answer meant for another is dropped.
    pub(crate) id: u64,
    /// What the session knows.
    pub(crate) seen: Arc<Seen>,
    /// Read from a file: nothing can be done but look.
    pub(crate) replay: bool,
    /// Who decides for each seat.
    pub(crate) players: [Player; 2],
    /// The unfinished turn.
    pub(crate) draft: Option<Draft>,
    /// The turn is ended and on its way to the session.
    pub(crate) sent: bool,
    /// The guest has agreed and waits for the host.
    pub(crate) accepted: bool,
    /// The unfinished set-up.
    pub(crate) editor: Option<Editor>,
    /// The own set-up, locked and not opened yet, where one person alone sits at this screen.
    pub(crate) sealed: Option<Editor>,
    /// The next seat at this screen is waited for; until then nothing secret is shown.
    pub(crate) curtain: Option<u8>,
    /// The chosen unit's cell.
    pub(crate) selected: Option<Cell>,
    /// The kind of reinforcement in the hand.
    pub(crate) entering: Option<Kind>,
    /// The keyboard's cell.
    pub(crate) cursor: Option<Cell>,
    /// Looking at the past instead of now.
    past: Option<Past>,
    /// Why the last wish was refused.
    pub(crate) hint: Option<Trouble>,
    /// Showing what the other side threatens.
    pub(crate) threats: bool,
    /// Showing every own leader's range, not only the chosen one's.
    pub(crate) ranges: bool,
    /// Black's edge at the bottom.
    pub(crate) flipped: bool,
    /// The line of chat being written.
    pub(crate) chat: String,
    /// What the computer was asked: the seat, how many turns there were, and whether play had begun.
    asked: BTreeSet<(u8, usize, bool)>,
    /// The turn last shown step by step, and the one to be shown so next.
    pub(crate) to_play_back: Option<usize>,
}

/// Who decides for a seat.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Player {
    /// Somebody at this screen.
    Person,
    /// The computer on this machine.
    Computer(Level),
    /// The other program.
    Remote,
}

/// How long the computer may think.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Level {
    /// A moment.
    Easy,
    /// A second or so.
    Normal,
    /// Some seconds.
    Strong,
}

/// A place in the record: a turn, counted from 0, and how many of its orders.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Spot {
    /// The turn.
    pub(crate) turn: usize,
    /// Its orders carried out.
    pub(crate) orders: usize,
}

#[derive(Debug)]
struct Past {
    spot: Spot,
    position: Arc<Position>,
}

/// Something the computer is to decide.
#[derive(Debug, Clone)]
pub(crate) struct Question {
    /// Of which match.
    pub(crate) table: u64,
    /// For whom.
    pub(crate) seat: u8,
    /// The seat's side.
    pub(crate) side: Side,
    /// The turns made when it was asked.
    pub(crate) turns: usize,
    /// How long it may think.
    pub(crate) level: Level,
    /// Where.
    pub(crate) position: Arc<Position>,
}

/// What a table wants done outside.
#[derive(Debug, Clone)]
pub(crate) enum Wish {
    /// Ask the computer.
    Think(Question),
    /// Refuse the draw offered to a computer's seat.
    RefuseDraw(u8),
    /// It has become a person's turn.
    Notice,
}

impl Table {
    /// A match as first seen.
    pub(crate) fn new(
        id: u64,
        seen: Arc<Seen>,
        players: [Player; 2],
        replay: bool,
    ) -> (Self, Vec<Wish>) {
        let mut table = Self {
            id,
            seen: seen.clone(),
            replay,
            players,
            draft: None,
            sent: false,
            accepted: false,
            editor: None,
            sealed: None,
            curtain: None,
            selected: None,
            entering: None,
            cursor: None,
            past: None,
            hint: None,
            threats: false,
            ranges: false,
            flipped: false,
            chat: String::new(),
            asked: BTreeSet::new(),
            to_play_back: None,
        };
        table.flipped = table.only_person() == Some(Side::Black);
        let wishes = table.see(seen);
        table.to_play_back = None;
        if replay && !table.seen.turns.is_empty() {
            table.look(Some(Spot { turn: 0, orders: 0 }));
        }
        (table, wishes)
    }

    /// The one side decided for by a person here, if it is one alone.
    pub(crate) fn only_person(&self) -> Option<Side> {
        let mut people = self
            .seen
            .seats
            .iter()
            .filter(|seat| self.player(seat.seat) == Player::Person);
        let first = people.next()?;
        people.next().is_none().then_some(first.side)
    }

    /// Who decides for a seat.
    pub(crate) fn player(&self, seat: u8) -> Player {
        self.players
            .get(usize::from(seat))
            .copied()
            .unwrap_or(Player::Remote)
    }

    /// The seat and side at this screen that must decide now, and openly.
    pub(crate) fn actor(&self) -> Option<(u8, Side)> {
        let ToAct::One(side) = self.seen.now.as_ref()?.to_act() else {
            return None;
        };
        let seat = self.seen.seat_of(side)?;
        let mine =
            self.player(seat.seat) == Player::Person && self.seen.waiting.contains(&seat.seat);
        (mine && self.seen.stage == Stage::Playing && !self.replay).then_some((seat.seat, side))
    }

    /// The seats at this screen that must set up now.
    fn set_up_seats(&self) -> Vec<u8> {
        let secret = self
            .seen
            .now
            .as_ref()
            .is_some_and(|now| matches!(now.to_act(), ToAct::Secretly(_)));
        let seats = self.seen.waiting.iter().copied();
        seats
            .filter(|seat| secret && !self.replay && self.player(*seat) == Player::Person)
            .collect()
    }

    /// Takes what the session knows now; the unfinished turn stays as long as it belongs to the same moment.
    pub(crate) fn see(&mut self, seen: Arc<Seen>) -> Vec<Wish> {
        let new_turns = seen.turns.len() != self.seen.turns.len();
        let new_end = seen.outcome != self.seen.outcome;
        let before = self.actor();
        let last = seen.turns.len().checked_sub(1).filter(|_| new_turns);
        self.seen = seen;
        if let Some(last) = last {
            let theirs = self
                .seen
                .turns
                .get(last)
                .and_then(|turn| self.seen.seat_of(turn.side));
            if theirs.is_some_and(|seat| self.player(seat.seat) != Player::Person) {
                self.to_play_back = Some(last);
            }
        }
        if new_turns || new_end {
            self.draft = None;
            self.sent = false;
            self.put_down();
            if !self.replay {
                self.past = None;
            }
        }
        let now = self.seen.now.clone();
        match (self.actor(), now) {
            (Some((_, side)), Some(now)) if self.draft.is_none() => {
                self.draft = Some(Draft::new((*now).clone(), side));
            }
            (None, _) if !self.sent => self.draft = None,
            _ => {}
        }
        self.arrange_set_up();
        self.sealed = self.sealed_set_up();
        let mut wishes = self.questions();
        if before.is_none() && self.actor().is_some() {
            wishes.push(Wish::Notice);
        }
        let offered = self
            .seen
            .draw_offer
            .and_then(|seat| self.seen.seats.iter().find(|other| other.seat != seat));
        if let Some(seat) =
            offered.filter(|seat| matches!(self.player(seat.seat), Player::Computer(_)))
        {
            wishes.push(Wish::RefuseDraw(seat.seat));
        }
        wishes
    }

    /// The own set-up that is locked, or on its way to be.
    pub(crate) fn locked_set_up(&self) -> Option<&Editor> {
        let sent = self.editor.as_ref().filter(|_| self.sent);
        sent.or(self.sealed.as_ref())
    }

    fn sealed_set_up(&self) -> Option<Editor> {
        let (side, now) = (self.only_person()?, self.seen.now.as_ref()?);
        let seat = self.seen.seat_of(side)?.seat;
        let (_, set_up) = self.seen.sealed.iter().find(|(of, _)| *of == seat)?;
        matches!(now.to_act(), ToAct::Secretly(_))
            .then(|| Editor::locked(now, side, set_up))
            .flatten()
    }

    /// Opens the editor for the person whose set-up comes next, behind a curtain where another person sat before.
    fn arrange_set_up(&mut self) {
        let seats = self.set_up_seats();
        let Some(next) = seats.first().copied() else {
            if self.editor.take().is_some() {
                // two people at one screen have looked from both sides
                self.flipped = self.only_person() == Some(Side::Black);
            }
            self.curtain = None;
            self.sent = false;
            return;
        };
        let side = self.seen.seat(next).map(|seat| seat.side);
        if self.editor.as_ref().map(Editor::side) == side {
            return;
        }
        let people = self
            .seen
            .seats
            .iter()
            .filter(|seat| self.player(seat.seat) == Player::Person)
            .count();
        let start = self.seen.now.clone();
        self.editor = start
            .zip(side)
            .and_then(|(start, side)| Editor::new(&start, side));
        self.sent = false;
        self.curtain = (people > 1).then_some(next);
        self.flipped = side == Some(Side::Black);
    }

    /// What the computer must be asked now, each thing once.
    fn questions(&mut self) -> Vec<Wish> {
        let (Some(now), false) = (self.seen.now.clone(), self.replay) else {
            return Vec::new();
        };
        if self.seen.stage != Stage::Playing
            || matches!(now.to_act(), ToAct::Lots(_) | ToAct::Nobody(_))
        {
            return Vec::new();
        }
        let turns = self.seen.turns.len();
        let mut wishes = Vec::new();
        for seat in &self.seen.waiting {
            let Some(Player::Computer(level)) = self.players.get(usize::from(*seat)).copied()
            else {
                continue;
            };
            let Some(side) = self.seen.seat(*seat).map(|seat| seat.side) else {
                continue;
            };
            if self.asked.insert((*seat, turns, self.seen.first.is_some())) {
                wishes.push(Wish::Think(Question {
                    table: self.id,
                    seat: *seat,
                    side,
                    turns,
                    level,
                    position: now.clone(),
                }));
            }
        }
        wishes
    }

    /// The position on the board: of the past looked at, of the unfinished turn, or now.
    pub(crate) fn position(&self) -> Option<&Position> {
        match (&self.past, &self.draft) {
            (Some(past), _) => Some(&past.position),
            (None, Some(draft)) => Some(draft.position()),
            (None, None) => self.seen.now.as_deref(),
        }
    }

    /// The unfinished turn, where it is on the board and may be changed.
    pub(crate) fn open_draft(&self) -> Option<&Draft> {
        self.draft
            .as_ref()
            .filter(|_| self.past.is_none() && !self.sent)
    }

    /// The same, to be changed.
    pub(crate) fn open_draft_mut(&mut self) -> Option<&mut Draft> {
        self.draft
            .as_mut()
            .filter(|_| self.past.is_none() && !self.sent)
    }

    /// The place in the record that is looked at, where it is not now.
    pub(crate) fn spot(&self) -> Option<Spot> {
        self.past.as_ref().map(|past| past.spot)
    }

    /// Looks at a place of the record, or back at now.
    pub(crate) fn look(&mut self, spot: Option<Spot>) {
        self.put_down();
        self.to_play_back = None;
        self.past = spot.and_then(|spot| {
            let turn = self.seen.turns.get(spot.turn)?;
            let orders = spot.orders.min(turn.orders.len());
            let spot = Spot {
                turn: spot.turn,
                orders,
            };
            let before = self.seen.before(spot.turn)?;
            let mut position = (**before).clone();
            for order in &turn.orders[..orders] {
                position.apply(turn.side, order).ok()?;
            }
            Some(Past {
                spot,
                position: Arc::new(position),
            })
        });
    }

    /// Looks one step on or back, order by order; past the last order is now.
    pub(crate) fn step(&mut self, forward: bool) {
        let turns = &self.seen.turns;
        let length = |turn: usize| turns.get(turn).map_or(0, |turn| turn.orders.len());
        let last = turns.len().checked_sub(1);
        let spot = match (self.spot(), forward) {
            (None, true) => return,
            (None, false) => last.map(|turn| Spot {
                turn,
                orders: length(turn).saturating_sub(1),
            }),
            (Some(Spot { turn, orders }), true) if orders < length(turn) => Some(Spot {
                turn,
                orders: orders + 1,
            }),
            (Some(Spot { turn, .. }), true) if Some(turn) < last => Some(Spot {
                turn: turn + 1,
                orders: length(turn + 1).min(1),
            }),
            (Some(spot), true) if self.replay => Some(spot),
            (Some(_), true) => None,
            (Some(Spot { turn, orders }), false) if orders > 0 => Some(Spot {
                turn,
                orders: orders - 1,
            }),
            (Some(Spot { turn: 0, .. }), false) => Some(Spot { turn: 0, orders: 0 }),
            (Some(Spot { turn, .. }), false) => Some(Spot {
                turn: turn - 1,
                orders: length(turn - 1).saturating_sub(1),
            }),
        };
        self.look(spot);
    }

    /// Looks a whole turn on or back: at the position after it.
    pub(crate) fn step_turn(&mut self, forward: bool) {
        let turns = self.seen.turns.len();
        let Some(last) = turns.checked_sub(1) else {
            return;
        };
        let end = |table: &Self, turn: usize| Spot {
            turn,
            orders: table.seen.turns[turn].orders.len(),
        };
        let spot = match (self.spot(), forward) {
            (None, true) => None,
            (None, false) if last == 0 => Some(Spot { turn: 0, orders: 0 }),
            (None, false) => Some(end(self, last - 1)),
            (Some(spot), true) if spot < end(self, spot.turn) => Some(end(self, spot.turn)),
            (Some(spot), true) if spot.turn < last => Some(end(self, spot.turn + 1)),
            (Some(spot), true) => self.replay.then_some(spot),
            (Some(Spot { turn: 0, .. }), false) => Some(Spot { turn: 0, orders: 0 }),
            (Some(Spot { turn, .. }), false) => Some(end(self, turn - 1)),
        };
        // the end of the last turn is now
        self.look(spot.filter(|spot| self.replay || *spot != end(self, last)));
    }

    /// Nothing is chosen, in the hand or refused any more.
    pub(crate) fn put_down(&mut self) {
        self.selected = None;
        self.entering = None;
        self.hint = None;
    }

    /// Takes a reinforcement into the hand, or puts it back.
    pub(crate) fn pick_entry(&mut self, kind: Kind) {
        let picked = self.entering == Some(kind);
        self.put_down();
        self.entering = Some(kind).filter(|_| !picked && self.open_draft().is_some());
    }

    /// Brings a reinforcement onto a cell; it stays in the hand while more of its kind can enter.
    pub(crate) fn enter(&mut self, kind: Kind, cell: Cell) {
        self.put_down();
        self.give(Order::Enter { kind, cell });
        let more = |draft: &Draft| !entry::cells(draft.position(), kind).is_empty();
        self.entering = Some(kind).filter(|_| self.open_draft().is_some_and(more));
    }

    /// Brings in everything that is due and finds room.
    pub(crate) fn enter_all(&mut self) {
        self.put_down();
        let orders = self.open_draft().map(|draft| entry::all(draft.position()));
        for order in orders.unwrap_or_default() {
            self.give(order);
        }
    }

    /// A click on a cell of the board.
    pub(crate) fn click(&mut self, cell: Cell) {
        self.hint = None;
        self.to_play_back = None;
        if let Some(kind) = self.entering {
            let taken = self.position().is_some_and(|now| now.unit(cell).is_some());
            if !taken {
                return self.enter(kind, cell);
            }
            self.entering = None;
        }
        let Some(position) = self.position() else {
            return;
        };
        let unit = position.unit(cell);
        let side = self.open_draft().map(Draft::side);
        if let (Some(from), Some(side)) = (self.selected, side) {
            let own = position.unit(from).is_some_and(|unit| unit.side == side);
            if own && from != cell {
                let order = order_to(position, from, cell);
                let other_own = unit.is_some_and(|unit| unit.side == side);
                match order {
                    Some(order) => return self.give(order),
                    None if !other_own => {
                        let refused = position.check(side, &Order::Move { from, to: cell }).err();
                        self.hint = refused.as_ref().map(words::refusal);
                        return;
                    }
                    None => {}
                }
            }
        }
        if self.selected == Some(cell) || unit.is_none() {
            self.selected = None;
            return;
        }
        self.selected = Some(cell);
        if let (Some(side), Some(unit)) = (side, unit)
            && unit.side == side
            && let Some(position) = self.position()
        {
            self.hint = words::why_not(position, side, cell)
                .as_ref()
                .map(words::refusal);
        }
    }

    /// A unit dragged from one cell to another.
    pub(crate) fn drag(&mut self, from: Cell, to: Cell) {
        self.put_down();
        self.click(from);
        if self.selected == Some(from) && from != to {
            self.hint = None;
            self.click(to);
            if self.selected == Some(to) {
                // dropped on another own unit: nothing was meant for that one
                self.selected = Some(from);
                self.hint = None;
            }
        }
    }

    fn give(&mut self, order: Order) {
        self.selected = None;
        if let Some(draft) = self.open_draft_mut()
            && let Err(illegal) = draft.push(order)
        {
            self.hint = Some(words::refusal(&illegal));
        }
    }

    /// Changes the unfinished turn.
    pub(crate) fn change_draft(&mut self, change: impl FnOnce(&mut Draft)) {
        self.put_down();
        if let Some(draft) = self.open_draft_mut() {
            change(draft);
        }
    }

    /// The legal orders of the chosen unit.
    pub(crate) fn selected_orders(&self) -> Vec<Order> {
        match (self.selected, self.open_draft()) {
            (Some(cell), Some(draft))
                if draft
                    .position()
                    .unit(cell)
                    .is_some_and(|unit| unit.side == draft.side()) =>
            {
                draft.position().legal_orders_from(cell)
            }
            _ => Vec::new(),
        }
    }

    /// The side whose pieces stand at the bottom's opposite: who threatens the person looking.
    pub(crate) fn enemy(&self) -> Option<Side> {
        self.only_person()
            .or_else(|| self.position().map(Position::side))
            .map(Side::opponent)
    }

    /// The turn shown as the last one: the one looked at, or the one made last.
    pub(crate) fn last_turn(&self) -> Option<usize> {
        match self.spot() {
            Some(spot) => Some(spot.turn),
            None => self.seen.turns.len().checked_sub(1),
        }
    }

    /// Whether the answer to a question still fits.
    pub(crate) fn still_asks(&self, question: &Question) -> bool {
        question.table == self.id
            && question.turns == self.seen.turns.len()
            && self.seen.waiting.contains(&question.seat)
            && self.seen.stage == Stage::Playing
    }
}

/// The order that brings the unit on `from` to `to`, where there is one: a move, or the exchange of a leader and a cannon.
pub(crate) fn order_to(position: &Position, from: Cell, to: Cell) -> Option<Order> {
    position
        .legal_orders_from(from)
        .into_iter()
        .find(|order| destination(order, from) == Some(to))
}

/// Where an order leads the unit on `from`.
pub(crate) fn destination(order: &Order, from: Cell) -> Option<Cell> {
    match order {
        Order::Move { to, .. } => Some(*to),
        Order::Swap { leader, cannon } => Some(if *leader == from { *cannon } else { *leader }),
        Order::Enter { .. } | Order::End | Order::SetUp(_) => None,
    }
}
