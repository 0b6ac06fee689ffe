//! The drawings of tokens and ground rasterized at the exact size they are shown in.

use picture::{Art, PieceSet, Sprite};
use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg;
use rules::Family;

/// About as many as the family with the most drawings has rows, so that a sheet of large drawings is no higher than
/// wide: the shorter its longer side, the larger the drawings that a texture can hold.
const COLUMNS: usize = 14;

/// Every sprite of a family in one set and at one size, as premultiplied RGBA.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Sheet {
    pub(super) family: Family,
    /// Width and height in pixels.
    pub(super) size: [usize; 2],
    /// Four bytes a pixel, row by row; empty once a texture holds them.
    pub(super) pixels: Vec<u8>,
    /// The side of one sprite in pixels.
    sprite: u16,
}

impl Sheet {
    /// Draws every sprite `pixels` wide and high.
    pub(super) fn draw(family: Family, set: PieceSet, pixels: u16) -> Self {
        // all at once, also units not on this board: a promotion in the middle of a game must not wait for its drawing
        let art = Art::of(family);
        let sprite = pixels.max(1);
        let set = set.at(sprite);
        let slot = u32::from(sprite) + 2;
        let rows = drawings(art).div_ceil(COLUMNS);
        let mut sheet = Pixmap::new(slot * COLUMNS as u32, slot * rows as u32)
            .expect("a sheet has at least one pixel and far less than the limit of 2^31 bytes");
        for (index, drawing) in art.sprites().enumerate() {
            let tree = usvg::Tree::from_str(&art.svg(drawing, set), &usvg::Options::default())
                .expect("our own drawings are SVG, which a test checks for every one of them");
            // on a picture of its own, so that a drawing that sticks out is cut off at its slot
            let mut tile = Pixmap::new(slot, slot).expect("a slot has at least nine pixels");
            // the slot is a pixel wider all round, so that a neighbor never bleeds in
            let scale = f32::from(sprite) / tree.size().width();
            let place = Transform::from_scale(scale, scale).post_translate(1.0, 1.0);
            resvg::render(&tree, place, &mut tile.as_mut());
            put(&mut sheet, &tile, index);
            if let Some(index) = spent_number(art, drawing) {
                fade(tile.data_mut());
                put(&mut sheet, &tile, index);
            }
        }
        Self {
            family,
            size: [sheet.width() as usize, sheet.height() as usize],
            pixels: sheet.take(),
            sprite,
        }
    }

    /// The largest side of a sprite for which the sheet is no larger than a texture may be.
    pub(super) fn most_pixels(family: Family, texture: usize) -> u16 {
        let rows = drawings(Art::of(family)).div_ceil(COLUMNS);
        let slot = texture / rows.max(COLUMNS);
        u16::try_from(slot.saturating_sub(2)).unwrap_or(u16::MAX)
    }

    /// The side of one sprite in pixels.
    pub(super) const fn sprite_pixels(&self) -> u16 {
        self.sprite
    }

    /// A sprite's rectangle in the sheet: left, top, right, bottom in pixels.
    pub(super) fn place(&self, sprite: Sprite) -> [f32; 4] {
        self.place_of(Art::of(self.family).number(sprite))
    }

    /// The rectangle of a sprite of a unit that has acted; that of the sprite itself if it is none of a unit's.
    pub(super) fn spent_place(&self, sprite: Sprite) -> [f32; 4] {
        let art = Art::of(self.family);
        self.place_of(spent_number(art, sprite).unwrap_or_else(|| art.number(sprite)))
    }

    fn place_of(&self, index: usize) -> [f32; 4] {
        let slot = usize::from(self.sprite) + 2;
        let (x, y) = (index % COLUMNS * slot + 1, index / COLUMNS * slot + 1);
        let side = usize::from(self.sprite);
        [x, y, x + side, y + side].map(|n| n as f32)
    }
}

/// The number of drawings in a family's sheet.
fn drawings(art: &Art) -> usize {
    art.count() + art.of_units()
}

/// The number of the drawing of a unit's sprite that has acted, after all other drawings.
fn spent_number(art: &Art, sprite: Sprite) -> Option<usize> {
    let is_of_unit = matches!(sprite, Sprite::Token(..) | Sprite::Pips(..));
    let from_first = art.number(sprite).checked_sub(art.first_of_units())?;
    is_of_unit.then_some(art.count() + from_first)
}

/// Copies a drawing into its slot of a sheet.
fn put(sheet: &mut Pixmap, tile: &Pixmap, index: usize) {
    let slot = tile.width();
    let (x, y) = (
        (index % COLUMNS) as u32 * slot,
        (index / COLUMNS) as u32 * slot,
    );
    let (wide, length) = (sheet.width(), (slot * 4) as usize);
    for line in 0..slot {
        let from = (line * slot * 4) as usize;
        let to = (((y + line) * wide + x) * 4) as usize;
        sheet.data_mut()[to..to + length].copy_from_slice(&tile.data()[from..from + length]);
    }
}

/// Takes most of the color out of a drawing and lifts it toward a light grey: a unit that has acted rests, and is
/// still of its side. Opacity would let the ground's pattern through the figure.
fn fade(pixels: &mut [u8]) {
    for pixel in pixels.chunks_exact_mut(4) {
        let opacity = f32::from(pixel[3]) / 255.0;
        let [r, g, b] = [0, 1, 2].map(|part: usize| f32::from(pixel[part]));
        // the brightness that an eye sees
        let grey = 0.299 * r + 0.587 * g + 0.114 * b;
        for (part, color) in pixel.iter_mut().zip([r, g, b]) {
            let pale = color + (grey - color) * 0.7;
            *part = (pale + (200.0 * opacity - pale) * 0.4).round() as u8;
        }
    }
}

/// The program's emblem as premultiplied RGBA, `pixels` wide and high.
pub fn emblem(pixels: u16) -> Vec<u8> {
    let side = u32::from(pixels.max(1));
    let mut picture = Pixmap::new(side, side).expect("a picture has at least one pixel");
    let tree = usvg::Tree::from_str(&picture::emblem(), &usvg::Options::default())
        .expect("our own emblem is SVG, which a test checks");
    let scale = side as f32 / tree.size().width();
    resvg::render(
        &tree,
        Transform::from_scale(scale, scale),
        &mut picture.as_mut(),
    );
    picture.take()
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};

    use picture::{PICTURES_FROM, Pips};
    use rules::Side;

    use super::*;

    fn inked(sheet: &Sheet, sprite: Sprite) -> usize {
        let [left, top, right, bottom] = sheet.place(sprite).map(|n| n as usize);
        (top..bottom)
            .flat_map(|y| (left..right).map(move |x| (y * sheet.size[0] + x) * 4 + 3))
            .filter(|alpha| sheet.pixels[*alpha] > 0)
            .count()
    }

    #[test]
    fn every_sprite_of_every_family_is_drawn_in_both_sets() {
        for family in Family::ALL.iter().copied() {
            for set in [PieceSet::Pictures, PieceSet::Nato] {
                for pixels in [8, 24, 48] {
                    let sheet = Sheet::draw(family, set, pixels);
                    for sprite in Art::of(family).sprites() {
                        assert!(inked(&sheet, sprite) > 0, "{sprite:?} at {pixels}");
                    }
                }
            }
        }
    }

    #[test]
    fn a_sheet_of_the_largest_sprites_just_fits_its_texture() {
        for family in Family::ALL.iter().copied() {
            for texture in [640, 2048] {
                let most = Sheet::most_pixels(family, texture);
                let side = |pixels| {
                    let sheet = Sheet::draw(family, PieceSet::Nato, pixels);
                    sheet.size[0].max(sheet.size[1])
                };
                assert!(most >= 38, "{family:?} at {texture}: {most}");
                assert!(side(most) <= texture && side(most + 1) > texture);
            }
        }
    }

    #[test]
    fn tokens_drawn_differently_look_different() {
        for family in Family::ALL.iter().copied() {
            let art = Art::of(family);
            for set in [PieceSet::Pictures, PieceSet::Nato] {
                let sheet = Sheet::draw(family, set, 32);
                let seen = |sprite| {
                    let [left, top, right, bottom] = sheet.place(sprite).map(|n| n as usize);
                    let rows = (top..bottom).map(|y| (y * sheet.size[0] + left) * 4);
                    let rows = rows.map(|row| &sheet.pixels[row..row + (right - left) * 4]);
                    rows.collect::<Vec<_>>().concat()
                };
                let tokens = art
                    .sprites()
                    .filter(|sprite| matches!(sprite, Sprite::Token(..)));
                let tokens: BTreeMap<String, Vec<u8>> = tokens
                    .map(|sprite| (art.svg(sprite, set), seen(sprite)))
                    .collect();
                let looks: BTreeSet<&Vec<u8>> = tokens.values().collect();
                assert_eq!(looks.len(), tokens.len(), "{family:?} {set:?}");
            }
        }
    }

    #[test]
    fn small_cells_are_drawn_in_the_nato_set_whatever_is_wished() {
        let small = PICTURES_FROM - 1;
        assert_eq!(
            Sheet::draw(Family::ALL[0], PieceSet::Pictures, small),
            Sheet::draw(Family::ALL[0], PieceSet::Nato, small)
        );
        assert_ne!(
            Sheet::draw(Family::ALL[0], PieceSet::Pictures, PICTURES_FROM),
            Sheet::draw(Family::ALL[0], PieceSet::Nato, PICTURES_FROM)
        );
    }

    #[test]
    fn spent_pips_look_different_from_free_ones() {
        let sheet = Sheet::draw(Family::ALL[0], PieceSet::Pictures, 48);
        let ink = |free| {
            let side = Side::new(0).expect("a side");
            inked(&sheet, Sprite::Pips(side, Pips { level: 3, free }))
        };
        assert!(ink(0) < ink(1) && ink(1) < ink(2) && ink(2) < ink(3));
    }

    #[test]
    fn the_emblem_is_drawn_at_any_size() {
        for pixels in [16, 64] {
            let picture = emblem(pixels);
            assert_eq!(picture.len(), usize::from(pixels) * usize::from(pixels) * 4);
            assert!(picture.chunks(4).filter(|p| p[3] == 255).count() > picture.len() / 16);
        }
    }
}
