//! Beginning a match, and taking a match up again.

use std::fmt::Write as _;
use std::io;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use protocol::{Fresh, ImportError, Now, Offer, OfferError, ProposeError, ResumeError, Session};
use scenario::Scenario;
use tokio::sync::mpsc;

use crate::address::{Address, AddressError};
use crate::book::{Book, Role};
use crate::candidates;
use crate::clock::{date, today, unix_ms};
use crate::driver::{Brief, Chair, Driver, LineKeeper, View, Wire};
use crate::greeting::Door;
use crate::handle::{MatchHandle, Shared};
use crate::home::{Home, IdentityError, Player};
use crate::invitation::{Invitation, InvitationError, JoinSecret};
use crate::limits::{INVITATION_DAYS, Limits};
use crate::link::{BindError, Link};
use crate::runtime::runtime;
use crate::storage::{MatchFiles, PUBLIC_ENDING, StorageError};

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
            Self::Letter(cause) => cause.advice(),
            Self::NoLetter(_) => "agree to the offer first",
            Self::NoBook { .. } => "the match had not begun; host or join again",
            Self::NoRandomness { .. } | Self::NoThreads(_) => {
                "try again; if it stays so, the system itself is out of order"
            }
        }
    }
}

/// The settings of a hosted match.
#[derive(Clone)]
pub struct HostConfig {
    /// The data folder.
    pub home: Home,
    /// The player who hosts.
    pub player: Player,
    /// The offer to the guest.
    pub offer: Offer,
    /// The addresses to listen on; none means every interface, IPv4 and IPv6.
    pub listen: Vec<SocketAddr>,
    /// Addresses and names of the host that this machine cannot know, such as the outside of a router.
    pub public: Vec<Address>,
    /// The match file; without a name, a file in the data folder.
    pub record: Option<PathBuf>,
    /// The source of this match's randomness; the operating system unless given. Only a repeatable demonstration gives
    /// the bytes: anybody who knows the bytes knows every secret of the seat.
    pub fresh: Option<Fresh>,
    /// The waits.
    pub limits: Limits,
}

impl HostConfig {
    /// The usual settings.
    pub fn new(home: Home, player: Player, offer: Offer) -> Self {
        Self {
            home,
            player,
            offer,
            listen: Vec::new(),
            public: Vec::new(),
            record: None,
            fresh: None,
            limits: Limits::default(),
        }
    }
}

/// The settings of a joined match.
#[derive(Clone)]
pub struct JoinConfig {
    /// The data folder.
    pub home: Home,
    /// The player who joins.
    pub player: Player,
    /// The invitation of the host.
    pub invitation: Invitation,
    /// The addresses to dial from; none means any port.
    pub listen: Vec<SocketAddr>,
    /// The match file; without a name, a file in the data folder.
    pub record: Option<PathBuf>,
    /// Set to agree to any offer; otherwise the match waits for [`crate::Command::Accept`].
    pub accept: bool,
    /// The source of this match's randomness; the operating system unless given. Only a repeatable demonstration gives
    /// the bytes: anybody who knows the bytes knows every secret of the seat.
    pub fresh: Option<Fresh>,
    /// The waits.
    pub limits: Limits,
}

impl JoinConfig {
    /// The usual settings; the user is asked about the offer.
    pub fn new(home: Home, player: Player, invitation: Invitation) -> Self {
        Self {
            home,
            player,
            invitation,
            listen: Vec::new(),
            record: None,
            accept: false,
            fresh: None,
            limits: Limits::default(),
        }
    }
}

/// The settings for taking up an interrupted match.
#[derive(Debug, Clone)]
pub struct ResumeConfig {
    /// The data folder, where the player's key is.
    pub home: Home,
    /// The match file; its private file lies beside it.
    pub file: PathBuf,
    /// The waits.
    pub limits: Limits,
}

impl ResumeConfig {
    /// The usual settings.
    pub fn new(home: Home, file: impl Into<PathBuf>) -> Self {
        Self {
            home,
            file: file.into(),
            limits: Limits::default(),
        }
    }
}

/// The settings of a match within this program: two people at one screen, or a person against the computer.
#[derive(Debug, Clone)]
pub struct LocalConfig {
    /// The data folder.
    pub home: Home,
    /// The players of seat 0 and seat 1, with different keys.
    pub players: [Player; 2],
    /// The offer.
    pub offer: Offer,
    /// The match file; without a name, a file in the data folder.
    pub record: Option<PathBuf>,
}

impl LocalConfig {
    /// The usual settings.
    pub fn new(home: Home, players: [Player; 2], offer: Offer) -> Self {
        Self {
            home,
            players,
            offer,
            record: None,
        }
    }
}

/// Hosts a match: listens, and makes an invitation.
pub fn host(config: HostConfig) -> Result<MatchHandle, StartError> {
    config.public.iter().try_for_each(Address::check)?;
    let offer = config.offer;
    let (scenario, options) = (offer.scenario.clone(), offer.options.clone());
    let session = Session::host(
        config.player.identity(),
        config.player.name(),
        offer,
        fresh_or(config.fresh)?,
    )?;
    let game = random()?;
    let book = Book {
        role: Role::Host,
        game,
        secret: JoinSecret(random()?),
        last_day: today().saturating_add(INVITATION_DAYS),
        listen: config.listen,
        typed: config.public,
        peer: None,
        found: Vec::new(),
        names: Vec::new(),
    };
    let record = record_path(&config.home, config.record, &book);
    let chair = Chair {
        session,
        files: MatchFiles::fresh(&record)?,
    };
    let door = Door::open(game, book.secret);
    let setting = Setting {
        player: config.player,
        book,
        door,
        chair,
        limits: config.limits,
        accepts_any_offer: false,
        is_agreed: false,
        scenario: Some((scenario, options)),
        notes: Vec::new(),
    };
    remote(setting)
}

/// Joins the match of an invitation.
pub fn join(config: JoinConfig) -> Result<MatchHandle, StartError> {
    let invitation = config.invitation;
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
    let book = Book {
        role: Role::Guest,
        game: invitation.game,
        secret: invitation.secret,
        last_day: invitation.last_day,
        listen: config.listen,
        typed: Vec::new(),
        peer: Some(invitation.host),
        found: invitation.candidates,
        names: invitation.names,
    };
    let record = record_path(&config.home, config.record, &book);
    let chair = Chair {
        session,
        files: MatchFiles::fresh(&record)?,
    };
    let door = Door::kept_for(book.game, book.secret, invitation.host);
    let setting = Setting {
        player,
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
    let (chair, player) = reopen(&config.home, &config.file)?;
    let book = Book::from_bytes(chair.session.kept()).ok_or_else(|| StartError::NoBook {
        file: config.file.with_extension(crate::storage::PRIVATE_ENDING),
    })?;
    if book.role == Role::Local {
        let (second, second_player) = reopen(&config.home, &second_file(&config.file))?;
        return both_here([player, second_player], [chair, second]);
    }
    let door = match book.peer {
        Some(peer) => Door::kept_for(book.game, book.secret, peer),
        None => Door::open(book.game, book.secret),
    };
    let setting = Setting {
        player,
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
    let mut book = Book::local();
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
    player: Player,
    book: Book,
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
        player,
        mut book,
        door,
        chair,
        limits,
        accepts_any_offer,
        is_agreed,
        scenario,
        notes,
    } = setting;
    let (arrivals_in, arrivals) = mpsc::channel(4);
    let (door, player) = (Arc::new(door), Arc::new(player));
    let run = random()?;
    let open = |listen: &[SocketAddr]| {
        Link::open(
            listen,
            Arc::clone(&player),
            Arc::clone(&door),
            run,
            limits,
            &arrivals_in,
        )
    };
    let link = match open(&book.listen) {
        // another program may use the former port now; then the peer is dialed, or the peer dials another address
        Err(BindError::Address { .. }) if is_agreed => open(&[])?,
        opened => opened?,
    };
    book.listen = link.bound();
    let mut view = View::new(chair.files.public_path().to_owned(), vec![player.key()]);
    if let Some((scenario, options)) = scenario {
        view.shown.scenario = Some(scenario);
        view.shown.options = options;
    }
    if book.role == Role::Host {
        let whereabouts = candidates::gather(&book.listen, &book.typed);
        view.shown.reachability = whereabouts.in_words();
        view.shown.invitation = Some(Arc::new(Invitation {
            host: player.key(),
            secret: book.secret,
            game: book.game,
            last_day: book.last_day,
            candidates: whereabouts.candidates(),
            names: whereabouts.names(),
        }));
    }
    notes.into_iter().for_each(|note| view.note(note));
    let keeper = LineKeeper::new(link, door, player.key(), book, arrivals, is_agreed);
    Ok(drive(
        vec![chair],
        Wire::Remote(Box::new(keeper)),
        view,
        limits,
        accepts_any_offer,
        &runtime,
    ))
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

/// The file of a match unless the user names a file: `DAY-GAME-ROLE.fpm` in the data folder.
fn record_path(home: &Home, named: Option<PathBuf>, book: &Book) -> PathBuf {
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
