//! The model without window, network or files: a referee in the test answers what it wants sent.

mod composition;
mod entry;
mod hidden;
mod set_up;

use std::path::PathBuf;
use std::sync::Arc;

use board::Cell;
use rules::warlord::{Order, Position};
use rules::{AnyPosition, Lots, Rules, Side, ToAct};

use super::command::{Action, Command, Dialog, Effect, Page};
use super::forms::{Choice, Setting, SideWish};
use super::seen::{Line, Said, Seat, Seen, Stage, Trouble, Turn};
use super::settings::Settings;
use super::table::{Level, Player, Spot};
use super::{Model, words};

const PEOPLE: [Player; 2] = [Player::Person, Player::Person];
const AGAINST_COMPUTER: [Player; 2] = [Player::Person, Player::Computer(Level::Easy)];
const REMOTE: [Player; 2] = [Player::Person, Player::Remote];

/// A match whose session is the rules alone.
struct Match {
    model: Model,
    seen: Seen,
    set_ups: [Option<Order>; 2],
}

fn start(scenario: &str) -> Position {
    let scenario = scenario::load(scenario)
        .expect("a built-in scenario")
        .expect("a valid one");
    let AnyPosition::Warlord(position) = scenario.start(&[]).expect("its own options");
    position
}

fn cell(name: &str) -> Cell {
    name.parse().expect("a cell")
}

impl Match {
    fn new(scenario: &str, players: [Player; 2]) -> Self {
        let position = start(scenario);
        let hidden = matches!(position.to_act(), ToAct::Secretly(_));
        let now = Arc::new(position);
        let seats = [(0, Side::White, "Ada"), (1, Side::Black, "Bo")];
        let seen = Seen {
            stage: Stage::Playing,
            line: Line::Here,
            seats: seats
                .into_iter()
                .map(|(seat, side, name)| Seat {
                    seat,
                    side,
                    name: name.to_owned(),
                    mine: players[usize::from(seat)] != Player::Remote,
                })
                .collect(),
            title: "A match".to_owned(),
            scenario: None,
            options: Vec::new(),
            first: (!hidden).then(|| now.clone()),
            now: Some(now),
            turns: Arc::default(),
            waiting: if hidden { vec![0, 1] } else { vec![0] },
            locked: Vec::new(),
            sealed: Vec::new(),
            draw_offer: None,
            chat: Vec::new(),
            outcome: None,
            invitation: None,
            reachability: String::new(),
            file: PathBuf::from("match.fpm"),
            verdict: None,
            notes: Vec::new(),
            refused: None,
            trouble: None,
        };
        let mut game = Self {
            model: Model::new(Settings::default()),
            seen,
            set_ups: [None, None],
        };
        game.model.local.setting = Setting::default();
        game.model.update(Command::StartLocal);
        let seen = Arc::new(game.seen.clone());
        game.model.update(Command::Opened {
            table: 1,
            seen,
            players,
        });
        game
    }

    fn give(&mut self, command: Command) -> Vec<Effect> {
        self.model.update(command)
    }

    fn show(&mut self) -> Vec<Effect> {
        let seen = Arc::new(self.seen.clone());
        self.model.update(Command::Seen(1, seen))
    }

    /// What a session does with a proposal.
    fn propose(&mut self, seat: u8, orders: &[Order]) -> Vec<Effect> {
        let side = self.seen.seat(seat).expect("a seat").side;
        let mut position = (**self.seen.now.as_ref().expect("a position")).clone();
        if let [Order::SetUp(_)] = orders {
            position.check(side, &orders[0]).expect("a legal set-up");
            self.set_ups[side.index()] = Some(orders[0].clone());
            self.seen.locked.push(seat);
            self.seen.waiting.retain(|other| *other != seat);
            if let [Some(white), Some(black)] = &self.set_ups {
                position.apply(Side::White, white).expect("legal");
                position.apply(Side::Black, black).expect("legal");
                position.resolve(Lots(0)).expect("a lot is due");
                self.seen.first = Some(Arc::new(position.clone()));
                self.await_side(position.side());
                self.seen.now = Some(Arc::new(position));
            }
            return self.show();
        }
        let number = position.turn();
        for order in orders {
            position.apply(side, order).expect("a proposal is legal");
        }
        assert!(
            position.outcome().is_some() || position.orders_made() == 0,
            "a whole turn"
        );
        let mut turns = self.seen.turns.to_vec();
        let after = Arc::new(position.clone());
        let made = orders
            .iter()
            .filter(|order| **order != Order::End)
            .cloned()
            .collect();
        turns.push(Arc::new(Turn {
            side,
            number,
            orders: made,
            after: after.clone(),
        }));
        self.seen.turns = Arc::new(turns);
        self.seen.now = Some(after);
        self.seen.outcome = position.outcome();
        match position.outcome() {
            Some(_) => {
                self.seen.waiting.clear();
                self.seen.stage = Stage::Over;
            }
            None => self.await_side(position.side()),
        }
        self.show()
    }

    fn await_side(&mut self, side: Side) {
        let seat = self.seen.seat_of(side).expect("a seat").seat;
        self.seen.waiting = vec![seat];
    }

    /// Carries out what comes of ending the turn.
    fn end_turn(&mut self) -> Vec<Effect> {
        let effects = self.give(Command::EndTurnNow);
        self.carry_out(effects)
    }

    /// What the session does with what was sent to it.
    fn carry_out(&mut self, effects: Vec<Effect>) -> Vec<Effect> {
        let [Effect::Send(Action::Propose(seat, orders))] = &effects[..] else {
            panic!("ending a turn proposes it: {effects:?}");
        };
        let (seat, orders) = (*seat, orders.clone());
        self.propose(seat, &orders)
    }

    fn table(&self) -> &super::Table {
        self.model.table.as_ref().expect("an open match")
    }

    fn position(&self) -> &Position {
        self.table().position().expect("a position")
    }

    fn orders(&self) -> usize {
        self.table()
            .draft
            .as_ref()
            .map_or(0, |draft| draft.orders().len())
    }

    /// Some legal order of the side to move, given by two clicks.
    fn click_something(&mut self) {
        let draft = self.table().open_draft().expect("an open turn");
        let side = draft.side();
        let position = draft.position();
        let moves = position
            .units()
            .filter(|(_, unit)| unit.side == side)
            .find_map(|(from, _)| {
                let order = position.legal_orders_from(from).into_iter().next()?;
                Some((from, super::table::destination(&order, from)?))
            });
        let (from, to) = moves.expect("a legal order");
        self.give(Command::Click(from));
        self.give(Command::Click(to));
    }
}

#[test]
fn two_clicks_give_an_order_and_undo_all_gives_the_start_back() {
    let mut game = Match::new("clash-of-arms", PEOPLE);
    let before = game.position().clone();
    for made in 1..=4 {
        game.click_something();
        assert_eq!(game.orders(), made);
        assert_ne!(game.position(), &before);
    }
    game.give(Command::BackTo(0));
    assert_eq!(game.position(), &before);
}

#[test]
fn every_undo_and_redo_of_a_turn_shows_the_position_it_came_from() {
    let mut game = Match::new("clash-of-arms", PEOPLE);
    let mut positions = vec![game.position().clone()];
    for _ in 0..4 {
        game.click_something();
        positions.push(game.position().clone());
    }
    for expected in positions.iter().rev().skip(1) {
        game.give(Command::Undo);
        assert_eq!(game.position(), expected);
    }
    game.give(Command::Undo);
    assert_eq!(game.position(), &positions[0]);
    for expected in &positions[1..] {
        game.give(Command::Redo);
        assert_eq!(game.position(), expected);
    }
    game.give(Command::Redo);
    assert_eq!(game.position(), &positions[4]);
}

#[test]
fn another_order_after_an_undo_forgets_what_was_undone() {
    let mut game = Match::new("clash-of-arms", PEOPLE);
    game.click_something();
    game.give(Command::Undo);
    game.give(Command::Click(cell("b4")));
    game.give(Command::Click(cell("b5")));
    assert_eq!(game.orders(), 1);
    assert!(!game.table().draft.as_ref().expect("a draft").can_redo());
}

#[test]
fn a_drag_gives_the_same_order_as_two_clicks_and_one_on_an_own_unit_gives_none() {
    let mut clicked = Match::new("clash-of-arms", PEOPLE);
    clicked.give(Command::Click(cell("b4")));
    clicked.give(Command::Click(cell("b5")));
    let mut dragged = Match::new("clash-of-arms", PEOPLE);
    dragged.give(Command::Drag(cell("b4"), cell("b5")));
    assert_eq!(clicked.position(), dragged.position());
    dragged.give(Command::Drag(cell("c4"), cell("b5")));
    assert_eq!(dragged.orders(), 1);
    assert_eq!(dragged.table().selected, Some(cell("c4")));
}

#[test]
fn a_refused_order_changes_nothing_and_says_why() {
    let mut game = Match::new("clash-of-arms", PEOPLE);
    let before = game.position().clone();
    game.give(Command::Click(cell("b4")));
    game.give(Command::Click(cell("b9")));
    assert_eq!(game.position(), &before);
    let hint = game.table().hint.clone().expect("a reason");
    assert!(hint.what.contains("b4") && hint.rule.is_some(), "{hint:?}");
    assert!(!hint.advice.is_empty());
}

#[test]
fn choosing_a_unit_that_cannot_move_says_why() {
    let mut game = Match::new("clash-of-arms", PEOPLE);
    game.give(Command::Drag(cell("b4"), cell("b5")));
    game.give(Command::Click(cell("b5")));
    let hint = game.table().hint.clone().expect("a reason");
    assert!(hint.what.contains("already moved"), "{hint:?}");
}

#[test]
fn ending_a_turn_asks_first_and_sends_the_whole_turn_once() {
    let mut game = Match::new("clash-of-arms", REMOTE);
    game.click_something();
    assert!(game.give(Command::EndTurn).is_empty());
    assert_eq!(game.model.dialog, Some(Dialog::EndTurn));
    let effects = game.give(Command::EndTurnNow);
    assert!(
        matches!(&effects[..], [Effect::Send(Action::Propose(0, orders))] if orders.len() == 2 && orders[1] == Order::End)
    );
    assert_eq!(game.model.dialog, None);
    assert!(game.give(Command::EndTurnNow).is_empty(), "sent once");
    let before = game.position().clone();
    game.give(Command::Undo);
    assert_eq!(game.position(), &before, "what is sent cannot be undone");
}

#[test]
fn the_question_can_be_switched_off() {
    let mut game = Match::new("clash-of-arms", REMOTE);
    let settings = Settings {
        confirm_end: false,
        ..Settings::default()
    };
    game.give(Command::Settings(settings));
    let effects = game.give(Command::EndTurn);
    assert!(
        matches!(&effects[..], [Effect::Send(Action::Propose(0, orders))] if orders == &[Order::End])
    );
}

#[test]
fn a_refused_turn_is_open_again_with_all_its_orders() {
    let mut game = Match::new("clash-of-arms", REMOTE);
    game.click_something();
    game.give(Command::EndTurnNow);
    game.seen.refused = Some(Trouble {
        what: "No.".to_owned(),
        advice: String::new(),
        rule: None,
    });
    game.show();
    assert!(game.model.notice.is_some());
    assert_eq!(
        game.table().open_draft().map(|draft| draft.orders().len()),
        Some(1)
    );
}

#[test]
fn chat_and_a_lost_line_leave_the_unfinished_turn_alone() {
    let mut game = Match::new("clash-of-arms", REMOTE);
    game.click_something();
    game.click_something();
    game.seen.chat.push(Said {
        seat: 1,
        text: "hello".to_owned(),
    });
    let effects = game.show();
    assert!(matches!(effects[..], [Effect::Attention]));
    game.seen.line = Line::Lost;
    game.show();
    assert_eq!(game.orders(), 2);
}

#[test]
fn turns_go_back_and_forth_between_two_people() {
    let mut game = Match::new("clash-of-arms", PEOPLE);
    for turn in 0..6 {
        let side = Side::BOTH[turn % 2];
        assert_eq!(game.table().actor().map(|(_, side)| side), Some(side));
        game.click_something();
        game.end_turn();
    }
    assert_eq!(game.table().seen.turns.len(), 6);
}

#[test]
fn the_computer_is_asked_once_and_its_answer_is_sent_only_if_it_still_fits() {
    let mut game = Match::new("clash-of-arms", AGAINST_COMPUTER);
    game.click_something();
    let effects = game.end_turn();
    let [Effect::Think(question)] = &effects[..] else {
        panic!("the computer is asked: {effects:?}");
    };
    let question = question.clone();
    assert!(game.show().is_empty(), "asked once");
    let answer = game.give(Command::Thought(question.clone(), vec![Order::End]));
    assert!(matches!(&answer[..], [Effect::Send(Action::Propose(1, _))]));
    game.propose(1, &[Order::End]);
    assert!(
        game.give(Command::Thought(question, vec![Order::End]))
            .is_empty(),
        "too late"
    );
}

#[test]
fn the_computer_declines_a_draw() {
    let mut game = Match::new("clash-of-arms", AGAINST_COMPUTER);
    game.give(Command::OfferDraw);
    assert_eq!(game.model.dialog, Some(Dialog::OfferDraw));
    let effects = game.give(Command::OfferDrawNow);
    assert!(matches!(effects[..], [Effect::Send(Action::OfferDraw(0))]));
    game.seen.draw_offer = Some(0);
    let effects = game.show();
    assert!(matches!(
        effects[..],
        [Effect::Send(Action::AnswerDraw(1, false))]
    ));
}

#[test]
fn an_offer_of_a_draw_is_answered_by_the_seat_it_was_made_to() {
    let mut game = Match::new("clash-of-arms", REMOTE);
    game.seen.draw_offer = Some(1);
    game.show();
    let effects = game.give(Command::AnswerDraw(true));
    assert!(matches!(
        effects[..],
        [Effect::Send(Action::AnswerDraw(0, true))]
    ));
    game.seen.draw_offer = Some(0);
    game.show();
    assert!(
        game.give(Command::AnswerDraw(true)).is_empty(),
        "nobody answers the own offer"
    );
}

#[test]
fn resigning_needs_an_answer() {
    let mut game = Match::new("clash-of-arms", REMOTE);
    assert!(game.give(Command::Resign).is_empty());
    assert_eq!(game.model.dialog, Some(Dialog::Resign));
    game.give(Command::CloseDialog);
    assert_eq!(game.model.dialog, None);
    game.give(Command::Resign);
    let effects = game.give(Command::ResignNow);
    assert!(matches!(effects[..], [Effect::Send(Action::Resign(0))]));
}

#[test]
fn the_record_is_walked_through_order_by_order_and_back_to_now() {
    let mut game = Match::new("clash-of-arms", PEOPLE);
    let first = game.position().clone();
    for _ in 0..2 {
        game.click_something();
        game.click_something();
        game.end_turn();
    }
    let now = game.position().clone();
    let mut steps = 0;
    while game.table().spot() != Some(Spot { turn: 0, orders: 0 }) {
        game.give(Command::Step(false));
        steps += 1;
        assert!(steps < 20, "the record has a beginning");
        assert!(
            game.table().open_draft().is_none(),
            "the past is not played in"
        );
    }
    assert_eq!(game.position().to_text(), first.to_text());
    while game.table().spot().is_some() {
        game.give(Command::Step(true));
        steps += 1;
        assert!(steps < 40, "the record has an end");
    }
    assert_eq!(game.position(), &now);
    game.give(Command::StepTurn(false));
    assert_eq!(game.table().spot(), Some(Spot { turn: 0, orders: 2 }));
    game.give(Command::Look(None));
    assert_eq!(game.position(), &now);
}

#[test]
fn looking_at_the_past_does_not_lose_the_unfinished_turn() {
    let mut game = Match::new("clash-of-arms", PEOPLE);
    game.click_something();
    game.end_turn();
    game.click_something();
    let mine = game.position().clone();
    game.give(Command::Look(Some(Spot { turn: 0, orders: 0 })));
    game.give(Command::Click(cell("b4")));
    game.give(Command::Undo);
    game.give(Command::Look(None));
    assert_eq!(game.position(), &mine);
}

#[test]
fn the_endings_name_repetition_only_where_it_is_on() {
    let scenario = scenario::load("clash-of-arms")
        .expect("a built-in scenario")
        .expect("a valid one");
    for (on, count) in [("off", 0), ("on", 1)] {
        let options = [("repetition".to_owned(), on.to_owned())];
        let AnyPosition::Warlord(position) = scenario.start(&options).expect("known options");
        let lines = words::endings(&position);
        let told = lines.iter().filter(|line| line.contains("third time"));
        assert_eq!(told.count(), count, "{lines:?}");
    }
}

#[test]
fn a_claim_is_told_in_words_until_the_game_is_over() {
    let scenario = scenario::load("clash-of-arms")
        .expect("a built-in scenario")
        .expect("a valid one");
    let set_up = "15l/16/16/16/16/16/4l11/3LH11/6L9/12lll1/2L13/16";
    let scenario = Choice { scenario }.with(set_up).expect("a legal set-up");
    let options = [("short".to_owned(), "1".to_owned())];
    let AnyPosition::Warlord(mut position) = scenario.start(&options).expect("known options");
    let told = |position: &Position| words::claim(position, &[]);
    let rule = told(&position).expect("the short game");
    assert!(rule.contains("has captured 1 leader and more"), "{rule}");
    let takes = Order::Move {
        from: cell("e5"),
        to: cell("e6"),
    };
    position.apply(Side::White, &takes).expect("legal");
    position.apply(Side::White, &Order::End).expect("legal");
    let claim = told(&position).expect("a claim");
    let expected = "White claims the win with 1 leader against 0. Black has this one turn";
    assert!(claim.starts_with(expected), "{claim}");
    position.apply(Side::Black, &Order::End).expect("legal");
    assert_eq!(told(&position), None);
}

#[test]
fn what_was_told_before_does_not_hide_a_refusal() {
    let mut game = Match::new("clash-of-arms", PEOPLE);
    game.give(Command::Copy("The code is", "warlord1".to_owned()));
    assert!(game.model.notice.is_some());
    game.give(Command::Click(cell("b4")));
    game.give(Command::Click(cell("b9")));
    assert_eq!(game.model.notice, None);
    assert!(game.table().hint.is_some());
    game.give(Command::Copy("The code is", "warlord1".to_owned()));
    game.seen.stage = Stage::Over;
    game.show();
    assert_eq!(game.model.notice, None, "the match has gone on");
}

#[test]
fn late_news_of_another_match_changes_nothing() {
    let mut game = Match::new("clash-of-arms", PEOPLE);
    let seen = Arc::new(game.seen.clone());
    assert!(game.give(Command::Seen(7, seen.clone())).is_empty());
    let effects = game.give(Command::Opened {
        table: 7,
        seen,
        players: REMOTE,
    });
    assert!(effects.is_empty());
    assert_eq!(game.table().id, 1);
}

#[test]
fn a_bad_code_is_told_and_nothing_is_lost() {
    let mut model = Model::new(Settings::default());
    model.update(Command::Go(Page::Join));
    model.update(Command::Code("warlord1oops".to_owned()));
    let effects = model.update(Command::StartJoin);
    assert!(matches!(&effects[..], [Effect::Join { code, .. }] if code == "warlord1oops"));
    assert!(model.opening);
    let trouble = Trouble {
        what: "Cut off.".to_owned(),
        advice: "copy it again".to_owned(),
        rule: None,
    };
    model.update(Command::NotOpened(trouble.clone()));
    assert_eq!((model.page, model.opening), (Page::Join, false));
    assert_eq!(
        (model.code.as_str(), model.trouble.as_ref()),
        ("warlord1oops", Some(&trouble))
    );
    model.update(Command::Code("warlord1oop".to_owned()));
    assert_eq!(
        model.trouble, None,
        "a change of the code takes the complaint away"
    );
}

#[test]
fn leaving_an_unfinished_match_asks_and_an_unanswered_invitation_goes_back_to_its_form() {
    let mut game = Match::new("clash-of-arms", PEOPLE);
    assert!(game.give(Command::Leave).is_empty());
    assert_eq!(game.model.dialog, Some(Dialog::Leave));
    let effects = game.give(Command::LeaveNow);
    assert!(matches!(effects[..], [Effect::Leave, Effect::List]));
    assert_eq!(game.model.page, Page::Start);

    let mut game = Match::new("clash-of-arms", REMOTE);
    game.model.host.side = SideWish::Black;
    game.seen.stage = Stage::Greeting;
    game.show();
    game.give(Command::LeaveNow);
    assert_eq!(game.model.page, Page::Host);
    assert_eq!(
        game.model.host.side,
        SideWish::Black,
        "the form is as it was"
    );
}

#[test]
fn a_rematch_changes_sides() {
    let mut game = Match::new("clash-of-arms", PEOPLE);
    assert!(game.model.can_rematch());
    let effects = game.give(Command::Rematch);
    assert!(matches!(&effects[..], [Effect::Local(_, form)] if form.side == SideWish::Black));
}

#[test]
fn help_and_settings_lead_back_to_the_page_they_were_opened_from() {
    let mut model = Model::new(Settings::default());
    model.update(Command::Go(Page::Host));
    model.update(Command::Go(Page::Help));
    model.update(Command::Go(Page::Settings));
    model.update(Command::Back);
    assert_eq!(model.page, Page::Host);
}

#[test]
fn the_title_has_a_dot_exactly_when_a_person_here_must_act() {
    let mut game = Match::new("clash-of-arms", REMOTE);
    assert!(game.model.title().starts_with("(\u{25CF})"));
    game.end_turn();
    assert!(game.model.title().starts_with("Warlord"));
}

#[test]
fn the_summary_of_a_turn_counts_orders_and_idle_leaders() {
    let mut game = Match::new("clash-of-arms", PEOPLE);
    assert!(words::turn_summary(game.position()).contains("pass"));
    game.click_something();
    let summary = words::turn_summary(game.position());
    assert!(
        summary.contains("1 of 4 orders used") && summary.contains("5 leaders idle"),
        "{summary}"
    );
}
