//! The parts of every question over a page: its title and its answers.

use egui::{Align, Button, Id, Layout, RichText, Ui, accesskit, vec2};
use kit::views::theme::size;

use crate::model::{Command, ShellCommand};

/// The title of a question, which is its name for screen readers too: without one they say nothing when it opens.
pub(crate) fn title(ui: &mut Ui, text: &str) {
    let title = ui.label(RichText::new(text).size(size::TITLE));
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

/// The answer that Enter gives to a question, which has the focus when the question opens.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Safe {
    Yes,
    /// What would follow cannot be taken back.
    No,
}

fn opened() -> Id {
    Id::unique("the safe answer")
}

/// Lets the safe answer of a question that has just opened take the focus; `None` once it has.
pub(crate) fn focus(ui: &Ui, safe: Option<Safe>) {
    ui.data_mut(|data| data.insert_temp(opened(), safe));
}

/// The answer that does it at the right, the one that does nothing at the left.
pub(crate) fn answers<C: Into<Command>>(
    ui: &mut Ui,
    out: &mut Vec<Command>,
    yes: impl FnOnce(&mut Ui) -> Option<C>,
    no: &str,
) {
    let safe: Option<Safe> = ui.data(|data| data.get_temp(opened())).flatten();
    ui.add_space(4.0);
    ui.horizontal(|ui| {
        let back = ui.add(Button::new(no).min_size(vec2(90.0, 34.0)));
        if safe == Some(Safe::No) {
            back.request_focus();
        }
        if back.clicked() {
            out.push(ShellCommand::CloseDialog.into());
        }
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            // the first of them is the main one
            let first = ui.next_auto_id();
            out.extend(yes(ui).map(Into::into));
            if safe == Some(Safe::Yes) {
                ui.memory_mut(|memory| memory.request_focus(first));
            }
        });
    });
}
