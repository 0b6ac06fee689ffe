//! A table as one machine has it: what it has heard, what its players say, and its lines.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::Arc;
use std::time::Duration;

use super::bodies::{Begun, Body, GameBody, Me, Seating, Want};
use super::envelope::Envelope;
use super::game::Game;
use super::hosted::Hosting;
use super::kind::Kind;
use super::own::{Machine, Player};
use super::rates::Rate;
use super::seating::Meaning;
use super::words::{Match, TableEvent, TableOutput, WishError};
use crate::hash::Digest;
use crate::session::{LineId, Now};
use crate::{Manifest, PublicKey};

/// A program repeats everything it holds this often, so that nothing that was lost on the way stays lost.
pub(super) const REPEAT: Duration = Duration::from_secs(5);
/// A player who has been asked to sign and has not is named after this time.
pub const SIGNED_WITHIN: Duration = Duration::from_secs(20);

/// A table, at one machine: the host's or another player's.
pub struct Table {
    pub(super) id: Digest,
    pub(super) host: PublicKey,
    pub(super) machine: Machine,
    /// Players known before they sit, such as those of the match before. Their frames are passed on.
    pub(super) members: BTreeSet<PublicKey>,
    pub(super) lines: BTreeMap<LineId, Line>,
    pub(super) heard: Heard,
    pub(super) hosting: Option<Hosting>,
    /// What this machine's user has agreed to.
    pub(super) agreed: Option<Meaning>,
    /// The match that this machine's players have signed last, and when.
    pub(super) signed: Option<(Digest, Duration)>,
    /// Whether the user has been told who has not signed.
    pub(super) is_told: bool,
    pub(super) is_by_mail: bool,
    pub(super) begun: Option<Match>,
    pub(super) rates: BTreeMap<PublicKey, Rate>,
    /// The manifest of the seating that was worked out last.
    pub(super) worked: Option<(Seating, Worked)>,
    pub(super) repeated: Duration,
    outputs: VecDeque<TableOutput>,
}

/// The manifest of a seating and its id, or why there is none.
pub(super) type Worked = Result<(Manifest, Digest), WishError>;

/// A connection to another machine.
#[derive(Default)]
pub(super) struct Line {
    /// The key of the machine at the other end; the carrier has checked it.
    pub(super) peer: Option<PublicKey>,
    /// Frames of strangers.
    pub(super) strangers: Rate,
    /// Everything that counts to the connection.
    pub(super) rest: Rate,
    /// Large answers, each given once per connection.
    pub(super) given: BTreeSet<Want>,
    pub(super) asked: BTreeSet<Want>,
}

/// The newest frames of a table, each with its bytes, so that it can be passed on.
#[derive(Default)]
pub(super) struct Heard {
    pub(super) game: Option<(Arc<Game>, Vec<u8>)>,
    pub(super) seating: Option<(Seating, Vec<u8>)>,
    pub(super) mes: BTreeMap<PublicKey, HeardMe>,
    pub(super) begun: Option<Vec<u8>>,
    pub(super) closed: Option<Vec<u8>>,
    /// The counters of the host's frames, by kind.
    pub(super) hosts: BTreeMap<Kind, u64>,
    /// The counters of chat, of players who are known.
    pub(super) said: BTreeMap<PublicKey, u64>,
}

/// A player's newest state.
pub(super) struct HeardMe {
    pub(super) me: Me,
    pub(super) counter: u64,
    pub(super) bytes: Vec<u8>,
    /// The connection by which a stranger's came.
    pub(super) line: Option<LineId>,
}

impl Table {
    /// A table that another player hosts. The secret comes from the operating system; a caller that keeps it next to the
    /// table's id can start again and sit as before.
    ///
    /// # Errors
    /// Returns [`WishError::Players`] if the machine brings none, too many, or one twice.
    pub fn join(
        players: Vec<Player>,
        host: PublicKey,
        id: Digest,
        members: BTreeSet<PublicKey>,
        secret: [u8; 32],
    ) -> Result<Self, WishError> {
        Ok(Self {
            id,
            host,
            machine: Machine::new(players, id, secret)?,
            members,
            lines: BTreeMap::new(),
            heard: Heard::default(),
            hosting: None,
            agreed: None,
            signed: None,
            is_told: false,
            is_by_mail: false,
            begun: None,
            rates: BTreeMap::new(),
            worked: None,
            repeated: Duration::ZERO,
            outputs: VecDeque::new(),
        })
    }

    /// The table's id.
    pub fn id(&self) -> Digest {
        self.id
    }

    /// The host's first player.
    pub fn host(&self) -> PublicKey {
        self.host
    }

    /// The game, once the host has shown it and this program can play it.
    pub fn game(&self) -> Option<&Game> {
        self.heard.game.as_ref().map(|(game, _)| &**game)
    }

    /// Who sits where, as the host shows it.
    pub fn seating(&self) -> Option<&Seating> {
        match &self.hosting {
            Some(hosting) => Some(&hosting.seating),
            None => self.heard.seating.as_ref().map(|(seating, _)| seating),
        }
    }

    /// The match, once it has begun.
    pub fn begun(&self) -> Option<&Match> {
        self.begun.as_ref()
    }

    /// Returns `true` if the host has withdrawn the table.
    pub fn is_closed(&self) -> bool {
        self.heard.closed.is_some()
    }

    /// Returns `true` if this machine's user agrees to the match as it would begin now.
    pub fn has_agreed(&self) -> bool {
        self.agreed.is_some()
    }

    /// This machine's players have signed that match at this table before the program started again, and have not heard
    /// whether it has begun: every machine that a connection comes up to is asked.
    pub fn expect(&mut self, now: Now, sid: Digest) {
        self.signed = Some((sid, now.clock));
    }

    /// The next output, to be carried out before the one after it.
    pub fn poll_output(&mut self) -> Option<TableOutput> {
        self.outputs.pop_front()
    }

    pub(super) fn put(&mut self, output: TableOutput) {
        let is_again = output == TableOutput::Show(TableEvent::Changed)
            && self.outputs.back() == Some(&output);
        if !is_again {
            self.outputs.push_back(output);
        }
    }

    pub(super) fn show(&mut self, event: TableEvent) {
        self.put(TableOutput::Show(event));
    }

    pub(super) fn check_open(&self) -> Result<(), WishError> {
        match self {
            _ if self.begun.is_some() => Err(WishError::Begun),
            _ if self.is_closed() => Err(WishError::Closed),
            _ => Ok(()),
        }
    }

    /// Says what this machine's players have not said yet.
    pub(super) fn say_news(&mut self, now: Now) {
        for (who, counter, me, bytes) in self.machine.news(now.unix_ms) {
            self.spread(&bytes, None);
            let heard = HeardMe {
                me,
                counter,
                bytes,
                line: None,
            };
            self.heard.mes.insert(who, heard);
        }
    }

    pub(super) fn take_game(&mut self, body: &GameBody, bytes: Vec<u8>) {
        match Game::read(body) {
            Ok(game) => self.heard.game = Some((Arc::new(game), bytes)),
            Err(cause) => return self.show(TableEvent::CannotPlay(cause)),
        }
        self.show(TableEvent::Changed);
    }

    /// The beginning of the match, in an envelope of this machine.
    pub(super) fn begun_frame(&mut self, now: Now, begun: Begun) -> Option<Vec<u8>> {
        self.machine.write(now.unix_ms, &Body::Begun(begun))
    }

    /// Whether a frame of the host's is newer than the last one of its kind.
    pub(super) fn is_newer(&self, envelope: &Envelope) -> bool {
        let header = envelope.header;
        let last = self.heard.hosts.get(&header.kind);
        last.is_none_or(|last| header.counter > *last)
    }
}

/// Shows the table's id; secrets belong in no log.
impl std::fmt::Debug for Table {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Table({:02x?})", &self.id[..4])
    }
}
