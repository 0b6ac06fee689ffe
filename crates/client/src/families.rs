//! The families that the window knows, each in a folder of its own, and the questions that the model asks of the
//! families. The questions that the pages ask of the families are in `families/views.rs`.
//!
//! A family is added by its arms in `ask` and its variants and fields in the types below; its folder has the same names
//! as the others.

#[cfg(feature = "testing")]
pub(crate) mod toy;
pub(crate) mod views;
pub(crate) mod wargame;
pub(crate) mod warlord;

use board::Cell;
use home::SeatInfo;
use protocol::{CALLED_OFF, Done, ON_TIME};
use rules::{AnyEvent, AnyOrder, AnyPosition, Draft, Draw, Family, Outcome, Rules, Side};
use scenario::Scenario;

use crate::shell::model::library::Findings;
use crate::shell::model::meaning::{Meaning, Preliminaries, SecretWords, TurnWords};
use crate::shell::model::notation::Sign;
use crate::shell::model::rulebook::Rulebook;
use crate::shell::model::table::{Reader, Ready, Told};
use crate::shell::model::touch::BoardCommand;
use warlord::model::editor::{Editor, EditorCommand};
use warlord::model::hand;
use warlord::model::set_up::{SetUpCommand, SetUpEditor};
#[cfg(test)]
pub(crate) use warlord::window_tests::steps_to_the_enemy_leader;

/// Asks a part of a family's folder, called `family` in the answer, about something of any family. Of two things both
/// must be of one family.
macro_rules! ask {
    ($part:ident, $of:expr => $answer:expr) => {
        match $of {
            Family::Warlord => {
                use $crate::families::warlord::$part as family;
                $answer
            }
            Family::WarGame => {
                use $crate::families::wargame::$part as family;
                $answer
            }
            #[cfg(feature = "testing")]
            Family::Toy => {
                use $crate::families::toy::$part as family;
                $answer
            }
        }
    };
    ($part:ident, $any:expr, $of:ident($own:pat) => $answer:expr) => {
        match $any {
            $of::Warlord($own) => {
                #[allow(unused_imports)]
                use $crate::families::warlord::$part as family;
                $answer
            }
            $of::WarGame($own) => {
                #[allow(unused_imports)]
                use $crate::families::wargame::$part as family;
                $answer
            }
            #[cfg(feature = "testing")]
            $of::Toy($own) => {
                #[allow(unused_imports)]
                use $crate::families::toy::$part as family;
                $answer
            }
        }
    };
    ($part:ident, $any:expr, $of:ident($own:pat), $of_second:ident($second:pat) => $answer:expr, $else:expr) => {
        match $any {
            ($of::Warlord($own), $of_second::Warlord($second)) => {
                #[allow(unused_imports)]
                use $crate::families::warlord::$part as family;
                $answer
            }
            ($of::WarGame($own), $of_second::WarGame($second)) => {
                #[allow(unused_imports)]
                use $crate::families::wargame::$part as family;
                $answer
            }
            #[cfg(feature = "testing")]
            ($of::Toy($own), $of_second::Toy($second)) => {
                #[allow(unused_imports)]
                use $crate::families::toy::$part as family;
                $answer
            }
            _ => $else,
        }
    };
}
use ask;

/// The families' own part of a table: a field a family.
#[derive(Debug, Clone, Default)]
pub(crate) struct Hands {
    pub(crate) warlord: hand::Hand,
    pub(crate) wargame: wargame::model::hand::Hand,
}

/// A command of a family beside its board.
#[derive(Debug, Clone, Copy)]
pub(crate) enum HandCommand {
    /// The Warlord family.
    Warlord(hand::HandCommand),
    /// The WarGames.
    WarGame(wargame::model::hand::HandCommand),
    /// The toy family.
    #[cfg(feature = "testing")]
    Toy(toy::model::GiveUp),
}

/// A choice that is sealed before it is opened, while it is being made or as it was made.
#[derive(Debug, Clone)]
pub(crate) enum Secret {
    /// A hidden set-up of the Warlord family.
    Warlord(Editor),
    /// A hidden set-up of a WarGame.
    WarGame(wargame::model::editor::Editor),
    /// A card of the toy family.
    #[cfg(feature = "testing")]
    Toy(toy::model::Choice),
}

/// A change of a secret choice.
#[derive(Debug, Clone, Copy)]
pub(crate) enum SecretChange {
    /// The Warlord family.
    Warlord(EditorCommand),
    /// The WarGames.
    WarGame(wargame::model::editor::EditorCommand),
    /// A card of the toy family.
    #[cfg(feature = "testing")]
    Toy(u8),
}

/// The set-up of a game without secrets while it is being changed.
#[derive(Debug, Clone)]
pub(crate) enum SetUp {
    /// The Warlord family.
    Warlord(SetUpEditor),
}

/// A change of a fixed set-up.
#[derive(Debug, Clone)]
pub(crate) enum SetUpChange {
    /// The Warlord family.
    Warlord(SetUpCommand),
}

impl HandCommand {
    /// True for a command that leads on from the answer given last.
    pub(crate) fn leads_on(self) -> bool {
        ask!(model, self, Self(command) => command.leads_on())
    }
}

impl Hands {
    /// Nothing is in the hand any more.
    pub(crate) fn put_down(&mut self) {
        self.warlord.entering = None;
        self.wargame.put_down();
    }

    /// The meaning of a click on a cell, with the unit on `selected` chosen and the draft of `side` on the board.
    pub(crate) fn click(
        &mut self,
        position: &AnyPosition,
        side: Option<Side>,
        selected: Option<Cell>,
        cell: Cell,
    ) -> Meaning {
        match position {
            AnyPosition::Warlord(now) => {
                let side = warlord::model::side(side);
                self.warlord.click(now, side, selected, cell)
            }
            AnyPosition::WarGame(now) => {
                let side = wargame::model::side(side);
                self.wargame.click(now, side, selected, cell)
            }
            #[cfg(feature = "testing")]
            AnyPosition::Toy(now) => toy::model::click(now, side, selected, cell),
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
            (HandCommand::Warlord(command), AnyPosition::Warlord(now)) => {
                let side = warlord::model::side(side);
                self.warlord.update(command, now, side)
            }
            (HandCommand::WarGame(command), AnyPosition::WarGame(now)) => {
                let side = wargame::model::side(side);
                self.wargame.update(command, now, side)
            }
            #[cfg(feature = "testing")]
            (HandCommand::Toy(command), AnyPosition::Toy(_)) => Some(command.meaning()),
            _ => None,
        }
    }

    /// Looks after orders were given.
    pub(crate) fn settle(&mut self, position: &AnyPosition, side: Option<Side>) {
        match position {
            AnyPosition::Warlord(now) => self.warlord.settle(now, warlord::model::side(side)),
            AnyPosition::WarGame(_) => {}
            #[cfg(feature = "testing")]
            AnyPosition::Toy(_) => {}
        }
    }

    /// The words below the board while something is in the hand or to be decided.
    pub(crate) fn words(&self, position: &AnyPosition) -> Option<String> {
        match position {
            AnyPosition::Warlord(_) => self.warlord.words(),
            AnyPosition::WarGame(now) => self.wargame.words(now.game().ruleset),
            #[cfg(feature = "testing")]
            AnyPosition::Toy(now) => toy::model::words::decision(now),
        }
    }
}

impl Secret {
    /// Nothing chosen yet by a side.
    pub(crate) fn new(position: &AnyPosition, side: Side) -> Option<Self> {
        match position {
            AnyPosition::Warlord(now) => Editor::new(now, side.try_into().ok()?).map(Self::Warlord),
            AnyPosition::WarGame(now) => {
                let side = side.try_into().ok()?;
                wargame::model::editor::Editor::new(now, side).map(Self::WarGame)
            }
            #[cfg(feature = "testing")]
            AnyPosition::Toy(now) => Some(Self::Toy(toy::model::Choice::new(now, side, None))),
        }
    }

    /// The sealed choice of a side, to be looked at.
    pub(crate) fn sealed(position: &AnyPosition, side: Side, order: &AnyOrder) -> Option<Self> {
        match (position, order) {
            (AnyPosition::Warlord(now), AnyOrder::Warlord(order)) => {
                Editor::locked(now, side.try_into().ok()?, order).map(Self::Warlord)
            }
            (AnyPosition::WarGame(now), AnyOrder::WarGame(order)) => {
                let side = side.try_into().ok()?;
                wargame::model::editor::Editor::locked(now, side, order).map(Self::WarGame)
            }
            #[cfg(feature = "testing")]
            (AnyPosition::Toy(now), AnyOrder::Toy(order)) => {
                Some(Self::Toy(toy::model::Choice::new(now, side, Some(*order))))
            }
            _ => None,
        }
    }

    /// The side that chooses.
    pub(crate) fn side(&self) -> Side {
        match self {
            Self::Warlord(choice) => choice.side().into(),
            Self::WarGame(choice) => choice.side().into(),
            #[cfg(feature = "testing")]
            Self::Toy(choice) => choice.side(),
        }
    }

    /// The choice, where the rules allow it.
    pub(crate) fn order(&self) -> Option<AnyOrder> {
        match self {
            Self::Warlord(choice) => choice.order().ok().map(AnyOrder::Warlord),
            Self::WarGame(choice) => choice.order().ok().map(AnyOrder::WarGame),
            #[cfg(feature = "testing")]
            Self::Toy(choice) => choice.order.map(AnyOrder::Toy),
        }
    }

    /// The choice as text to be kept for another game, where the rules allow it.
    pub(crate) fn rows(&self) -> Option<String> {
        ask!(model, self, Self(choice) => choice.rows())
    }

    /// Takes a choice that was kept, where the rules allow it here.
    pub(crate) fn take_rows(&mut self, rows: &str) {
        ask!(model, self, Self(choice) => choice.take_rows(rows));
    }

    /// Carries out a change.
    pub(crate) fn update(&mut self, change: SecretChange) {
        ask!(model, (self, change), Self(choice), SecretChange(change) => choice.update(change), ());
    }

    /// Takes an input on the board; false where the choice has no use for the input.
    pub(crate) fn touch(&mut self, command: BoardCommand) -> bool {
        ask!(model, self, Self(choice) => choice.touch(command))
    }
}

impl SetUp {
    /// True where a scenario has a set-up that can be changed unit by unit. The other families' set-ups are pasted.
    pub(crate) fn can_change(scenario: &Scenario) -> bool {
        scenario.family() == Family::Warlord && scenario.set_up_fen().is_some()
    }

    /// The set-up a form chooses: the scenario's own, or what was pasted. Nothing where there is none to be changed.
    pub(crate) fn new(scenario: &Scenario, pasted: &str, number: u64) -> Option<Self> {
        match scenario.family() {
            Family::Warlord => {
                SetUpEditor::new(scenario.clone(), pasted, number).map(Self::Warlord)
            }
            Family::WarGame => None,
            #[cfg(feature = "testing")]
            Family::Toy => None,
        }
    }

    /// The scenario as its file has it.
    pub(crate) fn scenario(&self) -> &Scenario {
        let Self::Warlord(editor) = self;
        &editor.scenario
    }

    /// Tells one opening of the page from another.
    pub(crate) fn number(&self) -> u64 {
        let Self::Warlord(editor) = self;
        editor.number
    }

    /// Carries out a change.
    pub(crate) fn update(&mut self, change: SetUpChange) {
        let (Self::Warlord(editor), SetUpChange::Warlord(change)) = (self, change);
        editor.update(change);
    }

    /// Takes an input on the board; false where the input changes nothing.
    pub(crate) fn touch(&mut self, command: BoardCommand) -> bool {
        let Self::Warlord(editor) = self;
        editor.touch(command)
    }

    /// True once the set-up differs from the one the editor was opened with.
    pub(crate) fn is_changed(&self) -> bool {
        let Self::Warlord(editor) = self;
        editor.is_changed()
    }

    /// The text for the form's field; nothing, and the reason is told, where no game can be played with the set-up.
    pub(crate) fn field(&mut self) -> Option<String> {
        let Self::Warlord(editor) = self;
        editor.field()
    }

    /// The set-up to be checked next, if there is one that was not and no check is under way; `number` names the check.
    pub(crate) fn next_check(&mut self, number: u64) -> Option<String> {
        let Self::Warlord(editor) = self;
        editor.next_check(number)
    }

    /// Takes the findings of a check; findings that were not asked for are passed over.
    pub(crate) fn hear(&mut self, number: u64, findings: Findings) {
        let Self::Warlord(editor) = self;
        editor.hear(number, findings);
    }
}

/// The whole turn of a draft: its orders, and the order that closes the turn where they leave that to the side. `None`
/// where the side must decide something first.
pub(crate) fn turn(draft: &Draft<AnyPosition>) -> Option<Vec<AnyOrder>> {
    let (position, side) = (draft.position(), draft.side());
    let closing = match position {
        AnyPosition::Warlord(_) => AnyOrder::Warlord(warlord::model::CLOSING),
        AnyPosition::WarGame(_) => AnyOrder::WarGame(wargame::model::CLOSING),
        #[cfg(feature = "testing")]
        AnyPosition::Toy(_) => AnyOrder::Toy(toy::model::CLOSING),
    };
    let closing = position.check(side, &closing).is_ok().then_some(closing);
    let is_whole = draft.is_whole() || closing.is_some();
    is_whole.then(|| draft.orders().cloned().chain(closing).collect())
}

/// True where the end of a draft would pass the whole turn.
pub(crate) fn is_pass(draft: &Draft<AnyPosition>) -> bool {
    let [left, of] = turn_words(draft.position()).left;
    draft.is_empty() && left == of
}

/// The name of the button that sends a draft, and the question before.
pub(crate) fn turn_end(draft: &Draft<AnyPosition>) -> [&'static str; 2] {
    ask!(model, (draft.base(), draft.position()), AnyPosition(base), AnyPosition(now) => family::words::turn_end(base, now), [""; 2])
}

/// The orders of a turn that a record shows.
pub(crate) fn shown_orders(orders: &[Done]) -> &[Done] {
    let is_shown =
        |done: &&Done| ask!(model, &done.order, AnyOrder(order) => family::is_shown(order));
    &orders[..orders.iter().take_while(is_shown).count()]
}

/// The words for the choice that is made in secret.
pub(crate) fn secret_words(family: Family) -> &'static SecretWords {
    ask!(model, family => &family::words::SECRET)
}

/// The words while a lot is drawn.
pub(crate) fn lot_words(family: Family, draw: Draw) -> &'static str {
    ask!(model, family => family::words::lot(draw))
}

/// The outcome of a game, in a sentence.
pub(crate) fn outcome(family: Family, outcome: Outcome, seats: &[SeatInfo]) -> String {
    if outcome.word() == CALLED_OFF {
        return "The time was up, as claimed, and as agreed that ends the match without a result."
            .to_owned();
    }
    if outcome.word() == ON_TIME {
        let is_winner = |seat: &&SeatInfo| outcome.winners().contains(seat.side);
        let names: Vec<&str> = seats
            .iter()
            .filter(is_winner)
            .map(|seat| seat.name.as_str())
            .collect();
        return match names.is_empty() {
            true => "Won on time, as claimed.".to_owned(),
            false => format!("{} wins on time, as claimed.", names.join(" and ")),
        };
    }
    ask!(model, family => family::words::outcome(outcome, seats))
}

/// A short name for a switch of a scenario.
pub(crate) fn option_title(scenario: &Scenario, key: &str) -> String {
    ask!(model, scenario.family() => family::words::option_title(key))
}

/// The side of the first turn, in a sentence.
pub(crate) fn who_begins(scenario: &Scenario, options: &[(String, String)]) -> &'static str {
    ask!(model, scenario.family() => family::words::who_begins(scenario, options))
}

/// The facts of a game, a line each.
pub(crate) fn facts(start: &AnyPosition) -> Vec<String> {
    ask!(model, start, AnyPosition(start) => family::words::facts(start))
}

/// The endings of a game, a line each.
pub(crate) fn endings(position: &AnyPosition) -> Vec<String> {
    ask!(model, position, AnyPosition(now) => family::words::endings(now))
}

/// The words for the turn on a board.
pub(crate) fn turn_words(position: &AnyPosition) -> TurnWords {
    ask!(model, position, AnyPosition(now) => family::words::turn(now))
}

/// The orders that the unfinished turn has used and left, and who may still act.
pub(crate) fn turn_summary(position: &AnyPosition, ready: &Ready) -> String {
    ask!(model, position, AnyPosition(now) => family::words::turn_summary(now, ready))
}

/// The units and leaders of a side that may still act.
pub(crate) fn ready(position: &AnyPosition, side: Side) -> Ready {
    let units = position.ready(side);
    let leaders = ask!(model, position, AnyPosition(now) => family::open_leaders(now, &units));
    Ready { units, leaders }
}

/// The consequence of a turn without any order.
pub(crate) fn pass_words(base: &AnyPosition) -> Option<&'static str> {
    ask!(model, base, AnyPosition(base) => family::words::pass(base))
}

/// The orders at the beginning of a turn that come before those that are counted.
pub(crate) fn preliminaries<'a>(
    family: Family,
    orders: impl IntoIterator<Item = &'a AnyOrder>,
) -> Preliminaries {
    let is_entry =
        |order: &&AnyOrder| ask!(model, *order, AnyOrder(order) => family::is_entry(order));
    let count = orders.into_iter().take_while(is_entry).count();
    ask!(model, family => family::words::entered(count))
}

/// The events of a step in words for the reader; each event has the number of orders that were carried out with its own
/// order.
pub(crate) fn told(
    events: &[(usize, &AnyEvent)],
    before: &AnyPosition,
    after: &AnyPosition,
    reader: Reader<'_>,
) -> Vec<Told> {
    ask!(model, (before, after), AnyPosition(before), AnyPosition(after) => family::told::told(events, before, after, reader), Vec::new())
}

/// The cells that an order leads from and to.
pub(crate) fn way(order: &AnyOrder) -> Option<(Cell, Cell)> {
    ask!(model, order, AnyOrder(order) => family::way(order))
}

/// One order with what it does.
pub(crate) fn order(order: &AnyOrder, before: &AnyPosition) -> String {
    ask!(model, (order, before), AnyOrder(order), AnyPosition(before) => family::words::order(order, before), String::new())
}

/// One order as shortly as can be.
pub(crate) fn short(order: &AnyOrder) -> String {
    ask!(model, order, AnyOrder(order) => family::words::short(order))
}

/// One order as the record writes it, from the events of the order.
pub(crate) fn notation(done: &Done) -> Vec<Sign> {
    let events = done.events.iter();
    let signs: Vec<Sign> = events
        .flat_map(|event| ask!(model, event, AnyEvent(event) => family::record::signs(event)))
        .collect();
    match signs.is_empty() {
        true => vec![Sign::Text(short(&done.order))],
        false => signs,
    }
}

/// True where an order removed a unit of either side.
pub(crate) fn takes(done: &Done) -> bool {
    let takes =
        |event: &AnyEvent| ask!(model, event, AnyEvent(event) => family::record::takes(event));
    done.events.iter().any(takes)
}

/// The families that the lists of the window name: all but those that only tests play, which the tests see.
pub(crate) fn shown() -> impl Iterator<Item = Family> {
    let families = Family::ALL.iter().copied();
    families.filter(|family| cfg!(test) || !family.is_for_tests())
}

/// The family's name on headings.
pub(crate) fn title(family: Family) -> &'static str {
    ask!(model, family => family::words::TITLE)
}

/// The rules text of a family, taken apart.
pub(crate) fn rulebook(family: Family) -> Rulebook {
    ask!(model, family => family::rulebook())
}
