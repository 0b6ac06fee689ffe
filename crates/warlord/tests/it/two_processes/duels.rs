//! A game of War Lord Tourney between two programs: one is killed in the middle of a duel, when its card is sealed.

use protocol::file::{Entry, read_public};
use protocol::{Deed, Kind, Record, Seat, replay};
use rules::Rules as _;

use crate::tourney_script;
use crate::two_processes::program::{Homes, Typist, assert_complete, output, text};

/// The decisions that a side makes before its first card.
const BEFORE_THE_DUEL: usize = 2;

/// The records of that kind in a match file, in the order of the file.
fn records(file: &str, kind: Kind) -> Vec<Record> {
    let file = std::fs::read(file).expect("a match file");
    let (entries, _) = read_public(&file).expect("sound");
    let records = entries.into_iter().filter_map(|entry| match entry {
        Entry::Record(record) => Some(record),
        _ => None,
    });
    records.filter(|record| record.kind == kind).collect()
}

/// The last seal of a seat.
fn seal(file: &str, seat: Seat) -> Record {
    let mut seals = records(file, Kind::Commit);
    seals.retain(|record| record.seat == seat);
    seals.pop().expect("it has sealed")
}

/// A program, its file, its seat and what its player still types.
struct Player {
    typist: Typist,
    file: String,
    seat: Seat,
    side: &'static str,
    left: std::vec::IntoIter<String>,
}

impl Player {
    fn decide(&mut self, times: usize) {
        for decision in self.left.by_ref().take(times) {
            self.typist.type_lines(&decision);
        }
    }
}

/// Plays the game; in the second round of its first duel the player that begins, or the other, is killed.
fn play(kills_first: bool) {
    let homes = Homes::new();
    let (here, there) = (homes.record("here.fpm"), homes.record("there.fpm"));
    let scenario = tourney_script::scenario();
    let host = ["host", "--listen", "127.0.0.1:0", "--record", &here];
    let game = ["--scenario", &scenario];
    let host = Typist::start(
        &homes.ann(),
        &[&host[..], &game, &tourney_script::OPTIONS].concat(),
    );
    let join = ["join", &host.code(), "--record", &there];
    let guest = Typist::start(&homes.bob(), &join);
    let first = host.wait_for("first")["side"].clone();
    let player = |typist, file: &str, seat: Seat, side: &'static str| Player {
        typist,
        file: file.to_owned(),
        seat,
        side,
        left: tourney_script::decisions(first == side, side == "white").into_iter(),
    };
    let mut players = [
        player(host, &here, Seat(0), "white"),
        player(guest, &there, Seat(1), "black"),
    ];
    for player in &mut players {
        // up to the card of the first round
        player.decide(BEFORE_THE_DUEL + 1);
    }
    let is_killed = |player: &Player| (first == player.side) == kills_first;
    players.sort_by_key(|player| !is_killed(player));
    let [mut killed, mut other] = players;
    killed.typist.wait_for("revealed");
    other.typist.wait_for("revealed");
    let card = killed.left.clone().next().expect("a card");
    killed.decide(1);
    while killed.typist.wait_for("locked")["side"] != killed.side {}
    killed.typist.kill();
    let sealed = seal(&killed.file, killed.seat);
    assert!(
        records(&killed.file, Kind::Reveal).len() == 4,
        "one lot, one round"
    );

    let home = match killed.seat {
        Seat(0) => homes.ann(),
        _ => homes.bob(),
    };
    killed.typist = Typist::start(&home, &["resume", &killed.file]);
    other.decide(1);
    killed.typist.wait_for("revealed");
    assert_eq!(
        records(&killed.file, Kind::Commit).len(),
        records(&other.file, Kind::Commit).len()
    );
    assert_eq!(seal(&killed.file, killed.seat), sealed, "the same seal");
    assert_eq!(
        seal(&other.file, killed.seat),
        sealed,
        "also in the other's file"
    );
    for player in [&mut killed, &mut other] {
        player.decide(usize::MAX);
    }
    let (killed_file, killed_seat) = (killed.file, killed.seat);
    let (one, keeps) = killed.typist.into_program();
    let (two, keeps_too) = other.typist.into_program();
    assert_complete(one, two);
    drop((keeps, keeps_too));

    let judged = output(&homes.ann(), &["judge", &here, &there, "--json"]);
    assert_eq!(judged.status.code(), Some(0), "{}", text(&judged.stdout));
    assert!(text(&judged.stdout).contains("\"verdict\":\"COMPLETE\""));
    let file = std::fs::read(&killed_file).expect("a match file");
    let replay = replay::read(&file).expect("a game");
    tourney_script::assert_happened(&replay);
    // what lay sealed at the kill is what was opened
    let mut rounds = replay.history.steps().iter().enumerate();
    let second = rounds
        .by_ref()
        .filter(|(_, step)| matches!(step.deed, Deed::Opened(_)))
        .nth(1);
    let (at, step) = second.expect("a second round");
    let Deed::Opened(opened) = &step.deed else {
        panic!("cards");
    };
    let own = opened.iter().find(|opened| opened.seat == killed_seat);
    let own = own.expect("a card of each");
    let before = replay.history.position_after(at);
    let told = before.order_text(own.side, &own.done.order);
    assert_eq!(Some(told.as_str()), card.lines().next());
}

#[test]
fn who_is_killed_in_mid_duel_with_a_sealed_card_finds_that_card_again_and_the_game_is_complete() {
    for kills_first in [true, false] {
        play(kills_first);
    }
}
