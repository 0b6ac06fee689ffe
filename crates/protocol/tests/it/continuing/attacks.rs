//! The attacks of the design text, each against the program: C cheats, H is honest.

use super::*;
use protocol::Record;
use protocol::file::{Entry, read_public};
use protocol::testing::Puppet;

/// Holds back every signature under a new match that a seat sends.
fn hold_signatures(pair: &mut Pair, seat: Seat) {
    pair.tamper[seat.index()] = Some(Box::new(|frame| match frame[0] {
        4 => Vec::new(),
        _ => vec![frame],
    }));
}

/// The last signature that a seat sent or wanted to send under a new match, as a frame.
fn signature(pair: &Pair, seat: Seat, sid: &[u8; 32]) -> Vec<u8> {
    let identity = protocol::testing::identity(seat.0, 1);
    let key = protocol::Identity::from_seed(anew(seat, 1).session_seed);
    let genesis = protocol::Genesis::sign(seat, sid, &identity, &key);
    let _ = pair;
    Frame::Genesis(genesis).to_bytes()
}

/// The new matches that a seat has written, by the frames that it sent.
fn written(pair: &Pair, seat: Seat) -> Vec<Manifest> {
    let frames = pair.wire.iter().filter(|(from, _)| *from == seat);
    let frames = frames.filter_map(|(_, frame)| match Frame::from_bytes(frame) {
        Ok(Frame::Manifest(bytes)) => Manifest::from_bytes(&bytes).ok(),
        _ => None,
    });
    frames.filter(|manifest| manifest.start.is_some()).collect()
}

/// Reports on all files that anybody holds or held, by match.
pub(super) fn all_reports(files: &[Vec<u8>]) -> Vec<Report> {
    let mut matches: Vec<([u8; 32], Vec<&[u8]>)> = Vec::new();
    for file in files {
        let Ok((entries, _)) = read_public(file) else {
            continue;
        };
        let Some(Entry::Manifest(manifest)) = entries.first() else {
            continue;
        };
        let sid = manifest.sid();
        match matches.iter_mut().find(|(of, _)| *of == sid) {
            Some((_, copies)) => copies.push(file),
            None => matches.push((sid, vec![file])),
        }
    }
    let matches: Vec<Vec<&[u8]>> = matches.into_iter().map(|(_, copies)| copies).collect();
    judge_matches(&matches)
}

#[test]
fn attack_1_a_signature_in_the_pocket_is_worth_nothing_once_the_match_has_gone_on() {
    let mut pair = under_way(offer("clash-of-arms", None), 3);
    let old = pair.session(Seat(0)).sid();
    let c = idle(&pair);
    let h = c.other();
    assert_eq!(ask(&mut pair, c), Ok(()));
    hold_signatures(&mut pair, c);
    pair.run();
    assert_eq!(answer(&mut pair, h, true), Ok(()));
    pair.run();
    // C keeps its signature, H plays on, C plays on
    assert!(pair.play_one(&mut Seeded(3)));
    assert!(pair.play_one(&mut Seeded(4)));
    let sid = written(&pair, h)[0].sid();
    pair.tamper[c.index()] = None;
    let late = signature(&pair, c, &sid);
    pair.hand(h, &late);
    pair.run();
    assert_eq!(pair.session(h).sid(), old);
    assert_eq!(pair.session(h).fault(), None);
    assert!(pair.former[h.index()].is_empty());
}

#[test]
fn attack_2_who_plays_on_after_vouching_is_convicted_whichever_files_are_shown() {
    let mut pair = under_way(offer("clash-of-arms", None), 3);
    let c = pair.to_decide().expect("under way");
    let h = c.other();
    let backup = pair.disks.clone();
    // H asks, C vouches
    assert_eq!(ask(&mut pair, h), Ok(()));
    pair.run();
    assert_eq!(answer(&mut pair, c, true), Ok(()));
    pair.run();
    assert_ne!(
        pair.session(h).sid(),
        pair.session(c)
            .manifest()
            .and_then(|m| m.start.as_ref())
            .map(|s| s.sid)
    );
    // C plays on in the old match anyway, with an older copy of its files as if they were its own
    let mut other = Pair::agreed(offer("clash-of-arms", None), 1);
    let mut dice = Seeded(5);
    for _ in 0..3 {
        other.pass(Duration::from_secs(1));
        other.play_one(&mut dice);
    }
    assert_eq!(other.disks[0].public, backup[0].public, "the same match");
    for _ in 0..3 {
        other.play_one(&mut dice);
    }
    let old = other.disks[c.index()].public.clone();
    let found = all_reports(&[old, pair.disks[h.index()].public.clone()]);
    let proved = found
        .iter()
        .find(|report| report.verdict == Verdict::Proved);
    let proved = proved.expect("convicted");
    assert_eq!(
        (proved.seat, proved.kind),
        (Some(c), Some("after-vouching"))
    );
}

#[test]
fn attack_3_nothing_signed_late_in_the_old_match_counts() {
    // C asks and H agrees; C then takes an old offer of a draw in the old match
    let mut pair = under_way(offer("clash-of-arms", None), 3);
    let on_turn = pair.to_decide().expect("under way");
    let idle = on_turn.other();
    pair.with(idle, |session, now| session.offer_draw(now))
        .expect("alive")
        .expect("offered");
    pair.run();
    let mut copy = Pair::agreed(offer("clash-of-arms", None), 1);
    let mut dice = Seeded(5);
    for _ in 0..3 {
        copy.pass(Duration::from_secs(1));
        copy.play_one(&mut dice);
    }
    copy.with(idle, |session, now| session.offer_draw(now));
    copy.run();
    copy.with(on_turn, |session, now| session.answer_draw(now, true));
    let late = copy.disks[on_turn.index()].public.clone();
    assert!(judge(&[&late]).result.is_some());
    assert!(continue_both(&mut pair));
    let mut shown = pair.files(idle);
    shown.push(late);
    let found = all_reports(&shown);
    assert!(
        found.iter().all(|report| report.result.is_none()),
        "{found:?}"
    );
    // the seat that took it alone has broken its word
    let proved = found
        .iter()
        .find(|report| report.verdict == Verdict::Proved);
    assert_eq!(proved.and_then(|report| report.seat), Some(on_turn));
}

#[test]
fn attack_3_an_old_draw_taken_in_a_sealed_round_counts_no_more_than_one_taken_in_a_turn() {
    for c in BOTH {
        let h = c.other();
        let mut pair = Pair::agreed(tiny(6), 1);
        pair.with(h, |session, now| session.offer_draw(now))
            .expect("alive")
            .expect("offered");
        pair.run();
        let mut puppet = Puppet::beside(c, &pair);
        let (entries, _) = read_public(&pair.disks[h.index()].public).expect("a match file");
        for entry in &entries {
            if let Entry::Note(note) = entry {
                puppet.take_note(note);
            }
        }
        let late = Entry::Record(puppet.agree()).to_bytes();
        let mut drawn = pair.disks[h.index()].public.clone();
        drawn.extend(&late);
        let alone = judge(&[&drawn]);
        assert_eq!(alone.result, Some(rules::Outcome::Drawn(rules::AGREED)));
        // C says that its key is lost, and H agrees to continue
        pair.kill(c);
        pair.run();
        pair.restart_without_key(c);
        pair.connect();
        pair.run();
        assert_eq!(ask(&mut pair, c), Ok(()));
        pair.run();
        assert_eq!(answer(&mut pair, h, true), Ok(()));
        pair.run();
        pair.play_out(&mut Seeded(9));
        let clean = reports(&pair);
        assert_eq!(clean[1].verdict, Verdict::Complete, "{clean:?}");
        let mut shown = pair.files(h);
        shown[0].extend(&late);
        let found = judge_matches(&[vec![&shown[0]], vec![&shown[1]]]);
        assert_eq!(found[0].result, None, "{c}: {found:?}");
        assert_eq!(
            (found[1].verdict, found[1].result),
            (Verdict::Complete, clean[1].result),
            "{c}: {found:?}"
        );
    }
}

#[test]
fn attack_4_a_resignation_counts_on_unless_it_is_given_up_by_name() {
    let c = idle(&under_way(offer("clash-of-arms", None), 3));
    // C resigns; H's program hears of it and closes, or does not hear of it at all
    for hears in [true, false] {
        let mut pair = under_way(offer("clash-of-arms", None), 3);
        if hears {
            pair.with(c, |session, now| session.resign(now));
            pair.run();
            let h = c.other();
            // the winner cannot ask, the loser can; the winner sees what agreeing gives up
            assert_eq!(ask(&mut pair, h), Err(ProposeError::WinStands));
            assert_eq!(ask(&mut pair, c), Ok(()));
            pair.run();
            let terms = pair.session(h).asked_to_continue().expect("asked");
            assert!(terms.gives_up.is_some());
            let words = terms.in_words(h, |_| "Cid").join(" ");
            assert!(
                words.contains("You have won this match; playing on gives that up."),
                "{words}"
            );
            assert_eq!(answer(&mut pair, h, true), Ok(()));
            pair.run();
            let start = manifest(&pair, h).start.clone().expect("a start");
            assert!(start.gives_up.is_some());
            let found = reports(&pair);
            assert_eq!(found[0].verdict, Verdict::Continued, "{found:?}");
        } else {
            // the note is under no root: H continues without having seen it, and C's resignation counts on
            let mut resigned = under_way(offer("clash-of-arms", None), 3);
            resigned.disconnect();
            resigned.with(c, |session, now| session.resign(now));
            let shown = resigned.disks[c.index()].public.clone();
            assert!(continue_both(&mut pair));
            let mut all = pair.files(c.other());
            all.push(shown);
            let found = all_reports(&all);
            let newest = found.last().expect("two matches");
            assert!(
                found
                    .iter()
                    .any(|report| report.verdict == Verdict::Decided),
                "{found:?}"
            );
            assert!(newest.result.is_some(), "{found:?}");
        }
    }
}

#[test]
fn attack_4_who_resigns_after_the_other_has_agreed_is_asked_about_again() {
    let mut pair = under_way(offer("clash-of-arms", None), 3);
    let old = pair.session(Seat(0)).sid();
    let c = idle(&pair);
    let h = c.other();
    assert_eq!(ask(&mut pair, c), Ok(()));
    hold_signatures(&mut pair, c);
    pair.run();
    let terms = pair.session(h).asked_to_continue().expect("asked");
    assert_eq!(terms.gives_up, None);
    assert_eq!(answer(&mut pair, h, true), Ok(()));
    pair.run();
    pair.with(c, |session, now| session.resign(now));
    pair.run();
    pair.tamper[c.index()] = None;
    let sid = written(&pair, h)[0].sid();
    let late = signature(&pair, c, &sid);
    pair.hand(h, &late);
    pair.run();
    assert_eq!(pair.session(h).sid(), old, "H agreed to give up nothing");
    // the question has lapsed for both: C asks again, and H is shown the win that it would give up
    assert!(!pair.session(c).asks_to_continue());
    pair.pass(Duration::from_secs(1));
    assert_eq!(ask(&mut pair, c), Ok(()));
    pair.run();
    let again = pair.session(h).asked_to_continue().expect("asked again");
    assert!(again.gives_up.is_some());
    assert_eq!(answer(&mut pair, h, true), Ok(()));
    pair.run();
    assert_ne!(pair.session(h).sid(), old);
    let start = manifest(&pair, h).start.clone().expect("a start");
    assert!(start.gives_up.is_some());
}

#[test]
fn attack_5_a_manifest_older_than_two_minutes_is_written_anew() {
    let mut pair = under_way(offer("clash-of-arms", None), 3);
    let old = pair.session(Seat(0)).sid();
    let c = idle(&pair);
    let h = c.other();
    assert_eq!(ask(&mut pair, c), Ok(()));
    hold_signatures(&mut pair, c);
    pair.run();
    assert_eq!(answer(&mut pair, h, true), Ok(()));
    pair.run();
    pair.pass(Duration::from_secs(121));
    let sid = written(&pair, h)[0].sid();
    let late = signature(&pair, c, &sid);
    pair.hand(h, &late);
    assert_eq!(pair.session(h).sid(), old);
    let all = written(&pair, h);
    assert_eq!(all.len(), 2);
    assert!(
        all[1].start.as_ref().expect("a start").written_ms
            > all[0].start.as_ref().expect("a start").written_ms
    );
}

#[test]
fn attack_15_an_agreed_draw_is_not_continued_and_a_win_is_not_asked_for() {
    let mut pair = under_way(offer("clash-of-arms", None), 3);
    let seat = idle(&pair);
    pair.with(seat, |session, now| session.offer_draw(now));
    pair.run();
    pair.with(seat.other(), |session, now| session.answer_draw(now, true));
    pair.run();
    for seat in BOTH {
        assert_eq!(ask(&mut pair, seat), Err(ProposeError::DrawStands));
    }
}

#[test]
fn attack_15b_behind_a_confirmation_the_next_decision_counts() {
    // the orders of C are complete, C's CONFIRM is held back: H, whose turn comes next, cannot ask
    let mut pair = under_way(offer("clash-of-arms", None), 3);
    let c = pair.to_decide().expect("under way");
    let h = c.other();
    pair.tamper[c.index()] = Some(Box::new(|frame| match Frame::from_bytes(&frame) {
        Ok(Frame::Record(record)) if record.kind == protocol::Kind::Confirm => Vec::new(),
        _ => vec![frame],
    }));
    assert!(pair.play_one(&mut Seeded(7)));
    assert_eq!(ask(&mut pair, h), Err(ProposeError::DecideFirst));
}

#[test]
fn a_lying_beginning_is_not_signed() {
    type Lie = fn(&mut Manifest);
    let lies: [(&str, Lie); 8] = [
        ("another position", |m| start(m).after = 0),
        ("less time", |m| {
            start(m).times.iter_mut().for_each(|time| time.left_ms = 1)
        }),
        ("another root", |m| start(m).root = [9; 32]),
        ("an earlier step", |m| start(m).at -= 1),
        ("a result given up", |m| {
            start(m).gives_up = Some(rules::Outcome::Drawn("passes").into())
        }),
        ("written days ago", |m| start(m).written_ms -= 90_000_000),
        ("other terms", |m| m.policies.takeback ^= true),
        ("other sides", |m| m.seats.reverse()),
    ];
    for (what, lie) in lies {
        let mut game = offer("clash-of-arms", None);
        let pace = Pace::Bank {
            bank_ms: 300_000,
            increment_ms: 0,
        };
        game.terms = Terms {
            pace,
            claim: ClaimEffect::Nothing,
        };
        let mut pair = under_way(game, 3);
        let old = pair.session(Seat(0)).sid();
        let h = idle(&pair);
        let c = h.other();
        pair.tamper[c.index()] = Some(Box::new(move |frame| match Frame::from_bytes(&frame) {
            Ok(Frame::Manifest(bytes)) => {
                let mut manifest = Manifest::from_bytes(&bytes).expect("sound");
                lie(&mut manifest);
                vec![Frame::Manifest(manifest.to_bytes()).to_bytes()]
            }
            _ => vec![frame],
        }));
        assert_eq!(ask(&mut pair, h), Ok(()));
        pair.run();
        assert_eq!(answer(&mut pair, c, true), Ok(()), "{what}");
        pair.run();
        assert_eq!(pair.session(h).sid(), old, "{what}");
        let signed = pair.wire.iter().any(|(from, frame)| {
            let Ok(Frame::Genesis(genesis)) = Frame::from_bytes(frame) else {
                return false;
            };
            *from == h && !genesis.is_valid(manifest(&pair, h), &old.expect("a match"))
        });
        assert!(!signed, "{what}");
    }
}

pub(crate) fn start(manifest: &mut Manifest) -> &mut protocol::Start {
    manifest.start.as_mut().expect("a continuation")
}

/// A file with that manifest under the signatures of the two players.
pub(crate) fn signed_by_both(manifest: &Manifest) -> Vec<u8> {
    let sid = manifest.sid();
    let mut file = protocol::file::PUBLIC_HEADER.to_vec();
    file.extend(Entry::Manifest(Box::new(manifest.clone())).to_bytes());
    for seat in BOTH {
        let identity = protocol::testing::identity(seat.0, 1);
        let keys = [anew(seat, 1), anew(seat, 2)]
            .map(|fresh| protocol::Identity::from_seed(fresh.session_seed));
        let own = manifest.seats[seat.index()].key;
        let key = keys.iter().find(|key| key.public() == own);
        let key = key.expect("one of both");
        let genesis = protocol::Genesis::sign(seat, &sid, &identity, key);
        file.extend(Entry::Genesis(genesis).to_bytes());
    }
    file
}

#[test]
fn a_file_that_does_not_begin_where_it_says_is_inconsistent() {
    let mut pair = under_way(offer("clash-of-arms", None), 4);
    assert!(continue_both(&mut pair));
    // the same two keys sign another position as if it were that of the old match
    let mut forged = manifest(&pair, Seat(0)).clone();
    let old = pair.former[0][0].0.public.clone();
    let replay = protocol::replay::read(&old).expect("a match");
    let first = replay.history.position_after(1);
    start(&mut forged).position = rules::Rules::to_whole(&first).expect("small");
    let file = signed_by_both(&forged);
    let found = judge_matches(&[vec![&old], vec![&file]]);
    assert_eq!(
        verdicts(&found),
        [Verdict::Open, Verdict::Inconsistent],
        "{found:?}"
    );
    assert!(found[1].why.contains("does not begin where it says"));
}

#[test]
fn a_match_in_the_pocket_that_says_to_be_written_later_convicts_nobody() {
    let mut pair = under_way(offer("clash-of-arms", None), 3);
    let h = idle(&pair);
    let c = h.other();
    // H asks; C's clock is ahead by less than what is excused, and C keeps H's signature
    pair.tamper[c.index()] = Some(Box::new(|frame| match Frame::from_bytes(&frame) {
        Ok(Frame::Manifest(bytes)) => {
            let mut manifest = Manifest::from_bytes(&bytes).expect("sound");
            start(&mut manifest).written_ms += 110_000;
            vec![Frame::Manifest(manifest.to_bytes()).to_bytes()]
        }
        _ => vec![frame],
    }));
    assert_eq!(ask(&mut pair, h), Ok(()));
    pair.run();
    assert_eq!(answer(&mut pair, c, true), Ok(()));
    pair.run();
    pair.tamper[c.index()] = None;
    let ours = pair
        .wire
        .iter()
        .rev()
        .find_map(|(from, frame)| match Frame::from_bytes(frame) {
            Ok(Frame::Genesis(genesis)) if *from == h => Some(genesis),
            _ => None,
        });
    let ours = ours.expect("H has signed");
    let lie = written(&pair, c).pop().expect("written");
    let sid = lie.sid();
    assert!(ours.is_valid(&lie, &sid));
    // both play on, and H, asked by C, signs the match that counts
    pair.with(h, |session, _now| session.stop_asking_to_continue());
    assert!(pair.play_one(&mut Seeded(3)));
    let fresh = anew(c, 7);
    let wish = ContinueWish::default();
    pair.with(c, |session, now| session.ask_to_continue(now, wish, &fresh));
    pair.run();
    assert_eq!(answer(&mut pair, h, true), Ok(()));
    pair.run();
    let mut shown = pair.files(h);
    assert_eq!(shown.len(), 2, "continued");
    let mut pocket = protocol::file::PUBLIC_HEADER.to_vec();
    pocket.extend(Entry::Manifest(Box::new(lie)).to_bytes());
    let theirs = protocol::Genesis::sign(
        c,
        &sid,
        &protocol::testing::identity(c.0, 1),
        &protocol::Identity::from_seed(anew(c, 2).session_seed),
    );
    for genesis in [ours, theirs] {
        pocket.extend(Entry::Genesis(genesis).to_bytes());
    }
    shown.push(pocket);
    let found = all_reports(&shown);
    // C, which vouched in what it completes, is the one that has signed two
    let proved = found
        .iter()
        .filter(|report| report.verdict == Verdict::Proved);
    let proved: Vec<_> = proved.map(|report| report.seat).collect();
    assert!(
        !proved.is_empty() && proved.iter().all(|seat| *seat == Some(c)),
        "{found:?}"
    );
}

#[test]
fn a_genesis_that_lacks_a_signature_continues_nothing() {
    let mut pair = under_way(offer("clash-of-arms", None), 4);
    assert!(continue_both(&mut pair));
    let (entries, _) = read_public(&pair.disks[0].public).expect("a match file");
    let old = pair.former[0][0].0.public.clone();
    for left_out in BOTH {
        let kept = entries
            .iter()
            .filter(|entry| !matches!(entry, Entry::Genesis(genesis) if genesis.seat == left_out));
        let file = kept.fold(protocol::file::PUBLIC_HEADER.to_vec(), |mut file, entry| {
            file.extend(entry.to_bytes());
            file
        });
        let found = judge_matches(&[vec![&old], vec![&file]]);
        assert_eq!(found[0].verdict, Verdict::Open, "{found:?}");
    }
}

#[test]
fn proofs_of_one_match_convict_nobody_in_another() {
    let mut pair = under_way(offer("clash-of-arms", None), 4);
    assert!(continue_both(&mut pair));
    let (entries, _) = read_public(&pair.former[0][0].0.public).expect("a match file");
    let records = entries.into_iter().filter_map(|entry| match entry {
        Entry::Record(record) => Some(record),
        _ => None,
    });
    let mut mixed = pair.disks[0].public.clone();
    for record in records {
        let sid = manifest(&pair, Seat(0)).sid();
        mixed.extend(Entry::Record(Record { sid, ..record }).to_bytes());
    }
    let report = judge(&[&mixed]);
    assert_ne!(report.verdict, Verdict::Proved, "{report:?}");
}

#[test]
fn an_ordinary_invitation_cannot_take_the_place_of_a_match() {
    // a host slips "your win is given up" into the offer of a new match
    let mut old = under_way(offer("clash-of-arms", None), 3);
    assert!(continue_both(&mut old));
    let beginning = manifest(&old, Seat(0)).start.clone();
    let mut pair = Pair::new(offer("clash-of-arms", None), 1);
    pair.tamper[0] = Some(Box::new(move |frame| match Frame::from_bytes(&frame) {
        Ok(Frame::Manifest(bytes)) => {
            let mut manifest = Manifest::from_bytes(&bytes).expect("sound");
            manifest.start.clone_from(&beginning);
            for (seat, entry) in BOTH.into_iter().zip(&mut manifest.seats) {
                entry.was = Some(seat);
            }
            vec![Frame::Manifest(manifest.to_bytes()).to_bytes()]
        }
        _ => vec![frame],
    }));
    pair.connect();
    pair.run();
    pair.accept();
    pair.run();
    let is_offered = |event: &SessionEvent| matches!(event, SessionEvent::Offered(_));
    assert!(!pair.events[1].iter().any(is_offered));
    assert!(!pair.closes[1].is_empty());
    assert!(pair.disks[1].public.is_empty());
}

#[test]
fn attack_16_who_asks_under_another_name_does_not_take_it_unnoticed() {
    let mut pair = under_way(offer("clash-of-arms", None), 3);
    let c = idle(&pair);
    let identity = protocol::testing::identity(c.0, 1);
    pair.tamper[c.index()] = Some(Box::new(move |frame| match Frame::from_bytes(&frame) {
        Ok(Frame::Ask(ask)) => {
            let renamed = protocol::frame::Ask {
                name: "Carl".to_owned(),
                ..*ask
            };
            let signature = identity.sign("ask", &renamed.id());
            let renamed = protocol::frame::Ask {
                signature,
                ..renamed
            };
            vec![Frame::Ask(Box::new(renamed)).to_bytes()]
        }
        _ => vec![frame],
    }));
    let wish = ContinueWish {
        after: Some(1),
        swaps: true,
    };
    assert_eq!(ask_for(&mut pair, c, wish), Ok(()));
    pair.run();
    let asked = pair.session(c.other()).asked_to_continue();
    let asked = asked.expect("the other is asked");
    assert_eq!(asked.renames.as_deref(), Some("Carl"));
    let words = asked.in_words(c.other(), |_| "Cid").join(" ");
    for told in [
        "Cid is called Carl in the new match.",
        "You change sides: you play",
        "no longer count",
    ] {
        assert!(words.contains(told), "{words}");
    }
}

#[test]
fn row_91_five_hundred_questions_that_differ_in_a_byte_are_one_open_question() {
    let mut pair = under_way(offer("clash-of-arms", None), 3);
    let c = idle(&pair);
    let h = c.other();
    let identity = protocol::testing::identity(c.0, 1);
    let sent = std::rc::Rc::new(std::cell::RefCell::new(None));
    let kept = std::rc::Rc::clone(&sent);
    pair.tamper[c.index()] = Some(Box::new(move |frame| {
        if let Ok(Frame::Ask(ask)) = Frame::from_bytes(&frame) {
            kept.borrow_mut().get_or_insert(*ask);
        }
        vec![frame]
    }));
    assert_eq!(ask(&mut pair, c), Ok(()));
    pair.run();
    let first = sent.borrow().clone().expect("asked");
    let again = |pair: &mut Pair, number: u64, after: Option<u64>| {
        let mut changed = first.clone();
        changed.session_nonce[..8].copy_from_slice(&number.to_le_bytes());
        changed.wish.after = after;
        changed.signature = identity.sign("ask", &changed.id());
        let frame = Frame::Ask(Box::new(changed)).to_bytes();
        assert_eq!(pair.hand(h, &frame), Some(Ok(())));
    };
    let questions = |pair: &Pair| {
        let events = pair.events[h.index()].iter();
        let asked = |event: &&SessionEvent| matches!(event, SessionEvent::ContinueAsked(_));
        events.filter(asked).count()
    };
    for number in 0..500 {
        again(&mut pair, number, None);
    }
    assert_eq!(questions(&pair), 1, "one open question");
    // a yes is given to nothing that was not shown
    again(&mut pair, 500, Some(1));
    assert_eq!(questions(&pair), 1);
    let changed = answer(&mut pair, h, true);
    assert_eq!(changed, Err(ProposeError::OtherOffer));
    assert_eq!(questions(&pair), 2, "what has changed is shown");
    assert_eq!(answer(&mut pair, h, true), Ok(()));
}
