//! The table [army].

use rules::wargame::{Game, Kind, MOST_LEADERS, Ruleset, Side};

use crate::army::both_sides;
use crate::mistake::{Source, quote};
use crate::table::{Table, one_of};
use crate::wargame::drawing;

/// Reads the line of the table and the armies.
pub(super) fn read(table: &Table<'_>, ruleset: Ruleset) -> Option<(usize, [Vec<Kind>; 2])> {
    let example = match ruleset {
        Ruleset::One => "{ SC = 1, TC = 2, T = 4, I = 6 }",
        Ruleset::Two => "{ C = 1, G = 2, V = 2, I = 6 }",
    };
    let armies = both_sides(table, example, |source, line, name| {
        kind(source, line, name, ruleset)
    });
    table.finish();
    Some((table.line(), armies?))
}

/// Reads a kind by its symbol without brackets.
fn kind(source: &Source<'_>, line: usize, word: &str, ruleset: Ruleset) -> Option<Kind> {
    let mut kinds = drawing::kinds(ruleset);
    let found = kinds.clone().find(|kind| drawing::name(*kind) == word);
    if found.is_none() {
        // in either letter case and by its full name: what people write before they know the symbols
        let is_meant = |kind: &Kind| {
            drawing::name(*kind).eq_ignore_ascii_case(word)
                || kind.name().eq_ignore_ascii_case(word)
        };
        let meant = kinds.find(is_meant);
        source.report_with(
            line,
            format!("the unit {}", quote(word)),
            one_of(&drawing::names(ruleset)),
            meant.map(|kind| format!("did you mean `{}`?", drawing::name(kind))),
        );
    }
    found
}

/// Checks the leaders, the posts and the size of each army.
pub(super) fn check(source: &Source<'_>, line: usize, game: &Game) {
    // each side needs as many cells again to move
    let room = game.board().len() / 2;
    for side in Side::BOTH {
        let army = &game.armies[side.index()];
        let leaders = game.leaders(side);
        let posts = army.iter().filter(|kind| **kind == Kind::CommandPost);
        let posts = posts.count();
        if leaders == 0 {
            source.report(
                line,
                format!("an army without leaders for {side}"),
                "at least one leader, who gives the orders",
            );
        }
        // as many as the rules can match orders with (wargame 3)
        if leaders > MOST_LEADERS {
            let expected = format!("no more than {MOST_LEADERS}");
            source.report(line, format!("{leaders} leaders of {side}"), expected);
        }
        // Rules: wargame 1.6: the Supreme Commander tows *the* post
        if posts > 1 {
            source.report(
                line,
                format!("{posts} Command Posts of {side}"),
                "one, or none",
            );
        }
        if army.len() > room {
            source.report(
                line,
                format!("{} units of {side}", army.len()),
                format!("no more than {room}, half the cells of the board"),
            );
        }
    }
}
