//! Beginning a match, and taking a match up again.

mod config;

use std::fmt::Write as _;
use std::io;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use data_encoding::HEXLOWER;
use protocol::{Fresh, ImportError, Now, OfferError, ProposeError, ResumeError, Session};
use scenario::Scenario;
use tokio::sync::mpsc::{self, error::TryRecvError};

use crate::address::{Address, AddressError};
use crate::address_book::{AddressBook, Role};
use crate::candidates;
use crate::clock::{date, today, unix_ms};
use crate::diagnosis;
use crate::driver::{Brief, Chair, Driver, LineKeeper, Lodging, View, Wire};
use crate::greeting::Door;
use crate::handle::{MatchHandle, Shared};
use crate::home::{Home, IdentityError, Player};
use crate::invitation::{Invitation, InvitationError, JoinSecret};
use crate::lan::{Announcement, LanMatch};
use crate::limits::{INVITATION_DAYS, Limits, MAPPING_PATIENCE};
use crate::link::{BindError, Link};
use crate::mapping::{Forwarding, Mapped};
use crate::pending::{PendingFile, PendingInvitation};
use crate::port::Entrance;
use crate::runtime::runtime;
use crate::storage::{MatchFiles, PUBLIC_ENDING, StorageError};
pub use config::{HostConfig, JoinConfig, LocalConfig, ResumeConfig};

/// The reason why a match cannot begin or go on.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// The sockets could not be opened.
    #[error(transparent)]
    Bind(#[from] BindError),
    /// The host cannot be at an address.
    #[error(transparent)]
    Address(#[from] AddressError),
    /// The files of the match failed.
    #[error(transparent)]
    Storage(#[from] StorageError),
    /// The player failed.
    #[error(transparent)]
    Identity(#[from] IdentityError),
    /// The invitation failed.
    #[error(transparent)]
    Invitation(#[from] InvitationError),
    /// The offer failed.
    #[error(transparent)]
    Offer(#[from] OfferError),
    /// The interrupted match cannot be taken up.
    #[error("{} cannot be taken up", file.display())]
    Resume {
        /// The match file.
        file: PathBuf,
        /// The reason.
        source: ResumeError,
    },
    /// The key of the player who made the invitation is not in the data folder.
    #[error("the key of the player who made this invitation is gone")]
    NoPlayer,
    /// The code is not of the match that is to be taken up.
    #[error("the code is not of the match in {}, or not of its other player", file.display())]
    OtherMatch {
        /// The match file.
        file: PathBuf,
    },
    /// The private file does not say how the match was played.
    #[error("{} does not say how the other player is reached", file.display())]
    NoBook {
        /// The private file.
        file: PathBuf,
    },
    /// A letter is not taken in.
    #[error(transparent)]
    Letter(ImportError),
    /// There is nothing to write to the other player yet.
    #[error("there is no letter to write: {0}")]
    NoLetter(ProposeError),
    /// The system gave no random bytes.
    #[error("the system gave no random bytes: {reason}")]
    NoRandomness {
        /// The error of the system.
        reason: String,
    },
    /// The system gave no threads.
    #[error("the system gave no threads")]
    NoThreads(#[source] io::Error),
}

impl StartError {
    /// Tells the user how to mend the failure.
    pub fn advice(&self) -> &'static str {
        match self {
            Self::Bind(BindError::Address { .. }) => {
                "name an address of this machine, with a port that no other program uses"
            }
            Self::Bind(_) => "check the network of this machine",
            Self::Address(error) => error.advice(),
            Self::Storage(error) => error.advice(),
            Self::Identity(error) => error.advice(),
            Self::Invitation(error) => error.advice(),
            Self::Offer(error) => error.advice(),
            Self::Resume { source, .. } => source.advice(),
            Self::NoPlayer => {
                "put the key file back into the data folder, or withdraw the invitation"
            }
            Self::OtherMatch { .. } => {
                "take the code that the other player's program shows for this match; an invitation to a new match is joined"
            }
            Self::Letter(cause) => cause.advice(),
            Self::NoLetter(_) => "agree to the offer first",
            Self::NoBook { .. } => "the match had not begun; host or join again",
            Self::NoRandomness { .. } | Self::NoThreads(_) => {
                "try again; if it stays so, the system itself is out of order"
            }
        }
    }
}

/// Hosts a match: listens, and makes an invitation.
pub fn host(config: HostConfig) -> Result<MatchHandle, StartError> {
    config.public.iter().try_for_each(Address::check)?;
    let invitation = PendingInvitation {
        game: random()?,
        secret: JoinSecret(random()?),
        last_day: today().saturating_add(INVITATION_DAYS),
        player: config.player.key(),
        name: config.player.name().to_owned(),
        listen: config.listen,
        public: config.public,
        lan: config.lan,
        mapping: config.mapping,
        record: config.record,
        offer: config.offer,
    };
    let hosting = Hosting {
        home: config.home,
        player: config.player,
        invitation,
        fresh: config.fresh,
        limits: config.limits,
    };
    hosting.begin(|home, invitation| {
        config
            .is_kept
            .then(|| PendingFile::create(home, invitation))
            .transpose()
    })
}

/// Waits again for the guest of an invitation that was made before.
pub fn host_again(
    home: &Home,
    invitation: PendingInvitation,
    limits: Limits,
) -> Result<MatchHandle, StartError> {
    let file = PendingFile::open(home, invitation.game)?;
    let mut players = home.known_players()?.into_iter();
    let player = players.find(|player| player.key() == invitation.player);
    let player = player.ok_or(StartError::NoPlayer)?.named(&invitation.name);
    let hosting = Hosting {
        home: home.clone(),
        player,
        invitation,
        fresh: None,
        limits,
    };
    hosting.begin(|_home, _invitation| Ok(Some(file)))
}

/// A match that is hosted, for the first time or again.
struct Hosting {
    home: Home,
    player: Player,
    invitation: PendingInvitation,
    fresh: Option<Fresh>,
    limits: Limits,
}

impl Hosting {
    fn begin(
        self,
        keep: impl FnOnce(&Home, &PendingInvitation) -> Result<Option<PendingFile>, StorageError>,
    ) -> Result<MatchHandle, StartError> {
        let Self {
            home,
            player,
            invitation,
            fresh,
            limits,
        } = self;
        let offer = invitation.offer.clone();
        let scenario = Some((offer.scenario.clone(), offer.options.clone()));
        let session = Session::host(player.identity(), player.name(), offer, fresh_or(fresh)?)?;
        let book = AddressBook {
            role: Role::Host,
            game: invitation.game,
            secret: invitation.secret,
            last_day: invitation.last_day,
            listen: invitation.listen.clone(),
            typed: invitation.public.clone(),
            peer: None,
            found: Vec::new(),
            names: Vec::new(),
            is_mapped: invitation.mapping,
            told: Vec::new(),
        };
        let record = record_path(&home, invitation.record.clone(), &book);
        let files = MatchFiles::fresh(&record)?;
        let mut notes = Vec::new();
        let pending = keep(&home, &invitation).unwrap_or_else(|error| {
            notes.push(format!(
                "The invitation lasts only as long as this program: {error}."
            ));
            None
        });
        let door = Door::open(book.game, book.secret, book.last_day);
        remote(Setting {
            home,
            player,
            has_named: !book.listen.is_empty(),
            is_announced: invitation.lan,
            pending,
            book,
            door,
            chair: Chair { session, files },
            limits,
            accepts_any_offer: false,
            is_agreed: false,
            scenario,
            notes,
        })
    }
}

/// Joins the match of an invitation. A fresh code of a match in the data folder takes that match up.
pub fn join(config: JoinConfig) -> Result<MatchHandle, StartError> {
    let invitation = config.invitation;
    if let Some(file) = known_match(&config.home, &invitation)? {
        let resumed = ResumeConfig {
            code: Some(invitation),
            listen: config.listen,
            limits: config.limits,
            ..ResumeConfig::new(config.home, file)
        };
        return resume(resumed);
    }
    invitation.check_day(today())?;
    let mut notes = Vec::new();
    let mut player = config.player;
    if player.key() == invitation.host {
        // host and guest on one machine: in a match no key may sit twice
        player = config.home.second_player(None)?;
        notes.push(format!(
            "The host is this machine's own player, so the second player of this machine, {}, joins.",
            player.name()
        ));
    }
    let session = Session::join(
        player.identity(),
        player.name(),
        invitation.host,
        fresh_or(config.fresh)?,
    );
    if let Some(trouble) = diagnosis::of_code(&invitation) {
        notes.push(format!(
            "The host will hardly be found: {}. To mend it, {}.",
            trouble.what, trouble.advice
        ));
    }
    let book = AddressBook {
        role: Role::Guest,
        game: invitation.game,
        secret: invitation.secret,
        last_day: invitation.last_day,
        listen: config.listen,
        typed: Vec::new(),
        peer: Some(invitation.host),
        found: invitation.candidates,
        names: invitation.names,
        is_mapped: false,
        told: Vec::new(),
    };
    let record = record_path(&config.home, config.record, &book);
    let chair = Chair {
        session,
        files: MatchFiles::fresh(&record)?,
    };
    let door = Door::kept_for(book.game, book.secret, invitation.host);
    let setting = Setting {
        home: config.home,
        player,
        has_named: !book.listen.is_empty(),
        is_announced: false,
        pending: None,
        book,
        door,
        chair,
        limits: config.limits,
        accepts_any_offer: config.accept,
        is_agreed: false,
        scenario: None,
        notes,
    };
    remote(setting)
}

/// Takes up a match from its files.
pub fn resume(config: ResumeConfig) -> Result<MatchHandle, StartError> {
    config.public.iter().try_for_each(Address::check)?;
    let (chair, player) = reopen(&config.home, &config.file)?;
    let mut book =
        AddressBook::from_bytes(chair.session.kept()).ok_or_else(|| StartError::NoBook {
            file: config.file.with_extension(crate::storage::PRIVATE_ENDING),
        })?;
    if book.role == Role::Local {
        let (second, second_player) = reopen(&config.home, &second_file(&config.file))?;
        return both_here([player, second_player], [chair, second]);
    }
    if config.code.is_some_and(|code| !book.take(&code)) {
        return Err(StartError::OtherMatch { file: config.file });
    }
    let has_named = !config.listen.is_empty();
    if has_named {
        book.listen = config.listen;
    }
    if !config.public.is_empty() {
        book.typed = config.public;
    }
    let door = match book.peer {
        Some(peer) => Door::kept_for(book.game, book.secret, peer),
        None => Door::open(book.game, book.secret, book.last_day),
    };
    let setting = Setting {
        home: config.home,
        player,
        has_named,
        is_announced: false,
        pending: None,
        book,
        door,
        chair,
        limits: config.limits,
        accepts_any_offer: true,
        is_agreed: true,
        scenario: None,
        notes: Vec::new(),
    };
    remote(setting)
}

/// Plays a match within this program.
pub fn local(config: LocalConfig) -> Result<MatchHandle, StartError> {
    let [host, guest] = &config.players;
    let mut book = AddressBook::local();
    book.game = random()?;
    let record = record_path(&config.home, config.record, &book);
    let first = Chair {
        session: Session::host(host.identity(), host.name(), config.offer, fresh()?)?,
        files: MatchFiles::fresh(&record)?,
    };
    let second = Chair {
        session: Session::join(guest.identity(), guest.name(), host.key(), fresh()?),
        files: MatchFiles::fresh(&second_file(&record))?,
    };
    both_here(config.players, [first, second])
}

/// The parts a match over a line begins with.
struct Setting {
    home: Home,
    player: Player,
    /// Set where the user names the addresses to listen on now; otherwise they are those of an earlier run.
    has_named: bool,
    /// Set to announce the invitation on the local network.
    is_announced: bool,
    /// The invitation on disk.
    pending: Option<PendingFile>,
    book: AddressBook,
    door: Door,
    chair: Chair,
    limits: Limits,
    accepts_any_offer: bool,
    is_agreed: bool,
    /// The scenario and options of a host's offer, known before there is a guest.
    scenario: Option<(Scenario, Vec<(String, String)>)>,
    notes: Vec<String>,
}

fn remote(setting: Setting) -> Result<MatchHandle, StartError> {
    let runtime = runtime().map_err(StartError::NoThreads)?;
    let _inside = runtime.enter();
    let Setting {
        home,
        player,
        has_named,
        is_announced,
        pending,
        mut book,
        door,
        chair,
        limits,
        accepts_any_offer,
        is_agreed,
        scenario,
        mut notes,
    } = setting;
    let (door, player) = (Arc::new(door), Arc::new(player));
    let entrance = Entrance::new(
        Arc::clone(&player),
        Arc::clone(&door),
        random()?,
        limits,
        is_announced,
    );
    let (entrance, arrivals) = entrance.map_err(BindError::from)?;
    let was_everywhere = book
        .listen
        .iter()
        .all(|address| address.ip().is_unspecified());
    let link = if has_named {
        Link::open(&book.listen, &entrance)?
    } else if was_everywhere {
        let wanted = book.listen.first().map(SocketAddr::port);
        Link::open_everywhere(wanted, &home, &entrance)?
    } else {
        // this machine may have another address now; then the peer is dialed, or the peer dials another address
        Link::open(&book.listen, &entrance)
            .or_else(|_gone| Link::open_everywhere(None, &home, &entrance))?
    };
    book.listen = link.bound();
    let (tell, tried) = mpsc::unbounded_channel();
    let link = link.telling(tell);
    let mut view = View::new(chair.files.public_path().to_owned(), vec![player.key()]);
    if let Some((scenario, options)) = scenario {
        view.shown.scenario = Some(scenario);
        view.shown.options = options;
    }
    let is_everywhere = book
        .listen
        .iter()
        .all(|address| address.ip().is_unspecified());
    let port = book.listen.first().map(SocketAddr::port);
    let mut forwarding = port
        .filter(|_| book.is_mapped && is_everywhere)
        .map(Forwarding::begin);
    let mapped = forwarding.as_mut().and_then(|(_, told)| first_answer(told));
    let mut announcement = None;
    if book.role == Role::Host && !is_agreed {
        let whereabouts = candidates::gather(&book.listen, &book.typed, mapped.as_ref());
        let invitation = book.code(player.key(), book.last_day, &whereabouts);
        if is_announced {
            let found = LanMatch::of_invitation(&invitation, view.shown.title(), player.name());
            announcement = Announcement::new(found, &book.listen).unwrap_or_else(|error| {
                notes.push(format!(
                    "This match is not announced: {error}. The invitation works all the same."
                ));
                None
            });
        }
        view.shown.reachability = whereabouts.in_words();
        view.shown.invitation = Some(Arc::new(invitation));
    }
    notes.into_iter().for_each(|note| view.note(note));
    let keeper = LineKeeper::new(Lodging {
        link,
        door,
        own: player.key(),
        book,
        arrivals,
        tried,
        announcement,
        pending,
        forwarding,
        mapped,
        has_met: is_agreed,
    });
    Ok(drive(
        vec![chair],
        Wire::Remote(Box::new(keeper)),
        view,
        limits,
        accepts_any_offer,
        &runtime,
    ))
}

/// Waits for the router's first answer, so that the first code shown names the router's address.
fn first_answer(told: &mut mpsc::Receiver<Mapped>) -> Option<Mapped> {
    let end = std::time::Instant::now() + MAPPING_PATIENCE;
    loop {
        match told.try_recv() {
            Ok(mapped) => return Some(mapped),
            Err(TryRecvError::Disconnected) => return None,
            Err(TryRecvError::Empty) if std::time::Instant::now() >= end => return None,
            Err(TryRecvError::Empty) => std::thread::sleep(Duration::from_millis(20)),
        }
    }
}

fn both_here(players: [Player; 2], chairs: [Chair; 2]) -> Result<MatchHandle, StartError> {
    let runtime = runtime().map_err(StartError::NoThreads)?;
    let keys = players.iter().map(Player::key).collect();
    let view = View::new(chairs[0].files.public_path().to_owned(), keys);
    Ok(drive(
        chairs.into(),
        Wire::Local,
        view,
        Limits::default(),
        true,
        &runtime,
    ))
}

pub(crate) fn drive(
    chairs: Vec<Chair>,
    wire: Wire,
    mut view: View,
    limits: Limits,
    accepts_any_offer: bool,
    runtime: &tokio::runtime::Handle,
) -> MatchHandle {
    view.look(&chairs);
    let shared = Shared::new(view.snapshot(false));
    let (commands_in, commands) = mpsc::unbounded_channel();
    let handle = MatchHandle::new(&shared, commands_in);
    let driver = Driver::new(Brief {
        chairs,
        wire,
        view,
        shared,
        commands,
        limits,
        accepts_any_offer,
    });
    runtime.spawn(driver.run());
    handle
}

/// Opens the files of a seat with the key of this machine that the manifest names.
pub(crate) fn reopen(home: &Home, file: &Path) -> Result<(Chair, Player), StartError> {
    let (files, public, private) = MatchFiles::existing(file)?;
    let now = Now {
        clock: Duration::ZERO,
        unix_ms: unix_ms(),
    };
    let mut refused = ResumeError::NotMine;
    for player in home.known_players()? {
        match Session::resume(player.identity(), &public, &private, now) {
            Ok(session) => return Ok((Chair { session, files }, player)),
            Err(ResumeError::NotMine) => {}
            Err(other) => {
                refused = other;
                break;
            }
        }
    }
    Err(StartError::Resume {
        file: file.to_owned(),
        source: refused,
    })
}

/// The file of the data folder with the match of a fresh code of the other player.
fn known_match(home: &Home, code: &Invitation) -> Result<Option<PathBuf>, StartError> {
    // the name of a file begins with day and match id, and nobody else's match has the code's secret
    let id = HEXLOWER.encode(&code.game[..4]);
    let Ok(entries) = std::fs::read_dir(home.matches_folder()) else {
        return Ok(None);
    };
    let mut files: Vec<PathBuf> = entries
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|file| {
            let name = file.file_name().unwrap_or_default().to_string_lossy();
            name.contains(&id)
                && file
                    .extension()
                    .is_some_and(|ending| ending == PUBLIC_ENDING)
        })
        .collect();
    files.sort();
    for file in files {
        let (chair, player) = match reopen(home, &file) {
            Ok(opened) => opened,
            // the host's own program may try the invitation as a guest; the guest's program must not join a second time
            Err(error @ StartError::Storage(StorageError::InUse { .. })) => {
                if file.to_string_lossy().contains("-guest.") {
                    return Err(error);
                }
                continue;
            }
            Err(_unreadable) => continue,
        };
        let book = AddressBook::from_bytes(chair.session.kept());
        if player.key() != code.host && book.is_some_and(|mut book| book.take(code)) {
            return Ok(Some(file));
        }
    }
    Ok(None)
}

/// The file of a match unless the user names a file: `DAY-GAME-ROLE.fpm` in the data folder.
fn record_path(home: &Home, named: Option<PathBuf>, book: &AddressBook) -> PathBuf {
    named.unwrap_or_else(|| {
        let mut name = date(today().into());
        let role = match book.role {
            Role::Host => "host",
            Role::Guest => "guest",
            Role::Local => "local",
        };
        for byte in &book.game[..4] {
            let _ = write!(
                name,
                "{}{byte:02x}",
                if name.len() == 10 { "-" } else { "" }
            );
        }
        home.matches_folder()
            .join(format!("{name}-{role}.{PUBLIC_ENDING}"))
    })
}

/// The files of the second seat, where both seats are here.
pub(crate) fn second_file(record: &Path) -> PathBuf {
    let mut name = record.file_stem().unwrap_or_default().to_owned();
    name.push(SECOND);
    name.push(".");
    name.push(PUBLIC_ENDING);
    record.with_file_name(name)
}

/// The end, before the dot, of the names of the second seat's files.
pub(crate) const SECOND: &str = "-second";

fn random<const N: usize>() -> Result<[u8; N], StartError> {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).map_err(|error| StartError::NoRandomness {
        reason: error.to_string(),
    })?;
    Ok(bytes)
}

fn fresh_or(given: Option<Fresh>) -> Result<Fresh, StartError> {
    given.map_or_else(fresh, Ok)
}

pub(crate) fn fresh() -> Result<Fresh, StartError> {
    Ok(Fresh {
        match_secret: random()?,
        session_seed: random()?,
        session_nonce: random()?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_second_seat_has_files_of_its_own() {
        assert_eq!(
            second_file(Path::new("a/b.fpm")),
            Path::new("a/b-second.fpm")
        );
    }
}
