use rules::warlord::Side;
use rules::warlord::{Block, Choice, Entry, Game, Kind, Start};

use super::kind_of;
use crate::mistake::{Source, quote};
use crate::table::{Table, number};

/// What [army] says.
pub(super) struct Army {
    pub(super) line: usize,
    pub(super) kinds: [Vec<Kind>; 2],
    pub(super) heavy_as_hero: bool,
    pub(super) choice: Option<Choice>,
}

pub(super) fn read(table: &Table<'_>) -> Option<Army> {
    let heavy_as_hero = table.switch("heavy-as-hero").unwrap_or(false);
    let kinds = both_sides(table);
    let choice = table
        .table("choice", "army.choice")
        .map(|table| choice(&table));
    table.finish();
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

/// In place of a wrong army: of each side what stands on the board in a fixed set-up or enters.
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
fn choice(table: &Table<'_>) -> Option<Choice> {
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
    Some(Choice {
        leaders: u8::try_from(leaders).ok()?,
        levels,
        others: u8::try_from(others).ok()?,
    })
}

/// Reads `both`, or `white` and `black`.
fn both_sides(table: &Table<'_>) -> Option<[Vec<Kind>; 2]> {
    let mut given = vec!["both", "white", "black"];
    given.retain(|key| table.has(key));
    let both = table.table("both", "both");
    let (white, black) = (table.table("white", "white"), table.table("black", "black"));
    match given.as_slice() {
        ["both"] => {
            let kinds = counts(&both?)?;
            Some([kinds.clone(), kinds])
        }
        ["white", "black"] => {
            let (white, black) = (counts(&white?), counts(&black?));
            Some([white?, black?])
        }
        given => {
            let found = match given {
                [] => "no army".to_owned(),
                [key] => format!("an army for `{key}` alone"),
                keys => format!("armies for `{}`", keys.join("`, `")),
            };
            table.source().report_missing(
                table.line(),
                found,
                "counts such as { L = 6, I = 14 } for `both`, or for each of `white` and `black`",
            );
            None
        }
    }
}

/// Reads `{ L = 6, I = 14 }`; the kinds come in the order of the rulebook.
fn counts(table: &Table<'_>) -> Option<Vec<Kind>> {
    // a unit for each cell of the largest board
    const MOST: u16 = (board::MAX_SIDE as u16) * (board::MAX_SIDE as u16);
    let mut kinds = Vec::new();
    let mut right = true;
    for (line, letter, value) in table.entries() {
        let kind = kind_of(table.source(), line, letter);
        let count = number(value).filter(|count| (1..=MOST).contains(count));
        if count.is_none() {
            table.source().report(
                line,
                format!("no count for {}", quote(letter)),
                format!("a whole number from 1 to {MOST}"),
            );
        }
        match (kind, count) {
            (Some(kind), Some(count)) => {
                kinds.extend(std::iter::repeat_n(kind, usize::from(count)));
            }
            _ => right = false,
        }
    }
    kinds.sort_unstable();
    right.then_some(kinds)
}

/// Reads the reinforcement blocks, `[[entry.block]]`.
pub(super) fn blocks(entry: &Table<'_>) -> Option<[Vec<Block>; 2]> {
    let tables = entry.tables("block", "entry.block");
    let mut sides = [Vec::new(), Vec::new()];
    let mut right = true;
    let mut last = 0;
    for table in tables {
        let turn = table.number("turn", 1..=u16::MAX);
        table.require("turn", "the owner's turn at whose start the block is due");
        let kinds = both_sides(&table);
        table.finish();
        let (Some((line, turn)), Some(kinds)) = (turn, kinds) else {
            right = false;
            continue;
        };
        if turn <= last {
            table.source().report(
                line,
                format!("a block due on turn {turn} after one due on turn {last}"),
                "blocks in the order of their turns",
            );
        }
        last = turn;
        for (side, kinds) in sides.iter_mut().zip(kinds) {
            if !kinds.is_empty() {
                side.push(Block { turn, kinds });
            }
        }
    }
    right.then_some(sides)
}

/// On which lines stands what an army must match.
#[derive(Debug, Clone, Copy)]
pub(super) struct Blame {
    pub(super) army: usize,
    pub(super) command: usize,
    pub(super) short: usize,
}

impl Blame {
    /// All on one line.
    pub(super) const fn on(line: usize) -> Self {
        Self {
            army: line,
            command: line,
            short: line,
        }
    }
}

/// What an army must be able to do whatever the set-up.
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
        if units > cells {
            source.report(
                blame.army,
                format!("{units} units for {side}"),
                format!("no more than the {cells} cells a unit can stand on"),
            );
        }
    }
}
