//! The start page.

use eframe::egui::{self, ColorImage, Image, RichText, TextEdit, TextureOptions, Ui, Vec2, vec2};

use super::View;
use super::widgets::{big_button, card, note, page, section, trouble, with_right};
use crate::artwork;
use crate::families;
use crate::shell::model::settings::LONGEST_NAME;
use crate::shell::model::{Command, LibraryCommand, Model, Page, SavedMatch, ShellCommand};

/// The program's emblem.
pub(crate) fn emblem(view: &mut View, ui: &mut Ui, size: f32) {
    let texture = view.emblem.get_or_insert_with(|| {
        let pixels = 128_u16;
        let side = usize::from(pixels);
        let image = ColorImage::from_rgba_premultiplied([side, side], &artwork::emblem(pixels));
        ui.ctx()
            .load_texture("emblem", image, TextureOptions::LINEAR)
    });
    ui.add(
        Image::new(&*texture)
            .fit_to_exact_size(Vec2::splat(size))
            .alt_text("Warlord"),
    );
}

pub(crate) fn show(model: &Model, view: &mut View, ui: &mut Ui, out: &mut Vec<Command>) {
    page(ui, 900.0, |ui| {
        with_right(
            ui,
            |ui| {
                emblem(view, ui, 84.0);
                ui.add_space(8.0);
                ui.vertical(|ui| {
                    ui.add_space(10.0);
                    ui.label(RichText::new("Warlord").size(40.0));
                    ui.label("Armies on a chessboard, moved by their leaders.");
                });
            },
            |ui| {
                if ui.button("Settings").clicked() {
                    out.push(ShellCommand::Go(Page::Settings).into());
                }
                if ui.button("Help").on_hover_text("F1").clicked() {
                    out.push(ShellCommand::Go(Page::Help).into());
                }
            },
        );
        ui.add_space(22.0);
        ui.horizontal(|ui| {
            let label = ui.label("Your name");
            let mut settings = model.settings.clone();
            let field = TextEdit::singleline(&mut settings.name)
                .hint_text("Player")
                .char_limit(LONGEST_NAME)
                .desired_width(220.0);
            if ui.add(field).labelled_by(label.id).changed() {
                out.push(ShellCommand::Settings(settings).into());
            }
            ui.weak("is what the other player sees.");
        });
        ui.add_space(12.0);
        ways_in(view, ui, out);
        ui.add_space(18.0);
        for what in model.trouble.iter().chain(&model.notice) {
            trouble(ui, what);
            ui.add_space(8.0);
        }
        waiting(model, ui, out);
        saved(model, view, ui, out);
    });
}

fn ways_in(view: &mut View, ui: &mut Ui, out: &mut Vec<Command>) {
    let gap = 16.0;
    let width = ((ui.available_width() - 2.0 * gap) / 3.0).max(180.0);
    let size = vec2(width, 190.0);
    let ways = [
        (
            "Play here",
            "Against the computer, or two people at this screen.",
            Page::Local,
        ),
        (
            "Host",
            "Choose a scenario and invite somebody with a code. No server in between.",
            Page::Host,
        ),
        (
            "Join",
            "You were sent a code: paste it and play.",
            Page::Join,
        ),
    ];
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = gap;
        for (place, (title, text, target)) in ways.into_iter().enumerate() {
            let draw = |ui: &Ui, rect| families::views::paint_way_in(place, view, ui, rect);
            if big_button(ui, size, title, text, draw).clicked() {
                out.push(ShellCommand::Go(target).into());
            }
        }
    });
}

/// The invitations whose guests are waited for.
fn waiting(model: &Model, ui: &mut Ui, out: &mut Vec<Command>) {
    if model.waiting.is_empty() {
        return;
    }
    card(ui, |ui| {
        section(ui, "Your invitations");
        for (number, one) in model.waiting.iter().enumerate() {
            if number > 0 {
                ui.separator();
            }
            let (standing, lead) = match (&one.trouble, &one.guest) {
                (Some(what), _) => (what.what.clone(), None),
                (None, Some(guest)) => (format!("{guest} has come."), Some("Play")),
                (None, None) if one.is_asked => {
                    ("A player of your network asks.".to_owned(), Some("Answer"))
                }
                (None, None) => (format!("Open until {}", one.until), Some("Show")),
            };
            with_right(
                ui,
                |ui| {
                    ui.vertical(|ui| {
                        ui.spacing_mut().item_spacing.y = 1.0;
                        ui.add(egui::Label::new(&one.title).truncate());
                        note(ui, standing);
                    });
                },
                |ui| {
                    if one.guest.is_none() {
                        if ui.button("Withdraw").clicked() {
                            out.push(LibraryCommand::Withdraw(one.game).into());
                        }
                        if ui.button("Copy the code").clicked() {
                            out.push(ShellCommand::Copy("The code is", one.code.clone()).into());
                        }
                    }
                    if let Some(lead) = lead
                        && ui.button(lead).clicked()
                    {
                        out.push(LibraryCommand::TakeUp(one.game).into());
                    }
                },
            );
        }
    });
    ui.add_space(8.0);
}

/// The most saved matches that are listed without a field to search in.
const LISTED_WHOLE: usize = 6;

fn saved(model: &Model, view: &mut View, ui: &mut Ui, out: &mut Vec<Command>) {
    if model.table.is_some() {
        card(ui, |ui| {
            with_right(
                ui,
                |ui| {
                    ui.label("A match is on the table.");
                },
                |ui| {
                    if ui.button("Back to the table").clicked() {
                        out.push(ShellCommand::Go(Page::Table).into());
                    }
                },
            );
        });
        ui.add_space(8.0);
    }
    card(ui, |ui| {
        with_right(
            ui,
            |ui| section(ui, "Your matches"),
            |ui| {
                if ui
                    .button("Open a match file\u{2026}")
                    .on_hover_text("or drop one on the window")
                    .clicked()
                {
                    out.push(LibraryCommand::Choose.into());
                }
            },
        );
        if model.saved.is_empty() {
            note(
                ui,
                "Every match is kept as a file that anybody can replay and judge. There is none yet.",
            );
            return;
        }
        if model.saved.len() > LISTED_WHOLE {
            let field = TextEdit::singleline(&mut view.sought_match)
                .hint_text("Find a match: a name, a scenario, a day")
                .desired_width(f32::INFINITY);
            ui.add(field).accessible_name("Find a match");
            ui.add_space(4.0);
        } else {
            view.sought_match.clear();
        }
        let sought = view.sought_match.trim().to_lowercase();
        let is_sought = |game: &&SavedMatch| {
            let told = format!("{} {} {}", game.title, game.standing, game.day);
            told.to_lowercase().contains(&sought)
        };
        let mut found = model.saved.iter().filter(is_sought).enumerate().peekable();
        if found.peek().is_none() {
            note(ui, "No match has these words.");
        }
        for (number, game) in found {
            if number > 0 {
                ui.separator();
            }
            with_right(
                ui,
                |ui| {
                    ui.vertical(|ui| {
                        ui.spacing_mut().item_spacing.y = 1.0;
                        ui.add(egui::Label::new(&game.title).truncate());
                        note(ui, format!("{}  {}", game.day, game.standing));
                    });
                },
                |ui| {
                    let name = format!("Delete {}", game.title);
                    let delete = ui
                        .small_button("\u{00D7}")
                        .on_hover_text("Delete this match");
                    if delete.accessible_name(&name).clicked() {
                        out.push(LibraryCommand::Delete(game.file.clone()).into());
                    }
                    ui.add_space(6.0);
                    if ui
                        .button("Look")
                        .on_hover_text(game.file.display().to_string())
                        .clicked()
                    {
                        out.push(LibraryCommand::Open(game.file.clone()).into());
                    }
                    if game.unfinished && ui.button("Go on").clicked() {
                        out.push(LibraryCommand::Resume(game.file.clone()).into());
                    }
                },
            );
        }
    });
}
