//! Beginning a match, and taking a match up again.

mod config;
mod files;
mod setting;

use std::io;
use std::path::PathBuf;
use std::sync::Arc;

use protocol::{
    Fresh, ImportError, OfferError, ProposeError, PublicKey, ResumeError, Seat, Session,
};
use tokio::runtime::Handle;
use tokio::sync::mpsc;

use crate::address::{Address, AddressError};
use crate::address_book::{AddressBook, Role};
use crate::clock::{date, today};
use crate::diagnosis;
use crate::driver::{Brief, Chair, Driver, TwoCodes, View, Wire};
use crate::greeting::Door;
use crate::handle::{MatchHandle, Shared};
use crate::home::{Home, IdentityError, Player};
use crate::invitation::{InvitationError, JoinSecret};
use crate::limits::{INVITATION_DAYS, Limits};
use crate::link::BindError;
use crate::mail::DRAFT_ENDING;
use crate::mark::Strangeness;
use crate::pending::{PendingFile, PendingInvitation};
use crate::people::Person;
use crate::runtime::runtime;
use crate::socket::{Bind, of_the_system};
use crate::storage::{PRIVATE_ENDING, StorageError, next_file};
use crate::vacancy;
pub use config::{HostConfig, JoinConfig, LocalConfig, ResumeConfig};
use files::known_match;
pub(crate) use files::{
    Reopened, SECOND, damage_of, record_path, reopen, seat, seat_here, second_file,
};
use setting::Setting;

/// The note on a match whose invitation or offer was taken before.
pub const IN_THAT_MATCH: &str = "You are in that match; it goes on where it was.";

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
    /// There is no address that an invitation could name.
    #[error("this machine has no network: an invitation would name no address")]
    NoNetwork,
    /// The other player is blocked.
    #[error("{name} is blocked here")]
    Blocked {
        /// The name of the player.
        name: String,
    },
    /// The match goes by letters.
    #[error("the match of {} goes by mail", file.display())]
    ByMail {
        /// The match file.
        file: PathBuf,
    },
    /// A letter is not taken in.
    #[error(transparent)]
    Letter(ImportError),
    /// There is nothing to write to the other player yet.
    #[error("there is no letter to write: {0}")]
    NoLetter(ProposeError),
    /// The other player's time is not claimed to be up.
    #[error("nothing can be claimed: {0}")]
    NoClaim(ProposeError),
    /// This player cannot ask to continue in a new match.
    #[error("to continue in a new match cannot be asked for: {0}")]
    NoQuestion(ProposeError),
    /// The seat of the other player cannot be given to somebody else.
    #[error("nobody else can take the other player's place: {0}")]
    NoVacancy(ProposeError),
    /// The match is played on this machine alone.
    #[error("both seats of this match are at this machine")]
    BothHere,
    /// The match in whose place another is offered has gone on.
    #[error("the match of {} has gone on since", file.display())]
    MovedOn {
        /// The match file.
        file: PathBuf,
    },
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
            Self::NoNetwork => {
                "connect this machine to a network, then host again; by mail (`warlord host --letter OUT`) you need none"
            }
            Self::OtherMatch { .. } => {
                "take the code that the other player's program shows for this match; an invitation to a new match is joined"
            }
            Self::Blocked { .. } => {
                "to play with this player again, unblock the player: `warlord people unblock`, or the page People"
            }
            Self::ByMail { .. } => {
                "take the other player's letter in with `warlord import FILE LETTER`; `warlord export FILE OUT` writes yours again"
            }
            Self::Letter(cause) => cause.advice(),
            Self::NoClaim(cause) | Self::NoQuestion(cause) | Self::NoVacancy(cause) => {
                cause.advice()
            }
            Self::BothHere => "play on beside it: `--beside`",
            Self::MovedOn { .. } => {
                "withdraw the invitation, and look at your matches: play on from where that match stands now"
            }
            Self::NoLetter(_) => "agree to the offer first",
            Self::NoBook { .. } => {
                "where the match had not begun, host or join again; where the private file is lost, name a code of the other player"
            }
            Self::NoRandomness { .. } | Self::NoThreads(_) => {
                "try again; if it stays so, the system itself is out of order"
            }
        }
    }
}

/// The threads and the sockets of a match.
pub(crate) struct Ground {
    pub(crate) runtime: Handle,
    pub(crate) sockets: Arc<dyn Bind>,
}

impl Ground {
    /// The threads of this program and the sockets of the system.
    fn of_the_program() -> Result<Self, StartError> {
        Ok(Self {
            runtime: runtime().map_err(StartError::NoThreads)?,
            sockets: of_the_system(),
        })
    }
}

/// Hosts a match: listens, and makes an invitation.
pub fn host(config: HostConfig) -> Result<MatchHandle, StartError> {
    host_on(&Ground::of_the_program()?, config)
}

pub(crate) fn host_on(ground: &Ground, config: HostConfig) -> Result<MatchHandle, StartError> {
    let mut named = config.public.iter().chain(&config.services);
    named.try_for_each(Address::check)?;
    let invitation = PendingInvitation {
        game: random()?,
        secret: JoinSecret(random()?),
        last_day: today().saturating_add(INVITATION_DAYS),
        player: config.player.key(),
        name: config.player.name().to_owned(),
        listen: config.listen,
        public: config.public,
        services: config.services,
        lan: config.lan,
        mapping: config.mapping,
        record: config
            .record
            .or_else(|| config.replaces.as_deref().map(next_file)),
        offer: config.offer,
        replaces: config.replaces,
    };
    let hosting = Hosting {
        home: config.home,
        player: config.player,
        invitation,
        fresh: config.fresh,
        limits: config.limits,
        is_new: true,
    };
    hosting.begin(ground, |home, invitation| {
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
        is_new: false,
    };
    let ground = Ground::of_the_program()?;
    hosting.begin(&ground, |_home, _invitation| Ok(Some(file)))
}

/// A match that is hosted, for the first time or again.
struct Hosting {
    home: Home,
    player: Player,
    invitation: PendingInvitation,
    fresh: Option<Fresh>,
    limits: Limits,
    /// Set where the invitation is to be shown for the first time, and must lead somewhere.
    is_new: bool,
}

impl Hosting {
    fn begin(
        self,
        ground: &Ground,
        keep: impl FnOnce(&Home, &PendingInvitation) -> Result<Option<PendingFile>, StorageError>,
    ) -> Result<MatchHandle, StartError> {
        let Self {
            home,
            player,
            invitation,
            fresh,
            limits,
            is_new,
        } = self;
        let offer = invitation.offer.clone();
        let fresh = fresh_or(fresh)?;
        let mut session = Session::host(player.identity(), player.name(), offer.clone(), fresh)?;
        let mut replaced = None;
        if let Some(old) = &invitation.replaces {
            let (files, past) = vacancy::hold(&home, old, &offer)?;
            session.show_past(past);
            replaced = Some(files);
        }
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
            is_shut: false,
            told: Vec::new(),
            services: invitation.services.clone(),
        };
        let record = record_path(&home, invitation.record.clone(), &book);
        let mut chair = seat(&home, session, &record)?;
        if let Some(old) = replaced {
            chair.files.replace_match(old);
        }
        let mut notes = Vec::new();
        let pending = keep(&home, &invitation).unwrap_or_else(|error| {
            notes.push(format!(
                "The invitation lasts only as long as this program: {error}."
            ));
            None
        });
        let door = Door::open(book.game, book.secret, book.last_day);
        let setting = Setting {
            home,
            player,
            has_named: !book.listen.is_empty(),
            is_announced: invitation.lan,
            must_lead: is_new,
            pending,
            book,
            door,
            chair,
            limits,
            accepts_any_offer: false,
            is_agreed: false,
            asks: None,
            offer: Some(offer),
            notes,
            two_codes: TwoCodes::default(),
        };
        setting.begin(ground)
    }
}

/// Joins the match of an invitation. A fresh code of a match in the data folder takes that match up.
pub fn join(config: JoinConfig) -> Result<MatchHandle, StartError> {
    join_on(&Ground::of_the_program()?, config)
}

pub(crate) fn join_on(ground: &Ground, config: JoinConfig) -> Result<MatchHandle, StartError> {
    let invitation = config.invitation;
    if let Some(file) = known_match(&config.home, &invitation)? {
        let resumed = ResumeConfig {
            code: Some(invitation),
            listen: config.listen,
            limits: config.limits,
            ..ResumeConfig::new(config.home, file)
        };
        return take_up(ground, resumed, vec![IN_THAT_MATCH.to_owned()]);
    }
    admit(&config.home, invitation.host)?;
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
    if invitation.is_of_the_future(today()) {
        notes.push(format!(
            "This machine's clock says {}, but the invitation runs out on {}, more than {INVITATION_DAYS} days later: one of the two clocks is \
             wrong. If that date is, set this machine's clock; the match can be played all the same.",
            date(today().into()),
            date(invitation.last_day.into())
        ));
    }
    if let Some(trouble) = diagnosis::of_code(&invitation) {
        notes.push(format!(
            "The host will hardly be found: {}. To mend it, {}.",
            trouble.what, trouble.advice
        ));
    }
    config.services.iter().try_for_each(Address::check)?;
    let two_codes = TwoCodes::of_guest(invitation.clone(), config.mapping);
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
        is_shut: false,
        told: Vec::new(),
        services: config.services,
    };
    let record = record_path(&config.home, config.record, &book);
    let chair = seat(&config.home, session, &record)?;
    let door = Door::kept_for(book.game, book.secret, invitation.host);
    let setting = Setting {
        home: config.home,
        player,
        has_named: !book.listen.is_empty(),
        is_announced: false,
        must_lead: false,
        pending: None,
        book,
        door,
        chair,
        limits: config.limits,
        accepts_any_offer: config.accept,
        is_agreed: false,
        asks: None,
        offer: None,
        notes,
        two_codes,
    };
    setting.begin(ground)
}

/// Takes up a match from its files.
pub fn resume(config: ResumeConfig) -> Result<MatchHandle, StartError> {
    take_up(&Ground::of_the_program()?, config, Vec::new())
}

pub(crate) fn take_up(
    ground: &Ground,
    config: ResumeConfig,
    mut notes: Vec<String>,
) -> Result<MatchHandle, StartError> {
    let mut named = config.public.iter().chain(&config.services);
    named.try_for_each(Address::check)?;
    if !config.file.exists() && config.file.with_extension(DRAFT_ENDING).exists() {
        return Err(StartError::ByMail { file: config.file });
    }
    notes.extend(damage_of(&config.file));
    let Reopened {
        chair,
        player,
        note,
    } = reopen(&config.home, &config.file)?;
    notes.extend(note);
    let is_lost = chair.strangeness == Some(Strangeness::NoKey);
    if chair.session.kept().is_empty() && config.code.is_none() && !is_lost {
        return Err(StartError::ByMail { file: config.file });
    }
    let peer = chair.session.seat_key(chair.session.seat().other());
    let of_code = || {
        let code = config.code.as_ref().filter(|code| Some(code.host) == peer);
        let role = match chair.session.seat() {
            Seat(0) => Role::Host,
            _ => Role::Guest,
        };
        code.map(|code| AddressBook::of_code(code, role))
    };
    let book = AddressBook::from_bytes(chair.session.kept()).or_else(of_code);
    let mut book = book.ok_or_else(|| StartError::NoBook {
        file: config.file.with_extension(PRIVATE_ENDING),
    })?;
    if book.role == Role::Local {
        let second = reopen(&config.home, &second_file(&config.file))?;
        let players = [player, second.player];
        return both_here(ground, players, [chair, second.chair], notes);
    }
    if let Some(peer) = book.peer {
        admit(&config.home, peer)?;
    }
    if config.code.as_ref().is_some_and(|code| !book.take(code)) {
        return Err(StartError::OtherMatch { file: config.file });
    }
    let has_named = !config.listen.is_empty();
    if has_named {
        book.listen = config.listen;
    }
    if !config.public.is_empty() {
        book.typed = config.public;
    }
    if !config.services.is_empty() {
        book.services = config.services;
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
        must_lead: false,
        pending: None,
        book,
        door,
        chair,
        limits: config.limits,
        accepts_any_offer: true,
        is_agreed: true,
        asks: config.asks,
        offer: None,
        notes,
        two_codes: TwoCodes::of_fresh(config.code),
    };
    setting.begin(ground)
}

/// Plays a match within this program.
pub fn local(config: LocalConfig) -> Result<MatchHandle, StartError> {
    let [host, guest] = &config.players;
    let mut book = AddressBook::local();
    book.game = random()?;
    let record = record_path(&config.home, config.record, &book);
    let first = Session::host(host.identity(), host.name(), config.offer, fresh()?)?;
    let first = seat_here(first, &record)?;
    let second = Session::join(guest.identity(), guest.name(), host.key(), fresh()?);
    let second = seat_here(second, &second_file(&record))?;
    let ground = Ground::of_the_program()?;
    both_here(&ground, config.players, [first, second], Vec::new())
}

fn both_here(
    ground: &Ground,
    players: [Player; 2],
    chairs: [Chair; 2],
    notes: Vec<String>,
) -> Result<MatchHandle, StartError> {
    let keys = players.iter().map(Player::key).collect();
    let mut view = View::new(chairs[0].files.public_path().to_owned(), keys);
    notes.into_iter().for_each(|note| view.note(note));
    let brief = Brief {
        home: None,
        chairs: chairs.into(),
        wire: Wire::Local,
        view,
        limits: Limits::default(),
        accepts_any_offer: true,
        asks: None,
    };
    Ok(drive(brief, &ground.runtime))
}

pub(crate) fn drive(mut brief: Brief, runtime: &Handle) -> MatchHandle {
    brief.view.look(&brief.chairs);
    let shared = Shared::new(brief.view.snapshot(false));
    let (commands_in, commands) = mpsc::unbounded_channel();
    let handle = MatchHandle::new(&shared, commands_in);
    let driver = Driver::new(brief, shared, commands);
    runtime.spawn(driver.run());
    handle
}

/// Refuses to play with a player who is blocked.
pub(crate) fn admit(home: &Home, key: PublicKey) -> Result<(), StartError> {
    if !home.blocks(key) {
        return Ok(());
    }
    let people = home.people().unwrap_or_default();
    let name = people.get(key).map_or(String::new(), Person::called);
    Err(StartError::Blocked { name })
}

pub(crate) fn random<const N: usize>() -> Result<[u8; N], StartError> {
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
