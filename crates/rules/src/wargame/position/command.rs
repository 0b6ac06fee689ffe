//! The chain of command and the reach of orders. Rules: wargame 1.3, 2.3, 3.

use board::Cell;

use super::Position;
use crate::wargame::{Class, Kind, Side, Switch};

/// A leader that keeps another in command.
// the chain as the board draws it: the rules need only who is in command
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Link {
    /// The leader kept in command.
    pub to: Cell,
    /// The leader that keeps the other in command: of higher level, or of the same level and in command.
    pub from: Cell,
}

impl Position {
    /// True if the leader on that cell is in command; `None` for every other unit. Rules: wargame 1.3.
    pub fn is_in_command(&self, cell: Cell) -> Option<bool> {
        let unit = self.unit(cell).filter(|unit| unit.kind.is_leader())?;
        let leaders = self.leaders_of(unit.side);
        let is_superior = self.is_superior(&leaders, unit.kind)
            || self.superior(&leaders, (cell, unit.kind)).is_some();
        Some(
            // the whole chain only if the two cheap answers are no
            is_superior || {
                let commanded = self.commanded(unit.side);
                commanded.iter().any(|(leader, _)| *leader == cell)
            },
        )
    }

    /// The leaders of a side that are in command, in board order. Rules: wargame 1.3.
    pub fn in_command(&self, side: Side) -> Vec<Cell> {
        let commanded = self.commanded(side).into_iter();
        let mut cells: Vec<Cell> = commanded.map(|(cell, _)| cell).collect();
        cells.sort_unstable();
        cells
    }

    /// For each leader of a side that is kept in command by another, that other, in board order. A leader that is in
    /// command by itself has no link. Rules: wargame 1.3.
    pub fn chain(&self, side: Side) -> Vec<Link> {
        let commanded = self.commanded(side).into_iter();
        let links = commanded.filter_map(|(to, from)| Some(Link { to, from: from? }));
        let mut links: Vec<Link> = links.collect();
        links.sort_unstable();
        links
    }

    /// The leaders in command, each with the leader that keeps it there, if another does.
    fn commanded(&self, side: Side) -> Vec<(Cell, Option<Cell>)> {
        let board = self.board();
        let leaders = self.leaders_of(side);
        let mut commanded: Vec<(Cell, Option<Cell>)> = Vec::new();
        let mut waiting: Vec<(Cell, Kind)> = Vec::new();
        for (cell, kind) in leaders.iter().copied() {
            if self.is_superior(&leaders, kind) {
                commanded.push((cell, None));
            } else if let Some(from) = self.superior(&leaders, (cell, kind)) {
                commanded.push((cell, Some(from)));
            } else {
                waiting.push((cell, kind));
            }
        }
        // relays: leaders of the same level, from those in command outward. Each waiting leader is reached once, and
        // only from one in command, so that leaders that could only keep each other stay out of command
        let mut next = 0;
        while let Some((from, _)) = commanded.get(next).copied() {
            next += 1;
            let Some(relay) = self.unit(from).map(|unit| unit.kind) else {
                continue;
            };
            waiting.retain(|(cell, kind)| {
                let is_reached =
                    kind.level() == relay.level() && board.distance(from, *cell) <= relay.radius();
                if is_reached {
                    commanded.push((*cell, Some(from)));
                }
                !is_reached
            });
        }
        commanded
    }

    fn leaders_of(&self, side: Side) -> Vec<(Cell, Kind)> {
        let army = self.army(side);
        army.filter(|(_, kind)| kind.is_leader()).collect()
    }

    /// True if leaders of a kind are in command by themselves, among those leaders. Rules: wargame 1.3.
    fn is_superior(&self, leaders: &[(Cell, Kind)], kind: Kind) -> bool {
        let levels = leaders.iter().map(|(_, kind)| kind.level());
        // Rules: wargame 1.3: with `succession` the highest level left commands itself, so that an army without its
        // highest leader is not paralyzed
        let top = match levels.max() {
            Some(highest) if self.game.has(Switch::Succession) => highest,
            _ => Kind::SupremeCommander.level(),
        };
        kind.level() >= top
    }

    /// The nearest of the leaders that keeps another in command by its higher level. Rules: wargame 1.3.
    fn superior(&self, leaders: &[(Cell, Kind)], (cell, kind): (Cell, Kind)) -> Option<Cell> {
        let board = self.board();
        let keeps = |(other, rank): &&(Cell, Kind)| {
            rank.level() > kind.level() && board.distance(*other, cell) <= rank.radius()
        };
        let keepers = leaders.iter().filter(keeps);
        // of equally near ones the first in board order, so that both programs draw the same chain
        let nearest = keepers.min_by_key(|(from, _)| board.distance(*from, cell));
        nearest.map(|(from, _)| *from)
    }

    /// True if the leader of the side on turn on that cell could give one more order, with the orders made so far given
    /// in the best way; `None` for every other unit. Rules: wargame 3.
    pub fn can_give(&self, cell: Cell) -> Option<bool> {
        let unit = self.unit(cell)?;
        let is_own = unit.side == self.side && unit.kind.is_leader();
        is_own.then(|| self.progress.givers.is_open(cell))
    }

    /// For each order of this turn the present cells of the leaders that may have given it, in board order.
    /// Rules: wargame 3.
    pub fn given(&self) -> Vec<Vec<Cell>> {
        self.progress.givers.claims()
    }

    /// The leaders of the side on turn that could order the unit on that cell now, in board order. Rules: wargame 1.3,
    /// 2.3, 3.
    pub fn givers_for(&self, cell: Cell) -> Vec<Cell> {
        let board = self.board();
        let open = self.progress.givers.open();
        open.filter(|leader| board.distance(leader.cell, cell) <= leader.range)
            .map(|leader| leader.cell)
            .collect()
    }

    /// The units of the side on turn that may be given an order now, in board order: not acted, within reach of a leader
    /// with an order left, and, if leaders, in command. Rules: wargame 1.3, 1.4, 2.3.
    pub fn able(&self) -> Vec<Cell> {
        // without an order left nobody may act, whatever the leaders
        if self.phase != super::Phase::Playing || self.left() == 0 {
            return Vec::new();
        }
        let commanded = self.in_command(self.side);
        let (board, givers) = (self.board(), &self.progress.givers);
        self.army(self.side)
            .filter(|(cell, kind)| {
                kind.class() != Class::Post
                    && !self.has_acted(*cell)
                    && (!kind.is_leader() || commanded.binary_search(cell).is_ok())
                    && givers.can_order(board, *cell)
            })
            .map(|(cell, _)| cell)
            .collect()
    }
}
