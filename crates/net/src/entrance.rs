//! The entrance of one match, where those who call one of its ports arrive.

use std::net::SocketAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

use home::{Call, Player};
use protocol::PublicKey;
use quinn::ServerConfig;
use reach::knock::KnockKey;
use tokio::sync::mpsc::{self, error::TrySendError};

use crate::dial_error::DialError;
use crate::door::{Door, knock_of_the_invited};
use crate::greeted::Greeted;
use crate::limits::{ASKERS, Limits, TOLD_FAILURES};
use crate::question::Asking;
use crate::quic;

/// The place where the callers of one match arrive.
#[derive(Debug)]
pub(crate) struct Entrance {
    pub(crate) player: Arc<Player>,
    pub(crate) door: Arc<Door>,
    /// The run of this program's match, drawn at each start.
    pub(crate) run: [u8; 8],
    pub(crate) limits: Limits,
    pub(crate) server: Arc<ServerConfig>,
    /// A knock for each secret of the door.
    pub(crate) knocks: Vec<KnockKey>,
    pub(crate) ask: KnockKey,
    pub(crate) arrivals: mpsc::Sender<Greeted>,
    /// Players of the same network who ask to be let in; `None` if nobody may ask.
    pub(crate) asking: Option<mpsc::Sender<Asking>>,
    /// Callers with the right secret who failed to get in, each with the reason.
    pub(crate) failed: mpsc::Sender<(SocketAddr, DialError)>,
    /// Players who look for a match that was left unfinished and is not open.
    pub(crate) calls: mpsc::Sender<Call>,
}

#[derive(Debug)]
pub(crate) struct Arrivals {
    /// Guests who were let in.
    pub(crate) guests: mpsc::Receiver<Greeted>,
    /// Players of the same network who ask to be let in.
    pub(crate) asking: mpsc::Receiver<Asking>,
    /// Callers with the right secret who failed to get in, each with the reason.
    pub(crate) failed: mpsc::Receiver<(SocketAddr, DialError)>,
    /// Players who look for a match that was left unfinished and is not open.
    pub(crate) calls: mpsc::Receiver<Call>,
}

impl Entrance {
    pub(crate) fn new(
        player: Arc<Player>,
        door: Arc<Door>,
        run: [u8; 8],
        limits: Limits,
        may_ask: bool,
    ) -> Result<(Arc<Self>, Arrivals), quic::SetUpError> {
        // small: news of callers that does not fit is dropped, since to call costs a stranger nothing
        let (arrivals, guests) = mpsc::channel(4);
        let (heard, asking) = mpsc::channel(ASKERS);
        let (failed, told) = mpsc::channel(TOLD_FAILURES);
        let (calls, called) = mpsc::channel(TOLD_FAILURES);
        let entrance = Arc::new(Self {
            // each match answers with its own player's key, over a socket that matches share
            server: Arc::new(quic::answering(&player, limits.lost)?),
            knocks: door
                .secrets()
                .map(|secret| knock_of_the_invited(secret, door.game, player.key()))
                .collect(),
            ask: KnockKey::of_askers(door.game),
            player,
            door,
            run,
            limits,
            arrivals,
            asking: may_ask.then_some(heard),
            failed,
            calls,
        });
        let arrivals = Arrivals {
            guests,
            asking,
            failed: told,
            calls: called,
        };
        Ok((entrance, arrivals))
    }

    /// Passes on a player who asks to be let in; if too many wait, or nobody may ask, the player is turned away.
    pub(crate) fn hear(&self, asking: Asking) {
        let refused = match &self.asking {
            // never waits: the accept loop of the socket serves other matches too
            Some(heard) => heard.try_send(asking).err().map(TrySendError::into_inner),
            None => Some(asking),
        };
        if let Some(asking) = refused {
            asking.turn_away();
        }
    }
}

/// The entrances of the matches that use one port. A match that has ended leaves its entrance behind, which no longer
/// counts.
#[derive(Debug, Default)]
pub(crate) struct Entrances(Mutex<Vec<Weak<Entrance>>>);

impl Entrances {
    /// Lets the callers of a match in.
    pub(crate) fn open(&self, entrance: &Arc<Entrance>) {
        // weak: the entrance lives as long as its match holds it, even if `shut` is never called
        self.all().push(Arc::downgrade(entrance));
    }

    /// Lets nobody in at `entrance` any more; true if no other match is left.
    pub(crate) fn shut(&self, entrance: &Arc<Entrance>) -> bool {
        let mut entrances = self.all();
        entrances.retain(|other| {
            other.strong_count() > 0 && !std::ptr::eq(other.as_ptr(), Arc::as_ptr(entrance))
        });
        entrances.is_empty()
    }

    pub(crate) fn live(&self) -> Vec<Arc<Entrance>> {
        self.all().iter().filter_map(Weak::upgrade).collect()
    }

    /// The entrance of a match whose host has that key.
    pub(crate) fn of(&self, game: [u8; 8], host: PublicKey) -> Option<Arc<Entrance>> {
        let mut live = self.live().into_iter();
        // by key too: two players of one program may host, and a match id alone proves nothing
        live.find(|entrance| entrance.door.game == game && entrance.player.key() == host)
    }

    fn all(&self) -> MutexGuard<'_, Vec<Weak<Entrance>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
