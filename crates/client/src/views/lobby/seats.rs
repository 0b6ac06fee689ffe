//! The seats of a table, a row each: its side, who sits there and how that player stands with the user, and what can be
//! done about it.

use cleaner::text::listed;
use computer::Level;
use egui::{Align, Button, ComboBox, Label, Layout, RichText, ScrollArea, TextEdit, Ui};
use kit::model::kept::LONGEST_NAME;
use kit::views::theme::{palette, size};
use kit::views::widgets::{card, note, primary, section_about, side_chip, with_right};
use net::lobby::LobbyCommand as Wish;
use protocol::Seat;
use protocol::frame::{Access, Decider, Place, Sitter};
use protocol::lobby::{Change, Table};
use rules::Side;

use super::super::{agreement, people};
use crate::model::lobby::{Lobby, Naming, Spot, is_free, level_of};
use crate::model::{Command, LobbyCommand, Model};

pub(super) fn show(model: &Model, lobby: &Lobby, ui: &mut Ui, out: &mut Vec<Command>) {
    let Some(table) = lobby.seats() else {
        return;
    };
    card(ui, |ui| {
        heading(lobby, table, ui, out);
        for (seat, place) in table.places() {
            if seat.index() > 0 {
                ui.separator();
            }
            ui.push_id(seat.index(), |ui| {
                row(model, lobby, table, seat, place, ui, out)
            });
        }
    });
}

/// How many seats are free, and the button for a user who has looked at what has changed. The row is as high without it.
fn heading(lobby: &Lobby, table: &Table, ui: &mut Ui, out: &mut Vec<Command>) {
    let (free, all) = table.free();
    with_right(
        ui,
        |ui| {
            ui.set_min_height(HEADING);
            section_about(
                ui,
                "Seats",
                "Each seat plays a side; players of one side take its turns one after the other.",
            );
            note(ui, format!("{free} of {all} seats free"));
            if lobby.is_changed(|change| matches!(change, Change::Seats)) {
                agreement::mark_changed(ui);
            }
        },
        |ui| {
            let changes: Vec<String> = lobby.seen.changes.iter().map(Change::to_string).collect();
            if changes.is_empty() {
                return;
            }
            let about = format!("Changed since you looked: {}.", changes.join(", "));
            let seen = ui.button("I have seen the changes").on_hover_text(&about);
            ui.ctx()
                .accesskit_node_builder(seen.id, |node| node.set_description(about));
            if seen.clicked() {
                out.push(LobbyCommand::Ask(Spot::Game, Wish::MarkSeen).into());
            }
        },
    );
}

/// The height of the line above the rows.
const HEADING: f32 = 30.0;
/// The least height of a row: nothing moves when somebody sits down.
const ROW: f32 = 40.0;

fn row(
    model: &Model,
    lobby: &Lobby,
    table: &Table,
    seat: Seat,
    place: &Place,
    ui: &mut Ui,
    out: &mut Vec<Command>,
) {
    let mut of_side = Vec::new();
    with_right(
        ui,
        |ui| {
            side(lobby, table, seat, place, ui, &mut of_side);
            ui.vertical(|ui| {
                ui.set_min_height(ROW);
                ui.spacing_mut().item_spacing.y = 1.0;
                who(lobby, table, seat, place, ui);
                about(model, lobby, table, seat, place, ui);
            });
        },
        |ui| {
            menu(lobby, table, seat, place, ui, out);
            sit_here(lobby, seat, place, ui, out);
            if let Some(sitter) = &place.sitter {
                ready(sitter, ui);
            }
        },
    );
    out.append(&mut of_side);
    if let Some(naming) = lobby.naming.as_ref().filter(|naming| naming.seat == seat) {
        name_field(naming, ui, out);
    }
    if let Some(what) = lobby.told_at(Spot::Seat(seat)) {
        super::answer(what, ui);
    }
}

/// The side of a seat, which the host changes.
fn side(
    lobby: &Lobby,
    table: &Table,
    seat: Seat,
    place: &Place,
    ui: &mut Ui,
    out: &mut Vec<Command>,
) {
    let Some(side) = Side::new(place.side) else {
        return;
    };
    let names = table.game().scenario().side_names();
    side_chip(ui, side, 18.0);
    let is_changed = lobby.is_changed(|change| *change == Change::Side(seat));
    // in place of an older match everybody keeps their side
    if !lobby.seen.is_host || table.game().continues() {
        let name = RichText::new(names.of(side));
        let name = match is_changed {
            true => name.color(palette(ui).accent),
            false => name,
        };
        ui.allocate_ui(egui::vec2(56.0, 18.0), |ui| {
            ui.set_min_width(56.0);
            ui.add(Label::new(name).truncate());
        });
        return;
    }
    let mut chosen = side;
    let combo = ComboBox::from_id_salt("side")
        .width(84.0)
        .selected_text(names.of(side));
    let combo = combo.show_ui(ui, |ui| {
        for other in table.game().sides() {
            ui.selectable_value(&mut chosen, other, names.of(other));
        }
    });
    combo
        .response
        .accessible_name(format!("Side of {}", seat.counted()));
    if chosen != side {
        let wish = Wish::SetSide {
            seat,
            side: chosen.code(),
        };
        out.push(LobbyCommand::Ask(Spot::Seat(seat), wish).into());
    }
}

/// Who sits on a seat, or to whom it is given.
fn who(lobby: &Lobby, table: &Table, seat: Seat, place: &Place, ui: &mut Ui) {
    let number = seat.index() + 1;
    let name = match (&place.sitter, place.access) {
        (Some(sitter), _) if lobby.own_at(seat).is_some() => match &sitter.decider {
            Decider::Person => format!("{number}  {} (you)", sitter.name),
            Decider::Computer(_) => format!("{number}  {} (yours)", sitter.name),
        },
        (Some(sitter), _) => format!("{number}  {}", sitter.name),
        (None, Access::Open) => format!("{number}  Free"),
        (None, Access::Code) => format!("{number}  Kept for whoever has its code"),
        (None, Access::Closed) => format!("{number}  Closed"),
        (None, Access::Kept) => {
            let former = table.game().former(seat);
            let former = former.map_or_else(String::new, |it| protocol::plain_text(&it.name));
            format!("{number}  Kept for {former}")
        }
    };
    let is_changed = lobby.is_changed(|change| {
        matches!(change, Change::Sitter(of) | Change::Access(of) | Change::Side(of) if *of == seat)
    });
    ui.horizontal(|ui| {
        let text = RichText::new(&name);
        let text = match place.sitter.is_some() {
            true => text.strong(),
            false => text.weak(),
        };
        if is_changed {
            agreement::mark_changed(ui);
        }
        ui.add(Label::new(text).truncate()).on_hover_text(&name);
    });
}

/// What there is to know about a seat and its player, in small letters.
fn about(model: &Model, lobby: &Lobby, table: &Table, seat: Seat, place: &Place, ui: &mut Ui) {
    let mut words = Vec::new();
    if lobby.has_allies()
        && let Some(team) = table.team_of(seat)
    {
        words.push(format!("team of {}", members(table, team)));
    }
    let Some(sitter) = &place.sitter else {
        if !words.is_empty() {
            note(ui, words.join(" \u{00B7} "));
        }
        return;
    };
    if let Decider::Computer(level) = &sitter.decider {
        let machine = table
            .seat_of(sitter.machine)
            .and_then(|seat| table.sitter(seat));
        let whose = match machine {
            _ if lobby.own_at(seat).is_some() => "on this machine".to_owned(),
            Some(owner) => format!("on the machine of {}", owner.name),
            None => "on another machine".to_owned(),
        };
        words.push(format!("computer, {level}, {whose}"));
    }
    if lobby.own_at(seat).is_none() {
        words.push(
            match sitter.is_here {
                true => "connected",
                false => "not connected",
            }
            .to_owned(),
        );
    }
    if lobby.seen.late.contains(&seat) {
        words.push("the others have waited for two minutes".to_owned());
    }
    let is_person = sitter.decider == Decider::Person && lobby.own_at(seat).is_none();
    let known = lobby.seen.standing.get(&sitter.identity);
    ui.horizontal_wrapped(|ui| {
        ui.style_mut().override_text_style = Some(egui::TextStyle::Small);
        if !words.is_empty() {
            ui.weak(words.join(" \u{00B7} "));
        }
        if let Some(known) = known.filter(|_| is_person) {
            people::standing(known, ui);
            let met = model
                .people
                .all
                .get(known.key)
                .and_then(|person| person.met);
            if let Some([first, _]) = met {
                ui.weak(format!("since {}", home::date(first.into())));
            }
        }
    });
}

/// The sides of a team.
fn members(table: &Table, team: u8) -> String {
    let game = table.game();
    let sides = game.sides();
    let of_team = sides
        .iter()
        .filter(|side| game.team_of(*side) == Some(team));
    let names: Vec<&str> = of_team
        .map(|side| game.scenario().side_names().of(side))
        .collect();
    listed(&names)
}

fn ready(sitter: &Sitter, ui: &mut Ui) {
    let palette = palette(ui);
    let (text, color) = match sitter.is_ready {
        true => ("ready", palette.good),
        false => ("not ready", ui.visuals().weak_text_color()),
    };
    ui.label(RichText::new(text).size(size::SMALL).color(color));
}

/// A guest sits down with one click.
fn sit_here(lobby: &Lobby, seat: Seat, place: &Place, ui: &mut Ui, out: &mut Vec<Command>) {
    if lobby.seen.is_host || !is_free(place) || lobby.seen.is_beginning {
        return;
    }
    let sit = ui
        .button("Sit here")
        .accessible_name(format!("Sit on {}", seat.counted()));
    if sit.clicked() {
        let wish = Wish::Sit {
            player: 0,
            seat: Some(seat),
        };
        out.push(LobbyCommand::Ask(Spot::Seat(seat), wish).into());
    }
}

fn name_field(naming: &Naming, ui: &mut Ui, out: &mut Vec<Command>) {
    ui.horizontal_wrapped(|ui| {
        let mut typed = naming.clone();
        let field = TextEdit::singleline(&mut typed.name)
            .hint_text("Name")
            .char_limit(LONGEST_NAME)
            .desired_width(160.0);
        let field = ui.add(field);
        let label = match naming.player {
            Some(_) => format!("New name of the player on {}", naming.seat.counted()),
            None => format!("Name of the player for {}", naming.seat.counted()),
        };
        field.accessible_name(&label);
        let is_there = !typed.name.trim().is_empty();
        if typed != *naming {
            out.push(LobbyCommand::Naming(Some(typed)).into());
        }
        if primary(ui, "Take this name", is_there).clicked() {
            out.push(LobbyCommand::TakeName.into());
        }
        if ui.button("Leave it").clicked() {
            out.push(LobbyCommand::Naming(None).into());
        }
    });
}

/// The menu of a row.
fn menu(
    lobby: &Lobby,
    table: &Table,
    seat: Seat,
    place: &Place,
    ui: &mut Ui,
    out: &mut Vec<Command>,
) {
    let entries = entries(lobby, table, seat, place);
    ui.add_enabled_ui(!entries.is_empty() && !lobby.seen.is_beginning, |ui| {
        let menu = ui.menu_button("Change\u{2026}", |ui| {
            let most = ui.ctx().content_rect().height() * 0.7;
            ScrollArea::vertical().max_height(most).show(ui, |ui| {
                ui.set_min_width(200.0);
                ui.with_layout(Layout::top_down_justified(Align::Min), |ui| {
                    for (text, command) in entries {
                        if ui.add(Button::new(text)).clicked() {
                            out.push(command.into());
                            ui.close();
                        }
                    }
                });
            });
        });
        menu.response
            .accessible_name(format!("Change {}", seat.counted()));
    });
}

/// What can be done about a seat, with the words for it.
fn entries(lobby: &Lobby, table: &Table, seat: Seat, place: &Place) -> Vec<(String, LobbyCommand)> {
    let ask = |wish| LobbyCommand::Ask(Spot::Seat(seat), wish);
    let own = lobby.own_at(seat);
    let is_main = own == Some(0);
    let mut entries: Vec<(String, LobbyCommand)> = Vec::new();
    let mut add = |text: &str, command| entries.push((text.to_owned(), command));
    if let Some(player) = own {
        let name = place.sitter.as_ref().map(|sitter| sitter.name.clone());
        if matches!(
            place.sitter.as_ref().map(|it| &it.decider),
            Some(Decider::Person)
        ) {
            let naming = Naming {
                seat,
                player: Some(player),
                name: name.unwrap_or_default(),
            };
            add("Another name\u{2026}", LobbyCommand::Naming(Some(naming)));
        }
        if !lobby.seen.is_host {
            add("Get up", ask(Wish::Stand { player }));
        }
    }
    match lobby.seen.is_host {
        true => host_entries(table, seat, place, own.is_some(), is_main, &mut entries),
        false if is_free(place) => bring(seat, None, &mut entries),
        false => {}
    }
    entries
}

/// The host's entries.
fn host_entries(
    table: &Table,
    seat: Seat,
    place: &Place,
    is_own: bool,
    is_main: bool,
    entries: &mut Vec<(String, LobbyCommand)>,
) {
    let ask = |wish| LobbyCommand::Ask(Spot::Seat(seat), wish);
    let is_guest = place.sitter.is_some() && !is_own;
    if !is_main && !is_guest {
        let is_open = place.sitter.is_none() && place.access == Access::Open;
        let has_code = place.sitter.is_none() && place.access == Access::Code;
        if !is_open {
            entries.push(("Open to whom I let in".to_owned(), ask(Wish::Open(seat))));
        }
        if !has_code {
            entries.push((
                "Keep for its own code".to_owned(),
                ask(Wish::GiveCode(seat)),
            ));
        }
        if let (Access::Open | Access::Code, true) = (place.access, table.game().continues()) {
            let text = match table.game().was_gone(seat) {
                true => "Close",
                false => "Keep for its player",
            };
            entries.push((text.to_owned(), ask(Wish::CloseSeat(seat))));
            bring(seat, None, entries);
        } else if !matches!(place.access, Access::Closed | Access::Kept) {
            entries.push(("Close".to_owned(), ask(Wish::CloseSeat(seat))));
            let level = place.sitter.as_ref();
            let level = level.and_then(|sitter| level_of(&sitter.decider));
            bring(seat, level, entries);
        }
    }
    if place.access != Access::Closed && !table.game().continues() {
        for (other, there) in table.places() {
            let is_it = other == seat || there.access == Access::Closed;
            if is_it || place.sitter.is_none() && there.sitter.is_none() {
                continue;
            }
            let with = match &there.sitter {
                Some(sitter) => format!("Swap with {}, {}", sitter.name, other.counted()),
                None => format!("Swap with {}, which is free", other.counted()),
            };
            entries.push((with, ask(Wish::Swap { one: seat, other })));
        }
    }
    if is_guest {
        entries.push(("Turn out".to_owned(), ask(Wish::TurnOut(seat))));
    }
}

/// The entries that bring another player of this machine to a seat; not the computer that sits there.
fn bring(seat: Seat, level: Option<Level>, entries: &mut Vec<(String, LobbyCommand)>) {
    for other in Level::ALL.into_iter().filter(|other| Some(*other) != level) {
        let text = format!("Computer: {}", other.name());
        entries.push((text, LobbyCommand::SeatComputer(seat, other)));
    }
    let naming = Naming {
        seat,
        player: None,
        name: String::new(),
    };
    let text = "Somebody else at this machine\u{2026}".to_owned();
    entries.push((text, LobbyCommand::Naming(Some(naming))));
}
