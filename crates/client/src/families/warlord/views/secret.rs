//! The page on which a hidden set-up is made.

mod sections;

use board::{Board, Cell};
use eframe::egui::{Button, Rect, RichText, Stroke, Ui, UiBuilder, vec2};
use picture::Scene;
use rules::warlord::{FirstPlayer, FreeUnits, Kind, Unit};
use scenario::warlord::Content;

use super::scenes;
use super::units::{self, Tile, tile};
use crate::families::warlord::model::editor::{
    Editor, EditorCommand, Mix, Pick, Reserve, Symmetry,
};
use crate::families::warlord::model::words;
use crate::shell::model::table::Table;
use crate::shell::model::words::count;
use crate::shell::model::{BoardCommand, Command, Model};
use crate::shell::views::View;
use crate::shell::views::commands::{REDO, UNDO};
pub(crate) use crate::shell::views::placing::locked;
use crate::shell::views::placing::{self, InHand, Placing};
use crate::shell::views::sealing::kept;
use crate::shell::views::widgets::{self, card, note, section, side_chip};
use crate::theme::palette;

impl Placing for Editor {
    fn board(&self) -> Board {
        self.board()
    }

    fn scene(&self) -> Scene {
        scenes::editor(self)
    }

    fn in_hand(&self) -> InHand {
        match self.picked {
            Some(Pick::Reserve(kind)) => InHand::Reserve(words::a_kind(kind)),
            Some(Pick::Placed(cell)) => InHand::Placed(cell),
            None => InHand::Nothing,
        }
    }

    fn is_home(&self, cell: Cell) -> bool {
        self.section_of(cell).is_some()
    }

    fn placed(&self, cell: Cell) -> Option<&'static str> {
        self.placed().get(&cell).map(|kind| kind.name())
    }

    fn typed(&self, letter: &str, cell: Cell) -> Option<Command> {
        let unit = Unit::from_symbol(letter.parse().ok()?)?;
        Some(EditorCommand::Place(unit.kind, cell).into())
    }

    fn remove(&self, cell: Cell) -> Command {
        EditorCommand::Remove(cell).into()
    }
}

pub(crate) fn show(
    model: &Model,
    editor: &Editor,
    table: &Table,
    view: &mut View,
    ui: &mut Ui,
    out: &mut Vec<Command>,
) {
    placing::show(model, editor, table, view, ui, out, |view, ui, out| {
        panel(model, table, editor, view, ui, out);
    });
}

fn panel(
    model: &Model,
    table: &Table,
    editor: &Editor,
    view: &mut View,
    ui: &mut Ui,
    out: &mut Vec<Command>,
) {
    card(ui, |ui| {
        ui.horizontal(|ui| {
            side_chip(ui, editor.side().into(), 24.0);
            ui.label(RichText::new("Set up your army").size(19.0));
        });
        note(ui, task(editor));
        if editor.game().options.first_player != FirstPlayer::LotAfter {
            note(ui, format!("{} begins.", words::side_name(editor.first())));
        }
        ui.add_space(4.0);
        sections::show(editor, ui, out);
        ui.add_space(4.0);
        sections::lock(editor, table, ui, out);
    });
    ui.add_space(8.0);
    card(ui, |ui| {
        section(ui, "Book set-ups, and help with your own");
        books(editor, table, ui, out);
        let fits = |rows: &str| editor.may_take_rows(rows);
        kept(model, table, fits, editor.order().is_ok(), view, ui, out);
        tools(editor, ui, out);
    });
    ui.add_space(8.0);
    card(ui, |ui| {
        section(ui, "Reserve");
        if let Some(choice) = editor.choice() {
            choose(editor, choice, ui, out);
        }
        tray(editor, view, ui, out);
    });
    if let Some(lot) = words::terrain_lot(editor.game()) {
        ui.add_space(8.0);
        card(ui, |ui| {
            section(ui, "The terrain");
            super::terrain_lot(&lot, ui);
        });
    }
}

/// The task of the user, in a sentence or two.
fn task(editor: &Editor) -> String {
    let (leaders, others, used) = editor.needed();
    let all = editor.sections_cells().len();
    let which = if all == usize::from(used) {
        format!("into each of your {all} sections")
    } else {
        format!("into each of {used} of your {all} sections")
    };
    let enters = editor
        .sections()
        .iter()
        .any(|section| section.enters.is_some());
    let later = if enters {
        " Each is a block that enters later by your corner, on the turn written at it; where in it a unit stands does not matter."
    } else {
        ""
    };
    format!(
        "In secret: put exactly {} and {} {which}.{later}",
        count(leaders.into(), "leader", "leaders"),
        count(others.into(), "other", "others"),
    )
}

/// The mix of leaders, and how many free units are left to choose.
fn choose(editor: &Editor, choice: FreeUnits, ui: &mut Ui, out: &mut Vec<Command>) {
    note(
        ui,
        format!(
            "Your {} leaders have {} levels in all. So many of level 1, 2 and 3:",
            choice.leaders, choice.levels
        ),
    );
    let now = editor.chosen().mix();
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 5.0;
        ui.spacing_mut().button_padding.x = 8.0;
        for mix in Mix::all(choice) {
            let [first, second, third] = mix.0;
            let text = format!("{first}-{second}-{third}");
            let line = palette(ui).line;
            let button = Button::selectable(now == mix, text)
                .frame_when_inactive(true)
                .stroke(Stroke::new(1.0, line));
            if ui.add(button).clicked() {
                out.push(EditorCommand::TakeMix(mix).into());
            }
        }
    });
    let left = editor.others_to_choose();
    let all = choice.others;
    let text = match left {
        0 => format!("Your {all} free units are chosen; \u{2212} gives one back."),
        _ => format!("Choose {left} of {all} free units with +, of any kind."),
    };
    let color = match left {
        0 => ui.visuals().weak_text_color(),
        _ => palette(ui).warn,
    };
    ui.label(RichText::new(text).size(13.5).color(color));
}

/// Shows a tile for each kind of the reserve, with buttons for more and fewer on the kinds of free units.
fn tray(editor: &Editor, view: &mut View, ui: &mut Ui, out: &mut Vec<Command>) {
    let lines = editor.reserve();
    let free =
        |kind: Kind| editor.choice().is_some() && !kind.is_leader() && kind != Kind::Promoted;
    let shown = Kind::ALL.into_iter().filter_map(|kind| {
        let line = lines.iter().find(|line| line.kind == kind).copied();
        line.or_else(|| {
            free(kind).then_some(Reserve {
                kind,
                left: 0,
                total: 0,
            })
        })
    });
    let shown: Vec<Reserve> = shown.collect();
    units::tray(ui, &shown, |ui, line| {
        let rect = reserve(editor, *line, view, ui, out);
        if free(line.kind) {
            more_or_less(editor, line.kind, rect, ui, out);
        }
    });
}

/// In a tile's lower corners: one unit of its kind more, or one less.
fn more_or_less(editor: &Editor, kind: Kind, tile: Rect, ui: &mut Ui, out: &mut Vec<Command>) {
    let chosen = editor.chosen().of(kind);
    let size = vec2(15.0, 19.0);
    for (text, more, on, corner, word) in [
        (
            "\u{2212}",
            false,
            chosen > 0,
            tile.left_bottom() + vec2(3.0, -22.0),
            "less",
        ),
        (
            "+",
            true,
            editor.others_to_choose() > 0,
            tile.right_bottom() + vec2(-18.0, -22.0),
            "more",
        ),
    ] {
        if !on {
            continue;
        }
        let name = format!("One {} {word}", kind.name());
        let mut corner = ui.new_child(UiBuilder::new().max_rect(Rect::from_min_size(corner, size)));
        corner.spacing_mut().button_padding = vec2(0.0, 0.0);
        corner.spacing_mut().interact_size.y = size.y;
        let button = corner.add_sized(size, Button::new(text));
        if button.on_hover_text(&name).accessible_name(&name).clicked() {
            out.push(EditorCommand::Choose(kind, more).into());
        }
    }
}

fn tools(editor: &Editor, ui: &mut Ui, out: &mut Vec<Command>) {
    ui.add_space(4.0);
    let placed = !editor.placed().is_empty();
    let tools = [
        (
            "Fill up",
            true,
            EditorCommand::Fill.into(),
            "Chooses and places what is missing",
        ),
        (
            "Mirror",
            placed && editor.can_turn(Symmetry::Mirror),
            EditorCommand::Turn(Symmetry::Mirror).into(),
            "Left and right exchanged",
        ),
        (
            "Half-turn",
            placed && editor.can_turn(Symmetry::HalfTurn),
            EditorCommand::Turn(Symmetry::HalfTurn).into(),
            "Everything turned round: front and back, left and right exchanged",
        ),
        (
            "Clear",
            placed,
            EditorCommand::Clear.into(),
            "Everything back to the reserve",
        ),
        (
            UNDO.label,
            editor.can_undo(),
            BoardCommand::Undo.into(),
            UNDO.hover,
        ),
        (
            REDO.label,
            editor.can_redo(),
            BoardCommand::Redo.into(),
            REDO.hover,
        ),
    ];
    widgets::tools(ui, tools, out);
}

fn books(editor: &Editor, table: &Table, ui: &mut Ui, out: &mut Vec<Command>) {
    let content = table.seen.contract.scenario.as_ref().and_then(Content::of);
    let about = content.map(Content::books);
    let about = |number: usize| Some(about?.get(number)?.about.as_str());
    let books = editor.books().enumerate();
    let books = books.map(|(number, name)| (name, about(number)));
    let taken = placing::books(ui, books);
    out.extend(taken.map(|number| EditorCommand::TakeBook(number).into()));
}

/// One kind of the reserve: click to take it into the hand, drag it to the board.
fn reserve(
    editor: &Editor,
    line: Reserve,
    view: &mut View,
    ui: &mut Ui,
    out: &mut Vec<Command>,
) -> Rect {
    let unit = Unit {
        side: editor.side(),
        kind: line.kind,
    };
    let name = format!(
        "{}: {} of {} in reserve",
        line.kind.name(),
        line.left,
        line.total
    );
    let text = format!("{}/{}", line.left, line.total);
    let (response, dropped) = tile(
        ui,
        view,
        &Tile {
            unit,
            text: &text,
            name: &name,
            picked: editor.picked == Some(Pick::Reserve(line.kind)),
            enabled: line.left > 0,
        },
    );
    if line.left > 0 && response.clicked() {
        out.push(EditorCommand::Pick(line.kind).into());
    }
    if let Some(cell) = dropped {
        out.push(EditorCommand::Place(line.kind, cell).into());
    }
    let movement = words::movement(editor.game().movement(line.kind));
    response
        .on_hover_text(format!("{name}\nmoves {movement}"))
        .rect
}
