//! The things on the ground of a picture: tokens, marks, ranges, frames and arrows.

use std::fmt::{self, Write as _};

use board::Cell;

use super::{CELL, Page, Place};
use crate::numbers::number_places;
use crate::{Arrow, Mark, Part, PieceSet, Point, Range, Rgb, Scene, Sprite, Token};

impl Page<'_> {
    pub(super) fn scene(&mut self, scene: &Scene) -> fmt::Result {
        // from below to above: what a player looks for lies over what is only ground
        self.tints(scene)?;
        self.marks_below(scene)?;
        for range in &scene.ranges {
            self.range(*range)?;
        }
        for (token, part) in scene.placed() {
            self.token(token, part)?;
        }
        for line in &scene.lines {
            self.line(*line)?;
        }
        self.marks_above(scene)?;
        for framed in &scene.frames {
            let color = if framed.done {
                self.picture.colors.legal
            } else {
                self.picture.colors.range_spent
            };
            self.line_around(framed.cells(), 2, color, 4, None)?;
        }
        let places = number_places(&scene.arrows, |cell| self.picture.center(cell), CELL);
        for (arrow, place) in scene.arrows.iter().zip(places) {
            self.arrow(*arrow, place)?;
        }
        // last, so that no arrow hides a number
        for (cell, count) in scene.threats() {
            self.count(cell, count)?;
        }
        self.beside(scene)
    }

    fn tints(&mut self, scene: &Scene) -> fmt::Result {
        let colors = self.picture.colors;
        // in the order of drawing: the selected cell lies over every zone
        for (mark, color, per_mille) in [
            (Mark::Zone(true), colors.legal, 100),
            (Mark::Zone(false), colors.legal, 180),
            (Mark::ZoneDone, colors.legal, 360),
            (Mark::Outside, Rgb(0), 270),
            (Mark::Last, colors.last, 220),
            (Mark::Lit, colors.range, 420),
            (Mark::Selected, colors.legal, 550),
        ] {
            let cells = marked(scene, |other| other == mark);
            self.fill(&cells, color, Some(per_mille))?;
        }
        Ok(())
    }

    fn marks_below(&mut self, scene: &Scene) -> fmt::Result {
        let colors = self.picture.colors;
        for cell in marked(scene, |mark| matches!(mark, Mark::Threat(_) | Mark::Reach)) {
            // the whole cell and not the token's square, which the token hides
            let place = self.picture.cover(cell);
            self.stamp_at(place, Sprite::Hatch, colors.threat, Some(800))?;
        }
        for cell in marked(scene, |mark| mark == Mark::Last) {
            self.stamp(cell, Sprite::Brackets, colors.last, None)?;
        }
        Ok(())
    }

    fn marks_above(&mut self, scene: &Scene) -> fmt::Result {
        let colors = self.picture.colors;
        for (mark, sprite, color) in [
            (Mark::Move, Sprite::Dot, colors.legal),
            (Mark::Capture, Sprite::Ring, colors.legal),
            (Mark::Swap, Sprite::Brackets, colors.legal),
            (Mark::Blocked, Sprite::Cross, colors.threat),
        ] {
            for cell in marked(scene, |other| other == mark) {
                self.stamp(cell, sprite, color, None)?;
            }
        }
        for (cell, mark) in &scene.marks {
            if let Some(sign) = mark.sign() {
                self.stamp(*cell, sign, Rgb(0), None)?;
            }
        }
        Ok(())
    }

    fn token(&mut self, token: &Token, part: Part) -> fmt::Result {
        self.token_at(token, self.picture.place_of_part(token.cell, part))
    }

    /// Draws a token with its pips and badges in a square.
    pub(super) fn token_at(&mut self, token: &Token, place: Place) -> fmt::Result {
        // pale enough to be seen beside a fresh unit, and still readable
        let paler = token.dim.then_some(590);
        // tokens bring their own colors, so this one never shows
        let ink = Rgb(0xFF_FF_FF);
        self.stamp_at(place, token.sprite(), ink, paler)?;
        // the NATO figures have the level in the drawing
        if let Some(pips) = token.pips_sprite()
            && self.picture.set == PieceSet::Pictures
        {
            self.stamp_at(place, pips, ink, paler)?;
        }
        for badge in token.badge_sprites() {
            self.stamp_at(place, badge, ink, paler)?;
        }
        Ok(())
    }

    fn range(&mut self, range: Range) -> fmt::Result {
        let board = self.picture.ground.board();
        let colors = self.picture.colors;
        let (color, width, dashes) = if range.spent {
            (colors.range_spent, 3, "15 15")
        // dashed in any case: a whole line is a frame
        } else {
            (colors.range, 5, "15 9")
        };
        let cells = board.within(range.center, range.distance);
        self.line_around(cells, 3, color, width, Some(dashes))
    }

    /// Draws a line around cells: around squares a rectangle a little inside them.
    fn line_around(
        &mut self,
        cells: impl Iterator<Item = Cell>,
        inset: i32,
        color: Rgb,
        width: i32,
        dashes: Option<&str>,
    ) -> fmt::Result {
        // the edges of the area, so that no line runs between two of its cells
        let lines = self.picture.layout.around(cells);
        let points = || {
            lines
                .iter()
                .flatten()
                .map(|point| self.picture.point(*point))
        };
        if self.picture.layout.has_hexes() {
            let mut path = String::new();
            for line in &lines {
                for (number, point) in line.iter().enumerate() {
                    let (x, y) = self.picture.point(*point);
                    write!(path, "{}{x} {y}", if number == 0 { 'M' } else { 'L' })?;
                }
                path.push('z');
            }
            write!(self.body, "<path d=\"{path}\" stroke-linejoin=\"round\"")?;
        // around squares the area is a rectangle, whose first and last corner are enough
        } else if let (Some(least), Some(most)) = (points().min(), points().max()) {
            let (left, top) = (least.0 + inset, least.1 + inset);
            let (wide, high) = (most.0 - inset - left, most.1 - inset - top);
            write!(
                self.body,
                "<rect x=\"{left}\" y=\"{top}\" width=\"{wide}\" height=\"{high}\" rx=\"4\""
            )?;
        } else {
            return Ok(());
        }
        write!(
            self.body,
            " fill=\"none\" stroke=\"{color}\" stroke-width=\"{width}\""
        )?;
        if let Some(dashes) = dashes {
            write!(self.body, " stroke-dasharray=\"{dashes}\"")?;
        }
        writeln!(self.body, "/>")
    }

    /// Draws the way of an order, with the order's number at a distance from the start.
    fn arrow(&mut self, arrow: Arrow, number_at: i32) -> fmt::Result {
        let color = self.picture.colors.last;
        let (from, to) = (
            self.picture.center(arrow.from),
            self.picture.center(arrow.to),
        );
        let way = (to.0 - from.0, to.1 - from.1);
        // whole numbers, so that a picture is the same text on every machine
        let length = (way.0 * way.0 + way.1 * way.1).isqrt();
        // an order that ends where it began has no way to draw
        if length == 0 {
            return Ok(());
        }
        // a point `along` the way, and `aside` to the left of the way
        let at = |along: i32, aside: i32| {
            (
                from.0 + (way.0 * along + way.1 * aside) / length,
                from.1 + (way.1 * along - way.0 * aside) / length,
            )
        };
        let tip = at(length - 18, 0);
        // the line ends in the head, which would not look pointed otherwise
        let neck = at(length - 34, 0);
        let (left, right) = (at(length - 34, 10), at(length - 34, -10));
        let way = format!("M{} {}L{} {}", from.0, from.1, neck.0, neck.1);
        let head = format!(
            "M{} {}L{} {}L{} {}z",
            tip.0, tip.1, left.0, left.1, right.0, right.1
        );
        let dots = if arrow.fires {
            " stroke-dasharray=\"1 14\" stroke-linecap=\"round\""
        } else {
            ""
        };
        writeln!(
            self.body,
            "<g stroke=\"#fff\" stroke-opacity=\".6\"><path d=\"{way}\" stroke-width=\"11\"/>\
             <path d=\"{head}\" fill=\"{color}\" stroke-width=\"4\"/></g>\
             <path d=\"{way}\" stroke=\"{color}\" stroke-width=\"7\"{dots}/>"
        )?;
        if arrow.captures {
            let threat = self.picture.colors.threat;
            writeln!(
                self.body,
                "<circle cx=\"{}\" cy=\"{}\" r=\"32\" fill=\"none\" stroke=\"{threat}\" stroke-width=\"4\"/>",
                to.0, to.1
            )?;
        }
        self.badge(at(number_at, 0), arrow.number, color)
    }

    /// Writes the number of enemies that reach a cell into the cell's corner.
    fn count(&mut self, cell: Cell, count: u8) -> fmt::Result {
        let Place { x, y, side } = self.picture.place(cell);
        let color = self.picture.colors.threat;
        // in the upper right corner, where no pips are
        self.badge((x + side - 16, y + 16), count.into(), color)
    }

    /// Draws a number on a disc.
    fn badge(&mut self, (x, y): Point, number: usize, color: Rgb) -> fmt::Result {
        let text = number.to_string();
        // two digits need a larger disc
        let radius = if text.len() > 1 { 20 } else { 15 };
        write!(
            self.body,
            "<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\" fill=\"{color}\" stroke=\"#fff\" stroke-width=\"2\"/>\
             <g fill=\"none\" stroke=\"#fff\" stroke-width=\"3\" stroke-linecap=\"round\" stroke-linejoin=\"round\">"
        )?;
        self.text((x, y), &text)?;
        writeln!(self.body, "</g>")
    }
}

/// The cells whose marks pass `wanted`.
fn marked(scene: &Scene, wanted: impl Fn(Mark) -> bool) -> Vec<Cell> {
    let marks = scene.marks.iter();
    let marks = marks.filter(|(_, mark)| wanted(*mark));
    marks.map(|(cell, _)| *cell).collect()
}
