//! A game of Warlord as its scenario fixes it.

use std::fmt;

use board::{Board, Cell, Grid};

use super::{Kind, Movement, Placement, Terrain, Unit};
use crate::rows;
use crate::warlord::Side;

/// The number of leaders whose loss loses the game, with the option `six-leaders`. Rules: warlord 3.5.
pub(super) const SIX_LEADERS: u16 = 6;

/// A game as its scenario fixes it before the first turn: board, terrain, armies, CAP, endings and switches.
///
/// The scenario reader builds and checks the game; the rules take it as consistent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Game {
    /// The terrain of each cell.
    pub terrain: Grid<Terrain>,
    /// The number of orders a turn may hold.
    pub cap: Cap,
    /// The reach of a leader's activation, in king-steps: 2, or 3 in Chieftain Chess. Rules: warlord 2.2, 8.2.
    pub range: u8,
    /// Heavy Cavalry moves as the Hero does (Warlord 2.0). Rules: warlord 1.3.
    pub heavy_as_hero: bool,
    /// Each side's army in a fixed order, with reinforcements and without the units the side may choose.
    pub armies: [Vec<Kind>; 2],
    /// The units each side adds to its army in secret, in games with such a choice (Border War).
    pub choice: Option<FreeUnits>,
    /// Terrain laid by lot before the set-up (Border War).
    pub scatter: Option<Scatter>,
    /// The way of the armies onto the board.
    pub start: Start,
    /// The reinforcements, in games that have any (Valley War).
    pub entry: Option<Entry>,
    /// A side loses when the levels of its surviving leaders sum to less than CAP. Rules: warlord 3.3.
    pub command_ending: bool,
    /// The ending by towns, in games that have it. Rules: warlord 3.4.
    pub towns: Option<Towns>,
    /// The switches both players agree on.
    pub options: Options,
    /// The members of either side who have leaders of their own; 1 and 1 unless the players share by leaders.
    /// Rules: warlord 7.1.
    // of the match and no switch: how many players a side has is known only when they sit down
    pub members: [u8; 2],
}

/// Units a side chooses freely in addition to its army. Rules: warlord 6.4.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct FreeUnits {
    /// The number of leaders, of any levels.
    pub leaders: u8,
    /// The sum of the levels of all its leaders.
    pub levels: u16,
    /// The number of others, of any kinds.
    pub others: u8,
}

impl fmt::Display for FreeUnits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            leaders,
            levels,
            others,
        } = self;
        write!(
            f,
            "{leaders} leaders of total level {levels} and {others} other units of any kind"
        )
    }
}

/// Trees and hills that a lot lays on some ranks before the set-up.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Scatter {
    /// The ranks they may lie on, from 0.
    pub ranks: Span<u8>,
    /// The number of cells of trees.
    pub trees: Span<u16>,
    /// The number of hills.
    pub hills: Span<u16>,
    /// True if the terrain laid looks the same after a half-turn of the board; the numbers are even then.
    pub is_symmetric: bool,
    /// True if no two cells of the terrain touch, not even at a corner.
    pub is_apart: bool,
    /// The lot, once it is drawn.
    // part of the game from then on: the terrain follows from it, and two games with other lots are other games
    pub seed: Option<u64>,
}

/// From the first to the last, both included.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Span<T> {
    /// The first.
    pub from: T,
    /// The last.
    pub to: T,
}

/// The number of orders a turn may hold. Rules: warlord 2.7, 8.1, 8.3.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Cap {
    /// The game's number.
    pub number: u8,
    /// True if a side also has no more orders than leaders left.
    pub leaders_left: bool,
    /// The owner's turn from which another number holds, and that number (Valley War: 18 from turn 10).
    pub rise: Option<(u16, u8)>,
}

/// The towns ending: a side with units on at least `needed` towns at the start of its turn wins. Rules: warlord 3.4.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Towns {
    /// Towns needed.
    pub needed: u8,
}

/// The way of the armies onto the board.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Start {
    /// Known to both from the beginning; White moves first.
    Fixed(Vec<(Cell, Unit)>),
    /// Chosen unseen and opened together. Rules: warlord 6.
    Hidden(HiddenSetUp),
}

/// A hidden set-up by sections. Rules: warlord 6.3, 6.5, 6.7, 6.8, 6.9.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HiddenSetUp {
    /// Each side's home sections, every cell of each in board order.
    pub sections: [Vec<Vec<Cell>>; 2],
    /// The number of sections used; the others stay empty.
    pub used: u8,
    /// Leaders in each used section.
    pub leaders: u8,
    /// Other units in each used section.
    pub others: u8,
    /// For each section the owner's turn from whose start its units may enter (Valley War); empty if the sections are
    /// set up on the board.
    pub enters: Vec<u16>,
    /// Ready-made set-ups: a name and the placements, for each side.
    pub books: [Vec<(String, Vec<Placement>)>; 2],
}

/// Reinforcements: what enters where, and when. Rules: warlord 2.12, 6.7.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// The cells each side enters on, in board order.
    pub zones: [Vec<Cell>; 2],
    /// Each side's blocks in the order of their turns; empty if the hidden set-up makes them.
    pub blocks: [Vec<Block>; 2],
}

/// Units that become due together.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Block {
    /// The owner's turn, by its own count from 1, they may enter from the start of that turn.
    pub turn: u16,
    /// The kinds of the units.
    pub kinds: Vec<Kind>,
}

/// The switches both players agree on: every paragraph of the rules text marked so.
// each a field of its own: a match over all of them does not compile when one is added
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Options {
    /// `short`: leaders to capture in the short game; 0 = the long game. Rules: warlord 3.2.
    pub short: u8,
    /// `swap`: a cannon and a leader may exchange cells. Rules: warlord 2.9.
    pub swap: bool,
    /// `self-activating`: Light Cavalry may activate itself. Rules: warlord 2.8.
    pub self_activating: bool,
    /// `charge`: Heavy Cavalry moving as the Hero may jump two enemies. Rules: warlord 1.10.
    pub charge: bool,
    /// `light-leap`: Light Cavalry may leap two cells orthogonally. Rules: warlord 1.5.
    pub light_leap: bool,
    /// `crossing`: H, O, C, S and N pass over water. Rules: warlord 4.7.
    pub crossing: bool,
    /// `promotion`: whether Infantry promotes on the farthest rank. Rules: warlord 5.1.
    pub promote_infantry: bool,
    /// `promotion`: whether Light Cavalry does. Rules: warlord 5.1.
    pub promote_light: bool,
    /// `six-leaders`: a side that has lost six leaders loses. Rules: warlord 3.5.
    pub six_leaders: bool,
    /// `half-first`: the first player's first turn has half the CAP. Rules: warlord 2.10.
    pub half_first: bool,
    /// `repetition`: the third occurrence of a position is a draw. Rules: warlord 3.6.
    pub repetition: bool,
    /// `first-player`: who has the first turn after a hidden set-up. Rules: warlord 6.2.
    pub first_player: FirstPlayer,
}

/// The side with the first turn after a hidden set-up. Rules: warlord 6.2.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum FirstPlayer {
    /// Drawn by lot once both have set up.
    LotAfter,
    /// Drawn by lot before anybody sets up.
    LotBefore,
    /// The side agreed on.
    Agreed(Side),
}

impl Options {
    /// Every switch off: the long game.
    pub const ALL_OFF: Self = Self {
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
        first_player: FirstPlayer::LotAfter,
    };
}

impl Game {
    /// The board.
    pub const fn board(&self) -> Board {
        self.terrain.board()
    }

    /// The movement of a kind in this game.
    pub const fn movement(&self, kind: Kind) -> Movement {
        match kind {
            Kind::HeavyCavalry if self.heavy_as_hero => Movement::OrthogonalHero,
            kind => kind.movement(),
        }
    }

    /// True if a kind may jump two enemies to the third cell. Rules: warlord 1.10.
    pub(super) const fn is_charging(&self, kind: Kind) -> bool {
        self.options.charge && self.heavy_as_hero && matches!(kind, Kind::HeavyCavalry)
    }

    /// True if a unit of that kind activates itself. Rules: warlord 2.8, 5.2.
    pub(super) const fn activates_itself(&self, kind: Kind) -> bool {
        match kind {
            Kind::Promoted => true,
            Kind::LightCavalry => self.options.self_activating,
            _ => false,
        }
    }

    /// True if a unit of that kind is promoted on the farthest rank. Rules: warlord 5.1.
    pub(super) const fn promotes(&self, kind: Kind) -> bool {
        match kind {
            Kind::Infantry => self.options.promote_infantry,
            Kind::LightCavalry => self.options.promote_light,
            _ => false,
        }
    }

    /// The rank farthest from a side.
    pub(super) const fn farthest_rank(&self, side: Side) -> u8 {
        match side {
            Side::White => self.board().ranks() - 1,
            Side::Black => 0,
        }
    }

    /// The number of orders a side may make in a turn with that number of leaders left. Rules: warlord 2.7, 2.10, 2.11, 8.3.
    pub fn cap(&self, turn: u32, leaders_left: u16) -> u8 {
        let number = match self.cap.rise {
            // turns of both sides are counted together, but the rise names the owner's own turn
            Some((from, higher)) if turn.div_ceil(2) >= u32::from(from) => higher,
            _ => self.cap.number,
        };
        // Rules: warlord 2.7: self-activating Light Cavalry needs no leader, so lost leaders lower nothing
        let cap = if self.cap.leaders_left && !self.options.self_activating {
            u8::try_from(leaders_left).map_or(number, |left| left.min(number))
        } else {
            number
        };
        if turn == 1 && self.options.half_first {
            // Rules: warlord 2.10: rounded down, so half of 1 is a pass
            cap / 2
        } else {
            cap
        }
    }

    /// The terrain, one letter a cell, the top rank first, rows joined by `/`.
    pub fn terrain_rows(&self) -> String {
        rows::letters(&self.terrain, Terrain::symbol)
    }

    /// The game without the lots that come before a hidden set-up: armies can be set up at once. Rules: warlord 6.2, 6.6.
    #[must_use]
    pub fn without_lots(&self) -> Self {
        let mut game = self.clone();
        game.scatter = None;
        game.options.first_player = FirstPlayer::LotAfter;
        game
    }

    /// The units that enter later for a side: the owner's turn from which each may enter, and its kind.
    pub fn reinforcements(&self, side: Side) -> impl Iterator<Item = (u16, Kind)> {
        let blocks = self
            .entry
            .iter()
            .flat_map(move |entry| &entry.blocks[side.index()]);
        blocks.flat_map(|block| block.kinds.iter().map(|kind| (block.turn, *kind)))
    }

    /// The most units a side can have still to enter.
    pub(super) fn most_waiting(&self, side: Side) -> usize {
        // in such a game the whole army waits (warlord 6.7)
        match &self.start {
            Start::Hidden(hidden) if !hidden.enters.is_empty() => self.units(side),
            _ => self.reinforcements(side).count(),
        }
    }

    /// The number of leaders a side has in all, with those it chooses and those that enter later.
    pub fn leaders(&self, side: Side) -> usize {
        let army = self.armies[side.index()].iter();
        let chosen = self.choice.map_or(0, |choice| choice.leaders.into());
        army.filter(|kind| kind.is_leader()).count() + chosen
    }

    /// The sum of the levels of all its leaders.
    pub fn levels(&self, side: Side) -> u16 {
        let army = self.armies[side.index()].iter();
        let levels = army.map(|kind| u16::from(kind.level()));
        let chosen = self.choice.map_or(0, |choice| choice.levels);
        // saturating, since anybody's scenario is counted here before it is checked
        levels.fold(chosen, u16::saturating_add)
    }

    /// The number of units a side has in all, with those it chooses and those that enter later.
    pub fn units(&self, side: Side) -> usize {
        let chosen = self.choice.map_or(0, |choice| {
            usize::from(choice.leaders) + usize::from(choice.others)
        });
        self.armies[side.index()].len() + chosen
    }
}

impl HiddenSetUp {
    /// The home cells of a side, section by section.
    pub(super) fn cells(&self, side: Side) -> impl Iterator<Item = Cell> + Clone {
        self.sections[side.index()].iter().flatten().copied()
    }

    /// The ranks from a side's first to its last home cell, in which its set-up is written.
    pub fn ranks(&self, side: Side) -> std::ops::Range<u8> {
        rows::ranks(self.cells(side))
    }
}
