//! A board with a number on every cell, as SVG.

use std::fmt::Write as _;

use board::Cell;

use crate::plot::{escaped, round};

/// A heat map: a value for each cell, from a1 along the ranks; `None` where there is no value.
pub(crate) struct Heat<'a> {
    pub(crate) title: &'a str,
    pub(crate) files: u8,
    pub(crate) ranks: u8,
    pub(crate) values: &'a [Option<f64>],
    /// Cells that are no land.
    pub(crate) holes: &'a [bool],
    /// Cells to be marked, as the towns are.
    pub(crate) marks: &'a [String],
    /// The style sheet's class of the color.
    pub(crate) class: &'a str,
}

impl Heat<'_> {
    pub(crate) fn to_svg(&self) -> String {
        let (files, ranks) = (usize::from(self.files), usize::from(self.ranks));
        let size = (400.0 / files.max(ranks).max(1) as f64).clamp(3.0, 22.0);
        let (width, height) = (size * files as f64, size * ranks as f64);
        let title = escaped(self.title);
        let mut svg = format!(
            r#"<svg class="board" viewBox="-1 -1 {0:.0} {1:.0}" width="{0:.0}" role="img" aria-label="{title}"><title>{title}</title>"#,
            width + 2.0,
            height + 2.0,
        );
        let most = self.values.iter().flatten().copied().fold(0.0, f64::max);
        for (place, value) in self.values.iter().enumerate() {
            let (file, rank) = (place % files.max(1), place / files.max(1));
            let (x, y) = (size * file as f64, height - size * (rank + 1) as f64);
            let name = match (u8::try_from(file), u8::try_from(rank)) {
                (Ok(file), Ok(rank)) => Cell::new(file, rank).to_string(),
                _ => String::new(),
            };
            let is_hole = self.holes.get(place).copied().unwrap_or(false);
            let class = if is_hole { "hole" } else { "ground" };
            let _ = write!(
                svg,
                r#"<rect class="{class}" x="{x:.1}" y="{y:.1}" width="{size:.1}" height="{size:.1}"/>"#
            );
            if let Some(value) = value.filter(|_| !is_hole) {
                // the root, so that rare cells are still seen beside the busiest
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
        svg + "</svg>"
    }
}
