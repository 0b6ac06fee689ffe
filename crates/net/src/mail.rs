//! Play by mail: letters that people send to each other as files or as text, with no connection at all.

use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::time::Duration;

use data_encoding::BASE64;
use protocol::packet::{MAX_PACKET, PACKET_HEADER};
use protocol::{ImportError, Now, Offer, Session};

use crate::clock::unix_ms;
use crate::driver::{Chair, View, Wire};
use crate::handle::MatchHandle;
use crate::home::{Home, Player, private_options};
use crate::limits::Limits;
use crate::runtime::runtime;
use crate::start::{StartError, drive, fresh, reopen};
use crate::storage::{MatchFiles, StorageError};

/// The ending of the private file of an offer by mail that nobody has answered yet.
const DRAFT_ENDING: &str = "draft";
const BEGIN: &str = "-----BEGIN WARLORD LETTER-----";
const END: &str = "-----END WARLORD LETTER-----";
const COLUMNS: usize = 64;

/// A letter as text that survives being pasted into a mail.
pub fn letter_to_text(letter: &[u8]) -> String {
    let digits = BASE64.encode(letter);
    let mut text = format!("{BEGIN}\n");
    let mut rest = digits.as_str();
    while !rest.is_empty() {
        let (line, after) = rest.split_at(rest.len().min(COLUMNS));
        text.push_str(line);
        text.push('\n');
        rest = after;
    }
    text + END + "\n"
}

/// The letter in a file, or in a text that holds one somewhere, quoted or not.
///
/// # Errors
/// Returns [`ImportError`] where there is no letter.
pub fn letter_from(bytes: &[u8]) -> Result<Vec<u8>, ImportError> {
    use protocol::packet::PacketError;

    if bytes.starts_with(PACKET_HEADER) {
        return Ok(bytes.to_vec());
    }
    if bytes.len() > 2 * MAX_PACKET {
        return Err(PacketError::TooLong(bytes.len()).into());
    }
    let text = String::from_utf8_lossy(bytes);
    let Some((_, after)) = text.split_once(BEGIN) else {
        // a letter of another format, or none: the reader of letters says which
        return Ok(bytes.to_vec());
    };
    let (digits, _) = after.split_once(END).ok_or(PacketError::Damaged)?;
    let is_digit = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/' | b'=');
    let digits: Vec<u8> = digits.bytes().filter(is_digit).collect();
    BASE64
        .decode(&digits)
        .map_err(|_cause| PacketError::Damaged.into())
}

/// Makes an offer by mail: writes the draft of the match beside `record`, and gives the letter for the guest.
///
/// # Errors
/// Returns [`StartError`] where the offer cannot be made or the files cannot be written.
pub fn offer_by_mail(player: &Player, offer: &Offer, record: &Path) -> Result<Vec<u8>, StartError> {
    let session = Session::host_by_mail(player.identity(), player.name(), offer, fresh()?)?;
    MatchFiles::fresh(record)?;
    let draft = record.with_extension(DRAFT_ENDING);
    let bytes = session.draft_file().unwrap_or_default();
    let written = || -> io::Result<()> {
        let mut file = private_options()
            .write(true)
            .create_new(true)
            .open(&draft)?;
        file.write_all(&bytes)?;
        file.sync_all()
    };
    written().map_err(|source| match source.kind() {
        io::ErrorKind::AlreadyExists => StorageError::Exists {
            file: draft.clone(),
        },
        _ => StorageError::Unwritable {
            file: draft.clone(),
            source,
        },
    })?;
    session.export().map_err(StartError::NoLetter)
}

/// The letter that tells the other player everything signed here that the other may lack.
///
/// # Errors
/// Returns [`StartError`] where the match cannot be taken up, or has nothing to tell yet.
pub fn export(home: &Home, file: &Path) -> Result<Vec<u8>, StartError> {
    let (chair, _player) = open(home, file)?;
    chair.session.export().map_err(StartError::NoLetter)
}

/// The match of that file, or the offer that nobody has answered yet.
fn open(home: &Home, file: &Path) -> Result<(Chair, Player), StartError> {
    let draft = file.with_extension(DRAFT_ENDING);
    if file.exists() || !draft.exists() {
        return reopen(home, file);
    }
    let bytes = fs::read(&draft).map_err(|source| StorageError::Unreadable {
        file: draft.clone(),
        source,
    })?;
    for player in home.known_players()? {
        if let Some(session) = Session::resume_draft(player.identity(), &bytes) {
            let files = MatchFiles::fresh(file)?;
            return Ok((Chair { session, files }, player));
        }
    }
    Err(StartError::NoBook { file: draft })
}

/// Removes the draft of a match that has begun.
pub(crate) fn forget_draft(file: &Path) {
    if !file.exists() {
        return;
    }
    // a draft that stays does no harm: the match file beside it counts
    let _ = fs::remove_file(file.with_extension(DRAFT_ENDING));
}

/// The settings for reading a letter.
#[derive(Debug, Clone)]
pub struct LetterConfig {
    /// The data folder, where the players' keys are.
    pub home: Home,
    /// The player, where the letter is an offer and begins a match.
    pub player: Player,
    /// The match file; a new one where the letter is an offer.
    pub file: PathBuf,
    /// The letter; without one the present turn is made.
    pub letter: Option<Vec<u8>>,
    /// Set to agree to any offer; otherwise the match waits for [`crate::Command::Accept`].
    pub accept: bool,
}

/// Takes a letter in. The match goes on as far as this side can go alone, then ends with
/// [`crate::Snapshot::letter`], the answer.
///
/// # Errors
/// Returns [`StartError`] where the match cannot be taken up or begun.
pub fn by_letter(config: LetterConfig) -> Result<MatchHandle, StartError> {
    let LetterConfig {
        home,
        player,
        file,
        mut letter,
        accept,
    } = config;
    let draft = file.with_extension(DRAFT_ENDING);
    let (chair, player) = match letter.take_if(|_| !file.exists() && !draft.exists()) {
        Some(offer) => {
            let session = Session::join_by_mail(player.identity(), player.name(), &offer, fresh()?);
            let chair = Chair {
                session: session.map_err(StartError::Letter)?,
                files: MatchFiles::fresh(&file)?,
            };
            (chair, player)
        }
        None => open(&home, &file)?,
    };
    let mut chair = chair;
    if let Some(letter) = letter {
        let now = Now {
            clock: Duration::ZERO,
            unix_ms: unix_ms(),
        };
        chair
            .session
            .import(now, &letter)
            .map_err(StartError::Letter)?;
    }
    let runtime = runtime().map_err(StartError::NoThreads)?;
    let view = View::new(chair.files.public_path().to_owned(), vec![player.key()]);
    Ok(drive(
        vec![chair],
        Wire::Mail,
        view,
        Limits::default(),
        accept,
        &runtime,
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_letter_comes_back_from_its_text_however_it_was_quoted() {
        let letter: Vec<u8> = PACKET_HEADER.iter().copied().chain(0..=255).collect();
        let text = letter_to_text(&letter);
        assert!(text.lines().all(|line| line.len() <= COLUMNS));
        for text in [
            text.clone(),
            text.replace('\n', "\r\n> "),
            format!("Dear Ben,\n\nmy turn:\n{text}\nYours, Ada\n"),
        ] {
            assert_eq!(letter_from(text.as_bytes()), Ok(letter.clone()), "{text}");
        }
        assert_eq!(letter_from(&letter), Ok(letter.clone()));
        let cut = text.split_at(text.len() / 2).0;
        assert!(letter_from(cut.as_bytes()).is_err());
    }
}
