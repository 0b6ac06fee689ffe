//! The states of the model: the copies of honest files, and all that was signed. What goes from an honest seat is taken
//! to reach a cheat at once, which shows what it likes when it likes: that is every order, loss and delay.

use super::files::Files;
use super::judge::{self, Outcome};
use super::rules::{self, Known, Rule, Rules, Standing};
use super::things::{Body, Books, Id, OLD, Plan, Record, Seat, Start, Thing, Things};

/// The number that stands for the cheat's runs.
const CHEAT_RUN: u8 = u8::MAX;

/// A state: everything that decides what can happen next.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct World {
    pub(crate) files: Vec<Files>,
    pub(crate) backup: Option<Files>,
    /// All that honest seats have signed, and what was shown to them.
    pub(crate) signed: Things,
    now: u8,
    copies: u8,
    resigned: u8,
    beside: bool,
}

/// The bounds of the search.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Bounds {
    pub(crate) cheat: Option<Seat>,
    /// The most geneses that are written.
    pub(crate) matches: u8,
    /// The most copies that are started.
    pub(crate) copies: u8,
    pub(crate) resignations: u8,
    pub(crate) draws: bool,
    pub(crate) beside: bool,
}

/// A step from one state to the next, by the copy that takes it.
#[derive(Debug, Clone, Copy)]
#[expect(dead_code, reason = "what is never read is printed with the attack")]
pub(crate) enum Act {
    Sign(usize, Thing),
    Ask(usize, Start),
    SignLast(usize, Start),
    SignFirst(usize, Start),
    Complete(usize, Start),
    Beside(usize),
    Learn(usize, Thing),
    LearnMatch(usize, Start),
    Backup(usize),
    RunBackup,
    Restore(usize),
}

impl Act {
    pub(crate) fn copy(self) -> Option<usize> {
        match self {
            Self::Sign(copy, _)
            | Self::Ask(copy, _)
            | Self::SignLast(copy, _)
            | Self::SignFirst(copy, _)
            | Self::Complete(copy, _)
            | Self::Beside(copy)
            | Self::Learn(copy, _)
            | Self::LearnMatch(copy, _) => Some(copy),
            Self::Backup(_) | Self::RunBackup | Self::Restore(_) => None,
        }
    }
}

impl World {
    pub(crate) fn new(bounds: Bounds) -> Self {
        let seats = (0..2).filter(|seat| Some(*seat) != bounds.cheat);
        Self {
            files: seats.map(Files::new).collect(),
            backup: None,
            signed: Things::default(),
            now: 0,
            copies: 0,
            resigned: 0,
            beside: false,
        }
    }

    /// The copy takes in one more thing, which is signed by then.
    fn take(&mut self, copy: usize, id: Id) {
        self.files[copy].held.add(id);
        self.signed.add(id);
    }
}

/// The model: rules, bounds, and the books of all states.
pub(crate) struct Model {
    pub(crate) rules: Rules,
    pub(crate) bounds: Bounds,
    pub(crate) books: Books,
    /// The only claim that is checked, unless all are.
    pub(crate) asked: Option<&'static str>,
}

impl Model {
    /// All states that one act leads to.
    pub(crate) fn successors(&mut self, world: &World) -> Vec<(Act, World)> {
        let mut next = Vec::new();
        for copy in 0..world.files.len() {
            self.play(world, copy, &mut next);
            self.ask(world, copy, &mut next);
            self.learn(world, copy, &mut next);
            self.copy(world, copy, &mut next);
        }
        if let Some(backup) = &world.backup
            && world.copies < self.bounds.copies
        {
            let mut world = world.clone();
            world.copies += 1;
            let mut copy = backup.clone();
            // a run of its own, so that two copies never sign the same bytes
            copy.run = 1 + world.files.iter().map(|files| files.run).max().unwrap_or(0);
            // from now on two programs sign for the seat
            copy.truly_own = Things::default();
            copy.marked = Things::default();
            copy.once_held = Some(copy.held.clone());
            if self.rules.keep(Rule::Mark) {
                copy.own = Things::default();
            }
            world.files.push(copy);
            world.backup = None;
            next.push((Act::RunBackup, world));
        }
        next
    }

    fn copy(&mut self, world: &World, copy: usize, next: &mut Vec<(Act, World)>) {
        let files = &world.files[copy];
        if world.copies >= self.bounds.copies {
            return;
        }
        match &world.backup {
            None => {
                let mut world = world.clone();
                world.backup = Some(files.clone());
                next.push((Act::Backup(copy), world));
            }
            Some(backup) if backup.seat == files.seat && backup.held != files.held => {
                let (files, backup) = (files.clone(), backup.clone());
                let mut world = world.clone();
                world.copies += 1;
                world.backup = None;
                let back = self.restored(&files, &backup);
                world.files[copy] = back;
                next.push((Act::Restore(copy), world));
            }
            Some(_) => {}
        }
    }

    /// The backup in place of the present files, beside the mark.
    fn restored(&mut self, present: &Files, backup: &Files) -> Files {
        let mut back = backup.clone();
        back.run = present.run + 8;
        let same_machine = backup.own.ids().all(|game| present.own.has(game));
        if !same_machine || present.named(&self.books) != backup.named(&self.books) {
            back.truly_own = Things::default();
            back.once_held = Some(back.held.clone());
            if self.rules.keep(Rule::Mark) {
                back.own = Things::default();
            }
            let before = judge::complete(&self.books, &backup.held);
            for game in judge::complete(&self.books, &present.held) {
                if let (false, Some(start)) = (before.contains(&game), self.books.start(game)) {
                    back.marked.add(start.old);
                }
            }
        }
        back
    }

    fn play(&mut self, world: &World, copy: usize, next: &mut Vec<(Act, World)>) {
        let files = &world.files[copy];
        let game = files.current(self.rules, &mut self.books);
        let me = files.standing(self.rules, &mut self.books, game);
        let last = judge::last_root(&mut self.books, &files.held, game);
        let root = self.books.root(last);
        for body in self.bodies(files, game, me, last) {
            let thing = Thing::Record(Record {
                game,
                step: root.step + 1,
                seat: files.seat,
                prev: last,
                body,
                run: files.run,
            });
            self.sign(world, copy, thing, next);
        }
        // after a result only a new match can be signed
        if me.result != Known::Open {
            return;
        }
        if world.resigned < self.bounds.resignations {
            let strange = !me.own_files && self.rules.keep(Rule::StrangeResignation);
            let seat = files.seat;
            let at = root.step;
            let before = next.len();
            let thing = Thing::Resign {
                game,
                seat,
                at,
                strange,
            };
            self.sign(world, copy, thing, next);
            // bounded: each resignation doubles the states
            for (_, world) in &mut next[before..] {
                world.resigned += 1;
            }
        }
        let seat = files.seat;
        if self.bounds.draws && me.own_files && !files.offered(&mut self.books, game, seat) {
            self.sign(world, copy, Thing::Offer { game, seat }, next);
        }
    }

    /// The things that the program may sign next in a match: on strange files none.
    fn bodies(&mut self, files: &Files, game: Id, me: Standing, last: Id) -> Vec<Body> {
        let root = self.books.root(last);
        let due = me.plan.contributors().contains(&files.seat)
            && !files.signed_in(&self.books, game, root.step + 1);
        let guilty = judge::convicted(self.rules, &mut self.books, &files.held);
        let marked = files.marked.has(game);
        if !me.own_files
            || !due
            || marked
            || guilty != [false; 2]
            || files.holds_resignation(&self.books, game)
        {
            return Vec::new();
        }
        match me.plan {
            Plan::Orders(_) if me.result == Known::Open => {
                let mut bodies = vec![Body::Plain, Body::Wins];
                if self.bounds.cheat.is_none() {
                    bodies.push(Body::Loses);
                }
                if files.offered(&mut self.books, game, files.other()) {
                    bodies.push(Body::Agrees);
                }
                bodies
            }
            Plan::Orders(_) => Vec::new(),
            _ => vec![Body::Automatic],
        }
    }

    fn sign(&mut self, world: &World, copy: usize, thing: Thing, next: &mut Vec<(Act, World)>) {
        let id = self.books.id(thing);
        let mut world = world.clone();
        world.take(copy, id);
        next.push((Act::Sign(copy, thing), world));
    }

    fn ask(&mut self, world: &World, copy: usize, next: &mut Vec<(Act, World)>) {
        let files = &world.files[copy];
        let game = files.current(self.rules, &mut self.books);
        let me = files.standing(self.rules, &mut self.books, game);
        // A proved breach is not forgiven here. Whoever signs a genesis that the judge does not count stays in the old
        // match, signs another one last, and is convicted of two: so a program signs only what its own judge takes.
        if judge::convicted(self.rules, &mut self.books, &files.held) != [false; 2] {
            return;
        }
        if self.bounds.cheat.is_some() {
            for strange in [false, true] {
                self.with_cheat(world, copy, (game, me), strange, next);
            }
        } else {
            for other in 0..world.files.len() {
                self.with_honest(world, (copy, other), (game, me), next);
            }
            self.complete(world, copy, (game, me), next);
        }
    }

    /// The start that is written now for a match, as the files show it.
    fn start(&mut self, world: &World, files: &Files, game: Id, asks: Seat, other: bool) -> Start {
        let root = judge::last_root(&mut self.books, &files.held, game);
        let mut strange = [other; 2];
        strange[files.seat] = !files.is_own(self.rules, &self.books, game);
        let gives_up = match judge::resolve(self.rules, &mut self.books, &files.held) {
            Outcome::Won { by, .. } => Some(by),
            _ => None,
        };
        Start {
            old: game,
            at: self.books.root(root).step,
            root,
            asks,
            strange,
            gives_up,
            written: world.now + 1,
            instead: true,
        }
    }

    fn with_cheat(
        &mut self,
        world: &World,
        copy: usize,
        (game, me): (Id, Standing),
        cheat_strange: bool,
        next: &mut Vec<(Act, World)>,
    ) {
        let files = &world.files[copy];
        let mut strange = [cheat_strange; 2];
        strange[files.seat] = !me.own_files;
        let must = rules::who_asks(self.rules, strange);
        let free_choice = strange == [false, false];
        if self.bounds.beside && !world.beside {
            let mut start = self.start(world, files, game, files.seat, false);
            start.instead = false;
            let mut world = world.clone();
            world.beside = true;
            self.genesis(&mut world, copy, start, &[0, 1]);
            next.push((Act::Beside(copy), world));
        }
        if world.now >= self.bounds.matches {
            return;
        }
        if (free_choice || must == Some(files.seat)) && rules::may_ask(self.rules, me) {
            let start = self.start(world, files, game, files.seat, cheat_strange);
            let mut world = world.clone();
            self.genesis(&mut world, copy, start, &[files.seat]);
            next.push((Act::Ask(copy, start), world));
        }
        if free_choice || must == Some(files.other()) {
            let files = files.clone();
            let start = self.start(world, &files, game, files.other(), cheat_strange);
            let newest = files.newest(&self.books, game);
            if rules::may_sign_last(me, (start.at, start.root), &start, newest) {
                let mut later = world.clone();
                self.genesis(&mut later, copy, start, &[0, 1]);
                next.push((Act::SignLast(copy, start), later));
                if !self.rules.keep(Rule::AskedLast) {
                    let mut world = world.clone();
                    self.genesis(&mut world, copy, start, &[files.seat]);
                    next.push((Act::SignFirst(copy, start), world));
                }
            }
        }
    }

    /// A genesis written now, with those signatures.
    fn genesis(&mut self, world: &mut World, copy: usize, start: Start, seats: &[Seat]) {
        world.now = world.now.max(start.written);
        let game = self.books.game(start);
        let me = world.files[copy].seat;
        for seat in seats {
            let told = *seat != me || world.files[copy].told(self.rules, &self.books, start.old);
            let id = self.books.id(Thing::Genesis {
                game,
                seat: *seat,
                told,
            });
            world.take(copy, id);
            if *seat == me {
                world.files[copy].own.add(game);
                world.files[copy].truly_own.add(game);
            }
        }
    }

    /// One honest copy asks another: the asking seat signs the draft and sends it.
    fn with_honest(
        &mut self,
        world: &World,
        (copy, other): (usize, usize),
        (game, me): (Id, Standing),
        next: &mut Vec<(Act, World)>,
    ) {
        let (files, asked) = (&world.files[copy], &world.files[other]);
        if files.seat == asked.seat
            || world.now >= self.bounds.matches
            || asked.current(self.rules, &mut self.books) != game
            || self.barred(files, asked, game)
        {
            return;
        }
        let them = asked.standing(self.rules, &mut self.books, game);
        let mut strange = [false; 2];
        strange[files.seat] = !me.own_files;
        strange[asked.seat] = !them.own_files;
        let must = rules::who_asks(self.rules, strange);
        let start = self.start(world, asked, game, files.seat, !me.own_files);
        let base = judge::last_root(&mut self.books, &files.held, game);
        let newest = asked.newest(&self.books, game);
        if (strange == [false, false] || must == Some(files.seat))
            && rules::may_ask(self.rules, me)
            && base == start.root
            && files.newest(&self.books, game) < start.written
            && rules::may_sign_last(them, (start.at, start.root), &start, newest)
        {
            let mut world = world.clone();
            self.genesis(&mut world, copy, start, &[files.seat]);
            next.push((Act::Ask(copy, start), world));
        }
    }

    /// A mark names a continuation: it comes first, unless neither side holds it.
    fn barred(&mut self, files: &Files, other: &Files, game: Id) -> bool {
        let marked = files.marked.has(game) || other.marked.has(game);
        let mut both = files.held.clone();
        both.join(&other.held);
        let held = judge::counts(self.rules, &mut self.books, &both, game).is_some();
        marked && (held || !self.rules.keep(Rule::MarkYields))
    }

    /// An honest copy that was asked signs last, if it would write the same now.
    fn complete(
        &mut self,
        world: &World,
        copy: usize,
        (game, me): (Id, Standing),
        next: &mut Vec<(Act, World)>,
    ) {
        let files = &world.files[copy];
        for id in world.signed.ids() {
            let Thing::Genesis {
                game: new, seat, ..
            } = self.books.thing(id)
            else {
                continue;
            };
            let Some(start) = self.books.start(new).copied() else {
                continue;
            };
            let root = judge::last_root(&mut self.books, &files.held, game);
            let base = (self.books.root(root).step, root);
            let newest = files.newest(&self.books, game);
            if seat == files.other()
                && start.old == game
                && start.written == world.now
                && rules::may_sign_last(me, base, &start, newest)
            {
                let mut world = world.clone();
                world.take(copy, id);
                self.genesis(&mut world, copy, start, &[files.seat]);
                next.push((Act::Complete(copy, start), world));
            }
        }
    }

    fn learn(&mut self, world: &World, copy: usize, next: &mut Vec<(Act, World)>) {
        let files = &world.files[copy];
        let mut news = Vec::new();
        if let Some(cheat) = self.bounds.cheat {
            let current = files.current(self.rules, &mut self.books);
            news = self.lies(&files.held, Some(current), cheat);
        }
        for id in world.signed.ids() {
            if !files.held.has(id) && self.fits(&files.held, id) {
                news.push(id);
            }
        }
        for id in news {
            let mut world = world.clone();
            world.take(copy, id);
            next.push((Act::Learn(copy, self.books.thing(id)), world));
        }
        let held = judge::complete(&self.books, &files.held);
        for (game, signatures) in self.shown_matches(world, files.seat) {
            let Some(start) = self.books.start(game).copied() else {
                continue;
            };
            if !held.contains(&game) && self.knows(&files.held, start.root) {
                let mut world = world.clone();
                for id in signatures {
                    world.take(copy, id);
                }
                next.push((Act::LearnMatch(copy, start), world));
            }
        }
    }

    /// The matches whose whole genesis can be shown to a seat, with its signatures.
    fn shown_matches(&mut self, world: &World, seat: Seat) -> Vec<(Id, Vec<Id>)> {
        let mut all = world.signed.clone();
        if let Some(cheat) = self.bounds.cheat {
            for id in self.lies(&world.signed, Some(Id::MAX), cheat) {
                if matches!(self.books.thing(id), Thing::Genesis { .. }) {
                    all.add(id);
                }
            }
        }
        let mut matches = Vec::new();
        for id in all.ids() {
            if let Thing::Genesis {
                game, seat: signer, ..
            } = self.books.thing(id)
                && signer == seat
            {
                let of_it = all.ids().filter(
                    |id| matches!(self.books.thing(*id), Thing::Genesis { game: of, .. } if of == game),
                );
                let signatures: Vec<Id> = of_it.collect();
                let both = signatures.iter().map(|id| self.books.thing(*id).seat());
                if both.collect::<std::collections::BTreeSet<_>>().len() == 2 {
                    matches.push((game, signatures));
                }
            }
        }
        matches
    }

    fn knows(&mut self, held: &Things, root: Id) -> bool {
        let game = self.books.root(root).game;
        let first = self.books.first_root(game);
        judge::reachable(&mut self.books, held, first).contains(&root)
    }

    /// Whether a copy takes in what it is shown: a record upon a root that it knows, a note of a match that it knows.
    fn fits(&mut self, held: &Things, id: Id) -> bool {
        match self.books.thing(id) {
            Thing::Record(record) => self.knows(held, record.prev),
            Thing::Resign { game, .. } | Thing::Offer { game, .. } => {
                game == OLD || judge::complete(&self.books, held).contains(&game)
            }
            Thing::Genesis { .. } => false,
        }
    }

    /// The things that a cheat can sign so that they fit the others: in one match, or in all. A second record for one
    /// step is left out, since it convicts.
    pub(crate) fn lies(&mut self, things: &Things, only: Option<Id>, cheat: Seat) -> Vec<Id> {
        let mut lies = Vec::new();
        let complete = judge::complete(&self.books, things);
        for game in std::iter::once(OLD).chain(complete.iter().copied()) {
            if only.is_some_and(|only| only != game) {
                continue;
            }
            let first = self.books.first_root(game);
            for prev in judge::reachable(&mut self.books, things, first) {
                let root = self.books.root(prev);
                let bodies: &[Body] = match root.plan {
                    Plan::Orders(seat) if seat == cheat => {
                        &[Body::Plain, Body::Wins, Body::Loses, Body::Agrees]
                    }
                    Plan::Orders(_) | Plan::Nothing => &[],
                    _ => &[Body::Automatic],
                };
                let step = root.step + 1;
                let has = things.ids().any(|id| match self.books.thing(id) {
                    Thing::Record(record) => {
                        (record.game, record.step, record.seat) == (game, step, cheat)
                    }
                    _ => false,
                });
                let offer = self.books.id(Thing::Offer {
                    game,
                    seat: 1 - cheat,
                });
                for body in bodies.iter().filter(|_| !has) {
                    if *body != Body::Agrees || things.has(offer) {
                        lies.push(self.books.id(Thing::Record(Record {
                            game,
                            step,
                            seat: cheat,
                            prev,
                            body: *body,
                            run: CHEAT_RUN,
                        })));
                    }
                }
            }
            if self.bounds.draws {
                lies.push(self.books.id(Thing::Offer { game, seat: cheat }));
            }
            if self.bounds.resignations > 0 && self.resigned_in(things, game, cheat) == 0 {
                lies.push(self.books.id(Thing::Resign {
                    game,
                    seat: cheat,
                    // as late as to convict it of nothing
                    at: u8::MAX - 1,
                    strange: false,
                }));
            }
        }
        let mut drafts = Vec::new();
        for id in things.ids() {
            if let Thing::Genesis { game, seat, .. } = self.books.thing(id)
                && seat != cheat
                && !complete.contains(&game)
            {
                drafts.push(game);
            }
        }
        for game in drafts {
            lies.push(self.books.id(Thing::Genesis {
                game,
                seat: cheat,
                told: true,
            }));
        }
        lies.retain(|id| !things.has(*id));
        lies
    }

    fn resigned_in(&self, things: &Things, in_game: Id, by: Seat) -> usize {
        let resigned = things.ids().filter(|id| {
            matches!(self.books.thing(*id), Thing::Resign { game, seat, .. } if (game, seat) == (in_game, by))
        });
        resigned.count()
    }
}
