use rules::warlord::{Game, Kind, Options};

use crate::mistake::{did_you_mean, quote};

/// A switch of a scenario, for people to choose from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OptionInfo {
    /// Its name, as in `key=value`.
    pub key: &'static str,
    /// What holds when nothing is said.
    pub default: String,
    /// What may be said: `on or off`.
    pub allowed: String,
    /// What it does, in one sentence.
    pub meaning: &'static str,
}

/// Why a `key=value` was refused.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum OptionError {
    /// No such switch.
    #[error("there is no option {}", quote(.key))]
    Unknown {
        /// What was asked for.
        key: String,
        /// A similar one, if there is.
        suggestion: Option<String>,
    },
    /// The switch cannot have that value.
    #[error("the option `{key}` cannot be {}: it is {allowed}", quote(.found))]
    Value {
        /// The switch.
        key: &'static str,
        /// What was asked for.
        found: String,
        /// What it may be.
        allowed: String,
    },
    /// Said twice.
    #[error("the option `{key}` is given twice")]
    Twice {
        /// The switch.
        key: &'static str,
    },
}

impl OptionError {
    /// How to mend it.
    pub fn advice(&self) -> String {
        match self {
            Self::Unknown { suggestion, .. } => suggestion.clone().unwrap_or_else(|| {
                let keys: Vec<&str> = RULES.iter().map(|rule| rule.key).collect();
                format!("the options are {}", keys.join(", "))
            }),
            Self::Value { key, allowed, .. } => format!("write {key}= and then {allowed}"),
            Self::Twice { key } => format!("give {key} once"),
        }
    }
}

/// One switch: how its value is written, read and stored.
pub(crate) struct OptionRule {
    pub(crate) key: &'static str,
    meaning: &'static str,
    pub(crate) value: Value,
}

pub(crate) enum Value {
    /// `on` or `off`.
    Switch(fn(&mut Options) -> &mut bool),
    /// 0 to the number of leaders of the smaller side.
    Leaders(fn(&mut Options) -> &mut u8),
    /// `off`, `I`, `N` or `IN`.
    Promotion,
}

/// Every switch of the Warlord family. Rules: warlord, every line marked option.
pub(crate) const RULES: [OptionRule; 10] = [
    OptionRule {
        key: "short",
        meaning: "Short game: that many captured leaders, and more than the other side, win after the other's reply; 0 is the long game, to the last leader.",
        value: Value::Leaders(|options| &mut options.short),
    },
    OptionRule {
        key: "swap",
        meaning: "A cannon and a leader side by side may exchange places, for all the leader's activations.",
        value: Value::Switch(|options| &mut options.swap),
    },
    OptionRule {
        key: "self-activating",
        meaning: "Light Cavalry may activate itself, and the CAP no longer falls with lost leaders.",
        value: Value::Switch(|options| &mut options.self_activating),
    },
    OptionRule {
        key: "charge",
        meaning: "Heavy Cavalry that moves as the Hero may jump two enemies in line.",
        value: Value::Switch(|options| &mut options.charge),
    },
    OptionRule {
        key: "light-leap",
        meaning: "Light Cavalry may also leap exactly two cells orthogonally.",
        value: Value::Switch(|options| &mut options.light_leap),
    },
    OptionRule {
        key: "crossing",
        meaning: "Cavalry, cannons, heroes and shamans pass over water to the land beyond.",
        value: Value::Switch(|options| &mut options.crossing),
    },
    OptionRule {
        key: "promotion",
        meaning: "Which kinds become promoted leaders on the farthest rank: Infantry (I), Light Cavalry (N) or both (IN).",
        value: Value::Promotion,
    },
    OptionRule {
        key: "six-leaders",
        meaning: "A side that has lost six leaders loses.",
        value: Value::Switch(|options| &mut options.six_leaders),
    },
    OptionRule {
        key: "half-first",
        meaning: "The first player's first turn has half the CAP.",
        value: Value::Switch(|options| &mut options.half_first),
    },
    OptionRule {
        key: "repetition",
        meaning: "The third occurrence of a position with the same side to move is a draw.",
        value: Value::Switch(|options| &mut options.repetition),
    },
];

/// Everything off: the long game.
pub(crate) const ALL_OFF: Options = Options {
    short: 0,
    swap: false,
    self_activating: false,
    charge: false,
    light_leap: false,
    crossing: false,
    promote_infantry: false,
    promote_light: false,
    six_leaders: false,
    half_first: false,
    repetition: false,
};

/// The words of `promotion` and what they stand for: Infantry, Light Cavalry.
pub(crate) const PROMOTIONS: [(&str, bool, bool); 4] = [
    ("off", false, false),
    ("I", true, false),
    ("N", false, true),
    ("IN", true, true),
];

impl OptionRule {
    fn info(&self, options: Options, leaders: u8) -> OptionInfo {
        let mut options = options;
        let default = match self.value {
            Value::Switch(field) => if *field(&mut options) { "on" } else { "off" }.to_owned(),
            Value::Leaders(field) => field(&mut options).to_string(),
            Value::Promotion => {
                let wanted = (options.promote_infantry, options.promote_light);
                let known = PROMOTIONS
                    .iter()
                    .find(|(_, infantry, light)| (*infantry, *light) == wanted);
                known.map_or("off", |(word, ..)| word).to_owned()
            }
        };
        OptionInfo {
            key: self.key,
            default,
            allowed: self.allowed(leaders),
            meaning: self.meaning,
        }
    }

    fn allowed(&self, leaders: u8) -> String {
        match self.value {
            Value::Switch(_) => "on or off".to_owned(),
            Value::Leaders(_) => format!("a number from 0 to {leaders}"),
            Value::Promotion => "off, I, N or IN".to_owned(),
        }
    }

    /// Stores a value given as text; says whether it could.
    pub(crate) fn store(&self, options: &mut Options, text: &str, leaders: u8) -> bool {
        match self.value {
            Value::Switch(field) => match text {
                "on" => *field(options) = true,
                "off" => *field(options) = false,
                _ => return false,
            },
            Value::Leaders(field) => {
                let canonical = text.len() <= 3 && text.bytes().all(|b| b.is_ascii_digit());
                match text.parse() {
                    Ok(number) if canonical && number <= leaders => *field(options) = number,
                    _ => return false,
                }
            }
            Value::Promotion => match PROMOTIONS.iter().find(|(word, ..)| *word == text) {
                Some((_, infantry, light)) => {
                    (options.promote_infantry, options.promote_light) = (*infantry, *light);
                }
                None => return false,
            },
        }
        true
    }
}

/// The switches of a game with what holds when nothing is said.
pub(crate) fn infos(game: &Game) -> Vec<OptionInfo> {
    RULES
        .iter()
        .map(|rule| rule.info(game.options, leaders(game)))
        .collect()
}

/// The game's switches after the given `key=value` pairs.
pub(crate) fn choose(game: &Game, chosen: &[(String, String)]) -> Result<Options, OptionError> {
    let mut options = game.options;
    let mut seen = Vec::new();
    for (key, value) in chosen {
        let Some(rule) = RULES.iter().find(|rule| rule.key == key) else {
            return Err(OptionError::Unknown {
                key: key.clone(),
                suggestion: did_you_mean(key, RULES.iter().map(|rule| rule.key)),
            });
        };
        if seen.contains(&rule.key) {
            return Err(OptionError::Twice { key: rule.key });
        }
        seen.push(rule.key);
        if !rule.store(&mut options, value, leaders(game)) {
            return Err(OptionError::Value {
                key: rule.key,
                found: value.clone(),
                allowed: rule.allowed(leaders(game)),
            });
        }
    }
    Ok(options)
}

/// Leaders of the side that has fewer.
pub(crate) fn leaders(game: &Game) -> u8 {
    let count = |army: &Vec<Kind>| army.iter().filter(|kind| kind.is_leader()).count();
    let fewest = game.armies.iter().map(count).min().unwrap_or(0);
    u8::try_from(fewest).unwrap_or(u8::MAX)
}
