//! Marks: what makes files own, runs that take over, torn writes.

use protocol::testing::{Pair, Seeded, offer};

use super::*;

const RUNS: [RunId; 3] = [[1; 16], [2; 16], [3; 16]];

fn signed(step: u64) -> Signed {
    Signed {
        step,
        id: [5; 32],
        notes: 1,
        written: 1_700_000_000_000,
        continuation: Some([6; 32]),
    }
}

fn mark() -> Mark {
    Mark {
        machine: [9; 16],
        run: RUNS[0],
        before: None,
        signed: signed(7),
    }
}

/// Files of seat 0 after some turns, with what is signed there.
fn files(turns: usize) -> (OwnFiles, Signed) {
    let mut pair = Pair::agreed(offer("clash-of-arms", Some(9)), 1);
    for _ in 0..turns {
        pair.play_one(&mut Seeded(1));
    }
    let disk = &pair.disks[0];
    let own = OwnFiles::read(&disk.public, &disk.private).expect("a match");
    (own, pair.session(Seat(0)).mark().expect("a match"))
}

#[test]
fn a_slot_comes_back_and_no_changed_byte_is_read() {
    for before in [None, Some(RUNS[1])] {
        let mark = Mark { before, ..mark() };
        let slot = mark.to_slot(8);
        assert_eq!(slot.len(), LEN);
        assert_eq!(Mark::from_slot(&slot), Some((8, mark)));
        for byte in 0..slot.len() {
            let mut changed = slot.clone();
            changed[byte] ^= 1;
            assert_eq!(Mark::from_slot(&changed), None, "{byte}");
        }
        assert_eq!(Mark::from_slot(&slot[1..]), None);
    }
}

#[test]
fn files_are_own_by_one_of_two_runs_and_by_everything_that_the_mark_names() {
    let (own, signed) = files(4);
    let run = own.run.expect("an id");
    let machine = [9; 16];
    let mark = |run, before, signed: &Signed| Mark {
        machine,
        run,
        before,
        signed: signed.clone(),
    };
    let now = mark(run, None, &signed);
    assert_eq!(now.standing(&machine, &own), Ok(run));
    let begun = mark(RUNS[0], Some(run), &signed);
    assert_eq!(begun.standing(&machine, &own), Ok(run));
    let other = Err(Strangeness::OtherMachine);
    assert_eq!(now.standing(&[8; 16], &own), other);
    let taken_over = mark(RUNS[0], None, &signed);
    let other = Err(Strangeness::OtherRun);
    assert_eq!(taken_over.standing(&machine, &own), other);
    let mut unnamed = own.clone();
    unnamed.run = None;
    assert_eq!(now.standing(&machine, &unnamed), other);
    // an older copy that bears the same run
    let (mut older, _) = files(2);
    older.run = Some(run);
    let lacking = Err(Strangeness::Older);
    assert_eq!(now.standing(&machine, &older), lacking);
    let noted = Signed {
        notes: signed.notes + 1,
        ..signed.clone()
    };
    assert_eq!(mark(run, None, &noted).standing(&machine, &own), lacking);
    // a signature under a new match that a backup restored meanwhile does not hold
    let in_a_pocket = Signed {
        written: 1,
        ..signed.clone()
    };
    assert_eq!(
        mark(run, None, &in_a_pocket).standing(&machine, &own),
        lacking
    );
    // a crash before the mark was written leaves files that hold more
    let (_, earlier) = files(2);
    assert_eq!(mark(run, None, &earlier).standing(&machine, &own), Ok(run));
}

fn place() -> (tempfile::TempDir, Marks) {
    let folder = tempfile::tempdir().expect("a folder");
    let marks = Marks::at(folder.path().join("state"));
    (folder, marks)
}

fn written(marks: &Marks, own: &OwnFiles) -> Mark {
    let mut file = File::open(marks.file(&own.sid, own.seat)).expect("a mark");
    read(&mut file).expect("readable").expect("a mark").1
}

fn is_played(result: Result<(), MarkError>) -> bool {
    matches!(result, Err(MarkError::Played))
}

#[test]
fn a_new_run_takes_the_mark_over_and_the_run_before_signs_no_more() {
    let (_folder, marks) = place();
    let (mut own, signed) = files(4);
    own.run = Some(RUNS[0]);
    let (_, earlier) = files(2);
    let mut first = marks.new_pen(RUNS[0]);
    first.take_up(&own.sid, own.seat, earlier).expect("new");
    first.put_down().expect("written");
    assert_eq!(written(&marks, &own).before, None);
    let mut second = marks.pen(&own, RUNS[1]).expect("readable").expect("own");
    let mut third = marks.pen(&own, RUNS[2]).expect("readable").expect("own");
    second
        .take_up(&own.sid, own.seat, signed.clone())
        .expect("own");
    assert!(second.is_pending());
    let begun = written(&marks, &own);
    assert_eq!((begun.run, begun.before), (RUNS[1], Some(RUNS[0])));
    second.put_down().expect("written");
    let begun = written(&marks, &own);
    assert_eq!((begun.run, begun.before), (RUNS[1], None));
    assert_eq!(begun.signed, signed);
    // a program that read the mark before knows nothing of this
    let more = Signed {
        step: signed.step + 1,
        ..signed.clone()
    };
    for pen in [&mut first, &mut third] {
        for _ in 0..2 {
            assert!(is_played(pen.take_up(&own.sid, own.seat, more.clone())));
        }
    }
    assert_eq!(written(&marks, &own), begun, "nothing was written");
    second
        .take_up(&own.sid, own.seat, more.clone())
        .expect("the match continues");
    second.put_down().expect("written");
    assert_eq!(written(&marks, &own).signed, more);
    let refused = marks.pen(&own, RUNS[2]).expect("readable").map(|_| ());
    assert_eq!(refused, Err(Strangeness::OtherRun));
}

#[test]
fn a_mark_that_was_cut_while_it_was_written_leaves_the_one_before() {
    let (_folder, marks) = place();
    let (own, signed) = files(4);
    let mut pen = marks.new_pen(RUNS[0]);
    for step in 0..6 {
        let signed = Signed {
            step,
            ..signed.clone()
        };
        pen.take_up(&own.sid, own.seat, signed).expect("own");
        pen.put_down().expect("written");
        let path = marks.file(&own.sid, own.seat);
        let whole = std::fs::read(&path).expect("a mark");
        // the slot written last, half of it as zeros
        let at = if step % 2 == 0 { 0 } else { APART };
        let mut torn = whole.clone();
        torn[at + LEN / 2..at + LEN].fill(0);
        let torn_path = path.with_extension("torn");
        std::fs::write(&torn_path, torn).expect("written");
        let mut torn = File::open(&torn_path).expect("there");
        let before = read(&mut torn)
            .expect("readable")
            .map(|(_, mark)| mark.signed.step);
        assert_eq!(before, step.checked_sub(1));
    }
}

#[test]
fn a_mark_is_for_its_owner_alone_and_a_deleted_match_leaves_none() {
    let (_folder, marks) = place();
    let (own, signed) = files(1);
    let mut pen = marks.new_pen(RUNS[0]);
    pen.take_up(&own.sid, own.seat, signed).expect("new");
    pen.put_down().expect("written");
    let path = marks.file(&own.sid, own.seat);
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        let mode = std::fs::metadata(&path)
            .expect("there")
            .permissions()
            .mode();
        assert_eq!(mode & 0o777, 0o600);
    }
    let machine = marks.machine().expect("an id");
    assert_eq!(marks.machine().expect("an id"), machine, "made once");
    // half an id, as a full disk leaves it, was never used
    std::fs::write(marks.state.join("machine"), &machine[..5]).expect("written");
    let anew = marks.machine().expect("made anew");
    assert_eq!(marks.machine().expect("an id"), anew);
    std::fs::write(marks.state.join("machine"), [7; 40]).expect("written");
    assert!(
        marks.machine().is_err(),
        "what this program has not written"
    );
    std::fs::write(marks.state.join("machine"), machine).expect("written");
    // a match that is played is not deleted
    drop(pen);
    marks.forget(&own.sid, own.seat);
    assert!(!path.exists());
    let gone = marks.pen(&own, RUNS[1]).expect("nothing there").map(|_| ());
    assert_eq!(gone, Err(Strangeness::NoMark));
}

#[test]
fn what_could_not_be_written_to_the_match_is_not_in_the_mark() {
    let (_folder, marks) = place();
    let (mut own, signed) = files(4);
    own.run = Some(RUNS[0]);
    let mut pen = marks.new_pen(RUNS[0]);
    let take_up = |pen: &mut Pen, signed| pen.take_up(&own.sid, own.seat, signed);
    take_up(&mut pen, signed.clone()).expect("new");
    pen.put_down().expect("written");
    let more = Signed {
        step: signed.step + 1,
        ..signed.clone()
    };
    take_up(&mut pen, more.clone()).expect("own");
    pen.give_up();
    assert!(!pen.is_pending());
    pen.put_down().expect("nothing to do");
    assert_eq!(written(&marks, &own).signed, signed);
    assert!(is_played(take_up(&mut pen, more)));
    assert!(marks.pen(&own, RUNS[1]).expect("readable").is_ok());
}

#[test]
fn where_no_mark_can_be_made_nothing_is_signed() {
    let (folder, _) = place();
    let (own, signed) = files(1);
    let taken = folder.path().join("taken");
    std::fs::write(&taken, b"a file").expect("written");
    let mut pen = Marks::at(taken.join("state")).new_pen(RUNS[0]);
    for _ in 0..2 {
        let refused = pen.take_up(&own.sid, own.seat, signed.clone());
        assert!(matches!(refused, Err(MarkError::Failed(..))), "{refused:?}");
    }
}
