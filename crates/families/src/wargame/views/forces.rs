//! The forces of a side: in one line, in words, and in full.

use board::Cell;
use egui::{Stroke, Ui, vec2};
use kit::model::ask::Ask;
use kit::model::standing::Standing;
use kit::model::tabletop::Tabletop;
use kit::model::words::count;
use kit::views::armies;
use kit::views::canvas::Canvas;
use kit::views::theme::palette;
use kit::views::tokens::fallen;
use kit::views::widgets::note;
use rules::Family;
use rules::wargame::{Kind, Position, Side, Switch, Terrain, Unit};

use super::units::{anywhere, unit_chip};
use crate::two_sides::counted;
use crate::wargame::WarGame;

/// The number of turns without a loss after which the coming draw is announced.
const QUIET_FROM: u8 = 40;

/// A side in one line, from the right: its units, its leaders, its towns.
pub(super) fn line(position: &Position, side: Side, canvas: &mut Canvas, ui: &mut Ui) {
    if let Some([held, needed]) = towns_held(position, side) {
        armies::number(ui, format!("towns {held}/{needed}"));
    }
    for (kind, count) in [
        (Kind::Infantry, position.army(side).count()),
        (Kind::SupremeCommander, leaders_left(position, side)),
    ] {
        armies::number(ui, count.to_string());
        unit_chip(ui, canvas, Unit { side, kind }, 22.0);
    }
}

fn leaders_left(position: &Position, side: Side) -> usize {
    let army = position.army(side);
    army.filter(|(_, kind)| kind.is_leader()).count()
}

/// The same and more in words.
pub(super) fn told(position: &Position, side: Side) -> String {
    let units = position.army(side).count();
    let leaders = leaders_left(position, side);
    let lost = fell(position, side).into_iter();
    let lost = lost.map(|(kind, count)| format!("{count} {}", kind.name()));
    let lost: Vec<String> = lost.collect();
    let mut told = vec![
        count(units, "unit", "units"),
        count(leaders, "leader", "leaders"),
    ];
    if !lost.is_empty() {
        told.push(format!("Lost: {}", lost.join(", ")));
    }
    told.extend(towns(position, side).map(|towns| towns.trim_end_matches('.').to_owned()));
    told.join(", ")
}

/// A side's leaders, losses and towns, and how near the game is to a draw.
pub(super) fn details(
    table: &dyn Tabletop,
    position: &Position,
    side: Side,
    canvas: &mut Canvas,
    ui: &mut Ui,
    out: &mut Vec<Ask<WarGame>>,
) {
    let units = position.army(side).count();
    armies::head(ui, table, side.into(), units);
    leaders(position, side, canvas, ui, out);
    lost(position, side, canvas, ui);
    if let Some(towns) = towns(position, side) {
        note(ui, towns);
    }
}

/// The draw for quiet turns, once it is near.
pub(super) fn standing(position: &Position) -> Option<Standing> {
    let quiet = position.quiet();
    let is_near = quiet >= QUIET_FROM && position.outcome().is_none();
    is_near.then(|| Standing {
        words: format!("{quiet} turns without a loss; 60 are a draw."),
        is_grave: false,
    })
}

/// The kinds that a side has lost, each with its number.
fn fell(position: &Position, side: Side) -> Vec<(Kind, usize)> {
    let game = position.game();
    let kinds = game.ruleset.kinds().iter().copied();
    let mut lost = counted(kinds, &game.army(side));
    for (kind, count) in &mut lost {
        // what is missing from the army the game began with has been lost
        let left = position.army(side).filter(|(_, other)| other == kind);
        *count = count.saturating_sub(left.count());
    }
    lost.retain(|(_, count)| *count > 0);
    lost
}

fn lost(position: &Position, side: Side, canvas: &mut Canvas, ui: &mut Ui) {
    let lost = fell(position, side);
    if lost.is_empty() {
        return note(ui, "Nothing lost.");
    }
    let unit = |(kind, count): (Kind, usize)| (anywhere(Unit { side, kind }), kind.name(), count);
    let units: Vec<_> = lost.into_iter().map(unit).collect();
    fallen(ui, canvas, Family::WarGame, "Lost", &units);
}

/// The towns of a side, in games that towns win.
fn towns(position: &Position, side: Side) -> Option<String> {
    let [held, needed] = towns_held(position, side)?;
    let held = count(held, "town", "towns");
    Some(format!("On {held} of the {needed} that win."))
}

/// The towns that a side stands on, and the number that wins.
fn towns_held(position: &Position, side: Side) -> Option<[usize; 2]> {
    let game = position.game();
    if !game.has(Switch::Towns) {
        return None;
    }
    let is_town = |(cell, _): &(Cell, _)| game.terrain[*cell] == Terrain::Town;
    let held = position.army(side).filter(is_town).count();
    Some([held, game.towns.into()])
}

/// A side's leaders as drawings, highest level first; those out of command are struck. A click on one shows where it
/// stands.
fn leaders(
    position: &Position,
    side: Side,
    canvas: &mut Canvas,
    ui: &mut Ui,
    out: &mut Vec<Ask<WarGame>>,
) {
    let in_command = position.in_command(side);
    let mut leaders: Vec<(Cell, Unit)> = position
        .army(side)
        .filter(|(_, kind)| kind.is_leader())
        .map(|(cell, kind)| (cell, Unit { side, kind }))
        .collect();
    leaders.sort_by_key(|(cell, unit)| (std::cmp::Reverse(unit.kind.level()), unit.kind, *cell));
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = vec2(3.0, 3.0);
        for (cell, unit) in leaders {
            // sorted by the rules, which the search relies on
            let is_cut_off = in_command.binary_search(&cell).is_err();
            let state = if is_cut_off { ", out of command" } else { "" };
            let name = format!("{} on {cell}{state}: show it", unit.kind.name());
            let chip = unit_chip(ui, canvas, unit, 26.0);
            if is_cut_off {
                let line = [chip.rect.left_bottom(), chip.rect.right_top()];
                // with a white edge, or the stroke would be lost on a dark drawing
                for (width, color) in [(5.0, egui::Color32::WHITE), (2.5, palette(ui).bad)] {
                    ui.painter().line_segment(line, Stroke::new(width, color));
                }
            }
            armies::leads_to(&chip, &name, cell, canvas, out);
        }
    });
}
