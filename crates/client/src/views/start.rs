//! The start page.

use egui::{ColorImage, Image, RichText, TextEdit, TextureOptions, Ui, Vec2, vec2};
use kit::model::kept::LONGEST_NAME;
use kit::views::theme::{palette, size};
use kit::views::widgets::{
    banner, big_button, big_button_height, card, note, page, primary, section, with_right,
};

use super::{View, invited, lessons, puzzles, shelf};
use crate::model::{Command, LibraryCommand, Model, Page, ShellCommand};

pub(crate) fn emblem(view: &mut View, ui: &mut Ui, size: f32) {
    let texture = view.emblem.get_or_insert_with(|| {
        let pixels = 128_u16;
        let side = usize::from(pixels);
        let image = ColorImage::from_rgba_premultiplied([side, side], &kit::views::emblem(pixels));
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
                    ui.label(RichText::new("Warlord").size(size::HEADING));
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
                let about = "Short lessons that you play";
                if ui.button("Learn").on_hover_text(about).clicked() {
                    out.push(ShellCommand::Go(Page::Lessons).into());
                }
                let about = "Positions with one right turn";
                if ui.button("Puzzles").on_hover_text(about).clicked() {
                    out.push(ShellCommand::Go(Page::Puzzles).into());
                }
                let about = "The players you have met";
                if ui.button("People").on_hover_text(about).clicked() {
                    out.push(ShellCommand::Go(Page::People).into());
                }
            },
        );
        ui.add_space(22.0);
        ui.horizontal(|ui| {
            let label = ui.label("Your name");
            let mut settings = model.settings.clone();
            let field = TextEdit::singleline(&mut settings.name)
                .hint_text("How others see you")
                .char_limit(LONGEST_NAME)
                .desired_width(220.0);
            if ui.add(field).labelled_by(label.id).changed() {
                out.push(ShellCommand::Settings(settings).into());
            }
        });
        ui.add_space(12.0);
        lessons::offer(model, ui, out);
        ways_in(view, ui, out);
        ui.add_space(18.0);
        puzzles::of_today(model, ui, out);
        report(model, ui, out);
        at_table(model, ui, out);
        left_off(model, ui, out);
        waiting(model, ui, out);
        shelf::show(model, view, ui, out);
    });
}

fn ways_in(view: &mut View, ui: &mut Ui, out: &mut Vec<Command>) {
    let gap = 16.0;
    let room = ui.available_width();
    // side by side, or one under the other where that is too narrow
    let width = match ((room - 2.0 * gap) / 3.0).floor() {
        third if third >= 180.0 => third,
        _ => room,
    };
    let ways = [
        (
            "Play here",
            "Against the computer, or with others at this screen.",
            Page::Local,
        ),
        (
            "Host",
            "Choose a scenario and invite somebody with a code. No server in between.",
            Page::Host,
        ),
        (
            "Join",
            "You were sent a code or a letter: paste it and play.",
            Page::Join,
        ),
    ];
    let texts = ways.map(|(_, text, _)| text);
    // all three as high as the longest text needs
    let size = vec2(width, big_button_height(ui, &texts, width));
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = gap;
        for (place, (title, text, target)) in ways.into_iter().enumerate() {
            let draw =
                |ui: &Ui, rect| families::views::paint_way_in(place, &mut view.canvas, ui, rect);
            if big_button(ui, size, title, text, draw).clicked() {
                out.push(ShellCommand::Go(target).into());
            }
        }
    });
}

/// The report of the bug that stopped the last run, for copying.
fn report(model: &Model, ui: &mut Ui, out: &mut Vec<Command>) {
    let Some(report) = &model.machine.report else {
        return;
    };
    let warn = palette(ui).warn;
    banner(ui, warn, |ui| {
        ui.colored_label(
            warn,
            "A mistake in the program stopped it, or a part of it, the last time.",
        );
        ui.label("Every match is saved. The report helps to find the mistake: the words and the place of it. Read it before you send it on.");
        // the first line says what happened; the whole would fill the page
        let first = report.lines().next().unwrap_or_default();
        ui.add(egui::Label::new(RichText::new(first).monospace().size(size::SMALL)).wrap());
        ui.horizontal(|ui| {
            if ui.button("Copy the report").clicked() {
                out.push(ShellCommand::Copy("The report is", report.clone()).into());
            }
            if ui.button("Forget it").clicked() {
                out.push(ShellCommand::ForgetReport.into());
            }
        });
    });
    ui.add_space(8.0);
}

/// The way back to the table that the user sits at.
fn at_table(model: &Model, ui: &mut Ui, out: &mut Vec<Command>) {
    let Some(lobby) = &model.lobby else {
        return;
    };
    let standing = match lobby.seats().map(|seats| seats.free()) {
        Some((free, all)) => format!("{free} of {all} seats free"),
        None => "Waiting for the host".to_owned(),
    };
    card(ui, |ui| {
        with_right(
            ui,
            |ui| {
                ui.vertical(|ui| {
                    ui.spacing_mut().item_spacing.y = 1.0;
                    let title = match lobby.title() {
                        "" => "The table that you sit at".to_owned(),
                        title => format!("You sit at a table: {title}"),
                    };
                    ui.add(egui::Label::new(RichText::new(title).strong()).truncate());
                    note(ui, standing);
                });
            },
            |ui| {
                if primary(ui, "To the table", true).clicked() {
                    out.push(ShellCommand::Go(Page::Lobby).into());
                }
            },
        );
    });
    ui.add_space(8.0);
}

/// The offer to continue the unfinished match played last.
fn left_off(model: &Model, ui: &mut Ui, out: &mut Vec<Command>) {
    let Some(game) = model.to_resume() else {
        return;
    };
    card(ui, |ui| {
        with_right(
            ui,
            |ui| {
                ui.vertical(|ui| {
                    ui.spacing_mut().item_spacing.y = 1.0;
                    let title = RichText::new(game.name()).strong();
                    ui.add(egui::Label::new(title).truncate());
                    note(ui, format!("{}  {}", game.day, game.standing));
                });
            },
            |ui| {
                if primary(ui, "Continue it", true).clicked() {
                    out.push(LibraryCommand::Resume(game.file.clone()).into());
                }
            },
        );
    });
    ui.add_space(8.0);
}

/// The invitations that wait for guests.
fn waiting(model: &Model, ui: &mut Ui, out: &mut Vec<Command>) {
    if model.files.waiting.is_empty() {
        return;
    }
    card(ui, |ui| {
        section(ui, "Your invitations");
        for (number, one) in model.files.waiting.iter().enumerate() {
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
            invited::calls(&one.calls, ui, out);
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
                    // of one width whatever it says, so that those beside it stay
                    let lead = lead.map(|lead| egui::Button::new(lead).min_size(vec2(76.0, 0.0)));
                    if lead.is_some_and(|lead| ui.add(lead).clicked()) {
                        out.push(LibraryCommand::TakeUp(one.game).into());
                    }
                    // once the guest has come, withdrawing would break a match off; they stay, so that nothing moves
                    ui.add_enabled_ui(one.guest.is_none(), |ui| {
                        if ui.button("Copy the code").clicked() {
                            out.push(ShellCommand::Copy("The code is", one.code.clone()).into());
                        }
                        if ui.button("Withdraw").clicked() {
                            out.push(LibraryCommand::Withdraw(one.game).into());
                        }
                    });
                },
            );
        }
    });
    ui.add_space(8.0);
}
