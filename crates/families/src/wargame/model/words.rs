//! The state of a WarGame in words.

use board::Cell;
use home::SeatInfo;
use kit::model::family::FamilyWords;
use kit::model::meaning::{Refusal, SecretWords, TurnWords};
use kit::model::ready::Ready;
use kit::model::words::{self, EndReader, capital, count, still_to_act};
use rules::wargame::{
    Company, Game, Illegal, Kind, Order, Path, Position, Ruleset, Side, Start, Switch, Terrain,
    Tie, Unit, Win,
};
use rules::white_black::Cause as _;
use rules::{AnyIllegal, Draw, Outcome};
use scenario::wargame::Content;
use scenario::{Scenario, SideNames};

use super::deeds::{Deed, DeedKind, Lead};
use crate::two_sides;
use crate::wargame::WarGame;

impl FamilyWords for WarGame {
    const TITLE: &'static str = "WarGame";

    fn secret_words(_: &Position) -> &'static SecretWords {
        &SecretWords::SET_UP
    }

    fn lot(draw: Draw) -> &'static str {
        two_sides::lot(draw)
    }

    fn outcome(outcome: Outcome, seats: &[SeatInfo], names: &SideNames) -> String {
        let tie = |tie| match tie {
            Tie::Passes => two_sides::TWO_PASSES,
            Tie::Quiet => "A draw: 60 turns went by without a loss.",
        };
        let win = |win, winner: &str, loser: &str| match win {
            Win::Leaders => format!("{winner} wins: {loser} has no leader left."),
            Win::Short => {
                format!("{winner} wins the short game: {loser} has too few leaders left.")
            }
            Win::Towns => format!("{winner} wins by holding the towns."),
            Win::Banner => format!("{winner} wins: {loser} has lost its Command Post."),
            Win::Commander => format!("{winner} wins: {loser} has lost its Commander."),
            Win::Plant => format!("{winner} wins by planting its Command Post in a town."),
        };
        two_sides::outcome(outcome, seats, names, tie, win)
    }

    fn end_told(outcome: Outcome, _: &Position, reader: &EndReader<'_>) -> Option<String> {
        let win = Win::ALL.iter().find(|win| win.word() == outcome.word())?;
        let (winner, loser, losers) = (reader.winner(), reader.loser(), reader.losers());
        Some(match win {
            Win::Leaders => format!("{winner} captured {losers} last leader."),
            Win::Short => {
                format!("{winner} captured so many leaders that {loser} could not go on.")
            }
            Win::Towns => format!("{winner} held the towns."),
            Win::Banner => format!("{winner} captured {losers} Command Post."),
            Win::Commander => format!("{winner} captured {losers} Commander."),
            Win::Plant => format!("{winner} planted the Command Post in a town."),
        })
    }

    fn option_title(key: &str) -> String {
        match Switch::from_key(key) {
            Some(Switch::Banner) => "The Command Post decides".to_owned(),
            Some(Switch::Plant) => "Planting the Command Post".to_owned(),
            Some(Switch::Towns) => "Towns win".to_owned(),
            Some(Switch::Commander) => "The Commander decides".to_owned(),
            Some(Switch::Short) => "Short game".to_owned(),
            Some(Switch::HalfFirst) => "Half first turn".to_owned(),
            Some(Switch::StrictRifle) => "Strict rifles".to_owned(),
            Some(Switch::CamTerrain) => "Cavalry in trees, guns on hills".to_owned(),
            Some(Switch::TwoRange) => "Orders reach 3".to_owned(),
            Some(Switch::JumpAll) => "Cavalry jumps over everything".to_owned(),
            // a switch without a name here still has to be shown
            _ => capital(&key.replace('-', " ")),
        }
    }

    /// The side of the first turn, in a sentence.
    fn who_begins(scenario: &Scenario, _options: &[(String, String)]) -> String {
        let game = Content::of(scenario).map(Content::game);
        match game.map(|game| &game.start) {
            Some(Start::Hidden(_)) => two_sides::LOT_BEGINS.to_owned(),
            _ => two_sides::first_begins(scenario),
        }
    }

    fn facts(start: &Position, names: &SideNames) -> Vec<String> {
        use scenario::wargame::author;
        author::facts(start.game(), names, author::counted)
    }

    fn endings(position: &Position) -> Vec<String> {
        let game = position.game();
        let mut lines = vec!["A side whose last leader falls loses.".to_owned()];
        let more = [
            (
                Switch::Short,
                format!("A side with fewer than {} leaders loses.", game.cap),
            ),
            (
                Switch::Banner,
                "A side that loses its Command Post loses.".to_owned(),
            ),
            (
                Switch::Commander,
                "A side that loses its Commander loses.".to_owned(),
            ),
            (
                Switch::Plant,
                "A side whose Command Post stands on a town between the home zones at the start of its own turn wins."
                    .to_owned(),
            ),
            (
                Switch::Towns,
                format!(
                    "A side with units on {} towns at the start of its own turn wins.",
                    game.towns
                ),
            ),
        ];
        let more = more.into_iter().filter(|(switch, _)| game.has(*switch));
        lines.extend(more.map(|(_, line)| line));
        lines.push("Two passes, one by each side, are a draw.".to_owned());
        lines.push("60 turns in a row without a loss are a draw.".to_owned());
        lines
    }

    fn turn(position: &Position) -> TurnWords {
        let side = position.side();
        let (made, cap) = (position.orders_made(), position.cap());
        let has = count(usize::from(cap), "order", "orders");
        TurnWords {
            side: side.into(),
            left: [position.left(), cap],
            used: format!("{made} of {has} used"),
            has,
            later: None,
        }
    }

    /// The orders that a turn used, and what its end would do.
    fn turn_summary(position: &Position, ready: &Ready) -> String {
        let (made, cap) = (
            usize::from(position.orders_made()),
            usize::from(position.cap()),
        );
        let used = match made {
            0 => "No order given: this is a pass.".to_owned(),
            _ => format!("{made} of {} used.", count(cap, "order", "orders")),
        };
        // at the end of a turn units of the other side fall, docs/rules/wargame.md 1.11
        let falling = position.out_of_supply(position.side().opponent()).len();
        let rest = still_to_act(ready, position.left());
        let idle = words::idle(&ready.leaders);
        match falling {
            0 => format!("{used}{rest}{idle}"),
            _ => format!(
                "{used}{rest}{idle} {} for lack of supply.",
                count(falling, "enemy falls", "enemies fall")
            ),
        }
    }

    fn pass(base: &Position) -> Option<&'static str> {
        (base.passes() > 0).then_some(two_sides::SECOND_PASS)
    }

    /// One order with what it does: `e2-e4  Tank takes Artillery`.
    fn order(order: &Order, before: &Position) -> String {
        let kind = |cell| before.unit(cell).map_or("Unit", |unit| unit.kind.name());
        let does = match order {
            Order::Move { path, company } => {
                let cells = path.cells();
                let mut does = Vec::new();
                // the unit may step back onto its own first cell
                let met =
                    (1..cells.len()).filter(|place| !cells[..*place].contains(&cells[*place]));
                for place in met {
                    let cell = cells[place];
                    if before.unit(cell).is_some() {
                        let is_last = place + 1 == cells.len();
                        let verb = match before.game().ruleset {
                            // a victim at the end of the path falls to a close assault; over the others the move continues
                            _ if is_last => "takes",
                            Ruleset::One => "overruns",
                            Ruleset::Two => "jumps over",
                        };
                        does.push(format!("{verb} {}", kind(cell)));
                    }
                }
                match company {
                    Company::Nobody => {}
                    Company::Towed(cell) => does.push(format!("tows {}", kind(*cell))),
                    Company::Leader(cell) => does.push(format!("with {}", kind(*cell))),
                }
                format!("{} {}", kind(path.from()), does.join(", "))
            }
            Order::Fire { from, at } => format!("{} fires at {}", kind(*from), kind(*at)),
            Order::Rifle { from, at } => format!("{} shoots {}", kind(*from), kind(*at)),
            Order::Prepare(_) => "Paratroops prepare".to_owned(),
            Order::Leap { .. } => "Paratroops leap".to_owned(),
            Order::End => "end of turn".to_owned(),
            Order::SetUp(_) => "set-up".to_owned(),
        };
        format!("{}  {}", Self::short(order), does.trim_end())
    }

    fn short(order: &Order) -> String {
        match order {
            Order::Move { path, company } => match company {
                Company::Nobody => path.to_string(),
                Company::Towed(cell) => format!("{path}~{cell}"),
                Company::Leader(cell) => format!("{path}&{cell}"),
            },
            Order::Fire { from, at } => format!("{from}*{at}"),
            Order::Rifle { from, at } => format!("{from}!{at}"),
            Order::Prepare(cell) => format!("{cell}^"),
            Order::Leap { from, to, on: None } => format!("{from}^{to}"),
            Order::Leap {
                from,
                to,
                on: Some(on),
            } => format!("{from}^{to}-{on}"),
            Order::End | Order::SetUp(_) => String::new(),
        }
    }
}

/// A kind as written in a sentence, with its article if it has one.
pub fn a_kind(kind: Kind) -> String {
    let name = kind.name();
    match kind {
        // English counts these as troops and not one by one, so no article fits
        Kind::Infantry | Kind::Artillery | Kind::Cavalry | Kind::Paratroops => name.to_owned(),
        Kind::InfantryCommander | Kind::ArtilleryCommander => format!("an {name}"),
        _ => format!("a {name}"),
    }
}

/// A unit by its side and kind: `Blue Tank`.
pub fn unit(unit: Unit, names: &SideNames) -> String {
    format!("{} {}", names.of(unit.side.into()), unit.kind.name())
}

/// A unit with its terrain on a cell: `c5, Blue Infantry, trees`.
pub fn standing(game: &Game, names: &SideNames, unit: Option<Unit>, cell: Cell) -> String {
    let ground = match game.terrain.get(cell) {
        Some(Terrain::Open) | None => "",
        Some(Terrain::Town) => ", town",
        Some(Terrain::Trees) => ", trees",
        Some(Terrain::Hill) => ", hill",
    };
    let unit = unit.map_or("empty".to_owned(), |unit| self::unit(unit, names));
    format!("{cell}, {unit}{ground}")
}

/// The place of a unit on a terrain: `in a town`; `None` in the open.
pub const fn on(terrain: Terrain) -> Option<&'static str> {
    match terrain {
        Terrain::Open => None,
        Terrain::Town => Some("in a town"),
        Terrain::Trees => Some("in trees"),
        Terrain::Hill => Some("on a hill"),
    }
}

/// The powers of a kind, in a few words: `move 3, range 2`.
pub fn powers(game: &Game, kind: Kind) -> String {
    let mut parts = Vec::new();
    match game.points(kind) {
        0 => parts.push("is towed by the Supreme Commander only".to_owned()),
        points => parts.push(format!("move {points}")),
    }
    match game.range(kind) {
        // a rifle has no range of its own: it is fired at the next cell, and from cover alone (wargame 1.7)
        0 if matches!(kind, Kind::Infantry | Kind::Paratroops) => {
            parts.push("fires its rifle from cover".to_owned());
        }
        0 => {}
        range => parts.push(format!("range {range}")),
    }
    if kind.is_leader() {
        let (orders, keeps) = (game.order_range(kind), kind.radius());
        parts.push(format!("orders within {orders}, commands within {keeps}"));
    }
    parts.join(", ")
}

/// A refusal, ready to be shown.
pub fn refusal(illegal: Illegal) -> Refusal {
    Refusal::from(&AnyIllegal::WarGame(illegal))
}

/// The reason why the unit on a cell of the side to move can do nothing now; `None` if it can act.
pub fn why_not(position: &Position, side: Side, cell: Cell) -> Option<Illegal> {
    if !position.legal_orders_from(cell).is_empty() {
        return None;
    }
    // a step to any neighbor is enough to show what holds the unit back
    let near = position.board().neighbors(cell);
    let mut steps = near.map(|to| Order::Move {
        path: Path::between(cell, to),
        company: Company::Nobody,
    });
    steps.find_map(|order| position.check(side, &order).err())
}

/// Why the chosen unit can do nothing at a cell.
pub fn why_not_there(position: &Position, side: Side, lead: Lead<'_>, to: Cell) -> Option<Illegal> {
    let Lead { from, way, .. } = lead;
    let company = lead.company(position);
    let check = |order| position.check(side, &order).err();
    // with a way led already only its next cell is in question, and fire is no part of a move
    if !way.is_empty() {
        let cells: Vec<Cell> = way.iter().copied().chain([to]).collect();
        let path = Path::new(&cells)?;
        return check(Order::Move { path, company });
    }
    let kind = position.unit(from)?.kind;
    let is_near = position.board().distance(from, to) == 1;
    let fires = position.game().range(kind) > 0 && company == Company::Nobody;
    // infantry beside a victim can also assault it, which is the commoner wish: then the refused step is explained
    if position.unit(to).is_some() && fires && !(is_near && kind == Kind::Infantry) {
        return check(Order::Fire { from, at: to });
    }
    let path = Path::between(from, to);
    check(Order::Move { path, company })
}

/// A deed in a word or two.
pub const fn deed(ruleset: Ruleset, kind: DeedKind) -> &'static str {
    match kind {
        DeedKind::Fire => "Fire",
        DeedKind::Rifle => "Fire the rifle",
        DeedKind::Overrun => match ruleset {
            Ruleset::One => "Overrun",
            Ruleset::Two => "Jump over",
        },
        DeedKind::Assault => "Close assault",
        DeedKind::Go => "Go there",
        DeedKind::Leap => "Leap there",
    }
}

/// The question for one of several deeds at a cell.
pub fn which(ruleset: Ruleset, cell: Cell, deeds: &[Deed]) -> String {
    let names: Vec<String> = deeds
        .iter()
        .map(|one| deed(ruleset, one.kind).to_lowercase())
        .collect();
    // a second click on the cell takes the deed that stands first
    let first = names.first().map_or("", String::as_str);
    format!(
        "At {cell}: {}? Choose there, or click {cell} again for: {first}.",
        names.join(", or ")
    )
}

/// The words while a move is led.
pub fn leading(end: Cell) -> String {
    format!(
        "Led to {end}: click {end} again to stop there, or a marked cell to go on. Esc takes the move back."
    )
}

/// The words while a unit goes along.
pub fn along(cell: Cell) -> String {
    format!(
        "The unit of {cell} goes along: click where to. Click {cell} again to choose that unit instead."
    )
}

/// The words of the lot that laid the terrain, which both players can compare; `None` if no lot laid terrain.
pub fn terrain_lot(game: &Game) -> Option<String> {
    Some(rules::wargame::words(game.map_lot?))
}
