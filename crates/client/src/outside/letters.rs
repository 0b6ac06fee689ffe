//! Letters of play by mail, to and from files that the user chooses.

use std::path::Path;
use std::sync::Arc;

use home::Output;
use kit::model::meaning::trouble;
use net::{Command, Happening, LineState, MatchHandle};
use reach::Trouble;

const TITLE_WRITE: &str = "Write a letter to the other player";
const TITLE_READ: &str = "Read a letter of the other player";

/// Writes what the other player lacks to a file; a file that ends in `.txt` gets text to paste into a mail.
pub(super) async fn write(mut handle: MatchHandle) -> Result<(), Trouble> {
    let seen = handle.snapshot();
    // a letter left in the snapshot of a match over a line answers an earlier wish
    let ready = seen.letter.clone().filter(|_| seen.line == LineState::Mail);
    let letter = match ready {
        Some(letter) => Some(letter),
        None => exported(&mut handle).await,
    };
    // the table shows why there is no letter
    let Some(letter) = letter else {
        return Ok(());
    };
    let chosen = rfd::AsyncFileDialog::new()
        .set_title(TITLE_WRITE)
        .add_filter("Letters", &["fpx", "txt"])
        .set_file_name(name_of(&seen.file))
        .save_file()
        .await;
    let Some(chosen) = chosen else {
        return Ok(());
    };
    let ending = chosen.path().extension().unwrap_or_default();
    let is_text = ending.eq_ignore_ascii_case("txt");
    let bytes = match is_text {
        true => home::letter_to_text(&letter).into_bytes(),
        false => letter.to_vec(),
    };
    // the dialog has already asked whether to replace a file
    let output = Output::to(chosen.path()).forced(true);
    let output = output.of_match(&seen.file).of_letter(&letter);
    output
        .write(&bytes)
        .map_err(|error| trouble(home::told(&error), error.advice()))
}

/// A name for the letters of a match: no two matches have the same.
fn name_of(match_file: &Path) -> String {
    let stem = match_file.file_stem().unwrap_or_default();
    format!("{}.fpx", stem.to_string_lossy())
}

/// Has a letter written for a match that is played over a line.
async fn exported(handle: &mut MatchHandle) -> Option<Arc<Vec<u8>>> {
    // a letter of an earlier wish may still be in the snapshot; only another one answers this wish
    let before = handle.snapshot().letter.clone();
    // likewise a refusal of an earlier wish: only what happens from here on answers this one
    let mut happenings = handle.events();
    while happenings.try_next().is_some() {}
    handle.send(Command::Export);
    let is_new =
        |letter: &Arc<Vec<u8>>| before.as_ref().is_none_or(|old| !Arc::ptr_eq(old, letter));
    let seen = handle
        .wait_for(|seen| {
            let mut new = std::iter::from_fn(|| happenings.try_next());
            let is_refused = new.any(|new| matches!(new, Happening::Refused(_)));
            is_refused || seen.letter.as_ref().is_some_and(is_new)
        })
        .await;
    seen.letter.clone().filter(is_new)
}

/// Takes in a letter from a file.
pub(super) async fn read(handle: MatchHandle) -> Result<(), Trouble> {
    if let Some(letter) = choose().await? {
        handle.send(Command::Import(letter));
    }
    Ok(())
}

/// A letter from a file that the user chooses; none if the user closes the dialog.
pub(super) async fn choose() -> Result<Option<Vec<u8>>, Trouble> {
    let chosen = rfd::AsyncFileDialog::new()
        .set_title(TITLE_READ)
        .add_filter("Letters", &["fpx", "txt"])
        .pick_file()
        .await;
    let Some(chosen) = chosen else {
        return Ok(None);
    };
    // the user may choose any file, also one of gigabytes
    let bytes = home::read_within(chosen.path(), home::LONGEST_TEXT as u64);
    let bytes = bytes.map_err(|error| unread(chosen.path(), &error))?;
    let letter = home::letter_from(&bytes);
    letter
        .map(Some)
        .map_err(|error| trouble(&error, error.advice()))
}

fn unread(file: &Path, error: &std::io::Error) -> Trouble {
    trouble(
        format!("{} was not read: {error}", file.display()),
        "choose a file in a folder of your own",
    )
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use home::Home;
    use protocol::manifest::Terms;
    use protocol::{Offer, Seat};
    use tokio::time::timeout;

    use super::*;

    #[test]
    fn an_earlier_refusal_does_not_keep_a_letter_from_being_written() {
        let folder = tempfile::tempdir().expect("a folder");
        let home = Home::at(folder.path()).expect("a data folder");
        let ada = home.player(Some("Ada")).expect("a player");
        let bo = home.player_at(1, Some("Bo")).expect("another");
        let scenario = scenario::load("clash-of-arms").expect("built in");
        let offer = Offer {
            scenario: scenario.expect("right"),
            options: Vec::new(),
            host_side: None,
            max_turns: None,
            terms: Terms::default(),
            takeback: true,
            start: None,
            drop: None,
            vacancy: None,
        };
        let config = net::LocalConfig::new(home, [ada, bo], offer);
        let runtime = reach::runtime().expect("a runtime");
        let letter = runtime.block_on(async {
            let mut handle = net::local(config).expect("a match");
            // nobody's time is up in a match without limits
            handle.send(Command::Claim { seat: Seat(0) });
            let refused = handle.wait_for(|seen| seen.messages.refused.is_some());
            let refused = timeout(Duration::from_secs(30), refused).await;
            assert!(
                refused.is_ok_and(|seen| !seen.ended),
                "the claim is refused"
            );
            timeout(Duration::from_secs(30), exported(&mut handle)).await
        });
        assert!(letter.expect("an answer").is_some());
    }
}
