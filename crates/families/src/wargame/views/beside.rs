//! Beside the board of a match: the chosen unit and the overlays; and over the board the choice between
//! several deeds at one cell.

use board::Cell;
use egui::{Area, Button, Frame, Id, Order as Layer, RichText, Ui, vec2};
use kit::model::ask::Ask;
use kit::model::tabletop::Tabletop;
use kit::model::words::capital;
use kit::views::canvas::Canvas;
use kit::views::theme::size;
use kit::views::widgets::note;
use picture::Mark;
use rules::wargame::{Position, Ruleset, Unit};

use super::units::{mark_chip, unit_chip};
use super::{SWITCHES, states};
use crate::two_sides::side;
use crate::wargame::WarGame;
use crate::wargame::model::hand::{Hand, HandCommand, can_prepare};
use crate::wargame::model::words;

/// The family's part of the panel beside the board of a match.
pub(super) fn beside(
    table: &dyn Tabletop,
    hand: &Hand,
    position: &Position,
    canvas: &mut Canvas,
    ui: &mut Ui,
    out: &mut Vec<Ask<WarGame>>,
) {
    // first what is always there: below a unit's part it would move with each choice
    switches(hand, canvas, ui, out);
    if let Some((cell, unit)) = table
        .selected()
        .and_then(|cell| Some((cell, position.unit(cell)?)))
    {
        let drafting = side(table.drafting()) == Some(unit.side);
        ui.add_space(2.0);
        chosen(position, hand, cell, unit, drafting, canvas, ui, out);
    }
    ask(position.game().ruleset, hand, canvas, ui, out);
}

/// The chosen unit, its powers, and the signs of what it can do.
#[expect(
    clippy::too_many_arguments,
    reason = "a part of the panel shows what all others know"
)]
fn chosen(
    position: &Position,
    hand: &Hand,
    cell: Cell,
    unit: Unit,
    drafting: bool,
    canvas: &mut Canvas,
    ui: &mut Ui,
    out: &mut Vec<Ask<WarGame>>,
) {
    ui.horizontal(|ui| {
        unit_chip(ui, canvas, unit, 36.0);
        ui.vertical(|ui| {
            ui.spacing_mut().item_spacing.y = 0.0;
            ui.label(RichText::new(format!("{} on {cell}", unit.kind.name())).size(size::BODY));
            let mut about = vec![words::powers(position.game(), unit.kind)];
            about.extend(states(position, cell).into_iter().map(str::to_owned));
            note(ui, format!("{}.", capital(&about.join(", "))));
        });
    });
    // the signs and buttons mean only the unit of a side on turn
    if !drafting {
        return;
    }
    signs(position.game().ruleset, canvas, ui);
    ui.horizontal_wrapped(|ui| {
        if hand.way.len() > 1 && ui.button("Stop here").clicked() {
            out.push(Ask::Hand(HandCommand::Stop));
        }
        if can_prepare(position, unit.side, cell)
            && ui
                .button("Prepare to leap")
                .on_hover_text("Takes this turn's order; on a later turn these Paratroops can leap")
                .clicked()
        {
            out.push(Ask::Hand(HandCommand::Prepare(cell)));
        }
    });
}

/// The meaning of the signs on the board.
fn signs(ruleset: Ruleset, canvas: &mut Canvas, ui: &mut Ui) {
    let all: &[(Mark, &str)] = match ruleset {
        Ruleset::One => &[
            (Mark::Move, "go"),
            (Mark::Fire, "fire"),
            (Mark::Rifle, "rifle"),
            (Mark::Capture, "close assault"),
            (Mark::Overrun, "overrun"),
            (Mark::Link, "tow"),
        ],
        Ruleset::Two => &[
            (Mark::Move, "go"),
            (Mark::Fire, "fire"),
            (Mark::Capture, "close assault"),
            (Mark::Overrun, "jump over"),
            (Mark::Link, "take along"),
        ],
    };
    ui.spacing_mut().item_spacing = vec2(4.0, 3.0);
    // three fit the panel at its narrowest
    for row in all.chunks(3) {
        ui.horizontal(|ui| {
            for (mark, word) in row {
                mark_chip(ui, canvas, *mark, 22.0);
                ui.weak(*word);
                ui.add_space(6.0);
            }
        });
    }
}

/// The overlays, and the way moves are led.
fn switches(hand: &Hand, canvas: &mut Canvas, ui: &mut Ui, out: &mut Vec<Ask<WarGame>>) {
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = vec2(4.0, 3.0);
        ui.spacing_mut().button_padding = vec2(6.0, 1.0);
        ui.spacing_mut().interact_size.y = 22.0;
        for (entry, overlay) in &SWITCHES {
            let on = hand.is_on(*overlay);
            let text = RichText::new(entry.label).size(size::SMALL);
            let button = Button::selectable(on, text).frame_when_inactive(true);
            if ui
                .add(button)
                .on_hover_text(entry.hover_now(ui.ctx()))
                .clicked()
            {
                out.push(Ask::Hand(HandCommand::Switch(*overlay, !on)));
            }
        }
    });
    let mut told: Vec<(Mark, &str)> = Vec::new();
    if hand.shown.chain {
        told.push((Mark::Struck, "out of command, or out of reach of any order"));
    }
    if hand.shown.fire {
        told.push((Mark::Blocked, "blocks a thin line of fire"));
    }
    if hand.shown.supply {
        told.push((Mark::Danger, "falls if the turn ended now"));
    }
    for (mark, text) in told {
        ui.horizontal(|ui| {
            mark_chip(ui, canvas, mark, 20.0);
            note(ui, text);
        });
    }
}

/// The deeds between which the user chooses, beside their cell.
fn ask(ruleset: Ruleset, hand: &Hand, canvas: &mut Canvas, ui: &Ui, out: &mut Vec<Ask<WarGame>>) {
    let Some(cell) = hand.asked.first().map(|deed| deed.cell) else {
        return;
    };
    // scrolled out of sight, the cell has no place beside which the choice could stand
    let Some(rect) = canvas.board.rect(cell) else {
        return;
    };
    Area::new(Id::unique("deeds at a cell"))
        .order(Layer::Foreground)
        .fixed_pos(rect.right_top() + vec2(6.0, 0.0))
        // a cell at the edge of the window would put the choice outside of it
        .constrain(true)
        .show(ui.ctx(), |ui| {
            Frame::popup(ui.style()).show(ui, |ui| {
                for (number, deed) in hand.asked.iter().enumerate() {
                    ui.horizontal(|ui| {
                        mark_chip(ui, canvas, deed.kind.mark(), 26.0);
                        let word = words::deed(ruleset, deed.kind);
                        let button = ui.add(Button::new(word).min_size(vec2(120.0, 26.0)));
                        if button.accessible_name(format!("{word}: {cell}")).clicked() {
                            out.push(Ask::Hand(HandCommand::Choose(number)));
                        }
                    });
                }
            });
        });
}
