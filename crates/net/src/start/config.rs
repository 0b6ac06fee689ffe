//! The settings with which matches begin.

use std::net::SocketAddr;
use std::path::PathBuf;

use home::clock::today;
use home::invitation::pending::PendingInvitation;
use home::limits::INVITATION_DAYS;
use home::{Home, Invitation, JoinSecret, Player};
use protocol::{ContinueWish, Fresh, Offer};
use reach::Address;
use rules::Side;

use crate::fresh::random;
use crate::limits::Limits;
use crate::start_error::StartError;

/// The settings of whoever hosts a match of two or a [table](crate::lobby::TableConfig): the offer, and the addresses at which
/// guests reach the host.
#[derive(Clone)]
pub struct HostConfig {
    pub home: Home,
    pub player: Player,
    pub offer: Offer,
    /// The file of the older match in whose place the new one begins; offer and player are then those of
    /// [`PlayOn::offer_vacancy`](crate::PlayOn::offer_vacancy) or [`PlayOn::offer_table`](crate::PlayOn::offer_table).
    pub replaces: Option<PathBuf>,
    /// The addresses to listen on; none means every interface, IPv4 and IPv6.
    pub listen: Vec<SocketAddr>,
    /// Addresses and names of the host that this machine cannot know, such as the router's outside address.
    pub public: Vec<Address>,
    /// STUN services that may be asked for the host's outside address, two or more; none unless the user has named them.
    pub services: Vec<Address>,
    /// The match file; without a name, a file in the data folder.
    pub record: Option<PathBuf>,
    /// Set to announce the invitation on the local network, so that players there can ask to be let in without a code.
    pub lan: bool,
    /// Set to ask the router to forward the port, which takes up to three seconds. Only a match that listens on every
    /// interface asks.
    pub mapping: bool,
    pub limits: Limits,
}

impl HostConfig {
    /// The usual settings: announced on the local network, and the router is not asked.
    pub fn new(home: Home, player: Player, offer: Offer) -> Self {
        Self {
            home,
            player,
            offer,
            replaces: None,
            listen: Vec::new(),
            public: Vec::new(),
            services: Vec::new(),
            record: None,
            lan: true,
            mapping: false,
            limits: Limits::default(),
        }
    }

    /// A new invitation, once every address has been looked at.
    ///
    /// # Errors
    /// Returns [`StartError`] if an address cannot be one, and if the system gives no random bytes.
    pub(crate) fn invitation(&self) -> Result<PendingInvitation, StartError> {
        // before anything is written: an address that no guest can dial would be found out by the guest
        let mut named = self.public.iter().chain(&self.services);
        named.try_for_each(Address::check)?;
        Ok(PendingInvitation {
            game: random()?,
            secret: JoinSecret(random()?),
            // a table gets them when it is opened
            seat_secrets: Vec::new(),
            last_day: today().saturating_add(INVITATION_DAYS),
            player: self.player.key(),
            name: self.player.name().to_owned(),
            listen: self.listen.clone(),
            public: self.public.clone(),
            services: self.services.clone(),
            lan: self.lan,
            mapping: self.mapping,
            record: self.record.clone(),
            offer: self.offer.clone(),
            replaces: self.replaces.clone(),
            table: Vec::new(),
            is_open_to_all: false,
        })
    }
}

/// The settings of a joined match.
#[derive(Clone)]
pub struct JoinConfig {
    pub home: Home,
    pub player: Player,
    pub invitation: Invitation,
    /// The addresses to dial from; none means any port.
    pub listen: Vec<SocketAddr>,
    /// The match file; without a name, a file in the data folder.
    pub record: Option<PathBuf>,
    /// STUN services that may be asked for the guest's outside address, two or more; none unless the user has named them.
    pub services: Vec<Address>,
    /// Set to ask the guest's router to forward the port if nobody answers at the host's addresses.
    pub mapping: bool,
    /// Set to agree to any offer; otherwise the match waits for [`crate::Command::Accept`].
    pub accept: bool,
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
            services: Vec::new(),
            mapping: false,
            accept: false,
            limits: Limits::default(),
        }
    }
}

/// The settings for resuming an interrupted match.
#[derive(Debug, Clone)]
pub struct ResumeConfig {
    /// The data folder, where the player's key is.
    pub home: Home,
    /// The match file; its private file lies beside it.
    pub file: PathBuf,
    /// A fresh code of the other player, whose address has changed.
    pub code: Option<Invitation>,
    /// The addresses to listen on; none means those of the last time.
    pub listen: Vec<SocketAddr>,
    /// Addresses and names of this side that this machine cannot know; none means those of the last time.
    pub public: Vec<Address>,
    /// STUN services that may be asked for this side's outside address; none means those of the last time.
    pub services: Vec<Address>,
    /// The wish with which the player asks to continue in a new match as soon as the other is heard.
    pub asks: Option<ContinueWish>,
    pub limits: Limits,
}

impl ResumeConfig {
    pub fn new(home: Home, file: impl Into<PathBuf>) -> Self {
        Self {
            home,
            file: file.into(),
            code: None,
            listen: Vec::new(),
            public: Vec::new(),
            services: Vec::new(),
            asks: None,
            limits: Limits::default(),
        }
    }
}

/// The settings of a match within this program: two to eight people and computers at one screen.
#[derive(Clone)]
pub struct LocalConfig {
    pub home: Home,
    /// The players, seat 0 first, each with a key of its own.
    pub players: Vec<Player>,
    /// The side of each seat; if empty, the seats go round the sides from the host's on. Teams are those of the rules.
    pub sides: Vec<Side>,
    pub offer: Offer,
    /// The match file; without a name, a file in the data folder.
    pub record: Option<PathBuf>,
    /// The source of each seat's randomness; the operating system unless given. Only a repeatable demonstration gives
    /// the bytes.
    pub fresh: Vec<Fresh>,
}

impl LocalConfig {
    pub fn new(home: Home, players: impl IntoIterator<Item = Player>, offer: Offer) -> Self {
        Self {
            home,
            players: players.into_iter().collect(),
            sides: Vec::new(),
            offer,
            record: None,
            fresh: Vec::new(),
        }
    }
}
