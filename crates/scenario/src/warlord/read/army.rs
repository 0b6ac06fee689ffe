//! The table [army].

use rules::warlord::{Entry, FreeUnits, Game, Kind, Side, Start};

use crate::army;
use crate::mistake::{Source, quote};
use crate::table::{Table, one_of};
use crate::warlord::drawing;

pub(super) struct Army {
    pub(super) line: usize,
    pub(super) kinds: [Vec<Kind>; 2],
    pub(super) heavy_as_hero: bool,
    pub(super) choice: Option<FreeUnits>,
}

pub(super) fn read(table: &Table<'_>) -> Option<Army> {
    let heavy_as_hero = table.switch("heavy-as-hero").unwrap_or(false);
    let kinds = both_sides(table);
    let choice = table
        .table("choice", "army.choice")
        .map(|table| choice(&table));
    table.finish();
    // a table that is there but wrong makes the army wrong, while no table at all is fine
    let choice = match choice {
        Some(choice) => Some(choice?),
        None => None,
    };
    Some(Army {
        line: table.line(),
        kinds: kinds?,
        heavy_as_hero,
        choice,
    })
}

/// A stand-in for a wrong army: the units of a fixed set-up and the reinforcements.
pub(super) fn standing(start: &Start, entry: Option<&Entry>) -> Option<Army> {
    let Start::Fixed(units) = start else {
        return None;
    };
    let kinds = Side::BOTH.map(|side| {
        let own = units.iter().filter(|(_, unit)| unit.side == side);
        let blocks = entry.map_or(&[][..], |entry| &entry.blocks[side.index()]);
        let entering = blocks.iter().flat_map(|block| &block.kinds).copied();
        own.map(|(_, unit)| unit.kind).chain(entering).collect()
    });
    Some(Army {
        line: 1,
        kinds,
        heavy_as_hero: false,
        choice: None,
    })
}

/// Reads `{ leaders = 12, levels = 21, others = 6 }`.
fn choice(table: &Table<'_>) -> Option<FreeUnits> {
    let leaders = table.number("leaders", 0..=u8::MAX.into());
    table.require("leaders", "how many leaders a side chooses");
    let levels = table.number("levels", 0..=u16::MAX);
    table.require("levels", "what the levels of the chosen leaders sum to");
    let others = table.number("others", 0..=u8::MAX.into());
    table.require("others", "how many other units a side chooses");
    table.finish();
    let ((_, leaders), (line, levels), (_, others)) = (leaders?, levels?, others?);
    if !(leaders..=3 * leaders).contains(&levels) {
        table.source().report(
            line,
            format!("{leaders} leaders of total level {levels}"),
            format!("a total from {leaders} to {}", 3 * leaders),
        );
    }
    Some(FreeUnits {
        leaders: u8::try_from(leaders).ok()?,
        levels,
        others: u8::try_from(others).ok()?,
    })
}

/// Reads `both`, or `white` and `black`.
pub(super) fn both_sides(table: &Table<'_>) -> Option<[Vec<Kind>; 2]> {
    army::both_sides(table, "{ L = 6, I = 14 }", kind_of)
}

/// The lines of the keys that an army must match.
#[derive(Debug, Clone, Copy)]
pub(super) struct Blame {
    pub(super) army: usize,
    pub(super) command: usize,
    pub(super) short: usize,
}

impl Blame {
    /// The same line for everything, when a check runs for another part of the file.
    pub(super) const fn on(line: usize) -> Self {
        Self {
            army: line,
            command: line,
            short: line,
        }
    }
}

/// Checks the properties that an army must have in any set-up.
pub(super) fn check(source: &Source<'_>, blame: Blame, game: &Game) {
    let cells = game
        .terrain
        .iter()
        .filter(|(_, terrain)| terrain.is_land())
        .count();
    for side in Side::BOTH {
        let leaders = game.leaders(side);
        let levels = game.levels(side);
        let units = game.units(side);
        let cap = game.cap.number;
        if leaders == 0 {
            source.report(
                blame.army,
                format!("an army without leaders for {side}"),
                "at least one L, D or T",
            );
        } else if game.command_ending && levels < u16::from(cap) {
            source.report(
                blame.command,
                format!("leaders of total level {levels} for {side}"),
                format!("at least the cap of {cap}, below which the command ending is lost"),
            );
        }
        // an army without leaders has been reported above
        if leaders > 0 && usize::from(game.options.short) > leaders {
            source.report(
                blame.short,
                format!(
                    "a short game to {} leaders where {side} has {leaders}",
                    game.options.short
                ),
                format!("`short` from 0 to {leaders}"),
            );
        }
        // otherwise no start could place them, and the game would have no first position
        if units > cells {
            source.report(
                blame.army,
                format!("{units} units for {side}"),
                format!("no more than the {cells} cells a unit can stand on"),
            );
        }
    }
}

/// Reads a kind by the letter of position texts.
fn kind_of(source: &Source<'_>, line: usize, word: &str) -> Option<Kind> {
    let mut letters = word.chars();
    // one letter exactly, since names such as `Leader` are likely mistakes and get advice below
    let kind = match (letters.next(), letters.next()) {
        (Some(letter), None) => Kind::from_symbol(letter).filter(|kind| *kind != Kind::Promoted),
        _ => None,
    };
    if kind.is_none() {
        let known: Vec<String> = drawing::letters().chars().map(String::from).collect();
        let known: Vec<&str> = known.iter().map(String::as_str).collect();
        let named = Kind::ALL
            .into_iter()
            .find(|kind| kind.name().eq_ignore_ascii_case(word));
        let lower = Kind::ALL
            .into_iter()
            .find(|kind| kind.symbol().to_string().eq_ignore_ascii_case(word));
        source.report_with(
            line,
            format!("the unit {}", quote(word)),
            one_of(&known),
            // the name first: `Hero` also begins like a letter
            named
                .or(lower)
                .filter(|kind| *kind != Kind::Promoted)
                .map(|kind| format!("did you mean `{}`?", kind.symbol())),
        );
    }
    kind
}
