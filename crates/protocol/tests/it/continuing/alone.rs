//! A new match that one player of the old one has signed alone, with a key of its own in the other's seat.

use protocol::file::{Entry, FormatError, PUBLIC_HEADER, read_public};
use protocol::note::Statement;
use protocol::start::{Gone, WhyGone};
use protocol::testing::{Puppet, identity};
use protocol::{Genesis, Identity};

use super::attacks::start;
use super::*;

/// A file of that match under the signatures of its seats: the cheat's, and one of a key that nobody else has.
fn signed_alone(mut manifest: Manifest, cheat: Seat) -> (Manifest, Vec<u8>) {
    let other = cheat.other();
    let keys = [(cheat, identity(cheat.0, 1)), (other, identity(77, 1))];
    let keys = keys.map(|(seat, player)| {
        let key = Identity::from_seed(anew(seat, 9).session_seed);
        let entry = &mut manifest.seats[seat.index()];
        (entry.identity, entry.key) = (player.public(), key.public());
        (seat, player, key)
    });
    let sid = manifest.sid();
    let mut file = PUBLIC_HEADER.to_vec();
    file.extend(Entry::Manifest(Box::new(manifest.clone())).to_bytes());
    for (seat, player, key) in &keys {
        let genesis = Genesis::sign(*seat, &sid, player, key);
        file.extend(Entry::Genesis(genesis).to_bytes());
    }
    (manifest, file)
}

/// One seat has won the old match, given that up by a click, and lost the new one: the old file, the new file.
fn given_up_and_lost(c: Seat) -> (Pair, [Vec<u8>; 2]) {
    let mut pair = under_way(offer("clash-of-arms", None), 3);
    let h = c.other();
    let resigned = pair.with(h, |session, now| session.resign(now));
    assert_eq!(resigned, Some(Ok(())));
    pair.run();
    assert_eq!(ask(&mut pair, h), Ok(()));
    pair.run();
    assert_eq!(answer(&mut pair, c, true), Ok(()));
    pair.run();
    let resigned = pair.with(c, |session, now| session.resign(now));
    assert_eq!(resigned, Some(Ok(())));
    pair.run();
    let files = pair.files(h);
    let files = <[Vec<u8>; 2]>::try_from(files).expect("two matches");
    (pair, files)
}

#[test]
fn row_73_a_continuation_that_one_player_signed_alone_never_outranks_one_that_both_signed() {
    for c in BOTH {
        let (pair, [old, new]) = given_up_and_lost(c);
        let found = judge_matches(&[vec![&old], vec![&new]]);
        assert_eq!(
            verdicts(&found),
            [Verdict::Continued, Verdict::Complete],
            "{found:?}"
        );
        let (h, won) = (c.other(), found[1].result);
        let mut later = manifest(&pair, h).clone();
        start(&mut later).written_ms += 3_600_000;
        let (later, alone) = signed_alone(later, c);
        // a second one that C writes in the same way behind the one that both signed changes as little
        let mut behind = later.clone();
        *start(&mut behind) = protocol::Start {
            sid: manifest(&pair, h).sid(),
            ..start(&mut behind).clone()
        };
        let (_, behind) = signed_alone(behind, c);
        for more in [vec![&alone], vec![&behind], vec![&alone, &behind]] {
            let files = [&old, &new].into_iter().chain(more);
            let files: Vec<Vec<&[u8]>> = files.map(|file| vec![file.as_slice()]).collect();
            let found = judge_matches(&files);
            let results = [found[0].result, found[1].result];
            assert_eq!(results, [None, won], "{found:?}");
            // C has broken its word by it, and nobody else has done anything
            for report in &found {
                let is_proved = report.verdict == Verdict::Proved;
                assert!(!is_proved || report.seat == Some(c), "{found:?}");
            }
            assert_ne!(found[0].verdict, Verdict::Complete, "{found:?}");
        }
    }
}

#[test]
fn row_75b_a_try_of_a_table_in_a_match_of_two_is_refused_where_it_is_read() {
    for c in BOTH {
        let mut pair = under_way(offer("clash-of-arms", None), 3);
        let h = c.other();
        pair.with(c, |session, now| session.resign(now));
        pair.run();
        let old = pair.disks[h.index()].public.clone();
        let alone = judge(&[&old]);
        assert_eq!(alone.verdict, Verdict::Complete, "{alone:?}");
        let mut lie = manifest(&pair, h).clone();
        let replay = protocol::replay::read(&old).expect("a match");
        let first = replay.history.start();
        let first_root = protocol::hash::genesis_root(&lie.sid());
        lie.start = Some(protocol::Start {
            instead: true,
            sid: lie.sid(),
            at: 0,
            root: first_root,
            after: 0,
            position: rules::Rules::to_whole(first).expect("small"),
            written_ms: pair.now.unix_ms,
            began_ms: pair.now.unix_ms,
            times: vec![protocol::StartTime::default(); 2],
            gives_up: None,
            forgiven: Vec::new(),
            asks: None,
            strange: Vec::new(),
            number: 1,
            gone: vec![Gone {
                seat: h,
                why: WhyGone::Silent,
            }],
            carried: None,
        });
        for seat in BOTH {
            lie.seats[seat.index()].was = Some(seat);
        }
        assert!(Manifest::from_bytes(&lie.to_bytes()).is_err());
        let (lie, file) = signed_alone(lie, c);
        assert!(Manifest::from_bytes(&lie.to_bytes()).is_err());
        let read = read_public(&file);
        assert!(
            read.as_ref().is_ok_and(|(entries, _)| entries.is_empty())
                || read == Err(FormatError::NoMatchFile),
            "{read:?}"
        );
        let found = judge_matches(&[vec![&old], vec![&file]]);
        assert_eq!(
            verdicts(&found),
            [Verdict::Complete, Verdict::Unreadable],
            "{found:?}"
        );
        assert_eq!(found[0].result, alone.result);
    }
}

/// The old match with a resignation of one seat that the other has not heard of, and the match that both then signed.
fn resigned_unheard() -> (Pair, Seat, Puppet, Vec<u8>) {
    let mut pair = under_way(offer("clash-of-arms", None), 3);
    let c = idle(&pair);
    let mut puppet = Puppet::beside(c, &pair);
    let (entries, _) = read_public(&pair.disks[0].public).expect("a match file");
    for entry in &entries {
        if let Entry::Record(record) = entry {
            puppet.take(record);
        }
    }
    let resigned = Entry::Note(puppet.note(Statement::Resign));
    assert!(continue_both(&mut pair));
    let file = [pair.files(c)[0].clone(), resigned.to_bytes()].concat();
    (pair, c, puppet, file)
}

#[test]
fn row_72_a_loose_note_under_its_number_takes_no_resignation_back_that_counts_on() {
    let (pair, c, puppet, shown) = resigned_unheard();
    let files = pair.files(c.other());
    let before = judge_matches(&[vec![&files[0], &shown], vec![&files[1]]]);
    assert_eq!(before[1].verdict, Verdict::Decided, "{before:?}");
    let claim = Statement::Claim {
        against: c.other(),
        step: puppet.step(),
    };
    let player = identity(c.0, 1);
    let stated = [claim, Statement::Resign].map(|said| puppet.statement(said, &player));
    let numbered = [claim, Statement::ProposeDraw].map(|said| puppet.note(said));
    let mut behind = puppet.note(claim);
    behind.prev = [9; 32];
    let behind = behind.signed(&puppet.key);
    for loose in stated.into_iter().chain(numbered).chain([behind]) {
        let what = format!("{loose:?}");
        let is_double = !loose.is_statement();
        let loose = [shown.clone(), Entry::Note(loose).to_bytes()].concat();
        for copies in [
            vec![loose.as_slice()],
            vec![&files[0], &loose],
            vec![&shown, &loose],
        ] {
            let found = judge_matches(&[copies, vec![&files[1]]]);
            assert_eq!(found[1].result, before[1].result, "{what}: {found:?}");
            // two under one number convict as well
            let proved =
                found[1].verdict == Verdict::Proved && found[1].seat == before_seat(c, &pair);
            assert_eq!(proved, is_double, "{what}: {found:?}");
        }
    }
}

/// The seat of the old match's player in the new one.
fn before_seat(old: Seat, pair: &Pair) -> Option<Seat> {
    let seats = (0..).map(Seat).zip(&manifest(pair, Seat(0)).seats);
    let mut seats = seats.filter(|(_, entry)| entry.was == Some(old));
    seats.next().map(|(seat, _)| seat)
}

#[test]
fn row_71_a_loose_note_more_takes_no_conviction_from_the_match_that_continues() {
    let (pair, c, puppet, resigned) = resigned_unheard();
    let files = pair.files(c.other());
    let mut lie = puppet.record(protocol::Kind::Orders, vec![1, 2, 3]);
    lie.step = 1;
    lie.prev = protocol::hash::genesis_root(&lie.sid);
    let convicted = Entry::Record(lie.signed(&puppet.key)).to_bytes();
    let convicted = [files[0].clone(), convicted].concat();
    let alone = judge_matches(&[vec![&convicted], vec![&files[1]]]);
    assert_eq!(
        [alone[0].verdict, alone[1].verdict],
        [Verdict::Proved; 2],
        "{alone:?}"
    );
    let copies = vec![&files[0][..], &convicted, &resigned];
    let found = judge_matches(&[copies, vec![&files[1]]]);
    assert_eq!(
        [found[0].verdict, found[1].verdict],
        [Verdict::Proved; 2],
        "{found:?}"
    );
}
