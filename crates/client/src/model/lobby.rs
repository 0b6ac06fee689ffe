//! A table before its match begins: as everybody is shown it, and what the user is doing at it.

use std::sync::Arc;

use computer::Level;
use kit::model::meaning::trouble;
use net::lobby::LobbySnapshot;
use protocol::frame::{Access, Decider, Place, Reply};
use protocol::lobby::{Change, Table as Seats, TableError};
use protocol::{PublicKey, Seat};
use reach::Trouble;

use super::again::Again;
use super::forms::computer_name;

/// The table that this machine's players sit at, until its match begins.
#[derive(Debug)]
pub(crate) struct Lobby {
    /// Its number among the matches opened, which the match takes over.
    pub(crate) id: u64,
    pub(crate) seen: Arc<LobbySnapshot>,
    /// The line of chat being written.
    pub(crate) chat: String,
    /// The answer code being entered.
    pub(crate) answer: String,
    pub(crate) naming: Option<Naming>,
    /// The seat whose code is shown in place of the table's.
    pub(crate) code_of: Option<Seat>,
    /// Why the latest request was refused, and where it was made.
    pub(crate) told: Option<(Spot, Trouble)>,
    /// The place of the latest request, where its refusal is to be told.
    asked: Spot,
    /// The players of an earlier match whom this host has invited again.
    pub(super) again: Option<Again>,
    /// The code has not been told yet to those who are still connected in the match before.
    pub(super) is_to_tell: bool,
    /// The changes by which the user is no longer ready.
    pub(crate) taken_back: Vec<Change>,
    /// Why the match did not begin although everybody was ready.
    pub(crate) failed: Option<Trouble>,
}

/// A place of the page from which something is asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Spot {
    Seat(Seat),
    /// Somebody who asks to sit down.
    Asker(PublicKey),
    /// The game and its terms, as everybody at the table sees them.
    Game,
    /// The codes.
    Code,
    /// Ready and Begin.
    Begin,
}

/// A name that is being typed into the row of a seat.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Naming {
    pub(crate) seat: Seat,
    /// The player of this machine who gets another name; none for somebody new at this machine.
    pub(crate) player: Option<usize>,
    pub(crate) name: String,
}

/// A request of the user at a table, and what the user types there.
#[derive(Debug, Clone)]
pub(crate) enum LobbyCommand {
    /// Sends a wish to the lobby; a refusal shows at that place.
    Ask(Spot, net::lobby::LobbyCommand),
    /// Seat the computer of a level, from this machine.
    SeatComputer(Seat, Level),
    /// A name is being given in the row of a seat; none leaves the field.
    Naming(Option<Naming>),
    /// Take the typed name.
    TakeName,
    /// The line of chat was changed.
    ChatLine(String),
    Say,
    /// The code of a seat is shown, or that of the table.
    CodeOf(Option<Seat>),
    /// The answer code was changed.
    AnswerLine(String),
    EnterAnswer,
    /// Ask the two well-known services for the outside address, now and in future.
    AskServices,
    /// A host's: open the form with what is played.
    ChangeGame,
    /// A host's: show everybody the game of the form.
    ShowGame,
    /// Leave the table, after a question.
    Leave,
    LeaveNow,
}

impl Lobby {
    pub(crate) fn new(id: u64, seen: Arc<LobbySnapshot>) -> Self {
        Self {
            id,
            seen,
            chat: String::new(),
            answer: String::new(),
            naming: None,
            code_of: None,
            told: None,
            asked: Spot::Begin,
            again: None,
            is_to_tell: false,
            taken_back: Vec::new(),
            failed: None,
        }
    }

    /// The seats as everybody is shown them; none until the host has shown them.
    pub(crate) fn seats(&self) -> Option<&Seats> {
        self.seen.table.as_deref()
    }

    /// The title of what is played; empty until the host has shown it.
    pub(crate) fn title(&self) -> &str {
        let seats = self.seats();
        seats.map_or("", |seats| seats.game().scenario().title())
    }

    /// The player of this machine on a seat, by its number among those of this machine.
    pub(crate) fn own_at(&self, seat: Seat) -> Option<usize> {
        let mut own = self.seen.own.iter();
        own.position(|player| player.seat == Some(seat))
    }

    /// Notes where the next refusal is to be told.
    pub(super) fn ask(&mut self, spot: Spot) {
        self.asked = spot;
        self.told = None;
    }

    /// Tells why the latest request was refused, where it was made.
    pub(super) fn tell(&mut self, why: Trouble) {
        self.told = Some((self.asked, why));
    }

    /// Drops the word that the host is asked for a seat, once there is one: the two may arrive together.
    pub(super) fn forget_asked(&mut self) {
        let is_seated = self.seen.own.iter().all(|own| own.seat.is_some());
        // who has a seat and asks for another one does so at that seat
        let is_old = |(spot, why): &(Spot, Trouble)| *spot == Spot::Begin && is_asked(why);
        if is_seated && self.told.as_ref().is_some_and(is_old) {
            self.told = None;
        }
    }

    /// Why a request made at that place was refused.
    pub(crate) fn told_at(&self, spot: Spot) -> Option<&Trouble> {
        let told = self.told.as_ref().filter(|(at, _)| *at == spot);
        told.map(|(_, why)| why)
    }

    /// Why nobody can be ready yet: a seat is free, or a player's program is not.
    pub(crate) fn not_whole(&self) -> Option<Trouble> {
        let error = match self.seats() {
            None => TableError::NoTable,
            Some(seats) => seats.manifest().err()?,
        };
        Some(trouble(&error, error.advice(self.seen.is_host)))
    }

    /// The names of those who keep the others waiting: not ready, or not connected.
    pub(crate) fn awaited(&self) -> Vec<&str> {
        let sitters = self.seats().into_iter().flat_map(Seats::sitters);
        let awaited = sitters.filter(|(_, sitter)| !(sitter.is_ready && sitter.is_here));
        awaited.map(|(_, sitter)| sitter.name.as_str()).collect()
    }

    /// True if everybody is there and ready, so that the host can begin.
    pub(crate) fn is_whole(&self) -> bool {
        self.not_whole().is_none() && self.awaited().is_empty()
    }

    /// A name for one more computer of that level that no other player at the table has.
    pub(super) fn computer_name(&self, level: Level) -> String {
        let sitters = self.seats().into_iter().flat_map(Seats::sitters);
        let taken: Vec<&str> = sitters.map(|(_, sitter)| sitter.name.as_str()).collect();
        let mut names = (1..).map(|number| computer_name(level, Some(number)));
        let plain = computer_name(level, None);
        match taken.contains(&plain.as_str()) {
            false => plain,
            // there are at most eight players
            true => names
                .find(|name| !taken.contains(&name.as_str()))
                .unwrap_or(plain),
        }
    }

    /// True where the rules ally sides, so that the team of a seat says more than its side.
    pub(crate) fn has_allies(&self) -> bool {
        let Some(seats) = self.seats() else {
            return false;
        };
        let game = seats.game();
        let mut teams: Vec<u8> = game
            .sides()
            .iter()
            .filter_map(|side| game.team_of(side))
            .collect();
        teams.sort_unstable();
        teams.dedup();
        teams.len() < game.sides().len()
    }

    /// True if a part of the table has changed since the user looked.
    pub(crate) fn is_changed(&self, is_it: impl Fn(&Change) -> bool) -> bool {
        self.seen.changes.iter().any(is_it)
    }
}

/// The level of a computer at a table; none for an engine of another name.
pub(crate) fn level_of(decider: &Decider) -> Option<Level> {
    match decider {
        Decider::Person => None,
        Decider::Computer(level) => level.parse().ok(),
    }
}

/// True if nobody sits on a seat, and the host has neither closed it nor kept it for its player of an older match.
pub(crate) fn is_free(place: &Place) -> bool {
    place.sitter.is_none() && !matches!(place.access, Access::Closed | Access::Kept)
}

/// Why the user is no longer ready, in words.
pub(crate) fn no_longer_ready(changes: &[Change]) -> String {
    let changed: Vec<String> = changes.iter().map(Change::to_string).collect();
    match changed.is_empty() {
        true => "You are no longer ready: something at the table has changed.".to_owned(),
        false => format!("You are no longer ready: {} changed.", changed.join(", ")),
    }
}

/// True if the host is still to answer, which is no refusal.
pub(crate) fn is_asked(what: &Trouble) -> bool {
    what.what.eq_ignore_ascii_case(&Reply::Asked.to_string())
}
