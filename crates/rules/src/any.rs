//! The closed set of families, so that everything above the rules can hold a position of any of them.

use std::fmt;
use std::sync::atomic::AtomicBool;

use board::{Board, Cell};

#[cfg(feature = "testing")]
use crate::testing::toy;
use crate::{
    Illegal, Lots, OrderError, Rules, SecretPart, Side, Sides, Slot, ToAct, Turn, WholeError,
    wargame, warlord,
};

/// Text that names no side.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{found}` is not a side: {expected} was expected")]
pub struct SideError {
    /// The text, cut to 16 characters.
    pub found: String,
    /// The names of the sides.
    pub expected: String,
}

/// Makes the enums of the families and forwards every question of the seam to the family at hand.
macro_rules! families {
    ($($(#[$only:meta])? $variant:ident = $module:ident: $doc:literal;)+) => {
        /// A set of rules that several scenarios are played by.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Family {
            $($(#[$only])? #[doc = $doc] $variant,)+
        }

        /// A position of any family.
        #[derive(Debug, Clone, PartialEq, Eq)]
        pub enum AnyPosition {
            $($(#[$only])? #[doc = $doc] $variant($module::Position),)+
        }

        /// An order of any family.
        #[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum AnyOrder {
            $($(#[$only])? #[doc = $doc] $variant($module::Order),)+
        }

        /// An event of any family.
        #[derive(Debug, Clone, PartialEq, Eq)]
        pub enum AnyEvent {
            $($(#[$only])? #[doc = $doc] $variant($module::Event),)+
        }

        /// The reason why an order of any family is refused.
        #[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
        pub enum AnyIllegal {
            $($(#[$only])? #[doc = $doc] #[error(transparent)] $variant(#[from] $module::Illegal),)+
            /// The order belongs to another family than the position.
            #[error("this order belongs to another family of games")]
            OtherFamily,
        }

        /// Text that is no position of its game.
        #[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
        #[error(transparent)]
        pub enum PositionError {
            $($(#[$only])? #[doc = $doc] $variant(#[from] $module::PositionError),)+
        }

        impl Family {
            /// Every family.
            pub const ALL: &'static [Self] = &[$($(#[$only])? Self::$variant,)+];

            /// The family's name in scenario files and manifests.
            pub const fn name(self) -> &'static str {
                match self { $($(#[$only])? Self::$variant => $module::NAME,)+ }
            }

            /// The version of the family's rules. Every change of legality, of effects, of the bytes of an order or a
            /// secret part, or of the canonical bytes of a position changes the version.
            pub const fn version(self) -> &'static str {
                match self { $($(#[$only])? Self::$variant => $module::VERSION,)+ }
            }

            /// The names of the sides, in the order of their places.
            pub const fn side_names(self) -> &'static [&'static str] {
                match self { $($(#[$only])? Self::$variant => &$module::SIDE_NAMES,)+ }
            }
        }

        $($(#[$only])?
        impl<'a> TryFrom<&'a AnyOrder> for &'a $module::Order {
            type Error = AnyIllegal;

            fn try_from(order: &'a AnyOrder) -> Result<Self, AnyIllegal> {
                if let AnyOrder::$variant(order) = order {
                    Ok(order)
                } else {
                    Err(AnyIllegal::OtherFamily)
                }
            }
        })+

        $($(#[$only])?
        impl TryFrom<AnyPosition> for $module::Position {
            /// The position itself, which is of another family.
            type Error = AnyPosition;

            fn try_from(position: AnyPosition) -> Result<Self, AnyPosition> {
                if let AnyPosition::$variant(position) = position {
                    Ok(position)
                } else {
                    Err(position)
                }
            }
        })+

        impl fmt::Display for AnyEvent {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                match self { $($(#[$only])? Self::$variant(event) => event.fmt(f),)+ }
            }
        }

        impl Illegal for AnyIllegal {
            fn rule(&self) -> &'static str {
                match self {
                    $($(#[$only])? Self::$variant(illegal) => illegal.rule(),)+
                    Self::OtherFamily => "",
                }
            }

            fn advice(&self) -> &'static str {
                match self {
                    $($(#[$only])? Self::$variant(illegal) => illegal.advice(),)+
                    Self::OtherFamily => "give an order of this game",
                }
            }
        }

        impl Rules for AnyPosition {
            type Order = AnyOrder;
            type Event = AnyEvent;
            type Illegal = AnyIllegal;

            fn family(&self) -> Family {
                match self { $($(#[$only])? Self::$variant(_) => Family::$variant,)+ }
            }

            fn board(&self) -> Board {
                match self { $($(#[$only])? Self::$variant(position) => Rules::board(position),)+ }
            }

            fn sides(&self) -> Sides {
                match self { $($(#[$only])? Self::$variant(position) => Rules::sides(position),)+ }
            }

            fn turn(&self) -> Turn {
                match self { $($(#[$only])? Self::$variant(position) => Rules::turn(position),)+ }
            }

            fn to_act(&self) -> ToAct {
                match self { $($(#[$only])? Self::$variant(position) => Rules::to_act(position),)+ }
            }

            fn legal_orders(&self, side: Side) -> Vec<AnyOrder> {
                match self { $($(#[$only])? Self::$variant(position) =>
                    wrap(Rules::legal_orders(position, side), AnyOrder::$variant),)+ }
            }

            fn legal_orders_from(&self, side: Side, cell: Cell) -> Vec<AnyOrder> {
                match self { $($(#[$only])? Self::$variant(position) =>
                    wrap(Rules::legal_orders_from(position, side, cell), AnyOrder::$variant),)+ }
            }

            fn check(&self, side: Side, order: &AnyOrder) -> Result<(), AnyIllegal> {
                match self { $($(#[$only])? Self::$variant(position) =>
                    Ok(Rules::check(position, side, order.try_into()?)?),)+ }
            }

            fn apply(&mut self, side: Side, order: &AnyOrder) -> Result<Vec<AnyEvent>, AnyIllegal> {
                match self { $($(#[$only])? Self::$variant(position) =>
                    Ok(wrap(Rules::apply(position, side, order.try_into()?)?, AnyEvent::$variant)),)+ }
            }

            fn resolve(&mut self, lots: Lots) -> Result<Vec<AnyEvent>, AnyIllegal> {
                match self { $($(#[$only])? Self::$variant(position) =>
                    Ok(wrap(Rules::resolve(position, lots)?, AnyEvent::$variant)),)+ }
            }

            fn slots(&self, side: Side) -> Vec<Slot> {
                match self { $($(#[$only])? Self::$variant(position) => Rules::slots(position, side),)+ }
            }

            fn seal(&self, side: Side, order: &AnyOrder) -> Result<Vec<SecretPart>, AnyIllegal> {
                match self { $($(#[$only])? Self::$variant(position) =>
                    Ok(Rules::seal(position, side, order.try_into()?)?),)+ }
            }

            fn open(&self, side: Side, parts: &[SecretPart]) -> Result<AnyOrder, AnyIllegal> {
                match self { $($(#[$only])? Self::$variant(position) =>
                    Ok(AnyOrder::$variant(Rules::open(position, side, parts)?)),)+ }
            }

            fn parse_order(&self, side: Side, text: &str) -> Result<AnyOrder, OrderError> {
                match self { $($(#[$only])? Self::$variant(position) =>
                    Ok(AnyOrder::$variant(Rules::parse_order(position, side, text)?)),)+ }
            }

            fn order_text(&self, side: Side, order: &AnyOrder) -> String {
                match self { $($(#[$only])? Self::$variant(position) =>
                    order.try_into().map_or_else(|_: AnyIllegal| String::new(), |order| {
                        Rules::order_text(position, side, order)
                    }),)+ }
            }

            fn order_bytes(&self, order: &AnyOrder) -> Option<Vec<u8>> {
                match self { $($(#[$only])? Self::$variant(position) =>
                    Rules::order_bytes(position, order.try_into().ok()?),)+ }
            }

            fn order_from_bytes(&self, bytes: &[u8]) -> Result<AnyOrder, OrderError> {
                match self { $($(#[$only])? Self::$variant(position) =>
                    Ok(AnyOrder::$variant(Rules::order_from_bytes(position, bytes)?)),)+ }
            }

            fn to_text(&self) -> String {
                match self { $($(#[$only])? Self::$variant(position) => Rules::to_text(position),)+ }
            }

            fn with_text(&self, text: &str) -> Result<Self, PositionError> {
                match self { $($(#[$only])? Self::$variant(position) =>
                    Ok(Self::$variant(Rules::with_text(position, text)?)),)+ }
            }

            fn terrain_text(&self) -> String {
                match self { $($(#[$only])? Self::$variant(position) => Rules::terrain_text(position),)+ }
            }

            fn write_canonical(&self, out: &mut Vec<u8>) {
                match self { $($(#[$only])? Self::$variant(position) =>
                    Rules::write_canonical(position, out),)+ }
            }

            fn write_whole(&self, out: &mut Vec<u8>) {
                match self { $($(#[$only])? Self::$variant(position) =>
                    Rules::write_whole(position, out),)+ }
            }

            fn read_whole(&self, bytes: &[u8]) -> Result<Self, WholeError> {
                match self { $($(#[$only])? Self::$variant(position) =>
                    Ok(Self::$variant(Rules::read_whole(position, bytes)?)),)+ }
            }

            fn perft_until(&self, depth: u32, stop: &AtomicBool) -> Option<u64> {
                match self { $($(#[$only])? Self::$variant(position) =>
                    Rules::perft_until(position, depth, stop),)+ }
            }
        }
    };
}

families! {
    Warlord = warlord: "The Warlord family.";
    WarGame = wargame: "WarGame 1 and WarGame 2.";
    #[cfg(feature = "testing")] Toy = toy: "The toy family of the tests.";
}

/// The first family, where nothing chooses another.
impl Default for Family {
    fn default() -> Self {
        Self::ALL[0]
    }
}

impl Family {
    /// True for a family that only tests play: no list names it to people.
    pub const fn is_for_tests(self) -> bool {
        match self {
            Self::Warlord | Self::WarGame => false,
            #[cfg(feature = "testing")]
            Self::Toy => true,
        }
    }

    /// The family of that name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL
            .iter()
            .copied()
            .find(|family| family.name() == name)
    }

    /// The name of a side: `white`, `north` and so on; empty for a side the family does not have.
    pub fn side_name(self, side: Side) -> &'static str {
        self.side_names()
            .get(side.index())
            .copied()
            .unwrap_or_default()
    }

    /// The side with that name or first letter, in either letter case.
    ///
    /// # Errors
    /// If the family has no such side.
    pub fn parse_side(self, text: &str) -> Result<Side, SideError> {
        let names = self.side_names();
        let lower = text.to_ascii_lowercase();
        let is_meant =
            |name: &&str| **name == *lower || (lower.len() == 1 && name.starts_with(&lower));
        let place = names.iter().position(is_meant);
        let side = place.and_then(|place| Side::new(u8::try_from(place).ok()?));
        side.ok_or_else(|| SideError {
            found: text.chars().take(16).collect(),
            expected: names.join(" or "),
        })
    }
}

fn wrap<T, U>(items: Vec<T>, wrap: impl Fn(T) -> U) -> Vec<U> {
    items.into_iter().map(wrap).collect()
}
