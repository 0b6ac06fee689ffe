//! Tests of the ground: drawings differ, join across cells, and leave no gap.

use board::{Board, Direction, Edge};
use egui::{Rect, pos2};

use super::*;
use crate::views::geometry::Camera;

fn key(ground: &Grid<Ground>, look: Look, wide: u16) -> SheetKey {
    SheetKey {
        form: form(ground.board().shape()),
        grounds: Grounds::of(ground),
        look,
        wide,
    }
}

fn land(ground: &Grid<Ground>, look: Look, wide: u16) -> Land {
    Land::draw(&Context::default(), key(ground, look, wide))
}

fn project(board: Board, size: f32, bottom: Edge) -> Projection {
    let window = Rect::from_min_size(pos2(0.0, 0.0), vec2(size, size));
    let mut camera = Camera::default();
    camera.bottom = bottom;
    camera.project(board, window, 1.0)
}

fn with_all(board: Board) -> Grid<Ground> {
    let mut ground = Grid::filled(board, Ground::Open);
    for (cell, kind) in board.cells().zip(Ground::ALL) {
        ground[cell] = kind;
    }
    ground
}

fn boards() -> [Board; 2] {
    [Board::new(16, 12), Board::hex(16, 12)].map(|board| board.expect("a board"))
}

#[test]
fn grounds_differ_without_their_colors() {
    for board in boards() {
        for look in Look::ALL {
            let sheet = LandSheet::draw(key(&with_all(board), look, 32));
            let form = sheet.key.form;
            // the brightness of each pixel, deep in a large area, where no border shows what the ground is
            let seen = |ground: Ground| -> Vec<f32> {
                let slot = sheet.slot(ground, 0, 4).expect("drawn");
                let at = (0..32).flat_map(|row| (0..32).map(move |column| (column, row)));
                let colors = at.map(|(column, row)| sheet.pixel(slot, column, row));
                let grey = |color: Color32| {
                    0.3 * f32::from(color.r())
                        + 0.59 * f32::from(color.g())
                        + 0.11 * f32::from(color.b())
                };
                colors.map(grey).collect()
            };
            let kinds = Ground::ALL
                .into_iter()
                .filter(|ground| !matches!(ground, Ground::Open | Ground::Bridge));
            let all: Vec<_> = kinds.map(|ground| (ground, seen(ground))).collect();
            for (place, (one, first)) in all.iter().enumerate() {
                for (other, second) in &all[..place] {
                    let pairs = first.iter().zip(second);
                    let apart = pairs.map(|(a, b)| (a - b).abs()).sum::<f32>() / 1024.0;
                    assert!(
                        apart > 5.0,
                        "{one:?} and {other:?}, {form:?} {look:?}: {apart}"
                    );
                }
            }
        }
    }
}

#[test]
fn a_wood_is_one_piece_and_a_tree_alone_is_another() {
    for board in boards() {
        let mut ground = Grid::filled(board, Ground::Open);
        let middle = Cell::new(5, 5);
        ground[middle] = Ground::Trees;
        let projection = project(board, 900.0, Edge::South);
        let form = form(board.shape());
        let joined = |ground: &Grid<Ground>, cell: Cell| {
            let joins = joins_of(&projection, ground, cell, ground[cell], form);
            pieces(form, joins).to_vec()
        };
        assert!(joined(&ground, middle).iter().all(|piece| *piece == 0));
        for next in board.neighbors(middle) {
            ground[next] = Ground::Trees;
        }
        assert!(joined(&ground, middle).iter().all(|piece| *piece == 4));
        let east = board.step(middle, Direction::East).expect("on the board");
        let edge = joined(&ground, east);
        let inner = edge.iter().filter(|piece| **piece == 4).count();
        assert!(inner > 0 && inner < edge.len(), "{edge:?}");
        // at the edge of the board it runs on
        let all = Grid::filled(board, Ground::Trees);
        for cell in board.cells() {
            assert!(joined(&all, cell).iter().all(|piece| *piece == 4), "{cell}");
        }
    }
}

#[test]
fn a_turned_board_joins_the_same_cells() {
    for board in boards() {
        let (mut ground, mut turned) = (with_all(board), with_all(board));
        for (number, cell) in (0_u32..).zip(board.cells()) {
            let kind = if pen::lot(number, 1) < 0.5 {
                Ground::Hill
            } else {
                Ground::Water
            };
            ground[cell] = kind;
            turned[board.half_turn(cell)] = kind;
        }
        let form = form(board.shape());
        let [upright, flipped] =
            [Edge::South, Edge::North].map(|bottom| project(board, 900.0, bottom));
        for cell in board.cells() {
            let there = board.half_turn(cell);
            let seen = joins_of(&upright, &ground, cell, ground[cell], form);
            let again = joins_of(&flipped, &turned, there, turned[there], form);
            assert_eq!(seen, again, "{cell}");
        }
    }
}

#[test]
fn squares_turned_by_a_quarter_join_the_same_cells() {
    let board = Board::new(16, 16).expect("a board");
    let mut ground = Grid::filled(board, Ground::Open);
    for (number, cell) in (0_u32..).zip(board.cells()) {
        if pen::lot(number, 1) < 0.5 {
            ground[cell] = Ground::Water;
        }
    }
    let form = form(board.shape());
    let upright = project(board, 900.0, Edge::South);
    for bottom in [Edge::East, Edge::West] {
        let seen = project(board, 900.0, bottom);
        // the ground that the first side would see so
        let mut turned = ground.clone();
        for cell in board.cells() {
            let center = seen.rect(cell).center();
            let there = upright.cell_at(center).expect("both fill the same square");
            turned[there] = ground[cell];
        }
        for cell in board.cells() {
            let there = upright.cell_at(seen.rect(cell).center()).expect("there");
            let as_turned = joins_of(&upright, &turned, there, turned[there], form);
            assert_eq!(
                joins_of(&seen, &ground, cell, ground[cell], form),
                as_turned,
                "{cell}"
            );
        }
    }
}

#[test]
fn a_bridge_leads_over_its_river() {
    for board in boards() {
        let mut ground = Grid::filled(board, Ground::Open);
        for file in 0..board.files() {
            ground[Cell::new(file, 6)] = Ground::Water;
        }
        let bridge = Cell::new(4, 6);
        ground[bridge] = Ground::Bridge;
        let form = form(board.shape());
        let projection = project(board, 900.0, Edge::South);
        // the river runs along axis 0
        assert_ne!(deck_axis(&projection, &ground, bridge, form), 0);
        // and is not cut by the bridge
        let beside = Cell::new(3, 6);
        let joins = joins_of(&projection, &ground, beside, Ground::Water, form);
        assert!(joins.has_edge(0) && joins.has_edge(form.edges() / 2));
    }
}

#[test]
fn the_ground_is_one_mesh_of_few_corners() {
    for board in boards() {
        let ground = Grid::filled(board, Ground::Trees);
        let projection = project(board, 900.0, Edge::South);
        let land = land(&ground, Look::Light, projection.pixels);
        let mesh = land.mesh(&projection, &ground);
        let (corners, layers) = match form(board.shape()) {
            Form::Square => (4, 1),
            Form::Hex => (6, 2),
        };
        assert_eq!(mesh.texture_id, land.id());
        assert_eq!(mesh.vertices.len(), corners * layers * board.len());
        let inside = Rect::from_min_max(pos2(0.0, 0.0), pos2(1.0, 1.0));
        assert!(
            mesh.vertices
                .iter()
                .all(|vertex| inside.contains(vertex.uv))
        );
    }
}

#[test]
fn from_far_away_no_pixel_of_the_board_is_empty() {
    for (board, size) in [(Board::new(120, 100), 605.0), (Board::hex(60, 50), 430.0)] {
        let board = board.expect("a board");
        let ground = with_all(board);
        let projection = project(board, size, Edge::South);
        assert!(projection.pixels < NEAR_FROM);
        let image = land(&ground, Look::Dark, projection.pixels).far(&projection, &ground);
        let color = |cell: Cell| {
            let at = projection.rect(cell).center() - projection.whole().min;
            image.pixels[at.y as usize * image.size[0] + at.x as usize]
        };
        let hole = board
            .cells()
            .find(|cell| ground[*cell] == Ground::Hole)
            .expect("one");
        assert_eq!(color(hole), Color32::TRANSPARENT);
        assert_ne!(color(Cell::new(1, 0)), color(Cell::new(40, 40)));
        // away from the ragged edge and the row with the hole
        let rows = 20..image.size[1] - 40;
        let empty = rows
            .flat_map(|row| (20..image.size[0] - 20).map(move |column| (column, row)))
            .filter(|(column, row)| image.pixels[row * image.size[0] + column].a() == 0);
        assert_eq!(empty.count(), 0);
    }
}

#[test]
fn every_piece_of_every_ground_is_drawn() {
    for board in boards() {
        for wide in [10, 48, 112] {
            let sheet = LandSheet::draw(key(&with_all(board), Look::Light, wide));
            let form = sheet.key.form;
            for ground in Ground::ALL {
                if ground == Ground::Open && form == Form::Square {
                    continue;
                }
                let pieces = (0..shape::PIECES).filter(|piece| form == Form::Square || *piece != 3);
                for (piece, which) in pieces.flat_map(|piece| [(piece, 0), (piece, 1)]) {
                    let slot = sheet.slot(ground, which, piece).expect("drawn");
                    let middle = usize::from(wide) / 2;
                    let color = sheet.pixel(slot, middle, middle);
                    assert!(color.a() > 200, "{ground:?} {piece} {which} at {wide}");
                }
            }
        }
    }
}
