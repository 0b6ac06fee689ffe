//! The players whom the user has met, in the data folder.

use home::{Home, People, PeopleError};
use kit::model::meaning::trouble;
use protocol::PublicKey;
use reach::Trouble;

use crate::model::{News, PersonChange};

fn told(error: PeopleError) -> Trouble {
    trouble(&error, error.advice())
}

pub(super) fn list(home: &Home) -> Result<People, Trouble> {
    home.people().map_err(told)
}

/// Changes what is kept of a player, and lists everybody again.
pub(super) fn change(home: &Home, key: PublicKey, change: PersonChange) -> Result<People, Trouble> {
    let changed = home.change_people(|people| match change {
        PersonChange::Rename(petname) => people.rename(key, &petname),
        PersonChange::Verify(is_verified) => people.verify(key, is_verified),
        PersonChange::Block(is_blocked) => people.block(key, is_blocked),
        PersonChange::Forget => people.forget(key),
    });
    // listed anew from the file, and not changed in the list at hand: another window may have changed others
    changed.map_err(told)?;
    list(home)
}

/// The words to compare with a player.
pub(super) fn words(home: &Home, key: PublicKey) -> News {
    match home.player(None) {
        Ok(player) => News::Words(key, home::comparison_words(player.key(), key)),
        Err(error) => News::Failed(trouble(&error, error.advice())),
    }
}
