//! Reinforcements: what is due, what waits, and where it may come onto the board.

use board::Cell;
use rules::warlord::{Kind, Order, Position, Side};

use super::formation::arrange;

/// The reinforcements of a side that become due on the same turn.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Block {
    /// The owner's turn, by its own count.
    pub turn: u16,
    /// The units still to enter, in the rulebook's order.
    pub kinds: Vec<(Kind, usize)>,
}

impl Block {
    /// The number of units still to enter.
    pub fn units(&self) -> usize {
        self.kinds.iter().map(|(_, count)| count).sum()
    }
}

/// A side's turn by its own count: the one under way, or else its next.
pub fn own_turn(position: &Position, side: Side) -> u32 {
    // the first turn need not be White's, but the other side's always follows
    let turn = position.turn();
    if position.side() == side {
        turn.div_ceil(2)
    } else {
        (turn + 1).div_ceil(2)
    }
}

/// Everything a side has still to bring in, by the turn on which it is due.
pub fn waiting(position: &Position, side: Side) -> Vec<Block> {
    let mut blocks: Vec<Block> = Vec::new();
    for (turn, kind) in position.waiting(side) {
        // the rules list what waits by its turn, so that only the last block can be of the same turn
        match blocks.last_mut().filter(|block| block.turn == *turn) {
            Some(block) => count(&mut block.kinds, *kind),
            None => blocks.push(Block {
                turn: *turn,
                kinds: vec![(*kind, 1)],
            }),
        }
    }
    blocks
}

/// The reinforcements that the side to move may bring in now, from all blocks due by this turn.
pub fn due(position: &Position) -> Vec<(Kind, usize)> {
    let side = position.side();
    let now = own_turn(position, side);
    let mut kinds = Vec::new();
    for (turn, kind) in position.waiting(side) {
        if u32::from(*turn) <= now {
            count(&mut kinds, *kind);
        }
    }
    kinds.sort_unstable();
    kinds
}

fn count(kinds: &mut Vec<(Kind, usize)>, kind: Kind) {
    match kinds.iter_mut().find(|(other, _)| *other == kind) {
        Some((_, count)) => *count += 1,
        None => kinds.push((kind, 1)),
    }
}

/// The cells on which one of that kind may enter now.
pub fn cells(position: &Position, kind: Kind) -> Vec<Cell> {
    let side = position.side();
    let zone = position.game().entry.iter();
    let zone = zone.flat_map(|entry| &entry.zones[side.index()]);
    let may_enter = |cell: &Cell| {
        position
            .check(side, &Order::Enter { kind, cell: *cell })
            .is_ok()
    };
    zone.copied().filter(may_enter).collect()
}

/// Everything that is due and finds room, drawn up as a player would by hand. If there is not room for all, each
/// leader comes with its share of the others.
pub fn all(position: &Position) -> Vec<Order> {
    let side = position.side();
    let due = due(position);
    // in reverse order, the highest levels first: if room is short, the low ones wait
    let flat = |leaders: bool| -> Vec<Kind> {
        let kinds = due
            .iter()
            .rev()
            .filter(|(kind, _)| kind.is_leader() == leaders);
        kinds
            .flat_map(|(kind, count)| std::iter::repeat_n(*kind, *count))
            .collect()
    };
    let (leaders, others) = (flat(true), flat(false));
    let Some(entry) = position.game().entry.as_ref().filter(|_| !due.is_empty()) else {
        return Vec::new();
    };
    let free: Vec<Cell> = entry.zones[side.index()]
        .iter()
        .copied()
        .filter(|cell| position.unit(*cell).is_none())
        .collect();
    let room = free.len().min(leaders.len() + others.len());
    // rounded up, so that no units come without a leader
    let led = (room * leaders.len()).div_ceil((leaders.len() + others.len()).max(1));
    let coming: Vec<Kind> = leaders[..led.min(leaders.len())]
        .iter()
        .chain(mixed(&others, room - led.min(room)).iter())
        .copied()
        .collect();
    let board = position.board();
    // units enter at a corner, so the front is the side away from it
    let edge = |at: u8, count: u8| at.min(count - 1 - at);
    let depth = |cell: Cell| {
        let (file, rank) = (
            edge(cell.file(), board.files()),
            edge(cell.rank(), board.ranks()),
        );
        u16::from(u8::MAX) - u16::from(file.max(rank))
    };
    // `arrange` knows the terrain alone: the rules have the last word on each entry
    let order = |(cell, kind): (Cell, Kind)| Order::Enter { kind, cell };
    arrange(&position.game().terrain, &free, &coming, depth)
        .into_iter()
        .map(order)
        .filter(|order| position.check(side, order).is_ok())
        .collect()
}

/// Takes `count` units evenly out of the row.
fn mixed(units: &[Kind], count: usize) -> Vec<Kind> {
    let count = count.min(units.len());
    (0..count)
        .map(|n| units[n * units.len() / count.max(1)])
        .collect()
}
