//! Two players who share a side by leaders, at windows of their own: what the table agrees on, their set-up in parts, and
//! words to the team.

use protocol::manifest::DropPolicy;
use protocol::{Audience, Seat};
use rules::{Rules as _, ToAct};

use super::Program;
use super::lobby_games::{begin, on_turn};
use crate::family_tests::shared::{mirrored, shown_by_mates};
use crate::model::forms::HostForm;
use crate::model::lobby::Lobby;
use crate::model::table::Table;
use crate::model::{DraftCommand, LobbyCommand, MatchCommand, SecretCommand, ShellCommand};

/// Ada hosts a game by leaders; she and Cid play Blue, and Ben plays Amber.
fn gathered(scenario: &str, change: impl FnOnce(&mut HostForm)) -> [Program; 3] {
    let mut host = Program::start_as("Ada");
    let choices = &host.app().model.library.scenarios;
    let number = choices.iter().position(|choice| choice.key() == scenario);
    let number = number.expect("it is built in");
    let code = host.opens(3, |form| {
        form.setting.scenario = number;
        form.by_leaders = true;
        change(form);
    });
    let [ben, cid] = ["Ben", "Cid"].map(|name| host.seats(name, &code.code()));
    [host, ben, cid]
}

fn fate(lobby: &Lobby) -> Option<DropPolicy> {
    Some(lobby.seats()?.game().drop_policy())
}

#[test]
fn the_form_chooses_how_a_side_is_shared_and_what_becomes_of_one_that_is_left() {
    let mut programs = gathered("clash-of-arms", |form| form.drop = Some(DropPolicy::Remove));
    for program in &mut programs {
        program.until_lobby("the fate", |lobby| fate(lobby) == Some(DropPolicy::Remove));
        program.until_shown("It is removed from the board.");
        program.until_shown("each command their own leaders");
    }
    programs[1].until_lobby("a whole table", |lobby| lobby.not_whole().is_none());
    programs[1].click("Ready");
    programs[1].until_lobby("readiness", |lobby| lobby.seen.is_ready);
    // another fate is another agreement: nobody is ready for what they have not read
    programs[0].click("Change what is played\u{2026}");
    programs[0].until_shown("A side whose players leave");
    programs[0].click("Stands still");
    programs[0].click("By turns");
    programs[0].click("Show it at the table");
    for program in &mut programs {
        program.until_lobby("the fate", |lobby| {
            fate(lobby) == Some(DropPolicy::StandStill)
        });
        program.until_shown("It stands still until the game ends.");
    }
    programs[1].until_lobby("a readiness taken back", |lobby| !lobby.seen.is_ready);
    let by_leaders = |lobby: &Lobby| {
        let terms = lobby.seats().map(|seats| seats.game().terms());
        terms.is_some_and(|terms| terms.is_by_leaders())
    };
    assert!(!by_leaders(programs[0].lobby()));
    programs[0].give(LobbyCommand::LeaveNow);
}

#[test]
fn a_game_that_offers_no_leaders_leaves_nothing_to_choose() {
    let mut program = Program::start();
    program.click("Host");
    let mut form = program.app().model.forms.host.clone();
    let choices = &program.app().model.library.scenarios;
    let wargame = choices
        .iter()
        .position(|choice| choice.key() == "wargame-1");
    form.players = 4;
    form.by_leaders = true;
    program.give(ShellCommand::Host(form.clone()));
    program.frames();
    program.until_shown("By leaders");
    form.setting.scenario = wargame.expect("it is built in");
    program.give(ShellCommand::Host(form.clone()));
    program.frames();
    program.until_shown("A side whose players leave");
    program.until_shown("Players of one side take its turns one after the other.");
    let scenario = &program.app().model.library.scenarios[form.setting.scenario];
    assert_eq!(
        form.options(scenario),
        Vec::new(),
        "nothing that the game would refuse"
    );
}

#[test]
fn words_to_the_team_reach_the_team_alone_and_are_marked() {
    let mut programs = gathered("clash-of-arms", |_| ());
    begin(&mut programs);
    // Ben has no team-mate
    assert_eq!(programs[1].table().speaks_to_team(), None);
    assert_eq!(programs[0].table().speaks_to_team(), Some(Seat(0)));
    programs[0].click("Chat");
    programs[0].click("Team");
    programs[0].give(MatchCommand::ChatLine("left flank".to_owned()));
    programs[0].give(MatchCommand::Say);
    let heard = |table: &Table| {
        let mut said = table.seen.messages.chat.iter();
        said.any(|said| said.text == "left flank" && said.to == Audience::Team)
    };
    programs[2].until("words to the team", |cid| heard(cid.table()));
    programs[2].click("\u{2022} Chat (1 new)");
    programs[2].until_shown("to the team");
    programs[2].until_shown("left flank");
    // what is said to all comes after it, and Ben has heard nothing else
    programs[0].click("All");
    programs[0].give(MatchCommand::ChatLine("hello".to_owned()));
    programs[0].give(MatchCommand::Say);
    programs[1].until("words to all", |ben| ben.table().talk.lines.len() == 1);
    assert_eq!(programs[1].table().talk.lines[0].text, "hello");
}

#[test]
fn words_that_reach_no_team_mate_are_said_not_to() {
    let mut programs = gathered("clash-of-arms", |_| ());
    begin(&mut programs);
    let [mut ada, ben, cid] = programs;
    for gone in [ben, cid] {
        gone.close();
    }
    ada.until("nobody else", |ada| {
        let table = ada.table();
        let mut lines = table.seen.lines.iter();
        lines.all(|line| table.is_away(line.seat))
    });
    ada.click("Chat");
    ada.click("Team");
    ada.give(MatchCommand::ChatLine("left flank".to_owned()));
    ada.give(MatchCommand::Say);
    ada.until_shown("our words to the team have not reached Cid");
}

#[test]
fn a_set_up_is_made_in_parts_that_the_team_sees_before_they_are_sealed() {
    let mut programs = gathered("test-of-wills", |_| ());
    begin(&mut programs);
    let [ada, ben, cid] = &mut programs;
    for program in [&mut *ada, &mut *cid] {
        program.until("an editor", |program| {
            program.table().secrets.choice.is_some()
        });
        program.until_shown("Your team-mates fill the others");
    }
    ada.until_shown("Cid has not shown a part yet.");
    ada.click("Fill up");
    ada.click("Show your part to the team");
    ada.click("Show it");
    ada.until_shown("Show the new part to the team");
    assert!(
        ada.table().seen.deciding.locked.is_empty(),
        "nothing is sealed yet"
    );
    let ghosts = |program: &Program| shown_by_mates(program.table().secrets.choice.as_ref());
    cid.until("the units of the team-mate", |cid| ghosts(cid) > 0);
    cid.until_shown("Ada has shown a part.");
    let before = ghosts(cid);
    // another part in its place
    ada.give(SecretCommand::Change(mirrored()));
    ada.give(SecretCommand::LockNow);
    ada.frames();
    cid.until("the units of the team-mate", |cid| ghosts(cid) == before);
    cid.click("Fill up");
    cid.click("Show your part to the team");
    cid.click("Show it");
    for program in [&mut *ada, &mut *cid] {
        program.until("both parts sealed", |program| {
            let locked = &program.table().seen.deciding.locked;
            [Seat(0), Seat(2)].iter().all(|seat| locked.contains(seat))
        });
    }
    ben.until("an editor", |ben| ben.table().secrets.choice.is_some());
    ben.click("Fill up");
    ben.click("Lock the set-up");
    ben.click("Lock");
    for program in &mut programs {
        program.until("the first turn", |program| {
            let now = program.table().position();
            now.is_some_and(|now| matches!(now.to_act(), ToAct::One(_)))
        });
    }
    let turns = programs[0].turns();
    let number = on_turn(&mut programs, turns);
    let table = programs[number].table();
    let now = table.position().expect("a position");
    let (_, side) = table.actor().expect("a turn");
    assert_eq!(now.members(side), if number == 1 { 1 } else { 2 });
    programs[number].give(DraftCommand::EndTurnNow);
}
