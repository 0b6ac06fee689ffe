//! A table that continues with everybody in a new match, by a click at each window.

use protocol::{Agreement, Seat};

use super::Program;
use super::difference::see;
use super::lobby_games::{on_turn, three};
use super::screens::by_leaders;
use crate::model::MatchCommand;

/// Waits until the match on the page has another file than that one.
fn until_new(program: &mut Program, old: &std::path::Path) {
    program.until("the new match", |program| program.table().seen.file != old);
}

#[test]
fn all_windows_of_a_table_agree_to_a_new_match_and_each_sees_who_has_agreed() {
    let mut programs = three();
    for turns in 0..2 {
        let number = on_turn(&mut programs, turns);
        programs[number].take_a_turn();
    }
    on_turn(&mut programs, 2);
    let old = programs
        .each_ref()
        .map(|program| program.table().seen.file.clone());
    programs[0].until("the way to continue", |ada| ada.table().may_continue());
    programs[0].click("Continue in a new match\u{2026}");
    programs[0].until("the terms", |ada| ada.table().seen.next.terms.is_some());
    programs[0].click("Ask");
    programs[0].until_shown("You want to continue in a new match.");
    programs[0].until_shown("Ada has agreed; waiting for Ben and Cid.");
    programs[1].until_shown("Ada asks to continue in a new match.");
    programs[1].until_shown("Ada has agreed; waiting for Ben and Cid.");
    std::thread::sleep(std::time::Duration::from_millis(1100));
    programs[1].click("What changes\u{2026}");
    programs[1].click("Continue");
    programs[1].until_shown("You want to continue in a new match.");
    // whoever has said yes goes on seeing who is missing
    for program in &mut programs[..2] {
        program.until_shown("Ada and Ben have agreed; waiting for Cid.");
    }
    programs[2].until_shown("Ada and Ben have agreed; waiting for Cid.");
    programs[2].give(MatchCommand::AnswerContinue(true));
    for (program, old) in programs.iter_mut().zip(&old) {
        until_new(program, old);
    }
    let number = on_turn(&mut programs, 0);
    programs[number].take_a_turn();
    on_turn(&mut programs, 1);
}

#[test]
fn one_who_declines_leaves_the_match_of_all_as_it_is() {
    let mut programs = three();
    let number = on_turn(&mut programs, 0);
    programs[number].take_a_turn();
    on_turn(&mut programs, 1);
    let old = programs[0].table().seen.file.clone();
    programs[0].until("the way to continue", |ada| ada.table().may_continue());
    programs[0].give(MatchCommand::ContinueNow);
    programs[0].until_shown("You want to continue in a new match.");
    programs[2].until_shown("Ada asks to continue in a new match.");
    programs[2].give(MatchCommand::AnswerContinue(false));
    programs[2].until("no question", |cid| cid.table().seen.next.asked.is_none());
    assert_eq!(programs[0].table().seen.file, old);
    let number = on_turn(&mut programs, 1);
    programs[number].take_a_turn();
    on_turn(&mut programs, 2);
}

#[test]
fn whoever_has_signed_the_new_match_sees_whose_signature_is_missing() {
    let mut program = Program::start();
    by_leaders(&mut program, "Ben");
    see(&mut program, |seen| {
        seen.leaving.is_going_on = true;
        seen.next.asks = true;
        seen.next.agreement = Some(Agreement {
            agreed: vec![Seat(0), Seat(1)],
            missing: vec![Seat(2), Seat(3)],
            is_signed: true,
        });
    });
    program.until_shown("You go on in a new match.");
    program.until_shown("Ann and Ben have signed the new match; waiting for Cid and Dot.");
}
