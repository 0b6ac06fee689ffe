//! `warlord show`: a game from its match file, as text, picture or page.

mod json;
mod page;
mod picture;
mod text;

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Args;
use home::{AsOne, Output};
use protocol::replay::Replay;
use protocol::{Deed, Orders, Seat, Step};
use rules::{AnyPosition, order_list};

use crate::completion;
use crate::failure::{Failure, not_written, or_reader_gone};
use crate::match_file;
use crate::scenario_command;

/// Show a game from its match file, or a scenario, as text or picture
#[derive(Debug, Args)]
#[command(
    long_about = "Shows a game from its match file (*.fpm): who played what, then every turn with its orders and the \
    board after it. With --turn, only that turn; turn 0 is the start.\n\n\
    Matches that continue one another are shown as one game, from any of their files, if the files are in one \
    folder: the turns of each match that count, then where it continues. Turns are counted over the whole game.\n\n\
    --svg and --png write a picture of one board instead, the last one unless --turn names another, with the turn's orders as \
    arrows; --html writes the whole game as one page to leaf through, --gif writes an animation of the turns --from to --to. \
    If you name a scenario instead of a match file, its start is shown.\n\n\
    --json prints one object instead of the text: match, scenario, options, seats, turns, result and orders.\n\n\
    It shows what the file says; `warlord judge` says what is proved.",
    after_help = "Examples:\n  warlord show ann.fpm\n  warlord show ann.fpm --turn 12 --png turn-12.png\n  \
    warlord show ann.fpm --html game.html\n  warlord show ann.fpm --gif game.gif --from 3 --to 9\n  warlord show border-war --svg border-war.svg"
)]
pub(crate) struct ShowArguments {
    /// The match file; or a scenario, by its id or file (*.toml)
    #[arg(value_name = "FILE", add = completion::shown_file())]
    file: PathBuf,
    /// Show only the board after turn N; 0 is the start
    #[arg(long, value_name = "N")]
    turn: Option<u32>,
    /// Print one JSON object: the match, its players and result, and the orders of each turn
    #[arg(long, conflicts_with = "text")]
    json: bool,
    /// Also print the text when writing a picture or page
    #[arg(long)]
    text: bool,
    /// Write a picture as SVG
    #[arg(long, value_name = "OUT")]
    svg: Option<PathBuf>,
    /// Write a picture as PNG
    #[arg(long, value_name = "OUT")]
    png: Option<PathBuf>,
    /// Write the whole game as one page for a browser
    #[arg(long, value_name = "OUT", conflicts_with = "turn")]
    html: Option<PathBuf>,
    /// Write the turns as an animation, one turn per second
    #[arg(long, value_name = "OUT", conflicts_with = "turn")]
    gif: Option<PathBuf>,
    /// The first turn of the animation; 0 is the start
    #[arg(long, value_name = "N", requires = "gif", default_value_t = 0)]
    from: u32,
    /// The last turn of the animation
    #[arg(long, value_name = "N", requires = "gif")]
    to: Option<u32>,
    /// Replace existing files; a match, a key or a letter is never replaced
    #[arg(long)]
    force: bool,
}

/// Shows the game.
pub(crate) fn run(arguments: &ShowArguments) -> anyhow::Result<ExitCode> {
    // all of them before anything is read: a mistake in the last name must not follow a minute of drawing
    for out in [
        &arguments.svg,
        &arguments.png,
        &arguments.html,
        &arguments.gif,
    ] {
        let checked = out.iter().try_for_each(|out| arguments.output(out).check());
        checked.map_err(|error| not_written(NOT_WRITTEN, error))?;
    }
    if let Some(name) = scenario_name(&arguments.file) {
        show_scenario(arguments, &name)?;
        return Ok(ExitCode::SUCCESS);
    }
    // the match may continue in a newer one of the same folder, and both are shown as one game
    let newest = home::newest(&arguments.file);
    let file = match_file::read(&newest)?;
    // read without judging: a file with a fault is shown as far as it goes, with a warning
    let replay = protocol::replay::read(&file).map_err(|error| {
        let file = newest.display();
        Failure::new(
            format!("{file} cannot be shown: {}", error.why),
            "`warlord judge FILE` says more",
        )
    })?;
    for fault in &replay.faults {
        crate::failure::say(format_args!("{} is not sound: {fault}", newest.display()));
    }
    let line = home::seen_as_one(&newest, replay);
    tell_of_line(&arguments.file, &newest, &line);
    let replay = &line.replay;
    let orders = match arguments.turn {
        None => last_standing(replay),
        Some(0) => None,
        Some(number) => {
            // from the end: a turn that was taken back has its number once more, and the last one of a number stands
            let mut orders = replay.history.orders().rev();
            let last = orders.find(|orders| orders.step.turn == number);
            Some(last.ok_or_else(|| no_such_turn(number, replay))?)
        }
    };
    if let Some(out) = &arguments.html {
        arguments.write(out, page::page(replay).as_bytes())?;
    }
    if let Some(out) = &arguments.gif {
        arguments.check_film(replay)?;
        let film = picture::film(replay, arguments.from, arguments.to)?;
        arguments.write(out, &film)?;
    }
    if arguments.svg.is_some() || arguments.png.is_some() {
        let scene = picture::scene(replay, orders);
        let title = match orders {
            Some(orders) => turn_name(replay, orders),
            None => "The start".to_owned(),
        };
        let title = format!("{}: {title}", match_file::title(replay));
        write_pictures(arguments, &picture::svg(&scene, &title))?;
    }
    if arguments.json {
        let game = json::game(&newest, &line, arguments.turn, orders)?;
        let out = &mut anstream::stdout();
        or_reader_gone(writeln!(out, "{game}").and_then(|()| out.flush()))?;
    }
    if arguments.wants_text() {
        let out = &mut anstream::stdout();
        let written = match (arguments.turn, orders) {
            (None, _) => text::write_game(out, replay),
            (Some(_), Some(orders)) => {
                text::write_head(out, replay).and_then(|()| text::write_orders(out, replay, orders))
            }
            (Some(_), None) => text::write_start(out, replay),
        };
        or_reader_gone(written.and_then(|()| out.flush()))?;
    }
    Ok(ExitCode::SUCCESS)
}

const NOT_WRITTEN: &str = "the file is not written";

/// Reports which files are shown as one game, and which parts of it are missing.
fn tell_of_line(file: &Path, newest: &Path, line: &AsOne) {
    let names = line
        .parts
        .iter()
        .map(|part| part.file.display().to_string());
    let names: Vec<String> = names.collect();
    if names.len() > 1 {
        let names = names.join(", ");
        crate::failure::say(format_args!("Shown as one game: {names}."));
    } else if file != newest {
        let (file, newest) = (file.display(), newest.display());
        crate::failure::say(format_args!(
            "The match of {file} continues in {newest}, which is shown."
        ));
    }
    line.missing.iter().for_each(crate::failure::say);
}

impl ShowArguments {
    /// Refuses a moving picture of turns that the match does not have, or that come in the wrong order.
    fn check_film(&self, replay: &Replay) -> Result<(), Failure> {
        let turns = replay.history.orders().map(|orders| orders.step.turn);
        let last = turns.max().unwrap_or(0);
        let named = [Some(self.from), self.to].into_iter().flatten();
        if let Some(missing) = named.into_iter().find(|turn| *turn > last) {
            return Err(no_such_turn(missing, replay));
        }
        match self.to {
            Some(to) if to < self.from => Err(Failure::new(
                format!(
                    "turn {to} comes before turn {}: no turn lies between",
                    self.from
                ),
                format!(
                    "name the earlier turn first, as in --from {to} --to {}",
                    self.from
                ),
            )),
            _ => Ok(()),
        }
    }

    fn output<'a>(&self, out: &'a Path) -> Output<'a> {
        Output::to(out).forced(self.force)
    }

    fn write(&self, out: &Path, bytes: &[u8]) -> anyhow::Result<()> {
        let written = self.output(out).write(bytes);
        written.map_err(|error| not_written(NOT_WRITTEN, error))
    }

    fn wants_text(&self) -> bool {
        let others = [&self.svg, &self.png, &self.html, &self.gif];
        // a picture alone was asked for: the text would run over the terminal
        self.text || !self.json && others.iter().all(|out| out.is_none())
    }
}

/// The name of the scenario, if the argument names one: a scenario file ends in `.toml`.
fn scenario_name(file: &Path) -> Option<String> {
    let name = file.to_str()?;
    let ending = file.extension().unwrap_or_default();
    // a file of that name comes first, so that a scenario added to the program never hides a file of the user
    let is_scenario =
        ending.eq_ignore_ascii_case("toml") || (!file.exists() && scenario::find(name).is_some());
    is_scenario.then(|| name.to_owned())
}

fn show_scenario(arguments: &ShowArguments, name: &str) -> anyhow::Result<()> {
    let is_of_game = arguments.turn.is_some() || arguments.json;
    if is_of_game || arguments.html.is_some() || arguments.gif.is_some() {
        let what = format!("{name} is a scenario: nothing is played yet");
        let advice = match arguments.json {
            true => {
                "name a match file (*.fpm); `warlord scenario show NAME --json` describes a scenario"
            }
            false => "leave out --turn, --html and --gif, or name a match file (*.fpm)",
        };
        return Err(Failure::new(what, advice).into());
    }
    let scenario = scenario_command::open(name)
        .map_err(|error| Failure::new(error.to_string(), error.advice()))?;
    let position = scenario.start(&[])?;
    let scene = ::picture::Scene::of_start(&position);
    write_pictures(arguments, &picture::svg(&scene, scenario.title()))?;
    if arguments.wants_text() {
        let out = &mut anstream::stdout();
        let written = text::write_board(out, scenario.side_names(), None, &position, []);
        or_reader_gone(written.and_then(|()| out.flush()))?;
    }
    Ok(())
}

fn write_pictures(arguments: &ShowArguments, svg: &str) -> anyhow::Result<()> {
    if let Some(out) = &arguments.svg {
        arguments.write(out, svg.as_bytes())?;
    }
    if let Some(out) = &arguments.png {
        arguments.write(out, &raster::png(svg)?)?;
    }
    Ok(())
}

/// The last orders that were not taken back.
fn last_standing(replay: &Replay) -> Option<Orders<'_>> {
    // the text shows turns that were taken back as well; the board is that of the last one that stands
    let stands = replay.history.stands();
    let mut orders = replay.history.orders().rev();
    orders.find(|orders| stands.get(orders.at) == Some(&true))
}

/// The turn of orders as people call it, with the side that gave them if it is not on turn.
fn turn_name(replay: &Replay, orders: Orders<'_>) -> String {
    let names = replay.scenario.side_names();
    let turn = replay.history.turn_name(names, orders.step.in_turn());
    let entry = member(replay, orders).and_then(|seat| replay.manifest.seat(seat));
    // the name comes from the file, and may hold anything (docs/protocol.md, row 31)
    let member = entry.map_or_else(String::new, |entry| {
        format!(" ({})", protocol::plain_text(&entry.name))
    });
    match orders.side == orders.step.on_turn {
        true => turn + &member,
        false => format!("{turn}, {}{member}", names.of(orders.side)),
    }
}

/// Whose parts the choices that a step opened are made of, a sentence for each shared side.
fn parts_words(replay: &Replay, step: &Step) -> Vec<String> {
    let name = |seat| {
        let entry = replay.manifest.seat(seat);
        entry.map_or("", |entry| entry.name.as_str())
    };
    step.parts_in_words(replay.scenario.side_names(), name)
}

/// The seat that gave the orders, in a match of more than two.
fn member(replay: &Replay, orders: Orders<'_>) -> Option<Seat> {
    match orders.step.deed {
        Deed::Orders { seat, .. } if replay.manifest.has_table() => Some(seat),
        _ => None,
    }
}

fn no_such_turn(number: u32, replay: &Replay) -> Failure {
    let what = format!("this match has no turn {number}");
    // turns that were taken back are shown too
    let turns = replay.history.orders().map(|orders| orders.step.turn);
    match turns.max().unwrap_or(0) {
        0 => Failure::new(what, "no turn is played yet; --turn 0 shows the start"),
        last => Failure::new(what, format!("it has turns 1 to {last}")),
    }
}

/// The words after orders that were taken back.
fn taken_back(replay: &Replay, orders: Orders<'_>) -> &'static str {
    match replay.history.stands().get(orders.at) {
        Some(false) => " (taken back)",
        _ => "",
    }
}

/// Orders as text, or in words the end of a part without any; `before` is a position of the match.
fn orders_text(replay: &Replay, before: &AnyPosition, orders: Orders<'_>) -> String {
    if let Some(words) = ::families::empty_part(&replay.history, orders.step) {
        return words.to_owned();
    }
    let given = orders.orders.iter().map(|done| &done.order);
    order_list(before, orders.side, given)
}
