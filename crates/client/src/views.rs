//! The pages: functions from the model to widgets, and from the user's actions to commands.

mod about;
mod agreement;
mod aloud;
mod answers;
mod cards;
mod chat;
mod clocks;
pub(crate) mod commands;
mod curtain;
mod dialogs;
mod draft;
mod events;
mod export;
mod forms;
mod help;
mod host;
mod invited;
mod join;
mod keys;
mod leaving;
mod lesson;
mod lessons;
mod lobby;
mod local;
mod mail;
mod match_board;
mod moment;
mod notices;
mod offered;
mod offers;
mod palette;
pub(crate) mod people;
mod play_on;
mod puzzles;
mod question;
mod reach;
mod record;
pub(crate) mod rules_text;
mod settings;
mod sharing;
mod shelf;
mod shortcuts;
pub(crate) mod side_panel;
mod start;
pub(crate) mod stepping;
mod table;
mod toast;
mod verdict;
mod welcome;

#[cfg(test)]
pub(crate) use match_board::scene as scene_of;
#[cfg(test)]
pub(crate) use palette::found;

use egui::{CentralPanel, Frame, Margin, Panel, Ui};
use families::AnyFamily;
use kit::model::ask::Ask;
use kit::model::tabletop::Around;
use kit::views::canvas::Canvas;
use kit::views::widgets;
use picture::PieceSet;
use rules::{Family, Rules};

use crate::model::settings::Pieces;
use crate::model::table::Table;
use crate::model::{Command, LibraryCommand, LobbyCommand, Model, Page, ShellCommand};

/// The state that disappears with the window: cameras, textures, the turn being shown step by step.
#[derive(Default)]
pub(crate) struct View {
    pub(crate) canvas: Canvas,
    pub(crate) stepping: stepping::Stepping,
    pub(crate) events: events::Events,
    /// The line chosen in the list of commands.
    pub(crate) found: usize,
    /// The command whose key the user chooses on the page of the settings.
    pub(crate) choosing_key: keys::Choosing,
    /// The path typed for exported settings.
    pub(crate) settings_file: String,
    pub(crate) below: BelowBoard,
    /// The families' own part of that state.
    pub(crate) families: families::Views,
    /// The panel beside the board.
    pub(crate) panel: side_panel::Panels,
    pub(crate) notices: notices::Notices,
    pub(crate) moment: moment::Staged,
    /// The match whose board is shown, so that a new one is fitted to the window.
    shown: Option<(Page, u64)>,
    /// The start of what is chosen on a form or offered.
    pub(crate) preview: forms::Preview,
    pub(crate) emblem: Option<egui::TextureHandle>,
    pub(crate) code: invited::Qr,
    pub(crate) reading: Reading,
    pub(crate) about: about::AboutView,
    /// The list of the turns made.
    pub(crate) record: record::RecordView,
    pub(crate) shelf: shelf::ShelfView,
    welcome: welcome::WelcomeView,
}

/// The heights of what stood below the board in the last frame, by which this frame makes room.
#[derive(Default)]
pub(crate) struct BelowBoard {
    pub(crate) said: f32,
    /// The buttons, if they have rows of their own.
    pub(crate) tools: f32,
}

/// The pages of help and rules, as they were left.
#[derive(Default)]
pub(crate) struct Reading {
    /// The family that they describe: that of the match looked at last, until another is chosen.
    pub(crate) family: Family,
    /// The part of the help that is open.
    pub(crate) topic: help::Topic,
    pub(crate) rules: rules_text::RulesView,
    /// The revision in which the paragraph shown last was asked for.
    paragraph: u64,
}

/// The program around a match, as families read it.
fn around(model: &Model) -> Around<'_> {
    Around {
        revision: model.revision,
        notice: model.over.notice.as_ref(),
        is_asking: model.over.dialog.is_some(),
        kept: &model.library.kept.list,
        seconds: match model.settings.still {
            true => 0.0,
            false => f64::from(model.settings.step_ms) / 1000.0,
        },
    }
}

/// Shows a part of a page that a family draws; what it asks becomes commands.
fn asking(out: &mut Vec<Command>, show: impl FnOnce(&mut Vec<Ask<AnyFamily>>)) {
    let mut asked = Vec::new();
    show(&mut asked);
    out.extend(asked.into_iter().map(Command::from));
}

/// Lets the user choose the family to read about, if there are several.
pub(crate) fn choose_family(view: &mut View, ui: &mut Ui) {
    let title = |family| (family, families::title(family));
    let titles: Vec<(Family, &str)> = families::shown(cfg!(test)).map(title).collect();
    // with one family there is nothing to choose
    if titles.len() > 1 {
        widgets::choice(ui, &mut view.reading.family, &titles);
        ui.add_space(8.0);
    }
}

pub(crate) use keys::{clash, hovers};

/// One frame: shows the page, and returns what the user did.
pub(crate) fn show(model: &Model, view: &mut View, ui: &mut Ui) -> Vec<Command> {
    view.canvas.set = match model.settings.pieces {
        Pieces::Pictures => PieceSet::Pictures,
        Pieces::Nato => PieceSet::Nato,
    };
    let number = match model.page {
        Page::SetUp => model.forms.set_up.as_ref().map(families::SetUp::number),
        _ => model.shown().map(|table| table.id),
    };
    let shown = (model.page, number.unwrap_or(0));
    let has_board = matches!(
        model.page,
        Page::Table | Page::Replay | Page::TryOut | Page::SetUp | Page::Lesson
    );
    // a page without a board keeps the camera: after help or settings the board is as it was left
    if view.shown != Some(shown) && has_board {
        view.canvas.begin();
        view.shown = Some(shown);
    }
    // on these pages the user may choose another family, and a match in the background must not choose it back
    let is_read = matches!(model.page, Page::Help | Page::Rules);
    if let Some(position) = model.shown().and_then(Table::position).filter(|_| !is_read) {
        // kept after the match is left, so that the help still speaks of what was played
        view.reading.family = position.family();
    }
    if let Some((revision, number)) = model.over.paragraph
        && view.reading.paragraph != revision
    {
        // once: otherwise the reader could not scroll away from it
        view.reading.paragraph = revision;
        view.reading.rules.go_to(number);
    }
    let mut out = Vec::new();
    // before the widgets, which would take some of these keys for themselves
    commands::pressed(model, view, ui, &mut out);
    let fill = ui.visuals().panel_fill;
    if !matches!(model.page, Page::Start | Page::Welcome) {
        let strip = widgets::edge(ui, Margin::symmetric(16, 8));
        Panel::top("top")
            .frame(strip)
            .show(ui, |ui| top_bar(model, view, ui, &mut out));
    }
    let room = ui.available_rect_before_wrap();
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
        Page::Welcome => welcome::show(model, view, ui, &mut out),
        Page::Lesson => {
            if let Some(open) = &model.lessons.open {
                lesson::show(model, open, view, ui, &mut out);
            }
        }
        Page::SetUp => {
            if let Some(editor) = &model.forms.set_up {
                asking(&mut out, |out| {
                    families::views::set_up(around(model), editor, &mut view.canvas, ui, out);
                });
            }
        }
        page => {
            CentralPanel::no_frame()
                .frame(Frame::new().fill(fill))
                .show(ui, |ui| match page {
                    Page::Local => local::show(model, view, ui, &mut out),
                    Page::Host => host::show(model, view, ui, &mut out),
                    Page::Join => join::show(model, ui, &mut out),
                    Page::Lobby => lobby::show(model, view, ui, &mut out),
                    Page::PlayOn => play_on::show(model, view, ui, &mut out),
                    Page::Verdict => verdict::show(model, ui, &mut out),
                    Page::Help => help::show(model, view, ui, &mut out),
                    Page::Rules => rules_text::show(view, ui),
                    Page::Settings => settings::show(model, view, ui, &mut out),
                    Page::People => people::show(model, ui, &mut out),
                    Page::Lessons => lessons::show(model, ui, &mut out),
                    Page::Puzzles => puzzles::show(model, ui, &mut out),
                    Page::Start
                    | Page::Table
                    | Page::Replay
                    | Page::TryOut
                    | Page::SetUp
                    | Page::Lesson
                    | Page::Welcome => start::show(model, view, ui, &mut out),
                });
        }
    }
    // last, as it lies over the page; the list of commands lies over both
    toast::show(model, room, ui, &mut out);
    dialogs::show(model, ui, &mut out);
    palette::show(model, view, ui, &mut out);
    aloud::show(model, ui);
    out
}

/// True if the lesson on the page is a puzzle.
fn is_puzzle(model: &Model) -> bool {
    let open = model.lessons.open.as_ref();
    open.is_some_and(|open| open.lesson.puzzle().is_some())
}

fn top_bar(model: &Model, view: &mut View, ui: &mut Ui, out: &mut Vec<Command>) {
    let has_panel = side_panel::is_open(model, view, ui);
    // a title that is too long is cut, and never takes a second line from the board
    widgets::with_right_from(
        ui,
        60.0,
        |ui| {
            start::emblem(view, ui, 26.0);
            let title = match model.page {
                Page::Table | Page::Replay | Page::TryOut => {
                    model.shown().map_or("", |table| table.seen.title())
                }
                Page::Local => "Play here",
                Page::Host if model.hosts_lobby() => "What the table plays",
                Page::Host => "Host a match",
                Page::Lobby => "A table",
                Page::Join => "Join a match",
                Page::SetUp => "Change the set-up",
                Page::PlayOn => "Play on from a turn",
                Page::Verdict => "The judge",
                Page::Help => "How it works",
                Page::Rules => "The rules",
                Page::Settings => "Settings",
                Page::People => "People",
                Page::Lessons => "Learn",
                Page::Lesson if is_puzzle(model) => "Puzzles",
                Page::Lesson => "Learn",
                Page::Puzzles => "Puzzles",
                Page::Start | Page::Welcome => "",
            };
            let kind = match model.page {
                Page::Replay => " \u{00B7} replay",
                Page::TryOut => " \u{00B7} try-out",
                _ => "",
            };
            let title = egui::RichText::new(format!("{title}{kind}")).heading();
            ui.add(egui::Label::new(title).truncate());
        },
        |ui| {
            let back = if matches!(model.page, Page::Table | Page::Lobby) {
                "Leave"
            } else {
                "Back"
            };
            if ui.button(back).clicked() {
                out.push(match model.page {
                    Page::Table => LibraryCommand::Leave.into(),
                    Page::Lobby => LobbyCommand::Leave.into(),
                    Page::Host if model.hosts_lobby() => ShellCommand::Back.into(),
                    Page::Start
                    | Page::Replay
                    | Page::Local
                    | Page::Host
                    | Page::Join
                    | Page::People
                    | Page::Lessons
                    | Page::Puzzles
                    | Page::Welcome => ShellCommand::Go(Page::Start).into(),
                    Page::SetUp
                    | Page::TryOut
                    | Page::Lesson
                    | Page::PlayOn
                    | Page::Verdict
                    | Page::Help
                    | Page::Rules
                    | Page::Settings => ShellCommand::Back.into(),
                });
            }
            if commands::has_panel(model) {
                // without a panel it keeps its place, so that those beside it stay
                let may = commands::shows_panel(model);
                let panel = egui::Button::selectable(has_panel && may, commands::PANEL.label);
                let panel = ui.add_enabled(may, panel.frame_when_inactive(true));
                if panel
                    .on_hover_text(commands::PANEL.hover_now(ui.ctx()))
                    .clicked()
                {
                    out.push(ShellCommand::Panel.into());
                }
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
