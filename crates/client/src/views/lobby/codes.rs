//! The codes of a table and of its seats, and the ways in which two programs find each other that do not.

use egui::{Button, TextEdit, TextStyle, Ui};
use kit::views::widgets::{card, choice, note, section, section_about, trouble};
use net::LineState;
use net::lobby::LobbyCommand as Wish;
use protocol::Seat;

use super::super::{View, invited, reach};
use crate::model::lobby::{Lobby, Spot};
use crate::model::{Command, LobbyCommand, Model};

pub(super) fn show(
    model: &Model,
    lobby: &Lobby,
    view: &mut View,
    ui: &mut Ui,
    out: &mut Vec<Command>,
) {
    if let Some(code) = &lobby.seen.meeting.answer {
        invited::answer(code, Command::from(dial()), ui, out);
    }
    if let Some(of_table) = &lobby.seen.meeting.invitation {
        card(ui, |ui| {
            let of_seat = lobby
                .code_of
                .and_then(|seat| lobby.seen.seat_codes.get(&seat));
            which(lobby, ui, out);
            match of_seat.unwrap_or(of_table) {
                code if code.leads_nowhere() => trouble(ui, &invited::no_network()),
                code => invited::code(code, about(lobby.code_of), view, ui, out),
            }
            if lobby.seen.is_host {
                open_to_all(lobby, ui, out);
            }
            if !lobby.seen.meeting.reachability.is_empty() {
                note(ui, &lobby.seen.meeting.reachability);
            }
        });
    }
    if let Some(what) = lobby.told_at(Spot::Code) {
        trouble(ui, what);
    }
    if lobby.seen.is_host {
        enter_answer(lobby, ui, out);
    }
    tried(lobby, ui);
    let is_apart = lobby.seen.is_host || lobby.seen.line != LineState::Up;
    if is_apart && model.settings.stun.trim().is_empty() {
        card(ui, |ui| {
            section(ui, "You do not find each other?");
            if reach::ask_services(ui) {
                out.push(LobbyCommand::AskServices.into());
            }
        });
    }
}

const fn dial() -> LobbyCommand {
    LobbyCommand::Ask(Spot::Code, Wish::Dial)
}

const fn about(seat: Option<Seat>) -> &'static str {
    match seat {
        None => {
            "Send it to everybody whom you want at the table. It carries your addresses, the key your program is known by, and a secret that lets its bearers ask for a seat."
        }
        Some(_) => "Send it to one player: whoever has it sits on that seat without asking.",
    }
}

/// The choice between the code of the table and those of seats.
fn which(lobby: &Lobby, ui: &mut Ui, out: &mut Vec<Command>) {
    if lobby.seen.seat_codes.is_empty() {
        return;
    }
    let seats = lobby.seen.seat_codes.keys();
    let seats: Vec<(Seat, String)> = seats
        .map(|seat| (*seat, format!("Code of {}", seat.counted())))
        .collect();
    let of_seats = seats
        .iter()
        .map(|(seat, name)| (Some(*seat), name.as_str()));
    let all: Vec<(Option<Seat>, &str)> = std::iter::once((None, "Code of the table"))
        .chain(of_seats)
        .collect();
    let mut chosen = lobby.code_of;
    choice(ui, &mut chosen, &all);
    if chosen != lobby.code_of {
        out.push(LobbyCommand::CodeOf(chosen).into());
    }
}

/// Whether those who have the code of the table ask first.
fn open_to_all(lobby: &Lobby, ui: &mut Ui, out: &mut Vec<Command>) {
    let mut is_open = lobby.seen.is_open_to_all;
    let tick = ui.checkbox(&mut is_open, "Whoever has the code sits down");
    let about = "Otherwise you are asked about each, and let them in or turn them away";
    if tick.on_hover_text(about).changed() {
        out.push(LobbyCommand::Ask(Spot::Code, Wish::OpenToAll(is_open)).into());
    }
}

/// The field for the answer code of a guest who cannot connect.
fn enter_answer(lobby: &Lobby, ui: &mut Ui, out: &mut Vec<Command>) {
    card(ui, |ui| {
        section_about(
            ui,
            "A guest cannot connect?",
            "Their program then shows an answer code. Have it sent to you and enter it here: your program looks for theirs at once.",
        );
        ui.horizontal_wrapped(|ui| {
            let mut answer = lobby.answer.clone();
            let field = TextEdit::singleline(&mut answer)
                .font(TextStyle::Monospace)
                .hint_text("Your guest's answer code: warlord1\u{2026}")
                .desired_width((ui.available_width() - 160.0).clamp(140.0, 420.0));
            ui.add(field).accessible_name("Your guest's answer code");
            if answer != lobby.answer {
                out.push(LobbyCommand::AnswerLine(answer).into());
            }
            let is_ready = !lobby.answer.trim().is_empty();
            let enter = Button::new("Enter the answer");
            if ui.add_enabled(is_ready, enter).clicked() {
                out.push(LobbyCommand::EnterAnswer.into());
            }
        });
    });
}

/// The addresses at which the host was looked for.
fn tried(lobby: &Lobby, ui: &mut Ui) {
    if lobby.seats().is_none() {
        invited::tried(&lobby.seen.meeting.tried, ui);
    }
}
