//! The colors and shapes of the sides. Shape and color both tell the sides apart; the black rim keeps light colors
//! readable on every ground.

use rules::{MAX_SIDES, Side};

use crate::Rgb;

/// The field that a side's figures are drawn on.
pub(crate) struct Field {
    /// The name of the gradient.
    name: &'static str,
    /// A color in place of the gradient.
    flat: Rgb,
    /// The gradient.
    top: &'static str,
    bottom: &'static str,
    /// The color of figures and pips.
    pub(crate) ink: &'static str,
    /// The filled element, up to its own attributes.
    shape: &'static str,
}

impl Field {
    /// The field as SVG.
    pub(crate) fn svg(&self) -> String {
        let Self {
            name,
            top,
            bottom,
            shape,
            ..
        } = self;
        format!(
            "<linearGradient id='{name}' x2='0' y2='1'><stop stop-color='{top}'/><stop offset='1' stop-color='{bottom}'/></linearGradient>\
             <{shape} fill='url(#{name})' stroke='#000' stroke-width='3'/>"
        )
    }
}

const fn row(
    (name, flat): (&'static str, u32),
    (top, bottom): (&'static str, &'static str),
    ink: &'static str,
    shape: &'static str,
) -> Field {
    let flat = Rgb(flat);
    Field {
        name,
        flat,
        top,
        bottom,
        ink,
        shape,
    }
}

#[rustfmt::skip]
const FIELDS: [Field; MAX_SIDES as usize] = [
    row(("navy", 0x1B_4F_8C), ("#2763A9", "#133F74"), "#fff", "circle cx='32' cy='32' r='28.500'"),
    row(("amber", 0xF0_A2_02), ("#FBB829", "#E39700"), "#000", "rect x='4.500' y='4.500' width='55' height='55' rx='7'"),
    row(("brown", 0x7B_2D_26), ("#963A31", "#64221C"), "#fff", "path d='M32 2 58 17v30L32 62 6 47V17z'"),
    row(("sky", 0xA6_CE_E3), ("#BCDDED", "#8FBDD6"), "#000", "path d='M5 5h54v29c0 14-12 22-27 27C17 56 5 48 5 34z'"),
    row(("green", 0x2E_6B_3E), ("#3A8250", "#23552F"), "#fff", "path d='M20 4h24l16 16v24L44 60H20L4 44V20z'"),
    row(("rose", 0xE8_8F_B4), ("#F2A9C6", "#DB76A0"), "#000", "path d='M17 5h30l15 27-15 27H17L2 32z'"),
    row(("violet", 0x5B_2A_86), ("#70389F", "#481F6C"), "#fff", "path d='M32 2 61 23 52 60H12L3 23z'"),
    row(("chalk", 0xEC_EC_EC), ("#FFFFFF", "#D4D4D4"), "#000", "path d='M12 4h40l9 37-29 21L3 41z'"),
];

/// The field of a side's tokens.
pub(crate) const fn field(side: Side) -> &'static Field {
    &FIELDS[side.index()]
}

/// A side's color on small maps and labels.
pub const fn side_color(side: Side) -> Rgb {
    field(side).flat
}

/// The program's emblem: a navy disc over an amber square, and a crown.
pub fn emblem() -> String {
    let crown = "<path transform='translate(0 6)' fill='#fff' d='M18 34.500 15 19.500l8.600 5.900L32 12.500l8.400 12.900 8.600-5.900-3 15zM18 37h28v5H18z'/>";
    let [first, second] = [0, 1].map(|place: usize| FIELDS[place].svg());
    format!(
        "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 96 96'>\
         <g transform='translate(33 4)'>{second}</g><g transform='translate(0 22) scale(1.12)'>{first}{crown}</g></svg>"
    )
}
