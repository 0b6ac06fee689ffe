//! The window as pixels, painted by the processor alone: every machine paints the same.
//!
//! The painter draws the triangles and textures that a graphics card would get, and blends them as a card does.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::rc::Rc;

use egui::epaint::{ImageData, Primitive, Vertex};
use egui::{Color32, ColorImage, Mesh, Rect, TextureId, TexturesDelta};
use egui_kittest::TestRenderer;

use crate::window_tests::Program;

/// The textures of a window, as they are handed over.
#[derive(Clone, Default)]
pub(in crate::window_tests) struct Textures {
    known: Rc<RefCell<BTreeMap<u64, ColorImage>>>,
}

impl TestRenderer for Textures {
    fn handle_delta(&mut self, delta: &mut TexturesDelta) {
        let mut known = self.known.borrow_mut();
        // by number: a map that is hashed has another order in every run
        let made: BTreeMap<u64, _> = delta.set.drain().map(|(id, it)| (number(id), it)).collect();
        for (id, changes) in made {
            for change in changes {
                let ImageData::Color(part) = change.image;
                match change.pos {
                    None => {
                        known.insert(id, ColorImage::clone(&part));
                    }
                    Some([left, top]) => {
                        let Some(whole) = known.get_mut(&id) else {
                            continue;
                        };
                        for (row, pixels) in part.pixels.chunks_exact(part.width()).enumerate() {
                            let start = (top + row) * whole.width() + left;
                            whole.pixels[start..start + pixels.len()].copy_from_slice(pixels);
                        }
                    }
                }
            }
        }
        let gone: BTreeSet<u64> = delta.free.drain().map(number).collect();
        known.retain(|id, _| !gone.contains(id));
    }
}

fn number(id: TextureId) -> u64 {
    match id {
        TextureId::Managed(number) => number,
        // of textures that the program would make outside of egui; it makes none
        TextureId::User(number) => u64::MAX - number,
    }
}

/// A picture, row by row from above.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Pixels {
    pub(super) size: [usize; 2],
    pub(super) colors: Vec<[u8; 3]>,
}

impl Program {
    /// The last frame, in the pixels of the window.
    pub(super) fn painted(&self) -> Pixels {
        let scale = self.harness.ctx.pixels_per_point();
        let window = self.harness.ctx.content_rect() * scale;
        let size = [window.width(), window.height()].map(|side| side.round() as usize);
        let mut canvas = Canvas {
            size,
            colors: vec![[0.0; 3]; size[0] * size[1]],
        };
        let shapes = self.harness.output().shapes.clone();
        let textures = self.textures.known.borrow();
        for primitive in self.harness.ctx.tessellate(shapes, scale) {
            if let Primitive::Mesh(mesh) = primitive.primitive {
                let texture = textures.get(&number(mesh.texture_id));
                canvas.paint(&mesh, texture, primitive.clip_rect * scale, scale);
            }
        }
        let colors = canvas.colors.iter();
        let colors = colors.map(|color| color.map(|part| part.round().clamp(0.0, 255.0) as u8));
        Pixels {
            size,
            colors: colors.collect(),
        }
    }
}

impl Pixels {
    /// The picture scaled down, each square of that many pixels to one, in steps of color that compress well.
    pub(super) fn smaller(&self, by: usize) -> Self {
        let size = self.size.map(|side| side / by);
        let mut colors = Vec::with_capacity(size[0] * size[1]);
        for row in 0..size[1] {
            for column in 0..size[0] {
                let mut sum = [0_usize; 3];
                for y in row * by..(row + 1) * by {
                    for x in column * by..(column + 1) * by {
                        let color = self.colors[y * self.size[0] + x];
                        for (sum, part) in sum.iter_mut().zip(color) {
                            *sum += usize::from(part);
                        }
                    }
                }
                colors.push(sum.map(|sum| (sum / (by * by)) as u8 & 0xF0));
            }
        }
        Self { size, colors }
    }

    /// The picture as somebody sees it who sees no color (ITU-R BT.709).
    pub(super) fn gray(&self) -> Self {
        let gray = |[r, g, b]: [u8; 3]| {
            let sum = 2126 * u32::from(r) + 7152 * u32::from(g) + 722 * u32::from(b);
            [(sum / 10_000) as u8; 3]
        };
        Self {
            size: self.size,
            colors: self.colors.iter().copied().map(gray).collect(),
        }
    }

    /// Two pictures of one height side by side.
    pub(super) fn beside(&self, other: &Self) -> Self {
        let [left, right] = [self.size[0], other.size[0]];
        let rows = self.colors.chunks_exact(left);
        let rows = rows.zip(other.colors.chunks_exact(right));
        Self {
            size: [left + right, self.size[1]],
            colors: rows
                .flat_map(|(left, right)| [left, right].concat())
                .collect(),
        }
    }

    /// Two pictures of one width, one above the other.
    pub(super) fn above(&self, other: &Self) -> Self {
        Self {
            size: [self.size[0], self.size[1] + other.size[1]],
            colors: [self.colors.as_slice(), &other.colors].concat(),
        }
    }
}

/// A picture being painted, its colors from 0 to 255.
struct Canvas {
    size: [usize; 2],
    colors: Vec<[f32; 3]>,
}

impl Canvas {
    fn paint(&mut self, mesh: &Mesh, texture: Option<&ColorImage>, clip: Rect, scale: f32) {
        let corner = |index: u32| mesh.vertices[index as usize];
        for triangle in mesh.indices.chunks_exact(3) {
            let corners = [triangle[0], triangle[1], triangle[2]].map(corner);
            self.triangle(corners, texture, clip, scale);
        }
    }

    fn triangle(
        &mut self,
        mut corners: [Vertex; 3],
        texture: Option<&ColorImage>,
        clip: Rect,
        scale: f32,
    ) {
        let at = |corner: &Vertex| {
            [
                f64::from(corner.pos.x * scale),
                f64::from(corner.pos.y * scale),
            ]
        };
        let [a, b, c] = [at(&corners[0]), at(&corners[1]), at(&corners[2])];
        let mut area = edge(a, b, c);
        if area < 0.0 {
            corners.swap(1, 2);
            area = -area;
        }
        if area < 1e-9 {
            return;
        }
        let points = [at(&corners[0]), at(&corners[1]), at(&corners[2])];
        let bound = |axis: usize, least: f32, most: f32| {
            let all = points.map(|point| point[axis]);
            let low = all.into_iter().fold(f64::MAX, f64::min).floor();
            let high = all.into_iter().fold(f64::MIN, f64::max).ceil();
            let low = low.max(f64::from(least.round())).max(0.0) as usize;
            let high = high.min(f64::from(most.round())).max(0.0) as usize;
            low..high.min(self.size[axis])
        };
        let columns = bound(0, clip.left(), clip.right());
        let rows = bound(1, clip.top(), clip.bottom());
        // beside the strip that is painted
        if columns.is_empty() {
            return;
        }
        // most triangles have one color and one place of the texture
        let is_plain = corners
            .iter()
            .all(|it| it.uv == corners[0].uv && it.color == corners[0].color);
        let plain = is_plain.then(|| shade(&corners, [1.0, 0.0, 0.0], texture));
        let sides = [
            (points[1], points[2]),
            (points[2], points[0]),
            (points[0], points[1]),
        ];
        for y in rows {
            let down = y as f64 + 0.5;
            let mut span = columns.clone();
            for (from, to) in sides {
                span = within(from, to, down, span);
            }
            let start = y * self.size[0];
            let under = &mut self.colors[start + span.start..start + span.end];
            match plain {
                Some([r, g, b, 255.0]) => under.fill([r, g, b]),
                Some(color) => under.iter_mut().for_each(|under| blend(under, color)),
                None => {
                    for (under, x) in under.iter_mut().zip(span) {
                        let pixel = [x as f64 + 0.5, down];
                        let weights = sides.map(|(from, to)| (edge(from, to, pixel) / area) as f32);
                        blend(under, shade(&corners, weights, texture));
                    }
                }
            }
        }
    }
}

fn blend(under: &mut [f32; 3], over: [f32; 4]) {
    let left = 1.0 - over[3] / 255.0;
    for (under, over) in under.iter_mut().zip(over) {
        *under = *under * left + over;
    }
}

/// The part of a row of pixels on the inner side of an edge.
fn within(from: [f64; 2], to: [f64; 2], down: f64, span: Range<usize>) -> Range<usize> {
    let is_in = |x: usize| {
        let weight = edge(from, to, [x as f64 + 0.5, down]);
        // a pixel on the edge between two triangles belongs to one of them
        weight > 0.0 || weight == 0.0 && is_first(from, to)
    };
    let slope = from[1] - to[1];
    if slope == 0.0 {
        let is_whole = span.start < span.end && is_in(span.start);
        return if is_whole {
            span
        } else {
            span.start..span.start
        };
    }
    // where the edge crosses the row, and then exactly
    let cross = from[0] + (to[0] - from[0]) * (down - from[1]) / (to[1] - from[1]);
    let near = (cross - 2.0).clamp(span.start as f64, span.end as f64) as usize;
    let far = ((cross + 2.0).max(0.0) as usize).clamp(span.start, span.end);
    match slope > 0.0 {
        true => {
            let mut first = near;
            while first < span.end && !is_in(first) {
                first += 1;
            }
            first..span.end
        }
        false => {
            let mut end = far;
            while end > span.start && !is_in(end - 1) {
                end -= 1;
            }
            span.start..end
        }
    }
}

/// Twice the area of a triangle; positive if its corners turn as on a clock.
fn edge(a: [f64; 2], b: [f64; 2], c: [f64; 2]) -> f64 {
    (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
}

/// True for an upper or left edge.
fn is_first(from: [f64; 2], to: [f64; 2]) -> bool {
    let [right, down] = [to[0] - from[0], to[1] - from[1]];
    down < 0.0 || down == 0.0 && right > 0.0
}

/// The color of a point of a triangle, multiplied by how opaque it is.
fn shade(corners: &[Vertex; 3], weights: [f32; 3], texture: Option<&ColorImage>) -> [f32; 4] {
    let mixed = |of: fn(&Vertex) -> f32| -> f32 {
        let parts = corners.iter().zip(weights);
        parts.map(|(corner, weight)| of(corner) * weight).sum()
    };
    let color = [
        mixed(|corner| corner.color.r().into()),
        mixed(|corner| corner.color.g().into()),
        mixed(|corner| corner.color.b().into()),
        mixed(|corner| corner.color.a().into()),
    ];
    let Some(texture) = texture else {
        return color;
    };
    let texel = sample(
        texture,
        mixed(|corner| corner.uv.x),
        mixed(|corner| corner.uv.y),
    );
    let mut shaded = color;
    for (part, texel) in shaded.iter_mut().zip(texel) {
        *part *= texel / 255.0;
    }
    shaded
}

/// The color at a place of a texture, mixed from the four texels around it.
fn sample(texture: &ColorImage, u: f32, v: f32) -> [f32; 4] {
    let [width, height] = texture.size;
    let place = |part: f32, side: usize| {
        // the ground of a board repeats its picture
        let part = match (0.0..=1.0).contains(&part) {
            true => part,
            false => part.rem_euclid(1.0),
        };
        let at = (part * side as f32 - 0.5).clamp(0.0, (side - 1) as f32);
        let low = at as usize;
        (low, (low + 1).min(side - 1), at - low as f32)
    };
    let (left, right, across) = place(u, width);
    let (top, bottom, down) = place(v, height);
    let texel = |x: usize, y: usize| -> Color32 { texture.pixels[y * width + x] };
    let mut mixed = [0.0; 4];
    for (texel, weight) in [
        (texel(left, top), (1.0 - across) * (1.0 - down)),
        (texel(right, top), across * (1.0 - down)),
        (texel(left, bottom), (1.0 - across) * down),
        (texel(right, bottom), across * down),
    ] {
        for (sum, part) in mixed.iter_mut().zip(texel.to_array()) {
            *sum += f32::from(part) * weight;
        }
    }
    mixed
}
