//! `cargo bench -p protocol`: a long match judged, and steps through two sessions. Each asserts what it times.

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use protocol::judge::{Verdict, judge};
use protocol::testing::{Pair, Seeded, offer};
use protocol::{Seat, hash};
use rules::Rules;

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

/// A random game that lasts so many turns.
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
    let pair = long("clash-of-arms", turns);
    let file = &pair.disks[0].public;
    // for each turn the orders and two confirmations, then two closing records
    let records = 3 * turns + 2;
    bencher.counter(ItemsCount::new(records)).bench(|| {
        let report = judge(&[black_box(file)]);
        assert_eq!(report.verdict, Verdict::Complete);
        report
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
