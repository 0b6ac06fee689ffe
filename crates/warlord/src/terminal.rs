//! Draws a position as text: the board with its coordinates, and the status of the game.
//!
//! The letters are plain ASCII and enough by themselves. Colors are ANSI codes on top; `anstream` removes them if the
//! output takes none.

use std::collections::BTreeMap;
use std::io::{self, Write};

use anstyle::{AnsiColor, Color, Style};
use board::{Board, Cell};
use rules::{AnyEvent, AnyPosition, Rules as _};
use scenario::SideNames;

use crate::families;
use crate::ink::Mark;

pub(crate) struct Picture<'a> {
    position: &'a AnyPosition,
    /// The position whose status is written.
    told: &'a AnyPosition,
    marks: BTreeMap<Cell, Mark>,
    waiting: Option<&'a str>,
    names: &'a SideNames,
    /// The turn under way, if the history says its number.
    turn: Option<String>,
}

impl<'a> Picture<'a> {
    pub(crate) fn new(position: &'a AnyPosition) -> Self {
        Self {
            position,
            told: position,
            marks: BTreeMap::new(),
            waiting: None,
            names: SideNames::of_family(position.family()),
            turn: None,
        }
    }

    /// Calls the sides by the names of their scenario.
    pub(crate) const fn naming(mut self, names: &'a SideNames) -> Self {
        self.names = names;
        self
    }

    /// Marks the cells that these events changed, on top of earlier marks.
    pub(crate) fn marking<'e>(mut self, events: impl IntoIterator<Item = &'e AnyEvent>) -> Self {
        for (cell, mark) in events.into_iter().flat_map(families::marks) {
            // a unit that takes a victim's place arrives there too
            let is_taken = self.marks.get(&cell) == Some(&Mark::Captured);
            if !(is_taken && mark == Mark::Arrived) {
                self.marks.insert(cell, mark);
            }
        }
        self
    }

    /// Writes the status of another position than the drawn one: in a secret step the board shows the player's draft.
    pub(crate) const fn telling(mut self, told: &'a AnyPosition) -> Self {
        self.told = told;
        self
    }

    /// Names the turn under way, counted from the history.
    pub(crate) fn in_turn(mut self, turn: Option<String>) -> Self {
        self.turn = turn;
        self
    }

    /// Names the side that must decide.
    pub(crate) const fn waiting(mut self, whom: &'a str) -> Self {
        self.waiting = Some(whom);
        self
    }

    /// Writes board, legend and status, each line closed.
    pub(crate) fn write(&self, out: &mut impl Write) -> io::Result<()> {
        self.write_board(out)?;
        let usual = || self.names.turn_at(self.told.sides(), self.told.turn());
        let turn = self.turn.clone().unwrap_or_else(usual);
        for line in families::status(self.told, self.names, &turn) {
            writeln!(out, "{line}")?;
        }
        if let Some(whom) = self.waiting {
            writeln!(out, "Waiting for {whom}.")?;
        }
        Ok(())
    }

    /// Writes the board and its legend.
    pub(crate) fn write_board(&self, out: &mut impl Write) -> io::Result<()> {
        let board = self.position.board();
        let signs = families::signs(self.position);
        let labels = FileLabels { board, signs };
        labels.write(out)?;
        for rank in (0..board.ranks()).rev() {
            let number = u16::from(rank) + 1;
            write!(out, "{COORDINATE}{number:>3}{COORDINATE:#} ")?;
            // half a cell on hexes; one column is the nearest that letters allow
            if board.is_shifted(rank) {
                write!(out, " ")?;
            }
            for file in 0..board.files() {
                self.write_cell(out, Cell::new(file, rank), signs)?;
            }
            writeln!(out, " {COORDINATE}{number}{COORDINATE:#}")?;
        }
        labels.write(out)?;
        self.write_legend(out)
    }

    /// Writes the mark and the signs of a cell.
    fn write_cell(&self, out: &mut impl Write, cell: Cell, signs: usize) -> io::Result<()> {
        let mark = self.marks.get(&cell).copied();
        let mut square = families::square(self.position, cell);
        if mark.is_some_and(|mark| mark != Mark::Left) {
            // only the unit is inverted, not the ground next to it; and nothing on a cell that a unit left
            for sign in &mut square.signs[..square.unit] {
                sign.1 = sign.1.invert();
            }
        }
        write!(out, "{MARK}{}{MARK:#}", mark.map_or(' ', Mark::symbol))?;
        // every cell has one width, or the columns would not stand above each other
        let mut shown = square.signs.iter().take(signs);
        shown.try_for_each(|sign| write!(out, "{sign}"))
    }

    fn write_legend(&self, out: &mut impl Write) -> io::Result<()> {
        let legend = families::legend(self.position, self.names);
        write!(out, "    {}", legend.units)?;
        // only what is on the board is explained
        for mark in [Mark::Arrived, Mark::Captured, Mark::Entered, Mark::Left] {
            if self.marks.values().any(|shown| *shown == mark) {
                write!(out, "; {MARK}{}{MARK:#} {}", mark.symbol(), mark.meaning())?;
            }
        }
        for (ground, meaning) in legend.grounds {
            write!(out, "; {ground} {meaning}")?;
        }
        writeln!(out)
    }
}

/// The letters over and under the board; two lines if files have two letters.
struct FileLabels {
    board: Board,
    signs: usize,
}

impl FileLabels {
    fn write(&self, out: &mut impl Write) -> io::Result<()> {
        let names = || {
            (0..self.board.files()).map(|file| {
                let name = Cell::new(file, 0).to_string();
                let mut letters = name.chars().filter(char::is_ascii_lowercase).rev();
                (letters.next().unwrap_or(' '), letters.next())
            })
        };
        // both lines are written for every file then, so that the letters stay above each other
        if self.board.files() > 26 {
            self.write_line(out, names().map(|(_, first)| first.unwrap_or(' ')))?;
        }
        self.write_line(out, names().map(|(last, _)| last))
    }

    fn write_line(
        &self,
        out: &mut impl Write,
        letters: impl Iterator<Item = char>,
    ) -> io::Result<()> {
        let letters: Vec<_> = letters.map(String::from).collect();
        let line = format!("     {}", letters.join(&" ".repeat(self.signs)));
        writeln!(out, "{COORDINATE}{}{COORDINATE:#}", line.trim_end())
    }
}

const COORDINATE: Style = Style::new().dimmed();
const MARK: Style = Style::new().fg_color(Some(Color::Ansi(AnsiColor::Magenta)));

#[cfg(test)]
mod tests {
    use rules::{Family, Side};
    use scenario::Scenario;

    use super::*;
    use crate::ink::side_style;

    fn side(name: &str) -> Side {
        Family::Warlord.parse_side(name).expect("a side")
    }

    const FORD: &str = r#"
format = 1
family = "warlord"
title = "Ford"
[board]
files = 5
ranks = 4
terrain = """
.T~F.
..~..
..~..
.H~T.
"""
[army]
both = { D = 1, I = 2 }
[turn]
cap = 2
[set-up]
kind = "fixed"
rows = """
. d . . i
. . . i .
I I . . .
. D . . .
"""
"#;

    fn start(text: &str) -> AnyPosition {
        let scenario = Scenario::parse("test.toml", text).expect("a valid scenario");
        scenario.start(&[]).expect("no options")
    }

    fn play(position: &mut AnyPosition, side: Side, orders: &[&str]) -> Vec<AnyEvent> {
        let mut events = Vec::new();
        for order in orders {
            let order = position.parse_order(side, order).expect("readable");
            events.extend(position.apply(side, &order).expect("legal"));
        }
        events
    }

    fn drawn(picture: &Picture<'_>) -> String {
        let mut out = anstream::StripStream::new(Vec::new());
        picture.write(&mut out).expect("a Vec takes everything");
        String::from_utf8(out.into_inner()).expect("plain ASCII")
    }

    #[test]
    fn terrain_units_and_the_last_turn_are_told_apart_without_colors() {
        let mut position = start(FORD);
        play(&mut position, side("white"), &["b2-b3", "end"]);
        let events = play(&mut position, side("black"), &["d3-d4", "b4-b3", "end"]);
        let picture = Picture::new(&position).marking(&events).waiting("Bob");
        let expected = r#"
     a  b  c  d  e
  4  . :#  ~ >i" i  4
  3  . *d  ~ :.  .  3
  2  I  .  ~  .  .  2
  1  .  D^ ~  #  .  1
     a  b  c  d  e
    CAPITALS Blue, small letters Amber; > moved here; * captured here; : left; # a town; " trees; ^ a hill; ~ water
Blue's turn 2: 2 of 2 orders left.
Leaders: Blue 1 (levels 2), captured 0; Amber 1 (levels 2), captured 0.
Waiting for Bob.
"#;
        assert_eq!(drawn(&picture), expected.trim_start_matches('\n'));
    }

    #[test]
    fn sides_differ_in_color_too_and_leaders_are_underlined() {
        let position = start(FORD);
        let mut out = Vec::new();
        let written = Picture::new(&position).write_board(&mut out);
        assert!(written.is_ok());
        let text = String::from_utf8_lossy(&out);
        let [white, black] = ["white", "black"].map(|name| side_style(side(name)));
        for styled in [
            format!("{white}I{white:#}"),
            format!("{black}i{black:#}"),
            format!("{0}D{0:#}", white.underline()),
        ] {
            assert!(text.contains(&styled), "{styled:?}");
        }
    }

    #[test]
    fn boards_of_120_files_stay_aligned() {
        let empty = ". ".repeat(120);
        let mut rows = vec![empty; 4];
        rows[0].replace_range(238..239, "l");
        rows[3].replace_range(52..53, "L");
        let text = format!(
            "format = 1\nfamily = \"warlord\"\ntitle = \"Wide\"\n[board]\nfiles = 120\nranks = 4\n[army]\nboth = {{ L = 1 }}\n\
             [turn]\ncap = 1\n[set-up]\nkind = \"fixed\"\nrows = \"\"\"\n{}\n\"\"\"\n",
            rows.join("\n")
        );
        let picture = drawn(&Picture::new(&start(&text)));
        let lines: Vec<Vec<char>> = picture.lines().map(|line| line.chars().collect()).collect();
        let column_of = |letters: [char; 2]| {
            (0..lines[0].len().min(lines[1].len()))
                .find(|&column| [lines[0][column], lines[1][column]] == letters)
        };
        let column = column_of(['a', 'a']).expect("the file aa is labeled");
        assert_eq!(lines[5][column], 'L');
        let column = column_of(['d', 'p']).expect("the file dp is labeled");
        assert_eq!(lines[2][column], 'l');
        assert_eq!(lines[2].len(), lines[5].len());
    }
}
