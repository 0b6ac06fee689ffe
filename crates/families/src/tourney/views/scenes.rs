//! From the model to what a board shows.

use board::Cell;
use kit::model::scene::add_ways;
use kit::model::tabletop::Tabletop;
use kit::views::family::FamilyBoard;
use kit::views::stepping::Step;
use picture::tourney::{self as drawn, badge, token};
use picture::{Mark, Scene};
use rules::Side;
use rules::tourney::{Asked, Kind, Man, Order, Position};
use scenario::SideNames;

use crate::tourney::Tourney;
use crate::tourney::model::answers::answers;
use crate::tourney::model::foresight::Foresight;
use crate::tourney::model::hand::{Hand, target};
use crate::tourney::model::men;

impl FamilyBoard for Tourney {
    fn scene(table: &dyn Tabletop, hand: &Hand, position: &Position) -> Scene {
        let mut scene = drawn::scene(position, table.drafting().is_some());
        add_ways(&mut scene, table);
        // the ring of the fallen would lie over whoever stands there
        let stands = |cell: &Cell| scene.tokens.iter().any(|token| token.cell == *cell);
        let over = |(cell, mark): &(Cell, Mark)| *mark == Mark::Fallen && stands(cell);
        let places: Vec<usize> = (0..scene.marks.len())
            .filter(|place| over(&scene.marks[*place]))
            .collect();
        for place in places {
            scene.marks[place].1 = Mark::Last;
        }
        if let Some(side) = table.drafting() {
            let cells = answers(position, side)
                .into_iter()
                .filter_map(|answer| answer.cell);
            scene.marks.extend(cells.map(|cell| (cell, Mark::Lit)));
        }
        chosen(table, hand, position, &mut scene);
        scene
    }

    fn step(position: &Position, order: &Order) -> Option<Step> {
        let (man, to) = moved(position, order)?;
        let from = position.cell_of(&man)?;
        let token = token(position.game(), from, &man);
        let mut board = drawn::scene(position, false);
        // the unit on its way is painted apart, between its cells
        if let Some(place) = board.tokens.iter().position(|other| *other == token) {
            board.tokens.remove(place);
        }
        Some(Step::of_unit(board, token, to))
    }

    fn is_movable(position: &Position, side: Side, cell: Cell) -> bool {
        matches!(position.asked(), Asked::Move { .. })
            && position.on(cell).any(|man| man.unit.owner == side)
    }

    /// The description of a cell for screen readers: `d8, Blue Knight, wounded, and Blue Lady, a wood`.
    fn cell_name(position: &Position, _: &SideNames, _: Option<Side>, cell: Cell) -> String {
        let there: Vec<String> = position
            .on(cell)
            .map(|man| men::described(position, man))
            .collect();
        let mut name = match there.is_empty() {
            true => format!("{cell}, empty"),
            false => format!("{cell}, {}", there.join(", and ")),
        };
        if let Some(ground) = men::ground(position, cell) {
            name.push_str(&format!(", {ground}"));
        }
        let graves = position.graves().iter().filter(|grave| grave.cell == cell);
        for grave in graves {
            let blessed = if grave.is_blessed { "blessed " } else { "" };
            name.push_str(&format!(", a {blessed}grave of a {}", grave.kind.name()));
        }
        name
    }

    fn opening(start: &Position, _: &SideNames) -> Scene {
        drawn::start(start)
    }
}

/// The man that an order of the side on turn moves, and where to.
fn moved(position: &Position, order: &Order) -> Option<(Man, Cell)> {
    let side = position.side();
    match order {
        Order::Move { man, to } => Some((men::named(position, side, man)?, *to)),
        // the Lady rides to the unit that she sends home
        Order::Recall(name) => {
            let mut own = position.men().iter();
            // with `several` a Lady who has moved cannot recall any more (tourney 5.11)
            let lady = own.find(|man| {
                let unit = man.unit;
                unit.owner == side && unit.kind == Kind::Lady && !man.has_moved && man.is_free()
            });
            Some((*lady?, name.cell))
        }
        _ => None,
    }
}

/// The chosen unit: where it can go, and what it meets there.
fn chosen(table: &dyn Tabletop, hand: &Hand, position: &Position, scene: &mut Scene) {
    let Some(cell) = table.selected() else {
        return;
    };
    scene.marks.push((cell, Mark::Selected));
    let Some(side) = table.drafting() else {
        return;
    };
    let orders = hand.orders(position, side, cell);
    if orders.is_empty() {
        return;
    }
    // the ways of the last turn would lie over the signs of what the unit can do
    scene.arrows.clear();
    scene.played.clear();
    scene
        .marks
        .retain(|(_, mark)| !matches!(mark, Mark::Last | Mark::Fallen));
    drawn::add_ways(scene, position, &orders);
    for order in &orders {
        let Some(to) = target(order).filter(|to| meets(position, side, *to)) else {
            continue;
        };
        let seen = Foresight::of_order(position, side, order, to).unwrap_or_default();
        // one sign fits a cell, so the gravest consequence takes it
        let mark = if seen.is_grave() {
            Mark::Danger
        } else if seen.fight.is_some() {
            Mark::Badge(badge::FIGHT)
        } else if !seen.taken.is_empty() {
            Mark::Badge(badge::ROSE)
        } else {
            continue;
        };
        scene.marks.push((to, mark));
    }
}

/// True if an enemy of the side is on a cell.
fn meets(position: &Position, side: Side, cell: Cell) -> bool {
    let game = position.game();
    let mut there = position.on(cell);
    there.any(|man| !game.are_friends(side, man.unit.owner))
}
