//! Checks of a lesson that was read: its own solution is played, and what its sentences speak of must happen.

use rules::{Illegal as _, Rules, split_orders};
use scenario::{Mistake, quote};

use crate::lesson::{Attempt, Lesson, Replies, When};
use crate::play::{Play, Stop, texts};
use crate::text::Mistakes;
use crate::trail::Trail;

/// The games in which the computer plays the pupil's side of a lesson without a solution of its own, and how many of
/// them must reach the aims: a lesson that a better player often fails is no lesson.
const GAMES: u64 = 4;
const MUST: usize = 3;

impl Lesson {
    /// Plays the lesson's solution, and looks for the moments of its sentences, hints and refusals.
    ///
    /// A lesson without a solution, against the computer, is not played here: [`Lesson::check_by_computer`].
    pub fn check(&self, file: &str) -> Vec<Mistake> {
        let mut mistakes = Mistakes::new(file);
        if self.attempt(&Trail::default(), self.start()) != Attempt::Open {
            let found = "aims that are reached before the first order";
            mistakes.report(self.lines.aim, found, "aims that ask for something");
            return mistakes.into_list();
        }
        // the positions in which the pupil decides on the way
        let mut moments = vec![self.start().clone()];
        if !self.solution().is_empty() {
            self.play_solution(&mut moments, &mut mistakes);
        }
        let orders: Vec<&str> = self
            .solution()
            .iter()
            .flat_map(|one| split_orders(self.start(), self.pupil(), &one.orders))
            .collect();
        let of_solution = "an order of the solution, written as there";
        for clue in &self.clues {
            if !orders.contains(&&*clue.order) {
                mistakes.report(
                    clue.line,
                    format!("the order {}", quote(&clue.order)),
                    of_solution,
                );
            }
        }
        for saying in self.sayings() {
            // also an order beside the solution, for a pupil who tries something else
            if let When::After(order) = &saying.when
                && !orders.contains(&&**order)
                && let Err(error) = self.start().parse_order(self.pupil(), order)
            {
                let expected = "an order as the engine protocol writes it";
                mistakes.report(saying.line, error.to_string(), expected);
            }
        }
        for forbidden in self.forbidden() {
            let refused = |position: &rules::AnyPosition| {
                let order = position.parse_order(self.pupil(), &forbidden.order).ok()?;
                let illegal = position.check(self.pupil(), &order).err()?;
                Some(illegal.rule())
            };
            let rules: Vec<&str> = moments.iter().filter_map(refused).collect();
            if !rules.contains(&&*forbidden.paragraph) {
                let found = match rules.first() {
                    Some(rule) => format!("{}, which {rule} refuses", quote(&forbidden.order)),
                    None => format!("{}, which nothing refuses", quote(&forbidden.order)),
                };
                let expected = format!("an order that {} refuses", forbidden.paragraph);
                mistakes.report(forbidden.line, found, expected);
            }
        }
        mistakes.into_list()
    }

    fn play_solution(&self, moments: &mut Vec<rules::AnyPosition>, mistakes: &mut Mistakes<'_>) {
        let mut play = Play::new(self, Trail::default(), self.start().clone());
        let last = self.solution().len() - 1;
        for (number, decision) in self.solution().iter().enumerate() {
            let texts = texts(&play.now, self.pupil(), decision);
            let Some(final_text) = texts.len().checked_sub(1) else {
                continue;
            };
            for (place, text) in texts.into_iter().enumerate() {
                let stopped = match play.give(text) {
                    Ok(()) => None,
                    Err(Stop::NotAsked) => Some("it is not the pupil's to decide".to_owned()),
                    Err(Stop::Unread(why) | Stop::Refused(why)) => Some(why),
                };
                if let Some(why) = stopped {
                    let found = format!("{}: {why}", quote(text));
                    return mistakes.report(decision.line, found, "a legal order");
                }
                let is_end = number == last && place == final_text;
                match play.attempt() {
                    Attempt::Reached if !is_end => {
                        let found = format!("the aims reached after {}", quote(text));
                        let expected = "a solution that ends there";
                        return mistakes.report(decision.line, found, expected);
                    }
                    Attempt::Missed => {
                        let found = format!("the aims missed after {}", quote(text));
                        let expected = format!("the aims within {} turns", self.limit());
                        return mistakes.report(decision.line, found, expected);
                    }
                    // a lesson that is done refuses nothing any more
                    Attempt::Reached => {}
                    Attempt::Open => moments.push(play.now.clone()),
                }
            }
        }
        if !play.is_reached() {
            let found = "a solution that does not reach the aims";
            mistakes.report(self.lines.solve, found, "the last order reaches them");
        }
        if let Replies::Fixed(replies) = self.replies()
            && play.trail.replies() < replies.len()
        {
            let unused = &replies[play.trail.replies()];
            let expected = "replies that the solution lets the other side give";
            mistakes.report(unused.line, "a reply that is never given", expected);
        }
    }

    /// Has the computer play the pupil's side of a lesson without a solution, some levels above the computer that
    /// replies; a mistake if it seldom reaches the aims. Nothing for a lesson with a solution.
    pub fn check_by_computer(&self, file: &str) -> Vec<Mistake> {
        let mut mistakes = Mistakes::new(file);
        if let (Replies::Computer(_), true) = (self.replies(), self.solution().is_empty()) {
            let reached = (0..GAMES).filter(|seed| {
                let mut play = Play::new(self, Trail::default(), self.start().clone());
                play.by_computer(computer::Level::Normal, *seed)
            });
            let reached = reached.count();
            if reached < MUST {
                let found = format!("aims that the computer reaches in {reached} of {GAMES} games");
                mistakes.report(self.lines.limit, found, "a limit that leaves time");
            }
        }
        mistakes.into_list()
    }
}
