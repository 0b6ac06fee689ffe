//! Scenarios made from a few numbers: two Castles, and woods and rough ground laid from a seed.

use std::fmt::Write as _;

use board::{Board, Cell, Grid};
use rules::tourney::{Game, Kind, Numbers, Options, Switch, Terrain, WHITE};
use toml_edit::value;

use super::moves_from;
use crate::text::is_title;
use crate::tourney::fen;

/// The fewest files and ranks: room for the units around a Castle, and for a way that is not too short.
const FEWEST: u8 = 7;

/// The most files and ranks: beyond them nobody meets for many turns.
const MOST: u8 = 25;

/// The ranks before either edge that stay open, for start and muster. Rules: tourney 3.9
const HOME: u8 = 3;

/// The draws of a map before the seed counts as unlucky.
const ATTEMPTS: u64 = 400;

/// The numbers from which [`Plan::write`] makes a scenario.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Plan {
    /// The title of the scenario.
    pub title: String,
    /// The files of the board, 7 to 25.
    pub files: u8,
    /// The ranks of the board, 7 to 25.
    pub ranks: u8,
    /// The percentage of cells with woods or rough ground, 10 to 30.
    pub density: u8,
    /// True for two Knights and four Footmen a side.
    pub is_grand: bool,
    /// The seed of the map.
    pub seed: u64,
}

/// Why a [`Plan`] gives no scenario.
#[allow(missing_docs, reason = "the message of each says what it holds")]
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PlanError {
    /// The board is too small or too large.
    #[error("a board of {files} files and {ranks} ranks cannot be made for a tourney")]
    Size { files: u8, ranks: u8 },
    /// The terrain is too thin or too thick.
    #[error("terrain on {0} percent of the board is not what a tourney is played on")]
    Density(u8),
    /// No map of that density was found on which Knights reach everything and need three moves from Green to Green.
    #[error("no map of {density} percent terrain was found for the seed {seed}")]
    NoMap { density: u8, seed: u64 },
    /// The title is empty, too long, or has control characters.
    #[error("the title is no line of 1 to 80 characters")]
    Title,
}

impl PlanError {
    /// The way to correct the plan.
    pub fn advice(&self) -> String {
        match self {
            Self::Size { .. } => format!("take {FEWEST} to {MOST} files and ranks"),
            Self::Density(_) => "take 10 to 30 percent".to_owned(),
            Self::NoMap { .. } => "take another seed, another density or another size".to_owned(),
            Self::Title => "take another title".to_owned(),
        }
    }
}

impl Plan {
    /// A plan for a board of that size with the usual numbers.
    pub fn new(files: u8, ranks: u8) -> Self {
        Self {
            title: format!("Tourney {files}x{ranks}"),
            files,
            ranks,
            density: 14,
            is_grand: false,
            seed: 1,
        }
    }

    /// The text of a scenario made to this plan, always the same for the same plan. `origin` is a remark on the first
    /// lines of the text, which says how the scenario was made.
    ///
    /// # Errors
    /// A number out of bounds, a title that cannot be shown, or a seed without a fair map.
    pub fn write(&self, origin: &str) -> Result<String, PlanError> {
        let (files, ranks) = (self.files, self.ranks);
        let bounds = FEWEST..=MOST;
        let board = Board::new(files.into(), ranks.into()).ok();
        let board = board.filter(|_| bounds.contains(&files) && bounds.contains(&ranks));
        let board = board.ok_or(PlanError::Size { files, ranks })?;
        if !(10..=30).contains(&self.density) {
            return Err(PlanError::Density(self.density));
        }
        if !is_title(self.title.trim()) {
            return Err(PlanError::Title);
        }
        let castle = Cell::new(files / 2, 0);
        let green = Cell::new(files / 2, 1);
        let map = (0..ATTEMPTS)
            // the attempt changes the highest bits, so that attempts of neighboring seeds do not coincide
            .map(|attempt| self.laid(board, (castle, green), Numbers(self.seed ^ attempt << 48)))
            .find(|map| is_fair(map, green));
        let map = map.ok_or(PlanError::NoMap {
            density: self.density,
            seed: self.seed,
        })?;
        Ok(self.text(origin, &map, castle, green))
    }

    /// Castles, Greens, and woods and rough ground in about equal parts, the same after a half-turn.
    fn laid(
        &self,
        board: Board,
        (castle, green): (Cell, Cell),
        mut numbers: Numbers,
    ) -> Grid<Terrain> {
        let mut map = Grid::filled(board, Terrain::Open);
        for (cell, terrain) in [(castle, Terrain::Castle), (green, Terrain::Green)] {
            map[cell] = terrain;
            map[board.half_turn(cell)] = terrain;
        }
        // the homes of a low board are lower, or no rank would lie between them
        let home = HOME.min((self.ranks - 3) / 2);
        let middle: Vec<Cell> = board
            .cells()
            .filter(|cell| (home..self.ranks - home).contains(&cell.rank()))
            .collect();
        let wanted = (board.len() * usize::from(self.density)).div_ceil(100);
        let mut laid = 0;
        // a cell drawn twice is laid once, so more are drawn than wanted
        for draw in 0..wanted * 8 {
            if laid >= wanted {
                break;
            }
            let cell = middle[numbers.below(middle.len())];
            if map[cell] != Terrain::Open {
                continue;
            }
            let terrain = if draw % 2 == 0 {
                Terrain::Forest
            } else {
                Terrain::Rough
            };
            let image = board.half_turn(cell);
            // the middle cell is its own image
            laid += if image == cell { 1 } else { 2 };
            map[cell] = terrain;
            map[image] = terrain;
        }
        map
    }

    /// Writes a map with the usual start as a file for people to read and change.
    fn text(&self, origin: &str, map: &Grid<Terrain>, castle: Cell, green: Cell) -> String {
        let mut text = String::new();
        let done = self.fill(&mut text, origin, map, (castle, green));
        done.expect("a string takes all that is written to it");
        text
    }

    fn fill(
        &self,
        text: &mut String,
        origin: &str,
        map: &Grid<Terrain>,
        (castle, green): (Cell, Cell),
    ) -> std::fmt::Result {
        let board = map.board();
        let start = Game::standard_start(board, WHITE, (castle, green), Options::BASE);
        let black = start.iter().map(|unit| rules::tourney::Start {
            side: rules::tourney::BLACK,
            cell: board.half_turn(unit.cell),
            ..*unit
        });
        let start: Vec<_> = start.iter().copied().chain(black).collect();
        for line in origin.lines() {
            writeln!(text, "# {line}")?;
        }
        let half_turn = "symmetry = \"half-turn\"";
        writeln!(
            text,
            "format = 1\nfamily = \"tourney\"\ntitle = {}\ndescription = \"\"\"\nWar Lord Tourney on a board of its own.\n\"\"\"\n\n\
             [board]\nfiles = {}\nranks = {}\n{half_turn}\nhouse = \"\"\"\nWoods and rough ground cover about {} percent of the board, laid from a \
             seed. It is the same for both sides after a half-turn, and\nKnights need three moves from Green to Green.\n\"\"\"\nterrain = \"\"\"",
            value(self.title.trim()),
            self.files,
            self.ranks,
            self.density,
        )?;
        for rank in (0..board.ranks()).rev() {
            let letters = (0..board.files()).map(|file| map[Cell::new(file, rank)].symbol());
            let letters: Vec<String> = letters.map(String::from).collect();
            writeln!(text, "{}", letters.join(" "))?;
        }
        writeln!(
            text,
            "\"\"\"\n\n[castles]\nwhite = {{ castle = [\"{castle}\"], name = \"South\" }}\n\
             black = {{ castle = [\"{}\"], name = \"North\" }}\n\n[set-up]\n{half_turn}\nrows = \"\"\"",
            board.half_turn(castle)
        )?;
        for rank in (0..board.ranks()).rev() {
            let words = (0..board.files()).map(|file| {
                let word = fen::word(&start, Cell::new(file, rank));
                word.unwrap_or_else(|| ".".to_owned())
            });
            writeln!(text, "{}", words.collect::<Vec<_>>().join(" "))?;
        }
        writeln!(text, "\"\"\"")?;
        if self.is_grand {
            writeln!(text, "\n[options]\n{} = true", Switch::Grand.key())?;
        }
        Ok(())
    }
}

/// True if Knights need three moves from Green to Green and reach every cell that is open to them.
/// Rules: tourney 3.9
fn is_fair(map: &Grid<Terrain>, green: Cell) -> bool {
    let rides = moves_from(map, Kind::Knight, [green]);
    let is_reached = |(cell, ground): (Cell, &Terrain)| {
        *ground == Terrain::Castle || !ground.admits_riders() || rides[cell].is_some()
    };
    let across = rides[map.board().half_turn(green)];
    across.is_some_and(|moves| moves >= 3) && map.iter().all(is_reached)
}
