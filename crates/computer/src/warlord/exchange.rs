//! The net result of a series of captures on one cell.

/// A unit that covers a cell: whether it is out of command, its worth, its place in the survey.
pub(super) type Entry = (bool, i32, usize);

/// The cheapest few units that cover a cell, those under command first.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Few {
    entries: [Entry; 3],
    count: usize,
}

impl Few {
    pub(super) fn add(&mut self, entry: Entry) {
        let mut place = self.count;
        while place > 0 && self.entries[place - 1] > entry {
            place -= 1;
        }
        if place == self.entries.len() {
            return;
        }
        self.count = (self.count + 1).min(self.entries.len());
        self.entries[place..self.count].rotate_right(1);
        self.entries[place] = entry;
    }

    pub(super) fn retain(&mut self, keep: impl Fn(usize) -> bool) {
        let all = *self;
        self.count = 0;
        for entry in all.list() {
            if keep(entry.2) {
                self.entries[self.count] = *entry;
                self.count += 1;
            }
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.count == 0
    }

    pub(super) fn list(&self) -> &[Entry] {
        &self.entries[..self.count]
    }
}

/// The net worth of capturing when `attackers` and `guards` take turns on one cell, each side stopping as it likes.
pub(super) fn exchange(prize: i32, attackers: &[Entry], guards: &[Entry]) -> i32 {
    match attackers.split_first() {
        None => 0,
        Some(((_, worth, _), others)) => prize - exchange(*worth, guards, others).max(0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn few(worths: &[i32]) -> Few {
        let mut few = Few::default();
        for (place, worth) in worths.iter().enumerate() {
            few.add((false, *worth, place));
        }
        few
    }

    fn net(prize: i32, attackers: &[i32], guards: &[i32]) -> i32 {
        exchange(prize, few(attackers).list(), few(guards).list())
    }

    #[test]
    fn an_unguarded_unit_is_won_whole() {
        assert_eq!(net(200, &[500], &[]), 200);
    }

    #[test]
    fn a_guarded_unit_costs_the_attacker() {
        assert_eq!(net(200, &[500], &[200]), -300);
        assert_eq!(net(500, &[200], &[200]), 300);
    }

    #[test]
    fn more_attackers_than_guards_win_the_cell() {
        assert_eq!(net(200, &[200, 200], &[200]), 200);
        assert_eq!(net(200, &[200, 200], &[200, 200]), 0);
    }

    #[test]
    fn a_guard_worth_more_than_it_wins_stays_out() {
        // The guard would take the leader in turn.
        assert_eq!(net(200, &[200, 200], &[950]), 200);
    }

    #[test]
    fn the_cheapest_are_kept_and_those_under_command_first() {
        let mut few = few(&[500, 200, 420, 400]);
        assert_eq!(
            few.list().iter().map(|entry| entry.1).collect::<Vec<_>>(),
            [200, 400, 420]
        );
        few.add((true, 100, 9));
        assert_eq!(few.list().len(), 3);
        few.retain(|place| place != 1);
        assert_eq!(few.list()[0].1, 400);
    }
}
