//! The editor of a hidden set-up: a side places the units of its army on its home cells, one by one, in secret.
//!
//! Everything that does not depend on the army is here once: the reserve, the hand, undo, ready-made set-ups and the
//! text that a set-up is kept as. A family adds its kinds, its home and its own changes with [`ArmyEditor`].

use std::collections::BTreeMap;
use std::fmt::Debug;

use board::{Board, Cell};
use rules::Side;

use super::changes::Changes;
use super::family::SecretChoice;
use super::touch::BoardCommand;

/// The units by their cells.
pub type Placed<K> = BTreeMap<Cell, K>;

/// The units placed so far and what was chosen in addition to the army: the state that undo restores.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Made<K, C> {
    pub placed: Placed<K>,
    pub chosen: C,
}

/// A set-up in the making: every state it has had, and the unit in the hand.
#[derive(Debug, Clone)]
pub struct Making<K, C> {
    made: Changes<Made<K, C>>,
    picked: Option<Pick<K>>,
}

/// A change of a hidden set-up; `O` are the changes that one family alone knows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EditorCommand<K, O> {
    /// Take a unit of the reserve into the hand, or put it back.
    Pick(K),
    /// Put a unit of the reserve on a cell.
    Place(K, Cell),
    /// Send the unit on a cell back.
    Remove(Cell),
    TakeBook(usize),
    Fill,
    Turn(Symmetry),
    /// Send everything back to the reserve.
    Clear,
    Own(O),
}

/// The unit that the next click puts down.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Pick<K> {
    Reserve(K),
    // a placed unit is held by its cell: two units of a kind are alike, and only the cell says which one moves
    Placed(Cell),
}

/// A turn of a whole set-up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Symmetry {
    /// Left and right exchanged.
    Mirror,
    /// Round by half a turn: the front rank becomes the last.
    HalfTurn,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Reserve<K> {
    pub kind: K,
    /// The units not on the board yet.
    pub left: usize,
    /// The units in the army and the choice.
    pub total: usize,
}

impl<K: Ord, C: PartialEq> Making<K, C> {
    /// An empty set-up; `chosen` is the choice that it begins with.
    pub const fn new(chosen: C) -> Self {
        let placed = BTreeMap::new();
        Self {
            made: Changes::new(Made { placed, chosen }),
            picked: None,
        }
    }
}

/// The editor of a family's hidden set-up.
///
/// A family gives the required methods: its army, its home, its books, and the order that a set-up is. The provided
/// ones are the editor.
pub trait ArmyEditor: Sized {
    type Kind: Copy + Ord + Debug;
    /// The choice in addition to the army; `()` if there is none.
    type Chosen: Clone + PartialEq;
    /// The changes that only this family knows.
    type Change;
    type Position;
    type Order;
    type Illegal;

    /// An empty set-up of a side; `None` if the game begins with no hidden ones.
    fn begin(start: &Self::Position, side: Side) -> Option<Self>;
    fn making(&self) -> &Making<Self::Kind, Self::Chosen>;
    fn making_mut(&mut self) -> &mut Making<Self::Kind, Self::Chosen>;
    fn owner(&self) -> Side;
    fn ground(&self) -> Board;
    /// Every cell that may be used, each once.
    fn home(&self) -> impl Iterator<Item = Cell>;
    /// The kinds of the army and of what is chosen in addition, each with its number, in the rulebook's order.
    fn kinds(&self, chosen: &Self::Chosen) -> Vec<(Self::Kind, usize)>;
    /// The names of the ready-made set-ups.
    fn books(&self) -> impl Iterator<Item = &str>;
    /// A ready-made set-up by its place in that list.
    fn book(&self, number: usize) -> Option<Placed<Self::Kind>>;
    /// The choice in addition to the army that whole placements imply.
    fn chosen_by(&self, placed: &Placed<Self::Kind>) -> Self::Chosen;
    /// The cell that a cell comes to by a turn; `None` if the board has no such turn.
    fn turned(&self, cell: Cell, turn: Symmetry) -> Option<Cell>;
    /// The set-up with all that is missing; units that the rules allow where they stand stay there.
    fn filled(&self) -> Made<Self::Kind, Self::Chosen>;
    /// Carries out a change that only this family knows.
    fn change_own(&mut self, change: Self::Change);
    /// Leaves only the part of a member, where members share the side by leaders.
    fn narrow_to(&mut self, _member: u8) {}
    /// Takes the parts that the other members have shown, each with its member.
    fn take_plans(&mut self, _plans: Vec<(u8, Placed<Self::Kind>)>) {}
    /// Looks at the set-up again after a change, for a family that keeps findings on it.
    fn look_again(&mut self) {}
    /// True if this is one member's part of a set-up, beside those of others.
    fn makes_part(&self) -> bool {
        false
    }
    /// The placements as a set-up order.
    fn order_of(&self, placed: &Placed<Self::Kind>) -> Self::Order;
    /// The placements in a set-up order; `None` for any other order.
    fn placed_by(order: &Self::Order) -> Option<Placed<Self::Kind>>;
    /// # Errors
    /// The objection of the rules to the order as this side's set-up.
    fn check(&self, order: &Self::Order) -> Result<(), Self::Illegal>;
    /// A set-up order as the rows of the first side.
    fn to_rows(&self, order: &Self::Order) -> String;
    /// The order of such rows.
    fn of_rows(&self, rows: &str) -> Option<Self::Order>;

    fn placed(&self) -> &Placed<Self::Kind> {
        &self.made().placed
    }

    /// The units chosen in addition to the army.
    fn chosen(&self) -> &Self::Chosen {
        &self.made().chosen
    }

    fn made(&self) -> &Made<Self::Kind, Self::Chosen> {
        self.making().made.now()
    }

    fn picked(&self) -> Option<Pick<Self::Kind>> {
        self.making().picked
    }

    fn is_home(&self, cell: Cell) -> bool {
        self.home().any(|home| home == cell)
    }

    /// The kinds with what is left of each.
    fn reserve(&self) -> Vec<Reserve<Self::Kind>> {
        self.reserve_of(self.made())
    }

    /// The reserve that another set-up than the present one would leave.
    fn reserve_of(&self, made: &Made<Self::Kind, Self::Chosen>) -> Vec<Reserve<Self::Kind>> {
        let kinds = self.kinds(&made.chosen).into_iter();
        let lines = kinds.map(|(kind, total)| {
            let used = made.placed.values().filter(|other| **other == kind).count();
            Reserve {
                kind,
                // placements taken whole are not counted first: one unit too many shows as none left, for the rules to
                // refuse
                left: total.saturating_sub(used),
                total,
            }
        });
        lines.collect()
    }

    /// The units of a kind that are not on the board yet.
    fn left(&self, kind: Self::Kind) -> usize {
        let lines = self.reserve();
        let line = lines.iter().find(|line| line.kind == kind);
        line.map_or(0, |line| line.left)
    }

    fn update(&mut self, command: EditorCommand<Self::Kind, Self::Change>) {
        match command {
            EditorCommand::Pick(kind) => self.pick(kind),
            EditorCommand::Place(kind, cell) => self.place(kind, cell),
            EditorCommand::Remove(cell) => self.remove(cell),
            EditorCommand::TakeBook(number) => self.take_book(number),
            EditorCommand::Fill => self.fill(),
            EditorCommand::Turn(turn) => self.turn(turn),
            EditorCommand::Clear => self.clear(),
            EditorCommand::Own(change) => self.change_own(change),
        }
    }

    /// Takes an input on the board; false if the set-up has no use for the input.
    fn touch(&mut self, command: BoardCommand) -> bool {
        match command {
            BoardCommand::Click(cell) => self.click(cell),
            BoardCommand::Drag(from, to) => self.shift(from, to),
            BoardCommand::Undo => self.undo(),
            BoardCommand::Redo => self.redo(),
            BoardCommand::Deselect => self.making_mut().picked = None,
            // the page has these keys: they turn or walk through a board, and change no set-up
            BoardCommand::Cursor(_)
            | BoardCommand::Lift(_)
            | BoardCommand::Flip
            | BoardCommand::Sketch(..)
            | BoardCommand::NextEnemyOrder
            | BoardCommand::NextUnit
            | BoardCommand::NextLeader
            | BoardCommand::Pick(_)
            | BoardCommand::NextPick => return false,
        }
        true
    }

    /// Makes a step to the next state.
    fn change(&mut self, made: Made<Self::Kind, Self::Chosen>) {
        let making = self.making_mut();
        // the unit in the hand may have left its cell, so nothing stays in the hand
        making.picked = None;
        making.made.change(made);
        self.look_again();
    }

    /// Makes a step to other placements with the same choice.
    fn rearrange(&mut self, placed: Placed<Self::Kind>) {
        let chosen = self.chosen().clone();
        self.change(Made { placed, chosen });
    }

    /// Takes a unit of the reserve into the hand, or puts it back.
    fn pick(&mut self, kind: Self::Kind) {
        let pick = Some(Pick::Reserve(kind));
        let making = self.making_mut();
        making.picked = if making.picked == pick { None } else { pick };
    }

    /// Puts a unit of the reserve on a cell of the home, sending back what stood there.
    fn place(&mut self, kind: Self::Kind, cell: Cell) {
        if self.is_home(cell) && self.left(kind) > 0 {
            // the unit displaced needs no step of its own: the reserve is counted from what stands on the board
            let mut placed = self.placed().clone();
            placed.insert(cell, kind);
            self.rearrange(placed);
        }
    }

    /// Moves a placed unit; two placed units change cells.
    fn shift(&mut self, from: Cell, to: Cell) {
        let mut placed = self.placed().clone();
        // a drag that began on an empty cell or ends outside the home is no step, and undo must not find one there
        let at_home = self.is_home(to) && from != to;
        let Some(kind) = placed.remove(&from).filter(|_| at_home) else {
            return;
        };
        if let Some(other) = placed.insert(to, kind) {
            placed.insert(from, other);
        }
        self.rearrange(placed);
    }

    /// Sends a placed unit back to the reserve.
    fn remove(&mut self, cell: Cell) {
        let mut placed = self.placed().clone();
        // removing nothing makes no step: `Changes::change` drops an equal state
        placed.remove(&cell);
        self.rearrange(placed);
    }

    /// A click on a cell: puts down what is in the hand, or takes what stands there. A unit of the reserve stays in the
    /// hand while more of it are left.
    fn click(&mut self, cell: Cell) {
        match self.picked() {
            Some(Pick::Reserve(kind)) if self.is_home(cell) => {
                self.place(kind, cell);
                // `place` empties the hand like every change, so the next unit of the kind is taken again
                let is_left = self.left(kind) > 0;
                self.making_mut().picked = is_left.then_some(Pick::Reserve(kind));
            }
            Some(Pick::Placed(from)) if from != cell && self.is_home(cell) => {
                self.shift(from, cell);
            }
            Some(_) => self.making_mut().picked = None,
            None => {
                let stands = self.placed().contains_key(&cell);
                self.making_mut().picked = stands.then_some(Pick::Placed(cell));
            }
        }
    }

    /// Takes a ready-made set-up, with what it chooses.
    fn take_book(&mut self, number: usize) {
        if let Some(mut placed) = self.book(number) {
            let chosen = self.chosen_by(&placed);
            // who makes one part of the set-up takes that part alone, with what the whole one chooses
            placed.retain(|cell, _| self.is_home(*cell));
            self.change(Made { placed, chosen });
        }
    }

    /// Takes whole placements, with what they choose.
    fn take(&mut self, placed: Placed<Self::Kind>) {
        // with the choice made before, a set-up taken whole would seem to lack units or to have too many
        let chosen = self.chosen_by(&placed);
        self.change(Made { placed, chosen });
    }

    fn fill(&mut self) {
        let made = self.filled();
        self.change(made);
    }

    /// True if a turn maps the home onto itself.
    fn can_turn(&self, turn: Symmetry) -> bool {
        let lands = |cell| {
            self.turned(cell, turn)
                .is_some_and(|cell| self.is_home(cell))
        };
        // a turn brings no two cells to one: if every cell lands at home, the whole home is covered
        self.home().all(lands)
    }

    fn turn(&mut self, turn: Symmetry) {
        if self.can_turn(turn) {
            let placed = self.placed().iter();
            let placed = placed.filter_map(|(cell, kind)| Some((self.turned(*cell, turn)?, *kind)));
            self.rearrange(placed.collect());
        }
    }

    fn clear(&mut self) {
        self.rearrange(BTreeMap::new());
    }

    fn undo(&mut self) {
        let making = self.making_mut();
        making.picked = None;
        making.made.undo();
        self.look_again();
    }

    fn redo(&mut self) {
        let making = self.making_mut();
        making.picked = None;
        making.made.redo();
        self.look_again();
    }

    fn can_undo(&self) -> bool {
        self.making().made.can_undo()
    }

    fn can_redo(&self) -> bool {
        self.making().made.can_redo()
    }

    /// The set-up as an order.
    ///
    /// # Errors
    /// The objection of the rules to it as it stands.
    fn order(&self) -> Result<Self::Order, Self::Illegal> {
        let order = self.order_of(self.placed());
        self.check(&order)?;
        Ok(order)
    }

    /// The whole set-up as the first side's rows, which do for either side; `None` if the rules do not allow it yet.
    fn rows(&self) -> Option<String> {
        // an unfinished set-up would not be legal in another game either
        self.order().ok()?;
        let placed = self.seen_by_first(self.placed());
        Some(self.to_rows(&self.order_of(&placed)))
    }

    /// Takes a whole set-up from such rows, if the rules allow it here.
    fn take_rows(&mut self, rows: &str) {
        if let Some(placed) = self.read_rows(rows) {
            self.take(placed);
        }
    }

    /// True if the rows are a set-up that the rules allow here.
    fn may_take_rows(&self, rows: &str) -> bool {
        self.read_rows(rows).is_some()
    }

    /// The placements of such rows for this side, if the rules allow them.
    fn read_rows(&self, rows: &str) -> Option<Placed<Self::Kind>> {
        let placed = Self::placed_by(&self.of_rows(rows)?)?;
        let mut placed = self.seen_by_first(&placed);
        if self.makes_part() {
            placed.retain(|cell, _| self.is_home(*cell));
        }
        // rows do not name a side, and only this check knows the home and terrain of this one
        self.check(&self.order_of(&placed)).ok().map(|()| placed)
    }

    /// This side's placements as the first side's would be, and the first side's as this one's: those of the second
    /// after a half-turn of the board.
    fn seen_by_first(&self, placed: &Placed<Self::Kind>) -> Placed<Self::Kind> {
        // a half-turn undoes itself, so one function serves both directions
        let is_first = Side::new(0) == Some(self.owner());
        let cell = |cell| match is_first {
            true => cell,
            false => self.ground().half_turn(cell),
        };
        let placed = placed.iter().map(|(at, kind)| (cell(*at), *kind));
        placed.collect()
    }
}

impl<E: ArmyEditor> SecretChoice for E {
    type Position = E::Position;
    type Order = E::Order;
    type Change = EditorCommand<E::Kind, E::Change>;

    fn open(start: &E::Position, side: Side) -> Option<Self> {
        E::begin(start, side)
    }

    fn sealed(start: &E::Position, side: Side, order: &E::Order) -> Option<Self> {
        // made anew from the order that was sealed: after a restart nothing else of the editor is left
        let placed = E::placed_by(order)?;
        let mut editor = E::begin(start, side)?;
        editor.take(placed);
        Some(editor)
    }

    fn narrow(&mut self, member: u8) {
        self.narrow_to(member);
    }

    fn see_plans(&mut self, plans: &[(u8, &E::Order)]) {
        let plans = plans.iter();
        let plans = plans.filter_map(|(member, order)| Some((*member, E::placed_by(order)?)));
        self.take_plans(plans.collect());
    }

    fn side(&self) -> Side {
        self.owner()
    }

    fn decision(&self) -> Option<E::Order> {
        self.order().ok()
    }

    fn to_keep(&self) -> Option<String> {
        self.rows()
    }

    fn take_kept(&mut self, rows: &str) {
        self.take_rows(rows);
    }

    fn to_note(&self) -> Option<String> {
        // unlike what is kept for other games, it need not be whole
        (!self.placed().is_empty()).then(|| {
            let placed = self.seen_by_first(self.placed());
            self.to_rows(&self.order_of(&placed))
        })
    }

    fn take_note(&mut self, text: &str) {
        let placed = self.of_rows(text).and_then(|order| E::placed_by(&order));
        if let Some(placed) = placed {
            let placed = self.seen_by_first(&placed);
            // a file that was changed by hand may name cells of the other side
            if placed.keys().all(|cell| self.is_home(*cell)) {
                self.take(placed);
            }
        }
    }

    fn apply(&mut self, change: Self::Change) {
        self.update(change);
    }

    fn take_input(&mut self, command: BoardCommand) -> bool {
        self.touch(command)
    }
}
