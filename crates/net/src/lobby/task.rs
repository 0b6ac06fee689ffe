//! The task that owns a lobby: its table, its house and its lines, until the match begins or the user leaves.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use home::{Home, PendingInvitation};
use protocol::frame::Reply;
use protocol::lobby::{LobbyEvent, LobbyOutput};
use protocol::{Now, PublicKey};
use reach::Trouble;
use tokio::runtime::Handle as Runtime;
use tokio::sync::mpsc;
use tokio::time::{Instant, MissedTickBehavior, interval_at};

use super::handle::{LobbyCommand, LobbyHappening};
use super::shown::{LobbySnapshot, OwnPlayer};
use super::side::Side;
use crate::chair::Chair;
use crate::disk::on_disk;
use crate::driver::Remote;
use crate::handle::Shared;
use crate::house::News;
use crate::limits::{CHAT_KEPT, Limits, NOTES_KEPT};
use crate::vacancy::Older;

/// The time between two looks at the lines and at the clock of the table.
const TICK: Duration = Duration::from_millis(500);

/// A lobby under way.
pub(super) struct Lobby {
    pub(super) home: Home,
    pub(super) side: Side,
    pub(super) remote: Remote,
    pub(super) shown: LobbySnapshot,
    pub(super) shared: Arc<Shared<LobbySnapshot, LobbyHappening>>,
    pub(super) told: Vec<LobbyHappening>,
    pub(super) commands: mpsc::UnboundedReceiver<LobbyCommand>,
    pub(super) runtime: Runtime,
    pub(super) started: Instant,
    pub(super) limits: Limits,
    /// The match file, if the user has named one.
    pub(super) record: Option<PathBuf>,
    /// This machine's seats in the match that the table continues; a guest's from its first *Ready* on.
    pub(super) older: Option<Older>,
    /// The file of that match, as the host has sent it.
    pub(super) past: Option<Arc<Vec<u8>>>,
    /// This machine's seats in the match that is about to begin.
    pub(super) signing: Option<Signing>,
    /// Players of the same network who were sent the code, and need not be let in a second time.
    pub(super) let_in: BTreeSet<PublicKey>,
    /// The host's last word to this machine, if it was no.
    pub(super) refused_by_host: Option<Reply>,
    /// When the host last replaced this guest's line by another one.
    pub(super) replaced_at: Option<Instant>,
    /// What the table is kept as on disk; a host's.
    pub(super) pending: Option<PendingInvitation>,
    /// The free seats and all, as they are announced.
    pub(super) announced: Option<Option<(u8, u8)>>,
    pub(super) end: Option<End>,
}

/// The seats of this machine in a match that is about to begin.
pub(super) struct Signing {
    /// The first has the lines of this machine.
    pub(super) chairs: Vec<Chair>,
    pub(super) seats: Vec<(protocol::Seat, protocol::frame::Decider)>,
    /// The long-lived keys of those who sit there.
    pub(super) keys: Vec<PublicKey>,
    /// The keys of the other machines of the match.
    pub(super) peers: Vec<PublicKey>,
    /// Their signatures are out.
    pub(super) is_signed: bool,
    /// A guest's: the line on which they went out is gone, and a new one belongs to the session.
    pub(super) is_waiting: bool,
}

/// How a lobby ends.
pub(super) enum End {
    /// The user leaves, or nothing more can come of it.
    Leave,
    /// The match begins: house and lines are the match's.
    Begin,
}

/// The input that woke the lobby.
enum Woken {
    Command(Option<LobbyCommand>),
    News(News),
    Time,
}

impl Lobby {
    /// Keeps the table until the match begins, or until the user leaves.
    pub(super) async fn run(mut self) {
        let mut ticks = interval_at(Instant::now() + TICK, TICK);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        self.remote.begin();
        self.settle();
        while self.end.is_none() {
            let woken = tokio::select! {
                command = self.commands.recv() => Woken::Command(command),
                news = self.remote.house.next() => Woken::News(news),
                _ = ticks.tick() => Woken::Time,
            };
            match woken {
                Woken::Command(Some(command)) => self.command(command),
                // the last handle was dropped: nobody can see the table any more, so it is left as by the user
                Woken::Command(None) => self.leave(),
                Woken::News(news) => self.news(news),
                Woken::Time => self.time_passed(),
            }
            self.settle();
        }
        self.finish().await;
    }

    pub(super) fn now(&self) -> Now {
        crate::clock::now(self.started)
    }

    fn time_passed(&mut self) {
        let now = self.now();
        self.side.handle_timeout(now);
        self.watch_lines();
        self.look_around();
    }

    /// Carries out what the table gives out until there is nothing, and shows the outcome.
    pub(super) fn settle(&mut self) {
        self.carry_out();
        self.show();
    }

    pub(super) fn carry_out(&mut self) {
        while let Some(output) = self.side.poll_output() {
            match output {
                LobbyOutput::Send(line, frame) => self.send(line, frame),
                LobbyOutput::Close(line, end) => self.close_line(line, &end),
                LobbyOutput::Event(event) => self.event(event),
            }
        }
    }

    fn event(&mut self, event: LobbyEvent) {
        match event {
            LobbyEvent::Changed => {
                self.keep_seats();
                self.told.push(LobbyHappening::Changed);
            }
            LobbyEvent::Asked(key) => self.asks_to_sit(key),
            LobbyEvent::ReadyTakenBack(changes) => {
                self.told.push(LobbyHappening::ReadyTakenBack(changes));
            }
            LobbyEvent::Late(seats) => self.told.push(LobbyHappening::Late(seats)),
            LobbyEvent::Reply { who, reply } => self.answered(who, reply),
            LobbyEvent::LostSeat(key) => {
                let mut own = self.side.players().iter();
                if let Some(player) = own.position(|player| player.key() == key) {
                    self.told.push(LobbyHappening::LostSeat { player });
                }
            }
            LobbyEvent::Said { name, text, .. } => self.say(name, text),
            LobbyEvent::PeerIsNewer(version) => self.note(format!(
                "A program at this table is newer, version {version}; yours is {}. The match can be played all the same.",
                env!("CARGO_PKG_VERSION")
            )),
            LobbyEvent::Past(file) => self.past = Some(file),
            LobbyEvent::Lost(file) => self.keep_lost(&file),
            LobbyEvent::Begin(begin) => self.sit_down(&begin),
            LobbyEvent::Begun => self.end = Some(End::Begin),
            LobbyEvent::TryFailed(why) => {
                self.get_up();
                self.told.push(LobbyHappening::TryFailed(why));
            }
        }
    }

    /// The host's answer to a wish of this machine.
    fn answered(&mut self, who: PublicKey, reply: Reply) {
        let trouble = Trouble {
            what: reply.to_string(),
            advice: reply.advice().to_owned(),
        };
        self.told.push(LobbyHappening::Reply(trouble));
        // of the whole machine: the host ends the line with it
        let of_machine = self.side.players().first().map(|player| player.key());
        if of_machine == Some(who) && Side::is_final(&reply) {
            self.refused_by_host = Some(reply);
        }
    }

    /// Somebody new asks to sit down. Who was let in on the network has been decided on already.
    fn asks_to_sit(&mut self, key: PublicKey) {
        let is_let_in = self.let_in.remove(&key);
        if let (true, Side::Host(host)) = (is_let_in, &mut self.side) {
            // somebody took the last seat meanwhile: then the host decides
            if host.let_in(key).is_ok() {
                return;
            }
        }
        self.told.push(LobbyHappening::Asked(key));
    }

    /// Opens the door to those who sit at the table, after the last day of its code too.
    fn keep_seats(&mut self) {
        if let Side::Host(host) = &self.side {
            let machines = host.table().sitters().map(|(_, sitter)| sitter.machine);
            self.remote.house.door.seat(machines.collect());
            self.announce();
            self.keep_pending(false);
        }
    }

    pub(super) fn note(&mut self, note: String) {
        let notes = &mut self.shown.notes;
        // the oldest go first: guests that come and go for days must not fill the memory
        if notes.len() >= NOTES_KEPT {
            notes.remove(0);
        }
        notes.push(note.clone());
        self.told.push(LobbyHappening::Note(note));
    }

    pub(super) fn say(&mut self, name: String, text: String) {
        let chat = Arc::make_mut(&mut self.shown.chat);
        if chat.len() >= CHAT_KEPT {
            chat.remove(0);
        }
        chat.push((name.clone(), text.clone()));
        self.told.push(LobbyHappening::Said { name, text });
    }

    pub(super) fn refuse(&mut self, what: impl ToString, advice: &str) {
        let trouble = Trouble {
            what: what.to_string(),
            advice: advice.to_owned(),
        };
        self.told.push(LobbyHappening::Refused(trouble.clone()));
        self.shown.refused = Some(trouble);
    }

    /// Ends the lobby with an error.
    pub(super) fn fail(&mut self, what: impl ToString, advice: &str) {
        // the first error is the cause; what follows from it would hide it
        if self.shown.error.is_some() {
            return;
        }
        let trouble = Trouble {
            what: what.to_string(),
            advice: advice.to_owned(),
        };
        self.told.push(LobbyHappening::Failed(trouble.clone()));
        self.shown.error = Some(trouble);
        self.end = Some(End::Leave);
    }

    /// Shows the user what table and lines have come to.
    fn show(&mut self) {
        let table = self.side.table();
        // the same allocation as long as nothing changed, so that all snapshots share it
        if self.shown.table.as_deref() != table {
            self.shown.table = table.cloned().map(Arc::new);
        }
        let own = self.side.players().iter().map(|player| OwnPlayer {
            key: player.key(),
            name: player.name().to_owned(),
            decider: player.decider().clone(),
            seat: table.and_then(|table| table.seat_of(player.key())),
        });
        self.shown.own = own.collect();
        self.shown.is_ready = self.side.is_ready();
        self.shown.changes = self.side.changes();
        self.shown.late = self.side.late();
        if let Side::Guest(guest) = &self.side {
            self.shown.past_fits = guest.past_fits();
        }
        if let Side::Host(host) = &self.side {
            self.shown.askers = host.askers();
        }
        self.show_seat_codes();
        self.shown.is_beginning = self.signing.is_some() || self.is_signing();
        self.shown.meeting.askers = self.remote.house.callers.askers();
        self.recognize();
        self.publish();
    }

    fn is_signing(&self) -> bool {
        match &self.side {
            Side::Host(_) => false,
            Side::Guest(guest) => guest.is_signing(),
        }
    }

    /// Finds out how each person at the table stands with this machine's player.
    fn recognize(&mut self) {
        let table = self.side.table();
        let own: Vec<PublicKey> = self.side.players().iter().map(|own| own.key()).collect();
        let sitters = table.into_iter().flat_map(|table| table.sitters());
        let sitters = sitters.map(|(_, sitter)| (sitter.identity, sitter.name.clone()));
        let askers = self.shown.askers.iter().flat_map(|asker| &asker.players);
        let askers = askers.map(|(name, key, ..)| (*key, name.clone()));
        let present: Vec<(PublicKey, String)> = sitters
            .chain(askers)
            .filter(|(key, _)| !own.contains(key))
            .collect();
        self.shown
            .standing
            .retain(|key, _| present.iter().any(|(other, _)| other == key));
        let known = |(key, name): &(PublicKey, String)| {
            let standing = self.shown.standing.get(key);
            standing.is_some_and(|standing| standing.name == *name)
        };
        let new: Vec<(PublicKey, String)> =
            present.iter().filter(|it| !known(it)).cloned().collect();
        if new.is_empty() {
            return;
        }
        // people that cannot be read block nobody
        let people = on_disk(|| self.home.people()).unwrap_or_default();
        for (key, name) in new {
            let standing = Arc::new(people.acquaintance(key, &name));
            self.shown.standing.insert(key, standing);
        }
    }

    fn publish(&mut self) {
        // taken once: a reader gets each happening a single time, with the first snapshot that shows it
        let told = std::mem::take(&mut self.told);
        self.shared.publish(&self.shown, told);
    }

    async fn finish(mut self) {
        if matches!(self.end, Some(End::Begin)) {
            match self.start() {
                Ok(last) => return last.publish(),
                Err(back) => self = *back,
            }
        }
        // files of a match that was signed stay: it may have begun without this program hearing of it
        if self
            .signing
            .as_ref()
            .is_some_and(|signing| !signing.is_signed)
        {
            self.get_up();
        }
        self.shown.ended = true;
        self.shown.line = crate::snapshot::LineState::Closed;
        // whoever sees the end may resume the match before at once
        self.older = None;
        let Self {
            remote,
            shared,
            shown,
            told,
            limits,
            ..
        } = self;
        // those at the table have been told goodbye; the last frames go out with the lines
        remote.end(false, limits.farewell).await;
        shared.publish(&shown, told);
    }
}
