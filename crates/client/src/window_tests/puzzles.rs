//! The puzzles by names and keys: every one by its solution, and one of each idea wrongly.

use egui::Key;
use lesson::{Attempt, Idea, Lesson};
use rules::testing::depth::sample;
use rules::{Family, split_orders};

use super::Program;
use crate::model::lessons::{of_day, puzzles_of};
use crate::model::{LessonCommand, Page, ShellCommand};

fn all() -> impl Iterator<Item = &'static Lesson> {
    Family::ALL.iter().flat_map(|family| puzzles_of(*family))
}

fn idea(puzzle: &Lesson) -> Idea {
    puzzle.puzzle().expect("a puzzle").idea()
}

#[test]
fn every_puzzle_is_solved_by_its_solution_and_the_keyboard_and_stays_solved() {
    let mut program = Program::start();
    let puzzles: Vec<&Lesson> = all().collect();
    assert!(puzzles.len() >= 60, "{} puzzles", puzzles.len());
    let puzzles = sample(puzzles, 4, 1);
    for puzzle in &puzzles {
        program.give(LessonCommand::Open(puzzle));
        program.frames();
        assert!(
            program.shows(puzzle.title()) && program.shows(puzzle.task()),
            "{}",
            puzzle.key()
        );
        for decision in puzzle.solution() {
            for text in split_orders(puzzle.start(), puzzle.pupil(), &decision.orders) {
                assert_eq!(program.stands(), Attempt::Open, "{}: {text}", puzzle.key());
                program.play_order(text);
            }
        }
        assert_eq!(program.stands(), Attempt::Reached, "{}", puzzle.key());
        assert!(program.shows("Solved!"), "{}", puzzle.key());
        assert!(program.shows("different turns"), "what the proof says");
    }
    let folder = program.close();
    let program = Program::start_in(folder);
    let kept = all().filter(|puzzle| program.app().model.lessons.is_done(puzzle));
    assert_eq!(kept.count(), puzzles.len());
    // a puzzle is no lesson, even if the two have one name
    assert!(program.shows("Begin the first lesson"));
}

#[test]
fn a_wrong_turn_is_answered_on_the_board_with_words_and_can_be_tried_again() {
    let mut program = Program::start();
    for (family, wanted) in Family::ALL
        .iter()
        .flat_map(|family| Idea::ALL.map(|idea| (*family, idea)))
    {
        let Some(puzzle) = all().find(|one| one.family() == family && idea(one) == wanted) else {
            continue;
        };
        program.give(LessonCommand::Open(puzzle));
        program.frames();
        // the pass is never right
        program.key(Key::Enter);
        assert_eq!(program.stands(), Attempt::Missed, "{}", puzzle.key());
        let open = program.lesson();
        assert_eq!(
            open.table.seen.record().len(),
            2,
            "the answer is on the record"
        );
        let words = open.refutation().expect("a refutation");
        let part = match wanted {
            Idea::Win => "the other side still has a leader",
            Idea::Defense => "your last leader is lost",
            Idea::Exchange => "than before",
        };
        let is_nothing = wanted == Idea::Exchange && words.contains("nothing is gained");
        assert!(
            words.contains(part) || is_nothing || wanted != Idea::Defense && words.contains("lost"),
            "{words}"
        );
        assert!(words.contains("answer"), "{words}");
        assert!(program.shows(&words), "{words}");
        program.key(Key::Enter);
        assert_eq!(program.stands(), Attempt::Open, "again");
        assert!(!program.shows(&words));
    }
}

#[test]
fn puzzles_are_reached_from_the_start_page_from_learn_and_by_the_list_of_commands() {
    let mut program = Program::start();
    program.click("Puzzles");
    assert_eq!(program.app().model.page, Page::Puzzles);
    let first = puzzles_of(Family::ALL[0])[0];
    program.click(&format!("Warlord puzzle 1: {}", first.title()));
    assert_eq!(program.lesson().lesson, first);
    program.click("All puzzles");
    program.click("Lessons");
    program.click("Puzzles");
    program.click("Back");
    program.click("All puzzles");
    program.give(ShellCommand::Go(Page::Start));
    program.write_order("puzzle of");
    let today = program.app().model.lessons.of_today().expect("a puzzle");
    assert_eq!(program.lesson().lesson, today);
    program.click("Back");
    assert_eq!(program.app().model.page, Page::Puzzles);
}

#[test]
fn each_day_has_its_puzzle_and_each_puzzle_its_day() {
    let count = all().count();
    let mut seen: Vec<String> = Vec::new();
    for day in 20_000..20_000 + count as u64 {
        let puzzle = of_day(day).expect("a puzzle");
        assert_eq!(of_day(day), Some(puzzle), "no chance in it");
        seen.push(format!("{}/{}", puzzle.family().name(), puzzle.key()));
    }
    assert_eq!(of_day(20_000), of_day(20_000 + count as u64));
    seen.sort();
    seen.dedup();
    assert_eq!(seen.len(), count);
}
