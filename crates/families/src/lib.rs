//! The families that the window knows, each in a folder of its own, and the one place where they meet.
//!
//! Each family is a unit struct that implements [`FamilyModel`] and [`FamilyViews`], part by part, in the modules that
//! the parts are about. The shell asks through the functions of `questions` and [`views`]; `of_family!` leads each
//! question to the family at hand. A family is added with its module and one line in `families!`; the compiler then
//! names everything that it still lacks.

// only the program uses this crate: a comment does not repeat a name
#![allow(missing_docs)]

mod questions;
pub mod tourney;
pub mod toy;
mod two_sides;
pub mod views;
pub mod wargame;
pub mod warlord;

use board::Cell;
use kit::model::family::{
    Commands, FamilyModel, FamilyTypes, HandModel as _, SecretChoice, SetUpChoice,
};
use kit::model::meaning::{Choice, Meaning, Pick};
use kit::model::scenarios::Findings;
use kit::model::touch::BoardCommand;
use kit::views::commands::Gives;
use kit::views::family::{FamilyHelp, FamilyViews};
use rules::{AnyEvent, AnyOrder, AnyPosition, Side};
use scenario::Scenario;

pub use questions::{
    Ending, bouts, decided, edge, empty_part, end_told, ending, endings, facts, is_answered,
    is_pass, leaders, line, lot_words, notation, open_parts, option_title, order, other_ends,
    outcome, owner, paragraph, pass_words, preliminaries, ready, rulebook, secret_words, short,
    shown, shown_orders, takes, threats, title, told, turn, turn_end, turn_summary, turn_words,
    way, who_begins,
};

pub use tourney::Tourney;
pub use toy::Toy;
pub use wargame::WarGame;
pub use warlord::Warlord;

/// Makes the types with a part for each family, each family's place among them, and the macro that leads a question to
/// a family.
///
/// A line is the family, which the enums of the rules call the same, the field that holds its part, and the module of
/// its rules. `$d` is a dollar sign, for the variables of the inner macro.
macro_rules! families {
    ($d:tt $($Family:ident: $field:ident, $($rules:ident)::+;)+) => {
        /// The families' own part of a table, a field a family: what the user switched on for one stays while another
        /// is played.
        #[derive(Debug, Clone, Default)]
        pub struct Hands {
            $(pub $field: <$Family as FamilyModel>::Hand,)+
        }

        /// The families' own state that disappears with the window.
        #[derive(Default)]
        pub struct Views {
            $($field: <$Family as FamilyHelp>::State,)+
        }

        /// A command of a family beside its board.
        #[derive(Debug, Clone, Copy)]
        pub enum HandCommand {
            $($Family(<$Family as Commands>::HandCommand),)+
        }

        /// A choice that is sealed before it is opened, while it is being made or as it was made.
        #[derive(Debug, Clone)]
        pub enum Secret {
            $($Family(<$Family as FamilyModel>::Secret),)+
        }

        /// A change of a secret choice.
        #[derive(Debug, Clone, Copy)]
        pub enum SecretChange {
            $($Family(<$Family as Commands>::SecretChange),)+
        }

        /// The set-up of a game without secrets while it is being changed.
        #[derive(Debug, Clone)]
        pub enum SetUp {
            $($Family(<$Family as FamilyModel>::SetUp),)+
        }

        /// A change of a fixed set-up.
        #[derive(Debug, Clone)]
        pub enum SetUpChange {
            $($Family(<$Family as Commands>::SetUpChange),)+
        }

        /// The function that gives a family's command with keys.
        #[derive(Debug, Clone, Copy)]
        pub enum AnyGives {
            $($Family(Gives<$Family>),)+
        }

        $(
        impl FamilyTypes for $Family {
            type Position = $($rules)::+::Position;
            type Order = $($rules)::+::Order;
            type Event = $($rules)::+::Event;

            fn any_order(order: Self::Order) -> AnyOrder {
                AnyOrder::$Family(order)
            }

            fn own_position(any: &AnyPosition) -> Option<&Self::Position> {
                let AnyPosition::$Family(own) = any else {
                    return None;
                };
                Some(own)
            }

            fn own_order(any: &AnyOrder) -> Option<&Self::Order> {
                let AnyOrder::$Family(own) = any else {
                    return None;
                };
                Some(own)
            }

            fn own_event(any: &AnyEvent) -> Option<&Self::Event> {
                let AnyEvent::$Family(own) = any else {
                    return None;
                };
                Some(own)
            }
        }


        impl Member for $Family {
            fn hand(hands: &Hands) -> &Self::Hand {
                &hands.$field
            }

            fn hand_mut(hands: &mut Hands) -> &mut Self::Hand {
                &mut hands.$field
            }

            fn state(views: &mut Views) -> &mut Self::State {
                &mut views.$field
            }

            fn any_secret(secret: Self::Secret) -> Secret {
                Secret::$Family(secret)
            }

            fn any_set_up(set_up: Self::SetUp) -> SetUp {
                SetUp::$Family(set_up)
            }

            fn any_hand_command(command: Self::HandCommand) -> HandCommand {
                HandCommand::$Family(command)
            }

            fn any_secret_change(change: Self::SecretChange) -> SecretChange {
                SecretChange::$Family(change)
            }

            fn any_set_up_change(change: Self::SetUpChange) -> SetUpChange {
                SetUpChange::$Family(change)
            }

            fn any_gives(gives: Gives<Self>) -> AnyGives {
                AnyGives::$Family(gives)
            }

            fn own_hand_command(any: HandCommand) -> Option<Self::HandCommand> {
                let HandCommand::$Family(own) = any else {
                    return None;
                };
                Some(own)
            }

            fn own_secret_change(any: SecretChange) -> Option<Self::SecretChange> {
                let SecretChange::$Family(own) = any else {
                    return None;
                };
                Some(own)
            }

            fn own_set_up_change(any: SetUpChange) -> Option<Self::SetUpChange> {
                let SetUpChange::$Family(own) = any else {
                    return None;
                };
                Some(own)
            }
        })+

        impl Hands {
            /// Empties the hand of every family.
            pub fn put_down(&mut self) {
                // every family's, not only that of the table: the next match may be of any family, and must begin with
                // empty hands
                $(self.$field.put_down();)+
            }
        }

        /// Answers for the family of something, which is called `F` in the answer: of a [`Family`], or of a value of an
        /// enum with a variant for each family, whose content has a name.
        macro_rules! of_family {
            ($d F:ident = $d family:expr => $d answer:expr) => {
                match $d family {
                    $(rules::Family::$Family => {
                        type $d F = $crate::$Family;
                        $d answer
                    })+
                }
            };
            ($d F:ident, $d any:expr, $d of:ident($d own:pat) => $d answer:expr) => {
                match $d any {
                    $($d of::$Family($d own) => {
                        // an answer that does not name the family would otherwise leave the alias unused
                        #[allow(dead_code)]
                        type $d F = $crate::$Family;
                        $d answer
                    })+
                }
            };
        }
        use of_family;
    };
}

// a macro cannot write a plain `$` into a macro that it makes, so the sign comes in from outside
families! { $
    Warlord: warlord, rules::warlord;
    WarGame: wargame, rules::wargame;
    Tourney: tourney, rules::tourney;
    Toy: toy, rules::testing::toy;
}

/// All families together: what the shell keeps and passes on.
#[derive(Debug, Clone, Copy)]
pub enum AnyFamily {}

impl Commands for AnyFamily {
    type HandCommand = HandCommand;
    type SecretChange = SecretChange;
    type SetUpChange = SetUpChange;
}

/// A family's part of the types that have one for each family.
trait Member: FamilyViews {
    fn hand(hands: &Hands) -> &Self::Hand;
    fn hand_mut(hands: &mut Hands) -> &mut Self::Hand;
    fn state(views: &mut Views) -> &mut Self::State;
    fn any_secret(secret: Self::Secret) -> Secret;
    fn any_set_up(set_up: Self::SetUp) -> SetUp;
    fn any_hand_command(command: Self::HandCommand) -> HandCommand;
    fn any_secret_change(change: Self::SecretChange) -> SecretChange;
    fn any_set_up_change(change: Self::SetUpChange) -> SetUpChange;
    fn any_gives(gives: Gives<Self>) -> AnyGives;
    fn own_hand_command(any: HandCommand) -> Option<Self::HandCommand>;
    fn own_secret_change(any: SecretChange) -> Option<Self::SecretChange>;
    fn own_set_up_change(any: SetUpChange) -> Option<Self::SetUpChange>;
}

impl HandCommand {
    /// True for a command that removes the last notice, which would hide the words that the command brings up.
    pub fn leads_on(self) -> bool {
        of_family!(F, self, Self(command) => <F as FamilyModel>::Hand::leads_on(command))
    }
}

impl AnyGives {
    /// The command at a table with that position and those hands, on or off again; `None` if it cannot be given, as at a
    /// table of another family.
    pub fn give(self, position: &AnyPosition, hands: &Hands, on: bool) -> Option<HandCommand> {
        of_family!(F, self, Self(gives) => {
            F::own_position(position)?;
            gives(F::hand(hands), on).map(F::any_hand_command)
        })
    }
}

impl Hands {
    /// The meaning of a click on a cell, with the unit on `selected` chosen and the draft of `side` on the board.
    pub fn click(
        &mut self,
        position: &AnyPosition,
        side: Option<Side>,
        selected: Option<Cell>,
        cell: Cell,
    ) -> Meaning {
        of_family!(F, position, AnyPosition(now) => {
            F::hand_mut(self).click(now, side, selected, cell)
        })
    }

    /// Carries out a command; `None` if the choice on the board stays as it is, or the command is another family's.
    pub fn update(
        &mut self,
        command: HandCommand,
        position: &AnyPosition,
        side: Option<Side>,
    ) -> Option<Meaning> {
        of_family!(F, position, AnyPosition(now) => {
            // a command of a view may be older than the match that is on the table now
            let command = F::own_hand_command(command)?;
            F::hand_mut(self).update(command, now, side)
        })
    }

    /// The things beside the cells that can be chosen now.
    pub fn choices(
        &self,
        position: &AnyPosition,
        side: Option<Side>,
        at: Option<Cell>,
    ) -> Vec<Choice> {
        of_family!(F, position, AnyPosition(now) => F::hand(self).choices(now, side, at))
    }

    /// The meaning of a click on one of these things.
    pub fn pick(&mut self, position: &AnyPosition, side: Option<Side>, pick: Pick) -> Meaning {
        of_family!(F, position, AnyPosition(now) => F::hand_mut(self).pick(now, side, pick))
    }

    /// Looks at the hand after orders were given.
    pub fn settle(&mut self, position: &AnyPosition, side: Option<Side>) {
        of_family!(F, position, AnyPosition(now) => F::hand_mut(self).settle(now, side));
    }

    /// The words below the board while something is in the hand or to be decided.
    pub fn words(&self, position: &AnyPosition) -> Option<String> {
        of_family!(F, position, AnyPosition(now) => F::hand(self).words(now))
    }
}

impl Secret {
    /// Nothing chosen yet by a side.
    pub fn new(position: &AnyPosition, side: Side) -> Option<Self> {
        of_family!(F, position, AnyPosition(now) => {
            <F as FamilyModel>::Secret::open(now, side).map(F::any_secret)
        })
    }

    /// The sealed choice of a side, to be looked at.
    pub fn sealed(position: &AnyPosition, side: Side, order: &AnyOrder) -> Option<Self> {
        of_family!(F, position, AnyPosition(now) => {
            let order = F::own_order(order)?;
            <F as FamilyModel>::Secret::sealed(now, side, order).map(F::any_secret)
        })
    }

    /// Leaves only the part of a member of a side that is shared.
    pub fn narrow(&mut self, member: u8) {
        of_family!(F, self, Self(choice) => choice.narrow(member));
    }

    /// Takes the parts that the other members have shown, each with its member.
    pub fn see_plans(&mut self, plans: &[(u8, AnyOrder)]) {
        of_family!(F, self, Self(choice) => {
            let plans = plans.iter();
            let plans = plans.filter_map(|(member, order)| Some((*member, F::own_order(order)?)));
            choice.see_plans(&plans.collect::<Vec<_>>());
        });
    }

    pub fn side(&self) -> Side {
        of_family!(F, self, Self(choice) => SecretChoice::side(choice))
    }

    /// The choice, if the rules allow it.
    pub fn order(&self) -> Option<AnyOrder> {
        of_family!(F, self, Self(choice) => choice.decision().map(F::any_order))
    }

    /// The choice as text to be kept for another game, if the rules allow it.
    pub fn rows(&self) -> Option<String> {
        of_family!(F, self, Self(choice) => choice.to_keep())
    }

    /// Takes a choice that was kept, if the rules allow it here.
    pub fn take_rows(&mut self, rows: &str) {
        of_family!(F, self, Self(choice) => choice.take_kept(rows));
    }

    /// The choice as far as it is made, as text for this player alone; `None` if nothing is chosen yet.
    pub fn note(&self) -> Option<String> {
        of_family!(F, self, Self(choice) => choice.to_note())
    }

    /// Takes such a note; what does not fit here changes nothing.
    pub fn take_note(&mut self, text: &str) {
        of_family!(F, self, Self(choice) => choice.take_note(text));
    }

    /// Carries out a change; one of another family changes nothing.
    pub fn update(&mut self, change: SecretChange) {
        of_family!(F, self, Self(choice) => {
            // a change may come from a page drawn before the choice that is open now
            if let Some(change) = F::own_secret_change(change) {
                choice.apply(change);
            }
        });
    }

    /// Takes an input on the board; false if the choice has no use for the input.
    pub fn touch(&mut self, command: BoardCommand) -> bool {
        of_family!(F, self, Self(choice) => choice.take_input(command))
    }
}

impl SetUp {
    /// True if a scenario has a set-up that can be changed unit by unit.
    pub fn can_change(scenario: &Scenario) -> bool {
        of_family!(F = scenario.family() => <F as FamilyModel>::SetUp::can_change(scenario))
    }

    /// The set-up a form chooses: the scenario's own, or what was pasted. Nothing if there is none to be changed.
    pub fn new(scenario: &Scenario, pasted: &str, number: u64) -> Option<Self> {
        of_family!(F = scenario.family() => {
            <F as FamilyModel>::SetUp::open(scenario, pasted, number).map(F::any_set_up)
        })
    }

    /// The scenario as its file has it.
    pub fn scenario(&self) -> &Scenario {
        of_family!(F, self, Self(editor) => editor.scenario())
    }

    /// Differs from one opening of the page to the next.
    pub fn number(&self) -> u64 {
        of_family!(F, self, Self(editor) => editor.number())
    }

    /// Carries out a change; one of another family changes nothing.
    pub fn update(&mut self, change: SetUpChange) {
        of_family!(F, self, Self(editor) => {
            if let Some(change) = F::own_set_up_change(change) {
                editor.apply(change);
            }
        });
    }

    /// Takes an input on the board; false if the input changes nothing.
    pub fn touch(&mut self, command: BoardCommand) -> bool {
        of_family!(F, self, Self(editor) => editor.take_input(command))
    }

    /// True once the set-up differs from the one the editor was opened with.
    pub fn is_changed(&self) -> bool {
        of_family!(F, self, Self(editor) => editor.is_changed())
    }

    /// The text for the form's field; nothing, and the editor shows the reason, if no game can be played with the
    /// set-up.
    pub fn field(&mut self) -> Option<String> {
        of_family!(F, self, Self(editor) => editor.field())
    }

    /// The set-up to be checked next, if there is one that was not and no check is under way; `number` names the check.
    pub fn next_check(&mut self, number: u64) -> Option<String> {
        of_family!(F, self, Self(editor) => editor.next_check(number))
    }

    /// Takes the findings of a check; findings that were not asked for are ignored.
    pub fn hear(&mut self, number: u64, findings: Findings) {
        of_family!(F, self, Self(editor) => editor.hear(number, findings));
    }
}
