//! The keyboard alone: whatever has the focus is in sight, and Enter gives each question's safe answer.

use egui::accesskit::Role;
use egui::{Key, Rect, vec2};
use egui_kittest::kittest::Queryable;

use super::Program;
use crate::model::{
    Command, Dialog, LibraryCommand, MatchCommand, Page, RecordCommand, ShellCommand,
};

/// More than any page has fields.
const MOST: usize = 150;

impl Program {
    /// The widget with the focus: its place, and the part of it that is in sight.
    pub(super) fn focused(&self) -> Option<(Rect, Rect)> {
        let context = &self.harness.ctx;
        let id = context.memory(|memory| memory.focused())?;
        let response = context.read_response(id)?;
        Some((response.rect, response.interact_rect))
    }
}

#[test]
fn tab_never_leads_out_of_sight() {
    let pages = [
        ("Play here", Page::Local),
        ("Host", Page::Host),
        ("Join", Page::Join),
        ("Settings", Page::Settings),
    ];
    for (name, page) in pages {
        for size in [[1280.0, 800.0], [1024.0, 700.0], [640.0, 400.0]] {
            let mut program = Program::start();
            program.harness.set_size(vec2(size[0], size[1]));
            program.give(ShellCommand::Go(page));
            program.frames();
            let mut seen = 0;
            for number in 0..MOST {
                program.harness.key_press(Key::Tab);
                // an area scrolls to what has the focus within some frames
                program.harness.run_steps(6);
                let Some((place, part)) = program.focused() else {
                    continue;
                };
                seen += 1;
                // a field larger than the window shows a part
                let wanted = place.height().min(12.0);
                assert!(
                    part.height() >= wanted && part.width() >= place.width().min(12.0),
                    "{name} {size:?}: the focus after {number} steps is out of sight: {place} {part}"
                );
            }
            assert!(seen > 5, "{name}: {seen}");
        }
    }
}

#[test]
fn a_field_that_gets_the_focus_moves_no_list_beside_it() {
    let mut program = Program::start();
    program.give(ShellCommand::Go(Page::Host));
    program.frames();
    let first = |program: &Program| {
        let card = program.harness.query_by_label_contains("A Clash of Arms");
        card.map(|card| card.rect())
    };
    let before = first(&program).expect("the first scenario is in sight");
    // the list goes on behind its edge, over the place where this field stands
    let number = program.harness.get_by_role(Role::SpinButton);
    number.focus();
    program.frames();
    assert!(program.focused().is_some());
    assert_eq!(first(&program), Some(before));
}

#[test]
fn enter_gives_the_safe_answer_of_each_question() {
    let mut program = Program::playing();
    program.first_turn();
    program.until_my_turn();
    let asks: [(Command, Dialog); 4] = [
        (MatchCommand::Resign.into(), Dialog::Resign),
        (MatchCommand::OfferDraw.into(), Dialog::OfferDraw),
        (RecordCommand::Export.into(), Dialog::Export),
        (LibraryCommand::Leave.into(), Dialog::Leave),
    ];
    for (command, dialog) in asks {
        program.give(command);
        program.frames();
        assert_eq!(program.app().model.over.dialog, Some(dialog));
        let has_focus = program.focused().is_some();
        assert!(has_focus, "{dialog:?} shows what Enter does");
        program.key(Key::Enter);
        assert_eq!(program.app().model.over.dialog, None, "{dialog:?}");
        let table = program.app().model.table.as_ref();
        // a resignation is not sent by Enter
        let is_over = table.is_some_and(|table| table.seen.played.outcome.is_some());
        assert!(!is_over, "{dialog:?}");
        assert_eq!(table.is_none(), dialog == Dialog::Leave);
    }
    assert!(program.harness.query_by_label("Play here").is_some());
}

#[test]
fn enter_locks_a_set_up_as_it_ends_a_turn() {
    let mut program = Program::start();
    program.choose("test-of-wills", true);
    program.click("Start the game");
    program.until_shown("Set up your army");
    program.click("Fill up");
    program.click("Lock the set-up");
    assert_eq!(program.app().model.over.dialog, Some(Dialog::Lock));
    program.key(Key::Enter);
    program.until("both armies", |program| {
        let table = program.app().model.table.as_ref();
        table.is_some_and(|table| table.secrets.choice.is_none() && !table.turn.sent)
    });
}
