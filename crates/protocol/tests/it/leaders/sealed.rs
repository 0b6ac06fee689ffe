//! What team-mates send each other past the others.

use std::time::Duration;

use protocol::file::Entry;
use protocol::frame::{BoxKey, Frame, Sealed};
use protocol::record::Opening;
use protocol::testing::{Puppet, fresh, sections};
use protocol::{Audience, Fault, SessionEvent, Signature};
use rules::Rules;

use super::set_up::{ANN, BEN, CID, DOT, MIDDLE, clashes, order, ready_made};
use super::*;

/// Everything that went over any line.
fn capture<const N: usize>(table: &Table<N>) -> Vec<&[u8]> {
    table
        .wire
        .iter()
        .map(|(_, frame)| frame.as_slice())
        .collect()
}

fn holds(frames: &[&[u8]], secret: &[u8]) -> bool {
    frames
        .iter()
        .any(|frame| frame.windows(secret.len()).any(|part| part == secret))
}

#[test]
fn row_49_a_bridge_sees_neither_plans_nor_words_to_the_team() {
    // mates only through an enemy
    let bridges = [(ANN, BEN), (BEN, CID), (CID, DOT)];
    let mut table = Table::<4>::under_way(super::table(&sections(2), 4), &bridges, SEED);
    let words = "the tank is on the left";
    for seat in [ANN, CID] {
        table.with(seat, |session, now| {
            session.chat(now, Audience::Team, words)
        });
        table.run();
    }
    let heard = |table: &Table<4>, seat: Seat| {
        let events = table.events[seat.index()].iter();
        let lines = events.filter_map(|event| match event {
            SessionEvent::Chat { seat, to, text } => Some((*seat, *to, text.clone())),
            _ => None,
        });
        lines.collect::<Vec<_>>()
    };
    assert_eq!(
        heard(&table, CID),
        [(ANN, Audience::Team, words.to_owned())]
    );
    assert_eq!(
        heard(&table, ANN),
        [(CID, Audience::Team, words.to_owned())]
    );
    assert_eq!(
        (heard(&table, BEN), heard(&table, DOT)),
        (Vec::new(), Vec::new())
    );
    ready_made(&mut table, &[ANN, CID]);
    let position = table.session(ANN).position().expect("a match").clone();
    let parts: Vec<Vec<u8>> = table
        .session(ANN)
        .plans()
        .into_iter()
        .flat_map(|(seat, order)| {
            let member = table.session(ANN).member_of(seat).expect("a mate");
            position
                .seal_part(sides()[0], member, &order)
                .expect("a part")
        })
        .map(|part| part.payload)
        .collect();
    assert_eq!(parts.len(), 3);
    let nonces = Puppet::among(CID, &table).openings(&order(&table, CID, MIDDLE));
    let frames = capture(&table);
    assert!(!holds(&frames, words.as_bytes()));
    for part in &parts {
        assert!(!holds(&frames, part));
    }
    assert!(!holds(&frames, &nonces[0].nonce));
    ready_made(&mut table, &[BEN, DOT]);
    let frames = capture(&table);
    assert!(
        parts.iter().all(|part| holds(&frames, part)),
        "opened by all"
    );
    play_out(&mut table, 2);
    let files = table.disks.iter().map(|disk| disk.public.as_slice());
    assert!(
        !holds(&files.collect::<Vec<_>>(), words.as_bytes()),
        "words are in no file"
    );
}

#[test]
fn words_that_reach_no_mate_are_said_not_to() {
    let mut table = Table::<4>::seated(super::table(&sections(2), 4), SEED);
    table.graph = full(4).into_iter().collect();
    let say = |table: &mut Table<4>| {
        let unreached = table.with(ANN, |session, now| {
            session.chat(now, Audience::Team, "hold the left")
        });
        table.run();
        unreached.expect("alive")
    };
    let heard = |table: &Table<4>| {
        let mut events = table.events[CID.index()].iter();
        events.any(|event| matches!(event, SessionEvent::Chat { .. }))
    };
    assert_eq!(say(&mut table), [CID], "nobody is on a line");
    table.bend = Some(Box::new(|_, _, frame| match Frame::from_bytes(&frame) {
        Ok(Frame::Box(_)) => Vec::new(),
        _ => vec![frame],
    }));
    table.connect();
    table.run();
    assert_eq!(say(&mut table), [CID], "no key of Cid's is here");
    assert!(!heard(&table));
    table.bend = None;
    table.disconnect();
    table.connect();
    table.run();
    assert_eq!(say(&mut table), []);
    assert!(heard(&table));
    // somebody who is gone, of whom a key is here and another line
    table.kill(CID);
    table.run();
    table.wait(Duration::from_secs(130));
    assert_eq!(say(&mut table), [CID], "silent for two minutes");
}

#[test]
fn allies_of_several_sides_have_words_of_their_own_and_whoever_is_alone_has_nobody_to_tell() {
    let options = [("seats", "4"), ("teams", "on")];
    let options = options.map(|(key, value)| (key.to_owned(), value.to_owned()));
    let offer = Offer {
        options: options.to_vec(),
        ..protocol::testing::offer("tourney", Some(8))
    };
    let all = offer.sides().expect("four sides").iter();
    let all: Vec<Side> = all.collect();
    let manifest = teams(&offer, &all, |side| side.code() / 2, SEED);
    let mut table = Table::<4>::under_way(manifest, &full(4), SEED);
    table.with(BEN, |session, now| {
        session.chat(now, Audience::Team, "left")
    });
    table.run();
    let heard = |table: &Table<4>| {
        let is_chat = |event: &&SessionEvent| matches!(event, SessionEvent::Chat { .. });
        let heard = table.events.iter();
        heard
            .map(|events| events.iter().filter(is_chat).count())
            .collect::<Vec<usize>>()
    };
    assert_eq!(heard(&table), [1, 0, 0, 0]);
    // of three against one the one has no team to talk to
    let sides = [sides()[0], sides()[0], sides()[0], sides()[1]];
    let manifest = teams(&sections(2), &sides, |side| side.code(), SEED);
    let mut table = Table::<4>::under_way(manifest, &full(4), SEED);
    for seat in [ANN, DOT] {
        table.with(seat, |session, now| {
            session.chat(now, Audience::Team, "left")
        });
        table.run();
    }
    assert_eq!(heard(&table), [0, 1, 1, 0]);
}

#[test]
fn row_39_what_is_sealed_is_not_altered_forged_or_repeated_by_a_bridge() {
    let bridges = [(ANN, BEN), (BEN, CID), (CID, DOT)];
    let mut table = Table::<4>::under_way(super::table(&sections(2), 4), &bridges, SEED);
    let ann = Puppet::among(ANN, &table);
    let sealed = ann.whisper(
        (CID, &fresh(2, SEED)),
        protocol::bounds::MAX_NUMBER - 10,
        "one",
    );
    let say = |table: &mut Table<4>, sealed: &Sealed| {
        let frame = Frame::Sealed(Box::new(sealed.clone())).to_bytes();
        let told = table.speak(BEN, CID, &frame);
        table.connect();
        table.run();
        told.expect("a line")
    };
    let lines = |table: &Table<4>| {
        let events = table.events[CID.index()].iter();
        events
            .filter(|event| matches!(event, SessionEvent::Chat { .. }))
            .count()
    };
    assert_eq!(say(&mut table, &sealed), Ok(()));
    assert_eq!(say(&mut table, &sealed), Ok(()), "a copy");
    assert_eq!(lines(&table), 1);
    let mut altered = Vec::new();
    for change in 0..5 {
        let mut one = ann.whisper(
            (CID, &fresh(2, SEED)),
            protocol::bounds::MAX_NUMBER - 5,
            "two",
        );
        match change {
            0 => one.sealed[0] ^= 1,
            1 => one.nonce[0] ^= 1,
            2 => one.number -= 1,
            3 => one.from = DOT,
            _ => one.signature.0[0] ^= 1,
        }
        altered.push(one);
    }
    // to somebody whom it was not written for, or of another team
    altered.push(ann.whisper(
        (DOT, &fresh(3, SEED)),
        protocol::bounds::MAX_NUMBER - 5,
        "two",
    ));
    for one in altered {
        let told = say(&mut table, &one);
        assert!(matches!(told, Err(Fault::Unexpected(_))), "{told:?}");
    }
    // signed by its seat, and sealed with another key than it says: nothing is shown, and nobody is to blame
    let mut wrong = ann.whisper(
        (CID, &fresh(1, SEED)),
        protocol::bounds::MAX_NUMBER - 3,
        "three",
    );
    wrong = wrong.signed(&table.match_key(ANN));
    assert_eq!(say(&mut table, &wrong), Ok(()));
    assert_eq!(lines(&table), 1);
    // and the words that were not altered still come
    let honest = ann.whisper(
        (CID, &fresh(2, SEED)),
        protocol::bounds::MAX_NUMBER - 1,
        "four",
    );
    assert_eq!(say(&mut table, &honest), Ok(()));
    assert_eq!(lines(&table), 2);
}

#[test]
fn a_box_key_is_its_seats_own_and_not_weak() {
    let bridges = [(ANN, BEN), (BEN, CID), (CID, DOT)];
    // Cid has heard no key of Ann's yet
    let mut table = Table::<4>::seated(super::table(&sections(2), 4), SEED);
    table.graph = bridges.into_iter().collect();
    table.bend = Some(Box::new(|_, _, frame| match Frame::from_bytes(&frame) {
        Ok(Frame::Box(_)) => Vec::new(),
        _ => vec![frame],
    }));
    table.connect();
    table.run();
    let key = |table: &Table<4>, by: Seat, key: [u8; 32]| {
        let key = BoxKey {
            sid: table.session(CID).sid().expect("a match"),
            seat: ANN,
            key,
            signature: Signature([0; 64]),
        };
        Frame::Box(key.signed(&table.match_key(by))).to_bytes()
    };
    let mut low = [0; 32];
    for (by, wrong) in [
        (ANN, low),
        (ANN, {
            low[0] = 1;
            low
        }),
        (BEN, [9; 32]),
    ] {
        let told = table.speak(BEN, CID, &key(&table, by, wrong));
        assert!(matches!(told, Some(Err(Fault::Unexpected(_)))), "{told:?}");
        table.connect();
        table.run();
    }
    // another match's is nobody's fault
    let told = table.speak(BEN, CID, &key(&table, ANN, [9; 32]));
    assert_eq!(told, Some(Ok(())));
}

#[test]
fn row_40_a_storm_of_sealed_messages_is_cut_off_and_passed_on_no_further() {
    let bridges = [(ANN, BEN), (BEN, CID), (CID, DOT)];
    let mut table = Table::<4>::under_way(super::table(&sections(2), 4), &bridges, SEED);
    let ann = Puppet::among(ANN, &table);
    let before = table.wire.len();
    let private = table.disks[CID.index()].private.len();
    let openings = |number: u64| {
        let opening = Opening {
            slot: 16,
            nonce: [0; 32],
            payload: vec![number.to_le_bytes()[0]; 12_000],
        };
        vec![opening]
    };
    for number in 1..=1000 {
        let plan = ann.plan(
            (CID, &fresh(2, SEED)),
            protocol::bounds::MAX_NUMBER - 2000 + number,
            openings(number),
        );
        let frame = Frame::Sealed(Box::new(plan)).to_bytes();
        assert_eq!(table.speak(ANN, BEN, &frame), Some(Ok(())));
    }
    table.run();
    assert_eq!(table.wire.len() - before, 20);
    assert!(table.disks[CID.index()].private.len() - private < 21 * 12_100);
    // a plan that is none is told of as such, once, when it matters
    ready_made(&mut table, &[CID]);
    assert_eq!(clashes(&table, CID).len(), 1);
    assert_eq!(clashes(&table, CID)[0].0, [ANN]);
    let entries = protocol::file::read_public(&table.disks[CID.index()].public)
        .expect("a file")
        .0;
    assert!(
        !entries
            .iter()
            .any(|entry| matches!(entry, Entry::Record(_)))
    );
}
