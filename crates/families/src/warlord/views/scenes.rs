//! From the model to what a board shows.

use board::Cell;
use egui::{Rect, Ui};
use kit::model::army::ArmyEditor as _;
use kit::model::family::FamilyRecord as _;
use kit::model::scene::add_ways;
use kit::model::tabletop::Tabletop;
use kit::views::armies;
use kit::views::family::FamilyBoard;
use kit::views::stepping::Step;
use picture::warlord::{self as drawn, badge, bare, token, token_in};
use picture::{Badges, Framed, Mark, Scene, Token};
use rules::warlord::{Game, Order, Position, Side, Start, Terrain, Unit};
use scenario::SideNames;

use crate::two_sides::{self, side};
use crate::warlord::Warlord;
use crate::warlord::model::editor::{Editor, Pick, Standing};
use crate::warlord::model::hand::Hand;
use crate::warlord::model::{entry, words};

impl FamilyBoard for Warlord {
    fn scene(table: &dyn Tabletop, hand: &Hand, position: &Position) -> Scene {
        let mut scene = drawn::scene(position, table.drafting().is_some());
        mark_own(table, position, &mut scene.tokens);
        add_ways(&mut scene, table);
        if hand.threats {
            // the arrows of the last turn would lie over the threats
            scene.arrows.clear();
            drawn::add_threats(&mut scene, position, enemy(table, position));
        }
        chosen(table, hand, position, &mut scene);
        entries(table, hand, position, &mut scene);
        scene
    }

    fn step(position: &Position, order: &Order) -> Option<Step> {
        let (from, to) = Self::way(order)?;
        let unit = position.unit(from)?;
        // the unit on its way is painted apart, between its cells
        let others = position.units().filter(|(cell, _)| *cell != from);
        let board = Scene {
            tokens: others
                .map(|(cell, unit)| token_in(position, cell, unit))
                .collect(),
            ..bare(&position.game().terrain)
        };
        Some(Step::of_unit(board, token_in(position, from, unit), to))
    }

    fn is_movable(position: &Position, side: rules::Side, cell: Cell) -> bool {
        let unit = position.unit(cell);
        unit.is_some_and(|unit| side == unit.side.into())
    }

    /// The description of a cell for screen readers: `c5, Blue Infantry, can move`.
    fn cell_name(
        position: &Position,
        names: &SideNames,
        side: Option<rules::Side>,
        cell: Cell,
    ) -> String {
        let side = two_sides::side(side);
        let unit = position.unit(cell);
        let own = unit.is_some_and(|unit| side == Some(unit.side));
        let moved = if own && position.has_moved(cell) {
            ", moved"
        } else {
            ""
        };
        format!("{}{moved}", standing(position.game(), names, unit, cell))
    }

    /// Both armies, or the sections they are set up in, and where reinforcements enter.
    fn opening(start: &Position, names: &SideNames) -> Scene {
        let mut scene = drawn::start(start);
        entry_zones(start.game(), names, &mut scene);
        scene
    }

    fn over_start(start: &Position, whole: Rect, ui: &mut Ui) {
        // a side whose units enter by a corner does not set them up on the board, so there is nothing unseen to shade
        if matches!(start.game().start, Start::Hidden(_)) && start.game().entry.is_none() {
            armies::unseen(ui, whole, [0.84, 0.16]);
        }
    }
}

/// Gives the leaders of the member who looks at a shared side a mark that stands out.
fn mark_own(table: &dyn Tabletop, position: &Position, tokens: &mut [Token]) {
    for side in Side::BOTH {
        let own = table.own_member(side.into());
        let Some(own) = own.filter(|_| position.members(side) > 1) else {
            continue;
        };
        let tokens = tokens.iter_mut();
        for token in tokens.filter(|token| token.side == side.into()) {
            if position.owner(token.cell) == Some(own) {
                token.badges = Badges::NONE.with(badge::own(own));
            }
        }
    }
}

/// Marks the entry zones of sides that await reinforcements, and the cells where the unit in the hand may
/// enter.
fn entries(table: &dyn Tabletop, hand: &Hand, position: &Position, scene: &mut Scene) {
    for side in Side::BOTH {
        if !position.waiting(side).is_empty() {
            // only before the first entry: later the words would cover units that leave the corner
            let is_first = !position.units().any(|(_, unit)| unit.side == side);
            let label = format!("{} enters", table.side_names().of(side.into()));
            let label = if is_first { label } else { String::new() };
            entry_zone(position.game(), side, label, scene);
        }
    }
    if let (Some(kind), Some(_)) = (hand.entering, table.drafting()) {
        let cells = entry::cells(position, kind);
        scene
            .marks
            .extend(cells.into_iter().map(|cell| (cell, Mark::Move)));
    }
}

/// The opponent of the only person at the table, or else of the side to move.
pub(super) fn enemy(table: &dyn Tabletop, position: &Position) -> Side {
    let own = side(table.only_person());
    own.unwrap_or_else(|| position.side()).opponent()
}

/// The chosen unit: where it may go, and the leaders that command it or the units it commands.
fn chosen(table: &dyn Tabletop, hand: &Hand, position: &Position, scene: &mut Scene) {
    let side = side(table.drafting());
    // ranges can be looked at while the other side decides
    if hand.ranges {
        let looked_at = side.unwrap_or_else(|| position.side());
        let leaders = position
            .units()
            .filter(|(_, unit)| unit.side == looked_at && unit.kind.is_leader());
        leaders.for_each(|(cell, _)| drawn::add_range(scene, position, cell));
    }
    let Some((cell, unit)) = table
        .selected()
        .and_then(|cell| Some((cell, position.unit(cell)?)))
    else {
        return;
    };
    scene.marks.push((cell, Mark::Selected));
    let own = side == Some(unit.side);
    if own {
        drawn::add_destinations(scene, position, cell, &position.legal_orders_from(cell));
    } else {
        // not this player's unit, or not its turn: where it could go if it were commanded
        scene
            .marks
            .extend(position.reach(cell).into_iter().map(|to| (to, Mark::Reach)));
    }
    // with all ranges shown, that of the chosen leader is among them
    if unit.kind.is_leader() && !hand.ranges {
        drawn::add_range(scene, position, cell);
    }
    light_leaders(position, (cell, unit), own, scene);
}

/// Lights the leaders that can command a unit: on its own turn those that can give one more activation.
fn light_leaders(position: &Position, (cell, unit): (Cell, Unit), own: bool, scene: &mut Scene) {
    let near = position.board().within(cell, position.game().range);
    let open = own.then(|| position.open_leaders());
    let lit = near.filter(|near| match &open {
        // `open_leaders` lists its cells in board order
        Some(open) => open.binary_search(near).is_ok(),
        None => {
            let other = position.unit(*near);
            other.is_some_and(|other| other.side == unit.side && other.kind.is_leader())
        }
    });
    let lit = lit.filter(|leader| *leader != cell);
    scene.marks.extend(lit.map(|leader| (leader, Mark::Lit)));
}

/// The board of a set-up being made: the home sections shaded, everything else out of use.
pub fn editor(editor: &Editor) -> Scene {
    let sections = editor.sections();
    let mut marks = Vec::new();
    for (number, (cells, section)) in editor.sections_cells().iter().zip(&sections).enumerate() {
        let mark = match section.standing {
            Standing::Done => Mark::ZoneDone,
            // odd and even sections have different shades, so that neighbors can be told apart
            _ => Mark::Zone(number % 2 == 1),
        };
        marks.extend(cells.iter().map(|cell| (*cell, mark)));
    }
    let home = |cell: &Cell| editor.section_of(*cell).is_some();
    marks.extend(
        editor
            .ground()
            .cells()
            .filter(|cell| !home(cell))
            .map(|cell| (cell, Mark::Outside)),
    );
    match editor.picked() {
        Some(Pick::Placed(cell)) => marks.push((cell, Mark::Selected)),
        Some(Pick::Reserve(_)) => {
            let free = editor.sections_cells().iter().flatten();
            let free = free.filter(|cell| !editor.placed().contains_key(cell));
            marks.extend(free.map(|cell| (*cell, Mark::Move)));
        }
        None => {}
    }
    let side = editor.side();
    let frames: Vec<Framed> = sections
        .iter()
        .map(|section| Framed {
            corners: section.corners,
            done: section.standing == Standing::Done,
            label: section
                .enters
                .map_or(String::new(), |turn| format!("turn {turn}")),
        })
        .collect();
    let placed = editor.placed().iter();
    let units = placed.map(|(cell, kind)| token(*cell, Unit { side, kind: *kind }));
    let mut scene = Scene {
        tokens: units.chain(ghosts(editor)).collect(),
        marks,
        frames,
        ..bare(&editor.game().terrain)
    };
    entry_zone(
        editor.game(),
        side,
        "they enter here".to_owned(),
        &mut scene,
    );
    scene
}

/// The units that the other members have shown on their own sections, pale and with the mark of their member.
fn ghosts(editor: &Editor) -> impl Iterator<Item = Token> {
    let side = editor.side();
    let all = editor.mates().iter();
    all.flat_map(move |(member, placed)| {
        let units = placed.iter();
        units.map(move |(cell, kind)| Token {
            dim: true,
            badges: Badges::NONE.with(badge::member(*member)),
            ..token(*cell, Unit { side, kind: *kind })
        })
    })
}

/// The corners by which either side's reinforcements come in, named.
pub fn entry_zones(game: &Game, names: &SideNames, scene: &mut Scene) {
    for side in Side::BOTH {
        let label = format!("{} enters", names.of(side.into()));
        entry_zone(game, side, label, scene);
    }
}

/// The corner a side's reinforcements come in by, if there is one.
pub fn entry_zone(game: &Game, side: Side, label: String, scene: &mut Scene) {
    let Some(entry) = &game.entry else {
        return;
    };
    let zone = &entry.zones[side.index()];
    let marks = zone.iter().map(|cell| (*cell, Mark::Zone(true)));
    scene.marks.extend(marks);
    if let (Some(first), Some(last)) = (zone.first(), zone.last()) {
        scene.frames.push(Framed {
            corners: (*first, *last),
            done: false,
            label,
        });
    }
}

/// The unit and the terrain of a cell: `c5, Blue Infantry, trees`.
pub fn standing(game: &Game, names: &SideNames, unit: Option<Unit>, cell: Cell) -> String {
    let ground = match game.terrain.get(cell) {
        Some(Terrain::Open) | None => "",
        Some(Terrain::Town) => ", town",
        Some(Terrain::Trees) => ", trees",
        Some(Terrain::Hill) => ", hill",
        Some(Terrain::Water) => ", water",
        Some(Terrain::Hole) => ", no cell",
    };
    let unit = unit.map_or("empty".to_owned(), |unit| words::unit(unit, names));
    format!("{cell}, {unit}{ground}")
}
