//! A line of matches in the window: replayed, commented on and written down as one game.

use std::fs;
use std::path::PathBuf;
use std::sync::Arc;

use home::Home;
use net::Snapshot;
use protocol::Seat;
use protocol::testing::three_matches;

use super::{beside, export, files};
use crate::model::News;
use crate::model::comments::Comments;
use crate::model::export::{ExportForm, Format};
use crate::model::table::Spot;

/// The files of three matches in a row: the second from turn 4 on, the third from turn 8 to turn 14.
fn line(folder: &std::path::Path) -> [PathBuf; 3] {
    let files = ["ann.fpm", "ann-2.fpm", "ann-3.fpm"].map(|name| folder.join(name));
    for (file, bytes) in files.iter().zip(three_matches().files(Seat(0))) {
        fs::write(file, bytes).expect("written");
    }
    files
}

fn replayed(file: &std::path::Path) -> Arc<Snapshot> {
    match files::read(file.to_owned()) {
        News::Read(_, seen) => seen,
        other => panic!("{other:?}"),
    }
}

fn written(seen: &Snapshot, comments: &Comments, format: Format, spot: Option<Spot>) -> Vec<u8> {
    let folder = tempfile::tempdir().expect("a folder");
    let mut form = ExportForm::new(&seen.file, seen.record().len(), spot, board::Edge::South);
    form.set_format(format);
    form.path = folder.path().join("out").display().to_string();
    match export::write(seen, comments, &form) {
        News::Exported(file) => fs::read(file).expect("there"),
        other => panic!("{other:?}"),
    }
}

#[test]
fn the_replay_of_a_line_shows_every_match_and_keeps_comments_with_their_own() {
    let folder = tempfile::tempdir().expect("a folder");
    let home = Home::at(folder.path().join("home")).expect("a data folder");
    let paths = line(folder.path());
    let seen = replayed(&paths[2]);
    assert_eq!(seen.played.missing, Vec::<String>::new());
    let record = seen.record();
    assert_eq!(
        (record[0].turn, record.last().map(|step| step.turn)),
        (1, Some(14))
    );
    // every step is in the record of one match, but for the marks between them
    let mut places: Vec<(PathBuf, usize)> = Vec::new();
    for (step, shown) in record.iter().enumerate() {
        let place = seen.place_of(step);
        assert_eq!(
            place.is_none(),
            shown.between_matches(seen.side_names()).is_some(),
            "{step}"
        );
        if let Some((file, own)) = place {
            assert_eq!(seen.step_at(file, own), Some(step));
            let alone = protocol::replay::read(&fs::read(file).expect("there")).expect("a match");
            let own_step = &alone.history.steps()[alone.history.before_first_orders() + own];
            assert_eq!(own_step.digest, shown.digest);
            places.push((file.to_owned(), own));
        }
    }
    places.dedup_by_key(|(file, _)| file.clone());
    assert_eq!(
        places.iter().map(|(file, _)| file).collect::<Vec<_>>(),
        paths.iter().collect::<Vec<_>>()
    );
    // a comment on the first match is kept beside the first match
    beside::comment(&home, &paths[0], 1, "bold").expect("written");
    beside::comment(&home, &paths[2], 0, "at last").expect("written");
    let mut comments = Comments::default();
    for path in &paths {
        let own = beside::read(path, beside::COMMENTS, Comments::read).expect("readable");
        comments.take(&own, |own| seen.step_at(path, own));
    }
    let text = String::from_utf8(written(&seen, &comments, Format::Text, None)).expect("text");
    let place = |part: &str| text.find(part).unwrap_or_else(|| panic!("{part}: {text}"));
    let parts = [
        "\nBlue's turn 1: ",
        "    bold\n",
        "The game continues in a new match from Amber's turn 2\n",
        "The game continues in a new match from Amber's turn 4\n",
        "    at last\n",
        "\nAmber's turn 7: ",
    ];
    assert!(parts.map(place).is_sorted(), "{text}");
}

#[test]
fn a_match_that_is_played_is_written_down_with_those_before_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let home = Home::at(folder.path().join("home")).expect("a data folder");
    let paths = line(folder.path());
    beside::comment(&home, &paths[0], 1, "bold").expect("written");
    let whole = replayed(&paths[2]);
    // the snapshot of a session shows its match alone
    let alone = protocol::replay::read(&fs::read(&paths[2]).expect("there")).expect("a match");
    let mut live = Snapshot::clone(&whole);
    live.played.history = Some(Arc::clone(&alone.history));
    live.played.parts.clear();
    live.played.missing.clear();
    assert!(live.record().len() < whole.record().len());
    let mut own = Comments::default();
    own.set(0, "at last");
    let mut all = Comments::default();
    all.take(&own, |own| whole.step_at(&paths[2], own));
    all.set(1, "bold");
    for format in Format::ALL {
        let first = Spot {
            step: 0,
            orders: usize::MAX,
        };
        let moved = whole
            .step_at(&paths[2], 0)
            .map(|step| Spot { step, ..first });
        for (spot, in_whole) in [(None, None), (Some(first), moved)] {
            let one = written(&live, &own, format, spot);
            let other = written(&whole, &all, format, in_whole);
            assert!(one == other, "{format:?}");
        }
    }
}
