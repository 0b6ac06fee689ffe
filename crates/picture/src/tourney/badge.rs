//! The badges of War Lord Tourney: what a unit bears, the places beside the board, and the cards of the duel. Each has
//! its own shape on a white rim, so that none is told by its color alone.

use std::fmt::Write as _;

use crate::{Badge, letters};

const DARK: &str = "#7d0f22";
const PLAIN: &str = "#101418";
const BLUE: &str = "#1b4f8c";
const PAPER: &str = "#fffdf6";

/// A drop of blood: a wound that stays.
pub const WOUND: Badge = Badge(0);
/// A man on the ground: felled and lying.
pub const LYING: Badge = Badge(1);
/// A skull: raised from a grave.
pub const UNDEAD: Badge = Badge(2);
/// The first of the stars for fights won.
// the numbers follow one another without a gap: a test draws every one of them
const FOUGHT: u8 = 3;
/// The most stars that are drawn.
const MOST_STARS: u8 = 3;
/// The first of the shields with a strength.
const STRENGTH: u8 = FOUGHT + MOST_STARS;
/// The greatest strength of an army. Rules: tourney 3.10 (11)
const MOST_STRENGTH: u8 = 6;
/// A castle.
pub const CASTLE: Badge = Badge(STRENGTH + MOST_STRENGTH);
/// A dungeon: an arch with bars.
pub const DUNGEON: Badge = Badge(CASTLE.0 + 1);
/// A grave.
pub const GRAVE: Badge = Badge(CASTLE.0 + 2);
/// A grave that a Bishop has blessed: with a ring over it.
pub const BLESSED: Badge = Badge(CASTLE.0 + 3);
/// Crossed swords: a fight.
pub const FIGHT: Badge = Badge(CASTLE.0 + 4);
/// A rose: a capture without a blow.
pub const ROSE: Badge = Badge(CASTLE.0 + 5);
/// A key: a prisoner who can be freed.
pub const KEY: Badge = Badge(CASTLE.0 + 6);
/// A sealed card.
pub const SEALED: Badge = Badge(CASTLE.0 + 7);
/// The first of the six cards, of the three aims behind them, and of the three parries.
const CARDS: u8 = SEALED.0 + 1;
const AIMS: u8 = CARDS + 6;
const PARRIES: u8 = AIMS + 3;

/// The number of badges.
pub(super) const COUNT: u8 = PARRIES + 3;

/// A star for each fight won, three at most; `None` for none.
pub const fn fought(fights: u8) -> Option<Badge> {
    match fights {
        0 => None,
        1..=MOST_STARS => Some(Badge(FOUGHT + fights - 1)),
        _ => Some(Badge(FOUGHT + MOST_STARS - 1)),
    }
}

/// A shield with a strength of 1 to 6; `None` for another.
pub const fn strength(strength: u8) -> Option<Badge> {
    match strength {
        1..=MOST_STRENGTH => Some(Badge(STRENGTH + strength - 1)),
        _ => None,
    }
}

/// The card of that number, 0 to 5 in the order HM HL MH ML LH LM: its blow as a sword, its parry as a shield, and the
/// line it leaves open as a frame. Rules: tourney 3.6
pub const fn card(number: u8) -> Badge {
    // the remainder and no error: a picture is never refused, and the rules have no other card
    Badge(CARDS + number % 6)
}

/// A blow alone, at the place of that number: 0 High, 1 Middle, 2 Low. It is an aimed shot, or the coup de grace.
pub const fn aim(place: u8) -> Badge {
    Badge(AIMS + place % 3)
}

/// A parry alone, of the place of that number: 0 High, 1 Middle, 2 Low.
pub const fn parry(place: u8) -> Badge {
    Badge(PARRIES + place % 3)
}

/// The elements of a badge.
pub(super) fn body(badge: Badge) -> String {
    match badge {
        WOUND => solid(
            DARK,
            "M11 38c7 8 10 12 10 16.500a10 10 0 0 1-20 0c0-4.500 3-8.500 10-16.500z",
        ),
        LYING => lying(),
        UNDEAD => skull(),
        CASTLE => format!(
            "<path fill='#fff' stroke='#fff' stroke-width='7' stroke-linejoin='round' d='M6 12h52v46H6z'/>\
             <path fill='{PLAIN}' d='M6 10h8v6h6v-6h8v6h8v-6h8v6h6v-6h8v48H39V46a7 7 0 0 0-14 0v12H6z'/>"
        ),
        DUNGEON => format!(
            "<path fill='#fff' stroke='#fff' stroke-width='7' stroke-linejoin='round' d='M8 60V30a24 24 0 0 1 48 0v30z'/>\
             <path fill='none' stroke='{PLAIN}' stroke-width='6' stroke-linejoin='round' d='M9 59V30a23 23 0 0 1 46 0v29z'/>\
             <path fill='none' stroke='{PLAIN}' stroke-width='5' d='M22 12v46M32 9v49M42 12v46M10 36h44'/>"
        ),
        GRAVE => grave(),
        BLESSED => {
            let ring = |color, width| {
                format!(
                    "<path fill='none' stroke='{color}' stroke-width='{width}' d='M3 29a10 3.500 0 1 0 20 0a10 3.500 0 1 0-20 0'/>"
                )
            };
            format!("{}{}{}", grave(), ring("#fff", 6), ring(PLAIN, 3))
        }
        FIGHT => swords(),
        ROSE => rose(),
        KEY => key(),
        SEALED => format!(
            "{}<path fill='none' stroke='{PLAIN}' stroke-opacity='.55' stroke-width='2' d='M7 4 32 34 57 4M7 61 26 33M57 61 38 33'/>\
             <circle cx='32' cy='34' r='11' fill='{DARK}' stroke='#fff' stroke-width='2'/>\
             <circle cx='32' cy='34' r='6.500' fill='none' stroke='#fff' stroke-opacity='.8' stroke-width='1.800'/>",
            paper("#efe6cd")
        ),
        // from the highest down, since each range of numbers begins where the one below it ends
        Badge(number @ PARRIES..) => shown(None, Some(number - PARRIES)),
        Badge(number @ AIMS..) => shown(Some(number - AIMS), None),
        Badge(number @ CARDS..) => {
            let number = number - CARDS;
            let blow = number / 2;
            // the two parries of a blow are the two other places, High before Middle before Low
            let parry = number % 2;
            shown(Some(blow), Some(parry + u8::from(parry >= blow)))
        }
        Badge(number @ STRENGTH..) => shield(number - STRENGTH + 1),
        Badge(number) => (0..=number - FOUGHT).map(star).collect(),
    }
}

/// A filled shape on a white rim.
fn solid(color: &str, path: &str) -> String {
    format!(
        "<path fill='#fff' stroke='#fff' stroke-width='4' stroke-linejoin='round' d='{path}'/><path fill='{color}' d='{path}'/>"
    )
}

/// A star, the first in the upper left corner.
fn star(number: u8) -> String {
    let star = solid(
        PLAIN,
        "M7 0 8.700 4.600 13.700 4.800 9.800 7.900 11.100 12.700 7 9.900 2.900 12.700 4.200 7.900 .300 4.800 5.300 4.600z",
    );
    format!("<g transform='translate({} 0)'>{star}</g>", 14 * number)
}

/// A shield with a number in the upper right corner.
fn shield(number: u8) -> String {
    let (width, strokes) = letters::strokes(&number.to_string());
    let mut body = format!(
        "<path fill='#fff' stroke='{PLAIN}' stroke-width='4' stroke-linejoin='round' d='M40 0h24v13c0 8-6 13-12 15-6-2-12-7-12-15z'/>\
         <g fill='none' stroke='{PLAIN}' stroke-width='4' stroke-linecap='round' stroke-linejoin='round' transform='translate(52 3) scale(.850) translate(-{} 0)'>",
        width / 2
    );
    for (right, path) in strokes {
        // writing to a string cannot fail
        let _ = write!(body, "<path transform='translate({right})' d='{path}'/>");
    }
    body + "</g>"
}

fn lying() -> String {
    let pen = |color, width, head| {
        format!(
            "<path fill='none' stroke='{color}' stroke-width='{width}' stroke-linecap='round' stroke-linejoin='round' d='M26 58H46M40 58 34 50M24 63H30'/>\
             <circle cx='57' cy='57' r='{head}' fill='{color}'/>"
        )
    };
    format!("{}{}", pen("#fff", 9, 8), pen(PLAIN, 5, 6))
}

fn skull() -> String {
    let bone = solid(
        PLAIN,
        "M50 38c8 0 13 5 13 12 0 4-2 7-4 8v6H41v-6c-2-1-4-4-4-8 0-7 5-12 13-12z",
    );
    format!(
        "{bone}<g fill='#fff'><circle cx='45' cy='50' r='3.200'/><circle cx='55' cy='50' r='3.200'/>\
         <path d='M48.500 55.500 50 52.500l1.500 3zM44.500 60h2v4h-2zM49 60h2v4h-2zM53.500 60h2v4h-2z'/></g>"
    )
}

fn grave() -> String {
    let stone = solid(PLAIN, "M3 62V44a10 10 0 0 1 20 0v18z");
    format!("{stone}<path fill='none' stroke='#fff' stroke-width='3' d='M13 40v14M8 45h10'/>")
}

/// Two swords over the middle of the cell, small enough to leave the fighters beside each other free.
fn swords() -> String {
    let pen = |color, width| {
        format!(
            "<path stroke='{color}' stroke-width='{width}' d='M12 8 50 50M52 8 14 50M41 54 55 42M23 54 9 42M50 50l8 9M14 50l-8 9'/>"
        )
    };
    format!(
        "<g fill='none' stroke-linecap='round' transform='translate(17 0) scale(.48)'>{}{}</g>",
        pen("#fff", 18),
        pen(DARK, 9)
    )
}

/// A rose in the upper right corner, the figure of the Lady made small.
fn rose() -> String {
    let petals = "<circle cx='52' cy='4' r='6'/><circle cx='61' cy='10.500' r='6'/><circle cx='57.500' cy='21' r='6'/>\
                  <circle cx='46.500' cy='21' r='6'/><circle cx='43' cy='10.500' r='6'/>";
    format!(
        "<g fill='{DARK}' stroke='#fff' stroke-width='2'>{petals}</g><circle cx='52' cy='13' r='4' fill='#fff'/>\
         <circle cx='52' cy='13' r='2.500' fill='{DARK}'/>"
    )
}

/// A key in the lower right corner.
fn key() -> String {
    let pen = |color, width| {
        format!(
            "<path stroke='{color}' stroke-width='{width}' d='M34 48a7 7 0 1 0 14 0a7 7 0 1 0-14 0M48 48h15v7M57 48v5'/>"
        )
    };
    format!(
        "<g fill='none' stroke-linecap='round' stroke-linejoin='round'>{}{}</g>",
        pen("#fff", 9),
        pen(PLAIN, 4)
    )
}

/// The blank card.
fn paper(color: &str) -> String {
    format!(
        "<rect x='6' y='-1' width='52' height='66' rx='6' fill='{color}' stroke='{PLAIN}' stroke-width='2.500'/>"
    )
}

/// A card with a blow and a parry, and a frame around each place left open; beside them stands a man: head and body
/// are High, the arm Middle, the leg Low.
fn shown(blow: Option<u8>, parry: Option<u8>) -> String {
    let mut card = paper(PAPER);
    card += "<g fill='#b9b2a0'><circle cx='20' cy='12' r='6'/><path d='M13 21h14v18H13zM13 41h6v18h-6zM21 41h6v18h-6z'/></g>\
             <path fill='none' stroke='#d8d0bc' stroke-width='1.500' d='M8 22h48M8 42h48'/>";
    for place in 0..3 {
        let inside = if blow == Some(place) {
            format!(
                "<g fill='{DARK}'><path d='M32-2.600H50L56 0 50 2.600H32zM28-8h4.200V8H28zM20-2h8v4h-8z'/><circle cx='19' cy='0' r='3.200'/></g>"
            )
        } else if parry == Some(place) {
            format!(
                "<g transform='translate(20 0)'><path fill='{BLUE}' stroke='#fff' stroke-width='2' d='M-10-9H10V0C10 5 5 8.500 0 10-5 8.500-10 5-10 0z'/>\
                 <path fill='none' stroke='#fff' stroke-width='2.500' d='M0-8V8M-9-1H9'/></g>"
            )
        } else {
            format!(
                "<path fill='none' stroke='{PLAIN}' stroke-width='2.500' stroke-dasharray='4 4' d='M12-7H52V7H12z'/>"
            )
        };
        let middle = 12 + 20 * place;
        // writing to a string cannot fail
        let _ = write!(card, "<g transform='translate(0 {middle})'>{inside}</g>");
    }
    card
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn every_badge_has_a_drawing_of_its_own() {
        let drawn: BTreeSet<String> = (0..COUNT).map(|number| body(Badge(number))).collect();
        assert_eq!(drawn.len(), usize::from(COUNT));
        const { assert!(COUNT <= Badge::MOST) };
    }

    #[test]
    fn a_card_shows_its_blow_and_its_parry_and_leaves_one_line_open() {
        // HM HL MH ML LH LM, places counted High 0, Middle 1, Low 2
        for (number, blow, parry) in [
            (0, 0, 1),
            (1, 0, 2),
            (2, 1, 0),
            (3, 1, 2),
            (4, 2, 0),
            (5, 2, 1),
        ] {
            assert_eq!(
                body(card(number)),
                shown(Some(blow), Some(parry)),
                "{number}"
            );
        }
        assert_eq!(body(card(0)).matches("stroke-dasharray").count(), 1);
        assert_eq!(body(aim(1)), shown(Some(1), None));
        assert_eq!(body(parry(2)), shown(None, Some(2)));
        assert_eq!(fought(9), fought(3));
        assert_eq!((fought(0), strength(0), strength(7)), (None, None, None));
    }
}
