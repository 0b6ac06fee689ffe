//! The switches of the Warlord family: the paragraphs of the rules text that are marked as options.

use board::{Cell, Grid};
use rules::warlord::{FirstPlayer, Game, Options, Scatter, Side, Start, Terrain};

use crate::option::{OptionError, OptionInfo, set_each};
use crate::table::{Table, either};

/// A switch: how its value is written, read and stored.
struct OptionRule {
    key: &'static str,
    meaning: &'static str,
    value: Value,
}

enum Value {
    /// `on` or `off`.
    Switch(fn(&mut Options) -> &mut bool),
    /// 0 to the number of leaders of the smaller side.
    Leaders(fn(&mut Options) -> &mut u8),
    /// `off`, `I`, `N` or `IN`.
    Promotion,
    /// `lot-after`, `lot-before`, `white` or `black`, if the set-up is hidden.
    FirstPlayer,
    /// `on` or `off`, if the set-up names leaders that may stay away.
    ReducedChiefs,
    /// `on` or `off`, if the scenario has terrain that a lot may lay.
    Terrain,
    /// `on` or `off`, if a lot lays the terrain: whether it looks the same after a half-turn.
    SymmetricTerrain,
    /// `on` or `off`, if a lot lays the terrain: whether the towns lie mirrored rank for rank.
    MirrorTowns,
}

/// Every switch of the Warlord family, in the order of the rules text.
// one table for file, list and match: a switch added in one place only does not work in the others
const RULES: [OptionRule; 15] = [
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
    OptionRule {
        key: "first-player",
        meaning: "The side with the first turn: drawn by lot after both have set up, or before, or agreed.",
        value: Value::FirstPlayer,
    },
    OptionRule {
        key: "reduced-chiefs",
        meaning: "Fewer leaders: some of each side, named in the scenario, stay away.",
        value: Value::ReducedChiefs,
    },
    OptionRule {
        key: "terrain",
        meaning: "A lot lays trees and hills before the set-up, between the home sections.",
        value: Value::Terrain,
    },
    OptionRule {
        key: "symmetric-terrain",
        meaning: "The terrain laid by lot is the same for both sides after a half-turn of the board.",
        value: Value::SymmetricTerrain,
    },
    OptionRule {
        key: "mirror-towns",
        meaning: "The towns lie mirrored: each on the rank opposite.",
        value: Value::MirrorTowns,
    },
];

/// A word to which a switch may be set, and the effect of the word.
type Word = (&'static str, fn(&mut Options));

const PROMOTIONS: [Word; 4] = [
    ("off", |options| promote(options, false, false)),
    ("I", |options| promote(options, true, false)),
    ("N", |options| promote(options, false, true)),
    ("IN", |options| promote(options, true, true)),
];

const FIRST_PLAYERS: [Word; 4] = [
    ("lot-after", |options| {
        options.first_player = FirstPlayer::LotAfter
    }),
    ("lot-before", |options| {
        options.first_player = FirstPlayer::LotBefore
    }),
    ("white", |options| {
        options.first_player = FirstPlayer::Agreed(Side::White)
    }),
    ("black", |options| {
        options.first_player = FirstPlayer::Agreed(Side::Black)
    }),
];

const fn promote(options: &mut Options, infantry: bool, light: bool) {
    options.promote_infantry = infantry;
    options.promote_light = light;
}

impl Value {
    /// The words to which a switch may be set; none for a switch that takes a number, `on` or `off`.
    const fn words(&self) -> &'static [Word] {
        match self {
            Self::Promotion => &PROMOTIONS,
            Self::FirstPlayer => &FIRST_PLAYERS,
            Self::Switch(_)
            | Self::Leaders(_)
            | Self::ReducedChiefs
            | Self::Terrain
            | Self::SymmetricTerrain
            | Self::MirrorTowns => &[],
        }
    }

    /// Sets a switch to a word; false if the switch does not have the word.
    fn set_word(&self, options: &mut Options, text: &str) -> bool {
        let known = self.words().iter().find(|(word, _)| *word == text);
        if let Some((_, set)) = known {
            set(options);
        }
        known.is_some()
    }
}

impl OptionRule {
    /// True if the game has the part that the switch changes.
    fn applies(&self, game: &Game, extras: Extras<'_>) -> bool {
        match self.value {
            // Rules: warlord 6.2: with a fixed set-up White begins
            Value::FirstPlayer => matches!(game.start, Start::Hidden(_)),
            Value::ReducedChiefs => !extras.spare.is_empty(),
            Value::Terrain => extras.lot.is_some(),
            Value::SymmetricTerrain | Value::MirrorTowns => game.scatter.is_some(),
            Value::Switch(_) | Value::Leaders(_) | Value::Promotion => true,
        }
    }

    fn info(&self, game: &Game) -> OptionInfo {
        let mut options = game.options;
        let word = |is_on| if is_on { "on" } else { "off" }.to_owned();
        let default = match self.value {
            Value::Switch(field) => word(*field(&mut options)),
            Value::Leaders(field) => field(&mut options).to_string(),
            Value::SymmetricTerrain => {
                word(game.scatter.is_some_and(|scatter| scatter.is_symmetric))
            }
            Value::ReducedChiefs | Value::Terrain | Value::MirrorTowns => word(false),
            Value::Promotion | Value::FirstPlayer => {
                // the word that changes nothing is the one that is set
                let mut words = self.value.words().iter();
                let is_set = |set: fn(&mut Options)| {
                    let mut same = options;
                    set(&mut same);
                    same == options
                };
                let word = words.find(|(_, set)| is_set(*set));
                word.map_or_else(String::new, |(word, _)| (*word).to_owned())
            }
        };
        OptionInfo {
            key: self.key,
            default,
            allowed: self.allowed(leaders(game)),
            meaning: self.meaning,
        }
    }

    fn allowed(&self, leaders: u8) -> String {
        match self.value {
            Value::Switch(_)
            | Value::ReducedChiefs
            | Value::Terrain
            | Value::SymmetricTerrain
            | Value::MirrorTowns => "on or off".to_owned(),
            Value::Leaders(_) => format!("a number from 0 to {leaders}"),
            Value::Promotion | Value::FirstPlayer => {
                let words: Vec<&str> = self.value.words().iter().map(|(word, _)| *word).collect();
                either(&words)
            }
        }
    }

    /// Stores a value given as text; false if the switch cannot have the value.
    fn store(&self, game: &mut Game, extras: Extras<'_>, leaders: u8, text: &str) -> bool {
        let switched = match text {
            "on" => Some(true),
            "off" => Some(false),
            _ => None,
        };
        match (&self.value, switched) {
            (Value::Switch(field), Some(is_on)) => *field(&mut game.options) = is_on,
            (Value::ReducedChiefs, Some(is_on)) => {
                if is_on {
                    // off needs nothing: the game of the file has these leaders
                    leave_out(game, extras.spare);
                }
            }
            (Value::Terrain, Some(is_on)) => {
                if is_on {
                    game.scatter = extras.lot;
                }
            }
            (Value::SymmetricTerrain, Some(is_on)) => {
                if let Some(scatter) = &mut game.scatter {
                    scatter.is_symmetric = is_on;
                }
            }
            (Value::MirrorTowns, Some(is_on)) => {
                if is_on {
                    mirror(game);
                }
            }
            (Value::Leaders(field), _) => {
                // `parse` also takes a sign, as in `+3`: a second spelling of the same agreement
                let canonical = text.len() <= 3 && text.bytes().all(|b| b.is_ascii_digit());
                match text.parse() {
                    Ok(number) if canonical && number <= leaders => {
                        *field(&mut game.options) = number
                    }
                    _ => return false,
                }
            }
            (Value::Promotion | Value::FirstPlayer, _) => {
                return self.value.set_word(&mut game.options, text);
            }
            _ => return false,
        }
        true
    }
}

/// Takes the units on those cells out of a fixed set-up and out of their armies.
pub(super) fn leave_out(game: &mut Game, cells: &[Cell]) {
    let Start::Fixed(units) = &mut game.start else {
        return;
    };
    for (_, unit) in units.extract_if(.., |(cell, _)| cells.contains(cell)) {
        let army = &mut game.armies[unit.side.index()];
        // any of the kind: an army is a list of kinds, without cells
        if let Some(place) = army.iter().position(|kind| *kind == unit.kind) {
            army.remove(place);
        }
    }
}

/// Moves the terrain of each rank to the opposite rank.
fn mirror(game: &mut Game) {
    let board = game.board();
    let mut mirrored = Grid::filled(board, Terrain::Open);
    for (cell, terrain) in game.terrain.iter() {
        let opposite = Cell::new(cell.file(), board.ranks() - 1 - cell.rank());
        mirrored[opposite] = *terrain;
    }
    game.terrain = mirrored;
}

pub(super) fn read(table: &Table<'_>) -> Option<Options> {
    let mut options = Options::ALL_OFF;
    for rule in &RULES {
        match rule.value {
            Value::Switch(field) => *field(&mut options) = table.switch(rule.key) == Some(true),
            Value::Leaders(field) => {
                if let Some((_, number)) = table.number(rule.key, 0..=u8::MAX.into()) {
                    *field(&mut options) = u8::try_from(number).ok()?;
                }
            }
            // options of a match alone: a file decides them by its other tables
            Value::ReducedChiefs
            | Value::Terrain
            | Value::SymmetricTerrain
            | Value::MirrorTowns => {}
            Value::Promotion | Value::FirstPlayer => {
                let words: Vec<_> = rule.value.words().iter().map(|(word, _)| *word).collect();
                if let Some(word) = table.word(rule.key, &words) {
                    rule.value.set_word(&mut options, word);
                }
            }
        }
    }
    table.finish();
    Some(options)
}

/// The parts of a scenario that its game has only if the players agree on them.
#[derive(Debug, Clone, Copy)]
pub(super) struct Extras<'a> {
    /// The cells of the leaders that may stay away.
    pub(super) spare: &'a [Cell],
    /// The terrain that a lot may lay.
    pub(super) lot: Option<Scatter>,
}

/// The switches of a game with their defaults.
pub(super) fn infos(game: &Game, extras: Extras<'_>) -> Vec<OptionInfo> {
    let rules = RULES.iter().filter(|rule| rule.applies(game, extras));
    rules.map(|rule| rule.info(game)).collect()
}

/// The game after the given `key=value` pairs.
pub(super) fn choose(
    game: &Game,
    extras: Extras<'_>,
    chosen: &[(String, String)],
) -> Result<Game, OptionError> {
    let mut switched = game.clone();
    // counted before any pair is stored: `reduced-chiefs` must not make the order of the pairs matter
    let leaders = leaders(game);
    set_each(&infos(game, extras), chosen, |key, value| {
        let rule = RULES.iter().find(|rule| rule.key == key);
        rule.is_some_and(|rule| rule.store(&mut switched, extras, leaders, value))
    })?;
    Ok(switched)
}

/// The number of leaders of the side with fewer.
fn leaders(game: &Game) -> u8 {
    // the smaller side, so that the number means something to both
    let fewest = Side::BOTH.map(|side| game.leaders(side));
    u8::try_from(fewest[0].min(fewest[1])).unwrap_or(u8::MAX)
}

#[cfg(test)]
mod tests {
    use rules::testing::EVERY_OPTION;
    use rules::warlord::Options;

    use super::{RULES, Value};

    #[test]
    fn every_option_of_the_rules_can_be_chosen() {
        let mut options = Options::ALL_OFF;
        for rule in &RULES {
            match rule.value {
                Value::Switch(field) => *field(&mut options) = true,
                // numbers and words have an off of their own, which EVERY_OPTION names
                Value::Leaders(field) => *field(&mut options) = EVERY_OPTION.short,
                Value::Promotion => assert!(rule.value.set_word(&mut options, "IN")),
                Value::FirstPlayer => assert!(rule.value.set_word(&mut options, "lot-after")),
                Value::ReducedChiefs
                | Value::Terrain
                | Value::SymmetricTerrain
                | Value::MirrorTowns => {}
            }
        }
        // EVERY_OPTION does not compile without a new field; a switch without a rule stays off here
        assert_eq!(options, EVERY_OPTION);
    }
}
