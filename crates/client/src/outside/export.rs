//! Matches written down for others.

use std::fmt::Write as _;
use std::fs;
use std::path::PathBuf;

use board::Edge;
use home::{LinePart, Output, OutputError};
use kit::model::meaning::trouble;
use kit::model::notation::letters;
use net::Snapshot;
use picture::{Fold, Page, Picture, Scene};
use protocol::Deed;
use reach::Trouble;
use rules::{AnyOrder, Family, Rules};

use super::beside;
use crate::model::News;
use crate::model::comments::Comments;
use crate::model::export::{ExportForm, Format, MOST_FRAMES};
use crate::model::table::{Spot, words_of};

/// The time for which a moving picture shows a turn, in hundredths of a second.
const A_TURN: u16 = 100;
/// The cells of a moving picture have no more pixels than this, so that the file stays small.
const FILM_CELL: u16 = 30;

/// Writes the file, and makes its folder if there is none. An existing file is replaced only once the user has agreed.
pub(super) fn write(seen: &Snapshot, comments: &Comments, form: &ExportForm) -> News {
    let file = PathBuf::from(form.path.trim());
    let output = Output::to(&file).forced(form.may_replace);
    let made = match file.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => fs::create_dir_all(folder),
        _ => Ok(()),
    };
    let made = made.map_err(|source| OutputError::Unwritable {
        file: file.clone(),
        source,
    });
    // before the work: a moving picture takes long to draw, and the user should not wait for a refusal
    if let Err(error) = made.and_then(|()| output.check()) {
        return refused(&error, form);
    }
    let (seen, comments, shown) = as_one(seen, comments, form);
    let bytes = match bytes(&seen, &comments, &shown) {
        Ok(bytes) => bytes,
        Err(trouble) => return News::Failed(trouble),
    };
    match output.write(&bytes) {
        Ok(()) => News::Exported(file),
        Err(error) => refused(&error, form),
    }
}

/// Joins a match that is played with the matches that it continues and the comments on them, for the export. The places in
/// the form become those of the whole game.
fn as_one(
    seen: &Snapshot,
    comments: &Comments,
    form: &ExportForm,
) -> (Snapshot, Comments, ExportForm) {
    // a replay has been joined when it was read; joining again would repeat the earlier matches
    let whole = match seen.played.parts.is_empty() {
        true => seen.with_earlier(),
        false => seen.clone(),
    };
    let mut form = form.clone();
    let is_joined = whole.played.parts.len() > 1 && seen.played.parts.is_empty();
    let moved = is_joined.then(|| whole.step_at(&seen.file, 0)).flatten();
    let Some(moved) = moved else {
        return (whole, comments.clone(), form);
    };
    let mut all = Comments::default();
    for LinePart { file, .. } in &whole.played.parts {
        let known = match *file == seen.file {
            true => Ok(comments.clone()),
            false => beside::read(file, beside::COMMENTS, Comments::read),
        };
        // unreadable comments are reported when their match is shown
        // each match keeps comments by its own steps; the joined record counts on
        all.take(&known.unwrap_or_default(), |own| whole.step_at(file, own));
    }
    form.spot = form.spot.map(|spot| Spot {
        step: spot.step + moved,
        ..spot
    });
    // the first step of this match means the beginning of the whole game; any other keeps its place
    let [from, to] = form.steps;
    let from = if from > 1 { from + moved } else { from };
    form.steps = [from, to + moved];
    (whole, all, form)
}

fn refused(error: &OutputError, form: &ExportForm) -> News {
    match error {
        OutputError::Exists { .. } => News::ExportExists(form.clone()),
        error => News::Failed(trouble(home::told(error), error.advice())),
    }
}

fn bytes(seen: &Snapshot, comments: &Comments, form: &ExportForm) -> Result<Vec<u8>, Trouble> {
    let failed = |error: raster::RasterError| {
        trouble(error, "choose fewer turns, or write the board as SVG")
    };
    let (Some(now), steps) = (seen.played.position.as_deref(), seen.record().len()) else {
        return Err(trouble("there is no board yet", "wait for the beginning"));
    };
    let family = now.family();
    Ok(match form.format {
        Format::Text => text(seen, family, comments).into_bytes(),
        Format::Html => page(seen, family, form.bottom).into_bytes(),
        Format::Svg => board(seen, form).into_bytes(),
        Format::Png => raster::png(&board(seen, form)).map_err(failed)?,
        Format::Gif => {
            let [from, to] = form.steps;
            // the form holds any number that the user types
            let range = from.max(1)..=to.min(steps);
            let count = range.clone().count();
            if count > MOST_FRAMES {
                let what = format!("{count} turns are too many for a moving picture");
                return Err(trouble(what, format!("choose {MOST_FRAMES} at most")));
            }
            let scenes = range.map(|step| after(seen, step.saturating_sub(1)));
            let scenes: Vec<Scene> = scenes.collect();
            let cell = scenes.first().map_or(FILM_CELL, Scene::fitting_cell);
            let cell = cell.min(FILM_CELL);
            // each as large as the largest, which has the most cards beside the board
            let frames = (0..scenes.len()).filter_map(|number| Picture::frame(&scenes, number, ""));
            let frames =
                frames.map(|frame| frame.with_cell(cell).seen_from(form.bottom).to_string());
            raster::gif(frames, A_TURN).map_err(failed)?
        }
    })
}

fn head(seen: &Snapshot, family: Family) -> Vec<(String, String)> {
    let seats = seen.contract.seats.iter();
    // a name from the other player goes into a text file, and could steer the terminal that shows it
    let players = seats.map(|seat| {
        let name = protocol::plain_text(&seat.name);
        (seen.side_names().of(seat.side).to_owned(), name)
    });
    let result = match seen.played.outcome {
        Some(outcome) => {
            families::outcome(family, outcome, &seen.contract.seats, seen.side_names())
        }
        None => "not finished".to_owned(),
    };
    players.chain([("Result".to_owned(), result)]).collect()
}

/// The step of the record at that place, in a line.
fn line(seen: &Snapshot, at: usize) -> String {
    let Some(step) = seen.record().get(at) else {
        return String::new();
    };
    let history = seen.played.history.as_deref();
    match history.and_then(|history| families::line(history, step)) {
        Some(orders) => {
            // names from other players could steer the terminal that shows the file
            let turn = protocol::plain_text(&seen.orders_name(step));
            format!("{turn}: {orders}")
        }
        None => words_of(seen, at),
    }
}

fn text(seen: &Snapshot, family: Family, comments: &Comments) -> String {
    let mut text = format!("{}\n\n", protocol::plain_text(seen.title()));
    // writing to a string never fails
    for (word, value) in head(seen, family) {
        let _ = writeln!(text, "{word:<8} {value}");
    }
    text.push('\n');
    let bouts = families::bouts(family, seen.record());
    for (number, step) in seen.record().iter().enumerate() {
        let after = bouts.partition_point(|(first, _)| *first <= number);
        let bout = after.checked_sub(1).and_then(|at| bouts.get(at));
        // one line says the whole fight, and its rounds follow in
        let round = bout.and_then(|(first, bout)| {
            let round = number - first;
            Some((round, bout, bout.rounds.get(round)?))
        });
        if let Some((0, bout, _)) = round {
            let _ = writeln!(
                text,
                "{}: {}",
                seen.turn_name(step.in_turn()),
                letters(&bout.line)
            );
        }
        let _ = match round {
            Some((round, _, signs)) => writeln!(text, "    {}. {}", round + 1, letters(signs)),
            None => writeln!(text, "{}", line(seen, number)),
        };
        for said in comments.on(number).lines() {
            let _ = writeln!(text, "    {said}");
        }
    }
    text
}

fn page(seen: &Snapshot, family: Family, bottom: Edge) -> String {
    let steps = seen.record();
    let scenes = (0..steps.len()).map(|step| after(seen, step));
    let scenes: Vec<Scene> = std::iter::once(start(seen)).chain(scenes).collect();
    let mut turns: Vec<String> = (0..steps.len()).map(|step| line(seen, step)).collect();
    let mut folds = Vec::new();
    for (first, bout) in families::bouts(family, steps) {
        for (turn, signs) in turns[first..].iter_mut().zip(&bout.rounds) {
            *turn = letters(signs);
        }
        folds.push(Fold {
            first,
            count: bout.rounds.len(),
            line: letters(&bout.line),
        });
    }
    let page = Page {
        title: &protocol::plain_text(seen.title()),
        head: head(seen, family),
        scenes: &scenes,
        bottom,
        turns,
        folds,
    };
    page.to_string()
}

/// The board at the place of the record that the form names, or the latest one if it names none.
fn board(seen: &Snapshot, form: &ExportForm) -> String {
    let scene = match form.spot {
        Some(Spot::BEGINNING) => start(seen),
        Some(spot) => in_step(seen, spot),
        None => match seen.record().len().checked_sub(1) {
            Some(last) => after(seen, last),
            None => start(seen),
        },
    };
    Picture::new(&scene, seen.title())
        .with_cell(scene.fitting_cell())
        .seen_from(form.bottom)
        .to_string()
}

fn start(seen: &Snapshot) -> Scene {
    let start = seen.position_before(0);
    let start = start.or_else(|| seen.played.position.as_deref().cloned());
    start.map_or_else(empty, |start| Scene::of_start(&start))
}

/// A scene of nothing. Nobody sees it: every match that the window shows has a position.
fn empty() -> Scene {
    let board = board::Board::new(1, 1).expect("one cell is a board");
    let ground = board::Grid::filled(board, picture::Ground::Open);
    Scene::bare(Family::ALL[0], std::sync::Arc::new(ground))
}

/// The board after a step of the record, counted from 0.
fn after(seen: &Snapshot, step: usize) -> Scene {
    let orders = usize::MAX;
    in_step(seen, Spot { step, orders })
}

fn in_step(seen: &Snapshot, Spot { step, orders }: Spot) -> Scene {
    let (Some(before), Some(deed)) = (seen.position_before(step), seen.record().get(step)) else {
        return start(seen);
    };
    match &deed.deed {
        Deed::Orders {
            side, orders: all, ..
        } => {
            let given: Vec<AnyOrder> = all.iter().map(|done| done.order.clone()).collect();
            // `usize::MAX` stands for all orders
            let given = &given[..orders.min(given.len())];
            let mut now = before.clone();
            for order in given {
                if now.apply(*side, order).is_err() {
                    break;
                }
            }
            Scene::of_turn(&before, &now, *side, given)
        }
        Deed::Opened(_) | Deed::Lots { .. } | Deed::TakenBack { .. } | Deed::Continued { .. } => {
            let now = seen.position_before(step + 1);
            let mut scene = now.map_or_else(|| start(seen), |now| Scene::of(&now, false));
            scene.add_opened(deed.events());
            scene
        }
    }
}

/// Lets the user choose the file in the desktop's own dialog.
pub(super) async fn choose(proposed: PathBuf) -> Option<PathBuf> {
    let mut dialog = rfd::AsyncFileDialog::new().set_title("Write the match to a file");
    if let Some(folder) = proposed.parent().filter(|folder| folder.exists()) {
        dialog = dialog.set_directory(folder);
    }
    if let Some(name) = proposed.file_name() {
        dialog = dialog.set_file_name(name.to_string_lossy());
    }
    dialog.save_file().await.map(|file| file.path().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::tests::Match;

    #[test]
    fn an_exported_board_is_turned_as_the_form_says() {
        let seen = Match::new("tourney-small", Match::PEOPLE).snapshot;
        let written = Edge::ALL.map(|bottom| {
            let form = ExportForm::new(&seen.file, 1, None, bottom);
            board(&seen, &form)
        });
        let heads = written.each_ref().map(|svg| svg.lines().next());
        for (one, svg) in written.iter().enumerate() {
            let mut others = written[..one].iter();
            assert!(
                others.all(|other| other != svg),
                "each edge is another picture"
            );
        }
        // the board of seven files and ranks is as large from every edge
        assert!(heads.iter().all(|head| *head == heads[0]));
        let page = |bottom| page(&seen, Family::Tourney, bottom);
        assert_ne!(page(Edge::South), page(Edge::North));
    }

    /// A side that two players share by leaders, one of whom gave orders in its part.
    #[test]
    fn the_lines_of_a_file_say_whose_part_they_are_and_who_gave_no_orders() {
        let scenario = scenario::load("clash-of-arms").and_then(Result::ok);
        let scenario = scenario.expect("built in");
        let start = scenario.start(&[]).expect("no options");
        let mut now = start.by_leaders(&[2, 1]).expect("shared by leaders");
        let blue = rules::Side::new(0).expect("Blue");
        let mut seen = Snapshot::new(PathBuf::new());
        let seats = [("Ann", 0), ("Ben", 0), ("C\u{1b}id", 1)];
        let seats = (0..).map(protocol::Seat).zip(seats);
        let seats = seats.map(|(seat, (name, side))| home::SeatInfo {
            seat,
            side: rules::Side::new(side).expect("a side"),
            team: side,
            name: name.to_owned(),
            called: name.to_owned(),
            key: protocol::PublicKey([seat.0; 32]),
            mine: false,
        });
        seen.contract.seats = seats.collect();
        let mut history = protocol::History::new(now.clone());
        let amber = rules::Side::new(1).expect("Amber");
        let mut written = Vec::new();
        let moved = now.legal_orders(blue).into_iter();
        let mut moved = moved.map(|order| now.order_text(blue, &order));
        let moved = moved.find(|text| text.contains('-')).expect("a move");
        for (seat, side, texts) in [
            (0, blue, vec!["later"]),
            (1, blue, vec!["done"]),
            (0, blue, vec![&moved, "end"]),
            (2, amber, vec!["end"]),
        ] {
            let turn = now.turn();
            let given = texts.into_iter().map(|text| {
                let order = now.parse_order(side, text).expect("an order");
                let events = now.apply(side, &order).expect("legal");
                protocol::Done { order, events }
            });
            let step = protocol::Step {
                number: 1,
                turn: turn.number,
                on_turn: turn.side,
                deed: Deed::Orders {
                    seat: protocol::Seat(seat),
                    side,
                    orders: given.collect(),
                },
                digest: protocol::digest(&now),
            };
            history.push(std::sync::Arc::new(step), &now);
            seen.played.history = Some(std::sync::Arc::new(history.clone()));
            let at = seen.record().len() - 1;
            let (turn, words) = line(&seen, at)
                .split_once(" (")
                .map(|(turn, words)| (turn.to_owned(), words.to_owned()))
                .expect("a player");
            assert!(turn.ends_with("'s turn 1"), "{turn}");
            written.push(words);
        }
        assert_eq!(written[0], "Ann): takes the part later");
        assert_eq!(written[1], "Ben): gave no orders");
        assert!(
            written[2].starts_with("Ann): ") && written[2].contains('-'),
            "{}",
            written[2]
        );
        // a side of one passes, and no name steers the terminal that shows the file
        assert_eq!(written[3], "Cid): pass");
    }
}
