//! The cards of a table with players who are gone: waiting for them, or going on without them in a new match.

use eframe::egui::{Color32, RichText, Ui};
use kit::views::theme::{palette, size};
use kit::views::widgets::{note, primary};
use net::MayLeave;

use super::answers::Card;
use crate::model::table::Table;
use crate::model::{LibraryCommand, MatchCommand};

/// A card for each player without whom the others may go on, and what becomes of this match once they do.
pub(crate) fn cards<'a>(table: &'a Table, ui: &Ui) -> Vec<Card<'a>> {
    let palette = palette(ui);
    let leaving = &table.seen.leaving;
    if leaving.is_left_out {
        let title = "The others have gone on without you.";
        return vec![Card::new(title, palette.warn, |ui, _, _| {
            ui.label("Their new match is not yours. This one stays in your list as it stood.");
        })];
    }
    if leaving.is_going_on {
        let title = "You go on in a new match.";
        return vec![Card::new(title, palette.accent, |ui, _, _| {
            ui.label("It begins once everybody who goes on has signed it.");
            if let Some(agreement) = &table.seen.next.agreement {
                ui.label(RichText::new(table.seen.agreement_words(agreement)).size(size::SMALL));
            }
        })];
    }
    let cards = leaving.may.iter();
    cards.map(|may| leaver(table, may, palette.warn)).collect()
}

/// The question whether to go on without a player.
fn leaver<'a>(table: &'a Table, may: &'a MayLeave, color: Color32) -> Card<'a> {
    let seen = &table.seen;
    let (seat, name) = (may.leaver.seat, seen.name_of(may.leaver.seat));
    let title = seen.left_words(&may.leaver);
    Card::new(title, color, move |ui, answers, out| {
        for words in seen.leave_words(may) {
            ui.label(words);
        }
        let (agreed, missing) = (&may.leaver.agreed, &may.leaver.missing);
        let agreed = RichText::new(seen.agreed_words(agreed, missing)).size(size::SMALL);
        ui.label(agreed);
        note(ui, "Nothing is lost by waiting.");
        let (text, agrees) = match may.is_agreed {
            true => (format!("Wait for {name} after all"), false),
            false => (format!("Go on without {name}"), true),
        };
        let answer = answers.two(ui, "Save and close", |ui| match agrees {
            true => primary(ui, &text, true),
            false => ui.button(&text),
        });
        match answer {
            Some(true) => out.push(MatchCommand::GoOnWithout(seat, agrees).into()),
            Some(false) => out.push(LibraryCommand::Leave.into()),
            None => {}
        }
    })
}
