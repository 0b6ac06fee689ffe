//! War Lord Tourney's words in the program.

mod board;
mod bouts;
mod cards;
mod men;
mod new;
mod scenario;

use ::board::Cell;
use ::scenario::SideNames;
use rules::tourney::{Asked, Event, Position};
use rules::{Family, Side};

use super::Words;
use crate::ink::Mark;

pub(super) use board::{legend, signs, square, status};
pub(super) use bouts::bout;
pub(super) use new::make;
pub(super) use scenario::{boards, facts, fairness, fields, list_words, option_notes};

pub(super) const WORDS: Words = Words {
    orders: "  \
  f2-f5           moves the unit on f2; Kd8-d5 the Knight, where two of yours stand on d8
  recall f5       your Lady goes to f5 and sends the unit there to the Castle
  free knight     frees that prisoner from the Dungeon of the Green you stand on
  fight d8        says which encounter comes next
  capture d8      sends the beaten man to your Dungeon; slay d8 kills him
  succeed knight  makes the Knight your Warlord; decline leaves it to the next
  lady trade      what your Lady does once no man can follow: castle, promote, trade, surrender
  shoot h5:h7     the Bowman on h5 shoots (with the option)
  wander e7 2     the unit in the wood announces its steps (with the option)
  raise Kd8-f6    the Wizard raises the dead of d8 in the wood f6 (with the option)",
    questions: "  \
  castles         who waits in each Castle, and who sits in each Dungeon
  cards           the six cards of a duel, and what each does to each
  fight           the duel under way: fighters, wounds, the pairs you write cards for",
    secrets: "  \
  card HM d8:Kd8  strikes High and guards Middle, own man d8 against the Knight; a card for each pair
  aim H, parry M  where the Bowman aims, and where the target guards
  KL5/4W3/...     a muster: the rows of your zone, the top one first; numbers are empty cells",
};

/// The word for what the sides choose unseen by each other now.
pub(super) fn secret_noun(position: &Position) -> &'static str {
    match position.asked() {
        Asked::Muster(_) => "muster",
        Asked::Shot { .. } => "shot",
        _ => "card",
    }
}

pub(super) fn win(word: &str, losers: &str) -> String {
    match word {
        "castle" => ": a Castle fell".to_owned(),
        "royals" => format!(": {losers} has neither a free Warlord nor a free Lady"),
        "surrender" => format!(": the Lady of {losers} surrendered"),
        word => format!(": {word}"),
    }
}

pub(super) fn tie(word: &'static str) -> &'static str {
    match word {
        "royals" => "nobody has a free Warlord or Lady left",
        "quiet" => {
            "too many turns in a row without a capture, a death, a freeing or a way into a Castle"
        }
        word => word,
    }
}

/// Answers `castles`, `cards` and `fight`.
pub(super) fn answer(
    position: &Position,
    side: Side,
    question: &str,
    _: &SideNames,
) -> Option<String> {
    match question {
        "castles" | "dungeons" => Some(board::castles(position).join("\n")),
        "cards" => Some(cards::table()),
        "fight" => {
            let lines = cards::fight(position, Some(side));
            Some(match lines.is_empty() {
                true => "No duel is under way.".to_owned(),
                false => lines.join("\n"),
            })
        }
        _ => None,
    }
}

/// The conditions on the choice that a side makes unseen.
pub(super) fn secret_terms(position: &Position, side: Side) -> Option<String> {
    match position.asked() {
        Asked::Muster(_) => Some(muster_terms(position, side)),
        Asked::Cards(_) => {
            let mut lines = cards::fight(position, Some(side));
            lines.push(cards::table());
            Some(lines.join("\n"))
        }
        Asked::Shot { archer, target, .. } => {
            let [archer, target] =
                [archer, target].map(|man| men::named(position, &man).unwrap_or_default());
            Some(format!(
                "The {archer} shoots at the {target}: the shooter aims, the target's owner guards one place. A guarded arrow does nothing."
            ))
        }
        _ => None,
    }
}

fn muster_terms(position: &Position, side: Side) -> String {
    let game = position.game();
    let army: Vec<&str> = game.army(side).iter().map(|kind| kind.name()).collect();
    let zone = game.zone(side);
    let (first, last) = (zone.first(), zone.last());
    let corner = |cell: Option<&Cell>| cell.map_or(String::new(), Cell::to_string);
    format!(
        "Your army: {}. Place it between {} and {}: two units a square, one in a wood and in the Castle; Knights and Ladies neither in woods nor on rough ground.",
        army.join(", "),
        corner(first),
        corner(last)
    )
}

/// The usual start as the one ready-made muster; `None` for any other secret choice.
pub(super) fn books(position: &Position, _side: Side) -> Option<Vec<&str>> {
    matches!(position.asked(), Asked::Muster(_)).then(|| vec!["The usual start"])
}

pub(super) fn marks(event: &Event) -> Vec<(Cell, Mark)> {
    match *event {
        Event::Moved { from, to, .. } | Event::Wandered { from, to, .. } => {
            vec![(from, Mark::Left), (to, Mark::Arrived)]
        }
        Event::Recalled { from, .. } => vec![(from, Mark::Left)],
        Event::SteppedOut { green, .. } => vec![(green, Mark::Arrived)],
        Event::Raised { cell, .. } => vec![(cell, Mark::Entered)],
        Event::Captured { cell, .. }
        | Event::Held { cell, .. }
        | Event::Slain { cell, .. }
        | Event::Destroyed { cell, .. }
        | Event::Gone { cell, .. } => vec![(cell, Mark::Captured)],
        _ => Vec::new(),
    }
}

/// The side that the lot chose to begin.
pub(super) fn first_side(event: &Event) -> Option<Side> {
    match event {
        Event::First(side) => Some(*side),
        _ => None,
    }
}

/// No lot lays anything before the game.
pub(super) fn lot_words(_event: &Event) -> Option<(&'static str, String)> {
    None
}

/// The name of a side. A Tourney's sides are called by their colors alone.
fn name(side: Side) -> String {
    SideNames::of_family(Family::Tourney).of(side).to_owned()
}
