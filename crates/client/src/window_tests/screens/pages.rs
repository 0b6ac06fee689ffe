//! The pages, each opened in a state that is the same on every machine and day: no clock, no network, no other thread.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

use net::lobby::LobbySnapshot;
use net::{LineState, Snapshot};
use protocol::{PublicKey, Seat, Stage};
use reach::{Addresses, Finding, Trouble};
use rules::{Family, Outcome, Rules, Side, Sides, ToAct};

use super::Program;
use super::seated::{
    asked_to_sit, four_seats, from_the_east, going_on, in_own_part, in_place, leavers, left_out,
    lobby, lobby_of_guest, set_up_in_parts, team_chat,
};
use crate::model::lessons::{LearnedChange, name, of_family, puzzles_of};
use crate::model::settings::Theme;
use crate::model::tests::{Match, cell, start};
use crate::model::welcome::{Stage as WelcomeStage, WelcomeCommand};
use crate::model::{
    BoardCommand, Judged, LessonCommand, News, Page as Shown, SavedMatch, SetUpCommand, Shelf,
    ShellCommand, WaitingMatch,
};
use crate::views::side_panel::Tab;
use crate::window_tests::layout::{asked_back, crowded, first_turn, played, talk, timed};

type Do = fn(&mut Program);

const MESSAGE: &[(&str, Do)] = &[("a message", message)];
const NOTHING: &[(&str, Do)] = &[];

/// A page of the program.
#[derive(Clone, Copy)]
pub(super) struct Page {
    pub(super) name: &'static str,
    go: Do,
    /// It scrolls as a whole, and shows more in a higher window.
    pub(super) is_long: bool,
    /// The events that may come while the page is open, with the places that each may change.
    comings: &'static [(&'static str, Do)],
    /// The beginnings of texts that are shortened where there is no room: names, titles, and what is said in full in
    /// the hover.
    shortened: &'static [&'static str],
}

impl Page {
    const fn new(name: &'static str, go: Do) -> Self {
        Self {
            name,
            go,
            is_long: false,
            comings: MESSAGE,
            shortened: &[],
        }
    }

    const fn long(mut self) -> Self {
        self.is_long = true;
        self
    }

    const fn with(mut self, comings: &'static [(&'static str, Do)]) -> Self {
        self.comings = comings;
        self
    }

    const fn shortening(mut self, shortened: &'static [&'static str]) -> Self {
        self.shortened = shortened;
        self
    }

    pub(super) fn open(&self) -> Program {
        let mut program = Program::start_listening(Program::folder_of("Ada"), false);
        program.wear(Theme::Light);
        (self.go)(&mut program);
        program.settle();
        program
    }

    pub(super) const fn comings(&self) -> &'static [(&'static str, Do)] {
        self.comings
    }

    /// True if the tests look at this page: `WARLORD_PAGE` names those that they look at, with commas between.
    pub(super) fn is_looked_at(&self) -> bool {
        let only = std::env::var("WARLORD_PAGE").ok();
        only.is_none_or(|only| only.split(',').any(|name| name == self.name))
    }

    pub(super) fn may_shorten(&self, words: &str) -> bool {
        self.shortened.iter().any(|start| words.starts_with(start))
    }
}

/// The pages without a match.
pub(super) fn shell() -> Vec<Page> {
    const OPENING: &[(&str, Do)] = &[("a message", message), ("why nothing opens", not_opened)];
    const BEGIN: &[(&str, Do)] = &[
        ("a message", message),
        ("why nothing opens", not_opened),
        ("a guest", guest),
    ];
    const SETTINGS: &[(&str, Do)] = &[("a message", message), ("what was examined", examined)];
    const AT_TABLE: &[(&str, Do)] = &[("a message", message), ("somebody who asks", asked_to_sit)];
    // names, and the sentence beside the buttons that is whole in its hover
    const SEATS: &[&str] = &["2  Bartholom", "Waiting for", "3  Computer", "Seat 4"];
    // beside the buttons at the top of a narrow window
    const TITLE: &[&str] = &["A Clash of Arms"];
    const CARDS: &[&str] = &["Armies", "The", "A ", "Two", "Every", "Each", "Eight"];
    vec![
        Page::new("welcome-name", |program| {
            welcome(program, WelcomeStage::Name)
        })
        .with(NOTHING),
        Page::new("welcome-look", |program| {
            welcome(program, WelcomeStage::Look)
        })
        .with(NOTHING),
        Page::new("welcome-ways", |program| {
            welcome(program, WelcomeStage::Ways)
        })
        .with(NOTHING),
        Page::new("start", begin).long().with(BEGIN),
        Page::new("learn", learn).long(),
        Page::new("puzzles", |program| program.go(Shown::Puzzles)).long(),
        Page::new("local", |program| program.go(Shown::Local))
            .with(OPENING)
            .shortening(CARDS),
        Page::new("host", |program| program.go(Shown::Host))
            .with(OPENING)
            .shortening(CARDS),
        Page::new("join", |program| program.go(Shown::Join))
            .long()
            .with(OPENING),
        Page::new("invitation", invitation).long().shortening(TITLE),
        Page::new("lobby", lobby).with(AT_TABLE).shortening(SEATS),
        Page::new("lobby-guest", lobby_of_guest)
            .with(AT_TABLE)
            .shortening(SEATS),
        Page::new("lobby-in-place", in_place)
            .with(NOTHING)
            .shortening(SEATS),
        Page::new("people", |program| program.go(Shown::People)).long(),
        Page::new("settings", |program| program.go(Shown::Settings))
            .long()
            .with(SETTINGS),
        Page::new("help", |program| program.go(Shown::Help)).long(),
        Page::new("rules", |program| program.go(Shown::Rules)),
        Page::new("verdict", verdict).long(),
    ]
}

/// The pages with a board.
pub(super) fn boards() -> Vec<Page> {
    const IN_PLAY: &[(&str, Do)] = &[
        ("a message", message),
        ("a draw offer", |program| {
            sees(program, |seen| seen.proposals.draw_offer = Some(Seat(1)));
        }),
        ("a request", |program| sees(program, asked_back)),
        ("no connection", |program| sees(program, lose)),
        ("three lines of chat", |program| {
            sees(program, |seen| talk(seen, 3))
        }),
    ];
    const IN_LESSON: &[(&str, Do)] = &[
        ("a message", message),
        ("a refusal", refuse),
        ("a hint", |program| program.give(LessonCommand::Hint)),
    ];
    // names, and sentences that are whole in their hover
    const LONG: &[&str] = &[
        "A Clash of Arms",
        "WarGame",
        "War Lord Tourney",
        "A Test of Wills",
        "Adalbertine",
        "Bartholom",
        "You ",
        "by way of Bartholom",
        "Blue's turn",
        "Amber's turn",
    ];
    vec![
        Page::new("lesson", |program| lesson(program, 0)).with(IN_LESSON),
        Page::new("puzzle", |program| {
            let all = puzzles_of(Family::default());
            program.give(LessonCommand::Open(all[0]));
        }),
        Page::new("table-warlord", |program| table(program, "clash-of-arms"))
            .with(IN_PLAY)
            .shortening(LONG),
        Page::new("table-wargame", |program| table(program, "wargame-small"))
            .with(IN_PLAY)
            .shortening(LONG),
        Page::new("table-tourney", |program| table(program, "tourney-small"))
            .with(IN_PLAY)
            .shortening(LONG),
        Page::new("table-seats", four_seats)
            .with(IN_PLAY)
            .shortening(LONG),
        Page::new("table-east", from_the_east)
            .with(IN_PLAY)
            .shortening(LONG),
        Page::new("card-leavers", leavers)
            .with(NOTHING)
            .shortening(LONG),
        Page::new("card-left-out", left_out)
            .with(NOTHING)
            .shortening(LONG),
        Page::new("card-agreed", going_on)
            .with(NOTHING)
            .shortening(LONG),
        Page::new("set-up-part", set_up_in_parts).shortening(LONG),
        Page::new("chat-team", team_chat).shortening(LONG),
        Page::new("table-leaders", in_own_part)
            .with(IN_PLAY)
            .shortening(LONG),
        Page::new("events", |program| tab(program, Tab::Events)).shortening(LONG),
        Page::new("chat", |program| tab(program, Tab::Chat)).shortening(LONG),
        Page::new("this-game", |program| tab(program, Tab::Rules)).shortening(LONG),
        Page::new("this-game-seats", |program| {
            four_seats(program);
            let app = program.harness.state_mut().as_mut().expect("it is shown");
            app.view.panel.tab = Tab::Rules;
        })
        .shortening(LONG),
        Page::new("duel", duel).shortening(LONG),
        Page::new("set-up-warlord", |program| secret(program, "warlord")).shortening(LONG),
        Page::new("set-up-wargame", |program| secret(program, "wargame")).shortening(LONG),
        Page::new("set-up-tourney", muster).shortening(LONG),
        Page::new("change", |program| {
            program.go(Shown::Local);
            program.give(SetUpCommand::Edit);
        }),
        Page::new("won", |program| over(program, 0))
            .with(NOTHING)
            .shortening(LONG),
        Page::new("lost", |program| over(program, 1))
            .with(NOTHING)
            .shortening(LONG),
        Page::new("replay", replay).with(NOTHING).shortening(LONG),
    ]
}

/// Takes back what has come, so that the next size begins as the first.
pub(super) fn end_of(program: &mut Program) {
    let app = program.harness.state_mut().as_mut().expect("it is shown");
    app.model.over.notice = None;
    app.model.opening.trouble = None;
    app.model.machine.findings = Vec::new();
    for waiting in &mut app.model.files.waiting {
        waiting.guest = None;
    }
    if let Some(lobby) = &mut app.model.lobby {
        let mut seen = LobbySnapshot::clone(&lobby.seen);
        seen.askers.clear();
        lobby.seen = Arc::new(seen);
    }
    if app.model.page == Shown::Table && app.model.table.is_some() {
        sees(program, |seen| {
            seen.proposals.draw_offer = None;
            seen.proposals.takeback_asked = None;
            seen.line = LineState::Up;
        });
    }
    program.settle();
}

impl Program {
    fn go(&mut self, page: Shown) {
        self.give(ShellCommand::Go(page));
    }
}

fn message(program: &mut Program) {
    program.give(News::Failed(Trouble {
        what: "The file match.fpm cannot be written: the disk is full.".to_owned(),
        advice: "make room on the disk, then try once more".to_owned(),
    }));
}

fn not_opened(program: &mut Program) {
    program.give(News::NotOpened(Trouble {
        what: "The invitation has expired: its last day was 2024-10-04.".to_owned(),
        advice: "ask the host for a new one".to_owned(),
    }));
}

fn examined(program: &mut Program) {
    let bad = Finding {
        about: "router",
        is_good: false,
        what: "The router forwards no port.".to_owned(),
        advice: "turn UPnP on in the router, or forward a port by hand".to_owned(),
    };
    let good = Finding::good("IPv6", "This machine has an address of its own.");
    program.give(News::Examined(vec![good, bad]));
}

fn guest(program: &mut Program) {
    let mut waiting = program.app().model.files.waiting.clone();
    for one in &mut waiting {
        one.guest = Some("Bo".to_owned());
    }
    program.give(News::Waiting(waiting));
}

pub(super) fn lose(seen: &mut Snapshot) {
    seen.line = LineState::Lost {
        since: Instant::now(),
    };
}

fn welcome(program: &mut Program, stage: WelcomeStage) {
    let app = program.harness.state_mut().as_mut().expect("it is shown");
    app.model.welcome();
    program.give(ShellCommand::Welcome(WelcomeCommand::To(stage)));
}

/// The start page of somebody who has played already.
fn begin(program: &mut Program) {
    program.go(Shown::Start);
    let waiting = WaitingMatch {
        game: [7; 8],
        title: "River".to_owned(),
        code: "warlord1abc".to_owned(),
        until: "2024-10-11".to_owned(),
        guest: None,
        is_asked: false,
        calls: Vec::new(),
        trouble: None,
    };
    program.give(News::Waiting(vec![waiting]));
    let saved = [
        (
            "A Clash of Arms",
            "against Bo",
            "12 turns, your turn",
            Shelf::MyTurn,
        ),
        (
            "WarGame 1",
            "against Carla",
            "3 turns, waiting for Carla",
            Shelf::Waiting,
        ),
        (
            "River",
            "Ada against Dan",
            "31 turns, Blue wins",
            Shelf::Finished,
        ),
    ];
    let saved = saved.map(|(title, players, standing, shelf)| SavedMatch {
        file: PathBuf::from("match.fpm"),
        title: title.to_owned(),
        players: players.to_owned(),
        standing: standing.to_owned(),
        day: "2024-10-04".to_owned(),
        is_offer: false,
        others: Vec::new(),
        size: "16 by 12, 8 kB".to_owned(),
        has_begun: true,
        shelf,
        is_claimed: false,
    });
    program.give(News::Saved(saved.into()));
}

/// The list of lessons of somebody who has done two.
fn learn(program: &mut Program) {
    let mut learned = program.app().model.lessons.learned.clone();
    for lesson in of_family(Family::default()).into_iter().take(2) {
        learned.change(LearnedChange::Done(name(lesson)));
    }
    program.give(News::Learned(learned));
    program.go(Shown::Lessons);
}

fn lesson(program: &mut Program, number: usize) {
    let all = of_family(Family::default());
    program.give(LessonCommand::Open(all[number]));
}

/// Sends a unit of the lesson where it cannot go.
fn refuse(program: &mut Program) {
    let table = program.app().model.shown().expect("a lesson");
    let draft = table.open_draft().expect("an open turn");
    let orders = draft.position().legal_orders(draft.side());
    let ways: Vec<_> = orders.iter().filter_map(families::way).collect();
    let (from, _) = ways[0];
    let mut cells = draft.position().board().cells();
    let far = cells.find(|cell| *cell != from && !ways.contains(&(from, *cell)));
    let far = far.expect("a cell out of reach");
    for cell in [from, far] {
        program.give(BoardCommand::Click(cell));
    }
}

fn verdict(program: &mut Program) {
    program.give(News::Judged(Judged {
        file: PathBuf::from("match.fpm"),
        word: "COMPLETE".to_owned(),
        meaning: "The match was played to its end, and both players signed the result.".to_owned(),
        clean: true,
        facts: vec![
            "31 turns.".to_owned(),
            "Blue wins: no leaders left.".to_owned(),
        ],
    }));
}

/// The page of an open invitation.
/// A code that is the same on every machine and day.
pub(super) fn code() -> home::Invitation {
    let addresses = Addresses {
        candidates: vec!["203.0.113.7:40000".parse().expect("an address")],
        ..Addresses::default()
    };
    home::Invitation {
        host: PublicKey([5; 32]),
        secret: home::JoinSecret([9; 10]),
        game: [7; 8],
        last_day: 20_007,
        addresses,
        admits: home::Admits::Match,
    }
}

fn invitation(program: &mut Program) {
    let mut seen = Snapshot::new(program.folder.path().join("match.fpm"));
    seen.contract.scenario = scenario::load("clash-of-arms").and_then(Result::ok);
    seen.meeting.invitation = Some(Arc::new(code()));
    seen.meeting.reachability = "Others can reach this machine over IPv4.".to_owned();
    opened(program, seen);
}

pub(super) fn opened(program: &mut Program, seen: Snapshot) {
    let mut first = seen.clone();
    first.messages = Default::default();
    program.give(News::Opened {
        table: 0,
        seen: first.into(),
        deciders: Match::REMOTE.into(),
    });
    // what is in the first snapshot is no news
    program.give(News::Seen(0, seen.into()));
}

pub(super) fn sees(program: &mut Program, change: impl FnOnce(&mut Snapshot)) {
    let table = program.app().model.table.as_ref().expect("a match");
    let mut seen = Snapshot::clone(&table.seen);
    change(&mut seen);
    program.give(News::Seen(0, seen.into()));
}

/// A match of some turns of that scenario, with clocks.
pub(super) fn seen_of(program: &Program, scenario: &str) -> Snapshot {
    let mut seen = played(scenario, 6);
    timed(&mut seen);
    seen.contract.scenario = scenario::load(scenario).and_then(Result::ok);
    seen.file = program.folder.path().join("match.fpm");
    seen
}

fn table(program: &mut Program, scenario: &str) {
    let seen = seen_of(program, scenario);
    opened(program, seen);
}

fn tab(program: &mut Program, tab: Tab) {
    let mut seen = seen_of(program, "clash-of-arms");
    if tab == Tab::Chat {
        talk(&mut seen, 9);
    }
    if tab == Tab::Events {
        crowded(&mut seen);
        seen.line = LineState::Up;
    }
    opened(program, seen);
    let app = program.harness.state_mut().as_mut().expect("it is shown");
    app.view.panel.tab = tab;
}

/// The Knight of Blue meets a Footman: both choose their cards.
fn duel(program: &mut Program) {
    let mut game = Match::of(first_turn("tourney-small"), Match::PEOPLE);
    for name in ["e2", "e6"] {
        game.give(BoardCommand::Click(cell(name)));
    }
    game.end_turn();
    assert!(matches!(game.position().to_act(), ToAct::Secretly(_)));
    unseen(program, game.snapshot, "tourney-small");
}

/// The set-up of a scenario of that family in which nobody sees the other's.
fn secret(program: &mut Program, family: &str) {
    let scenarios = scenario::built_in().iter().map(|one| one.key);
    let mut hidden = scenarios.filter(|key| {
        let start = start(key);
        start.family().name() == family && matches!(start.to_act(), ToAct::Secretly(_))
    });
    let key = hidden.next().expect("one with a hidden set-up");
    let game = Match::new(key, Match::PEOPLE);
    unseen(program, game.snapshot, key);
}

/// The hidden muster of a Tourney, which is an option.
fn muster(program: &mut Program) {
    let scenario = scenario::load("tourney-small").and_then(Result::ok);
    let scenario = scenario.expect("a built-in scenario");
    let options = [("muster".to_owned(), "on".to_owned())];
    let mut start = scenario.start(&options).expect("with that option");
    while let ToAct::Lots(_) = start.to_act() {
        start.resolve(rules::Lots(0)).expect("a lot is due");
    }
    let game = Match::of(start, Match::PEOPLE);
    unseen(program, game.snapshot, "tourney-small");
}

fn unseen(program: &mut Program, mut seen: Snapshot, scenario: &str) {
    seen.line = LineState::Up;
    seen.contract.scenario = scenario::load(scenario).and_then(Result::ok);
    seen.contract.seats[1].mine = false;
    seen.file = program.folder.path().join("match.fpm");
    opened(program, seen);
}

fn ended(seen: &mut Snapshot, winner: u8) {
    let won = Side::new(winner).map_or(Sides::NONE, |side| Sides::from_iter([side]));
    seen.played.outcome = Some(Outcome::Won(won, "leaders"));
    seen.stage = Stage::Over;
    seen.deciding = Default::default();
}

/// A game won by that side: the user has the first.
fn over(program: &mut Program, winner: u8) {
    table(program, "clash-of-arms");
    sees(program, |seen| ended(seen, winner));
}

fn replay(program: &mut Program) {
    let mut seen = seen_of(program, "clash-of-arms");
    ended(&mut seen, 0);
    program.give(News::Read(seen.file.clone(), seen.into()));
}
