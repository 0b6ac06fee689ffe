//! What the events of a Tourney game are to the laboratory: losses, deeds, fights and cards.

use rules::tourney::{
    Asked, Card, Event, Exchange, Fight, Kind, Loss as Dying, Man, Position, Switch,
};
use rules::tourney::{Taking, Unit};
use rules::{AnyEvent, AnyPosition, Side};

use crate::deeds::{Deeds, Loss};

/// The events of this family.
fn own(events: &[AnyEvent]) -> impl Iterator<Item = &Event> {
    // `if let`, not a match: there is no other family's event in a game of this one
    events.iter().filter_map(|event| {
        if let AnyEvent::Tourney(event) = event {
            return Some(event);
        }
        None
    })
}

/// The units captured and slain. A Lady who gives her life for the Warlord's is no loss to the other side.
/// Rules: tourney 3.5, 3.6, 3.7.
pub(super) fn losses(before: &Position, events: &[AnyEvent], after: &AnyPosition) -> Vec<Loss> {
    let game = before.game();
    let loss = |event: &Event| {
        let (unit, cell, by, is_mutual) = match event {
            Event::Captured { unit, cell, by, .. } => (unit, *cell, *by, false),
            Event::Slain { unit, cell, how } => {
                let mut others = game.sides().iter();
                let by = others.find(|side| !game.are_friends(unit.owner, *side))?;
                match how {
                    Dying::Traded => return None,
                    Dying::DoubleKill => (unit, *cell, by, true),
                    Dying::Slain | Dying::Shot | Dying::Undead => (unit, *cell, by, false),
                }
            }
            _ => return None,
        };
        Some(Loss {
            cell,
            by,
            taker: (!is_mutual).then(|| taker(after, cell, by)).flatten(),
            side: unit.owner,
            kind: unit.kind.name(),
            is_leader: super::is_royal(unit.kind),
            is_mutual,
        })
    };
    own(events).filter_map(loss).collect()
}

/// The kind of the first unit of a side that stands on the cell of a loss; none if nobody stands there, as after a shot.
fn taker(after: &AnyPosition, cell: board::Cell, by: Side) -> Option<&'static str> {
    if let AnyPosition::Tourney(after) = after {
        let mut men = after.on(cell).filter(|man| man.unit.owner == by);
        return men
            .find(|man| !man.is_felled)
            .map(|man| man.unit.kind.name());
    }
    None
}

/// Counts what the events say. Rules: tourney 3.4, 3.5, 3.6, 3.7, 3.8, 3.10.
pub(super) fn count(before: &Position, events: &[AnyEvent], deeds: &mut Deeds) {
    for event in own(events) {
        done(before, event, deeds);
    }
    // who stands and with what strength is that of the round's beginning
    let (Asked::Cards(_), Some(fight)) = (before.asked(), before.fight()) else {
        return;
    };
    let mut exchanges = own(events).filter_map(|event| match event {
        Event::Exchanged { exchange, .. } => Some(exchange),
        _ => None,
    });
    let [movers, others] = [0, 1].map(|party: usize| standing(&fight, party));
    let (own_state, other_state) = (
        state(before, &movers, &others),
        state(before, &others, &movers),
    );
    let mut is_open = false;
    for man in &movers {
        for enemy in &others {
            let Some(exchange) = exchanges.next() else {
                break;
            };
            is_open = true;
            let falls = [man, enemy].map(|man| fallen(events, man.unit, fight.cell));
            played(deeds, (&own_state, exchange), [0, 1], falls);
            played(
                deeds,
                (&other_state, exchange),
                [1, 0],
                [falls[1], falls[0]],
            );
        }
    }
    if is_open {
        ended(&fight, [&movers, &others], events, deeds);
    }
}

/// Counts one event as what its side did, or what befell the side.
fn done(before: &Position, event: &Event, deeds: &mut Deeds) {
    let game = before.game();
    let is_lady = |unit: &Unit| unit.kind == Kind::Lady;
    match event {
        Event::Moved { unit, to, .. } => {
            let is_assault = game
                .castle_at(*to)
                .is_some_and(|side| !game.are_friends(unit.owner, side));
            if is_assault {
                deeds.did("Castles stormed", unit.owner);
            }
        }
        Event::CastleFell { to, .. } => deeds.did("Castles taken", to.owner),
        Event::Recalled { unit, .. } => deeds.did("units recalled", unit.owner),
        Event::Freed { unit, .. } => deeds.did("prisoners freed", unit.owner),
        Event::Captured { unit, why, .. } => {
            if is_lady(unit) {
                deeds.did("Ladies lost", unit.owner);
            }
            if unit.kind == Kind::Warlord {
                deeds.did("Warlords captured", unit.owner);
            }
            match why {
                Taking::Yields => deeds.did("nobles who yielded to a Lady", unit.owner),
                Taking::Spared => deeds.did("felled men captured", unit.owner),
                Taking::Taken | Taking::Lost => {}
            }
        }
        Event::Slain { unit, how, .. } => {
            if unit.kind == Kind::Warlord {
                deeds.did("Warlords slain", unit.owner);
            }
            deeds.did(
                match how {
                    Dying::Slain => "felled men slain",
                    Dying::DoubleKill => "men lost in double kills",
                    Dying::Shot => "men shot",
                    Dying::Undead => "men slain by the undead",
                    Dying::Traded => "Ladies who gave their lives",
                },
                unit.owner,
            );
        }
        Event::Succeeded(unit) => {
            let what = match is_lady(unit) {
                true => "Ladies who became Warlord",
                false => "men who became Warlord",
            };
            deeds.did(what, unit.owner);
        }
        Event::Returned(unit) => deeds.did("Ladies who went home", unit.owner),
        Event::Surrendered(side) => deeds.did("surrenders", *side),
        Event::Shot { unit, .. } => deeds.did("shots", unit.owner),
        Event::Wandered { unit, .. } => deeds.did("ways out of a wood", unit.owner),
        Event::Healed { unit, .. } => deeds.did("wounds healed", unit.owner),
        Event::Lies { unit, .. } => deeds.did("men left lying", unit.owner),
        Event::StoodUp { unit, .. } => deeds.did("men made to stand", unit.owner),
        Event::Knighted(unit) => deeds.did("men knighted", unit.owner),
        Event::Regained(unit) => deeds.did("points of strength regained", unit.owner),
        // every other event repeats one of those above, or is nobody's deed
        Event::SetUp(_)
        | Event::First(_)
        | Event::SteppedOut { .. }
        | Event::Announced { .. }
        | Event::Chosen(_)
        | Event::Arrow { .. }
        | Event::Raised { .. }
        | Event::Blessed { .. }
        | Event::MovesOver(_)
        | Event::Released(_)
        | Event::Met(_)
        | Event::Destroyed { .. }
        | Event::Exchanged { .. }
        | Event::Felled { .. }
        | Event::GotUp { .. }
        | Event::Held { .. }
        | Event::Gone { .. }
        | Event::Declined(_)
        | Event::Restored(_)
        | Event::Out(_)
        | Event::TurnEnded { .. }
        | Event::Over(_) => {}
    }
}

fn standing(fight: &Fight, party: usize) -> Vec<Man> {
    let men = fight.fighters[party].iter();
    men.filter(|man| !man.is_felled).copied().collect()
}

/// The blows that each man can still take, own men first, as in `2:21`; the stronger first.
fn state(position: &Position, own: &[Man], other: &[Man]) -> String {
    let digits = |men: &[Man]| {
        let mut digits: Vec<u8> = men.iter().map(|man| strength(position, man)).collect();
        digits.sort_unstable_by(|one, other| other.cmp(one));
        digits.iter().map(u8::to_string).collect::<String>()
    };
    format!("{}:{}", digits(own), digits(other))
}

/// A fresh man takes two wounds, with the option `strategic` as many as he has strength. Rules: tourney 3.6, 3.10.
fn strength(position: &Position, man: &Man) -> u8 {
    if position.game().has(Switch::Strategic) {
        return man.unit.strength;
    }
    2_u8.saturating_sub(man.wounds + u8::from(man.unit.is_wounded))
}

/// True if a unit of that kind and side fell on the cell. Two alike who fight side by side are taken for one.
fn fallen(events: &[AnyEvent], unit: Unit, cell: board::Cell) -> bool {
    own(events).any(|event| {
        matches!(event, Event::Felled { unit: felled, cell: at }
            if *at == cell && (felled.owner, felled.kind) == (unit.owner, unit.kind))
    })
}

/// Counts the card of one man of a pair: the places are his own and the enemy's, the falls in the same order.
fn played(
    deeds: &mut Deeds,
    (state, exchange): (&str, &Exchange),
    [own, enemy]: [usize; 2],
    [falls, enemy_falls]: [bool; 2],
) {
    let card = card_name(exchange.cards[own]);
    let sums = deeds.cards.entry((state.to_owned(), card)).or_default();
    sums.played += 1;
    sums.wounds_given += u64::from(exchange.wounds[enemy]);
    sums.wounds_taken += u64::from(exchange.wounds[own]);
    sums.felled += u64::from(enemy_falls);
    sums.fell += u64::from(falls);
}

/// The card as orders write it. Rules: tourney 5.3.
const fn card_name(card: Card) -> &'static str {
    match card {
        Card::HighMiddle => "HM",
        Card::HighLow => "HL",
        Card::MiddleHigh => "MH",
        Card::MiddleLow => "ML",
        Card::LowHigh => "LH",
        Card::LowMiddle => "LM",
    }
}

/// Counts the fight if this round was its last.
fn ended(fight: &Fight, men: [&[Man]; 2], events: &[AnyEvent], deeds: &mut Deeds) {
    let felled = |men: &[Man]| {
        let owners: Vec<Side> = men.iter().map(|man| man.unit.owner).collect();
        own(events)
            .filter(|event| {
                matches!(event, Event::Felled { unit, cell }
                    if *cell == fight.cell && owners.contains(&unit.owner))
            })
            .count()
    };
    let stands = men.map(|men| felled(men) < men.len());
    if stands == [true, true] {
        return;
    }
    let key = format!("{}:{}", fight.fighters[0].len(), fight.fighters[1].len());
    let sums = deeds.fights.entry(key).or_default();
    sums.fights += 1;
    sums.rounds += u64::from(fight.round);
    match stands {
        [true, _] => sums.won += 1,
        [false, true] => sums.lost += 1,
        [false, false] => sums.doubles += 1,
    }
}
