//! A rematch: both players of a finished match agree, over its line, to a match with the same terms and changed sides.
//!
//! The player who offers a rematch opens a match and says its code over the line. The other program takes a code with
//! that player's key as an offer, and agrees by itself if the match offered is the one that its user took.

use home::Invitation;
use net::{LineState, Snapshot};
use protocol::PublicKey;
use protocol::manifest::Terms;
use reach::Trouble;
use rules::Side;
use scenario::ScenarioId;

use crate::model::table::Table;
use crate::model::{Effect, LibraryCommand, Model, Opening, Outreach, Page, WaitingMatch};

/// Said to a player whose offer is declined.
const NOT_NOW: &str = "No rematch now, thank you.";

/// All that two players agree on before a match.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Agreement {
    scenario: ScenarioId,
    options: Vec<(String, String)>,
    terms: Terms,
    max_turns: Option<u32>,
    takeback: bool,
    /// The match begins at the scenario's start, not from a position of another match.
    is_from_start: bool,
    /// The side of each player, in the order of the keys.
    sides: Vec<(PublicKey, Side)>,
}

impl Agreement {
    fn of(seen: &Snapshot) -> Option<Self> {
        let scenario = seen.contract.scenario.as_ref()?;
        let seats = seen.contract.seats.iter();
        let mut sides: Vec<(PublicKey, Side)> = seats.map(|seat| (seat.key, seat.side)).collect();
        // by key: the host of the rematch, whose seat is the first, may be the guest of the match before
        sides.sort();
        Some(Self {
            scenario: scenario.id(),
            options: seen.contract.options.clone(),
            terms: seen.contract.terms,
            max_turns: seen.contract.max_turns,
            takeback: seen.contract.takeback,
            is_from_start: seen.contract.origin.is_none(),
            sides,
        })
    }

    /// The agreement of the rematch: each player has the other side.
    fn again(seen: &Snapshot) -> Option<Self> {
        let scenario = seen.contract.scenario.as_ref()?;
        let mut agreement = Self::of(seen)?;
        agreement.is_from_start = true;
        for (_, side) in &mut agreement.sides {
            *side = scenario.sides().after(*side)?;
        }
        Some(agreement)
    }
}

impl Table {
    /// True if a rematch can be offered over the line that stands: two players agree on it there. More come together at
    /// a new table.
    pub(crate) fn takes_rematch(&self) -> bool {
        self.talks_on() && !self.seen.has_table()
    }

    /// True while the line of a finished match still stands.
    pub(crate) fn talks_on(&self) -> bool {
        let stands = matches!(self.seen.line, LineState::Up | LineState::Slow);
        stands && self.seen.played.verdict.is_some() && !self.seen.ended
    }
}

impl Model {
    /// Offers the rematch over the line that stands.
    pub(super) fn offer_rematch(&mut self) -> Option<Effect> {
        // a second click must not make a second invitation
        if self.opening.is_under_way || self.rematch.invited.is_some() {
            return None;
        }
        let services = self.services()?;
        let seen = &self.table.as_ref()?.seen;
        let scenario = seen.contract.scenario.clone()?;
        let mine = seen.contract.seats.iter().find(|seat| seat.mine)?;
        let side = scenario.sides().after(mine.side);
        let opening = Opening {
            // it has no table until the guest comes and it is taken up
            table: 0,
            options: seen.contract.options.clone(),
            terms: seen.contract.terms,
            max_turns: seen.contract.max_turns,
            name: self.name(),
            takeback: seen.contract.takeback,
            drop: None,
            scenario,
        };
        let seen_at = seen.meeting.seen_at;
        self.opening.is_under_way = true;
        let outreach = Outreach {
            outside: None,
            // the other player's router lets answers through to where this side is seen
            seen_at,
            lan: false,
            mapping: self.forms.host.mapping,
            services,
        };
        Some(Effect::HostBeside(Box::new(opening), side, outreach))
    }

    /// Says the code of the invitation to the rematch.
    pub(super) fn say_rematch(&mut self, made: Result<Box<Invitation>, Trouble>) -> Option<Effect> {
        self.opening.is_under_way = false;
        let code = made
            .map_err(|trouble| self.over.notice = Some(trouble))
            .ok()?;
        self.rematch.invited = Some(code.game);
        // the line may have gone while the invitation was made; it stays in the list, and can be sent by other means
        let talks_on = self.table.as_ref().is_some_and(Table::talks_on);
        talks_on.then(|| Effect::Send(net::Command::Chat(code.code())))
    }

    /// Takes the rematch that the other player offers.
    pub(super) fn take_rematch(&mut self) -> Option<Effect> {
        let services = self.services()?;
        let table = self.table.as_mut()?;
        let code = table.rematch.take()?;
        let taken = Agreement::again(&table.seen).map(Box::new);
        // `begin` forgets what was taken before, so that `taken` is set after it
        let table = self.begin();
        self.rematch.taken = taken;
        Some(Effect::Join {
            table,
            code,
            name: self.name(),
            services,
        })
    }

    /// Says that the rematch is not wanted.
    pub(super) fn decline_rematch(&mut self) -> Option<Effect> {
        // nothing is said if there is no offer, for the answer would be a line of talk out of nowhere
        self.table.as_mut()?.rematch.take()?;
        Some(Effect::Send(net::Command::Chat(NOT_NOW.to_owned())))
    }

    /// Hears that the other player does not want the rematch offered: the invitation waits no longer.
    pub(super) fn hear_refusal(&mut self, before: &Snapshot) -> Option<Effect> {
        let own = self.rematch.invited?;
        let table = self.table.as_mut()?;
        let new = table.seen.messages.chat.get(before.messages.chat.len()..);
        let refusal = new.unwrap_or_default().iter().find(|said| {
            let seat = table.seen.seat(said.seat);
            said.text == NOT_NOW && seat.is_some_and(|seat| !seat.mine)
        })?;
        let seat = table.seen.seat(refusal.seat);
        let name = seat.map_or("The other player", |seat| seat.name.as_str());
        table.answered = Some(format!("{name} declines the rematch."));
        self.rematch.invited = None;
        Some(Effect::Withdraw(own))
    }

    /// Settles two rematch offers that cross: the player with the higher key takes the other's offer, so that one match
    /// begins. Both programs decide alike without another message.
    pub(super) fn settle_rematch(&mut self) -> Vec<Effect> {
        let (Some(table), Some(own)) = (&mut self.table, self.rematch.invited) else {
            return Vec::new();
        };
        if table.rematch.is_none() {
            return Vec::new();
        }
        let key = |mine: bool| {
            let mut seats = table.seen.contract.seats.iter();
            seats.find(|seat| seat.mine == mine).map(|seat| seat.key)
        };
        // the lower key keeps its own offer and waits for the other player to come
        if key(true) < key(false) {
            table.rematch = None;
            return Vec::new();
        }
        // withdrawn first: a guest must not come to the offer that is dropped
        let mut effects = vec![Effect::Withdraw(own)];
        effects.extend(self.take_rematch());
        effects
    }

    /// Agrees to the offered match if it is the rematch that the user took.
    pub(super) fn agree_to_rematch(&mut self) -> Option<Effect> {
        let table = self.table.as_mut()?;
        let shown = table.seen.contract.offer.as_ref()?.sid;
        // taken out, so that the program agrees once by itself; any further offer is for the user to read
        let taken = self.rematch.taken.take()?;
        // the other program may offer anything under the code: other terms, or a position of another match
        if Agreement::of(&table.seen).as_ref() != Some(&*taken) || table.accepted {
            return None;
        }
        table.accepted = true;
        Some(Effect::Send(net::Command::Accept(shown)))
    }

    /// Puts the rematch on the table once the other player has come for it.
    pub(super) fn begin_rematch(&mut self, waiting: &[WaitingMatch]) -> Option<Vec<Effect>> {
        let own = self.rematch.invited?;
        let mut waiting = waiting.iter();
        waiting.find(|one| one.game == own && one.guest.is_some())?;
        // a match in play is not left by itself, and nobody is called away from another page
        let is_over = self
            .table
            .as_ref()
            .is_some_and(|table| table.seen.played.outcome.is_some() && self.page == Page::Table);
        is_over.then(|| self.update_library(LibraryCommand::TakeUp(own)))
    }
}
