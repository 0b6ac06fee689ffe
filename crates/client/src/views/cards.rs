//! Scenarios as cards: a picture of the board at the start, the title, its size and length, and one line.

use std::collections::BTreeMap;

use egui::text::{LayoutJob, TextWrapping};
use egui::{
    Align, Color32, CornerRadius, FontId, Id, Rect, Response, Role, Sense, Stroke, StrokeKind,
    TextureHandle, Ui, Vec2, WidgetInfo, pos2, vec2,
};
use kit::views::theme::{Look, palette, size};
use kit::views::thumbnail::thumbnail;
use kit::views::widgets::prose;
use scenario::Scenario;

use crate::model::forms::Setting;
use crate::model::library;

/// The height of a card.
const HIGH: f32 = 84.0;
/// The square in which the picture of a board fits.
const PICTURE: f32 = 68.0;

/// Pictures of the starts of scenarios, drawn when a card is first in sight.
#[derive(Default)]
pub(crate) struct Thumbnails {
    /// By the number in the library, with the title, for a library may be read again; none for a scenario that has
    /// no start.
    known: BTreeMap<usize, (String, Option<TextureHandle>)>,
    /// The look and the pixels of a point that they were drawn for.
    of: Option<(Look, u32)>,
}

impl Thumbnails {
    fn of(&mut self, ui: &Ui, choice: &Scenario, number: usize) -> Option<TextureHandle> {
        let now = Some((Look::of(ui), (ui.pixels_per_point() * 100.0) as u32));
        if self.of != now {
            self.known.clear();
            self.of = now;
        }
        let known = self.known.get(&number);
        if let Some((_, picture)) = known.filter(|(title, _)| title == choice.title()) {
            return picture.clone();
        }
        let longest = (PICTURE * ui.pixels_per_point()).round() as u16;
        let picture = choice.start(&[]).ok().map(|start| {
            let scene = families::views::opening(&start, choice.side_names());
            thumbnail(ui, &scene, longest)
        });
        let title = choice.title().to_owned();
        self.known.insert(number, (title, picture.clone()));
        picture
    }
}

/// The size of a scenario's board and the length of its games: `16 by 12, about 38 turns each`.
fn measures(choice: &Scenario) -> String {
    let board = choice.head().board;
    let size = format!("{} by {}", board.files(), board.ranks());
    match library::turns_each(choice) {
        Some(turns) => format!("{size}, about {turns} turns each"),
        None => size,
    }
}

/// A scenario to choose.
pub(crate) fn scenario(
    choice: &Scenario,
    number: usize,
    thumbnails: &mut Thumbnails,
    ui: &mut Ui,
    setting: &mut Setting,
) {
    let chosen = setting.scenario == number;
    let about = prose(&choice.head().description);
    let room = vec2(ui.available_width(), HIGH);
    let (rect, response) = ui.allocate_exact_size(room, Sense::click());
    let measures = measures(choice);
    // painted by hand, so that a screen reader learns nowhere else what it is
    response.widget_info(|| {
        let name = format!("{} {measures}", choice.title());
        WidgetInfo::selected(Role::Button, true, chosen, name)
    });
    if ui.is_rect_visible(rect) {
        let picture = thumbnails.of(ui, choice, number);
        paint(ui, rect, &response, chosen, picture.as_ref());
        let first = about.split_inclusive(". ").next().unwrap_or_default();
        write(ui, rect, choice.title(), &measures, first.trim_end());
    }
    let response = response.on_hover_text(&about);
    if chosen {
        bring_into_view(&response, choice.text(), ui);
    }
    // a click on the chosen scenario must not reset its switches and set-up
    if response.clicked() && !chosen {
        *setting = Setting {
            scenario: number,
            ..Setting::default()
        };
    }
}

/// Scrolls to the scenario that is chosen, once for each choice: a file that was opened stands last in the list, out of
/// sight.
fn bring_into_view(row: &Response, scenario: &str, ui: &Ui) {
    let id = Id::unique("scenario in view");
    let known = Some(Id::unique(scenario));
    if ui.data(|data| data.get_temp::<Option<Id>>(id)).flatten() == known {
        return;
    }
    ui.data_mut(|data| data.insert_temp(id, known));
    // not a row that the user has just clicked: it would jump from under the pointer
    if !ui.clip_rect().contains_rect(row.rect) {
        row.scroll_to_me(Some(Align::Center));
    }
}

fn paint(ui: &Ui, rect: Rect, response: &Response, chosen: bool, picture: Option<&TextureHandle>) {
    let palette = palette(ui);
    let is_lively = response.hovered() || response.has_focus();
    let (fill, line) = match (chosen, is_lively) {
        (true, _) => (
            ui.visuals().selection.bg_fill,
            Stroke::new(2.0, palette.accent),
        ),
        (false, true) => (
            ui.visuals().faint_bg_color,
            Stroke::new(2.0, palette.accent),
        ),
        (false, false) => (ui.visuals().faint_bg_color, Stroke::new(1.0, palette.line)),
    };
    let corners = CornerRadius::same(8);
    ui.painter()
        .rect(rect, corners, fill, line, StrokeKind::Inside);
    let Some(picture) = picture else {
        return;
    };
    let square = Vec2::splat(PICTURE);
    let middle = pos2(rect.left() + HIGH / 2.0, rect.center().y);
    // texel by pixel: the pictures are as large as they are shown
    let size = picture.size_vec2() / ui.pixels_per_point();
    let place = Rect::from_center_size(middle, size.min(square));
    let whole = Rect::from_min_max(pos2(0.0, 0.0), pos2(1.0, 1.0));
    let rim = Stroke::new(1.0, palette.board.frame);
    ui.painter()
        .image(picture.id(), place, whole, Color32::WHITE);
    ui.painter()
        .rect_stroke(place, 1.0, rim, StrokeKind::Outside);
}

/// The three lines of a card, each cut off at its edge.
fn write(ui: &Ui, rect: Rect, title: &str, measures: &str, first: &str) {
    let left = rect.left() + HIGH + 4.0;
    let weak = ui.visuals().weak_text_color();
    let strong = ui.visuals().strong_text_color();
    let mut top = rect.top() + 11.0;
    for (text, points, color) in [
        (title, size::BODY, strong),
        (measures, size::SMALL, ui.visuals().text_color()),
        (first, size::SMALL, weak),
    ] {
        let font = FontId::proportional(points);
        let mut job = LayoutJob::simple_singleline(text.to_owned(), font, color);
        // a label would make the list as wide as its longest line
        job.wrap = TextWrapping::truncate_at_width(rect.right() - left - 10.0);
        let galley = ui.painter().layout_job(job);
        let high = galley.size().y;
        ui.painter().galley(pos2(left, top), galley, color);
        top += high + 4.0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_card_says_how_large_and_how_long() {
        let load = |key: &str| scenario::load(key).expect("built in").expect("valid");
        assert_eq!(
            measures(&load("clash-of-arms")),
            "16 by 12, about 38 turns each"
        );
        // never counted
        assert_eq!(measures(&load("tourney-4")), "13 by 13");
        let scenario = load("lakes");
        let text = scenario
            .text()
            .replacen("title = \"Lakes\"", "title = \"Ponds\"", 1);
        let mine = Scenario::parse("lakes.toml", &text).expect("valid");
        assert_ne!(mine.text(), scenario.text());
        assert_eq!(measures(&mine), "16 by 18");
    }
}
