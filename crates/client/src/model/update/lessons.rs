//! The commands of the lessons.

use lesson::{Attempt, Lesson};
use protocol::Seat;
use rules::AnyOrder;

use super::effect;
use crate::model::call::{Call, Sound};
use crate::model::lessons::{LearnedChange, OpenLesson, name, series};
use crate::model::table::{Question, Wish};
use crate::model::{Effect, LessonCommand, Model, Page};

impl Model {
    pub(super) fn update_lessons(&mut self, command: LessonCommand) -> Vec<Effect> {
        // as for a try-out: no match has a number this high
        let id = u64::MAX - self.revision;
        match command {
            LessonCommand::Open(lesson) => return self.open_lesson(lesson),
            LessonCommand::Again => {
                if let Some(open) = &mut self.lessons.open {
                    let (again, wishes) = open.again(id);
                    *open = again;
                    return thoughts(wishes);
                }
            }
            LessonCommand::Next => {
                let open = self.lessons.open.as_ref();
                let next = open.and_then(|open| {
                    let all = series(open.lesson).into_iter();
                    let rest = all.skip_while(|one| *one != open.lesson).skip(1);
                    // puzzles that are solved would be passed through one by one
                    let is_wanted =
                        |one: &&Lesson| one.puzzle().is_none() || !self.lessons.is_done(one);
                    rest.into_iter().find(is_wanted)
                });
                match next {
                    Some(lesson) => return self.open_lesson(lesson),
                    None => self.page = self.list_of_lesson(),
                }
            }
            LessonCommand::Hint => {
                let open = self.lessons.open.as_mut();
                let wish = open.and_then(OpenLesson::give_hint);
                return thoughts(wish);
            }
            LessonCommand::PutAway(is_put_away) => {
                return vec![self.learn(LearnedChange::PutAway(is_put_away))];
            }
        }
        Vec::new()
    }

    /// The list that the lesson or puzzle on the page is in.
    pub(super) fn list_of_lesson(&self) -> Page {
        let open = self.lessons.open.as_ref();
        match open.and_then(|open| open.lesson.puzzle()) {
            Some(_) => Page::Puzzles,
            None => Page::Lessons,
        }
    }

    fn open_lesson(&mut self, lesson: &'static Lesson) -> Vec<Effect> {
        let (open, wishes) = OpenLesson::new(lesson, u64::MAX - self.revision);
        self.lessons.open = Some(open);
        self.page = Page::Lesson;
        self.over.dialog = None;
        self.over.notice = None;
        thoughts(wishes)
    }

    /// The end of the pupil's turn.
    pub(super) fn play_lesson(&mut self, seat: Seat, orders: Vec<AnyOrder>) -> Vec<Effect> {
        let open = self.lessons.open.as_mut();
        // a lesson that is over asks nobody any more
        let open = open.filter(|open| open.stands == Attempt::Open);
        thoughts(open.map_or_else(Vec::new, |open| open.play(seat, orders)))
    }

    /// The pupil's secret choice, which is opened at once.
    pub(super) fn open_in_lesson(&mut self, order: AnyOrder) -> Vec<Effect> {
        let open = self.lessons.open.as_mut();
        thoughts(open.map_or_else(Vec::new, |open| open.open(order)))
    }

    /// The computer's orders in a lesson, if the question came from one.
    pub(super) fn hear_in_lesson(
        &mut self,
        question: &Question,
        orders: &[AnyOrder],
    ) -> Option<Vec<Effect>> {
        let open = self.lessons.open.as_mut();
        let open = open.filter(|open| open.table.id == question.table)?;
        let mut effects = thoughts(open.thought(question, orders.to_vec()));
        effects.extend(self.look_at_lesson());
        Some(effects)
    }

    /// Looks at how the lesson stands after a command.
    pub(super) fn look_at_lesson(&mut self) -> Vec<Effect> {
        let Some(open) = &mut self.lessons.open else {
            return Vec::new();
        };
        let reached = open.look() == Some(Attempt::Reached);
        let name = name(open.lesson);
        match reached {
            true => vec![
                Effect::Call(Call::sound(Sound::End)),
                self.learn(LearnedChange::Done(name)),
            ],
            false => Vec::new(),
        }
    }

    pub(super) fn learn(&mut self, change: LearnedChange) -> Effect {
        // at once, so that the page does not wait for the file
        self.lessons.learned.change(change.clone());
        Effect::Learn(change)
    }
}

/// The questions to the computer among the wishes of a lesson; its calls are for somebody who looks elsewhere, and
/// nobody waits for a lesson.
fn thoughts(wishes: impl IntoIterator<Item = Wish>) -> Vec<Effect> {
    let thoughts = wishes.into_iter();
    thoughts
        .filter(|wish| matches!(wish, Wish::Think(_)))
        .map(effect)
        .collect()
}
