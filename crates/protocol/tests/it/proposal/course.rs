//! How a table goes: sitting, agreeing, beginning, and what interrupts it.

use std::collections::BTreeSet;
use std::time::Duration;

use protocol::frame::{Access, Reply};
use protocol::proposal::{
    Archived, Begun, Body, Envelope, Kept, Player, SIGNED_WITHIN, Stance, Table, TableEvent, Want,
    WishError,
};
use protocol::testing::tiny;
use protocol::{LineId, Seat};

use super::room::{Room, all, ident, key, person, secret, start};

#[test]
fn two_players_are_at_the_board_two_one_way_trips_after_the_last_click() {
    let mut room = Room::star(2);
    room.agree(0);
    room.carry();
    assert!(room.tables[1].begun().is_none());
    room.agree(1);
    room.trip();
    assert!(room.tables[0].begun().is_some(), "one trip to the host");
    room.trip();
    assert!(room.all_begun(), "and one back");
}

#[test]
fn the_host_of_two_may_click_last_and_it_takes_two_trips_as_well() {
    let mut room = Room::star(2);
    room.agree(1);
    room.carry();
    assert!(!room.has_signed(1), "the first one to agree does not sign");
    room.agree(0);
    room.trip();
    assert!(room.tables[1].begun().is_some());
    room.trip();
    assert!(room.all_begun());
}

/// The host of two, who agrees with anyone who comes by the code of seat 2.
fn by_code() -> Room {
    let nobody = BTreeSet::new();
    let mut room = Room::hosting(2, &nobody);
    let now = room.now;
    let host = &mut room.tables[0];
    host.give_code(now, Seat(1), [3; 10]).expect("a seat");
    host.agree(now).expect("in advance");
    room.add(vec![person(1)], &nobody);
    room.add(vec![person(2)], &nobody);
    room.carry();
    room
}

#[test]
fn a_friend_by_code_is_at_the_board_two_trips_after_one_click() {
    let mut room = by_code();
    room.link(0, 1);
    let now = room.now;
    let seat = room.tables[0].came_by_code(now, key(1), &[3; 10]);
    assert_eq!(seat, Ok(Some(Seat(1))));
    room.trip();
    assert!(room.tables[1].game().is_some(), "the offer comes unasked");
    room.tables[1].sit(now, 0, Some(Seat(1))).expect("free");
    room.agree(1);
    room.trip();
    assert!(room.tables[0].begun().is_some());
    room.trip();
    assert_eq!(room.begun()[0], room.begun()[1]);
}

#[test]
fn a_code_is_used_up_by_one_guest() {
    let mut room = by_code();
    let now = room.now;
    for machine in [1, 2] {
        room.link(0, machine);
        let seat = room.tables[0].came_by_code(now, key(machine), &[3; 10]);
        assert_eq!(seat, Ok(Some(Seat(1))));
        room.carry();
    }
    room.tables[1].sit(now, 0, Some(Seat(1))).expect("open");
    room.carry();
    room.tables[2].sit(now, 0, Some(Seat(1))).expect("said");
    room.carry();
    let who = key(2);
    let reply = Reply::CodeUsed(Seat(1));
    assert!(room.has(2, &TableEvent::Reply { who, reply }));
    let late = room.tables[0].came_by_code(now, key(2), &[3; 10]);
    assert_eq!(late, Ok(None), "the code is gone");
}

#[test]
fn a_larger_table_agrees_then_the_host_begins_and_signs_last() {
    let mut room = Room::star(4);
    for machine in 0..4 {
        room.agree(machine);
        room.carry();
    }
    assert!((0..4).all(|machine| !room.has_signed(machine)));
    let now = room.now;
    room.tables[0].begin(now).expect("all are ready");
    room.trip();
    assert!((1..4).all(|machine| room.has_signed(machine)));
    assert!(!room.has_signed(0), "the host signs last");
    room.trip();
    room.trip();
    assert!(room.all_begun());
}

#[test]
fn a_table_begins_only_when_all_are_ready() {
    let mut room = Room::star(3);
    room.agree(0);
    room.agree(1);
    room.carry();
    let now = room.now;
    let late = room.tables[0].begin(now);
    assert_eq!(late, Err(WishError::NotReady(vec!["Cid".to_owned()])));
    assert!(room.tables[0].begin(now).is_err());
}

#[test]
fn a_table_of_computers_begins_alone() {
    let members = all(3);
    let offer = tiny(9);
    let bots = |machine: usize, name: &str| Player::computer(ident(machine), name, "hard");
    let players = vec![bots(0, "Ann"), bots(1, "Ben"), bots(2, "Cid")];
    let mut host = Table::host_table(start(), players, &offer, 3, members, [[9; 32], secret(0)])
        .expect("a table");
    for player in [1, 2] {
        host.sit(start(), player, None).expect("a seat");
    }
    host.agree(start()).expect("full");
    let begun = host.begun().expect("nobody has to click");
    assert_eq!(begun.chairs.len(), 3);
}

#[test]
fn several_players_of_one_machine_agree_with_one_click() {
    let members = all(3);
    let mut room = Room::hosting(3, &members);
    room.add(vec![person(1), person(2)], &members);
    room.link(0, 1);
    let now = room.now;
    for player in 0..2 {
        room.tables[1].sit(now, player, None).expect("a seat");
    }
    room.carry();
    room.agree(0);
    room.agree(1);
    room.carry();
    let now = room.now;
    room.tables[0].begin(now).expect("all are ready");
    room.carry();
    assert!(room.all_begun());
    assert_eq!(room.tables[1].begun().expect("begun").chairs.len(), 2);
}

#[test]
fn names_that_look_alike_are_refused_in_words() {
    let members = all(3);
    let mut room = Room::hosting(3, &members);
    room.add(vec![Player::person(ident(1), "Αnn")], &members);
    room.link(0, 1);
    let now = room.now;
    room.tables[1].sit(now, 0, None).expect("said");
    room.carry();
    let reply = Reply::LooksLike("Ann".to_owned());
    assert!(room.has(1, &TableEvent::Reply { who: key(1), reply }));
    assert_eq!(
        room.tables[0].seating().and_then(|it| it.seat_of(key(1))),
        None
    );
}

#[test]
fn a_stranger_waits_for_the_host() {
    let nobody = BTreeSet::new();
    let mut room = Room::hosting(3, &nobody);
    room.add(vec![person(1)], &nobody);
    room.link(0, 1);
    let now = room.now;
    room.tables[1].sit(now, 0, None).expect("said");
    room.carry();
    assert!(room.has(0, &TableEvent::Asked(key(1))));
    room.tables[0].let_in(now, key(1)).expect("the host");
    room.carry();
    assert_eq!(
        room.tables[1].seating().and_then(|it| it.seat_of(key(1))),
        Some(Seat(1))
    );
    room.tables[0]
        .turn_out(room.now, Seat(1))
        .expect("somebody sits there");
    room.carry();
    let reply = Reply::TurnedOut;
    assert!(room.has(1, &TableEvent::Reply { who: key(1), reply }));
}

#[test]
fn players_stand_up_and_seats_close_and_are_kept() {
    let mut room = Room::star(3);
    let now = room.now;
    room.tables[2].stand(now, 0).expect("a player");
    room.carry();
    room.tables[0].close_seat(now, Seat(2)).expect("free");
    room.carry();
    let shown = room.tables[1].seating().expect("shown");
    assert_eq!(shown.seats[2].access, Access::Closed);
    assert!(shown.is_of_two());
    room.tables[0]
        .keep_seat(now, Seat(2), key(2))
        .expect("free");
    room.tables[1].sit(now, 0, Some(Seat(2))).expect("said");
    room.carry();
    let reply = Reply::Kept(Seat(2));
    assert!(room.has(1, &TableEvent::Reply { who: key(1), reply }));
}

#[test]
fn an_agreement_is_taken_back_when_another_player_sits_down() {
    let mut room = Room::star(3);
    room.agree(1);
    room.carry();
    let now = room.now;
    room.tables[2].stand(now, 0).expect("a player");
    room.carry();
    assert!(room.has(1, &TableEvent::TakenBack));
    assert!(!room.tables[1].has_agreed());
}

#[test]
fn a_missing_signature_is_named_after_twenty_seconds_and_may_still_come() {
    let mut room = Room::star(3);
    for machine in 0..3 {
        room.agree(machine);
        room.carry();
    }
    let (line, ..) = room.links()[1];
    room.cut(line);
    let now = room.now;
    room.tables[0].begin(now).expect("all are ready");
    room.carry();
    assert!(!room.has(0, &TableEvent::Unsigned(vec!["Cid".to_owned()])));
    room.wait(SIGNED_WITHIN);
    for machine in [0, 1] {
        assert!(room.has(machine, &TableEvent::Unsigned(vec!["Cid".to_owned()])));
    }
    assert_eq!(room.begun(), [None, None, None]);
    room.link(0, 2);
    room.carry();
    assert!(room.all_begun());
}

#[test]
fn a_withdrawn_table_is_over_for_all() {
    let mut room = Room::star(3);
    room.agree(1);
    let now = room.now;
    room.tables[0].close(now).expect("open");
    room.carry();
    for machine in 0..3 {
        assert!(room.has(machine, &TableEvent::Closed));
        assert_eq!(room.tables[machine].agree(now), Err(WishError::Closed));
    }
}

#[test]
fn a_player_who_declines_says_why() {
    let mut room = Room::star(2);
    let now = room.now;
    room.tables[1].decline(now, "no time").expect("open");
    room.carry();
    let (name, why) = ("Ben".to_owned(), "no time".to_owned());
    assert!(room.has(0, &TableEvent::Declined { name, why }));
    assert_eq!(
        room.tables[0].seating().and_then(|it| it.seat_of(key(1))),
        None
    );
}

#[test]
fn chat_has_the_name_of_its_signer() {
    let mut room = Room::star(3);
    let now = room.now;
    room.tables[1]
        .say(now, 0, "good\u{202e} luck")
        .expect("seated");
    room.carry();
    let said = TableEvent::Said {
        who: key(1),
        name: "Ben".to_owned(),
        text: "good luck".to_owned(),
    };
    assert!(room.has(0, &said) && room.has(2, &said));
}

#[test]
fn a_program_that_starts_again_hears_its_own_state_and_goes_on() {
    let mut room = Room::star(3);
    room.agree(1);
    room.carry();
    let again = room.joined(vec![person(1)], &all(3), secret(1));
    room.restart(1, again);
    room.link(0, 1);
    room.carry();
    assert!(
        room.tables[1].has_agreed(),
        "it heard that its player agreed"
    );
    for machine in [0, 2] {
        room.agree(machine);
        room.carry();
    }
    let now = room.now;
    room.tables[0].begin(now).expect("all are ready");
    room.carry();
    assert!(room.all_begun());
}

#[test]
fn a_program_that_speaks_before_it_hears_its_earlier_state_is_not_its_own_double() {
    let mut room = Room::star(3);
    let now = room.now;
    for _ in 0..3 {
        // many frames in one millisecond: the counter is ahead of the clock
        room.tables[1].sit(now, 0, Some(Seat(2))).expect("said");
        room.tables[1].sit(now, 0, Some(Seat(1))).expect("said");
    }
    room.carry();
    let mut again = room.joined(vec![person(1)], &all(3), secret(1));
    again.sit(now, 0, None).expect("said");
    room.restart(1, again);
    room.link(0, 1);
    room.carry();
    assert!(!room.has(1, &TableEvent::Elsewhere(key(1))));
    for machine in 0..3 {
        room.agree(machine);
    }
}

#[test]
fn a_second_program_of_one_player_makes_the_first_one_stop() {
    let mut room = Room::star(3);
    let second = room.joined(vec![person(1)], &all(3), [77; 32]);
    room.tables.push(second);
    room.events.push(Vec::new());
    room.kept.push(Vec::new());
    room.wait(Duration::from_secs(1));
    let now = room.now;
    room.tables[3].sit(now, 0, Some(Seat(1))).expect("said");
    // the second program has the same identity, so only the line differs
    let line = LineId(99);
    room.tables[3].line_up(now, line, key(0));
    let mut said = None;
    while let Some(output) = room.tables[3].poll_output() {
        if let protocol::proposal::TableOutput::Send(_, bytes) = output {
            said = Some(bytes);
        }
    }
    let (first, ..) = room.links()[0];
    room.hand(0, first, &said.expect("a state"));
    // the host does not send a frame back by which it came: the repetition brings it
    room.wait(Duration::from_secs(5));
    room.carry();
    assert!(room.has(1, &TableEvent::Elsewhere(key(1))));
    assert_eq!(room.tables[1].sit(now, 0, None), Err(WishError::Elsewhere));
}

/// A table of three that has all signatures but the host's.
fn about_to_begin() -> Room {
    let mut room = Room::star(3);
    for machine in 0..3 {
        room.agree(machine);
        room.carry();
    }
    let now = room.now;
    room.tables[0].begin(now).expect("all are ready");
    room.trip();
    assert!(room.has_signed(1) && room.has_signed(2));
    room
}

#[test]
fn a_host_killed_before_it_has_signed_has_begun_nothing_anywhere() {
    let mut room = about_to_begin();
    let other = Table::host_table(
        room.now,
        vec![person(0)],
        &tiny(9),
        3,
        all(3),
        [[10; 32], secret(0)],
    );
    room.restart(0, other.expect("a table"));
    for machine in [1, 2] {
        room.link(0, machine);
    }
    room.link(1, 2);
    room.carry();
    room.wait(Duration::from_secs(60));
    room.carry();
    assert_eq!(room.begun(), [None, None, None]);
    assert!(
        room.tables[0].id() != room.tables[1].id(),
        "it is another table"
    );
}

#[test]
fn a_host_killed_after_the_beginning_gives_it_to_those_who_ask() {
    let mut room = about_to_begin();
    while !room.queue.is_empty() && room.tables[0].begun().is_none() {
        room.deliver(0);
    }
    let sid = room.begun()[0].expect("begun");
    assert_eq!(room.begun()[1..], [None, None]);
    let Some(Kept::Begun(kept)) = room.kept[0].last().cloned() else {
        panic!("not written")
    };
    let id = room.tables[1].id();
    let begun = Begun {
        manifest: kept.manifest.to_bytes(),
        signatures: kept.signatures,
    };
    let archived = Archived::new(id, begun).expect("sound");
    // all that was on the way is lost; the player's program starts again, too
    let mut again = room.joined(vec![person(1)], &all(3), secret(1));
    again.expect(room.now, sid);
    let line = LineId(50);
    again.line_up(room.now, line, key(0));
    let mut answers = Vec::new();
    while let Some(output) = again.poll_output() {
        if let protocol::proposal::TableOutput::Send(_, bytes) = output {
            let asked = Envelope::read(&bytes).expect("sound").body;
            assert_eq!(asked, Body::Want(Want::Begun(sid)));
            answers.extend(archived.answer(room.now, &ident(0), &bytes));
        }
    }
    assert_eq!(answers.len(), 1);
    again
        .handle_frame(room.now, line, &answers[0])
        .expect("sound");
    assert_eq!(again.begun().map(|begun| begun.sid), Some(sid));
}

#[test]
fn a_player_who_signs_a_match_says_so_in_the_frame_that_agrees() {
    let mut room = Room::star(2);
    room.agree(0);
    room.carry();
    room.agree(1);
    let frames: Vec<Body> = room
        .queue
        .iter()
        .filter(|(to, ..)| *to == 0)
        .map(|(_, _, bytes)| Envelope::read(bytes).expect("sound").body)
        .collect();
    let [Body::Me(me)] = &frames[..] else {
        panic!("{frames:?}")
    };
    assert!(matches!(me.stance, Stance::Signed { .. }));
}
