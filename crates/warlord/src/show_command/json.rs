//! A game as one JSON object.

use std::path::Path;

use protocol::Orders;
use protocol::replay::Replay;
use rules::Rules as _;
use serde::Serialize;

use crate::match_facts::MatchFacts;
use crate::match_file;

/// A game, as `--json` gives it.
#[derive(Serialize)]
struct Game {
    #[serde(flatten)]
    facts: MatchFacts,
    /// What the file says; the judge says what is proved.
    result: Option<String>,
    file: String,
    /// The orders of every side, or of the turn asked for alone.
    orders: Vec<Turn>,
    /// The position after the turn asked for, or after the last.
    position: String,
}

/// The orders of one side.
#[derive(Serialize)]
struct Turn {
    turn: u32,
    side: &'static str,
    orders: Vec<String>,
    taken_back: bool,
}

/// The game as JSON; with a turn the orders of that turn alone, which are the shown ones.
pub(super) fn game(
    file: &Path,
    replay: &Replay,
    turn: Option<u32>,
    shown: Option<Orders<'_>>,
) -> serde_json::Result<String> {
    let (history, family) = (&replay.history, replay.scenario.family());
    let stands = history.stands();
    let is_wanted = |orders: &Orders<'_>| turn.is_none_or(|turn| orders.step.turn == turn);
    let orders = history.orders().filter(is_wanted).map(|orders| {
        let start = history.start();
        let texts = orders.orders.iter();
        Turn {
            turn: orders.step.turn,
            side: family.side_name(orders.side),
            orders: texts
                .map(|done| start.order_text(orders.side, &done.order))
                .collect(),
            taken_back: stands.get(orders.at) == Some(&false),
        }
    });
    let after = shown.map_or_else(|| history.before_first_orders(), |orders| orders.at + 1);
    let turns = match_file::turns(replay);
    serde_json::to_string(&Game {
        facts: MatchFacts::new(&replay.manifest, replay.outcome, Some(turns)),
        result: replay.outcome.map(|outcome| outcome.to_text(family)),
        file: file.display().to_string(),
        orders: orders.collect(),
        position: history.position_after(after).to_text(),
    })
}
