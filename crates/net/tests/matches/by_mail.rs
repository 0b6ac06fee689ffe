//! Letters of a hostile program, through files on the disk.

use net::{Command, LetterConfig, StartError};
use protocol::file::{Entry, read_public};
use protocol::frame::Frame;
use protocol::judge::{Verdict, judge};
use protocol::testing::{Puppet, Seeded, fresh, identity, letter, random_orders};
use protocol::{Fault, ImportError, Kind, Now, Output, Seat, Session, SessionEvent};

use crate::table::{Table, offer, patience};

#[tokio::test(flavor = "multi_thread")]
async fn what_a_letter_proves_is_in_the_match_file_once_the_error_is_told() {
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
        let on_turn = host.wait_for(|snapshot| !snapshot.to_decide.is_empty());
        let snapshot = patience(on_turn).await;
        let position = snapshot.position.as_deref().expect("a match");
        let side = snapshot.side_of(Seat(0)).expect("a seat");
        let orders = random_orders(position, side, &mut Seeded(1));
        let seat = Seat(0);
        host.send(Command::Propose { seat, orders });
        patience(
            host.wait_for(|snapshot| snapshot.letter.is_some() && snapshot.to_decide.is_empty()),
        )
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
            let told = host.wait_for(|snapshot| snapshot.error.is_some());
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
