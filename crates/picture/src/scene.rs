//! What a board shows, as plain data: made of positions, turned into triangles by the window and into SVG by
//! [`crate::Picture`].

use board::{Cell, Grid};
use rules::warlord::{Terrain, Unit};
use std::sync::Arc;

/// Everything on a board except the unit in the hand or on its way.
#[derive(Debug, Clone)]
pub struct Scene {
    /// What lies on each cell.
    pub ground: Arc<Grid<Terrain>>,
    /// The units, each on its cell.
    pub units: Vec<Shown>,
    /// Marks on cells; several may lie on one.
    pub marks: Vec<(Cell, Mark)>,
    /// Activation ranges.
    pub ranges: Vec<Range>,
    /// Ways, numbered in order.
    pub arrows: Vec<Arrow>,
    /// Sections and zones.
    pub frames: Vec<Framed>,
}

/// A rectangle of cells with a line around it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Framed {
    /// Two opposite corners.
    pub corners: (Cell, Cell),
    /// It is in order.
    pub done: bool,
    /// What the window writes at its edge; mostly nothing.
    pub label: String,
}

impl Scene {
    /// A board with nothing on it.
    pub const fn bare(ground: Arc<Grid<Terrain>>) -> Self {
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
    pub fn threats(&self) -> impl Iterator<Item = (Cell, u8)> {
        self.marks.iter().filter_map(|(cell, mark)| match mark {
            Mark::Threat(count) if *count > 1 => Some((*cell, *count)),
            _ => None,
        })
    }
}

/// A unit as shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Shown {
    /// Where.
    pub cell: Cell,
    /// What.
    pub unit: Unit,
    /// It has moved this turn, or cannot act: shown paler.
    pub dim: bool,
    /// A leader's activations: its level, and how many are free.
    pub pips: Option<(u8, u8)>,
}

/// A mark on a cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mark {
    /// The chosen unit's cell.
    Selected,
    /// A legal destination.
    Move,
    /// A legal capture.
    Capture,
    /// A legal exchange of cells.
    Swap,
    /// Reached if nothing hindered.
    Blocked,
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
pub struct Range {
    /// The leader's cell.
    pub center: Cell,
    /// How far it reaches, in king-steps.
    pub distance: u8,
    /// Nothing left to give.
    pub spent: bool,
}

/// One numbered way.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Arrow {
    /// From.
    pub from: Cell,
    /// To.
    pub to: Cell,
    /// Its number, from 1.
    pub number: usize,
    /// Something was captured at its end.
    pub captures: bool,
}
