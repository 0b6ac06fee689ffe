//! The list of the matches on the start page.

use egui::{CollapsingHeader, Key, Label, TextEdit, Ui};
use kit::model::words::count;
use kit::views::widgets::{card, choice, note, section, with_right};

use super::View;
use super::people;
use crate::model::play_on::PlayOnCommand;
use crate::model::target::Target;
use crate::model::{Command, LibraryCommand, Model, Page, SavedMatch, Shelf, ShellCommand};

#[derive(Default)]
pub(crate) struct ShelfView {
    /// The words by which a match is sought.
    sought: String,
    /// The part of the list that is shown; none for all of it.
    part: Option<Shelf>,
    /// The file or code being typed.
    typed: String,
}

/// The most matches that are listed without a search field.
const LISTED_WHOLE: usize = 6;

pub(crate) fn show(model: &Model, view: &mut View, ui: &mut Ui, out: &mut Vec<Command>) {
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
        section(ui, "Your matches");
        open(&mut view.shelf, ui, out);
        if model.files.saved.is_empty() {
            return note(
                ui,
                match model.files.is_read {
                    true => {
                        "Every match is kept as a file that anybody can replay and judge. There is none yet."
                    }
                    // thousands of files take seconds
                    false => "Reading your matches\u{2026}",
                },
            );
        }
        let (empty, begun): (Vec<_>, Vec<_>) =
            model.files.saved.iter().partition(|game| game.is_empty());
        list(model, &begun, &mut view.shelf, ui, out);
        without_turns(model, &empty, ui, out);
    });
}

/// A field for a path or a code, for desktops without a file dialog, and the button for that dialog.
fn open(view: &mut ShelfView, ui: &mut Ui, out: &mut Vec<Command>) {
    ui.horizontal(|ui| {
        let room = (ui.available_width() - 215.0).max(120.0);
        let field = TextEdit::singleline(&mut view.typed)
            .hint_text("Path of a match or scenario file, or an invitation")
            .desired_width(room);
        let field = ui.add(field).accessible_name("Path or invitation to open");
        let entered = field.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter));
        let is_typed = !view.typed.trim().is_empty();
        let button = ui.add_enabled(is_typed, egui::Button::new("Open"));
        if (button.clicked() || entered) && is_typed {
            out.push(LibraryCommand::OpenTarget(Target::read(&view.typed)).into());
            view.typed.clear();
        }
        let choose = ui.button("Choose a file\u{2026}");
        if choose.on_hover_text("or drop one on the window").clicked() {
            out.push(LibraryCommand::Choose.into());
        }
    });
    ui.add_space(4.0);
}

fn list(
    model: &Model,
    games: &[&SavedMatch],
    view: &mut ShelfView,
    ui: &mut Ui,
    out: &mut Vec<Command>,
) {
    if games.len() > LISTED_WHOLE {
        let parts = [
            (None, "All"),
            (Some(Shelf::MyTurn), "Your turn"),
            (Some(Shelf::Waiting), "Waiting"),
            (Some(Shelf::Finished), "Finished"),
        ];
        choice(ui, &mut view.part, &parts);
        let field = TextEdit::singleline(&mut view.sought)
            .hint_text("Find a match: a name, a scenario, a day")
            .desired_width(f32::INFINITY);
        ui.add(field).accessible_name("Find a match");
        ui.add_space(4.0);
    } else {
        // the fields are gone: a filter left in them would hide matches with no way to see why
        view.sought.clear();
        view.part = None;
    }
    let sought = view.sought.trim().to_lowercase();
    let is_sought = |game: &&&SavedMatch| {
        let told = format!("{} {} {}", game.name(), game.standing, game.day);
        let is_on_shelf = view.part.is_none_or(|part| part == game.shelf);
        is_on_shelf && told.to_lowercase().contains(&sought)
    };
    let mut found = games.iter().filter(is_sought).enumerate().peekable();
    if found.peek().is_none() && !games.is_empty() {
        note(ui, "No match is like that.");
    }
    for (number, game) in found {
        if number > 0 {
            ui.separator();
        }
        line(model, game, ui, out);
    }
}

fn line(model: &Model, game: &SavedMatch, ui: &mut Ui, out: &mut Vec<Command>) {
    with_right(
        ui,
        |ui| {
            ui.vertical(|ui| {
                ui.spacing_mut().item_spacing.y = 1.0;
                ui.add(Label::new(game.name()).truncate());
                note(
                    ui,
                    format!("{}  {}  {}", game.day, game.standing, game.size),
                );
                for (key, name) in &game.others {
                    people::introduce(&model.people.all.acquaintance(*key, name), ui);
                }
            });
        },
        |ui| {
            let name = format!("Delete {}", game.name());
            let delete = ui
                .small_button("\u{00D7}")
                .on_hover_text("Delete this match");
            if delete.accessible_name(&name).clicked() {
                out.push(LibraryCommand::Delete(game.file.clone()).into());
            }
            ui.add_space(6.0);
            // an offer has no turn to look at, and no game to play on from
            if !game.is_offer
                && ui
                    .button("Replay")
                    .on_hover_text(game.file.display().to_string())
                    .clicked()
            {
                out.push(LibraryCommand::Open(game.file.clone()).into());
            }
            if !game.is_offer && game.has_begun {
                let on = ui.button("Play on from\u{2026}");
                let on = on.on_hover_text(
                    "A new match from a turn of this one: in its place, or beside it",
                );
                let name = format!("Play on from a turn of {}", game.name());
                if on.accessible_name(&name).clicked() {
                    out.push(PlayOnCommand::From(game.file.clone(), None).into());
                }
            }
            // a claim lists the match as over; resuming it is how to deny the claim
            let go_on = match game.is_claimed {
                true => "Deny it\u{2026}",
                false => "Continue",
            };
            if (game.is_unfinished() || game.is_claimed) && ui.button(go_on).clicked() {
                out.push(LibraryCommand::Resume(game.file.clone()).into());
            }
        },
    );
}

/// The matches left before anything happened in them, folded away.
fn without_turns(model: &Model, games: &[&SavedMatch], ui: &mut Ui, out: &mut Vec<Command>) {
    if games.is_empty() {
        return;
    }
    ui.add_space(6.0);
    let title = count(
        games.len(),
        "match without a turn",
        "matches without a turn",
    );
    CollapsingHeader::new(title)
        .id_salt("without turns")
        .show(ui, |ui| {
            if ui.button("Delete all of these").clicked() {
                out.push(LibraryCommand::DeleteEmpty.into());
            }
            for game in games {
                line(model, game, ui, out);
            }
        });
}
