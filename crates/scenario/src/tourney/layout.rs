//! A scenario as its file draws it, and the game that options make of it.

use board::{Cell, Grid};
use rules::Side;
use rules::tourney::{
    BLACK, Castle, GREEN, Game, Kind, Map, Options, RED, Start, Switch, Terrain, WHITE,
};

/// The sides that can have a Castle, in the order of their places.
pub(super) const SIDES: [Side; 4] = [WHITE, BLACK, RED, GREEN];

/// The fewest files and ranks for `winding-knights`. Rules: tourney T-02, 5.17
const WINDING: u8 = 13;

/// The units of a side with the option `grand`. Rules: tourney 3.1
const GRAND: usize = 8;

/// The drawn board with its Castles, the units drawn, and the options as the file sets them.
// options change the game made from it, never the layout: the file's own drawing stays at hand for every choice
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Layout {
    /// The ground of each square, with every Castle and Green.
    pub(super) terrain: Grid<Terrain>,
    /// The Castles by the places of the sides.
    pub(super) castles: [Option<Castle>; 4],
    /// The units of the base game: no Sergeants, Bowmen and Bishops.
    pub(super) start: Vec<Start>,
    /// The wood in which undead hold Ladies, if there is any wood.
    pub(super) wood: Option<Cell>,
    /// True if options that need more room play on the large board of the rules.
    pub(super) is_large: bool,
    pub(super) options: Options,
}

/// Why a start cannot be played.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Misplaced {
    pub(super) start: Start,
    pub(super) found: String,
    pub(super) expected: String,
}

impl Layout {
    /// The sides whose Castles are drawn.
    pub(super) fn castles(&self) -> impl Iterator<Item = (Side, &Castle)> {
        let castles = SIDES.into_iter().zip(&self.castles);
        castles.filter_map(|(side, castle)| Some((side, castle.as_ref()?)))
    }

    /// The number of Castles drawn.
    pub(super) fn seats(&self) -> u8 {
        self.castles.iter().flatten().map(|_| 1).sum()
    }

    /// The numbers of seats that can be played.
    pub(super) fn seats_allowed(&self) -> &'static [u8] {
        match (self.seats(), self.is_large) {
            (2, true) => &[2, 3, 4],
            (2, false) => &[2],
            (3, _) => &[3],
            // of four Castles one may stay empty (tourney 6.1); to three none can be added
            _ => &[3, 4],
        }
    }

    /// True if those options are played on the large board of the rules in place of the one drawn.
    // the drawn board has no place for more Castles, and none for Knights that turn corners: the rules' own board then
    // serves
    pub(super) fn leaves_the_board(&self, options: Options) -> bool {
        let is_short = options.is_set(Switch::WindingKnights) && !self.has_room_for_winding();
        self.is_large && (is_short || options.seats > self.seats())
    }

    /// True if the board drawn is large enough for Knights that turn corners.
    pub(super) fn has_room_for_winding(&self) -> bool {
        let board = self.terrain.board();
        board.files() >= WINDING && board.ranks() >= WINDING
    }

    /// The game with those options, which agree with one another and with the layout.
    pub(super) fn game(&self, options: Options) -> Game {
        let mut game = if self.leaves_the_board(options) {
            Game::standard(Map::Large, options)
        } else {
            self.drawn(options)
        };
        // the names stay the file's, on either board
        for (castle, own) in game.castles.iter_mut().zip(&self.castles) {
            if let (Some(castle), Some(own)) = (castle, own) {
                castle.name.clone_from(&own.name);
            }
        }
        game
    }

    /// The game on the board drawn. Castle and Green of a side that does not play are open ground.
    /// Rules: tourney 6.1
    fn drawn(&self, options: Options) -> Game {
        let mut terrain = self.terrain.clone();
        let mut castles = self.castles.clone();
        // Rules: tourney 6.1: where a seat is empty, Castle and Green are open squares
        for castle in castles.iter_mut().skip(options.seats.into()) {
            if let Some(Castle { cell, green, .. }) = castle.take() {
                (terrain[cell], terrain[green]) = (Terrain::Open, Terrain::Open);
            }
        }
        let board = terrain.board();
        let mut start = Vec::new();
        for (side, castle) in SIDES.into_iter().zip(&castles) {
            let Some(castle) = castle else { continue };
            let site = (castle.cell, castle.green);
            let usual = Game::standard_start(board, side, site, options);
            if options.is_set(Switch::Grand) {
                // the option names every unit itself, so what the file draws does not count
                start.extend(usual);
                continue;
            }
            let drawn = self.start.iter().filter(|unit| unit.side == side);
            start.extend(drawn.copied());
            // the base units of the usual start are those that the file draws itself
            let brought = usual.into_iter().filter(|unit| is_brought(unit.kind));
            start.extend(brought);
        }
        Game {
            terrain,
            castles,
            start,
            wood: self.wood,
            options,
        }
    }

    /// True if the options bring each unit that they promise: a unit whose square the board lacks is left out.
    pub(super) fn has_all_units(&self, game: &Game, options: Options) -> bool {
        let count = |starts: &[Start], side| starts.iter().filter(|unit| unit.side == side).count();
        let extra = [
            (Switch::Sergeants, 2),
            (Switch::Bowmen, 1),
            (Switch::Bishop, 1),
        ];
        let extra = extra
            .into_iter()
            .filter(|(switch, _)| options.is_set(*switch));
        let extra: usize = extra.map(|(_, count)| count).sum();
        let is_whole = |side: Side| {
            let base = if options.is_set(Switch::Grand) {
                GRAND
            } else {
                count(&self.start, side)
            };
            count(&game.start, side) == base + extra
        };
        self.leaves_the_board(options) || game.players().iter().all(is_whole)
    }
}

/// True for the kinds that only options bring. Rules: tourney 3.10
pub(super) const fn is_brought(kind: Kind) -> bool {
    matches!(kind, Kind::Sergeant | Kind::Bowman | Kind::Bishop)
}

/// Where a unit on that ground stands, such as `in a wood`.
fn place(ground: Terrain) -> String {
    let word = match ground {
        Terrain::Castle | Terrain::Forest => "in",
        Terrain::Open
        | Terrain::Rough
        | Terrain::Green
        | Terrain::Hill
        | Terrain::River
        | Terrain::Mountain
        | Terrain::Bridge => "on",
    };
    format!("{word} {}", ground.name())
}

/// The units of a start that stand where they may not. Rules: tourney 3.2, 3.9
pub(super) fn misplaced(game: &Game) -> Vec<Misplaced> {
    let mut found = Vec::new();
    for start in &game.start {
        let Start { side, kind, cell } = *start;
        let ground = game.terrain[cell];
        let mut say = |what: String, expected: &str| {
            found.push(Misplaced {
                start: *start,
                found: what,
                expected: expected.to_owned(),
            });
        };
        let name = kind.name();
        if kind.rides() && !ground.admits_riders() || ground == Terrain::Mountain {
            say(
                format!("a {name} at {cell}, {}", place(ground)),
                "ground that such a unit may enter",
            );
        }
        if game.castle_at(cell).is_some_and(|owner| owner != side) {
            say(
                format!("a {name} at {cell}, in the Castle of another side"),
                "a square, or the unit's own Castle",
            );
        }
        let there = || game.start.iter().filter(|other| other.cell == cell);
        // the units before this one, so that each pair on a square is reported once
        let before = there().take_while(|other| *other != start);
        if before.clone().any(|other| other.side != side) {
            say(
                format!("units of two sides at {cell}"),
                "units of one side on a square",
            );
        }
        let own = there().filter(|other| other.side == side).count();
        // on the first of them alone, so that a crowd is one mistake
        if own > ground.limit() && before.count() == 0 && ground != Terrain::Mountain {
            let most = match ground.limit() {
                1 => "one unit in a wood, in a Castle or on a bridge",
                _ => "two units on a square",
            };
            let what = format!("{own} units at {cell}, {}", place(ground));
            say(what, most);
        }
    }
    found
}
