//! Somebody else takes the place of a player who is gone: an ordinary offer in place of the old match, to which
//! the one who is gone has not agreed.

use std::collections::VecDeque;

use protocol::frame::{Frame, Past};
use protocol::testing::identity;
use protocol::{CloseReason, LineId, Now, Output, PublicKey, Refusal, Session};

use super::*;

const LINE: LineId = LineId(77);

/// A host and a guest on a line of their own.
struct Meeting {
    sessions: [Session; 2],
    /// Each player's match file.
    files: [Vec<u8>; 2],
    events: [Vec<SessionEvent>; 2],
    closes: [Vec<CloseReason>; 2],
    now: Now,
}

impl Meeting {
    /// The player who had that seat of the pair's match offers the other seat to a player with that number.
    fn new(pair: &Pair, stays: Seat, offer: Offer, comer: (u8, u8)) -> Self {
        let (host, guest) = (identity(stays.0, 1), identity(comer.0, comer.1));
        let keys = [host.public(), guest.public()];
        let mut host = Session::host(host, "Ada", offer, anew(Seat(0), 7)).expect("an offer");
        host.show_past(pair.disks[stays.index()].public.clone());
        let guest = Session::join(guest, "Eve", keys[0], anew(Seat(1), 8));
        let mut meeting = Self {
            sessions: [host, guest],
            files: Default::default(),
            events: Default::default(),
            closes: Default::default(),
            now: pair.now,
        };
        meeting.connect(keys);
        meeting
    }

    fn connect(&mut self, keys: [PublicKey; 2]) {
        let now = self.now;
        for (session, peer) in self.sessions.iter_mut().zip([keys[1], keys[0]]) {
            session.line_up(now, LINE, [77; 32], peer);
        }
        self.run();
    }

    /// Carries frames to and fro until there is none.
    fn run(&mut self) {
        let mut queues: [VecDeque<Vec<u8>>; 2] = Default::default();
        loop {
            let mut is_quiet = true;
            for of in 0..2 {
                while let Some(output) = self.sessions[of].poll_output() {
                    is_quiet = false;
                    match output {
                        Output::Persist(protocol::File::Public, bytes) => {
                            self.files[of].extend(bytes);
                        }
                        Output::Replace(protocol::File::Public, bytes) => self.files[of] = bytes,
                        Output::Send(_, frame) => queues[1 - of].push_back(frame),
                        Output::Event(event) => self.events[of].push(event),
                        Output::Close(_, reason) => self.closes[of].push(reason),
                        _ => {}
                    }
                }
                while let Some(frame) = queues[of].pop_front() {
                    is_quiet = false;
                    let _told = self.sessions[of].handle_frame(self.now, LINE, &frame);
                }
            }
            if is_quiet {
                return;
            }
        }
    }

    fn accept(&mut self) -> Result<(), ProposeError> {
        let shown = self.sessions[1].sid().unwrap_or_default();
        let accepted = self.sessions[1].accept(self.now, &shown);
        self.run();
        accepted
    }
}

fn vacancy(pair: &Pair, stays: Seat) -> Offer {
    let offer = pair.session(stays).offer_vacancy(None, pair.now);
    offer.expect("nobody has won")
}

const EVE: (u8, u8) = (1, 9);

#[test]
fn somebody_else_takes_the_place_of_a_player_who_is_gone() {
    for stays in BOTH {
        let mut pair = under_way(offer("clash-of-arms", None), 3);
        pair.disconnect();
        let before = manifest(&pair, stays).clone();
        let mut meeting = Meeting::new(&pair, stays, vacancy(&pair, stays), EVE);
        let sent = meeting.events[1].iter().find_map(|event| match event {
            SessionEvent::Past(file) => Some(file.to_vec()),
            _ => None,
        });
        let old = pair.disks[stays.index()].public.clone();
        assert_eq!(sent.as_ref(), Some(&old), "the guest sees what was played");
        assert_eq!(meeting.accept(), Ok(()));
        let [host, guest] = &meeting.sessions;
        for session in [host, guest] {
            assert_eq!((session.stage(), session.fault()), (Stage::Playing, None));
        }
        let new = host.manifest().expect("a match").clone();
        assert_eq!(guest.manifest(), Some(&new));
        let was: Vec<_> = new.seats.iter().map(|seat| seat.was).collect();
        assert_eq!(was, [Some(stays), Some(stays.other())]);
        assert_eq!(new.side_of(Seat(0)), before.side_of(stays));
        let start = new.start.expect("a start");
        assert_eq!(
            protocol::judge::begins_in(&old, &start),
            Some(true),
            "the guest can see that it was played like this"
        );
        assert!(start.vouches(stays) && !start.vouches(stays.other()));
        assert_eq!(
            host.position().map(protocol::digest),
            pair.session(stays).position().map(protocol::digest)
        );
        let shown = [old, meeting.files[0].clone()];
        for order in [[0, 1], [1, 0]] {
            let files: Vec<Vec<&[u8]>> = order.map(|at| vec![shown[at].as_slice()]).into();
            let mut reports = judge_matches(&files);
            if order[0] == 1 {
                reports.reverse();
            }
            let verdicts: Vec<_> = reports.iter().map(|report| report.verdict).collect();
            assert_eq!(verdicts, [Verdict::Open, Verdict::Open], "{reports:?}");
            let gone = &before.seats[stays.other().index()].name;
            let told = format!("continued without {gone}");
            assert!(reports[1].remarks.contains(&told), "{reports:?}");
        }
    }
}

#[test]
fn the_new_match_binds_the_player_who_stays_and_not_the_one_who_is_gone() {
    let mut pair = under_way(offer("clash-of-arms", None), 3);
    let stays = pair.to_decide().expect("under way");
    let mut meeting = Meeting::new(&pair, stays, vacancy(&pair, stays), EVE);
    assert_eq!(meeting.accept(), Ok(()));
    // both play on in the old match anyway
    let mut dice = Seeded(5);
    for _ in 0..3 {
        assert!(pair.play_one(&mut dice));
    }
    for seat in BOTH {
        let old = pair.disks[seat.index()].public.clone();
        let reports = judge_matches(&[vec![&old], vec![&meeting.files[1]]]);
        let found = (reports[0].verdict, reports[0].seat, reports[0].kind);
        assert_eq!(
            found,
            (Verdict::Proved, Some(stays), Some("after-vouching"))
        );
    }
}

#[test]
fn an_earlier_new_match_that_the_gone_player_signs_late_convicts_nobody() {
    let mut pair = under_way(offer("clash-of-arms", None), 3);
    let stays = idle(&pair);
    let held: std::rc::Rc<std::cell::RefCell<Vec<Vec<u8>>>> = Default::default();
    let kept = std::rc::Rc::clone(&held);
    // the asking player's signature is on its way when the other program is closed
    pair.tamper[stays.index()] = Some(Box::new(move |frame| match Frame::from_bytes(&frame) {
        Ok(Frame::Genesis(_)) => {
            kept.borrow_mut().push(frame);
            Vec::new()
        }
        _ => vec![frame],
    }));
    assert_eq!(ask(&mut pair, stays), Ok(()));
    pair.run();
    assert_eq!(answer(&mut pair, stays.other(), true), Ok(()));
    pair.run();
    assert_eq!(held.borrow().len(), 1);
    let mut meeting = Meeting::new(&pair, stays, vacancy(&pair, stays), EVE);
    assert_eq!(meeting.accept(), Ok(()));
    let old = pair.disks[stays.other().index()].public.clone();
    let signature = held.borrow()[0].clone();
    pair.hand(stays.other(), &signature);
    let late = pair.disks[stays.other().index()].public.clone();
    assert_ne!(late, old, "who was gone has signed last");
    let shown: [&[u8]; 3] = [&old, &late, &meeting.files[0]];
    for turn in 0..3 {
        let mut files: Vec<Vec<&[u8]>> = shown.map(|file| vec![file]).into();
        files.rotate_left(turn);
        let reports = judge_matches(&files);
        let convicted = reports
            .iter()
            .filter(|report| report.verdict == Verdict::Proved);
        assert_eq!(convicted.count(), 0, "{reports:?}");
    }
}

#[test]
fn a_player_of_the_match_is_no_substitute_in_it() {
    let mut pair = under_way(offer("clash-of-arms", None), 3);
    pair.disconnect();
    let stays = Seat(0);
    let meeting = Meeting::new(&pair, stays, vacancy(&pair, stays), (1, 1));
    let refused = CloseReason::Refused(Refusal::Seated);
    assert_eq!(meeting.closes[0], [refused]);
    assert_eq!(meeting.sessions[1].sid(), None, "nothing is offered");
}

#[test]
fn a_place_is_offered_only_where_the_match_has_no_result() {
    let mut pair = under_way(offer("clash-of-arms", None), 3);
    let stays = Seat(0);
    let offered = pair.session(stays).offer_vacancy(Some(99), pair.now);
    assert_eq!(offered, Err(ProposeError::NoSuchStep));
    pair.with(stays, |session, now| session.resign(now));
    let offered = pair.session(stays).offer_vacancy(None, pair.now);
    assert_eq!(offered, Err(ProposeError::Over));
}

#[test]
fn clocks_of_who_stays_go_over_and_who_comes_has_a_whole_one() {
    let pace = Pace::Bank {
        bank_ms: 600_000,
        increment_ms: 0,
    };
    let terms = Terms {
        pace,
        claim: ClaimEffect::Loss,
    };
    let pair = under_way(
        Offer {
            terms,
            ..offer("clash-of-arms", None)
        },
        4,
    );
    for stays in BOTH {
        let mut meeting = Meeting::new(&pair, stays, vacancy(&pair, stays), EVE);
        assert_eq!(meeting.accept(), Ok(()));
        let left = |session: &Session, now, of: Seat| {
            let clocks = session.clocks(now);
            let clock = clocks.into_iter().find(|(seat, _)| *seat == of);
            match clock.expect("a clock").1 {
                Face::Stands(left) => left,
                Face::Runs(until) => until - now.clock,
            }
        };
        let now = pair.now;
        for session in &meeting.sessions {
            let had = left(pair.session(stays), now, stays);
            assert_eq!(left(session, now, Seat(0)), had);
            assert_eq!(left(session, now, Seat(1)), Duration::from_secs(600));
        }
    }
}

#[test]
fn an_offer_that_would_bind_the_guest_in_the_old_match_is_refused() {
    let pair = under_way(offer("clash-of-arms", None), 3);
    let meeting = Meeting::new(&pair, Seat(0), vacancy(&pair, Seat(0)), EVE);
    let honest = meeting.sessions[1].manifest().expect("an offer").clone();
    type Change = fn(&mut Manifest);
    let changes: [Change; 7] = [
        |_| {},
        |manifest| start_of(manifest).strange.clear(),
        |manifest| start_of(manifest).asks = Some(Seat(1)),
        |manifest| start_of(manifest).forgiven = vec![Seat(0)],
        |manifest| start_of(manifest).gives_up = Some(rules::Outcome::Drawn(rules::AGREED).into()),
        |manifest| manifest.seats[1].was = None,
        |manifest| manifest.seats[0].was = None,
    ];
    for (at, change) in changes.into_iter().enumerate() {
        let mut manifest = honest.clone();
        change(&mut manifest);
        let mut guest = Session::join(
            identity(EVE.0, EVE.1),
            "Eve",
            identity(0, 1).public(),
            anew(Seat(1), 8),
        );
        guest.line_up(pair.now, LINE, [77; 32], identity(0, 1).public());
        let mut shown = pair.session(Seat(0)).manifest().map(Manifest::to_bytes);
        let hello = Frame::Hello(protocol::frame::Hello::new(
            [0; 32],
            [5; 32],
            identity(0, 1).sign("channel", &[77; 32]),
        ));
        guest
            .handle_frame(pair.now, LINE, &hello.to_bytes())
            .expect("a greeting");
        let _old = shown.take();
        let frame = Frame::Manifest(manifest.to_bytes()).to_bytes();
        let _told = guest.handle_frame(pair.now, LINE, &frame);
        assert_eq!(guest.sid().is_some(), at == 0, "change {at}");
    }
}

fn start_of(manifest: &mut Manifest) -> &mut protocol::Start {
    manifest.start.as_mut().expect("a start")
}

#[test]
fn a_player_who_has_lost_the_match_file_is_sent_it() {
    let mut pair = under_way(offer("clash-of-arms", None), 3);
    pair.disconnect();
    let (host, guest) = (identity(0, 1), identity(1, 1));
    let mut lost = Session::join(guest.clone(), "Ben", host.public(), anew(Seat(1), 8));
    lost.line_up(pair.now, LINE, [78; 32], host.public());
    let mut sent = VecDeque::new();
    while let Some(output) = lost.poll_output() {
        if let Output::Send(_, frame) = output {
            sent.push_back(frame);
        }
    }
    let held = pair.disks[0].public.clone();
    let session = pair.sessions[0].as_mut().expect("alive");
    session.line_up(pair.now, LINE, [78; 32], guest.public());
    for frame in sent {
        let _told = session.handle_frame(pair.now, LINE, &frame);
    }
    let mut events = Vec::new();
    while let Some(output) = session.poll_output() {
        if let Output::Send(_, frame) = output {
            let _told = lost.handle_frame(pair.now, LINE, &frame);
            while let Some(output) = lost.poll_output() {
                if let Output::Event(event) = output {
                    events.push(event);
                }
            }
        }
    }
    assert!(
        events.contains(&SessionEvent::Past(std::sync::Arc::new(held))),
        "{events:?}"
    );
}

#[test]
fn no_more_of_an_old_match_is_taken_in_than_was_announced() {
    let pair = under_way(offer("clash-of-arms", None), 3);
    let part = |total, len| {
        let bytes = vec![1; len];
        Frame::Past(Past { total, bytes }).to_bytes()
    };
    let mut pair = pair;
    let in_play = pair.hand(Seat(1), &part(9, 9));
    assert!(in_play.expect("alive").is_err(), "in a match of its own");
    let meeting = Meeting::new(&pair, Seat(0), vacancy(&pair, Seat(0)), EVE);
    let [_, mut guest] = meeting.sessions;
    assert!(guest.handle_frame(pair.now, LINE, &part(9, 5)).is_ok());
    assert!(guest.handle_frame(pair.now, LINE, &part(9, 5)).is_err());
}
