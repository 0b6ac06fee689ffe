//! A resumed match whose files may be an older copy: the window says so and says how to continue.

use home::Strangeness;

use super::difference::{begun, see};

#[test]
fn a_copy_that_may_be_older_says_so_with_what_the_player_can_do() {
    let [mut host, guest] = begun();
    see(&mut host, |seen| {
        seen.strangeness = Some(Strangeness::Older)
    });
    host.until_shown("This is an older copy of the match");
    host.until_shown("your seat signs nothing but a resignation or a claim");
    host.until_shown("Nothing is signed with this copy");
    host.click("Resign\u{2026}");
    host.until_shown("You lose the game.");
    host.click("Play on");
    drop(guest);
}
