//! The cards of a duel: a blow and a parry at different places. Rules: tourney 3.6.

use std::fmt;

use crate::listed;

listed! {
    /// A place to strike or to parry. Rules: tourney 3.6.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
    pub enum Line {
        /// Head and body: a landed blow kills.
        High,
        /// The arm: a landed blow wounds.
        Middle,
        /// The leg: a landed blow wounds.
        Low,
    }
}

impl Line {
    /// `H`, `M` or `L`.
    pub const fn symbol(self) -> char {
        match self {
            Self::High => 'H',
            Self::Middle => 'M',
            Self::Low => 'L',
        }
    }

    /// The place of such a letter.
    pub fn from_symbol(symbol: char) -> Option<Self> {
        Self::ALL.into_iter().find(|line| line.symbol() == symbol)
    }

    /// The usual English name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::High => "High",
            Self::Middle => "Middle",
            Self::Low => "Low",
        }
    }

    /// The wounds of a landed blow: 2 is a killing blow. Rules: tourney 3.6.
    pub const fn damage(self) -> u8 {
        match self {
            Self::High => 2,
            Self::Middle | Self::Low => 1,
        }
    }
}

listed! {
    /// One of the six cards, blow first; its number in this order is its byte in a sealed step. Rules: tourney 3.6, 4.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
    pub enum Card {
        /// Blow High, parry Middle.
        HighMiddle,
        /// Blow High, parry Low.
        HighLow,
        /// Blow Middle, parry High.
        MiddleHigh,
        /// Blow Middle, parry Low.
        MiddleLow,
        /// Blow Low, parry High.
        LowHigh,
        /// Blow Low, parry Middle.
        LowMiddle,
    }
}

impl Card {
    /// The card of a blow and a parry; none if both are at one place.
    pub fn new(blow: Line, parry: Line) -> Option<Self> {
        Self::ALL
            .into_iter()
            .find(|card| card.blow() == blow && card.parry() == parry)
    }

    /// The place struck at.
    pub const fn blow(self) -> Line {
        match self {
            Self::HighMiddle | Self::HighLow => Line::High,
            Self::MiddleHigh | Self::MiddleLow => Line::Middle,
            Self::LowHigh | Self::LowMiddle => Line::Low,
        }
    }

    /// The place guarded.
    pub const fn parry(self) -> Line {
        match self {
            Self::MiddleHigh | Self::LowHigh => Line::High,
            Self::HighMiddle | Self::LowMiddle => Line::Middle,
            Self::HighLow | Self::MiddleLow => Line::Low,
        }
    }

    /// The one line left open.
    pub const fn open(self) -> Line {
        // blow and parry are at different places, so exactly one of the three is open (tourney 3.6)
        match self {
            Self::HighMiddle | Self::MiddleHigh => Line::Low,
            Self::HighLow | Self::LowHigh => Line::Middle,
            Self::MiddleLow | Self::LowMiddle => Line::High,
        }
    }

    /// 0 to 5.
    pub const fn number(self) -> u8 {
        self as u8
    }

    /// The card of such a number.
    pub fn from_number(number: u8) -> Option<Self> {
        Self::ALL.get(usize::from(number)).copied()
    }

    /// The card of a text such as `HM`.
    pub fn from_text(text: &str) -> Option<Self> {
        let mut lines = text.chars().map(Line::from_symbol);
        let card = Self::new(lines.next()??, lines.next()??)?;
        // nothing may follow: a longer text would be a second spelling
        lines.next().is_none().then_some(card)
    }

    /// The wounds dealt to a man with the other card: 0, 1 or 2. Rules: tourney 3.6.
    pub fn hits(self, other: Self) -> u8 {
        // the blow lands on the open line alone: elsewhere it is parried, or the blades meet
        if self.blow() == other.open() {
            self.blow().damage()
        } else {
            0
        }
    }
}

impl fmt::Display for Card {
    /// `HM`: the blow, then the parry.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.blow().symbol(), self.parry().symbol())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The matrix of 3.6 as it is printed.
    const MATRIX: &str = "\
        0:0 0:0 0:0 2:0 0:1 2:1
        0:0 0:0 0:1 2:1 0:0 2:0
        0:0 1:0 0:0 0:0 1:1 0:1
        0:2 1:2 0:0 0:0 1:0 0:0
        1:0 0:0 1:1 0:1 0:0 0:0
        1:2 0:2 1:0 0:0 0:0 0:0";

    #[test]
    fn the_cards_hit_as_the_matrix_is_printed() {
        let texts = Card::ALL.map(|card| card.to_string());
        assert_eq!(texts, ["HM", "HL", "MH", "ML", "LH", "LM"]);
        for (row, line) in Card::ALL.into_iter().zip(MATRIX.lines()) {
            for (column, entry) in Card::ALL.into_iter().zip(line.split_whitespace()) {
                let found = format!("{}:{}", row.hits(column), column.hits(row));
                assert_eq!(found, entry, "{row} {column}");
            }
        }
    }

    #[test]
    fn a_blow_lands_unless_parried_or_met() {
        for (one, other) in Card::ALL
            .into_iter()
            .flat_map(|one| Card::ALL.map(|other| (one, other)))
        {
            let lands = one.blow() != other.parry() && one.blow() != other.blow();
            assert_eq!(one.hits(other) > 0, lands);
        }
    }

    #[test]
    fn a_card_is_its_number_and_its_text() {
        for card in Card::ALL {
            assert_eq!(Card::from_number(card.number()), Some(card));
            assert_eq!(Card::from_text(&card.to_string()), Some(card));
        }
        for text in ["", "H", "HH", "HML", "hm"] {
            assert_eq!(Card::from_text(text), None, "{text}");
        }
    }
}
