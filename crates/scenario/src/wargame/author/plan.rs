//! Scenarios made from a few numbers: armies in the proportions of WarGame 1 or 2, and a map laid from a seed.

mod muster;
mod text;

use board::{Board, Cell, Grid, Shape};
use rules::wargame::{Game, HiddenSetUp, Kind, Options, Ruleset, Start, Terrain};

use crate::text::is_title;

/// The numbers from which [`Plan::write`] makes a scenario.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Plan {
    /// The title of the scenario.
    pub title: String,
    /// The rules of the scenario: squares in WarGame 1, hexes in WarGame 2.
    pub ruleset: Ruleset,
    /// The files of the board, 8 to 120.
    pub files: u8,
    /// The ranks of the board, 8 to 120; in WarGame 2 an even number from 12.
    pub ranks: u8,
    /// The towns of the board, an even number; `None` for as many for each cell as on the game's own map.
    pub towns: Option<u16>,
    /// The percentage of cells with terrain, towns included, 10 to 30.
    pub density: u8,
    /// The approximate number of a side's units, leaders included; `None` for as many for each cell as in the game.
    pub units: Option<u16>,
    /// The orders of a turn; `None` for as many for each leader as in the game.
    pub cap: Option<u8>,
    /// The seed of the map.
    pub seed: u64,
}

/// Why a [`Plan`] gives no scenario.
#[allow(missing_docs, reason = "the message of each says what it holds")]
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PlanError {
    /// The board is too small, too large, or of hexes with an odd number of ranks.
    #[error("a board of {files} files and {ranks} ranks cannot be made for {}", .ruleset.name())]
    Size {
        ruleset: Ruleset,
        files: u8,
        ranks: u8,
    },
    /// The terrain is too thin or too thick.
    #[error("terrain on {0} percent of the board is not what these games are played on")]
    Density(u8),
    /// The board has no room for the towns, or their number is odd.
    #[error("{found} towns cannot be laid on this board")]
    Towns { found: u16, most: u16 },
    /// The home has no room for the units, or they are too few for an army.
    #[error("{found} units a side cannot be placed on this board")]
    Units { found: u16, least: u16, most: u16 },
    /// The title is empty, too long, or has control characters.
    #[error("the title is no line of 1 to 80 characters")]
    Title,
}

impl PlanError {
    /// How to correct the plan.
    pub fn advice(&self) -> String {
        match self {
            Self::Size { ruleset, .. } => match ruleset {
                Ruleset::One => "take 8 to 120 files and 8 to 120 ranks".to_owned(),
                Ruleset::Two => {
                    "take 8 to 120 files and an even number of ranks from 12 to 120".to_owned()
                }
            },
            Self::Density(_) => "take 10 to 30 percent".to_owned(),
            Self::Towns { most, .. } => format!("take an even number from 0 to {most}"),
            Self::Units { least, most, .. } => format!("take {least} to {most}"),
            Self::Title => "take another title".to_owned(),
        }
    }
}

/// The game whose proportions a plan keeps. Rules: wargame 1.1, 1.2, 1.13, 2.1, 2.2, 2.8.
struct Model {
    cells: usize,
    towns: usize,
    /// The units of each kind; of the first kinds there is one in every army.
    army: &'static [(Kind, usize)],
    single: usize,
    /// The orders of a turn, for the leaders of the army.
    cap: usize,
    least_ranks: u8,
    /// The fewest ranks between the homes for which nothing can be killed in the first turn.
    least_middle: u8,
}

const ONE: Model = Model {
    cells: 33 * 20,
    towns: 8,
    army: &[
        (Kind::CommandPost, 1),
        (Kind::SupremeCommander, 1),
        (Kind::TankCommander, 6),
        (Kind::InfantryCommander, 4),
        (Kind::ArtilleryCommander, 3),
        (Kind::Tank, 16),
        (Kind::Infantry, 24),
        (Kind::Artillery, 14),
    ],
    single: 2,
    cap: 10,
    least_ranks: 8,
    least_middle: 4,
};

const TWO: Model = Model {
    cells: 24 * 16,
    towns: 4,
    army: &[
        (Kind::Commander, 1),
        (Kind::General, 3),
        (Kind::Colonel, 6),
        (Kind::Cavalry, 6),
        (Kind::Infantry, 18),
        (Kind::Artillery, 6),
    ],
    single: 1,
    cap: 7,
    least_ranks: 12,
    least_middle: 6,
};

/// The most units of a made army: their leaders are fewer than the 128 whose orders the rules match.
const MOST_UNITS: u16 = 400;

/// The fewest units of a made army: one of every kind.
const LEAST_UNITS: u16 = 8;

/// The most cells with terrain between the homes, in percent: more would leave no way through.
const MOST_ROUGH: usize = 40;

impl Model {
    const fn of(ruleset: Ruleset) -> &'static Self {
        match ruleset {
            Ruleset::One => &ONE,
            Ruleset::Two => &TWO,
        }
    }

    fn units(&self) -> usize {
        self.army.iter().map(|(_, count)| count).sum()
    }

    fn leaders(&self) -> usize {
        let leaders = self.army.iter().filter(|(kind, _)| kind.is_leader());
        leaders.map(|(_, count)| count).sum()
    }

    /// An army of about that many units, in the proportions of the game.
    fn army(&self, units: usize) -> Vec<Kind> {
        let whole = self.units();
        let counts = self.army.iter().enumerate().map(|(place, (kind, count))| {
            // rounded to the nearest, so that a doubled army has twice of each kind
            let share = (count * units + whole / 2) / whole;
            let count = if place < self.single { 1 } else { share.max(1) };
            std::iter::repeat_n(*kind, count)
        });
        let mut army: Vec<Kind> = counts.flatten().collect();
        army.sort_unstable();
        army
    }
}

impl Plan {
    /// A plan for a board of that size with the usual numbers.
    pub fn new(ruleset: Ruleset, files: u8, ranks: u8) -> Self {
        Self {
            title: format!("{} {files}x{ranks}", ruleset.name()),
            ruleset,
            files,
            ranks,
            towns: None,
            density: 10,
            units: None,
            cap: None,
            seed: 1,
        }
    }

    /// The text of a scenario made to this plan, always the same for the same plan. `origin` is a remark on the first
    /// lines of the text, which says how the scenario was made.
    ///
    /// # Errors
    /// A number out of bounds or too large for the board, or a title that cannot be shown.
    pub fn write(&self, origin: &str) -> Result<String, PlanError> {
        let size = PlanError::Size {
            ruleset: self.ruleset,
            files: self.files,
            ranks: self.ranks,
        };
        let board = self.board().ok_or(size)?;
        if !(10..=30).contains(&self.density) {
            return Err(PlanError::Density(self.density));
        }
        if !is_title(self.title.trim()) {
            return Err(PlanError::Title);
        }
        let army = self.army(board)?;
        let towns = self.towns(board)?;
        let leaders = army.iter().filter(|kind| kind.is_leader()).count();
        let model = Model::of(self.ruleset);
        // rounded to the nearest, in the proportion of the model
        let cap = (leaders * model.cap + model.leaders() / 2) / model.leaders();
        let cap = self
            .cap
            .unwrap_or(u8::try_from(cap.max(1)).unwrap_or(u8::MAX));
        let home = self.home();
        let game = Game {
            ruleset: self.ruleset,
            terrain: Grid::filled(board, Terrain::Open),
            cap,
            armies: [army.clone(), army.clone()],
            start: Start::Hidden(HiddenSetUp {
                zones: [Vec::new(), Vec::new()],
                books: [Vec::new(), Vec::new()],
            }),
            middle: home..self.ranks - home,
            // Rules: wargame 1.12: five of eight towns, rounded up
            towns: u8::try_from((towns * 5).div_ceil(8)).unwrap_or(u8::MAX),
            options: Options::ALL_OFF,
            map_lot: None,
        };
        let game = self.mapped(game, towns);
        let book = muster::muster(&game, home, &army).ok_or_else(|| self.too_many(board))?;
        Ok(text::write(self, origin, &game, &book))
    }

    fn board(&self) -> Option<Board> {
        let model = Model::of(self.ruleset);
        let shape = match self.ruleset {
            Ruleset::One => Shape::Square,
            Ruleset::Two => Shape::Hex,
        };
        if self.files < 8 || self.ranks < model.least_ranks {
            return None;
        }
        Board::of(shape, self.files.into(), self.ranks.into()).ok()
    }

    /// The ranks of either home: as large a share as in the game, and so few that nothing is killed in the first turn.
    fn home(&self) -> u8 {
        let model = Model::of(self.ruleset);
        let share = match self.ruleset {
            Ruleset::One => u16::from(self.ranks) * 3 / 10,
            Ruleset::Two => u16::from(self.ranks) / 4,
        };
        // few enough that the homes lie too far apart for a kill in the first turn
        let most = (self.ranks - model.least_middle) / 2;
        u8::try_from(share).unwrap_or(most).min(most)
    }

    fn room(&self) -> u16 {
        // a third of the home stays free for moves
        (u16::from(self.files) * u16::from(self.home()) * 2 / 3).min(MOST_UNITS)
    }

    fn army(&self, board: Board) -> Result<Vec<Kind>, PlanError> {
        let model = Model::of(self.ruleset);
        // on a small board the share would be less than one of every kind
        let usual = (board.len() * model.units() / model.cells).max(LEAST_UNITS.into());
        let units = self
            .units
            .map_or(usual.min(self.room().into()), usize::from);
        let army = model.army(units);
        let bounds = usize::from(LEAST_UNITS)..=usize::from(self.room());
        if bounds.contains(&units)
            && army.len() <= usize::from(self.files) * usize::from(self.home())
        {
            Ok(army)
        } else {
            Err(self.too_many(board))
        }
    }

    // the same error for either: too many units for the home, or too few for an army
    fn too_many(&self, board: Board) -> PlanError {
        let usual = board.len() * Model::of(self.ruleset).units() / Model::of(self.ruleset).cells;
        PlanError::Units {
            found: self
                .units
                .unwrap_or(u16::try_from(usual).unwrap_or(u16::MAX)),
            least: LEAST_UNITS,
            most: self.room(),
        }
    }

    fn towns(&self, board: Board) -> Result<usize, PlanError> {
        let model = Model::of(self.ruleset);
        let usual = (board.len() * model.towns / model.cells / 2 * 2).max(2);
        let middle = usize::from(self.files) * usize::from(self.ranks - 2 * self.home());
        // a town has nothing next to it, which takes up a block of cells for each even, and small enough for the byte
        // that the game counts towns in
        let most = (middle / 16 / 2 * 2).min(254);
        match self.towns.map(usize::from) {
            None => Ok(usual.min(most)),
            Some(towns) if towns <= most && towns % 2 == 0 => Ok(towns),
            Some(towns) => Err(PlanError::Towns {
                found: u16::try_from(towns).unwrap_or(u16::MAX),
                most: u16::try_from(most).unwrap_or(u16::MAX),
            }),
        }
    }

    /// The game with terrain laid from the seed: towns, and trees and hills in equal parts. If that much terrain leaves
    /// no way through the middle, fewer trees and hills are laid.
    fn mapped(&self, game: Game, towns: usize) -> Game {
        let board = game.board();
        let middle = usize::from(self.files) * game.middle.len();
        let wanted = (board.len() * usize::from(self.density)).div_ceil(100);
        // the density counts towns as terrain
        let wanted = wanted.min(middle * MOST_ROUGH / 100).saturating_sub(towns);
        // in fours: half of it are trees and half hills, and every cell has its image after a half-turn
        let mut rough = wanted.div_ceil(4) * 4;
        loop {
            let counted = counted(&game, towns, rough);
            let laid = counted.mapped(self.seed);
            // nothing was laid if every try got stuck: then the lot leaves the map as it was
            let is_laid = laid.terrain != counted.terrain;
            if is_laid || rough == 0 {
                let terrain = if is_laid {
                    laid.terrain
                } else {
                    game.terrain.clone()
                };
                return Game { terrain, ..game };
            }
            // an eighth less each time, in fours: a few tries even on the largest board
            rough = rough.saturating_sub(4.max(rough / 8 / 4 * 4));
        }
    }
}

/// The game with that much terrain in a heap between the homes: the lot counts it and lays it elsewhere.
fn counted(game: &Game, towns: usize, rough: usize) -> Game {
    let mut counted = game.clone();
    let half = game.middle.start..game.middle.start + game.middle.len() as u8 / 2;
    // in any order, since the lot only counts them
    let cells: Vec<Cell> = game.board().cells().collect();
    let cells = cells.into_iter().filter(|cell| half.contains(&cell.rank()));
    let kinds = std::iter::repeat_n(Terrain::Town, towns / 2)
        .chain(std::iter::repeat_n(Terrain::Trees, rough / 4))
        .chain(std::iter::repeat_n(Terrain::Hill, rough / 4));
    for (cell, kind) in cells.zip(kinds) {
        counted.terrain[cell] = kind;
        counted.terrain[game.board().half_turn(cell)] = kind;
    }
    counted
}
