//! Who holds what: HEADs on a new line, and at a table the questions that go round for the HEADs of those without a
//! line to this program.
//!
//! A HEAD is signed end to end, so whoever passes it on can hold it up and change nothing in it.

use super::line::Line;
use super::parts::Match;
use super::{CloseReason, LineId, Now, Session, Standing};
use crate::file::Entry;
use crate::frame::{Bye, ByeCode, Frame, Head, Hear, Want};
use crate::{Fault, Seat, SessionEvent};

impl Session {
    /// Says on every line what this seat holds, once on each.
    pub(super) fn send_heads(&mut self) {
        for line in self.lines.keys().copied().collect::<Vec<LineId>>() {
            self.send_head(line);
        }
    }

    pub(super) fn send_head(&mut self, id: LineId) {
        let (Some(game), Some(line)) = (&self.game, self.lines.get_mut(&id)) else {
            return;
        };
        // with two seats the question to continue stands in for a HEAD when the match key is lost
        let manifest = game.chain().manifest();
        if self.signer.lacks_key(manifest) && !manifest.has_table() {
            return;
        }
        if let Some(nonce) = line.begin_head() {
            let head = self.signer.head(game.chain(), nonce);
            self.send(id, &Frame::Head(head));
        }
    }

    pub(super) fn handle_head(&mut self, now: Now, id: LineId, head: &Head) -> Result<(), Fault> {
        let peer = self.seat_on(id);
        // the peer still plays the match before this one, and has been shown how this one begins
        if self.continues() == Some(head.sid) {
            return Ok(());
        }
        let (Some(game), Some(line)) = (self.agreed(), self.lines.get(&id)) else {
            return self.fail(Some(id), Fault::Unexpected("a head before the match"));
        };
        let chain = game.chain();
        let has_table = chain.manifest().has_table();
        // the peer plays a new match that has not begun here: kept until it has
        if has_table && head.sid != chain.sid() {
            if let Some(line) = self.lines.get_mut(&id) {
                line.keep_head(head.clone());
            }
            return Ok(());
        }
        let is_for_line = head.seat == peer && head.nonce == line.nonce();
        if has_table && head.sid == chain.sid() {
            // an answer to a question that goes round
            if !is_for_line {
                return self.hear_from_afar(now, id, head);
            }
            if line.is_synced() {
                return Ok(());
            }
        }
        // the nonce ties the HEAD to this line: an older one, replayed, would say less than its signer holds now
        // (threat 19)
        if head.sid != chain.sid() || !is_for_line || !is_signed(game, head) {
            return self.fail(Some(id), Fault::Unexpected(UNSIGNED));
        }
        // one HEAD a line is answered with records: each answer can be the whole match (threat 13)
        if line.is_synced() {
            return Ok(());
        }
        self.hear_head(now, id, head);
        Ok(())
    }

    /// Takes in what the peer says it holds on this line, and shows what it lacks.
    pub(super) fn hear_head(&mut self, now: Now, id: LineId, head: &Head) {
        let (own, by) = (self.seat(), self.seat_on(id));
        let (Some(game), Some(line)) = (&mut self.game, self.lines.get_mut(&id)) else {
            return;
        };
        game.hear(own, now, head.clone());
        // whether to keep our own records back is settled before anything is sent on this line
        line.sync(head.clone(), game.withholds(own, by));
        let is_forked = game.hearing.is_forked(game.ledger.chain(), by);
        // where a seat signed two records it is known why, and nobody is to blame
        if is_forked && game.ledger.parted_at().is_none() {
            line.count_ask(now.clock);
            // the peer's own records of the fork convict whoever signed two: they are asked for from the first step,
            // since nobody knows where the histories part
            self.show_fault(Some(id), Fault::Fork { seat: by });
            let want = Want {
                from: 1,
                to: head.step,
                seats: Want::ALL,
            };
            self.send(id, &Frame::Want(want));
        }
        self.note_reach(now);
        self.catch_up(id);
        self.show_diverged(id);
        if self.has_table() {
            self.show_inquiries(id);
            self.show_boxes(id);
            self.owe_plans();
        }
        self.presence.note(by, now.clock);
        self.advance(now);
        self.go_on(now);
    }

    /// Works out anew whether this seat hears the others by its lines. Returns whether it does since now.
    pub(super) fn note_reach(&mut self, now: Now) -> bool {
        // without a line a letter may be what was heard
        if self.lines.is_empty() {
            return false;
        }
        let seats = self.lines.keys().map(|id| self.seat_on(*id));
        let seats: Vec<Seat> = seats.collect();
        let is_any = self.lines.values().any(Line::is_synced);
        let game = self.game.as_mut().filter(|game| game.ledger.is_agreed());
        game.is_some_and(|game| is_any && game.hearing.reach(&seats, now.clock))
    }

    /// Waits for a HEAD in the current step. Returns `true` if the wait ends now.
    pub(super) fn wait_for_head(&mut self, now: Now) -> bool {
        let has_line = !self.lines.is_empty();
        let game = self.game.as_mut().filter(|game| game.ledger.is_agreed());
        game.is_some_and(|game| {
            let step = game.chain().step();
            game.hearing.wait(step, now.clock, has_line)
        })
    }

    /// Sends on a line whose peer is heard the questions that go round, this seat's own among them, with the answers.
    fn show_inquiries(&mut self, id: LineId) {
        let own = self.seat();
        let (Some(game), Some(line)) = (&mut self.game, self.lines.get(&id)) else {
            return;
        };
        let nonce = line.nonce();
        let is_new = game.inquiries.nonce_of(own) != Some(nonce);
        if is_new {
            let hear = self.signer.hear(game.chain(), nonce);
            game.inquiries.take(hear.clone());
            self.spread(Some(id), &Frame::Hear(hear));
        }
        let frames = self.game.as_ref().map(|game| game.inquiries.frames(own));
        for frame in frames.unwrap_or_default() {
            self.send(id, &frame);
        }
    }

    /// A seat asks all others what they hold.
    pub(super) fn handle_hear(&mut self, now: Now, id: LineId, hear: Hear) -> Result<(), Fault> {
        let own = self.seat();
        if self.continues() == Some(hear.sid) {
            return Ok(());
        }
        let Some(game) = self.agreed() else {
            return self.fail(Some(id), Fault::Unexpected("a question before the match"));
        };
        let manifest = game.chain().manifest();
        if !manifest.has_table() || hear.sid != game.chain().sid() {
            return self.fail(Some(id), Fault::Unexpected("a question for another match"));
        }
        // before the signature is checked: copies come on every line
        let is_known = game.inquiries.knows(hear.seat, &hear.nonce);
        // one that was kept may be older than the program on a line
        let is_outdated = hear.is_kept && self.others_of(&hear).next().is_some();
        if hear.seat == own || is_known || is_outdated {
            return Ok(());
        }
        let entry = manifest.seat(hear.seat);
        let is_signed = entry.is_some_and(|entry| entry.speaks(|key| hear.is_signed_by(key)));
        if !is_signed {
            let what = "a question that its seat did not sign";
            return self.fail(Some(id), Fault::Unexpected(what));
        }
        let line = self.lines.get_mut(&id);
        // dropped without a fault: an honest program may pass on what others ask (threat 40)
        if line.is_none_or(|line| !line.may_hear(hear.seat, now.clock)) {
            return Ok(());
        }
        if let Some(game) = &mut self.game {
            game.inquiries.take(hear.clone());
        }
        if !hear.is_kept {
            self.fence(&hear);
        }
        self.spread(Some(id), &Frame::Hear(hear.clone()));
        self.answer(&hear);
        // whoever asks has a way to the others since now, and maybe a mate through it
        self.owe_plans();
        self.share_plans(now);
        Ok(())
    }

    /// Two programs of one seat: whoever answers one does not speak with the other (threat 56).
    fn fence(&mut self, hear: &Hear) {
        for id in self.others_of(hear).collect::<Vec<LineId>>() {
            let bye = Bye::new(ByeCode::Fault, "another program plays your seat");
            self.close(id, &bye, CloseReason::Bye(bye.reason.clone()));
        }
    }

    /// The lines to other programs of the seat than the one that asks.
    fn others_of(&self, hear: &Hear) -> impl Iterator<Item = LineId> {
        let (seat, nonce) = (hear.seat, hear.nonce);
        // a greeting bears the nonce of its program's questions
        let others = self.lines.iter().filter(move |(id, line)| {
            line.is_greeted() && line.peer_nonce() != nonce && self.seat_on(**id) == seat
        });
        others.map(|(id, _)| *id)
    }

    fn answer(&mut self, hear: &Hear) {
        // our HEAD on the line to the asker answers the same nonce
        let is_answered = self
            .lines
            .iter()
            .any(|(id, line)| line.has_answered(&hear.nonce) && self.seat_on(*id) == hear.seat);
        let Some(game) = &mut self.game else {
            return;
        };
        if is_answered {
            return;
        }
        let head = self.signer.head(game.chain(), hear.nonce);
        game.inquiries.answer(hear.seat, head.clone());
        self.spread(None, &Frame::Head(head));
    }

    /// A HEAD that answers the question of a table, ours or another's.
    fn hear_from_afar(&mut self, now: Now, id: LineId, head: &Head) -> Result<(), Fault> {
        let own = self.seat();
        let Some(game) = &self.game else {
            return Ok(());
        };
        let asker = game.inquiries.asker_of(&head.nonce);
        // an answer to an older question, or a copy: dropped before its signature is checked
        let Some(asker) = asker.filter(|asker| {
            let is_own = head.seat == own || head.seat == *asker;
            !is_own && !game.inquiries.has_answer(*asker, head.seat)
        }) else {
            return Ok(());
        };
        if !is_signed(game, head) {
            return self.fail(Some(id), Fault::Unexpected(UNSIGNED));
        }
        if let Some(game) = &mut self.game {
            game.inquiries.answer(asker, head.clone());
        }
        if asker != own {
            self.spread(Some(id), &Frame::Head(head.clone()));
            return Ok(());
        }
        if let Some(game) = &mut self.game {
            game.hear(own, now, head.clone());
        }
        self.advance(now);
        Ok(())
    }

    /// The time is up in which seats could have shown what they say they hold. Their words are kept as evidence, and
    /// their lines are closed. On its own files this seat knows all it has signed, and signs on: otherwise a peer could
    /// stop any match it is losing by naming a record that does not exist (threat 19, `interruptions` attack_7).
    pub(super) fn name_false_heads(&mut self, now: Now) {
        let is_own = self.standing() == Standing::Own;
        let own = self.seat();
        // at most once each: on strange files the word still stands
        for _ in 0..self.manifest().map_or(0, |manifest| manifest.seats.len()) {
            let Some(game) = &mut self.game else {
                return;
            };
            let is_parted = game.ledger.parted_at().is_some();
            let late = game
                .hearing
                .late(game.ledger.chain(), own, (now.clock, is_parted));
            let head = late.and_then(|seat| game.hearing.disbelieve(seat, is_own));
            let Some(head) = head else {
                return;
            };
            let by = head.seat;
            self.keep_bounded(Entry::Head(head));
            self.advance(now);
            let lines = self.lines.keys().copied();
            let lines: Vec<LineId> = lines.filter(|id| self.seat_on(*id) == by).collect();
            if lines.is_empty() {
                self.show(SessionEvent::Fault(Fault::FalseHead { seat: by }));
            }
            for line in lines {
                let _named = self.fail(Some(line), Fault::FalseHead { seat: by });
            }
            self.show_withheld();
            if !self.has_table() {
                return;
            }
        }
    }
}

const UNSIGNED: &str = "a head that its seat did not sign for this line";

fn is_signed(game: &Match, head: &Head) -> bool {
    let manifest = game.chain().manifest();
    let entry = manifest.seat(head.seat);
    entry.is_some_and(|entry| match manifest.has_table() {
        true => entry.speaks(|key| head.is_signed_by(key)),
        false => head.is_signed_by(&entry.key),
    })
}
