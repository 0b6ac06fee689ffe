//! The closed set of families, each with its own content of a scenario file.

use board::Board;
use rules::{AnyPosition, Family, Sides};

use crate::bytes::ScenarioId;
use crate::head::{Parts, Written};
use crate::mistake::Source;
use crate::toy;
use crate::{Advice, OptionError, OptionInfo, tourney, wargame, warlord};

/// Makes the enum of the contents and forwards every question to the family of the content.
// a line for each family: written out, every question would have to be extended by hand in its own place
macro_rules! families {
    ($($variant:ident = $module:ident: $doc:literal;)+) => {
        /// The part of a scenario that its family reads and checks.
        #[derive(Debug, Clone, PartialEq, Eq)]
        pub enum Content {
            $(#[doc = $doc] $variant($module::Content),)+
        }

        impl Content {
            /// The families whose scenarios can be read.
            pub(crate) const FAMILIES: &[Family] = &[$(Family::$variant,)+];

            /// Reads the tables of a family; `None` if they have mistakes, which are reported.
            pub(crate) fn read(family: Family, parts: &Parts<'_, '_>) -> Option<Self> {
                match family {
                    $(Family::$variant => $module::Content::read(parts).map(Self::$variant),)+
                }
            }

            pub(crate) const fn family(&self) -> Family {
                match self { $(Self::$variant(_) => Family::$variant,)+ }
            }

            pub(crate) fn board(&self) -> Board {
                match self { $(Self::$variant(content) => content.board(),)+ }
            }

            pub(crate) fn sides(&self) -> Sides {
                match self { $(Self::$variant(content) => content.sides(),)+ }
            }

            /// True if a file may name the sides.
            pub(crate) const fn names_sides(&self) -> bool {
                match self { $(Self::$variant(_) => $module::NAMES_SIDES,)+ }
            }

            pub(crate) fn id(&self) -> ScenarioId {
                match self { $(Self::$variant(content) => content.id(),)+ }
            }

            pub(crate) fn options(&self) -> Vec<OptionInfo> {
                match self { $(Self::$variant(content) => content.options(),)+ }
            }

            pub(crate) fn start(
                &self,
                options: &[(String, String)],
            ) -> Result<AnyPosition, OptionError> {
                match self {
                    $(Self::$variant(content) => {
                        content.start(options).map(AnyPosition::$variant)
                    })+
                }
            }

            pub(crate) fn set_up_fen(&self) -> Option<String> {
                match self { $(Self::$variant(content) => content.set_up_fen(),)+ }
            }

            /// The text of a scenario with a pasted set-up in place of its own; `None` if the set-up has mistakes,
            /// which are reported.
            pub(crate) fn with_set_up(
                &self,
                source: &Source<'_>,
                file: Written<'_>,
                fen: &str,
            ) -> Option<String> {
                match self {
                    $(Self::$variant(content) => {
                        content.with_set_up(source, file, fen)
                    })+
                }
            }

            pub(crate) fn advice(&self, file: Written<'_>) -> Vec<Advice> {
                match self { $(Self::$variant(content) => content.advice(file),)+ }
            }
        }

        $(
        impl<'a> TryFrom<&'a Content> for &'a $module::Content {
            /// The content itself, which is of another family.
            type Error = &'a Content;

            fn try_from(content: &'a Content) -> Result<Self, &'a Content> {
                if let Content::$variant(content) = content {
                    Ok(content)
                } else {
                    Err(content)
                }
            }
        })+
    };
}

families! {
    Warlord = warlord: "The Warlord family.";
    WarGame = wargame: "WarGame 1 and WarGame 2.";
    Tourney = tourney: "War Lord Tourney.";
    Toy = toy: "The toy family of the tests.";
}
