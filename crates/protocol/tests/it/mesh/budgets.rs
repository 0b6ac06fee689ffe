//! A seat that sends what it may sign, without end, through an honest seat: it uses up its own share, and nobody else's.

use std::time::Duration;

use protocol::frame::{Alive, Consent, Frame, Hear, Pledge};
use protocol::testing::{Seeded, fresh, identity};
use protocol::{Identity, ProposeError, SessionEvent, Signature};

use super::going_on::*;
use super::*;

/// The seat that floods, and the seat in the center of the star, which passes on whatever is signed and new.
const FLOODS: Seat = Seat(1);
const CENTER: Seat = Seat(0);

/// What the seat that floods signs with.
struct Keys {
    sid: [u8; 32],
    key: Identity,
    identity: Identity,
}

impl Keys {
    fn of(table: &Table<4>) -> Self {
        Self {
            sid: table.session(FLOODS).sid().expect("a match"),
            key: table.match_key(FLOODS),
            identity: identity(FLOODS.0, SEED),
        }
    }

    /// What the seat agrees to. Higher turns outdate those of its own program, which are Unix milliseconds.
    fn consent(&self, turn: u64, agrees: bool, after: Option<u64>) -> Frame {
        let secrets = fresh(FLOODS.0, 100);
        let consent = Consent {
            sid: self.sid,
            seat: FLOODS,
            turn: 2_000_000_000_000 + turn,
            without: 0,
            after,
            agrees,
            key: Identity::from_seed(secrets.session_seed).public(),
            session_nonce: secrets.session_nonce,
            step: 0,
            root: [0; 32],
            number: 0,
            written_ms: 0,
            is_strange: false,
            signature: Signature([0; 64]),
        };
        Frame::Consent(consent.signed(&self.identity))
    }
}

/// The frame of that number, signed by the seat that floods.
type Flood = fn(&Keys, u64) -> Frame;

const ALL: [(&str, Flood); 4] = [
    ("signs of life", |keys, number| {
        let alive = Alive {
            sid: keys.sid,
            seat: FLOODS,
            beat: 2_000_000_000_000 + number,
            signature: Signature([0; 64]),
        };
        Frame::Alive(alive.signed(&keys.key))
    }),
    ("questions", |keys, number| {
        let mut nonce = [8; 32];
        nonce[..8].copy_from_slice(&number.to_le_bytes());
        let hear = Hear {
            sid: keys.sid,
            seat: FLOODS,
            nonce,
            is_kept: true,
            signature: Signature([0; 64]),
        };
        Frame::Hear(hear.signed(&keys.key))
    }),
    ("consents", |keys, number| {
        keys.consent(number, number.is_multiple_of(2), Some(number % 3))
    }),
    ("pledges", |keys, number| {
        let mut sid = [8; 32];
        sid[..8].copy_from_slice(&number.to_le_bytes());
        let pledge = Pledge {
            old: keys.sid,
            sid,
            seat: FLOODS,
            signature: Signature([0; 64]),
        };
        Frame::Pledge(pledge.signed(&keys.identity))
    }),
];

/// The seat sends a hundred frames together, with numbers from that one on.
fn burst(table: &mut Table<4>, keys: &Keys, what: Flood, from: u64) {
    for number in 0..100 {
        let frame = what(keys, from + number).to_bytes();
        let told = table.speak(FLOODS, CENTER, &frame);
        assert_eq!(told, Some(Ok(())), "a flood costs frames, not the line");
    }
    table.run();
}

#[test]
fn row_85_a_seat_that_floods_makes_no_other_seat_look_silent() {
    for (what, frame) in ALL {
        let mut table = Table::<4>::under_way(four_sides(4), &star(CENTER.0, 4), SEED);
        let keys = Keys::of(&table);
        // a hundred every ten seconds, each time just before the signs of life of the others
        for number in 0..14 {
            burst(&mut table, &keys, frame, number * 100);
            table.wait(Duration::from_secs(10));
        }
        for (seat, other) in [(Seat(2), Seat(3)), (Seat(3), Seat(2))] {
            let session = table.session(seat);
            assert!(session.is_reached(other, table.now), "{what}: {seat}");
        }
        let silent = |event: &SessionEvent| matches!(event, SessionEvent::MayGoOn { .. });
        assert!(!table.events.iter().flatten().any(silent), "{what}");
        // a line that comes up in the middle of it is heard by those behind the center
        table.cut(CENTER, Seat(3));
        burst(&mut table, &keys, frame, 100_000);
        table.link(CENTER, Seat(3));
        table.run();
        assert!(table.session(Seat(3)).hears(Seat(2)), "{what}");
        // what the others sign to go on gets through as well
        table
            .with(Seat(3), |session, now| session.resign(now))
            .expect("alive")
            .expect("playing");
        table.run();
        burst(&mut table, &keys, frame, 200_000);
        for seat in [CENTER, Seat(2)] {
            let agreed = table.agree_without(seat, &[Seat(3)]);
            assert_eq!(agreed, Ok(()), "{what}: {seat}");
        }
        table.run();
        let leavers = table.session(CENTER).leavers(table.now);
        assert!(leavers[0].agreed.contains(&Seat(2)), "{what}: {leavers:?}");
        table.play_out(&mut Seeded(2));
        assert_unhurt(&table, &[FLOODS], what);
    }
}

#[test]
fn row_91_five_hundred_questions_of_a_seat_are_one_open_question() {
    let mut table = Table::<4>::under_way(four_sides(4), &full(4), SEED);
    let keys = Keys::of(&table);
    let mut dice = Seeded(4);
    for _ in 0..4 {
        assert!(table.play_one(&mut dice));
    }
    let victim = Seat(0);
    let before = table.events[0].len();
    let mut turn = 0;
    let mut flood = |table: &mut Table<4>, says: &dyn Fn(u64) -> (bool, Option<u64>)| {
        for number in 0..500 {
            turn += 1;
            let (agrees, after) = says(number);
            let frame = keys.consent(turn, agrees, after).to_bytes();
            assert_eq!(table.speak(FLOODS, victim, &frame), Some(Ok(())));
            // slowly enough for the share of the seat on this line
            table.pass(Duration::from_millis(200));
        }
    };
    flood(&mut table, &|number| (true, Some(number % 3)));
    let questions = |table: &Table<4>| {
        let events = table.events[0][before..].iter();
        let asked = |event: &&SessionEvent| matches!(event, SessionEvent::ContinueAsked(_));
        events.filter(asked).count()
    };
    assert_eq!(questions(&table), 1, "one open question");
    // the question that is open is the last one, and a yes is given to nothing that was not shown
    let asked = table.session(victim).asked_to_continue().expect("asked");
    assert_eq!(asked.asks, FLOODS);
    let answered = table.answer_table(victim, true);
    assert_eq!(answered, Err(ProposeError::OtherOffer));
    assert_eq!(questions(&table), 2, "what has changed is shown");
    // a seat that asks and takes it back without end is shown now and then
    flood(&mut table, &|number| (number % 2 == 0, None));
    let shown = table.events[0].len() - before;
    assert!(shown < 120, "{shown} events for a thousand frames");
}

#[test]
fn row_40b_a_seat_that_plays_the_old_questions_of_another_back_cuts_no_line() {
    const ASKS: Seat = Seat(2);
    let mut table = Table::<4>::under_way(four_sides(4), &full(4), SEED);
    let others = [Seat(0), FLOODS, Seat(3)];
    // a seat that loses all lines asks again
    for _ in 0..40 {
        for other in others {
            table.cut(ASKS, other);
        }
        table.run();
        for other in others {
            table.link(ASKS, other);
        }
        table.run();
        table.pass(Duration::from_secs(20));
        table.run();
    }
    let mut asked: Vec<Hear> = Vec::new();
    for (_, bytes) in &table.wire {
        if let Ok(Frame::Hear(hear)) = Frame::from_bytes(bytes)
            && hear.seat == ASKS
            && asked.iter().all(|other| other.nonce != hear.nonce)
        {
            asked.push(hear);
        }
    }
    assert!(asked.len() > 30, "{}", asked.len());
    for hear in asked {
        let again = Frame::Hear(Hear {
            is_kept: false,
            ..hear
        });
        table.speak(FLOODS, CENTER, &again.to_bytes());
        table.run();
        assert!(table.line_between(CENTER, ASKS).is_some());
        table.pass(Duration::from_secs(1));
    }
}
