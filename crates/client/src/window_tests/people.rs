//! The players whom the user has met, in two windows.

use egui_kittest::kittest::Queryable;
use home::Home;

use super::Program;
use crate::model::{LibraryCommand, Page, ShellCommand};

impl Program {
    /// Leaves the match, and waits until its files are released.
    fn leave(&mut self) {
        let table = self.app().model.table.as_ref().expect("a match");
        let key = table.seen.file.with_extension("key");
        self.give(LibraryCommand::LeaveNow);
        self.until("the end of the match", |_| {
            std::fs::File::open(&key).is_ok_and(|file| file.try_lock().is_ok())
        });
    }
}

#[test]
fn a_player_who_was_met_is_known_named_compared_and_blocked() {
    let mut host = Program::start();
    let mut guest = Program::start_as("Bo");
    let code = host.invite(|_| ()).code();
    guest.open_code(&code);
    guest.until_shown("Accept and play");
    guest.until_shown("stranger");
    guest.click("Accept and play");
    host.until_my_turn();
    guest.until_shown("Ada thinks");

    // the same code again is no second match
    guest.open_code(&code);
    guest.until_shown("You are in that match.");
    assert_eq!(guest.app().model.page, Page::Table);
    guest.leave();
    guest.open_code(&code);
    guest.until_shown("You are in that match; it continues where it was.");
    guest.leave();

    host.leave();
    host.click("People");
    host.until_shown("known, 1 game");
    host.until_shown("You left A Clash of Arms with Bo after");
    host.click("Compare words with Bo");
    let words = |program: &Program| {
        let compared = program.app().model.people.compared.clone();
        compared.and_then(|(_, words)| words)
    };
    host.until("the words", |host| words(host).is_some());
    let said = words(&host).expect("they are known");
    assert!(host.harness.query_by_label(&said).is_some());
    guest.click("People");
    guest.until_shown("known, 1 game");
    guest.click("Compare words with Ada");
    guest.until("the words", |guest| words(guest).is_some());
    assert_eq!(words(&guest).as_ref(), Some(&said));
    host.click("They are the same");
    host.until_shown("verified, 1 game");
    host.click("Give Bo a name");
    let field = host.button("The name you give");
    field.focus();
    field.type_text("Bobby");
    host.frames();
    host.click("Take this name");
    host.until_shown("goes by Bo");

    // the unfinished match is offered before the new one
    host.click("Back");
    let code = host.invite(|_| ()).code();
    guest.open_code(&code);
    guest.until_shown("Accept and play");
    guest.until_shown("You left A Clash of Arms with Ada after");
    guest.click("Continue it");
    guest.until("the match", |guest| {
        let table = guest.app().model.table.as_ref();
        table.is_some_and(|table| {
            !table.seen.contract.seats.is_empty() && table.seen.contract.offer.is_none()
        })
    });
    // the host hears of it beside the new invitation
    host.until_shown("Bobby is there and looks for you.");
    host.click("Continue it");
    host.until_my_turn();
    guest.leave();
    host.leave();

    host.click("People");
    host.until_shown("Bobby");
    host.click("Block Bobby");
    host.until_shown("blocked");
    host.click("Back");
    let code = host.invite(|_| ()).code();
    guest.open_code(&code);
    guest.until_shown("declined your request");
}

#[test]
fn matches_of_blocked_hosts_are_not_listed_and_their_invitations_say_so() {
    let mut host = Program::start();
    let invitation = host.invite(|_| ());
    let found = invitation.announced("A Clash of Arms", "Ada");
    let mut guest = Program::start_as("Bo");
    guest.click("Join");
    guest.give(crate::model::News::Lan(Ok(vec![found])));
    guest.until_shown("Ada hosts, at");
    guest.until_shown("stranger");
    let home = Home::at(guest.folder.path()).expect("the data folder");
    let blocked = home.change_people(|people| people.block(invitation.host, true));
    blocked.expect("kept");
    guest.give(ShellCommand::Go(Page::Join));
    guest.until("nothing is listed", |guest| {
        guest.harness.query_by_label("Ask to play").is_none()
    });
    guest.open_code(&invitation.code());
    guest.until_shown("is blocked here");
}

#[test]
fn the_users_own_invitation_is_shown_and_not_joined() {
    let mut host = Program::start();
    let code = host.invite(|_| ()).code();
    host.give(LibraryCommand::SetAside);
    host.until_shown("Your invitations");
    host.open_code(&code);
    host.until_shown("This is your own invitation");
    host.until_shown("Send this invitation to one player");
}
