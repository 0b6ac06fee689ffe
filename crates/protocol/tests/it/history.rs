//! The one history of a match: what it keeps is what the rules say, at every step and for every reader.

use protocol::history::Opened;
use protocol::testing::{Pair, Seeded, offer, tiny, toy};
use protocol::{Deed, History, Offer, Seat, SessionEvent, Step, replay};
use rules::{AnyEvent, AnyOrder, AnyPosition, Rules};

/// Matches of every kind: an open game, hidden set-ups with a lot for the first turn, lots for the terrain, fights in
/// mid-turn.
fn offers() -> Vec<Offer> {
    let mut offers = vec![tiny(3), toy(4)];
    offers.extend(["clash-of-arms", "test-of-wills", "border-war"].map(|key| offer(key, Some(40))));
    offers
}

fn played(offer: Offer, seed: u64) -> Pair {
    let mut pair = Pair::agreed(offer, 1);
    pair.play_out(&mut Seeded(seed));
    assert!(pair.session(Seat(0)).is_closed());
    pair
}

fn history(pair: &Pair, seat: Seat) -> &History {
    pair.session(seat).history().expect("a match")
}

/// Carries a step out again; the answer is every event.
fn carry_out(step: &Step, position: &mut AnyPosition) -> Vec<AnyEvent> {
    let mut apply = |side, order: &AnyOrder| position.apply(side, order).expect("a kept order");
    match &step.deed {
        Deed::Orders { side, orders, .. } => orders
            .iter()
            .flat_map(|done| apply(*side, &done.order))
            .collect(),
        Deed::Opened(opened) => opened
            .iter()
            .flat_map(|opened| apply(opened.side, &opened.done.order))
            .collect(),
        Deed::TakenBack { .. } | Deed::Continued { .. } => Vec::new(),
        Deed::Lots { lots, .. } => position.resolve(*lots).expect("a kept lot"),
    }
}

#[test]
fn every_position_digest_and_event_is_what_the_rules_give_step_by_step() {
    for offer in offers() {
        let start = offer.scenario.start(&offer.options).expect("sound options");
        let pair = played(offer, 3);
        let history = history(&pair, Seat(0));
        assert_eq!(history.start(), &start);
        assert_eq!(history.position_after(0), start);
        let mut position = start;
        for (at, step) in history.steps().iter().enumerate() {
            assert_eq!(step.turn, position.turn().number, "step {at}");
            let events = carry_out(step, &mut position);
            assert!(step.events().eq(&events), "step {at}");
            assert_eq!(step.digest, protocol::digest(&position), "step {at}");
            assert_eq!(history.position_after(at + 1), position, "step {at}");
        }
        let all = history.steps().len();
        // beyond the end is the end
        assert_eq!(history.position_after(all + 20), position);
        assert_eq!(pair.session(Seat(1)).position(), Some(&position));
    }
    let long = played(offer("clash-of-arms", Some(40)), 3);
    // more steps than lie between two kept positions, so that both ways to a position were gone
    assert!(history(&long, Seat(0)).steps().len() > 32);
}

#[test]
fn sessions_events_and_the_match_file_tell_the_same_history() {
    for offer in offers() {
        let pair = played(offer, 4);
        let steps = history(&pair, Seat(0)).steps();
        assert_eq!(history(&pair, Seat(1)).steps(), steps);
        for told in &pair.events {
            let told = told.iter().filter_map(|event| match event {
                SessionEvent::Step(step) => Some(step),
                _ => None,
            });
            assert!(told.eq(steps));
        }
        let replay = replay::read(&pair.disks[0].public).expect("a match file");
        assert_eq!(replay.history.steps(), steps);
        assert_eq!(replay.history.start(), history(&pair, Seat(0)).start());
    }
}

#[test]
fn opened_set_ups_and_the_lot_after_them_stand_in_the_history_with_what_happened() {
    let mut pair = Pair::agreed(tiny(2), 1);
    let mut chosen = Vec::new();
    for seat in [Seat(0), Seat(1)] {
        let session = pair.session(seat);
        let (position, side) = (session.position(), session.side_of(seat));
        let books = position
            .expect("a match")
            .legal_orders(side.expect("a seat"));
        let book = books[seat.index()].clone();
        let sealed = pair.with(seat, |session, now| {
            session.propose(now, std::slice::from_ref(&book))
        });
        assert_eq!(sealed, Some(Ok(())));
        pair.run();
        chosen.push((seat, book));
    }
    let [opened, lot] = history(&pair, Seat(0)).steps() else {
        panic!("{:?}", history(&pair, Seat(0)).steps());
    };
    let Deed::Opened(choices) = &opened.deed else {
        panic!("{opened:?}");
    };
    let choice = |opened: &Opened| (opened.seat, opened.done.order.clone());
    assert_eq!(choices.iter().map(choice).collect::<Vec<_>>(), chosen);
    assert!(choices.iter().all(|opened| !opened.done.events.is_empty()));
    let Deed::Lots { draw, events, .. } = &lot.deed else {
        panic!("{lot:?}");
    };
    assert_eq!((draw.word, events.is_empty()), ("first-player", false));
    // COMMIT, LOCK, REVEAL: both come of the third step of the match
    assert_eq!((opened.number, lot.number), (3, 3));
}

#[test]
fn orders_are_found_with_their_place() {
    let pair = played(tiny(3), 6);
    let history = history(&pair, Seat(0));
    assert_eq!(history.before_first_orders(), 2);
    let orders: Vec<_> = history.orders().collect();
    assert_eq!(orders.len(), 3);
    for (turn, orders) in (1..).zip(&orders) {
        assert_eq!(orders.step.turn, turn);
        assert_eq!(*history.steps()[orders.at], *orders.step);
        let Deed::Orders { seat, side, .. } = orders.step.deed else {
            panic!("{:?}", orders.step);
        };
        assert_eq!(pair.session(seat).side_of(seat), Some(side));
    }
    let untouched = Pair::agreed(tiny(3), 1);
    let untouched = self::history(&untouched, Seat(0));
    assert_eq!(
        (untouched.before_first_orders(), untouched.steps().len()),
        (0, 0)
    );
}
