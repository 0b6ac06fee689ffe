//! A guest's side: the same table, and this machine's players at it.
//!
//! | module | what it does |
//! |---|---|
//! | `hearing` | the line and the host's frames in |
//! | `signing` | from the host's *Begin* to the match |

mod hearing;
mod signing;

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use super::consent::{Change, Consent, Lateness, changes};
use super::game::Game;
use super::interface::{LobbyEvent, LobbyOutput, Outbox, Player};
use super::line::{Cap, Line, goodbye};
use super::own::Own;
use super::table::Table;
use super::words::{LineEnd, TableError};
use crate::frame::{Access, Answer, Chat, Frame, MAX_CHAT, Ready, Reply, Stand, TableFrame};
use crate::hash::Digest;
use crate::session::{LineId, Now, PlacesError, Session};
use crate::text::{clean_name, cut, plain_text};
use crate::{Manifest, PublicKey, Seat};

/// A table of another host's, in a guest's program.
///
/// * **Inputs**: [`line_up`](Self::line_up), [`handle_frame`](Self::handle_frame), [`line_down`](Self::line_down), and
///   [`handle_timeout`](Self::handle_timeout) about twice a second.
/// * **Decisions**: [`sit`](Self::sit), [`stand`](Self::stand), [`ready`](Self::ready), [`chat`](Self::chat),
///   [`leave`](Self::leave). The host's program answers; the table is as the host shows it.
/// * **Outputs**: take [`poll_output`](Self::poll_output) until there is none, after every input and decision.
/// * **The end**: [`LobbyEvent::Begin`] says that the host begins the match that our user is ready for. Make the sessions,
///   have their first writes on disk, then call [`signed`](Self::signed). On [`LobbyEvent::Begun`] the line is the
///   sessions'. From `signed` on a *new* line is the sessions' as well: they find out by its greeting whether the match has
///   begun. If the host says that it does not know the match, or [`LobbyEvent::TryFailed`] comes, drop the sessions with
///   their files; after the former call [`back`](Self::back), and dial again.
///
/// A player whose line breaks keeps the seat, and what was asked for is asked again on the next line.
#[derive(Debug)]
pub struct GuestTable {
    own: Own,
    host: PublicKey,
    line: Option<(LineId, Line)>,
    view: View,
    wishes: BTreeMap<PublicKey, Wish>,
    consent: Option<Consent>,
    /// The match that READY has named last on this line.
    named: Option<Digest>,
    signing: Option<Signing>,
    lateness: Lateness,
    past: SentPast,
    outbox: Outbox,
    clock: Duration,
}

/// The file of the older match that the host sends, in whose place the table begins.
#[derive(Debug, Default)]
struct SentPast {
    /// As far as it is here, on this line.
    bytes: Vec<u8>,
    /// The match begins where the file says; none if the file is not here, or ends before.
    fits: Option<bool>,
    /// It has come on this line: once is enough.
    is_whole: bool,
}

/// What the host has shown.
#[derive(Debug, Default)]
struct View {
    /// The game shown last, of which a table may come.
    game: Option<Arc<Game>>,
    games: Cap,
    table: Option<Table>,
    /// As the user looked at it last.
    seen: Option<Table>,
    /// The version shown last on this line.
    version: Option<u32>,
}

/// A wish of a player of this machine to have a seat.
#[derive(Debug, Default)]
struct Wish {
    seat: Option<Seat>,
    /// The player wants to go there from another seat.
    moves: bool,
    /// Keys and number of the try with which it was sent on this line.
    sent: Option<(u32, u32)>,
    /// The table has shown it.
    is_seated: bool,
}

/// How far this machine has come with a match that begins.
#[derive(Debug)]
struct Signing {
    sid: Digest,
    manifest: Manifest,
    is_signed: bool,
}

impl GuestTable {
    /// A guest of the host with that key. `secret` are fresh random bytes from the operating system, from which the secrets
    /// of every own seat and try follow.
    ///
    /// # Errors
    /// Returns [`TableError::Players`] for no player, more than eight, or two with one key.
    pub fn new(
        players: Vec<Player>,
        host: PublicKey,
        secret: [u8; 32],
    ) -> Result<Self, TableError> {
        Ok(Self {
            own: Own::new(players, secret)?,
            host,
            line: None,
            view: View::default(),
            wishes: BTreeMap::new(),
            consent: None,
            named: None,
            signing: None,
            lateness: Lateness::default(),
            past: SentPast::default(),
            outbox: Outbox::default(),
            clock: Duration::ZERO,
        })
    }

    /// The next output; call until there is none.
    pub fn poll_output(&mut self) -> Option<LobbyOutput> {
        self.outbox.next()
    }

    /// The table as the host has shown it last; none before that.
    pub fn table(&self) -> Option<&Table> {
        self.view.table.as_ref()
    }

    /// The key of this machine, which its lines have.
    pub fn key(&self) -> PublicKey {
        self.own.key()
    }

    /// The players of this machine, by whose number they are told to sit and stand.
    pub fn players(&self) -> &[Player] {
        self.own.players()
    }

    /// The seat of a player of this machine.
    pub fn seat_of(&self, player: usize) -> Option<Seat> {
        let key = self.own.player(player).ok()?.key();
        self.table()?.seat_of(key)
    }

    /// What has changed since [`mark_seen`](Self::mark_seen).
    pub fn changes(&self) -> Vec<Change> {
        let both = self.view.seen.as_ref().zip(self.table());
        both.map_or_else(Vec::new, |(seen, table)| changes(seen, table))
    }

    /// The user has looked at the table.
    pub fn mark_seen(&mut self) {
        self.view.seen.clone_from(&self.view.table);
    }

    /// Whether the match begins where the file says that the host has sent; none before that, or if the file ends before.
    pub fn past_fits(&self) -> Option<bool> {
        self.past.fits
    }

    /// Seats that have kept the others waiting for two minutes.
    pub fn late(&self) -> Vec<Seat> {
        let table = self.table();
        table.map_or_else(Vec::new, |table| self.lateness.late(table, self.clock))
    }

    /// True while our own players are ready for what the table shows.
    pub fn is_ready(&self) -> bool {
        self.consent.is_some()
    }

    /// True from the host's *Begin* on.
    pub fn is_signing(&self) -> bool {
        self.signing.is_some()
    }

    /// A player of this machine wants that seat, or any. It is asked for again on every line until it is granted or
    /// refused; a player who sits moves.
    ///
    /// # Errors
    /// Returns [`TableError`] if the table shows that it cannot be had, or a match is about to begin.
    pub fn sit(&mut self, player: usize, seat: Option<Seat>) -> Result<(), TableError> {
        self.check_still()?;
        let key = self.own.player(player)?.key();
        if let Some(table) = self.table() {
            let own = table.seat_of(key);
            let is_free = |seat: Seat| {
                let sitter = table.sitter(seat);
                sitter.is_none() || own == Some(seat)
            };
            let seats = table.places().count();
            match seat {
                Some(seat) => match table.place(seat) {
                    None => return Err(TableError::NoSuchSeat { seat, seats }),
                    Some(place) if place.access == Access::Closed => {
                        return Err(TableError::ClosedSeat(seat));
                    }
                    Some(_) if !is_free(seat) => {
                        let sitter = table.sitter(seat);
                        let name = sitter.map(|it| it.name.clone()).unwrap_or_default();
                        return Err(TableError::Taken { seat, name });
                    }
                    Some(_) => {}
                },
                // a player of the older match has a seat of its own
                None if table.game().former_seat(key).is_some() => {}
                None if own.is_none() && table.free().0 == 0 => return Err(TableError::Full),
                None => {}
            }
        }
        let wish = self.wishes.entry(key).or_default();
        (wish.seat, wish.sent, wish.moves) = (seat, None, seat.is_some());
        self.send_wishes();
        Ok(())
    }

    /// Another player of this machine comes along, and has not asked to sit yet. Returns the player's number.
    ///
    /// # Errors
    /// Returns [`TableError::Players`] for a ninth player or a key that is in use, or [`TableError::Beginning`].
    pub fn bring(&mut self, player: Player) -> Result<usize, TableError> {
        self.check_still()?;
        self.own.add(player)?;
        Ok(self.own.players().len().saturating_sub(1))
    }

    /// A player of this machine gets up, or no longer asks to sit.
    ///
    /// # Errors
    /// Returns [`TableError`] if there is no such player or wish, or a match is about to begin.
    pub fn stand(&mut self, player: usize) -> Result<(), TableError> {
        self.check_still()?;
        let identity = self.own.player(player)?.key();
        if self.wishes.remove(&identity).is_none() {
            return Err(TableError::NotSeated);
        }
        // at once: what was agreed to had this player in it
        self.consent = None;
        self.send(&TableFrame::Stand(Stand { identity }));
        Ok(())
    }

    /// Gives a player of this machine another name, cleaned and cut to the length of a manifest.
    ///
    /// # Errors
    /// Returns [`TableError`] if there is no such player, or a match is about to begin.
    pub fn rename(&mut self, player: usize, name: &str) -> Result<(), TableError> {
        self.check_still()?;
        let key = self.own.player(player)?.key();
        self.own.rename(key, clean_name(name, "player"));
        // what was agreed to had the other name in it
        self.consent = None;
        self.name_match();
        if let Some(wish) = self.wishes.get_mut(&key) {
            wish.sent = None;
        }
        self.send_wishes();
        Ok(())
    }

    /// Everybody at this machine is ready for what the table shows, or no longer.
    ///
    /// # Errors
    /// Returns [`TableError`] if the table is not whole, nobody of this machine sits at it, the host shows this machine's
    /// players otherwise than they are, or a match is about to begin.
    pub fn ready(&mut self, is_ready: bool) -> Result<(), TableError> {
        self.ready_in_place(is_ready, &[], Now::default())
    }

    /// As [`ready`](Self::ready), in place of an older match, with this machine's sessions of that one.
    ///
    /// # Errors
    /// As [`ready`](Self::ready), and if a session is missing or would not sign what the table shows, or the file that the
    /// host has sent does not hold its beginning.
    pub fn ready_in_place(
        &mut self,
        is_ready: bool,
        older: &[&Session],
        now: Now,
    ) -> Result<(), TableError> {
        self.check_still()?;
        let machine = self.own.key();
        if !is_ready {
            self.consent = None;
            self.name_match();
            return Ok(());
        }
        if !self.is_greeted() {
            return Err(TableError::NoLine);
        }
        let table = self.view.table.as_ref().ok_or(TableError::NoTable)?;
        table.manifest()?;
        if table.sitters_of(machine).next().is_none() {
            return Err(TableError::NotSeated);
        }
        if !self.own.are_shown(table) {
            return Err(TableError::NotAsSent);
        }
        if self.past.fits == Some(false) {
            return Err(TableError::FalsePast);
        }
        if let Err(cause) = self.own.compare(table, older, now) {
            if let TableError::Places(PlacesError::Signed { number, written_ms }) = cause {
                let (who, reply) = (machine, Reply::Signed { number, written_ms });
                self.send(&TableFrame::Answer(Answer { who, reply }));
            }
            return Err(cause);
        }
        self.consent = Some(Consent::of(table, machine));
        self.mark_seen();
        self.name_match();
        Ok(())
    }

    /// Says something to everybody who sits at the table, cut to 2 KiB. Lost without a line, without a seat, and while a
    /// match is about to begin.
    pub fn chat(&mut self, text: &str) {
        let is_seated = self
            .table()
            .is_some_and(|table| table.sitters_of(self.own.key()).next().is_some());
        if is_seated && self.signing.is_none() {
            let text = plain_text(text);
            let chat = Chat(cut(&text, MAX_CHAT).to_owned());
            self.send(&TableFrame::Match(Frame::Chat(chat)));
        }
    }

    /// Leaves the table: all players get up, and the line ends. After [`signed`](Self::signed) this ends the line alone: the
    /// match may begin without this program hearing of it, so the sessions are kept until the host does not know them.
    pub fn leave(&mut self) {
        if !self
            .signing
            .as_ref()
            .is_some_and(|signing| signing.is_signed)
        {
            self.wishes.clear();
        }
        self.close(LineEnd::Left);
        self.lose_line();
        self.consent = None;
    }

    fn check_still(&self) -> Result<(), TableError> {
        match self.signing {
            None => Ok(()),
            Some(_) => Err(TableError::Beginning),
        }
    }

    fn is_greeted(&self) -> bool {
        self.line
            .as_ref()
            .is_some_and(|(_, line)| line.is_greeted())
    }

    fn send(&mut self, frame: &TableFrame) {
        if let Some((id, line)) = &self.line
            && line.is_greeted()
        {
            self.outbox.send(*id, frame);
        }
    }

    /// Sends what was not asked for yet with these keys and on this line.
    fn send_wishes(&mut self) {
        let Some((id, line)) = self.line.as_ref().filter(|(_, line)| line.is_greeted()) else {
            return;
        };
        let Some(table) = &self.view.table else {
            return;
        };
        // a wish says for which try its keys are, which this line's table tells
        if self.view.version.is_none() {
            return;
        }
        let now = (self.own.generation(), table.tries());
        for player in self.own.players() {
            let Some(wish) = self.wishes.get_mut(&player.key()) else {
                continue;
            };
            if wish.sent != Some(now) {
                wish.sent = Some(now);
                // who sits and has other keys or another name stays, wherever the host has moved that player meanwhile
                let stays = table.seat_of(player.key()).is_some() && !wish.moves;
                let seat = wish.seat.filter(|_| !stays);
                let sit = self.own.sit(player, seat, now.1, line.exporter());
                self.outbox.send(*id, &TableFrame::Sit(Box::new(sit)));
            }
        }
    }

    /// Says READY for the match that the table shows now, or takes it back, if that is not what was said last.
    fn name_match(&mut self) {
        let table = self.view.table.as_ref();
        let is_standing = self.consent.is_some();
        let sid = table.filter(|_| is_standing).and_then(Table::sid);
        if self.is_greeted() && sid != self.named {
            self.named = sid;
            self.send(&TableFrame::Ready(Ready { sid }));
        }
    }

    fn forget_agreement(&mut self) {
        self.consent = None;
        self.named = None;
    }

    fn close(&mut self, end: LineEnd) {
        if let Some((id, _)) = self.line.take() {
            if let Some(bye) = goodbye(&end) {
                self.outbox.send(id, &bye);
            }
            self.outbox.close(id, end);
        }
    }

    fn show(&mut self, event: LobbyEvent) {
        self.outbox.show(event);
    }
}
