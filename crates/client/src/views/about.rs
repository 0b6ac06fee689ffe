//! The help's topic about the program itself: version, places, credits, licenses.

use egui::{Label, RichText, ScrollArea, Ui};
use kit::views::theme::size;
use kit::views::widgets::{card, note, section};

use crate::model::{Command, Model, ShellCommand};

/// The height of the list of licenses, in points.
const HEIGHT: f32 = 360.0;

/// The state that disappears with the window.
#[derive(Default)]
pub(crate) struct AboutView {
    /// The lines of all the licenses, once they are asked for; unpacked they take a megabyte.
    licenses: Vec<String>,
}

pub(crate) fn show(model: &Model, view: &mut AboutView, ui: &mut Ui, out: &mut Vec<Command>) {
    card(ui, |ui| {
        section(ui, &about::Facts::title());
        let facts = &model.machine.facts;
        ui.add(
            Label::new(
                RichText::new(facts.trim_end())
                    .monospace()
                    .size(size::SMALL),
            )
            .wrap(),
        );
        if ui.button("Copy for a report").clicked() {
            out.push(ShellCommand::Copy("The facts are", facts.clone()).into());
        }
        note(
            ui,
            "A report of a mistake begins with these lines. Read them before you send them on: they name folders of yours.",
        );
    });
    ui.add_space(10.0);
    card(ui, |ui| {
        for paragraph in credits() {
            match paragraph.strip_prefix("# ") {
                Some(title) => section(ui, title),
                None => drop(ui.label(paragraph)),
            }
            ui.add_space(4.0);
        }
    });
    ui.add_space(10.0);
    card(ui, |ui| {
        section(ui, "Licenses");
        ui.label(format!("The program: {}.", about::LICENSE));
        if view.licenses.is_empty() {
            if ui
                .button("Show the licenses of libraries and fonts")
                .clicked()
            {
                view.licenses = about::notices().lines().map(str::to_owned).collect();
            }
            return;
        }
        let row = ui.text_style_height(&egui::TextStyle::Monospace);
        ScrollArea::both()
            .max_height(HEIGHT)
            .auto_shrink(false)
            // only the lines in sight are laid out: all of them would cost a second in every frame
            .show_rows(ui, row, view.licenses.len(), |ui, rows| {
                for line in &view.licenses[rows] {
                    let line = RichText::new(line).monospace();
                    ui.add(Label::new(line).extend());
                }
            });
    });
}

/// The credits, a paragraph in one piece each, without the marks of the text file.
fn credits() -> impl Iterator<Item = String> {
    let paragraphs = about::CREDITS.split("\n\n");
    let joined = paragraphs.map(|paragraph| paragraph.split_whitespace().collect::<Vec<_>>());
    joined.map(|words| words.join(" ").replace("**", "").replace('`', ""))
}
