//! Those who ask for a seat: with a code of the table, or from the same network.

use egui::Ui;
use kit::views::theme::palette;
use kit::views::widgets::{note, primary, sentence};
use net::lobby::LobbyCommand as Wish;
use protocol::PublicKey;
use protocol::frame::Decider;
use protocol::lobby::Asker;

use super::super::answers::{Answers, Card};
use super::super::people;
use crate::model::lobby::{Lobby, Spot};
use crate::model::{Command, LobbyCommand};

/// The cards of those who ask; they lie over the page, where they move no row.
pub(super) fn cards<'a>(lobby: &'a Lobby, ui: &Ui) -> Vec<Card<'a>> {
    let accent = palette(ui).accent;
    let mut cards = Vec::new();
    for asker in &lobby.seen.askers {
        let title = title(asker);
        cards.push(Card::new(title, accent, move |ui, answers, out| {
            note(ui, "By the code of the table.");
            for (name, key, ..) in &asker.players {
                note(ui, format!("{name} has the key {key}."));
                if let Some(known) = lobby.seen.standing.get(key) {
                    people::introduce(known, ui);
                }
            }
            answer(lobby, asker.key, answers, ui, out);
        }));
    }
    for asker in &lobby.seen.meeting.askers {
        let title = format!("{} asks to play with you", asker.name);
        cards.push(Card::new(title, accent, move |ui, answers, out| {
            let ip = asker.source.ip();
            note(
                ui,
                format!(
                    "From {ip}, a machine of your network, with the key {}.",
                    asker.key
                ),
            );
            if asker.declined > 0 {
                ui.label("You declined an earlier request of this player.");
            }
            people::introduce(&asker.acquaintance, ui);
            answer(lobby, asker.key, answers, ui, out);
        }));
    }
    cards
}

/// Who asks, and for which seat.
fn title(asker: &Asker) -> String {
    let wishes = asker.players.iter().map(|(name, _, decider, seat)| {
        let who = match decider {
            Decider::Person => name.clone(),
            Decider::Computer(level) => format!("{name}, a computer ({level}),"),
        };
        match seat {
            Some(seat) => format!("{who} asks to sit on {}", seat.counted()),
            None => format!("{who} asks to sit down"),
        }
    });
    wishes.collect::<Vec<_>>().join("; ")
}

fn answer(lobby: &Lobby, key: PublicKey, answers: Answers, ui: &mut Ui, out: &mut Vec<Command>) {
    if let Some(why) = lobby.told_at(Spot::Asker(key)) {
        let words = format!("{} {}", sentence(&why.what), sentence(&why.advice));
        ui.colored_label(palette(ui).bad, words);
    }
    let ask = |wish| LobbyCommand::Ask(Spot::Asker(key), wish).into();
    match answers.two(ui, "Turn away", |ui| primary(ui, "Let in", true)) {
        Some(true) => out.push(ask(Wish::LetIn(key))),
        Some(false) => out.push(ask(Wish::TurnAway(key))),
        None => {}
    }
}
