//! Lines of three matches and more: what an older match has decided reaches the newest, whichever order the files are
//! shown in, and whatever seats and sides the players have had since.

use super::attacks::all_reports;
use super::*;
use rules::Outcome;

/// Both continue by a click each, with that wish; `number` makes the keys.
fn continue_with(pair: &mut Pair, number: u8, wish: ContinueWish) {
    let seat = idle(pair);
    let (ours, theirs) = (anew(seat, number), anew(seat.other(), number));
    let asked = pair.with(seat, |session, now| {
        session.ask_to_continue(now, wish, &ours)
    });
    assert_eq!(asked, Some(Ok(())));
    pair.run();
    let answered = pair.with(seat.other(), |session, now| {
        session.answer_continue(now, true, &theirs)
    });
    assert_eq!(answered, Some(Ok(())));
    pair.run();
}

/// The reports on files in every order that begins with another one, each sorted by match.
fn in_every_order(files: &[Vec<u8>]) -> Vec<Report> {
    let sorted = |files: &[Vec<u8>]| {
        let mut found = all_reports(files);
        // the copies are numbered as they are shown
        found.iter_mut().for_each(|report| report.copies.clear());
        found.sort_by_key(|report| (report.step, report.verdict.to_string(), report.why.clone()));
        found
    };
    let first = sorted(files);
    let mut turned = files.to_vec();
    for _ in 0..files.len() {
        turned.rotate_left(1);
        assert_eq!(sorted(&turned), first);
    }
    turned.reverse();
    assert_eq!(sorted(&turned), first);
    first
}

/// The public file of a match with the same keys in which that seat resigns unheard.
fn hidden_resignation(seat: Seat) -> Vec<u8> {
    let mut copy = under_way(offer("clash-of-arms", None), 3);
    copy.disconnect();
    copy.with(seat, |session, now| session.resign(now));
    copy.disks[seat.index()].public.clone()
}

#[test]
fn a_resignation_that_is_shown_late_reaches_the_newest_match_of_a_line() {
    for swaps in [false, true] {
        for seat in BOTH {
            let mut pair = under_way(offer("clash-of-arms", None), 3);
            let winner = pair.session(seat.other()).side_of(seat.other());
            let late = hidden_resignation(seat);
            let wish = ContinueWish { after: None, swaps };
            continue_with(&mut pair, 1, wish);
            assert!(pair.play_one(&mut Seeded(3)));
            continue_with(&mut pair, 2, ContinueWish::default());
            assert!(pair.play_one(&mut Seeded(4)));
            let mut shown = pair.files(seat.other());
            assert_eq!(shown.len(), 3);
            let before = in_every_order(&shown);
            let count = |found: &[Report], verdict| {
                let of = found.iter().filter(|report| report.verdict == verdict);
                of.count()
            };
            assert_eq!(count(&before, Verdict::Continued), 2, "{before:?}");
            assert_eq!(count(&before, Verdict::Open), 1, "{before:?}");
            shown.push(late);
            let found = in_every_order(&shown);
            assert_eq!(count(&found, Verdict::Continued), 1, "{found:?}");
            assert_eq!(count(&found, Verdict::Decided), 2, "{found:?}");
            // if the players changed sides, the winner is the player who did not resign, on whatever side
            let now = pair.session(seat.other()).side_of(seat.other());
            assert_eq!(now != winner, swaps);
            let newest = found.iter().find(|report| report.kind == Some("before"));
            let newest = newest.and_then(|report| report.result).expect("a result");
            assert!(matches!(newest, Outcome::Won(sides, rules::RESIGN)
                if now.is_some_and(|side| sides.contains(side) && sides.len() == 1)));
        }
    }
}

#[test]
fn a_broken_word_in_an_old_match_convicts_in_the_newest() {
    let mut pair = under_way(offer("clash-of-arms", None), 3);
    // the seat on turn is asked, vouches, and plays on in a copy
    let voucher = pair.to_decide().expect("under way");
    let mut copy = under_way(offer("clash-of-arms", None), 3);
    let mut dice = Seeded(5);
    for _ in 0..3 {
        copy.play_one(&mut dice);
    }
    let late = copy.disks[voucher.index()].public.clone();
    continue_with(&mut pair, 1, ContinueWish::default());
    assert!(pair.play_one(&mut Seeded(3)));
    continue_with(&mut pair, 2, ContinueWish::default());
    let mut shown = pair.files(voucher.other());
    shown.push(late);
    let found = in_every_order(&shown);
    let proved = found
        .iter()
        .filter(|report| report.verdict == Verdict::Proved);
    let kinds: Vec<_> = proved.map(|report| (report.seat, report.kind)).collect();
    assert_eq!(kinds.len(), 2, "{found:?}");
    for kind in [Some("after-vouching"), Some("before")] {
        assert!(kinds.contains(&(Some(voucher), kind)), "{kinds:?}");
    }
}

#[test]
fn a_resignation_on_an_older_copy_does_not_count_against_the_end_of_the_newest() {
    for is_older in [true, false] {
        let mut pair = under_way(offer("clash-of-arms", Some(6)), 3);
        let seat = idle(&pair);
        let mut copy = under_way(offer("clash-of-arms", Some(6)), 3);
        copy.disconnect();
        if is_older {
            copy.kill(seat);
            copy.marks[seat.index()] = None;
            copy.restart(seat);
            assert_eq!(copy.session(seat).standing(), Standing::Strange);
        }
        copy.with(seat, |session, now| session.resign(now));
        let late = copy.disks[seat.index()].public.clone();
        assert!(judge(&[&late]).result.is_some(), "resigned");
        continue_with(&mut pair, 1, ContinueWish::default());
        pair.run();
        pair.play_out(&mut Seeded(9));
        let mut shown = pair.files(seat.other());
        shown.push(late);
        let found = in_every_order(&shown);
        let is_complete = found
            .iter()
            .any(|report| report.verdict == Verdict::Complete);
        assert_eq!(is_complete, is_older, "{found:?}");
    }
}

#[test]
fn a_resignation_on_an_older_copy_in_another_continuation_convicts_nobody() {
    // H asks from its own files and signs; C keeps the signed match in its pocket
    let mut pair = under_way(offer("clash-of-arms", None), 3);
    let h = idle(&pair);
    let c = h.other();
    assert_eq!(ask(&mut pair, h), Ok(()));
    pair.run();
    let mut pocket = pair_in_pocket(&mut pair, c);
    // both play on, and C asks: H writes the match that counts, and vouches in it
    assert_eq!(pair.session(c).sid(), pair.session(h).sid());
    pair.pass(Duration::from_secs(5));
    assert!(pair.play_one(&mut Seeded(3)));
    pair.run();
    let asks = idle(&pair);
    assert_eq!(asks, c);
    continue_with(&mut pair, 7, ContinueWish::default());
    let mut shown = pair.files(h);
    // an older copy of H is shown the match of the pocket, whole, and resigns in it
    pocket.with(h, |session, now| session.resign(now));
    shown.push(pocket.disks[h.index()].public.clone());
    let found = in_every_order(&shown);
    let against = found
        .iter()
        .find(|report| report.verdict == Verdict::Proved && report.seat == Some(h));
    assert_eq!(against, None);
}

/// C takes H's signature and completes the match where only an older copy of H sees it.
fn pair_in_pocket(pair: &mut Pair, c: Seat) -> Pair {
    let h = c.other();
    let mut copy = under_way(offer("clash-of-arms", None), 3);
    copy.pass(pair.now.clock.saturating_sub(copy.now.clock));
    assert_eq!(ask(&mut copy, h), Ok(()));
    copy.run();
    assert_eq!(answer(&mut copy, c, true), Ok(()));
    copy.run();
    let sid = copy.session(h).sid();
    // C's program in the present match never gets H's signature, which H has given
    pair.tamper[h.index()] = Some(Box::new(|frame| match frame[0] {
        4 => Vec::new(),
        _ => vec![frame],
    }));
    assert_eq!(answer(pair, c, true), Ok(()));
    pair.run();
    pair.tamper[h.index()] = None;
    assert_ne!(pair.session(h).sid(), sid);
    copy.disconnect();
    copy.kill(h);
    copy.marks[h.index()] = None;
    copy.restart(h);
    assert_eq!(copy.session(h).standing(), Standing::Strange);
    copy
}
