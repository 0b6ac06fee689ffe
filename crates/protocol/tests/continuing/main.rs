//! Continuing in a new match: asked and answered by a click each, and everything that a cheat, a crash or an older copy
//! can make of it.

use protocol::judge::{Verdict, judge};
use protocol::testing::{Pair, Seeded, fresh, offer, tiny, toy};
use protocol::{ContinueWish, Fresh, Manifest, Offer, ProposeError, Seat, Standing};

const BOTH: [Seat; 2] = [Seat(0), Seat(1)];

/// Fresh bytes for the new match of a seat; another `number` gives others.
fn anew(seat: Seat, number: u8) -> Fresh {
    fresh(seat.0, 100 + number)
}

fn ask(pair: &mut Pair, seat: Seat) -> Result<(), ProposeError> {
    ask_for(pair, seat, ContinueWish::default())
}

fn ask_for(pair: &mut Pair, seat: Seat, wish: ContinueWish) -> Result<(), ProposeError> {
    let fresh = anew(seat, 1);
    let asked = pair.with(seat, |session, now| {
        session.ask_to_continue(now, wish, &fresh)
    });
    asked.expect("alive")
}

fn answer(pair: &mut Pair, seat: Seat, accept: bool) -> Result<(), ProposeError> {
    let fresh = anew(seat, 2);
    let answered = pair.with(seat, |session, now| {
        session.answer_continue(now, accept, &fresh)
    });
    answered.expect("alive")
}

/// A match under way in which so many decisions were made.
fn under_way(offer: Offer, decisions: usize) -> Pair {
    let mut pair = Pair::agreed(offer, 1);
    let mut dice = Seeded(5);
    for _ in 0..decisions {
        pair.pass(std::time::Duration::from_secs(1));
        assert!(pair.play_one(&mut dice));
    }
    pair
}

/// The seat that has nothing to decide, and so may ask from its own files.
fn idle(pair: &Pair) -> Seat {
    pair.to_decide().expect("under way").other()
}

fn manifest(pair: &Pair, seat: Seat) -> &Manifest {
    pair.session(seat).manifest().expect("a match")
}

/// Both are in one new match that continues the old one, and play it out.
fn assert_continued(pair: &mut Pair, old: [u8; 32]) {
    let sids = BOTH.map(|seat| pair.session(seat).sid());
    assert_eq!(sids[0], sids[1]);
    assert_ne!(sids[0], Some(old));
    let start = manifest(pair, Seat(0)).start.clone().expect("a start");
    assert!(start.instead);
    assert_eq!(start.sid, old);
    for seat in BOTH {
        assert_eq!(pair.session(seat).fault(), None);
        assert_eq!(pair.session(seat).standing(), Standing::Own);
        assert!(!pair.session(seat).asks_to_continue());
    }
    pair.run();
    pair.play_out(&mut Seeded(9));
    let closed = BOTH.map(|seat| pair.session(seat).is_closed());
    assert_eq!(closed, [true, true]);
    assert_eq!(pair.disks[0].public, pair.disks[1].public);
    let report = judge(&[&pair.disks[0].public]);
    assert_eq!(report.verdict, Verdict::Complete, "{report:?}");
}

#[test]
fn a_click_of_each_continues_in_a_new_match_from_the_same_position() {
    for game in [offer("clash-of-arms", Some(6)), tiny(6), toy(4)] {
        for decisions in 1..6 {
            let mut pair = under_way(game.clone(), decisions);
            let old = pair.session(Seat(0)).sid().expect("a match");
            if pair.to_decide().is_none() {
                continue;
            }
            let seat = idle(&pair);
            let before = pair.session(seat).position().cloned();
            if ask(&mut pair, seat).is_err() {
                // a round is under way
                continue;
            }
            assert!(pair.session(seat).asks_to_continue());
            pair.run();
            let asked = pair.session(seat.other()).asked_to_continue();
            assert!(asked.is_some_and(|terms| terms.asks == seat && terms.undone == 0));
            // nothing is signed without the other's click
            assert_eq!(pair.session(seat).sid(), Some(old));
            assert_eq!(answer(&mut pair, seat.other(), true), Ok(()));
            pair.run();
            assert_eq!(pair.session(seat).position().cloned(), before);
            assert_continued(&mut pair, old);
        }
    }
}
