//! Play by mail in two windows that share nothing but pasted text.

use egui_kittest::kittest::Queryable;
use protocol::manifest::Pace;

use super::Program;
use crate::model::{DraftCommand, LibraryCommand, MatchCommand, ShellCommand};

impl Program {
    fn letter(&self) -> Option<&str> {
        self.app().model.table.as_ref()?.letter.as_deref()
    }

    /// The letter, once it is ready.
    #[track_caller]
    fn until_letter(&mut self) -> String {
        self.until("a letter", |program| program.letter().is_some());
        self.letter().expect("it is ready").to_owned()
    }

    /// Waits until a letter is ready or the person here has to decide.
    #[track_caller]
    fn until_ready(&mut self) {
        self.until("a letter or a decision", |program| {
            let table = program.app().model.table.as_ref();
            let decides = |table: &crate::model::table::Table| {
                table.secrets.choice.is_some() || table.open_draft().is_some()
            };
            program.letter().is_some() || table.is_some_and(decides)
        });
    }

    /// Offers a scenario by mail, and gives the letter.
    fn offer_by_mail(&mut self, scenario: &str) -> String {
        self.click("Host");
        let choices = &self.app().model.library.scenarios;
        let number = choices.iter().position(|choice| choice.key() == scenario);
        let mut form = self.app().model.forms.host.clone();
        form.setting.scenario = number.expect("it is built in");
        self.give(ShellCommand::Host(form));
        self.frames();
        self.click("By mail");
        self.click("Write the offer");
        self.until_letter()
    }

    /// Opens the first letter, and accepts what it offers.
    fn accept_by_mail(&mut self, letter: String) -> String {
        self.click("Join");
        self.give(ShellCommand::Code(letter));
        self.frames();
        self.click("Open the letter");
        self.until_shown("Accept and play");
        self.click("Accept and play");
        self.until_letter()
    }

    /// Pastes a letter into the field for the answer.
    #[track_caller]
    fn paste(&mut self, letter: &str) {
        // quoted, as a mail program does it
        let quoted = format!("Hello,\n> {}", letter.replace('\n', "\r\n> "));
        let before = self.letter().map(str::to_owned);
        self.give(MatchCommand::AnswerText(quoted));
        self.frames();
        self.click("Take the answer in");
        self.until("what the letter brings", |program| {
            program.letter() != before.as_deref()
        });
        self.until_ready();
    }
}

#[test]
fn two_windows_play_their_first_turns_by_mail_alone() {
    let mut host = Program::start();
    let offer = host.offer_by_mail("clash-of-arms");
    assert!(offer.starts_with("-----BEGIN WARLORD LETTER-----"));
    host.until_shown("Send this letter to the other player");
    let mut guest = Program::start_as("Bo");
    let answer = guest.accept_by_mail(offer.clone());
    guest.until_shown("Send Ada this letter");

    // the host's own letter is recognized as such
    host.give(MatchCommand::AnswerText(offer));
    host.click("Take the answer in");
    host.until_shown("you wrote this letter yourself");
    host.paste(&answer);
    host.until_my_turn();
    assert_eq!(host.letter(), None);
    host.cell("b4");
    host.cell("b5");
    host.give(DraftCommand::EndTurnNow);
    // the third letter holds the first turn
    let third = host.until_letter();
    host.until_shown("Waiting for Bo\u{2019}s letter");

    guest.paste(&third);
    guest.until_my_turn();
    // the program may be closed before the turn: the letter taken in last still counts
    let mut guest = Program::start_in(guest.close());
    guest.until_shown("Continue");
    guest.click("Continue");
    guest.until_my_turn();
    assert_eq!(guest.turns(), 1);
    guest.cell("b9");
    guest.cell("b8");
    guest.give(DraftCommand::EndTurnNow);
    let fourth = guest.until_letter();
    // the program may be closed meanwhile: the letter is there again, and the next one finds its match
    let mut guest = Program::start_in(guest.close());
    guest.until_shown("Continue");
    guest.click("Continue");
    assert_eq!(guest.until_letter(), fourth);
    guest.give(LibraryCommand::LeaveNow);

    host.paste(&fourth);
    host.until_my_turn();
    assert_eq!(host.turns(), 2);
    host.give(DraftCommand::EndTurnNow);
    let fifth = host.until_letter();
    guest.click("Join");
    guest.give(ShellCommand::Code(fifth));
    guest.frames();
    guest.click("Open the letter");
    guest.until_my_turn();
    assert_eq!(guest.turns(), 3);
}

#[test]
fn border_war_comes_to_its_first_turn_by_mail_within_eleven_letters_and_takes_one_a_turn() {
    let mut programs = [Program::start(), Program::start_as("Bo")];
    let offer = programs[0].offer_by_mail("border-war");
    let mut letter = programs[1].accept_by_mail(offer);
    let mut turns = 0;
    for number in 0..20 {
        let letters = number + 2;
        let program = &mut programs[number % 2];
        program.paste(&letter);
        if program.harness.query_by_label("Lock the set-up").is_some() {
            program.click("6-3-3");
            program.click("Fill up");
            program.click("Lock the set-up");
            program.click("Lock");
        }
        let has_turn = |program: &Program| {
            let table = program.app().model.table.as_ref();
            table.is_some_and(|table| table.open_draft().is_some())
        };
        if has_turn(program) {
            // ten or eleven, as the lot for the first turn falls
            assert!(
                letters <= 11 + turns,
                "{letters} letters before turn {turns}"
            );
            program.give(DraftCommand::EndTurnNow);
            turns += 1;
            if turns == 2 {
                break;
            }
        }
        letter = program.until_letter();
    }
    assert_eq!(turns, 2);
}

#[test]
fn an_offer_by_mail_is_listed_until_it_is_answered_or_deleted() {
    let mut host = Program::start();
    let offer = host.offer_by_mail("clash-of-arms");
    let mut host = Program::start_in(host.close());
    host.until_shown("offered by mail");
    assert!(host.harness.query_by_label("Replay").is_none());
    host.click("Continue");
    assert_eq!(host.until_letter(), offer);
    host.give(LibraryCommand::LeaveNow);
    host.until_shown("offered by mail");
    let name = host.app().model.files.saved[0].name();
    host.click(&format!("Delete {name}"));
    host.click("Delete");
    host.until("the shorter list", |host| {
        host.app().model.files.saved.is_empty()
    });

    // a player who answers an offer twice is in the match already
    let mut guest = Program::start_as("Bo");
    guest.accept_by_mail(offer.clone());
    guest.give(LibraryCommand::LeaveNow);
    guest.click("Join");
    guest.give(ShellCommand::Code(offer));
    guest.frames();
    guest.click("Open the letter");
    guest.until_shown("You are in that match");
}

#[test]
fn an_acceptance_that_cannot_be_kept_gives_no_letter_and_its_cause_is_told() {
    let mut host = Program::start();
    let offer = host.offer_by_mail("clash-of-arms");
    let mut guest = Program::start_as("Bo");
    guest.click("Join");
    // as a chat program may give it
    let pasted = offer
        .replace("-----", "\u{2014}\u{2013}")
        .replace('\n', "\u{200b}<br>");
    guest.give(ShellCommand::Code(pasted));
    guest.frames();
    guest.click("Open the letter");
    guest.until_shown("Accept and play");
    let matches = guest.folder.path().join("matches");
    std::fs::remove_dir_all(&matches).expect("removed");
    guest.click("Accept and play");
    guest.until("the error", |guest| {
        let table = guest.app().model.table.as_ref();
        table.is_some_and(|table| table.seen.messages.error.is_some())
    });
    let seen = &guest.app().model.table.as_ref().expect("a table").seen;
    let error = seen.messages.error.as_ref().expect("an error");
    assert!(error.what.contains("cannot be written: "), "{}", error.what);
    assert_eq!((seen.letter.as_ref(), guest.letter()), (None, None));
    // a place that was never there refuses the letter at once
    std::fs::write(&matches, "no folder").expect("written");
    guest.give(LibraryCommand::LeaveNow);
    guest.click("Join");
    guest.give(ShellCommand::Code(offer));
    guest.frames();
    guest.click("Open the letter");
    guest.until("the trouble", |guest| {
        guest.app().model.opening.trouble.is_some()
    });
    let trouble = guest.app().model.opening.trouble.as_ref().expect("told");
    assert!(
        trouble.what.contains("cannot be written: "),
        "{}",
        trouble.what
    );
}

#[test]
fn the_form_for_a_match_by_mail_offers_days_and_no_clock() {
    let mut program = Program::start();
    program.click("Host");
    let mut form = program.app().model.forms.host.clone();
    form.terms.pace = Pace::Bank {
        bank_ms: 900_000,
        increment_ms: 10_000,
    };
    program.give(ShellCommand::Host(form));
    program.until_shown("More: time (a clock of");
    program.click("By mail");
    program.scroll_to("More: time (no time limit)");
    program.click("More: time (no time limit)");
    program.until_shown("Days a turn");
    let clock = "A clock each";
    assert!(program.harness.query_by_label(clock).is_none());
    // the clock chosen before is still there for a match over a line
    program.scroll_to("Live");
    program.click("Live");
    program.until_shown("More: time (a clock of");
    program.until_shown(clock);
}
