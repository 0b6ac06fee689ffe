//! The files with which a match begins or is taken up.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::time::Duration;

use data_encoding::HEXLOWER;
use protocol::file::WriterId;
use protocol::{Now, ResumeError, Session};

use super::{CopyKind, StartError, fresh, random};
use crate::address_book::{AddressBook, Role};
use crate::clock::{date, today, unix_ms};
use crate::driver::Chair;
use crate::home::{Home, Player};
use crate::invitation::Invitation;
use crate::limits::LARGEST_MATCH;
use crate::storage::{MatchFiles, PUBLIC_ENDING, StorageError};
use crate::writing::read_within;

/// A seat of a new match, with files that are made once there is something to write.
pub(crate) fn seat(home: &Home, mut session: Session, record: &Path) -> Result<Chair, StartError> {
    let mut files = MatchFiles::fresh(record)?;
    sign_in(home, &mut session, &mut files, None)?;
    Ok(Chair { session, files })
}

/// Leaves the id of this run in the private file and in the memory of this machine, once there is something to write.
fn sign_in(
    home: &Home,
    session: &mut Session,
    files: &mut MatchFiles,
    before: Option<WriterId>,
) -> Result<(), StartError> {
    let own = random()?;
    files.written_in(home.writers().run(session.match_key(), before, own));
    session.write_as(own);
    Ok(())
}

/// A seat whose files were opened again.
pub(crate) struct Reopened {
    pub(crate) chair: Chair,
    pub(crate) player: Player,
    /// Another machine wrote the files last, or they are an older copy: the user is asked before anything is signed.
    pub(crate) is_strange: bool,
}

pub(crate) fn other_writer(file: &Path) -> StartError {
    let file = file.to_owned();
    StartError::OtherWriter { file }
}

/// What is wrong with the end of a match file that is taken up, for the user.
pub(crate) fn damage_of(file: &Path) -> Option<String> {
    let bytes = read_within(file, LARGEST_MATCH).ok()?;
    let (_, tail) = protocol::file::read_public(&bytes).ok()?;
    let damage = tail.damage()?;
    Some(format!("{} is damaged: {damage}.", file.display()))
}

/// Opens the files of a seat with the key of this machine that the manifest names.
pub(crate) fn reopen(home: &Home, file: &Path, copy: CopyKind) -> Result<Reopened, StartError> {
    let is_new = copy == CopyKind::NewKey;
    let (mut files, public, private) = match is_new {
        true => MatchFiles::renewed(file)?,
        false => {
            let (files, public, private) = MatchFiles::existing(file)?;
            (files, public, Some(private))
        }
    };
    let private = private.as_deref();
    let fresh = fresh()?;
    let now = Now {
        clock: Duration::ZERO,
        unix_ms: unix_ms(),
    };
    let mut refused = ResumeError::NotMine;
    for player in home.known_players()? {
        let identity = player.identity();
        let session = match is_new {
            true => Session::renew(identity, &public, private, fresh.clone(), now),
            false => Session::resume(identity, &public, private.unwrap_or_default(), now),
        };
        match session {
            Ok(mut session) => {
                let before = private.filter(|_| !is_new);
                let before = before.and_then(protocol::file::writer);
                let is_strange = home.writers().is_strange(&session.match_key(), before);
                sign_in(home, &mut session, &mut files, before)?;
                return Ok(Reopened {
                    chair: Chair { session, files },
                    player,
                    is_strange,
                });
            }
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

/// The file of the data folder with the match of a fresh code of the other player.
pub(super) fn known_match(home: &Home, code: &Invitation) -> Result<Option<PathBuf>, StartError> {
    // the name of a file begins with day and match id, and nobody else's match has the code's secret
    let id = HEXLOWER.encode(&code.game[..4]);
    let Ok(entries) = std::fs::read_dir(home.matches_folder()) else {
        return Ok(None);
    };
    let mut files: Vec<PathBuf> = entries
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|file| {
            let name = file.file_name().unwrap_or_default().to_string_lossy();
            name.contains(&id)
                && file
                    .extension()
                    .is_some_and(|ending| ending == PUBLIC_ENDING)
        })
        .collect();
    files.sort();
    for file in files {
        let Reopened { chair, player, .. } = match reopen(home, &file, CopyKind::Own) {
            Ok(opened) => opened,
            // the host's own program may try the invitation as a guest; the guest's program must not join a second time
            Err(error @ StartError::Storage(StorageError::InUse { .. })) => {
                if file.to_string_lossy().contains("-guest.") {
                    return Err(error);
                }
                continue;
            }
            Err(_unreadable) => continue,
        };
        let book = AddressBook::from_bytes(chair.session.kept());
        if player.key() != code.host && book.is_some_and(|mut book| book.take(code)) {
            return Ok(Some(file));
        }
    }
    Ok(None)
}

/// The file of a match unless the user names a file: `DAY-GAME-ROLE.fpm` in the data folder.
pub(crate) fn record_path(home: &Home, named: Option<PathBuf>, book: &AddressBook) -> PathBuf {
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
