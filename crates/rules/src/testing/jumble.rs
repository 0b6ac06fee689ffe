//! Positions of a game as in its middle, with the armies close together.

use board::Cell;

use super::Seeded;
use crate::warlord::{Kind, Position, Side, Unit};
use crate::{AnyPosition, Lots, Rules, ToAct};

/// The game with set-ups and lots done by chance, in a position in which some of its units stand close together
/// anywhere on land. In Warlord there is a promoted leader of each side among them, and some of the units that enter
/// later still wait.
///
/// # Panics
/// If a hidden set-up has no book, and in the toy family.
pub fn jumbled(start: &AnyPosition, seeded: &mut Seeded) -> AnyPosition {
    match start {
        AnyPosition::Warlord(_) => warlord(start.clone(), seeded),
        AnyPosition::WarGame(position) => {
            AnyPosition::WarGame(super::wargame::jumbled(position.game(), seeded))
        }
        AnyPosition::Tourney(_) => super::tourney::jumbled(start, seeded),
        AnyPosition::Toy(_) => panic!("the toy's units cannot be jumbled"),
    }
}

fn warlord(mut position: AnyPosition, seeded: &mut Seeded) -> AnyPosition {
    loop {
        match position.to_act() {
            ToAct::Lots(_) => {
                position
                    .resolve(Lots(seeded.draw()))
                    .expect("lots are awaited");
            }
            ToAct::Secretly(sides) => {
                let side = sides.iter().next().expect("somebody chooses");
                let order = seeded.choose(&position.legal_orders(side)).clone();
                position
                    .apply(side, &order)
                    .expect("a book set-up is legal");
            }
            ToAct::One(_) | ToAct::Nobody(_) => break,
        }
    }
    let text = text(super::warlord(&position), seeded);
    position.with_text(&text).expect("units on land only")
}

fn text(position: &Position, seeded: &mut Seeded) -> String {
    let mut units: Vec<Unit> = position.units().map(|(_, unit)| unit).collect();
    let mut entries = String::new();
    for side in Side::BOTH {
        for (turn, kind) in position.waiting(side) {
            let unit = Unit { side, kind: *kind };
            if seeded.one_in(3) {
                entries.push_str(&format!(" enter={}@{turn}", unit.symbol()));
            } else {
                units.push(unit);
            }
        }
        let kind = Kind::Promoted;
        units.push(Unit { side, kind });
    }
    let board = position.board();
    let middle = Cell::new(
        seeded.below(board.files().into()) as u8,
        seeded.below(board.ranks().into()) as u8,
    );
    let land = |cell: &Cell| position.game().terrain[*cell].is_land();
    let mut cells: Vec<Cell> = board.within(middle, 6).filter(land).collect();
    let mut placed: Vec<(Cell, Unit)> = Vec::new();
    // no more than two cells of three are filled, so that units can still move
    let room = cells.len() * 2 / 3;
    while placed.len() < room && !units.is_empty() {
        let cell = cells.swap_remove(seeded.below(cells.len()));
        placed.push((cell, units.swap_remove(seeded.below(units.len()))));
    }
    let mut rows = Vec::new();
    for rank in (0..board.ranks()).rev() {
        let mut row = String::new();
        let mut blanks = 0;
        for file in 0..board.files() {
            let here = placed
                .iter()
                .find(|(cell, _)| *cell == Cell::new(file, rank));
            if let Some((_, unit)) = here {
                if blanks > 0 {
                    row.push_str(&blanks.to_string());
                }
                blanks = 0;
                row.push(unit.symbol());
            } else {
                blanks += 1;
            }
        }
        if blanks > 0 {
            row.push_str(&blanks.to_string());
        }
        rows.push(row);
    }
    let side = if seeded.one_in(2) { 'w' } else { 'b' };
    let (turn, passes) = (1 + seeded.below(40), seeded.below(2));
    format!("{} {side} {turn} {passes}{entries}", rows.join("/"))
}
