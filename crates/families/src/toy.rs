//! The toy family, which only tests play: clicks, cards, decisions, words and boards.

pub mod model;
pub mod views;

use board::Cell;
use home::SeatInfo;
use kit::model::family::{Commands, FamilyModel, NoSetUp};
use kit::model::meaning::{Meaning, Pick, Preliminaries, SecretWords, TurnWords};
use kit::model::notation::Sign;
use kit::model::ready::Ready;
use kit::model::rulebook::Rulebook;
use kit::model::told::{Reader, Told};
use kit::model::words::{capital, outcome_title};
use rules::testing::toy::{Event, Order, Position};
use rules::{AnyEvent, AnyOrder, AnyPosition, Draw, Family, Outcome, Side};
use scenario::Scenario;

use model::{Choice, GiveUp, words};

/// The family, as the window meets it.
#[derive(Debug, Clone, Copy)]
pub struct Toy;

impl Commands for Toy {
    type HandCommand = GiveUp;
    /// The number of a card.
    type SecretChange = u8;
    type SetUpChange = NoSetUp;
}

impl FamilyModel for Toy {
    type Position = Position;
    type Order = Order;
    type Event = Event;
    /// The thing without a cell that is chosen: a prisoner who is to return.
    type Hand = Option<Pick>;
    type Secret = Choice;
    type SetUp = NoSetUp;

    const TITLE: &'static str = "Toy";

    fn any_order(order: Order) -> AnyOrder {
        AnyOrder::Toy(order)
    }

    fn own_position(any: &AnyPosition) -> Option<&Position> {
        let AnyPosition::Toy(position) = any else {
            return None;
        };
        Some(position)
    }

    fn own_order(any: &AnyOrder) -> Option<&Order> {
        let AnyOrder::Toy(order) = any else {
            return None;
        };
        Some(order)
    }

    fn own_event(any: &AnyEvent) -> Option<&Event> {
        let AnyEvent::Toy(event) = any else {
            return None;
        };
        Some(event)
    }

    fn put_down(hand: &mut Option<Pick>) {
        *hand = None;
    }

    fn click(
        hand: &mut Option<Pick>,
        position: &Position,
        side: Option<Side>,
        selected: Option<Cell>,
        cell: Cell,
    ) -> Meaning {
        model::click(*hand, position, side, selected, cell)
    }

    fn choices(
        hand: &Option<Pick>,
        position: &Position,
        side: Option<Side>,
        at: Option<Cell>,
    ) -> Vec<kit::model::meaning::Choice> {
        model::choices(*hand, position, side, at)
    }

    fn pick(hand: &mut Option<Pick>, _: &Position, _: Option<Side>, pick: Pick) -> Meaning {
        model::pick(hand, pick)
    }

    fn command(
        _: &mut Option<Pick>,
        command: GiveUp,
        _: &Position,
        _: Option<Side>,
    ) -> Option<Meaning> {
        Some(command.meaning())
    }

    fn settle(hand: &mut Option<Pick>, _: &Position, _: Option<Side>) {
        *hand = None;
    }

    fn hand_words(_: &Option<Pick>, position: &Position) -> Option<String> {
        words::decision(position)
    }

    fn leads_on(_: GiveUp) -> bool {
        true
    }

    fn open_leaders(_: &Position, _: &[Cell]) -> Vec<Cell> {
        Vec::new()
    }

    fn way(order: &Order) -> Option<(Cell, Cell)> {
        match order {
            Order::Move(from, to) => Some((*from, *to)),
            _ => None,
        }
    }

    fn is_shown(order: &Order) -> bool {
        *order != Order::End
    }

    fn is_entry(_: &Order) -> bool {
        false
    }

    fn secret_words(position: &Position) -> &'static SecretWords {
        words::secret(position)
    }

    fn turn_end(base: &Position, now: &Position) -> [&'static str; 2] {
        words::turn_end(base, now)
    }

    fn lot(_: Draw) -> &'static str {
        "Drawing lots for the fight"
    }

    fn outcome(outcome: Outcome, _: &[SeatInfo]) -> String {
        let title = outcome_title(Family::Toy, outcome);
        format!("{title}: {}.", outcome.word())
    }

    fn option_title(key: &str) -> String {
        capital(key)
    }

    fn who_begins(_: &Scenario, _: &[(String, String)]) -> &'static str {
        "North begins."
    }

    fn facts(start: &Position) -> Vec<String> {
        let game = start.game();
        vec![format!("{} a turn, {} cards", game.orders, game.cards)]
    }

    fn endings(position: &Position) -> Vec<String> {
        words::endings(position)
    }

    fn turn(position: &Position) -> TurnWords {
        words::turn(position)
    }

    fn turn_summary(position: &Position, _: &Ready) -> String {
        words::turn(position).used
    }

    fn pass(_: &Position) -> Option<&'static str> {
        None
    }

    fn entered(count: usize) -> Preliminaries {
        Preliminaries {
            count,
            given: String::new(),
            coming: String::new(),
            short: String::new(),
            back: "",
        }
    }

    /// The events as the family writes them.
    fn told(events: &[(usize, &AnyEvent)], _: &Position, _: &Position, _: Reader<'_>) -> Vec<Told> {
        let told = events.iter().map(|(orders, event)| Told {
            orders: *orders,
            ..Told::new(capital(&event.to_string()))
        });
        told.collect()
    }

    fn order(order: &Order, before: &Position) -> String {
        words::order(order, before)
    }

    fn short(order: &Order) -> String {
        order.to_string()
    }

    /// The record writes this family's orders as the rules do.
    fn signs(_: &Event) -> Vec<Sign> {
        Vec::new()
    }

    /// No order of this family removes a unit by itself.
    fn takes(_: &Event) -> bool {
        false
    }

    fn rulebook() -> Rulebook {
        model::rulebook()
    }
}
