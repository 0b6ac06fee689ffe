//! The user's requests at a table.

use cleaner::looks;
use home::{IdentityError, continuation};
use protocol::lobby::{GuestTable, HostTable, Player, TableError};
use protocol::{Offer, PublicKey, Seat};

use super::handle::LobbyCommand;
use super::side::Side;
use super::task::{End, Lobby};
use crate::disk::on_disk;
use crate::start_error::StartError;
use crate::vacancy::Older;

/// Why a request is refused.
#[derive(Debug, thiserror::Error)]
pub(super) enum Refused {
    #[error(transparent)]
    Table(#[from] TableError),
    #[error(transparent)]
    Identity(#[from] IdentityError),
    #[error("only the host can do that")]
    HostOnly,
    #[error("only a guest can do that")]
    GuestOnly,
    #[error(transparent)]
    Older(#[from] StartError),
    #[error("{what}")]
    Other { what: String, advice: String },
}

impl Refused {
    fn advice(&self, is_host: bool) -> &str {
        match self {
            Self::Table(error) => error.advice(is_host),
            Self::Identity(error) => error.advice(),
            Self::Older(error) => error.advice(),
            Self::HostOnly => "ask the host",
            Self::GuestOnly => "as the host, choose who sits where",
            Self::Other { advice, .. } => advice,
        }
    }
}

impl Lobby {
    pub(super) fn command(&mut self, command: LobbyCommand) {
        match self.obey(command) {
            Ok(()) => self.shown.refused = None,
            Err(error) => {
                let advice = error.advice(self.side.is_host()).to_owned();
                self.refuse(&error, &advice);
            }
        }
    }

    fn obey(&mut self, command: LobbyCommand) -> Result<(), Refused> {
        let now = self.now();
        match command {
            LobbyCommand::Ready(is_ready) => self.ready(is_ready)?,
            LobbyCommand::Begin => self.host()?.begin(now)?,
            LobbyCommand::MarkSeen => self.side.mark_seen(),
            LobbyCommand::Chat(text) => self.chat(&text),
            LobbyCommand::Sit { player, seat } => self.guest()?.sit(player, seat)?,
            LobbyCommand::Stand { player } => self.guest()?.stand(player)?,
            LobbyCommand::Rename { player, name } => match &mut self.side {
                Side::Host(host) => host.rename(player, &name)?,
                Side::Guest(guest) => guest.rename(player, &name)?,
            },
            LobbyCommand::Bring { seat, name, level } => {
                self.guest()?;
                let player = self.next_player(seat, name, level)?;
                let guest = self.guest()?;
                let number = guest.bring(player)?;
                guest.sit(number, seat)?;
            }
            LobbyCommand::SeatPlayer { seat, name, level } => {
                self.host()?;
                let player = self.next_player(seat, name, level)?;
                self.host()?.seat_player(seat, player)?;
            }
            LobbyCommand::SetOffer(offer) => {
                self.host()?.set_offer(&offer)?;
                self.offered(*offer);
            }
            LobbyCommand::SetDrop(drop) => {
                let pending = self.pending.as_ref().ok_or(Refused::HostOnly)?;
                let offer = Offer {
                    drop,
                    ..pending.offer.clone()
                };
                self.host()?.set_offer(&offer)?;
                self.offered(offer);
            }
            LobbyCommand::SetSeats(seats) => self.host()?.set_seats(seats)?,
            LobbyCommand::SetSide { seat, side } => self.host()?.set_side(seat, side)?,
            LobbyCommand::Swap { one, other } => self.host()?.swap(one, other)?,
            LobbyCommand::Open(seat) => self.host()?.open(seat)?,
            LobbyCommand::GiveCode(seat) => self.host()?.give_code(seat)?,
            LobbyCommand::CloseSeat(seat) => self.host()?.close_seat(seat)?,
            LobbyCommand::OpenToAll(is_open) => {
                self.host()?.open_to_all(is_open);
                self.shown.is_open_to_all = is_open;
                self.keep_pending(false);
            }
            LobbyCommand::LetIn(key) => self.let_in(key)?,
            LobbyCommand::TurnAway(key) => self.turn_away(key)?,
            LobbyCommand::TurnOut(seat) => self.host()?.turn_out(seat)?,
            LobbyCommand::Forgive(key) => self.host()?.forgive(key),
            LobbyCommand::GoOnAhead(answer) => self.shown.goes_on = answer,
            LobbyCommand::Dial => self.dial_everywhere(),
            LobbyCommand::Reach(code) => self.reach(&code)?,
            LobbyCommand::AskServices(services) => self.ask_services_of(services),
            LobbyCommand::Leave => self.leave(),
            LobbyCommand::Withdraw => {
                self.host()?;
                // taken from the disk too, or the next start of the window would open this table again
                self.remote.house.callers.withdraw();
                self.leave();
            }
        }
        Ok(())
    }

    fn ready(&mut self, is_ready: bool) -> Result<(), Refused> {
        if is_ready {
            self.open_older()?;
        }
        let now = self.now();
        let older = self.older.as_ref().map(Older::sessions);
        let older = older.unwrap_or_default();
        match &mut self.side {
            Side::Host(host) => host.ready_in_place(is_ready, &older, now)?,
            Side::Guest(guest) => guest.ready_in_place(is_ready, &older, now)?,
        }
        Ok(())
    }

    /// Opens the match that the table continues, if one of this machine's players stays in it: what the table shows is held
    /// against it, and nobody plays on in it meanwhile.
    fn open_older(&mut self) -> Result<(), Refused> {
        let table = self.side.table();
        let Some((table, start)) = table.and_then(|it| Some((it, it.game().start()?))) else {
            return Ok(());
        };
        let sid = start.sid;
        let mut own = self.side.players().iter().map(Player::key);
        let stays = own.any(|key| {
            let seat = table.seat_of(key);
            seat.is_some_and(|seat| table.game().stays(seat, key))
        });
        let is_open = self.older.as_ref().and_then(Older::sid) == Some(sid);
        if !stays || is_open {
            return Ok(());
        }
        // without its files the table says so, by name
        let folder = self.home.matches_folder();
        let home = &self.home;
        let opened = on_disk(|| {
            let file = continuation::own_file_of(&folder, &sid)?;
            Some(Older::open(home, &file))
        });
        self.older = opened.transpose()?;
        Ok(())
    }

    fn host(&mut self) -> Result<&mut HostTable, Refused> {
        match &mut self.side {
            Side::Host(host) => Ok(host),
            Side::Guest(_) => Err(Refused::HostOnly),
        }
    }

    fn guest(&mut self) -> Result<&mut GuestTable, Refused> {
        match &mut self.side {
            Side::Guest(guest) => Ok(guest),
            Side::Host(_) => Err(Refused::GuestOnly),
        }
    }

    fn chat(&mut self, text: &str) {
        let text = protocol::plain_text(text);
        match &mut self.side {
            Side::Host(host) => host.chat(&text),
            Side::Guest(guest) => guest.chat(&text),
        }
        // shown at once, heard or not: chat is in no file, and nobody repeats it
        if let Some(name) = self.side.players().first().map(|own| own.name().to_owned()) {
            self.say(name, text);
        }
    }

    /// Another player of this machine, with the first key of it that does not sit here yet.
    fn next_player(
        &self,
        seat: impl Into<Option<Seat>>,
        name: Option<String>,
        level: Option<String>,
    ) -> Result<Player, Refused> {
        let own: Vec<PublicKey> = self.side.players().iter().map(Player::key).collect();
        // in place of an older match the one of this machine who has the seat there
        let game = self.side.table().map(protocol::lobby::Table::game);
        let former = game.zip(seat.into());
        let former = former.and_then(|(game, seat)| Some(game.former(seat)?.identity));
        let mut known = self.home.known_players()?.into_iter();
        let former =
            known.find(|player| Some(player.key()) == former && !own.contains(&player.key()));
        let mut chair = 1;
        let player = loop {
            if let Some(former) = former {
                break former;
            }
            let player = self.home.player_at(chair, name.as_deref())?;
            if !own.contains(&player.key()) {
                break player;
            }
            chair += 1;
        };
        let wanted = match (name, &level) {
            (Some(name), _) => return Ok(seated(&player, &name, level)),
            (None, Some(_)) => "Computer",
            (None, None) => player.name(),
        };
        let free = self.free_name(wanted);
        Ok(seated(&player, &free, level))
    }

    /// A name that nobody at the table can take for another's: with a number behind it if need be.
    fn free_name(&self, wanted: &str) -> String {
        let table = self.side.table();
        let sitters = || table.into_iter().flat_map(|table| table.sitters());
        let is_taken = |name: &str| {
            let own = self.side.players().iter().map(Player::name);
            let others = sitters().map(|(_, sitter)| sitter.name.as_str());
            own.chain(others).any(|other| looks::are_alike(other, name))
        };
        let numbered = (2..100).map(|number| format!("{wanted} {number}"));
        let mut names = std::iter::once(wanted.to_owned()).chain(numbered);
        let free = names.find(|name| !is_taken(name));
        free.unwrap_or_else(|| wanted.to_owned())
    }

    /// Lets in whoever asks with that key: at the table, or on the same network without a code.
    fn let_in(&mut self, key: PublicKey) -> Result<(), Refused> {
        self.host()?;
        let code = self.shown.meeting.invitation.clone();
        match (self.remote.house.callers.take_asked(key), code) {
            (Some(asking), Some(code)) => {
                // the player comes with the code, and is not asked about again
                self.let_in.insert(key);
                asking.let_in(&code);
            }
            (Some(asking), None) => asking.turn_away(),
            (None, _) => self.host()?.let_in(key)?,
        }
        Ok(())
    }

    fn turn_away(&mut self, key: PublicKey) -> Result<(), Refused> {
        let callers = &mut self.remote.house.callers;
        if callers.asked.iter().any(|asking| asking.asker.key == key) {
            callers.turn_away(key);
            return Ok(());
        }
        self.let_in.remove(&key);
        Ok(self.host()?.turn_away(key)?)
    }

    /// The codes of the seats that only their own code opens.
    pub(super) fn show_seat_codes(&mut self) {
        let code = self.shown.meeting.invitation.clone();
        let (Side::Host(host), Some(code)) = (&self.side, code) else {
            return;
        };
        let given = host.table().places();
        let given = given.filter(|(_, place)| place.access == protocol::frame::Access::Code);
        let secrets = &self.remote.house.book.also;
        let codes = given.filter_map(|(seat, _): (Seat, _)| {
            let secret = secrets.get(seat.index())?;
            Some((seat, code.of_seat(seat, *secret).into()))
        });
        self.shown.seat_codes = codes.collect();
    }

    pub(super) fn leave(&mut self) {
        self.side.leave();
        self.end = Some(End::Leave);
    }
}

pub(super) fn seated(player: &home::Player, name: &str, level: Option<String>) -> Player {
    match level {
        Some(level) => Player::computer(player.identity(), name, &level),
        None => Player::person(player.identity(), name),
    }
}
