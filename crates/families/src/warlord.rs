//! The Warlord family: what a click means, what stands on and beside its boards, and its words.

pub mod model;
pub mod views;

use crate::lots;
use board::Cell;
use home::SeatInfo;
use kit::model::family::{Commands, FamilyModel};
use kit::model::meaning::{Meaning, Preliminaries, SecretWords, TurnWords};
use kit::model::notation::Sign;
use kit::model::ready::Ready;
use kit::model::rulebook::Rulebook;
use kit::model::told::{Reader, Told};
use rules::warlord::{Event, Order, Position};
use rules::{AnyEvent, AnyOrder, AnyPosition, Draw, Outcome, Side};
use scenario::Scenario;

use model::editor::{Editor, EditorCommand};
use model::hand::{Hand, HandCommand};
use model::set_up::{SetUpCommand, SetUpEditor};
use model::{record, told, words};

/// The family, as the window meets it.
#[derive(Debug, Clone, Copy)]
pub struct Warlord;

impl Commands for Warlord {
    type HandCommand = HandCommand;
    type SecretChange = EditorCommand;
    type SetUpChange = SetUpCommand;
}

impl FamilyModel for Warlord {
    type Position = Position;
    type Order = Order;
    type Event = Event;
    type Hand = Hand;
    type Secret = Editor;
    type SetUp = SetUpEditor;

    const TITLE: &'static str = words::TITLE;

    fn any_order(order: Order) -> AnyOrder {
        AnyOrder::Warlord(order)
    }

    fn own_position(any: &AnyPosition) -> Option<&Position> {
        let AnyPosition::Warlord(position) = any else {
            return None;
        };
        Some(position)
    }

    fn own_order(any: &AnyOrder) -> Option<&Order> {
        let AnyOrder::Warlord(order) = any else {
            return None;
        };
        Some(order)
    }

    fn own_event(any: &AnyEvent) -> Option<&Event> {
        let AnyEvent::Warlord(event) = any else {
            return None;
        };
        Some(event)
    }

    fn put_down(hand: &mut Hand) {
        hand.put_down();
    }

    fn click(
        hand: &mut Hand,
        position: &Position,
        side: Option<Side>,
        selected: Option<Cell>,
        cell: Cell,
    ) -> Meaning {
        hand.click(position, model::side(side), selected, cell)
    }

    fn command(
        hand: &mut Hand,
        command: HandCommand,
        position: &Position,
        side: Option<Side>,
    ) -> Option<Meaning> {
        hand.update(command, position, model::side(side))
    }

    fn settle(hand: &mut Hand, position: &Position, side: Option<Side>) {
        hand.settle(position, model::side(side));
    }

    fn hand_words(hand: &Hand, _: &Position) -> Option<String> {
        hand.words()
    }

    fn leads_on(command: HandCommand) -> bool {
        command.leads_on()
    }

    fn open_leaders(position: &Position, units: &[Cell]) -> Vec<Cell> {
        model::open_leaders(position, units)
    }

    fn way(order: &Order) -> Option<(Cell, Cell)> {
        model::way(order)
    }

    /// The end of a turn needs no words.
    fn is_shown(order: &Order) -> bool {
        *order != Order::End
    }

    /// Reinforcements come first and use none of the turn's orders.
    fn is_entry(order: &Order) -> bool {
        matches!(order, Order::Enter { .. })
    }

    fn secret_words(_: &Position) -> &'static SecretWords {
        &SecretWords::SET_UP
    }

    fn turn_end(_: &Position, _: &Position) -> [&'static str; 2] {
        ["End turn", "End the turn?"]
    }

    fn lot(draw: Draw) -> &'static str {
        lots::words(draw)
    }

    fn outcome(outcome: Outcome, seats: &[SeatInfo]) -> String {
        words::outcome(outcome, seats)
    }

    fn option_title(key: &str) -> String {
        words::option_title(key)
    }

    fn who_begins(scenario: &Scenario, options: &[(String, String)]) -> &'static str {
        words::who_begins(scenario, options)
    }

    fn facts(start: &Position) -> Vec<String> {
        scenario::warlord::author::facts(start.game())
    }

    fn endings(position: &Position) -> Vec<String> {
        words::endings(position)
    }

    fn turn(position: &Position) -> TurnWords {
        words::turn(position)
    }

    fn turn_summary(position: &Position, ready: &Ready) -> String {
        words::turn_summary(position, ready)
    }

    fn pass(base: &Position) -> Option<&'static str> {
        words::pass(base)
    }

    fn entered(count: usize) -> Preliminaries {
        words::entered(count)
    }

    fn told(
        events: &[(usize, &AnyEvent)],
        before: &Position,
        after: &Position,
        reader: Reader<'_>,
    ) -> Vec<Told> {
        told::told(events, before, after, reader)
    }

    fn order(order: &Order, before: &Position) -> String {
        words::order(order, before)
    }

    fn short(order: &Order) -> String {
        words::short(order)
    }

    fn signs(event: &Event) -> Vec<Sign> {
        record::signs(event)
    }

    fn takes(event: &Event) -> bool {
        record::takes(event)
    }

    fn rulebook() -> Rulebook {
        model::rulebook()
    }
}
