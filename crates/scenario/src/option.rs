//! The switches that both players of a scenario may agree on.

use crate::mistake::{did_you_mean, quote};

/// A switch of a scenario, for people to choose from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OptionInfo {
    /// The name of the switch, as in `key=value`.
    pub key: &'static str,
    /// The value of the switch unless the players choose a value.
    pub default: String,
    /// The values of the switch in words: `on or off`.
    pub allowed: String,
    /// The effect of the switch, in one sentence.
    pub meaning: &'static str,
}

/// Why a `key=value` is refused.
#[allow(missing_docs, reason = "the message of each says what it holds")]
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum OptionError {
    /// The scenario has no switch of that name.
    // quoted, because the name comes from a peer's manifest
    #[error("there is no option {}", quote(.key))]
    Unknown {
        key: String,
        /// A similar name with its question, `did you mean …?`, if there is one.
        suggestion: Option<String>,
        /// The names of all switches of the scenario.
        known: Vec<&'static str>,
    },
    /// The switch cannot have that value.
    #[error("the option `{key}` cannot be {}: it is {allowed}", quote(.found))]
    Value {
        key: &'static str,
        found: String,
        /// The values of the switch in words.
        allowed: String,
    },
    /// The switch changes nothing in the scenario.
    #[error("the option `{key}` has no use here: {why}")]
    Idle {
        key: &'static str,
        why: &'static str,
    },
    /// Options that do not go together, or one without the other that it needs.
    #[error("{what}")]
    Conflict {
        what: &'static str,
        mend: &'static str,
    },
    /// Two pairs name the same switch.
    #[error("the option `{key}` is given twice")]
    Twice { key: &'static str },
}

impl OptionError {
    /// What to write instead.
    pub fn advice(&self) -> String {
        match self {
            Self::Unknown {
                suggestion, known, ..
            } => suggestion
                .clone()
                .unwrap_or_else(|| format!("the options are {}", known.join(", "))),
            Self::Value { key, allowed, .. } => format!("write {key}= and then {allowed}"),
            Self::Idle { key, .. } => format!("leave {key} out"),
            Self::Conflict { mend, .. } => (*mend).to_owned(),
            Self::Twice { key } => format!("give {key} once"),
        }
    }
}

/// Hands each chosen pair to `set`, which stores the value and returns whether the switch can have it.
pub(crate) fn set_each(
    known: &[OptionInfo],
    chosen: &[(String, String)],
    mut set: impl FnMut(&'static str, &str) -> bool,
) -> Result<(), OptionError> {
    let keys = || known.iter().map(|option| option.key);
    let mut seen = Vec::new();
    // in the order given: the first wrong pair is the one that is reported, as people read them
    for (key, value) in chosen {
        let Some(option) = known.iter().find(|option| option.key == key) else {
            // checked here and not left to `set`, which knows keys by name only
            return Err(OptionError::Unknown {
                key: key.clone(),
                suggestion: did_you_mean(key, keys()),
                known: keys().collect(),
            });
        };
        // given twice, the last would win in silence
        if seen.contains(&option.key) {
            return Err(OptionError::Twice { key: option.key });
        }
        seen.push(option.key);
        if !set(option.key, value) {
            return Err(OptionError::Value {
                key: option.key,
                found: value.clone(),
                allowed: option.allowed.clone(),
            });
        }
    }
    Ok(())
}
