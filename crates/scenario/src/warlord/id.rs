//! The id of a Warlord scenario.

use board::Cell;
use rules::warlord::{
    FirstPlayer, Game, Kind, Options, Placement, Scatter, Side, Start, Terrain, Unit,
};

use crate::ScenarioId;
use crate::bytes::Bytes;

/// The digest of all content that affects play, in the fixed layout of `docs/scenario-format.md`; titles, notes and
/// names do not affect play.
pub(super) fn id(game: &Game, lot: Option<Scatter>, spare: &[Cell]) -> ScenarioId {
    // parts that came later add no byte if a scenario does not use them, so that the ids of older scenarios stay what
    // they were
    let mut bytes = Bytes::default();
    bytes.byte(1); // the Warlord family
    bytes.board(game);
    bytes.turn(game);
    bytes.options(game);
    for army in &game.armies {
        bytes.kinds(army);
    }
    bytes.choice(game);
    bytes.scatter(b'%', game.scatter);
    bytes.scatter(b'*', lot);
    bytes.start(&game.start);
    bytes.entry(game);
    bytes.first_player(game);
    bytes.spare(spare);
    bytes.id()
}

impl Bytes {
    fn kind(&mut self, kind: Kind) {
        // the letters are ASCII, and position texts keep them as they are
        self.byte(kind.symbol() as u8);
    }

    fn kinds(&mut self, kinds: &[Kind]) {
        self.length(kinds.len());
        for kind in kinds {
            self.kind(*kind);
        }
    }

    fn board(&mut self, game: &Game) {
        self.byte(game.board().files());
        self.byte(game.board().ranks());
        // numbers of their own, so that a new kind of terrain in the middle of the enum moves no id
        for (_, terrain) in game.terrain.iter() {
            self.byte(match terrain {
                Terrain::Open => 0,
                Terrain::Town => 1,
                Terrain::Trees => 2,
                Terrain::Hill => 3,
                Terrain::Water => 4,
                Terrain::Hole => 5,
            });
        }
    }

    fn turn(&mut self, game: &Game) {
        self.byte(game.cap.number);
        self.flag(game.cap.leaders_left);
        let (turn, cap) = game.cap.rise.unwrap_or((0, 0));
        self.short(turn);
        self.byte(cap);
        self.byte(game.range);
        self.flag(game.heavy_as_hero);
        self.flag(game.command_ending);
        self.byte(game.towns.map_or(0, |towns| towns.needed));
    }

    fn options(&mut self, game: &Game) {
        // in full: a switch left out would give two scenarios that play differently one id
        let Options {
            short,
            swap,
            self_activating,
            charge,
            light_leap,
            crossing,
            promote_infantry,
            promote_light,
            six_leaders,
            half_first,
            repetition,
            first_player: _, // further on, beside the start
        } = game.options;
        self.byte(short);
        for flag in [
            swap,
            self_activating,
            charge,
            light_leap,
            crossing,
            promote_infantry,
            promote_light,
            six_leaders,
            half_first,
            repetition,
        ] {
            self.flag(flag);
        }
    }

    /// The units to choose; no byte if the game has none.
    fn choice(&mut self, game: &Game) {
        if let Some(choice) = game.choice {
            self.byte(b'?');
            self.byte(choice.leaders);
            self.short(choice.levels);
            self.byte(choice.others);
        }
    }

    /// The terrain by lot; no byte if the game has none.
    fn scatter(&mut self, mark: u8, scatter: Option<Scatter>) {
        if let Some(scatter) = scatter {
            self.byte(mark);
            self.byte(scatter.ranks.from);
            self.byte(scatter.ranks.to);
            for span in [scatter.trees, scatter.hills] {
                self.short(span.from);
                self.short(span.to);
            }
            self.flag(scatter.is_symmetric);
            if scatter.is_apart {
                self.byte(b'/');
            }
        }
    }

    fn start(&mut self, start: &Start) {
        match start {
            Start::Fixed(units) => {
                self.byte(0);
                self.length(units.len());
                for (cell, Unit { side, kind }) in units {
                    self.cell(*cell);
                    self.flag(*side == Side::Black);
                    self.kind(*kind);
                }
            }
            Start::Hidden(hidden) => {
                self.byte(1);
                self.byte(hidden.used);
                self.byte(hidden.leaders);
                self.byte(hidden.others);
                if !hidden.enters.is_empty() {
                    self.byte(b'+');
                    self.length(hidden.enters.len());
                    for turn in &hidden.enters {
                        self.short(*turn);
                    }
                }
                for sections in &hidden.sections {
                    self.length(sections.len());
                    for section in sections {
                        self.cells(section);
                    }
                }
                for books in &hidden.books {
                    self.length(books.len());
                    for (_, placements) in books {
                        self.length(placements.len());
                        for Placement { cell, kind } in placements {
                            self.cell(*cell);
                            self.kind(*kind);
                        }
                    }
                }
            }
        }
    }

    fn entry(&mut self, game: &Game) {
        self.flag(game.entry.is_some());
        let Some(entry) = &game.entry else { return };
        for zone in &entry.zones {
            self.cells(zone);
        }
        for blocks in &entry.blocks {
            self.length(blocks.len());
            for block in blocks {
                self.short(block.turn);
                self.kinds(&block.kinds);
            }
        }
    }

    /// The side with the first turn; no byte if a lot after the set-up decides, or White begins.
    fn first_player(&mut self, game: &Game) {
        // White after a fixed set-up and a lot after a hidden one need no byte: so it was before there was a choice
        let code = match game.options.first_player {
            FirstPlayer::LotAfter => return,
            FirstPlayer::LotBefore => 0,
            FirstPlayer::Agreed(Side::White) => 1,
            FirstPlayer::Agreed(Side::Black) => 2,
        };
        self.byte(b'^');
        self.byte(code);
    }

    /// The leaders that may stay away; no byte if the game has none.
    fn spare(&mut self, cells: &[Cell]) {
        if !cells.is_empty() {
            self.byte(b'-');
            self.cells(cells);
        }
    }
}
