//! Our drawings of tokens, marks and ground, as SVG.

use rules::Side;

use crate::ground::Ground;
use crate::side::field;
use crate::sign::{self, MOST_NUMBER, Sign};

/// A set of drawings for the figures.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum PieceSet {
    /// Small pictures: crown, helm, horse, cannon, shield.
    #[default]
    Pictures,
    /// Lines as on military maps, readable down to a few pixels.
    Nato,
}

/// The least pixels of a cell for the pictures; smaller cells show the NATO set, which stays readable.
pub const PICTURES_FROM: u16 = 20;

impl PieceSet {
    /// The set to use for cells with that many pixels when this one is asked for.
    // even if pictures were asked for: a picture of so few pixels would be a blot
    #[must_use]
    pub const fn at(self, pixels: u16) -> Self {
        if pixels < PICTURES_FROM {
            Self::Nato
        } else {
            self
        }
    }
}

/// The dots on a leader's token.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Pips {
    /// The level, 1 to 3.
    pub level: u8,
    /// Activations the leader can still give.
    pub free: u8,
}

/// The figure on a token: the index of a drawing in the family's drawings.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Figure(pub u8);

/// A drawing of a family that is neither a figure nor a sign that all families share: a wound over a token, a card, a
/// dungeon beside the board. The index of the drawing in the family's badges, less than [`Badge::MOST`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Badge(pub u8);

impl Badge {
    /// The bits of [`Badges`] bound the number of a family's badges.
    pub const MOST: u8 = 64;
}

/// The badges over a token, each at most once.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Badges(u64);

impl Badges {
    /// No badge.
    pub const NONE: Self = Self(0);

    /// These badges and one more.
    #[must_use]
    pub const fn with(self, badge: Badge) -> Self {
        // a shift by more than the bits would panic, and a family has no badge of such a number
        Self(self.0 | 1 << (badge.0 % Badge::MOST))
    }

    /// The badges in the order of their numbers, in which they are drawn over one another.
    pub fn iter(self) -> impl Iterator<Item = Badge> {
        // most tokens have none, and a large board has thousands of tokens
        let end = u64::BITS - self.0.leading_zeros();
        let all = (0..Badge::MOST).take(end as usize).map(Badge);
        all.filter(move |badge| self.0 >> badge.0 & 1 == 1)
    }
}

/// A drawing of the sheet that window and pictures draw boards with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sprite {
    /// Plain white, to be tinted: the fill of cells.
    Blank,
    /// A figure on the field of its side.
    Token(Side, Figure),
    /// The field of a side without a figure.
    Field(Side),
    /// A level as pips over a token, the `free` first of them filled.
    Pips(Side, Pips),
    /// A dot, to be tinted: a legal destination.
    Dot,
    /// A ring, to be tinted: a legal capture.
    Ring,
    /// A cross, to be tinted: a cell that would be reached but for an obstacle.
    Cross,
    /// Corner brackets, to be tinted: the cells of the last turn.
    Brackets,
    /// Diagonal hatching, to be tinted: a threatened cell.
    Hatch,
    /// The drawing of a ground, to be tinted.
    Ground(Ground),
    /// A sign in its own colors.
    Sign(Sign),
    /// A number, 1 to [`MOST_NUMBER`].
    Number(u8),
    /// A badge of the family, in its own colors.
    Badge(Badge),
}

const MAX_LEVEL: u8 = 3;
/// The number of pip sprites of a side: for levels 1 to 3, each with 0 to all of the level free.
// a sprite for each number of free activations, from none to all
const PIPS: usize = 2 + 3 + 4;
/// The sprites to be tinted, at the places that [`Art::number`] says.
const PLAIN: [Sprite; 6] = [
    Sprite::Blank,
    Sprite::Dot,
    Sprite::Ring,
    Sprite::Cross,
    Sprite::Brackets,
    Sprite::Hatch,
];
/// The number of sprites without a side that come before the tokens.
const SIDELESS: usize = PLAIN.len() + Ground::DRAWN;

/// The drawings of a family, and their numbers.
#[derive(Debug)]
pub struct Art {
    /// The number of sides that have drawings.
    pub(crate) sides: usize,
    /// The drawing of each figure in [`PieceSet::Pictures`] and in [`PieceSet::Nato`].
    pub(crate) figures: &'static [[&'static str; 2]],
    /// The number of badges.
    pub(crate) badges: u8,
    /// The elements of a badge with a number below `badges`.
    pub(crate) badge: fn(Badge) -> String,
}

/// The drawing of the badges of a family that has none.
pub(crate) const fn no_badge(_badge: Badge) -> String {
    String::new()
}

impl Art {
    /// The number of sprites.
    pub const fn count(&self) -> usize {
        // badges last, so that a new one moves no token
        self.before_badges() + self.badges as usize
    }

    /// The number of the first drawing of units: all tokens, then all pips.
    pub const fn first_of_units(&self) -> usize {
        SIDELESS
    }

    /// The number of drawings of units.
    pub const fn of_units(&self) -> usize {
        self.sides * (self.figures.len() + PIPS)
    }

    /// The number of sprites before the signs, which come after all sides' drawings.
    const fn before_signs(&self) -> usize {
        SIDELESS + self.sides * (self.figures.len() + PIPS + 1)
    }

    /// The number of sprites before the badges, which come last.
    const fn before_badges(&self) -> usize {
        self.before_signs() + Sign::ALL.len() + MOST_NUMBER as usize
    }

    /// All sprites, in the order of their numbers.
    pub fn sprites(&self) -> impl Iterator<Item = Sprite> {
        let figures = || (0..).map(Figure).take(self.figures.len());
        let pips = || {
            let levels =
                (1..=MAX_LEVEL).flat_map(|level| (0..=level).map(move |free| (level, free)));
            levels.map(|(level, free)| Pips { level, free })
        };
        let sides = || (0..).map_while(Side::new).take(self.sides);
        let tokens =
            sides().flat_map(move |side| figures().map(move |figure| Sprite::Token(side, figure)));
        let pips = sides().flat_map(move |side| pips().map(move |pips| Sprite::Pips(side, pips)));
        let fields = sides().map(Sprite::Field);
        let badges = (0..self.badges).map(|number| Sprite::Badge(Badge(number)));
        let grounds = Ground::drawn().map(Sprite::Ground);
        let numbers = (1..=MOST_NUMBER).map(Sprite::Number);
        let signs = Sign::ALL.into_iter().map(Sprite::Sign).chain(numbers);
        let before = PLAIN.into_iter().chain(grounds).chain(tokens).chain(pips);
        before.chain(fields).chain(signs).chain(badges)
    }

    /// The number of a sprite; a sprite without its own drawing (open ground) is blank.
    pub fn number(&self, sprite: Sprite) -> usize {
        match sprite {
            Sprite::Token(side, figure) => {
                SIDELESS + side.index() * self.figures.len() + usize::from(figure.0)
            }
            Sprite::Pips(side, Pips { level, free }) => {
                let level = usize::from(level.clamp(1, MAX_LEVEL));
                // a position may promise more than the level; there is no drawing for that
                let free = usize::from(free).min(level);
                // level 1 has two sprites, level 2 three
                let before = [0, 2, 5][level - 1];
                let tokens = self.sides * self.figures.len();
                SIDELESS + tokens + side.index() * PIPS + before + free
            }
            Sprite::Field(side) => {
                let fields = self.sides * (self.figures.len() + PIPS);
                SIDELESS + fields + side.index()
            }
            Sprite::Ground(ground) => {
                let drawn = Ground::drawn().position(|other| other == ground);
                // a ground without a drawing has the blank sprite
                drawn.map_or(0, |place| PLAIN.len() + place)
            }
            Sprite::Number(number) => {
                let number = usize::from(number.clamp(1, MOST_NUMBER));
                self.before_signs() + Sign::ALL.len() + number - 1
            }
            Sprite::Sign(sign) => self.before_signs() + sign as usize,
            // a number that the family does not have is blank
            Sprite::Badge(badge) if badge.0 >= self.badges => 0,
            Sprite::Badge(badge) => self.before_badges() + usize::from(badge.0),
            Sprite::Blank => 0,
            Sprite::Dot => 1,
            Sprite::Ring => 2,
            Sprite::Cross => 3,
            Sprite::Brackets => 4,
            Sprite::Hatch => 5,
        }
    }

    /// A sprite as a picture of its own, with parts to be tinted in white.
    pub fn svg(&self, sprite: Sprite, set: PieceSet) -> String {
        let body = self.body(sprite, set, "#fff");
        format!("<svg xmlns='http://www.w3.org/2000/svg' viewBox='{VIEW_BOX}'>{body}</svg>")
    }

    /// The elements in the [`VIEW_BOX`] of a sprite, with parts to be tinted in `tint`.
    pub(crate) fn body(&self, sprite: Sprite, set: PieceSet, tint: &str) -> String {
        match sprite {
            // wider than the box, so that no edge shows between cells
            Sprite::Blank => format!("<path fill='{tint}' d='M-8-8h80v80h-80z'/>"),
            Sprite::Dot => format!(
                "<circle cx='32' cy='32' r='10' fill='{tint}' stroke='{tint}' stroke-opacity='.35' stroke-width='3'/>"
            ),
            Sprite::Ring => format!(
                "<circle cx='32' cy='32' r='30' fill='none' stroke='{tint}' stroke-width='5'/>"
            ),
            Sprite::Cross => {
                format!(
                    "<path fill='none' stroke='{tint}' stroke-width='6' d='M22 22 42 42M42 22 22 42'/>"
                )
            }
            Sprite::Brackets => format!(
                "<path fill='none' stroke='{tint}' stroke-width='4.500' d='M1 15V1h14M49 1h14v14M63 49v14H49M15 63H1V49'/>"
            ),
            Sprite::Hatch => format!(
                "<path fill='none' stroke='{tint}' stroke-width='4' d='M-6 22 22-6M-6 46 46-6M-6 70 70-6M18 70 70 18M42 70 70 42'/>"
            ),
            Sprite::Ground(ground) => ground
                .source()
                .map_or_else(String::new, |source| glyph(source, tint)),
            Sprite::Token(side, figure) => {
                // a figure that the family lacks gives the bare field: a picture is never refused
                let sources = self.figures.get(usize::from(figure.0));
                let figure = sources.map_or_else(String::new, |[pictures, nato]| {
                    let source = match set {
                        PieceSet::Pictures => pictures,
                        PieceSet::Nato => nato,
                    };
                    glyph(source, field(side).ink)
                });
                format!("{}{figure}", field(side).svg())
            }
            Sprite::Field(side) => field(side).svg(),
            Sprite::Pips(side, pips) => pips_svg(side, pips),
            Sprite::Sign(sign) => sign.body(),
            Sprite::Number(number) => sign::number(number),
            Sprite::Badge(badge) => (self.badge)(badge),
        }
    }
}

/// The cell's box around the 64 by 64 of a drawing, wider so that neighbors do not touch.
pub(crate) const VIEW_BOX: &str = "-3 -3 70 70";

fn pips_svg(side: Side, Pips { level, free }: Pips) -> String {
    let ink = field(side).ink;
    let places: &[&str] = match level {
        1 => &["32"],
        2 => &["26.500", "37.500"],
        _ => &["21", "32", "43"],
    };
    let pips = (0..).zip(places).map(|(number, x)| {
        if number < free {
            format!("<circle cx='{x}' cy='50.500' r='4.300' fill='{ink}'/>")
        } else {
            format!(
                "<circle cx='{x}' cy='50.500' r='3.300' fill='none' stroke='{ink}' stroke-opacity='.75' stroke-width='1.800'/>"
            )
        }
    });
    pips.collect()
}

/// The drawing inside one of our own files, filled with `ink`: the file's outer element becomes a group.
fn glyph(source: &str, ink: &str) -> String {
    // the files are ours and all alike; a reader of SVG would be a dependency for three lines
    let source = source.replace("currentColor", ink);
    let opening = source.find('>').unwrap_or(0);
    let end = source.rfind("</svg>").unwrap_or(source.len());
    let attributes = source[..opening]
        .split_once("viewBox=\"0 0 64 64\"")
        .map_or("", |(_, rest)| rest);
    format!("<g{attributes}>{}</g>", &source[opening + 1..end])
}

#[cfg(test)]
mod tests {
    use rules::Family;

    use super::*;

    #[test]
    fn every_sprite_of_every_family_has_a_number_of_its_own() {
        for family in Family::ALL {
            let art = Art::of(*family);
            let numbers: Vec<usize> = art.sprites().map(|sprite| art.number(sprite)).collect();
            assert_eq!(numbers, (0..art.count()).collect::<Vec<_>>());
        }
    }
}
