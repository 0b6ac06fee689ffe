//! The board painter: one textured mesh a layer, only of the cells in the window, rebuilt only when something changed.

use std::sync::Arc;

use board::{Board, Cell, Grid};
use eframe::egui::{
    self, Align2, Color32, ColorImage, FontId, Mesh, Painter, Pos2, Rect, Shape, Stroke,
    TextureHandle, TextureId, TextureOptions, Vec2, pos2, vec2,
};
use picture::{PieceSet, Sprite};
use rules::warlord::Terrain;

use crate::artwork::Sheet;
use crate::geometry::Projection;
use crate::scene::{Arrow, Framed, Mark, Moving, Range, Scene};
use crate::theme::Palette;

/// Sheets kept for the sizes in use: the board's, its neighbors while zooming, and those of lists.
const SHEETS: usize = 8;

/// One sheet of sprites as a texture.
#[derive(Clone)]
pub(crate) struct Atlas {
    set: PieceSet,
    sheet: Arc<Sheet>,
    texture: TextureHandle,
}

impl Atlas {
    /// The texture.
    pub(crate) fn texture(&self) -> TextureId {
        self.texture.id()
    }

    /// Where a sprite lies in the texture.
    pub(crate) fn uv(&self, sprite: Sprite) -> Rect {
        let [left, top, right, bottom] = self.sheet.place(sprite);
        let size = self.texture.size_vec2();
        Rect::from_min_max(
            pos2(left / size.x, top / size.y),
            pos2(right / size.x, bottom / size.y),
        )
    }

    /// The point of the texture that is plain white.
    fn white(&self) -> Rect {
        Rect::from_center_size(self.uv(Sprite::Blank).center(), Vec2::ZERO)
    }
}

/// The sheets drawn so far, the latest used first.
#[derive(Default)]
pub(crate) struct Atlases {
    latest: Vec<Atlas>,
}

impl Atlases {
    /// The sheet of a set at a size in pixels, drawn when first asked for.
    pub(crate) fn at(&mut self, context: &egui::Context, set: PieceSet, pixels: u16) -> Atlas {
        let known = |atlas: &Atlas| atlas.set == set && atlas.sheet.sprite_pixels() == pixels;
        let atlas = match self.latest.iter().position(known) {
            Some(place) => self.latest.remove(place),
            None => {
                let sheet = Sheet::draw(set, pixels);
                let image = ColorImage::from_rgba_premultiplied(sheet.size, &sheet.pixels);
                let name = format!("pieces {set:?} {pixels}");
                Atlas {
                    set,
                    sheet: Arc::new(sheet),
                    texture: context.load_texture(name, image, TextureOptions::LINEAR),
                }
            }
        };
        self.latest.insert(0, atlas.clone());
        self.latest.truncate(SHEETS);
        atlas
    }
}

/// The layers of a board, kept between frames.
///
/// The ground is a texture of a pixel a cell. As quads it would be most of a large board's vertices, and egui copies every
/// vertex in every frame, kept or not.
#[derive(Default)]
pub(crate) struct BoardPainter {
    kept: Option<Kept>,
    ground: Option<Ground>,
    /// How often the layers were built, for tests and measurements.
    pub(crate) builds: u64,
}

struct Ground {
    terrain: Arc<Grid<Terrain>>,
    dark: bool,
    texture: TextureHandle,
}

struct Kept {
    key: Key,
    scene: Arc<Scene>,
    below: Arc<Mesh>,
    above: Arc<Mesh>,
}

#[derive(Clone, Copy, PartialEq)]
struct Key {
    projection: Projection,
    texture: TextureId,
    dark: bool,
    hidden: Option<Cell>,
}

/// What one frame of a board needs besides its scene.
pub(crate) struct Frame<'a> {
    /// Where the cells lie.
    pub(crate) projection: &'a Projection,
    /// The sprites, at the projection's cell size.
    pub(crate) atlas: &'a Atlas,
    /// Dark theme.
    pub(crate) dark: bool,
    /// A unit not to be shown on its cell: it is in the hand or on its way.
    pub(crate) hidden: Option<Cell>,
}

impl BoardPainter {
    /// Paints a scene into the projection's window.
    pub(crate) fn paint(&mut self, painter: &Painter, frame: &Frame<'_>, scene: &Arc<Scene>) {
        let palette = Palette::of(frame.dark);
        let key = Key {
            projection: *frame.projection,
            texture: frame.atlas.texture(),
            dark: frame.dark,
            hidden: frame.hidden,
        };
        let fresh = self
            .kept
            .as_ref()
            .is_some_and(|kept| kept.key == key && Arc::ptr_eq(&kept.scene, scene));
        if !fresh {
            self.builds += 1;
            self.kept = Some(Kept {
                key,
                scene: scene.clone(),
                below: Arc::new(below(frame, scene, palette)),
                above: Arc::new(above(frame, scene, palette)),
            });
        }
        let painter =
            painter.with_clip_rect(frame.projection.window.intersect(painter.clip_rect()));
        self.paint_ground(&painter, frame, &scene.ground);
        let Some(kept) = &self.kept else { return };
        painter.add(Shape::mesh(kept.below.clone()));
        for range in &scene.ranges {
            paint_range(&painter, frame.projection, *range, palette);
        }
        painter.add(Shape::mesh(kept.above.clone()));
        for framed in &scene.frames {
            paint_frame(&painter, frame.projection, framed, palette);
        }
        for arrow in &scene.arrows {
            paint_arrow(&painter, frame.projection, *arrow, palette);
        }
        if frame.projection.cell >= 28.0 {
            for (cell, count) in scene.threats() {
                paint_count(&painter, frame.projection, cell, count, palette);
            }
        }
    }

    fn paint_ground(&mut self, painter: &Painter, frame: &Frame<'_>, terrain: &Arc<Grid<Terrain>>) {
        let same = self.ground.as_ref().is_some_and(|ground| {
            let terrain_is_same =
                Arc::ptr_eq(&ground.terrain, terrain) || ground.terrain == *terrain;
            ground.dark == frame.dark && terrain_is_same
        });
        if !same {
            let image = ground_image(terrain, Palette::of(frame.dark));
            let texture = painter
                .ctx()
                .load_texture("ground", image, TextureOptions::NEAREST);
            self.ground = Some(Ground {
                terrain: terrain.clone(),
                dark: frame.dark,
                texture,
            });
        }
        if let Some(ground) = &self.ground {
            let whole = frame.projection.whole();
            let uv = board_uv(frame.projection);
            painter.image(ground.texture.id(), whole, uv, Color32::WHITE);
        }
    }
}

/// The color of every cell's ground, a pixel a cell, the top rank first.
pub(crate) fn ground_image(terrain: &Grid<Terrain>, palette: &Palette) -> ColorImage {
    let board = terrain.board();
    let size = [usize::from(board.files()), usize::from(board.ranks())];
    let mut image = ColorImage::filled(size, Color32::TRANSPARENT);
    for (cell, terrain) in terrain.iter() {
        if *terrain != Terrain::Hole {
            image.pixels[pixel(board, cell)] = ground_color(cell, *terrain, palette);
        }
    }
    image
}

/// Where a cell lies among the pixels of such an image.
pub(crate) fn pixel(board: Board, cell: Cell) -> usize {
    let row = board.ranks() - 1 - cell.rank();
    usize::from(row) * usize::from(board.files()) + usize::from(cell.file())
}

/// Such an image as the board is seen.
pub(crate) fn board_uv(projection: &Projection) -> Rect {
    let (begin, end) = (pos2(0.0, 0.0), pos2(1.0, 1.0));
    if projection.flipped() {
        Rect::from_min_max(end, begin)
    } else {
        Rect::from_min_max(begin, end)
    }
}

/// Terrain pictures, zones, tints and the marks under the units.
fn below(frame: &Frame<'_>, scene: &Scene, palette: &Palette) -> Mesh {
    let projection = frame.projection;
    let mut mesh = Mesh::with_texture(frame.atlas.texture());
    let white = frame.atlas.white();
    for cell in projection.visible() {
        let terrain = scene.ground.get(cell).copied().unwrap_or(Terrain::Open);
        if !matches!(terrain, Terrain::Open | Terrain::Hole) {
            let uv = frame.atlas.uv(Sprite::Terrain(terrain));
            mesh.add_rect_with_uv(projection.rect(cell), uv, palette.ground_ink);
        }
    }
    for (cell, mark) in &scene.marks {
        if !projection.shows(*cell) {
            continue;
        }
        let rect = projection.rect(*cell);
        let tint = |color: Color32, share: f32| color.gamma_multiply(share);
        match mark {
            Mark::Selected => mesh.add_rect_with_uv(rect, white, tint(palette.selected, 0.55)),
            Mark::Last => {
                mesh.add_rect_with_uv(rect, white, tint(palette.last, 0.22));
                mesh.add_rect_with_uv(rect, frame.atlas.uv(Sprite::Brackets), palette.last);
            }
            Mark::Threat(_) => {
                let uv = frame.atlas.uv(Sprite::Hatch);
                mesh.add_rect_with_uv(rect, uv, tint(palette.threat, 0.8));
            }
            Mark::Zone(odd) => {
                let share = if *odd { 0.10 } else { 0.18 };
                mesh.add_rect_with_uv(rect, white, tint(palette.zone, share));
            }
            Mark::ZoneDone => mesh.add_rect_with_uv(rect, white, tint(palette.zone, 0.36)),
            Mark::Outside => {
                mesh.add_rect_with_uv(rect, white, Color32::from_black_alpha(38));
            }
            Mark::Move | Mark::Capture | Mark::Swap | Mark::Blocked => {}
        }
    }
    mesh
}

/// The units, and the marks that lie on them.
fn above(frame: &Frame<'_>, scene: &Scene, palette: &Palette) -> Mesh {
    let projection = frame.projection;
    let mut mesh = Mesh::with_texture(frame.atlas.texture());
    let shown = scene
        .units
        .iter()
        .filter(|shown| Some(shown.cell) != frame.hidden && projection.shows(shown.cell));
    for shown in shown {
        let tint = if shown.dim {
            Color32::from_white_alpha(150)
        } else {
            Color32::WHITE
        };
        let rect = projection.rect(shown.cell);
        mesh.add_rect_with_uv(rect, frame.atlas.uv(Sprite::Unit(shown.unit)), tint);
        if let Some((level, free)) = shown.pips.filter(|_| projection.pixels >= 20) {
            let sprite = Sprite::Pips {
                side: shown.unit.side,
                level,
                free,
            };
            mesh.add_rect_with_uv(rect, frame.atlas.uv(sprite), tint);
        }
    }
    for (cell, mark) in &scene.marks {
        let (sprite, color) = match mark {
            Mark::Move => (Sprite::Dot, palette.legal),
            Mark::Capture => (Sprite::Ring, palette.legal),
            Mark::Swap => (Sprite::Brackets, palette.legal),
            Mark::Blocked => (Sprite::Cross, palette.threat),
            _ => continue,
        };
        if projection.shows(*cell) {
            let uv = frame.atlas.uv(sprite);
            mesh.add_rect_with_uv(projection.rect(*cell), uv, color);
        }
    }
    mesh
}

fn ground_color(cell: Cell, terrain: Terrain, palette: &Palette) -> Color32 {
    match terrain {
        Terrain::Town => palette.grounds[0],
        Terrain::Trees => palette.grounds[1],
        Terrain::Hill => palette.grounds[2],
        Terrain::Water => palette.grounds[3],
        Terrain::Open | Terrain::Hole => {
            palette.cells[usize::from((cell.file() + cell.rank()).is_multiple_of(2))]
        }
    }
}

fn paint_range(painter: &Painter, projection: &Projection, range: Range, palette: &Palette) {
    let corner = |cell| projection.rect(cell);
    let area = projection
        .board
        .within(range.center, range.distance)
        .map(corner)
        .fold(Rect::NOTHING, Rect::union)
        .shrink(1.5);
    if !area.intersects(projection.window) {
        return;
    }
    let color = if range.spent {
        palette.range_spent
    } else {
        palette.range
    };
    let stroke = Stroke::new(if range.spent { 1.5 } else { 2.5 }, color);
    let corners = [
        area.left_top(),
        area.right_top(),
        area.right_bottom(),
        area.left_bottom(),
        area.left_top(),
    ];
    painter.extend(Shape::dashed_line(
        &corners,
        stroke,
        7.0,
        if range.spent { 7.0 } else { 4.0 },
    ));
}

/// A section or zone, its label at the edge that faces the middle of the board.
fn paint_frame(painter: &Painter, projection: &Projection, framed: &Framed, palette: &Palette) {
    let (from, to) = framed.corners;
    let area = projection.rect(from).union(projection.rect(to)).shrink(1.0);
    let color = if framed.done {
        palette.zone
    } else {
        palette.range_spent
    };
    painter.rect_stroke(area, 3.0, Stroke::new(2.0, color), egui::StrokeKind::Inside);
    if framed.label.is_empty() || projection.cell < 8.0 {
        return;
    }
    let font = FontId::proportional((projection.cell * 0.45).clamp(11.0, 15.0));
    let galley = painter.layout_no_wrap(framed.label.clone(), font, Color32::WHITE);
    let upper = area.center().y < projection.whole().center().y;
    let size = galley.size() + vec2(12.0, 4.0);
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

/// How many enemies reach a cell, in its corner.
fn paint_count(
    painter: &Painter,
    projection: &Projection,
    cell: Cell,
    count: u8,
    palette: &Palette,
) {
    let rect = projection.rect(cell);
    if !projection.window.intersects(rect) {
        return;
    }
    let radius = (projection.cell * 0.15).clamp(6.0, 9.0);
    let at = rect.right_top() + vec2(-radius - 1.0, radius + 1.0);
    painter.circle_filled(at, radius, palette.threat);
    let font = FontId::proportional(radius * 1.5);
    painter.text(at, Align2::CENTER_CENTER, count, font, Color32::WHITE);
}

fn paint_arrow(painter: &Painter, projection: &Projection, arrow: Arrow, palette: &Palette) {
    let (from, to) = (
        projection.rect(arrow.from).center(),
        projection.rect(arrow.to).center(),
    );
    let way = to - from;
    let length = way.length();
    if length < 1.0 {
        return;
    }
    let along = way / length;
    let across = along.rot90();
    let size = (projection.cell * 0.1).clamp(1.5, 7.0);
    let tip = to - along * projection.cell * 0.26;
    let neck = tip - along * size * 2.2;
    let color = palette.last.gamma_multiply(0.85);
    let outline = Stroke::new(size * 0.9 + 2.0, Color32::from_white_alpha(150));
    painter.line_segment([from, neck], outline);
    painter.line_segment([from, neck], Stroke::new(size * 0.9, color));
    painter.add(Shape::convex_polygon(
        vec![tip, neck + across * size * 1.3, neck - across * size * 1.3],
        color,
        Stroke::new(1.0, Color32::from_white_alpha(150)),
    ));
    if projection.cell >= 24.0 {
        let at = from + along * (length * 0.42).min(length - projection.cell * 0.5).max(0.0);
        let radius = (projection.cell * 0.17).clamp(7.0, 11.0);
        painter.circle(at, radius, color, Stroke::new(1.0, Color32::WHITE));
        let font = FontId::proportional(radius * 1.45);
        painter.text(
            at,
            Align2::CENTER_CENTER,
            arrow.number,
            font,
            Color32::WHITE,
        );
    }
    if arrow.captures {
        let radius = projection.cell * 0.46;
        painter.circle_stroke(to, radius, Stroke::new(2.0, palette.threat));
    }
}

/// A unit between two cells, or in the hand when `at` says where.
pub(crate) fn paint_moving(
    painter: &Painter,
    frame: &Frame<'_>,
    moving: &Moving,
    at: Option<Pos2>,
) {
    let rect = |cell| frame.projection.rect(cell).center();
    let center = at.unwrap_or_else(|| rect(moving.from).lerp(rect(moving.to), moving.done));
    let side = frame.projection.cell * if at.is_some() { 1.12 } else { 1.0 };
    let uv = frame.atlas.uv(Sprite::Unit(moving.unit));
    let place = Rect::from_center_size(center, Vec2::splat(side));
    painter.image(frame.atlas.texture(), place, uv, Color32::WHITE);
}

/// The keyboard's cell.
pub(crate) fn paint_cursor(painter: &Painter, projection: &Projection, cell: Cell, dark: bool) {
    let palette = Palette::of(dark);
    let rect = projection.rect(cell).shrink(1.0);
    painter.rect_stroke(
        rect,
        3.0,
        Stroke::new(3.5, Color32::WHITE),
        egui::StrokeKind::Inside,
    );
    painter.rect_stroke(
        rect,
        3.0,
        Stroke::new(2.0, palette.cursor),
        egui::StrokeKind::Inside,
    );
}

/// How wide the strips of coordinates are.
pub(crate) const STRIP: f32 = 24.0;

/// Which files or ranks have their label: none that would touch another.
#[derive(Debug, Clone, Copy)]
struct Labels {
    every: u8,
    /// So many cells apart two do not touch.
    apart: f32,
}

impl Labels {
    fn of(room: f32, projection: &Projection) -> Self {
        let apart = room / projection.cell;
        let every = [1, 2, 5, 10].into_iter().find(|n| f32::from(*n) >= apart);
        Self {
            every: every.unwrap_or(20),
            apart,
        }
    }

    /// Of a file or rank, counted from `first`; the one pointed at has its own in any case.
    fn has(self, number: u8, first: u8, pointed: Option<u8>) -> bool {
        let apart = pointed.map(|pointed| f32::from(pointed.abs_diff(number)));
        match apart {
            Some(0.0) => true,
            Some(apart) if apart < self.apart => false,
            _ => (number + first).is_multiple_of(self.every),
        }
    }
}

/// File letters under and rank numbers left of the board, in the strips around `projection.window`.
pub(crate) fn paint_coordinates(
    painter: &Painter,
    projection: &Projection,
    dark: bool,
    pointed: Option<Cell>,
) {
    let palette = Palette::of(dark);
    let whole = projection.whole();
    let window = projection.window;
    let font = FontId::proportional((projection.cell * 0.42).clamp(9.0, 13.0));
    let board = projection.board;
    let (files, ranks) = (Labels::of(16.0, projection), Labels::of(13.0, projection));
    let bottom = (whole.bottom() + STRIP / 2.0).min(window.bottom() + STRIP / 2.0);
    let left = (whole.left() - STRIP / 2.0).max(window.left() - STRIP / 2.0);
    let color = |on: bool| {
        if on {
            palette.accent
        } else {
            palette.coordinates
        }
    };
    for file in 0..board.files() {
        let cell = Cell::new(file, 0);
        let x = projection.rect(cell).center().x;
        let at = pointed.map(Cell::file);
        let on = at == Some(file);
        if files.has(file, 0, at) && window.x_range().contains(x) {
            let name = cell.to_string();
            let name = name.trim_end_matches('1');
            painter.text(
                pos2(x, bottom),
                Align2::CENTER_CENTER,
                name,
                font.clone(),
                color(on),
            );
        }
    }
    for rank in 0..board.ranks() {
        let y = projection.rect(Cell::new(0, rank)).center().y;
        let at = pointed.map(Cell::rank);
        let on = at == Some(rank);
        if ranks.has(rank, 1, at) && window.y_range().contains(y) {
            let name = u16::from(rank) + 1;
            painter.text(
                pos2(left, y),
                Align2::CENTER_CENTER,
                name,
                font.clone(),
                color(on),
            );
        }
    }
    painter.rect_stroke(
        whole.intersect(window.expand(1.0)),
        0.0,
        Stroke::new(1.0, palette.coordinates.gamma_multiply(0.6)),
        egui::StrokeKind::Outside,
    );
}

/// One sprite in a rectangle, for lists and buttons.
pub(crate) fn paint_sprite(painter: &Painter, atlas: &Atlas, rect: Rect, sprite: Sprite) {
    painter.image(atlas.texture(), rect, atlas.uv(sprite), Color32::WHITE);
}

/// The window for cells inside a widget's rectangle: what the strips of coordinates leave.
pub(crate) fn window_within(rect: Rect) -> Rect {
    Rect::from_min_max(
        rect.min + vec2(STRIP + 4.0, 6.0),
        rect.max - vec2(6.0, STRIP + 4.0),
    )
}

#[cfg(test)]
mod tests {
    use super::Labels;

    #[test]
    fn no_label_touches_the_one_pointed_at() {
        let labels = Labels {
            every: 5,
            apart: 3.2,
        };
        let shown = |pointed| (0..21_u8).filter(move |file| labels.has(*file, 0, pointed));
        assert!(shown(None).eq([0, 5, 10, 15, 20]));
        assert!(shown(Some(9)).eq([0, 5, 9, 15, 20]));
        assert!(shown(Some(10)).eq([0, 5, 10, 15, 20]));
        assert!(labels.has(4, 1, None) && !labels.has(5, 1, None));
    }
}
