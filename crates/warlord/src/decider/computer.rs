//! The computer as the player of a seat.

use ::computer::Level;
use rules::{AnyPosition, Side};

use super::background::Background;
use super::{DeciderError, Decision};

/// The level of `--player computer` without a level.
pub(super) const USUAL_LEVEL: Level = Level::Normal;

/// The computer player: its choices follow from position, level and seed.
pub(crate) struct Computer {
    level: Level,
    seed: u64,
    thinking: Option<Background<Option<Decision>>>,
}

impl Computer {
    pub(super) fn new(level: Level, seed: u64) -> Self {
        Self {
            level,
            seed,
            thinking: None,
        }
    }

    pub(super) async fn choose(
        &mut self,
        position: &AnyPosition,
        side: Side,
    ) -> Result<Decision, DeciderError> {
        // `choose` is dropped whenever the match reports something: a search under way must not begin again each time
        let asked = self.thinking.take();
        let thinking = match asked.filter(|asked| asked.is_about(position, side)) {
            Some(asked) => self.thinking.insert(asked),
            None => {
                let (level, seed, start) = (self.level, self.seed, position.clone());
                // on a blocking thread: a search on the runtime's own threads would hold up the connection
                let task = tokio::task::spawn_blocking(move || decision(&start, side, level, seed));
                self.thinking.insert(Background::new(position, side, task))
            }
        };
        let answer = thinking.answer().await;
        self.thinking = None;
        answer
            .map_err(|_stopped| DeciderError::Stopped)?
            .ok_or(DeciderError::NoTurn)
    }
}

fn decision(position: &AnyPosition, side: Side, level: Level, seed: u64) -> Option<Decision> {
    let orders = ::computer::play(position, side, level, seed);
    (!orders.is_empty()).then_some(Decision::Orders(orders))
}

#[cfg(test)]
mod tests {
    use rules::{Rules as _, ToAct};

    use super::*;

    fn start(key: &str) -> AnyPosition {
        let scenario = scenario::load(key).expect("built in").expect("valid");
        scenario.start(&[]).expect("no options")
    }

    fn first() -> Side {
        Side::new(0).expect("a side")
    }

    async fn chosen(level: Level, seed: u64, position: &AnyPosition) -> Decision {
        let mut computer = Computer::new(level, seed);
        let choice = computer.choose(position, first()).await;
        choice.expect("there is a choice")
    }

    #[tokio::test]
    async fn turns_and_set_ups_are_legal_and_follow_from_the_seed() {
        for key in ["clash-of-arms", "test-of-wills"] {
            let start = start(key);
            let choice = chosen(Level::Easy, 7, &start).await;
            assert_eq!(chosen(Level::Easy, 7, &start).await, choice);
            let Decision::Orders(orders) = choice else {
                panic!("{choice:?}");
            };
            let mut position = start;
            for order in &orders {
                position.apply(first(), order).expect("legal");
            }
            assert_ne!(position.to_act(), ToAct::One(first()));
        }
    }
}
