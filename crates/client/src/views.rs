//! The pages: functions from the model to widgets, and from what the user does to commands.

mod agreement;
pub(crate) mod board;
mod dialogs;
mod forces;
mod forms;
mod help;
mod host;
mod join;
mod keys;
mod local;
mod minimap;
mod reinforcements;
mod replay;
pub(crate) mod rules_text;
pub(crate) mod scenes;
mod set_up;
mod set_up_editor;
mod settings;
mod side_panel;
mod start;
mod table;
mod verdict;
mod widgets;

use std::sync::Arc;

use eframe::egui::{self, CentralPanel, Frame, Margin, Panel, Ui};

use rules::warlord::Unit;

use crate::model::{Command, Model, Page};
use crate::painter::Atlases;
use crate::scene::Scene;
use picture::PieceSet;

/// What disappears with the window: cameras, textures, what is being shown step by step.
#[derive(Default)]
pub(crate) struct View {
    pub(crate) atlases: Atlases,
    /// The drawings wished.
    pub(crate) set: PieceSet,
    pub(crate) board: board::BoardView,
    /// The scene made for a revision of the model.
    scene: Option<(u64, Arc<Scene>)>,
    pub(crate) stepping: table::Stepping,
    /// A unit dragged from the reserve, and where it is.
    pub(crate) dragged: Option<(Unit, egui::Pos2)>,
    /// Which part of the side panel is open.
    pub(crate) tab: side_panel::Tab,
    /// The name for a set-up to be kept, while it is written.
    pub(crate) set_up_name: String,
    /// How high what is said below the board was last.
    pub(crate) said: f32,
    /// The match whose board is shown, so that a new one is fitted to the window.
    shown: Option<(Page, u64)>,
    /// The start of what is chosen on a form or offered.
    pub(crate) preview: forms::Preview,
    pub(crate) emblem: Option<egui::TextureHandle>,
    pub(crate) code: host::Qr,
    pub(crate) help: help::HelpView,
    pub(crate) rules: rules_text::RulesView,
}

impl View {
    /// What a board shows, made once for each revision of the model.
    fn scene(&mut self, revision: u64, make: impl FnOnce() -> Scene) -> Arc<Scene> {
        let known = self.scene.take().filter(|(of, _)| *of == revision);
        let kept = known.unwrap_or_else(|| (revision, Arc::new(make())));
        self.scene.insert(kept).1.clone()
    }
}

/// One frame: shows the page, and says what the user did.
pub(crate) fn show(model: &Model, view: &mut View, ui: &mut Ui) -> Vec<Command> {
    view.set = match model.settings.pieces {
        crate::model::settings::Pieces::Pictures => PieceSet::Pictures,
        crate::model::settings::Pieces::Nato => PieceSet::Nato,
    };
    let number = match model.page {
        Page::SetUp => model.set_up.as_ref().map(|editor| editor.number),
        _ => model.shown().map(|table| table.id),
    };
    let shown = (model.page, number.unwrap_or(0));
    let has_board = matches!(model.page, Page::Table | Page::Replay | Page::SetUp);
    if view.shown != Some(shown) && has_board {
        view.board.camera.fit();
        view.scene = None;
        view.shown = Some(shown);
    }
    let mut out = Vec::new();
    keys::global(model, view, ui, &mut out);
    let fill = ui.visuals().panel_fill;
    if model.page != Page::Start {
        let strip = widgets::edge(ui, Margin::symmetric(16, 8));
        Panel::top("top")
            .frame(strip)
            .show(ui, |ui| top_bar(model, view, ui, &mut out));
    }
    match model.page {
        Page::Table => table::show(model, view, ui, &mut out),
        Page::Replay => replay::show(model, view, ui, &mut out),
        Page::SetUp => set_up_editor::show(model, view, ui, &mut out),
        page => {
            CentralPanel::no_frame()
                .frame(Frame::new().fill(fill))
                .show(ui, |ui| match page {
                    Page::Local => local::show(model, view, ui, &mut out),
                    Page::Host => host::show(model, view, ui, &mut out),
                    Page::Join => join::show(model, ui, &mut out),
                    Page::Verdict => verdict::show(model, ui, &mut out),
                    Page::Help => help::show(model, view, ui, &mut out),
                    Page::Rules => rules_text::show(view, ui),
                    Page::Settings => settings::show(model, view, ui, &mut out),
                    Page::Start | Page::Table | Page::Replay | Page::SetUp => {
                        start::show(model, view, ui, &mut out)
                    }
                });
        }
    }
    dialogs::show(model, ui, &mut out);
    out
}

fn top_bar(model: &Model, view: &mut View, ui: &mut Ui, out: &mut Vec<Command>) {
    widgets::with_right(
        ui,
        |ui| {
            start::emblem(view, ui, 26.0);
            let title = match model.page {
                Page::Table | Page::Replay => model.shown().map_or("", |table| &table.seen.title),
                Page::Local => "Play here",
                Page::Host => "Host a match",
                Page::Join => "Join a match",
                Page::SetUp => "Change the set-up",
                Page::Verdict => "The judge",
                Page::Help => "How it works",
                Page::Rules => "The rules",
                Page::Settings => "Settings",
                Page::Start => "",
            };
            ui.heading(title);
            if model.page == Page::Replay {
                ui.weak("replay");
            }
        },
        |ui| {
            let back = match model.page {
                Page::Table => "Leave",
                _ => "Back",
            };
            if ui.button(back).clicked() {
                out.push(match model.page {
                    Page::Table => Command::Leave,
                    Page::Replay | Page::Local | Page::Host | Page::Join => {
                        Command::Go(Page::Start)
                    }
                    _ => Command::Back,
                });
            }
            if !matches!(model.page, Page::Help | Page::Rules | Page::Settings) {
                if ui.button("Settings").clicked() {
                    out.push(Command::Go(Page::Settings));
                }
                if ui.button("Help").on_hover_text("F1").clicked() {
                    out.push(Command::Go(Page::Help));
                }
            }
        },
    );
}
