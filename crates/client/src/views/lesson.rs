//! The page of a lesson: its board, and beside the board what to do.

use egui::{
    Button, CentralPanel, Frame, Key, Label, Margin, Modifiers, Panel, RichText, ScrollArea, Sense,
    Stroke, Ui, vec2,
};
use kit::views::theme::{palette, size};
use kit::views::widgets::{
    awaited, banner, card, edge, keep_focus_in_sight, note, pips, primary, side_column,
    wide_primary,
};
use lesson::Attempt;

use super::commands::{END_TURN, HINT, REDO, UNDO, WHY_NOT, command};
use super::{View, around, asking, draft, match_board, puzzles, record, rules_text, side_panel};
use crate::model::lessons::{OpenLesson, series};
use crate::model::{Command, DraftCommand, LessonCommand, Model, Page, ShellCommand};

const WIDTH: f32 = 350.0;

pub(crate) fn show(
    model: &Model,
    open: &OpenLesson,
    view: &mut View,
    ui: &mut Ui,
    out: &mut Vec<Command>,
) {
    keys(model, open, view, ui, out);
    let table = &open.table;
    if let Some(secret) = &table.secrets.choice {
        // the editor has panels of its own beside its board, so the lesson's words stand above
        let strip = edge(ui, Margin::symmetric(16, 8));
        Panel::top("lesson words").frame(strip).show(ui, |ui| {
            heading(open, ui);
            ui.add_space(4.0);
            words(open, view, ui, out);
            ui.horizontal(|ui| tools(model, open, ui, out));
        });
        return asking(out, |out| {
            families::views::secret(around(model), secret, table, &mut view.canvas, ui, out);
        });
    }
    record::play(model, table, view, ui, out);
    side_column(ui, "lesson", WIDTH, |ui| {
        // at the lower end: what is said above never moves a button
        Panel::bottom("lesson deeds")
            .frame(edge(ui, Margin::symmetric(0, 6)))
            .show(ui, |ui| deeds(model, open, ui, out));
        ScrollArea::vertical()
            .auto_shrink([false, false])
            .show(ui, |ui| {
                card(ui, |ui| {
                    heading(open, ui);
                    ui.add_space(8.0);
                    words(open, view, ui, out);
                });
                ui.add_space(8.0);
                if let Some(position) = table
                    .position()
                    .filter(|_| open.lesson.beside().has_match())
                {
                    asking(out, |out| {
                        let (hands, canvas) = (&table.board.hands, &mut view.canvas);
                        families::views::beside(table, hands, position, canvas, ui, out);
                    });
                    side_panel::forces(table, view, ui, out);
                }
                keep_focus_in_sight(ui);
            });
    });
    match_board::status_line(model, table, view, ui, out);
    CentralPanel::no_frame()
        .frame(Frame::new().fill(palette(ui).table))
        .show(ui, |ui| match_board::board(model, table, view, ui, out));
}

/// The Enter key of a lesson that is over: on with the next, or once more. While a turn can be ended, the key ends it.
fn keys(model: &Model, open: &OpenLesson, view: &View, ui: &Ui, out: &mut Vec<Command>) {
    // a focused button takes Enter for itself
    let free = ui.memory(|memory| memory.focused().is_none_or(|id| view.canvas.board.is(id)));
    let is_covered = model.over.typed.is_some() || model.over.dialog.is_some();
    let over = match open.stands {
        Attempt::Open => None,
        Attempt::Reached => Some(LessonCommand::Next),
        Attempt::Missed => Some(LessonCommand::Again),
    };
    if let Some(over) = over.filter(|_| free && !is_covered)
        && ui.input_mut(|input| input.consume_key(Modifiers::NONE, Key::Enter))
    {
        out.push(over.into());
    }
}

/// The lesson's place, its name and its task.
fn heading(open: &OpenLesson, ui: &mut Ui) {
    let family = open.lesson.family();
    let all = series(open.lesson);
    let place = all.iter().position(|one| *one == open.lesson);
    let number = place.map_or(0, |place| place + 1);
    let title = families::title(family);
    let kind = if is_puzzle(open) { "puzzle" } else { "lesson" };
    let limit = limit(open);
    let count = all.len();
    note(ui, format!("{title}, {kind} {number} of {count}: {limit}"));
    ui.label(
        RichText::new(open.lesson.title())
            .size(size::TITLE)
            .strong(),
    );
    ui.add(Label::new(RichText::new(open.lesson.task()).size(size::BODY).strong()).wrap());
}

const fn is_puzzle(open: &OpenLesson) -> bool {
    open.lesson.puzzle().is_some()
}

/// The turns that the lesson leaves, or how hard a puzzle is.
fn limit(open: &OpenLesson) -> String {
    if let Some(puzzle) = open.lesson.puzzle() {
        return puzzles::found_words(puzzle.found());
    }
    let limit = open.lesson.limit();
    let now = (open.trail.turns() + 1).min(limit);
    match limit {
        1 => "one turn".to_owned(),
        _ => format!("turn {now} of {limit}"),
    }
}

/// The sentence of the moment, and a hint or the words for a refusal.
fn words(open: &OpenLesson, view: &mut View, ui: &mut Ui, out: &mut Vec<Command>) {
    let palette = palette(ui);
    match open.stands {
        Attempt::Reached => {
            let word = if is_puzzle(open) { "Solved!" } else { "Done!" };
            let done = open.lesson.puzzle().map(puzzles::proof_words);
            let done = done.unwrap_or_else(|| open.lesson.done().to_owned());
            banner(ui, palette.good, |ui| {
                ui.horizontal(|ui| {
                    check(ui);
                    let word = RichText::new(word).size(size::HEADING).strong();
                    ui.colored_label(palette.good, word);
                });
                ui.add(Label::new(RichText::new(done).size(size::BODY)).wrap());
            });
        }
        Attempt::Missed => {
            let text = RichText::new("Not yet.").size(size::TITLE);
            ui.colored_label(palette.warn, text);
            if let Some(refutation) = open.refutation() {
                ui.add(Label::new(RichText::new(refutation).size(size::BODY)).wrap());
                ui.add(Label::new("Look at the board: that is the best answer. Try again.").wrap());
                return;
            }
            let why = match open.lesson.limit() {
                1 => "The turn is over, and the aim is not reached. Try again: nothing is lost.",
                _ => "The turns are over, and the aim is not reached. Try again: nothing is lost.",
            };
            ui.add(Label::new(why).wrap());
        }
        Attempt::Open => {
            let saying = open.saying();
            if !saying.is_empty() {
                ui.add(Label::new(RichText::new(saying).size(size::BODY)).wrap());
            }
            if let Some(words) = open.refusal() {
                banner(ui, palette.bad, |ui| {
                    ui.add(Label::new(words).wrap());
                });
            }
            if let Some(hint) = &open.hint {
                banner(ui, palette.accent, |ui| {
                    ui.add(Label::new(&hint.words).wrap());
                });
            } else if open.is_hint_offered() {
                banner(ui, palette.accent, |ui| {
                    ui.add(Label::new("Would a hint help?").wrap());
                    if primary(ui, "Show a hint", true).clicked() {
                        out.push(LessonCommand::Hint.into());
                    }
                });
            }
        }
    }
    // the paragraph stays in reach after the lesson: there it says more
    if open.stands == Attempt::Reached
        && let Some(paragraph) = open.lesson.paragraph()
    {
        rules_text::link(paragraph, &mut view.reading.rules, ui, out);
    }
}

/// The mark of success, drawn, so that its shape says it without color and without a sign of the font.
fn check(ui: &mut Ui) {
    let (rect, _) = ui.allocate_exact_size(vec2(30.0, 30.0), Sense::hover());
    let pen = Stroke::new(3.0, palette(ui).good);
    ui.painter().circle_stroke(rect.center(), 13.0, pen);
    let at = |x: f32, y: f32| rect.center() + vec2(x, y);
    ui.painter()
        .line_segment([at(-6.0, 0.5), at(-1.5, 5.0)], pen);
    ui.painter()
        .line_segment([at(-1.5, 5.0), at(6.5, -5.0)], pen);
}

/// The buttons of the moment.
fn deeds(model: &Model, open: &OpenLesson, ui: &mut Ui, out: &mut Vec<Command>) {
    let table = &open.table;
    match open.stands {
        Attempt::Reached => {
            let is_last = series(open.lesson).last() == Some(&open.lesson);
            let text = match (is_puzzle(open), is_last) {
                (false, false) => "Next lesson",
                (false, true) => "To the lessons",
                (true, false) => "Next puzzle",
                (true, true) => "To the puzzles",
            };
            if wide_primary(ui, text, true)
                .on_hover_text("Enter")
                .clicked()
            {
                out.push(LessonCommand::Next.into());
            }
        }
        Attempt::Missed => {
            if wide_primary(ui, "Again", true)
                .on_hover_text("Enter")
                .clicked()
            {
                out.push(LessonCommand::Again.into());
            }
        }
        Attempt::Open => {
            if let Some(draft) = table.open_draft() {
                let turn = families::turn_words(draft.position());
                let [left, of] = turn.left;
                if open.lesson.beside().has_orders() {
                    pips(ui, left, of);
                    ui.label(turn.used);
                }
                let [name, _] = families::turn_end(draft);
                let can_end = families::ending(draft).is_some();
                // before that a large button would invite to end a turn in which the aim is still to be reached
                let response = match left {
                    0 => wide_primary(ui, name, can_end),
                    _ => ui.add_enabled(can_end, Button::new(name).min_size(vec2(0.0, 32.0))),
                };
                if response
                    .on_hover_text(END_TURN.hover_now(ui.ctx()))
                    .clicked()
                {
                    out.push(DraftCommand::EndTurn.into());
                }
                draft::choices(table, ui, out);
            } else if table.seen.played.outcome.is_none() {
                ui.horizontal(|ui| {
                    awaited(ui);
                    ui.weak(table.waiting_for());
                });
            }
        }
    }
    ui.horizontal_wrapped(|ui| {
        if let Some(draft) = table.open_draft().filter(|_| open.stands == Attempt::Open) {
            for (entry, on) in [(UNDO, draft.can_undo()), (REDO, draft.can_redo())] {
                let button = ui.add_enabled(on, Button::new(entry.label));
                if button.on_hover_text(entry.hover_now(ui.ctx())).clicked() {
                    out.extend(command(&entry, model));
                }
            }
        }
        tools(model, open, ui, out);
    });
}

/// Hint, again, and the way back to the list.
fn tools(model: &Model, open: &OpenLesson, ui: &mut Ui, out: &mut Vec<Command>) {
    let small = |text: &str| Button::new(text.to_owned()).min_size(vec2(0.0, 28.0));
    if open.stands == Attempt::Open {
        for entry in [HINT, WHY_NOT] {
            let given = command(&entry, model);
            let button = ui.add_enabled(given.is_some(), small(entry.label));
            if button.on_hover_text(entry.hover_now(ui.ctx())).clicked() {
                out.extend(given);
            }
        }
    }
    // when it is missed, the large button says the same
    if open.stands != Attempt::Missed
        && ui
            .add(small("Again"))
            .on_hover_text(match is_puzzle(open) {
                true => "The puzzle from its beginning",
                false => "The lesson from its beginning",
            })
            .clicked()
    {
        out.push(LessonCommand::Again.into());
    }
    let (text, page) = match is_puzzle(open) {
        true => ("All puzzles", Page::Puzzles),
        false => ("All lessons", Page::Lessons),
    };
    if ui.add(small(text)).clicked() {
        out.push(ShellCommand::Go(page).into());
    }
}
