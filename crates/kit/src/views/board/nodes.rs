//! The cells of a board one by one, for screen readers and tests.

use board::Cell;
use egui::{Id, Role, Sense, Ui, WidgetInfo};

use super::{Showing, Touch};
use crate::views::geometry::Projection;

/// The most cells that screen readers get one by one; on a larger board they get those around the keyboard's cell.
const MOST_NODES: usize = 1000;
/// The distance from the keyboard's cell within which they then get cells.
const NODES_AROUND: u8 = 4;

/// The cells one by one, for screen readers and tests; a click on one is a click on the board.
pub(super) fn cells(
    ui: &mut Ui,
    id: Id,
    projection: &Projection,
    showing: &Showing<'_>,
    touches: &mut Vec<Touch>,
) {
    // one more than allowed is enough to know that there are too many
    let mut told: Vec<Cell> = projection.visible().take(MOST_NODES + 1).collect();
    // each cell costs time in every frame, and a board of 120 by 120 has 14,400
    if told.len() > MOST_NODES {
        let near = showing.cursor.or(showing.selected).into_iter();
        let around = near.flat_map(|near| showing.board.within(near, NODES_AROUND));
        told = around.filter(|cell| projection.shows(*cell)).collect();
    }
    for cell in told {
        let rect = projection.rect(cell).intersect(projection.window);
        // clicked like a button, but never in the way of Tab
        let response = ui.interact(rect, id.with(cell), Sense::CLICK);
        if response.clicked() {
            // the board reads the keys, so that the board and not the cell gets the focus
            ui.memory_mut(|memory| memory.request_focus(id));
            touches.push(Touch::Click(cell));
        } else if response.secondary_clicked() {
            touches.push(Touch::SecondClick(cell));
        }
        let chosen = showing.selected == Some(cell);
        response.widget_info(|| {
            WidgetInfo::selected(Role::GridCell, true, chosen, (showing.name)(cell))
        });
    }
}
