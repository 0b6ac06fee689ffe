//! The fate of a side whose players leave is the one that the lobby agreed on, at whatever moment they leave.

use protocol::judge::begins_in;
use protocol::manifest::DropPolicy;
use protocol::testing::{Seeded, table, teams};
use protocol::{LEFT, Offer};
use rules::{Outcome, Rules, Side, ToAct};

use super::going_on::*;
use super::*;

const POLICIES: [DropPolicy; 3] = [
    DropPolicy::StandStill,
    DropPolicy::TeamMate,
    DropPolicy::Remove,
];

/// A game of each family. In those of two sides seats 0, 2 and 3 share the first, and seat 1 has the other.
fn manifest_of(key: &str, drop: DropPolicy) -> Manifest {
    let offer = Offer {
        drop: Some(drop),
        ..offer(key, Some(16))
    };
    if key == "tourney-4" {
        return table(&offer, 4, SEED);
    }
    let sides: Vec<Side> = offer.sides().expect("a sound offer").iter().collect();
    let seats = [sides[0], sides[1], sides[0], sides[0]];
    teams(&offer, &seats, |side| side.code(), SEED)
}

/// Seat 1 is gone after the given number of decisions, and the others go on without it as soon as they need it; the position with which
/// they should. None if the match was over before.
fn left_after(key: &str, drop: DropPolicy, decisions: usize) -> Option<(Table<4>, Vec<u8>)> {
    let what = format!("{key} {drop:?} after {decisions}");
    let mut table = Table::<4>::under_way(manifest_of(key, drop), &full(4), SEED);
    let mut dice = Seeded(5);
    for _ in 0..decisions {
        if !table.play_one(&mut dice) {
            return None;
        }
    }
    table.kill(Seat(1));
    table.run();
    table.play_out(&mut dice);
    let session = table.session(Seat(0));
    if session.outcome().is_some() {
        return None;
    }
    let mut position = session.position()?.clone();
    let side = session.side_of(Seat(1))?;
    // a set-up that nobody of the side can open is removed in any case
    let is_removed = drop == DropPolicy::Remove || matches!(position.to_act(), ToAct::Secretly(_));
    if is_removed {
        let _events = position.remove(side);
    }
    let expected = position.to_whole().expect("small");
    table.wait(MINUTES);
    go_on(&mut table, &[Seat(1)], &what);
    Some((table, expected))
}

#[test]
fn row_59_the_fate_of_a_side_is_the_agreed_one_at_each_step_everywhere_and_the_judge_finds_it() {
    let mut seen = 0;
    for key in ["clash-of-arms", "wargame-small", "tourney-4"] {
        for drop in POLICIES {
            for decisions in sample((0..16).collect(), 8, 4) {
                let what = format!("{key} {drop:?} after {decisions}");
                let Some((mut table, expected)) = left_after(key, drop, decisions) else {
                    continue;
                };
                seen += 1;
                assert_went_on(&table, &[Seat(1)], &what);
                for seat in but(&table, &[Seat(1)]) {
                    let session = table.session(seat);
                    let start = session.manifest().and_then(|it| it.start.clone());
                    let start = start.expect("a try");
                    assert!(start.position == expected, "{what}: {seat}");
                    // any other fate is no beginning of this match
                    let old = &table.former[seat.index()][0].0.public;
                    assert_eq!(begins_in(old, &start), Some(true), "{what}");
                    let mut other = start.clone();
                    let last = other.position.len() - 1;
                    other.position[last] ^= 1;
                    assert_eq!(begins_in(old, &other), Some(false), "{what}");
                }
                table.play_out(&mut Seeded(9));
                let rest = but(&table, &[Seat(1)]);
                assert_same(&table, &rest, &what);
                for seat in &rest {
                    let session = table.session(*seat);
                    let waiting = session.waiting();
                    assert!(session.is_closed(), "{what}: {session:?} {waiting:?}");
                }
                let reports = judged_line(&table);
                // of two teams one is left, and what it says of the other is its claim
                let is_lone = key != "tourney-4";
                let found = reports[1].verdict;
                assert_eq!(reports[0].verdict, Verdict::Claimed, "{what}");
                assert_eq!(found == Verdict::Claimed, is_lone, "{what}");
                assert_eq!(found == Verdict::Complete, !is_lone, "{what}");
                assert_unhurt(&table, &[], &what);
            }
        }
    }
    assert!(seen > deep(5, 12, 12), "{seen}");
}

#[test]
fn a_fate_that_is_not_the_agreed_one_is_signed_by_nobody_and_stands_in_no_file() {
    let (table, removed) = left_after("tourney-4", DropPolicy::Remove, 6).expect("in mid-game");
    let (other, still) = left_after("tourney-4", DropPolicy::StandStill, 6).expect("in mid-game");
    assert_ne!(removed, still);
    for (table, wrong) in [(&table, &still), (&other, &removed)] {
        let old = &table.former[0][0].0.public;
        let start = table.session(Seat(0)).manifest();
        let mut start = start.and_then(|it| it.start.clone()).expect("a try");
        start.position.clone_from(wrong);
        assert_eq!(begins_in(old, &start), Some(false));
    }
}

#[test]
fn nobody_is_left_of_the_other_team_and_the_team_that_stays_has_won_under_each_fate() {
    for drop in POLICIES {
        let (table, _) = left_after("clash-of-arms", drop, 6).expect("in mid-game");
        let session = table.session(Seat(0));
        let outcome = session.outcome().expect("a team alone");
        let own = session.side_of(Seat(0)).expect("seated");
        assert!(matches!(outcome, Outcome::Won(sides, _) if sides.contains(own)));
        // a side that is removed has lost by the rules
        let is_left = outcome.word() == LEFT;
        assert_eq!(is_left, drop != DropPolicy::Remove, "{outcome:?}");
    }
}

#[test]
fn a_side_with_a_player_left_is_played_by_its_members_under_each_fate() {
    for drop in POLICIES {
        let what = format!("{drop:?}");
        let manifest = manifest_of("wargame-small", drop);
        let mut table = Table::<4>::under_way(manifest, &full(4), SEED);
        let mut dice = Seeded(5);
        for _ in 0..4 {
            assert!(table.play_one(&mut dice));
        }
        let resigned = table.with(Seat(2), |session, now| session.resign(now));
        assert_eq!(resigned, Some(Ok(())));
        table.run();
        go_on(&mut table, &[Seat(2)], &what);
        let mut moved = BTreeSet::new();
        while let Some(seat) = table.to_decide() {
            moved.insert(seat);
            assert!(table.play_one(&mut dice));
        }
        assert_eq!(moved, [Seat(0), Seat(1), Seat(3)].into(), "{what}");
        assert_eq!(judged_line(&table)[1].verdict, Verdict::Complete, "{what}");
    }
}
