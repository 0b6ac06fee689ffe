//! The units and their cells.

/// File and rank, from 0.
pub(crate) type Place = (i32, i32);

#[derive(Debug, Clone, Hash)]
pub(crate) struct Man {
    /// The capital letter.
    pub(crate) kind: char,
    pub(crate) white: bool,
    /// The man's number, the same for the whole game.
    pub(crate) number: u32,
    pub(crate) has_moved: bool,
    /// True if the man entered this turn.
    pub(crate) is_new: bool,
}

/// The units and their cells.
#[derive(Debug, Clone)]
pub(crate) struct Men {
    ranks: i32,
    /// File by file, each from White's edge.
    standing: Vec<Option<Man>>,
}

impl Men {
    pub(crate) fn none(files: i32, ranks: i32) -> Self {
        let standing = vec![None; (files * ranks) as usize];
        Self { ranks, standing }
    }

    fn index(&self, (file, rank): Place) -> usize {
        (file * self.ranks + rank) as usize
    }

    /// The man on a place of the board.
    pub(crate) fn on(&self, place: Place) -> Option<&Man> {
        self.standing[self.index(place)].as_ref()
    }

    /// Takes up the man on a place.
    pub(crate) fn take(&mut self, place: Place) -> Option<Man> {
        let index = self.index(place);
        self.standing[index].take()
    }

    /// Puts a man down, and returns the man whose place he takes.
    pub(crate) fn put(&mut self, place: Place, man: Man) -> Option<Man> {
        let index = self.index(place);
        self.standing[index].replace(man)
    }

    /// All of them, by their places.
    pub(crate) fn each(&self) -> impl Iterator<Item = (Place, &Man)> {
        let standing = (0..).zip(&self.standing);
        standing.filter_map(|(n, man)| Some(((n / self.ranks, n % self.ranks), man.as_ref()?)))
    }

    pub(crate) fn each_mut(&mut self) -> impl Iterator<Item = &mut Man> {
        self.standing.iter_mut().flatten()
    }
}
