//! Bytes nobody honest would send or store: never a panic, never a change of what was agreed.

mod properties;

use proptest::prelude::*;
use protocol::Seat;
use protocol::file::PUBLIC_HEADER;
use protocol::frame::Frame;
use protocol::judge::{Verdict, judge};
use protocol::testing::{Pair, Puppet, Seeded, contact, identity, offer, tiny, toy};
use protocol::{Breach, Fault, Kind, Session, Standing, replay};
use rules::testing::depth::deep;
use rules::warlord::Order;
use rules::{AnyOrder, Lots, Rules, Side, ToAct};

const FIRST: Side = Side::new(0).expect("there are eight");

/// Live matches in every stage.
fn stages() -> Vec<Pair> {
    let mut dice = Seeded(1);
    let mut greeting = Pair::new(tiny(3), 1);
    greeting.connect();
    let mut offered = Pair::new(tiny(3), 1);
    offered.connect();
    offered.run();
    let agreed = Pair::agreed(tiny(3), 1);
    let mut sealed = Pair::agreed(tiny(3), 1);
    sealed.play_one(&mut dice);
    let mut playing = Pair::agreed(tiny(3), 1);
    for _ in 0..3 {
        playing.play_one(&mut dice);
    }
    let mut ended = Pair::agreed(tiny(3), 1);
    ended.play_out(&mut dice);
    vec![greeting, offered, agreed, sealed, playing, ended]
}

/// A whole match's frames and files, to change.
fn material() -> (Vec<Vec<u8>>, Vec<u8>, Vec<u8>) {
    let mut pair = Pair::agreed(tiny(3), 1);
    pair.with(Seat(0), |session, now| session.offer_draw(now));
    pair.play_out(&mut Seeded(1));
    let frames = pair.wire.into_iter().map(|(_, frame)| frame).collect();
    let [ours, _] = pair.disks;
    (frames, ours.public, ours.private)
}

fn change(bytes: &mut Vec<u8>, changes: &[(u16, u8, u8)]) {
    for (at, how, byte) in changes {
        let at = usize::from(*at) % (bytes.len() + 1);
        match how % 4 {
            0 => bytes.insert(at, *byte),
            1 if at < bytes.len() => drop(bytes.remove(at)),
            2 => bytes.truncate(at.max(1)),
            _ if at < bytes.len() => bytes[at] ^= byte,
            _ => {}
        }
    }
}

fn changes() -> impl Strategy<Value = Vec<(u16, u8, u8)>> {
    prop::collection::vec(any::<(u16, u8, u8)>(), 1..6)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(deep(32, 128, 1024)))]

    #[test]
    fn frames_of_random_bytes_never_panic_and_never_change_the_agreed_position(
        kind in 0..16_u8,
        body in prop::collection::vec(any::<u8>(), 0..300),
    ) {
        let frame = [&[kind][..], &body].concat();
        for mut pair in stages() {
            for seat in [Seat(0), Seat(1)] {
                let before = pair.session(seat).position().cloned();
                pair.hand(seat, &frame);
                prop_assert_eq!(pair.session(seat).fault(), None);
                prop_assert_eq!(pair.session(seat).position().cloned(), before);
            }
        }
    }

    #[test]
    fn changed_frames_never_panic_and_never_convict_an_honest_seat(
        which in any::<prop::sample::Index>(),
        changes in changes(),
    ) {
        let (frames, _, _) = material();
        let honest = which.get(&frames);
        let mut frame = honest.clone();
        change(&mut frame, &changes);
        // a frame as it was sent comes from another match of the same two players, and may rightly convict them
        prop_assume!(frame != *honest);
        for mut pair in stages() {
            for seat in [Seat(0), Seat(1)] {
                pair.hand(seat, &frame);
                prop_assert_eq!(pair.session(seat).fault(), None);
            }
        }
    }

    #[test]
    fn changed_files_never_panic_are_never_complete_and_never_taken_up_wrongly(
        changes in changes(),
    ) {
        let (_, public, private) = material();
        let now = protocol::Now::default();
        let mut changed = public.clone();
        change(&mut changed, &changes);
        if changed != public {
            let report = judge(&[&changed]);
            prop_assert_ne!(report.verdict, Verdict::Complete);
            prop_assert_ne!(report.verdict, Verdict::Proved);
            prop_assert_ne!(report.verdict, Verdict::Diverged);
            let _ = replay::read(&changed);
            if let Ok(session) = Session::resume(identity(0, 1), &changed, &private, Standing::Own, now) {
                prop_assert!(!session.is_closed(), "a cut file may be taken up, but it is not whole");
                prop_assert_eq!(session.fault(), None);
            }
        }
        let mut changed = private;
        change(&mut changed, &changes);
        let _ = Session::resume(identity(0, 1), &public, &changed, Standing::Own, now);
        let _ = protocol::file::kept(&changed);
    }

    #[test]
    fn files_of_random_entries_never_panic(
        entries in prop::collection::vec((0..6_u8, prop::collection::vec(any::<u8>(), 0..200)), 0..6),
    ) {
        let mut file = PUBLIC_HEADER.to_vec();
        for (tag, bytes) in entries {
            file.push(tag);
            file.extend(u32::try_from(bytes.len()).expect("short").to_le_bytes());
            file.extend(bytes);
        }
        let report = judge(&[&file]);
        prop_assert_eq!(report.verdict, Verdict::Unreadable);
        prop_assert!(replay::read(&file).is_err());
    }

    #[test]
    fn row_12_bodies_of_orders_of_every_family_are_carried_out_or_convict(
        game in 0..4_usize,
        orders in prop::collection::vec(
            prop_oneof![
                any::<prop::sample::Index>().prop_map(Ok),
                prop::collection::vec(any::<u8>(), 0..70).prop_map(Err),
            ],
            0..4,
        ),
    ) {
        let offer = [
            || offer("clash-of-arms", Some(4)),
            || offer("wargame-small", Some(4)),
            || toy(4),
            || contact(4),
        ][game]();
        let mut start = offer.scenario.start(&[]).expect("the default options");
        while let ToAct::Lots(_) = start.to_act() {
            // the even lot lets the first side begin
            start.resolve(Lots(0)).expect("a lot is awaited");
        }
        let legal = start.legal_orders(FIRST);
        // legal orders of the first turn among random bytes
        let orders = orders.into_iter().map(|order| match order {
            Ok(index) => start.order_bytes(index.get(&legal)).expect("no secret order"),
            Err(bytes) => bytes,
        });
        properties::check_orders(offer, orders.collect());
    }

    #[test]
    fn row_12_random_orders_through_the_raw_message_path_are_taken_if_and_only_if_they_are_legal(
        picks in prop::collection::vec((any::<u16>(), any::<bool>(), 0..16_u8, 0..12_u8), 0..4),
        ends in any::<bool>(),
    ) {
        let mut pair = Pair::agreed(offer("clash-of-arms", Some(6)), 1);
        let mut puppet = Puppet::instead_of(Seat(0), &mut pair);
        // some orders from the legal ones, some with a random destination
        let mut trial = puppet.position().clone();
        let mut orders = Vec::new();
        for (pick, keep, file, rank) in picks {
            let mut legal = trial.legal_orders(FIRST);
            legal.retain(|order| matches!(order, AnyOrder::Warlord(Order::Move { .. })));
            let Some(mut order) = legal.get(usize::from(pick) % legal.len().max(1)).cloned() else {
                break;
            };
            if let (AnyOrder::Warlord(Order::Move { to, .. }), false) = (&mut order, keep) {
                *to = board::Cell::new(file, rank);
            }
            let _ = trial.apply(FIRST, &order);
            orders.push(order);
        }
        if ends {
            orders.push(AnyOrder::Warlord(Order::End));
        }
        let mut after = puppet.position().clone();
        let is_legal = orders.iter().all(|order| after.apply(FIRST, order).is_ok()) && ends;
        let before = pair.session(Seat(1)).position().cloned();
        let record = puppet.record(Kind::Orders, puppet.orders_body(&orders));
        puppet.send(&mut pair, &record);
        let session = pair.session(Seat(1));
        if is_legal {
            prop_assert_eq!(&puppet.fault, &None);
            prop_assert_eq!(session.position(), Some(&after));
        } else {
            let Some(Fault::Proved(proof)) = &puppet.fault else {
                return Err(TestCaseError::fail(format!("{:?}", puppet.fault)));
            };
            let expected = matches!(
                proof.breach,
                Breach::IllegalOrder { .. } | Breach::UnfinishedTurn | Breach::Malformed(_)
            );
            prop_assert!(expected, "{}", proof);
            prop_assert_eq!(session.position().cloned(), before);
            let report = judge(&[&pair.disks[1].public]);
            prop_assert_eq!((report.verdict, report.seat), (Verdict::Proved, Some(Seat(0))));
        }
        prop_assert_eq!(Frame::from_bytes(&Frame::Record(Box::new(record.clone())).to_bytes()),
            Ok(Frame::Record(Box::new(record))));
    }
}
