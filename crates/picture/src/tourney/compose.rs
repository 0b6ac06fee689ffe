//! From positions and orders to scenes.

use board::Cell;
use rules::tourney::{Event, Exchange, Order, Place, Position, Switch};
use rules::{Rules, Side, ToAct};

use super::{badge, bare, figure, token};
use crate::{Arrow, Beside, Mark, Played, Scene, Token};

/// A position's ground and units, the graves, and beside the board the Castles with the units that wait in them and the
/// Dungeons with their prisoners; with `open`, units that have moved in the turn so far are paler.
pub fn scene(position: &Position, open: bool) -> Scene {
    let game = position.game();
    let on_board = position.men().iter().filter_map(|man| {
        let token = token(game, position.cell_of(man)?, man);
        Some(Token {
            dim: open && man.has_moved,
            ..token
        })
    });
    let mut tokens: Vec<Token> = on_board.collect();
    // the occupant of a Castle and whoever storms it share a cell but not a place in the list of men
    tokens.sort_by_key(|token| token.cell);
    let mut scene = Scene {
        tokens,
        beside: beside(position),
        ..bare(&game.terrain)
    };
    add_graves(&mut scene, position);
    if let Some(fight) = position.fight() {
        scene.marks.push((fight.cell, Mark::Badge(badge::FIGHT)));
    }
    scene
}

/// The Castles and Dungeons of the sides that are in, the first side's lowest as on the board, and the Ladies in the
/// Wizard's wood.
fn beside(position: &Position) -> Vec<Beside> {
    let game = position.game();
    let mut places = Vec::new();
    let held: Vec<_> = position.held().collect();
    if let (Some(lady), Some(wood)) = (held.first(), game.wood) {
        places.push(Beside {
            side: position.sides().iter().last().unwrap_or(lady.unit.owner),
            badge: badge::DUNGEON,
            cell: wood,
            tokens: held.iter().map(|man| token(game, wood, man)).collect(),
        });
    }
    let players: Vec<Side> = game.players().iter().collect();
    for side in players.into_iter().rev() {
        let Some(castle) = game.castle(side).filter(|_| position.is_in(side)) else {
            continue;
        };
        let place = |badge, tokens| Beside {
            side,
            badge,
            cell: castle.cell,
            tokens,
        };
        // the occupant stands on the board, in the Castle's cell
        let waiting = position
            .queue(side)
            .filter(|man| man.place != Place::Castle(0));
        let waiting = waiting.map(|man| token(game, castle.cell, man)).collect();
        let prisoners = position.dungeon(side);
        let prisoners = prisoners.map(|man| token(game, castle.cell, man)).collect();
        places.push(place(badge::CASTLE, waiting));
        places.push(place(badge::DUNGEON, prisoners));
    }
    places
}

/// Marks the cells with graves: blessed ones where no other is.
fn add_graves(scene: &mut Scene, position: &Position) {
    let mut cells: Vec<Cell> = position.graves().iter().map(|grave| grave.cell).collect();
    // graves are listed by cell, so equal cells are neighbors
    cells.dedup();
    for cell in cells {
        let mut there = position.graves().iter().filter(|grave| grave.cell == cell);
        let mark = if there.any(|grave| !grave.is_blessed) {
            badge::GRAVE
        } else {
            badge::BLESSED
        };
        scene.marks.push((cell, Mark::Badge(mark)));
    }
}

/// The start of a game: the units on the board, and the zones of a muster.
pub fn start(position: &Position) -> Scene {
    let mut scene = scene(position, false);
    let game = position.game();
    if game.has(Switch::Muster) {
        // two shades in turn, since zones may touch
        for (side, dark) in game.players().iter().zip([false, true].into_iter().cycle()) {
            let zone = game.zone(side).into_iter();
            scene
                .marks
                .extend(zone.map(|cell| (cell, Mark::Zone(dark))));
        }
    }
    scene
}

/// Adds the ways of an order with the next numbers, and marks what came of it: the cells where units fell, were captured
/// or were freed, and the cards of a fight.
pub fn add_order(scene: &mut Scene, events: &[Event]) {
    for event in events {
        add_deed(scene, event);
    }
}

fn add_deed(scene: &mut Scene, event: &Event) {
    match event {
        Event::Moved { from, to, .. } | Event::Wandered { from, to, .. } => {
            scene.marks.push((*from, Mark::Last));
            scene.marks.push((*to, Mark::Last));
            add_arrow(scene, (*from, *to), false);
        }
        Event::Shot { from, at, .. } => add_arrow(scene, (*from, *at), true),
        Event::Raised { grave, cell, .. } => {
            scene.marks.push((*grave, Mark::Last));
            scene.marks.push((*cell, Mark::Last));
        }
        Event::Recalled { from, .. } => scene.marks.push((*from, Mark::Last)),
        Event::SteppedOut { green, .. } => scene.marks.push((*green, Mark::Last)),
        Event::Slain { cell, .. }
        | Event::Gone { cell, .. }
        | Event::Destroyed { cell, .. }
        | Event::Captured { cell, .. }
        | Event::Held { cell, .. } => {
            scene.marks.push((*cell, Mark::Fallen));
            // the way that led to it is one that captures: of several that end on the cell, the last
            let mut arrows = scene.arrows.iter_mut().rev();
            if let Some(arrow) = arrows.find(|arrow| arrow.to == *cell) {
                arrow.captures = true;
            }
        }
        Event::Exchanged { cell, exchange } => add_played(scene, *cell, exchange),
        // the others leave no trace on a cell, or one that comes with an event above
        _ => {}
    }
}

fn add_arrow(scene: &mut Scene, (from, to): (Cell, Cell), fires: bool) {
    let number = scene.arrows.len() + 1;
    scene.arrows.push(Arrow {
        from,
        to,
        number,
        captures: false,
        fires,
    });
}

/// Adds two cards opened together, with the wounds that the fighters have after them.
fn add_played(scene: &mut Scene, cell: Cell, exchange: &Exchange) {
    // without marks, so that a fighter wounded between two rounds still equals himself
    let tokens = exchange
        .men
        .map(|unit| Token::new(cell, unit.owner, figure(unit.kind), 0));
    // what he took in the rounds before, and from others in this one, counts too
    let taken = |token: &Token| {
        let mut played = scene.played.iter().rev();
        played.find_map(|played| {
            let place = played.tokens.iter().position(|other| other == token)?;
            played.wounds.get(place).copied()
        })
    };
    let [one, other] = tokens.map(|token| taken(&token).unwrap_or(0));
    let [first, second] = exchange.wounds;
    scene.played.push(Played {
        cell,
        tokens,
        cards: exchange.cards.map(|card| badge::card(card.number())),
        wounds: [one.saturating_add(first), other.saturating_add(second)],
        wound: badge::WOUND,
        fall: badge::LYING,
    });
}

/// Adds the ways of a turn's orders, up to the first illegal order, from the position before the turn; what the other
/// side decides in between may stand among them.
pub fn add_turn<'a>(
    scene: &mut Scene,
    before: &Position,
    side: Side,
    orders: impl IntoIterator<Item = &'a Order>,
) {
    let mut position = before.clone();
    for order in orders {
        // a file that is not judged yet may hold an illegal order; the rest would be of another position
        let Some(events) = apply_for(&mut position, side, order) else {
            return;
        };
        add_order(scene, &events);
    }
}

/// Carries out an order of that side or, if it is none of that side's, of one that must decide.
fn apply_for(position: &mut Position, side: Side, order: &Order) -> Option<Vec<Event>> {
    let asked = match position.to_act() {
        ToAct::One(side) => side.into(),
        ToAct::Secretly(sides) => sides,
        ToAct::Lots(_) | ToAct::Nobody(_) => return None,
    };
    // the side itself first: an order that both could give is meant for the side whose turn it is
    let sides = asked.iter().filter(|other| *other != side);
    let mut sides = std::iter::once(side).chain(sides);
    sides.find_map(|side| Rules::apply(position, side, order).ok())
}

/// Adds what the opening of secret choices brought: the cards of a round, and who fell by them or by an arrow.
pub fn add_event(scene: &mut Scene, event: &Event) {
    match event {
        Event::Exchanged { cell, exchange } => add_played(scene, *cell, exchange),
        Event::Felled { cell, .. } | Event::Arrow { at: cell, .. } => {
            scene.marks.push((*cell, Mark::Last));
        }
        Event::Slain { cell, .. } | Event::Gone { cell, .. } | Event::Captured { cell, .. } => {
            scene.marks.push((*cell, Mark::Fallen));
        }
        // what the others bring, the position shows
        _ => {}
    }
}

/// Marks where the unit of those orders can go, and what it meets there: an enemy square is a fight or a capture.
pub fn add_ways<'a>(
    scene: &mut Scene,
    position: &Position,
    orders: impl IntoIterator<Item = &'a Order>,
) {
    let game = position.game();
    for order in orders {
        let mark = match order {
            Order::Move { to, .. } => {
                let own = position.side();
                let mut there = position.on(*to);
                let meets = there.any(|man| !game.are_friends(own, man.unit.owner));
                (*to, if meets { Mark::Capture } else { Mark::Move })
            }
            Order::Recall(name) => (name.cell, Mark::Swap),
            Order::Shoot { at, .. } => (at.cell, Mark::Fire),
            Order::Raise { to, .. } => (*to, Mark::Move),
            // the others end on no cell
            _ => continue,
        };
        if !scene.marks.contains(&mark) {
            scene.marks.push(mark);
        }
    }
}
