use board::Cell;
use rules::warlord::{Order, Placement, Position, SetUp, Start};
use rules::{Rules, Side, ToAct};

use crate::random::Random;

/// How many variations are tried before the ready-made set-up is taken as it is.
const TRIES: usize = 8;

/// One of the scenario's ready-made set-ups, varied by chance; nothing where the side has no set-up to make.
pub(crate) fn choose_set_up(position: &Position, side: Side, seed: u64) -> Option<Order> {
    let Start::Hidden(hidden) = &position.game().start else {
        return None;
    };
    if !matches!(position.to_act(), ToAct::Secretly(sides) if sides.contains(&side)) {
        return None;
    }
    let mut random = Random::new(seed);
    let books = position.legal_orders(side);
    let book = books.get(random.below(books.len()))?;
    let Order::SetUp(SetUp(placements)) = book else {
        return None;
    };
    let sections = &hidden.sections[side.index()];
    (0..TRIES)
        .map(|_| {
            let mut varied = vary(sections, placements, &mut random);
            varied.sort_unstable();
            Order::SetUp(SetUp(varied))
        })
        .find(|order| position.check(side, order).is_ok())
        .or_else(|| Some(book.clone()))
}

/// What stands in one section goes to another, and some sections are mirrored from left to right: within a section
/// everything keeps its rank, so leaders stay behind their men and in range of them.
fn vary(sections: &[Vec<Cell>], placements: &[Placement], random: &mut Random) -> Vec<Placement> {
    let mut order: Vec<usize> = (0..sections.len()).collect();
    random.draw(&mut order, sections.len());
    let mut varied = Vec::new();
    for (from, to) in order.into_iter().enumerate() {
        let mirrored = random.below(2) == 0;
        let (Some(from), Some(to)) = (frame(&sections[from]), frame(&sections[to])) else {
            continue;
        };
        for placement in placements {
            let Some((file, rank)) = from.place_of(placement.cell) else {
                continue;
            };
            let file = if mirrored {
                from.files - 1 - file
            } else {
                file
            };
            varied.push(Placement {
                cell: Cell::new(to.left + file, to.first + rank),
                kind: placement.kind,
            });
        }
    }
    varied
}

/// The smallest rectangle around a section.
struct Frame {
    left: u8,
    first: u8,
    files: u8,
    ranks: u8,
}

fn frame(section: &[Cell]) -> Option<Frame> {
    let left = section.iter().map(|cell| cell.file()).min()?;
    let right = section.iter().map(|cell| cell.file()).max()?;
    let first = section.iter().map(|cell| cell.rank()).min()?;
    let last = section.iter().map(|cell| cell.rank()).max()?;
    Some(Frame {
        left,
        first,
        files: right - left + 1,
        ranks: last - first + 1,
    })
}

impl Frame {
    fn place_of(&self, cell: Cell) -> Option<(u8, u8)> {
        let file = cell.file().checked_sub(self.left)?;
        let rank = cell.rank().checked_sub(self.first)?;
        (file < self.files && rank < self.ranks).then_some((file, rank))
    }
}
