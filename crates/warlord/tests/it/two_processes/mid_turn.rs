//! Programs killed while a player has typed a part of a turn: nothing of the turn is signed, and the match continues.

use crate::two_processes::program::{Homes, Typist, assert_complete, output, resumed, text};

/// Types two orders of a turn, the first listed ones, and no end of it.
fn type_half_a_turn(typist: &mut Typist) {
    for typed in 1..=2 {
        let listed = typist.ask("orders", "-");
        let order = listed.split(' ').next().expect("an order");
        let shown = typist.ask(&format!("{order}\nshow"), "Your turn so far: ");
        let (_, orders) = shown.split_once(": ").expect("orders");
        assert_eq!(orders.split(' ').count(), typed, "{shown}");
    }
}

/// The bytes of a match file.
fn bytes(file: &str) -> Vec<u8> {
    std::fs::read(file).expect("a match file")
}

#[test]
fn a_wargame_killed_in_the_middle_of_a_turn_is_resumed_and_judged() {
    for key in ["wargame-1", "wargame-2"] {
        let homes = Homes::new();
        let (here, there) = (homes.record("here.fpm"), homes.record("there.fpm"));
        let host = homes.host(&["--scenario", key, "--max-turns", "8", "--record", &here]);
        let join = ["join", &host.code(), "--record", &there];
        let mut guest = Typist::start(&homes.bob(), &join);
        guest.hear("Choose your set-up");
        guest.ask("book 1", "This set-up is valid");
        guest.ask("end", "Write one order a line");
        type_half_a_turn(&mut guest);
        let before = bytes(&there);
        // the other side dies too, in the middle of its wait
        host.kill();
        guest.kill();
        assert_eq!(bytes(&there), before, "{key}");

        let host = resumed(&homes.ann(), &here);
        let mut guest = Typist::start(&homes.bob(), &["resume", &there]);
        guest.hear("Write one order a line");
        guest.ask("undo", "There is nothing to take back");
        type_half_a_turn(&mut guest);
        guest.kill();
        assert_eq!(bytes(&there), before, "{key}");

        let guest = resumed(&homes.bob(), &there);
        let files = assert_complete(host, guest);
        let [here, there] = files.each_ref().map(|file| file.to_string_lossy());
        let judged = output(&homes.ann(), &["judge", &here, &there, "--json"]);
        assert_eq!(judged.status.code(), Some(0), "{}", text(&judged.stdout));
    }
}
