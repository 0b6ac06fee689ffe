//! What the user is shown of a match, kept up to date.

use std::path::PathBuf;
use std::sync::Arc;

use protocol::{ManifestSummary, PublicKey, Seat, Stage, Turn, Waiting};
use rules::{AnyOrder, AnyPosition, Rules as _, ToAct};

use super::Chair;
use crate::handle::{ChatLine, Line, ScenarioInfo, SeatInfo, Snapshot, Trouble};
use crate::invitation::Invitation;
use crate::limits::CHAT_KEPT;

/// The parts of a snapshot, each shared with the snapshots already given out.
pub(crate) struct View {
    pub(crate) line: Line,
    pub(crate) offer: Option<Arc<ManifestSummary>>,
    pub(crate) verdict: Option<String>,
    pub(crate) refused: Option<Trouble>,
    pub(crate) error: Option<Trouble>,
    pub(crate) seen_at: Option<std::net::SocketAddr>,
    pub(crate) invitation: Option<Arc<Invitation>>,
    pub(crate) reachability: String,
    file: PathBuf,
    own: Vec<PublicKey>,
    stage: Stage,
    seats: Vec<SeatInfo>,
    pub(crate) scenario: Option<Arc<ScenarioInfo>>,
    start: Option<Arc<AnyPosition>>,
    position: Option<Arc<AnyPosition>>,
    to_decide: Vec<(Seat, bool)>,
    awaited: Vec<Seat>,
    locked: Vec<Seat>,
    sealed: Vec<(Seat, Arc<AnyOrder>)>,
    turns: Arc<Vec<Arc<Turn>>>,
    draw_offer: Option<Seat>,
    chat: Arc<Vec<ChatLine>>,
    outcome: Option<rules::Outcome>,
    notes: Vec<String>,
}

impl View {
    /// Of a match in which `own` are the keys of this program's seats, seat 0 first.
    pub(crate) fn new(file: PathBuf, own: Vec<PublicKey>) -> Self {
        Self {
            line: Line::Waiting,
            offer: None,
            verdict: None,
            refused: None,
            error: None,
            seen_at: None,
            invitation: None,
            reachability: String::new(),
            file,
            own,
            stage: Stage::Greeting,
            seats: Vec::new(),
            scenario: None,
            start: None,
            position: None,
            to_decide: Vec::new(),
            awaited: Vec::new(),
            locked: Vec::new(),
            sealed: Vec::new(),
            turns: Arc::default(),
            draw_offer: None,
            chat: Arc::default(),
            outcome: None,
            notes: Vec::new(),
        }
    }

    pub(crate) fn keys(&self) -> Vec<[u8; 32]> {
        self.own.iter().map(|key| key.0).collect()
    }

    pub(crate) fn note(&mut self, note: String) {
        self.notes.push(note);
    }

    pub(crate) fn say(&mut self, line: ChatLine) {
        let chat = Arc::make_mut(&mut self.chat);
        if chat.len() >= CHAT_KEPT {
            chat.remove(0);
        }
        chat.push(line);
    }

    /// Takes over what the sessions now say.
    pub(crate) fn look(&mut self, chairs: &[Chair]) {
        let Some(session) = chairs.first().map(|chair| &chair.session) else {
            return;
        };
        self.stage = session.stage();
        self.outcome = session.outcome();
        self.draw_offer = session.draw_offer();
        self.look_at_manifest(session);
        self.look_at_turns(session);
        self.locked = session.locked();
        for chair in &chairs[1..] {
            let also: Vec<Seat> = chair.session.locked();
            self.locked.extend(
                also.into_iter()
                    .filter(|seat| !session.locked().contains(seat)),
            );
        }
        let sealed = chairs.iter().filter_map(|chair| {
            let choice = chair.session.own_secret()?.clone();
            Some((chair.session.seat(), Arc::new(choice)))
        });
        self.sealed = sealed.collect();
        let is_playing = session.stage() == Stage::Playing;
        self.to_decide = chairs
            .iter()
            .filter(|_| is_playing)
            .filter_map(|chair| match chair.session.waiting() {
                Waiting::Me { secret } => Some((chair.session.seat(), secret)),
                Waiting::Peer(_) | Waiting::Nobody => None,
            })
            .collect();
        self.awaited = match session.waiting() {
            Waiting::Peer(seats) => seats,
            Waiting::Me { .. } | Waiting::Nobody => Vec::new(),
        };
        let own_seats: Vec<Seat> = chairs.iter().map(|chair| chair.session.seat()).collect();
        self.awaited.retain(|seat| !own_seats.contains(seat));
    }

    fn look_at_manifest(&mut self, session: &protocol::Session) {
        let Some(manifest) = session.manifest() else {
            return;
        };
        let seats = manifest.all_seats().into_iter().filter_map(|seat| {
            let entry = manifest.seat(seat)?;
            Some(SeatInfo {
                seat,
                side: manifest.side_of(seat)?,
                name: entry.name.clone(),
                key: entry.identity,
                mine: self.own.contains(&entry.identity),
            })
        });
        self.seats = seats.collect();
        let is_known = self.scenario.as_ref().is_some_and(|known| {
            known.text == manifest.scenario_text && known.options == manifest.options
        });
        if !is_known {
            self.scenario = Some(Arc::new(ScenarioInfo::of(
                &manifest.scenario_name,
                &manifest.scenario_text,
                &manifest.options,
            )));
        }
    }

    fn look_at_turns(&mut self, session: &protocol::Session) {
        if session.turns().len() > self.turns.len() {
            let fresh = session.turns()[self.turns.len()..]
                .iter()
                .cloned()
                .map(Arc::new);
            Arc::make_mut(&mut self.turns).extend(fresh);
        }
        if self.position.as_deref() != session.position() {
            self.position = session.position().cloned().map(Arc::new);
        }
        if self.start.is_none() && matches!(session.stage(), Stage::Playing | Stage::Over) {
            let has_begun = !self.turns.is_empty();
            self.start = if has_begun {
                // taken up in mid-game
                let replay = session
                    .match_file()
                    .and_then(|file| protocol::replay::read(&file).ok());
                replay.map(|replay| Arc::new(replay.start))
            } else {
                let first = self.position.clone();
                first.filter(|position| matches!(position.to_act(), ToAct::One(_)))
            };
        }
    }

    pub(crate) fn snapshot(&self, ended: bool) -> Snapshot {
        Snapshot {
            stage: self.stage,
            line: self.line,
            seats: self.seats.clone(),
            offer: self.offer.clone(),
            scenario: self.scenario.clone(),
            start: self.start.clone(),
            position: self.position.clone(),
            to_decide: self.to_decide.clone(),
            awaited: self.awaited.clone(),
            locked: self.locked.clone(),
            sealed: self.sealed.clone(),
            turns: Arc::clone(&self.turns),
            draw_offer: self.draw_offer,
            chat: Arc::clone(&self.chat),
            outcome: self.outcome,
            verdict: self.verdict.clone(),
            invitation: self.invitation.clone(),
            reachability: self.reachability.clone(),
            seen_at: self.seen_at,
            file: self.file.clone(),
            notes: self.notes.clone(),
            refused: self.refused.clone(),
            error: self.error.clone(),
            ended,
        }
    }
}
