//! A set-up in parts, shown to mates before it is sealed.

use std::time::Duration;

use protocol::frame::Frame;
use protocol::record::CommitBody;
use protocol::testing::{Puppet, fresh, read, sections};
use protocol::{Fault, Kind, ProposeError, Record, SessionEvent, Standing, Waiting};
use rules::{AnyOrder, Rules};

use super::*;

pub(super) const ANN: Seat = Seat(0);
pub(super) const BEN: Seat = Seat(1);
pub(super) const CID: Seat = Seat(2);
pub(super) const DOT: Seat = Seat(3);

/// Ann's sections with the tank, and Cid's between them without and with it.
const LEFT: &str = "IH4II1/L5L2";
pub(super) const MIDDLE: &str = "3II4/3L5";
const TANK_TOO: &str = "3IH4/3L5";

fn start() -> Table<4> {
    under_way(&sections(2))
}

pub(super) fn order<const N: usize>(table: &Table<N>, seat: Seat, text: &str) -> Vec<AnyOrder> {
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
pub(super) fn ready_made<const N: usize>(table: &mut Table<N>, seats: &[Seat]) {
    for seat in seats {
        assert!(table.decide_at(*seat, &mut Seeded(1)), "{seat}");
        table.run();
    }
}

pub(super) fn clashes<const N: usize>(table: &Table<N>, seat: Seat) -> Vec<(Vec<Seat>, String)> {
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
    // the history says whose parts were opened
    let history = table.session(BEN).history().expect("a match");
    let opened = &history.steps()[0];
    let player = |seat: Seat| ["Ann", "Ben", "Cid", "Dot"][seat.index()];
    let scenario = table.session(BEN).scenario().expect("a match");
    let words = opened.parts_in_words(scenario.side_names(), player);
    let expected = [
        "Ann and Cid each chose a part for",
        "Ben and Dot each chose a part for",
    ];
    let names = scenario.side_names();
    let expected = expected.iter().zip(sides());
    let expected = expected.map(|(words, side)| format!("{words} {}", names.of(side)));
    assert_eq!(words, expected.collect::<Vec<String>>());
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
fn a_part_that_was_lost_on_a_line_of_others_is_shown_again_by_itself() {
    let bridges = [(ANN, BEN), (BEN, CID), (CID, DOT)];
    let mut table = Table::<4>::under_way(super::table(&sections(2), 4), &bridges, SEED);
    // Cid still has Dot, and so does not ask the table anew when the line to the bridge is back
    table.cut(BEN, CID);
    assert_eq!(propose(&mut table, ANN, LEFT), Ok(()));
    table.link(BEN, CID);
    table.run();
    assert_eq!(table.session(CID).plans().len(), 0);
    table.wait(Duration::from_secs(31));
    assert_eq!(table.session(CID).plans().len(), 1);
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
    for seat in [ANN, CID] {
        table.kill(seat);
        table.cut_closing();
        table.restart(seat);
        assert_eq!(table.session(seat).standing(), Standing::Own);
        assert_eq!(table.session(seat).plans().len(), 1);
    }
    table.connect();
    table.run();
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
            records(&table)
                .iter()
                .for_each(|record| puppet.take(record));
            // a mate that seals after it does not even do that
            assert_eq!(sent(&table, mate).is_empty(), cheat < mate, "{what}");
            if puppet.step() > 1 {
                show(&mut table, &puppet.record(Kind::Lock, Vec::new()));
            }
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
        protocol::bounds::MAX_NUMBER - 1,
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
        protocol::bounds::MAX_NUMBER,
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
            for found in &report.findings {
                let part_of = found.part_of.as_deref();
                assert!(part_of.is_some_and(|whole| whole.ends_with("'s sealed choice")));
            }
            assert_eq!(report.part_of(), report.findings[0].part_of.as_deref());
            assert_eq!(
                report.findings[0].bytes.len(),
                2,
                "both openings are the proof"
            );
        }
    }
}
