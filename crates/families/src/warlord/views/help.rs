//! The help on Warlord, in our own words, with pictures made by the rules themselves.

use std::collections::BTreeMap;
use std::sync::Arc;

use board::{Board, Cell, Grid};
use egui::{Rect, RichText, Sense, Ui, Vec2};
use kit::model::family::FamilyWords as _;
use kit::views::canvas::Canvas;
use kit::views::family::FamilyHelp;
use kit::views::painter::BoardPainter;
use kit::views::theme::size;
use kit::views::widgets::{card, note, section, sentence};
use picture::warlord::{bare, token};
use picture::{Mark, Range, Scene, Token};
use rules::warlord::{Game, Kind, Position, Side, Start, Terrain, Unit};
use scenario::Scenario;
use scenario::warlord::Content;

use super::units::unit_chip;
use crate::warlord::Warlord;
use crate::warlord::model::words;

/// The pictures as they were made: how far each kind of unit reaches, and a leader's range if no kind is named.
type Pictures = BTreeMap<Option<Kind>, (Arc<Scene>, BoardPainter)>;

impl FamilyHelp for Warlord {
    type State = Pictures;

    const TOPICS: &'static [&'static str] = &["The idea", "Units", "Terrain", "How it ends"];

    fn help(
        topic: usize,
        library: &[Scenario],
        pictures: &mut Pictures,
        canvas: &mut Canvas,
        ui: &mut Ui,
    ) {
        match topic {
            0 => idea(pictures, canvas, ui),
            1 => units(library, pictures, canvas, ui),
            2 => terrain(ui),
            _ => ends(library, ui),
        }
    }
}

fn idea(pictures: &mut Pictures, canvas: &mut Canvas, ui: &mut Ui) {
    card(ui, |ui| {
        ui.horizontal_top(|ui| {
            ui.vertical(|ui| {
                ui.set_width(ui.available_width() - 270.0);
                ui.label("Chess with armies. In one turn you move several units, but a unit moves only when a leader tells it to.");
                section(ui, "Activation");
                ui.label("A leader commands the cells around it, as far as two of them in most scenarios and three in Chieftain Chess: the tinted square. Each unit that moves must stand in such a square at that moment and uses one activation of that leader.");
                ui.label("A leader has as many activations a turn as its level: the one, two or three dots on it. Its own move costs one too. A filled dot is still free, an empty one is spent.");
                ui.label("You never say which leader you mean. The program looks for a way in which every move has its leader, and takes the best for what you may still want.");
                section(ui, "A turn");
                ui.label("Move up to as many different units as the scenario allows, one after the other; no unit twice. That number is the CAP. Moving a leader first and then using it from its new place is the heart of the game.");
                ui.label("Every unit captures by moving onto an enemy. A turn without any move is a pass; two passes in a row are a draw.");
            });
            picture(pictures, canvas, ui, None, 250.0, range_picture);
        });
    });
    ui.add_space(10.0);
    card(ui, |ui| {
        section(ui, "If a unit will not move");
        ui.label("Point at it: the line under the board says why. Most often no leader is near enough, or the leaders near it have no activation left this turn.");
    });
}

fn units(library: &[Scenario], pictures: &mut Pictures, canvas: &mut Canvas, ui: &mut Ui) {
    // kinds that no scenario of the library has would only be questions
    let used = |kind: &Kind| {
        let mut games = library.iter().filter_map(game);
        games.any(|game| game.armies.iter().any(|army| army.contains(kind)))
    };
    for kind in Kind::ALL.into_iter().filter(used) {
        card(ui, |ui| {
            ui.horizontal_top(|ui| {
                for side in Side::BOTH {
                    unit_chip(ui, canvas, Unit { side, kind }, 52.0);
                }
                ui.vertical(|ui| {
                    ui.set_width(ui.available_width() - 190.0);
                    ui.label(RichText::new(kind.name()).size(size::TITLE));
                    ui.label(sentence(words::movement(kind.movement())));
                    note(ui, about(kind));
                });
                if let Some(game) = library.iter().find_map(game) {
                    let reach = || reach_picture(game, kind);
                    picture(pictures, canvas, ui, Some(kind), 170.0, reach);
                }
            });
        });
        ui.add_space(8.0);
    }
}

fn game(scenario: &Scenario) -> Option<&Game> {
    Content::of(scenario).map(Content::game)
}

fn about(kind: Kind) -> &'static str {
    match kind {
        Kind::Leader1 => {
            "Gives one activation a turn: to itself, or to a unit in its square. Losing all leaders loses the game."
        }
        Kind::Leader2 => "The same with two activations a turn.",
        Kind::Leader3 => "The same with three activations a turn: an army's heart.",
        Kind::Promoted => {
            "Made from a unit that reached the far edge, where that is played. Moves as a leader, activates only itself, and does not count as one."
        }
        Kind::HeavyCavalry => {
            "Strong in the open. It jumps over friend and foe; hills and towns it enters only from the next cell, trees never."
        }
        Kind::Cannon => {
            "Stays on the diagonals. It jumps too; never on hills. In some games it may change places with a leader beside it."
        }
        Kind::LightCavalry => {
            "Fast and hard to stop. In the larger games it may activate itself, without any leader."
        }
        Kind::Infantry => "Slow and many. It goes everywhere and holds what the others take.",
        Kind::Hero => "The third cell needs a free one on the way, on the first or the second.",
        Kind::Shaman => "As the Hero, on the diagonals.",
        Kind::Bishopy => "Slides on the diagonals and stops before whatever stands there.",
        Kind::Rookish => "Slides straight and stops before whatever stands there.",
    }
}

fn terrain(ui: &mut Ui) {
    card(ui, |ui| {
        ui.label("Some scenarios have towns, hills, trees and water. Terrain hinders, with or without a unit on it; activation looks over it.");
        for (name, text) in [
            ("Infantry and leaders", "enter towns, hills and trees."),
            (
                "Heavy Cavalry, Hero",
                "enter a town or hill only by a single step from the next cell, trees never, and do not jump over terrain.",
            ),
            (
                "Cannon, Shaman",
                "enter a town or trees only by a single step, hills never, and do not jump over terrain.",
            ),
            (
                "Light Cavalry",
                "enters everything; it is blocked only if both cells of its way are terrain.",
            ),
            (
                "Water",
                "nothing stands on it, and nothing crosses it unless the option says so.",
            ),
        ] {
            ui.horizontal_wrapped(|ui| {
                ui.strong(name);
                ui.label(text);
            });
        }
    });
}

fn ends(library: &[Scenario], ui: &mut Ui) {
    card(ui, |ui| {
        ui.label("Always: a side whose last leader is captured loses. Two passes, one by each side, are a draw, and so is what all agree on. Anybody may resign at any time.");
        section(ui, "The short game");
        ui.label("Whoever has captured three leaders, and more than the other side, claims the win at the end of the turn. The other side has one turn to answer. If it catches up, the game continues; if it gets ahead, the claim is its own; if neither, the claim wins.");
        section(ui, "Command");
        ui.label("In the larger games a side loses the moment the levels of its leaders add up to less than its CAP: it could no longer give all its orders.");
    });
    for scenario in library {
        let Some(game) = game(scenario) else {
            continue;
        };
        ui.add_space(8.0);
        card(ui, |ui| {
            ui.label(RichText::new(scenario.title()).size(size::TITLE));
            let start = Position::new(Arc::new(game.clone()));
            for line in Warlord::endings(&start) {
                note(ui, line);
            }
        });
    }
}

/// A small board around one unit, with everything the rules let it reach.
fn reach_picture(like: &Game, kind: Kind) -> Scene {
    let board = Board::new(7, 7).expect("seven by seven is a board");
    let center = Cell::new(3, 3);
    let unit = Unit {
        side: Side::White,
        kind,
    };
    let position = Position::new(Arc::new(empty(like, board, vec![(center, unit)])));
    Scene {
        tokens: vec![token(center, unit)],
        marks: position
            .reach(center)
            .into_iter()
            .map(|cell| (cell, Mark::Move))
            .collect(),

        ..bare(&position.game().terrain)
    }
}

/// A leader with its range, units inside and one outside.
fn range_picture() -> Scene {
    let board = Board::new(7, 7).expect("seven by seven is a board");
    let side = Side::White;
    let leader = Cell::new(3, 3);
    let units = [
        (leader, Kind::Leader2, false),
        (Cell::new(1, 4), Kind::Infantry, false),
        (Cell::new(4, 5), Kind::HeavyCavalry, false),
        (Cell::new(5, 2), Kind::Cannon, false),
        (Cell::new(6, 6), Kind::Infantry, true),
        (Cell::new(0, 1), Kind::LightCavalry, true),
    ];
    Scene {
        tokens: units
            .into_iter()
            .map(|(cell, kind, dim)| Token {
                dim,
                ..token(cell, Unit { side, kind })
            })
            .collect(),
        ranges: vec![Range {
            center: leader,
            distance: 2,
            spent: false,
        }],
        ..bare(&Grid::filled(board, Terrain::Open))
    }
}

/// A game with nothing in it but these units, on that board.
fn empty(like: &Game, board: Board, units: Vec<(Cell, Unit)>) -> Game {
    Game {
        terrain: Grid::filled(board, Terrain::Open),
        armies: [
            units.iter().map(|(_, unit)| unit.kind).collect(),
            Vec::new(),
        ],
        start: Start::Fixed(units),
        ..like.clone()
    }
}

/// Shows a picture, which is made when it is first in sight.
fn picture(
    pictures: &mut Pictures,
    canvas: &mut Canvas,
    ui: &mut Ui,
    of: Option<Kind>,
    size: f32,
    make: impl FnOnce() -> Scene,
) {
    let (rect, response) = ui.allocate_exact_size(Vec2::splat(size), Sense::hover());
    // making every picture at once would hold up the first frame of the page
    if !ui.is_rect_visible(response.rect) {
        return;
    }
    let window = Rect::from_min_size(rect.min, Vec2::splat(size));
    let (scene, painter) = pictures
        .entry(of)
        .or_insert_with(|| (Arc::new(make()), BoardPainter::default()));
    painter.paint_whole(ui, &mut canvas.atlases, canvas.set, window, scene);
}
