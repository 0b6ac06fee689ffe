//! From the table's *Begin* to the match: this machine's sessions with their files, and the lines, which go over to them.

use std::collections::BTreeSet;

use home::address_book::{AddressBook, Contact};
use home::clock::at_rest;
use home::continuation;
use home::file_names::{next_file, past_file};
use home::writing::create;
use protocol::lobby::Begin;
use protocol::{PublicKey, Session};

use super::handle::LobbyHappening;
use super::shown::Started;
use super::side::Side;
use super::task::{Lobby, Signing};
use crate::disk::on_disk;
use crate::driver::{Brief, Remote, View, Wire};
use crate::handle::Command;
use crate::seating::{record_path, seats_at_table};
use crate::start::drive;
use crate::start_error::StartError;
use crate::vacancy::Older;
use crate::way::{TwoCodes, Way};

impl Lobby {
    /// Makes this machine's sessions and has their files on disk; then a guest's signatures go out, and a host's match
    /// begins.
    pub(super) fn sit_down(&mut self, begin: &Begin) {
        // before anything of the new match is signed, this machine's seats have signed off in the one before
        let older = self.older.as_mut();
        let signed_off = older.map_or(Ok(()), |older| on_disk(|| older.sign_off(&begin.manifest)));
        let made = signed_off.and_then(|()| on_disk(|| self.make_chairs(begin)));
        let signing = match made {
            Ok(signing) => self.signing.insert(signing),
            Err(error) => return self.fail_to_begin(&error),
        };
        let sessions: Vec<_> = signing.chairs.iter().map(|chair| &chair.session).collect();
        let older = self.older.as_ref().map(Older::sessions);
        let older = older.unwrap_or_default();
        let done = match &mut self.side {
            Side::Host(host) => host.begun_in_place(&older).map(|_lines| ()),
            Side::Guest(guest) => guest.signed_in_place(&sessions, &older),
        };
        match done {
            Err(error) => {
                self.get_up();
                self.refuse(&error, error.advice(self.side.is_host()));
            }
            Ok(()) => {
                signing.is_signed = true;
                if self.side.is_host() {
                    self.end_with_match();
                }
            }
        }
    }

    /// This program cannot begin: everybody is back at the table.
    fn fail_to_begin(&mut self, error: &StartError) {
        self.refuse(error, error.advice());
        // a match is about to begin here, so that this cannot be refused
        let _ = match &mut self.side {
            Side::Host(host) => host.back(),
            Side::Guest(guest) => guest.back(),
        };
    }

    fn make_chairs(&self, begin: &Begin) -> Result<Signing, StartError> {
        let home = &self.home;
        let next = || Some(next_file(&self.older.as_ref()?.file));
        let record = self.record.clone().or_else(next);
        let record = record_path(home, record, &self.remote.house.book);
        let mut chairs = seats_at_table(home, begin.sessions(at_rest())?, &record)?;
        let peers = self.peers_of(begin);
        // before the signatures: a program that ends right after them must find the host again
        let book = AddressBook {
            contacts: self.contacts(&peers),
            ..self.remote.house.book.clone()
        };
        let book = book.to_bytes();
        let written = chairs.iter_mut().try_for_each(|chair| {
            chair.session.keep(&book);
            chair.write_down()
        });
        if let Err(error) = written {
            for chair in chairs {
                chair.files.discard(&chair.session);
            }
            return Err(error.into());
        }
        let seats = begin.seats.iter();
        Ok(Signing {
            chairs,
            seats: seats
                .map(|chair| (chair.seat, chair.decider.clone()))
                .collect(),
            keys: begin
                .seats
                .iter()
                .map(|chair| chair.identity.public())
                .collect(),
            peers,
            is_signed: false,
            is_waiting: false,
        })
    }

    /// The keys of the other machines of a match that begins.
    fn peers_of(&self, begin: &Begin) -> Vec<PublicKey> {
        let players = begin.manifest.seats.iter().map(|entry| entry.identity);
        let players: BTreeSet<PublicKey> = players.collect();
        let sitters = self.side.table().into_iter().flat_map(|it| it.sitters());
        let playing = sitters.filter(|(_, sitter)| players.contains(&sitter.identity));
        let machines: BTreeSet<PublicKey> = playing.map(|(_, sitter)| sitter.machine).collect();
        let own = self.remote.house.own;
        machines.into_iter().filter(|key| *key != own).collect()
    }

    /// Where the other machines are found, as far as this one knows: a guest has met the host alone, who comes first.
    fn contacts(&self, peers: &[PublicKey]) -> Vec<Contact> {
        let known = |key: &PublicKey| {
            let mut ways = self.remote.ways.iter();
            ways.find(|way| way.contact.peer == Some(*key))
        };
        let secret = self.remote.house.book.secret;
        let contact = |key| {
            let contact = match known(key) {
                Some(way) => way.contact.clone(),
                None => Contact::new(Some(*key), secret),
            };
            Contact {
                others: self.others_at(*key),
                ..contact
            }
        };
        let mut contacts: Vec<Contact> = peers.iter().map(contact).collect();
        contacts.sort_by_key(|contact| {
            self.side.is_host() || contact.peer.is_none_or(|key| known(&key).is_none())
        });
        contacts
    }

    /// The keys of the further players of the machine with that key.
    fn others_at(&self, machine: PublicKey) -> Vec<PublicKey> {
        let sitters = self.side.table().into_iter().flat_map(|it| it.sitters());
        let there = sitters.filter(|(_, sitter)| sitter.machine == machine);
        let keys = there.map(|(_, sitter)| sitter.identity);
        keys.filter(|key| *key != machine).collect()
    }

    /// Drops the sessions of a match that did not begin, with their files.
    pub(super) fn get_up(&mut self) {
        for chair in self.signing.take().into_iter().flat_map(|it| it.chairs) {
            chair.files.discard(&chair.session);
        }
    }

    /// The match before stays locked until its mark names the new one, with the first thing that is signed there; a player who
    /// has come new gets the file of it.
    fn leave_older(&mut self, signing: &mut Signing) {
        let key_of = |session: &Session| session.seat_key(session.seat());
        for old in self.older.take().into_iter().flat_map(|older| older.chairs) {
            let key = key_of(&old.session);
            let mut chairs = signing.chairs.iter_mut();
            if let Some(chair) = chairs.find(|chair| key_of(&chair.session) == key) {
                chair.files.replace_match(old.files);
            }
        }
        let manifest = signing.chairs[0].session.manifest();
        let sid = manifest.and_then(continuation::continued);
        if let (Some(past), Some(sid)) = (self.past.take(), sid) {
            let place = past_file(signing.chairs[0].files.public_path());
            let folder = self.home.matches_folder();
            let kept = on_disk(|| match continuation::file_of(&folder, &sid) {
                // a file of its own is not doubled
                Some(_) => Ok(()),
                None => create(&place, &past),
            });
            if let Err(error) = kept {
                self.note(format!(
                    "The file of the match before could not be kept: {error}."
                ));
            }
        }
    }

    /// The host's program plays a match of one of our players, whose files are gone, and has sent what was played.
    pub(super) fn keep_lost(&mut self, file: &[u8]) {
        // if this machine's player has not signed the file, or it comes from nobody of that match, it is no lost match: else
        // any peer could write files here
        let own: Vec<PublicKey> = self.side.players().iter().map(|own| own.key()).collect();
        let host = self.remote.ways.first().and_then(|way| way.contact.peer);
        let manifest = continuation::agreed(file).filter(|manifest| {
            let has = |key: &PublicKey| manifest.seats.iter().any(|it| it.identity == *key);
            own.iter().any(&has) && host.is_some_and(|host| has(&host))
        });
        let Some(manifest) = manifest else {
            return self.fail(
                "the match at that table has begun",
                "ask the players for another match",
            );
        };
        let folder = self.home.matches_folder();
        // not written over: the copy here has its key, and may hold more
        if let Some(here) = continuation::file_of(&folder, &manifest.sid()) {
            return self.fail(
                format!("you play this match already, in {}", here.display()),
                "resume it from your list, or with `warlord resume`",
            );
        }
        let book = &self.remote.house.book;
        let place = record_path(&self.home, self.record.clone(), book);
        // a copy without a key: with it the player can resign, or ask to continue
        match on_disk(|| create(&place, file)) {
            Ok(()) => self.fail(
                format!(
                    "you play this match already, and its files are not in your data folder; another player has sent what was \
                     played, which is kept in {}",
                    place.display()
                ),
                "enter the code once more: you can then ask to continue in a new match, or resign",
            ),
            Err(error) => self.fail(
                format!(
                    "you play this match already, its files are not in your data folder, and what another player has sent \
                     cannot be written to {}: {error}",
                    place.display()
                ),
                "check your rights and the space on the disk, then enter the code once more",
            ),
        }
    }

    /// Hands house and lines over to the match.
    pub(super) fn start(mut self) -> Result<Last, Box<Self>> {
        // the word to the guests that the line is the sessions' goes out before anything of theirs
        self.carry_out();
        let Some(mut signing) = self.signing.take() else {
            return Err(Box::new(self));
        };
        self.leave_older(&mut signing);
        let contacts = self.contacts(&signing.peers);
        let Self {
            remote:
                Remote {
                    house,
                    ways,
                    resources,
                },
            mut shown,
            mut told,
            ..
        } = self;
        let mut before = ways;
        let ways = (0..).zip(contacts).map(|(at, contact)| {
            let known = before
                .iter()
                .position(|way| way.contact.peer == contact.peer);
            match known.map(|known| before.swap_remove(known)) {
                Some(mut way) => {
                    way.contact.others = contact.others;
                    way.moved(&house, at, signing.is_waiting)
                }
                None => Way::new(&house, at, contact, TwoCodes::default(), false),
            }
        });
        let ways: Vec<Way> = ways.collect();
        let file = signing.chairs[0].files.public_path().to_owned();
        let mut view = View::new(file, signing.keys);
        view.shown.meeting.game = Some(house.book.game);
        // nobody but the players of the match from here on
        house
            .door
            .keep(ways.iter().flat_map(|way| way.contact.keys()));
        let brief = Brief {
            home: Some(self.home),
            chairs: signing.chairs,
            wire: Wire::Remote(Box::new(Remote {
                house,
                ways,
                resources,
            })),
            view,
            limits: self.limits,
            accepts_any_offer: true,
            asks: None,
        };
        let handle = drive(brief, &self.runtime);
        // before any request of the user's: somebody may resign in the first step
        if shown.goes_on.is_some() {
            handle.send(Command::GoOnAhead(shown.goes_on));
        }
        let started = Started {
            handle,
            seats: signing.seats,
        };
        shown.ended = true;
        told.push(LobbyHappening::Started(Box::new(started)));
        Ok(Last {
            shared: self.shared,
            shown,
            told,
        })
    }
}

/// The last that is shown of a lobby whose match has begun.
pub(super) struct Last {
    shared: std::sync::Arc<crate::handle::Shared<super::LobbySnapshot, LobbyHappening>>,
    shown: super::LobbySnapshot,
    told: Vec<LobbyHappening>,
}

impl Last {
    pub(super) fn publish(self) {
        self.shared.publish(&self.shown, self.told);
    }
}
