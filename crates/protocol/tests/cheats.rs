//! Random cheats against an honest seat: whatever is signed, in any merge of files, the honest seat is not convicted, and
//! where there is a result it stays and nobody is said to be silent.

use protocol::file::{Entry, PUBLIC_HEADER, read_public};
use protocol::judge::{Report, Verdict, judge};
use protocol::note::Statement;
use protocol::record::WireOutcome;
use protocol::testing::{Pair, Puppet, Seeded, offer, random_orders, tiny, toy};
use protocol::{Fault, Kind, Offer, Record, Seat, Waiting};
use rules::{Outcome, Rules, Sides, ToAct};

/// A cheat with everything it has ever signed.
struct Cheat {
    puppet: Puppet,
    signed: Vec<Entry>,
    lines: u8,
}

impl Cheat {
    fn orders(&self, dice: &mut Seeded) -> Vec<rules::AnyOrder> {
        let position = self.puppet.position();
        let side = self.puppet.side();
        let asked = match position.to_act() {
            ToAct::One(mover) => mover == side,
            ToAct::Secretly(sides) => sides.contains(side),
            ToAct::Lots(_) | ToAct::Nobody(_) => false,
        };
        match asked {
            true => random_orders(position, side, dice),
            false => Vec::new(),
        }
    }

    fn sign(&mut self, pair: &mut Pair, record: Record, is_sent: bool) {
        self.signed.push(Entry::Record(record.clone()));
        if is_sent {
            self.puppet.send(pair, &record);
        }
    }

    fn note(&mut self, pair: &mut Pair, statement: Statement, is_sent: bool) {
        let note = self.puppet.note(statement);
        self.signed.push(Entry::Note(note.clone()));
        if is_sent {
            self.puppet.send_note(pair, &note);
        }
    }

    /// The decision of an honest program, where one is awaited.
    fn contribute(&mut self, pair: &mut Pair, dice: &mut Seeded) {
        if self.puppet.is_awaited() {
            let orders = self.orders(dice);
            let record = self.puppet.honest(&orders);
            self.sign(pair, record, true);
        }
    }

    fn act(&mut self, pair: &mut Pair, dice: &mut Seeded) {
        let honest = self.puppet.seat.other();
        // one thing in four is kept back and shown to the judge alone
        let is_sent = dice.below(4) > 0;
        match dice.below(60) {
            0 if self.puppet.is_awaited() => {
                // a second record for the present step
                let orders = self.orders(dice);
                let record = self.puppet.honest(&orders);
                self.sign(pair, record, false);
            }
            1 => self.note(pair, Statement::ProposeDraw, is_sent),
            2 => {
                let proposal = [7; 32];
                self.note(pair, Statement::Decline { proposal }, is_sent);
            }
            3 if dice.below(6) == 0 => self.note(pair, Statement::Resign, is_sent),
            4 | 5 => {
                let step = self.puppet.step() + dice.below(3) as u64;
                let step = step.saturating_sub(1);
                let against = honest;
                self.note(pair, Statement::Claim { against, step }, is_sent);
            }
            6 if self.puppet.is_offered() && self.puppet.is_awaited() => {
                let record = self.puppet.agree();
                self.sign(pair, record, is_sent);
            }
            7 => {
                let mut record = self.puppet.record(Kind::Lock, Vec::new());
                record.prev = [dice.below(256) as u8; 32];
                record.step += dice.below(4) as u64;
                let record = record.signed(&self.puppet.key);
                self.sign(pair, record, is_sent);
                self.new_line(pair, |_| {});
            }
            8 => {
                let kinds = [Kind::Commit, Kind::Lock, Kind::Orders, Kind::Confirm];
                let record = self.puppet.record(kinds[dice.below(4)], vec![1, 2, 3]);
                self.sign(pair, record, false);
            }
            9 => {
                let outcome = Outcome::Won(Sides::first(1), "resign");
                let record = self.puppet.close(WireOutcome::from(outcome));
                self.sign(pair, record, false);
            }
            10 => self.new_line(pair, |_| {}),
            11 => {
                let lie = [dice.below(256) as u8; 32];
                self.new_line(pair, |head| {
                    head.held[honest.index()].step += 1;
                    head.held[honest.index()].id = lie;
                });
            }
            12 => self.new_line(pair, |head| head.root = [3; 32]),
            13 => self.new_line(pair, |head| head.held.clear()),
            14 if dice.below(3) == 0 => {
                // the honest program dies and starts again
                pair.kill(honest);
                pair.restart(honest);
                self.new_line(pair, |_| {});
            }
            _ => self.contribute(pair, dice),
        }
    }

    fn new_line(&mut self, pair: &mut Pair, change: impl FnOnce(&mut protocol::frame::Head)) {
        self.lines = self.lines.wrapping_add(1);
        pair.connect();
        self.puppet.greet(pair, [self.lines; 32], change);
    }
}

fn honest_acts(pair: &mut Pair, seat: Seat, dice: &mut Seeded) {
    let Some(session) = &pair.sessions[seat.index()] else {
        return;
    };
    let decides = matches!(session.waiting(), Waiting::Me { .. });
    let has_offer = session.draw_offer() == Some(seat.other());
    let (position, side) = (session.position().cloned(), session.side_of(seat));
    match dice.below(40) {
        0 => drop(pair.with(seat, |session, now| session.offer_draw(now))),
        1 if has_offer => drop(pair.with(seat, |session, now| session.answer_draw(now, true))),
        2 if dice.below(8) == 0 => drop(pair.with(seat, |session, now| session.resign(now))),
        3 => {
            pair.pass(std::time::Duration::from_secs(11));
            pair.with(seat, |session, now| session.handle_timeout(now));
        }
        _ if decides => {
            let (Some(position), Some(side)) = (position, side) else {
                return;
            };
            let orders = random_orders(&position, side, dice);
            pair.with(seat, |session, now| session.propose(now, &orders));
        }
        _ => {}
    }
}

/// A random part of those entries in a random order, behind the manifest and the signatures under it.
fn some_of(all: &[Entry], head: &[Entry], dice: &mut Seeded) -> Vec<u8> {
    let keep = dice.below(4);
    let mut some: Vec<&Entry> = all
        .iter()
        .filter(|_| keep == 0 || dice.below(8) >= keep)
        .collect();
    for index in (1..some.len()).rev() {
        if keep > 1 {
            some.swap(index, dice.below(index + 1));
        }
    }
    let entries = head.iter().chain(some).flat_map(Entry::to_bytes);
    PUBLIC_HEADER.iter().copied().chain(entries).collect()
}

fn is_unhurt(report: &Report, honest: Seat) -> bool {
    let accused = matches!(report.verdict, Verdict::Proved | Verdict::Diverged);
    let claimed = report.verdict == Verdict::Claimed && report.result.is_some();
    let convicted = accused && report.seat == Some(honest);
    !convicted && !claimed
}

fn one_game(offer: Offer, cheat: Seat, seed: u64) -> Verdict {
    let mut dice = Seeded(seed);
    let mut pair = Pair::agreed(offer, 1);
    let honest = cheat.other();
    let mut cheat = Cheat {
        puppet: Puppet::instead_of(cheat, &mut pair),
        signed: Vec::new(),
        lines: 1,
    };
    for _ in 0..40 + dice.below(160) {
        cheat.act(&mut pair, &mut dice);
        cheat.puppet.listen(&mut pair);
        honest_acts(&mut pair, honest, &mut dice);
        cheat.puppet.listen(&mut pair);
        let fault = pair.session(honest).fault();
        let own = [Fault::OwnRecord, Fault::SecondProgram, Fault::LostChoice];
        assert!(fault.is_none_or(|fault| !own.contains(fault)), "{fault:?}");
    }
    let file = pair.disks[honest.index()].public.clone();
    let alone = judge(&[&file]);
    assert!(is_unhurt(&alone, honest), "seed {seed}: {alone:?}");
    let (entries, _) = read_public(&file).expect("a match file");
    let (head, rest): (Vec<Entry>, Vec<Entry>) = entries
        .into_iter()
        .partition(|entry| matches!(entry, Entry::Manifest(_) | Entry::Genesis(_)));
    let all: Vec<Entry> = rest.into_iter().chain(cheat.signed.clone()).collect();
    for _ in 0..3 {
        let other = some_of(&all, &head, &mut dice);
        let third = some_of(&all, &head, &mut dice);
        let files: [&[&[u8]]; 4] = [
            &[&other],
            &[&file, &other],
            &[&other, &file],
            &[&other, &third],
        ];
        for (index, files) in files.into_iter().enumerate() {
            let report = judge(files);
            assert!(is_unhurt(&report, honest), "seed {seed}: {report:?}");
            let has_ours = (1..3).contains(&index);
            if has_ours && alone.result.is_some() {
                assert!(
                    report.result.is_some(),
                    "seed {seed}: {alone:?}\n{report:?}"
                );
            }
            if has_ours && alone.verdict == Verdict::Complete {
                assert_eq!(report.result, alone.result, "seed {seed}: {report:?}");
            }
            if has_ours && alone.verdict == Verdict::Proved {
                assert_eq!(report.verdict, Verdict::Proved, "seed {seed}: {report:?}");
            }
        }
    }
    alone.verdict
}

/// The cheat never gets more out of what it signs than the honest seat's file gives.
fn against_cheats(offer: &Offer) {
    // `WARLORD_CHEATS=1000` plays thousands of games
    let wanted = std::env::var("WARLORD_CHEATS").ok();
    let seeds = 0..wanted.and_then(|wanted| wanted.parse().ok()).unwrap_or(60);
    let mut seen = Vec::new();
    for seed in seeds {
        for cheat in [Seat(0), Seat(1)] {
            let verdict = one_game(offer.clone(), cheat, seed);
            if !seen.contains(&verdict) {
                seen.push(verdict);
            }
        }
    }
    assert!(seen.len() >= 3, "{seen:?}");
}

#[test]
fn no_cheat_hurts_an_honest_seat_in_an_open_game() {
    against_cheats(&offer("clash-of-arms", Some(6)));
}

#[test]
fn no_cheat_hurts_an_honest_seat_in_a_game_with_a_hidden_set_up() {
    against_cheats(&tiny(4));
}

#[test]
fn no_cheat_hurts_an_honest_seat_in_a_game_with_secret_rounds() {
    against_cheats(&toy(4));
}
