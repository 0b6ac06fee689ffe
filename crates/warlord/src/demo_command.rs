//! `warlord demo`: two players on this machine, each with keys, files and a connection of its own, play a whole match.

mod table;

use std::io::{self, IsTerminal as _, Write as _};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use ::computer::{Budget, Level};
use ::home::{Home, Player};
use clap::Args;
use net::{HostConfig, JoinConfig, MatchHandle};
use protocol::{Fresh, Identity, Offer, Session};
use rules::Rules as _;

use crate::decider::{DeciderChoice, Settings};
use crate::failure::Failure;
use crate::host_command::OfferArguments;
use crate::match_arguments::{home, not_started, random_seed, run};
use crate::report::{Report, Reporter};
use crate::sitting::{Ending, OnOrders, Sitting, result_named, result_text};
use crate::table_arguments::TableArguments;
use crate::terminal::Picture;

/// Turns after which a demonstration is a draw.
const MOST_TURNS: u32 = 200;
const CANNOT_BEGIN: &str = "the demonstration cannot begin";
/// How long a turn is shown.
const PAUSE: Duration = Duration::from_millis(700);

/// Watch two computers play a whole match over a real connection, or play at a table of up to eight.
#[derive(Debug, Default, Args)]
#[command(
    long_about = "Two players on this machine, each with a key, a data folder and a socket of its own, play a whole match \
                  over QUIC on the loopback, with nothing left out: hidden set-ups are sealed and opened, the first player \
                  is drawn by lot, every turn is signed and on disk before it is sent. At the end both match files are \
                  compared and judged.\n\nThe board is drawn as the game proceeds; in a pipe only the turns are written. \
                  The same seed gives the same game.\n\nWith --seats, two to eight players sit at one table in this program, \
                  and you may take seats yourself: --seat 2=me. The keyboard goes from hand to hand, and before a secret choice \
                  the screen is cleared. The match is kept, and `warlord resume FILE` continues it.",
    after_help = "Examples:\n  warlord demo --scenario test-of-wills --seed 7 --fast\n  \
                  warlord demo --seats 4 --fast\n  \
                  warlord demo --seats 3 --seat 1=me --seat 2=me --name 1=Eva --name 2=Max\n  \
                  warlord demo --scenario tourney-4 --option teams=on --seats 4"
)]
pub(crate) struct DemoArguments {
    #[command(flatten)]
    offer: OfferArguments,
    #[command(flatten)]
    table: TableArguments,
    /// The seed of every random choice
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Do not wait between turns, and let the computers think less
    #[arg(long)]
    fast: bool,
    /// Print one JSON object per line
    #[arg(long)]
    json: bool,
}

/// The two players of the demonstration.
struct Pair {
    ann: MatchHandle,
    bob: MatchHandle,
}

pub(crate) fn run_demo(arguments: &DemoArguments) -> anyhow::Result<ExitCode> {
    if arguments.table.is_named() {
        return table::run_table(arguments);
    }
    let seed = match arguments.seed {
        Some(seed) => seed,
        None => random_seed()?,
    };
    run(async |interrupt| {
        let offer = offer(arguments, seed)?;
        // a new one each time: the keys and files of two demonstrations must not meet
        let folder = fresh_folder(&home()?)?;
        let mut reporter = Reporter::stdout(arguments.json);
        reporter.report(&Report::Note {
            text: format!(
                "Seed {seed}. Ann and Bob keep their files in {}.",
                folder.display()
            ),
        })?;
        let pair = seat_pair(offer, seed, &folder)?;
        let choice = DeciderChoice::Computer {
            level: level(arguments),
        };
        let player = |seed| {
            choice.start(Settings {
                seed,
                // a demonstration is repeated with its seed, and has no secrets
                follows_seed: true,
                budget: Budget::Time(Duration::from_secs(1)),
                tells_seed: false,
                prompts_on_stderr: true,
            })
        };
        let ann = Sitting::new(
            pair.ann.clone(),
            player(seed)?,
            Reporter::stdout(arguments.json),
            interrupt.clone(),
        )
        .on_orders(show_orders(arguments));
        let bob = Sitting::new(
            pair.bob.clone(),
            player(seed ^ 1)?,
            // Bob sees the same match as Ann, so his lines would double every turn
            Reporter::new(arguments.json, Box::new(io::sink())),
            interrupt,
        );
        // an error of either ends both: otherwise the other would wait forever
        let (ann, bob) = tokio::try_join!(ann.play(), bob.play())?;
        conclude(&pair, ann, bob, reporter, arguments.json)
    })
}

const fn level(arguments: &DemoArguments) -> Level {
    match arguments.fast {
        true => Level::Easy,
        false => Level::Normal,
    }
}

fn no_folder(error: ::home::HomeError) -> anyhow::Error {
    let advice = error.advice();
    let what = "there is no place for the demonstration";
    anyhow::Error::new(error).context(Failure::new(what, advice))
}

/// Compares both files, and reports the judge's verdict on Bob's file too.
fn conclude(
    pair: &Pair,
    ann: Ending,
    bob: Ending,
    mut reporter: Reporter,
    is_json: bool,
) -> anyhow::Result<ExitCode> {
    for ending in [&ann, &bob] {
        if let Ending::Failed(trouble) = ending {
            return Err(Failure::new(trouble.what.clone(), trouble.advice.clone()).into());
        }
    }
    let (Ending::Judged(_), Ending::Judged(verdict)) = (&ann, &bob) else {
        return Ok(ExitCode::SUCCESS);
    };
    let snapshot = pair.bob.snapshot();
    if !is_json
        && let Some(position) = &snapshot.played.position
        && !io::stdout().is_terminal()
    {
        let turn = snapshot.turn_name(position.turn());
        let picture = Picture::new(position).in_turn(Some(turn));
        picture.write(&mut anstream::stdout())?;
    }
    reporter.report(&Report::Verdict {
        verdict: verdict.clone(),
        result: result_text(&snapshot),
        named: result_named(&snapshot),
        file: snapshot.file.display().to_string(),
    })?;
    let read = |handle: &MatchHandle| std::fs::read(&handle.snapshot().file);
    // closed by both, a match has one canonical byte string (docs/protocol.md, 8): anything else is a bug
    let is_same = read(&pair.ann)? == read(&pair.bob)?;
    reporter.report(&Report::Note {
        text: if is_same {
            "Both files hold the same bytes.".to_owned()
        } else {
            "The two files differ.".to_owned()
        },
    })?;
    let is_well = is_same
        && [&ann, &bob]
            .iter()
            .all(|ending| **ending == Ending::Judged("COMPLETE".to_owned()));
    Ok(if is_well {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

/// On a terminal, draws every position in place of the position before.
fn show_orders(arguments: &DemoArguments) -> OnOrders {
    let is_drawn = !arguments.json && io::stdout().is_terminal();
    let pause = if arguments.fast || !is_drawn {
        Duration::ZERO
    } else {
        PAUSE
    };
    Box::new(move |step, after| {
        if is_drawn {
            let mut out = anstream::stdout().lock();
            // cursor to the top left corner, then clear the screen
            write!(out, "\x1b[H\x1b[J")?;
            Picture::new(after).marking(step.events()).write(&mut out)?;
            out.flush()?;
        }
        if !pause.is_zero() {
            // the callback is not asynchronous, and both connections must stay alive through the pause
            tokio::task::block_in_place(|| std::thread::sleep(pause));
        }
        Ok(())
    })
}

/// What the two play. A game that two seats cannot agree to is refused before a folder is made.
fn offer(arguments: &DemoArguments, seed: u64) -> anyhow::Result<Offer> {
    let mut offer = arguments.offer.offer("test-of-wills", None)?;
    // two computers that avoid each other must not play forever
    offer.max_turns.get_or_insert(MOST_TURNS);
    let identity = Identity::from_seed(derive(seed, "Ann", "key"));
    Session::host(identity, "Ann", offer.clone(), fresh(seed, "Ann"))
        .map_err(|error| not_started(CANNOT_BEGIN, error.into()))?;
    Ok(offer)
}

fn seat_pair(offer: Offer, seed: u64, folder: &Path) -> anyhow::Result<Pair> {
    let seated = |name: &str| -> anyhow::Result<(Home, Player, Fresh, PathBuf)> {
        let place = folder.join(name.to_lowercase());
        let home = Home::at(&place).map_err(no_folder)?;
        let player = Player::from_seed(name, &derive(seed, name, "key"));
        Ok((home, player, fresh(seed, name), place.join("match.fpm")))
    };
    let (home, player, fresh, record) = seated("Ann")?;
    let mut config = HostConfig::new(home, player, offer);
    // nobody else may take Bob's seat
    config.lan = false;
    config.listen = vec![SocketAddr::from(([127, 0, 0, 1], 0))];
    config.record = Some(record);
    let cannot = |error| not_started(CANNOT_BEGIN, error);
    let ann = net::host_demonstration(config, fresh).map_err(cannot)?;
    let invitation = ann.snapshot().meeting.invitation.as_deref().cloned();
    let invitation =
        invitation.ok_or_else(|| Failure::new("there is no invitation", "try again"))?;
    let (home, player, fresh, record) = seated("Bob")?;
    let mut config = JoinConfig::new(home, player, invitation);
    config.listen = vec![SocketAddr::from(([127, 0, 0, 1], 0))];
    config.record = Some(record);
    config.accept = true;
    let bob = net::join_demonstration(config, fresh).map_err(cannot)?;
    Ok(Pair { ann, bob })
}

fn fresh(seed: u64, name: &str) -> Fresh {
    Fresh {
        match_secret: derive(seed, name, "match secret"),
        session_seed: derive(seed, name, "session key"),
        session_nonce: derive(seed, name, "session nonce"),
    }
}

/// Bytes that follow from the seed alone, so that the same seed gives the same match; a demonstration has no secret to
/// hide.
fn derive(seed: u64, name: &str, what: &str) -> [u8; 32] {
    protocol::hash::derive(
        "warlord demonstration 1",
        &[&seed.to_le_bytes(), name.as_bytes(), what.as_bytes()],
    )
}

/// Makes a new folder for each demonstration.
fn fresh_folder(home: &Home) -> anyhow::Result<PathBuf> {
    let name = format!("{}-{}", ::home::unix_ms(), std::process::id());
    let folder = home.path().join("demo").join(name);
    std::fs::create_dir_all(&folder).map_err(|error| {
        let what = format!("{} cannot be made", folder.display());
        let advice = "name a folder you may write to in the environment variable WARLORD_HOME";
        anyhow::Error::new(error).context(Failure::new(what, advice))
    })?;
    Ok(folder)
}
