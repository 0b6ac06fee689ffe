//! The list of commands: found by name, and orders as they are written.

use board::Cell;
use egui::text::{LayoutJob, TextWrapping};
use egui::{FontId, Frame, Id, Key, Modal, Modifiers, ScrollArea, TextEdit, Ui, vec2};
use kit::views::theme::size;
use kit::views::widgets::{note, row};

use super::View;
use super::commands::{at_board, command, rows};
use crate::model::{BoardCommand, Command, DraftCommand, Model, ShellCommand};

#[derive(Debug)]
pub(crate) struct Found {
    /// The name of the command, or the order and what it does.
    pub(crate) text: String,
    pub(crate) keys: String,
    pub(crate) gives: Vec<Command>,
}

/// The commands that can be given now and whose names hold every word typed: first the names that begin with it, and else in the order
/// of the help. Before them come
/// the cell that the words name, since going there gives no order, and the orders that begin with the words.
pub(crate) fn found(model: &Model, typed: &str) -> Vec<Found> {
    let typed = typed.trim();
    let mut found = Vec::new();
    if let Some(table) = at_board(model) {
        let cell = typed.parse::<Cell>().ok();
        let cell = cell.and_then(|cell| {
            let now = table.position()?;
            rules::Rules::board(now)
                .contains(cell)
                .then_some((cell, now))
        });
        found.extend(cell.map(|(cell, now)| Found {
            text: format!(
                "Go to {}",
                families::views::cell_name(now, table.seen.side_names(), table.drafting(), cell)
            ),
            keys: String::new(),
            gives: vec![BoardCommand::Cursor(cell).into()],
        }));
        found.extend(why(model, typed));
        let orders = table.orders_like(typed).into_iter();
        found.extend(orders.map(|(written, does)| Found {
            text: format!("Order {does}"),
            keys: String::new(),
            gives: vec![DraftCommand::Typed(written).into()],
        }));
    }
    let words: Vec<String> = typed.split_whitespace().map(str::to_lowercase).collect();
    let mut named = Vec::new();
    let entries = rows().iter().flat_map(|row| row.commands.iter());
    // a held key does something only while it is down, which a list cannot give
    for entry in entries.filter(|entry| !entry.held && entry.label != FIND) {
        let name = format!("{} {}", entry.label.to_lowercase(), also(entry.label));
        if words.iter().all(|word| name.contains(word.as_str()))
            && let Some(command) = command(entry, model)
        {
            named.push(Found {
                text: entry.label.to_owned(),
                keys: super::keys::hover(entry, &model.settings.keys),
                gives: vec![command],
            });
        }
    }
    // a stable sort: within each of the three the commands keep the order of the help
    named.sort_by_key(|found| nearness(&found.text, typed));
    found.extend(named);
    // the words may be several orders, or one that the rules refuse: then the user reads why
    let is_order = found.is_empty() && typed.contains(|letter: char| letter.is_ascii_digit());
    if is_order && at_board(model).is_some_and(|table| table.open_draft().is_some()) {
        found.push(Found {
            text: format!("Order {typed}"),
            keys: String::new(),
            gives: vec![DraftCommand::Typed(typed.to_owned()).into()],
        });
    }
    found
}

/// How near a name is to what is typed: it begins with it, one of its words does, or it only holds it somewhere.
fn nearness(name: &str, typed: &str) -> u8 {
    let (name, typed) = (name.to_lowercase(), typed.to_lowercase());
    let mut words = name.split_whitespace();
    match () {
        () if name.starts_with(&typed) => 0,
        () if words.any(|word| word.starts_with(&typed)) => 1,
        () => 2,
    }
}

/// The question why the unit on one cell cannot go to another, written as `why e2 e4`.
fn why(model: &Model, typed: &str) -> Option<Found> {
    let asked = command(&super::commands::WHY_NOT, model)?;
    let mut words = typed.to_lowercase();
    words.retain(|letter| letter != '?');
    let mut words = words.split([' ', '-']).filter(|word| !word.is_empty());
    if words.next() != Some("why") {
        return None;
    }
    let cells: Vec<Cell> = words.filter_map(|word| word.parse().ok()).collect();
    let (text, gives) = match cells[..] {
        [from, to] => (
            format!("Why not from {from} to {to}?"),
            DraftCommand::WhyPair(from, to).into(),
        ),
        _ => ("Why not? Write two cells: why e2 e4".to_owned(), asked),
    };
    Some(Found {
        text,
        keys: String::new(),
        gives: vec![gives],
    })
}

/// Other words by which people look for a command: those of other programs, and what they want to do.
const ALSO: [(&str, &str); 17] = [
    ("Why not?", "explain illegal impossible refused rule"),
    ("Learn", "tutorial lessons teach how to play"),
    ("Puzzles", "tactics problems exercises"),
    ("End turn", "finish done send move pass"),
    ("Undo", "take back"),
    ("Undo all", "take back reset start over"),
    ("Offer a draw", "tie peace remis"),
    ("Request takeback", "undo turn take back"),
    ("Resign", "surrender concede give up"),
    ("Leave the match", "quit close exit start page menu"),
    ("Try out", "analysis analyze what if sandbox"),
    ("Export", "save share picture image png gif html text pgn"),
    ("Play here", "start new game computer local hot seat"),
    ("Host", "start new game invite friend online create"),
    ("Join", "start accept invitation code letter online"),
    ("Settings", "options preferences sound theme look"),
    ("The rules", "manual help how to play"),
];

fn also(label: &str) -> &'static str {
    let found = ALSO.iter().find(|(known, _)| *known == label);
    found.map_or("", |(_, words)| words)
}

/// The name of the command that opens the list, which does not list itself.
const FIND: &str = super::commands::FIND.label;

/// The list over the page, while the user types to find a command.
pub(crate) fn show(model: &Model, view: &mut View, ui: &mut Ui, out: &mut Vec<Command>) {
    let Some(typed) = &model.over.typed else {
        view.found = 0;
        return;
    };
    let list = found(model, typed);
    // the list may be shorter than in the last frame
    view.found = view.found.min(list.len().saturating_sub(1));
    ui.input_mut(|input| {
        if input.consume_key(Modifiers::NONE, Key::ArrowDown) {
            view.found = (view.found + 1).min(list.len().saturating_sub(1));
        }
        if input.consume_key(Modifiers::NONE, Key::ArrowUp) {
            view.found = view.found.saturating_sub(1);
        }
    });
    // the keys are taken before the field is shown, which would take Enter and the arrows for itself
    let mut taken = ui
        .input_mut(|input| input.consume_key(Modifiers::NONE, Key::Enter))
        .then_some(view.found);
    let frame = Frame::window(ui.style()).inner_margin(16);
    let modal = Modal::new(Id::unique("commands")).frame(frame);
    let modal = modal.show(ui.ctx(), |ui| {
        super::question::name(ui, "Commands");
        ui.set_width(460.0);
        let mut text = typed.clone();
        let field = TextEdit::singleline(&mut text)
            .hint_text("A command, or an order such as e2-e4")
            .desired_width(f32::INFINITY);
        let field = ui.add(field).accessible_name("Find a command");
        field.request_focus();
        if field.changed() {
            view.found = 0;
            out.push(ShellCommand::Type(Some(text)).into());
        }
        ScrollArea::vertical().max_height(320.0).show(ui, |ui| {
            if list.is_empty() {
                note(ui, "No command of that name, and no such order.");
            }
            for (number, found) in list.iter().enumerate() {
                ui.horizontal(|ui| {
                    let room = ui.available_width();
                    // cut before it pushes the name out of the frame
                    let mut job = LayoutJob::simple_singleline(
                        found.keys.clone(),
                        FontId::proportional(size::BODY),
                        ui.visuals().weak_text_color(),
                    );
                    job.wrap = TextWrapping::truncate_at_width(room * 0.6);
                    let keys = ui.painter().layout_job(job);
                    let gap = ui.spacing().item_spacing.x;
                    let left = vec2(room - keys.size().x - gap, 26.0);
                    let chosen = number == view.found;
                    let line = ui
                        .allocate_ui(left, |ui| row(ui, chosen, &found.text))
                        .inner;
                    ui.label(keys).on_hover_text(&found.keys);
                    if chosen {
                        line.scroll_to_me(None);
                    }
                    if line.clicked() {
                        taken = Some(number);
                    }
                });
            }
        });
    });
    let found = taken.and_then(|number| list.into_iter().nth(number));
    if let Some(found) = found {
        out.push(ShellCommand::Type(None).into());
        // closed first: an order may itself open a question, which must not be closed with the list
        out.extend(found.gives);
    } else if modal.should_close() {
        out.push(ShellCommand::Type(None).into());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_words_belong_to_commands_that_exist() {
        let labels: Vec<&str> = rows()
            .iter()
            .flat_map(|row| row.commands.iter().map(|entry| entry.label))
            .collect();
        for (label, _) in ALSO {
            assert!(labels.contains(&label), "{label}");
        }
    }

    #[test]
    fn names_that_begin_with_what_is_typed_come_first() {
        let game = crate::model::tests::Match::new(
            "clash-of-arms",
            [
                crate::model::table::Decider::Person,
                crate::model::table::Decider::Person,
            ],
        );
        let first = |typed: &str| {
            let found = found(&game.model, typed).into_iter().next();
            found.expect("a command").text
        };
        // `reset` is another word for the former
        assert_eq!(first("res"), "Resign");
        assert_eq!(first("und"), "Undo");
        assert_eq!(first("draw"), "Offer a draw");
    }

    #[test]
    fn commands_are_found_by_what_people_want() {
        let model = Model::new(crate::model::settings::Settings::default());
        let texts = |typed: &str| -> Vec<String> {
            let found = found(&model, typed).into_iter();
            found.map(|found| found.text).collect()
        };
        assert_eq!(texts("start"), ["Play here", "Host", "Join"]);
        assert_eq!(texts("invite"), ["Host"]);
        // at a table only
        assert_eq!(texts("surrender"), [""; 0]);
    }
}
