//! Opening a lobby: a host's, with its invitation, or a guest's, who dials the host.

use std::sync::Arc;

use home::address_book::{AddressBook, Contact, Role};
use home::clock::at_rest;
use home::invitation::pending::{PendingFile, PendingInvitation};
use home::{Admits, Home, Invitation, JoinSecret, StorageError};
use protocol::Seat;
use protocol::frame::Access;
use protocol::lobby::{GuestTable, HostTable};
use reach::Address;
use tokio::sync::mpsc;
use tokio::time::Instant;

use super::commands::seated;
use super::free::{free_seats, pending_seats};
use super::handle::{LobbyHandle, LobbyHappening};
use super::shown::LobbySnapshot;
use super::side::Side;
use super::task::Lobby;
use super::{JoinTableConfig, TableConfig};
use crate::door::Door;
use crate::driver::Remote;
use crate::fresh::random;
use crate::handle::Shared;
use crate::limits::Limits;
use crate::seating::known_match;
use crate::snapshot::{LineState, Meeting};
use crate::start::{Housed, Housing, Inviting, Resources, invited, made_before};
use crate::start_error::StartError;
use crate::vacancy::Older;
use crate::way::{TwoCodes, Way};

/// The parts a lobby begins with.
struct Opening {
    home: Home,
    side: Side,
    remote: Remote,
    meeting: Meeting,
    notes: Vec<String>,
    limits: Limits,
    record: Option<std::path::PathBuf>,
    pending: Option<PendingInvitation>,
    older: Option<Older>,
}

impl Opening {
    /// Starts the task of the lobby. Must be called inside the runtime.
    fn begin(self, resources: &Resources) -> LobbyHandle {
        let Self {
            home,
            side,
            remote,
            meeting,
            notes,
            limits,
            record,
            pending,
            older,
        } = self;
        let shown = LobbySnapshot {
            is_host: side.is_host(),
            table: None,
            own: Vec::new(),
            is_ready: false,
            goes_on: None,
            changes: Vec::new(),
            late: Vec::new(),
            askers: Vec::new(),
            is_open_to_all: pending.as_ref().is_some_and(|it| it.is_open_to_all),
            seat_codes: std::collections::BTreeMap::new(),
            standing: std::collections::BTreeMap::new(),
            line: match side.is_host() {
                true => LineState::Up,
                false => LineState::Waiting,
            },
            meeting,
            chat: Arc::default(),
            notes,
            refused: None,
            past_fits: None,
            error: None,
            is_beginning: false,
            ended: false,
        };
        let (commands_in, commands) = mpsc::unbounded_channel();
        let mut lobby = Lobby {
            home,
            side,
            remote,
            shared: Shared::new(shown.clone()),
            shown,
            told: Vec::new(),
            commands,
            runtime: resources.runtime.clone(),
            started: Instant::now(),
            limits,
            record,
            pending,
            older,
            past: None,
            signing: None,
            let_in: std::collections::BTreeSet::new(),
            refused_by_host: None,
            replaced_at: None,
            announced: None,
            end: None,
        };
        // so that the very first snapshot shows the table, before the task has run
        lobby.settle();
        let handle = LobbyHandle::new(&lobby.shared, commands_in);
        let shared = Arc::clone(&lobby.shared);
        shared.run(&resources.runtime, lobby.run(), LobbyHappening::Failed);
        handle
    }
}

/// A table that is hosted, for the first time or again.
struct Hosting {
    home: Home,
    player: home::Player,
    /// As in [`TableConfig::level`].
    level: Option<String>,
    invitation: PendingInvitation,
    seats: u8,
    limits: Limits,
    is_new: bool,
}

pub(crate) fn host(resources: &Resources, config: TableConfig) -> Result<LobbyHandle, StartError> {
    let TableConfig { host, level, seats } = config;
    let hosting = Hosting {
        invitation: host.invitation()?,
        home: host.home,
        player: host.player,
        level,
        seats,
        limits: host.limits,
        is_new: true,
    };
    hosting.begin(resources, |home, invitation| {
        PendingFile::create(home, invitation).map(Some)
    })
}

pub(crate) fn host_again(
    resources: &Resources,
    home: &Home,
    invitation: PendingInvitation,
    level: Option<String>,
    limits: Limits,
) -> Result<LobbyHandle, StartError> {
    if !invitation.is_table() {
        return Err(StartError::NoTable);
    }
    let seats = u8::try_from(invitation.table.len()).unwrap_or(u8::MAX);
    let (player, file) = made_before(home, &invitation)?;
    let hosting = Hosting {
        home: home.clone(),
        player,
        level,
        invitation,
        seats,
        limits,
        is_new: false,
    };
    hosting.begin(resources, |_home, _invitation| Ok(Some(file)))
}

impl Hosting {
    fn begin(
        self,
        resources: &Resources,
        keep: impl FnOnce(&Home, &PendingInvitation) -> Result<Option<PendingFile>, StorageError>,
    ) -> Result<LobbyHandle, StartError> {
        let _inside = resources.runtime.enter();
        let Self {
            home,
            player,
            level,
            mut invitation,
            seats,
            limits,
            is_new,
        } = self;
        let own = seated(&player, player.name(), level);
        let mut older = None;
        let mut table = match &invitation.replaces {
            None => HostTable::new(vec![own], &invitation.offer, seats, random()?)?,
            Some(file) => {
                // locked while the invitation is out, so that nothing is signed in the old match meanwhile (vacancy.rs)
                let older = &older.insert(Older::open(&home, file)?).chairs[0].session;
                let offered = older.offer_places(at_rest());
                let offered = offered.map_err(StartError::NoTableInPlace)?;
                let past = older.match_file().unwrap_or_default();
                HostTable::in_place(vec![own], offered, past, random()?)?
            }
        };
        furnish(&mut table, &invitation)?;
        invitation.table = pending_seats(&table);
        let secret = invitation.secret;
        // kept with the invitation: a code that was given out works again after a restart of this program
        while invitation.seat_secrets.len() < usize::from(protocol::frame::MOST_SEATS) {
            invitation.seat_secrets.push(JoinSecret(random()?));
        }
        let of_seats = invitation.seat_secrets.clone();
        let book = AddressBook {
            role: Role::Host,
            game: invitation.game,
            secret,
            last_day: invitation.last_day,
            listen: invitation.listen.clone(),
            typed: invitation.public.clone(),
            is_mapped: invitation.mapping,
            services: invitation.services.clone(),
            is_table: true,
            also: of_seats.clone(),
            ..AddressBook::local()
        };
        let mut notes = Vec::new();
        // an invitation that cannot be kept works all the same while the program runs
        let pending = keep(&home, &invitation).unwrap_or_else(|error| {
            notes.push(format!(
                "The invitation lasts only as long as this program: {error}."
            ));
            None
        });
        let door = Door::of_table(book.game, secret, book.last_day).with_also(of_seats);
        let housing = Housing {
            home: home.clone(),
            player,
            has_named: !book.listen.is_empty(),
            book,
            door,
            limits,
            inviting: Some(Inviting {
                is_announced: invitation.lan,
                must_lead: is_new,
                pending,
                title: invitation.offer.scenario.title().to_owned(),
                seats: free_seats(&table),
            }),
        };
        let Housed {
            house,
            invitation: code,
            reachability,
            notes: further,
            ..
        } = housing.open(resources)?;
        notes.extend(further);
        let opening = Opening {
            home,
            side: Side::Host(Box::new(table)),
            meeting: Meeting {
                game: Some(house.book.game),
                invitation: code,
                reachability,
                ..Meeting::default()
            },
            remote: Remote {
                house,
                ways: Vec::new(),
                resources: resources.clone(),
            },
            notes,
            limits,
            record: invitation.record.clone(),
            pending: Some(invitation),
            older,
        };
        Ok(opening.begin(resources))
    }
}

/// Gives the seats of a table as they were given before.
fn furnish(table: &mut HostTable, invitation: &PendingInvitation) -> Result<(), StartError> {
    if invitation.table.is_empty() {
        return Ok(());
    }
    let seats = || (0..).map(Seat).zip(&invitation.table);
    // players and sides are those of the older match
    if table.table().game().continues() {
        for (seat, pending) in seats() {
            match pending.access {
                Access::Open if table.table().sitter(seat).is_none() => table.open(seat)?,
                Access::Code => table.give_code(seat)?,
                Access::Open | Access::Kept | Access::Closed => {}
            }
        }
        table.open_to_all(invitation.is_open_to_all);
        return Ok(());
    }
    let host = seats().find(|(_, seat)| seat.is_hosts);
    if let Some((host, _)) = host.filter(|(host, _)| *host != Seat(0)) {
        table.swap(Seat(0), host)?;
    }
    let sides: Vec<u8> = invitation.table.iter().map(|seat| seat.side).collect();
    table.set_sides(&sides)?;
    for (seat, pending) in seats() {
        match pending.access {
            Access::Open | Access::Kept => {}
            Access::Code => table.give_code(seat)?,
            Access::Closed => table.close_seat(seat)?,
        }
    }
    table.open_to_all(invitation.is_open_to_all);
    Ok(())
}

pub(crate) fn join(
    resources: &Resources,
    config: JoinTableConfig,
) -> Result<LobbyHandle, StartError> {
    let invitation = config.invitation;
    if invitation.admits == Admits::Match {
        return Err(StartError::OfTwo);
    }
    // before the day is looked at: the match of an old invitation may be under way for weeks
    if let Some(file) = known_match(&config.home, &invitation)? {
        return Err(StartError::Playing { file });
    }
    let (player, mut notes) = invited(&config.home, config.player, &invitation)?;
    config.services.iter().try_for_each(Address::check)?;
    let own = seated(&player, player.name(), config.level);
    let mut table = GuestTable::new(vec![own], invitation.host, random()?)?;
    // the code of a seat leads to that seat; the code of the table to any
    table.sit(0, seat_of(&invitation).or(config.seat))?;
    let book = AddressBook {
        role: Role::Guest,
        game: invitation.game,
        // others come here by a secret of this machine's own, and the host by the one that both know already
        secret: JoinSecret(random()?),
        also: vec![invitation.secret],
        last_day: invitation.last_day,
        listen: config.listen,
        services: config.services,
        is_table: true,
        ..AddressBook::local()
    };
    let door = Door::kept_for(book.game, book.secret, invitation.host);
    let (_inside, game) = (resources.runtime.enter(), book.game);
    let housing = Housing {
        home: config.home.clone(),
        player,
        has_named: !book.listen.is_empty(),
        door: door.with_also(book.also.clone()),
        book,
        limits: config.limits,
        inviting: None,
    };
    let Housed {
        house,
        notes: further,
        ..
    } = housing.open(resources)?;
    notes.extend(further);
    let contact = Contact::of_code(&invitation);
    let two_codes = TwoCodes::of_guest(invitation, config.mapping);
    let way = Way::new(&house, 0, contact, two_codes, false);
    let opening = Opening {
        home: config.home,
        side: Side::Guest(Box::new(table)),
        remote: Remote {
            house,
            ways: vec![way],
            resources: resources.clone(),
        },
        meeting: Meeting {
            game: Some(game),
            ..Meeting::default()
        },
        notes,
        limits: config.limits,
        record: config.record,
        pending: None,
        older: None,
    };
    Ok(opening.begin(resources))
}

/// The seat that a code is of.
fn seat_of(invitation: &Invitation) -> Option<Seat> {
    match invitation.admits {
        Admits::Seat(seat) => Some(seat),
        Admits::Table | Admits::Match => None,
    }
}
