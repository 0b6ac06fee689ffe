//! From cells to points and back: the camera over the board. Pure arithmetic.

use board::{Board, Cell};
use eframe::egui::{Pos2, Rect, Vec2, pos2, vec2};
use picture::{Layout, Part, Point};

/// Cell sizes the wheel steps through, in pixels, about an eighth apart.
const STEPS: [u16; 26] = [
    2, 3, 4, 5, 6, 8, 10, 12, 14, 16, 18, 20, 23, 26, 30, 34, 38, 43, 48, 54, 61, 69, 78, 88, 100,
    112,
];
/// The height of a layout's unit where hexes are regular, in cells: half of a half over the root of three.
const HEX_UNIT: f32 = 0.288_675_13;
/// The side of a hexagon's sprites, in cells: as large as a square's would stick out.
const HEX_SPRITE: f32 = 0.8;
/// Narrower hexagons, in pixels, are painted like the bricks of a wall.
const HEXES_FROM: u16 = 10;
/// A fitted board is not blown up beyond this.
const FIT_AT_MOST: f32 = 96.0;

/// The longer side of the small map over the lower right corner of a board that does not fit, in points.
pub const MAP: f32 = 168.0;
/// The small map's distance from the corner.
pub const MAP_MARGIN: f32 = 10.0;
/// The room that the small map takes.
const OVER_CORNER: f32 = MAP + 2.0 * MAP_MARGIN;

/// The part of the board that is looked at, and the size of its cells.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Camera {
    /// The point of the board in the middle of the window, in cells from the lower left corner as the first side sees
    /// the board.
    center: Vec2,
    /// The width of a cell in pixels.
    pixels: u16,
    /// The board is turned by half a turn, as the second side sees the board.
    pub flipped: bool,
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
    pub fn fit(&mut self) {
        self.fitted = true;
    }

    /// The projection into a window of that place and size.
    pub fn project(&mut self, board: Board, window: Rect, pixels_per_point: f32) -> Projection {
        let layout = Layout::of(board);
        let unit = vec2(0.5, if layout.has_hexes() { HEX_UNIT } else { 0.5 });
        let cells = to_vec(layout.size()) * unit;
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
                // the small map lies over the lower right corner: the board can be drawn out from under it
                let under_map = OVER_CORNER / cell;
                let is_far_end = (axis == 0) != self.flipped;
                let (least, most) = (half.min(all / 2.0), (all - half).max(all / 2.0));
                match is_far_end {
                    true => self.center[axis].clamp(least, most + under_map),
                    false => self.center[axis].clamp(least - under_map, most),
                }
            };
        }
        let seen = if self.flipped {
            vec2(cells.x - self.center.x, self.center.y)
        } else {
            vec2(self.center.x, cells.y - self.center.y)
        };
        let corner = window.center() - seen * cell;
        // on whole pixels, so that sprites are shown texel by texel
        let snap = |n: f32| (n * pixels_per_point).round() / pixels_per_point;
        Projection {
            board,
            layout,
            unit: cell * unit,
            corner: pos2(snap(corner.x), snap(corner.y)),
            cell,
            pixels: self.pixels,
            flipped: self.flipped,
            window,
        }
    }

    /// Zooms in (positive) or out by so many steps, keeping the point under the pointer where it is.
    pub fn zoom(&mut self, projection: &Projection, at: Pos2, steps: i32) {
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
    pub fn pan(&mut self, projection: &Projection, by: Vec2) {
        self.fitted = false;
        let by = by / projection.cell;
        self.center -= if self.flipped {
            vec2(-by.x, by.y)
        } else {
            vec2(by.x, -by.y)
        };
    }

    /// Moves just so far that the cell and its neighbors are in the window.
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
        if by != Vec2::ZERO && !self.fitted {
            self.pan(projection, by);
        }
    }
}

/// The places of the cells on the screen in one frame.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Projection {
    /// The board.
    pub board: Board,
    layout: Layout,
    /// The unit of the layout in points.
    unit: Vec2,
    /// The upper left corner of the whole board on the screen, on a whole pixel.
    corner: Pos2,
    /// The width of a cell in points.
    pub cell: f32,
    /// The width of a cell in pixels.
    pub pixels: u16,
    flipped: bool,
    /// The part of the screen the board is seen through.
    pub window: Rect,
}

const fn to_vec((right, down): Point) -> Vec2 {
    vec2(right as f32, down as f32)
}

impl Projection {
    /// The cell in that column from the left and row from the top, as seen.
    fn at_seen(&self, column: u8, row: u8) -> Cell {
        if self.flipped {
            Cell::new(self.board.files() - 1 - column, row)
        } else {
            Cell::new(column, self.board.ranks() - 1 - row)
        }
    }

    /// The board is turned by half a turn.
    pub const fn flipped(&self) -> bool {
        self.flipped
    }

    /// True for a board of hexagons.
    pub const fn has_hexes(&self) -> bool {
        self.layout.has_hexes()
    }

    /// True for hexagons large enough to be seen as such.
    pub const fn has_clear_hexes(&self) -> bool {
        self.has_hexes() && self.pixels >= HEXES_FROM
    }

    /// A point of the layout on the screen.
    fn point(&self, (x, y): Point) -> Pos2 {
        let seen = if self.flipped {
            let (right, bottom) = self.layout.size();
            (right - x, bottom - y)
        } else {
            (x, y)
        };
        self.corner + to_vec(seen) * self.unit
    }

    /// The box around a cell on the screen: the cell itself where cells are squares.
    pub fn rect(&self, cell: Cell) -> Rect {
        let (x, y) = self.layout.corner(cell);
        let (wide, high) = self.layout.cell_size();
        let corner = if self.flipped {
            (x + wide, y + high)
        } else {
            (x, y)
        };
        Rect::from_min_size(self.point(corner), to_vec((wide, high)) * self.unit)
    }

    /// The square of a cell's sprites on the screen.
    pub fn sprite_rect(&self, cell: Cell) -> Rect {
        self.part_rect(self.rect(cell), Part::WHOLE)
    }

    /// The square of a token in the box of its cell, which it may share with others. A pair has the whole width, which
    /// a hexagon has in its middle.
    pub fn part_rect(&self, rect: Rect, part: Part) -> Rect {
        let whole = match (self.has_hexes(), part.is_of_pair()) {
            (false, _) => rect,
            (true, true) => self.centered(rect, self.pixels),
            (true, false) => self.centered(rect, self.sprite_pixels()),
        };
        if part.columns == 1 {
            return whole;
        }
        let side = whole.width() / f32::from(part.columns);
        let at = vec2(f32::from(part.left), f32::from(part.top)) * side / 2.0;
        Rect::from_min_size(whole.min + at, Vec2::splat(side))
    }

    /// A square of that many pixels in the middle of a box, on whole pixels.
    fn centered(&self, rect: Rect, pixels: u16) -> Rect {
        let pixel = self.cell / f32::from(self.pixels);
        let size = Vec2::splat(f32::from(pixels) * pixel);
        let corner = rect.center() - size / 2.0 - self.corner;
        Rect::from_min_size(self.corner + (corner / pixel).round() * pixel, size)
    }

    /// The side of a cell's sprites in pixels.
    pub fn sprite_pixels(&self) -> u16 {
        if self.has_hexes() {
            ((f32::from(self.pixels) * HEX_SPRITE) as u16).max(1)
        } else {
            self.pixels
        }
    }

    /// The corners of a cell on the screen, in order.
    pub fn outline(&self, cell: Cell) -> impl ExactSizeIterator<Item = Pos2> + use<'_> {
        let (x, y) = self.layout.corner(cell);
        let corners = self.layout.outline().iter();
        corners.map(move |(right, down)| self.point((x + right, y + down)))
    }

    /// The lines around an area on the screen, each closed.
    pub fn around(&self, cells: impl IntoIterator<Item = Cell>) -> Vec<Vec<Pos2>> {
        let lines = self.layout.around(cells).into_iter();
        let on_screen = |line: Vec<Point>| line.into_iter().map(|point| self.point(point));
        lines.map(|line| on_screen(line).collect()).collect()
    }

    /// The whole board's rectangle on the screen.
    pub fn whole(&self) -> Rect {
        Rect::from_min_size(self.corner, to_vec(self.layout.size()) * self.unit)
    }

    /// The cell at a point of the screen, if the board is there and the window shows the cell.
    pub fn cell_at(&self, point: Pos2) -> Option<Cell> {
        if !self.window.contains(point) || !self.whole().contains(point) {
            return None;
        }
        let pitch = self.layout.pitch() as f32;
        let row = ((point.y - self.corner.y) / self.unit.y / pitch) as u8;
        // the upper corner of a hexagon reaches into the row above
        let rows = [Some(row), row.checked_sub(1).filter(|_| self.has_hexes())];
        rows.into_iter().flatten().find_map(|row| {
            let row = row.min(self.board.ranks() - 1);
            let left = self.rect(self.at_seen(0, row)).left();
            let column = ((point.x - left) / self.cell).floor() as i32;
            let last = i32::from(self.board.files()) - 1;
            let column = if self.has_hexes() {
                u8::try_from(column).ok().filter(|_| column <= last)?
            } else {
                column.clamp(0, last) as u8
            };
            let cell = self.at_seen(column, row);
            (!self.has_hexes() || self.is_in_hexagon(cell, point)).then_some(cell)
        })
    }

    fn is_in_hexagon(&self, cell: Cell, point: Pos2) -> bool {
        let from_center = ((point - self.rect(cell).center()) / self.unit).abs();
        from_center.x <= 1.0 && from_center.y <= 2.0 - from_center.x
    }

    /// The point of the board under a point of the screen, in cells from the lower left corner as the first side sees
    /// the board.
    fn board_point(&self, point: Pos2) -> Vec2 {
        let at = (point - self.corner) / self.cell;
        let size = self.whole().size() / self.cell;
        if self.flipped {
            vec2(size.x - at.x, at.y)
        } else {
            vec2(at.x, size.y - at.y)
        }
    }

    /// The cells at least partly in the window, row by row as seen.
    pub fn visible(&self) -> impl Iterator<Item = Cell> + use<'_> {
        let seen = self.whole().intersect(self.window);
        // a box of a hexagon reaches over half of the cell beside and a third of the row above
        let ragged = f32::from(u8::from(self.has_hexes()));
        let range = |from: f32, to: f32, step: f32, count: u8| {
            let from = (from / step - ragged).floor().max(0.0) as u8;
            let to = ((to / step).ceil().max(0.0) as u16).min(u16::from(count)) as u8;
            from..to.max(from)
        };
        let inside = seen.is_positive();
        let (from, to) = (seen.min - self.corner, seen.max - self.corner);
        let columns = range(from.x, to.x, self.cell, self.board.files());
        let pitch = self.layout.pitch() as f32 * self.unit.y;
        let rows = range(from.y, to.y, pitch, self.board.ranks());
        rows.filter(move |_| inside)
            .flat_map(move |row| columns.clone().map(move |column| self.at_seen(column, row)))
            .filter(|cell| !self.has_hexes() || self.shows(*cell))
    }

    /// True if any of the cell is in the window.
    pub fn shows(&self, cell: Cell) -> bool {
        self.window.intersects(self.rect(cell))
    }

    /// The lowest cell of a file as seen.
    pub fn lowest(&self, file: u8) -> Cell {
        let rank = if self.flipped {
            self.board.ranks() - 1
        } else {
            0
        };
        Cell::new(file, rank)
    }

    /// The neighbor in a direction as seen: columns to the right, rows down. Among hexes the way up or down a file
    /// leads half a cell right and left in turn.
    pub fn step(&self, cell: Cell, right: i8, down: i8) -> Option<Cell> {
        if self.flipped {
            self.board.offset(cell, -right, down)
        } else {
            self.board.offset(cell, right, -down)
        }
    }
}

#[cfg(test)]
mod tests {
    use board::Shape;

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

    fn hexes() -> Board {
        Board::hex(20, 12).expect("a board")
    }

    #[test]
    fn every_cell_is_found_near_each_of_its_corners_from_both_sides_and_at_every_density() {
        for (board, flipped) in [board(), hexes()]
            .map(|board| [(board, false), (board, true)])
            .concat()
        {
            for density in [1.0, 1.25, 1.5, 2.0] {
                let mut camera = Camera {
                    flipped,
                    ..Camera::default()
                };
                let projection = camera.project(board, window(), density);
                for cell in board.cells() {
                    let middle = projection.rect(cell).center();
                    for corner in projection.outline(cell) {
                        let inside = middle.lerp(corner, 0.97);
                        assert_eq!(projection.cell_at(inside), Some(cell));
                    }
                }
                assert!(projection.visible().eq(as_seen(board, flipped)));
            }
        }
    }

    fn as_seen(board: Board, flipped: bool) -> impl Iterator<Item = Cell> {
        let ranks = 0..board.ranks();
        let cells = ranks
            .rev()
            .flat_map(move |rank| (0..board.files()).map(move |file| Cell::new(file, rank)));
        cells.map(move |cell| if flipped { board.half_turn(cell) } else { cell })
    }

    #[test]
    fn beyond_the_ragged_edge_of_hexes_there_is_no_cell() {
        let projection = Camera::default().project(hexes(), window(), 1.0);
        let a1 = projection.rect(Cell::new(0, 0));
        assert_eq!(projection.cell_at(a1.left_bottom() + vec2(1.0, -1.0)), None);
        let right = a1.right_center() + vec2(projection.cell * 18.0, 0.0);
        assert_eq!(
            projection.cell_at(right + vec2(1.0, 0.0)),
            Some(Cell::new(19, 0))
        );
        let beyond = projection.rect(Cell::new(19, 0)).right_center();
        assert_eq!(projection.cell_at(beyond + vec2(2.0, 0.0)), None);
        assert!(projection.whole().contains(beyond + vec2(2.0, 0.0)));
    }

    #[test]
    fn tokens_lie_inside_their_hexagon_and_on_whole_pixels() {
        let mut camera = Camera::default();
        let projection = camera.project(hexes(), window(), 1.25);
        for cell in hexes().cells() {
            for count in 1..=4 {
                let parts = (0..count).map(|number| {
                    projection.part_rect(projection.rect(cell), Part::of(number, count))
                });
                for rect in parts {
                    assert_eq!(projection.cell_at(rect.center()), Some(cell));
                    assert!(projection.rect(cell).expand(1.0).contains_rect(rect));
                }
            }
            let pixel = projection.sprite_rect(cell).min.x * 1.25;
            assert!((pixel - pixel.round()).abs() < 1e-2);
        }
    }

    #[test]
    fn a_fitted_board_fills_the_window_in_one_direction_and_never_overflows() {
        for (board, cell) in [(board(), 32.0), (hexes(), 31.0)] {
            let projection = Camera::default().project(board, window(), 1.0);
            assert_eq!(projection.cell, cell);
            assert!(window().contains_rect(projection.whole()));
        }
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
        for (shape, flipped) in [Shape::Square, Shape::Hex]
            .map(|shape| [(shape, false), (shape, true)])
            .concat()
        {
            let big = Board::of(shape, 120, 120).expect("a board");
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
        for (shape, flipped) in [Shape::Square, Shape::Hex]
            .map(|shape| [(shape, false), (shape, true)])
            .concat()
        {
            let big = Board::of(shape, 60, 60).expect("a board");
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
    fn the_corner_under_the_small_map_can_be_drawn_out_from_under_it() {
        for flipped in [false, true] {
            let big = Board::new(60, 60).expect("a board");
            let mut camera = Camera {
                flipped,
                ..Camera::default()
            };
            let fitted = camera.project(big, window(), 1.0);
            camera.zoom(&fitted, window().center(), 12);
            let before = camera.project(big, window(), 1.0);
            camera.pan(&before, vec2(-1e6, -1e6));
            let corner = camera.project(big, window(), 1.0).whole().max;
            let map = window().max - Vec2::splat(MAP + MAP_MARGIN);
            assert!(corner.x <= map.x && corner.y <= map.y, "{corner:?} {map:?}");
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
