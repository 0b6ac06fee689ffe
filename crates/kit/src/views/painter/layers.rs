//! The layers of a board that are kept between frames, as meshes of sprites.

use std::collections::BTreeSet;

use board::{Cell, Grid};
use egui::epaint::{TessellationOptions, Tessellator, Vertex};
use egui::{Color32, ColorImage, Mesh, Rect, Stroke};
use picture::{Badges, Ground, Layout, Mark, PICTURES_FROM, Scene, Sprite, Token};

use super::{FRAME, Frame};
use crate::views::geometry::Projection;
use crate::views::terrain::{NEAR_FROM, borders};
use crate::views::theme::{Look, Palette, rgb, side_color};

/// The color of every cell's ground as seen, the top row first: a pixel a square, and two a hex, whose ranks lie half a
/// cell apart.
pub(crate) fn ground_image(layout: Layout, ground: &Grid<Ground>, look: Look) -> ColorImage {
    let size = [row_of_pixels(layout), usize::from(layout.cells().1)];
    let mut image = ColorImage::filled(size, Color32::TRANSPARENT);
    for (cell, ground) in ground.iter() {
        if let Some(color) = look.colors().ground(layout, cell, *ground).map(rgb) {
            image.pixels[pixels(layout, cell)].fill(color);
        }
    }
    image
}

fn row_of_pixels(layout: Layout) -> usize {
    let columns = usize::from(layout.cells().0);
    match layout.has_hexes() {
        false => columns,
        true => 2 * columns + 1,
    }
}

/// The pixels of a cell in such an image.
pub(crate) fn pixels(layout: Layout, cell: Cell) -> std::ops::Range<usize> {
    // no corner of a cell is left of the board or above it
    let (x, y) = layout.corner(cell);
    let (x, row) = (
        x.unsigned_abs() as usize,
        (y / layout.pitch()).unsigned_abs() as usize,
    );
    // a cell is two units of the layout wide
    let (x, wide) = match layout.has_hexes() {
        false => (x / 2, 1),
        true => (x, 2),
    };
    let first = row * row_of_pixels(layout) + x;
    first..first + wide
}

/// Zones, tints and the marks under the tokens.
pub(super) fn below(frame: &Frame<'_>, scene: &Scene, palette: &Palette) -> Mesh {
    let projection = frame.projection;
    let mut mesh = Mesh::with_texture(frame.atlas.texture());
    let white = frame.atlas.white();
    // each cell is tinted once: two ranges laid over each other would look like a stronger one
    for (is_spent, cells) in commanded(scene) {
        let color = if is_spent {
            palette.board.range_spent.gamma_multiply(0.14)
        } else {
            palette.board.range.gamma_multiply(0.2)
        };
        for cell in cells.into_iter().filter(|cell| projection.shows(*cell)) {
            cover(&mut mesh, projection, cell, white, color);
        }
    }
    for (cell, mark) in scene
        .marks
        .iter()
        .filter(|(cell, _)| projection.shows(*cell))
    {
        let mut tint = |color: Color32, share: f32| {
            cover(
                &mut mesh,
                projection,
                *cell,
                white,
                color.gamma_multiply(share),
            );
        };
        match mark {
            Mark::Selected => tint(palette.board.selected, 0.55),
            Mark::Last => {
                tint(palette.board.last, 0.22);
                let uv = frame.atlas.uv(Sprite::Brackets);
                mesh.add_rect_with_uv(projection.sprite_rect(*cell), uv, palette.board.last);
            }
            Mark::Lit => {
                tint(palette.board.range, 0.5);
                let uv = frame.atlas.uv(Sprite::Brackets);
                mesh.add_rect_with_uv(projection.sprite_rect(*cell), uv, palette.board.range);
            }
            Mark::Threat(_) | Mark::Reach => {
                let color = palette.board.threat.gamma_multiply(0.8);
                let uv = frame.atlas.uv(Sprite::Hatch);
                cover(&mut mesh, projection, *cell, uv, color);
            }
            // two shades, so that neighboring sections can be told apart
            Mark::Zone(odd) => tint(palette.board.zone, if *odd { 0.10 } else { 0.18 }),
            Mark::ZoneDone => tint(palette.board.zone, 0.36),
            Mark::Outside => {
                cover(
                    &mut mesh,
                    projection,
                    *cell,
                    white,
                    Color32::from_black_alpha(38),
                );
            }
            // all other marks lie on the tokens, in the layer above
            _ => {}
        }
    }
    mesh
}

/// The cells within the ranges of all leaders that are spent, less those of the other leaders; and within the ranges of
/// the others.
pub(super) fn commanded(scene: &Scene) -> [(bool, BTreeSet<Cell>); 2] {
    let board = scene.ground.board();
    let within = |is_spent: bool| -> BTreeSet<Cell> {
        let ranges = scene.ranges.iter();
        let ranges = ranges.filter(|range| range.spent == is_spent);
        let cells = ranges.flat_map(|range| board.within(range.center, range.distance));
        cells
            .filter(|cell| scene.ground.get(*cell) != Some(&Ground::Hole))
            .collect()
    };
    let open = within(false);
    let spent = within(true).difference(&open).copied().collect();
    // the spent ones first, so that what still commands is painted over them
    [(true, spent), (false, open)]
}

/// Fills a cell with a part of the texture.
fn cover(mesh: &mut Mesh, projection: &Projection, cell: Cell, uv: Rect, color: Color32) {
    let rect = projection.rect(cell);
    // a square is two triangles of the mesh, a hexagon a fan of four from its first corner
    if !projection.has_hexes() {
        return mesh.add_rect_with_uv(rect, uv, color);
    }
    let first = mesh.vertices.len() as u32;
    let corners = projection.outline(cell);
    for number in 2..corners.len() as u32 {
        mesh.add_triangle(first, first + number - 1, first + number);
    }
    mesh.vertices.extend(corners.map(|pos| {
        // by the height alone, the longer side: by both, a pattern would be drawn out sideways
        let from_center = (pos - rect.center()) / rect.height();
        let uv = uv.center() + from_center * uv.size();
        Vertex { pos, uv, color }
    }));
}

/// Turns lines and fills into meshes that are kept: egui would tessellate them in every frame.
pub(super) fn tessellator(projection: &Projection, feathering: bool) -> Tessellator {
    // the projection has the size of a cell in both units, and their ratio is the scale of the screen
    let pixels_per_point = f32::from(projection.pixels) / projection.cell;
    let options = TessellationOptions {
        // ready-made discs lie in the texture of the letters, whose size is not known here
        prerasterized_discs: false,
        feathering,
        ..TessellationOptions::default()
    };
    Tessellator::new(pixels_per_point, options, [1, 1], Vec::new())
}

/// The lines between hexes, smoothed, which triangles of the fills are not, and the frame of a board that is no
/// rectangle.
pub(super) fn lines(frame: &Frame<'_>, scene: &Scene, palette: &Palette) -> Option<Mesh> {
    let projection = frame.projection;
    // tiny hexes are pixels of a picture
    let has_hexes = projection.has_clear_hexes();
    if !has_hexes && (projection.has_hexes() || !frame.land.has_holes()) {
        return None;
    }
    let mut tessellator = tessellator(projection, true);
    let share = (projection.cell / 40.0).clamp(0.3, 0.6);
    let stroke = Stroke::new(1.0, palette.board.ground_ink.gamma_multiply(share));
    let mut mesh = Mesh::default();
    let is_cell = |cell: &Cell| scene.ground.get(*cell) != Some(&Ground::Hole);
    for cell in projection.visible().filter(is_cell) {
        if has_hexes {
            let line = egui::Shape::closed_line(projection.outline(cell).collect(), stroke);
            tessellator.tessellate_shape(line, &mut mesh);
        }
    }
    let frame = Stroke::new(FRAME, palette.board.frame);
    for cell in projection.visible().filter(is_cell) {
        for side in borders(projection, &scene.ground, cell) {
            let line = egui::Shape::line_segment(side, frame);
            tessellator.tessellate_shape(line, &mut mesh);
        }
    }
    Some(mesh)
}

/// The tokens in the window, each with its rectangle.
fn tokens<'a>(frame: &'a Frame<'_>, scene: &'a Scene) -> impl Iterator<Item = (&'a Token, Rect)> {
    let projection = frame.projection;
    // counted before anything is left out: `hidden` is a place in the whole scene
    let placed = scene.placed().enumerate();
    placed.filter_map(move |(place, (token, part))| {
        let rect = projection.rect(token.cell);
        if Some(place) == frame.hidden || !projection.window.intersects(rect) {
            return None;
        }
        Some((token, projection.part_rect(rect, part)))
    })
}

/// The opacity of the badges of a unit that has acted, of 255.
const PALE: u8 = 150;

fn bears_any(token: &Token) -> bool {
    token.pips.is_some() || token.badges != Badges::NONE
}

/// The pips and badges of the tokens.
pub(super) fn pips(frame: &Frame<'_>, scene: &Scene) -> Mesh {
    let mut mesh = Mesh::with_texture(frame.atlas.texture());
    // placing thousands of units that bear none takes a tenth of the time of a large board
    if !scene.tokens.iter().any(bears_any) {
        return mesh;
    }
    // pips on a smaller sprite could not be counted
    let counts = frame.projection.sprite_pixels() >= PICTURES_FROM;
    for (token, rect) in tokens(frame, scene) {
        if let Some(pips) = token.pips_sprite().filter(|_| counts) {
            let uv = frame.atlas.uv_of_unit(pips, token.dim);
            mesh.add_rect_with_uv(rect, uv, Color32::WHITE);
        }
        let tint = match token.dim {
            true => Color32::from_white_alpha(PALE),
            false => Color32::WHITE,
        };
        for badge in token.badge_sprites() {
            mesh.add_rect_with_uv(rect, frame.atlas.uv(badge), tint);
        }
    }
    mesh
}

/// Makes room for all tokens at once: grown by doubling, the mesh of a large board is copied a dozen times.
fn reserve(mesh: &mut Mesh, scene: &Scene) {
    mesh.reserve_vertices(4 * scene.tokens.len());
    mesh.reserve_triangles(2 * scene.tokens.len());
}

/// The units of a board seen from far away, as blocks of their sides' colors. Units beside each other are one block: a
/// driver without a graphics card keeps a third of a kilobyte for each triangle of a frame.
fn blocks(mesh: &mut Mesh, frame: &Frame<'_>, scene: &Scene) {
    let white = frame.atlas.white();
    let blocks = tokens(frame, scene).map(|(token, rect)| {
        let color = side_color(token.side);
        match token.dim {
            true => (rect, color.lerp_to_gamma(Color32::GRAY, 0.5)),
            false => (rect, color),
        }
    });
    for (rect, color) in runs(blocks.collect()) {
        mesh.add_rect_with_uv(rect, white, color);
    }
}

/// Rectangles of one color whose sides touch, from left to right, put together.
fn runs(mut blocks: Vec<(Rect, Color32)>) -> Vec<(Rect, Color32)> {
    blocks.sort_by(|(one, _), (other, _)| {
        let rows = one.min.y.total_cmp(&other.min.y);
        rows.then(one.min.x.total_cmp(&other.min.x))
    });
    let mut runs: Vec<(Rect, Color32)> = Vec::new();
    for (rect, color) in blocks {
        match runs.last_mut() {
            // the corners of neighbors are computed from different cells, and may differ by less than can be seen
            Some((run, known))
                if *known == color
                    && run.y_range() == rect.y_range()
                    && (run.max.x - rect.min.x).abs() < 0.01 =>
            {
                run.max.x = rect.max.x;
            }
            _ => runs.push((rect, color)),
        }
    }
    runs
}

/// The tokens, and the marks that lie on them.
pub(super) fn above(frame: &Frame<'_>, scene: &Scene, palette: &Palette) -> Mesh {
    let projection = frame.projection;
    let mut mesh = Mesh::with_texture(frame.atlas.texture());
    if projection.pixels < NEAR_FROM {
        blocks(&mut mesh, frame, scene);
        return mesh;
    }
    reserve(&mut mesh, scene);
    // all tokens before all marks: a token that sticks out would otherwise cover its neighbor's mark
    for (token, rect) in tokens(frame, scene) {
        let uv = frame.atlas.uv_of_unit(token.sprite(), token.dim);
        mesh.add_rect_with_uv(rect, uv, Color32::WHITE);
    }
    for (cell, mark) in &scene.marks {
        let (sprite, color) = match mark {
            Mark::Move => (Sprite::Dot, palette.board.legal),
            Mark::Capture => (Sprite::Ring, palette.board.legal),
            Mark::Swap => (Sprite::Brackets, palette.board.legal),
            Mark::Blocked => (Sprite::Cross, palette.board.threat),
            other => match other.sign() {
                Some(sign) => (sign, Color32::WHITE),
                None => continue,
            },
        };
        if projection.shows(*cell) {
            let uv = frame.atlas.uv(sprite);
            mesh.add_rect_with_uv(projection.sprite_rect(*cell), uv, color);
        }
    }
    mesh
}

#[cfg(test)]
mod tests {
    use egui::{pos2, vec2};

    use super::*;

    #[test]
    fn units_beside_each_other_are_one_block() {
        let cell = |x: f32, y: f32, color| {
            let rect = Rect::from_min_size(pos2(x * 5.0, y * 5.0), vec2(5.0, 5.0));
            (rect, color)
        };
        let (red, blue) = (Color32::RED, Color32::BLUE);
        let alone = cell(9.0, 0.0, red);
        let below = cell(0.0, 1.0, red);
        let other = cell(3.0, 0.0, blue);
        // in the order of the sides, as a scene has its tokens
        let tokens = vec![
            cell(2.0, 0.0, red),
            below,
            cell(0.0, 0.0, red),
            alone,
            cell(1.0, 0.0, red),
            other,
        ];
        let row = Rect::from_min_size(pos2(0.0, 0.0), vec2(15.0, 5.0));
        assert_eq!(runs(tokens), [(row, red), other, alone, below]);
    }
}
