//! A match under way whose family's rules have a new version by now: it is played on and judged by its own version, and
//! both may continue it in a new match of today's version.

use protocol::file::{Entry, PUBLIC_HEADER, read_public};
use protocol::judge::{Verdict, judge, judge_matches};
use protocol::testing::{Pair, Seeded, fresh, identity, toy};
use protocol::{ContinueWish, Genesis, Manifest, Seat, replay, versions};
use rules::{Family, Rules};

const BOTH: [Seat; 2] = [Seat(0), Seat(1)];
/// The seed of the pair's keys.
const SEED: u8 = 1;

fn manifest(pair: &Pair, seat: Seat) -> &Manifest {
    pair.session(seat).manifest().expect("a match")
}

/// A match that programs of an earlier version of the rules have just agreed to, opened by programs of today.
fn agreed_under(version: &str) -> Pair {
    let mut pair = Pair::agreed(toy(4), SEED);
    let today = pair.session(Seat(0)).sid().expect("a match");
    pair.disconnect();
    for seat in BOTH {
        let keys = BOTH.map(|seat| pair.match_key(seat));
        let disk = &mut pair.disks[seat.index()];
        let (mut entries, _) = read_public(&disk.public).expect("a match file");
        let Some(Entry::Manifest(manifest)) = entries.first_mut() else {
            panic!("a manifest");
        };
        version.clone_into(&mut manifest.rules_version);
        let sid = manifest.sid();
        for entry in &mut entries {
            if let Entry::Genesis(genesis) = entry {
                let (seat, key) = (genesis.seat, &keys[genesis.seat.index()]);
                *genesis = Genesis::sign(seat, &sid, &identity(seat.0, SEED), key);
            }
        }
        let bytes = entries.iter().flat_map(Entry::to_bytes);
        disk.public = PUBLIC_HEADER.iter().copied().chain(bytes).collect();
        // the private file names the match by its id
        let named = disk.private.windows(32).position(|bytes| bytes == today);
        let at = named.expect("the id of the match");
        disk.private[at..at + 32].copy_from_slice(&sid);
        pair.restart(seat);
    }
    pair.connect();
    pair.run();
    pair
}

#[test]
fn a_match_of_an_earlier_version_is_played_on_and_judged_by_it() {
    let [today, earlier] = versions::judged(Family::Toy)[..] else {
        panic!("the toy family has two versions");
    };
    let mut pair = agreed_under(earlier);
    pair.play_out(&mut Seeded(5));
    for seat in BOTH {
        assert_eq!(pair.session(seat).fault(), None);
        assert!(pair.session(seat).is_closed());
        assert_eq!(manifest(&pair, seat).rules_version, earlier);
    }
    assert_ne!(today, earlier);
    let report = judge(&[&pair.disks[0].public, &pair.disks[1].public]);
    assert_eq!(report.verdict, Verdict::Complete, "{report:?}");
}

#[test]
fn a_match_of_an_earlier_version_continues_in_a_new_match_of_todays_version_if_both_agree() {
    let [today, earlier] = versions::judged(Family::Toy)[..] else {
        panic!("the toy family has two versions");
    };
    let mut pair = agreed_under(earlier);
    let mut dice = Seeded(5);
    while pair
        .session(Seat(0))
        .position()
        .map(|position| position.turn().number)
        < Some(3)
    {
        assert!(pair.play_one(&mut dice), "the match ended before turn 3");
    }
    let old = pair.session(Seat(0)).sid().expect("a match");
    let before = pair.session(Seat(0)).position().cloned();
    let asks = pair.to_decide().expect("under way").other();
    let ask = |session: &mut protocol::Session, now| {
        session.ask_to_continue(now, ContinueWish::default(), &fresh(asks.0, 101))
    };
    assert_eq!(pair.with(asks, ask), Some(Ok(())));
    pair.run();
    // nothing changes without the other's click
    assert_eq!(pair.session(asks).sid(), Some(old));
    let answers = asks.other();
    let answer = |session: &mut protocol::Session, now| {
        session.answer_continue(now, true, &fresh(answers.0, 102))
    };
    assert_eq!(pair.with(answers, answer), Some(Ok(())));
    pair.run();
    for seat in BOTH {
        let manifest = manifest(&pair, seat);
        assert_eq!(manifest.rules_version, today);
        let start = manifest.start.as_ref().expect("it begins in the old match");
        assert!(start.instead && start.sid == old);
        assert_eq!(pair.session(seat).position().cloned(), before);
    }
    pair.play_out(&mut dice);
    let [ours, theirs] = BOTH.map(|seat| pair.files(seat));
    let matches = ours.iter().zip(&theirs);
    let matches: Vec<Vec<&[u8]>> = matches.map(|(a, b)| vec![&a[..], &b[..]]).collect();
    let verdicts = judge_matches(&matches)
        .into_iter()
        .map(|report| report.verdict);
    let expected = [Verdict::Continued, Verdict::Complete];
    assert_eq!(verdicts.collect::<Vec<_>>(), expected);
    // the old one stays readable by itself
    assert_eq!(judge(&[&ours[0]]).verdict, Verdict::Open);
    assert!(replay::read(&ours[0]).is_ok());
}
