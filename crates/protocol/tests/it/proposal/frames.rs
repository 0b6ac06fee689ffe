//! The gate of the frames: bounds, one spelling, one signer.

use protocol::codec::CodecError;
use protocol::frame::{Access, Decider};
use protocol::proposal::{
    Begun, Body, Envelope, EnvelopeError, GameBody, Kind, MAX_COUNTER, MAX_ENVELOPE, Me, Origin,
    Place, Said, Seating, Stance, Want, Wish, next_counter,
};
use protocol::testing::Seeded;
use protocol::{PublicKey, Seat, Signature, hash};

use super::room::{ident, key};

const TABLE: [u8; 32] = [7; 32];

fn me() -> Me {
    Me {
        machine: key(1),
        machine_proof: Me::prove(&ident(1), &TABLE, key(1)),
        wish: Wish::On(Seat(1)),
        key: PublicKey([3; 32]),
        session_nonce: [4; 32],
        name: "Ben".to_owned(),
        decider: Decider::Person,
        stance: Stance::Looks,
    }
}

fn seating() -> Seating {
    let place = |side: u8| Place {
        side,
        access: Access::Open,
        kept_for: None,
        sitter: None,
    };
    Seating {
        game: [1; 32],
        seats: vec![place(0), place(1)],
        begins: None,
    }
}

fn samples() -> Vec<Body> {
    vec![
        Body::Game(GameBody {
            manifest: vec![1, 2, 3],
            origin: None,
        }),
        Body::Table(seating()),
        Body::Me(Box::new(me())),
        Body::Closed,
        Body::Said(Said {
            text: "hello".to_owned(),
        }),
        Body::Want(Want::Begun([5; 32])),
    ]
}

fn written(counter: u64, body: &Body) -> Vec<u8> {
    Envelope::write(&ident(1), TABLE, counter, body)
}

/// A body refused by its bounds, which a hostile program signs.
fn refused(body: &Body) -> EnvelopeError {
    Envelope::read(&written(1, body)).expect_err("out of bounds")
}

#[test]
fn every_frame_comes_back_from_its_bytes_and_no_changed_bit_does() {
    for body in samples() {
        let bytes = written(9, &body);
        let read = Envelope::read(&bytes).expect("sound");
        assert_eq!((read.header.counter, read.header.sender), (9, key(1)));
        assert_eq!(read.body, body);
        for at in 0..bytes.len() {
            let mut changed = bytes.clone();
            changed[at] ^= 1;
            assert!(Envelope::read(&changed).is_err(), "byte {at} of {body:?}");
        }
        let mut longer = bytes.clone();
        longer.push(0);
        assert!(Envelope::read(&longer).is_err());
        assert!(Envelope::read(&bytes[..bytes.len() - 1]).is_err());
    }
}

#[test]
fn the_layout_is_the_one_that_is_written_down() {
    let bytes = written(0x0102, &Body::Want(Want::Begun([5; 32])));
    assert_eq!(bytes.len(), 1 + 32 + 32 + 8 + 33 + 64);
    assert_eq!(bytes[0], 47);
    assert_eq!(bytes[1..33], TABLE);
    assert_eq!(bytes[33..65], key(1).0);
    assert_eq!(bytes[65..73], [2, 1, 0, 0, 0, 0, 0, 0]);
    assert_eq!(bytes[73], 1);
    assert_eq!(bytes[74..106], [5; 32]);
    let digest = hash::table_frame(&TABLE, &key(1).0, 0x0102, 47, &bytes[73..106]);
    let signature = Signature(bytes[106..].try_into().expect("64 bytes"));
    assert!(key(1).verify("table", &digest, &signature));
}

#[test]
fn extreme_numbers_are_refused_at_the_gate_and_never_computed_with() {
    for counter in [MAX_COUNTER, MAX_COUNTER + 1, u64::MAX] {
        let bytes = written(counter, &Body::Closed);
        assert_eq!(Envelope::read(&bytes), Err(EnvelopeError::Counter(counter)));
    }
    assert!(Envelope::read(&written(MAX_COUNTER - 1, &Body::Closed)).is_ok());
    assert_eq!(next_counter(MAX_COUNTER - 1, 5), None);
    assert_eq!(next_counter(u64::MAX, 5), None);
    assert_eq!(next_counter(7, u64::MAX), Some(MAX_COUNTER - 1));
    assert_eq!(next_counter(7, 3), Some(8));
    let step = Body::Game(GameBody {
        manifest: Vec::new(),
        origin: Some(Origin::From {
            sid: [1; 32],
            step: u64::MAX,
            position: [2; 32],
        }),
    });
    assert_eq!(
        refused(&step),
        EnvelopeError::Body(CodecError::Bounds("a step out of bounds"))
    );
    let start = Body::Game(GameBody {
        manifest: Vec::new(),
        origin: Some(Origin::Start {
            digest: [1; 32],
            length: u32::MAX,
        }),
    });
    assert_eq!(
        refused(&start),
        EnvelopeError::Body(CodecError::Bounds("a start over 64 KiB"))
    );
    let mut far = me();
    far.wish = Wish::On(Seat(255));
    assert!(matches!(
        refused(&Body::Me(Box::new(far))),
        EnvelopeError::Body(_)
    ));
}

#[test]
fn frames_beyond_the_sizes_are_refused() {
    let long = vec![0; MAX_ENVELOPE + 1];
    assert_eq!(
        Envelope::read(&long),
        Err(EnvelopeError::TooLong(MAX_ENVELOPE + 1))
    );
    assert_eq!(Envelope::read(&[]), Err(EnvelopeError::TooShort(0)));
    let mut many = seating();
    many.seats = vec![many.seats[0].clone(); 9];
    let one = Seating {
        seats: vec![many.seats[0].clone()],
        ..seating()
    };
    let mut kept = seating();
    kept.seats[0].access = Access::Kept;
    for seating in [many, one, kept] {
        assert!(matches!(
            refused(&Body::Table(seating)),
            EnvelopeError::Body(_)
        ));
    }
    for name in ["", "  Ben", "Be\u{202e}n", &"x".repeat(33)] {
        let me = Me {
            name: name.to_owned(),
            ..me()
        };
        assert!(matches!(
            refused(&Body::Me(Box::new(me))),
            EnvelopeError::Body(_)
        ));
    }
    let text = "x".repeat(2049);
    assert!(matches!(
        refused(&Body::Said(Said { text })),
        EnvelopeError::Body(_)
    ));
    let begun = Begun {
        manifest: Vec::new(),
        signatures: Vec::new(),
    };
    assert!(matches!(
        refused(&Body::Begun(begun)),
        EnvelopeError::Body(_)
    ));
}

#[test]
fn arbitrary_bytes_are_refused_without_a_panic() {
    let mut dice = Seeded(3);
    for kind in 0..=u8::MAX {
        for _ in 0..20 {
            let len = dice.below(300);
            let mut bytes: Vec<u8> = (0..len)
                .map(|_| u8::try_from(dice.below(256)).expect("a byte"))
                .collect();
            bytes.insert(0, kind);
            assert!(Envelope::read(&bytes).is_err());
        }
    }
}

#[test]
fn unknown_kinds_are_refused() {
    let known = [Kind::Game as u8, Kind::Want as u8];
    assert_eq!(known, [40, 47]);
    let mut bytes = written(1, &Body::Closed);
    bytes[0] = 48;
    assert_eq!(Envelope::read(&bytes), Err(EnvelopeError::Kind(48)));
}
