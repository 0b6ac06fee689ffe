//! Draws the puzzles of the program by their recipes, and measures which level of the computer finds each.
//!
//! `cargo run --release -p lesson --example puzzles -- FOLDER [RECIPE …]` writes a file for each puzzle into the folder
//! of its family in FOLDER, the easiest first, and prints a line for each. The positions are drawn by chance, the same
//! in every run; `docs/lessons.md` says what is proved of them.
#![allow(clippy::print_stdout)]

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::{fs, thread};

use lesson::{Idea, Lesson, RECIPES, Recipe};

/// A puzzle with the number of the level that finds it, 6 for none.
struct Drawn {
    level: u8,
    text: String,
}

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [folder, wanted @ ..] = &args[..] else {
        println!("FOLDER [RECIPE …]");
        return;
    };
    let mut families: BTreeMap<(&str, Idea), Vec<Drawn>> = BTreeMap::new();
    for (recipe, count) in RECIPES {
        if wanted.is_empty() || wanted.iter().any(|name| name == recipe.name) {
            let drawn = drawn(&recipe, count);
            families
                .entry((recipe.family, recipe.idea))
                .or_default()
                .extend(drawn);
        }
    }
    for ((family, idea), mut puzzles) in families {
        // stable: of one level the recipe's order stays
        puzzles.sort_by_key(|puzzle| puzzle.level);
        let folder = PathBuf::from(folder).join(family);
        fs::create_dir_all(&folder).expect("a folder that can be made");
        for (number, puzzle) in (1..).zip(puzzles) {
            let name = format!("{}-{number:02}", idea.word());
            let path = folder.join(format!("{name}.puzzle"));
            fs::write(&path, &puzzle.text).expect("a folder that can be written to");
            println!("\"{family}\" / \"{name}\", level {}", puzzle.level);
        }
    }
}

/// The first puzzles of a recipe, by their seeds.
fn drawn(recipe: &Recipe, count: usize) -> Vec<Drawn> {
    let next = AtomicU64::new(0);
    // both halves draw by seeds of their own, so that the result depends on no timing
    let halves = [0, 1].map(|half| count / 2 + (count % 2) * (1 - half));
    thread::scope(|scope| {
        let threads: Vec<_> = (0..)
            .zip(halves)
            .map(|(half, count)| {
                let next = &next;
                scope.spawn(move || {
                    let mut found = Vec::new();
                    let mut seed = half;
                    while found.len() < count {
                        if let Some(text) = lesson::draw(recipe, seed) {
                            let file = format!("{}-{seed}.puzzle", recipe.name);
                            let puzzle = Lesson::parse(&file, &text)
                                .unwrap_or_else(|mistakes| panic!("{mistakes:#?}\n{text}"));
                            let level = lesson::found(&puzzle);
                            let number = level.map_or(6, computer::Level::number);
                            eprintln!("{file}: level {number}");
                            // the computer weighs units otherwise than the points do: what it would never play teaches
                            // the wrong thing
                            if level.is_some() || recipe.idea != Idea::Exchange {
                                let text = lesson::numbered(&text, level);
                                found.push(Drawn {
                                    level: number,
                                    text,
                                });
                            }
                        }
                        seed += 2;
                        next.fetch_max(seed, Ordering::Relaxed);
                    }
                    found
                })
            })
            .collect();
        let found = threads
            .into_iter()
            .flat_map(|thread| thread.join().expect("no panic"));
        let found = found.collect();
        eprintln!("{}: {} seeds", recipe.name, next.load(Ordering::Relaxed));
        found
    })
}
