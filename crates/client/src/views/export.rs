//! The question how a match is written down for others.

use egui::{DragValue, TextEdit, Ui};
use kit::views::widgets::{choice, note, primary};

use super::question::{answers, title};
use crate::model::export::Format;
use crate::model::{Command, Model, RecordCommand};

pub(crate) fn show(model: &Model, ui: &mut Ui, out: &mut Vec<Command>) {
    let Some((mut form, table)) = model.forms.export.clone().zip(model.shown()) else {
        return;
    };
    title(ui, "Export");
    let formats = Format::ALL.map(|format| (format, format.name()));
    let mut format = form.format;
    choice(ui, &mut format, &formats);
    if format != form.format {
        form.set_format(format);
    }
    note(ui, format.about());
    if format == Format::Gif {
        let last = table.seen.record().len().max(1);
        ui.horizontal(|ui| {
            let [from, to] = &mut form.steps;
            let label = ui.label("Steps of the record, from");
            let field = DragValue::new(from).range(1..=*to);
            ui.add(field).labelled_by(label.id);
            let label = ui.label("to");
            let field = DragValue::new(to).range(*from..=last);
            ui.add(field).labelled_by(label.id);
        });
    }
    let label = ui.label("File");
    ui.horizontal(|ui| {
        let width = ui.available_width() - 110.0;
        let field = TextEdit::singleline(&mut form.path).desired_width(width);
        ui.add(field).labelled_by(label.id);
        if ui.button("Choose\u{2026}").clicked() {
            out.push(RecordCommand::ChooseExport.into());
        }
    });
    if form.is_there {
        note(ui, "A file of that name is there already.");
    }
    let words = match form.is_there {
        true => "Replace the file",
        false => "Write the file",
    };
    let is_named = !form.path.trim().is_empty();
    // before the answers: the file is written with the form as it is shown
    if model.forms.export.as_ref() != Some(&form) {
        out.push(RecordCommand::ExportForm(form).into());
    }
    answers(
        ui,
        out,
        |ui| {
            let write = primary(ui, words, is_named);
            write.clicked().then_some(RecordCommand::ExportNow)
        },
        "Cancel",
    );
}
