//! A person at a terminal against a guest played by the test, over QUIC.

use std::net::{Ipv4Addr, SocketAddr};

use home::Player;
use net::HostConfig;
use net::testing::{Call, Caller};
use protocol::codec::encode;
use protocol::frame::Frame;
use protocol::manifest::Terms;
use protocol::note::Statement;
use protocol::record::{ConfirmBody, NotesSeen};
use protocol::testing::Puppet;
use protocol::{Kind, Note, Offer, Record};
use rules::{AnyOrder, Rules as _};
use tempfile::TempDir;
use tokio::sync::mpsc;
use tokio::task::JoinHandle;
use tokio::time::{sleep, timeout};

use super::*;
use crate::written::Written;

mod keyboard;

const PATIENCE: Duration = Duration::from_secs(60);

/// The end of the prompt for the first order of a turn.
const PROMPT: &str = "(4 left)> ";

/// A game of one of the program's scenarios.
fn offer(scenario: &str, takeback: bool) -> Offer {
    let scenario = scenario::load(scenario).expect("it comes with the program");
    Offer {
        scenario: scenario.expect("a sound scenario"),
        options: Vec::new(),
        host_side: None,
        max_turns: None,
        terms: Terms::default(),
        takeback,
        start: None,
        drop: None,
        vacancy: None,
    }
}

/// A person who hosts an open game and moves first, and the guest.
struct PersonAndGuest {
    _folder: TempDir,
    handle: MatchHandle,
    keys: mpsc::Sender<String>,
    /// Prompts and answers to what is typed.
    answers: Written,
    reports: Written,
    /// The prompts for a turn that were answered.
    prompts: usize,
    played: JoinHandle<anyhow::Result<Ending>>,
    call: Call,
    guest: Puppet,
}

impl PersonAndGuest {
    async fn new() -> Self {
        Self::where_turns_are_taken_back(false).await
    }

    async fn where_turns_are_taken_back(takeback: bool) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let home = Home::at(folder.path().join("ann")).expect("a folder");
        let player = home.player(Some("Ann")).expect("a player");
        let offer = offer("clash-of-arms", takeback);
        let mut config = HostConfig::new(home, player, offer);
        config.listen = vec![SocketAddr::from((Ipv4Addr::LOCALHOST, 0))];
        let handle = net::host(config).expect("a match");
        let invitation = handle
            .snapshot()
            .meeting
            .invitation
            .clone()
            .expect("an invitation");
        let (keys, lines) = mpsc::channel(100);
        let (answers, reports) = (Written::default(), Written::default());
        let sitting = Sitting::new(
            handle.clone(),
            Decider::at_terminal(lines, Box::new(answers.clone())),
            Reporter::new(false, Box::new(reports.clone())),
            Interrupt::armed().await,
        );
        let played = tokio::spawn(sitting.play());
        let eve = Player::from_seed("Eve", &[14; 32]);
        let (call, guest) = Caller::new(&eve, &invitation).sit_down(&eve, 14).await;
        Self {
            _folder: folder,
            handle,
            keys,
            answers,
            reports,
            prompts: 0,
            played,
            call,
            guest,
        }
    }

    async fn types(&self, line: &str) {
        self.keys.send(line.to_owned()).await.expect("it reads on");
    }

    /// Passes, once the person is asked for a turn: what is typed before that is not read as an order.
    async fn passes(&mut self) {
        // the snapshot has the turn before the person is asked
        self.told(PROMPT, self.prompts + 1).await;
        self.prompts = self.answers.text().matches(PROMPT).count();
        self.types("end").await;
    }

    /// Waits until the person has read those words `times` times.
    async fn told(&self, words: &str, times: usize) {
        let told = async {
            while self.reports.text().matches(words).count()
                + self.answers.text().matches(words).count()
                < times
            {
                sleep(Duration::from_millis(10)).await;
            }
        };
        let in_time = timeout(PATIENCE, told).await;
        assert!(
            in_time.is_ok(),
            "{words}: {}{}",
            self.reports.text(),
            self.answers.text()
        );
    }

    /// Reads until the host has sent what is wanted.
    async fn hears(&mut self, wanted: impl Fn(&Frame) -> bool) {
        while !self.guest.heard.iter().any(&wanted) {
            let Some(frame) = self.call.receive(PATIENCE).await else {
                panic!("no answer: {}{}", self.reports.text(), self.answers.text());
            };
            self.guest.hear(&frame);
        }
    }

    async fn hears_record(&mut self, kind: Kind, step: u64) {
        self.hears(|frame| {
            matches!(frame, Frame::Record(record) if record.kind == kind && record.step == step)
        })
        .await;
    }

    async fn sends(&mut self, record: &Record) {
        self.guest.take(record);
        let frame = Frame::Record(Box::new(record.clone()));
        assert!(self.call.send(&frame.to_bytes()).await);
    }

    async fn notes(&mut self, statement: Statement) -> Note {
        let note = self.guest.note(statement);
        let frame = Frame::Note(note.clone()).to_bytes();
        self.guest.hear(&frame);
        assert!(self.call.send(&frame).await);
        note
    }

    /// Both confirm the position after what the person or the guest just signed.
    async fn confirms(&mut self) {
        let step = self.guest.step();
        self.hears_record(Kind::Confirm, step).await;
        let confirmed = self.guest.honest(&[]);
        self.sends(&confirmed).await;
    }

    /// The person passes, and both confirm it.
    async fn person_passes(&mut self) {
        let step = self.guest.step();
        self.passes().await;
        self.hears_record(Kind::Orders, step).await;
        self.confirms().await;
    }

    /// The guest gives a turn, and both confirm it.
    async fn guest_moves(&mut self, orders: &[&str]) {
        let (position, side) = (self.guest.position(), self.guest.side());
        let read = |text: &&str| position.parse_order(side, text).expect("readable");
        let orders: Vec<AnyOrder> = orders.iter().map(read).collect();
        let turn = self.guest.honest(&orders);
        self.sends(&turn).await;
        self.confirms().await;
    }

    /// The last board that the person asked for, from the letters over it to the status below it.
    async fn board(&self, whom: &str) -> String {
        let boards = self.answers.text().matches("CAPITALS Blue").count();
        self.types("show").await;
        self.told("CAPITALS Blue", boards + 1).await;
        self.told(whom, 1).await;
        let text = self.answers.text();
        let last = text.rfind("CAPITALS Blue").expect("a board");
        let legend = text[last..].lines().next();
        legend.expect("a legend").to_owned()
    }

    /// The person has given a turn, and the guest confirms another position than the orders give.
    async fn at_odds() -> Self {
        let mut pair = Self::new().await;
        pair.passes().await;
        pair.hears_record(Kind::Confirm, 2).await;
        let lie = ConfirmBody {
            state: [9; 32],
            notes: vec![NotesSeen::NONE; 2],
        };
        let lie = pair.guest.record(Kind::Confirm, encode(&lie));
        pair.sends(&lie).await;
        pair.told(
            "Nothing more is played in this match. You can continue in a new match",
            1,
        )
        .await;
        pair
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn row_14_a_person_whose_program_differs_asks_to_continue_in_a_new_match() {
    let mut pair = PersonAndGuest::at_odds().await;
    // a note of the other leads nowhere
    pair.notes(Statement::ProposeTakeback { to: 0 }).await;
    pair.types("continue").await;
    pair.told("Type `continue` again to ask", 1).await;
    pair.types("continue").await;
    pair.hears(|frame| matches!(frame, Frame::Ask(_))).await;
    pair.types("leave").await;
    let ending = timeout(PATIENCE, pair.played).await.expect("in time");
    let ending = ending.expect("no panic").expect("it ends well");
    assert_eq!(ending, Ending::Left);
    let file = std::fs::read(&pair.handle.snapshot().file).expect("a match file");
    let report = protocol::judge::judge(&[&file]);
    let expected = (protocol::judge::Verdict::Diverged, Some(Seat(1)));
    assert_eq!((report.verdict, report.seat), expected, "{report:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn after_a_takeback_the_board_marks_nothing_of_the_undone_turns() {
    let mut pair = PersonAndGuest::where_turns_are_taken_back(true).await;
    pair.person_passes().await;
    pair.guest_moves(&["b9-b8", "end"]).await;
    pair.told(PROMPT, 2).await;
    let board = pair.board("Blue's turn 2: ").await;
    assert!(board.contains(": left"), "the guest's turn: {board}");
    pair.notes(Statement::ProposeTakeback { to: 1 }).await;
    pair.told("asks to take back its last turn", 1).await;
    let step = pair.guest.step();
    pair.types("accept").await;
    pair.hears_record(Kind::Agree, step).await;
    pair.confirms().await;
    pair.told("Turns are taken back", 1).await;
    let board = pair.board("Waiting for the other side").await;
    assert!(!board.contains(": left"), "an undone turn: {board}");
    assert!(pair.reports.text().contains("Ann grants it"));
}

#[tokio::test(flavor = "multi_thread")]
async fn who_asks_for_a_turn_back_on_its_own_turn_is_not_said_to_grant_it() {
    let mut pair = PersonAndGuest::where_turns_are_taken_back(true).await;
    pair.person_passes().await;
    let before = pair.guest.step();
    pair.guest_moves(&["b9-b8", "end"]).await;
    pair.person_passes().await;
    // the confirmed step before the guest's turn
    let to = before - 2;
    pair.notes(Statement::ProposeTakeback { to }).await;
    pair.told("asks to take back its last turn", 1).await;
    pair.types("accept").await;
    let is_grant = |frame: &Frame| matches!(frame, Frame::Note(note) if note.seat == Seat(0));
    pair.hears(is_grant).await;
    let grant = pair.guest.heard.iter().find_map(|frame| match frame {
        Frame::Note(note) if note.seat == Seat(0) => Some(note.id()),
        _ => None,
    });
    // the guest's program carries out what is granted
    let taken = pair.guest.agree_to(grant.expect("a note"));
    pair.sends(&taken).await;
    pair.told("Turns are taken back", 1).await;
    let told = pair.reports.text();
    assert_eq!(told.matches("Ann grants it").count(), 1, "{told}");
    assert!(!told.contains("Eve grants it"), "{told}");
}
