//! The address book of a match: how this side is found, and where the peer was found. The session keeps the book in the
//! private file.

use std::fmt::Write as _;
use std::net::SocketAddr;
use std::str::FromStr;

use data_encoding::HEXLOWER;
use protocol::PublicKey;

use reach::{Address, Addresses, HostName};

use crate::hex::bytes_of;
use crate::invitation::{Admits, Invitation, JoinSecret};
use crate::limits::MEETING_PLACES;

const TITLE: &str = "warlord line 2";
/// The word for a player who is not known yet.
const NOBODY: &str = "nobody";

/// The kind of match, seen from this side.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    Host,
    Guest,
    /// Every seat is in one program.
    Local,
}

/// The address book of one match.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AddressBook {
    pub role: Role,
    pub game: [u8; 8],
    /// The secret by which others are let in here.
    pub secret: JoinSecret,
    pub last_day: u16,
    /// The addresses this side listens on.
    pub listen: Vec<SocketAddr>,
    /// Addresses of this side that this machine cannot know and the user named.
    pub typed: Vec<Address>,
    /// Set if the router is asked to forward the port.
    pub is_mapped: bool,
    /// The addresses of this side when the others were last here.
    pub told: Vec<SocketAddr>,
    /// Services that may be asked for the outside address of this side.
    pub services: Vec<Address>,
    /// Set at a table of three to eight: there is a contact for each other machine, of which each has a secret of its
    /// own.
    pub is_table: bool,
    /// Further secrets by which others are let in here: those of the codes of a table's seats.
    pub also: Vec<JoinSecret>,
    /// The other players' machines, each with where it is found; in a match of two exactly one.
    pub contacts: Vec<Contact>,
}

/// Another player's machine, and where it is found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Contact {
    /// The key of that machine's lines; none for a host whose guest has not come.
    pub peer: Option<PublicKey>,
    /// The keys of its other players at a table: if the one with the key of its lines leaves, another's takes its place.
    pub others: Vec<PublicKey>,
    /// The secret by which this side is let in there.
    pub secret: JoinSecret,
    /// Addresses where the peer was found, the latest first.
    pub found: Vec<SocketAddr>,
    /// Names under which the peer is found.
    pub names: Vec<HostName>,
    /// Set if the two met by two codes, through a router of the peer's that lets in only whom the peer has sent to.
    pub is_shut: bool,
}

impl Contact {
    /// A player of whom nothing is known but how one is let in.
    pub fn new(peer: Option<PublicKey>, secret: JoinSecret) -> Self {
        Self {
            peer,
            others: Vec::new(),
            secret,
            found: Vec::new(),
            names: Vec::new(),
            is_shut: false,
        }
    }

    /// The owner of a code, found where it says.
    pub fn of_code(code: &Invitation) -> Self {
        Self {
            found: code.addresses.candidates.clone(),
            names: code.addresses.names.clone(),
            ..Self::new(Some(code.host), code.secret)
        }
    }

    /// True if a player of that machine has the key.
    pub fn is_of(&self, key: PublicKey) -> bool {
        self.peer == Some(key) || self.others.contains(&key)
    }

    /// The keys of all players of that machine.
    pub fn keys(&self) -> impl Iterator<Item = PublicKey> {
        self.peer.into_iter().chain(self.others.iter().copied())
    }

    /// The machine's lines have that key from now on.
    pub fn moved_to(&mut self, key: PublicKey) {
        if self.peer == Some(key) {
            return;
        }
        self.others.retain(|other| *other != key);
        self.others.extend(self.peer.replace(key));
    }

    /// The two have met: of what the invitation named, only the name that led to the peer is dialed again.
    pub fn met(&mut self, name: Option<HostName>) {
        self.found.clear();
        self.names = Vec::from_iter(name);
    }

    /// Moves the address where the peer was just found to the front.
    pub fn found_at(&mut self, address: SocketAddr) {
        // moved, not doubled: the list is short, and an address twice would push out another place
        self.found.retain(|&other| other != address);
        self.found.insert(0, address);
        // each address kept is dialed on every try
        self.found.truncate(MEETING_PLACES);
    }

    /// Takes the addresses of a fresh code of the peer.
    fn take(&mut self, code: &Invitation) {
        let Addresses {
            candidates, names, ..
        } = &code.addresses;
        self.secret = code.secret;
        // fresh addresses first, and the old ones after them: the peer may be back at one of those
        self.found.retain(|known| !candidates.contains(known));
        self.found.splice(0..0, candidates.iter().copied());
        self.names.clone_from(names);
    }

    /// Every address and name to dial.
    pub fn targets(&self) -> Vec<Address> {
        let found = self.found.iter().copied().map(Address::Ip);
        found
            .chain(self.names.iter().cloned().map(Address::Name))
            .collect()
    }

    fn to_text(&self, text: &mut String) {
        let _ = match self.peer {
            Some(peer) => writeln!(text, "peer {peer}"),
            None => writeln!(text, "peer {NOBODY}"),
        };
        let _ = writeln!(text, "peer-secret {}", HEXLOWER.encode(&self.secret.0));
        for other in &self.others {
            let _ = writeln!(text, "beside {other}");
        }
        for address in &self.found {
            let _ = writeln!(text, "found {address}");
        }
        for name in &self.names {
            let _ = writeln!(text, "name {name}");
        }
        if self.is_shut {
            text.push_str("shut by-router\n");
        }
    }

    /// Reads a line about this player; `None` for one that is about nobody.
    fn read(&mut self, word: &str, value: &str) -> Option<()> {
        match word {
            "peer-secret" => self.secret = JoinSecret(bytes_of(value)?),
            "beside" => self.others.push(PublicKey(bytes_of(value)?)),
            "found" => self.found.push(SocketAddr::from_str(value).ok()?),
            "shut" => self.is_shut = true,
            "name" => match value.parse().ok()? {
                Address::Name(name) => self.names.push(name),
                Address::Ip(_) => return None,
            },
            // an unknown word is refused rather than skipped: the book would be written back without it
            _ => return None,
        }
        Some(())
    }
}

impl AddressBook {
    /// The book of a match whose seats are all in this program.
    pub fn local() -> Self {
        Self {
            role: Role::Local,
            game: [0; 8],
            secret: JoinSecret([0; 10]),
            last_day: 0,
            listen: Vec::new(),
            typed: Vec::new(),
            is_mapped: false,
            told: Vec::new(),
            services: Vec::new(),
            is_table: false,
            also: Vec::new(),
            contacts: Vec::new(),
        }
    }

    /// The book of a match whose private file is lost: another player is found by a code of theirs.
    pub fn of_code(code: &Invitation, role: Role) -> Self {
        Self {
            role,
            game: code.game,
            secret: code.secret,
            last_day: code.last_day,
            contacts: vec![Contact::new(Some(code.host), code.secret)],
            ..Self::local()
        }
    }

    /// The code by which this side is found, which has the key `own`.
    pub fn code(&self, own: PublicKey, last_day: u16, addresses: Addresses) -> Invitation {
        Invitation {
            host: own,
            secret: self.secret,
            game: self.game,
            last_day,
            addresses,
            admits: match self.is_table {
                true => Admits::Table,
                false => Admits::Match,
            },
        }
    }

    /// The machine of the player with that key.
    pub fn contact(&mut self, peer: PublicKey) -> Option<&mut Contact> {
        self.contacts.iter_mut().find(|contact| contact.is_of(peer))
    }

    /// Takes the addresses of a player from a fresh code of that player; false if the code is not of this match.
    pub fn take(&mut self, code: &Invitation) -> bool {
        // all three: a code of another match, or of another player, must not redirect this match's line; at a table
        // each machine has a secret of its own
        let fits = code.game == self.game && (self.is_table || code.secret == self.secret);
        let contact = self.contact(code.host).filter(|_| fits);
        contact.map(|contact| contact.take(code)).is_some()
    }

    pub fn to_bytes(&self) -> Vec<u8> {
        let role = match self.role {
            Role::Host => "host",
            Role::Guest => "guest",
            Role::Local => "local",
        };
        let mut text = format!(
            "{TITLE}\nrole {role}\ngame {}\nsecret {}\nlast-day {}\n",
            HEXLOWER.encode(&self.game),
            HEXLOWER.encode(&self.secret.0),
            self.last_day
        );
        for address in &self.listen {
            let _ = writeln!(text, "listen {address}");
        }
        for address in &self.typed {
            let _ = writeln!(text, "typed {address}");
        }
        if self.is_mapped {
            text.push_str("mapped by-router\n");
        }
        for address in &self.told {
            let _ = writeln!(text, "told {address}");
        }
        for service in &self.services {
            let _ = writeln!(text, "service {service}");
        }
        if self.is_table {
            text.push_str("table of-three-to-eight\n");
        }
        for secret in &self.also {
            let _ = writeln!(text, "also {}", HEXLOWER.encode(&secret.0));
        }
        // last: what follows a player is about that player
        for contact in &self.contacts {
            contact.to_text(&mut text);
        }
        text.into_bytes()
    }

    /// Reads a book; `None` if the bytes are no book.
    pub fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let text = std::str::from_utf8(bytes).ok()?;
        let mut lines = text.lines();
        if lines.next() != Some(TITLE) {
            return None;
        }
        let mut book = Self::local();
        for line in lines {
            let (word, value) = line.split_once(' ')?;
            match word {
                "role" => {
                    book.role = match value {
                        "host" => Role::Host,
                        "guest" => Role::Guest,
                        "local" => Role::Local,
                        _ => return None,
                    };
                }
                "game" => book.game = bytes_of(value)?,
                "secret" => book.secret = JoinSecret(bytes_of(value)?),
                "last-day" => book.last_day = value.parse().ok()?,
                "peer" => {
                    let peer = match value {
                        NOBODY => None,
                        key => Some(PublicKey(bytes_of(key)?)),
                    };
                    book.contacts.push(Contact::new(peer, book.secret));
                }
                "listen" => book.listen.push(SocketAddr::from_str(value).ok()?),
                "typed" => book.typed.push(value.parse().ok()?),
                "mapped" => book.is_mapped = true,
                "service" => book.services.push(value.parse().ok()?),
                "told" => book.told.push(SocketAddr::from_str(value).ok()?),
                "table" => book.is_table = true,
                "also" => book.also.push(JoinSecret(bytes_of(value)?)),
                about_a_player => book.contacts.last_mut()?.read(about_a_player, value)?,
            }
        }
        Some(book)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_kept_is_found_again() {
        let contact = Contact {
            peer: Some(PublicKey([3; 32])),
            others: vec![PublicKey([9; 32])],
            secret: JoinSecret([4; 10]),
            found: vec![SocketAddr::from(([0x2001, 0, 0, 0, 0, 0, 0, 1], 4433))],
            names: vec![HostName::new("nas", 4433).expect("a name")],
            is_shut: true,
        };
        let book = AddressBook {
            role: Role::Guest,
            game: [1; 8],
            secret: JoinSecret([2; 10]),
            last_day: 20_000,
            listen: vec![SocketAddr::from(([0, 0, 0, 0], 4433))],
            typed: ["203.0.113.7:40", "home.example.org:40"]
                .map(|text| text.parse().expect("an address"))
                .to_vec(),
            is_mapped: true,
            told: vec![SocketAddr::from(([192, 168, 1, 20], 4433))],
            services: vec!["stun.example.org:3478".parse().expect("an address")],
            is_table: true,
            also: vec![JoinSecret([5; 10]), JoinSecret([6; 10])],
            contacts: vec![
                contact,
                Contact::new(None, JoinSecret([2; 10])),
                Contact::new(Some(PublicKey([7; 32])), JoinSecret([8; 10])),
            ],
        };
        assert_eq!(AddressBook::from_bytes(&book.to_bytes()), Some(book));
        assert_eq!(AddressBook::from_bytes(b"something else"), None);
    }

    #[test]
    fn the_latest_address_comes_first_and_the_list_stays_short() {
        let mut contact = Contact::new(None, JoinSecret([0; 10]));
        for port in 1..=40 {
            contact.found_at(SocketAddr::from(([192, 0, 2, 1], port)));
        }
        contact.found_at(SocketAddr::from(([192, 0, 2, 1], 39)));
        let ports: Vec<u16> = contact.found.iter().map(SocketAddr::port).collect();
        assert_eq!(
            (&ports[..3], ports.len()),
            (&[39, 40, 38][..], MEETING_PLACES)
        );
    }

    #[test]
    fn a_fresh_code_of_the_peer_is_taken_and_no_other() {
        let mut book = AddressBook::local();
        let peer = Some(PublicKey([3; 32]));
        book.contacts.push(Contact::new(peer, book.secret));
        let [old, new] = [40, 41].map(|port| SocketAddr::from(([192, 0, 2, 1], port)));
        book.contacts[0].found_at(old);
        let code = Invitation {
            host: PublicKey([3; 32]),
            secret: book.secret,
            game: book.game,
            last_day: 0,
            addresses: Addresses {
                candidates: vec![new],
                ..Addresses::default()
            },
            admits: Admits::Match,
        };
        let others = [
            Invitation {
                host: PublicKey([4; 32]),
                ..code.clone()
            },
            Invitation {
                game: [7; 8],
                ..code.clone()
            },
            Invitation {
                secret: JoinSecret([7; 10]),
                ..code.clone()
            },
        ];
        assert!(others.iter().all(|other| !book.take(other)));
        assert_eq!(book.contacts[0].found, [old]);
        assert!(book.take(&code));
        assert_eq!(book.contacts[0].found, [new, old]);
        // at a table the owner of a code says by which secret one is let in
        book.is_table = true;
        assert!(others[..2].iter().all(|other| !book.take(other)));
        assert!(book.take(&others[2]));
        assert_eq!(book.contacts[0].secret, JoinSecret([7; 10]));
    }
}
