//! The panel beside the board: the players, the turn, the family's part, the record, the chat. Every part has a place of
//! its own whose height depends on the window and the game alone, so that nothing moves while a match is played.

mod over;
mod players;
mod this_game;
mod turn;

use egui::{Align, Button, Layout, Margin, Panel, Rect, RichText, ScrollArea, Ui, UiBuilder, vec2};
use kit::views::theme::size;
use kit::views::widgets::{card, edge, keep_focus_in_sight, section};
use net::LineState;

use super::{View, asking, chat, draft, events, mail, offers, record, verdict};
use crate::model::settings::{NARROWEST_PANEL, Settings};
use crate::model::table::Table;
use crate::model::{Command, Model, Page, ShellCommand};

pub(crate) use players::all as forces;

/// The part of the panel that is open.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum Tab {
    #[default]
    Record,
    Events,
    Chat,
    /// The endings of this game, and its options.
    Rules,
}

/// The panel, as it was left.
#[derive(Default)]
pub(crate) struct Panels {
    pub(crate) tab: Tab,
    /// In a window too narrow for both, the panel lies over the board now.
    pub(crate) is_over: bool,
    /// The width of the frame before, which is kept once the pointer is let go.
    width: f32,
    /// The calls for the panel that were followed.
    calls: u32,
    /// The user has dragged its edge, and the width is not kept yet.
    dragged: bool,
}

/// Below this width the panel and the board do not stand beside each other: at twice the size of everything, for
/// instance.
const BESIDE: f32 = 900.0;
/// The height below which the whole panel of a match of two scrolls.
const LOWEST: f32 = 420.0;
/// The height of the tabs.
const TABS: f32 = 28.0;
/// The room between two parts.
const GAP: f32 = 7.0;

/// The place of the panel in a window.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Place {
    Beside,
    /// In a window higher than wide.
    Below,
    /// Over the board, while it is open.
    Over,
}

pub(crate) fn place(ui: &Ui) -> Place {
    let window = ui.ctx().content_rect();
    if window.height() > window.width() {
        Place::Below
    } else if window.width() < BESIDE {
        Place::Over
    } else {
        Place::Beside
    }
}

/// True if the panel is in sight.
pub(crate) fn is_open(model: &Model, view: &View, ui: &Ui) -> bool {
    match place(ui) {
        Place::Over => view.panel.is_over,
        Place::Beside | Place::Below => model.settings.panel,
    }
}

/// Shows the panel beside the board, or hides it.
pub(crate) fn turn_over(model: &Model, view: &mut View, ui: &Ui, out: &mut Vec<Command>) {
    match place(ui) {
        Place::Over => view.panel.is_over = !view.panel.is_over,
        Place::Beside | Place::Below => {
            let panel = !model.settings.panel;
            out.push(kept(model, |settings| settings.panel = panel));
        }
    }
}

fn kept(model: &Model, change: impl FnOnce(&mut Settings)) -> Command {
    let mut settings = model.settings.clone();
    change(&mut settings);
    ShellCommand::Settings(settings).into()
}

/// The panel that takes its room from the board; called before the board.
pub(crate) fn beside(
    model: &Model,
    table: &Table,
    view: &mut View,
    ui: &mut Ui,
    out: &mut Vec<Command>,
) {
    let calls = model.over.panel_calls;
    if std::mem::replace(&mut view.panel.calls, calls) != calls {
        turn_over(model, view, ui, out);
    }
    if !is_open(model, view, ui) {
        return;
    }
    let frame = edge(ui, Margin::symmetric(14, 8));
    let room = ui.available_size();
    let wanted = f32::from(model.settings.panel_width);
    let panel = match place(ui) {
        Place::Over => return,
        Place::Below => {
            // the board keeps three fifths of a square
            let most = (room.y - 0.6 * room.x).max(180.0);
            let height = (room.y - room.x).max(0.35 * room.y).min(most);
            Panel::bottom("panel below")
                .default_size(height)
                .size_range(160.0..=most)
        }
        Place::Beside => {
            let least = f32::from(NARROWEST_PANEL);
            let most = (room.x * 0.5).max(least);
            Panel::right("side")
                .default_size(wanted)
                .size_range(least..=most)
        }
    };
    let is_right = place(ui) == Place::Beside;
    let shown = panel.resizable(true).frame(frame).show(ui, |ui| {
        // a child of its own: what is too wide for the panel is cut off, and never makes the panel wider
        let room = ui.available_rect_before_wrap();
        let mut inside = ui.new_child(UiBuilder::new().max_rect(room));
        content(model, table, view, &mut inside, out);
        ui.expand_to_include_rect(room);
    });
    if is_right {
        keep_width(model, view, shown.response.rect.width(), ui, out);
    }
}

/// Keeps the width to which the user has dragged the panel.
fn keep_width(model: &Model, view: &mut View, width: f32, ui: &Ui, out: &mut Vec<Command>) {
    let before = std::mem::replace(&mut view.panel.width, width);
    let is_dragged = ui.input(|input| input.pointer.any_down());
    let rounded = width.round() as u16;
    // only a width that stands still, so that the file is not written in every frame of a drag; a narrower window is no
    // wish of the user
    let is_wanted = ui.available_width() >= 200.0 && before == width && !is_dragged;
    if is_wanted && before > 0.0 && rounded != model.settings.panel_width && view.panel.dragged {
        view.panel.dragged = false;
        out.push(kept(model, |settings| settings.panel_width = rounded));
    }
    view.panel.dragged |= is_dragged && before != width;
}

/// The panel over the board, in the room of the board; called after the board.
pub(crate) fn over(
    model: &Model,
    table: &Table,
    view: &mut View,
    room: Rect,
    ui: &Ui,
    out: &mut Vec<Command>,
) {
    if place(ui) != Place::Over || !view.panel.is_over {
        return;
    }
    let width = f32::from(NARROWEST_PANEL).min(room.width());
    let frame = edge(ui, Margin::symmetric(14, 8)).shadow(ui.visuals().window_shadow);
    egui::Area::new(egui::Id::unique("panel over the board"))
        .order(egui::Order::Middle)
        .fixed_pos(room.right_top() - vec2(width, 0.0))
        .constrain(false)
        .show(ui.ctx(), |ui| {
            frame.show(ui, |ui| {
                let size = vec2(width - 28.0, room.height() - 16.0);
                ui.set_min_size(size);
                let room = Rect::from_min_size(ui.cursor().min, size);
                let mut inside = ui.new_child(UiBuilder::new().max_rect(room));
                inside.shrink_clip_rect(room.expand(6.0));
                content(model, table, view, &mut inside, out);
            });
        });
}

/// The part of the board's room that the panel leaves free.
pub(crate) fn beside_it(view: &View, room: Rect, ui: &Ui) -> Rect {
    if place(ui) != Place::Over || !view.panel.is_over {
        return room;
    }
    let width = f32::from(NARROWEST_PANEL).min(room.width());
    Rect::from_min_max(room.min, room.max - vec2(width, 0.0))
}

fn content(model: &Model, table: &Table, view: &mut View, ui: &mut Ui, out: &mut Vec<Command>) {
    if table.replay {
        return reading(model, table, view, ui, out);
    }
    let room = ui.available_height();
    let lowest = LOWEST + players::more(table);
    if room >= lowest {
        return playing(model, table, view, room, ui, out);
    }
    ScrollArea::vertical()
        .auto_shrink([false, false])
        .show(ui, |ui| {
            playing(model, table, view, lowest, ui, out);
            keep_focus_in_sight(ui);
        });
}

/// The panel of a match file: its record first.
fn reading(model: &Model, table: &Table, view: &mut View, ui: &mut Ui, out: &mut Vec<Command>) {
    let is_low = ui.available_height() < LOWEST;
    let beginning = |view: &mut View, ui: &mut Ui, out: &mut Vec<Command>| {
        players::all(table, view, ui, out);
        ui.add_space(6.0);
        verdict::doubt(table, ui, out);
        // without a frame of its own: the buttons of the replay take the whole width of the panel
        record::read(model, table, view, ui, out);
        ui.add_space(8.0);
    };
    if !is_low {
        beginning(view, ui, out);
    }
    ScrollArea::vertical()
        .auto_shrink([false, false])
        .show(ui, |ui| {
            if is_low {
                beginning(view, ui, out);
            }
            if table.seen.played.outcome.is_some() {
                card(ui, |ui| over::show(model, table, ui, out));
            } else {
                over::unfinished(table, ui);
            }
            ui.add_space(8.0);
            family(table, view, ui, out);
            ui.add_space(8.0);
            card(ui, |ui| {
                section(ui, "Events");
                events::list(table, view, 260.0, ui, out);
            });
            ui.add_space(8.0);
            card(ui, |ui| this_game::show(model, table, ui, out));
            keep_focus_in_sight(ui);
        });
}

fn family(table: &Table, view: &mut View, ui: &mut Ui, out: &mut Vec<Command>) {
    if let Some(position) = table.position().filter(|_| table.locked().is_none()) {
        asking(out, |out| {
            let (hands, canvas) = (&table.board.hands, &mut view.canvas);
            families::views::beside(table, hands, position, canvas, ui, out);
        });
    }
}

/// The panel of a match being played, in a room of that height.
fn playing(
    model: &Model,
    table: &Table,
    view: &mut View,
    room: f32,
    ui: &mut Ui,
    out: &mut Vec<Command>,
) {
    ui.spacing_mut().item_spacing.y = 0.0;
    let (above, below) = players::sides(table);
    let sides = above.iter().chain(&below);
    let sides: f32 = sides.map(|side| players::height(table, *side)).sum();
    let fixed = sides + turn::HEIGHT + TABS + offers::HEIGHT + 5.0 * GAP;
    let rest = (room - fixed).max(0.0);
    let by_mail = if table.seen.line == LineState::Mail {
        230.0
    } else {
        0.0
    };
    let wanted = table.position().map_or(0.0, families::views::room_beside);
    let wanted = f32::max(by_mail, wanted);
    // the record has its lines in every window; the family's part gives way, and scrolls
    let least = if wanted > 0.0 {
        40.0_f32.min(rest * 0.4)
    } else {
        0.0
    };
    let family_room = wanted.min(rest - GAP - record::LEAST).max(least);
    let body = rest - family_room - if family_room > 0.0 { GAP } else { 0.0 };
    for side in above {
        players::block(table, side, view, ui, out);
    }
    line_between(ui);
    slot(ui, "turn", turn::HEIGHT, |ui| {
        if table.seen.played.outcome.is_some() {
            ScrollArea::vertical()
                .auto_shrink([false, false])
                .show(ui, |ui| {
                    ui.spacing_mut().item_spacing.y = 4.0;
                    over::show(model, table, ui, out);
                    keep_focus_in_sight(ui);
                });
        } else {
            turn::show(model, table, ui, out);
        }
    });
    line_between(ui);
    if let Some(side) = below {
        players::block(table, side, view, ui, out);
    }
    if family_room > 0.0 {
        line_between(ui);
        slot(ui, "family", family_room, |ui| {
            ScrollArea::vertical()
                // lower than egui's least, it would be cut off instead of scrolling
                .min_scrolled_height(0.0)
                .auto_shrink([false, false])
                .show(ui, |ui| {
                    ui.spacing_mut().item_spacing.y = 4.0;
                    if table.seen.line == LineState::Mail {
                        mail::show(table, ui, out);
                    }
                    draft::choices(table, ui, out);
                    family(table, view, ui, out);
                    keep_focus_in_sight(ui);
                });
        });
    }
    line_between(ui);
    slot(ui, "tabs", TABS, |ui| tabs(table, view, ui));
    slot(ui, "tab", body, |ui| {
        ui.spacing_mut().item_spacing.y = 4.0;
        ui.add_space(4.0);
        let body = body - 4.0;
        match view.panel.tab {
            Tab::Events => events::list(table, view, body, ui, out),
            Tab::Chat if talks(table) => chat::show(table, body, ui, out),
            Tab::Rules => {
                ScrollArea::vertical()
                    .auto_shrink([false, false])
                    .show(ui, |ui| {
                        this_game::show(model, table, ui, out);
                        keep_focus_in_sight(ui);
                    });
            }
            // the talk may still be chosen from a match before this one
            Tab::Record | Tab::Chat => {
                record::show(model, table, view, body, ui, out);
            }
        }
    });
    line_between(ui);
    slot(ui, "offers", offers::HEIGHT, |ui| {
        if model.page == Page::Table {
            offers::row(model, table, ui, out);
        }
    });
}

/// A part of a fixed height, whatever is in it.
fn slot(ui: &mut Ui, id: &'static str, height: f32, content: impl FnOnce(&mut Ui)) {
    let (rect, _) = ui.allocate_exact_size(
        vec2(ui.available_width(), height.max(0.0)),
        egui::Sense::hover(),
    );
    let mut inside = ui.new_child(UiBuilder::new().id_salt(id).max_rect(rect));
    // a frame around a focused button may stand out a little
    inside.shrink_clip_rect(rect.expand(3.0));
    content(&mut inside);
}

fn line_between(ui: &mut Ui) {
    let size = vec2(ui.available_width(), GAP);
    let (rect, _) = ui.allocate_exact_size(size, egui::Sense::hover());
    let line = ui.visuals().widgets.noninteractive.bg_stroke;
    ui.painter().hline(rect.x_range(), rect.center().y, line);
}

/// Two people at one screen talk without the program.
fn talks(table: &Table) -> bool {
    table.seen.contract.seats.iter().any(|seat| !seat.mine)
}

fn tabs(table: &Table, view: &mut View, ui: &mut Ui) {
    let talks = talks(table);
    let chat = chat::title(table);
    let all = [
        (Tab::Record, "Record", "Record".to_owned()),
        (Tab::Events, "Events", "Events".to_owned()),
        (Tab::Chat, chat::short(table), chat),
        (Tab::Rules, "This game", "This game".to_owned()),
    ];
    let shown = all
        .into_iter()
        .filter(|(tab, ..)| talks || *tab != Tab::Chat);
    let number = if talks { 4.0 } else { 3.0 };
    ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        ui.spacing_mut().button_padding.x = 2.0;
        // of one width each, so that a number in one of them moves no other
        let width = (ui.available_width() - 4.0 * (number - 1.0)) / number;
        for (tab, text, name) in shown {
            let text = RichText::new(text).size(size::SMALL);
            let button = Button::selectable(view.panel.tab == tab, text).truncate();
            let button = ui.add(button.min_size(vec2(width, TABS - 2.0)));
            if button.accessible_name(name).clicked() {
                view.panel.tab = tab;
            }
        }
    });
}
