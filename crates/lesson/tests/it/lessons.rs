//! The program's lessons, found by walking their folder: each is built in, right, and done by its own solution.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use lesson::{Attempt, Lesson, Replies, Trail};
use rules::{Family, Illegal as _, Rules as _, ToAct, split_orders};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenarios/lessons")
}

/// Every lesson file of the folder: its family, its key and its text.
fn found() -> Vec<(String, String, String)> {
    let mut found = Vec::new();
    for family in fs::read_dir(folder()).expect("the folder of lessons") {
        let family = family.expect("an entry").path();
        let name = |path: &Path| {
            path.file_stem()
                .expect("a name")
                .to_string_lossy()
                .into_owned()
        };
        for file in fs::read_dir(&family).expect("a folder for each family") {
            let file = file.expect("an entry").path();
            assert_eq!(
                file.extension().and_then(|end| end.to_str()),
                Some("lesson"),
                "{file:?}"
            );
            let text = fs::read_to_string(&file).expect("UTF-8");
            found.push((name(&family), name(&file), text));
        }
    }
    found.sort();
    assert!(found.len() >= 20, "{} lessons", found.len());
    found
}

fn lessons() -> Vec<Lesson> {
    let files = found().into_iter();
    files
        .map(|(family, key, text)| {
            let file = format!("scenarios/lessons/{family}/{key}.lesson");
            Lesson::read(&file, &text).unwrap_or_else(|mistakes| panic!("{mistakes:#?}"))
        })
        .collect()
}

#[test]
fn every_file_in_the_folder_is_built_in() {
    let found = found().into_iter();
    let found: BTreeSet<_> = found.map(|(family, key, _)| (family, key)).collect();
    let files = lesson::files().iter();
    let built_in: BTreeSet<_> = files
        .map(|file| (file.family.to_owned(), file.key.to_owned()))
        .collect();
    assert_eq!(built_in, found);
    // progress is kept by family and key
    assert_eq!(
        built_in.len(),
        lesson::files().len(),
        "no key twice in a family"
    );
}

#[test]
fn every_lesson_is_right_and_its_solution_reaches_the_aims_at_its_end() {
    let mut wrong = Vec::new();
    for (family, key, text) in found() {
        let file = format!("scenarios/lessons/{family}/{key}.lesson");
        match Lesson::parse(&file, &text) {
            Ok(lesson) => assert_eq!(lesson.family().name(), family, "{file}"),
            Err(mistakes) => wrong.extend(mistakes.iter().map(ToString::to_string)),
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_family_that_people_play_has_lessons_in_an_order_of_learning() {
    for family in Family::ALL.iter().filter(|family| !family.is_for_tests()) {
        let keys: Vec<&str> = lesson::built_in(*family).map(Lesson::key).collect();
        assert!(keys.len() >= 5, "{}: {keys:?}", family.name());
    }
}

#[test]
fn the_computer_reaches_the_aims_of_lessons_without_a_solution() {
    let mut played = 0;
    for lesson in lessons() {
        if lesson.solution().is_empty() {
            played += 1;
            assert_eq!(lesson.check_by_computer(lesson.key()), []);
        }
    }
    assert!(played > 0, "no lesson is a whole game");
}

/// An attempt, as the window plays it: a decision of the pupil's, then those of the others.
struct Attempted<'l> {
    lesson: &'l Lesson,
    trail: Trail,
    now: rules::AnyPosition,
}

impl<'l> Attempted<'l> {
    fn new(lesson: &'l Lesson) -> Self {
        Self {
            lesson,
            trail: Trail::default(),
            now: lesson.start().clone(),
        }
    }

    fn give(&mut self, text: &str) {
        let side = self.lesson.pupil();
        let order = self.now.parse_order(side, text).expect("an order");
        self.apply(side, &order);
    }

    fn apply(&mut self, side: rules::Side, order: &rules::AnyOrder) {
        let before = self.now.clone();
        self.now.apply(side, order).expect("a legal order");
        let trail = &self.trail;
        self.trail = trail.after(self.lesson.pupil(), &before, side, order, &self.now);
    }

    fn others(&mut self) {
        while self.lesson.attempt(&self.trail, &self.now) == Attempt::Open {
            let side = match self.now.to_act() {
                ToAct::One(side) if side != self.lesson.pupil() => side,
                ToAct::Secretly(sides) if !sides.contains(self.lesson.pupil()) => {
                    sides.iter().next().expect("somebody")
                }
                ToAct::Lots(_) => {
                    let lots = rules::Lots(self.lesson.lots());
                    self.now.resolve(lots).expect("a lot is due");
                    continue;
                }
                ToAct::One(_) | ToAct::Secretly(_) | ToAct::Nobody(_) => return,
            };
            let orders = self.lesson.reply(&self.trail, &self.now, side);
            assert!(!orders.is_empty(), "{}", self.lesson.key());
            for order in orders {
                self.apply(side, &order);
            }
            self.trail.replied();
        }
    }
}

#[test]
fn hints_lead_from_the_beginning_to_the_aims_one_after_the_other() {
    for lesson in lessons()
        .iter()
        .filter(|lesson| !lesson.solution().is_empty())
    {
        let mut attempt = Attempted::new(lesson);
        let mut given = 0;
        while lesson.attempt(&attempt.trail, &attempt.now) == Attempt::Open {
            let hint = lesson.next_order(&attempt.trail, &attempt.now);
            let hint = hint.unwrap_or_else(|| panic!("{}: no hint after {given}", lesson.key()));
            assert!(
                lesson.clue(&hint).is_some(),
                "{}: no words for {hint}",
                lesson.key()
            );
            attempt.give(&hint);
            attempt.others();
            given += 1;
            assert!(given < 50, "{}", lesson.key());
        }
        let end = lesson.attempt(&attempt.trail, &attempt.now);
        assert_eq!(end, Attempt::Reached, "{}", lesson.key());
    }
}

#[test]
fn who_ends_every_turn_at_once_misses_the_lesson() {
    for lesson in lessons() {
        let is_fixed = matches!(lesson.replies(), Replies::Fixed(_));
        let is_secret = matches!(lesson.start().to_act(), ToAct::Secretly(_));
        if !is_fixed || is_secret {
            continue;
        }
        let mut attempt = Attempted::new(&lesson);
        for _ in 0..lesson.limit() {
            if lesson.attempt(&attempt.trail, &attempt.now) == Attempt::Open {
                attempt.give("end");
                attempt.others();
            }
        }
        let end = lesson.attempt(&attempt.trail, &attempt.now);
        assert_eq!(end, Attempt::Missed, "{}", lesson.key());
        assert_eq!(
            lesson.next_order(&attempt.trail, &attempt.now),
            None,
            "{}",
            lesson.key()
        );
    }
}

#[test]
fn every_forbidden_order_is_refused_by_the_paragraph_it_names() {
    let mut refused = 0;
    for lesson in lessons() {
        let mut attempt = Attempted::new(&lesson);
        let mut rules = Vec::new();
        let mut ask = |now: &rules::AnyPosition| {
            for forbidden in lesson.forbidden() {
                let order = now.parse_order(lesson.pupil(), &forbidden.order);
                let illegal = order
                    .ok()
                    .and_then(|order| now.check(lesson.pupil(), &order).err());
                rules.extend(illegal.map(|illegal| illegal.rule()));
            }
        };
        for decision in lesson.solution() {
            for text in split_orders(&attempt.now.clone(), lesson.pupil(), &decision.orders) {
                // before the order: after the last one the lesson is done and refuses nothing any more
                ask(&attempt.now);
                attempt.give(text);
                attempt.others();
            }
        }
        for forbidden in lesson.forbidden() {
            assert!(
                rules.contains(&&*forbidden.paragraph),
                "{}: {forbidden:?}",
                lesson.key()
            );
            assert_eq!(
                lesson.refusal(&forbidden.paragraph),
                Some(&*forbidden.words)
            );
            refused += 1;
        }
    }
    assert!(refused >= 5, "{refused} refusals");
}

#[test]
fn the_page_on_the_format_shows_a_right_lesson() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/lessons.md");
    let page = fs::read_to_string(page).expect("the page");
    let (_, after) = page
        .split_once("## A whole file\n\n```\n")
        .expect("an example");
    let (text, _) = after.split_once("```").expect("its end");
    let lesson = Lesson::parse("first-capture.lesson", text);
    let lesson = lesson.unwrap_or_else(|mistakes| panic!("{mistakes:#?}"));
    assert!(lesson.paragraph().is_some() && !lesson.done().is_empty());
}
