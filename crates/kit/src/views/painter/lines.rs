//! Lines over a board: ranges, frames, ways, and the keyboard's cell.

use std::collections::BTreeMap;

use board::Cell;
use egui::epaint::RectShape;
use egui::{Align2, Color32, FontId, Painter, Pos2, Rect, Shadow, Shape, Stroke, StrokeKind, vec2};
use picture::{Arrow, Framed, Line, LineKind, Scene};

use super::FRAME;
use super::layers::commanded;
use crate::model::scene::Sketch;
use crate::views::geometry::Projection;
use crate::views::theme::{Look, Palette};

/// The box around an area.
fn area(projection: &Projection, cells: impl Iterator<Item = Cell>) -> Rect {
    let boxes = cells.map(|cell| projection.rect(cell));
    boxes.fold(Rect::NOTHING, Rect::union)
}

/// The lines around the cells within the ranges of all leaders, dashed around cells near which every leader is spent.
pub(super) fn around_ranges(
    projection: &Projection,
    scene: &Scene,
    palette: &Palette,
) -> Vec<Shape> {
    let mut shapes = Vec::new();
    for (is_spent, cells) in commanded(scene) {
        for mut line in projection.around(cells) {
            if is_spent {
                // dashes run from point to point: only the first point again closes the line
                line.extend(line.first().copied());
                let stroke = Stroke::new(1.5, palette.board.range_spent);
                shapes.extend(Shape::dashed_line(&line, stroke, 7.0, 7.0));
            } else {
                let stroke = Stroke::new(2.5, palette.board.range);
                shapes.push(Shape::closed_line(line, stroke));
            }
        }
    }
    shapes
}

/// The part of a board without gaps.
pub(super) fn filled(projection: &Projection) -> Rect {
    // the outermost hexes leave gaps between them; a square's edge may be no whole pixel
    let edge = match projection.has_hexes() {
        true => projection.cell,
        false => 1.0,
    };
    projection.whole().shrink(edge)
}

/// The four strips of a rectangle around another one in it: what is painted in them covers none of the inner pixels,
/// which are most of a window, and which a machine without a graphics card fills one by one (docs/benchmarks.md).
pub(super) fn strips(outer: Rect, inner: Rect) -> impl Iterator<Item = Rect> {
    let inner = inner.intersect(outer);
    let middle = Rect::from_x_y_ranges(outer.x_range(), inner.y_range());
    let strips = [
        outer.with_max_y(inner.min.y),
        outer.with_min_y(inner.max.y),
        middle.with_max_x(inner.min.x),
        middle.with_min_x(inner.max.x),
    ];
    // of a board that is scrolled out of sight nothing is left, and its strips would lie beside it
    let is_seen = outer.is_positive();
    strips
        .into_iter()
        .filter(move |strip| is_seen && strip.is_positive())
}

/// The shadow of a board on the table, and the frame around the board.
pub(super) fn around_board(
    projection: &Projection,
    has_holes: bool,
    palette: &Palette,
) -> Vec<Shape> {
    let whole = projection.whole();
    // no edge of a board that fills the window is in sight
    if filled(projection).contains_rect(projection.window) {
        return Vec::new();
    }
    let shadow = Shadow {
        offset: [0, 5],
        blur: 22,
        spread: 2,
        color: Color32::from_black_alpha(95),
    };
    // around hexes and holes the frame follows the cells, in the layer of lines
    if projection.has_hexes() {
        let pitch = projection.cell * 0.25;
        return vec![shadow.as_shape(whole.shrink(pitch), 4.0).into()];
    }
    if has_holes {
        return Vec::new();
    }
    let color = palette.board.frame;
    let frame = whole.expand(FRAME);
    vec![
        shadow.as_shape(frame, 4.0).into(),
        RectShape::filled(frame, 3.0, color).into(),
        RectShape::stroke(
            whole.expand(1.0),
            0.0,
            Stroke::new(1.0, Color32::from_black_alpha(110)),
            StrokeKind::Middle,
        )
        .into(),
    ]
}

/// A section or zone, its label at the edge that faces the middle of the board.
pub(super) fn paint_frame(
    painter: &Painter,
    projection: &Projection,
    framed: &Framed,
    palette: &Palette,
) {
    let area = area(projection, framed.cells()).shrink(1.0);
    let color = if framed.done {
        palette.board.zone
    } else {
        palette.board.range_spent
    };
    let stroke = Stroke::new(2.0, color);
    // a box would cut through the hexes of its ragged edges
    if projection.has_hexes() {
        for line in projection.around(framed.cells()) {
            painter.add(Shape::closed_line(line, stroke));
        }
    } else {
        painter.rect_stroke(area, 3.0, stroke, StrokeKind::Inside);
    }
    // on smaller cells the label would be larger than the area that it names
    if framed.label.is_empty() || projection.cell < 8.0 {
        return;
    }
    let font = FontId::proportional((projection.cell * 0.45).clamp(11.0, 15.0));
    let galley = painter.layout_no_wrap(framed.label.clone(), font, Color32::WHITE);
    let upper = area.center().y < projection.whole().center().y;
    let size = galley.size() + vec2(12.0, 4.0);
    // outside the frame, where the label covers none of the section's units
    let beyond = vec2(0.0, size.y / 2.0 + 1.0);
    let center = if upper {
        area.center_bottom() + beyond
    } else {
        area.center_top() - beyond
    };
    let plate = Rect::from_center_size(center, size);
    painter.rect_filled(plate, 6.0, color);
    painter.galley(plate.min + vec2(6.0, 2.0), galley, Color32::WHITE);
}

/// The number of enemies that reach a cell, in the cell's corner.
pub(super) fn paint_count(
    painter: &Painter,
    projection: &Projection,
    cell: Cell,
    count: u8,
    palette: &Palette,
) {
    let rect = projection.sprite_rect(cell);
    if !projection.window.intersects(rect) {
        return;
    }
    let radius = (projection.cell * 0.15).clamp(6.0, 9.0);
    let at = rect.right_top() + vec2(-radius - 1.0, radius + 1.0);
    painter.circle_filled(at, radius, palette.board.threat);
    let font = FontId::proportional(radius * 1.5);
    painter.text(at, Align2::CENTER_CENTER, count, font, Color32::WHITE);
}

/// The way of an order.
pub(super) fn paint_arrow(
    painter: &Painter,
    projection: &Projection,
    arrow: Arrow,
    palette: &Palette,
) {
    let (from, to) = (
        projection.rect(arrow.from).center(),
        projection.rect(arrow.to).center(),
    );
    let way = to - from;
    let length = way.length();
    // a unit may end where it began, and a way without length has no direction
    if length < 1.0 {
        return;
    }
    let along = way / length;
    let across = along.rot90();
    let size = (projection.cell * 0.1).clamp(1.5, 7.0);
    // the head ends at the rim of the unit that moved, which now stands there and covers what is below it
    let rim = projection.sprite_rect(arrow.to).width() * 0.42;
    let tip = to - along * rim.min(length * 0.5);
    let neck = tip - along * size * 2.2;
    let color = palette.board.last.gamma_multiply(0.85);
    let outline = Stroke::new(size * 0.9 + 2.0, Color32::from_white_alpha(150));
    // dotted, because nothing moves along a line of fire
    if arrow.fires {
        let (radius, gap) = (size * 0.6, size * 2.6);
        painter.extend(Shape::dotted_line(&[from, neck], color, gap, radius));
    } else {
        painter.line_segment([from, neck], outline);
        painter.line_segment([from, neck], Stroke::new(size * 0.9, color));
    }
    painter.add(Shape::convex_polygon(
        vec![tip, neck + across * size * 1.3, neck - across * size * 1.3],
        color,
        Stroke::new(1.0, Color32::from_white_alpha(150)),
    ));
}

/// The numbers of orders in the upper left corners of the cells where they end, and rings around what they captured.
pub(super) fn paint_numbers(
    painter: &Painter,
    projection: &Projection,
    arrows: &[Arrow],
    palette: &Palette,
) {
    let radius = (projection.cell * 0.15).clamp(6.5, 10.0);
    let mut taken: BTreeMap<Cell, f32> = BTreeMap::new();
    for arrow in arrows.iter().filter(|arrow| projection.shows(arrow.to)) {
        let rect = projection.sprite_rect(arrow.to);
        if arrow.captures {
            let radius = projection.cell * 0.46;
            let stroke = Stroke::new(2.0, palette.board.threat);
            painter.circle_stroke(rect.center(), radius, stroke);
        }
        // on smaller cells the disc would hide the unit
        if projection.cell < 24.0 || arrow.from == arrow.to {
            continue;
        }
        // the numbers of orders that end on one cell stand side by side
        let before = taken.entry(arrow.to).or_default();
        let at = rect.left_top() + vec2(radius * (0.9 + *before), radius * 0.9);
        *before += 1.8;
        let rim = Stroke::new(1.0, Color32::WHITE);
        painter.circle(at, radius, palette.board.last, rim);
        let font = FontId::proportional(radius * 1.45);
        painter.text(
            at,
            Align2::CENTER_CENTER,
            arrow.number,
            font,
            Color32::WHITE,
        );
    }
}

/// A line in the stroke of its kind, with a pale rim.
pub(super) fn paint_line(
    painter: &Painter,
    projection: &Projection,
    line: Line,
    palette: &Palette,
) {
    let (from, to) = (
        projection.rect(line.from).center(),
        projection.rect(line.to).center(),
    );
    if !Rect::from_two_pos(from, to)
        .expand(2.0)
        .intersects(projection.window)
    {
        return;
    }
    let size = (projection.cell * 0.09).clamp(1.2, 5.0);
    let commands = matches!(line.kind, LineKind::Command | LineKind::Relay);
    let (from, to) = if commands {
        // the figures at both ends stay in sight
        let rim = (to - from).normalized() * projection.cell * 0.3;
        (from + rim, to - rim)
    } else {
        (from, to)
    };
    let rim = Color32::from_white_alpha(170);
    let whole = |width, color| painter.line_segment([from, to], Stroke::new(width, color));
    let dots = |radius: f32, color| {
        let gap = radius * 4.0;
        for (radius, color) in [(radius + 1.0, rim), (radius, color)] {
            painter.extend(Shape::dotted_line(&[from, to], color, gap, radius));
        }
    };
    match line.kind {
        LineKind::Command => {
            whole(size + 2.0, rim);
            whole(size, palette.board.range);
        }
        LineKind::Relay => {
            for (width, color) in [(size + 2.0, rim), (size, palette.board.range)] {
                let stroke = Stroke::new(width, color);
                let (dash, gap) = (size * 3.0, size * 3.0);
                painter.extend(Shape::dashed_line(&[from, to], stroke, dash, gap));
            }
        }
        LineKind::Tow => {
            let middle = [from.lerp(to, 0.32), from.lerp(to, 0.68)];
            let size = (projection.cell * 0.05).clamp(1.0, 4.0);
            let dark = Color32::from_rgb(0x10, 0x14, 0x18);
            for (width, color) in [(5.0, rim), (3.6, dark), (1.2, Color32::WHITE)] {
                painter.line_segment(middle, Stroke::new(size * width, color));
            }
        }
        LineKind::Fire => dots(size * 0.6, palette.board.threat),
        LineKind::Blocked => dots(size * 0.4, palette.board.range_spent),
        LineKind::Way => {
            whole(size + 2.0, rim);
            whole(size, palette.board.last);
        }
    }
    if commands {
        painter.circle(
            to,
            size * 1.3,
            palette.board.range,
            Stroke::new(1.0, Color32::WHITE),
        );
    }
}

pub(crate) fn paint_cursor(painter: &Painter, projection: &Projection, cell: Cell, look: Look) {
    let palette = look.palette();
    let rect = projection.rect(cell).shrink(1.0);
    // white below the color, so that the frame is seen on any ground
    for (width, color) in [(3.5, Color32::WHITE), (2.0, palette.board.cursor)] {
        let stroke = Stroke::new(width, color);
        if projection.has_hexes() {
            // a closed line is drawn on both sides of its points; drawn in by hand it stays inside the cell like the
            // square's
            let inward = |corner: Pos2| corner + (rect.center() - corner) * (2.5 / rect.width());
            let line = projection.outline(cell).map(inward).collect();
            painter.add(Shape::closed_line(line, stroke));
        } else {
            painter.rect_stroke(rect, 3.0, stroke, StrokeKind::Inside);
        }
    }
}

/// The arrows and marks that lie over the units: the user's own, or those of a hint.
pub(crate) fn paint_sketch(
    painter: &Painter,
    projection: &Projection,
    sketch: &Sketch,
    color: Color32,
) {
    let color = color.gamma_multiply(0.85);
    let size = (projection.cell * 0.11).clamp(2.0, 8.0);
    for cell in &sketch.marks {
        let center = projection.rect(*cell).center();
        let radius = projection.cell * 0.45;
        painter.circle_stroke(center, radius, Stroke::new(size * 0.7, color));
    }
    for (from, to) in &sketch.arrows {
        let [from, to] = [from, to].map(|cell| projection.rect(*cell).center());
        // never of zero length: what begins and ends on one cell is a mark
        let along = (to - from).normalized();
        let across = along.rot90();
        let neck = to - along * size * 2.6;
        painter.line_segment([from, neck], Stroke::new(size, color));
        let head = vec![to, neck + across * size * 1.5, neck - across * size * 1.5];
        painter.add(Shape::convex_polygon(head, color, Stroke::NONE));
    }
}

#[cfg(test)]
mod tests {
    use board::Board;
    use egui::pos2;

    use super::*;
    use crate::views::geometry::Camera;

    /// The shapes around a board of which the camera shows what `moved` makes of it.
    fn rim(board: Board, moved: impl FnOnce(&mut Camera, &Projection)) -> usize {
        let window = Rect::from_min_size(pos2(0.0, 0.0), vec2(800.0, 600.0));
        let mut camera = Camera::default();
        let projection = camera.project(board, window, 1.0);
        moved(&mut camera, &projection);
        let projection = camera.project(board, window, 1.0);
        around_board(&projection, false, Look::Light.palette()).len()
    }

    #[test]
    fn strips_cover_all_but_the_inside_once() {
        let rect =
            |left, top, right, bottom| Rect::from_min_max(pos2(left, top), pos2(right, bottom));
        let outer = rect(0.0, 0.0, 100.0, 80.0);
        for inner in [
            rect(20.0, 10.0, 60.0, 70.0),
            rect(-5.0, 10.0, 60.0, 90.0),
            outer,
        ] {
            let area: f32 = strips(outer, inner).map(|strip| strip.area()).sum();
            let inside = inner.intersect(outer);
            assert_eq!(area, outer.area() - inside.area());
            assert!(strips(outer, inner).all(|strip| !strip.shrink(0.5).intersects(inside)));
        }
        let out_of_sight = rect(100.0, 0.0, 60.0, 80.0);
        let board = rect(110.0, 10.0, 200.0, 70.0);
        assert_eq!(strips(out_of_sight, board).count(), 0);
    }

    #[test]
    fn shadow_and_frame_are_painted_only_where_an_edge_of_the_board_is_in_sight() {
        for board in [Board::new(120, 120), Board::hex(120, 120)] {
            let board = board.expect("a board");
            let zoom = |camera: &mut Camera, projection: &Projection| {
                camera.zoom(projection, projection.window.center(), 8);
            };
            assert_ne!(rim(board, |_, _| {}), 0, "the whole board");
            assert_eq!(rim(board, zoom), 0, "its middle alone");
            let to_corner = |camera: &mut Camera, projection: &Projection| {
                zoom(camera, projection);
                camera.pan(projection, vec2(1e6, 1e6));
            };
            assert_ne!(rim(board, to_corner), 0, "its corner");
        }
    }
}
