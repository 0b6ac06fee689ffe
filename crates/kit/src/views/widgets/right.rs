//! Lines with something at their right end.

use egui::{Align, Layout, Ui};

/// The least width for what stands left of something, before that goes to a line of its own.
const LEAST_LEFT: f32 = 190.0;

/// A line with something at its right end; where there is no room for both, that is on the line below.
pub fn with_right(ui: &mut Ui, left: impl FnOnce(&mut Ui), right: impl FnOnce(&mut Ui)) {
    with_right_from(ui, LEAST_LEFT, left, right);
}

/// The same; what stands left has at least that width, or the line to itself.
pub fn with_right_from(
    ui: &mut Ui,
    least: f32,
    left: impl FnOnce(&mut Ui),
    right: impl FnOnce(&mut Ui),
) {
    let id = ui.next_auto_id().with("right");
    // as wide as in the frame before: nothing tells a width before it is laid out
    let known: f32 = ui.data(|data| data.get_temp(id)).unwrap_or(0.0);
    let (room, gap) = (ui.available_width(), ui.spacing().item_spacing.x);
    // a line does not break its text by itself
    let left = |ui: &mut Ui| {
        ui.style_mut().wrap_mode = Some(egui::TextWrapMode::Wrap);
        left(ui);
    };
    let wide = if room - known - gap < least.min(room * 0.4) {
        let shown = ui.vertical(|ui| {
            ui.horizontal(left);
            ui.horizontal_wrapped(right).response.rect
        });
        let rows = shown.inner;
        // in several rows it says nothing of its width in one
        match rows.height() < 1.8 * ui.spacing().interact_size.y {
            true => rows.width(),
            false => known,
        }
    } else {
        ui.horizontal(|ui| {
            ui.scope(|ui| {
                ui.set_max_width(room - known - gap);
                left(ui);
            });
            let right = ui.with_layout(Layout::right_to_left(Align::Center), right);
            right.response.rect.width()
        })
        .inner
    };
    if (wide - known).abs() > 0.5 {
        ui.data_mut(|data| data.insert_temp(id, wide));
        ui.ctx().request_discard("the right end of a line");
    }
}
