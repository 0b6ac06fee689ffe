//! The ground of a board: drawings that join across cells, squares and hexes, at every size.
//!
//! A cell's ground is put together from its corners: what a corner looks like depends on the two neighbors next to it
//! and, among squares, on the one across. All such corners of all grounds of a board are in one texture, so that the
//! ground is one mesh. From far away the board is one picture, drawn when the ground or its size changes.

mod around;
mod looks;
mod pen;
mod shape;
mod sheet;

use std::sync::Arc;

use board::{Cell, Grid};
use egui::epaint::Vertex;
use egui::{
    Color32, ColorImage, Context, Mesh, Painter, Pos2, Rect, TextureHandle, TextureOptions,
    TextureWrapMode, vec2,
};
use picture::Ground;

use super::geometry::Projection;
use super::theme::Look;
use around::{deck_axis, joins_of};
use shape::{Form, Joins, Point, piece_at};
use sheet::{Grounds, LandSheet, SheetKey, Slot, far_color, form};

pub(crate) use around::borders;

/// Narrower cells, in pixels, are drawn as areas of one color.
pub(crate) const NEAR_FROM: u16 = 10;
/// Sheets kept in addition to those of the present frame, and their pixels: 2 MiB of texture.
const SHEETS: usize = 4;
const SHEET_PIXELS: usize = 1 << 19;

/// A sheet of ground as a texture.
#[derive(Clone)]
pub(crate) struct Land {
    sheet: Arc<LandSheet>,
    texture: TextureHandle,
    /// Bare land of two by two squares.
    squares: Option<TextureHandle>,
}

/// The sheets drawn so far, the most recently used first, each with the number of the frame that used it last.
#[derive(Default)]
pub(crate) struct Lands {
    latest: Vec<(u64, Land)>,
    /// The grounds of boards met lately.
    grounds: Vec<(Arc<Grid<Ground>>, Grounds)>,
}

impl Lands {
    /// The drawings for that ground at a width of a cell in pixels.
    pub(crate) fn at(
        &mut self,
        context: &Context,
        ground: &Arc<Grid<Ground>>,
        look: Look,
        wide: u16,
    ) -> Land {
        let texture = context.input(|input| input.max_texture_side);
        let key = SheetKey {
            form: form(ground.board().shape()),
            grounds: self.grounds_of(ground),
            look,
            wide: wide.clamp(1, LandSheet::most_pixels(texture).max(1)),
        };
        let known = |(_, land): &(u64, Land)| land.sheet.key == key;
        let land = match self.latest.iter().position(known) {
            // taken out of the list to come back first: the list is kept in the order of use
            Some(place) => self.latest.remove(place).1,
            None => Land::draw(context, key),
        };
        let frame = context.cumulative_frame_nr();
        self.latest.insert(0, (frame, land.clone()));
        let (mut sheets, mut pixels) = (0, 0);
        self.latest.retain(|(used, land)| {
            sheets += 1;
            pixels += land.sheet.area();
            // what one frame needs is never drawn again for the next
            frame.saturating_sub(*used) <= 1 || (sheets <= SHEETS && pixels <= SHEET_PIXELS)
        });
        land
    }

    fn grounds_of(&mut self, ground: &Arc<Grid<Ground>>) -> Grounds {
        // by address: to read 14,400 cells in every frame would cost more than to draw them
        let known = self
            .grounds
            .iter()
            .find(|(known, _)| Arc::ptr_eq(known, ground));
        if let Some((_, grounds)) = known {
            return *grounds;
        }
        let grounds = Grounds::of(ground);
        self.grounds.insert(0, (ground.clone(), grounds));
        self.grounds.truncate(SHEETS);
        grounds
    }
}

impl Land {
    fn draw(context: &Context, key: SheetKey) -> Self {
        let mut sheet = LandSheet::draw(key);
        let texture = context.load_texture("ground", sheet.image(), TextureOptions::LINEAR);
        // the texture alone keeps the pixels of large drawings; pictures are made of tiny ones
        if key.wide >= NEAR_FROM {
            sheet.forget();
        }
        let squares = (key.form == Form::Square).then(|| {
            let options = TextureOptions {
                wrap_mode: TextureWrapMode::Repeat,
                ..TextureOptions::NEAREST
            };
            context.load_texture("bare ground", key.squares(), options)
        });
        Self {
            sheet: Arc::new(sheet),
            texture,
            squares,
        }
    }

    /// A number that is another for other drawings.
    pub(crate) fn id(&self) -> egui::TextureId {
        self.texture.id()
    }

    /// True if the board has holes.
    pub(crate) fn has_holes(&self) -> bool {
        self.sheet.key.grounds.has(Ground::Hole)
    }

    /// Paints the bare land of a board of squares.
    pub(crate) fn paint_squares(&self, painter: &Painter, projection: &Projection) {
        let Some(squares) = &self.squares else {
            return;
        };
        let seen = projection.whole();
        let (columns, rows) = projection.layout().cells();
        // the texture begins with a pale square, and the first side's left corner is dark
        let first = projection.at_seen(0, 0);
        let is_dark = (first.file() + first.rank()).is_multiple_of(2);
        let from = vec2(if is_dark { 0.5 } else { 0.0 }, 0.0);
        let size = vec2(f32::from(columns), f32::from(rows)) / 2.0;
        let uv = Rect::from_min_size(from.to_pos2(), size);
        painter.image(squares.id(), seen, uv, Color32::WHITE);
    }

    /// The ground of the cells in the window that is not bare land of squares.
    pub(crate) fn mesh(&self, projection: &Projection, ground: &Grid<Ground>) -> Mesh {
        let mut mesh = Mesh::with_texture(self.texture.id());
        let form = self.sheet.key.form;
        for cell in projection.visible() {
            let here = ground.get(cell).copied().unwrap_or(Ground::Open);
            let is_bare = here == Ground::Open;
            if form == Form::Hex && here != Ground::Hole {
                self.whole(&mut mesh, projection, cell, Ground::Open, Color32::WHITE);
            }
            if is_bare {
                continue;
            }
            // the squares of a large wood can still be counted
            let is_dark = form == Form::Square && (cell.file() + cell.rank()).is_multiple_of(2);
            let tint = match is_dark && here != Ground::Hole {
                true => Color32::from_gray(DARKER),
                false => Color32::WHITE,
            };
            self.cell(&mut mesh, projection, ground, cell, here, tint);
        }
        mesh
    }

    fn cell(
        &self,
        mesh: &mut Mesh,
        projection: &Projection,
        ground: &Grid<Ground>,
        cell: Cell,
        here: Ground,
        tint: Color32,
    ) {
        let form = self.sheet.key.form;
        let joins = joins_of(projection, ground, cell, here, form);
        let pieces = pieces(form, joins);
        let which = variant(cell);
        if pieces.iter().all(|piece| *piece == pieces[0]) {
            if let Some(slot) = self.sheet.slot(here, which, pieces[0]) {
                self.outline(mesh, projection, cell, slot, tint);
            }
        } else {
            let center = projection.rect(cell).center();
            for (corner, piece) in pieces.iter().enumerate() {
                let Some(slot) = self.sheet.slot(here, which, *piece) else {
                    continue;
                };
                let count = form.edges();
                let middle = |edge: usize| form.normal(edge % count).map(|part| part * 0.5);
                let part = [
                    [0.0, 0.0],
                    middle(corner),
                    form.corner(corner),
                    middle(corner + 1),
                ];
                let first = mesh.vertices.len() as u32;
                mesh.add_triangle(first, first + 1, first + 2);
                mesh.add_triangle(first, first + 2, first + 3);
                mesh.vertices.extend(part.map(|at| {
                    let pos = center + vec2(at[0], at[1]) * projection.cell;
                    self.vertex(slot, at, pos, tint)
                }));
            }
        }
        if here == Ground::Bridge {
            let axis = deck_axis(projection, ground, cell, form);
            self.outline(
                mesh,
                projection,
                cell,
                self.sheet.deck(axis),
                Color32::WHITE,
            );
        }
    }

    /// A whole cell of a ground that nothing borders on.
    fn whole(
        &self,
        mesh: &mut Mesh,
        projection: &Projection,
        cell: Cell,
        ground: Ground,
        tint: Color32,
    ) {
        if let Some(slot) = self.sheet.slot(ground, 0, 4) {
            self.outline(mesh, projection, cell, slot, tint);
        }
    }

    fn outline(
        &self,
        mesh: &mut Mesh,
        projection: &Projection,
        cell: Cell,
        slot: Slot,
        tint: Color32,
    ) {
        let form = self.sheet.key.form;
        let center = projection.rect(cell).center();
        let first = mesh.vertices.len() as u32;
        // a fan from its first corner
        for number in 2..form.edges() as u32 {
            mesh.add_triangle(first, first + number - 1, first + number);
        }
        mesh.vertices.extend((0..form.edges()).map(|corner| {
            let at = form.corner(corner);
            let pos = center + vec2(at[0], at[1]) * projection.cell;
            self.vertex(slot, at, pos, tint)
        }));
    }

    fn vertex(&self, slot: Slot, at: Point, pos: Pos2, color: Color32) -> Vertex {
        let uv = self.sheet.uv(slot, at);
        Vertex { pos, uv, color }
    }

    /// The whole board as one picture, a cell as wide as the drawings.
    pub(crate) fn far(&self, projection: &Projection, ground: &Grid<Ground>) -> ColorImage {
        far_image(&self.sheet, projection, ground)
    }
}

/// Draws the sheet of a ground for nothing but the time that it takes; the number of its pixels.
pub(crate) fn drawn_pixels(ground: &Grid<Ground>, look: Look, wide: u16) -> usize {
    let sheet = LandSheet::draw(SheetKey {
        form: form(ground.board().shape()),
        grounds: Grounds::of(ground),
        look,
        wide,
    });
    sheet.image().pixels.len()
}

/// A board's ground as a picture for lists: a cell as wide as the projection's.
pub(crate) fn picture(projection: &Projection, ground: &Grid<Ground>, look: Look) -> ColorImage {
    let sheet = LandSheet::draw(SheetKey {
        form: form(ground.board().shape()),
        grounds: Grounds::of(ground),
        look,
        wide: projection.pixels,
    });
    far_image(&sheet, projection, ground)
}

/// The whole board as one picture, a cell as wide as the drawings.
fn far_image(sheet: &LandSheet, projection: &Projection, ground: &Grid<Ground>) -> ColorImage {
    let key = sheet.key;
    let wide = usize::from(key.wide.max(1));
    let scale = f32::from(key.wide.max(1)) / projection.cell;
    let whole = projection.whole();
    let size = whole.size() * scale;
    let size = [size.x.ceil() as usize, size.y.ceil() as usize].map(|side| side.max(1));
    let mut image = ColorImage::filled(size, Color32::TRANSPARENT);
    let (half, high) = (key.form.height() / 2.0, key.form.height() * wide as f32);
    for (cell, here) in ground.iter() {
        let Some(color) = far_color(key.look, *here) else {
            continue;
        };
        let open = far_color(key.look, Ground::Open).unwrap_or(color);
        let joins = joins_of(projection, ground, cell, *here, key.form);
        let strength = far_strength(*here, joins);
        let slots = pieces(key.form, joins).map(|piece| sheet.slot(*here, 0, piece));
        let deck = (*here == Ground::Bridge)
            .then(|| sheet.deck(deck_axis(projection, ground, cell, key.form)));
        let corner = (projection.rect(cell).min - whole.min) * scale;
        let (left, top) = (corner.x.round() as usize, corner.y.round() as usize);
        for row in 0..high.ceil() as usize {
            for column in 0..wide {
                let at = |place: usize, half: f32| (place as f32 + 0.5) / wide as f32 - half;
                let at = [at(column, 0.5), at(row, half)];
                let (x, y) = (left + column, top + row);
                if x >= size[0] || y >= size[1] || !is_inside(key.form, at, 0.5 / wide as f32) {
                    continue;
                }
                // half a pixel beyond the border, so that no pixel between two cells stays empty
                let over = slots[key.form.part(at)]
                    .filter(|_| *here != Ground::Open)
                    .map_or(Color32::TRANSPARENT, |slot| sheet.pixel(slot, column, row));
                let deck = deck.map_or(Color32::TRANSPARENT, |slot| sheet.pixel(slot, column, row));
                let over = over.gamma_multiply(strength);
                image.pixels[y * size[0] + x] = open.blend(over).blend(deck);
            }
        }
    }
    image
}

/// How much of a cell's ground is seen from far away: a tree here and there is noise, a wood is land.
const fn far_strength(ground: Ground, joins: Joins) -> f32 {
    match ground {
        Ground::Trees | Ground::Hill | Ground::Rough | Ground::Green => {
            match joins.edges.count_ones() {
                0 => 0.35,
                1 => 0.65,
                _ => 1.0,
            }
        }
        // what a player looks for on a map
        Ground::Town | Ground::Water | Ground::Castle | Ground::Mountain | Ground::Bridge => 1.0,
        Ground::Open | Ground::Hole => 1.0,
    }
}

/// The brightness of ground on dark squares, of 255.
const DARKER: u8 = 236;

/// True for a point of a cell, or at most that far outside.
fn is_inside(form: Form, at: Point, by: f32) -> bool {
    (0..form.edges()).all(|edge| shape::dot(at, form.normal(edge)) < 0.5 + by)
}

/// Which of the drawings that differ for the eye alone a cell has.
fn variant(cell: Cell) -> usize {
    let (file, rank) = (u32::from(cell.file()), u32::from(cell.rank()));
    usize::from(pen::lot(file * 131 + rank, 13) < 0.5)
}

/// The pieces of a cell's corners; a square has four.
fn pieces(form: Form, joins: Joins) -> Pieces {
    let mut of = [0; 6];
    for (corner, piece) in of.iter_mut().enumerate() {
        *piece = piece_at(form, joins, corner % form.edges());
    }
    Pieces {
        of,
        count: form.edges(),
    }
}

/// The numbers of the pieces of a cell's corners.
struct Pieces {
    of: [usize; 6],
    count: usize,
}

impl Pieces {
    fn map<T>(&self, of: impl Fn(usize) -> T) -> [T; 6] {
        self.of.map(of)
    }
}

impl std::ops::Deref for Pieces {
    type Target = [usize];

    fn deref(&self) -> &[usize] {
        &self.of[..self.count]
    }
}

#[cfg(test)]
mod tests;
