//! The board painter: one textured mesh a layer, only of the cells in the window, rebuilt only when something changed.

use std::sync::Arc;

use board::Grid;
use eframe::egui::{
    self, Color32, ColorImage, Mesh, Painter, Pos2, Rect, Shape, TextureHandle, TextureId,
    TextureOptions, Ui, Vec2, pos2,
};
use picture::{Ground, PieceSet, Scene, Sprite, number_places};
use rules::Family;

use crate::model::scene::MovingToken;
use crate::views::artwork::Sheet;
use crate::views::geometry::{Camera, Projection};
use crate::views::theme::Palette;

mod coordinates;
mod layers;
mod lines;

pub use coordinates::{STRIP, paint_coordinates, window_within};
pub(crate) use layers::{ground_image, pixels};
pub(crate) use lines::{paint_cursor, paint_sketch};

/// Sheets kept for the sizes in use: the board's, its neighbors while zooming, and those of lists.
const SHEETS: usize = 8;
/// The pixels of the sheets kept in addition to those of the present frame, 4 MiB of texture: large cells have large
/// sheets.
const SHEET_PIXELS: usize = 1 << 20;

/// One sheet of sprites as a texture.
#[derive(Clone)]
pub struct Atlas {
    set: PieceSet,
    sheet: Arc<Sheet>,
    texture: TextureHandle,
}

impl Atlas {
    pub fn texture(&self) -> TextureId {
        self.texture.id()
    }

    /// The place of a sprite in the texture.
    pub fn uv(&self, sprite: Sprite) -> Rect {
        let [left, top, right, bottom] = self.sheet.place(sprite);
        // from the sheet, because asking the texture for its size takes a lock for every sprite
        let [wide, high] = self.sheet.size.map(|side| side as f32);
        Rect::from_min_max(
            pos2(left / wide, top / high),
            pos2(right / wide, bottom / high),
        )
    }

    /// The point of the texture that is plain white: with it a fill belongs to the same mesh as the sprites, and a
    /// layer is painted in one call.
    fn white(&self) -> Rect {
        Rect::from_center_size(self.uv(Sprite::Blank).center(), Vec2::ZERO)
    }
}

/// The sheets drawn so far, the most recently used first.
#[derive(Default)]
pub struct Atlases {
    /// Each with the number of the frame that used it last.
    latest: Vec<(u64, Atlas)>,
}

impl Atlases {
    /// The sheet of a family's set at a size in pixels, drawn when first asked for; a smaller one where no texture can
    /// hold so large drawings.
    pub fn at(
        &mut self,
        context: &egui::Context,
        family: Family,
        set: PieceSet,
        pixels: u16,
    ) -> Atlas {
        let texture = context.input(|input| input.max_texture_side);
        let pixels = pixels.min(Sheet::most_pixels(family, texture));
        let known = |(_, atlas): &(u64, Atlas)| {
            // the set that was wished for: a small sheet is drawn in the NATO set all the same
            atlas.set == set
                && atlas.sheet.family == family
                && atlas.sheet.sprite_pixels() == pixels
        };
        let atlas = match self.latest.iter().position(known) {
            // taken out of the list to come back first: the list is kept in the order of use
            Some(place) => self.latest.remove(place).1,
            None => {
                let mut sheet = Sheet::draw(family, set, pixels);
                // the texture alone keeps the pixels
                let drawn = std::mem::take(&mut sheet.pixels);
                let image = ColorImage::from_rgba_premultiplied(sheet.size, &drawn);
                let name = format!("pieces {family:?} {set:?} {pixels}");
                Atlas {
                    set,
                    sheet: Arc::new(sheet),
                    texture: context.load_texture(name, image, TextureOptions::LINEAR),
                }
            }
        };
        let frame = context.cumulative_frame_nr();
        // a clone shares the sheet and the texture
        self.latest.insert(0, (frame, atlas.clone()));
        // in the order of use, so that the oldest sheets go first
        let (mut sheets, mut pixels) = (0, 0);
        self.latest.retain(|(used, atlas)| {
            sheets += 1;
            pixels += atlas.sheet.size.iter().product::<usize>();
            // an atlas that one frame needs is never drawn again for the next
            frame.saturating_sub(*used) <= 1 || (sheets <= SHEETS && pixels <= SHEET_PIXELS)
        });
        atlas
    }
}

/// The layers of a board, kept between frames.
///
/// The ground of squares is a texture of a pixel a cell. As quads it would be most of a large board's vertices, and
/// egui copies every vertex in every frame, kept or not. Hexes are polygons unless they are tiny.
#[derive(Default)]
pub struct BoardPainter {
    kept: Option<Kept>,
    ground: Option<GroundTexture>,
    /// The number of times that the layers were built, for tests and measurements.
    pub builds: u64,
}

struct GroundTexture {
    ground: Arc<Grid<Ground>>,
    dark: bool,
    texture: TextureHandle,
}

struct Kept {
    key: Key,
    // held as long as its layers, so that no later scene can get the same address and pass for it
    scene: Arc<Scene>,
    below: Arc<Mesh>,
    lines: Option<Arc<Mesh>>,
    /// The lines around activation ranges.
    ranges: Vec<Shape>,
    above: Arc<Mesh>,
    /// The pips of leaders, which no way covers.
    pips: Arc<Mesh>,
}

#[derive(Clone, Copy, PartialEq)]
struct Key {
    projection: Projection,
    // another set or size of sprites is another texture, and the layers hold its coordinates
    texture: TextureId,
    dark: bool,
    hidden: Option<usize>,
}

/// The needs of one frame of a board in addition to its scene.
pub struct Frame<'a> {
    pub projection: &'a Projection,
    /// The sprites, at the projection's sprite size.
    pub atlas: &'a Atlas,
    pub dark: bool,
    /// The place in the scene of a token that is in the hand, and not shown on its cell.
    pub hidden: Option<usize>,
}

impl BoardPainter {
    /// Paints a scene into the projection's window.
    pub fn paint(&mut self, painter: &Painter, frame: &Frame<'_>, scene: &Arc<Scene>) {
        let palette = Palette::of(frame.dark);
        let key = Key {
            projection: *frame.projection,
            texture: frame.atlas.texture(),
            dark: frame.dark,
            hidden: frame.hidden,
        };
        // a scene is compared by its address: to compare its tokens and marks costs as much as to build the layers
        let fresh = self
            .kept
            .as_ref()
            .is_some_and(|kept| kept.key == key && Arc::ptr_eq(&kept.scene, scene));
        if !fresh {
            self.builds += 1;
            self.kept = Some(Kept {
                key,
                scene: scene.clone(),
                below: Arc::new(layers::below(frame, scene, palette)),
                lines: layers::lines(frame, scene, palette).map(Arc::new),
                ranges: lines::around_ranges(frame.projection, scene, palette),
                above: Arc::new(layers::above(frame, scene, palette)),
                pips: Arc::new(layers::pips(frame, scene)),
            });
        }
        // sprites of cells half in the window would otherwise cover the strips of coordinates
        let painter =
            painter.with_clip_rect(frame.projection.window.intersect(painter.clip_rect()));
        // clear hexes are filled in the layer below: a texture of one pixel a cell has no slanted sides
        if !frame.projection.has_clear_hexes() {
            self.paint_ground(&painter, frame, &scene.ground);
        }
        let Some(kept) = &self.kept else { return };
        // from the ground up, for each layer covers those before it
        painter.add(Shape::mesh(kept.below.clone()));
        painter.extend(kept.lines.clone().map(Shape::mesh));
        painter.extend(kept.ranges.iter().cloned());
        painter.add(Shape::mesh(kept.above.clone()));
        for line in &scene.lines {
            lines::paint_line(&painter, frame.projection, *line, palette);
        }
        for framed in &scene.frames {
            lines::paint_frame(&painter, frame.projection, framed, palette);
        }
        // each number keeps clear of the others; in whole pixels, so that window and exports place them alike
        let middle = |cell| {
            let middle = frame.projection.rect(cell).center();
            (middle.x.round() as i32, middle.y.round() as i32)
        };
        let side = frame.projection.cell.round() as i32;
        let places = number_places(&scene.arrows, middle, side);
        for (arrow, place) in scene.arrows.iter().zip(places) {
            lines::paint_arrow(&painter, frame.projection, *arrow, place as f32, palette);
        }
        // after the ways, which would hide how many orders a leader has left
        painter.add(Shape::mesh(kept.pips.clone()));
        // on smaller cells the disc of a count would cover the unit
        if frame.projection.cell >= 28.0 {
            for (cell, count) in scene.threats() {
                lines::paint_count(&painter, frame.projection, cell, count, palette);
            }
        }
    }

    /// Paints a whole board into a window: a board that is only looked at.
    pub fn paint_whole(
        &mut self,
        ui: &Ui,
        atlases: &mut Atlases,
        set: PieceSet,
        window: Rect,
        scene: &Arc<Scene>,
    ) -> Projection {
        let board = scene.ground.board();
        let projection = Camera::default().project(board, window, ui.pixels_per_point());
        let pixels = projection.sprite_pixels();
        let frame = Frame {
            projection: &projection,
            atlas: &atlases.at(ui.ctx(), scene.family, set, pixels),
            dark: ui.visuals().dark_mode,
            hidden: None,
        };
        self.paint(ui.painter(), &frame, scene);
        projection
    }

    fn paint_ground(&mut self, painter: &Painter, frame: &Frame<'_>, ground: &Arc<Grid<Ground>>) {
        let same = self.ground.as_ref().is_some_and(|known| {
            // by address first: the cells are only compared when a scene brings its own copy of the ground
            let is_same = Arc::ptr_eq(&known.ground, ground) || known.ground == *ground;
            known.dark == frame.dark && is_same
        });
        if !same {
            // enlarged without smoothing, so that the edges between cells stay sharp
            let image = ground_image(ground, frame.dark);
            let texture = painter
                .ctx()
                .load_texture("ground", image, TextureOptions::NEAREST);
            self.ground = Some(GroundTexture {
                ground: ground.clone(),
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

/// The part of a texture of the whole board that shows the board as seen.
pub(crate) fn board_uv(projection: &Projection) -> Rect {
    let (begin, end) = (pos2(0.0, 0.0), pos2(1.0, 1.0));
    if projection.flipped() {
        // a texture read from its far corner to its near one appears turned by half a turn
        Rect::from_min_max(end, begin)
    } else {
        Rect::from_min_max(begin, end)
    }
}

/// A token between two cells, or in the hand at the place `at`.
pub(crate) fn paint_moving(
    painter: &Painter,
    frame: &Frame<'_>,
    moving: &MovingToken,
    at: Option<Pos2>,
) {
    let center = |cell| frame.projection.rect(cell).center();
    let (from, to) = (moving.token.cell, moving.to);
    let on_way = || center(from).lerp(center(to), moving.done);
    let side = frame.projection.sprite_rect(from).width();
    // a token in the hand is a little larger, as if it were lifted off the board
    let side = side * if at.is_some() { 1.12 } else { 1.0 };
    let center = at.unwrap_or_else(on_way);
    let uv = frame.atlas.uv(moving.token.sprite());
    let place = Rect::from_center_size(center, Vec2::splat(side));
    painter.image(frame.atlas.texture(), place, uv, Color32::WHITE);
}

/// One sprite in a rectangle, for lists and buttons.
pub fn paint_sprite(painter: &Painter, atlas: &Atlas, rect: Rect, sprite: Sprite) {
    painter.image(atlas.texture(), rect, atlas.uv(sprite), Color32::WHITE);
}
