//! A table in the place of a match refuses players who lack turns, take a kept seat or have resigned, and matches that cannot go on.

use protocol::frame::{Access, Reply};
use protocol::lobby::{LobbyEvent, Player, TableError};
use protocol::testing::{Seeded, Table, identity, table, tiny, toy};
use protocol::{PlacesError, ProposeError, Seat, Session};

use super::moved::{
    EVE, Move, SEED, at_seat_2, full, held, mid_game, player_of, with_eve, without,
};

#[test]
fn who_lacks_turns_is_told_so_and_signs_nothing() {
    let (mut old, mut dice) = at_seat_2();
    let behind = old.disks[3].clone();
    for _ in 0..2 {
        assert!(old.play_one(&mut dice));
    }
    let table = held(old.session(Seat(0)), old.now);
    let mut moved = with_eve(old, 0);
    let standing = protocol::Standing::Own;
    let older = Session::resume(
        identity(3, SEED),
        &behind.public,
        &behind.private,
        standing,
        moved.old.now,
    );
    moved.old.sessions[3] = Some(older.expect("sound files"));
    let own = held(moved.old.session(Seat(3)), moved.old.now);
    assert!(own < table);
    let refused = Err(TableError::Places(PlacesError::Lacks { table, own }));
    assert_eq!(moved.ready(1), refused);
    let without_files = moved.room.guest(1, |table| table.ready(true));
    assert_eq!(without_files, Err(TableError::NoOlder("Dot".to_owned())));
    // files that may be older ones sign nothing here, whatever they hold
    let strange = Session::resume(
        identity(3, SEED),
        &moved.old.disks[3].public,
        &moved.old.disks[3].private,
        protocol::Standing::Strange,
        moved.old.now,
    );
    moved.old.sessions[3] = Some(strange.expect("sound files"));
    let refused = PlacesError::Match(ProposeError::OlderCopy);
    assert_eq!(moved.ready(1), Err(TableError::Places(refused)));
}

#[test]
fn nobody_sits_in_the_place_of_a_player_who_stays_or_under_that_name() {
    let (mut old, _) = at_seat_2();
    without(&mut old, &[Seat(2)]);
    let mut moved = Move::new(old, Seat(0));
    // a player of the match on another's seat
    let guest = moved.come(player_of(1), Some(Seat(2)));
    let (who, reply) = (identity(1, SEED).public(), Reply::OwnSeat(Seat(1)));
    assert_eq!(
        moved.room.last_of(guest),
        Some(&LobbyEvent::Reply { who, reply })
    );
    // somebody else under the name of the one who is gone, or of one who stays
    for name in ["Cid", "Dot"] {
        let guest = moved.come(Player::person(identity(EVE, SEED), name), None);
        let (who, reply) = (
            identity(EVE, SEED).public(),
            Reply::LooksLike(name.to_owned()),
        );
        assert_eq!(
            moved.room.last_of(guest),
            Some(&LobbyEvent::Reply { who, reply })
        );
        moved.room.cut(guest);
    }
    let refused = moved.room.hosting(|host| host.swap(Seat(0), Seat(2)));
    assert_eq!(refused, Err(TableError::SeatsStay));
    let refused = moved.room.hosting(|host| host.set_seats(5));
    assert_eq!(refused, Err(TableError::SeatsStay));
    let refused = moved.room.hosting(|host| host.set_offer(&tiny(2)));
    assert_eq!(refused, Err(TableError::SeatsStay));
    // nobody is left out at a table
    moved.room.hosting(|host| host.open(Seat(3))).expect("free");
    assert_eq!(moved.access(3), Access::Open);
    moved
        .room
        .hosting(|host| host.close_seat(Seat(3)))
        .expect("free");
    assert_eq!(moved.access(3), Access::Kept);
    // a computer of the host's machine may come as well, but to no seat that is kept
    let computer = || Player::computer(identity(8, SEED), "Computer", "hard");
    let refused = moved
        .room
        .hosting(|host| host.seat_player(Seat(3), computer()));
    let (seat, name) = (Seat(3), "Dot".to_owned());
    assert_eq!(refused, Err(TableError::Kept { seat, name }));
    let seated = moved
        .room
        .hosting(|host| host.seat_player(Seat(2), computer()));
    assert_eq!(seated, Ok(()));
}

#[test]
fn who_has_resigned_does_not_play_on_as_if_nothing_had_been() {
    let (mut old, _) = at_seat_2();
    old.with(Seat(3), |session, now| session.resign(now))
        .expect("alive")
        .expect("playing");
    old.run();
    let mut moved = with_eve(old, 0);
    let leaver = TableError::Places(PlacesError::Leaver("Dot".to_owned()));
    assert_eq!(moved.host_ready(), Err(leaver.clone()));
    assert_eq!(moved.ready(0), Err(leaver));
    let own = TableError::Places(PlacesError::Match(ProposeError::Resigned));
    assert_eq!(moved.ready(1), Err(own));
}

#[test]
fn nothing_that_is_being_opened_is_chosen_or_drawn_again() {
    let rounds = table(&toy(3), 3, SEED);
    let mut seen = [false; 2];
    for stop in 0..60 {
        let mut old = Table::<3>::under_way(rounds.clone(), &full(3), SEED);
        let mut dice = Seeded(3);
        // every frame counts: the match stops after that many
        let mut left = stop * 3;
        'played: while old.sessions.iter().flatten().all(|it| !it.is_closed()) {
            if let Some(seat) = old.to_decide() {
                old.decide_at(seat, &mut dice);
            }
            loop {
                let mut any = false;
                for place in old.places() {
                    if left == 0 {
                        break 'played;
                    }
                    if old.deliver(place) {
                        (any, left) = (true, left - 1);
                    }
                }
                if !any {
                    break;
                }
            }
            if old.to_decide().is_none() {
                break;
            }
        }
        for seat in old.places() {
            let session = old.session(seat);
            match session.offer_places(old.now) {
                Err(cause) => seen[0] |= cause == ProposeError::Opening,
                Ok(offered) => {
                    let start = offered.start.expect("a start");
                    // a round that is only sealed begins anew, and nothing is opened that it begins before
                    seen[1] |= start.after < start.at;
                    let file = session.match_file().expect("a match");
                    let (entries, _) = protocol::file::read_public(&file).expect("sound");
                    let mut opened = entries.iter().filter(|entry| {
                        matches!(entry, protocol::file::Entry::Record(record)
                            if record.step > start.after && record.kind == protocol::Kind::Reveal)
                    });
                    assert_eq!(opened.next(), None, "{seat} at {stop}");
                }
            }
        }
    }
    assert_eq!(seen, [true, true], "both were met");
}

#[test]
fn no_table_takes_the_place_of_a_match_that_has_a_result() {
    let (mut old, mut dice) = mid_game::<3>(table(&tiny(2), 3, SEED), Seat(0));
    old.play_out(&mut dice);
    let refused = old.session(Seat(0)).offer_places(old.now);
    assert_eq!(refused, Err(ProposeError::Over));
}
