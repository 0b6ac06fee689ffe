//! The list of the lessons, and their place on the start page.

use egui::{RichText, Sense, Stroke, Ui, Vec2};
use kit::views::theme::{palette, size};
use kit::views::widgets::{card, note, page, primary, row, section, with_right};
use lesson::Lesson;

use crate::model::lessons::of_family;
use crate::model::{Command, LessonCommand, Model, Page, ShellCommand};

pub(crate) fn show(model: &Model, ui: &mut Ui, out: &mut Vec<Command>) {
    page(ui, 720.0, |ui| {
        with_right(
            ui,
            |ui| {
                ui.label(
                    "Short positions that you play yourself. The first five take ten minutes.",
                );
            },
            |ui| {
                if ui.button("Puzzles").clicked() {
                    out.push(ShellCommand::Go(Page::Puzzles).into());
                }
            },
        );
        ui.add_space(10.0);
        for family in families::shown(false) {
            let lessons = of_family(family);
            if lessons.is_empty() {
                continue;
            }
            card(ui, |ui| {
                let [done, all] = model.lessons.count(family);
                with_right(
                    ui,
                    |ui| section(ui, families::title(family)),
                    |ui| note(ui, format!("{done} of {all} done")),
                );
                for (number, lesson) in (1..).zip(lessons) {
                    line(model, number, lesson, ui, out);
                }
            });
            ui.add_space(10.0);
        }
        let mut is_offered = !model.lessons.learned.is_put_away;
        let text = "Offer lessons first on the start page, until the first five are done";
        if ui.checkbox(&mut is_offered, text).changed() {
            out.push(LessonCommand::PutAway(!is_offered).into());
        }
    });
}

/// A lesson on the list, with a dot that is full once the lesson is done.
fn line(
    model: &Model,
    number: usize,
    lesson: &'static Lesson,
    ui: &mut Ui,
    out: &mut Vec<Command>,
) {
    let is_done = model.lessons.is_done(lesson);
    let is_next = model.lessons.next() == Some(lesson);
    ui.horizontal(|ui| {
        let (rect, _) = ui.allocate_exact_size(Vec2::splat(20.0), Sense::hover());
        let color = palette(ui).good;
        match is_done {
            true => ui.painter().circle_filled(rect.center(), 6.0, color),
            false => {
                let line = Stroke::new(1.5, palette(ui).line);
                ui.painter().circle_stroke(rect.center(), 6.0, line)
            }
        };
        let done = if is_done { ", done" } else { "" };
        let text = format!("{number}. {}{done}", lesson.title());
        if row(ui, is_next, &text).clicked() {
            out.push(LessonCommand::Open(lesson).into());
        }
    });
}

/// The first way in on the start page, as long as lessons are offered there.
pub(crate) fn offer(model: &Model, ui: &mut Ui, out: &mut Vec<Command>) {
    let Some(next) = model.lessons.next().filter(|_| model.lessons.are_offered()) else {
        return;
    };
    let [done, all] = model.lessons.count(next.family());
    card(ui, |ui| {
        let (title, text, button) = match done {
            0 => (
                "Learn to play",
                "Five short lessons, ten minutes. You make every move yourself.".to_owned(),
                "Begin the first lesson".to_owned(),
            ),
            _ => (
                "Continue learning",
                format!("{done} of {all} lessons done."),
                format!("Next lesson: {}", next.title()),
            ),
        };
        with_right(
            ui,
            |ui| {
                ui.vertical(|ui| {
                    ui.spacing_mut().item_spacing.y = 2.0;
                    ui.label(RichText::new(title).size(size::TITLE));
                    ui.add(egui::Label::new(text).wrap());
                });
            },
            |ui| {
                if primary(ui, &button, true).clicked() {
                    out.push(LessonCommand::Open(next).into());
                }
                let about = "The lessons stay under Learn, at the top right";
                if ui.button("Put away").on_hover_text(about).clicked() {
                    out.push(LessonCommand::PutAway(true).into());
                }
                if ui.button("All lessons").clicked() {
                    out.push(ShellCommand::Go(Page::Lessons).into());
                }
            },
        );
    });
    ui.add_space(14.0);
}
