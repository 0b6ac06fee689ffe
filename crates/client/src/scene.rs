//! What a board shows, as plain data: the view makes it from the model, the painter turns it into triangles.

use board::{Cell, Grid};
use rules::warlord::{Terrain, Unit};
use std::sync::Arc;

/// Everything on a board except the unit in the hand or on its way.
#[derive(Debug, Clone)]
pub(crate) struct Scene {
    /// What lies on each cell.
    pub(crate) ground: Arc<Grid<Terrain>>,
    /// The units, each on its cell.
    pub(crate) units: Vec<Shown>,
    /// Marks on cells; several may lie on one.
    pub(crate) marks: Vec<(Cell, Mark)>,
    /// Activation ranges.
    pub(crate) ranges: Vec<Range>,
    /// Ways, numbered in order.
    pub(crate) arrows: Vec<Arrow>,
    /// Sections and zones.
    pub(crate) frames: Vec<Framed>,
}

/// A rectangle of cells with a line around it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Framed {
    /// Two opposite corners.
    pub(crate) corners: (Cell, Cell),
    /// It is in order.
    pub(crate) done: bool,
    /// What is written at its edge; mostly nothing.
    pub(crate) label: String,
}

impl Scene {
    /// A board with nothing on it.
    pub(crate) const fn bare(ground: Arc<Grid<Terrain>>) -> Self {
        Self {
            ground,
            units: Vec::new(),
            marks: Vec::new(),
            ranges: Vec::new(),
            arrows: Vec::new(),
            frames: Vec::new(),
        }
    }

    /// The cells threatened by more than one enemy, and by how many.
    pub(crate) fn threats(&self) -> impl Iterator<Item = (Cell, u8)> {
        self.marks.iter().filter_map(|(cell, mark)| match mark {
            Mark::Threat(count) if *count > 1 => Some((*cell, *count)),
            _ => None,
        })
    }
}

/// A unit as shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Shown {
    /// Where.
    pub(crate) cell: Cell,
    /// What.
    pub(crate) unit: Unit,
    /// It has moved this turn, or cannot act: shown paler.
    pub(crate) dim: bool,
    /// A leader's activations: its level, and how many are free.
    pub(crate) pips: Option<(u8, u8)>,
}

/// A mark on a cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Mark {
    /// The chosen unit's cell.
    Selected,
    /// A legal destination.
    Move,
    /// A legal capture.
    Capture,
    /// A legal exchange of cells.
    Swap,
    /// The last turn came from or went here.
    Last,
    /// The enemy reaches this cell with so many units.
    Threat(u8),
    /// A cell of a zone, one of two shades.
    Zone(bool),
    /// A cell of a zone that is in order.
    ZoneDone,
    /// A cell outside the zones one may use.
    Outside,
}

/// A leader's activation range.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Range {
    /// The leader's cell.
    pub(crate) center: Cell,
    /// How far it reaches, in king-steps.
    pub(crate) distance: u8,
    /// Nothing left to give.
    pub(crate) spent: bool,
}

/// One numbered way.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Arrow {
    /// From.
    pub(crate) from: Cell,
    /// To.
    pub(crate) to: Cell,
    /// Its number, from 1.
    pub(crate) number: usize,
    /// Something was captured at its end.
    pub(crate) captures: bool,
}

/// A unit between two cells.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Moving {
    /// What.
    pub(crate) unit: Unit,
    /// From.
    pub(crate) from: Cell,
    /// To.
    pub(crate) to: Cell,
    /// How much of the way is done, 0 to 1.
    pub(crate) done: f32,
}
