//! Units beside a board: drawings, and tiles that are clicked or dragged to the board.

use board::Cell;
use egui::{
    Align2, CornerRadius, FontId, Rect, Response, Role, Sense, Stroke, Ui, Vec2, WidgetInfo, vec2,
};
use picture::{Badges, Figure, PICTURES_FROM, Token};
use rules::{Family, Side};

use super::canvas::{Canvas, Dragged};
use super::painter::paint_sprite;
use super::theme::{palette, size};

pub fn chip(ui: &mut Ui, canvas: &mut Canvas, family: Family, token: Token, size: f32) -> Response {
    let (rect, response) = ui.allocate_exact_size(Vec2::splat(size), Sense::hover());
    paint(ui, canvas, family, token, rect);
    response
}

/// Units that left the board, drawn small and counted, under a name: `Captured: 2 Infantry, 1 Cannon`.
pub fn fallen(
    ui: &mut Ui,
    canvas: &mut Canvas,
    family: Family,
    name: &str,
    units: &[(Token, &str, usize)],
) {
    if units.is_empty() {
        return;
    }
    let told: Vec<String> = units
        .iter()
        .map(|(_, kind, count)| format!("{count} {kind}"))
        .collect();
    let told = format!("{name}: {}", told.join(", "));
    let tray = ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = vec2(3.0, 3.0);
        ui.weak(name);
        for (token, kind, count) in units {
            chip(ui, canvas, family, *token, 22.0).on_hover_text(*kind);
            if *count > 1 {
                ui.weak(format!("\u{00D7}{count}"));
            }
        }
    });
    tray.response
        .widget_info(|| WidgetInfo::labeled(Role::List, true, &told));
}

/// Draws a unit, a leader with its pips.
pub fn paint(ui: &Ui, canvas: &mut Canvas, family: Family, token: Token, rect: Rect) {
    let pixels = (rect.height() * ui.pixels_per_point())
        .round()
        // a sheet holds every sprite: at 400 pixels it already takes tens of MiB
        .clamp(1.0, 400.0) as u16;
    let atlas = canvas.atlases.at(ui.ctx(), family, canvas.set, pixels);
    paint_sprite(ui.painter(), &atlas, rect, token.sprite());
    if let Some(pips) = token.pips_sprite().filter(|_| pixels >= PICTURES_FROM) {
        paint_sprite(ui.painter(), &atlas, rect, pips);
    }
    for badge in token.badge_sprites() {
        paint_sprite(ui.painter(), &atlas, rect, badge);
    }
}

/// A figure on its side's field, without pips.
pub fn paint_figure(
    ui: &Ui,
    canvas: &mut Canvas,
    family: Family,
    side: Side,
    figure: Figure,
    rect: Rect,
) {
    let token = Token {
        // beside a board a token stands on no cell in particular
        cell: Cell::new(0, 0),
        side,
        figure,
        pips: None,
        dim: false,
        badges: Badges::NONE,
    };
    paint(ui, canvas, family, token, rect);
}

/// One kind in a tray.
pub struct Tile<'a> {
    pub family: Family,
    pub token: Token,
    pub text: &'a str,
    /// The name of the tile for screen readers.
    pub name: &'a str,
    /// The unit is in the hand, and the tile gets a strong frame.
    pub picked: bool,
    /// False if no unit is left: the tile is veiled and cannot be dragged.
    pub enabled: bool,
}

const TILE: Vec2 = vec2(69.0, 66.0);

/// Shows one kind of a tray: to be clicked, or dragged to the board; the cell it was dropped on comes back.
pub fn tile(ui: &mut Ui, canvas: &mut Canvas, tile: &Tile<'_>) -> (Response, Option<Cell>) {
    let palette = palette(ui);
    let (rect, response) = ui.allocate_exact_size(TILE, Sense::click_and_drag());
    let stroke = if tile.picked {
        Stroke::new(2.5, palette.accent)
    } else if response.has_focus() || (tile.enabled && response.hovered()) {
        Stroke::new(1.5, palette.accent)
    } else {
        Stroke::new(1.0, palette.line)
    };
    let fill = ui.visuals().faint_bg_color;
    ui.painter().rect(
        rect,
        CornerRadius::same(8),
        fill,
        stroke,
        egui::StrokeKind::Inside,
    );
    let icon = Rect::from_center_size(rect.center_top() + vec2(0.0, 24.0), Vec2::splat(40.0));
    paint(ui, canvas, tile.family, tile.token, icon);
    let color = if tile.enabled {
        ui.visuals().text_color()
    } else {
        ui.visuals().weak_text_color()
    };
    ui.painter().text(
        egui::pos2(rect.center().x, rect.bottom() - 12.0),
        Align2::CENTER_CENTER,
        tile.text,
        FontId::proportional(size::SMALL),
        color,
    );
    response.widget_info(|| WidgetInfo::labeled(Role::Button, tile.enabled, tile.name));
    if !tile.enabled {
        let veil = ui.visuals().panel_fill.gamma_multiply(0.55);
        ui.painter().rect_filled(rect.shrink(1.0), 8.0, veil);
        // a unit that is used up can be read about, but not dragged
        return (response, None);
    }
    // tray and board are two widgets: the unit passes from one to the other on the canvas
    if response.dragged()
        && let Some(at) = ui.ctx().pointer_interact_pos()
    {
        canvas.dragged = Some(Dragged {
            family: tile.family,
            token: tile.token,
            at,
        });
    }
    let mut dropped = None;
    if response.drag_stopped() {
        canvas.dragged = None;
        // the cell of the last frame: the tray is drawn before the board
        dropped = canvas.board.pointed;
    }
    (response, dropped)
}

/// The tiles of a tray, as many in a row as there is room for.
pub fn tray<T>(ui: &mut Ui, of: &[T], mut add: impl FnMut(&mut Ui, &T)) {
    // n tiles have n - 1 gaps between them, hence the gap on both sides of the division
    let columns = ((ui.available_width() + 6.0) / (TILE.x + 6.0))
        .floor()
        .max(1.0) as usize;
    ui.spacing_mut().item_spacing = vec2(6.0, 4.0);
    for row in of.chunks(columns) {
        ui.horizontal(|ui| {
            for item in row {
                add(ui, item);
            }
        });
    }
}

/// The unit dragged from a tray, over everything else.
pub fn paint_dragged(ui: &mut Ui, canvas: &mut Canvas) {
    let Some(Dragged { family, token, at }) = canvas.dragged else {
        return;
    };
    let size = canvas.board.cell_size() * 1.12;
    let rect = Rect::from_center_size(at, Vec2::splat(size));
    let layer = egui::LayerId::new(egui::Order::Tooltip, egui::Id::unique("dragged unit"));
    ui.scope_builder(egui::UiBuilder::new().layer_id(layer), |ui| {
        paint(ui, canvas, family, token, rect)
    });
}
