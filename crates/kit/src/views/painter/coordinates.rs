//! File letters and rank numbers in the strips around a board.

use board::Cell;
use egui::{Align2, FontId, Painter, Pos2, Rect, pos2, vec2};

use crate::views::geometry::Projection;
use crate::views::theme::Look;

/// The width of the strips of coordinates.
pub const STRIP: f32 = 24.0;

/// The labels of files or ranks: no label touches another.
#[derive(Debug, Clone, Copy)]
struct Labels {
    /// Ranks, and not files.
    are_ranks: bool,
    every: u8,
    /// The distance from which two labels do not touch, in cells.
    apart: f32,
}

impl Labels {
    fn of(are_ranks: bool, room: f32, projection: &Projection) -> Self {
        let apart = room / projection.cell;
        let every = [1, 2, 5, 10].into_iter().find(|n| f32::from(*n) >= apart);
        Self {
            are_ranks,
            // only for cells narrower than 1.6 points, such as cells of two pixels on a screen of two pixels a point
            every: every.unwrap_or(20),
            apart,
        }
    }

    /// The file or rank of a cell.
    const fn of_cell(self, cell: Cell) -> u8 {
        if self.are_ranks {
            cell.rank()
        } else {
            cell.file()
        }
    }

    /// The label of a file or rank.
    fn text(self, number: u8) -> String {
        match self.are_ranks {
            true => (u16::from(number) + 1).to_string(),
            // a file's letters alone: only whole cells have names
            false => Cell::new(number, 0)
                .to_string()
                .trim_end_matches('1')
                .to_owned(),
        }
    }

    /// True if a file or rank has a label; the file or rank pointed at always has.
    fn has(self, number: u8, pointed: Option<u8>) -> bool {
        let apart = pointed.map(|pointed| f32::from(pointed.abs_diff(number)));
        match apart {
            Some(0.0) => true,
            // the label pointed at is always there, so its neighbors give way
            Some(apart) if apart < self.apart => false,
            // ranks count from one, so that their labels read 5, 10, 15 and not 6, 11, 16
            _ => (number + u8::from(self.are_ranks)).is_multiple_of(self.every),
        }
    }
}

/// File letters under and rank numbers left of the board, in the strips around `projection.window`; on a board turned by
/// a quarter the numbers stand under it and the letters left of it.
pub fn paint_coordinates(
    painter: &Painter,
    projection: &Projection,
    look: Look,
    pointed: Option<Cell>,
) {
    let palette = look.palette();
    let whole = projection.whole();
    let window = projection.window;
    let font = FontId::proportional((projection.cell * 0.42).clamp(9.0, 13.0));
    let is_turned = projection.bottom().is_beside();
    // a label is at most 13 points high, and one of two letters about 16 wide; ranks have up to three digits, 22 wide
    let below = Labels::of(is_turned, if is_turned { 22.0 } else { 16.0 }, projection);
    let beside = Labels::of(!is_turned, 13.0, projection);
    // next to the board, or at the edge of the window if the board reaches beyond it
    let bottom = (whole.bottom() + STRIP / 2.0).min(window.bottom() + STRIP / 2.0);
    let left = (whole.left() - STRIP / 2.0).max(window.left() - STRIP / 2.0);
    let label = |labels: Labels, cell: Cell, at: Pos2| {
        let number = labels.of_cell(cell);
        let pointed = pointed.map(|pointed| labels.of_cell(pointed));
        if !labels.has(number, pointed) {
            return;
        }
        let color = match pointed == Some(number) {
            true => palette.accent,
            false => palette.board.coordinates,
        };
        let text = labels.text(number);
        painter.text(at, Align2::CENTER_CENTER, text, font.clone(), color);
    };
    let (columns, rows) = projection.layout().cells();
    for column in 0..columns {
        // a file of hexes is a zigzag: its letter stands under the end that is next to it
        let cell = projection.at_seen(column, rows - 1);
        let x = projection.rect(cell).center().x;
        if window.x_range().contains(x) {
            label(below, cell, pos2(x, bottom));
        }
    }
    for row in 0..rows {
        let cell = projection.at_seen(0, row);
        let y = projection.rect(cell).center().y;
        if window.y_range().contains(y) {
            label(beside, cell, pos2(left, y));
        }
    }
}

/// The window for cells inside a widget's rectangle: the space that the strips of coordinates leave.
pub fn window_within(rect: Rect) -> Rect {
    Rect::from_min_max(
        rect.min + vec2(STRIP + 4.0, 6.0),
        rect.max - vec2(6.0, STRIP + 4.0),
    )
}

#[cfg(test)]
mod tests {
    use super::Labels;

    #[test]
    fn no_label_touches_the_one_pointed_at() {
        let labels = Labels {
            are_ranks: false,
            every: 5,
            apart: 3.2,
        };
        let shown = |pointed| (0..21_u8).filter(move |file| labels.has(*file, pointed));
        assert!(shown(None).eq([0, 5, 10, 15, 20]));
        assert!(shown(Some(9)).eq([0, 5, 9, 15, 20]));
        assert!(shown(Some(10)).eq([0, 5, 10, 15, 20]));
        let ranks = Labels {
            are_ranks: true,
            ..labels
        };
        assert!(ranks.has(4, None) && !ranks.has(5, None));
        assert_eq!([labels, ranks].map(|labels| labels.text(4)), ["e", "5"]);
    }
}
