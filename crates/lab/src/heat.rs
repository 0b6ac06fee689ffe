//! A board with a number on every cell, as SVG.

use std::fmt::Write as _;

use board::Cell;

use crate::plot::{escaped, round};

/// A heat map: a value for each cell, from a1 along the ranks; `None` if there is no value.
pub(crate) struct Heat<'a> {
    pub(crate) title: &'a str,
    pub(crate) files: u8,
    pub(crate) ranks: u8,
    pub(crate) values: &'a [Option<f64>],
    /// Cells that are no land.
    pub(crate) holes: &'a [bool],
    /// The names of cells to be marked, such as the towns.
    pub(crate) marks: &'a [String],
    /// The style sheet's class of the color.
    pub(crate) class: &'a str,
    /// The meaning of a cell in full color, for the scale; without it there is no scale.
    pub(crate) full: Option<&'a str>,
}

/// The room for the ranks' numbers and the files' letters.
const EDGE: f64 = 24.0;
/// The least distance of two names on an edge.
const NAMES: f64 = 20.0;

impl Heat<'_> {
    pub(crate) fn to_svg(&self) -> String {
        let (files, ranks) = (usize::from(self.files), usize::from(self.ranks));
        // about as wide as half a page, however many cells
        let size = (400.0 / files.max(ranks).max(1) as f64).clamp(3.0, 22.0);
        let (width, height) = (size * files as f64, size * ranks as f64);
        // even on the narrowest board the scale needs some width
        let scale = if self.full.is_some() { 42.0 } else { 0.0 };
        let title = escaped(self.title);
        let mut svg = format!(
            r#"<svg class="board" viewBox="-{EDGE:.0} -1 {0:.0} {1:.0}" width="{0:.0}" role="img" aria-label="{title}"><title>{title}</title>"#,
            // at least 220, the five steps of the scale, which a board of few files would cut off
            width.max(220.0) + EDGE + 2.0,
            height + EDGE + scale,
        );
        let most = self.values.iter().flatten().copied().fold(0.0, f64::max);
        for (place, value) in self.values.iter().enumerate() {
            let (file, rank) = (place % files.max(1), place / files.max(1));
            let (x, y) = (size * file as f64, height - size * (rank + 1) as f64);
            let name = name(file, rank);
            let is_hole = self.holes.get(place).copied().unwrap_or(false);
            let class = if is_hole { "hole" } else { "ground" };
            let _ = write!(
                svg,
                r#"<rect class="{class}" x="{x:.1}" y="{y:.1}" width="{size:.1}" height="{size:.1}"/>"#
            );
            if let Some(value) = value.filter(|_| !is_hole) {
                // the root, so that rare cells still show next to the busiest
                let opacity = if most > 0.0 {
                    (value / most).sqrt()
                } else {
                    0.0
                };
                let _ = write!(
                    svg,
                    r#"<rect class="{}" x="{x:.1}" y="{y:.1}" width="{size:.1}" height="{size:.1}" fill-opacity="{opacity:.3}"><title>{name}: {}</title></rect>"#,
                    self.class,
                    round(value),
                );
            }
            if self.marks.contains(&name) {
                let _ = write!(
                    svg,
                    r#"<rect class="mark" x="{:.1}" y="{:.1}" width="{:.1}" height="{:.1}"/>"#,
                    x + 1.0,
                    y + 1.0,
                    size - 2.0,
                    size - 2.0
                );
            }
        }
        svg.push_str(&edges(files, ranks, size));
        if let Some(full) = self.full {
            svg.push_str(&self.scale(most, full, height + EDGE));
        }
        svg + "</svg>"
    }

    /// Five steps from no color to full color with their numbers, and the meaning of full color.
    fn scale(&self, most: f64, full: &str, top: f64) -> String {
        let mut svg = String::new();
        if most <= 0.0 {
            let _ = write!(
                svg,
                r#"<text class="tick" x="0" y="{:.1}">nowhere</text>"#,
                top + 10.0
            );
            return svg;
        }
        for step in 0..5 {
            let (x, opacity) = (f64::from(step) * 44.0, f64::from(step) / 4.0);
            let _ = write!(
                svg,
                r#"<rect class="ground" x="{x:.1}" y="{top:.1}" width="44" height="10"/><rect class="{}" x="{x:.1}" y="{top:.1}" width="44" height="10" fill-opacity="{opacity}"/><text class="tick" x="{:.1}" y="{:.1}" text-anchor="middle">{}</text>"#,
                self.class,
                x + 22.0,
                top + 22.0,
                // the square undoes the root with which the cells are drawn
                short(most * opacity * opacity, most),
            );
        }
        let _ = write!(
            svg,
            r#"<text class="tick" x="0" y="{:.1}">{}</text>"#,
            top + 36.0,
            escaped(full)
        );
        svg
    }
}

/// The letters of the files below the board and the numbers of the ranks beside it, as many as have room.
fn edges(files: usize, ranks: usize, size: f64) -> String {
    // round steps, which readers can count in
    let every = [1, 2, 5, 10, 20].into_iter();
    let mut every = every.filter(|every| f64::from(*every) * size >= NAMES);
    let every = every.next().unwrap_or(20) as usize;
    let mut svg = String::new();
    let height = size * ranks as f64;
    // 1, 3, 5 if every second name has room, else 1, 5, 10
    let places = |count: usize| {
        (0..count).filter(move |place| match every {
            1 | 2 => place % every == 0,
            _ => *place == 0 || (place + 1) % every == 0,
        })
    };
    for file in places(files) {
        let name = name(file, 0);
        let _ = write!(
            svg,
            r#"<text class="tick" x="{:.1}" y="{:.1}" text-anchor="middle">{}</text>"#,
            size * (file as f64 + 0.5),
            height + 13.0,
            name.trim_end_matches('1'),
        );
    }
    for rank in places(ranks) {
        let _ = write!(
            svg,
            r#"<text class="tick" x="-4" y="{:.1}" text-anchor="end">{}</text>"#,
            height - size * (rank as f64 + 0.5) + 4.0,
            rank + 1,
        );
    }
    svg
}

fn name(file: usize, rank: usize) -> String {
    match (u8::try_from(file), u8::try_from(rank)) {
        (Ok(file), Ok(rank)) => Cell::new(file, rank).to_string(),
        _ => String::new(),
    }
}

/// A number of the scale, with as many decimals as its largest needs.
fn short(number: f64, most: f64) -> String {
    match most {
        most if most >= 10.0 => format!("{number:.0}"),
        most if most >= 1.0 => format!("{number:.1}"),
        most if most >= 0.1 => format!("{number:.2}"),
        _ => format!("{number:.3}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn heat<'a>(files: u8, ranks: u8, values: &'a [Option<f64>], full: Option<&'a str>) -> String {
        let heat = Heat {
            title: "board",
            files,
            ranks,
            values,
            holes: &[],
            marks: &[],
            class: "heat-0",
            full,
        };
        heat.to_svg()
    }

    #[test]
    fn a_board_names_its_edges_and_its_scale() {
        let values = vec![Some(4.0); 12];
        let svg = heat(4, 3, &values, Some("full color: far"));
        for text in [
            ">a<",
            ">d<",
            ">1<",
            ">3<",
            ">4.0<",
            ">0.0<",
            ">1.0<",
            "full color: far",
        ] {
            assert!(svg.contains(text), "{text}: {svg}");
        }
        assert!(!heat(4, 3, &values, None).contains(">4.0<"));
        // on 120 files of 3.3 every tenth has room
        let svg = heat(120, 120, &vec![None; 120 * 120], None);
        assert!(svg.contains(">120<") && svg.contains(">10<") && !svg.contains(">11<"));
    }
}
