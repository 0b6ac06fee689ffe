//! The main pages as they were looked at last: where everything stands, in every size and scale, and how it looks, in
//! every look and without color.
//!
//! `WARLORD_BLESS=1` writes both anew into `crates/client/screens`. Read the difference and look at the pictures before
//! you commit them. `WARLORD_SCREENS=FOLDER` writes the pictures in full.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use egui::Rect;
use egui::accesskit::{Action, Role};
use egui_kittest::kittest::{NodeT, Queryable};
use resvg::tiny_skia::{ColorU8, Pixmap};

use super::pages::{self, Page};
use super::picture::Pixels;
use super::seen::Seen;
use super::{SCALES, SIZES, THEMES, all_views};
use crate::model::settings::Theme;
use crate::window_tests::Program;
use rules::testing::depth::{deep, sample};

/// The pages that are kept as text and picture.
const KEPT: [&str; 26] = [
    "start",
    "learn",
    "lesson",
    "puzzles",
    "local",
    "host",
    "invitation",
    "lobby",
    "lobby-guest",
    "lobby-in-place",
    "set-up-warlord",
    "table-warlord",
    "table-wargame",
    "table-tourney",
    "table-seats",
    "table-east",
    "table-leaders",
    "card-leavers",
    "card-left-out",
    "card-agreed",
    "this-game-seats",
    "set-up-part",
    "chat-team",
    "duel",
    "replay",
    "settings",
];
/// The pixels of the window in one pixel of a kept picture, each way.
const BY: usize = 4;
/// Two colors further apart than this are different, of 255.
const APART: u8 = 48;
/// The pixels of a kept picture that may differ, in a thousand: another processor rounds some of them otherwise.
const FEW: usize = 2;

fn kept() -> Vec<Page> {
    let all = pages::shell().into_iter().chain(pages::boards());
    let kept: Vec<Page> = all.filter(|page| KEPT.contains(&page.name)).collect();
    assert_eq!(kept.len(), KEPT.len());
    kept
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("screens")
}

fn is_blessed() -> bool {
    std::env::var_os("WARLORD_BLESS").is_some()
}

impl Program {
    /// Everything in sight, a line each: its kind, its words, its left upper corner and its size, in points.
    fn places_told(&self) -> String {
        let window = self.harness.ctx.content_rect();
        let mut lines = Vec::new();
        let mut cells: Option<(usize, Rect)> = None;
        let mut widgets: BTreeMap<String, Vec<Rect>> = BTreeMap::new();
        for node in self.harness.query_all_by(|_| true) {
            let known = node.accesskit_node();
            let can = [Action::Click, Action::Focus, Action::SetValue];
            let is_widget = can
                .iter()
                .any(|action| known.data().supports_action(*action));
            let Some(label) = known.label().filter(|_| is_widget) else {
                continue;
            };
            let rect = node.rect();
            if !window.contains(rect.center()) {
                continue;
            }
            if known.role() == Role::GridCell {
                let (count, all) = cells.unwrap_or((0, rect));
                cells = Some((count + 1, all.union(rect)));
                continue;
            }
            widgets.entry(label.clone()).or_default().push(rect);
            lines.push(line(&format!("{:?}", known.role()), &label, rect));
        }
        if let Some((count, all)) = cells {
            lines.push(line("Cells", &count.to_string(), all));
        }
        for text in Seen::of(self).texts {
            let own = widgets.get(&text.words);
            // the words on a button are told with the button
            let is_told = own.is_some_and(|rects| {
                let mut rects = rects.iter();
                rects.any(|rect| rect.contains(text.visible().center()))
            });
            // a point of a text at an edge is in sight or not by how its place is rounded
            if !is_told && text.visible().height() > 1.5 {
                let kind = format!("{}", text.points);
                lines.push(line(&kind, &text.words, text.visible()));
            }
        }
        lines.concat()
    }
}

fn line(kind: &str, words: &str, rect: Rect) -> String {
    let [left, top, wide, high] =
        [rect.left(), rect.top(), rect.width(), rect.height()].map(|part| part.round() as i32);
    // long texts are told by their beginning: the pages of docs and scenarios have them whole
    let words: String = words.chars().take(60).collect();
    format!("{kind} {words:?} {left} {top} {wide} {high}\n")
}

/// True if two lines say the same, to a point: another processor may round half a point otherwise.
fn is_same(one: &str, other: &str) -> bool {
    let parts = |line: &str| -> Option<(String, Vec<i32>)> {
        let (words, numbers) = line.rsplit_once("\" ")?;
        let numbers = numbers.split(' ').map(str::parse);
        Some((words.to_owned(), numbers.collect::<Result<_, _>>().ok()?))
    };
    match (parts(one), parts(other)) {
        (Some((words, numbers)), Some((others, other_numbers))) => {
            let mut pairs = numbers.iter().zip(&other_numbers);
            words == others
                && numbers.len() == other_numbers.len()
                && pairs.all(|(one, other)| one.abs_diff(*other) <= 1)
        }
        _ => one == other,
    }
}

/// The first sections of a kept text, one per view.
fn sections(kept: &str, count: usize) -> &str {
    let mut begins = kept.match_indices("== ").map(|(at, _)| at);
    let end = begins.nth(count).unwrap_or(kept.len());
    &kept[..end]
}

fn differences(kept: &str, now: &str) -> Vec<String> {
    let mut place = "";
    let mut found = Vec::new();
    let length = kept.lines().count().max(now.lines().count());
    let [mut kept, mut now] = [kept.lines(), now.lines()];
    for _ in 0..length {
        let [was, is] = [kept.next().unwrap_or("-"), now.next().unwrap_or("-")];
        if was.starts_with("==") {
            place = was;
        }
        if !is_same(was, is) {
            found.push(format!("{place}\n  was {was}\n  is  {is}"));
        }
    }
    found
}

#[test]
fn everything_stands_where_it_stood_in_every_size_scale_and_look() {
    let mut found = Vec::new();
    for page in kept().iter().filter(|page| page.is_looked_at()) {
        let mut program = page.open();
        let mut told = String::new();
        // A page is laid out in all views and looks in 1.5 seconds, and what breaks one of them usually breaks the first.
        let is_deep = is_blessed() || deep(false, true, true);
        let views = if is_deep { usize::MAX } else { 1 };
        let looks = if is_deep { &THEMES[..] } else { &THEMES[1..2] };
        for (size, scale) in all_views().take(views) {
            program.fit(size, scale);
            let here = program.places_told();
            let [width, height] = size;
            write!(told, "== {width} by {height} at {scale} %\n{here}").expect("a string grows");
            for &(theme, name) in looks {
                program.wear(theme);
                let there = program.places_told();
                let moved = differences(&here, &there);
                assert!(
                    moved.is_empty(),
                    "{} at {size:?}, {scale} %, {name}: a look moves things: {moved:#?}",
                    page.name
                );
            }
            program.wear(Theme::Light);
        }
        let file = folder().join(format!("{}.txt", page.name));
        if is_blessed() {
            fs::create_dir_all(folder()).expect("a folder");
            fs::write(&file, &told).expect("written");
            continue;
        }
        let kept = fs::read_to_string(&file).expect("kept: WARLORD_BLESS=1 writes it");
        let kept = sections(&kept, views);
        let differences = differences(kept, &told);
        if let Some(first) = differences.first() {
            let count = differences.len();
            found.push(format!(
                "{}: {count} lines differ, first:\n{first}",
                page.name
            ));
        }
    }
    assert!(
        found.is_empty(),
        "WARLORD_BLESS=1 writes anew\n{}",
        found.join("\n")
    );
}

#[test]
fn every_page_looks_as_it_looked_in_light_dark_contrast_and_gray() {
    let mut found = Vec::new();
    let every = if is_blessed() { 1 } else { 9 };
    let pages = sample(kept(), every, 1);
    for page in pages.iter().filter(|page| page.is_looked_at()) {
        let mut program = page.open();
        program.fit(SIZES[0], SCALES[0]);
        let mut looks = Vec::new();
        for (theme, name) in THEMES {
            program.wear(theme);
            let whole = program.painted();
            if let Some(into) = std::env::var_os("WARLORD_SCREENS") {
                let file = Path::new(&into).join(format!("{}-{name}.png", page.name));
                write_picture(&file, &whole);
            }
            looks.push(whole.smaller(BY));
        }
        let [light, dark, contrast] = [&looks[0], &looks[1], &looks[2]];
        let rows = [light.beside(dark), contrast.beside(&light.gray())];
        let now = rows[0].above(&rows[1]);
        let file = folder().join(format!("{}.png", page.name));
        if is_blessed() {
            write_picture(&file, &now);
            continue;
        }
        let kept = read_picture(&file);
        assert_eq!(kept.size, now.size, "{}", page.name);
        let pairs = kept.colors.iter().zip(&now.colors);
        let is_other = |(one, other): &(&[u8; 3], &[u8; 3])| {
            let mut parts = one.iter().zip(*other);
            parts.any(|(one, other)| one.abs_diff(*other) > APART)
        };
        let others = pairs.filter(is_other).count();
        if others * 1000 > now.colors.len() * FEW {
            found.push(format!(
                "{}: {others} of {} pixels",
                page.name,
                now.colors.len()
            ));
        }
    }
    assert!(
        found.is_empty(),
        "WARLORD_BLESS=1 writes anew; other than kept: {found:?}"
    );
}

/// Blue and Amber are told apart, and text is read, by who sees no color: the two sides' fills differ by their light.
#[test]
fn a_page_without_color_still_has_light_and_dark() {
    let pages = kept();
    let page = pages.iter().find(|page| page.name == "table-warlord");
    let mut program = page.expect("it is kept").open();
    program.fit(SIZES[0], SCALES[0]);
    let gray = program.painted().gray();
    let [blue, amber] = [0, 1].map(|side| {
        let side = rules::Side::new(side).expect("a side");
        let color = kit::views::theme::side_color(side);
        let one = Pixels {
            size: [1, 1],
            colors: vec![[color.r(), color.g(), color.b()]],
        };
        one.gray().colors[0][0]
    });
    assert!(amber.abs_diff(blue) > 60, "{blue} {amber}");
    for side in [blue, amber] {
        let of_side = |color: &&[u8; 3]| color[0].abs_diff(side) <= 2;
        let count = gray.colors.iter().filter(of_side).count();
        assert!(count > 1000, "{count} pixels of {side}");
    }
}

fn write_picture(file: &Path, pixels: &Pixels) {
    let [width, height] = pixels.size.map(|side| side as u32);
    let mut map = Pixmap::new(width, height).expect("a size");
    for (pixel, [r, g, b]) in map.pixels_mut().iter_mut().zip(&pixels.colors) {
        *pixel = ColorU8::from_rgba(*r, *g, *b, 255).premultiply();
    }
    let png = map.encode_png().expect("written as PNG");
    fs::create_dir_all(file.parent().expect("in a folder")).expect("a folder");
    fs::write(file, png).expect("written");
}

fn read_picture(file: &Path) -> Pixels {
    let png = fs::read(file).expect("kept: WARLORD_BLESS=1 writes it");
    let map = Pixmap::decode_png(&png).expect("a PNG");
    let colors = map.pixels().iter();
    Pixels {
        size: [map.width() as usize, map.height() as usize],
        colors: colors
            .map(|pixel| [pixel.red(), pixel.green(), pixel.blue()])
            .collect(),
    }
}
