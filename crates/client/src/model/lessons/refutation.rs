//! The words for a wrong answer to a puzzle: what the other side does about it, and what that costs.

use kit::model::tabletop::Tabletop as _;
use kit::model::words::capital;
use lesson::{Attempt, Idea};
use rules::Rules as _;

use super::OpenLesson;

impl OpenLesson {
    /// The answer that was played out on the board and what it means, once a puzzle is missed.
    pub(crate) fn refutation(&self) -> Option<String> {
        let puzzle = self.lesson.puzzle()?;
        if self.stands != Attempt::Missed {
            return None;
        }
        let now = self.table.seen.played.position.as_deref()?;
        let pupil = self.lesson.pupil();
        let last = self.table.last_turn().filter(|last| last.by != pupil);
        let answer = last.map(|last| {
            let side = self.table.side_names().of(last.by);
            let shown = families::shown_orders(last.orders).iter();
            let orders: Vec<String> = shown.map(|done| families::short(&done.order)).collect();
            match orders.is_empty() {
                true => format!("{side} need not even answer"),
                false => format!("{side} answers {}", orders.join(", ")),
            }
        });
        let is_lost = now
            .outcome()
            .is_some_and(|outcome| outcome.winners().iter().any(|side| side != pupil));
        let gained = || {
            let balance = |position| computer::material(position, pupil);
            balance(now) - balance(self.lesson.start())
        };
        let means = match (puzzle.idea(), is_lost) {
            (_, true) => "your last leader is lost.".to_owned(),
            (Idea::Win, false) => "the other side still has a leader.".to_owned(),
            (Idea::Defense, false) => "the aim is not reached.".to_owned(),
            (Idea::Exchange, false) => match gained() {
                points @ 1.. => format!("you are only {points} points better off than before."),
                0 => "nothing is gained.".to_owned(),
                points => format!("you are {} points worse off than before.", -points),
            },
        };
        Some(match answer {
            Some(answer) => format!("{answer}: {means}"),
            None => capital(&means),
        })
    }
}
