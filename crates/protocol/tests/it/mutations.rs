//! A finished match file, changed in every small way: the judge never calls it complete.

use std::ops::Range;

use protocol::codec::{decode_canonical, encode};
use protocol::file::{Entry, PUBLIC_HEADER, read_public};
use protocol::judge::{Report, Verdict, judge};
use protocol::record::{ConfirmBody, OrdersBody, RevealBody};
use protocol::testing::{Pair, Script, Seeded, tiny, toy, written};
use protocol::{Kind, Offer, Record, Seat};
use rules::Rules;
use rules::testing::depth::{deep, sample};
use scenario::Scenario;

/// A short match with a hidden set-up, two turns and a draw offered and declined.
fn short_match(seed: u8) -> Pair {
    played(tiny(2), seed, Seeded(5))
}

/// A match of the toy with a fight in mid-turn and a retreat of the side not on turn, and a draw offered and declined.
fn toy_match(seed: u8) -> Pair {
    let pair = played(toy(1), seed, Seeded(9));
    let history = pair.session(Seat(0)).history().expect("a match");
    let decided = |at: usize| history.position_after(at).turn().side;
    assert!(
        history
            .orders()
            .any(|orders| orders.side != decided(orders.at))
    );
    pair
}

/// A match of WarGame 2: both armies sealed over ninety-six hexes each, then two turns.
fn wargame_match(seed: u8) -> Pair {
    let text = include_str!("../fixtures/rules/hexes.toml");
    let offer = Offer {
        scenario: Scenario::agreed("hexes.toml", text).expect("a sound scenario"),
        ..tiny(2)
    };
    played(offer, seed, Seeded(9))
}

/// A match of War Lord Tourney: a duel, the Warlord slain in it, and his heir named by the side not on turn.
fn duel_match(seed: u8) -> Pair {
    let text = include_str!("../fixtures/rules/duels.toml");
    let off = |key: &str| (key.to_owned(), "off".to_owned());
    let offer = Offer {
        options: ["muster", "bowmen", "enchanted"].map(off).to_vec(),
        ..written("duels.toml", text, 4)
    };
    // of the matches in which the lot lets the host begin, so that all are of one length
    let pairs = (1..u8::MAX).map(|seed| Pair::agreed(offer.clone(), seed));
    let mut pairs = pairs.filter(|pair| pair.to_decide() == Some(Seat(0)));
    let mut pair = pairs.nth(usize::from(seed)).expect("one lot of two");
    pair.play_script(Script::new([
        &["d1-d3; end", "end"],
        &["c6-c3; end", "c3-d3; end"],
    ]));
    pair.with(Seat(0), |session, now| session.offer_draw(now));
    pair.run();
    pair.with(Seat(1), |session, now| session.answer_draw(now, false));
    pair.run();
    pair.play_script(Script::new([
        &["card ML d3:d3", "succeed knight; end"],
        &["card HM d3:d3", "slay d3"],
    ]));
    assert!(pair.session(Seat(0)).is_closed());
    pair
}

/// A match of each sort; the seed makes the keys of two such matches differ.
const MATCHES: [fn(u8) -> Pair; 4] = [short_match, toy_match, wargame_match, duel_match];

fn played(offer: Offer, seed: u8, mut dice: Seeded) -> Pair {
    let mut pair = Pair::agreed(offer, seed);
    pair.play_one(&mut dice);
    pair.play_one(&mut dice);
    let seat = pair.to_decide().expect("somebody begins");
    pair.with(seat, |session, now| session.offer_draw(now));
    pair.run();
    pair.with(seat.other(), |session, now| session.answer_draw(now, false));
    pair.run();
    pair.play_out(&mut dice);
    assert!(pair.session(seat).is_closed());
    pair
}

fn entries(file: &[u8]) -> Vec<Entry> {
    read_public(file).expect("a match file").0
}

fn file_of(entries: &[Entry]) -> Vec<u8> {
    let entries = entries.iter().flat_map(Entry::to_bytes);
    PUBLIC_HEADER.iter().copied().chain(entries).collect()
}

fn never_complete(file: &[u8], what: &str) -> Report {
    let report = judge(&[file]);
    assert_ne!(report.verdict, Verdict::Complete, "{what}");
    report
}

/// Flips those bits of every second byte; the default run flips one in so many of them, an odd number so that every
/// place in a byte comes up.
fn flip_bits(pair: &Pair, first: usize, one_in: usize, bits: impl Fn(usize) -> Range<usize>) {
    let file = &pair.disks[0].public;
    assert_eq!(judge(&[file]).verdict, Verdict::Complete);
    let bytes = (first..file.len()).step_by(2);
    let flips = bytes.flat_map(|byte| bits(byte).map(move |bit| (byte, bit)));
    for (byte, bit) in sample(flips.collect(), one_in, 1) {
        let mut changed = file.clone();
        changed[byte] ^= 1 << bit;
        let what = format!("byte {byte}, bit {bit}");
        let report = never_complete(&changed, &what);
        // flipped bits must not make anybody look like a cheat
        assert_ne!(report.verdict, Verdict::Proved, "{what}: {report:?}");
        assert_ne!(report.verdict, Verdict::Diverged, "{what}: {report:?}");
    }
}

#[test]
fn no_single_bit_of_an_even_byte_can_be_flipped() {
    flip_bits(&short_match(1), 0, 33, |_| 0..8);
}

#[test]
fn no_single_bit_of_an_odd_byte_can_be_flipped() {
    flip_bits(&short_match(1), 1, 33, |_| 0..8);
}

#[test]
fn no_single_bit_of_a_toy_match_can_be_flipped() {
    // one bit of each byte, another in each
    for first in [0, 1] {
        flip_bits(&toy_match(1), first, 7, |byte| {
            byte / 2 % 8..byte / 2 % 8 + 1
        });
    }
}

#[test]
fn no_bit_of_a_match_of_wargame_can_be_flipped() {
    // one bit of every second byte, another in each
    flip_bits(&wargame_match(1), 1, 7, |byte| {
        byte / 2 % 8..byte / 2 % 8 + 1
    });
}

#[test]
fn no_bit_of_a_match_with_a_duel_can_be_flipped() {
    // one bit of every second byte, another in each
    flip_bits(&duel_match(1), 0, 15, |byte| byte / 2 % 8..byte / 2 % 8 + 1);
}

#[test]
fn a_file_cut_anywhere_is_open_and_convicts_nobody() {
    // the file of WarGame is long: every eleventh length, which falls into every entry
    for (play, every) in [
        (short_match as fn(u8) -> Pair, 1),
        (toy_match, 1),
        (wargame_match, 11),
        (duel_match, 3),
    ] {
        let pair = play(1);
        let file = &pair.disks[0].public;
        let start = file_of(&entries(file)[..1]).len();
        let lengths = (0..file.len()).step_by(every);
        for len in sample(lengths.collect(), 13, 1) {
            let report = judge(&[&file[..len]]);
            let expected = match (len < start, report.result) {
                (true, _) => Verdict::Unreadable,
                (false, None) => Verdict::Open,
                // the last orders are signed, and the end is cut off
                (false, Some(_)) => Verdict::Decided,
            };
            assert_eq!(report.verdict, expected, "{len}: {report:?}");
            // with the other player's whole copy beside it the match is complete
            if len >= start && len % 16 == 0 {
                let both = judge(&[&file[..len], file]);
                assert_eq!(both.verdict, Verdict::Complete, "{len}: {both:?}");
            }
        }
    }
}

#[test]
fn no_entry_can_be_dropped_doubled_or_moved() {
    for pair in MATCHES.map(|play| play(1)) {
        let all = entries(&pair.disks[0].public);
        let mut tried = 0;
        let mut honest = |changed: Vec<Entry>, what: String| {
            let report = never_complete(&file_of(&changed), &what);
            assert_ne!(report.verdict, Verdict::Proved, "{what}: {report:?}");
            tried += 1;
        };
        for index in 0..all.len() {
            let mut dropped = all.clone();
            let entry = dropped.remove(index);
            for place in sample((0..=dropped.len()).collect(), 13, 1) {
                if place != index {
                    let mut moved = dropped.clone();
                    moved.insert(place, entry.clone());
                    honest(moved, format!("{index} moved to {place}"));
                }
                let mut doubled = all.clone();
                doubled.insert(place, entry.clone());
                honest(doubled, format!("{index} doubled at {place}"));
            }
            honest(dropped, format!("{index} dropped"));
            for other in sample((index + 1..all.len()).collect(), 13, 1) {
                let mut swapped = all.clone();
                swapped.swap(index, other);
                honest(swapped, format!("{index} and {other} swapped"));
            }
        }
        assert!(tried > deep(60, 600, 600), "{tried}");
    }
}

#[test]
fn no_entry_of_another_match_fits() {
    for play in MATCHES {
        let [ours, theirs] = [1, 2].map(|seed| entries(&play(seed).disks[0].public));
        assert_eq!(ours.len(), theirs.len());
        for (index, foreign) in theirs.iter().enumerate() {
            let mut replaced = ours.clone();
            replaced[index] = foreign.clone();
            let report = never_complete(&file_of(&replaced), &format!("{index} replaced"));
            assert_ne!(report.verdict, Verdict::Proved, "{index}: {report:?}");
            let mut added = ours.clone();
            added.push(foreign.clone());
            never_complete(&file_of(&added), &format!("{index} added"));
        }
    }
}

/// Changes one record and signs it again with its seat's own key.
fn re_signed(pair: &Pair, index: usize, change: impl FnOnce(&mut Record)) -> (Vec<u8>, Record) {
    let mut all = entries(&pair.disks[0].public);
    let Entry::Record(record) = &mut all[index] else {
        panic!("entry {index} is no record");
    };
    change(record);
    let lie = record.clone().signed(&pair.match_key(record.seat));
    *record = lie.clone();
    (file_of(&all), lie)
}

fn records(pair: &Pair) -> Vec<(usize, Record)> {
    let all = entries(&pair.disks[0].public).into_iter().enumerate();
    all.filter_map(|(index, entry)| match entry {
        Entry::Record(record) => Some((index, record)),
        _ => None,
    })
    .collect()
}

#[test]
fn a_seat_that_signs_a_lie_is_named_with_the_step() {
    for pair in MATCHES.map(|play| play(1)) {
        let mut named = 0;
        for (index, record) in records(&pair) {
            let change: Option<(Vec<u8>, Verdict)> = match record.kind {
                Kind::Reveal => {
                    let mut body: RevealBody = decode_canonical(&record.body).expect("a reveal");
                    body.0[0].payload[0] ^= 1;
                    Some((encode(&body), Verdict::Proved))
                }
                Kind::Orders => {
                    let mut body: OrdersBody = decode_canonical(&record.body).expect("orders");
                    body.0.reverse();
                    body.0.push(body.0[0].clone());
                    Some((encode(&body), Verdict::Proved))
                }
                Kind::Confirm => {
                    let mut body: ConfirmBody = decode_canonical(&record.body).expect("a confirm");
                    body.state[0] ^= 1;
                    Some((encode(&body), Verdict::Diverged))
                }
                Kind::Lock => Some((vec![0], Verdict::Proved)),
                Kind::Commit => Some((vec![7; 61_000], Verdict::Proved)),
                Kind::Agree | Kind::Close => None,
            };
            let Some((body, verdict)) = change else {
                continue;
            };
            let (file, lie) = re_signed(&pair, index, |record| record.body = body);
            let report = judge(&[&file]);
            named += 1;
            if report.result.is_some() {
                // the game was over by then: the result stays, and the lie is reported as well
                let told = format!("{} signed another position at step {}", lie.seat, lie.step);
                assert_eq!(report.verdict, Verdict::Decided, "{report:?}");
                assert!(report.remarks.contains(&told), "{report:?}");
                continue;
            }
            assert_eq!(report.verdict, verdict, "{report:?}");
            assert_eq!(
                (report.step, report.seat),
                (lie.step, Some(lie.seat)),
                "{report:?}"
            );
            assert_eq!(report.bytes, [lie.to_bytes()]);
        }
        let planned = records(&pair)
            .iter()
            .filter(|(_, record)| record.kind != Kind::Close)
            .count();
        assert_eq!(named, planned);
    }
}

#[test]
fn row_34_who_edits_his_own_past_makes_the_file_inconsistent_and_convicts_nobody_else() {
    for pair in MATCHES.map(|play| play(1)) {
        let last = pair
            .session(Seat(0))
            .match_file()
            .map(|file| judge(&[&file]).step);
        for (index, record) in records(&pair) {
            if Some(record.step) == last {
                continue;
            }
            let (file, lie) = re_signed(&pair, index, |record| record.sent_ms += 1);
            let report = judge(&[&file]);
            assert_eq!(report.seat, None);
            match report.result {
                None => {
                    assert_eq!(report.verdict, Verdict::Inconsistent, "{report:?}");
                    assert_eq!(report.step, lie.step + 1);
                }
                // the edited record came after the result
                Some(_) => assert_eq!(report.verdict, Verdict::Decided, "{report:?}"),
            }
            // both copies together name him: he signed that step twice
            let both = judge(&[&file, &pair.disks[1].public]);
            assert_eq!(both.verdict, Verdict::Proved, "{both:?}");
            assert_eq!((both.step, both.seat), (lie.step, Some(lie.seat)));
            assert_eq!(both.bytes, [lie.to_bytes(), record.to_bytes()]);
            // the match that the other player holds keeps its result
            let whole = judge(&[&pair.disks[1].public]);
            assert_eq!(both.result, whole.result);
        }
    }
}

#[test]
fn two_different_closing_records_convict() {
    for play in MATCHES {
        let pair = play(1);
        let (index, close) = records(&pair).pop().expect("records");
        assert_eq!(close.kind, Kind::Close);
        let (file, lie) = re_signed(&pair, index, |record| record.sent_ms += 1);
        let both = judge(&[&file, &pair.disks[1].public]);
        assert_eq!(both.verdict, Verdict::Proved, "{both:?}");
        assert_eq!((both.step, both.seat), (lie.step, Some(lie.seat)));
    }
}

#[test]
fn a_false_result_convicts() {
    use protocol::record::{CloseBody, WireOutcome};
    use rules::{Outcome, Sides};
    for play in MATCHES {
        let pair = play(1);
        let (index, _) = records(&pair).pop().expect("records");
        let (file, lie) = re_signed(&pair, index, |record| {
            let mut body: CloseBody = decode_canonical(&record.body).expect("a close");
            body.result = WireOutcome::from(Outcome::Won(Sides::first(1), "leaders"));
            record.body = encode(&body);
        });
        let report = judge(&[&file]);
        assert_eq!(report.verdict, Verdict::Proved, "{report:?}");
        assert_eq!((report.step, report.seat), (lie.step, Some(lie.seat)));
    }
}

#[test]
fn no_file_more_takes_a_verdict_away() {
    for play in MATCHES {
        let (ours, theirs) = (play(1), play(2));
        let whole = &ours.disks[0].public;
        let all = entries(whole);
        let key = ours.match_key(Seat(1));
        let mut junk = all.clone();
        junk.truncate(6);
        for (index, entry) in junk.iter_mut().enumerate() {
            if let (Entry::Record(record), true) = (entry, index % 2 == 0) {
                record.prev = [9; 32];
                *record = record.clone().signed(&ours.match_key(record.seat));
            }
        }
        let invented = all.iter().find_map(|entry| match entry {
            Entry::Record(record) => Some(Entry::Record(
                Record {
                    prev: [7; 32],
                    step: 900,
                    seat: Seat(1),
                    ..record.clone()
                }
                .signed(&key),
            )),
            _ => None,
        });
        let invented = file_of(&[all[0].clone(), invented.expect("a record")]);
        let damaged: Vec<u8> = whole.iter().copied().chain([9; 40]).collect();
        let more: [&[u8]; 8] = [
            b"no match file",
            b"",
            &theirs.disks[0].public,
            &whole[..whole.len() / 2],
            &invented,
            &damaged,
            &file_of(&all[..3]),
            &file_of(&all.iter().rev().cloned().collect::<Vec<_>>()),
        ];
        let decided = file_of(&all[..all.len() - 1]);
        for file in more {
            for order in [[whole, file], [file, whole]] {
                let report = judge(&order);
                assert_eq!(report.verdict, Verdict::Complete, "{report:?}");
                assert!(report.result.is_some());
            }
            let report = judge(&[&decided, file]);
            let is_better = matches!(report.verdict, Verdict::Decided | Verdict::Complete);
            assert!(is_better, "{report:?}");
        }
        let doubled = judge(&[whole, &file_of(&junk)]);
        assert_eq!(doubled.verdict, Verdict::Proved, "{doubled:?}");
        assert_eq!(doubled.result, judge(&[whole]).result);
        let still = judge(&[whole, &file_of(&junk), &invented, &damaged, b"nothing"]);
        assert_eq!(
            (still.verdict, still.bytes),
            (Verdict::Proved, doubled.bytes)
        );
    }
}

#[test]
fn a_match_signed_by_all_of_which_no_copy_is_whole_is_decided() {
    for play in MATCHES {
        let pair = play(1);
        let all = entries(&pair.disks[0].public);
        let without = |gone: usize| {
            let mut entries = all.clone();
            entries.remove(gone);
            file_of(&entries)
        };
        let both = judge(&[&without(4), &without(7)]);
        assert_eq!(
            (both.verdict, both.kind),
            (Verdict::Decided, Some("closed"))
        );
        assert_eq!(both.result, judge(&[&pair.disks[0].public]).result);
    }
}

#[test]
fn nobody_is_convicted_by_a_key_that_another_named_as_theirs() {
    // a manifest that names the victim's identity with a key of the forger's making
    let pair = short_match(1);
    let mut all = entries(&pair.disks[0].public);
    let Entry::Manifest(manifest) = &mut all[0] else {
        panic!("a manifest");
    };
    let forged = protocol::testing::identity(7, 7);
    manifest.seats[1].key = forged.public();
    let sid = manifest.sid();
    let record = |sent_ms| {
        let record = Record {
            sid,
            step: 1,
            seat: Seat(1),
            kind: Kind::Lock,
            prev: protocol::hash::genesis_root(&sid),
            body: Vec::new(),
            sent_ms,
            think_ms: 0,
            signature: protocol::Signature([0; 64]),
        };
        Entry::Record(record.signed(&forged))
    };
    let report = judge(&[&file_of(&[all[0].clone(), record(1), record(2)])]);
    assert_eq!((report.verdict, report.seat), (Verdict::Inconsistent, None));
    assert!(
        report
            .remarks
            .iter()
            .any(|text| text.contains("anybody may"))
    );
}

#[test]
fn files_that_are_none_are_unreadable() {
    let (ours, theirs) = (short_match(1), short_match(2));
    let report = judge(&[&ours.disks[0].public, &theirs.disks[0].public]);
    assert_eq!(report.remarks, ["file 2 is of another match"]);
    assert_eq!(judge(&[]).verdict, Verdict::Unreadable);
    assert_eq!(judge(&[b"no match file"]).verdict, Verdict::Unreadable);
}
