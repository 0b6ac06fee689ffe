//! A hidden set-up of the WarGame family: a ready-made one, varied by chance, or an army drawn up.

use board::{Cell, Shape};
use rules::wargame::{Class, Order, Placement, Position, SetUp, Side, Start};

use crate::random::Random;

/// The number of armies drawn up by chance before the best of them is taken.
const TRIES: usize = 32;

/// The number of changes tried on a ready-made set-up.
const CHANGES: usize = 24;

/// A ready-made set-up of the scenario, varied by chance; without a ready-made set-up, an army drawn up by chance.
pub(super) fn choose(position: &Position, side: Side, seed: u64) -> Option<Order> {
    let mut random = Random::new(seed);
    let books = position.legal_orders(side);
    let placements = match books.get(random.below(books.len())) {
        Some(Order::SetUp(set_up)) => {
            let mut varied = set_up.0.clone();
            mirror(position, side, &mut varied, &mut random);
            // knowing the program's ready-made set-ups must not mean knowing the one played
            (0..CHANGES).for_each(|_| change(position, side, &mut varied, &mut random));
            varied
        }
        _ => draw_up(position, side, &mut random)?,
    };
    let order = set_up(placements);
    // the rules decide last: whatever the changes got wrong is never played
    position.check(side, &order).is_ok().then_some(order)
}

fn set_up(placements: Vec<Placement>) -> Order {
    Order::SetUp(SetUp::new(placements))
}

/// Mirrors a set-up from left to right, half the time; on hexes, where a mirrored line of leaders may break, only if
/// the chain of command holds.
fn mirror(position: &Position, side: Side, placements: &mut Vec<Placement>, random: &mut Random) {
    let board = position.board();
    if random.below(2) == 0 {
        return;
    }
    let mirrored: Vec<Placement> = placements
        .iter()
        .map(|placement| Placement {
            cell: Cell::new(
                board.files() - 1 - placement.cell.file(),
                placement.cell.rank(),
            ),
            ..*placement
        })
        .collect();
    if board.shape() == Shape::Square || faults(position, side, &mirrored) == Some(0) {
        *placements = mirrored;
    }
}

/// Moves a unit to a neighboring cell, or lets it change places with the unit there, if the set-up stays sound.
fn change(position: &Position, side: Side, placements: &mut Vec<Placement>, random: &mut Random) {
    let chosen = random.below(placements.len());
    let Some(from) = placements.get(chosen).map(|placement| placement.cell) else {
        return;
    };
    let beside: Vec<Cell> = position.board().neighbors(from).collect();
    let to = beside[random.below(beside.len())];
    let mut changed = placements.clone();
    if let Some(other) = changed.iter_mut().find(|placement| placement.cell == to) {
        other.cell = from;
    }
    changed[chosen].cell = to;
    if faults(position, side, &changed) == Some(0) {
        *placements = changed;
    }
}

/// The number of units that nobody can order, leaders out of command among them; `None` if the rules refuse the
/// set-up.
fn faults(position: &Position, side: Side, placements: &[Placement]) -> Option<usize> {
    let mut placed = position.clone();
    // the chain of command is a matter of the rules, so they are asked rather than copied
    placed.apply(side, &set_up(placements.to_vec())).ok()?;
    let game = position.game();
    let pinned = placed.leaders_left(side) - placed.in_command(side).len();
    let is_idle = |unit: &&Placement| {
        !placements.iter().any(|leader| {
            let range = game.order_range(leader.kind);
            range > 0 && game.board().distance(leader.cell, unit.cell) <= range
        })
    };
    Some(pinned + placements.iter().filter(is_idle).count())
}

/// Draws up an army by chance: the leaders chained to each other in the rear, men and tanks in front, guns behind them.
/// `None` if the ground leaves a unit no cell.
fn draw_up(position: &Position, side: Side, random: &mut Random) -> Option<Vec<Placement>> {
    let tries = (0..TRIES).filter_map(|_| {
        let placements = draw(position, side, random)?;
        Some((faults(position, side, &placements)?, placements))
    });
    let best = tries.min_by_key(|(faults, _)| *faults);
    best.map(|(_, placements)| placements)
}

fn draw(position: &Position, side: Side, random: &mut Random) -> Option<Vec<Placement>> {
    let game = position.game();
    let board = game.board();
    let Start::Hidden(hidden) = &game.start else {
        return None;
    };
    let mut free = hidden.zones[side.index()].clone();
    random.draw(&mut free, usize::MAX);
    // the rank farthest ahead last
    let depth = |cell: Cell| match side {
        Side::White => cell.rank(),
        Side::Black => board.ranks() - 1 - cell.rank(),
    };
    let mut army = game.army(side);
    // superiors first, so that the others find them; then the posts, the guns and the men
    army.sort_by_key(|kind| {
        let place = match kind.class() {
            Class::Leader => 0,
            Class::Post => 1,
            Class::Artillery => 2,
            Class::Heavy => 3,
            Class::Infantry => 4,
        };
        (place, std::cmp::Reverse(kind.level()))
    });
    let front = free.iter().map(|cell| depth(*cell)).max()?;
    let mut placements: Vec<Placement> = Vec::new();
    for kind in army {
        let wanted = match kind.class() {
            Class::Post => 0,
            Class::Leader => front.saturating_sub(1 + kind.level()),
            Class::Artillery => front.saturating_sub(1),
            Class::Heavy | Class::Infantry => front,
        };
        let chain = |leader: &Placement, cell: Cell| {
            let distance = board.distance(leader.cell, cell);
            if kind.is_leader() {
                let is_superior = leader.kind.level() > kind.level();
                is_superior && distance <= leader.kind.radius()
            } else {
                distance <= game.order_range(leader.kind)
            }
        };
        let fitness = |cell: &Cell| {
            let is_held = placements.iter().any(|leader| chain(leader, *cell));
            let is_first = placements.is_empty();
            (!is_held && !is_first, depth(*cell).abs_diff(wanted))
        };
        let stands = |cell: &&Cell| game.cost(kind, game.terrain[**cell]).is_some();
        let cell = *free
            .iter()
            .filter(stands)
            .min_by_key(|cell| fitness(cell))?;
        free.retain(|other| *other != cell);
        placements.push(Placement { cell, kind });
    }
    Some(placements)
}
