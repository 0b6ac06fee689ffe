//! The page on which a hidden muster is placed: the zone with up to two units a cell, and the reserve.

use std::sync::Arc;

use board::Cell;
use egui::{CentralPanel, Event, Frame, Key, Modifiers, RichText, ScrollArea, Ui};
use kit::model::ask::{Ask, SealAsk};
use kit::model::family::{Commands, SecretChoice as _};
use kit::model::meaning::Refusal;
use kit::model::tabletop::{Around, Tabletop};
use kit::model::touch::BoardCommand;
use kit::model::words::listed;
use kit::model::words::{capital, count};
use kit::views::army::{CHOOSE, placing, words_below};
use kit::views::board::{Showing, Touch};
use kit::views::canvas::Canvas;
use kit::views::commands::{REDO, UNDO};
use kit::views::sealing::{kept, locked_board, others};
use kit::views::theme::{palette, size};
use kit::views::tokens::{Tile, paint_dragged, tile, tray};
use kit::views::widgets::{
    self, card, keep_focus_in_sight, note, question, section, sentence, side_chip, side_column,
    wide_primary,
};
use picture::tourney::bare;
use picture::{Mark, Scene};
use rules::tourney::{Kind, Unit};
use rules::{AnyIllegal, Family};

use super::units::{anywhere, on};
use crate::tourney::model::men;
use crate::tourney::model::muster::{Held, Muster, MusterChange};
use crate::tourney::model::secret::{Change, Choice};

pub(super) fn show<F: Commands<SecretChange = Change>>(
    around: Around<'_>,
    choice: &Choice,
    made: &Muster,
    table: &dyn Tabletop,
    canvas: &mut Canvas,
    ui: &mut Ui,
    out: &mut Vec<Ask<F>>,
) {
    side_column(ui, "set-up", 366.0, |ui| {
        ScrollArea::vertical()
            .auto_shrink([false, false])
            .show(ui, |ui| {
                task(choice, made, table, ui, out);
                ui.add_space(8.0);
                card(ui, |ui| {
                    section(ui, "Help with your own");
                    let fits = |rows: &str| made.may_take_rows(choice.position(), rows);
                    let is_whole = choice.decision().is_some();
                    kept(around, table, fits, is_whole, canvas, ui, out);
                    tools(made, ui, out);
                });
                ui.add_space(8.0);
                card(ui, |ui| {
                    section(ui, "Reserve");
                    tray(ui, &made.reserve(), |ui, line| {
                        reserve(choice, made, *line, canvas, ui, out);
                    });
                });
                keep_focus_in_sight(ui);
            });
    });
    words_below(around, ui, || match made.held() {
        Some(Held::Reserve(kind)) => placing(&format!("the {}", kind.name())),
        Some(Held::Placed(unit)) => format!(
            "Click where the {} of {} goes; click {} again for its other unit.",
            unit.kind.name(),
            unit.cell,
            unit.cell
        ),
        None => CHOOSE.to_owned(),
    });
    CentralPanel::no_frame()
        .frame(Frame::new().fill(palette(ui).table))
        .show(ui, |ui| board(around, choice, made, table, canvas, ui, out));
}

/// The board while the sealed muster waits to be opened.
pub(super) fn locked<F: Commands>(
    around: Around<'_>,
    choice: &Choice,
    made: &Muster,
    table: &dyn Tabletop,
    canvas: &mut Canvas,
    ui: &mut Ui,
    out: &mut Vec<Ask<F>>,
) {
    // the scene is kept until the revision changes; made anew it would cost as much as the rest of the frame
    let scene = canvas.scene(around.revision, || scene(choice, made));
    let name = |cell| name(choice, made, cell);
    let board = choice.position().board();
    locked_board(board, &scene, &name, table, canvas, ui, out);
}

/// The units placed so far; the zone is shaded, everything else out of use.
fn scene(choice: &Choice, made: &Muster) -> Scene {
    let game = choice.position().game();
    let tokens = made.placed().iter();
    let tokens = tokens.map(|unit| on(Unit::new(choice.side(), unit.kind), unit.cell));
    let mut scene = Scene {
        tokens: tokens.collect(),
        ..bare(&game.terrain)
    };
    let done = choice.decision().is_some();
    for cell in game.board().cells() {
        scene.marks.push(match made.is_home(cell) {
            true if done => (cell, Mark::ZoneDone),
            true => (cell, Mark::Zone(false)),
            false => (cell, Mark::Outside),
        });
    }
    match made.held() {
        Some(Held::Placed(unit)) => scene.marks.push((unit.cell, Mark::Selected)),
        Some(Held::Reserve(_)) => {
            let cells = game.board().cells();
            let free = cells.filter(|cell| made.has_room(*cell));
            scene.marks.extend(free.map(|cell| (cell, Mark::Move)));
        }
        None => {}
    }
    scene
}

fn board<F: Commands<SecretChange = Change>>(
    around: Around<'_>,
    choice: &Choice,
    made: &Muster,
    table: &dyn Tabletop,
    canvas: &mut Canvas,
    ui: &mut Ui,
    out: &mut Vec<Ask<F>>,
) {
    let scene: Arc<Scene> = canvas.scene(around.revision, || scene(choice, made));
    let selected = match made.held() {
        Some(Held::Placed(unit)) => Some(unit.cell),
        Some(Held::Reserve(_)) | None => None,
    };
    let showing = Showing {
        board: choice.position().board(),
        scene: &scene,
        moving: None,
        cursor: table.cursor(),
        bottom: table.bottom(),
        set: canvas.set,
        movable: &|cell| made.placed().iter().any(|unit| unit.cell == cell),
        name: &|cell| name(choice, made, cell),
        selected,
        sketch: None,
        pointers: None,
    };
    let remove = |cell| Ask::Secret(Change::Muster(MusterChange::Remove(cell)));
    for touch in canvas.board.show(ui, &mut canvas.atlases, &showing) {
        match touch {
            Touch::Click(cell) => out.push(BoardCommand::Click(cell).into()),
            Touch::SecondClick(cell) | Touch::DragOff(cell) => out.push(remove(cell)),
            Touch::Drag(from, to) if made.is_home(to) => {
                out.push(BoardCommand::Drag(from, to).into());
            }
            // dropped outside the zone, a unit goes back as if it were dragged off the board
            Touch::Drag(from, _) => out.push(remove(from)),
            Touch::Cursor(cell) => out.push(BoardCommand::Cursor(cell).into()),
            Touch::SecondDrag(..) | Touch::Lift(_) | Touch::Pressed => {}
        }
    }
    paint_dragged(ui, canvas);
    // letters typed into the name of a set-up to keep are no units
    if !around.is_asking && !ui.ctx().text_edit_focused() {
        keys(table, canvas, ui, out);
    }
}

/// A letter puts a unit on the cell of the cursor or pointer, Delete sends one there back.
fn keys<F: Commands<SecretChange = Change>>(
    table: &dyn Tabletop,
    canvas: &Canvas,
    ui: &Ui,
    out: &mut Vec<Ask<F>>,
) {
    let Some(cell) = table.cursor().or(canvas.board.pointed) else {
        return;
    };
    ui.input_mut(|input| {
        for event in &input.events {
            // text and not keys: a letter lies on other keys of other keyboards
            if let Event::Text(text) = event
                && let Some(letter) = text.to_uppercase().chars().next()
                && let Some(kind) = Kind::from_symbol(letter)
            {
                out.push(Ask::Secret(Change::Muster(MusterChange::Place(kind, cell))));
            }
        }
        for key in [Key::Delete, Key::Backspace] {
            if input.consume_key(Modifiers::NONE, key) {
                out.push(Ask::Secret(Change::Muster(MusterChange::Remove(cell))));
            }
        }
    });
}

/// The name of a cell for screen readers.
fn name(choice: &Choice, made: &Muster, cell: Cell) -> String {
    let there = made.placed().iter().filter(|unit| unit.cell == cell);
    let there: Vec<&str> = there.map(|unit| unit.kind.name()).collect();
    let there = match there.is_empty() {
        true => "empty".to_owned(),
        false => listed(&there),
    };
    let ground = men::ground(choice.position(), cell);
    let ground = ground.map_or(String::new(), |ground| format!(", {ground}"));
    let home = if made.is_home(cell) {
        ""
    } else {
        ", not yours"
    };
    format!("{cell}, {there}{ground}{home}")
}

/// The task, what is missing or forbidden, and the button that seals.
fn task<F: Commands<SecretChange = Change>>(
    choice: &Choice,
    made: &Muster,
    table: &dyn Tabletop,
    ui: &mut Ui,
    out: &mut Vec<Ask<F>>,
) {
    card(ui, |ui| {
        ui.horizontal(|ui| {
            side_chip(ui, choice.side(), 24.0);
            ui.label(RichText::new("Set up your army").size(size::TITLE).strong());
            question(
                ui,
                "In secret: place every unit in your zone, the green cells. Two units a square, one in a wood, on a bridge and in the Castle; Knights and Ladies neither in woods nor on rough ground.",
            );
        });
        ui.add_space(4.0);
        let left: usize = made.reserve().iter().map(|(_, [left, _])| left).sum();
        // with units missing, every muster is illegal for that one reason, which the number left says better
        if left > 0 {
            let left = count(left, "unit in reserve", "units in reserve");
            note(ui, format!("Still {left}."));
        } else if let Err(illegal) = choice.position().check(choice.side(), &made.order()) {
            let refusal = Refusal::from(&AnyIllegal::Tourney(illegal));
            ui.colored_label(palette(ui).warn, refusal.what);
            let advice = sentence(refusal.advice);
            note(ui, format!("{advice} Rules: {}.", refusal.rule));
        } else {
            // in the place of what was missing: without it the button would jump as the last unit is placed
            note(ui, "The set-up is complete.");
        }
        if wide_primary(ui, "Lock the set-up", choice.decision().is_some()).clicked() {
            out.push(SealAsk::Lock.into());
        }
        others(choice.side(), table, ui);
    });
}

fn tools<F: Commands<SecretChange = Change>>(made: &Muster, ui: &mut Ui, out: &mut Vec<Ask<F>>) {
    ui.add_space(4.0);
    let placed = !made.placed().is_empty();
    let change = |change| Ask::Secret(Change::Muster(change));
    let all = [
        (
            "The usual start",
            true,
            change(MusterChange::Book),
            "The units stand as without the option muster",
        ),
        (
            "Fill up",
            true,
            change(MusterChange::Fill),
            "Places what is missing as the usual start has it, where there is room",
        ),
        (
            "Clear",
            placed,
            change(MusterChange::Clear),
            "Everything back to the reserve",
        ),
        (
            UNDO.label,
            made.can_undo(),
            BoardCommand::Undo.into(),
            UNDO.hover,
        ),
        (
            REDO.label,
            made.can_redo(),
            BoardCommand::Redo.into(),
            REDO.hover,
        ),
    ];
    widgets::tools(ui, all, out);
}

/// One kind of the reserve: click to take it into the hand, drag it to the board.
fn reserve<F: Commands<SecretChange = Change>>(
    choice: &Choice,
    made: &Muster,
    (kind, [left, of]): (Kind, [usize; 2]),
    canvas: &mut Canvas,
    ui: &mut Ui,
    out: &mut Vec<Ask<F>>,
) {
    let unit = Unit::new(choice.side(), kind);
    let name = format!("{}: {left} of {of} in reserve", kind.name());
    let text = format!("{} {left}/{of}", kind.symbol());
    let shown = Tile {
        family: Family::Tourney,
        token: anywhere(unit),
        text: &text,
        name: &name,
        picked: made.held() == Some(Held::Reserve(kind)),
        enabled: left > 0,
    };
    let (response, dropped) = tile(ui, canvas, &shown);
    // a tile without units left still senses clicks
    if left > 0 && response.clicked() {
        out.push(Ask::Secret(Change::Muster(MusterChange::Pick(kind))));
    }
    if let Some(cell) = dropped {
        out.push(Ask::Secret(Change::Muster(MusterChange::Place(kind, cell))));
    }
    let about = capital(men::powers(choice.position(), unit));
    response.on_hover_text(format!("{name}\n{about}"));
}
