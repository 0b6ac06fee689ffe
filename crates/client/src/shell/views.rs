//! The pages: functions from the model to widgets, and from what the user does to commands.

mod agreement;
mod chat;
mod clocks;
pub(crate) mod commands;
mod curtain;
mod dialogs;
mod events;
mod export;
mod forms;
mod help;
mod host;
mod join;
mod local;
mod mail;
mod match_board;
mod offers;
mod palette;
pub(crate) mod people;
pub(crate) mod placing;
mod play_on;
mod reach;
mod record;
pub(crate) mod rules_text;
pub(crate) mod sealing;
mod settings;
mod shelf;
mod side_panel;
mod start;
pub(crate) mod stepping;
mod table;
mod verdict;
pub(crate) mod widgets;

use std::sync::Arc;

use eframe::egui::{self, CentralPanel, Frame, Margin, Panel, Ui};
use picture::PieceSet;
use rules::{Family, Rules};

use crate::families;
use crate::painter::Atlases;
use crate::scene::Scene;
use crate::shell::model::settings::Pieces;
use crate::shell::model::table::Table;
use crate::shell::model::{Command, LibraryCommand, Model, Page, ShellCommand};
use crate::views::board;
use crate::views::tokens::Dragged;

/// The state that disappears with the window: cameras, textures, the turn being shown step by step.
#[derive(Default)]
pub(crate) struct View {
    pub(crate) atlases: Atlases,
    /// The drawings wished.
    pub(crate) set: PieceSet,
    pub(crate) board: board::BoardView,
    /// The scene made for a revision of the model.
    scene: Option<(u64, Arc<Scene>)>,
    pub(crate) stepping: stepping::Stepping,
    pub(crate) events: events::Events,
    /// The line chosen in the list of commands.
    pub(crate) found: usize,
    /// The unit dragged from a tray.
    pub(crate) dragged: Option<Dragged>,
    /// The families' own part of that state.
    pub(crate) families: families::views::Views,
    /// The open part of the side panel.
    pub(crate) tab: side_panel::Tab,
    /// The height of the words below the board in the last frame.
    pub(crate) said: f32,
    /// The height of the buttons below the board in the last frame, where they have rows of their own.
    pub(crate) tools: f32,
    /// The match whose board is shown, so that a new one is fitted to the window.
    shown: Option<(Page, u64)>,
    /// The start of what is chosen on a form or offered.
    pub(crate) preview: forms::Preview,
    pub(crate) emblem: Option<egui::TextureHandle>,
    pub(crate) code: host::Qr,
    /// The family told of by help and rules: that of the match looked at last, until another is chosen.
    pub(crate) family: Family,
    /// The part of the help that is open.
    pub(crate) topic: help::Topic,
    pub(crate) rules: rules_text::RulesView,
    /// The list of the turns made.
    pub(crate) record: record::RecordView,
    /// The list of the matches.
    pub(crate) shelf: shelf::ShelfView,
    /// The name typed for a set-up to be kept.
    pub(crate) kept_name: String,
}

impl View {
    /// The scene of a board, made once for each revision of the model.
    pub(crate) fn scene(&mut self, revision: u64, make: impl FnOnce() -> Scene) -> Arc<Scene> {
        let known = self.scene.take().filter(|(of, _)| *of == revision);
        let kept = known.unwrap_or_else(|| (revision, Arc::new(make())));
        self.scene.insert(kept).1.clone()
    }
}

/// Lets the user choose the family to read about, where there are several.
pub(crate) fn choose_family(view: &mut View, ui: &mut Ui) {
    let title = |family| (family, families::title(family));
    let titles: Vec<(Family, &str)> = families::shown().map(title).collect();
    if titles.len() > 1 {
        widgets::choice(ui, &mut view.family, &titles);
        ui.add_space(8.0);
    }
}

/// One frame: shows the page, and says what the user did.
pub(crate) fn show(model: &Model, view: &mut View, ui: &mut Ui) -> Vec<Command> {
    view.set = match model.settings.pieces {
        Pieces::Pictures => PieceSet::Pictures,
        Pieces::Nato => PieceSet::Nato,
    };
    let number = match model.page {
        Page::SetUp => model.set_up.as_ref().map(families::SetUp::number),
        _ => model.shown().map(|table| table.id),
    };
    let shown = (model.page, number.unwrap_or(0));
    let has_board = matches!(
        model.page,
        Page::Table | Page::Replay | Page::TryOut | Page::SetUp
    );
    if view.shown != Some(shown) && has_board {
        view.board.camera.fit();
        view.scene = None;
        view.shown = Some(shown);
    }
    let is_read = matches!(model.page, Page::Help | Page::Rules);
    if let Some(position) = model.shown().and_then(Table::position).filter(|_| !is_read) {
        view.family = position.family();
    }
    let mut out = Vec::new();
    commands::pressed(model, view, ui, &mut out);
    let fill = ui.visuals().panel_fill;
    if model.page != Page::Start {
        let strip = widgets::edge(ui, Margin::symmetric(16, 8));
        Panel::top("top")
            .frame(strip)
            .show(ui, |ui| top_bar(model, view, ui, &mut out));
    }
    match model.page {
        Page::Table => table::show(model, view, ui, &mut out),
        Page::Replay => {
            if let Some((_, table)) = &model.replay {
                table::looked_at(model, table, view, ui, &mut out);
            }
        }
        Page::TryOut => {
            if let Some(table) = &model.try_out {
                table::tried(model, table, view, ui, &mut out);
            }
        }
        Page::SetUp => {
            if let Some(editor) = &model.set_up {
                families::views::set_up(model, editor, view, ui, &mut out);
            }
        }
        page => {
            CentralPanel::no_frame()
                .frame(Frame::new().fill(fill))
                .show(ui, |ui| match page {
                    Page::Local => local::show(model, view, ui, &mut out),
                    Page::Host => host::show(model, view, ui, &mut out),
                    Page::Join => join::show(model, ui, &mut out),
                    Page::PlayOn => play_on::show(model, view, ui, &mut out),
                    Page::Verdict => verdict::show(model, ui, &mut out),
                    Page::Help => help::show(model, view, ui, &mut out),
                    Page::Rules => rules_text::show(view, ui),
                    Page::Settings => settings::show(model, view, ui, &mut out),
                    Page::People => people::show(model, ui, &mut out),
                    Page::Start | Page::Table | Page::Replay | Page::TryOut | Page::SetUp => {
                        start::show(model, view, ui, &mut out)
                    }
                });
        }
    }
    dialogs::show(model, ui, &mut out);
    palette::show(model, view, ui, &mut out);
    out
}

fn top_bar(model: &Model, view: &mut View, ui: &mut Ui, out: &mut Vec<Command>) {
    widgets::with_right(
        ui,
        |ui| {
            start::emblem(view, ui, 26.0);
            let title = match model.page {
                Page::Table | Page::Replay | Page::TryOut => {
                    model.shown().map_or("", |table| table.seen.title())
                }
                Page::Local => "Play here",
                Page::Host => "Host a match",
                Page::Join => "Join a match",
                Page::SetUp => "Change the set-up",
                Page::PlayOn => "Play on from a turn",
                Page::Verdict => "The judge",
                Page::Help => "How it works",
                Page::Rules => "The rules",
                Page::Settings => "Settings",
                Page::People => "People",
                Page::Start => "",
            };
            ui.heading(title);
            if model.page == Page::Replay {
                ui.weak("replay");
            }
            if model.page == Page::TryOut {
                ui.weak("try-out");
            }
        },
        |ui| {
            let back = match model.page {
                Page::Table => "Leave",
                _ => "Back",
            };
            if ui.button(back).clicked() {
                out.push(match model.page {
                    Page::Table => LibraryCommand::Leave.into(),
                    Page::Replay | Page::Local | Page::Host | Page::Join | Page::People => {
                        ShellCommand::Go(Page::Start).into()
                    }
                    _ => ShellCommand::Back.into(),
                });
            }
            if !matches!(model.page, Page::Help | Page::Rules | Page::Settings) {
                if ui.button("Settings").clicked() {
                    out.push(ShellCommand::Go(Page::Settings).into());
                }
                if ui.button("Help").on_hover_text("F1").clicked() {
                    out.push(ShellCommand::Go(Page::Help).into());
                }
            }
        },
    );
}
