//! Completing a set-up.

use std::collections::BTreeMap;

use board::Cell;
use kit::model::army::ArmyEditor as _;
use rules::warlord::{Kind, Side};

use super::{Editor, Made};
use crate::warlord::model::formation::arrange;

/// The units that a section gets.
struct Share {
    section: usize,
    /// The levels of its leaders.
    levels: u16,
    /// Leaders still missing.
    leaders: usize,
    /// Others still missing.
    others: usize,
    kinds: Vec<Kind>,
}

/// Chooses, if there is something to choose, and places everything still missing. A unit on a cell that the rules
/// allow stays there; the surplus units of a section go elsewhere.
pub(super) fn filled(editor: &Editor) -> Made {
    let mut made = editor.made().clone();
    // first of all: the units chosen here are in the reserve that is dealt out below
    editor.choose_rest(&mut made);
    // units in a section that is not used would break the rules, however the others are filled
    let used = editor.sections_to_use(&made);
    let home = editor.sections_cells();
    made.placed
        .retain(|cell, _| used.iter().any(|section| home[*section].contains(cell)));
    let (leaders, others) = (editor.rules().leaders, editor.rules().others);
    // before the reserve is counted: what is dropped here is dealt out again from there
    for section in &used {
        drop_surplus(&mut made.placed, &home[*section], true, leaders.into());
        drop_surplus(&mut made.placed, &home[*section], false, others.into());
    }
    let rest: Vec<Kind> = editor
        .reserve_of(&made)
        .iter()
        .flat_map(|line| std::iter::repeat_n(line.kind, line.left))
        .collect();
    for (section, kinds) in editor.deal(&made, &used, rest) {
        let free = home[section]
            .iter()
            .filter(|cell| !made.placed.contains_key(cell));
        let free: Vec<Cell> = free.copied().collect();
        let depth = |cell| editor.depth(cell);
        let placed = arrange(&editor.game().terrain, &free, &kinds, depth);
        made.placed.extend(placed);
    }
    made
}

impl Editor {
    /// Chooses free units of the army's own kinds, one of each in turn.
    fn choose_rest(&self, made: &mut Made) {
        let Some(choice) = self.game().choice else {
            return;
        };
        let army = &self.game().armies[self.side().index()];
        let mut kinds: Vec<Kind> = Kind::ALL.to_vec();
        kinds.retain(|kind| !kind.is_leader() && army.contains(kind));
        if kinds.is_empty() {
            // an army of leaders alone has no kinds to follow
            kinds.push(Kind::Infantry);
        }
        // one of each in turn, so that no kind gets all the free units
        for kind in kinds.iter().cycle() {
            if made.chosen.others() >= choice.others {
                break;
            }
            made.chosen.set(*kind, made.chosen.of(*kind) + 1);
        }
    }

    /// The sections that are used: those with the most units in them, and among equals those nearest the middle.
    fn sections_to_use(&self, made: &Made) -> Vec<usize> {
        let home = self.sections_cells();
        let units = |section: usize| {
            let cells = home[section].iter();
            cells.filter(|cell| made.placed.contains_key(cell)).count()
        };
        let aside = |section: usize| {
            // doubled, so that the middle between two files is a whole number
            let files = home[section].iter().map(|cell| u16::from(cell.file()) * 2);
            let middle = u16::from(self.ground().files() - 1);
            files.map(|file| file.abs_diff(middle)).min()
        };
        let mut sections: Vec<usize> = (0..home.len()).collect();
        sections.sort_by_key(|section| (std::cmp::Reverse(units(*section)), aside(*section)));
        let (_, _, used) = self.needed();
        sections.truncate(used.into());
        // back in the order of the board, in which units are dealt out
        sections.sort_unstable();
        sections
    }

    /// Shares units out among sections: each next leader to the section with the fewest levels, the others in turn.
    fn deal(&self, made: &Made, used: &[usize], rest: Vec<Kind>) -> Vec<(usize, Vec<Kind>)> {
        let home = self.sections_cells();
        let (mut leaders, others): (Vec<Kind>, Vec<Kind>) =
            rest.into_iter().partition(|kind| kind.is_leader());
        // the highest levels first, so that the low ones can even out the sections at the end
        leaders.sort_by_key(|kind| std::cmp::Reverse(kind.level()));
        let mut shares: Vec<Share> = used
            .iter()
            .map(|section| {
                let cells = home[*section].iter();
                let standing: Vec<Kind> = cells
                    .filter_map(|cell| made.placed.get(cell))
                    .copied()
                    .collect();
                let led = standing.iter().filter(|kind| kind.is_leader()).count();
                Share {
                    section: *section,
                    levels: standing.iter().map(|kind| u16::from(kind.level())).sum(),
                    leaders: usize::from(self.rules().leaders).saturating_sub(led),
                    others: usize::from(self.rules().others).saturating_sub(standing.len() - led),
                    kinds: Vec::new(),
                }
            })
            .collect();
        for kind in leaders {
            let open = shares.iter_mut().filter(|share| share.leaders > 0);
            if let Some(share) = open.min_by_key(|share| share.levels) {
                share.leaders -= 1;
                share.levels += u16::from(kind.level());
                share.kinds.push(kind);
            }
        }
        for kind in others {
            // the one that lacks most, so that all get their share of every kind
            let open = shares.iter_mut().filter(|share| share.others > 0);
            if let Some(share) = open.max_by_key(|share| share.others) {
                share.others -= 1;
                share.kinds.push(kind);
            }
        }
        shares
            .into_iter()
            .map(|share| (share.section, share.kinds))
            .collect()
    }

    /// The depth of a cell, greater for ranks farther from the front rank of the side's home.
    fn depth(&self, cell: Cell) -> u16 {
        u16::from(match self.side() {
            // only the order of the depths counts, not their size
            Side::White => u8::MAX - cell.rank(),
            Side::Black => cell.rank(),
        })
    }
}

/// Removes the leaders, or the others, beyond what a section may hold.
fn drop_surplus(placed: &mut BTreeMap<Cell, Kind>, cells: &[Cell], leaders: bool, most: usize) {
    let standing = cells.iter().filter(|cell| {
        let kind = placed.get(cell);
        kind.is_some_and(|kind| kind.is_leader() == leaders)
    });
    let surplus: Vec<Cell> = standing.skip(most).copied().collect();
    for cell in surplus {
        placed.remove(&cell);
    }
}
