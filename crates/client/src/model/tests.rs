//! The model without window, network or files: a referee in the test answers what the model sends.

mod hints;
mod panel;
mod table;
mod typed;

use std::path::PathBuf;
use std::sync::Arc;

use board::Cell;
use computer::Level;
use home::SeatInfo;
use net::{ChatLine, Command as Sent, LineState, Snapshot};
use protocol::{Deed, Done, History, Opened, PublicKey, Seat, Stage, Step, digest};
use reach::Trouble;
use rules::{AnyOrder, AnyPosition, Draft, Lots, Rules, Side, ToAct};

use super::forms::Setting;
use super::settings::Settings;
use super::table::{Decider, Spot, Table};
use super::{
    BoardCommand, Command, Dialog, DraftCommand, Effect, LibraryCommand, MatchCommand, Model, News,
    Page, ReplayCommand, ShellCommand, WaitingMatch,
};

const PEOPLE: [Decider; 2] = Match::PEOPLE;
const AGAINST_COMPUTER: [Decider; 2] = Match::AGAINST_COMPUTER;
const REMOTE: [Decider; 2] = Match::REMOTE;

/// A match whose session is the rules alone.
pub(crate) struct Match {
    pub(crate) model: Model,
    pub(crate) snapshot: Snapshot,
    secrets: Vec<(Seat, AnyOrder)>,
}

pub(crate) fn start(scenario: &str) -> AnyPosition {
    let scenario = scenario::load(scenario)
        .expect("a built-in scenario")
        .expect("a valid one");
    scenario.start(&[]).expect("its own options")
}

pub(crate) fn cell(name: &str) -> Cell {
    name.parse().expect("a cell")
}

impl Match {
    pub(crate) const PEOPLE: [Decider; 2] = [Decider::Person, Decider::Person];
    pub(crate) const AGAINST_COMPUTER: [Decider; 2] =
        [Decider::Person, Decider::Computer(Level::Easy)];
    pub(crate) const REMOTE: [Decider; 2] = [Decider::Person, Decider::Peer];

    pub(crate) fn new(scenario: &str, deciders: [Decider; 2]) -> Self {
        Self::of(start(scenario), deciders)
    }

    pub(crate) fn of(position: AnyPosition, deciders: [Decider; 2]) -> Self {
        let hidden = matches!(position.to_act(), ToAct::Secretly(_));
        let now = Arc::new(position);
        let seats = [(0, "Ada"), (1, "Bo")].map(|(seat, name)| SeatInfo {
            seat: Seat(seat),
            side: Side::new(seat).expect("two sides"),
            team: seat,
            name: name.to_owned(),
            called: name.to_owned(),
            key: PublicKey([seat; 32]),
            mine: deciders[usize::from(seat)] != Decider::Peer,
        });
        let awaited = [Seat(0), Seat(1)].into_iter();
        let mut snapshot = Snapshot {
            stage: Stage::Playing,
            line: LineState::Local,
            ..Snapshot::new(PathBuf::from("match.fpm"))
        };
        snapshot.contract.seats = seats.into();
        snapshot.played.history = Some(Arc::new(History::new((*now).clone())));
        snapshot.played.position = Some(now);
        snapshot.deciding.awaited = awaited.take(1 + usize::from(hidden)).collect();
        let mut game = Self {
            model: Model::new(Settings::default()),
            snapshot,
            secrets: Vec::new(),
        };
        game.model.forms.local.setting = Setting::default();
        game.model.update(LibraryCommand::StartLocal);
        let seen = game.seen();
        game.model.update(News::Opened {
            table: 1,
            seen,
            deciders: deciders.into(),
        });
        game
    }

    fn seen(&self) -> Arc<Snapshot> {
        Arc::new(self.snapshot.clone())
    }

    pub(crate) fn give(&mut self, command: impl Into<Command>) -> Vec<Effect> {
        self.model.update(command)
    }

    pub(crate) fn show(&mut self) -> Vec<Effect> {
        self.model.update(News::Seen(1, self.seen()))
    }

    /// Answers a proposal as a session does.
    pub(crate) fn propose(&mut self, seat: Seat, orders: &[AnyOrder]) -> Vec<Effect> {
        let side = self.side(seat);
        let mut position = (**self.snapshot.played.position.as_ref().expect("a position")).clone();
        if matches!(position.to_act(), ToAct::Secretly(_)) {
            position.check(side, &orders[0]).expect("a legal choice");
            self.secrets.push((seat, orders[0].clone()));
            self.snapshot.deciding.locked.push(seat);
            self.snapshot
                .deciding
                .awaited
                .retain(|other| *other != seat);
            if self.secrets.len() == 2 {
                self.open(position);
            }
            return self.show();
        }
        let turn = position.turn();
        let orders = orders.iter().map(|order| done(&mut position, side, order));
        let orders = orders.collect();
        assert_ne!(position.to_act(), ToAct::One(side), "a whole turn");
        self.push(turn, Deed::Orders { seat, side, orders }, &position);
        self.advance(position);
        self.show()
    }

    fn open(&mut self, mut position: AnyPosition) {
        let secrets = std::mem::take(&mut self.secrets).into_iter();
        let opened = secrets.map(|(seat, order)| {
            let side = self.side(seat);
            let done = done(&mut position, side, &order);
            Opened {
                seat,
                side,
                parts: Vec::new(),
                done,
                gone: Vec::new(),
            }
        });
        let opened = opened.collect();
        let turn = position.turn();
        self.push(turn, Deed::Opened(opened), &position);
        if let ToAct::Lots(draw) = position.to_act() {
            let lots = Lots(0);
            let events = position.resolve(lots).expect("a lot is due");
            self.push(turn, Deed::Lots { draw, lots, events }, &position);
        }
        self.advance(position);
    }

    fn side(&self, seat: Seat) -> Side {
        self.snapshot.side_of(seat).expect("a seat")
    }

    fn push(&mut self, turn: rules::Turn, deed: Deed, after: &AnyPosition) {
        let history = self.snapshot.played.history.as_mut().expect("it is played");
        let step = Step {
            number: 0,
            turn: turn.number,
            on_turn: turn.side,
            deed,
            digest: digest(after),
        };
        Arc::make_mut(history).push(Arc::new(step), after);
    }

    fn advance(&mut self, position: AnyPosition) {
        let seats = self.snapshot.contract.seats.iter();
        self.snapshot.deciding.awaited = match position.to_act() {
            ToAct::One(side) => {
                let seats = seats.filter(|seat| seat.side == side);
                seats.map(|seat| seat.seat).collect()
            }
            ToAct::Secretly(_) => {
                self.snapshot.deciding.locked.clear();
                seats.map(|seat| seat.seat).collect()
            }
            ToAct::Nobody(outcome) => {
                self.snapshot.played.outcome = Some(outcome);
                self.snapshot.stage = Stage::Over;
                Vec::new()
            }
            ToAct::Lots(draw) => panic!("a lot without a secret step before: {draw:?}"),
        };
        self.snapshot.played.position = Some(Arc::new(position));
    }

    /// Carries out the effects of ending the turn.
    pub(crate) fn end_turn(&mut self) -> Vec<Effect> {
        let effects = self.give(DraftCommand::EndTurnNow);
        self.carry_out(&effects)
    }

    /// Answers the one proposal among the effects.
    pub(crate) fn carry_out(&mut self, effects: &[Effect]) -> Vec<Effect> {
        let (seat, orders) = proposed(effects);
        self.propose(seat, &orders)
    }

    pub(crate) fn table(&self) -> &Table {
        self.model.table.as_ref().expect("an open match")
    }

    pub(crate) fn position(&self) -> &AnyPosition {
        self.table().position().expect("a position")
    }

    pub(crate) fn orders(&self) -> usize {
        let draft = self.table().turn.draft.as_ref();
        draft.map_or(0, Draft::len)
    }

    /// Some legal order of the side to move, given by two clicks.
    pub(crate) fn click_something(&mut self) {
        let draft = self.table().open_draft().expect("an open turn");
        let (side, position) = (draft.side(), draft.position());
        let moves = position.legal_orders(side).into_iter().find_map(|order| {
            let text = position.order_text(side, &order);
            let (from, to) = text.split_once('-')?;
            Some((from.parse().ok()?, to.parse().ok()?))
        });
        let (from, to) = moves.expect("a legal move");
        self.give(BoardCommand::Click(from));
        self.give(BoardCommand::Click(to));
    }

    /// The order that ends a turn at once.
    fn pass(&self) -> AnyOrder {
        let side = self.side(Seat(0));
        self.position().parse_order(side, "end").expect("an order")
    }
}

fn done(position: &mut AnyPosition, side: Side, order: &AnyOrder) -> Done {
    Done {
        order: order.clone(),
        events: position.apply(side, order).expect("a proposal is legal"),
    }
}

/// The one proposal that is sent.
pub(crate) fn proposed(effects: &[Effect]) -> (Seat, Vec<AnyOrder>) {
    let [Effect::Send(Sent::Propose { seat, orders })] = effects else {
        panic!("one thing is proposed: {effects:?}");
    };
    (*seat, orders.clone())
}
