//! The list of the puzzles, the puzzle of the day, and the words for how hard one is.

use computer::Level;
use egui::{Button, RichText, Ui, vec2};
use kit::model::words::capital;
use kit::views::theme::palette;
use kit::views::widgets::{card, note, page, primary, section, with_right};
use lesson::{Idea, Lesson, Puzzle};

use crate::model::lessons::puzzles_of;
use crate::model::{Command, LessonCommand, Model, Page, ShellCommand};

pub(crate) fn show(model: &Model, ui: &mut Ui, out: &mut Vec<Command>) {
    page(ui, 720.0, |ui| {
        with_right(
            ui,
            |ui| {
                ui.label(
                    "Small positions, one turn each, sorted by the computer's level that finds it.",
                );
            },
            |ui| {
                if ui.button("Lessons").clicked() {
                    out.push(ShellCommand::Go(Page::Lessons).into());
                }
            },
        );
        ui.add_space(10.0);
        of_today(model, ui, out);
        for family in families::shown(false) {
            let all = puzzles_of(family);
            if all.is_empty() {
                continue;
            }
            card(ui, |ui| {
                let solved = all.iter().filter(|one| model.lessons.is_done(one)).count();
                with_right(
                    ui,
                    |ui| section(ui, families::title(family)),
                    |ui| note(ui, format!("{solved} of {} solved", all.len())),
                );
                for idea in Idea::ALL {
                    of_idea(model, &all, idea, ui, out);
                }
            });
            ui.add_space(10.0);
        }
    });
}

/// The puzzles of an idea, a row for each level that finds them.
fn of_idea(
    model: &Model,
    all: &[&'static Lesson],
    idea: Idea,
    ui: &mut Ui,
    out: &mut Vec<Command>,
) {
    let numbered = (1..).zip(all);
    let of_idea: Vec<(usize, &'static Lesson, &Puzzle)> = numbered
        .filter_map(|(number, one)| Some((number, *one, one.puzzle()?)))
        .filter(|(_, _, puzzle)| puzzle.idea() == idea)
        .collect();
    if of_idea.is_empty() {
        return;
    }
    ui.add_space(4.0);
    ui.label(RichText::new(idea.title()).strong());
    for level in Level::ALL.map(Some).into_iter().chain([None]) {
        let mut of_level = of_idea
            .iter()
            .filter(|(_, _, puzzle)| puzzle.found() == level)
            .peekable();
        if of_level.peek().is_none() {
            continue;
        }
        ui.horizontal_top(|ui| {
            ui.vertical(|ui| {
                ui.set_width(76.0);
                ui.add_space(6.0);
                let name = level.map_or("No level".to_owned(), |level| capital(level.name()));
                note(ui, name);
            });
            ui.horizontal_wrapped(|ui| {
                for (number, puzzle, _) in of_level {
                    button(model, *number, puzzle, ui, out);
                }
            });
        });
    }
}

/// A puzzle on the list: its number, green once it is solved.
fn button(
    model: &Model,
    number: usize,
    puzzle: &'static Lesson,
    ui: &mut Ui,
    out: &mut Vec<Command>,
) {
    let is_done = model.lessons.is_done(puzzle);
    let text = RichText::new(number.to_string());
    let text = match is_done {
        true => text.color(palette(ui).good).strong(),
        false => text,
    };
    let mut button = Button::new(text).min_size(vec2(38.0, 28.0));
    if is_done {
        button = button.stroke(egui::Stroke::new(1.5, palette(ui).good));
    }
    let done = if is_done { ", solved" } else { "" };
    let family = families::title(puzzle.family());
    let name = format!("{family} puzzle {number}: {}{done}", puzzle.title());
    if ui.add(button).accessible_name(name).clicked() {
        out.push(LessonCommand::Open(puzzle).into());
    }
}

/// The puzzle of the day, and the way to all.
pub(crate) fn of_today(model: &Model, ui: &mut Ui, out: &mut Vec<Command>) {
    let Some(puzzle) = model.lessons.of_today() else {
        return;
    };
    let is_done = model.lessons.is_done(puzzle);
    card(ui, |ui| {
        with_right(
            ui,
            |ui| {
                ui.vertical(|ui| {
                    ui.spacing_mut().item_spacing.y = 1.0;
                    ui.label(RichText::new("Puzzle of the day").strong());
                    let family = families::title(puzzle.family());
                    let done = if is_done { ". You solved it." } else { "" };
                    note(ui, format!("{family}: {}{done}", puzzle.title()));
                });
            },
            |ui| {
                let text = if is_done {
                    "Look at it again"
                } else {
                    "Solve it"
                };
                if primary(ui, text, true).clicked() {
                    out.push(LessonCommand::Open(puzzle).into());
                }
                if model.page != Page::Puzzles && ui.button("All puzzles").clicked() {
                    out.push(ShellCommand::Go(Page::Puzzles).into());
                }
            },
        );
    });
    ui.add_space(10.0);
}

/// How hard a puzzle is, by the levels of the computer.
pub(super) fn found_words(found: Option<Level>) -> String {
    match found {
        Some(Level::Novice) => "even the novice computer finds it".to_owned(),
        Some(level) => format!("the computer finds it from {level} on"),
        None => "no level of the computer finds it".to_owned(),
    }
}

/// What the proof says, once a puzzle is solved.
pub(super) fn proof_words(puzzle: &Puzzle) -> String {
    let [right, all] = puzzle.proof();
    match right {
        1 => format!("Of {all} different turns this is the only one."),
        _ => format!("Of {all} different turns {right} do it."),
    }
}
