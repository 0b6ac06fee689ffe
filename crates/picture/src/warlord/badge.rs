//! The marks of leaders in a game whose sides are shared by leaders: each has the number of its member, on a round plate
//! at the upper left. The plates of the viewer's own leaders are white and larger, so that they stand out in grey too.

use std::fmt::Write as _;

use crate::{Badge, letters};

/// The most members of a side.
const MOST: u8 = 8;
const PLAIN: &str = "#101418";

/// The number of badges.
pub(super) const COUNT: u8 = 2 * MOST;

/// The mark of a member's leader; members are counted from 0, and their marks from 1. Rules: warlord 7.2
pub const fn member(member: u8) -> Badge {
    // the remainder and no error: a picture is never refused, and a side has no more members
    Badge(member % MOST)
}

/// The mark of a leader of the member who looks at the board.
pub const fn own(member: u8) -> Badge {
    Badge(MOST + member % MOST)
}

/// The elements of a badge.
pub(super) fn body(badge: Badge) -> String {
    let number = (badge.0 % MOST + 1).to_string();
    let is_own = badge.0 >= MOST;
    let (plate, ink, radius, pen) = match is_own {
        true => ("#fff", PLAIN, 14, "3.800"),
        false => (PLAIN, "#fff", 11, "3"),
    };
    let middle = if is_own { 12 } else { 10 };
    let mut body = format!(
        "<circle cx='{middle}' cy='{middle}' r='{radius}' fill='{plate}' stroke='{ink}' stroke-width='2.500'/>"
    );
    if is_own {
        // a second ring in the color of the plate, so that the plate shows on light and dark ground
        let outer = radius + 2;
        body.insert_str(
            0,
            &format!("<circle cx='{middle}' cy='{middle}' r='{outer}' fill='#fff'/>"),
        );
    }
    let (width, strokes) = letters::strokes(&number);
    // the digits are drawn larger than the plate has room for
    let scale = if is_own { ".85" } else { ".65" };
    let (half_wide, half_high) = (width / 2, letters::HEIGHT / 2);
    let _ = write!(
        body,
        "<g transform='translate({middle} {middle}) scale({scale}) translate(-{half_wide} -{half_high})' fill='none' stroke='{ink}' stroke-width='{pen}' stroke-linecap='round' stroke-linejoin='round'>"
    );
    for (right, path) in strokes {
        // writing to a string cannot fail
        let _ = write!(body, "<path transform='translate({right})' d='{path}'/>");
    }
    body + "</g>"
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn every_member_has_two_marks_of_its_own() {
        let marks: BTreeSet<String> = (0..COUNT).map(|number| body(Badge(number))).collect();
        assert_eq!(marks.len(), usize::from(COUNT));
        for number in 0..MOST {
            assert_ne!(member(number), own(number));
            assert!(own(number).0 < COUNT);
        }
    }
}
