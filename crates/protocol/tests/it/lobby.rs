//! Before the match: greetings, offers and signatures, honest and not.

use protocol::frame::{Bye, ByeCode, Frame, Hello, Join};
use protocol::manifest::{Genesis, ManifestError, SeatEntry};
use protocol::testing::{Pair, TINY, fresh, identity, offer, tiny};
use protocol::{
    CloseReason, Fault, Identity, LineId, Manifest, Now, Offer, Output, PublicKey, Refusal, Seat,
    Session, SessionEvent, Signature, Stage,
};
use rules::{Family, Side};
use scenario::Scenario;

const NOW: Now = Now {
    clock: std::time::Duration::from_secs(1),
    unix_ms: 5,
};
const LINE: LineId = LineId(1);
const EXPORTER: [u8; 32] = [9; 32];

fn host() -> Session {
    Session::host(identity(0, 1), "Ada", tiny(2), fresh(0, 1)).expect("a sound offer")
}

fn guest() -> Session {
    let host = identity(0, 1).public();
    Session::join(identity(1, 1), "Ben", host, fresh(1, 1))
}

fn outputs(session: &mut Session) -> Vec<Output> {
    std::iter::from_fn(|| session.poll_output()).collect()
}

fn frames(session: &mut Session) -> Vec<Frame> {
    let sent = |output| match output {
        Output::Send(_, frame) => Some(Frame::from_bytes(&frame).expect("sound")),
        _ => None,
    };
    outputs(session).into_iter().filter_map(sent).collect()
}

fn greeting(who: &Identity) -> Hello {
    Hello::new([0; 32], [5; 32], who.sign("channel", &EXPORTER))
}

/// A session greeted by the other identity of its pair.
fn greeted(mut session: Session) -> Session {
    let peer = identity(session.seat().other().0, 1);
    session.line_up(NOW, LINE, EXPORTER, peer.public());
    hear(&mut session, &Frame::Hello(greeting(&peer))).expect("sound");
    session
}

fn hear(session: &mut Session, frame: &Frame) -> Result<(), Fault> {
    session.handle_frame(NOW, LINE, &frame.to_bytes())
}

fn refusal(session: &mut Session) -> Option<Refusal> {
    outputs(session)
        .into_iter()
        .find_map(|output| match output {
            Output::Close(_, CloseReason::Refused(refusal)) => Some(refusal),
            _ => None,
        })
}

/// A host and the manifest it offers.
fn offered() -> (Session, Manifest) {
    let mut host = greeted(host());
    let join = Join {
        name: "Ben".to_owned(),
        key: Identity::from_seed(fresh(1, 1).session_seed).public(),
        session_nonce: fresh(1, 1).session_nonce,
    };
    hear(&mut host, &Frame::Join(join)).expect("sound");
    let manifest = frames(&mut host).into_iter().find_map(|frame| match frame {
        Frame::Manifest(bytes) => Manifest::from_bytes(&bytes).ok(),
        _ => None,
    });
    (host, manifest.expect("an offer"))
}

/// The answer of a guest to a changed offer.
fn offered_to_guest(change: impl FnOnce(&mut Manifest)) -> (Result<(), Fault>, Vec<Output>) {
    let (_, mut manifest) = offered();
    change(&mut manifest);
    let mut guest = greeted(guest());
    outputs(&mut guest);
    let heard = hear(&mut guest, &Frame::Manifest(manifest.to_bytes()));
    (heard, outputs(&mut guest))
}

fn refused_offer(change: impl FnOnce(&mut Manifest)) -> ManifestError {
    let (_, outputs) = offered_to_guest(change);
    let refusal = outputs.into_iter().find_map(|output| match output {
        Output::Close(_, CloseReason::Refused(Refusal::Offer(cause))) => Some(cause),
        _ => None,
    });
    refusal.expect("the offer is refused")
}

#[test]
fn both_sign_the_offer_and_the_match_begins() {
    let mut pair = Pair::new(tiny(2), 1);
    pair.connect();
    pair.run();
    let guest = pair.session(Seat(1));
    assert_eq!(guest.stage(), Stage::Agreeing);
    let Some(SessionEvent::Offered(summary)) = pair.events[1].last() else {
        panic!("{:?}", pair.events[1]);
    };
    assert_eq!(summary.scenario_title, "Tiny");
    assert_eq!(summary.max_turns, Some(2));
    let sides = summary.seats.iter().map(|seat| seat.1);
    assert!(sides.eq((0..2).filter_map(Side::new)));
    assert_eq!(
        (summary.seats[0].2.as_str(), summary.seats[1].2.as_str()),
        ("Ada", "Ben")
    );
    // nothing is written before somebody signs
    assert_eq!((pair.disks[0].writes, pair.disks[1].writes), (0, 0));
    pair.accept();
    pair.run();
    for seat in [Seat(0), Seat(1)] {
        assert_eq!(pair.session(seat).stage(), Stage::Playing);
        assert!(pair.events[seat.index()].contains(&SessionEvent::Agreed));
    }
    assert_eq!(pair.session(Seat(0)).sid(), pair.session(Seat(1)).sid());
}

#[test]
fn a_host_that_plays_black_is_seat_0_all_the_same() {
    let mut offer = offer("clash-of-arms", Some(2));
    let black = Family::Warlord.parse_side("black").ok();
    offer.host_side = black;
    let pair = Pair::agreed(offer, 1);
    assert_eq!(pair.session(Seat(0)).side_of(Seat(0)), black);
    assert_eq!(pair.to_decide(), Some(Seat(1)));
}

#[test]
fn a_guest_that_declines_tells_the_host() {
    let mut pair = Pair::new(tiny(2), 1);
    pair.connect();
    pair.run();
    pair.with(Seat(1), |session, _| session.decline());
    pair.run();
    let declined = CloseReason::Refused(Refusal::Declined);
    assert_eq!(pair.closes, [vec![declined.clone()], vec![declined]]);
}

#[test]
fn a_program_that_speaks_only_other_protocols_receives_both_versions() {
    let peer = identity(1, 1);
    for (proto, other) in [((6, 7), "9.9.9"), ((2, 2), "0.0.9")] {
        let mut hello = greeting(&peer);
        hello.version = other.to_owned();
        hello.proto = proto;
        let mut session = host();
        session.line_up(NOW, LINE, EXPORTER, peer.public());
        hear(&mut session, &Frame::Hello(hello)).expect("no fault, only another version");
        let all = outputs(&mut session);
        let Some(Output::Close(_, CloseReason::Refused(refusal))) = all.last() else {
            panic!("{all:?}");
        };
        let text = refusal.to_string();
        assert!(
            text.contains(other) && text.contains(env!("CARGO_PKG_VERSION")),
            "{text}"
        );
        // our own greeting went out first, so the other program can say the same
        let Output::Send(_, first) = &all[0] else {
            panic!("{all:?}");
        };
        assert!(matches!(Frame::from_bytes(first), Ok(Frame::Hello(_))));
    }
}

#[test]
fn a_newer_program_of_the_peer_is_told_once_and_an_address_in_its_place_never() {
    let peer = identity(1, 1);
    for (version, told) in [("99.0.0", 1), ("0.0.1", 0), ("99.0.0-from-example.org", 0)] {
        let mut session = host();
        let mut events = Vec::new();
        // two lines of one match
        for _ in 0..2 {
            session.line_up(NOW, LINE, EXPORTER, peer.public());
            let mut hello = greeting(&peer);
            hello.version = version.to_owned();
            hear(&mut session, &Frame::Hello(hello)).expect("sound");
            events.extend(outputs(&mut session));
            session.line_down(NOW, LINE);
        }
        let newer = Output::Event(SessionEvent::PeerIsNewer(version.to_owned()));
        let count = events.iter().filter(|output| **output == newer).count();
        assert_eq!(count, told, "{version}");
    }
}

#[test]
fn row_24_a_greeting_signed_for_another_line_or_by_another_key_is_refused() {
    let peer = identity(1, 1);
    let other_line = Hello::new([0; 32], [5; 32], peer.sign("channel", &[8; 32]));
    let other_key = greeting(&identity(5, 5));
    // our own greeting sent back to us
    let mirrored = greeting(&identity(0, 1));
    // each is a sound signature, for something else
    for hello in [other_line, other_key, mirrored] {
        let mut session = host();
        session.line_up(NOW, LINE, EXPORTER, peer.public());
        let heard = hear(&mut session, &Frame::Hello(hello));
        assert_eq!(heard, Err(Fault::BadChannelSignature));
    }
}

#[test]
fn a_stranger_our_own_key_and_a_weak_key_are_refused() {
    let stranger = identity(7, 7).public();
    let mut session = guest();
    session.line_up(NOW, LINE, EXPORTER, stranger);
    let expected = identity(0, 1).public();
    let found = stranger;
    assert_eq!(
        refusal(&mut session),
        Some(Refusal::Stranger { expected, found })
    );
    let mut session = host();
    session.line_up(NOW, LINE, EXPORTER, identity(0, 1).public());
    assert_eq!(refusal(&mut session), Some(Refusal::SameKey));
    let mut session = host();
    session.line_up(NOW, LINE, EXPORTER, PublicKey([0; 32]));
    assert!(matches!(
        refusal(&mut session),
        Some(Refusal::Offer(ManifestError::WeakKey(Seat(1))))
    ));
}

#[test]
fn nothing_is_taken_before_the_greeting() {
    let mut session = host();
    session.line_up(NOW, LINE, EXPORTER, identity(1, 1).public());
    let chat = Frame::Chat(protocol::frame::Chat("hi".to_owned()));
    let heard = hear(&mut session, &chat);
    assert_eq!(heard, Err(Fault::Unexpected("no greeting came first")));
}

#[test]
fn row_26_weak_and_repeated_keys_in_an_offer_are_refused() {
    let weak = PublicKey([0; 32]);
    let join = |key| Join {
        name: "Ben".to_owned(),
        key,
        session_nonce: [1; 32],
    };
    let own_identity = identity(1, 1).public();
    let hosts_key = Identity::from_seed(fresh(0, 1).session_seed).public();
    for (key, expected) in [
        (weak, ManifestError::WeakKey(Seat(1))),
        (own_identity, ManifestError::RepeatedKey(Seat(1))),
        (hosts_key, ManifestError::RepeatedKey(Seat(1))),
        (identity(0, 1).public(), ManifestError::RepeatedKey(Seat(1))),
    ] {
        let mut session = greeted(host());
        outputs(&mut session);
        hear(&mut session, &Frame::Join(join(key))).expect("refused, not faulty");
        assert_eq!(refusal(&mut session), Some(Refusal::Offer(expected)));
    }
    let cause = refused_offer(|manifest| manifest.seats[0].key = weak);
    assert_eq!(cause, ManifestError::WeakKey(Seat(0)));
    let cause = refused_offer(|manifest| manifest.seats[0].key = manifest.seats[1].key);
    assert_eq!(cause, ManifestError::RepeatedKey(Seat(1)));
}

#[test]
fn row_32_an_offer_that_is_not_what_it_says_is_refused() {
    let cause = refused_offer(|manifest| manifest.rules_version = "0".to_owned());
    let (family, found) = (Family::Warlord, "0".to_owned());
    assert_eq!(cause, ManifestError::RulesVersion { family, found });
    let cause = refused_offer(|manifest| manifest.family = "chess".to_owned());
    assert_eq!(cause, ManifestError::Family("chess".to_owned()));
    let cause = refused_offer(|manifest| manifest.scenario_id[0] ^= 1);
    assert!(matches!(cause, ManifestError::ScenarioId { .. }), "{cause}");
    // another scenario under the same id
    let cause = refused_offer(|manifest| {
        manifest.scenario_text = manifest.scenario_text.replace("cap = 1", "cap = 2");
    });
    assert!(matches!(cause, ManifestError::ScenarioId { .. }), "{cause}");
    let cause = refused_offer(|manifest| manifest.scenario_text.push_str("\nnonsense"));
    assert!(matches!(cause, ManifestError::Scenario(_)), "{cause}");
    let cause = refused_offer(|manifest| {
        manifest.options = vec![("no-such-option".to_owned(), "true".to_owned())];
    });
    assert!(matches!(cause, ManifestError::Options(_)), "{cause}");
    let cause = refused_offer(|manifest| manifest.proto = 1);
    assert_eq!(cause, ManifestError::Proto { found: 1 });
    let cause = refused_offer(|manifest| manifest.seats[1].side = 0);
    assert_eq!(cause, ManifestError::Sides);
    let cause = refused_offer(|manifest| manifest.max_turns = Some(0));
    assert_eq!(cause, ManifestError::MaxTurns);
    let cause = refused_offer(|manifest| manifest.seats[0].name = "A\u{202e}da".to_owned());
    assert_eq!(cause, ManifestError::Name(Seat(0)));
}

#[test]
fn row_32_switches_of_the_offer_are_shown_before_anything_is_signed() {
    let (heard, outputs) = offered_to_guest(|manifest| {
        manifest.options = vec![("half-first".to_owned(), "on".to_owned())];
    });
    assert_eq!(heard, Ok(()));
    let summary = outputs.iter().find_map(|output| match output {
        Output::Event(SessionEvent::Offered(summary)) => Some(summary),
        _ => None,
    });
    let options = &summary.expect("an offer").options;
    assert_eq!(options, &[("half-first".to_owned(), "on".to_owned())]);
    assert!(
        !outputs
            .iter()
            .any(|output| matches!(output, Output::Persist(..) | Output::Send(..)))
    );
}

#[test]
fn an_offer_that_seats_somebody_else_is_a_fault() {
    let stranger = identity(7, 7).public();
    let changes: [fn(&mut SeatEntry, PublicKey); 3] = [
        |seat, key| seat.identity = key,
        |seat, key| seat.key = key,
        |seat, _| seat.name = "Bob".to_owned(),
    ];
    for change in changes {
        let (heard, _) = offered_to_guest(|manifest| change(&mut manifest.seats[1], stranger));
        let expected = Fault::Unexpected("an offer that seats other people");
        assert_eq!(heard, Err(expected));
    }
}

#[test]
fn genesis_signatures_of_another_key_seat_or_match_are_a_fault() {
    let (identity, key) = (
        identity(1, 1),
        Identity::from_seed(fresh(1, 1).session_seed),
    );
    let sid = offered().1.sid();
    let good = Genesis::sign(Seat(1), &sid, &identity, &key);
    let mut bad = [good; 4];
    bad[0].by_identity = Signature([1; 64]);
    bad[1].by_key = good.by_identity;
    bad[2].seat = Seat(0);
    bad[3] = Genesis::sign(Seat(1), &[5; 32], &identity, &key);
    for genesis in bad {
        let (mut host, _) = offered();
        let heard = hear(&mut host, &Frame::Genesis(genesis));
        assert_eq!(heard, Err(Fault::BadGenesis));
        assert_ne!(host.stage(), Stage::Playing);
    }
    let (mut host, _) = offered();
    assert_eq!(hear(&mut host, &Frame::Genesis(good)), Ok(()));
    assert_eq!(host.stage(), Stage::Playing);
}

#[test]
fn a_guest_that_lost_its_match_cannot_join_it_again_and_is_sent_its_file() {
    let mut pair = Pair::agreed(tiny(2), 1);
    let again = Session::join(identity(1, 1), "Ben", identity(0, 1).public(), fresh(1, 9));
    pair.disconnect();
    pair.sessions[1] = Some(again);
    pair.connect();
    pair.run();
    // the host keeps waiting for the guest that it plays with
    let bye = CloseReason::Bye("this match has begun already".to_owned());
    assert_eq!(pair.closes[0], [bye]);
    assert_eq!(
        pair.closes[1],
        [CloseReason::Refused(Refusal::UnknownMatch)]
    );
    let file = std::sync::Arc::new(pair.disks[0].public.clone());
    assert!(pair.events[1].contains(&SessionEvent::Past(file)));
}

#[test]
fn a_lobby_whose_line_breaks_anywhere_comes_to_the_same_match() {
    let frames = {
        let pair = Pair::agreed(tiny(2), 1);
        pair.wire.len()
    };
    for cut in 0..=frames {
        let mut pair = Pair::new(tiny(2), 1);
        pair.connect();
        let (mut left, mut accepted) = (cut, false);
        for round in 0..3 {
            while left > 0 || round > 0 {
                let turn = usize::from(pair.queues[0].is_empty());
                if !pair.deliver(Seat(u8::try_from(turn).expect("0 or 1"))) {
                    let offered = pair.session(Seat(1)).stage() == Stage::Agreeing;
                    if accepted || !offered {
                        break;
                    }
                    accepted = true;
                    pair.accept();
                }
                left = left.saturating_sub(1);
            }
            pair.connect();
        }
        pair.run();
        for seat in [Seat(0), Seat(1)] {
            assert_eq!(
                pair.session(seat).stage(),
                Stage::Playing,
                "cut after {cut}"
            );
        }
        assert_eq!(pair.session(Seat(0)).sid(), pair.session(Seat(1)).sid());
    }
}

#[test]
fn an_offer_no_guest_could_accept_is_refused_before_anybody_is_invited() {
    let changes: [fn(&mut Offer); 5] = [
        |offer| offer.options = vec![("swap".to_owned(), "perhaps".to_owned())],
        |offer| offer.options = vec![("swap".to_owned(), "on".to_owned()); 2],
        |offer| offer.host_side = Side::new(2),
        |offer| offer.max_turns = Some(0),
        |offer| {
            let long = "tiny".repeat(20);
            offer.scenario = Scenario::parse(&long, TINY).expect("a sound scenario");
        },
    ];
    for change in changes {
        let mut bad = tiny(2);
        change(&mut bad);
        assert!(Session::host(identity(0, 1), "Ada", bad, fresh(0, 1)).is_err());
    }
    let long = "A name of more than thirty-two bytes";
    assert!(Session::host(identity(0, 1), long, tiny(2), fresh(0, 1)).is_err());
}

#[test]
fn a_goodbye_carries_its_reason_without_anything_that_could_fake_a_screen() {
    let mut session = greeted(host());
    outputs(&mut session);
    let bye = Bye::new(ByeCode::Leaving, "tired\u{1b}[2J\u{202e}!");
    hear(&mut session, &Frame::Bye(bye)).expect("sound");
    let closed = Output::Close(LINE, CloseReason::Bye("tired[2J!".to_owned()));
    assert_eq!(outputs(&mut session), [closed]);
}
