//! A match in place of another, in which the player who takes the invitation gets the seat of a player who is gone.
//!
//! The player who stays opens the old match and keeps it locked while the invitation is out, so that nothing is signed
//! in it meanwhile. Its mark names the new match before anything of the new match leaves.

use std::path::Path;

use home::address_book::{AddressBook, Role};
use home::clock::at_rest;
use home::storage::MatchFiles;
use home::{Home, Player, Strangeness, continuation};
use protocol::{Offer, ProposeError};

use crate::chair::Chair;
use crate::seating::{Reopened, reopen};
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

fn open(home: &Home, file: &Path) -> Result<(Chair, Player), StartError> {
    let moved_on = || StartError::MovedOn {
        file: file.to_owned(),
    };
    // only the last of a line can be replaced
    if continuation::newest(file) != file {
        return Err(moved_on());
    }
    let Reopened { chair, player, .. } = reopen(home, file)?;
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
