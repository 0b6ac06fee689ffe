//! The main pages as a stranger sees them, in every size, scale and look: nothing cut, nothing covered, nothing that
//! moves, and a record of where everything is.

mod cut;
mod pages;
mod picture;
mod places;
mod scale;
mod seated;
mod seen;
mod still;

use egui::vec2;

use rules::testing::depth::deep;

use super::Program;
use crate::model::ShellCommand;
use crate::model::settings::Theme;
pub(super) use picture::Textures;
pub(super) use seated::{by_leaders, from_the_east, in_own_part, left, set_up_in_parts};

/// The sizes of the window, in pixels.
const SIZES: [[u16; 2]; 3] = [[1280, 800], [1024, 700], [1920, 1080]];
/// The scales of everything, in percent.
const SCALES: [u16; 3] = [100, 150, 200];
/// The looks.
const THEMES: [(Theme, &str); 3] = [
    (Theme::Light, "light"),
    (Theme::Dark, "dark"),
    (Theme::Contrast, "contrast"),
];
/// The day on which all this is looked at, which says which puzzle is the day's.
const DAY: u64 = 20_000;

/// The views that a test of every page looks at on the page of that number: one of each size and scale in turn, in deeper
/// runs all of them.
fn views(page: usize) -> impl Iterator<Item = ([u16; 2], u16)> {
    let is_deep = deep(false, true, true);
    // The diagonal of the table of sizes and scales.
    let wanted = page % SIZES.len() * (SCALES.len() + 1);
    let pairs = all_views().enumerate();
    let pairs = pairs.filter(move |(number, _)| is_deep || *number == wanted);
    pairs.map(|(_, view)| view)
}

/// Every size of the window with every scale.
fn all_views() -> impl Iterator<Item = ([u16; 2], u16)> {
    SIZES
        .into_iter()
        .flat_map(|size| SCALES.into_iter().map(move |scale| (size, scale)))
}

impl Program {
    /// Makes the window so large in pixels, and everything in it so large in percent.
    fn fit(&mut self, size: [u16; 2], scale: u16) {
        let mut settings = self.app().model.settings.clone();
        settings.zoom = scale;
        self.give(ShellCommand::Settings(settings));
        let part = 100.0 / f32::from(scale);
        let [width, height] = size.map(|pixels| f32::from(pixels) * part);
        self.harness.set_size(vec2(width, height));
        self.settle();
    }

    fn wear(&mut self, theme: Theme) {
        let mut settings = self.app().model.settings.clone();
        settings.theme = theme;
        self.give(ShellCommand::Settings(settings));
        self.settle();
    }

    /// Enough frames for every part to have the size that the one before gave it.
    fn settle(&mut self) {
        let app = self.harness.state_mut().as_mut().expect("it is shown");
        app.model.lessons.day = DAY;
        self.harness.run_steps(5);
    }
}
