//! Letters of a hostile program, through files on the disk.

use net::{Command, LetterConfig, StartError};
use protocol::file::{Entry, read_public};
use protocol::frame::Frame;
use protocol::judge::{Verdict, judge};
use protocol::testing::{Puppet, Seeded, fresh, identity, letter, random_orders};
use protocol::{Fault, ImportError, Kind, Now, Output, Seat, Session, SessionEvent};

use crate::continuing::until;
use crate::table::{Table, offer, patience};

#[tokio::test(flavor = "multi_thread")]
async fn the_match_file_has_what_a_letter_proves_once_the_error_is_shown() {
    // by the command line, which takes one letter in, and by the window, which waits for more
    for waits in [false, true] {
        let table = Table::new();
        let home = table.host_home();
        let player = home.player(Some("Ann")).expect("a player");
        let file = home.matches_folder().join("mail.fpm");
        std::fs::create_dir_all(home.matches_folder()).expect("a folder");
        let offered =
            net::offer_by_mail(&player, &offer("clash-of-arms", 20), &file).expect("an offer");
        let config = |letter: Vec<u8>, waits| LetterConfig {
            letter: Some(letter),
            accept: true,
            waits,
            ..LetterConfig::new(home.clone(), player.clone(), file.clone())
        };
        // Bob agrees, and his program is the test
        let (key, secrets) = (identity(1, 1), fresh(1, 1));
        let guest = Session::join_by_mail(key, "Bob", &offered, secrets.clone());
        let mut guest = guest.expect("an offer");
        let Some(Output::Event(SessionEvent::Offered(shown))) = guest.poll_output() else {
            panic!("the offer is shown");
        };
        guest.accept(Now::default(), &shown.sid).expect("the same");
        let mut puppet = Puppet::of(&guest, &secrets);
        let answer = guest.export().expect("the answer");
        // Ann plays her turn
        let mut host = net::by_letter(config(answer, waits)).expect("a letter");
        let on_turn = host.wait_for(|snapshot| !snapshot.deciding.to_decide.is_empty());
        let snapshot = patience(on_turn).await;
        let position = snapshot.played.position.as_deref().expect("a match");
        let side = snapshot.side_of(Seat(0)).expect("a seat");
        let orders = random_orders(position, side, &mut Seeded(1));
        let seat = Seat(0);
        host.send(Command::Propose { seat, orders });
        patience(host.wait_for(|snapshot| {
            snapshot.letter.is_some() && snapshot.deciding.to_decide.is_empty()
        }))
        .await;
        let (entries, _) = read_public(&std::fs::read(&file).expect("a file")).expect("a match");
        for entry in &entries {
            if let Entry::Record(record) = entry {
                puppet.take(record);
            }
        }
        let confirm = puppet.honest(&[]);
        puppet.take(&confirm);
        let breach = puppet.record(Kind::Orders, vec![9; 3]);
        let head = puppet.head(|head| head.nonce = [0; 32]);
        let frames = [confirm, breach].map(|record| Frame::Record(Box::new(record)));
        let proof = letter(&[&frames[..], &[head]].concat());
        if waits {
            host.send(Command::Import(proof));
            let told = host.wait_for(|snapshot| snapshot.messages.error.is_some());
            patience(told).await;
        } else {
            patience(host.wait_for(|snapshot| snapshot.ended)).await;
            let refused = net::by_letter(config(proof, waits)).map(|_| ());
            let Err(StartError::Letter(ImportError::Fault(Fault::Proved(_)))) = refused else {
                panic!("{refused:?}");
            };
        }
        let report = judge(&[&std::fs::read(&file).expect("a file")]);
        assert_eq!(
            (report.verdict, report.seat),
            (Verdict::Proved, Some(Seat(1))),
            "{waits}: {report:?}"
        );
    }
}

/// The next letter of a side, once it says something new.
async fn letter_of(handle: &mut net::MatchHandle, before: &[u8]) -> Vec<u8> {
    let is_new = |seen: &net::Snapshot| {
        let letter = seen.letter.as_ref();
        letter.is_some_and(|letter| letter.as_slice() != before)
    };
    let seen = until(handle, "a letter", is_new).await;
    seen.letter.as_ref().expect("a letter").to_vec()
}

/// Has a letter taken in by an open program, and gives the answer.
async fn answered(handle: &mut net::MatchHandle, letter: Vec<u8>) -> Vec<u8> {
    let before = handle.snapshot().letter.clone();
    let before = before.map_or_else(Vec::new, |letter| letter.to_vec());
    handle.send(Command::Import(letter));
    letter_of(handle, &before).await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_match_that_is_over_is_continued_by_letters_in_open_programs() {
    let table = Table::new();
    let (ann, bob) = (table.host_home(), table.guest_home());
    let [hers, his] = [(&ann, "Ann"), (&bob, "Bob")]
        .map(|(home, name)| home.player(Some(name)).expect("a player"));
    let offered = offer("clash-of-arms", 20);
    let mut host = net::host_by_mail(ann.clone(), hers, &offered).expect("an offer");
    let letter = letter_of(&mut host, &[]).await;
    let mut guest = net::open_letter(bob.clone(), his.clone(), letter.clone()).expect("an offer");
    let seen = until(&mut guest, "offered", |seen| seen.contract.offer.is_some()).await;
    guest.send(Command::Accept(
        seen.contract.offer.as_ref().expect("an offer").sid,
    ));
    let agrees = letter_of(&mut guest, &letter).await;
    host.send(Command::Import(agrees));
    until(&mut host, "under way", |seen| seen.played.history.is_some()).await;
    host.send(Command::Resign { seat: Seat(0) });
    until(&mut host, "resigned", |seen| seen.played.outcome.is_some()).await;
    let resigns = letter_of(&mut host, &letter).await;
    guest.send(Command::Import(resigns));
    until(&mut guest, "won", |seen| seen.played.outcome.is_some()).await;
    for handle in [&mut host, &mut guest] {
        handle.send(Command::Leave);
        until(handle, "left", |seen| seen.ended).await;
    }
    let files = [&host, &guest].map(|handle| handle.snapshot().file.clone());
    drop((host, guest));

    // Ann has resigned and asks; Bob has won, and gives the win up by his click
    let config = LetterConfig {
        asks: Some(protocol::ContinueWish::default()),
        ..LetterConfig::new(
            ann.clone(),
            ann.player(None).expect("a player"),
            files[0].clone(),
        )
    };
    let mut host = net::by_letter(config).expect("opened");
    let seen = until(&mut host, "asks", |seen| seen.next.asks).await;
    assert_eq!(seen.messages.refused, None);
    let asks = letter_of(&mut host, &[]).await;
    let mut guest = net::open_letter(bob.clone(), his.clone(), asks).expect("taken in");
    let is_asked = |seen: &net::Snapshot| seen.next.asked.is_some();
    until(&mut guest, "asked", is_asked).await;
    let before = letter_of(&mut guest, &[]).await;
    guest.send(Command::AnswerContinue(true));
    let writes = letter_of(&mut guest, &before).await;
    // he closes his program meanwhile
    guest.send(Command::Leave);
    until(&mut guest, "closed", |seen| seen.ended).await;
    drop(guest);
    let signs = answered(&mut host, writes).await;
    let mut guest = net::open_letter(bob, his, signs).expect("taken in");
    let seen = until(&mut guest, "continued", |seen| seen.file != files[1]).await;
    assert_eq!(home::newest(&files[1]), seen.file);
    let ends = letter_of(&mut guest, &[]).await;
    host.send(Command::Import(ends));
    let seen = until(&mut host, "continued", |seen| seen.file != files[0]).await;
    assert_eq!(home::newest(&files[0]), seen.file);
    assert_eq!(
        (seen.played.outcome, seen.messages.error.is_none()),
        (None, true)
    );
}
