//! Scenes: the contents of a board as plain data, made of positions by each family, which the window turns into
//! triangles and [`crate::Picture`] into SVG.

use std::sync::Arc;

use board::{Cell, Grid};
use rules::{Family, Side};

use crate::ground::Ground;
use crate::sign::{MOST_NUMBER, Sign};
use crate::sprite::{Badge, Badges, Figure, Pips, Sprite};

/// The width of a board in pixels, at most, as long as cells stay readable.
const WIDEST: u16 = 1800;
/// The pixels of a cell in a picture of the whole board.
const CELLS: std::ops::RangeInclusive<u16> = 12..=48;

/// All contents of a board except a token in the hand or on its way.
#[derive(Debug, Clone)]
pub struct Scene {
    /// The family whose drawings the tokens are.
    pub family: Family,
    /// The ground of each cell; its board gives the cells their outlines.
    pub ground: Arc<Grid<Ground>>,
    /// The tokens; the tokens of one cell follow one another.
    pub tokens: Vec<Token>,
    /// Marks on cells; several may lie on one cell.
    pub marks: Vec<(Cell, Mark)>,
    /// Activation ranges.
    pub ranges: Vec<Range>,
    /// The ways of orders, numbered.
    pub arrows: Vec<Arrow>,
    /// Lines between cells: chains of command, tows, lines of fire.
    pub lines: Vec<Line>,
    /// Sections and zones.
    pub frames: Vec<Framed>,
    /// Places beside the board, from the top: the units that wait in a Castle, the prisoners in a Dungeon. Mostly none.
    pub beside: Vec<Beside>,
    /// Cards that fighters have opened, pair by pair and round by round, shown under those places.
    pub played: Vec<Played>,
}

impl Scene {
    /// A scene of bare ground.
    pub const fn bare(family: Family, ground: Arc<Grid<Ground>>) -> Self {
        Self {
            family,
            ground,
            tokens: Vec::new(),
            marks: Vec::new(),
            ranges: Vec::new(),
            arrows: Vec::new(),
            lines: Vec::new(),
            frames: Vec::new(),
            beside: Vec::new(),
            played: Vec::new(),
        }
    }

    /// A scene of bare terrain, with that look of each.
    pub(crate) fn of_terrain<T: Copy>(
        family: Family,
        terrain: &Grid<T>,
        look: impl Fn(T) -> Ground,
    ) -> Self {
        let mut ground = Grid::filled(terrain.board(), Ground::Open);
        for (cell, terrain) in terrain.iter() {
            ground[cell] = look(*terrain);
        }
        Self::bare(family, Arc::new(ground))
    }

    /// The tokens, each with its part of the cell.
    pub fn placed(&self) -> impl Iterator<Item = (&Token, Part)> {
        // the tokens of one cell stand together on the list, so neighbors are enough
        let cells = self.tokens.chunk_by(|one, next| one.cell == next.cell);
        cells.flat_map(|tokens| {
            // no cell of a game has more tokens than that; a made-up position must not panic
            let count = u16::try_from(tokens.len()).unwrap_or(u16::MAX);
            let parts = (0..count).map(move |number| Part::of(number, count));
            tokens.iter().zip(parts)
        })
    }

    /// The width of a cell in pixels for a picture of the whole board: a small board gets large cells.
    pub fn fitting_cell(&self) -> u16 {
        let files = u16::from(self.ground.board().files()).max(1);
        // a cell smaller than the least is unreadable, so that wide boards get wide pictures
        (WIDEST / files).clamp(*CELLS.start(), *CELLS.end())
    }

    /// The threatened cells, with the number of enemies that reach each.
    pub fn threats(&self) -> impl Iterator<Item = (Cell, u8)> {
        self.marks.iter().filter_map(|(cell, mark)| match mark {
            Mark::Threat(count) => Some((*cell, *count)),
            _ => None,
        })
    }
}

/// A unit, leader or other piece on a cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Token {
    /// Where it stands; several tokens of one cell share its square ([`Part`]).
    pub cell: Cell,
    /// The owner, whose color and shape the field has.
    pub side: Side,
    /// The drawing on the field, one of the family's.
    pub figure: Figure,
    /// The level of a leader, and the free part of the level.
    pub pips: Option<Pips>,
    /// Shown paler: the unit has moved this turn, or cannot act.
    pub dim: bool,
    /// The marks that the unit bears: wounds, fights won, strength.
    pub badges: Badges,
}

impl Token {
    /// A unit that has not acted yet; the level is 0 unless it is a leader.
    pub(crate) fn new(cell: Cell, side: Side, figure: Figure, level: u8) -> Self {
        Self {
            cell,
            side,
            figure,
            // every activation is still free when a turn begins
            pips: (level > 0).then_some(Pips { level, free: level }),
            dim: false,
            badges: Badges::NONE,
        }
    }

    /// The drawing of the token without its pips.
    pub const fn sprite(&self) -> Sprite {
        Sprite::Token(self.side, self.figure)
    }

    /// The drawings of the badges, laid over the token and its pips one after the other.
    pub fn badge_sprites(&self) -> impl Iterator<Item = Sprite> + use<> {
        self.badges.iter().map(Sprite::Badge)
    }

    /// The drawing of the pips, laid over the drawing of the token.
    pub fn pips_sprite(&self) -> Option<Sprite> {
        self.pips.map(|pips| Sprite::Pips(self.side, pips))
    }
}

/// The part of a cell's square that a token gets: the square is divided into as many columns as rows, and a row that is
/// not full is centered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Part {
    /// The columns, and as many rows, into which the square is divided.
    pub columns: u16,
    /// The distance from the left edge, in half columns.
    pub left: u16,
    /// The distance from the upper edge, in half columns.
    pub top: u16,
}

impl Part {
    /// The whole square.
    pub const WHOLE: Self = Self {
        columns: 1,
        left: 0,
        top: 0,
    };

    /// The part of token `number` of `count` on one cell.
    pub const fn of(number: u16, count: u16) -> Self {
        if count == 1 {
            return Self::WHOLE;
        }
        let mut columns: u16 = 2;
        // as many columns as rows, the fewest that hold all tokens; saturating, as 256 columns squared would wrap to
        // zero and the loop would not end
        while columns.saturating_mul(columns) < count {
            columns += 1;
        }
        let rows = count.div_ceil(columns);
        let (row, column) = (number / columns, number % columns);
        // a last row that is not full is as wide as its tokens
        let rest = count - row * columns;
        let in_row = if rest < columns { rest } else { columns };
        Self {
            columns,
            left: 2 * column + columns - in_row,
            top: 2 * row + columns - rows,
        }
    }

    /// True if the token is one of two, which lie across the middle of the cell.
    pub const fn is_of_pair(self) -> bool {
        // one row of two is moved down by half a row
        self.columns == 2 && self.top == 1
    }
}

/// A mark on a cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mark {
    /// The chosen cell.
    Selected,
    /// A legal destination.
    Move,
    /// A legal capture.
    Capture,
    /// A legal exchange of cells.
    Swap,
    /// A cell that would be reached but for an obstacle.
    Blocked,
    /// The last turn came from or went to this cell.
    Last,
    /// A cell that this number of enemies reaches.
    Threat(u8),
    /// A cell that a chosen unit of another side reaches.
    Reach,
    /// A cell of a zone, in one of two shades.
    Zone(bool),
    /// A cell of a zone that is in order.
    ZoneDone,
    /// A cell outside the zones of the player.
    Outside,
    /// A unit that can be fired at.
    Fire,
    /// A unit that can be shot without moving, from the next cell.
    Rifle,
    /// A unit that can be passed over and falls.
    Overrun,
    /// A unit of the same side that can come along: towed, or accompanying.
    Link,
    /// A unit out of command.
    Struck,
    /// A unit that falls if the turn ends now.
    Danger,
    /// A unit fell here in the last turn.
    Fallen,
    /// A unit stands on a town, whose drawing it hides.
    Held,
    /// A leader that can command the chosen unit.
    Lit,
    /// The cost of a step onto the cell, 1 to [`Mark::MOST`].
    Cost(u8),
    /// A badge of the family over the cell, such as a grave.
    Badge(Badge),
}

impl Mark {
    /// The greatest cost that has a drawing.
    // one digit: the rules of no family have a price of ten
    pub const MOST: u8 = MOST_NUMBER;

    /// The sign over the tokens of the cell, if the mark has one in its own colors.
    pub const fn sign(self) -> Option<Sprite> {
        Some(match self {
            Self::Fire => Sprite::Sign(Sign::Crosshair),
            Self::Rifle => Sprite::Sign(Sign::Rifle),
            Self::Overrun => Sprite::Sign(Sign::Leap),
            Self::Link => Sprite::Sign(Sign::Chain),
            Self::Struck => Sprite::Sign(Sign::Slash),
            Self::Danger => Sprite::Sign(Sign::Falling),
            Self::Fallen => Sprite::Sign(Sign::Fallen),
            Self::Held => Sprite::Sign(Sign::Held),
            Self::Cost(cost) => Sprite::Number(cost),
            Self::Badge(badge) => Sprite::Badge(badge),
            // the others are drawn below the tokens, or in the color of the theme
            _ => return None,
        })
    }
}

/// A place beside the board that holds units which stand on no cell.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Beside {
    /// The side whose place it is.
    pub side: Side,
    /// The drawing of the place.
    pub badge: Badge,
    /// The cell that leads to it, whose name stands under the drawing.
    pub cell: Cell,
    /// The units there, first in line first; their cells mean nothing.
    pub tokens: Vec<Token>,
}

/// The cards of two fighters, opened together.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Played {
    /// Where they fight.
    pub cell: Cell,
    /// The fighters.
    pub tokens: [Token; 2],
    /// The drawings of their cards.
    pub cards: [Badge; 2],
    /// The wounds that each of them has after these cards: 0, 1, or more for a man felled.
    pub wounds: [u8; 2],
    /// The drawing of a wound.
    pub wound: Badge,
    /// The drawing of a killing blow.
    pub fall: Badge,
}

impl Played {
    /// The fighters with what they take from the cards.
    pub fn struck(&self) -> [Token; 2] {
        let [one, other] = self.tokens;
        [(one, self.wounds[0]), (other, self.wounds[1])].map(|(token, wounds)| {
            let badges = match wounds {
                0 => token.badges,
                1 => token.badges.with(self.wound),
                _ => token.badges.with(self.fall),
            };
            Token { badges, ..token }
        })
    }
}

/// A line between the middles of two cells.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Line {
    /// The first cell.
    pub from: Cell,
    /// The last cell.
    pub to: Cell,
    /// The meaning, which decides the look.
    pub kind: LineKind,
}

/// The meaning of a line; each kind has its own stroke, so that nothing depends on the color alone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LineKind {
    /// A leader commands the leader on the last cell: a whole line with a dot at the leader commanded.
    Command,
    /// A leader passes the command on to a leader of the same level: a dashed line with a dot.
    Relay,
    /// A unit is towed by the unit on the last cell: a double line.
    Tow,
    /// A line of fire: a dotted line.
    Fire,
    /// A line of fire that something blocks: a thin dotted line.
    Blocked,
    /// A part of a way: a whole line.
    Way,
}

/// The cells around a leader to which its orders reach, shown as an outline.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Range {
    /// Where the leader stands.
    pub center: Cell,
    /// The radius of the range, in steps from cell to cell.
    pub distance: u8,
    /// True if the leader has no free activations.
    pub spent: bool,
}

/// The numbered way of an order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Arrow {
    /// The first cell.
    pub from: Cell,
    /// The last cell.
    pub to: Cell,
    /// The number of the order, from 1.
    pub number: usize,
    /// True if the order captures on the last cell.
    pub captures: bool,
    /// True if the order is fire: nothing moves, and the line is dotted.
    pub fires: bool,
}

/// Cells between two opposite corners with a line around them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Framed {
    /// The two corners.
    pub corners: (Cell, Cell),
    /// True if the cells are in order.
    pub done: bool,
    /// The words that the window writes at the edge; mostly empty.
    pub label: String,
}

impl Framed {
    /// The cells inside the line, rank by rank.
    pub fn cells(&self) -> impl Iterator<Item = Cell> + use<> {
        let (one, other) = self.corners;
        // the corners come in any order
        let files = one.file().min(other.file())..=one.file().max(other.file());
        let ranks = one.rank().min(other.rank())..=one.rank().max(other.rank());
        ranks.flat_map(move |rank| files.clone().map(move |file| Cell::new(file, rank)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_of_a_cell_lie_side_by_side_and_a_short_row_is_centered() {
        let parts = |count| {
            let parts = (0..count).map(move |number| Part::of(number, count));
            parts
                .map(|part| (part.columns, part.left, part.top))
                .collect::<Vec<_>>()
        };
        assert_eq!(parts(1), [(1, 0, 0)]);
        assert_eq!(parts(2), [(2, 0, 1), (2, 2, 1)]);
        assert_eq!(parts(3), [(2, 0, 0), (2, 2, 0), (2, 1, 2)]);
        assert_eq!(parts(4), [(2, 0, 0), (2, 2, 0), (2, 0, 2), (2, 2, 2)]);
        assert_eq!(parts(5)[3..], [(3, 1, 3), (3, 3, 3)]);
    }
}
