//! The decisions that follow the moves of a turn: every answer with what follows from it.

use board::Cell;
use kit::model::words::capital;
use kit::model::words::listed;
use rules::tourney::{Asked, Kind, LadyChoice, Order, Position, Unit};
use rules::{Rules as _, Side, ToAct};

use super::foresight::Foresight;
use super::men::{self, side_name};

/// An answer to what is asked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer {
    pub order: Order,
    /// The text of its button.
    pub label: String,
    /// The consequence, in a sentence.
    pub follows: String,
    /// The units it is about.
    pub units: Vec<Unit>,
    /// The cell it is about.
    pub cell: Option<Cell>,
}

/// The answers to the decision that a side must make now; empty while it moves, chooses in secret, or is not asked.
pub fn answers(position: &Position, side: Side) -> Vec<Answer> {
    let is_asked = position.to_act() == ToAct::One(side);
    // the list of a round of cards is long, and none of it is an answer here
    if !is_asked || !super::words::is_question(position) {
        return Vec::new();
    }
    let orders = position.legal_orders(side).into_iter();
    orders.map(|order| answer(position, side, order)).collect()
}

fn answer(position: &Position, side: Side, order: Order) -> Answer {
    let (unit, cell) = about(position, side, &order);
    let who = unit.map_or(String::new(), |unit| unit.kind.name().to_owned());
    let on = cell.map_or(String::new(), |cell| format!(" on {cell}"));
    let (label, follows) = match &order {
        Order::Free { .. } => (
            format!("Free the {who}"),
            "Returns to your Castle at once, and may move from your next turn on.".to_owned(),
        ),
        Order::Fight(cell) => (
            format!("Fight on {cell} first"),
            met(position, *cell),
        ),
        Order::Capture(_) => (
            format!("Capture the {who}{on}"),
            match unit.map(|unit| unit.kind) {
                Some(Kind::Warlord) => {
                    "Goes to your Dungeon. A captured Warlord has no successor; only his Lady can free him."
                }
                _ => "Goes to your Dungeon, from which a unit on your Green can free him.",
            }
            .to_owned(),
        ),
        Order::Slay(_) => (
            format!("Slay the {who}{on}"),
            match unit.map(|unit| unit.kind) {
                Some(Kind::Warlord) => {
                    "One more blow, without a parry. He is gone for good, but a Knight, a Footman or the Lady may succeed him."
                }
                _ => "One more blow, without a parry. He is gone for good.",
            }
            .to_owned(),
        ),
        Order::Decline => declined(position),
        Order::Succeed { heir, .. } => (
            format!("The {}{on} becomes Warlord", heir.name()),
            match heir {
                Kind::Knight => "Walks as a Warlord from now on, and no longer rides.",
                _ => "Leads from now on, and yields to an enemy Lady as a Warlord does.",
            }
            .to_owned(),
        ),
        Order::Lady(choice) => lady(*choice),
        other => (capital(&super::words::short(other)), String::new()),
    };
    let units = match (&order, cell) {
        (Order::Fight(_), Some(cell)) => position.on(cell).map(|man| man.unit).collect(),
        _ => unit.into_iter().collect(),
    };
    let follows = match Foresight::of_answer(position, side, &order).and_then(|it| it.next()) {
        Some(next) => format!("{follows} Then: {next}.").trim_start().to_owned(),
        None => follows,
    };
    Answer {
        order,
        label,
        follows,
        units,
        cell,
    }
}

/// The unit and the cell that an answer is about.
fn about(position: &Position, side: Side, order: &Order) -> (Option<Unit>, Option<Cell>) {
    match order {
        Order::Free { owner, kind, .. } => {
            // in a team a unit may free the ally's man (tourney 6.1), and only then does the order name an owner
            let owner = owner.unwrap_or(side);
            (Some(Unit::new(owner, *kind)), None)
        }
        Order::Fight(cell) => (None, Some(*cell)),
        Order::Capture(name) | Order::Slay(name) => {
            // the man who is judged is known from the question; the name alone could mean another man who lies on the
            // square
            let man = judged(position).or_else(|| men::enemy(position, side, name));
            (man.map(|man| man.unit), Some(name.cell))
        }
        Order::Succeed { heir, man } => {
            let Asked::Heir(heirs) = position.asked() else {
                return (None, None);
            };
            let named = man.and_then(|name| men::named(position, side, &name));
            let first = || heirs.into_iter().find(|man| man.unit.kind == *heir);
            // no name means that only one of the kind is free, or that the first in the queue is meant (tourney 5.3)
            let man = named.or_else(first);
            (
                man.map(|man| man.unit),
                man.and_then(|man| position.cell_of(&man)),
            )
        }
        Order::Lady(_) => match position.asked() {
            Asked::Lady { lady, .. } => (Some(lady.unit), position.cell_of(&lady)),
            _ => (None, None),
        },
        _ => (None, None),
    }
}

/// The man about whom the victor decides.
fn judged(position: &Position) -> Option<rules::tourney::Man> {
    match position.asked() {
        Asked::Judge { man, .. } => Some(man),
        _ => None,
    }
}

/// The units that meet on a square.
fn met(position: &Position, cell: Cell) -> String {
    let units: Vec<String> = position.on(cell).map(|man| men::unit(man.unit)).collect();
    format!("There: {}.", units.join(", "))
}

fn declined(position: &Position) -> (String, String) {
    let (label, follows) = match position.asked() {
        Asked::Judge { .. } => ("Let him lie", "He stays where he lies."),
        Asked::Heir(_) => (
            "No successor from these",
            "The next in line is asked: the Footman after the Knight. If all decline, there is no Warlord.",
        ),
        _ => (
            "None of these",
            "There is no Warlord then, and the Lady stays where she is.",
        ),
    };
    (label.to_owned(), follows.to_owned())
}

fn lady(choice: LadyChoice) -> (String, String) {
    let (label, follows) = match choice {
        LadyChoice::Castle => (
            "The Lady returns to the Castle",
            "She goes to the end of the queue. There is no Warlord: if she is captured, the game is lost.",
        ),
        LadyChoice::Surrender => ("The Lady surrenders", "The game is lost at once."),
        LadyChoice::Promote => (
            "The Lady becomes Warlord",
            "She fights, walks as a Warlord, and is no Lady any more: she can be slain.",
        ),
        LadyChoice::Trade => (
            "The Lady gives her life",
            "She dies, and the Warlord lives again at the end of the Castle's queue.",
        ),
    };
    (label.to_owned(), follows.to_owned())
}

/// The question of the rules, as a sentence for everybody at the table; `None` while a side moves.
pub fn question(position: &Position) -> Option<String> {
    let name = side_name;
    let who = match position.to_act() {
        ToAct::One(side) => name(side).to_owned(),
        // all who choose are named: each of them waits for the others, and a single name would look like a delay of
        // that one
        ToAct::Secretly(sides) => {
            let names: Vec<&str> = sides.iter().map(name).collect();
            listed(&names)
        }
        ToAct::Lots(_) | ToAct::Nobody(_) => return None,
    };
    Some(match position.asked() {
        Asked::Free(_) => format!("{who} frees a prisoner: say whom."),
        Asked::Encounter(cells) => format!(
            "{who} says which encounter comes first: {}.",
            kit::model::words::names(&cells, cells.len())
        ),
        Asked::Rose { cell, .. } => {
            format!("{who}'s Lady captures one noble on {cell}: say whom.")
        }
        Asked::Cards(cell) => format!("A duel on {cell}: {who} write cards."),
        Asked::Shot { target, .. } => {
            format!(
                "An arrow flies at {}: {who} choose.",
                men::unit(target.unit)
            )
        }
        Asked::Judge {
            cell,
            man,
            can_capture,
            ..
        } => {
            let man = men::unit(man.unit);
            match can_capture {
                true => format!("{man} is down on {cell}: {who} captures or slays him."),
                false => format!("{man} lies on {cell}: {who} may slay him."),
            }
        }
        Asked::Heir(_) => format!("The Warlord is slain: {who} names a successor, or none."),
        Asked::Lady { .. } => {
            format!("The Warlord is slain and nobody can follow: {who} says what his Lady does.")
        }
        // these are plain from the board, or have a page or words of their own
        Asked::Move { .. }
        | Asked::Muster(_)
        | Asked::FirstPlayer
        | Asked::Wander { .. }
        | Asked::Nothing(_) => return None,
    })
}
