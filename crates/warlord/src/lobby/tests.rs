use std::collections::BTreeMap;
use std::sync::Arc;

use net::LineState;
use net::lobby::{LobbyCommand, LobbySnapshot};
use protocol::lobby::{HostTable, Player};
use protocol::{Identity, Seat};

use super::entered::{Entered, NotEntered, is_of_the_lobby, read};
use super::shown_as;
use crate::decider::DeciderChoice;

fn shown(is_host: bool) -> LobbySnapshot {
    let ann = Player::person(Identity::from_seed([1; 32]), "Ann");
    let offer = protocol::testing::offer("clash-of-arms", None);
    let host = HostTable::new(vec![ann], &offer, 4, [7; 32]).expect("a table");
    LobbySnapshot {
        is_host,
        table: Some(Arc::new(host.table().clone())),
        own: Vec::new(),
        is_ready: false,
        goes_on: None,
        changes: Vec::new(),
        late: Vec::new(),
        askers: Vec::new(),
        is_open_to_all: false,
        seat_codes: BTreeMap::new(),
        standing: BTreeMap::new(),
        line: LineState::Up,
        meeting: net::Meeting::default(),
        chat: Arc::default(),
        notes: Vec::new(),
        refused: None,
        past_fits: None,
        error: None,
        is_beginning: false,
        ended: false,
    }
}

fn command(line: &str) -> LobbyCommand {
    match read(line, &shown(true)) {
        Ok(Entered::Command(command)) => command,
        other => panic!("{line}: {other:?}"),
    }
}

#[test]
fn seats_are_typed_as_people_count_them() {
    let is = |line: &str, wanted: &str| assert_eq!(format!("{:?}", command(line)), wanted);
    is("turn-out 2", "TurnOut(Seat(1))");
    is("swap 1 4", "Swap { one: Seat(0), other: Seat(3) }");
    is("  code   3 ", "GiveCode(Seat(2))");
    is("side 2 amber", "SetSide { seat: Seat(1), side: 1 }");
    is("side 2 white", "SetSide { seat: Seat(1), side: 0 }");
    is("not ready", "Ready(false)");
    is("drop remove", "SetDrop(Some(Remove))");
    is("go-on resigned", "GoOnAhead(Some(Resigned))");
    is("go-on silent", "GoOnAhead(Some(Silent))");
    is("go-on ask", "GoOnAhead(None)");
    is("say  well met, all", "Chat(\"well met, all\")");
    is("", "Dial");
    let guest = read("sit 3", &shown(false));
    let Ok(Entered::Command(LobbyCommand::Sit { player, seat })) = guest else {
        panic!("{guest:?}");
    };
    assert_eq!((player, seat), (0, Some(Seat(2))));
}

#[test]
fn a_line_that_does_not_fit_says_what_to_type() {
    for (line, what) in [
        ("dance", "`dance` is no word of this table"),
        ("swap 1", "`swap` needs the number of a seat"),
        ("close x", "`close` needs the number of a seat"),
        ("close 0", "`close` needs the number of a seat"),
        ("side 2 green", "there is no side `green` in this game"),
        ("let in", "nobody asks to sit down"),
        (
            "computer 2 grand",
            "`computer` needs a level: novice, easy, normal, strong or master",
        ),
        (
            "go-on anyhow",
            "`go-on` needs to know without whom: resigned, silent or ask",
        ),
        ("not here", "`not here` is no word of this table"),
    ] {
        let refused = read(line, &shown(true)).expect_err(line);
        assert_eq!(refused.to_string(), what);
        assert!(!refused.advice().is_empty());
    }
    let refused = read("begin", &shown(false)).expect_err("a guest");
    assert_eq!(refused, NotEntered::HostOnly("begin"));
    let refused = read("warlord1nocode", &shown(true)).expect_err("no code");
    assert!(matches!(refused, NotEntered::Code { .. }), "{refused}");
}

#[test]
fn of_a_script_only_the_words_of_a_table_are_taken() {
    for line in ["ready", "turn-out 3", "begin", "say hello"] {
        assert!(is_of_the_lobby(line), "{line}");
    }
    for line in ["e2-e4", "end", "# a comment", "card HM d8:Fd8", ""] {
        assert!(!is_of_the_lobby(line), "{line}");
    }
}

#[test]
fn the_table_shows_no_folder_of_this_machine() {
    let engine = |command: &str| shown_as(&DeciderChoice::Engine(command.to_owned()));
    assert_eq!(
        engine("python3 /home/ann/secret/bot.py").as_deref(),
        Some("engine bot.py")
    );
    assert_eq!(shown_as(&DeciderChoice::Person), None);
}
