//! Players stay, come back or come new to a table in the place of a match, each with the right clock.

use std::time::Duration;

use protocol::frame::{Access, Reply};
use protocol::judge::Verdict;
use protocol::lobby::{Comes, LobbyEvent};
use protocol::testing::{Seeded, Table, identity, offer, table};
use protocol::{Face, Seat, WhyGone};

use super::moved::{
    CLOCKED, EVE, Move, SEED, assert_nobody_convicted, at_seat_2, eve, full, judged, player_of,
    verdicts, with_eve, without,
};

#[test]
fn somebody_else_comes_to_the_seat_of_a_player_who_was_left_out() {
    for host in [0, 1, 3] {
        let (mut old, mut dice) = at_seat_2();
        without(&mut old, &[Seat(2)]);
        for _ in 0..2 {
            assert!(old.play_one(&mut dice));
        }
        let before = old.session(Seat(host)).manifest().expect("a match").clone();
        let position = old.session(Seat(host)).position().map(protocol::digest);
        let mut moved = Move::new(old, Seat(host));
        assert_eq!(moved.access(2), Access::Open);
        let rest: Vec<u8> = [0, 1, 3].into_iter().filter(|seat| *seat != host).collect();
        moved.come_all(&rest);
        moved.eve_comes();
        let game = moved.room.host.table().game();
        let comes = game.comes(Seat(2), identity(EVE, SEED).public());
        assert_eq!(comes, Some(Comes::For("Cid".to_owned())));
        moved.ready_all();
        let mut played = moved.begin();
        let new = played.manifest().clone();
        let start = new.start.clone().expect("a start");
        assert_eq!((start.sid, start.gone.len()), (before.sid(), 0));
        let was: Vec<_> = new.seats.iter().map(|entry| entry.was).collect();
        assert_eq!(was, (0..4).map(|seat| Some(Seat(seat))).collect::<Vec<_>>());
        assert_eq!(
            played.sessions[0].position().map(protocol::digest),
            position
        );
        played.play_out(&mut dice);
        let reports = judged(&moved.old, &[played.file()]);
        let expected = [Verdict::Claimed, Verdict::Continued, Verdict::Complete];
        assert_eq!(verdicts(&reports), expected, "{reports:?}");
        assert_nobody_convicted(&reports);
        let went = &reports[1].went_on[0];
        assert_eq!((went.signers.len(), went.without.len()), (3, 0));
        assert_eq!((went.came[0].seat, went.came[0].is_back), (Seat(2), false));
        let told = "Eve came to seat 3 in the place of Cid".to_owned();
        assert!(
            reports[2].remarks.contains(&told),
            "{:?}",
            reports[2].remarks
        );
    }
}

#[test]
fn who_was_left_out_comes_back_by_one_more_match_that_all_sign() {
    let (mut old, mut dice) = at_seat_2();
    without(&mut old, &[Seat(2)]);
    let mut moved = Move::new(old, Seat(0));
    moved.come_all(&[1, 3]);
    // the host is asked: the others had gone on without that player
    let guest = moved.come(player_of(2), None);
    assert_eq!(moved.room.guests[guest].table.seat_of(0), None);
    let key = identity(2, SEED).public();
    moved.room.hosting(|host| host.let_in(key)).expect("asks");
    moved.room.run();
    assert_eq!(moved.room.guests[guest].table.seat_of(0), Some(Seat(2)));
    let sent = moved.room.guests[guest].events.iter();
    assert!(
        sent.clone()
            .any(|event| matches!(event, LobbyEvent::Past(_)))
    );
    assert_eq!(moved.room.guests[guest].table.past_fits(), Some(true));
    moved.ready_all();
    let mut played = moved.begin();
    played.play_out(&mut dice);
    let reports = judged(&moved.old, &[played.file()]);
    let expected = [Verdict::Claimed, Verdict::Continued, Verdict::Complete];
    assert_eq!(verdicts(&reports), expected, "{reports:?}");
    assert!(reports[1].went_on[0].came[0].is_back);
    assert!(
        reports[2]
            .remarks
            .contains(&"Cid came back to seat 3".to_owned())
    );
}

#[test]
fn a_seat_is_opened_whose_player_does_not_come_and_the_old_match_stands_for_that_one() {
    let (mut old, mut dice) = at_seat_2();
    old.kill(Seat(2));
    let mut moved = Move::new(old, Seat(1));
    moved.come_all(&[0, 3]);
    assert_eq!(moved.access(2), Access::Kept);
    // nobody else has it before the host gives it away
    let guest = moved.come(eve(), Some(Seat(2)));
    let refused = moved.room.last_of(guest).cloned();
    let key = identity(EVE, SEED).public();
    let (who, reply) = (key, Reply::Kept(Seat(2)));
    assert_eq!(refused, Some(LobbyEvent::Reply { who, reply }));
    moved.room.hosting(|host| host.open(Seat(2))).expect("free");
    moved.room.run();
    moved
        .room
        .guest(guest, |table| table.sit(0, Some(Seat(2))))
        .expect("free");
    moved.room.run();
    moved.room.hosting(|host| host.let_in(key)).expect("asks");
    moved.room.run();
    moved.ready_all();
    let mut played = moved.begin();
    played.play_out(&mut dice);
    let reports = judged(&moved.old, &[played.file()]);
    assert_eq!(
        verdicts(&reports),
        [Verdict::Claimed, Verdict::Complete],
        "{reports:?}"
    );
    assert_eq!(
        (reports[0].seat, reports[0].kind),
        (Some(Seat(2)), Some("left-out"))
    );
    assert_eq!(reports[0].went_on[0].without, [(Seat(2), WhyGone::Silent)]);
    let told = "continued without Cid, who is said to be silent".to_owned();
    assert!(
        reports[1].remarks.contains(&told),
        "{:?}",
        reports[1].remarks
    );
}

#[test]
fn who_stays_has_the_clock_of_the_last_turn_and_who_comes_a_whole_one() {
    let mut clocked = offer("tourney-4", Some(24));
    clocked.terms = CLOCKED;
    let mut old = Table::<4>::under_way(table(&clocked, 4, SEED), &full(4), SEED);
    let mut dice = Seeded(4);
    for _ in 0..6 {
        old.pass(Duration::from_secs(20));
        assert!(old.play_one(&mut dice));
    }
    // some are here longer than others while seat 2 thinks
    old.pass(Duration::from_secs(100));
    let mut moved = with_eve(old, 0);
    moved.ready_all();
    let played = moved.begin();
    let start = played.manifest().start.clone().expect("a start");
    let left: Vec<u64> = start.times.iter().map(|time| time.left_ms).collect();
    assert_eq!(left[2], 600_000);
    for seat in [0, 1, 3] {
        assert!((540_000..=590_000).contains(&left[seat]), "{left:?}");
    }
    for (seat, face) in played.of(1).clocks(played.now) {
        let shown = match face {
            Face::Stands(left) => left,
            Face::Runs(until) => until - played.now.clock,
        };
        let left = Duration::from_millis(left[seat.index()]);
        assert_eq!(shown, left, "{seat}");
    }
}
