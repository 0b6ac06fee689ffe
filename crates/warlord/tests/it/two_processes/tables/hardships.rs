//! Tables whose programs are killed and stopped again and again. `WARLORD_DEEP=all` kills thirty times, and stops for a
//! minute.

use std::process::Command;
use std::time::{Duration, Instant};

use rules::testing::depth::deep;

use super::{Homes, NAMES, assert_all_complete, computers, judged};
use crate::two_processes::program::{Program, resumed};

/// A game in which three programs are killed, one after the other; which ones, and when, follows from its number.
fn killed_three_times(game: usize) {
    let homes = Homes::new();
    let terms = ["--scenario", "two-countries", "--max-turns", "60"];
    let mut programs = computers(&homes, 4, &terms, &[]);
    let mut turn = 0;
    for kill in 0..3 {
        let (victim, witness) = ((game + kill) % 4, (game + kill + 1) % 4);
        turn = programs[witness].wait_for_turn(turn + 3);
        // in whatever the program is doing then: a turn takes a few milliseconds
        std::thread::sleep(Duration::from_millis(((game * 7 + kill * 3) % 20) as u64));
        let back = |dead: Program| {
            dead.kill();
            resumed(&homes.of(NAMES[victim]), &homes.file(NAMES[victim]))
        };
        let killed = programs.remove(victim);
        programs.insert(victim, back(killed));
        turn = programs[witness].wait_for_turn(turn + 5);
    }
    let files = assert_all_complete(programs);
    assert_eq!(judged(&homes.of("ann"), &files)["verdict"], "COMPLETE");
}

#[test]
fn four_programs_of_which_one_is_killed_again_and_again_come_to_the_same_end() {
    let games = deep(1, 1, 10);
    (0..games).for_each(killed_three_times);
}

/// Sends a program a signal by that name.
fn signal(program: &Program, name: &str) {
    let id = program.child.id().to_string();
    let sent = Command::new("kill").args([name, &id]).status();
    assert!(sent.is_ok_and(|status| status.success()), "{name}");
}

#[test]
fn a_stopped_member_delays_its_own_turn_and_nobody_elses() {
    // The lots of a match decide how its computers play, and a side that is out early leaves a round of three turns.
    let played = (0..10).any(|_| is_played_with_a_stopped_member());
    assert!(played, "a side was out within two rounds in ten matches");
}

/// Stops a member for a while. Returns `false` if a side went out of the game before a member could be chosen.
fn is_played_with_a_stopped_member() -> bool {
    let seconds = deep(3, 3, 60);
    let homes = Homes::new();
    // four sides: a round has four turns, and all confirm once in it
    let terms = ["--scenario", "tourney-4", "--max-turns", "40"];
    let options = ["--option", "muster=off", "--option", "enchanted=off"];
    let programs = computers(&homes, 4, &[&terms[..], &options].concat(), &[]);
    let host = &programs[0];
    // all confirm after every fourth turn; who has its own near the end of a round is stopped at the beginning of the next
    let seats: Vec<u64> = (5..=8)
        .map(|number| {
            let turn = host.wait_until("turn", |turn| turn["turn"] == number);
            turn["seat"].as_u64().expect("a number")
        })
        .collect();
    if (0..4).any(|seat| !seats.contains(&seat)) {
        return false;
    }
    let place = if seats[3] == 0 { 2 } else { 3 };
    let stopped = usize::try_from(seats[place]).expect("few");
    let last_before = 9 + place as u64 - 1;
    host.wait_for_turn(9);
    signal(&programs[stopped], "-STOP");
    let since = Instant::now();
    host.wait_for_turn(last_before);
    let waited = since.elapsed();
    assert!(waited < Duration::from_secs(seconds), "{waited:?}");
    std::thread::sleep(Duration::from_secs(seconds).saturating_sub(waited));
    signal(&programs[stopped], "-CONT");
    host.wait_for_turn(last_before + 2);
    assert_all_complete(programs);
    true
}
