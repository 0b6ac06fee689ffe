//! Nothing moves when a message, a banner or a counter comes, on any page, in any size and scale.

use super::pages::{self, Page};
use super::views;
use crate::window_tests::Program;
use crate::window_tests::layout::all_stays;
use rules::testing::depth::deep;

fn nothing_moves_on(pages: &[Page]) {
    for (number, page) in pages.iter().enumerate() {
        if !page.is_looked_at() {
            continue;
        }
        for (coming, (name, come)) in page.comings().iter().enumerate() {
            // Half of the messages by default, each on some pages.
            if (number + coming) % deep(2, 1, 1) != 0 {
                continue;
            }
            let mut program = page.open();
            for (size, scale) in views(number + coming) {
                program.fit(size, scale);
                let what = format!("{name} on {} at {size:?}, {scale} %", page.name);
                all_stays(&mut program, &what, &[], |program: &mut Program| {
                    come(program);
                    program.settle();
                });
                pages::end_of(&mut program);
            }
        }
    }
}

#[test]
fn nothing_moves_on_the_pages_of_the_shell() {
    nothing_moves_on(&pages::shell());
}

#[test]
fn nothing_moves_beside_a_board() {
    nothing_moves_on(&pages::boards());
}
