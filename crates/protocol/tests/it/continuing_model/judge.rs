//! The model's judge: pure functions of a set of things.

use super::rules::{self, Rule, Rules};
use super::things::{Body, Books, End, Id, OLD, Record, Seat, Thing, Things};

/// The outcome that the things show. `firm`: signed, or signed upon, by the seat that it is against; or by both.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Outcome {
    Open,
    Won {
        by: Seat,
        firm: bool,
    },
    /// By a draw that was taken; `alone` if only that seat has signed since.
    Drawn {
        alone: Option<Seat>,
    },
}

impl Outcome {
    /// Whether the result is worth keeping for the seat.
    pub(crate) fn serves(self, seat: Seat) -> bool {
        match self {
            Self::Open => false,
            Self::Won { by, .. } => by == seat,
            Self::Drawn { .. } => true,
        }
    }

    pub(crate) fn is_firm_for(self, seat: Seat) -> bool {
        match self {
            Self::Open => false,
            Self::Won { firm, .. } => firm,
            Self::Drawn { alone } => alone != Some(seat),
        }
    }

    /// Whether both have signed it, or the seat that it is against.
    fn stands(self) -> bool {
        !matches!(self, Self::Open | Self::Won { firm: false, .. })
    }
}

fn records(books: &Books, things: &Things) -> Vec<(Id, Record)> {
    let all = things.ids();
    all.filter_map(|id| match books.thing(id) {
        Thing::Record(record) => Some((id, record)),
        _ => None,
    })
    .collect()
}

/// All roots that complete steps lead to from a root, itself included.
pub(crate) fn reachable(books: &mut Books, things: &Things, from: Id) -> Vec<Id> {
    let records = records(books, things);
    let mut roots = vec![from];
    let mut next = 0;
    while let Some(prev) = roots.get(next).copied() {
        next += 1;
        let root = books.root(prev);
        let part = |seat: Seat| -> Vec<Id> {
            let upon = records.iter();
            let upon = upon.filter(|(_, record)| record.prev == prev && record.seat == seat);
            upon.filter(|(_, record)| legal(books, things, record))
                .map(|(id, _)| *id)
                .collect()
        };
        let ways: Vec<Vec<Id>> = match root.plan.contributors() {
            [] => Vec::new(),
            [seat] => part(*seat).into_iter().map(|id| vec![id]).collect(),
            _ => {
                let second = part(1);
                let pairs = part(0).into_iter();
                pairs
                    .flat_map(|a| second.iter().map(move |b| vec![a, *b]))
                    .collect()
            }
        };
        for way in ways {
            let root = books.next_root(prev, &way);
            // two ways can lead to one root, and are followed once
            if !roots.contains(&root) {
                roots.push(root);
            }
        }
    }
    roots
}

/// A draw is taken only if it was offered.
fn legal(books: &Books, things: &Things, record: &Record) -> bool {
    record.body != Body::Agrees
        || things.ids().any(|id| {
            books.thing(id)
                == Thing::Offer {
                    game: record.game,
                    seat: 1 - record.seat,
                }
        })
}

/// The last complete step of a match.
pub(crate) fn last_root(books: &mut Books, things: &Things, game: Id) -> Id {
    let first = books.first_root(game);
    let roots = reachable(books, things, first);
    let deepest = roots.iter().copied();
    deepest
        // of two as deep the one known first, so that the answer is the same each time
        .max_by_key(|id| (books.root(*id).step, Id::MAX - id))
        .unwrap_or(first)
}

/// The continuations whose genesis is signed by all.
pub(crate) fn complete(books: &Books, things: &Things) -> Vec<Id> {
    let mut signed: [Vec<Id>; 2] = [Vec::new(), Vec::new()];
    for id in things.ids() {
        if let Thing::Genesis { game, seat, .. } = books.thing(id) {
            signed[seat].push(game);
        }
    }
    let [first, second] = signed;
    first
        .into_iter()
        .filter(|game| second.contains(game))
        .collect()
}

/// The continuation of a match that counts.
pub(crate) fn counts(rules: Rules, books: &mut Books, things: &Things, old: Id) -> Option<Id> {
    let all = complete(books, things);
    let mut best: Option<((u8, u16), Id)> = None;
    for game in all.iter().copied() {
        let Some(start) = books.start(game).copied() else {
            continue;
        };
        if start.old != old || !start.instead && rules.keep(Rule::Beside) {
            continue;
        }
        let first = books.first_root(old);
        let end = books.root(start.root).end;
        let names_it = match end {
            None => true,
            Some(End::Won(seat)) => start.gives_up == Some(seat) || !start.instead,
            Some(End::Drawn) => !rules.keep(Rule::DrawStays) || !start.instead,
        };
        let latest = latest(books, &all, game);
        let rank = (rules::rank(rules, latest, game), game);
        if names_it
            && best.is_none_or(|other| rank > other)
            && reachable(books, things, first).contains(&start.root)
        {
            best = Some(rank);
        }
    }
    best.map(|(_, game)| game)
}

/// When the latest genesis was written in the line of a match.
pub(crate) fn latest(books: &Books, complete: &[Id], game: Id) -> u8 {
    let written = books.start(game).map_or(0, |start| start.written);
    let below = complete.iter().filter(|later| {
        let start = books.start(**later);
        start.is_some_and(|start| start.old == game)
    });
    below
        .map(|later| latest(books, complete, *later))
        .max()
        .map_or(written, |later| later.max(written))
}

/// The matches that are one for their players, the oldest first.
pub(crate) fn line(rules: Rules, books: &mut Books, things: &Things) -> Vec<Id> {
    // kept: the search asks for the same things in thousands of states
    if let Some(line) = books.judged.lines.get(things) {
        return line.clone();
    }
    let line = follow(rules, books, things);
    books.judged.lines.insert(things.clone(), line.clone());
    line
}

fn follow(rules: Rules, books: &mut Books, things: &Things) -> Vec<Id> {
    let mut line = vec![OLD];
    let mut last = OLD;
    while let Some(next) = counts(rules, books, things, last) {
        line.push(next);
        last = next;
    }
    line
}

/// The seats that the things convict. More things never convict fewer.
pub(crate) fn convicted(rules: Rules, books: &mut Books, things: &Things) -> [bool; 2] {
    if let Some(guilty) = books.judged.guilty.get(things) {
        return *guilty;
    }
    let guilty = prove(rules, books, things);
    books.judged.guilty.insert(things.clone(), guilty);
    guilty
}

fn prove(rules: Rules, books: &mut Books, things: &Things) -> [bool; 2] {
    let records = records(books, things);
    let mut guilty = [false; 2];
    for (place, (_, record)) in records.iter().enumerate() {
        let twice = |(_, other): &(Id, Record)| {
            (other.game, other.step, other.seat) == (record.game, record.step, record.seat)
        };
        // each pair once
        guilty[record.seat] |= records[place + 1..].iter().any(twice);
    }
    for id in things.ids() {
        match books.thing(id) {
            Thing::Resign {
                game,
                seat,
                at,
                strange,
            } if !strange => {
                let after = |(_, record): &(Id, Record)| {
                    (record.game, record.seat) == (game, seat) && record.step > at + 1
                };
                guilty[seat] |= records.iter().any(after);
            }
            Thing::Genesis { game, seat, .. } => {
                guilty[seat] |= breaks_vow(rules, books, things, &records, game, seat);
            }
            _ => {}
        }
    }
    guilty
}

fn breaks_vow(
    rules: Rules,
    books: &mut Books,
    things: &Things,
    records: &[(Id, Record)],
    game: Id,
    seat: Seat,
) -> bool {
    let Some(start) = books.start(game).copied() else {
        return false;
    };
    if !rules::vouches(&start, seat) {
        return false;
    }
    let vow = rules::vow(rules, &start, books.root(start.root).plan, seat);
    let beyond: Vec<Id> = records
        .iter()
        .filter(|(_, record)| (record.game, record.seat) == (start.old, seat) && record.step > vow)
        .map(|(_, record)| record.prev)
        .collect();
    if rules.keep(Rule::Vow) && !beyond.is_empty() {
        let history = reachable(books, things, start.root);
        if beyond.iter().any(|prev| history.contains(prev)) {
            return true;
        }
    }
    things.ids().any(|id| {
        let Thing::Genesis {
            game: other,
            seat: signer,
            ..
        } = books.thing(id)
        else {
            return false;
        };
        let played = || {
            things
                .ids()
                .any(|id| plays(books, books.thing(id), other, seat))
        };
        signer == seat
            && other != game
            && books.start(other).is_some_and(|elsewhere| {
                elsewhere.old == start.old
                    && rules::convicts(rules, &start, elsewhere, seat, played())
            })
    })
}

/// Whether a thing shows that a seat has taken part in a match on own files: a record, a note, or the genesis of what
/// continues it. An older copy that is shown the match may resign in it, which says nothing.
fn plays(books: &Books, thing: Thing, in_game: Id, by: Seat) -> bool {
    match thing {
        Thing::Record(record) => record.game == in_game && record.seat == by,
        Thing::Resign {
            game,
            seat,
            strange,
            ..
        } => game == in_game && seat == by && !strange,
        Thing::Offer { game, seat } => game == in_game && seat == by,
        Thing::Genesis { game, seat, .. } => books.start(game).is_some_and(|start| {
            start.old == in_game && start.instead && seat == by && !start.strange[by]
        }),
    }
}

/// The result that the steps of one match give.
fn played_out(books: &mut Books, things: &Things, game: Id) -> Outcome {
    let first = books.first_root(game);
    let roots = reachable(books, things, first);
    let Some(last) = roots
        .into_iter()
        .filter(|id| books.root(*id).end.is_some())
        .min_by_key(|id| books.root(*id).step)
    else {
        return Outcome::Open;
    };
    let root = books.root(last);
    match root.end {
        None => Outcome::Open,
        Some(End::Drawn) => {
            let all = records(books, things);
            let taker = all
                .iter()
                .find(|(_, record)| record.game == game && record.step == root.step)
                .map(|(_, record)| record.seat);
            let upon = |seat: Seat| {
                all.iter()
                    .any(|(_, record)| record.prev == last && record.seat != seat)
            };
            Outcome::Drawn {
                alone: taker.filter(|seat| !upon(*seat)),
            }
        }
        Some(End::Won(by)) => {
            let all = records(books, things);
            let against = |record: &Record| record.seat != by;
            // by losing orders, or by the other's record upon the root
            let completes =
                |record: &Record| record.step == root.step && record.body == Body::Loses;
            let firm = all.iter().any(|(_, record)| {
                record.game == game && against(record) && (record.prev == last || completes(record))
            });
            Outcome::Won { by, firm }
        }
    }
}

/// The outcome that the things show.
pub(crate) fn resolve(rules: Rules, books: &mut Books, things: &Things) -> Outcome {
    if let Some(outcome) = books.judged.outcomes.get(things) {
        return *outcome;
    }
    let outcome = conclude(rules, books, things);
    books.judged.outcomes.insert(things.clone(), outcome);
    outcome
}

fn conclude(rules: Rules, books: &mut Books, things: &Things) -> Outcome {
    match convicted(rules, books, things) {
        [true, false] => return Outcome::Won { by: 1, firm: true },
        [false, true] => return Outcome::Won { by: 0, firm: true },
        [true, true] => return Outcome::Open,
        [false, false] => {}
    }
    let line = line(rules, books, things);
    let newest = line.last().copied().unwrap_or(OLD);
    if !rules.keep(Rule::NothingAfter) {
        for game in &line {
            let late = played_out(books, things, *game);
            if late != Outcome::Open {
                return late;
            }
        }
    }
    let result = played_out(books, things, newest);
    let (resigned, on_strange) = resignations(rules, books, things, &line);
    let resigned_by = |seats: [bool; 2], firm| match seats {
        [true, true] => Some(Outcome::Drawn { alone: None }),
        [true, false] => Some(Outcome::Won { by: 1, firm }),
        [false, true] => Some(Outcome::Won { by: 0, firm }),
        [false, false] => None,
    };
    let firm = resigned_by(resigned, true);
    firm.or(result.stands().then_some(result))
        .or(resigned_by(on_strange, false))
        .unwrap_or(result)
}

/// The seats whose resignation counts, on own files and on strange ones. The oldest match decides: the newer one would
/// not have begun.
fn resignations(
    rules: Rules,
    books: &Books,
    things: &Things,
    line: &[Id],
) -> ([bool; 2], [bool; 2]) {
    let mut all: [Option<[bool; 2]>; 2] = [None; 2];
    for (place, played) in line.iter().enumerate() {
        let mut here = [[false; 2]; 2];
        for id in things.ids() {
            let Thing::Resign {
                game,
                seat,
                strange,
                ..
            } = books.thing(id)
            else {
                continue;
            };
            let mut later = line[place + 1..]
                .iter()
                .filter_map(|game| books.start(*game));
            let stays = later
                .clone()
                .next()
                .is_none_or(|next| rules::resignation_stays(rules, next, seat));
            let given_up = later.any(|start| start.gives_up == Some(1 - seat));
            here[usize::from(strange)][seat] |= game == *played && stays && !given_up;
        }
        for (kind, seats) in here.into_iter().enumerate() {
            if seats != [false; 2] {
                all[kind].get_or_insert(seats);
            }
        }
    }
    all.map(Option::unwrap_or_default).into()
}
