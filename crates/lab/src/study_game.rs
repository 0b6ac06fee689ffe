//! A game of a study on the board. What its cell changes is changed here, both for play and for reading rows.

use rules::{AnyEvent, AnyOrder, AnyPosition, Draft, Lots, Rules as _, Side, ToAct};
use scenario::Scenario;

use crate::family::studied;
use crate::{Cell, PlayError, Study, Variant};

/// A game of a study under way.
pub(crate) struct StudyGame {
    pub(crate) position: AnyPosition,
    variant: Variant,
    cell: Cell,
    has_begun: bool,
}

impl StudyGame {
    /// The game before lots and set-ups.
    pub(crate) fn new(study: &Study, scenario: &Scenario, cell: Cell) -> Result<Self, PlayError> {
        let variant = study.variants[cell.variant].clone();
        let mut options = study.options.clone();
        if let Some((key, value)) = variant.option() {
            // the variant replaces the study's own value of the option: a scenario refuses an option given twice
            options.retain(|(known, _)| known != key);
            options.push((key.to_owned(), value.to_owned()));
        }
        let start = scenario.start(&options);
        let mut position = start.map_err(|error| PlayError::Variant(error.to_string()))?;
        if let Variant::NoTown(text) = &variant {
            let town = text.parse().ok();
            let changed = town.and_then(|cell| studied(&position).without_town(cell));
            position = changed.ok_or_else(|| {
                PlayError::Variant(format!("no town of the scenario lies on {text}"))
            })?;
        }
        let mut game = Self {
            position,
            variant,
            cell,
            has_begun: false,
        };
        game.begin()?;
        Ok(game)
    }

    pub(crate) const fn has_begun(&self) -> bool {
        self.has_begun
    }

    /// True if the variant makes the side pass its own turn, which it has now: a decision in the other's turn is none.
    pub(crate) fn must_pass(&self, side: Side) -> bool {
        let turn = self.position.turn().number;
        match self.variant {
            // the second side has the even turns
            Variant::Pass(turns) => {
                turn.is_multiple_of(2)
                    && turn <= 2 * u32::from(turns)
                    && self.position.to_act() == ToAct::One(side)
                    && self.position.closing(side).is_some()
            }
            _ => false,
        }
    }

    /// Supplies a lot; returns what happens.
    pub(crate) fn resolve(&mut self, lots: Lots) -> Result<Vec<AnyEvent>, PlayError> {
        let done = self.position.resolve(lots);
        let events = done.map_err(|error| PlayError::Refused(error.to_string()))?;
        self.begin()?;
        Ok(events)
    }

    /// Carries out an order; returns what happens.
    pub(crate) fn apply(
        &mut self,
        side: Side,
        order: &AnyOrder,
    ) -> Result<Vec<AnyEvent>, PlayError> {
        let done = self.position.apply(side, order);
        let events = done.map_err(|error| PlayError::Refused(error.to_string()))?;
        self.begin()?;
        Ok(events)
    }

    /// True if the order closes the orders of the side's turn.
    pub(crate) fn closes(&self, side: Side, order: &AnyOrder) -> bool {
        self.position.closing(side).as_ref() == Some(order)
    }

    /// The orders of a pass: the closing order, and the first listed one of each decision that the side still has to
    /// make after it.
    pub(crate) fn pass(&self, side: Side) -> Vec<AnyOrder> {
        let mut draft = Draft::new(self.position.clone(), side);
        let mut next = self.position.closing(side);
        while let Some(order) = next {
            if draft.push(order).is_err() || draft.is_whole() {
                break;
            }
            next = draft.position().legal_orders(side).into_iter().next();
        }
        draft.orders().cloned().collect()
    }

    /// Once the first turn is reached: gives it to the side of the cell, and lays its restriction on the other.
    fn begin(&mut self) -> Result<(), PlayError> {
        // called after every step, since lots, set-ups and orders can each lead to the first turn
        if self.has_begun || !matches!(self.position.to_act(), ToAct::One(_)) {
            return Ok(());
        }
        self.has_begun = true;
        // a place beyond the sides makes no side, and the error below
        let side = |place: usize| Side::new(u8::try_from(place).unwrap_or(u8::MAX));
        let first = side(self.cell.first).ok_or(PlayError::Sides)?;
        // before the restriction, whose position text names the side on turn too
        self.position = with_first(&self.position, first)?;
        let Some(restricted) = self.cell.restricted.and_then(side) else {
            return Ok(());
        };
        let changed = match &self.variant {
            Variant::Without(symbol) | Variant::OptionWithout(_, _, symbol) => {
                studied(&self.position).without(restricted, symbol)
            }
            Variant::Lower(level) => studied(&self.position).lowered(restricted, *level),
            Variant::Normal | Variant::Pass(_) | Variant::Option(..) | Variant::NoTown(_) => {
                return Ok(());
            }
        };
        let text = changed.ok_or_else(|| {
            PlayError::Variant(format!("{} takes nothing from a side", self.variant))
        })?;
        self.position = read(&self.position, &text)?;
        Ok(())
    }
}

/// The position with `first` on turn; the position is at the start of a turn.
pub(crate) fn with_first(position: &AnyPosition, first: Side) -> Result<AnyPosition, PlayError> {
    // nothing to change, and a position may have more than its text says
    if position.turn().side == first {
        return Ok(position.clone());
    }
    let text = position.to_text();
    let letter = position.family().side_letter(first);
    let letter = letter.ok_or(PlayError::Sides)?.to_string();
    let mut fields: Vec<&str> = text.split(' ').collect();
    match fields.get_mut(1) {
        Some(field) => *field = &letter,
        None => return Err(PlayError::Sides),
    }
    let changed = read(position, &fields.join(" "))?;
    // otherwise every cell of a study would be played with one beginner, and the first turn would be worth nothing
    match changed.turn().side == first {
        true => Ok(changed),
        false => Err(PlayError::Sides),
    }
}

fn read(position: &AnyPosition, text: &str) -> Result<AnyPosition, PlayError> {
    let read = position.with_text(text);
    read.map_err(|error| PlayError::Refused(error.to_string()))
}
