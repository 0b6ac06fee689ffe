//! Whole matches by mail: two programs that start for each letter and end after it.

use protocol::file::Entry;
use protocol::file::PUBLIC_HEADER;
use protocol::frame::{Chat, Declined, Frame};
use protocol::judge::{Verdict, judge};
use protocol::manifest::{ClaimEffect, Pace, Terms};
use protocol::note::Statement;
use protocol::packet::{PacketError, subject};
use protocol::terms::LETTERS_A_ROUND;
use protocol::testing::{
    Disk, Puppet, Seeded, fresh, identity, letter, offer, random_orders, tiny, toy, with_head,
    written,
};
use protocol::{
    Breach, ContinueWish, Deed, Fault, File, Genesis, Identity, ImportError, Kind, Now, Offer,
    Output, Record, Seat, Session, SessionEvent, Stage, Standing, Waiting,
};
use rules::{AnyPosition, Draft, Rules, Side, ToAct};

/// A player whose program runs only while a letter is read and answered.
struct Desk {
    seat: Seat,
    seed: u8,
    disk: Disk,
    draft: Option<Vec<u8>>,
    standing: Standing,
    letters: usize,
}

fn keep(disk: &mut Disk, session: &mut Session) {
    while let Some(output) = session.poll_output() {
        match output {
            Output::Persist(File::Public, bytes) => disk.public.extend(bytes),
            Output::Persist(File::Private, bytes) => disk.private.extend(bytes),
            Output::Replace(File::Public, bytes) => disk.public = bytes,
            Output::Replace(File::Private, bytes) => disk.private = bytes,
            // the files of a new match take the place of the old one's
            Output::Next { .. } => *disk = Disk::default(),
            Output::Send(..) | Output::Pass(..) => panic!("there is no line"),
            // the standing is set by the test, so the marks are of no use here
            Output::Event(_) | Output::Close(..) | Output::Mark(_) => {}
        }
    }
}

impl Desk {
    fn open(&self) -> Session {
        let identity = identity(self.seat.0, self.seed);
        match &self.draft {
            Some(draft) if self.disk.public.is_empty() => {
                Session::resume_draft(identity, draft).expect("our own draft")
            }
            _ => {
                let (public, private) = (&self.disk.public, &self.disk.private);
                Session::resume(identity, public, private, self.standing, Now::default())
                    .expect("our own files")
            }
        }
    }

    fn take_in(&mut self, letter: &[u8]) -> Result<Session, ImportError> {
        let mut session = self.open();
        // as a program does that starts for this letter
        session.hear_last_letter(Now::default());
        let result = session.import(Now::default(), letter);
        // also after an error: what convicts the writer is in the outputs
        keep(&mut self.disk, &mut session);
        result.map(|()| session)
    }

    /// Reads a letter, decides everything there is to decide, and answers.
    fn answer(&mut self, letter: &[u8], dice: &mut Seeded) -> Vec<u8> {
        let mut session = self.take_in(letter).expect("a sound letter");
        while let Waiting::Me { .. } = session.waiting() {
            let side = session.side_of(self.seat).expect("a seat");
            let position = session.position().expect("a match").clone();
            let orders = random_orders(&position, side, dice);
            let proposed = session.propose(Now::default(), &orders);
            proposed.expect("legal");
        }
        keep(&mut self.disk, &mut session);
        self.letters += 1;
        session.export().expect("something to say")
    }
}

/// Both desks after the guest has agreed, and the guest's first letter.
fn begun(offer: &Offer) -> ([Desk; 2], Vec<u8>) {
    begun_with(offer, 1)
}

/// As [`begun`], with the keys and lots of that seed.
fn begun_with(offer: &Offer, seed: u8) -> ([Desk; 2], Vec<u8>) {
    let host = Session::host_by_mail(identity(0, seed), "Ada", offer, fresh(0, seed));
    let host = host.expect("an offer");
    let letter = host.export().expect("the offer");
    let guest = Session::join_by_mail(identity(1, seed), "Ben", &letter, fresh(1, seed));
    let mut guest = guest.expect("an offer");
    let Some(Output::Event(SessionEvent::Offered(shown))) = guest.poll_output() else {
        panic!("the offer is shown");
    };
    guest.accept(Now::default(), &shown.sid).expect("the same");
    let desk = |seat, draft, letters| Desk {
        seat,
        seed,
        disk: Disk::default(),
        draft,
        standing: Standing::Own,
        letters,
    };
    let mut desks = [desk(Seat(0), host.draft_file(), 1), desk(Seat(1), None, 1)];
    keep(&mut desks[1].disk, &mut guest);
    assert_eq!(guest.stage(), Stage::Agreeing);
    (desks, guest.export().expect("the answer"))
}

/// Plays to the end. Returns the desks, and the number of letters before the first orders and after.
fn played(offer: &Offer, seed: u8) -> ([Desk; 2], usize, usize) {
    let (mut desks, mut letter) = begun_with(offer, seed);
    let mut dice = Seeded(seed.into());
    // the offer and the answer are written already
    let (mut before, mut after) = (2, 0);
    // bounded, so that a match that never ends fails instead of hanging
    for round in 0..2000 {
        let desk = &mut desks[round % 2];
        letter = desk.answer(&letter, &mut dice);
        let session = desk.open();
        let history = session.history().expect("a match");
        match history.orders().next() {
            None => before += 1,
            Some(_) => after += 1,
        }
        // opened again from the files alone, as a later start would
        if desks.iter().all(|desk| desk.open().is_closed()) {
            return (desks, before, after);
        }
    }
    panic!("no end by mail");
}

/// The seat that gave the first orders.
fn first_to_move(desk: &Desk) -> Seat {
    let session = desk.open();
    let mut orders = session.history().expect("a match").orders();
    let side = orders.next().expect("orders").side;
    let mut seats = [Seat(0), Seat(1)].into_iter();
    let has_side = |seat: &Seat| session.side_of(*seat) == Some(side);
    seats.find(has_side).expect("a seat of that side")
}

#[test]
fn matches_are_played_to_complete_files_by_mail_alone_with_one_letter_a_turn() {
    // the letters before the first turn, if the lot lets the host have it; for the guest's the host writes one more
    for (offer, turns, least) in [
        (offer("clash-of-arms", Some(12)), 12, 2),
        (offer("border-war", Some(10)), 10, 10),
        (tiny(6), 6, 6),
    ] {
        for seed in 0..4 {
            let (desks, before, after) = played(&offer, seed);
            assert_eq!(desks[0].disk.public, desks[1].disk.public);
            let report = judge(&[&desks[0].disk.public]);
            assert_eq!(report.verdict, Verdict::Complete, "{report:?}");
            let first = first_to_move(&desks[0]);
            assert_eq!(before, least + first.index(), "{first} has the first turn");
            // a letter a turn, the two closing records, and the answer that nobody needs
            assert!(after <= turns + 3, "{after} letters for {turns} turns");
        }
    }
    let (desks, _, _) = played(&toy(3), 1);
    let report = judge(&[&desks[0].disk.public]);
    assert_eq!(report.verdict, Verdict::Complete, "{report:?}");
}

/// The letters of a match with a duel of that many rounds, from the host's first to the last closing record.
fn letters_of_a_duel(rounds: usize) -> usize {
    let text = include_str!("../fixtures/rules/duels.toml");
    let off = |key: &str| (key.to_owned(), "off".to_owned());
    let offer = Offer {
        options: ["muster", "bowmen", "enchanted"].map(off).to_vec(),
        ..written("duels.toml", text, 2)
    };
    let (mut desks, mut letter) = begun(&offer);
    // whoever begins attacks a Footman with the Knight; nobody is hit before the last round
    let choose = |position: &AnyPosition, side: Side, opened: usize| {
        let texts: &[&str] = match position.to_act() {
            ToAct::Secretly(_) if opened + 1 < rounds => &["card MH"],
            ToAct::Secretly(_) if position.turn().side == side => &["card HM"],
            ToAct::Secretly(_) => &["card ML"],
            _ if opened > 0 => &["slay", "end"],
            _ => &["e2-e6", "c6-c2", "end"],
        };
        let mut draft = Draft::new(position.clone(), side);
        while !draft.is_whole() {
            let now = draft.position();
            let legal = now.legal_orders(side).into_iter();
            let mut found = legal.filter(|order| {
                let text = now.order_text(side, order);
                texts.iter().any(|start| text.starts_with(start))
            });
            let order = found.next().expect("an order of the plan");
            draft.push(order).expect("legal");
        }
        draft.orders().cloned().collect::<Vec<_>>()
    };
    for round in 0..200 {
        let desk = &mut desks[round % 2];
        let mut session = desk.take_in(&letter).expect("a sound letter");
        while let Waiting::Me { .. } = session.waiting() {
            let side = session.side_of(desk.seat).expect("a seat");
            let steps = session.history().expect("a match").steps().iter();
            let opened = steps.filter(|step| matches!(step.deed, Deed::Opened(_)));
            let orders = choose(session.position().expect("a match"), side, opened.count());
            session.propose(Now::default(), &orders).expect("legal");
        }
        keep(&mut desk.disk, &mut session);
        letter = session.export().expect("something to say");
        if desks.iter().all(|desk| desk.open().is_closed()) {
            let files = desks.each_ref().map(|desk| desk.disk.public.as_slice());
            let report = judge(&files);
            assert_eq!(report.verdict, Verdict::Complete, "{report:?}");
            let history = desks[0].open().history().cloned().expect("a match");
            let opened = history.steps().iter();
            let opened = opened.filter(|step| matches!(step.deed, Deed::Opened(_)));
            assert_eq!(opened.count(), rounds);
            return round + 3;
        }
    }
    panic!("no end by mail");
}

#[test]
fn a_round_of_secret_cards_takes_four_letters() {
    // docs/playing/mail.md and the form of an offer say so
    let a_round = usize::try_from(LETTERS_A_ROUND).expect("small");
    let letters: Vec<usize> = (1..5).map(letters_of_a_duel).collect();
    for pair in letters.windows(2) {
        assert_eq!(pair[1] - pair[0], a_round, "{letters:?}");
    }
}

#[test]
fn a_letter_that_comes_twice_or_late_does_nothing_and_a_lost_one_is_made_good_by_the_next() {
    let (mut desks, first) = begun(&offer("clash-of-arms", Some(6)));
    let mut dice = Seeded(3);
    let second = desks[0].answer(&first, &mut dice);
    // a program that starts again signs nothing again: its answer has the same bytes
    let again = desks[0].take_in(&first).expect("the same letter");
    assert_eq!(again.export().expect("the same answer"), second);
    let third = desks[1].answer(&second, &mut dice);
    let fourth = desks[0].answer(&third, &mut dice);
    // the fourth is lost; the guest asks with the third once more, and gets the same
    let mut host = desks[0].take_in(&third).expect("a letter");
    assert_eq!(host.export().expect("an answer"), fourth);
    keep(&mut desks[0].disk, &mut host);
    let late = desks[1].take_in(&second).expect("an old letter");
    assert!(!matches!(late.waiting(), Waiting::Me { .. }));
    desks[1].answer(&fourth, &mut dice);
    // the seat's own letter, and a letter of another match
    let own = desks[0].take_in(&fourth).map(|_| ());
    assert_eq!(own, Err(ImportError::Own));
    let (others, _) = begun(&tiny(2));
    let foreign = others[1].open().export().expect("a letter");
    let refused = desks[0].take_in(&foreign).map(|_| ());
    assert_eq!(refused, Err(ImportError::OtherMatch));
}

#[test]
fn an_older_copy_learns_by_mail_what_it_lacks_and_signs_nothing() {
    let (mut desks, mut letter) = begun(&offer("clash-of-arms", Some(8)));
    let mut dice = Seeded(3);
    let mut backup = None;
    for round in 0..5 {
        letter = desks[round % 2].answer(&letter, &mut dice);
        if round == 2 {
            backup = Some(desks[0].disk.clone());
        }
    }
    // the fifth letter is the host's; its copy of two turns before comes back
    let newer = desks[0].disk.public.len();
    desks[0].disk = backup.expect("three letters were written");
    // as the mark of the machine would say of these files
    desks[0].standing = Standing::Strange;
    let reply = desks[1].answer(&letter, &mut dice);
    let session = desks[0].take_in(&reply).expect("a sound letter");
    assert!(session.lacks_own());
    assert!(!matches!(session.waiting(), Waiting::Me { .. }));
    let question = session.export().expect("a letter");
    let answer = desks[1].answer(&question, &mut dice);
    let session = desks[0].take_in(&answer).expect("a sound letter");
    assert!(!session.lacks_own());
    assert!(desks[0].disk.public.len() > newer);
    assert_eq!(session.waiting(), Waiting::Copy);
    assert!(!session.keeps_decision());
}

#[test]
fn attack_8_no_letter_about_an_invented_record_freezes_own_files() {
    let (mut desks, mut letter) = begun(&offer("clash-of-arms", Some(8)));
    let mut dice = Seeded(3);
    let key = Identity::from_seed(fresh(1, 1).session_seed);
    for round in 0..3 {
        letter = desks[round % 2].answer(&letter, &mut dice);
    }
    let letter = desks[1].answer(&letter, &mut dice);
    let lie = |number: u8| {
        with_head(&letter, &key, |head| {
            head.held[0].step += 1;
            head.held[0].id = [number; 32];
        })
    };
    let session = desks[0].take_in(&lie(1)).expect("a letter");
    assert!(session.lacks_own(), "the next letter could bring it");
    // the same letter again is not the next one
    let session = desks[0].take_in(&lie(1)).expect("a letter");
    assert!(session.lacks_own());
    // each import is a run of its own; the lie is in the file from the second letter on
    for number in 2..5 {
        let session = desks[0].take_in(&lie(number)).expect("a letter");
        assert!(matches!(session.waiting(), Waiting::Me { .. }), "{number}");
    }
    let report = judge(&[&desks[0].disk.public]);
    assert_eq!(report.verdict, Verdict::Open, "{report:?}");
    assert!(report.remarks[0].starts_with("seat 2 said"), "{report:?}");
    let answer = desks[0].answer(&letter, &mut dice);
    desks[1].take_in(&answer).expect("the match continues");
}

#[test]
fn no_changed_letter_is_taken_in() {
    let (mut desks, letter) = begun(&tiny(2));
    // one bit of every byte: the check at the end covers them all
    for byte in 0..letter.len() {
        let mut changed = letter.clone();
        changed[byte] ^= 1 << (byte % 8);
        let result = desks[0].take_in(&changed).map(|_| ());
        assert!(
            matches!(result, Err(ImportError::Packet(_))),
            "{byte}: {result:?}"
        );
    }
    let cut = desks[0].take_in(&letter[..letter.len() - 1]).map(|_| ());
    assert_eq!(cut, Err(ImportError::Packet(PacketError::Damaged)));
    let file = desks[0].take_in(PUBLIC_HEADER).map(|_| ());
    assert_eq!(file, Err(ImportError::Packet(PacketError::NoPacket)));
    assert!(desks[0].disk.public.is_empty(), "nothing is agreed");
    desks[0].take_in(&letter).expect("the letter itself");
}

/// Ada has played her first turn by mail, three days for each; the puppet sits in Ben's seat.
fn against_a_puppet() -> (Desk, Puppet) {
    let mut offer = offer("clash-of-arms", Some(20));
    offer.terms = Terms {
        pace: Pace::Days(3),
        claim: ClaimEffect::Loss,
    };
    let (mut desks, first) = begun(&offer);
    let mut puppet = Puppet::of(&desks[1].open(), &fresh(1, 1));
    desks[0].answer(&first, &mut Seeded(3));
    let (entries, _) = protocol::file::read_public(&desks[0].disk.public).expect("a match");
    for entry in &entries {
        if let Entry::Record(record) = entry {
            puppet.take(record);
        }
    }
    let [ada, _] = desks;
    (ada, puppet)
}

fn record(record: Record) -> Frame {
    Frame::Record(Box::new(record))
}

/// A HEAD as it stands in a letter, as `change` makes it of the honest one.
fn head(puppet: &Puppet, change: impl FnOnce(&mut protocol::frame::Head)) -> Frame {
    puppet.head(|head| {
        head.nonce = [0; 32];
        change(head);
    })
}

#[test]
fn a_proof_by_letter_is_in_the_file_before_the_error_is_reported() {
    let (mut ada, mut puppet) = against_a_puppet();
    let confirm = puppet.honest(&[]);
    puppet.take(&confirm);
    let honest = head(&puppet, |_| {});
    let illegal = puppet.record(Kind::Orders, vec![9; 3]);
    let letter = letter(&[record(confirm), record(illegal), honest]);
    let told = ada.take_in(&letter).map(|_| ());
    let Err(ImportError::Fault(Fault::Proved(proof))) = told else {
        panic!("{told:?}");
    };
    assert!(matches!(proof.breach, Breach::Malformed(_)));
    let report = judge(&[&ada.disk.public]);
    assert_eq!(
        (report.verdict, report.seat),
        (Verdict::Proved, Some(Seat(1)))
    );
}

#[test]
fn a_claim_by_letter_does_not_count_while_its_signer_names_what_no_letter_shows() {
    for (lies_again, standing) in [
        (false, Standing::Own),
        (true, Standing::Own),
        (true, Standing::Strange),
    ] {
        let (mut ada, mut puppet) = against_a_puppet();
        ada.standing = standing;
        let confirm = puppet.honest(&[]);
        puppet.take(&confirm);
        let orders = {
            let side = puppet.side();
            random_orders(puppet.position(), side, &mut Seeded(5))
        };
        let turn = puppet.honest(&orders);
        puppet.take(&turn);
        let again = puppet.honest(&[]);
        puppet.take(&again);
        // a turn of Ada's that she has never signed
        let step = puppet.step();
        let lie = |id: [u8; 32]| {
            head(&puppet, |head| {
                (head.held[0].step, head.held[0].id) = (step + 1, id);
            })
        };
        let first = letter(&[record(confirm), record(turn), record(again), lie([7; 32])]);
        let session = ada.take_in(&first).expect("a sound letter");
        assert!(session.lacks_own());
        // Ada signs nothing before it is shown to her; four days later the claim comes
        let against = Seat(0);
        let claim = Frame::Note(puppet.note(Statement::Claim { against, step }));
        let said = match lies_again {
            true => lie([8; 32]),
            false => head(&puppet, |_| {}),
        };
        let second = letter(&[claim, said]);
        let mut session = ada.open();
        let now = Now {
            unix_ms: 1_790_000_000_000 + 4 * 24 * 60 * 60 * 1000,
            ..Now::default()
        };
        session.import(now, &second).expect("a sound letter");
        keep(&mut ada.disk, &mut session);
        assert_eq!((session.standing_claim(), session.outcome()), (None, None));
        assert_eq!(ada.open().standing_claim(), None);
        let report = judge(&[&ada.disk.public]);
        assert_eq!((report.verdict, report.claim), (Verdict::Open, None));
        // the word that was not made good is in the file; on own files Ada's program confirms then, and the claim falls
        assert_eq!(report.remarks.len(), 1, "{:?}", report.remarks);
        let is_frozen = standing == Standing::Strange;
        assert_eq!(report.why.contains("does not count"), is_frozen);
    }
}

#[test]
fn the_work_of_a_letter_is_bounded_by_what_it_brings() {
    let (mut ada, mut puppet) = against_a_puppet();
    let honest = head(&puppet, |_| {});
    let early = |number: u32| {
        let record = Record {
            step: puppet.step() + 1,
            think_ms: number,
            ..puppet.record(Kind::Confirm, Vec::new())
        };
        Frame::Record(Box::new(record.signed(&puppet.key)))
    };
    // the same entry a thousand times is looked at once
    let repeated: Vec<Frame> = std::iter::repeat_n(early(0), 1000).collect();
    let frames = [repeated, vec![honest.clone()]].concat();
    ada.take_in(&letter(&frames)).expect("nothing is wrong");
    // entries that are signed and fit nowhere are of no use in a letter
    for (count, is_sound) in [(128, true), (1000, false)] {
        let frames: Vec<Frame> = (0..count).map(early).chain([honest.clone()]).collect();
        let result = ada.take_in(&letter(&frames)).map(|_| ());
        let expected = match is_sound {
            true => Ok(()),
            false => Err(ImportError::Fault(Fault::Flood)),
        };
        assert_eq!(result, expected, "{count}");
    }
    let other = head(&puppet, |head| head.step = 0);
    let two = ada.take_in(&letter(&[honest, other])).map(|_| ());
    let fault = Fault::Unexpected("a second head");
    assert_eq!(two, Err(ImportError::Fault(fault)));
    // the sound letter after all of that
    let confirm = puppet.honest(&[]);
    puppet.take(&confirm);
    let sound = letter(&[record(confirm), head(&puppet, |_| {})]);
    ada.take_in(&sound).expect("a sound letter");
}

/// A match by mail after that many letters, with the last of them.
fn midway(rounds: usize) -> ([Desk; 2], Vec<u8>) {
    let (mut desks, mut letter) = begun(&offer("clash-of-arms", Some(20)));
    let mut dice = Seeded(3);
    for round in 0..rounds {
        letter = desks[round % 2].answer(&letter, &mut dice);
    }
    (desks, letter)
}

fn next_fresh(seat: Seat) -> protocol::Fresh {
    fresh(seat.0, 77)
}

/// The desk's player asks to continue, in a letter.
fn asks(desk: &mut Desk) -> Vec<u8> {
    let mut session = desk.open();
    session.hear_last_letter(Now::default());
    let wish = ContinueWish::default();
    let asked = session.ask_to_continue(Now::default(), wish, &next_fresh(desk.seat));
    assert_eq!(asked, Ok(()));
    keep(&mut desk.disk, &mut session);
    session.export().expect("a question")
}

/// The desk's player reads the question and answers, in a letter.
fn answers(desk: &mut Desk, letter: &[u8], accept: bool) -> Vec<u8> {
    let mut session = desk.take_in(letter).expect("a question");
    assert!(session.asked_to_continue().is_some());
    let fresh = next_fresh(desk.seat);
    assert_eq!(
        session.answer_continue(Now::default(), accept, &fresh),
        Ok(())
    );
    keep(&mut desk.disk, &mut session);
    session.export().expect("an answer")
}

/// Reads a letter that needs no decision, and answers.
fn passes_on(desk: &mut Desk, letter: &[u8]) -> Vec<u8> {
    let session = desk.take_in(letter).expect("a sound letter");
    session.export().expect("an answer")
}

fn play_to_the_end(desks: &mut [Desk; 2], mut letter: Vec<u8>, first: usize) {
    let mut dice = Seeded(4);
    for round in 0..80 {
        letter = desks[(first + round) % 2].answer(&letter, &mut dice);
    }
    assert!(desks.iter().all(|desk| desk.open().is_closed()));
    assert_eq!(desks[0].disk.public, desks[1].disk.public);
    let report = judge(&[&desks[0].disk.public]);
    assert_eq!(report.verdict, Verdict::Complete, "{report:?}");
}

#[test]
fn four_letters_continue_in_a_new_match() {
    let (mut desks, letter) = midway(7);
    let old = desks[0].open().sid();
    // the letter of desk 0 is on its way; it asks for more in another one
    let _ = letter;
    let question = asks(&mut desks[0]);
    let offer = answers(&mut desks[1], &question, true);
    let signed = passes_on(&mut desks[0], &offer);
    assert_eq!(desks[0].open().sid(), old, "nothing is agreed yet");
    let complete = passes_on(&mut desks[1], &signed);
    assert_ne!(desks[1].open().sid(), old);
    // a letter that still names the old match is answered with the new one
    let again = passes_on(&mut desks[1], &signed);
    assert_eq!(again, complete);
    let next = passes_on(&mut desks[0], &complete);
    assert_eq!(desks[0].open().sid(), desks[1].open().sid());
    play_to_the_end(&mut desks, next, 1);
}

#[test]
fn a_match_that_was_resigned_is_continued_by_letters_whichever_letter_closes_it() {
    for closes in [false, true] {
        let (mut desks, letter) = midway(7);
        let _on_its_way = letter;
        let desk = &mut desks[0];
        let mut session = desk.open();
        session.resign(Now::default()).expect("at any time");
        keep(&mut desk.disk, &mut session);
        let resigns = session.export().expect("a letter");
        let close = passes_on(&mut desks[1], &resigns);
        if closes {
            passes_on(&mut desks[0], &close);
        }
        let old = desks[0].open().sid();
        let question = asks(&mut desks[0]);
        let offer = answers(&mut desks[1], &question, true);
        let signed = passes_on(&mut desks[0], &offer);
        let complete = passes_on(&mut desks[1], &signed);
        assert_ne!(desks[1].open().sid(), old, "closed before: {closes}");
        let next = passes_on(&mut desks[0], &complete);
        assert_eq!(desks[0].open().sid(), desks[1].open().sid());
        play_to_the_end(&mut desks, next, 1);
    }
}

#[test]
fn a_question_declined_by_letter_leaves_the_match_as_it_was() {
    let (mut desks, _) = midway(7);
    let old = desks[0].open().sid();
    let question = asks(&mut desks[0]);
    let declined = answers(&mut desks[1], &question, false);
    let session = desks[0].take_in(&declined).expect("an answer");
    assert!(!session.asks_to_continue());
    assert_eq!(session.sid(), old);
    let next = session.export().expect("a letter");
    play_to_the_end(&mut desks, next, 1);
}

#[test]
fn a_lost_private_file_is_made_good_by_letters() {
    for rounds in [4, 7, 8] {
        let (mut desks, _) = midway(rounds);
        // the letter on its way is lost with the private file
        let desk = &mut desks[0];
        desk.disk.private.clear();
        desk.standing = Standing::Strange;
        let public = desk.disk.public.clone();
        let now = Now::default();
        let mut session = Session::resume_without_key(identity(0, 1), &public, &fresh(0, 9), now)
            .expect("our own match file");
        let wish = ContinueWish::default();
        let asked = session.ask_to_continue(now, wish, &next_fresh(Seat(0)));
        assert_eq!(asked, Ok(()));
        keep(&mut desk.disk, &mut session);
        let question = session.export().expect("a question");
        let offer = answers(&mut desks[1], &question, true);
        let signed = passes_on(&mut desks[0], &offer);
        let complete = passes_on(&mut desks[1], &signed);
        desks[0].standing = Standing::Own;
        let session = desks[0].take_in(&complete).expect("the new match");
        assert!(!session.lacks_match_key());
        let next = session.export().expect("a letter");
        play_to_the_end(&mut desks, next, 1);
    }
}

#[test]
fn row_92_a_letter_with_more_frames_of_a_kind_than_a_match_needs_is_refused_before_it_is_read() {
    let (mut desks, answer) = begun(&tiny(2));
    let sid = [1; 32];
    let signed = |number: u8| Genesis::sign(Seat(0), &sid, &identity(number, 1), &identity(0, 2));
    type Make<'a> = Box<dyn Fn(u8) -> Frame + 'a>;
    let kinds: [(&str, Make<'_>); 4] = [
        (
            "manifests",
            Box::new(|number| Frame::Manifest(vec![number; 2000])),
        ),
        (
            "signatures",
            Box::new(|number| Frame::Genesis(signed(number))),
        ),
        (
            "answers",
            Box::new(|number| Frame::Declined(Declined { ask: [number; 32] })),
        ),
        (
            "frames that belong in no letter",
            Box::new(|number| Frame::Chat(Chat(number.to_string()))),
        ),
    ];
    for (what, make) in kinds {
        let frames: Vec<Frame> = (0..40).map(make).collect();
        let refused = desks[0].take_in(&letter(&frames)).map(drop);
        let Err(ImportError::Packet(cause @ PacketError::TooMany { .. })) = refused else {
            panic!("{what}: {refused:?}");
        };
        let words = format!("{cause}: {}", cause.advice());
        assert!(words.contains(what), "{words}");
        assert!(subject(&letter(&frames)).is_err(), "{what}");
    }
    // and an honest letter is taken in after all that
    desks[0].take_in(&answer).expect("a sound letter");
}

#[test]
fn row_76_a_letter_with_a_number_beyond_its_bound_is_refused_and_changes_nothing() {
    let (mut desks, letter) = begun(&toy(3));
    let key = Identity::from_seed(fresh(1, 1).session_seed);
    let changes: [fn(&mut protocol::frame::Head, u64); 2] =
        [|head, to| head.step = to, |head, to| head.held[0].step = to];
    for change in changes {
        for number in [u64::MAX, 1 << 63, 1 << 53] {
            let lie = with_head(&letter, &key, |head| change(head, number));
            let refused = desks[0].take_in(&lie).map(|_| ());
            assert!(refused.is_err(), "{number}");
        }
    }
    let _answer = desks[0].answer(&letter, &mut Seeded(1));
}
