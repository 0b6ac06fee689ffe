//! The kill matrices. Rules: wargame 1.9, 2.6.

use super::{Class, Options, Ruleset, Switch, Terrain};

/// The ways in which a unit of some class kills a unit of another on some terrain.
// the letters of the printed table themselves: window and help show what the rules go by
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Kills(&'static str);

impl Kills {
    const NONE: Self = Self("");

    /// `F`: by fire up to the attacker's range.
    pub const fn by_fire(self) -> bool {
        self.has(b'F')
    }

    /// `A`: by fire from the next cell only.
    pub const fn by_adjacent_fire(self) -> bool {
        self.has(b'A')
    }

    /// `R`: by close assault, the attacker taking the defender's place.
    pub const fn by_assault(self) -> bool {
        self.has(b'R')
    }

    /// `r`: by the rifle of Infantry that stands in cover.
    pub const fn by_rifle(self) -> bool {
        self.has(b'r')
    }

    /// `O`: by an overrun, in WarGame 2 a jump.
    pub const fn by_overrun(self) -> bool {
        self.has(b'O')
    }

    /// True if the attacker cannot kill at all.
    pub const fn is_none(self) -> bool {
        self.0.is_empty()
    }

    /// The letters of the matrix, such as `FRO`; empty if there is no way.
    pub const fn letters(self) -> &'static str {
        self.0
    }

    const fn has(self, letter: u8) -> bool {
        let letters = self.0.as_bytes();
        let mut place = 0;
        // a loop and no iterator, which a `const fn` cannot use
        while place < letters.len() {
            if letters[place] == letter {
                return true;
            }
            place += 1;
        }
        false
    }

    pub(super) const fn of(
        ruleset: Ruleset,
        options: Options,
        attacker: Class,
        defender: Class,
        terrain: Terrain,
    ) -> Self {
        // neither matrix has a row for the Command Post, which attacks nobody
        if matches!(attacker, Class::Post) {
            return Self::NONE;
        }
        match ruleset {
            Ruleset::One => Self::one(options, attacker, defender, terrain),
            Ruleset::Two => Self::two(options, attacker, defender, terrain),
        }
    }

    /// Rules: wargame 1.9.
    const fn one(options: Options, attacker: Class, defender: Class, terrain: Terrain) -> Self {
        use Class::{Artillery, Heavy, Infantry, Leader, Post};
        use Terrain::{Hill, Open, Town, Trees};
        let strict = options.has(Switch::StrictRifle);
        // written as the matrix is printed, terrain first; the first arm that fits counts
        Self(match (terrain, defender, attacker) {
            (Open, Heavy, Infantry) => "R",
            (Open, _, Infantry) => "Rr",
            (Open, Leader | Infantry, Heavy) | (Open, Infantry | Artillery, Leader) => "FRO",
            (Open, _, Heavy | Artillery | Leader) => "FR",
            (Town | Hill, Heavy, Infantry) | (Town, Leader | Post, Heavy) => "R",
            (Town, Leader | Post, Infantry) | (Trees | Hill, Leader | Infantry, Infantry) => {
                if strict {
                    "R"
                } else {
                    "Rr"
                }
            }
            (Town, Infantry, Artillery)
            | (Town, Artillery, Heavy)
            | (Trees, Leader | Infantry | Artillery, Heavy | Artillery)
            | (Hill, Heavy, Artillery) => "A",
            (Hill, Leader, Heavy) => "RO",
            (Hill, Heavy, Heavy) => "R",
            (Hill, Infantry, Heavy | Leader) => "O",
            // the empty places of the matrix
            (Open | Town | Trees | Hill, _, _) => "",
        })
    }

    /// Rules: wargame 2.6.
    const fn two(options: Options, attacker: Class, defender: Class, terrain: Terrain) -> Self {
        use Class::{Artillery, Heavy, Infantry, Leader, Post};
        use Terrain::{Hill, Open, Town, Trees};
        let strict = options.has(Switch::StrictRifle);
        let all = options.has(Switch::JumpAll);
        // if the terrain is swapped, Cavalry in trees is as safe as it otherwise is on a hill, and Artillery on a hill
        // as in trees; no Cavalry jumps in trees
        let swaps = options.has(Switch::CamTerrain);
        Self(match (terrain, defender, attacker) {
            // WarGame 2 has no Command Post: the arm only makes the match whole
            (_, Post, _) | (_, _, Post) => "",
            (Trees, Heavy, Infantry) if swaps => "R",
            (Trees, Heavy, Artillery) if swaps => "A",
            (Hill, Artillery, Heavy) if swaps && all => "AO",
            (Hill, Artillery, Heavy | Artillery) if swaps => "A",
            (Open, _, Leader) if options.has(Switch::UnarmedLeaders) => "",
            (Open, _, Infantry) => "FR",
            (Open, Leader | Infantry, Heavy) => "FO",
            (Open, Heavy | Artillery, Heavy) if all => "FO",
            (Open, _, _) => "F",
            (Town | Hill, Heavy, Infantry) => "R",
            (Town, Leader, Infantry) | (Trees | Hill, Leader | Infantry, Infantry) => {
                if strict {
                    "R"
                } else {
                    "FR"
                }
            }
            (Town, Infantry, Artillery)
            | (Town, Artillery, Heavy)
            | (Trees, Leader | Infantry | Artillery, Heavy | Artillery)
            | (Hill, Heavy, Artillery) => "A",
            (Hill, Leader | Infantry, Heavy) => "O",
            (Hill, Heavy, Heavy) if all => "O",
            (Town | Trees | Hill, _, _) => "",
        })
    }
}
