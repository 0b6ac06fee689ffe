//! The largest numbers there are, in every field that a peer or a file can set: refused where they are read, and never a
//! panic.

use std::time::Duration;

use protocol::bounds::{MAX_NUMBER, MAX_STEP};
use protocol::file::{Entry, PUBLIC_HEADER};
use protocol::frame::{
    Alive, Ask, Consent, ContinueWish, Evidence, Frame, Head, Sealed, Seating, Sit, StateText,
    TableFrame, Talk, Want,
};
use protocol::glance::glance;
use protocol::judge::{Verdict, judge};
use protocol::note::Statement;
use protocol::record::{ConfirmBody, NotesSeen};
use protocol::start::{Start, StartTime};
use protocol::testing::{Puppet, Table, identity, offer, table, toy};
use protocol::{Fault, Manifest, Note, Record, Seat, Session, Signature, Standing, replay};

use super::{any_turn, at_turn};

/// Both ends of every range, and the numbers next to them.
const EXTREMES: [u64; 8] = [
    0,
    1,
    MAX_STEP,
    MAX_STEP + 1,
    MAX_NUMBER,
    MAX_NUMBER + 1,
    1 << 63,
    u64::MAX,
];

const NOBODY: Signature = Signature([0; 64]);

/// A field of a frame: the highest number that is read, and the frame with a number in that field, signed.
type Field = (&'static str, u64, fn(&Puppet, u64) -> Frame);

/// The same of the beginning of a match.
type StartField = (&'static str, u64, fn(&mut Start, u64));

fn number(number: u64) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

fn head(puppet: &Puppet, change: impl FnOnce(&mut Head)) -> Frame {
    puppet.head(change)
}

fn record(puppet: &Puppet, change: impl FnOnce(&mut Record)) -> Frame {
    let mut record = puppet.honest(&any_turn(puppet));
    change(&mut record);
    Frame::Record(Box::new(record.signed(&puppet.key)))
}

fn note(puppet: &Puppet, statement: Statement, change: impl FnOnce(&mut Note)) -> Frame {
    let mut note = puppet.note(statement);
    change(&mut note);
    Frame::Note(note.signed(&puppet.key))
}

fn identity_of(puppet: &Puppet) -> protocol::Identity {
    identity(puppet.seat.0, 1)
}

fn ask(puppet: &Puppet, change: impl FnOnce(&mut Ask)) -> Frame {
    let holds = puppet.holdings(puppet.nonce);
    let mut ask = Ask {
        sid: holds.sid,
        seat: puppet.seat,
        name: "Cid".to_owned(),
        key: identity(7, 7).public(),
        session_nonce: [3; 32],
        nonce: puppet.nonce,
        step: holds.step,
        root: holds.root,
        held: holds.held,
        is_strange: false,
        wish: ContinueWish::default(),
        signature: NOBODY,
    };
    change(&mut ask);
    let signature = identity_of(puppet).sign("ask", &ask.id());
    Frame::Ask(Box::new(Ask { signature, ..ask }))
}

fn consent(puppet: &Puppet, change: impl FnOnce(&mut Consent)) -> Frame {
    let holds = puppet.holdings([0; 32]);
    let mut consent = Consent {
        sid: holds.sid,
        seat: puppet.seat,
        turn: 1,
        without: 0,
        after: None,
        agrees: true,
        key: identity(7, 7).public(),
        session_nonce: [3; 32],
        step: holds.step,
        root: holds.root,
        number: 0,
        written_ms: 0,
        is_strange: false,
        signature: NOBODY,
    };
    change(&mut consent);
    Frame::Consent(consent.signed(&identity_of(puppet)))
}

/// Every number of every frame that a session takes.
fn fields() -> Vec<Field> {
    vec![
        ("HEAD.step", MAX_STEP, |puppet, to| {
            head(puppet, |head| head.step = to)
        }),
        ("HEAD.held.step", MAX_STEP, |puppet, to| {
            head(puppet, |head| head.held[0].step = to)
        }),
        ("HEAD.held.notes", 256, |puppet, to| {
            head(puppet, |head| head.held[1].notes = number(to))
        }),
        ("WANT.from", MAX_STEP, |_, to| {
            let (seats, from) = (Want::ALL, to);
            Frame::Want(Want { from, to: 9, seats })
        }),
        ("WANT.to", MAX_STEP, |_, to| {
            let seats = Want::ALL;
            Frame::Want(Want { from: 1, to, seats })
        }),
        ("RECORD.step", MAX_STEP, |puppet, to| {
            record(puppet, |record| record.step = to)
        }),
        ("RECORD.sent_ms", MAX_NUMBER, |puppet, to| {
            record(puppet, |record| record.sent_ms = to)
        }),
        ("RECORD.think_ms", u64::MAX, |puppet, to| {
            record(puppet, |record| record.think_ms = number(to))
        }),
        ("NOTE.seq", 256, |puppet, to| {
            note(puppet, Statement::ProposeDraw, |note| note.seq = number(to))
        }),
        ("NOTE.sent_ms", MAX_NUMBER, |puppet, to| {
            note(puppet, Statement::ProposeDraw, |note| note.sent_ms = to)
        }),
        // the bodies of notes and records are read behind their signatures
        ("CLAIM.step", u64::MAX, |puppet, to| {
            let against = puppet.seat.other();
            note(puppet, Statement::Claim { against, step: to }, |_| ())
        }),
        ("TAKEBACK.to", u64::MAX, |puppet, to| {
            note(puppet, Statement::ProposeTakeback { to }, |_| ())
        }),
        ("EVIDENCE", u64::MAX, |puppet, to| {
            let bytes = |think_ms| {
                let mut record = puppet.honest(&any_turn(puppet));
                (record.step, record.think_ms) = (to, think_ms);
                record.signed(&puppet.key).to_bytes()
            };
            let (first, second) = (bytes(1), bytes(2));
            Frame::Evidence(Evidence { first, second })
        }),
        ("STATE.step", MAX_STEP, |_, to| {
            let (step, text) = (to, "x".to_owned());
            Frame::State(StateText { step, text })
        }),
        ("ASK.step", MAX_STEP, |puppet, to| {
            ask(puppet, |ask| ask.step = to)
        }),
        ("ASK.held.step", MAX_STEP, |puppet, to| {
            ask(puppet, |ask| ask.held[0].step = to)
        }),
        ("ASK.held.notes", 256, |puppet, to| {
            ask(puppet, |ask| ask.held[0].notes = number(to))
        }),
        ("ASK.after", MAX_STEP, |puppet, to| {
            ask(puppet, |ask| ask.wish.after = Some(to))
        }),
        ("ALIVE.beat", MAX_NUMBER, |puppet, to| {
            let alive = Alive {
                sid: puppet.holdings([0; 32]).sid,
                seat: puppet.seat,
                beat: to,
                signature: NOBODY,
            };
            Frame::Alive(alive.signed(&puppet.key))
        }),
        ("CONSENT.turn", MAX_NUMBER, |puppet, to| {
            consent(puppet, |consent| consent.turn = to)
        }),
        ("CONSENT.after", MAX_STEP, |puppet, to| {
            consent(puppet, |consent| consent.after = Some(to))
        }),
        ("CONSENT.step", MAX_STEP, |puppet, to| {
            consent(puppet, |consent| consent.step = to)
        }),
        ("CONSENT.number", u64::MAX, |puppet, to| {
            consent(puppet, |consent| {
                consent.number = u8::try_from(to).unwrap_or(u8::MAX);
            })
        }),
        ("CONSENT.written_ms", MAX_NUMBER, |puppet, to| {
            consent(puppet, |consent| consent.written_ms = to)
        }),
        ("TALK.number", MAX_NUMBER, |puppet, to| {
            let talk = Talk {
                sid: puppet.holdings([0; 32]).sid,
                seat: puppet.seat,
                number: to,
                text: "hi".to_owned(),
                signature: NOBODY,
            };
            Frame::Talk(Box::new(talk.signed(&puppet.key)))
        }),
        ("SEALED.number", MAX_NUMBER, |puppet, to| {
            let sealed = Sealed {
                sid: puppet.holdings([0; 32]).sid,
                from: puppet.seat,
                to: puppet.seat.other(),
                number: to,
                nonce: [0; 12],
                sealed: vec![0; 40],
                signature: NOBODY,
            };
            Frame::Sealed(Box::new(sealed.signed(&puppet.key)))
        }),
    ]
}

/// The manifest of a match in place of another, with a number in one field of its `start`.
fn continued(of: &Manifest, change: impl FnOnce(&mut Start)) -> Vec<u8> {
    let mut manifest = of.clone();
    for (seat, entry) in (0..).map(Seat).zip(manifest.seats.iter_mut()) {
        entry.was = Some(seat);
    }
    let mut start = Start {
        instead: true,
        sid: of.sid(),
        at: 0,
        root: [1; 32],
        after: 0,
        position: vec![1],
        written_ms: 1,
        began_ms: 1,
        times: vec![StartTime::default(); of.seats.len()],
        gives_up: None,
        forgiven: Vec::new(),
        asks: None,
        strange: Vec::new(),
        number: 0,
        gone: Vec::new(),
        carried: None,
    };
    change(&mut start);
    manifest.start = Some(start);
    manifest.to_bytes()
}

/// Every number of the beginning of a match.
fn start_fields() -> Vec<StartField> {
    vec![
        ("at", MAX_STEP, |start, to| start.at = to),
        ("after", MAX_STEP, |start, to| {
            (start.at, start.after) = (to, to);
        }),
        ("written_ms", MAX_NUMBER, |start, to| start.written_ms = to),
        ("began_ms", MAX_NUMBER, |start, to| start.began_ms = to),
        ("left_ms", MAX_NUMBER, |start, to| {
            start.times[0].left_ms = to;
        }),
        ("own_ms", MAX_NUMBER, |start, to| {
            start.times[0].own_ms = to;
        }),
    ]
}

#[test]
fn row_76_numbers_beyond_their_bounds_are_refused_where_they_are_read() {
    let (_, puppet) = at_turn(Seat(0), Seat(0));
    for (name, most, build) in fields() {
        for number in EXTREMES {
            let read = Frame::from_bytes(&build(&puppet, number).to_bytes());
            // some fields are narrower than the number, and a note's number is from 1
            if number > most {
                assert!(read.is_err(), "{name} = {number}");
            } else if number > 0 && !name.ends_with("notes") && !name.ends_with("seq") {
                assert!(read.is_ok(), "{name} = {number}: {read:?}");
            }
        }
    }
    let manifest = table(&toy(3), 2, 1);
    for (name, most, set) in start_fields() {
        for number in EXTREMES {
            let bytes = continued(&manifest, |start| set(start, number));
            let read = Manifest::from_bytes(&bytes);
            assert_eq!(read.is_ok(), number <= most, "{name} = {number}: {read:?}");
        }
    }
}

#[test]
fn row_76_confirmations_with_numbers_beyond_their_bounds_are_malformed() {
    let terms = protocol::manifest::Terms {
        pace: protocol::manifest::Pace::Bank {
            bank_ms: 300_000,
            increment_ms: 0,
        },
        ..Default::default()
    };
    let body = |count, over_ms| {
        let notes = vec![
            NotesSeen {
                count,
                last: [0; 32]
            };
            2
        ];
        let state = [0; 32];
        ConfirmBody { state, notes }.to_bytes(&[over_ms, 0], &terms)
    };
    for (count, over_ms, is_read) in [
        (256, MAX_NUMBER, true),
        (257, 0, false),
        (u32::MAX, 0, false),
        (0, MAX_NUMBER + 1, false),
        (0, u64::MAX, false),
    ] {
        let read = ConfirmBody::read(&body(count, over_ms), &terms);
        assert_eq!(read.is_ok(), is_read, "{count}, {over_ms}");
    }
}

#[test]
fn row_76_lobby_frames_with_numbers_beyond_their_bounds_are_refused() {
    let seating = |version, tries| {
        let (game, seats) = ([0; 32], Vec::new());
        TableFrame::Table(Box::new(Seating {
            version,
            tries,
            game,
            seats,
            failed: None,
        }))
    };
    let sit = |tries| {
        TableFrame::Sit(Box::new(Sit {
            seat: None,
            identity: identity(0, 1).public(),
            key: identity(1, 1).public(),
            session_nonce: [0; 32],
            tries,
            name: "Ada".to_owned(),
            decider: protocol::frame::Decider::Person,
            proof: NOBODY,
        }))
    };
    for (frame, is_read) in [
        (seating(9, 9), true),
        (seating(9, u32::MAX), false),
        (sit(9), true),
        (sit(u32::MAX), false),
    ] {
        let read = TableFrame::from_bytes(&frame.to_bytes());
        assert_eq!(read.is_ok(), is_read, "{frame:?}");
    }
}

#[test]
fn row_76_no_number_makes_a_session_of_two_panic() {
    for cheat in [Seat(0), Seat(1)] {
        for (name, _, build) in fields() {
            let (mut pair, mut puppet) = at_turn(cheat, cheat);
            for number in EXTREMES {
                let what = format!("{name} = {number}");
                // a HEAD that is refused closes the line: each number comes on a new one
                pair.connect();
                puppet.listen(&mut pair);
                let exporter = [u8::try_from(pair.line().0).expect("few lines"); 32];
                let hello = puppet.hello(&identity(cheat.0, 1), exporter);
                let _closed = pair.hand(cheat.other(), &hello.to_bytes());
                let frame = build(&puppet, number).to_bytes();
                let _refused = pair.hand(cheat.other(), &frame);
                pair.pass(Duration::from_secs(12));
                pair.with(cheat.other(), |session, now| {
                    session.handle_timeout(now);
                });
                let session = pair.session(cheat.other());
                // two decisions for one step convict the cheat, whatever their numbers
                let convicted = match session.fault() {
                    Some(Fault::Proved(proof)) => Some(proof.seat),
                    _ => None,
                };
                assert_ne!(convicted, Some(cheat.other()), "{what}");
                let _written = session.export();
            }
        }
    }
}

#[test]
fn row_76_no_number_makes_a_table_panic() {
    for (name, _, build) in fields() {
        let manifest = table(&offer("tourney-4", Some(24)), 4, 1);
        let pairs = (0..4).flat_map(|a| (a + 1..4).map(move |b| (Seat(a), Seat(b))));
        let graph: Vec<(Seat, Seat)> = pairs.collect();
        let mut table = Table::<4>::under_way(manifest, &graph, 1);
        for number in EXTREMES {
            let mut puppet = Puppet::among(Seat(0), &table);
            puppet.nonce = [5; 32];
            let frame = build(&puppet, number).to_bytes();
            let _refused = table.speak(Seat(0), Seat(1), &frame);
            table.run();
            table.wait(Duration::from_secs(1));
            table.connect();
            table.run();
        }
        assert!(!table.session(Seat(1)).is_closed(), "{name}");
    }
}

#[test]
fn row_76_no_head_makes_a_table_panic() {
    let changes: [fn(&mut Head, u64); 3] = [
        |head, to| head.step = to,
        |head, to| head.held[1].step = to,
        |head, to| head.held[1].notes = number(to),
    ];
    for change in changes {
        let manifest = table(&offer("tourney-4", Some(24)), 4, 1);
        let graph = [(Seat(0), Seat(1)), (Seat(1), Seat(2)), (Seat(2), Seat(3))];
        let mut table = Table::<4>::under_way(manifest, &graph, 1);
        for number in EXTREMES {
            let key = table.match_key(Seat(0));
            table.bend = Some(Box::new(move |_, _, frame| {
                match Frame::from_bytes(&frame) {
                    Ok(Frame::Head(mut head)) if head.seat == Seat(0) => {
                        change(&mut head, number);
                        vec![Frame::Head(head.signed(&key)).to_bytes()]
                    }
                    _ => vec![frame],
                }
            }));
            table.connect();
            table.run();
            table.wait(Duration::from_secs(1));
            table.pass(Duration::from_secs(10));
            table.wait(Duration::from_secs(1));
        }
        assert_eq!(table.session(Seat(3)).fault(), None);
    }
}

#[test]
fn row_76_no_number_in_a_file_makes_a_reader_panic() {
    let (pair, puppet) = at_turn(Seat(1), Seat(1));
    let disk = &pair.disks[0];
    let now = protocol::Now::default();
    for (name, _, build) in fields() {
        for number in EXTREMES {
            let what = format!("{name} = {number}");
            let entry = match build(&puppet, number) {
                Frame::Record(record) => Entry::Record(*record),
                Frame::Note(note) => Entry::Note(note),
                Frame::Head(head) => Entry::Head(head),
                _ => continue,
            };
            let file = [&disk.public[..], &entry.to_bytes()].concat();
            assert!(glance(&file).is_ok(), "{what}");
            let report = judge(&[&file]);
            assert_ne!(report.verdict, Verdict::Complete, "{what}");
            let _read = replay::read(&file);
            let (own, standing) = (identity(0, 1), Standing::Own);
            let _session = Session::resume(own, &file, &disk.private, standing, now);
        }
    }
    let manifest = table(&toy(3), 2, 1);
    for (_, _, set) in start_fields() {
        for number in EXTREMES {
            let bytes = continued(&manifest, |start| set(start, number));
            let mut file = PUBLIC_HEADER.to_vec();
            file.push(1);
            file.extend(u32::try_from(bytes.len()).expect("short").to_le_bytes());
            file.extend(bytes);
            let _seen = glance(&file);
            let _report = judge(&[&file]);
            let _read = replay::read(&file);
        }
    }
}
