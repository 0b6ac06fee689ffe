//! What is signed in the old match after the others have gone on: no record and no note of it ends the new match (row 65).

use std::cell::RefCell;
use std::iter::successors;
use std::rc::Rc;

use protocol::frame::Frame;
use protocol::judge::judge_matches;
use protocol::note::Statement;
use protocol::record::Agreement;
use protocol::testing::{Puppet, Seeded, random_part};
use protocol::{Kind, Note, Record, Waiting};
use rules::{AGREED, Outcome, RESIGN};

use super::going_on::*;
use super::*;

/// Every kind of record, each by the one before it.
const fn kind_after(kind: Kind) -> Option<Kind> {
    match kind {
        Kind::Commit => Some(Kind::Lock),
        Kind::Lock => Some(Kind::Reveal),
        Kind::Reveal => Some(Kind::Orders),
        Kind::Orders => Some(Kind::Confirm),
        Kind::Confirm => Some(Kind::Agree),
        Kind::Agree => Some(Kind::Close),
        Kind::Close => None,
    }
}

/// Every kind of note that a seat may sign against another, each by the one before it.
const fn statement_after(statement: Statement, other: Seat) -> Option<Statement> {
    match statement {
        Statement::ProposeDraw => Some(Statement::Decline { proposal: [7; 32] }),
        Statement::Decline { .. } => Some(Statement::Claim {
            against: other,
            step: 5,
        }),
        Statement::Claim { .. } => Some(Statement::ProposeTakeback { to: 1 }),
        Statement::ProposeTakeback { .. } => Some(Statement::GrantTakeback { proposal: [7; 32] }),
        Statement::GrantTakeback { .. } => Some(Statement::Resign),
        Statement::Resign => None,
    }
}

/// A table of four whose seat has signed a record of that kind that nobody else has: its program is mute from there on.
/// Before it takes a draw, all others have offered one.
fn withheld(manifest: &Manifest, cheat: Seat, kind: Kind) -> Option<(Table<4>, Record)> {
    let mut table = Table::<4>::under_way(manifest.clone(), &full(4), SEED);
    let held = Rc::new(RefCell::new(None));
    let kept = Rc::clone(&held);
    table.bend = Some(Box::new(move |from, _, frame| {
        match Frame::from_bytes(&frame) {
            // after the first steps, so that the other seats have something to lose
            Ok(Frame::Record(record))
                if (from, record.seat, record.kind) == (cheat, cheat, kind)
                    && (record.step > 5 || kind == Kind::Commit) =>
            {
                kept.borrow_mut().get_or_insert(*record);
                Vec::new()
            }
            _ if from == cheat && kept.borrow().is_some() => Vec::new(),
            _ => vec![frame],
        }
    }));
    let mut dice = Seeded(6);
    while held.borrow().is_none() {
        let decides = matches!(table.session(cheat).waiting(), Waiting::Me { .. });
        let steps = |table: &Table<4>| {
            let history = table.session(cheat).history();
            history.map_or(0, |history| history.steps().len())
        };
        if kind == Kind::Agree && decides && steps(&table) > 2 {
            for seat in but(&table, &[cheat]) {
                table.with(seat, |session, now| session.offer_draw(now));
            }
            table.run();
            let taken = table.with(cheat, |session, now| session.answer_draw(now, true));
            assert_eq!(taken, Some(Ok(())));
            table.run();
        } else if !table.play_one(&mut dice) {
            return None;
        }
    }
    table.kill(cheat);
    table.run();
    let record = held.borrow().clone()?;
    Some((table, record))
}

/// The results of the matches by those files, with more entries behind the old one, in either order of the copies.
fn judged_with(table: &Table<4>, seats: &[Seat], more: &[Entry]) -> Vec<Vec<Report>> {
    let copies = |at: usize| -> Vec<Vec<u8>> {
        let files = seats.iter().map(|seat| table.all_files(*seat).remove(at));
        files.collect()
    };
    let (mut old, new) = (copies(0), copies(1));
    let mut late = old[0].clone();
    late.extend(more.iter().flat_map(Entry::to_bytes));
    old.push(late);
    let judged = |is_turned: bool| {
        let matches = [&old, &new].map(|files| {
            let mut files: Vec<&[u8]> = files.iter().map(Vec::as_slice).collect();
            if is_turned {
                files.reverse();
            }
            files
        });
        judge_matches(&matches)
    };
    vec![judged(false), judged(true)]
}

/// Nothing changes in the new match, nobody honest is convicted, and the old match has no result but that one.
fn assert_takes_nothing(
    judged: &[Vec<Report>],
    clean: &[Report],
    (cheat, old): (Seat, Option<Outcome>),
    what: &str,
) {
    for reports in judged {
        assert_eq!(reports[0].result, old, "{what}: {}", reports[0].why);
        assert_eq!(
            (reports[1].verdict, reports[1].result),
            (Verdict::Complete, clean[1].result),
            "{what}: {} {:?}",
            reports[1].why,
            reports[1].remarks
        );
        for found in reports.iter().flat_map(|report| &report.findings) {
            assert!(
                found.verdict != Verdict::Proved || found.seat == cheat,
                "{what}: {found:?}"
            );
        }
    }
}

fn shown(record: &Record) -> Vec<u8> {
    Frame::Record(Box::new(record.clone())).to_bytes()
}

#[test]
fn row_65_a_record_of_any_kind_shown_after_the_others_went_on_ends_nothing_in_the_new_match() {
    let games = [rounds(4), four_sides(4)];
    for kind in successors(Some(Kind::Commit), |kind| kind_after(*kind)) {
        let mut seen = 0;
        for (game, manifest) in games.iter().enumerate() {
            for cheat in sample((0..4).map(Seat).collect(), 4, 2) {
                let what = format!("{kind:?} of {cheat}, game {game}");
                // the end is closed by a draw that the seat has taken alone
                let withheld_kind = match kind {
                    Kind::Close => Kind::Agree,
                    other => other,
                };
                let Some((mut table, record)) = withheld(manifest, cheat, withheld_kind) else {
                    continue;
                };
                let mut more = vec![record.clone()];
                if kind == Kind::Close {
                    let mut puppet = Puppet::among(but(&table, &[cheat])[0], &table);
                    puppet.take(&record);
                    (puppet.seat, puppet.key) = (cheat, table.match_key(cheat));
                    more.push(puppet.close(Outcome::Drawn(AGREED).into()));
                }
                let entries: Vec<Entry> = more.iter().cloned().map(Entry::Record).collect();
                let rest = but(&table, &[cheat]);
                if withheld_kind == Kind::Agree {
                    // while nobody has gone on, the draw would be taken
                    let mut drawn = file(&table, rest[0]);
                    drawn.extend(entries.iter().flat_map(Entry::to_bytes));
                    let report = judge(&[&drawn]);
                    assert_eq!(report.result, Some(Outcome::Drawn(AGREED)), "{what}");
                    assert_eq!(report.verdict, Verdict::Decided, "{what}");
                }
                table.wait(MINUTES);
                leave_out_all(&mut table, &rest);
                table.wait(std::time::Duration::from_secs(2));
                if table.former[rest[0].index()].is_empty() {
                    // the step did not wait for it
                    continue;
                }
                seen += 1;
                assert_went_on(&table, &[cheat], &what);
                let sid = table.session(rest[0]).sid();
                // its program is back and shows everything, before and after the end of the new match
                table.bend = None;
                table.restart(cheat);
                for is_over in [false, true] {
                    if is_over {
                        table.play_out(&mut Seeded(9));
                    }
                    for seat in &rest {
                        table.link((*seat).min(cheat), (*seat).max(cheat));
                        table.run();
                        for record in &more {
                            let _refused = table.speak(cheat, *seat, &shown(record));
                        }
                    }
                    table.run();
                    for seat in &rest {
                        let session = table.session(*seat);
                        assert_eq!(session.sid(), sid, "{what}: {seat}");
                        assert_eq!(session.outcome().is_some(), is_over, "{what}: {seat}");
                        assert_eq!(session.fault(), None, "{what}: {seat}");
                    }
                }
                for seat in &rest {
                    assert!(table.session(*seat).is_closed(), "{what}: {seat}");
                }
                let clean = judged_files_of(&table, &rest);
                assert_eq!(clean[1].verdict, Verdict::Complete, "{what}");
                let judged = judged_with(&table, &rest, &entries);
                // for a seat that was left out without a proof the old match stands: nobody can say whether it took the
                // draw before the others went on
                // (or whether its turn was the last one that was agreed)
                let mut alone = table.all_files(rest[0]).remove(0);
                alone.extend(entries.iter().flat_map(Entry::to_bytes));
                let stands = judge(&[&alone]).result;
                let drawn = Outcome::Drawn(AGREED);
                assert!(stands.is_none() || stands == Some(drawn), "{what}");
                assert_takes_nothing(&judged, &clean, (cheat, stands), &what);
                for reports in judged {
                    assert_eq!(reports[0].verdict, Verdict::Claimed, "{what}");
                }
            }
        }
        assert!(seen > 0, "{kind:?}");
    }
}

/// Seat 2 is to decide, the others have offered a draw, and all go on without the seat that has resigned.
fn gone_on_with_offers(leaver: Seat) -> (Table<4>, Puppet, Vec<[u8; 32]>, Seeded) {
    let (mut table, dice) = at_seat_2();
    let mut offers = Vec::new();
    for seat in but(&table, &[Seat(2)]) {
        let offered = table.with(seat, |session, now| session.offer_draw(now));
        assert_eq!(offered, Some(Ok(())));
    }
    table.run();
    let (entries, _) = read_public(&file(&table, Seat(2))).expect("a match file");
    for entry in entries {
        if let Entry::Note(note) = entry {
            offers.push(note.id());
        }
    }
    let puppet = Puppet::among(Seat(2), &table);
    table
        .with(leaver, |session, now| session.resign(now))
        .expect("alive")
        .expect("playing");
    table.run();
    go_on(&mut table, &[leaver], "resigned");
    assert_went_on(&table, &[leaver], "resigned");
    (table, puppet, offers, dice)
}

#[test]
fn row_65_an_old_draw_taken_by_one_who_has_gone_on_counts_only_where_nobody_went_on() {
    for leaver in [Seat(0), Seat(1), Seat(3)] {
        let what = format!("{leaver}");
        let (mut table, puppet, proposals, mut dice) = gone_on_with_offers(leaver);
        let agreement = Agreement {
            proposals,
            answer: None,
        };
        let draw = puppet.record(Kind::Agree, agreement.to_bytes().expect("three offers"));
        let orders = random_part(
            puppet.position(),
            puppet.side(),
            puppet.member(),
            &mut Seeded(3),
        );
        let orders = puppet.honest(&orders);
        for record in [&draw, &orders] {
            for seat in but(&table, &[Seat(2)]) {
                let _refused = table.speak(Seat(2), seat, &shown(record));
            }
            table.run();
        }
        // lines that have ended by it come up again
        table.connect();
        table.run();
        let rest = but(&table, &[leaver]);
        table.play_out(&mut dice);
        for seat in &rest {
            assert!(table.session(*seat).is_closed(), "{what}: {seat}");
            assert_eq!(table.session(*seat).fault(), None, "{what}: {seat}");
        }
        let clean = judged_files_of(&table, &rest);
        assert_eq!(clean[1].verdict, Verdict::Complete, "{what}");
        // of the old match alone it is a draw: the offers stood, and it takes one of every other team
        let mut alone = table.all_files(rest[0]).remove(0);
        alone.extend(Entry::Record(draw.clone()).to_bytes());
        let alone = judge(&[&alone]);
        assert_eq!(alone.result, Some(Outcome::Drawn(AGREED)), "{what}");
        assert_eq!(
            alone.why,
            "not all have signed the end, but a draw was offered and accepted, with a signature of every team in play"
        );
        for record in [draw, orders] {
            let judged = judged_with(&table, &rest, &[Entry::Record(record)]);
            assert_takes_nothing(&judged, &clean, (Seat(2), None), &what);
        }
    }
}

#[test]
fn row_65_an_old_draw_taken_in_a_sealed_round_counts_only_where_nobody_went_on() {
    let mut table = Table::<4>::under_way(short(4), &full(4), SEED);
    let cheat = table.to_decide().expect("a set-up");
    let team = |seat: Seat| {
        table
            .session(seat)
            .manifest()
            .and_then(|it| it.team_of(seat))
    };
    let others = but(&table, &[cheat]).into_iter();
    let (mates, enemies): (Vec<Seat>, Vec<Seat>) =
        others.partition(|seat| team(*seat) == team(cheat));
    let offered = table.with(enemies[0], |session, now| session.offer_draw(now));
    assert_eq!(offered, Some(Ok(())));
    table.run();
    let (entries, _) = read_public(&file(&table, cheat)).expect("a match file");
    let offer = entries.iter().find_map(|entry| match entry {
        Entry::Note(note) => Some(note.id()),
        _ => None,
    });
    let draw = Puppet::among(cheat, &table).agree_to(offer.expect("an offer"));
    table
        .with(mates[0], |session, now| session.resign(now))
        .expect("alive")
        .expect("playing");
    table.run();
    go_on(&mut table, &mates, "resigned");
    assert_went_on(&table, &mates, "resigned");
    table.play_out(&mut Seeded(3));
    let rest = but(&table, &mates);
    let clean = judged_files_of(&table, &rest);
    assert_eq!(clean[1].verdict, Verdict::Complete);
    let entry = Entry::Record(draw);
    let mut alone = table.all_files(rest[0]).remove(0);
    alone.extend(entry.to_bytes());
    let alone = judge(&[&alone]);
    assert_eq!(alone.result, Some(Outcome::Drawn(AGREED)), "{}", alone.why);
    let judged = judged_with(&table, &rest, &[entry]);
    assert_takes_nothing(&judged, &clean, (cheat, None), "in a sealed round");
}

#[test]
fn row_65_a_note_of_any_kind_signed_late_in_the_old_match_ends_nothing_in_the_new_one() {
    for (by, leaver) in [(Seat(2), Seat(3)), (Seat(2), Seat(0)), (Seat(3), Seat(3))] {
        let (mut table, mut puppet, _, mut dice) = gone_on_with_offers(leaver);
        let rest = but(&table, &[leaver]);
        if by == leaver {
            // its own notes so far, a resignation among them
            let key = table.match_key(by);
            let (entries, _) = read_public(&table.all_files(rest[0])[0]).expect("a match file");
            for entry in &entries {
                if let Entry::Note(note) = entry {
                    puppet.take_note(note);
                }
            }
            (puppet.seat, puppet.key) = (by, key);
        }
        let other = but(&table, &[by, leaver])[0];
        let all = successors(Some(Statement::ProposeDraw), |statement| {
            statement_after(*statement, other)
        });
        let mut notes: Vec<(Statement, Note)> = all
            .map(|statement| (statement, puppet.note(statement)))
            .collect();
        // and what an older copy of its player's files may sign
        let player = protocol::testing::identity(by.0, SEED);
        let free = notes.iter().map(|(statement, _)| *statement);
        let free = free.filter(|said| matches!(said, Statement::Resign | Statement::Claim { .. }));
        let free = free.map(|said| (said, puppet.statement(said, &player)));
        notes.extend(free.collect::<Vec<_>>());
        assert_eq!(notes.len(), 8);
        for (_, note) in &notes {
            let frame = Frame::Note(note.clone()).to_bytes();
            for seat in but(&table, &[by]) {
                let _refused = table.speak(by, seat, &frame);
            }
            table.run();
        }
        table.connect();
        table.run();
        table.play_out(&mut dice);
        for seat in &rest {
            let session = table.session(*seat);
            assert!(session.is_closed(), "{by}: {seat}");
            assert_eq!(session.fault(), None, "{by}: {seat}");
            assert!(
                session.outcome().is_some_and(|end| end.word() != RESIGN),
                "{by}: {seat}"
            );
        }
        let clean = judged_files_of(&table, &rest);
        assert_eq!(clean[1].verdict, Verdict::Complete, "{by}");
        for (statement, note) in notes {
            let what = format!("{statement:?} of {by} without {leaver}");
            let judged = judged_with(&table, &rest, &[Entry::Note(note)]);
            assert_takes_nothing(&judged, &clean, (by, None), &what);
        }
    }
}
