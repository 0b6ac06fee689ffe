//! `cargo bench -p protocol`: a long match judged, and steps through two sessions. Each asserts what it times.

use std::time::Duration;

use divan::counter::{BytesCount, ItemsCount};
use divan::{Bencher, black_box};
use protocol::file::{Entry, read_public};
use protocol::frame::{Head, Held};
use protocol::glance::glance;
use protocol::judge::{Verdict, judge};
use protocol::testing::{Pair, Seeded, Table, offer, table};
use protocol::{Identity, Note, Record, Seat, hash};
use rules::{AnyOrder, AnyPosition, Draft, Rules, Side};

fn main() {
    divan::main();
}

fn played(key: &str, turns: u32, seed: u64) -> Pair {
    let mut pair = Pair::agreed(offer(key, Some(turns)), 1);
    let mut dice = Seeded(seed);
    while pair.play_one(&mut dice) {}
    assert!(pair.session(Seat(0)).is_closed());
    pair
}

fn turns(pair: &Pair) -> usize {
    let history = pair.session(Seat(0)).history();
    history.expect("a match").orders().count()
}

/// A random game that lasts that many turns.
fn long(key: &str, turns: u32) -> Pair {
    let lasts = |pair: &Pair| self::turns(pair) == turns as usize;
    let mut games = (0..).map(|seed| played(key, turns, seed));
    games.find(lasts).expect("some random game is long")
}

/// Steps of a match: two for each turn, four for a hidden set-up, one for the end.
fn steps(pair: &Pair) -> usize {
    let file = &pair.disks[0].public;
    usize::try_from(judge(&[file]).step).expect("few")
}

#[divan::bench(args = [50, 200])]
fn judge_a_match_of_turns(bencher: Bencher<'_, '_>, turns: u32) {
    judge_a_match(bencher, &long("clash-of-arms", turns), turns);
}

/// A match of Border War with a hidden set-up, as long as the longest that people played: under 200 ms.
#[divan::bench]
fn judge_300_turns_of_border_war(bencher: Bencher<'_, '_>) {
    let mut pair = Pair::agreed(offer("border-war", Some(300)), 1);
    let mut dice = Seeded(1);
    while let Some(seat) = pair.to_decide() {
        let session = pair.session(seat);
        let (position, side) = (session.position(), session.side_of(seat));
        let (position, side) = (position.expect("a match"), side.expect("a seat"));
        let orders = few_orders(position, side, &mut dice);
        pair.with(seat, |session, now| session.propose(now, &orders));
        pair.run();
    }
    judge_a_match(bencher, &pair, 300);
}

/// A secret choice, or two random orders and the one that closes the turn: such games last.
fn few_orders(position: &AnyPosition, side: Side, dice: &mut Seeded) -> Vec<AnyOrder> {
    let mut draft = Draft::new(position.clone(), side);
    while !draft.is_whole() {
        let legal = draft.position().legal_orders(side);
        let order = match draft.len() < 2 {
            true => dice.choose(&legal),
            false => &legal[legal.len() - 1],
        };
        draft.push(order.clone()).expect("listed orders are legal");
    }
    draft.orders().cloned().collect()
}

fn judge_a_match(bencher: Bencher<'_, '_>, pair: &Pair, turns: u32) {
    let file = &pair.disks[0].public;
    // for each turn the orders and two confirmations, then two closing records
    let records = 3 * turns + 2;
    bencher.counter(ItemsCount::new(records)).bench(|| {
        let report = judge(&[black_box(file)]);
        assert_eq!(report.verdict, Verdict::Complete);
        report
    });
}

/// The kinds of files that cost a judge most for their length.
#[derive(Debug, Clone, Copy)]
enum Worst {
    /// Records whose signatures must be verified and fail.
    Unsigned,
    /// Records of two hundred steps that fit nowhere, all signed.
    Strays,
    /// A second record and a third and so on for every step, upon the true history, all signed.
    Doubles,
    /// As many as possible such records for two steps that follow each other.
    TwoSteps,
    /// A long match to whose every step both seats signed notes.
    Notes,
    /// Statements of what a seat holds.
    Heads,
}

/// A long match of two or eight, and the keys of those who cheat in it: everybody but the last.
struct Long {
    file: Vec<u8>,
    seats: usize,
    cheats: Vec<Identity>,
}

impl Long {
    fn of(seats: u8) -> Self {
        match seats {
            2 => Self::from(&played("clash-of-arms", 200, 3)),
            _ => Self::of_eight(),
        }
    }

    fn of_eight() -> Self {
        let pairs = (0..8).flat_map(|a| (a + 1..8).map(move |b| (Seat(a), Seat(b))));
        let pairs: Vec<(Seat, Seat)> = pairs.collect();
        let manifest = table(&offer("clash-of-arms", Some(50)), 8, 1);
        let mut table = Table::<8>::under_way(manifest, &pairs, 1);
        table.play_out(&mut Seeded(3));
        Self::from(&table)
    }

    fn from<const N: usize>(table: &Table<N>) -> Self {
        let places = table.places();
        let cheats = places.iter().take(N - 1);
        Self {
            file: table.disks[0].public.clone(),
            seats: N,
            cheats: cheats.map(|seat| table.match_key(*seat)).collect(),
        }
    }

    fn records(&self) -> Vec<Record> {
        let (entries, _) = read_public(&self.file).expect("a match file");
        let records = entries.into_iter().filter_map(|entry| match entry {
            Entry::Record(record) => Some(record),
            _ => None,
        });
        records.collect()
    }

    /// Its file with enough entries of that kind added, by all cheats in turn, to make that many mebibytes.
    fn worst(&self, kind: Worst, mebibytes: usize) -> Vec<u8> {
        let records = self.records();
        let mut worst = self.file.clone();
        for number in 1.. {
            worst.extend(self.besides(kind, number, &records).to_bytes());
            if worst.len() >= mebibytes << 20 {
                break;
            }
        }
        worst
    }

    /// One more thing for a file of that kind, made of a record of the match.
    fn besides(&self, kind: Worst, number: u64, all: &[Record]) -> Entry {
        let number_of = |things: usize| usize::try_from(number).expect("small") % things;
        let record = &all[number_of(all.len())];
        // once through all records for each, so that every cheat doubles every step
        let at = usize::try_from(number).expect("small") / all.len() % self.cheats.len();
        let (seat, key) = (Seat(u8::try_from(at).expect("few")), &self.cheats[at]);
        let other = |record: &Record| Record {
            seat,
            sent_ms: number,
            body: Vec::new(),
            ..record.clone()
        };
        match kind {
            Worst::Unsigned => Entry::Record(other(record)),
            Worst::Strays => {
                let stray = Record {
                    prev: [9; 32],
                    ..other(record)
                };
                Entry::Record(stray.signed(key))
            }
            Worst::Doubles => Entry::Record(other(record).signed(key)),
            Worst::TwoSteps => Entry::Record(other(&all[number_of(2)]).signed(key)),
            Worst::Notes => {
                let note = Note {
                    sid: record.sid,
                    seat,
                    seq: u32::try_from(number % 256 + 1).expect("small"),
                    prev: [0; 32],
                    at_root: record.prev,
                    kind: 1,
                    body: Vec::new(),
                    sent_ms: number,
                    signature: record.signature,
                };
                Entry::Note(note.signed(key))
            }
            Worst::Heads => {
                let held = Held {
                    notes: 9,
                    note: [9; 32],
                    step: number,
                    id: [9; 32],
                };
                let head = Head {
                    sid: record.sid,
                    seat,
                    nonce: [9; 32],
                    step: number,
                    root: [9; 32],
                    held: vec![held; self.seats],
                    signature: record.signature,
                };
                Entry::Head(head.signed(key))
            }
        }
    }
}

/// The time that this thread was on a processor; zero if the system does not say.
fn on_processor() -> Duration {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let nanoseconds = text.split(' ').next().and_then(|text| text.parse().ok());
    Duration::from_nanos(nanoseconds.unwrap_or(0))
}

/// At most a second for a mebibyte, whatever the file holds.
#[divan::bench(args = [
    (Worst::Unsigned, 1), (Worst::Unsigned, 16), (Worst::Unsigned, 64),
    (Worst::Strays, 1), (Worst::Strays, 16), (Worst::Strays, 64),
    (Worst::Doubles, 1), (Worst::Doubles, 16), (Worst::Doubles, 64),
    (Worst::TwoSteps, 1), (Worst::TwoSteps, 16), (Worst::TwoSteps, 64),
    (Worst::Notes, 1), (Worst::Notes, 16), (Worst::Notes, 64),
    (Worst::Heads, 1), (Worst::Heads, 16), (Worst::Heads, 64),
], sample_count = 1, sample_size = 1)]
fn judge_the_worst_file(bencher: Bencher<'_, '_>, (kind, mebibytes): (Worst, usize)) {
    judge_worst(bencher, 2, (kind, mebibytes));
}

/// A judge takes at most a second for a mebibyte of a match of eight in which seven cheat.
#[divan::bench(args = [
    (Worst::Unsigned, 1), (Worst::Unsigned, 16), (Worst::Strays, 1), (Worst::Strays, 16), (Worst::Doubles, 1),
    (Worst::Doubles, 16), (Worst::TwoSteps, 1), (Worst::TwoSteps, 16), (Worst::Notes, 1), (Worst::Notes, 16),
    (Worst::Heads, 1), (Worst::Heads, 16),
], sample_count = 1, sample_size = 1)]
fn judge_the_worst_file_of_eight(bencher: Bencher<'_, '_>, (kind, mebibytes): (Worst, usize)) {
    judge_worst(bencher, 8, (kind, mebibytes));
}

fn judge_worst(bencher: Bencher<'_, '_>, seats: u8, (kind, mebibytes): (Worst, usize)) {
    let file = Long::of(seats).worst(kind, mebibytes);
    bencher.counter(BytesCount::of_slice(&file)).bench(|| {
        let before = on_processor();
        let report = judge(&[black_box(&file)]);
        let spent = on_processor() - before;
        // on a busy machine this is the figure that counts
        eprintln!(
            "{:.2} s of processor time a mebibyte",
            spent.as_secs_f64() / mebibytes as f64
        );
        // more things signed convict or are left out; the result of the match stays
        assert!(report.result.is_some());
        report
    });
}

/// The part of a file that a list of matches reads.
#[divan::bench]
fn look_at_a_match_of_200_turns(bencher: Bencher<'_, '_>) {
    let pair = long("clash-of-arms", 200);
    let file = &pair.disks[0].public;
    bencher.bench(|| {
        let glance = glance(black_box(file)).expect("a match file");
        assert_eq!(glance.turns, 200);
        glance
    });
}

#[divan::bench(args = ["clash-of-arms", "test-of-wills"], sample_count = 10)]
fn steps_through_two_sessions(bencher: Bencher<'_, '_>, key: &str) {
    let items = steps(&played(key, 40, 2));
    bencher.counter(ItemsCount::new(items)).bench(|| {
        let pair = played(key, 40, 2);
        assert_eq!(pair.disks[0].public, pair.disks[1].public);
        turns(&pair)
    });
}

#[divan::bench]
fn commit_to_a_set_up(bencher: Bencher<'_, '_>) {
    let payload = [7; 160];
    bencher.bench(|| {
        let at = (1, Seat(0), 2);
        let digest = hash::commit(&[1; 32], &[2; 32], at, &[3; 32], black_box(&payload));
        assert_ne!(digest, [0; 32]);
        digest
    });
}

/// The digest both sides confirm after every turn, on 120x120 with near 3,000 units.
#[divan::bench]
fn digest_of_a_position_120x120(bencher: Bencher<'_, '_>) {
    let continent = scenario::load("continent").expect("built in");
    let scenario = continent.expect("the file is right");
    let position = scenario.start(&[]).expect("the default options");
    let mut bytes = Vec::new();
    position.write_canonical(&mut bytes);
    let digest = hash::state(&bytes);
    bencher.bench(|| assert_eq!(protocol::digest(black_box(&position)), digest));
}
