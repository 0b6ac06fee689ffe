//! What a family's views owe the shell: one trait, which the families' own crate implements and dispatches.

use board::Cell;
use eframe::egui::{Rect, Ui};
use picture::Scene;
use rules::Side;
use scenario::Scenario;

use super::canvas::Canvas;
use super::commands::{Gives, Row};
use super::stepping::Step;
use crate::model::ask::Ask;
use crate::model::family::FamilyModel;
use crate::model::tabletop::{Around, Tabletop};

/// A family's views: its boards and the panels beside them, its pages, and its part of the help.
///
/// A view draws into `ui` what the model says, and pushes to `out` what the user does; it changes nothing itself except
/// what disappears with the window.
pub trait FamilyViews: FamilyModel {
    /// What the family keeps from frame to frame; `()` if that is nothing.
    type State: Default;

    /// The family's own commands with keys.
    const ROWS: &'static [Row<Gives<Self>>];
    /// The topics of the help, in order.
    const TOPICS: &'static [&'static str];

    /// The board of a match. Units that may not act any more are made pale by the caller.
    fn scene(table: &dyn Tabletop, hand: &Self::Hand, position: &Self::Position) -> Scene;
    /// An order on its way over the board; none if no unit moves.
    fn step(position: &Self::Position, order: &Self::Order) -> Option<Step>;
    /// True if a side may drag the unit on a cell.
    fn is_movable(position: &Self::Position, side: Side, cell: Cell) -> bool;
    /// The description of a cell for screen readers.
    fn cell_name(position: &Self::Position, side: Option<Side>, cell: Cell) -> String;
    /// Describes the cell pointed at in the line below the board.
    fn pointed(
        table: &dyn Tabletop,
        hand: &Self::Hand,
        position: &Self::Position,
        cell: Cell,
        ui: &mut Ui,
    );
    /// The buttons of overlays below the board; nothing if they stand beside it.
    fn tools(hand: &Self::Hand, ui: &mut Ui, out: &mut Vec<Ask<Self>>);
    /// The family's part of the panel beside the board of a match.
    fn beside(
        table: &dyn Tabletop,
        hand: &Self::Hand,
        position: &Self::Position,
        canvas: &mut Canvas,
        ui: &mut Ui,
        out: &mut Vec<Ask<Self>>,
    );
    /// The results of lots, in words that both players can compare.
    fn lots_drawn(position: &Self::Position, ui: &mut Ui);
    /// The page on which a secret choice is made.
    fn secret(
        around: Around<'_>,
        choice: &Self::Secret,
        table: &dyn Tabletop,
        canvas: &mut Canvas,
        ui: &mut Ui,
        out: &mut Vec<Ask<Self>>,
    );
    /// The board while a sealed choice waits to be opened.
    fn locked(
        around: Around<'_>,
        choice: &Self::Secret,
        table: &dyn Tabletop,
        canvas: &mut Canvas,
        ui: &mut Ui,
        out: &mut Vec<Ask<Self>>,
    );
    /// The page on which a fixed set-up is changed.
    fn set_up(
        around: Around<'_>,
        editor: &Self::SetUp,
        canvas: &mut Canvas,
        ui: &mut Ui,
        out: &mut Vec<Ask<Self>>,
    );
    /// The picture of a start.
    fn opening(start: &Self::Position) -> Scene;
    /// Writes on the picture of a start, whose board fills `whole`.
    fn over_start(start: &Self::Position, whole: Rect, ui: &mut Ui);
    /// A row of sample units, for the settings.
    fn samples(canvas: &mut Canvas, ui: &mut Ui);
    /// Shows a topic of the help, by its place.
    fn help(
        topic: usize,
        library: &[Scenario],
        state: &mut Self::State,
        canvas: &mut Canvas,
        ui: &mut Ui,
    );
}
