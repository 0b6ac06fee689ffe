//! A position put together from its parts, for the fast position and for whole bytes.

use std::collections::BTreeMap;
use std::sync::Arc;

use board::{Cell, Grid};

use super::share::Shares;
use super::{Phase, Position, Progress, Tally};
use crate::warlord::activation::Activations;
use crate::warlord::{Game, Kind, Unit};
use crate::warlord::{Outcome, Side};

/// The parts of a position after the set-up, without earlier positions. Play must be able to lead to the position.
pub(in crate::warlord) struct Parts {
    pub(in crate::warlord) game: Arc<Game>,
    pub(in crate::warlord) units: Grid<Option<Unit>>,
    pub(in crate::warlord) side: Side,
    pub(in crate::warlord) turn: u32,
    pub(in crate::warlord) cap: u8,
    pub(in crate::warlord) made: u8,
    pub(in crate::warlord) has_entered: bool,
    pub(in crate::warlord) passes: u8,
    pub(in crate::warlord) claim: Option<Side>,
    pub(in crate::warlord) outcome: Option<Outcome>,
    pub(in crate::warlord) waiting: [Vec<(u16, Kind)>; 2],
    /// Units that moved or swapped this turn.
    pub(in crate::warlord) moved: Vec<Cell>,
    /// Units that entered this turn, have not moved since, and may not enter terrain yet.
    pub(in crate::warlord) entered: Vec<Cell>,
    pub(in crate::warlord) swapped: Vec<Cell>,
    /// For each activation of this turn the cells of the leaders that may give it.
    pub(in crate::warlord) claims: Vec<Vec<Cell>>,
}

impl Position {
    pub(in crate::warlord) fn assemble(mut parts: Parts) -> Self {
        // the fast position keeps its units in no lasting order
        parts.moved.sort_unstable();
        parts.entered.sort_unstable();
        let own = || {
            let units = parts.units.iter();
            let own = units.filter_map(|(cell, unit)| Some((cell, (*unit)?)));
            own.filter(|(_, unit)| unit.side == parts.side)
        };
        let mut activations = Activations::default();
        for (cell, unit) in own().filter(|(_, unit)| unit.kind.is_leader()) {
            let has_swapped = parts.swapped.contains(&cell);
            let capacity = if has_swapped { 0 } else { unit.kind.level() };
            activations.add_leader(cell, capacity);
        }
        for claim in &parts.claims {
            // a claim that no leader can meet is left out; read from whole bytes, the position then writes other bytes
            // and is refused
            activations.activate_by(claim);
        }
        let acts_alone = |(_, unit): &(Cell, Unit)| parts.game.activates_itself(unit.kind);
        let self_activating = own().filter(acts_alone).map(|(cell, _)| cell).collect();
        let mut position = Self {
            phase: parts.outcome.map_or(Phase::Playing, Phase::Over),
            side: parts.side,
            turn: parts.turn,
            passes: parts.passes,
            claim: parts.claim,
            progress: Progress {
                cap: parts.cap,
                made: parts.made,
                has_entered: parts.has_entered,
                moved: parts.moved,
                entered: parts.entered,
                activations,
                self_activating,
            },
            tallies: [Tally::default(); 2],
            // the fast position plays no shared game; whole bytes add theirs afterwards
            shares: Shares::default(),
            // earlier positions are no part of a moment; whole bytes add theirs afterwards
            seen: BTreeMap::new(),
            game: parts.game,
            units: parts.units,
            waiting: parts.waiting,
        };
        position.count_leaders();
        position
    }
}
