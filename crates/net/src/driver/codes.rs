//! The exchange of two codes as the user follows it: the answer that a guest shows, the answer that a host enters, and
//! why the two do not meet.

use std::sync::Arc;

use home::Invitation;
use home::address_book::Role;
use reach::diagnosis::{self, PLAY_BY_FILE, Side, Verdict};
use reach::limits::MAPPING_PATIENCE;
use reach::{Address, Trouble};
use tokio::time::Instant;

use super::Driver;
use super::line_keeper::{NarrowWay, Openers};
use crate::dial_error::DialError;
use crate::handle::Happening;
use crate::limits::{GUEST_MAPPING, NO_ANSWER_YET, OPENERS_LATER, TOLD_NO};

impl Driver {
    /// Dials every address at once: the user does not want to wait, and a guest's user does not want to wait for the
    /// host either.
    pub(super) fn dial_everywhere(&mut self) {
        if let Some(keeper) = self.keeper() {
            keeper.two_codes.dials_all = true;
        }
        self.dial_now();
    }

    /// True if this guest has shown an answer, and waits for the host.
    pub(super) fn has_answered(&mut self) -> bool {
        self.keeper()
            .is_some_and(|keeper| !keeper.has_met && keeper.two_codes.answer.is_some())
    }

    /// The reason why the two will hardly meet, as shown to the user.
    pub(super) fn told_reason(&mut self) -> Option<Trouble> {
        let keeper = self.keeper().filter(|keeper| !keeper.has_met)?;
        keeper.two_codes.told.clone()
    }

    /// Continues the exchange of two codes while the two sides have not met.
    pub(super) fn exchange_codes(&mut self) {
        let Some(keeper) = self.keeper() else {
            return;
        };
        // after the first meeting both sides know proved addresses, and `open_again` does what codes did before
        if keeper.line.is_some() || keeper.has_met {
            return;
        }
        match keeper.book.role {
            Role::Guest => {
                self.answer_when_due();
                self.explain_waiting();
            }
            Role::Host => self.explain_silence(),
            // both seats are in this program: nobody has to be found
            Role::Local => {}
        }
    }

    /// Shows the likely reason to a host who has dialed an answer without success for a while.
    fn explain_silence(&mut self) {
        let Some(own) = self.view.shown.meeting.invitation.clone() else {
            return;
        };
        let Some(keeper) = self.keeper() else {
            return;
        };
        let two_codes = &keeper.two_codes;
        let is_late = two_codes.entered.is_some_and(|at| at.elapsed() >= TOLD_NO);
        // said once: the dialing continues, and the same sentence again would look like news
        if let (true, None, Some(answer)) = (is_late, &two_codes.told, &two_codes.taken) {
            let trouble =
                diagnosis::after_silence(&own.addresses, &answer.addresses, keeper.known());
            self.tell_once(trouble);
        }
    }

    /// Shows a guest who waits with an answer why this side's router is not opened, if opening it would do harm.
    fn explain_waiting(&mut self) {
        let openers = self.keeper().and_then(|keeper| {
            let two_codes = &keeper.two_codes;
            let openers = two_codes.openers.as_ref();
            openers.filter(|_| two_codes.answer.is_some() && !two_codes.dials_all)
        });
        if let Some(address) = openers.and_then(Openers::would_arrive) {
            self.tell_once(diagnosis::next_door(address));
        }
    }

    /// Shows the guest's answer once nothing of the invitation has answered for a while, and at once if nothing can.
    fn answer_when_due(&mut self) {
        let Some(keeper) = self.keeper() else {
            return;
        };
        let Some(invitation) = keeper.two_codes.invitation.clone() else {
            return;
        };
        let alone = keeper.alone_since.elapsed();
        // a host that says it cannot be dialed is not dialed first, so nothing is gained by waiting for silence
        if invitation.addresses.is_shut || alone >= GUEST_MAPPING {
            keeper.ask_around();
        }
        let is_due = invitation.addresses.is_shut || alone >= NO_ANSWER_YET;
        // the router is asked a second late and has its own patience: the answer waits for both, or it would lack the
        // address the host needs most
        let is_late = alone >= NO_ANSWER_YET.max(MAPPING_PATIENCE) + GUEST_MAPPING;
        if !is_due || !(is_late || keeper.knows_whereabouts()) {
            return;
        }
        let whereabouts = keeper.gather();
        // the whole code is made first and then cut: `serving` leaves out what cannot lead from the host to this guest
        let whole = keeper
            .book
            .code(keeper.own, invitation.last_day, whereabouts.addresses());
        let answer = Invitation {
            addresses: diagnosis::serving(whole.addresses, &invitation.addresses),
            ..whole
        };
        let known = keeper.known();
        let of_guest = |trouble: Trouble, tried: String| Trouble {
            what: format!("nobody answered at {tried}: {}", trouble.what),
            ..trouble
        };
        // an invitation that is shut was not dialed: to say that nobody answered there would be false
        let tried = (alone >= NO_ANSWER_YET).then(|| keeper.tried_in_words());
        let told = |trouble: Trouble| match tried {
            Some(tried) => of_guest(trouble, tried),
            None => trouble,
        };
        match diagnosis::of_two_codes(Side::Guest, &answer.addresses, &invitation.addresses, known)
        {
            Verdict::Hardly(trouble) => {
                // the answer would lead nowhere, so nothing is lost by dialing; once only, since each tick would dial
                // again
                if !std::mem::replace(&mut keeper.two_codes.dials_all, true)
                    && invitation.addresses.is_shut
                {
                    self.dial_now();
                }
                self.tell_once(told(trouble));
            }
            Verdict::Doubtful(trouble) => {
                self.show_answer(answer, &invitation);
                self.tell_once(told(trouble));
            }
            Verdict::May => self.show_answer(answer, &invitation),
        }
    }

    /// Shows the answer, and opens this side's router for the host.
    fn show_answer(&mut self, answer: Invitation, invitation: &Invitation) {
        let Some(keeper) = self.keeper() else {
            return;
        };
        // the tick comes twice a second: openers begun again each time would start over with the dense first rounds
        if keeper.two_codes.answer.as_ref() == Some(&answer) {
            return;
        }
        keeper.two_codes.openers = Some(Openers::begin(
            keeper.ports.clone(),
            &invitation.addresses,
            OPENERS_LATER,
        ));
        keeper.two_codes.answer = Some(answer.clone());
        // a new answer names new addresses, so an old reason may not hold any more
        keeper.two_codes.told = None;
        let answer = Arc::new(answer);
        self.view.shown.meeting.answer = Some(Arc::clone(&answer));
        self.user.told.push(Happening::Answer(answer));
    }

    /// Shows the user once why the two do not meet, and what to do.
    pub(super) fn tell_once(&mut self, trouble: Trouble) {
        if let Some(keeper) = self.keeper()
            && keeper.two_codes.told.is_none()
        {
            keeper.two_codes.told = Some(trouble.clone());
            let Trouble { what, advice } = trouble;
            self.note(format!("Not connected: {what}. To mend it, {advice}."));
        }
    }

    /// Asks those services for the outside address from now on, as the user has chosen just now.
    pub(super) fn ask_services_of(&mut self, services: Vec<Address>) {
        let Some(keeper) = self.keeper() else {
            return;
        };
        // the same list again must not throw away what was heard and shown
        if keeper.book.services == services {
            return;
        }
        keeper.book.services = services;
        // these services may see another address than those before: the answers are forgotten with the lookout
        (keeper.surroundings.lookout, keeper.surroundings.outside) = (None, None);
        keeper.two_codes.told = None;
        // while the peer is here nobody needs the address, and nobody is asked without need
        if keeper.line.is_none() && !keeper.has_met {
            keeper.ask_services();
        }
        self.keep_book();
    }

    /// Takes the answer code of a guest, and dials the guest.
    pub(super) fn enter_answer(&mut self, answer: &Invitation) -> Result<(), Trouble> {
        let trouble = |what: &str, advice: &str| {
            Err(Trouble {
                what: what.to_owned(),
                advice: advice.to_owned(),
            })
        };
        let invitation = self.view.shown.meeting.invitation.clone();
        let Some(keeper) = self.keeper() else {
            return Ok(());
        };
        // the mistake of a host who pastes the wrong one of two codes
        if answer.host == keeper.own {
            return trouble(
                "this is your own invitation",
                "send it to your guest, and enter the answer code that your guest's program shows",
            );
        }
        // the secret proves that the answer was made with this invitation: no other guest of another match is dialed
        if answer.game != keeper.book.game || answer.secret != keeper.book.secret {
            return trouble(
                "the code is no answer to this invitation",
                "take the answer code that your guest's program shows for this very invitation",
            );
        }
        // the guest came by another way meanwhile
        if keeper.line.is_some() {
            return Ok(());
        }
        // the answer names its guest by key: only the owner of that key is let in, so a forged answer costs the host
        // half a minute of dialing and nothing else
        keeper.book.peer = Some(answer.host);
        keeper.book.found.clone_from(&answer.addresses.candidates);
        keeper.book.names.clone_from(&answer.addresses.names);
        keeper.two_codes.entered = Some(Instant::now());
        keeper.two_codes.taken = Some(answer.clone());
        // the guest is another one, or in another network: whether small packets pass is asked again
        keeper.two_codes.narrow_way = NarrowWay::default();
        keeper.two_codes.told = None;
        let known = keeper.known();
        let verdict = invitation.map(|own| {
            // judged before dialing: a hopeless pair is explained at once, and dialed all the same
            diagnosis::of_two_codes(Side::Host, &own.addresses, &answer.addresses, known)
        });
        self.note("The answer is taken; your guest is dialed.".to_owned());
        self.dial_now();
        if let Some(Verdict::Hardly(trouble)) = verdict {
            self.tell_once(trouble);
        }
        Ok(())
    }

    /// The guest of an answer was not found: the invitation is as open as before.
    pub(super) fn guest_not_found(&mut self, error: &DialError) {
        let Some(keeper) = self.keeper() else {
            return;
        };
        // only the guest's part is forgotten: the secret stays, so the same or another guest may come
        keeper.book.peer = None;
        keeper.book.found.clear();
        keeper.book.names.clear();
        keeper.two_codes.entered = None;
        let advice = match keeper.two_codes.told.take() {
            // the reason is taken away, so that it can be said again of the next answer
            Some(Trouble { advice, .. }) => advice,
            None => format!("try a fresh answer, or {PLAY_BY_FILE}"),
        };
        self.note(format!(
            "Your guest was not found at the addresses of the answer ({error}). The invitation stays good: {advice}."
        ));
    }
}
