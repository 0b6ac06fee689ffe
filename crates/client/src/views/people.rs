//! The players that the user has met: their page, and the words about a player wherever one is named.

use egui::{Align, Layout, RichText, TextEdit, Ui};
use home::{Acquaintance, Person, UnfinishedMatch};
use kit::model::words::count;
use kit::views::theme::{palette, size};
use kit::views::widgets::{card, dangerous, note, page, primary, section, with_right};
use protocol::MAX_NAME;

use crate::model::{Command, LibraryCommand, Model, PeopleCommand, PersonChange};

/// The most unfinished matches with one player that are offered.
const OFFERED: usize = 3;

pub(crate) fn show(model: &Model, ui: &mut Ui, out: &mut Vec<Command>) {
    page(ui, 760.0, |ui| {
        let mut people = model.people.all.iter().peekable();
        if people.peek().is_none() {
            note(
                ui,
                "You have met nobody yet: everybody who plays a match with you, live or by mail, is listed here.",
            );
        }
        for met in people {
            // by the key, because two players may have one name
            ui.push_id(met.key, |ui| card(ui, |ui| person(model, met, ui, out)));
            ui.add_space(8.0);
        }
    });
}

fn person(model: &Model, person: &Person, ui: &mut Ui, out: &mut Vec<Command>) {
    let called = person.called();
    with_right(
        ui,
        |ui| {
            ui.label(RichText::new(&called).size(size::TITLE));
            if !person.petname.is_empty() && !person.name.is_empty() {
                ui.weak(format!("goes by {}", person.name));
            }
            let as_called = model.people.all.acquaintance(person.key, &called);
            standing(&as_called, ui);
        },
        |ui| {
            // enough to tell two keys apart; the whole key is in the hover
            let start: String = person.key.to_string().chars().take(16).collect();
            let key = ui.monospace(format!("{start}\u{2026}"));
            key.on_hover_text(format!(
                "The key by which your program knows this player. Anybody can take a name that is not theirs, but nobody can take a key.\n{}",
                person.key
            ));
        },
    );
    note(
        ui,
        match person.met {
            Some([first, last]) => format!(
                "First met {}, last {}.",
                home::date(first.into()),
                home::date(last.into())
            ),
            None => "Never met.".to_owned(),
        },
    );
    for game in person.unfinished.iter().take(OFFERED) {
        unfinished_match(game, &called, ui, out);
    }
    match &model.people.naming {
        Some((key, name)) if *key == person.key => naming(person, name, ui, out),
        _ => deeds(person, &called, ui, out),
    }
    if let Some((key, words)) = &model.people.compared
        && *key == person.key
    {
        compare(person, &called, words.as_deref(), ui, out);
    }
}

/// The changes that the user can make to what is kept of a player.
fn deeds(person: &Person, called: &str, ui: &mut Ui, out: &mut Vec<Command>) {
    let key = person.key;
    ui.horizontal(|ui| {
        let name = ui.button("Give a name\u{2026}");
        let about = "A name of your own for this player, which nobody else sees";
        // each button has the name in it, or a screen reader would list the same words for every player
        let label = format!("Give {called} a name");
        if name.on_hover_text(about).accessible_name(&label).clicked() {
            let naming = Some((key, person.petname.clone()));
            out.push(PeopleCommand::Naming(naming).into());
        }
        let (text, label, change) = match person.is_verified {
            true => (
                "Take the mark away",
                format!("Take the mark of {called} away"),
                PeopleCommand::Change(key, PersonChange::Verify(false)),
            ),
            false => (
                "Compare words\u{2026}",
                format!("Compare words with {called}"),
                PeopleCommand::Compare(Some(key)),
            ),
        };
        if ui.button(text).accessible_name(&label).clicked() {
            out.push(change.into());
        }
        // away from the others: these buttons ask no question
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let about = "With name and mark; your matches stay, and games in them are counted again";
            let forget = ui.button("Forget").on_hover_text(about);
            let label = format!("Forget {called}");
            if forget.accessible_name(&label).clicked() {
                out.push(PeopleCommand::Change(key, PersonChange::Forget).into());
            }
            let change = PeopleCommand::Change(key, PersonChange::Block(!person.is_blocked));
            let clicked = match person.is_blocked {
                true => {
                    let label = format!("Unblock {called}");
                    ui.button("Unblock").accessible_name(&label).clicked()
                }
                false => {
                    let about = "This player can no longer join you: not with an invitation, not by asking, and not in a match that has begun";
                    let label = format!("Block {called}");
                    let block = dangerous(ui, "Block").on_hover_text(about);
                    block.accessible_name(&label).clicked()
                }
            };
            if clicked {
                out.push(change.into());
            }
        });
    });
}

fn naming(person: &Person, name: &str, ui: &mut Ui, out: &mut Vec<Command>) {
    let key = person.key;
    ui.horizontal(|ui| {
        let mut typed = name.to_owned();
        let field = TextEdit::singleline(&mut typed)
            .hint_text(person.name.as_str())
            .char_limit(MAX_NAME)
            .desired_width(220.0);
        ui.add(field).accessible_name("The name you give");
        if typed != name {
            out.push(PeopleCommand::Naming(Some((key, typed.clone()))).into());
        }
        if primary(ui, "Take this name", true).clicked() {
            out.push(PeopleCommand::Change(key, PersonChange::Rename(typed)).into());
        }
        if ui.button("Leave it").clicked() {
            out.push(PeopleCommand::Naming(None).into());
        }
    });
}

fn compare(
    person: &Person,
    called: &str,
    words: Option<&str>,
    ui: &mut Ui,
    out: &mut Vec<Command>,
) {
    ui.add_space(6.0);
    section(ui, "Compare words");
    let Some(words) = words else {
        return;
    };
    ui.label(RichText::new(words).monospace().size(size::TITLE));
    note(
        ui,
        format!(
            "{called} sees the same eight words for you, on this page or by `warlord people verify`, unless somebody in between plays each of you for the other. Have them read to you over the telephone or face to face. If they differ, somebody else has the key: give no \
             mark."
        ),
    );
    ui.horizontal(|ui| {
        if primary(ui, "They are the same", true).clicked() {
            out.push(PeopleCommand::Change(person.key, PersonChange::Verify(true)).into());
        }
        if ui.button("Not now").clicked() {
            out.push(PeopleCommand::Compare(None).into());
        }
    });
}

/// The user's knowledge of a player, in words; in red if something is doubtful.
pub(crate) fn standing(acquaintance: &Acquaintance, ui: &mut Ui) {
    let text = acquaintance.to_string();
    if acquaintance.is_doubtful() {
        let bad = palette(ui).bad;
        ui.colored_label(bad, text);
    } else {
        ui.weak(text);
    }
}

/// Name and standing of somebody in one line.
pub(crate) fn introduce(acquaintance: &Acquaintance, ui: &mut Ui) {
    ui.horizontal_wrapped(|ui| {
        ui.label(format!("{}:", acquaintance.name));
        standing(acquaintance, ui);
    });
}

/// The unfinished matches with somebody, offered before anything new.
pub(crate) fn unfinished(acquaintance: &Acquaintance, ui: &mut Ui, out: &mut Vec<Command>) {
    let Some(known) = acquaintance
        .known
        .as_ref()
        // a blocked player is not offered the way back in
        .filter(|known| !known.is_blocked)
    else {
        return;
    };
    for game in known.unfinished.iter().take(OFFERED) {
        unfinished_match(game, &acquaintance.name, ui, out);
    }
}

/// The unfinished matches with the players met last, offered before a new one begins.
pub(crate) fn left(model: &Model, ui: &mut Ui, out: &mut Vec<Command>) {
    let people = model.people.all.iter().filter(|person| !person.is_blocked);
    let left = people.flat_map(|person| {
        let games = person.unfinished.iter();
        games.map(|game| (game, person.called()))
    });
    let left: Vec<_> = left.take(OFFERED).collect();
    if left.is_empty() {
        return;
    }
    card(ui, |ui| {
        section(ui, "Not finished");
        for (game, with) in left {
            unfinished_match(game, &with, ui, out);
        }
    });
    ui.add_space(10.0);
}

/// An unfinished match, with the way back into it.
pub(crate) fn unfinished_match(
    game: &UnfinishedMatch,
    with: &str,
    ui: &mut Ui,
    out: &mut Vec<Command>,
) {
    ui.horizontal_wrapped(|ui| {
        let turns = count(game.turns, "turn", "turns");
        ui.label(format!(
            "You left {} with {with} after {turns}.",
            game.title
        ));
        let resume = ui.button("Continue it");
        if resume
            .on_hover_text(game.file.display().to_string())
            .clicked()
        {
            out.push(LibraryCommand::Resume(game.file.clone()).into());
        }
    });
}
