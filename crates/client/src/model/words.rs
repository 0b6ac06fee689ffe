//! The state of a game in words: what the rules know, said to people.

use board::Cell;
use rules::warlord::{Game, Illegal, Kind, Movement, Order, Position, Terrain, Unit};
use rules::{Outcome, Rules, Side, Tie, ToAct, Win};

use super::entry;
use super::seen::{Seat, Trouble};
use super::table::{Player, Table};

/// A side as a name: `White`.
pub(crate) const fn side_name(side: Side) -> &'static str {
    match side {
        Side::White => "White",
        Side::Black => "Black",
    }
}

/// `1 order`, `2 orders`.
pub(crate) fn count(number: usize, one: &str, many: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { many })
}

/// A kind as written in a sentence, with its article where it has one.
pub(crate) fn a_kind(kind: Kind) -> String {
    let name = kind.name();
    match kind {
        Kind::Infantry | Kind::HeavyCavalry | Kind::LightCavalry => name.to_owned(),
        _ => format!("a {name}"),
    }
}

/// A unit by its side and kind: `White Infantry`.
pub(crate) fn unit(unit: Unit) -> String {
    format!("{} {}", side_name(unit.side), unit.kind.name())
}

/// How units of that movement go, in a few words.
pub(crate) const fn movement(movement: Movement) -> &'static str {
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

/// How a game ended, in a sentence.
pub(crate) fn outcome(outcome: Outcome, seats: &[Seat]) -> String {
    let name = |side: Side| {
        let seat = seats.iter().find(|seat| seat.side == side);
        seat.filter(|seat| !seat.name.is_empty()).map_or_else(
            || side_name(side).to_owned(),
            |seat| format!("{} ({})", seat.name, side_name(side)),
        )
    };
    match outcome {
        Outcome::Won(side, win) => {
            let (winner, loser) = (name(side), name(side.opponent()));
            match win {
                Win::Leaders => format!("{winner} wins: {loser} has no leader left."),
                Win::Short => format!(
                    "{winner} wins the short game: {loser}'s reply did not even the count of captured leaders."
                ),
                Win::Command => {
                    format!("{winner} wins: {loser}'s leaders can no longer command enough.")
                }
                Win::Towns => format!("{winner} wins by holding the towns."),
                Win::SixLeaders => format!("{winner} wins: {loser} has lost six leaders."),
                Win::Resign => format!("{winner} wins: {loser} resigned."),
            }
        }
        Outcome::Drawn(tie) => match tie {
            Tie::Passes => "A draw: both sides passed, one after the other.".to_owned(),
            Tie::Repetition => "A draw: the same position came up for the third time.".to_owned(),
            Tie::Agreed => "A draw by agreement.".to_owned(),
        },
    }
}

/// How a game ended, in two or three words.
pub(crate) fn outcome_title(outcome: Outcome) -> String {
    match outcome.winner() {
        Some(side) => format!("{} wins", side_name(side)),
        None => "A draw".to_owned(),
    }
}

/// Text with a capital first letter.
pub(crate) fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters
        .next()
        .map(|first| first.to_uppercase().chain(letters).collect())
        .unwrap_or_default()
}

/// A refusal, ready to be shown: the reason with its rule, and what to do.
pub(crate) fn refusal(illegal: &Illegal) -> Trouble {
    Trouble {
        what: format!("{}.", capital(&illegal.to_string())),
        advice: illegal.advice().to_owned(),
        rule: Some(illegal.rule()),
    }
}

/// Why the unit on a cell of the side to move cannot do anything now; nothing when it can.
pub(crate) fn why_not(position: &Position, side: Side, cell: Cell) -> Option<Illegal> {
    if !position.legal_orders_from(cell).is_empty() {
        return None;
    }
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
    // where it cannot even reach anything, any neighbor tells why
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

/// One order with what it did: `e2-e4 Infantry takes Cannon`.
pub(crate) fn order(order: &Order, before: &Position) -> String {
    let kind = |cell| before.unit(cell).map_or("Unit", |unit| unit.kind.name());
    match order {
        Order::Move { from, to } => match before.unit(*to) {
            Some(taken) => format!("{from}-{to}  {} takes {}", kind(*from), taken.kind.name()),
            None => format!("{from}-{to}  {}", kind(*from)),
        },
        Order::Swap { leader, cannon } => format!("{leader}<>{cannon}  Leader and Cannon swap"),
        Order::Enter { kind, cell } => format!("{} enters at {cell}", kind.name()),
        Order::End => "end of turn".to_owned(),
        Order::SetUp(_) => "set-up".to_owned(),
    }
}

/// How the short game stands, where it is played: nothing to say is `None`.
pub(crate) fn claim(position: &Position, seats: &[Seat]) -> Option<String> {
    let wanted = u16::from(position.game().options.short);
    if wanted == 0 || position.outcome().is_some() {
        return None;
    }
    let name = |side: Side| {
        let seat = seats
            .iter()
            .find(|seat| seat.side == side)
            .filter(|seat| !seat.name.is_empty());
        seat.map_or_else(|| side_name(side).to_owned(), |seat| seat.name.clone())
    };
    let leaders = |number: u16| count(usize::from(number), "leader", "leaders");
    Some(match position.claim() {
        Some(side) => {
            let other = side.opponent();
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

/// What ends this game, a line each.
pub(crate) fn endings(position: &Position) -> Vec<String> {
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
            "Units on {} towns at the start of the own turn win.",
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

/// What a turn used and left unused: `3 of 4 orders used, 2 leaders idle.`
pub(crate) fn turn_summary(position: &Position) -> String {
    let made = usize::from(position.orders_made());
    let cap = usize::from(position.cap());
    let idle = position
        .units()
        .filter(|(cell, _)| {
            position
                .leader_status(*cell)
                .is_some_and(|status| status.free == status.level && !position.has_moved(*cell))
        })
        .count();
    let used = format!("{made} of {} used", count(cap, "order", "orders"));
    let due: usize = entry::due(position).iter().map(|(_, count)| count).sum();
    let due = match due {
        0 => String::new(),
        _ => format!(
            " {} off the board and may enter next turn.",
            count(due, "unit that is due stays", "units that are due stay")
        ),
    };
    if made == 0 && !position.has_entered() {
        return format!(
            "No order given: this is a pass. {} idle.{due}",
            count(idle, "leader is", "leaders are")
        );
    }
    match idle {
        0 => format!("{used}.{due}"),
        _ => format!("{used}, {} idle.{due}", count(idle, "leader", "leaders")),
    }
}

/// The towns a side stands on, where towns win; nothing elsewhere.
pub(crate) fn towns(position: &Position, side: Side) -> Option<String> {
    let needed = position.game().towns?.needed;
    let terrain = position.game().terrain.iter();
    let held = terrain
        .filter(|(_, terrain)| **terrain == Terrain::Town)
        .filter(|(cell, _)| position.unit(*cell).is_some_and(|unit| unit.side == side))
        .count();
    Some(format!(
        "on {} of the {needed} that win",
        count(held, "town", "towns")
    ))
}

/// What the terrain was laid by, in words that both players can compare; nothing where no lot lays it.
pub(crate) fn terrain_lot(game: &Game) -> Option<String> {
    Some(rules::warlord::words(game.scatter?.seed?))
}

/// What the number of orders a turn rises to; nothing where it does not, or has.
pub(crate) fn cap_rise(game: &Game, own_turn: u32) -> Option<String> {
    let (turn, number) = game.cap.rise?;
    (own_turn < u32::from(turn))
        .then(|| format!("From each side's turn {turn} on it is {number} orders."))
}

/// `4 Infantry, 1 Cannon`, in the order given.
pub(crate) fn kinds(kinds: &[(Kind, usize)]) -> String {
    let list: Vec<String> = kinds
        .iter()
        .map(|(kind, count)| format!("{count} {}", kind.name()))
        .collect();
    list.join(", ")
}

/// Who must do what now.
pub(crate) fn waiting_for(table: &Table) -> String {
    let seen = &table.seen;
    if let Some(end) = seen.outcome {
        return outcome_title(end);
    }
    let Some(position) = &seen.now else {
        return "Waiting for the other player.".to_owned();
    };
    match position.to_act() {
        ToAct::Secretly(_) => {
            let seats = seen.waiting.iter().filter_map(|seat| seen.seat(*seat));
            let others = seats.filter(|seat| table.player(seat.seat) != Player::Person);
            let others: Vec<&Seat> = others.collect();
            let locked = others.iter().all(|seat| seen.locked.contains(&seat.seat));
            let names: Vec<&str> = others.iter().map(|seat| seat.name.as_str()).collect();
            let what = if locked { "open the set-up" } else { "set up" };
            format!("Waiting for {} to {what}", names.join(" and "))
        }
        ToAct::Lots(_) => "Drawing lots for the first turn".to_owned(),
        ToAct::One(side) if table.replay => format!("{} to move", side_name(side)),
        ToAct::One(side) => match seen
            .seat_of(side)
            .map(|seat| (table.player(seat.seat), &seat.name))
        {
            Some((Player::Person, _)) if table.only_person().is_some() => "Your turn".to_owned(),
            Some((Player::Computer(_), _)) => "The computer thinks".to_owned(),
            Some((Player::Remote, name)) => format!("{name} thinks"),
            Some((Player::Person, _)) | None => format!("{} to move", side_name(side)),
        },
        ToAct::Nobody(end) => outcome_title(end),
    }
}
