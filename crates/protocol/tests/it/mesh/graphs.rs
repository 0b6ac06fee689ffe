//! Any lines that join everybody are enough.

use std::collections::BTreeSet;

use protocol::testing::{Disk, Pair, Seeded, Table, identity};
use protocol::{
    Audience, CloseReason, LineId, ProposeError, Refusal, Seat, SessionEvent, Stage, Standing,
    Waiting,
};

use super::*;

type Graph = BTreeSet<(u8, u8)>;

fn is_connected(graph: &Graph, seats: u8) -> bool {
    let mut reached = BTreeSet::from([0]);
    for _ in 0..seats {
        for (a, b) in graph {
            if reached.contains(a) || reached.contains(b) {
                reached.extend([*a, *b]);
            }
        }
    }
    reached.len() == usize::from(seats)
}

/// Every order of that many seats.
fn orders(seats: u8) -> Vec<Vec<u8>> {
    let mut orders = vec![Vec::new()];
    for seat in 0..seats {
        let longer = orders.iter().flat_map(|order| {
            (0..=order.len()).map(move |at| {
                let mut order = order.clone();
                order.insert(at, seat);
                order
            })
        });
        orders = longer.collect();
    }
    orders
}

/// Every connected graph of that many seats; by default one of those that differ in the seats' order alone.
fn graphs(seats: u8) -> Vec<Graph> {
    let pairs: Vec<(u8, u8)> = full(seats).iter().map(|(a, b)| (a.0, b.0)).collect();
    let orders = orders(seats);
    let mut seen = BTreeSet::new();
    let mut graphs = Vec::new();
    for bits in 0..1_u32 << pairs.len() {
        let chosen = pairs.iter().enumerate();
        let chosen = chosen.filter(|(index, _)| bits >> index & 1 == 1);
        let graph: Graph = chosen.map(|(_, pair)| *pair).collect();
        if !is_connected(&graph, seats) {
            continue;
        }
        let shapes = orders.iter().map(|order| {
            let named = |seat: u8| order[usize::from(seat)];
            let pairs = graph.iter().map(|(a, b)| (named(*a), named(*b)));
            let pairs = pairs.map(|(a, b)| (a.min(b), a.max(b)));
            pairs.collect::<Graph>()
        });
        let is_new = seen.insert(shapes.min());
        if is_new || Depth::wanted() == Depth::All {
            graphs.push(graph);
        }
    }
    graphs
}

fn reach_the_end<const N: usize>() -> usize {
    let seats = u8::try_from(N).expect("few");
    let graphs = graphs(seats);
    for (seed, graph) in graphs.iter().enumerate() {
        let lines: Vec<(Seat, Seat)> = graph.iter().map(|(a, b)| (Seat(*a), Seat(*b))).collect();
        let mut table = Table::<N>::under_way(short(seats), &lines, SEED);
        table.play_out(&mut Seeded(seed as u64));
        assert_complete(&table, &format!("{graph:?}"));
    }
    graphs.len()
}

#[test]
fn over_every_connected_graph_of_three_to_five_seats_a_match_reaches_its_end() {
    let counts = [
        reach_the_end::<3>(),
        reach_the_end::<4>(),
        reach_the_end::<5>(),
    ];
    let shapes = [2, 6, 21];
    assert_eq!(counts, deep(shapes, shapes, [4, 38, 728]));
}

#[test]
fn eight_seats_in_a_row_play_secret_rounds_and_lots_to_the_end() {
    for lines in [full(8), star(3, 8), chain(8)] {
        let mut table = Table::<8>::under_way(rounds(8), &lines, SEED);
        table.play_out(&mut Seeded(5));
        assert_complete(&table, &format!("{lines:?}"));
    }
}

#[test]
fn what_is_taken_in_goes_to_nobody_who_has_shown_it() {
    let mut table = Table::<3>::under_way(short(3), &chain(3), SEED);
    table.play_out(&mut Seeded(5));
    let (from_the_middle, held) = (
        table
            .wire
            .iter()
            .filter(|(from, frame)| *from == Seat(1) && frame[0] == 7),
        signed(&table.disks[1].public),
    );
    let own = held.len();
    // in a row each record of an end passes the middle once, and each of the middle goes both ways
    assert!(from_the_middle.count() < 2 * own);
    let mut records = std::collections::BTreeMap::<(Seat, Vec<u8>), usize>::new();
    for (from, frame) in table.wire.iter().filter(|(_, frame)| frame[0] == 7) {
        *records.entry((*from, frame.clone())).or_default() += 1;
    }
    for ((from, _), times) in records {
        let most = if from == Seat(1) { 2 } else { 1 };
        assert!(times <= most, "{from}: {times}");
    }
}

#[test]
fn what_more_than_two_cannot_do_yet_is_refused_by_name() {
    let table = Table::<3>::under_way(short(3), &full(3), SEED);
    let session = table.session(Seat(0));
    assert_eq!(session.export(), Err(ProposeError::TableByMail));
    let refused = ProposeError::TableByMail;
    assert!(refused.to_string().contains("later version"), "{refused}");
    assert!(!refused.advice().is_empty());
}

#[test]
fn a_table_waits_for_the_signatures_that_are_missing_and_lets_nobody_else_in() {
    let mut table = Table::<4>::seated(short(4), SEED);
    table.graph = chain(3).into_iter().collect();
    table.connect();
    table.run();
    for seat in [0, 1, 2] {
        let session = table.session(Seat(seat));
        assert_eq!(session.stage(), Stage::Agreeing);
        assert_eq!(session.waiting(), Waiting::Peer(vec![Seat(3)]));
        assert_eq!(session.awaited(), [Seat(3)]);
        assert!(session.may_ask_takeback().eq(&false));
    }
    let stranger = identity(9, 9).public();
    table.with(Seat(0), |session, now| {
        session.line_up(now, LineId(99), [9; 32], stranger);
    });
    let refusal = Refusal::NotAtTable { found: stranger };
    assert_eq!(table.closes[0], [CloseReason::Refused(refusal)]);
    table.link(Seat(2), Seat(3));
    table.run();
    for seat in table.places() {
        assert_eq!(table.session(seat).stage(), Stage::Playing, "{seat}");
        // the captains of both sides place their units unseen
        assert_eq!(table.session(seat).awaited(), [Seat(0), Seat(1)]);
    }
}

#[test]
fn a_line_to_the_same_seat_takes_the_place_of_the_last_and_of_no_other() {
    let mut table = Table::<3>::under_way(short(3), &full(3), SEED);
    let others = |table: &Table<3>| table.session(Seat(0)).here();
    assert_eq!(others(&table), [Seat(1), Seat(2)]);
    let old = table.line_between(Seat(0), Seat(1)).expect("up");
    let peer = table.public_key(Seat(1));
    table.with(Seat(0), |session, now| {
        session.line_up(now, LineId(99), [9; 32], peer);
    });
    assert_eq!(others(&table), [Seat(2)], "the new one has not greeted");
    // what comes on the old one counts for nothing
    let chat = protocol::frame::Frame::Chat(protocol::frame::Chat("late".to_owned()));
    let before = table.events[0].len();
    let told = table.with(Seat(0), |session, now| {
        session.handle_frame(now, old, &chat.to_bytes())
    });
    assert_eq!(told, Some(Ok(())));
    assert_eq!(table.events[0].len(), before);
    // and is no news when it goes down
    table.with(Seat(0), |session, now| session.line_down(now, old));
    assert_eq!(others(&table), [Seat(2)]);
    table.connect();
    table.run();
    table.play_out(&mut Seeded(1));
    for seat in table.places() {
        assert!(table.session(seat).is_closed());
    }
}

#[test]
fn chat_goes_to_all_on_a_line() {
    let mut table = Table::<4>::under_way(short(4), &full(4), SEED);
    table.with(Seat(2), |session, now| {
        session.chat(now, Audience::All, "good luck")
    });
    table.run();
    let said = SessionEvent::Chat {
        to: Audience::All,
        seat: Seat(2),
        text: "good luck".to_owned(),
    };
    let heard = |seat: &Seat| table.events[seat.index()].contains(&said);
    let heard: Vec<Seat> = table.places().into_iter().filter(heard).collect();
    assert_eq!(heard, [Seat(0), Seat(1), Seat(3)]);
    table.with(Seat(2), |session, _| session.leave());
    table.run();
    assert_eq!(
        table.closes[1],
        [CloseReason::Bye("Cid left".to_owned())],
        "of three others one must know which"
    );
}

#[test]
fn an_older_copy_gets_a_long_match_on_any_line_and_signs_nothing() {
    let long = protocol::testing::table(&toy(9), 8, SEED);
    let mut table = Table::<8>::seated(long, SEED);
    table.connect();
    table.run();
    let old = table.disks[5].clone();
    table.play_out(&mut Seeded(5));
    assert_complete(&table, "before");
    let file = table.disks[0].public.clone();
    assert!(signed(&file).len() > 100, "more than goes out at once");
    table.kill(Seat(5));
    table.run();
    let writes = table.disks[5].writes;
    table.disks[5] = Disk { writes, ..old };
    table.restart(Seat(5));
    assert_eq!(table.session(Seat(5)).standing(), Standing::Strange);
    table.link(Seat(2), Seat(5));
    table.run();
    assert!(table.session(Seat(5)).is_closed());
    assert_eq!(table.disks[5].public, file);
}

#[test]
fn with_two_seats_nothing_goes_round_and_each_record_crosses_the_line_once() {
    let mut pair = Pair::agreed(tiny(4), SEED);
    pair.play_out(&mut Seeded(2));
    assert!(pair.session(Seat(0)).is_closed());
    let records = pair.wire.iter().filter(|(_, frame)| frame[0] == 7);
    assert_eq!(records.count(), signed(&pair.disks[0].public).len());
    // HELLO, JOIN, MANIFEST, GENESIS and HEAD begin the match; nothing but records follows
    let kinds: BTreeSet<u8> = pair.wire.iter().map(|(_, frame)| frame[0]).collect();
    assert_eq!(kinds, BTreeSet::from([1, 2, 3, 4, 5, 7]));
    let heads = pair.wire.iter().filter(|(_, frame)| frame[0] == 5);
    assert_eq!(heads.count(), 2);
}
