//! The editor for a hidden set-up, and the curtain between two people at one screen.

use std::sync::Arc;

use eframe::egui::{
    Align2, Button, CentralPanel, CornerRadius, FontId, Frame, Layout, Margin, Panel, Rect,
    RichText, Role, ScrollArea, Sense, Stroke, StrokeKind, Ui, Vec2, WidgetInfo, pos2, vec2,
};
use rules::warlord::Unit;

use super::board::{Showing, Touch};
use super::widgets::{card, note, page, paint_unit, prose, section, side_chip, wide_primary};
use super::{View, scenes};
use crate::model::editor::{Editor, Pick, Reserve, Standing};
use crate::model::table::Table;
use crate::model::words;
use crate::model::{Command, Model};
use crate::theme::palette;

const WIDTH: f32 = 366.0;

/// Nothing secret is shown until the right person sits here.
pub(crate) fn curtain(table: &Table, ui: &mut Ui, out: &mut Vec<Command>) {
    let Some(seat) = table.curtain.and_then(|seat| table.seen.seat(seat)) else {
        return;
    };
    page(ui, 520.0, |ui| {
        ui.add_space(60.0);
        card(ui, |ui| {
            ui.vertical_centered(|ui| {
                side_chip(ui, seat.side, 56.0);
                ui.label(
                    RichText::new(format!(
                        "{} sets up {}",
                        seat.name,
                        words::side_name(seat.side)
                    ))
                    .size(24.0),
                );
                ui.label("The other player looks away now. Nothing is shown before you are ready.");
                ui.add_space(8.0);
                if wide_primary(ui, &format!("I am {}: show my side", seat.name), true).clicked() {
                    out.push(Command::LiftCurtain);
                }
            });
        });
    });
}

pub(crate) fn show(
    model: &Model,
    table: &Table,
    view: &mut View,
    ui: &mut Ui,
    out: &mut Vec<Command>,
) {
    let Some(editor) = &table.editor else {
        return;
    };
    let fill = ui.visuals().panel_fill;
    Panel::right("set-up")
        .exact_size(WIDTH)
        .resizable(false)
        .frame(
            Frame::new()
                .fill(fill)
                .inner_margin(Margin::symmetric(14, 10)),
        )
        .show(ui, |ui| {
            ScrollArea::vertical()
                .auto_shrink([false, false])
                .show(ui, |ui| panel(table, editor, view, ui, out));
        });
    Panel::bottom("set-up status").frame(Frame::new().fill(fill).inner_margin(Margin::symmetric(16, 7))).show(ui, |ui| {
        ui.set_min_height(24.0);
        ui.weak(match editor.picked {
            Some(Pick::Reserve(kind)) => format!("Click a green cell to place {}. Esc puts it back.", words::a_kind(kind)),
            Some(Pick::Placed(cell)) => format!("Click where the unit of {cell} goes; on another unit they change places."),
            None => "Click a unit below the heading Reserve, then cells; or drag units. Right-click sends one back.".to_owned(),
        });
    });
    CentralPanel::no_frame()
        .frame(Frame::new().fill(palette(ui).table))
        .show(ui, |ui| board(model, editor, table, view, ui, out));
}

fn panel(table: &Table, editor: &Editor, view: &mut View, ui: &mut Ui, out: &mut Vec<Command>) {
    let (leaders, others, used) = editor.needed();
    card(ui, |ui| {
        ui.horizontal(|ui| {
            side_chip(ui, editor.side(), 24.0);
            ui.label(RichText::new("Set up your army").size(19.0));
        });
        note(
            ui,
            format!(
                "In secret: choose {used} of your {} sections and put exactly {leaders} leaders and {others} others into each.",
                editor.sections_cells().len(),
            ),
        );
        ui.add_space(4.0);
        sections(editor, ui);
        ui.add_space(4.0);
        lock(editor, table, ui, out);
    });
    ui.add_space(8.0);
    card(ui, |ui| {
        section(ui, "Reserve");
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing = vec2(6.0, 6.0);
            for line in editor.reserve() {
                reserve(editor, line, view, ui, out);
            }
        });
    });
    ui.add_space(8.0);
    card(ui, |ui| {
        section(ui, "Start from a book set-up");
        let about = table
            .seen
            .scenario
            .as_ref()
            .map(|scenario| scenario.books());
        for (number, name) in editor.books().enumerate() {
            let text = about
                .and_then(|books| books.get(number))
                .map_or(String::new(), |book| prose(&book.about));
            let button = ui.add(Button::new(name).min_size(vec2(ui.available_width(), 28.0)));
            let button = if text.is_empty() {
                button
            } else {
                button.on_hover_text(text)
            };
            if button.clicked() {
                out.push(Command::Book(number));
            }
        }
        ui.add_space(4.0);
        ui.horizontal_wrapped(|ui| {
            for (text, on, command) in [
                ("Mirror", !editor.placed().is_empty(), Command::Mirror),
                ("Clear", !editor.placed().is_empty(), Command::Clear),
                ("Undo", editor.can_undo(), Command::Undo),
                ("Redo", editor.can_redo(), Command::Redo),
            ] {
                if ui.add_enabled(on, Button::new(text)).clicked() {
                    out.push(command);
                }
            }
        });
    });
}

/// How each section stands, in the order seen on the board.
fn sections(editor: &Editor, ui: &mut Ui) {
    let palette = palette(ui);
    let (leaders, others, _) = editor.needed();
    let mut list: Vec<_> = editor.sections().into_iter().collect();
    list.sort_by_key(|section| section.corners.0);
    ui.spacing_mut().item_spacing.y = 3.0;
    ui.spacing_mut().interact_size.y = 20.0;
    for section in list {
        let (color, text) = match section.standing {
            Standing::Empty => (ui.visuals().weak_text_color(), "empty".to_owned()),
            Standing::Done => (palette.good, "complete".to_owned()),
            Standing::Filling | Standing::Overfull => {
                let over = section.standing == Standing::Overfull;
                (
                    if over { palette.bad } else { palette.warn },
                    missing(section.leaders, section.others, leaders, others),
                )
            }
        };
        ui.horizontal(|ui| {
            ui.label(format!(
                "{}\u{2013}{}",
                section.corners.0, section.corners.1
            ));
            ui.with_layout(Layout::right_to_left(eframe::egui::Align::Center), |ui| {
                ui.colored_label(color, text)
            });
        });
    }
}

/// What a section lacks or has too much of.
fn missing(leaders: usize, others: usize, need_leaders: u8, need_others: u8) -> String {
    let mut parts = Vec::new();
    for (have, need, one, many) in [
        (leaders, usize::from(need_leaders), "leader", "leaders"),
        (others, usize::from(need_others), "other", "others"),
    ] {
        if have > need {
            parts.push(format!("{} too many", words::count(have - need, one, many)));
        } else if have < need {
            parts.push(format!("{} missing", words::count(need - have, one, many)));
        }
    }
    parts.join(", ")
}

fn lock(editor: &Editor, table: &Table, ui: &mut Ui, out: &mut Vec<Command>) {
    let ready = editor.order();
    if let Err(illegal) = &ready {
        let left: usize = editor.reserve().iter().map(|line| line.left).sum();
        if left > 0 {
            note(
                ui,
                format!(
                    "{} still in reserve.",
                    words::count(left, "unit is", "units are")
                ),
            );
        } else {
            let what = words::refusal(illegal);
            ui.colored_label(palette(ui).warn, what.what);
        }
    }
    if wide_primary(ui, "Lock the set-up", ready.is_ok()).clicked() {
        out.push(Command::Lock);
    }
    let other = table
        .seen
        .seats
        .iter()
        .find(|seat| seat.side != editor.side());
    if let Some(other) = other {
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

/// One kind of the reserve: click to take it into the hand, drag it to the board.
fn reserve(editor: &Editor, line: Reserve, view: &mut View, ui: &mut Ui, out: &mut Vec<Command>) {
    let palette = palette(ui);
    let (rect, response) = ui.allocate_exact_size(vec2(69.0, 78.0), Sense::click_and_drag());
    let picked = editor.picked == Some(Pick::Reserve(line.kind));
    let stroke = if picked {
        Stroke::new(2.5, palette.accent)
    } else {
        Stroke::new(1.0, palette.line)
    };
    ui.painter().rect(
        rect,
        CornerRadius::same(8),
        ui.visuals().faint_bg_color,
        stroke,
        StrokeKind::Inside,
    );
    let unit = Unit {
        side: editor.side(),
        kind: line.kind,
    };
    let icon = Rect::from_min_size(rect.min + vec2(13.0, 5.0), Vec2::splat(43.0));
    paint_unit(ui, view, unit, icon, None);
    let weak = ui.visuals().weak_text_color();
    let color = if line.left == 0 {
        weak
    } else {
        ui.visuals().text_color()
    };
    ui.painter().text(
        pos2(rect.center().x, rect.bottom() - 15.0),
        Align2::CENTER_CENTER,
        format!("{} of {}", line.left, line.total),
        FontId::proportional(13.5),
        color,
    );
    if line.left == 0 {
        ui.painter().rect_filled(
            rect.shrink(1.0),
            8.0,
            ui.visuals().panel_fill.gamma_multiply(0.55),
        );
    }
    let name = format!(
        "{}: {} of {} in reserve",
        line.kind.name(),
        line.left,
        line.total
    );
    response.widget_info(|| WidgetInfo::labeled(Role::Button, line.left > 0, &name));
    if line.left == 0 {
        response.on_hover_text(name);
        return;
    }
    if response.clicked() {
        out.push(Command::Pick(line.kind));
    }
    if response.dragged()
        && let Some(at) = ui.ctx().pointer_interact_pos()
    {
        view.dragged = Some((unit, at));
    }
    if response.drag_stopped() {
        view.dragged = None;
        if let Some(cell) = view.board.pointed {
            out.push(Command::Place(line.kind, cell));
        }
    }
    let movement = words::movement(editor.game().movement(line.kind));
    response.on_hover_text(format!("{name}\nmoves {movement}"));
}

fn board(
    model: &Model,
    editor: &Editor,
    table: &Table,
    view: &mut View,
    ui: &mut Ui,
    out: &mut Vec<Command>,
) {
    let known = view
        .scene
        .as_ref()
        .filter(|(revision, _)| *revision == model.revision)
        .map(|(_, scene)| scene.clone());
    let scene = known.unwrap_or_else(|| Arc::new(scenes::editor(editor)));
    view.scene = Some((model.revision, scene.clone()));
    let selected = match editor.picked {
        Some(Pick::Placed(cell)) => Some(cell),
        _ => None,
    };
    let showing = Showing {
        board: editor.board(),
        scene: &scene,
        moving: None,
        cursor: table.cursor,
        flipped: table.flipped,
        set: view.set,
        movable: &|cell| editor.placed().contains_key(&cell),
        name: &|cell| name(editor, cell),
        selected,
    };
    for touch in view.board.show(ui, &mut view.atlases, &showing) {
        match touch {
            Touch::Click(cell) => out.push(Command::Click(cell)),
            Touch::SecondClick(cell) | Touch::DragOff(cell) => out.push(Command::Remove(cell)),
            Touch::Drag(from, to) if editor.section_of(to).is_some() => {
                out.push(Command::Drag(from, to))
            }
            Touch::Drag(from, _) => out.push(Command::Remove(from)),
            Touch::Cursor(cell) => out.push(Command::Cursor(cell)),
            Touch::Pressed => {}
        }
    }
    if let Some((unit, at)) = view.dragged {
        let size = view.board.cell_size() * 1.12;
        let rect = Rect::from_center_size(at, Vec2::splat(size));
        let layer = eframe::egui::LayerId::new(
            eframe::egui::Order::Tooltip,
            eframe::egui::Id::unique("dragged unit"),
        );
        ui.scope_builder(eframe::egui::UiBuilder::new().layer_id(layer), |ui| {
            paint_unit(ui, view, unit, rect, None)
        });
    }
}

fn name(editor: &Editor, cell: board::Cell) -> String {
    let home = if editor.section_of(cell).is_some() {
        ""
    } else {
        ", not yours"
    };
    match editor.placed().get(&cell) {
        Some(kind) => format!("{cell}, {}{home}", kind.name()),
        None => format!("{cell}, empty{home}"),
    }
}
