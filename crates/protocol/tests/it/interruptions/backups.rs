//! Restored backups, lying heads, files of other seats.

use std::time::Duration;

use protocol::file::FormatError;
use protocol::frame::{Frame, Held, Want};
use protocol::judge::{Verdict, judge};
use protocol::note::Statement;
use protocol::testing::{
    Disk, Pair, Puppet, Reached, Seeded, identity, offer, random_orders, tiny,
};
use protocol::{
    CloseReason, Fault, Kind, ProposeError, ResumeError, Seat, Session, SessionEvent, Standing,
    Waiting,
};

use super::{assert_complete, assert_nobody_signed_twice, lie_about_a_record, turns};

/// A match some turns old, with what seat 0 had on disk after each of its own decisions.
fn with_backups(turns: usize) -> (Pair, Vec<Disk>) {
    let mut pair = Pair::agreed(tiny(20), 1);
    let mut dice = Seeded(8);
    let mut backups = vec![pair.disks[0].clone()];
    for _ in 0..turns {
        assert!(pair.play_one(&mut dice));
        backups.push(pair.disks[0].clone());
    }
    (pair, backups)
}

/// Puts the files of seat 0 back to that copy and resumes from them.
fn go_back(pair: &mut Pair, copy: &Disk) {
    pair.disconnect();
    pair.kill(Seat(0));
    pair.disks[0] = Disk {
        // the writes are still counted, so that a crash can still be set for a later one
        writes: pair.disks[0].writes,
        ..copy.clone()
    };
    pair.restart(Seat(0));
}

#[test]
fn row_19_a_restored_backup_learns_what_it_lacks_and_signs_nothing_more_but_its_resignation() {
    let (_, backups) = with_backups(6);
    let (mut old, mut taken_up) = (0, 0);
    for (age, backup) in backups.iter().enumerate() {
        let (mut pair, _) = with_backups(6);
        let later = turns(&pair);
        go_back(&mut pair, backup);
        // the newest copies are the files themselves
        if pair.session(Seat(0)).standing() == Standing::Own {
            // nothing was signed since that copy
            taken_up += 1;
            pair.play_out(&mut Seeded(5));
            pair.connect();
            pair.run();
            pair.play_out(&mut Seeded(5));
            assert_complete(&pair, &format!("backup {age}"));
            continue;
        }
        old += 1;
        let signed = |pair: &Pair| pair.session(Seat(0)).mark();
        pair.connect();
        pair.run();
        assert_eq!(pair.session(Seat(0)).fault(), None, "backup {age}");
        assert_eq!(turns(&pair), later, "backup {age}");
        let before = signed(&pair);
        // the copy must not sign, whatever the user tries
        while pair.play_one(&mut Seeded(5)) {}
        assert_eq!(signed(&pair), before, "backup {age} signs nothing");
        assert_eq!(pair.session(Seat(0)).waiting(), Waiting::Copy);
        let tried = pair.with(Seat(0), |session, now| session.offer_draw(now));
        assert_eq!(tried, Some(Err(ProposeError::OlderCopy)));
        // started again it is no more own than before, though it has caught up
        pair.kill(Seat(0));
        pair.restart(Seat(0));
        assert_eq!(pair.session(Seat(0)).standing(), Standing::Strange);
        pair.connect();
        pair.run();
        let resigned = pair.with(Seat(0), |session, now| session.resign(now));
        assert_eq!(resigned, Some(Ok(())));
        pair.run();
        let outcome = pair.session(Seat(1)).outcome();
        assert_eq!(outcome, pair.session(Seat(0)).outcome());
        let files = [
            &backup.public[..],
            &pair.disks[0].public,
            &pair.disks[1].public,
        ];
        let report = judge(&files);
        assert_eq!(report.verdict, Verdict::Decided, "{report:?}");
        assert_eq!(report.result, outcome);
        assert_nobody_signed_twice(&pair);
    }
    assert!(old >= 5 && taken_up >= 1, "{old}, {taken_up}");
}

#[test]
fn row_19_a_set_up_sealed_after_the_backup_is_not_sealed_again() {
    let mut pair = Pair::agreed(tiny(4), 1);
    let backup = pair.disks[0].clone();
    assert_eq!(pair.to_decide(), Some(Seat(0)));
    pair.play_one(&mut Seeded(1));
    go_back(&mut pair, &backup);
    pair.connect();
    pair.run();
    assert_eq!(pair.session(Seat(0)).locked(), [Seat(0)]);
    pair.play_one(&mut Seeded(2));
    assert_eq!(pair.session(Seat(0)).fault(), None);
    // the restored seat has not locked a choice that it could not open, so it owes nothing, and the other has
    // revealed nothing
    let report = judge(&[&pair.disks[1].public]);
    assert_eq!((report.verdict, report.step), (Verdict::Open, 1));
    assert_nobody_signed_twice(&pair);
}

#[test]
fn row_19_a_crash_at_each_write_of_a_start_or_a_signature_leaves_own_files() {
    // every write of the start and of the first signatures, and some beyond
    for write in 0..12 {
        for reached in [Reached::Nothing, Reached::Half, Reached::All] {
            let mut pair = Pair::agreed(offer("clash-of-arms", Some(6)), 1);
            pair.play_one(&mut Seeded(1));
            let writes = pair.disks[0].writes;
            pair.crash = Some((Seat(0), writes + 1 + write, reached));
            pair.disconnect();
            pair.kill(Seat(0));
            // the id of the new run goes to the mark, to the file, and the old one out of the mark; then turns are
            // signed
            pair.restart(Seat(0));
            for _ in 0..20 {
                if pair.sessions[0].is_none() {
                    pair.restart(Seat(0));
                }
                assert_eq!(pair.session(Seat(0)).standing(), Standing::Own, "{write}");
                pair.connect();
                pair.run();
                let _died = pair.sessions[0].is_some() && pair.play_one(&mut Seeded(2));
            }
            assert_eq!(pair.crash, None, "{write}");
            assert_nobody_signed_twice(&pair);
        }
    }
}

#[test]
fn attack_7_a_private_file_copied_while_the_window_is_open_is_strange_once_more_was_signed() {
    let mut pair = Pair::agreed(offer("clash-of-arms", Some(6)), 1);
    let mut dice = Seeded(8);
    pair.play_one(&mut dice);
    let private = pair.disks[0].private.clone();
    // the copy bears the id of the run that continues
    let older = pair.disks[0].clone();
    while pair.to_decide() != Some(Seat(0)) {
        pair.play_one(&mut dice);
    }
    pair.play_one(&mut dice);
    assert_eq!(pair.disks[0].private, private, "no other run");
    go_back(&mut pair, &older);
    for _ in 0..3 {
        assert_eq!(pair.session(Seat(0)).standing(), Standing::Strange);
        let tried = pair.with(Seat(0), |session, now| session.propose(now, &[]));
        assert_eq!(tried, Some(Err(ProposeError::OlderCopy)));
        pair.kill(Seat(0));
        pair.restart(Seat(0));
    }
    assert_eq!(pair.disks[0].public, older.public, "nothing is signed");
}

/// An open game whose seat 0 is honest and whose seat 1 is a puppet that says it holds a record of seat 0.
fn lied_to(is_restarted: bool) -> (Pair, Puppet) {
    let mut pair = Pair::agreed(offer("clash-of-arms", Some(6)), 1);
    let mut puppet = Puppet::instead_of(Seat(1), &mut pair);
    pair.pass(Duration::from_secs(3));
    lie_about_a_record(&mut pair, &mut puppet, 1, is_restarted);
    (pair, puppet)
}

fn some_orders(pair: &Pair) -> Vec<rules::AnyOrder> {
    let session = pair.session(Seat(0));
    let position = session.position().expect("a match");
    let side = session.side_of(Seat(0)).expect("a seat");
    random_orders(position, side, &mut Seeded(1))
}

#[test]
fn row_19_a_peer_that_does_not_show_what_it_says_to_hold_is_named_and_stops_nobody_on_own_files() {
    for is_restarted in [false, true] {
        let (mut pair, mut puppet) = lied_to(is_restarted);
        let orders = some_orders(&pair);
        let tried = pair.with(Seat(0), |session, now| session.propose(now, &orders));
        assert_eq!(tried, Some(Err(ProposeError::Missing)));
        // a new line does not give the peer new time
        pair.pass(Duration::from_secs(9));
        pair.with(Seat(0), |session, now| session.handle_timeout(now));
        assert_eq!(pair.closes[0], []);
        pair.connect();
        puppet.greet(&mut pair, [3; 32], |head| {
            head.held[0].step = 1;
            head.held[0].id = [6; 32];
        });
        pair.pass(Duration::from_secs(1));
        pair.with(Seat(0), |session, now| session.handle_timeout(now));
        assert_eq!(
            pair.closes[0],
            [CloseReason::Fault(Fault::FalseHead { seat: Seat(1) })]
        );
        assert_eq!(pair.session(Seat(0)).fault(), None);
        let report = judge(&[&pair.disks[0].public]);
        assert_eq!(report.verdict, Verdict::Open, "{report:?}");
        assert!(report.remarks[0].starts_with("seat 2 said"), "{report:?}");
        // on the next line the program that knows what it signed continues
        pair.connect();
        // the same lie once more, which this program has stopped believing
        puppet.greet(&mut pair, [4; 32], |head| {
            head.held[0].step = 1;
            head.held[0].id = [6; 32];
        });
        let tried = pair.with(Seat(0), |session, now| session.propose(now, &orders));
        assert_eq!(tried, Some(Ok(())));
    }
}

#[test]
fn row_19_who_asks_for_records_before_it_says_what_it_holds_is_shown_none() {
    let mut pair = Pair::agreed(offer("clash-of-arms", Some(6)), 1);
    let mut puppet = Puppet::instead_of(Seat(1), &mut pair);
    let orders = some_orders(&pair);
    pair.with(Seat(0), |session, now| session.propose(now, &orders));
    // the turn reached nobody; another machine of the same player may have signed another one since
    pair.queues = Default::default();
    pair.kill(Seat(0));
    pair.restart(Seat(0));
    pair.connect();
    puppet.listen(&mut pair);
    let hello = puppet.hello(&identity(1, 1), [2; 32]);
    puppet.send_bytes(&mut pair, &hello.to_bytes());
    let need = Frame::Want(Want {
        from: 1,
        to: 9,
        seats: Want::ALL,
    });
    puppet.send_bytes(&mut pair, &need.to_bytes());
    assert!(puppet.heard_record(Kind::Orders).is_none());
    let head = puppet.head(|_| {});
    puppet.send_bytes(&mut pair, &head.to_bytes());
    assert!(puppet.heard_record(Kind::Orders).is_some());
}

#[test]
fn row_19_on_a_line_a_letter_is_no_head_for_that_line() {
    for has_line in [false, true] {
        let mut pair = Pair::agreed(offer("clash-of-arms", Some(6)), 1);
        let letter = pair.session(Seat(1)).export().expect("a letter");
        pair.disconnect();
        if has_line {
            pair.connect();
        }
        let read = pair.with(Seat(0), |session, now| session.import(now, &letter));
        assert_eq!(read, Some(Ok(())));
        let orders = some_orders(&pair);
        let tried = pair.with(Seat(0), |session, now| session.propose(now, &orders));
        assert_eq!(tried, Some(Ok(())));
        assert_eq!(pair.session(Seat(0)).keeps_decision(), has_line);
        if has_line {
            pair.run();
            assert!(!pair.session(Seat(0)).keeps_decision());
        }
    }
}

#[test]
fn row_19_a_head_must_be_signed_for_its_line() {
    let mut pair = Pair::agreed(offer("clash-of-arms", Some(6)), 1);
    let mut puppet = Puppet::instead_of(Seat(1), &mut pair);
    for line in 2..6_u8 {
        pair.connect();
        let old = puppet.nonce;
        puppet.greet(&mut pair, [line; 32], |head| match line {
            2 => head.nonce = old,
            3 => head.nonce = [0; 32],
            4 => head.seat = Seat(0),
            _ => head.sid = [1; 32],
        });
        if line == 2 {
            // the nonce of the line before
            assert_ne!(old, puppet.nonce);
        }
        assert!(matches!(puppet.fault, Some(Fault::Unexpected(_))), "{line}");
        let tried = some_orders(&pair);
        let tried = pair.with(Seat(0), |session, now| session.propose(now, &tried));
        // the turn is kept, since nobody was heard
        let kept = pair.session(Seat(0)).keeps_decision();
        assert!(kept && tried.is_some(), "{tried:?}");
    }
    pair.connect();
    puppet.greet(&mut pair, [6; 32], |_| {});
    assert_eq!((&puppet.fault, puppet.step()), (&None, 2));
    assert!(!pair.session(Seat(0)).keeps_decision());
}

#[test]
fn a_turn_ended_without_a_line_is_signed_when_the_peer_is_heard_and_survives_a_crash() {
    for (offer, seed) in [(tiny(2), 1), (offer("clash-of-arms", Some(2)), 2)] {
        for is_killed in [false, true] {
            let mut pair = Pair::agreed(offer.clone(), 1);
            let seat = pair.to_decide().expect("somebody begins");
            pair.disconnect();
            let written = pair.disks[seat.index()].public.clone();
            assert!(pair.play_one(&mut Seeded(seed)));
            assert!(pair.session(seat).keeps_decision());
            assert!(!matches!(pair.session(seat).waiting(), Waiting::Me { .. }));
            assert_eq!(
                pair.disks[seat.index()].public,
                written,
                "nothing is signed"
            );
            if is_killed {
                pair.kill(seat);
                pair.run();
                pair.restart(seat);
            }
            pair.connect();
            pair.run();
            assert!(!pair.session(seat).keeps_decision());
            assert!(pair.disks[seat.index()].public.len() > written.len());
            pair.play_out(&mut Seeded(seed));
            assert_complete(&pair, "kept");
        }
    }
}

#[test]
fn row_19_of_two_programs_on_copies_of_one_folder_the_one_that_started_first_ends_before_it_signs()
{
    let mut pair = Pair::agreed(offer("clash-of-arms", Some(6)), 1);
    let mut dice = Seeded(8);
    while pair.to_decide() != Some(Seat(0)) || turns(&pair) < 2 {
        pair.play_one(&mut dice);
    }
    let copied = pair.disks[0].clone();
    let first = pair.sessions[0].take().expect("alive");
    // the copy is resumed while the first program runs, and signs the next turn
    pair.restart(Seat(0));
    assert_eq!(pair.session(Seat(0)).standing(), Standing::Own);
    pair.connect();
    pair.run();
    pair.play_one(&mut dice);
    let second = pair.sessions[0].replace(first);
    let newer = std::mem::replace(&mut pair.disks[0], copied.clone());
    drop(second);
    // the first program makes another turn while its line is down; the other player's program is heard again
    pair.disconnect();
    let orders = some_orders(&pair);
    let kept = pair.with(Seat(0), |session, now| session.propose(now, &orders));
    assert_eq!(kept, Some(Ok(())), "kept, and not signed");
    pair.connect();
    pair.run();
    assert!(
        pair.sessions[0].is_none(),
        "another program plays the match"
    );
    assert_eq!(pair.disks[0].public, copied.public, "nothing was written");
    pair.restart(Seat(0));
    assert_eq!(pair.session(Seat(0)).standing(), Standing::Strange);
    // the newer files continue
    pair.kill(Seat(0));
    pair.disks[0] = newer;
    pair.restart(Seat(0));
    assert_eq!(pair.session(Seat(0)).standing(), Standing::Own);
    pair.connect();
    pair.run();
    pair.play_out(&mut dice);
    assert_complete(&pair, "two programs");
    let both = judge(&[&copied.public, &pair.disks[0].public, &pair.disks[1].public]);
    assert_eq!(both.verdict, Verdict::Complete, "{both:?}");
}

#[test]
fn row_19_a_second_machine_shows_what_its_copy_holds_and_signs_nothing() {
    let mut pair = Pair::agreed(tiny(20), 1);
    let mut dice = Seeded(8);
    while pair.to_decide() != Some(Seat(0)) || turns(&pair) == 0 {
        pair.play_one(&mut dice);
    }
    // the turn is signed and reaches nobody; then the folder comes to a machine that has no mark
    let orders = some_orders(&pair);
    pair.with(Seat(0), |session, now| session.propose(now, &orders))
        .expect("alive")
        .expect("legal");
    let before = turns(&pair);
    pair.queues = Default::default();
    pair.kill(Seat(0));
    pair.marks[0] = None;
    pair.restart(Seat(0));
    assert_eq!(pair.session(Seat(0)).standing(), Standing::Strange);
    pair.connect();
    pair.run();
    assert_eq!(turns(&pair), before);
    let theirs = pair.session(Seat(1)).history().expect("a match");
    assert_eq!(theirs.orders().count(), before, "the turn came over");
    assert_eq!(pair.session(Seat(0)).fault(), None);
    assert_nobody_signed_twice(&pair);
}

#[test]
fn a_record_upon_an_invented_history_ends_the_line_and_not_the_match() {
    let mut pair = Pair::agreed(offer("clash-of-arms", Some(6)), 1);
    let mut puppet = Puppet::instead_of(Seat(1), &mut pair);
    let before = pair.disks[0].public.clone();
    for line in 2..250_u8 {
        let mut lie = puppet.record(Kind::Orders, vec![line; 1000]);
        lie.prev = [line; 32];
        let lie = lie.signed(&puppet.key);
        puppet.send(&mut pair, &lie);
        let (step, seat) = (lie.step, lie.seat);
        assert_eq!(puppet.fault, Some(Fault::OtherHistory { step, seat }));
        pair.connect();
        puppet.greet(&mut pair, [line; 32], |_| {});
    }
    // nothing of it is kept: it convicts nobody
    assert_eq!(pair.disks[0].public, before);
    let report = judge(&[&pair.disks[0].public]);
    assert_eq!((report.verdict, report.seat), (Verdict::Open, None));
    // a player who keeps one shows what its signer has done, and one changes nothing else
    let mut lie = puppet.record(Kind::Orders, vec![7; 1000]);
    lie.prev = [7; 32];
    let lie = protocol::file::Entry::Record(lie.signed(&puppet.key)).to_bytes();
    let report = judge(&[&[before, lie].concat()]);
    assert_eq!((report.verdict, report.seat), (Verdict::Open, None));
    let told = "seat 2 signed at step 1 upon a history that it has not shown";
    assert!(report.remarks.iter().any(|text| text == told), "{report:?}");
    // the match continues, and nothing takes its result away
    let orders = some_orders(&pair);
    let tried = pair.with(Seat(0), |session, now| session.propose(now, &orders));
    assert_eq!(tried, Some(Ok(())));
    let resigned = puppet.note(Statement::Resign);
    puppet.listen(&mut pair);
    puppet.send_note(&mut pair, &resigned);
    let report = judge(&[&pair.disks[0].public]);
    assert_eq!(report.result, pair.session(Seat(0)).outcome());
    assert!(report.result.is_some());
    // the files are resumed
    pair.kill(Seat(0));
    pair.restart(Seat(0));
    assert_eq!(pair.session(Seat(0)).fault(), None);
}

#[test]
fn row_10_a_peer_with_another_root_for_the_same_step_is_asked_for_its_records() {
    let mut pair = Pair::agreed(tiny(6), 1);
    pair.play_one(&mut Seeded(1));
    pair.play_one(&mut Seeded(1));
    let step = 4;
    pair.connect();
    while !pair.session(Seat(0)).is_peer_here() {
        pair.deliver(Seat(0));
    }
    let bytes = pair.head_of(Seat(1), |head| {
        head.step = step;
        head.root = [5; 32];
        head.held = vec![Held::default(); 2];
    });
    pair.wire.clear();
    pair.hand(Seat(0), &bytes);
    assert!(pair.events[0].contains(&SessionEvent::Fault(Fault::Fork { seat: Seat(1) })));
    let need = Frame::Want(Want {
        from: 1,
        to: step,
        seats: Want::ALL,
    })
    .to_bytes();
    assert!(pair.wire.contains(&(Seat(0), need)));
    // the peer had no other records after all: a new line, with the true root, and the match continues
    pair.run();
    assert_ne!(
        pair.session(Seat(0)).fault(),
        Some(&Fault::Fork { seat: Seat(1) })
    );
    pair.connect();
    pair.run();
    pair.play_out(&mut Seeded(2));
    assert_complete(&pair, "a lying head");
}

#[test]
fn row_20_starting_again_draws_the_same_lot() {
    let begins = |restarts: usize| {
        let mut pair = Pair::agreed(tiny(2), 1);
        let mut dice = Seeded(6);
        for _ in 0..restarts {
            pair.kill(Seat(0));
            pair.run();
            pair.restart(Seat(0));
            pair.connect();
            pair.run();
        }
        pair.play_one(&mut dice);
        pair.play_one(&mut dice);
        pair.to_decide()
    };
    let first = begins(0);
    assert!(first.is_some());
    for restarts in 1..20 {
        assert_eq!(begins(restarts), first);
    }
}

#[test]
fn a_match_file_of_one_seat_cannot_be_taken_up_by_another() {
    let (pair, _) = with_backups(3);
    let [ours, theirs] = &pair.disks;
    let resume = |who, public: &[u8], private: &[u8]| {
        Session::resume(identity(who, 1), public, private, Standing::Own, pair.now).map(|_| ())
    };
    assert_eq!(resume(0, &ours.public, &ours.private), Ok(()));
    assert_eq!(
        resume(1, &ours.public, &ours.private),
        Err(ResumeError::NotMine)
    );
    assert_eq!(
        resume(0, &ours.public, &theirs.private),
        Err(ResumeError::NotMine)
    );
    assert_eq!(
        resume(0, &ours.private, &ours.private),
        Err(ResumeError::NoMatch(FormatError::NoMatchFile))
    );
    assert_eq!(
        resume(0, &ours.public, &ours.public),
        Err(ResumeError::NoSecrets)
    );
    let (other, _) = {
        let mut other = Pair::agreed(tiny(20), 2);
        other.play_one(&mut Seeded(1));
        (other, ())
    };
    let foreign = resume(0, &ours.public, &other.disks[0].private);
    assert_eq!(foreign, Err(ResumeError::OtherMatch));
    // a byte changed in the middle is reported, not signed over
    let mut damaged = ours.public.clone();
    let middle = damaged.len() - 300;
    damaged[middle] ^= 1;
    assert!(resume(0, &damaged, &ours.private).is_err());
}
