//! The points of the units, by which puzzles count an exchange.

use rules::wargame::{Kind, Position, Side};

/// The points of a side's units less those of the other's.
pub(crate) fn balance(position: &Position, side: rules::Side) -> i32 {
    let Ok(own) = Side::try_from(side) else {
        return 0;
    };
    let signed = position.units().map(|(_, unit)| match unit.side == own {
        true => points(unit.kind),
        false => -points(unit.kind),
    });
    signed.sum()
}

/// The points of a unit: an infantry is 2.
const fn points(kind: Kind) -> i32 {
    match kind {
        Kind::CommandPost => 1,
        Kind::Infantry | Kind::Paratroops => 2,
        Kind::Artillery => 3,
        Kind::Tank | Kind::Cavalry => 5,
        Kind::InfantryCommander | Kind::ArtilleryCommander | Kind::Colonel => 8,
        Kind::TankCommander | Kind::General => 10,
        Kind::SupremeCommander | Kind::Commander => 14,
    }
}
