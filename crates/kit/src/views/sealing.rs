//! Parts of every page on which a choice is made that will be sealed.

use std::sync::Arc;

use board::{Board, Cell};
use egui::{Button, TextEdit, Ui, vec2};
use picture::Scene;
use rules::Side;

use super::board::{Showing, Touch};
use super::canvas::Canvas;
use super::widgets::note;
use crate::model::ask::{Ask, SealAsk};
use crate::model::family::Commands;
use crate::model::kept::{KeptSetUp, LONGEST_NAME};
use crate::model::tabletop::{Around, Tabletop};
use crate::model::touch::BoardCommand;

/// The board while a sealed choice waits to be opened: the board can only be looked at.
pub fn locked_board<F: Commands>(
    board: Board,
    scene: &Arc<Scene>,
    name: &dyn Fn(Cell) -> String,
    table: &dyn Tabletop,
    canvas: &mut Canvas,
    ui: &mut Ui,
    out: &mut Vec<Ask<F>>,
) {
    let showing = Showing {
        board,
        scene,
        moving: None,
        cursor: table.cursor(),
        bottom: table.bottom(),
        set: canvas.set,
        movable: &|_| false,
        name,
        selected: None,
        sketch: None,
        pointers: None,
    };
    for touch in canvas.board.show(ui, &mut canvas.atlases, &showing) {
        // clicks and drags are dropped: nothing of a sealed choice can be changed (threat row 2)
        if let Touch::Cursor(cell) = touch {
            out.push(BoardCommand::Cursor(cell).into());
        }
    }
}

/// The set-ups kept for this scenario, those that `fits` finds legal here; and a name under which the present one is
/// kept, once it `is_whole`.
pub fn kept<F: Commands>(
    around: Around<'_>,
    table: &dyn Tabletop,
    fits: impl Fn(&str) -> bool,
    is_whole: bool,
    canvas: &mut Canvas,
    ui: &mut Ui,
    out: &mut Vec<Ask<F>>,
) {
    // two people at one screen would see each other's set-ups
    let (Some(scenario), Some(_)) = (table.scenario(), table.only_person()) else {
        return;
    };
    // another scenario's rows may fit the home by chance, and make no sense there
    let fits = |kept: &&KeptSetUp| kept.scenario == scenario.key() && fits(&kept.rows);
    let here: Vec<_> = around.kept.iter().filter(fits).collect();
    if !here.is_empty() {
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing = vec2(2.0, 6.0);
            for kept in here {
                if ui.button(&kept.name).on_hover_text("Kept by you").clicked() {
                    out.push(SealAsk::TakeKept(kept.clone()).into());
                }
                let name = format!("Forget {}", kept.name);
                let forget = ui.small_button("\u{00D7}").on_hover_text(&name);
                if forget.accessible_name(&name).clicked() {
                    out.push(SealAsk::ForgetKept(kept.clone()).into());
                }
                ui.add_space(6.0);
            }
        });
    }
    let name = &mut canvas.kept_name;
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
            out.push(SealAsk::Keep(std::mem::take(name)).into());
        }
    });
}

/// Says whether the others have sealed theirs.
pub fn others(side: Side, table: &dyn Tabletop, ui: &mut Ui) {
    for other in table.seats().iter().filter(|seat| seat.side != side) {
        let standing = if table.locked_seats().contains(&other.seat) {
            "has locked"
        } else {
            "has not locked yet"
        };
        note(ui, format!("{} {standing}.", other.name));
    }
}
