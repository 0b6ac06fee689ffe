//! The same table over direct connections, through other players, and by letter.

use std::collections::BTreeSet;
use std::time::Duration;

use protocol::manifest::{Pace, Terms};
use protocol::proposal::{Player, Table, TableOutput, WishError};
use protocol::testing::tiny;
use protocol::{Offer, Seat};

use super::room::{Room, all, ident, key, person, secret, start};

/// Everybody agrees, the host begins, and one match begins everywhere.
fn plays(room: &mut Room) {
    for machine in 0..room.tables.len() {
        room.agree(machine);
        room.carry();
    }
    let now = room.now;
    room.tables[0].begin(now).expect("all are ready");
    room.carry();
    assert!(room.all_begun());
}

#[test]
fn a_table_begins_over_a_star() {
    plays(&mut Room::star(5));
}

#[test]
fn a_table_begins_through_other_players_in_a_line() {
    plays(&mut Room::seated(5, &[(0, 1), (1, 2), (2, 3), (3, 4)]));
}

#[test]
fn a_table_begins_over_a_star_with_a_broken_arm_and_a_detour() {
    let links = [(0, 1), (0, 2), (0, 3), (0, 4), (3, 4)];
    let mut room = Room::seated(5, &links);
    let (line, ..) = room.links()[3];
    room.cut(line);
    plays(&mut room);
}

#[test]
fn a_table_begins_with_every_connection_there_is() {
    let links: Vec<_> = (0..5)
        .flat_map(|a| (a + 1..5).map(move |b| (a, b)))
        .collect();
    plays(&mut Room::seated(5, &links));
}

#[test]
fn a_line_that_breaks_and_heals_costs_nothing() {
    let mut room = Room::seated(4, &[(0, 1), (1, 2), (2, 3)]);
    for machine in 0..4 {
        let (line, one, other) = room.links()[machine % 3];
        room.agree(machine);
        room.cut(line);
        room.wait(Duration::from_secs(1));
        room.link(one, other);
        room.carry();
    }
    let now = room.now;
    room.tables[0].begin(now).expect("all are ready");
    room.carry();
    assert!(room.all_begun());
}

#[test]
fn only_the_host_passes_on_what_strangers_say() {
    let members = all(3);
    let mut room = Room::hosting(3, &members);
    room.add(vec![person(1)], &members);
    room.add(vec![person(6)], &members);
    room.link(0, 1);
    room.link(1, 2);
    let now = room.now;
    room.tables[2].sit(now, 0, None).expect("said");
    room.carry();
    assert_eq!(
        room.tables[0].seating().and_then(|it| it.seat_of(key(6))),
        None
    );
}

fn drained(table: &mut Table) -> Vec<TableOutput> {
    std::iter::from_fn(|| table.poll_output()).collect()
}

fn host_by_mail(offer: &Offer) -> Table {
    let nobody = BTreeSet::new();
    let players = vec![person(0)];
    let host = Table::host_table(start(), players, offer, 2, nobody, [[9; 32], secret(0)]);
    let mut host = host.expect("a table");
    host.give_code(start(), Seat(1), [3; 10]).expect("a seat");
    host.agree(start()).expect("in advance");
    let mut later = start();
    later.clock += Duration::from_secs(1);
    host.tick(later);
    host
}

#[test]
fn two_players_begin_in_three_letters() {
    let now = start();
    let mut host = host_by_mail(&tiny(9));
    let offer = host.letter().expect("an offer");
    let guest = Table::from_letter(now, vec![person(1)], &offer, secret(1));
    let mut guest = guest.expect("an offer");
    guest.sit(now, 0, None).expect("free");
    guest.agree(now).expect("full");
    let answer = guest.letter().expect("an answer");
    host.take_letter(now, &answer).expect("the answer");
    let sid = host.begun().expect("begun").sid;
    let third = host.letter().expect("the beginning");
    guest.take_letter(now, &third).expect("the beginning");
    assert_eq!(guest.begun().map(|begun| begun.sid), Some(sid));
    // a letter that comes twice, or late, costs nothing
    for letter in [&offer, &third] {
        guest.take_letter(now, letter).expect("again");
    }
    host.take_letter(now, &answer).expect("again");
    for table in [&mut host, &mut guest] {
        let begun = drained(table).into_iter().filter(|it| {
            matches!(
                it,
                TableOutput::Show(protocol::proposal::TableEvent::Begun(_))
            )
        });
        assert_eq!(begun.count(), 1);
    }
}

#[test]
fn a_letter_that_was_changed_or_is_of_another_table_is_refused() {
    let now = start();
    let mut host = host_by_mail(&tiny(9));
    let offer = host.letter().expect("an offer");
    for at in [0, 8, 20, offer.len() / 2, offer.len() - 1] {
        let mut changed = offer.clone();
        changed[at] ^= 1;
        let refused = Table::from_letter(now, vec![person(1)], &changed, secret(1));
        assert_eq!(refused.err(), Some(WishError::NoLetter));
    }
    let players = vec![Player::person(ident(4), "Eve")];
    let other = Table::host_table(
        now,
        players,
        &tiny(9),
        2,
        BTreeSet::new(),
        [[9; 32], secret(4)],
    );
    let refused = other.expect("a table").take_letter(now, &offer);
    assert_eq!(refused, Err(WishError::NoLetter));
}

#[test]
fn tables_of_more_and_clocks_do_not_go_by_mail() {
    let mut three = Room::star(3);
    assert_eq!(three.tables[0].letter(), Err(WishError::ByMail(3)));
    let pace = Pace::Bank {
        bank_ms: 600_000,
        increment_ms: 0,
    };
    let terms = Terms {
        pace,
        ..Terms::default()
    };
    let mut host = host_by_mail(&Offer { terms, ..tiny(9) });
    assert_eq!(host.letter(), Err(WishError::Clock));
}
