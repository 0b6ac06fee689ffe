//! The traits that a family's views implement for the shell: [`FamilyViews`] and its parts. The families' own crate
//! dispatches to them.
//!
//! A view draws into `ui` what the model says, and pushes to `out` what the user does; it changes nothing itself except
//! what disappears with the window.

use board::Cell;
use egui::{Rect, Ui};
use picture::Scene;
use rules::Side;
use scenario::{Scenario, SideNames};

use super::army::{self, ArmyPage};
use super::canvas::Canvas;
use super::commands::{Gives, Row};
use super::fixed::{self, FixedPage};
use super::stepping::Step;
use crate::model::ask::Ask;
use crate::model::family::{
    Commands, FamilyModel, FamilyTypes, NoSetUp, SecretChoice, SetUpChoice,
};
use crate::model::fixed::SetUpEditor;
use crate::model::standing::Standing;
use crate::model::tabletop::{Around, Tabletop};

/// A family's views: its boards and its help, the panels beside a board, and the pages of its editors.
pub trait FamilyViews:
    FamilyBoard + FamilyHelp + FamilyModel<Secret: SecretPage, SetUp: SetUpPage>
{
    /// The family's own commands with keys.
    const ROWS: &'static [Row<Gives<Self>>] = &[];

    /// Describes the cell pointed at in the line below the board.
    fn pointed(
        table: &dyn Tabletop,
        hand: &Self::Hand,
        position: &Self::Position,
        cell: Cell,
        ui: &mut Ui,
    );
    /// The buttons of overlays below the board; nothing if they stand beside it.
    fn tools(_hand: &Self::Hand, _ui: &mut Ui, _out: &mut Vec<Ask<Self>>) {}
    /// The height in points that [`FamilyViews::beside`] wants in a panel of one height; 0 if it never shows anything.
    /// It may depend on nothing that changes during a match, or the panel would jump.
    fn room_beside(_position: &Self::Position) -> f32 {
        0.0
    }
    /// The family's part of the panel beside the board of a match, without the forces.
    fn beside(
        table: &dyn Tabletop,
        hand: &Self::Hand,
        position: &Self::Position,
        canvas: &mut Canvas,
        ui: &mut Ui,
        out: &mut Vec<Ask<Self>>,
    );
    /// What a side has, in one line from the right: units, leaders, towns, captives.
    fn force_line(
        table: &dyn Tabletop,
        position: &Self::Position,
        side: Side,
        canvas: &mut Canvas,
        ui: &mut Ui,
    );
    /// The same and more in words, for screen readers.
    fn force_words(table: &dyn Tabletop, position: &Self::Position, side: Side) -> String;
    /// All that a side has: its leaders, captures and what it awaits.
    fn force(
        table: &dyn Tabletop,
        position: &Self::Position,
        side: Side,
        canvas: &mut Canvas,
        ui: &mut Ui,
        out: &mut Vec<Ask<Self>>,
    );
    /// What hangs over both sides now, such as a claim that must be answered.
    fn standing(_table: &dyn Tabletop, _position: &Self::Position) -> Option<Standing> {
        None
    }
    /// Shows the scene that a moment has in place of the board, such as a duel; false, and nothing is shown, if the board
    /// is to be shown.
    fn stage(
        _around: Around<'_>,
        _table: &dyn Tabletop,
        _hand: &Self::Hand,
        _position: &Self::Position,
        _canvas: &mut Canvas,
        _ui: &mut Ui,
        _out: &mut Vec<Ask<Self>>,
    ) -> bool {
        false
    }
    /// The results of lots, in words that both players can compare.
    fn lots_drawn(_position: &Self::Position, _ui: &mut Ui) {}
    /// A row of sample units, for the settings.
    fn samples(canvas: &mut Canvas, ui: &mut Ui);
}

/// A family's boards: what stands on them, and the name of each cell.
pub trait FamilyBoard: FamilyModel {
    /// The board of a match. Units that may not act any more are made pale by the caller.
    fn scene(table: &dyn Tabletop, hand: &Self::Hand, position: &Self::Position) -> Scene;
    /// An order on its way over the board; none if no unit moves.
    fn step(_position: &Self::Position, _order: &Self::Order) -> Option<Step> {
        None
    }
    /// True if a side may drag the unit on a cell.
    fn is_movable(position: &Self::Position, side: Side, cell: Cell) -> bool;
    /// The description of a cell for screen readers.
    fn cell_name(
        position: &Self::Position,
        names: &SideNames,
        side: Option<Side>,
        cell: Cell,
    ) -> String;
    /// The picture of a start.
    fn opening(start: &Self::Position, names: &SideNames) -> Scene;
    /// Writes on the picture of a start, whose board fills `whole`.
    fn over_start(_start: &Self::Position, _whole: Rect, _ui: &mut Ui) {}
}

/// A family's part of the help.
pub trait FamilyHelp: FamilyTypes {
    /// Its state from frame to frame; `()` if it keeps none.
    type State: Default;

    /// The topics, in order.
    const TOPICS: &'static [&'static str];

    /// Shows a topic, by its place.
    fn help(
        topic: usize,
        library: &[Scenario],
        state: &mut Self::State,
        canvas: &mut Canvas,
        ui: &mut Ui,
    );
}

/// The pages of a choice made in secret. An [`ArmyPage`] has them as it stands.
pub trait SecretPage: SecretChoice {
    /// The page on which the choice is made.
    fn show<F: Commands<SecretChange = Self::Change>>(
        &self,
        around: Around<'_>,
        table: &dyn Tabletop,
        canvas: &mut Canvas,
        ui: &mut Ui,
        out: &mut Vec<Ask<F>>,
    );
    /// The board while the sealed choice waits to be opened.
    fn locked<F: Commands>(
        &self,
        around: Around<'_>,
        table: &dyn Tabletop,
        canvas: &mut Canvas,
        ui: &mut Ui,
        out: &mut Vec<Ask<F>>,
    );
}

impl<A: ArmyPage> SecretPage for A {
    fn show<F: Commands<SecretChange = Self::Change>>(
        &self,
        around: Around<'_>,
        table: &dyn Tabletop,
        canvas: &mut Canvas,
        ui: &mut Ui,
        out: &mut Vec<Ask<F>>,
    ) {
        army::show(around, self, table, canvas, ui, out);
    }

    fn locked<F: Commands>(
        &self,
        around: Around<'_>,
        table: &dyn Tabletop,
        canvas: &mut Canvas,
        ui: &mut Ui,
        out: &mut Vec<Ask<F>>,
    ) {
        army::locked(around, self, table, canvas, ui, out);
    }
}

/// The page on which a fixed set-up is changed. A [`SetUpEditor`] has one if its family is a [`FixedPage`].
pub trait SetUpPage: SetUpChoice {
    fn show<F: Commands<SetUpChange = Self::Change>>(
        &self,
        around: Around<'_>,
        canvas: &mut Canvas,
        ui: &mut Ui,
        out: &mut Vec<Ask<F>>,
    );
}

impl<P: FixedPage> SetUpPage for SetUpEditor<P> {
    fn show<F: Commands<SetUpChange = Self::Change>>(
        &self,
        around: Around<'_>,
        canvas: &mut Canvas,
        ui: &mut Ui,
        out: &mut Vec<Ask<F>>,
    ) {
        fixed::show(around, self, canvas, ui, out);
    }
}

impl SetUpPage for NoSetUp {
    fn show<F: Commands<SetUpChange = Self>>(
        &self,
        _: Around<'_>,
        _: &mut Canvas,
        _: &mut Ui,
        _: &mut Vec<Ask<F>>,
    ) {
        match *self {}
    }
}
