//! The board of a match with what is said below it.

use std::collections::BTreeMap;

use board::Cell;
use egui::{Align, Button, Layout, Margin, Panel, Rect, ScrollArea, Stroke, StrokeKind, Ui, vec2};
use kit::views::board::{Showing, Touch};
use kit::views::pace;
use kit::views::theme::palette;
use kit::views::tokens::paint_dragged;
use kit::views::widgets::{edge, sentence};
use lesson::Attempt;
use picture::{Mark, Scene};
use rules::{AnyPosition, Rules};

use super::commands::{END_TURN, FLIP, command};
use super::{View, around, asking, events, rules_text, side_panel};
use crate::model::table::Table;
use crate::model::{BoardCommand, Command, Model, Page, ReplayCommand};

/// The board of a match, also of one looked at.
pub(crate) fn board(
    model: &Model,
    table: &Table,
    view: &mut View,
    ui: &mut Ui,
    out: &mut Vec<Command>,
) {
    if let Some(locked) = table.locked() {
        // behind the seal only the family's own page is shown: the board of the unfinished turn says nothing now
        return asking(out, |out| {
            families::views::locked(around(model), locked, table, &mut view.canvas, ui, out);
        });
    }
    let Some(position) = table.position() else {
        return;
    };
    let mut is_staged = false;
    // a move that leads to a scene is seen on the board first
    let is_first_seen = table.is_move_coming();
    asking(out, |out| {
        if is_first_seen {
            return;
        }
        let (around, hands) = (around(model), &table.board.hands);
        let canvas = &mut view.canvas;
        is_staged = families::views::stage(around, table, hands, position, canvas, ui, out);
    });
    if is_staged {
        // the scene has shown what is new, which the board need not show again
        view.stepping.stop();
        if table.reading.to_play_back.is_some() {
            out.push(ReplayCommand::PlayedBack.into());
        }
        return;
    }
    // made once a command, not once a frame: the painter keeps its layers as long as the scene is the same
    let mut scene = view.canvas.scene(model.revision, || scene(table, position));
    view.stepping
        .follow(table, &model.settings, ui.input(|input| input.time));
    let (mut moving, mut moment) = (None, None);
    if let Some(step) = view.stepping.now(ui.input(|input| input.time)) {
        scene = step.scene;
        moving = step.moving;
        moment = step.moment;
        // the window would sleep until the next event, and the animation with it
        pace::go_on(ui.ctx());
    } else if table.reading.to_play_back.is_some() && view.stepping.is_done() {
        out.push(ReplayCommand::PlayedBack.into());
    }
    let side = table.drafting();
    let targets = targets(&scene);
    let showing = Showing {
        board: position.board(),
        scene: &scene,
        moving,
        cursor: table.board.cursor,
        bottom: table.bottom(),
        set: view.canvas.set,
        movable: &|cell| side.is_some_and(|side| families::views::is_movable(position, side, cell)),
        name: &|cell| {
            let mut name =
                families::views::cell_name(position, table.seen.side_names(), side, cell);
            if let Some(owner) = table.owner_words(position, cell) {
                name.push_str(&owner);
            }
            // sorted by the rules, which the search relies on
            if table.turn.ready.units.binary_search(&cell).is_ok() && side.is_some() {
                name.push_str(", may act");
            }
            name.push_str(targets.get(&cell).copied().unwrap_or_default());
            name
        },
        selected: table.board.selected,
        sketch: Some(&table.board.sketch),
        pointers: table.pointers(),
    };
    if let Some(moving) = &moving {
        // the view follows the order: first to its start, then to its end
        let is_half = moving.done > 0.5;
        let seen = if is_half {
            moving.to
        } else {
            moving.token.cell
        };
        view.canvas.board.show_cell(seen);
    }
    let room = ui.available_rect_before_wrap();
    let touches = view
        .canvas
        .board
        .show(ui, &mut view.canvas.atlases, &showing);
    if table.spot().is_some() && !table.replay {
        paint_past(room, ui);
    }
    if let Some(words) = moment {
        events::moment(room, &words, ui);
    }
    paint_dragged(ui, &mut view.canvas);
    for touch in touches {
        // whoever plays on does not want to wait for the animation; a moved cursor is no play
        if !matches!(touch, Touch::Cursor(_)) {
            view.stepping.stop();
        }
        match touch {
            Touch::Click(cell) => out.push(BoardCommand::Click(cell).into()),
            Touch::Lift(cell) => out.push(BoardCommand::Lift(cell).into()),
            Touch::Drag(from, to) => {
                view.stepping.dragged();
                out.push(BoardCommand::Drag(from, to).into());
            }
            Touch::Cursor(cell) => out.push(BoardCommand::Cursor(cell).into()),
            Touch::SecondClick(cell) => out.push(BoardCommand::Sketch(cell, cell).into()),
            Touch::SecondDrag(from, to) => out.push(BoardCommand::Sketch(from, to).into()),
            Touch::DragOff(_) | Touch::Pressed => {}
        }
    }
}

/// The scene of a board; the player's own units that can no longer act in this turn are pale.
pub(crate) fn scene(table: &Table, position: &AnyPosition) -> Scene {
    let mut scene = families::views::scene(table, &table.board.hands, position);
    if let Some(side) = table.drafting() {
        let ready = &table.turn.ready.units;
        let own = scene.tokens.iter_mut().filter(|token| token.side == side);
        own.for_each(|token| {
            // a leader with an order left is not spent, even if it is hemmed in itself: it can still move another
            let gives = !ready.is_empty() && token.pips.is_some_and(|pips| pips.free > 0);
            token.dim |= !gives && ready.binary_search(&token.cell).is_err();
        });
    }
    scene
}

/// The cells that the chosen unit can go to or take, in words for somebody who cannot see the marks.
fn targets(scene: &Scene) -> BTreeMap<Cell, &'static str> {
    let marks = scene.marks.iter();
    marks
        .filter_map(|(cell, mark)| {
            let words = match mark {
                Mark::Move => ", a destination",
                Mark::Capture => ", can be captured",
                Mark::Swap => ", can be exchanged with",
                Mark::Lit => ", can command the chosen unit",
                _ => return None,
            };
            Some((*cell, words))
        })
        .collect()
}

/// Lays the color of old paper over a board that is not as it is now, and a frame around the board.
fn paint_past(room: Rect, ui: &Ui) {
    let color = palette(ui).past;
    let painter = ui.painter().with_clip_rect(room);
    painter.rect_filled(room, 0.0, color.gamma_multiply(0.35));
    let frame = Stroke::new(6.0, color);
    painter.rect_stroke(room, 0.0, frame, StrokeKind::Inside);
}

/// The line under the board: why something cannot be done, else what is pointed at.
pub(crate) fn status_line(
    model: &Model,
    table: &Table,
    view: &mut View,
    ui: &mut Ui,
    out: &mut Vec<Command>,
) {
    let margin = Margin::symmetric(16, 7);
    let strip = edge(ui, margin);
    let narrow = ui.available_width() < NARROW;
    let height = if narrow {
        view.below.tools.max(TOOLS) + ui.spacing().item_spacing.y + TWO_LINES
    } else {
        TWO_LINES
    };
    let panel = Panel::bottom("status").exact_size(height + margin.sum().y);
    panel.resizable(false).frame(strip).show(ui, |ui| {
        let right = Layout::right_to_left(Align::Center);
        if narrow {
            let row = vec2(ui.available_width(), TOOLS);
            // as many rows as the buttons need
            let rows = right.with_main_wrap(true);
            let rows =
                ui.allocate_ui_with_layout(row, rows, |ui| tools(model, table, view, ui, out));
            view.below.tools = rows.response.rect.height();
            // under the buttons: beside them no room is left for a sentence
            return words_below(model, table, view, ui, out);
        }
        let row = vec2(ui.available_width(), TWO_LINES);
        ui.allocate_ui_with_layout(row, right, |ui| {
            tools(model, table, view, ui, out);
            ui.add_space(8.0);
            words_below(model, table, view, ui, out);
        });
    });
}

/// Below this width the words under the board have lines of their own.
const NARROW: f32 = 640.0;

/// The height of the buttons below the board.
const TOOLS: f32 = 28.0;

/// The room for what is said below the board.
const TWO_LINES: f32 = 44.0;

/// The words below the board, in the middle of their room; longer words scroll, so that the board never moves.
fn words_below(model: &Model, table: &Table, view: &mut View, ui: &mut Ui, out: &mut Vec<Command>) {
    let size = vec2(ui.available_width(), TWO_LINES);
    ui.allocate_ui_with_layout(size, Layout::top_down(Align::Min), |ui| {
        ScrollArea::vertical()
            .id_salt("said")
            .max_height(TWO_LINES)
            .min_scrolled_height(TWO_LINES)
            .auto_shrink([false, false])
            .show(ui, |ui| {
                ui.spacing_mut().item_spacing.y = 0.0;
                ui.spacing_mut().interact_size.y = 20.0;
                ui.add_space(((TWO_LINES - view.below.said) / 2.0).max(0.0));
                let said = ui.horizontal_wrapped(|ui| said(model, table, view, ui, out));
                // measured for the next frame, as the height is known only after the words are laid out
                view.below.said = said.response.rect.height();
            });
    });
}

/// The buttons of the view on the board.
fn tools(model: &Model, table: &Table, view: &mut View, ui: &mut Ui, out: &mut Vec<Command>) {
    ui.spacing_mut().button_padding = vec2(8.0, 3.0);
    ui.spacing_mut().item_spacing.x = 5.0;
    // the board of a lesson has a column of its own
    if model.page != Page::Lesson {
        end_turn(model, table, view, ui, out);
    }
    if ui.button("Whole board").on_hover_text("Home").clicked() {
        view.canvas.board.camera.fit();
    }
    for (text, steps, name) in [("+", 2, "Nearer"), ("\u{2212}", -2, "Farther")] {
        if ui
            .button(text)
            .on_hover_text(format!("{name} (wheel, or {text})"))
            .accessible_name(name)
            .clicked()
        {
            view.canvas.board.zoom_at_center(steps);
        }
    }
    if ui
        .button(FLIP.label)
        .on_hover_text(FLIP.hover_now(ui.ctx()))
        .clicked()
    {
        out.push(BoardCommand::Flip.into());
    }
    if let Some(position) = table.position() {
        asking(out, |out| {
            families::views::tools(&table.board.hands, position, ui, out)
        });
    }
}

/// The end of the turn, while the panel with its button is away.
fn end_turn(model: &Model, table: &Table, view: &View, ui: &mut Ui, out: &mut Vec<Command>) {
    let is_open = side_panel::is_open(model, view, ui);
    if is_open || table.seen.played.outcome.is_some() || table.replay {
        return;
    }
    let gives = command(&END_TURN, model);
    // called as in the panel, where a family's turn may end by a decision
    let [name, _] = table
        .open_draft()
        .map_or([END_TURN.label; 2], families::turn_end);
    let button = Button::new(name);
    let button = ui.add_enabled(gives.is_some(), button);
    if button.on_hover_text(END_TURN.hover_now(ui.ctx())).clicked() {
        out.extend(gives);
    }
}

fn said(model: &Model, table: &Table, view: &mut View, ui: &mut Ui, out: &mut Vec<Command>) {
    let palette = palette(ui);
    // the first of these that has words takes the line; two sentences at once would be read by nobody
    if let Some(notice) = &model.over.notice {
        ui.label(&notice.what);
        ui.weak(sentence(&notice.advice));
        return;
    }
    // at the moment of success, or once all is over, no click is refused: there is nothing left to be ordered
    let is_done = model.page == Page::Lesson
        && model
            .lessons
            .open
            .as_ref()
            .is_some_and(|open| open.stands != Attempt::Open);
    if is_done {
        return;
    }
    if let Some(words) = table.over_words() {
        ui.label(words);
        return;
    }
    if let Some(hint) = &table.board.hint {
        ui.colored_label(palette.bad, &hint.what);
        ui.weak(sentence(hint.advice));
        rules_text::link(hint.rule, &mut view.reading.rules, ui, out);
        return;
    }
    if let Some(said) = &table.board.said {
        ui.label(said);
        return;
    }
    let now = table.position();
    if let Some(text) = now.and_then(|now| table.board.hands.words(now)) {
        ui.label(text);
        return;
    }
    let cell = view.canvas.board.pointed.or(table.board.cursor);
    let Some((cell, position)) = cell.zip(table.position()) else {
        ui.weak(if table.open_draft().is_some() {
            "Click one of your units to see where it may go."
        } else if table.replay || table.seen.played.outcome.is_some() {
            // the buttons of the record say their keys
            ""
        } else {
            "A click on a unit shows where it could go."
        });
        return;
    };
    families::views::pointed(table, &table.board.hands, position, cell, ui);
}
