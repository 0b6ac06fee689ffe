//! A host, or several players in league, lie about where the table begins: nobody honest signs, or the judge finds it.

use protocol::frame::{Frame, TableFrame};
use protocol::judge::Verdict;
use protocol::lobby::{Player, TableError};
use protocol::manifest::ClaimEffect;
use protocol::testing::{Table, identity, offer, table};
use protocol::{Genesis, Identity, Manifest, PlacesError, Seat};

use super::moved::{
    CLOCKED, EVE, Move, SEED, at_seat_2, eve, full, held, judged, mid_game, verdicts, with_eve,
};

#[test]
fn a_host_that_goes_back_before_a_turn_finds_nobody_ready() {
    let (mut old, mut dice) = at_seat_2();
    let early = old
        .session(Seat(0))
        .offer_places(old.now)
        .expect("under way");
    // seat 2 and seat 3 move
    for _ in 0..2 {
        assert!(old.play_one(&mut dice));
    }
    old.disconnect();
    let own = held(old.session(Seat(1)), old.now);
    let table = early.start.as_ref().expect("a start").at;
    let mut moved = Move::with(old, Seat(0), early);
    moved.come_all(&[1, 3]);
    moved.room.hosting(|host| host.open(Seat(2))).expect("free");
    moved.eve_comes();
    for guest in 0..2 {
        let refused = Err(TableError::Places(PlacesError::Undoes { table, own }));
        assert_eq!(moved.ready(guest), refused);
    }
}

#[test]
fn a_beginning_that_differs_in_anything_finds_nobody_ready() {
    type Change = fn(&mut Manifest);
    let changes: [(Change, &str); 8] = [
        (|_| {}, "nothing"),
        (
            |it| it.start.as_mut().expect("a start").times[3].left_ms += 1,
            "a clock",
        ),
        (|it| it.max_turns = Some(20), "the limit"),
        (|it| it.policies.takeback ^= true, "takeback"),
        (
            |it| it.terms.claim = ClaimEffect::Nothing,
            "the effect of a claim",
        ),
        (
            |it| it.start.as_mut().expect("a start").root[0] ^= 1,
            "the root",
        ),
        (
            |it| it.start.as_mut().expect("a start").sid[0] ^= 1,
            "the match",
        ),
        (
            |it| it.start.as_mut().expect("a start").written_ms += 3 * 24 * 60 * 60 * 1000,
            "the date",
        ),
    ];
    for (change, what) in changes {
        let mut clocked = offer("tourney-4", Some(24));
        clocked.terms = CLOCKED;
        let (mut old, _) = mid_game::<4>(table(&clocked, 4, SEED), Seat(2));
        old.disconnect();
        let mut beginning = old
            .session(Seat(0))
            .offer_places(old.now)
            .expect("under way");
        change(&mut beginning);
        let mut moved = Move::with(old, Seat(0), beginning);
        moved.come_all(&[1, 3]);
        moved.room.hosting(|host| host.open(Seat(2))).expect("free");
        moved.eve_comes();
        let said = moved.ready(0);
        match what {
            "nothing" => assert_eq!(said, Ok(())),
            _ => assert!(
                matches!(said, Err(TableError::Places(_) | TableError::FalsePast)),
                "{what}: {said:?}"
            ),
        }
    }
}

#[test]
fn a_host_that_hides_in_whose_place_somebody_comes_finds_nobody_ready() {
    for renamed in [false, true] {
        let (mut old, _) = at_seat_2();
        old.kill(Seat(2));
        old.disconnect();
        let mut beginning = old
            .session(Seat(0))
            .offer_places(old.now)
            .expect("under way");
        // Eve, or somebody called Eve, had the seat all along
        beginning.seats[2].name = "Eve".to_owned();
        if !renamed {
            beginning.seats[2].identity = identity(EVE, SEED).public();
        }
        let mut moved = Move::with(old, Seat(0), beginning);
        moved.come_all(&[1, 3]);
        if renamed {
            moved.room.hosting(|host| host.open(Seat(2))).expect("free");
            let guest = moved.come(Player::person(identity(EVE, SEED), "Fay"), None);
            let key = moved.room.guests[guest].table.key();
            moved.room.hosting(|host| host.let_in(key)).expect("asks");
            moved.room.run();
        } else {
            moved.come(eve(), None);
        }
        assert_eq!(moved.room.host.table().free().0, 0);
        let hidden = TableError::Places(PlacesError::Differs("who had which seat"));
        for guest in 0..2 {
            // by the file that the host has sent already
            assert_eq!(moved.ready(guest), Err(TableError::FalsePast));
        }
        assert_eq!(moved.ready(2), Err(TableError::FalsePast));
        assert_eq!(moved.host_ready(), Err(hidden));
    }
}

#[test]
fn the_file_that_is_sent_must_hold_the_beginning_and_no_other_is_shown_under_it() {
    let (old, _) = at_seat_2();
    let other = Table::<4>::under_way(table(&offer("tourney-4", Some(24)), 4, 2), &full(4), 2);
    let mut moved = with_eve(old, 0);
    assert_eq!(moved.room.guests[2].table.past_fits(), Some(true));
    // another beginning, once the file has come
    let mut false_one = moved.room.host.table().game().terms().clone();
    false_one.start.as_mut().expect("a start").at += 1;
    let bytes = TableFrame::Game(false_one.to_bytes()).to_bytes();
    let (line, now) = (moved.room.guests[2].line.expect("up"), moved.room.now);
    moved.room.guests[2]
        .table
        .handle_frame(now, line, &bytes)
        .expect("a game");
    assert_eq!(moved.room.guests[2].table.past_fits(), Some(false));
    assert_eq!(moved.ready(2), Err(TableError::FalsePast));
    // more than was announced, or twice
    let past = other.session(Seat(0)).match_file().expect("a match");
    for part in protocol::frame::Past::parts(&past) {
        let bytes = TableFrame::Match(Frame::Past(part)).to_bytes();
        let guest = &mut moved.room.guests[1];
        let line = guest.line.expect("up");
        let told = guest.table.handle_frame(now, line, &bytes);
        assert!(told.is_err(), "once is enough");
    }
}

#[test]
fn a_team_that_replaces_its_only_opponent_has_only_a_claim() {
    let (mut old, mut dice) =
        mid_game::<3>(table(&offer("clash-of-arms", Some(8)), 3, SEED), Seat(1));
    old.kill(Seat(1));
    let manifest = old.session(Seat(0)).manifest().expect("a match");
    assert_eq!(manifest.team_of(Seat(0)), manifest.team_of(Seat(2)));
    let mut moved = Move::new(old, Seat(0));
    moved.come_all(&[2]);
    moved.room.hosting(|host| host.open(Seat(1))).expect("free");
    moved.eve_comes();
    moved.ready_all();
    let mut played = moved.begin();
    // their friend resigns at once
    let at = played
        .sessions
        .iter()
        .position(|it| it.seat() == Seat(1))
        .expect("plays");
    let now = played.now;
    played.sessions[at].resign(now).expect("plays");
    played.run();
    let reports = judged(&moved.old, &[played.file()]);
    assert_eq!(
        verdicts(&reports),
        [Verdict::Claimed, Verdict::Claimed],
        "{reports:?}"
    );
    while played.play_one(&mut dice) {}
    let reports = judged(&moved.old, &[played.file()]);
    assert_eq!(reports[1].verdict, Verdict::Claimed, "{reports:?}");
}

#[test]
fn a_match_from_before_what_all_who_signed_it_have_built_upon_counts_for_nothing() {
    let (mut old, mut dice) = at_seat_2();
    let mut early = old
        .session(Seat(0))
        .offer_places(old.now)
        .expect("under way");
    for _ in 0..3 {
        assert!(old.play_one(&mut dice));
    }
    // the three collude; seat 2, which has built as far, is replaced
    let keys: Vec<Identity> = (0..4)
        .map(|seat| Identity::from_seed([90 + seat; 32]))
        .collect();
    let people: Vec<Identity> = [0, 1, EVE, 3].map(|seat| identity(seat, SEED)).into();
    for (entry, (person, key)) in early.seats.iter_mut().zip(people.iter().zip(&keys)) {
        (entry.identity, entry.key) = (person.public(), key.public());
    }
    early.seats[2].name = "Eve".to_owned();
    let sid = early.sid();
    let mut file = protocol::file::PUBLIC_HEADER.to_vec();
    file.extend(protocol::file::Entry::Manifest(Box::new(early)).to_bytes());
    for (seat, (person, key)) in (0..).map(Seat).zip(people.iter().zip(&keys)) {
        let genesis = Genesis::sign(seat, &sid, person, key);
        file.extend(protocol::file::Entry::Genesis(genesis).to_bytes());
    }
    // also if seat 2 has signed nothing since, which a base is not measured by
    let reports = judged(&old, &[file]);
    assert_eq!(
        verdicts(&reports),
        [Verdict::Open, Verdict::Inconsistent],
        "{reports:?}"
    );
}
