//! The drawings of units, marks and ground, by us, as SVG.
//!
//! Shape and color both tell the sides apart: navy discs with white glyphs are White's, amber squares with black
//! glyphs Black's, both with the black rim that keeps amber readable on every ground.

use rules::warlord::Side;
use rules::warlord::{Kind, Terrain, Unit};

/// Which drawings stand for the units.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum PieceSet {
    /// Small pictures: crown, helm, horse, cannon, shield.
    #[default]
    Pictures,
    /// Lines as on military maps, readable down to a few pixels.
    Nato,
}

/// Below this many pixels a cell the pictures are mud, and the NATO set is taken instead.
pub const PICTURES_FROM: u16 = 20;

impl PieceSet {
    /// The set to take where this one is wished and cells have that many pixels.
    #[must_use]
    pub const fn at(self, pixels: u16) -> Self {
        if pixels < PICTURES_FROM {
            Self::Nato
        } else {
            self
        }
    }
}

/// One drawing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sprite {
    /// Nothing but white, to be tinted: the fill of cells.
    Blank,
    /// A unit without its level.
    Unit(Unit),
    /// A leader's level as pips, the `free` first of them filled.
    Pips {
        /// Whose leader.
        side: Side,
        /// Its level.
        level: u8,
        /// Activations it can still give.
        free: u8,
    },
    /// A dot, to be tinted: a legal destination.
    Dot,
    /// A ring, to be tinted: a legal capture.
    Ring,
    /// A cross, to be tinted: a cell that would be reached if nothing hindered.
    Cross,
    /// Corner brackets, to be tinted: where the last turn went.
    Brackets,
    /// Diagonal hatching, to be tinted: a threatened cell.
    Hatch,
    /// What lies on a cell, to be tinted.
    Terrain(Terrain),
}

const MAX_LEVEL: u8 = 3;
/// Pip sprites of one side: levels 1 to 3 with 0 to level free ones.
const PIPS: usize = 2 + 3 + 4;
const KINDS: usize = Kind::ALL.len();
const PLAIN: [Sprite; 6] = [
    Sprite::Blank,
    Sprite::Dot,
    Sprite::Ring,
    Sprite::Cross,
    Sprite::Brackets,
    Sprite::Hatch,
];
const GROUNDS: [Terrain; 4] = [Terrain::Town, Terrain::Trees, Terrain::Hill, Terrain::Water];

impl Sprite {
    /// How many there are.
    pub const COUNT: usize = PLAIN.len() + GROUNDS.len() + 2 * (KINDS + PIPS);

    /// All of them, in the order of their numbers.
    pub fn all() -> impl Iterator<Item = Self> {
        let units = Side::BOTH
            .into_iter()
            .flat_map(|side| Kind::ALL.map(|kind| Self::Unit(Unit { side, kind })));
        let pips = Side::BOTH.into_iter().flat_map(|side| {
            (1..=MAX_LEVEL).flat_map(move |level| {
                (0..=level).map(move |free| Self::Pips { side, level, free })
            })
        });
        PLAIN
            .into_iter()
            .chain(GROUNDS.map(Self::Terrain))
            .chain(units)
            .chain(pips)
    }

    /// Its number; what has no drawing of its own (open ground) is blank.
    pub fn index(self) -> usize {
        let units = PLAIN.len() + GROUNDS.len();
        let place = |found: Option<usize>| found.unwrap_or(0);
        match self {
            Self::Unit(unit) => {
                let kind = place(Kind::ALL.iter().position(|kind| *kind == unit.kind));
                units + unit.side.index() * KINDS + kind
            }
            Self::Pips { side, level, free } => {
                let level = usize::from(level.clamp(1, MAX_LEVEL));
                let free = usize::from(free).min(level);
                let before = [0, 2, 5][level - 1];
                units + 2 * KINDS + side.index() * PIPS + before + free
            }
            Self::Terrain(ground) => GROUNDS
                .iter()
                .position(|other| *other == ground)
                .map_or(0, |n| PLAIN.len() + n),
            plain => place(PLAIN.iter().position(|other| *other == plain)),
        }
    }

    /// A picture of its own, what is to be tinted in white.
    pub fn to_svg(self, set: PieceSet) -> String {
        let body = self.body(set, "#fff");
        format!("<svg xmlns='http://www.w3.org/2000/svg' viewBox='{VIEW_BOX}'>{body}</svg>")
    }

    /// What is drawn in its [`VIEW_BOX`], what is to be tinted in that ink.
    pub(crate) fn body(self, set: PieceSet, ink: &str) -> String {
        match self {
            Self::Blank => format!("<path fill='{ink}' d='M-8-8h80v80h-80z'/>"),
            Self::Dot => format!(
                "<circle cx='32' cy='32' r='10' fill='{ink}' stroke='{ink}' stroke-opacity='.35' stroke-width='3'/>"
            ),
            Self::Ring => format!(
                "<circle cx='32' cy='32' r='30' fill='none' stroke='{ink}' stroke-width='5'/>"
            ),
            Self::Cross => {
                format!(
                    "<path fill='none' stroke='{ink}' stroke-width='6' d='M22 22 42 42M42 22 22 42'/>"
                )
            }
            Self::Brackets => format!(
                "<path fill='none' stroke='{ink}' stroke-width='4.500' d='M1 15V1h14M49 1h14v14M63 49v14H49M15 63H1V49'/>"
            ),
            Self::Hatch => format!(
                "<path fill='none' stroke='{ink}' stroke-width='4' d='M-6 22 22-6M-6 46 46-6M-6 70 70-6M18 70 70 18M42 70 70 42'/>"
            ),
            Self::Terrain(ground) => glyph(terrain_source(ground), ink),
            Self::Unit(unit) => {
                let (base, ink) = base(unit.side);
                format!("{base}{}", glyph(unit_source(set, unit.kind), ink))
            }
            Self::Pips { side, level, free } => pips(side, level, free),
        }
    }
}

/// The cell's box around a drawing's 64 by 64, so that neighbors do not touch.
pub(crate) const VIEW_BOX: &str = "-3 -3 70 70";

/// The program's emblem: a navy disc over an amber square, and a crown.
pub fn emblem() -> String {
    let crown = "<path transform='translate(0 6)' fill='#fff' d='M18 34.500 15 19.500l8.600 5.900L32 12.500l8.400 12.900 8.600-5.900-3 15zM18 37h28v5H18z'/>";
    let [(white, _), (black, _)] = Side::BOTH.map(base);
    format!(
        "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 96 96'>\
         <g transform='translate(33 4)'>{black}</g><g transform='translate(0 22) scale(1.12)'>{white}{crown}</g></svg>"
    )
}

/// What a side's units stand on, and the ink on it.
fn base(side: Side) -> (&'static str, &'static str) {
    match side {
        Side::White => (
            "<linearGradient id='navy' x2='0' y2='1'><stop stop-color='#2763A9'/><stop offset='1' stop-color='#133F74'/></linearGradient>\
             <circle cx='32' cy='32' r='28.500' fill='url(#navy)' stroke='#000' stroke-width='3'/>",
            "#fff",
        ),
        Side::Black => (
            "<linearGradient id='amber' x2='0' y2='1'><stop stop-color='#FBB829'/><stop offset='1' stop-color='#E39700'/></linearGradient>\
             <rect x='4.500' y='4.500' width='55' height='55' rx='7' fill='url(#amber)' stroke='#000' stroke-width='3'/>",
            "#000",
        ),
    }
}

fn pips(side: Side, level: u8, free: u8) -> String {
    let ink = base(side).1;
    let places: &[&str] = match level {
        1 => &["32"],
        2 => &["26.500", "37.500"],
        _ => &["21", "32", "43"],
    };
    (0..free)
        .map(|_| true)
        .chain(std::iter::repeat(false))
        .zip(places)
        .map(|(is_free, x)| {
            if is_free {
                format!("<circle cx='{x}' cy='50.500' r='4.300' fill='{ink}'/>")
            } else {
                format!(
                    "<circle cx='{x}' cy='50.500' r='3.300' fill='none' stroke='{ink}' stroke-opacity='.75' stroke-width='1.800'/>"
                )
            }
        })
        .collect()
}

/// The drawing inside a glyph file with its color filled in: the file's outer element becomes a group.
fn glyph(source: &str, ink: &str) -> String {
    let source = source.replace("currentColor", ink);
    let opening = source.find('>').unwrap_or(0);
    let end = source.rfind("</svg>").unwrap_or(source.len());
    let attributes = source[..opening]
        .split_once("viewBox=\"0 0 64 64\"")
        .map_or("", |(_, rest)| rest);
    format!("<g{attributes}>{}</g>", &source[opening + 1..end])
}

fn terrain_source(ground: Terrain) -> &'static str {
    match ground {
        Terrain::Town => include_str!("../art/terrain/town.svg"),
        Terrain::Trees => include_str!("../art/terrain/trees.svg"),
        Terrain::Hill => include_str!("../art/terrain/hill.svg"),
        Terrain::Water => include_str!("../art/terrain/water.svg"),
        Terrain::Open | Terrain::Hole => "<svg viewBox=\"0 0 64 64\"></svg>",
    }
}

fn unit_source(set: PieceSet, kind: Kind) -> &'static str {
    match (set, kind) {
        (PieceSet::Pictures, Kind::Leader1 | Kind::Leader2 | Kind::Leader3) => {
            include_str!("../art/pictures/leader.svg")
        }
        (PieceSet::Pictures, Kind::Promoted) => include_str!("../art/pictures/promoted.svg"),
        (PieceSet::Pictures, Kind::HeavyCavalry) => {
            include_str!("../art/pictures/heavy-cavalry.svg")
        }
        (PieceSet::Pictures, Kind::Cannon) => include_str!("../art/pictures/cannon.svg"),
        (PieceSet::Pictures, Kind::LightCavalry) => {
            include_str!("../art/pictures/light-cavalry.svg")
        }
        (PieceSet::Pictures, Kind::Infantry) => include_str!("../art/pictures/infantry.svg"),
        (PieceSet::Pictures, Kind::Hero) => include_str!("../art/pictures/hero.svg"),
        (PieceSet::Pictures, Kind::Shaman) => include_str!("../art/pictures/shaman.svg"),
        (PieceSet::Pictures, Kind::Bishopy) => include_str!("../art/pictures/bishopy.svg"),
        (PieceSet::Pictures, Kind::Rookish) => include_str!("../art/pictures/rookish.svg"),
        (PieceSet::Nato, Kind::Leader1) => include_str!("../art/nato/leader-1.svg"),
        (PieceSet::Nato, Kind::Leader2) => include_str!("../art/nato/leader-2.svg"),
        (PieceSet::Nato, Kind::Leader3) => include_str!("../art/nato/leader-3.svg"),
        (PieceSet::Nato, Kind::Promoted) => include_str!("../art/nato/promoted.svg"),
        (PieceSet::Nato, Kind::HeavyCavalry) => include_str!("../art/nato/heavy-cavalry.svg"),
        (PieceSet::Nato, Kind::Cannon) => include_str!("../art/nato/cannon.svg"),
        (PieceSet::Nato, Kind::LightCavalry) => include_str!("../art/nato/light-cavalry.svg"),
        (PieceSet::Nato, Kind::Infantry) => include_str!("../art/nato/infantry.svg"),
        (PieceSet::Nato, Kind::Hero) => include_str!("../art/nato/hero.svg"),
        (PieceSet::Nato, Kind::Shaman) => include_str!("../art/nato/shaman.svg"),
        (PieceSet::Nato, Kind::Bishopy) => include_str!("../art/nato/bishopy.svg"),
        (PieceSet::Nato, Kind::Rookish) => include_str!("../art/nato/rookish.svg"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_sprite_has_a_number_of_its_own() {
        let numbers: Vec<usize> = Sprite::all().map(Sprite::index).collect();
        assert_eq!(numbers, (0..Sprite::COUNT).collect::<Vec<_>>());
    }
}
