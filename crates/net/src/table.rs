//! The sides and teams of a table's seats, and the reasons why a table cannot be played.

use std::collections::BTreeMap;

use cleaner::looks::are_alike;
use protocol::record::MAX_SEATS;
use protocol::{ManifestError, Offer, OfferError};
use rules::{AnyPosition, Rules as _, Side, Sides};
use scenario::SideNames;

/// The option by which the members of a side share it. It is the protocol's own: no game knows it.
pub const SHARE: &str = "share";

/// The options that are the game's own.
pub fn game_options(options: &[(String, String)]) -> Vec<(String, String)> {
    let of_game = options.iter().filter(|(key, _)| key != SHARE);
    of_game.cloned().collect()
}

/// The position with which the match of an offer begins.
///
/// # Errors
/// Returns [`OfferError`] if the options do not fit the game, or ask for a way to share sides that is not played.
pub fn first_position(offer: &Offer) -> Result<AnyPosition, OfferError> {
    // first, since only the protocol knows the ways to share a side
    offer.sides()?;
    let options = game_options(&offer.options);
    let position = match &offer.start {
        None => offer
            .scenario
            .start(&options)
            .map_err(|error| error.to_string()),
        Some(start) => {
            let position = offer.scenario.position(&options, &start.position);
            position.map_err(|error| error.to_string())
        }
    };
    position.map_err(|cause| ManifestError::Options(cause).into())
}

/// The teams of a game, each with its sides: those that the rules know, in the order of their first sides.
pub fn teams(start: &AnyPosition) -> Vec<Sides> {
    let mut teams: Vec<Sides> = Vec::new();
    for side in start.sides().iter() {
        let team = start.team(side);
        if !teams.contains(&team) {
            teams.push(team);
        }
    }
    teams
}

/// The number of a side's team, from 0.
pub fn team_of(start: &AnyPosition, side: Side) -> u8 {
    let teams = teams(start);
    let place = teams.iter().position(|team| team.contains(side));
    place
        .and_then(|place| u8::try_from(place).ok())
        .unwrap_or(0)
}

/// The side of each seat at a table: the seats go round the sides, from `first` on. A seat with a wish, by its place from
/// 0, plays for the team of that number, counted from 1; of the sides that a seat may have it gets the one with the
/// fewest seats.
///
/// # Errors
/// Returns [`TableError::NoTeam`] for a team that the game does not have.
pub fn sides(
    start: &AnyPosition,
    first: Option<Side>,
    seats: usize,
    wishes: &BTreeMap<usize, usize>,
) -> Result<Vec<Side>, TableError> {
    let all = start.sides();
    let first: Sides = first.or_else(|| all.iter().next()).into_iter().collect();
    let order = || first.iter().chain(all.without(first).iter());
    let teams = teams(start);
    let mut seated: BTreeMap<usize, Side> = BTreeMap::new();
    // those with a wish first: the others make up the numbers
    let wishing = (0..seats).filter(|seat| wishes.contains_key(seat));
    let others = (0..seats).filter(|seat| !wishes.contains_key(seat));
    for seat in wishing.chain(others) {
        let may_have = match wishes.get(&seat) {
            None => all,
            Some(number) => {
                let team = number.checked_sub(1).and_then(|place| teams.get(place));
                *team.ok_or(TableError::NoTeam {
                    number: *number,
                    teams: teams.len(),
                })?
            }
        };
        let count = |side: &Side| seated.values().filter(|other| *other == side).count();
        // the first of several: so the seats go round
        let side = order()
            .filter(|side| may_have.contains(*side))
            .min_by_key(count);
        seated.extend(side.map(|side| (seat, side)));
    }
    Ok(seated.into_values().collect())
}

/// Why a table cannot be played. Seats and teams are numbered as people count, from 1.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum TableError {
    #[error("a table of {seats} seats: a table has two to {MAX_SEATS}")]
    Seats { seats: usize },
    #[error("there is no seat {number}: the table has seats 1 to {seats}")]
    NoSeat { number: usize, seats: usize },
    #[error("seat {number} is given twice, for {what}")]
    SeatTwice { number: usize, what: &'static str },
    #[error("there is no team {number}: the game has teams 1 to {teams}")]
    NoTeam { number: usize, teams: usize },
    #[error("nobody plays {side}: the game has {sides} sides, and the table {seats} seats")]
    EmptySide {
        side: String,
        sides: usize,
        seats: usize,
    },
    #[error("the game has no such side for {name}")]
    NoSide { name: String },
    #[error("the names {one} and {other} look alike")]
    Alike { one: String, other: String },
}

impl TableError {
    pub fn advice(&self) -> &'static str {
        match self {
            Self::Seats { .. } => "take a number of seats from 2 to 8",
            Self::NoSeat { .. } => "name a seat of the table, or give the table more seats",
            Self::SeatTwice { .. } => "say it once for each seat",
            Self::NoTeam { .. } => {
                "name one of these teams; each side is a team of its own, unless the rules ally sides"
            }
            Self::EmptySide { .. } => {
                "give each side a seat, or leave out the option that brings more sides"
            }
            Self::NoSide { .. } => "choose a side of this game, or the options that bring it",
            Self::Alike { .. } => {
                "give one of them another name, so that everybody sees whose turn it is"
            }
        }
    }
}

/// Refuses a table that cannot be played; the first mistake is named. `seats` are the side and the name at each seat.
///
/// # Errors
/// Returns what is wrong with the number of seats, the sides or the names.
pub fn check(seats: &[(Side, &str)], all: Sides, called: &SideNames) -> Result<(), TableError> {
    if !(2..=MAX_SEATS).contains(&seats.len()) {
        return Err(TableError::Seats { seats: seats.len() });
    }
    if let Some((_, name)) = seats.iter().find(|(side, _)| !all.contains(*side)) {
        let name = (*name).to_owned();
        return Err(TableError::NoSide { name });
    }
    let is_empty = |side: &Side| seats.iter().all(|(of, _)| of != side);
    if let Some(side) = all.iter().find(is_empty) {
        return Err(TableError::EmptySide {
            side: called.of(side).to_owned(),
            sides: all.len(),
            seats: seats.len(),
        });
    }
    for (at, (_, one)) in seats.iter().enumerate() {
        // with two seats the sides tell two of one name apart, as they always did
        let mut later = seats[at + 1..].iter().filter(|_| seats.len() > 2);
        if let Some((_, other)) = later.find(|(_, other)| are_alike(one, other)) {
            return Err(TableError::Alike {
                one: (*one).to_owned(),
                other: (*other).to_owned(),
            });
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use rules::Family;

    use super::*;

    fn side(place: u8) -> Side {
        Side::new(place).expect("a side")
    }

    fn start(scenario: &str, options: &[(&str, &str)]) -> AnyPosition {
        let scenario = scenario::load(scenario).expect("built in").expect("right");
        let options = options.iter();
        let options = options.map(|(key, value)| ((*key).to_owned(), (*value).to_owned()));
        scenario
            .start(&options.collect::<Vec<_>>())
            .expect("options")
    }

    fn seated(
        start: &AnyPosition,
        first: Option<u8>,
        seats: usize,
        wishes: &[(usize, usize)],
    ) -> Result<Vec<u8>, TableError> {
        let wishes = wishes.iter().copied().collect();
        let sides = sides(start, first.map(side), seats, &wishes)?;
        Ok(sides.into_iter().map(Side::code).collect())
    }

    #[test]
    fn the_seats_go_round_the_sides_from_the_first_on() {
        let three = start("tourney-4", &[("seats", "3")]);
        assert_eq!(seated(&three, None, 5, &[]), Ok(vec![0, 1, 2, 0, 1]));
        assert_eq!(seated(&three, Some(1), 3, &[]), Ok(vec![1, 0, 2]));
        let two = start("clash-of-arms", &[]);
        assert_eq!(seated(&two, Some(1), 2, &[]), Ok(vec![1, 0]));
    }

    #[test]
    fn a_seat_plays_for_the_team_that_it_wants() {
        let two = start("clash-of-arms", &[]);
        assert_eq!(seated(&two, None, 4, &[(1, 1)]), Ok(vec![1, 0, 0, 1]));
        assert_eq!(seated(&two, None, 3, &[(0, 2)]), Ok(vec![1, 0, 0]));
        let allied = start("tourney-4", &[("teams", "on")]);
        assert_eq!(teams(&allied).len(), 2);
        assert_eq!(team_of(&allied, side(3)), 1);
        // seats 1 and 2 play for the second team, which has the third and the fourth side
        let wishes = [(0, 2), (1, 2)];
        assert_eq!(seated(&allied, None, 4, &wishes), Ok(vec![2, 3, 0, 1]));
        for number in [0, 3] {
            let refused = seated(&allied, None, 4, &[(0, number)]);
            assert_eq!(refused, Err(TableError::NoTeam { number, teams: 2 }));
        }
    }

    #[test]
    fn a_table_that_cannot_be_says_what_is_wrong() {
        let refused = |sides: &[u8], names: &[&str], all: u8| {
            let seats = sides.iter().map(|of| side(*of)).zip(names.iter().copied());
            let seats: Vec<(Side, &str)> = seats.collect();
            let called = SideNames::of_family(Family::Warlord);
            check(&seats, Sides::first(all), called).err()
        };
        let four = ["Ann", "Ben", "Cid", "Dot"];
        let words = |error: Option<TableError>| error.expect("refused").to_string();
        assert_eq!(refused(&[0, 1, 0, 1], &four, 2), None);
        assert_eq!(
            refused(&[0], &four, 2),
            Some(TableError::Seats { seats: 1 })
        );
        let nine = [
            "Ann", "Ben", "Cid", "Dot", "Eve", "Fay", "Gil", "Hal", "Ida",
        ];
        assert_eq!(
            refused(&[0, 1, 0, 1, 0, 1, 0, 1, 0], &nine, 2),
            Some(TableError::Seats { seats: 9 })
        );
        assert_eq!(
            words(refused(&[0, 1], &four, 3)),
            "nobody plays Brown: the game has 3 sides, and the table 2 seats"
        );
        assert_eq!(
            words(refused(&[0, 1, 0], &["Ann", "Cid", "C1d"], 2)),
            "the names Cid and C1d look alike"
        );
        assert_eq!(refused(&[0, 1], &["Ann", "Ann"], 2), None);
        assert_eq!(
            words(refused(&[0, 1, 2], &four, 2)),
            "the game has no such side for Cid"
        );
    }
}
