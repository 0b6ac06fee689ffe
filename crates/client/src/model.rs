//! The model: plain data, one `update`, nothing of windows in it.
//!
//! Views turn a `&Model` into widgets, and the user's actions into [`Command`]s. [`Model::update`] turns a command into
//! new data and [`Effect`]s for the outside, whose results come back as commands.

pub(crate) mod again;
pub(crate) mod agreed;
pub(crate) mod call;
mod command;
pub(crate) mod comments;
mod effect;
pub(crate) mod export;
mod files;
pub(crate) mod forms;
mod here;
pub(crate) mod keys;
pub(crate) mod lessons;
pub(crate) mod library;
pub(crate) mod links;
pub(crate) mod lobby;
mod local;
mod page;
pub(crate) mod play_on;
pub(crate) mod settings;
pub(crate) mod table;
pub(crate) mod talk;
pub(crate) mod target;
#[cfg(test)]
pub(crate) mod tests;
mod try_out;
pub(crate) mod unfinished;
mod update;
pub(crate) mod welcome;

use std::path::PathBuf;

use families::SetUp;
use home::{Acquaintance, Invitation, People};
use kit::model::kept::KeptSetUps;
use protocol::PublicKey;
use reach::{Finding, LanMatch, Trouble};
use scenario::Scenario;

pub(crate) use command::{
    Command, DraftCommand, LessonCommand, LibraryCommand, MatchCommand, News, PeopleCommand,
    PersonChange, RecordCommand, ReplayCommand, SecretCommand, SetUpCommand, ShellCommand,
};
pub(crate) use effect::{Effect, Opening, Outreach};
use export::ExportForm;
pub(crate) use families::HandCommand;
pub(crate) use files::{Judged, SavedMatch, Shelf, WaitingMatch};
use forms::{HostForm, LocalForm};
pub(crate) use kit::model::touch::BoardCommand;
use lessons::Lessons;
use links::Links;
use lobby::Lobby;
pub(crate) use lobby::LobbyCommand;
pub(crate) use page::{Dialog, Page};
use play_on::PlayOnForm;
use settings::Settings;
use table::Table;
use welcome::Welcome;

/// Everything the program knows that would still be true with the window closed.
#[derive(Debug)]
pub(crate) struct Model {
    pub(crate) settings: Settings,
    pub(crate) page: Page,
    from: Origins,
    pub(crate) library: Library,
    pub(crate) forms: Forms,
    pub(crate) opening: Attempts,
    /// The table that the user sits at, before its match begins.
    pub(crate) lobby: Option<Lobby>,
    /// The open match.
    pub(crate) table: Option<Table>,
    /// The match file looked at, and its path.
    pub(crate) replay: Option<(PathBuf, Table)>,
    /// The try-out that branches off from a match.
    pub(crate) try_out: Option<Table>,
    pub(crate) lessons: Lessons,
    pub(crate) welcome: Welcome,
    pub(crate) rematch: Rematch,
    pub(crate) files: MatchFiles,
    pub(crate) people: Acquaintances,
    pub(crate) machine: Machine,
    pub(crate) over: OverPage,
    /// Changes at every command, so that views know when to look again.
    pub(crate) revision: u64,
}

/// The pages from which others were opened, to which these lead back.
#[derive(Debug)]
struct Origins {
    /// The page behind help, rules and settings.
    aside: Page,
    set_up: Page,
    try_out: Page,
    play_on: Page,
}

/// The things from which games begin.
#[derive(Debug)]
pub(crate) struct Library {
    pub(crate) scenarios: Vec<Scenario>,
    /// The number that come with the program; those after them are the user's own.
    pub(crate) built_in: usize,
    /// Hidden set-ups to be used again.
    pub(crate) kept: KeptSetUps,
}

/// The forms, as the user has filled them in so far.
#[derive(Debug, Default)]
pub(crate) struct Forms {
    pub(crate) local: LocalForm,
    pub(crate) host: HostForm,
    /// The invitation's code as entered.
    pub(crate) code: String,
    /// The fixed set-up being changed.
    pub(crate) set_up: Option<SetUp>,
    /// The form for playing on from a turn of a match.
    pub(crate) play_on: Option<PlayOnForm>,
    /// The form for writing the match shown to a file, while it is open.
    pub(crate) export: Option<ExportForm>,
}

/// The matches of this network, while they are looked for.
#[derive(Debug, Default)]
pub(crate) struct Nearby {
    found: Vec<LanMatch>,
    /// Why they cannot be found.
    pub(crate) trouble: Option<Trouble>,
    /// The name of the host who is asked for a place.
    pub(crate) asking: Option<String>,
}

/// The match being opened, and those before it.
#[derive(Debug, Default)]
pub(crate) struct Attempts {
    pub(crate) is_under_way: bool,
    /// Why the last one could not be opened, shown on the page of the attempt.
    pub(crate) trouble: Option<Trouble>,
    /// The number of matches opened so far, which is the number of the last one.
    count: u64,
}

/// The rematch of the match on the table.
#[derive(Debug, Default)]
pub(crate) struct Rematch {
    /// The form the open local match was started with.
    form: Option<LocalForm>,
    /// This player's invitation that the other player has not taken yet.
    pub(crate) invited: Option<[u8; 8]>,
    /// The rematch that the user took, until its offer is here.
    taken: Option<Box<update::Agreement>>,
    /// The table that comes together again, while it is being opened.
    again: Option<again::Again>,
}

/// The match files of the data folder, and the matches that wait for guests.
#[derive(Debug, Default)]
pub(crate) struct MatchFiles {
    pub(crate) saved: Vec<SavedMatch>,
    /// The list was read at least once: until then an empty one does not mean that there is no match.
    pub(crate) is_read: bool,
    /// The matches that wait for their guests while other things are done.
    pub(crate) waiting: Vec<WaitingMatch>,
    /// The saved match that will be deleted if the user agrees.
    pub(crate) to_delete: Option<PathBuf>,
    pub(crate) judged: Option<Judged>,
}

/// The players met.
#[derive(Debug, Default)]
pub(crate) struct Acquaintances {
    pub(crate) all: People,
    /// The player who is being given a name, and the name as typed.
    pub(crate) naming: Option<(PublicKey, String)>,
    /// The player with whom words are compared, and the words once they are known.
    pub(crate) compared: Option<(PublicKey, Option<String>)>,
}

/// Facts about this machine, its network, and the last run of the program on it.
#[derive(Debug, Default)]
pub(crate) struct Machine {
    pub(crate) lan: Nearby,
    /// The program that `warlord://` links open; `None` if this program cannot set that.
    pub(crate) links: Option<Links>,
    /// The findings about its connection, once they are asked for.
    pub(crate) findings: Vec<Finding>,
    /// The report of a bug that stopped the last run.
    pub(crate) report: Option<String>,
    /// Version, machine and places, as a report begins.
    pub(crate) facts: String,
}

/// The command list, the question and the notice that cover the page.
#[derive(Debug, Default)]
pub(crate) struct OverPage {
    /// The words typed to find a command, or typed orders; nothing while the list of commands is closed.
    pub(crate) typed: Option<String>,
    /// The open question; while there is one, keys reach no board.
    pub(crate) dialog: Option<Dialog>,
    /// A message to show once.
    pub(crate) notice: Option<Trouble>,
    /// The command that waits for the user's name.
    pub(crate) waiting: Option<LibraryCommand>,
    /// The paragraph of the rules asked for last, and the revision in which it was.
    pub(crate) paragraph: Option<(u64, &'static str)>,
    /// The number of presses of the panel's key and picks of its name. The view compares it with the last frame's and opens or
    /// hides the panel: the model does not know the window, and so not whether the panel lies over the board.
    pub(crate) panel_calls: u32,
}

impl Model {
    /// The beginning: the start page.
    pub(crate) fn new(settings: Settings) -> Self {
        let scenarios = scenario::built_in().iter();
        // a test reads every built-in scenario; one that did not read would only be missing from the lists
        let scenarios = scenarios.filter_map(|built_in| scenario::load(built_in.key)?.ok());
        let scenarios: Vec<Scenario> = scenarios.collect();
        Self {
            settings,
            page: Page::Start,
            from: Origins {
                aside: Page::Start,
                set_up: Page::Start,
                try_out: Page::Table,
                play_on: Page::Start,
            },
            library: Library {
                built_in: scenarios.len(),
                scenarios,
                kept: KeptSetUps::default(),
            },
            forms: Forms::default(),
            opening: Attempts::default(),
            lobby: None,
            table: None,
            replay: None,
            try_out: None,
            lessons: Lessons::default(),
            welcome: Welcome::default(),
            rematch: Rematch::default(),
            files: MatchFiles::default(),
            people: Acquaintances::default(),
            machine: Machine::default(),
            over: OverPage::default(),
            revision: 0,
        }
    }

    /// The match on the page: the open one, or the file looked at.
    pub(crate) fn shown(&self) -> Option<&Table> {
        match self.page {
            Page::Replay => self.replay.as_ref().map(|(_, table)| table),
            Page::TryOut => self.try_out.as_ref(),
            Page::Lesson => self.lessons.open.as_ref().map(|open| &open.table),
            _ => self.table.as_ref(),
        }
    }

    /// The matches of this network, those of blocked hosts left out.
    pub(crate) fn lan_matches(&self) -> impl Iterator<Item = &LanMatch> {
        // a host who is blocked here announces the match all the same
        self.machine.lan.found.iter().filter(|found| {
            let host = self.people.all.host_of(found);
            host.is_none_or(|host| !host.is_blocked)
        })
    }

    /// The host of the entered code, if the user has met the host.
    pub(crate) fn invited_by(&self) -> Option<Acquaintance> {
        // a code that is still being typed does not read
        let code: Invitation = self.forms.code.parse().ok()?;
        let host = self.people.all.get(code.host)?;
        Some(self.people.all.acquaintance(host.key, &host.called()))
    }

    /// True while the user holds a table whose match has not begun.
    pub(crate) fn hosts_lobby(&self) -> bool {
        self.lobby.as_ref().is_some_and(|lobby| lobby.seen.is_host)
    }

    fn shown_mut(&mut self) -> Option<&mut Table> {
        match self.page {
            Page::Replay => self.replay.as_mut().map(|(_, table)| table),
            Page::TryOut => self.try_out.as_mut(),
            Page::Lesson => self.lessons.open.as_mut().map(|open| &mut open.table),
            _ => self.table.as_mut(),
        }
    }

    /// The unfinished match played last, while no match is open.
    pub(crate) fn to_resume(&self) -> Option<&SavedMatch> {
        let is_free = self.table.is_none() && self.lobby.is_none() && !self.opening.is_under_way;
        let mut saved = self.files.saved.iter();
        saved.find(|game| game.is_unfinished()).filter(|_| is_free)
    }

    /// True if a match of the same kind can be started from here.
    pub(crate) fn can_rematch(&self) -> bool {
        self.rematch.form.is_some() || self.is_with_peer()
    }

    /// True for a match with somebody at another machine on the table.
    pub(crate) fn is_with_peer(&self) -> bool {
        let table = self.table.as_ref();
        table.is_some_and(|table| table.seen.contract.seats.iter().any(|seat| !seat.mine))
    }

    /// True if the open match is unfinished.
    pub(crate) fn has_unfinished(&self) -> bool {
        self.table
            .as_ref()
            .is_some_and(|table| table.seen.played.outcome.is_none())
    }

    /// The window's title; a dot in it says that the match waits for the user.
    pub(crate) fn title(&self) -> String {
        match &self.table {
            Some(table)
                if self.settings.calls.title
                    // a choice made in secret has no actor, and yet waits for the user
                    && (table.actor().is_some() || table.secrets.choice.is_some()) =>
            {
                format!("(\u{25CF}) Warlord \u{2013} {}", table.seen.title())
            }
            Some(table) => format!("Warlord \u{2013} {}", table.seen.title()),
            None => match &self.lobby {
                Some(lobby) if !lobby.title().is_empty() => {
                    format!("Warlord \u{2013} {}", lobby.title())
                }
                _ => "Warlord".to_owned(),
            },
        }
    }
}
