//! The search through all reachable states of a case.

use std::collections::BTreeSet;

use protocol::descent::{Descent, Family};

use super::world::{Case, Fact, Has, Id, Manifest, Numbers, OLD, Pool, Restore, Rule, Shown};

/// What an honest player must never suffer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Violation {
    Convicted(char),
    /// A result that served the player fell without a record that the player signed after ENTER was complete.
    ResultLost(char),
    /// A player whose machine was never restored is in two settled matches, and neither replaces the other.
    InTwoMatches(char),
    /// One more fact took a breach away.
    BreachForgotten(char),
}

#[derive(Debug)]
pub(super) struct Found {
    pub(super) states: usize,
    pub(super) violations: Vec<Violation>,
    pub(super) never_settled: Vec<Id>,
}

/// What an honest machine knows of itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Machine {
    /// The files are the current ones, as far as the machine can tell.
    is_own: bool,
    /// The highest step of the old match that it remembers having signed.
    signed: u64,
    entered: Option<Id>,
    is_restored: bool,
}

const MOST: usize = 2;

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct State {
    pool: Pool,
    machines: [Machine; MOST],
}

struct Searcher<'a> {
    case: &'a Case,
    numbers: Numbers,
    without: Option<Rule>,
    /// The whole family first, then with each manifest withheld.
    families: Vec<Family<Id, char>>,
}

/// Visits every state that can be reached with all rules.
pub(super) fn search(case: &Case) -> Found {
    search_without(case, None, None)
}

/// Searches without a rule until a state with that violation is found. Returns `false` if there is none.
pub(super) fn falls(case: &Case, without: Rule, violation: Violation) -> bool {
    let found = search_without(case, Some(without), Some(violation));
    found.violations.contains(&violation)
}

fn search_without(case: &Case, without: Option<Rule>, until: Option<Violation>) -> Found {
    let withheld = case.manifests.iter().map(|manifest| Some(manifest.name));
    let families = std::iter::once(None).chain(withheld);
    let searcher = Searcher {
        case,
        numbers: Numbers::of(case),
        without,
        families: families
            .map(|withheld| case.family(withheld, without))
            .collect(),
    };
    let machine = Machine {
        is_own: true,
        signed: 0,
        entered: None,
        is_restored: false,
    };
    let start = State {
        pool: Pool::default(),
        machines: [machine; MOST],
    };
    let mut seen = BTreeSet::from([start]);
    // Each state with those convicted in the state before.
    let mut todo = vec![(start, Vec::new())];
    let mut found = Found {
        states: 0,
        violations: Vec::new(),
        never_settled: case
            .manifests
            .iter()
            .map(|manifest| manifest.name)
            .collect(),
    };
    let mut next = Vec::new();
    while let Some((state, before)) = todo.pop() {
        found.states += 1;
        let shown = searcher.shown(state.pool);
        let descent = Descent::new(&searcher.families[0], &shown);
        found.never_settled.retain(|id| !descent.is_settled(id));
        let convicted = searcher.convicted(state.pool);
        let mut violations = searcher.violations(&state, &convicted);
        let forgotten = before
            .into_iter()
            .filter(|player| !convicted.contains(player));
        violations.extend(forgotten.map(Violation::BreachForgotten));
        for violation in violations {
            if !found.violations.contains(&violation) {
                found.violations.push(violation);
            }
        }
        if until.is_some_and(|until| found.violations.contains(&until)) {
            break;
        }
        searcher.steps(&state, &mut next);
        for state in next.drain(..) {
            if seen.insert(state) {
                todo.push((state, convicted.clone()));
            }
        }
    }
    found
}

impl Searcher<'_> {
    fn shown(&self, pool: Pool) -> Shown<'_> {
        Shown {
            case: self.case,
            numbers: &self.numbers,
            pool,
            without: self.without,
            only: None,
        }
    }

    /// The identities of which some set of files proves a breach: the whole family, or with a manifest withheld.
    fn convicted(&self, pool: Pool) -> Vec<char> {
        let players = self.case.honest.iter().chain(self.case.cheats);
        let is_convicted = |player: &&char| {
            let mut shown = self.shown(pool);
            if self.without == Some(Rule::FreeOnceAnotherReturns) {
                shown.only = Some(**player);
            }
            self.families.iter().any(|family| {
                let descent = Descent::new(family, &shown);
                descent.two_lives(**player).is_some() || descent.broken_promise(**player).is_some()
            })
        };
        players.filter(is_convicted).copied().collect()
    }

    fn violations(&self, state: &State, convicted: &[char]) -> Vec<Violation> {
        let shown = self.shown(state.pool);
        let descent = Descent::new(&self.families[0], &shown);
        let honest = |player: &&char| self.case.is_honest(**player);
        let mut found: Vec<Violation> = convicted
            .iter()
            .filter(honest)
            .map(|player| Violation::Convicted(*player))
            .collect();
        found.extend(self.lost_results(&shown, &descent));
        let machines = self.case.honest.iter().zip(&state.machines);
        for (player, _) in machines.filter(|(_, machine)| !machine.is_restored) {
            let settled: Vec<Id> = self
                .case
                .manifests
                .iter()
                .filter(|manifest| {
                    manifest.has(*player).is_some() && descent.is_settled(manifest.name)
                })
                .map(|manifest| manifest.name)
                .collect();
            let is_apart = |one: Id, other: Id| {
                one != other
                    && !descent.is_newer_for(*player, one, other)
                    && !descent.is_newer_for(*player, other, one)
            };
            if settled
                .iter()
                .any(|one| settled.iter().any(|other| is_apart(one, other)))
            {
                found.push(Violation::InTwoMatches(*player));
            }
        }
        found
    }

    /// Honest players whom a fallen result served, and who have not signed it away.
    fn lost_results(
        &self,
        shown: &Shown<'_>,
        descent: &Descent<'_, Id, char, Shown<'_>>,
    ) -> Vec<Violation> {
        let Some(decision) = self.case.decision() else {
            return Vec::new();
        };
        if !shown.is_played_to(decision.step) {
            return Vec::new();
        }
        let mut stands = descent.stands(&decision);
        let mut manifests = self.case.manifests.iter();
        if self.without == Some(Rule::OnlyByThoseItServes) {
            stands &= !manifests.any(|manifest| descent.is_settled(manifest.name));
        }
        if self.without == Some(Rule::WonAfterAReturnCounts) {
            let mut own = self.shown(shown.pool);
            own.only = decision.serves.first().copied();
            stands &= Descent::new(&self.families[0], &own).stands(&decision);
        }
        if self.without == Some(Rule::KeptIfBuiltOn) {
            // Without the steps after the result nobody has built on it.
            let mut shorter = self.shown(shown.pool);
            let last = self.case.steps.len() as u64;
            for step in decision.step + 1..=last {
                shorter.pool = shorter.without(Fact::Record(step));
            }
            stands &= Descent::new(&self.families[0], &shorter).stands(&decision);
        }
        if stands {
            return Vec::new();
        }
        let served = decision
            .serves
            .iter()
            .filter(|player| self.case.is_honest(**player));
        let kept =
            served.filter(|player| !self.has_signed_away(shown, descent, **player, decision.step));
        kept.map(|player| Violation::ResultLost(*player)).collect()
    }

    /// Returns `true` if the player itself gave the result up by playing on, or did not know of it and nobody of another
    /// team has built on it.
    fn has_signed_away(
        &self,
        shown: &Shown<'_>,
        descent: &Descent<'_, Id, char, Shown<'_>>,
        player: char,
        step: u64,
    ) -> bool {
        let team = |player: char| {
            let mut teams = self.case.teams.iter();
            teams
                .find(|(each, _)| *each == player)
                .map(|(_, team)| *team)
        };
        let mut later = (1..).zip(self.case.steps).filter(|(each, _)| *each > step);
        let is_built_on = later
            .any(|(step, signer)| shown.holds(Fact::Record(step)) && team(*signer) != team(player));
        let mut manifests = self.case.manifests.iter();
        manifests.any(|manifest| {
            let has = manifest.has(player);
            let is_unaware = has == Some(Has::Older) && !is_built_on;
            let has_played = manifest.gives_up && shown.holds(Fact::Played(manifest.name, player));
            descent.is_settled(manifest.name) && (has_played || is_unaware)
        })
    }

    fn steps(&self, state: &State, next: &mut Vec<State>) {
        let shown = self.shown(state.pool);
        let descent = Descent::new(&self.families[0], &shown);
        let signed = |fact| State {
            pool: shown.with(fact),
            ..*state
        };
        for (step, signer) in (1..).zip(self.case.steps) {
            let fact = Fact::Record(step);
            if shown.holds(fact) || !shown.is_played_to(step - 1) {
                continue;
            }
            match self.machine(state, *signer) {
                None => next.push(signed(fact)),
                Some((place, machine)) if self.plays_on(&shown, &descent, *signer, &machine) => {
                    let mut after = signed(fact);
                    after.machines[place].signed = step;
                    next.push(after);
                }
                Some(_) => {}
            }
        }
        for manifest in self.case.manifests {
            for (player, _) in manifest.has {
                let entered = Fact::Entered(manifest.name, *player);
                let played = Fact::Played(manifest.name, *player);
                let is_settled = descent.is_settled(manifest.name);
                let Some((place, machine)) = self.machine(state, *player) else {
                    if !shown.holds(entered) && self.is_signed(&shown, manifest) {
                        next.push(signed(entered));
                    }
                    if manifest.gives_up && is_settled {
                        next.push(signed(played));
                    }
                    continue;
                };
                if is_settled && machine.entered == Some(manifest.name) {
                    next.push(signed(played));
                }
                if !self.fits(&shown, manifest, *player, &machine) {
                    continue;
                }
                let own = Fact::Signed(manifest.name, *player);
                next.push(signed(own));
                if shown.holds(own) && self.enters(&shown, &descent, manifest, *player, &machine) {
                    let mut after = signed(entered);
                    after.machines[place].entered = Some(manifest.name);
                    next.push(after);
                }
            }
        }
        for (player, restore) in self.case.restored {
            let Some((place, machine)) = self.machine(state, *player) else {
                continue;
            };
            let mut after = *state;
            let restored = &mut after.machines[place];
            restored.is_restored = true;
            restored.entered = None;
            match restore {
                _ if machine.is_restored => continue,
                Restore::Noticed => {
                    restored.is_own = false;
                    restored.signed = 0;
                }
                Restore::Unnoticed if machine.entered.is_none() => continue,
                Restore::Unnoticed => {}
            }
            next.push(after);
        }
    }

    fn machine(&self, state: &State, player: char) -> Option<(usize, Machine)> {
        let place = self.case.honest.iter().position(|each| *each == player)?;
        Some((place, state.machines[place]))
    }

    /// Returns `true` if an honest program signs in the old match.
    fn plays_on(
        &self,
        shown: &Shown<'_>,
        descent: &Descent<'_, Id, char, Shown<'_>>,
        player: char,
        machine: &Machine,
    ) -> bool {
        let is_free = match machine.entered {
            None => true,
            Some(_) if self.without == Some(Rule::NothingInTheOldMatch) => true,
            Some(entered) => descent.is_released(player, entered),
        };
        // After a start a program signs only once the players it reaches have named the newest match they know.
        let is_told = machine.is_restored && self.is_known_to_another(shown, player, |_| true);
        machine.is_own && is_free && !is_told
    }

    /// Returns `true` if another honest player has played with this one in a match that it has entered.
    fn is_known_to_another(
        &self,
        shown: &Shown<'_>,
        player: char,
        counts: impl Fn(&Manifest) -> bool,
    ) -> bool {
        if self.without == Some(Rule::AskWhatOthersKnow) {
            return false;
        }
        let mut manifests = self.case.manifests.iter();
        manifests.any(|manifest| {
            let others = self.case.honest.iter().filter(|other| **other != player);
            let mut others = others.filter(|other| manifest.has(**other).is_some());
            shown.holds(Fact::Entered(manifest.name, player))
                && counts(manifest)
                && others.any(|other| shown.holds(Fact::Played(manifest.name, *other)))
        })
    }

    fn is_signed(&self, shown: &Shown<'_>, manifest: &Manifest) -> bool {
        let mut honest = manifest
            .has
            .iter()
            .filter(|(player, _)| self.case.is_honest(*player));
        honest.all(|(player, _)| shown.holds(Fact::Signed(manifest.name, *player)))
    }

    /// Returns `true` if the manifest says what this player's own files say.
    fn fits(
        &self,
        shown: &Shown<'_>,
        manifest: &Manifest,
        player: char,
        machine: &Machine,
    ) -> bool {
        let has = manifest.has(player);
        let leaves = manifest.left_by(player);
        let is_of_old = manifest.continues == OLD;
        if self.without != Some(Rule::SayWhatWasSigned) {
            let is_true = match (machine.is_own, has) {
                (false, has) => has == Some(Has::Older),
                (true, Some(Has::UpTo(step))) if is_of_old => step == machine.signed,
                (true, Some(Has::UpTo(step))) if leaves == Some(OLD) => {
                    machine.entered.is_none() && step == machine.signed
                }
                (true, has) => !is_of_old && has != Some(Has::Older),
            };
            if !is_true {
                return false;
            }
        }
        if self.without != Some(Rule::EnterOnlyWhatComesFromIt) {
            let comes = match machine.entered {
                Some(entered) => {
                    entered != manifest.name
                        && self.families[0].comes_from(player, manifest.name, entered)
                }
                None => is_of_old || leaves == Some(OLD) || !machine.is_own,
            };
            let is_there =
                leaves.is_none_or(|leaves| leaves == OLD || machine.entered == Some(leaves));
            if !comes || !is_there {
                return false;
            }
        }
        let has_won = self
            .case
            .result
            .is_some_and(|(step, serves)| serves.contains(&player) && machine.signed >= step);
        if machine.is_own && has_won && !manifest.gives_up && is_of_old {
            return false;
        }
        !is_of_old || self.is_backed(shown, manifest, player, machine)
    }

    /// Returns `true` if every record that the manifest speaks of is on file, and none that a player denies was built on.
    fn is_backed(
        &self,
        shown: &Shown<'_>,
        manifest: &Manifest,
        player: char,
        machine: &Machine,
    ) -> bool {
        let mut others = manifest.has.iter().filter(|(other, _)| *other != player);
        shown.is_played_to(manifest.at)
            && others.all(|(other, has)| match has {
                Has::Older => true,
                Has::UpTo(step) => {
                    let mut steps = (1..).zip(self.case.steps);
                    shown.is_played_to(*step)
                        && !steps.any(|(each, signer)| {
                            signer == other
                                && each > *step
                                && each < machine.signed
                                && shown.holds(Fact::Record(each))
                        })
                }
            })
    }

    /// Returns `true` if an honest program that has signed the manifest enters the match.
    fn enters(
        &self,
        shown: &Shown<'_>,
        descent: &Descent<'_, Id, char, Shown<'_>>,
        manifest: &Manifest,
        player: char,
        machine: &Machine,
    ) -> bool {
        let is_lower = |other: &&Manifest| {
            other.continues == manifest.continues
                && other.host < manifest.host
                && shown.holds(Fact::Signed(other.name, player))
        };
        let is_elsewhere = self.is_known_to_another(shown, player, |other| {
            other.name != manifest.name
                && !self.families[0].comes_from(player, manifest.name, other.name)
                && manifest.has.iter().any(|(each, _)| {
                    *each != player
                        && self.case.is_honest(*each)
                        && shown.holds(Fact::Played(other.name, *each))
                })
        });
        let may = self.without == Some(Rule::EnterOnlyWhatComesFromIt)
            || descent.may_enter(player, machine.entered, manifest.name);
        may && self.is_signed(shown, manifest)
            && self.case.manifests.iter().filter(is_lower).count() == 0
            && !is_elsewhere
    }
}
