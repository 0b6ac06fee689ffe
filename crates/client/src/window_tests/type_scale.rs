//! The sizes of text on pages.

use std::collections::BTreeSet;

use eframe::egui::{FontFamily, Shape};
use kit::views::theme::size;

use super::*;

/// The sizes of all text in a shape, in hundredths of a point, but for monospace text.
fn sizes(shape: &Shape, found: &mut BTreeSet<u32>) {
    match shape {
        Shape::Text(text) => {
            let sections = text.galley.job.sections.iter();
            let fonts = sections.map(|section| &section.format.font_id);
            let running = fonts.filter(|font| font.family == FontFamily::Proportional);
            found.extend(running.map(|font| (font.size * 100.0) as u32));
        }
        Shape::Vec(shapes) => shapes.iter().for_each(|shape| sizes(shape, found)),
        _ => {}
    }
}

#[test]
fn pages_have_four_sizes_of_text() {
    let scale = [size::SMALL, size::BODY, size::TITLE, size::HEADING];
    let scale = scale.map(|size| (size * 100.0) as u32);
    for page in ["Play here", "Host", "Join", "People", "Help"] {
        let mut program = Program::start();
        program.click(page);
        let mut found = BTreeSet::new();
        for clipped in &program.harness.output().shapes {
            sizes(&clipped.shape, &mut found);
        }
        assert!(found.len() > 1, "{page} has no text: {found:?}");
        let odd: Vec<_> = found.iter().filter(|size| !scale.contains(size)).collect();
        assert!(odd.is_empty(), "{page}: {odd:?}");
    }
}
