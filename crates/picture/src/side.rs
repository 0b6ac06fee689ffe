//! The colors and shapes of the sides. Both shape and color distinguish the sides, since some people do not see the
//! colors; the black rim keeps light colors readable on every ground.

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
    /// The outline.
    shape: Shape,
    /// The tokens in two words.
    look: &'static str,
}

/// The outline of a side's tokens, on a field of 64 by 64.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shape {
    /// A disc.
    Disc,
    /// A square.
    Square,
    /// A convex polygon with these corners, each from left and from top.
    Polygon(&'static [[u8; 2]]),
}

impl Shape {
    /// The filled element as SVG, up to its fill.
    fn svg(self) -> String {
        match self {
            Self::Disc => "circle cx='32' cy='32' r='28.500'".to_owned(),
            // a little smaller than a cell, so that the ground shows between neighbors
            Self::Square => "rect x='4.500' y='4.500' width='55' height='55' rx='7'".to_owned(),
            Self::Polygon(corners) => {
                let corners = corners.iter().map(|[x, y]| format!("{x},{y}"));
                let corners: Vec<String> = corners.collect();
                format!("polygon points='{}'", corners.join(" "))
            }
        }
    }
}

impl Field {
    pub(crate) fn svg(&self) -> String {
        let Self {
            name,
            top,
            bottom,
            shape,
            ..
        } = self;
        let shape = shape.svg();
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
    (look, shape): (&'static str, Shape),
) -> Field {
    let flat = Rgb(flat);
    Field {
        name,
        flat,
        top,
        bottom,
        ink,
        shape,
        look,
    }
}

// the order is part of every picture of more than two sides; light and dark alternate, so that neighbors differ
#[rustfmt::skip]
const FIELDS: [Field; MAX_SIDES as usize] = [
    row(("navy", 0x1B_4F_8C), ("#2763A9", "#133F74"), "#fff", ("blue discs", Shape::Disc)),
    row(("amber", 0xF0_A2_02), ("#FBB829", "#E39700"), "#000", ("amber squares", Shape::Square)),
    row(("brown", 0x7B_2D_26), ("#963A31", "#64221C"), "#fff", ("brown hexagons", Shape::Polygon(&[[32, 2], [58, 17], [58, 47], [32, 62], [6, 47], [6, 17]]))),
    row(("sky", 0xA6_CE_E3), ("#BCDDED", "#8FBDD6"), "#000", ("sky-blue shields", Shape::Polygon(&[[5, 5], [59, 5], [59, 34], [56, 45], [48, 54], [32, 61], [16, 54], [8, 45], [5, 34]]))),
    row(("green", 0x2E_6B_3E), ("#3A8250", "#23552F"), "#fff", ("green octagons", Shape::Polygon(&[[20, 4], [44, 4], [60, 20], [60, 44], [44, 60], [20, 60], [4, 44], [4, 20]]))),
    row(("rose", 0xE8_8F_B4), ("#F2A9C6", "#DB76A0"), "#000", ("rose hexagons", Shape::Polygon(&[[17, 5], [47, 5], [62, 32], [47, 59], [17, 59], [2, 32]]))),
    row(("violet", 0x5B_2A_86), ("#70389F", "#481F6C"), "#fff", ("violet pentagons", Shape::Polygon(&[[32, 2], [61, 23], [52, 60], [12, 60], [3, 23]]))),
    row(("chalk", 0xEC_EC_EC), ("#FFFFFF", "#D4D4D4"), "#000", ("white wedges", Shape::Polygon(&[[12, 4], [52, 4], [61, 41], [32, 62], [3, 41]]))),
];

/// The field of a side's tokens.
pub(crate) const fn field(side: Side) -> &'static Field {
    &FIELDS[side.index()]
}

/// A side's color on small maps and labels.
pub const fn side_color(side: Side) -> Rgb {
    field(side).flat
}

/// The outline of a side's tokens.
pub const fn side_shape(side: Side) -> Shape {
    field(side).shape
}

/// A side's tokens in words: `blue discs`.
pub const fn side_look(side: Side) -> &'static str {
    field(side).look
}

/// The color of a side's tokens in a word: `blue`.
pub fn side_color_name(side: Side) -> &'static str {
    let look = side_look(side);
    // the color is the first of the two words
    look.split_once(' ').map_or(look, |(color, _)| color)
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
