//! The consequences of the end of a turn: a fight, a capture without a blow, the loss of a unit. Found by carrying the
//! orders out on a copy, so that it is never another rule than the game's.

use board::Cell;
use rules::tourney::{Asked, Event, Kind, Order, Position, Unit};
use rules::{Rules as _, Side, ToAct};

use super::men;

/// More decisions than a turn has before its first fight.
const STEPS: usize = 16;

/// The consequences of the end of the moves, up to the first fight or the first decision that nobody can foresee.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Foresight {
    /// The square of the fight that begins, with the fighters of both sides.
    pub fight: Option<(Cell, [Vec<Unit>; 2])>,
    /// Enemies captured without a blow.
    pub taken: Vec<Unit>,
    /// Own units captured without a blow.
    pub lost: Vec<Unit>,
    /// Own Ladies who share the fate of the fighters.
    pub at_stake: Vec<Unit>,
    /// A prisoner can be freed.
    pub frees: bool,
    /// The game is over, and this side has won or not.
    pub over: Option<bool>,
}

impl Foresight {
    /// The consequences of an order if the moves end after it; `near` is the encounter that is looked at first.
    pub fn of_order(position: &Position, side: Side, order: &Order, near: Cell) -> Option<Self> {
        // an encounter begins only when the moves end (tourney 3.4), so the end is tried with the order
        let mut after = position.clone();
        let mut events = after.apply(side, order).ok()?;
        events.extend(after.apply(side, &Order::End).ok()?);
        Some(Self::from(after, side, Some(near), events, STEPS))
    }

    /// The consequences of an answer to what the rules ask.
    pub fn of_answer(position: &Position, side: Side, order: &Order) -> Option<Self> {
        let mut after = position.clone();
        let events = after.apply(side, order).ok()?;
        // the next question is the user's again, so nothing is assumed about its answer
        Some(Self::from(after, side, None, events, 0))
    }

    /// What comes after an answer that names its unit itself: the next duel, or the end of the game; `None` if neither.
    pub fn next(&self) -> Option<String> {
        let rest = Self {
            taken: Vec::new(),
            frees: false,
            ..self.clone()
        };
        rest.words()
    }

    /// The consequences of the end of the moves.
    pub fn of_end(position: &Position, side: Side) -> Option<Self> {
        let mut after = position.clone();
        let events = after.apply(side, &Order::End).ok()?;
        Some(Self::from(after, side, None, events, STEPS))
    }

    /// `steps` decisions of the side are taken as they come first, up to one that nobody can foresee.
    fn from(
        mut after: Position,
        side: Side,
        near: Option<Cell>,
        mut events: Vec<Event>,
        steps: usize,
    ) -> Self {
        let mut found = Self::default();
        for _ in 0..steps {
            let order = match after.asked() {
                // what the other side answers, a card or a lot cannot be foreseen; a guess shown as a consequence would
                // be wrong half the time
                _ if after.to_act() != ToAct::One(side) => break,
                Asked::Free(_) => {
                    found.frees = true;
                    // whoever is freed takes no part in this turn's fights, so the first stands for any (tourney 3.4)
                    after.legal_orders(side).into_iter().next()
                }
                Asked::Encounter(cells) => {
                    let near = near.filter(|near| cells.contains(near));
                    near.or(cells.first().copied()).map(Order::Fight)
                }
                // which of two nobles she takes is still the user's choice; the first stands for either
                Asked::Rose { .. } => after.legal_orders(side).into_iter().next(),
                // what the user decides there is not known yet
                _ => break,
            };
            let Some(Ok(more)) = order.map(|order| after.apply(side, &order)) else {
                break;
            };
            events.extend(more);
        }
        // from the events: who was taken is not in the position any more as something that has just happened
        for event in &events {
            if let Event::Captured { unit, .. } | Event::Held { unit, .. } = event {
                match after.game().are_friends(side, unit.owner) {
                    true => found.lost.push(*unit),
                    false => found.taken.push(*unit),
                }
            }
        }
        if let (Asked::Cards(cell), Some(fight)) = (after.asked(), after.fight()) {
            let units = |men: &[rules::tourney::Man]| men.iter().map(|man| man.unit).collect();
            found.at_stake = fight.stakes[0].iter().map(|man| man.unit).collect();
            // in a team the stake may be an ally's Lady, and the words say *your*
            found.at_stake.retain(|unit| unit.owner == side);
            found.fight = Some((cell, fight.fighters.each_ref().map(|men| units(men))));
        }
        if let ToAct::Nobody(outcome) = after.to_act() {
            found.over = Some(outcome.winners().contains(side));
        }
        found
    }

    /// True if a Lady or a Warlord of the side would be captured without a blow.
    pub fn is_grave(&self) -> bool {
        let royal = |unit: &Unit| matches!(unit.kind, Kind::Lady | Kind::Warlord);
        // these two kinds decide the game (tourney 3.8)
        self.over == Some(false) || self.lost.iter().any(royal)
    }

    /// In sentences; `None` if nothing comes of it.
    pub fn words(&self) -> Option<String> {
        let mut parts = Vec::new();
        if !self.taken.is_empty() {
            parts.push(format!(
                "captures {} without a blow",
                men::list(&self.taken)
            ));
        }
        if !self.lost.is_empty() {
            parts.push(format!("your {} is captured", men::list(&self.lost)));
        }
        if let Some((cell, [own, others])) = &self.fight {
            parts.push(format!(
                "a duel on {cell}: {} against {}",
                men::list(own),
                men::list(others)
            ));
        }
        if !self.at_stake.is_empty() {
            parts.push(format!("your {} is at stake", men::list(&self.at_stake)));
        }
        if self.frees {
            parts.push("frees a prisoner".to_owned());
        }
        match self.over {
            Some(true) => parts.push("wins the game".to_owned()),
            Some(false) => parts.push("ends the game, and you do not win it".to_owned()),
            None => {}
        }
        (!parts.is_empty()).then(|| parts.join("; "))
    }
}
