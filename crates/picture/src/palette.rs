//! The colors of boards.

use std::fmt;

use board::Cell;

use crate::Layout;
use crate::ground::Ground;

/// A color as a style sheet writes colors: red, green and blue, a byte each.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rgb(pub u32);

impl fmt::Display for Rgb {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{:06x}", self.0)
    }
}

/// The colors of a board and the marks on it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BoardColors {
    /// The table around the board.
    pub table: Rgb,
    /// Open ground: the two shades of squares; hexes have the first shade.
    pub cells: [Rgb; 2],
    /// Town, trees, hill, water, castle, green, rough, mountain, bridge.
    pub grounds: [Rgb; 9],
    /// The opacity of the drawings of ground, which are black, of 255.
    pub ground_ink: u8,
    /// Coordinates, and the lines between hexes.
    pub coordinates: Rgb,
    /// Legal destinations.
    pub legal: Rgb,
    /// The last turn.
    pub last: Rgb,
    /// Threats and obstacles.
    pub threat: Rgb,
    /// A leader's activation range.
    pub range: Rgb,
    /// The activation range of a leader without free activations.
    pub range_spent: Rgb,
}

impl BoardColors {
    /// The colors on a light page, and in pictures for any page.
    pub const LIGHT: Self = Self {
        table: Rgb(0xDC_D8_CC),
        cells: [Rgb(0xE9_E2_CF), Rgb(0xD9_D0_B8)],
        grounds: [
            Rgb(0xB7_B3_C7),
            Rgb(0x8F_AF_8A),
            Rgb(0xB9_9B_76),
            Rgb(0x9C_C3_DE),
            Rgb(0xA9_A5_A6),
            Rgb(0xB4_CB_8C),
            Rgb(0xCB_B9_8E),
            Rgb(0x96_8B_82),
            Rgb(0xC0_A8_8A),
        ],
        ground_ink: 90,
        coordinates: Rgb(0x5B_56_4A),
        legal: Rgb(0x0B_6E_4F),
        last: Rgb(0x7A_4F_B0),
        threat: Rgb(0x9B_1B_30),
        range: Rgb(0x1B_4F_8C),
        range_spent: Rgb(0x80_7A_6C),
    };

    /// The colors on a dark page.
    pub const DARK: Self = Self {
        table: Rgb(0x14_16_1A),
        // pale on a dark page too: the drawings of ground and the rims of the tokens are black; cooler than on a light
        // page, and farther apart, since both shades look alike beside a dark table
        cells: [Rgb(0xC6_CB_C8), Rgb(0xA6_AD_AC)],
        grounds: [
            Rgb(0x9B_9A_B0),
            Rgb(0x6D_92_70),
            Rgb(0xA0_8A_68),
            Rgb(0x78_A4_C4),
            Rgb(0x8A_8C_92),
            Rgb(0x8F_AB_78),
            Rgb(0xA9_A0_80),
            Rgb(0x7A_77_76),
            Rgb(0x9E_8E_76),
        ],
        ground_ink: 100,
        coordinates: Rgb(0xA9_AE_B8),
        legal: Rgb(0x06_5A_40),
        last: Rgb(0x63_3A_99),
        threat: Rgb(0x8C_12_26),
        range: Rgb(0x12_3E_72),
        range_spent: Rgb(0x6A_65_5A),
    };

    /// The colors of high contrast: nothing on the board is between pale and dark.
    pub const CONTRAST: Self = Self {
        table: Rgb(0x00_00_00),
        cells: [Rgb(0xFF_FF_FF), Rgb(0xE0_E0_E0)],
        grounds: [
            Rgb(0xD0_C4_F4),
            Rgb(0x7C_C8_78),
            Rgb(0xE8_B8_78),
            Rgb(0x88_CC_FF),
            Rgb(0xC8_C8_C8),
            Rgb(0xC0_E8_80),
            Rgb(0xF0_DC_A0),
            Rgb(0xB0_A8_A8),
            Rgb(0xE0_B8_88),
        ],
        ground_ink: 200,
        coordinates: Rgb(0xFF_FF_FF),
        legal: Rgb(0x00_58_30),
        last: Rgb(0x54_00_A8),
        threat: Rgb(0xA0_00_20),
        range: Rgb(0x00_2E_9C),
        range_spent: Rgb(0x40_40_40),
    };

    /// The color of a ground, of open land the first shade; `None` for a hole.
    pub const fn land(&self, ground: Ground) -> Option<Rgb> {
        Some(match ground {
            Ground::Open => self.cells[0],
            Ground::Town => self.grounds[0],
            Ground::Trees => self.grounds[1],
            Ground::Hill => self.grounds[2],
            Ground::Water => self.grounds[3],
            Ground::Castle => self.grounds[4],
            Ground::Green => self.grounds[5],
            Ground::Rough => self.grounds[6],
            Ground::Mountain => self.grounds[7],
            Ground::Bridge => self.grounds[8],
            Ground::Hole => return None,
        })
    }

    /// The fill of a cell with that ground; `None` for a hole.
    #[inline]
    pub fn ground(&self, layout: Layout, cell: Cell, ground: Ground) -> Option<Rgb> {
        // White's corner on the left is dark, as on a chess board
        let is_dark = !layout.has_hexes() && (cell.file() + cell.rank()).is_multiple_of(2);
        match ground {
            Ground::Open => Some(self.cells[usize::from(is_dark)]),
            other => self.land(other),
        }
    }
}
