//! The parts of a set-up that the members of a side have shown each other.

use std::collections::{BTreeMap, BTreeSet};

use crate::Seat;
use crate::chain::Round;
use crate::file::{KeptPlan, Secret};
use crate::frame::PartPlan;

/// The plans appended to the private file before it is written anew: whatever a mate shows, the file stays short.
const MOST_APPENDED: usize = 32;

/// The newest plan of each member of this seat's side, our own among them.
///
/// A plan is no commitment. It is kept until the round is over: by it a mate's commitments are checked before anything is
/// locked, and opened if the mate should be gone. Nothing here is signed; every method may be called at any time.
#[derive(Default)]
pub(super) struct Plans {
    newest: BTreeMap<Seat, PartPlan>,
    /// The mates that may lack our newest plan.
    owed: BTreeSet<Seat>,
    /// The numbers of the plans that our player was told of.
    told: BTreeMap<Seat, u64>,
    /// The clash that our player was told of last.
    clash: Option<Clash>,
    appended: usize,
}

/// Why the parts of a side cannot be sealed, or what is sealed cannot be locked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Clash {
    pub(super) seats: Vec<Seat>,
    pub(super) why: String,
}

impl Plans {
    /// As the private file has them.
    pub(super) fn resumed(kept: Vec<KeptPlan>) -> Self {
        Self {
            appended: kept.len(),
            newest: kept
                .into_iter()
                .map(|kept| (kept.seat, kept.plan))
                .collect(),
            ..Self::default()
        }
    }

    /// The plans of that round, for a new match in which it is still to be opened.
    pub(super) fn carried(&self, step: u64, prev: &crate::hash::Digest) -> Self {
        let plans = self.newest.iter();
        let of_round = plans.filter(|(_, plan)| plan.step == step && plan.prev == *prev);
        Self {
            newest: of_round.map(|(seat, plan)| (*seat, plan.clone())).collect(),
            ..Self::default()
        }
    }

    /// The plan of a seat for that round.
    pub(super) fn of(&self, seat: Seat, round: &Round) -> Option<&PartPlan> {
        let plan = self.newest.get(&seat)?;
        (plan.step == round.step && plan.prev == round.prev).then_some(plan)
    }

    /// The number of the next plan of a seat, at that Unix time.
    pub(super) fn next_number(&self, seat: Seat, unix_ms: u64) -> u64 {
        let last = self.newest.get(&seat).map_or(0, |plan| plan.number);
        unix_ms.max(last.saturating_add(1))
    }

    /// True if the plan is newer than the one that is here.
    pub(super) fn is_new(&self, seat: Seat, plan: &PartPlan) -> bool {
        let held = self.newest.get(&seat);
        held.is_none_or(|held| plan.number > held.number)
    }

    /// Keeps a plan. Returns what the private file appends; none if the file has to be written anew.
    pub(super) fn keep(&mut self, seat: Seat, plan: PartPlan) -> Option<Secret> {
        self.newest.insert(seat, plan.clone());
        if self.appended >= MOST_APPENDED {
            self.appended = self.newest.len();
            return None;
        }
        self.appended = self.appended.saturating_add(1);
        Some(Secret::Plan(KeptPlan { seat, plan }))
    }

    /// Those seats may lack our newest plan.
    pub(super) fn owe(&mut self, seats: impl IntoIterator<Item = Seat>) {
        self.owed.extend(seats);
    }

    /// The seats that may lack our newest plan.
    pub(super) fn owed(&self) -> Vec<Seat> {
        self.owed.iter().copied().collect()
    }

    pub(super) fn note_sent(&mut self, seat: Seat) {
        self.owed.remove(&seat);
    }

    /// True if our player was not told of the seat's plan for that round yet, and is now.
    pub(super) fn tell(&mut self, seat: Seat, round: &Round) -> bool {
        let number = self.of(seat, round).map(|plan| plan.number);
        number.is_some_and(|number| self.told.insert(seat, number) != Some(number))
    }

    /// The clash, if our player was not told of it yet and is now.
    pub(super) fn tell_clash(&mut self, clash: Option<Clash>) -> Option<Clash> {
        let is_new = self.clash != clash;
        self.clash.clone_from(&clash);
        clash.filter(|_| is_new)
    }

    /// The clash that our player was told of last.
    pub(super) fn clash(&self) -> Option<&Clash> {
        self.clash.as_ref()
    }

    /// The entries for the private file.
    pub(super) fn to_secrets(&self) -> impl Iterator<Item = Secret> {
        let plans = self.newest.iter().map(|(seat, plan)| KeptPlan {
            seat: *seat,
            plan: plan.clone(),
        });
        plans.map(Secret::Plan)
    }
}
