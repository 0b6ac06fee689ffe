use std::collections::BTreeMap;
use std::fmt::{self, Write as _};

use board::{Cell, Grid};
use rules::warlord::Terrain;

use crate::letters;
use crate::sprite::VIEW_BOX;
use crate::{Arrow, BoardColors, Framed, Mark, PieceSet, Range, Rgb, Scene, Shown, Sprite};

/// The side of a cell; a sprite's box is as large.
const CELL: i32 = 70;
/// Left of and under the board, for the coordinates.
const STRIP: i32 = 50;
/// Above and right of it.
const EDGE: i32 = 12;

/// A scene as SVG, or several of one board one over the other; its text is the whole file. Whole numbers only, so the
/// same scene is the same text everywhere.
#[derive(Debug, Clone)]
pub struct Picture<'a> {
    ground: &'a Grid<Terrain>,
    scenes: &'a [Scene],
    title: &'a str,
    description: String,
    colors: BoardColors,
    set: PieceSet,
    /// Pixels of a cell, where nobody asks for another size.
    cell: i32,
}

impl<'a> Picture<'a> {
    /// A picture of a scene; the title is what it is called where it cannot be seen.
    pub fn new(scene: &'a Scene, title: &'a str) -> Self {
        Self {
            ground: &scene.ground,
            scenes: std::slice::from_ref(scene),
            title,
            description: String::new(),
            colors: BoardColors::LIGHT,
            set: PieceSet::Pictures,
            cell: 36,
        }
    }

    /// The scenes of a game on one board, each a group of the class `turn`; nothing where there is none.
    pub fn film(scenes: &'a [Scene], title: &'a str) -> Option<Self> {
        let first = scenes.first()?;
        Some(Self {
            scenes,
            ..Self::new(first, title)
        })
    }

    /// With more to say of it than the title.
    #[must_use]
    pub fn with_description(mut self, description: String) -> Self {
        self.description = description;
        self
    }

    /// With cells of that many pixels, and drawings that can be told apart at that size.
    #[must_use]
    pub fn with_cell(mut self, pixels: u16) -> Self {
        self.cell = pixels.max(1).into();
        self.set = PieceSet::Pictures.at(pixels);
        self
    }

    fn width(&self) -> i32 {
        STRIP + CELL * i32::from(self.ground.board().files()) + EDGE
    }

    fn height(&self) -> i32 {
        EDGE + CELL * i32::from(self.ground.board().ranks()) + STRIP
    }

    /// A cell's top left corner.
    fn corner(&self, cell: Cell) -> (i32, i32) {
        let from_top = self.ground.board().ranks() - 1 - cell.rank();
        (
            STRIP + CELL * i32::from(cell.file()),
            EDGE + CELL * i32::from(from_top),
        )
    }

    fn center(&self, cell: Cell) -> (i32, i32) {
        let (x, y) = self.corner(cell);
        (x + CELL / 2, y + CELL / 2)
    }
}

impl fmt::Display for Picture<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (width, height) = (self.width(), self.height());
        let pixels = |length: i32| length * self.cell / CELL;
        let mut page = Page {
            picture: self,
            body: String::new(),
            symbols: BTreeMap::new(),
        };
        page.draw()?;
        writeln!(
            f,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{}\" height=\"{}\" viewBox=\"0 0 {width} {height}\" role=\"img\">",
            pixels(width),
            pixels(height)
        )?;
        writeln!(f, "<title>{}</title>", escaped(self.title))?;
        if !self.description.is_empty() {
            writeln!(f, "<desc>{}</desc>", escaped(&self.description))?;
        }
        writeln!(f, "<defs>")?;
        f.write_str(&page.ground_pattern())?;
        for (number, symbol) in &page.symbols {
            writeln!(
                f,
                "<symbol id=\"s{number}\" viewBox=\"{VIEW_BOX}\">{symbol}</symbol>"
            )?;
        }
        writeln!(f, "</defs>")?;
        f.write_str(&page.body)?;
        writeln!(f, "</svg>")
    }
}

/// A picture being drawn.
struct Page<'a> {
    picture: &'a Picture<'a>,
    body: String,
    /// The drawings used, by their numbers.
    symbols: BTreeMap<usize, String>,
}

impl Page<'_> {
    fn draw(&mut self) -> fmt::Result {
        self.ground()?;
        self.terrain()?;
        self.coordinates()?;
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

    fn scene(&mut self, scene: &Scene) -> fmt::Result {
        self.tints(scene)?;
        self.marks_below(scene)?;
        for range in &scene.ranges {
            self.range(*range)?;
        }
        for shown in &scene.units {
            self.unit(*shown)?;
        }
        self.marks_above(scene)?;
        for framed in &scene.frames {
            self.frame(framed)?;
        }
        for arrow in &scene.arrows {
            self.arrow(*arrow)?;
        }
        for (cell, count) in scene.threats() {
            self.count(cell, count)?;
        }
        Ok(())
    }

    /// The two shades of open ground, laid from the board's bottom left.
    fn ground_pattern(&self) -> String {
        let [light, dark] = self.picture.colors.cells;
        let (x, y) = self.picture.corner(Cell::new(0, 0));
        let two = 2 * CELL;
        format!(
            "<pattern id=\"open\" patternUnits=\"userSpaceOnUse\" x=\"{x}\" y=\"{}\" width=\"{two}\" height=\"{two}\">\
             <path fill=\"{light}\" d=\"M0 0h{two}v{two}h-{two}z\"/>\
             <path fill=\"{dark}\" d=\"M0 {CELL}h{CELL}v{CELL}h-{CELL}zM{CELL} 0h{CELL}v{CELL}h-{CELL}z\"/></pattern>\n",
            y - CELL,
        )
    }

    fn ground(&mut self) -> fmt::Result {
        let picture = self.picture;
        let (width, height) = (picture.width(), picture.height());
        writeln!(
            self.body,
            "<rect width=\"{width}\" height=\"{height}\" rx=\"14\" fill=\"{}\"/>",
            picture.colors.table
        )?;
        let board = picture.ground.board();
        let (wide, high) = (
            CELL * i32::from(board.files()),
            CELL * i32::from(board.ranks()),
        );
        writeln!(
            self.body,
            "<path fill=\"url(#open)\" stroke=\"{}\" stroke-width=\"2\" d=\"M{STRIP} {EDGE}h{wide}v{high}h-{wide}z\"/>",
            picture.colors.coordinates
        )
    }

    fn terrain(&mut self) -> fmt::Result {
        let picture = self.picture;
        for kind in [
            Terrain::Town,
            Terrain::Trees,
            Terrain::Hill,
            Terrain::Water,
            Terrain::Hole,
        ] {
            let ground = picture.ground.iter();
            let cells: Vec<Cell> = ground
                .filter(|(_, ground)| **ground == kind)
                .map(|(cell, _)| cell)
                .collect();
            let Some(first) = cells.first() else { continue };
            let fill = picture
                .colors
                .ground(*first, kind)
                .unwrap_or(picture.colors.table);
            self.fill(&cells, fill, None)?;
            if kind != Terrain::Hole {
                writeln!(
                    self.body,
                    "<g opacity=\"{}\">",
                    share(u32::from(picture.colors.ground_ink) * 1000 / 255)
                )?;
                for cell in cells {
                    self.stamp(cell, Sprite::Terrain(kind), Rgb(0), None)?;
                }
                writeln!(self.body, "</g>")?;
            }
        }
        Ok(())
    }

    /// Fills cells, `per_mille` opaque where it is said.
    fn fill(&mut self, cells: &[Cell], color: Rgb, per_mille: Option<u32>) -> fmt::Result {
        if cells.is_empty() {
            return Ok(());
        }
        write!(self.body, "<path fill=\"{color}\"")?;
        if let Some(per_mille) = per_mille {
            write!(self.body, " fill-opacity=\"{}\"", share(per_mille))?;
        }
        write!(self.body, " d=\"")?;
        for cell in cells {
            let (x, y) = self.picture.corner(*cell);
            write!(self.body, "M{x} {y}h{CELL}v{CELL}h-{CELL}z")?;
        }
        writeln!(self.body, "\"/>")
    }

    fn tints(&mut self, scene: &Scene) -> fmt::Result {
        let colors = self.picture.colors;
        for (mark, color, per_mille) in [
            (Mark::Zone(true), colors.legal, 100),
            (Mark::Zone(false), colors.legal, 180),
            (Mark::ZoneDone, colors.legal, 360),
            (Mark::Outside, Rgb(0), 270),
            (Mark::Last, colors.last, 220),
            (Mark::Selected, colors.legal, 550),
        ] {
            let cells = marked(scene, |other| other == mark);
            self.fill(&cells, color, Some(per_mille))?;
        }
        Ok(())
    }

    fn marks_below(&mut self, scene: &Scene) -> fmt::Result {
        let colors = self.picture.colors;
        for cell in marked(scene, |mark| matches!(mark, Mark::Threat(_))) {
            self.stamp(cell, Sprite::Hatch, colors.threat, Some(800))?;
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
        Ok(())
    }

    fn unit(&mut self, shown: Shown) -> fmt::Result {
        let paler = shown.dim.then_some(590);
        let ink = Rgb(0xFF_FF_FF);
        self.stamp(shown.cell, Sprite::Unit(shown.unit), ink, paler)?;
        let pips = shown
            .pips
            .filter(|_| self.picture.set == PieceSet::Pictures);
        if let Some((level, free)) = pips {
            let side = shown.unit.side;
            let sprite = Sprite::Pips { side, level, free };
            self.stamp(shown.cell, sprite, ink, paler)?;
        }
        Ok(())
    }

    /// A drawing on a cell, `per_mille` opaque where it is said.
    fn stamp(
        &mut self,
        cell: Cell,
        sprite: Sprite,
        ink: Rgb,
        per_mille: Option<u32>,
    ) -> fmt::Result {
        let (x, y) = self.picture.corner(cell);
        let number = sprite.index();
        write!(
            self.body,
            "<use href=\"#s{number}\" x=\"{x}\" y=\"{y}\" width=\"{CELL}\" height=\"{CELL}\""
        )?;
        if let Some(per_mille) = per_mille {
            write!(self.body, " opacity=\"{}\"", share(per_mille))?;
        }
        writeln!(self.body, "/>")?;
        let set = self.picture.set;
        self.symbols
            .entry(number)
            .or_insert_with(|| sprite.body(set, &ink.to_string()));
        Ok(())
    }

    fn range(&mut self, range: Range) -> fmt::Result {
        let board = self.picture.ground.board();
        let colors = self.picture.colors;
        let (color, width, dashes) = if range.spent {
            (colors.range_spent, 3, "15 15")
        } else {
            (colors.range, 5, "15 9")
        };
        let cells = || board.within(range.center, range.distance);
        if let (Some(first), Some(last)) = (cells().next(), cells().last()) {
            self.outline(first, last, 3, color, width, Some(dashes))?;
        }
        Ok(())
    }

    fn frame(&mut self, framed: &Framed) -> fmt::Result {
        let colors = self.picture.colors;
        let color = if framed.done {
            colors.legal
        } else {
            colors.range_spent
        };
        let (from, to) = framed.corners;
        self.outline(from, to, 2, color, 4, None)
    }

    /// A rectangle inside the area between two opposite corner cells.
    fn outline(
        &mut self,
        one: Cell,
        other: Cell,
        inset: i32,
        color: Rgb,
        width: i32,
        dashes: Option<&str>,
    ) -> fmt::Result {
        let ((x1, y1), (x2, y2)) = (self.picture.corner(one), self.picture.corner(other));
        let (left, top) = (x1.min(x2) + inset, y1.min(y2) + inset);
        let (wide, high) = (
            (x1 - x2).abs() + CELL - 2 * inset,
            (y1 - y2).abs() + CELL - 2 * inset,
        );
        write!(
            self.body,
            "<rect x=\"{left}\" y=\"{top}\" width=\"{wide}\" height=\"{high}\" rx=\"4\" fill=\"none\" stroke=\"{color}\" stroke-width=\"{width}\""
        )?;
        if let Some(dashes) = dashes {
            write!(self.body, " stroke-dasharray=\"{dashes}\"")?;
        }
        writeln!(self.body, "/>")
    }

    fn arrow(&mut self, arrow: Arrow) -> fmt::Result {
        let color = self.picture.colors.last;
        let (from, to) = (
            self.picture.center(arrow.from),
            self.picture.center(arrow.to),
        );
        let way = (to.0 - from.0, to.1 - from.1);
        let length = (way.0 * way.0 + way.1 * way.1).isqrt();
        if length == 0 {
            return Ok(());
        }
        // a point so far along the way and so far to its left
        let at = |along: i32, aside: i32| {
            (
                from.0 + (way.0 * along + way.1 * aside) / length,
                from.1 + (way.1 * along - way.0 * aside) / length,
            )
        };
        let tip = at(length - 18, 0);
        let neck = at(length - 34, 0);
        let (left, right) = (at(length - 34, 10), at(length - 34, -10));
        let way = format!("M{} {}L{} {}", from.0, from.1, neck.0, neck.1);
        let head = format!(
            "M{} {}L{} {}L{} {}z",
            tip.0, tip.1, left.0, left.1, right.0, right.1
        );
        writeln!(
            self.body,
            "<g stroke=\"#fff\" stroke-opacity=\".6\"><path d=\"{way}\" stroke-width=\"11\"/>\
             <path d=\"{head}\" fill=\"{color}\" stroke-width=\"4\"/></g>\
             <path d=\"{way}\" stroke=\"{color}\" stroke-width=\"7\"/>"
        )?;
        if arrow.captures {
            let threat = self.picture.colors.threat;
            writeln!(
                self.body,
                "<circle cx=\"{}\" cy=\"{}\" r=\"32\" fill=\"none\" stroke=\"{threat}\" stroke-width=\"4\"/>",
                to.0, to.1
            )?;
        }
        self.badge(
            at((length * 42 / 100).min(length - CELL / 2).max(0), 0),
            arrow.number,
            color,
        )
    }

    /// How many enemies reach a cell, in its corner.
    fn count(&mut self, cell: Cell, count: u8) -> fmt::Result {
        let (x, y) = self.picture.corner(cell);
        let color = self.picture.colors.threat;
        self.badge((x + CELL - 16, y + 16), count.into(), color)
    }

    /// A number on a disc.
    fn badge(&mut self, (x, y): (i32, i32), number: usize, color: Rgb) -> fmt::Result {
        let text = number.to_string();
        let radius = if text.len() > 1 { 20 } else { 15 };
        write!(
            self.body,
            "<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\" fill=\"{color}\" stroke=\"#fff\" stroke-width=\"2\"/>\
             <g fill=\"none\" stroke=\"#fff\" stroke-width=\"3\" stroke-linecap=\"round\" stroke-linejoin=\"round\">"
        )?;
        self.text((x, y), &text)?;
        writeln!(self.body, "</g>")
    }

    /// A text in the pen of the group around it, its middle there.
    fn text(&mut self, (x, y): (i32, i32), text: &str) -> fmt::Result {
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

    fn coordinates(&mut self) -> fmt::Result {
        let board = self.picture.ground.board();
        let color = self.picture.colors.coordinates;
        write!(
            self.body,
            "<g fill=\"none\" stroke=\"{color}\" stroke-width=\"3\" stroke-linecap=\"round\" stroke-linejoin=\"round\">"
        )?;
        for file in 0..board.files() {
            let cell = Cell::new(file, 0);
            let (x, y) = self.picture.center(cell);
            let name = cell.to_string();
            let below = y + CELL / 2 + STRIP / 2 - 3;
            self.text((x, below), name.trim_end_matches('1'))?;
        }
        for rank in 0..board.ranks() {
            let (_, y) = self.picture.center(Cell::new(0, rank));
            self.text((STRIP / 2, y), &(u16::from(rank) + 1).to_string())?;
        }
        writeln!(self.body, "</g>")
    }
}

/// The cells with the marks that are wanted.
fn marked(scene: &Scene, wanted: impl Fn(Mark) -> bool) -> Vec<Cell> {
    let marks = scene.marks.iter();
    let marks = marks.filter(|(_, mark)| wanted(*mark));
    marks.map(|(cell, _)| *cell).collect()
}

/// A part of one, as a decimal fraction.
fn share(per_mille: u32) -> String {
    format!(".{per_mille:03}")
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
}
