//! The answers to the seam that all families of White and Black share.

/// The questions of [`crate::Rules`] that a position of such a family passes on to its own methods, which know only
/// White and Black; `own` is its side of a [`crate::Side`], or the refusal. A macro, since the methods are inherent: a
/// trait with blanket answers would need each of them declared a third time.
macro_rules! answers {
    () => {
        type Order = Order;
        type Event = Event;
        type Illegal = Illegal;
        type PositionError = PositionError;

        fn board(&self) -> board::Board {
            self.board()
        }

        fn sides(&self) -> $crate::Sides {
            Side::BOTH.map($crate::Side::from).into_iter().collect()
        }

        fn turn(&self) -> $crate::Turn {
            $crate::Turn {
                number: self.turn(),
                side: self.side().into(),
                left: Some(self.left()),
            }
        }

        fn to_act(&self) -> $crate::ToAct {
            self.phase.to_act(self.side())
        }

        fn legal_orders(&self, side: $crate::Side) -> Vec<Order> {
            let own = self.own(side);
            own.map_or_else(|_none| Vec::new(), |side| self.legal_orders(side))
        }

        fn legal_orders_from(&self, side: $crate::Side, cell: board::Cell) -> Vec<Order> {
            match self.own(side) {
                Ok(side) if side == self.side() => self.legal_orders_from(cell),
                Ok(_) | Err(_) => Vec::new(),
            }
        }

        fn check(&self, side: $crate::Side, order: &Order) -> Result<(), Illegal> {
            self.check(self.own(side)?, order)
        }

        fn apply(&mut self, side: $crate::Side, order: &Order) -> Result<Vec<Event>, Illegal> {
            self.apply(self.own(side)?, order)
        }

        fn remove(&mut self, side: $crate::Side) -> Vec<Event> {
            let own = self.own(side);
            own.map_or_else(|_none| Vec::new(), |side| self.remove(side))
        }

        fn resolve(&mut self, lots: $crate::Lots) -> Result<Vec<Event>, Illegal> {
            self.resolve(lots)
        }

        fn slots(&self, side: $crate::Side) -> Vec<$crate::Slot> {
            let own = self.own(side);
            own.map_or_else(|_none| Vec::new(), |side| self.slots(side))
        }

        fn seal(
            &self,
            side: $crate::Side,
            order: &Order,
        ) -> Result<Vec<$crate::SecretPart>, Illegal> {
            self.seal(self.own(side)?, order)
        }

        fn open(&self, side: $crate::Side, parts: &[$crate::SecretPart]) -> Result<Order, Illegal> {
            self.open(self.own(side)?, parts)
        }

        fn parse_order(&self, side: $crate::Side, text: &str) -> Result<Order, OrderError> {
            let expected = "an order of a side of this game was expected";
            let own = self.own(side);
            let side = own.map_err(|_none| OrderError::of_text(text, expected))?;
            Order::parse(self.game(), side, text)
        }

        fn order_text(&self, side: $crate::Side, order: &Order) -> String {
            // only a set-up's text depends on the side
            let side = self.own(side).unwrap_or(Side::White);
            order.to_text(self.game(), side)
        }

        fn terrain_text(&self) -> String {
            self.game().terrain_rows()
        }

        fn write_canonical(&self, out: &mut Vec<u8>) {
            self.write_canonical(out);
        }

        fn write_whole(&self, out: &mut Vec<u8>) {
            self.write_whole(out);
        }

        fn read_whole(&self, bytes: &[u8]) -> Result<Self, $crate::WholeError> {
            self.read_whole(bytes)
        }
    };
}

pub(crate) use answers;
