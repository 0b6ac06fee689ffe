//! The families that the window knows, each in a folder of its own: what the model asks of them, one `match` a question.
//! What the pages ask of them is in `families/views.rs`.

pub(crate) mod views;
pub(crate) mod warlord;

use board::Cell;
use net::SeatInfo;
use protocol::Done;
use rules::{AnyOrder, AnyPosition, Draft, Draw, Family, Outcome, Side};
use scenario::Scenario;

use crate::shell::model::BoardCommand;
use crate::shell::model::library::Findings;
use crate::shell::model::meaning::{Meaning, Preliminaries, SecretWords, TurnWords};
use crate::shell::model::rulebook::Rulebook;
use warlord::model as of_warlord;

/// What the user has in hand at a table: a field a family.
#[derive(Debug, Clone, Default)]
pub(crate) struct Hands {
    pub(crate) warlord: of_warlord::hand::Hand,
}

/// What a family offers beside its board.
#[derive(Debug, Clone, Copy)]
pub(crate) enum HandCommand {
    /// The Warlord family.
    Warlord(of_warlord::hand::HandCommand),
}

impl HandCommand {
    /// Whether the command leads on from what was told.
    pub(crate) fn leads_on(&self) -> bool {
        match self {
            Self::Warlord(command) => matches!(command, of_warlord::hand::HandCommand::Pick(_)),
        }
    }
}

impl Hands {
    /// Nothing is in the hand any more.
    pub(crate) fn put_down(&mut self) {
        self.warlord.entering = None;
    }

    /// What a click on a cell means, with the unit on `selected` chosen and the unfinished turn of `side` on the board.
    pub(crate) fn click(
        &mut self,
        position: &AnyPosition,
        side: Option<Side>,
        selected: Option<Cell>,
        cell: Cell,
    ) -> Meaning {
        match position {
            AnyPosition::Warlord(position) => {
                self.warlord
                    .click(position, of_warlord::side(side), selected, cell)
            }
        }
    }

    /// Carries out a command; nothing where it leaves alone what is chosen.
    pub(crate) fn update(
        &mut self,
        command: HandCommand,
        position: &AnyPosition,
        side: Option<Side>,
    ) -> Option<Meaning> {
        match (command, position) {
            (HandCommand::Warlord(command), AnyPosition::Warlord(position)) => {
                self.warlord
                    .update(command, position, of_warlord::side(side))
            }
        }
    }

    /// Looks after orders were given.
    pub(crate) fn settle(&mut self, position: &AnyPosition, side: Option<Side>) {
        match position {
            AnyPosition::Warlord(position) => self.warlord.settle(position, of_warlord::side(side)),
        }
    }
}

/// A choice that is sealed before it is opened, while it is being made or as it was made.
#[derive(Debug, Clone)]
pub(crate) enum Secret {
    /// A hidden set-up of the Warlord family.
    Warlord(of_warlord::editor::Editor),
}

/// A change of a secret choice.
#[derive(Debug, Clone, Copy)]
pub(crate) enum SecretChange {
    /// The Warlord family.
    Warlord(of_warlord::editor::EditorCommand),
}

impl Secret {
    /// Nothing chosen yet by a side.
    pub(crate) fn new(position: &AnyPosition, side: Side) -> Option<Self> {
        match position {
            AnyPosition::Warlord(position) => {
                let side = side.try_into().ok()?;
                of_warlord::editor::Editor::new(position, side).map(Self::Warlord)
            }
        }
    }

    /// What a side has sealed, to be looked at.
    pub(crate) fn sealed(position: &AnyPosition, side: Side, order: &AnyOrder) -> Option<Self> {
        match (position, order) {
            (AnyPosition::Warlord(position), AnyOrder::Warlord(order)) => {
                let side = side.try_into().ok()?;
                of_warlord::editor::Editor::locked(position, side, order).map(Self::Warlord)
            }
        }
    }

    /// Who chooses.
    pub(crate) fn side(&self) -> Side {
        match self {
            Self::Warlord(editor) => editor.side().into(),
        }
    }

    /// The choice, where the rules allow it.
    pub(crate) fn order(&self) -> Option<AnyOrder> {
        match self {
            Self::Warlord(editor) => editor.order().ok().map(AnyOrder::Warlord),
        }
    }

    /// The choice as text to be kept for another game, where the rules allow it.
    pub(crate) fn rows(&self) -> Option<String> {
        match self {
            Self::Warlord(editor) => editor.rows(),
        }
    }

    /// Takes a choice that was kept, where the rules allow it here.
    pub(crate) fn take_rows(&mut self, rows: &str) {
        match self {
            Self::Warlord(editor) => editor.take_rows(rows),
        }
    }

    /// Carries out a change.
    pub(crate) fn update(&mut self, change: SecretChange) {
        match (self, change) {
            (Self::Warlord(editor), SecretChange::Warlord(change)) => editor.update(change),
        }
    }

    /// What the user does on the board; false where that is not the choice's.
    pub(crate) fn touch(&mut self, command: BoardCommand) -> bool {
        match self {
            Self::Warlord(editor) => editor.touch(command),
        }
    }
}

/// The set-up of a game without secrets while it is being changed.
#[derive(Debug, Clone)]
pub(crate) enum SetUp {
    /// The Warlord family.
    Warlord(of_warlord::set_up::SetUpEditor),
}

/// A change of a fixed set-up.
#[derive(Debug, Clone)]
pub(crate) enum SetUpChange {
    /// The Warlord family.
    Warlord(of_warlord::set_up::SetUpCommand),
}

impl SetUp {
    /// The set-up a form chooses: the scenario's own, or what was pasted. Nothing where there is none to be changed.
    pub(crate) fn new(scenario: &Scenario, pasted: &str, number: u64) -> Option<Self> {
        match scenario.family() {
            Family::Warlord => {
                of_warlord::set_up::SetUpEditor::new(scenario.clone(), pasted, number)
                    .map(Self::Warlord)
            }
        }
    }

    /// The scenario as its file has it.
    pub(crate) fn scenario(&self) -> &Scenario {
        match self {
            Self::Warlord(editor) => &editor.scenario,
        }
    }

    /// Tells one opening of the page from another.
    pub(crate) fn number(&self) -> u64 {
        match self {
            Self::Warlord(editor) => editor.number,
        }
    }

    /// Carries out a change.
    pub(crate) fn update(&mut self, change: SetUpChange) {
        match (self, change) {
            (Self::Warlord(editor), SetUpChange::Warlord(change)) => editor.update(change),
        }
    }

    /// What the user does on the board; false where nothing is done.
    pub(crate) fn touch(&mut self, command: BoardCommand) -> bool {
        match self {
            Self::Warlord(editor) => editor.touch(command),
        }
    }

    /// Whether the set-up is another than the one it was opened with.
    pub(crate) fn is_changed(&self) -> bool {
        match self {
            Self::Warlord(editor) => editor.is_changed(),
        }
    }

    /// What goes into the form's field; nothing, and the reason is told, where no game can be played with the set-up.
    pub(crate) fn field(&mut self) -> Option<String> {
        match self {
            Self::Warlord(editor) => editor.field(),
        }
    }

    /// The set-up to be checked next, if there is one that was not and no check is under way; `number` names the check.
    pub(crate) fn next_check(&mut self, number: u64) -> Option<String> {
        match self {
            Self::Warlord(editor) => editor.next_check(number),
        }
    }

    /// What a check found; one that was not asked for is passed over.
    pub(crate) fn hear(&mut self, number: u64, findings: Findings) {
        match self {
            Self::Warlord(editor) => editor.hear(number, findings),
        }
    }
}

/// The whole turn of a draft: its orders, and what ends the turn where they do not.
pub(crate) fn turn(draft: &Draft<AnyPosition>) -> Vec<AnyOrder> {
    let ending = match draft.position() {
        AnyPosition::Warlord(position) => of_warlord::ending(position).map(AnyOrder::Warlord),
    };
    draft.orders().cloned().chain(ending).collect()
}

/// The orders of a turn that a record shows.
pub(crate) fn shown_orders(orders: &[Done]) -> &[Done] {
    let shown = orders.iter().take_while(|done| match &done.order {
        AnyOrder::Warlord(order) => of_warlord::is_shown(order),
    });
    &orders[..shown.count()]
}

/// What is said of the choice that is made in secret.
pub(crate) fn secret_words(family: Family) -> &'static SecretWords {
    match family {
        Family::Warlord => &of_warlord::words::SECRET,
    }
}

/// What happens while a lot is drawn.
pub(crate) fn lot_words(family: Family, _draw: Draw) -> &'static str {
    match family {
        Family::Warlord => of_warlord::words::LOT,
    }
}

/// How a game ended, in a sentence.
pub(crate) fn outcome(family: Family, outcome: Outcome, seats: &[SeatInfo]) -> String {
    match family {
        Family::Warlord => of_warlord::words::outcome(outcome, seats),
    }
}

/// A short name for a switch of a scenario.
pub(crate) fn option_title(scenario: &Scenario, key: &str) -> String {
    match scenario.family() {
        Family::Warlord => of_warlord::words::option_title(key),
    }
}

/// Who has the first turn.
pub(crate) fn who_begins(scenario: &Scenario, options: &[(String, String)]) -> &'static str {
    match scenario.family() {
        Family::Warlord => of_warlord::words::who_begins(scenario, options),
    }
}

/// What a game is played with, a line each.
pub(crate) fn facts(start: &AnyPosition) -> Vec<String> {
    match start {
        AnyPosition::Warlord(start) => scenario::warlord::author::facts(start.game()),
    }
}

/// How a game ends, a line each.
pub(crate) fn endings(position: &AnyPosition) -> Vec<String> {
    match position {
        AnyPosition::Warlord(position) => of_warlord::words::endings(position),
    }
}

/// What is said of the turn on a board.
pub(crate) fn turn_words(position: &AnyPosition) -> TurnWords {
    match position {
        AnyPosition::Warlord(position) => of_warlord::words::turn(position),
    }
}

/// What the unfinished turn uses and leaves unused.
pub(crate) fn turn_summary(position: &AnyPosition) -> String {
    match position {
        AnyPosition::Warlord(position) => of_warlord::words::turn_summary(position),
    }
}

/// What a turn without any order comes to.
pub(crate) fn pass_words(base: &AnyPosition) -> Option<&'static str> {
    match base {
        AnyPosition::Warlord(base) => of_warlord::words::pass(base),
    }
}

/// The orders at the beginning of a turn that come before those that are counted.
pub(crate) fn preliminaries<'a>(orders: impl IntoIterator<Item = &'a AnyOrder>) -> Preliminaries {
    let entries = orders.into_iter().take_while(|order| match order {
        AnyOrder::Warlord(order) => of_warlord::is_entry(order),
    });
    of_warlord::words::entered(entries.count())
}

/// One order with what it does.
pub(crate) fn order(order: &AnyOrder, before: &AnyPosition) -> String {
    match (order, before) {
        (AnyOrder::Warlord(order), AnyPosition::Warlord(before)) => {
            of_warlord::words::order(order, before)
        }
    }
}

/// One order as shortly as can be.
pub(crate) fn short(order: &AnyOrder) -> String {
    match order {
        AnyOrder::Warlord(order) => of_warlord::words::short(order),
    }
}

/// What is said while something of the family's is in the hand.
pub(crate) fn hand_words(hands: &Hands, position: &AnyPosition) -> Option<String> {
    match position {
        AnyPosition::Warlord(_) => hands.warlord.entering.map(of_warlord::words::entering),
    }
}

/// The rules text, taken apart.
pub(crate) fn rulebook() -> Rulebook {
    // a test draws every diagram of the text, so that there always is one
    let diagrams = picture::warlord::diagrams(of_warlord::RULES).unwrap_or_default();
    Rulebook::read(of_warlord::RULES, diagrams)
}
