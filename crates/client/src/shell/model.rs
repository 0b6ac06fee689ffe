//! The model: plain data, one `update`, nothing of windows in it.
//!
//! Views turn a `&Model` into widgets and what the user does into [`Command`]s; [`Model::update`] turns a command into
//! new data and [`Effect`]s for the outside; what comes of those returns as commands.

pub(crate) mod agreed;
pub(crate) mod call;
pub(crate) mod changes;
mod command;
pub(crate) mod comments;
mod effect;
pub(crate) mod export;
pub(crate) mod forms;
pub(crate) mod kept;
pub(crate) mod library;
pub(crate) mod meaning;
pub(crate) mod notation;
pub(crate) mod play_on;
pub(crate) mod rulebook;
pub(crate) mod settings;
pub(crate) mod table;
pub(crate) mod talk;
pub(crate) mod target;
#[cfg(test)]
pub(crate) mod tests;
pub(crate) mod touch;
mod try_out;
mod update;
pub(crate) mod words;

use std::path::PathBuf;

use home::{Acquaintance, Invitation, People};
use protocol::PublicKey;
use reach::{Finding, LanMatch, Trouble};
use scenario::Scenario;

pub(crate) use crate::families::HandCommand;
use crate::families::SetUp;
pub(crate) use command::{
    BoardCommand, Command, Dialog, DraftCommand, Judged, LibraryCommand, MatchCommand, News, Page,
    PeopleCommand, PersonChange, RecordCommand, ReplayCommand, SavedMatch, SecretCommand,
    SetUpCommand, Shelf, ShellCommand, WaitingMatch,
};
pub(crate) use effect::{Effect, Opening, Outreach};
use export::ExportForm;
use forms::{HostForm, LocalForm};
use kept::KeptSetUps;
use play_on::PlayOnForm;
use settings::Settings;
use table::Table;

/// Everything the program knows that would still be true with the window closed.
#[derive(Debug)]
pub(crate) struct Model {
    /// The settings.
    pub(crate) settings: Settings,
    /// Hidden set-ups to be used again.
    pub(crate) kept: KeptSetUps,
    /// The page shown.
    pub(crate) page: Page,
    /// The page help or settings were opened from.
    before: Page,
    /// The scenarios to choose from.
    pub(crate) library: Vec<Scenario>,
    /// The scenarios that come with the program; those after them are the user's own.
    pub(crate) built_in: usize,
    /// The form for playing here.
    pub(crate) local: LocalForm,
    /// The form for inviting.
    pub(crate) host: HostForm,
    /// The fixed set-up being changed.
    pub(crate) set_up: Option<SetUp>,
    /// The form whose set-up is being changed.
    set_up_from: Page,
    /// The invitation's code as entered.
    pub(crate) code: String,
    /// The matches of this network, while they are looked for.
    pub(crate) lan: Vec<LanMatch>,
    /// The reason why the matches of this network cannot be found.
    pub(crate) lan_trouble: Option<Trouble>,
    /// The name of the host of this network who is asked for a place.
    pub(crate) asking: Option<String>,
    /// A match is being opened.
    pub(crate) opening: bool,
    /// The reason why the last match could not be opened, shown on the page of the attempt.
    pub(crate) trouble: Option<Trouble>,
    /// The open match.
    pub(crate) table: Option<Table>,
    /// The match file looked at, and where it lies.
    pub(crate) replay: Option<(PathBuf, Table)>,
    /// The try-out that branches off from a match.
    pub(crate) try_out: Option<Table>,
    /// The page the try-out was begun on.
    try_out_from: Page,
    /// The form for playing on from a turn of a match.
    pub(crate) play_on: Option<PlayOnForm>,
    /// The page that form was opened on.
    play_on_from: Page,
    /// The file to be written of the match shown, while that is asked.
    pub(crate) export: Option<ExportForm>,
    /// Links to invitations lead to this program, or not; nothing where the system has another way.
    pub(crate) has_links: Option<bool>,
    /// The findings about the connection of this machine, once they are asked for.
    pub(crate) findings: Vec<Finding>,
    /// The last verdict.
    pub(crate) judged: Option<Judged>,
    /// The matches whose guests are waited for while other things are done.
    pub(crate) waiting: Vec<WaitingMatch>,
    /// The saved matches.
    pub(crate) saved: Vec<SavedMatch>,
    /// The players met.
    pub(crate) people: People,
    /// The player who is being given a name, and the name as typed.
    pub(crate) naming: Option<(PublicKey, String)>,
    /// The player with whom words are compared, and the words once they are known.
    pub(crate) compared: Option<(PublicKey, Option<String>)>,
    /// The report of a mistake that stopped the program the last time.
    pub(crate) report: Option<String>,
    /// The saved match that is to be deleted if the user agrees.
    pub(crate) to_delete: Option<PathBuf>,
    /// The words typed to find a command by, or orders; nothing where the list of commands is closed.
    pub(crate) typed: Option<String>,
    /// The question open.
    pub(crate) dialog: Option<Dialog>,
    /// Something to be told once.
    pub(crate) notice: Option<Trouble>,
    /// The form the open local match was started with.
    rematch: Option<LocalForm>,
    /// The own invitation to a rematch that the other player has not taken yet.
    pub(crate) invited_again: Option<[u8; 8]>,
    /// The rematch that the user took, until its offer is here.
    taken_again: Option<Box<update::Agreement>>,
    /// Matches opened so far.
    opened: u64,
    /// Changes at every command, so that views know when to look again.
    pub(crate) revision: u64,
}

impl Model {
    /// The beginning: the start page.
    pub(crate) fn new(settings: Settings) -> Self {
        let scenarios = scenario::built_in().iter();
        let scenarios = scenarios.filter_map(|built_in| scenario::load(built_in.key)?.ok());
        let library: Vec<Scenario> = scenarios.collect();
        Self {
            settings,
            kept: KeptSetUps::default(),
            page: Page::Start,
            before: Page::Start,
            built_in: library.len(),
            library,
            local: LocalForm::default(),
            host: HostForm::default(),
            set_up: None,
            set_up_from: Page::Start,
            code: String::new(),
            lan: Vec::new(),
            lan_trouble: None,
            asking: None,
            opening: false,
            trouble: None,
            table: None,
            replay: None,
            try_out: None,
            try_out_from: Page::Table,
            play_on: None,
            play_on_from: Page::Start,
            export: None,
            has_links: None,
            findings: Vec::new(),
            judged: None,
            waiting: Vec::new(),
            saved: Vec::new(),
            people: People::default(),
            naming: None,
            compared: None,
            report: None,
            to_delete: None,
            typed: None,
            dialog: None,
            notice: None,
            rematch: None,
            invited_again: None,
            taken_again: None,
            opened: 0,
            revision: 0,
        }
    }

    /// The match on the page: the open one, or the file looked at.
    pub(crate) fn shown(&self) -> Option<&Table> {
        match self.page {
            Page::Replay => self.replay.as_ref().map(|(_, table)| table),
            Page::TryOut => self.try_out.as_ref(),
            _ => self.table.as_ref(),
        }
    }

    /// The matches of this network, those of blocked hosts left out.
    pub(crate) fn lan_matches(&self) -> impl Iterator<Item = &LanMatch> {
        self.lan.iter().filter(|found| {
            let host = self.people.host_of(found);
            host.is_none_or(|host| !host.is_blocked)
        })
    }

    /// The host of the entered code, where the user has met the host.
    pub(crate) fn invited_by(&self) -> Option<Acquaintance> {
        let code: Invitation = self.code.parse().ok()?;
        let host = self.people.get(code.host)?;
        Some(self.people.acquaintance(host.key, &host.called()))
    }

    fn shown_mut(&mut self) -> Option<&mut Table> {
        match self.page {
            Page::Replay => self.replay.as_mut().map(|(_, table)| table),
            Page::TryOut => self.try_out.as_mut(),
            _ => self.table.as_mut(),
        }
    }

    /// The unfinished match played last, while no match is open.
    pub(crate) fn to_go_on_with(&self) -> Option<&SavedMatch> {
        let is_free = self.table.is_none() && !self.opening;
        let mut saved = self.saved.iter();
        saved.find(|game| game.is_unfinished()).filter(|_| is_free)
    }

    /// True if a match of the same kind can be started from here.
    pub(crate) fn can_rematch(&self) -> bool {
        self.rematch.is_some() || self.is_with_peer()
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

    /// The window's title; a dot in it says that the user is waited for.
    pub(crate) fn title(&self) -> String {
        match &self.table {
            Some(table)
                if self.settings.title && (table.actor().is_some() || table.secret.is_some()) =>
            {
                format!("(\u{25CF}) Warlord \u{2013} {}", table.seen.title())
            }
            Some(table) => format!("Warlord \u{2013} {}", table.seen.title()),
            None => "Warlord".to_owned(),
        }
    }
}
