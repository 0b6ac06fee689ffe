//! Armies and towns of a board seen from far away: armies as blocks with their strength, towns with flags.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use board::{Board, Cell, Grid};
use egui::{Color32, FontId, Mesh, Painter, Pos2, Rect, Shape, Stroke, vec2};
use picture::{Ground, Scene};
use rules::Side;

use super::Frame;
use super::layers::tessellator;
use crate::views::geometry::Projection;
use crate::views::theme::{Palette, side_color, size};

/// Units that many cells apart, and nearer, belong to one army.
const APART: u8 = 2;
/// Smaller armies have no strength written on them.
const LEAST: usize = 3;
/// The most armies that have their strength written on them: the largest.
const LABELS: usize = 120;

/// What is painted over a board seen from far away.
pub(super) struct FarSigns {
    /// The land that armies hold.
    pub(super) areas: Mesh,
    // egui would tessellate a hundred plates and flags in every frame: half of what such a frame takes
    plates: Arc<Mesh>,
    flags: Arc<Mesh>,
    /// Laid out in every frame, because the texture of the letters may be made anew between two.
    numbers: Vec<Number>,
}

/// The number of units of an army, in its middle.
struct Number {
    units: String,
    at: Pos2,
    ink: Color32,
}

/// Units of one side that stand together.
struct Army {
    side: Side,
    cells: Vec<Cell>,
}

/// The armies of a board, the largest first.
fn armies(scene: &Scene) -> Vec<Army> {
    let board = scene.ground.board();
    let mut sides: Grid<Option<Side>> = Grid::filled(board, None);
    for token in &scene.tokens {
        if board.contains(token.cell) {
            sides[token.cell] = Some(token.side);
        }
    }
    let mut armies = Vec::new();
    for cell in board.cells() {
        // each is taken off the board with its army
        let Some(side) = sides[cell].take() else {
            continue;
        };
        let mut cells = vec![cell];
        let mut place = 0;
        while let Some(from) = cells.get(place).copied() {
            place += 1;
            for near in board.within(from, APART) {
                if sides[near] == Some(side) {
                    sides[near] = None;
                    cells.push(near);
                }
            }
        }
        armies.push(Army { side, cells });
    }
    // of equal ones the nearer to the first side's edge
    armies.sort_by_key(|army| std::cmp::Reverse(army.cells.len()));
    armies
}

/// The towns of a board, each with the side of a unit in it.
fn towns(scene: &Scene) -> Vec<(Vec<Cell>, Option<Side>)> {
    let board = scene.ground.board();
    let mut holders: Grid<Option<Side>> = Grid::filled(board, None);
    for token in &scene.tokens {
        if board.contains(token.cell) {
            holders[token.cell] = Some(token.side);
        }
    }
    let mut towns = Vec::new();
    let mut met: Grid<bool> = Grid::filled(board, false);
    for cell in board.cells() {
        if scene.ground[cell] != Ground::Town || met[cell] {
            continue;
        }
        met[cell] = true;
        let mut cells = vec![cell];
        let mut place = 0;
        while let Some(from) = cells.get(place).copied() {
            place += 1;
            for next in board.neighbors(from) {
                if scene.ground[next] == Ground::Town && !met[next] {
                    met[next] = true;
                    cells.push(next);
                }
            }
        }
        let holder = cells.iter().find_map(|cell| holders[*cell]);
        towns.push((cells, holder));
    }
    towns
}

/// The land that an army holds, its units' cells and those next to them, as rectangles from corner to corner.
fn held(board: Board, army: &Army) -> Vec<(Cell, Cell)> {
    // three by three among hexes too: areas of one shape are fewer rectangles
    let around = |cell: &Cell| {
        let cell = *cell;
        let steps = (-1..=1).flat_map(|files| (-1..=1).map(move |ranks| (files, ranks)));
        steps.filter_map(move |(files, ranks)| board.offset(cell, files, ranks))
    };
    let cells = army.cells.iter().flat_map(around);
    let cells: BTreeSet<(u8, u8)> = cells.map(|cell| (cell.rank(), cell.file())).collect();
    let mut runs: Vec<(Cell, Cell)> = Vec::new();
    for (rank, file) in cells {
        let cell = Cell::new(file, rank);
        match runs.last_mut() {
            Some((_, last)) if last.rank() == rank && last.file() + 1 == file => *last = cell,
            _ => runs.push((cell, cell)),
        }
    }
    // runs of the same files above one another are one rectangle: egui copies every corner in every frame
    let mut areas: Vec<(Cell, Cell)> = Vec::new();
    let mut open: BTreeMap<(u8, u8), usize> = BTreeMap::new();
    for (first, last) in runs {
        let files = (first.file(), last.file());
        let below = open.get(&files).copied();
        match below.filter(|place| areas[*place].1.rank() + 1 == first.rank()) {
            Some(place) => areas[place].1 = last,
            None => {
                open.insert(files, areas.len());
                areas.push((first, last));
            }
        }
    }
    areas
}

fn middle(projection: &Projection, cells: &[Cell]) -> Pos2 {
    let centers = cells
        .iter()
        .map(|cell| projection.rect(*cell).center().to_vec2());
    let sum = centers.fold(vec2(0.0, 0.0), |sum, center| sum + center);
    (sum / cells.len().max(1) as f32).to_pos2()
}

impl FarSigns {
    /// The signs of a scene; they are kept as long as the scene and its place on the screen.
    pub(super) fn of(
        painter: &Painter,
        frame: &Frame<'_>,
        scene: &Scene,
        palette: &Palette,
    ) -> Self {
        let projection = frame.projection;
        let armies = armies(scene);
        let mut areas = Mesh::with_texture(frame.atlas.texture());
        let white = frame.atlas.white();
        // a unit alone holds no land
        for army in armies.iter().filter(|army| army.cells.len() > 1) {
            let color = side_color(army.side).gamma_multiply(0.45);
            for (first, last) in held(projection.board, army) {
                let run = projection.rect(first).union(projection.rect(last));
                areas.add_rect_with_uv(run, white, color);
            }
        }
        let mut smooth = tessellator(projection, true);
        // a smooth border takes two thirds of the triangles of a plate, and nobody sees it between plate and rim
        let mut plain = tessellator(projection, false);
        let mut taken: Vec<Pos2> = Vec::new();
        let mut numbers = Vec::new();
        let mut plates = Mesh::default();
        for army in armies
            .iter()
            .filter(|army| army.cells.len() >= LEAST)
            .take(LABELS)
        {
            let at = middle(projection, &army.cells);
            // the larger army has its number, and the one beside it none over that
            if taken.iter().any(|other| (*other - at).length() <= 24.0) {
                continue;
            }
            taken.push(at);
            let color = side_color(army.side);
            let ink = if color.intensity() > 0.5 {
                Color32::BLACK
            } else {
                Color32::WHITE
            };
            let units = army.cells.len().to_string();
            let text = painter.layout_no_wrap(units.clone(), font(), ink);
            let plate = Rect::from_center_size(at, text.size() + vec2(10.0, 3.0));
            let rim = palette.board.frame;
            let rim = Shape::rect_filled(plate.expand(1.5), 5.0, rim);
            smooth.tessellate_shape(rim, &mut plates);
            plain.tessellate_shape(Shape::rect_filled(plate, 4.0, color), &mut plates);
            numbers.push(Number { units, at, ink });
        }
        let mut flags = Mesh::default();
        for (cells, holder) in towns(scene) {
            for shape in flag(middle(projection, &cells), holder) {
                smooth.tessellate_shape(shape, &mut flags);
            }
        }
        Self {
            areas,
            plates: Arc::new(plates),
            flags: Arc::new(flags),
            numbers,
        }
    }

    pub(super) fn paint(&self, painter: &Painter) {
        painter.add(Shape::mesh(self.plates.clone()));
        for Number { units, at, ink } in &self.numbers {
            let text = painter.layout_no_wrap(units.clone(), font(), *ink);
            painter.galley(*at - text.size() / 2.0, text, *ink);
        }
        // over the numbers: a town is held or not, however many hold it
        painter.add(Shape::mesh(self.flags.clone()));
    }
}

const fn font() -> FontId {
    FontId::proportional(size::SMALL)
}

/// A flag that stands on a point, in the color of the side that holds the town.
fn flag(middle: Pos2, holder: Option<Side>) -> [Shape; 2] {
    // beside the number of an army that stands around the town
    let foot = middle + vec2(9.0, -5.0);
    let top = foot - vec2(0.0, 11.0);
    let cloth = holder.map_or(Color32::WHITE, side_color);
    let points = vec![top, top + vec2(9.0, 3.0), top + vec2(0.0, 6.0)];
    let line = Stroke::new(1.0, Color32::BLACK);
    [
        Shape::line_segment([foot, top], Stroke::new(1.5, Color32::BLACK)),
        Shape::convex_polygon(points, cloth, line),
    ]
}

#[cfg(test)]
mod tests {
    use picture::{Badges, Figure, Token};
    use rules::Family;

    use super::*;

    fn scene(units: &[(&str, u8)], towns: &[&str]) -> Scene {
        let board = Board::new(20, 20).expect("a board");
        let mut ground = Grid::filled(board, Ground::Open);
        for town in towns {
            ground[town.parse::<Cell>().expect("a cell")] = Ground::Town;
        }
        let tokens = units.iter().map(|(cell, side)| Token {
            cell: cell.parse().expect("a cell"),
            side: Side::new(*side).expect("a side"),
            figure: Figure(4),
            pips: None,
            dim: false,
            badges: Badges::NONE,
        });
        Scene {
            tokens: tokens.collect(),
            ..Scene::bare(Family::ALL[0], Arc::new(ground))
        }
    }

    #[test]
    fn units_that_stand_together_are_one_army() {
        let scene = scene(
            &[("a1", 0), ("c1", 0), ("e2", 0), ("f2", 1), ("k9", 0)],
            &[],
        );
        let armies = armies(&scene);
        let sizes: Vec<usize> = armies.iter().map(|army| army.cells.len()).collect();
        assert_eq!(sizes, [3, 1, 1]);
        // a1 to f2, d3 to f3
        let corners = [("a1", "f2"), ("d3", "f3")];
        let cell = |name: &str| name.parse::<Cell>().expect("a cell");
        let areas = corners.map(|(first, last)| (cell(first), cell(last)));
        assert_eq!(held(scene.ground.board(), &armies[0]), areas);
    }

    #[test]
    fn a_town_has_the_flag_of_who_stands_in_it() {
        let scene = scene(&[("d4", 1)], &["d4", "d5", "e5", "n9"]);
        let towns = towns(&scene);
        let seen: Vec<_> = towns
            .iter()
            .map(|(cells, holder)| (cells.len(), *holder))
            .collect();
        assert_eq!(seen, [(3, Side::new(1)), (1, None)]);
    }
}
