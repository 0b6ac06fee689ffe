//! The set-up of a game without secrets while it is being changed: any unit on any land.

use std::collections::BTreeMap;

use board::{Board, Cell};
use reach::Trouble;
use rules::warlord::{Game, Kind, Start, Terrain, Unit};
use scenario::Scenario;
use scenario::warlord::Content;

use crate::shell::model::changes::Changes;
use crate::shell::model::library::{Findings, with_set_up};
use crate::shell::model::touch::BoardCommand;
use crate::shell::model::words::capital;

/// The units of both sides by their cells.
pub(crate) type Units = BTreeMap<Cell, Unit>;

/// A change of a fixed set-up.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum SetUpCommand {
    /// Take a new unit into the hand, or put it away again.
    Pick(Unit),
    /// Put a new unit on a cell.
    Place(Unit, Cell),
    /// Take the unit on a cell off the board.
    Remove(Cell),
    /// Keep both sides alike, or no longer.
    KeepAlike(bool),
    /// Go back to the scenario's own set-up.
    TakeOwn,
    /// Take a set-up from the clipboard.
    Paste(String),
    /// Take everything off the board.
    Clear,
}

/// A fixed set-up while it is being changed.
#[derive(Debug, Clone)]
pub(crate) struct SetUpEditor {
    /// The scenario as its file has it.
    pub(crate) scenario: Scenario,
    /// Tells one opening from another.
    pub(crate) number: u64,
    own: Units,
    opened: Units,
    units: Changes<Units>,
    /// Every change for one side is also made for the other, half a turn of the board away.
    alike: bool,
    /// The unit that the next click puts down.
    pub(crate) hand: Option<Hand>,
    /// The cell that letters and Delete act on.
    pub(crate) cursor: Option<Cell>,
    /// The reason why the last wish was refused.
    pub(crate) refused: Option<Trouble>,
    /// The findings of the last check, once known.
    pub(crate) findings: Option<Findings>,
    /// The check under way.
    asked: Option<u64>,
    /// The set-up has changed since the last check began.
    stale: bool,
}

/// A unit in the hand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Hand {
    /// A new one.
    New(Unit),
    /// The one on that cell.
    Placed(Cell),
}

/// The present number of units of a kind, beside the number in the scenario's own set-up.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Tally {
    /// Now.
    pub(crate) now: usize,
    /// In the scenario's own set-up.
    pub(crate) own: usize,
}

/// The reason why a unit cannot stand on a cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub(crate) enum NoPlace {
    /// The cell is no land.
    #[error("nothing can stand on {cell}, where there is {}", .ground.name())]
    Here {
        /// The cell.
        cell: Cell,
        /// The terrain of the cell.
        ground: Terrain,
    },
    /// The cell is land, but the other side's is not.
    #[error("the other side\u{2019}s unit would come to {cell}, where there is {}", .ground.name())]
    Opposite {
        /// The other side's cell.
        cell: Cell,
        /// The terrain of the cell.
        ground: Terrain,
    },
}

impl NoPlace {
    /// The remedy.
    pub(crate) const fn advice(self) -> &'static str {
        match self {
            Self::Here { .. } => "choose a cell of land",
            Self::Opposite { .. } => "choose another cell, or no longer keep both sides alike",
        }
    }
}

impl SetUpEditor {
    /// The set-up a form chooses: the scenario's own, or what was pasted. Nothing where set-ups are hidden.
    pub(crate) fn new(scenario: Scenario, pasted: &str, number: u64) -> Option<Self> {
        let own = units(&scenario)?;
        let (opened, refused) = match with_set_up(&scenario, pasted) {
            Ok(scenario) => (units(&scenario)?, None),
            Err(trouble) => (own.clone(), Some(trouble)),
        };
        Some(Self {
            alike: are_alike(scenario.head().board, &opened),
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
            stale: true,
        })
    }

    fn content(&self) -> &Content {
        Content::of(&self.scenario).expect("an editor is only made for a scenario of the family")
    }

    /// The game as the scenario fixes it.
    pub(crate) fn game(&self) -> &Game {
        self.content().game()
    }

    /// The board.
    pub(crate) fn board(&self) -> Board {
        self.game().board()
    }

    /// The units by their cells.
    pub(crate) const fn units(&self) -> &Units {
        self.units.now()
    }

    /// True while both sides are kept alike.
    pub(crate) const fn alike(&self) -> bool {
        self.alike
    }

    /// From now on keeps both sides alike, or no longer. Units placed already stay as they are.
    pub(crate) fn keep_alike(&mut self, alike: bool) {
        self.alike = alike;
        self.refused = None;
    }

    /// The kinds of the scenario's own armies, and all others that a set-up may hold.
    pub(crate) fn kinds(&self) -> (Vec<Kind>, Vec<Kind>) {
        let armies = &self.game().armies;
        let all = Kind::ALL.into_iter();
        all.filter(|kind| *kind != Kind::Promoted)
            .partition(|kind| armies.iter().any(|army| army.contains(kind)))
    }

    /// The tally of each unit.
    pub(crate) fn tallies(&self) -> BTreeMap<Unit, Tally> {
        let mut tallies: BTreeMap<Unit, Tally> = BTreeMap::new();
        for unit in self.units().values() {
            tallies.entry(*unit).or_default().now += 1;
        }
        for unit in self.own.values() {
            tallies.entry(*unit).or_default().own += 1;
        }
        tallies
    }

    /// Carries out a change.
    pub(crate) fn update(&mut self, command: SetUpCommand) {
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

    /// Takes an input on the board; false where the input changes nothing.
    pub(crate) fn touch(&mut self, command: BoardCommand) -> bool {
        match command {
            BoardCommand::Click(cell) => self.click(cell),
            BoardCommand::Drag(from, to) => self.put(Hand::Placed(from), to),
            BoardCommand::Cursor(cell) => self.cursor = Some(cell),
            BoardCommand::Deselect => return self.hand.take().is_some(),
            BoardCommand::Undo => self.undo(),
            BoardCommand::Redo => self.redo(),
            BoardCommand::Flip
            | BoardCommand::Sketch(..)
            | BoardCommand::NextEnemyOrder
            | BoardCommand::NextUnit
            | BoardCommand::NextLeader => return false,
        }
        true
    }

    /// A click on a cell: puts down what is in the hand, takes what stands there, or moves the cursor. A new unit stays in
    /// the hand, to be put down again.
    pub(crate) fn click(&mut self, cell: Cell) {
        self.refused = None;
        match self.hand {
            Some(Hand::Placed(from)) if from == cell => self.hand = None,
            Some(hand) => {
                self.put(hand, cell);
                if matches!(hand, Hand::Placed(_)) && self.refused.is_none() {
                    self.hand = None;
                }
            }
            None if self.units().contains_key(&cell) => self.hand = Some(Hand::Placed(cell)),
            None => self.cursor = Some(cell),
        }
    }

    /// Takes a new unit into the hand, or puts it away again.
    pub(crate) fn pick(&mut self, unit: Unit) {
        self.refused = None;
        let hand = Some(Hand::New(unit));
        self.hand = if self.hand == hand { None } else { hand };
    }

    /// Puts a unit on a cell. A new one takes the place of what stands there, one from the board changes places with it.
    pub(crate) fn put(&mut self, hand: Hand, cell: Cell) {
        match self.changes(&self.wish(hand, cell)) {
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

    /// The reason why a unit cannot be put on a cell; nothing where the unit can.
    pub(crate) fn no_place(&self, hand: Hand, cell: Cell) -> Option<NoPlace> {
        self.changes(&self.wish(hand, cell)).err()
    }

    /// Takes the unit on a cell off the board.
    pub(crate) fn remove(&mut self, cell: Cell) {
        self.hand = None;
        let opposite = self.opposite(cell);
        self.change(|units| {
            units.remove(&cell);
            opposite.and_then(|cell| units.remove(&cell));
        });
    }

    /// The wished content of each changed cell when a unit is put down.
    fn wish(&self, hand: Hand, to: Cell) -> Vec<(Cell, Option<Unit>)> {
        let at = |cell: Cell| self.units().get(&cell).copied();
        match hand {
            Hand::New(unit) => vec![(to, Some(unit))],
            Hand::Placed(from) if from == to || at(from).is_none() => Vec::new(),
            Hand::Placed(from) => vec![(from, at(to)), (to, at(from))],
        }
    }

    /// The wish, with its image for the other side while both are kept alike; a later entry overrides an
    /// earlier entry.
    fn changes(&self, wish: &[(Cell, Option<Unit>)]) -> Result<Vec<(Cell, Option<Unit>)>, NoPlace> {
        let water = |cell: Cell, unit: Option<Unit>| {
            let ground = self.game().terrain[cell];
            (unit.is_some() && !ground.is_land()).then_some(ground)
        };
        let mut changes = Vec::new();
        for &(cell, unit) in wish {
            if let Some(ground) = water(cell, unit) {
                return Err(NoPlace::Here { cell, ground });
            }
            changes.push((cell, unit));
            if let Some(cell) = self.opposite(cell) {
                if let Some(ground) = water(cell, unit) {
                    return Err(NoPlace::Opposite { cell, ground });
                }
                changes.push((cell, unit.map(of_the_other_side)));
            }
        }
        Ok(changes)
    }

    /// The other side's cell, where both are kept alike; the middle of a board has none.
    fn opposite(&self, cell: Cell) -> Option<Cell> {
        let opposite = self.board().half_turn(cell);
        (self.alike && opposite != cell).then_some(opposite)
    }

    fn change(&mut self, change: impl FnOnce(&mut Units)) {
        let mut units = self.units().clone();
        change(&mut units);
        self.units.change(units);
        self.changed();
    }

    fn changed(&mut self) {
        self.refused = None;
        self.stale = true;
        if matches!(self.hand, Some(Hand::Placed(cell)) if !self.units().contains_key(&cell)) {
            self.hand = None;
        }
    }

    /// Takes everything off the board.
    pub(crate) fn clear(&mut self) {
        self.change(Units::clear);
    }

    /// Goes back to the scenario's own set-up.
    pub(crate) fn take_own(&mut self) {
        self.take(self.own.clone());
    }

    /// Takes a set-up as people paste it; one that cannot be played changes nothing.
    pub(crate) fn paste(&mut self, text: &str) {
        let pasted = with_set_up(&self.scenario, text);
        match pasted.map(|scenario| units(&scenario)) {
            Ok(units) => self.take(units.unwrap_or_default()),
            Err(trouble) => self.refused = Some(trouble),
        }
    }

    fn take(&mut self, units: Units) {
        self.hand = None;
        self.alike = are_alike(self.board(), &units);
        self.change(|now| *now = units);
    }

    /// Takes the last change back.
    pub(crate) fn undo(&mut self) {
        self.units.undo();
        self.changed();
    }

    /// Makes the change undone last again.
    pub(crate) fn redo(&mut self) {
        self.units.redo();
        self.changed();
    }

    /// True where a change can be undone.
    pub(crate) const fn can_undo(&self) -> bool {
        self.units.can_undo()
    }

    /// True where an undone change can be made again.
    pub(crate) const fn can_redo(&self) -> bool {
        self.units.can_redo()
    }

    /// True where the set-up differs from the set-up the editor was opened with.
    pub(crate) fn is_changed(&self) -> bool {
        *self.units() != self.opened
    }

    /// True where the set-up is the scenario's own.
    pub(crate) fn is_own(&self) -> bool {
        *self.units() == self.own
    }

    /// The set-up as it is pasted and copied.
    pub(crate) fn fen(&self) -> String {
        let units = self.units().iter().map(|(cell, unit)| (*cell, *unit));
        self.content().fen_of(units)
    }

    /// The text for the form's field; empty for the scenario's own set-up. A set-up that allows no game
    /// gives nothing, and the editor tells the reason.
    pub(crate) fn field(&mut self) -> Option<String> {
        let fen = if self.is_own() {
            String::new()
        } else {
            self.fen()
        };
        match with_set_up(&self.scenario, &fen) {
            Ok(_) => Some(fen),
            Err(trouble) => {
                self.refused = Some(trouble);
                None
            }
        }
    }

    /// The set-up to be checked next, if there is one that was not and no check is under way; `number` names the check.
    pub(crate) fn next_check(&mut self, number: u64) -> Option<String> {
        if !self.stale || self.asked.is_some() {
            return None;
        }
        self.stale = false;
        self.asked = Some(number);
        Some(self.fen())
    }

    /// Takes the findings of a check; findings that were not asked for are passed over.
    pub(crate) fn hear(&mut self, number: u64, findings: Findings) {
        if self.asked == Some(number) {
            self.asked = None;
            self.findings = Some(findings);
        }
    }
}

/// The units of a fixed set-up.
fn units(scenario: &Scenario) -> Option<Units> {
    match &Content::of(scenario)?.game().start {
        Start::Fixed(units) => Some(units.iter().copied().collect()),
        Start::Hidden(_) => None,
    }
}

/// True where half a turn of the board maps each side's units onto the other's. The middle cell, its own
/// image, may hold any unit.
fn are_alike(board: Board, units: &Units) -> bool {
    units.iter().all(|(cell, unit)| {
        let opposite = board.half_turn(*cell);
        opposite == *cell || units.get(&opposite) == Some(&of_the_other_side(*unit))
    })
}

const fn of_the_other_side(unit: Unit) -> Unit {
    Unit {
        side: unit.side.opponent(),
        kind: unit.kind,
    }
}

fn told(why: NoPlace) -> Trouble {
    Trouble {
        what: format!("{}.", capital(&why.to_string())),
        advice: why.advice().to_owned(),
    }
}
