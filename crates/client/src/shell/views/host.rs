//! Inviting somebody: the form, and the invitation until the guest is here.

use std::sync::Arc;

use ::reach::Trouble;
use eframe::egui::{
    self, Align, Color32, ColorImage, Image, Layout, RichText, TextEdit, TextureHandle,
    TextureOptions, Ui, Vec2,
};
use home::{Call, Invitation};
use net::{LineState, Snapshot};
use qrcode::QrCode;
use scenario::Scenario;

use super::widgets::{awaited, banner, card, choice, note, page, primary, prose, section, trouble};
use super::{View, agreement, clocks, forms, mail, people, reach};
use crate::shell::model::table::Table;
use crate::shell::model::words::{capital, seen_side};
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
        let lead = match form.by_mail {
            true => "Write the offer",
            false => "Make the invitation",
        };
        if primary(ui, lead, !model.opening).clicked() {
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
    let mut more = Vec::new();
    forms::with_preview(model, view, ui, &mut form.setting, out, |ui| {
        people::left(model, ui, &mut more);
        card(ui, |ui| {
            ui.label("You play from your own machine to theirs; there is no server in between. Choose what to play, then send the invitation any way you like.");
            ui.add_space(4.0);
            section(ui, "Your side");
            forms::side(ui, model, &setting, &mut form.side);
            ui.add_space(4.0);
            section(ui, "The way");
            let ways = [(false, "Over a line"), (true, "By mail")];
            choice(ui, &mut form.by_mail, &ways);
            if form.by_mail {
                return note(
                    ui,
                    "You send each other letters, as text to paste or as files, a letter a turn; no connection is needed, and you need not play at the same time. With a fixed set-up the first turn is in the third letter, with a hidden one in the seventh or eighth, and in Border War in the eleventh or twelfth.",
                );
            }
            ui.add_space(4.0);
            section(ui, "On your network");
            ui.checkbox(&mut form.takeback, "Turns can be taken back, if both agree");
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
            note(
                ui,
                "Where neither of you can be reached, two codes lead to each other: the invitation, and the answer that your guest's program shows. Without IPv6 both programs need two services for that: Ask two services, on the page of the invitation or in the settings.",
            );
        });
        ui.add_space(10.0);
        clocks::form(ui, &mut form.terms);
    });
    out.append(&mut more);
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
        if let Some(what) = &table.seen.messages.error {
            trouble(ui, what);
            ui.add_space(10.0);
        }
        askers(table, ui, out);
        calls(&table.seen.meeting.calls, ui, out);
        let is_by_mail = table.seen.line == LineState::Mail;
        if table.seen.meeting.invitation.is_none()
            && matches!(table.seen.line, LineState::Lost { .. })
        {
            let warn = palette(ui).warn;
            let name = table.seen.contract.seats.iter().find(|seat| !seat.mine);
            let name = name.map_or("the host", |seat| seat.name.as_str());
            banner(ui, warn, |ui| {
                ui.colored_label(
                    warn,
                    format!(
                        "{}'s program is gone. It is looked for again by itself.",
                        capital(name)
                    ),
                );
            });
            ui.add_space(10.0);
        }
        match &table.seen.meeting.invitation {
            Some(invite) if invite.leads_nowhere() => {
                trouble(ui, &no_network());
                leaving(ui, out);
            }
            Some(invite) => invitation(model, table, invite, view, ui, out),
            None if is_by_mail => by_mail(model, table, view, ui, out),
            None if table.seen.title().is_empty() => {
                if let Some(code) = &table.seen.meeting.answer {
                    answer(model, code, ui, out);
                }
                ui.horizontal(|ui| {
                    awaited(ui);
                    ui.label(match table.seen.line {
                        LineState::Up => "The host is there; waiting for what it offers.",
                        _ if table.seen.meeting.answer.is_some() => {
                            "Waiting for the host to enter the answer."
                        }
                        _ => "Looking for the host\u{2026}",
                    });
                });
            }
            None => offer(table, view, ui, out),
        }
        tried(table, ui);
        let is_apart = table.seen.meeting.invitation.is_some() || table.seen.title().is_empty();
        if !is_by_mail && is_apart && model.settings.stun.trim().is_empty() {
            ui.add_space(10.0);
            card(ui, |ui| {
                section(ui, "You do not find each other?");
                if reach::ask_services(ui) {
                    out.push(MatchCommand::AskServices.into());
                }
            });
        }
        for line in &table.seen.messages.notes {
            note(ui, line);
        }
        if table.seen.meeting.invitation.is_none() {
            ui.add_space(12.0);
            if ui.button("Back").clicked() {
                out.push(LibraryCommand::LeaveNow.into());
            }
        }
    });
}

/// A match by mail before there is a game: the letter to send, and what is offered.
fn by_mail(model: &Model, table: &Table, view: &mut View, ui: &mut Ui, out: &mut Vec<Command>) {
    if table.letter.is_none() {
        return offer(table, view, ui, out);
    }
    if let Some(what) = &model.notice {
        match what.advice.is_empty() {
            true => note(ui, &what.what),
            false => trouble(ui, what),
        }
    }
    mail::show(table, ui, out);
    ui.add_space(8.0);
    card(ui, |ui| what(table, view, ui));
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
            let until = home::date(invite.last_day.into());
            ui.label(match table.who_reads() {
                Some(name) => format!("{name} is reading the offer."),
                None => {
                    format!("Waiting for the other player. The invitation is good until {until}.")
                }
            });
        });
        if !table.seen.meeting.reachability.is_empty() {
            ui.label(&table.seen.meeting.reachability);
        }
    });
    ui.add_space(10.0);
    enter_answer(model, table, ui, out);
    ui.add_space(10.0);
    leaving(ui, out);
    ui.add_space(10.0);
    card(ui, |ui| {
        section(ui, "You offer");
        what(table, view, ui);
    });
}

/// An invitation that names no address is not shown: nobody could read it.
fn no_network() -> Trouble {
    Trouble {
        what: "This machine has no network, so that the invitation would name no address."
            .to_owned(),
        advice: "connect this machine to a network; the invitation then appears here".to_owned(),
    }
}

/// The field for the answer code of a guest who does not get in.
fn enter_answer(model: &Model, table: &Table, ui: &mut Ui, out: &mut Vec<Command>) {
    card(ui, |ui| {
        section(ui, "Your guest does not get in?");
        note(
            ui,
            "Their program then shows an answer code. Have it sent to you and enter it here: your program looks for theirs at once.",
        );
        ui.horizontal(|ui| {
            let mut answer = table.answer.clone();
            let field = TextEdit::singleline(&mut answer)
                .font(egui::TextStyle::Monospace)
                .hint_text("warlord1\u{2026}")
                .desired_width(420.0);
            ui.add(field).accessible_name("Your guest's answer code");
            if answer != table.answer {
                out.push(MatchCommand::AnswerLine(answer).into());
            }
            let is_ready = !table.answer.trim().is_empty();
            let enter = egui::Button::new("Enter the answer");
            if ui.add_enabled(is_ready, enter).clicked() {
                out.push(MatchCommand::EnterAnswer.into());
            }
        });
        if let Some(what) = model
            .trouble
            .as_ref()
            .or(table.seen.messages.refused.as_ref())
        {
            trouble(ui, what);
        }
    });
}

/// The answer code for the host, and the next thing to do.
fn answer(model: &Model, answer: &Invitation, ui: &mut Ui, out: &mut Vec<Command>) {
    ui.label(RichText::new("Send this answer to the host").size(20.0));
    ui.add_space(4.0);
    card(ui, |ui| {
        let text = answer.code();
        let mut code = text.as_str();
        let field = TextEdit::multiline(&mut code)
            .font(egui::TextStyle::Monospace)
            .desired_rows(3)
            .desired_width(f32::INFINITY);
        ui.add(field).accessible_name("The answer code");
        ui.add_space(4.0);
        ui.horizontal(|ui| {
            if primary(ui, "Copy the answer", true).clicked() {
                out.push(ShellCommand::Copy("The answer is", text.clone()).into());
            }
            if ui.button("Dial now").clicked() {
                out.push(MatchCommand::Dial.into());
            }
            if let Some(notice) = &model.notice {
                ui.weak(&notice.what);
            }
        });
        ui.add_space(6.0);
        note(
            ui,
            "Nobody can reach the host unasked, so the host must look for you. 1. Send the answer the way the invitation came. 2. The host enters it on the page of the invitation. 3. Leave this page open: the match begins by itself.",
        );
    });
    ui.add_space(10.0);
}

/// The addresses at which the host was looked for.
fn tried(table: &Table, ui: &mut Ui) {
    if table.seen.meeting.tried.is_empty() {
        return;
    }
    ui.add_space(10.0);
    card(ui, |ui| {
        section(ui, "Tried up to now");
        for tried in &table.seen.meeting.tried {
            ui.horizontal_wrapped(|ui| {
                ui.monospace(&tried.address);
                ui.weak(&tried.result);
            });
        }
    });
}

/// The players of this network who ask for a place.
fn askers(table: &Table, ui: &mut Ui, out: &mut Vec<Command>) {
    for asker in &table.seen.meeting.askers {
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
            people::introduce(&asker.acquaintance, ui);
            people::unfinished(&asker.acquaintance, ui, out);
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

/// The players who look for this machine for a match that was left in mid-air.
pub(crate) fn calls(calls: &[Call], ui: &mut Ui, out: &mut Vec<Command>) {
    for call in calls {
        let accent = palette(ui).accent;
        banner(ui, accent, |ui| {
            ui.label(format!("{} is there and looks for you.", call.name));
            people::unfinished_match(&call.game, &call.name, ui, out);
        });
        ui.add_space(10.0);
    }
}

fn offer(table: &Table, view: &mut View, ui: &mut Ui, out: &mut Vec<Command>) {
    let host = table.seen.contract.seats.iter().find(|seat| !seat.mine);
    let name = host.map_or("The host", |seat| seat.name.as_str());
    ui.label(RichText::new(format!("{name} invites you to play")).size(20.0));
    if let Some(acquaintance) = &table.seen.meeting.acquaintance {
        people::introduce(acquaintance, ui);
        people::unfinished(acquaintance, ui, out);
    }
    ui.add_space(4.0);
    if table.seen.messages.error.is_some() {
        // refused by the program, or the host is gone for good: there is nothing to agree to
        return card(ui, |ui| what(table, view, ui));
    }
    ui.horizontal(|ui| {
        // a guest who agreed in an earlier run is not asked again
        if table.accepted || table.seen.contract.offer.is_none() {
            awaited(ui);
            ui.label("Waiting for the host.");
        } else {
            if primary(ui, "Accept and play", true).clicked() {
                out.push(MatchCommand::Accept.into());
            }
            ui.weak("to play exactly what is written here.");
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                if ui.button("Decline\u{2026}").clicked() {
                    out.push(MatchCommand::Decline.into());
                }
            });
        }
    });
    ui.add_space(8.0);
    card(ui, |ui| what(table, view, ui));
}

/// The scenario to be played, the players, and everything agreed on.
fn what(table: &Table, view: &mut View, ui: &mut Ui) {
    let seen = &table.seen;
    ui.label(RichText::new(seen.title()).size(18.0));
    let family = seen.contract.scenario.as_ref().map(Scenario::family);
    for seat in &seen.contract.seats {
        ui.horizontal(|ui| {
            super::widgets::side_chip(ui, seat.side, 18.0);
            let you = if seat.mine {
                "You play"
            } else {
                "The other player has"
            };
            let side = family.map(|family| seen_side(family, seat.side));
            ui.label(format!("{you} {}", side.unwrap_or_default()));
        });
    }
    let Some(scenario) = &seen.contract.scenario else {
        return;
    };
    origin(seen, ui);
    ui.label(prose(&scenario.head().description));
    let start = match &seen.contract.origin {
        Some(origin) => {
            view.preview
                .of_position(scenario, &seen.contract.options, &origin.position);
            Some(Arc::clone(&origin.position))
        }
        None => view.preview.of_match(scenario, &seen.contract.options),
    };
    if let Some(start) = start {
        ui.add_space(4.0);
        forms::preview(&start, view, ui, 300.0);
        ui.add_space(6.0);
        agreement::game(&start, ui);
    }
    agreement::show(seen, scenario, ui);
}

/// The older match that the match begins from a position of, and what changes.
fn origin(seen: &Snapshot, ui: &mut Ui) {
    let Some(origin) = &seen.contract.origin else {
        return;
    };
    let palette = palette(ui);
    let is_sure = origin.known.as_ref().and_then(|known| known.fits) == Some(true);
    let color = if is_sure {
        palette.accent
    } else {
        palette.warn
    };
    ui.add_space(4.0);
    banner(ui, color, |ui| {
        for words in seen.origin_words() {
            ui.label(words);
        }
    });
    ui.add_space(4.0);
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
