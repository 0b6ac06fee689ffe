//! Changing a fixed set-up by hand: the board, units to put on it, and what is to be said of the result.

use std::collections::BTreeMap;

use board::Cell;
use eframe::egui::{
    CentralPanel, CollapsingHeader, Color32, CursorIcon, Event, Frame, Key, Margin, Modifiers,
    Panel, PopupAnchor, RichText, ScrollArea, Stroke, StrokeKind, Tooltip, Ui, ViewportCommand,
    vec2,
};
use rules::warlord::{Kind, Side, Unit};

use super::scenes;
use super::units::{self, Tile, tile};
use crate::families::warlord::model::set_up::{Hand, SetUpCommand, SetUpEditor, Tally};
use crate::families::warlord::model::words;
use crate::shell::model::words::{capital, count};
use crate::shell::model::{
    BoardCommand, Command, Model, SetUpCommand as PageCommand, ShellCommand,
};
use crate::shell::views::View;
use crate::shell::views::commands::{REDO, UNDO};
use crate::shell::views::widgets::{
    self, card, edge, note, section, sentence, side_chip, side_column, wide_primary, with_right,
};
use crate::theme::palette;
use crate::views::board::{Showing, Touch};
use crate::views::tokens::paint_dragged;

const WIDTH: f32 = 366.0;
/// The height of the strip with the findings.
const FINDINGS: f32 = 104.0;

pub(crate) fn show(
    model: &Model,
    editor: &SetUpEditor,
    view: &mut View,
    ui: &mut Ui,
    out: &mut Vec<Command>,
) {
    side_column(ui, "changed set-up", WIDTH, |ui| {
        ScrollArea::vertical()
            .auto_shrink([false, false])
            .show(ui, |ui| panel(editor, view, ui, out));
    });
    let strip = edge(ui, Margin::symmetric(16, 7));
    Panel::bottom("set-up findings")
        .frame(strip)
        .exact_size(FINDINGS)
        .show(ui, |ui| {
            status(model, editor, ui);
            ui.separator();
            ScrollArea::vertical()
                .auto_shrink([false, false])
                .min_scrolled_height(0.0)
                .show(ui, |ui| findings(editor, ui));
        });
    CentralPanel::no_frame()
        .frame(Frame::new().fill(palette(ui).table))
        .show(ui, |ui| board(model, editor, view, ui, out));
    if model.dialog.is_none() {
        keys(editor, view, ui, out);
    }
}

fn panel(editor: &SetUpEditor, view: &mut View, ui: &mut Ui, out: &mut Vec<Command>) {
    card(ui, |ui| {
        ui.label(RichText::new(editor.scenario.title()).size(19.0));
        // whether it can be played is looked at then: what is known may be of the set-up before
        if wide_primary(ui, "Use this set-up", true).clicked() {
            out.push(PageCommand::Use.into());
        }
        ui.add_space(4.0);
        let mut alike = editor.alike();
        let about = "Whatever is done for one side is done for the other on the opposite cell, half a turn of the board away";
        if ui
            .checkbox(&mut alike, "Both sides alike")
            .on_hover_text(about)
            .changed()
        {
            out.push(SetUpCommand::KeepAlike(alike).into());
        }
        ui.add_space(4.0);
        tools(editor, ui, out);
    });
    let tallies = editor.tallies();
    let (usual, others) = editor.kinds();
    for side in [Side::Black, Side::White] {
        ui.add_space(8.0);
        card(ui, |ui| {
            army(side, &tallies, ui);
            tray(editor, side, &usual, &tallies, view, ui, out);
            let name = format!("Other kinds for {}", words::side_name(side));
            CollapsingHeader::new(name).show(ui, |ui| {
                tray(editor, side, &others, &tallies, view, ui, out);
            });
        });
    }
}

fn tools(editor: &SetUpEditor, ui: &mut Ui, out: &mut Vec<Command>) {
    let tools = [
        (
            UNDO.label,
            editor.can_undo(),
            BoardCommand::Undo.into(),
            UNDO.hover,
        ),
        (
            REDO.label,
            editor.can_redo(),
            BoardCommand::Redo.into(),
            REDO.hover,
        ),
        (
            "Original",
            !editor.is_own(),
            SetUpCommand::TakeOwn.into(),
            "Back to the scenario's own set-up",
        ),
        (
            "Clear",
            !editor.units().is_empty(),
            SetUpCommand::Clear.into(),
            "Takes everything off the board",
        ),
    ];
    widgets::tools(ui, tools, out);
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing = vec2(5.0, 5.0);
        ui.spacing_mut().button_padding = vec2(8.0, 4.0);
        if ui.button("Copy FEN").on_hover_text("Ctrl+C").clicked() {
            out.push(copied(editor));
        }
        if ui.button("Paste FEN").on_hover_text("Ctrl+V").clicked() {
            // comes back as an event, like Ctrl+V
            ui.ctx().send_viewport_cmd(ViewportCommand::RequestPaste);
        }
    });
}

fn copied(editor: &SetUpEditor) -> Command {
    ShellCommand::Copy("The set-up is", editor.fen()).into()
}

/// Shows the units of a side, beside the numbers in the scenario's own set-up.
fn army(side: Side, tallies: &BTreeMap<Unit, Tally>, ui: &mut Ui) {
    let own = || tallies.iter().filter(|(unit, _)| unit.side == side);
    let sum = |of: fn(&Tally) -> usize, worth: fn(Kind) -> usize| -> usize {
        own()
            .map(|(unit, tally)| of(tally) * worth(unit.kind))
            .sum()
    };
    let told = |of: fn(&Tally) -> usize| {
        format!(
            "{}, {}, {}",
            count(sum(of, |_| 1), "unit", "units"),
            count(sum(of, |kind| kind.is_leader().into()), "leader", "leaders"),
            count(sum(of, |kind| kind.level().into()), "level", "levels"),
        )
    };
    with_right(
        ui,
        |ui| {
            side_chip(ui, side.into(), 18.0);
            section(ui, words::side_name(side));
        },
        |ui| {
            ui.weak(told(|tally| tally.now));
        },
    );
    note(ui, format!("Original: {}.", told(|tally| tally.own)));
}

/// A tile for each kind: click to take one into the hand, drag one to the board.
fn tray(
    editor: &SetUpEditor,
    side: Side,
    kinds: &[Kind],
    tallies: &BTreeMap<Unit, Tally>,
    view: &mut View,
    ui: &mut Ui,
    out: &mut Vec<Command>,
) {
    units::tray(ui, kinds, |ui, kind| {
        let unit = Unit { side, kind: *kind };
        let tally = tallies.get(&unit).copied().unwrap_or_default();
        let name = format!(
            "{}: {} on the board, {} in the scenario's own set-up",
            words::unit(unit),
            tally.now,
            tally.own
        );
        let text = format!("{} {}/{}", unit.symbol(), tally.now, tally.own);
        let shown = Tile {
            unit,
            text: &text,
            name: &name,
            picked: editor.hand == Some(Hand::New(unit)),
            enabled: true,
        };
        let (response, dropped) = tile(ui, view, &shown);
        if response.clicked() {
            out.push(SetUpCommand::Pick(unit).into());
        }
        if let Some(cell) = dropped {
            out.push(SetUpCommand::Place(unit, cell).into());
        }
        let movement = words::movement(kind.movement());
        response.on_hover_text(format!("{name}\nmoves {movement}"));
    });
}

/// The status line: the reason why the last wish was refused, the last notice, or the actions possible now.
fn status(model: &Model, editor: &SetUpEditor, ui: &mut Ui) {
    if let Some(refused) = &editor.refused {
        let text = format!("{} {}", refused.what, sentence(&refused.advice));
        ui.colored_label(palette(ui).bad, text.trim_end());
        return;
    }
    if let Some(notice) = &model.notice {
        ui.label(&notice.what);
        return;
    }
    ui.weak(match editor.hand {
        Some(Hand::New(unit)) => format!(
            "Click where {} goes; Esc puts it away.",
            words::unit(unit)
        ),
        Some(Hand::Placed(cell)) => format!("Click where the unit of {cell} goes; on another unit they change places."),
        None => "Drag units, or click one and then a cell; right-click takes one off. Letters place one at the cursor: capitals White, small letters Black.".to_owned(),
    });
}

/// The reason why the set-up cannot be played, or the advice on its unwise points.
fn findings(editor: &SetUpEditor, ui: &mut Ui) {
    ui.spacing_mut().item_spacing.y = 3.0;
    let palette = palette(ui);
    match &editor.findings {
        None => {}
        Some(Err(why)) => finding(&why.what, palette.bad, &[&why.advice], ui),
        Some(Ok(advice)) if advice.is_empty() => {
            finding("Nothing unwise in this set-up", palette.good, &[], ui);
        }
        Some(Ok(advice)) => {
            for advice in advice {
                let more = [advice.why, advice.mend.as_str()];
                finding(&advice.what, palette.warn, &more, ui);
            }
        }
    }
}

/// Shows a finding in its color, and the reason and the remedy as notes.
fn finding(what: &str, color: Color32, more: &[&str], ui: &mut Ui) {
    ui.horizontal_wrapped(|ui| {
        ui.label(RichText::new(sentence(what)).size(14.0).color(color));
        for text in more {
            note(ui, sentence(text));
        }
    });
}

fn board(
    model: &Model,
    editor: &SetUpEditor,
    view: &mut View,
    ui: &mut Ui,
    out: &mut Vec<Command>,
) {
    let scene = view.scene(model.revision, || scenes::set_up(editor));
    let at = |cell: Cell| editor.units().get(&cell).copied();
    let showing = Showing {
        board: editor.board(),
        scene: &scene,
        moving: None,
        cursor: editor.cursor,
        flipped: false,
        set: view.set,
        movable: &|cell| at(cell).is_some(),
        name: &|cell| scenes::standing(editor.game(), at(cell), cell),
        selected: match editor.hand {
            Some(Hand::Placed(cell)) => Some(cell),
            _ => None,
        },
        sketch: None,
    };
    for touch in view.board.show(ui, &mut view.atlases, &showing) {
        out.extend(match touch {
            Touch::Click(cell) => Some(BoardCommand::Click(cell).into()),
            Touch::SecondClick(cell) | Touch::DragOff(cell) => {
                Some(SetUpCommand::Remove(cell).into())
            }
            Touch::Drag(from, to) => Some(BoardCommand::Drag(from, to).into()),
            Touch::Cursor(cell) => Some(BoardCommand::Cursor(cell).into()),
            Touch::SecondDrag(..) | Touch::Pressed => None,
        });
    }
    refusal(editor, view, ui);
    paint_dragged(ui, view);
}

/// Says at the pointer why what is dragged or in the hand cannot stand on the cell there.
fn refusal(editor: &SetUpEditor, view: &View, ui: &Ui) {
    let dragged = units::dragged(view).map(Hand::New);
    let held = view.board.held().map(Hand::Placed);
    let Some((hand, cell)) = held.or(dragged).or(editor.hand).zip(view.board.pointed) else {
        return;
    };
    let Some((why, rect)) = editor.no_place(hand, cell).zip(view.board.rect(cell)) else {
        return;
    };
    let color = palette(ui).bad;
    ui.painter()
        .rect_filled(rect, 0.0, color.gamma_multiply(0.3));
    let stroke = Stroke::new(2.0, color);
    ui.painter()
        .rect_stroke(rect, 2.0, stroke, StrokeKind::Inside);
    ui.ctx().set_cursor_icon(CursorIcon::NotAllowed);
    let id = ui.scope_id().with("no place");
    Tooltip::always_open(ui.ctx().clone(), ui.layer_id(), id, PopupAnchor::Pointer).show(|ui| {
        ui.label(capital(&why.to_string()));
    });
}

/// Letters, Delete and the clipboard.
fn keys(editor: &SetUpEditor, view: &View, ui: &Ui, out: &mut Vec<Command>) {
    let cell = editor.cursor.or(view.board.pointed);
    ui.input_mut(|input| {
        for event in &input.events {
            match event {
                Event::Text(text) => {
                    let unit = text.parse().ok().and_then(Unit::from_symbol);
                    let unit = unit.filter(|unit| unit.kind != Kind::Promoted);
                    out.extend(
                        unit.zip(cell)
                            .map(|(unit, cell)| SetUpCommand::Place(unit, cell).into()),
                    );
                }
                Event::Paste(text) => out.push(SetUpCommand::Paste(text.clone()).into()),
                Event::Copy => out.push(copied(editor)),
                _ => {}
            }
        }
        for key in [Key::Delete, Key::Backspace] {
            if input.consume_key(Modifiers::NONE, key) {
                let chosen = match editor.hand {
                    Some(Hand::Placed(cell)) => Some(cell),
                    _ => cell,
                };
                out.extend(chosen.map(|cell| SetUpCommand::Remove(cell).into()));
            }
        }
    });
}
