//! Parts of the pages on which families make hidden set-ups.

use eframe::egui::{Button, TextEdit, Ui, vec2};
use rules::Side;

use super::View;
use super::widgets::note;
use crate::shell::model::kept::KeptSetUp;
use crate::shell::model::settings::LONGEST_NAME;
use crate::shell::model::table::Table;
use crate::shell::model::{Command, Model, SecretCommand};

/// The set-ups kept for this scenario of which `may_take` says that they can be taken here, and a name for the present
/// one, which can be kept where it is whole.
pub(crate) fn kept(
    model: &Model,
    table: &Table,
    may_take: impl Fn(&str) -> bool,
    is_whole: bool,
    view: &mut View,
    ui: &mut Ui,
    out: &mut Vec<Command>,
) {
    // two people at one screen would look at each other's
    let (Some(scenario), Some(_)) = (&table.seen.scenario, table.only_person()) else {
        return;
    };
    let fits = |kept: &KeptSetUp| kept.scenario == scenario.key() && may_take(&kept.rows);
    let here: Vec<_> = model.kept.list.iter().filter(|kept| fits(kept)).collect();
    if !here.is_empty() {
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing = vec2(2.0, 6.0);
            for kept in here {
                if ui.button(&kept.name).on_hover_text("Kept by you").clicked() {
                    out.push(SecretCommand::TakeKept(kept.clone()).into());
                }
                let name = format!("Forget {}", kept.name);
                let forget = ui.small_button("\u{00D7}").on_hover_text(&name);
                if forget.accessible_name(&name).clicked() {
                    out.push(SecretCommand::ForgetKept(kept.clone()).into());
                }
                ui.add_space(6.0);
            }
        });
    }
    let name = &mut view.set_up_name;
    ui.horizontal(|ui| {
        let field = TextEdit::singleline(name)
            .hint_text("A name")
            .char_limit(LONGEST_NAME)
            .desired_width(ui.available_width() - 90.0);
        ui.add(field).accessible_name("A name for this set-up");
        let may = !name.trim().is_empty() && is_whole;
        let keep = ui
            .add_enabled(may, Button::new("Keep it"))
            .on_hover_text("For other games of this scenario, with either side")
            .on_disabled_hover_text(
                "A whole set-up is kept under a name: place every unit, and give it one",
            );
        if keep.clicked() {
            out.push(SecretCommand::Keep(std::mem::take(name)).into());
        }
    });
}

/// Tells if the other side has locked its choice.
pub(crate) fn other_lock(table: &Table, side: Side, ui: &mut Ui) {
    let mut seats = table.seen.seats.iter();
    if let Some(other) = seats.find(|seat| seat.side != side) {
        let locked = table.seen.locked.contains(&other.seat);
        note(
            ui,
            if locked {
                format!("{} has locked.", other.name)
            } else {
                format!("{} has not locked yet.", other.name)
            },
        );
    }
}
