//! The check of a study before its first game.

use std::collections::BTreeSet;

use computer::{Baseline, Budget};
use rules::{Lots, Rules as _, Side, ToAct};
use scenario::Scenario;

use crate::family::studied;
use crate::study_game::StudyGame;
use crate::{Cell, PlayError, Study, Variant};

/// Why a study cannot be played.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum StudyError {
    /// No player, no variant or no game.
    #[error("a study needs a player, a variant and a game at least")]
    Empty,
    #[error("a game of no turns has no end")]
    NoTurns,
    /// A game of more than two sides.
    #[error("a study is of games of two sides")]
    Sides,
    /// A player or a variant named twice: both cells would show the same.
    #[error("`{0}` is named twice")]
    Twice(String),
    /// A number of maps to share, though no lot lays terrain.
    #[error("no lot lays terrain in this scenario, so its games have no maps to share")]
    NoMaps,
    /// A restriction that ends the game before anybody can do anything about it.
    #[error(
        "the variant `{0}` shows nothing: by the rules the game is over after the first turn, whatever is ordered"
    )]
    Lost(Variant),
    /// A variant that the scenario cannot have.
    #[error("the variant `{variant}` cannot be played: {why}")]
    Variant {
        variant: Variant,
        why: Box<PlayError>,
        /// The units, levels, towns and options of the scenario, in words.
        known: String,
    },
}

impl StudyError {
    /// The user's way out.
    pub fn advice(&self) -> String {
        match self {
            Self::Empty => "give --games 1 or more".to_owned(),
            Self::NoTurns => "give --max-turns 1 or more".to_owned(),
            Self::Sides => "name a scenario of two sides".to_owned(),
            Self::Twice(_) => "name it once; --games makes more games".to_owned(),
            Self::NoMaps => {
                "leave --maps out, or name a scenario whose terrain is laid by lot".to_owned()
            }
            Self::Lost(_) => {
                "leave the variant out, or the option that makes the loss decide".to_owned()
            }
            Self::Variant { known, .. } => format!("name what the scenario has: {known}"),
        }
    }
}

impl Study {
    /// Tries every variant up to the first turn: otherwise a study could fail after hours of games.
    ///
    /// # Errors
    /// Returns why the study cannot be played.
    pub fn check(&self, scenario: &Scenario) -> Result<(), StudyError> {
        if self.is_empty() {
            return Err(StudyError::Empty);
        }
        if self.max_turns == 0 {
            return Err(StudyError::NoTurns);
        }
        let variants = self.variants.iter().map(ToString::to_string);
        // names, since two variants may differ as values and have one name in the report
        for names in [self.players.clone(), variants.collect()] {
            let mut seen = BTreeSet::new();
            if let Some(name) = names.iter().find(|name| !seen.insert(*name)) {
                return Err(StudyError::Twice(name.clone()));
            }
        }
        let mut has_maps = false;
        // variants do not depend on players, so one player's cells are enough
        for cell in self.cells().into_iter().filter(|cell| cell.player == 0) {
            match self.begun(scenario, cell) {
                Ok((game, _)) if game.position.sides().len() != 2 => {
                    return Err(StudyError::Sides);
                }
                Ok((game, is_laid_by_lot)) => {
                    has_maps |= is_laid_by_lot;
                    if cell.restricted.is_some() && is_lost(game) {
                        return Err(StudyError::Lost(self.variants[cell.variant].clone()));
                    }
                }
                Err(why) => {
                    return Err(StudyError::Variant {
                        variant: self.variants[cell.variant].clone(),
                        why: Box::new(why),
                        known: self.known(scenario),
                    });
                }
            }
        }
        // on one fixed ground the page would present the scatter of chance as a difference between maps
        match self.maps {
            Some(_) if !has_maps => Err(StudyError::NoMaps),
            _ => Ok(()),
        }
    }

    /// A game of the cell at its first turn, and whether a lot laid its terrain.
    fn begun(&self, scenario: &Scenario, cell: Cell) -> Result<(StudyGame, bool), PlayError> {
        let mut game = StudyGame::new(self, scenario, cell)?;
        let mut is_laid_by_lot = false;
        loop {
            match game.position.to_act() {
                ToAct::Lots(draw) => {
                    // every family uses this word for the lot that lays the ground
                    is_laid_by_lot |= draw.word == "terrain";
                    // any map will do: whether a lot lays terrain does not depend on what the lot says
                    game.resolve(Lots(self.map_of(0)))?;
                }
                ToAct::Secretly(sides) => {
                    for side in sides {
                        // any set-up will do: only the first turn must be reached
                        let chosen = Baseline::Random.choose(
                            &game.position,
                            side,
                            Budget::Nodes(0),
                            self.seed,
                        );
                        game.apply(side, chosen.first().ok_or(PlayError::NoOrder)?)?;
                    }
                }
                ToAct::One(_) | ToAct::Nobody(_) => return Ok((game, is_laid_by_lot)),
            }
        }
    }

    /// The units, levels, towns and options of the scenario, which variants can change, in words.
    fn known(&self, scenario: &Scenario) -> String {
        let plain = Self {
            variants: vec![Variant::Normal],
            ..self.clone()
        };
        let mut known = Vec::new();
        let mut tell = |what: &str, names: Vec<String>| {
            known.push(match names.is_empty() {
                true => format!("no {what}"),
                false => format!("{what} {}", names.join(", ")),
            });
        };
        // the first cell of an unrestricted game: what a restriction has taken could not be offered
        if let Ok((game, _)) = plain.begun(scenario, plain.cells()[0]) {
            let asked = studied(&game.position);
            tell("units", asked.symbols());
            let sides: Vec<Side> = game.position.sides().iter().collect();
            // a leader of level 1 cannot lose a level, and a variant's number has one digit
            let levels = (2..=9_u8).filter(|level| {
                let mut sides = sides.iter();
                sides.any(|side| asked.lowered(*side, *level).is_some())
            });
            tell(
                "levels to lower",
                levels.map(|level| level.to_string()).collect(),
            );
        }
        // towns that a lot lays lie elsewhere in every game, and are no variant
        if let Ok(start) = scenario.start(&self.options) {
            let towns = studied(&start).towns();
            tell("towns", towns.iter().map(ToString::to_string).collect());
        }
        let options = scenario.options();
        let options = options
            .iter()
            .map(|option| format!("{}={}", option.key, option.allowed));
        tell("options", options.collect());
        known.join("; ")
    }
}

/// True if a pass ends the game that has just begun.
fn is_lost(mut game: StudyGame) -> bool {
    // over before the first order: lost in any case
    let ToAct::One(side) = game.position.to_act() else {
        return true;
    };
    let orders = game.pass(side);
    let is_given = orders.iter().all(|order| game.apply(side, order).is_ok());
    is_given && game.position.outcome().is_some()
}
