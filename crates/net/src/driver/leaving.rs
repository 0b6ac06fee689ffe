//! Going on without players of a table who are gone.

use protocol::{Fresh, Now, PublicKey, Seat, WhyGone};

use super::{Driver, Wire};
use crate::chair::{Chair, line_to};
use crate::fresh::{NoRandomness, fresh};
use crate::snapshot::{GoesOn, Leaving, MayLeave};

impl Driver {
    /// What is shown of players who are gone, by the first of this machine's players who plays on.
    pub(super) fn leaving(&self, now: Now) -> Leaving {
        let sessions = self.chairs.iter().map(|chair| &chair.session);
        let mut playing = sessions.filter(|session| !session.is_left_out());
        let first = playing.clone().next();
        // who has resigned is the one without whom the others go on
        let stays = playing.find(|session| !session.has_resigned());
        let Some(session) = stays.or(first) else {
            return Leaving {
                is_left_out: !self.chairs.is_empty(),
                ahead: self.ahead,
                ..Leaving::default()
            };
        };
        let may = session.leavers(now).into_iter().map(|leaver| MayLeave {
            is_agreed: session.goes_on_without(leaver.seat),
            terms: session.leave_terms(&[leaver.seat]),
            leaver,
        });
        Leaving {
            may: may.collect(),
            is_going_on: session.is_going_on(),
            ahead: self.ahead,
            gone: session.gone(),
            is_left_out: false,
        }
    }

    /// Goes on without a player, or no longer: all players of this machine but the one concerned. One click answers for
    /// them, as for a draw; a computer has no word of its own in it.
    pub(super) fn go_on_without(&mut self, now: Now, gone: Seat, agree: bool) {
        let mut refused = None;
        let mut is_done = false;
        let chairs = self.chairs.iter_mut();
        for chair in chairs.filter(|chair| chair.session.seat() != gone) {
            let fresh = match fresh() {
                Ok(fresh) => fresh,
                Err(error) => return self.refuse(error.to_string(), error.advice()),
            };
            match chair.session.go_on_without(now, gone, agree, &fresh) {
                Ok(()) => is_done = true,
                Err(error) => refused = Some(error),
            }
        }
        match refused.filter(|_| !is_done) {
            Some(error) => self.refuse(error.to_string(), error.advice()),
            None => self.view.shown.messages.refused = None,
        }
    }

    /// Takes the user's answer given ahead, or that it is none any more; it is for those too who are gone already.
    pub(super) fn go_on_ahead(&mut self, now: Now, answer: Option<GoesOn>) {
        let secrets: Result<Vec<Fresh>, NoRandomness> =
            self.chairs.iter().map(|_| fresh()).collect();
        let secrets = match secrets {
            Ok(secrets) => secrets,
            Err(error) => return self.refuse(error.to_string(), error.advice()),
        };
        self.ahead = answer;
        for (chair, fresh) in self.chairs.iter_mut().zip(secrets) {
            // whoever is proved to be gone is the session's own matter
            chair.session.go_on_ahead(now, answer.map(|_| fresh));
        }
        for at in 0..self.chairs.len() {
            for leaver in self.chairs[at].session.leavers(now) {
                self.may_go_on(at, leaver.seat, leaver.why);
            }
        }
    }

    /// The session of that chair may go on without a seat: it does, if the user has said so ahead.
    pub(super) fn may_go_on(&mut self, at: usize, gone: Seat, why: WhyGone) {
        if why.is_proved() || !self.ahead.is_some_and(|answer| answer.is_for(why)) {
            return;
        }
        let now = self.now();
        let session = &mut self.chairs[at].session;
        match fresh() {
            Ok(fresh) => {
                // no error to show: a player who has resigned has no word in it, and nobody has asked for it now
                let _ = session.go_on_without(now, gone, true, &fresh);
            }
            Err(error) => self.refuse(error.to_string(), error.advice()),
        }
    }

    /// Takes leave of this machine's players without whom the others have gone on; true if somebody here plays on. With
    /// nobody left the match ends here, and its file stays.
    pub(super) fn leave_the_left_out(&mut self) -> bool {
        let is_out: Vec<bool> = self
            .chairs
            .iter()
            .map(|chair| chair.session.is_left_out())
            .collect();
        if !is_out.contains(&true) || self.ending.is_over {
            return false;
        }
        if !is_out.contains(&false) {
            let words = "The others have gone on without you; the file of this match stays.";
            self.note(words.to_owned());
            self.ending.is_over = true;
            return false;
        }
        // the lines of this machine are proved with the key of its first player
        if is_out[0] && matches!(self.wire, Wire::Remote(_)) {
            let first = self.chairs[0].session.seat();
            let has_moved = |chair: &Chair| {
                let mut gone = chair.session.gone().into_iter();
                gone.any(|(seat, _)| seat == first)
            };
            // the files of the others are those of the new match first
            if !self.chairs.iter().any(has_moved) {
                return false;
            }
            self.ending.moves_house = true;
            self.ending.is_over = true;
            return false;
        }
        let now = self.now();
        if let Some((first, others)) = self.chairs.split_first_mut() {
            for (at, other) in (1..).zip(others) {
                first.session.line_down(now, line_to(at));
                other.session.line_down(now, line_to(0));
            }
        }
        let mut leaves = is_out.into_iter();
        self.chairs.retain(|_| !leaves.next().unwrap_or_default());
        self.link_chairs(now);
        true
    }

    /// Looks no more for machines of which nobody plays any more.
    pub(super) fn leave_gone_machines(&mut self) {
        let session = self.chairs.first().map(|chair| &chair.session);
        let gone: Vec<PublicKey> = session.map_or_else(Vec::new, |session| {
            let gone = session.gone().into_iter();
            gone.filter_map(|(seat, _)| session.seat_key(seat))
                .collect()
        });
        if let Wire::Remote(remote) = &mut self.wire {
            for way in &mut remote.ways {
                let stays = way.contact.keys().find(|key| !gone.contains(key));
                match stays {
                    // whoever is left there may have the key of its lines from now on
                    Some(next) => {
                        if way.line.is_none() {
                            way.contact.moved_to(next);
                        }
                    }
                    None => way.is_gone = way.contact.peer.is_some(),
                }
            }
        }
    }
}
