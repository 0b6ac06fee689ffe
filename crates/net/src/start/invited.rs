//! Opening an invitation, and waiting again for its guests: the steps that matches and tables share.

use home::clock::{date, today};
use home::invitation::pending::{PendingFile, PendingInvitation};
use home::limits::INVITATION_DAYS;
use home::{Home, Invitation, Player};
use reach::diagnosis;

use crate::start_error::{StartError, admit};

/// The player of this machine who takes an invitation, and the notes that the user reads before the program dials the host.
pub(crate) fn invited(
    home: &Home,
    player: Player,
    invitation: &Invitation,
) -> Result<(Player, Vec<String>), StartError> {
    admit(home, invitation.host)?;
    // said here, since the host, whose clock decides, would only refuse
    invitation.check_day(today())?;
    let mut notes = Vec::new();
    let mut player = player;
    if player.key() == invitation.host {
        // host and guest on one machine: no key may sit twice
        player = home.player_at(1, None)?;
        notes.push(format!(
            "The host is this machine's own player, so the second player of this machine, {}, joins.",
            player.name()
        ));
    }
    if invitation.is_of_the_future(today()) {
        notes.push(format!(
            "This machine's clock says {}, but the invitation runs out on {}, more than {INVITATION_DAYS} days later: one of the two clocks is \
             wrong. If that date is, set this machine's clock; the match can be played all the same.",
            date(today().into()),
            date(invitation.last_day.into())
        ));
    }
    // dialed all the same: the judgment rests on what the addresses show
    if let Some(trouble) = diagnosis::of_code(&invitation.addresses) {
        notes.push(format!(
            "The host will hardly be found: {}. To mend it, {}.",
            trouble.what, trouble.advice
        ));
    }
    Ok((player, notes))
}

/// The player who made an invitation in an earlier run, and its file.
pub(crate) fn made_before(
    home: &Home,
    invitation: &PendingInvitation,
) -> Result<(Player, PendingFile), StartError> {
    // locked first: another program of this player may wait for the same guests
    let file = PendingFile::open(home, invitation.game)?;
    let mut players = home.known_players()?.into_iter();
    let player = players.find(|player| player.key() == invitation.player);
    // under the name with which the invitation was made
    let player = player.ok_or(StartError::NoPlayer)?.named(&invitation.name);
    Ok((player, file))
}
