//! Inviting somebody: the form, and the invitation until the guest is here.

use eframe::egui::{
    self, Color32, ColorImage, Image, RichText, TextEdit, TextureHandle, TextureOptions, Ui, Vec2,
};
use net::{Invitation, LineState};
use qrcode::QrCode;
use scenario::Scenario;

use super::widgets::{awaited, banner, card, note, page, primary, prose, section, trouble};
use super::{View, agreement, forms};
use crate::shell::model::table::Table;
use crate::shell::model::words::side_name;
use crate::shell::model::{Command, LibraryCommand, MatchCommand, Model, ShellCommand};
use crate::theme::palette;

/// The invitation's picture, drawn once.
#[derive(Default)]
pub(crate) struct Qr {
    drawn: Option<(String, TextureHandle)>,
}

pub(crate) fn show(model: &Model, view: &mut View, ui: &mut Ui, out: &mut Vec<Command>) {
    let mut form = model.host.clone();
    forms::bar(ui, |ui| {
        if primary(ui, "Make the invitation", !model.opening).clicked() {
            out.push(LibraryCommand::StartHost.into());
        }
        if model.opening {
            awaited(ui);
            ui.weak("Looking how this machine can be reached\u{2026}");
        }
        if let Some(what) = &model.trouble {
            trouble(ui, what);
        }
    });
    let setting = form.setting.clone();
    forms::with_preview(model, view, ui, &mut form.setting, out, |ui| {
        card(ui, |ui| {
            ui.label("You play from your own machine to theirs; there is no server in between. Choose what to play, then send the invitation any way you like.");
            ui.add_space(4.0);
            section(ui, "Your side");
            forms::side(ui, model, &setting, &mut form.side);
            ui.add_space(4.0);
            section(ui, "On your network");
            ui.checkbox(&mut form.lan, "Show the match to players of this network");
            note(
                ui,
                "Whoever wants to play asks you, and you decide. Your name and the game are shown, never the code.",
            );
            ui.add_space(4.0);
            section(ui, "From outside your network");
            ui.checkbox(
                &mut form.mapping,
                "Ask the router to forward a port while the match lasts",
            );
            let field = TextEdit::singleline(&mut form.outside)
                .hint_text("address:port")
                .desired_width(220.0);
            ui.add(field)
                .accessible_name("Your router's outside address and port");
            note(
                ui,
                "Only if your router forwards a UDP port to the same port of this machine: its outside address or name, and that port. Otherwise leave it empty.",
            );
        });
    });
    if form != model.host {
        out.insert(0, ShellCommand::Host(form).into());
    }
}

/// The open match before there is a game: the host's invitation, or the guest's question.
pub(crate) fn waiting(
    model: &Model,
    table: &Table,
    view: &mut View,
    ui: &mut Ui,
    out: &mut Vec<Command>,
) {
    page(ui, 760.0, |ui| {
        if let Some(what) = &table.seen.error {
            trouble(ui, what);
            ui.add_space(10.0);
        }
        askers(table, ui, out);
        match &table.seen.invitation {
            Some(invite) => invitation(model, table, invite, view, ui, out),
            None if table.seen.title().is_empty() => {
                ui.horizontal(|ui| {
                    awaited(ui);
                    ui.label(match table.seen.line {
                        LineState::Up => "The host is there; waiting for what it offers.",
                        _ => "Looking for the host\u{2026}",
                    });
                });
            }
            None => offer(table, view, ui, out),
        }
        tried(table, ui);
        for line in &table.seen.notes {
            note(ui, line);
        }
        if table.seen.invitation.is_none() {
            ui.add_space(12.0);
            if ui.button("Back").clicked() {
                out.push(LibraryCommand::LeaveNow.into());
            }
        }
    });
}

/// The ways away from an open invitation.
fn leaving(ui: &mut Ui, out: &mut Vec<Command>) {
    ui.horizontal(|ui| {
        let aside = ui.button("Do something else meanwhile");
        let about = "The start page lists the invitation; the guest is waited for as long as the program runs, and again at the next start.";
        if aside.on_hover_text(about).clicked() {
            out.push(LibraryCommand::SetAside.into());
        }
        let withdraw = ui.button("Withdraw and change the settings");
        if withdraw.on_hover_text("The code is worth nothing any more.").clicked() {
            out.push(LibraryCommand::WithdrawOpen.into());
        }
    });
}

fn invitation(
    model: &Model,
    table: &Table,
    invite: &Invitation,
    view: &mut View,
    ui: &mut Ui,
    out: &mut Vec<Command>,
) {
    let (text, link) = (invite.code(), invite.link());
    ui.label(RichText::new("Send this invitation to one player").size(20.0));
    ui.add_space(4.0);
    card(ui, |ui| {
        ui.horizontal_top(|ui| {
            qr(&link, view, ui);
            ui.add_space(12.0);
            ui.vertical(|ui| {
                section(ui, "Code");
                let mut code = text.as_str();
                let field = TextEdit::multiline(&mut code)
                    .font(egui::TextStyle::Monospace)
                    .desired_rows(3)
                    .desired_width(f32::INFINITY);
                ui.add(field).accessible_name("The invitation's code");
                ui.add_space(4.0);
                ui.horizontal(|ui| {
                    if primary(ui, "Copy the code", true).clicked() {
                        out.push(ShellCommand::Copy("The code is", text.clone()).into());
                    }
                    if ui.button("Copy the link").on_hover_text(&link).clicked() {
                        out.push(ShellCommand::Copy("The link is", link.clone()).into());
                    }
                    if let Some(notice) = &model.notice {
                        ui.weak(&notice.what);
                    }
                });
                ui.add_space(6.0);
                note(ui, "It carries your addresses, the key your program is known by, and a secret that lets one guest in.");
            });
        });
    });
    ui.add_space(10.0);
    let palette = palette(ui);
    banner(ui, palette.accent, |ui| {
        ui.horizontal_wrapped(|ui| {
            awaited(ui);
            let until = net::date(invite.last_day.into());
            ui.label(format!(
                "Waiting for the other player. The invitation is good until {until}."
            ));
        });
        if !table.seen.reachability.is_empty() {
            ui.label(&table.seen.reachability);
        }
    });
    ui.add_space(10.0);
    leaving(ui, out);
    ui.add_space(10.0);
    card(ui, |ui| {
        section(ui, "You offer");
        what(table, view, ui);
    });
}

/// The addresses at which the host was looked for.
fn tried(table: &Table, ui: &mut Ui) {
    if table.seen.tried.is_empty() {
        return;
    }
    ui.add_space(10.0);
    card(ui, |ui| {
        section(ui, "Tried up to now");
        for tried in &table.seen.tried {
            ui.horizontal_wrapped(|ui| {
                ui.monospace(&tried.address);
                ui.weak(&tried.result);
            });
        }
    });
}

/// The players of this network who ask for a place.
fn askers(table: &Table, ui: &mut Ui, out: &mut Vec<Command>) {
    for asker in &table.seen.askers {
        let accent = palette(ui).accent;
        banner(ui, accent, |ui| {
            ui.label(RichText::new(format!("{} asks to play with you", asker.name)).size(18.0));
            note(
                ui,
                format!(
                    "From {}, a machine of your network, with the key {}.",
                    asker.source.ip(),
                    asker.key
                ),
            );
            ui.horizontal(|ui| {
                if primary(ui, "Let in", true).clicked() {
                    out.push(MatchCommand::LetIn(asker.key).into());
                }
                if ui.button("Turn away").clicked() {
                    out.push(MatchCommand::TurnAway(asker.key).into());
                }
            });
        });
        ui.add_space(10.0);
    }
}

fn offer(table: &Table, view: &mut View, ui: &mut Ui, out: &mut Vec<Command>) {
    let host = table.seen.seats.iter().find(|seat| !seat.mine);
    let name = host.map_or("The host", |seat| seat.name.as_str());
    ui.label(RichText::new(format!("{name} invites you to play")).size(20.0));
    ui.add_space(4.0);
    ui.horizontal(|ui| {
        if table.accepted {
            awaited(ui);
            ui.label("Waiting for the host.");
        } else {
            if primary(ui, "Accept and play", true).clicked() {
                out.push(MatchCommand::Accept.into());
            }
            ui.weak("to play exactly what is written here.");
        }
    });
    ui.add_space(8.0);
    card(ui, |ui| what(table, view, ui));
}

/// The scenario to be played, the players, and everything agreed on.
fn what(table: &Table, view: &mut View, ui: &mut Ui) {
    let seen = &table.seen;
    ui.label(RichText::new(seen.title()).size(18.0));
    let family = seen.scenario.as_ref().map(Scenario::family);
    for seat in &seen.seats {
        ui.horizontal(|ui| {
            super::widgets::side_chip(ui, seat.side, 18.0);
            let you = if seat.mine {
                "You play"
            } else {
                "The other player has"
            };
            let side = family.map(|family| side_name(family, seat.side));
            ui.label(format!("{you} {}", side.unwrap_or_default()));
        });
    }
    let Some(scenario) = &seen.scenario else {
        return;
    };
    ui.label(prose(&scenario.head().description));
    if let Some(start) = view.preview.of_match(scenario, &seen.options) {
        ui.add_space(4.0);
        forms::preview(&start, view, ui, 300.0);
        ui.add_space(6.0);
        agreement::game(&start, ui);
    }
    agreement::show(scenario, &seen.options, ui);
}

fn qr(text: &str, view: &mut View, ui: &mut Ui) {
    let known = view
        .code
        .drawn
        .as_ref()
        .is_some_and(|(drawn, _)| drawn == text);
    if !known {
        let Ok(code) = QrCode::new(text.as_bytes()) else {
            return note(ui, "The link is too long for a picture.");
        };
        let side = code.width();
        let quiet = 3;
        let all = side + 2 * quiet;
        let mut image = ColorImage::filled([all, all], Color32::WHITE);
        for (n, color) in code.to_colors().into_iter().enumerate() {
            if color == qrcode::Color::Dark {
                image.pixels[(n / side + quiet) * all + n % side + quiet] = Color32::BLACK;
            }
        }
        let texture = ui
            .ctx()
            .load_texture("invitation", image, TextureOptions::NEAREST);
        view.code.drawn = Some((text.to_owned(), texture));
    }
    if let Some((_, texture)) = &view.code.drawn {
        ui.add(
            Image::new(texture)
                .fit_to_exact_size(Vec2::splat(220.0))
                .alt_text("The invitation as a QR code"),
        );
    }
}
