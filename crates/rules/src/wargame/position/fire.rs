//! The line of fire and what fire kills. Rules: wargame 1.7, 1.8, 2.5.

use board::Cell;

use super::Position;
use crate::wargame::{Class, Reason, Ruleset, Terrain, Unit};

/// The line from a unit to an enemy within its range.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FireLine {
    /// The enemy's cell.
    pub target: Cell,
    /// True if the order is a rifle's, `!`, rather than fire, `*`.
    pub is_rifle: bool,
    /// True if fire would remove the enemy now.
    pub kills: bool,
    /// The cells that block the line: one, or two that block together; empty if the line is free.
    pub blocked_by: Vec<Cell>,
}

impl Position {
    /// The lines from the unit on that cell to every enemy within its range, in board order, whoever is on turn and
    /// whether or not the unit may act. Rules: wargame 1.7, 1.8, 2.5.
    pub fn fire_lines(&self, cell: Cell) -> Vec<FireLine> {
        let Some(unit) = self.unit(cell) else {
            return Vec::new();
        };
        let range = self.reach_of_fire(unit);
        self.enemies_within(cell, unit, range)
            .map(|target| FireLine {
                target,
                is_rifle: self.fires_rifles(unit),
                // whoever is on turn: the same line shows the player what the enemy could shoot
                kills: self.check_fire(cell, unit, target).is_ok(),
                blocked_by: self.block(cell, target).map_or(Vec::new(), |(by, and)| {
                    [by].into_iter().chain(and).collect()
                }),
            })
            .collect()
    }

    /// True if a unit fires a rifle and nothing else: the Infantry of WarGame 1. Rules: wargame 4.5.
    pub(super) fn fires_rifles(&self, unit: Unit) -> bool {
        self.game.ruleset == Ruleset::One && unit.kind.class() == Class::Infantry
    }

    fn reach_of_fire(&self, unit: Unit) -> u8 {
        // Rules: wargame 1.7: the next cell only
        if self.fires_rifles(unit) {
            1
        } else {
            self.game.range(unit.kind)
        }
    }

    pub(super) fn enemies_within(
        &self,
        cell: Cell,
        unit: Unit,
        range: u8,
    ) -> impl Iterator<Item = Cell> {
        let near = self.board().within(cell, range);
        near.filter(move |cell| self.units[*cell].is_some_and(|other| other.side != unit.side))
    }

    /// Every enemy that the unit on that cell could remove by fire, or with its rifle, now, in board order, whoever is on turn
    /// and whether or not the unit may act. Rules: wargame 1.7, 1.8, 2.5.
    // through `check_fire`, so that lists, marks and refusals come from one judgment
    pub fn targets(&self, cell: Cell, unit: Unit) -> impl Iterator<Item = Cell> {
        let range = self.reach_of_fire(unit);
        let near = self.enemies_within(cell, unit, range);
        near.filter(move |target| self.check_fire(cell, unit, *target).is_ok())
    }

    /// True if the unit on a cell could remove the unit on another by fire, or with its rifle, now, whoever is on turn and
    /// whether or not the unit may act. Rules: wargame 1.7, 1.8, 2.5.
    pub fn can_fire(&self, from: Cell, unit: Unit, at: Cell) -> bool {
        self.check_fire(from, unit, at).is_ok()
    }

    /// True if fire, or the rifle, of the unit on a cell removes the unit on another.
    pub(super) fn check_fire(&self, from: Cell, unit: Unit, at: Cell) -> Result<(), Reason> {
        let attacker = unit.kind;
        let target = self.units[at].filter(|target| target.side != unit.side);
        let target = target.ok_or(Reason::NoTarget(at))?;
        let defender = target.kind;
        let is_rifle = self.fires_rifles(unit);
        let range = self.reach_of_fire(unit);
        // before the distance: a kind that never fires is refused for that, wherever its target is
        if range == 0 {
            return Err(Reason::NoFire(attacker));
        }
        let distance = self.board().distance(from, at);
        if distance > range {
            return Err(Reason::OutOfRange {
                kind: attacker,
                target: at,
                distance,
                range,
            });
        }
        // Rules: wargame 1.7: a rifle is fired from cover
        if is_rifle && self.game.terrain[from] == Terrain::Open {
            return Err(Reason::RifleInOpen(from));
        }
        // a tow shields the towed unit from everything but fire from two cells or farther (1.6)
        if distance < 2 && self.is_towed(at) {
            return Err(Reason::Towed(at));
        }
        let terrain = self.game.terrain[at];
        let kills = self.game.kills(attacker, defender, terrain);
        let kills_here = if is_rifle {
            kills.by_rifle()
        } else {
            kills.by_fire() || kills.by_adjacent_fire() && distance == 1
        };
        if !kills_here {
            // the reason that helps more: from the next cell the fire would kill
            return Err(if kills.by_adjacent_fire() {
                Reason::OnlyAdjacent {
                    defender,
                    terrain,
                    cell: at,
                }
            } else {
                Reason::FireInVain {
                    attacker,
                    defender,
                    terrain,
                    cell: at,
                }
            });
        }
        // last, because walking along the line takes longest
        match self.block(from, at) {
            None => Ok(()),
            Some((by, and)) => Err(Reason::Blocked {
                target: at,
                by,
                and,
            }),
        }
    }

    /// The first cell, or pair of cells, that blocks the line between two cells. Rules: wargame 1.8, 2.5, 4.6.
    pub(super) fn block(&self, from: Cell, to: Cell) -> Option<(Cell, Option<Cell>)> {
        let blocks =
            // Rules: wargame 1.8: cover and units of either side block
            |cell: Cell| self.units[cell].is_some() || self.game.terrain[cell] != Terrain::Open;
        let passage = self
            .board()
            .line(from, to)
            .find(|passage| passage.is_blocked(blocks))?;
        Some(match passage {
            board::Passage::Through(cell) => (cell, None),
            board::Passage::Between(one, other) => (one, other),
        })
    }
}
