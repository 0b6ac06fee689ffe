//! The thing that a match waits for, in words.

use home::SeatInfo;
use kit::model::words::{count, outcome_title};
use net::{Awaited, LineState};
use protocol::Stage;
use rules::{Rules, ToAct};

use super::{Decider, Table};

impl Table {
    /// True while the other player's program is not there.
    pub(crate) fn is_peer_gone(&self) -> bool {
        matches!(self.seen.line, LineState::Lost { .. } | LineState::Waiting)
    }

    /// The trouble with the line to the other player, in words.
    pub(crate) fn line_words(&self) -> Option<String> {
        let peer = self.seen.contract.seats.iter().find(|seat| !seat.mine);
        let name = peer.map_or("The other player", |seat| seat.called.as_str());
        let later = "What you do is sent once you are connected again; nothing is lost, and you can look around meanwhile.";
        match self.seen.line {
            LineState::Lost { since } => {
                let minutes = since.elapsed().as_secs() / 60;
                let long = match minutes {
                    0 => "has just disconnected".to_owned(),
                    1..=119 => {
                        let minutes = count(minutes as usize, "minute", "minutes");
                        format!("has been disconnected for {minutes}")
                    }
                    _ => {
                        let hours = count(minutes as usize / 60, "hour", "hours");
                        format!("has been disconnected for {hours}")
                    }
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
            return "Waiting for the other player.".to_owned();
        };
        let family = position.family();
        if let Some(end) = seen.played.outcome {
            return outcome_title(seen.side_names(), end);
        }
        if seen.strangeness.is_some() && seen.waiting().next().is_none() {
            return "Nothing is signed with this copy".to_owned();
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
                let names: Vec<&str> = others.iter().map(|seat| seat.called.as_str()).collect();
                let words = families::secret_words(position);
                let what = if locked { words.open } else { words.choose };
                format!("Waiting for {} to {what}", names.join(" and "))
            }
            ToAct::Lots(draw) => families::lot_words(family, draw).to_owned(),
            ToAct::One(side) if self.replay => format!("{} to move", seen.side_names().of(side)),
            ToAct::One(side) => match seen
                .seat_of(side)
                .map(|seat| (self.decider(seat.seat), &seat.called))
            {
                Some((Decider::Person, _)) if self.only_person().is_some() => match is_answer {
                    true => {
                        let mover = seen.seat_of(position.turn().side);
                        let mover = mover.map_or("another player", |seat| seat.called.as_str());
                        format!("Yours to decide, in {mover}\u{2019}s turn")
                    }
                    false => "Your turn".to_owned(),
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
                Some((Decider::Peer, name)) if self.is_peer_gone() => {
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
