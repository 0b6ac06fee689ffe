//! The thing that a match waits for, in words.

use std::time::{Duration, Instant, SystemTime};

use home::SeatInfo;
use kit::model::words::{count, names, outcome_title};
use net::{Awaited, LineState, SeatLine};
use protocol::{Seat, Stage};
use rules::{Rules, Side, ToAct};

use super::{Decider, Table};
use crate::model::local;

/// A wait shorter than that is nothing to tell: most turns are.
const SHORT: Duration = Duration::from_secs(60);

impl Table {
    /// True while the other player's program is not there, or that of somebody at a table of more.
    pub(crate) fn is_peer_gone(&self) -> bool {
        if self.seen.has_table() {
            return self.seen.lines.iter().any(|line| self.is_away(line.seat));
        }
        matches!(self.seen.line, LineState::Lost { .. } | LineState::Waiting)
    }

    /// The other player's name; at a table of more than two those who play there are many.
    pub(crate) fn others(&self) -> &str {
        let mut others = self.seen.contract.seats.iter().filter(|seat| !seat.mine);
        match others.next() {
            _ if self.seen.has_table() => "the others",
            Some(other) => &other.called,
            None => "the other player",
        }
    }

    /// The other player's name, where it may be any of several at a table of more than two.
    pub(crate) fn another(&self) -> &str {
        match self.seen.has_table() {
            true => "somebody",
            false => self.others(),
        }
    }

    /// The player of another machine whose time is up, or who is awaited: who is accused by a claim of this player.
    pub(crate) fn accused(&self) -> Option<&SeatInfo> {
        let seen = &self.seen;
        let own = seen.time.may_claim?;
        let team = seen.seat(own).map(|info| info.team);
        let others = || {
            let seats = seen.contract.seats.iter();
            seats.filter(move |info| info.seat != own && Some(info.team) != team)
        };
        let now = Instant::now();
        let is_up = |info: &&SeatInfo| {
            let mut clocks = seen.time.clocks.iter();
            clocks.any(|(seat, face)| *seat == info.seat && face.left(now).is_zero())
        };
        let is_awaited = |info: &&SeatInfo| seen.deciding.awaited.contains(&info.seat);
        let up = others().find(|info| is_awaited(info) && is_up(info));
        up.or_else(|| others().find(is_awaited))
            .or_else(|| others().next())
    }

    /// True if nothing is decided in this match any more: a new one takes its place, with this player or without.
    pub(crate) fn has_moved_on(&self) -> bool {
        self.seen.leaving.is_going_on || self.seen.leaving.is_left_out
    }

    /// True if a person here may resign now: once, for the others may be about to go on without that seat.
    pub(crate) fn may_resign(&self) -> bool {
        let seat = self.speaker();
        let is_new = |seat| !self.resigned.contains(&(seat, self.seen.file.clone()));
        seat.is_some_and(is_new) && !self.has_moved_on()
    }

    /// True if resigning ends the match: one team alone is left.
    pub(crate) fn ends_by_resigning(&self) -> bool {
        let seat = self.speaker();
        let left = self.seen.contract.seats.iter();
        let mut left = left
            .filter(|info| Some(info.seat) != seat)
            .map(|info| info.team);
        let first = left.next();
        left.all(|team| Some(team) == first)
    }

    /// The warning about somebody's time, in words.
    pub(super) fn time_call(&self) -> String {
        let is_own = |seat: &Seat| {
            self.seen
                .deciding
                .to_decide
                .iter()
                .any(|(own, _)| own == seat)
        };
        let mut own = self
            .seen
            .time
            .clocks
            .iter()
            .filter(|(seat, _)| is_own(seat));
        let now = Instant::now();
        match own.any(|(_, face)| face.left(now).is_zero()) {
            true => "Your time is up".to_owned(),
            false => match self.accused() {
                Some(accused) => format!("{}'s time is up", accused.called),
                None => "Your time is low".to_owned(),
            },
        }
    }

    /// Notes since when each seat is awaited; a new step begins anew.
    pub(super) fn note_awaited(&mut self, is_new_step: bool) {
        let seats = self.seen.contract.seats.iter().map(|info| info.seat);
        let awaited = seats.filter_map(|seat| Some((seat, self.seen.awaited_for(seat)?)));
        let now = SystemTime::now();
        let since = |seat, what| {
            let mut known = self.awaited.iter().filter(|_| !is_new_step);
            let known = known.find(|(of, before, _)| *of == seat && *before == what);
            known.map_or(now, |(_, _, since)| *since)
        };
        self.awaited = awaited
            .map(|(seat, what)| (seat, what, since(seat, what)))
            .collect();
    }

    /// The decision that a seat owes, and since when it owes it; none if it owes none.
    pub(crate) fn awaited_words(&self, seat: Seat) -> Option<String> {
        if self.seen.played.outcome.is_some() || self.has_moved_on() {
            return None;
        }
        let mut awaited = self.awaited.iter();
        let (_, what, since) = awaited.find(|(of, ..)| *of == seat)?;
        let what = match what {
            Awaited::Turn => "to move",
            Awaited::Answer => "to decide",
            Awaited::Secret => "to choose",
            Awaited::Program => "its program",
        };
        Some(format!("{what}{}", since_words(*since)))
    }

    /// Since when all of these seats are awaited, in words after a comma; empty after a short wait.
    fn awaited_since(&self, seats: &[&SeatInfo]) -> String {
        let of = |info: &&SeatInfo| {
            let mut awaited = self.awaited.iter();
            awaited
                .find(|(of, ..)| *of == info.seat)
                .map(|(.., since)| *since)
        };
        let last = seats.iter().filter_map(of).max();
        last.map_or_else(String::new, since_words)
    }

    /// True if nothing can be heard of a seat now.
    pub(crate) fn is_away(&self, seat: Seat) -> bool {
        match self.line_of(seat) {
            Some(line) => matches!(line.state, LineState::Lost { .. } | LineState::Waiting),
            None => false,
        }
    }

    /// True if the seat that decides for a side is not there.
    fn misses(&self, side: Side) -> bool {
        match self.seen.seat_of(side) {
            Some(info) if self.seen.has_table() => self.is_away(info.seat),
            _ => self.is_peer_gone(),
        }
    }

    /// The line to a seat of another machine, at a table of more than two.
    fn line_of(&self, seat: Seat) -> Option<&SeatLine> {
        self.seen.lines.iter().find(|line| line.seat == seat)
    }

    /// The players of other machines of whom nothing can be heard now.
    fn away(&self) -> Vec<&str> {
        let seats = self.seen.contract.seats.iter();
        let away = seats.filter(|info| !info.mine && self.is_away(info.seat));
        away.map(|info| info.called.as_str()).collect()
    }

    /// The players who are away and whose programs have to confirm the position before anybody decides.
    fn missing_programs(&self) -> Vec<&str> {
        let waiting = self.seen.waiting();
        let missing = waiting.filter(|seat| {
            let what = self.seen.awaited_for(*seat);
            what == Some(Awaited::Program) && self.is_away(*seat)
        });
        missing.map(|seat| self.seen.name_of(seat)).collect()
    }

    /// The connection to a seat of another machine, in words.
    pub(crate) fn connection_words(&self, seat: Seat) -> Option<String> {
        if self.seen.played.outcome.is_some() {
            return None;
        }
        let line = self.line_of(seat)?;
        Some(match (line.state, line.way) {
            (LineState::Up, Some(way)) => format!("by way of {}", self.seen.name_of(way)),
            (LineState::Up, None) => "connected".to_owned(),
            (LineState::Slow, _) => "slow to answer".to_owned(),
            (LineState::Lost { .. } | LineState::Waiting, _) => "not connected".to_owned(),
            (LineState::Local | LineState::Mail | LineState::Closed, _) => return None,
        })
    }

    /// The trouble with the line to the other player, in words.
    pub(crate) fn line_words(&self) -> Option<String> {
        let peer = self.seen.contract.seats.iter().find(|seat| !seat.mine);
        let name = peer.map_or("The other player", |seat| seat.called.as_str());
        let later = "What you do is sent once you are connected again; nothing is lost, and you can look around meanwhile.";
        if self.seen.has_table() {
            let away = self.away();
            let are = match away[..] {
                [] => return None,
                [_] => "is",
                _ => "are",
            };
            let names = names(&away, away.len());
            return Some(format!("{names} {are} not connected. {later}"));
        }
        match self.seen.line {
            LineState::Lost { since } => {
                let long = match since.elapsed().as_secs() / 60 {
                    0 => "has just disconnected".to_owned(),
                    minutes => format!("has been disconnected for {}", long(minutes)),
                };
                Some(format!("{name} {long}. {later}"))
            }
            LineState::Waiting if self.seen.stage == Stage::Playing => {
                Some(format!("{name} has not come back yet. {later}"))
            }
            LineState::Waiting if self.seen.next.asks => Some(format!(
                "{name} is not here yet. You have asked to play on; {name} sees it on opening this match."
            )),
            LineState::Slow => Some(format!(
                "{name}'s program has not answered for some seconds."
            )),
            _ => None,
        }
    }

    /// The next decision and its player, in words.
    pub(crate) fn waiting_for(&self) -> String {
        let seen = &self.seen;
        let Some(position) = &seen.played.position else {
            return format!("Waiting for {}.", self.others());
        };
        let family = position.family();
        if let Some(end) = seen.played.outcome {
            return outcome_title(seen.side_names(), end);
        }
        if seen.leaving.is_left_out {
            return "The others have gone on".to_owned();
        }
        if seen.leaving.is_going_on {
            return "A new match begins".to_owned();
        }
        if seen.strangeness.is_some() && seen.waiting().next().is_none() {
            return "Nothing is signed with this copy".to_owned();
        }
        let own = self.only_seat();
        if own.is_some_and(|seat| self.resigned.contains(&(seat, seen.file.clone()))) {
            return "You have resigned".to_owned();
        }
        let missing = self.missing_programs();
        if !missing.is_empty() {
            return format!(
                "Waiting for the program of {}",
                names(&missing, missing.len())
            );
        }
        // a decision that the rules ask of a side in another's turn
        let is_answer = seen
            .waiting()
            .any(|seat| seen.awaited_for(seat) == Some(Awaited::Answer));
        match position.to_act() {
            ToAct::Secretly(_) => {
                let seats = seen.waiting().filter_map(|seat| seen.seat(seat));
                let others = seats.filter(|seat| self.decider(seat.seat) != Decider::Person);
                let others: Vec<&SeatInfo> = others.collect();
                let locked = others
                    .iter()
                    .all(|seat| seen.deciding.locked.contains(&seat.seat));
                let called: Vec<&str> = others.iter().map(|seat| seat.called.as_str()).collect();
                let called = names(&called, called.len());
                let words = families::secret_words(position);
                let what = if locked { words.open } else { words.choose };
                // of two players the line of the connection says how long
                let since = match seen.has_table() {
                    true => self.awaited_since(&others),
                    false => String::new(),
                };
                format!("Waiting for {called} to {what}{since}")
            }
            ToAct::Lots(draw) => families::lot_words(family, draw).to_owned(),
            ToAct::One(side) if self.replay => format!("{} to move", seen.side_names().of(side)),
            ToAct::One(side) if self.is_part_shown(side) => {
                let [now, _] = self.part_words().unwrap_or_default();
                now
            }
            ToAct::One(side) => match seen
                .seat_of(side)
                .map(|seat| (self.decider(seat.seat), &seat.called))
            {
                Some((Decider::Person, _)) if self.only_person().is_some() => match is_answer {
                    // the draft has gone on to this player's own turn; else the line below names the turn
                    true if self.decided().is_none_or(|now| now.turn().side != side) => {
                        "Yours to decide".to_owned()
                    }
                    _ => "Your turn".to_owned(),
                },
                Some((Decider::Computer(_), name)) if seen.has_table() => {
                    format!("{name} thinks")
                }
                Some((Decider::Computer(_), _)) => "The computer thinks".to_owned(),
                Some((Decider::Person, name)) if seen.has_table() => {
                    let deed = if is_answer { "decide" } else { "move" };
                    format!("{name} ({}) to {deed}", seen.side_names().of(side))
                }
                Some((Decider::Peer, name)) if seen.line == LineState::Mail => {
                    format!("Waiting for {name}\u{2019}s letter")
                }
                Some((Decider::Peer, name)) if self.misses(side) => {
                    format!("{name}'s program is gone")
                }
                Some((Decider::Peer, name)) if is_answer => format!("{name} decides, in your turn"),
                Some((Decider::Peer, name)) => format!("{name} thinks"),
                Some((Decider::Person, _)) | None => {
                    let deed = if is_answer { "decide" } else { "move" };
                    format!("{} to {deed}", seen.side_names().of(side))
                }
            },
            ToAct::Nobody(end) => outcome_title(seen.side_names(), end),
        }
    }
}

impl Table {
    /// True if the part of a shared turn is what is waited for, and not the program or the letter of its player.
    fn is_part_shown(&self, side: Side) -> bool {
        let decider = self.seen.seat_of(side).map(|seat| self.decider(seat.seat));
        let is_away = decider == Some(Decider::Peer)
            && (self.seen.line == LineState::Mail || self.misses(side));
        !is_away && self.part_words().is_some()
    }
}

/// Since when something is awaited, in words after a comma; empty after a short wait.
fn since_words(since: SystemTime) -> String {
    let now = SystemTime::now();
    // a clock that was set back meanwhile has no answer
    let waited = now.duration_since(since).unwrap_or_default();
    match waited < SHORT {
        true => String::new(),
        false => format!(", since {}", local::told(since, now)),
    }
}

/// Minutes, or hours of them, in words.
fn long(minutes: u64) -> String {
    let number = |of: u64| usize::try_from(of).unwrap_or(usize::MAX);
    match minutes {
        ..120 => count(number(minutes), "minute", "minutes"),
        _ => count(number(minutes / 60), "hour", "hours"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::tests::Match;

    /// Ada at this screen and three others, of whom those are awaited.
    fn four(scenario: &str, awaited: &[u8]) -> Table {
        let mut seen = Match::new(scenario, Match::REMOTE).snapshot;
        seen.line = LineState::Up;
        for (seat, name) in [(2, "Cid"), (3, "Dot")] {
            let mut info = seen.contract.seats[1].clone();
            info.seat = Seat(seat);
            info.side = Side::new(seat % 2).expect("a side");
            (info.name, info.called) = (name.to_owned(), name.to_owned());
            seen.contract.seats.push(info);
        }
        seen.deciding.to_decide.clear();
        seen.deciding.awaited = awaited.iter().copied().map(Seat).collect();
        let deciders = [Decider::Person, Decider::Peer, Decider::Peer, Decider::Peer];
        Table::new(0, seen.into(), deciders.into(), false).0
    }

    #[test]
    fn several_who_are_awaited_are_named_with_the_hour_since_when() {
        let mut table = four("test-of-wills", &[1, 2, 3]);
        let words = families::secret_words(table.seen.played.position.as_ref().expect("a start"));
        let expected = format!("Waiting for Bo, Cid and Dot to {}", words.choose);
        assert_eq!(table.waiting_for(), expected, "a short wait has no hour");
        assert_eq!(table.awaited_words(Seat(2)).as_deref(), Some("to choose"));
        let now = SystemTime::now();
        let [long, longer] = [5, 50].map(|minutes| now - 60 * Duration::from_secs(minutes));
        for (_, _, since) in &mut table.awaited {
            *since = longer;
        }
        table.awaited[1].2 = long;
        let [long, longer] = [long, longer].map(|since| local::told(since, now));
        // from that hour on all of them have been awaited
        assert_eq!(table.waiting_for(), format!("{expected}, since {long}"));
        let of = |seat| table.awaited_words(Seat(seat));
        assert_eq!(of(1), Some(format!("to choose, since {longer}")));
        assert_eq!(of(2), Some(format!("to choose, since {long}")));
        assert_eq!(of(0), None, "nothing is awaited of this player");
        // a step that goes on keeps the hour, and another one begins anew
        let seen = table.seen.clone();
        table.see(seen);
        let same = format!("to choose, since {longer}");
        assert_eq!(table.awaited_words(Seat(1)), Some(same));
        table.note_awaited(true);
        assert_eq!(table.awaited_words(Seat(1)).as_deref(), Some("to choose"));
    }
    #[test]
    fn while_a_program_confirms_the_one_who_moves_next_is_named_and_not_the_captain() {
        let mut table = four("clash-of-arms", &[3]);
        let mut seen = (*table.seen).clone();
        seen.deciding.next = vec![Seat(2)];
        table.see(seen.clone().into());
        assert_eq!(table.waiting_for(), "Cid thinks");
        assert_eq!(table.awaited_words(Seat(3)).as_deref(), Some("its program"));
        // a mate's program confirms as well, and has no turn
        seen.deciding.awaited = vec![Seat(0), Seat(2)];
        assert_eq!(seen.awaited_for(Seat(0)), Some(Awaited::Program));
        assert_eq!(seen.awaited_for(Seat(2)), Some(Awaited::Turn));
        seen.deciding.awaited = vec![Seat(3)];
        seen.lines = vec![SeatLine {
            seat: Seat(3),
            state: LineState::Waiting,
            way: None,
        }];
        table.see(seen.into());
        assert_eq!(table.waiting_for(), "Waiting for the program of Dot");
    }
}
