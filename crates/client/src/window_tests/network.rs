//! Two programs on one machine: invitations, waiting, the local network.

use super::*;

#[test]
fn two_programs_play_a_turn_each_over_the_network() {
    let mut host = Program::start();
    let options = vec![("repetition".to_owned(), "on".to_owned())];
    let code = host.invite(|form| form.setting.options = options).code();

    let mut guest = Program::start();
    guest.open_code(&code);
    guest.until_shown("Accept and play");
    assert!(
        guest
            .harness
            .query_all_by_label("A Clash of Arms")
            .next()
            .is_some()
    );
    for told in [
        "Cannon repositioning: off",
        "Short game: 3",
        "Blue (the blue discs) begins.",
    ] {
        guest.until_shown(told);
    }
    guest.until_shown("Draw by repetition: on");
    guest.until_shown("changed from off");
    guest.click("Accept and play");
    host.until_my_turn();
    // both go by one name: the side tells them apart
    guest.until_shown("Ada (Blue) thinks");
    host.cell("b4");
    host.cell("b5");
    host.give(DraftCommand::EndTurnNow);
    guest.until_my_turn();
    assert_eq!(guest.turns(), 1);
    guest.give(DraftCommand::EndTurnNow);
    host.until("the guest's turn", |host| host.turns() == 2);
}

#[test]
fn a_player_of_the_network_asks_is_let_in_and_plays_without_a_code() {
    let mut host = Program::start();
    let found = host.invite(|_| ()).announced("A Clash of Arms", "Ada");

    let mut guest = Program::start_as("Bo");
    guest.click("Join");
    guest.give(News::Lan(Ok(vec![found])));
    guest.until_shown("Ada hosts, at");
    guest.click("Ask to play");
    guest.until_shown("Waiting for Ada to let you in");
    host.until_shown("Bo asks to play with you");
    host.click("Let in");
    guest.accept();
    host.until_my_turn();
}

#[test]
fn a_question_to_a_host_of_the_network_is_taken_back_and_put_again() {
    let mut host = Program::start();
    let found = host.invite(|_| ()).announced("A Clash of Arms", "Ada");

    let mut guest = Program::start_as("Bo");
    guest.click("Join");
    guest.give(News::Lan(Ok(vec![found])));
    guest.click("Ask to play");
    host.until_shown("Bo asks to play with you");
    guest.click("Do not wait");
    host.until("the question is gone", |host| {
        host.harness.query_by_label("Let in").is_none()
    });
    guest.click("Ask to play");
    host.until_shown("Bo asks to play with you");
    assert!(
        host.harness
            .query_by_label_contains("You declined an earlier request")
            .is_none()
    );
    host.click("Turn away");
    guest.until_shown("Ada declined your request");
    guest.click("Ask to play");
    host.until_shown("You declined an earlier request of this player.");
    host.click("Let in");
    guest.accept();
    host.until_my_turn();
}

#[test]
fn an_invitation_set_aside_is_waited_for_listed_taken_up_and_withdrawn() {
    let mut host = Program::start();
    let invite = |host: &mut Program| {
        let invitation = host.invite(|_| ());
        host.click("Do something else meanwhile");
        host.until_shown("Your invitations");
        invitation.code()
    };
    let first = invite(&mut host);
    host.click("Withdraw");
    host.until("the invitation is gone", |host| {
        host.app().model.files.waiting.is_empty()
    });
    let second = invite(&mut host);

    let mut guest = Program::start_as("Bo");
    guest.open_code(&first);
    guest.until_shown("does not belong to the match");
    guest.give(LibraryCommand::LeaveNow);
    guest.open_code(&second);
    guest.accept();
    host.until_shown("Bo has come.");
    host.click("Play");
    host.until_my_turn();
}

#[test]
fn an_invitation_is_waited_for_again_at_the_next_start() {
    let mut host = Program::start();
    let invitation = host.invite(|_| ());
    host.give(LibraryCommand::LeaveNow);
    let home = Home::at(host.folder.path()).expect("the data folder");
    host.until("the file is free", |_| {
        home.invitations().len() == 1
            && home.invitations()[0].id() == invitation.announced("", "").id()
    });
    let folder = host.close();
    let mut again = Program::start_in(folder);
    again.until_shown("Your invitations");
    again.click("Show");
    let shown = again.invitation();
    assert_eq!(
        (shown.game, shown.secret, shown.last_day),
        (invitation.game, invitation.secret, invitation.last_day)
    );
}

#[test]
fn the_settings_show_what_others_can_reach() {
    let mut program = Program::start();
    program.click("Settings");
    program.scroll_to("Examine this machine's connection");
    program.click("Examine this machine's connection");
    program.until_shown("is this program's, in every run");
}

#[test]
fn an_answer_code_is_shown_to_the_guest_and_entered_by_the_host() {
    let mut host = Program::start();
    let invitation = host.invite(|_| ());
    host.until_shown("Your guest cannot connect?");
    // bound and dropped: the guest needs to know its port before it listens, because the answer code names it
    let free = std::net::UdpSocket::bind("127.0.0.1:0").expect("a socket");
    let [nowhere, here] =
        ["127.0.0.2:9", "127.0.0.1:0"].map(|text| text.parse().expect("an address"));
    let mut here: std::net::SocketAddr = here;
    here.set_port(free.local_addr().expect("bound").port());
    drop(free);

    let folder = tempfile::tempdir().expect("a folder");
    let home = Home::at(folder.path()).expect("a data folder");
    let player = home.player(Some("Bo")).expect("a player");
    let lost = home::Invitation {
        addresses: reach::Addresses {
            candidates: vec![nowhere],
            ..reach::Addresses::default()
        },
        ..invitation.clone()
    };
    let answer = home::Invitation {
        host: player.key(),
        addresses: reach::Addresses {
            candidates: vec![here],
            ..reach::Addresses::default()
        },
        ..lost.clone()
    };
    let mut config = net::JoinConfig::new(home, player, lost);
    config.listen = vec![here];
    let guest = net::join(config).expect("a guest");
    host.give(MatchCommand::AnswerLine("warlord1abc".to_owned()));
    host.click("Enter the answer");
    assert!(
        host.app().model.opening.trouble.is_some(),
        "the code is cut"
    );
    host.give(MatchCommand::AnswerLine(answer.code()));
    host.click("Enter the answer");
    host.until("the guest", |_| guest.snapshot().contract.offer.is_some());
    guest.send(net::Command::Leave);

    let mut waiting = Program::start_as("Bo");
    let mut seen = net::Snapshot::new(folder.path().join("a.fpm"));
    seen.meeting.answer = Some(answer.clone().into());
    waiting.give(News::Opened {
        table: 0,
        seen: seen.into(),
        deciders: Vec::new(),
    });
    waiting.until_shown("Send this answer to the host");
    waiting.click("Copy the answer");
    waiting.until_shown("The answer is copied.");
    waiting.until_shown("Waiting for the host to enter the answer.");
}
