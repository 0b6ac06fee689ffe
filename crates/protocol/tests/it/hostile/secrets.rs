//! Commitments, openings and coins that do not hold.

use protocol::codec::{decode_canonical, encode};
use protocol::frame::Frame;
use protocol::judge::{Verdict, judge};
use protocol::record::{CommitBody, RevealBody};
use protocol::testing::{Pair, Puppet, Seeded, offer, tiny};
use protocol::{Breach, Fault, Kind, Seat, hash};
use rules::Rules;

use super::{
    BOTH, assert_proved, at_reveal, choice, commit_and_open, commit_to_and_open, in_first_round,
    proof, propose,
};

#[test]
fn row_1_and_35_nothing_of_a_set_up_leaves_before_all_have_locked() {
    for seat in BOTH {
        let mut pair = Pair::agreed(offer("test-of-wills", Some(2)), 1);
        let orders = choice(&pair, seat, 1);
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
        // a reader who knows every set-up of the book still cannot tell which one was committed to
        let Some(Frame::Record(record)) = pair.wire.iter().rev().find_map(|(from, frame)| {
            let frame = Frame::from_bytes(frame).ok()?;
            let is_commit = matches!(&frame, Frame::Record(r) if r.kind == Kind::Commit);
            (is_commit && *from == seat).then_some(frame)
        }) else {
            panic!("a commitment was sent");
        };
        let body: CommitBody = decode_canonical(&record.body).expect("a body");
        for book in position.legal_orders(side) {
            let parts = position.seal(side, &book).expect("legal");
            for (part, commitment) in parts.iter().zip(&body.0) {
                // values that a lazy program might have taken for a nonce
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
        let (mut pair, mut puppet, _) = at_reveal(cheat);
        let body = RevealBody(puppet.openings(&choice(&pair, cheat, 1)));
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
            let (mut pair, mut puppet, orders) = at_reveal(cheat);
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
fn a_secret_of_another_size_or_in_other_slots_than_the_position_asks_for_convicts() {
    for cheat in BOTH {
        for (index, slot) in [(0, 2), (1, 4)] {
            for is_longer in [false, true] {
                let (mut pair, mut puppet) = in_first_round(cheat);
                let mut openings = puppet.openings(&choice(&pair, cheat, 0));
                let payload = &mut openings[index].payload;
                let size = payload.len() + usize::from(is_longer) * 2 - 1;
                payload.resize(size, 0);
                commit_to_and_open(&mut pair, &mut puppet, openings);
                let breach = Breach::WrongSize { slot };
                assert_proved(&pair, &puppet, &proof(&puppet, 3, breach));
            }
        }
        for change in [
            |body: &mut CommitBody| body.0.retain(|it| it.slot == 2),
            |body: &mut CommitBody| body.0.retain(|it| it.slot == 4),
            // the slot of compositions, which protocol 1 had
            |body: &mut CommitBody| body.0[0].slot = 1,
        ] {
            let (mut pair, mut puppet) = in_first_round(cheat);
            let mut body = CommitBody(puppet.commitments(&choice(&pair, cheat, 0)));
            change(&mut body);
            let lie = puppet.record(Kind::Commit, encode(&body));
            puppet.send(&mut pair, &lie);
            assert_proved(&pair, &puppet, &proof(&puppet, 1, Breach::WrongSlots));
        }
    }
}

#[test]
fn row_3_a_copied_commitment_cannot_be_opened_by_the_copier_in_either_seat() {
    for cheat in BOTH {
        let mut pair = Pair::agreed(tiny(4), 1);
        let theirs = choice(&pair, cheat.other(), 1);
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
    let orders = choice(&pair, cheat, 0);
    let theirs = choice(&pair, Seat(0), 0);
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
    commit_to_and_open(&mut pair, &mut puppet, openings);
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
    let (_, old, orders) = at_reveal(Seat(1));
    let mut pair = Pair::agreed(tiny(2), 3);
    let theirs = choice(&pair, Seat(0), 1);
    let mut puppet = Puppet::instead_of(Seat(1), &mut pair);
    propose(&mut pair, Seat(0), &theirs);
    puppet.listen(&mut pair);
    let known = old.openings(&orders);
    let sid = old.record(Kind::Lock, Vec::new()).sid;
    commit_and_open(
        &mut pair,
        &mut puppet,
        &sid,
        &hash::genesis_root(&sid),
        known,
    );
    let breach = Breach::WrongOpening { slot: 2 };
    assert_proved(&pair, &puppet, &proof(&puppet, 3, breach));
}

#[test]
fn row_5_whoever_chooses_his_contribution_first_does_not_steer_the_coin() {
    // seat 0 always gives the same bytes, seat 1 counts: the draws must look uniform anyway
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
