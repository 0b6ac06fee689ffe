//! The first start: a name, a look, and the ways in, over a board that plays; and the question for a name later on.

use std::sync::Arc;
use std::time::Duration;

use egui::{
    Button, CentralPanel, Frame, Id, Key, Margin, Modifiers, Rect, RichText, ScrollArea, Sense,
    Stroke, StrokeKind, TextEdit, Theme as EguiTheme, Ui, UiBuilder, pos2, vec2,
};
use kit::model::kept::LONGEST_NAME;
use kit::views::painter::{BoardPainter, window_within};
use kit::views::theme::{palette, size};
use kit::views::widgets::{note, primary, wide_primary};
use picture::Scene;
use rules::Family;

use super::question::{answers, title};
use super::{View, start};
use crate::model::lessons::of_family;
use crate::model::settings::Theme;
use crate::model::welcome::{Stage, Way, WelcomeCommand};
use crate::model::{Command, Model, ShellCommand};

/// The seconds for which an order of the game behind is looked at: the board is no more than a picture, and each order
/// costs a frame.
const PACE: f64 = 1.4;

/// The boards of the first start, as they were painted.
#[derive(Default)]
pub(super) struct WelcomeView {
    behind: BoardPainter,
    looks: [BoardPainter; 3],
    /// The scene of the game behind, with the number of orders shown in it.
    scene: Option<(usize, Arc<Scene>)>,
    /// A small board, for the pictures of the looks.
    small: Option<Arc<Scene>>,
    /// The time of the last order.
    ticked: f64,
}

pub(crate) fn show(model: &Model, view: &mut View, ui: &mut Ui, out: &mut Vec<Command>) {
    let fill = palette(ui).table;
    CentralPanel::no_frame()
        .frame(Frame::new().fill(fill))
        .show(ui, |ui| {
            behind(model, view, ui, out);
            let whole = ui.max_rect();
            let width = (whole.width() - 32.0).min(560.0);
            let top = (whole.height() * 0.14).clamp(16.0, 130.0);
            let at = pos2(whole.center().x - width / 2.0, whole.top() + top);
            let room = Rect::from_min_size(at, vec2(width, whole.bottom() - at.y - 16.0));
            ui.scope_builder(UiBuilder::new().max_rect(room), |ui| {
                let card = Frame::new()
                    .fill(palette(ui).card)
                    .stroke(Stroke::new(1.0, palette(ui).line))
                    .corner_radius(12)
                    .inner_margin(Margin::same(28));
                let area = ScrollArea::vertical().max_height(room.height());
                let whole = |ui: &mut Ui| {
                    ui.set_width(width - 56.0);
                    ui.spacing_mut().item_spacing.y = 10.0;
                    ui.horizontal(|ui| {
                        start::emblem(view, ui, 52.0);
                        ui.vertical(|ui| {
                            ui.spacing_mut().item_spacing.y = 0.0;
                            ui.label(RichText::new("Warlord").size(size::HEADING));
                            ui.label("Armies on a chessboard, moved by their leaders.");
                        });
                    });
                    ui.add_space(6.0);
                    match model.welcome.stage {
                        Stage::Name => name(model, ui, out),
                        Stage::Look => look(model, view, ui, out),
                        Stage::Ways => ways(model, ui, out),
                    }
                };
                area.show(ui, |ui| card.show(ui, whole));
            });
        });
}

/// The game that plays behind the page, an order at a time; with reduced motion it stands still.
fn behind(model: &Model, view: &mut View, ui: &mut Ui, out: &mut Vec<Command>) {
    let Some((position, shown)) = model.welcome.board() else {
        return;
    };
    let own = &mut view.welcome;
    // made once for each order: the painter keeps its layers as long as the scene is the same
    let known = own.scene.take().filter(|(of, _)| *of == shown);
    let (_, scene) = known.unwrap_or_else(|| (shown, Arc::new(Scene::of(position, false))));
    let window = window_within(ui.max_rect());
    let set = view.canvas.set;
    own.behind
        .paint_whole(ui, &mut view.canvas.atlases, set, window, &scene);
    own.scene = Some((shown, scene));
    // the words before it are read, and not the board
    let veil = palette(ui).table.gamma_multiply(0.45);
    ui.painter().rect_filled(ui.max_rect(), 0.0, veil);
    if model.settings.still || model.settings.step_ms == 0 {
        return;
    }
    let now = ui.input(|input| input.time);
    if now - own.ticked >= PACE {
        own.ticked = now;
        out.push(ShellCommand::Welcome(WelcomeCommand::Tick).into());
    }
    ui.ctx()
        .request_repaint_after(Duration::from_secs_f64(PACE));
}

fn next(to: Stage) -> Command {
    ShellCommand::Welcome(WelcomeCommand::To(to)).into()
}

fn go(way: Way) -> Command {
    ShellCommand::Welcome(WelcomeCommand::Go(way)).into()
}

/// True if Enter was pressed and no button has the focus, which takes Enter for itself.
fn enter(ui: &Ui) -> bool {
    let free = ui.memory(|memory| memory.focused().is_none());
    free && ui.input_mut(|input| input.consume_key(Modifiers::NONE, Key::Enter))
}

fn name(model: &Model, ui: &mut Ui, out: &mut Vec<Command>) {
    let label = ui.label(RichText::new("What should other players call you?").size(size::TITLE));
    let mut settings = model.settings.clone();
    let field = TextEdit::singleline(&mut settings.name)
        .hint_text("Your name")
        .char_limit(LONGEST_NAME)
        .desired_width(f32::INFINITY);
    let field = ui.add(field).labelled_by(label.id);
    let is_first = ui.memory(|memory| memory.focused().is_none());
    if is_first && settings.name.is_empty() {
        field.request_focus();
    }
    if field.changed() {
        out.push(ShellCommand::Settings(settings.clone()).into());
    }
    note(ui, "Only the players you meet see it.");
    let has_name = !settings.name.trim().is_empty();
    let is_entered = field.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter));
    ui.horizontal(|ui| {
        let is_on = primary(ui, "Continue", has_name).clicked() || is_entered || enter(ui);
        if is_on && has_name {
            out.push(next(Stage::Look));
        }
        let later = ui
            .button("Later")
            .on_hover_text("You are asked before your first match with somebody");
        if later.clicked() {
            out.push(next(Stage::Look));
        }
    });
}

/// The looks, each with a picture of the board.
fn look(model: &Model, view: &mut View, ui: &mut Ui, out: &mut Vec<Command>) {
    ui.label(RichText::new("Which look do you like?").size(size::TITLE));
    let looks = [
        (Theme::Light, "Light", EguiTheme::Light),
        (Theme::Dark, "Dark", EguiTheme::Dark),
        (Theme::Contrast, "High contrast", EguiTheme::Dark),
    ];
    let gap = 10.0;
    let width = (ui.available_width() - 2.0 * gap) / 3.0;
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = gap;
        for (place, (theme, words, of)) in looks.into_iter().enumerate() {
            let (rect, response) =
                ui.allocate_exact_size(vec2(width, width + 30.0), Sense::click());
            let is_chosen = model.settings.theme == theme;
            response.widget_info(|| {
                let role = egui::Role::RadioButton;
                egui::WidgetInfo::selected(role, true, is_chosen, words)
            });
            paint_look(model, view, ui, rect, (place, theme, of, words));
            let line = match is_chosen || response.has_focus() {
                true => Stroke::new(3.0, palette(ui).accent),
                false => Stroke::new(1.0, palette(ui).line),
            };
            ui.painter()
                .rect_stroke(rect, 8.0, line, StrokeKind::Inside);
            if response.clicked() {
                let mut settings = model.settings.clone();
                settings.theme = theme;
                out.push(ShellCommand::Settings(settings).into());
            }
        }
    });
    note(ui, "Without a choice it follows your desktop.");
    ui.horizontal(|ui| {
        if primary(ui, "Continue", true).clicked() || enter(ui) {
            out.push(next(Stage::Ways));
        }
        if ui.button("Back").clicked() {
            out.push(next(Stage::Name));
        }
    });
}

/// A corner of the board as it looks in a theme, with the theme's name.
fn paint_look(
    model: &Model,
    view: &mut View,
    ui: &mut Ui,
    rect: Rect,
    (place, theme, of, words): (usize, Theme, EguiTheme, &str),
) {
    let first = || {
        Family::ALL
            .iter()
            .find_map(|family| of_family(*family).into_iter().next())
    };
    let small = view.welcome.small.take();
    // the first lesson's: on a whole board of this size nothing could be seen
    let small = small.or_else(|| Some(Arc::new(Scene::of(first()?.start(), false))));
    let Some(scene) = small.clone() else {
        return;
    };
    view.welcome.small = small;
    let mut style = (*ui.ctx().style_of(of)).clone();
    let has_contrast = model.settings.theme == Theme::Contrast;
    if theme == Theme::Dark && has_contrast {
        // the dark style is the one of high contrast then
        style.visuals = egui::Visuals::dark();
    }
    let [mut ground, mut ink] = [style.visuals.panel_fill, style.visuals.text_color()];
    if theme == Theme::Contrast {
        [ground, ink] = [egui::Color32::BLACK, egui::Color32::WHITE];
    }
    let mut inside = ui.new_child(UiBuilder::new().max_rect(rect));
    inside.set_clip_rect(rect.intersect(ui.clip_rect()));
    *inside.style_mut() = style;
    inside.painter().rect_filled(rect, 8.0, ground);
    let board = Rect::from_min_size(rect.min, vec2(rect.width(), rect.width())).shrink(8.0);
    let set = view.canvas.set;
    let painter = &mut view.welcome.looks[place];
    painter.paint_whole(&inside, &mut view.canvas.atlases, set, board, &scene);
    let at = pos2(rect.center().x, rect.bottom() - 18.0);
    let font = egui::FontId::proportional(size::BODY);
    inside
        .painter()
        .text(at, egui::Align2::CENTER_CENTER, words, font, ink);
}

/// The ways in.
fn ways(model: &Model, ui: &mut Ui, out: &mut Vec<Command>) {
    let name = model.settings.name.trim();
    let text = match name.is_empty() {
        true => "How do you want to begin?".to_owned(),
        false => format!("Welcome, {name}. How do you want to begin?"),
    };
    ui.label(RichText::new(text).size(size::TITLE));
    if wide_primary(ui, "Learn", true).clicked() || enter(ui) {
        out.push(go(Way::Learn));
    }
    note(
        ui,
        "Five short lessons, ten minutes. You make every move yourself.",
    );
    let size = vec2(ui.available_width(), 38.0);
    ui.add_space(4.0);
    if ui.add_sized(size, Button::new("Play here")).clicked() {
        out.push(go(Way::PlayHere));
    }
    note(
        ui,
        "A first game against the novice computer, which overlooks a lot.",
    );
    ui.add_space(4.0);
    if ui.add_sized(size, Button::new("Play a friend")).clicked() {
        out.push(go(Way::Friend));
    }
    note(ui, "You send your friend a code. No server, no account.");
    ui.add_space(4.0);
    ui.horizontal(|ui| {
        if ui.button("I was sent a code").clicked() {
            out.push(go(Way::Join));
        }
        if ui.button("To the start page").clicked() {
            out.push(go(Way::Skip));
        }
        if ui.button("Back").clicked() {
            out.push(next(Stage::Look));
        }
    });
}

/// The question for the user's name, before the first hosting or joining.
pub(super) fn ask_name(ui: &mut Ui, out: &mut Vec<Command>) {
    title(ui, "What should other players call you?");
    let id = Id::unique("name asked for");
    let mut name: String = ui.data(|data| data.get_temp(id)).unwrap_or_default();
    let field = TextEdit::singleline(&mut name)
        .hint_text("Your name")
        .char_limit(LONGEST_NAME)
        .desired_width(f32::INFINITY);
    let field = ui.add(field).accessible_name("Your name");
    if ui.memory(|memory| memory.focused().is_none()) {
        field.request_focus();
    }
    let is_entered = field.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter));
    ui.data_mut(|data| data.insert_temp(id, name.clone()));
    let has_name = !name.trim().is_empty();
    answers(
        ui,
        out,
        |ui| {
            let is_on = primary(ui, "Continue", has_name).clicked() || is_entered;
            (is_on && has_name).then(|| ShellCommand::Named(name.clone()))
        },
        "Cancel",
    );
}
