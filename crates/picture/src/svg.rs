//! Pictures of scenes as SVG.

use std::collections::BTreeMap;
use std::fmt::{self, Write as _};

use board::{Cell, Edge, Grid};

use crate::sprite::VIEW_BOX;
use crate::{Art, BoardColors, Ground, Layout, Part, PieceSet, Point, Rgb, Scene, Sprite, letters};

mod beside;
mod lines;
mod marks;

/// The width of a cell, and of the sprites of a square.
const CELL: i32 = 70;
/// The distance of a hexagon's sprites from the edges of a square of the same width.
// a token keeps clear of the slanted edges
const INSET: i32 = 7;
/// The strip left of and under the board, for coordinates of the usual size.
const STRIP: i32 = 50;
/// Cells of fewer pixels have coordinates of twice the usual size, or more: smaller letters cannot be read.
const LEGIBLE: i32 = 24;
/// The edge above and right of the board.
const EDGE: i32 = 12;

/// A scene as SVG, or several scenes of one board on top of each other; displaying the picture writes the whole file.
/// All numbers are whole, so that a scene gives the same text on every machine.
#[derive(Debug, Clone)]
pub struct Picture<'a> {
    ground: &'a Grid<Ground>,
    layout: Layout,
    art: &'static Art,
    scenes: &'a [Scene],
    /// The scenes for which the picture has room beside the board.
    sized: &'a [Scene],
    title: &'a str,
    description: String,
    colors: BoardColors,
    set: PieceSet,
    /// The pixels of a cell, unless the caller asks for another size.
    cell: i32,
}

/// The square that a drawing fills: its upper left corner and its side.
#[derive(Clone, Copy)]
struct Place {
    x: i32,
    y: i32,
    side: i32,
}

impl<'a> Picture<'a> {
    /// A picture of a scene; screen readers read the title out.
    pub fn new(scene: &'a Scene, title: &'a str) -> Self {
        Self {
            ground: &scene.ground,
            layout: Layout::of(scene.ground.board()),
            art: Art::of(scene.family),
            scenes: std::slice::from_ref(scene),
            sized: std::slice::from_ref(scene),
            title,
            description: String::new(),
            colors: BoardColors::LIGHT,
            set: PieceSet::Pictures,
            cell: 36,
        }
    }

    /// The scenes of a game on one board, each a group of the class `turn`; `None` without a scene.
    pub fn film(scenes: &'a [Scene], title: &'a str) -> Option<Self> {
        let first = scenes.first()?;
        Some(Self {
            scenes,
            sized: scenes,
            ..Self::new(first, title)
        })
    }

    /// The scene of that number, in a picture as large as that of every other scene; `None` without such a scene.
    pub fn frame(scenes: &'a [Scene], number: usize, title: &'a str) -> Option<Self> {
        let scene = scenes.get(number)?;
        Some(Self {
            sized: scenes,
            ..Self::new(scene, title)
        })
    }

    /// Adds a description, which says more than the title.
    #[must_use]
    pub fn with_description(mut self, description: String) -> Self {
        self.description = description;
        self
    }

    /// Sets the width of cells in pixels, and takes the drawings for that width.
    #[must_use]
    pub fn with_cell(mut self, pixels: u16) -> Self {
        self.cell = pixels.max(1).into();
        self.set = PieceSet::Pictures.at(pixels);
        self
    }

    /// Turns the board so that an edge is at the bottom.
    #[must_use]
    pub fn seen_from(mut self, bottom: Edge) -> Self {
        self.layout = self.layout.seen_from(bottom);
        self
    }

    /// The length of the layout's units; the units of hexes make the sides of a hexagon equal but for a hundredth.
    fn units(&self) -> Point {
        let down = if self.layout.has_hexes() {
            // a hexagon 70 wide has sides of 40.4, and a side is two of these units
            20
        } else {
            CELL / 2
        };
        (CELL / 2, down)
    }

    /// How many times as large as usual the coordinates are.
    const fn letters(&self) -> i32 {
        match self.cell {
            LEGIBLE.. => 1,
            // nine pixels and more, which a letter of twenty units has in cells of thirty
            small => (30 + small - 1) / small,
        }
    }

    /// The step between two labels of that width, so that none touches the next.
    fn labeled(&self, room: i32) -> u8 {
        let room = room * self.letters();
        let steps = [1, 2, 5, 10].into_iter();
        let mut fits = steps.filter(|step| CELL * i32::from(*step) >= room);
        fits.next().unwrap_or(10)
    }

    /// The strip left of and under the board.
    const fn strip(&self) -> i32 {
        STRIP * self.letters()
    }

    /// A point of the layout in the picture.
    fn point(&self, (right, down): Point) -> Point {
        let (wide, high) = self.units();
        (self.strip() + wide * right, EDGE + high * down)
    }

    fn size(&self) -> Point {
        let (right, bottom) = self.point(self.layout.size());
        let (wide, high) = self.size_beside();
        (right + EDGE + wide, (bottom + self.strip()).max(high))
    }

    fn center(&self, cell: Cell) -> Point {
        let (x, y) = self.point(self.layout.corner(cell));
        (
            x + CELL / 2,
            y + self.layout.cell_size().1 * self.units().1 / 2,
        )
    }

    /// The square of a cell's drawings.
    fn place(&self, cell: Cell) -> Place {
        let inset = if self.layout.has_hexes() { INSET } else { 0 };
        self.around(cell, CELL / 2 - inset)
    }

    /// The square of a token that shares the cell with others. A pair has the whole width, which a hexagon has in its
    /// middle.
    fn place_of_part(&self, cell: Cell, part: Part) -> Place {
        let whole = if part.is_of_pair() {
            self.around(cell, CELL / 2)
        } else {
            self.place(cell)
        };
        let columns = i32::from(part.columns);
        let halves = |count: u16| whole.side * i32::from(count) / (2 * columns);
        Place {
            x: whole.x + halves(part.left),
            y: whole.y + halves(part.top),
            side: whole.side / columns,
        }
    }

    /// The square of a drawing that covers the whole cell.
    fn cover(&self, cell: Cell) -> Place {
        self.around(cell, self.layout.cell_size().1 * self.units().1 / 2)
    }

    fn around(&self, cell: Cell, half: i32) -> Place {
        let (x, y) = self.center(cell);
        Place {
            x: x - half,
            y: y - half,
            side: 2 * half,
        }
    }
}

impl fmt::Display for Picture<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (width, height) = self.size();
        // the drawing keeps its own whole numbers; only width and height are scaled
        let pixels = |length: i32| length * self.cell / CELL;
        let mut page = Page {
            picture: self,
            body: String::new(),
            symbols: BTreeMap::new(),
        };
        // before the symbols are written: drawing collects those that are used
        page.draw()?;
        writeln!(
            f,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{}\" height=\"{}\" viewBox=\"0 0 {width} {height}\" role=\"img\">",
            pixels(width),
            pixels(height)
        )?;
        // titles and notes come from scenarios and players; unescaped they would be markup
        writeln!(f, "<title>{}</title>", escaped(self.title))?;
        if !self.description.is_empty() {
            writeln!(f, "<desc>{}</desc>", escaped(&self.description))?;
        }
        writeln!(f, "<defs>")?;
        // a pattern instead of thousands of squares; hexes have one shade and need none
        if !self.layout.has_hexes() {
            f.write_str(&page.open_squares())?;
        }
        for (number, inks) in &page.symbols {
            for (place, (_, symbol)) in inks.iter().enumerate() {
                let id = symbol_id(*number, place);
                writeln!(
                    f,
                    "<symbol id=\"{id}\" viewBox=\"{VIEW_BOX}\">{symbol}</symbol>"
                )?;
            }
        }
        writeln!(f, "</defs>")?;
        f.write_str(&page.body)?;
        writeln!(f, "</svg>")
    }
}

/// The name of a drawing in its first ink, or in one of its others.
fn symbol_id(number: usize, ink: usize) -> String {
    match ink {
        0 => format!("s{number}"),
        _ => format!("s{number}-{ink}"),
    }
}

struct Page<'a> {
    picture: &'a Picture<'a>,
    body: String,
    /// The drawings used, by their numbers.
    symbols: BTreeMap<usize, Vec<(Rgb, String)>>,
}

impl Page<'_> {
    fn draw(&mut self) -> fmt::Result {
        // once for all scenes of a film, whose ground is the same
        self.ground()?;
        self.grounds()?;
        self.coordinates()?;
        // a single scene needs no group to be shown and hidden
        if let [scene] = self.picture.scenes {
            return self.scene(scene);
        }
        for scene in self.picture.scenes {
            writeln!(self.body, "<g class=\"turn\">")?;
            self.scene(scene)?;
            writeln!(self.body, "</g>")?;
        }
        Ok(())
    }

    /// The two shades of open squares as a pattern, laid from a1, which is dark.
    fn open_squares(&self) -> String {
        let [light, dark] = self.picture.colors.cells;
        let Place { x, y, .. } = self.picture.place(Cell::new(0, 0));
        let two = 2 * CELL;
        format!(
            "<pattern id=\"open\" patternUnits=\"userSpaceOnUse\" x=\"{x}\" y=\"{}\" width=\"{two}\" height=\"{two}\">\
             <path fill=\"{light}\" d=\"M0 0h{two}v{two}h-{two}z\"/>\
             <path fill=\"{dark}\" d=\"M0 {CELL}h{CELL}v{CELL}h-{CELL}zM{CELL} 0h{CELL}v{CELL}h-{CELL}z\"/></pattern>\n",
            y - CELL,
        )
    }

    /// Draws the table, and all cells as open ground.
    fn ground(&mut self) -> fmt::Result {
        let picture = self.picture;
        let (width, height) = picture.size();
        writeln!(
            self.body,
            "<rect width=\"{width}\" height=\"{height}\" rx=\"14\" fill=\"{}\"/>",
            picture.colors.table
        )?;
        let board = picture.ground.board();
        if picture.layout.has_hexes() {
            let cells: Vec<Cell> = board.cells().collect();
            return self.fill(&cells, picture.colors.cells[0], None);
        }
        let (columns, rows) = picture.layout.cells();
        let (wide, high) = (CELL * i32::from(columns), CELL * i32::from(rows));
        let strip = picture.strip();
        writeln!(
            self.body,
            "<path fill=\"url(#open)\" stroke=\"{}\" stroke-width=\"2\" d=\"M{strip} {EDGE}h{wide}v{high}h-{wide}z\"/>",
            picture.colors.coordinates
        )
    }

    /// Draws the cells that are not open, and the lines between hexes.
    fn grounds(&mut self) -> fmt::Result {
        let picture = self.picture;
        let grounds = Ground::ALL.into_iter();
        // ground by ground, so that each needs one path and one group
        for kind in grounds.filter(|ground| *ground != Ground::Open) {
            let ground = picture.ground.iter();
            let cells: Vec<Cell> = ground
                .filter(|(_, ground)| **ground == kind)
                .map(|(cell, _)| cell)
                .collect();
            let Some(first) = cells.first() else { continue };
            // the first cell stands for all: only open ground has two shades
            let fill = picture.colors.ground(picture.layout, *first, kind);
            self.fill(&cells, fill.unwrap_or(picture.colors.table), None)?;
            if kind.source().is_some() {
                let opacity = share(u32::from(picture.colors.ground_ink) * 1000 / 255);
                writeln!(self.body, "<g opacity=\"{opacity}\">")?;
                for cell in cells {
                    self.stamp(cell, Sprite::Ground(kind), Rgb(0), None)?;
                }
                writeln!(self.body, "</g>")?;
            }
        }
        if !picture.layout.has_hexes() {
            return Ok(());
        }
        let ground = picture.ground.iter();
        let cells = ground.filter(|(_, ground)| **ground != Ground::Hole);
        // all outlines in one path, which takes a fraction of the text of one for each cell
        let lines: String = cells.map(|(cell, _)| self.cell_path(cell)).collect();
        writeln!(
            self.body,
            "<path fill=\"none\" stroke=\"{}\" stroke-opacity=\".4\" stroke-width=\"2\" d=\"{lines}\"/>",
            picture.colors.coordinates
        )
    }

    /// A cell's outline as the data of a path.
    fn cell_path(&self, cell: Cell) -> String {
        let (x, y) = self.picture.point(self.picture.layout.corner(cell));
        if self.picture.layout.has_hexes() {
            format!("M{} {y}l35 20v40l-35 20-35-20v-40z", x + CELL / 2)
        } else {
            format!("M{x} {y}h{CELL}v{CELL}h-{CELL}z")
        }
    }

    /// Fills cells with a color, opaque unless `per_mille` says how opaque.
    fn fill(&mut self, cells: &[Cell], color: Rgb, per_mille: Option<u32>) -> fmt::Result {
        // a path without data is an error in some readers
        if cells.is_empty() {
            return Ok(());
        }
        write!(self.body, "<path fill=\"{color}\"")?;
        if let Some(per_mille) = per_mille {
            write!(self.body, " fill-opacity=\"{}\"", share(per_mille))?;
        }
        // one path for all cells: shorter, and without seams between pale neighbors
        let path: String = cells.iter().map(|cell| self.cell_path(*cell)).collect();
        writeln!(self.body, " d=\"{path}\"/>")
    }

    /// Puts a drawing on a cell, opaque unless `per_mille` says how opaque.
    fn stamp(
        &mut self,
        cell: Cell,
        sprite: Sprite,
        ink: Rgb,
        per_mille: Option<u32>,
    ) -> fmt::Result {
        self.stamp_at(self.picture.place(cell), sprite, ink, per_mille)
    }

    fn stamp_at(
        &mut self,
        Place { x, y, side }: Place,
        sprite: Sprite,
        ink: Rgb,
        per_mille: Option<u32>,
    ) -> fmt::Result {
        let Picture {
            art, set, layout, ..
        } = self.picture;
        // by its number, so that each drawing is in the file once for each ink
        let number = art.number(sprite);
        let inks = self.symbols.entry(number).or_default();
        let known = inks.iter().position(|(other, _)| *other == ink);
        let known = known.unwrap_or_else(|| {
            let body = art.body(sprite, *set, &ink.to_string());
            let is_cut = sprite == Sprite::Hatch && layout.has_hexes();
            inks.push((ink, if is_cut { in_hexagon(&body) } else { body }));
            inks.len() - 1
        });
        let id = symbol_id(number, known);
        write!(
            self.body,
            "<use href=\"#{id}\" x=\"{x}\" y=\"{y}\" width=\"{side}\" height=\"{side}\""
        )?;
        if let Some(per_mille) = per_mille {
            write!(self.body, " opacity=\"{}\"", share(per_mille))?;
        }
        writeln!(self.body, "/>")
    }

    /// Writes a text in the pen of the group around the text, with its middle on the point.
    fn text(&mut self, (x, y): Point, text: &str) -> fmt::Result {
        let (width, strokes) = letters::strokes(text);
        for (right, path) in strokes {
            let (x, y) = (x - width / 2 + right, y - letters::HEIGHT / 2);
            write!(
                self.body,
                "<path transform=\"translate({x} {y})\" d=\"{path}\"/>"
            )?;
        }
        Ok(())
    }

    /// Writes a coordinate in the size that can be read in this picture.
    fn label(&mut self, (x, y): Point, text: &str) -> fmt::Result {
        let times = self.picture.letters();
        if times == 1 {
            return self.text((x, y), text);
        }
        write!(
            self.body,
            "<g transform=\"translate({x} {y}) scale({times})\">"
        )?;
        self.text((0, 0), text)?;
        write!(self.body, "</g>")
    }

    fn coordinates(&mut self) -> fmt::Result {
        let picture = self.picture;
        let color = picture.colors.coordinates;
        write!(
            self.body,
            "<g fill=\"none\" stroke=\"{color}\" stroke-width=\"3\" stroke-linecap=\"round\" stroke-linejoin=\"round\">"
        )?;
        let strip = picture.strip();
        let below = picture.point(picture.layout.size()).1 + strip / 2 - 3;
        let layout = picture.layout;
        let (columns, rows) = layout.cells();
        // on a board turned by a quarter the numbers of the ranks stand under it, and the letters of the files beside it
        let is_turned = layout.bottom().is_beside();
        // a file's two letters and a rank's digits, each with some room around them; digits side by side need more
        let [files, ranks] = [45, if is_turned { 60 } else { 34 }];
        let coordinate = |cell, is_rank| match is_rank {
            true => rank_label(cell, picture.labeled(ranks)),
            false => file_label(cell, picture.labeled(files)),
        };
        for cell in (0..columns).map(|column| layout.at_seen(column, rows - 1)) {
            if let Some(text) = coordinate(cell, is_turned) {
                self.label((picture.center(cell).0, below), &text)?;
            }
        }
        for cell in (0..rows).rev().map(|row| layout.at_seen(0, row)) {
            if let Some(text) = coordinate(cell, !is_turned) {
                self.label((strip / 2, picture.center(cell).1), &text)?;
            }
        }
        writeln!(self.body, "</g>")
    }
}

/// The letters of a cell's file, if every file of that number has a label.
fn file_label(cell: Cell, every: u8) -> Option<String> {
    // the name of a cell on rank 1 without the rank is the name of its file
    let name = || Cell::new(cell.file(), 0).to_string();
    let is_labeled = cell.file().is_multiple_of(every);
    is_labeled.then(|| name().trim_end_matches('1').to_owned())
}

/// The number of a cell's rank, if every rank of that number has a label.
fn rank_label(cell: Cell, every: u8) -> Option<String> {
    // ranks count from one, so that every fifth label reads 5, 10, 15
    let number = u16::from(cell.rank()) + 1;
    number
        .is_multiple_of(every.into())
        .then(|| number.to_string())
}

/// A drawing of the whole height of a hexagon, cut to the hexagon.
fn in_hexagon(body: &str) -> String {
    format!(
        "<clipPath id='hex'><path d='M32-3 62.600 14.500v35L32 67 1.400 49.500v-35z'/></clipPath><g clip-path='url(#hex)'>{body}</g>"
    )
}

/// `per_mille` thousandths as a decimal fraction.
fn share(per_mille: u32) -> String {
    // `.1000` would be a tenth
    match per_mille {
        0..1000 => format!(".{per_mille:03}"),
        _ => "1".to_owned(),
    }
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use board::{Board, Grid};
    use rules::Family;

    use super::*;

    #[test]
    fn coordinates_of_the_largest_board_can_be_read() {
        let board = Board::new(120, 120).expect("a board");
        let ground = Arc::new(Grid::filled(board, Ground::Open));
        let scene = Scene::bare(Family::Warlord, ground);
        let cell = scene.fitting_cell();
        let picture = Picture::new(&scene, "").with_cell(cell);
        let height = letters::HEIGHT * picture.letters() * i32::from(cell) / CELL;
        assert!(height >= 8, "capitals of {height} pixels");
        // no label touches the next: the widest file has two letters
        let (width, _) = letters::strokes("dm");
        let apart = i32::from(picture.labeled(45)) * CELL;
        assert!(width * picture.letters() < apart);
        let text = picture.to_string();
        assert!(
            text.contains("scale(2)"),
            "labels as large as the usual ones"
        );
        // usual pictures keep their labels, one at every file and rank
        let usual = Picture::new(&scene, "").with_cell(36);
        assert_eq!(
            (usual.letters(), usual.labeled(45), usual.strip()),
            (1, 1, STRIP)
        );
    }

    #[test]
    fn a_share_of_1000_per_mille_is_the_whole() {
        let shares = [0, 8, 400, 999, 1000].map(share);
        assert_eq!(shares, [".000", ".008", ".400", ".999", "1"]);
    }
}
