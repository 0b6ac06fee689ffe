//! The board read out: words about the cursor's rank and file, the leaders, what reaches a cell, and what happened.

use board::Cell;
use rules::Rules;

use super::Table;

/// A question about the board that is answered in words, below the board and by screen readers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Readout {
    /// The units on the cursor's rank.
    Rank,
    /// The units on the cursor's file.
    File,
    /// The leaders of the reader's side.
    Leaders,
    /// The enemies that reach the cursor's cell.
    Threats,
    /// The events of the step shown last.
    Happened,
}

impl Table {
    /// Answers a question below the board.
    pub(crate) fn read(&mut self, what: Readout) {
        let words = self.words_on(what);
        self.board.hint = None;
        self.board.said = Some(words);
    }

    fn words_on(&self, what: Readout) -> String {
        let Some(position) = self.position() else {
            return "There is no board yet.".to_owned();
        };
        let at = self.board.cursor.or(self.board.selected);
        let cells = |belongs: &dyn Fn(Cell) -> bool| {
            let cells = position.board().cells().filter(|cell| belongs(*cell));
            self.units_on(cells)
        };
        let no_cell = || "Move the cursor to a cell first, with the arrows.".to_owned();
        match (what, at) {
            (Readout::Rank, Some(at)) => {
                let units = cells(&|cell| cell.rank() == at.rank());
                format!("Rank {}: {units}.", u16::from(at.rank()) + 1)
            }
            (Readout::File, Some(at)) => {
                let units = cells(&|cell| cell.file() == at.file());
                let name = Cell::new(at.file(), 0).to_string();
                // a file's letters alone: only whole cells have names
                format!("File {}: {units}.", name.trim_end_matches('1'))
            }
            (Readout::Threats, Some(at)) => {
                let own = self.reader_side();
                let names = self.seen.side_names();
                let others = position.sides().iter().filter(|side| *side != own);
                let told = others.filter_map(|by| {
                    let words = families::threats(position, by, at)?;
                    Some(format!("{}: {words}", names.of(by)))
                });
                let told: Vec<String> = told.collect();
                match told.is_empty() {
                    true => format!("{at}: no enemy reaches it."),
                    false => format!("{at}. {}", told.join(" ")),
                }
            }
            (Readout::Rank | Readout::File | Readout::Threats, None) => no_cell(),
            (Readout::Leaders, _) => {
                let leaders = families::leaders(position, self.reader_side());
                format!("Your leaders: {}.", self.units_on(leaders))
            }
            (Readout::Happened, _) => match self.last_step() {
                Some(step) => {
                    let turn = self.seen.record().get(step);
                    let turn = turn.map(|step| self.seen.turn_name(step.in_turn()));
                    let told = self.told(self.prelude() + step);
                    let told: Vec<String> = told.into_iter().map(|told| told.text).collect();
                    format!("{}: {}.", turn.unwrap_or_default(), told.join("; "))
                }
                None => "Nothing has happened yet.".to_owned(),
            },
        }
    }

    /// The side whose eyes the reader has: the one to give orders here, or the only one at this screen.
    fn reader_side(&self) -> rules::Side {
        let on_turn = || self.position().map(|now| now.turn().side);
        let side = self.drafting().or_else(|| self.only_person());
        side.or_else(on_turn).unwrap_or(FIRST)
    }

    /// The units of some cells, each by its cell; cells without units are left out.
    fn units_on(&self, cells: impl IntoIterator<Item = Cell>) -> String {
        let names = cells.into_iter().filter_map(|cell| {
            let position = self.position()?;
            let side = self.drafting();
            let name = families::views::cell_name(position, self.seen.side_names(), side, cell);
            let what = name.strip_prefix(&format!("{cell}, "))?;
            (!what.starts_with("empty")).then(|| format!("{cell} {what}"))
        });
        let names: Vec<String> = names.collect();
        match names.is_empty() {
            true => "no unit".to_owned(),
            false => names.join("; "),
        }
    }
}

/// The side that every game has.
const FIRST: rules::Side = match rules::Side::new(0) {
    Some(side) => side,
    None => panic!("every game has a side"),
};
