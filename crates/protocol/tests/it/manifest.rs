//! The bytes of a manifest, and the manifests that this program refuses to play.

use protocol::codec::{decode_canonical, encode};
use protocol::file::{Entry, PUBLIC_HEADER};
use protocol::judge::{Verdict, judge};
use protocol::manifest::{ClaimEffect, DropPolicy, Pace, Policies, SeatEntry, Spectators, Terms};
use protocol::record::{CommitBody, Commitment, WireOutcome};
use protocol::testing::{Pair, TINY, fresh, identity, tiny};
use protocol::{
    Carried, Gone, Identity, Manifest, ManifestError, PublicKey, Seat, Start, StartTime, WhyGone,
};
use rules::Outcome;
use scenario::Scenario;

/// The manifest of an agreed match.
fn agreed() -> Manifest {
    let pair = Pair::agreed(tiny(2), 1);
    let manifest = pair.session(Seat(0)).manifest();
    manifest.expect("an agreed match").clone()
}

/// Verdict and reason of the judge on a match with that manifest.
fn judged(manifest: Manifest) -> (Verdict, String) {
    let entry = Entry::Manifest(Box::new(manifest)).to_bytes();
    let report = judge(&[&[PUBLIC_HEADER.as_slice(), &entry].concat()]);
    (report.verdict, report.why)
}

/// A seat of a third player.
fn third_seat(team: u8, side: u8) -> SeatEntry {
    SeatEntry {
        team,
        side,
        identity: identity(2, 1).public(),
        key: Identity::from_seed(fresh(2, 1).session_seed).public(),
        session_nonce: [3; 32],
        name: "Cid".to_owned(),
        was: None,
    }
}

#[test]
fn a_manifest_that_this_program_does_not_play_is_refused_by_its_own_message() {
    let unfit = "seats, sides and teams do not fit each other or the scenario";
    type Change = fn(&mut Manifest);
    let changes: [(Change, &str); 18] = [
        (
            |it| {
                it.terms.pace = Pace::Bank {
                    bank_ms: 1,
                    increment_ms: 0,
                }
            },
            "a clock of less than a second or more than seven days: this program does not play such a match",
        ),
        (
            |it| it.terms.pace = Pace::Days(0),
            "no day for a turn: this program does not play such a match",
        ),
        (
            |it| it.terms.claim = ClaimEffect::Loss,
            "a claim that ends the match, where no time limit is agreed: this program does not play such a match",
        ),
        (
            |it| it.terms.claim = ClaimEffect::Abort,
            "a claim that ends the match, where no time limit is agreed: this program does not play such a match",
        ),
        (
            |it| it.policies.drop = DropPolicy::TeamMate,
            "dropped seats: this program does not play such a match",
        ),
        (
            |it| it.policies.drop = DropPolicy::Remove,
            "dropped seats: this program does not play such a match",
        ),
        (
            |it| it.spectators.allowed = true,
            "spectators: this program does not play such a match",
        ),
        (
            |it| it.spectators.delay = 1,
            "spectators: this program does not play such a match",
        ),
        (
            |it| {
                it.sides = 3;
                it.seats.push(third_seat(2, 2));
            },
            unfit,
        ),
        (|it| it.sides = 3, unfit),
        (|it| it.seats[1].side = 0, unfit),
        (|it| it.seats.push(third_seat(0, 1)), unfit),
        (|it| it.seats[1].team = 0, unfit),
        (|it| drop(it.seats.pop()), unfit),
        (
            |it| it.family = "chess".to_owned(),
            "a game of the family `chess`, which this program does not know",
        ),
        (
            |it| {
                it.family = "toy".to_owned();
                it.rules_version = "1".to_owned();
            },
            "the manifest names the family toy, its scenario is of the family warlord",
        ),
        (
            |it| it.rules_version = "1".to_owned(),
            "version 1 of the warlord rules, this program plays version 3",
        ),
        (
            |it| it.proto = 6,
            "made by a newer version of Warlord (protocol 6; this version speaks 5)",
        ),
    ];
    assert_eq!(judged(agreed()).0, Verdict::Open);
    for (change, why) in changes {
        let mut manifest = agreed();
        change(&mut manifest);
        assert_eq!(judged(manifest), (Verdict::Unreadable, why.to_owned()));
    }
}

#[test]
fn days_clocks_and_any_order_of_the_sides_are_played() {
    let mut timed = agreed();
    timed.terms.pace = Pace::Days(7);
    timed.terms.claim = ClaimEffect::Loss;
    assert_eq!(judged(timed.clone()).0, Verdict::Open);
    timed.terms.pace = Pace::Bank {
        bank_ms: 900_000,
        increment_ms: 10_000,
    };
    timed.terms.claim = ClaimEffect::Abort;
    assert_eq!(judged(timed).0, Verdict::Open);
    let mut turned = agreed();
    let sides = [turned.seats[1].side, turned.seats[0].side];
    assert_eq!(sides, [1, 0]);
    for (seat, side) in turned.seats.iter_mut().zip(sides) {
        seat.side = side;
    }
    assert_eq!(judged(turned).0, Verdict::Open);
}

#[test]
fn limits_for_authors_do_not_spoil_what_both_players_have_signed() {
    let title = "a title that no new scenario may have ".repeat(10);
    let text = TINY.replace("\"Tiny\"", &format!("\"{title}\""));
    assert!(Scenario::parse("tiny.toml", &text).is_err());
    let mut manifest = agreed();
    let scenario = Scenario::agreed("tiny.toml", &text).expect("it can be played");
    manifest.scenario_id = scenario.id().0;
    manifest.scenario_text = text;
    assert_eq!(judged(manifest).0, Verdict::Open);
}

#[test]
fn fields_out_of_bounds_are_malformed() {
    type Change = fn(&mut Manifest);
    let changes: [Change; 6] = [
        |it| it.sides = 1,
        |it| it.sides = 9,
        |it| it.seats[0].side = 2,
        |it| it.seats = vec![third_seat(0, 0); 9],
        |it| it.family = "f".repeat(65),
        |it| it.rules_version = "1\u{202e}".to_owned(),
    ];
    for change in changes {
        let mut manifest = agreed();
        change(&mut manifest);
        let read = Manifest::from_bytes(&manifest.to_bytes());
        assert!(matches!(read, Err(ManifestError::Malformed(_))), "{read:?}");
    }
}

/// Every field with a value of its own.
fn sample() -> Manifest {
    let seat = |byte: u8, name: &str| SeatEntry {
        team: byte,
        side: byte ^ 1,
        identity: PublicKey([0x10 + byte; 32]),
        key: PublicKey([0x20 + byte; 32]),
        session_nonce: [0x30 + byte; 32],
        name: name.to_owned(),
        was: Some(Seat(byte ^ 1)),
    };
    Manifest {
        proto: 5,
        family: "warlord".to_owned(),
        rules_version: "1".to_owned(),
        program: "warlord 0.1.0".to_owned(),
        scenario_name: "tiny".to_owned(),
        scenario_id: [0x40; 32],
        scenario_text: "format = 1".to_owned(),
        options: vec![("half-first".to_owned(), "on".to_owned())],
        sides: 2,
        seats: vec![seat(0, "Ada"), seat(1, "Ben")],
        terms: Terms {
            pace: Pace::Bank {
                bank_ms: 600_000,
                increment_ms: 5_000,
            },
            claim: ClaimEffect::Loss,
        },
        policies: Policies {
            takeback: true,
            drop: DropPolicy::Remove,
        },
        spectators: Spectators {
            allowed: true,
            delay: 300,
        },
        start: Some(Start {
            instead: true,
            sid: [0x50; 32],
            at: 9,
            root: [0x51; 32],
            after: 8,
            position: vec![7, 7],
            written_ms: 5,
            began_ms: 4,
            times: vec![StartTime::default(); 2],
            gives_up: Some(WireOutcome::from(Outcome::Drawn("agreed"))),
            forgiven: vec![Seat(1)],
            asks: Some(Seat(0)),
            strange: vec![Seat(0), Seat(1)],
            number: 0,
            gone: Vec::new(),
            carried: None,
        }),
        max_turns: Some(40),
    }
}

#[test]
fn the_bytes_and_the_id_of_a_manifest_have_their_known_answers() {
    let mut expected = Vec::new();
    let mut add = |bytes: &[u8]| expected.extend_from_slice(bytes);
    add(b"\x05\x07warlord\x011\x0dwarlord 0.1.0\x04tiny");
    add(&[0x40; 32]);
    add(b"\x0aformat = 1\x01\x0ahalf-first\x02on\x02\x02");
    for (byte, name) in [(0, b"\x03Ada"), (1, b"\x03Ben")] {
        add(&[byte, byte ^ 1]);
        add(&[0x10 + byte; 32]);
        add(&[0x20 + byte; 32]);
        add(&[0x30 + byte; 32]);
        add(name);
        add(&[1, byte ^ 1]);
    }
    // a bank of 600,000 and 5,000 ms, a loss; take-backs, removal; spectators 300 steps late
    add(&[2, 252, 0xc0, 0x27, 9, 0, 251, 0x88, 0x13, 1]);
    add(&[1, 2, 1, 251, 0x2c, 1]);
    add(&[1, 1]);
    add(&[0x50; 32]);
    add(&[9]);
    add(&[0x51; 32]);
    // after step 8, two bytes of a position, written and begun, two times of nothing
    add(&[8, 2, 7, 7, 5, 4, 2, 0, 0, 0, 0]);
    add(b"\x01\x00\x06agreed");
    add(&[1, 1, 1, 0, 2, 0, 1]);
    // no table's try, nobody is gone, and nothing is carried
    add(&[0, 0, 0]);
    add(&[1, 40]);
    let manifest = sample();
    assert_eq!(manifest.to_bytes(), expected);
    assert_eq!(Manifest::from_bytes(&expected), Ok(manifest.clone()));
    let sid: String = manifest.sid().iter().map(|b| format!("{b:02x}")).collect();
    let known = "07e1e5a241575a16cfcfb291e7fd20882e9a02506be57df9a38c11def3b14412";
    assert_eq!(sid, known);
}

#[test]
fn the_bytes_of_a_tables_try_are_pinned_and_one_that_fits_no_table_is_refused() {
    let gone = |seat, why| Gone {
        seat: Seat(seat),
        why,
    };
    let start = |number, gone| Start {
        instead: true,
        sid: [0x50; 32],
        at: 9,
        root: [0x51; 32],
        after: 8,
        position: vec![7],
        written_ms: 5,
        began_ms: 4,
        times: Vec::new(),
        gives_up: None,
        forgiven: Vec::new(),
        asks: None,
        strange: Vec::new(),
        number,
        gone,
        carried: None,
    };
    let all = vec![
        gone(1, WhyGone::Silent),
        gone(2, WhyGone::Resigned),
        gone(3, WhyGone::Convicted),
    ];
    let bytes = encode(&start(2, all.clone()));
    assert_eq!(bytes[bytes.len() - 9..], [2, 3, 1, 0, 2, 1, 3, 2, 0]);
    assert_eq!(decode_canonical(&bytes), Ok(start(2, all.clone())));
    let sealed = Commitment {
        slot: 2,
        digest: [3; 32],
    };
    let carrying = |start: Start, seats: &[u8]| Start {
        carried: Some(Carried {
            sid: [1; 32],
            step: 3,
            prev: [2; 32],
            seats: seats
                .iter()
                .map(|seat| (Seat(*seat), CommitBody(vec![sealed])))
                .collect(),
        }),
        ..start
    };
    let sound = carrying(start(2, all.clone()), &[0, 4]);
    assert_eq!(decode_canonical(&encode(&sound)), Ok(sound));
    let refused = [
        start(0, all.clone()),
        start(2, vec![all[1], all[0]]),
        start(2, vec![gone(8, WhyGone::Silent)]),
        Start {
            asks: Some(Seat(0)),
            ..start(2, Vec::new())
        },
        Start {
            forgiven: vec![Seat(0)],
            ..start(2, Vec::new())
        },
        Start {
            instead: false,
            ..start(2, Vec::new())
        },
        carrying(start(0, Vec::new()), &[1]),
        carrying(start(2, all.clone()), &[1]),
        carrying(start(2, Vec::new()), &[2, 1]),
        carrying(start(2, Vec::new()), &[]),
    ];
    for start in refused {
        assert!(
            decode_canonical::<Start>(&encode(&start)).is_err(),
            "{start:?}"
        );
    }
}
