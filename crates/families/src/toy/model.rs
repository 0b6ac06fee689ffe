//! Plain data of the toy family.

pub mod words;

use board::Cell;
use kit::model::family::{FamilyModel, FamilyTypes as _, HandModel, NoSetUp, SecretChoice};
use kit::model::meaning::{self, Meaning, Pick, SecretWords};
use kit::model::rulebook::Rulebook;
use kit::model::touch::BoardCommand;
use rules::testing::toy::{Order, Position, Sign};
use rules::{Rules, Side};

use super::Toy;

/// Gives up the unit that lost a fight.
#[derive(Debug, Clone, Copy)]
pub struct GiveUp;

/// A card for a fight or a sign about the prisoners, while it is being chosen or as it was sealed.
#[derive(Debug, Clone)]
pub struct Choice {
    side: Side,
    /// The cards, or the signs.
    pub orders: Vec<Order>,
    pub words: &'static SecretWords,
    pub order: Option<Order>,
}

impl SecretChoice for Choice {
    type Position = Position;
    type Order = Order;
    type Change = u8;

    fn open(position: &Position, side: Side) -> Option<Self> {
        Some(Self {
            side,
            orders: match position.camp() {
                Some(_) => Sign::ALL.map(Order::Sign).to_vec(),
                None => (1..=position.game().cards).map(Order::Card).collect(),
            },
            words: words::secret(position),
            order: None,
        })
    }

    fn sealed(position: &Position, side: Side, order: &Order) -> Option<Self> {
        let order = Some(*order);
        Some(Self {
            order,
            ..Self::open(position, side)?
        })
    }

    fn side(&self) -> Side {
        self.side
    }

    fn decision(&self) -> Option<Order> {
        self.order
    }

    /// No card is kept for another fight.
    fn to_keep(&self) -> Option<String> {
        None
    }

    fn take_kept(&mut self, _: &str) {}

    /// The number of the card or sign.
    fn to_note(&self) -> Option<String> {
        let order = self.order?;
        let place = self.orders.iter().position(|other| *other == order)?;
        Some((place + 1).to_string())
    }

    fn take_note(&mut self, text: &str) {
        self.apply(text.parse().unwrap_or_default());
    }

    /// Takes a card or sign by its number, from 1.
    fn apply(&mut self, number: u8) {
        let place = usize::from(number).checked_sub(1);
        self.order = place.and_then(|place| self.orders.get(place).copied());
    }

    /// No card is chosen on the board.
    fn take_input(&mut self, _: BoardCommand) -> bool {
        false
    }
}

impl FamilyModel for Toy {
    type Hand = Hand;
    type Secret = Choice;
    type SetUp = NoSetUp;

    /// Nothing is said: the toy's units only step to the next cell.
    fn threats(_: &Self::Position, _: Side, _: Cell) -> Option<String> {
        None
    }

    fn rulebook() -> Rulebook {
        let text = "# The toy\n\n## 1 Fights\n\n1. A unit that enters the enemy's cell fights: both sides choose a card, and the loser retreats.\n";
        Rulebook::read(text, Vec::new())
    }

    fn paragraph(_: &Self::Position, _: Cell) -> Option<&'static str> {
        None
    }
}

/// The thing without a cell that is chosen: a prisoner who is to return.
#[derive(Debug, Clone, Default)]
pub struct Hand(Option<Pick>);

impl HandModel for Hand {
    type Position = Position;
    type Command = GiveUp;

    fn leads_on(_: GiveUp) -> bool {
        true
    }

    fn put_down(&mut self) {
        self.0 = None;
    }

    fn words(&self, position: &Position) -> Option<String> {
        words::decision(position)
    }

    fn update(&mut self, _: GiveUp, _: &Position, _: Option<Side>) -> Option<Meaning> {
        Some(Toy::tries([Order::GiveUp]))
    }

    fn click(
        &mut self,
        position: &Position,
        side: Option<Side>,
        selected: Option<Cell>,
        cell: Cell,
    ) -> Meaning {
        click(self.0, position, side, selected, cell)
    }

    fn choices(
        &self,
        position: &Position,
        side: Option<Side>,
        at: Option<Cell>,
    ) -> Vec<meaning::Choice> {
        choices(self.0, position, side, at)
    }

    fn pick(&mut self, _: &Position, _: Option<Side>, pick: Pick) -> Meaning {
        self::pick(&mut self.0, pick)
    }

    fn settle(&mut self, _: &Position, _: Option<Side>) {
        self.0 = None;
    }
}

/// The meaning of a click on a cell, with the unit on `selected` chosen.
fn click(
    hand: Option<Pick>,
    position: &Position,
    side: Option<Side>,
    selected: Option<Cell>,
    cell: Cell,
) -> Meaning {
    let Some(side) = side else {
        return Meaning::default();
    };
    if let Some(camp) = position.camp() {
        return match camp.guard {
            None => guard(position, side, selected, cell),
            Some(_) if hand == Some(PRISONER) => Toy::tries([Order::Return(cell)]),
            Some(_) => Meaning::default(),
        };
    }
    // during a fight a cell can only name a retreat
    if position.fight().is_some() {
        return Toy::tries([Order::Retreat(cell)]);
    }
    let has_own = position.units()[cell][side.index()] > 0;
    if let Some(from) = selected.filter(|from| *from != cell) {
        let go = Order::Move(from, cell);
        // a move that is not legal is tried as well: the table then shows why it is refused
        if !has_own || position.check(side, &go).is_ok() {
            return Toy::tries([go]);
        }
    }
    Meaning {
        selected: Some(cell).filter(|_| has_own && selected != Some(cell)),
        ..Meaning::default()
    }
}

/// A prisoner, in the list beside the board.
const PRISONER: Pick = Pick::Apart(0);
/// No prisoner, in the same list.
const NOBODY: Pick = Pick::Apart(1);

/// A cell with one unit names the guard; of several, one is chosen from the list.
fn guard(position: &Position, side: Side, selected: Option<Cell>, cell: Cell) -> Meaning {
    match position.units()[cell][side.index()] {
        2.. => Meaning {
            selected: Some(cell).filter(|_| selected != Some(cell)),
            ..Meaning::default()
        },
        // without a unit it is tried as well: the table then shows why it is refused
        _ => Toy::tries([Order::Guard(cell, 1)]),
    }
}

/// The units of a cell of which one is to be the guard, or the prisoners of whom one may return.
fn choices(
    hand: Option<Pick>,
    position: &Position,
    side: Option<Side>,
    at: Option<Cell>,
) -> Vec<meaning::Choice> {
    let Some((side, camp)) = side.zip(position.camp()) else {
        return Vec::new();
    };
    let choice = |pick: Pick, name: String| meaning::Choice {
        pick,
        name,
        is_chosen: hand == Some(pick),
        can: true,
    };
    if camp.guard.is_none() {
        let cell = at.filter(|cell| position.units()[*cell][side.index()] > 1);
        let units = cell.into_iter().flat_map(|cell| {
            ["first", "second"]
                .into_iter()
                .zip(0..)
                .map(move |(number, place)| {
                    (
                        Pick::Unit(cell, place),
                        format!("The {number} unit on {cell}"),
                    )
                })
        });
        return units.map(|(pick, name)| choice(pick, name)).collect();
    }
    let held = position.prisoners()[side.index()];
    let prisoner = choice(PRISONER, format!("A prisoner of {held}"));
    vec![prisoner, choice(NOBODY, "Nobody returns".to_owned())]
}

/// A unit chosen from the list is the guard; a prisoner goes where the next click says.
fn pick(hand: &mut Option<Pick>, pick: Pick) -> Meaning {
    match pick {
        Pick::Unit(cell, place) => Toy::tries([Order::Guard(cell, place + 1)]),
        NOBODY => Toy::tries([Order::Stay]),
        Pick::Apart(_) => {
            *hand = Some(pick).filter(|_| *hand != Some(pick));
            Meaning::default()
        }
    }
}
