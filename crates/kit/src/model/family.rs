//! The traits that a family's model implements for the shell: [`FamilyModel`] and its parts. The families' own crate
//! dispatches to them.
//!
//! Each part is implemented in the module that holds its subject, so that nothing is written there and forwarded here:
//! words in one, the record in another, the hand and the two editors on types of their own.

use std::fmt::Debug;

use board::{Cell, Edge};
use home::SeatInfo;
use protocol::Done;
use rules::{AnyEvent, AnyOrder, AnyPosition, Draw, Outcome, Side};
use scenario::{Scenario, SideNames};

use super::bout::{Bout, Part};
use super::meaning::{Choice, Meaning, OtherEnd, Pick, Preliminaries, SecretWords, TurnWords};
use super::notation::Sign;
use super::ready::Ready;
use super::rulebook::Rulebook;
use super::scenarios::Findings;
use super::told::{Reader, Told};
use super::touch::BoardCommand;
use super::words::EndReader;

/// The commands of one family, or of all families together.
pub trait Commands: Debug + Clone + Copy {
    /// The commands beside the board.
    type HandCommand: Debug + Clone + Copy;
    type SecretChange: Debug + Clone + Copy;
    type SetUpChange: Debug + Clone;
}

/// A family's position, order and event, and the way from and to those of any family.
///
/// Nobody writes an implementation by hand: the families' own crate makes one for each line of its `families!`.
pub trait FamilyTypes: Debug + Clone + Copy + 'static {
    type Position;
    type Order: 'static;
    type Event: 'static;

    fn any_order(order: Self::Order) -> AnyOrder;
    /// This family's position in one of any family; `None` if it is of another family.
    fn own_position(any: &AnyPosition) -> Option<&Self::Position>;
    /// This family's order in one of any family; `None` if it is of another family.
    fn own_order(any: &AnyOrder) -> Option<&Self::Order>;
    /// This family's event in one of any family; `None` if it is of another family.
    fn own_event(any: &AnyEvent) -> Option<&Self::Event>;

    /// The events of a step that are this family's, each with its number of orders.
    fn own_events<'a>(
        events: &'a [(usize, &'a AnyEvent)],
    ) -> impl Iterator<Item = (usize, &'a Self::Event)>
    where
        Self::Event: 'a,
    {
        // an event of another family would be a mistake of the dispatch; it is left out, for a page must not end the
        // program
        let own =
            |(orders, event): &(usize, &'a AnyEvent)| Some((*orders, Self::own_event(event)?));
        events.iter().filter_map(own)
    }

    /// Orders to try, one after the other, as the meaning of a click or a command.
    fn tries(orders: impl IntoIterator<Item = Self::Order>) -> Meaning {
        Meaning {
            orders: orders.into_iter().map(Self::any_order).collect(),
            ..Meaning::default()
        }
    }

    /// The orders of a list that are this family's.
    fn own_orders(done: &[Done]) -> impl Iterator<Item = &Self::Order> {
        done.iter().filter_map(|done| Self::own_order(&done.order))
    }
}

/// A family's words for its games, turns and orders.
pub trait FamilyWords: FamilyTypes {
    /// The name on headings.
    const TITLE: &'static str;

    /// The words for the choice that sides make in secret in a position.
    fn secret_words(position: &Self::Position) -> &'static SecretWords;
    /// The name of the button that sends a draft, and the question before. `base` is the position before the draft.
    fn turn_end(_base: &Self::Position, _now: &Self::Position) -> [&'static str; 2] {
        ["End turn", "End the turn?"]
    }
    /// The words while a lot is drawn.
    fn lot(draw: Draw) -> &'static str;
    /// The outcome in a sentence. What every family shares, a claim of time, never comes here.
    fn outcome(outcome: Outcome, seats: &[SeatInfo], names: &SideNames) -> String;
    /// The end from the side of one of two players, in a sentence that a person would say; `None` if the neutral words
    /// of [`FamilyWords::outcome`] will do.
    fn end_told(
        _outcome: Outcome,
        _position: &Self::Position,
        _reader: &EndReader<'_>,
    ) -> Option<String> {
        None
    }
    /// A short name for a switch of a scenario.
    fn option_title(key: &str) -> String;
    /// The side of the first turn, in a sentence; `options` are the switches changed.
    fn who_begins(scenario: &Scenario, options: &[(String, String)]) -> String;
    /// The facts of a game, a line each, with the sides by those names.
    fn facts(start: &Self::Position, names: &SideNames) -> Vec<String>;
    /// The endings of a game, a line each.
    fn endings(position: &Self::Position) -> Vec<String>;
    /// The words for the turn on a board.
    fn turn(position: &Self::Position) -> TurnWords;
    /// The orders that the unfinished turn has used and left, and the units that may still act.
    fn turn_summary(position: &Self::Position, ready: &Ready) -> String;
    /// True if the rules ask the side one thing, whose answers are buttons that say what follows.
    fn is_question(_position: &Self::Position) -> bool {
        false
    }
    /// The legal orders that close a member's part of a turn in another way than the button that ends it.
    fn other_ends(_now: &Self::Position) -> Vec<OtherEnd<Self::Order>> {
        Vec::new()
    }
    /// The consequence of a turn without any order; `None` if it has none in particular.
    fn pass(_base: &Self::Position) -> Option<&'static str> {
        None
    }
    /// The words for that many orders before the counted ones, in a family that has such orders.
    fn entered(count: usize) -> Preliminaries {
        Preliminaries::unnamed(count)
    }
    /// One order with what it does.
    fn order(order: &Self::Order, before: &Self::Position) -> String;
    /// One order in its shortest form.
    fn short(order: &Self::Order) -> String;
}

/// A family's orders and events as the record and the list of events show them.
pub trait FamilyRecord: FamilyTypes {
    /// The cells that an order leads from and to; `None` for an order without a place.
    fn way(order: &Self::Order) -> Option<(Cell, Cell)>;
    /// True if a record shows an order even at the end of a side's orders; before others each order is shown.
    fn is_shown(order: &Self::Order) -> bool;
    /// True if a member of a side puts its part of a turn off with an order.
    fn is_put_off(_order: &Self::Order) -> bool {
        false
    }
    /// True if an order comes before the counted orders of its turn.
    fn is_entry(_order: &Self::Order) -> bool {
        false
    }
    /// The part of an order's line in the record that comes from one of its events; if all are empty, the record has
    /// the short order.
    fn signs(event: &Self::Event) -> Vec<Sign>;
    /// True if an event removed a unit of either side.
    fn takes(event: &Self::Event) -> bool;
    /// The fight whose first round was opened by the first of these steps, with what the steps after it say of it;
    /// `None` in a family without fights of several steps, and for any other step.
    fn bout<'a>(
        _steps: &mut dyn Iterator<Item = Part<'a, Self::Order, Self::Event>>,
    ) -> Option<Bout> {
        None
    }
    /// The events of a step in words; each event has the number of orders that were carried out with its own order.
    fn told(
        events: &[(usize, &AnyEvent)],
        before: &Self::Position,
        after: &Self::Position,
        reader: Reader<'_>,
    ) -> Vec<Told>;
}

/// A family's model: its words and its record, what a click means, and what is chosen in secret or beforehand.
pub trait FamilyModel: Commands + FamilyWords + FamilyRecord {
    /// The things that the user holds or has switched on at a table, apart from the chosen cell.
    type Hand: HandModel<Position = Self::Position, Command = Self::HandCommand>
        + Debug
        + Clone
        + Default;
    /// A choice that is sealed before it is opened.
    type Secret: SecretChoice<Position = Self::Position, Order = Self::Order, Change = Self::SecretChange>
        + Debug
        + Clone;
    /// A fixed set-up changed unit by unit; [`NoSetUp`] if the family has none to change.
    type SetUp: SetUpChoice<Change = Self::SetUpChange> + Debug + Clone;

    /// The leaders of the side on turn that can still order one of those units; empty in a family without leaders.
    fn open_leaders(_position: &Self::Position, _units: &[Cell]) -> Vec<Cell> {
        Vec::new()
    }
    /// The leaders of a side on the board, in board order; empty in a family without leaders.
    fn leaders(_position: &Self::Position, _side: Side) -> Vec<Cell> {
        Vec::new()
    }
    /// The edge of the board from which a side begins, for a player who sees its own side at the bottom.
    fn edge(_position: &Self::Position, side: Side) -> Edge {
        match side.index() {
            1 => Edge::North,
            _ => Edge::South,
        }
    }
    /// The members of the side on turn whose parts of the turn are open, in their order; empty where no side is shared by
    /// leaders.
    fn open_parts(_position: &Self::Position) -> &[u8] {
        &[]
    }
    /// The member of its side to whom the leader on a cell belongs; `None` where no side is shared by leaders.
    fn owner(_position: &Self::Position, _cell: Cell) -> Option<u8> {
        None
    }
    /// The units of a side that could come to a cell or fire at it, in sentences; `None` if there is none.
    // without a default: a family that forgot it would say of every cell that nothing threatens it
    fn threats(position: &Self::Position, by: Side, cell: Cell) -> Option<String>;
    /// The rules text, taken apart.
    fn rulebook() -> Rulebook;
    /// The paragraph of the rules text on what is on a cell: on its unit, or else on its ground; `None` for open ground.
    fn paragraph(position: &Self::Position, cell: Cell) -> Option<&'static str>;
}

/// The things that a user holds or has switched on at a table of one family, and the meaning of a click there.
///
/// `side` is always the side whose unfinished turn is on the board; none if the board is only looked at.
// the hand never decides whether an order is legal: it proposes, and the rules refuse and name their paragraph
pub trait HandModel {
    type Position;
    type Command;

    /// True for a command that removes the last notice, which would hide the words that the command brings up.
    fn leads_on(command: Self::Command) -> bool;
    /// Empties the hand; what is switched on stays on.
    fn put_down(&mut self);
    /// The words below the board while something is in the hand or to be decided.
    fn words(&self, position: &Self::Position) -> Option<String>;
    /// Carries out a command; `None` if the choice on the board stays as it is.
    fn update(
        &mut self,
        command: Self::Command,
        position: &Self::Position,
        side: Option<Side>,
    ) -> Option<Meaning>;
    /// The meaning of a click on a cell, with the unit on `selected` chosen.
    fn click(
        &mut self,
        position: &Self::Position,
        side: Option<Side>,
        selected: Option<Cell>,
        cell: Cell,
    ) -> Meaning;
    /// The things beside the cells that can be chosen now: the units of the cell `at` if it has several, and things
    /// without a cell, such as prisoners. They are listed beside the board in this order. `at` is the chosen cell, or
    /// else the keyboard's.
    fn choices(
        &self,
        _position: &Self::Position,
        _side: Option<Side>,
        _at: Option<Cell>,
    ) -> Vec<Choice> {
        Vec::new()
    }
    /// The meaning of a click on one of [`HandModel::choices`]. What is only chosen by it stays in the hand.
    fn pick(&mut self, _position: &Self::Position, _side: Option<Side>, _pick: Pick) -> Meaning {
        Meaning::default()
    }
    /// Looks at the hand after orders were given: what it held may be used up.
    fn settle(&mut self, _position: &Self::Position, _side: Option<Side>) {}
}

/// A choice that a side makes in secret, while it is being made or as it was sealed.
///
/// An [`ArmyEditor`](super::army::ArmyEditor) is one as it stands.
pub trait SecretChoice: Sized {
    type Position;
    type Order;
    type Change;

    /// Nothing chosen yet; `None` if this side has nothing to choose.
    fn open(position: &Self::Position, side: Side) -> Option<Self>;
    /// A sealed choice, to be looked at; `None` if the order is none.
    fn sealed(position: &Self::Position, side: Side, order: &Self::Order) -> Option<Self>;
    /// Leaves only the part of a member, where members share the side by leaders.
    fn narrow(&mut self, _member: u8) {}
    /// Takes the parts that the other members have shown, each with its member.
    fn see_plans(&mut self, _plans: &[(u8, &Self::Order)]) {}
    fn side(&self) -> Side;
    /// The choice, if the rules allow it.
    fn decision(&self) -> Option<Self::Order>;
    /// The choice as text to be kept for another game; `None` while the rules do not allow it, or if none is kept.
    // text and not an order: an order names the cells of one side, and what is kept serves both sides
    fn to_keep(&self) -> Option<String>;
    /// Takes a choice that was kept; what the rules do not allow here changes nothing.
    fn take_kept(&mut self, text: &str);
    /// The choice as far as it is made, as text for this player alone; `None` if nothing is chosen yet.
    fn to_note(&self) -> Option<String> {
        None
    }
    /// Takes such a note; what does not fit here changes nothing.
    fn take_note(&mut self, _text: &str) {}
    fn apply(&mut self, change: Self::Change);
    /// Takes an input on the board; false if the choice has no use for the input.
    fn take_input(&mut self, command: BoardCommand) -> bool;
}

/// The set-up of a game without secrets, while it is being changed unit by unit.
///
/// A [`SetUpEditor`](super::fixed::SetUpEditor) is one; a family without any names [`NoSetUp`].
pub trait SetUpChoice: Sized {
    type Change;

    /// True if a scenario has a set-up that can be changed unit by unit.
    // asked before a page opens: the button that leads there must not be shown without an editor behind it
    fn can_change(scenario: &Scenario) -> bool;
    /// The set-up a form chooses: the scenario's own, or what was pasted. `number` distinguishes one opening from
    /// another.
    fn open(scenario: &Scenario, pasted: &str, number: u64) -> Option<Self>;
    /// The scenario as its file has it.
    fn scenario(&self) -> &Scenario;
    fn number(&self) -> u64;
    fn apply(&mut self, change: Self::Change);
    /// Takes an input on the board; false if the input changes nothing.
    fn take_input(&mut self, command: BoardCommand) -> bool;
    /// True once the set-up differs from the one the editor was opened with.
    fn is_changed(&self) -> bool;
    /// The text for the form's field, empty for the scenario's own set-up; `None`, and the editor shows the reason,
    /// if no game can be played with it.
    fn field(&mut self) -> Option<String>;
    /// The set-up to be checked next, if there is one that was not and no check is under way; `number` names the check.
    fn next_check(&mut self, number: u64) -> Option<String>;
    /// Takes the findings of a check; findings that were not asked for are ignored.
    fn hear(&mut self, number: u64, findings: Findings);
}

/// The family's fixed set-ups are not changed unit by unit: there is no editor, and never one open.
// without a value: the compiler knows that the methods below are never called, and they need no answer
#[derive(Debug, Clone, Copy)]
pub enum NoSetUp {}

impl SetUpChoice for NoSetUp {
    type Change = Self;

    fn can_change(_: &Scenario) -> bool {
        false
    }

    fn open(_: &Scenario, _: &str, _: u64) -> Option<Self> {
        None
    }

    fn scenario(&self) -> &Scenario {
        match *self {}
    }

    fn number(&self) -> u64 {
        match *self {}
    }

    fn apply(&mut self, change: Self) {
        match change {}
    }

    fn take_input(&mut self, _: BoardCommand) -> bool {
        match *self {}
    }

    fn is_changed(&self) -> bool {
        match *self {}
    }

    fn field(&mut self) -> Option<String> {
        match *self {}
    }

    fn next_check(&mut self, _: u64) -> Option<String> {
        match *self {}
    }

    fn hear(&mut self, _: u64, _: Findings) {
        match *self {}
    }
}
