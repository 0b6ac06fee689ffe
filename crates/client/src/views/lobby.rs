//! A table before its match begins: who sits where, what is played, the codes, the talk, and the way to begin.

mod askers;
mod codes;
mod game;
mod seats;

use egui::accesskit::Live;
use egui::{Label, Margin, Panel, RichText, ScrollArea, Ui};
use kit::model::words::names;
use kit::views::theme::{palette, size};
use kit::views::widgets::{
    awaited, banner, card, edge, keep_focus_in_sight, note, page, primary, section, sentence,
    trouble,
};
use net::LineState;
use net::lobby::LobbyCommand as Wish;
use reach::Trouble;

use super::{View, chat, forms, leaving, notices};
use crate::model::lobby::{Lobby, Spot, is_asked, no_longer_ready};
use crate::model::{Command, LobbyCommand, Model, Page, ShellCommand};

/// The least and the most width of the seats, in points.
const WIDTHS: [f32; 2] = [480.0, 760.0];
/// The height of the talk.
const TALK: f32 = 170.0;

pub(crate) fn show(model: &Model, view: &mut View, ui: &mut Ui, out: &mut Vec<Command>) {
    let Some(lobby) = &model.lobby else {
        page(ui, 600.0, |ui| {
            ui.label("You sit at no table.");
            if ui.button("To the start").clicked() {
                out.push(ShellCommand::Go(Page::Start).into());
            }
        });
        return;
    };
    let room = ui.available_rect_before_wrap();
    bar(lobby, ui, out);
    let is_narrow = ui.available_width() < forms::NARROW;
    forms::column(ui, "table", WIDTHS, |ui| {
        ui.spacing_mut().item_spacing.y = 6.0;
        ended(lobby, ui, out);
        seats::show(model, lobby, ui, out);
        codes::show(model, lobby, view, ui, out);
        if is_narrow {
            game::show(lobby, view, ui, out);
        }
        talk(lobby, ui, out);
        ahead(lobby, ui, out);
        for line in &lobby.seen.notes {
            note(ui, line);
        }
        ui.add_space(6.0);
        let about = "The table stays open; the start page leads back to it";
        let aside = ui.button("Do something else meanwhile");
        if aside.on_hover_text(about).clicked() {
            out.push(ShellCommand::Go(Page::Start).into());
        }
    });
    if !is_narrow {
        forms::beside(ui, |ui| {
            ScrollArea::vertical()
                .id_salt("game")
                .auto_shrink([false, false])
                .show(ui, |ui| {
                    ui.set_width(ui.available_width() - 10.0);
                    game::show(lobby, view, ui, out);
                    keep_focus_in_sight(ui);
                });
        });
    }
    notices::lay(askers::cards(lobby, ui), view, room, ui, out);
}

/// Why there is no table any more, or not yet.
fn ended(lobby: &Lobby, ui: &mut Ui, out: &mut Vec<Command>) {
    if let Some(what) = &lobby.seen.error {
        trouble(ui, what);
        if ui.button("To the start").clicked() {
            out.push(LobbyCommand::LeaveNow.into());
        }
    }
}

/// The notice that the user must read before saying *Ready* again. It stands in the strip at the bottom, where it moves
/// no row of the page.
fn news(lobby: &Lobby, ui: &mut Ui, out: &mut Vec<Command>) {
    let palette = palette(ui);
    if let Some(words) = line_words(lobby).filter(|_| lobby.seen.error.is_none()) {
        ui.horizontal_wrapped(|ui| {
            awaited(ui);
            ui.label(words);
            if ui.button("Dial now").clicked() {
                out.push(LobbyCommand::Ask(Spot::Code, Wish::Dial).into());
            }
        });
    }
    let failed = lobby.failed.as_ref();
    let failed = failed.map(|what| format!("{} {}", sentence(&what.what), sentence(&what.advice)));
    let taken_back = &lobby.taken_back;
    let taken_back = (!taken_back.is_empty()).then(|| no_longer_ready(taken_back));
    for words in failed.into_iter().chain(taken_back) {
        let text = RichText::new(words).color(palette.warn);
        let told = ui.add(Label::new(text).wrap());
        ui.ctx()
            .accesskit_node_builder(told.id, |node| node.set_live(Live::Assertive));
    }
}

/// Why a request is not fulfilled, or not yet, where it was made.
fn answer(what: &Trouble, ui: &mut Ui) {
    let words = format!("{} {}", sentence(&what.what), sentence(&what.advice));
    match is_asked(what) {
        true => banner(ui, palette(ui).accent, |ui| {
            ui.label(words);
        }),
        false => trouble(ui, what),
    }
}

/// The trouble with the connection to the host, in words; none for a host.
fn line_words(lobby: &Lobby) -> Option<&'static str> {
    if lobby.seen.is_host {
        return None;
    }
    match lobby.seen.line {
        LineState::Waiting if lobby.seen.meeting.answer.is_some() => {
            Some("Waiting for the host to enter the answer.")
        }
        LineState::Waiting => Some("Looking for the host\u{2026}"),
        LineState::Lost { .. } => Some(
            "The connection to the host is lost. It is looked for again by itself; your seat is kept.",
        ),
        LineState::Slow => Some("The host's program has not answered for some seconds."),
        LineState::Up | LineState::Local | LineState::Mail | LineState::Closed => None,
    }
}

/// The strip at the bottom: whether all are ready, and the way to begin.
fn bar(lobby: &Lobby, ui: &mut Ui, out: &mut Vec<Command>) {
    let strip = edge(ui, Margin::symmetric(28, 10));
    Panel::bottom("begin").frame(strip).show(ui, |ui| {
        news(lobby, ui, out);
        let words = standing(lobby);
        let told = lobby.told_at(Spot::Begin);
        ui.horizontal(|ui| {
            ready(lobby, ui, out);
            if lobby.seen.is_host {
                let begin = primary(ui, "Begin", lobby.is_whole() && !lobby.seen.is_beginning);
                let about = "The match begins once the programs of all have signed";
                if begin.on_hover_text(about).clicked() {
                    out.push(LobbyCommand::Ask(Spot::Begin, Wish::Begin).into());
                }
            }
            if lobby.seen.is_beginning {
                awaited(ui);
            }
            let said = ui.add(Label::new(&words).truncate());
            ui.ctx()
                .accesskit_node_builder(said.id, |node| node.set_live(Live::Polite));
            said.on_hover_text(&words);
        });
        if let Some(what) = told {
            let words = format!("{} {}", sentence(&what.what), sentence(&what.advice));
            let color = match is_asked(what) {
                true => ui.visuals().text_color(),
                false => palette(ui).bad,
            };
            let text = RichText::new(words).size(size::SMALL).color(color);
            let told = ui.add(Label::new(text).wrap());
            ui.ctx()
                .accesskit_node_builder(told.id, |node| node.set_live(Live::Assertive));
        }
    });
}

fn ready(lobby: &Lobby, ui: &mut Ui, out: &mut Vec<Command>) {
    let is_seated = lobby.seen.own.iter().any(|own| own.seat.is_some());
    let may = is_seated && !lobby.seen.is_beginning;
    let ask = |is_ready| LobbyCommand::Ask(Spot::Begin, Wish::Ready(is_ready));
    if lobby.seen.is_ready {
        let no = egui::Button::new("Not ready");
        let about = "You are ready. Take it back, to look again";
        if ui.add_enabled(may, no).on_hover_text(about).clicked() {
            out.push(ask(false).into());
        }
        return;
    }
    let about = "You have looked at the table, and agree to play what it shows";
    let is_whole = lobby.not_whole().is_none();
    if primary(ui, "Ready", may && is_whole)
        .on_hover_text(about)
        .clicked()
    {
        out.push(ask(true).into());
    }
}

/// The seats or steps that keep the match from beginning, in words.
fn standing(lobby: &Lobby) -> String {
    if lobby.seen.error.is_some() {
        return String::new();
    }
    if lobby.seen.is_beginning {
        return "The match is about to begin.".to_owned();
    }
    if let Some(why) = lobby.not_whole() {
        return format!("{} {}", sentence(&why.what), sentence(&why.advice));
    }
    let awaited = lobby.awaited();
    if !awaited.is_empty() {
        return format!("Waiting for {}.", names(&awaited, awaited.len()));
    }
    match lobby.seen.is_host {
        true => "Everybody is ready.".to_owned(),
        false => "Everybody is ready; the host begins.".to_owned(),
    }
}

/// The user's answer, given ahead, about players who leave the match that begins here.
fn ahead(lobby: &Lobby, ui: &mut Ui, out: &mut Vec<Command>) {
    if lobby.seats().is_none() || lobby.seen.error.is_some() {
        return;
    }
    card(ui, |ui| {
        if let Some(answer) = leaving::ahead(lobby.seen.goes_on, ui) {
            out.push(LobbyCommand::Ask(Spot::Begin, Wish::GoOnAhead(answer)).into());
        }
    });
}

/// The talk at the table.
fn talk(lobby: &Lobby, ui: &mut Ui, out: &mut Vec<Command>) {
    card(ui, |ui| {
        section(ui, "Chat");
        let typed = {
            let said = lobby.seen.chat.iter();
            let said = said.map(|(name, text)| (name.as_str(), text.as_str(), false));
            chat::lines(said, &lobby.chat, None, TALK, ui)
        };
        if let Some(line) = typed.line {
            out.push(LobbyCommand::ChatLine(line).into());
        }
        if typed.is_said {
            out.push(LobbyCommand::Say.into());
        }
    });
}
