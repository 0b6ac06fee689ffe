//! From cells to points and back: the camera over the board. Pure arithmetic.

use board::{Board, Cell};
use eframe::egui::{Pos2, Rect, Vec2, pos2, vec2};

/// Cell sizes the wheel steps through, in pixels, about an eighth apart.
const STEPS: [u16; 26] = [
    2, 3, 4, 5, 6, 8, 10, 12, 14, 16, 18, 20, 23, 26, 30, 34, 38, 43, 48, 54, 61, 69, 78, 88, 100,
    112,
];
/// A fitted board is not blown up beyond this.
const FIT_AT_MOST: f32 = 96.0;

/// What part of the board is looked at, and how large.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Camera {
    /// The point of the board in the middle of the window, in cells from the lower left corner as White sees it.
    center: Vec2,
    /// The side of a cell in pixels.
    pixels: u16,
    /// Black's view: the board turned by half a turn.
    pub(crate) flipped: bool,
    /// The whole board is shown, whatever the window's size, until the user zooms or pans.
    fitted: bool,
}

impl Default for Camera {
    fn default() -> Self {
        Self {
            center: Vec2::ZERO,
            pixels: 48,
            flipped: false,
            fitted: true,
        }
    }
}

impl Camera {
    /// Shows the whole board again.
    pub(crate) fn fit(&mut self) {
        self.fitted = true;
    }

    /// The projection into a window of that place and size.
    pub(crate) fn project(
        &mut self,
        board: Board,
        window: Rect,
        pixels_per_point: f32,
    ) -> Projection {
        let cells = vec2(f32::from(board.files()), f32::from(board.ranks()));
        if self.fitted {
            let room = window.size() * pixels_per_point / cells;
            let most = FIT_AT_MOST * pixels_per_point;
            self.pixels = room.min_elem().clamp(1.0, most) as u16;
            self.center = cells / 2.0;
        }
        let cell = f32::from(self.pixels) / pixels_per_point;
        // the board never leaves the window altogether, and an axis with room to spare is centered
        for axis in 0..2 {
            let half = window.size()[axis] / cell / 2.0;
            let all = cells[axis];
            self.center[axis] = if half * 2.0 >= all {
                all / 2.0
            } else {
                self.center[axis].clamp(half.min(all / 2.0), (all - half).max(all / 2.0))
            };
        }
        let seen = if self.flipped {
            self.center
        } else {
            vec2(self.center.x, cells.y - self.center.y)
        };
        let seen = if self.flipped {
            vec2(cells.x - seen.x, seen.y)
        } else {
            seen
        };
        let corner = window.center() - seen * cell;
        // on whole pixels, so that sprites are shown texel by texel
        let snap = |n: f32| (n * pixels_per_point).round() / pixels_per_point;
        Projection {
            board,
            corner: pos2(snap(corner.x), snap(corner.y)),
            cell,
            pixels: self.pixels,
            flipped: self.flipped,
            window,
        }
    }

    /// Zooms in (positive) or out by so many steps, keeping the point under the pointer where it is.
    pub(crate) fn zoom(&mut self, projection: &Projection, at: Pos2, steps: i32) {
        let now = STEPS.partition_point(|step| *step < self.pixels);
        let exact = STEPS.get(now) == Some(&self.pixels);
        // from a fitted size between two steps, one step down is the step below
        let target = now as i32 + steps - i32::from(!exact && steps > 0);
        let target = target.clamp(0, STEPS.len() as i32 - 1) as usize;
        let before = projection.board_point(at);
        self.fitted = false;
        self.pixels = STEPS[target];
        let cell = projection.cell * f32::from(self.pixels) / f32::from(projection.pixels);
        let shift = (at - projection.window.center()) / cell;
        let turned = if self.flipped {
            vec2(-shift.x, shift.y)
        } else {
            vec2(shift.x, -shift.y)
        };
        self.center = before - turned;
    }

    /// Moves the board by so many points on the screen.
    pub(crate) fn pan(&mut self, projection: &Projection, by: Vec2) {
        self.fitted = false;
        let by = by / projection.cell;
        self.center -= if self.flipped {
            vec2(-by.x, by.y)
        } else {
            vec2(by.x, -by.y)
        };
    }

    /// Moves just so far that the cell and its neighbors are in the window.
    pub(crate) fn show(&mut self, projection: &Projection, cell: Cell) {
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
        if by != Vec2::ZERO && !self.fitted {
            self.pan(projection, by);
        }
    }
}

/// Where the cells lie on the screen in one frame.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Projection {
    /// The board.
    pub(crate) board: Board,
    /// The upper left corner of the whole board on the screen, on a whole pixel.
    corner: Pos2,
    /// The side of a cell in points.
    pub(crate) cell: f32,
    /// The side of a cell in pixels.
    pub(crate) pixels: u16,
    flipped: bool,
    /// The part of the screen the board is seen through.
    pub(crate) window: Rect,
}

impl Projection {
    /// Column from the left and row from the top, as seen.
    fn seen(&self, cell: Cell) -> (u8, u8) {
        if self.flipped {
            (self.board.files() - 1 - cell.file(), cell.rank())
        } else {
            (cell.file(), self.board.ranks() - 1 - cell.rank())
        }
    }

    /// The cell in that column from the left and row from the top.
    fn at_seen(&self, column: u8, row: u8) -> Cell {
        if self.flipped {
            Cell::new(self.board.files() - 1 - column, row)
        } else {
            Cell::new(column, self.board.ranks() - 1 - row)
        }
    }

    /// Black's view: the board turned by half a turn.
    pub(crate) const fn flipped(&self) -> bool {
        self.flipped
    }

    /// The cell's square on the screen.
    pub(crate) fn rect(&self, cell: Cell) -> Rect {
        let (column, row) = self.seen(cell);
        let min = self.corner + vec2(f32::from(column), f32::from(row)) * self.cell;
        Rect::from_min_size(min, Vec2::splat(self.cell))
    }

    /// The whole board's rectangle on the screen.
    pub(crate) fn whole(&self) -> Rect {
        let size = vec2(f32::from(self.board.files()), f32::from(self.board.ranks())) * self.cell;
        Rect::from_min_size(self.corner, size)
    }

    /// The cell at a point of the screen, if the board is there and the window shows it.
    pub(crate) fn cell_at(&self, point: Pos2) -> Option<Cell> {
        if !self.window.contains(point) || !self.whole().contains(point) {
            return None;
        }
        let at = (point - self.corner) / self.cell;
        let column = (at.x as u8).min(self.board.files() - 1);
        let row = (at.y as u8).min(self.board.ranks() - 1);
        Some(self.at_seen(column, row))
    }

    /// The point of the board under a point of the screen, in cells from the lower left corner as White sees it.
    fn board_point(&self, point: Pos2) -> Vec2 {
        let at = (point - self.corner) / self.cell;
        let (files, ranks) = (f32::from(self.board.files()), f32::from(self.board.ranks()));
        if self.flipped {
            vec2(files - at.x, at.y)
        } else {
            vec2(at.x, ranks - at.y)
        }
    }

    /// The cells at least partly in the window, row by row as seen.
    pub(crate) fn visible(&self) -> impl Iterator<Item = Cell> + use<'_> {
        let seen = self.whole().intersect(self.window);
        let range = |from: f32, to: f32, count: u8| {
            let from = (from / self.cell).floor().max(0.0) as u8;
            let to = ((to / self.cell).ceil().max(0.0) as u16).min(u16::from(count)) as u8;
            from..to.max(from)
        };
        let inside = seen.is_positive();
        let columns = range(
            seen.min.x - self.corner.x,
            seen.max.x - self.corner.x,
            self.board.files(),
        );
        let rows = range(
            seen.min.y - self.corner.y,
            seen.max.y - self.corner.y,
            self.board.ranks(),
        );
        rows.filter(move |_| inside)
            .flat_map(move |row| columns.clone().map(move |column| self.at_seen(column, row)))
    }

    /// Whether any of the cell is in the window.
    pub(crate) fn shows(&self, cell: Cell) -> bool {
        self.window.intersects(self.rect(cell))
    }

    /// The neighbor in a direction as seen: columns to the right, rows down.
    pub(crate) fn step(&self, cell: Cell, right: i8, down: i8) -> Option<Cell> {
        if self.flipped {
            self.board.offset(cell, -right, down)
        } else {
            self.board.offset(cell, right, -down)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn board() -> Board {
        Board::new(20, 12).expect("a board")
    }

    fn window() -> Rect {
        Rect::from_min_size(pos2(100.0, 50.0), vec2(640.0, 480.0))
    }

    fn close(a: Pos2, b: Pos2, to: f32) -> bool {
        (a - b).length() <= to
    }

    #[test]
    fn every_cell_is_found_under_its_own_middle_from_both_sides_and_at_every_density() {
        for flipped in [false, true] {
            for density in [1.0, 1.25, 1.5, 2.0] {
                let mut camera = Camera {
                    flipped,
                    ..Camera::default()
                };
                let projection = camera.project(board(), window(), density);
                for cell in board().cells() {
                    assert_eq!(
                        projection.cell_at(projection.rect(cell).center()),
                        Some(cell)
                    );
                }
                assert_eq!(projection.visible().count(), board().len());
            }
        }
    }

    #[test]
    fn a_fitted_board_fills_the_window_in_one_direction_and_never_overflows() {
        let projection = Camera::default().project(board(), window(), 1.0);
        assert_eq!(projection.cell, 32.0);
        assert!(window().contains_rect(projection.whole()));
    }

    #[test]
    fn white_sees_a1_lower_left_and_black_upper_right() {
        let a1 = Cell::new(0, 0);
        let white = Camera::default().project(board(), window(), 1.0);
        let mut camera = Camera {
            flipped: true,
            ..Camera::default()
        };
        let black = camera.project(board(), window(), 1.0);
        assert_eq!(white.rect(a1).left_bottom(), white.whole().left_bottom());
        assert_eq!(black.rect(a1).right_top(), black.whole().right_top());
        assert_eq!(white.step(a1, 1, -1), Some(Cell::new(1, 1)));
        assert_eq!(black.step(a1, -1, 1), Some(Cell::new(1, 1)));
    }

    #[test]
    fn zooming_keeps_the_point_under_the_pointer() {
        for flipped in [false, true] {
            let big = Board::new(120, 120).expect("a board");
            let mut camera = Camera {
                flipped,
                ..Camera::default()
            };
            let mut projection = camera.project(big, window(), 1.0);
            camera.zoom(&projection, window().center(), 12);
            projection = camera.project(big, window(), 1.0);
            let at = pos2(300.0, 200.0);
            let cell = projection.cell_at(at).expect("on the board");
            let corner = projection.rect(cell).min;
            for steps in [2, -1, 3, -4] {
                let before = projection.board_point(at);
                camera.zoom(&projection, at, steps);
                projection = camera.project(big, window(), 1.0);
                let after = projection.board_point(at);
                assert!((before - after).length() * projection.cell <= 1.0);
            }
            assert!(close(projection.rect(cell).min, corner, 1.5));
        }
    }

    #[test]
    fn zooming_out_and_in_from_a_fitted_size_takes_the_neighboring_steps() {
        let mut camera = Camera::default();
        let projection = camera.project(board(), window(), 1.0);
        assert_eq!(projection.pixels, 32);
        let mut out = camera;
        out.zoom(&projection, window().center(), -1);
        assert_eq!(out.pixels, 30);
        camera.zoom(&projection, window().center(), 1);
        assert_eq!(camera.pixels, 34);
        for _ in 0..60 {
            camera.zoom(&projection, window().center(), -1);
        }
        assert_eq!(camera.pixels, STEPS[0]);
    }

    #[test]
    fn panning_moves_the_board_with_the_pointer_and_stops_at_its_edge() {
        for flipped in [false, true] {
            let big = Board::new(60, 60).expect("a board");
            let mut camera = Camera {
                flipped,
                ..Camera::default()
            };
            let fitted = camera.project(big, window(), 1.0);
            camera.zoom(&fitted, window().center(), 10);
            let before = camera.project(big, window(), 1.0);
            let cell = Cell::new(30, 30);
            camera.pan(&before, vec2(-37.0, 12.0));
            let after = camera.project(big, window(), 1.0);
            let expected = before.rect(cell).min + vec2(-37.0, 12.0);
            assert!(close(after.rect(cell).min, expected, 1.0));
            camera.pan(&after, vec2(1e6, 1e6));
            let edge = camera.project(big, window(), 1.0);
            assert!(close(edge.whole().min, window().min, 1.0));
        }
    }

    #[test]
    fn showing_a_cell_outside_brings_it_in() {
        let big = Board::new(60, 60).expect("a board");
        let mut camera = Camera::default();
        let fitted = camera.project(big, window(), 1.0);
        camera.zoom(&fitted, window().center(), 12);
        let before = camera.project(big, window(), 1.0);
        let cell = Cell::new(58, 2);
        assert!(!before.shows(cell));
        camera.show(&before, cell);
        let after = camera.project(big, window(), 1.0);
        assert!(after.window.contains_rect(after.rect(cell)));
    }

    #[test]
    fn the_board_lies_on_whole_pixels() {
        for density in [1.0, 1.25, 1.5] {
            let mut camera = Camera::default();
            let projection = camera.project(board(), window().translate(vec2(0.3, 0.7)), density);
            for corner in [projection.whole().min.x, projection.whole().min.y] {
                let pixels = corner * density;
                assert!((pixels - pixels.round()).abs() < 1e-3);
            }
        }
    }
}
