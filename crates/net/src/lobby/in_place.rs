//! The words about a table that takes the place of an older match: whose seat each is there, and who comes to it.

use protocol::frame::{Access, Place};
use protocol::lobby::{Comes, Table};
use protocol::manifest::Pace;
use protocol::{Seat, WhyGone, plain_text};
use rules::{Rules as _, Side};

use super::shown::LobbySnapshot;

impl LobbySnapshot {
    /// Everything that a user must know of a table in place of an older match before *Ready*, a sentence each; nothing at a
    /// table of a new game.
    pub fn words_in_place(&self) -> Vec<String> {
        let table = self.table.as_deref();
        let Some((table, start)) = table.and_then(|table| Some((table, table.game().start()?)))
        else {
            return Vec::new();
        };
        let id: String = start.sid[..4]
            .iter()
            .map(|byte| format!("{byte:02x}"))
            .collect();
        let names = table.game().scenario().side_names();
        let turn = table
            .game()
            .older_position()
            .map(|position| position.turn());
        let turn = turn.map(|turn| names.turn_at(table.game().sides(), turn));
        let turn = turn.unwrap_or_default();
        let mut words = vec![format!(
            "This table continues a match, {id}, with {turn}. Whoever signs here plays no more in that match."
        )];
        words.extend(
            table
                .places()
                .filter_map(|(seat, place)| seat_words(table, seat, place)),
        );
        words.extend(self.evidence(table));
        words.extend(clock_words(table));
        words
    }

    /// The sentence that says which file the position at the table is compared with, and whether it fits.
    fn evidence(&self, table: &Table) -> Option<String> {
        let game = table.game();
        let mut own = self.own.iter().filter_map(|own| Some((own.seat?, own.key)));
        let stays = own.any(|(seat, key)| game.stays(seat, key));
        if stays {
            return Some(
                "Your program compares all of it with your own file of that match before you are ready."
                    .to_owned(),
            );
        }
        let words = match self.past_fits {
            Some(true) => {
                "It is the position of that match in the file of it that the host has sent."
            }
            Some(false) => {
                "The file of that match that the host has sent has another position there: you cannot be ready."
            }
            None => {
                "The file of that match is not here: nobody here can say whether it was played like this. You agree to the \
                 position that is shown."
            }
        };
        Some(words.to_owned())
    }
}

/// The sentence about who comes to a seat of the older match; none for a seat whose player is back.
fn seat_words(table: &Table, seat: Seat, place: &Place) -> Option<String> {
    let game = table.game();
    let former = plain_text(&game.former(seat)?.name);
    let side = Side::new(place.side)?;
    let side = game.scenario().side_names().of(side);
    let at = format!("Seat {} ({side})", seat.index() + 1);
    let comes = place.sitter.as_ref().and_then(|sitter| {
        let comes = game.comes(seat, sitter.identity)?;
        Some((plain_text(&sitter.name), comes))
    });
    let gone = game.why_gone(seat).map(why_in_words);
    let words = match (comes, place.access) {
        (Some((_, Comes::Stays)), _) => return None,
        (Some((name, Comes::IsBack)), _) => {
            format!("{name} comes back, who {}.", gone.unwrap_or_default())
        }
        (Some((name, Comes::For(former))), _) => match gone {
            Some(gone) => format!("{name} plays on in the place of {former}, who {gone}."),
            None => format!(
                "{name} plays on in the place of {former}, who has not agreed to that: for {former} the old match stands."
            ),
        },
        (None, Access::Kept) => format!("kept for {former}, who is not here yet."),
        (None, Access::Closed) => format!("{former} stays gone."),
        (None, Access::Open | Access::Code) => {
            format!("open to somebody who plays on in the place of {former}.")
        }
    };
    Some(format!("{at}: {words}"))
}

/// Why the others went on without a player, after "who".
const fn why_in_words(why: WhyGone) -> &'static str {
    match why {
        WhyGone::Silent => "was said to be silent when the others went on",
        WhyGone::Resigned => "had resigned when the others went on",
        WhyGone::Convicted => "was convicted of breaking the rules when the others went on",
        WhyGone::Differs => "had confirmed another position when the others went on",
    }
}

fn clock_words(table: &Table) -> Option<String> {
    let words = match table.game().terms().terms.pace {
        Pace::Untimed => return None,
        Pace::Days(_) => "The time for the present turn starts again.",
        Pace::Bank { .. } => {
            "Whoever comes new begins with a full clock, and all others with what they had before the present turn."
        }
    };
    Some(words.to_owned())
}
