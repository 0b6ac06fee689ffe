//! Play by mail: letters that people send to each other as files or as text, with no connection at all.

use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use home::address_book::{AddressBook, Role};
use home::clock::at_rest;
use home::file_names::{DRAFT_ENDING, next_file};
use home::limits::LARGEST_MATCH;
use home::storage::MatchFiles;
use home::writing::{private_options, read_within, sync_name};
use home::{Home, Origin, Player, StorageError, continuation};
use protocol::manifest::ClaimEffect;
use protocol::packet::{self, Subject};
use protocol::{ContinueWish, ImportError, Manifest, Offer, Output, Session};
use reach::runtime;

use crate::chair::Chair;
use crate::driver::{Brief, View, Wire};
use crate::fresh::{fresh, random};
use crate::handle::MatchHandle;
use crate::limits::Limits;
use crate::seating::{Reopened, damage_of, record_path, reopen, seat};
use crate::start::{IN_THAT_MATCH, drive};
use crate::start_error::{StartError, admit};

/// Makes an offer by mail: writes the draft of the match beside `record`, and gives the letter for the guest.
///
/// # Errors
/// Returns [`StartError`] if the offer cannot be made or the files cannot be written.
pub fn offer_by_mail(player: &Player, offer: &Offer, record: &Path) -> Result<Vec<u8>, StartError> {
    let session = Session::host_by_mail(player.identity(), player.name(), offer, fresh()?)?;
    // refused if there is a match of that name: the draft would hide behind it
    MatchFiles::fresh(record)?;
    let draft = record.with_extension(DRAFT_ENDING);
    let bytes = session.draft_file().unwrap_or_default();
    let written = || -> io::Result<()> {
        let mut file = private_options()
            .write(true)
            .create_new(true)
            // never over another draft: its secrets would be lost, and with them an offer that may be in the post
            .open(&draft)?;
        let kept = file.write_all(&bytes).and_then(|()| file.sync_all());
        // the folder too, or a crash could lose the name of a file that is whole
        kept.and_then(|()| sync_name(&file, &draft))
            .inspect_err(|_| {
                // half a draft would stand in the way of the next try
                let _ = fs::remove_file(&draft);
            })
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
    // only now: the letter carries an offer that only this file can continue
    session.export().map_err(StartError::NoLetter)
}

/// The letter that gives the other player everything signed here that the other may lack.
///
/// # Errors
/// Returns [`StartError`] if the match cannot be resumed, or has nothing to say yet.
pub fn export(home: &Home, file: &Path) -> Result<Vec<u8>, StartError> {
    let mut chair = open(home, file)?.chair;
    // since this start of the program the session has heard nobody, and would sign nothing
    chair.session.hear_last_letter(at_rest());
    write_down(&mut chair)?;
    chair.session.export().map_err(StartError::NoLetter)
}

/// Has what the session gives out on disk, before a letter carries it to the other player.
fn write_down(chair: &mut Chair) -> Result<(), StartError> {
    // a letter that says nothing new needs no flush
    let mut is_written = false;
    while let Some(output) = chair.session.poll_output() {
        is_written |= matches!(output, Output::Persist(..) | Output::Replace(..));
        match output {
            // the mark before the bytes it speaks of, as over a line (threat 19)
            Output::Mark(signed) => chair.files.make_ready(&chair.session, signed)?,
            Output::Next { sid } => {
                let file = next_file(chair.files.public_path());
                chair.continue_in(&file, 0, sid)?;
            }
            Output::Persist(file, bytes) => chair.files.append(file, &bytes)?,
            Output::Replace(file, bytes) => chair.files.replace(file, &bytes)?,
            // there is no line, and the caller reports what was done
            Output::Send(..) | Output::Pass(..) | Output::Event(_) | Output::Close(..) => {}
        }
    }
    if is_written {
        chair.files.flush()?;
    }
    Ok(())
}

/// Claims that the other player's time is up, and gives the letter that says so. The user is asked first, with the
/// other player's name and what follows from a claim, once it is known that one can be made; if the user does not
/// agree, nothing is signed and there is no letter.
///
/// # Errors
/// Returns [`StartError`] if the match cannot be resumed, or the time is not up.
pub fn export_with_claim(
    home: &Home,
    file: &Path,
    agrees: impl FnOnce(&str, ClaimEffect) -> bool,
) -> Result<Option<Vec<u8>>, StartError> {
    let mut chair = open(home, file)?.chair;
    // asked only if a claim would be accepted: otherwise the session's reason is the answer
    if chair.session.may_claim(at_rest()) {
        let other = chair.session.seat().other();
        let manifest = chair.session.manifest();
        let entry = manifest.and_then(|manifest| manifest.seat(other));
        let name = entry.map_or("the other player", |entry| entry.name.as_str());
        let effect = manifest.map_or(ClaimEffect::Nothing, |manifest| manifest.terms.claim);
        if !agrees(name, effect) {
            return Ok(None);
        }
    }
    chair
        .session
        .claim(at_rest())
        .map_err(StartError::NoClaim)?;
    write_down(&mut chair)?;
    chair
        .session
        .export()
        .map(Some)
        .map_err(StartError::NoLetter)
}

/// Asks in a letter to continue in a new match. Gives the letter, and everything that the other player is asked to
/// agree to.
///
/// # Errors
/// Returns [`StartError`] if the match cannot be resumed, or this player cannot ask now.
pub fn export_with_question(
    home: &Home,
    file: &Path,
    wish: ContinueWish,
) -> Result<(Vec<u8>, Vec<String>), StartError> {
    let mut chair = open(home, file)?.chair;
    let session = &mut chair.session;
    session.hear_last_letter(at_rest());
    // before the question is signed: afterward the session speaks of the new match
    let terms = session.continue_terms(wish);
    let other = session.seat().other();
    let entry = session.manifest().and_then(|manifest| manifest.seat(other));
    let name = entry.map_or("the other player", |entry| entry.name.as_str());
    let words = terms.map(|terms| terms.in_words(session.seat(), |_| name));
    session
        .ask_to_continue(at_rest(), wish, &fresh()?)
        .map_err(StartError::NoQuestion)?;
    write_down(&mut chair)?;
    let letter = chair.session.export().map_err(StartError::NoLetter)?;
    Ok((letter, words.unwrap_or_default()))
}

/// The match of that file, or the offer that nobody has answered yet.
fn open(home: &Home, file: &Path) -> Result<Reopened, StartError> {
    let draft = file.with_extension(DRAFT_ENDING);
    // a match that has begun counts, whatever draft still lies beside it
    if file.exists() || !draft.exists() {
        // before the match is opened, and anything signed that no letter could say
        let bytes = read_within(file, LARGEST_MATCH).ok();
        let begun = bytes.and_then(|bytes| continuation::agreed(&bytes));
        if begun.is_some_and(|manifest| manifest.has_table()) {
            let file = file.to_owned();
            return Err(StartError::TableByMail { file });
        }
        return reopen(home, file);
    }
    let bytes = read_within(&draft, LARGEST_MATCH).map_err(|source| StorageError::Unreadable {
        file: draft.clone(),
        source,
    })?;
    // the draft says which key made it only to the key itself
    for player in home.known_players()? {
        if let Some(session) = Session::resume_draft(player.identity(), &bytes) {
            return Ok(Reopened {
                chair: seat(home, session, file)?,
                player,
                note: None,
            });
        }
    }
    Err(StartError::NoBook { file: draft })
}

/// The settings for reading a letter.
#[derive(Debug, Clone)]
pub struct LetterConfig {
    /// The data folder, where the players' keys are.
    pub home: Home,
    /// The player, if the letter is an offer and begins a match.
    pub player: Player,
    /// The match file; a new one if the letter is an offer.
    pub file: PathBuf,
    /// The letter; without one the present turn is made.
    pub letter: Option<Vec<u8>>,
    /// Set to agree to any offer; otherwise the match waits for [`crate::Command::Accept`].
    pub accept: bool,
    /// Set to wait for further letters, which come by [`crate::Command::Import`].
    pub waits: bool,
    /// The wish with which the player asks to continue in a new match, in the next letter.
    pub asks: Option<ContinueWish>,
}

impl LetterConfig {
    /// The settings for a window: the user is asked about an offer, and further letters are waited for.
    pub fn new(home: Home, player: Player, file: PathBuf) -> Self {
        Self {
            home,
            player,
            file,
            letter: None,
            accept: false,
            waits: true,
            asks: None,
        }
    }
}

/// Takes a letter in. The match continues as far as this side can go alone and then writes the answer,
/// [`crate::Snapshot::letter`]; after that it ends, unless it waits for further letters.
///
/// # Errors
/// Returns [`StartError`] if the match cannot be resumed or begun.
pub fn by_letter(config: LetterConfig) -> Result<MatchHandle, StartError> {
    play(config, Vec::new())
}

fn play(config: LetterConfig, mut notes: Vec<String>) -> Result<MatchHandle, StartError> {
    let LetterConfig {
        home,
        player,
        file,
        mut letter,
        accept,
        waits,
        asks,
    } = config;
    let draft = file.with_extension(DRAFT_ENDING);
    // a letter for a file that exists is imported below; only a first letter begins a match
    let (chair, player) = match letter.take_if(|_| !file.exists() && !draft.exists()) {
        Some(offer) => {
            let session = Session::join_by_mail(player.identity(), player.name(), &offer, fresh()?);
            let session = session.map_err(StartError::Letter)?;
            (seat(&home, session, &file)?, player)
        }
        None => {
            notes.extend(damage_of(&file));
            let mut opened = open(&home, &file)?;
            // since this start of the program the session has heard nobody, and would sign nothing
            opened.chair.session.hear_last_letter(at_rest());
            notes.extend(opened.note);
            (opened.chair, opened.player)
        }
    };
    let mut chair = chair;
    let session = &chair.session;
    let other = session
        .manifest()
        .and_then(|manifest| manifest.seat(session.seat().other()));
    // before anything of the letter is taken in: a blocked player reaches nothing
    if let Some(other) = other {
        admit(&home, other.identity)?;
    }
    if let Some(letter) = letter {
        let taken = chair.session.import(at_rest(), &letter);
        // a record that convicts the other player is in the match file before anybody hears of it
        if taken.is_err() {
            write_down(&mut chair)?;
        }
        taken.map_err(StartError::Letter)?;
    }
    let runtime = runtime().map_err(StartError::NoThreads)?;
    let mut view = View::new(chair.files.public_path().to_owned(), vec![player.key()]);
    notes.into_iter().for_each(|note| view.note(note));
    // an offer that nobody has answered has no manifest yet, but the user sees what was offered
    if let Some(offer) = chair.session.drafted() {
        view.shown.contract.scenario = offer.read_scenario().ok();
        view.shown.contract.options.clone_from(&offer.options);
        view.shown.contract.terms = offer.terms;
        let (start, options) = (offer.start.as_ref(), &offer.options);
        let scenario = view.shown.contract.scenario.as_ref();
        view.shown.contract.origin =
            scenario.and_then(|scenario| Origin::of(start, scenario, options, &home));
    }
    let brief = Brief {
        home: Some(home),
        chairs: vec![chair],
        wire: Wire::Mail { waits },
        view,
        limits: Limits::default(),
        accepts_any_offer: accept,
        asks,
    };
    Ok(drive(brief, &runtime))
}

/// Offers a match by mail, in a new file of the data folder, and waits for the answer.
///
/// # Errors
/// Returns [`StartError`] if the offer cannot be made or the files cannot be written.
pub fn host_by_mail(home: Home, player: Player, offer: &Offer) -> Result<MatchHandle, StartError> {
    let file = new_file(&home, Role::Host)?;
    offer_by_mail(&player, offer, &file)?;
    by_letter(LetterConfig::new(home, player, file))
}

/// Opens the match of the data folder that a letter is for and takes the letter in; an offer begins a match.
///
/// # Errors
/// Returns [`StartError`] if the letter is for no match here, or the match cannot be resumed or begun.
pub fn open_letter(home: Home, player: Player, letter: Vec<u8>) -> Result<MatchHandle, StartError> {
    // the letter itself says what it is about; the user need not know which file it is for
    let subject = packet::subject(&letter).map_err(|error| StartError::Letter(error.into()))?;
    let drafted = |is_wanted: &dyn Fn(&Manifest) -> bool| {
        let mut offers = home.mail_offers().into_iter();
        let offer = offers.find(|offer| is_wanted(&offer.manifest))?;
        Some(offer.file)
    };
    let mut notes = Vec::new();
    let (file, letter) = match &subject {
        // sent back, or pasted by mistake: a player cannot join their own offer
        Subject::Offer(offer) if drafted(&|own| own == &**offer).is_some() => {
            return Err(StartError::Letter(ImportError::Own));
        }
        // a letter read twice must not begin the match twice
        Subject::Offer(offer) => match home.match_with(|begun| begun.answers(offer)) {
            Some(file) => {
                notes.push(IN_THAT_MATCH.to_owned());
                (file, None)
            }
            None => (new_file(&home, Role::Guest)?, Some(letter)),
        },
        Subject::Begun(begun) => {
            let known = home.match_with(|known| known.sid() == begun.sid());
            // the first answer to a draft: the match has no file yet
            let known = known.or_else(|| drafted(&|own| begun.answers(own)));
            (
                known.ok_or(StartError::Letter(ImportError::OtherMatch))?,
                Some(letter),
            )
        }
        Subject::Match(sid) => {
            let known = home.match_with(|known| known.sid() == *sid);
            (
                known.ok_or(StartError::Letter(ImportError::OtherMatch))?,
                Some(letter),
            )
        }
    };
    let config = LetterConfig {
        letter,
        ..LetterConfig::new(home, player, file)
    };
    play(config, notes)
}

/// The name of a new match file in the data folder.
fn new_file(home: &Home, role: Role) -> Result<PathBuf, StartError> {
    let book = AddressBook {
        role,
        game: random()?,
        ..AddressBook::local()
    };
    Ok(record_path(home, None, &book))
}
