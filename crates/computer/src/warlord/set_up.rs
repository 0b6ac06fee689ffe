//! A hidden set-up of the Warlord family: a ready-made one, varied by chance.

use board::Cell;
use rules::warlord::Side;
use rules::warlord::{Access, Game, HiddenSetUp, Kind, Order, Placement, Position, SetUp, Start};

use crate::random::Random;

/// The number of variations tried before the ready-made set-up is taken unchanged.
const TRIES: usize = 8;

/// The set-ups that are tried to complete what mates have shown.
const COMPLETIONS: usize = 400;

/// A ready-made set-up of the scenario, varied by chance; without a ready-made set-up, an army drawn up by chance.
pub(super) fn choose(position: &Position, side: Side, seed: u64) -> Option<Order> {
    let Start::Hidden(hidden) = &position.game().start else {
        return None;
    };
    let mut random = Random::new(seed);
    let books = position.legal_orders(side);
    let Some(book) = books.get(random.below(books.len())) else {
        // drawn by chance, an army may miss a rule of the scenario's set-up, so each is checked and another drawn
        let drawn = (0..TRIES).filter_map(|_| draw_up(position.game(), hidden, side, &mut random));
        let mut orders = drawn.map(|placements| Order::SetUp(SetUp::new(placements)));
        return orders.find(|order| position.check(side, order).is_ok());
    };
    let Order::SetUp(set_up) = book else {
        return None;
    };
    let sections = &hidden.sections[side.index()];
    (0..TRIES)
        .map(|_| {
            let mut varied = vary(sections, &set_up.0, &mut random);
            varied.sort_unstable();
            Order::SetUp(SetUp::new(varied))
        })
        .find(|order| position.check(side, order).is_ok())
        // ready-made set-ups are sound; a variation need not be if sections differ in shape or ground
        .or_else(|| Some(book.clone()))
}

/// The part of a set-up that is a member's, beside the parts that other members have shown: with theirs and whatever the
/// remaining members may still add it makes a legal set-up. If theirs leave no such part, that of a set-up of its own.
pub(super) fn part(
    position: &Position,
    side: Side,
    member: u8,
    shown: &[(u8, &SetUp)],
    seed: u64,
) -> Option<Order> {
    let Start::Hidden(hidden) = &position.game().start else {
        return None;
    };
    let whole = match shown {
        [] => None,
        shown => beside(position, hidden, side, shown, seed),
    };
    let whole = whole.or_else(|| choose(position, side, seed))?;
    Some(position.part_of(side, member, &whole))
}

/// A whole set-up of which those parts are the members' who have shown them.
fn beside(
    position: &Position,
    hidden: &HiddenSetUp,
    side: Side,
    shown: &[(u8, &SetUp)],
    seed: u64,
) -> Option<Order> {
    let sections = hidden.sections[side.index()].iter();
    let has_shown = |member: u8| shown.iter().any(|(of, _)| *of == member);
    let slots = position.slots(side).into_iter();
    // one slot for each section, in the same order
    let (taken, open): (Vec<_>, Vec<_>) = sections
        .zip(slots)
        .partition(|(_, slot)| has_shown(slot.member));
    let placed: Vec<Placement> = shown.iter().flat_map(|(_, part)| part.0.clone()).collect();
    let is_used = |section: &[Cell]| placed.iter().any(|unit| section.contains(&unit.cell));
    let used = taken.iter().filter(|(section, _)| is_used(section)).count();
    let left = usize::from(hidden.used).checked_sub(used)?;
    let mut random = Random::new(seed);
    let legal = |units: Vec<Placement>| {
        let order = Order::SetUp(SetUp::new(units));
        position.check(side, &order).is_ok().then_some(order)
    };
    // a set-up of one's own may have the same units on these sections as the mates have on theirs
    let alike = (0..COMPLETIONS).find_map(|_| {
        let Order::SetUp(whole) = choose(position, side, random.next())? else {
            return None;
        };
        let is_open = |unit: &&Placement| open.iter().any(|(it, _)| it.contains(&unit.cell));
        let own = whole.0.iter().filter(is_open);
        legal(own.chain(&placed).copied().collect())
    });
    alike.or_else(|| {
        (0..COMPLETIONS).find_map(|_| {
            let army = remaining(position.game(), side, &placed, &mut random)?;
            let mut sections: Vec<&Vec<Cell>> = open.iter().map(|(it, _)| *it).collect();
            random.draw(&mut sections, usize::MAX);
            sections.truncate(left);
            let place = (side, &sections[..]);
            let mut all = draw_up_in(position.game(), hidden, place, army, &mut random)?;
            all.extend(&placed);
            legal(all)
        })
    })
}

/// The leaders and the other units that a side has left beside those units. `None` if an army of free choice was drawn
/// without what is there: another one may have it.
fn remaining(
    game: &Game,
    side: Side,
    placed: &[Placement],
    random: &mut Random,
) -> Option<(Vec<Kind>, Vec<Kind>)> {
    let mut army = army(game, side, random);
    for unit in placed {
        let kinds = match unit.kind.is_leader() {
            true => &mut army.0,
            false => &mut army.1,
        };
        let at = kinds.iter().position(|kind| *kind == unit.kind)?;
        kinds.remove(at);
    }
    Some(army)
}

/// Moves the units of one section to another, and mirrors some sections from left to right: within a section every unit
/// keeps its rank, so leaders stay behind their men and in range of them.
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

/// Draws up an army by chance: in each section used, the leaders at the back, men in front. `None` if the ground
/// leaves a unit no cell.
fn draw_up(
    game: &Game,
    hidden: &HiddenSetUp,
    side: Side,
    random: &mut Random,
) -> Option<Vec<Placement>> {
    let army = army(game, side, random);
    let mut sections: Vec<&Vec<Cell>> = hidden.sections[side.index()].iter().collect();
    random.draw(&mut sections, usize::MAX);
    sections.truncate(hidden.used.into());
    draw_up_in(game, hidden, (side, &sections), army, random)
}

/// Draws up leaders and others in those sections.
fn draw_up_in(
    game: &Game,
    hidden: &HiddenSetUp,
    (side, sections): (Side, &[&Vec<Cell>]),
    (mut leaders, mut others): (Vec<Kind>, Vec<Kind>),
    random: &mut Random,
) -> Option<Vec<Placement>> {
    random.draw(&mut leaders, usize::MAX);
    random.draw(&mut others, usize::MAX);
    let mut placements = Vec::new();
    for section in sections {
        let mut free = (*section).clone();
        random.draw(&mut free, usize::MAX);
        // the rank farthest ahead first
        free.sort_by_key(|cell| match side {
            Side::White => u8::MAX - cell.rank(),
            Side::Black => cell.rank(),
        });
        let count = others.len().min(hidden.others.into());
        let mut kinds: Vec<Kind> = others.drain(..count).collect();
        // the free cells begin with the foremost rank, so infantry comes first and leaders, added last, stand at the
        // back
        kinds.sort_by_key(|kind| *kind != Kind::Infantry);
        let count = leaders.len().min(hidden.leaders.into());
        kinds.extend(leaders.drain(..count));
        for kind in kinds {
            let may_stand = |cell: &Cell| kind.access(game.terrain[*cell]) != Access::Never;
            // the foremost cell left that the kind may enter at all
            let place = free.iter().position(may_stand)?;
            let cell = free.remove(place);
            placements.push(Placement { cell, kind });
        }
    }
    placements.sort_unstable();
    Some(placements)
}

/// The leaders and the other units of a side; chance draws the units that the side may choose.
fn army(game: &Game, side: Side, random: &mut Random) -> (Vec<Kind>, Vec<Kind>) {
    let army = game.armies[side.index()].iter().copied();
    let (mut leaders, mut others): (Vec<Kind>, Vec<Kind>) = army.partition(|kind| kind.is_leader());
    if let Some(choice) = game.choice {
        let mut levels = vec![1_u8; choice.leaders.into()];
        for _ in choice.leaders.into()..choice.levels {
            let low: Vec<usize> = (0..levels.len()).filter(|at| levels[*at] < 3).collect();
            if let Some(at) = low.get(random.below(low.len())) {
                levels[*at] += 1;
            }
        }
        leaders.extend(levels.into_iter().map(|level| match level {
            1 => Kind::Leader1,
            2 => Kind::Leader2,
            _ => Kind::Leader3,
        }));
        let mut chosen = [
            Kind::Infantry,
            Kind::LightCavalry,
            Kind::HeavyCavalry,
            Kind::Cannon,
        ];
        random.draw(&mut chosen, usize::MAX);
        let chosen = chosen.into_iter().cycle();
        others.extend(chosen.take(choice.others.into()));
    }
    (leaders, others)
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
