//! Open invitations on disk: an invitation outlives the program that made it, until somebody has used it, the host
//! takes it back, or its last day has passed.
//!
//! One file an invitation, `invitations/ID.txt` in the data folder, readable by its owner only: lines of a word and a
//! value, an empty line, and the scenario's text. A program that waits for the guest holds the file.

mod file;

use std::fmt::Write as _;
use std::fs;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::{Duration, UNIX_EPOCH};

use data_encoding::HEXLOWER;
use protocol::frame::{Access, MOST_SEATS};
use protocol::manifest::{Pace, Terms};
use protocol::{Offer, PublicKey, Seat, Start, Vacancy};
use scenario::Scenario;

use reach::Address;

use super::JoinSecret;
use crate::clock::today;
use crate::folder::Home;
use crate::hex::bytes_of;
use crate::limits::LARGEST_SETTINGS;
use crate::storage::StorageError;
use crate::writing::read_private_text;
pub use file::PendingFile;

const TITLE: &str = "warlord invitation 1";
const ENDING: &str = "txt";
/// The words for whom a seat is given to.
const OPEN: &str = "open";
const BY_CODE: &str = "code";
const CLOSED: &str = "closed";
const KEPT: &str = "kept";
/// The words for who sits there.
const HOSTS: &str = "host";
const FREE: &str = "free";

/// An invitation that waits for a guest.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PendingInvitation {
    pub game: [u8; 8],
    pub secret: JoinSecret,
    /// The secrets of the codes of a table's seats, from seat 0, whether such a code is given out or not.
    pub seat_secrets: Vec<JoinSecret>,
    /// The last day the invitation may be used, counted from 1970-01-01.
    pub last_day: u16,
    /// The key of the player who hosts.
    pub player: PublicKey,
    /// The name of the player who hosts.
    pub name: String,
    /// The addresses the host listens on; none means every interface.
    pub listen: Vec<SocketAddr>,
    /// Addresses of the host that this machine cannot know.
    pub public: Vec<Address>,
    /// Services that may be asked for the host's outside address.
    pub services: Vec<Address>,
    /// Set if the match is announced on the local network.
    pub lan: bool,
    /// Set if the router is asked to forward the port.
    pub mapping: bool,
    /// The match file, if the user named one.
    pub record: Option<PathBuf>,
    pub offer: Offer,
    /// The file of the older match in which somebody takes the place of a player who is gone.
    pub replaces: Option<PathBuf>,
    /// The seats of a table of three to eight, from seat 0; none for a match of two.
    pub table: Vec<PendingSeat>,
    /// Whoever has the code of the table sits down without being let in.
    pub is_open_to_all: bool,
}

/// A seat of a table as it is to be opened again.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PendingSeat {
    /// The side that plays there, by its place among the game's sides.
    pub side: u8,
    pub access: Access,
    /// The host sits there.
    pub is_hosts: bool,
}

impl PendingInvitation {
    /// True for a table of three to eight, which is opened again; otherwise a guest is waited for.
    pub fn is_table(&self) -> bool {
        !self.table.is_empty()
    }

    /// The id as people type it.
    pub fn id(&self) -> String {
        HEXLOWER.encode(&self.game[..4])
    }

    fn to_text(&self) -> String {
        let mut text = format!(
            "{TITLE}\ngame {}\nsecret {}\nlast-day {}\nplayer {}\nname {}\nlan {}\nmapping {}\n",
            HEXLOWER.encode(&self.game),
            HEXLOWER.encode(&self.secret.0),
            self.last_day,
            self.player,
            self.name,
            self.lan,
            self.mapping,
        );
        // writing to a string cannot fail
        for secret in &self.seat_secrets {
            let _ = writeln!(text, "seat-secret {}", HEXLOWER.encode(&secret.0));
        }
        for address in &self.listen {
            let _ = writeln!(text, "listen {address}");
        }
        for address in &self.public {
            let _ = writeln!(text, "public {address}");
        }
        for service in &self.services {
            let _ = writeln!(text, "service {service}");
        }
        // a name that is no UTF-8 is left out: the match then gets its usual name
        if let Some(record) = self.record.as_ref().and_then(|record| record.to_str()) {
            let _ = writeln!(text, "record {record}");
        }
        if let Some(replaced) = self.replaces.as_ref().and_then(|file| file.to_str()) {
            let _ = writeln!(text, "replaces {replaced}");
        }
        for PendingSeat {
            side,
            access,
            is_hosts,
        } in &self.table
        {
            let access = match access {
                Access::Open => OPEN,
                Access::Code => BY_CODE,
                Access::Closed => CLOSED,
                Access::Kept => KEPT,
            };
            let whose = if *is_hosts { HOSTS } else { FREE };
            let _ = writeln!(text, "seat {side} {access} {whose}");
        }
        if self.is_open_to_all {
            text.push_str("open to-all\n");
        }
        let offer = &self.offer;
        if let Some(Vacancy { host_was, gone }) = offer.vacancy {
            let _ = writeln!(text, "vacancy {} {gone}", host_was.0);
        }
        for (key, value) in &offer.options {
            let _ = writeln!(text, "option {key}={value}");
        }
        if let Some(start) = &offer.start {
            let bytes = protocol::codec::encode(start);
            let _ = writeln!(text, "start {}", HEXLOWER.encode(&bytes));
        }
        if let Some(side) = offer.host_side {
            let _ = writeln!(text, "side {}", offer.scenario.family().side_name(side));
        }
        if let Some(turns) = offer.max_turns {
            let _ = writeln!(text, "max-turns {turns}");
        }
        let _ = match offer.terms.pace {
            Pace::Untimed => Ok(()),
            Pace::Days(days) => writeln!(text, "days {days}"),
            Pace::Bank {
                bank_ms,
                increment_ms,
            } => writeln!(text, "bank {bank_ms} {increment_ms}"),
        };
        let _ = writeln!(text, "claim {}", offer.terms.claim.word());
        let _ = writeln!(text, "takeback {}", offer.takeback);
        if let Some(drop) = offer.drop {
            let _ = writeln!(text, "drop {}", drop.word());
        }
        let _ = writeln!(text, "scenario {}\n", offer.scenario.key());
        text.push_str(offer.scenario.text());
        text
    }

    fn read(text: &str) -> Option<Self> {
        // the first empty line: the scenario's text may have others
        let (head, scenario_text) = text.split_once("\n\n")?;
        let mut lines = head.lines();
        if lines.next() != Some(TITLE) {
            return None;
        }
        let lines: Vec<(&str, &str)> = lines
            .map(|line| line.split_once(' '))
            .collect::<Option<_>>()?;
        let value = |word: &str| {
            let mut lines = lines.iter();
            lines
                .find(|(other, _)| *other == word)
                .map(|(_, value)| *value)
        };
        let values = |word: &'static str| {
            let lines = lines.iter();
            lines
                .filter(move |(other, _)| *other == word)
                .map(|(_, value)| *value)
        };
        // as agreed, not as checked: a later version may know other limits, and the invitation was given out with
        // this text
        let scenario = Scenario::agreed(value("scenario")?, scenario_text).ok()?;
        let side = value("side").map(|name| scenario.family().parse_side(name).ok());
        let options = values("option").map(|option| {
            let (key, value) = option.split_once('=')?;
            Some((key.to_owned(), value.to_owned()))
        });
        let pace = match (value("days"), value("bank")) {
            (Some(days), _) => Pace::Days(days.parse().ok()?),
            (None, Some(bank)) => {
                let (bank, increment) = bank.split_once(' ')?;
                Pace::Bank {
                    // half a clock is no clock: a damaged file must not become another offer
                    bank_ms: bank.parse().ok()?,
                    increment_ms: increment.parse().ok()?,
                }
            }
            (None, None) => Pace::Untimed,
        };
        let secret = JoinSecret(bytes_of(value("secret")?)?);
        let seat_secrets: Vec<JoinSecret> = values("seat-secret")
            .map(|secret| bytes_of(secret).map(JoinSecret))
            .collect::<Option<_>>()?;
        if !are_apart(secret, &seat_secrets) {
            return None;
        }
        Some(Self {
            game: bytes_of(value("game")?)?,
            secret,
            seat_secrets,
            last_day: value("last-day")?.parse().ok()?,
            player: PublicKey(bytes_of(value("player")?)?),
            name: value("name")?.to_owned(),
            listen: values("listen")
                .map(|address| address.parse().ok())
                .collect::<Option<_>>()?,
            public: values("public")
                .map(|address| address.parse().ok())
                .collect::<Option<_>>()?,
            services: values("service")
                .map(|service| service.parse().ok())
                .collect::<Option<_>>()?,
            lan: value("lan")? == "true",
            mapping: value("mapping")? == "true",
            record: value("record").map(PathBuf::from),
            replaces: value("replaces").map(PathBuf::from),
            table: values("seat").map(read_seat).collect::<Option<_>>()?,
            is_open_to_all: value("open").is_some(),
            offer: Offer {
                options: options.collect::<Option<_>>()?,
                host_side: match side {
                    Some(side) => Some(side?),
                    None => None,
                },
                max_turns: match value("max-turns") {
                    Some(turns) => Some(turns.parse().ok()?),
                    None => None,
                },
                terms: Terms {
                    pace,
                    claim: value("claim")?.parse().ok()?,
                },
                takeback: value("takeback").is_some_and(|takeback| takeback == "true"),
                drop: match value("drop") {
                    Some(drop) => Some(drop.parse().ok()?),
                    None => None,
                },
                start: match value("start") {
                    Some(start) => Some(read_start(start)?),
                    None => None,
                },
                vacancy: match value("vacancy") {
                    Some(vacancy) => Some(read_vacancy(vacancy)?),
                    None => None,
                },
                scenario,
            },
        })
    }
}

/// True if each code of a seat is one of its own. In a file edited by hand one may be the table's or another seat's, by
/// which a guest would sit down on a seat that is kept for somebody else.
fn are_apart(secret: JoinSecret, of_seats: &[JoinSecret]) -> bool {
    let mut all: Vec<[u8; 10]> = of_seats.iter().map(|secret| secret.0).collect();
    all.push(secret.0);
    all.sort_unstable();
    let is_double = all.windows(2).any(|pair| pair[0] == pair[1]);
    of_seats.len() <= usize::from(MOST_SEATS) && !is_double
}

/// A seat of a table.
fn read_seat(text: &str) -> Option<PendingSeat> {
    let (side, rest) = text.split_once(' ')?;
    let (access, whose) = rest.split_once(' ')?;
    Some(PendingSeat {
        is_hosts: match whose {
            HOSTS => true,
            FREE => false,
            _ => return None,
        },
        side: side.parse().ok()?,
        access: match access {
            OPEN => Access::Open,
            BY_CODE => Access::Code,
            CLOSED => Access::Closed,
            KEPT => Access::Kept,
            _ => return None,
        },
    })
}

/// The position of an older match that an offer begins from.
fn read_start(digits: &str) -> Option<Start> {
    let bytes = HEXLOWER.decode(digits.as_bytes()).ok()?;
    protocol::codec::decode_canonical(&bytes).ok()
}

/// The seat of an older match that an offer gives to the guest.
fn read_vacancy(text: &str) -> Option<Vacancy> {
    let (seat, key) = text.split_once(' ')?;
    Some(Vacancy {
        host_was: Seat(seat.parse().ok()?),
        gone: PublicKey(bytes_of(key)?),
    })
}

impl Home {
    /// The invitations that wait for a guest, the oldest first. Invitations whose last day has passed are removed.
    pub fn invitations(&self) -> Vec<PendingInvitation> {
        let Ok(entries) = fs::read_dir(self.invitations_folder()) else {
            return Vec::new();
        };
        let mut found: Vec<(Duration, PendingInvitation)> = Vec::new();
        for path in entries.filter_map(|entry| Some(entry.ok()?.path())) {
            if path.extension().is_none_or(|ending| ending != ENDING) {
                continue;
            }
            let text = read_private_text(&path, LARGEST_SETTINGS).ok();
            let Some(invitation) = text.and_then(|text| PendingInvitation::read(&text)) else {
                tracing::warn!(file = %path.display(), "this is no invitation");
                continue;
            };
            // removed here, where somebody looks: no program runs at midnight to do it
            if invitation.last_day < today() {
                // a program that waits for the guest holds the lock and keeps its file
                if let Ok(file) = PendingFile::open(self, invitation.game) {
                    file.remove();
                }
                continue;
            }
            let made = fs::metadata(&path).and_then(|data| data.modified()).ok();
            let age = made.and_then(|made| made.duration_since(UNIX_EPOCH).ok());
            found.push((age.unwrap_or_default(), invitation));
        }
        // by time, then id: a file copied with its folder has the same time as others
        found.sort_by_key(|(made, invitation)| (*made, invitation.game));
        found
            .into_iter()
            .map(|(_, invitation)| invitation)
            .collect()
    }

    /// Takes an invitation back: nobody can use its code any more. A program that waits for the guest must be ended
    /// first.
    pub fn withdraw(&self, invitation: &PendingInvitation) -> Result<(), StorageError> {
        PendingFile::open(self, invitation.game).map(PendingFile::remove)
    }
}

#[cfg(test)]
mod tests {
    use protocol::manifest::{ClaimEffect, DropPolicy};

    use super::*;

    fn invitation(last_day: u16) -> PendingInvitation {
        let scenario = scenario::load("clash-of-arms").expect("a scenario");
        let scenario = scenario.expect("a sound scenario");
        let side = scenario.sides().iter().nth(1);
        PendingInvitation {
            game: [9; 8],
            secret: JoinSecret([7; 10]),
            seat_secrets: vec![JoinSecret([1; 10]), JoinSecret([2; 10])],
            last_day,
            player: PublicKey([5; 32]),
            name: "Ann the First".to_owned(),
            listen: vec![([192, 168, 1, 20], 4555).into()],
            public: vec!["home.example.org:4555".parse().expect("a name")],
            services: vec!["192.0.2.9:3478".parse().expect("an address")],
            lan: true,
            mapping: true,
            record: Some(PathBuf::from("/tmp/a match.fpm")),
            replaces: Some(PathBuf::from("/tmp/the old one.fpm")),
            table: [Access::Open, Access::Code, Access::Closed]
                .map(|access| PendingSeat {
                    side: 1,
                    access,
                    is_hosts: access == Access::Open,
                })
                .to_vec(),
            is_open_to_all: true,
            offer: Offer {
                scenario,
                options: vec![("short".to_owned(), "3".to_owned())],
                host_side: side,
                max_turns: Some(7),
                terms: Terms {
                    pace: Pace::Bank {
                        bank_ms: 600_000,
                        increment_ms: 10_000,
                    },
                    claim: ClaimEffect::Loss,
                },
                takeback: true,
                drop: Some(DropPolicy::Remove),
                start: Some(Start {
                    instead: false,
                    sid: [3; 32],
                    at: 9,
                    root: [4; 32],
                    after: 8,
                    position: b"a position".to_vec(),
                    written_ms: 1,
                    began_ms: 2,
                    times: Vec::new(),
                    gives_up: None,
                    forgiven: Vec::new(),
                    asks: None,
                    strange: Vec::new(),
                    number: 0,
                    gone: Vec::new(),
                    carried: None,
                }),
                vacancy: Some(Vacancy {
                    host_was: Seat(1),
                    gone: PublicKey([8; 32]),
                }),
            },
        }
    }

    #[test]
    fn an_invitation_is_found_again_locked_withdrawn_and_forgotten_after_its_last_day() {
        let folder = tempfile::tempdir().expect("a folder");
        let home = Home::at(folder.path()).expect("a data folder");
        let made = invitation(today());
        let file = PendingFile::create(&home, &made).expect("written");
        assert_eq!(home.invitations().as_slice(), std::slice::from_ref(&made));
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt as _;
            let mode = fs::metadata(&file.path)
                .expect("there")
                .permissions()
                .mode();
            assert_eq!(mode & 0o777, 0o600);
        }
        let in_use = home.withdraw(&made);
        assert!(
            matches!(in_use, Err(StorageError::Waiting { .. })),
            "{in_use:?}"
        );
        drop(file);
        home.withdraw(&made).expect("nobody waits");
        assert_eq!(home.invitations(), []);
        drop(PendingFile::create(&home, &invitation(today() - 1)).expect("written"));
        assert_eq!(home.invitations(), []);
        assert!(home.withdraw(&made).is_err(), "it was removed");
    }

    #[test]
    fn an_invitation_whose_codes_of_seats_are_not_apart_is_none() {
        let folder = tempfile::tempdir().expect("a folder");
        let home = Home::at(folder.path()).expect("a data folder");
        let made = invitation(today());
        let of_table = made.secret;
        let some = |from: u8, to: u8| (from..to).map(|byte| JoinSecret([byte; 10])).collect();
        for (seat_secrets, is_sound) in [
            (Vec::new(), true),
            (some(20, 28), true),
            (some(20, 29), false),
            (vec![of_table], false),
            (vec![JoinSecret([1; 10]), of_table], false),
            (vec![JoinSecret([1; 10]); 2], false),
        ] {
            let edited = PendingInvitation {
                seat_secrets,
                ..made.clone()
            };
            let file = PendingFile::create(&home, &edited).expect("written");
            let found = home.invitations();
            assert_eq!(found.as_slice() == [edited.clone()], is_sound, "{edited:?}");
            file.remove();
        }
    }

    #[cfg(unix)]
    #[test]
    fn an_invitation_that_others_can_read_is_closed_to_them() {
        use std::os::unix::fs::PermissionsExt as _;
        let folder = tempfile::tempdir().expect("a folder");
        let home = Home::at(folder.path()).expect("a data folder");
        let file = PendingFile::create(&home, &invitation(today())).expect("written");
        fs::set_permissions(&file.path, fs::Permissions::from_mode(0o644)).expect("set");
        assert_eq!(home.invitations().len(), 1);
        let mode = fs::metadata(&file.path).expect("there").permissions();
        assert_eq!(mode.mode() & 0o777, 0o600);
    }

    #[test]
    fn an_invitation_that_is_changed_is_found_as_it_is_now_and_stays_locked() {
        let folder = tempfile::tempdir().expect("a folder");
        let home = Home::at(folder.path()).expect("a data folder");
        let mut made = invitation(today());
        let mut file = PendingFile::create(&home, &made).expect("written");
        made.table.truncate(2);
        made.is_open_to_all = false;
        file.change(&made).expect("changed");
        assert_eq!(home.invitations().as_slice(), std::slice::from_ref(&made));
        let in_use = home.withdraw(&made);
        assert!(
            matches!(in_use, Err(StorageError::Waiting { .. })),
            "{in_use:?}"
        );
        drop(file);
        home.withdraw(&made).expect("nobody waits");
    }

    #[test]
    fn a_broken_file_is_passed_over() {
        let text = invitation(today()).to_text();
        assert_eq!(PendingInvitation::read(&text), Some(invitation(today())));
        for broken in ["", TITLE, "something else\n\nx", &text[..text.len() / 3]] {
            assert_eq!(PendingInvitation::read(broken), None, "{broken}");
        }
    }
}
