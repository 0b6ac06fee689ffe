//! The lines that a user types at a table before the match begins.

use std::str::FromStr;

use ::home::Invitation;
use net::lobby::{LobbyCommand, LobbySnapshot};
use protocol::{PublicKey, Seat};

use crate::decider::DeciderChoice;

/// The help of the lobby. Seats are counted from 1, as the table is printed.
const HELP: &str = "\
table                 show the table
sit [N]               sit down on seat N, or on any free seat
stand                 get up
ready, not ready      you agree to play what the table shows, or no longer
say TEXT              say something to everybody at the table
name NAME             change your name at this table
go-on WHOM            in the match, go on without players who have `resigned`, or also
                      who are `silent`, without being asked; `ask`: you are asked
leave                 leave the table";
const HELP_OF_HOST: &str = "
begin                 begin the match; everybody has to be ready
let in [NAME]         let somebody in who asks
turn away [NAME]      do not let somebody in who asks
turn-out N            take the player on seat N from the table
swap N M              exchange who sits on two seats
side N SIDE           give seat N another side
open N                open seat N to those whom you let in
code N                keep seat N for whoever has its own code, which is printed
close N               play without seat N; where the table continues a match, keep it for its player again
computer N [LEVEL]    seat a computer on seat N
me N [NAME]           seat another person at this machine on seat N
seats N               make it a table of N seats
drop FATE             what happens to a side whose players leave: stand-still, team-mate or remove
anyone, ask           whoever has the code sits down, or you are asked
CODE                  dial the guest whose program shows this answer code";

/// What a line asks for.
#[derive(Debug)]
pub(super) enum Entered {
    Command(LobbyCommand),
    /// Seats another player of this machine, who is started here.
    Seat(Seat, DeciderChoice, Option<String>),
    ShowTable,
    /// Words for the user.
    Say(String),
    Leave,
}

/// A line that cannot be carried out.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(super) enum NotEntered {
    #[error("`{0}` is no word of this table")]
    Unknown(String),
    #[error("`{0}` is for the host of the table")]
    HostOnly(&'static str),
    #[error("`{word}` needs {what}")]
    Needs {
        word: &'static str,
        what: &'static str,
    },
    #[error("there is no side `{side}` in this game")]
    NoSide { side: String, known: String },
    #[error("the code was not read: {what}")]
    Code { what: String, advice: String },
    #[error("nobody asks to sit down")]
    NobodyAsks,
    #[error("nobody called `{0}` asks to sit down")]
    NotAsking(String),
    #[error("several ask to sit down: {0}")]
    Several(String),
}

impl NotEntered {
    pub(super) fn advice(&self) -> String {
        match self {
            Self::Unknown(_) => "type `help` to see all words".to_owned(),
            Self::HostOnly(_) => "ask the host for it".to_owned(),
            Self::Needs { .. } => {
                "type `help` to see how it is written; seats are counted from 1".to_owned()
            }
            Self::NoSide { known, .. } => format!("choose one of {known}"),
            Self::Code { advice, .. } => advice.clone(),
            Self::NobodyAsks => "type `table` to see who is here".to_owned(),
            Self::NotAsking(_) | Self::Several(_) => "name one of those who ask".to_owned(),
        }
    }
}

/// Words that begin a line of a lobby; a script's other lines are orders of the game.
const WORDS: &[&str] = &[
    "help", "table", "sit", "stand", "ready", "not", "say", "name", "go-on", "leave", "begin",
    "let", "turn", "turn-out", "swap", "side", "open", "code", "close", "computer", "me", "seats",
    "drop", "anyone", "ask",
];

/// True if a line of a script is for the lobby and not for the game.
pub(super) fn is_of_the_lobby(line: &str) -> bool {
    let word = line.split_whitespace().next().unwrap_or_default();
    WORDS.contains(&word)
}

/// A seat, typed as people count.
fn seat_of(text: &str) -> Option<Seat> {
    let number: u8 = text.parse().ok()?;
    number.checked_sub(1).map(Seat)
}

/// Reads a line.
pub(super) fn read(line: &str, shown: &LobbySnapshot) -> Result<Entered, NotEntered> {
    let line = cleaner::pasted::plain(line);
    let line = line.trim();
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let rest = rest.trim();
    let words: Vec<&str> = rest.split_whitespace().collect();
    let seat = |word, at: usize| {
        let seat = words.get(at).and_then(|text| seat_of(text));
        seat.ok_or(NotEntered::Needs {
            word,
            what: "the number of a seat",
        })
    };
    let hosts = |word| match shown.is_host {
        true => Ok(()),
        false => Err(NotEntered::HostOnly(word)),
    };
    let command = match word {
        // as before a match of two: an empty line looks for the host now
        "" => LobbyCommand::Dial,
        "help" => {
            let of_host = if shown.is_host { HELP_OF_HOST } else { "" };
            return Ok(Entered::Say(format!("{HELP}{of_host}")));
        }
        "table" => return Ok(Entered::ShowTable),
        "leave" => return Ok(Entered::Leave),
        "ready" => LobbyCommand::Ready(true),
        "not" if rest == "ready" => LobbyCommand::Ready(false),
        "say" if !rest.is_empty() => LobbyCommand::Chat(rest.to_owned()),
        "name" if !rest.is_empty() => LobbyCommand::Rename {
            player: 0,
            name: rest.to_owned(),
        },
        "go-on" if rest == "ask" => LobbyCommand::GoOnAhead(None),
        "go-on" => {
            let answer = rest.parse().map_err(|_no_answer| NotEntered::Needs {
                word: "go-on",
                what: "to know without whom: resigned, silent or ask",
            })?;
            LobbyCommand::GoOnAhead(Some(answer))
        }
        "sit" if shown.is_host => {
            // the host always sits: to sit down elsewhere is to change seats
            let own = shown.own.first().and_then(|own| own.seat);
            LobbyCommand::Swap {
                one: own.unwrap_or(Seat(0)),
                other: seat("sit", 0)?,
            }
        }
        "sit" => LobbyCommand::Sit {
            player: 0,
            seat: words.first().map(|_| seat("sit", 0)).transpose()?,
        },
        "stand" if !shown.is_host => LobbyCommand::Stand { player: 0 },
        "begin" => {
            hosts("begin")?;
            LobbyCommand::Begin
        }
        "let" if words.first() == Some(&"in") => {
            hosts("let in")?;
            LobbyCommand::LetIn(asker(shown, rest.trim_start_matches("in").trim())?)
        }
        "turn" if words.first() == Some(&"away") => {
            hosts("turn away")?;
            LobbyCommand::TurnAway(asker(shown, rest.trim_start_matches("away").trim())?)
        }
        "turn-out" => {
            hosts("turn-out")?;
            LobbyCommand::TurnOut(seat("turn-out", 0)?)
        }
        "swap" => {
            hosts("swap")?;
            LobbyCommand::Swap {
                one: seat("swap", 0)?,
                other: seat("swap", 1)?,
            }
        }
        "side" => {
            hosts("side")?;
            LobbyCommand::SetSide {
                seat: seat("side", 0)?,
                side: side(shown, words.get(1).copied().unwrap_or_default())?,
            }
        }
        "open" => {
            hosts("open")?;
            LobbyCommand::Open(seat("open", 0)?)
        }
        "code" => {
            hosts("code")?;
            LobbyCommand::GiveCode(seat("code", 0)?)
        }
        "close" => {
            hosts("close")?;
            LobbyCommand::CloseSeat(seat("close", 0)?)
        }
        "seats" => {
            hosts("seats")?;
            let number = rest.parse().map_err(|_no_number| NotEntered::Needs {
                word: "seats",
                what: "a number from 3 to 8",
            })?;
            LobbyCommand::SetSeats(number)
        }
        "drop" => {
            hosts("drop")?;
            let drop = rest.parse().map_err(|_no_fate| NotEntered::Needs {
                word: "drop",
                what: "what happens to the side: stand-still, team-mate or remove",
            })?;
            LobbyCommand::SetDrop(Some(drop))
        }
        "anyone" | "ask" => {
            hosts("anyone")?;
            LobbyCommand::OpenToAll(word == "anyone")
        }
        "computer" => {
            let place = seat("computer", 0)?;
            let level = words.get(1).map_or_else(
                || "computer".to_owned(),
                |level| format!("computer:{level}"),
            );
            let choice: Result<DeciderChoice, _> = level.parse();
            let choice = choice.map_err(|_no_level| NotEntered::Needs {
                word: "computer",
                what: "a level: novice, easy, normal, strong or master",
            })?;
            return Ok(Entered::Seat(place, choice, None));
        }
        "me" => {
            let place = seat("me", 0)?;
            let name = words[1..].join(" ");
            let name = (!name.is_empty()).then_some(name);
            return Ok(Entered::Seat(place, DeciderChoice::Person, name));
        }
        _ if shown.is_host && looks_like_a_code(word) => match Invitation::from_str(line) {
            Ok(code) => LobbyCommand::Reach(std::sync::Arc::new(code)),
            Err(error) => {
                return Err(NotEntered::Code {
                    what: error.to_string(),
                    advice: error.advice().to_owned(),
                });
            }
        },
        _ => return Err(NotEntered::Unknown(line.to_owned())),
    };
    Ok(Entered::Command(command))
}

fn looks_like_a_code(word: &str) -> bool {
    let word = word.to_ascii_lowercase();
    word.starts_with("warlord1") || word.starts_with("warlord:")
}

/// The one who asks and is called so; without a name the only one who asks.
fn asker(shown: &LobbySnapshot, name: &str) -> Result<PublicKey, NotEntered> {
    let with_code = shown.askers.iter().map(|asker| {
        let names = asker.players.iter().map(|(name, ..)| name.as_str());
        (asker.key, names.collect::<Vec<_>>().join(", "))
    });
    let nearby = shown.meeting.askers.iter();
    let nearby = nearby.map(|asker| (asker.key, asker.name.clone()));
    let all: Vec<(PublicKey, String)> = with_code.chain(nearby).collect();
    let is_meant = |(key, called): &&(PublicKey, String)| {
        let is_key = name.len() >= 4 && key.to_string().starts_with(name);
        name.is_empty() || called == name || is_key
    };
    match all.iter().filter(is_meant).collect::<Vec<_>>()[..] {
        [(key, _)] => Ok(*key),
        [] if all.is_empty() => Err(NotEntered::NobodyAsks),
        [] => Err(NotEntered::NotAsking(name.to_owned())),
        _ => {
            let names: Vec<String> = all.into_iter().map(|(_, name)| name).collect();
            Err(NotEntered::Several(names.join(", ")))
        }
    }
}

/// The side that is called so, by its name or the family's word.
fn side(shown: &LobbySnapshot, name: &str) -> Result<u8, NotEntered> {
    let Some(table) = &shown.table else {
        return Err(NotEntered::Needs {
            word: "side",
            what: "a table",
        });
    };
    let game = table.game();
    let names = game.scenario().side_names();
    let is_called = |side: &rules::Side| {
        let words = [names.of(*side), game.family().side_name(*side)];
        words.iter().any(|word| word.eq_ignore_ascii_case(name))
    };
    let found = game.sides().iter().find(is_called);
    found.map(rules::Side::code).ok_or_else(|| {
        let known: Vec<&str> = game.sides().iter().map(|side| names.of(side)).collect();
        NotEntered::NoSide {
            side: name.to_owned(),
            known: known.join(", "),
        }
    })
}

/// What `--seat N=…` of a host says of a seat.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum SeatWord {
    Player(DeciderChoice),
    Code,
    Open,
    Closed,
}

/// Reads what follows `N=` in `--seat`.
pub(crate) fn seat_word(text: &str) -> Option<SeatWord> {
    match text {
        "code" => Some(SeatWord::Code),
        "open" => Some(SeatWord::Open),
        "closed" => Some(SeatWord::Closed),
        player => player.parse().ok().map(SeatWord::Player),
    }
}
