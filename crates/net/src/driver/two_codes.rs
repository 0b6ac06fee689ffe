//! The exchange of two codes, by which two players meet whom nobody can reach unasked. The guest's program shows an answer code and
//! opens its own router towards the host; the host enters the answer, and its program dials the guest.

use std::net::SocketAddr;
use std::sync::Arc;

use tokio::task::AbortHandle;
use tokio::time::{Instant, sleep};

use super::{Driver, LineKeeper};
use crate::address::Address;
use crate::address_book::Role;
use crate::candidates::is_global;
use crate::diagnosis::{self, PLAY_BY_FILE};
use crate::handle::Happening;
use crate::invitation::Invitation;
use crate::limits::{
    GUEST_MAPPING, MAPPING_PATIENCE, NO_ANSWER_YET, OPENER_HOPS, OPENERS, OPENERS_LATER, TOLD_NO,
};
use crate::link::{DialError, Link};
use crate::mapping::Forwarding;
use crate::snapshot::Trouble;
use crate::stun;

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
    entered: Option<Instant>,
    /// Set once the user was told that the two will not meet.
    is_told: bool,
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

    /// The host dials a guest at all addresses of the answer at once.
    pub(super) fn dials_at_once(&self) -> bool {
        self.entered.is_some()
    }
}

/// Sends datagrams that pass the own router and die soon after, until dropped. The own router then lets in who is at the other
/// end, and the other router has seen nothing.
#[derive(Debug)]
struct Openers(AbortHandle);

impl Openers {
    /// Opens the own router for those addresses. Must be called inside the runtime.
    fn begin(link: Link, addresses: Vec<SocketAddr>) -> Self {
        let (rounds, pause) = OPENERS;
        let task = tokio::spawn(async move {
            for round in 0.. {
                for hops in OPENER_HOPS {
                    for &address in &addresses {
                        let Some(opener) = stun::opener() else {
                            return;
                        };
                        link.send_beside(address, &opener, hops);
                    }
                }
                sleep(if round < rounds { pause } else { OPENERS_LATER }).await;
            }
        });
        Self(task.abort_handle())
    }
}

impl Drop for Openers {
    fn drop(&mut self) {
        self.0.abort();
    }
}

impl LineKeeper {
    /// Acts on the fresh code with which the match was taken up, if any.
    pub(super) fn open_for_fresh_code(&mut self) {
        if let Some(code) = self.two_codes.fresh.take() {
            self.open_for(code);
        }
    }

    /// Opens the own router for the addresses in a fresh code of the peer. As before the match was agreed, the host dials, and the
    /// guest does not dial an address that lets nobody in unasked.
    pub(super) fn open_for(&mut self, code: Invitation) {
        let mut others = code.candidates.clone();
        others.retain(|address| is_global(address.ip()));
        let openers = Openers::begin(self.link.clone(), others);
        self.two_codes = TwoCodes {
            openers: Some(openers),
            entered: self.is_host().then(Instant::now),
            invitation: (!self.is_host()).then_some(code),
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

    /// Goes on with the exchange of two codes while the two sides have not met.
    pub(super) fn exchange_codes(&mut self) {
        let Some(keeper) = self.keeper() else {
            return;
        };
        if keeper.line.is_some() || keeper.has_met {
            return;
        }
        match keeper.book.role {
            Role::Guest => self.answer_when_due(),
            Role::Host => {
                let entered = keeper.two_codes.entered;
                if entered.is_some_and(|at| at.elapsed() >= TOLD_NO) {
                    self.tell_once(Trouble {
                        what: "your guest is not found yet at the addresses of the answer".to_owned(),
                        advice: format!(
                            "see that your guest's program still runs and shows this very answer; where both routers keep others out, {PLAY_BY_FILE}"
                        ),
                    });
                }
            }
            Role::Local => {}
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
        let answer = keeper
            .book
            .code(keeper.own, invitation.last_day, &whereabouts);
        if keeper.two_codes.answer.as_ref() == Some(&answer) {
            return;
        }
        if let Some(trouble) = diagnosis::of_two_codes(&answer, &invitation, keeper.outside) {
            // the answer would lead nowhere, so that nothing is lost by dialing
            if !std::mem::replace(&mut keeper.two_codes.dials_all, true) && invitation.is_shut {
                self.dial_now();
            }
            return self.tell_once(trouble);
        }
        let mut others = invitation.candidates;
        others.retain(|address| is_global(address.ip()));
        keeper.two_codes.openers = Some(Openers::begin(keeper.link.clone(), others));
        keeper.two_codes.answer = Some(answer.clone());
        let answer = Arc::new(answer);
        self.view.shown.answer = Some(Arc::clone(&answer));
        self.told.push(Happening::Answer(answer));
    }

    /// Tells the user once why the two do not meet, and what to do.
    fn tell_once(&mut self, trouble: Trouble) {
        if let Some(keeper) = self.keeper()
            && !std::mem::replace(&mut keeper.two_codes.is_told, true)
        {
            let Trouble { what, advice } = trouble;
            self.note(format!("Not connected: {what}. To mend it, {advice}."));
        }
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
        keeper.two_codes.is_told = false;
        let outside = keeper.outside;
        let hopeless = invitation.and_then(|own| diagnosis::of_two_codes(&own, answer, outside));
        self.note("The answer is taken; your guest is dialed.".to_owned());
        self.dial_now();
        if let Some(trouble) = hopeless {
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
        self.note(format!(
            "Your guest was not found at the addresses of the answer ({error}). The invitation stays good: try a fresh answer, or {PLAY_BY_FILE}."
        ));
    }
}
