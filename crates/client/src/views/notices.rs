//! Cards over the board with what asks for this player's answer or warns: in one corner, so that nothing beside or below
//! the board ever moves for them.

use std::time::Duration;

use egui::{
    Align, Area, Button, Color32, Id, Layout, Margin, Order, Rect, RichText, ScrollArea, Ui, pos2,
};
use home::Invitation;
use kit::views::theme::{palette, size};
use kit::views::widgets::{awaited, floating, note, primary, sentence};
use net::LineState;

use super::answers::{Answers, Card};
use super::{View, clocks, leaving, offers};
use crate::model::table::Table;
use crate::model::{Command, LibraryCommand, MatchCommand, Model, Page, ShellCommand};

/// The width of the cards.
const WIDTH: f32 = 330.0;
/// For this long after a card came, a click of the pointer does nothing on it: it was meant for the board.
const DEAD: f64 = 1.0;

/// The cards, as they were in the last frame.
#[derive(Default)]
pub(crate) struct Notices {
    /// The titles of the cards, and the time since when they are there.
    known: Vec<String>,
    since: f64,
    /// Put aside by the user: only their titles are shown.
    aside: Vec<String>,
}

#[cfg(test)]
impl Notices {
    /// Makes the cards as new as they can be.
    pub(crate) fn make_new(&mut self) {
        self.known.clear();
    }
}

/// Shows the cards in the upper right corner of the board's room.
pub(crate) fn show(
    model: &Model,
    table: &Table,
    view: &mut View,
    room: Rect,
    ui: &Ui,
    out: &mut Vec<Command>,
) {
    lay(cards(model, table, ui), view, room, ui, out);
}

/// Shows cards in the upper right corner of a room.
pub(crate) fn lay(
    cards: Vec<Card<'_>>,
    view: &mut View,
    room: Rect,
    ui: &Ui,
    out: &mut Vec<Command>,
) {
    let titles: Vec<String> = cards.iter().map(|card| card.title.clone()).collect();
    let notices = &mut view.notices;
    let now = ui.input(|input| input.time);
    if notices.known != titles {
        notices.aside.retain(|title| titles.contains(title));
        notices.known = titles;
        notices.since = now;
    }
    if cards.is_empty() {
        return;
    }
    let answers = Answers::new(now - notices.since >= DEAD);
    let width = WIDTH.min(room.width() - 20.0);
    let most = (room.height() - 20.0).max(60.0);
    Area::new(Id::unique("notices"))
        .order(Order::Middle)
        .fixed_pos(pos2(room.right() - width - 10.0, room.top() + 10.0))
        .constrain(false)
        .show(ui.ctx(), |ui| {
            ui.set_width(width);
            // an area is as high as it was in the last frame: cards that grow would scroll in the height of the first
            ui.set_max_height(most);
            ScrollArea::vertical()
                .id_salt("notices")
                .max_height(most)
                .show(ui, |ui| {
                    ui.spacing_mut().item_spacing.y = 6.0;
                    for card in cards {
                        one(card, answers, notices, width, ui, out);
                    }
                });
        });
}

fn one(
    card: Card<'_>,
    answers: Answers,
    notices: &mut Notices,
    width: f32,
    ui: &mut Ui,
    out: &mut Vec<Command>,
) {
    let is_aside = notices.aside.contains(&card.title);
    let frame = floating(ui, card.color, Margin::symmetric(12, 8));
    frame.show(ui, |ui| {
        ui.set_width(width - 28.0);
        ui.spacing_mut().item_spacing.y = 5.0;
        ui.horizontal_top(|ui| {
            ui.with_layout(Layout::right_to_left(Align::Min), |ui| {
                let (text, name) = match is_aside {
                    true => ("+", "Show this again"),
                    false => ("\u{2212}", "Put this aside"),
                };
                let fold = ui.add(Button::new(text).small());
                if answers.are(&fold.on_hover_text(name).accessible_name(name)) {
                    match is_aside {
                        true => notices.aside.retain(|title| *title != card.title),
                        false => notices.aside.push(card.title.clone()),
                    }
                }
                ui.with_layout(Layout::top_down(Align::Min), |ui| {
                    let title = RichText::new(&card.title).size(size::BODY).strong();
                    let title = egui::Label::new(title);
                    let title = match is_aside {
                        true => ui.add(title.truncate()),
                        false => ui.add(title.wrap()),
                    };
                    // said as soon as it comes
                    ui.ctx().accesskit_node_builder(title.id, |node| {
                        node.set_live(egui::accesskit::Live::Polite);
                    });
                });
            });
        });
        if !is_aside && (card.show)(ui, answers, out) {
            notices.aside.push(card.title);
        }
    });
}

/// All cards of a table, the gravest first.
fn cards<'a>(model: &'a Model, table: &'a Table, ui: &Ui) -> Vec<Card<'a>> {
    let mut cards = Vec::new();
    if table.replay || model.page == Page::TryOut {
        return cards;
    }
    let palette = palette(ui);
    if let Some(what) = &table.seen.messages.error {
        let title = sentence(&what.what);
        cards.push(Card::new(title, palette.bad, move |ui, _, _| {
            if !what.advice.is_empty() {
                ui.label(sentence(&what.advice));
            }
        }));
    } else if let Some(words) = table.line_words() {
        if matches!(table.seen.line, LineState::Lost { .. }) {
            // the words count minutes, and nothing else wakes the window while the line is down
            ui.ctx().request_repaint_after(Duration::from_secs(60));
        }
        cards.push(Card::new(
            title_of(table),
            palette.warn,
            move |ui, answers, out| {
                way_back(model, table, ui, out);
                ui.label(words);
                ui.horizontal(|ui| {
                    awaited(ui);
                    if table.is_peer_gone() && answers.are(&ui.button("Dial now")) {
                        out.push(MatchCommand::Dial.into());
                    }
                });
            },
        ));
    }
    if table.secrets.curtain.is_some() {
        return cards;
    }
    if let Some(position) = table.position()
        && let Some(standing) = families::views::standing(table, position)
    {
        let color = match standing.is_grave {
            true => palette.warn,
            false => palette.line,
        };
        let title = match standing.is_grave {
            true => "A claim stands",
            false => "A draw comes near",
        };
        cards.push(Card::new(title, color, move |ui, _, _| {
            ui.label(standing.words);
        }));
    }
    cards.extend(leaving::cards(table, ui));
    cards.extend(clocks::cards(table, ui));
    cards.extend(offers::cards(model, table, ui));
    cards.extend(rematch(model, table, palette.accent));
    cards
}

fn title_of(table: &Table) -> &'static str {
    match table.seen.line {
        _ if table.seen.has_table() => "Not everybody is connected",
        LineState::Slow => "The connection is slow",
        _ => "No connection",
    }
}

/// The rematch that either side offers.
fn rematch<'a>(model: &'a Model, table: &'a Table, color: Color32) -> Option<Card<'a>> {
    let code = table.rematch.as_deref();
    let host = code
        .and_then(|code| code.parse::<Invitation>().ok())
        .map(|code| code.host);
    let mut seats = table.seen.contract.seats.iter();
    let peer = seats.find(|seat| !seat.mine && host.is_none_or(|host| seat.key == host));
    let name = peer.map_or("The other player", |seat| seat.name.as_str());
    if model.rematch.invited.is_some() {
        let title = "You offer a rematch, sides changed.";
        return Some(Card::new(title, color, move |ui, _, _| {
            note(ui, format!("It begins when {name} takes it."));
        }));
    }
    table.rematch.as_ref()?;
    let (title, take) = match table.seen.has_table() {
        true => (
            format!("{name} invites everybody to a rematch, sides changed."),
            "Sit down again",
        ),
        false => (
            format!("{name} offers a rematch, sides changed."),
            "Play the rematch",
        ),
    };
    Some(Card::new(title, color, move |ui, answers, out| {
        let is_free = !model.opening.is_under_way;
        match answers.two(ui, "Decline", |ui| primary(ui, take, is_free)) {
            Some(true) => out.push(LibraryCommand::TakeRematch.into()),
            Some(false) => out.push(MatchCommand::DeclineRematch.into()),
            None => {}
        }
    }))
}

/// The code for the way back, for a machine whose address has changed.
fn way_back(model: &Model, table: &Table, ui: &mut Ui, out: &mut Vec<Command>) {
    let Some(code) = &table.seen.meeting.way_back else {
        return;
    };
    // with the line up the code leads nowhere new
    if !table.is_peer_gone() {
        return;
    }
    ui.horizontal_wrapped(|ui| {
        ui.label(match table.seen.next.asks {
            _ if table.seen.has_table() => "Send anybody at the table the code of this match; they open it under Join, like an invitation.",
            true => "Send the other player the code of this match; they open it under Join, like an invitation.",
            false => "Where an address has changed, send the other player the code of this match; they open it like an invitation.",
        });
        let order = table.seen.order_of_codes();
        if !order.is_empty() {
            ui.label(order);
        }
        if ui.button("Copy the code").clicked() {
            out.push(ShellCommand::Copy("The code is", code.code()).into());
        }
        if let Some(notice) = &model.over.notice {
            ui.weak(&notice.what);
        }
    });
}
