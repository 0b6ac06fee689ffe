//! A scripted program in place of one peer, with one misbehavior each: what the honest side makes of it, and what
//! the judge reads from the honest side's file. The rows are those of the threat table in docs/protocol.md.

mod clocks;
mod duels;
mod extremes;
mod floods;
mod hearing;
mod mid_turn;
mod notes;
mod numbers;
mod orders;
mod records;
mod secrets;
mod stalling;

use protocol::codec::encode;
use protocol::hash::Digest;
use protocol::judge::{Verdict, judge};
use protocol::record::{CommitBody, Commitment, Opening, RevealBody};
use protocol::testing::{Pair, Puppet, Seeded, offer, random_orders, tiny};
use protocol::{Breach, Fault, Kind, Proof, Seat, Stage, Waiting, hash};
use rules::warlord::Order;
use rules::{AnyOrder, Rules, ToAct};

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
    // the honest side's file alone: the cheat will not hand in its own
    let report = judge(&[&pair.disks[honest.index()].public]);
    assert_eq!(report.verdict, Verdict::Proved, "{report:?}");
    assert_eq!(
        (report.step, report.seat),
        (expected.step, Some(expected.seat))
    );
    assert_eq!(report.why, expected.breach.to_string());
    // hidden notes came when the match was over; of two notes either counts, and either may be a resignation
    let may_end = [Breach::HiddenNotes, Breach::TwoNotes].contains(&expected.breach);
    assert!(report.result.is_none() || may_end);
}

fn proof(puppet: &Puppet, step: u64, breach: Breach) -> Proof {
    Proof {
        step,
        seat: puppet.seat,
        breach,
    }
}

/// The secret choice of a seat: the first or second of those listed.
fn choice(pair: &Pair, seat: Seat, book: usize) -> Vec<AnyOrder> {
    // either session: both have the same position, and one of them may be the puppet's
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

/// A hidden game in which the honest side has sealed its set-up and the puppet has not.
fn in_first_round(cheat: Seat) -> (Pair, Puppet) {
    let mut pair = Pair::agreed(tiny(4), 1);
    let theirs = choice(&pair, cheat.other(), 1);
    let mut puppet = Puppet::instead_of(cheat, &mut pair);
    propose(&mut pair, cheat.other(), &theirs);
    puppet.listen(&mut pair);
    (pair, puppet)
}

/// A hidden game in which the puppet has sent COMMIT and LOCK and the honest side has revealed: step 3.
fn at_reveal(cheat: Seat) -> (Pair, Puppet, Vec<AnyOrder>) {
    let (mut pair, mut puppet) = in_first_round(cheat);
    let orders = choice(&pair, cheat, 0);
    // COMMIT, then LOCK: the honest side reveals as soon as both have locked
    for _ in 0..2 {
        let record = puppet.honest(&orders);
        puppet.send(&mut pair, &record);
    }
    assert_eq!((puppet.step(), &puppet.fault), (3, &None));
    assert!(puppet.heard_record(Kind::Reveal).is_some());
    (pair, puppet, orders)
}

/// The puppet commits in the present round to what it then opens.
fn commit_to_and_open(pair: &mut Pair, puppet: &mut Puppet, openings: Vec<Opening>) {
    let here = puppet.record(Kind::Lock, Vec::new());
    commit_and_open(pair, puppet, &here.sid, &here.prev, openings);
}

/// The puppet opens commitments that it made as if the match had another id and root.
fn commit_and_open(
    pair: &mut Pair,
    puppet: &mut Puppet,
    sid: &Digest,
    root: &Digest,
    openings: Vec<Opening>,
) {
    let step = puppet.step();
    let commitment = |opening: &Opening| {
        let (slot, at) = (opening.slot, (step, puppet.seat, opening.slot));
        let digest = hash::commit(&opening.nonce, sid, at, root, &opening.payload);
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
    // the first turn is seat 0's
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
