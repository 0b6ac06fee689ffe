//! What every family of White and Black says and does alike.

use home::SeatInfo;
use kit::model::army::Placed;
use kit::model::words::{listed, with_side};
use rules::white_black::{Cause, FIRST_PLAYER, Placement, SetUp, Side};
use rules::{AGREED, Draw, Outcome, RESIGN};
use scenario::{Scenario, SideNames};

/// The hint at a turn without an order that would be the second in a row.
pub(crate) const SECOND_PASS: &str = "The other side has passed too: the game ends as a draw.";
/// The outcome after that second turn.
pub(crate) const TWO_PASSES: &str = "A draw: both sides passed, one after the other.";
/// The first turn is drawn after hidden set-ups, so that nobody can set up for it.
pub(crate) const LOT_BEGINS: &str =
    "A lot that the programs draw together decides who begins, once both set-ups are open.";

/// The side of these families in one of any.
pub(crate) fn side(side: Option<rules::Side>) -> Option<Side> {
    side.and_then(|side| side.try_into().ok())
}

/// The first turn is neither drawn nor agreed on: the first side has it.
pub(crate) fn first_begins(scenario: &Scenario) -> String {
    begins(scenario, Side::White)
}

/// The side of the first turn, by name and look: `Blue (the blue discs) begins.`
pub(crate) fn begins(scenario: &Scenario, side: Side) -> String {
    let name = scenario.side_names().of(side.into());
    format!("{name} (the {}) begins.", picture::side_look(side.into()))
}

/// The words while a lot is drawn.
pub(crate) fn lot(draw: Draw) -> &'static str {
    // these families draw for nothing else
    if draw == FIRST_PLAYER {
        "Drawing lots for the first turn"
    } else {
        "Drawing lots for the terrain"
    }
}

/// The outcome in a sentence. A family says why a game is drawn, and what a winner has done to a loser.
pub(crate) fn outcome<W: Cause, T: Cause>(
    outcome: Outcome,
    seats: &[SeatInfo],
    names: &SideNames,
    tie: impl Fn(T) -> &'static str,
    win: impl Fn(W, &str, &str) -> String,
) -> String {
    let word = outcome.word();
    let Some(winner) = side(outcome.winners().iter().next()) else {
        return match cause(word) {
            // agreement and resignation are no family's causes, and are looked for first
            _ if word == AGREED => "A draw by agreement.".to_owned(),
            Some(why) => tie(why).to_owned(),
            // a match of a later version may end by a word that this one does not know; it is still shown
            None => format!("A draw: {word}."),
        };
    };
    let name = |side: Side| {
        let of_side = seats.iter().filter(|seat| seat.side == side.into());
        let players: Vec<&str> = of_side.map(|seat| seat.name.as_str()).collect();
        match players[..] {
            // a game that is only looked at has no seats, and a demonstration no names
            [] | [""] => names.of(side.into()).to_owned(),
            [name] => with_side(name, names.of(side.into())),
            // a side that is shared wins or loses as one, and all its players with it
            _ => format!("{} ({})", names.of(side.into()), listed(&players)),
        }
    };
    let (winner, loser) = (name(winner), name(winner.opponent()));
    match cause(word) {
        _ if word == RESIGN => format!("{winner} wins: {loser} resigned."),
        Some(why) => win(why, &winner, &loser),
        None => format!("{winner} wins: {word}."),
    }
}

/// The reason that a word of the rules stands for.
fn cause<C: Cause>(word: &str) -> Option<C> {
    C::ALL.iter().copied().find(|cause| cause.word() == word)
}

/// The placements of an editor as a set-up.
pub(crate) fn set_up<K: Copy + Ord>(placed: &Placed<K>) -> SetUp<K> {
    let units = placed.iter().map(|(cell, kind)| Placement {
        cell: *cell,
        kind: *kind,
    });
    SetUp::new(units.collect())
}

/// A set-up as the placements of an editor.
pub(crate) fn placed<K: Copy>(placements: &[Placement<K>]) -> Placed<K> {
    let units = placements.iter().map(|unit| (unit.cell, unit.kind));
    units.collect()
}

/// The kinds of some units, each with its number, in the order of `kinds`.
pub(crate) fn counted<K: Copy + PartialEq>(
    kinds: impl IntoIterator<Item = K>,
    units: &[K],
) -> Vec<(K, usize)> {
    let counts = kinds.into_iter().map(|kind| {
        let count = units.iter().filter(|other| **other == kind).count();
        (kind, count)
    });
    // kinds without a unit would be lines of noughts in every list
    counts.filter(|(_, count)| *count > 0).collect()
}
