//! The board as one widget: what is pointed at, clicked, dragged, zoomed and typed becomes commands.

mod nodes;

use std::sync::Arc;

use board::{Board, Cell, Edge};
use egui::{
    CursorIcon, Event, EventFilter, Id, Key, MouseWheelUnit, PointerButton, Pos2, Response, Role,
    Sense, TextureId, Ui, Vec2, WidgetInfo, vec2,
};

use nodes::cells;

use super::effects::Effects;
use super::minimap::Minimap;
use crate::model::scene::{MovingToken, Sketch};
use crate::views::geometry::{Camera, Projection};
use crate::views::painter::{
    Atlas, Atlases, BoardPainter, Frame, paint_coordinates, paint_cursor, paint_moving,
    paint_sketch, window_within,
};
use crate::views::terrain::Land;
use crate::views::theme::Look;
use picture::{PieceSet, Scene};

/// The board's memory between frames.
#[derive(Default)]
pub struct BoardView {
    /// The part of the board in the window.
    pub camera: Camera,
    painter: BoardPainter,
    effects: Effects,
    minimap: Minimap,
    hand: Option<Hand>,
    /// The cell from which the secondary button is dragged.
    drawn_from: Option<Cell>,
    wheel: f32,
    /// The cell under the pointer.
    pub pointed: Option<Cell>,
    projection: Option<Projection>,
    /// The keyboard's cell in the last frame.
    cursor: Option<Cell>,
    /// The user moves the keyboard's cell with the arrow keys.
    walked: bool,
    id: Option<Id>,
    texture: Option<TextureId>,
    land: Option<TextureId>,
}

/// The steps by which a cell is looked at from near by: about one and a half times as large.
const CLOSE_UP: i32 = 4;

#[derive(Clone, Copy)]
enum Hand {
    /// A token is dragged from that cell.
    Token(Cell),
    Board,
}

/// An input of the user to the board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Touch {
    /// A click, or the space bar on the keyboard's cell.
    Click(Cell),
    /// A click with the secondary button.
    SecondClick(Cell),
    /// A token is taken up to be dragged.
    Lift(Cell),
    /// A token dragged.
    Drag(Cell, Cell),
    /// A token dragged off the board.
    DragOff(Cell),
    /// The secondary button, dragged from one cell to another.
    SecondDrag(Cell, Cell),
    /// The keyboard's cell moved.
    Cursor(Cell),
    /// Anything that ends what is being shown step by step.
    Pressed,
}

/// The contents of the board in this frame.
pub struct Showing<'a> {
    pub board: Board,
    /// The tokens and marks on the board.
    pub scene: &'a Arc<Scene>,
    pub moving: Option<MovingToken>,
    pub cursor: Option<Cell>,
    /// The edge of the board at the bottom.
    pub bottom: Edge,
    pub set: PieceSet,
    /// True if a token on a cell may be taken in the hand.
    pub movable: &'a dyn Fn(Cell) -> bool,
    /// The description of a cell for screen readers.
    pub name: &'a dyn Fn(Cell) -> String,
    pub selected: Option<Cell>,
    /// The user's own arrows and marks.
    pub sketch: Option<&'a Sketch>,
    /// The program's arrows and marks: a hint, or an answer.
    pub pointers: Option<&'a Sketch>,
}

impl BoardView {
    /// Shows the board in all the space available.
    pub fn show(
        &mut self,
        ui: &mut Ui,
        atlases: &mut Atlases,
        showing: &Showing<'_>,
    ) -> Vec<Touch> {
        let rect = ui.available_rect_before_wrap();
        let id = ui.scope_id().with("board");
        let response = ui.interact(rect, id, Sense::click_and_drag());
        let look = Look::of(ui);
        let pixels_per_point = ui.pixels_per_point();
        let window = window_within(rect);
        self.camera.bottom = showing.bottom;
        let mut projection = self.camera.project(showing.board, window, pixels_per_point);
        // none as well while a dialog or popup lies over the board
        let pointer = ui
            .ctx()
            .pointer_hover_pos()
            .filter(|_| ui.rect_contains_pointer(rect));
        if self.look_around(ui, &response, &projection, pointer) {
            // projected again, so that a click of this very frame meets the board as it is painted
            projection = self.camera.project(showing.board, window, pixels_per_point);
        }
        // only when the cursor has moved: otherwise nobody could pan away from it
        let was_walked = std::mem::take(&mut self.walked);
        if self.cursor != showing.cursor {
            self.cursor = showing.cursor;
            if let Some(cell) = showing.cursor {
                match was_walked {
                    true => self.camera.show(&projection, cell),
                    // the next unit of an army seen from far away: to know where it is would not be to see it
                    false => self.camera.approach(&projection, cell),
                }
                projection = self.camera.project(showing.board, window, pixels_per_point);
            }
        }
        self.projection = Some(projection);
        self.id = Some(id);
        self.pointed = pointer.and_then(|at| projection.cell_at(at));

        let mut touches = Vec::new();
        self.hands(&response, &projection, showing, pointer, &mut touches);
        self.keys(ui, &response, &projection, showing, &mut touches);
        cells(ui, id, &projection, showing, &mut touches);
        let label = format!(
            "Board, {} files and {} ranks",
            showing.board.files(),
            showing.board.ranks()
        );
        response.widget_info(|| WidgetInfo::labeled(Role::Grid, true, &label));

        let (family, pixels) = (showing.scene.family, projection.sprite_pixels());
        let atlas = atlases.at(ui.ctx(), family, showing.set, pixels);
        let land = atlases.land(ui, &showing.scene.ground, projection.pixels);
        self.texture = Some(atlas.texture());
        self.land = Some(land.id());
        self.paint(ui, (&atlas, &land), &projection, showing, pointer, look);
        let scene = showing.scene;
        if self.minimap.show(ui, &mut self.camera, &projection, scene) {
            // the board of this frame is painted already, as it was before the click on the map
            ui.ctx().request_repaint();
        }
        // `interact` senses a rectangle and takes no space of the page
        ui.advance_cursor_after_rect(rect);
        touches
    }

    /// Moves the camera by wheel, pinch, middle button and space bar. True if the camera moved.
    fn look_around(
        &mut self,
        ui: &Ui,
        response: &Response,
        projection: &Projection,
        pointer: Option<Pos2>,
    ) -> bool {
        let mut moved = false;
        if let Some(at) = pointer {
            let (mut steps, mut pan) = (0.0, Vec2::ZERO);
            ui.input(|input| {
                for event in &input.events {
                    match event {
                        // a touchpad scrolls by points and a wheel by lines: two fingers pan, and a wheel zooms
                        Event::MouseWheel {
                            unit: MouseWheelUnit::Point,
                            delta,
                            modifiers,
                            ..
                        } if !modifiers.command => {
                            pan += *delta;
                        }
                        Event::MouseWheel {
                            unit: MouseWheelUnit::Point,
                            delta,
                            ..
                        } => steps += delta.y / 40.0,
                        Event::MouseWheel { delta, .. } => steps += delta.y,
                        // the sizes are about an eighth apart, and the logarithm of 1.125 is 0.12
                        Event::Zoom(factor) => steps += factor.ln() / 0.12,
                        _ => {}
                    }
                }
            });
            // parts of a step wait for more: fine wheels and pinches come in small parts
            self.wheel += steps;
            let whole = self.wheel.trunc();
            if whole != 0.0 {
                self.wheel -= whole;
                self.camera
                    // a jerk on a wheel that spins freely would otherwise run through all sizes at once
                    .zoom(projection, at, whole.clamp(-8.0, 8.0) as i32);
                moved = true;
            }
            if pan != Vec2::ZERO {
                self.camera.pan(projection, pan);
                moved = true;
            }
        }
        let space = ui.input(|input| input.key_down(Key::Space));
        let pans = response.dragged_by(PointerButton::Middle)
            || (response.dragged_by(PointerButton::Primary)
                && (space || matches!(self.hand, Some(Hand::Board))));
        if pans && response.drag_delta() != Vec2::ZERO {
            self.camera.pan(projection, response.drag_delta());
            ui.ctx().set_cursor_icon(CursorIcon::Grabbing);
            moved = true;
        }
        moved
    }

    /// Dragging tokens, or the board if no token is there, and clicks that no single cell took.
    fn hands(
        &mut self,
        response: &Response,
        projection: &Projection,
        showing: &Showing<'_>,
        pointer: Option<Pos2>,
        touches: &mut Vec<Touch>,
    ) {
        if response.drag_started_by(PointerButton::Primary) {
            // where the button went down, not where the pointer is by now
            let from = response
                .interact_pointer_pos()
                .zip(response.total_drag_delta());
            let cell = from.and_then(|(at, by)| projection.cell_at(at - by));
            // on a touchpad, without a middle button, this is the way to move the board
            self.hand = Some(match cell.filter(|cell| (showing.movable)(*cell)) {
                Some(cell) => {
                    touches.push(Touch::Lift(cell));
                    Hand::Token(cell)
                }
                None => Hand::Board,
            });
            touches.push(Touch::Pressed);
        }
        let at = response
            .interact_pointer_pos()
            .and_then(|at| projection.cell_at(at));
        if response.drag_started_by(PointerButton::Secondary) {
            self.drawn_from = at;
        }
        if response.drag_stopped_by(PointerButton::Secondary) {
            match self.drawn_from.take().zip(at) {
                // a drag within one cell is a click with an unsteady hand
                Some((from, to)) if from == to => touches.push(Touch::SecondClick(to)),
                Some((from, to)) => touches.push(Touch::SecondDrag(from, to)),
                None => {}
            }
        }
        if response.drag_stopped() {
            if let Some(Hand::Token(from)) = self.hand.take() {
                // `pointer` is none outside the widget, where egui's own position of a drag continues
                match pointer.and_then(|at| projection.cell_at(at)) {
                    Some(to) => touches.push(Touch::Drag(from, to)),
                    None => touches.push(Touch::DragOff(from)),
                }
            }
            self.hand = None;
        }
        if let Some(cell) = at {
            if response.clicked() {
                response.request_focus();
                touches.push(Touch::Click(cell));
            } else if response.secondary_clicked() {
                touches.push(Touch::SecondClick(cell));
            }
        }
    }

    /// The keyboard's cell and the camera's keys.
    fn keys(
        &mut self,
        ui: &Ui,
        response: &Response,
        projection: &Projection,
        showing: &Showing<'_>,
        touches: &mut Vec<Touch>,
    ) {
        if response.has_focus() {
            // egui would move the focus with the arrows and drop it with Esc; Tab must still lead out of the board
            let filter = EventFilter {
                horizontal_arrows: true,
                vertical_arrows: true,
                escape: true,
                tab: false,
            };
            ui.memory_mut(|memory| memory.set_focus_lock_filter(response.id, filter));
        }
        // keys belong to a text field that has the focus, or to a dialog over the page
        let free = ui.memory(|memory| {
            let is_free = memory.focused().is_none_or(|id| id == response.id);
            is_free && memory.allows_interaction(ui.layer_id())
        });
        if !free {
            return;
        }
        let start = || {
            // where the user looks already; the middle of the board only if nothing else is known
            let middle = Cell::new(showing.board.files() / 2, showing.board.ranks() / 2);
            showing.selected.or(self.pointed).unwrap_or(middle)
        };
        for (key, right, down) in [
            (Key::ArrowLeft, -1, 0),
            (Key::ArrowRight, 1, 0),
            (Key::ArrowUp, 0, -1),
            (Key::ArrowDown, 0, 1),
        ] {
            let (plain, shifted) = ui.input_mut(|input| {
                (
                    input.consume_key(egui::Modifiers::NONE, key),
                    input.consume_key(egui::Modifiers::SHIFT, key),
                )
            });
            if plain {
                let next = match showing.cursor {
                    Some(cell) => projection.step(cell, right, down).unwrap_or(cell),
                    None => start(),
                };
                self.walked = true;
                touches.push(Touch::Cursor(next));
            }
            if shifted {
                let by =
                    // two cells at a time, and still a visible distance if the cells are tiny
                    vec2(f32::from(-right), f32::from(-down)) * projection.cell.max(24.0) * 2.0;
                self.camera.pan(projection, by);
            }
        }
        let center = projection.window.center();
        ui.input_mut(|input| {
            if input.consume_key(egui::Modifiers::NONE, Key::Home) {
                self.camera.fit();
            }
            // plus is Shift and equals on many keyboards
            let larger = input.consume_key(egui::Modifiers::NONE, Key::Plus)
                || input.consume_key(egui::Modifiers::NONE, Key::Equals);
            if larger {
                self.camera.zoom(projection, center, 1);
            }
            if input.consume_key(egui::Modifiers::NONE, Key::Minus) {
                self.camera.zoom(projection, center, -1);
            }
        });
        let act = ui.input_mut(|input| input.consume_key(egui::Modifiers::NONE, Key::Space));
        if let Some(cell) = showing.cursor.filter(|_| act) {
            touches.push(Touch::Click(cell));
        }
    }

    fn paint(
        &mut self,
        ui: &Ui,
        (atlas, land): (&Atlas, &Land),
        projection: &Projection,
        showing: &Showing<'_>,
        pointer: Option<Pos2>,
        look: Look,
    ) {
        let painter = ui.painter();
        let tokens = &showing.scene.tokens;
        let hidden = self.held().and_then(|cell| {
            // of several tokens on the cell the topmost that can still act; of equal ones `max_by_key` takes the last,
            // which is painted on top
            let on_cell = |place: &usize| tokens[*place].cell == cell;
            let places = (0..tokens.len()).filter(on_cell);
            places.max_by_key(|place| !tokens[*place].dim)
        });
        let held = hidden.map(|place| tokens[place]);
        let frame = Frame {
            projection,
            atlas,
            land,
            look,
            hidden,
        };
        self.painter.paint(painter, &frame, showing.scene);
        let pointed = self.pointed.or(showing.cursor);
        paint_coordinates(painter, projection, look, pointed);
        let inside = painter.with_clip_rect(projection.window);
        if let Some(cell) = showing.cursor {
            paint_cursor(&inside, projection, cell, look);
        }
        if let Some(sketch) = showing.sketch {
            let color = look.palette().board.legal;
            paint_sketch(&inside, projection, sketch, color);
        }
        if let Some(pointers) = showing.pointers {
            paint_sketch(&inside, projection, pointers, look.palette().accent);
        }
        // what is in the hand was seen to go where it went
        self.effects
            .follow(ui, showing.scene, showing.moving.as_ref());
        self.effects.paint(ui, &inside, &frame);
        if let (None, Some(moving)) = (held, &showing.moving) {
            paint_moving(&inside, &frame, moving, None);
        }
        if let Some((token, at)) = held.zip(pointer) {
            let moving = MovingToken {
                token,
                to: token.cell,
                done: 0.0,
            };
            // not clipped to the board's window, for a token can be dragged off the board
            paint_moving(painter, &frame, &moving, Some(at));
            ui.ctx().set_cursor_icon(CursorIcon::Grabbing);
        } else if let Some(cell) = self.pointed
            && (showing.movable)(cell)
        {
            ui.ctx().set_cursor_icon(CursorIcon::PointingHand);
        }
    }

    pub fn zoom_at_center(&mut self, steps: i32) {
        if let Some(projection) = self.projection {
            self.camera
                .zoom(&projection, projection.window.center(), steps);
        }
    }

    /// Goes near to a cell.
    pub fn close_up(&mut self, cell: Cell) {
        if let Some(projection) = self.projection {
            let at = projection.rect(cell).center();
            self.camera.zoom(&projection, at, CLOSE_UP);
        }
    }

    /// Brings a cell into the window.
    pub fn show_cell(&mut self, cell: Cell) {
        if let Some(projection) = self.projection {
            self.camera.show(&projection, cell);
        }
    }

    /// The texture the board was drawn with last.
    pub const fn texture(&self) -> Option<TextureId> {
        self.texture
    }

    /// The texture the ground was drawn with last.
    pub(crate) const fn land(&self) -> Option<TextureId> {
        self.land
    }

    /// The number of times that the layers were built.
    pub const fn builds(&self) -> u64 {
        self.painter.builds
    }

    /// True if the id is that of the board's widget.
    pub fn is(&self, id: Id) -> bool {
        self.id == Some(id)
    }

    /// The cell from which a token is dragged.
    pub const fn held(&self) -> Option<Cell> {
        match self.hand {
            Some(Hand::Token(cell)) => Some(cell),
            _ => None,
        }
    }

    /// The place where a cell was shown last.
    pub fn rect(&self, cell: Cell) -> Option<egui::Rect> {
        self.projection.map(|projection| projection.rect(cell))
    }

    /// The width of a cell when the board was shown last.
    pub fn cell_size(&self) -> f32 {
        self.projection.map_or(48.0, |projection| projection.cell)
    }
}
