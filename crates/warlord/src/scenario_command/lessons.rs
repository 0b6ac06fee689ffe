//! `warlord scenario check` of lesson and puzzle files.

use std::fs::File;
use std::io::{self, Read as _, Write};
use std::path::Path;

use lesson::{Lesson, MAX_BYTES};
use scenario::Mistake;
use serde_json::json;

use crate::failure::Failure;

/// True for the path of a lesson or puzzle file.
pub(super) fn is_lesson(file: &str) -> bool {
    let ending = Path::new(file).extension();
    ending.is_some_and(|ending| {
        ["lesson", "puzzle"]
            .iter()
            .any(|known| ending.eq_ignore_ascii_case(known))
    })
}

/// Reads a lesson file and plays it, by its solution or by the computer; its mistakes, or the lesson.
pub(super) fn read(file: &str) -> anyhow::Result<Result<Lesson, Vec<Mistake>>> {
    let mut bytes = Vec::new();
    // one byte more than allowed lets the reader refuse the file as too long, without reading all of it
    let limit = MAX_BYTES as u64 + 1;
    let opened = File::open(file).and_then(|open| open.take(limit).read_to_end(&mut bytes));
    if let Err(error) = opened {
        let what = format!("{file} cannot be read: {error}");
        return Err(Failure::new(what, "give the path of a lesson file you may read").into());
    }
    let read = Lesson::from_bytes(file, &bytes);
    Ok(read.and_then(|lesson| {
        let mut mistakes = lesson.check_by_computer(file);
        mistakes.extend(lesson.check_proof(file));
        match mistakes.is_empty() {
            true => Ok(lesson),
            false => Err(mistakes),
        }
    }))
}

/// Says that a lesson is right.
pub(super) fn say(out: &mut impl Write, file: &str, lesson: &Lesson, json: bool) -> io::Result<()> {
    if json {
        let object = json!({
            "event": "lesson",
            "key": lesson.key(),
            "family": lesson.family().name(),
            "title": lesson.title(),
            "turns": lesson.limit(),
        });
        return writeln!(out, "{object}");
    }
    writeln!(
        out,
        "{file}: a right lesson of {}: {}",
        lesson.family().name(),
        lesson.title()
    )
}
