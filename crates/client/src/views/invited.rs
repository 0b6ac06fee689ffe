//! The page of an open invitation: its code, the guests who have come for it, and what was done to be reachable.

use ::reach::Trouble;
use egui::{
    Align, Color32, ColorImage, Image, Layout, RichText, TextEdit, TextureHandle, TextureOptions,
    Ui, Vec2,
};
use home::{Call, Invitation};
use kit::model::words::capital;
use kit::views::theme::{palette, size};
use kit::views::widgets::{
    awaited, banner, card, note, page, primary, section, section_about, sentence, trouble,
};
use net::{LineState, Tried};
use qrcode::QrCode;

use super::answers::Card;
use super::offered::{offer, what};
use super::{View, mail, people, reach};
use crate::model::table::Table;
use crate::model::{Command, LibraryCommand, MatchCommand, Model, ShellCommand};

/// The invitation's picture, drawn once.
#[derive(Default)]
pub(crate) struct Qr {
    drawn: Option<(String, TextureHandle)>,
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
        let is_by_mail = table.seen.line == LineState::Mail;
        match &table.seen.meeting.invitation {
            // a code without an address could be sent and would bring nobody; the player would learn that from the
            // guest
            Some(invite) if invite.leads_nowhere() => {
                trouble(ui, &no_network());
                leaving(ui, out);
            }
            Some(invite) => invitation(table, invite, view, ui, out),
            None if is_by_mail => by_mail(table, view, ui, out),
            // without a title the offer of the host is not here yet
            None if table.seen.title().is_empty() => {
                if let Some(code) = &table.seen.meeting.answer {
                    answer(code, MatchCommand::Dial.into(), ui, out);
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
        // above what grows while it is looked at
        if table.seen.meeting.invitation.is_none() {
            ui.add_space(12.0);
            if ui.button("Back").clicked() {
                out.push(LibraryCommand::LeaveNow.into());
            }
        }
        tried(&table.seen.meeting.tried, ui);
        // the services help only two programs that have not found each other
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
    });
}

/// A match by mail before there is a game: the letter to send, and what is offered.
fn by_mail(table: &Table, view: &mut View, ui: &mut Ui, out: &mut Vec<Command>) {
    if table.letter.is_none() {
        return offer(table, view, ui, out);
    }
    mail::show(table, ui, out);
    ui.add_space(8.0);
    card(ui, |ui| what(table, view, ui));
}

/// The buttons for leaving an open invitation.
fn leaving(ui: &mut Ui, out: &mut Vec<Command>) {
    ui.horizontal_wrapped(|ui| {
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
    table: &Table,
    invite: &Invitation,
    view: &mut View,
    ui: &mut Ui,
    out: &mut Vec<Command>,
) {
    ui.label(RichText::new("Send this invitation to one player").size(size::TITLE));
    ui.add_space(4.0);
    let about = "It carries your addresses, the key your program is known by, and a secret that lets one guest in.";
    card(ui, |ui| code(invite, about, view, ui, out));
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
    enter_answer(table, ui, out);
    ui.add_space(10.0);
    leaving(ui, out);
    ui.add_space(10.0);
    card(ui, |ui| {
        section(ui, "You offer");
        what(table, view, ui);
    });
}

/// A code as text and as a picture, with the ways to copy it.
pub(super) fn code(
    invite: &Invitation,
    about: &str,
    view: &mut View,
    ui: &mut Ui,
    out: &mut Vec<Command>,
) {
    let (text, link) = (invite.code(), invite.link());
    let is_narrow = ui.available_width() < 480.0;
    let beside = match is_narrow {
        true => Layout::top_down(Align::Min),
        false => Layout::left_to_right(Align::Min),
    };
    ui.with_layout(beside, |ui| {
        qr(&link, view, ui);
        ui.add_space(12.0);
        ui.vertical(|ui| {
            section_about(ui, "Code", about);
            let mut code = text.as_str();
            let field = TextEdit::multiline(&mut code)
                .font(egui::TextStyle::Monospace)
                .desired_rows(3)
                .desired_width(f32::INFINITY);
            ui.add(field).accessible_name("The invitation's code");
            ui.add_space(4.0);
            ui.horizontal_wrapped(|ui| {
                if primary(ui, "Copy the code", true).clicked() {
                    out.push(ShellCommand::Copy("The code is", text.clone()).into());
                }
                if ui.button("Copy the link").on_hover_text(&link).clicked() {
                    out.push(ShellCommand::Copy("The link is", link.clone()).into());
                }
            });
        });
    });
}

/// Shown in place of an invitation that names no address: no guest could use it.
pub(super) fn no_network() -> Trouble {
    Trouble {
        what: "This machine has no network, so that the invitation would name no address."
            .to_owned(),
        advice: "connect this machine to a network; the invitation then appears here".to_owned(),
    }
}

/// The field for the answer code of a guest who cannot connect.
fn enter_answer(table: &Table, ui: &mut Ui, out: &mut Vec<Command>) {
    card(ui, |ui| {
        section_about(
            ui,
            "Your guest cannot connect?",
            "Their program then shows an answer code. Have it sent to you and enter it here: your program looks for theirs at once.",
        );
        ui.horizontal(|ui| {
            let mut answer = table.writing.answer.clone();
            let field = TextEdit::singleline(&mut answer)
                .font(egui::TextStyle::Monospace)
                .hint_text("Your guest's answer code: warlord1\u{2026}")
                .desired_width((ui.available_width() - 160.0).clamp(140.0, 420.0));
            ui.add(field).accessible_name("Your guest's answer code");
            if answer != table.writing.answer {
                out.push(MatchCommand::AnswerLine(answer).into());
            }
            let is_ready = !table.writing.answer.trim().is_empty();
            let enter = egui::Button::new("Enter the answer");
            if ui.add_enabled(is_ready, enter).clicked() {
                out.push(MatchCommand::EnterAnswer.into());
            }
        });
    });
}

/// The answer code for the host, and the next thing to do.
pub(super) fn answer(answer: &Invitation, dial: Command, ui: &mut Ui, out: &mut Vec<Command>) {
    ui.label(RichText::new("Send this answer to the host").size(size::TITLE));
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
                out.push(dial);
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
pub(super) fn tried(tried: &[Tried], ui: &mut Ui) {
    if tried.is_empty() {
        return;
    }
    ui.add_space(10.0);
    card(ui, |ui| {
        section(ui, "Tried up to now");
        for tried in tried {
            ui.horizontal_wrapped(|ui| {
                ui.monospace(&tried.address);
                ui.weak(&tried.result);
            });
        }
    });
}

/// The cards that lie over the open page: players of this network who ask for a place, players who look for
/// this machine because of a match left unfinished, and a host who is gone.
pub(crate) fn cards<'a>(table: &'a Table, ui: &Ui) -> Vec<Card<'a>> {
    let palette = palette(ui);
    let mut cards = Vec::new();
    if let Some(what) = &table.seen.messages.error {
        cards.push(Card::new(
            sentence(&what.what),
            palette.bad,
            move |ui, _, _| {
                if !what.advice.is_empty() {
                    ui.label(sentence(&what.advice));
                }
            },
        ));
    }
    for asker in &table.seen.meeting.askers {
        let title = format!("{} asks to play with you", asker.name);
        cards.push(Card::new(title, palette.accent, move |ui, answers, out| {
            note(
                ui,
                format!(
                    "From {}, a machine of your network, with the key {}.",
                    asker.source.ip(),
                    asker.key
                ),
            );
            if asker.declined > 0 {
                ui.label("You declined an earlier request of this player.");
            }
            people::introduce(&asker.acquaintance, ui);
            people::unfinished(&asker.acquaintance, ui, out);
            // the two answers ask nothing back: letting in is what an invitation does anyway, and whoever is turned
            // away may ask again, three times in all
            match answers.two(ui, "Turn away", |ui| primary(ui, "Let in", true)) {
                Some(true) => out.push(MatchCommand::LetIn(asker.key).into()),
                Some(false) => out.push(MatchCommand::TurnAway(asker.key).into()),
                None => {}
            }
        }));
    }
    for call in &table.seen.meeting.calls {
        let title = format!("{} is there and looks for you.", call.name);
        cards.push(Card::new(title, palette.accent, move |ui, _, out| {
            people::unfinished_match(&call.game, &call.name, ui, out);
        }));
    }
    // a guest sees that the host is gone; a host waits for a guest in any case
    let is_guest = table.seen.meeting.invitation.is_none();
    if is_guest && matches!(table.seen.line, LineState::Lost { .. }) {
        let name = table.seen.contract.seats.iter().find(|seat| !seat.mine);
        let name = name.map_or("the host", |seat| seat.name.as_str());
        let title = format!("{}'s program is gone.", capital(name));
        cards.push(Card::new(title, palette.warn, |ui, _, _| {
            ui.label("It is looked for again by itself.");
        }));
    }
    cards
}

/// The players who look for this machine because of a match left unfinished.
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

fn qr(text: &str, view: &mut View, ui: &mut Ui) {
    // drawn once for each link: every frame would upload a new texture otherwise
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
        // cameras do not find a code without a white margin
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
            // enlarged without blur, or cameras read it worse
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
