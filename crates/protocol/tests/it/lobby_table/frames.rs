//! The frames of a table: one spelling each, bounded, and any bytes in their place do no harm.

use proptest::prelude::*;
use protocol::codec::CodecError;
use protocol::frame::{
    Access, Answer, Bye, ByeCode, Decider, Failed, Frame, MAX_FRAME, MAX_MANIFEST_FRAME, Place,
    Ready, Reply, Said, Seating, Sit, Sitter, Stand, TableFrame,
};
use protocol::lobby::Entrance;
use protocol::{Fault, PublicKey, Seat, Signature};

use super::room::{Room, Wire};

fn sitter() -> Sitter {
    Sitter {
        machine: PublicKey([1; 32]),
        identity: PublicKey([2; 32]),
        key: PublicKey([3; 32]),
        session_nonce: [4; 32],
        tries: 2,
        name: "Ann".to_owned(),
        decider: Decider::Computer("hard".to_owned()),
        is_here: true,
        is_ready: false,
    }
}

fn seating() -> Seating {
    let place = |side, access, sitter| Place {
        side,
        access,
        sitter,
    };
    Seating {
        version: 300,
        tries: 2,
        game: [5; 32],
        seats: vec![
            place(0, Access::Open, Some(sitter())),
            place(1, Access::Code, None),
            place(0, Access::Closed, None),
        ],
        failed: Some(Failed::Silent(vec!["Ben".to_owned()])),
    }
}

fn sit() -> Sit {
    Sit {
        seat: Some(Seat(1)),
        identity: PublicKey([2; 32]),
        key: PublicKey([3; 32]),
        session_nonce: [4; 32],
        tries: 2,
        name: "Ann".to_owned(),
        decider: Decider::Person,
        proof: Signature([6; 64]),
    }
}

fn all() -> Vec<(u8, TableFrame)> {
    vec![
        (19, TableFrame::Game(vec![1, 2])),
        (20, TableFrame::Table(Box::new(seating()))),
        (21, TableFrame::Sit(Box::new(sit()))),
        (
            22,
            TableFrame::Stand(Stand {
                identity: PublicKey([2; 32]),
            }),
        ),
        (23, TableFrame::Ready(Ready { sid: Some([7; 32]) })),
        (23, TableFrame::Ready(Ready { sid: None })),
        (
            24,
            TableFrame::Answer(Answer {
                who: PublicKey([2; 32]),
                reply: Reply::LooksLike("Ben".to_owned()),
            }),
        ),
        (
            25,
            TableFrame::Said(Said {
                who: PublicKey([2; 32]),
                text: "hello".to_owned(),
            }),
        ),
        (26, TableFrame::Begun([8; 32])),
        (
            14,
            TableFrame::Match(Frame::Bye(Bye::new(ByeCode::Leaving, "bye"))),
        ),
    ]
}

#[test]
fn every_frame_of_a_table_comes_back_and_its_type_byte_is_pinned() {
    for (kind, frame) in all() {
        let bytes = frame.to_bytes();
        assert_eq!(bytes[0], kind);
        assert_eq!(TableFrame::from_bytes(&bytes), Ok(frame));
        let longer = [&bytes[..], &[0]].concat();
        assert!(
            kind == 19 || TableFrame::from_bytes(&longer).is_err(),
            "{kind}"
        );
        let shorter = &bytes[..bytes.len() - 1];
        assert!(
            kind == 19 || TableFrame::from_bytes(shorter).is_err(),
            "{kind}"
        );
    }
    // a session knows none of them
    for kind in 19..=26 {
        assert_eq!(
            Frame::from_bytes(&[kind, 0]),
            Err(Fault::UnknownFrame(kind))
        );
    }
    assert_eq!(TableFrame::from_bytes(&[31]), Err(Fault::UnknownFrame(31)));
    assert_eq!(TableFrame::from_bytes(&[]), Err(Fault::UnknownFrame(0)));
}

#[test]
fn the_bytes_of_table_and_sit_have_their_known_answers() {
    let mut expected = vec![20, 251, 0x2c, 1, 2];
    expected.extend([5; 32]);
    expected.extend([3, 0, 0, 1]);
    for byte in 1..=4 {
        expected.extend([byte; 32]);
    }
    expected.extend(b"\x02\x03Ann\x01\x04hard\x01\x00");
    expected.extend([1, 1, 0, 0, 2, 0]);
    expected.extend(b"\x01\x02\x01\x03Ben");
    assert_eq!(TableFrame::Table(Box::new(seating())).to_bytes(), expected);
    let mut expected = vec![21, 1, 1];
    for byte in 2..=4 {
        expected.extend([byte; 32]);
    }
    expected.extend(b"\x02\x03Ann\x00");
    expected.extend([6; 64]);
    assert_eq!(TableFrame::Sit(Box::new(sit())).to_bytes(), expected);
}

#[test]
fn frames_out_of_bounds_are_refused() {
    let tables: [fn(&mut Seating); 9] = [
        |it| it.seats = vec![it.seats[1].clone(); 9],
        |it| it.seats[2].sitter = it.seats[0].sitter.clone(),
        |it| it.seats[0].sitter.as_mut().expect("Ann").name = " Ann".to_owned(),
        |it| it.seats[0].sitter.as_mut().expect("Ann").name = "A\u{202e}nn".to_owned(),
        |it| {
            it.seats[0].sitter.as_mut().expect("Ann").decider = Decider::Computer("x".repeat(33));
        },
        |it| it.seats[0].sitter.as_mut().expect("Ann").tries = 3,
        |it| it.failed = Some(Failed::Left("B\u{202e}en".to_owned())),
        |it| it.failed = Some(Failed::Silent(vec!["Ben".to_owned(); 9])),
        |it| {
            it.failed = Some(Failed::Declined {
                name: "Ben".to_owned(),
                reply: Reply::LooksLike("\n".to_owned()),
            });
        },
    ];
    for change in tables {
        let mut bad = seating();
        change(&mut bad);
        let bytes = TableFrame::Table(Box::new(bad)).to_bytes();
        let read = TableFrame::from_bytes(&bytes);
        assert!(
            matches!(read, Err(Fault::Malformed(CodecError::Bounds(_)))),
            "{read:?}"
        );
    }
    let sits: [fn(&mut Sit); 4] = [
        |it| it.name = String::new(),
        |it| it.name = "n".repeat(33),
        |it| it.name = "a\nb".to_owned(),
        |it| it.decider = Decider::Computer(String::new()),
    ];
    for change in sits {
        let mut bad = sit();
        change(&mut bad);
        let bytes = TableFrame::Sit(Box::new(bad)).to_bytes();
        let read = TableFrame::from_bytes(&bytes);
        assert!(
            matches!(read, Err(Fault::Malformed(CodecError::Bounds(_)))),
            "{read:?}"
        );
    }
    // a game is as long as a manifest
    for kind in [19, 20, 21, 25] {
        let limit = match kind {
            19 => MAX_MANIFEST_FRAME,
            _ => MAX_FRAME,
        };
        let read = TableFrame::from_bytes(&vec![kind; limit + 1]);
        assert_eq!(
            read,
            Err(Fault::Malformed(CodecError::TooLong {
                len: limit + 1,
                limit
            }))
        );
    }
    assert!(TableFrame::from_bytes(&vec![19; MAX_MANIFEST_FRAME]).is_ok());
    let words = Said {
        who: PublicKey([2; 32]),
        text: "x".repeat(2049),
    };
    assert!(TableFrame::from_bytes(&TableFrame::Said(words).to_bytes()).is_err());
}

#[test]
fn a_frame_of_the_wrong_end_or_before_the_greeting_ends_the_line() {
    for (kind, frame) in all() {
        if kind == 14 {
            continue;
        }
        let mut room = Room::seated(3);
        let (line, now) = (room.guests[0].line.expect("up"), room.now);
        let is_hosts = matches!(kind, 19 | 20 | 25 | 26);
        let bytes = frame.to_bytes();
        if is_hosts {
            let heard = room.hosting(|host| host.handle_frame(now, line, &bytes));
            assert!(
                matches!(heard, Err(Fault::Unexpected(_))),
                "{kind}: {heard:?}"
            );
        } else if kind != 24 {
            let heard = room.guest(0, |table| table.handle_frame(now, line, &bytes));
            assert!(
                matches!(heard, Err(Fault::Unexpected(_))),
                "{kind}: {heard:?}"
            );
        }
        // before the greeting
        let mut room = Room::new(3, 1);
        room.connect(0, Entrance::Table);
        let line = room.guests[0].line.expect("up");
        let heard = room.hosting(|host| host.handle_frame(now, line, &bytes));
        assert_eq!(heard, Err(Fault::Unexpected("no greeting came first")));
        let heard = room.guest(0, |table| table.handle_frame(now, line, &bytes));
        assert_eq!(heard, Err(Fault::Unexpected("no greeting came first")));
    }
}

#[test]
fn a_greeting_that_is_not_signed_for_the_line_or_asks_for_a_match_is_refused() {
    let mut room = Room::new(3, 2);
    // the greeting of another line
    room.connect(0, Entrance::Table);
    let hello = room.guests[0].to_host.front().cloned();
    room.connect(0, Entrance::Table);
    let (line, now) = (room.guests[0].line.expect("up"), room.now);
    let Some(Wire::Frame(hello)) = hello else {
        panic!("a greeting");
    };
    let heard = room.hosting(|host| host.handle_frame(now, line, &hello));
    assert_eq!(heard, Err(Fault::BadChannelSignature));
    // a second greeting
    room.connect(0, Entrance::Table);
    let Some(Wire::Frame(hello)) = room.guests[0].to_host.front().cloned() else {
        panic!("a greeting");
    };
    room.run();
    let line = room.guests[0].line.expect("up");
    let heard = room.hosting(|host| host.handle_frame(now, line, &hello));
    assert_eq!(heard, Err(Fault::Unexpected("a second greeting")));
    // a program that has signed a match asks for that
    room.connect(1, Entrance::Table);
    room.tamper = Some(Box::new(|_, to_host, bytes| {
        if let (true, Ok(TableFrame::Match(Frame::Hello(mut hello)))) =
            (to_host, TableFrame::from_bytes(bytes))
        {
            if let Some(body) = &mut hello.body {
                body.sid = [9; 32];
            }
            *bytes = Frame::Hello(hello).to_bytes();
        }
        true
    }));
    room.run();
    assert!(room.guests[1].line.is_none());
    // a program of another protocol, whose version both users are told
    room.tamper = Some(Box::new(|_, to_host, bytes| {
        if to_host && bytes[0] == 1 {
            // the layout, then the lowest and the highest protocol
            (bytes[9], bytes[10], bytes[12]) = (9, 77, 77);
        }
        true
    }));
    room.connect(1, Entrance::Table);
    room.run();
    let end = room.guests[1].ends.last().map(ToString::to_string);
    assert!(end.is_some_and(|end| end.contains("the versions differ")));
}

/// A table in each of its stages.
fn stages() -> Vec<Room> {
    let mut coming = Room::new(3, 2);
    coming.connect(0, Entrance::Table);
    let mut asking = Room::new(3, 2);
    asking.connect(0, Entrance::Table);
    asking.guest(0, |table| table.sit(0, None)).expect("room");
    asking.run();
    let seated = Room::seated(3);
    let mut signing = Room::seated(3);
    signing.is_prompt = false;
    signing.ready_all();
    signing.begin().expect("all are ready");
    vec![coming, asking, seated, signing]
}

/// Who sits where, as far as anybody but the sender is concerned.
fn others(room: &Room) -> Vec<(Seat, PublicKey)> {
    let sender = room.guests[0].table.key();
    let sitters = room.host.table().sitters();
    let others = sitters.filter(|(_, sitter)| sitter.machine != sender);
    others
        .map(|(seat, sitter)| (seat, sitter.identity))
        .collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(32))]

    #[test]
    fn frames_of_random_bytes_never_panic_move_nobody_else_and_begin_nothing(
        kind in 0..28_u8,
        body in prop::collection::vec(any::<u8>(), 0..300),
    ) {
        let frame = [&[kind][..], &body].concat();
        for mut room in stages() {
            let before = others(&room);
            let (line, now) = (room.guests[0].line.expect("up"), room.now);
            let _ = room.hosting(|host| host.handle_frame(now, line, &frame));
            prop_assert_eq!(others(&room), before);
            prop_assert!(room.begin.is_none());
            let is_signing = room.guests[0].begin.is_some();
            let _ = room.guest(0, |table| table.handle_frame(now, line, &frame));
            prop_assert!(is_signing || room.guests[0].begin.is_none());
        }
    }

    #[test]
    fn a_frame_reads_in_one_way_or_not_at_all(
        which in 0..10_usize,
        changes in prop::collection::vec((any::<u16>(), any::<u8>()), 1..4),
    ) {
        let mut bytes = all()[which].1.to_bytes();
        for (at, byte) in changes {
            let at = usize::from(at) % bytes.len();
            bytes[at] ^= byte;
        }
        if let Ok(read) = TableFrame::from_bytes(&bytes) {
            let is_foreign = matches!(&read, TableFrame::Match(Frame::Hello(hello)) if hello.body.is_none());
            prop_assert!(is_foreign || read.to_bytes() == bytes);
        }
    }
}
