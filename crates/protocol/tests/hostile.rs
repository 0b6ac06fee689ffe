//! A scripted program in the place of one peer, with one misbehavior each: what the honest side makes of it, and what
//! the judge reads from the honest side's file. The rows are those of the threat table in docs/protocol.md.

use protocol::codec::encode;
use protocol::frame::Frame;
use protocol::hash::Digest;
use protocol::judge::{Verdict, judge};
use protocol::note::Statement;
use protocol::record::{
    CommitBody, Commitment, ConfirmBody, NotesSeen, Opening, RevealBody, WireOutcome,
};
use protocol::testing::{Pair, Puppet, Seeded, offer, random_orders, tiny};
use protocol::{Breach, Fault, Kind, Proof, Record, Seat, SessionEvent, Stage, Waiting, hash};
use rules::warlord::Order;
use rules::{AGREED, AnyOrder, Outcome, Rules, ToAct};

const BOTH: [Seat; 2] = [Seat(0), Seat(1)];
const END: AnyOrder = AnyOrder::Warlord(Order::End);

/// The honest side stopped for that breach, and the judge reads the same from its file.
fn assert_proved(pair: &Pair, puppet: &Puppet, expected: &Proof) {
    let honest = puppet.seat.other();
    assert_eq!(puppet.fault, Some(Fault::Proved(expected.clone())));
    let session = pair.session(honest);
    assert_eq!(session.fault(), Some(&Fault::Proved(expected.clone())));
    assert_eq!(
        (session.stage(), session.waiting()),
        (Stage::Over, Waiting::Nobody)
    );
    let report = judge(&[&pair.disks[honest.index()].public]);
    assert_eq!(report.verdict, Verdict::Proved, "{report:?}");
    assert_eq!(
        (report.step, report.seat),
        (expected.step, Some(expected.seat))
    );
    assert_eq!(report.why, expected.breach.to_string());
    assert_eq!(report.result, None);
}

fn proof(puppet: &Puppet, step: u64, breach: Breach) -> Proof {
    Proof {
        step,
        seat: puppet.seat,
        breach,
    }
}

/// The set-up a seat would choose: the book's first or second.
fn set_up(pair: &Pair, seat: Seat, book: usize) -> Vec<AnyOrder> {
    let session = pair.sessions.iter().flatten().next().expect("one lives");
    let (position, side) = (session.position(), session.side_of(seat));
    let legal = position
        .expect("a match")
        .legal_orders(side.expect("a seat"));
    vec![legal[book].clone()]
}

fn propose(pair: &mut Pair, seat: Seat, orders: &[AnyOrder]) {
    let proposed = pair.with(seat, |session, now| session.propose(now, orders));
    proposed.expect("alive").expect("legal");
}

/// A hidden game in which the puppet has sent COMMIT and LOCK and the honest side has revealed: step 3.
fn at_reveal(cheat: Seat, orders: &mut Vec<AnyOrder>) -> (Pair, Puppet) {
    let mut pair = Pair::agreed(tiny(4), 1);
    *orders = set_up(&pair, cheat, 0);
    let theirs = set_up(&pair, cheat.other(), 1);
    let mut puppet = Puppet::instead_of(cheat, &mut pair);
    propose(&mut pair, cheat.other(), &theirs);
    puppet.listen(&mut pair);
    for _ in 0..2 {
        let record = puppet.honest(orders);
        puppet.send(&mut pair, &record);
    }
    assert_eq!((puppet.step(), &puppet.fault), (3, &None));
    assert!(puppet.heard_record(Kind::Reveal).is_some());
    (pair, puppet)
}

/// The puppet commits in the first round of the match `sid` to what it then opens.
fn commit_to_and_open(pair: &mut Pair, puppet: &mut Puppet, sid: Digest, openings: Vec<Opening>) {
    let prev = hash::genesis_root(&sid);
    let commitment = |opening: &Opening| {
        let (slot, at) = (opening.slot, (1, puppet.seat, opening.slot));
        let digest = hash::commit(&opening.nonce, &sid, at, &prev, &opening.payload);
        Commitment { slot, digest }
    };
    let commitments = openings.iter().map(commitment).collect();
    let commit = puppet.record(Kind::Commit, encode(&CommitBody(commitments)));
    puppet.send(pair, &commit);
    let lock = puppet.honest(&[]);
    puppet.send(pair, &lock);
    let reveal = puppet.record(Kind::Reveal, encode(&RevealBody(openings)));
    puppet.send(pair, &reveal);
}

/// An open game in which it is the turn of `mover`, before its first or second ORDERS.
fn at_turn(cheat: Seat, mover: Seat) -> (Pair, Puppet) {
    let mut pair = Pair::agreed(offer("clash-of-arms", Some(6)), 1);
    let mut puppet = Puppet::instead_of(cheat, &mut pair);
    if mover == Seat(1) {
        let orders = any_turn(&puppet);
        play_turn(&mut pair, &mut puppet, Seat(0), &orders);
    }
    (pair, puppet)
}

/// Some turn of the side to move.
fn any_turn(puppet: &Puppet) -> Vec<AnyOrder> {
    let position = puppet.position();
    let ToAct::One(side) = position.to_act() else {
        panic!("{:?}", position.to_act());
    };
    random_orders(position, side, &mut Seeded(1))
}

/// A whole turn of the first or second seat, confirmed by both.
fn play_turn(pair: &mut Pair, puppet: &mut Puppet, mover: Seat, orders: &[AnyOrder]) {
    if mover == puppet.seat {
        let record = puppet.honest(orders);
        puppet.send(pair, &record);
    } else {
        propose(pair, mover, orders);
        puppet.listen(pair);
    }
    let confirm = puppet.honest(&[]);
    puppet.send(pair, &confirm);
    assert_eq!(puppet.fault, None);
}

#[test]
fn row_1_and_35_nothing_of_a_set_up_leaves_before_all_have_locked() {
    for seat in BOTH {
        let mut pair = Pair::agreed(offer("test-of-wills", Some(2)), 1);
        let orders = set_up(&pair, seat, 1);
        let position = pair.session(seat).position().expect("a match").clone();
        let side = pair.session(seat).side_of(seat).expect("a seat");
        let sid = pair.session(seat).sid().expect("a match");
        propose(&mut pair, seat, &orders);
        pair.run();
        assert_eq!(pair.session(seat).locked(), [seat]);
        assert_eq!(pair.session(seat.other()).locked(), [seat]);
        assert_eq!(pair.session(seat).own_secret(), Some(&orders[0]));
        // all that is secret: the payloads, the coin, the nonces, the secret they come from
        let secret = protocol::testing::fresh(seat.0, 1).match_secret;
        let coin = hash::coin(&secret, &sid, 1);
        let nonces = [2, 4].map(|slot| hash::nonce(&secret, &sid, 1, slot, 0));
        let mut secrets: Vec<Vec<u8>> = vec![secret.to_vec(), coin.to_vec()];
        secrets.extend(nonces.map(|nonce| nonce.to_vec()));
        let parts = position.seal(side, &orders[0]).expect("legal");
        for part in &parts {
            // any eight bytes of a payload that are not all empty cells
            let pieces = part
                .payload
                .windows(8)
                .filter(|piece| piece.iter().any(|b| *b != 0));
            secrets.extend(pieces.map(<[u8]>::to_vec));
        }
        let has = |bytes: &[u8], secret: &[u8]| bytes.windows(secret.len()).any(|w| w == secret);
        let public = &pair.disks[seat.index()].public;
        for secret in &secrets {
            for (_, frame) in &pair.wire {
                assert!(!has(frame, secret), "on the wire");
            }
            assert!(!has(public, secret), "in the public file");
        }
        assert!(has(&pair.disks[seat.index()].private, &parts[0].payload));
        // who knows every set-up of the book still cannot tell which one was committed to
        let Some(Frame::Record(record)) = pair.wire.iter().rev().find_map(|(from, frame)| {
            let frame = Frame::from_bytes(frame).ok()?;
            let is_commit = matches!(&frame, Frame::Record(r) if r.kind == Kind::Commit);
            (is_commit && *from == seat).then_some(frame)
        }) else {
            panic!("a commitment was sent");
        };
        let body: CommitBody = protocol::codec::decode_canonical(&record.body).expect("a body");
        for book in position.legal_orders(side) {
            let parts = position.seal(side, &book).expect("legal");
            for (part, commitment) in parts.iter().zip(&body.0) {
                for nonce in [[0; 32], sid, record.prev] {
                    let at = (1, seat, part.slot);
                    let guess = hash::commit(&nonce, &sid, at, &record.prev, &part.payload);
                    assert_ne!(guess, commitment.digest);
                }
            }
        }
    }
}

#[test]
fn row_2_a_changed_set_up_cannot_be_opened() {
    for cheat in BOTH {
        let mut orders = Vec::new();
        let (mut pair, mut puppet) = at_reveal(cheat, &mut orders);
        let body = RevealBody(puppet.openings(&set_up(&pair, cheat, 1)));
        let lie = puppet.record(Kind::Reveal, encode(&body));
        puppet.send(&mut pair, &lie);
        let breach = Breach::WrongOpening { slot: 2 };
        assert_proved(&pair, &puppet, &proof(&puppet, 3, breach));
    }
}

#[test]
fn row_2_a_changed_coin_or_nonce_cannot_be_opened() {
    for cheat in BOTH {
        for what in 0..3 {
            let mut orders = Vec::new();
            let (mut pair, mut puppet) = at_reveal(cheat, &mut orders);
            let mut body = RevealBody(puppet.openings(&orders));
            let breach = match what {
                0 => {
                    body.0[1].payload[0] ^= 1;
                    Breach::WrongOpening { slot: 4 }
                }
                1 => {
                    body.0[0].nonce[0] ^= 1;
                    Breach::WrongOpening { slot: 2 }
                }
                _ => {
                    body.0.pop();
                    Breach::WrongSlots
                }
            };
            let lie = puppet.record(Kind::Reveal, encode(&body));
            puppet.send(&mut pair, &lie);
            assert_proved(&pair, &puppet, &proof(&puppet, 3, breach));
        }
    }
}

#[test]
fn row_3_a_copied_commitment_cannot_be_opened_by_the_copier_in_either_seat() {
    for cheat in BOTH {
        let mut pair = Pair::agreed(tiny(4), 1);
        let theirs = set_up(&pair, cheat.other(), 1);
        let mut puppet = Puppet::instead_of(cheat, &mut pair);
        propose(&mut pair, cheat.other(), &theirs);
        puppet.listen(&mut pair);
        let copied = puppet
            .heard_record(Kind::Commit)
            .expect("it came")
            .body
            .clone();
        let copy = puppet.record(Kind::Commit, copied);
        puppet.send(&mut pair, &copy);
        // equal commitments accuse nobody yet
        assert_eq!(puppet.fault, None);
        let lock = puppet.honest(&[]);
        puppet.send(&mut pair, &lock);
        let opening = puppet
            .heard_record(Kind::Reveal)
            .expect("it came")
            .body
            .clone();
        let copy = puppet.record(Kind::Reveal, opening);
        puppet.send(&mut pair, &copy);
        let breach = Breach::WrongOpening { slot: 2 };
        assert_proved(&pair, &puppet, &proof(&puppet, 3, breach));
    }
}

#[test]
fn an_opened_set_up_that_is_not_legal_convicts() {
    let mut pair = Pair::agreed(tiny(4), 1);
    let cheat = Seat(1);
    let orders = set_up(&pair, cheat, 0);
    let theirs = set_up(&pair, Seat(0), 0);
    let mut puppet = Puppet::instead_of(cheat, &mut pair);
    propose(&mut pair, Seat(0), &theirs);
    puppet.listen(&mut pair);
    // soundly committed and opened, but every unit is a leader of level 1
    let mut openings = puppet.openings(&orders);
    for unit in openings[0].payload.chunks_exact_mut(2) {
        if unit != [0, 0] {
            unit.copy_from_slice(b"L\x01");
        }
    }
    let sid = pair.session(Seat(0)).sid().expect("a match");
    commit_to_and_open(&mut pair, &mut puppet, sid, openings);
    let Some(Fault::Proved(found)) = puppet.fault.clone() else {
        panic!("{:?}", puppet.fault);
    };
    assert!(matches!(found.breach, Breach::IllegalChoice(_)), "{found}");
    assert_proved(&pair, &puppet, &found);
}

#[test]
fn row_4_records_of_an_old_match_are_refused() {
    let mut old = Pair::agreed(tiny(2), 2);
    old.play_out(&mut Seeded(1));
    for cheat in BOTH {
        let mut pair = Pair::agreed(tiny(2), 1);
        let mut puppet = Puppet::instead_of(cheat, &mut pair);
        let frames: Vec<_> = old.wire.iter().filter(|(from, _)| *from == cheat).collect();
        let records = frames.iter().filter(|(_, frame)| frame[0] == 7);
        let (_, first) = records.clone().next().expect("records were sent");
        puppet.send_bytes(&mut pair, first);
        let expected = Fault::Unexpected("a record of another match");
        assert_eq!(puppet.fault, Some(expected));
        assert_eq!(
            judge(&[&pair.disks[cheat.other().index()].public]).verdict,
            Verdict::Open
        );
    }
}

#[test]
fn row_4_a_commitment_of_an_old_match_cannot_be_opened_in_a_new_one() {
    let mut orders = Vec::new();
    let (_, old) = at_reveal(Seat(1), &mut orders);
    let mut pair = Pair::agreed(tiny(2), 3);
    let theirs = set_up(&pair, Seat(0), 1);
    let mut puppet = Puppet::instead_of(Seat(1), &mut pair);
    propose(&mut pair, Seat(0), &theirs);
    puppet.listen(&mut pair);
    let known = old.openings(&orders);
    let sid = old.record(Kind::Lock, Vec::new()).sid;
    commit_to_and_open(&mut pair, &mut puppet, sid, known);
    let breach = Breach::WrongOpening { slot: 2 };
    assert_proved(&pair, &puppet, &proof(&puppet, 3, breach));
}

#[test]
fn row_5_whoever_chooses_his_contribution_first_does_not_steer_the_coin() {
    // seat 0 always gives the same bytes, seat 1 counts: the draws must look uniform all the same
    const DRAWS: u32 = 100_000;
    let mut halves = [0_u32; 2];
    let mut sixteenths = [0_u32; 16];
    for index in 0..DRAWS {
        let mut counted = [0; 32];
        counted[..4].copy_from_slice(&index.to_le_bytes());
        let coins = [(Seat(0), &[0; 32]), (Seat(1), &counted)];
        let seed = hash::joint_seed(&[1; 32], 1, 1, coins.into_iter());
        let draw = hash::expand(&seed, 0);
        halves[usize::from(draw & 1 == 1)] += 1;
        sixteenths[usize::try_from(draw >> 60).expect("small")] += 1;
    }
    let chi_square = |bins: &[u32]| -> f64 {
        let expected = f64::from(DRAWS) / bins.len() as f64;
        let excess = |count: &u32| (f64::from(*count) - expected).powi(2) / expected;
        bins.iter().map(excess).sum()
    };
    // the 0.1% points for 1 and 15 degrees of freedom; the draws are fixed, so this cannot fail by chance
    assert!(chi_square(&halves) < 10.83, "{halves:?}");
    assert!(chi_square(&sixteenths) < 37.70, "{sixteenths:?}");
}

#[test]
fn row_5_equal_contributions_do_not_cancel() {
    let seed = |a: u8, b: u8| {
        let coins = [(Seat(0), &[a; 32]), (Seat(1), &[b; 32])];
        hash::joint_seed(&[1; 32], 1, 1, coins.into_iter())
    };
    assert_ne!(seed(5, 5), seed(6, 6));
    assert_ne!(seed(5, 6), seed(6, 5));
}

#[test]
fn row_10_and_11_two_records_for_one_step_of_any_kind_convict() {
    for cheat in BOTH {
        // COMMIT, LOCK, REVEAL, CONFIRM of the set-up
        for kinds in 1..=4 {
            let mut pair = Pair::agreed(tiny(4), 1);
            let orders = set_up(&pair, cheat, 0);
            let theirs = set_up(&pair, cheat.other(), 1);
            let mut puppet = Puppet::instead_of(cheat, &mut pair);
            // the honest side waits with its choice only where the first step is doubled
            if kinds > 1 {
                propose(&mut pair, cheat.other(), &theirs);
                puppet.listen(&mut pair);
            }
            for _ in 1..kinds {
                let record = puppet.honest(&orders);
                puppet.send(&mut pair, &record);
            }
            let record = puppet.honest(&orders);
            puppet.send(&mut pair, &record);
            assert_eq!(puppet.fault, None);
            let mut second = record.clone();
            second.sent_ms += 1;
            let second = second.signed(&puppet.key);
            puppet.send(&mut pair, &second);
            let expected = proof(&puppet, kinds, Breach::TwoRecords);
            assert_proved(&pair, &puppet, &expected);
            let is_evidence = |frame: &Frame| matches!(frame, Frame::Evidence(_));
            assert!(puppet.heard.iter().any(is_evidence));
        }
    }
}

#[test]
fn row_11_after_the_end_another_closing_record_changes_nothing_here_and_convicts_in_the_judge() {
    let mut pair = Pair::agreed(offer("clash-of-arms", Some(1)), 1);
    let mut puppet = Puppet::instead_of(Seat(1), &mut pair);
    let orders = any_turn(&puppet);
    play_turn(&mut pair, &mut puppet, Seat(0), &orders);
    let close = puppet.honest(&[]);
    assert_eq!(close.kind, Kind::Close);
    puppet.send(&mut pair, &close);
    assert!(pair.session(Seat(0)).is_closed());
    let file = pair.disks[0].public.clone();
    assert_eq!(judge(&[&file]).verdict, Verdict::Complete);
    let mut second = close.clone();
    second.sent_ms += 1;
    let second = second.signed(&puppet.key);
    puppet.send(&mut pair, &second);
    assert_eq!((&puppet.fault, &pair.disks[0].public), (&None, &file));
    let mut theirs = file.clone();
    theirs.truncate(theirs.len() - protocol::file::Entry::Record(close).to_bytes().len());
    theirs.extend(protocol::file::Entry::Record(second).to_bytes());
    assert_eq!(judge(&[&file, &theirs]).verdict, Verdict::Proved);
}

#[test]
fn row_12_an_order_the_rules_forbid_convicts() {
    for cheat in BOTH {
        let (_, puppet) = at_turn(cheat, cheat);
        let ToAct::One(side) = puppet.position().to_act() else {
            panic!("{:?}", puppet.position().to_act());
        };
        let first = puppet.position().legal_orders(side).swap_remove(0);
        assert_ne!(first, END);
        for (orders, expected) in [
            (vec![END, END], Breach::AfterEnd),
            (vec![first.clone(), END, first.clone()], Breach::AfterEnd),
            (vec![first], Breach::UnfinishedTurn),
        ] {
            let (mut pair, mut puppet) = at_turn(cheat, cheat);
            let step = puppet.step();
            let lie = puppet.record(Kind::Orders, puppet.orders_body(&orders));
            puppet.send(&mut pair, &lie);
            assert_proved(&pair, &puppet, &proof(&puppet, step, expected));
        }
    }
}

#[test]
fn row_12_moving_the_opponents_unit_convicts() {
    let (mut pair, mut puppet) = at_turn(Seat(0), Seat(0));
    let before = pair.session(Seat(1)).position().cloned();
    let mut black = puppet.position().clone();
    let [mine, theirs] = BOTH.map(|seat| pair.session(Seat(1)).side_of(seat).expect("a seat"));
    black.apply(mine, &END).expect("a pass");
    let mut theirs = black.legal_orders(theirs);
    theirs.retain(|order| *order != END);
    let orders = puppet.orders_body(&[theirs.swap_remove(0), END]);
    let lie = puppet.record(Kind::Orders, orders);
    puppet.send(&mut pair, &lie);
    let Some(Fault::Proved(found)) = puppet.fault.clone() else {
        panic!("{:?}", puppet.fault);
    };
    assert!(matches!(
        found.breach,
        Breach::IllegalOrder { index: 0, .. }
    ));
    assert_proved(&pair, &puppet, &found);
    assert_eq!(pair.session(Seat(1)).position().cloned(), before);
}

#[test]
fn row_13_acting_out_of_turn_or_with_another_kind_convicts() {
    for kind in [
        Kind::Orders,
        Kind::Commit,
        Kind::Lock,
        Kind::Reveal,
        Kind::Confirm,
    ] {
        // White is to move; Black signs something for that step
        let (mut pair, mut puppet) = at_turn(Seat(1), Seat(0));
        let lie = puppet.record(kind, puppet.orders_body(&[END]));
        puppet.send(&mut pair, &lie);
        assert_proved(&pair, &puppet, &proof(&puppet, 1, Breach::OutOfTurn));
    }
}

#[test]
fn row_13_a_record_out_of_turn_that_comes_late_still_convicts() {
    let (mut pair, mut puppet) = at_turn(Seat(1), Seat(0));
    let late = puppet.record(Kind::Orders, puppet.orders_body(&[END]));
    let orders = any_turn(&puppet);
    play_turn(&mut pair, &mut puppet, Seat(0), &orders);
    puppet.send(&mut pair, &late);
    assert_proved(&pair, &puppet, &proof(&puppet, 1, Breach::OutOfTurn));
}

#[test]
fn row_13_a_closing_record_of_a_game_that_goes_on_convicts() {
    let (mut pair, mut puppet) = at_turn(Seat(1), Seat(0));
    let lie = puppet.close(WireOutcome::from(Outcome::Drawn(AGREED)));
    puppet.send(&mut pair, &lie);
    assert_proved(&pair, &puppet, &proof(&puppet, 1, Breach::OutOfTurn));
}

#[test]
fn row_13_records_far_ahead_are_not_kept() {
    let (mut pair, mut puppet) = at_turn(Seat(1), Seat(0));
    for step in 2..200 {
        let record = Record {
            step,
            body: vec![0; 60_000],
            ..puppet.record(Kind::Orders, Vec::new())
        }
        .signed(&puppet.key);
        puppet.send(&mut pair, &record);
        assert_eq!(puppet.fault, None);
    }
    // the file holds nothing of it, and the match goes on
    assert!(pair.disks[0].public.len() < 10_000);
    let orders = any_turn(&puppet);
    propose(&mut pair, Seat(0), &orders);
    assert!(matches!(
        pair.session(Seat(0)).waiting(),
        Waiting::Nobody | Waiting::Peer(_)
    ));
}

#[test]
fn row_14_a_peer_with_other_rules_is_named_and_both_keep_the_position() {
    let (mut pair, mut puppet) = at_turn(Seat(1), Seat(0));
    let orders = any_turn(&puppet);
    propose(&mut pair, Seat(0), &orders);
    puppet.listen(&mut pair);
    let lie = ConfirmBody {
        state: [9; 32],
        notes: vec![NotesSeen::NONE; 2],
    };
    let lie = puppet.record(Kind::Confirm, encode(&lie));
    puppet.send(&mut pair, &lie);
    // the line stays up until the other position is here too
    assert_eq!(puppet.fault, None);
    let session = pair.session(Seat(0));
    let (step, seat) = (2, Seat(1));
    assert_eq!(session.fault(), Some(&Fault::Diverged { step, seat }));
    let text = session.position().expect("a match").to_text();
    let sent = puppet.heard.iter().find_map(|frame| match frame {
        Frame::State(state) => Some(state.clone()),
        _ => None,
    });
    let sent = sent.expect("the position was sent");
    assert_eq!((sent.step, &sent.text), (2, &text));
    let mut theirs = sent.clone();
    theirs.text = "theirs".to_owned();
    puppet.send_bytes(&mut pair, &Frame::State(theirs).to_bytes());
    let expected = SessionEvent::Diverged {
        step,
        ours: text,
        theirs: Some("theirs".to_owned()),
    };
    assert_eq!(pair.events[0].last(), Some(&expected));
    let report = judge(&[&pair.disks[0].public]);
    assert_eq!(report.verdict, Verdict::Diverged);
    assert_eq!((report.step, report.seat), (2, Some(Seat(1))));
}

#[test]
fn row_16_a_padded_body_that_is_signed_convicts() {
    let (mut pair, mut puppet) = at_turn(Seat(0), Seat(0));
    let mut body = puppet.orders_body(&[END]);
    body.push(0);
    let lie = puppet.record(Kind::Orders, body);
    puppet.send(&mut pair, &lie);
    let breach = Breach::Malformed(protocol::codec::CodecError::LeftOver(1));
    assert_proved(&pair, &puppet, &proof(&puppet, 1, breach));
}

#[test]
fn row_16_padding_anybody_could_add_convicts_nobody_and_ends_the_line() {
    let (mut pair, mut puppet) = at_turn(Seat(0), Seat(0));
    let record = puppet.honest(&[END]);
    let mut bytes = Frame::Record(Box::new(record)).to_bytes();
    // the step, 1, written in three bytes
    assert_eq!(bytes[33], 1);
    bytes.splice(33..34, [251, 1, 0]);
    puppet.send_bytes(&mut pair, &bytes);
    let expected = Fault::Malformed(protocol::codec::CodecError::NotCanonical);
    assert_eq!(puppet.fault, Some(expected));
    assert_eq!(pair.session(Seat(1)).fault(), None);
    assert_eq!(judge(&[&pair.disks[1].public]).verdict, Verdict::Open);
}

#[test]
fn row_17_frames_and_files_that_claim_huge_lengths_are_refused() {
    let (mut pair, mut puppet) = at_turn(Seat(0), Seat(0));
    puppet.send_bytes(&mut pair, &vec![7; protocol::frame::MAX_FRAME + 1]);
    assert!(matches!(puppet.fault, Some(Fault::Malformed(_))));
    let mut file = pair.disks[1].public.clone();
    file.extend([3, 255, 255, 255, 255, 1, 2, 3]);
    assert_eq!(judge(&[&file]).verdict, Verdict::Inconsistent);
}

#[test]
fn a_record_that_its_seat_did_not_sign_is_refused_and_not_kept() {
    let (mut pair, mut puppet) = at_turn(Seat(0), Seat(0));
    let mut record = puppet.honest(&[END]);
    record.signature.0[5] ^= 1;
    let before = pair.disks[1].public.clone();
    puppet.send(&mut pair, &record);
    let expected = Fault::BadSignature {
        step: 1,
        seat: Seat(0),
    };
    assert_eq!(puppet.fault, Some(expected));
    assert_eq!(pair.disks[1].public, before);
    assert_eq!(pair.session(Seat(1)).fault(), None);
}

#[test]
fn a_record_signed_upon_another_history_stops_the_match_and_convicts_nobody() {
    let (mut pair, mut puppet) = at_turn(Seat(0), Seat(0));
    let mut record = puppet.honest(&[END]);
    record.prev[0] ^= 1;
    let record = record.signed(&puppet.key);
    puppet.send(&mut pair, &record);
    let expected = Fault::OtherHistory {
        step: 1,
        seat: Seat(0),
    };
    assert_eq!(puppet.fault, Some(expected));
    let report = judge(&[&pair.disks[1].public]);
    assert_eq!((report.verdict, report.seat), (Verdict::Inconsistent, None));
}

#[test]
fn row_22_a_claim_of_silence_is_never_more_than_a_claim() {
    let (mut pair, mut puppet) = at_turn(Seat(1), Seat(0));
    let claim = puppet.note(Statement::Claim {
        against: Seat(0),
        step: 1,
    });
    puppet.send_note(&mut pair, &claim);
    assert_eq!(puppet.fault, None);
    let report = judge(&[&pair.disks[0].public]);
    assert_eq!(report.verdict, Verdict::Claimed, "{report:?}");
    assert_eq!(
        (report.step, report.seat, report.result),
        (1, Some(Seat(0)), None)
    );
    // the accused ends it by contributing what is missing
    let orders = any_turn(&puppet);
    play_turn(&mut pair, &mut puppet, Seat(0), &orders);
    assert_eq!(judge(&[&pair.disks[0].public]).verdict, Verdict::Open);
}

#[test]
fn row_33_two_notes_under_one_number_convict_and_a_replayed_one_does_nothing() {
    let (mut pair, mut puppet) = at_turn(Seat(1), Seat(0));
    let offered = puppet.note(Statement::ProposeDraw);
    let resigned = puppet.note(Statement::Resign);
    puppet.send_note(&mut pair, &offered);
    assert_eq!(pair.session(Seat(0)).draw_offer(), Some(Seat(1)));
    pair.with(Seat(0), |session, now| session.answer_draw(now, false));
    assert_eq!(pair.session(Seat(0)).draw_offer(), None);
    puppet.send_note(&mut pair, &offered);
    assert_eq!(
        (&puppet.fault, pair.session(Seat(0)).draw_offer()),
        (&None, None)
    );
    puppet.send_note(&mut pair, &resigned);
    assert_proved(&pair, &puppet, &proof(&puppet, 1, Breach::TwoNotes));
}

#[test]
fn row_33_an_offer_left_alone_for_two_turns_cannot_be_taken_later() {
    let (mut pair, mut puppet) = at_turn(Seat(1), Seat(0));
    pair.with(Seat(0), |session, now| session.offer_draw(now));
    puppet.listen(&mut pair);
    let first = any_turn(&puppet);
    let proposal = match puppet.heard.last() {
        Some(Frame::Note(note)) => note.id(),
        other => panic!("{other:?}"),
    };
    play_turn(&mut pair, &mut puppet, Seat(0), &first);
    assert_eq!(pair.session(Seat(0)).draw_offer(), Some(Seat(0)));
    play_turn(&mut pair, &mut puppet, Seat(1), &[END]);
    assert_eq!(pair.session(Seat(0)).draw_offer(), None);
    let late = puppet.note(Statement::Answer {
        proposal,
        accept: true,
    });
    puppet.send_note(&mut pair, &late);
    assert_eq!(
        (&puppet.fault, pair.session(Seat(0)).outcome()),
        (&None, None)
    );
}

#[test]
fn row_33_an_answer_to_no_offer_does_nothing() {
    let (mut pair, mut puppet) = at_turn(Seat(1), Seat(0));
    let note = puppet.note(Statement::Answer {
        proposal: [7; 32],
        accept: true,
    });
    puppet.send_note(&mut pair, &note);
    assert_eq!(
        (&puppet.fault, pair.session(Seat(0)).outcome()),
        (&None, None)
    );
}

#[test]
fn a_closing_record_that_hides_a_resignation_convicts() {
    let (mut pair, mut puppet) = at_turn(Seat(1), Seat(0));
    // Black closes as if White had resigned, and hides that Black did
    let hidden = puppet.note(Statement::Resign);
    pair.with(Seat(0), |session, now| session.resign(now));
    puppet.listen(&mut pair);
    let closing = puppet.honest_close();
    let frame = Frame::Note(hidden).to_bytes();
    puppet.send_bytes(&mut pair, &frame);
    puppet.send(&mut pair, &closing);
    assert_proved(&pair, &puppet, &proof(&puppet, 1, Breach::HiddenNotes));
}
