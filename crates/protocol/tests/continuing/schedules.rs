//! Thousands of schedules of decisions, cuts, crashes, older copies and continuations: no honest seat is convicted in any
//! merge of any files, and both end in one match.

use super::*;
use protocol::file::{Entry, read_public};

/// Every file that anybody ever held.
#[derive(Default)]
struct Held {
    files: Vec<Vec<u8>>,
}

impl Held {
    fn keep(&mut self, pair: &Pair) {
        for seat in BOTH {
            for file in files(pair, seat) {
                if !self.files.contains(&file) {
                    self.files.push(file);
                }
            }
        }
    }

    /// Some of the files, by match.
    fn some(&self, dice: &mut Seeded) -> Vec<Report> {
        let mut matches: Vec<([u8; 32], Vec<&[u8]>)> = Vec::new();
        for file in &self.files {
            if dice.below(2) == 0 {
                continue;
            }
            let Ok((entries, _)) = read_public(file) else {
                continue;
            };
            let Some(Entry::Manifest(manifest)) = entries.first() else {
                continue;
            };
            let sid = manifest.sid();
            match matches.iter_mut().find(|(of, _)| *of == sid) {
                Some((_, copies)) => copies.push(file),
                None => matches.push((sid, vec![file])),
            }
        }
        let matches: Vec<Vec<&[u8]>> = matches.into_iter().map(|(_, copies)| copies).collect();
        judge_matches(&matches)
    }
}

fn schedules(usual: u64) -> u64 {
    let wanted = std::env::var("WARLORD_SCHEDULES").ok();
    wanted
        .and_then(|wanted| wanted.parse().ok())
        .unwrap_or(usual)
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
    for seed in 0..schedules(120) {
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
    assert!(continued > 20 && older > 20, "{continued} {older}");
}
