//! The places of a table of three to eight at this screen, as they are filled in.

use computer::Level;
use rules::{Side, Sides};

/// The fewest places of such a table: two players have a form of their own.
const LEAST: usize = 3;
/// The most places of a table.
pub(crate) const MOST: usize = 8;

/// The decider of a place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Who {
    /// Somebody at this screen.
    Person,
    /// The computer, at that level.
    Computer(Level),
}

/// A place at the table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Place {
    pub(crate) side: Side,
    pub(crate) who: Who,
    /// A person's name; the name of the first place is the user's own, and stands in the settings.
    pub(crate) name: String,
}

/// The places of a table, the user's first.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Places(Vec<Place>);

impl Places {
    /// The user and somebody else at a game of two sides; the user has the first side if no other is given.
    pub(crate) fn of_two(sides: Sides, own: Option<Side>, other: Who, name: &str) -> Self {
        let own = own.or_else(|| sides.iter().next());
        let seats = sides.iter().map(|side| match Some(side) == own {
            true => (side, Who::Person, ""),
            false => (side, other, name),
        });
        let place = |(side, who, name): (Side, Who, &str)| Place {
            side,
            who,
            name: name.to_owned(),
        };
        let mut places: Vec<Place> = seats.map(place).collect();
        // the user first, whichever side that is
        places.sort_by_key(|place| Some(place.side) != own);
        Self(places)
    }

    pub(crate) fn all(&self) -> &[Place] {
        &self.0
    }

    /// One place, to be changed; its side is changed by [`Self::take_side`].
    pub(crate) fn get_mut(&mut self, place: usize) -> Option<&mut Place> {
        self.0.get_mut(place)
    }

    /// The fewest places of a game of those sides.
    pub(crate) fn least(sides: Sides) -> usize {
        sides.len().max(LEAST)
    }

    /// Brings the places to a game of those sides: every side has a place, and no place another side.
    pub(crate) fn fit(&mut self, sides: Sides) {
        self.0.truncate(MOST);
        // the sides of the places that stay, so that another scenario of as many sides changes nothing
        for place in 0..self.0.len() {
            if !sides.contains(self.0[place].side)
                && let Some(side) = self.emptiest(sides)
            {
                self.0[place].side = side;
            }
        }
        while let Some(missing) = sides.iter().find(|side| self.count(*side) == 0) {
            let shared = sides.iter().filter(|side| self.count(*side) > 1);
            let most = shared.max_by_key(|side| self.count(*side));
            match self.0.iter().rposition(|place| Some(place.side) == most) {
                Some(last) => self.0[last].side = missing,
                // a side has fewest if it has none
                None => self.add(sides),
            }
        }
        while self.0.len() < Self::least(sides) {
            self.add(sides);
        }
    }

    /// Adds a place for a side that has fewest; a computer, since only the user knows who else is here.
    pub(crate) fn add(&mut self, sides: Sides) {
        let Some(side) = self.emptiest(sides).filter(|_| self.0.len() < MOST) else {
            return;
        };
        let who = match self.0.is_empty() {
            true => Who::Person,
            false => Who::Computer(Level::Normal),
        };
        self.0.push(Place {
            side,
            who,
            name: String::new(),
        });
    }

    /// Takes a place away, but not the user's.
    pub(crate) fn remove(&mut self, place: usize, sides: Sides) {
        if place > 0 && place < self.0.len() && self.0.len() > Self::least(sides) {
            self.0.remove(place);
            self.fit(sides);
        }
    }

    /// Gives a place another side. If its old side has nobody else, a place of the new side takes that one.
    pub(crate) fn take_side(&mut self, place: usize, side: Side) {
        let Some(old) = self.0.get(place).map(|place| place.side) else {
            return;
        };
        let mut others = (0..self.0.len()).filter(|other| *other != place);
        if self.count(old) == 1
            && let Some(other) = others.find(|other| self.0[*other].side == side)
        {
            self.0[other].side = old;
        }
        self.0[place].side = side;
    }

    /// Gives every place another side, for a game with sides changed.
    pub(crate) fn change_sides(&mut self, other: impl Fn(Side) -> Side) {
        for place in &mut self.0 {
            place.side = other(place.side);
        }
    }

    /// The name of a place in the match: a computer's by its level, with a number where there are several.
    pub(crate) fn name(&self, place: usize, user: &str) -> String {
        let Some(found) = self.0.get(place) else {
            return String::new();
        };
        match found.who {
            Who::Person if place == 0 => user.to_owned(),
            Who::Person => match found.name.trim() {
                "" if self.0.len() == 2 => "Second player".to_owned(),
                "" => format!("Player {}", place + 1),
                name => name.to_owned(),
            },
            Who::Computer(level) => {
                let is_computer = |place: &&Place| matches!(place.who, Who::Computer(_));
                let number = self.0[..=place].iter().filter(is_computer).count();
                let is_one_of_many = self.0.iter().filter(is_computer).count() > 1;
                computer_name(level, is_one_of_many.then_some(number))
            }
        }
    }

    fn count(&self, side: Side) -> usize {
        self.0.iter().filter(|place| place.side == side).count()
    }

    /// The first of the sides that have fewest places.
    fn emptiest(&self, sides: Sides) -> Option<Side> {
        sides.iter().min_by_key(|side| self.count(*side))
    }
}

/// The computer's name in a match file, from which a resumed match knows its deciders.
const COMPUTER: &str = "Computer";

/// The name of a computer, by its level; with a number where there are several.
pub(crate) fn computer_name(level: Level, number: Option<usize>) -> String {
    match number {
        None => format!("{COMPUTER} ({level})"),
        Some(number) => format!("{COMPUTER} {number} ({level})"),
    }
}

/// The decider of a place of this machine, by its name in the match file.
pub(crate) fn by_name(name: &str) -> Who {
    // a resumed match file has the names of its seats and nothing else to say who decides
    let Some(rest) = name.strip_prefix(COMPUTER) else {
        return Who::Person;
    };
    // the number of a computer among several
    let rest = rest.trim_start_matches(|char: char| char == ' ' || char.is_ascii_digit());
    let level = rest
        .strip_prefix('(')
        .and_then(|level| level.strip_suffix(')'));
    Who::Computer(match level.map(str::parse) {
        Some(Ok(level)) => level,
        _ => Level::Normal,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn side(number: u8) -> Side {
        Side::new(number).expect("there are eight")
    }

    fn sides(places: &Places) -> Vec<usize> {
        places
            .all()
            .iter()
            .map(|place| place.side.index())
            .collect()
    }

    #[test]
    fn every_side_has_a_place_whatever_is_chosen() {
        let mut places = Places::default();
        places.fit(Sides::first(2));
        assert_eq!(sides(&places), [0, 1, 0]);
        assert_eq!(places.all()[0].who, Who::Person);
        places.fit(Sides::first(4));
        assert_eq!(sides(&places), [0, 1, 2, 3], "four sides need four places");
        places.take_side(0, side(3));
        assert_eq!(sides(&places), [3, 1, 2, 0], "they change sides");
        places.fit(Sides::first(2));
        assert_eq!(
            sides(&places),
            [0, 1, 1, 0],
            "sides that are gone are given up"
        );
        places.take_side(0, side(1));
        assert_eq!(sides(&places), [1, 1, 1, 0]);
        places.take_side(3, side(1));
        assert_eq!(sides(&places), [0, 1, 1, 1], "nobody leaves a side empty");
        for _ in 0..9 {
            places.add(Sides::first(2));
        }
        assert_eq!(places.all().len(), MOST);
        for _ in 0..9 {
            places.remove(1, Sides::first(2));
            places.remove(0, Sides::first(2));
        }
        assert_eq!(places.all().len(), 3);
        for number in 0..2 {
            assert!(sides(&places).contains(&number));
        }
    }

    #[test]
    fn a_resumed_table_knows_its_computers_by_their_names() {
        let mut places = Places::default();
        places.fit(Sides::first(2));
        for (place, level) in [(1, Level::Easy), (2, Level::Master)] {
            places.get_mut(place).expect("there").who = Who::Computer(level);
        }
        assert_eq!(places.name(1, "Ann"), "Computer 1 (easy)");
        for (place, who) in [
            (0, Who::Person),
            (1, Who::Computer(Level::Easy)),
            (2, Who::Computer(Level::Master)),
        ] {
            assert_eq!(by_name(&places.name(place, "Ann")), who);
        }
        places.get_mut(1).expect("there").who = Who::Person;
        assert_eq!(places.name(1, "Ann"), "Player 2");
        assert_eq!(places.name(2, "Ann"), "Computer (master)");
        assert_eq!(by_name("Computer (master)"), Who::Computer(Level::Master));
        assert_eq!(by_name("Computer"), Who::Computer(Level::Normal));
    }
}
