//! The window's program: takes what came in, shows the page, carries out what was asked for.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

use egui::{UserAttentionType, ViewportCommand};
use home::Home;
use kit::views::commands::set_hovers;
use kit::views::theme;

use crate::draft_keeper::{DraftKeeper, PAUSE};
use crate::model::call::Call;
use crate::model::settings::Theme;
use crate::model::target::Target;
use crate::model::{Command, Dialog, Effect, LibraryCommand, Model, News, Page, ShellCommand};
use crate::outside::{self, Outside};
use crate::paste_gate::PasteGate;
use crate::views::{self, View};

/// The longest side of a texture, in pixels: enough for the pieces of cells of 300 pixels.
const TEXTURE_SIDE: usize = 4096;

/// Model, view and outside, one frame at a time.
pub struct App {
    pub(crate) model: Model,
    pub(crate) view: View,
    outside: Outside,
    home: Home,
    title: String,
    /// Removed after the first frame: until then a start may still fail.
    starting: Option<PathBuf>,
    /// The question about what closing the window would lose was on the screen.
    has_asked: bool,
    keeper: DraftKeeper,
}

impl App {
    /// The start page, with the settings kept in the data folder.
    pub(crate) fn new(context: &egui::Context, home: Home, first: Vec<Command>) -> Self {
        theme::install(context);
        context.add_plugin(PasteGate::default());
        let repaint = context.clone();
        let outside = Outside::new(home.clone(), Arc::new(move || repaint.request_repaint()));
        // guests of earlier invitations can come at once, whatever page the user opens
        outside.wait_for_earlier_guests();
        outside.tell_links();
        let facts = about::Facts::new(&Ok(home.clone())).to_string();
        let (settings, unread) = outside::load(&home);
        let is_new = outside::is_new(&home);
        let mut model = Model::new(settings);
        model
            .library
            .scenarios
            .extend(outside::own_scenarios(&model.settings));
        let mut app = Self {
            model,
            view: View::default(),
            outside,
            home,
            title: String::new(),
            starting: None,
            has_asked: false,
            keeper: DraftKeeper::default(),
        };
        app.dress(context);
        let kept = outside::kept(&app.home);
        let wrong = kept.as_ref().ok().and_then(outside::wrong_set_ups);
        let kept = kept.map_or_else(News::Failed, News::Kept);
        let learned = outside::learned(&app.home);
        let learned = learned.map_or_else(News::Failed, News::Learned);
        let troubles = wrong.into_iter().chain(unread);
        let troubles = troubles.map(|trouble| News::Failed(trouble).into());
        let stopped = outside::last_report(&app.home).map(|report| News::Stopped(report).into());
        // the page comes first: going to a page closes the notice, and would hide the troubles told after it; a target
        // from the command line comes last and leads away from the start page
        let facts = News::Facts(facts);
        let leads_away = !first.is_empty();
        let is_welcomed = matches!(&learned, News::Learned(learned) if learned.is_welcomed);
        let first = [
            ShellCommand::Go(Page::Start).into(),
            kept.into(),
            learned.into(),
            facts.into(),
        ]
        .into_iter()
        .chain(troubles)
        .chain(stopped)
        .chain(first)
        .collect();
        app.carry_out(context, first);
        // whoever opens a match or an invitation wants that first; the start page then comes as it is
        if is_new && !is_welcomed && !leads_away {
            app.model.welcome();
        }
        app
    }

    /// The start page, or the page that a match file, a scenario file, an invitation's code or a link leads to.
    pub fn open(context: &egui::Context, home: Home, target: Option<&str>) -> Self {
        let target = target.map(Target::read);
        let first = target.map(|target| LibraryCommand::OpenTarget(target).into());
        Self::new(context, home, first.into_iter().collect())
    }

    /// Removes that file once a frame was shown.
    pub fn removing(mut self, starting: PathBuf) -> Self {
        self.starting = Some(starting);
        self
    }

    /// Theme and size as the settings say.
    fn dress(&self, context: &egui::Context) {
        context.set_theme(match self.model.settings.theme {
            Theme::System => egui::ThemePreference::System,
            Theme::Light => egui::ThemePreference::Light,
            Theme::Dark | Theme::Contrast => egui::ThemePreference::Dark,
        });
        let has_contrast = self.model.settings.theme == Theme::Contrast;
        theme::adapt(context, has_contrast, self.model.settings.still);
        let drag = f32::from(self.model.settings.drag);
        context.options_mut(|options| options.input_options.max_click_dist = drag);
        context.set_zoom_factor(f32::from(self.model.settings.zoom) / 100.0);
        set_hovers(context, views::hovers(&self.model.settings.keys));
    }

    pub(crate) fn carry_out(&mut self, context: &egui::Context, commands: Vec<Command>) {
        if commands.is_empty() {
            return;
        }
        // what a command changes is in the model only from here on, after the page of this frame was painted
        context.request_repaint();
        self.model.lessons.day = outside::day();
        for command in commands {
            // noted before the update takes the command; a theme or zoom is applied once the model has it
            // a file may give two commands one key, which the page of the settings refuses as well
            let command = match command {
                Command::News(News::Imported(settings)) => match views::clash(&settings.keys) {
                    None => News::Imported(settings).into(),
                    Some(clash) => News::Failed(clash).into(),
                },
                command => command,
            };
            let dressed = matches!(
                command,
                Command::Shell(ShellCommand::Settings(_)) | Command::News(News::Imported(_))
            );
            for effect in self.model.update(command) {
                match effect {
                    Effect::Copy(text) => context.copy_text(text),
                    Effect::Call(call) => self.call(context, &call),
                    effect => self.outside.perform(effect),
                }
            }
            if dressed {
                self.dress(context);
            }
        }
        // every change of a draft passes through here too
        if self.model.table.is_some() {
            self.keeper.note_change(Instant::now());
            context.request_repaint_after(PAUSE);
        } else {
            self.keeper.forget();
        }
        // here and not in the model: every way to or from the page of joining passes through this line
        self.outside.search_lan(self.model.page == Page::Join);
        let title = self.model.title();
        if title != self.title {
            context.send_viewport_cmd(ViewportCommand::Title(title.clone()));
            self.title = title;
        }
    }

    /// Calls the user in the ways that the settings allow; except for sounds only while another window has the focus.
    fn call(&mut self, context: &egui::Context, call: &Call) {
        let settings = &self.model.settings;
        let is_elsewhere = is_elsewhere(context);
        let by_desktop = is_elsewhere && settings.calls.desktop_notice;
        let volume = match settings.calls.sound {
            true => settings.volume,
            false => 0,
        };
        self.outside.call(call, volume, by_desktop);
        if is_elsewhere && settings.calls.attention && !call.words.is_empty() {
            let kind = UserAttentionType::Informational;
            context.send_viewport_cmd(ViewportCommand::RequestUserAttention(kind));
        }
    }

    /// Takes everything that has arrived, also while the window is hidden.
    pub fn listen(&mut self, context: &egui::Context) {
        let commands = self.outside.poll();
        self.carry_out(context, commands);
        self.keep_draft();
        // also while the window is hidden: it can be closed from the task bar
        if context.input(|input| input.raw.viewport().close_requested()) {
            self.hold_close(context);
        }
    }

    /// Writes the half-made turn or set-up, if it changed and the pause is over.
    fn keep_draft(&mut self) {
        // a table without a session shows a match that is not played here
        if !self.keeper.is_due(Instant::now()) || !self.outside.plays() {
            return;
        }
        if let Some(Effect::KeepUnfinished(file, draft)) = self.model.keep_unfinished()
            && self.keeper.replaces(&file, &draft)
        {
            self.outside.perform(Effect::KeepUnfinished(file, draft));
        }
    }

    /// Keeps the window open for a question, if closing it would lose something that is kept nowhere.
    fn hold_close(&mut self, context: &egui::Context) {
        // a second wish to close is an answer, once the question was seen; egui gives a request that came to a hidden
        // window to the next frame again
        if self.has_asked || !self.model.asks_before_closing() {
            return;
        }
        context.send_viewport_cmd(ViewportCommand::CancelClose);
        context.send_viewport_cmd(ViewportCommand::Minimized(false));
        context.send_viewport_cmd(ViewportCommand::Focus);
        context.request_repaint();
    }

    /// Keeps what is to be there at the next start, and leaves the match.
    pub fn close(&mut self) {
        // nobody is left to see a failure
        let settings = self.model.settings.clone();
        self.outside.perform(Effect::Save(settings));
        if let Some(kept) = self.model.keep_unfinished() {
            self.outside.perform(kept);
        }
        self.outside.perform(Effect::Leave);
        self.outside
            .perform(Effect::AskTable(net::lobby::LobbyCommand::Leave));
    }

    /// One frame of the real window, whose size is kept for the next start.
    pub fn frame(&mut self, ui: &mut egui::Ui) {
        if let Some(size) = ui
            .input(|input| input.viewport().inner_rect)
            .map(|rect| rect.size())
        {
            // the size is kept in points of the screen, independent of the zoom: egui gives it divided by its factor
            let size = size * ui.ctx().zoom_factor();
            self.model.settings.window = [size.x, size.y].map(|n| n.round() as u16);
        }
        self.show(ui);
    }

    pub(crate) fn show(&mut self, ui: &mut egui::Ui) {
        let context = ui.ctx().clone();
        let mut commands = views::show(&self.model, &mut self.view, ui);
        if let Some(shortened) = PasteGate::take_notice(&context) {
            commands.push(News::Failed(shortened).into());
        }
        // a file dropped anywhere on the window opens, whatever page is shown
        let dropped = context.input(|input| input.raw.dropped_files.clone());
        commands.extend(dropped.into_iter().map(|file| {
            let target = Target::file(file.path().to_owned());
            LibraryCommand::OpenTarget(target).into()
        }));
        // Ctrl with plus and minus is egui's own; the settings follow it
        let zoom = (context.zoom_factor() * 100.0).round() as u16;
        if zoom != self.model.settings.zoom
            // a size chosen on the page Settings in this frame has not reached egui yet: its old factor would undo the
            // choice
            && !commands
                .iter()
                .any(|command| matches!(command, Command::Shell(ShellCommand::Settings(_))))
        {
            let mut settings = self.model.settings.clone();
            settings.zoom = zoom;
            commands.push(ShellCommand::Settings(settings).into());
        }
        self.has_asked = self.model.over.dialog == Some(Dialog::SetUp);
        self.carry_out(&context, commands);
        if let Some(starting) = self.starting.take() {
            // if it cannot be removed, the next start only tries the next renderer first
            let _ = std::fs::remove_file(starting);
        }
    }
}

/// True while another window has the focus, or this one is not seen.
fn is_elsewhere(context: &egui::Context) -> bool {
    context.input(|input| {
        // the raw state, which is new also while the window is hidden: then no pass is run, and what egui made of the
        // last one is as old as the moment in which the window was last seen
        let window = input.raw.viewport();
        let is_hidden = window.minimized == Some(true) || window.occluded == Some(true);
        !input.raw.focused || is_hidden
    })
}

/// Keeps textures narrower than the hardware allows.
///
/// egui makes the texture of all letters as wide as a texture may be and doubles its height as it fills: at the 16,384 pixels
/// of most drivers the next step takes 4 MB, and as much again in the driver.
pub fn limit_textures(input: &mut egui::RawInput) {
    if let Some(side) = &mut input.max_texture_side {
        *side = (*side).min(TEXTURE_SIDE);
    }
}

#[cfg(test)]
mod tests {
    use egui::{Context, RawInput, ViewportId};

    use super::{TEXTURE_SIDE, is_elsewhere, limit_textures};

    #[test]
    fn the_texture_of_the_letters_is_narrower_than_the_driver_allows() {
        let [wide, narrow, same] = [Some(16_384), Some(2048), None].map(|side| {
            let mut input = RawInput {
                max_texture_side: side,
                ..RawInput::default()
            };
            limit_textures(&mut input);
            input.max_texture_side
        });
        assert_eq!([wide, narrow, same], [Some(TEXTURE_SIDE), Some(2048), None]);
    }

    #[test]
    fn a_window_hidden_since_its_last_frame_is_known_to_be_elsewhere() {
        let context = Context::default();
        let seen = RawInput {
            focused: true,
            ..RawInput::default()
        };
        let mut shown = context.run_ui(seen.clone(), |_| ());
        // nothing paints here
        shown.textures_delta.clear();
        assert!(!is_elsewhere(&context));
        let mut found = Vec::new();
        let away = RawInput {
            focused: false,
            ..RawInput::default()
        };
        let mut minimized = seen.clone();
        if let Some(window) = minimized.viewports.get_mut(&ViewportId::ROOT) {
            window.minimized = Some(true);
        }
        let mut covered = seen.clone();
        if let Some(window) = covered.viewports.get_mut(&ViewportId::ROOT) {
            window.occluded = Some(true);
        }
        // The way eframe runs the logic of a hidden window: without a pass.
        for input in [away, minimized, covered, seen] {
            let _ = context.run_logic(&input, |context| found.push(is_elsewhere(context)));
        }
        assert_eq!(found, [true, true, true, false]);
    }
}
