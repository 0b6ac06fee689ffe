//! Continuing with everybody: after a lost key, on an older copy, from an earlier turn, and although there is a result.

use std::time::Duration;

use protocol::bounds::MAX_NUMBER;
use protocol::frame::{Consent, Frame};
use protocol::testing::{Seeded, identity};
use protocol::{
    Agreement, Audience, ContinueTerms, ProposeError, Session, SessionEvent, Standing, WhyGone,
};
use rules::{Outcome, RESIGN};

use super::going_on::*;
use super::*;

/// The seat comes back on an older copy of its files, from the given number of decisions ago; false if it has signed nothing since.
pub(super) fn on_an_older_copy<const N: usize>(
    table: &mut Table<N>,
    seat: Seat,
    decisions: usize,
    dice: &mut Seeded,
) -> bool {
    let old = table.disks[seat.index()].clone();
    for _ in 0..decisions {
        assert!(table.play_one(dice), "in mid-game");
    }
    table.kill(seat);
    table.run();
    table.disks[seat.index()] = old;
    table.restart(seat);
    table.session(seat).standing() == Standing::Strange
}

/// The seat's lines come up again.
pub(super) fn rejoin<const N: usize>(table: &mut Table<N>, seat: Seat) {
    for other in but(table, &[seat]) {
        table.link(seat.min(other), seat.max(other));
    }
    table.run();
}

/// Everybody continues from there: one asks, and the others agree.
pub(super) fn continue_all<const N: usize>(
    table: &mut Table<N>,
    asks: Seat,
    after: Option<u64>,
    what: &str,
) {
    assert_eq!(table.ask_table(asks, after), Ok(()), "{what}");
    table.run();
    for seat in but(table, &[asks]) {
        let asked = table.session(seat).asked_to_continue();
        assert_eq!(asked.map(|terms| terms.asks), Some(asks), "{what}: {seat}");
        assert!(
            table.former.iter().all(Vec::is_empty),
            "{what}: nobody goes on before all have clicked"
        );
        // of several who would continue the first one asks
        table.pass(Duration::from_millis(1));
        assert_eq!(table.answer_table(seat, true), Ok(()), "{what}: {seat}");
        table.run();
        assert_all_see_who_is_missing(table, what);
    }
}

/// The players agree to continue with everybody, as far as they may: who cannot play on asks first, since that player may want
/// a round to be played anew, and the others agree to what they are asked.
pub(super) fn agree_all<const N: usize>(
    table: &mut Table<N>,
    players: &[Seat],
) -> Vec<(Seat, ProposeError)> {
    let mut players = players.to_vec();
    let plays =
        |session: &Session| session.standing() == Standing::Own && session.fault().is_none();
    players.sort_by_key(|seat| plays(table.session(*seat)));
    let mut refused = Vec::new();
    for seat in players {
        let is_asked = table.session(seat).asked_to_continue().is_some();
        let agreed = match is_asked {
            true => table.answer_table(seat, true),
            false => table.ask_table(seat, None),
        };
        refused.extend(agreed.err().map(|why| (seat, why)));
        table.run();
    }
    refused
}

/// Whoever has agreed sees the same list of those who have and those who are missing, until the new match begins.
fn assert_all_see_who_is_missing<const N: usize>(table: &Table<N>, what: &str) {
    let agrees = |seat: &Seat| table.session(*seat).asks_to_continue();
    let (agreed, missing): (Vec<Seat>, Vec<Seat>) = table.places().into_iter().partition(agrees);
    for seat in table.places() {
        let seen = table.session(seat).agreement();
        let expected = agreed.contains(&seat).then(|| Agreement {
            agreed: agreed.clone(),
            missing: missing.clone(),
            is_signed: false,
        });
        assert_eq!(seen, expected, "{what}: {seat}");
    }
}

pub(super) fn terms<const N: usize>(table: &Table<N>, seat: Seat) -> ContinueTerms {
    let asked = table.session(seat).asked_to_continue();
    asked.expect("somebody asks")
}

pub(super) fn names(seat: Seat) -> &'static str {
    ["Ann", "Ben", "Cid", "Dot"][seat.index()]
}

#[test]
fn whoever_comes_back_on_an_older_copy_adopts_what_it_is_shown_and_continues_with_all() {
    let mut seen = 0;
    for seat in (0..4).map(Seat) {
        for decisions in sample((1..=4).collect(), 2, 1) {
            let what = format!("{seat} after {decisions}");
            let (mut table, mut dice) = at_seat_2();
            if !on_an_older_copy(&mut table, seat, decisions, &mut dice) {
                continue;
            }
            seen += 1;
            rejoin(&mut table, seat);
            assert_same(&table, &table.places(), &what);
            // the others play on until they need it, and it signs nothing
            table.play_out(&mut dice);
            let at = table
                .session(Seat(0))
                .history()
                .map(|all| all.steps().len());
            continue_all(&mut table, seat, None, &what);
            assert_went_on(&table, &[], &what);
            let session = table.session(seat);
            assert_eq!(session.standing(), Standing::Own, "{what}");
            let start = session.manifest().and_then(|it| it.start.clone());
            let start = start.expect("a new match");
            assert_eq!(start.strange, [seat], "{what}");
            assert!(at.is_some_and(|at| at > 0));
            table.play_out(&mut dice);
            for seat in table.places() {
                assert!(table.session(seat).is_closed(), "{what}: {seat}");
            }
            let reports = judged_line(&table);
            assert_eq!(reports[0].verdict, Verdict::Continued, "{what}");
            assert_eq!(reports[1].verdict, Verdict::Complete, "{what}");
            assert_unhurt(&table, &[], &what);
        }
    }
    assert!(seen >= deep(4, 10, 10), "{seen}");
}

#[test]
fn a_player_who_has_lost_the_key_is_brought_up_to_date_and_gets_a_new_one_by_all() {
    for lines in [full(4), star(1, 4), chain(4)] {
        for seat in (0..4).map(Seat) {
            let what = format!("{seat} over {lines:?}");
            let mut table = Table::<4>::under_way(four_sides(4), &lines, SEED);
            let mut dice = Seeded(4);
            for _ in 0..3 {
                assert!(table.play_one(&mut dice));
            }
            // the match file as it was two decisions before
            let public = table.disks[seat.index()].public.clone();
            for _ in 0..2 {
                assert!(table.play_one(&mut dice));
            }
            table.kill(seat);
            table.run();
            table.disks[seat.index()].public = public;
            table.restart_without_key(seat);
            table.connect();
            table.run();
            assert!(table.session(seat).lacks_match_key(), "{what}");
            assert_same(&table, &table.places(), &what);
            // its words reach the others, whom it must ask
            table.with(seat, |session, now| {
                session.chat(now, Audience::All, "my key is gone")
            });
            table.run();
            for other in but(&table, &[seat]) {
                let said = |event: &SessionEvent| matches!(event, SessionEvent::Chat { seat: by, .. } if *by == seat);
                assert!(table.events[other.index()].iter().any(said), "{what}");
            }
            table.play_out(&mut dice);
            continue_all(&mut table, seat, None, &what);
            assert_went_on(&table, &[], &what);
            assert!(!table.session(seat).lacks_match_key(), "{what}");
            table.play_out(&mut dice);
            assert_eq!(judged_line(&table)[1].verdict, Verdict::Complete, "{what}");
            assert_unhurt(&table, &[], &what);
        }
    }
}

#[test]
fn all_play_on_from_an_earlier_turn_by_the_click_of_each() {
    let (mut table, mut dice) = at_seat_2();
    let steps = table.session(Seat(0)).history().expect("a match").steps();
    let after = steps[steps.len() - 2].number;
    let before = table.session(Seat(0)).position().cloned();
    assert_eq!(
        table.ask_table(Seat(1), Some(1000)),
        Err(ProposeError::NoSuchStep)
    );
    assert_eq!(table.ask_table(Seat(1), Some(after)), Ok(()));
    assert_eq!(
        table.ask_table(Seat(1), None),
        Err(ProposeError::AskedAlready)
    );
    table.run();
    let asked = terms(&table, Seat(3));
    assert_eq!((asked.after, asked.undone), (after, 1));
    assert_eq!(asked.agreed, [Seat(1)]);
    assert_eq!(asked.missing, [Seat(0), Seat(2), Seat(3)]);
    let words = asked.in_words(Seat(3), names).join(" ");
    assert!(
        words.starts_with("Ben asks to continue in a new match from "),
        "{words}"
    );
    assert!(words.contains("The last turn no longer counts."), "{words}");
    // no is told to all, and asks nobody again
    assert_eq!(table.answer_table(Seat(3), false), Ok(()));
    table.run();
    assert!(table.events[1].contains(&SessionEvent::ContinueDeclined(Seat(3))));
    assert_eq!(table.session(Seat(3)).asked_to_continue(), None);
    for seat in [Seat(0), Seat(2)] {
        assert_eq!(table.answer_table(seat, true), Ok(()));
    }
    table.run();
    assert!(table.events[1].contains(&SessionEvent::ContinueAgreed(Seat(0))));
    table.wait(Duration::from_secs(30));
    assert!(table.former.iter().all(Vec::is_empty), "one has refused");
    // who has refused may still say yes, by asking for the same
    assert_eq!(table.ask_table(Seat(3), Some(after)), Ok(()));
    table.run();
    assert_went_on(&table, &[], "all agree");
    assert_ne!(table.session(Seat(0)).position().cloned(), before);
    table.play_out(&mut dice);
    let reports = judged_line(&table);
    assert_eq!(reports[0].verdict, Verdict::Continued);
    assert_eq!(reports[1].verdict, Verdict::Complete);
}

#[test]
fn what_was_clicked_for_lapses_with_the_step_in_which_it_would_have_undone_less() {
    let (mut table, mut dice) = at_seat_2();
    let steps = table.session(Seat(0)).history().expect("a match").steps();
    let after = steps[steps.len() - 2].number;
    assert_eq!(table.ask_table(Seat(1), Some(after)), Ok(()));
    table.run();
    assert_eq!(table.answer_table(Seat(0), true), Ok(()));
    table.run();
    // seat 2 has a good turn, and is not asked to give it up by a click that was given before it
    assert!(table.play_one(&mut dice));
    assert!(table.events[1].contains(&SessionEvent::ContinueLapsed));
    for seat in [Seat(2), Seat(3)] {
        let _nobody_asks = table.answer_table(seat, true);
        table.run();
    }
    table.wait(Duration::from_secs(15));
    assert!(table.former.iter().all(Vec::is_empty));
    assert!(!table.session(Seat(1)).is_continuing());
    table.play_out(&mut dice);
    assert_eq!(judged(&table).verdict, Verdict::Complete);
}

#[test]
fn a_result_is_given_up_by_all_and_the_winner_signs_last() {
    for keeps in [Seat(0), Seat(1), Seat(2)] {
        let what = format!("{keeps}");
        let (mut table, mut dice) = at_seat_2();
        for seat in [Seat(0), Seat(1), Seat(2)] {
            table
                .with(seat, |session, now| session.resign(now))
                .expect("alive")
                .expect("playing");
            table.run();
        }
        let won = |table: &Table<4>| match table.session(Seat(3)).outcome() {
            Some(Outcome::Won(sides, word)) => {
                let side = table.session(Seat(3)).side_of(Seat(3));
                word == RESIGN && side.is_some_and(|side| sides.contains(side))
            }
            _ => false,
        };
        assert!(won(&table), "{what}");
        assert_eq!(
            table.ask_table(Seat(3), None),
            Err(ProposeError::WinStands),
            "{what}"
        );
        let kept = keeps_back(&mut table, keeps);
        assert_eq!(table.ask_table(Seat(0), None), Ok(()), "{what}");
        table.run();
        for seat in [Seat(1), Seat(2), Seat(3)] {
            let asked = terms(&table, seat);
            assert_eq!(asked.winners, [Seat(3)], "{what}");
            let words = asked.in_words(seat, names).join(" ");
            let told = match seat {
                Seat(3) => "You have won this match; playing on gives that up.",
                _ => "Dot has won this match and gives that up by agreeing.",
            };
            assert!(words.contains(told), "{what}: {words}");
            assert_eq!(table.answer_table(seat, true), Ok(()), "{what}");
            table.run();
        }
        table.wait(Duration::from_secs(5));
        // with a loser's signature in the pocket nobody else can undo the win later: the winner has signed nothing
        assert!(!table.session(Seat(3)).is_going_on(), "{what}");
        assert!(table.former.iter().all(Vec::is_empty), "{what}");
        table.bend = None;
        for frame in kept.borrow().clone() {
            let _told = table.speak(keeps, Seat(3), &frame);
        }
        table.run();
        table.wait(Duration::from_secs(60));
        assert_went_on(&table, &[], &what);
        table.play_out(&mut dice);
        let waiting = table.session(Seat(0)).waiting();
        assert!(table.session(Seat(0)).is_closed(), "{what}: {waiting:?}");
        let reports = judged_line(&table);
        assert_eq!(reports[0].verdict, Verdict::Continued, "{what}");
        // a try may have been complete and left for the next one
        let newest = reports.last().expect("two matches");
        assert_eq!(newest.verdict, Verdict::Complete, "{what}");
        assert_eq!(newest.remarks, [""; 0], "{what}");
    }
}

#[test]
fn who_is_refused_is_told_why() {
    let (mut table, _) = at_seat_2();
    let swap = protocol::ContinueWish {
        after: None,
        swaps: true,
    };
    let fresh = protocol::testing::fresh(0, 50);
    let refused = table.with(Seat(0), |session, now| {
        session.ask_to_continue(now, swap, &fresh)
    });
    assert_eq!(refused, Some(Err(ProposeError::SidesStay)));
    assert_eq!(
        table.answer_table(Seat(0), true),
        Err(ProposeError::NotAsked)
    );
    table
        .with(Seat(2), |session, now| session.resign(now))
        .expect("alive")
        .expect("playing");
    table.run();
    assert_eq!(
        table.ask_table(Seat(0), None),
        Err(ProposeError::LeaversFirst)
    );
    assert_eq!(table.ask_table(Seat(2), None), Err(ProposeError::Resigned));
    go_on(&mut table, &[Seat(2)], "resigned");
    assert_went_on(&table, &[Seat(2)], "resigned");
}

#[test]
fn row_54_whoever_blocks_a_restored_seat_is_left_out_by_the_others_and_the_restored_seat_plays() {
    let mut cases = Vec::new();
    for restored in (0..4).map(Seat) {
        for liar in (0..4).map(Seat).filter(|seat| *seat != restored) {
            for is_heard in [true, false] {
                // on an older copy, or without its key
                cases.extend([false, true].map(|lost| (restored, liar, is_heard, lost)));
            }
        }
    }
    for (restored, liar, is_heard, has_lost_its_key) in sample(cases, 13, 7) {
        let what =
            format!("{restored}, {liar} refuses, heard {is_heard}, lost key {has_lost_its_key}");
        let (mut table, mut dice) = at_seat_2();
        match has_lost_its_key {
            true => {
                table.kill(restored);
                table.run();
                table.restart_without_key(restored);
            }
            false => {
                let is_older = on_an_older_copy(&mut table, restored, 4, &mut dice);
                assert!(is_older, "{what}");
            }
        }
        rejoin(&mut table, restored);
        table.play_out(&mut dice);
        if !is_heard {
            table.kill(liar);
            table.run();
        }
        assert_eq!(table.ask_table(restored, None), Ok(()), "{what}");
        table.run();
        let rest = but(&table, &[liar]);
        for seat in rest.iter().filter(|seat| **seat != restored) {
            assert_eq!(table.answer_table(*seat, true), Ok(()), "{what}");
        }
        table.run();
        // named to all who wait
        let session = table.session(restored);
        let shown = session.continue_terms(Default::default());
        assert_eq!(shown.map(|terms| terms.missing), Some(vec![liar]), "{what}");
        let hasty = table.agree_without(rest[0], &[liar]);
        assert_eq!(hasty, Err(ProposeError::PlaysOn), "{what}");
        table.wait(Duration::from_secs(10 * 60 + 5));
        for seat in &rest {
            let leavers = table.session(*seat).leavers(table.now);
            let named: Vec<_> = leavers.iter().map(|it| (it.seat, it.why)).collect();
            assert_eq!(named, [(liar, WhyGone::Silent)], "{what}: {seat}");
        }
        leave_out_all(&mut table, &rest);
        table.wait(Duration::from_secs(2));
        assert_went_on(&table, &[liar], &what);
        table.play_out(&mut dice);
        let reports = judged_line(&table);
        // nobody can prove a refusal
        assert_eq!(reports[0].verdict, Verdict::Claimed, "{what}");
        assert_eq!(reports[0].seat, Some(liar), "{what}");
        assert_eq!(reports[1].verdict, Verdict::Complete, "{what}");
        assert_unhurt(&table, &[], &what);
    }
}

#[test]
fn whoever_resigns_while_the_others_agree_does_not_play_on_as_if_nothing_had_been() {
    let (mut table, mut dice) = at_seat_2();
    for seat in [Seat(1), Seat(0), Seat(2)] {
        assert_eq!(table.ask_table(seat, None), Ok(()));
    }
    table.run();
    table
        .with(Seat(2), |session, now| session.resign(now))
        .expect("alive")
        .expect("playing");
    table.run();
    assert_eq!(
        table.answer_table(Seat(3), true),
        Err(ProposeError::LeaversFirst)
    );
    // a program that does not mind says yes all the same
    let own = protocol::testing::identity(3, SEED);
    let secrets = protocol::testing::fresh(3, 100);
    let key = protocol::Identity::from_seed(secrets.session_seed);
    let present = protocol::testing::Puppet::among(Seat(3), &table);
    let present = present.record(protocol::Kind::Confirm, Vec::new());
    let consent = protocol::frame::Consent {
        sid: present.sid,
        seat: Seat(3),
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
        signature: protocol::Signature([0; 64]),
    };
    let said = protocol::frame::Frame::Consent(consent.signed(&own)).to_bytes();
    for seat in [Seat(0), Seat(1), Seat(2)] {
        let _told = table.speak(Seat(3), seat, &said);
    }
    table.run();
    table.wait(Duration::from_secs(30));
    assert!(table.former.iter().all(Vec::is_empty));
    go_on(&mut table, &[Seat(2)], "resigned");
    assert_went_on(&table, &[Seat(2)], "resigned");
    table.play_out(&mut dice);
    assert_unhurt(&table, &[], "resigned");
}

#[test]
fn a_choice_that_was_sealed_is_given_up_by_playing_on_from_an_earlier_turn() {
    let mut table = Table::<4>::under_way(rounds(4), &full(4), SEED);
    let mut dice = Seeded(6);
    // one has sealed a choice in mid-game, and others have still to choose
    let sealed = loop {
        let seat = table.to_decide().expect("in mid-game");
        assert!(table.play_one(&mut dice));
        let session = table.session(seat);
        let steps = session.history().expect("a match").steps().len();
        if session.own_secret().is_some() && steps > 2 && table.to_decide().is_some() {
            break seat;
        }
    };
    continue_all(&mut table, Seat(1), Some(0), "from the start");
    assert_went_on(&table, &[], "from the start");
    let start = table
        .session(sealed)
        .manifest()
        .and_then(|it| it.start.clone());
    assert_eq!(start.map(|start| start.after), Some(0));
    for seat in table.places() {
        assert_eq!(table.session(seat).own_secret(), None, "{seat}");
        assert!(!table.session(seat).keeps_decision(), "{seat}");
    }
    table.play_out(&mut dice);
    for seat in table.places() {
        assert!(table.session(seat).is_closed(), "{seat}");
    }
    assert_unhurt(&table, &[], "from the start");
}

#[test]
fn row_82_no_number_that_one_seat_says_keeps_the_others_from_continuing() {
    const CHEAT: Seat = Seat(1);
    for (number, written_ms) in [(254, 0), (255, 0), (0, MAX_NUMBER), (255, MAX_NUMBER)] {
        let what = format!("{number}, {written_ms}");
        let mut table = Table::<4>::under_way(four_sides(4), &full(4), SEED);
        let mut dice = Seeded(4);
        for _ in 0..3 {
            assert!(table.play_one(&mut dice), "{what}");
        }
        table.bend = Some(Box::new(move |_, _, frame| {
            match Frame::from_bytes(&frame) {
                Ok(Frame::Consent(consent)) if consent.seat == CHEAT => {
                    let lie = Consent {
                        number,
                        written_ms,
                        ..consent
                    };
                    let lie = lie.signed(&identity(CHEAT.0, SEED));
                    vec![Frame::Consent(lie).to_bytes()]
                }
                _ => vec![frame],
            }
        }));
        // the match of all can be continued, and the one that continues it
        for round in 1..3 {
            let places = table.places();
            assert_eq!(agree_all(&mut table, &places), Vec::new(), "{what}");
            table.wait(Duration::from_secs(15));
            for seat in table.places() {
                let former = table.former[seat.index()].len();
                assert_eq!(former, round, "{what}: {seat}");
                let manifest = table.session(seat).manifest();
                let start = manifest.and_then(|manifest| manifest.start.as_ref());
                let start = start.expect("a continuation");
                assert!(start.number < 20, "{what}: {}", start.number);
                assert!(start.written_ms < MAX_NUMBER / 2, "{what}");
            }
            assert!(table.play_one(&mut dice), "{what}");
        }
    }
}

#[test]
fn row_82_a_try_with_the_last_number_is_signed_by_nobody_else() {
    let mut table = Table::<4>::under_way(four_sides(4), &full(4), SEED);
    let mut dice = Seeded(4);
    for _ in 0..3 {
        assert!(table.play_one(&mut dice));
    }
    // seat 0 writes first
    table.bend = Some(Box::new(|_, _, frame| match Frame::from_bytes(&frame) {
        Ok(Frame::Manifest(bytes)) => {
            let mut manifest = Manifest::from_bytes(&bytes).expect("a try");
            if let Some(start) = &mut manifest.start {
                start.number = 254;
            }
            vec![Frame::Manifest(manifest.to_bytes()).to_bytes()]
        }
        _ => vec![frame],
    }));
    let places = table.places();
    assert_eq!(agree_all(&mut table, &places), Vec::new());
    table.wait(Duration::from_secs(5));
    assert!(table.former.iter().all(Vec::is_empty));
    // the next writer is heard
    table.bend = None;
    table.wait(Duration::from_secs(60));
    for seat in table.places() {
        assert_eq!(table.former[seat.index()].len(), 1, "{seat}");
    }
}
