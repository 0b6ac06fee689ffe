//! Taking a seat: with the files of a new match, or with those of a match that is resumed.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use data_encoding::HEXLOWER;
use home::address_book::{AddressBook, Role};
use home::clock::{at_rest, date, today};
use home::file_names::{PRIVATE_ENDING, PUBLIC_ENDING, private_file};
use home::limits::LARGEST_MATCH;
use home::mark::Pen;
use home::storage::MatchFiles;
use home::writing::read_within;
use home::{Home, Invitation, Player, StorageError, Strangeness, continuation};
use protocol::file::{OwnFiles, RunId};
use protocol::hash::Digest;
use protocol::{ResumeError, Session, Standing};

use crate::chair::Chair;
use crate::fresh::{fresh, random};
use crate::start_error::StartError;

/// A seat of a new match against another program. Its files are made once there is something to write.
pub(crate) fn seat(home: &Home, mut session: Session, record: &Path) -> Result<Chair, StartError> {
    let mut files = MatchFiles::fresh(record)?;
    let run = random()?;
    // the right to sign is tied to this run: another program with the same files finds another run's mark (threat 19)
    files.sign_with(home.marks(), run, Some(home.marks().new_pen(run)));
    session.sign_in(run);
    Ok(Chair::new(session, files))
}

/// The seats of this machine at a table that begins. Their files are made once there is something to write; the first chair
/// writes the match.
pub(crate) fn seats_at_table(
    home: &Home,
    sessions: Vec<Session>,
    record: &Path,
) -> Result<Vec<Chair>, StartError> {
    let seated = sessions.into_iter().enumerate();
    let chairs = seated.map(|(chair, mut session)| {
        let mut files = MatchFiles::fresh_at(record, chair)?;
        let run = random()?;
        files.sign_with(home.marks(), run, Some(home.marks().new_pen(run)));
        session.sign_in(run);
        Ok(Chair::new(session, files))
    });
    chairs.collect()
}

/// A seat of a new match within this program: anybody who copies all seats can hurt nobody else.
pub(crate) fn seat_here(
    session: Session,
    record: &Path,
    chair: usize,
) -> Result<Chair, StartError> {
    Ok(Chair::new(session, MatchFiles::fresh_at(record, chair)?))
}

/// A seat whose files were opened again.
pub(crate) struct Reopened {
    pub(crate) chair: Chair,
    pub(crate) player: Player,
    /// A sentence for the user about the match that is opened again.
    pub(crate) note: Option<String>,
}

impl Reopened {
    /// Adds a sentence for the user in front of the others.
    fn noting(self, sentence: Option<String>) -> Self {
        let notes: Vec<String> = sentence.into_iter().chain(self.note).collect();
        Self {
            note: (!notes.is_empty()).then(|| notes.join(" ")),
            ..self
        }
    }
}

/// The right of a new run to sign with those files, or the reason why they are strange; nothing if all seats are in
/// this program.
fn pen(
    home: &Home,
    file: &Path,
    public: &[u8],
    private: &[u8],
    run: RunId,
) -> Result<Option<Result<Pen, Strangeness>>, StorageError> {
    let book = protocol::file::kept(private).and_then(|kept| AddressBook::from_bytes(&kept));
    // nothing can be signed against anybody else there
    if book.is_some_and(|book| book.role == Role::Local) {
        return Ok(None);
    }
    match OwnFiles::read(public, private) {
        // the keys in the files name the mark; a file without them has none to look for
        Some(own) => {
            let pen = home.marks().pen(&own, run);
            pen.map(Some)
                .map_err(|error| StorageError::of_mark(error, file))
        }
        None => Ok(Some(Err(Strangeness::NoMark))),
    }
}

/// What is wrong with the end of a match file that is resumed, for the user.
pub(crate) fn damage_of(file: &Path) -> Option<String> {
    let bytes = read_within(file, LARGEST_MATCH).ok()?;
    let (_, tail) = protocol::file::read_public(&bytes).ok()?;
    let damage = tail.damage()?;
    Some(format!("{} is damaged: {damage}.", file.display()))
}

/// Opens the files of a seat with the key of this machine that the manifest names. They are those of the newest match
/// that continues the one of that file.
pub(crate) fn reopen(home: &Home, file: &Path) -> Result<Reopened, StartError> {
    let opened = reopen_itself(home, file)?;
    // a table that this seat has signed in the place of the match may have begun without this program hearing of it
    let next = opened.chair.session.signed_next();
    let folder = opened.chair.files.public_path().parent();
    let next = next.zip(folder);
    let next = next.and_then(|(sid, folder)| continuation::own_file_of(folder, &sid));
    let Some(next) = next else {
        return Ok(opened);
    };
    // the lock of the one before goes first: both may be of one chair
    drop(opened);
    let opened = reopen_with_key(home, &next)?;
    let followed = continuation::followed(file, &next);
    Ok(opened.noting(followed))
}

/// Opens a match again as [`reopen`] does, but refuses one that this seat has signed and that may not have begun.
pub(crate) fn reopen_itself(home: &Home, file: &Path) -> Result<Reopened, StartError> {
    let newest = continuation::newest(file);
    // without its private file a match is still opened: its seat can resign, and ask to continue
    let opened = match newest.with_extension(PRIVATE_ENDING).exists() {
        true => reopen_with_key(home, &newest)?,
        false => reopen_without_key(home, &newest)?,
    };
    if newest != file {
        let sid = opened.chair.session.sid();
        close_earlier(home, &newest, sid)?;
    }
    let followed = continuation::followed(file, &newest);
    Ok(opened.noting(followed))
}

/// Makes sure that nothing more is signed in the match before, even from files that are found without the new ones: a
/// crash may have come before its mark was written.
fn close_earlier(home: &Home, file: &Path, sid: Option<Digest>) -> Result<(), StartError> {
    // only the match right before: earlier ones were closed when it began
    let (Some(before), Some(sid)) = (continuation::earlier(file).pop(), sid) else {
        return Ok(());
    };
    let read = |path: &Path| std::fs::read(path).ok();
    let private = read(&before.with_extension(PRIVATE_ENDING));
    let own = read(&before)
        .zip(private)
        .and_then(|(public, private)| OwnFiles::read(&public, &private));
    if let Some(own) = own {
        let closed = home.marks().close(&own, random()?, sid);
        closed.map_err(|error| StorageError::of_mark(error, &before))?;
    }
    Ok(())
}

/// Opens a match whose private file is lost: its seat can resign, and ask to continue in a new match.
fn reopen_without_key(home: &Home, file: &Path) -> Result<Reopened, StartError> {
    let (mut files, public) = MatchFiles::without_key(file)?;
    let now = at_rest();
    // tried with each player of this machine: the file alone does not say whose seat is opened
    for player in home.known_players()? {
        match Session::resume_without_key(player.identity(), &public, &fresh()?, now) {
            Ok(mut session) => {
                let run = random()?;
                files.sign_with(home.marks(), run, None);
                session.sign_in(run);
                let chair = Chair {
                    strangeness: Some(Strangeness::NoKey),
                    ..Chair::new(session, files)
                };
                return Ok(Reopened {
                    chair,
                    player,
                    note: None,
                });
            }
            Err(ResumeError::NotMine) => {}
            Err(source) => {
                let file = file.to_owned();
                return Err(StartError::Resume { file, source });
            }
        }
    }
    // somebody else's match: then the missing private file is the error to report
    let opened = MatchFiles::existing(file);
    opened.map(|_| ()).map_err(StartError::from)?;
    Err(StartError::Resume {
        file: file.to_owned(),
        source: ResumeError::NotMine,
    })
}

/// Opens the files of one match.
fn reopen_with_key(home: &Home, file: &Path) -> Result<Reopened, StartError> {
    let (files, public, private) = MatchFiles::existing(file)?;
    // a new match that a crash stopped before its first signature leaves files that must not count
    continuation::clear_unbegun(file, &private);
    take_seat(home, file, files, &public, &private)
}

/// Opens the private files of the further chairs of this machine at a match whose seats are all here. Each says itself
/// which seat it is of; the first chair, which writes the match, stays the first.
pub(crate) fn reopen_others(
    home: &Home,
    player: Player,
    first: Chair,
) -> Result<(Vec<Player>, Vec<Chair>), StartError> {
    let file = first.files.public_path().to_owned();
    // one match file serves all: the first chair's session has checked it, and has cut off what a crash left half
    let public = first.session.match_file().unwrap_or_default();
    let seats = first.session.manifest();
    let seats = seats.map_or(0, |manifest| manifest.seats.len());
    let (mut players, mut chairs) = (vec![player], vec![first]);
    for chair in 1..seats {
        let (files, private) = MatchFiles::existing_beside(&file, chair)?;
        let opened = take_seat(home, &private_file(&file, chair), files, &public, &private)?;
        players.push(opened.player);
        chairs.push(opened.chair);
    }
    Ok((players, chairs))
}

/// Opens the private files of the further chairs that this machine has at a table; the first chair stays the first.
pub(crate) fn further_chairs(
    home: &Home,
    first: Chair,
) -> Result<(Vec<Player>, Vec<Chair>), StartError> {
    let file = first.files.public_path().to_owned();
    // one match file serves all: the first chair's session has checked it, and has cut off what a crash left half
    let public = first.session.match_file().unwrap_or_default();
    let seats = first.session.manifest();
    let seats = seats.map_or(0, |manifest| manifest.seats.len());
    let first_sid = first.session.sid();
    let (mut players, mut chairs) = (Vec::new(), vec![first]);
    for chair in 1..seats {
        // they are numbered without gaps; a name behind them may be that of a match which continues this one
        let beside = read_within(&private_file(&file, chair), LARGEST_MATCH);
        let place = beside.ok().and_then(|bytes| protocol::file::place(&bytes));
        if place.map(|(sid, _)| sid) != first_sid {
            break;
        }
        let (files, private) = MatchFiles::existing_beside(&file, chair)?;
        let opened = take_seat(home, &private_file(&file, chair), files, &public, &private)?;
        players.push(opened.player);
        chairs.push(opened.chair);
    }
    Ok((players, chairs))
}

/// Sits down with the files of a seat, with the key of this machine that the manifest names.
fn take_seat(
    home: &Home,
    file: &Path,
    mut files: MatchFiles,
    public: &[u8],
    private: &[u8],
) -> Result<Reopened, StartError> {
    let now = at_rest();
    let run = random()?;
    let (pen, strangeness) = match pen(home, file, public, private, run)? {
        None => (None, None),
        Some(Ok(pen)) => (Some(Some(pen)), None),
        Some(Err(strangeness)) => (Some(None), Some(strangeness)),
    };
    // strange files sign nothing but a resignation or a claim (section 7)
    let standing = match strangeness {
        None => Standing::Own,
        Some(_) => Standing::Strange,
    };
    let mut refused = ResumeError::NotMine;
    for player in home.known_players()? {
        let session = Session::resume(player.identity(), public, private, standing, now);
        match session {
            Ok(mut session) => {
                if let Some(pen) = pen {
                    files.sign_with(home.marks(), run, pen);
                }
                session.sign_in(run);
                let note = files.exposure();
                let chair = Chair {
                    strangeness,
                    ..Chair::new(session, files)
                };
                return Ok(Reopened {
                    chair,
                    player,
                    note,
                });
            }
            Err(ResumeError::NotMine) => {}
            Err(other) => {
                // the key fits, so no other player's will
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

/// The file in the data folder that holds the match of a fresh code of the other player.
pub(crate) fn known_match(home: &Home, code: &Invitation) -> Result<Option<PathBuf>, StartError> {
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
    // by name, so by day: the oldest match first
    files.sort();
    let mut later = files
        .iter()
        // a later match of the same line is reached from its first, and must not be opened twice
        .flat_map(|file| continuation::line_from(file).split_off(1));
    let later: BTreeSet<PathBuf> = later.by_ref().collect();
    let firsts = files.iter().filter(|file| !later.contains(*file));
    for file in firsts.cloned() {
        let Reopened { chair, player, .. } = match reopen(home, &file) {
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
        // a match whose private file is lost has no addresses, and its other player is known by the key
        let is_of_host = || {
            let manifest = chair.session.manifest();
            let mut seats = manifest.into_iter().flat_map(|it| &it.seats);
            seats.any(|entry| entry.identity == code.host)
        };
        let is_that = match book {
            Some(mut book) => book.take(code),
            None => chair.strangeness == Some(Strangeness::NoKey) && is_of_host(),
        };
        // the host's own program may hold the match too, as after a trial of one's own invitation
        if player.key() != code.host && is_that {
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
