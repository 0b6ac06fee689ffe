//! Scenarios made from a few numbers: two countries with towns, and tiny armies that command themselves.

mod armies;
mod text;

use board::{Board, Cell, Grid};
use rules::warlord::{Cap, Game, Numbers, Options, Scatter, Span, Start, Terrain, Towns};

use super::advice::LARGE;
use crate::Scenario;
use crate::text::is_title;

/// The numbers from which [`Plan::write`] makes a scenario.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Plan {
    /// The title of the scenario.
    pub title: String,
    /// The files of the board, 8 to 120.
    pub files: u8,
    /// The ranks of the board, 8 to 120.
    pub ranks: u8,
    /// The towns of the board, an even number, 408 at most; `None` for about one town for every 144 cells, and no town
    /// on a board smaller than that of Border War.
    pub towns: Option<u16>,
    /// The percentage of cells with terrain, towns included, 10 to 30.
    pub density: u8,
    /// The leaders of a side, from 2; `None` for as many as suit the board.
    pub leaders: Option<u16>,
    /// The units of a side, leaders included; `None` for as many as suit the leaders.
    pub units: Option<u16>,
    /// The orders of a turn; `None` for 60 percent of the total level.
    pub cap: Option<u8>,
    /// True if the terrain is the same after a half-turn, as towns and armies always are.
    pub is_symmetric: bool,
    /// The seed of everything left to chance.
    pub seed: u64,
}

/// Why a [`Plan`] gives no scenario.
#[allow(missing_docs, reason = "the message of each says what it holds")]
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PlanError {
    /// The board is too small or too large.
    #[error("a board of {files} files and {ranks} ranks cannot be made")]
    Size { files: u8, ranks: u8 },
    /// The terrain is too thin or too thick.
    #[error("terrain on {0} percent of the board is not what these games are played on")]
    Density(u8),
    /// The board has no room for the towns, or their number is odd.
    #[error("{found} towns cannot be laid on this board")]
    Towns { found: u16, most: u16 },
    /// The board has no room for the leaders.
    #[error("{found} leaders a side cannot be placed on this board")]
    Leaders { found: u16, most: u16 },
    /// The board has no room for the units, or the leaders need more of them.
    #[error("{found} units a side cannot be placed on this board")]
    Units { found: u16, least: u16, most: u16 },
    /// The levels of the leaders ask for a larger CAP than the format allows.
    #[error("60 percent of the total level of {leaders} leaders is more than the largest CAP, 255")]
    Cap { leaders: u16 },
    /// The title is empty, too long, or has control characters.
    #[error("the title is no line of 1 to 80 characters")]
    Title,
}

impl PlanError {
    /// A way to mend the plan.
    pub fn advice(&self) -> String {
        match self {
            Self::Size { .. } => "take 8 to 120 files and 8 to 120 ranks".to_owned(),
            Self::Density(_) => "take 10 to 30 percent".to_owned(),
            Self::Towns { most, .. } => format!("take an even number from 0 to {most}"),
            Self::Leaders { most, .. } => format!("take 2 to {most}"),
            Self::Units { least, most, .. } => {
                format!("take {least} to {most}, or another number of leaders")
            }
            Self::Cap { .. } => "take fewer leaders, or set the CAP".to_owned(),
            Self::Title => "take another title".to_owned(),
        }
    }
}

const LEAST_SIDE: u8 = 8;

/// Cells for each town if a plan names no number, as in Two Countries.
const CELLS_A_TOWN: usize = 144;

/// The cells of the smallest board on which light cavalry activates itself: those of A Test of Wills.
const SELF_ACTIVATING: usize = 20 * 12;

/// The most towns of a board: the number of towns that win, a side's own and a quarter as many, is at most 255 in a
/// file.
const MOST_TOWNS: usize = 408;

/// The cells drawn for each town or leader, which goes to the one farthest from the others: one cell would give clumps,
/// all cells the same pattern every time.
const CANDIDATES: usize = 16;

/// The most games drawn for a plan: if each of them gets advice or lacks terrain, the best is taken.
const TRIES: u64 = 64;

impl Plan {
    /// A plan for a board of that size with the usual numbers.
    pub fn new(files: u8, ranks: u8) -> Self {
        Self {
            title: format!("Countries {files}x{ranks}"),
            files,
            ranks,
            towns: None,
            density: 15,
            leaders: None,
            units: None,
            cap: None,
            is_symmetric: true,
            seed: 1,
        }
    }

    /// The text of a scenario made to this plan, always the same for the same plan. `origin` is a remark on the first
    /// lines of the text, which says how the scenario was made.
    ///
    /// # Errors
    /// A number out of bounds or too large for the board, or a title that cannot be shown.
    pub fn write(&self, origin: &str) -> Result<String, PlanError> {
        self.check()?;
        let mut best = None;
        for attempt in 0..TRIES {
            // the attempt changes the highest byte, so that attempts of neighboring seeds do not coincide
            let mut numbers = Numbers(self.seed ^ attempt << 56);
            let game = self.game(&mut numbers)?;
            let text = text::write(self, origin, &game);
            // parsed like any author's file: a made scenario passes every check or is no scenario
            let wise = Scenario::parse("new.toml", &text).map(|made| made.advice().is_empty());
            // advice is the first fault and terrain left out the second: an unwise game is worse
            let faults = (wise != Ok(true), self.lacks(&game));
            if faults == (false, 0) {
                return Ok(text);
            }
            if best.as_ref().is_none_or(|(least, _)| faults < *least) {
                best = Some((faults, text));
            }
        }
        Ok(best.map_or_else(String::new, |(_, text)| text))
    }

    /// The number of cells whose terrain was left out, since the terrain would have cut a unit off. One cell may be
    /// missing, since the middle cell of a board is its own image and so breaks a pair.
    fn lacks(&self, game: &Game) -> usize {
        let count = |wanted: fn(Terrain) -> bool| {
            let ground = game.terrain.iter();
            ground.filter(|(_, terrain)| wanted(**terrain)).count()
        };
        let towns = count(|terrain| terrain == Terrain::Town);
        let Scatter { trees, hills, .. } = self.scatter(towns);
        let wanted = towns + usize::from(trees.from) + usize::from(hills.from);
        wanted.saturating_sub(1 + count(|terrain| terrain != Terrain::Open))
    }

    fn check(&self) -> Result<(), PlanError> {
        let (files, ranks) = (self.files, self.ranks);
        let fits = |side: u8| side >= LEAST_SIDE && usize::from(side) <= board::MAX_SIDE.into();
        if !fits(files) || !fits(ranks) {
            return Err(PlanError::Size { files, ranks });
        }
        if !(10..=30).contains(&self.density) {
            return Err(PlanError::Density(self.density));
        }
        if !is_title(self.title.trim()) {
            return Err(PlanError::Title);
        }
        // towns are a fifth of the terrain at most
        let most = (self.cells() * usize::from(self.density) / 500).min(MOST_TOWNS);
        let most = u16::try_from(most / 2 * 2).unwrap_or(u16::MAX);
        match self.towns {
            Some(found) if found > most || found % 2 > 0 => Err(PlanError::Towns { found, most }),
            _ => Ok(()),
        }
    }

    fn cells(&self) -> usize {
        usize::from(self.files) * usize::from(self.ranks)
    }

    /// The ranks of each side's country, in which its army stands: a third of the board, and few enough ranks that no
    /// unit reaches the enemy in one move.
    fn home_ranks(&self) -> u8 {
        // at least four ranks lie between the countries, and nothing moves farther than three
        (self.ranks / 3).min((self.ranks - 4) / 2)
    }

    fn game(&self, numbers: &mut Numbers) -> Result<Game, PlanError> {
        let (files, ranks) = (usize::from(self.files), usize::from(self.ranks));
        let size = PlanError::Size {
            files: self.files,
            ranks: self.ranks,
        };
        let board = Board::new(files, ranks).map_err(|_size| size)?;
        let mut terrain = Grid::filled(board, Terrain::Open);
        let towns = self.lay_towns(board, numbers);
        for town in &towns {
            terrain[*town] = Terrain::Town;
            terrain[board.half_turn(*town)] = Terrain::Town;
        }
        let (army, units) = armies::raise(self, board, &towns, numbers)?;
        let levels: u32 = army.iter().map(|kind| u32::from(kind.level())).sum();
        let leaders = army.iter().filter(|kind| kind.is_leader()).count();
        // rounded to the nearest; the rules' own share of 60 percent (warlord 8.6)
        let cap = (levels * 60 + 50) / 100;
        let cap = self.cap.map_or_else(|| u8::try_from(cap.max(1)), Ok);
        let leaders = u16::try_from(leaders).unwrap_or(u16::MAX);
        let has_towns = !towns.is_empty();
        // all of one's own and a quarter as many of the enemy's
        let needed = towns.len() + (towns.len() / 4).max(1);
        let game = Game {
            terrain,
            cap: Cap {
                number: cap.map_err(|_too_large| PlanError::Cap { leaders })?,
                leaders_left: false,
                rise: None,
            },
            range: 2,
            heavy_as_hero: false,
            armies: [army.clone(), army],
            choice: None,
            scatter: Some(self.scatter(towns.len() * 2)),
            start: Start::Fixed(units),
            entry: None,
            members: [1, 1],
            command_ending: false,
            towns: has_towns.then(|| Towns {
                needed: u8::try_from(needed).unwrap_or(u8::MAX),
            }),
            options: Options {
                // without towns, the short game keeps a made game from lasting until the last leader
                short: if has_towns || leaders < 4 { 0 } else { 3 },
                self_activating: self.cells() >= SELF_ACTIVATING,
                ..Options::ALL_OFF
            },
        };
        // from the same numbers, so that one seed makes the whole scenario
        let lot = numbers.below(usize::MAX) as u64;
        Ok(Game {
            scatter: None,
            ..game.scattered(lot)
        })
    }

    /// A lot that lays the terrain other than towns, half of it trees and half hills.
    fn scatter(&self, towns: usize) -> Scatter {
        let hundredfold = self.cells() * usize::from(self.density);
        // trees and hills come in pairs; the rounding keeps the terrain between a tenth and three tenths of the board
        let (rough, spare) = if self.density < 20 {
            (hundredfold.div_ceil(100), 3)
        } else {
            (hundredfold / 100, 0)
        };
        let half = (rough.saturating_sub(towns) + spare) / 4 * 2;
        let half = u16::try_from(half).unwrap_or(u16::MAX);
        let span = Span {
            from: half,
            to: half,
        };
        Scatter {
            ranks: Span {
                from: 0,
                to: self.ranks - 1,
            },
            trees: span,
            hills: span,
            is_symmetric: self.is_symmetric,
            is_apart: false,
            seed: None,
        }
    }

    /// The towns of White's half, far from each other and from Black's towns.
    fn lay_towns(&self, board: Board, numbers: &mut Numbers) -> Vec<Cell> {
        let usual = match self.cells() {
            small if small < LARGE => 0,
            large => (large / CELLS_A_TOWN).max(4),
        };
        // in pairs, one in either country
        let pairs = self.towns.map_or(usual, usize::from) / 2;
        // not at the edge, where half of the ways to a town are missing
        let inner = |cell: &Cell| {
            (1..self.files - 1).contains(&cell.file()) && (1..self.ranks / 2).contains(&cell.rank())
        };
        let free: Vec<Cell> = board.cells().filter(inner).collect();
        let mut towns: Vec<Cell> = Vec::new();
        let mut taken = Vec::new();
        while towns.len() < pairs {
            let cell = farthest(board, &free, &taken, numbers);
            towns.push(cell);
            taken.extend([cell, board.half_turn(cell)]);
        }
        towns
    }
}

/// The cell farthest from those taken, among [`CANDIDATES`] drawn.
fn farthest(board: Board, free: &[Cell], taken: &[Cell], numbers: &mut Numbers) -> Cell {
    let mut best = (0, free[0]);
    for _ in 0..CANDIDATES {
        let cell = free[numbers.below(free.len())];
        let room = taken
            .iter()
            // from 1, so that the first cell drawn beats the stand-in of 0
            .map(|other| 1 + usize::from(board.distance(*other, cell)))
            .min();
        let room = room.unwrap_or(usize::MAX);
        if room > best.0 {
            best = (room, cell);
        }
    }
    best.1
}
