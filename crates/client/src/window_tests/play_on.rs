//! Playing on from a turn of a match: in its place, beside it, after its end, and what the other player sees.

use std::path::PathBuf;
use std::sync::Arc;

use egui_kittest::kittest::Queryable;
use net::{HostConfig, PlayOn};
use protocol::{ContinueTerms, RoundTerms, Seat};
use rules::Rules as _;

use super::Program;
use super::difference::begun;
use super::lobby_games::{begin, on_turn, three};
use crate::model::lobby::Spot;
use crate::model::play_on::{PlayOnCommand, Succession};
use crate::model::{DraftCommand, LibraryCommand, LobbyCommand, MatchCommand, Page, ShellCommand};

fn file(program: &Program) -> PathBuf {
    let table = program.app().model.table.as_ref().expect("a match");
    table.seen.file.clone()
}

fn is_over(program: &Program) -> bool {
    let table = program.app().model.table.as_ref();
    table.is_some_and(|table| table.seen.played.verdict.is_some())
}

/// Two turns are played; then the host is on turn.
fn two_turns(host: &mut Program, guest: &mut Program) {
    host.cell("b4");
    host.cell("b5");
    host.give(DraftCommand::EndTurnNow);
    guest.until_my_turn();
    guest.give(DraftCommand::EndTurnNow);
    for program in [&mut *host, &mut *guest] {
        program.until("the second turn", |program| program.turns() == 2);
    }
    host.until_my_turn();
}

/// A match that the guest has resigned after two turns; both windows show its end.
fn resigned() -> [Program; 2] {
    let [mut host, mut guest] = begun();
    two_turns(&mut host, &mut guest);
    guest.give(MatchCommand::ResignNow);
    host.until("the end", is_over);
    guest.until("the end", is_over);
    [host, guest]
}

fn form(program: &mut Program, turn: u32) {
    program.until("the form", |program| {
        program.app().model.page == Page::PlayOn
    });
    let mut chosen = program
        .app()
        .model
        .forms
        .play_on
        .clone()
        .expect("a form")
        .chosen;
    chosen.turn = turn;
    program.give(PlayOnCommand::Choose(chosen));
    program.frames();
}

fn look_at(guest: &mut Program, code: &str) {
    guest.give(LibraryCommand::LeaveNow);
    guest.open_code(code);
}

#[test]
fn the_loser_asks_over_the_line_to_play_on_and_the_winner_is_told_what_is_given_up() {
    let [mut host, mut guest] = resigned();
    let before = [file(&host), file(&guest)];
    guest.click("Play on from a turn\u{2026}");
    form(&mut guest, 1);
    // nobody should give up a result by mistake
    assert!(
        guest
            .harness
            .query_by_label("Make the invitation")
            .is_some()
    );
    guest.click("In place of this match");
    guest.until_shown("Ada has won this match and gives that up by agreeing.");
    guest.until_shown("The last turn no longer counts.");
    guest.click("Ask Ada");
    guest.until_shown("You have asked Ada to continue in a new match.");
    host.until_shown("You have won this match; playing on gives that up.");
    host.click("Not now");
    // the question stays in sight even after the end of the game
    host.until_shown("Bo asks to continue in a new match.");
    host.click("What changes\u{2026}");
    host.until_shown("You have won this match; playing on gives that up.");
    host.click("Continue");
    for (program, before) in [&mut host, &mut guest].into_iter().zip(&before) {
        program.until("the new match", |program| file(program) != *before);
        assert_eq!(home::newest(before), file(program));
    }
    // turn 2 is the guest's
    guest.until_my_turn();
}

#[test]
fn the_winner_plays_on_beside_the_match_and_the_guest_sees_where_it_begins() {
    let [mut host, mut guest] = resigned();
    host.click("Play on from a turn\u{2026}");
    form(&mut host, 1);
    host.until_shown("You have won this match: only Bo can ask to play on in its place");
    host.until_shown("This match and its result stay as they are.");
    host.click("Amber");
    host.until_shown("You change sides: you play Amber.");
    host.click("Make the invitation");
    let code = host.invitation().code();
    host.until_shown("The match begins with Amber's turn 1, from a position of an older match");
    look_at(&mut guest, &code);
    guest.until_shown("Accept and play");
    guest.until_shown("The match begins with Amber's turn 1, from a position of an older match");
    guest.until_shown("It is the position of that match in your file");
    guest.until_shown("You change sides: you play Blue, and played Amber in that match.");
    guest.click("Accept and play");
    // turn 2 is Black's, whom the host plays now
    host.until_my_turn();
    let table = guest.app().model.table.as_ref().expect("a match");
    assert_eq!(table.seen.record().len(), 0);
}

#[test]
fn the_open_match_is_played_on_from_an_earlier_turn_with_changed_sides() {
    let [mut host, mut guest] = begun();
    two_turns(&mut host, &mut guest);
    let before = file(&guest);
    guest.give(crate::model::ReplayCommand::StepTurn(false));
    guest.click("Play on from here\u{2026}");
    guest.until("the form", |guest| guest.app().model.page == Page::PlayOn);
    // the turn shown
    guest.until_shown("After Blue's turn 1");
    guest.until_shown("In place of this match");
    guest.click("Blue");
    guest.until_shown("You change sides: you play Blue from now on.");
    guest.click("Ask Ada");
    assert_eq!(guest.app().model.page, Page::Table);
    host.until_shown("You change sides: you play Amber from now on.");
    host.until_shown("The last turn no longer counts.");
    host.click("Continue");
    guest.until("the new match", |guest| file(guest) != before);
    // turn 2 is Black's, whom the host plays now
    host.until_my_turn();
}

#[test]
fn a_match_of_the_list_is_taken_up_with_the_question_and_the_other_player_opens_it_by_its_code() {
    let [mut host, mut guest] = resigned();
    let before = [file(&host), file(&guest)];
    for program in [&mut host, &mut guest] {
        program.give(LibraryCommand::LeaveNow);
        program.until("the list", |program| {
            program.app().model.files.saved.len() == 1
        });
    }
    let name = guest.app().model.files.saved[0].name();
    guest.until("the files are free", |guest| {
        let file = &guest.app().model.files.saved[0].file;
        let private = std::fs::File::open(file.with_extension("key")).expect("a private file");
        private.try_lock().is_ok()
    });
    guest.click(&format!("Play on from a turn of {name}"));
    form(&mut guest, 2);
    guest.click("In place of this match");
    guest.click("Ask Ada");
    guest.until_shown("You have asked Ada to continue in a new match.");
    guest.until("the way back", |guest| {
        let table = guest.app().model.table.as_ref();
        table.is_some_and(|table| table.seen.meeting.way_back.is_some())
    });
    guest.until_shown("Copy the code");
    let table = guest.app().model.table.as_ref().expect("a match");
    let code = table
        .seen
        .meeting
        .way_back
        .as_deref()
        .map(home::Invitation::code);
    host.click("Join");
    host.give(ShellCommand::Code(code.expect("a code")));
    host.click("Look at the invitation");
    host.until_shown("You have won this match; playing on gives that up.");
    host.click("Continue");
    for (program, before) in [&mut host, &mut guest].into_iter().zip(&before) {
        program.until("the new match", |program| {
            program.app().model.table.is_some() && file(program) != *before
        });
    }
    host.until_my_turn();
    // once the new match is over too, its replay shows both matches; playing on from an old turn uses the old match's
    // file
    guest.give(MatchCommand::ResignNow);
    host.until("the end", is_over);
    let new = file(&host);
    host.give(LibraryCommand::LeaveNow);
    host.give(LibraryCommand::Open(new.clone()));
    host.until("the replay", |host| host.app().model.page == Page::Replay);
    host.give(crate::model::ReplayCommand::StepTurn(true));
    host.click("Play on from here\u{2026}");
    host.until("the form", |host| host.app().model.page == Page::PlayOn);
    let form = host.app().model.forms.play_on.as_ref().expect("a form");
    assert_eq!((&form.from.file, form.chosen.turn), (&before[0], 1));
    assert_eq!(form.chosen.way, Succession::Beside);
    assert_eq!(form.from.later.as_ref(), Some(&new));
}

#[test]
fn a_match_read_as_a_file_is_played_on_from_the_turn_shown_with_anybody() {
    let [mut host, guest] = resigned();
    let old = file(&host);
    host.give(LibraryCommand::LeaveNow);
    host.give(LibraryCommand::Open(old));
    host.until("the replay", |host| host.app().model.page == Page::Replay);
    host.give(crate::model::ReplayCommand::StepTurn(true));
    host.click("Play on from here\u{2026}");
    host.until_shown("After Blue's turn 1");
    host.click("Make the invitation");
    let code = host.invitation().code();
    drop(guest);
    let mut eve = Program::start_as("Eve");
    eve.click("Join");
    eve.give(ShellCommand::Code(code));
    eve.click("Look at the invitation");
    eve.until_shown("Accept and play");
    eve.until_shown("The file of that match is not in your data folder");
    eve.click("Accept and play");
    eve.until_my_turn();
}

#[test]
fn the_place_of_a_player_who_is_gone_is_given_to_somebody_else() {
    let [mut host, mut guest] = begun();
    two_turns(&mut host, &mut guest);
    let before = file(&host);
    drop(guest);
    host.give(crate::model::ReplayCommand::StepTurn(false));
    host.click("Play on from here\u{2026}");
    form(&mut host, 2);
    host.click("Replace Bo");
    host.until_shown("Bo has not agreed to that: for Bo the old match stands");
    host.frames();
    // the new player has Bo's side
    assert!(host.harness.query_by_label("Your side").is_none());
    host.click("Make the invitation");
    let code = host.invitation().code();
    let mut eve = Program::start_as("Eve");
    eve.click("Join");
    eve.give(ShellCommand::Code(code));
    eve.click("Look at the invitation");
    eve.until_shown("Accept and play");
    eve.until_shown("in which a player is gone");
    eve.until_shown("in the file of it that the host has sent");
    eve.until_shown("You play Amber, which Bo played in that match.");
    eve.click("Accept and play");
    host.until_my_turn();
    assert_eq!(home::newest(&before), file(&host));
    // its replay begins with the turns of the match before
    let new = file(&host);
    host.give(LibraryCommand::LeaveNow);
    host.give(LibraryCommand::Open(new));
    host.until("the replay", |host| host.app().model.page == Page::Replay);
    let replay = host.app().model.replay.as_ref().expect("a replay");
    assert_eq!(replay.1.seen.played.parts.len(), 2);
}

#[test]
fn a_table_opens_in_the_place_of_a_match_whose_player_is_gone() {
    let mut programs = three();
    for turns in 0..2 {
        let number = on_turn(&mut programs, turns);
        programs[number].take_a_turn();
    }
    let [mut ada, mut ben, cid] = programs;
    ada.until("the last turn", |program| program.turns() == 2);
    ben.until("the last turn", |program| program.turns() == 2);
    // everybody has left it before the table opens
    drop(cid);
    ben.give(LibraryCommand::LeaveNow);
    let before = file(&ada);
    ada.give(crate::model::ReplayCommand::StepTurn(false));
    ada.click("Play on from here\u{2026}");
    ada.until("the form", |program| {
        program.app().model.page == Page::PlayOn
    });
    ada.frames();
    // beside it, two play: a table comes together in its place alone
    ada.click("Beside this match");
    ada.until_shown("Two play the new match, a side each.");
    ada.click("At a new table");
    ada.until_shown("all who stay must come");
    ada.click("Open the table");
    ada.until("the code of the table", |program| {
        let lobby = program.app().model.lobby.as_ref();
        lobby.is_some_and(|lobby| lobby.seen.meeting.invitation.is_some())
    });
    let code = ada.lobby().seen.meeting.invitation.clone();
    let code = code.expect("a code").code();
    ada.until_shown("3  Kept for Cid");
    ben.comes(&code);
    ben.until("the seat that is kept", |ben| {
        ben.own_seat() == Some(Seat(1))
    });
    let open = net::lobby::LobbyCommand::Open(Seat(2));
    ada.give(LobbyCommand::Ask(Spot::Seat(Seat(2)), open));
    ada.until_shown("3  Free");
    let mut eve = ada.seats("Eve", &code);
    for program in [&mut ada, &mut ben, &mut eve] {
        program.until_shown("Eve plays on in the place of Cid, who has not agreed");
    }
    let mut programs = [ada, ben, eve];
    begin(&mut programs);
    assert_eq!(home::newest(&before), file(&programs[0]));
    let turns = programs[0].turns();
    // it is still the turn of the seat whose player was gone
    assert_eq!(on_turn(&mut programs, turns), 2);
    programs[2].take_a_turn();
}

/// An offer with which the host tries to deceive the guest about where it begins.
fn lying(host: &Program) -> HostConfig {
    let home = home::Home::at(host.folder.path()).expect("a data folder");
    let from = PlayOn::read(&home, &file(host)).expect("the match");
    let mut offer = from.offer(from.step_after(Some(1)).expect("turn 1"), None, false, None);
    let other = from.position_after(from.step_after(Some(2)).expect("turn 2"));
    if let Ok(offer) = &mut offer
        && let Some(start) = &mut offer.start
    {
        start.position = other.to_whole().expect("small");
    }
    let player = home.player(None).expect("a player");
    HostConfig {
        lan: false,
        ..HostConfig::new(home, player, offer.expect("an offer"))
    }
}

#[test]
fn an_offer_that_does_not_begin_where_it_says_cannot_be_accepted() {
    let [host, mut guest] = resigned();
    let cheat = net::host(lying(&host)).expect("a host");
    let invitation = cheat.snapshot().meeting.invitation.clone();
    look_at(&mut guest, &invitation.expect("an invitation").code());
    guest.until_shown("offer does not begin at the position it names");
    guest.frames();
    assert!(guest.harness.query_by_label("Accept and play").is_none());
    cheat.send(net::Command::Leave);
}

#[test]
fn a_rematch_that_begins_from_another_position_is_not_agreed_to_unseen() {
    let [host, mut guest] = resigned();
    let home = home::Home::at(host.folder.path()).expect("a data folder");
    let from = PlayOn::read(&home, &file(&host)).expect("the match");
    let offer = from.offer(from.step_after(Some(2)).expect("turn 2"), None, true, None);
    let player = home.player(None).expect("a player");
    let config = HostConfig {
        lan: false,
        ..HostConfig::new(home, player, offer.expect("an offer"))
    };
    let cheat = net::host(config).expect("a host");
    let invitation = cheat.snapshot().meeting.invitation.clone();
    let code = invitation.expect("an invitation").code();
    // the line of the finished match says the code, as for a rematch
    super::difference::see(&mut guest, |seen| {
        let host = seen
            .contract
            .seats
            .iter()
            .find(|seat| !seat.mine)
            .expect("a host");
        let said = net::ChatLine {
            seat: host.seat,
            to: protocol::Audience::All,
            text: code,
        };
        Arc::make_mut(&mut seen.messages.chat).push(said);
    });
    guest.until_shown("Ada offers a rematch, sides changed.");
    guest.click("Play the rematch");
    guest.until_shown("Accept and play");
    guest.until_shown("The match begins with Blue's turn 2, from a position of an older match");
    assert!(
        cheat.snapshot().played.history.is_none(),
        "nobody has agreed"
    );
    cheat.send(net::Command::Leave);
}

#[test]
fn a_player_who_asks_under_another_name_does_not_take_it_unnoticed() {
    let [host, guest] = begun();
    let terms = ContinueTerms {
        asks: protocol::Seat(1),
        is_strange: false,
        after: 0,
        turn: 1,
        turn_name: "Blue's turn 1".to_owned(),
        undone: 0,
        gives_up: None,
        winners: Vec::new(),
        agreed: Vec::new(),
        missing: Vec::new(),
        differ: Vec::new(),
        round: RoundTerms::Unopened,
        swaps: false,
        sides: Vec::new(),
        renames: Some("Carl".to_owned()),
        pace: Default::default(),
    };
    let table = host.app().model.table.as_ref().expect("a match");
    let words = table.continue_words(&terms);
    assert!(
        words.contains(&"Bo is called Carl in the new match.".to_owned()),
        "{words:?}"
    );
    drop(guest);
}

#[test]
fn a_match_is_played_on_by_letters_beside_the_old_one() {
    let [mut host, mut guest] = resigned();
    host.click("Play on from a turn\u{2026}");
    form(&mut host, 1);
    host.click("By mail");
    host.click("Write the offer");
    let letter = |program: &Program| {
        let table = program.app().model.table.as_ref()?;
        table.letter.clone()
    };
    host.until("a letter", |host| letter(host).is_some());
    host.until_shown("The match begins with Amber's turn 1, from a position of an older match");
    let offer = letter(&host).expect("a letter");
    guest.give(LibraryCommand::LeaveNow);
    guest.click("Join");
    guest.give(ShellCommand::Code(offer));
    guest.frames();
    guest.click("Open the letter");
    guest.until_shown("It is the position of that match in your file");
    guest.click("Accept and play");
    // the host's signature comes with the next letter
    guest.until("a letter", |guest| letter(guest).is_some());
    host.give(MatchCommand::AnswerText(letter(&guest).expect("a letter")));
    host.give(MatchCommand::TakeAnswer);
    // turn 2 is the guest's, as in the old match
    host.until("the match", |host| {
        let table = host.app().model.table.as_ref();
        table.is_some_and(|table| !table.seen.deciding.awaited.is_empty())
    });
}
