//! The places beside the board: Castles with the units that wait in them, Dungeons with their prisoners.

use std::fmt::{self, Write as _};

use board::Cell;

use super::{EDGE, Page, Picture, Place};
use crate::{Beside, Played, Point, Rgb, Scene, Sprite};

/// The side of a place's drawing and of the units in it.
const UNIT: i32 = 50;
/// The units of a line.
const LINE: usize = 4;
/// The distance between two places.
const GAP: i32 = 30;
/// The side of a card's drawing, and the width of the card in it.
const CARD: i32 = 80;
const CARD_WIDTH: i32 = 62;
/// The distance between the cards of two rounds.
const CARD_GAP: i32 = 6;
/// The height of the coordinates under the drawing of a place.
const NAME: i32 = 28;

impl Picture<'_> {
    /// The width of the strip beside the board, and the height that its places need; 0 and 0 without places.
    pub(super) fn size_beside(&self) -> Point {
        let rows = self.rows_beside();
        // the most cards of any scene of the film, so that no frame is wider than another
        let cards = self.sized.iter().map(|scene| scene.played.len());
        let cards = i32::try_from(cards.max().unwrap_or(0)).unwrap_or(0);
        if rows.is_empty() && cards == 0 {
            return (0, 0);
        }
        let there = self.sized.iter().flat_map(|scene| &scene.beside);
        let most = there.map(|place| place.tokens.len().min(LINE)).max();
        let most = i32::try_from(most.unwrap_or(0)).unwrap_or(0);
        // two fighters, their cards and the name of the cell, or else the units of a line behind their place
        let units = (1 + most) * UNIT;
        let wide = if cards > 0 {
            units.max(2 * (UNIT + CARD_WIDTH + NAME))
        } else {
            units
        };
        let high: i32 = rows.iter().sum::<i32>() + cards * (CARD + CARD_GAP);
        (wide + 2 * EDGE, high + 2 * EDGE)
    }

    /// The height of each place, which is the same in every scene of a film, so that nothing jumps.
    fn rows_beside(&self) -> Vec<i32> {
        let places = self.sized.iter().map(|scene| scene.beside.len());
        let places = places.max().unwrap_or(0);
        let row = |row: usize| {
            let there = self.sized.iter().filter_map(|scene| scene.beside.get(row));
            let most = there.map(|place| place.tokens.len()).max().unwrap_or(0);
            let lines = i32::try_from(most.div_ceil(LINE)).unwrap_or(1);
            // at least the place's own drawing with its name, even if nobody is there
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
        // below the places, whose heights are those of the whole film: the cards of every turn begin at one height
        for played in &scene.played {
            self.played(played, (right + EDGE, top))?;
            top += CARD + CARD_GAP;
        }
        Ok(())
    }

    /// Draws two fighters with their cards between them and what they take, and where they fight.
    fn played(&mut self, played: &Played, (left, top): Point) -> fmt::Result {
        let unit = |x: i32| Place {
            x: left + x,
            y: top + (CARD - UNIT) / 2,
            side: UNIT,
        };
        let [one, other] = played.struck();
        self.token_at(&one, unit(0))?;
        self.token_at(&other, unit(UNIT + 2 * CARD_WIDTH))?;
        let ink = Rgb(0xFF_FF_FF);
        for (card, number) in played.cards.into_iter().zip(0..) {
            let place = Place {
                // the drawing is wider than the card in it; moved by half the difference, the two cards touch
                x: left + UNIT + number * CARD_WIDTH - (CARD - CARD_WIDTH) / 2,
                y: top,
                side: CARD,
            };
            self.stamp_at(place, Sprite::Badge(card), ink, None)?;
        }
        let right = left + 2 * UNIT + 2 * CARD_WIDTH;
        self.name((right + NAME, top + CARD / 2), played.cell)
    }

    /// Writes the name of a cell.
    fn name(&mut self, middle: Point, cell: Cell) -> fmt::Result {
        let color = self.picture.colors.coordinates;
        write!(
            self.body,
            "<g fill=\"none\" stroke=\"{color}\" stroke-width=\"3\" stroke-linecap=\"round\" stroke-linejoin=\"round\">"
        )?;
        self.text(middle, &cell.to_string())?;
        writeln!(self.body, "</g>")
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
        self.name((left + UNIT / 2, top + UNIT + NAME / 2), place.cell)?;
        for (number, token) in place.tokens.iter().enumerate() {
            self.token_at(token, at(1 + number % LINE, number / LINE))?;
        }
        Ok(())
    }
}
