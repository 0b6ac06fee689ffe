//! Clocks and claims of more than two: the measure of others is that of their teams' medians, an unreached seat stops its
//! own clock, and whoever loses by a claim is left out.

use std::time::Duration;

use protocol::frame::Frame;
use protocol::judge::{Verdict, judge};
use protocol::manifest::{ClaimEffect, Pace, Terms};
use protocol::note::Statement;
use protocol::testing::{Puppet, Puppets, Seeded, Table, offer, table};
use protocol::{CALLED_OFF, Face, Kind, Manifest, ON_TIME, ProposeError, Seat, Waiting};

use super::*;

const BANK_MS: u64 = 60_000;

fn timed(key: &str, seats: u8, claim: ClaimEffect) -> Manifest {
    let mut offer = offer(key, Some(12));
    offer.terms = Terms {
        pace: Pace::Bank {
            bank_ms: BANK_MS,
            increment_ms: 0,
        },
        claim,
    };
    table(&offer, seats, SEED)
}

/// The bank of seat 0 at the end of a game in whose confirmations those seats say that it took an hour more each time.
fn charged_by(manifest: Manifest, liars: &[Seat]) -> (u64, usize) {
    let mut table = Puppets::new(manifest.clone(), SEED);
    let mut dice = Seeded(5);
    for _ in 0..12 {
        if table.is_closed() {
            break;
        }
        for seat in table.awaited() {
            let record = table.honest(seat, &mut dice);
            let is_lie = record.kind == Kind::Confirm && liars.contains(&seat);
            let record = match is_lie {
                false => record,
                true => {
                    let mut over_ms = vec![0; manifest.seats.len()];
                    over_ms[0] = 3_600_000;
                    let puppet = &table.seats[seat.index()];
                    puppet.record(Kind::Confirm, puppet.confirm(&over_ms))
                }
            };
            table.take(&record);
        }
    }
    let report = judge(&[&table.file(&[])]);
    assert_ne!(report.verdict, Verdict::Proved, "{}", report.why);
    let said = report
        .unknown
        .iter()
        .filter(|what| what.contains("who is right about the time"));
    (report.clocks[0].1, said.count())
}

#[test]
fn row_55_false_measures_of_one_team_of_three_charge_nobody() {
    let four = || timed("tourney-4", 4, ClaimEffect::Nothing);
    let (clean, _) = charged_by(four(), &[]);
    assert!(clean > BANK_MS / 2);
    for liar in [Seat(1), Seat(2), Seat(3)] {
        assert_eq!(charged_by(four(), &[liar]), (clean, 0), "{liar}");
    }
    // two of three teams are most of them: the account is told
    let (left, told) = charged_by(four(), &[Seat(1), Seat(3)]);
    assert_eq!(left, 0);
    assert!(told > 0);
    // of a team of two one alone moves nothing, and a mate of the accused nothing either
    let two = || timed("clash-of-arms", 4, ClaimEffect::Nothing);
    let (clean, _) = charged_by(two(), &[]);
    assert_eq!(charged_by(two(), &[Seat(1)]), (clean, 0));
    assert_eq!(charged_by(two(), &[Seat(2)]), (clean, 0));
    let (left, told) = charged_by(two(), &[Seat(1), Seat(3)]);
    assert!(
        left == 0 && told > 0,
        "with two teams it is the other's word, and told"
    );
}

fn left_ms<const N: usize>(table: &Table<N>, eyes: Seat, of: Seat) -> u128 {
    let faces = table.session(eyes).clocks(table.now);
    let (_, face) = faces
        .into_iter()
        .find(|(seat, _)| *seat == of)
        .expect("a clock");
    match face {
        Face::Stands(left) => left.as_millis(),
        Face::Runs(until) => until.saturating_sub(table.now.clock).as_millis(),
    }
}

/// A timed match of four sides, seat 2 to move.
fn at_seat_2(claim: ClaimEffect) -> Table<4> {
    let mut table = Table::<4>::under_way(timed("tourney-4", 4, claim), &star(0, 4), SEED);
    let mut dice = Seeded(4);
    while table.to_decide() != Some(Seat(2)) {
        assert!(table.play_one(&mut dice));
    }
    table
}

#[test]
fn an_unreached_seat_stops_its_own_clock_and_nobody_elses() {
    let mut table = at_seat_2(ClaimEffect::Nothing);
    let before = left_ms(&table, Seat(1), Seat(2));
    table.wait(Duration::from_secs(5));
    let here = left_ms(&table, Seat(1), Seat(2));
    assert!(before - here >= 5_000, "it thinks: {before} {here}");
    // seat 3 is cut off: seat 2 thinks on
    table.cut(Seat(0), Seat(3));
    table.wait(Duration::from_secs(5));
    let there = left_ms(&table, Seat(1), Seat(2));
    assert!(here - there >= 5_000, "{here} {there}");
    // seat 2 itself is: its clock stands for two minutes, by everybody's measure, also of those behind a bridge
    table.cut(Seat(0), Seat(2));
    table.wait(Duration::from_secs(80));
    let (near, far) = (
        left_ms(&table, Seat(0), Seat(2)),
        left_ms(&table, Seat(1), Seat(2)),
    );
    assert!(there - near < 1_000, "{there} {near}");
    table.wait(Duration::from_secs(10));
    assert_eq!(left_ms(&table, Seat(0), Seat(2)), near);
    assert_eq!(left_ms(&table, Seat(1), Seat(2)), far);
}

#[test]
fn who_loses_by_a_claim_is_left_out_and_the_others_play_on() {
    let mut table = at_seat_2(ClaimEffect::Loss);
    let early = table.with(Seat(0), |session, now| session.claim(now));
    assert_eq!(early, Some(Err(ProposeError::NotLate)));
    table.wait(Duration::from_secs(75));
    let refused = table.agree_without(Seat(0), &[Seat(2)]);
    assert_eq!(refused, Err(ProposeError::PlaysOn), "nobody has claimed");
    // several may stand
    for seat in [Seat(0), Seat(1), Seat(3)] {
        assert!(table.session(seat).may_claim(table.now), "{seat}");
        let claimed = table.with(seat, |session, now| session.claim(now));
        assert_eq!(claimed, Some(Ok(())), "{seat}");
        table.run();
        let again = table.with(seat, |session, now| session.claim(now));
        assert_eq!(again, Some(Err(ProposeError::Claimed)), "{seat}");
    }
    assert_eq!(table.session(Seat(1)).standing_claims().len(), 3);
    // more than two teams: the match has no result by it
    assert_eq!(table.session(Seat(0)).outcome(), None);
    for seat in [Seat(0), Seat(1), Seat(3)] {
        table.agree_without(seat, &[Seat(2)]).expect("claimed");
    }
    table.run();
    for seat in [Seat(0), Seat(1), Seat(3)] {
        let gone = table.session(seat).gone();
        assert_eq!(gone.len(), 1, "{seat}");
        // the clocks carry over
        assert!(left_ms(&table, seat, seat) <= u128::from(BANK_MS));
    }
    table.play_out(&mut Seeded(4));
    assert!(table.session(Seat(1)).is_closed());
}

#[test]
fn the_last_seat_of_one_of_two_teams_loses_the_game_by_a_claim() {
    let manifest = timed("clash-of-arms", 3, ClaimEffect::Loss);
    let mut table = Table::<3>::under_way(manifest, &full(3), SEED);
    let mut dice = Seeded(4);
    // seat 1 alone has its side
    while table.to_decide() != Some(Seat(1)) {
        assert!(table.play_one(&mut dice));
    }
    table.wait(Duration::from_secs(75));
    let claimed = table.with(Seat(0), |session, now| session.claim(now));
    assert_eq!(claimed, Some(Ok(())));
    table.run();
    table.wait(Duration::from_secs(2));
    for seat in table.places() {
        let session = table.session(seat);
        let outcome = session.outcome().map(|outcome| outcome.word());
        assert_eq!(outcome, Some(ON_TIME), "{seat}");
        assert_eq!(session.waiting(), Waiting::Nobody, "{seat}");
    }
    assert_eq!(judged(&table).verdict, Verdict::Claimed);
}

#[test]
fn a_match_is_called_off_once_a_seat_of_every_other_team_has_claimed() {
    let mut table = at_seat_2(ClaimEffect::Abort);
    table.wait(Duration::from_secs(75));
    for (seat, is_over) in [(Seat(0), false), (Seat(1), false), (Seat(3), true)] {
        let claimed = table.with(seat, |session, now| session.claim(now));
        assert_eq!(claimed, Some(Ok(())), "{seat}");
        table.run();
        let outcome = table
            .session(Seat(0))
            .outcome()
            .map(|outcome| outcome.word());
        assert_eq!(outcome, is_over.then_some(CALLED_OFF), "{seat}");
    }
    assert_eq!(judged(&table).verdict, Verdict::Claimed);
}

#[test]
fn row_81_a_claim_in_the_first_second_gives_nobody_a_reason_to_leave_the_seat_out() {
    let mut table = at_seat_2(ClaimEffect::Loss);
    // seat 0 owes nothing, and claims while seat 2 has nearly all of its minute
    let puppet = Puppet::among(Seat(0), &table);
    let claim = puppet.note(Statement::Claim {
        against: Seat(2),
        step: puppet.step(),
    });
    let claim = Frame::Note(claim).to_bytes();
    for seat in [Seat(1), Seat(2), Seat(3)] {
        let _taken = table.speak(Seat(0), seat, &claim);
    }
    table.run();
    table.wait(Duration::from_secs(2));
    for seat in [Seat(1), Seat(3)] {
        let session = table.session(seat);
        assert_eq!(session.standing_claims().len(), 1, "{seat}: it is here");
        let refused = session.may_go_on_without(table.now, Seat(2));
        assert_eq!(refused, Err(ProposeError::PlaysOn), "{seat}");
    }
    // once the clocks of the others agree it is a reason
    table.wait(Duration::from_secs(90));
    for seat in [Seat(1), Seat(3)] {
        let session = table.session(seat);
        assert_eq!(
            session.may_go_on_without(table.now, Seat(2)),
            Ok(()),
            "{seat}"
        );
    }
}
