//! A set-up in parts, shown to mates before it is sealed.

use std::time::Duration;

use protocol::file::Entry;
use protocol::frame::{BoxKey, Frame, Sealed};
use protocol::record::{CommitBody, Opening};
use protocol::testing::{Puppet, fresh, read, sections};
use protocol::{
    Audience, Fault, Kind, ProposeError, Record, SessionEvent, Signature, Standing, Waiting,
};
use rules::{AnyOrder, Rules};

use super::*;

const ANN: Seat = Seat(0);
const BEN: Seat = Seat(1);
const CID: Seat = Seat(2);
const DOT: Seat = Seat(3);

/// Ann's sections with the tank, and Cid's between them without and with it.
const LEFT: &str = "IH4II1/L5L2";
const MIDDLE: &str = "3II4/3L5";
const TANK_TOO: &str = "3IH4/3L5";

fn start() -> Table<4> {
    under_way(&sections(2))
}

fn order<const N: usize>(table: &Table<N>, seat: Seat, text: &str) -> Vec<AnyOrder> {
    let session = table.session(seat);
    let side = session.side_of(seat).expect("a seat");
    read(session.position().expect("a match"), side, text)
}

fn propose<const N: usize>(
    table: &mut Table<N>,
    seat: Seat,
    text: &str,
) -> Result<(), ProposeError> {
    let orders = order(table, seat, text);
    let proposed = table.with(seat, |session, now| session.propose(now, &orders));
    table.run();
    proposed.expect("alive")
}

/// A part of the ready-made set-up of each of those seats.
fn ready_made<const N: usize>(table: &mut Table<N>, seats: &[Seat]) {
    for seat in seats {
        assert!(table.decide_at(*seat, &mut Seeded(1)), "{seat}");
        table.run();
    }
}

fn clashes<const N: usize>(table: &Table<N>, seat: Seat) -> Vec<(Vec<Seat>, String)> {
    let events = table.events[seat.index()].iter();
    let clashes = events.filter_map(|event| match event {
        SessionEvent::PlansClash { seats, why } => Some((seats.clone(), why.clone())),
        _ => None,
    });
    clashes.collect()
}

/// The kinds of the records that a seat has sent.
fn sent<const N: usize>(table: &Table<N>, seat: Seat) -> Vec<Kind> {
    let mut kinds = Vec::new();
    for record in records(table) {
        if record.seat == seat && !kinds.contains(&record.kind) {
            kinds.push(record.kind);
        }
    }
    kinds
}

fn records<const N: usize>(table: &Table<N>) -> Vec<Record> {
    let frames = table.wire.iter();
    let frames = frames.filter_map(|(_, frame)| Frame::from_bytes(frame).ok());
    let records = frames.filter_map(|frame| match frame {
        Frame::Record(record) => Some(*record),
        _ => None,
    });
    records.collect()
}

#[test]
fn nothing_is_signed_before_all_mates_have_shown_their_parts_and_a_newer_one_counts() {
    let mut table = start();
    assert_eq!(propose(&mut table, ANN, LEFT), Ok(()));
    assert!(table.session(ANN).is_planning());
    assert_eq!(
        table.session(ANN).waiting(),
        Waiting::Peer(vec![BEN, CID, DOT])
    );
    assert_eq!(sent(&table, ANN), []);
    let shown = |table: &Table<4>, seat: Seat| {
        let position = table.session(seat).position().expect("a match").clone();
        let side = table.session(seat).side_of(seat).expect("a seat");
        let plans = table.session(seat).plans().into_iter();
        let plans = plans.map(|(seat, order)| (seat, position.order_text(side, &order)));
        plans.collect::<Vec<(Seat, String)>>()
    };
    assert_eq!(shown(&table, CID), [(ANN, LEFT.to_owned())]);
    assert_eq!(
        (shown(&table, BEN), shown(&table, DOT)),
        (Vec::new(), Vec::new())
    );
    // the other tank corner, as long as nothing is sealed
    let other = "HI4II1/L5L2";
    assert_eq!(propose(&mut table, ANN, other), Ok(()));
    assert_eq!(shown(&table, CID), [(ANN, other.to_owned())]);
    let told = table.events[CID.index()].iter();
    assert_eq!(
        told.filter(|event| **event == SessionEvent::Planned(ANN))
            .count(),
        2
    );
    assert_eq!(propose(&mut table, CID, MIDDLE), Ok(()));
    for seat in [ANN, CID] {
        assert_eq!(sent(&table, seat), [Kind::Commit]);
        assert!(!table.session(seat).is_planning());
        assert_eq!(shown(&table, seat).len(), 2, "still there to be looked at");
    }
    assert_eq!(
        propose(&mut table, ANN, LEFT),
        Err(ProposeError::NotYourTurn)
    );
    ready_made(&mut table, &[BEN, DOT]);
    let position = table.session(BEN).position().expect("a match");
    let text = position.to_text();
    assert!(text.contains("HI1II1II1/L2L2L2"), "{text}");
    play_out(&mut table, 2);
}

#[test]
fn parts_that_are_not_legal_together_are_told_and_can_be_mended() {
    let mut table = start();
    assert_eq!(propose(&mut table, ANN, LEFT), Ok(()));
    assert_eq!(propose(&mut table, CID, TANK_TOO), Ok(()));
    for seat in [ANN, CID] {
        assert_eq!(sent(&table, seat), []);
        let clashes = clashes(&table, seat);
        assert_eq!(clashes.len(), 1, "told once");
        assert_eq!(clashes[0].0, [ANN, CID]);
        assert!(clashes[0].1.contains("Heavy Cavalry"), "{}", clashes[0].1);
    }
    table.wait(Duration::from_secs(5));
    assert_eq!(clashes(&table, ANN).len(), 1);
    // a part that its member could not fill is refused at once
    assert!(matches!(
        propose(&mut table, CID, LEFT),
        Err(ProposeError::Illegal { index: 0, .. })
    ));
    assert_eq!(propose(&mut table, CID, MIDDLE), Ok(()));
    ready_made(&mut table, &[BEN, DOT]);
    play_out(&mut table, 2);
}

#[test]
fn mates_who_mend_a_clash_at_the_same_moment_are_not_stuck() {
    let mut table = start();
    let no_tank = "II4II1/L5L2";
    assert_eq!(propose(&mut table, ANN, no_tank), Ok(()));
    assert_eq!(propose(&mut table, CID, MIDDLE), Ok(()));
    // without a tank; now each adds one before it hears of the other's
    for (seat, text) in [(ANN, LEFT), (CID, TANK_TOO)] {
        let orders = order(&table, seat, text);
        let proposed = table.with(seat, |session, now| session.propose(now, &orders));
        assert_eq!(proposed, Some(Ok(())));
    }
    table.run();
    assert_eq!(sent(&table, ANN), [Kind::Commit]);
    assert_eq!(sent(&table, CID), [], "it is not bound, and goes back");
    assert_eq!(clashes(&table, CID).last().expect("told").0, [ANN, CID]);
    assert_eq!(propose(&mut table, CID, MIDDLE), Ok(()));
    ready_made(&mut table, &[BEN, DOT]);
    play_out(&mut table, 2);
}

#[test]
fn parts_shown_while_nobody_is_heard_are_sent_when_a_way_is_there() {
    let mut table = start();
    table.disconnect();
    assert_eq!(propose(&mut table, ANN, LEFT), Ok(()));
    assert!(table.session(ANN).is_planning());
    // to the mate through an enemy, who comes to it later
    table.link(ANN, BEN);
    table.run();
    assert_eq!(table.session(CID).plans().len(), 0);
    table.link(BEN, CID);
    table.run();
    assert_eq!(table.session(CID).plans().len(), 1);
    table.connect();
    table.run();
    assert_eq!(propose(&mut table, CID, MIDDLE), Ok(()));
    ready_made(&mut table, &[BEN, DOT]);
    play_out(&mut table, 2);
}

#[test]
fn a_restart_forgets_no_part_of_anybody() {
    let mut table = start();
    assert_eq!(propose(&mut table, ANN, LEFT), Ok(()));
    for seat in [ANN, CID] {
        table.kill(seat);
        table.cut_closing();
        table.restart(seat);
        assert_eq!(table.session(seat).plans().len(), 1, "{seat}");
    }
    assert!(table.session(ANN).is_planning());
    // and the mate of one whose program is off sets up meanwhile
    table.kill(ANN);
    table.cut_closing();
    table.graph.retain(|(first, _)| *first != ANN);
    table.connect();
    table.run();
    assert_eq!(propose(&mut table, CID, MIDDLE), Ok(()));
    assert!(table.session(CID).is_planning());
    table.restart(ANN);
    assert_eq!(table.session(ANN).standing(), Standing::Own);
    table.graph = full(4).into_iter().collect();
    table.connect();
    table.run();
    ready_made(&mut table, &[BEN, DOT]);
    play_out(&mut table, 2);
}

#[test]
fn a_part_shown_many_times_does_not_fill_the_disk() {
    let mut table = start();
    let sizes = (0..200).map(|turn| {
        let text = ["HI4II1/L5L2", LEFT][turn % 2];
        assert_eq!(propose(&mut table, ANN, text), Ok(()));
        table.pass(Duration::from_secs(1));
        [ANN, CID].map(|seat| table.disks[seat.index()].private.len())
    });
    let longest = sizes.flatten().max().expect("200");
    assert!(longest < 20_000, "{longest}");
    assert_eq!(propose(&mut table, CID, MIDDLE), Ok(()));
    ready_made(&mut table, &[BEN, DOT]);
    play_out(&mut table, 2);
}

/// A table at which what a seat signs is dropped and signed by the test instead.
fn with_cheats(cheats: &'static [Seat]) -> Table<4> {
    let mut table = start();
    table.bend = Some(Box::new(move |from, _, frame| {
        let is_own = match Frame::from_bytes(&frame) {
            Ok(Frame::Record(record)) => cheats.contains(&record.seat),
            _ => false,
        };
        match cheats.contains(&from) && is_own {
            true => Vec::new(),
            false => vec![frame],
        }
    }));
    table
}

/// Shows a record of a cheat to everybody else.
fn show(table: &mut Table<4>, record: &Record) {
    let frame = Frame::Record(Box::new(record.clone())).to_bytes();
    for seat in table.places() {
        if seat != record.seat {
            let _told = table.speak(record.seat, seat, &frame);
        }
    }
    table.run();
}

#[test]
fn row_48_whoever_seals_another_part_than_it_showed_is_told_of_and_nothing_is_locked() {
    for (cheat, mate, own, slots) in [(CID, ANN, MIDDLE, 1), (ANN, CID, LEFT, 2)] {
        for slot in 0..slots {
            let all: &'static [Seat] = if cheat == CID { &[CID] } else { &[ANN] };
            let mut table = with_cheats(all);
            ready_made(&mut table, &[ANN, BEN, CID, DOT]);
            let mut puppet = Puppet::among(cheat, &table);
            let mut commitments = puppet.commitments(&order(&table, cheat, own));
            assert_eq!(commitments.len(), slots);
            commitments[slot].digest[0] ^= 1;
            let body = protocol::codec::encode(&CommitBody(commitments));
            let record = puppet.record(Kind::Commit, body);
            puppet.take(&record);
            show(&mut table, &record);
            let what = format!("{cheat}, slot {slot}");
            assert_eq!(
                clashes(&table, mate).last().expect(&what).0,
                [cheat],
                "{what}"
            );
            // its lock changes nothing: the mate binds itself to nothing, and nobody opens anything
            show(&mut table, &puppet.record(Kind::Lock, Vec::new()));
            table.wait(Duration::from_secs(60));
            assert!(!sent(&table, mate).contains(&Kind::Lock), "{what}");
            for seat in table.places() {
                assert!(
                    !sent(&table, seat).contains(&Kind::Reveal),
                    "{what}: {seat}"
                );
            }
            let honest = table.places().into_iter().filter(|seat| *seat != cheat);
            for seat in honest {
                let report = judge(&[&table.disks[seat.index()].public]);
                assert_eq!(report.findings, [], "{what}");
            }
        }
    }
}

#[test]
fn row_48_a_part_sealed_by_another_plan_is_locked_once_that_plan_is_shown() {
    let mut table = with_cheats(&[CID]);
    ready_made(&mut table, &[ANN, BEN, CID, DOT]);
    let mut puppet = Puppet::among(CID, &table);
    let other = order(&table, CID, "4II3/3L5");
    let sealed = puppet.honest(&other);
    puppet.take(&sealed);
    show(&mut table, &sealed);
    assert!(!sent(&table, ANN).contains(&Kind::Lock));
    assert_eq!(clashes(&table, ANN).len(), 1);
    let late = puppet.plan(
        (ANN, &fresh(0, SEED)),
        u64::MAX - 1,
        puppet.openings(&other),
    );
    let late = Frame::Sealed(Box::new(late)).to_bytes();
    assert_eq!(table.speak(BEN, ANN, &late), Some(Ok(())));
    table.run();
    assert!(sent(&table, ANN).contains(&Kind::Lock));
    // what is sealed stays known, whatever is shown after it
    let false_one = order(&table, CID, MIDDLE);
    let false_one = puppet.plan(
        (ANN, &fresh(0, SEED)),
        u64::MAX,
        puppet.openings(&false_one),
    );
    let false_one = Frame::Sealed(Box::new(false_one)).to_bytes();
    assert_eq!(table.speak(BEN, ANN, &false_one), Some(Ok(())));
    let plans = table.session(ANN).plans();
    assert_eq!(plans.last(), Some(&(CID, other[0].clone())));
}

#[test]
fn row_48_a_set_up_that_opens_illegal_names_all_who_locked_it_and_nobody_else() {
    for order_of_opening in [[ANN, CID], [CID, ANN]] {
        let mut table = with_cheats(&[ANN, CID]);
        ready_made(&mut table, &[BEN, DOT]);
        let parts =
            [(ANN, LEFT), (CID, TANK_TOO)].map(|(seat, text)| (seat, order(&table, seat, text)));
        let mut puppets = [ANN, CID].map(|seat| Puppet::among(seat, &table));
        for kind in [Kind::Commit, Kind::Lock] {
            for (seat, part) in &parts {
                let puppet = puppets
                    .iter()
                    .find(|puppet| puppet.seat == *seat)
                    .expect("one");
                let record = puppet.honest(part);
                assert_eq!(record.kind, kind);
                show(&mut table, &record);
            }
            let heard = records(&table);
            for puppet in &mut puppets {
                heard.iter().for_each(|record| puppet.take(record));
            }
        }
        for opener in order_of_opening {
            let puppet = puppets
                .iter()
                .find(|puppet| puppet.seat == opener)
                .expect("one");
            let (_, part) = parts.iter().find(|(seat, _)| *seat == opener).expect("one");
            show(&mut table, &puppet.honest(part));
        }
        for seat in [BEN, DOT] {
            let fault = table.session(seat).fault();
            assert!(matches!(fault, Some(Fault::Proved(_))), "{seat} {fault:?}");
            let file = &table.disks[seat.index()].public;
            let report = judge(&[file]);
            assert_eq!(report.verdict, Verdict::Proved);
            let named = report.findings.iter().map(|found| (found.seat, found.kind));
            let expected = [(ANN, "illegal-together"), (CID, "illegal-together")];
            assert_eq!(named.collect::<Vec<_>>(), expected);
            assert_eq!(
                report.findings[0].bytes.len(),
                2,
                "both openings are the proof"
            );
        }
    }
}

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
fn row_39_what_is_sealed_is_not_altered_forged_or_repeated_by_a_bridge() {
    let bridges = [(ANN, BEN), (BEN, CID), (CID, DOT)];
    let mut table = Table::<4>::under_way(super::table(&sections(2), 4), &bridges, SEED);
    let ann = Puppet::among(ANN, &table);
    let sealed = ann.whisper((CID, &fresh(2, SEED)), u64::MAX - 10, "one");
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
        let mut one = ann.whisper((CID, &fresh(2, SEED)), u64::MAX - 5, "two");
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
    altered.push(ann.whisper((DOT, &fresh(3, SEED)), u64::MAX - 5, "two"));
    for one in altered {
        let told = say(&mut table, &one);
        assert!(matches!(told, Err(Fault::Unexpected(_))), "{told:?}");
    }
    // signed by its seat, and sealed with another key than it says: nothing is shown, and nobody is to blame
    let mut wrong = ann.whisper((CID, &fresh(1, SEED)), u64::MAX - 3, "three");
    wrong = wrong.signed(&table.match_key(ANN));
    assert_eq!(say(&mut table, &wrong), Ok(()));
    assert_eq!(lines(&table), 1);
    // and the words that were not altered still come
    let honest = ann.whisper((CID, &fresh(2, SEED)), u64::MAX - 1, "four");
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
            u64::MAX - 2000 + number,
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
