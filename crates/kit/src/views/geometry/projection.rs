//! The places of cells on the screen.

use board::{Board, Cell, Edge};
use egui::{Pos2, Rect, Vec2, vec2};
use picture::{Layout, Part, Point};

/// The side of a hexagon's sprites, in cells: as large as a square's would stick out.
const HEX_SPRITE: f32 = 0.8;
/// Narrower hexagons, in pixels, are painted like the bricks of a wall.
const HEXES_FROM: u16 = 10;

/// The places of the cells on the screen in one frame.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Projection {
    pub board: Board,
    pub(super) layout: Layout,
    /// The unit of the layout in points.
    pub(super) unit: Vec2,
    /// The upper left corner of the whole board on the screen, on a whole pixel.
    pub(super) corner: Pos2,
    /// The width of a cell in points.
    pub cell: f32,
    /// The width of a cell in pixels.
    pub pixels: u16,
    /// The part of the screen the board is seen through.
    pub window: Rect,
}

pub(super) const fn to_vec((right, down): Point) -> Vec2 {
    vec2(right as f32, down as f32)
}

/// A way as seen, to the right and down, on the board with that edge at the bottom: to the right and up; and the other way
/// round.
pub(super) fn across(bottom: Edge, way: Vec2) -> Vec2 {
    bottom.across((way.x, way.y)).into()
}

impl Projection {
    /// The places of the cells on a plane, turned as the board is seen.
    pub(crate) const fn layout(&self) -> Layout {
        self.layout
    }

    /// The cell in that column from the left and row from the top, as seen.
    pub(crate) const fn at_seen(&self, column: u8, row: u8) -> Cell {
        self.layout.at_seen(column, row)
    }

    /// The edge of the board at the bottom.
    pub const fn bottom(&self) -> Edge {
        self.layout.bottom()
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
    fn point(&self, point: Point) -> Pos2 {
        self.corner + to_vec(point) * self.unit
    }

    /// The box around a cell on the screen: the cell itself if cells are squares.
    pub fn rect(&self, cell: Cell) -> Rect {
        let corner = self.point(self.layout.corner(cell));
        Rect::from_min_size(corner, to_vec(self.layout.cell_size()) * self.unit)
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
        // alone on its cell a token keeps the square of whole pixels, and is not blurred by a division
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
        // counted from the board's corner, which is on a whole pixel: all sprites then share one grid of pixels, and
        // none blurs
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
        // laid on whole pixels, a fitted board may stick out by half a pixel
        let window = self.window.expand(self.cell / f32::from(self.pixels));
        if !window.contains(point) || !self.whole().contains(point) {
            return None;
        }
        let pitch = self.layout.pitch() as f32;
        // not negative, since the point is on the board; the cast rounds down
        let row = ((point.y - self.corner.y) / self.unit.y / pitch) as u8;
        // the upper corner of a hexagon reaches into the row above
        let rows = [Some(row), row.checked_sub(1).filter(|_| self.has_hexes())];
        let (columns, below) = self.layout.cells();
        rows.into_iter().flatten().find_map(|row| {
            // the lower edge of the board, and the lower corners of its last hexagons, count as one row more
            let row = row.min(below - 1);
            // every other row of hexes begins half a cell farther to the side
            let left = self.rect(self.at_seen(0, row)).left();
            let column = ((point.x - left) / self.cell).floor() as i32;
            let last = i32::from(columns) - 1;
            // beside a row of hexes there is a margin without a cell; beside squares only a rounding error
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
        // in units of the layout a hexagon is two wide and four high, and a slanted side runs from (0, 2) to (1, 1) off
        // its center
        let from_center = ((point - self.rect(cell).center()) / self.unit).abs();
        from_center.x <= 1.0 && from_center.y <= 2.0 - from_center.x
    }

    /// The point of the board under a point of the screen, in cells to the right and up from the middle of the board as
    /// the first side sees the board.
    pub(super) fn board_point(&self, point: Pos2) -> Vec2 {
        across(self.bottom(), (point - self.whole().center()) / self.cell)
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
        // without any overlap the rectangle is inside out, and its corners mean nothing
        let inside = seen.is_positive();
        let (from, to) = (seen.min - self.corner, seen.max - self.corner);
        let (columns, rows) = self.layout.cells();
        let columns = range(from.x, to.x, self.cell, columns);
        let pitch = self.layout.pitch() as f32 * self.unit.y;
        let rows = range(from.y, to.y, pitch, rows);
        // among hexes one row and column too many were taken above, and are dropped at the end
        rows.filter(move |_| inside)
            .flat_map(move |row| columns.clone().map(move |column| self.at_seen(column, row)))
            .filter(|cell| !self.has_hexes() || self.shows(*cell))
    }

    /// True if any of the cell is in the window.
    pub fn shows(&self, cell: Cell) -> bool {
        self.window.intersects(self.rect(cell))
    }

    /// The neighbor in a direction as seen: columns to the right, rows down. Among hexes the way up or down a file
    /// leads half a cell right and left in turn.
    pub fn step(&self, cell: Cell, right: i8, down: i8) -> Option<Cell> {
        let (files, ranks) = self.bottom().across((right, down));
        self.board.offset(cell, files, ranks)
    }
}
