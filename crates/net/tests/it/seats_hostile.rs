//! Hostile callers at a table's door, and a hostile member in its match.

use std::time::Duration;

use home::clock::today;
use home::{Admits, Invitation, JoinSecret, PendingInvitation, Player};
use net::CloseCode;
use net::lobby::{LobbyCommand, LobbySnapshot};
use net::testing::{Call, Caller};
use net::{Command, LineState, Snapshot};
use protocol::frame::{Frame, Want};
use protocol::hash;
use protocol::lobby::{self, GuestTable, LobbyEvent, LobbyOutput};
use protocol::{LineId, Now, Output, Seat, Session};
use tokio::time::{Instant, sleep, timeout};

use crate::seats::{all_ready, code, seated, sound, started};
use crate::seats_simulated::Hall;
use crate::simulated::within_minutes;

const LINE: LineId = LineId(1);

/// A guest's program whose owner decides what it sends.
struct Puppet {
    table: GuestTable,
    call: Call,
    sessions: Vec<Session>,
    is_begun: bool,
}

impl Puppet {
    /// Comes to the table by that code, and asks for a seat.
    async fn come(caller: &Caller, player: &Player, code: &Invitation) -> Self {
        let call = caller.dial().await.expect("the door is open");
        let own = lobby::Player::person(player.identity(), player.name());
        let secret = *player.seed();
        let mut table = GuestTable::new(vec![own], code.host, secret).expect("a player");
        table.sit(0, None).expect("room");
        table.line_up(Now::default(), LINE, call.exporter, code.host);
        Self {
            table,
            call,
            sessions: Vec::new(),
            is_begun: false,
        }
    }

    /// Carries frames to and fro until nothing comes for a while; false once the host has ended the line.
    async fn talk(&mut self, patience: Duration) -> bool {
        loop {
            while let Some(output) = self.table.poll_output() {
                match output {
                    LobbyOutput::Send(_, frame) => {
                        self.call.send(&frame).await;
                    }
                    LobbyOutput::Close(..) => return false,
                    LobbyOutput::Event(LobbyEvent::Begin(begin)) => {
                        let mut sessions = begin.sessions(Now::default()).expect("a match");
                        sessions
                            .iter_mut()
                            .for_each(|session| while session.poll_output().is_some() {});
                        let signed = sessions.iter().collect::<Vec<&Session>>();
                        self.table.signed(&signed).expect("signed");
                        self.sessions = sessions;
                    }
                    LobbyOutput::Event(LobbyEvent::Begun) => self.is_begun = true,
                    LobbyOutput::Event(_) => {}
                }
            }
            if self.is_begun {
                return true;
            }
            match self.call.receive(patience).await {
                Some(frame) => {
                    let heard = self.table.handle_frame(Now::default(), LINE, &frame);
                    heard.expect("an honest host");
                }
                None => return true,
            }
        }
    }

    /// Greets as the session of the match does.
    async fn greet(&mut self, host: protocol::PublicKey) {
        let (session, exporter) = (&mut self.sessions[0], self.call.exporter);
        session.line_up(Now::default(), LINE, exporter, host);
        while let Some(output) = session.poll_output() {
            if let Output::Send(_, frame) = output {
                assert!(self.call.send(&frame).await);
            }
        }
    }
}

fn eve(seed: u8) -> Player {
    Player::from_seed(&format!("Eve {seed}"), &[seed; 32])
}

#[tokio::test(start_paused = true)]
async fn row_50_forty_who_ask_and_go_keep_nobody_out_who_has_the_code_of_a_seat() {
    let hall = Hall::new(200, 3);
    let host = hall.host(3, 9);
    host.send(LobbyCommand::OpenToAll(false));
    let code = Invitation::clone(&code(&host));
    let mut squatters = Vec::new();
    for seed in 10..50 {
        let player = eve(seed);
        let caller = Caller::at(&hall.network.machine(), &player, &code);
        let mut puppet = Puppet::come(&caller, &player, &code).await;
        puppet.talk(Duration::from_millis(200)).await;
        // every second one goes again at once
        match seed % 2 {
            0 => puppet.call.cut(),
            _ => squatters.push((caller, puppet)),
        }
    }
    assert!(host.snapshot().askers.len() <= 16);
    for seat in [1, 2] {
        host.send(LobbyCommand::GiveCode(Seat(seat)));
    }
    let has_codes = |shown: &LobbySnapshot| shown.seat_codes.len() == 2;
    let shown = within_minutes(host.clone().wait_for(has_codes)).await;
    let begun = Instant::now();
    let ben = seated(hall.join(1, &shown.seat_codes[&Seat(1)])).await;
    let cid = seated(hall.join(2, &shown.seat_codes[&Seat(2)])).await;
    assert!(
        begun.elapsed() < Duration::from_secs(2),
        "{:?}",
        begun.elapsed()
    );
    let mut lobbies = [host, ben, cid];
    all_ready(&mut lobbies).await;
    lobbies[0].send(LobbyCommand::Begin);
    for lobby in &lobbies {
        started(lobby).await.handle.send(Command::Leave);
    }
    // nobody else comes in any more, by whatever code
    let player = eve(9);
    let late = Caller::at(&hall.network.machine(), &player, &code);
    assert!(
        timeout(Duration::from_secs(5), late.dial())
            .await
            .is_err_or_refused()
    );
}

/// Nobody has let the caller in.
trait Refused {
    fn is_err_or_refused(&self) -> bool;
}

impl<T> Refused for Result<Result<T, String>, tokio::time::error::Elapsed> {
    fn is_err_or_refused(&self) -> bool {
        !matches!(self, Ok(Ok(_)))
    }
}

#[tokio::test(start_paused = true)]
async fn a_code_of_a_table_that_has_run_out_leads_nowhere_and_says_so() {
    let hall = Hall::new(205, 2);
    let mut host = hall.host(3, 9);
    host.send(LobbyCommand::Leave);
    within_minutes(host.wait_for(|shown| shown.ended)).await;
    let kept = hall.home(0).invitations().remove(0);
    let late = PendingInvitation {
        last_day: today() - 1,
        ..kept
    };
    let host = hall.machines[0].host_table_again(&hall.home(0), late);
    let host = host.expect("opened again");
    let old = Invitation::clone(&code(&host));
    let before = host.snapshot();
    let refused = hall.try_to_join(1, &old).expect_err("it has run out");
    assert!(refused.to_string().contains("ran out"), "{refused}");
    assert!(
        refused.advice().contains("new invitation"),
        "{}",
        refused.advice()
    );
    // where a guest's clock is behind, the host's counts
    let young = Invitation {
        last_day: today(),
        ..old
    };
    let mut ben = hall.join(1, &young);
    let shown = within_minutes(ben.wait_for(|shown| shown.ended)).await;
    let error = shown.error.as_ref().expect("refused");
    let words = "the last day of the invitation has passed";
    assert!(error.what.contains(words), "{error:?}");
    assert!(error.advice.contains("new invitation"), "{error:?}");
    assert_eq!(
        host.snapshot().table,
        before.table,
        "the table is as it was"
    );
    assert!(hall.home(1).matches().expect("a folder").is_empty());
}

#[tokio::test(start_paused = true)]
async fn two_hundred_handshakes_with_the_code_of_a_table_that_go_no_further_delay_no_guest() {
    let hall = Hall::new(210, 3);
    let host = hall.host(3, 9);
    let code = Invitation::clone(&code(&host));
    let machines: Vec<_> = (0..12).map(|_| hall.network.machine()).collect();
    let mut squatting = Vec::new();
    for (seed, machine) in (0..200).zip(machines.iter().cycle()) {
        let squatter = Caller::at(machine, &eve(seed), &code);
        squatting.push(tokio::spawn(async move { squatter.fall_silent().await }));
    }
    sleep(Duration::from_millis(300)).await;
    let begun = Instant::now();
    seated(hall.join(1, &code)).await;
    assert!(
        begun.elapsed() < Duration::from_secs(1),
        "{:?}",
        begun.elapsed()
    );
    squatting.iter().for_each(tokio::task::JoinHandle::abort);
}

#[tokio::test(start_paused = true)]
async fn row_40_a_member_who_floods_a_line_loses_it_and_the_others_keep_theirs() {
    let hall = Hall::new(220, 2);
    let host = hall.host(3, 9);
    let code = Invitation::clone(&code(&host));
    let ben = seated(hall.join(1, &code)).await;
    let player = eve(30);
    let caller = Caller::at(&hall.network.machine(), &player, &code);
    let mut puppet = Puppet::come(&caller, &player, &code).await;
    puppet.talk(Duration::from_millis(200)).await;
    let mut lobbies = [host, ben];
    for lobby in &mut lobbies {
        let is_full = |shown: &LobbySnapshot| {
            sound(shown) && shown.table.as_ref().is_some_and(|it| it.manifest().is_ok())
        };
        within_minutes(lobby.wait_for(is_full)).await;
        lobby.send(LobbyCommand::Ready(true));
    }
    puppet.talk(Duration::from_millis(500)).await;
    puppet.table.ready(true).expect("a whole table");
    puppet.talk(Duration::from_millis(500)).await;
    lobbies[0].send(LobbyCommand::Begin);
    while !puppet.is_begun {
        puppet.talk(Duration::from_millis(500)).await;
    }
    let mut host = started(&lobbies[0]).await.handle;
    let mut ben = started(&lobbies[1]).await.handle;
    puppet.greet(code.host).await;
    // nothing of this is wrong by itself
    let want = Want {
        from: 1,
        to: 1,
        seats: 1,
    };
    let want = Frame::Want(want).to_bytes();
    for _ in 0..1200 {
        if !puppet.call.send(&want).await {
            break;
        }
    }
    assert_eq!(puppet.call.closed().await, Some(CloseCode::Breach));
    let is_lost = |shown: &Snapshot| {
        let state = |seat| {
            let mut lines = shown.lines.iter();
            lines
                .find(|line| line.seat == Seat(seat))
                .map(|line| line.state)
        };
        matches!(state(2), Some(LineState::Lost { .. })) && state(1) == Some(LineState::Up)
    };
    let shown = within_minutes(host.wait_for(is_lost)).await;
    let mut notes = shown.messages.notes.iter();
    assert!(notes.any(|note| note.contains("Eve 30") && note.contains("broke the protocol")));
    assert_eq!(shown.messages.error, None);
    // what cannot be read costs the line each time, and the third time the door as well
    for round in 0..3 {
        let Ok(mut call) = caller.dial().await else {
            break;
        };
        call.send(&[99, 1, 2, 3]).await;
        let end = call.closed().await;
        assert!(
            matches!(end, Some(CloseCode::Breach | CloseCode::Banned)),
            "{round}: {end:?}"
        );
    }
    let refused = timeout(Duration::from_secs(20), caller.dial()).await;
    assert!(refused.is_err_or_refused(), "not heard any more");
    assert!(is_lost(&host.snapshot()));
    let sees = |shown: &Snapshot| {
        let mut lines = shown.lines.iter();
        lines.any(|line| line.seat == Seat(0) && line.state == LineState::Up)
    };
    within_minutes(ben.wait_for(sees)).await;
    assert_eq!(ben.snapshot().messages.error, None);
}

#[tokio::test(start_paused = true)]
async fn row_86_the_code_of_a_table_tells_nothing_about_the_codes_of_its_seats() {
    let hall = Hall::new(220, 3);
    let host = hall.host(3, 9);
    for seat in [1, 2] {
        host.send(LobbyCommand::GiveCode(Seat(seat)));
    }
    let has_codes = |shown: &LobbySnapshot| shown.seat_codes.len() == 2;
    let shown = within_minutes(host.clone().wait_for(has_codes)).await;
    let table = Invitation::clone(&code(&host));
    for (seat, given) in &shown.seat_codes {
        // as the programs of earlier days worked it out
        let digest = hash::derive("warlord seat secret 1", &[&table.secret.0, &[seat.0]]);
        let worked_out = JoinSecret(std::array::from_fn(|at| digest[at]));
        assert_ne!(given.secret, worked_out, "{seat}");
        for secret in [worked_out, table.secret] {
            let forged = Invitation {
                secret,
                admits: Admits::Seat(*seat),
                ..table.clone()
            };
            let mut eve = hall.join(1, &forged);
            // the code of the table asks the host, whatever it claims to be
            let is_turned_away = |shown: &LobbySnapshot| shown.ended || shown.table.is_some();
            let shown = within_minutes(eve.wait_for(is_turned_away)).await;
            assert_eq!(shown.own[0].seat, None, "{seat}");
            eve.send(LobbyCommand::Leave);
            within_minutes(eve.wait_for(|shown| shown.ended)).await;
        }
    }
    let ben = seated(hall.join(2, &shown.seat_codes[&Seat(1)])).await;
    assert_eq!(ben.snapshot().own[0].seat, Some(Seat(1)));
}

#[tokio::test(start_paused = true)]
async fn of_two_programs_of_one_player_at_a_table_the_later_one_takes_over_and_the_other_says_so() {
    let hall = Hall::new(230, 3);
    let host = hall.host(3, 9);
    let table = Invitation::clone(&code(&host));
    let mut first = seated(hall.join(1, &table)).await;
    let second = seated(hall.join(1, &table)).await;
    let shown = within_minutes(first.wait_for(|shown| shown.ended)).await;
    let error = shown.error.as_ref().expect("words");
    assert!(error.what.contains("another program"), "{error:?}");
    assert!(error.advice.contains("end one of them"), "{error:?}");
    // and the other one is left in peace
    sleep(Duration::from_secs(60)).await;
    let shown = second.snapshot();
    assert!(!shown.ended && shown.own[0].seat.is_some());
    assert!(matches!(shown.line, LineState::Up), "{:?}", shown.line);
}
