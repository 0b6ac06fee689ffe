//! Plain data of the toy family.

pub mod words;

use board::Cell;
use kit::model::family::{FamilyModel, FamilyTypes as _, HandModel, NoSetUp, SecretChoice};
use kit::model::meaning::Meaning;
use kit::model::rulebook::Rulebook;
use kit::model::touch::BoardCommand;
use rules::testing::toy::{Order, Position};
use rules::{Rules, Side};

use super::Toy;

/// Gives up the unit that lost a fight.
#[derive(Debug, Clone, Copy)]
pub struct GiveUp;

/// A card for a fight, while it is being chosen or as it was sealed.
#[derive(Debug, Clone)]
pub struct Choice {
    side: Side,
    /// The cards are numbered from 1 to this.
    pub cards: u8,
    pub order: Option<Order>,
}

impl SecretChoice for Choice {
    type Position = Position;
    type Order = Order;
    type Change = u8;

    fn open(position: &Position, side: Side) -> Option<Self> {
        Some(Self {
            side,
            cards: position.game().cards,
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

    fn apply(&mut self, card: u8) {
        self.order = Some(Order::Card(card));
    }

    /// No card is chosen on the board.
    fn take_input(&mut self, _: BoardCommand) -> bool {
        false
    }
}

impl FamilyModel for Toy {
    type Hand = Nothing;
    type Secret = Choice;
    type SetUp = NoSetUp;

    fn rulebook() -> Rulebook {
        let text = "# The toy\n\n## 1 Fights\n\n1. A unit that enters the enemy's cell fights: both sides choose a card, and the loser retreats.\n";
        Rulebook::read(text, Vec::new())
    }
}

/// Nothing is held at a table of the family, or switched on.
#[derive(Debug, Clone, Default)]
pub struct Nothing;

impl HandModel for Nothing {
    type Position = Position;
    type Command = GiveUp;

    fn leads_on(_: GiveUp) -> bool {
        true
    }

    fn put_down(&mut self) {}

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
        let Some(side) = side else {
            return Meaning::default();
        };
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
}
