//! Lines between cells.

use std::fmt::{self, Write as _};

use super::Page;
use crate::{Line, LineKind, Point, Rgb};

/// The distance at which a line of command begins and ends, from the middle of a token.
const RIM: i32 = 22;

/// The point `by` away from `from` on the way to `to`.
fn toward(from: Point, to: Point, by: i32) -> Point {
    let way = (to.0 - from.0, to.1 - from.1);
    // at least 1, since the way is divided by it
    let length = (way.0 * way.0 + way.1 * way.1).isqrt().max(1);
    (from.0 + way.0 * by / length, from.1 + way.1 * by / length)
}

impl Page<'_> {
    /// Draws a line in the stroke of its kind, with a pale rim.
    pub(super) fn line(&mut self, line: Line) -> fmt::Result {
        let (from, to) = (self.picture.center(line.from), self.picture.center(line.to));
        let colors = self.picture.colors;
        // color, width and dashes: no kind is known by its color alone
        let (color, width, dashes) = match line.kind {
            LineKind::Command => (colors.range, 6, ""),
            LineKind::Relay => (colors.range, 6, "18 12"),
            LineKind::Tow => return self.tow(from, to),
            LineKind::Fire => (colors.threat, 7, "1 14"),
            LineKind::Blocked => (colors.range_spent, 5, "1 14"),
            LineKind::Way => (colors.last, 7, ""),
        };
        let commands = matches!(line.kind, LineKind::Command | LineKind::Relay);
        let (from, to) = if commands {
            // from rim to rim, so that the dot lies beside the leader and not on it
            (toward(from, to, RIM), toward(to, from, RIM))
        } else {
            (from, to)
        };
        let way = format!("M{} {}L{} {}", from.0, from.1, to.0, to.1);
        let dashes = match dashes {
            "" => String::new(),
            dashes => format!(" stroke-dasharray=\"{dashes}\""),
        };
        writeln!(
            self.body,
            "<g fill=\"none\" stroke-linecap=\"round\"{dashes}>\
             <path d=\"{way}\" stroke=\"#fff\" stroke-opacity=\".7\" stroke-width=\"{}\"/>\
             <path d=\"{way}\" stroke=\"{color}\" stroke-width=\"{width}\"/></g>",
            width + 5
        )?;
        if commands {
            let (x, y) = to;
            writeln!(
                self.body,
                "<circle cx=\"{x}\" cy=\"{y}\" r=\"8\" fill=\"{color}\" stroke=\"#fff\" stroke-width=\"2\"/>"
            )?;
        }
        Ok(())
    }

    /// Draws the double line of a tow, in the middle between the two cells.
    fn tow(&mut self, from: Point, to: Point) -> fmt::Result {
        let part = |of: (i32, i32), share: i32| of.0 + (of.1 - of.0) * share / 100;
        let at = |share| (part((from.0, to.0), share), part((from.1, to.1), share));
        let ((a, b), (c, d)) = (at(32), at(68));
        let way = format!("M{a} {b}L{c} {d}");
        let pen = |color: Rgb, width| {
            format!("<path d=\"{way}\" stroke=\"{color}\" stroke-width=\"{width}\"/>")
        };
        let (white, black) = (Rgb(0xFF_FF_FF), Rgb(0x10_14_18));
        writeln!(
            self.body,
            "<g fill=\"none\" stroke-linecap=\"round\">{}{}{}</g>",
            // white, black, white: two black lines that show on every ground
            pen(white, 18),
            pen(black, 13),
            pen(white, 4)
        )
    }
}
