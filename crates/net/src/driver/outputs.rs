//! The outputs of the sessions: bytes for the disk, frames for the peer, events for the user.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use home::continuation;
use home::file_names::{next_file, past_file};
use home::writing::create;
use home::{Home, Origin, SeatInfo, StorageError};
use protocol::{
    Audience, Beginning, CloseReason, Fault, LineId, ManifestSummary, Output, PublicKey, Refusal,
    Seat, SessionEvent,
};

use super::{Driver, Wire};
use crate::chair::{Chair, chair_at};
use crate::close::CloseCode;
use crate::disk::on_disk;
use crate::handle::Happening;
use crate::line::Down;
use crate::snapshot::ChatLine;

impl Driver {
    /// Carries out the outputs of every session until there is none. Frames that wait for the disk are left to
    /// [`Driver::release`].
    pub(super) fn carry_out(&mut self) -> Result<(), StorageError> {
        let mut is_moving = true;
        // until none gives out anything: a frame that waits for nothing makes another chair speak, whose turn is past
        while is_moving {
            is_moving = false;
            for index in 0..self.chairs.len() {
                while let Some(output) = self.chairs[index].session.poll_output() {
                    is_moving = true;
                    // the letter written before may lack whatever comes out now
                    self.letter.has_news = true;
                    self.carry_out_one(index, output)?;
                }
            }
        }
        Ok(())
    }

    /// Has on disk what was written down, in one go, and then sends the frames that waited for that.
    pub(super) fn release(&mut self) -> Result<(), StorageError> {
        // one flush covers all that was appended since the last: the first frame pays for those behind it
        for (index, line, frame) in std::mem::take(&mut self.unsent) {
            let files = &mut self.chairs[index].files;
            if files.is_dirty() {
                on_disk(|| files.flush())?;
            }
            self.put_on_line(index, line, frame);
        }
        Ok(())
    }

    /// Puts a frame on its line.
    fn put_on_line(&mut self, index: usize, line: LineId, frame: Vec<u8>) {
        if let Some((other, line)) = chair_at(index, line) {
            let now = self.now();
            if let Some(chair) = self.chairs.get_mut(other) {
                // the session reports what is wrong with the frame, and closes the line
                let _ = chair.session.handle_frame(now, line, &frame);
            }
            return;
        }
        match &mut self.wire {
            // a letter carries the whole state, and is written when this side has nothing left to decide
            Wire::Local | Wire::Mail { .. } => {}
            Wire::Remote(remote) => {
                // without a line the frame is dropped: the session repeats all frames that count
                let Some(at) = remote.way_told(line) else {
                    return;
                };
                if !remote.ways[at].send(frame) {
                    // an honest peer never falls that far behind (`CATCH_UPS` matches and 4 MiB): this one does not
                    // read
                    let what = "too much waits to be sent".to_owned();
                    self.lose_line(at, Down::Broken(what));
                }
            }
        }
    }

    pub(super) fn carry_out_one(
        &mut self,
        index: usize,
        output: Output,
    ) -> Result<(), StorageError> {
        match output {
            Output::Mark(signed) => {
                let Chair { session, files, .. } = &mut self.chairs[index];
                // a lock and a read of two slots: to step aside for them costs more (40 microseconds of a turn's 2 ms)
                files.make_ready(session, signed)?;
            }
            Output::Next { sid } => {
                // the new files are made before the first byte of the new match comes, and the old mark names it before
                // anything of it leaves: a copy of the old files can sign nothing more (threat 19)
                let file = self.file_of_next(index);
                // without those chairs that do not play on; the first that does writes the match
                let gone = self.chairs[index].session.gone();
                let before = self.chairs[..index].iter();
                let is_gone = |chair: &&Chair| {
                    let seat = chair.session.seat();
                    gone.iter().any(|(of, _)| *of == seat)
                };
                let chair = index - before.filter(is_gone).count();
                on_disk(|| self.chairs[index].continue_in(&file, chair, sid))?;
                let file = self.chairs[0].files.public_path();
                self.view.shown.file = file.to_owned();
            }
            Output::Persist(file, bytes) => {
                // something new was learned, so the frame was no idle one (`IDLE_FRAMES`)
                if let Wire::Remote(remote) = &mut self.wire
                    && let Some(way) = self.gains_of.and_then(|at| remote.ways.get_mut(at))
                {
                    way.count_gain();
                }
                let files = &mut self.chairs[index].files;
                match files.appends_at_once(file) {
                    // to step aside costs more: at a table of eight every program appends eight records in a turn
                    true => files.append(file, &bytes)?,
                    false => on_disk(|| files.append(file, &bytes))?,
                }
            }
            Output::Replace(file, bytes) => {
                on_disk(|| self.chairs[index].files.replace(file, &bytes))?;
            }
            Output::Send(line, frame) => {
                self.unsent.push((index, line, frame));
                // nothing to wait for, as with chat and acknowledgements: to queue it would add a round through the loop
                if !self.chairs[index].files.is_dirty() {
                    self.release()?;
                }
            }
            Output::Pass(line, frame) => match self.unsent.is_empty() {
                true => self.put_on_line(index, line, frame),
                // behind what waits for the disk, so that each line keeps its order
                false => self.unsent.push((index, line, frame)),
            },
            Output::Event(event) => {
                if event == SessionEvent::Agreed {
                    // the meeting is written down too, and the peer need not wait for that
                    self.release()?;
                }
                self.event(index, event);
            }
            Output::Close(line, reason) => {
                // the reason for the end must reach the peer before the end
                self.release()?;
                match chair_at(index, line) {
                    None => self.close(line, reason),
                    // the others of this machine play on without this seat
                    Some(_) if parts(&reason) => {}
                    // two programs of one kind that do not understand each other: nothing more comes of the match
                    Some(_) => self.ending.is_over = true,
                }
            }
        }
        Ok(())
    }

    fn is_own(&self, seat: Seat) -> bool {
        self.chairs.iter().any(|chair| chair.session.seat() == seat)
    }

    /// The first chair of a player for whom that holds.
    fn first_of(&self, is_meant: impl Fn(&SeatInfo) -> bool) -> Option<usize> {
        self.chairs.iter().position(|chair| {
            let info = self.view.shown.seat(chair.session.seat());
            info.is_some_and(&is_meant)
        })
    }

    /// The chair whose account of such an event counts: the first. Of what only a side or a team hears, the first of these
    /// tells, and nobody what this machine's players show each other. Of what becomes of a player who has resigned the first
    /// other one tells, and everything once the others have gone on.
    fn teller(&self, event: &SessionEvent) -> Option<usize> {
        let side_of = |seat: Seat| self.view.shown.side_of(seat);
        match event {
            SessionEvent::Planned(seat) if self.is_own(*seat) => return None,
            SessionEvent::Planned(seat) => {
                let side = side_of(*seat);
                return self.first_of(|info| Some(info.side) == side);
            }
            SessionEvent::PlansClash { seats, .. } => {
                let side = seats.first().and_then(|seat| side_of(*seat));
                return self.first_of(|info| Some(info.side) == side);
            }
            SessionEvent::Chat {
                seat,
                to: Audience::Team,
                ..
            } => {
                let team = self.view.shown.seat(*seat).map(|info| info.team);
                let is_own = self.is_own(*seat);
                return self.first_of(|info| Some(info.team) == team && !is_own);
            }
            _ => {}
        }
        let is_of_the_rest = matches!(
            event,
            SessionEvent::MayGoOn { .. }
                | SessionEvent::GoOnSaid { .. }
                | SessionEvent::GoOnLapsed(_)
                | SessionEvent::Continued { .. }
        );
        let tells = |chair: &Chair| {
            let has_gone = is_of_the_rest && chair.session.has_resigned();
            !(chair.session.is_left_out() || has_gone)
        };
        Some(self.chairs.iter().position(tells).unwrap_or(0))
    }

    pub(super) fn event(&mut self, index: usize, event: SessionEvent) {
        if let SessionEvent::ContinueAsked(terms) = &event
            && self.is_own(terms.asks)
        {
            // one click answers for all players of this machine
            return self.agree_to_continue(index);
        }
        if let SessionEvent::MayGoOn { without, why } = event {
            self.may_go_on(index, without, why);
        }
        // all sessions of this machine see every event, and one account is enough
        if Some(index) != self.teller(&event) {
            return;
        }
        match &event {
            SessionEvent::Joined { .. } => self.recognize(index),
            SessionEvent::Agreed => {
                self.view.shown.contract.offer = None;
                self.keep_past();
                self.agreed();
                self.recognize(index);
            }
            SessionEvent::Step(_) => self.view.shown.next.terms = None,
            SessionEvent::ContinueDeclined(_) | SessionEvent::ContinueLapsed => self.asked = None,
            SessionEvent::TimeLow { .. } | SessionEvent::TimeUp(_) => {
                self.view.shown.time.calls += 1;
            }
            SessionEvent::Chat { seat, to, text } => {
                let (seat, to, text) = (*seat, *to, text.clone());
                self.view.say(ChatLine { seat, to, text });
            }
            SessionEvent::Locked(_)
            | SessionEvent::Planned(_)
            | SessionEvent::PlansClash { .. }
            | SessionEvent::DrawOffered(_)
            | SessionEvent::DrawAnswered(..)
            | SessionEvent::TakebackAsked(_)
            | SessionEvent::TakebackAnswered(..)
            | SessionEvent::Resigned(_)
            | SessionEvent::ContinueAsked(_)
            | SessionEvent::ContinueAgreed(_)
            | SessionEvent::Claimed { .. }
            | SessionEvent::MayGoOn { .. }
            | SessionEvent::GoOnSaid { .. }
            | SessionEvent::GoOnLapsed(_)
            | SessionEvent::LeftOut { .. }
            | SessionEvent::Over(_) => {}
            SessionEvent::Offered(summary) => return self.offered(index, summary),
            SessionEvent::Past(file) => return self.hear_past(Arc::clone(file)),
            SessionEvent::Continued { .. } => return self.continued(),
            // `check_completion` reports the end once the file is judged
            SessionEvent::Closed => return,
            SessionEvent::ClaimDenied { against, .. } => return self.claim_denied(*against),
            SessionEvent::TimeDisputed(dispute) => {
                let seat = self.view.shown.seat(dispute.seat);
                let name = seat.map_or("the other player", |seat| seat.name.as_str());
                return self.note(dispute.in_words(name));
            }
            SessionEvent::PeerIsNewer(version) => {
                let whose = match self.is_table() {
                    true => "The program of another player",
                    false => "The other player's program",
                };
                return self.note(format!(
                    "{whose} is newer, version {version}; yours is {}. The match is played all the same. Take a new \
                     version from where you got this one, and from nobody in a match.",
                    env!("CARGO_PKG_VERSION")
                ));
            }
            SessionEvent::Diverged { step, ours, theirs } => {
                let theirs = theirs.as_deref().unwrap_or("not yet known");
                return self.note(format!(
                    "Step {step}: the positions differ.\nHere:  {ours}\nThere: {theirs}"
                ));
            }
            SessionEvent::Fault(fault) => return self.fault(fault),
        }
        self.user.told.push(Happening::Session(event));
    }

    /// The guest sees an offer, or agrees to it at once if the settings say so.
    fn offered(&mut self, index: usize, summary: &ManifestSummary) {
        self.recognize(index);
        self.trace(summary.begins.as_deref());
        self.view.shown.contract.offer = Some(Arc::new(summary.clone()));
        let event = SessionEvent::Offered(summary.clone());
        self.user.told.push(Happening::Session(event));
        if !self.refuses_origin(index) && self.accepts_any_offer {
            // shown before accepting: that makes the files, and a flush takes milliseconds
            self.show();
            let now = self.now();
            // the offer that was shown is the present one
            let _ = self.chairs[index].session.accept(now, &summary.sid);
        }
    }

    /// The file of the match that continues the one of that chair; one for all chairs.
    fn file_of_next(&self, index: usize) -> PathBuf {
        let now = self.chairs[index].files.public_path();
        let mut files = self.chairs.iter().map(|chair| chair.files.public_path());
        // a chair whose session was first has chosen the name already
        let chosen = files.find(|file| *file != now).map(Path::to_owned);
        chosen.unwrap_or_else(|| next_file(now))
    }

    fn claim_denied(&mut self, against: Seat) {
        let words = match self.view.shown.seat(against) {
            Some(accused) if accused.mine => {
                let others = match self.view.shown.has_table() {
                    true => "The others can go on without you until then.",
                    false => "The other program takes it to be over until then.",
                };
                format!(
                    "By this program's clock your time is not up, so the match is not over: it continues with your next turn. {others}"
                )
            }
            accused => {
                let name = accused.map_or("the other player", |seat| seat.name.as_str());
                format!(
                    "{name}'s program says that the time was not up, and continues: the claim has fallen, and the match is not over."
                )
            }
        };
        self.note(words);
    }

    /// The fault of the other program, or of this copy of the match, in words.
    fn fault(&mut self, fault: &Fault) {
        match fault {
            // no fault of a seat that is proved: both positions are kept as text (section 6, Positions that differ)
            Fault::Diverged { .. } => self.note(format!(
                "{fault}. Nothing more is played in this match. You can {}.",
                fault.advice()
            )),
            // the session signs nothing more, so the match ends here
            fault if self.is_halted() => self.fail(fault.to_string(), fault.advice()),
            Fault::SecondProgram => {
                let words = "Another copy of this match has signed for your seat";
                self.note(format!("{words}: {}.", fault.advice()));
            }
            fault => {
                let whose = self.whose_fault(fault);
                self.note(format!("{whose} broke the protocol: {fault}."));
            }
        }
    }

    /// The program that broke the protocol, for a sentence: by name where the fault is a seat's own. What else comes on a line
    /// may be another's, passed on; the end of the line names its player.
    fn whose_fault(&self, fault: &Fault) -> String {
        let shown = &self.view.shown;
        let seat = match fault {
            Fault::Proved(proof) => Some(proof.seat),
            Fault::FalseHead { seat } | Fault::Fork { seat } => Some(*seat),
            Fault::Malformed(_)
            | Fault::UnknownFrame(_)
            | Fault::Unexpected(_)
            | Fault::BadChannelSignature
            | Fault::BadGenesis
            | Fault::BadSignature { .. }
            | Fault::OtherHistory { .. }
            | Fault::Diverged { .. }
            | Fault::UnknownNotes
            | Fault::SecondProgram
            | Fault::LostChoice
            | Fault::OwnRecord
            | Fault::Flood
            | Fault::Clocks => None,
        };
        match seat.filter(|_| shown.has_table()) {
            Some(seat) => format!("The program of {}", shown.name_of(seat)),
            None if shown.has_table() => "A program at this table".to_owned(),
            None => "The other program".to_owned(),
        }
    }

    /// A new match has begun on the same line: what the programs have said of the end of the one before counts no more.
    fn continued(&mut self) {
        self.asked = None;
        self.view.shown.played.verdict = None;
        self.view.shown.next.terms = None;
        self.ending.linger_until = None;
        if let Wire::Remote(remote) = &mut self.wire {
            remote
                .ways
                .iter_mut()
                .for_each(|way| way.is_peer_done = false);
        }
        self.leave_gone_machines();
        let file = self.view.shown.file.clone();
        let name = file.file_name().unwrap_or_default().to_string_lossy();
        self.view
            .note(format!("The match continues in a new one, {name}."));
        self.user.told.push(Happening::Continued { file });
    }

    /// Finds out what this machine knows of the match from which a match begins.
    pub(super) fn trace(&mut self, beginning: Option<&Beginning>) {
        let home = self.home.as_ref();
        let origin = beginning.zip(home);
        let place = past_file(&self.view.shown.file);
        let sent = self
            .past
            .as_ref()
            .map(|past| (past.as_slice(), place.as_path()));
        let trace = |(beginning, home)| Arc::new(on_disk(|| Origin::trace(beginning, home, sent)));
        self.view.shown.contract.origin = origin.map(trace);
    }

    /// The other has sent the file of an older match: either the one that an offer begins from, or one that this
    /// machine's player has lost.
    fn hear_past(&mut self, file: Arc<Vec<u8>>) {
        // if this machine's player has not signed the file, or it comes from anybody but that match's other player, it
        // is no lost match
        let manifest = continuation::agreed(&file);
        let keys = self.view.keys();
        let peer = self
            .only_way()
            .and_then(|(_, way)| Some(way.line.as_ref()?.peer));
        let has_lost = manifest.as_ref().is_some_and(|manifest| {
            let mut seats = manifest.seats.iter().map(|seat| seat.identity);
            let has_own = seats.clone().any(|key| keys.contains(&key.0));
            // the player must have a seat and the peer the other one: else any peer could write files here
            has_own && seats.any(|key| Some(key) == peer)
        });
        // a file of somebody else's match is only looked at: an offer may begin from it
        if !has_lost {
            self.past = Some(file);
            return;
        }
        let sid = manifest.map(|manifest| manifest.sid());
        let folder = self.home.as_ref().map(Home::matches_folder);
        let here = sid
            .zip(folder)
            .and_then(|(sid, folder)| continuation::file_of(&folder, &sid));
        // not written over: the copy here has its key, and may hold more
        if let Some(here) = here {
            return self.fail(
                format!("you play this match already, in {}", here.display()),
                "resume it from your list, or with `warlord resume`",
            );
        }
        let place = self.view.shown.file.clone();
        // a copy without a key: with it the player can resign, or ask to continue
        match on_disk(|| create(&place, &file)) {
            Ok(()) => self.fail(
                format!(
                    "you play this match already, and its files are not in your data folder; the other player has sent what was \
                     played, which is kept in {}",
                    place.display()
                ),
                "enter the code once more: you can then ask to continue in a new match, or resign",
            ),
            Err(error) => self.fail(
                format!(
                    "you play this match already, its files are not in your data folder, and what the other player has sent \
                     cannot be written to {}: {error}",
                    place.display()
                ),
                "check your rights and the space on the disk, then enter the code once more",
            ),
        }
    }

    /// Keeps the older match that the host has sent beside the one that was agreed.
    fn keep_past(&mut self) {
        let origin = self.view.shown.contract.origin.clone();
        let is_sent =
            |origin: &Arc<Origin>| origin.known.as_ref().is_some_and(|known| known.is_sent);
        // only if this machine lacks it: a file of its own is not doubled
        if let (Some(past), Some(_)) = (self.past.take(), origin.filter(is_sent)) {
            let place = past_file(&self.view.shown.file);
            if let Err(error) = on_disk(|| create(&place, &past)) {
                self.note(format!(
                    "The older match is not kept in {}: {error}.",
                    place.display()
                ));
            }
        }
    }

    /// Refuses an offer whose position does not occur in the match that it names: no player wants it, whatever it looks
    /// like. Nor can a player of that match be a substitute in it.
    fn refuses_origin(&mut self, index: usize) -> bool {
        let origin = self.view.shown.contract.origin.as_ref();
        let keys = self.view.keys();
        let is_own = |origin: &Arc<Origin>| {
            let mut keys = keys.iter();
            keys.any(|key| origin.is_of(PublicKey(*key)))
        };
        if origin.is_some_and(is_own) {
            // declined in the session too, so that the host's program says so at once
            self.chairs[index].session.decline();
            self.fail(
                "you have a seat in the match that would be continued with somebody else"
                    .to_owned(),
                "resume that match: there you both continue, or agree to a new match",
            );
            return true;
        }
        // only a file of this machine's own can prove the position false; without one the user must judge
        if !origin.is_some_and(|origin| origin.is_false()) {
            return false;
        }
        self.chairs[index].session.decline();
        self.fail(
            "the offer does not begin at the position it names: your file of that match has another position there".to_owned(),
            "do not play on from there with this player; `warlord judge` on your file shows what was played",
        );
        true
    }

    /// Writes into the marks what was signed and is not there yet.
    pub(super) fn put_down(&mut self) -> Result<(), StorageError> {
        let files = self.chairs.iter_mut().map(|chair| &mut chair.files);
        // only files with a mark to write: a flush of the others would cost a write for nothing
        let mut signing = files.filter(|files| files.is_signing());
        signing.try_for_each(|files| on_disk(|| files.flush()))
    }

    /// Flushes bytes that no sent frame depends on: they need not be on disk at once.
    pub(super) fn flush(&mut self) {
        let flushed = on_disk(|| {
            self.chairs
                .iter_mut()
                .try_for_each(|chair| chair.files.flush())
        });
        if let Err(error) = flushed {
            self.fail_to_keep(&error);
        }
    }

    /// The table has gone on without the player at the other end, or without this one: they need no line any more. If that
    /// player was let in again by then, the next caller is welcome.
    fn part(&mut self, at: usize) {
        if let Some((_, way)) = self.way(at) {
            way.is_gone = true;
        }
        self.lose_line(at, Down::Closed(CloseCode::Uninvited));
    }

    pub(super) fn close(&mut self, line: LineId, reason: CloseReason) {
        let remote = self.remote();
        // a line that was replaced meanwhile has none
        let Some(at) = remote.and_then(|remote| remote.way_told(line)) else {
            return;
        };
        match reason {
            // the user has gone already; a line that ends now is no news
            _ if self.ending.is_leaving => {}
            CloseReason::Fault(_) if self.is_halted() => {
                self.ending.is_over = true;
            }
            CloseReason::Fault(fault) => self.lose_line(at, Down::Breach(fault.to_string())),
            reason if parts(&reason) => self.part(at),
            // the host of the table, who signs last of all: this program ended between its signature and the host's word
            CloseReason::Refused(Refusal::UnknownMatch)
                if self.is_table() && at == 0 && !self.is_agreed() =>
            {
                self.ending.is_void = true;
                self.fail(
                    "the match did not begin: somebody was lost or left before all had signed"
                        .to_owned(),
                    "enter the code of the table again",
                );
            }
            CloseReason::Refused(refusal) => {
                // a guest's program of other rules frees the place; the invitation waits for another
                if self.may_wait_for_another() {
                    self.note(format!("A guest could not join: {refusal}."));
                    self.lose_line(at, Down::Closed(CloseCode::Uninvited));
                // at a table that has begun the others play on
                } else if self.is_table() && self.is_agreed() {
                    let note = format!("{} cannot play on: {refusal}.", self.name_at(at));
                    // said once, however often that program calls
                    if !self.view.shown.messages.notes.contains(&note) {
                        self.note(note);
                    }
                    self.lose_line(at, Down::Closed(CloseCode::Uninvited));
                } else {
                    self.fail(refusal.to_string(), refusal.advice());
                }
            }
            CloseReason::Bye(_) => {
                self.lose_line(at, Down::Closed(CloseCode::Left));
            }
        }
    }
}

/// True if a line ends because the table has gone on without one of its ends; the other one hears it in words.
fn parts(reason: &CloseReason) -> bool {
    match reason {
        CloseReason::Refused(refusal) => *refusal == Refusal::LeftOut,
        CloseReason::Bye(words) => *words == Refusal::LeftOut.to_string(),
        _ => false,
    }
}
