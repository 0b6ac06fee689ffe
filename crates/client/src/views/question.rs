//! The parts of every question over a page: its title and its answers.

use eframe::egui::{Align, Button, Layout, RichText, Ui, accesskit, vec2};

use crate::model::{Command, ShellCommand};

/// The title of a question, which is its name for screen readers too: without one they say nothing when it opens.
pub(crate) fn title(ui: &mut Ui, text: &str) {
    let title = ui.label(RichText::new(text).size(21.0));
    ui.ctx().accesskit_node_builder(ui.unique_id(), |node| {
        node.set_role(accesskit::Role::Dialog);
        node.push_labelled_by(title.id.accesskit_id());
        node.set_modal();
    });
}

/// Names a list over a page that has no title on it.
pub(crate) fn name(ui: &Ui, name: &str) {
    ui.ctx().accesskit_node_builder(ui.unique_id(), |node| {
        node.set_role(accesskit::Role::Dialog);
        node.set_label(name);
        node.set_modal();
    });
}

/// The answer that does it at the right, the one that does nothing at the left.
pub(crate) fn answers<C: Into<Command>>(
    ui: &mut Ui,
    out: &mut Vec<Command>,
    yes: impl FnOnce(&mut Ui) -> Option<C>,
    no: &str,
) {
    ui.add_space(4.0);
    ui.horizontal(|ui| {
        if ui.add(Button::new(no).min_size(vec2(90.0, 34.0))).clicked() {
            out.push(ShellCommand::CloseDialog.into());
        }
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            out.extend(yes(ui).map(Into::into))
        });
    });
}
