//! The record beside the board: notation, ways through it, comments, try-outs and files for others.

use std::fs;

use egui_kittest::kittest::Queryable;

use super::Program;
use crate::model::export::{ExportForm, Format};
use crate::model::{Page, RecordCommand, ShellCommand};

/// A game against the computer with one own turn and its answer.
fn game() -> Program {
    let mut program = Program::playing();
    program.first_turn();
    program.until_my_turn();
    program
}

#[test]
fn the_record_names_units_and_every_order_of_it_leads_to_its_board() {
    let mut program = game();
    program.click("Order 1: Ib4-b5");
    assert!(program.harness.query_by_label("Back to now").is_some());
    program.click("Figurines");
    program.click("The next capture");
    program.click("Play the record");
    let table = program.app().model.table.as_ref().expect("a match");
    assert!(table.reading.is_playing);
    program.click("Play the record");
}

#[test]
fn a_try_out_is_begun_and_left_from_the_window() {
    let mut program = game();
    program.click("Order 1: Ib4-b5");
    program.click("Try out");
    assert_eq!(program.app().model.page, Page::TryOut);
    let told = "A try-out: you play both sides, and nothing of it reaches the match.";
    assert!(program.harness.query_by_label(told).is_some());
    assert!(program.harness.query_by_label("Resign\u{2026}").is_none());
    program.click("Back to the match");
    assert_eq!(
        (program.app().model.page, program.turns()),
        (Page::Table, 2)
    );
}

#[test]
fn a_comment_lies_beside_the_match_file_and_comes_back_with_it() {
    let mut program = game();
    program.give(RecordCommand::Comment(0, "bold".to_owned()));
    let file = program.app().model.file_shown().expect("a file");
    let text = fs::read_to_string(file.with_extension("comments.toml")).expect("a file");
    assert!(text.contains("bold"), "{text}");
    program.give(crate::model::LibraryCommand::Open(file));
    program.until("the replay", |program| {
        program.app().model.page == Page::Replay
    });
    program.until("its comments", |program| {
        let table = program.app().model.shown();
        table.is_some_and(|table| table.comments.on(0) == "bold")
    });
}

#[test]
fn a_match_is_written_in_every_form() {
    let mut program = game();
    program.click("Export\u{2026}");
    assert!(program.harness.query_by_label("Write the file").is_some());
    program.give(ShellCommand::CloseDialog);
    for format in Format::ALL {
        program.give(RecordCommand::Export);
        let mut form: ExportForm = program.app().model.forms.export.clone().expect("a form");
        form.set_format(format);
        let file = form.path.clone();
        program.give(RecordCommand::ExportForm(form));
        program.frames();
        program.give(RecordCommand::ExportNow);
        program.until("the file", |program| {
            let notice = program.app().model.over.notice.as_ref();
            notice.is_some_and(|notice| notice.what.contains(&file))
        });
        let bytes = fs::read(&file).expect("it is written");
        let start: &[u8] = match format {
            Format::Text => b"A Clash of Arms",
            Format::Png => b"\x89PNG",
            Format::Svg => b"<svg",
            Format::Html => b"<!doctype html>",
            Format::Gif => b"GIF89a",
        };
        assert!(bytes.starts_with(start), "{format:?}");
        if format == Format::Text {
            let text = String::from_utf8(bytes).expect("text");
            assert!(text.contains("Blue's turn 1: Ib4-b5"), "{text}");
        }
    }
}

#[test]
fn a_file_that_is_there_is_replaced_after_a_question_and_a_match_never() {
    let mut program = game();
    let file = program.folder.path().join("notes.txt");
    fs::write(&file, "mine").expect("written");
    let ask = |program: &mut Program, path: &std::path::Path| {
        program.give(RecordCommand::Export);
        let mut form: ExportForm = program.app().model.forms.export.clone().expect("a form");
        form.path = path.display().to_string();
        program.give(RecordCommand::ExportForm(form));
        program.frames();
        program.click("Write the file");
    };
    ask(&mut program, &file);
    program.until_shown("A file of that name is there already.");
    assert_eq!(fs::read(&file).expect("there"), b"mine");
    // another path is another question
    let mut form = program.app().model.forms.export.clone().expect("a form");
    form.path.push('x');
    program.give(RecordCommand::ExportForm(form.clone()));
    program.frames();
    assert!(program.harness.query_by_label("Replace the file").is_none());
    form.path.pop();
    program.give(RecordCommand::ExportForm(form));
    program.frames();
    program.click("Write the file");
    program.until_shown("Replace the file");
    program.click("Replace the file");
    program.until("the file", |_| {
        fs::read(&file).is_ok_and(|bytes| bytes.starts_with(b"A Clash of Arms"))
    });
    let own = program.app().model.file_shown().expect("a file");
    for kept in [
        own.clone(),
        own.with_extension("key"),
        program.folder.path().join("client.toml"),
    ] {
        let before = fs::read(&kept).expect("there");
        ask(&mut program, &kept);
        let name = kept.file_name().expect("a name").display().to_string();
        program.until("the refusal", |program| {
            let notice = program.app().model.over.notice.as_ref();
            notice.is_some_and(|notice| {
                notice.what.contains(&name) && notice.what.contains("nothing replaces")
            })
        });
        assert_eq!(fs::read(&kept).expect("there"), before);
    }
}
