//! The computer as the player of a seat.

use ::computer::Level;
use rules::{AnyOrder, AnyPosition, Rules as _, Side, ToAct};

use super::background::Background;
use super::{DeciderError, Decision, Settings, Share};

/// The level of `--player computer` without a level.
pub(crate) const USUAL_LEVEL: Level = Level::Normal;

/// The computer player: its turns follow from position, level and seed, its secret choices only if they shall.
pub(crate) struct Computer {
    level: Level,
    seed: u64,
    follows_seed: bool,
    share: Option<Share>,
    /// The mates' parts beside which the last part of a set-up was made.
    planned: Option<Vec<(u8, AnyOrder)>>,
    thinking: Option<Background<Option<Decision>>>,
}

impl Computer {
    pub(super) fn new(level: Level, settings: Settings) -> Self {
        Self {
            level,
            seed: settings.seed,
            follows_seed: settings.follows_seed,
            share: None,
            planned: None,
            thinking: None,
        }
    }

    pub(super) fn share(&mut self, share: Option<Share>) {
        self.share = share;
    }

    /// True if the parts do not go together, and those of the members before this one are others than its own was made
    /// beside.
    pub(super) fn plans_again(&self, share: &Share) -> bool {
        let is_asked = share.is_planning && share.clashes;
        is_asked && self.planned.as_ref() != Some(&share.before())
    }

    /// The part of a set-up that this member fills, beside those of the members before it.
    async fn part(
        &mut self,
        position: &AnyPosition,
        side: Side,
        share: &Share,
    ) -> Result<Decision, DeciderError> {
        if !share.may_plan(position, side) {
            return std::future::pending().await;
        }
        let before = share.before();
        let (start, member, seed) = (position.clone(), share.member, self.seed_for(position));
        let shown = before.clone();
        // a set-up is found in milliseconds: a wait that is dropped begins again
        let part = tokio::task::spawn_blocking(move || {
            ::computer::part(&start, side, member, &shown, seed)
        });
        let part = part.await.map_err(|_stopped| DeciderError::Stopped)?;
        self.planned = Some(before);
        let part = part.ok_or(DeciderError::NoTurn)?;
        Ok(Decision::Orders(vec![part]))
    }

    pub(super) async fn choose(
        &mut self,
        position: &AnyPosition,
        side: Side,
    ) -> Result<Decision, DeciderError> {
        if let (ToAct::Secretly(_), Some(share)) = (position.to_act(), self.share.clone()) {
            return self.part(position, side, &share).await;
        }
        // `choose` is dropped whenever the match reports something: a search under way must not begin again each time
        let asked = self.thinking.take();
        let thinking = match asked.filter(|asked| asked.is_about(position, side)) {
            Some(asked) => self.thinking.insert(asked),
            None => {
                let (level, seed, start) = (self.level, self.seed_for(position), position.clone());
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

    /// The seed of a decision. Whoever could guess the seed would know the hidden set-up and every card of a duel, and
    /// many turns played from one seed give it away sooner or later.
    fn seed_for(&self, position: &AnyPosition) -> u64 {
        match position.to_act() {
            ToAct::Secretly(_) if !self.follows_seed => {
                // the seed itself came from the system, so it is the best that is left if the system has no more
                getrandom::u64().unwrap_or(self.seed)
            }
            _ => self.seed,
        }
    }
}

fn decision(position: &AnyPosition, side: Side, level: Level, seed: u64) -> Option<Decision> {
    let orders = ::computer::play(position, side, level, seed);
    (!orders.is_empty()).then_some(Decision::Orders(orders))
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use ::computer::Budget;

    use super::*;

    fn start(key: &str) -> AnyPosition {
        let scenario = scenario::load(key).expect("built in").expect("valid");
        scenario.start(&[]).expect("no options")
    }

    fn first() -> Side {
        Side::new(0).expect("a side")
    }

    async fn chosen(level: Level, seed: u64, position: &AnyPosition) -> Decision {
        decided(level, (seed, true), position).await
    }

    async fn decided(
        level: Level,
        (seed, follows_seed): (u64, bool),
        position: &AnyPosition,
    ) -> Decision {
        let settings = Settings {
            seed,
            follows_seed,
            budget: Budget::Time(Duration::ZERO),
            tells_seed: false,
            prompts_on_stderr: false,
        };
        let mut computer = Computer::new(level, settings);
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

    #[tokio::test]
    async fn a_member_waits_for_those_before_it_and_makes_another_part_only_beside_other_ones() {
        let start = start("test-of-wills").by_leaders(&[2, 2]).expect("leaders");
        let books = start.legal_orders(first());
        let part = |book: usize| start.part_of(first(), 0, &books[book]);
        let mut share = Share {
            member: 1,
            names: vec!["Ann".to_owned(), "Cid".to_owned()],
            plans: Vec::new(),
            is_planning: false,
            clashes: false,
        };
        let settings = Settings {
            seed: 7,
            follows_seed: true,
            budget: Budget::Time(Duration::ZERO),
            tells_seed: false,
            prompts_on_stderr: false,
        };
        let mut computer = Computer::new(Level::Easy, settings);
        computer.share(Some(share.clone()));
        let soon = Duration::from_millis(50);
        let waits = tokio::time::timeout(soon, computer.choose(&start, first())).await;
        assert!(waits.is_err(), "the captain has shown nothing yet");
        share.plans = vec![(0, part(0))];
        computer.share(Some(share.clone()));
        let choice = computer.choose(&start, first()).await.expect("a part");
        let Decision::Orders(own) = choice else {
            panic!("{choice:?}");
        };
        assert!(start.seal_part(first(), 1, &own[0]).is_ok());
        // shown, and nothing clashes; then the captain has another part
        share.is_planning = true;
        assert!(!computer.plans_again(&share));
        share.clashes = true;
        assert!(!computer.plans_again(&share), "made beside that part");
        share.plans = vec![(0, part(1))];
        assert!(computer.plans_again(&share));
    }

    #[tokio::test]
    async fn secret_choices_follow_from_the_seed_only_if_asked_to() {
        let start = start("test-of-wills");
        let first = decided(Level::Easy, (7, false), &start).await;
        // a thousand set-ups or so: eight equal ones in a row are no accident
        for _ in 0..8 {
            if decided(Level::Easy, (7, false), &start).await != first {
                return;
            }
        }
        panic!("always {first:?}");
    }
}
