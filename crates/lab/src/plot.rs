//! Plots as SVG: intervals, bars and curves. Colors come from the page's style sheet.

use std::fmt::Write as _;

/// A value with its intervals, drawn on its own line.
pub(crate) struct Whisker {
    pub(crate) label: String,
    pub(crate) value: f64,
    pub(crate) interval: [f64; 2],
    pub(crate) together: [f64; 2],
    /// False if nothing may be concluded from the value.
    pub(crate) is_conclusive: bool,
}

pub(crate) fn escaped(text: &str) -> String {
    // the ampersand first, or it would escape the other signs' escapes again
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}

/// A share of a point as points of a hundred games, with its sign.
pub(crate) fn points(value: f64) -> String {
    // adding zero removes the minus of a rounded negative zero
    let rounded = (value * 1000.0).round() / 10.0 + 0.0;
    format!("{rounded:+.1}").replace('-', "\u{2212}")
}

/// The widest bound of values, for the scale of their plots.
pub(crate) fn widest<'a>(whiskers: impl Iterator<Item = &'a Whisker>) -> f64 {
    let bounds = whiskers.flat_map(|it| [it.together, it.interval]).flatten();
    // no scale below two points of a hundred: noise would fill the plot
    let most = bounds.fold(0.02, |most: f64, bound| most.max(bound.abs()));
    // up to the next twentieth, where a tick stands
    (most * 20.0).ceil() / 20.0
}

/// Values with thick lines for the 95 percent interval and thin ones for the interval of all together, around a line at
/// zero. Each has its label above it; the scale ends at `most` on either side.
pub(crate) fn whiskers(whiskers: &[Whisker], most: f64) -> String {
    let (left, width, line) = (22.0, 366.0, 36.0);
    // clamped: an interval may reach beyond the scale that several plots share
    let x = |value: f64| left + width / 2.0 + value.clamp(-most, most) / most * width / 2.0;
    let height = line * whiskers.len() as f64 + 26.0;
    let mut svg = start(left + width + 62.0, height, "Effects with their intervals");
    // a few ticks at any scale
    let step = if most > 0.3 {
        0.2
    } else if most > 0.12 {
        0.1
    } else {
        0.05
    };
    let ticks = (most / step).floor() as i32;
    for tick in -ticks..=ticks {
        let at = x(f64::from(tick) * step);
        let class = if tick == 0 { "nought" } else { "grid" };
        let _ = write!(
            svg,
            r#"<path class="{class}" d="M{at:.1} 2V{:.1}"/><text class="tick" x="{at:.1}" y="{:.1}" text-anchor="middle">{}</text>"#,
            height - 20.0,
            height - 6.0,
            points(f64::from(tick) * step),
        );
    }
    for (place, it) in (0..).zip(whiskers) {
        let y = line * f64::from(place) + 26.0;
        let (class, note) = match it.is_conclusive {
            true => ("effect", ""),
            false => ("effect weak", " (no conclusion)"),
        };
        let _ = write!(
            svg,
            r#"<text class="label" x="{left:.1}" y="{:.1}">{}{note}</text><g class="{class}"><path d="M{:.1} {y:.1}H{:.1}"/><path class="inner" d="M{:.1} {y:.1}H{:.1}"/><circle cx="{:.1}" cy="{y:.1}" r="4.5"/></g><text class="number" x="{:.1}" y="{:.1}">{}</text>"#,
            y - 10.0,
            escaped(&it.label),
            x(it.together[0]),
            x(it.together[1]),
            x(it.interval[0]),
            x(it.interval[1]),
            x(it.value),
            left + width + 10.0,
            y + 4.0,
            points(it.value),
        );
    }
    svg + "</svg>"
}

/// Bars of counts with an axis; each bar's label stands below it if there is room.
pub(crate) fn bars(title: &str, labels: &[String], counts: &[f64]) -> String {
    let (left, top, width, height, foot) = (36.0, 8.0, 384.0, 130.0, 22.0);
    let most = counts.iter().copied().fold(1.0, f64::max);
    let step = width / counts.len().max(1) as f64;
    let y = |count: f64| top + height * (1.0 - count / most);
    // half of the last label reaches beyond the last bar
    let mut svg = start(left + width + 20.0, top + height + foot, title);
    let tick = tick_of(most);
    for at in (0..)
        .map(|number| f64::from(number) * tick)
        .take_while(|at| *at <= most)
    {
        let class = if at == 0.0 { "nought" } else { "grid" };
        let _ = write!(
            svg,
            r#"<path class="{class}" d="M{left:.1} {0:.1}h{width:.1}"/><text class="tick" x="{1:.1}" y="{2:.1}" text-anchor="end">{at:.0}</text>"#,
            y(at),
            left - 5.0,
            y(at) + 4.0,
        );
    }
    // about nine labels fit, however many bars there are
    let every = counts.len() / 9 + 1;
    for (place, (count, label)) in counts.iter().zip(labels).enumerate() {
        let x = left + step * place as f64;
        let _ = write!(
            svg,
            r#"<rect class="bar" x="{:.1}" y="{:.1}" width="{:.1}" height="{:.1}"><title>{}: {}</title></rect>"#,
            x + 1.0,
            y(*count),
            (step - 2.0).max(0.5),
            height * count / most,
            escaped(label),
            round(*count),
        );
        if place % every == 0 {
            let _ = write!(
                svg,
                r#"<text class="tick" x="{:.1}" y="{:.1}" text-anchor="middle">{}</text>"#,
                x + step / 2.0,
                top + height + foot - 6.0,
                escaped(label),
            );
        }
    }
    svg + "</svg>"
}

/// A round distance between ticks, such that fewer than five reach up to a count.
fn tick_of(most: f64) -> f64 {
    let mut tens = 1.0;
    loop {
        for digit in [1.0, 2.0, 5.0] {
            if most / (digit * tens) < 5.0 {
                return digit * tens;
            }
        }
        tens *= 10.0;
    }
}

/// Points between 0 and 1 on both axes, joined by a line, with the diagonal or the middle as a guide.
pub(crate) fn curve(title: &str, points: &[(f64, f64)], is_diagonal: bool) -> String {
    let size = 200.0;
    let (left, foot) = (34.0, 22.0);
    let x = |value: f64| left + value * size;
    let y = |value: f64| 6.0 + (1.0 - value) * size;
    let mut svg = start(left + size + 10.0, size + foot + 8.0, title);
    for tick in [0.0, 0.25, 0.5, 0.75, 1.0] {
        let _ = write!(
            svg,
            r#"<path class="grid" d="M{:.1} {:.1}H{:.1}"/><text class="tick" x="{:.1}" y="{:.1}" text-anchor="end">{tick}</text><text class="tick" x="{:.1}" y="{:.1}" text-anchor="middle">{tick}</text>"#,
            x(0.0),
            y(tick),
            x(1.0),
            left - 5.0,
            y(tick) + 4.0,
            x(tick),
            size + foot,
        );
    }
    let guide = match is_diagonal {
        true => [0.0, 1.0],
        false => [0.5, 0.5],
    };
    let _ = write!(
        svg,
        r#"<path class="nought" d="M{:.1} {:.1}L{:.1} {:.1}"/><polyline class="curve" points=""#,
        x(0.0),
        y(guide[0]),
        x(1.0),
        y(guide[1]),
    );
    for (across, up) in points {
        let _ = write!(svg, "{:.1},{:.1} ", x(*across), y(*up));
    }
    svg.push_str(r#""/>"#);
    for (across, up) in points {
        let _ = write!(
            svg,
            r#"<circle class="dot" cx="{:.1}" cy="{:.1}" r="3.5"><title>{across:.2}: {up:.2}</title></circle>"#,
            x(*across),
            y(*up),
        );
    }
    svg + "</svg>"
}

/// A number as people write it: a whole number without decimals.
pub(crate) fn round(number: f64) -> String {
    if number.fract() == 0.0 {
        format!("{number:.0}")
    } else {
        format!("{number:.3}")
    }
}

fn start(width: f64, height: f64, title: &str) -> String {
    format!(
        r#"<svg viewBox="0 0 {width:.0} {height:.0}" width="{width:.0}" role="img" aria-label="{0}"><title>{0}</title>"#,
        escaped(title)
    )
}
