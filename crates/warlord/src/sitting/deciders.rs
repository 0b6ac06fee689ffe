//! The players of a sitting's seats: one for each seat, or one for all.

use protocol::Seat;

use crate::decider::Decider;

/// Who decides for which seat. The people at one keyboard are one decider, which several seats share.
pub(crate) struct Deciders {
    all: Vec<Player>,
    /// The place in `all` of each seat; empty if one decides for every seat.
    seats: Vec<(Seat, usize)>,
}

/// A decider, which is told of the match before its first decision.
struct Player {
    decider: Decider,
    has_begun: bool,
}

impl From<Decider> for Deciders {
    fn from(decider: Decider) -> Self {
        Self {
            all: vec![Player::new(decider)],
            seats: Vec::new(),
        }
    }
}

impl Player {
    fn new(decider: Decider) -> Self {
        Self {
            decider,
            has_begun: false,
        }
    }
}

impl Deciders {
    /// The deciders of a table, one at least, each with the seats for which it decides.
    pub(crate) fn of_table(table: Vec<(Decider, Vec<Seat>)>) -> Self {
        let (mut all, mut of) = (Vec::new(), Vec::new());
        for (decider, seats) in table {
            of.extend(seats.into_iter().map(|seat| (seat, all.len())));
            all.push(Player::new(decider));
        }
        Self { all, seats: of }
    }

    fn place_of(&self, seat: Seat) -> usize {
        let mut seats = self.seats.iter();
        let found = seats.find(|(of, _)| *of == seat);
        found.map_or(0, |(_, place)| *place)
    }

    /// The player of a seat.
    pub(crate) fn at(&mut self, seat: Seat) -> &mut Decider {
        let place = self.place_of(seat);
        &mut self.all[place].decider
    }

    /// True if a person, or a script, decides for the seat.
    pub(crate) fn is_person(&self, seat: Seat) -> bool {
        matches!(self.all[self.place_of(seat)].decider, Decider::Person(_))
    }

    /// True the first time that the player of a seat is asked.
    pub(crate) fn begins(&mut self, seat: Seat) -> bool {
        let place = self.place_of(seat);
        !std::mem::replace(&mut self.all[place].has_begun, true)
    }

    /// The player who answers what concerns no seat, and reads what is typed: a person if there is one.
    pub(crate) fn spokesman(&mut self) -> &mut Decider {
        let mut all = self.all.iter();
        let person = all.position(|one| matches!(one.decider, Decider::Person(_)));
        &mut self.all[person.unwrap_or(0)].decider
    }

    /// True if a person at a terminal can be asked.
    pub(crate) fn is_at_terminal(&self) -> bool {
        self.all.iter().any(|one| one.decider.is_at_terminal())
    }

    /// True if a player reads standard input.
    pub(crate) fn reads_lines(&self) -> bool {
        self.all.iter().any(|one| one.decider.reads_lines())
    }

    pub(crate) fn each(&mut self, tell: impl FnMut(&mut Decider)) {
        self.all
            .iter_mut()
            .map(|one| &mut one.decider)
            .for_each(tell);
    }
}
