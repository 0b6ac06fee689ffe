//! What a line typed by a person asks for.

use rules::{AnyOrder, AnyPosition, OrderError, Rules as _, Side};

use crate::families;

/// What a person's line asks for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Request {
    Nothing,
    Help,
    Show,
    End,
    /// Ends the turn for all members of a shared side.
    EndAll,
    Undo,
    UndoAll,
    Orders(Option<String>),
    Why(String),
    Book(Option<String>),
    Resign,
    Draw,
    TakeBack,
    Accept,
    Decline,
    Continue,
    Claim,
    /// Goes on without the player of that name, or without the only one who is gone.
    GoOn(Option<String>),
    /// Waits for that player after all.
    WaitFor(Option<String>),
    /// Looks for a player whose program shows that code.
    Reach(String),
    Say(String),
    SayToTeam(String),
    Leave,
    Order(String),
}

/// The requests and orders a person may write, a line each.
pub(super) fn help(position: &AnyPosition) -> String {
    let words = families::words(position.family());
    let secret = families::secret_noun(position);
    let turn = format!(
        "  \
  undo, undo all  takes back the last order, or the whole turn
  end             closes your orders, asks what is still to decide, then sends the turn; or seals the {secret};
                  nothing is sent until then
  show            draws the board
  orders [CELL]   lists the legal orders, or those of the unit there"
    );
    let books = format!(
        "  \
  why ORDER       says why an order is not legal
  book [NAME]     lists ready-made {secret}s, or takes one"
    );
    let talk = "  \
  draw            offers a draw; accept, decline: answer an offer
  takeback        asks to take back your last turn; accept, decline: answer such a request
  continue        asks to continue in a new match from this position; accept, decline: answer such a request
  resign          gives up the game
  claim           notes in the file that an opponent's time is up; this does what was agreed
  go on without NAME   at a table: agrees to go on in a new match without a player who is gone; wait takes it back
  CODE            looks for a player whose program shows this code, which starts with warlord1
  say TEXT        sends a message to the others; it is not part of the record
  team TEXT       sends a message to your team alone
  leave           leaves; `warlord resume FILE` resumes the match. No clock runs while both players are away:
                  that is how to pause or adjourn
In a script, a line that starts with # is a comment.";
    let is_shared = |side| position.members(side) > 1;
    let shared = match position.sides().iter().any(is_shared) {
        true => {
            "  \
  later           puts your part of the turn off behind the others'
  end all         ends the turn for all members of your side; its captain's only"
        }
        false => "",
    };
    let parts = [
        words.orders,
        &turn,
        shared,
        words.questions,
        &books,
        words.secrets,
        talk,
    ];
    let parts = parts.into_iter().filter(|part| !part.is_empty());
    parts.collect::<Vec<&str>>().join("\n")
}

impl Request {
    pub(super) fn read(line: &str) -> Self {
        let (word, rest) = match line.split_once(char::is_whitespace) {
            Some((word, rest)) => (word, Some(rest.trim().to_owned())),
            None => (line, None),
        };
        match (word.to_ascii_lowercase().as_str(), rest) {
            ("", _) => Self::Nothing,
            (remark, _) if remark.starts_with('#') => Self::Nothing,
            ("help" | "?", _) => Self::Help,
            ("show", None) => Self::Show,
            ("end" | "lock", None) => Self::End,
            ("end", Some(all)) if all == "all" => Self::EndAll,
            ("undo", None) => Self::Undo,
            // words are requests only with the arguments they take: what follows `end` or `resign` may be a mistake,
            // and neither can be undone
            ("undo", Some(all)) if all == "all" => Self::UndoAll,
            ("orders", cell) => Self::Orders(cell.map(|cell| cell.to_ascii_lowercase())),
            ("why", Some(order)) => Self::Why(order),
            ("book", name) => Self::Book(name),
            ("resign", None) => Self::Resign,
            ("draw", None) => Self::Draw,
            ("takeback", None) => Self::TakeBack,
            ("accept", None) => Self::Accept,
            ("decline", None) => Self::Decline,
            ("continue", None) => Self::Continue,
            ("claim", None) => Self::Claim,
            ("go", Some(rest)) if rest == "on" => Self::GoOn(None),
            ("go", Some(rest)) if rest.starts_with("on without ") => {
                Self::GoOn(Some(rest["on without ".len()..].trim().to_owned()))
            }
            ("wait", None) => Self::WaitFor(None),
            ("wait", Some(rest)) if rest.starts_with("for ") => {
                Self::WaitFor(Some(rest["for ".len()..].trim().to_owned()))
            }
            ("say", Some(text)) => Self::Say(text),
            ("team", Some(text)) => Self::SayToTeam(text),
            ("leave" | "quit" | "exit", None) => Self::Leave,
            (code, None) if code.starts_with("warlord1") || code.starts_with("warlord:") => {
                Self::Reach(line.to_owned())
            }
            // whatever is no request is tried as an order, whose refusal says what is wrong with it
            _ => Self::Order(line.to_owned()),
        }
    }

    /// True if the request is allowed at any time.
    pub(super) const fn is_talk(&self) -> bool {
        matches!(
            self,
            Self::Resign
                | Self::Draw
                | Self::TakeBack
                | Self::Accept
                | Self::Decline
                | Self::Continue
                | Self::Claim
                | Self::GoOn(_)
                | Self::WaitFor(_)
                | Self::Reach(_)
                | Self::Say(_)
                | Self::SayToTeam(_)
                | Self::Leave
        )
    }
}

/// The order of a text as it is written, or else with the letters of cells in lower case; rows of a set-up stay as
/// written.
///
/// # Errors
/// If neither is an order.
pub(super) fn order(
    position: &AnyPosition,
    side: Side,
    text: &str,
) -> Result<AnyOrder, OrderError> {
    match position.parse_order(side, text) {
        Err(_) if !text.contains('/') => position.parse_order(side, &text.to_ascii_lowercase()),
        read => read,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_read_as_they_are_meant() {
        let text = |text: &str| text.to_owned();
        for (line, request) in [
            ("", Request::Nothing),
            ("# opening", Request::Nothing),
            ("E2-e4", Request::Order(text("E2-e4"))),
            ("1L2/4", Request::Order(text("1L2/4"))),
            ("end", Request::End),
            ("end now", Request::Order(text("end now"))),
            ("undo all", Request::UndoAll),
            ("orders", Request::Orders(None)),
            ("orders B2", Request::Orders(Some(text("b2")))),
            ("why  e2-e4", Request::Why(text("e2-e4"))),
            ("say Well played", Request::Say(text("Well played"))),
            ("book Iron Line", Request::Book(Some(text("Iron Line")))),
            ("go on", Request::GoOn(None)),
            (
                "go on without Cid the Red",
                Request::GoOn(Some(text("Cid the Red"))),
            ),
            ("go on with it", Request::Order(text("go on with it"))),
            ("wait for Cid", Request::WaitFor(Some(text("Cid")))),
        ] {
            assert_eq!(Request::read(line), request, "{line}");
        }
    }

    #[test]
    fn every_line_of_the_help_is_indented_alike() {
        for key in ["clash-of-arms", "wargame-small", "tourney"] {
            let scenario = scenario::load(key).expect("built in").expect("valid");
            let help = help(&scenario.start(&[]).expect("no options"));
            let (lines, closing) = help.rsplit_once('\n').expect("lines");
            assert!(closing.starts_with("In a script"), "{closing}");
            for line in lines.lines() {
                let is_continued = line.starts_with(&" ".repeat(18));
                let is_new = line.starts_with("  ") && !line.starts_with("   ");
                assert!(is_continued || is_new, "{line}");
            }
        }
    }
}
