//! The pieces and terrain pictures, drawn by us as SVG and rasterised at the exact size they are shown in.
//!
//! Shape and color both tell the sides apart: navy discs with white glyphs are White's, amber squares with black
//! glyphs Black's, both with the black rim that keeps amber readable on every ground.

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg;
use rules::Side;
use rules::warlord::{Kind, Terrain, Unit};

/// Which drawings stand for the units.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub(crate) enum PieceSet {
    /// Small pictures: crown, helm, horse, cannon, shield.
    #[default]
    Pictures,
    /// Lines as on military maps, readable down to a few pixels.
    Nato,
}

/// Below this many pixels a cell the pictures are mud, and the NATO set is taken instead.
pub(crate) const PICTURES_FROM: u16 = 20;

/// One drawing of a sheet.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Sprite {
    /// Nothing but white, to be tinted: the fill of cells.
    Blank,
    /// A unit without its level.
    Unit(Unit),
    /// A leader's level as pips, the `free` first of them filled.
    Pips { side: Side, level: u8, free: u8 },
    /// A dot, to be tinted: a legal destination.
    Dot,
    /// A ring, to be tinted: a legal capture.
    Ring,
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
const PLAIN: [Sprite; 5] = [
    Sprite::Blank,
    Sprite::Dot,
    Sprite::Ring,
    Sprite::Brackets,
    Sprite::Hatch,
];
const GROUNDS: [Terrain; 4] = [Terrain::Town, Terrain::Trees, Terrain::Hill, Terrain::Water];
const SPRITES: usize = PLAIN.len() + GROUNDS.len() + 2 * (KINDS + PIPS);
const COLUMNS: usize = 8;

impl Sprite {
    fn all() -> impl Iterator<Item = Self> {
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

    /// The place in the sheet; what has no drawing of its own (open ground) is blank.
    fn index(self) -> usize {
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

    fn svg(self, set: PieceSet) -> String {
        match self {
            Self::Blank => framed("<path fill='#fff' d='M-8-8h80v80h-80z'/>"),
            Self::Dot => framed(
                "<circle cx='32' cy='32' r='10' fill='#fff' stroke='#fff' stroke-opacity='.35' stroke-width='3'/>",
            ),
            Self::Ring => framed(
                "<circle cx='32' cy='32' r='30' fill='none' stroke='#fff' stroke-width='5'/>",
            ),
            Self::Brackets => framed(
                "<path fill='none' stroke='#fff' stroke-width='4.500' d='M1 15V1h14M49 1h14v14M63 49v14H49M15 63H1V49'/>",
            ),
            Self::Hatch => framed(
                "<path fill='none' stroke='#fff' stroke-width='4' d='M-6 22 22-6M-6 46 46-6M-6 70 70-6M18 70 70 18M42 70 70 42'/>",
            ),
            Self::Terrain(ground) => framed(&glyph(terrain_source(ground), "#fff")),
            Self::Unit(unit) => {
                let (base, ink) = base(unit.side);
                framed(&format!(
                    "{base}{}",
                    glyph(unit_source(set, unit.kind), ink)
                ))
            }
            Self::Pips { side, level, free } => framed(&pips(side, level, free)),
        }
    }
}

/// The cell's box around the drawing's 64 by 64, so that neighbors do not touch.
fn framed(body: &str) -> String {
    format!("<svg xmlns='http://www.w3.org/2000/svg' viewBox='-3 -3 70 70'>{body}</svg>")
}

fn base(side: Side) -> (&'static str, &'static str) {
    match side {
        Side::White => (
            "<defs><linearGradient id='g' x2='0' y2='1'><stop stop-color='#2763A9'/><stop offset='1' stop-color='#133F74'/></linearGradient></defs>\
             <circle cx='32' cy='32' r='28.500' fill='url(#g)' stroke='#000' stroke-width='3'/>",
            "#fff",
        ),
        Side::Black => (
            "<defs><linearGradient id='g' x2='0' y2='1'><stop stop-color='#FBB829'/><stop offset='1' stop-color='#E39700'/></linearGradient></defs>\
             <rect x='4.500' y='4.500' width='55' height='55' rx='7' fill='url(#g)' stroke='#000' stroke-width='3'/>",
            "#000",
        ),
    }
}

fn pips(side: Side, level: u8, free: u8) -> String {
    let ink = base(side).1;
    let left = 32.0 - 5.5 * (f32::from(level) - 1.0);
    (0..level)
        .map(|n| {
            let x = left + 11.0 * f32::from(n);
            if n < free {
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

/// Every sprite of one set at one size, as premultiplied RGBA.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Sheet {
    /// Width and height in pixels.
    pub(crate) size: [usize; 2],
    /// Four bytes a pixel, row by row.
    pub(crate) pixels: Vec<u8>,
    /// The side of one sprite in pixels.
    sprite: u16,
}

impl Sheet {
    /// Draws every sprite `pixels` wide and high.
    pub(crate) fn draw(set: PieceSet, pixels: u16) -> Self {
        let sprite = pixels.max(1);
        let set = if sprite < PICTURES_FROM {
            PieceSet::Nato
        } else {
            set
        };
        let slot = u32::from(sprite) + 2;
        let rows = SPRITES.div_ceil(COLUMNS);
        let mut sheet = Pixmap::new(slot * COLUMNS as u32, slot * rows as u32)
            .expect("a sheet has at least one pixel and far less than the limit of 2^31 bytes");
        for drawing in Sprite::all() {
            let index = drawing.index();
            let (column, row) = (index % COLUMNS, index / COLUMNS);
            let tree = usvg::Tree::from_str(&drawing.svg(set), &usvg::Options::default())
                .expect("our own drawings are SVG, which a test checks for every one of them");
            let mut tile = Pixmap::new(slot, slot).expect("a slot has at least nine pixels");
            // the slot is a pixel wider all round, so that a neighbor never bleeds in
            let scale = f32::from(sprite) / tree.size().width();
            let place = Transform::from_scale(scale, scale).post_translate(1.0, 1.0);
            resvg::render(&tree, place, &mut tile.as_mut());
            let (x, y) = (column as u32 * slot, row as u32 * slot);
            for line in 0..slot {
                let from = (line * slot * 4) as usize;
                let to = (((y + line) * sheet.width() + x) * 4) as usize;
                let length = (slot * 4) as usize;
                sheet.data_mut()[to..to + length]
                    .copy_from_slice(&tile.data()[from..from + length]);
            }
        }
        Self {
            size: [sheet.width() as usize, sheet.height() as usize],
            pixels: sheet.take(),
            sprite,
        }
    }

    /// The side of one sprite in pixels.
    pub(crate) const fn sprite_pixels(&self) -> u16 {
        self.sprite
    }

    /// A sprite's rectangle in the sheet: left, top, right, bottom in pixels.
    pub(crate) fn place(&self, sprite: Sprite) -> [f32; 4] {
        let index = sprite.index();
        let slot = usize::from(self.sprite) + 2;
        let (x, y) = (index % COLUMNS * slot + 1, index / COLUMNS * slot + 1);
        let side = usize::from(self.sprite);
        [x, y, x + side, y + side].map(|n| n as f32)
    }
}

/// The program's emblem as premultiplied RGBA, `pixels` wide and high: a navy disc over an amber square, and a crown.
pub(crate) fn emblem(pixels: u16) -> Vec<u8> {
    let svg = format!(
        "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 96 96'>\
         <g transform='translate(33 4)'>{}</g><g transform='translate(0 22) scale(1.12)'>{}{}</g></svg>",
        base(Side::Black)
            .0
            .replace("'g'", "'a'")
            .replace("#g", "#a"),
        base(Side::White).0,
        glyph(
            "<svg viewBox=\"0 0 64 64\"><g transform='translate(0 6)'><path fill='#fff' d='M18 34.500 15 19.500l8.600 5.900L32 12.500l8.400 12.900 8.600-5.900-3 15zM18 37h28v5H18z'/></g></svg>",
            "#fff"
        ),
    );
    let side = u32::from(pixels.max(1));
    let mut picture = Pixmap::new(side, side).expect("a picture has at least one pixel");
    let tree = usvg::Tree::from_str(&svg, &usvg::Options::default())
        .expect("our own emblem is SVG, which a test checks");
    let scale = side as f32 / tree.size().width();
    resvg::render(
        &tree,
        Transform::from_scale(scale, scale),
        &mut picture.as_mut(),
    );
    picture.take()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn inked(sheet: &Sheet, sprite: Sprite) -> usize {
        let [left, top, right, bottom] = sheet.place(sprite).map(|n| n as usize);
        (top..bottom)
            .flat_map(|y| (left..right).map(move |x| (y * sheet.size[0] + x) * 4 + 3))
            .filter(|alpha| sheet.pixels[*alpha] > 0)
            .count()
    }

    #[test]
    fn every_sprite_has_a_place_of_its_own() {
        let mut places: Vec<usize> = Sprite::all().map(Sprite::index).collect();
        assert_eq!(places.len(), SPRITES);
        places.sort_unstable();
        places.dedup();
        assert_eq!(places.len(), SPRITES);
        assert_eq!(places.last(), Some(&(SPRITES - 1)));
    }

    #[test]
    fn every_sprite_of_both_sets_is_drawn() {
        for set in [PieceSet::Pictures, PieceSet::Nato] {
            for pixels in [8, 24, 48] {
                let sheet = Sheet::draw(set, pixels);
                for sprite in Sprite::all() {
                    assert!(inked(&sheet, sprite) > 0, "{sprite:?} at {pixels}");
                }
            }
        }
    }

    #[test]
    fn no_two_units_look_alike() {
        let sheet = Sheet::draw(PieceSet::Pictures, 32);
        let picture = |sprite| {
            let [left, top, right, bottom] = sheet.place(sprite).map(|n| n as usize);
            (top..bottom)
                .flat_map(|y| {
                    let row = (y * sheet.size[0] + left) * 4;
                    sheet.pixels[row..row + (right - left) * 4].to_vec()
                })
                .collect::<Vec<u8>>()
        };
        // the three levels of leader share the crown and differ by their pips
        let crowned = |kind: Kind| matches!(kind, Kind::Leader2 | Kind::Leader3);
        let units: Vec<Vec<u8>> = Sprite::all()
            .filter(|sprite| matches!(sprite, Sprite::Unit(unit) if !crowned(unit.kind)))
            .map(picture)
            .collect();
        for (n, one) in units.iter().enumerate() {
            assert!(units[n + 1..].iter().all(|other| other != one), "unit {n}");
        }
    }

    #[test]
    fn small_cells_are_drawn_in_the_nato_set_whatever_is_wished() {
        let small = PICTURES_FROM - 1;
        assert_eq!(
            Sheet::draw(PieceSet::Pictures, small),
            Sheet::draw(PieceSet::Nato, small)
        );
        assert_ne!(
            Sheet::draw(PieceSet::Pictures, PICTURES_FROM),
            Sheet::draw(PieceSet::Nato, PICTURES_FROM)
        );
    }

    #[test]
    fn spent_pips_look_different_from_free_ones() {
        let sheet = Sheet::draw(PieceSet::Pictures, 48);
        let ink = |free| {
            inked(
                &sheet,
                Sprite::Pips {
                    side: Side::White,
                    level: 3,
                    free,
                },
            )
        };
        assert!(ink(0) < ink(1) && ink(1) < ink(2) && ink(2) < ink(3));
    }

    #[test]
    fn the_emblem_is_drawn_at_any_size() {
        for pixels in [16, 64] {
            let picture = emblem(pixels);
            assert_eq!(picture.len(), usize::from(pixels) * usize::from(pixels) * 4);
            assert!(picture.chunks(4).filter(|p| p[3] == 255).count() > picture.len() / 16);
        }
    }
}
