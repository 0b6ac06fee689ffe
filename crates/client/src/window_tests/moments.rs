//! Moments of a game in the window: large over the board once, in the reader's words, and gone with the next deed.

use egui_kittest::kittest::Queryable;
use kit::model::scenarios::with_set_up;
use net::Snapshot;
use protocol::{Seat, Stage};
use rules::{AnyPosition, Outcome, Rules, Side};

use super::Program;
use crate::model::tests::{Match, cell};
use crate::model::{BoardCommand, News, ShellCommand};

/// A game of few units in which the first leader captured makes the claim; either side can capture one.
fn few() -> AnyPosition {
    let scenario = scenario::load("clash-of-arms").expect("built in");
    let scenario = scenario.expect("a valid one");
    let set_up = "15l/16/16/16/16/16/4l11/3LH11/6L9/12lll1/2L13/16";
    let scenario = with_set_up(&scenario, set_up).expect("a legal set-up");
    let options = [("short".to_owned(), "1".to_owned())];
    scenario.start(&options).expect("known options")
}

/// The snapshots of a match before and after the side to move drags one unit and ends its turn.
fn turn(mut game: Match, from: &str, to: &str) -> (Snapshot, Snapshot) {
    let scenario = scenario::load("clash-of-arms").expect("built in");
    game.snapshot.contract.scenario = scenario.ok();
    let before = game.snapshot.clone();
    game.give(BoardCommand::Drag(cell(from), cell(to)));
    assert_eq!(game.orders(), 1);
    game.end_turn();
    (before, game.snapshot)
}

/// A turn of this screen that captures a leader: before and after it.
pub(super) fn played() -> (Snapshot, Snapshot) {
    turn(Match::of(few(), Match::REMOTE), "e5", "e6")
}

/// The other player's turn that captures a leader: before and after it.
pub(super) fn with_a_claim_against_us() -> (Snapshot, Snapshot) {
    // the same turn, given by the person at a screen of the first side
    let (before, after) = played();
    let change = |mut seen: Snapshot| {
        // its reader sits on the other side
        let mut seats = seen.contract.seats.clone();
        let sides: Vec<Side> = seats.iter().map(|seat| seat.side).collect();
        for (seat, side) in seats.iter_mut().zip(sides.into_iter().rev()) {
            seat.side = side;
        }
        seen.contract.seats = seats;
        for seat in &mut seen.deciding.awaited {
            *seat = Seat(1 - seat.0);
        }
        seen
    };
    (change(before), change(after))
}

impl Program {
    pub(super) fn watch(&mut self, seen: &Snapshot) {
        self.give(News::Opened {
            table: 0,
            seen: seen.clone().into(),
            deciders: Match::REMOTE.into(),
        });
        self.frames();
    }

    /// Lets that happen which leads to `after`, and shows it.
    pub(super) fn see(&mut self, after: &Snapshot) {
        self.give(News::Seen(0, after.clone().into()));
        // what another side did is played back before its moment comes
        self.until("the moment", |program| {
            program.app().view.stepping.is_done()
        });
        self.frames();
    }

    /// The name of the plate over the board, which also those have who do not see it.
    fn plate(&self) -> Option<String> {
        let moment = self.app().model.table.as_ref()?.moment.as_ref()?;
        let words = moment.words();
        let mut shown = self.harness.query_all_by_label(&words);
        shown.next().map(|_| words.clone())
    }
}

#[test]
fn a_leader_captured_is_staged_with_the_claim_it_makes_and_is_gone_with_the_next_click() {
    // with reduced motion too
    for still in [false, true] {
        let mut program = Program::start();
        let mut settings = program.app().model.settings.clone();
        settings.still = still;
        program.give(ShellCommand::Settings(settings));
        let (before, after) = played();
        program.watch(&before);
        assert_eq!(program.plate(), None);
        program.see(&after);
        let words = "Amber's Leader on e6 was captured: 1 of 1. You claim the win, 1 to 0: Amber has one turn to answer";
        assert_eq!(program.plate().as_deref(), Some(words));
        // the same news again stage nothing anew
        program.give(News::Seen(0, after.clone().into()));
        assert_eq!(program.plate().as_deref(), Some(words));
        program.give(BoardCommand::Click(cell("a1")));
        program.frames();
        assert_eq!(program.plate(), None);
        program.give(News::Seen(0, after.into()));
        program.frames();
        assert_eq!(program.plate(), None, "once");
    }
}

#[test]
fn a_leader_lost_is_staged_from_the_losers_side() {
    let mut program = Program::start();
    let (before, after) = with_a_claim_against_us();
    program.watch(&before);
    program.see(&after);
    let words = "Your Leader on e6 was captured: 1 of 1. Blue claims the win, 1 to 0: you have one turn to answer";
    assert_eq!(program.plate().as_deref(), Some(words));
}

#[test]
fn a_moment_waits_for_nobody_and_ends_by_itself() {
    let mut program = Program::start();
    let (before, after) = played();
    program.watch(&before);
    program.see(&after);
    assert!(program.plate().is_some());
    // the clock of the harness passes a quarter of a second a frame
    program.harness.run_steps(40);
    assert_eq!(program.plate(), None);
    // what it said stays in the line above the board
    program.until_shown("You claim the win, 1 to 0");
}

#[test]
fn a_town_won_is_staged() {
    let scenario = scenario::load("wargame-small").expect("built in");
    let scenario = scenario.expect("a valid one");
    let options = [("towns".to_owned(), "on".to_owned())];
    let start = scenario.start(&options).expect("a switch");
    // infantry beside the town e3
    let text = "11(sc)/12/12/12/12/3I8/12/4(SC)7 w 5 0";
    let position = start.with_text(text).expect("a sound position");
    let mut program = Program::start();
    let (before, after) = turn(Match::of(position, Match::REMOTE), "d3", "e3");
    program.watch(&before);
    program.see(&after);
    assert_eq!(
        program.plate().as_deref(),
        Some("You took the town e3: 1 of 2")
    );
}

#[test]
fn both_set_ups_opening_are_staged() {
    let mut program = Program::start();
    let mut game = Match::new("test-of-wills", Match::REMOTE);
    let before = game.snapshot.clone();
    // the first of the ready-made set-ups
    let orders = [0, 1].map(|seat| {
        let side = Side::new(seat).expect("a side");
        let ready = game.position().legal_orders(side).into_iter().next();
        ready.expect("a whole set-up")
    });
    for (seat, order) in (0..).zip(orders) {
        game.propose(Seat(seat), &[order]);
    }
    program.watch(&before);
    program.see(&game.snapshot);
    let plate = program.plate().expect("it is staged");
    assert!(plate.starts_with("Both armies are open"), "{plate}");
}

#[test]
fn the_end_is_staged_from_the_readers_side_with_what_to_do_next() {
    let (_, played) = played();
    for (winner, title) in [(0, "You won"), (1, "You lost")] {
        let mut program = Program::start();
        program.watch(&played);
        let mut over = played.clone();
        let winner = Side::new(winner).expect("a side");
        over.played.outcome = Some(Outcome::Won(winner.into(), rules::RESIGN));
        over.stage = Stage::Over;
        over.deciding.awaited = Vec::new();
        program.give(News::Seen(0, over.into()));
        program.frames();
        for words in [title, "Replay", "The last turn", "Look at the board"] {
            assert!(program.harness.query_by_label(words).is_some(), "{words}");
        }
        program.click("Look at the board");
        assert!(program.harness.query_by_label(title).is_none(), "once");
    }
}
