//! File letters and rank numbers in the strips around a board.

use board::Cell;
use eframe::egui::{Align2, FontId, Painter, Rect, pos2, vec2};

use crate::views::geometry::Projection;
use crate::views::theme::Look;

/// The width of the strips of coordinates.
pub const STRIP: f32 = 24.0;

/// The choice of files or ranks that have labels: no label touches another.
#[derive(Debug, Clone, Copy)]
struct Labels {
    every: u8,
    /// The distance from which two labels do not touch, in cells.
    apart: f32,
}

impl Labels {
    fn of(room: f32, projection: &Projection) -> Self {
        let apart = room / projection.cell;
        let every = [1, 2, 5, 10].into_iter().find(|n| f32::from(*n) >= apart);
        Self {
            // only for cells narrower than 1.6 points, such as cells of two pixels on a screen of two pixels a point
            every: every.unwrap_or(20),
            apart,
        }
    }

    /// True if a file or rank, counted from `first`, has a label; the file or rank pointed at always has.
    fn has(self, number: u8, first: u8, pointed: Option<u8>) -> bool {
        let apart = pointed.map(|pointed| f32::from(pointed.abs_diff(number)));
        match apart {
            Some(0.0) => true,
            // the label pointed at is always there, so its neighbors give way
            Some(apart) if apart < self.apart => false,
            // ranks count from one, so that their labels read 5, 10, 15 and not 6, 11, 16
            _ => (number + first).is_multiple_of(self.every),
        }
    }
}

/// File letters under and rank numbers left of the board, in the strips around `projection.window`.
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
    let board = projection.board;
    // a label is at most 13 points high, and one of two letters about 16 wide
    let (files, ranks) = (Labels::of(16.0, projection), Labels::of(13.0, projection));
    // next to the board, or at the edge of the window if the board reaches beyond it
    let bottom = (whole.bottom() + STRIP / 2.0).min(window.bottom() + STRIP / 2.0);
    let left = (whole.left() - STRIP / 2.0).max(window.left() - STRIP / 2.0);
    let color = |on: bool| {
        if on {
            palette.accent
        } else {
            palette.board.coordinates
        }
    };
    for file in 0..board.files() {
        // a file of hexes is a zigzag: its letter stands under the end that is next to it
        let x = projection.rect(projection.lowest(file)).center().x;
        let at = pointed.map(Cell::file);
        let on = at == Some(file);
        if files.has(file, 0, at) && window.x_range().contains(x) {
            let name = Cell::new(file, 0).to_string();
            // a file's letters alone: only whole cells have names
            let name = name.trim_end_matches('1');
            painter.text(
                pos2(x, bottom),
                Align2::CENTER_CENTER,
                name,
                font.clone(),
                color(on),
            );
        }
    }
    for rank in 0..board.ranks() {
        let y = projection.rect(Cell::new(0, rank)).center().y;
        let at = pointed.map(Cell::rank);
        let on = at == Some(rank);
        if ranks.has(rank, 1, at) && window.y_range().contains(y) {
            let name = u16::from(rank) + 1;
            painter.text(
                pos2(left, y),
                Align2::CENTER_CENTER,
                name,
                font.clone(),
                color(on),
            );
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
            every: 5,
            apart: 3.2,
        };
        let shown = |pointed| (0..21_u8).filter(move |file| labels.has(*file, 0, pointed));
        assert!(shown(None).eq([0, 5, 10, 15, 20]));
        assert!(shown(Some(9)).eq([0, 5, 9, 15, 20]));
        assert!(shown(Some(10)).eq([0, 5, 10, 15, 20]));
        assert!(labels.has(4, 1, None) && !labels.has(5, 1, None));
    }
}
