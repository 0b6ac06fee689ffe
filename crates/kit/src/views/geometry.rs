//! From cells to points and back: the camera over the board. Pure arithmetic.

mod projection;
#[cfg(test)]
mod tests;

use board::{Board, Cell, Edge};
use egui::{Pos2, Rect, Vec2, pos2, vec2};
use picture::Layout;

pub use projection::Projection;
use projection::{across, to_vec};

/// Cell sizes the wheel steps through, in pixels: about an eighth apart, so that each step looks as large as the next.
/// Whole numbers, so that sprites are drawn texel by texel.
const STEPS: [u16; 26] = [
    2, 3, 4, 5, 6, 8, 10, 12, 14, 16, 18, 20, 23, 26, 30, 34, 38, 43, 48, 54, 61, 69, 78, 88, 100,
    112,
];
/// The height of a layout's unit for regular hexes, in cells: half of a half over the root of three.
const HEX_UNIT: f32 = 0.288_675_13;
/// Cells narrower than this many pixels are too far away to see units.
const FAR: u16 = 20;
/// The width of the cells of a board that is approached, in points.
const NEAR: f32 = 38.0;
/// A fitted board is not blown up beyond this.
// without a limit a board of 8 by 8 would fill a large screen with cells wider than the figures are drawn for
const FIT_AT_MOST: f32 = 96.0;

/// The longer side of the small map over the lower right corner of a board that does not fit, in points.
pub const MAP: f32 = 168.0;
/// The small map's distance from the corner.
pub const MAP_MARGIN: f32 = 10.0;
/// The room that the small map takes.
const OVER_CORNER: f32 = MAP + 2.0 * MAP_MARGIN;

/// The width in pixels of the cells of a board that just fits a window. `cells` is the size of the board in cells.
fn fitting(cells: Vec2, window: Rect, pixels_per_point: f32) -> u16 {
    let room = window.size() * pixels_per_point / cells;
    // rounded down: with one pixel more the board would no longer fit
    // at least one pixel, also in a window without room: sizes are divided by it
    room.min_elem().clamp(1.0, FIT_AT_MOST * pixels_per_point) as u16
}

/// The part of the board that is looked at, and the size of its cells.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Camera {
    /// The point of the board in the middle of the window, in cells to the right and up from the middle of the board as
    /// the first side sees the board.
    // as the first side sees it, so that turning the board keeps the place looked at
    center: Vec2,
    /// The width of a cell in pixels.
    pixels: u16,
    /// The edge of the board at the bottom.
    pub bottom: Edge,
    /// The whole board is shown, whatever the window's size, until the user zooms or pans.
    // a flag and not a size, so that a fitted board follows a window that is resized
    fitted: bool,
}

impl Default for Camera {
    fn default() -> Self {
        Self {
            center: Vec2::ZERO,
            pixels: 48,
            bottom: Edge::South,
            fitted: true,
        }
    }
}

impl Camera {
    /// Shows the whole board again.
    pub fn fit(&mut self) {
        self.fitted = true;
    }

    /// The projection into a window of that place and size.
    pub fn project(&mut self, board: Board, window: Rect, pixels_per_point: f32) -> Projection {
        let layout = Layout::of(board).seen_from(self.bottom);
        // a cell is two units of the layout wide
        let unit = vec2(0.5, if layout.has_hexes() { HEX_UNIT } else { 0.5 });
        let cells = to_vec(layout.size()) * unit;
        let fitting = fitting(cells, window, pixels_per_point);
        // a board smaller than its window would be a board with less to see, and nothing gained
        self.fitted |= self.pixels <= fitting;
        if self.fitted {
            self.pixels = fitting;
            self.center = Vec2::ZERO;
        }
        let cell = f32::from(self.pixels) / pixels_per_point;
        // the board never leaves the window altogether, and an axis with room to spare is centered
        let mut seen = across(layout.bottom(), self.center);
        for axis in 0..2 {
            let hidden = (cells[axis] - window.size()[axis] / cell) / 2.0;
            seen[axis] = if hidden <= 0.0 {
                0.0
            } else {
                // the small map lies over the lower right corner: the board can be drawn out from under it
                seen[axis].clamp(-hidden, hidden + OVER_CORNER / cell)
            };
        }
        self.center = across(layout.bottom(), seen);
        let corner = window.center() - (cells / 2.0 + seen) * cell;
        // on whole pixels, so that sprites are shown texel by texel
        let snap = |n: f32| (n * pixels_per_point).round() / pixels_per_point;
        Projection {
            board,
            layout,
            unit: cell * unit,
            corner: pos2(snap(corner.x), snap(corner.y)),
            cell,
            pixels: self.pixels,
            window,
        }
    }

    /// Zooms in (positive) or out by that many steps, keeping the point under the pointer where it is.
    pub fn zoom(&mut self, projection: &Projection, at: Pos2, steps: i32) {
        let now = STEPS.partition_point(|step| *step < self.pixels);
        let exact = STEPS.get(now) == Some(&self.pixels);
        // from a fitted size between two steps, one step down is the step below
        let target = now as i32 + steps - i32::from(!exact && steps > 0);
        let target = target.clamp(0, STEPS.len() as i32 - 1) as usize;
        // the same point of the board under the pointer before and after: only then does the wheel zoom into what the
        // user looks at
        let before = projection.board_point(at);
        // a fitted board would follow the window's size again in the next frame and undo the zoom
        self.fitted = false;
        // always one of the steps, so that zooming in and out again returns to the same size
        self.pixels = STEPS[target];
        let cell = projection.cell * f32::from(self.pixels) / f32::from(projection.pixels);
        let shift = (at - projection.window.center()) / cell;
        self.center = before - across(projection.layout.bottom(), shift);
    }

    /// Moves the board by that many points on the screen.
    pub fn pan(&mut self, projection: &Projection, by: Vec2) {
        self.fitted = false;
        self.center -= across(projection.layout.bottom(), by / projection.cell);
    }

    /// Comes near enough to a cell to see its unit, and moves it to the middle if it was too far away for that.
    pub fn approach(&mut self, projection: &Projection, cell: Cell) {
        let pixels_per_point = f32::from(projection.pixels) / projection.cell;
        let near = (NEAR * pixels_per_point) as u16;
        if projection.pixels >= near.min(FAR) {
            return self.show(projection, cell);
        }
        let near = STEPS.iter().find(|step| **step >= near);
        self.fitted = false;
        self.pixels = near.copied().unwrap_or(STEPS[STEPS.len() - 1]);
        // from the middle of the board, as seen: to the right, and down
        let wanted =
            (projection.rect(cell).center() - projection.whole().center()) / projection.cell;
        // no farther over the edge of the board than needed
        let size = f32::from(self.pixels) / pixels_per_point;
        let hidden = projection.whole().size() / projection.cell - projection.window.size() / size;
        let hidden = (hidden / 2.0).max(Vec2::ZERO);
        let inside = wanted.clamp(-hidden, hidden);
        let from_corner = projection.window.size() / 2.0 - (wanted - inside) * size;
        let is_under_map = from_corner.x < OVER_CORNER && from_corner.y < OVER_CORNER;
        let seen = if is_under_map { wanted } else { inside };
        self.center = across(projection.layout.bottom(), seen);
    }

    /// Moves just far enough to bring the cell and its neighbors into the window.
    pub fn show(&mut self, projection: &Projection, cell: Cell) {
        let wanted = projection.rect(cell).expand(projection.cell);
        let window = projection.window;
        let mut by = Vec2::ZERO;
        for axis in 0..2 {
            if wanted.max[axis] > window.max[axis] {
                by[axis] = window.max[axis] - wanted.max[axis];
            }
            if wanted.min[axis] < window.min[axis] {
                by[axis] = window.min[axis] - wanted.min[axis];
            }
        }
        // a fitted board shows every cell already, and a pan would end the fit
        if by != Vec2::ZERO && !self.fitted {
            self.pan(projection, by);
        }
    }
}
