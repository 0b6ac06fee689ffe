//! The contents of a frame of the window: its texts with their places and visible parts, and its filled frames.

use egui::{Color32, FontFamily, Pos2, Rect, Shape, pos2};
use egui_kittest::kittest::Queryable;

use crate::window_tests::Program;

/// A piece of text as it is painted.
#[derive(Debug, Clone)]
pub(super) struct Text {
    pub(super) words: String,
    /// The ink of all its letters, in points.
    pub(super) ink: Rect,
    /// The area outside which nothing of it is painted.
    pub(super) clip: Rect,
    /// Its end was left out for want of room.
    pub(super) is_elided: bool,
    /// The place in the order in which the frame is painted.
    order: usize,
    /// The size of its first letters.
    pub(super) points: f32,
    /// False for codes, paths and keys, in letters of one width.
    pub(super) is_running: bool,
}

/// A filled rectangle: a button, a card, a field.
#[derive(Debug, Clone, Copy)]
pub(super) struct Plate {
    pub(super) rect: Rect,
    order: usize,
}

/// What a frame shows, but for the boards, whose letters are drawn with their cells.
#[derive(Debug, Default)]
pub(super) struct Seen {
    pub(super) texts: Vec<Text>,
    pub(super) plates: Vec<Plate>,
}

/// The least overlap in both directions that counts, in points: the outlines of two letters may touch.
const TOUCH: f32 = 1.5;

impl Seen {
    pub(super) fn of(program: &Program) -> Self {
        let mut seen = Self::default();
        for (order, clipped) in program.harness.output().shapes.iter().enumerate() {
            seen.take(&clipped.shape, clipped.clip_rect, order);
        }
        let boards = boards(program);
        let is_on_board = |rect: Rect| boards.iter().any(|board| board.contains(rect.center()));
        seen.texts.retain(|text| !is_on_board(text.visible()));
        seen.plates.retain(|plate| !is_on_board(plate.rect));
        seen
    }

    fn take(&mut self, shape: &Shape, clip: Rect, order: usize) {
        match shape {
            Shape::Vec(shapes) => {
                for shape in shapes {
                    self.take(shape, clip, order);
                }
            }
            Shape::Text(text) => {
                let galley = &text.galley;
                let ink = galley.mesh_bounds.translate(text.pos.to_vec2());
                let words = galley.text().trim().to_owned();
                let is_clear = text.fallback_color == Color32::TRANSPARENT
                    && text.override_text_color.is_none_or(|color| color.a() == 0)
                    && galley
                        .job
                        .sections
                        .iter()
                        .all(|part| part.format.color.a() == 0);
                if words.is_empty() || is_clear || !ink.is_positive() {
                    return;
                }
                let sections = galley.job.sections.first();
                let text = Text {
                    words,
                    ink,
                    clip,
                    is_elided: galley.elided,
                    order,
                    points: sections.map_or(0.0, |part| part.format.font_id.size),
                    is_running: sections
                        .is_some_and(|part| part.format.font_id.family == FontFamily::Proportional),
                };
                // what is scrolled out of sight is not seen
                if text.visible().is_positive() {
                    self.texts.push(text);
                }
            }
            Shape::Rect(rect) => {
                let visible = rect.rect.intersect(clip);
                if rect.fill.a() > 0 && visible.is_positive() {
                    let rect = visible;
                    self.plates.push(Plate { rect, order });
                }
            }
            _ => {}
        }
    }

    /// The texts that something else lies on, with what it is.
    pub(super) fn covered(&self) -> Vec<String> {
        let mut found = Vec::new();
        for (number, text) in self.texts.iter().enumerate() {
            let own = text.visible();
            for other in self.texts.iter().skip(number + 1) {
                if overlap(own, other.visible()) {
                    found.push(format!("{:?} and {:?} overlap", text.words, other.words));
                }
            }
            // what lies below the plate that the whole text stands on is out of sight there
            let grounds = self.plates.iter().filter(|plate| {
                plate.order < text.order && plate.rect.expand(TOUCH).contains_rect(own)
            });
            let ground = grounds.map(|plate| plate.order).max();
            let above = self.plates.iter();
            for plate in above.filter(|plate| Some(plate.order) > ground) {
                let is_inside = plate.rect.expand(TOUCH).contains_rect(own);
                let is_above = plate.order > text.order;
                if overlap(own, plate.rect) && (is_above || !is_inside) {
                    let how = if is_above {
                        "under"
                    } else {
                        "across the edge of"
                    };
                    found.push(format!("{:?} {own} {how} {}", text.words, plate.rect));
                }
            }
        }
        found
    }
}

impl Text {
    /// The part that is in sight.
    pub(super) fn visible(&self) -> Rect {
        self.ink.intersect(self.clip)
    }

    /// True if it is wider than its room.
    pub(super) fn is_cut_beside(&self) -> bool {
        self.ink.left() < self.clip.left() - 1.0 || self.ink.right() > self.clip.right() + 1.0
    }

    /// True if it ends above or below its room, as what can be scrolled does.
    pub(super) fn is_cut_above_or_below(&self) -> bool {
        self.ink.top() < self.clip.top() - 1.0 || self.ink.bottom() > self.clip.bottom() + 1.0
    }
}

fn overlap(one: Rect, other: Rect) -> bool {
    let both = one.intersect(other);
    both.width() > TOUCH && both.height() > TOUCH
}

/// The places of the boards.
pub(super) fn boards(program: &Program) -> Vec<Rect> {
    use egui::accesskit::Role;
    let nodes = program.harness.query_all_by(|node| {
        let role = node.role();
        matches!(role, Role::Grid | Role::Image)
    });
    nodes.map(|node| node.rect()).collect()
}

/// The fields into which the user writes, whose text may be longer than they are.
pub(super) fn fields(program: &Program) -> Vec<Rect> {
    use egui::accesskit::Role;
    let nodes = program.harness.query_all_by(|node| {
        let role = node.role();
        matches!(role, Role::TextInput | Role::MultilineTextInput)
    });
    nodes.map(|node| node.rect().expand(2.0)).collect()
}

/// The middle of what is in sight of a text.
pub(super) fn middle(text: &Text) -> Pos2 {
    let (visible, clip) = (text.visible(), text.clip.shrink(4.0));
    // a little beyond the edges of its area nothing takes the pointer
    let down = visible.center().y.min(clip.bottom()).max(clip.top());
    pos2(visible.center().x, down)
}
