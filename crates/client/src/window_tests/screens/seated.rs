//! The pages of tables of more than two: before the match begins, and in play.

use std::sync::Arc;
use std::time::Instant;

use families::Secret;
use home::SeatInfo;
use net::lobby::LobbySnapshot;
use net::{ChatLine, LineState, MayLeave, SeatLine, Snapshot};
use protocol::lobby::{HostTable, Player};
use protocol::manifest::Pace;
use protocol::testing::{Seeded, Table};
use protocol::{
    Agreement, Audience, Fate, History, LeaveTerms, Leaver, PublicKey, RoundTerms, Seat, Stage,
    WhyGone,
};
use rules::{AnyPosition, Lots, Rules as _, Side, ToAct};

use super::Program;
use super::pages::{opened, seen_of, sees};
use crate::family_tests::shared::filled;
use crate::model::News;
use crate::model::table::Decider;
use crate::views::side_panel::Tab;
use crate::window_tests::party::{Party, identity, offer};

/// A table of four: a guest with a long name, a computer, and a free seat.
fn party() -> Party {
    let mut party = Party::new("clash-of-arms", 4);
    party.sits("Bartholomäus Oberschmidt the Elder", Some(Seat(1)));
    let computer = Player::computer(identity(9), "Computer (easy)", "easy");
    party.host.seat_player(Seat(2), computer).expect("free");
    party.carry();
    party
}

pub(super) fn lobby(program: &mut Program) {
    let mut seen = party().of_host();
    seen.chat = Arc::new(vec![("Ada".to_owned(), "Who plays Amber?".to_owned())]);
    program.sits_at(seen);
}

pub(super) fn lobby_of_guest(program: &mut Program) {
    let mut party = party();
    party.host.mark_seen();
    party.guests[0].mark_seen();
    let mut changed = offer("clash-of-arms");
    changed.takeback = false;
    party.host.set_offer(&changed).expect("sound");
    party.carry();
    program.sits_at(party.of_guest(0));
}

pub(super) fn asked_to_sit(program: &mut Program) {
    let mut seen = LobbySnapshot::clone(&program.app().model.lobby.as_ref().expect("a table").seen);
    seen.askers = {
        let mut party = party();
        party.comes("Cid", Some(Seat(3)));
        party.host.askers()
    };
    program.sees_table(seen, Vec::new());
}

/// A match of four at four machines, two to a side.
pub(super) fn four_seats(program: &mut Program) {
    let mut seen = seen_of(program, "clash-of-arms");
    let more = seen.contract.seats.clone().into_iter().zip(["Cid", "Dot"]);
    for (mut info, name) in more.collect::<Vec<_>>() {
        info.seat = Seat(info.seat.0 + 2);
        info.name = name.to_owned();
        info.called = name.to_owned();
        info.mine = false;
        seen.contract.seats.push(info);
    }
    seen.time.clocks.clear();
    let line = |seat, way| SeatLine {
        seat: Seat(seat),
        state: LineState::Up,
        way,
    };
    seen.lines = vec![line(1, None), line(2, Some(Seat(1))), line(3, None)];
    opened(program, seen);
}

/// The first turn of a match of four at four machines, of whom that one sits here; each has the side of its place.
fn seated(
    program: &mut Program,
    scenario: &str,
    start: AnyPosition,
    sides: [u8; 4],
    here: &str,
    change: impl FnOnce(&mut Snapshot),
) {
    const NAMES: [&str; 4] = ["Ann", "Ben", "Cid", "Dot"];
    let mut position = start;
    while let ToAct::Lots(_) = position.to_act() {
        position.resolve(Lots(0)).expect("a lot is due");
    }
    let mut seen = Snapshot {
        stage: Stage::Playing,
        line: LineState::Up,
        ..Snapshot::new(program.folder.path().join("match.fpm"))
    };
    let seats = (0..).zip(NAMES).zip(sides);
    let seats = seats.map(|((seat, name), side)| SeatInfo {
        seat: Seat(seat),
        side: Side::new(side).expect("a side"),
        team: side,
        name: name.to_owned(),
        called: name.to_owned(),
        key: PublicKey([seat; 32]),
        mine: name == here,
    });
    seen.contract.seats = seats.collect();
    seen.contract.scenario = scenario::load(scenario).and_then(Result::ok);
    seen.played.history = Some(Arc::new(History::new(position.clone())));
    seen.deciding.awaited = match position.to_act() {
        ToAct::One(side) => {
            let member = usize::from(position.member(side).unwrap_or(0));
            vec![seen.members(side).nth(member).expect("seated").seat]
        }
        _ => seen.contract.seats.iter().map(|info| info.seat).collect(),
    };
    let others = seen.contract.seats.iter().filter(|info| !info.mine);
    let line = |info: &SeatInfo| SeatLine {
        seat: info.seat,
        state: LineState::Up,
        way: None,
    };
    seen.lines = others.map(line).collect();
    seen.played.position = Some(Arc::new(position));
    let deciders = NAMES.map(|name| match name == here {
        true => Decider::Person,
        false => Decider::Peer,
    });
    change(&mut seen);
    program.give(News::Opened {
        table: 0,
        seen: seen.into(),
        deciders: deciders.into(),
    });
}

fn start_of(scenario: &str, members: &[u8]) -> AnyPosition {
    let scenario = scenario::load(scenario).expect("built in").expect("valid");
    let start = scenario.start(&[]).expect("its own options");
    match members {
        [] => start,
        members => start.by_leaders(members).expect("shared by leaders"),
    }
}

/// A game of four sides, seen from the east.
pub(in crate::window_tests) fn from_the_east(program: &mut Program) {
    let start = start_of("tourney-4", &[]);
    seated(program, "tourney-4", start, [0, 2, 1, 3], "Ben", |_| ());
}

/// A game of two sides that two players each share by leaders, at the screen of one, in Ann's part of the first turn;
/// Ben plays the second.
pub(in crate::window_tests) fn by_leaders(program: &mut Program, here: &str) {
    let start = start_of("clash-of-arms", &[2, 2]);
    seated(program, "clash-of-arms", start, [0, 0, 1, 1], here, |_| ());
}

/// Clash of Arms with two players a side, at Ben's screen, once Ann has closed her part of the turn and his has begun.
pub(in crate::window_tests) fn in_own_part(program: &mut Program) {
    let mut start = start_of("clash-of-arms", &[2, 2]);
    let side = Side::new(0).expect("Blue");
    let done = start.parse_order(side, "done").expect("an order");
    start.apply(side, &done).expect("Ann is done");
    seated(program, "clash-of-arms", start, [0, 0, 1, 1], "Ben", |_| ());
}

/// A hidden set-up in parts at Ben's screen: Ann has shown hers, and Ben has not begun.
pub(in crate::window_tests) fn set_up_in_parts(program: &mut Program) {
    let start = start_of("test-of-wills", &[2, 2]);
    let side = Side::new(0).expect("Blue");
    let mut part = Secret::new(&start, side).expect("a set-up to make");
    part.narrow(0);
    part.update(filled());
    let part = part.order().expect("a whole part");
    seated(
        program,
        "test-of-wills",
        start,
        [0, 0, 1, 1],
        "Ben",
        |seen| {
            seen.deciding.plans = vec![(Seat(0), Arc::new(part))];
        },
    );
}

/// A card for a player who is silent and has a long name, and one for a player who is convicted.
pub(super) fn leavers(program: &mut Program) {
    four_seats(program);
    sees(program, |seen| {
        seen.contract.seats[1].called = seen.contract.seats[1].name.clone();
        seen.lines[0].state = LineState::Lost {
            since: Instant::now(),
        };
        seen.leaving.may = vec![
            left(seen, Seat(1), WhyGone::Silent),
            left(seen, Seat(3), WhyGone::Convicted),
        ];
        seen.leaving.may[1].is_agreed = true;
        seen.leaving.may[1].leaver.agreed = vec![Seat(0)];
        seen.leaving.may[1].leaver.missing = vec![Seat(2)];
    });
}

/// A player of a table of four without whom the others may go on; nobody has agreed yet.
pub(in crate::window_tests) fn left(seen: &Snapshot, seat: Seat, why: WhyGone) -> MayLeave {
    let others = seen.contract.seats.iter().map(|info| info.seat);
    let others = others.filter(|other| *other != seat);
    let side = seen.side_of(seat).expect("a side");
    let mates = seen.members(side).map(|info| info.seat);
    let mates = mates.filter(|mate| *mate != seat);
    let name = seen.side_names().of(side).to_owned();
    MayLeave {
        leaver: Leaver {
            seat,
            why,
            agreed: Vec::new(),
            missing: others.collect(),
        },
        is_agreed: false,
        terms: Some(LeaveTerms {
            turn: 7,
            turn_name: "Blue's turn 4".to_owned(),
            undone: 1,
            fates: vec![(seat, name, Fate::Shared(mates.collect()))],
            round: RoundTerms::Unopened,
            wins: false,
            pace: Pace::Untimed,
        }),
    }
}

/// The others have gone on without the player at this screen.
pub(super) fn left_out(program: &mut Program) {
    four_seats(program);
    sees(program, |seen| seen.leaving.is_left_out = true);
}

/// The player at this screen has signed the new match, and two have not yet.
pub(super) fn going_on(program: &mut Program) {
    four_seats(program);
    sees(program, |seen| {
        seen.leaving.is_going_on = true;
        seen.next.agreement = Some(Agreement {
            agreed: vec![Seat(0), Seat(2)],
            missing: vec![Seat(1), Seat(3)],
            is_signed: true,
        });
    });
}

/// A table in the place of a match: Ann hosts it, Ben has come, Eve plays on for Cid, and Dot is awaited.
pub(super) fn in_place(program: &mut Program) {
    const SEED: u8 = 1;
    let seats = || (0..4).map(Seat);
    let lines = seats().flat_map(|a| seats().map(move |b| (a, b)));
    let lines: Vec<(Seat, Seat)> = lines.filter(|(a, b)| a < b).collect();
    let manifest = protocol::testing::table(&offer("clash-of-arms"), 4, SEED);
    let mut old = Table::<4>::under_way(manifest, &lines, SEED);
    let mut dice = Seeded(4);
    for _ in 0..3 {
        assert!(old.play_one(&mut dice));
    }
    old.disconnect();
    let ann = old.session(Seat(0));
    let beginning = ann.offer_places(old.now).expect("under way");
    let past = ann.match_file().expect("a match");
    let of = |seat: u8, name| Player::person(protocol::testing::identity(seat, SEED), name);
    let host = HostTable::in_place(vec![of(0, "Ann")], beginning, past, [7; 32]);
    let mut party = Party::of(host.expect("a table"));
    party.brings(of(1, "Ben"), None);
    party.host.open(Seat(2)).expect("it is free");
    party.sits("Eve", Some(Seat(2)));
    program.sits_at(party.of_host());
}

/// A table by leaders with words to the team.
pub(super) fn team_chat(program: &mut Program) {
    let start = start_of("clash-of-arms", &[2, 2]);
    seated(program, "clash-of-arms", start, [0, 0, 1, 1], "Ben", |_| ());
    let said = [
        (2, Audience::All, "Good luck to you both"),
        (0, Audience::Team, "I take the left"),
        (1, Audience::Team, "Good"),
    ];
    sees(program, |seen| {
        let chat = Arc::make_mut(&mut seen.messages.chat);
        chat.extend(said.map(|(seat, to, text)| ChatLine {
            seat: Seat(seat),
            to,
            text: text.to_owned(),
        }));
    });
    let app = program.harness.state_mut().as_mut().expect("it is shown");
    app.view.panel.tab = Tab::Chat;
}
