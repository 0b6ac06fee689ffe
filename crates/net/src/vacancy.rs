//! A match in place of another, in which the player who takes the invitation gets the seat of a player who is gone; or a
//! table in place of another match, to which those who stay come as well.
//!
//! The player who stays opens the old match and keeps it locked while the invitation is out, so that nothing is signed
//! in it meanwhile. Its mark names the new match before anything of the new match leaves.

use std::path::{Path, PathBuf};

use home::address_book::{AddressBook, Role};
use home::clock::at_rest;
use home::storage::MatchFiles;
use home::{Home, Player, Strangeness, continuation};
use protocol::hash::Digest;
use protocol::{Manifest, Offer, ProposeError, Session};

use crate::chair::Chair;
use crate::seating::{Reopened, further_chairs, reopen_itself};
use crate::start_error::StartError;

/// The offer of the absent player's seat, from the position after that step, or from where the match stands.
pub(crate) fn offer(
    home: &Home,
    file: &Path,
    after: Option<u64>,
) -> Result<(Offer, Player), StartError> {
    let (chair, player) = open(home, file)?;
    let offer = chair.session.offer_vacancy(after, at_rest());
    let offer = offer.map_err(StartError::NoVacancy)?;
    Ok((offer, player))
}

/// Opens the old match of such an offer: its files, locked, and the bytes of its match file. It must still stand where
/// it stood when the offer was made.
pub(crate) fn hold(
    home: &Home,
    file: &Path,
    offer: &Offer,
) -> Result<(MatchFiles, Vec<u8>), StartError> {
    let (chair, _) = open(home, file)?;
    let moved_on = || StartError::MovedOn {
        file: file.to_owned(),
    };
    let start = offer.start.as_ref().ok_or_else(moved_on)?;
    // offered once more and compared: the match may have continued since, or the absent player may have come back
    let offered = chair.session.offer_vacancy(Some(start.after), at_rest());
    let stands = offered.is_ok_and(|again| {
        let place = |offer: &Offer| {
            let start = offer.start.as_ref();
            // the rest of a start depends on when it was written
            start.map(|start| (start.sid, start.at, start.root, start.strange.clone()))
        };
        place(&again) == place(offer) && again.vacancy == offer.vacancy
    });
    match stands {
        true => {
            let past = chair.session.match_file().unwrap_or_default();
            Ok((chair.files, past))
        }
        false => Err(moved_on()),
    }
}

/// The seats of this machine in a match in whose place a table begins: their files are locked as long as this lives.
pub(crate) struct Older {
    pub(crate) file: PathBuf,
    /// The first is that of the machine's own player.
    pub(crate) chairs: Vec<Chair>,
    pub(crate) player: Player,
}

impl Older {
    /// Opens the match of that file, which must be the newest of its line and this machine's own.
    pub(crate) fn open(home: &Home, file: &Path) -> Result<Self, StartError> {
        let (first, player) = open(home, file)?;
        let (_others, chairs) = further_chairs(home, first)?;
        Ok(Self {
            file: file.to_owned(),
            chairs,
            player,
        })
    }

    pub(crate) fn sid(&self) -> Option<Digest> {
        self.chairs.first()?.session.sid()
    }

    pub(crate) fn sessions(&self) -> Vec<&Session> {
        self.chairs.iter().map(|chair| &chair.session).collect()
    }

    /// Signs off in the seats that stay in that match, and has that on disk.
    pub(crate) fn sign_off(&mut self, manifest: &Manifest) -> Result<(), StartError> {
        let now = at_rest();
        for chair in &mut self.chairs {
            let seat = chair.session.seat();
            let key = chair.session.seat_key(seat);
            let stays = manifest.seat(seat).map(|entry| entry.identity) == key;
            if stays && !manifest.is_gone(seat) {
                let signed = chair.session.sign_places(manifest.clone(), now);
                signed.map_err(StartError::NotLeft)?;
                chair.write_down()?;
            }
        }
        Ok(())
    }
}

fn open(home: &Home, file: &Path) -> Result<(Chair, Player), StartError> {
    let moved_on = || StartError::MovedOn {
        file: file.to_owned(),
    };
    // only the last of a line can be replaced
    if continuation::newest(file) != file {
        return Err(moved_on());
    }
    let Reopened { chair, player, .. } = reopen_itself(home, file)?;
    // a match at one machine has no absent player
    let book = AddressBook::from_bytes(chair.session.kept());
    if book.is_some_and(|book| book.role == Role::Local) {
        return Err(StartError::BothHere);
    }
    match chair.strangeness {
        Some(Strangeness::Continued) => Err(moved_on()),
        // without its key the seat can bind itself to nothing
        Some(Strangeness::NoKey) => Err(StartError::NoVacancy(ProposeError::OlderCopy)),
        _ => Ok((chair, player)),
    }
}
