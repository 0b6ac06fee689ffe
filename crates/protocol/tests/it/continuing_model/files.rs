//! A copy of an honest seat's files, and what the program that runs on it knows.

use super::judge::{self, Outcome};
use super::rules::{self, Known, Rule, Rules, Standing};
use super::things::{Books, Id, OLD, Seat, Start, Thing, Things};

/// A copy of a seat's files with a program that runs on it.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct Files {
    pub(crate) seat: Seat,
    pub(crate) run: u8,
    pub(crate) held: Things,
    /// The matches in which its program takes the files for its own.
    pub(crate) own: Things,
    /// The matches in which they truly are.
    pub(crate) truly_own: Things,
    /// The matches that its mark names as continued.
    pub(crate) marked: Things,
    /// The things held when the copy became an older one.
    pub(crate) once_held: Option<Things>,
}

impl Files {
    pub(crate) fn new(seat: Seat) -> Self {
        Self {
            seat,
            run: seat as u8,
            held: Things::default(),
            own: Things::default().with(OLD),
            truly_own: Things::default().with(OLD),
            marked: Things::default(),
            once_held: None,
        }
    }

    pub(crate) fn other(&self) -> Seat {
        1 - self.seat
    }

    pub(crate) fn truly_owns(&self, game: Id) -> bool {
        self.truly_own.has(game)
    }

    pub(crate) fn is_barred(&self, game: Id) -> bool {
        self.marked.has(game)
    }

    /// The newest match that the program knows.
    pub(crate) fn current(&self, rules: Rules, books: &mut Books) -> Id {
        let line = judge::line(rules, books, &self.held);
        line.last().copied().unwrap_or(OLD)
    }

    /// Whether the program takes its files of a match for its own, and plays. While a later draft of it is in the
    /// other's pocket that need not convict the other, it continues the match at once instead, which is later still.
    pub(crate) fn is_own(&self, rules: Rules, books: &Books, game: Id) -> bool {
        let Some(start) = books.start(game).copied() else {
            return self.own.has(game);
        };
        let complete = judge::complete(books, &self.held);
        let latest = judge::latest(books, &complete, game);
        let waits = start.asks == self.seat
            && self.drafts(books, start.old).iter().any(|(draft, newer)| {
                newer.asks == self.seat
                    && newer.written > latest
                    && !complete.contains(draft)
                    && !rules::takes_up(rules, &start, newer)
            });
        self.own.has(game) && !waits
    }

    /// The geneses that continue a match and that these files show this seat to have signed.
    pub(crate) fn drafts(&self, books: &Books, old: Id) -> Vec<(Id, Start)> {
        let things = self.held.ids();
        things
            .filter_map(|id| match books.thing(id) {
                Thing::Genesis { game, seat, .. } if seat == self.seat => {
                    let start = books.start(game).copied()?;
                    (start.old == old).then_some((game, start))
                }
                _ => None,
            })
            .collect()
    }

    pub(crate) fn newest(&self, books: &Books, old: Id) -> u8 {
        let drafts = self.drafts(books, old);
        drafts
            .iter()
            .map(|(_, start)| start.written)
            .max()
            .unwrap_or(0)
    }

    pub(crate) fn standing(&self, rules: Rules, books: &mut Books, game: Id) -> Standing {
        let result = match judge::resolve(rules, books, &self.held) {
            Outcome::Open => Known::Open,
            Outcome::Won { by, .. } => Known::Won(by),
            Outcome::Drawn { .. } => Known::Drawn,
        };
        let last = judge::last_root(books, &self.held, game);
        let root = books.root(last);
        let own_files = self.is_own(rules, books, game);
        Standing {
            seat: self.seat,
            own_files,
            plan: root.plan,
            decides: root.decides(),
            result,
        }
    }

    pub(crate) fn signed_in(&self, books: &Books, game: Id, step: u8) -> bool {
        self.held.ids().any(|id| match books.thing(id) {
            Thing::Record(record) => {
                (record.game, record.step, record.seat) == (game, step, self.seat)
            }
            _ => false,
        })
    }

    pub(crate) fn holds_resignation(&self, books: &Books, of: Id) -> bool {
        self.held
            .ids()
            .any(|id| matches!(books.thing(id), Thing::Resign { game, .. } if game == of))
    }

    pub(crate) fn offered(&self, books: &mut Books, game: Id, seat: Seat) -> bool {
        let offer = books.id(Thing::Offer { game, seat });
        self.held.has(offer)
    }

    /// Whether the user who clicks now knows that the sealed choice may be open.
    pub(crate) fn told(&self, rules: Rules, books: &Books, game: Id) -> bool {
        let strange = !self.is_own(rules, books, game);
        self.signed_in(books, game, 3) || (strange && rules.keep(Rule::ChoiceAnew))
    }

    /// The mark's content: all that the seat has signed.
    pub(crate) fn named(&self, books: &Books) -> Vec<Id> {
        let things = self.held.ids();
        things
            .filter(|id| books.thing(*id).seat() == self.seat)
            .collect()
    }
}
