//! The drawings of ground at the size they are shown in, and their places in one texture.

use board::{Grid, Shape};
use egui::{Color32, ColorImage, Pos2, pos2};
use picture::Ground;

use super::looks::{self, Inks};
use super::pen::{Ink, MARGIN, Tile, lot, mix, shade};
use super::shape::{Form, Joins, PIECES, Point, piece};
use crate::views::theme::{Look, rgb};

/// Cells that each ground has, so that a wood is not one tree over and over.
const VARIANTS: usize = 2;
/// From this width of a cell on, in pixels, each ground has one cell only: the sheet would become too large.
const ONE_VARIANT_FROM: u16 = 100;
/// Drawings in a row of the sheet.
const COLUMNS: usize = 10;

/// The grounds of a board, a bit each.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::views) struct Grounds(u16);

impl Grounds {
    pub(in crate::views) fn of(ground: &Grid<Ground>) -> Self {
        let bits = ground
            .iter()
            .fold(0, |bits, (_, ground)| bits | 1 << *ground as u16);
        Self(bits)
    }

    pub(in crate::views) fn has(self, ground: Ground) -> bool {
        self.0 >> ground as u16 & 1 == 1
    }
}

/// What a sheet is drawn for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::views) struct SheetKey {
    pub(in crate::views) form: Form,
    pub(in crate::views) grounds: Grounds,
    pub(in crate::views) look: Look,
    /// The width of a cell in pixels.
    pub(in crate::views) wide: u16,
}

/// The drawings of all grounds of a board.
#[derive(Debug, Clone)]
pub(in crate::views) struct LandSheet {
    pub(in crate::views) key: SheetKey,
    grounds: Vec<Ground>,
    variants: usize,
    tile: [usize; 2],
    size: [usize; 2],
    /// Premultiplied, row by row.
    pixels: Vec<Color32>,
}

/// A drawing in a sheet, by its number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::views) struct Slot(usize);

/// True for grounds whose small things lie by lot.
const fn has_variants(ground: Ground) -> bool {
    match ground {
        Ground::Trees | Ground::Hill | Ground::Water | Ground::Bridge => true,
        Ground::Green | Ground::Rough => true,
        Ground::Open | Ground::Town | Ground::Castle | Ground::Mountain | Ground::Hole => false,
    }
}

fn ink(color: Color32) -> Ink {
    [color.r(), color.g(), color.b()].map(f32::from)
}

pub(in crate::views) const fn form(shape: Shape) -> Form {
    match shape {
        Shape::Square => Form::Square,
        Shape::Hex => Form::Hex,
    }
}

impl LandSheet {
    /// Draws the sheet.
    pub(in crate::views) fn draw(key: SheetKey) -> Self {
        let grounds = Ground::ALL
            .into_iter()
            .filter(|ground| key.grounds.has(*ground) || *ground == Ground::Open);
        // bare land of squares is the texture below all others
        let grounds: Vec<Ground> = grounds
            .filter(|ground| *ground != Ground::Open || key.form == Form::Hex)
            .collect();
        let variants = if key.wide < ONE_VARIANT_FROM {
            VARIANTS
        } else {
            1
        };
        let tile = Tile::size(key.form, key.wide);
        let count = grounds.len() * variants * PIECES + key.form.edges() / 2;
        let rows = count.div_ceil(COLUMNS);
        let size = [tile[0] * COLUMNS, tile[1] * rows];
        let mut sheet = Self {
            key,
            grounds,
            variants,
            tile,
            size,
            pixels: vec![Color32::TRANSPARENT; size[0] * size[1]],
        };
        for (place, ground) in sheet.grounds.clone().into_iter().enumerate() {
            let inks = key.inks(ground);
            let drawn = if has_variants(ground) { variants } else { 1 };
            for variant in 0..drawn {
                for number in 0..PIECES {
                    let joins = piece(key.form, number);
                    // squares alone have corners that nothing but the corner's cell leaves open
                    if number == 3 && key.form == Form::Hex {
                        continue;
                    }
                    let mut tile = Tile::new(key.form, joins, key.wide);
                    looks::draw(&mut tile, ground, &inks, variant as u32);
                    let slot = Slot((place * variants + variant) * PIECES + number);
                    // a hole shows the table, which has no grain
                    let grain = if ground == Ground::Hole {
                        0.0
                    } else {
                        key.grain()
                    };
                    sheet.put(slot, &tile, grain);
                }
            }
        }
        if key.grounds.has(Ground::Bridge) {
            let inks = key.inks(Ground::Bridge);
            for axis in 0..key.form.edges() / 2 {
                let mut tile = Tile::new(key.form, piece(key.form, 4), key.wide);
                looks::bridge(&mut tile, &inks, axis);
                sheet.put(sheet.deck(axis), &tile, key.grain());
            }
        }
        sheet
    }

    fn put(&mut self, slot: Slot, tile: &Tile, grain: f32) {
        let [left, top] = self.corner(slot);
        let (wide, bytes) = tile.bytes();
        for (number, bytes) in bytes.enumerate() {
            let (x, y) = (left + number % wide, top + number / wide);
            let [r, g, b, a] = bytes;
            let color = Color32::from_rgba_premultiplied(r, g, b, a);
            self.pixels[y * self.size[0] + x] = grained(color, grain, x, y);
        }
    }

    fn corner(&self, Slot(number): Slot) -> [usize; 2] {
        [
            number % COLUMNS * self.tile[0],
            number / COLUMNS * self.tile[1],
        ]
    }

    /// The drawing of a ground's piece; `which` chooses among cells that differ for the eye alone. None for a ground
    /// that this sheet does not have.
    pub(in crate::views) fn slot(
        &self,
        ground: Ground,
        which: usize,
        number: usize,
    ) -> Option<Slot> {
        let place = self.grounds.iter().position(|other| *other == ground)?;
        let variant = match has_variants(ground) {
            true => which % self.variants,
            false => 0,
        };
        Some(Slot((place * self.variants + variant) * PIECES + number))
    }

    /// The deck of a bridge over edge `axis` and the one opposite it.
    pub(in crate::views) fn deck(&self, axis: usize) -> Slot {
        Slot(self.grounds.len() * self.variants * PIECES + axis)
    }

    /// The place in the texture of a point of a cell.
    pub(in crate::views) fn uv(&self, slot: Slot, at: Point) -> Pos2 {
        let [x, y] = self.corner(slot).map(|side| (side + MARGIN) as f32);
        let wide = f32::from(self.key.wide.max(1));
        let half = self.key.form.height() / 2.0;
        pos2(
            (x + (at[0] + 0.5) * wide) / self.size[0] as f32,
            (y + (at[1] + half) * wide) / self.size[1] as f32,
        )
    }

    /// The color of a drawing in the pixel of a cell.
    pub(in crate::views) fn pixel(&self, slot: Slot, column: usize, row: usize) -> Color32 {
        let [x, y] = self.corner(slot);
        let (x, y) = (x + MARGIN + column, y + MARGIN + row);
        self.pixels[y * self.size[0] + x]
    }

    /// Lets go of the pixels.
    pub(in crate::views) fn forget(&mut self) {
        self.pixels = Vec::new();
    }

    /// The number of pixels.
    pub(in crate::views) const fn area(&self) -> usize {
        self.size[0] * self.size[1]
    }

    pub(in crate::views) fn image(&self) -> ColorImage {
        ColorImage::new(self.size, self.pixels.clone())
    }

    /// The side of the drawings of the largest cells whose sheet is no larger than a texture may be.
    pub(in crate::views) fn most_pixels(texture: usize) -> u16 {
        // at most ten rows of drawings, which are higher than wide
        let most = texture * 10 / (COLUMNS * 12);
        u16::try_from(most.saturating_sub(2 * MARGIN + 1)).unwrap_or(u16::MAX)
    }
}

impl SheetKey {
    fn inks(&self, ground: Ground) -> Inks {
        let colors = self.look.colors();
        let land = |ground| {
            colors
                .land(ground)
                .map_or([0.0; 3], |color| ink(rgb(color)))
        };
        let [one, other] = colors.cells.map(|cell| ink(rgb(cell)));
        Inks {
            // a bridge stands in the water
            ground: match ground {
                Ground::Bridge => land(Ground::Water),
                other => land(other),
            },
            open: mix(one, other, 0.5),
            table: ink(self.look.palette().board.hole),
            line: match self.look {
                Look::Light => 0.36,
                Look::Dark => 0.42,
                Look::Contrast => 0.75,
            },
        }
    }

    /// The strength of the grain of bare land.
    const fn grain(&self) -> f32 {
        match self.look {
            Look::Light | Look::Dark => 0.022,
            Look::Contrast => 0.0,
        }
    }

    /// Two by two squares of bare land, to be repeated over the board: the first row begins with the pale shade.
    pub(in crate::views) fn squares(&self) -> ColorImage {
        let shades = self.look.colors().cells.map(rgb);
        let wide = usize::from(self.wide.max(1));
        let mut image = ColorImage::filled([2 * wide, 2 * wide], shades[0]);
        for (number, pixel) in image.pixels.iter_mut().enumerate() {
            let (x, y) = (number % (2 * wide), number / (2 * wide));
            let color = shades[(x / wide + y / wide) % 2];
            *pixel = grained(color, self.grain(), x, y);
        }
        image
    }
}

/// A color with the grain of its pixel.
fn grained(color: Color32, strength: f32, x: usize, y: usize) -> Color32 {
    if strength == 0.0 || color.a() == 0 {
        return color;
    }
    let fine = lot((y as u32) << 16 ^ x as u32, 7) - 0.5;
    // cells of a board that is not fresh from the press: a few pixels wide
    let coarse = lot((y as u32 / 3) << 16 ^ (x as u32 / 4), 11) - 0.5;
    let by = 1.0 + strength * (fine + 0.7 * coarse);
    let [r, g, b] = [color.r(), color.g(), color.b()]
        .map(|part| (f32::from(part) * by).min(f32::from(color.a())) as u8);
    Color32::from_rgba_premultiplied(r, g, b, color.a())
}

/// The color of a ground as an area, for boards seen from far away.
pub(in crate::views) fn far_color(look: Look, ground: Ground) -> Option<Color32> {
    let colors = look.colors();
    let [one, other] = colors.cells.map(|cell| ink(rgb(cell)));
    let ink = match ground {
        Ground::Hole => return None,
        Ground::Open => mix(one, other, 0.5),
        other => shade(ink(rgb(colors.land(other)?)), 0.97),
    };
    let [r, g, b] = ink.map(|part| part as u8);
    Some(Color32::from_rgb(r, g, b))
}

/// What a cell's ground grows together with.
pub(in crate::views) fn joins(
    form: Form,
    edges: impl Fn(usize) -> bool,
    corners: impl Fn(usize) -> bool,
) -> Joins {
    let count = form.edges();
    let edges = (0..count)
        .filter(|edge| edges(*edge))
        .fold(0, |bits, edge| bits | 1 << edge);
    let mut joins = Joins { edges, corners: 0 };
    for corner in 0..count {
        let next = (corner + 1) % count;
        if joins.has_edge(corner) && joins.has_edge(next) && corners(corner) {
            joins.corners |= 1 << corner;
        }
    }
    joins
}
