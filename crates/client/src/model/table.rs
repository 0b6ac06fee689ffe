//! The table: a match as the session shows it, and what the user is doing with it.

mod heard;
mod hints;
mod members;
mod moment;
mod past;
mod play;
mod pointers;
mod reading;
mod ready;
mod secrets;
mod tabletop;
mod told;
mod turning;
mod typed;
mod waiting;
mod why;

use std::collections::BTreeSet;
use std::ops::Range;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::SystemTime;

use board::{Cell, Edge};
use computer::Level;
use families::{Hands, Secret};
use kit::model::meaning::Refusal;
use kit::model::ready::Ready;
use kit::model::scene::Sketch;
use kit::model::words::capital;
use net::{Awaited, LineState, Snapshot};
use protocol::{AskedBack, ContinueTerms, Deed, Seat, Stage};
use rules::{AnyPosition, Draft, Rules, Side, ToAct};

use super::call::{Call, Sound};
use super::comments::Comments;
use super::talk::Talk;
pub(crate) use moment::Moment;
pub(crate) use past::Spot;
pub(crate) use reading::Readout;
pub(crate) use told::words_of;
pub(crate) use why::Why;

/// A match on the table: what the session knows of it, and what the user is doing with it.
#[derive(Debug)]
pub(crate) struct Table {
    /// Differs from the matches opened before, so that a late answer meant for one of them is dropped.
    pub(crate) id: u64,
    /// The last snapshot of the session.
    pub(crate) seen: Arc<Snapshot>,
    /// Read from a file: it can only be looked at.
    pub(crate) replay: bool,
    pub(crate) deciders: Vec<Decider>,
    /// The guest has agreed and waits for the host.
    pub(crate) accepted: bool,
    pub(crate) turn: OpenTurn,
    pub(crate) secrets: Secrets,
    pub(crate) board: OnBoard,
    pub(crate) reading: Reading,
    pub(crate) writing: Writing,
    /// Seats of this screen that have resigned, each in the match of that file.
    pub(crate) resigned: BTreeSet<(Seat, PathBuf)>,
    /// Since when each seat is awaited for what it is awaited for.
    awaited: Vec<(Seat, Awaited, SystemTime)>,
    /// The questions to the computer: each with its seat and the number of steps then made.
    asked: BTreeSet<(Seat, usize)>,
    /// The reader's comments on the record.
    pub(crate) comments: Comments,
    /// The talk of this run and of earlier ones.
    pub(crate) talk: Talk,
    /// The letter for the other player as text, if the match goes by mail and a letter is ready.
    pub(crate) letter: Option<String>,
    /// The code of the rematch that the other player offers.
    pub(crate) rematch: Option<String>,
    /// The other player's refusal of a draw, a takeback, a new match or a rematch; the next step or question removes it.
    pub(crate) answered: Option<String>,
    /// The event that lies over the board in large letters until the user closes it or the next turn comes.
    pub(crate) moment: Option<Moment>,
}

/// The turn that is not sent yet.
#[derive(Debug, Default)]
pub(crate) struct OpenTurn {
    pub(crate) draft: Option<Draft<AnyPosition>>,
    /// The units and leaders that may still act in it.
    pub(crate) ready: Ready,
    /// The turn, or the secret choice, is on its way to the session.
    pub(crate) sent: bool,
}

/// The choices of this screen that are sealed before they are opened.
#[derive(Debug, Default)]
pub(crate) struct Secrets {
    pub(crate) choice: Option<Secret>,
    /// The seat whose choice it is.
    pub(super) chooser: Option<Seat>,
    /// This player's choice, sealed and not opened yet, if only one person sits at this screen.
    sealed: Option<Secret>,
    /// The seat that must come to this screen next; until then nothing secret is shown.
    pub(crate) curtain: Option<Seat>,
}

/// The things that the user holds and sees on the board, and reads below it.
#[derive(Debug, Default)]
pub(crate) struct OnBoard {
    /// The chosen unit's cell.
    pub(crate) selected: Option<Cell>,
    pub(crate) hands: Hands,
    /// The keyboard's cell.
    pub(crate) cursor: Option<Cell>,
    /// The user's own arrows and marks, which nobody else sees.
    pub(crate) sketch: Sketch,
    /// The program's own arrows and marks, which end with the next order.
    pub(super) pointers: Option<pointers::Pointers>,
    /// The edge of the board that the user has turned to the bottom; none while the edge of the user's own side is there.
    pub(crate) turned: Option<Edge>,
    /// Why the last wish was refused.
    pub(crate) hint: Option<Refusal>,
    /// Words below the board that the user asked for.
    pub(crate) said: Option<String>,
    /// The question why an order is not possible, while it is being asked.
    pub(crate) why: Option<Why>,
    /// The computer's advice for the unfinished turn.
    pub(super) advice: Option<hints::Advice>,
}

/// The user's look at the record.
#[derive(Debug, Default)]
pub(crate) struct Reading {
    /// Looking at the past instead of now.
    past: Option<past::Past>,
    /// The steps of the history to be shown one after the other, their orders one by one.
    pub(crate) to_play_back: Option<Range<usize>>,
    /// The other side's order looked at last, and its turn.
    enemy_order: Option<Spot>,
    /// The record plays by itself, order by order.
    pub(crate) is_playing: bool,
}

/// The fields the user is writing in.
#[derive(Debug, Default)]
pub(crate) struct Writing {
    pub(crate) chat: String,
    /// The line of chat is for this player's team alone.
    pub(crate) to_team: bool,
    /// The pasted letter of the other player.
    pub(crate) mailed: String,
    pub(crate) answer: String,
}

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
    pub(crate) table: u64,
    pub(crate) seat: Seat,
    pub(crate) side: Side,
    /// The steps made when it was asked.
    pub(crate) steps: usize,
    pub(crate) level: Level,
    pub(crate) position: Arc<AnyPosition>,
}

/// An action that a table wants carried out outside.
#[derive(Debug, Clone)]
pub(crate) enum Wish {
    Think(Question),
    /// Refuse the draw offered to a computer's seat.
    RefuseDraw(Seat),
    /// The computer grants a turn back.
    GrantTakeback(AskedBack, Seat),
    /// Something the user should hear of: it has become a person's turn, or a person's time is low.
    Notice(Call),
}

impl Table {
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
            accepted: false,
            turn: OpenTurn::default(),
            secrets: Secrets::default(),
            board: OnBoard::default(),
            reading: Reading::default(),
            writing: Writing::default(),
            resigned: BTreeSet::new(),
            awaited: Vec::new(),
            asked: BTreeSet::new(),
            comments: Comments::default(),
            talk: Talk::default(),
            letter: None,
            rematch: None,
            answered: None,
            moment: None,
        };
        let wishes = table.see(seen);
        // what happened before the window opened the match is no news to be played back
        table.reading.to_play_back = None;
        table.moment = None;
        // a reader begins at the beginning, not at the end of the game
        if replay && !table.seen.record().is_empty() {
            table.look(Some(Spot::BEGINNING));
        }
        (table, wishes)
    }

    /// The match has not begun: its page is the invitation, without a board and a panel.
    pub(crate) fn is_invitation(&self) -> bool {
        let before = matches!(self.seen.stage, Stage::Greeting | Stage::Agreeing);
        // a match resumed while the other is away has turns to show already, and is no invitation any more
        // a table has come together on a page of its own
        let is_of_two = !self.seen.has_table();
        before && is_of_two && self.seen.line != LineState::Local && self.seen.record().is_empty()
    }

    /// The side of the only person at this screen; none if there are several, or only computers.
    pub(crate) fn only_person(&self) -> Option<Side> {
        self.seen.side_of(self.only_seat()?)
    }

    /// The seat of the only person at this screen.
    pub(super) fn only_seat(&self) -> Option<Seat> {
        let mut people = self.people();
        let first = people.next();
        first.filter(|_| people.next().is_none())
    }

    /// The seats of the people at this screen.
    pub(crate) fn people(&self) -> impl Iterator<Item = Seat> + '_ {
        let seats = self.seen.contract.seats.iter().map(|seat| seat.seat);
        seats.filter(|seat| self.decider(*seat) == Decider::Person)
    }

    /// The name of the player of a side; empty if that is not known yet.
    pub(crate) fn name_of(&self, side: Side) -> &str {
        let seat = self.seen.seat_of(side);
        seat.map_or("", |seat| seat.called.as_str())
    }

    pub(crate) fn decider(&self, seat: Seat) -> Decider {
        let decider = self.deciders.get(usize::from(seat.0));
        // a replay has no deciders: with `Peer` nobody at this screen can play in it
        decider.copied().unwrap_or(Decider::Peer)
    }

    /// The seat and side at this screen that must decide now, and openly.
    pub(crate) fn actor(&self) -> Option<(Seat, Side)> {
        let ToAct::One(side) = self.seen.played.position.as_ref()?.to_act() else {
            return None;
        };
        let mut waiting = self.seen.waiting();
        let seat = waiting.find(|seat| self.seen.side_of(*seat) == Some(side))?;
        let mine = self.decider(seat) == Decider::Person;
        let is_open = self.seen.stage == Stage::Playing && !self.replay && !self.has_moved_on();
        (mine && is_open).then_some((seat, side))
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
        Some(guest.called.as_str())
    }

    /// The seat at this screen that speaks for itself: the one to move, else the only one.
    pub(crate) fn speaker(&self) -> Option<Seat> {
        let actor = self.actor().map(|(seat, _)| seat);
        actor.or_else(|| self.only_seat())
    }

    /// Takes what the session knows now; the unfinished turn stays as long as it belongs to the same moment.
    pub(crate) fn see(&mut self, seen: Arc<Snapshot>) -> Vec<Wish> {
        // all that is compared is noted before `seen` is replaced below
        let known = self.steps();
        // a new match in the place of the old one may have as many steps, and another side to move
        let new_steps = steps(&seen) != known || seen.file != self.seen.file;
        // a resignation or a claim ends a match without a new step
        let new_end = seen.played.outcome != self.seen.played.outcome;
        let before = self.actor();
        // a letter holds a whole match as text: it is written again only if it has changed
        let is_new = self.letter.is_none() || seen.letter != self.seen.letter;
        if is_new || seen.line != LineState::Mail {
            let letter = seen
                .letter
                .as_ref()
                .filter(|_| seen.line == LineState::Mail);
            self.letter = letter.map(|letter| home::letter_to_text(letter));
        }
        let is_warned = seen.time.calls > self.seen.time.calls;
        let old = std::mem::replace(&mut self.seen, seen);
        let steps = self.history();
        // a person's own orders were seen as they were given; only those of others are played back
        let is_unseen = |step: &usize| match steps[*step].deed {
            Deed::Orders { seat, .. } => self.decider(seat) != Decider::Person,
            Deed::Opened(_) | Deed::Lots { .. } => true,
            Deed::TakenBack { .. } | Deed::Continued { .. } => false,
        };
        if let Some(first) = (known..steps.len()).find(is_unseen) {
            self.reading.to_play_back = Some(first..steps.len());
        }
        if new_steps || new_end {
            self.answered = None;
            self.turn.draft = None;
            self.turn.sent = false;
            self.put_down();
            self.end_pointers();
            if !self.replay {
                self.reading.past = None;
            }
        }
        match (self.actor(), self.seen.played.position.as_deref()) {
            (Some((_, side)), Some(now)) if self.turn.draft.is_none() => {
                self.turn.draft = Some(Draft::new(now.clone(), side));
            }
            // a turn that is sent stays on the board until the session shows it as made: without it the units would jump back
            (None, _) if !self.turn.sent => self.turn.draft = None,
            _ => {}
        }
        self.note_awaited(new_steps);
        self.stage(&old);
        self.muster();
        self.arrange_secret(new_steps);
        self.secrets.sealed = self.sealed_secret();
        let mut wishes = self.questions();
        if is_warned {
            let words = format!("{}: {}", self.time_call(), self.seen.title());
            wishes.push(Wish::Notice(Call::new(Sound::Turn, words)));
        // only when the turn begins: snapshots come often while it is this player's turn
        } else if before.is_none() && self.actor().is_some() {
            let sound = match self.took() {
                true => Sound::Capture,
                false => Sound::Turn,
            };
            let mut words = format!("It is your turn: {}", self.seen.title());
            // a claim, a leader lost or a town won is why one should look now
            if let Some(moment) = &self.moment {
                words = format!("{words}. {}", moment.words());
            }
            wishes.push(Wish::Notice(Call::new(sound, words)));
        }
        // the computer plays for a result, so it refuses a draw; a turn taken back teaches it nothing, so it grants
        // that
        let is_computer = |seat: &Seat| matches!(self.decider(*seat), Decider::Computer(_));
        if let Some(offering) = self.seen.proposals.draw_offer {
            let against = self.opponents_here(offering).into_iter();
            wishes.extend(against.filter(is_computer).map(Wish::RefuseDraw));
        }
        if let Some(asked) = self.seen.proposals.takeback_asked {
            let against = self.asked_back().into_iter().filter(is_computer);
            wishes.extend(against.map(|seat| Wish::GrantTakeback(asked, seat)));
        }
        wishes
    }

    /// The seat of a person here that may ask for its last turn back.
    pub(crate) fn asks_back(&self) -> Option<Seat> {
        let mut seats = self.seen.proposals.may_take_back.iter().copied();
        seats.find(|seat| self.decider(*seat) == Decider::Person)
    }

    /// True if a person here may ask now to continue in a new match.
    pub(crate) fn may_continue(&self) -> bool {
        let seat = self.seen.next.may_ask;
        seat.is_some_and(|seat| self.decider(seat) == Decider::Person)
    }

    /// The player who asks to continue in a new match, as a sentence begins.
    pub(crate) fn who_continues(&self) -> String {
        let asks = self.seen.next.asked.as_ref().map(|terms| terms.asks);
        match asks.filter(|_| self.seen.has_table()) {
            Some(seat) => self.seen.name_of(seat).to_owned(),
            None => capital(self.another()),
        }
    }

    /// The sentence that names the players of a table who have agreed to continue in a new match, and those whose answer is
    /// missing; none in a match of two.
    pub(crate) fn agreed_to_continue(&self, terms: &ContinueTerms) -> Option<String> {
        if !self.seen.has_table() {
            return None;
        }
        let mut all = vec![terms.asks];
        all.extend(terms.agreed.iter().filter(|seat| **seat != terms.asks));
        Some(self.seen.agreed_words(&all, &terms.missing))
    }

    /// The sentences that say how a new match differs for this player.
    pub(crate) fn continue_words(&self, terms: &ContinueTerms) -> Vec<String> {
        let mut seats = self.seen.contract.seats.iter();
        let own = seats.find(|seat| seat.mine).map(|seat| seat.seat);
        let name = |seat| {
            let info = self.seen.seat(seat);
            info.map_or("", |info| info.called.as_str())
        };
        own.map_or_else(Vec::new, |own| terms.in_words(own, name))
    }

    /// A new match has replaced the one before: what was noted by the steps of the old one no longer counts.
    pub(crate) fn begin_again(&mut self) {
        self.reading.past = None;
        // the new match counts its steps from the beginning again, and its questions would seem to be asked already
        self.asked.clear();
        self.reading.to_play_back = None;
    }

    /// The seats of this machine that another one asks for a turn back.
    pub(crate) fn asked_back(&self) -> Vec<Seat> {
        let by = self.seen.proposals.takeback_asked.map(|asked| asked.seat);
        by.map_or_else(Vec::new, |by| self.opponents_here(by))
    }

    /// The seats of this machine that play against a seat.
    pub(crate) fn opponents_here(&self, of: Seat) -> Vec<Seat> {
        let team = self.seen.seat(of).map(|seat| seat.team);
        let seats = self.seen.contract.seats.iter();
        let against = seats.filter(|seat| seat.mine && Some(seat.team) != team);
        against.map(|seat| seat.seat).collect()
    }

    /// The people at this screen who play against a seat: a click answers for them, and never for a computer.
    pub(crate) fn people_against(&self, of: Seat) -> Vec<Seat> {
        let mut seats = self.opponents_here(of);
        seats.retain(|seat| self.decider(*seat) == Decider::Person);
        seats
    }

    /// True if the last step took a unit.
    fn took(&self) -> bool {
        let last = self.seen.record().len().checked_sub(1);
        let orders = last.and_then(|last| self.orders(last));
        orders.is_some_and(|(_, orders)| orders.iter().any(families::takes))
    }

    /// The questions due to the computer, each asked once.
    fn questions(&mut self) -> Vec<Wish> {
        let (Some(position), Stage::Playing, false) =
            (&self.seen.played.position, self.seen.stage, self.replay)
        else {
            return Vec::new();
        };
        // then a seat has only to sign, which the session does by itself
        if matches!(position.to_act(), ToAct::Lots(_) | ToAct::Nobody(_)) {
            return Vec::new();
        }
        let steps = self.steps();
        let mut wishes = Vec::new();
        for seat in self.seen.waiting() {
            if let Decider::Computer(level) = self.decider(seat)
                && let Some(side) = self.seen.side_of(seat)
                // last, as it notes the question: snapshots come often, and each would start another search
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
        match (&self.reading.past, &self.turn.draft) {
            (Some(past), _) => Some(&past.position),
            (None, Some(draft)) => Some(draft.position()),
            (None, None) => self.seen.played.position.as_deref(),
        }
    }

    /// The position that the words next to the board are about: that of the board, unless the last order of the unfinished
    /// turn has passed the turn on.
    pub(crate) fn decided(&self) -> Option<&AnyPosition> {
        let draft = self.turn.draft.as_ref();
        match draft.filter(|_| self.reading.past.is_none()) {
            Some(draft) => Some(families::decided(draft)),
            None => self.position(),
        }
    }

    /// The unfinished turn, if it is on the board and may be changed.
    pub(crate) fn open_draft(&self) -> Option<&Draft<AnyPosition>> {
        let open = self.reading.past.is_none() && !self.turn.sent;
        self.turn.draft.as_ref().filter(|_| open)
    }

    /// The side whose unfinished turn is on the board.
    pub(crate) fn drafting(&self) -> Option<Side> {
        self.open_draft().map(Draft::side)
    }

    /// Drops what is chosen, in the hand or refused.
    pub(crate) fn put_down(&mut self) {
        self.board.selected = None;
        self.board.hands.put_down();
        self.board.hint = None;
        self.board.said = None;
        self.board.why = None;
    }

    /// The number of steps in the match.
    pub(crate) fn steps(&self) -> usize {
        steps(&self.seen)
    }

    /// True if the answer to a question still fits.
    pub(crate) fn still_asks(&self, question: &Question) -> bool {
        // the search may end after the user has left, or after a turn was taken back
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
