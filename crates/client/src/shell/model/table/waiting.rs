use net::SeatInfo;
use rules::{Rules, ToAct};

use super::{Decider, Table};
use crate::families;
use crate::shell::model::words::{outcome_title, side_name};

impl Table {
    /// The next decision and its player, in words.
    pub(crate) fn waiting_for(&self) -> String {
        let seen = &self.seen;
        let Some(position) = &seen.position else {
            return "Waiting for the other player.".to_owned();
        };
        let family = position.family();
        if let Some(end) = seen.outcome {
            return outcome_title(family, end);
        }
        match position.to_act() {
            ToAct::Secretly(_) => {
                let seats = seen.waiting().filter_map(|seat| seen.seat(seat));
                let others = seats.filter(|seat| self.decider(seat.seat) != Decider::Person);
                let others: Vec<&SeatInfo> = others.collect();
                let locked = others.iter().all(|seat| seen.locked.contains(&seat.seat));
                let names: Vec<&str> = others.iter().map(|seat| seat.name.as_str()).collect();
                let words = families::secret_words(family);
                let what = if locked { words.open } else { words.choose };
                format!("Waiting for {} to {what}", names.join(" and "))
            }
            ToAct::Lots(draw) => families::lot_words(family, draw).to_owned(),
            ToAct::One(side) if self.replay => format!("{} to move", side_name(family, side)),
            ToAct::One(side) => match seen
                .seat_of(side)
                .map(|seat| (self.decider(seat.seat), &seat.name))
            {
                Some((Decider::Person, _)) if self.only_person().is_some() => {
                    "Your turn".to_owned()
                }
                Some((Decider::Computer(_), _)) => "The computer thinks".to_owned(),
                Some((Decider::Peer, name)) => format!("{name} thinks"),
                Some((Decider::Person, _)) | None => format!("{} to move", side_name(family, side)),
            },
            ToAct::Nobody(end) => outcome_title(family, end),
        }
    }
}
