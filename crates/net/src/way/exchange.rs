//! The exchange of two codes: when a guest shows an answer, what comes of the answer that a host enters, and why the two do
//! not meet.

use std::sync::Arc;

use home::Invitation;
use home::address_book::Role;
use reach::Trouble;
use reach::diagnosis::{self, PLAY_BY_FILE, Side, Verdict};
use reach::limits::MAPPING_PATIENCE;
use tokio::time::Instant;

use super::{NarrowWay, Openers, Way};
use crate::dial_error::DialError;
use crate::house::House;
use crate::limits::{GUEST_MAPPING, NO_ANSWER_YET, OPENERS_LATER, TOLD_NO};

/// What the exchange has for the user.
pub(crate) enum Told {
    /// The answer code, for the host to enter.
    Answer(Arc<Invitation>),
    /// In a sentence or two, why the two do not meet.
    Why(String),
}

impl Way {
    /// Continues the exchange while the two sides have not met. `own` is a host's code.
    pub(crate) fn exchange_codes(
        &mut self,
        house: &mut House,
        own: Option<&Invitation>,
    ) -> Vec<Told> {
        // after the first meeting both sides know proved addresses, and `open_again` does what codes did before
        if self.line.is_some() || self.has_met {
            return Vec::new();
        }
        match house.book.role {
            Role::Guest => {
                let mut told = self.answer_when_due(house);
                told.extend(self.explain_waiting());
                told
            }
            Role::Host => self.explain_silence(house, own).into_iter().collect(),
            // every seat is in this program: nobody has to be found
            Role::Local => Vec::new(),
        }
    }

    /// Shows the likely reason to a host who has dialed an answer without success for a while.
    fn explain_silence(&mut self, house: &House, own: Option<&Invitation>) -> Option<Told> {
        let (own, two_codes) = (own?, &self.two_codes);
        let is_late = two_codes.entered.is_some_and(|at| at.elapsed() >= TOLD_NO);
        // said once: the dialing continues, and the same sentence again would look like news
        let (true, None, Some(answer)) = (is_late, &two_codes.told, &two_codes.taken) else {
            return None;
        };
        let known = self.known(house);
        let trouble = diagnosis::after_silence(&own.addresses, &answer.addresses, known);
        self.tell_once(trouble)
    }

    /// Shows a guest who waits with an answer why this side's router is not opened, if opening it would do harm.
    fn explain_waiting(&mut self) -> Option<Told> {
        let two_codes = &self.two_codes;
        let openers = two_codes.openers.as_ref();
        let openers = openers.filter(|_| two_codes.answer.is_some() && !two_codes.dials_all);
        let address = openers.and_then(Openers::would_arrive)?;
        self.tell_once(diagnosis::next_door(address))
    }

    /// Shows the guest's answer once nothing of the invitation has answered for a while, and at once if nothing can.
    fn answer_when_due(&mut self, house: &mut House) -> Vec<Told> {
        let Some(invitation) = self.two_codes.invitation.clone() else {
            return Vec::new();
        };
        let alone = self.alone_since.elapsed();
        // a host that says it cannot be dialed is not dialed first, so nothing is gained by waiting for silence
        if invitation.addresses.is_shut || alone >= GUEST_MAPPING {
            self.ask_around(house);
        }
        let is_due = invitation.addresses.is_shut || alone >= NO_ANSWER_YET;
        // the router is asked a second late and has its own patience: the answer waits for both, or it would lack the
        // address the host needs most
        let is_late = alone >= NO_ANSWER_YET.max(MAPPING_PATIENCE) + GUEST_MAPPING;
        if !is_due || !(is_late || house.knows_whereabouts()) {
            return Vec::new();
        }
        let whereabouts = house.gather();
        // the whole code is made first and then cut: `serving` leaves out what cannot lead from the host to this guest
        let code = house
            .book
            .code(house.own, invitation.last_day, whereabouts.addresses());
        let answer = Invitation {
            addresses: diagnosis::serving(code.addresses.clone(), &invitation.addresses),
            // that of the invitation: it shows the host that the answer was made with it
            secret: invitation.secret,
            ..code
        };
        let known = self.known(house);
        // an invitation that is shut was not dialed: to say that nobody answered there would be false
        let tried = (alone >= NO_ANSWER_YET).then(|| self.tried_in_words());
        let told = |trouble: Trouble| match tried {
            Some(tried) => Trouble {
                what: format!("nobody answered at {tried}: {}", trouble.what),
                ..trouble
            },
            None => trouble,
        };
        match diagnosis::of_two_codes(Side::Guest, &answer.addresses, &invitation.addresses, known)
        {
            Verdict::Hardly(trouble) => {
                // the answer would lead nowhere, so nothing is lost by dialing; once only, since each tick would dial
                // again
                if !std::mem::replace(&mut self.two_codes.dials_all, true)
                    && invitation.addresses.is_shut
                {
                    self.dial_now(house);
                }
                self.tell_once(told(trouble)).into_iter().collect()
            }
            Verdict::Doubtful(trouble) => {
                let answer = self.show_answer(house, answer, &invitation);
                let why = self.tell_once(told(trouble));
                answer.into_iter().chain(why).collect()
            }
            Verdict::May => self
                .show_answer(house, answer, &invitation)
                .into_iter()
                .collect(),
        }
    }

    /// Shows the answer, and opens this side's router for the host.
    fn show_answer(
        &mut self,
        house: &House,
        answer: Invitation,
        invitation: &Invitation,
    ) -> Option<Told> {
        // the tick comes twice a second: openers begun again each time would start over with the dense first rounds
        if self.two_codes.answer.as_ref() == Some(&answer) {
            return None;
        }
        self.two_codes.openers = Some(Openers::begin(
            house.ports.clone(),
            &invitation.addresses,
            OPENERS_LATER,
        ));
        self.two_codes.answer = Some(answer.clone());
        // a new answer names new addresses, so an old reason may not hold any more
        self.two_codes.told = None;
        Some(Told::Answer(Arc::new(answer)))
    }

    /// Shows the user once why the two do not meet, and what to do.
    pub(crate) fn tell_once(&mut self, trouble: Trouble) -> Option<Told> {
        if self.two_codes.told.is_some() {
            return None;
        }
        self.two_codes.told = Some(trouble.clone());
        let Trouble { what, advice } = trouble;
        Some(Told::Why(format!(
            "Not connected: {what}. To mend it, {advice}."
        )))
    }

    /// Takes the answer code of a guest, and dials the guest. `own` is the code that the answer was made with.
    pub(crate) fn enter_answer(
        &mut self,
        house: &House,
        answer: &Invitation,
        own: Option<&Invitation>,
    ) -> Option<Told> {
        // the answer names its guest by key: only the owner of that key is let in, so a forged answer costs the host
        // half a minute of dialing and nothing else
        self.contact.peer = Some(answer.host);
        self.contact.secret = answer.secret;
        self.contact.found.clone_from(&answer.addresses.candidates);
        self.contact.names.clone_from(&answer.addresses.names);
        self.two_codes.entered = Some(Instant::now());
        self.two_codes.taken = Some(answer.clone());
        self.two_codes.narrow_way = NarrowWay::Unasked;
        self.two_codes.told = None;
        let known = self.known(house);
        let verdict = own.map(|own| {
            // judged before dialing: a hopeless pair is explained at once, and dialed all the same
            diagnosis::of_two_codes(Side::Host, &own.addresses, &answer.addresses, known)
        });
        self.dial_now(house);
        match verdict {
            Some(Verdict::Hardly(trouble)) => self.tell_once(trouble),
            _ => None,
        }
    }

    /// The guest of an answer was not found: what to tell the host, whose invitation is as open as before.
    pub(crate) fn guest_not_found(&mut self, error: &DialError) -> String {
        // only the guest's part is forgotten: the secret stays, so the same or another guest may come
        self.contact.peer = None;
        self.contact.found.clear();
        self.contact.names.clear();
        self.two_codes.entered = None;
        let advice = match self.two_codes.told.take() {
            // the reason is taken away, so that it can be said again of the next answer
            Some(Trouble { advice, .. }) => advice,
            None => format!("try a fresh answer, or {PLAY_BY_FILE}"),
        };
        format!(
            "Your guest was not found at the addresses of the answer ({error}). The invitation stays good: {advice}."
        )
    }
}

/// Refuses a code that is no answer to this house's invitation.
pub(crate) fn check_answer(house: &House, answer: &Invitation) -> Result<(), Trouble> {
    let trouble = |what: &str, advice: &str| {
        Err(Trouble {
            what: what.to_owned(),
            advice: advice.to_owned(),
        })
    };
    // the mistake of a host who pastes the wrong one of two codes
    if answer.host == house.own {
        return trouble(
            "this is your own invitation",
            "send it to your guest, and enter the answer code that your guest's program shows",
        );
    }
    // the secret proves that the answer was made with this invitation: no other guest of another match is dialed
    let is_known = house.door.secrets().any(|secret| secret == answer.secret);
    if answer.game != house.book.game || !is_known {
        return trouble(
            "the code is no answer to this invitation",
            "take the answer code that your guest's program shows for this very invitation",
        );
    }
    Ok(())
}
