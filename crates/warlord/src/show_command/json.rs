//! A game as one JSON object.

use std::path::Path;

use home::{AsOne, LinePart};
use protocol::Orders;
use rules::Rules as _;
use serde::Serialize;

use crate::match_facts::MatchFacts;
use crate::match_file;
use crate::sitting::hex;

#[derive(Serialize)]
struct ShownGame {
    #[serde(flatten)]
    facts: MatchFacts,
    /// What the file says; the judge says what is proved.
    result: Option<String>,
    file: String,
    /// The matches that are shown as one game, oldest first.
    line: Vec<LineMatch>,
    /// The matches of the line that are not shown, and why.
    missing: Vec<String>,
    /// The orders of every turn, or only those of the turn asked for.
    orders: Vec<Turn>,
    /// The position after the turn asked for, or after the last.
    position: String,
}

#[derive(Serialize)]
struct LineMatch {
    #[serde(rename = "match")]
    id: String,
    file: String,
    /// The turn in which it begins.
    from_turn: u32,
}

#[derive(Serialize)]
struct Turn {
    turn: u32,
    side: &'static str,
    /// The member of the side, in a match of more than two seats.
    #[serde(skip_serializing_if = "Option::is_none")]
    seat: Option<u8>,
    orders: Vec<String>,
    taken_back: bool,
}

/// The game as JSON; with a turn only the orders of that turn, of which `shown` are the last.
pub(super) fn game(
    file: &Path,
    AsOne {
        replay,
        parts,
        missing,
    }: &AsOne,
    turn: Option<u32>,
    shown: Option<Orders<'_>>,
) -> serde_json::Result<String> {
    let (history, family) = (&replay.history, replay.scenario.family());
    let stands = history.stands();
    let is_wanted = |orders: &Orders<'_>| turn.is_none_or(|turn| orders.step.turn == turn);
    let orders: Vec<Orders<'_>> = history.orders().filter(is_wanted).collect();
    let orders = orders.iter().map(|orders| {
        let start = history.start();
        let texts = orders.orders.iter();
        Turn {
            turn: orders.step.turn,
            side: family.side_name(orders.side),
            seat: super::member(replay, *orders).map(|seat| seat.0),
            orders: texts
                .map(|done| start.order_text(orders.side, &done.order))
                .collect(),
            taken_back: stands.get(orders.at) == Some(&false),
        }
    });
    // the position is the one in the picture and the text, even if later turns exist
    let after = shown.map_or_else(|| history.before_first_orders(), |orders| orders.at + 1);
    let turns = match_file::turns(replay);
    let line = parts.iter().map(|LinePart { file, part }| LineMatch {
        id: hex(&part.sid),
        file: file.display().to_string(),
        from_turn: part.turn,
    });
    serde_json::to_string(&ShownGame {
        facts: MatchFacts::new(&replay.manifest, replay.outcome, Some(turns)),
        result: replay.outcome.map(|outcome| outcome.to_text(family)),
        file: file.display().to_string(),
        line: line.collect(),
        missing: missing.clone(),
        orders: orders.collect(),
        position: history.position_after(after).to_text(),
    })
}
