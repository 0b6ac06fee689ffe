//! The ways in which a study changes a scenario.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// How a scenario is changed for a study.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum Variant {
    /// `normal`: as the scenario and its options say.
    Normal,
    /// `pass`, `pass-2`, …: the second side passes its first turn, or its first two, ….
    Pass(u8),
    /// `KEY=VALUE`: with an option of the scenario set otherwise, as in `half-first=on`.
    Option(String, String),
    /// `KEY=VALUE+without-S`: with that option, and one side lacks its units of that symbol; each side in turn. What the
    /// units of an option are worth to the side that has them.
    OptionWithout(String, String, String),
    /// `without-H`, `without-TC`: one side lacks its units of that symbol, brackets left out; each side in turn.
    Without(String),
    /// `lower-2`: one side's leaders of that level have a level less; each side in turn.
    Lower(u8),
    /// `no-town-e4`: open ground in place of a town.
    NoTown(String),
}

/// The error of a text that is not a variant.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "`{0}` is no variant: normal, pass, pass-2, KEY=VALUE, without-H, KEY=VALUE+without-H, lower-2 or no-town-e4 was \
     expected"
)]
pub struct VariantError(String);

impl Variant {
    /// True for variants that take something from one side only.
    pub const fn is_restricted(&self) -> bool {
        matches!(
            self,
            Self::Without(_) | Self::OptionWithout(..) | Self::Lower(_)
        )
    }

    /// The key and the value of the option that the variant sets.
    pub(crate) fn option(&self) -> Option<(&str, &str)> {
        match self {
            Self::Option(key, value) | Self::OptionWithout(key, value, _) => Some((key, value)),
            Self::Normal | Self::Pass(_) | Self::Without(_) | Self::Lower(_) | Self::NoTown(_) => {
                None
            }
        }
    }
}

impl fmt::Display for Variant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Normal => f.write_str("normal"),
            Self::Pass(1) => f.write_str("pass"),
            Self::Pass(turns) => write!(f, "pass-{turns}"),
            Self::Option(key, value) => write!(f, "{key}={value}"),
            Self::OptionWithout(key, value, symbol) => write!(f, "{key}={value}+without-{symbol}"),
            Self::Without(symbol) => write!(f, "without-{symbol}"),
            Self::Lower(level) => write!(f, "lower-{level}"),
            Self::NoTown(cell) => write!(f, "no-town-{cell}"),
        }
    }
}

impl FromStr for Variant {
    type Err = VariantError;

    fn from_str(text: &str) -> Result<Self, VariantError> {
        // cut: the text comes from a command line or a file and may be of any length
        let error = || VariantError(text.chars().take(40).collect());
        let number = |text: &str| text.parse().ok().filter(|number| (1..=9).contains(number));
        let symbol = |text: &str| {
            let symbol = text.strip_prefix("without-")?;
            // symbols of units have one or two letters
            let is_symbol = (1..=2).contains(&symbol.chars().count());
            is_symbol.then(|| symbol.to_owned())
        };
        // first: any other form may not hold a `=`
        if let Some((key, value)) = text.split_once('=') {
            if let Some((value, without)) = value.split_once('+') {
                let symbol = symbol(without).ok_or_else(error)?;
                return Ok(Self::OptionWithout(
                    key.to_owned(),
                    value.to_owned(),
                    symbol,
                ));
            }
            return Ok(Self::Option(key.to_owned(), value.to_owned()));
        }
        let variant = match text {
            "normal" => Some(Self::Normal),
            // one word for what most studies ask
            "pass" => Some(Self::Pass(1)),
            // a shorter name for the usual case of an option
            "half-first" => Some(Self::Option("half-first".to_owned(), "on".to_owned())),
            _ => None,
        };
        let after = |start| text.strip_prefix(start);
        variant
            .or_else(|| after("pass-").and_then(number).map(Self::Pass))
            .or_else(|| after("lower-").and_then(number).map(Self::Lower))
            .or_else(|| symbol(text).map(Self::Without))
            .or_else(|| after("no-town-").map(|cell| Self::NoTown(cell.to_owned())))
            .ok_or_else(error)
    }
}

impl TryFrom<String> for Variant {
    type Error = VariantError;

    fn try_from(text: String) -> Result<Self, VariantError> {
        text.parse()
    }
}

impl From<Variant> for String {
    fn from(variant: Variant) -> Self {
        variant.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_variant_is_read_as_it_is_written() {
        for text in [
            "normal",
            "pass",
            "pass-2",
            "swap=on",
            "sergeants=on+without-S",
            "without-H",
            "without-TC",
            "lower-3",
            "no-town-e4",
        ] {
            let variant: Variant = text.parse().expect(text);
            assert_eq!(variant.to_string(), text);
        }
        for text in [
            "",
            "pass-0",
            "without-",
            "sergeants=on+",
            "sergeants=on+lower-2",
            "without-HHH",
            "lower-x",
            "sometimes",
        ] {
            assert!(text.parse::<Variant>().is_err(), "{text}");
        }
    }
}
