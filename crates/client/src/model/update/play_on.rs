//! Playing on from a turn of a match.

use std::path::PathBuf;

use kit::model::meaning::trouble;
use net::PlayOn;

use super::lobby::at_a_table;
use crate::model::play_on::{PlayOnCommand, PlayOnForm, Succession};
use crate::model::{Effect, Model, Outreach, Page};

impl Model {
    pub(super) fn update_play_on(&mut self, command: PlayOnCommand) -> Vec<Effect> {
        match command {
            PlayOnCommand::From(file, turn) => vec![Effect::ReadToPlayOn(file, turn)],
            PlayOnCommand::Here => {
                let past = self.shown().and_then(|table| table.turn_shown());
                let past = past.map(|(file, turn)| (file, Some(turn)));
                let place = past.or_else(|| Some((self.file_shown()?, None)));
                place
                    .map(|(file, turn)| Effect::ReadToPlayOn(file, turn))
                    .into_iter()
                    .collect()
            }
            PlayOnCommand::Choose(chosen) => {
                self.opening.trouble = None;
                if let Some(form) = &mut self.forms.play_on {
                    form.choose(chosen);
                }
                Vec::new()
            }
            PlayOnCommand::Begin => self.begin_to_play_on(),
        }
    }

    /// Shows the form for the match that was read.
    pub(super) fn hear_play_on(&mut self, from: PlayOn, turn: Option<u32>) {
        let open = self.table.as_ref();
        let open = open.filter(|table| table.seen.file == from.file);
        let Some(form) = PlayOnForm::new(from, turn, open) else {
            let what = "no match can begin from this one: it has no complete turn";
            self.over.notice = Some(trouble(what, "play a turn first"));
            return;
        };
        // the form may be opened again on its own page: Back must not lead there
        if self.page != Page::PlayOn {
            self.from.play_on = self.page;
        }
        self.forms.play_on = Some(form);
        self.opening.trouble = None;
        self.over.dialog = None;
        self.page = Page::PlayOn;
    }

    fn begin_to_play_on(&mut self) -> Vec<Effect> {
        if self.lobby.is_some() {
            self.opening.trouble = Some(at_a_table());
            return Vec::new();
        }
        let Some(form) = self
            .forms
            .play_on
            .clone()
            // a second click while the first invitation is made would open two matches
            .filter(|_| !self.opening.is_under_way)
        else {
            return Vec::new();
        };
        match form.chosen.way {
            Succession::Instead => self.ask_to_play_on(&form),
            Succession::WithAnother | Succession::Beside => {
                self.offer_to_play_on(form).into_iter().collect()
            }
        }
    }

    /// Asks the other player: over the line if the match is open, or else after resuming it, once the other player is
    /// heard.
    fn ask_to_play_on(&mut self, form: &PlayOnForm) -> Vec<Effect> {
        let from = &form.from;
        // the position now may lie beyond the last turn, after lots or choices
        let is_now = form.chosen.turn == from.turns() && from.replay.outcome.is_none();
        let turn = (!is_now).then_some(form.chosen.turn);
        let wish = match from.wish(turn, form.swaps()) {
            Ok(wish) => wish,
            Err(error) => {
                self.opening.trouble = Some(trouble(&error, error.advice()));
                return Vec::new();
            }
        };
        let file: PathBuf = from.file.clone();
        let ask = net::Command::AskToContinue(wish);
        let open = self.table.as_ref();
        // a session that has ended cannot ask any more; the match is resumed first
        let is_open = open.is_some_and(|table| table.seen.file == file && !table.seen.ended);
        self.forms.play_on = None;
        if is_open {
            self.page = Page::Table;
            return vec![Effect::Send(ask)];
        }
        let (table, asks) = (self.begin(), Some(wish));
        vec![Effect::Resume { table, file, asks }]
    }

    /// Offers a match beside the old one, or the place of a player who is gone, to whoever has the invitation.
    fn offer_to_play_on(&mut self, form: PlayOnForm) -> Option<Effect> {
        let services = self.services()?;
        let table = self.begin();
        Some(Effect::HostFrom {
            table,
            form: Box::new(form),
            name: self.name(),
            outreach: Outreach {
                outside: None,
                seen_at: None,
                lan: self.forms.host.lan,
                mapping: self.forms.host.mapping,
                services,
            },
        })
    }
}
