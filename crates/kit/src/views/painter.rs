//! The board painter: one textured mesh a layer, only of the cells in the window, rebuilt only when something changed.

use std::sync::Arc;

use board::{Edge, Grid};
use egui::{
    Color32, ColorImage, Mesh, Painter, Pos2, Rect, Shape, TextureHandle, TextureId,
    TextureOptions, Ui, Vec2, pos2,
};
use picture::{Ground, PieceSet, Scene, Sprite};
use rules::Family;

use crate::model::scene::MovingToken;
use crate::views::artwork::Sheet;
use crate::views::geometry::{Camera, Projection};
use crate::views::terrain::{Land, Lands, NEAR_FROM};
use crate::views::theme::Look;

mod coordinates;
mod far;
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

/// The width of the frame around a board.
const FRAME: f32 = 4.0;

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
        self.uv_of(self.sheet.place(sprite))
    }

    /// The place in the texture of a unit's sprite, pale if it has acted.
    pub(crate) fn uv_of_unit(&self, sprite: Sprite, is_spent: bool) -> Rect {
        match is_spent {
            true => self.uv_of(self.sheet.spent_place(sprite)),
            false => self.uv(sprite),
        }
    }

    fn uv_of(&self, [left, top, right, bottom]: [f32; 4]) -> Rect {
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
    lands: Lands,
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

    /// The drawings of a board's ground at a width of cells in pixels.
    pub(crate) fn land(&mut self, ui: &Ui, ground: &Arc<Grid<Ground>>, pixels: u16) -> Land {
        self.lands.at(ui.ctx(), ground, Look::of(ui), pixels)
    }
}

/// The layers of a board, kept between frames.
///
/// Bare land of squares is a texture that repeats. As quads it would be most of a large board's vertices, and egui
/// copies every vertex in every frame, kept or not. Tiny cells are pixels of one picture.
#[derive(Default)]
pub struct BoardPainter {
    kept: Option<Kept>,
    far: Option<FarGround>,
    /// The number of times that the layers were built, for tests and measurements.
    pub builds: u64,
}

/// The ground of a board seen from far away.
struct FarGround {
    ground: Arc<Grid<Ground>>,
    land: TextureId,
    bottom: Edge,
    texture: TextureHandle,
}

struct Kept {
    key: Key,
    // held as long as its layers, so that no later scene can get the same address and pass for it
    scene: Arc<Scene>,
    ground: Option<Arc<Mesh>>,
    below: Arc<Mesh>,
    lines: Option<Arc<Mesh>>,
    /// The shadow and the frame of the board.
    rim: Vec<Shape>,
    /// The lines around activation ranges.
    ranges: Vec<Shape>,
    above: Arc<Mesh>,
    /// Armies and towns, where cells are too small to show units.
    far: Option<Arc<far::FarSigns>>,
    /// The pips of leaders, which no line covers.
    pips: Arc<Mesh>,
}

#[derive(Clone, Copy, PartialEq)]
struct Key {
    projection: Projection,
    // another set or size of sprites is another texture, and the layers hold its coordinates
    texture: TextureId,
    // another look or other grounds are another texture too
    land: TextureId,
    hidden: Option<usize>,
}

/// The needs of one frame of a board in addition to its scene.
pub struct Frame<'a> {
    pub projection: &'a Projection,
    /// The sprites, at the projection's sprite size.
    pub atlas: &'a Atlas,
    /// The drawings of the ground, at the width of the projection's cells.
    pub(crate) land: &'a Land,
    pub look: Look,
    /// The place in the scene of a token that is in the hand, and not shown on its cell.
    pub hidden: Option<usize>,
}

impl BoardPainter {
    /// Paints a scene into the projection's window.
    pub fn paint(&mut self, painter: &Painter, frame: &Frame<'_>, scene: &Arc<Scene>) {
        let palette = frame.look.palette();
        let is_near = frame.projection.pixels >= NEAR_FROM;
        let key = Key {
            projection: *frame.projection,
            texture: frame.atlas.texture(),
            land: frame.land.id(),
            hidden: frame.hidden,
        };
        // a scene is compared by its address: to compare its tokens and marks costs as much as to build the layers
        let fresh = self
            .kept
            .as_ref()
            .is_some_and(|kept| kept.key == key && Arc::ptr_eq(&kept.scene, scene));
        if !fresh {
            self.builds += 1;
            let mut below = layers::below(frame, scene, palette);
            // to find armies takes as long as to build all layers, and a chosen unit changes none of them
            let known = self.kept.take().filter(|kept| {
                let (known, seen) = (&kept.key, &kept.scene);
                known.projection == key.projection
                    && known.texture == key.texture
                    && known.land == key.land
                    && seen.tokens == scene.tokens
                    && Arc::ptr_eq(&seen.ground, &scene.ground)
            });
            let far = match known.and_then(|kept| kept.far) {
                Some(far) => Some(far),
                None => {
                    (!is_near).then(|| Arc::new(far::FarSigns::of(painter, frame, scene, palette)))
                }
            };
            // of the same texture, and so of the same mesh
            if let Some(far) = &far {
                below.append_ref(&far.areas);
            }
            self.kept = Some(Kept {
                key,
                scene: scene.clone(),
                ground: is_near.then(|| Arc::new(frame.land.mesh(frame.projection, &scene.ground))),
                rim: lines::around_board(frame.projection, frame.land.has_holes(), palette),
                below: Arc::new(below),
                lines: layers::lines(frame, scene, palette).map(Arc::new),
                ranges: lines::around_ranges(frame.projection, scene, palette),
                above: Arc::new(layers::above(frame, scene, palette)),
                far,
                pips: Arc::new(layers::pips(frame, scene)),
            });
        }
        // the frame lies in the strips of coordinates, but not where the board continues under them
        let around = around(frame.projection);
        let around = around.intersect(painter.clip_rect());
        for strip in lines::strips(around, lines::filled(frame.projection)) {
            let rim = self.kept.iter().flat_map(|kept| kept.rim.iter().cloned());
            painter.with_clip_rect(strip).extend(rim);
        }
        // sprites of cells half in the window would otherwise cover the strips of coordinates
        let painter =
            painter.with_clip_rect(frame.projection.window.intersect(painter.clip_rect()));
        if is_near {
            frame.land.paint_squares(&painter, frame.projection);
        } else {
            self.paint_far(&painter, frame, &scene.ground);
        }
        let Some(kept) = &self.kept else { return };
        // from the ground up, for each layer covers those before it
        painter.extend(kept.ground.clone().map(Shape::mesh));
        painter.add(Shape::mesh(kept.below.clone()));
        painter.extend(kept.lines.clone().map(Shape::mesh));
        painter.extend(kept.ranges.iter().cloned());
        // under the units: a way hides nothing of those that it passes
        for arrow in &scene.arrows {
            lines::paint_arrow(&painter, frame.projection, *arrow, palette);
        }
        painter.add(Shape::mesh(kept.above.clone()));
        for line in &scene.lines {
            lines::paint_line(&painter, frame.projection, *line, palette);
        }
        for framed in &scene.frames {
            lines::paint_frame(&painter, frame.projection, framed, palette);
        }
        painter.add(Shape::mesh(kept.pips.clone()));
        if let Some(far) = &kept.far {
            far.paint(&painter);
        }
        lines::paint_numbers(&painter, frame.projection, &scene.arrows, palette);
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
        self.paint_turned(ui, atlases, set, window, Edge::South, scene)
    }

    /// The same with another edge of the board at the bottom.
    pub fn paint_turned(
        &mut self,
        ui: &Ui,
        atlases: &mut Atlases,
        set: PieceSet,
        window: Rect,
        bottom: Edge,
        scene: &Arc<Scene>,
    ) -> Projection {
        let board = scene.ground.board();
        let mut camera = Camera::default();
        camera.bottom = bottom;
        let projection = camera.project(board, window, ui.pixels_per_point());
        let pixels = projection.sprite_pixels();
        let frame = Frame {
            projection: &projection,
            atlas: &atlases.at(ui.ctx(), scene.family, set, pixels),
            land: &atlases.land(ui, &scene.ground, projection.pixels),
            look: Look::of(ui),
            hidden: None,
        };
        self.paint(ui.painter(), &frame, scene);
        projection
    }

    /// Paints the ground of tiny cells.
    fn paint_far(&mut self, painter: &Painter, frame: &Frame<'_>, ground: &Arc<Grid<Ground>>) {
        let projection = frame.projection;
        let same = self.far.as_ref().is_some_and(|known| {
            // by address first: the cells are only compared when a scene brings its own copy of the ground
            let is_same = Arc::ptr_eq(&known.ground, ground) || known.ground == *ground;
            let is_turned = known.bottom != projection.bottom();
            is_same && !is_turned && known.land == frame.land.id()
        });
        if !same {
            let image = frame.land.far(projection, ground);
            let texture = painter
                .ctx()
                .load_texture("far ground", image, TextureOptions::NEAREST);
            self.far = Some(FarGround {
                ground: ground.clone(),
                land: frame.land.id(),
                bottom: projection.bottom(),
                texture,
            });
        }
        if let Some(far) = &self.far {
            // in whole pixels, as the picture is
            let pixel = projection.cell / f32::from(projection.pixels);
            let whole =
                Rect::from_min_size(projection.whole().min, far.texture.size_vec2() * pixel);
            let uv = Rect::from_min_max(pos2(0.0, 0.0), pos2(1.0, 1.0));
            painter.image(far.texture.id(), whole, uv, Color32::WHITE);
        }
    }
}

/// The window, and on the sides where the board ends in it the strip beside it too.
fn around(projection: &Projection) -> Rect {
    let (window, whole) = (projection.window, projection.whole());
    let (mut around, wide) = (window, window.expand(STRIP));
    for axis in 0..2 {
        // half a pixel of a fitted board may stick out
        if whole.min[axis] > window.min[axis] - 1.0 {
            around.min[axis] = wide.min[axis];
        }
        if whole.max[axis] < window.max[axis] + 1.0 {
            around.max[axis] = wide.max[axis];
        }
    }
    around
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
