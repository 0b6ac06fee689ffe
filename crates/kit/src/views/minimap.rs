//! A small map of the whole board in a corner, for a window that shows only a part of it: a click goes there.

use std::sync::Arc;

use egui::{
    Color32, ColorImage, Image, Rect, Sense, Stroke, StrokeKind, TextureHandle, TextureOptions, Ui,
    Vec2,
};

use picture::{Layout, Scene};

use crate::views::geometry::{Camera, MAP, MAP_MARGIN, Projection};
use crate::views::painter::{ground_image, pixels};
use crate::views::theme::{Look, side_color};

#[derive(Default)]
pub(crate) struct Minimap {
    drawn: Option<Drawn>,
}

struct Drawn {
    // held as long as the map, so that no later scene can get the same address and pass for it
    scene: Arc<Scene>,
    look: Look,
    layout: Layout,
    /// The ground without tokens.
    ground: ColorImage,
    texture: TextureHandle,
}

impl Minimap {
    /// Shows the minimap if the board does not fit the window. True if the camera moved.
    pub(crate) fn show(
        &mut self,
        ui: &mut Ui,
        camera: &mut Camera,
        projection: &Projection,
        scene: &Arc<Scene>,
    ) -> bool {
        let (whole, window) = (projection.whole(), projection.window);
        // the board's corner is rounded to whole pixels, so that even a fitted board may stick out a little
        if window.expand(1.0).contains_rect(whole) {
            return false;
        }
        // by the longer side, so that the map of a long board does not cover the middle of the window
        let scale = MAP / whole.size().max_elem();
        let size = whole.size() * scale;
        let place = Rect::from_min_size(window.max - size - Vec2::splat(MAP_MARGIN), size);
        let response = ui.interact(
            place,
            ui.scope_id().with("minimap"),
            Sense::click_and_drag(),
        );
        response.widget_info(|| {
            egui::WidgetInfo::labeled(egui::Role::Button, true, "The whole board: look there")
        });
        let texture = self.texture(ui, projection.layout(), scene);
        let frame = place.expand(3.0);
        let palette = Look::of(ui).palette();
        ui.painter().rect_filled(frame, 4.0, palette.card);
        Image::new(&texture).paint_at(ui, place);
        let line = Stroke::new(1.0, palette.board.coordinates);
        ui.painter()
            .rect_stroke(frame, 4.0, line, StrokeKind::Inside);
        let on_map = |cell| {
            let center = projection.rect(cell).center();
            place.min + (center - whole.min) * scale
        };
        for arrow in &scene.arrows {
            let way = [on_map(arrow.from), on_map(arrow.to)];
            ui.painter()
                .line_segment(way, Stroke::new(1.5, palette.board.last));
            ui.painter().circle_filled(way[1], 2.5, palette.board.last);
        }
        let seen = window.intersect(whole);
        let corner = place.min + (seen.min - whole.min) * scale;
        let seen = Rect::from_min_size(corner, seen.size() * scale);
        // twice, so that it is seen on any ground
        for (width, color) in [(3.0, Color32::WHITE), (1.5, palette.board.threat)] {
            ui.painter()
                .rect_stroke(seen, 1.0, Stroke::new(width, color), StrokeKind::Middle);
        }
        let pointed = response
            .interact_pointer_pos()
            .filter(|_| response.clicked() || response.dragged());
        if let Some(at) = pointed {
            let there = whole.min + (at - place.min) / scale;
            // a pan moves the board: the point looked for comes to the middle of the window
            camera.pan(projection, window.center() - there);
        }
        pointed.is_some()
    }

    /// The ground, and the colors of the tokens on it.
    fn texture(&mut self, ui: &Ui, layout: Layout, scene: &Arc<Scene>) -> TextureHandle {
        let look = Look::of(ui);
        if let Some(drawn) = &self.drawn
            && (drawn.look, drawn.layout) == (look, layout)
            && Arc::ptr_eq(&drawn.scene, scene)
        {
            return drawn.texture.clone();
        }
        // the ground of a large board is thousands of pixels, and a move changes none of them
        let before = self.drawn.take().filter(|drawn| {
            let (known, ground) = (&drawn.scene.ground, &scene.ground);
            (drawn.look, drawn.layout) == (look, layout)
                && (Arc::ptr_eq(known, ground) || known == ground)
        });
        let (ground, texture) = match before {
            Some(drawn) => (drawn.ground, Some(drawn.texture)),
            None => (ground_image(layout, &scene.ground, look), None),
        };
        // the ground without tokens is kept for the next move
        let mut image = ground.clone();
        for token in &scene.tokens {
            image.pixels[pixels(layout, token.cell)].fill(side_color(token.side));
        }
        // enlarged without smoothing: a unit alone stays a dot of its color
        let options = TextureOptions::NEAREST;
        let texture = match texture {
            Some(mut texture) => {
                texture.set(image, options);
                texture
            }
            None => ui.ctx().load_texture("minimap", image, options),
        };
        self.drawn = Some(Drawn {
            scene: scene.clone(),
            look,
            layout,
            ground,
            texture: texture.clone(),
        });
        texture
    }
}
