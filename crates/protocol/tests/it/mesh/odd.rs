//! A seat whose program confirms another position: nobody can say who is right, and the table goes on without the one who
//! stands alone, or with everybody from the last position that all confirmed.

use std::cell::Cell;
use std::rc::Rc;
use std::time::Duration;

use protocol::codec::encode;
use protocol::frame::{Consent, Frame, Pledge};
use protocol::record::{ConfirmBody, NotesSeen};
use protocol::testing::{Puppet, Seeded, fresh, identity};
use protocol::{Fault, Genesis, Identity, Kind, ProposeError, SessionEvent, Signature, WhyGone};

use super::going_on::*;
use super::*;

/// A table in mid-game at which that seat has confirmed a position that the orders do not give. What its own program sends
/// arrives nowhere from there on.
fn at_odds(odd: Seat) -> (Table<4>, Seeded) {
    let mut table = Table::<4>::under_way(four_sides(4), &full(4), SEED);
    let mut dice = Seeded(4);
    for _ in 0..5 {
        assert!(table.play_one(&mut dice));
    }
    let is_muted = Rc::new(Cell::new(false));
    let muted = Rc::clone(&is_muted);
    table.bend = Some(Box::new(move |from, _, frame| {
        let is_confirm = matches!(
            Frame::from_bytes(&frame),
            Ok(Frame::Record(record)) if record.kind == Kind::Confirm && record.seat == odd
        );
        muted.set(muted.get() || from == odd && is_confirm);
        match from == odd && muted.get() {
            true => Vec::new(),
            false => vec![frame],
        }
    }));
    while !is_muted.get() {
        assert!(table.play_one(&mut dice));
    }
    let other = but(&table, &[odd])[0];
    let lie = ConfirmBody {
        state: [9; 32],
        notes: vec![NotesSeen::NONE; 4],
    };
    let mut puppet = Puppet::among(other, &table);
    puppet.seat = odd;
    puppet.key = table.match_key(odd);
    let lie = puppet.record(Kind::Confirm, encode(&lie));
    let _told = table.speak(odd, other, &Frame::Record(Box::new(lie)).to_bytes());
    table.run();
    (table, dice)
}

#[test]
fn row_14_whoever_confirms_another_position_alone_is_left_out_and_nobody_is_convicted() {
    for odd in (0..4).map(Seat) {
        let what = format!("{odd}");
        let (mut table, mut dice) = at_odds(odd);
        let rest = but(&table, &[odd]);
        for seat in &rest {
            let session = table.session(*seat);
            let fault = session.fault();
            assert!(
                matches!(fault, Some(Fault::Diverged { seat, .. }) if *seat == odd),
                "{what}: {seat} {fault:?}"
            );
            let leavers = session.leavers(table.now);
            let named: Vec<_> = leavers.iter().map(|it| (it.seat, it.why)).collect();
            assert_eq!(named, [(odd, WhyGone::Differs)], "{what}: {seat}");
            let shown = session.continue_terms(Default::default());
            assert_eq!(shown.map(|terms| terms.differ), Some(vec![odd]), "{what}");
        }
        go_on(&mut table, &[odd], &what);
        assert_went_on(&table, &[odd], &what);
        table.play_out(&mut dice);
        table.wait(MINUTES);
        for seat in &rest {
            assert!(table.session(*seat).is_closed(), "{what}: {seat}");
        }
        // the odd one's own program was honest, and a liar would not show its file
        let reports = judged_files_of(&table, &rest);
        assert_eq!(
            reports[0].went_on[0].without,
            [(odd, WhyGone::Differs)],
            "{what}"
        );
        assert_eq!(reports[0].verdict, Verdict::Claimed, "{what}");
        assert_eq!(reports[1].verdict, Verdict::Complete, "{what}");
    }
}

#[test]
fn after_a_difference_all_continue_from_the_last_position_that_all_confirmed() {
    let odd = Seat(2);
    let (mut table, _) = at_odds(odd);
    let rest = but(&table, &[odd]);
    let refused = table.ask_table(Seat(0), Some(1000));
    assert_eq!(refused, Err(ProposeError::NoSuchStep));
    for seat in &rest {
        let asked = table.ask_table(*seat, None);
        assert_eq!(asked, Ok(()), "{seat}");
    }
    table.run();
    assert!(table.former.iter().all(Vec::is_empty), "one is missing");
    // the odd one's program works out the same from there, and its player agrees
    let puppet = Puppet::among(Seat(0), &table);
    let present = puppet.record(Kind::Confirm, Vec::new());
    let (own, secrets) = (identity(odd.0, SEED), fresh(odd.0, 100));
    let key = Identity::from_seed(secrets.session_seed);
    let consent = Consent {
        sid: present.sid,
        seat: odd,
        turn: 1,
        without: 0,
        after: None,
        agrees: true,
        key: key.public(),
        session_nonce: secrets.session_nonce,
        step: present.step - 1,
        root: present.prev,
        number: 0,
        written_ms: 0,
        is_strange: false,
        signature: Signature([0; 64]),
    };
    let said = Frame::Consent(consent.signed(&own)).to_bytes();
    let _told = table.speak(odd, Seat(0), &said);
    table.run();
    let agreed = SessionEvent::ContinueAgreed(odd);
    assert!(table.events[0].contains(&agreed));
    let tries = table.wire.iter().rev();
    let mut tries = tries.filter_map(|(_, frame)| match Frame::from_bytes(frame) {
        Ok(Frame::Manifest(bytes)) => Manifest::from_bytes(&bytes).ok(),
        _ => None,
    });
    let written = tries.next().expect("all have agreed");
    let start = written.start.clone().expect("a try");
    // the turns since the odd one confirmed last are played again
    assert!(start.after < start.at, "{} {}", start.after, start.at);
    assert_eq!(start.gone, []);
    let pledge = Pledge {
        old: present.sid,
        sid: written.sid(),
        seat: odd,
        signature: Signature([0; 64]),
    };
    let genesis = Genesis::sign(odd, &written.sid(), &own, &key);
    for frame in [Frame::Pledge(pledge.signed(&own)), Frame::Genesis(genesis)] {
        let _told = table.speak(odd, Seat(0), &frame.to_bytes());
        table.run();
    }
    table.wait(Duration::from_secs(2));
    for seat in rest.iter().copied() {
        let session = table.session(seat);
        assert_eq!(session.sid(), Some(written.sid()), "{seat}");
        assert_eq!(session.fault(), None, "{seat}");
    }
    let reports = judged_files_of(&table, &rest);
    assert_eq!(reports[0].verdict, Verdict::Continued);
}
