//! The commands of the first start, and the question for the user's name.

use computer::Level;
use rules::Family;

use crate::model::forms::LocalForm;
use crate::model::lessons::{LearnedChange, of_family};
use crate::model::welcome::{Stage, Way, WelcomeCommand};
use crate::model::{Dialog, Effect, LessonCommand, LibraryCommand, Model, Page, ShellCommand};

impl Model {
    /// Opens the first start, with the first scenario of the list on the board behind.
    pub(crate) fn welcome(&mut self) {
        let scenario = self.library.scenarios.first();
        if let Some(Ok(start)) = scenario.map(|scenario| scenario.start(&[])) {
            self.welcome.lay_out(start);
        }
        self.welcome.stage = Stage::Name;
        self.page = Page::Welcome;
    }

    pub(super) fn update_welcome(&mut self, command: WelcomeCommand) -> Vec<Effect> {
        match command {
            WelcomeCommand::To(stage) => {
                self.welcome.stage = stage;
                Vec::new()
            }
            WelcomeCommand::Tick => {
                let asked = self.welcome.tick();
                asked.map(Effect::Think).into_iter().collect()
            }
            WelcomeCommand::Go(way) => {
                // once: whoever has seen it is not asked again, whatever was filled in
                let mut effects = vec![self.learn(LearnedChange::Welcomed)];
                effects.extend(self.go_way(way));
                effects
            }
        }
    }

    fn go_way(&mut self, way: Way) -> Vec<Effect> {
        let page = |model: &mut Self, page| model.update_shell(ShellCommand::Go(page));
        match way {
            Way::Learn => {
                let families = Family::ALL.iter();
                let first = families.flat_map(|family| of_family(*family)).next();
                match first {
                    Some(lesson) => self.update_lessons(LessonCommand::Open(lesson)),
                    None => page(self, Page::Lessons),
                }
            }
            Way::PlayHere => {
                // on the form, which says what is under way, and why it failed if it does
                let mut effects = page(self, Page::Local);
                self.forms.local = LocalForm {
                    level: Level::Novice,
                    ..LocalForm::default()
                };
                effects.extend(self.update_library(LibraryCommand::StartLocal));
                effects
            }
            Way::Friend => page(self, Page::Host),
            Way::Join => page(self, Page::Join),
            Way::Skip => page(self, Page::Start),
        }
    }

    /// Asks for the user's name before a command that gives it to another player; `None` if the name is known.
    pub(super) fn ask_name(&mut self, command: &LibraryCommand) -> Option<Vec<Effect>> {
        let gives = matches!(
            command,
            LibraryCommand::StartHost | LibraryCommand::StartJoin | LibraryCommand::Ask(_)
        );
        if !gives || !self.settings.name.trim().is_empty() {
            return None;
        }
        self.over.waiting = Some(command.clone());
        self.over.dialog = Some(Dialog::Name);
        Some(Vec::new())
    }

    /// Takes the name, and continues with what waited for it.
    pub(super) fn take_name(&mut self, name: &str) -> Vec<Effect> {
        let name = name.trim();
        if name.is_empty() {
            return Vec::new();
        }
        name.clone_into(&mut self.settings.name);
        self.over.dialog = None;
        let mut effects = vec![Effect::Save(self.settings.clone())];
        if let Some(command) = self.over.waiting.take() {
            effects.extend(self.update_library(command));
        }
        effects
    }
}

#[cfg(test)]
mod tests {
    use crate::model::settings::Settings;
    use crate::model::{Dialog, Effect, LibraryCommand, Model, Page, ShellCommand};

    #[test]
    fn the_name_is_asked_for_before_the_first_hosting_and_the_hosting_then_begins() {
        let mut model = Model::new(Settings::default());
        model.page = Page::Host;
        assert!(model.update(LibraryCommand::StartHost).is_empty());
        assert_eq!(model.over.dialog, Some(Dialog::Name));
        assert!(
            model
                .update(ShellCommand::Named("  ".to_owned()))
                .is_empty()
        );
        assert_eq!(model.over.dialog, Some(Dialog::Name), "a blank is no name");
        let effects = model.update(ShellCommand::Named(" Ada ".to_owned()));
        assert!(matches!(&effects[0], Effect::Save(settings) if settings.name == "Ada"));
        assert!(matches!(&effects[1], Effect::Host(..)));
        // never again
        assert!(!model.update(LibraryCommand::StartHost).is_empty());
        assert_eq!(model.over.dialog, None);
    }

    #[test]
    fn who_gives_no_name_hosts_nothing() {
        let mut model = Model::new(Settings::default());
        model.update(LibraryCommand::StartJoin);
        assert_eq!(model.over.dialog, Some(Dialog::Name));
        model.update(ShellCommand::CloseDialog);
        assert!(model.over.waiting.is_none());
        let effects = model.update(ShellCommand::Named("Ada".to_owned()));
        assert!(matches!(&effects[..], [Effect::Save(_)]));
    }
}
