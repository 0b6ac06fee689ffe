//! From the model to what a board shows.

use board::Cell;
use egui::{Rect, Ui};
use kit::model::army::ArmyEditor as _;
use kit::model::scene::add_ways;
use kit::model::tabletop::Tabletop;
use kit::views::armies;
use kit::views::family::FamilyBoard;
use kit::views::stepping::Step;
use picture::wargame::{self as drawn, bare, token};
use picture::{Line, LineKind, Mark, Range, Scene};
use rules::wargame::{Order, Position, Side, Start, Unit};

use super::states;
use scenario::SideNames;

use crate::two_sides::{self, side};
use crate::wargame::WarGame;
use crate::wargame::model::deeds::{Lead, companions};
use crate::wargame::model::editor::{Editor, Pick};
use crate::wargame::model::hand::Hand;
use crate::wargame::model::words;

impl FamilyBoard for WarGame {
    fn scene(table: &dyn Tabletop, hand: &Hand, position: &Position) -> Scene {
        let mut scene = drawn::scene(position, table.drafting().is_some());
        add_ways(&mut scene, table);
        overlays(table, hand, position, &mut scene);
        chosen(table, hand, position, &mut scene);
        scene
    }

    fn step(position: &Position, order: &Order) -> Option<Step> {
        let (from, to) = match order {
            Order::Move { path, .. } => (path.from(), path.to()),
            Order::Leap { from, to, on } => (*from, on.unwrap_or(*to)),
            // fire and preparing move nothing, so that there is no way to show
            Order::Fire { .. }
            | Order::Rifle { .. }
            | Order::Prepare(_)
            | Order::End
            | Order::SetUp(_) => return None,
        };
        let unit = position.unit(from)?;
        // the unit on its way is painted apart, between its cells
        let others = position.units().filter(|(cell, _)| *cell != from);
        let board = Scene {
            tokens: others.map(|(cell, unit)| token(cell, unit)).collect(),
            ..bare(&position.game().terrain)
        };
        Some(Step::of_unit(board, token(from, unit), to))
    }

    fn is_movable(position: &Position, side: rules::Side, cell: Cell) -> bool {
        let unit = position.unit(cell);
        unit.is_some_and(|unit| side == unit.side.into())
    }

    /// The description of a cell for screen readers: `c5, Blue Infantry, trees, acted`.
    fn cell_name(
        position: &Position,
        names: &SideNames,
        side: Option<rules::Side>,
        cell: Cell,
    ) -> String {
        let side = two_sides::side(side);
        let unit = position.unit(cell);
        let is_own = unit.is_some_and(|unit| side == Some(unit.side));
        let mut name = words::standing(position.game(), names, unit, cell);
        if is_own && position.has_acted(cell) {
            name.push_str(", acted");
        }
        for state in states(position, cell) {
            name.push_str(", ");
            name.push_str(state);
        }
        name
    }

    /// Both armies, or the zones they are set up in.
    fn opening(start: &Position, _: &SideNames) -> Scene {
        drawn::start(start)
    }

    fn over_start(start: &Position, whole: Rect, ui: &mut Ui) {
        if matches!(start.game().start, Start::Hidden(_)) {
            armies::unseen(ui, whole, [0.86, 0.14]);
        }
    }
}

/// Removes the ways and losses of a turn, so that other signs can be seen.
fn hide_ways(scene: &mut Scene) {
    scene.arrows.clear();
    scene.lines.retain(|line| line.kind != LineKind::Way);
    let is_way = |mark: Mark| matches!(mark, Mark::Last | Mark::Fallen);
    scene.marks.retain(|(_, mark)| !is_way(*mark));
}

/// The overlays switched on; they take the place of the ways.
fn overlays(table: &dyn Tabletop, hand: &Hand, position: &Position, scene: &mut Scene) {
    let shown = hand.shown;
    if shown.chain || shown.fire || shown.costs || shown.supply {
        hide_ways(scene);
    }
    let selected = table
        .selected()
        .filter(|cell| position.unit(*cell).is_some());
    for side in Side::BOTH {
        if shown.chain {
            drawn::add_chain(scene, position, side);
        }
        if shown.supply {
            drawn::add_danger(scene, position, side);
        }
    }
    if shown.chain
        && let Some((center, unit)) = selected.and_then(|cell| Some((cell, position.unit(cell)?)))
        && unit.kind.is_leader()
    {
        scene.ranges.push(Range {
            center,
            distance: unit.kind.radius(),
            spent: false,
        });
    }
    if shown.fire {
        match selected {
            Some(cell) => drawn::add_fire_lines(scene, position, cell),
            None => all_fire_lines(table, position, scene),
        }
    }
    if let Some(cell) = selected.filter(|_| shown.costs) {
        drawn::add_costs(scene, position, cell);
    }
}

/// The lines along which the units of the side looked at can fire.
fn all_fire_lines(table: &dyn Tabletop, position: &Position, scene: &mut Scene) {
    // two people at one screen have no side of their own; the side on turn is looked at
    let looked_at = side(table.only_person()).unwrap_or_else(|| position.side());
    for (from, _) in position.army(looked_at) {
        let lines = position.fire_lines(from).into_iter();
        scene
            .lines
            .extend(lines.filter(|line| line.kills).map(|line| Line {
                from,
                to: line.target,
                kind: LineKind::Fire,
            }));
    }
}

/// The chosen unit: what it can do, where its move is led, and the leaders that can order it.
fn chosen(table: &dyn Tabletop, hand: &Hand, position: &Position, scene: &mut Scene) {
    let Some((cell, unit)) = table
        .selected()
        .and_then(|cell| Some((cell, position.unit(cell)?)))
    else {
        return;
    };
    scene.marks.push((cell, Mark::Selected));
    let game = position.game();
    if unit.kind.is_leader() {
        scene.ranges.push(Range {
            center: cell,
            distance: game.order_range(unit.kind),
            spent: position.can_give(cell) == Some(false),
        });
    }
    if side(table.drafting()) != Some(unit.side) {
        // not this player's unit, or not its turn: where it could go, and what it could fire at
        let reached = position.reach(cell).into_iter();
        let hatched = reached.map(|(to, _)| (to, Mark::Reach));
        scene.marks.extend(hatched);
        // with the overlay on, the lines of the chosen unit are in the scene already
        if !hand.shown.fire {
            drawn::add_fire_lines(scene, position, cell);
        }
        return;
    }
    // the ways of the last turn would lie over the signs of what the unit can do
    hide_ways(scene);
    let givers = position.givers_for(cell).into_iter();
    let lit = givers.filter(|leader| *leader != cell);
    scene.marks.extend(lit.map(|leader| (leader, Mark::Lit)));
    // the way led so far belongs to no order yet, so that the scene does not know it
    for way in hand.way.windows(2) {
        scene.lines.push(Line {
            from: way[0],
            to: way[1],
            kind: LineKind::Way,
        });
    }
    let falls = |cell: &&Cell| {
        let met = position.unit(**cell);
        met.is_some_and(|met| met.side != unit.side)
    };
    let fallen = hand.way.iter().filter(falls);
    scene.marks.extend(fallen.map(|cell| (*cell, Mark::Fallen)));
    if let Some(end) = hand.way.last().filter(|_| hand.way.len() > 1) {
        scene.marks.push((*end, Mark::Selected));
    }
    if let Some(along) = hand.along {
        scene.marks.push((along, Mark::Selected));
        scene.marks.push((along, Mark::Link));
    } else if hand.way.is_empty() {
        // another unit can only come along from the first step
        let links = companions(position, cell).into_iter();
        scene.marks.extend(links.map(|cell| (cell, Mark::Link)));
    }
    add_deeds(scene, position, hand.lead(cell));
}

/// Marks what a unit can do.
pub(super) fn add_deeds(scene: &mut Scene, position: &Position, lead: Lead<'_>) {
    // rings first, so that they lie below the other signs of their cells
    let deeds = lead.deeds(position).into_iter().rev();
    scene
        .marks
        .extend(deeds.map(|deed| (deed.cell, deed.kind.mark())));
}

/// The board of a set-up being made: the home zone shaded, everything else out of use.
pub fn editor(editor: &Editor) -> Scene {
    let side = editor.side();
    let placed = editor.placed().iter();
    let units = placed.map(|(cell, kind)| token(*cell, Unit { side, kind: *kind }));
    let mut scene = Scene {
        tokens: units.collect(),
        ..bare(&editor.game().terrain)
    };
    let done = editor.order().is_ok();
    for cell in editor.ground().cells() {
        scene.marks.push(match editor.is_home(cell) {
            true if done => (cell, Mark::ZoneDone),
            true => (cell, Mark::Zone(false)),
            false => (cell, Mark::Outside),
        });
    }
    match editor.picked() {
        Some(Pick::Placed(cell)) => scene.marks.push((cell, Mark::Selected)),
        Some(Pick::Reserve(_)) => {
            let free = editor.zone().iter();
            let free = free.filter(|cell| !editor.placed().contains_key(cell));
            scene.marks.extend(free.map(|cell| (*cell, Mark::Move)));
        }
        None => {}
    }
    // shown from the first unit on, so that a leader out of command is seen before the set-up is sealed
    let trial = editor.trial();
    drawn::add_chain(&mut scene, &trial, side);
    scene
}
