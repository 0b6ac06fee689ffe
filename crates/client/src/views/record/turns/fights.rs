//! The lines of a fight in the list of turns: the whole fight, its rounds, and the arrow that folds it.

use egui::{Color32, Id, Pos2, Rect, Role, Sense, Shape, Stroke, Ui, Vec2, WidgetInfo, pos2, vec2};
use kit::model::bout::Bout;
use kit::model::notation::{Sign, letters};

use super::super::folds::round_line;
use super::{GUTTER, LINE, Line};
use crate::model::{Command, ReplayCommand};
use crate::views::View;

impl Line<'_> {
    /// The lines of a fight or of a round, beside the number of the turn.
    pub(super) fn lines(
        &self,
        lines: &[Vec<Sign>],
        corner: Pos2,
        view: &mut View,
        ui: &Ui,
        ink: Color32,
    ) {
        for (number, signs) in lines.iter().enumerate() {
            let corner = corner + vec2(GUTTER, LINE * number as f32);
            let size = vec2((self.key.width - GUTTER).max(1.0), LINE);
            self.paint(signs, Rect::from_min_size(corner, size), view, ui, ink);
        }
    }

    /// The first round under the line of its fight, with which it shares its step.
    pub(super) fn round(
        &self,
        bout: &Bout,
        corner: Pos2,
        view: &mut View,
        ui: &mut Ui,
        out: &mut Vec<Command>,
        ink: Color32,
    ) {
        let lines = self.key.lines(&round_line(bout, 0));
        let size = vec2(self.key.width, LINE * lines.len() as f32);
        let rect = Rect::from_min_size(corner, size);
        let id = ui.scope_id().with(("round", self.step));
        let response = ui.interact(rect, id, Sense::click());
        let turn = self.turn_name();
        let first = bout
            .rounds
            .first()
            .map_or(String::new(), |first| letters(first));
        let label = format!("{turn}, round 1: {first}");
        response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &label));
        if response.hovered() || response.has_focus() {
            let fill = ui.visuals().widgets.hovered.weak_bg_fill;
            ui.painter().rect_filled(rect, 6.0, fill);
        }
        self.lines(&lines, corner, view, ui, ink);
        if response.clicked() {
            let spot = self.table.end_of(self.step);
            out.push(ReplayCommand::Look(Some(spot)).into());
        }
    }

    /// The arrow that folds or unfolds a fight; true if it is pressed.
    pub(super) fn arrow(
        &self,
        bout: &Bout,
        is_open: bool,
        (rect, id): (Rect, Id),
        ui: &Ui,
    ) -> bool {
        let center = pos2(rect.left() + 45.0, rect.top() + LINE / 2.0);
        let place = Rect::from_center_size(center, Vec2::splat(20.0));
        let response = ui.interact(place, id.with("fold"), Sense::click());
        let verb = if is_open { "Fold" } else { "Unfold" };
        let turn = self.turn_name();
        let label = format!("{verb} {} of {turn}", bout.name);
        response.widget_info(|| WidgetInfo::selected(Role::Button, true, is_open, &label));
        let style = ui.style().interact(&response);
        let (along, across) = if is_open {
            (vec2(0.0, 4.0), vec2(5.0, 0.0))
        } else {
            (vec2(4.0, 0.0), vec2(0.0, 5.0))
        };
        let corners = vec![
            center - along - across,
            center + along,
            center - along + across,
        ];
        let color = style.fg_stroke.color;
        ui.painter()
            .add(Shape::convex_polygon(corners, color, Stroke::NONE));
        response.on_hover_text(label).clicked()
    }
}
