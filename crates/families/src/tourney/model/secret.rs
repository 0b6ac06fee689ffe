//! The choices that a side makes in secret: a card for each pair of a duel, the aim or the parry of a shot, a muster.

use kit::model::family::SecretChoice;
use kit::model::touch::BoardCommand;
use rules::Side;
use rules::tourney::{Asked, Card, Line, Order, Pair, Position};

use super::muster::{Muster, MusterChange};

/// Stands in a note for a pair without a card.
const NO_CARD: &str = "-";

/// A secret choice while it is being made or as it was sealed.
#[derive(Debug, Clone)]
pub struct Choice {
    position: Position,
    side: Side,
    made: Made,
}

/// The choice made so far.
#[derive(Debug, Clone)]
pub enum Made {
    /// A card for each pair, and the pair whose card the keys choose.
    Cards {
        pairs: Vec<Pair>,
        cards: Vec<Option<Card>>,
        at: usize,
    },
    /// The place of the aim, or of the parry against it.
    Shot(Option<Line>),
    Muster(Muster),
}

/// A change of a secret choice.
#[derive(Debug, Clone, Copy)]
pub enum Change {
    /// The card of a pair, by the pair's place.
    Card(u8, Card),
    /// The pair whose card the keys choose.
    Turn(u8),
    Line(Line),
    Muster(MusterChange),
}

impl Choice {
    pub const fn position(&self) -> &Position {
        &self.position
    }

    pub const fn made(&self) -> &Made {
        &self.made
    }

    /// True if the side shoots; false if it parries.
    pub fn shoots(&self) -> bool {
        // nobody shoots in the enemy's turn (tourney 3.10), so the side on turn is the archer's
        self.side == self.position.side()
    }
}

impl SecretChoice for Choice {
    type Position = Position;
    type Order = Order;
    type Change = Change;

    fn open(position: &Position, side: Side) -> Option<Self> {
        let made = match position.asked() {
            Asked::Cards(_) => {
                let pairs = position.pairs(side);
                Made::Cards {
                    cards: vec![None; pairs.len()],
                    pairs,
                    at: 0,
                }
            }
            Asked::Shot { .. } => Made::Shot(None),
            Asked::Muster(_) => Made::Muster(Muster::new(position, side)),
            _ => return None,
        };
        Some(Self {
            position: position.clone(),
            side,
            made,
        })
    }

    fn sealed(position: &Position, side: Side, order: &Order) -> Option<Self> {
        let mut choice = Self::open(position, side)?;
        match (&mut choice.made, order) {
            (Made::Cards { cards, .. }, Order::Cards(duels)) => {
                // an order lists its cards in the order of the pairs (tourney 5.2)
                *cards = duels.iter().map(|duel| Some(duel.card)).collect();
            }
            (Made::Shot(line), Order::Aim(place) | Order::Parry(place)) => *line = Some(*place),
            (Made::Muster(muster), Order::SetUp(set_up)) => muster.take(set_up.0.clone()),
            _ => return None,
        }
        Some(choice)
    }

    fn side(&self) -> Side {
        self.side
    }

    fn decision(&self) -> Option<Order> {
        let order = match &self.made {
            Made::Cards { cards, .. } => {
                let cards: Option<Vec<Card>> = cards.iter().copied().collect();
                self.position.cards(self.side, &cards?)
            }
            Made::Shot(line) if self.shoots() => Order::Aim((*line)?),
            Made::Shot(line) => Order::Parry((*line)?),
            Made::Muster(muster) => muster.order(),
        };
        // an illegal choice must never be sealed: the seal cannot be changed, and its opening would convict its own
        // signer
        let is_legal = self.position.check(self.side, &order).is_ok();
        is_legal.then_some(order)
    }

    /// Musters are kept for other games; no card is.
    fn to_keep(&self) -> Option<String> {
        // a card fits no fight but its own
        let Made::Muster(muster) = &self.made else {
            return None;
        };
        self.decision()?;
        muster.to_rows(&self.position)
    }

    fn take_kept(&mut self, text: &str) {
        if let Made::Muster(muster) = &mut self.made {
            muster.take_rows(&self.position, text);
        }
    }

    fn to_note(&self) -> Option<String> {
        match &self.made {
            Made::Cards { cards, .. } => {
                let text =
                    |card: &Option<Card>| card.map_or(NO_CARD.to_owned(), |it| it.to_string());
                let texts: Vec<String> = cards.iter().map(text).collect();
                let is_begun = cards.iter().any(Option::is_some);
                is_begun.then(|| texts.join(" "))
            }
            Made::Shot(line) => line.map(|line| line.symbol().to_string()),
            Made::Muster(muster) => muster.to_note(),
        }
    }

    fn take_note(&mut self, text: &str) {
        match &mut self.made {
            Made::Cards { pairs, cards, at } => {
                // the pairs are those of the same step, and stand in the same order; a file that was changed by hand may
                // have more or fewer
                let read = text.split_whitespace().take(pairs.len());
                for (place, card) in read.map(Card::from_text).enumerate() {
                    cards[place] = card;
                }
                *at = cards.iter().position(Option::is_none).unwrap_or(0);
            }
            Made::Shot(line) => {
                let mut symbols = text.chars();
                *line = symbols.next().and_then(Line::from_symbol);
            }
            Made::Muster(muster) => muster.take_note(text),
        }
    }

    fn apply(&mut self, change: Change) {
        match (&mut self.made, change) {
            (Made::Cards { cards, at, .. }, Change::Card(pair, card)) => {
                if let Some(place) = cards.get_mut(usize::from(pair)) {
                    *place = Some(card);
                    // the keys continue with the next pair that has no card yet
                    let open = cards.iter().position(Option::is_none);
                    *at = open.unwrap_or(usize::from(pair));
                }
            }
            (Made::Cards { cards, at, .. }, Change::Turn(pair))
                if usize::from(pair) < cards.len() =>
            {
                *at = pair.into();
            }
            (Made::Shot(line), Change::Line(place)) => *line = Some(place),
            (Made::Muster(muster), Change::Muster(change)) => muster.update(change),
            // a change of a view may be older than the choice that is open now
            _ => {}
        }
    }

    fn take_input(&mut self, command: BoardCommand) -> bool {
        match &mut self.made {
            Made::Muster(muster) => muster.touch(command),
            Made::Cards { cards, .. } if matches!(command, BoardCommand::Undo) => {
                // cards are chosen in any order, so the last pair that has one stands for the last choice
                let last = cards.iter_mut().rev().find(|card| card.is_some());
                last.is_some_and(|card| card.take().is_some())
            }
            Made::Cards { .. } | Made::Shot(_) => false,
        }
    }
}
