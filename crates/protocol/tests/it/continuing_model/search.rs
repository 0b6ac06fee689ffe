//! The search through all states, and what is asked of each.

use std::collections::{BTreeSet, VecDeque};
use std::hash::{DefaultHasher, Hash, Hasher};

use super::files::Files;
use super::judge::{self, Outcome};
use super::rules::Rule;
use super::things::{Id, OLD, Seat, Start, Thing, Things};
use super::world::{Act, Model, World};

/// P1: in no merge of any files.
pub(crate) const FRAMED: &str = "no honest seat is proved";
/// P2: neither by a step of its program nor in a merge.
pub(crate) const KEPT: &str = "a result that was there is not lost";
/// P3.
pub(crate) const MONOTONE: &str = "a thing more takes no proof away";
/// P4.
pub(crate) const AGREED: &str = "two honest programs that hear each other come to one match";
/// P5.
pub(crate) const OLDER: &str = "an older copy signs nothing but that it resigns";
/// P6.
pub(crate) const POCKET: &str = "who has continued is not bound by an offer in the pocket";
/// Of sealed rounds.
pub(crate) const CHOICE: &str = "nobody chooses anew who has seen the other's choice";

/// How far a search came.
#[derive(Debug, Default, Clone, Copy)]
pub(crate) struct Seen {
    pub(crate) states: usize,
    /// States with files whose match is continued, and continued twice.
    pub(crate) continued: usize,
    pub(crate) twice: usize,
    /// States with files that have a firm result, and those put together with more.
    pub(crate) firm: usize,
    pub(crate) merges: usize,
}

/// A claim that does not hold, and the steps to it.
#[derive(Debug, Clone)]
pub(crate) struct Attack {
    pub(crate) claim: &'static str,
    pub(crate) steps: Vec<Act>,
}

fn mark(what: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    what.hash(&mut hasher);
    hasher.finish()
}

impl Model {
    /// Visits every state within the bounds, the nearest first, or the first so many of them.
    pub(crate) fn search(&mut self, most: usize) -> Result<Seen, Attack> {
        let mut seen = Seen::default();
        let mut known = BTreeSet::new();
        let mut merged = BTreeSet::new();
        // each state's way back to the first one, for the steps of an attack; the states themselves are not kept
        let mut ways: Vec<(usize, Option<Act>)> = vec![(0, None)];
        let first = World::new(self.bounds);
        // marks of eight bytes instead of the states: there are about a million of them
        known.insert(mark(&first));
        let mut waiting = VecDeque::from([(0, first)]);
        while seen.states < most
            && let Some((way, world)) = waiting.pop_front()
        {
            seen.states += 1;
            if let Err(claim) = self.check(&world, &mut seen, &mut merged)
                // a rule that is left out may break several claims; a test asks for the one that it names
                && self.asked.is_none_or(|asked| asked == claim)
            {
                return Err(attack(claim, &ways, way));
            }
            for (act, next) in self.successors(&world) {
                if !known.insert(mark(&next)) {
                    continue;
                }
                ways.push((way, Some(act)));
                let way = ways.len() - 1;
                if let Err(claim) = self.check_step(&world, act, &next)
                    && self.asked.is_none_or(|asked| asked == claim)
                {
                    return Err(attack(claim, &ways, way));
                }
                // nearest first, so that the attack found is one of the shortest
                waiting.push_back((way, next));
            }
        }
        Ok(seen)
    }

    fn honest(&self, seat: Seat) -> bool {
        self.bounds.cheat != Some(seat)
    }

    /// The claims that every step must satisfy.
    fn check_step(&mut self, before: &World, act: Act, after: &World) -> Result<(), &'static str> {
        if let Act::Sign(copy, thing) = act {
            let game = match thing {
                Thing::Record(record) => record.game,
                Thing::Resign { game, .. }
                | Thing::Offer { game, .. }
                | Thing::Genesis { game, .. } => game,
            };
            let resigns = matches!(thing, Thing::Resign { .. });
            // by the truth, not by what the program believes: without the mark it believes wrongly
            if !before.files[copy].truly_owns(game) && !resigns {
                return Err(OLDER);
            }
        }
        let Some(copy) = act.copy() else {
            return Ok(());
        };
        let (old, new) = (&before.files[copy], &after.files[copy]);
        let had = judge::resolve(self.rules, &mut self.books, &old.held);
        if !had.serves(old.seat) || clicked(act, old.seat) || !self.sees_all(old, had) {
            return Ok(());
        }
        let by_other_copy = match act {
            Act::Learn(_, thing) => thing.seat() == old.seat,
            Act::LearnMatch(..) => true,
            _ => false,
        };
        let has = judge::resolve(self.rules, &mut self.books, &new.held);
        if kept(had, has, old.seat)
            || (by_other_copy && !had.is_firm_for(old.seat))
            || self.consented(&old.held, &new.held, old.seat)
        {
            return Ok(());
        }
        Err(KEPT)
    }

    /// The claims that every state must satisfy.
    fn check(
        &mut self,
        world: &World,
        seen: &mut Seen,
        merged: &mut BTreeSet<u64>,
    ) -> Result<(), &'static str> {
        self.nobody_framed(world, merged)?;
        self.choice_unknown(world)?;
        for files in world.files.iter().chain(&world.backup) {
            let current = files.current(self.rules, &mut self.books);
            seen.continued += usize::from(current != OLD);
            let line = judge::line(self.rules, &mut self.books, &files.held);
            seen.twice += usize::from(line.len() > 2);
            let had = judge::resolve(self.rules, &mut self.books, &files.held);
            seen.firm += usize::from(had.serves(files.seat) && had.is_firm_for(files.seat));
            self.merges(world, files, (had, current), seen, merged)?;
        }
        // with a cheat nobody can be made to agree
        if self.bounds.cheat.is_none() {
            self.agree(world)?;
        }
        Ok(())
    }

    /// No honest seat is proved by all that there is, with all that a cheat can sign beside it.
    fn nobody_framed(
        &mut self,
        world: &World,
        merged: &mut BTreeSet<u64>,
    ) -> Result<(), &'static str> {
        // many states have signed the same things, and the copies in them do not matter here
        if !merged.insert(mark(&(usize::MAX, &world.signed))) {
            return Ok(());
        }
        let mut all = world.signed.clone();
        if let Some(cheat) = self.bounds.cheat {
            loop {
                // until nothing new fits: a lie may make room for the next one
                let lies = self.lies(&all, None, cheat);
                if lies.is_empty() {
                    break;
                }
                lies.into_iter().for_each(|id| all.add(id));
            }
        }
        let guilty = judge::convicted(self.rules, &mut self.books, &all);
        let fewer = judge::convicted(self.rules, &mut self.books, &world.signed);
        for seat in 0..2 {
            if guilty[seat] && self.honest(seat) {
                return Err(FRAMED);
            }
            // (the same for a cheat: a proof against it must not go away by what it adds)
            if fewer[seat] && !guilty[seat] {
                return Err(MONOTONE);
            }
        }
        Ok(())
    }

    /// Nobody chooses again in a sealed round whose other choice it has seen, except by a click of a user who knows it.
    fn choice_unknown(&mut self, world: &World) -> Result<(), &'static str> {
        let Some(cheat) = self.bounds.cheat else {
            return Ok(());
        };
        for id in world.signed.ids() {
            let Thing::Genesis {
                game,
                seat,
                told: false,
            } = self.books.thing(id)
            else {
                continue;
            };
            let Some(start) = self.books.start(game).copied() else {
                continue;
            };
            let reveals = |by: Seat| {
                world.signed.ids().any(|id| match self.books.thing(id) {
                    Thing::Record(record) => {
                        (record.game, record.step, record.seat) == (start.old, 3, by)
                    }
                    _ => false,
                })
            };
            if self.books.is_sealed() && start.at < 3 && reveals(seat) && !reveals(cheat) {
                let mut things = world.signed.clone();
                let signature = Thing::Genesis {
                    game,
                    seat: cheat,
                    told: true,
                };
                things.add(self.books.id(signature));
                if !judge::convicted(self.rules, &mut self.books, &things)[cheat] {
                    return Err(CHOICE);
                }
            }
        }
        Ok(())
    }

    /// The files together with any of the rest: what they had they keep, and they stay in their match.
    fn merges(
        &mut self,
        world: &World,
        files: &Files,
        (had, current): (Outcome, Id),
        seen: &mut Seen,
        merged: &mut BTreeSet<u64>,
    ) -> Result<(), &'static str> {
        let worth = had.serves(files.seat) && self.sees_all(files, had);
        let firm = worth && had.is_firm_for(files.seat);
        let mut rest: Vec<Id> = world.signed.ids().collect();
        // only what these files lack can change what they show
        rest.retain(|id| !files.held.has(*id));
        if !firm {
            rest.retain(|id| self.books.thing(*id).seat() != files.seat);
        }
        if (!worth && current == OLD)
            || !merged.insert(mark(&(files.seat, current, &files.held, &rest)))
        {
            return Ok(());
        }
        let mut known = BTreeSet::from([files.held.clone()]);
        let mut waiting = vec![files.held.clone()];
        while let Some(things) = waiting.pop() {
            seen.merges += 1;
            let guilty = judge::convicted(self.rules, &mut self.books, &things);
            // a merge that convicts the cheat alone harms nobody honest
            if guilty[files.other()] && !guilty[files.seat] {
                continue;
            }
            let has = judge::resolve(self.rules, &mut self.books, &things);
            let mut consented = || self.consented(&files.held, &things, files.seat);
            if worth && !kept(had, has, files.seat) && !consented() {
                return Err(KEPT);
            }
            let others = |id: Id| files.held.has(id) || self.books.thing(id).seat() != files.seat;
            let plays = files.is_own(self.rules, &self.books, current) && files.truly_owns(current);
            if plays && (!firm || things.ids().all(others)) {
                let line = judge::line(self.rules, &mut self.books, &things);
                if !line.contains(&current) {
                    return Err(POCKET);
                }
            }
            let mut more = rest.clone();
            if let Some(cheat) = self.bounds.cheat {
                more.extend(self.lies(&things, None, cheat));
            }
            for id in more {
                let next = things.with(id);
                if self.matters(id) && known.insert(next.clone()) {
                    waiting.push(next);
                }
            }
        }
        Ok(())
    }

    /// Whether a result that files show is there for their seat: not what an older copy is shown only after its seat
    /// may have continued elsewhere.
    fn sees_all(&mut self, files: &Files, had: Outcome) -> bool {
        let current = files.current(self.rules, &mut self.books);
        (files.is_own(self.rules, &self.books, current) && files.truly_owns(current))
            || (had.is_firm_for(files.seat) && files.once_held.as_ref() == Some(&files.held))
    }

    /// Things that can only serve the honest seat are left out of merges.
    fn matters(&self, id: Id) -> bool {
        let thing = self.books.thing(id);
        match thing {
            Thing::Resign { seat, .. } => self.honest(seat),
            Thing::Offer { .. } => false,
            _ => true,
        }
    }

    /// Whether the seat's user has given a result up by a click that the files do not show: as the one who signed
    /// last if a result is given up; or if both are on strange files, or there are two continuations of one match and
    /// the other said so in one or below. There nobody has vouched: "what was played after turn 12 no longer counts,
    /// even if it is found again". A liar gains that much; an honest seat with two machines does the same, so nothing
    /// can convict it.
    fn consented(&mut self, files: &Things, all: &Things, seat: Seat) -> bool {
        let before = judge::complete(&self.books, files);
        let complete = judge::complete(&self.books, all);
        let starts: Vec<(Id, Start)> = complete
            .iter()
            .filter_map(|game| Some((*game, *self.books.start(*game)?)))
            .collect();
        // its user has resigned, and plays on with an older copy against one who says it is on strange files too
        let both = starts
            .iter()
            .filter(|(_, start)| start.strange == [true; 2]);
        let resigned = both.map(|(_, start)| start.old).any(|old| {
            all.ids().any(|id| {
                !files.has(id)
                    && matches!(self.books.thing(id), Thing::Resign { game, seat: by, .. } if (game, by) == (old, seat))
            })
        });
        if resigned {
            return true;
        }
        let line = judge::line(self.rules, &mut self.books, files);
        let unsure = starts.iter().any(|(_, start)| start.strange[1 - seat]);
        starts.iter().any(|(game, start)| {
            let new = !before.contains(game);
            let last = start.gives_up == Some(seat) && start.asks != seat && !line.contains(game);
            let both = new && start.strange == [true; 2];
            let beside = starts
                .iter()
                .any(|(other, elsewhere)| other != game && elsewhere.old == start.old);
            last || both || (new && beside && unsure)
        })
    }

    /// Two honest programs that hear each other come to one match in which both play, or to one result.
    fn agree(&mut self, world: &World) -> Result<(), &'static str> {
        let newest = |seat: Seat| world.files.iter().rposition(|files| files.seat == seat);
        let (Some(first), Some(second)) = (newest(0), newest(1)) else {
            return Ok(());
        };
        let mut world = world.clone();
        world.files = vec![world.files[first].clone(), world.files[second].clone()];
        world.backup = None;
        let bounds = self.bounds;
        self.bounds.matches = u8::MAX;
        self.bounds.copies = 0;
        self.bounds.resignations = 0;
        let agreed = (0..4).any(|_| {
            self.exchange(&mut world);
            self.at_one(&world) || {
                self.continue_now(&mut world);
                false
            }
        });
        self.bounds = bounds;
        if agreed { Ok(()) } else { Err(AGREED) }
    }

    /// Each shows the other all that it holds, until nothing is new.
    fn exchange(&mut self, world: &mut World) {
        let mut shown = world.files[0].held.clone();
        shown.join(&world.files[1].held);
        if !self.rules.keep(Rule::Resend) {
            let ids: Vec<Id> = shown.ids().collect();
            shown = Things::default();
            for id in ids {
                if !matches!(self.books.thing(id), Thing::Genesis { .. }) {
                    shown.add(id);
                }
            }
        }
        world.signed = shown;
        while let Some(next) = self.next_shown(world) {
            *world = next;
        }
    }

    fn next_shown(&mut self, world: &World) -> Option<World> {
        let all = self.successors(world);
        all.into_iter()
            .find(|(act, next)| {
                matches!(act, Act::Learn(..) | Act::LearnMatch(..)) && next.files != world.files
            })
            .map(|(_, next)| next)
    }

    fn at_one(&mut self, world: &World) -> bool {
        let [first, second] = &world.files[..] else {
            return false;
        };
        let results =
            [first, second].map(|files| judge::resolve(self.rules, &mut self.books, &files.held));
        if results[0] == results[1] && results[0] != Outcome::Open {
            return true;
        }
        let current = [first, second].map(|files| files.current(self.rules, &mut self.books));
        let own = [first, second].map(|files| {
            let standing = files.standing(self.rules, &mut self.books, current[0]);
            standing.own_files && files.truly_owns(current[0])
        });
        let barred = first.is_barred(current[0]) || second.is_barred(current[0]);
        results == [Outcome::Open; 2] && current[0] == current[1] && own == [true; 2] && !barred
    }

    /// Both users click: the player who asks signs, and the one who was asked signs last.
    fn continue_now(&mut self, world: &mut World) {
        let asks = self.successors(world);
        let asked = asks
            .into_iter()
            .find(|(act, _)| matches!(act, Act::Ask(..)));
        let Some((_, asked)) = asked else {
            return;
        };
        let completes = self.successors(&asked);
        let done = completes
            .into_iter()
            .find(|(act, _)| matches!(act, Act::Complete(..)));
        if let Some((_, done)) = done {
            *world = self.next_shown(&done).unwrap_or(done);
        }
    }
}

/// Whether the act is the user's click that gives its own result up.
fn clicked(act: Act, seat: Seat) -> bool {
    match act {
        Act::SignLast(_, start) | Act::SignFirst(_, start) | Act::Complete(_, start) => {
            start.gives_up == Some(seat)
        }
        _ => false,
    }
}

fn kept(had: Outcome, has: Outcome, seat: Seat) -> bool {
    match had {
        Outcome::Open => true,
        Outcome::Won { .. } => matches!(has, Outcome::Won { by, .. } if by == seat),
        Outcome::Drawn { .. } => has.serves(seat),
    }
}

fn attack(claim: &'static str, ways: &[(usize, Option<Act>)], mut way: usize) -> Attack {
    let mut steps = Vec::new();
    while let (before, Some(act)) = ways[way] {
        steps.push(act);
        way = before;
    }
    steps.reverse();
    Attack { claim, steps }
}
