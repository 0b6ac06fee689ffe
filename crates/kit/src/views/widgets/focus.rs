//! Areas that scroll to what has the keyboard's focus.

use egui::{Response, Ui};

/// Deeper than any page is nested.
const MOST_NESTED: usize = 256;

/// Brings the widget that just got the keyboard's focus into sight; called at the end of the content of an area that
/// scrolls.
pub fn keep_focus_in_sight(ui: &Ui) {
    let Some(focused) = ui.memory(|memory| memory.focused()) else {
        return;
    };
    let id = ui.scope_id().with("focused");
    let before = ui.data_mut(|data| data.get_temp::<egui::Id>(id));
    // once for each change of focus: otherwise nobody could scroll away from it
    if before == Some(focused) {
        return;
    }
    let response = ui.ctx().read_response(focused);
    let inside = response.filter(|widget| {
        // a popup has its own layer and does not scroll with this area
        widget.layer_id == ui.layer_id() && is_within(ui, widget)
    });
    let Some(widget) = inside else {
        // it may be in an area within this one that still has to scroll to it
        return;
    };
    let (window, place) = (ui.clip_rect().y_range(), widget.rect.y_range());
    let is_whole = window.expand(1.0).contains(place.min) && window.expand(1.0).contains(place.max);
    // an area within this one may scroll at the same time, and moves what this one aims at: it is done when the
    // widget stands there, or when as much of it is seen as there is room for
    let is_seen = widget.interact_rect.height() >= place.span().min(12.0);
    if is_seen && (is_whole || place.span() > window.span()) {
        ui.data_mut(|data| data.insert_temp(id, focused));
    }
    if !is_whole && takes_turn(ui, id) {
        // at once: two areas that both glide would miss each other
        let none = egui::style::ScrollAnimation::none();
        ui.scroll_to_rect_animation(widget.rect.expand(8.0), None, none);
    }
}

/// True if the widget is part of that content. Where it stands says too little: what is cut off of a long list reaches far
/// below it, over the fields that follow.
fn is_within(ui: &Ui, widget: &Response) -> bool {
    let mut parent = widget.parent_id();
    for _ in 0..MOST_NESTED {
        if parent == ui.unique_id() {
            return true;
        }
        let outer = ui.ctx().read_response(parent);
        match outer.map(|outer| outer.parent_id()) {
            // the outermost is its own parent
            Some(next) if next != parent => parent = next,
            _ => return false,
        }
    }
    false
}

/// True for one area a frame, and never twice in a row for the same: an area and one within it would both go the whole
/// way to a widget, and pass it again and again.
fn takes_turn(ui: &Ui, area: egui::Id) -> bool {
    let (last, now) = (
        egui::Id::unique("scrolled to the focus"),
        ui.ctx().cumulative_frame_nr(),
    );
    let taken = ui.data(|data| data.get_temp::<(u64, egui::Id)>(last));
    let is_mine = taken.is_none_or(|(frame, by)| frame < now && (by != area || frame + 1 < now));
    if is_mine {
        ui.data_mut(|data| data.insert_temp(last, (now, area)));
    }
    ui.ctx().request_repaint();
    is_mine
}
