//! `warlord people`: the players you have met.

use std::io::Write as _;
use std::process::ExitCode;

use ::home::{Home, People, PeopleError, Person, compare_words, comparison_words};
use clap::{Args, Subcommand};
use protocol::{PublicKey, plain_text};

use crate::failure::Failure;
use crate::match_arguments::{home, player};

/// List the players you have met, name them, compare words with them, and block them
#[derive(Debug, Args)]
#[command(
    long_about = "Lists the players you have met. Each is known by a key: anyone can use any name, but nobody can use \
                  another player's key. KEY is the start of a key, at least four characters, or a name that only one player \
                  has.",
    after_help = "Examples:\n  warlord people\n  warlord people name 0f3a9c12 Annie\n  warlord people verify Annie\n  warlord people block 0f3a9c12"
)]
pub(crate) struct PeopleArguments {
    #[command(subcommand)]
    command: Option<PeopleCommand>,
    /// Print one JSON object per line
    #[arg(long, global = true)]
    json: bool,
}

#[derive(Debug, Subcommand)]
enum PeopleCommand {
    /// List all players, the most recently met first
    #[command(after_help = "Example:\n  warlord people list --json")]
    List,
    /// Give a player a name that only you see
    #[command(after_help = "Example:\n  warlord people name 0f3a9c12 Annie")]
    Name {
        /// The player: the start of the key, or a name
        #[arg(value_name = "KEY")]
        who: String,
        /// The name, at most 32 bytes; an empty one removes it
        petname: String,
    },
    /// Compare words with a player, over the telephone or face to face
    #[command(
        long_about = "Without WORDS, prints eight words that follow from your key and the other player's. The other player's program shows the \
                      same eight words for you, unless someone in between poses as each of you to the other. Have the other player, \
                      whose voice you know, read them to you, then give them to this command: if they are the same, the player is marked as \
                      verified.",
        after_help = "Examples:\n  warlord people verify Annie\n  warlord people verify Annie crow fig halo lamp oat ridge swan yarn"
    )]
    Verify {
        /// The player: the start of the key, or a name
        #[arg(value_name = "KEY")]
        who: String,
        /// The words that the other player reads to you
        words: Vec<String>,
        /// Remove the mark
        #[arg(long, conflicts_with = "words")]
        undo: bool,
    },
    /// Stop letting a player in: by invitation, by asking, or into a match that has begun
    #[command(after_help = "Example:\n  warlord people block 0f3a9c12")]
    Block {
        /// The player: the start of the key, a name, or the whole key of someone you have not met
        #[arg(value_name = "KEY")]
        who: String,
    },
    /// Let a blocked player in again
    #[command(after_help = "Example:\n  warlord people unblock 0f3a9c12")]
    Unblock {
        /// The player: the start of the key, or a name
        #[arg(value_name = "KEY")]
        who: String,
    },
    /// Forget a player, including the name, mark and block; your matches with the player stay
    #[command(after_help = "Example:\n  warlord people forget 0f3a9c12")]
    Forget {
        /// The player: the start of the key, or a name
        #[arg(value_name = "KEY")]
        who: String,
    },
}

/// A change to what is kept about the player with a key.
type Change<'a> = &'a dyn Fn(&mut People, PublicKey);

pub(crate) fn run_people(arguments: &PeopleArguments) -> anyhow::Result<ExitCode> {
    let home = home()?;
    let people = home.people().map_err(failed)?;
    let is_json = arguments.json;
    let (who, change): (&str, Change<'_>) = match &arguments.command {
        None | Some(PeopleCommand::List) => {
            for person in people.iter() {
                show(person, is_json)?;
            }
            // a list in JSON without people has no lines: a sentence would be one that no program can read
            if people.iter().next().is_none() && !is_json {
                writeln!(anstream::stdout(), "You have met nobody yet.")?;
            }
            return Ok(ExitCode::SUCCESS);
        }
        Some(PeopleCommand::Verify { who, words, undo }) if !undo => {
            return verify(&home, find(&people, who)?, &words.join(" "), is_json);
        }
        Some(PeopleCommand::Verify { who, .. }) => (who, &|people, key| people.verify(key, false)),
        Some(PeopleCommand::Name { who, petname }) => {
            (who, &|people, key| people.rename(key, petname))
        }
        Some(PeopleCommand::Block { who }) => (who, &|people, key| people.block(key, true)),
        Some(PeopleCommand::Unblock { who }) => (who, &|people, key| people.block(key, false)),
        Some(PeopleCommand::Forget { who }) => (who, &People::forget),
    };
    // someone may be blocked before they are ever met; everything else is about a player in the list
    let may_be_new = matches!(&arguments.command, Some(PeopleCommand::Block { .. }));
    let key = match PublicKey::from_hex(cleaner::pasted::plain(who).trim()).filter(|_| may_be_new) {
        Some(key) => key,
        None => find(&people, who)?.key,
    };
    change_and_show(&home, key, is_json, |people| change(people, key))
}

/// Changes what is kept of a player, and shows the player.
fn change_and_show(
    home: &Home,
    key: PublicKey,
    is_json: bool,
    change: impl FnOnce(&mut People),
) -> anyhow::Result<ExitCode> {
    home.change_people(change).map_err(failed)?;
    // read again: what is shown is what the file now holds
    let people = home.people().map_err(failed)?;
    match people.get(key) {
        Some(person) => show(person, is_json)?,
        None if is_json => {}
        None => writeln!(anstream::stdout(), "The player is forgotten.")?,
    }
    Ok(ExitCode::SUCCESS)
}

/// Shows the words to compare, or marks a player whose words are the same.
fn verify(home: &Home, person: &Person, typed: &str, is_json: bool) -> anyhow::Result<ExitCode> {
    let own = player(home, None)?.key();
    let words = comparison_words(own, person.key);
    let name = plain_text(&person.called());
    if typed.is_empty() {
        let mut out = anstream::stdout();
        if is_json {
            let line = serde_json::json!({ "key": person.key.to_string(), "words": words });
            writeln!(out, "{line}")?;
        } else {
            writeln!(out, "{words}")?;
            writeln!(
                out,
                "\nHave {name} read the eight words that the other program shows for you, over the telephone or face to face, then write\n  \
                 warlord people verify {} WORDS",
                short(person.key)
            )?;
        }
        return Ok(ExitCode::SUCCESS);
    }
    compare_words(&words, typed).map_err(|error| {
        let what = format!("{name} is not verified: {error}");
        Failure::new(what, error.advice())
    })?;
    change_and_show(home, person.key, is_json, |people| {
        people.verify(person.key, true);
    })
}

fn find<'a>(people: &'a People, who: &str) -> anyhow::Result<&'a Person> {
    let who = cleaner::pasted::plain(who);
    let found = people.find(who.trim());
    found.map_err(|error| Failure::new(error.to_string(), error.advice()).into())
}

fn show(person: &Person, is_json: bool) -> anyhow::Result<()> {
    let mut out = anstream::stdout();
    let [first, last] = person.met.map_or([None; 2], |days| days.map(Some));
    let date = |day: u16| ::home::date(day.into());
    if is_json {
        let line = serde_json::json!({
            "key": person.key.to_string(), "name": person.name, "petname": person.petname,
            "first_met": first.map(date), "last_met": last.map(date), "games": person.games,
            "unfinished": person.unfinished.iter().map(|game| &game.file).collect::<Vec<_>>(),
            "verified": person.is_verified, "blocked": person.is_blocked,
        });
        writeln!(out, "{line}")?;
        return Ok(());
    }
    let mut facts = vec![match person.games {
        1 => "1 game".to_owned(),
        games => format!("{games} games"),
    }];
    facts.extend(person.is_verified.then(|| "verified".to_owned()));
    facts.extend(person.is_blocked.then(|| "blocked".to_owned()));
    facts.push(match last {
        Some(day) => format!("last met {}", date(day)),
        None => "never met".to_owned(),
    });
    let called = plain_text(&person.called());
    // anyone can take anyone's name, so the player's own words for themselves stand behind the name given here
    let own_name = match person.petname.is_empty() || person.name.is_empty() {
        true => String::new(),
        false => format!(" (goes by {})", plain_text(&person.name)),
    };
    writeln!(
        out,
        "{}  {called}{own_name}: {}",
        short(person.key),
        facts.join(", ")
    )?;
    for game in &person.unfinished {
        writeln!(
            out,
            "          unfinished: {}, {} turns; `warlord resume {}` continues it",
            game.title,
            game.turns,
            game.file.display()
        )?;
    }
    Ok(())
}

/// The start of a key, long enough to type and to find the player by.
fn short(key: PublicKey) -> String {
    key.to_string().chars().take(8).collect()
}

fn failed(error: PeopleError) -> anyhow::Error {
    let advice = error.advice();
    anyhow::Error::new(error).context(Failure::new(
        "the players you have met cannot be read",
        advice,
    ))
}
