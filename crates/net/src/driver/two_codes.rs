//! The exchange of two codes, by which two players meet whom nobody can reach unasked. The guest's program shows an answer code and
//! opens its own router towards the host; the host enters the answer, and its program dials the guest.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use tokio::time::Instant;

use super::narrow_way::NarrowWay;
use super::openers::Openers;
use super::{Driver, LineKeeper};
use crate::address::Address;
use crate::address_book::Role;
use crate::candidates::is_global;
use crate::diagnosis::{self, Known, PLAY_BY_FILE, Side, Verdict};
use crate::handle::Happening;
use crate::invitation::Invitation;
use crate::limits::{
    GUEST_MAPPING, MAPPING_PATIENCE, NO_ANSWER_YET, OPENERS_AGAIN, OPENERS_LATER, TOLD_NO,
};
use crate::link::DialError;
use crate::mapping::Forwarding;
use crate::snapshot::Trouble;

/// The state of the exchange, until the two sides have met.
#[derive(Debug, Default)]
pub(crate) struct TwoCodes {
    /// The guest's: the invitation, where an answer may be of use.
    invitation: Option<Invitation>,
    /// The guest's: set where the own router may be asked to forward the port.
    may_map: bool,
    /// The guest's: the answer shown.
    answer: Option<Invitation>,
    /// The datagrams that open the own router: the guest's, and in an agreed match either side's.
    openers: Option<Openers>,
    /// The guest's: set once the user wants the host to be dialed wherever it may be.
    dials_all: bool,
    /// A fresh code of the peer, with which an agreed match was taken up, until this side acts on the code.
    fresh: Option<Invitation>,
    /// The host's: the time at which the user entered an answer, or a fresh code of an agreed match.
    pub(super) entered: Option<Instant>,
    /// The question whether only small packets pass.
    pub(super) narrow_way: NarrowWay,
    /// The host's: the answer that the user entered.
    taken: Option<Invitation>,
    /// The reason why the two hardly meet, once the user was told.
    told: Option<Trouble>,
}

impl TwoCodes {
    /// The exchange of a guest who has that invitation.
    pub(crate) fn of_guest(invitation: Invitation, may_map: bool) -> Self {
        // a host on this very machine is found or is not there
        let is_here = |address: &SocketAddr| address.ip().is_loopback();
        let may_help = !invitation.candidates.iter().any(is_here);
        Self {
            invitation: may_help.then_some(invitation),
            may_map,
            ..Self::default()
        }
    }

    /// The exchange of a side that takes an agreed match up with a fresh code of the peer.
    pub(crate) fn of_fresh(code: Option<Invitation>) -> Self {
        Self {
            fresh: code,
            ..Self::default()
        }
    }

    /// Tells if the guest must not dial that address: the answer comes first.
    pub(super) fn spares(&self, target: &Address) -> bool {
        let is_shut = self.invitation.as_ref().is_some_and(|code| code.is_shut);
        match target {
            Address::Ip(address) => {
                is_shut && !self.dials_all && address.is_ipv4() && is_global(address.ip())
            }
            Address::Name(_) => false,
        }
    }

    /// Tells if the two meet now through a router of the peer's that lets in only whom the peer has sent to; `None` where no code led
    /// here. A guest that got in by dialing needs no such care.
    pub(super) fn leads_through_a_shut_router(&self, has_dialed: bool) -> Option<bool> {
        match (&self.invitation, &self.taken) {
            (Some(invitation), _) => Some(invitation.is_shut && !has_dialed),
            (None, Some(answer)) => Some(answer.is_shut),
            (None, None) => None,
        }
    }

    /// Nothing is spared from now on.
    pub(super) fn dial_all(&mut self) {
        self.dials_all = true;
    }

    /// The host dials a guest at all addresses of the answer at once.
    pub(super) fn dials_at_once(&self) -> bool {
        self.entered.is_some()
    }
}

impl LineKeeper {
    /// Acts on the fresh code with which the match was taken up, if any.
    pub(super) fn open_for_fresh_code(&mut self) {
        match self.two_codes.fresh.take() {
            Some(code) => self.open_for(code, OPENERS_LATER),
            None => self.open_again(),
        }
    }

    /// Opens the own router once more for a peer whom two codes led here, after the line was lost or the match was taken up again: as
    /// before, the host dials and the guest does not, since each router is easily confused by who comes unasked.
    pub(super) fn open_again(&mut self) {
        let (true, Some(host)) = (self.book.is_shut, self.book.peer) else {
            return;
        };
        let code = Invitation {
            host,
            secret: self.book.secret,
            game: self.book.game,
            last_day: self.book.last_day,
            candidates: self.book.found.clone(),
            names: Vec::new(),
            is_shut: true,
        };
        // a router that was confused meanwhile must have the time to forget
        self.open_for(code, OPENERS_AGAIN);
    }

    /// Opens the own router for the addresses in a fresh code of the peer. As before the match was agreed, the host dials, and the
    /// guest does not dial an address that lets nobody in unasked.
    pub(super) fn open_for(&mut self, code: Invitation, later: Duration) {
        let openers = Openers::begin(self.link.clone(), &code, later);
        let (invitation, taken) = match self.is_host() {
            true => (None, Some(code)),
            false => (Some(code), None),
        };
        self.two_codes = TwoCodes {
            openers: Some(openers),
            entered: self.is_host().then(Instant::now),
            invitation,
            taken,
            ..TwoCodes::default()
        };
    }

    /// Asks the own router and the services for addresses at which others reach this side.
    fn ask_around(&mut self) {
        let is_everywhere = self.book.listen.iter().all(|own| own.ip().is_unspecified());
        let port = self.book.listen.first().map(SocketAddr::port);
        if self.two_codes.may_map && self.forwarding.is_none() && is_everywhere {
            self.forwarding = port.map(Forwarding::begin);
        }
        self.ask_services();
    }

    /// Tells if those have answered who were asked where this side is reached.
    fn knows_whereabouts(&self) -> bool {
        let is_mapped = self.forwarding.is_none() || self.router.is_some();
        is_mapped && (self.lookout.is_none() || self.outside.is_some())
    }
}

impl LineKeeper {
    /// The own network and NAT, which the two codes do not show.
    fn known(&self) -> Known {
        Known {
            outside: self.outside,
            narrow: self.narrow(),
        }
    }

    /// The addresses of the invitation at which nobody has answered, in words.
    fn tried_in_words(&self) -> String {
        let targets = self.book.targets().into_iter();
        diagnosis::in_words(targets.filter(|target| !self.two_codes.spares(target)))
    }
}

impl Driver {
    /// The user does not want to wait, and a guest's user not for the host either.
    pub(super) fn dial_everywhere(&mut self) {
        if let Some(keeper) = self.keeper() {
            keeper.two_codes.dials_all = true;
        }
        self.dial_now();
    }

    /// Tells if this guest has shown an answer, and waits for the host.
    pub(super) fn has_answered(&mut self) -> bool {
        self.keeper()
            .is_some_and(|keeper| !keeper.has_met && keeper.two_codes.answer.is_some())
    }

    /// The reason why the two hardly meet, as the user was told.
    pub(super) fn told_reason(&mut self) -> Option<Trouble> {
        let keeper = self.keeper().filter(|keeper| !keeper.has_met)?;
        keeper.two_codes.told.clone()
    }

    /// Goes on with the exchange of two codes while the two sides have not met.
    pub(super) fn exchange_codes(&mut self) {
        let Some(keeper) = self.keeper() else {
            return;
        };
        if keeper.line.is_some() || keeper.has_met {
            return;
        }
        match keeper.book.role {
            Role::Guest => {
                self.answer_when_due();
                self.explain_waiting();
            }
            Role::Host => self.explain_silence(),
            Role::Local => {}
        }
    }

    /// Tells a host who has dialed an answer in vain for a while the likely reason.
    fn explain_silence(&mut self) {
        let Some(own) = self.view.shown.invitation.clone() else {
            return;
        };
        let Some(keeper) = self.keeper() else {
            return;
        };
        let two_codes = &keeper.two_codes;
        let is_late = two_codes.entered.is_some_and(|at| at.elapsed() >= TOLD_NO);
        if let (true, None, Some(answer)) = (is_late, &two_codes.told, &two_codes.taken) {
            let trouble = diagnosis::after_silence(&own, answer, keeper.known());
            self.tell_once(trouble);
        }
    }

    /// Tells a guest who shows an answer why the own router is not opened, where that would do harm.
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

    /// Shows the guest's answer once nothing of the invitation has answered for a while, and at once where nothing can.
    fn answer_when_due(&mut self) {
        let Some(keeper) = self.keeper() else {
            return;
        };
        let Some(invitation) = keeper.two_codes.invitation.clone() else {
            return;
        };
        let alone = keeper.alone_since.elapsed();
        if invitation.is_shut || alone >= GUEST_MAPPING {
            keeper.ask_around();
        }
        let is_due = invitation.is_shut || alone >= NO_ANSWER_YET;
        let is_late = alone >= NO_ANSWER_YET.max(MAPPING_PATIENCE) + GUEST_MAPPING;
        if !is_due || !(is_late || keeper.knows_whereabouts()) {
            return;
        }
        let whereabouts = keeper.gather();
        let whole = keeper
            .book
            .code(keeper.own, invitation.last_day, &whereabouts);
        let answer = diagnosis::serving(whole, &invitation);
        let known = keeper.known();
        let of_guest = |trouble: Trouble, tried: String| Trouble {
            what: format!("nobody answered at {tried}: {}", trouble.what),
            ..trouble
        };
        let tried = (alone >= NO_ANSWER_YET).then(|| keeper.tried_in_words());
        let told = |trouble: Trouble| match tried {
            Some(tried) => of_guest(trouble, tried),
            None => trouble,
        };
        match diagnosis::of_two_codes(Side::Guest, &answer, &invitation, known) {
            Verdict::Hardly(trouble) => {
                // the answer would lead nowhere, so that nothing is lost by dialing
                if !std::mem::replace(&mut keeper.two_codes.dials_all, true) && invitation.is_shut {
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

    /// Shows the answer, and opens the own router for the host.
    fn show_answer(&mut self, answer: Invitation, invitation: &Invitation) {
        let Some(keeper) = self.keeper() else {
            return;
        };
        if keeper.two_codes.answer.as_ref() == Some(&answer) {
            return;
        }
        keeper.two_codes.openers = Some(Openers::begin(
            keeper.link.clone(),
            invitation,
            OPENERS_LATER,
        ));
        keeper.two_codes.answer = Some(answer.clone());
        keeper.two_codes.told = None;
        let answer = Arc::new(answer);
        self.view.shown.answer = Some(Arc::clone(&answer));
        self.told.push(Happening::Answer(answer));
    }

    /// Tells the user once why the two do not meet, and what to do.
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
        if keeper.book.services == services {
            return;
        }
        keeper.book.services = services;
        (keeper.lookout, keeper.outside) = (None, None);
        keeper.two_codes.told = None;
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
        let invitation = self.view.shown.invitation.clone();
        let Some(keeper) = self.keeper() else {
            return Ok(());
        };
        if answer.host == keeper.own {
            return trouble(
                "this is your own invitation",
                "send it to your guest, and enter the answer code that your guest's program shows",
            );
        }
        if answer.game != keeper.book.game || answer.secret != keeper.book.secret {
            return trouble(
                "the code is no answer to this invitation",
                "take the answer code that your guest's program shows for this very invitation",
            );
        }
        if keeper.line.is_some() {
            return Ok(());
        }
        keeper.book.peer = Some(answer.host);
        keeper.book.found.clone_from(&answer.candidates);
        keeper.book.names.clone_from(&answer.names);
        keeper.two_codes.entered = Some(Instant::now());
        keeper.two_codes.taken = Some(answer.clone());
        keeper.two_codes.narrow_way = NarrowWay::default();
        keeper.two_codes.told = None;
        let known = keeper.known();
        let verdict =
            invitation.map(|own| diagnosis::of_two_codes(Side::Host, &own, answer, known));
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
        keeper.book.peer = None;
        keeper.book.found.clear();
        keeper.book.names.clear();
        keeper.two_codes.entered = None;
        let advice = match keeper.two_codes.told.take() {
            Some(Trouble { advice, .. }) => advice,
            None => format!("try a fresh answer, or {PLAY_BY_FILE}"),
        };
        self.note(format!(
            "Your guest was not found at the addresses of the answer ({error}). The invitation stays good: {advice}."
        ));
    }
}
