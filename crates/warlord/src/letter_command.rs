//! `warlord export` and `warlord import`: play by mail.

use std::io::{self, BufRead as _, IsTerminal as _, Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use ::home::{LONGEST_TEXT, Output};
use clap::Args;
use net::LetterConfig;
use protocol::ContinueWish;
use protocol::manifest::ClaimEffect;

use crate::clock_words;
use crate::completion;
use crate::continuing::AnswerArguments;
use crate::failure::{Failure, not_written, or_reader_gone};
use crate::match_arguments::{PlayArguments, home, not_started, player, run};
use crate::report::Report;
use crate::sitting::Sitting;

/// Where the letter goes: to a file, or to the screen as text.
#[derive(Debug, Args)]
pub(crate) struct LetterArguments {
    /// Write the letter to this file
    #[arg(value_name = "OUT")]
    out: Option<PathBuf>,
    /// Print the letter as text to paste into a mail
    #[arg(long, conflicts_with = "out")]
    text: bool,
    /// Replace an existing file; a letter of the same match is replaced even without this option; a match, a key or any
    /// other letter never is
    #[arg(long, conflicts_with = "text")]
    force: bool,
}

/// Write a letter with everything in a match that the other player does not have yet
#[derive(Debug, Args)]
#[command(
    long_about = "Writes a letter for play by mail: everything signed here that the other player does not have yet, as a file to attach, or with \
                  --text as text to paste. Nothing in it is secret, and sending it twice does no harm.\n\nA match by mail begins with \
                  `warlord host --letter OUT --record FILE`; the other player answers with `warlord import FILE OUT`.",
    after_help = "Examples:\n  warlord export ann.fpm to-ben.fpx\n  warlord export ann.fpm --text\n  warlord export ann.fpm to-ben.fpx --claim\n  \
                  warlord export ann.fpm to-ben.fpx --continue"
)]
pub(crate) struct ExportArguments {
    /// Match file
    #[arg(value_name = "FILE", add = completion::match_file())]
    file: PathBuf,
    #[command(flatten)]
    letter: LetterArguments,
    /// Claim in the letter that the other player's time is up, if days were agreed; the program says what that does and asks
    /// you to confirm
    #[arg(long)]
    claim: bool,
    /// Claim without being asked to confirm, for programs
    #[arg(long, requires = "claim")]
    yes: bool,
    /// Ask in the letter to continue in a new match; the program prints what that changes. The request lapses with the
    /// next turn
    #[arg(long = "continue", conflicts_with = "claim")]
    asks: bool,
}

/// Read a letter from the other player, make your turn, and write the answer
#[derive(Debug, Args)]
#[command(
    long_about = "Reads a letter that the other player wrote with `warlord export`, `import` or `host --letter`: checks it, signs what \
                  needs no decision, asks for your turn if it is yours, and writes the answer.\n\nIf FILE does not exist and the letter is an \
                  offer, the offer is shown and FILE begins the match. A turn takes one letter. The first turn is in the \
                  third letter; in a match with a hidden set-up it is in the seventh or eighth, and in Border War in the \
                  eleventh or twelfth.",
    after_help = "Examples:\n  warlord import ben.fpm from-ann.fpx --reply to-ann.fpx\n  warlord import ben.fpm - --text < mail.txt"
)]
pub(crate) struct ImportArguments {
    /// The match file; a new one if the letter is an offer
    #[arg(value_name = "FILE", add = completion::match_file())]
    file: PathBuf,
    /// The letter: a file, or `-` for text on standard input
    #[arg(value_name = "IN", add = completion::letter())]
    letter: PathBuf,
    /// Write the answer to this file
    #[arg(long, value_name = "OUT")]
    reply: Option<PathBuf>,
    /// Print the answer as text to paste into a mail
    #[arg(long, conflicts_with = "reply")]
    text: bool,
    /// Replace an existing file with the answer; a letter of the same match is replaced even without this option; a match,
    /// a key or any other letter never is
    #[arg(long, requires = "reply")]
    force: bool,
    /// Play under this name, if the letter is an offer
    #[arg(long = "as", value_name = "NAME")]
    name: Option<String>,
    #[command(flatten)]
    continuing: AnswerArguments,
    #[command(flatten)]
    play: PlayArguments,
}

pub(crate) fn run_export(arguments: &ExportArguments) -> anyhow::Result<ExitCode> {
    let (home, file) = (home()?, &arguments.file);
    let LetterArguments { out, text, force } = &arguments.letter;
    let out = match (out, text) {
        (Some(out), _) => Some(Output::to(out).forced(*force).of_match(file)),
        (None, true) => None,
        (None, false) => {
            let advice = "name a file to write, or use --text";
            return Err(Failure::new("no file for the letter is named", advice).into());
        }
    };
    if file.exists() {
        // before the claim is signed: it cannot be taken back, and the letter could not be written
        check(out.as_ref())?;
    }
    let letter = match (arguments.claim, arguments.asks) {
        (true, _) => {
            let agrees = |name: &str, effect| agrees_to_claim(arguments.yes, name, effect);
            let claimed = net::export_with_claim(&home, file, agrees);
            match claimed {
                Ok(None) => {
                    let advice = "keep waiting, or use --claim --yes to claim without being asked";
                    return Err(
                        Failure::new("nothing is claimed, and no letter written", advice).into(),
                    );
                }
                Ok(Some(letter)) => Ok(letter),
                Err(error) => Err(error),
            }
        }
        (false, true) => {
            let asked = net::export_with_question(&home, file, ContinueWish::default());
            asked.map(|(letter, words)| {
                words.iter().for_each(crate::failure::say);
                letter
            })
        }
        (false, false) => net::export(&home, file),
    };
    let letter =
        letter.map_err(|error| not_started("no letter can be written for this match", error))?;
    // an offer not answered yet has no match file, so the letter itself says which match may be replaced
    let written = write(out.map(|out| out.of_letter(&letter)), &letter);
    written.map_err(|error| kept_in(error, file))?;
    Ok(ExitCode::SUCCESS)
}

/// Explains what a claim does, and asks a person at a terminal to confirm it: it is signed, and may end the match.
fn agrees_to_claim(has_agreed: bool, name: &str, effect: ClaimEffect) -> bool {
    crate::failure::say(clock_words::before_claim(name, effect));
    // a claim may end the match, so a script has to say --yes; silence is no consent
    if has_agreed || !io::stdin().is_terminal() {
        return has_agreed;
    }
    crate::failure::say("Type `claim` to claim it; anything else claims nothing.");
    let mut line = String::new();
    // bounded: one word is awaited, whatever is pasted
    let read = io::stdin().lock().take(100).read_line(&mut line);
    read.is_ok() && line.trim().eq_ignore_ascii_case("claim")
}

pub(crate) fn run_import(arguments: &ImportArguments) -> anyhow::Result<ExitCode> {
    let home = home()?;
    let seated = player(&home, arguments.name.as_deref())?;
    let letter = read(&arguments.letter)?;
    let answer = arguments.reply.as_ref().map(|out| {
        let answer = Output::to(out).forced(arguments.force);
        answer.of_match(&arguments.file).of_letter(&letter)
    });
    // before the player makes a turn whose letter could not be written
    check(answer.as_ref())?;
    run(async |interrupt| {
        let (player, mut reporter) = arguments.play.start()?;
        let config = LetterConfig {
            home,
            player: seated,
            file: arguments.file.clone(),
            letter: Some(letter),
            // a program or a script was started to play, which is its consent
            accept: !player.is_at_terminal(),
            waits: true,
            asks: None,
        };
        let handle = net::by_letter(config)
            .map_err(|error| not_started("this letter is not accepted", error))?;
        let kept = handle.clone();
        for text in handle.snapshot().messages.notes.iter().cloned() {
            reporter.report(&Report::Note { text })?;
        }
        let ending = Sitting::new(handle, player, reporter, interrupt)
            .by_mail()
            .continuing(None, arguments.continuing.answer)
            .play()
            .await?;
        // the sitting took the first one with it
        reporter = crate::report::Reporter::stdout(arguments.play.json);
        let snapshot = kept.snapshot();
        if let Some(letter) = &snapshot.letter {
            match (&arguments.reply, arguments.text) {
                (Some(out), _) => {
                    let answer = answer.map(|answer| answer.of_match(&arguments.file));
                    let written = write(answer, letter);
                    written.map_err(|error| kept_in(error, &arguments.file))?;
                    let text = format!("The answer is in {}.", out.display());
                    reporter.report(&Report::Note { text })?;
                }
                (None, true) => write(None, letter)?,
                (None, false) => {
                    let file = arguments.file.display();
                    let text = format!("`warlord export {file} OUT` writes the answer.");
                    reporter.report(&Report::Note { text })?;
                }
            }
        }
        ending.finish()
    })
}

const NOT_WRITTEN: &str = "the letter is not written";

/// The error of a letter that is not written, though everything in it is kept in the match file.
pub(crate) fn kept_in(error: anyhow::Error, file: &Path) -> anyhow::Error {
    let how = error.downcast_ref::<Failure>();
    let how = how.map_or_else(String::new, |failure| format!("{}; ", failure.advice()));
    let file = file.display();
    let advice = format!("{how}nothing is lost: `warlord export {file} OUT` writes the letter");
    let causes = error.chain().skip(1).map(ToString::to_string);
    let causes: Vec<String> = causes.collect();
    anyhow::Error::msg(causes.join(": ")).context(Failure::new(NOT_WRITTEN, advice))
}

/// Refuses a place where no letter can be written, before anything is done.
pub(crate) fn check(out: Option<&Output<'_>>) -> anyhow::Result<()> {
    let checked = out.map_or(Ok(()), Output::check);
    checked.map_err(|error| not_written(NOT_WRITTEN, error))
}

/// Writes a letter to a file, or as text to standard output.
pub(crate) fn write(out: Option<Output<'_>>, letter: &[u8]) -> anyhow::Result<()> {
    let Some(out) = out else {
        let mut stdout = io::stdout();
        let text = ::home::letter_to_text(letter);
        or_reader_gone(
            stdout
                .write_all(text.as_bytes())
                .and_then(|()| stdout.flush()),
        )?;
        return Ok(());
    };
    out.write(letter)
        .map_err(|error| not_written(NOT_WRITTEN, error))
}

fn read(from: &Path) -> anyhow::Result<Vec<u8>> {
    let failure = |error: io::Error| {
        let what = format!("the letter {} cannot be read", from.display());
        anyhow::Error::new(error).context(Failure::new(
            what,
            "check the name; `-` reads the text of a letter from standard input",
        ))
    };
    let most = LONGEST_TEXT as u64;
    let bytes = if from == Path::new("-") {
        let mut bytes = Vec::new();
        // one byte more than the longest: a text that is too long is refused as that, not read with its end cut off
        let read = io::stdin().take(most + 1).read_to_end(&mut bytes);
        read.map_err(failure)?;
        bytes
    } else {
        ::home::read_within(from, most).map_err(failure)?
    };
    ::home::letter_from(&bytes).map_err(|error| {
        let advice = error.advice();
        Failure::new(error.to_string(), advice).into()
    })
}
