//! Lists of the unfinished turn: what can be chosen beside the board, and the orders given so far.

use egui::{Button, Ui};
use kit::views::widgets::{row, section};
use rules::Rules;

use super::commands::NEXT_PICK;
use crate::model::table::Table;
use crate::model::{BoardCommand, Command, DraftCommand};

/// The units of a cell and the things without a cell that can be chosen, one line each.
pub(crate) fn choices(table: &Table, ui: &mut Ui, out: &mut Vec<Command>) {
    let choices = table.choices();
    if choices.is_empty() {
        return;
    }
    section(ui, "Choose");
    for choice in choices {
        let button = Button::selectable(choice.is_chosen, &choice.name);
        let response = ui.add_enabled(choice.can, button);
        if response
            .on_hover_text(NEXT_PICK.hover_now(ui.ctx()))
            .clicked()
        {
            out.push(BoardCommand::Pick(choice.pick).into());
        }
    }
}

/// The orders of the unfinished turn, under the record; a click goes back to before the next one.
pub(crate) fn orders(table: &Table, ui: &mut Ui, out: &mut Vec<Command>) {
    let Some(draft) = table.open_draft() else {
        return;
    };
    if draft.is_empty() {
        return;
    }
    let first = families::preliminaries(draft.base().family(), draft.orders());
    if first.count > 0 {
        let last = first.count == draft.len();
        let line = row(ui, last, &first.given).on_hover_text(first.back);
        if line.clicked() && !last {
            out.push(DraftCommand::BackTo(first.count).into());
        }
    }
    for (number, order) in draft.orders().enumerate().skip(first.count) {
        let text = format!(
            "{}. {}",
            number + 1 - first.count,
            families::order(order, draft.after(number))
        );
        let last = number + 1 == draft.len();
        let hint = if last {
            "The last order"
        } else {
            "Go back to after this order"
        };
        if row(ui, last, &text).on_hover_text(hint).clicked() && !last {
            out.push(DraftCommand::BackTo(number + 1).into());
        }
    }
}
