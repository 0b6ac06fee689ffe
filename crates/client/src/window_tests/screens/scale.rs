//! The sizes of text on all pages.

use std::collections::BTreeSet;

use kit::views::theme::size;

use super::seen::Seen;
use super::{SCALES, SIZES, pages};

#[test]
fn every_page_has_four_sizes_of_text_at_the_most() {
    let scale = [size::SMALL, size::BODY, size::TITLE, size::HEADING];
    for page in pages::shell().into_iter().chain(pages::boards()) {
        let mut program = page.open();
        program.fit(SIZES[0], SCALES[0]);
        let texts = Seen::of(&program).texts;
        let running = texts.iter().filter(|text| text.is_running);
        let (right, odd): (Vec<_>, Vec<_>) = running.partition(|text| scale.contains(&text.points));
        let odd: Vec<_> = odd.iter().map(|text| (&text.words, text.points)).collect();
        assert!(odd.is_empty(), "{}: {odd:?}", page.name);
        let used: BTreeSet<u32> = right.iter().map(|text| text.points as u32).collect();
        assert!(
            used.len() > 1,
            "{} has one size of text: {used:?}",
            page.name
        );
    }
}
