//! The page on which a fixed set-up is changed: the board, the units to put on it, and the findings on the result.

use std::collections::BTreeMap;

use board::{Cell, Edge};
use egui::{
    CentralPanel, CollapsingHeader, Color32, CursorIcon, Event, Frame, Key, Margin, Modifiers,
    Panel, PopupAnchor, RichText, ScrollArea, Stroke, StrokeKind, Tooltip, Ui, ViewportCommand,
    vec2,
};
use picture::{Mark, Scene, Token};
use rules::{Family, Side};
use scenario::{Scenario, SideNames};

use super::board::{Showing, Touch};
use super::canvas::Canvas;
use super::commands::{REDO, UNDO};
use super::theme::{palette, size};
use super::tokens::{Tile, paint_dragged, tile, tray as tiles};
use super::widgets::{
    self, card, edge, note, section, sentence, side_chip, side_column, wide_primary, with_right,
};
use crate::model::ask::Ask;
use crate::model::family::Commands;
use crate::model::fixed::{FixedUnits, Hand, SetUpCommand, SetUpEditor, Tally};
use crate::model::scenarios::by_name;
use crate::model::tabletop::Around;
use crate::model::touch::BoardCommand;
use crate::model::words::{capital, count};

/// A family whose fixed set-ups hold those units.
pub trait Asks<P: FixedUnits>: Commands<SetUpChange = SetUpCommand<P::Unit>> {}

impl<P: FixedUnits, F: Commands<SetUpChange = SetUpCommand<P::Unit>>> Asks<P> for F {}

/// The questions of the page of a fixed set-up to a family about its units.
pub trait FixedPage: FixedUnits {
    type Kind: Copy;

    const FAMILY: Family;

    /// The kinds of the scenario's own armies, and all others that a set-up may hold.
    fn kinds(scenario: &Scenario) -> (Vec<Self::Kind>, Vec<Self::Kind>);
    fn unit(side: Side, kind: Self::Kind) -> Self::Unit;
    fn side_of(unit: Self::Unit) -> Side;
    /// The level of a leader; `None` for other units.
    fn leads(unit: Self::Unit) -> Option<u8>;
    /// The name of the unit's kind: `Infantry`.
    fn kind_name(unit: Self::Unit) -> &'static str;
    /// The letter of position texts.
    fn symbol(unit: Self::Unit) -> String;
    /// The unit of a letter typed, if a set-up may hold it.
    fn lettered(letter: &str) -> Option<Self::Unit>;
    /// The powers of a kind, for its hover text.
    fn about(scenario: &Scenario, kind: Self::Kind) -> String;
    fn token(cell: Cell, unit: Self::Unit) -> Token;
    /// The unit that a token is drawn for.
    fn of_token(token: &Token) -> Option<Self::Unit>;
    /// The ground, without marks and units.
    fn ground(scenario: &Scenario) -> Scene;
    /// Marks what lies above the ground of the scenario, after all else.
    fn add_zones(_: &Scenario, _: &mut Scene) {}
    /// The unit and the terrain of a cell: `c5, Blue Infantry, trees`.
    fn standing(scenario: &Scenario, unit: Option<Self::Unit>, cell: Cell) -> String;
}

const WIDTH: f32 = 366.0;
/// The height of the strip with the findings.
const FINDINGS: f32 = 104.0;

pub fn show<F: Asks<P>, P: FixedPage>(
    around: Around<'_>,
    editor: &SetUpEditor<P>,
    canvas: &mut Canvas,
    ui: &mut Ui,
    out: &mut Vec<Ask<F>>,
) {
    side_column(ui, "changed set-up", WIDTH, |ui| {
        ScrollArea::vertical()
            .auto_shrink([false, false])
            .show(ui, |ui| panel(editor, canvas, ui, out));
    });
    let strip = edge(ui, Margin::symmetric(16, 7));
    Panel::bottom("set-up findings")
        .frame(strip)
        // findings come and go with every change: with a height to fit them the board would jump
        .exact_size(FINDINGS)
        .show(ui, |ui| {
            ScrollArea::vertical()
                .auto_shrink([false, false])
                .min_scrolled_height(0.0)
                .show(ui, |ui| {
                    status(around, editor, ui);
                    ui.separator();
                    findings(editor, ui);
                });
        });
    CentralPanel::no_frame()
        .frame(Frame::new().fill(palette(ui).table))
        .show(ui, |ui| board(around, editor, canvas, ui, out));
    // letters typed into the list of commands are no units
    if !around.is_asking && !ui.ctx().text_edit_focused() {
        keys(editor, canvas, ui, out);
    }
}

fn panel<F: Asks<P>, P: FixedPage>(
    editor: &SetUpEditor<P>,
    canvas: &mut Canvas,
    ui: &mut Ui,
    out: &mut Vec<Ask<F>>,
) {
    card(ui, |ui| {
        ui.label(RichText::new(editor.scenario.title()).size(size::TITLE));
        // whether it can be played is checked on the click: the findings shown may still be those of an earlier set-up
        if wide_primary(ui, "Use this set-up", true).clicked() {
            out.push(Ask::UseSetUp);
        }
        ui.add_space(4.0);
        let mut alike = editor.alike();
        let about = "Whatever is done for one side is done for the other on the opposite cell, half a turn of the board away";
        if ui
            .checkbox(&mut alike, "Both sides alike")
            .on_hover_text(about)
            .changed()
        {
            out.push(Ask::SetUp(SetUpCommand::KeepAlike(alike)));
        }
        ui.add_space(4.0);
        tools(editor, ui, out);
    });
    let tallies = editor.tallies();
    let (usual, others) = P::kinds(&editor.scenario);
    // the second side first, as on the board, which is never turned here
    for side in [1, 0].into_iter().filter_map(Side::new) {
        ui.add_space(8.0);
        card(ui, |ui| {
            army::<P>(editor.scenario.side_names(), side, &tallies, ui);
            tray(editor, side, &usual, &tallies, canvas, ui, out);
            let name = format!("Other kinds for {}", editor.scenario.side_names().of(side));
            CollapsingHeader::new(name).show(ui, |ui| {
                tray(editor, side, &others, &tallies, canvas, ui, out);
            });
        });
    }
}

fn tools<F: Asks<P>, P: FixedPage>(editor: &SetUpEditor<P>, ui: &mut Ui, out: &mut Vec<Ask<F>>) {
    let tools = [
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
        (
            "Original",
            !editor.is_own(),
            Ask::SetUp(SetUpCommand::TakeOwn),
            "Back to the scenario's own set-up",
        ),
        (
            "Clear",
            !editor.units().is_empty(),
            Ask::SetUp(SetUpCommand::Clear),
            "Takes everything off the board",
        ),
    ];
    widgets::tools(ui, tools, out);
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing = vec2(5.0, 5.0);
        ui.spacing_mut().button_padding = vec2(8.0, 4.0);
        if ui.button("Copy FEN").on_hover_text("Ctrl+C").clicked() {
            out.push(copied(editor));
        }
        if ui.button("Paste FEN").on_hover_text("Ctrl+V").clicked() {
            // comes back as an event, like Ctrl+V
            ui.ctx().send_viewport_cmd(ViewportCommand::RequestPaste);
        }
    });
}

fn copied<F: Commands, P: FixedPage>(editor: &SetUpEditor<P>) -> Ask<F> {
    Ask::Copy("The set-up is", editor.fen())
}

/// A unit by its side and kind: `Blue Infantry`.
fn unit_name<P: FixedPage>(scenario: &Scenario, unit: P::Unit) -> String {
    let side = scenario.side_names().of(P::side_of(unit));
    format!("{side} {}", P::kind_name(unit))
}

/// Shows the units of a side, next to the numbers in the scenario's own set-up.
fn army<P: FixedPage>(
    names: &SideNames,
    side: Side,
    tallies: &BTreeMap<P::Unit, Tally>,
    ui: &mut Ui,
) {
    let own = || {
        tallies
            .iter()
            .filter(|(unit, _)| P::side_of(**unit) == side)
    };
    let sum = |of: fn(&Tally) -> usize, worth: fn(P::Unit) -> usize| -> usize {
        own().map(|(unit, tally)| of(tally) * worth(*unit)).sum()
    };
    let told = |of: fn(&Tally) -> usize| {
        format!(
            "{}, {}, {}",
            count(sum(of, |_| 1), "unit", "units"),
            count(
                sum(of, |unit| P::leads(unit).is_some().into()),
                "leader",
                "leaders"
            ),
            count(
                sum(of, |unit| P::leads(unit).unwrap_or(0).into()),
                "level",
                "levels"
            ),
        )
    };
    with_right(
        ui,
        |ui| {
            side_chip(ui, side, 18.0);
            section(ui, names.of(side));
        },
        |ui| {
            ui.weak(told(|tally| tally.now));
        },
    );
    note(ui, format!("Original: {}.", told(|tally| tally.own)));
}

/// A tile for each kind: click to take one into the hand, drag one to the board.
fn tray<F: Asks<P>, P: FixedPage>(
    editor: &SetUpEditor<P>,
    side: Side,
    kinds: &[P::Kind],
    tallies: &BTreeMap<P::Unit, Tally>,
    canvas: &mut Canvas,
    ui: &mut Ui,
    out: &mut Vec<Ask<F>>,
) {
    tiles(ui, kinds, |ui, kind| {
        let unit = P::unit(side, *kind);
        let tally = tallies.get(&unit).copied().unwrap_or_default();
        let name = format!(
            "{}: {} on the board, {} in the scenario's own set-up",
            unit_name::<P>(&editor.scenario, unit),
            tally.now,
            tally.own
        );
        let text = format!("{} {}/{}", P::symbol(unit), tally.now, tally.own);
        let shown = Tile {
            family: P::FAMILY,
            token: P::token(Cell::new(0, 0), unit),
            text: &text,
            name: &name,
            picked: editor.hand == Some(Hand::New(unit)),
            // always: unlike a hidden army, a fixed set-up has no reserve that runs out
            enabled: true,
        };
        let (response, dropped) = tile(ui, canvas, &shown);
        if response.clicked() {
            out.push(Ask::SetUp(SetUpCommand::Pick(unit)));
        }
        if let Some(cell) = dropped {
            out.push(Ask::SetUp(SetUpCommand::Place(unit, cell)));
        }
        let about = P::about(&editor.scenario, *kind);
        response.on_hover_text(format!("{name}\n{about}"));
    });
}

/// The status line: why the last request was refused, the last notice, or the actions possible now.
fn status<P: FixedPage>(around: Around<'_>, editor: &SetUpEditor<P>, ui: &mut Ui) {
    // before a notice: a refusal is the answer to the last click
    if let Some(refused) = &editor.refused {
        let text = format!("{} {}", refused.what, sentence(&refused.advice));
        ui.colored_label(palette(ui).bad, text.trim_end());
        return;
    }
    if let Some(notice) = around.notice {
        ui.label(&notice.what);
        return;
    }
    ui.weak(match editor.hand {
        Some(Hand::New(unit)) => format!(
            "Click where {} goes; Esc puts it away.",
            unit_name::<P>(&editor.scenario, unit)
        ),
        Some(Hand::Placed(cell)) => super::army::moving(cell),
        None => {
            let names = editor.scenario.side_names();
            let [first, second] = [0, 1].map(|place| Side::new(place).map_or("", |side| names.of(side)));
            format!(
                "Drag units, or click one and then a cell; right-click takes one off. Letters place one at the cursor: capitals {first}, small letters {second}."
            )
        }
    });
}

/// Why the set-up cannot be played, or the advice on its unwise points.
fn findings<P: FixedPage>(editor: &SetUpEditor<P>, ui: &mut Ui) {
    ui.spacing_mut().item_spacing.y = 3.0;
    let palette = palette(ui);
    match &editor.findings {
        // the first check is still under way
        None => {}
        Some(Err(why)) => finding(&why.what, palette.bad, &[&why.advice], ui),
        Some(Ok(advice)) if advice.is_empty() => {
            finding("No problems found", palette.good, &[], ui);
        }
        Some(Ok(advice)) => {
            for advice in advice {
                let more = [advice.why, advice.mend.as_str()];
                let what = by_name(&advice.what, &editor.scenario);
                finding(&what, palette.warn, &more, ui);
            }
        }
    }
}

/// Shows a finding in its color, and the reason and the remedy as notes.
fn finding(what: &str, color: Color32, more: &[&str], ui: &mut Ui) {
    ui.horizontal_wrapped(|ui| {
        ui.label(RichText::new(sentence(what)).size(size::BODY).color(color));
        for text in more {
            note(ui, sentence(text));
        }
    });
}

fn board<F: Asks<P>, P: FixedPage>(
    around: Around<'_>,
    editor: &SetUpEditor<P>,
    canvas: &mut Canvas,
    ui: &mut Ui,
    out: &mut Vec<Ask<F>>,
) {
    let scene = canvas.scene(around.revision, || scene(editor));
    let at = |cell: Cell| editor.units().get(&cell).copied();
    let showing = Showing {
        board: editor.board(),
        scene: &scene,
        moving: None,
        cursor: editor.cursor,
        // one person places both sides, and the rows of a position text read like the board this way round
        bottom: Edge::South,
        set: canvas.set,
        movable: &|cell| at(cell).is_some(),
        name: &|cell| P::standing(&editor.scenario, at(cell), cell),
        selected: match editor.hand {
            Some(Hand::Placed(cell)) => Some(cell),
            _ => None,
        },
        sketch: None,
        pointers: None,
    };
    for touch in canvas.board.show(ui, &mut canvas.atlases, &showing) {
        out.extend(match touch {
            Touch::Click(cell) => Some(BoardCommand::Click(cell).into()),
            Touch::SecondClick(cell) | Touch::DragOff(cell) => {
                Some(Ask::SetUp(SetUpCommand::Remove(cell)))
            }
            Touch::Drag(from, to) => Some(BoardCommand::Drag(from, to).into()),
            Touch::Cursor(cell) => Some(BoardCommand::Cursor(cell).into()),
            Touch::SecondDrag(..) | Touch::Lift(_) | Touch::Pressed => None,
        });
    }
    refusal(editor, canvas, ui);
    paint_dragged(ui, canvas);
}

/// The board of a fixed set-up being changed: cells where the unit in the hand cannot stand are darker.
fn scene<P: FixedPage>(editor: &SetUpEditor<P>) -> Scene {
    let units = editor.units().iter();
    let mut scene = Scene {
        tokens: units.map(|(cell, unit)| P::token(*cell, *unit)).collect(),
        ..P::ground(&editor.scenario)
    };
    if let Some(hand) = editor.hand {
        // a cell is closed for a unit if its opposite is, as long as both sides are kept alike
        let cells = editor.board().cells();
        let closed = cells.filter(|cell| editor.no_place(hand, *cell).is_some());
        scene.marks.extend(closed.map(|cell| (cell, Mark::Outside)));
    }
    if let Some(Hand::Placed(cell)) = editor.hand {
        scene.marks.push((cell, Mark::Selected));
    }
    P::add_zones(&editor.scenario, &mut scene);
    scene
}

/// Says at the pointer why what is dragged or in the hand cannot stand on the cell there.
fn refusal<P: FixedPage>(editor: &SetUpEditor<P>, canvas: &Canvas, ui: &Ui) {
    let dragged = canvas
        .dragged
        .and_then(|dragged| P::of_token(&dragged.token));
    let dragged = dragged.map(Hand::New);
    let held = canvas.board.held().map(Hand::Placed);
    // what is being dragged goes before what the next click would put down
    let Some((hand, cell)) = held.or(dragged).or(editor.hand).zip(canvas.board.pointed) else {
        return;
    };
    let Some((why, rect)) = editor.no_place(hand, cell).zip(canvas.board.rect(cell)) else {
        return;
    };
    let color = palette(ui).bad;
    ui.painter()
        .rect_filled(rect, 0.0, color.gamma_multiply(0.3));
    let stroke = Stroke::new(2.0, color);
    ui.painter()
        .rect_stroke(rect, 2.0, stroke, StrokeKind::Inside);
    ui.ctx().set_cursor_icon(CursorIcon::NotAllowed);
    let id = ui.scope_id().with("no place");
    Tooltip::always_open(ui.ctx().clone(), ui.layer_id(), id, PopupAnchor::Pointer).show(|ui| {
        ui.label(capital(&why.to_string()));
    });
}

/// Letters, Delete and the clipboard.
fn keys<F: Asks<P>, P: FixedPage>(
    editor: &SetUpEditor<P>,
    canvas: &Canvas,
    ui: &Ui,
    out: &mut Vec<Ask<F>>,
) {
    let cell = editor.cursor.or(canvas.board.pointed);
    ui.input_mut(|input| {
        for event in &input.events {
            match event {
                // text and not keys: a letter lies on other keys of other keyboards
                Event::Text(text) => {
                    let unit = P::lettered(text);
                    out.extend(
                        unit.zip(cell)
                            .map(|(unit, cell)| Ask::SetUp(SetUpCommand::Place(unit, cell))),
                    );
                }
                // as an event and not as keys: egui knows which keys paste on this system
                Event::Paste(text) => out.push(Ask::SetUp(SetUpCommand::Paste(text.clone()))),
                Event::Copy => out.push(copied(editor)),
                _ => {}
            }
        }
        for key in [Key::Delete, Key::Backspace] {
            if input.consume_key(Modifiers::NONE, key) {
                // the unit in the hand goes before one that happens to be under the pointer
                let chosen = match editor.hand {
                    Some(Hand::Placed(cell)) => Some(cell),
                    _ => cell,
                };
                out.extend(chosen.map(|cell| Ask::SetUp(SetUpCommand::Remove(cell))));
            }
        }
    });
}
