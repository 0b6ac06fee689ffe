//! A set-up in parts: each member of a side that is shared by leaders proposes its own, shows it to its mates, and seals
//! it once all parts of the side are here and legal together.
//!
//! A part is shown before anything is signed. What a mate has sealed is compared with what it showed before anything is
//! locked (threat 48).

use rules::{AnyOrder, Rules, Side};

use super::due::Due;
use super::parts::Match;
use super::plans::{Clash, Plans};
use super::{File, Now, Session};
use crate::chain::{Chain, Plan, Round, parts_of};
use crate::codec::Wire;
use crate::file::Choice;
use crate::frame::{Content, PartPlan};
use crate::{Kind, Seat, SessionEvent};

/// Whether the parts of a side's set-up go together.
pub(super) enum Fit {
    /// All are here and legal together, and what is sealed is what was shown.
    Fits,
    /// A part is not here yet.
    Waits,
    Clashes(Clash),
}

impl Session {
    /// This seat's place among the seats that share its side: the number by which the rules know this member. 0 for a seat
    /// that has its side alone, and before there is a match.
    pub fn own_member(&self) -> u8 {
        self.member_of(self.seat()).unwrap_or(0)
    }

    /// A seat's place among the seats that share its side; none for a seat that does not play.
    pub fn member_of(&self, seat: Seat) -> Option<u8> {
        self.chain()?.member(seat)
    }

    /// True if our player has proposed its part of a set-up and the program has not sealed it yet: it waits for the
    /// mates' parts, and the player may propose another one.
    pub fn is_planning(&self) -> bool {
        let own = self.seat();
        let game = self.agreed();
        game.is_some_and(|game| match game.chain().plan() {
            Plan::Commit(round) => {
                game.chain().pending(own).is_none() && game.plans.of(own, round).is_some()
            }
            _ => false,
        })
    }

    /// The parts of the set-up of our side that its members have shown so far, our own among them, by seat: each an order
    /// that holds that member's part alone.
    pub fn plans(&self) -> Vec<(Seat, AnyOrder)> {
        let Some(game) = self.agreed() else {
            return Vec::new();
        };
        let (Some(round), Some(side)) = (game.chain().plan().round(), self.side_of(self.seat()))
        else {
            return Vec::new();
        };
        let seats = game.chain().manifest().sharers(side).into_iter();
        let shown =
            seats.filter_map(|seat| Some((seat, game.shown_part(round, side, seat)?.ok()?)));
        shown.collect()
    }

    /// Why the parts of our side's set-up cannot be sealed as they were shown last, with the seats whose parts these are;
    /// see [`SessionEvent::PlansClash`].
    pub fn plans_clash(&self) -> Option<(&[Seat], &str)> {
        let game = self.agreed()?;
        game.chain().plan().round()?;
        let Clash { seats, why } = game.plans.clash()?;
        Some((seats, why))
    }

    /// Our player's part of the set-up: it is shown to the mates, in place of one that was shown before.
    pub(super) fn plan_part(&mut self, now: Now, round: &Round, parts: Vec<(u16, Vec<u8>)>) {
        let Some(game) = &self.game else {
            return;
        };
        let plan = self.own_plan(now, game, round, parts);
        self.owe_plans();
        self.keep_plan(now, self.seat(), plan);
    }

    /// The plan that shows our player's part in a match.
    pub(super) fn own_plan(
        &self,
        now: Now,
        game: &Match,
        round: &Round,
        parts: Vec<(u16, Vec<u8>)>,
    ) -> PartPlan {
        let choice = Choice {
            step: round.step,
            parts,
        };
        let sid = game.chain().sid();
        PartPlan {
            step: round.step,
            prev: round.prev,
            number: game.plans.next_number(self.seat(), now.unix_ms),
            openings: self.signer.openings(&sid, round.step, &choice),
        }
    }

    fn keep_plan(&mut self, now: Now, seat: Seat, plan: PartPlan) {
        let kept = match &mut self.game {
            Some(game) => game.plans.keep(seat, plan),
            None => return,
        };
        if let Some(secret) = kept {
            return self.outbox.keep(&secret);
        }
        let Some(game) = &self.game else {
            return;
        };
        let keys = self.signer.keys(game.chain().sid());
        let file = self.private_file(keys, game, now);
        self.outbox.replace(File::Private, file);
    }

    /// A mate shows its part of a set-up.
    pub(super) fn take_plan(&mut self, now: Now, from: Seat, plan: PartPlan) {
        let own = self.seat();
        let Some(game) = &self.game else {
            return;
        };
        let chain = game.ledger.chain();
        let manifest = chain.manifest();
        // allied sides read each other's words, and do not set up together
        let is_mate = manifest.side_of(from) == manifest.side_of(own) && manifest.is_by_leaders();
        // with the plan that a mate has sealed goes the means to open it, should it be gone
        let is_sealed = chain.plan().round().is_some_and(|round| {
            let held = game.plans.of(from, round);
            let fits = |plan: &PartPlan| chain.seals(round, from, plan) == Some(true);
            held.is_some_and(fits) && !fits(&plan)
        });
        if !is_mate || plan.check().is_err() || !game.plans.is_new(from, &plan) || is_sealed {
            return;
        }
        self.keep_plan(now, from, plan);
        self.advance(now);
    }

    /// Every mate may lack our plan: a line is new somewhere, or was for a while.
    pub(super) fn owe_plans(&mut self) {
        let mates = self.mates();
        if let Some(game) = &mut self.game {
            game.plans.owe(mates);
        }
    }

    /// Sends our plan to the mates that may lack it.
    pub(super) fn share_plans(&mut self, now: Now) {
        let own = self.seat();
        let plan = self.agreed().and_then(|game| {
            let plan = game.plans.of(own, game.chain().plan().round()?)?;
            Some((plan.clone(), game.plans.owed()))
        });
        let Some((plan, owed)) = plan else {
            return;
        };
        let side = self.side_of(own);
        for mate in owed {
            // an ally on another side sets up by itself
            let is_mate = self.side_of(mate) == side;
            let is_done = !is_mate || self.send_sealed(now, mate, &Content::Plan(plan.clone()));
            if let Some(game) = self.game.as_mut().filter(|_| is_done) {
                game.plans.note_sent(mate);
            }
        }
    }

    /// Tells our player of mates' parts that are new, and of what keeps the parts from being sealed or locked.
    pub(super) fn tell_plans(&mut self) {
        let own = self.seat();
        let Some(game) = self.agreed() else {
            return;
        };
        let (Some(round), Some(side)) = (
            game.chain().plan().round().cloned(),
            game.chain().manifest().side_of(own),
        ) else {
            return;
        };
        let clash = match game.fit(own, &round) {
            Fit::Clashes(clash) => Some(clash),
            Fit::Fits | Fit::Waits => None,
        };
        let is_part = |seat: &Seat| matches!(game.shown_part(&round, side, *seat), Some(Ok(_)));
        let mut mates = game.chain().manifest().sharers(side);
        mates.retain(|seat| *seat != own && is_part(seat));
        let Some(game) = &mut self.game else {
            return;
        };
        mates.retain(|seat| game.plans.tell(*seat, &round));
        let clash = game.plans.tell_clash(clash);
        for seat in mates {
            self.show(SessionEvent::Planned(seat));
        }
        if let Some(Clash { seats, why }) = clash {
            self.show(SessionEvent::PlansClash { seats, why });
        }
    }
}

impl Match {
    /// The part that a seat has shown for a round, as an order, or why it is none; nothing if it has shown none.
    fn shown_part(
        &self,
        round: &Round,
        side: Side,
        seat: Seat,
    ) -> Option<Result<AnyOrder, String>> {
        let plan = self.plans.of(seat, round)?;
        let chain = self.chain();
        let member = chain.member(seat)?;
        let part = chain
            .position()
            .open_part(side, member, &parts_of(&plan.openings));
        Some(part.map_err(|cause| cause.to_string()))
    }

    /// Whether the parts of this seat's side go together in a round, by what its members have shown and sealed.
    pub(super) fn fit(&self, own: Seat, round: &Round) -> Fit {
        let chain = self.chain();
        let Some(side) = chain.manifest().side_of(own) else {
            return Fit::Fits;
        };
        let sealers = chain.sealers(round, side);
        // a side that one seat sets up needs no plans
        if !round.asks(own) || sealers.iter().all(|seat| *seat == own) {
            return Fit::Fits;
        }
        let mut parts = Vec::new();
        for seat in &sealers {
            let Some(plan) = self.plans.of(*seat, round) else {
                return Fit::Waits;
            };
            let name = self.name_of(*seat);
            if let Some(Err(cause)) = self.shown_part(round, side, *seat) {
                let why = format!("the part that {name} shows cannot be set up: {cause}");
                return Fit::Clashes(Clash {
                    seats: vec![*seat],
                    why,
                });
            }
            if chain.seals(round, *seat, plan) == Some(false) {
                let why = format!("{name} has sealed another part than the one it showed");
                return Fit::Clashes(Clash {
                    seats: vec![*seat],
                    why,
                });
            }
            parts.extend(parts_of(&plan.openings));
        }
        parts.sort_by_key(|part| part.slot);
        match chain.position().open(side, &parts) {
            Ok(_) => Fit::Fits,
            Err(cause) => Fit::Clashes(Clash {
                seats: sealers,
                why: cause.to_string(),
            }),
        }
    }

    /// The plans that the next match needs to open what was sealed in this one.
    pub(super) fn plans_for(&self, next: &Chain) -> Plans {
        let start = next.manifest().start.as_ref();
        let carried = start.and_then(|start| start.carried.as_ref());
        carried.map_or_else(Plans::default, |carried| {
            self.plans.carried(carried.step, &carried.prev)
        })
    }

    /// Our player's part of a set-up that begins anew in the next match: it is shown again there, if it is still a part
    /// that this seat fills.
    pub(super) fn part_for(
        &self,
        next: &Chain,
        own: Seat,
        is_strange: bool,
    ) -> Option<Vec<(u16, Vec<u8>)>> {
        let Plan::Commit(round) = next.plan() else {
            return None;
        };
        let side = next.manifest().side_of(own)?;
        let plan = self.plans.of(own, self.chain().plan().round()?)?;
        let parts = parts_of(&plan.openings);
        let part = next.position().open_part(side, next.member(own)?, &parts);
        // on older files the part may have been opened
        let is_kept = !is_strange && next.openers(round, side).len() > 1 && round.asks(own);
        part.ok().filter(|_| is_kept)?;
        let parts = parts.into_iter().map(|part| (part.slot, part.payload));
        Some(parts.collect())
    }

    fn name_of(&self, seat: Seat) -> String {
        let entry = self.chain().manifest().seat(seat);
        entry.map_or_else(
            || seat.counted(),
            |entry| crate::text::plain_text(&entry.name),
        )
    }
}

impl Chain {
    /// True if what a seat has sealed in a round is that plan; none if it has sealed nothing yet.
    pub(super) fn seals(&self, round: &Round, seat: Seat, plan: &PartPlan) -> Option<bool> {
        let pending = self.pending(seat);
        let sealed = match pending.filter(|record| record.kind == Kind::Commit) {
            Some(record) => self.commitments_in(record)?,
            None => round.commitments.get(&seat)?.clone(),
        };
        let shown = plan.openings.iter();
        let shown = shown.map(|opening| self.commitment_to(round, seat, opening));
        Some(shown.eq(sealed))
    }
}

impl Due<'_> {
    /// Our own part of a round's set-up, if all parts are here and go together, and it is this seat's turn to seal.
    ///
    /// The members seal in the order of the seats. If two of them could change their parts and seal them at the same moment,
    /// each legal beside the other's part of before, the set-up could be illegal for good. As it is, whoever has not sealed
    /// can go back to the part beside which the one before has sealed.
    pub(super) fn part_to_seal(self, round: &Round) -> Option<Vec<(u16, Vec<u8>)>> {
        let (game, own) = self.of();
        let plan = game.plans.of(own, round)?;
        let chain = game.chain();
        let side = chain.manifest().side_of(own)?;
        let mates = chain.openers(round, side).into_iter();
        let mut before = mates.take_while(|seat| *seat < own);
        let is_next = before.all(|seat| chain.pending(seat).is_some());
        let parts = parts_of(&plan.openings).into_iter();
        let parts = parts.map(|part| (part.slot, part.payload));
        (is_next && matches!(game.fit(own, round), Fit::Fits)).then(|| parts.collect())
    }

    /// True if mates have parts of this seat's choice in a round.
    pub(super) fn plans_with_mates(self, round: &Round) -> bool {
        let (game, own) = self.of();
        let side = game.chain().manifest().side_of(own);
        side.is_some_and(|side| game.chain().openers(round, side).len() > 1)
    }

    /// True if this seat may bind itself to what is sealed in a round: whatever its mates have sealed is what they showed,
    /// and legal together with its own.
    pub(super) fn may_lock(self, round: &Round) -> bool {
        let (game, own) = self.of();
        matches!(game.fit(own, round), Fit::Fits)
    }
}
