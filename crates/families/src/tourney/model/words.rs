//! The state of a Tourney in words.

use home::SeatInfo;
use kit::model::family::FamilyWords;
use kit::model::meaning::{SecretWords, TurnWords};
use kit::model::ready::Ready;
use kit::model::words::{EndReader, capital, count, names, still_to_act, with_side};
use rules::tourney::{Asked, FIRST_PLAYER, Order, Position, Switch};
use rules::{AGREED, Draw, Outcome, RESIGN, Rules as _, Side, ToAct};
use scenario::tourney::author;
use scenario::{Scenario, SideNames};

use super::foresight::Foresight;
use super::men::{self, side_name};
use crate::tourney::Tourney;

impl FamilyWords for Tourney {
    const TITLE: &'static str = "War Lord Tourney";

    fn secret_words(position: &Position) -> &'static SecretWords {
        match position.asked() {
            Asked::Muster(_) => &SecretWords::SET_UP,
            Asked::Shot { .. } => &SHOT,
            _ => &CARDS,
        }
    }

    fn turn_end(base: &Position, now: &Position) -> [&'static str; 2] {
        // by what was asked before the draft began: a decision in the other's turn ends no turn of one's own
        match (base.asked(), now.asked()) {
            (Asked::Move { .. }, Asked::Shot { .. }) => ["Shoot", "Shoot?"],
            (Asked::Move { .. }, Asked::Wander { .. }) => ["Wander", "Wander?"],
            (Asked::Move { .. }, Asked::Cards(_)) => ["Fight", "Fight?"],
            (Asked::Move { .. }, _) => ["End turn", "End the turn?"],
            // a decision in the other side's turn came first, and this side's own turn follows it in the same draft
            (_, Asked::Move { .. }) if decider(base) == decider(now) => {
                ["End turn", "End the turn?"]
            }
            _ => ["Decide", "Decide so?"],
        }
    }

    fn lot(draw: Draw) -> &'static str {
        if draw == FIRST_PLAYER {
            "Drawing lots for the first turn"
        } else {
            "Drawing lots for the way out of the wood"
        }
    }

    fn outcome(outcome: Outcome, seats: &[SeatInfo], _: &SideNames) -> String {
        let word = outcome.word();
        let winners: Vec<Side> = outcome.winners().iter().collect();
        if winners.is_empty() {
            return match word {
                "royals" => "A draw: neither side has a free Warlord or Lady left.".to_owned(),
                "quiet" => "A draw: too many turns in a row went by without a capture, a death, a freeing or a way into a Castle.".to_owned(),
                _ if word == AGREED => "A draw by agreement.".to_owned(),
                _ => format!("A draw: {word}."),
            };
        }
        let players = |sides: &[Side]| {
            let all: Vec<String> = sides.iter().map(|side| player(seats, *side)).collect();
            names(&all, all.len())
        };
        let losers: Vec<Side> = seats
            .iter()
            .map(|seat| seat.side)
            .filter(|side| !winners.contains(side))
            .collect();
        // a game that is only looked at has no seats
        let loser = match losers.is_empty() {
            true => "the other side".to_owned(),
            false => players(&losers),
        };
        let wins = if winners.len() == 1 { "wins" } else { "win" };
        let winner = players(&winners);
        match word {
            "castle" => format!("{winner} {wins}: a Castle has fallen."),
            "royals" => {
                format!("{winner} {wins}: {loser} has neither a free Warlord nor a free Lady.")
            }
            "surrender" => format!("{winner} {wins}: the Lady of {loser} surrendered."),
            _ if word == RESIGN => format!("{winner} {wins}: {loser} resigned."),
            _ => format!("{winner} {wins}: {word}."),
        }
    }

    fn end_told(outcome: Outcome, _: &Position, reader: &EndReader<'_>) -> Option<String> {
        let (winner, losers) = (reader.winner(), reader.losers());
        Some(match outcome.word() {
            "castle" => format!("{winner} took {losers} Castle."),
            "royals" => {
                format!("{winner} took {losers} Warlord and {losers} Lady, and nobody can follow.")
            }
            "surrender" => format!("{} Lady surrendered.", capital(&losers)),
            _ => return None,
        })
    }

    fn option_title(key: &str) -> String {
        match (Switch::from_key(key), key) {
            (Some(Switch::Wounds), _) => "Wounds last",
            (Some(Switch::Healing), _) => "Double kills lie until a Lady heals",
            (Some(Switch::Finishing), _) => "Double kills lie until a fighter slays",
            (Some(Switch::Wizard), _) => "The Wizard of the Woods",
            (Some(Switch::Bishop), _) => "Bishops",
            (Some(Switch::Sergeants), _) => "Sergeants",
            (Some(Switch::Teams), _) => "Teams of two",
            (Some(Switch::Bowmen), _) => "Bowmen",
            (Some(Switch::Strategic), _) => "Armies with a strength",
            (Some(Switch::Enchanted), _) => "Enchanted forest",
            (Some(Switch::Veterans), _) => "Hardened veterans",
            (Some(Switch::Grand), _) => "The grand army",
            (Some(Switch::Muster), _) => "Hidden muster",
            (Some(Switch::Chivalry), _) => "Nobles yield to a lone Lady",
            (Some(Switch::WindingKnights), _) => "Knights turn corners",
            (None, "several") => "Units that move in a turn",
            (None, "seats") => "Players",
            // a switch without a name here still has to be shown
            _ => return capital(&key.replace('-', " ")),
        }
        .to_owned()
    }

    // by lot in every scenario of the family (tourney 3.9)
    fn who_begins(_: &Scenario, _: &[(String, String)]) -> String {
        "A lot that the programs draw together decides who begins.".to_owned()
    }

    fn facts(start: &Position, names: &SideNames) -> Vec<String> {
        author::facts(start.game(), names, author::counted)
    }

    fn endings(position: &Position) -> Vec<String> {
        let sides = position.game().players().len();
        // the 50 turns of two players (tourney 3.8); with more seats 25 for each (6.1)
        let quiet = sides * 25;
        vec![
            "A side wins when one of its fighters takes the enemy's Castle.".to_owned(),
            "A side without a free Warlord and a free Lady loses; if both sides are in that state at once, it is a draw."
                .to_owned(),
            "A Lady whose Warlord is slain may surrender, which loses the game.".to_owned(),
            format!("{quiet} turns in a row without a capture, a death, a freeing or a way into a Castle are a draw."),
        ]
    }

    /// The turn on a board, with the side that decides in it now.
    fn turn(position: &Position) -> TurnWords {
        let of = most_moves(position);
        let left = match position.asked() {
            // without a limit the rules count no moves left; it is everybody who has not moved
            Asked::Move { left } => left.unwrap_or_else(|| most_moves(position) - moved(position)),
            _ => 0,
        };
        TurnWords {
            // decisions also fall to the side that is not on turn, whose clock then runs (tourney 4.1)
            side: decider(position),
            // a side that only answers has no moves: those of the turn are the other side's
            left: match Self::is_question(position) {
                true => [0, 0],
                false => [left, of],
            },
            has: match Self::is_question(position) {
                true => "a decision to make in".to_owned(),
                false => count(of.into(), "move", "moves"),
            },
            used: match Self::is_question(position) {
                true if decider(position) == position.side() => {
                    "The moves of this turn are over.".to_owned()
                }
                true => format!("A decision in {}'s turn.", side_name(position.side())),
                false => format!(
                    "{} of {} used",
                    of - left.min(of),
                    count(of.into(), "move", "moves")
                ),
            },
            later: None,
        }
    }

    fn is_question(position: &Position) -> bool {
        is_question(position)
    }

    /// The moves that a turn used, and what its end would do.
    fn turn_summary(position: &Position, ready: &Ready) -> String {
        let Asked::Move { left } = position.asked() else {
            return "All is decided.".to_owned();
        };
        let used = match moved(position) {
            0 => "No unit has moved: this is a pass.".to_owned(),
            moved => format!(
                "{} moved.",
                capital(&count(moved.into(), "unit has", "units have"))
            ),
        };
        let rest = match left {
            // the base game has one move, and nothing else is left to say after it
            Some(0) => String::new(),
            left => still_to_act(ready, left.unwrap_or(u8::MAX)),
        };
        let follows = Foresight::of_end(position, position.side()).and_then(|it| it.words());
        let follows = follows.map_or(String::new(), |words| format!(" Then: {words}."));
        format!("{used}{rest}{follows}")
    }

    fn order(order: &Order, before: &Position) -> String {
        let side = decider(before);
        let man = |name| men::named(before, side, name);
        let kind = |name| man(name).map_or("unit", |man| man.unit.kind.name());
        let foe = |name| men::enemy(before, side, name).map_or("enemy", |man| man.unit.kind.name());
        let does = match order {
            Order::Move { man, to } => {
                let game = before.game();
                let mut there = before.on(*to);
                let meets = there.find(|other| !game.are_friends(side, other.unit.owner));
                match meets {
                    Some(other) => format!("{} meets {}", kind(man), other.unit.kind.name()),
                    None => kind(man).to_owned(),
                }
            }
            Order::Recall(name) => format!("the Lady sends the {} home", kind(name)),
            Order::Shoot { at, .. } => format!("at the {}", foe(at)),
            Order::Wander { man, steps } => {
                format!(
                    "{} goes {} by lot",
                    kind(man),
                    count((*steps).into(), "step", "steps")
                )
            }
            Order::Raise { .. } => "the Wizard raises the dead".to_owned(),
            Order::End => "end of the moves".to_owned(),
            Order::Capture(name) => format!("{} to the Dungeon", foe(name)),
            Order::Slay(name) => format!("{} dies", foe(name)),
            Order::Free { .. } | Order::Fight(_) | Order::Succeed { .. } | Order::Lady(_) => {
                String::new()
            }
            Order::SetUp(_)
            | Order::Cards(_)
            | Order::Aim(_)
            | Order::Parry(_)
            | Order::Decline => String::new(),
        };
        let text = short(order);
        match does.is_empty() {
            true => text,
            false => format!("{text}  {does}"),
        }
    }

    fn short(order: &Order) -> String {
        short(order)
    }
}

/// An order in the words of the rules. A muster has no short form.
pub fn short(order: &Order) -> String {
    match order {
        Order::SetUp(_) => "muster".to_owned(),
        Order::Move { man, to } => format!("{man}-{to}"),
        Order::Recall(name) => format!("recall {name}"),
        Order::Shoot { man, at } => format!("shoot {man}:{at}"),
        Order::Wander { man, steps } => format!("wander {man} {steps}"),
        Order::Raise {
            kind, grave, to, ..
        } => format!("raise {}{grave}-{to}", kind.symbol()),
        Order::End => "end".to_owned(),
        Order::Free { kind, .. } => format!("free {}", kind.word()),
        Order::Fight(cell) => format!("fight {cell}"),
        Order::Cards(duels) => {
            let cards: Vec<String> = duels.iter().map(|duel| duel.card.to_string()).collect();
            format!("card {}", cards.join(" "))
        }
        Order::Aim(line) => format!("aim {}", line.symbol()),
        Order::Parry(line) => format!("parry {}", line.symbol()),
        Order::Capture(name) => format!("capture {name}"),
        Order::Slay(name) => format!("slay {name}"),
        Order::Decline => "decline".to_owned(),
        Order::Succeed { heir, man: None } => format!("succeed {}", heir.word()),
        Order::Succeed {
            heir,
            man: Some(man),
        } => format!("succeed {} {man}", heir.word()),
        Order::Lady(choice) => format!("lady {}", choice.word()),
    }
}

/// True if one side is asked something whose answers are a short list.
pub fn is_question(position: &Position) -> bool {
    matches!(
        position.asked(),
        Asked::Free(_)
            | Asked::Encounter(_)
            | Asked::Rose { .. }
            | Asked::Judge { .. }
            | Asked::Heir(_)
            | Asked::Lady { .. }
    )
}

/// The side that decides now; the side on turn while a lot is drawn and at the end.
pub fn decider(position: &Position) -> Side {
    match position.to_act() {
        ToAct::One(side) => side,
        // in a team or in a fight of others the side on turn may have nothing to seal; somebody who has is named
        ToAct::Secretly(sides) if !sides.contains(position.side()) => {
            sides.iter().next().unwrap_or(position.side())
        }
        _ => position.side(),
    }
}

/// The player of a side, or the side of a game that is only looked at.
fn player(seats: &[SeatInfo], side: Side) -> String {
    let seat = seats.iter().find(|seat| seat.side == side);
    let side = side_name(side).to_owned();
    match seat.map_or("", |seat| &seat.name) {
        "" => side,
        name => with_side(name, &side),
    }
}

fn moved(position: &Position) -> u8 {
    let moved = position.men().iter().filter(|man| man.has_moved);
    u8::try_from(moved.count()).unwrap_or(u8::MAX)
}

/// The units that may move in a turn: without a limit, all that are on the board or in the Castle.
fn most_moves(position: &Position) -> u8 {
    position.game().options.several.most().unwrap_or_else(|| {
        let side = position.side();
        let own = position.men().iter();
        let own = own.filter(|man| man.unit.owner == side && man.is_free());
        u8::try_from(own.count())
            .unwrap_or(u8::MAX)
            .max(moved(position))
    })
}

const CARDS: SecretWords = SecretWords {
    choose: "choose a card",
    open: "open the card",
    turn: "chooses a card for",
    locked: "Your cards are sealed",
    kept: "The cards you have chosen are kept as they are, and not sent.",
    unseen: "Nobody sees them until the cards of both sides are opened together.",
    // a duel has some four rounds
    question: None,
};

const SHOT: SecretWords = SecretWords {
    choose: "choose a place",
    open: "open the place",
    turn: "chooses a place for",
    locked: "Your place is sealed",
    kept: "The place you have chosen is kept as it is, and not sent.",
    unseen: "Nobody sees it until the aim and the parry are opened together.",
    question: None,
};
