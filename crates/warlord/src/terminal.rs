//! Draws a position as text: the board with its coordinates, and how the game stands.
//!
//! The letters are plain ASCII and enough by themselves: White's units are capitals, Black's are small. Colors come on
//! top as ANSI codes; write through `anstream` and they vanish where they are not wanted.

use std::collections::BTreeMap;
use std::io::{self, Write};

use anstyle::{AnsiColor, Style};
use board::{Board, Cell};
use rules::warlord::{Event, Position, Terrain, Unit};
use rules::{AnyEvent, AnyPosition, Draw, Outcome, Rules, Side, Tie, ToAct, Win};

/// A position to be drawn.
pub(crate) struct Picture<'a> {
    position: &'a AnyPosition,
    marks: BTreeMap<Cell, Mark>,
    placed: BTreeMap<Cell, Unit>,
    waiting: Option<&'a str>,
}

/// What the last turn did to a cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Mark {
    Left,
    Arrived,
    Captured,
    Entered,
}

impl<'a> Picture<'a> {
    pub(crate) const fn new(position: &'a AnyPosition) -> Self {
        Self {
            position,
            marks: BTreeMap::new(),
            placed: BTreeMap::new(),
            waiting: None,
        }
    }

    /// Marks what these events changed, on top of what is marked already.
    pub(crate) fn marking(mut self, events: &[AnyEvent]) -> Self {
        for AnyEvent::Warlord(event) in events {
            match *event {
                Event::Moved {
                    from, to, captured, ..
                } => {
                    let arrival = captured.map_or(Mark::Arrived, |_| Mark::Captured);
                    self.marks.insert(from, Mark::Left);
                    self.marks.insert(to, arrival);
                }
                Event::Swapped { leader, cannon } => {
                    self.marks.insert(leader, Mark::Arrived);
                    self.marks.insert(cannon, Mark::Arrived);
                }
                Event::Entered { cell, .. } => {
                    self.marks.insert(cell, Mark::Entered);
                }
                _ => {}
            }
        }
        self
    }

    /// Draws these units on top: a set-up that only its owner may see.
    pub(crate) fn placing(mut self, units: impl IntoIterator<Item = (Cell, Unit)>) -> Self {
        self.placed.extend(units);
        self
    }

    /// Says who is waited for.
    pub(crate) const fn waiting(mut self, whom: &'a str) -> Self {
        self.waiting = Some(whom);
        self
    }

    /// Writes board, legend and status, each line closed.
    pub(crate) fn write(&self, out: &mut impl Write) -> io::Result<()> {
        self.write_board(out)?;
        self.write_status(out)
    }

    /// Writes the board and its legend.
    pub(crate) fn write_board(&self, out: &mut impl Write) -> io::Result<()> {
        let AnyPosition::Warlord(position) = self.position;
        let board = position.board();
        let terrain = &position.game().terrain;
        let is_wide = terrain
            .iter()
            .any(|(_, terrain)| terrain.is_land() && *terrain != Terrain::Open);
        let labels = FileLabels { board, is_wide };
        labels.write(out)?;
        for rank in (0..board.ranks()).rev() {
            let number = u16::from(rank) + 1;
            write!(out, "{COORDINATE}{number:>3}{COORDINATE:#} ")?;
            for file in 0..board.files() {
                let cell = Cell::new(file, rank);
                let unit = self
                    .placed
                    .get(&cell)
                    .copied()
                    .or_else(|| position.unit(cell));
                self.write_cell(out, cell, unit, terrain[cell], is_wide)?;
            }
            writeln!(out, " {COORDINATE}{number}{COORDINATE:#}")?;
        }
        labels.write(out)?;
        self.write_legend(position, out)
    }

    /// A mark, then a unit or the ground, then, where the board has terrain, the ground under a unit.
    fn write_cell(
        &self,
        out: &mut impl Write,
        cell: Cell,
        unit: Option<Unit>,
        terrain: Terrain,
        is_wide: bool,
    ) -> io::Result<()> {
        let mark = self.marks.get(&cell).copied();
        write!(out, "{MARK}{}{MARK:#}", mark.map_or(' ', Mark::symbol))?;
        let (ground, ground_style) = ground(terrain);
        let Some(unit) = unit else {
            write!(out, "{ground_style}{ground}{ground_style:#}")?;
            return if is_wide { write!(out, " ") } else { Ok(()) };
        };
        let mut style = unit_style(unit);
        if matches!(mark, Some(Mark::Arrived | Mark::Captured | Mark::Entered)) {
            style = style.invert();
        }
        write!(out, "{style}{}{style:#}", unit.symbol())?;
        match (is_wide, terrain) {
            (true, Terrain::Open) => write!(out, " "),
            (true, _) => write!(out, "{ground_style}{ground}{ground_style:#}"),
            (false, _) => Ok(()),
        }
    }

    fn write_legend(&self, position: &Position, out: &mut impl Write) -> io::Result<()> {
        let [white, black] = [Side::White, Side::Black].map(side_style);
        write!(
            out,
            "    {white}CAPITALS{white:#} White, {black}small letters{black:#} Black"
        )?;
        for mark in [Mark::Arrived, Mark::Captured, Mark::Entered, Mark::Left] {
            if self.marks.values().any(|shown| *shown == mark) {
                write!(out, "; {MARK}{}{MARK:#} {}", mark.symbol(), mark.meaning())?;
            }
        }
        for kind in [Terrain::Town, Terrain::Trees, Terrain::Hill, Terrain::Water] {
            let mut everywhere = position.game().terrain.iter();
            if everywhere.any(|(_, terrain)| *terrain == kind) {
                let (ground, style) = ground(kind);
                write!(out, "; {style}{ground}{style:#} {}", kind.name())?;
            }
        }
        writeln!(out)
    }

    /// Writes how the game stands.
    pub(crate) fn write_status(&self, out: &mut impl Write) -> io::Result<()> {
        let AnyPosition::Warlord(position) = self.position;
        match position.to_act() {
            ToAct::Secretly(_) => writeln!(out, "Set-up: each side chooses unseen by the other.")?,
            ToAct::Lots(Draw::FirstPlayer) => writeln!(out, "The lot decides who begins.")?,
            ToAct::Lots(Draw::Terrain) => writeln!(out, "The lot lays the terrain.")?,
            ToAct::One(side) => {
                let style = side_style(side);
                let (left, cap) = (position.left(), position.cap());
                let turn = position.turn();
                writeln!(
                    out,
                    "Turn {turn}: {style}{}{style:#} to move, {left} of {cap} orders left.",
                    side_name(side)
                )?;
            }
            ToAct::Nobody(outcome) => writeln!(out, "Over: {}.", outcome_words(outcome))?,
        }
        if !matches!(position.to_act(), ToAct::Secretly(_)) {
            write_leaders(position, out)?;
        }
        if let Some(whom) = self.waiting {
            writeln!(out, "Waiting for {whom}.")?;
        }
        Ok(())
    }
}

fn write_leaders(position: &Position, out: &mut impl Write) -> io::Result<()> {
    let tally = |side| {
        let (name, leaders) = (side_name(side), position.leaders_left(side));
        let levels = match position.level_left(side) {
            levels if levels == leaders => String::new(),
            levels => format!(" (levels {levels})"),
        };
        format!(
            "{name} {leaders}{levels}, captured {}",
            position.captured(side)
        )
    };
    let [white, black] = Side::BOTH.map(tally);
    writeln!(out, "Leaders: {white}; {black}.")?;
    for side in Side::BOTH {
        let waiting = position.waiting(side);
        if !waiting.is_empty() {
            let units = waiting
                .iter()
                .map(|(turn, kind)| format!("{}@{turn}", kind.symbol()));
            let units = units.collect::<Vec<_>>().join(" ");
            writeln!(out, "{} has still to enter: {units}.", side_name(side))?;
        }
    }
    if position.outcome().is_some() {
        return Ok(());
    }
    if let Some(side) = position.claim() {
        let (holder, other) = (side_name(side), side_name(side.opponent()));
        writeln!(
            out,
            "{holder} has the claim: {other} must draw level in leaders captured by the end of this turn, or loses."
        )?;
    }
    if position.passes() == 1 {
        writeln!(out, "The last turn was a pass: another one is a draw.")?;
    }
    Ok(())
}

/// The letters over and under the board; two lines where files have two letters.
struct FileLabels {
    board: Board,
    is_wide: bool,
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
        let gap = if self.is_wide { "  " } else { " " };
        let letters: Vec<_> = letters.map(String::from).collect();
        let line = format!("     {}", letters.join(gap));
        writeln!(out, "{COORDINATE}{}{COORDINATE:#}", line.trim_end())
    }
}

impl Mark {
    const fn symbol(self) -> char {
        match self {
            Self::Left => ':',
            Self::Arrived => '>',
            Self::Captured => '*',
            Self::Entered => '+',
        }
    }

    const fn meaning(self) -> &'static str {
        match self {
            Self::Left => "left",
            Self::Arrived => "moved here",
            Self::Captured => "captured here",
            Self::Entered => "entered",
        }
    }
}

const COORDINATE: Style = Style::new().dimmed();
const MARK: Style = Style::new().fg_color(Some(anstyle::Color::Ansi(AnsiColor::Magenta)));

/// The color a side is written in.
pub(crate) const fn side_style(side: Side) -> Style {
    let color = match side {
        Side::White => AnsiColor::Cyan,
        Side::Black => AnsiColor::Red,
    };
    Style::new()
        .bold()
        .fg_color(Some(anstyle::Color::Ansi(color)))
}

const fn unit_style(unit: Unit) -> Style {
    let style = side_style(unit.side);
    if unit.kind.is_leader() {
        style.underline()
    } else {
        style
    }
}

/// The sign and color of a kind of ground; other signs than the engine's, which are also letters of units.
const fn ground(terrain: Terrain) -> (char, Style) {
    let (sign, color) = match terrain {
        Terrain::Open => return ('.', Style::new().dimmed()),
        Terrain::Hole => return (' ', Style::new()),
        Terrain::Town => ('#', AnsiColor::Magenta),
        Terrain::Trees => ('"', AnsiColor::Green),
        Terrain::Hill => ('^', AnsiColor::Yellow),
        Terrain::Water => ('~', AnsiColor::Blue),
    };
    (
        sign,
        Style::new().fg_color(Some(anstyle::Color::Ansi(color))),
    )
}

/// The side's name at the head of a sentence.
pub(crate) const fn side_name(side: Side) -> &'static str {
    match side {
        Side::White => "White",
        Side::Black => "Black",
    }
}

/// How a game ended, in words.
pub(crate) fn outcome_words(outcome: Outcome) -> String {
    match outcome {
        Outcome::Won(side, win) => {
            let (winner, loser) = (side_name(side), side_name(side.opponent()));
            match win {
                Win::Leaders => format!("{winner} won: {loser}'s last leader is captured"),
                Win::Short => format!("{winner} won the short game: the claim was not answered"),
                Win::Command => format!("{winner} won: {loser}'s leaders can no longer command"),
                Win::Towns => format!("{winner} won: it holds the towns"),
                Win::SixLeaders => format!("{winner} won: {loser} has lost six leaders"),
                Win::Resign => format!("{winner} won: {loser} resigned"),
            }
        }
        Outcome::Drawn(tie) => match tie {
            Tie::Passes => "a draw: both sides passed".to_owned(),
            Tie::Repetition => "a draw: the position came up for the third time".to_owned(),
            Tie::Agreed => "a draw, agreed by both".to_owned(),
        },
    }
}

#[cfg(test)]
mod tests {
    use scenario::Scenario;

    use super::*;

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
        play(&mut position, Side::White, &["b2-b3", "end"]);
        let events = play(&mut position, Side::Black, &["d3-d4", "b4-b3", "end"]);
        let picture = Picture::new(&position).marking(&events).waiting("Bob");
        let expected = r#"
     a  b  c  d  e
  4  . :#  ~ >i" i  4
  3  . *d  ~ :.  .  3
  2  I  .  ~  .  .  2
  1  .  D^ ~  #  .  1
     a  b  c  d  e
    CAPITALS White, small letters Black; > moved here; * captured here; : left; # a town; " trees; ^ a hill; ~ water
Turn 3: White to move, 2 of 2 orders left.
Leaders: White 1 (levels 2), captured 0; Black 1 (levels 2), captured 0.
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
        let [white, black] = Side::BOTH.map(side_style);
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
