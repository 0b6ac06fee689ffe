//! The search through all turns, and through all answers to each.

use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use rules::{AnyOrder, Side};

use super::{Exchange, Goal, Proof, Walk};

pub(super) struct Search<'w, W: Walk> {
    walk: &'w mut W,
    side: Side,
    goal: Goal,
    /// The balance before the turn.
    start: i32,
    nodes: u64,
    budget: u64,
    turns: usize,
    right: usize,
    /// The answer that spoiled a turn last: it spoils most of the next ones too, at the cost of a few orders.
    killer: Vec<W::Order>,
    known: HashMap<W::Key, Rc<Node<W::Order>>>,
}

/// What is known of a moment of the turn.
struct Node<O> {
    /// The fewest further orders that reach the goal; `None` if none do.
    way: Option<Vec<O>>,
    /// The further orders that every way to the goal has.
    needed: Vec<O>,
}

/// The budget is used up.
struct Spent;

impl<'w, W: Walk> Search<'w, W> {
    pub(super) fn new(walk: &'w mut W, side: Side, goal: Goal, budget: u64) -> Self {
        let start = walk.balance(side);
        Self {
            walk,
            side,
            goal,
            start,
            nodes: 0,
            budget,
            turns: 0,
            right: 0,
            killer: Vec::new(),
            known: HashMap::new(),
        }
    }

    pub(super) fn proof(mut self) -> Option<Proof> {
        let root = self.deepen().ok()?;
        let all = |orders: &[W::Order]| orders.iter().map(W::any).collect::<Vec<AnyOrder>>();
        let mut first = Vec::new();
        for order in self.walk.orders() {
            if self.walk.give(&order) {
                let leads = self.known.get(&self.walk.key());
                if leads.is_some_and(|node| node.way.is_some()) {
                    first.push(W::any(&order));
                }
                self.walk.back();
            }
        }
        Some(Proof {
            turns: self.turns,
            right: self.right,
            solution: all(root.way.as_deref().unwrap_or_default()),
            first,
            needed: all(&root.needed),
            nodes: self.nodes,
        })
    }

    fn count(&mut self) -> Result<(), Spent> {
        self.nodes += 1;
        match self.nodes > self.budget {
            true => Err(Spent),
            false => Ok(()),
        }
    }

    fn deepen(&mut self) -> Result<Rc<Node<W::Order>>, Spent> {
        let key = self.walk.key();
        if let Some(known) = self.known.get(&key) {
            return Ok(known.clone());
        }
        self.count()?;
        self.turns += 1;
        let is_right = self.is_right()?;
        self.right += usize::from(is_right);
        let mut way = is_right.then(Vec::new);
        let mut needed: Option<Vec<W::Order>> = is_right.then(Vec::new);
        if self.walk.winners().is_none() {
            for order in self.walk.orders() {
                if !self.walk.give(&order) {
                    continue;
                }
                let next = self.deepen();
                self.walk.back();
                let next = next?;
                let Some(rest) = &next.way else { continue };
                if way.as_ref().is_none_or(|way| way.len() > rest.len() + 1) {
                    way = Some(std::iter::once(&order).chain(rest).cloned().collect());
                }
                needed = Some(match needed {
                    None => std::iter::once(&order)
                        .chain(&next.needed)
                        .cloned()
                        .collect(),
                    Some(mut needed) => {
                        needed.retain(|one| *one == order || next.needed.contains(one));
                        needed
                    }
                });
            }
        }
        let node = Rc::new(Node {
            way,
            needed: needed.unwrap_or_default(),
        });
        self.known.insert(key, node.clone());
        Ok(node)
    }

    /// True if the turn reaches the goal when it ends here.
    fn is_right(&mut self) -> Result<bool, Spent> {
        let has_ended = self.walk.winners().is_none() && self.walk.end();
        let is_right = match (self.walk.winners(), self.goal) {
            (Some(winners), Goal::Win) => Ok(winners.contains(self.side)),
            (None, Goal::Win) => Ok(false),
            (Some(winners), Goal::Unbeaten) => {
                Ok(winners.iter().next().is_none() || winners.contains(self.side))
            }
            (Some(_), Goal::Gain(_)) => Ok(false),
            (None, Goal::Unbeaten | Goal::Gain(_)) => self.is_spoiled().map(|spoiled| !spoiled),
        };
        if has_ended {
            self.walk.back();
        }
        is_right
    }

    /// True if some answer spoils the turn that was ended last.
    fn is_spoiled(&mut self) -> Result<bool, Spent> {
        let killer = std::mem::take(&mut self.killer);
        let mut given = 0;
        let mut is_spoiled = false;
        for order in &killer {
            if !self.walk.give(order) {
                break;
            }
            given += 1;
            if self.spoils() {
                is_spoiled = true;
                break;
            }
        }
        (0..given).for_each(|_| self.walk.back());
        self.killer = killer;
        self.nodes += given;
        if is_spoiled {
            return Ok(true);
        }
        let mut seen = HashSet::new();
        let mut line = Vec::new();
        if self.answer(&mut seen, &mut line)? {
            self.killer = line;
            return Ok(true);
        }
        Ok(false)
    }

    /// Looks for an answer that spoils the turn; its orders are then in `line`.
    fn answer(
        &mut self,
        seen: &mut HashSet<W::Key>,
        line: &mut Vec<W::Order>,
    ) -> Result<bool, Spent> {
        if !seen.insert(self.walk.key()) {
            return Ok(false);
        }
        self.count()?;
        if self.spoils() {
            return Ok(true);
        }
        if self.walk.winners().is_some() {
            return Ok(false);
        }
        for order in self.walk.orders() {
            if !self.walk.give(&order) {
                continue;
            }
            line.push(order);
            let found = self.answer(seen, line);
            self.walk.back();
            if found? {
                return Ok(true);
            }
            line.pop();
        }
        Ok(false)
    }

    /// True if the answer spoils the turn when it ends here.
    fn spoils(&mut self) -> bool {
        let has_ended = self.walk.winners().is_none() && self.walk.end();
        let is_lost =
            |winners: rules::Sides| winners.iter().next().is_some() && !winners.contains(self.side);
        let spoils = match (self.walk.winners(), self.goal) {
            (Some(winners), Goal::Unbeaten | Goal::Win) => is_lost(winners),
            (Some(_), Goal::Gain(_)) => true,
            (None, Goal::Unbeaten | Goal::Win) => false,
            (None, Goal::Gain(least)) => self.walk.balance(self.side) - self.start < least,
        };
        if has_ended {
            self.walk.back();
        }
        spoils
    }

    /// The best gain after the best answer; `None` if the budget is used up or if a side can win.
    pub(super) fn exchange(mut self) -> Option<Exchange> {
        let mut seen = HashSet::new();
        let mut values = Vec::new();
        let mut best = i32::MIN;
        self.values(&mut seen, &mut best, &mut values).ok()?;
        let most = values.iter().map(|(taken, _)| *taken).max()?;
        let is_greedy = values
            .iter()
            .any(|(taken, worth)| *taken == most && *worth == best);
        // a turn that nothing but a loss can answer has no worth
        (best > i32::MIN).then_some(Exchange { best, is_greedy })
    }

    /// Notes of every turn what it takes at once, and what it is worth after the best answer, exactly if that is the
    /// best so far.
    fn values(
        &mut self,
        seen: &mut HashSet<W::Key>,
        best: &mut i32,
        values: &mut Vec<(i32, i32)>,
    ) -> Result<(), Spent> {
        if !seen.insert(self.walk.key()) {
            return Ok(());
        }
        self.count()?;
        if self.walk.winners().is_some() {
            // a win: there is nothing to exchange
            return Err(Spent);
        }
        let taken = self.walk.balance(self.side) - self.start;
        if self.walk.end() {
            let mut answers = HashSet::new();
            let mut least = i32::MAX;
            let is_over = self.walk.winners().is_some();
            let looked = match is_over {
                true => Ok(()),
                false => self.least(&mut answers, *best, &mut least),
            };
            self.walk.back();
            looked?;
            if !is_over {
                *best = (*best).max(least);
                values.push((taken, least));
            }
        }
        for order in self.walk.orders() {
            if self.walk.give(&order) {
                let looked = self.values(seen, best, values);
                self.walk.back();
                looked?;
            }
        }
        Ok(())
    }

    /// The gain after the best answer, or anything below `best` if the gain is below it.
    fn least(
        &mut self,
        seen: &mut HashSet<W::Key>,
        best: i32,
        least: &mut i32,
    ) -> Result<(), Spent> {
        if *least < best || !seen.insert(self.walk.key()) {
            return Ok(());
        }
        self.count()?;
        let has_ended = self.walk.winners().is_none() && self.walk.end();
        let gain = match self.walk.winners() {
            Some(_) => i32::MIN,
            None => self.walk.balance(self.side) - self.start,
        };
        if has_ended {
            self.walk.back();
        }
        *least = (*least).min(gain);
        if self.walk.winners().is_some() {
            return Ok(());
        }
        for order in self.walk.orders() {
            if self.walk.give(&order) {
                let looked = self.least(seen, best, least);
                self.walk.back();
                looked?;
            }
        }
        Ok(())
    }

    /// The turn with the best end for the side, as far as the budget reaches.
    pub(super) fn best(mut self) -> Vec<AnyOrder> {
        let (mut seen, mut line) = (HashSet::new(), Vec::new());
        let mut best = (i32::MIN, Vec::new());
        // the best so far, if the budget does not reach
        let _ = self.climb(&mut seen, &mut line, &mut best);
        best.1.iter().map(W::any).collect()
    }

    fn climb(
        &mut self,
        seen: &mut HashSet<W::Key>,
        line: &mut Vec<W::Order>,
        best: &mut (i32, Vec<W::Order>),
    ) -> Result<(), Spent> {
        // nothing is better than a win
        if best.0 == i32::MAX || !seen.insert(self.walk.key()) {
            return Ok(());
        }
        self.count()?;
        let has_ended = self.walk.winners().is_none() && self.walk.end();
        let worth = match self.walk.winners() {
            Some(winners) if winners.contains(self.side) => i32::MAX,
            Some(_) => i32::MIN + 1,
            None => self.walk.balance(self.side),
        };
        if has_ended {
            self.walk.back();
        }
        if worth > best.0 {
            *best = (worth, line.clone());
        }
        if self.walk.winners().is_some() {
            return Ok(());
        }
        for order in self.walk.orders() {
            if !self.walk.give(&order) {
                continue;
            }
            line.push(order);
            let looked = self.climb(seen, line, best);
            line.pop();
            self.walk.back();
            looked?;
        }
        Ok(())
    }
}
