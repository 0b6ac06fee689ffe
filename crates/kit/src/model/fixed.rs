//! The editor of a set-up without secrets: any unit of either side on any cell where units can stand.
//!
//! A family adds its units with [`FixedUnits`]. The scenario says whether a game can be played with the result, and
//! what is unwise in it.

use std::collections::BTreeMap;
use std::fmt::Debug;

use board::{Board, Cell};
use reach::Trouble;
use scenario::Scenario;

use super::changes::Changes;
use super::family::SetUpChoice;
use super::scenarios::{Findings, with_set_up};
use super::touch::BoardCommand;
use super::words::capital;

/// The units of a family's fixed set-ups.
pub trait FixedUnits: Debug + Clone + Copy + 'static {
    /// A unit with its side.
    type Unit: Copy + Ord + Debug;

    /// The units of a scenario's fixed set-up; `None` if its set-ups are hidden or it is of another family.
    fn units(scenario: &Scenario) -> Option<Units<Self::Unit>>;
    /// The set-up as it is pasted and copied.
    fn fen(scenario: &Scenario, units: &Units<Self::Unit>) -> String;
    /// The same unit of the other side.
    fn of_the_other_side(unit: Self::Unit) -> Self::Unit;
    /// The name of the terrain of a cell where nothing can stand; `None` if units can.
    fn barrier(scenario: &Scenario, cell: Cell) -> Option<&'static str>;
}

/// The units of both sides by their cells.
pub type Units<U> = BTreeMap<Cell, U>;

/// A change of a fixed set-up.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SetUpCommand<U> {
    /// Take a new unit into the hand, or put it away again.
    Pick(U),
    /// Put a new unit on a cell.
    Place(U, Cell),
    /// Take the unit on a cell off the board.
    Remove(Cell),
    /// Begin or stop keeping both sides alike.
    KeepAlike(bool),
    /// Go back to the scenario's own set-up.
    TakeOwn,
    /// Take a set-up from the clipboard.
    Paste(String),
    Clear,
}

/// A fixed set-up while it is being changed.
#[derive(Debug, Clone)]
pub struct SetUpEditor<F: FixedUnits> {
    /// The scenario as its file has it.
    // the changes live apart from it, so that the way back to the scenario's own set-up stays open
    pub scenario: Scenario,
    number: u64,
    own: Units<F::Unit>,
    opened: Units<F::Unit>,
    units: Changes<Units<F::Unit>>,
    /// Every change for one side is also made for the other, half a turn of the board away.
    alike: bool,
    /// The unit that the next click puts down.
    pub hand: Option<Hand<F::Unit>>,
    /// The cell that letters and Delete act on.
    pub cursor: Option<Cell>,
    /// Why the last request was refused.
    pub refused: Option<Trouble>,
    /// The findings of the last check, once known.
    pub findings: Option<Findings>,
    /// The check under way: a later set-up is checked only once this one's findings are here.
    asked: Option<u64>,
    /// The set-up has changed since the last check began.
    stale: bool,
}

/// A cell and the unit requested for it.
type Wished<F> = (Cell, Option<<F as FixedUnits>::Unit>);

/// A unit in the hand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Hand<U> {
    // not used up by a click: a fixed set-up has no reserve
    New(U),
    /// The one on that cell.
    Placed(Cell),
}

/// The present number of units of a kind, next to the number in the scenario's own set-up.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Tally {
    pub now: usize,
    pub own: usize,
}

/// Why a unit cannot stand on a cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum NoPlace {
    /// Nothing can stand on the cell itself.
    #[error("nothing can stand on {cell}, where there is {ground}")]
    Here { cell: Cell, ground: &'static str },
    /// The cell is land, but the other side's is not.
    #[error("the other side\u{2019}s unit would come to {cell}, where there is {ground}")]
    Opposite { cell: Cell, ground: &'static str },
}

impl NoPlace {
    pub const fn advice(self) -> &'static str {
        match self {
            Self::Here { .. } => "choose a cell of land",
            Self::Opposite { .. } => "choose another cell, or no longer keep both sides alike",
        }
    }
}

impl<F: FixedUnits> SetUpEditor<F> {
    /// The set-up a form chooses: the scenario's own, or what was pasted. Nothing if set-ups are hidden.
    pub fn new(scenario: Scenario, pasted: &str, number: u64) -> Option<Self> {
        let own = F::units(&scenario)?;
        let (opened, refused) = match with_set_up(&scenario, pasted) {
            Ok(scenario) => (F::units(&scenario)?, None),
            // a pasted text that cannot be played still opens the page, which then shows why
            Err(trouble) => (own.clone(), Some(trouble)),
        };
        Some(Self {
            alike: are_alike::<F>(scenario.head().board, &opened),
            scenario,
            number,
            own,
            units: Changes::new(opened.clone()),
            opened,
            hand: None,
            cursor: None,
            refused,
            findings: None,
            asked: None,
            // the set-up that the page opens with has not been checked yet
            stale: true,
        })
    }

    pub fn board(&self) -> Board {
        self.scenario.head().board
    }

    pub const fn units(&self) -> &Units<F::Unit> {
        self.units.now()
    }

    /// True while both sides are kept alike.
    pub const fn alike(&self) -> bool {
        self.alike
    }

    /// Begins or stops keeping both sides alike. Units placed already stay as they are.
    // nothing is made alike here: somebody who turns this on by mistake would lose one side's placement
    pub fn keep_alike(&mut self, alike: bool) {
        self.alike = alike;
        self.refused = None;
    }

    pub fn tallies(&self) -> BTreeMap<F::Unit, Tally> {
        let mut tallies: BTreeMap<F::Unit, Tally> = BTreeMap::new();
        for unit in self.units().values() {
            // in two passes, since a kind may be on the board and not in the scenario's set-up, or the other way round
            tallies.entry(*unit).or_default().now += 1;
        }
        for unit in self.own.values() {
            tallies.entry(*unit).or_default().own += 1;
        }
        tallies
    }

    pub fn update(&mut self, command: SetUpCommand<F::Unit>) {
        match command {
            SetUpCommand::Pick(unit) => self.pick(unit),
            SetUpCommand::Place(unit, cell) => self.put(Hand::New(unit), cell),
            SetUpCommand::Remove(cell) => self.remove(cell),
            SetUpCommand::KeepAlike(alike) => self.keep_alike(alike),
            SetUpCommand::TakeOwn => self.take_own(),
            SetUpCommand::Paste(text) => self.paste(&text),
            SetUpCommand::Clear => self.clear(),
        }
    }

    /// Takes an input on the board; false if the input changes nothing.
    pub fn touch(&mut self, command: BoardCommand) -> bool {
        match command {
            BoardCommand::Click(cell) => self.click(cell),
            BoardCommand::Drag(from, to) => self.put(Hand::Placed(from), to),
            BoardCommand::Cursor(cell) => self.cursor = Some(cell),
            BoardCommand::Deselect => return self.hand.take().is_some(),
            BoardCommand::Undo => self.undo(),
            BoardCommand::Redo => self.redo(),
            BoardCommand::Flip
            | BoardCommand::Lift(_)
            | BoardCommand::Sketch(..)
            | BoardCommand::NextEnemyOrder
            | BoardCommand::NextUnit
            | BoardCommand::NextLeader
            | BoardCommand::Pick(_)
            | BoardCommand::NextPick => return false,
        }
        true
    }

    /// A click on a cell: puts down what is in the hand, takes what stands there, or moves the cursor. A new unit stays
    /// in the hand, to be put down again.
    pub fn click(&mut self, cell: Cell) {
        // the reason of the last refusal was about another cell
        self.refused = None;
        match self.hand {
            Some(Hand::Placed(from)) if from == cell => self.hand = None,
            Some(hand) => {
                self.put(hand, cell);
                // a unit that was refused stays in the hand for another cell
                if matches!(hand, Hand::Placed(_)) && self.refused.is_none() {
                    self.hand = None;
                }
            }
            None if self.units().contains_key(&cell) => self.hand = Some(Hand::Placed(cell)),
            None => self.cursor = Some(cell),
        }
    }

    /// Takes a new unit into the hand, or puts it away again.
    pub fn pick(&mut self, unit: F::Unit) {
        self.refused = None;
        let hand = Some(Hand::New(unit));
        self.hand = if self.hand == hand { None } else { hand };
    }

    /// Puts a unit on a cell. A new one takes the place of what stands there, one from the board changes places with
    /// it.
    pub fn put(&mut self, hand: Hand<F::Unit>, cell: Cell) {
        match self.changes(&self.wish(hand, cell)) {
            // one step for both sides: an undo between the two would leave them unlike
            Ok(changes) => self.change(|units| {
                for (cell, unit) in changes {
                    match unit {
                        Some(unit) => units.insert(cell, unit),
                        None => units.remove(&cell),
                    };
                }
            }),
            Err(why) => self.refused = Some(told(why)),
        }
    }

    /// The reason why a unit cannot be put on a cell; `None` if it can.
    pub fn no_place(&self, hand: Hand<F::Unit>, cell: Cell) -> Option<NoPlace> {
        self.changes(&self.wish(hand, cell)).err()
    }

    /// Takes the unit on a cell off the board.
    pub fn remove(&mut self, cell: Cell) {
        self.hand = None;
        // looked up first: the closure of the change has no access to the editor
        let opposite = self.opposite(cell);
        self.change(|units| {
            units.remove(&cell);
            opposite.and_then(|cell| units.remove(&cell));
        });
    }

    /// The requested content of each changed cell when a unit is put down.
    fn wish(&self, hand: Hand<F::Unit>, to: Cell) -> Vec<Wished<F>> {
        let at = |cell: Cell| self.units().get(&cell).copied();
        match hand {
            Hand::New(unit) => vec![(to, Some(unit))],
            Hand::Placed(from) if from == to || at(from).is_none() => Vec::new(),
            // in one request: as two, the second would find what the first has already moved
            Hand::Placed(from) => vec![(from, at(to)), (to, at(from))],
        }
    }

    /// The request, with its image for the other side while both are kept alike; a later entry overrides an
    /// earlier entry.
    fn changes(&self, wish: &[Wished<F>]) -> Result<Vec<Wished<F>>, NoPlace> {
        // an empty cell is allowed on any ground: the terrain only hinders a unit
        let barrier =
            |cell: Cell, unit: Option<F::Unit>| unit.and_then(|_| F::barrier(&self.scenario, cell));
        let mut changes = Vec::new();
        for &(cell, unit) in wish {
            if let Some(ground) = barrier(cell, unit) {
                return Err(NoPlace::Here { cell, ground });
            }
            changes.push((cell, unit));
            if let Some(cell) = self.opposite(cell) {
                if let Some(ground) = barrier(cell, unit) {
                    return Err(NoPlace::Opposite { cell, ground });
                }
                changes.push((cell, unit.map(F::of_the_other_side)));
            }
        }
        Ok(changes)
    }

    /// The other side's cell, if both are kept alike; the middle of a board has none.
    fn opposite(&self, cell: Cell) -> Option<Cell> {
        let opposite = self.board().half_turn(cell);
        // otherwise a unit in the middle would be replaced at once by its opposite
        (self.alike && opposite != cell).then_some(opposite)
    }

    fn change(&mut self, change: impl FnOnce(&mut Units<F::Unit>)) {
        let mut units = self.units().clone();
        change(&mut units);
        self.units.change(units);
        self.changed();
    }

    fn changed(&mut self) {
        self.refused = None;
        self.stale = true;
        // undo may have taken the unit in the hand off the board
        if matches!(self.hand, Some(Hand::Placed(cell)) if !self.units().contains_key(&cell)) {
            self.hand = None;
        }
    }

    pub fn clear(&mut self) {
        self.change(BTreeMap::clear);
    }

    /// Goes back to the scenario's own set-up.
    pub fn take_own(&mut self) {
        self.take(self.own.clone());
    }

    /// Takes a set-up as people paste it; one that cannot be played changes nothing.
    pub fn paste(&mut self, text: &str) {
        // read like the set-up of a file, so that a paste has the same errors with the same advice
        let pasted = with_set_up(&self.scenario, text);
        match pasted.map(|scenario| F::units(&scenario)) {
            Ok(units) => self.take(units.unwrap_or_default()),
            Err(trouble) => self.refused = Some(trouble),
        }
    }

    fn take(&mut self, units: Units<F::Unit>) {
        self.hand = None;
        // kept alike only if it is alike: otherwise the next change would overwrite units that have no counterpart
        self.alike = are_alike::<F>(self.board(), &units);
        self.change(|now| *now = units);
    }

    pub fn undo(&mut self) {
        self.units.undo();
        self.changed();
    }

    /// Repeats the change that was undone last.
    pub fn redo(&mut self) {
        self.units.redo();
        self.changed();
    }

    pub const fn can_undo(&self) -> bool {
        self.units.can_undo()
    }

    pub const fn can_redo(&self) -> bool {
        self.units.can_redo()
    }

    /// True if the set-up is the scenario's own.
    pub fn is_own(&self) -> bool {
        *self.units() == self.own
    }

    pub fn fen(&self) -> String {
        F::fen(&self.scenario, self.units())
    }
}

impl<F: FixedUnits> SetUpChoice for SetUpEditor<F> {
    type Change = SetUpCommand<F::Unit>;

    fn can_change(scenario: &Scenario) -> bool {
        F::units(scenario).is_some()
    }

    fn open(scenario: &Scenario, pasted: &str, number: u64) -> Option<Self> {
        Self::new(scenario.clone(), pasted, number)
    }

    fn scenario(&self) -> &Scenario {
        &self.scenario
    }

    fn number(&self) -> u64 {
        self.number
    }

    fn apply(&mut self, change: Self::Change) {
        self.update(change);
    }

    fn take_input(&mut self, command: BoardCommand) -> bool {
        self.touch(command)
    }

    fn is_changed(&self) -> bool {
        *self.units() != self.opened
    }

    fn field(&mut self) -> Option<String> {
        // empty, so that the form names the scenario alone, and the match keeps the scenario's id
        let fen = if self.is_own() {
            String::new()
        } else {
            self.fen()
        };
        // checked again here: the findings on the page may still be those of an earlier set-up
        match with_set_up(&self.scenario, &fen) {
            Ok(_) => Some(fen),
            Err(trouble) => {
                self.refused = Some(trouble);
                None
            }
        }
    }

    fn next_check(&mut self, number: u64) -> Option<String> {
        if !self.stale || self.asked.is_some() {
            return None;
        }
        // a change while the check runs sets this again, so that another check follows
        self.stale = false;
        self.asked = Some(number);
        Some(self.fen())
    }

    fn hear(&mut self, number: u64, findings: Findings) {
        // an answer to an earlier opening of the page is about another set-up
        if self.asked == Some(number) {
            self.asked = None;
            self.findings = Some(findings);
        }
    }
}

/// True if half a turn of the board maps each side's units onto the other's. The middle cell, its own
/// image, may hold any unit.
fn are_alike<F: FixedUnits>(board: Board, units: &Units<F::Unit>) -> bool {
    units.iter().all(|(cell, unit)| {
        let opposite = board.half_turn(*cell);
        opposite == *cell || units.get(&opposite) == Some(&F::of_the_other_side(*unit))
    })
}

fn told(why: NoPlace) -> Trouble {
    Trouble {
        what: format!("{}.", capital(&why.to_string())),
        advice: why.advice().to_owned(),
    }
}
