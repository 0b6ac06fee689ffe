//! Tables over a network inside the process, under a paused clock.

use std::sync::Arc;
use std::time::Duration;

use home::{Home, Invitation, JoinSecret};
use net::lobby::{LobbyCommand, LobbyHandle, LobbyHappening, LobbySnapshot, Started};
use net::testing::{Machine, Network};
use net::{Command, Happening, LineState, ResumeConfig, Snapshot, StartError};
use protocol::lobby::Failure;
use protocol::{Offer, Seat, Stage};
use tokio::time::{Instant, sleep};

use crate::seats::{
    Room, all_ready, begin, code, finish, full, match_files, play, seated, sound, started,
};
use crate::simulated::{CALM, STORM, within_minutes};
use crate::table::{autoplay, offer, turns};

const NAMES: [&str; 8] = ["Ann", "Ben", "Cid", "Dot", "Eve", "Fay", "Gil", "Hal"];

/// Players at machines of one network.
pub(crate) struct Hall {
    room: Room,
    pub(crate) network: Network,
    pub(crate) machines: Vec<Machine>,
}

impl Hall {
    pub(crate) fn new(seed: u64, machines: usize) -> Self {
        let network = Network::new(seed, CALM);
        Self {
            room: Room::new(),
            machines: (0..machines).map(|_| network.machine()).collect(),
            network,
        }
    }

    pub(crate) fn home(&self, player: usize) -> Home {
        self.room.home(NAMES[player])
    }

    pub(crate) fn host(&self, seats: u8, turns: u32) -> LobbyHandle {
        self.host_of(offer("test-of-wills", turns), seats)
    }

    pub(crate) fn host_of(&self, offer: Offer, seats: u8) -> LobbyHandle {
        let config = self.room.host_config(offer, seats);
        let host = self.machines[0].host_table(config).expect("a table");
        host.send(LobbyCommand::OpenToAll(true));
        host
    }

    pub(crate) fn join(&self, player: usize, code: &Invitation) -> LobbyHandle {
        self.try_to_join(player, code).expect("a lobby")
    }

    pub(crate) fn try_to_join(
        &self,
        player: usize,
        code: &Invitation,
    ) -> Result<LobbyHandle, StartError> {
        let config = self.room.join_config(NAMES[player], code);
        self.machines[player].join_table(config)
    }

    /// A table at which everybody sits, the host's lobby first.
    pub(crate) async fn sit(&self, turns: u32) -> Vec<LobbyHandle> {
        self.sit_for(offer("test-of-wills", turns)).await
    }

    /// Seats everybody at a table for that game, the host's lobby first.
    pub(crate) async fn sit_for(&self, offer: Offer) -> Vec<LobbyHandle> {
        let seats = u8::try_from(self.machines.len()).expect("few");
        let host = self.host_of(offer, seats);
        let code = code(&host);
        let mut lobbies = vec![host];
        for player in 1..self.machines.len() {
            lobbies.push(seated(self.join(player, &code)).await);
        }
        lobbies
    }

    pub(crate) async fn playing(&self, turns: u32) -> Vec<Started> {
        begin(&mut self.sit(turns).await).await
    }

    /// The program of a player ends as by a power cut: nobody hears of it.
    pub(crate) async fn kill(&self, player: usize, started: &mut Started) {
        self.machines[player].cut();
        started.handle.send(Command::Leave);
        within_minutes(started.handle.wait_for(|shown| shown.ended)).await;
        // the connections that were closed still hold the sockets
        sleep(Duration::from_secs(60)).await;
        self.machines[player].heal();
    }

    pub(crate) fn resume(&self, player: usize, started: &mut Started, code: Option<Invitation>) {
        let file = started.handle.snapshot().file.clone();
        let config = ResumeConfig {
            code,
            ..ResumeConfig::new(self.home(player), file)
        };
        started.handle = self.machines[player].resume(config).expect("taken up");
    }
}

pub(crate) async fn until_turn(started: &mut Started, number: usize) {
    within_minutes(started.handle.wait_for(|shown| turns(shown) >= number)).await;
}

/// All leave, and their sockets are closed.
async fn leave(matches: &mut [Started]) {
    for started in &mut *matches {
        started.handle.send(Command::Leave);
        within_minutes(started.handle.wait_for(|shown| shown.ended)).await;
    }
    sleep(Duration::from_secs(30)).await;
}

async fn failure(lobby: &LobbyHandle) -> Failure {
    let mut events = lobby.events();
    let failed = async {
        loop {
            match events.next().await {
                Some(LobbyHappening::TryFailed(why)) => return why,
                Some(_) => {}
                None => panic!("{:?}", lobby.snapshot()),
            }
        }
    };
    within_minutes(failed).await
}

#[tokio::test(start_paused = true)]
async fn lines_that_are_cut_in_mid_match_come_back_on_a_bad_network() {
    for cut in 0..3 {
        let hall = Hall::new(cut, 3);
        let cut = usize::try_from(cut).expect("small");
        let mut matches = hall.playing(9).await;
        let _playing = play(&matches);
        until_turn(&mut matches[0], 2).await;
        hall.network.set(STORM);
        hall.machines[cut].cut();
        sleep(Duration::from_secs(40)).await;
        hall.machines[cut].heal();
        finish(&mut matches).await;
    }
}

#[tokio::test(start_paused = true)]
async fn row_41_any_program_may_die_and_come_back_the_hosts_too() {
    for dies in 0..3 {
        let hall = Hall::new(10, 3);
        let mut matches = hall.playing(9).await;
        let _playing = play(&matches);
        until_turn(&mut matches[1], 2).await;
        hall.kill(dies, &mut matches[dies]).await;
        hall.resume(dies, &mut matches[dies], None);
        tokio::spawn(autoplay(matches[dies].handle.clone(), 7));
        finish(&mut matches).await;
    }
}

#[tokio::test(start_paused = true)]
async fn everybody_leaves_and_comes_back_in_any_order() {
    for order in [[0, 1, 2], [2, 1, 0], [1, 0, 2]] {
        let hall = Hall::new(20, 3);
        let mut matches = hall.playing(9).await;
        let _playing = play(&matches);
        until_turn(&mut matches[1], 2).await;
        leave(&mut matches).await;
        for player in order {
            hall.resume(player, &mut matches[player], None);
            sleep(Duration::from_secs(20)).await;
        }
        let _playing = play(&matches);
        finish(&mut matches).await;
    }
}

#[tokio::test(start_paused = true)]
async fn the_fresh_code_of_any_member_brings_all_together_and_that_member_is_the_bridge() {
    let hall = Hall::new(30, 3);
    let mut matches = hall.playing(9).await;
    let _playing = play(&matches);
    until_turn(&mut matches[1], 2).await;
    leave(&mut matches).await;
    for machine in &hall.machines {
        machine.move_away();
    }
    hall.resume(1, &mut matches[1], None);
    let is_found = |shown: &Snapshot| shown.meeting.way_back.is_some();
    let shown = within_minutes(matches[1].handle.wait_for(is_found)).await;
    let told = shown.meeting.way_back.as_ref().expect("a code");
    // where the others see Ben's machine now, which he finds out from a service or his router
    let mut bens = Invitation::clone(told);
    let port = bens.addresses.candidates[0].port();
    bens.addresses.candidates = vec![(hall.machines[1].outside(), port).into()];
    let bens: Invitation = bens.code().parse().expect("a code");
    for player in [0, 2] {
        hall.resume(player, &mut matches[player], Some(bens.clone()));
    }
    for player in [0, 2] {
        let is_so = |shown: &Snapshot| {
            let mut lines = shown.lines.iter();
            let other = Seat(if player == 0 { 2 } else { 0 });
            lines.any(|line| line.seat == other && line.way == Some(Seat(1)))
        };
        within_minutes(matches[player].handle.wait_for(is_so)).await;
    }
    let _playing = play(&matches);
    finish(&mut matches).await;
}

#[tokio::test(start_paused = true)]
async fn a_guest_who_is_lost_before_the_last_signature_leaves_nothing_begun_anywhere() {
    let hall = Hall::new(40, 3);
    let mut lobbies = hall.sit(9).await;
    all_ready(&mut lobbies).await;
    hall.machines[1].cut();
    lobbies[0].send(LobbyCommand::Begin);
    let why = failure(&lobbies[0]).await;
    assert_eq!(why, Failure::Lost("Ben".to_owned()));
    // Cid has signed, and hears that nothing has begun, and why
    assert_eq!(failure(&lobbies[2]).await, why);
    assert_eq!(match_files(&hall.home(2)), Vec::<String>::new());
    hall.machines[1].heal();
    let mut matches = begin(&mut lobbies).await;
    let _playing = play(&matches);
    finish(&mut matches).await;
}

#[tokio::test(start_paused = true)]
async fn who_has_signed_and_lost_the_line_learns_from_the_next_that_nothing_has_begun() {
    let hall = Hall::new(50, 3);
    let mut lobbies = hall.sit(9).await;
    all_ready(&mut lobbies).await;
    hall.machines[1].cut();
    lobbies[0].send(LobbyCommand::Begin);
    let is_signing = |shown: &LobbySnapshot| shown.is_beginning;
    within_minutes(lobbies[2].wait_for(is_signing)).await;
    sleep(Duration::from_millis(100)).await;
    hall.machines[2].cut();
    let is_lost = |shown: &LobbySnapshot| matches!(shown.line, LineState::Lost { .. });
    within_minutes(lobbies[2].wait_for(is_lost)).await;
    let files = match_files(&hall.home(2));
    assert_eq!(files.len(), 2, "they may have begun: {files:?}");
    assert_eq!(failure(&lobbies[0]).await, Failure::Lost("Ben".to_owned()));
    hall.machines[1..].iter().for_each(Machine::heal);
    assert_eq!(failure(&lobbies[2]).await, Failure::Own);
    assert_eq!(match_files(&hall.home(2)), Vec::<String>::new());
    let mut matches = begin(&mut lobbies).await;
    let _playing = play(&matches);
    finish(&mut matches).await;
}

#[tokio::test(start_paused = true)]
async fn who_has_signed_and_lost_the_line_learns_from_the_next_that_the_match_has_begun() {
    let hall = Hall::new(60, 3);
    let mut lobbies = hall.sit(9).await;
    all_ready(&mut lobbies).await;
    lobbies[0].send(LobbyCommand::Begin);
    let is_signing = |shown: &LobbySnapshot| shown.is_beginning;
    within_minutes(lobbies[1].wait_for(is_signing)).await;
    // the signature is on its way, and the host's word that all have signed does not arrive
    hall.machines[1].partition(true, false);
    let host = started(&lobbies[0]).await;
    let is_lost = |shown: &LobbySnapshot| matches!(shown.line, LineState::Lost { .. });
    within_minutes(lobbies[1].wait_for(is_lost)).await;
    hall.machines[1].heal();
    let mut matches = vec![host, started(&lobbies[1]).await, started(&lobbies[2]).await];
    let _playing = play(&matches);
    finish(&mut matches).await;
}

#[tokio::test(start_paused = true)]
async fn the_code_of_a_table_works_again_after_the_hosts_program_has_ended() {
    let hall = Hall::new(70, 3);
    let mut lobbies = hall.sit(9).await;
    lobbies[0].send(LobbyCommand::SetSeats(4));
    lobbies[0].send(LobbyCommand::GiveCode(Seat(3)));
    let has_code = |shown: &LobbySnapshot| shown.seat_codes.contains_key(&Seat(3));
    let shown = within_minutes(lobbies[0].wait_for(has_code)).await;
    let seat_code = Arc::clone(&shown.seat_codes[&Seat(3)]);
    lobbies[0].send(LobbyCommand::Leave);
    within_minutes(lobbies[0].wait_for(|shown| shown.ended)).await;
    sleep(Duration::from_secs(60)).await;
    let mut pending = hall.home(0).invitations();
    assert_eq!((pending.len(), pending[0].table.len()), (1, 4));
    let again = hall.machines[0].host_table_again(&hall.home(0), pending.remove(0));
    lobbies[0] = again.expect("the same table");
    let mut hall = hall;
    hall.machines.push(hall.network.machine());
    // the guests dial on, ask for their seats again, and the code of the seat is as good as before
    lobbies.push(hall.join(3, &seat_code));
    let mut matches = begin(&mut lobbies).await;
    let _playing = play(&matches);
    finish(&mut matches).await;
    assert!(hall.home(0).invitations().is_empty(), "it was used");
}

#[tokio::test(start_paused = true)]
async fn a_code_of_another_table_or_of_a_seat_that_is_taken_leads_to_no_seat_and_says_why() {
    let mut hall = Hall::new(80, 4);
    let host = hall.host(4, 9);
    for seat in [1, 2] {
        host.send(LobbyCommand::GiveCode(Seat(seat)));
    }
    let mut shown = host.clone();
    let has_codes = |shown: &LobbySnapshot| shown.seat_codes.len() == 2;
    let shown = within_minutes(shown.wait_for(has_codes)).await;
    let seat = Invitation::clone(&shown.seat_codes[&Seat(2)]);
    let withdrawn = Invitation::clone(&shown.seat_codes[&Seat(1)]);
    host.send(LobbyCommand::Open(Seat(1)));
    let table = Invitation::clone(&code(&host));
    let failed = |mut lobby: LobbyHandle| async move {
        let ended = within_minutes(lobby.wait_for(|shown| shown.ended)).await;
        ended.error.clone().expect("an error").what
    };
    let forged = Invitation {
        secret: JoinSecret([9; 10]),
        ..table.clone()
    };
    let elsewhere = Invitation {
        game: [9; 8],
        ..table.clone()
    };
    for wrong in [forged, elsewhere] {
        let what = failed(hall.join(1, &wrong)).await;
        assert!(what.contains("does not belong"), "{what}");
    }
    let mut ben = hall.join(1, &seat);
    let sits = |shown: &LobbySnapshot| sound(shown) && shown.own[0].seat == Some(Seat(2));
    within_minutes(ben.wait_for(sits)).await;
    let what = failed(hall.join(2, &seat)).await;
    assert!(what.contains("was used"), "{what}");
    // a seat that no code opens any more
    let what = failed(hall.join(3, &withdrawn)).await;
    assert!(what.contains("no longer given by a code"), "{what}");
    // nobody has lost anything by all this
    let mut lobbies = vec![host, ben];
    hall.machines.push(hall.network.machine());
    for player in [2, 3] {
        lobbies.push(hall.join(player, &table));
    }
    full(&mut lobbies[0]).await;
    let mut matches = begin(&mut lobbies).await;
    let _playing = play(&matches);
    finish(&mut matches).await;
}

#[tokio::test(start_paused = true)]
async fn a_code_leads_by_name_to_the_kind_of_game_that_it_is_of() {
    let hall = Hall::new(90, 3);
    let host = hall.host(3, 9);
    let home = hall.home(1);
    let player = home.player(Some("Ben")).expect("a player");
    let invitation = Invitation::clone(&code(&host));
    let config = net::JoinConfig::new(home, player, invitation.clone());
    let error = hall.machines[1].join(config).expect_err("of a table");
    assert!(error.to_string().contains("table"), "{error}");
    let of_two = Invitation {
        admits: home::Admits::Match,
        ..invitation
    };
    let config = hall.room.join_config("Ben", &of_two);
    let error = hall.machines[1].join_table(config).expect_err("of two");
    assert!(error.to_string().contains("match of two"), "{error}");
}

#[tokio::test(start_paused = true)]
async fn what_a_guest_says_is_heard_by_all_at_the_table_and_in_the_match() {
    let hall = Hall::new(100, 3);
    let mut lobbies = hall.sit(9).await;
    lobbies[1].send(LobbyCommand::Chat("hello".to_owned()));
    for lobby in &mut lobbies {
        let is_heard = |shown: &LobbySnapshot| {
            let said = ("Ben".to_owned(), "hello".to_owned());
            shown.chat.contains(&said)
        };
        within_minutes(lobby.wait_for(is_heard)).await;
    }
    let mut matches = begin(&mut lobbies).await;
    for started in &mut matches {
        let is_playing = |shown: &Snapshot| shown.stage == Stage::Playing;
        within_minutes(started.handle.wait_for(is_playing)).await;
    }
    matches[1]
        .handle
        .send(Command::Chat("good luck".to_owned()));
    for started in &mut matches {
        let is_heard = |shown: &Snapshot| {
            let mut said = shown.messages.chat.iter();
            said.any(|line| line.seat == Seat(1) && line.text == "good luck")
        };
        within_minutes(started.handle.wait_for(is_heard)).await;
    }
    leave(&mut matches).await;
}

#[tokio::test(start_paused = true)]
async fn the_others_go_on_without_a_player_who_resigns_once_all_of_them_agree() {
    let hall = Hall::new(110, 3);
    let mut matches = hall.playing(9).await;
    for player in play(&matches) {
        until_turn(&mut matches[1], 2).await;
        player.abort();
    }
    let resigns = Seat(2);
    matches[2].handle.send(Command::Resign { seat: resigns });
    for started in &mut matches[..2] {
        let may = |shown: &Snapshot| {
            let mut may = shown.leaving.may.iter();
            may.any(|may| may.leaver.seat == resigns)
        };
        within_minutes(started.handle.wait_for(may)).await;
        started.handle.send(Command::GoOnWithout {
            seat: resigns,
            agrees: true,
        });
    }
    for started in &mut matches[..2] {
        let continued = async {
            let mut events = started.handle.events();
            loop {
                match events.next().await {
                    Some(Happening::Continued { file }) => return file,
                    Some(_) => {}
                    None => panic!("{:?}", started.handle.snapshot().messages),
                }
            }
        };
        let file = within_minutes(continued).await;
        assert!(file.to_string_lossy().ends_with("-2.fpm"), "{file:?}");
    }
    // the two play to the end, and wait for nobody who is gone
    let _playing = play(&matches[..2]);
    finish(&mut matches[..2]).await;
    matches[2].handle.send(Command::Leave);
    within_minutes(matches[2].handle.wait_for(|shown| shown.ended)).await;
}

#[tokio::test(start_paused = true)]
async fn a_program_that_ended_between_its_signature_and_the_hosts_comes_back_to_the_table() {
    let hall = Hall::new(120, 3);
    let mut lobbies = hall.sit(9).await;
    let code = code(&lobbies[0]);
    all_ready(&mut lobbies).await;
    hall.machines[1].cut();
    lobbies[0].send(LobbyCommand::Begin);
    within_minutes(lobbies[2].wait_for(|shown| shown.is_beginning)).await;
    sleep(Duration::from_millis(100)).await;
    hall.machines[2].cut();
    lobbies[2].send(LobbyCommand::Leave);
    within_minutes(lobbies[2].wait_for(|shown| shown.ended)).await;
    sleep(Duration::from_secs(60)).await;
    hall.machines[1..].iter().for_each(Machine::heal);
    let files = match_files(&hall.home(2));
    let file = files.iter().find(|name| name.ends_with(".fpm"));
    let file = hall
        .home(2)
        .matches_folder()
        .join(file.expect("it may have begun"));
    // the code leads to the files, as long as nobody knows whether the match has begun
    let config = hall.room.join_config(NAMES[2], &code);
    let error = hall.machines[2]
        .join_table(config)
        .expect_err("files are there");
    assert!(error.advice().contains("resume"), "{error}");
    let resumed = hall.machines[2].resume(ResumeConfig::new(hall.home(2), file));
    let mut resumed = resumed.expect("taken up");
    let ended = within_minutes(resumed.wait_for(|shown| shown.ended)).await;
    let error = ended.messages.error.as_ref().expect("an error");
    assert!(error.what.contains("did not begin"), "{error:?}");
    assert_eq!(match_files(&hall.home(2)), Vec::<String>::new());
    lobbies[2] = seated(hall.join(2, &code)).await;
    let mut matches = begin(&mut lobbies).await;
    let _playing = play(&matches);
    finish(&mut matches).await;
}

#[tokio::test(start_paused = true)]
async fn eight_programs_are_at_the_board_soon_after_the_last_is_ready_and_play_by_way_of_the_host()
{
    let hall = Hall::new(130, 8);
    let mut lobbies = hall.sit(6).await;
    all_ready(&mut lobbies).await;
    let begun = Instant::now();
    lobbies[0].send(LobbyCommand::Begin);
    let mut matches = Vec::new();
    for lobby in &lobbies {
        matches.push(started(lobby).await);
    }
    for started in &mut matches {
        let is_playing = |shown: &Snapshot| shown.stage == Stage::Playing;
        within_minutes(started.handle.wait_for(is_playing)).await;
    }
    let waited = begun.elapsed();
    // three round trips of 50 ms, and what the timers of the transport add
    assert!(waited <= Duration::from_millis(250), "{waited:?}");
    let _playing = play(&matches);
    finish(&mut matches).await;
}

#[tokio::test(start_paused = true)]
async fn row_37_what_one_other_has_of_a_player_who_is_gone_all_others_get() {
    let hall = Hall::new(140, 3);
    let mut matches = hall.playing(40).await;
    let playing = play(&matches);
    until_turn(&mut matches[0], 3).await;
    // Ben is gone in the moment in which the host has his turn
    hall.machines[1].cut();
    let steps = |shown: &Snapshot| {
        let history = shown.played.history.as_ref();
        history.map_or(0, |history| history.steps().len())
    };
    sleep(Duration::from_secs(30)).await;
    let at_host = steps(&matches[0].handle.snapshot());
    let is_level = |shown: &Snapshot| steps(shown) == at_host;
    within_minutes(matches[2].handle.wait_for(is_level)).await;
    playing.iter().for_each(tokio::task::JoinHandle::abort);
}

#[tokio::test(start_paused = true)]
async fn a_guest_who_reaches_nobody_shows_an_answer_that_the_host_enters() {
    let hall = Hall::new(150, 3);
    let host = hall.host(3, 9);
    let mut lost = Invitation::clone(&code(&host));
    let nobody = hall.network.machine().outside();
    lost.addresses.candidates = vec![(nobody, 40_000).into()];
    let ben = hall.join(1, &lost);
    let mut events = ben.events();
    let answered = async {
        loop {
            match events.next().await {
                Some(LobbyHappening::Answer(answer)) => return answer,
                Some(_) => {}
                None => panic!("{:?}", ben.snapshot()),
            }
        }
    };
    let answer = within_minutes(answered).await;
    // the host takes no other code for it
    let own = code(&host);
    host.send(LobbyCommand::Reach(own));
    let is_refused = |shown: &LobbySnapshot| shown.refused.is_some();
    let refused = within_minutes(host.clone().wait_for(is_refused)).await;
    let refused = refused.refused.as_ref().expect("refused");
    assert!(refused.what.contains("your own invitation"), "{refused:?}");
    let answer: Invitation = answer.code().parse().expect("a code");
    host.send(LobbyCommand::Reach(Arc::new(answer)));
    let ben = seated(ben).await;
    let cid = seated(hall.join(2, &code(&host))).await;
    let mut matches = begin(&mut [host, ben, cid]).await;
    let _playing = play(&matches);
    finish(&mut matches).await;
}
