//! From the first guest to the match, in every way in which people come to a table.

use protocol::frame::{Access, Decider, Reply};
use protocol::lobby::{Entrance, HostTable, LineEnd, LobbyEvent, Player};
use protocol::testing::{identity, offer, sections, tiny};
use protocol::{Offer, Seat};
use rules::{Rules, Side};

use super::room::{Room, player, secret};

#[test]
fn tables_of_three_to_eight_come_to_one_match() {
    for seats in 3..=8 {
        let mut room = Room::seated(seats);
        room.ready_all();
        room.begin().expect("all are ready");
        for guest in &room.guests {
            assert!(guest.is_begun, "{seats} seats: {:?}", guest.events);
        }
        let manifest = room.sessions[0].manifest().cloned().expect("signed");
        assert_eq!(manifest.seats.len(), usize::from(seats));
        // seats beyond the sides go round them
        let sides: Vec<u8> = manifest.seats.iter().map(|seat| seat.side).collect();
        let expected: Vec<u8> = (0..seats).map(|seat| seat % 2).collect();
        assert_eq!(sides, expected);
        room.play();
    }
}

#[test]
fn a_game_of_four_sides_in_two_teams_is_played_with_the_teams_of_the_rules() {
    let options = [("seats", "4"), ("teams", "on")];
    let offer = Offer {
        options: options
            .map(|(key, value)| (key.to_owned(), value.to_owned()))
            .to_vec(),
        ..offer("tourney", None)
    };
    let mut room = Room::of(&offer, 4, 3);
    room.host.open_to_all(true);
    room.sit_all();
    let teams = (0..4).map(|seat| room.host.table().team_of(Seat(seat)));
    assert_eq!(teams.collect::<Vec<_>>(), [0, 0, 2, 2].map(Some));
    room.ready_all();
    room.begin().expect("all are ready");
    room.play();
}

#[test]
fn a_game_whose_members_have_leaders_of_their_own_is_played_as_the_seats_share_the_sides() {
    for seats in [3, 4, 8] {
        let mut room = Room::of(&sections(2), seats, seats - 1);
        room.host.open_to_all(true);
        room.sit_all();
        room.ready_all();
        room.begin().expect("all are ready");
        let manifest = room.sessions[0].manifest().expect("signed");
        assert!(manifest.is_by_leaders());
        let first = room.sessions[0].position().expect("a match");
        let members = first.sides().iter().map(|side| first.members(side));
        let expected = [seats.div_ceil(2), seats / 2];
        assert_eq!(members.collect::<Vec<u8>>(), expected);
        room.play();
    }
}

#[test]
fn the_sides_go_round_from_the_hosts_on() {
    let offer = Offer {
        host_side: Side::new(1),
        ..tiny(2)
    };
    let room = Room::of(&offer, 3, 0);
    let sides: Vec<u8> = room.host.table().places().map(|(_, it)| it.side).collect();
    assert_eq!(sides, [1, 0, 1]);
}

#[test]
fn the_host_is_asked_once_and_lets_in_or_turns_away() {
    let mut room = Room::new(3, 2);
    let [ben, cid] = [0, 1].map(|guest| room.guests[guest].table.key());
    for guest in [0, 1] {
        room.connect(guest, Entrance::Table);
        room.guest(guest, |table| table.sit(0, None)).expect("room");
        room.run();
        let reply = Reply::Asked;
        let who = room.guests[guest].table.key();
        assert_eq!(
            room.last_of(guest),
            Some(&LobbyEvent::Reply { who, reply }),
            "the guest knows that the host is asked"
        );
    }
    assert_eq!(room.host.table().free(), (2, 3));
    let asked = |room: &Room| {
        let asked = room.events.iter();
        let asked = asked.filter(|event| matches!(event, LobbyEvent::Asked(_)));
        asked.count()
    };
    assert_eq!(asked(&room), 2);
    // asking again, and on another line, is no news
    room.guest(0, |table| table.sit(0, Some(Seat(2))))
        .expect("room");
    room.run();
    room.connect(1, Entrance::Table);
    room.run();
    assert_eq!(asked(&room), 2);
    let askers = room.host.askers();
    let names: Vec<&str> = askers.iter().map(|it| it.players[0].0.as_str()).collect();
    assert_eq!(names, ["Ben", "Cid"]);
    assert_eq!(askers[0].players[0].3, Some(Seat(2)));
    room.hosting(|host| host.let_in(ben)).expect("he asks");
    room.hosting(|host| host.turn_away(cid)).expect("he asks");
    room.run();
    assert_eq!(room.guests[0].table.seat_of(0), Some(Seat(2)));
    assert!(room.host.askers().is_empty());
    // whoever was turned away is told so, and not asked about again
    let reply = Reply::TurnedAway;
    assert!(!room.guests[1].events.is_empty());
    assert!(
        matches!(room.guests[1].ends.last(), Some(LineEnd::Bye(_, why)) if *why == reply.to_string())
    );
    room.connect(1, Entrance::Table);
    room.run();
    let out = Reply::TurnedOut.to_string();
    assert!(matches!(room.guests[1].ends.last(), Some(LineEnd::Bye(_, why)) if *why == out));
    assert_eq!(asked(&room), 2);
    // until the host changes its mind
    room.hosting(|host| host.forgive(cid));
    room.connect(1, Entrance::Table);
    room.guest(1, |table| table.sit(0, None)).expect("room");
    room.run();
    room.hosting(|host| host.let_in(cid))
        .expect("he asks again");
    room.run();
    assert_eq!(room.guests[1].table.seat_of(0), Some(Seat(1)));
}

#[test]
fn a_code_of_a_seat_leads_to_that_seat_and_nobody_is_asked() {
    let mut room = Room::new(4, 3);
    room.hosting(|host| host.give_code(Seat(2)))
        .expect("a seat");
    room.connect(0, Entrance::Seat(Seat(2)));
    room.guest(0, |table| table.sit(0, None)).expect("room");
    room.run();
    assert_eq!(room.guests[0].table.seat_of(0), Some(Seat(2)));
    // the player comes back by it, and nobody else
    room.connect(0, Entrance::Seat(Seat(2)));
    room.run();
    assert!(room.guests[0].line.is_some());
    room.connect(1, Entrance::Seat(Seat(2)));
    room.run();
    let used = Reply::CodeUsed(Seat(2)).to_string();
    assert!(matches!(room.guests[1].ends.last(), Some(LineEnd::Bye(_, why)) if *why == used));
    // wherever the host has moved that player
    room.hosting(|host| host.swap(Seat(2), Seat(1)))
        .expect("two seats");
    room.connect(0, Entrance::Seat(Seat(2)));
    room.run();
    assert_eq!(room.guests[0].table.seat_of(0), Some(Seat(1)));
}

#[test]
fn a_machine_brings_several_players_each_with_a_decider_of_its_own() {
    let mut room = Room::new(5, 0);
    room.hosting(|host| {
        host.seat_player(Seat(1), Player::computer(identity(20, 1), "Robot", "hard"))
    })
    .expect("a free seat");
    let brought = vec![
        player(1),
        Player::person(identity(21, 1), "Ben's sister"),
        Player::computer(identity(22, 1), "Ben's engine", "engine fish"),
    ];
    let guest = room.add(brought, secret(1));
    room.connect(guest, Entrance::Table);
    for (number, seat) in [(0, 4), (1, 2), (2, 3)] {
        room.guest(guest, |table| table.sit(number, Some(Seat(seat))))
            .expect("room");
    }
    room.run();
    let key = room.guests[guest].table.key();
    // three wishes, one question
    assert_eq!(
        room.events
            .iter()
            .filter(|it| matches!(it, LobbyEvent::Asked(_)))
            .count(),
        1
    );
    assert_eq!(room.host.askers()[0].players.len(), 3);
    room.hosting(|host| host.let_in(key)).expect("asked");
    room.run();
    let table = room.host.table();
    let deciders: Vec<Decider> = table.sitters().map(|(_, it)| it.decider.clone()).collect();
    let computer = |level: &str| Decider::Computer(level.to_owned());
    assert_eq!(
        deciders,
        [
            Decider::Person,
            computer("hard"),
            Decider::Person,
            computer("engine fish"),
            Decider::Person
        ]
    );
    room.ready_all();
    room.begin().expect("all are ready");
    // the one whose key the line has comes first
    let seats: Vec<Seat> = room.guests[guest]
        .sessions
        .iter()
        .map(|it| it.seat())
        .collect();
    assert_eq!(seats, [Seat(4), Seat(2), Seat(3)]);
    let host: Vec<Seat> = room.sessions.iter().map(|it| it.seat()).collect();
    assert_eq!(host, [Seat(0), Seat(1)]);
}

#[test]
fn whoever_has_the_code_of_an_open_table_gets_one_seat_and_the_host_is_asked_for_more() {
    let mut room = Room::new(4, 0);
    room.host.open_to_all(true);
    let guest = room.add(vec![player(1), player(2)], secret(1));
    room.connect(guest, Entrance::Table);
    for number in [0, 1] {
        room.guest(guest, |table| table.sit(number, None))
            .expect("room");
    }
    room.run();
    assert!(room.guests[guest].table.seat_of(0).is_some());
    assert!(room.guests[guest].table.seat_of(1).is_none());
    assert_eq!(room.host.askers()[0].players[0].0, "Cid");
}

#[test]
fn a_closed_seat_is_left_out_and_the_seats_after_it_move_up() {
    let mut room = Room::new(4, 2);
    room.hosting(|host| host.close_seat(Seat(1)))
        .expect("three are left");
    room.host.open_to_all(true);
    room.sit_all();
    let table = room.host.table();
    assert_eq!(
        table.place(Seat(1)).map(|it| it.access),
        Some(Access::Closed)
    );
    let numbers: Vec<Option<Seat>> = (0..4).map(|seat| table.in_match(Seat(seat))).collect();
    assert_eq!(numbers, [Some(Seat(0)), None, Some(Seat(1)), Some(Seat(2))]);
    room.ready_all();
    room.begin().expect("all are ready");
    assert_eq!(room.guests[1].sessions[0].seat(), Seat(2));
    room.play();
}

#[test]
fn everything_can_be_changed_until_the_match_begins_and_is_shown_to_all() {
    let mut room = Room::seated(4);
    room.hosting(|host| host.set_seats(6)).expect("two more");
    room.hosting(|host| host.set_seats(4))
        .expect("nobody sits there");
    room.hosting(|host| host.set_offer(&tiny(9)))
        .expect("a game");
    room.hosting(|host| host.swap(Seat(1), Seat(3)))
        .expect("two seats");
    room.hosting(|host| host.rename(0, "Anna")).expect("a name");
    room.guest(0, |table| table.rename(0, "Benno"))
        .expect("a name");
    room.run();
    for guest in &room.guests {
        assert_eq!(guest.table.table(), Some(room.host.table()));
    }
    let table = room.host.table();
    let names: Vec<&str> = table.sitters().map(|(_, it)| it.name.as_str()).collect();
    assert_eq!(names, ["Anna", "Dot", "Cid", "Benno"]);
    assert_eq!(table.game().terms().max_turns, Some(9));
    room.ready_all();
    room.begin().expect("all are ready");
    room.play();
}

#[test]
fn words_at_the_table_reach_everybody_who_sits_there_and_nobody_else() {
    let mut room = Room::new(4, 3);
    room.host.open_to_all(true);
    for guest in [0, 1] {
        room.connect(guest, Entrance::Table);
        room.guest(guest, |table| table.sit(0, None)).expect("room");
    }
    room.connect(2, Entrance::Table);
    room.run();
    room.guest(0, |table| table.chat("hello\u{202e}\u{1b}[2J"));
    room.guest(2, |table| table.chat("let me in"));
    room.run();
    room.hosting(|host| host.chat("good evening"));
    room.run();
    let said = |events: &[LobbyEvent]| -> Vec<(String, String)> {
        let words = events.iter().filter_map(|event| match event {
            LobbyEvent::Said { name, text, .. } => Some((name.clone(), text.clone())),
            _ => None,
        });
        words.collect()
    };
    let [hello, evening] = [("Ben", "hello[2J"), ("Ann", "good evening")]
        .map(|(name, text)| (name.to_owned(), text.to_owned()));
    assert_eq!(said(&room.events), std::slice::from_ref(&hello));
    assert_eq!(said(&room.guests[0].events), std::slice::from_ref(&evening));
    assert_eq!(said(&room.guests[1].events), [hello, evening]);
    assert!(said(&room.guests[2].events).is_empty());
    // a burst is cut off, and costs nobody the line
    for _ in 0..20 {
        room.guest(0, |table| table.chat("again"));
    }
    room.run();
    assert_eq!(said(&room.guests[1].events).len(), 2 + 4);
    assert!(room.guests[0].line.is_some());
}

#[test]
fn the_host_with_computers_alone_begins_without_a_guest() {
    let players = (0..3).map(|number| match number {
        0 => player(0),
        _ => Player::computer(identity(number, 1), &format!("Robot {number}"), "easy"),
    });
    let mut host = HostTable::new(players.collect(), &tiny(2), 3, secret(0)).expect("a table");
    host.ready(true).expect("a whole table");
    host.begin(protocol::Now::default()).expect("ready");
    let begin = std::iter::from_fn(|| host.poll_output()).find_map(|output| match output {
        protocol::lobby::LobbyOutput::Event(LobbyEvent::Begin(begin)) => Some(begin),
        _ => None,
    });
    assert_eq!(begin.expect("it begins").seats.len(), 3);
    assert_eq!(host.begun(), Ok(Vec::new()));
}
