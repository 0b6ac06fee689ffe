//! Drawing one cell of ground pixel by pixel: areas by their depth, and small things on seats that neighbors share.

use super::shape::{Form, Joins, Point, depth, dot, minus, times};

/// A color as red, green and blue, 0 to 255.
pub(super) type Ink = [f32; 3];

pub(super) fn mix(one: Ink, other: Ink, share: f32) -> Ink {
    std::array::from_fn(|part| one[part] + (other[part] - one[part]) * share)
}

/// Darker below 1, lighter above it.
pub(super) fn shade(ink: Ink, by: f32) -> Ink {
    if by <= 1.0 {
        ink.map(|part| part * by)
    } else {
        mix(ink, [255.0; 3], by - 1.0)
    }
}

/// A number from 0 to 1 that looks drawn by lot, and is the same on every machine.
pub(super) fn lot(seed: u32, which: u32) -> f32 {
    let mut bits = seed.wrapping_mul(0x9E37_79B9) ^ which.wrapping_mul(0x85EB_CA6B);
    bits ^= bits >> 16;
    bits = bits.wrapping_mul(0x7FEB_352D);
    bits ^= bits >> 15;
    bits = bits.wrapping_mul(0x846C_A68B);
    bits ^= bits >> 16;
    (bits & 0xFFFF) as f32 / 65535.0
}

/// The place of a small thing: it is drawn where all cells that it lies on have the same ground.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Seat {
    pub(super) at: Point,
    /// For [`lot`]: neighbors that share the thing draw it alike.
    pub(super) seed: u32,
    on: On,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum On {
    Cell,
    Edge(usize),
    Corner(usize),
}

impl Seat {
    /// True for a seat that cells share.
    pub(super) fn is_shared(&self) -> bool {
        self.on != On::Cell
    }
}

/// A dense, even cover of seats: in the cell, across its edges and on its corners, from the top down.
pub(super) fn cover(form: Form, variant: u32, sway: f32) -> Vec<Seat> {
    let mut seats = Vec::new();
    let mut add = |at: Point, seed: u32, on: On| {
        let by = [lot(seed, 1) - 0.5, lot(seed, 2) - 0.5];
        let at = [at[0] + by[0] * sway, at[1] + by[1] * sway];
        seats.push(Seat { at, seed, on });
    };
    let inside = 100 * (variant + 1);
    let edges = form.edges();
    match form {
        Form::Square => {
            for number in 0..9_u8 {
                let (column, row) = (f32::from(number % 3), f32::from(number / 3));
                let at = [(column - 1.0) * 0.26, (row - 1.0) * 0.26];
                add(at, inside + u32::from(number), On::Cell);
            }
        }
        Form::Hex => {
            add([0.0, 0.0], inside, On::Cell);
            for corner in 0..6 {
                let at = times(form.corner(corner), 0.5);
                add(at, inside + 1 + corner as u32, On::Cell);
            }
        }
    }
    let along: &[f32] = match form {
        Form::Square => &[-0.26, 0.0, 0.26],
        Form::Hex => &[-0.13, 0.13],
    };
    for edge in 0..edges {
        let normal = form.normal(edge);
        // an edge and the one opposite it are the same edge of two cells, and run the same way
        let axis = form.normal(edge % (edges / 2));
        for (number, along) in along.iter().enumerate() {
            let at = [
                normal[0] * 0.5 - axis[1] * along,
                normal[1] * 0.5 + axis[0] * along,
            ];
            let seed = 10 * (edge % (edges / 2)) + number;
            add(at, seed as u32 + 1, On::Edge(edge));
        }
    }
    for corner in 0..edges {
        // the corners of squares are all alike; those of hexagons point up or down
        let seed = if form == Form::Hex { corner % 2 } else { 0 };
        add(form.corner(corner), seed as u32 + 50, On::Corner(corner));
    }
    seats.sort_by(|one, other| one.at[1].total_cmp(&other.at[1]));
    seats
}

/// The picture of a cell's ground while it is drawn.
pub(super) struct Tile {
    pub(super) form: Form,
    pub(super) joins: Joins,
    /// The side of a pixel.
    pub(super) pixel: f32,
    size: [usize; 2],
    /// Red, green and blue times the opacity, and the opacity, each 0 to 1.
    pixels: Vec<[f32; 4]>,
}

/// The pixels around a picture, so that no neighbor in the texture bleeds in.
pub(super) const MARGIN: usize = 1;

impl Tile {
    /// An empty picture of a cell that many pixels wide.
    pub(super) fn new(form: Form, joins: Joins, wide: u16) -> Self {
        let size = Self::size(form, wide);
        Self {
            form,
            joins,
            pixel: 1.0 / f32::from(wide.max(1)),
            size,
            pixels: vec![[0.0; 4]; size[0] * size[1]],
        }
    }

    /// Width and height with the margin, in pixels.
    pub(super) fn size(form: Form, wide: u16) -> [usize; 2] {
        let high = (f32::from(wide.max(1)) * form.height()).ceil() as usize;
        [usize::from(wide.max(1)) + 2 * MARGIN, high + 2 * MARGIN]
    }

    fn point(&self, column: usize, row: usize) -> Point {
        let along = |at: usize, half: f32| (at as f32 + 0.5 - MARGIN as f32) * self.pixel - half;
        [along(column, 0.5), along(row, self.form.height() / 2.0)]
    }

    pub(super) fn depth(&self, round: f32, at: Point) -> f32 {
        depth(self.form, self.joins, round, at)
    }

    /// A border that is not quite straight: a part of a cell's width that is the same in every cell.
    pub(super) fn sway(&self, at: Point) -> f32 {
        // whole numbers of waves from a cell to each of its neighbors
        let (across, down) = match self.form {
            Form::Square => (at[0], at[1]),
            Form::Hex => (dot(at, [1.0, -0.577_35]), at[1] * 1.154_7),
        };
        let wave = |x: f32, by: f32| (std::f32::consts::TAU * x + by).sin();
        (wave(2.0 * across + down, 1.3)
            + wave(2.0 * down - across, 0.7)
            + wave(3.0 * across, 2.9)
            + wave(3.0 * down, 4.1))
            / 4.0
    }

    /// How much of a pixel is covered that lies this deep in something.
    pub(super) fn covered(&self, depth: f32) -> f32 {
        (depth / self.pixel + 0.5).clamp(0.0, 1.0)
    }

    /// The share of a pixel at that distance that a line of that width covers; thin lines become pale.
    pub(super) fn line(&self, distance: f32, width: f32) -> f32 {
        let shown = width.max(self.pixel);
        self.covered(shown / 2.0 - distance.abs()) * (width / shown).clamp(0.35, 1.0)
    }

    /// Paints over every pixel, with a color and an opacity at each point.
    pub(super) fn area(&mut self, paint: impl Fn(&Self, Point) -> (Ink, f32)) {
        self.paint([0, 0], self.size, paint);
    }

    /// Paints over the pixels within a distance of a point.
    pub(super) fn near(
        &mut self,
        middle: Point,
        reach: f32,
        paint: impl Fn(&Self, Point) -> (Ink, f32),
    ) {
        let half = [0.5, self.form.height() / 2.0];
        let place = |axis: usize, by: f32| {
            let at = (middle[axis] + half[axis] + by) / self.pixel + MARGIN as f32;
            // the cast keeps numbers below zero at zero
            (at as usize).min(self.size[axis])
        };
        let from = [0, 1].map(|axis| place(axis, -reach - self.pixel));
        let to = [0, 1].map(|axis| (place(axis, reach + self.pixel) + 1).min(self.size[axis]));
        self.paint(from, to, |tile, at| paint(tile, minus(at, middle)));
    }

    fn paint(
        &mut self,
        from: [usize; 2],
        to: [usize; 2],
        paint: impl Fn(&Self, Point) -> (Ink, f32),
    ) {
        for row in from[1]..to[1] {
            for column in from[0]..to[0] {
                let (ink, opacity) = paint(self, self.point(column, row));
                let opacity = opacity.clamp(0.0, 1.0);
                if opacity > 0.0 {
                    let under = &mut self.pixels[row * self.size[0] + column];
                    for (part, ink) in under.iter_mut().zip(ink) {
                        *part = *part * (1.0 - opacity) + ink / 255.0 * opacity;
                    }
                    under[3] = under[3] * (1.0 - opacity) + opacity;
                }
            }
        }
    }

    /// The seats on which something is drawn in this cell.
    pub(super) fn seated<'a>(&self, seats: &'a [Seat]) -> impl Iterator<Item = &'a Seat> + use<'a> {
        let joins = self.joins;
        seats.iter().filter(move |seat| match seat.on {
            On::Cell => true,
            On::Edge(edge) => joins.has_edge(edge),
            On::Corner(corner) => joins.has_corner(corner),
        })
    }

    /// The picture as premultiplied bytes, with its width.
    pub(super) fn bytes(&self) -> (usize, impl Iterator<Item = [u8; 4]> + use<'_>) {
        let byte = |part: &f32| (part * 255.0).round().clamp(0.0, 255.0) as u8;
        let pixels = self.pixels.iter();
        (
            self.size[0],
            pixels.map(move |pixel| pixel.each_ref().map(byte)),
        )
    }
}
