//! A fight as records keep it: its fighters, every round of cards, and what became of the felled. Made from events
//! alone, so that a record needs no position for any of its lines. Rules: tourney 3.6.

use std::fmt;

use board::Cell;

use super::{Event, Exchange, Kind, Loss, Order, Taking, Unit, sides};
use crate::Side;

/// A fight from its first cards on. Rules: tourney 3.6.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Bout {
    /// The square, or the Castle that is stormed.
    pub cell: Cell,
    /// The fighters of the first round, the mover's side first.
    pub fighters: [Vec<Unit>; 2],
    /// The rounds, first to last; at least one.
    pub rounds: Vec<Round>,
    /// What the fight led to, in order; empty while it is under way or the victor has not decided.
    pub ends: Vec<End>,
}

/// The cards of one round with what they did.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Round {
    /// The cards, pair by pair.
    pub exchanges: Vec<Exchange>,
    /// Who was felled by them.
    pub felled: Vec<Unit>,
}

/// What a fight led to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum End {
    /// The victor's coup de grace, or the undead's. Rules: tourney 3.6, 6.2.
    Slain(Unit),
    /// Captured, as the victor decided, or with the losers. Rules: tourney 3.6.
    Captured(Unit),
    /// One of those who felled each other, and is dead. Rules: tourney T-11.
    DoubleKill(Unit),
    /// One of those who felled each other, and lies. Rules: tourney 3.10.
    Lies(Unit),
    /// The Castle of that side fell with its last defender. Rules: tourney 5.7.
    Castle(Side),
}

/// A part of a line: words, or a unit that a reader may prefer as a picture.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Piece {
    /// Words, cards and cells.
    Text(String),
    /// A side, by whatever name the reader knows it.
    Side(Side),
    /// A unit.
    Unit(Unit),
}

/// A step of a record: whether choices were opened in it, its orders with their sides, its events.
pub type Deeds<'a> = (bool, Vec<(Side, &'a Order)>, Vec<&'a Event>);

impl Bout {
    /// The fight whose first cards the first of some steps opened, with all that the steps after it say of it; `None` if
    /// that step opened no cards. Takes no more steps than it needs.
    pub fn read<'a>(mut steps: impl Iterator<Item = Deeds<'a>>) -> Option<Self> {
        let (_, orders, events) = steps.next()?;
        let mut bout = Self::begin(orders, events)?;
        for (is_opened, _, events) in steps {
            if !is_opened {
                bout.decide(events);
                break;
            }
            if !bout.add(events) {
                break;
            }
        }
        Some(bout)
    }

    /// The fight that a step of opened cards begins, from its orders, each with its side, and its events; `None` if it
    /// opened no cards.
    pub fn begin<'a>(
        orders: impl IntoIterator<Item = (Side, &'a Order)>,
        events: impl IntoIterator<Item = &'a Event>,
    ) -> Option<Self> {
        let events: Vec<&Event> = events.into_iter().collect();
        let cell = events.iter().find_map(|event| match event {
            Event::Exchanged { cell, .. } => Some(*cell),
            _ => None,
        })?;
        let mut bout = Self {
            cell,
            fighters: [Vec::new(), Vec::new()],
            rounds: Vec::new(),
            ends: Vec::new(),
        };
        if !bout.add(events) {
            return None;
        }
        let exchanges = &bout.rounds[0].exchanges;
        bout.fighters = fighters(exchanges, orders.into_iter());
        Some(bout)
    }

    /// Adds the next round from the events of a step; false, and nothing is added, if they are of no round of this fight.
    pub fn add<'a>(&mut self, events: impl IntoIterator<Item = &'a Event>) -> bool {
        if self.is_over() {
            return false;
        }
        let mut round = Round::default();
        let mut ends = Vec::new();
        for event in events {
            match event {
                Event::Exchanged { cell, exchange } if *cell == self.cell => {
                    round.exchanges.push(*exchange);
                }
                Event::Felled { unit, .. } if !round.exchanges.is_empty() => {
                    round.felled.push(*unit);
                }
                // the next encounter may begin at once, and is another fight
                Event::Met(_) => break,
                event => ends.extend(self.end(event)),
            }
        }
        let is_round = !round.exchanges.is_empty();
        if is_round {
            self.rounds.push(round);
            self.ends = ends;
        }
        is_round
    }

    /// Takes what the victor decided from the events of the step after the last round.
    pub fn decide<'a>(&mut self, events: impl IntoIterator<Item = &'a Event>) {
        if self.is_over() || !self.is_decided() {
            return;
        }
        for event in events {
            match event {
                Event::Met(_) | Event::MovesOver(_) | Event::TurnEnded { .. } => break,
                event => self.ends.extend(self.end(event)),
            }
        }
    }

    fn end(&self, event: &Event) -> Option<End> {
        match event {
            Event::Slain { unit, cell, how } if *cell == self.cell => match how {
                Loss::Slain | Loss::Undead => Some(End::Slain(*unit)),
                Loss::DoubleKill => Some(End::DoubleKill(*unit)),
                // a Lady's life for the Warlord's, or a later arrow
                Loss::Traded | Loss::Shot => None,
            },
            Event::Gone { unit, cell } if *cell == self.cell => Some(End::Slain(*unit)),
            Event::Captured {
                unit,
                cell,
                why: Taking::Spared | Taking::Lost,
                ..
            } if *cell == self.cell => Some(End::Captured(*unit)),
            Event::Held { unit, cell } if *cell == self.cell => Some(End::Captured(*unit)),
            Event::Lies { unit, cell } if *cell == self.cell => Some(End::Lies(*unit)),
            Event::CastleFell { of, .. } => Some(End::Castle(*of)),
            _ => None,
        }
    }

    /// True once it is known what the fight led to.
    pub fn is_over(&self) -> bool {
        !self.ends.is_empty()
    }

    /// True once one side has nobody left who stands.
    pub fn is_decided(&self) -> bool {
        let felled = |party: usize| {
            let side = &self.fighters[party];
            let felled = self.rounds.iter().flat_map(|round| &round.felled);
            let own = felled.filter(|unit| side.iter().any(|man| is_same(man, unit)));
            !side.is_empty() && own.count() >= side.len()
        };
        felled(0) || felled(1)
    }

    /// The fight in one line: `KxF d8: HM/LH .. 3 rounds, F slain`.
    pub fn line(&self) -> Vec<Piece> {
        let mut line = Vec::new();
        let [ours, theirs] = &self.fighters;
        line.extend(ours.iter().copied().map(Piece::Unit));
        line.push(Piece::text("x"));
        line.extend(theirs.iter().copied().map(Piece::Unit));
        line.push(Piece::Text(format!(
            " {}: {}",
            self.cell,
            cards(&self.rounds[0].exchanges)
        )));
        if self.rounds.len() > 1 {
            line.push(Piece::Text(format!(" .. {} rounds", self.rounds.len())));
        }
        line.extend(self.outcome());
        line
    }

    /// One of the rounds, by its place, in one line: `HM/LH  F wounded`.
    pub fn round(&self, place: usize) -> Vec<Piece> {
        let Some(round) = self.rounds.get(place) else {
            return Vec::new();
        };
        let mut line = vec![Piece::Text(cards(&round.exchanges))];
        let mut hurt = Vec::new();
        for exchange in &round.exchanges {
            for (unit, wounds) in exchange.men.iter().zip(exchange.wounds) {
                let is_felled = round.felled.iter().any(|felled| is_same(felled, unit));
                if wounds > 0 && !is_felled {
                    hurt.push((*unit, "wounded"));
                }
            }
        }
        hurt.extend(round.felled.iter().map(|unit| (*unit, "felled")));
        hurt.dedup();
        let whats: Vec<&str> = hurt.iter().map(|(_, what)| *what).collect();
        if let ([_], [one, other]) = (&round.exchanges[..], &whats[..])
            && one == other
        {
            line.push(Piece::Text(format!("  both {one}")));
            return line;
        }
        if hurt.is_empty() {
            line.push(Piece::text("  no blow lands"));
        }
        for (place, (unit, what)) in hurt.into_iter().enumerate() {
            line.push(Piece::text(if place == 0 { "  " } else { ", " }));
            line.extend(self.named(unit));
            line.push(Piece::Text(format!(" {what}")));
        }
        line
    }

    /// What the fight led to, each part after a comma; nothing while both sides stand.
    fn outcome(&self) -> Vec<Piece> {
        let mut line = Vec::new();
        let both_die = |end: &End| matches!(end, End::DoubleKill(_));
        if self.ends.iter().any(both_die) {
            line.push(Piece::text(", double kill"));
        }
        for end in &self.ends {
            let (unit, what) = match *end {
                End::Slain(unit) => (unit, "slain"),
                End::Captured(unit) => (unit, "captured"),
                End::Lies(unit) => (unit, "lies"),
                End::DoubleKill(_) => continue,
                End::Castle(of) => {
                    let falls = Piece::text("'s Castle falls");
                    line.extend([Piece::text(", "), Piece::Side(of), falls]);
                    continue;
                }
            };
            line.push(Piece::text(", "));
            line.extend(self.named(unit));
            line.push(Piece::Text(format!(" {what}")));
        }
        if self.ends.is_empty() && self.is_decided() {
            for unit in self.rounds.iter().flat_map(|round| &round.felled) {
                line.push(Piece::text(", "));
                line.extend(self.named(*unit));
                line.push(Piece::text(" felled"));
            }
        }
        line
    }

    /// A unit, with its side where both sides have one of its kind: letters alone would not say which.
    fn named(&self, unit: Unit) -> Vec<Piece> {
        let has = |party: usize| {
            let mut men = self.fighters[party].iter();
            men.any(|man| man.kind == unit.kind)
        };
        match has(0) && has(1) {
            true => vec![Piece::Side(unit.owner), Piece::text(" "), Piece::Unit(unit)],
            false => vec![Piece::Unit(unit)],
        }
    }
}

impl Piece {
    fn text(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl fmt::Display for Piece {
    /// A unit as its letter, a side as files and programs call it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Text(text) => f.write_str(text),
            Self::Side(side) => f.write_str(sides::name(*side)),
            Self::Unit(unit) => write!(f, "{}", unit.kind.symbol()),
        }
    }
}

impl fmt::Display for Bout {
    /// The fight in one line, units as letters.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.line().iter().try_for_each(|piece| piece.fmt(f))
    }
}

/// The same man in two events: a wound between them may have taken strength from him.
fn is_same(one: &Unit, other: &Unit) -> bool {
    let of = |unit: &Unit| -> (Side, Kind, bool) { (unit.owner, unit.kind, unit.is_undead) };
    of(one) == of(other)
}

fn cards(exchanges: &[Exchange]) -> String {
    let pairs: Vec<String> = exchanges
        .iter()
        .map(|exchange| format!("{}/{}", exchange.cards[0], exchange.cards[1]))
        .collect();
    pairs.join(" ")
}

/// The fighters of a round from its pairs, which are own men by enemy men; at most two a side.
fn fighters<'a>(
    exchanges: &[Exchange],
    mut orders: impl Iterator<Item = (Side, &'a Order)>,
) -> [Vec<Unit>; 2] {
    let [ours, theirs] = [0, 1].map(|party| {
        let men = exchanges.iter().map(move |exchange| exchange.men[party]);
        men.collect::<Vec<Unit>>()
    });
    match exchanges.len() {
        // each of ours against both of theirs
        4 => [vec![ours[0], ours[2]], vec![theirs[0], theirs[1]]],
        2 => {
            // two men wholly alike differ only in the names that their own side's cards give them
            let names_two = |(side, order): (Side, &Order)| match order {
                Order::Cards(duels) if side == ours[0].owner => {
                    duels.len() > 1 && duels[0].own != duels[1].own
                }
                _ => false,
            };
            let is_alike = exchanges[0].men == exchanges[1].men;
            let are_two = if is_alike {
                orders.any(names_two)
            } else {
                ours[0] != ours[1]
            };
            match are_two {
                true => [ours, vec![theirs[0]]],
                false => [vec![ours[0]], theirs],
            }
        }
        _ => [vec![ours[0]], vec![theirs[0]]],
    }
}
