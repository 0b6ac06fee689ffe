//! Thousands of schedules of decisions, cuts, crashes, older copies and continuations: no honest seat is convicted in
//! any merge of any files, and both end in one match.

use std::collections::BTreeMap;

use super::*;
use protocol::file::{Entry, read_public};
use protocol::testing::Mark;
use rules::testing::depth::deep;

/// Every file that anybody ever held.
#[derive(Default)]
struct Held {
    files: Vec<Vec<u8>>,
}

impl Held {
    fn keep(&mut self, pair: &Pair) {
        for seat in BOTH {
            for file in pair.files(seat) {
                if !self.files.contains(&file) {
                    self.files.push(file);
                }
            }
        }
    }

    /// The reports on some of the files, by match.
    fn some(&self, dice: &mut Seeded) -> Vec<Report> {
        let shown: Vec<bool> = self.files.iter().map(|_| dice.below(2) == 1).collect();
        let mut shown = shown.into_iter();
        in_any_order(self.by_match(|| shown.next().unwrap_or(false)))
    }

    /// The reports on all of them.
    fn all(&self) -> Vec<Report> {
        in_any_order(self.by_match(|| true))
    }

    /// The report on one match, from all of them.
    fn of(&self, sid: &[u8; 32]) -> Report {
        let matches = self.by_match(|| true);
        let place = matches.keys().position(|of| of == sid);
        let matches: Vec<Vec<&[u8]>> = matches.into_values().collect();
        judge_matches(&matches).swap_remove(place.expect("a match that was held"))
    }

    fn by_match(&self, mut is_shown: impl FnMut() -> bool) -> BTreeMap<[u8; 32], Vec<&[u8]>> {
        let mut matches: BTreeMap<[u8; 32], Vec<&[u8]>> = BTreeMap::new();
        for file in self.files.iter().filter(|_| is_shown()) {
            let Ok((entries, _)) = read_public(file) else {
                continue;
            };
            if let Some(Entry::Manifest(manifest)) = entries.first() {
                matches.entry(manifest.sid()).or_default().push(file);
            }
        }
        matches
    }
}

/// The reports on matches, which are the same whatever match is named first and whatever copy of it.
fn in_any_order(matches: BTreeMap<[u8; 32], Vec<&[u8]>>) -> Vec<Report> {
    let mut matches: Vec<Vec<&[u8]>> = matches.into_values().collect();
    let found = judge_matches(&matches);
    matches.reverse();
    let mut turned = judge_matches(&matches);
    turned.reverse();
    assert_eq!(turned, found);
    found
}

fn disturb(pair: &mut Pair, backups: &mut [Vec<Disk>; 2], dice: &mut Seeded, number: u8) {
    let seat = Seat(u8::from(dice.below(2) == 1));
    let index = seat.index();
    match dice.below(24) {
        0 => pair.disconnect(),
        1 => pair.kill(seat),
        2 => backups[index].push(pair.disks[index].clone()),
        3 if !backups[index].is_empty() && dice.below(3) == 0 => {
            let chosen = dice.below(backups[index].len());
            let writes = pair.disks[index].writes;
            pair.kill(seat);
            pair.disks[index] = Disk {
                writes,
                ..backups[index][chosen].clone()
            };
        }
        4..=6 => {
            let fresh = anew(seat, number);
            pair.with(seat, |session, now| {
                session.ask_to_continue(now, ContinueWish::default(), &fresh)
            });
        }
        7..=9 => {
            let fresh = anew(seat, number);
            let accept = dice.below(4) > 0;
            pair.with(seat, |session, now| {
                session.answer_continue(now, accept, &fresh)
            });
        }
        10..=14 => {
            let deciding = pair.sessions[index].as_ref().and_then(|session| {
                let decides = matches!(session.waiting(), protocol::Waiting::Me { .. });
                let position = session.position().filter(|_| decides)?.clone();
                Some((position, session.side_of(seat)?))
            });
            if let Some((position, side)) = deciding {
                let orders = random_orders(&position, side, dice);
                pair.with(seat, |session, now| session.propose(now, &orders));
            }
        }
        15 if dice.below(20) == 0 => drop(pair.with(seat, |session, now| session.resign(now))),
        16 => pair.pass(Duration::from_secs(50)),
        _ => drop(pair.deliver(seat)),
    }
    for seat in BOTH {
        if pair.sessions[seat.index()].is_none() && dice.below(3) == 0 {
            pair.disconnect();
            pair.restart(seat);
        }
    }
    if !pair.is_up() && pair.sessions.iter().all(Option::is_some) && dice.below(3) == 0 {
        pair.connect();
    }
}

#[test]
fn no_honest_seat_is_convicted_in_any_merge_of_any_files_and_both_end_in_one_match() {
    let (mut continued, mut older) = (0, 0);
    for seed in 0..deep(27, 120, 1500) {
        let mut dice = Seeded(seed);
        let game = [offer("clash-of-arms", Some(6)), tiny(5), toy(4)][seed as usize % 3].clone();
        let mut pair = Pair::agreed(game, 1);
        let mut backups: [Vec<Disk>; 2] = Default::default();
        let mut held = Held::default();
        for step in 0..dice.below(250) {
            disturb(&mut pair, &mut backups, &mut dice, step as u8);
            if dice.below(8) == 0 {
                held.keep(&pair);
            }
            let strange = pair
                .sessions
                .iter()
                .flatten()
                .filter(|session| session.standing() == Standing::Strange);
            older += strange.count().min(1);
        }
        held.keep(&pair);
        for _ in 0..6 {
            let found = held.some(&mut dice);
            let proved = found
                .iter()
                .find(|report| report.verdict == Verdict::Proved);
            assert_eq!(proved, None, "seed {seed}");
        }
        // both come back and find one match
        let mut is_one = false;
        for round in 0..8 {
            for seat in BOTH {
                if pair.sessions[seat.index()].is_none() {
                    pair.restart(seat);
                }
            }
            pair.pass(Duration::from_secs(700));
            pair.connect();
            pair.run();
            let sids = BOTH.map(|seat| pair.session(seat).sid());
            let is_own = BOTH
                .iter()
                .all(|seat| pair.session(*seat).standing() == Standing::Own);
            let is_over = BOTH
                .iter()
                .all(|seat| pair.session(*seat).outcome().is_some());
            is_one = sids[0] == sids[1] && (is_own || is_over);
            if is_one {
                break;
            }
            for seat in BOTH {
                let fresh = anew(seat, 200 + round);
                pair.with(seat, |session, now| {
                    session.ask_to_continue(now, ContinueWish::default(), &fresh)
                });
                pair.run();
                let fresh = anew(seat.other(), 220 + round);
                pair.with(seat.other(), |session, now| {
                    session.answer_continue(now, true, &fresh)
                });
                pair.run();
            }
        }
        let state = BOTH.map(|seat| {
            let session = pair.session(seat);
            (
                session.sid(),
                session.standing(),
                session.may_ask_to_continue(),
                session.fault().cloned(),
            )
        });
        assert!(is_one, "seed {seed}: {state:?}");
        held.keep(&pair);
        for _ in 0..4 {
            let found = held.some(&mut dice);
            let proved = found
                .iter()
                .find(|report| report.verdict == Verdict::Proved);
            assert_eq!(proved, None, "seed {seed}");
        }
        continued += pair.former[0].len().max(pair.former[1].len());
    }
    let least = deep(4, 20, 20);
    assert!(continued > least && older > least, "{continued} {older}");
}

/// A seat that goes back to any older copy as if it were its own, shows whatever was ever sent, and keeps frames back.
fn cheat(pair: &mut Pair, copies: &mut Vec<(Disk, Option<Mark>)>, dice: &mut Seeded, number: u8) {
    let seat = Seat(1);
    match dice.below(12) {
        0 | 1 => copies.push((pair.disks[1].clone(), pair.marks[1].clone())),
        2 if !copies.is_empty() => {
            let (disk, mark) = copies[dice.below(copies.len())].clone();
            pair.kill(seat);
            let writes = pair.disks[1].writes;
            // its own mark lies too, so that it signs a second time
            (pair.disks[1], pair.marks[1]) = (Disk { writes, ..disk }, mark);
        }
        3 | 4 if !pair.wire.is_empty() => {
            // frames that either side has sent before, again
            let recent = pair.wire.len().min(60);
            let at = pair.wire.len() - 1 - dice.below(recent);
            let frame = pair.wire[at].1.clone();
            pair.hand(Seat(0), &frame);
        }
        5 => drop(pair.queues[0].pop_front()),
        6 | 7 => {
            let fresh = anew(seat, number);
            let wish = ContinueWish::default();
            pair.with(seat, |session, now| {
                session.ask_to_continue(now, wish, &fresh)
            });
        }
        8 | 9 => {
            let fresh = anew(seat, number);
            pair.with(seat, |session, now| {
                session.answer_continue(now, true, &fresh)
            });
        }
        10 if dice.below(6) == 0 => drop(pair.with(seat, |session, now| session.resign(now))),
        _ => drop(pair.with(seat, |session, now| session.offer_draw(now))),
    }
}

/// Both users click, on a line that holds; the cheat's copies are what they are.
fn agree_to_continue(pair: &mut Pair, dice: &mut Seeded, number: u8) {
    if !pair.sessions.iter().all(Option::is_some) {
        return;
    }
    pair.connect();
    pair.run();
    let seat = Seat(u8::from(dice.below(2) == 1));
    for seat in [seat, seat.other()] {
        let (ours, theirs) = (anew(seat, number), anew(seat.other(), number));
        let wish = ContinueWish::default();
        pair.with(seat, |session, now| {
            session.ask_to_continue(now, wish, &ours)
        });
        pair.run();
        pair.with(seat.other(), |session, now| {
            session.answer_continue(now, true, &theirs)
        });
        pair.run();
    }
}

/// The results that the honest seat holds, by match: from its own files alone.
fn own_results(pair: &Pair) -> Vec<([u8; 32], rules::Outcome)> {
    let own = pair.files(Seat(0));
    let results = own.iter().filter_map(|file| {
        let replay = protocol::replay::read(file).ok()?;
        let result = judge(&[file]).result?;
        Some((replay.manifest.sid(), result))
    });
    results.collect()
}

#[test]
fn no_cheat_convicts_the_honest_seat_or_takes_its_result_by_continuing() {
    let (mut continued, mut convicted, mut kept) = (0, 0, 0);
    for seed in 0..deep(30, 150, 1500) {
        let mut dice = Seeded(1000 + seed);
        let game = [offer("clash-of-arms", Some(4)), tiny(4), toy(3)][seed as usize % 3].clone();
        let mut pair = Pair::agreed(game, 1);
        let (mut copies, mut none) = (Vec::new(), Default::default());
        let mut held = Held::default();
        let mut results: Vec<([u8; 32], rules::Outcome)> = Vec::new();
        for step in 0..60 + dice.below(240) {
            if dice.below(130) == 0 {
                agree_to_continue(&mut pair, &mut dice, step as u8);
            } else if dice.below(8) == 0 {
                cheat(&mut pair, &mut copies, &mut dice, step as u8);
            } else {
                disturb(&mut pair, &mut none, &mut dice, step as u8);
                // the honest seat goes back to no older copy
                none = Default::default();
            }
            if dice.below(6) == 0 {
                held.keep(&pair);
                results.extend(own_results(&pair));
            }
        }
        held.keep(&pair);
        results.extend(own_results(&pair));
        let all = held.all();
        for reports in (0..6).map(|_| held.some(&mut dice)).chain([all]) {
            let proved = reports
                .iter()
                .filter(|report| report.verdict == Verdict::Proved);
            for report in proved {
                assert_eq!(report.seat, Some(Seat(1)), "seed {seed}: {report:?}");
                convicted += 1;
            }
        }
        // a result that the honest seat holds stands, unless a new match that it has signed gives it up by name
        let given_up: Vec<[u8; 32]> = pair
            .files(Seat(0))
            .iter()
            .filter_map(|file| protocol::replay::read(file).ok())
            .filter_map(|replay| {
                let start = replay.manifest.start.clone()?;
                start.gives_up.is_some().then_some(start.sid)
            })
            .collect();
        for (sid, result) in results {
            if given_up.contains(&sid) {
                continue;
            }
            let report = held.of(&sid);
            let is_won = side_zero(&pair).is_some_and(|side| result.winners().contains(side));
            if is_won {
                kept += 1;
                let stands = report.result == Some(result) || report.verdict == Verdict::Proved;
                assert!(stands, "seed {seed}: {result:?} {report:?}");
            }
        }
        continued += pair.former[0].len();
    }
    let least = deep(0, 20, 20);
    assert!(
        continued > least && convicted > least && kept > least,
        "{continued} {convicted} {kept}"
    );
}

fn side_zero(pair: &Pair) -> Option<rules::Side> {
    let session = pair.sessions[0].as_ref();
    session.and_then(|session| session.side_of(Seat(0)))
}
