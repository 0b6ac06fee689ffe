//! The lessons by names and keys: every one by its solution, and once wrongly; the way of a new user to the fifth.

use egui::{Event, Key, Modifiers};
use egui_kittest::kittest::Queryable;
use lesson::{Attempt, Lesson, Replies};
use rules::{Family, Rules, ToAct, split_orders};

use super::Program;
use crate::model::lessons::{OpenLesson, of_family};
use crate::model::{LessonCommand, Page, ShellCommand};

impl Program {
    pub(super) fn lesson(&self) -> &OpenLesson {
        self.app().model.lessons.open.as_ref().expect("a lesson")
    }

    pub(super) fn stands(&self) -> Attempt {
        self.lesson().stands
    }

    /// Writes an order into the list of commands and gives it.
    pub(super) fn write_order(&mut self, text: &str) {
        self.harness.key_press_modifiers(Modifiers::COMMAND, Key::K);
        self.frames();
        self.harness.event(Event::Text(text.to_owned()));
        self.frames();
        self.key(Key::Enter);
        self.frames();
    }

    /// Gives an order of a solution by the keyboard; a secret one by its editor.
    pub(super) fn play_order(&mut self, text: &str) {
        if self.lesson().table.secrets.choice.is_some() {
            return self.choose_in_secret(text);
        }
        match text {
            rules::END => self.key(Key::Enter),
            _ => self.write_order(text),
        }
    }

    fn choose_in_secret(&mut self, text: &str) {
        if let Some(card) = text.strip_prefix("card ") {
            let cards = ["HM", "HL", "MH", "ML", "LH", "LM"];
            let place = cards.iter().position(|one| card.starts_with(one));
            let keys = [
                Key::Num1,
                Key::Num2,
                Key::Num3,
                Key::Num4,
                Key::Num5,
                Key::Num6,
            ];
            self.key(keys[place.expect("one of the six cards")]);
            self.click("Seal the cards");
        } else {
            self.click("Shield Wall");
            self.click("Lock the set-up");
            self.click("Lock");
        }
    }

    pub(super) fn shows(&self, part: &str) -> bool {
        self.harness
            .query_all_by_label_contains(part)
            .next()
            .is_some()
    }
}

fn all() -> impl Iterator<Item = &'static Lesson> {
    Family::ALL.iter().flat_map(|family| of_family(*family))
}

#[test]
fn every_lesson_is_done_by_its_solution_and_the_keyboard_and_stays_done() {
    let mut program = Program::start();
    let mut done = 0;
    for lesson in all().filter(|lesson| !lesson.solution().is_empty()) {
        program.give(LessonCommand::Open(lesson));
        program.frames();
        assert!(
            program.shows(lesson.title()) && program.shows(lesson.task()),
            "{}",
            lesson.key()
        );
        for decision in lesson.solution() {
            for text in split_orders(lesson.start(), lesson.pupil(), &decision.orders) {
                assert_eq!(
                    program.stands(),
                    Attempt::Open,
                    "{}: before {text}",
                    lesson.key()
                );
                program.play_order(text);
            }
        }
        assert_eq!(program.stands(), Attempt::Reached, "{}", lesson.key());
        assert!(program.shows("Done!"), "{}", lesson.key());
        assert!(program.app().model.lessons.is_done(lesson));
        done += 1;
    }
    assert!(done >= 20, "{done} lessons");
    let folder = program.close();
    let program = Program::start_in(folder);
    let kept = all().filter(|lesson| program.app().model.lessons.is_done(lesson));
    assert_eq!(kept.count(), done);
    assert!(!program.shows("Begin the first lesson"), "they are done");
}

#[test]
fn a_lesson_missed_twice_offers_a_hint_that_leads_on() {
    let mut program = Program::start();
    for lesson in all() {
        let is_fixed = matches!(lesson.replies(), Replies::Fixed(_));
        let is_open = matches!(lesson.start().to_act(), ToAct::One(_));
        if !is_fixed || !is_open {
            continue;
        }
        program.give(LessonCommand::Open(lesson));
        program.frames();
        for _ in 0..2 {
            assert!(!program.shows("Would a hint help?"), "{}", lesson.key());
            while program.stands() == Attempt::Open {
                program.key(Key::Enter);
            }
            assert_eq!(program.stands(), Attempt::Missed, "{}", lesson.key());
            assert!(program.shows("Not yet."), "{}", lesson.key());
            program.key(Key::Enter);
            assert_eq!(program.stands(), Attempt::Open, "{}: again", lesson.key());
        }
        assert!(program.shows("Would a hint help?"), "{}", lesson.key());
        program.key(Key::H);
        let hint = program.lesson().hint.clone().expect("a hint");
        assert!(
            program.shows(&hint.words),
            "{}: {}",
            lesson.key(),
            hint.words
        );
    }
}

#[test]
fn a_refusal_of_the_rules_is_explained_in_the_lessons_own_words() {
    let mut program = Program::start();
    let mut refused = 0;
    for lesson in all().filter(|lesson| !lesson.forbidden().is_empty()) {
        program.give(LessonCommand::Open(lesson));
        program.frames();
        for forbidden in lesson.forbidden() {
            let start = lesson.start();
            let order = start
                .parse_order(lesson.pupil(), &forbidden.order)
                .expect("an order");
            // some are refused only later in the lesson
            if start.check(lesson.pupil(), &order).is_ok() {
                continue;
            }
            program.write_order(&forbidden.order);
            assert!(
                program.shows(&forbidden.words),
                "{}: {}",
                lesson.key(),
                forbidden.order
            );
            refused += 1;
        }
    }
    assert!(refused >= 5, "{refused} refusals");
}

#[test]
fn a_new_user_comes_by_clicks_from_the_first_start_to_the_fifth_lesson_done() {
    let mut program = Program::start();
    program.click("Begin the first lesson");
    assert_eq!(program.app().model.page, Page::Lesson);
    // the first lesson as its words say: a click on the man, a click on the ring
    program.cell("d3");
    assert!(program.shows("The dots show where it may go"));
    program.cell("d4");
    assert_eq!(program.stands(), Attempt::Reached);
    program.click("Next lesson");
    for from_to in [["c3", "c6"], ["d3", "g6"], ["e3", "d5"]] {
        from_to.into_iter().for_each(|cell| program.cell(cell));
    }
    assert_eq!(program.stands(), Attempt::Reached);
    program.key(Key::Enter);
    // a try that the rules refuse, and what the lesson says of it
    program.cell("d5");
    program.cell("d6");
    assert!(program.shows("Move a leader first."));
    for from_to in [["d2", "d4"], ["d5", "d6"]] {
        from_to.into_iter().for_each(|cell| program.cell(cell));
    }
    assert_eq!(program.stands(), Attempt::Reached);
    program.key(Key::Enter);
    for from_to in [["c3", "c4"], ["d3", "d4"], ["e3", "e4"]] {
        from_to.into_iter().for_each(|cell| program.cell(cell));
    }
    assert_eq!(program.stands(), Attempt::Reached);
    program.key(Key::Enter);
    for from_to in [["b2", "b3"], ["c2", "c3"], ["d2", "d3"], ["e2", "e3"]] {
        from_to.into_iter().for_each(|cell| program.cell(cell));
    }
    program.click("End turn");
    assert_eq!(program.stands(), Attempt::Reached);
    program.give(ShellCommand::Go(Page::Start));
    program.frames();
    assert!(
        !program.shows("Continue learning"),
        "the first five are done"
    );
    program.click("Learn");
    assert!(program.shows("5. A whole turn, done"));
    program.click("1. Infantry takes, done");
    assert_eq!(program.lesson().lesson.key(), "first-capture");
    program.click("Back");
    assert_eq!(program.app().model.page, Page::Lessons);
}

#[test]
fn orders_of_a_lesson_are_undone_as_in_a_match_and_it_is_begun_again() {
    let mut program = Program::start();
    program.click("Learn");
    program.click("5. A whole turn");
    let given = |program: &Program| {
        let draft = program.lesson().table.turn.draft.as_ref();
        draft.map_or(0, |draft| draft.len())
    };
    let first_two = |program: &mut Program| {
        for from_to in [["b2", "b3"], ["c2", "c3"]] {
            from_to.into_iter().for_each(|cell| program.cell(cell));
        }
        assert_eq!(given(program), 2);
    };
    first_two(&mut program);
    program.click("Undo");
    assert_eq!(given(&program), 1);
    program.click("Redo");
    assert_eq!(given(&program), 2);
    program.click("Again");
    assert_eq!((given(&program), program.stands()), (0, Attempt::Open));
    first_two(&mut program);
}

#[test]
fn lessons_put_away_stay_in_a_quieter_place() {
    let mut program = Program::start();
    program.click("Put away");
    assert!(!program.shows("Begin the first lesson"));
    let folder = program.close();
    let mut program = Program::start_in(folder);
    assert!(!program.shows("Begin the first lesson"));
    program.click("Learn");
    let offer = "Offer lessons first on the start page, until the first five are done";
    program.scroll_to(offer);
    program.click(offer);
    program.click("Back");
    assert!(program.shows("Begin the first lesson"));
}

#[test]
fn the_computer_answers_in_a_whole_game_and_gives_hints() {
    let mut program = Program::start();
    let lesson = all().find(|lesson| lesson.solution().is_empty());
    program.give(LessonCommand::Open(lesson.expect("a whole game")));
    program.frames();
    program.key(Key::H);
    program.until("a hint", |program| program.lesson().hint.is_some());
    assert!(program.shows("A strong player would play"));
    program.key(Key::Enter);
    program.until("the computer's turn", |program| {
        program.lesson().table.seen.record().len() == 2
    });
    assert!(program.lesson().table.open_draft().is_some());
    assert_eq!(program.stands(), Attempt::Open);
}

#[test]
fn every_lesson_names_a_paragraph_that_its_rules_have() {
    for lesson in all() {
        let paragraph = lesson.paragraph().expect("the way to the rules");
        let book = families::rulebook(lesson.family());
        let is_there = book.parts.iter().any(|part| part.number == paragraph);
        assert!(is_there, "{}: {paragraph}", lesson.key());
    }
}
