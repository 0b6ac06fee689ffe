//! The sides of War Lord Tourney: two, three or four, in the order in which they stand on a cell.

use crate::Side;

/// South. Rules: tourney 5.3, 6.1.
pub const WHITE: Side = side(0);
/// North. Rules: tourney 5.3, 6.1.
pub const BLACK: Side = side(1);
/// East; with the option `wizard` the Wizard of the Woods. Rules: tourney 6.1, 6.2.
pub const RED: Side = side(2);
/// West. Rules: tourney 6.1.
pub const GREEN: Side = side(3);

/// The names of the sides, by their places.
pub const SIDE_NAMES: [&str; 4] = ["white", "black", "red", "green"];

/// The sides of the largest game, in the order of their places.
pub(super) const ALL: [Side; 4] = [WHITE, BLACK, RED, GREEN];

/// The order of turns, clockwise. Rules: tourney 6.1.
pub(super) const CLOCKWISE: [Side; 4] = [WHITE, GREEN, BLACK, RED];

const fn side(place: u8) -> Side {
    match Side::new(place) {
        Some(side) => side,
        None => panic!("there may be four sides"),
    }
}

/// The side's name; empty for a side that no game of this family has.
pub(super) fn name(side: Side) -> &'static str {
    SIDE_NAMES.get(side.index()).copied().unwrap_or_default()
}

/// The side's letter in position texts: `w b r g`.
pub(super) fn letter(side: Side) -> char {
    name(side).chars().next().unwrap_or('?')
}

/// The side of that letter.
pub(super) fn of_letter(found: char) -> Option<Side> {
    ALL.into_iter().find(|side| letter(*side) == found)
}
