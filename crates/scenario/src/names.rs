//! What people call the sides: by the color of their units, unless the family or the scenario names them; and how their
//! turns are counted.

use std::borrow::Cow;

use rules::{Family, MAX_SIDES, Rules, Side, Sides, Turn};
use toml::de::DeValue;

use crate::mistake::{Source, is_plain, quote};
use crate::table::Table;

/// The most characters of a side's name.
// a name stands in every line of the record and above each column of forces
const LIMIT: usize = 16;

/// The names of the sides of a game, for people. Engine protocol, JSON, files, options and position texts have the
/// family's words instead ([`Family::side_name`]), which no scenario changes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SideNames([Cow<'static, str>; MAX_SIDES as usize]);

/// The names by color, in the order in which pictures give out colors.
static BY_COLOR: SideNames = SideNames([
    Cow::Borrowed("Blue"),
    Cow::Borrowed("Amber"),
    Cow::Borrowed("Brown"),
    Cow::Borrowed("Sky-blue"),
    Cow::Borrowed("Green"),
    Cow::Borrowed("Rose"),
    Cow::Borrowed("Violet"),
    Cow::Borrowed("White"),
]);

/// The names that the family of the tests gives its sides.
static OF_TESTS: SideNames = SideNames([
    Cow::Borrowed("North"),
    Cow::Borrowed("South"),
    Cow::Borrowed("West"),
    Cow::Borrowed(""),
    Cow::Borrowed(""),
    Cow::Borrowed(""),
    Cow::Borrowed(""),
    Cow::Borrowed(""),
]);

impl SideNames {
    /// The names in a family whose scenario has none, or is not known.
    pub fn of_family(family: Family) -> &'static Self {
        match family.is_for_tests() {
            true => &OF_TESTS,
            // the board shows colors: a word for another color would have to be translated at every sentence
            false => &BY_COLOR,
        }
    }

    /// The name of a side, with a capital: `Blue`.
    pub fn of(&self, side: Side) -> &str {
        &self.0[side.index()]
    }

    /// A turn by its side and the number in that side's own count: `Blue's turn 7`.
    pub fn turn(&self, side: Side, own: u32) -> String {
        format!("{}'s turn {own}", self.of(side))
    }

    /// A turn of which no more is known than a position shows: in its side's own count, as with two sides that follows
    /// from the number over all sides; with more the number itself, since a side that is out has its turns passed over,
    /// and only the history knows how many.
    pub fn turn_at(&self, sides: Sides, turn: Turn) -> String {
        match sides.len() {
            ..=2 => self.turn(turn.side, own_turn(sides.len(), turn.number)),
            _ => format!(
                "{}'s turn ({} over all sides)",
                self.of(turn.side),
                turn.number
            ),
        }
    }

    /// Reads the key `sides` of a file: a name for each of `sides`, in their order. `None` after a mistake; the family's
    /// names if the file has no such key.
    pub(crate) fn read(root: &Table<'_>, family: Family, sides: Sides) -> Option<Self> {
        let usual = Self::of_family(family);
        let Some((line, value)) = root.any("sides") else {
            return Some(usual.clone());
        };
        let source = root.source();
        let read = usual.clone().with(line, value, source, family, sides);
        // a later version may take other names: a signed match must stay readable
        match source.is_agreed() {
            true => Some(read.unwrap_or_else(|| usual.clone())),
            false => read,
        }
    }

    /// The names with those of a file's list in place of the family's; `None` after a mistake.
    fn with(
        mut self,
        line: usize,
        value: &DeValue<'_>,
        source: &Source<'_>,
        family: Family,
        sides: Sides,
    ) -> Option<Self> {
        let expected = format!("{} names in brackets for `sides`", sides.len());
        let DeValue::Array(items) = value else {
            source.report_to_author(line, "no list for `sides`", expected);
            return None;
        };
        let given: Vec<Option<&str>> = items.iter().map(|item| item.get_ref().as_str()).collect();
        let given: Option<Vec<&str>> = given.into_iter().collect();
        let Some(given) = given.filter(|given| given.len() == sides.len()) else {
            source.report_to_author(
                line,
                format!("{} entries in `sides`", items.len()),
                expected,
            );
            return None;
        };
        let mut is_right = true;
        for (place, (side, name)) in sides.iter().zip(&given).enumerate() {
            if let Err(expected) = check(name) {
                source.report_to_author(line, format!("the name {}", quote(name)), expected);
                is_right = false;
            }
            // White and Black stay the words of files: a second side of that name would be the first one's in an order
            let words = family.side_names().iter().enumerate();
            let mut others = words.filter(|(other, _)| *other != side.index());
            let is_word = others.any(|(_, word)| word.eq_ignore_ascii_case(name));
            let mut before = given[..place].iter();
            if is_word || before.any(|other| other.eq_ignore_ascii_case(name)) {
                source.report_to_author(
                    line,
                    format!("the name {} of another side", quote(name)),
                    "a name of its own for each side",
                );
                is_right = false;
            }
            self.0[side.index()] = Cow::Owned((*name).to_owned());
        }
        is_right.then_some(self)
    }
}

/// The number of a turn in its side's own count, from the number over all sides ([`Turn::number`]): the thirteenth turn of
/// a game of two is its side's seventh, whoever began.
///
/// With more sides it is the round, as long as nobody is out.
pub fn own_turn(sides: usize, number: u32) -> u32 {
    let sides = u32::try_from(sides).unwrap_or(1);
    number.div_ceil(sides.max(1))
}

/// The turns that a side has begun by the turn of a position, as the number of that turn says it: as if no side had been out.
pub fn turns_begun<P: Rules>(position: &P, side: Side) -> u32 {
    let round = position.round();
    let ago = round.iter().rev().position(|other| *other == side);
    let ago = ago.and_then(|ago| u32::try_from(ago).ok());
    // below zero before the side's first turn
    let latest = ago.and_then(|ago| position.turn().number.checked_sub(ago));
    own_turn(round.len(), latest.unwrap_or(0))
}

/// Refuses what is no name; the error is what was expected.
fn check(name: &str) -> Result<(), String> {
    let length = name.chars().count();
    let is_line = name.chars().all(|c| is_plain(c) && c != '\n');
    // the names begin sentences, and stand before 's
    let begins = name
        .chars()
        .next()
        .is_some_and(|c| c.is_uppercase() || !c.is_alphabetic());
    match (1..=LIMIT).contains(&length) && is_line && begins && name.trim() == name {
        true => Ok(()),
        false => Err(format!(
            "1 to {LIMIT} characters on one line, with a capital at the beginning"
        )),
    }
}

#[cfg(test)]
mod tests {
    use rules::{Family, Side, Sides, Turn};

    use super::{SideNames, own_turn};

    #[test]
    fn a_position_alone_names_no_own_count_of_more_than_two_sides() {
        let names = SideNames::of_family(Family::Tourney);
        let turn = Turn {
            number: 13,
            side: Side::new(0).expect("a side"),
            left: None,
        };
        let sides = |count: u8| -> Sides { (0..count).filter_map(Side::new).collect() };
        assert_eq!(names.turn_at(sides(2), turn), "Blue's turn 7");
        // one of three may be out since any turn
        assert_eq!(
            names.turn_at(sides(3), turn),
            "Blue's turn (13 over all sides)"
        );
    }

    #[test]
    fn the_thirteenth_turn_of_two_sides_is_the_seventh_of_its_own() {
        assert_eq!([1, 2, 13, 14].map(|turn| own_turn(2, turn)), [1, 1, 7, 7]);
        assert_eq!([4, 5, 12, 13].map(|turn| own_turn(4, turn)), [1, 2, 3, 4]);
    }
}
