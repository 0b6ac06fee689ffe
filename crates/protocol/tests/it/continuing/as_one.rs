//! A line of matches seen as one game.

use super::*;
use protocol::Deed;
use protocol::file::{Entry, PUBLIC_HEADER, read_public};
use protocol::replay::{Line, NotBefore, Part, Replay, read};
use protocol::testing::three_matches;

fn joined(files: &[Vec<u8>]) -> Result<(Replay, Vec<Part>), NotBefore> {
    let mut newest_first = files.iter().rev();
    let mut replays = newest_first
        .by_ref()
        .map(|file| read(file).expect("a match"));
    let mut line = Line::of(replays.next().expect("a file"));
    for before in replays {
        line.begin_with(before)?;
    }
    let (replay, parts) = line.joined();
    Ok((replay.expect("a match"), parts))
}

#[test]
fn three_matches_in_a_row_are_shown_as_one_game() {
    let pair = three_matches();
    let files = pair.files(Seat(0));
    assert_eq!(files.len(), 3);
    let (replay, parts) = joined(&files).expect("a line");
    let history = &replay.history;
    // the turns that stand are counted over the whole game, without a gap
    let standing = history.standing().filter_map(|(at, step)| step.orders(at));
    let turns: Vec<u32> = standing.map(|orders| orders.step.turn).collect();
    assert_eq!(turns, (1..=14).collect::<Vec<u32>>());
    let marks = history
        .steps()
        .iter()
        .filter_map(|step| step.between_matches(replay.scenario.side_names()));
    let marks: Vec<String> = marks.collect();
    let expected = ["Amber's turn 2", "Amber's turn 4"]
        .map(|turn| format!("continues in a new match from {turn}"));
    assert_eq!(marks, expected);
    assert_eq!(
        parts.iter().map(|part| part.turn).collect::<Vec<_>>(),
        [1, 4, 8]
    );
    // each match stands there as its own file shows it, up to where the next one begins
    for (file, part) in files.iter().zip(&parts) {
        let own = read(file).expect("a match").history;
        for at in 0..part.steps {
            let (ours, theirs) = (&history.steps()[part.from + at], &own.steps()[at]);
            match (&ours.deed, &theirs.deed) {
                (Deed::TakenBack { to }, Deed::TakenBack { to: own }) => {
                    assert_eq!(*to, part.from + own);
                }
                (ours, theirs) => assert_eq!(ours, theirs),
            }
            let after = history.position_after(part.from + at + 1);
            assert_eq!(after, own.position_after(at + 1), "{part:?} step {at}");
        }
    }
    let taken_back = |part: &Part| {
        let steps = &history.steps()[part.from..part.from + part.steps];
        let back = steps
            .iter()
            .filter(|step| matches!(step.deed, Deed::TakenBack { .. }));
        back.count()
    };
    assert_eq!(parts.iter().map(taken_back).collect::<Vec<_>>(), [1, 1, 0]);
    let last = replay.history.position_after(history.steps().len());
    assert_eq!(Some(&last), pair.session(Seat(0)).position());
    // a match beside it begins from a step of the newest, whose numbers the older matches have too
    let alone = read(&files[2]).expect("a match");
    for after in 0..alone.last.0 {
        assert_eq!(
            replay.beside(after, 1),
            alone.beside(after, 1),
            "step {after}"
        );
    }
}

#[test]
fn a_file_that_does_not_fit_is_not_put_before_a_match() {
    let pair = three_matches();
    let files = pair.files(Seat(0));
    let refused = |before: &[u8], after: &[u8]| {
        let files = [before.to_vec(), after.to_vec()];
        joined(&files).map(|(_, parts)| parts.len())
    };
    assert_eq!(refused(&files[0], &files[1]), Ok(2));
    assert_eq!(refused(&files[0], &files[2]), Err(NotBefore::Other));
    assert_eq!(refused(&files[1], &files[0]), Err(NotBefore::Other));
    // the old file ends before the step that the new match begins from
    let (entries, _) = read_public(&files[0]).expect("a match file");
    let cut = |keep: usize| {
        let kept = entries.iter().take(keep);
        kept.fold(PUBLIC_HEADER.to_vec(), |mut file, entry| {
            file.extend(entry.to_bytes());
            file
        })
    };
    for keep in 1..8 {
        let short = Err(NotBefore::Short);
        assert_eq!(refused(&cut(keep), &files[1]), short, "{keep} entries");
    }
    // a new match without the signature of a player
    let (entries, _) = read_public(&files[1]).expect("a match file");
    for left_out in BOTH {
        let kept = entries
            .iter()
            .filter(|entry| !matches!(entry, Entry::Genesis(genesis) if genesis.seat == left_out));
        let file = kept.fold(PUBLIC_HEADER.to_vec(), |mut file, entry| {
            file.extend(entry.to_bytes());
            file
        });
        assert_eq!(refused(&files[0], &file), Err(NotBefore::Unsigned));
    }
}

#[test]
fn a_match_that_lies_about_where_it_begins_is_not_joined() {
    let mut pair = under_way(offer("clash-of-arms", None), 4);
    assert!(continue_both(&mut pair));
    let [old, _] = &pair.files(Seat(0))[..] else {
        panic!("two matches");
    };
    let first = read(old).expect("a match").history.position_after(1);
    let lies: [fn(&mut Manifest, Vec<u8>); 3] = [
        |manifest, position| attacks::start(manifest).position = position,
        |manifest, _| attacks::start(manifest).root = [7; 32],
        |manifest, _| attacks::start(manifest).after = 1,
    ];
    for lie in lies {
        let mut forged = manifest(&pair, Seat(0)).clone();
        lie(&mut forged, rules::Rules::to_whole(&first).expect("small"));
        let file = attacks::signed_by_both(&forged);
        let refused = joined(&[old.clone(), file]).map(|(_, parts)| parts.len());
        assert_eq!(refused, Err(NotBefore::Misfit));
    }
}
