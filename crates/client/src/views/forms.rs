//! The form for what is played: scenario and options, beside a picture of it.

use std::sync::Arc;

use eframe::egui::{
    Align, Button, CentralPanel, ComboBox, Frame, Layout, Margin, Panel, Rect, RichText,
    ScrollArea, Sense, Slider, Stroke, Ui, UiBuilder, vec2,
};
use rules::Side;
use rules::warlord::{Game, Position, Start};

use super::View;
use super::widgets::{self, card, note, prose, section, sentence};
use crate::geometry::Camera;
use crate::model::Model;
use crate::model::forms::{Allowed, Choice, Setting, SideWish, allowed, option_title};
use crate::painter::{BoardPainter, Frame as BoardFrame};
use crate::scene::{Mark, Scene};
use crate::theme::palette;

/// A strip at the bottom that is always in sight.
pub(crate) fn bar(ui: &mut Ui, add: impl FnOnce(&mut Ui)) {
    let fill = ui.visuals().panel_fill;
    Panel::bottom("bar")
        .frame(
            Frame::new()
                .fill(fill)
                .inner_margin(Margin::symmetric(28, 12)),
        )
        .show(ui, |ui| {
            ui.horizontal(add);
        });
}

/// The form at the left, the chosen scenario's board at the right.
pub(crate) fn with_preview(
    model: &Model,
    view: &mut View,
    ui: &mut Ui,
    setting: &mut Setting,
    add: impl FnOnce(&mut Ui),
) {
    let fill = ui.visuals().panel_fill;
    let margin = Frame::new().fill(fill).inner_margin(Margin {
        left: 28,
        right: 8,
        top: 18,
        bottom: 0,
    });
    let width = (ui.available_width() * 0.5).clamp(420.0, 620.0);
    Panel::left("form")
        .exact_size(width)
        .resizable(false)
        .show_separator_line(false)
        .frame(margin)
        .show(ui, |ui| {
            ScrollArea::vertical()
                .auto_shrink([false, false])
                .show(ui, |ui| {
                    ui.set_width(ui.available_width() - 14.0);
                    scenarios(model, ui, setting);
                    ui.add_space(10.0);
                    add(ui);
                    ui.add_space(10.0);
                    if let Some(choice) = model.choices.get(setting.scenario) {
                        card(ui, |ui| options(ui, choice, setting));
                    }
                    ui.add_space(18.0);
                });
        });
    let margin = Frame::new().fill(fill).inner_margin(Margin {
        left: 8,
        right: 28,
        top: 18,
        bottom: 18,
    });
    CentralPanel::no_frame().frame(margin).show(ui, |ui| {
        let Some(choice) = model.choices.get(setting.scenario) else {
            return;
        };
        preview(choice.scenario.game(), view, ui);
        ui.add_space(10.0);
        about(ui, choice);
    });
}

fn scenarios(model: &Model, ui: &mut Ui, setting: &mut Setting) {
    card(ui, |ui| {
        section(ui, "Scenario");
        ui.spacing_mut().item_spacing.y = 4.0;
        for (number, choice) in model.choices.iter().enumerate() {
            let chosen = setting.scenario == number;
            let scenario = &choice.scenario;
            let game = scenario.game();
            let hidden = if matches!(game.start, Start::Hidden(_)) {
                ", set up in secret"
            } else {
                ""
            };
            let about = format!(
                "{} by {}{hidden}",
                game.board().files(),
                game.board().ranks()
            );
            let button = Button::selectable(chosen, scenario.title())
                .right_text(RichText::new(about).size(13.0))
                .frame_when_inactive(true)
                .stroke(Stroke::new(1.0, palette(ui).line))
                .min_size(vec2(ui.available_width(), 28.0));
            if ui.add(button).clicked() && !chosen {
                *setting = Setting {
                    scenario: number,
                    options: Vec::new(),
                };
            }
        }
    });
}

/// A picture of the start: both armies, or the sections they are set up in.
fn preview(game: &Game, view: &mut View, ui: &mut Ui) {
    let board = game.board();
    let room = ui.available_size();
    let cell = (room.x / f32::from(board.files())).min(room.y * 0.68 / f32::from(board.ranks()));
    let size = vec2(room.x, cell * f32::from(board.ranks()));
    let (rect, response) = ui.allocate_exact_size(size, Sense::hover());
    response.widget_info(|| {
        eframe::egui::WidgetInfo::labeled(eframe::egui::Role::Image, true, "The board at the start")
    });
    let start = Position::new(Arc::new(game.clone()));
    let mut marks = Vec::new();
    if let Start::Hidden(rules) = &game.start {
        for side in Side::BOTH {
            for (number, cells) in rules.sections[side.index()].iter().enumerate() {
                marks.extend(
                    cells
                        .iter()
                        .map(|cell| (*cell, Mark::Zone(number % 2 == 1))),
                );
            }
        }
    }
    let scene = Scene {
        units: super::scenes::units(&start, false),
        marks,

        ..Scene::bare(Arc::new(game.terrain.clone()))
    };
    let projection = Camera::default().project(board, rect, ui.pixels_per_point());
    let atlas = view.atlases.at(ui.ctx(), view.set, projection.pixels);
    let dark = ui.visuals().dark_mode;
    let frame = BoardFrame {
        projection: &projection,
        atlas: &atlas,
        dark,
        hidden: None,
    };
    BoardPainter::default().paint(ui.painter(), &frame, &Arc::new(scene));
    let line = Stroke::new(1.0, palette(ui).coordinates);
    ui.painter().rect_stroke(
        projection.whole(),
        0.0,
        line,
        eframe::egui::StrokeKind::Outside,
    );
    if let Start::Hidden(_) = &game.start {
        let whole = projection.whole();
        for (side, part) in [(Side::White, 0.84), (Side::Black, 0.16)] {
            let center = whole.min + whole.size() * vec2(0.5, part);
            let place = Rect::from_center_size(center, vec2(190.0, 30.0));
            ui.painter()
                .rect_filled(place, 8.0, palette(ui).card.gamma_multiply(0.92));
            let layout = Layout::left_to_right(Align::Center);
            let mut label = ui.new_child(UiBuilder::new().max_rect(place).layout(layout));
            label.add_space(14.0);
            widgets::side_chip(&mut label, side, 18.0);
            label.label("sets up here, unseen");
        }
    }
}

fn about(ui: &mut Ui, choice: &Choice) {
    let scenario = &choice.scenario;
    let game = scenario.game();
    ui.add_space(2.0);
    ui.label(prose(scenario.description()));
    let army = game.armies[0].len();
    let set_up = match &game.start {
        Start::Fixed(_) => "fixed set-up",
        Start::Hidden(_) => "hidden set-up",
    };
    note(
        ui,
        format!(
            "{army} units a side, {} of them leaders \u{00B7} at most {} orders a turn \u{00B7} {set_up}",
            game.leaders(rules::Side::White),
            game.cap.number,
        ),
    );
    if !scenario.credit().is_empty() {
        note(ui, scenario.credit());
    }
    if !scenario.house_notes().is_empty() {
        ui.collapsing("What in it is ours", |ui| {
            for house in scenario.house_notes() {
                note(
                    ui,
                    format!(
                        "{}: {}",
                        sentence(house.part).trim_end_matches('.'),
                        prose(&house.note)
                    ),
                );
            }
        });
    }
}

fn options(ui: &mut Ui, choice: &Choice, setting: &mut Setting) {
    section(ui, "Options");
    for (number, option) in choice.options.iter().enumerate() {
        if number > 0 {
            ui.add_space(3.0);
        }
        let title = option_title(option.key);
        let value = setting.value(option).to_owned();
        let changed = value != option.default;
        ui.horizontal(|ui| {
            let text = if changed {
                RichText::new(&title).color(palette(ui).accent)
            } else {
                RichText::new(&title)
            };
            match allowed(option) {
                Allowed::Switch => {
                    let mut on = value == "on";
                    if ui.checkbox(&mut on, text).changed() {
                        setting.set(option, if on { "on" } else { "off" });
                    }
                }
                Allowed::Upto(most) => {
                    let mut number: u8 = value.parse().unwrap_or(0);
                    let label = ui.label(text);
                    let slider = Slider::new(&mut number, 0..=most);
                    if ui.add(slider).labelled_by(label.id).changed() {
                        setting.set(option, &number.to_string());
                    }
                }
                Allowed::OneOf(words) => {
                    let label = ui.label(text);
                    let combo = ComboBox::from_id_salt(option.key)
                        .width(90.0)
                        .selected_text(&value);
                    let shown = combo.show_ui(ui, |ui| {
                        for word in words {
                            if ui.selectable_label(word == value, &word).clicked() {
                                setting.set(option, &word);
                            }
                        }
                    });
                    shown.response.labelled_by(label.id);
                }
            }
            if changed {
                ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                    ui.label(
                        RichText::new("changed")
                            .size(12.5)
                            .color(palette(ui).accent),
                    );
                });
            }
        });
        note(ui, option.meaning);
    }
}

/// Lets the user choose a side.
pub(crate) fn side(ui: &mut Ui, wish: &mut SideWish) {
    let sides = [
        (SideWish::White, "White (blue discs)"),
        (SideWish::Black, "Black (amber squares)"),
        (SideWish::Lot, "By lot"),
    ];
    widgets::choice(ui, wish, &sides);
}

/// The options that were changed, in words; nothing when all are the scenario's own.
pub(crate) fn changed_options(options: &[(String, String)]) -> Option<String> {
    let list: Vec<String> = options
        .iter()
        .map(|(key, value)| format!("{}: {value}", option_title(key)))
        .collect();
    (!list.is_empty()).then(|| list.join(", "))
}
