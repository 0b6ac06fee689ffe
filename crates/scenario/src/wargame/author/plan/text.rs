//! The text of a made scenario.

use std::fmt::Write as _;

use board::Cell;
use rules::wargame::{Game, Kind, Placement, Ruleset, Terrain};
use toml_edit::value;

use super::Plan;
use crate::wargame::drawing::name;

/// Writes a made game as a file for people to read and change.
pub(super) fn write(plan: &Plan, origin: &str, game: &Game, book: &[Placement]) -> String {
    let mut text = String::new();
    let done = fill(&mut text, plan, origin, game, book);
    // a `String` never refuses; only the trait has an error
    done.expect("a string takes all that is written to it");
    text
}

fn fill(
    text: &mut String,
    plan: &Plan,
    origin: &str,
    game: &Game,
    book: &[Placement],
) -> std::fmt::Result {
    let board = game.board();
    let count = |wanted: fn(Terrain) -> bool| {
        let ground = game.terrain.iter();
        ground.filter(|(_, terrain)| wanted(**terrain)).count()
    };
    let rough = count(|terrain| terrain != Terrain::Open);
    let towns = count(|terrain| terrain == Terrain::Town);
    let army = &game.armies[0];
    let leaders = army.iter().filter(|kind| kind.is_leader()).count();
    let number = match game.ruleset {
        Ruleset::One => 1,
        Ruleset::Two => 2,
    };
    for line in origin.lines() {
        writeln!(text, "# {line}")?;
    }
    let orders = match game.cap {
        1 => "1 order".to_owned(),
        cap => format!("{cap} orders"),
    };
    writeln!(
        text,
        "format = 1\nfamily = \"wargame\"\ntitle = {}\ndescription = \"\"\"\n{} on a board of its own: {} units a side with \
         {leaders} leaders, {orders} a turn.\n\"\"\"\n\n[rules]\ngame = {number}\n",
        value(plan.title.trim()),
        game.ruleset.name(),
        army.len(),
    )?;
    writeln!(
        text,
        "[board]\nfiles = {}\nranks = {}\nhome = {}\nsymmetry = \"half-turn\"\nhouse = \"\"\"\nTerrain covers {} percent of the \
         board, towns included, laid from a seed between the homes. It is the same for both\nsides after a half-turn, and open \
         ground and towns stay connected.\n\"\"\"\nterrain = \"\"\"",
        board.files(),
        board.ranks(),
        game.middle.start,
        rough * 100 / board.len(),
    )?;
    for rank in (0..board.ranks()).rev() {
        let letters = (0..board.files()).map(|file| game.terrain[Cell::new(file, rank)].symbol());
        let letters: Vec<String> = letters.map(String::from).collect();
        writeln!(text, "{}", letters.join(" "))?;
    }
    let counts = crate::army::written(army, Kind::ALL, |kind| name(kind).to_owned());
    writeln!(
        text,
        "\"\"\"\n\n[army]\nboth = {counts}\nhouse = \"The kinds stand in about the proportions of {}.\"\n\n[turn]\ncap = {}",
        game.ruleset.name(),
        game.cap,
    )?;
    if towns > 0 {
        writeln!(
            text,
            "\n[endings]\ntowns = {}\nhouse = \"This many of the {towns} towns win, with the option `towns` only.\"",
            game.towns
        )?;
    }
    writeln!(
        text,
        "\n[set-up]\nkind = \"hidden\"\nhouse = \"\"\"\nNo kill is possible in the first turn: the homes lie {} ranks apart. Black's \
         book set-up is White's after a half-turn.\n\"\"\"\n\n[[set-up.book]]\nname = \"Brigades\"\nabout = \"\"\"\nLeaders spread over \
         the whole front, each with its share of the others: men and tanks in front of it, guns behind them.\n\"\"\"\nwhite = \"\"\"",
        game.middle.len() + 1,
    )?;
    // every word as wide as the widest, so that the drawing has columns
    let widest = army.iter().map(|kind| name(*kind).len()).max().unwrap_or(1);
    for rank in (0..game.middle.start).rev() {
        let words = (0..board.files()).map(|file| {
            let cell = Cell::new(file, rank);
            let there = book.iter().find(|placed| placed.cell == cell);
            let word = there.map_or(".", |placed| name(placed.kind));
            format!("{word:<widest$}")
        });
        let words: Vec<String> = words.collect();
        writeln!(text, "{}", words.join(" ").trim_end())?;
    }
    writeln!(text, "\"\"\"")
}
