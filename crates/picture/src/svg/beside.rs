//! The places beside the board: castles with who waits in them, dungeons with who sits there.

use std::fmt::{self, Write as _};

use super::{EDGE, Page, Picture, Place};
use crate::{Beside, Point, Rgb, Scene, Sprite};

/// The side of a place's drawing and of the units in it.
const UNIT: i32 = 50;
/// The units of a line.
const LINE: usize = 4;
/// The distance between two places.
const GAP: i32 = 30;
/// The height of the coordinates under the drawing of a place.
const NAME: i32 = 28;

impl Picture<'_> {
    /// The width of the strip beside the board, and the height that its places need; 0 and 0 without places.
    pub(super) fn size_beside(&self) -> Point {
        let rows = self.rows_beside();
        if rows.is_empty() {
            return (0, 0);
        }
        let columns = 1 + i32::try_from(LINE).unwrap_or(0);
        let high: i32 = rows.iter().sum();
        (columns * UNIT + 2 * EDGE, high + 2 * EDGE)
    }

    /// The height of each place, which is the same in every scene of a film, so that nothing jumps.
    fn rows_beside(&self) -> Vec<i32> {
        let places = self.scenes.iter().map(|scene| scene.beside.len());
        let places = places.max().unwrap_or(0);
        let row = |row: usize| {
            let there = self.scenes.iter().filter_map(|scene| scene.beside.get(row));
            let most = there.map(|place| place.tokens.len()).max().unwrap_or(0);
            let lines = i32::try_from(most.div_ceil(LINE)).unwrap_or(1);
            (lines.max(1) * UNIT).max(UNIT + NAME) + GAP
        };
        (0..places).map(row).collect()
    }
}

impl Page<'_> {
    /// Draws the places beside the board.
    pub(super) fn beside(&mut self, scene: &Scene) -> fmt::Result {
        let (right, _) = self.picture.point(self.picture.layout.size());
        let rows = self.picture.rows_beside();
        let mut top = EDGE;
        for (place, high) in scene.beside.iter().zip(rows) {
            self.place_beside(place, (right + EDGE, top))?;
            top += high;
        }
        Ok(())
    }

    fn place_beside(&mut self, place: &Beside, (left, top): Point) -> fmt::Result {
        let at = |column: usize, line: usize| {
            let (column, line) = (i32::try_from(column), i32::try_from(line));
            Place {
                x: left + column.unwrap_or(0) * UNIT,
                y: top + line.unwrap_or(0) * UNIT,
                side: UNIT,
            }
        };
        // the drawing brings its own colors; the field under it says whose place it is
        let ink = Rgb(0xFF_FF_FF);
        let whole = at(0, 0);
        self.stamp_at(whole, Sprite::Field(place.side), ink, None)?;
        let inner = Place {
            x: whole.x + UNIT / 5,
            y: whole.y + UNIT / 5,
            side: UNIT * 3 / 5,
        };
        self.stamp_at(inner, Sprite::Badge(place.badge), ink, None)?;
        let color = self.picture.colors.coordinates;
        write!(
            self.body,
            "<g fill=\"none\" stroke=\"{color}\" stroke-width=\"3\" stroke-linecap=\"round\" stroke-linejoin=\"round\">"
        )?;
        self.text(
            (left + UNIT / 2, top + UNIT + NAME / 2),
            &place.cell.to_string(),
        )?;
        writeln!(self.body, "</g>")?;
        for (number, token) in place.tokens.iter().enumerate() {
            self.token_at(token, at(1 + number % LINE, number / LINE))?;
        }
        Ok(())
    }
}
