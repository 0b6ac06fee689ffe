//! The state of a Warlord game in words.

use board::Cell;
use home::SeatInfo;
use kit::model::family::FamilyWords;
use kit::model::meaning::{OtherEnd, Preliminaries, Refusal, SecretWords, TurnWords};
use kit::model::ready::Ready;
use kit::model::scenarios::value;
use kit::model::tabletop::Tabletop;
use kit::model::words::{self, EndReader, capital, count, still_to_act};
use rules::warlord::{
    Game, Illegal, Kind, Movement, Order, Position, Side, Terrain, Tie, Unit, Win,
};
use rules::white_black::Cause as _;
use rules::{AnyIllegal, Draw, Outcome};
use scenario::{Scenario, SideNames};

use super::entry;
use crate::two_sides;
use crate::warlord::Warlord;

impl FamilyWords for Warlord {
    const TITLE: &'static str = "Warlord";

    fn secret_words(_: &Position) -> &'static SecretWords {
        &SecretWords::SET_UP
    }

    fn turn_end(_base: &Position, now: &Position) -> [&'static str; 2] {
        match now.closing(now.side()) {
            Some(Order::Done) => ["Done with your part", "End your part?"],
            _ => ["End turn", "End the turn?"],
        }
    }

    /// Later, and the captain's end of the turn. Rules: warlord 7.3.
    fn other_ends(now: &Position) -> Vec<OtherEnd<Order>> {
        let side = now.side();
        let later = OtherEnd {
            order: Order::Later,
            name: "Later",
            hover: "Your part comes after the others\u{2019}, once a turn",
            is_for_all: false,
        };
        let end = OtherEnd {
            order: Order::End,
            name: "End turn",
            hover: "As the captain you end the turn for all",
            is_for_all: true,
        };
        let usual = now.closing(side);
        let mut ends = vec![later, end];
        ends.retain(|end| {
            usual.as_ref() != Some(&end.order) && now.check(side, &end.order).is_ok()
        });
        ends
    }

    fn lot(draw: Draw) -> &'static str {
        two_sides::lot(draw)
    }

    fn outcome(outcome: Outcome, seats: &[SeatInfo], names: &SideNames) -> String {
        let tie = |tie| match tie {
            Tie::Passes => two_sides::TWO_PASSES,
            Tie::Repetition => "A draw: the same position came up for the third time.",
        };
        let win = |win, winner: &str, loser: &str| match win {
            Win::Leaders => format!("{winner} wins: {loser} has no leader left."),
            Win::Short => format!(
                "{winner} wins the short game: {loser}'s reply did not even the count of captured leaders."
            ),
            Win::Command => {
                format!("{winner} wins: {loser}'s leaders can no longer command enough.")
            }
            Win::Towns => format!("{winner} wins by holding the towns."),
            Win::SixLeaders => format!("{winner} wins: {loser} has lost six leaders."),
        };
        two_sides::outcome(outcome, seats, names, tie, win)
    }

    fn end_told(outcome: Outcome, now: &Position, reader: &EndReader<'_>) -> Option<String> {
        let win = Win::ALL.iter().find(|win| win.word() == outcome.word())?;
        let (winner, loser, losers) = (reader.winner(), reader.loser(), reader.losers());
        let by = two_sides::side(outcome.winners().iter().next())?;
        let leaders = || count(now.captured(by).into(), "leader", "leaders");
        Some(match win {
            Win::Leaders => format!("{winner} captured {losers} last leader."),
            Win::Short => format!(
                "{winner} captured {}, and {loser} could not catch up.",
                leaders()
            ),
            Win::Command => {
                let losers = capital(&losers);
                format!("{losers} leaders can no longer command enough units.")
            }
            Win::Towns => format!("{winner} held the towns."),
            Win::SixLeaders => format!("{winner} captured six of {losers} leaders."),
        })
    }

    fn option_title(key: &str) -> String {
        match key {
            "short" => "Short game".to_owned(),
            "swap" => "Cannon repositioning".to_owned(),
            "self-activating" => "Self-activating Light Cavalry".to_owned(),
            "charge" => "Extended charge".to_owned(),
            "light-leap" => "Additional Light Cavalry move".to_owned(),
            "crossing" => "Crossing water".to_owned(),
            "promotion" => "Promotion".to_owned(),
            "six-leaders" => "Six leaders".to_owned(),
            "half-first" => "Half first turn".to_owned(),
            "repetition" => "Draw by repetition".to_owned(),
            "first-player" => "First player".to_owned(),
            "reduced-chiefs" => "Reduced chiefs".to_owned(),
            "terrain" => "Random terrain".to_owned(),
            "symmetric-terrain" => "Symmetric terrain".to_owned(),
            "mirror-towns" => "Towns on the opposite ranks".to_owned(),
            // an option without a name here still has to be shown
            other => capital(&other.replace('-', " ")),
        }
    }

    /// The side of the first turn, in a sentence. Rules: warlord 6.2.
    fn who_begins(scenario: &Scenario, options: &[(String, String)]) -> String {
        // a scenario that does not offer the switch always begins with the first side
        let infos = scenario.options();
        let switch = infos.iter().find(|option| option.key == "first-player");
        match switch.map(|option| value(option, options)) {
            None => two_sides::first_begins(scenario),
            Some("white") => as_agreed(scenario, Side::White),
            Some("black") => as_agreed(scenario, Side::Black),
            Some("lot-before") => {
                "A lot that the programs draw together decides who begins, before either sets up."
                    .to_owned()
            }
            Some(_) => two_sides::LOT_BEGINS.to_owned(),
        }
    }

    fn facts(start: &Position, names: &SideNames) -> Vec<String> {
        use scenario::warlord::author;
        author::facts(start.game(), names, author::counted)
    }

    fn endings(position: &Position) -> Vec<String> {
        let game = position.game();
        let mut lines = vec!["A side whose last leader is captured loses.".to_owned()];
        if game.options.short > 0 {
            lines.push(format!(
                "Short game: whoever has captured {}, and more than the other side, wins after the other's reply.",
                count(usize::from(game.options.short), "leader", "leaders")
            ));
        }
        if game.command_ending {
            lines.push(format!(
                "A side loses as soon as the levels of its leaders add up to less than {}.",
                game.cap.number
            ));
        }
        if let Some(towns) = &game.towns {
            lines.push(format!(
                "A side with units on {} towns at the start of its own turn wins.",
                towns.needed
            ));
        }
        if game.options.six_leaders {
            lines.push("A side that has lost six leaders loses.".to_owned());
        }
        lines.push("Two passes, one by each side, are a draw.".to_owned());
        if game.options.repetition {
            lines.push("A position that comes up for the third time is a draw.".to_owned());
        }
        lines
    }

    fn turn(position: &Position) -> TurnWords {
        let side = position.side();
        let own = entry::own_turn(position, side);
        let (made, cap) = (position.orders_made(), position.cap());
        let has = count(usize::from(cap), "order", "orders");
        TurnWords {
            side: side.into(),
            left: [position.left(), cap],
            used: format!("{made} of {has} used"),
            has,
            later: cap_rise(position.game(), own),
        }
    }

    /// The orders that a turn used, and the units that may still act: `3 of 4 orders used. 7 units may still act. The
    /// leaders on c3 and h6 are idle.`
    ///
    /// A leader is idle if it could still give an order, has not moved, and gives nothing in the one assignment of the
    /// turn's orders that the position keeps.
    fn turn_summary(position: &Position, ready: &Ready) -> String {
        let (made, cap) = (position.orders_made(), usize::from(position.cap()));
        // entering uses no order, and yet a turn in which units enter is no pass
        let used = if made == 0 && !position.has_entered() {
            match position.open_parts().len() {
                0 | 1 => "No order given: this is a pass.".to_owned(),
                _ => "No order given in this turn yet.".to_owned(),
            }
        } else {
            format!("{made} of {} used.", count(cap, "order", "orders"))
        };
        let mut idle = ready.leaders.clone();
        // a leader that has given or made a move was not forgotten
        idle.retain(|cell| {
            let level = position.unit(*cell).map(|unit| unit.kind.level());
            position.unused(*cell) == level && !position.has_moved(*cell)
        });
        let due: usize = entry::due(position).iter().map(|(_, count)| count).sum();
        let due = match due {
            0 => String::new(),
            _ => format!(
                " {} off the board and may enter next turn.",
                count(due, "unit that is due stays", "units that are due stay")
            ),
        };
        let rest = still_to_act(ready, position.left());
        format!("{used}{rest}{}{due}", words::idle(&idle))
    }

    fn pass(base: &Position) -> Option<&'static str> {
        (base.passes() > 0).then_some(two_sides::SECOND_PASS)
    }

    /// Reinforcements that enter at the beginning of a turn.
    fn entered(number: usize) -> Preliminaries {
        Preliminaries {
            count: number,
            given: count(number, "unit entered", "units entered"),
            coming: count(number, "unit enters.", "units enter."),
            short: format!("{number} enter"),
            back: "Go back to after they entered",
        }
    }

    /// One order with what it did: `e2-e4 Infantry takes Cannon`.
    fn order(order: &Order, before: &Position) -> String {
        let kind = |cell| before.unit(cell).map_or("Unit", |unit| unit.kind.name());
        match order {
            Order::Move { from, to } => match before.unit(*to) {
                Some(taken) => format!("{from}-{to}  {} takes {}", kind(*from), taken.kind.name()),
                None => format!("{from}-{to}  {}", kind(*from)),
            },
            Order::Swap { leader, cannon } => format!("{leader}<>{cannon}  Leader and Cannon swap"),
            Order::Enter { kind, cell } => format!("{} enters at {cell}", kind.name()),
            Order::Done => "end of this part".to_owned(),
            Order::Later => "part put off".to_owned(),
            Order::End => "end of turn".to_owned(),
            Order::SetUp(_) => "set-up".to_owned(),
        }
    }

    fn short(order: &Order) -> String {
        match order {
            Order::Move { from, to } => format!("{from}-{to}"),
            Order::Swap { leader, cannon } => format!("{leader}<>{cannon}"),
            Order::Enter { kind, cell } => format!("+{}@{cell}", kind.symbol()),
            // a record has no line for these
            Order::Done | Order::Later | Order::End | Order::SetUp(_) => String::new(),
        }
    }
}

/// A kind as written in a sentence, with its article if it has one.
pub fn a_kind(kind: Kind) -> String {
    let name = kind.name();
    match kind {
        Kind::Infantry | Kind::HeavyCavalry | Kind::LightCavalry => name.to_owned(),
        _ => format!("a {name}"),
    }
}

/// The leader or promoted unit of a member, by its player: `Ben's leader, level 2`. `None` where members have none.
pub fn owned(table: &dyn Tabletop, position: &Position, cell: Cell) -> Option<String> {
    let (member, unit) = position.owner(cell).zip(position.unit(cell))?;
    if position.members(unit.side) < 2 {
        return None;
    }
    let side = unit.side.into();
    let whose = match table.own_member(side) == Some(member) {
        true => "Your".to_owned(),
        false => format!("{}\u{2019}s", table.member_name(side, member)),
    };
    Some(match unit.kind.level() {
        level if unit.kind.is_leader() => format!("{whose} leader, level {level}"),
        _ => format!("{whose} {}", unit.kind.name()),
    })
}

/// A unit by its side and kind: `Blue Infantry`.
pub fn unit(unit: Unit, names: &SideNames) -> String {
    format!("{} {}", names.of(unit.side.into()), unit.kind.name())
}

fn as_agreed(scenario: &Scenario, side: Side) -> String {
    let begins = two_sides::begins(scenario, side);
    format!("{}, as agreed.", begins.trim_end_matches('.'))
}

/// The way units of a movement go, in a few words.
pub const fn movement(movement: Movement) -> &'static str {
    match movement {
        Movement::Leader => "one or two steps in any direction, turning if it likes, never jumping",
        Movement::Step => "one step in any direction",
        Movement::Knight => "like the chess knight",
        Movement::OrthogonalJump => "1 to 3 cells straight, jumping over anything",
        Movement::DiagonalJump => "1 to 3 cells diagonally, jumping over anything",
        Movement::OrthogonalHero => {
            "straight: one step, a leap of two, or both one after the other"
        }
        Movement::DiagonalHero => {
            "diagonally: one step, a leap of two, or both one after the other"
        }
        Movement::OrthogonalSlide => "1 to 3 cells straight, never jumping",
        Movement::DiagonalSlide => "1 to 3 cells diagonally, never jumping",
    }
}

/// A refusal, ready to be shown.
pub fn refusal(illegal: Illegal) -> Refusal {
    Refusal::from(&AnyIllegal::Warlord(illegal))
}

/// The reason why the unit on a cell of the side to move can do nothing now; `None` if it can act.
pub fn why_not(position: &Position, side: Side, cell: Cell) -> Option<Illegal> {
    if !position.legal_orders_from(cell).is_empty() {
        return None;
    }
    // a cell in reach is only refused for want of command, which is what the user must hear
    let tries = position.reach(cell);
    let check = |to: &Cell| {
        position
            .check(
                side,
                &Order::Move {
                    from: cell,
                    to: *to,
                },
            )
            .err()
    };
    // a unit that reaches no cell at all: an attempt on any neighbor shows why
    let near = || {
        position
            .board()
            .within(cell, 1)
            .filter(|other| *other != cell)
            .collect::<Vec<_>>()
    };
    tries
        .iter()
        .find_map(check)
        .or_else(|| near().iter().find_map(check))
}

/// The state of the short game, in a sentence; `None` if there is nothing to say.
pub fn claim(position: &Position, seats: &[SeatInfo], names: &SideNames) -> Option<String> {
    let wanted = u16::from(position.game().options.short);
    if wanted == 0 || position.outcome().is_some() {
        return None;
    }
    let name = |side: Side| {
        let seat = seats
            .iter()
            .find(|seat| seat.side == side.into())
            .filter(|seat| !seat.called.is_empty());
        seat.map_or_else(
            || names.of(side.into()).to_owned(),
            |seat| seat.called.clone(),
        )
    };
    let leaders = |number: u16| count(usize::from(number), "leader", "leaders");
    Some(match position.claim() {
        Some(side) => {
            let other = side.opponent();
            // equal numbers are enough against a claim, docs/rules/warlord.md 3.2
            let gap = position
                .captured(side)
                .saturating_sub(position.captured(other));
            format!(
                "{} claims the win with {} against {}. {} has this one turn to answer: {} more captured keeps the game going.",
                name(side),
                leaders(position.captured(side)),
                position.captured(other),
                name(other),
                leaders(gap),
            )
        }
        None => format!(
            "Short game: whoever has captured {} and more than the other side claims the win; the other side has one turn to answer.",
            leaders(wanted)
        ),
    })
}

/// The units of a side that would reach a cell if each of them were activated; `None` if none would: `Reached by
/// Infantry from e4 and Cannon from g5.`
pub fn threatened(position: &Position, by: Side, cell: Cell) -> Option<String> {
    const MOST: usize = 4;
    let units = position.units().filter(|(_, unit)| unit.side == by);
    // by reach and not by legal orders: the side is not on turn, and nobody knows whom it will activate
    let reaching = units.filter(|(from, _)| position.reach(*from).contains(&cell));
    let named: Vec<String> = reaching
        .map(|(from, unit)| format!("{} from {from}", unit.kind.name()))
        .collect();
    (!named.is_empty()).then(|| format!("Reached by {}.", words::names(&named, MOST)))
}

/// The towns that a side stands on; `None` in a game that towns do not win.
pub fn towns(position: &Position, side: Side) -> Option<String> {
    let [held, needed] = towns_held(position, side)?;
    Some(format!(
        "on {} of the {needed} that win",
        count(held, "town", "towns")
    ))
}

/// The towns that a side stands on, and the number that wins; `None` in a game that towns do not win.
pub fn towns_held(position: &Position, side: Side) -> Option<[usize; 2]> {
    let needed = usize::from(position.game().towns?.needed);
    let terrain = position.game().terrain.iter();
    let held = terrain
        .filter(|(_, terrain)| **terrain == Terrain::Town)
        .filter(|(cell, _)| position.unit(*cell).is_some_and(|unit| unit.side == side))
        .count();
    Some([held, needed])
}

/// The lot that lays the terrain, in words that both players can compare; `None` if no lot lays terrain.
pub fn terrain_lot(game: &Game) -> Option<String> {
    Some(rules::warlord::words(game.scatter?.seed?))
}

/// The announced rise of the number of orders a turn; `None` if no rise is to come.
pub fn cap_rise(game: &Game, own_turn: u32) -> Option<String> {
    let (turn, number) = game.cap.rise?;
    (own_turn < u32::from(turn))
        .then(|| format!("From each side's turn {turn} on it is {number} orders."))
}

/// `4 Infantry, 1 Cannon`, in the order given.
pub fn kinds(kinds: &[(Kind, usize)]) -> String {
    let list: Vec<String> = kinds
        .iter()
        .map(|(kind, count)| format!("{count} {}", kind.name()))
        .collect();
    list.join(", ")
}

/// The words while a reinforcement is in the hand.
pub fn entering(kind: Kind) -> String {
    format!(
        "Click a marked cell of your corner to bring in {}. Esc puts it back.",
        a_kind(kind)
    )
}
