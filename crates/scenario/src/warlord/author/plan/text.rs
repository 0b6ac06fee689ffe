//! The text of a made scenario.

use std::fmt::Write as _;

use board::{Cell, Grid};
use rules::warlord::{Game, Side, Start, Terrain, Unit};
use toml_edit::value;

use super::Plan;
use crate::warlord::author::pasted::counts;

/// The widest drawing, in files, with blanks between its letters; wider ones do without, since the text may not be too
/// long.
const WIDE: u8 = 72;

/// Writes a made game as a file for people to read and change.
pub(super) fn write(plan: &Plan, origin: &str, game: &Game) -> String {
    let mut text = String::new();
    let done = fill(&mut text, plan, origin, game);
    done.expect("a string takes all that is written to it");
    text
}

fn fill(text: &mut String, plan: &Plan, origin: &str, game: &Game) -> std::fmt::Result {
    let board = game.board();
    let (files, ranks) = (board.files(), board.ranks());
    let is = |wanted: fn(Terrain) -> bool| {
        let ground = game.terrain.iter();
        ground.filter(|(_, terrain)| wanted(**terrain)).count()
    };
    let towns = is(|terrain| terrain == Terrain::Town);
    let percent = is(|terrain| terrain != Terrain::Open) * 100 / board.len();
    let levels = game.levels(Side::White);
    // only what is true may be claimed: the reader checks it
    let symmetry = if plan.is_symmetric {
        "symmetry = \"half-turn\"\n"
    } else {
        ""
    };
    let alike = if plan.is_symmetric {
        "It is the same for both sides after a half-turn."
    } else {
        "The towns are the same for both sides after a half-turn, trees and hills are not."
    };
    for line in origin.lines() {
        writeln!(text, "# {line}")?;
    }
    writeln!(
        text,
        "format = 1\nfamily = \"warlord\"\ntitle = {}\ndescription = \"\"\"\nTwo countries, {} units a side with {} leaders, \
         {} a turn.{}\n\"\"\"\n",
        value(plan.title.trim()),
        game.units(Side::White),
        game.leaders(Side::White),
        match game.cap.number {
            1 => "1 order".to_owned(),
            cap => format!("{cap} orders"),
        },
        game.towns.map_or_else(String::new, |to_win| format!(
            " Of {towns} towns {} win.",
            to_win.needed
        )),
    )?;
    writeln!(
        text,
        "[board]\nfiles = {files}\nranks = {ranks}\n{symmetry}house = \"\"\"\nTerrain covers {percent} percent of the board, \
         towns included, laid evenly, but by chance, from a seed. It cuts no kind\nof unit off. {alike}\n\"\"\"\n\
         terrain = \"\"\"",
    )?;
    draw(text, &game.terrain, |terrain| terrain.symbol())?;
    writeln!(
        text,
        "\"\"\"\n\n[army]\nboth = {}\nhouse = \"\"\"\nHalf of those under command are men, so that there is somebody to hold what \
         the others take. Of twelve leaders one is of\nlevel 3, three of level 2.\n\"\"\"\n",
        counts(&game.armies[0]),
    )?;
    let share = usize::from(game.cap.number) * 100 / usize::from(levels.max(1));
    writeln!(
        text,
        "[turn]\ncap = {}\nhouse = \"{share} percent of the total level of {levels}.{}\"\n",
        game.cap.number,
        if plan.cap.is_none() {
            " About 60 leave a choice to be made, and a leader to be lost."
        } else {
            ""
        },
    )?;
    if let Some(to_win) = game.towns {
        writeln!(
            text,
            "[endings]\ntowns = {}\nhouse = \"More than half of the {towns}: all of its own and some of the enemy's.\"\n",
            to_win.needed
        )?;
    }
    if game.options.short > 0 || game.options.self_activating {
        writeln!(text, "[options]")?;
        if game.options.short > 0 {
            writeln!(text, "short = {}", game.options.short)?;
        }
        if game.options.self_activating {
            writeln!(text, "self-activating = true")?;
        }
        writeln!(text)?;
    }
    writeln!(
        text,
        "[set-up]\nkind = \"fixed\"\nsymmetry = \"half-turn\"\nhouse = \"\"\"\nEach leader has its own few round it, men in front, \
         within two cells; no leader stands in the front rank. White's and Black's\narmies are the same after a half-turn. No \
         capture is possible in the first turn: they stand {} ranks apart.\n\"\"\"\nrows = \"\"\"",
        ranks + 1 - 2 * plan.home_ranks(),
    )?;
    let mut stands: Grid<Option<Unit>> = Grid::filled(board, None);
    if let Start::Fixed(units) = &game.start {
        for (cell, unit) in units {
            stands[*cell] = Some(*unit);
        }
    }
    draw(text, &stands, |unit| unit.map_or('.', Unit::symbol))?;
    writeln!(text, "\"\"\"")
}

/// Draws the rows of the board as lines, the highest rank first.
fn draw<T>(text: &mut String, grid: &Grid<T>, letter: impl Fn(&T) -> char) -> std::fmt::Result {
    let board = grid.board();
    // spaces make a drawing easier to read and twice as long
    let gap = if board.files() <= WIDE { " " } else { "" };
    for rank in (0..board.ranks()).rev() {
        for file in 0..board.files() {
            let before = if file > 0 { gap } else { "" };
            write!(text, "{before}{}", letter(&grid[Cell::new(file, rank)]))?;
        }
        writeln!(text)?;
    }
    Ok(())
}
