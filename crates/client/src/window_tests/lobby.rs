//! The page of a table before its match begins: its seats, the menu of each, and where refusals show.

use std::sync::Arc;

use egui::Key;
use egui_kittest::kittest::{NodeT, Queryable};
use net::lobby::{LobbyCommand as Wish, LobbyHappening, LobbySnapshot};
use protocol::Seat;
use protocol::frame::Reply;
use protocol::lobby::{Change, Failure, Player, TableError};
use reach::Trouble;

use super::Program;
use super::party::{Party, identity, offer};
use crate::model::lobby::Spot;
use crate::model::settings::Settings;
use crate::model::{Effect, LobbyCommand, Model, News, Page, ShellCommand};

impl Program {
    /// Shows a table.
    pub(super) fn sits_at(&mut self, seen: LobbySnapshot) {
        self.give(News::LobbyOpened(0, Arc::new(seen)));
        self.frames();
    }

    /// Shows what is new at it.
    pub(super) fn sees_table(&mut self, seen: LobbySnapshot, happened: Vec<LobbyHappening>) {
        self.give(News::LobbySeen(0, Arc::new(seen), happened));
        self.frames();
    }

    /// The entries of the menu of a seat.
    fn menu_of(&mut self, seat: &str) -> Vec<String> {
        let label = format!("Change {seat}");
        self.scroll_to(&label);
        self.click(&label);
        let all = [
            "Another name\u{2026}",
            "Get up",
            "Open to whom I let in",
            "Keep for its own code",
            "Close",
            "Computer: easy",
            "Somebody else at this machine\u{2026}",
            "Swap with",
            "Turn out",
        ];
        let is_there = |text: &&str| match *text {
            "Swap with" => self.shows(text),
            text => self.harness.query_by_label(text).is_some(),
        };
        let found = all.into_iter().filter(is_there);
        let found: Vec<String> = found.map(str::to_owned).collect();
        self.key(Key::Escape);
        found
    }
}

/// A model that sits at a table.
pub(super) fn seated(seen: LobbySnapshot) -> Model {
    let mut model = Model::new(Settings::default());
    model.update(News::LobbyOpened(0, Arc::new(seen)));
    assert_eq!(model.page, Page::Lobby);
    model
}

/// What the table is asked for by a command.
fn asked(model: &mut Model, command: LobbyCommand) -> Vec<String> {
    let effects = model.update(command).into_iter();
    let asked = effects.filter_map(|effect| match effect {
        Effect::AskTable(wish) => Some(format!("{wish:?}")),
        _ => None,
    });
    asked.collect()
}

fn why(error: &TableError) -> Trouble {
    kit::model::meaning::trouble(error, error.advice(true))
}

#[test]
fn the_form_for_hosting_opens_a_table_for_three_players_and_more() {
    let mut program = Program::start();
    program.click("Host");
    program.button("Make the invitation");
    let mut form = program.app().model.forms.host.clone();
    form.players = 3;
    program.give(ShellCommand::Host(form.clone()));
    program.frames();
    program.button("Open the table");
    assert!(!program.shows("By mail"), "a table comes together live");
    // a game of four sides needs four players, and two are chosen again with a game of two sides
    form.players = 2;
    let choices = &program.app().model.library.scenarios;
    let four = choices
        .iter()
        .position(|choice| choice.key() == "tourney-4");
    form.setting.scenario = four.expect("built in");
    program.give(ShellCommand::Host(form.clone()));
    program.frames();
    program.button("Open the table");
    form.setting.scenario = 0;
    program.give(ShellCommand::Host(form));
    program.frames();
    program.button("Make the invitation");
}

#[test]
fn the_host_sees_every_seat_with_its_player_and_what_is_awaited() {
    let mut party = Party::new("clash-of-arms", 4);
    party.sits("Ben", Some(Seat(1)));
    let computer = Player::computer(identity(9), "Computer (easy)", "easy");
    party.host.seat_player(Seat(2), computer).expect("free");
    let mut program = Program::start();
    program.sits_at(party.of_host());
    for told in [
        "1  Ada (you)",
        "2  Ben",
        "3  Computer (easy) (yours)",
        "computer, easy, on this machine",
        "4  Free",
        "1 of 4 seats free",
        "stranger",
        "connected",
        "not ready",
        "A Clash of Arms",
        "Whoever has the code sits down",
        "The invitation as a QR code",
    ] {
        assert!(program.shows(told), "{told}");
    }
    assert!(program.shows(
        "Seat 4 is free: readiness is for a whole table. Wait until somebody takes it, or close it."
    ));
    party.sits("Cid", Some(Seat(3)));
    program.sees_table(party.of_host(), Vec::new());
    assert!(program.shows("Waiting for Ada, Ben, Computer (easy) and Cid."));
    party
        .guests
        .iter_mut()
        .for_each(|guest| guest.ready(true).expect("whole"));
    party.carry();
    program.sees_table(party.of_host(), Vec::new());
    assert_eq!(program.harness.query_all_by_label("ready").count(), 2);
    assert!(program.shows("Waiting for Ada and Computer (easy)."));
    party.host.ready(true).expect("whole");
    party.carry();
    program.sees_table(party.of_host(), Vec::new());
    assert!(program.shows("Everybody is ready."));
    program.button("Not ready");
}

#[test]
fn a_guest_sits_down_on_a_free_seat_and_gets_up() {
    let mut party = Party::new("tourney-4", 4);
    party.sits("Ben", Some(Seat(2)));
    let mut program = Program::start_as("Ben");
    program.sits_at(party.of_guest(0));
    let whole = "Wait until somebody takes it; the host can also close it.";
    for told in ["1  Ada", "3  Ben (you)", "2  Free", "4  Free", whole] {
        assert!(program.shows(told), "{told}");
    }
    program.button("Sit on seat 2");
    program.button("Sit on seat 4");
    assert!(
        program.harness.query_by_label("Begin").is_none(),
        "the host's"
    );
    assert!(
        program
            .harness
            .query_by_label("Change what is played\u{2026}")
            .is_none()
    );
    assert_eq!(
        program.menu_of("seat 3"),
        ["Another name\u{2026}", "Get up"]
    );
    assert_eq!(
        program.menu_of("seat 2"),
        ["Computer: easy", "Somebody else at this machine\u{2026}"]
    );
    let host = program.button("Change seat 1");
    assert!(host.accesskit_node().is_disabled(), "it is the host's");
}

#[test]
fn the_host_has_a_menu_for_every_seat() {
    let mut party = Party::new("clash-of-arms", 4);
    party.sits("Ben", Some(Seat(1)));
    let computer = Player::computer(identity(9), "Computer (easy)", "easy");
    party.host.seat_player(Seat(2), computer).expect("free");
    let mut program = Program::start();
    program.sits_at(party.of_host());
    assert_eq!(
        program.menu_of("seat 1"),
        ["Another name\u{2026}", "Swap with"]
    );
    assert_eq!(program.menu_of("seat 2"), ["Swap with", "Turn out"]);
    let own = program.menu_of("seat 3");
    assert!(own.contains(&"Close".to_owned()) && !own.contains(&"Computer: easy".to_owned()));
    let free = program.menu_of("seat 4");
    assert!(free.contains(&"Keep for its own code".to_owned()));
    assert!(free.contains(&"Computer: easy".to_owned()), "{free:?}");
    assert!(!free.contains(&"Open to whom I let in".to_owned()), "it is");
    party.host.close_seat(Seat(3)).expect("three are left");
    program.sees_table(party.of_host(), Vec::new());
    assert!(program.shows("4  Closed"));
    let closed = program.menu_of("seat 4");
    assert_eq!(closed, ["Open to whom I let in", "Keep for its own code"]);
}

#[test]
fn what_the_user_asks_for_reaches_the_table() {
    let mut party = Party::new("clash-of-arms", 4);
    party.sits("Ben", Some(Seat(1)));
    let mut host = seated(party.of_host());
    let ask = |wish| LobbyCommand::Ask(Spot::Seat(Seat(3)), wish);
    // Ben sat down since the host looked: the host's own change marks nothing as seen
    assert_eq!(asked(&mut host, ask(Wish::GiveCode(Seat(3)))).len(), 1);
    party.host.mark_seen();
    host.update(News::LobbySeen(0, Arc::new(party.of_host()), Vec::new()));
    let told = asked(&mut host, ask(Wish::GiveCode(Seat(3))));
    assert_eq!(
        told,
        ["GiveCode(Seat(3))", "MarkSeen"],
        "no news to the host"
    );
    let seat = LobbyCommand::SeatComputer(Seat(3), computer::Level::Easy);
    let told = asked(&mut host, seat.clone());
    assert!(
        told[0].contains("SeatPlayer") && told[0].contains("Computer (easy)"),
        "{told:?}"
    );
    // another computer of that level gets a number, and one that sits there makes room first
    let computer = Player::computer(identity(9), "Computer (easy)", "easy");
    party.host.seat_player(Seat(3), computer).expect("free");
    let mut host = seated(party.of_host());
    let told = asked(&mut host, seat);
    assert!(told[0].contains("Open(Seat(3))"), "{told:?}");
    assert!(told[1].contains("Computer 1 (easy)"), "{told:?}");
    let mut guest = seated(party.of_guest(0));
    let bring = LobbyCommand::SeatComputer(Seat(2), computer::Level::Easy);
    let told = asked(&mut guest, bring);
    assert!(
        told[0].contains("Bring") && told[0].contains("Some(Seat(2))"),
        "{told:?}"
    );
    guest.update(LobbyCommand::ChatLine("  hello ".to_owned()));
    assert_eq!(asked(&mut guest, LobbyCommand::Say), ["Chat(\"hello\")"]);
    assert!(
        asked(&mut guest, LobbyCommand::Say).is_empty(),
        "nothing to say"
    );
    // leaving asks first; a host closes the table
    assert!(asked(&mut guest, LobbyCommand::Leave).is_empty());
    assert_eq!(asked(&mut guest, LobbyCommand::LeaveNow), ["Leave"]);
    assert_eq!(asked(&mut host, LobbyCommand::LeaveNow), ["Withdraw"]);
    assert!(host.lobby.is_none() && host.page == Page::Start);
}

#[test]
fn the_host_changes_what_is_played_to_the_end() {
    let mut party = Party::new("clash-of-arms", 4);
    let mut model = seated(party.of_host());
    assert!(asked(&mut model, LobbyCommand::ChangeGame).is_empty());
    assert_eq!(model.page, Page::Host);
    assert_eq!(model.forms.host.players, 4);
    let mut form = model.forms.host.clone();
    form.players = 5;
    form.takeback = false;
    model.update(ShellCommand::Host(form.clone()));
    let told = asked(&mut model, LobbyCommand::ShowGame);
    assert_eq!(told.len(), 3, "{told:?}");
    assert_eq!(told[2], "MarkSeen", "no news to the host");
    assert_eq!(
        told[0], "SetSeats(5)",
        "the seats first: more sides may need them"
    );
    assert!(told[1].contains("takeback: false"));
    assert_eq!(model.page, Page::Lobby);
    // and the other way round with fewer
    form.players = 3;
    model.update(ShellCommand::Host(form));
    let told = asked(&mut model, LobbyCommand::ShowGame);
    assert_eq!(told[1], "SetSeats(3)");
    // a seat that goes is taken: told where it was asked
    party.sits("Ben", Some(Seat(3)));
    let refused = party.host.set_seats(3).expect_err("Ben sits there");
    let told = vec![LobbyHappening::Refused(why(&refused))];
    model.update(News::LobbySeen(0, Arc::new(party.of_host()), told));
    let lobby = model.lobby.as_ref().expect("at the table");
    assert!(lobby.told_at(Spot::Game).is_some());
    assert!(lobby.told_at(Spot::Begin).is_none());
}

#[test]
fn changes_are_marked_until_the_user_has_seen_them() {
    let mut party = Party::new("clash-of-arms", 4);
    party.sits("Ben", Some(Seat(1)));
    party.host.mark_seen();
    party.guests[0].mark_seen();
    let mut changed = offer("clash-of-arms");
    changed.takeback = false;
    changed.max_turns = Some(30);
    party.host.set_offer(&changed).expect("sound");
    party.host.swap(Seat(1), Seat(2)).expect("free");
    party.carry();
    let mut program = Program::start_as("Ben");
    let seen = party.of_guest(0);
    assert!(
        seen.changes.contains(&Change::Takeback),
        "{:?}",
        seen.changes
    );
    program.sits_at(seen);
    let button = program.button("I have seen the changes");
    let about = button.accesskit_node().description();
    let about = about.expect("what has changed");
    assert_eq!(
        about,
        "Changed since you looked: the number of turns, whether turns may be taken back, who sits on seat 2, who sits on seat 3."
    );
    assert_eq!(program.harness.query_all_by_label("changed").count(), 4);
    assert!(program.shows("After 30 turns the match is drawn."));
    assert!(program.shows("No turn is taken back."));
    party.guests[0].mark_seen();
    program.sees_table(party.of_guest(0), Vec::new());
    assert!(!program.shows("I have seen the changes"));
    assert_eq!(program.harness.query_all_by_label("changed").count(), 0);
}

#[test]
fn a_readiness_that_is_taken_back_says_why() {
    let mut party = Party::new("clash-of-arms", 3);
    party.sits("Ben", Some(Seat(1)));
    party.sits("Cid", Some(Seat(2)));
    party.guests[0].ready(true).expect("whole");
    party.carry();
    let mut program = Program::start_as("Ben");
    program.sits_at(party.of_guest(0));
    program.button("Not ready");
    let mut changed = offer("clash-of-arms");
    changed.takeback = false;
    party.host.set_offer(&changed).expect("sound");
    party.carry();
    let told = LobbyHappening::ReadyTakenBack(vec![Change::Takeback]);
    program.sees_table(party.of_guest(0), vec![told]);
    assert!(program.shows("You are no longer ready: whether turns may be taken back changed."));
    program.button("Ready");
    // and a beginning that came to nothing
    let failed = LobbyHappening::TryFailed(Failure::Lost("Cid".to_owned()));
    program.sees_table(party.of_guest(0), vec![failed]);
    assert!(program.shows("The match did not begin: the connection to Cid was lost"));
}

#[test]
fn a_refusal_is_told_where_it_was_asked() {
    let mut party = Party::new("clash-of-arms", 4);
    party.sits("Ben", Some(Seat(1)));
    let mut program = Program::start_as("Ben");
    program.sits_at(party.of_guest(0));
    let sit = Wish::Sit {
        player: 0,
        seat: Some(Seat(3)),
    };
    program.give(LobbyCommand::Ask(Spot::Seat(Seat(3)), sit));
    let reply = Reply::NeedsCode(Seat(3));
    let told = kit::model::meaning::trouble(&reply, reply.advice());
    program.sees_table(party.of_guest(0), vec![LobbyHappening::Reply(told)]);
    let refusal = program
        .button("Seat 4 is for whoever has its own code")
        .rect();
    let row = program.button("Sit on seat 4").rect();
    assert!(refusal.top() > row.top(), "below the row of the seat");
    assert!(refusal.top() - row.bottom() < 60.0, "{refusal} {row}");
    // not ready yet: told beside the button
    program.give(LobbyCommand::Ask(Spot::Begin, Wish::Ready(true)));
    let refused = why(&TableError::NotAsSent);
    program.sees_table(party.of_guest(0), vec![LobbyHappening::Refused(refused)]);
    assert!(!program.shows("Seat 4 is for whoever has its own code"));
    let refusal = program
        .harness
        .get_by_label_contains("The table does not show");
    let ready = program.button("Ready").rect();
    assert!((refusal.rect().top() - ready.bottom()).abs() < 40.0);
}

#[test]
fn those_who_ask_are_let_in_or_turned_away_on_a_card() {
    let mut party = Party::new("clash-of-arms", 4);
    let cid = party.comes("Cid", Some(Seat(2)));
    let mut program = Program::start();
    program.sits_at(party.of_host());
    assert!(program.shows("Cid asks to sit on seat 3"));
    assert!(program.shows(&format!("Cid has the key {cid}.")));
    assert!(program.shows("stranger"));
    program.button("Turn away");
    let before = program.app().model.lobby.is_some();
    assert!(before);
    program.click("Let in");
    // the answer is the table's: the card goes when it shows Cid on the seat
    party.host.let_in(cid).expect("asked");
    party.carry();
    program.sees_table(party.of_host(), Vec::new());
    assert!(!program.shows("asks to sit"));
    assert!(program.shows("3  Cid"));
}

#[test]
fn who_looks_elsewhere_is_called() {
    let mut party = Party::new("clash-of-arms", 4);
    let mut model = seated(party.of_host());
    let cid = party.comes("Cid", None);
    let told = vec![LobbyHappening::Asked(cid)];
    let effects = model.update(News::LobbySeen(0, Arc::new(party.of_host()), told));
    let words = effects.iter().find_map(|effect| match effect {
        Effect::Call(call) => Some(call.words.clone()),
        _ => None,
    });
    assert_eq!(words.as_deref(), Some("Cid asks to sit down."));
}

#[test]
fn late_seats_are_shown() {
    let mut party = Party::new("clash-of-arms", 3);
    party.sits("Ben", Some(Seat(1)));
    party.sits("Cid", Some(Seat(2)));
    let mut seen = party.of_host();
    seen.late = vec![Seat(2)];
    let mut program = Program::start();
    program.sits_at(seen);
    assert!(program.shows("the others have waited for two minutes"));
}
