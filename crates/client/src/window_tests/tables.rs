//! Tables of three to eight at one screen: the form with a row a player, people and computers mixed, the curtain
//! between several people, and the table resumed.

use std::fs;

use egui_kittest::kittest::{NodeT, Queryable};
use net::{LineState, SeatLine};
use protocol::Seat;
use protocol::judge::Verdict;
use rules::Rules as _;

use super::Program;
use super::layout::{at_table, played};
use crate::model::forms::{Against, Places, Who};
use crate::model::table::{Decider, Table};
use crate::model::target::Target;
use crate::model::tests::Match;
use crate::model::{DraftCommand, LibraryCommand, MatchCommand, Page, ShellCommand};

impl Program {
    /// Fills in the form for a table: the scenario, and who sits at the places after the user's.
    fn lay(&mut self, scenario: &str, others: &[(Who, &str)]) {
        self.choose(scenario, false);
        if self.app().model.forms.local.places.all().is_empty() {
            self.click("Several players");
        }
        while self.app().model.forms.local.places.all().len() <= others.len() {
            self.scroll_to("Add a player");
            self.click("Add a player");
        }
        let mut form = self.app().model.forms.local.clone();
        for (number, (who, name)) in (1..).zip(others) {
            let place = form.places.get_mut(number).expect("added");
            (place.who, place.name) = (*who, (*name).to_owned());
        }
        self.give(ShellCommand::Local(form));
        self.frames();
    }

    /// A turn of the first legal order, or of as many as the rules demand: two passes in a row would end a game.
    pub(super) fn take_a_turn(&mut self) {
        let turns = self.turns();
        let actor = self.table().actor();
        // another person's turn may follow at once
        while self.table().actor() == actor && self.turns() == turns {
            let Some(draft) = self.table().open_draft() else {
                break;
            };
            let (now, side) = (draft.position(), draft.side());
            let closing = now.closing(side);
            let may_end = draft.is_whole() || closing.is_some() && !draft.is_empty();
            let mut orders = now.legal_orders(side).into_iter();
            let order = orders.find(|order| Some(order) != closing.as_ref());
            let order = order.map(|order| now.order_text(side, &order));
            match order.filter(|_| !may_end) {
                Some(order) => self.give(DraftCommand::Typed(order)),
                None => self.give(DraftCommand::EndTurnNow),
            }
            self.frames();
        }
        self.until("the end of the turn", |program| program.turns() > turns);
    }

    #[track_caller]
    pub(super) fn until_draft_of(&mut self, seat: u8) {
        self.until("a person's turn", |program| {
            let table = program.app().model.table.as_ref();
            table.is_some_and(|table| {
                let actor = table.actor().map(|(seat, _)| seat);
                actor == Some(Seat(seat)) && table.open_draft().is_some()
            })
        });
    }
}

#[test]
fn four_players_share_two_sides_and_a_computer_is_one_of_them() {
    let mut program = Program::start_as("Ann");
    let easy = Who::Computer(computer::Level::Easy);
    let others = [(Who::Person, "Bea"), (easy, ""), (Who::Person, "Dot")];
    program.lay("clash-of-arms", &others);
    assert_eq!(program.app().model.forms.local.against, Against::Several);
    program.click("Start the game");
    program.until_draft_of(0);
    let names: Vec<String> = program
        .table()
        .seen
        .contract
        .seats
        .iter()
        .map(|seat| seat.name.clone())
        .collect();
    assert_eq!(names, ["Ann", "Bea", "Computer (easy)", "Dot"]);
    let deciders = [
        Decider::Person,
        Decider::Person,
        Decider::Computer(computer::Level::Easy),
        Decider::Person,
    ];
    assert_eq!(program.table().deciders, deciders);
    program.until_shown("Ann (Blue) to move");
    program.take_a_turn();
    // the members of a side take its turns one after the other
    program.until_draft_of(1);
    program.until_shown("Bea (Amber) to move");
    program.take_a_turn();
    program.until_draft_of(3);
    assert_eq!(
        program.turns(),
        3,
        "the computer has taken the second turn of its side"
    );
    program.until_shown("Dot (Amber) to move");
    let file = program.table().seen.file.clone();
    program.give(LibraryCommand::LeaveNow);
    program.until("the start page", |program| {
        program.app().model.page == Page::Start
    });
    program.give(LibraryCommand::Resume(file.clone()));
    program.until("the table again", |program| {
        program.app().model.table.is_some()
    });
    program.until_draft_of(3);
    assert_eq!(program.table().deciders, deciders, "known by their names");
    program.take_a_turn();
    program.until_draft_of(0);
    let report = protocol::judge::judge(&[&fs::read(file).expect("a file")]);
    assert_eq!(report.verdict, Verdict::Open, "{}", report.why);
}

#[test]
fn who_resigns_at_a_table_is_left_by_one_click_and_the_others_play_on() {
    let mut program = Program::start_as("Ann");
    let others = [(Who::Person, "Bea"), (Who::Person, "Cid")];
    program.lay("clash-of-arms", &others);
    program.click("Start the game");
    program.until_draft_of(0);
    let old = program.table().seen.file.clone();
    program.take_a_turn();
    program.until_draft_of(1);
    program.take_a_turn();
    program.until_draft_of(2);
    program.give(MatchCommand::Resign);
    program.frames();
    program.until_shown(
        "You are out of the game, and the others go on without you. This cannot be taken back.",
    );
    program.give(MatchCommand::ResignNow);
    program.until_shown("Cid (Blue) has resigned.");
    program.until_shown("Nothing is lost by waiting.");
    program.click("Go on without Cid");
    program.until("the new match", |program| {
        program.table().seen.file != old && program.table().seen.leaving.may.is_empty()
    });
    // Ann takes the turn of her side
    program.until_draft_of(0);
    program.take_a_turn();
    program.until_draft_of(1);
    assert_eq!(
        program.table().seen.leaving.gone,
        [(Seat(2), protocol::WhyGone::Resigned)]
    );
    let read = |file| fs::read(file).expect("a file");
    let both = [read(old), read(program.table().seen.file.clone())];
    let report = protocol::judge::judge(&[&both[1]]);
    assert_eq!(report.verdict, Verdict::Open, "{}", report.why);
    let report = protocol::judge::judge(&[&both[0], &both[1]]);
    assert!(report.findings.is_empty(), "{:?}", report.findings);
}

#[test]
fn the_curtain_names_each_person_in_turn() {
    let folder = Program::folder_of("Ann");
    let scenario = folder.path().join("skirmish.toml");
    fs::write(&scenario, include_str!("skirmish.toml")).expect("written");
    let mut program = Program::start_in(folder);
    program.frames();
    program.give(LibraryCommand::OpenTarget(Target::Scenario(scenario)));
    program.until("the form", |program| {
        program.app().model.page == Page::Local
    });
    program.click("Several players");
    let mut form = program.app().model.forms.local.clone();
    for (number, name) in [(1, "Bea"), (2, "Cid")] {
        let place = form.places.get_mut(number).expect("three");
        (place.who, place.name) = (Who::Person, name.to_owned());
    }
    program.give(ShellCommand::Local(form));
    program.frames();
    program.click("Start the game");
    for name in ["Ann", "Bea"] {
        let ready = format!("I am {name}: show my side");
        program.until_shown(&ready);
        program.until_shown("Everybody else looks away now.");
        program.click(&ready);
        program.until_shown("Set up your army");
        program.click("Fill up");
        program.click("Lock the set-up");
        program.click("Lock");
    }
    program.until_draft_of(0);
}

#[test]
fn a_game_of_four_sides_is_played_at_one_screen() {
    let mut program = Program::start_as("Ann");
    program.choose("tourney-4", true);
    let places = &program.app().model.forms.local.places;
    assert_eq!(places.all().len(), 4, "a row a side");
    assert!(
        program
            .harness
            .query_by_label("Somebody at this screen")
            .is_none()
    );
    assert!(Places::least(rules::Sides::first(4)) == 4);
    program.click("Start the game");
    program.until("the first turn", |program| {
        let table = program.app().model.table.as_ref();
        table.is_some_and(|table| {
            table.seen.contract.seats.len() == 4 && table.open_draft().is_some()
        })
    });
    let turns = program.turns();
    program.take_a_turn();
    // three computers, and Ann again
    program.until("the second round", |program| {
        program.turns() >= turns + 4 && program.table().open_draft().is_some()
    });
}

/// A match of four at four machines, two to a side, as Ada's program shows it.
fn four_machines() -> net::Snapshot {
    let mut seen = played("clash-of-arms", 2);
    let more = seen.contract.seats.clone().into_iter().zip(["Cid", "Dot"]);
    for (mut info, name) in more.collect::<Vec<_>>() {
        info.seat = Seat(info.seat.0 + 2);
        (info.name, info.called) = (name.to_owned(), name.to_owned());
        info.mine = false;
        seen.contract.seats.push(info);
    }
    let line = |seat, way| SeatLine {
        seat: Seat(seat),
        state: LineState::Up,
        way,
    };
    seen.lines = vec![line(1, None), line(2, Some(Seat(1))), line(3, None)];
    seen
}

#[test]
fn every_seat_of_other_machines_has_a_line_in_the_panel_and_ones_own_side_is_the_last() {
    let mut program = at_table(four_machines(), [1024.0, 700.0]);
    let top = |label: &str| {
        let found = program.harness.get_by_label_contains(label);
        found.rect().top()
    };
    let [bo, dot, ada, cid] = ["Bo: ", "Dot: ", "Ada (here): ", "Cid: "].map(top);
    assert!(bo < dot && dot < ada && ada < cid, "own side last");
    program.button("Ada (here): to move");
    program.button("Cid: by way of Bo");
    program.button("Dot: connected");
    // who gives up at a table leaves the others to go on, once
    program.click("Resign\u{2026}");
    program.until_shown("You are out of the game, and the others go on without you.");
    program.click("Resign");
    let resign = program.button("Resign\u{2026}");
    assert!(resign.accesskit_node().is_disabled(), "once");
    let game = at_table(played("clash-of-arms", 2), [1024.0, 700.0]);
    let resign = game.button("Resign\u{2026}");
    assert!(!resign.accesskit_node().is_disabled());
    assert!(!game.shows("Bo: connected"), "two players have no list");
}

#[test]
fn the_words_at_a_table_name_players_and_no_other_player() {
    let mut seen = four_machines();
    seen.messages.error = None;
    let (table, _) = Table::new(0, seen.into(), Match::REMOTE.into(), false);
    assert_eq!(table.others(), "the others");
    assert_eq!(table.another(), "somebody");
    let (two, _) = Table::new(
        0,
        played("clash-of-arms", 2).into(),
        Match::REMOTE.into(),
        false,
    );
    assert_eq!((two.others(), two.another()), ("Bo", "Bo"));
}

#[test]
fn long_names_of_members_are_whole_in_the_hover() {
    let mut seen = four_machines();
    for info in &mut seen.contract.seats {
        info.mine = true;
        info.called = format!("{} of the House of Hohenberg", info.called);
    }
    let mut program = at_table(seen, [1024.0, 700.0]);
    let names = "Ada of the House of Hohenberg, Cid of the House of Hohenberg";
    let shown = |program: &Program| program.harness.query_all_by_label(names).count();
    assert_eq!(shown(&program), 1, "cut in its line");
    let label = format!("{names}: ");
    program.harness.get_by_label_contains(&label).click();
    program.frames();
    assert_eq!(shown(&program), 2, "and whole");
}
