//! The signs over tokens. Each has its own shape and a dark line on a white rim, so that it is readable on every ground
//! and token, in either theme and without color.

use rules::listed;

use crate::letters;

const DARK: &str = "#7d0f22";
const PLAIN: &str = "#101418";

/// The greatest number that has a drawing.
pub(crate) const MOST_NUMBER: u8 = 9;

listed! {
    /// A sign over a token or its cell, in its own colors.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum Sign {
        /// A crosshair: fire.
        Crosshair,
        /// An exclamation mark: a shot of infantry at the next cell.
        Rifle,
        /// An arrow over the cell: an overrun or a jump.
        Leap,
        /// Two links of a chain: a unit that comes along.
        Chain,
        /// A slash: out of command.
        Slash,
        /// A triangle on its tip: the unit would fall.
        Falling,
        /// A double ring: a unit fell.
        Fallen,
        /// A house: the town under a unit.
        Held,
    }
}

impl Sign {
    /// The elements of the drawing.
    pub(crate) fn body(self) -> String {
        match self {
            Self::Crosshair => rimmed(
                DARK,
                3,
                "M10 32a22 22 0 1 0 44 0a22 22 0 1 0-44 0M32-1v18M32 47v18M-1 32h18M47 32h18",
            ),
            Self::Leap => rimmed(DARK, 5, "M0 34C4-4 48-8 57 22M44 18l14 7 6-14"),
            Self::Rifle => rimmed(DARK, 6, "M54 33v14M54 57v1"),
            Self::Chain => rimmed(
                PLAIN,
                4,
                "M0 46a8 8 0 0 1 8-8h6a8 8 0 0 1 0 16h-6a8 8 0 0 1-8-8zM13 55a8 8 0 0 1 8-8h6a8 8 0 0 1 0 16h-6a8 8 0 0 1-8-8z",
            ),
            Self::Slash => rimmed(DARK, 5, "M4 60 60 4"),
            Self::Falling => format!(
                "<path fill='{DARK}' stroke='#fff' stroke-width='3' stroke-linejoin='round' d='M1 3h26L14 25z'/>"
            ),
            Self::Fallen => rimmed(
                DARK,
                3,
                "M2 32a30 30 0 1 0 60 0a30 30 0 1 0-60 0M8 32a24 24 0 1 0 48 0a24 24 0 1 0-48 0",
            ),
            Self::Held => format!(
                "<path fill='#fff' stroke='{PLAIN}' stroke-width='2.500' stroke-linejoin='round' d='M43 65V53l10-9 10 9v12z'/>\
             <path fill='{PLAIN}' d='M50 65v-8h6v8z'/>"
            ),
        }
    }
}

/// The elements of a number, 1 to [`MOST_NUMBER`].
pub(crate) fn number(number: u8) -> String {
    // one digit: a cost beyond the drawings is drawn as the greatest
    let (width, strokes) = letters::strokes(&number.clamp(1, MOST_NUMBER).to_string());
    let digits: String = strokes
        .iter()
        .map(|(right, path)| format!("<path transform='translate({right})' d='{path}'/>"))
        .collect();
    let pen = |color, width| format!("<g stroke='{color}' stroke-width='{width}'>{digits}</g>");
    format!(
        "<g fill='none' stroke-linecap='round' stroke-linejoin='round' transform='translate({} 41)'>{}{}</g>",
        // flush right, so that a narrow 1 and a wide 8 end at the same place
        60 - width,
        pen("#fff", 7),
        pen(PLAIN, 3)
    )
}

fn rimmed(color: &str, width: u8, path: &str) -> String {
    // the rim is drawn first and wider, so that it shows on both sides of the stroke
    format!(
        "<g fill='none' stroke-linecap='round' stroke-linejoin='round'>\
         <path stroke='#fff' stroke-opacity='.9' stroke-width='{}' d='{path}'/>\
         <path stroke='{color}' stroke-width='{width}' d='{path}'/></g>",
        width + 4
    )
}
