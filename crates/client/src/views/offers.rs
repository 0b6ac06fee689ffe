//! Giving up, offering a draw, taking back: a quiet row at the end of the panel, with what became of this player's last
//! question. The other player's questions stand over the board, where none of these buttons is.

use egui::{Align, Button, Color32, Label, Layout, RichText, Ui, vec2};
use kit::views::theme::{palette, size};
use kit::views::widgets::note;
use protocol::{Seat, Stage};

use super::answers::Card;
use crate::model::table::Table;
use crate::model::{Command, MatchCommand, Model, Page};

/// The height of the row with the line above it.
pub(crate) const HEIGHT: f32 = SAID + BUTTONS + 2.0;
const SAID: f32 = 18.0;
const BUTTONS: f32 = 26.0;

/// True for a match that is being played and not only tried out or looked at.
pub(crate) fn is_played(model: &Model, table: &Table) -> bool {
    let goes_on = table.seen.stage == Stage::Playing && table.seen.played.outcome.is_none();
    goes_on && !table.replay && !table.has_moved_on() && model.page != Page::TryOut
}

/// The last question of this player, or the answer to it; and the ways to ask for something or to end the game.
pub(crate) fn row(model: &Model, table: &Table, ui: &mut Ui, out: &mut Vec<Command>) {
    // with two seats of the computer, or none here, nobody could give up or offer anything
    if !is_played(model, table) || table.speaker().is_none() && table.asks_back().is_none() {
        return;
    }
    ui.spacing_mut().item_spacing.y = 2.0;
    let width = ui.available_width();
    ui.allocate_ui(vec2(width, SAID), |ui| {
        ui.set_min_size(vec2(width, SAID));
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            ui.spacing_mut().button_padding.y = 0.0;
            // while the positions differ it stands beside the reason
            if table.may_continue() && !table.seen.played.differs {
                let button =
                    ui.add(Button::new(RichText::new("New match").size(size::SMALL)).small());
                let button = button.on_hover_text(CONTINUE);
                if button.accessible_name(CONTINUE).clicked() {
                    out.push(MatchCommand::Continue.into());
                }
            }
            ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                if let Some(words) = said(table) {
                    let text = RichText::new(&words).size(size::SMALL);
                    ui.add(Label::new(text).truncate()).on_hover_text(&words);
                }
            });
        });
    });
    // one offer at a time, and none on a match that is halted or whose copy may be an older one
    let may_offer = table.seen.proposals.draw_offer.is_none()
        && !table.seen.played.differs
        && table.seen.strangeness.is_none()
        && table.speaker().is_some();
    let may_ask = table.asks_back().is_some() && !table.seen.played.differs;
    let bad = palette(ui).bad;
    let ink = ui.visuals().text_color();
    ui.with_layout(Layout::left_to_right(Align::Min), |ui| {
        ui.spacing_mut().item_spacing.x = 6.0;
        ui.spacing_mut().button_padding.x = 4.0;
        let width = (width - 12.0) / 3.0;
        for (text, name, is_on, color, gives) in [
            (
                "Draw",
                "Offer a draw\u{2026}",
                may_offer,
                ink,
                MatchCommand::OfferDraw,
            ),
            (
                "Takeback",
                "Request takeback\u{2026}",
                may_ask,
                ink,
                MatchCommand::AskTakeback,
            ),
            (
                "Resign",
                "Resign\u{2026}",
                table.may_resign(),
                bad,
                MatchCommand::Resign,
            ),
        ] {
            let text = RichText::new(text).size(size::SMALL).color(color);
            let button = Button::new(text).min_size(vec2(width, BUTTONS));
            let button = ui.add_enabled(is_on, button).on_hover_text(name);
            if button.accessible_name(name).clicked() {
                out.push(gives.into());
            }
        }
    });
}

/// The player's open offer or question, or the other player's refusal of the last one, in a sentence.
pub(crate) fn said(table: &Table) -> Option<String> {
    let seen = &table.seen;
    let is_mine = |seat| seen.seat(seat).is_some_and(|seat| seat.mine);
    // of two people at one screen, both seats are here, and one answers the other
    let is_alone = seen.contract.seats.iter().all(|seat| seat.mine);
    let offered = seen.proposals.draw_offer.filter(|by| is_mine(*by));
    if offered.is_some() && !is_alone {
        return Some("You have offered a draw.".to_owned());
    }
    if seen.proposals.takeback_asked.is_some() && table.asked_back().is_empty() {
        return Some("You have requested a takeback of your last turn.".to_owned());
    }
    // at a table a card says who has agreed to the question
    if seen.next.asks && !seen.has_table() {
        let name = table.others();
        let until = until_agreed(table);
        return Some(format!(
            "You have asked {name} to continue in a new match. Until {name} agrees, {until}."
        ));
    }
    table.answered.clone()
}

/// The match as it stands until a new one begins, in words.
fn until_agreed(table: &Table) -> &'static str {
    match table.seen.played.outcome {
        Some(_) => "this one and its result stay as they are",
        None => "the match continues as it is",
    }
}

/// The way to continue in a new match.
const CONTINUE: &str = "Continue in a new match\u{2026}";

/// The cards with the other player's questions, and with what stops the match.
pub(crate) fn cards<'a>(model: &Model, table: &'a Table, ui: &Ui) -> Vec<Card<'a>> {
    let mut cards = Vec::new();
    let (warn, accent) = (palette(ui).warn, palette(ui).accent);
    let somebody = table.speaker().is_some() || table.asks_back().is_some();
    if is_played(model, table) && somebody {
        if table.seen.played.differs {
            let title = match table.seen.has_table() {
                true => "The programs work out different positions, so nothing more is played.",
                false => {
                    "The two programs work out different positions, so nothing more is played."
                }
            };
            cards.push(Card::new(title, warn, move |ui, answers, out| {
                ui.label(match table.seen.has_table() {
                    true => "Once everybody agrees, the match continues in a new one, from the last position that all programs confirmed.",
                    false => "Once both players agree, the match continues in a new one, from the last position that both programs confirmed.",
                });
                if table.may_continue() && answers.are(&ui.button(CONTINUE)) {
                    out.push(MatchCommand::Continue.into());
                }
            }));
        }
        if let Some(strangeness) = table.seen.strangeness {
            cards.push(Card::new(strangeness.to_string(), warn, move |ui, _, _| {
                ui.label(strangeness.advice());
            }));
        }
        cards.extend(draw_offer(table, accent));
        cards.extend(takeback_asked(table, accent));
    }
    cards.extend(continue_asked(table, accent));
    cards.extend(continue_agreed(table, accent));
    cards
}

/// The other side's offer of a draw.
fn draw_offer(table: &Table, color: Color32) -> Option<Card<'_>> {
    let by = table.seen.proposals.draw_offer?;
    let asked = table.opponents_here(by);
    if asked.is_empty() {
        return None;
    }
    // of two players the one who is asked takes the offer in place of a decision; of more, each offers a draw too, and
    // whoever decides next takes them all
    let mut deciding = table.seen.deciding.to_decide.iter();
    let has_table = table.seen.contract.seats.len() > 2;
    let may_agree = has_table || deciding.any(|(seat, _)| asked.contains(seat));
    let title = format!("{} offers a draw.", name(table, by));
    Some(Card::new(title, color, move |ui, answers, out| {
        let agree = Button::new("Agree to a draw\u{2026}");
        match answers.two(ui, "Decline", |ui| ui.add_enabled(may_agree, agree)) {
            Some(true) => out.push(MatchCommand::AgreeToDraw.into()),
            Some(false) => out.push(MatchCommand::AnswerDraw(false).into()),
            None => {}
        }
        if !may_agree {
            ui.label("You can agree when it is your turn, in place of the turn.");
        }
    }))
}

/// The other side's question for a turn back.
fn takeback_asked(table: &Table, color: Color32) -> Option<Card<'_>> {
    let asked = table.seen.proposals.takeback_asked?;
    if table.replay || table.seen.played.differs {
        return None;
    }
    if table.asked_back().is_empty() {
        return None;
    }
    let name = name(table, asked.seat);
    let turn = table.seen.turn_named(asked.turn);
    let title = format!("{name} asks to take back {turn}, and what came after it.");
    Some(Card::new(
        title,
        color,
        move |ui, answers, out| match answers.two(ui, "Decline", |ui| ui.button("Grant it\u{2026}"))
        {
            Some(true) => out.push(MatchCommand::GrantTakeback.into()),
            Some(false) => out.push(MatchCommand::AnswerTakeback(false).into()),
            None => {}
        },
    ))
}

/// The other player's question to continue in a new match.
fn continue_asked(table: &Table, color: Color32) -> Option<Card<'_>> {
    let terms = table.seen.next.asked.as_ref()?;
    let title = format!("{} asks to continue in a new match.", table.who_continues());
    Some(Card::new(title, color, move |ui, answers, out| {
        if let Some(words) = table.agreed_to_continue(terms) {
            ui.label(RichText::new(words).size(size::SMALL));
        }
        match answers.two(ui, "Decline", |ui| ui.button("What changes\u{2026}")) {
            Some(true) => out.push(MatchCommand::ConsiderContinue.into()),
            Some(false) => out.push(MatchCommand::AnswerContinue(false).into()),
            None => {}
        }
    }))
}

/// The new match that this player of a table has agreed to: who else has, and who is missing.
fn continue_agreed(table: &Table, color: Color32) -> Option<Card<'_>> {
    let seen = &table.seen;
    let is_asked = seen.next.asks && !seen.leaving.is_going_on;
    let agreement = seen.next.agreement.as_ref().filter(|_| is_asked)?;
    let title = "You want to continue in a new match.";
    Some(Card::new(title, color, move |ui, _, _| {
        ui.label(seen.agreement_words(agreement));
        note(
            ui,
            format!("Until everybody agrees, {}.", until_agreed(table)),
        );
    }))
}

fn name(table: &Table, seat: Seat) -> &str {
    let seat = table.seen.seat(seat);
    seat.map_or("Another player", |seat| seat.called.as_str())
}
