//! The form for what is played: scenario and options, beside a picture of it.

use std::sync::Arc;

use egui::{
    Align, Button, CentralPanel, CollapsingHeader, ComboBox, Layout, Margin, Panel, RichText,
    ScrollArea, Sense, Slider, TextEdit, Ui, vec2,
};
use kit::model::meaning::trouble;
use kit::model::scenarios::{is_changed_by, value, with_set_up};
use kit::views::painter::BoardPainter;
use kit::views::theme::palette;
use kit::views::widgets::{
    self, card, edge, group_title, keep_focus_in_sight, note, prose, section, section_about,
};
use picture::side_look;
use reach::Trouble;
use rules::{AnyPosition, Rules, Side, Sides};
use scenario::Scenario;

use super::cards::{self, Thumbnails};
use super::{View, agreement};
use crate::model::forms::{Allowed, Setting, allowed};
use crate::model::library;
use crate::model::{Command, Model, SetUpCommand};
use picture::Scene;

/// A strip at the bottom that is always in sight.
pub(crate) fn bar(ui: &mut Ui, add: impl FnOnce(&mut Ui)) {
    let strip = edge(ui, Margin::symmetric(28, 12));
    Panel::bottom("bar").frame(strip).show(ui, |ui| {
        ui.horizontal(add);
    });
}

/// The form at the left, the chosen scenario's board at the right.
pub(crate) fn with_preview(
    model: &Model,
    view: &mut View,
    ui: &mut Ui,
    setting: &mut Setting,
    out: &mut Vec<Command>,
    add: impl FnOnce(&mut Ui),
) {
    let is_narrow = ui.available_width() < NARROW;
    column(ui, "form", [420.0, 620.0], |ui| {
        scenarios(model, view, ui, setting);
        ui.add_space(10.0);
        add(ui);
        ui.add_space(10.0);
        if let Some(choice) = model.library.scenarios.get(setting.scenario) {
            let (scenario, _) = view.preview.of_setting(choice, setting);
            more(choice, &scenario, view, ui, setting);
        }
        if is_narrow {
            ui.add_space(10.0);
            chosen(model, view, ui, setting, out);
        }
    });
    if is_narrow {
        return;
    }
    beside(ui, |ui| {
        ScrollArea::vertical()
            .id_salt("about")
            .auto_shrink([false, false])
            .show(ui, |ui| {
                ui.set_width(ui.available_width() - 10.0);
                chosen(model, view, ui, setting, out);
                keep_focus_in_sight(ui);
            });
    });
}

/// The board of the chosen scenario, and what there is to say about it.
fn chosen(model: &Model, view: &mut View, ui: &mut Ui, setting: &Setting, out: &mut Vec<Command>) {
    let Some(choice) = model.library.scenarios.get(setting.scenario) else {
        return;
    };
    let (scenario, start) = view.preview.of_setting(choice, setting);
    if let Some(start) = &start {
        let most = ui.ctx().content_rect().height() * 0.56;
        preview(start, view, ui, most);
        ui.add_space(10.0);
    }
    if families::SetUp::can_change(&scenario) {
        change(ui, is_changed_by(choice, &setting.set_up), out);
        ui.add_space(6.0);
    }
    about(ui, &scenario, start.as_deref(), &setting.options);
}

/// Below this width a form has no room for a picture beside it.
pub(crate) const NARROW: f32 = 680.0;

/// The fields of a form, in a column at the left that scrolls; half of the window, within the two widths.
pub(crate) fn column(
    ui: &mut Ui,
    id: &'static str,
    [least, most]: [f32; 2],
    add: impl FnOnce(&mut Ui),
) {
    let margin = Margin {
        left: 28,
        right: 8,
        top: 18,
        bottom: 0,
    };
    let room = ui.available_width();
    let width = match room < NARROW {
        true => room,
        false => (room * 0.5).clamp(least, most),
    };
    Panel::left(id)
        .exact_size(width)
        .resizable(false)
        .show_separator_line(false)
        .frame(edge(ui, margin))
        .show(ui, |ui| {
            ScrollArea::vertical()
                .auto_shrink([false, false])
                .show(ui, |ui| {
                    // room for the scroll bar, which would lie over the fields
                    ui.set_width(ui.available_width() - 14.0);
                    add(ui);
                    ui.add_space(18.0);
                    keep_focus_in_sight(ui);
                });
        });
}

/// The picture of what a form is about, at the right of its fields.
pub(crate) fn beside(ui: &mut Ui, add: impl FnOnce(&mut Ui)) {
    let margin = Margin {
        left: 8,
        right: 28,
        top: 18,
        bottom: 18,
    };
    if ui.available_width() < 2.0 * f32::from(margin.right) {
        // the fields have it all
        return;
    }
    CentralPanel::no_frame()
        .frame(edge(ui, margin))
        .show(ui, add);
}

/// The switches and the set-up as text, folded away because most games are played as they are.
fn more(
    choice: &Scenario,
    scenario: &Scenario,
    view: &mut View,
    ui: &mut Ui,
    setting: &mut Setting,
) {
    // another set-up may have fewer switches; one that is gone would be refused at the start
    setting.keep(&scenario.options());
    let changes = setting.options.len() + usize::from(is_changed_by(choice, &setting.set_up));
    let title = match changes {
        0 => "More: options and set-up".to_owned(),
        _ => format!("More: options and set-up ({changes} changed)"),
    };
    if let Some(what) = view.preview.trouble_of(choice, setting) {
        widgets::trouble(ui, &what);
        ui.add_space(6.0);
    }
    CollapsingHeader::new(title).id_salt("more").show(ui, |ui| {
        card(ui, |ui| options(ui, scenario, setting));
        if choice.set_up_fen().is_some() {
            ui.add_space(10.0);
            card(ui, |ui| set_up(ui, choice, setting));
        }
    });
}

/// Leads to the board on which the set-up can be changed.
fn change(ui: &mut Ui, changed: bool, out: &mut Vec<Command>) {
    ui.horizontal(|ui| {
        let button = ui.button("Change the set-up\u{2026}");
        let about = "On the board: move units about, add some, take some away";
        if button.on_hover_text(about).clicked() {
            out.push(SetUpCommand::Edit.into());
        }
        if changed {
            agreement::mark_changed(ui);
        }
    });
}

/// Another set-up in place of the scenario's own, as text.
fn set_up(ui: &mut Ui, choice: &Scenario, setting: &mut Setting) {
    section_about(
        ui,
        "Set-up",
        "Paste a FEN, as Game Courier writes it, to replace the scenario's own set-up; the picture shows it at once. Rows go from the upper edge down, joined by /, with digits for empty cells; the letters of the side at the lower edge are capitals.",
    );
    let field = TextEdit::multiline(&mut setting.set_up)
        .font(egui::TextStyle::Monospace)
        .hint_text("Set-up (paste a FEN to replace it)")
        .desired_rows(3)
        .desired_width(f32::INFINITY);
    ui.add(field)
        .accessible_name("Set-up (paste a FEN to replace it)");
    ui.horizontal(|ui| {
        if ui
            .button("Write out the scenario's own")
            .on_hover_text("Puts its FEN into the field, to be changed")
            .clicked()
        {
            setting.set_up = choice.set_up_fen().unwrap_or_default();
        }
        let own = setting.set_up.is_empty();
        if ui.add_enabled(!own, Button::new("Reset")).clicked() {
            setting.set_up.clear();
        }
    });
}

/// The scenarios in groups, the easiest first, the user's own last.
fn scenarios(model: &Model, view: &mut View, ui: &mut Ui, setting: &mut Setting) {
    card(ui, |ui| {
        let room = (ui.ctx().content_rect().height() * 0.42).max(220.0);
        ScrollArea::vertical()
            .id_salt("scenarios")
            .max_height(room)
            .auto_shrink([false, true])
            .show(ui, |ui| {
                ui.set_width(ui.available_width() - 12.0);
                ui.spacing_mut().item_spacing.y = 6.0;
                for group in library::groups(&model.library.scenarios, model.library.built_in) {
                    group_title(ui, &group.title);
                    for number in group.scenarios {
                        let choice = &model.library.scenarios[number];
                        cards::scenario(choice, number, &mut view.preview.thumbnails, ui, setting);
                    }
                }
                keep_focus_in_sight(ui);
            });
    });
}

/// The start of what is chosen or offered, kept until the choice changes: it takes a scenario to read and a board to
/// draw.
#[derive(Default)]
pub(crate) struct Preview {
    kept: Option<Kept>,
    painter: BoardPainter,
    thumbnails: Thumbnails,
}

struct Kept {
    /// The text of the scenario, the switches changed and what was pasted.
    of: (String, Vec<(String, String)>, String),
    scenario: Arc<Scenario>,
    start: Option<Arc<AnyPosition>>,
    scene: Option<Arc<Scene>>,
    is_start: bool,
    trouble: Option<Trouble>,
}

impl Preview {
    /// The scenario of a form and its start; with the scenario's own set-up while the pasted text cannot be read.
    fn of_setting(
        &mut self,
        choice: &Scenario,
        setting: &Setting,
    ) -> (Arc<Scenario>, Option<Arc<AnyPosition>>) {
        let kept = self.keep(choice, &setting.options, &setting.set_up, || {
            with_set_up(choice, &setting.set_up)
        });
        (kept.scenario.clone(), kept.start.clone())
    }

    /// The mistake in the text pasted into a form.
    fn trouble_of(&mut self, choice: &Scenario, setting: &Setting) -> Option<Trouble> {
        self.of_setting(choice, setting);
        self.kept.as_ref()?.trouble.clone()
    }

    /// A position of a game, whose picture is kept as long as it is shown.
    pub(crate) fn of_position(
        &mut self,
        scenario: &Scenario,
        options: &[(String, String)],
        position: &Arc<AnyPosition>,
    ) {
        // a key that no pasted set-up can equal
        let digest: String = protocol::digest(position)
            .iter()
            .map(|byte| format!("{byte:02x}"))
            .collect();
        let of = (scenario.text().to_owned(), options.to_vec(), digest);
        let is_known = self.kept.as_ref().is_some_and(|kept| kept.of == of);
        if !is_known {
            self.kept = Some(Kept {
                of,
                scenario: Arc::new(scenario.clone()),
                scene: Some(Arc::new(Scene::of(position, false))),
                start: Some(Arc::clone(position)),
                is_start: false,
                trouble: None,
            });
        }
    }

    /// The start of a match as agreed.
    pub(crate) fn of_match(
        &mut self,
        scenario: &Scenario,
        options: &[(String, String)],
    ) -> Option<Arc<AnyPosition>> {
        let kept = self.keep(scenario, options, "", || Ok(scenario.clone()));
        kept.start.clone()
    }

    fn keep(
        &mut self,
        scenario: &Scenario,
        options: &[(String, String)],
        pasted: &str,
        played: impl FnOnce() -> Result<Scenario, Trouble>,
    ) -> &Kept {
        let known = self.kept.take().filter(|kept| {
            kept.of.0 == scenario.text() && kept.of.1 == options && kept.of.2 == pasted
        });
        let kept = known.unwrap_or_else(|| {
            let (played, mut failed) = match played() {
                Ok(played) => (played, None),
                Err(failed) => (scenario.clone(), Some(failed)),
            };
            let start = match played.start(options) {
                Ok(start) => Some(Arc::new(start)),
                Err(error) => {
                    failed.get_or_insert(trouble(format!("{error}."), error.advice()));
                    None
                }
            };
            Kept {
                of: (
                    scenario.text().to_owned(),
                    options.to_vec(),
                    pasted.to_owned(),
                ),
                scene: start
                    .as_deref()
                    .map(|start| Arc::new(families::views::opening(start, played.side_names()))),
                scenario: Arc::new(played),
                start,
                is_start: true,
                trouble: failed,
            }
        });
        self.kept.insert(kept)
    }
}

/// The room for the frame of a board and its shadow.
const RIM: f32 = 8.0;

/// A picture of the start, at most `most` points high.
pub(crate) fn preview(start: &AnyPosition, view: &mut View, ui: &mut Ui, most: f32) {
    let board = start.board();
    let width = ui.available_width();
    let room = width - 2.0 * RIM;
    let cell = (room / f32::from(board.files())).min(most / f32::from(board.ranks()));
    let size = vec2(width, cell * f32::from(board.ranks()) + 2.0 * RIM);
    let (rect, response) = ui.allocate_exact_size(size, Sense::hover());
    response.widget_info(|| {
        egui::WidgetInfo::labeled(egui::Role::Image, true, "The board at the beginning")
    });
    let Preview { kept, painter, .. } = &mut view.preview;
    let Some((scene, is_start)) = kept
        .as_ref()
        .and_then(|kept| Some((kept.scene.as_ref()?, kept.is_start)))
    else {
        return;
    };
    let room = rect.shrink(RIM);
    let projection =
        painter.paint_whole(ui, &mut view.canvas.atlases, view.canvas.set, room, scene);
    if is_start {
        families::views::over_start(start, projection.whole(), ui);
    }
}

fn about(
    ui: &mut Ui,
    scenario: &Scenario,
    start: Option<&AnyPosition>,
    options: &[(String, String)],
) {
    ui.add_space(2.0);
    ui.label(prose(&scenario.head().description));
    ui.add_space(4.0);
    if let Some(start) = start {
        agreement::game(start, scenario.side_names(), ui);
    }
    note(ui, families::who_begins(scenario, options));
    if !scenario.head().credit.is_empty() {
        note(ui, &scenario.head().credit);
    }
    agreement::house_notes(scenario, ui);
}

/// The switches of a scenario. With a changed set-up they may differ from those of the scenario chosen.
fn options(ui: &mut Ui, scenario: &Scenario, setting: &mut Setting) {
    section(ui, "Options");
    let options = scenario.options();
    for (number, option) in options.iter().enumerate() {
        if number > 0 {
            ui.add_space(3.0);
        }
        let title = families::option_title(scenario, option.key);
        let value = value(option, &setting.options).to_owned();
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
                    agreement::mark_changed(ui);
                });
            }
        });
        note(ui, option.meaning);
    }
}

/// The start of the game that a form describes.
pub(crate) fn start(model: &Model, view: &mut View, setting: &Setting) -> Option<Arc<AnyPosition>> {
    let choice = model.library.scenarios.get(setting.scenario)?;
    let (_, start) = view.preview.of_setting(choice, setting);
    start
}

/// The sides of the game that a form describes, with the options that bring more.
pub(crate) fn sides(model: &Model, view: &mut View, setting: &Setting) -> Sides {
    let Some(choice) = model.library.scenarios.get(setting.scenario) else {
        return Sides::NONE;
    };
    let (scenario, start) = view.preview.of_setting(choice, setting);
    start.map_or_else(|| scenario.sides(), |start| start.sides())
}

/// Lets the user choose a side of the scenario on a form.
pub(crate) fn side(ui: &mut Ui, model: &Model, setting: &Setting, chosen: &mut Option<Side>) {
    let scenario = model.library.scenarios.get(setting.scenario);
    let all = scenario.map_or(Sides::NONE, Scenario::sides);
    let name = |side| {
        let name = scenario.map_or("", |scenario| scenario.side_names().of(side));
        format!("{name} ({})", side_look(side))
    };
    let named: Vec<(Side, String)> = all.iter().map(|side| (side, name(side))).collect();
    let sides = named
        .iter()
        .map(|(side, name)| (Some(*side), name.as_str()));
    let choices: Vec<(Option<Side>, &str)> = sides.chain([(None, "Random")]).collect();
    widgets::choice(ui, chosen, &choices);
}
