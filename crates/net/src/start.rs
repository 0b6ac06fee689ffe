//! Beginning a match, and resuming a match.

mod config;
mod housing;
mod invited;
mod local;
mod setting;

use std::sync::Arc;

use home::address_book::{AddressBook, Contact, Role};
use home::file_names::{DRAFT_ENDING, PRIVATE_ENDING, next_file};
use home::invitation::pending::{PendingFile, PendingInvitation};
use home::{Admits, Home, Invitation, Player, StorageError, Strangeness};
use protocol::{Fresh, PublicKey, Seat, Session, Stage};
use reach::{Address, runtime};
use tokio::runtime::Handle;
use tokio::sync::mpsc;

use crate::chair::Chair;
use crate::door::Door;
use crate::driver::{Brief, Driver, Wire};
use crate::fresh::fresh;
use crate::handle::{Happening, MatchHandle, Shared};
use crate::limits::Limits;
use crate::seating::{
    Reopened, damage_of, further_chairs, known_match, record_path, reopen, reopen_others, seat,
};
use crate::socket::{Bind, of_the_system};
use crate::start_error::{StartError, admit};
use crate::vacancy;
use crate::way::TwoCodes;
pub use config::{HostConfig, JoinConfig, LocalConfig, ResumeConfig};
pub(crate) use housing::{Housed, Housing, Inviting};
pub(crate) use invited::{invited, made_before};
use local::all_here;
pub use local::local;
use setting::Setting;

/// The note on a match whose invitation or offer was taken before.
pub const IN_THAT_MATCH: &str = "You are in that match; it continues where it was.";

/// What a match runs on: threads and sockets. Tests give it the sockets of a network inside the process.
#[derive(Clone)]
pub(crate) struct Resources {
    pub(crate) runtime: Handle,
    pub(crate) sockets: Arc<dyn Bind>,
}

impl Resources {
    /// The threads of this program and the sockets of the system.
    pub(crate) fn of_the_program() -> Result<Self, StartError> {
        Ok(Self {
            runtime: runtime().map_err(StartError::NoThreads)?,
            sockets: of_the_system(),
        })
    }
}

/// Hosts a match: listens, and makes an invitation.
pub fn host(config: HostConfig) -> Result<MatchHandle, StartError> {
    host_on(&Resources::of_the_program()?, config)
}

pub(crate) fn host_on(
    resources: &Resources,
    config: HostConfig,
) -> Result<MatchHandle, StartError> {
    let hosting = Hosting::new(config, fresh()?)?;
    // kept by `begin`, once the session and the old match have accepted the offer
    hosting.begin(resources, |home, invitation| {
        PendingFile::create(home, invitation).map(Some)
    })
}

/// Hosts a match that can be repeated, for a demonstration: anybody who knows these bytes knows every secret of the seat.
/// Its invitation is not kept on disk.
pub fn host_demonstration(config: HostConfig, fresh: Fresh) -> Result<MatchHandle, StartError> {
    let resources = Resources::of_the_program()?;
    Hosting::new(config, fresh)?.begin(&resources, |_home, _invitation| Ok(None))
}

/// Waits for the guest of an invitation that was made before.
pub fn host_again(
    home: &Home,
    invitation: PendingInvitation,
    limits: Limits,
) -> Result<MatchHandle, StartError> {
    if invitation.is_table() {
        return Err(StartError::OfTable);
    }
    let (player, file) = made_before(home, &invitation)?;
    let hosting = Hosting {
        home: home.clone(),
        player,
        invitation,
        fresh: fresh()?,
        limits,
        is_new: false,
    };
    let resources = Resources::of_the_program()?;
    hosting.begin(&resources, |_home, _invitation| Ok(Some(file)))
}

/// A match that is hosted, for the first time or again.
struct Hosting {
    home: Home,
    player: Player,
    invitation: PendingInvitation,
    fresh: Fresh,
    limits: Limits,
    /// Set if the invitation is shown for the first time, and so must lead somewhere.
    is_new: bool,
}

impl Hosting {
    fn new(config: HostConfig, fresh: Fresh) -> Result<Self, StartError> {
        let mut invitation = config.invitation()?;
        let beside = || config.replaces.as_deref().map(next_file);
        invitation.record = config.record.or_else(beside);
        Ok(Self {
            home: config.home,
            player: config.player,
            invitation,
            fresh,
            limits: config.limits,
            is_new: true,
        })
    }

    fn begin(
        self,
        resources: &Resources,
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
        let mut session = Session::host(player.identity(), player.name(), offer.clone(), fresh)?;
        let mut replaced = None;
        if let Some(old) = &invitation.replaces {
            // locked while the invitation is out, so that nothing is signed in the old match meanwhile (vacancy.rs)
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
            is_mapped: invitation.mapping,
            services: invitation.services.clone(),
            contacts: vec![Contact::new(None, invitation.secret)],
            ..AddressBook::local()
        };
        let record = record_path(&home, invitation.record.clone(), &book);
        let mut chair = seat(&home, session, &record)?;
        if let Some(old) = replaced {
            chair.files.replace_match(old);
        }
        let mut notes = Vec::new();
        // an invitation that cannot be kept works all the same while the program runs
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
            others: Vec::new(),
            has_named: !book.listen.is_empty(),
            inviting: Some((
                Inviting {
                    is_announced: invitation.lan,
                    must_lead: is_new,
                    pending,
                    title: offer.scenario.title().to_owned(),
                    seats: None,
                },
                offer,
            )),
            book,
            door,
            chairs: vec![chair],
            limits,
            accepts_any_offer: false,
            is_agreed: false,
            asks: None,
            notes,
            two_codes: TwoCodes::default(),
        };
        setting.begin(resources)
    }
}

/// Joins the match of an invitation. A fresh code of a match in the data folder resumes that match.
pub fn join(config: JoinConfig) -> Result<MatchHandle, StartError> {
    join_on(&Resources::of_the_program()?, config)
}

/// Joins a match that can be repeated, as [`host_demonstration`] hosts one.
pub fn join_demonstration(config: JoinConfig, fresh: Fresh) -> Result<MatchHandle, StartError> {
    join_with(&Resources::of_the_program()?, config, fresh)
}

pub(crate) fn join_on(
    resources: &Resources,
    config: JoinConfig,
) -> Result<MatchHandle, StartError> {
    join_with(resources, config, fresh()?)
}

fn join_with(
    resources: &Resources,
    config: JoinConfig,
    fresh: Fresh,
) -> Result<MatchHandle, StartError> {
    let invitation = config.invitation;
    // before the day is looked at: the match of an old invitation may be under way for weeks
    if let Some(file) = known_match(&config.home, &invitation)? {
        let resumed = ResumeConfig {
            code: Some(invitation),
            listen: config.listen,
            limits: config.limits,
            ..ResumeConfig::new(config.home, file)
        };
        return take_up(resources, resumed, vec![IN_THAT_MATCH.to_owned()]);
    }
    if invitation.admits != Admits::Match {
        return Err(StartError::OfTable);
    }
    let (player, notes) = invited(&config.home, config.player, &invitation)?;
    let session = Session::join(player.identity(), player.name(), invitation.host, fresh);
    config.services.iter().try_for_each(Address::check)?;
    // the exchange keeps the invitation whole; the book below takes it apart
    let two_codes = TwoCodes::of_guest(invitation.clone(), config.mapping);
    let book = AddressBook {
        role: Role::Guest,
        game: invitation.game,
        secret: invitation.secret,
        last_day: invitation.last_day,
        listen: config.listen,
        services: config.services,
        contacts: vec![Contact::of_code(&invitation)],
        ..AddressBook::local()
    };
    let record = record_path(&config.home, config.record, &book);
    let chair = seat(&config.home, session, &record)?;
    let door = Door::kept_for(book.game, book.secret, invitation.host);
    let setting = Setting {
        home: config.home,
        player,
        others: Vec::new(),
        has_named: !book.listen.is_empty(),
        inviting: None,
        book,
        door,
        chairs: vec![chair],
        limits: config.limits,
        accepts_any_offer: config.accept,
        is_agreed: false,
        asks: None,
        notes,
        two_codes,
    };
    setting.begin(resources)
}

/// Resumes a match from its files.
pub fn resume(config: ResumeConfig) -> Result<MatchHandle, StartError> {
    take_up(&Resources::of_the_program()?, config, Vec::new())
}

pub(crate) fn take_up(
    resources: &Resources,
    config: ResumeConfig,
    notes: Vec<String>,
) -> Result<MatchHandle, StartError> {
    match reopened(config, notes)? {
        TakenUp::Here(players, chairs, notes) => all_here(resources, &players, chairs, notes),
        TakenUp::WithLines(setting) => setting.begin(resources),
    }
}

/// A match with lines taken up again, for the task that plays it.
pub(crate) fn take_up_again(
    resources: &Resources,
    config: ResumeConfig,
) -> Result<Brief, StartError> {
    match reopened(config, Vec::new())? {
        TakenUp::Here(..) => Err(StartError::BothHere),
        TakenUp::WithLines(setting) => setting.open(resources),
    }
}

/// A match whose files are open again.
enum TakenUp {
    /// All its seats are in this program.
    Here(Vec<Player>, Vec<Chair>, Vec<String>),
    WithLines(Box<Setting>),
}

fn reopened(config: ResumeConfig, mut notes: Vec<String>) -> Result<TakenUp, StartError> {
    let mut named = config.public.iter().chain(&config.services);
    named.try_for_each(Address::check)?;
    // a draft of an offer by mail, which no line can resume
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
    // nothing says how the match was played: it went by letter, and its file has no addresses
    if chair.session.kept().is_empty() && config.code.is_none() && !is_lost {
        return Err(StartError::ByMail { file: config.file });
    }
    let of_code = || book_of_code(&chair.session, config.code.as_ref()?);
    let book = AddressBook::from_bytes(chair.session.kept()).or_else(of_code);
    let mut book = book.ok_or_else(|| StartError::NoBook {
        file: config.file.with_extension(PRIVATE_ENDING),
    })?;
    // a match within this program has all its seats here, each with its secrets in a file of its own
    if book.role == Role::Local {
        let (players, chairs) = reopen_others(&config.home, player, chair)?;
        return Ok(TakenUp::Here(players, chairs, notes));
    }
    // before a socket is opened, and so before the peer sees that this player is here
    let peers = book.contacts.iter().filter_map(|contact| contact.peer);
    let peers: Vec<PublicKey> = peers.collect();
    peers
        .iter()
        .try_for_each(|peer| admit(&config.home, *peer))?;
    // taken before anything is dialed, so that the fresh addresses are tried first
    if config.code.as_ref().is_some_and(|code| !book.take(code)) {
        return Err(StartError::OtherMatch { file: config.file });
    }
    let is_begun = matches!(chair.session.stage(), Stage::Playing | Stage::Over);
    // a crash came between the last signature and the end of the invitation, which would lead nowhere now
    if is_begun
        && book.role == Role::Host
        && let Ok(pending) = PendingFile::open(&config.home, book.game)
    {
        pending.remove();
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
    let door = Door::open(book.game, book.secret, book.last_day).with_also(book.also.clone());
    if !peers.is_empty() {
        // a match that was agreed has its players, and nobody else may come
        door.keep(book.contacts.iter().flat_map(Contact::keys));
    }
    let (others, chairs) = match book.is_table {
        true => further_chairs(&config.home, chair)?,
        false => (Vec::new(), vec![chair]),
    };
    let setting = Setting {
        home: config.home,
        player,
        others,
        has_named,
        inviting: None,
        book,
        door,
        chairs,
        limits: config.limits,
        accepts_any_offer: true,
        is_agreed: true,
        asks: config.asks,
        notes,
        two_codes: TwoCodes::of_fresh(config.code),
    };
    Ok(TakenUp::WithLines(Box::new(setting)))
}

/// The address book of a match whose private file is lost, by the code of another of its players.
fn book_of_code(session: &Session, code: &Invitation) -> Option<AddressBook> {
    let manifest = session.manifest()?;
    let own = session.seat_key(session.seat());
    let others = manifest.seats.iter().map(|entry| entry.identity);
    let others: Vec<PublicKey> = others.filter(|key| Some(*key) != own).collect();
    // a code of anybody else must not become the way to these players
    if !others.contains(&code.host) {
        return None;
    }
    let role = match session.seat() {
        Seat(0) => Role::Host,
        _ => Role::Guest,
    };
    let book = AddressBook::of_code(code, role);
    Some(match manifest.has_table() {
        false => book,
        // which of them share a machine is not known: each may come
        true => AddressBook {
            is_table: true,
            contacts: others
                .into_iter()
                .map(|key| Contact::new(Some(key), code.secret))
                .collect(),
            ..book
        },
    })
}

pub(crate) fn drive(mut brief: Brief, runtime: &Handle) -> MatchHandle {
    // so that the very first snapshot shows the match, before the driver has run
    let is_here = matches!(brief.wire, Wire::Local);
    brief.view.look(&brief.chairs, is_here);
    let shared = Shared::new(brief.view.shown.clone());
    let (commands_in, commands) = mpsc::unbounded_channel();
    let handle = MatchHandle::new(&shared, commands_in);
    let driver = Driver::new(brief, Arc::clone(&shared), commands);
    shared.run(runtime, driver.run(), Happening::Failed);
    handle
}
