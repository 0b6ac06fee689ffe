//! What each ground looks like: woods of crowns, hills of contours, water with shores, towns with streets.
//!
//! No two grounds have the same pattern, so that a picture without colors shows them too.

use picture::Ground;

use super::pen::{Ink, Seat, Tile, cover, lot, mix, shade};
use super::shape::{Form, Point, dot, length, minus, times};

/// The colors that a ground is drawn in.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Inks {
    /// The ground itself.
    pub(super) ground: Ink,
    /// Open land around it.
    pub(super) open: Ink,
    /// The table that the board lies on.
    pub(super) table: Ink,
    /// Lines, 0 to 1: the strength of black.
    pub(super) line: f32,
}

const BLACK: Ink = [0.0; 3];
const WHITE: Ink = [255.0; 3];
/// From where the light comes: the upper left.
const LIGHT: Point = [-0.6, -0.8];
/// Narrower cells, in pixels, have no small things: they would be noise.
const THINGS_FROM: f32 = 12.0;

/// Draws a ground; bare land of hexes is a ground too.
pub(super) fn draw(tile: &mut Tile, ground: Ground, inks: &Inks, variant: u32) {
    let has_things = tile.pixel * THINGS_FROM <= 1.0;
    match ground {
        Ground::Open => tile.area(|_, _| (inks.ground, 1.0)),
        Ground::Hole => hole(tile, inks),
        Ground::Trees => {
            area(tile, inks, 0.03, 0.03, shade(inks.ground, 0.86));
            if has_things {
                crowns(tile, inks, variant);
            }
        }
        Ground::Hill => {
            relief(tile, inks, &[0.2, 0.42, 0.66], 0.5);
            if has_things {
                humps(tile, inks, variant);
            }
        }
        Ground::Mountain => {
            relief(tile, inks, &[0.3], 0.7);
            if has_things {
                peaks(tile, inks);
            }
        }
        Ground::Water => water(tile, inks, variant, has_things),
        Ground::Bridge => water(tile, inks, variant, has_things),
        Ground::Town => town(tile, inks, has_things),
        Ground::Castle => castle(tile, inks, has_things),
        Ground::Green => green(tile, inks, variant, has_things),
        Ground::Rough => {
            area(tile, inks, 0.04, 0.03, shade(inks.ground, 1.1));
            if has_things {
                stones(tile, inks, variant);
            }
        }
    }
}

/// The size of the rounded corners of areas.
const ROUND: f32 = 0.2;

/// An area with a dark rim: `inset` from the cell's edges, its border swaying by `sway`.
fn area(tile: &mut Tile, inks: &Inks, inset: f32, sway: f32, fill: Ink) {
    tile.area(|tile, at| {
        let depth = tile.depth(ROUND, at) - inset + tile.sway(at) * sway;
        let rim = tile.line(depth - 0.012, 0.024) * inks.line * 1.3;
        (mix(fill, BLACK, rim), tile.covered(depth))
    });
}

/// A soft, dark spot under a thing.
fn shadow(tile: &mut Tile, at: Point, reach: f32, strength: f32) {
    tile.near([at[0] + 0.025, at[1] + 0.04], reach, |_, from| {
        let fall = 1.0 - length(from) / reach;
        (BLACK, (fall * 1.6).clamp(0.0, 1.0) * strength)
    });
}

fn crowns(tile: &mut Tile, inks: &Inks, variant: u32) {
    let seats = cover(tile.form, variant, 0.07);
    for Seat { at, seed, .. } in tile.seated(&seats).copied().collect::<Vec<_>>() {
        let reach = 0.12 + 0.035 * lot(seed, 3);
        let green = shade(inks.ground, 0.80 + 0.24 * lot(seed, 4));
        shadow(tile, at, reach * 1.15, inks.line * 0.55);
        let turn = lot(seed, 5) * 6.0;
        tile.near(at, reach * 1.1, |tile, from| {
            let bumps = (from[1].atan2(from[0]) * 7.0 + turn).sin() * 0.007;
            let depth = reach + bumps - length(from);
            let light = dot(from, LIGHT) / reach;
            let leaf = shade(green, 1.0 + 0.24 * light);
            let rim = tile.line(depth - 0.012, 0.024) * inks.line * 1.35;
            (mix(leaf, BLACK, rim), tile.covered(depth))
        });
        // a tuft in the light
        let tuft = [at[0] - reach * 0.25, at[1] - reach * 0.32];
        tile.near(tuft, reach * 0.4, |tile, from| {
            (
                shade(green, 1.25),
                tile.covered(reach * 0.34 - length(from)) * 0.55,
            )
        });
    }
}

/// Land that rises from its border, lit from the upper left, with a contour at each of those parts of its depth.
fn relief(tile: &mut Tile, inks: &Inks, contours: &[f32], slope: f32) {
    let form = tile.form;
    let height = |tile: &Tile, at: Point| {
        // level before anything could depend on edges that this corner of the cell does not know
        let depth = tile.depth(0.34, at) - 0.02 + tile.sway(at) * 0.025;
        let up = (depth / (form.deep() * 0.82)).clamp(0.0, 1.0);
        (depth, up * up * (3.0 - 2.0 * up))
    };
    tile.area(|tile, at| {
        let (depth, high) = height(tile, at);
        let step = 0.03;
        let east = height(tile, [at[0] + step, at[1]]).1 - height(tile, [at[0] - step, at[1]]).1;
        let south = height(tile, [at[0], at[1] + step]).1 - height(tile, [at[0], at[1] - step]).1;
        // uphill to the lower right is downhill to the light
        let lit = dot([-east, -south], LIGHT) / (2.0 * step) * 0.09 * -slope;
        let mut ink = shade(inks.ground, (0.96 + 0.16 * high - lit).clamp(0.6, 1.5));
        for (number, contour) in contours.iter().enumerate() {
            let width = if number == 0 { 0.026 } else { 0.02 };
            let contour = contour * form.deep().min(0.4);
            ink = mix(ink, BLACK, tile.line(depth - contour, width) * inks.line);
        }
        let rim = tile.line(depth - 0.012, 0.024) * inks.line * 1.3;
        (mix(ink, BLACK, rim), tile.covered(depth))
    });
}

/// Small rises on a hill, each an arc in the shade: the top of a large hill has no contours.
fn humps(tile: &mut Tile, inks: &Inks, variant: u32) {
    let seats = cover(tile.form, variant, 0.08);
    // between cells alone: on a single cell an arc among the contours would look like a face
    let shared = tile.seated(&seats).copied().filter(Seat::is_shared);
    for Seat { at, seed, .. } in shared.collect::<Vec<_>>() {
        if lot(seed, 6) < 0.25 || tile.depth(0.34, at) < tile.form.deep() * 0.6 {
            continue;
        }
        let reach = 0.055 + 0.025 * lot(seed, 3);
        tile.near(at, reach * 1.3, |tile, from| {
            let depth = reach - length([from[0], from[1] * 1.25]);
            let is_upper = ((0.01 - from[1]) / 0.03).clamp(0.0, 1.0);
            let arc = tile.line(depth, 0.022) * is_upper * inks.line * 1.3;
            let light = tile.covered(depth - 0.012) * is_upper * 0.35;
            let ink = if arc > light { BLACK } else { WHITE };
            (ink, arc.max(light * 0.6))
        });
    }
}

fn peaks(tile: &mut Tile, inks: &Inks) {
    let places: &[(Point, f32)] = &[([-0.2, -0.04], 0.2), ([0.2, 0.0], 0.17), ([0.0, 0.2], 0.26)];
    for (foot, size) in places.iter().copied() {
        shadow(
            tile,
            [foot[0] + 0.02, foot[1] + 0.02],
            size * 0.9,
            inks.line * 0.5,
        );
        let rock = shade(inks.ground, 0.92);
        tile.near([foot[0], foot[1] - size * 0.4], size * 1.1, |tile, from| {
            // from the foot's middle, up, in sizes
            let [x, y] = [from[0] / size, 0.4 - from[1] / size];
            let depth = ((1.0 - y) * 0.62 - x.abs()).min(y) * size;
            let ridge = x - 0.10 * (y * 12.0).sin() * (1.0 - y);
            let snow = y > 0.62 + 0.09 * (x * 26.0).sin();
            let ink = match (snow, ridge < 0.0) {
                (true, true) => mix(rock, WHITE, 0.9),
                (true, false) => mix(rock, WHITE, 0.6),
                (false, true) => shade(rock, 1.18),
                (false, false) => shade(rock, 0.72),
            };
            let rim = tile.line(depth - 0.01, 0.022) * inks.line * 1.4;
            (mix(ink, BLACK, rim), tile.covered(depth))
        });
    }
}

fn water(tile: &mut Tile, inks: &Inks, variant: u32, has_things: bool) {
    let sand = mix(inks.open, inks.ground, 0.22);
    let sand = mix(sand, [214.0, 190.0, 140.0], 0.35);
    tile.area(|tile, at| {
        let depth = tile.depth(0.28, at) - 0.015 + tile.sway(at) * 0.03;
        let rim = tile.line(depth - 0.01, 0.02) * inks.line * 0.7;
        (mix(sand, BLACK, rim), tile.covered(depth))
    });
    tile.area(|tile, at| {
        let depth = tile.depth(0.28, at) - 0.085 + tile.sway(at) * 0.03;
        let deep = (depth / 0.2).clamp(0.0, 1.0);
        let mut ink = mix(shade(inks.ground, 1.22), shade(inks.ground, 0.93), deep);
        ink = mix(ink, WHITE, tile.line(depth - 0.06, 0.022) * 0.45);
        ink = mix(ink, BLACK, tile.line(depth - 0.008, 0.022) * inks.line);
        (ink, tile.covered(depth))
    });
    if !has_things {
        return;
    }
    let seats = cover(tile.form, variant, 0.09);
    for Seat { at, seed, .. } in tile.seated(&seats).copied().collect::<Vec<_>>() {
        // a wave on every second seat, and none where the shore is
        let [x, y] = at.map(f32::abs);
        let is_near_edge = x.max(y) > 0.2;
        if lot(seed, 6) < 0.45 || (is_near_edge && tile.depth(0.28, at) < 0.2) {
            continue;
        }
        tile.near(at, 0.12, |tile, from| {
            let crest = 0.022 * (from[0] / 0.1 * std::f32::consts::PI).cos();
            let ends = ((0.1 - from[0].abs()) / 0.04).clamp(0.0, 1.0);
            let dark = tile.line(from[1] + crest - 0.022, 0.024) * inks.line * 0.6;
            let bright = tile.line(from[1] + crest, 0.024);
            let ink = if dark > bright { BLACK } else { WHITE };
            (ink, bright.max(dark) * ends * 0.65)
        });
    }
}

fn town(tile: &mut Tile, inks: &Inks, has_things: bool) {
    area(tile, inks, 0.035, 0.0, shade(inks.ground, 1.12));
    if !has_things {
        return;
    }
    let (form, joins) = (tile.form, tile.joins);
    // streets from the middle to every neighbor of the town
    let street = mix(inks.open, WHITE, 0.25);
    let edges = form.edges();
    let from_street = move |at: Point| {
        let ways = (0..edges).filter(|edge| joins.has_edge(*edge));
        let ways = ways.map(|edge| {
            let normal = form.normal(edge);
            let along = dot(at, normal).max(0.0);
            length(minus(at, times(normal, along)))
        });
        ways.fold(length(at) - 0.02, f32::min)
    };
    tile.area(|tile, at| {
        let from = from_street(at);
        let curb = tile.line(from - 0.07, 0.02) * inks.line * 0.8;
        let inside = tile.covered(0.07 - from);
        (mix(street, BLACK, curb), inside.max(curb))
    });
    let brick = mix(shade(inks.ground, 0.8), [158.0, 74.0, 58.0], 0.62);
    let slate = mix(shade(inks.ground, 0.75), [88.0, 92.0, 112.0], 0.5);
    let blocks: Vec<(Point, [f32; 2])> = match form {
        Form::Square => (0..4)
            .flat_map(|corner| {
                let [x, y] = form.corner(corner).map(|part| part * 2.0);
                [
                    ([x * 0.335, y * 0.345], [0.115, 0.085]),
                    ([x * 0.155, y * 0.345], [0.05, 0.08]),
                    ([x * 0.355, y * 0.165], [0.09, 0.065]),
                    ([x * 0.17, y * 0.17], [0.06, 0.06]),
                ]
            })
            .collect(),
        Form::Hex => (0..6)
            .flat_map(|corner| {
                let to = form.corner(corner);
                [
                    (times(to, 0.70), [0.10, 0.075]),
                    (times(to, 0.38), [0.065, 0.055]),
                ]
            })
            .collect(),
    };
    for (number, (at, half)) in (0_u32..).zip(blocks) {
        let roof = if lot(number, 8) < 0.62 { brick } else { slate };
        house(
            tile,
            inks,
            at,
            half,
            shade(roof, 0.9 + 0.25 * lot(number, 9)),
        );
    }
}

/// A roof seen from above, its ridge along the longer side.
fn house(tile: &mut Tile, inks: &Inks, at: Point, half: [f32; 2], roof: Ink) {
    let reach = half[0].max(half[1]) * 1.3;
    let inside = |from: Point| (half[0] - from[0].abs()).min(half[1] - from[1].abs());
    tile.near([at[0] + 0.02, at[1] + 0.03], reach, |tile, from| {
        (BLACK, tile.covered(inside(from)) * inks.line * 0.7)
    });
    tile.near(at, reach, |tile, from| {
        let is_long = half[0] >= half[1];
        let across = if is_long { from[1] } else { from[0] };
        let ink = shade(roof, if across < 0.0 { 1.2 } else { 0.86 });
        let depth = inside(from);
        let ink = mix(ink, BLACK, tile.line(across, 0.012) * inks.line * 0.6);
        let rim = tile.line(depth - 0.008, 0.018) * inks.line * 1.5;
        (mix(ink, BLACK, rim), tile.covered(depth))
    });
}

fn castle(tile: &mut Tile, inks: &Inks, has_things: bool) {
    let stone = shade(inks.ground, 1.3);
    area(tile, inks, 0.02, 0.0, shade(inks.ground, 0.92));
    // the wall with its merlons, and the shadow that it throws into the yard
    tile.area(|tile, at| {
        let depth = tile.depth(0.12, at) - 0.02;
        let merlon = ((at[0] + at[1]) * 7.0).rem_euclid(1.0) < 0.5;
        let outer = if merlon { 0.0 } else { 0.045 };
        let inner = 0.14;
        let wall = tile.covered(depth - outer) * tile.covered(inner - depth);
        let lines = tile
            .line(depth - inner, 0.022)
            .max(tile.line(depth - 0.05, 0.014) * 0.6);
        (mix(stone, BLACK, lines * inks.line * 1.3), wall)
    });
    if !has_things {
        return;
    }
    for corner in 0..tile.form.edges() {
        let at = times(tile.form.corner(corner), 0.74);
        if tile.joins.has_corner(corner) || tile.depth(0.12, at) > 0.2 {
            continue;
        }
        tile.near(at, 0.11, |tile, from| {
            let depth = 0.095 - length(from);
            let light = dot(from, LIGHT) * 1.6;
            let rim = tile
                .line(depth - 0.01, 0.024)
                .max(tile.line(depth - 0.05, 0.016) * 0.7);
            let ink = shade(stone, 1.0 + light);
            (mix(ink, BLACK, rim * inks.line * 1.4), tile.covered(depth))
        });
    }
}

fn green(tile: &mut Tile, inks: &Inks, variant: u32, has_things: bool) {
    tile.area(|tile, at| {
        let depth = tile.depth(ROUND, at) - 0.03 + tile.sway(at) * 0.02;
        // mown in strips
        let strip = (at[1] / tile.form.height() * 6.0).rem_euclid(2.0) < 1.0;
        let ink = shade(inks.ground, if strip { 1.05 } else { 0.97 });
        let hedge = tile.line(depth - 0.02, 0.035) * inks.line * 1.1;
        (mix(ink, BLACK, hedge), tile.covered(depth))
    });
    if !has_things {
        return;
    }
    let seats = cover(tile.form, variant, 0.1);
    for Seat { at, seed, .. } in tile.seated(&seats).copied().collect::<Vec<_>>() {
        if lot(seed, 6) < 0.5 {
            continue;
        }
        // a tuft: three blades
        for lean in [-0.045, 0.0, 0.045] {
            tile.near(at, 0.08, |tile, from| {
                let up = (0.03 - from[1]).clamp(0.0, 0.08);
                let blade = tile.line(from[0] - lean * up / 0.06, 0.018);
                let is_blade = from[1] < 0.03 && from[1] > -0.04;
                (shade(inks.ground, 0.55), if is_blade { blade } else { 0.0 })
            });
        }
    }
}

fn stones(tile: &mut Tile, inks: &Inks, variant: u32) {
    let seats = cover(tile.form, variant, 0.12);
    for Seat { at, seed, .. } in tile.seated(&seats).copied().collect::<Vec<_>>() {
        if lot(seed, 6) < 0.2 {
            continue;
        }
        let reach = 0.05 + 0.05 * lot(seed, 3);
        let rock = shade(inks.ground, 0.72 + 0.2 * lot(seed, 4));
        shadow(tile, at, reach * 1.2, inks.line * 0.6);
        let turn = lot(seed, 5) * 6.0;
        tile.near(at, reach * 1.25, |tile, from| {
            // five faces
            let angle = (from[1].atan2(from[0]) + turn).rem_euclid(1.2566) - 0.6283;
            let depth = reach * 0.88 - length(from) * angle.cos();
            let lit = dot(from, LIGHT) / reach;
            let ink = shade(rock, if lit > 0.1 { 1.3 } else { 0.95 });
            let rim = tile.line(depth - 0.008, 0.02) * inks.line * 1.5;
            (mix(ink, BLACK, rim), tile.covered(depth))
        });
    }
}

/// A hole: the table below the board, in the shadow of the board's edge.
fn hole(tile: &mut Tile, inks: &Inks) {
    tile.area(|_, _| (inks.table, 1.0));
    tile.area(|tile, at| {
        // the edges that throw a shadow are those toward the light
        let behind = [at[0] - 0.03, at[1] - 0.05];
        let depth = tile.depth(0.0, behind).min(tile.depth(0.0, at));
        let rim = tile.line(tile.depth(0.0, at) - 0.012, 0.024) * 0.5;
        let soft = (1.0 - depth / 0.14).clamp(0.0, 1.0) * 0.35;
        (BLACK, soft.max(rim))
    });
}

/// The deck of a bridge along one of the axes of a cell: over edge `axis` and the one opposite it.
pub(super) fn bridge(tile: &mut Tile, inks: &Inks, axis: usize) {
    let wood = mix(inks.ground, [150.0, 108.0, 66.0], 0.55);
    let normal = tile.form.normal(axis);
    tile.area(|tile, at| {
        let along = dot(at, normal);
        let aside = dot(at, [-normal[1], normal[0]]);
        let depth = 0.2 - aside.abs();
        let plank = (along * 12.0).rem_euclid(1.0);
        let gap = tile.covered(0.035 - (plank - 0.5).abs() / 12.0) * 0.0
            + tile.line((plank - 0.5) / 12.0, 0.016) * inks.line;
        let rail = tile.line(depth - 0.03, 0.04);
        let ink = mix(shade(wood, 1.15), BLACK, gap);
        let ink = mix(ink, shade(wood, 0.6), rail);
        let rim = tile.line(depth - 0.006, 0.018) * inks.line * 1.5;
        (mix(ink, BLACK, rim), tile.covered(depth))
    });
}
