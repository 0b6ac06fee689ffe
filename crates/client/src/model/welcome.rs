//! The first start: name, look, the ways in, and the game that plays behind them.

use std::collections::VecDeque;
use std::sync::Arc;

use computer::Level;
use protocol::Seat;
use rules::{AnyOrder, AnyPosition, Rules as _, ToAct};

use super::table::Question;

/// The number of the game behind the first start: no table has it, for tables of lessons begin one below.
pub(crate) const DEMO: u64 = u64::MAX;
/// The orders after which the game begins again, so that it never comes to its slow end.
const LONGEST: usize = 160;

/// The steps of the first start.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub(crate) enum Stage {
    #[default]
    Name,
    Look,
    Ways,
}

/// The ways out of the first start.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Way {
    /// To the first lesson.
    Learn,
    /// A game against the weakest computer.
    PlayHere,
    /// The form for inviting.
    Friend,
    /// The page for a code.
    Join,
    /// The start page.
    Skip,
}

/// A wish on the page of the first start.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum WelcomeCommand {
    To(Stage),
    Go(Way),
    /// The next order of the game behind.
    Tick,
}

/// The state of the first start.
#[derive(Debug, Default)]
pub(crate) struct Welcome {
    pub(crate) stage: Stage,
    demo: Option<Demo>,
}

/// A game that the computer plays against itself.
#[derive(Debug)]
struct Demo {
    start: AnyPosition,
    now: Arc<AnyPosition>,
    /// The orders of the turn that are still to be shown.
    queue: VecDeque<AnyOrder>,
    is_asked: bool,
    /// The orders shown, which is also the number of the next question.
    shown: usize,
}

impl Welcome {
    /// Lays the board of a game out, whose start it is.
    pub(crate) fn lay_out(&mut self, start: AnyPosition) {
        self.demo.get_or_insert_with(|| Demo {
            now: Arc::new(start.clone()),
            start,
            queue: VecDeque::new(),
            is_asked: false,
            shown: 0,
        });
    }

    /// The board of the game, and the number of orders shown on it.
    pub(crate) fn board(&self) -> Option<(&AnyPosition, usize)> {
        self.demo.as_ref().map(|demo| (&*demo.now, demo.shown))
    }

    /// Shows the next order; the answer is a question if the computer has none ready.
    pub(crate) fn tick(&mut self) -> Option<Question> {
        let demo = self.demo.as_mut()?;
        if let (Some(order), ToAct::One(side)) = (demo.queue.pop_front(), demo.now.to_act()) {
            let mut after = (*demo.now).clone();
            match after.apply(side, &order) {
                Ok(_) => demo.now = Arc::new(after),
                // cannot happen: the rules have carried the computer's orders out
                Err(_) => demo.queue.clear(),
            }
            demo.shown += 1;
            return None;
        }
        let ToAct::One(side) = demo.now.to_act() else {
            demo.now = Arc::new(demo.start.clone());
            return None;
        };
        if demo.shown >= LONGEST {
            demo.now = Arc::new(demo.start.clone());
            demo.shown = 0;
            return None;
        }
        let is_free = !std::mem::replace(&mut demo.is_asked, true);
        is_free.then(|| Question {
            table: DEMO,
            seat: Seat(0),
            side,
            steps: demo.shown,
            level: Level::Novice,
            position: demo.now.clone(),
        })
    }

    /// Takes the computer's turn.
    pub(crate) fn hear(&mut self, question: &Question, orders: Vec<AnyOrder>) {
        let Some(demo) = &mut self.demo else { return };
        demo.is_asked = false;
        if demo.shown == question.steps && *demo.now == *question.position {
            demo.queue = orders.into();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::tests::start;

    #[test]
    fn the_game_behind_is_asked_for_one_turn_at_a_time_and_shows_order_by_order() {
        let mut welcome = Welcome::default();
        assert!(welcome.tick().is_none(), "no board yet");
        welcome.lay_out(start("clash-of-arms"));
        let mut before = 0;
        for _ in 0..3 {
            let question = welcome.tick().expect("a turn is needed");
            assert!(welcome.tick().is_none(), "asked once");
            let orders = computer::play(&question.position, question.side, question.level, 1);
            let count = orders.len();
            welcome.hear(&question, orders);
            for _ in 0..count {
                assert!(welcome.tick().is_none());
            }
            let (_, shown) = welcome.board().expect("a board");
            assert_eq!(shown, before + count);
            before = shown;
        }
    }
}
