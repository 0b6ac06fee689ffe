mod heard;
mod past;
mod ready;
mod told;
mod typed;
mod waiting;

use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::Arc;

use board::Cell;
use computer::Level;
use net::{LineState, Snapshot};
use protocol::{AskedBack, ContinueTerms, Deed, Seat, Stage};
use rules::{AnyOrder, AnyPosition, Draft, Rules, Side, ToAct};

use super::call::{Call, Sound};
use super::comments::Comments;
use super::meaning::{Meaning, Refusal};
use super::talk::Talk;
use crate::families::{self, HandCommand, Hands, Secret};
use crate::scene::Sketch;
pub(crate) use past::Spot;
pub(crate) use ready::Ready;
pub(crate) use told::{Reader, Told};

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
    /// The units and leaders that may still act in the unfinished turn.
    pub(crate) ready: Ready,
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
    /// The user's own arrows and marks on the board, which nobody else sees.
    pub(crate) sketch: Sketch,
    /// The reason why the last wish was refused.
    pub(crate) hint: Option<Refusal>,
    /// The second side's edge at the bottom.
    pub(crate) flipped: bool,
    /// The line of chat being written.
    pub(crate) chat: String,
    /// The letter for the other player as text, where the match goes by mail and a letter is ready.
    pub(crate) letter: Option<String>,
    /// The pasted letter of the other player.
    pub(crate) mailed: String,
    /// The answer code being entered.
    pub(crate) answer: String,
    /// The questions to the computer: each with its seat and the number of steps then made.
    asked: BTreeSet<(Seat, usize)>,
    /// The steps of the history to be shown one after the other, their orders one by one.
    pub(crate) to_play_back: Option<Range<usize>>,
    /// Words below the board that the user asked for.
    pub(crate) said: Option<String>,
    /// The other side's order looked at last, and its turn.
    enemy_order: Option<Spot>,
    /// The record goes on order by order by itself.
    pub(crate) is_playing: bool,
    /// The reader's comments on the record.
    pub(crate) comments: Comments,
    /// The talk of this run and of earlier ones.
    pub(crate) talk: Talk,
    /// The code of the rematch that the other player offers.
    pub(crate) rematch: Option<String>,
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
    /// The level of the computer.
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
    /// The computer grants a turn back.
    GrantTakeback(AskedBack, Seat),
    /// Something the user is told of: it has become a person's turn, or a person's time is low.
    Notice(Call),
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
            ready: Ready::default(),
            sent: false,
            accepted: false,
            secret: None,
            sealed: None,
            curtain: None,
            selected: None,
            hands: Hands::default(),
            cursor: None,
            past: None,
            sketch: Sketch::default(),
            hint: None,
            flipped: false,
            chat: String::new(),
            letter: None,
            mailed: String::new(),
            answer: String::new(),
            asked: BTreeSet::new(),
            to_play_back: None,
            is_playing: false,
            comments: Comments::default(),
            talk: Talk::default(),
            rematch: None,
            said: None,
            enemy_order: None,
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
        let seats = self.seen.contract.seats.iter();
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
        let ToAct::One(side) = self.seen.played.position.as_ref()?.to_act() else {
            return None;
        };
        let seat = self.seen.seat_of(side)?.seat;
        let mine = self.decider(seat) == Decider::Person
            && self.seen.waiting().any(|waiting| waiting == seat);
        (mine && self.seen.stage == Stage::Playing && !self.replay).then_some((seat, side))
    }

    /// The number of lines of chat that were not read yet.
    pub(crate) const fn unread(&self) -> usize {
        self.talk.lines.len().saturating_sub(self.talk.read)
    }

    /// The name of the guest who looks at the offer.
    pub(crate) fn who_reads(&self) -> Option<&str> {
        let is_read = self.seen.stage == Stage::Agreeing;
        let guest = self
            .seen
            .contract
            .seats
            .iter()
            .find(|seat| is_read && !seat.mine)?;
        Some(guest.name.as_str())
    }

    /// The seat at this screen that speaks for itself: the one to move, else the only one.
    pub(crate) fn speaker(&self) -> Option<Seat> {
        let actor = self.actor().map(|(seat, _)| seat);
        actor.or_else(|| Some(self.seen.seat_of(self.only_person()?)?.seat))
    }

    /// True while sides choose in secret.
    fn is_secret(&self) -> bool {
        let now = self.seen.played.position.as_ref();
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
        let known = self.steps();
        // a new match in the place of the old one may have as many steps, and another side to move
        let new_steps = steps(&seen) != known || seen.file != self.seen.file;
        let new_end = seen.played.outcome != self.seen.played.outcome;
        let before = self.actor();
        let is_new = self.letter.is_none() || seen.letter != self.seen.letter;
        if is_new || seen.line != LineState::Mail {
            let letter = seen
                .letter
                .as_ref()
                .filter(|_| seen.line == LineState::Mail);
            self.letter = letter.map(|letter| home::letter_to_text(letter));
        }
        let is_warned = seen.time.calls > self.seen.time.calls;
        self.seen = seen;
        let steps = self.history();
        let is_unseen = |step: &usize| match steps[*step].deed {
            Deed::Orders { seat, .. } => self.decider(seat) != Decider::Person,
            Deed::Opened(_) | Deed::Lots { .. } => true,
            Deed::TakenBack { .. } | Deed::Continued { .. } => false,
        };
        if let Some(first) = (known..steps.len()).find(is_unseen) {
            self.to_play_back = Some(first..steps.len());
        }
        if new_steps || new_end {
            self.draft = None;
            self.sent = false;
            self.put_down();
            if !self.replay {
                self.past = None;
            }
        }
        match (self.actor(), self.seen.played.position.as_deref()) {
            (Some((_, side)), Some(now)) if self.draft.is_none() => {
                self.draft = Some(Draft::new(now.clone(), side));
            }
            (None, _) if !self.sent => self.draft = None,
            _ => {}
        }
        self.muster();
        self.arrange_secret(new_steps);
        self.sealed = self.sealed_secret();
        let mut wishes = self.questions();
        if is_warned {
            let words = format!("{}: {}", self.time_call(), self.seen.title());
            wishes.push(Wish::Notice(Call::new(Sound::Turn, words)));
        } else if before.is_none() && self.actor().is_some() {
            let sound = match self.took() {
                true => Sound::Capture,
                false => Sound::Turn,
            };
            let words = format!("It is your turn: {}", self.seen.title());
            wishes.push(Wish::Notice(Call::new(sound, words)));
        }
        let mut others = self.seen.contract.seats.iter().map(|seat| seat.seat);
        if let Some(offering) = self.seen.proposals.draw_offer
            && let Some(seat) = others.find(|seat| *seat != offering)
            && matches!(self.decider(seat), Decider::Computer(_))
        {
            wishes.push(Wish::RefuseDraw(seat));
        }
        if let Some(asked) = self.seen.proposals.takeback_asked
            && let Some(seat) = self.is_asked_back()
            && matches!(self.decider(seat), Decider::Computer(_))
        {
            wishes.push(Wish::GrantTakeback(asked, seat));
        }
        wishes
    }

    /// The warning about somebody's time, in words.
    fn time_call(&self) -> &'static str {
        let is_own = |seat: &Seat| {
            self.seen
                .deciding
                .to_decide
                .iter()
                .any(|(own, _)| own == seat)
        };
        let mut own = self
            .seen
            .time
            .clocks
            .iter()
            .filter(|(seat, _)| is_own(seat));
        let now = std::time::Instant::now();
        match own.any(|(_, face)| face.left(now).is_zero()) {
            true => "Your time is up",
            false if self.seen.time.may_claim.is_some() => "The other player's time is up",
            false => "Your time is low",
        }
    }

    /// The seat of a person here that may ask for its last turn back.
    pub(crate) fn asks_back(&self) -> Option<Seat> {
        let mut seats = self.seen.proposals.may_take_back.iter().copied();
        seats.find(|seat| self.decider(*seat) == Decider::Person)
    }

    /// True where a person here may ask now to continue in a new match.
    pub(crate) fn may_continue(&self) -> bool {
        let seat = self.seen.next.may_ask;
        seat.is_some_and(|seat| self.decider(seat) == Decider::Person)
    }

    /// The sentences that say how a new match differs for this player.
    pub(crate) fn continue_words(&self, terms: &ContinueTerms) -> Vec<String> {
        let mut seats = self.seen.contract.seats.iter();
        let own = seats.find(|seat| seat.mine).map(|seat| seat.seat);
        let other = self.seen.contract.seats.iter().find(|seat| !seat.mine);
        let name = other.map_or("The other player", |seat| seat.name.as_str());
        own.map_or_else(Vec::new, |own| terms.in_words(own, name))
    }

    /// A new match has taken the place of the one before: what was noted by steps of that one counts no more.
    pub(crate) fn begin_again(&mut self) {
        self.past = None;
        self.asked.clear();
        self.to_play_back = None;
    }

    /// The seat of this machine that the other asks for a turn back.
    pub(crate) fn is_asked_back(&self) -> Option<Seat> {
        let by = self.seen.proposals.takeback_asked?.seat;
        let mut seats = self.seen.contract.seats.iter();
        let asked = seats.find(|seat| seat.mine && seat.seat != by);
        asked.map(|seat| seat.seat)
    }

    /// True where the last step took a unit.
    fn took(&self) -> bool {
        let last = self.seen.record().len().checked_sub(1);
        let orders = last.and_then(|last| self.orders(last));
        orders.is_some_and(|(_, orders)| orders.iter().any(families::takes))
    }

    /// The own secret choice that is sealed, or on its way to be.
    pub(crate) fn locked(&self) -> Option<&Secret> {
        let sent = self.secret.as_ref().filter(|_| self.sent);
        sent.or(self.sealed.as_ref())
    }

    fn sealed_secret(&self) -> Option<Secret> {
        let side = self.only_person().filter(|_| self.is_secret())?;
        let seat = self.seen.seat_of(side)?.seat;
        let (_, order) = self
            .seen
            .deciding
            .sealed
            .iter()
            .find(|(of, _)| *of == seat)?;
        Secret::sealed(self.seen.played.position.as_ref()?, side, order)
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
        let now = self.seen.played.position.as_deref();
        self.secret = now.zip(side).and_then(|(now, side)| Secret::new(now, side));
        self.sent = false;
        self.curtain = (self.people().len() > 1).then_some(next);
        self.flipped = side == SECOND;
    }

    /// The questions due to the computer, each asked once.
    fn questions(&mut self) -> Vec<Wish> {
        let (Some(position), Stage::Playing, false) =
            (&self.seen.played.position, self.seen.stage, self.replay)
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
            (None, None) => self.seen.played.position.as_deref(),
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
        self.said = None;
    }

    /// A click on a cell of the board.
    pub(crate) fn click(&mut self, cell: Cell) {
        self.hint = None;
        self.said = None;
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
        self.give_all(meaning.orders);
    }

    /// Gives orders one after the other, up to the first that the rules refuse.
    fn give_all(&mut self, orders: Vec<AnyOrder>) {
        for order in orders {
            if !self.give(order) {
                break;
            }
        }
        self.muster();
        self.ask(Hands::settle);
    }

    /// Gives an order; false, with the reason below the board, where the rules refuse it.
    fn give(&mut self, order: AnyOrder) -> bool {
        let open = self.open_draft().is_some();
        if let Some(draft) = self.draft.as_mut().filter(|_| open)
            && let Err(illegal) = draft.push(order)
        {
            self.hint = Some(Refusal::from(&illegal));
            return false;
        }
        true
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
        self.muster();
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
    let history = seen.played.history.as_ref();
    history.map_or(0, |history| history.steps().len())
}
