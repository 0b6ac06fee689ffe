//! The help on the WarGames, in our own words, with pictures made by the rules themselves.

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
use picture::wargame as drawn;
use picture::{Mark, Range, Scene};
use rules::wargame::{Game, Kind, Options, Position, Ruleset, Side, Start, Terrain, Unit};
use scenario::Scenario;
use scenario::wargame::Content;

use super::scenes::add_deeds;
use super::units::unit_chip;
use crate::wargame::WarGame;
use crate::wargame::model::deeds::{Lead, companions};
use crate::wargame::model::words;

/// The pictures as they were made.
type Pictures = BTreeMap<Shown, (Arc<Scene>, BoardPainter)>;

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Shown {
    Chain,
    Tank,
    Jump,
    Supply,
}

impl FamilyHelp for WarGame {
    type State = Pictures;

    const TOPICS: &'static [&'static str] = &["The idea", "Units", "Fighting", "How it ends"];

    fn help(
        topic: usize,
        library: &[Scenario],
        pictures: &mut Pictures,
        canvas: &mut Canvas,
        ui: &mut Ui,
    ) {
        match topic {
            0 => idea(pictures, canvas, ui),
            1 => units(library, canvas, ui),
            2 => fighting(pictures, canvas, ui),
            _ => ends(library, ui),
        }
    }
}

fn idea(pictures: &mut Pictures, canvas: &mut Canvas, ui: &mut Ui) {
    beside_picture(pictures, canvas, ui, Shown::Chain, |ui| {
        ui.label("As in Warlord, a unit acts only when a leader orders it. But each leader gives one order a turn, whatever its level, and an order is a move or fire, not both.");
        section(ui, "Orders");
        ui.label("An order reaches as far as the tint around a leader: three squares in WarGame 1; six or three hexes in WarGame 2. Any leader may order any unit, itself included. You never say which leader you mean; filled dots show who can still give an order.");
        section(ui, "The chain of command");
        ui.label("A leader acts only while one of higher level keeps it in command, or one of its own level that is in command passes the command on: the lines. A leader that is cut off, and struck, still gives its order.");
        section(ui, "If a unit will do nothing");
        ui.label("Point at it: the line under the board says why, with the rule. C shows the chain of command, L the lines of fire.");
    });
}

fn units(library: &[Scenario], canvas: &mut Canvas, ui: &mut Ui) {
    for ruleset in Ruleset::BOTH {
        let like = library
            .iter()
            .filter_map(Content::of)
            .map(Content::game)
            .find(|game| game.ruleset == ruleset);
        let Some(game) = like else { continue };
        card(ui, |ui| {
            ui.label(RichText::new(ruleset.name()).size(size::TITLE));
            for kind in ruleset.kinds() {
                ui.horizontal(|ui| {
                    for side in Side::BOTH {
                        unit_chip(ui, canvas, Unit { side, kind: *kind }, 40.0);
                    }
                    ui.vertical(|ui| {
                        ui.spacing_mut().item_spacing.y = 0.0;
                        ui.strong(kind.name());
                        let powers = sentence(&words::powers(game, *kind));
                        note(ui, format!("{powers} {}", about(ruleset, *kind)));
                    });
                });
            }
        });
        ui.add_space(8.0);
    }
    card(ui, |ui| {
        section(ui, "Ground");
        ui.label("Open ground and towns cost one point. Trees cost foot and guns one, leaders four; tanks and cavalry never enter. Hills cost two; guns never enter. G shows the costs for the chosen unit.");
    });
}

fn about(ruleset: Ruleset, kind: Kind) -> &'static str {
    match (ruleset, kind) {
        (_, Kind::CommandPost) => "The banner. It gives no orders and blocks fire.",
        (_, Kind::SupremeCommander | Kind::Commander) => {
            "The head of the chain. Without it the leaders next below are pinned, but still give orders."
        }
        (_, Kind::TankCommander | Kind::InfantryCommander | Kind::ArtilleryCommander) => {
            "Tows a gun that stood next to it when the turn began, one or two squares."
        }
        (_, Kind::General) => "Passes command on to the Colonels.",
        (_, Kind::Colonel) => "The leader at the front.",
        (_, Kind::Tank) => {
            "Overruns leaders and infantry, in the open and on hills, and tows infantry."
        }
        (_, Kind::Cavalry) => "Jumps over leaders and infantry, which fall.",
        (Ruleset::One, Kind::Infantry) => {
            "Takes by close assault; from a town, trees or a hill it may shoot the next cell instead, but no tank."
        }
        (Ruleset::Two, Kind::Infantry) => "The only one that takes by close assault.",
        (_, Kind::Artillery) => "Strong from afar, slow on its wheels.",
        (_, Kind::Paratroops) => {
            "Infantry that prepares on one turn and leaps five or six cells on a later one."
        }
    }
}

fn fighting(pictures: &mut Pictures, canvas: &mut Canvas, ui: &mut Ui) {
    beside_picture(pictures, canvas, ui, Shown::Tank, |ui| {
        section(ui, "What a unit can do shows at once");
        ui.label("A dot: it can go there. A crosshair: it can fire there and stays where it is. A ring: close assault, it takes the unit and its place. A bent arrow: overrun, it passes straight over the unit, which falls, and may go on. An exclamation mark: a rifle shot. Links of a chain: that unit can come along.");
        ui.label("Where a click could mean several things, the board asks. Everything in the range of fire dies, always; cover decides who can be killed and how.");
        section(ui, "Line of fire");
        ui.label("Straight from middle to middle. Units of either side, towns, trees and hills block; a corner between two cells blocks only if both do.");
    });
    ui.add_space(10.0);
    beside_picture(pictures, canvas, ui, Shown::Jump, |ui| {
        section(ui, "WarGame 2");
        ui.label("Cavalry jumps over an enemy to the hex beyond. Nothing is towed; instead the leader that gives an order may go along with the unit, which then has one point more: click the unit, then that leader, then where to.");
    });
    ui.add_space(10.0);
    beside_picture(pictures, canvas, ui, Shown::Supply, |ui| {
        section(ui, "Supply");
        ui.label("At the end of a turn each enemy falls that has no friend next to it and no way out: every empty cell around it lies next to an attacker, and at least three attackers take part. S marks who would fall, on both sides.");
    });
}

fn ends(library: &[Scenario], ui: &mut Ui) {
    card(ui, |ui| {
        ui.label("A side whose last leader falls loses. Two passes, one by each side, are a draw, so are 60 turns without a loss, and so is what all agree on. Anybody may resign at any time. Other endings are switches that both agree on before the game.");
    });
    for scenario in library {
        let Some(content) = Content::of(scenario) else {
            continue;
        };
        ui.add_space(8.0);
        card(ui, |ui| {
            ui.label(RichText::new(scenario.title()).size(size::TITLE));
            let start = Position::new(Arc::new(content.game().clone()));
            for line in WarGame::endings(&start) {
                note(ui, line);
            }
        });
    }
}

/// A game on open ground with these units.
fn game(ruleset: Ruleset, board: Board, ground: &[(Cell, Terrain)], units: &[Placed]) -> Game {
    let mut terrain = Grid::filled(board, Terrain::Open);
    for (cell, kind) in ground {
        terrain[*cell] = *kind;
    }
    let unit = |(side, kind, file, rank): &Placed| {
        let unit = Unit {
            side: *side,
            kind: *kind,
        };
        (Cell::new(*file, *rank), unit)
    };
    let mut units: Vec<(Cell, Unit)> = units.iter().map(unit).collect();
    units.sort_unstable();
    let army = |side| {
        let own = units.iter().filter(|(_, unit)| unit.side == side);
        own.map(|(_, unit)| unit.kind).collect()
    };
    Game {
        ruleset,
        // nothing is played in a picture: what ends a game or limits a turn has no effect, and only has to be there
        cap: 10,
        armies: Side::BOTH.map(army),
        start: Start::Fixed(units),
        middle: 0..board.ranks(),
        towns: 1,
        options: Options::ALL_OFF,
        map_lot: None,
        terrain,
    }
}

/// A unit by side, kind, file and rank.
type Placed = (Side, Kind, u8, u8);

use Side::{Black, White};

fn scene_of(shown: Shown) -> Scene {
    let squares = |files, ranks| Board::new(files, ranks).expect("a size that boards have");
    match shown {
        Shown::Chain => {
            let units = [
                (White, Kind::SupremeCommander, 2, 1),
                (White, Kind::TankCommander, 6, 4),
                (White, Kind::InfantryCommander, 3, 5),
                (White, Kind::ArtilleryCommander, 5, 7),
                // too far from everybody
                (White, Kind::InfantryCommander, 14, 7),
                (White, Kind::Tank, 7, 6),
                (White, Kind::Infantry, 4, 7),
                (White, Kind::Infantry, 8, 3),
            ];
            let game = game(Ruleset::One, squares(15, 9), &[], &units);
            let position = Position::new(Arc::new(game));
            let mut scene = drawn::scene(&position, false);
            drawn::add_chain(&mut scene, &position, White);
            scene.ranges.push(Range {
                center: Cell::new(6, 4),
                distance: position.game().order_range(Kind::TankCommander),
                spent: false,
            });
            scene
        }
        Shown::Tank => {
            let units = [
                (White, Kind::SupremeCommander, 3, 1),
                (White, Kind::Tank, 4, 3),
                (White, Kind::Infantry, 3, 3),
                (Black, Kind::Infantry, 4, 4),
                (Black, Kind::Artillery, 6, 5),
                (Black, Kind::Tank, 2, 5),
                (Black, Kind::Infantry, 6, 3),
            ];
            let ground = [
                (Cell::new(3, 4), Terrain::Hill),
                (Cell::new(5, 4), Terrain::Trees),
                (Cell::new(6, 3), Terrain::Town),
            ];
            deeds(
                game(Ruleset::One, squares(9, 7), &ground, &units),
                Cell::new(4, 3),
            )
        }
        Shown::Jump => {
            let units = [
                (White, Kind::Commander, 1, 0),
                (White, Kind::General, 3, 1),
                (White, Kind::Cavalry, 3, 2),
                (Black, Kind::Infantry, 4, 3),
                (Black, Kind::Artillery, 2, 3),
            ];
            let board = Board::hex(8, 6).expect("a size that boards have");
            let ground = [(Cell::new(6, 2), Terrain::Hill)];
            deeds(game(Ruleset::Two, board, &ground, &units), Cell::new(3, 2))
        }
        Shown::Supply => {
            let units = [
                (Black, Kind::Infantry, 4, 3),
                (White, Kind::Tank, 2, 3),
                (White, Kind::Tank, 6, 3),
                (White, Kind::Infantry, 4, 5),
                (White, Kind::Infantry, 4, 1),
                (Black, Kind::Infantry, 7, 5),
                (Black, Kind::Infantry, 8, 5),
            ];
            let game = game(Ruleset::One, squares(9, 7), &[], &units);
            let position = Position::new(Arc::new(game));
            let mut scene = drawn::scene(&position, false);
            for side in Side::BOTH {
                drawn::add_danger(&mut scene, &position, side);
            }
            scene
        }
    }
}

/// A position with one unit chosen, and all it can do.
fn deeds(game: Game, from: Cell) -> Scene {
    let position = Position::new(Arc::new(game));
    let mut scene = drawn::scene(&position, false);
    scene.marks.push((from, Mark::Selected));
    let lead = Lead {
        from,
        way: &[],
        along: None,
    };
    add_deeds(&mut scene, &position, lead);
    let links = companions(&position, from).into_iter();
    scene.marks.extend(links.map(|cell| (cell, Mark::Link)));
    scene
}

/// A card with words at the left and a picture at the right, which is made when it is first in sight.
fn beside_picture(
    pictures: &mut Pictures,
    canvas: &mut Canvas,
    ui: &mut Ui,
    shown: Shown,
    words: impl FnOnce(&mut Ui),
) {
    const WIDE: f32 = 320.0;
    card(ui, |ui| {
        ui.horizontal_top(|ui| {
            ui.vertical(|ui| {
                ui.set_width(ui.available_width() - WIDE - 20.0);
                words(ui);
            });
            let (rect, response) = ui.allocate_exact_size(Vec2::new(WIDE, 240.0), Sense::hover());
            // making every picture at once would hold up the first frame of the page
            if !ui.is_rect_visible(response.rect) {
                return;
            }
            let window = Rect::from_min_size(rect.min, rect.size());
            let (scene, painter) = pictures
                .entry(shown)
                .or_insert_with(|| (Arc::new(scene_of(shown)), BoardPainter::default()));
            painter.paint_whole(ui, &mut canvas.atlases, canvas.set, window, scene);
        });
    });
}
