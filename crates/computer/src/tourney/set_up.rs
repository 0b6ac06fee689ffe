//! A muster: the scenario's start, varied by chance.

use board::{Board, Cell};
use rules::Side;
use rules::tourney::{Kind, Order, Placement, Position, SetUp};

use crate::random::Random;

/// The changes tried on the start.
const CHANGES: usize = 40;

/// The start as the scenario has it, mirrored half the time, with some units moved or exchanged, a fighter always in
/// the Castle.
pub(super) fn choose(position: &Position, side: Side, seed: u64) -> Option<Order> {
    let mut random = Random::new(seed);
    let game = position.game();
    let castle = game.castle(side)?.cell;
    let zone = game.zone(side);
    let mut placements = game.book(side).0;
    let is_sound = |placements: &[Placement]| {
        // an empty Castle falls to the first man who walks in
        let mut in_castle = placements
            .iter()
            .filter(|placement| placement.cell == castle);
        in_castle.any(|placement| placement.kind.is_fighter())
            && position.check(side, &order(placements)).is_ok()
    };
    let mirrored = mirror(
        position.board(),
        castle,
        game.castle(side)?.green,
        &placements,
    );
    if random.below(2) == 0 && is_sound(&mirrored) {
        placements = mirrored;
    }
    // knowing the program must not mean knowing the muster
    for _ in 0..CHANGES {
        let mut changed = placements.clone();
        let chosen = random.below(changed.len());
        let other = random.below(changed.len() + zone.len());
        match zone.get(other.wrapping_sub(placements.len())) {
            Some(to) => changed.get_mut(chosen)?.cell = *to,
            None => {
                let cell = changed.get(chosen)?.cell;
                changed[chosen].cell = std::mem::replace(&mut changed[other].cell, cell);
            }
        }
        if is_sound(&changed) && hangs_together(position.board(), &changed) {
            placements = changed;
        }
    }
    let chosen = order(&placements);
    // the rules decide last: whatever the changes got wrong is never played
    position.check(side, &chosen).is_ok().then_some(chosen)
}

fn order(placements: &[Placement]) -> Order {
    Order::SetUp(SetUp::new(placements.to_vec()))
}

/// The muster mirrored on the line through Castle and Green.
fn mirror(board: Board, castle: Cell, green: Cell, placements: &[Placement]) -> Vec<Placement> {
    let turned = |cell: Cell| match castle.file() == green.file() {
        true => (2 * castle.file())
            .checked_sub(cell.file())
            .map(|file| (file, cell.rank())),
        false => (2 * castle.rank())
            .checked_sub(cell.rank())
            .map(|rank| (cell.file(), rank)),
    };
    let mirrored = placements.iter().map(|placement| {
        let (file, rank) = turned(placement.cell)?;
        let cell = board.cell(file, rank)?;
        Some(Placement { cell, ..*placement })
    });
    // as it was where the zone is not symmetric
    let mirrored: Option<Vec<Placement>> = mirrored.collect();
    mirrored.unwrap_or_else(|| placements.to_vec())
}

/// True if a fighter stands within two squares of the Lady: alone she is taken without a blow.
fn hangs_together(board: Board, placements: &[Placement]) -> bool {
    let lady = placements
        .iter()
        .find(|placement| placement.kind == Kind::Lady);
    lady.is_none_or(|lady| {
        let mut fighters = placements
            .iter()
            .filter(|placement| placement.kind.is_fighter());
        fighters.any(|fighter| board.distance(lady.cell, fighter.cell) <= 2)
    })
}
