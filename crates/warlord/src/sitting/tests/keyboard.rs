//! Two people of different teams at one keyboard, at a table with two other machines.

use net::limits::Limits;
use net::lobby::{
    JoinTableConfig, LobbyCommand, LobbyHandle, LobbyHappening, LobbySnapshot, TableConfig,
};

use super::*;
use crate::sitting::deciders::Deciders;

const ANN: Seat = Seat(0);
const BEN: Seat = Seat(2);
const CID: Seat = Seat(3);
const DOT: Seat = Seat(1);

const TO_BEN: &str = "Pass the keyboard to Ben";

fn loopback() -> Vec<SocketAddr> {
    vec![SocketAddr::from((Ipv4Addr::LOCALHOST, 0))]
}

/// Ann and Ben share a keyboard; Cid and Dot have machines of their own, which the test plays. They move in the order Ann, Cid,
/// Dot, Ben.
struct Keyboard {
    _folder: TempDir,
    keys: mpsc::Sender<String>,
    answers: Written,
    /// The matches of three machines: Ann's and Ben's, Cid's, and Dot's.
    handles: [MatchHandle; 3],
    _played: JoinHandle<anyhow::Result<Ending>>,
}

async fn lobby_shows(lobby: &mut LobbyHandle, wanted: impl Fn(&LobbySnapshot) -> bool) {
    let shown = timeout(PATIENCE, lobby.wait_for(wanted)).await;
    drop(shown.expect("in time"));
}

impl Keyboard {
    async fn new() -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let home = |name: &str| Home::at(folder.path().join(name)).expect("a folder");
        let player = |name: &str| home(name).player(Some(name)).expect("a player");
        let host = HostConfig {
            listen: loopback(),
            lan: false,
            ..HostConfig::new(home("Ann"), player("Ann"), offer("tourney-4", true))
        };
        let host = net::lobby::host_table(TableConfig {
            host,
            level: None,
            seats: 4,
        });
        let mut lobbies = vec![host.expect("a table")];
        lobbies[0].send(LobbyCommand::OpenToAll(true));
        lobbies[0].send(LobbyCommand::SeatPlayer {
            seat: BEN,
            name: Some("Ben".to_owned()),
            level: None,
        });
        let has_code = |shown: &LobbySnapshot| shown.meeting.invitation.is_some();
        lobby_shows(&mut lobbies[0], has_code).await;
        let code = lobbies[0].snapshot().meeting.invitation.clone();
        let code = code.expect("an invitation");
        for (seat, name) in [(CID, "Cid"), (DOT, "Dot")] {
            let guest = net::lobby::join_table(JoinTableConfig {
                level: None,
                seat: Some(seat),
                player: player(name),
                home: home(name),
                invitation: code.code().parse().expect("a code"),
                listen: loopback(),
                record: None,
                services: Vec::new(),
                mapping: false,
                limits: Limits::default(),
            });
            lobbies.push(guest.expect("a lobby"));
        }
        for lobby in &mut lobbies {
            lobby_shows(lobby, |shown| {
                let table = shown.table.as_ref();
                table.is_some_and(|table| table.free().0 == 0 && table.manifest().is_ok())
            })
            .await;
            lobby.send(LobbyCommand::Ready(true));
        }
        lobby_shows(&mut lobbies[0], |shown| {
            let table = shown.table.as_ref();
            table.is_some_and(|table| table.sitters().all(|(_, sitter)| sitter.is_ready))
        })
        .await;
        lobbies[0].send(LobbyCommand::Begin);
        let mut handles = Vec::new();
        for lobby in &lobbies {
            let mut events = lobby.events();
            let started = async {
                loop {
                    match events.next().await {
                        Some(LobbyHappening::Started(started)) => return started.handle,
                        Some(_) => {}
                        None => panic!("no match: {:?}", lobby.snapshot()),
                    }
                }
            };
            handles.push(timeout(PATIENCE, started).await.expect("in time"));
        }
        let (keys, lines) = mpsc::channel(100);
        let (answers, reports) = (Written::default(), Written::default());
        let people = Decider::at_terminal(lines, Box::new(answers.clone()));
        let sitting = Sitting::new(
            handles[0].clone(),
            Deciders::of_table(vec![(people, vec![ANN, BEN])]),
            Reporter::new(false, Box::new(reports)),
            Interrupt::armed().await,
        );
        Self {
            _folder: folder,
            keys,
            answers,
            handles: handles.try_into().expect("three machines"),
            _played: tokio::spawn(sitting.play()),
        }
    }

    fn of(&mut self, seat: Seat) -> &mut MatchHandle {
        match seat {
            CID => &mut self.handles[1],
            DOT => &mut self.handles[2],
            _ => &mut self.handles[0],
        }
    }

    async fn shows(&mut self, seat: Seat, what: &str, wanted: impl Fn(&Snapshot) -> bool) {
        let shown = timeout(PATIENCE, self.of(seat).wait_for(wanted)).await;
        assert!(shown.is_ok(), "{what}: {}", self.answers.text());
    }

    async fn is_to_decide(&mut self, seat: Seat) {
        let wanted = |shown: &Snapshot| shown.deciding.to_decide == [(seat, false)];
        self.shows(seat, &format!("{seat} decides"), wanted).await;
    }

    /// The seat passes, as soon as it may.
    async fn passes(&mut self, seat: Seat) {
        self.is_to_decide(seat).await;
        let handle = self.of(seat);
        let shown = handle.snapshot();
        let side = shown.side_of(seat).expect("seated");
        let position = shown.played.position.clone().expect("a match");
        let pass = position.parse_order(side, "end").expect("an order");
        let orders = vec![pass];
        handle.send(Command::Propose { seat, orders });
        let is_over = |shown: &Snapshot| shown.deciding.to_decide.is_empty();
        self.shows(seat, "the turn", is_over).await;
    }

    /// Everybody passes until it is that seat's turn, and all have moved.
    async fn until(&mut self, seat: Seat) {
        loop {
            let mut next = None;
            for of in [ANN, CID, DOT] {
                let shown = self.of(of).snapshot();
                next = next.or(shown.deciding.to_decide.first().map(|(seat, _)| *seat));
            }
            let shown = self.of(ANN).snapshot();
            let history = shown.played.history.as_ref();
            let played = history.map_or(0, |history| history.orders().count());
            match next {
                Some(next) if next == seat && played > 3 => return,
                Some(next) => self.passes(next).await,
                None => sleep(Duration::from_millis(10)).await,
            }
        }
    }

    /// Waits until somebody at the keyboard has read those words so often.
    async fn hears(&self, words: &str, times: usize) {
        let told = async {
            while self.answers.text().matches(words).count() < times {
                sleep(Duration::from_millis(10)).await;
            }
        };
        let told = timeout(PATIENCE, told).await;
        assert!(told.is_ok(), "{words}: {}", self.answers.text());
    }

    async fn asks_back(&mut self, seat: Seat, times: usize) {
        self.of(seat).send(Command::AskTakeback { seat });
        self.hears("`accept` grants it", times).await;
        self.keys.send("accept".to_owned()).await.expect("it reads");
    }

    async fn grants(&mut self, seat: Seat) {
        let is_asked = |shown: &Snapshot| shown.proposals.takeback_asked.is_some();
        self.shows(seat, "the question", is_asked).await;
        let asked = self.of(seat).snapshot().proposals.takeback_asked;
        let (note, accept) = (asked.expect("asked").note, true);
        self.of(seat)
            .send(Command::AnswerTakeback { seat, note, accept });
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn people_of_two_teams_at_one_keyboard_are_asked_at_once_and_answer_together() {
    let mut table = Keyboard::new().await;
    // while another machine has the turn
    table.until(DOT).await;
    table.asks_back(CID, 1).await;
    table.grants(DOT).await;
    table.is_to_decide(CID).await;
    // and while one of the two has the keyboard already
    let handed = table.answers.text().matches(TO_BEN).count();
    table.passes(CID).await;
    table.passes(DOT).await;
    table.until(BEN).await;
    table.hears(TO_BEN, handed + 1).await;
    table.asks_back(DOT, 2).await;
    table.grants(CID).await;
    table.is_to_decide(DOT).await;
}
