//! The closed set of families, so that everything above the rules can hold a position of any of them.

use std::fmt;
use std::sync::atomic::AtomicBool;

use board::{Board, Cell};

use crate::testing::toy;
use crate::{
    Family, Illegal, Lots, OrderError, Rules, SecretPart, Side, Sides, Slot, ToAct, Turn,
    WholeError, tourney, wargame, warlord,
};

/// Makes the enums of the families and forwards every question of the seam to the family of the position.
macro_rules! families {
    ($($variant:ident = $module:ident: $doc:literal;)+) => {
        /// A position of any family.
        #[derive(Debug, Clone, PartialEq, Eq)]
        // an enum and not `dyn Rules`: orders, events and reasons are types of each family, and positions are cloned
        // and compared
        pub enum AnyPosition {
            $(#[doc = $doc] $variant($module::Position),)+
        }

        /// An order of any family.
        #[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum AnyOrder {
            $(#[doc = $doc] $variant($module::Order),)+
        }

        /// An event of any family.
        #[derive(Debug, Clone, PartialEq, Eq)]
        pub enum AnyEvent {
            $(#[doc = $doc] $variant($module::Event),)+
        }

        /// Why an order of any family is refused.
        #[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
        pub enum AnyIllegal {
            $(#[doc = $doc] #[error(transparent)] $variant(#[from] $module::Illegal),)+
            /// The order belongs to another family than the position.
            #[error("this order belongs to another family of games")]
            OtherFamily,
        }

        /// Text that is no position of its game.
        #[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
        #[error(transparent)]
        pub enum PositionError {
            $(#[doc = $doc] $variant(#[from] $module::PositionError),)+
        }

        $(
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

        $(
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
                match self { $(Self::$variant(event) => event.fmt(f),)+ }
            }
        }

        impl Illegal for AnyIllegal {
            fn rule(&self) -> &'static str {
                match self {
                    $(Self::$variant(illegal) => illegal.rule(),)+
                    // no paragraph forbids it: two games were mixed up by a program, not by a player
                    Self::OtherFamily => "",
                }
            }

            fn advice(&self) -> &'static str {
                match self {
                    $(Self::$variant(illegal) => illegal.advice(),)+
                    Self::OtherFamily => "give an order of this game",
                }
            }
        }

        impl Rules for AnyPosition {
            type Order = AnyOrder;
            type Event = AnyEvent;
            type Illegal = AnyIllegal;
            type PositionError = PositionError;

            fn family(&self) -> Family {
                match self { $(Self::$variant(_) => Family::$variant,)+ }
            }

            fn board(&self) -> Board {
                match self { $(Self::$variant(position) => Rules::board(position),)+ }
            }

            fn sides(&self) -> Sides {
                match self { $(Self::$variant(position) => Rules::sides(position),)+ }
            }

            fn team(&self, side: Side) -> Sides {
                match self { $(Self::$variant(position) => Rules::team(position, side),)+ }
            }

            fn out(&self) -> Sides {
                match self { $(Self::$variant(position) => Rules::out(position),)+ }
            }

            fn stand(&self, side: Side) -> Option<AnyOrder> {
                match self { $(Self::$variant(position) =>
                    Rules::stand(position, side).map(AnyOrder::$variant),)+ }
            }

            fn remove(&mut self, side: Side) -> Vec<AnyEvent> {
                match self { $(Self::$variant(position) =>
                    wrap(Rules::remove(position, side), AnyEvent::$variant),)+ }
            }

            fn by_leaders(&self, members: &[u8]) -> Option<Self> {
                match self { $(Self::$variant(position) =>
                    Rules::by_leaders(position, members).map(Self::$variant),)+ }
            }

            fn round(&self) -> Vec<Side> {
                match self { $(Self::$variant(position) => Rules::round(position),)+ }
            }

            fn members(&self, side: Side) -> u8 {
                match self { $(Self::$variant(position) => Rules::members(position, side),)+ }
            }

            fn member(&self, side: Side) -> Option<u8> {
                match self { $(Self::$variant(position) => Rules::member(position, side),)+ }
            }

            fn hand_over(&mut self, side: Side, member: u8) {
                match self { $(Self::$variant(position) =>
                    Rules::hand_over(position, side, member),)+ }
            }

            fn turn(&self) -> Turn {
                match self { $(Self::$variant(position) => Rules::turn(position),)+ }
            }

            fn to_act(&self) -> ToAct {
                match self { $(Self::$variant(position) => Rules::to_act(position),)+ }
            }

            fn legal_orders(&self, side: Side) -> Vec<AnyOrder> {
                match self { $(Self::$variant(position) =>
                    wrap(Rules::legal_orders(position, side), AnyOrder::$variant),)+ }
            }

            fn legal_orders_from(&self, side: Side, cell: Cell) -> Vec<AnyOrder> {
                match self { $(Self::$variant(position) =>
                    wrap(Rules::legal_orders_from(position, side, cell), AnyOrder::$variant),)+ }
            }

            fn check(&self, side: Side, order: &AnyOrder) -> Result<(), AnyIllegal> {
                match self { $(Self::$variant(position) =>
                    Ok(Rules::check(position, side, order.try_into()?)?),)+ }
            }

            fn apply(&mut self, side: Side, order: &AnyOrder) -> Result<Vec<AnyEvent>, AnyIllegal> {
                match self { $(Self::$variant(position) =>
                    Ok(wrap(Rules::apply(position, side, order.try_into()?)?, AnyEvent::$variant)),)+ }
            }

            fn resolve(&mut self, lots: Lots) -> Result<Vec<AnyEvent>, AnyIllegal> {
                match self { $(Self::$variant(position) =>
                    Ok(wrap(Rules::resolve(position, lots)?, AnyEvent::$variant)),)+ }
            }

            fn slots(&self, side: Side) -> Vec<Slot> {
                match self { $(Self::$variant(position) => Rules::slots(position, side),)+ }
            }

            fn seal(&self, side: Side, order: &AnyOrder) -> Result<Vec<SecretPart>, AnyIllegal> {
                match self { $(Self::$variant(position) =>
                    Ok(Rules::seal(position, side, order.try_into()?)?),)+ }
            }

            fn seal_part(
                &self,
                side: Side,
                member: u8,
                order: &AnyOrder,
            ) -> Result<Vec<SecretPart>, AnyIllegal> {
                match self { $(Self::$variant(position) =>
                    Ok(Rules::seal_part(position, side, member, order.try_into()?)?),)+ }
            }

            fn part_of(&self, side: Side, member: u8, order: &AnyOrder) -> AnyOrder {
                match self { $(Self::$variant(position) =>
                    // an order of another family stays what it is, and is refused by whoever checks it
                    order.try_into().map_or_else(|_: AnyIllegal| order.clone(), |own| {
                        AnyOrder::$variant(Rules::part_of(position, side, member, own))
                    }),)+ }
            }

            fn open_part(
                &self,
                side: Side,
                member: u8,
                parts: &[SecretPart],
            ) -> Result<AnyOrder, AnyIllegal> {
                match self { $(Self::$variant(position) =>
                    Ok(AnyOrder::$variant(Rules::open_part(position, side, member, parts)?)),)+ }
            }

            fn closing(&self, side: Side) -> Option<AnyOrder> {
                match self { $(Self::$variant(position) =>
                    Rules::closing(position, side).map(AnyOrder::$variant),)+ }
            }

            fn open(&self, side: Side, parts: &[SecretPart]) -> Result<AnyOrder, AnyIllegal> {
                match self { $(Self::$variant(position) =>
                    Ok(AnyOrder::$variant(Rules::open(position, side, parts)?)),)+ }
            }

            fn parse_order(&self, side: Side, text: &str) -> Result<AnyOrder, OrderError> {
                match self { $(Self::$variant(position) =>
                    Ok(AnyOrder::$variant(Rules::parse_order(position, side, text)?)),)+ }
            }

            fn order_text(&self, side: Side, order: &AnyOrder) -> String {
                match self { $(Self::$variant(position) =>
                    // empty, not a panic: what is shown of an order of another family does not matter, since `check`
                    // refuses the order
                    order.try_into().map_or_else(|_: AnyIllegal| String::new(), |order| {
                        Rules::order_text(position, side, order)
                    }),)+ }
            }

            fn order_bytes(&self, order: &AnyOrder) -> Option<Vec<u8>> {
                match self { $(Self::$variant(position) =>
                    Rules::order_bytes(position, order.try_into().ok()?),)+ }
            }

            fn order_from_bytes(&self, bytes: &[u8]) -> Result<AnyOrder, OrderError> {
                match self { $(Self::$variant(position) =>
                    Ok(AnyOrder::$variant(Rules::order_from_bytes(position, bytes)?)),)+ }
            }

            fn to_text(&self) -> String {
                match self { $(Self::$variant(position) => Rules::to_text(position),)+ }
            }

            fn with_text(&self, text: &str) -> Result<Self, PositionError> {
                match self { $(Self::$variant(position) =>
                    Ok(Self::$variant(Rules::with_text(position, text)?)),)+ }
            }

            fn terrain_text(&self) -> String {
                match self { $(Self::$variant(position) => Rules::terrain_text(position),)+ }
            }

            fn write_canonical(&self, out: &mut Vec<u8>) {
                match self { $(Self::$variant(position) =>
                    Rules::write_canonical(position, out),)+ }
            }

            fn write_whole(&self, out: &mut Vec<u8>) {
                match self { $(Self::$variant(position) =>
                    Rules::write_whole(position, out),)+ }
            }

            // read as this family's bytes: `self` is a position of the agreed game, and bytes of another family are
            // refused
            fn read_whole(&self, bytes: &[u8]) -> Result<Self, WholeError> {
                match self { $(Self::$variant(position) =>
                    Ok(Self::$variant(Rules::read_whole(position, bytes)?)),)+ }
            }

            fn perft_until(&self, depth: u32, stop: &AtomicBool) -> Option<u64> {
                match self { $(Self::$variant(position) =>
                    Rules::perft_until(position, depth, stop),)+ }
            }
        }
    };
}

families! {
    Warlord = warlord: "The Warlord family.";
    WarGame = wargame: "WarGame 1 and WarGame 2.";
    Tourney = tourney: "War Lord Tourney.";
    // `scenario` refuses to read its files outside tests, so no file and no message makes a player's program play it.
    Toy = toy: "The toy family of the tests.";
}

fn wrap<T, U>(items: Vec<T>, wrap: impl Fn(T) -> U) -> Vec<U> {
    items.into_iter().map(wrap).collect()
}
