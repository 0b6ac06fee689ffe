//! The questions of the pages to the families.

use board::Cell;
use egui::{Rect, Ui};
use kit::model::ask::Ask;
use kit::model::family::FamilyTypes as _;
use kit::model::standing::Standing;
use kit::model::tabletop::{Around, Tabletop};
use kit::views::canvas::Canvas;
use kit::views::commands::Row;
use kit::views::family::{
    FamilyBoard as _, FamilyHelp as _, FamilyViews as _, SecretPage as _, SetUpPage as _,
};
use kit::views::stepping::Step;
use picture::Scene;
use rules::{AnyOrder, AnyPosition, Family, Side};
use scenario::{Scenario, SideNames};

use super::{AnyFamily, AnyGives, Hands, Member, Secret, SetUp, Views, of_family, warlord};

/// The commands with keys of these families.
pub fn rows(shown: impl Iterator<Item = Family>) -> Vec<Row<AnyGives>> {
    shown
        .flat_map(|family| of_family!(F = family => own_rows::<F>()))
        .collect()
}

fn own_rows<F: Member>() -> Vec<Row<AnyGives>> {
    let rows = F::ROWS.iter();
    rows.map(|row| row.given_by(|gives| F::any_gives(*gives)))
        .collect()
}

/// Shows a part of a page that one family draws; its requests come out as those of any family.
fn asking<F: Member>(out: &mut Vec<Ask<AnyFamily>>, show: impl FnOnce(&mut Vec<Ask<F>>)) {
    // a family asks in its own types and cannot name the enum over all families: here alone they are put into it
    let mut asked = Vec::new();
    show(&mut asked);
    out.extend(asked.into_iter().map(|ask| match ask {
        Ask::Board(command) => Ask::Board(command),
        Ask::Hand(command) => Ask::Hand(F::any_hand_command(command)),
        Ask::Secret(change) => Ask::Secret(F::any_secret_change(change)),
        Ask::SetUp(change) => Ask::SetUp(F::any_set_up_change(change)),
        Ask::Seal(ask) => Ask::Seal(ask),
        Ask::UseSetUp => Ask::UseSetUp,
        Ask::Copy(what, text) => Ask::Copy(what, text),
    }));
}

pub fn scene(table: &dyn Tabletop, hands: &Hands, position: &AnyPosition) -> Scene {
    of_family!(F, position, AnyPosition(now) => F::scene(table, F::hand(hands), now))
}

/// An order on its way over the board.
pub fn step(position: &AnyPosition, order: &AnyOrder) -> Option<Step> {
    of_family!(F, position, AnyPosition(now) => F::step(now, F::own_order(order)?))
}

/// True if a side may drag the unit on a cell.
pub fn is_movable(position: &AnyPosition, side: Side, cell: Cell) -> bool {
    of_family!(F, position, AnyPosition(now) => F::is_movable(now, side, cell))
}

/// The description of a cell for screen readers.
pub fn cell_name(
    position: &AnyPosition,
    names: &SideNames,
    side: Option<Side>,
    cell: Cell,
) -> String {
    of_family!(F, position, AnyPosition(now) => F::cell_name(now, names, side, cell))
}

/// Describes the cell pointed at in the line below the board.
pub fn pointed(
    table: &dyn Tabletop,
    hands: &Hands,
    position: &AnyPosition,
    cell: Cell,
    ui: &mut Ui,
) {
    of_family!(F, position, AnyPosition(now) => F::pointed(table, F::hand(hands), now, cell, ui));
}

/// The buttons of the family's overlays.
pub fn tools(hands: &Hands, position: &AnyPosition, ui: &mut Ui, out: &mut Vec<Ask<AnyFamily>>) {
    of_family!(F, position, AnyPosition(_) => {
        asking::<F>(out, |out| F::tools(F::hand(hands), ui, out));
    });
}

/// The family's part of the panel beside the board of a match.
pub fn beside(
    table: &dyn Tabletop,
    hands: &Hands,
    position: &AnyPosition,
    canvas: &mut Canvas,
    ui: &mut Ui,
    out: &mut Vec<Ask<AnyFamily>>,
) {
    of_family!(F, position, AnyPosition(now) => {
        asking::<F>(out, |out| F::beside(table, F::hand(hands), now, canvas, ui, out));
    });
}

/// The height that the family's part of the panel wants; 0 if it shows nothing in this game.
pub fn room_beside(position: &AnyPosition) -> f32 {
    of_family!(F, position, AnyPosition(now) => F::room_beside(now))
}

/// What a side has, in one line from the right.
pub fn force_line(
    table: &dyn Tabletop,
    position: &AnyPosition,
    side: Side,
    canvas: &mut Canvas,
    ui: &mut Ui,
) {
    of_family!(F, position, AnyPosition(now) => F::force_line(table, now, side, canvas, ui));
}

/// The same and more in words.
pub fn force_words(table: &dyn Tabletop, position: &AnyPosition, side: Side) -> String {
    of_family!(F, position, AnyPosition(now) => F::force_words(table, now, side))
}

/// All that a side has.
pub fn force(
    table: &dyn Tabletop,
    position: &AnyPosition,
    side: Side,
    canvas: &mut Canvas,
    ui: &mut Ui,
    out: &mut Vec<Ask<AnyFamily>>,
) {
    of_family!(F, position, AnyPosition(now) => {
        asking::<F>(out, |out| F::force(table, now, side, canvas, ui, out));
    });
}

/// What hangs over both sides now.
pub fn standing(table: &dyn Tabletop, position: &AnyPosition) -> Option<Standing> {
    of_family!(F, position, AnyPosition(now) => F::standing(table, now))
}

/// Shows the scene that a moment has in place of the board; false if the board is to be shown.
pub fn stage(
    around: Around<'_>,
    table: &dyn Tabletop,
    hands: &Hands,
    position: &AnyPosition,
    canvas: &mut Canvas,
    ui: &mut Ui,
    out: &mut Vec<Ask<AnyFamily>>,
) -> bool {
    let mut is_shown = false;
    of_family!(F, position, AnyPosition(now) => {
        asking::<F>(out, |out| {
            is_shown = F::stage(around, table, F::hand(hands), now, canvas, ui, out);
        });
    });
    is_shown
}

/// The results of lots, in words that both players can compare.
pub fn lots_drawn(position: &AnyPosition, ui: &mut Ui) {
    of_family!(F, position, AnyPosition(now) => F::lots_drawn(now, ui));
}

/// The page on which a secret choice is made.
pub fn secret(
    around: Around<'_>,
    secret: &Secret,
    table: &dyn Tabletop,
    canvas: &mut Canvas,
    ui: &mut Ui,
    out: &mut Vec<Ask<AnyFamily>>,
) {
    of_family!(F, secret, Secret(choice) => {
        asking::<F>(out, |out| choice.show(around, table, canvas, ui, out));
    });
}

/// The board while a sealed choice waits to be opened.
pub fn locked(
    around: Around<'_>,
    secret: &Secret,
    table: &dyn Tabletop,
    canvas: &mut Canvas,
    ui: &mut Ui,
    out: &mut Vec<Ask<AnyFamily>>,
) {
    of_family!(F, secret, Secret(choice) => {
        asking::<F>(out, |out| choice.locked(around, table, canvas, ui, out));
    });
}

/// The page on which a fixed set-up is changed.
pub fn set_up(
    around: Around<'_>,
    set_up: &SetUp,
    canvas: &mut Canvas,
    ui: &mut Ui,
    out: &mut Vec<Ask<AnyFamily>>,
) {
    of_family!(F, set_up, SetUp(editor) => {
        asking::<F>(out, |out| editor.show(around, canvas, ui, out));
    });
}

pub fn opening(start: &AnyPosition, names: &SideNames) -> Scene {
    of_family!(F, start, AnyPosition(start) => F::opening(start, names))
}

/// Writes on the picture of a start, whose board fills `whole`.
pub fn over_start(start: &AnyPosition, whole: Rect, ui: &mut Ui) {
    of_family!(F, start, AnyPosition(start) => F::over_start(start, whole, ui));
}

/// A row of a family's sample units.
pub fn samples(family: Family, canvas: &mut Canvas, ui: &mut Ui) {
    of_family!(F = family => F::samples(canvas, ui));
}

/// The drawing on a button of the start page, by the button's place: units of the family that gave the program its
/// name.
pub fn paint_way_in(place: usize, canvas: &mut Canvas, ui: &Ui, rect: Rect) {
    warlord::views::paint_way_in(place, canvas, ui, rect);
}

/// A family's topics of the help.
pub fn topics(family: Family) -> &'static [&'static str] {
    of_family!(F = family => F::TOPICS)
}

/// Shows a family's topic, by the topic's place.
pub fn help_of(
    family: Family,
    topic: usize,
    library: &[Scenario],
    views: &mut Views,
    canvas: &mut Canvas,
    ui: &mut Ui,
) {
    of_family!(F = family => F::help(topic, library, F::state(views), canvas, ui));
}
