//! The page of the open match: waiting, set-up, board, end.

use std::sync::Arc;

use board::Cell;
use eframe::egui::{
    Align, Button, CentralPanel, Frame, Layout, Margin, Panel, RichText, ScrollArea, Ui, vec2,
};
use rules::Rules;
use rules::warlord::{Order, Position, Terrain};

use super::board::{Showing, Touch};
use super::widgets::{banner, edge, page, primary, side_chip, trouble};
use super::{View, host, scenes, set_up, side_panel};
use crate::model::draft::Draft;
use crate::model::seen::{Line, Stage};
use crate::model::settings::Settings;
use crate::model::table::Table;
use crate::model::words;
use crate::model::{Command, Model};
use crate::scene::{Moving, Scene, Shown};
use crate::theme::palette;

pub(crate) fn show(model: &Model, view: &mut View, ui: &mut Ui, out: &mut Vec<Command>) {
    let fill = ui.visuals().panel_fill;
    let Some(table) = &model.table else {
        CentralPanel::no_frame()
            .frame(Frame::new().fill(fill))
            .show(ui, |ui| {
                page(ui, 600.0, |ui| {
                    ui.label("No match is open.");
                    if ui.button("To the start").clicked() {
                        out.push(Command::Go(crate::model::Page::Start));
                    }
                });
            });
        return;
    };
    let before = matches!(table.seen.stage, Stage::Greeting | Stage::Agreeing);
    if before && table.seen.turns.is_empty() && !table.seen.all_here() {
        CentralPanel::no_frame()
            .frame(Frame::new().fill(fill))
            .show(ui, |ui| host::waiting(model, table, view, ui, out));
        return;
    }
    line_banner(table, ui);
    if table.curtain.is_some() {
        CentralPanel::no_frame()
            .frame(Frame::new().fill(fill))
            .show(ui, |ui| set_up::curtain(table, ui, out));
        return;
    }
    if table.editor.is_some() && !table.sent {
        set_up::show(model, table, view, ui, out);
        return;
    }
    side_panel::show(model, table, view, ui, out);
    status_line(model, table, view, ui, out);
    CentralPanel::no_frame()
        .frame(Frame::new().fill(palette(ui).table))
        .show(ui, |ui| board(model, table, view, ui, out));
}

/// A strip over everything while the line is down.
fn line_banner(table: &Table, ui: &mut Ui) {
    let text = match table.seen.line {
        Line::Lost => {
            "The line to the other player is down. It is dialed again by itself; look around meanwhile, nothing is lost."
        }
        Line::Slow => "The other player has not been heard for some seconds.",
        Line::Waiting if table.seen.stage == Stage::Playing => {
            "Waiting for the other player to come back. Nothing is lost."
        }
        _ if table.seen.trouble.is_some() => "",
        _ => return,
    };
    let strip = edge(ui, Margin::symmetric(16, 6));
    Panel::top("line").frame(strip).show(ui, |ui| {
        if let Some(what) = &table.seen.trouble {
            return trouble(ui, what);
        }
        let warn = palette(ui).warn;
        banner(ui, warn, |ui| {
            ui.horizontal_wrapped(|ui| {
                ui.spinner();
                ui.colored_label(warn, text);
            });
        });
    });
}

/// The board of a match, also of one looked at.
pub(crate) fn board(
    model: &Model,
    table: &Table,
    view: &mut View,
    ui: &mut Ui,
    out: &mut Vec<Command>,
) {
    if let Some(locked) = table.locked_set_up() {
        return set_up::locked(model, locked, table, view, ui, out);
    }
    let Some(position) = table.position() else {
        return;
    };
    let mut scene = view.scene(model.revision, || scenes::table(table, position));
    view.stepping
        .follow(table, &model.settings, ui.input(|input| input.time));
    let mut moving = None;
    if let Some(step) = view.stepping.now(ui.input(|input| input.time)) {
        scene = step.scene;
        moving = Some(step.moving);
        ui.ctx().request_repaint();
    } else if table.to_play_back.is_some() && view.stepping.is_done() {
        out.push(Command::PlayedBack);
    }
    let open = table.open_draft();
    let side = open.map(Draft::side);
    let showing = Showing {
        board: position.board(),
        scene: &scene,
        moving,
        cursor: table.cursor,
        flipped: table.flipped,
        set: view.set,
        movable: &|cell| {
            open.is_some_and(|draft| {
                draft
                    .position()
                    .unit(cell)
                    .is_some_and(|unit| unit.side == draft.side())
            })
        },
        name: &|cell| scenes::cell_name(position, side, cell),
        selected: table.selected,
    };
    let touches = view.board.show(ui, &mut view.atlases, &showing);
    super::widgets::paint_dragged(ui, view);
    for touch in touches {
        if !matches!(touch, Touch::Cursor(_)) {
            view.stepping.stop();
        }
        match touch {
            Touch::Click(cell) => out.push(Command::Click(cell)),
            Touch::Drag(from, to) => {
                view.stepping.dragged(table);
                out.push(Command::Drag(from, to));
            }
            Touch::Cursor(cell) => out.push(Command::Cursor(cell)),
            Touch::SecondClick(_) => out.push(Command::Deselect),
            Touch::DragOff(_) | Touch::Pressed => {}
        }
    }
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
        TOOLS + ui.spacing().item_spacing.y + TWO_LINES
    } else {
        TWO_LINES
    };
    let panel = Panel::bottom("status").exact_size(height + margin.sum().y);
    panel.resizable(false).frame(strip).show(ui, |ui| {
        let right = Layout::right_to_left(Align::Center);
        if narrow {
            let row = vec2(ui.available_width(), TOOLS);
            ui.allocate_ui_with_layout(row, right, |ui| tools(table, view, ui, out));
            return words_below(model, table, view, ui, out);
        }
        let row = vec2(ui.available_width(), TWO_LINES);
        ui.allocate_ui_with_layout(row, right, |ui| {
            tools(table, view, ui, out);
            ui.add_space(8.0);
            words_below(model, table, view, ui, out);
        });
    });
}

/// Where the board is narrower, what is said below it has lines of its own.
const NARROW: f32 = 640.0;

/// How high the buttons below the board are.
const TOOLS: f32 = 28.0;

/// The room for what is said below the board.
const TWO_LINES: f32 = 44.0;

/// What is said below the board, in the middle of its room; what is longer scrolls, so that the board never moves.
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
                ui.add_space(((TWO_LINES - view.said) / 2.0).max(0.0));
                let said = ui.horizontal_wrapped(|ui| said(model, table, view, ui, out));
                view.said = said.response.rect.height();
            });
    });
}

/// What the board can show besides.
fn tools(table: &Table, view: &mut View, ui: &mut Ui, out: &mut Vec<Command>) {
    ui.spacing_mut().button_padding = vec2(8.0, 3.0);
    ui.spacing_mut().item_spacing.x = 5.0;
    if ui.button("Whole board").on_hover_text("Home").clicked() {
        view.board.camera.fit();
    }
    for (text, steps, name) in [("+", 2, "Nearer"), ("\u{2212}", -2, "Farther")] {
        if ui
            .button(text)
            .on_hover_text(format!("{name} (wheel, or {text})"))
            .accessible_name(name)
            .clicked()
        {
            view.board.zoom_at_center(steps);
        }
    }
    if ui
        .button("Turn")
        .on_hover_text("Turns the board (F)")
        .clicked()
    {
        out.push(Command::Flip);
    }
    let ranges = Button::selectable(table.ranges, "Ranges").frame_when_inactive(true);
    if ui
        .add(ranges)
        .on_hover_text("The range of every leader (R)")
        .clicked()
    {
        out.push(Command::Ranges(!table.ranges));
    }
    let threats = Button::selectable(table.threats, "Threats").frame_when_inactive(true);
    if ui
        .add(threats)
        .on_hover_text("Every cell the other side reaches (hold T)")
        .clicked()
    {
        out.push(Command::Threats(!table.threats));
    }
}

fn said(model: &Model, table: &Table, view: &mut View, ui: &mut Ui, out: &mut Vec<Command>) {
    let palette = palette(ui);
    if let Some(notice) = &model.notice {
        ui.label(&notice.what);
        ui.weak(super::widgets::sentence(&notice.advice));
        return;
    }
    if let Some(hint) = &table.hint {
        ui.colored_label(palette.bad, &hint.what);
        ui.weak(super::widgets::sentence(&hint.advice));
        if let Some(rule) = hint.rule {
            super::rules_text::link(rule, &mut view.rules, ui, out);
        }
        return;
    }
    if let Some(kind) = table.entering {
        ui.label(format!(
            "Click a marked cell of your corner to bring in {}. Esc puts it back.",
            words::a_kind(kind)
        ));
        return;
    }
    let cell = view.board.pointed.or(table.cursor);
    let Some((cell, position)) = cell.zip(table.position()) else {
        ui.weak(if table.open_draft().is_some() {
            "Click one of your units to see where it may go. F1 is help."
        } else if table.replay || table.seen.outcome.is_some() {
            "Go through the record with , and . or Page Up and Page Down. F1 is help."
        } else {
            "Look around meanwhile: a click on a unit shows where it could go. F1 is help."
        });
        return;
    };
    pointed(table, position, cell, ui);
}

fn pointed(table: &Table, position: &Position, cell: Cell, ui: &mut Ui) {
    let side = table.open_draft().map(Draft::side);
    ui.label(RichText::new(cell.to_string()).strong());
    let terrain = position.game().terrain[cell];
    let ground = match terrain {
        Terrain::Open => String::new(),
        _ => format!("on {}", terrain.name()),
    };
    let Some(unit) = position.unit(cell) else {
        ui.weak(match terrain {
            Terrain::Open => "empty",
            _ => terrain.name(),
        });
        return;
    };
    side_chip(ui, unit.side, 16.0);
    ui.label(unit.kind.name());
    if !ground.is_empty() {
        ui.label(ground);
    }
    let refused = (side == Some(unit.side))
        .then(|| words::why_not(position, unit.side, cell))
        .flatten();
    if refused.is_none() {
        ui.weak(words::movement(position.game().movement(unit.kind)));
    }
    if let Some(status) = position.leader_status(cell) {
        ui.label(format!(
            "\u{00B7} {} of {} activations free",
            status.free, status.level
        ));
    }
    if let Some(illegal) = refused {
        let what = words::refusal(&illegal).what;
        ui.colored_label(
            palette(ui).warn,
            format!("\u{00B7} {what} Rules: {}.", illegal.rule()),
        );
    }
}

/// So many seconds a turn is shown at most, however many orders it has.
const LONGEST_TURN: f64 = 5.0;

/// Showing a turn, or one's own last order, step by step.
#[derive(Default)]
pub(crate) struct Stepping {
    steps: Vec<Step>,
    began: f64,
    /// What a step takes as the settings have it.
    seconds: f64,
    /// How much of that it is given: less where a turn has very many.
    pace: f64,
    /// What was seen last: the match, its turns, the orders of the draft.
    seen: (u64, usize, usize),
    /// The turn being shown.
    turn: Option<usize>,
    skip: bool,
}

/// One unit on its way, and everything else.
#[derive(Clone)]
pub(crate) struct Step {
    scene: Arc<Scene>,
    moving: Moving,
}

impl Stepping {
    /// Looks whether there is something new to show.
    fn follow(&mut self, table: &Table, settings: &Settings, time: f64) {
        let orders = table.open_draft().map_or(0, |draft| draft.orders().len());
        let now = (table.id, table.seen.turns.len(), orders);
        let before = std::mem::replace(&mut self.seen, now);
        let skip = std::mem::take(&mut self.skip);
        self.seconds = f64::from(settings.step_ms) / 1000.0;
        if self.seconds <= 0.0 {
            return self.stop();
        }
        match table.to_play_back {
            Some(turn) if self.turn != Some(turn) => {
                self.turn = Some(turn);
                self.steps = turn_steps(table, turn);
                self.began = time;
                self.pace = 1.0_f64.min(LONGEST_TURN / (self.steps.len() as f64 * self.seconds));
            }
            None => {
                self.turn = None;
                let one_more = now.0 == before.0 && now.1 == before.1 && now.2 == before.2 + 1;
                if one_more && !skip && table.spot().is_none() {
                    self.steps = table.open_draft().map(draft_step).unwrap_or_default();
                    self.began = time;
                    self.pace = 1.0;
                } else if now != before {
                    self.steps.clear();
                }
            }
            Some(_) => {}
        }
    }

    /// The next order was dragged: the eye has followed it already.
    fn dragged(&mut self, _table: &Table) {
        self.skip = true;
    }

    /// Shows the end at once.
    fn stop(&mut self) {
        self.steps.clear();
    }

    fn is_done(&self) -> bool {
        self.steps.is_empty()
    }

    fn now(&mut self, time: f64) -> Option<Step> {
        let done = (time - self.began) / (self.seconds * self.pace).max(1e-3);
        let step = self.steps.get(done.max(0.0) as usize).cloned();
        let Some(mut step) = step else {
            self.steps.clear();
            return None;
        };
        let part = done.fract() as f32;
        // slow at both ends
        step.moving.done = part * part * (3.0 - 2.0 * part);
        Some(step)
    }
}

fn still(position: &Position, hidden: Cell) -> Arc<Scene> {
    let units = position
        .units()
        .filter(|(cell, _)| *cell != hidden)
        .map(|(cell, unit)| Shown {
            cell,
            unit,
            dim: false,
            pips: (unit.kind.level() > 0).then(|| (unit.kind.level(), unit.kind.level())),
        });
    Arc::new(Scene {
        units: units.collect(),

        ..Scene::bare(Arc::new(position.game().terrain.clone()))
    })
}

fn step(position: &Position, order: &Order) -> Option<Step> {
    let (from, to) = match order {
        Order::Move { from, to } => (*from, *to),
        Order::Swap { leader, cannon } => (*leader, *cannon),
        Order::Enter { .. } | Order::End | Order::SetUp(_) => return None,
    };
    let unit = position.unit(from)?;
    Some(Step {
        scene: still(position, from),
        moving: Moving {
            unit,
            from,
            to,
            done: 0.0,
        },
    })
}

fn turn_steps(table: &Table, turn: usize) -> Vec<Step> {
    let Some((made, before)) = table.seen.turns.get(turn).zip(table.seen.before(turn)) else {
        return Vec::new();
    };
    let mut position = (**before).clone();
    let mut steps = Vec::new();
    for order in &made.orders {
        steps.extend(step(&position, order));
        if position.apply(made.side, order).is_err() {
            break;
        }
    }
    steps
}

fn draft_step(draft: &Draft) -> Vec<Step> {
    let Some((order, before)) = draft.orders().split_last() else {
        return Vec::new();
    };
    step(draft.after(before.len()), order).into_iter().collect()
}

/// A strip with the other side's offer of a draw, apart from every other button.
pub(crate) fn draw_offer(table: &Table, ui: &mut Ui, out: &mut Vec<Command>) {
    let Some(by) = table.seen.draw_offer else {
        return;
    };
    let name = table
        .seen
        .seat(by)
        .map_or("The other player", |seat| seat.name.as_str());
    let answers = table
        .seen
        .seats
        .iter()
        .any(|seat| seat.seat != by && seat.mine);
    let accent = palette(ui).accent;
    banner(ui, accent, |ui| {
        if answers {
            ui.label(format!("{name} offers a draw."));
            ui.horizontal(|ui| {
                if ui.button("Decline").clicked() {
                    out.push(Command::AnswerDraw(false));
                }
                if primary(ui, "Agree to a draw", true).clicked() {
                    out.push(Command::AnswerDraw(true));
                }
            });
        } else {
            ui.label("You have offered a draw.");
        }
    });
    ui.add_space(8.0);
}
