//! The view of a match shown to the user, kept up to date.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

use home::SeatInfo;
use protocol::hash::Digest;
use protocol::{Manifest, PublicKey, Seat, Session, Stage, Waiting};
use reach::Trouble;
use rules::{AnyOrder, Rules as _};

use crate::chair::Chair;
use crate::limits::{CHAT_KEPT, NOTES_KEPT};
use crate::snapshot::{ChatLine, PlansClash, Snapshot};
use crate::table::game_options;

/// The next snapshot to give out, and the keys of this program's seats.
pub(crate) struct View {
    pub(crate) shown: Snapshot,
    own: Vec<PublicKey>,
    /// The id of the match whose manifest is shown.
    sid: Option<Digest>,
}

impl View {
    /// The view of a match in which `own` are the keys of this program's seats, seat 0 first.
    pub(crate) fn new(file: PathBuf, own: Vec<PublicKey>) -> Self {
        let shown = Snapshot::new(file);
        let sid = None;
        Self { shown, own, sid }
    }

    pub(crate) fn keys(&self) -> Vec<[u8; 32]> {
        self.own.iter().map(|key| key.0).collect()
    }

    pub(crate) fn note(&mut self, note: String) {
        let notes = &mut self.shown.messages.notes;
        // the oldest go first: a peer that comes and goes for days must not fill the memory
        if notes.len() >= NOTES_KEPT {
            notes.remove(0);
        }
        notes.push(note);
    }

    pub(crate) fn say(&mut self, line: ChatLine) {
        // copied only if a reader still holds the older snapshot
        let chat = Arc::make_mut(&mut self.shown.messages.chat);
        if chat.len() >= CHAT_KEPT {
            chat.remove(0);
        }
        chat.push(line);
    }

    /// Updates the snapshot from the sessions; `is_here` if all seats of the match are in this program.
    pub(crate) fn look(&mut self, chairs: &[Chair], is_here: bool) {
        let Some(session) = chairs.first().map(|chair| &chair.session) else {
            return;
        };
        let shown = &mut self.shown;
        shown.stage = session.stage();
        shown.played.outcome = session.outcome();
        shown.proposals.draw_offer = session.draw_offer();
        shown.time.claim = session.standing_claim();
        shown.played.differs = session.differs();
        // of this machine's players one may have answered, and another not
        let mut asked = chairs.iter().map(|chair| chair.session.takeback_asked());
        shown.proposals.takeback_asked = asked.find_map(|asked| asked);
        let asking = chairs.iter().map(|chair| &chair.session);
        let asking = asking.filter(|session| session.may_ask_takeback());
        shown.proposals.may_take_back = asking.map(Session::seat).collect();
        // in a match within this program nobody has to be asked
        if !is_here {
            look_at_continuing(shown, session);
        }
        look_at_plans(shown, chairs);
        let keeping = chairs.iter().map(|chair| &chair.session);
        let keeping = keeping.filter(|session| session.keeps_decision());
        shown.deciding.kept = keeping.map(Session::seat).collect();
        // it no longer matters what could be signed once the match is over
        let is_over = session.stage() == Stage::Over;
        shown.strangeness = chairs[0].strangeness.filter(|_| !is_over);
        shown.deciding.locked = session.locked();
        // at one machine the other chairs' sessions have sealed choices too
        for chair in &chairs[1..] {
            let also = chair.session.locked().into_iter();
            let also: Vec<Seat> = also
                .filter(|seat| !shown.deciding.locked.contains(seat))
                .collect();
            shown.deciding.locked.extend(also);
        }
        let sealed = chairs.iter().filter_map(|chair| {
            let choice = chair.session.own_secret()?.clone();
            Some((chair.session.seat(), Arc::new(choice)))
        });
        shown.deciding.sealed = sealed.collect();
        let is_playing = session.stage() == Stage::Playing;
        shown.deciding.to_decide = chairs
            // before and after the match a session waits for other things than a decision
            .iter()
            .filter(|_| is_playing)
            .filter_map(|chair| match chair.session.waiting() {
                Waiting::Me { secret } => Some((chair.session.seat(), secret)),
                Waiting::Peer(_) | Waiting::Copy | Waiting::Nobody => None,
            })
            .collect();
        shown.deciding.next = session.next_deciders();
        let has_table = session.manifest().is_some_and(Manifest::has_table);
        shown.deciding.awaited = match session.waiting() {
            // with more than two all are shown, also while this program's own player decides in secret
            _ if has_table => session.awaited(),
            Waiting::Peer(seats) => seats,
            Waiting::Me { .. } | Waiting::Copy | Waiting::Nobody => Vec::new(),
        };
        // the session of one chair awaits the seats of the others, which are this program's too
        let own_seats: Vec<Seat> = chairs.iter().map(|chair| chair.session.seat()).collect();
        shown
            .deciding
            .awaited
            .retain(|seat| !own_seats.contains(seat));
        self.look_at_manifest(session);
        self.look_at_history(session);
    }

    fn look_at_manifest(&mut self, session: &Session) {
        let (Some(manifest), sid) = (session.manifest(), session.sid()) else {
            return;
        };
        // once a match: to compare the names of eight players took a seventh of the time of each frame that came in
        if std::mem::replace(&mut self.sid, sid) == sid {
            return;
        }
        self.shown.contract.seats = SeatInfo::of(manifest, &self.own);
        self.shown.contract.scenario = session.scenario().cloned();
        self.shown.contract.options = game_options(&manifest.options);
        self.shown.contract.terms = manifest.terms;
        self.shown.contract.max_turns = manifest.max_turns;
        self.shown.contract.takeback = manifest.policies.takeback;
    }

    fn look_at_history(&mut self, session: &Session) {
        let shown = &mut self.shown;
        let is_begun = matches!(session.stage(), Stage::Playing | Stage::Over);
        // compared first: to copy the history of a long match takes longer than to take in a frame
        let history = session.history().filter(|_| is_begun);
        if shown.played.history.as_ref() != history {
            shown.played.history = history.cloned();
        }
        // the same allocation as long as nothing was played, so that all snapshots share it
        if shown.played.position.as_deref() != session.position() {
            shown.played.position = session.position().cloned().map(Arc::new);
        }
    }
}

/// Shows the parts of set-ups that the members of this program's sides have shown each other, and who is which member.
fn look_at_plans(shown: &mut Snapshot, chairs: &[Chair]) {
    let sessions = || chairs.iter().map(|chair| &chair.session);
    let planning = sessions().filter(|session| session.is_planning());
    shown.deciding.planning = planning.map(Session::seat).collect();
    let plans = sessions().flat_map(Session::plans);
    // those of one side see the same
    let plans: BTreeMap<Seat, AnyOrder> = plans.collect();
    let plans = plans
        .into_iter()
        .map(|(seat, order)| (seat, Arc::new(order)));
    shown.deciding.plans = plans.collect();
    let clash = sessions().find_map(Session::plans_clash);
    shown.deciding.clash = clash.map(|(seats, why)| PlansClash {
        seats: seats.to_vec(),
        why: why.to_owned(),
    });
    let session = chairs.first().map(|chair| &chair.session);
    let by_leaders = session.and_then(|session| {
        let position = session.position()?;
        let is_shared = |side| position.members(side) > 1;
        position.sides().iter().any(is_shared).then_some(session)
    });
    shown.deciding.members = by_leaders.map_or_else(Vec::new, |session| {
        let manifest = session.manifest().into_iter();
        let seats = manifest.flat_map(Manifest::all_seats);
        let members = seats.filter_map(|seat| Some((seat, session.member_of(seat)?)));
        members.collect()
    });
}

/// Shows whether this player may ask to continue, why not, and which question stands; only against another program.
fn look_at_continuing(shown: &mut Snapshot, session: &Session) {
    let may = session.may_ask_to_continue();
    shown.next.may_ask = may.is_ok().then(|| session.seat());
    shown.next.why_not = may.err().map(|cause| Trouble {
        what: cause.to_string(),
        advice: cause.advice().to_owned(),
    });
    shown.next.asks = session.asks_to_continue();
    shown.next.asked = session.asked_to_continue();
    shown.next.agreement = session.agreement();
}
