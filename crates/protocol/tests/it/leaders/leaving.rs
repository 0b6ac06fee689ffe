//! A member of a shared side is gone: its mates have its leaders, its parts, and what it had sealed.

use std::cell::Cell;
use std::collections::BTreeMap;
use std::rc::Rc;
use std::time::Duration;

use protocol::file::{Entry, read_public};
use protocol::frame::Frame;
use protocol::judge::judge_matches;
use protocol::testing::sections;
use protocol::{Fault, Kind};
use rules::testing::depth::sample;
use rules::{AnyPosition, Rules};

use super::*;

const MINUTES: Duration = Duration::from_secs(130);

/// All but one.
fn rest<const N: usize>(table: &Table<N>, gone: Seat) -> Vec<Seat> {
    let mut seats = table.places();
    seats.retain(|seat| *seat != gone);
    seats
}

/// Loses the seat's frames once it has sent the given number of records; returns the number that it has sent.
fn falls_silent<const N: usize>(table: &mut Table<N>, gone: Seat, after: usize) -> Rc<Cell<usize>> {
    let sent = Rc::new(Cell::new(0));
    let seen = Rc::clone(&sent);
    let known = std::cell::RefCell::new(std::collections::BTreeSet::new());
    table.bend = Some(Box::new(move |from, _, frame| {
        if from != gone {
            return vec![frame];
        }
        if let Ok(Frame::Record(record)) = Frame::from_bytes(&frame)
            && record.seat == gone
            && known.borrow_mut().insert(record.id())
        {
            seen.set(seen.get() + 1);
        }
        match seen.get() <= after {
            true => vec![frame],
            false => Vec::new(),
        }
    }));
    sent
}

/// Everybody but the one that is gone goes on without it, as soon as they may.
fn go_on<const N: usize>(table: &mut Table<N>, gone: Seat) {
    table.kill(gone);
    table.cut_closing();
    table.wait(MINUTES);
    for seat in rest(table, gone) {
        let agreed = table.agree_without(seat, &[gone]);
        assert_eq!(agreed, Ok(()), "{seat}");
    }
    table.run();
    table.wait(Duration::from_secs(2));
}

/// All matches of all who went on, judged together.
fn judged_line<const N: usize>(table: &Table<N>, gone: Seat) -> Vec<Report> {
    let mut matches: BTreeMap<Option<[u8; 32]>, Vec<Vec<u8>>> = BTreeMap::new();
    for seat in rest(table, gone) {
        for file in table.all_files(seat) {
            let (entries, _) = read_public(&file).expect("a match file");
            let id = match entries.first() {
                Some(Entry::Manifest(manifest)) => Some(manifest.sid()),
                _ => None,
            };
            matches.entry(id).or_default().push(file);
        }
    }
    let files: Vec<Vec<&[u8]>> = matches
        .values()
        .map(|files| files.iter().map(Vec::as_slice).collect())
        .collect();
    judge_matches(&files)
}

/// The others have gone on, nobody is blamed, and they play to the end.
fn assert_ends_well<const N: usize>(table: &mut Table<N>, gone: Seat, what: &str) {
    let rest = rest(table, gone);
    for seat in &rest {
        let session = table.session(*seat);
        assert_eq!(session.fault(), None, "{what}: {seat}");
        assert_eq!(
            session.gone().len(),
            1,
            "{what}: {seat} {:?}",
            session.waiting()
        );
    }
    table.play_out(&mut Seeded(9));
    for seat in &rest {
        let session = table.session(*seat);
        assert!(
            session.is_closed(),
            "{what}: {seat} waits for {:?}",
            session.waiting()
        );
    }
    for report in judged_line(table, gone) {
        // the word of those who went on stands against the one that is gone, and no more
        for found in &report.findings {
            assert_eq!(
                (found.seat, found.verdict),
                (gone, Verdict::Claimed),
                "{what}: {found:?}"
            );
        }
        assert!(
            matches!(
                report.verdict,
                Verdict::Complete | Verdict::Continued | Verdict::Claimed
            ),
            "{what}: {} {}",
            report.verdict,
            report.why
        );
    }
}

fn owners(position: &AnyPosition) -> Vec<Option<u8>> {
    let AnyPosition::Warlord(position) = position else {
        panic!("a game of leaders");
    };
    let leaders = position.units().filter(|(_, unit)| unit.kind.is_leader());
    leaders.map(|(cell, _)| position.owner(cell)).collect()
}

#[test]
fn row_41_a_member_that_leaves_a_turn_before_or_after_any_part_is_followed_by_its_mate() {
    for (gone, moments) in [(0, vec![1, 4]), (2, (0..8).collect()), (3, vec![3])] {
        let gone = Seat(gone);
        for after in moments {
            let what = format!("{gone} after {after}");
            let offer = by_leaders("clash-of-arms", 6);
            let mut table = under_way::<6>(&offer);
            falls_silent(&mut table, gone, after);
            let mut dice = Seeded(5);
            table.play_out(&mut dice);
            if table.session(Seat(1)).outcome().is_some() {
                break;
            }
            go_on(&mut table, gone);
            let side = sides()[usize::from(gone.0 % 2)];
            let position = table.session(Seat(1)).position().expect("a match");
            assert_eq!(position.members(side), 2, "{what}");
            assert!(owners(position).iter().all(Option::is_some), "{what}");
            assert_ends_well(&mut table, gone, &what);
        }
    }
}

#[test]
fn row_41_a_member_that_leaves_a_set_up_at_any_moment_costs_its_mates_nothing() {
    for gone in [0, 4].map(Seat) {
        // COMMIT, LOCK, REVEAL, CONFIRM, and the coin of the lot
        for after in sample((0..8).collect(), 3, 1) {
            let what = format!("{gone} after {after}");
            let mut table = under_way::<6>(&sections(2));
            let sent = falls_silent(&mut table, gone, after);
            table.play_out(&mut Seeded(5));
            if table.session(Seat(1)).outcome().is_some() {
                break;
            }
            assert!(sent.get() > after, "{what}");
            go_on(&mut table, gone);
            assert_ends_well(&mut table, gone, &what);
            let side = sides()[usize::from(gone.0 % 2)];
            let session = table.session(Seat(1));
            assert_eq!(
                session.position().expect("a match").members(side),
                2,
                "{what}"
            );
        }
    }
}

/// A table of six at which the openings of all but those seats reach nobody, as it stands when these have opened.
fn opened_by(openers: &'static [Seat], gone: Seat) -> Table<6> {
    let mut table = under_way::<6>(&sections(2));
    table.bend = Some(Box::new(move |_, _, frame| {
        match Frame::from_bytes(&frame) {
            Ok(Frame::Record(record)) if record.kind == Kind::Reveal => {
                match openers.contains(&record.seat) {
                    true => vec![frame],
                    false => Vec::new(),
                }
            }
            _ => vec![frame],
        }
    }));
    for seat in [0, 1, 2, 3, 4, 5].map(Seat) {
        assert!(table.decide_at(seat, &mut Seeded(1)));
        table.run();
    }
    table.kill(gone);
    table.cut_closing();
    table.bend = None;
    table
}

#[test]
fn what_a_gone_member_has_sealed_is_opened_by_its_first_mate() {
    for gone in [0, 2].map(Seat) {
        let mut table = opened_by(&[Seat(1)], gone);
        let what = format!("{gone}");
        let before = table.session(Seat(4)).plans();
        let whole = before.len();
        assert_eq!(whole, 3, "{what}");
        go_on(&mut table, gone);
        let position = table.session(Seat(1)).position().expect("a match").clone();
        // everything stands where it was sealed, and the next member has it
        let side = sides()[0];
        assert_eq!(position.members(side), 2, "{what}");
        assert!(
            position.to_text().contains("IH1II1II1/L2L2L2"),
            "{what}: {}",
            position.to_text()
        );
        assert_ends_well(&mut table, gone, &what);
    }
}

#[test]
fn nobody_chooses_again_who_was_carried() {
    let gone = Seat(2);
    let mut table = opened_by(&[Seat(1)], gone);
    go_on(&mut table, gone);
    let history = table.session(Seat(1)).history().expect("a match").clone();
    let choices = history.steps()[0].choices().expect("choices");
    assert!(choices.0);
    assert_eq!(choices.1.len(), 2, "both sides");
    assert!(!matches!(
        table.session(Seat(0)).fault(),
        Some(Fault::LostChoice)
    ));
}

#[test]
fn the_terms_say_who_has_what_was_the_leavers() {
    let table = under_way::<6>(&by_leaders("clash-of-arms", 8));
    let names = ["Ann", "Ben", "Cid", "Dot", "Eve", "Fay"];
    for (gone, words) in [
        (
            vec![2],
            "Cid no longer plays; Eve has Cid's leaders and parts of Blue.",
        ),
        (
            vec![4],
            "Eve no longer plays; Ann has Eve's leaders and parts of Blue.",
        ),
        (
            vec![2, 4],
            "Cid no longer plays; Ann has Cid's leaders and parts of Blue.",
        ),
        (vec![0, 2, 4], "Ann no longer plays, and Blue stands still."),
    ] {
        let gone: Vec<Seat> = gone.into_iter().map(Seat).collect();
        let terms = table.session(Seat(1)).leave_terms(&gone).expect("a table");
        let told = terms.in_words(|seat| names[seat.index()]);
        assert_eq!(told[1], words);
    }
}

#[test]
fn a_side_of_one_member_left_is_its_own_again() {
    let gone = Seat(2);
    let mut table = under_way::<4>(&by_leaders("clash-of-arms", 8));
    falls_silent(&mut table, gone, 1);
    table.play_out(&mut Seeded(5));
    go_on(&mut table, gone);
    let position = table.session(Seat(0)).position().expect("a match");
    let shares = sides().map(|side| position.members(side));
    assert_eq!(shares, [1, 2], "the enemies still share theirs");
    assert_ends_well(&mut table, gone, "two against one");
}
