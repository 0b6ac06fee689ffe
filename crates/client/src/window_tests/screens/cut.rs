//! No label is cut off, covered, or written over another, on any page, in any size and scale.

use std::sync::Arc;

use egui::{Event, Modifiers, MouseWheelSource, MouseWheelUnit, Rect, TouchPhase, vec2};
use net::LineState;

use super::pages::{self, Page};
use super::seen::{Seen, Text, fields, middle};
use super::views;
use crate::window_tests::Program;
use crate::window_tests::layout::{asked_back, at_table, played};

impl Program {
    /// Turns the wheel over a text, and says whether the text went along.
    fn scrolls(&mut self, text: &Text) -> bool {
        let at = middle(text);
        let before = self.tops(&text.words);
        for steps in [-60.0, 60.0] {
            self.harness.hover_at(at);
            self.harness.step();
            self.wheel(steps);
            let is_moved = self.tops(&text.words) != before;
            self.wheel(-steps);
            if is_moved {
                self.harness.remove_cursor();
                return true;
            }
        }
        self.harness.remove_cursor();
        self.harness.step();
        false
    }

    fn wheel(&mut self, points: f32) {
        self.harness.event(Event::MouseWheel {
            unit: MouseWheelUnit::Point,
            delta: vec2(0.0, points),
            phase: TouchPhase::Move,
            source: MouseWheelSource::Unknown,
            modifiers: Modifiers::NONE,
        });
        // the wheel is smoothed over some frames
        self.harness.run_steps(8);
    }

    fn tops(&self, words: &str) -> Vec<i32> {
        let texts = Seen::of(self).texts;
        let same = texts.iter().filter(|text| text.words == words);
        same.map(|text| text.ink.top().round() as i32).collect()
    }

    /// Everything that is cut or covered in the frame.
    fn faults(&mut self, page: &Page) -> Vec<String> {
        let seen = Seen::of(self);
        let window = self.harness.ctx.content_rect();
        let fields = fields(self);
        let is_written = |text: &Text| fields.iter().any(|field| field.contains(middle(text)));
        let mut found = seen.covered();
        let mut scrolled: Vec<Rect> = Vec::new();
        for text in seen.texts.iter().filter(|text| !is_written(text)) {
            if text.is_cut_beside() || !window.expand(1.0).contains_rect(text.visible()) {
                found.push(format!("{:?} {} in {}", text.words, text.ink, text.clip));
            }
            if text.is_elided && !page.may_shorten(&text.words) {
                found.push(format!("{:?} is shortened, {}", text.words, text.ink));
            }
            // once for each area that scrolls
            if text.is_cut_above_or_below() && !scrolled.contains(&text.clip) {
                match self.scrolls(text) {
                    true => scrolled.push(text.clip),
                    false => found.push(format!(
                        "{:?} {} in {}, which does not scroll",
                        text.words, text.ink, text.clip
                    )),
                }
            }
        }
        found
    }
}

/// The height of a window in which every page that scrolls shows all it has, in pixels.
const ALL: u16 = 9000;

fn nothing_is_cut_on(pages: &[Page]) {
    let mut found = Vec::new();
    for (number, page) in pages.iter().enumerate() {
        if !page.is_looked_at() {
            continue;
        }
        let mut program = page.open();
        for (size, scale) in views(number) {
            program.fit(size, scale);
            let place = format!("{} at {} by {}, {scale} %", page.name, size[0], size[1]);
            let mut faults = program.faults(page);
            if page.is_long {
                program.fit([size[0], ALL], scale);
                let more = program.faults(page).into_iter();
                faults.extend(more.map(|fault| format!("{fault} (in the whole page)")));
            }
            found.extend(faults.into_iter().map(|fault| format!("{place}: {fault}")));
        }
    }
    assert!(
        found.is_empty(),
        "{} faults:\n{}",
        found.len(),
        found.join("\n")
    );
}

#[test]
fn no_label_is_cut_or_covered_on_the_pages_of_the_shell() {
    nothing_is_cut_on(&pages::shell());
}

#[test]
fn no_label_is_cut_or_covered_beside_a_board() {
    nothing_is_cut_on(&pages::boards());
}

#[test]
fn a_card_that_grows_while_it_is_shown_is_shown_whole() {
    let mut program = at_table(played("clash-of-arms", 2), [1280.0, 800.0]);
    pages::sees(&mut program, |seen| seen.line = LineState::Slow);
    program.until_shown("The connection is slow");
    // the code of the match is offered first, above what the card said before
    pages::sees(&mut program, |seen| {
        pages::lose(seen);
        seen.meeting.way_back = Some(Arc::new(pages::code()));
        asked_back(seen);
    });
    program.until_shown("Copy the code");
    let seen = Seen::of(&program);
    let cut: Vec<&str> = seen
        .texts
        .iter()
        .filter(|text| text.is_cut_above_or_below())
        .map(|text| text.words.as_str())
        .collect();
    assert!(cut.is_empty(), "{cut:?}");
}
