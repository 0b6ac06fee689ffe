//! The page on which a hidden set-up is placed by hand, unit by unit.

use board::Cell;
use cleaner::text::listed;
use egui::{
    CentralPanel, Event, Frame, Key, Margin, Modifiers, Panel, Rect, RichText, ScrollArea, Ui, vec2,
};
use picture::{Scene, Token};
use rules::Family;
use scenario::Scenario;

use super::board::{Showing, Touch};
use super::canvas::Canvas;
use super::commands::{REDO, UNDO};
use super::sealing::{kept, locked_board, others};
use super::theme::{palette, size};
use super::tokens::{Tile, paint_dragged, tile, tray};
use super::widgets::{
    self, card, edge, keep_focus_in_sight, note, prose, section, sentence, side_chip, side_column,
    wide_primary,
};
use crate::model::army::{ArmyEditor, EditorCommand, Pick, Reserve, Symmetry};
use crate::model::ask::{Ask, SealAsk};
use crate::model::family::Commands;
use crate::model::meaning::Refusal;
use crate::model::tabletop::{Around, Tabletop, TeamPlan};
use crate::model::touch::BoardCommand;
use crate::model::words::count;

const WIDTH: f32 = 366.0;

/// The changes that an editor takes.
pub type ArmyChange<A> = EditorCommand<<A as ArmyEditor>::Kind, <A as ArmyEditor>::Change>;

/// A family whose secret choice is a set-up made by that editor.
pub trait Asks<A: ArmyPage>: Commands<SecretChange = ArmyChange<A>> {}

impl<A: ArmyPage, F: Commands<SecretChange = ArmyChange<A>>> Asks<A> for F {}

/// The questions of the page of a hidden set-up to its editor. The provided methods are for what one family alone shows.
pub trait ArmyPage: ArmyEditor {
    const FAMILY: Family;
    /// The hover text of the button that fills up.
    const FILL: &'static str;
    /// The turns offered, each of them if the home allows it.
    const TURNS: &'static [Symmetry];

    /// The terrain of a cell as screen readers say it; `None` in the open.
    fn terrain(&self, cell: Cell) -> Option<&'static str>;
    /// The unit that another member of the side has shown on a cell of its own part; `None` for any other cell.
    fn of_mate(&self, _cell: Cell) -> Option<Self::Kind> {
        None
    }
    /// What a member's part still lacks in places to fill, in a few words; `None` for a whole set-up, and if the part lacks
    /// none.
    fn to_fill(&self) -> Option<String> {
        None
    }
    /// The picture of the units placed so far.
    fn scene(&self) -> Scene;
    /// A unit of the reserve, on no cell in particular.
    fn token(&self, kind: Self::Kind) -> Token;
    fn kind_name(kind: Self::Kind) -> &'static str;
    /// A kind as written in a sentence, with its article if it has one.
    fn a_kind(kind: Self::Kind) -> String;
    /// The text below a unit of the reserve.
    fn tile_text(line: &Reserve<Self::Kind>) -> String;
    /// The powers of a kind, for its hover text.
    fn about(&self, kind: Self::Kind) -> String;
    /// The kind of a letter typed.
    fn lettered(&self, letter: &str) -> Option<Self::Kind>;
    /// The task of the user, a note for each sentence or two.
    fn task(&self) -> Vec<String>;
    fn refusal(illegal: Self::Illegal) -> Refusal;
    /// The scenario's words on each ready-made set-up, in their order.
    fn books_about(scenario: &Scenario) -> Vec<&str>;
    /// A sentence on the lot of the terrain, and the words of the lot, if there was one.
    fn terrain_lot(&self) -> Option<(&'static str, String)>;

    /// Shows the progress of the set-up, above the button that seals it.
    fn progress(&self, _: &mut Ui, _: &mut Vec<ArmyChange<Self>>) {}

    /// The units still to be chosen in addition to the army, counted in words; `None` if there are none.
    fn to_choose(&self) -> Option<String> {
        None
    }

    /// Shows the unwise points of a set-up that the rules allow.
    fn worries(&self, _: &mut Ui) {}

    /// Shows the choice in addition to the army, above the reserve.
    fn choose(&self, _: &mut Ui, _: &mut Vec<ArmyChange<Self>>) {}

    /// The lines that the reserve shows.
    fn shown(&self) -> Vec<Reserve<Self::Kind>> {
        self.reserve()
    }

    /// Further buttons on the tile of a kind.
    fn on_tile(&self, _: Self::Kind, _: Rect, _: &mut Ui, _: &mut Vec<ArmyChange<Self>>) {}
}

pub fn show<F: Asks<A>, A: ArmyPage>(
    around: Around<'_>,
    made: &A,
    table: &dyn Tabletop,
    canvas: &mut Canvas,
    ui: &mut Ui,
    out: &mut Vec<Ask<F>>,
) {
    side_column(ui, "set-up", WIDTH, |ui| {
        ScrollArea::vertical()
            .auto_shrink([false, false])
            .show(ui, |ui| {
                panel(around, made, table, canvas, ui, out);
                keep_focus_in_sight(ui);
            });
    });
    words_below(around, ui, || match made.picked() {
        Some(Pick::Reserve(kind)) => placing(&A::a_kind(kind)),
        Some(Pick::Placed(cell)) => moving(cell),
        None => CHOOSE.to_owned(),
    });
    CentralPanel::no_frame()
        .frame(Frame::new().fill(palette(ui).table))
        .show(ui, |ui| board(around, made, table, canvas, ui, out));
}

/// The room for what is said below the board.
const TWO_LINES: f32 = 44.0;

/// The words below a board on which a hidden set-up is placed: a notice in the place of what is usually said there.
pub fn words_below(around: Around<'_>, ui: &mut Ui, usual: impl FnOnce() -> String) {
    let margin = Margin::symmetric(16, 7);
    let strip = edge(ui, margin);
    // longer words scroll, so that the board does not move
    let panel = Panel::bottom("set-up status").exact_size(TWO_LINES + margin.sum().y);
    panel.frame(strip).show(ui, |ui| {
        ScrollArea::vertical()
            .id_salt("said")
            .auto_shrink([false, false])
            .min_scrolled_height(TWO_LINES)
            .show(ui, |ui| {
                ui.spacing_mut().item_spacing.y = 2.0;
                let Some(notice) = around.notice else {
                    ui.weak(usual());
                    return;
                };
                ui.label(&notice.what);
                ui.weak(sentence(&notice.advice));
            });
    });
}

/// The words below a board on which an army is set up, while nothing is held.
pub const CHOOSE: &str = "Click a unit below Reserve, then cells; or drag, or type its letter. Right-click or Delete sends one back.";

/// The words while a new unit is held.
pub fn placing(unit: &str) -> String {
    format!("Click a green cell to place {unit}. Esc puts it back.")
}

/// The words while the unit of a cell is held.
pub fn moving(cell: Cell) -> String {
    format!("Click where the unit of {cell} goes; on another unit they change places.")
}

/// The board while the locked set-up waits to be opened: the set-up can be looked at.
pub fn locked<F: Commands>(
    around: Around<'_>,
    made: &impl ArmyPage,
    table: &dyn Tabletop,
    canvas: &mut Canvas,
    ui: &mut Ui,
    out: &mut Vec<Ask<F>>,
) {
    let scene = canvas.scene(around.revision, || made.scene());
    let name = |cell| name(made, cell);
    locked_board(made.ground(), &scene, &name, table, canvas, ui, out);
}

fn board<F: Asks<A>, A: ArmyPage>(
    around: Around<'_>,
    made: &A,
    table: &dyn Tabletop,
    canvas: &mut Canvas,
    ui: &mut Ui,
    out: &mut Vec<Ask<F>>,
) {
    let scene = canvas.scene(around.revision, || made.scene());
    let selected = match made.picked() {
        Some(Pick::Placed(cell)) => Some(cell),
        Some(Pick::Reserve(_)) | None => None,
    };
    let showing = Showing {
        board: made.ground(),
        scene: &scene,
        moving: None,
        cursor: table.cursor(),
        bottom: table.bottom(),
        set: canvas.set,
        // a drag that begins on a cell without a unit moves the board
        movable: &|cell| made.placed().contains_key(&cell),
        name: &|cell| name(made, cell),
        selected,
        sketch: None,
        pointers: None,
    };
    let remove = |cell| Ask::Secret(EditorCommand::Remove(cell));
    for touch in canvas.board.show(ui, &mut canvas.atlases, &showing) {
        match touch {
            Touch::Click(cell) => out.push(BoardCommand::Click(cell).into()),
            Touch::SecondClick(cell) | Touch::DragOff(cell) => out.push(remove(cell)),
            Touch::Drag(from, to) if made.is_home(to) => {
                out.push(BoardCommand::Drag(from, to).into());
            }
            // dropped outside the home, a unit goes back as if it were dragged off the board
            Touch::Drag(from, _) => out.push(remove(from)),
            Touch::Cursor(cell) => out.push(BoardCommand::Cursor(cell).into()),
            Touch::SecondDrag(..) | Touch::Lift(_) | Touch::Pressed => {}
        }
    }
    paint_dragged(ui, canvas);
    // letters typed into the name of a set-up to keep are no units
    if !around.is_asking && !ui.ctx().text_edit_focused() {
        keys(made, table, canvas, ui, out);
    }
}

/// A letter puts a unit on the cell of the cursor or pointer, Delete sends the one there back.
fn keys<F: Asks<A>, A: ArmyPage>(
    made: &A,
    table: &dyn Tabletop,
    canvas: &Canvas,
    ui: &Ui,
    out: &mut Vec<Ask<F>>,
) {
    // the keyboard's cell first: while somebody types, the pointer rests anywhere
    let Some(cell) = table.cursor().or(canvas.board.pointed) else {
        return;
    };
    ui.input_mut(|input| {
        for event in &input.events {
            // text and not keys: a letter lies on other keys of other keyboards
            if let Event::Text(text) = event
                && let Some(kind) = made.lettered(text)
            {
                // the editor refuses a cell outside the home, and one more unit than the army has
                out.push(Ask::Secret(EditorCommand::Place(kind, cell)));
            }
        }
        for key in [Key::Delete, Key::Backspace] {
            if input.consume_key(Modifiers::NONE, key) {
                out.push(Ask::Secret(EditorCommand::Remove(cell)));
            }
        }
    });
}

/// The name of a cell for screen readers.
fn name<A: ArmyPage>(made: &A, cell: Cell) -> String {
    let home = if made.is_home(cell) {
        ""
    } else {
        ", not yours"
    };
    let unit = made.placed().get(&cell).copied();
    let unit = unit.or_else(|| made.of_mate(cell));
    let unit = unit.map_or("empty", A::kind_name);
    let terrain = made.terrain(cell);
    let terrain = terrain.map_or_else(String::new, |terrain| format!(", {terrain}"));
    format!("{cell}, {unit}{terrain}{home}")
}

fn panel<F: Asks<A>, A: ArmyPage>(
    around: Around<'_>,
    made: &A,
    table: &dyn Tabletop,
    canvas: &mut Canvas,
    ui: &mut Ui,
    out: &mut Vec<Ask<F>>,
) {
    // collected apart, because an editor's own parts know its changes and nothing of `Ask`
    let mut changes = Vec::new();
    card(ui, |ui| {
        ui.horizontal(|ui| {
            side_chip(ui, made.owner(), 24.0);
            ui.label(RichText::new("Set up your army").size(size::TITLE));
        });
        for task in made.task() {
            note(ui, task);
        }
        ui.add_space(4.0);
        made.progress(ui, &mut changes);
        lock(made, table, ui, out);
    });
    ui.add_space(8.0);
    card(ui, |ui| {
        section(ui, "Book set-ups, and help with your own");
        books(made, table, ui, &mut changes);
        let fits = |rows: &str| made.may_take_rows(rows);
        kept(around, table, fits, made.order().is_ok(), canvas, ui, out);
        tools(made, ui, out);
    });
    ui.add_space(8.0);
    card(ui, |ui| {
        section(ui, "Reserve");
        made.choose(ui, &mut changes);
        tray(ui, &made.shown(), |ui, line| {
            let rect = reserve(made, line, canvas, ui, &mut changes);
            made.on_tile(line.kind, rect, ui, &mut changes);
        });
    });
    if let Some((about, lot)) = made.terrain_lot() {
        ui.add_space(8.0);
        card(ui, |ui| {
            section(ui, "The terrain");
            widgets::lot(ui, about, &lot);
        });
    }
    out.extend(changes.into_iter().map(Ask::Secret));
}

/// Shows the missing units or the broken rule, above the button that seals the set-up.
fn lock<F: Commands, A: ArmyPage>(
    made: &A,
    table: &dyn Tabletop,
    ui: &mut Ui,
    out: &mut Vec<Ask<F>>,
) {
    let ready = made.order();
    let is_ready = ready.is_ok();
    if let Err(illegal) = ready {
        // what is missing comes first: an unfinished set-up breaks some rule anyway
        let missing = missing(made);
        if missing.is_empty() {
            let refusal = A::refusal(illegal);
            ui.colored_label(palette(ui).warn, refusal.what);
            note(
                ui,
                format!("{} Rules: {}.", sentence(refusal.advice), refusal.rule),
            );
        } else {
            note(ui, format!("Still {}.", listed(&missing)));
        }
    } else {
        // in the place of what was missing: without it the button would jump as the last unit is placed
        note(ui, "The set-up is complete.");
    }
    made.worries(ui);
    let plan = table.team_plan();
    let name = match &plan {
        None => "Lock the set-up",
        Some(plan) if plan.is_shown => "Show the new part to the team",
        Some(_) => "Show your part to the team",
    };
    if wide_primary(ui, name, is_ready).clicked() {
        out.push(SealAsk::Lock.into());
    }
    if let Some(plan) = plan {
        team(&plan, ui);
    }
    others(made.owner(), table, ui);
}

/// The units and places that a set-up still lacks, each in a few words.
fn missing<A: ArmyPage>(made: &A) -> Vec<String> {
    if made.makes_part() {
        // the reserve is the whole side's: others take from it too
        return made.to_fill().into_iter().collect();
    }
    let left: usize = made.reserve().iter().map(|line| line.left).sum();
    let mut missing: Vec<String> = made.to_choose().into_iter().collect();
    if left > 0 {
        missing.push(count(left, "unit in reserve", "units in reserve"));
    }
    missing
}

/// The state of a set-up that is made in parts: who has shown one, and why they cannot be sealed.
fn team(plan: &TeamPlan, ui: &mut Ui) {
    if plan.is_shown {
        note(
            ui,
            "Your team sees your part. It is sealed as soon as all parts are shown and go together; until then you can show another.",
        );
    }
    for (name, has_shown) in &plan.mates {
        let standing = match has_shown {
            true => "has shown a part",
            false => "has not shown a part yet",
        };
        note(ui, format!("{name} {standing}."));
    }
    if let Some(clash) = &plan.clash {
        let words = format!("The parts do not go together: {clash}.");
        ui.colored_label(palette(ui).warn, words);
    }
}

fn books<A: ArmyPage>(
    made: &A,
    table: &dyn Tabletop,
    ui: &mut Ui,
    changes: &mut Vec<ArmyChange<A>>,
) {
    let about = table.scenario().map_or_else(Vec::new, A::books_about);
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = vec2(6.0, 6.0);
        for (number, name) in made.books().enumerate() {
            let mut button = ui.button(name);
            if let Some(about) = about.get(number).filter(|about| !about.is_empty()) {
                button = button.on_hover_text(prose(about));
            }
            if button.clicked() {
                changes.push(EditorCommand::TakeBook(number));
            }
        }
    });
}

fn tools<F: Asks<A>, A: ArmyPage>(made: &A, ui: &mut Ui, out: &mut Vec<Ask<F>>) {
    ui.add_space(4.0);
    let placed = !made.placed().is_empty();
    let fill = ("Fill up", true, Ask::Secret(EditorCommand::Fill), A::FILL);
    let turns = A::TURNS.iter().map(|turn| {
        let (label, about) = match turn {
            Symmetry::Mirror => ("Mirror", "Left and right exchanged"),
            Symmetry::HalfTurn => (
                "Half-turn",
                "Everything turned round: front and back, left and right exchanged",
            ),
        };
        let can = placed && made.can_turn(*turn);
        (label, can, Ask::Secret(EditorCommand::Turn(*turn)), about)
    });
    let rest = [
        (
            "Clear",
            placed,
            Ask::Secret(EditorCommand::Clear),
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
    widgets::tools(ui, [fill].into_iter().chain(turns).chain(rest), out);
}

/// One kind of the reserve: click to take it into the hand, drag it to the board.
fn reserve<A: ArmyPage>(
    made: &A,
    line: &Reserve<A::Kind>,
    canvas: &mut Canvas,
    ui: &mut Ui,
    changes: &mut Vec<ArmyChange<A>>,
) -> Rect {
    let name = format!(
        "{}: {} of {} in reserve",
        A::kind_name(line.kind),
        line.left,
        line.total
    );
    let shown = Tile {
        family: A::FAMILY,
        token: made.token(line.kind),
        text: &A::tile_text(line),
        name: &name,
        picked: made.picked() == Some(Pick::Reserve(line.kind)),
        enabled: line.left > 0,
    };
    let (response, dropped) = tile(ui, canvas, &shown);
    // a tile without units left still senses clicks
    if line.left > 0 && response.clicked() {
        changes.push(EditorCommand::Pick(line.kind));
    }
    if let Some(cell) = dropped {
        changes.push(EditorCommand::Place(line.kind, cell));
    }
    let about = made.about(line.kind);
    response.on_hover_text(format!("{name}\n{about}")).rect
}
