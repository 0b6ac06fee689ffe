//! Playing on this machine.

use computer::Level;
use egui::{Button, ComboBox, Grid, Label, TextEdit, Ui};
use kit::model::kept::LONGEST_NAME;
use kit::views::widgets::{awaited, card, choice, note, primary, section, side_chip};
use rules::{Side, Sides};

use super::View;
use super::{forms, sharing};
use crate::model::forms::{Against, LocalForm, MOST, Places, Setting, Who, offers_leaders};
use crate::model::{Command, LibraryCommand, Model, ShellCommand};

pub(crate) fn show(model: &Model, view: &mut View, ui: &mut Ui, out: &mut Vec<Command>) {
    let mut form = model.forms.local.clone();
    forms::bar(ui, |ui| {
        if primary(ui, "Start the game", !model.opening.is_under_way).clicked() {
            out.push(LibraryCommand::StartLocal.into());
        }
        if model.opening.is_under_way {
            awaited(ui);
        }
    });
    let setting = form.setting.clone();
    let start = forms::start(model, view, &setting);
    let sides = forms::sides(model, view, &setting);
    let offers = start.as_deref().is_some_and(offers_leaders);
    if form.has_table(sides) {
        form.places.fit(sides);
    }
    let mut chosen = setting.clone();
    forms::with_preview(model, view, ui, &mut chosen, out, |ui| {
        card(ui, |ui| {
            // a game of more than two sides leaves nothing to choose here
            if sides.len() <= 2 {
                section(ui, "Against");
                choice(
                    ui,
                    &mut form.against,
                    &[
                        (Against::Computer, "The computer"),
                        (Against::Person, "Somebody at this screen"),
                        (Against::Several, "Several players"),
                    ],
                );
                ui.add_space(6.0);
            }
            match form.has_table(sides) {
                true => {
                    places(model, ui, &setting, sides, &mut form.places);
                    if form.places.all().len() > sides.len() {
                        sharing::share(offers, &mut form.by_leaders, ui);
                    }
                }
                false => two(model, ui, &setting, &mut form),
            }
        });
    });
    form.setting = chosen;
    if form != model.forms.local {
        // the form first, so that a click on Start finds what was chosen
        out.insert(0, ShellCommand::Local(form).into());
    }
}

/// The fields of a game of two.
fn two(model: &Model, ui: &mut Ui, setting: &Setting, form: &mut LocalForm) {
    let is_alone = form.against == Against::Computer;
    if is_alone {
        section(ui, "Level");
        choice(
            ui,
            &mut form.level,
            &Level::ALL.map(|level| (level, name(level))),
        );
        note(ui, about(form.level));
    } else {
        ui.horizontal(|ui| {
            let label = ui.label("The second player's name");
            let field = TextEdit::singleline(&mut form.second)
                .hint_text("Second player")
                .char_limit(LONGEST_NAME)
                .desired_width(180.0);
            ui.add(field).labelled_by(label.id);
        });
    }
    ui.add_space(6.0);
    section(
        ui,
        match is_alone {
            true => "Your side",
            false => "The first player's side",
        },
    );
    forms::side(ui, model, setting, &mut form.side);
}

/// The places of a table, a row each: side, who decides, and the name.
fn places(model: &Model, ui: &mut Ui, setting: &Setting, sides: Sides, places: &mut Places) {
    let scenario = model.library.scenarios.get(setting.scenario);
    let name = |side| scenario.map_or("", |scenario| scenario.side_names().of(side));
    let names: Vec<(Side, &str)> = sides.iter().map(|side| (side, name(side))).collect();
    section(ui, "Players");
    let least = Places::least(sides);
    let count = places.all().len();
    let mut removed = None;
    Grid::new("places")
        .num_columns(4)
        .spacing([8.0, 6.0])
        .show(ui, |ui| {
            for number in 0..count {
                side_of(ui, number, &names, places);
                who_decides(ui, number, places);
                named(model, ui, number, places);
                let may_go = number > 0 && count > least;
                let label = format!("Remove player {}", number + 1);
                let button = ui.add_enabled(may_go, Button::new("\u{00D7}").small());
                if button.accessible_name(&label).clicked() {
                    removed = Some(number);
                }
                ui.end_row();
            }
        });
    if let Some(number) = removed {
        places.remove(number, sides);
    }
    let add = Button::new("Add a player");
    if ui.add_enabled(count < MOST, add).clicked() {
        places.add(sides);
    }
}

fn side_of(ui: &mut Ui, number: usize, names: &[(Side, &str)], places: &mut Places) {
    let side = places.all()[number].side;
    let shown = names.iter().find(|(other, _)| *other == side);
    let shown = shown.map_or("", |(_, name)| name);
    let mut chosen = side;
    ui.horizontal(|ui| {
        side_chip(ui, side, 18.0);
        let combo = ComboBox::from_id_salt(("side", number))
            .width(90.0)
            .selected_text(shown);
        let combo = combo.show_ui(ui, |ui| {
            for (side, name) in names {
                ui.selectable_value(&mut chosen, *side, *name);
            }
        });
        let label = format!("Side of player {}", number + 1);
        combo.response.accessible_name(&label);
    });
    if chosen != side {
        places.take_side(number, chosen);
    }
}

fn who_decides(ui: &mut Ui, number: usize, places: &mut Places) {
    if number == 0 {
        ui.label("You");
        return;
    }
    let Some(place) = places.get_mut(number) else {
        return;
    };
    let words = |who: Who| match who {
        Who::Person => "At this screen".to_owned(),
        Who::Computer(level) => format!("Computer: {}", name(level).to_lowercase()),
    };
    let all = Level::ALL.map(Who::Computer);
    let all = [Who::Person].into_iter().chain(all);
    let combo = ComboBox::from_id_salt(("who", number))
        .width(150.0)
        .selected_text(words(place.who));
    let combo = combo.show_ui(ui, |ui| {
        for who in all {
            ui.selectable_value(&mut place.who, who, words(who));
        }
    });
    let label = format!("Who is player {}", number + 1);
    combo.response.accessible_name(&label);
}

fn named(model: &Model, ui: &mut Ui, number: usize, places: &mut Places) {
    if number == 0 {
        ui.add(Label::new(model.name()).truncate());
        return;
    }
    // the computer's name says its level, which stands beside it
    let person = places.get_mut(number);
    let Some(place) = person.filter(|place| place.who == Who::Person) else {
        ui.label("");
        return;
    };
    let field = TextEdit::singleline(&mut place.name)
        .hint_text(format!("Player {}", number + 1))
        .char_limit(LONGEST_NAME)
        .desired_width(120.0);
    let label = format!("Name of player {}", number + 1);
    ui.add(field).accessible_name(&label);
}

const fn name(level: Level) -> &'static str {
    match level {
        Level::Novice => "Novice",
        Level::Easy => "Easy",
        Level::Normal => "Normal",
        Level::Strong => "Strong",
        Level::Master => "Master",
    }
}

const fn about(level: Level) -> &'static str {
    match level {
        Level::Novice => "Misses most of its own moves and never considers your replies.",
        Level::Easy => "Misses some of its own moves and never considers your replies.",
        Level::Normal => "Considers your replies; misses some.",
        Level::Strong => "Considers more turns and more of your replies; misses no unit.",
        Level::Master => {
            "Plays its best: takes tenths of a second a turn on most boards, a few seconds on the largest."
        }
    }
}
