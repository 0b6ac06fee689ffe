//! The head of a scenario, and the tables behind the head.

use std::cell::RefCell;

use board::Board;

use crate::SideNames;
use crate::mistake::Source;
use crate::table::Table;

/// The part of a scenario that is the same in every family.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Head {
    /// The title, for people.
    pub title: String,
    /// The author of the game; empty if the file names none.
    pub credit: String,
    /// A text about the game; empty without such a text.
    pub description: String,
    /// The names of the sides, for people; no part of the id.
    // what a side is called changes nothing that is played: a file may gain names without becoming another scenario
    pub sides: SideNames,
    /// The board.
    pub board: Board,
    /// The parts of the file that the original game does not have.
    pub house: Vec<HouseNote>,
}

/// A remark on a part of a scenario that the original leaves open or that is lost, and that we filled in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HouseNote {
    /// The table of the file: `board`, `army`, …
    pub part: &'static str,
    /// The choice made, and its reason.
    pub note: String,
}

/// A file without mistakes, for the family to look at again: to advise, or to put another set-up into it.
#[derive(Clone, Copy)]
pub(crate) struct Written<'a> {
    pub(crate) key: &'a str,
    pub(crate) text: &'a str,
    pub(crate) head: &'a Head,
}

/// The tables of a file from which a family reads its content. Their keys `house` are gathered for the [`Head`].
// gathered while the tables are read: a note belongs to the table above it, and only there is the name known
pub(crate) struct Parts<'t, 'a> {
    root: &'t Table<'a>,
    house: RefCell<Vec<HouseNote>>,
}

impl<'t, 'a> Parts<'t, 'a> {
    pub(crate) fn new(root: &'t Table<'a>) -> Self {
        Self {
            root,
            house: RefCell::default(),
        }
    }

    pub(crate) const fn root(&self) -> &'t Table<'a> {
        self.root
    }

    pub(crate) const fn source(&self) -> &'a Source<'a> {
        self.root.source()
    }

    /// Reads a table that every file must have; `None` if the table is missing or wrong.
    pub(crate) fn required<T>(
        &self,
        name: &'static str,
        read: impl FnOnce(&Table<'a>) -> Option<T>,
    ) -> Option<T> {
        // reported here and once, so that no family words it in another way
        self.root.require(name, &format!("a table [{name}]"));
        self.optional(name, read)?
    }

    /// Reads a table that a file may leave out, which gives `Some(None)`; `None` if the table is wrong.
    pub(crate) fn optional<T>(
        &self,
        name: &'static str,
        read: impl FnOnce(&Table<'a>) -> Option<T>,
    ) -> Option<Option<T>> {
        // asked for in any case, so that the table counts as known
        let table = self.root.table(name, name);
        if !self.root.has(name) {
            return Some(None);
        }
        let table = table?;
        if let Some(note) = table.text("house") {
            let note = note.value.into_owned();
            self.house.borrow_mut().push(HouseNote { part: name, note });
        }
        read(&table).map(Some)
    }

    pub(crate) fn into_house(self) -> Vec<HouseNote> {
        self.house.into_inner()
    }
}
