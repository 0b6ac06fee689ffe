//! Two programs of one seat of a table.

use super::together::left;
use super::{Homes, assert_all_complete, computers};
use crate::two_processes::copies::{alone, copy};
use crate::two_processes::program::{Program, output, resumed, text};

#[test]
fn a_second_program_of_a_seat_is_refused_while_the_first_plays_on() {
    let homes = Homes::new();
    let game = ["--scenario", "two-countries", "--max-turns", "400"];
    let programs = computers(&homes, 3, &game, &[]);
    let turn = programs[2].wait_for_turn(2);
    let cids = homes.file("cid");
    let second = output(
        &homes.of("cid"),
        &["resume", &cids, "--player", "computer:1"],
    );
    let said = text(&second.stderr);
    assert_eq!(second.status.code(), Some(2), "{said}");
    assert!(said.contains("another program plays this match"), "{said}");
    assert!(said.contains("do: "), "{said}");
    programs[2].wait_for_turn(turn + 3);
    programs.into_iter().for_each(Program::kill);
}

#[test]
fn of_two_programs_on_copies_of_a_seat_the_first_ends_before_it_signs_and_the_table_plays_on() {
    let homes = Homes::new();
    left(&homes);
    let [anns, copied] = [
        homes.file("ann"),
        homes.file("ann").replace("match", "copied"),
    ];
    let first = alone(&homes.of("ann"), &anns);
    copy(&anns, &copied);
    alone(&homes.of("ann"), &copied).kill();
    let [ben, cid] = ["ben", "cid"].map(|name| resumed(&homes.of(name), &homes.file(name)));
    assert_eq!(
        first.ended().code(),
        Some(2),
        "another program plays the match"
    );
    let second = resumed(&homes.of("ann"), &copied);
    let files = assert_all_complete(vec![second, ben, cid]);
    let copies = files.iter().filter_map(|file| file.to_str());
    let copies: Vec<&str> = copies.chain([anns.as_str()]).collect();
    let judged = output(
        &homes.of("ann"),
        &[&["judge", "--json"], &copies[..]].concat(),
    );
    let judged = text(&judged.stdout);
    assert!(
        judged.contains("COMPLETE") && !judged.contains("PROVED"),
        "{judged}"
    );
}
