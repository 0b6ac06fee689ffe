//! The page of the settings.

use std::path::PathBuf;

use egui::{Button, Slider, TextEdit, Ui};
use kit::model::kept::LONGEST_NAME;
use kit::model::words::capital;
use kit::views::theme::palette;
use kit::views::widgets::{card, choice, note, page, section, section_about, sentence, trouble};

use super::{View, keys, reach};
use crate::model::links::Links;
use crate::model::settings::{DRAGS, Pieces, SLOWEST_STEP, Settings, Theme, ZOOMS};
use crate::model::{Command, Model, ShellCommand};

pub(crate) fn show(model: &Model, view: &mut View, ui: &mut Ui, out: &mut Vec<Command>) {
    let mut settings = model.settings.clone();
    let mut reset = false;
    page(ui, 640.0, |ui| {
        card(ui, |ui| {
            section(ui, "Your name");
            let field = TextEdit::singleline(&mut settings.name)
                .hint_text("How others see you")
                .char_limit(LONGEST_NAME)
                .desired_width(260.0);
            let field = ui.add(field).accessible_name("Your name");
            field.on_hover_text("Used in matches begun from now on");
        });
        ui.add_space(10.0);
        card(ui, |ui| {
            section(ui, "Look");
            let themes = [
                (Theme::System, "As the desktop"),
                (Theme::Light, "Light"),
                (Theme::Dark, "Dark"),
                (Theme::Contrast, "High contrast"),
            ];
            choice(ui, &mut settings.theme, &themes);
            ui.checkbox(
                &mut settings.still,
                "Reduced motion: nothing moves by itself",
            );
            ui.add_space(4.0);
            section_about(
                ui,
                "Units",
                "When a board is so large that a cell has less than 20 pixels, map symbols are shown in any case.",
            );
            choice(
                ui,
                &mut settings.pieces,
                &[
                    (Pieces::Pictures, "Pictures"),
                    (Pieces::Nato, "Map symbols"),
                ],
            );
            for family in families::shown(cfg!(test)) {
                ui.horizontal(|ui| families::views::samples(family, &mut view.canvas, ui));
            }
            ui.add_space(4.0);
            ui.horizontal(|ui| {
                let label = ui.label("Size of everything");
                let mut zoom = settings.zoom;
                // applied when the slider is released: before that it would move away under the pointer
                let response = ui
                    .add(Slider::new(&mut zoom, ZOOMS).step_by(10.0).suffix(" %"))
                    .labelled_by(label.id);
                if response.drag_stopped() || (response.changed() && !response.dragged()) {
                    settings.zoom = zoom;
                }
            });
        });
        ui.add_space(10.0);
        card(ui, |ui| {
            section(ui, "Play");
            ui.checkbox(&mut settings.confirm_end, "Ask before a turn is ended")
                .on_hover_text("The question says how many orders and which leaders are unused");
            ui.horizontal(|ui| {
                let label = ui.label("Units move in");
                ui.add(
                    Slider::new(&mut settings.step_ms, 0..=SLOWEST_STEP)
                        .step_by(20.0)
                        .suffix(" ms"),
                )
                .labelled_by(label.id)
                .on_hover_text("0 shows every order at once");
            });
            ui.horizontal(|ui| {
                let label = ui.label("A click becomes a drag after");
                let slider = Slider::new(&mut settings.drag, DRAGS).suffix(" points");
                let slider = ui.add(slider).labelled_by(label.id);
                slider.on_hover_text("More for an unsteady hand or a touchscreen");
            });
        });
        ui.add_space(10.0);
        card(ui, |ui| calls(&mut settings, ui));
        ui.add_space(10.0);
        card(ui, |ui| {
            keys::show(&mut view.choosing_key, &mut settings.keys, ui)
        });
        ui.add_space(10.0);
        links(model, ui, out);
        card(ui, |ui| as_file(&mut view.settings_file, ui, out));
        ui.add_space(10.0);
        card(ui, |ui| {
            section(ui, "As at the beginning");
            let about = "Everything on this page but your name is as on the first day. Matches and set-ups are not touched.";
            let button = ui.button("Reset the settings").on_hover_text(about);
            reset = button.clicked();
        });
        ui.add_space(10.0);
        // last: what is found makes the page longer
        card(ui, |ui| {
            services(&mut settings, ui);
            ui.add_space(8.0);
            connection(model, ui, out);
        });
    });
    if reset {
        settings = Settings {
            name: model.settings.name.clone(),
            // neither is chosen on this page
            window: model.settings.window,
            ..Settings::default()
        };
    }
    if settings != model.settings {
        out.push(ShellCommand::Settings(settings).into());
    }
}

/// The ways to call the user.
fn calls(settings: &mut Settings, ui: &mut Ui) {
    section(ui, "When something happens");
    ui.checkbox(&mut settings.calls.sound, "Play a short sound");
    ui.horizontal(|ui| {
        let label = ui.label("Volume");
        let slider = Slider::new(&mut settings.volume, 0..=100).suffix(" %");
        ui.add_enabled(settings.calls.sound, slider)
            .labelled_by(label.id);
    });
    ui.checkbox(
        &mut settings.calls.desktop_notice,
        "Show a desktop notice while you look elsewhere",
    );
    ui.checkbox(
        &mut settings.calls.attention,
        "Ask for attention on the task bar",
    );
    ui.checkbox(
        &mut settings.calls.title,
        "Put a dot into the window's title while you are waited for",
    );
}

/// The settings written to a file and taken from one.
fn as_file(path: &mut String, ui: &mut Ui, out: &mut Vec<Command>) {
    section_about(
        ui,
        "On another machine",
        "Everything on this page, your name and keys too. An import is taken as a whole or not at all; an export replaces no file.",
    );
    let field = TextEdit::singleline(path)
        .hint_text("/home/ada/warlord-settings.toml")
        .desired_width(360.0);
    ui.add(field).accessible_name("File of exported settings");
    let file = PathBuf::from(path.trim());
    let is_named = !path.trim().is_empty();
    ui.horizontal(|ui| {
        if ui
            .add_enabled(is_named, Button::new("Export the settings"))
            .clicked()
        {
            out.push(ShellCommand::ExportSettings(file.clone()).into());
        }
        if ui
            .add_enabled(is_named, Button::new("Import the settings"))
            .clicked()
        {
            out.push(ShellCommand::ImportSettings(file).into());
        }
    });
}

/// The handler of links to invitations.
fn links(model: &Model, ui: &mut Ui, out: &mut Vec<Command>) {
    let (mut is_on, about) = match &model.machine.links {
        // pasted under Join, or opened by the installed package: there is nothing to set
        None | Some(Links::Packaged) => return,
        Some(Links::Gone(program)) => (
            false,
            format!(
                "At present they lead to {}, which is gone.",
                program.display()
            ),
        ),
        Some(links) => (
            *links == Links::On,
            match cfg!(windows) {
                true => {
                    "It is set for your own user only, and opens match files (*.fpm) too; without the mark nothing of it \
                     is left."
                }
                false => "It is set for your own user only; without the mark nothing of it is left.",
            }
            .to_owned(),
        ),
    };
    card(ui, |ui| {
        section(ui, "Links to invitations");
        let text = "Open warlord:// links with this program";
        if ui.checkbox(&mut is_on, text).on_hover_text(about).changed() {
            out.push(ShellCommand::Links(is_on).into());
        }
    });
    ui.add_space(10.0);
}

/// The services that may be asked for this machine's outside address.
fn services(settings: &mut Settings, ui: &mut Ui) {
    let about = "Two players behind routers meet by two codes, for which each program must know its outside address. A STUN \
                 service says it; two are needed, so that a router that shows everybody another port is recognized. A service \
                 learns your address and that you host or join just then, and nothing of the match. Left empty, nobody is asked.";
    section_about(ui, "Outside address", about);
    let field = TextEdit::multiline(&mut settings.stun)
        .hint_text("stun.example.org:3478")
        .desired_rows(2)
        .desired_width(320.0);
    ui.add(field)
        .accessible_name("Services for your outside address");
    if settings.stun.trim().is_empty() && reach::ask_services(ui) {
        settings.name_well_known_services();
    }
    if let Err(what) = settings.services() {
        trouble(ui, &what);
    }
}

/// The connection of this machine, in words.
fn connection(model: &Model, ui: &mut Ui, out: &mut Vec<Command>) {
    section(ui, "Connection");
    let about = "Shows what other players can reach, and what to do where they cannot. Nothing is sent beyond your network, but to \
                 the services above.";
    let examine = ui.button("Examine this machine's connection");
    if examine.on_hover_text(about).clicked() {
        out.push(ShellCommand::Examine.into());
    }
    let warn = palette(ui).warn;
    for finding in &model.machine.findings {
        ui.add_space(4.0);
        let what = format!("{}: {}", capital(finding.about), finding.what);
        if finding.is_good {
            ui.label(what);
        } else {
            ui.colored_label(warn, what);
        }
        if !finding.advice.is_empty() {
            note(ui, sentence(&finding.advice));
        }
    }
}
