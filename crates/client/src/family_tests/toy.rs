//! The model of a turn that other decisions interrupt.

use families::toy::model::GiveUp;
use families::{HandCommand, SecretChange};
use kit::model::meaning::Pick;
use protocol::{Deed, Seat};
use rules::testing::toy::{Order, Position};
use rules::{AnyOrder, AnyPosition, Rules, Side, ToAct};
use scenario::Scenario;

use crate::model::table::Decider;
use crate::model::tests::{Match, cell, proposed};
use crate::model::{BoardCommand, DraftCommand, Effect, SecretCommand};

/// North has two units on one cell and a way to the goal; three fronts are one step apart.
pub(super) const SCENARIO: &str = r#"
format = 1
family = "toy"
title = "Toy"

[board]
files = 4
ranks = 4
goal = ["d4"]

[turn]
orders = 2
cards = 3
turns = 12

[set-up]
units = """
nn .. n. ..
.. n. .. ..
.. s. .. ..
.. .. ss ..
"""
"#;

fn start() -> AnyPosition {
    start_of(SCENARIO)
}

fn start_of(text: &str) -> AnyPosition {
    scenario::toy::accept();
    let scenario = Scenario::parse("toy.toml", text).expect("a right file");
    scenario.start(&[]).expect("no options")
}

/// A game with a camp, in which decisions follow the orders of a turn.
pub(super) fn with_camp() -> String {
    SCENARIO.replace("turns = 12", "turns = 12\ncamp = 1")
}

fn own(position: &AnyPosition) -> &Position {
    let AnyPosition::Toy(position) = position else {
        panic!("a position of this family: {position:?}");
    };
    position
}

fn click(game: &mut Match, from: &str, to: &str) {
    game.give(BoardCommand::Click(cell(from)));
    game.give(BoardCommand::Click(cell(to)));
}

/// The order that sends the draft, if it can be sent.
fn sent(game: &Match) -> Option<Vec<AnyOrder>> {
    game.table().open_draft().and_then(families::turn)
}

/// A fight in which the first person is to choose a card, with the curtain lifted.
pub(super) fn in_a_fight() -> Match {
    let mut game = Match::of(start(), Match::PEOPLE);
    click(&mut game, "b3", "b2");
    game.end_turn();
    game.give(SecretCommand::LiftCurtain);
    game
}

/// Both people at one screen choose their cards, each behind a curtain.
fn fight(game: &mut Match, cards: [u8; 2]) {
    for (seat, card) in cards.into_iter().enumerate() {
        assert_eq!(game.table().secrets.curtain, Some(Seat(seat as u8)));
        game.give(SecretCommand::LiftCurtain);
        assert!(game.give(SecretCommand::LockNow).is_empty(), "no card yet");
        game.give(SecretChange::Toy(card));
        let effects = game.give(SecretCommand::LockNow);
        game.carry_out(&effects);
    }
    assert!(game.table().secrets.choice.is_none() && game.table().secrets.curtain.is_none());
}

#[test]
fn an_attack_ends_what_is_sent_and_the_turn_continues_after_the_decision_of_the_other_side() {
    let mut game = Match::of(start(), Match::PEOPLE);
    let turn = |game: &Match| game.position().turn().number;
    click(&mut game, "b3", "b2");
    let draft = game.table().open_draft().expect("an open turn");
    assert!(draft.is_whole() && matches!(draft.position().to_act(), ToAct::Secretly(_)));
    let orders = sent(&game).expect("a fight may begin");
    assert_eq!(orders.len(), 1, "no order closes a turn in a fight");
    game.end_turn();
    fight(&mut game, [3, 2]);
    let south = Side::new(1).expect("a side");
    assert_eq!(game.table().drafting(), Some(south));
    assert_eq!(turn(&game), 1, "north is still on turn");
    assert_eq!(sent(&game), None, "a retreat is due");
    assert!(game.give(DraftCommand::EndTurn).is_empty());
    assert_eq!(game.model.over.dialog, None, "nothing can be ended");
    game.give(BoardCommand::Click(cell("b4")));
    assert!(game.table().board.hint.is_some(), "too far");
    game.give(BoardCommand::Click(cell("b1")));
    let orders = sent(&game).expect("the decision is made");
    assert_eq!(orders, [AnyOrder::Toy(Order::Retreat(cell("b1")))]);
    game.give(BoardCommand::Undo);
    assert_eq!(sent(&game), None);
    game.give(HandCommand::Toy(GiveUp));
    game.end_turn();
    let north = Side::new(0).expect("a side");
    assert_eq!(game.table().drafting(), Some(north));
    assert_eq!(
        turn(&game),
        1,
        "the turn continues where the decision left it"
    );
    assert_eq!(own(game.position()).units()[cell("b2")], [1, 0]);
    assert_eq!(sent(&game), Some(vec![AnyOrder::Toy(Order::End)]));
    click(&mut game, "a4", "b4");
    let orders = sent(&game).expect("the last order ends the turn");
    assert_eq!(orders.len(), 1, "the last order ends it without another");
    game.end_turn();
    assert_eq!((turn(&game), game.table().drafting()), (2, Some(south)));
    let names = game
        .table()
        .seen
        .record()
        .iter()
        .map(|step| match step.deed {
            Deed::Orders { side, .. } => ["north", "south"][side.index()],
            Deed::Opened(_) => "cards",
            Deed::Lots { .. } => "lot",
            Deed::TakenBack { .. } | Deed::Continued { .. } => "back",
        });
    assert_eq!(
        names.collect::<Vec<_>>(),
        ["north", "cards", "south", "north"]
    );
}

#[test]
fn a_choice_of_an_earlier_fight_does_not_stay_if_the_next_thing_seen_is_another_fight() {
    let mut game = Match::of(start(), [Decider::Peer, Decider::Person]);
    let attack = |game: &mut Match, from: &str, to: &str| {
        let order = AnyOrder::Toy(Order::Move(cell(from), cell(to)));
        game.propose(Seat(0), &[order])
    };
    attack(&mut game, "b3", "b2");
    game.give(SecretChange::Toy(3));
    let effects = game.give(SecretCommand::LockNow);
    let (seat, orders) = proposed(&effects);
    assert!(game.table().locked().is_some());
    // this window looks again only when the peer has lost, retreated and attacked once more
    let mut ahead = Match::of(start(), [Decider::Peer, Decider::Peer]);
    attack(&mut ahead, "b3", "b2");
    ahead.propose(seat, &orders);
    ahead.propose(Seat(0), &[AnyOrder::Toy(Order::Card(2))]);
    let retreat = Order::Retreat(cell("a2"));
    let again = Order::Move(cell("a2"), cell("b2"));
    ahead.propose(Seat(0), &[retreat, again].map(AnyOrder::Toy));
    game.snapshot = ahead.snapshot.clone();
    game.show();
    assert!(game.table().locked().is_none() && !game.table().turn.sent);
    let secret = game
        .table()
        .secrets
        .choice
        .as_ref()
        .expect("another card is due");
    assert_eq!(secret.order(), None);
}

#[test]
fn the_computer_is_asked_for_its_card_and_its_retreat_in_the_turn_of_the_person() {
    let mut game = Match::of(start(), Match::AGAINST_COMPUTER);
    click(&mut game, "b3", "b2");
    let effects = game.end_turn();
    let asked = |effects: &[Effect]| {
        let questions = effects.iter().filter_map(|effect| match effect {
            Effect::Think(question) => Some(question.seat),
            _ => None,
        });
        questions.collect::<Vec<_>>()
    };
    assert_eq!(asked(&effects), [Seat(1)]);
    assert_eq!(game.table().secrets.curtain, None, "one person alone");
    game.give(SecretChange::Toy(3));
    let effects = game.give(SecretCommand::LockNow);
    game.carry_out(&effects);
    assert!(game.table().waiting_for().contains("Bo to choose a card"));
    let effects = game.propose(Seat(1), &[AnyOrder::Toy(Order::Card(2))]);
    assert_eq!(asked(&effects), [Seat(1)], "south lost");
    game.propose(Seat(1), &[AnyOrder::Toy(Order::GiveUp)]);
    assert!(
        game.table().open_draft().is_some(),
        "north's turn is not over"
    );
}

/// True if none of the effects sends anything; a sound may be among them.
fn is_unsent(effects: &[Effect]) -> bool {
    !effects
        .iter()
        .any(|effect| matches!(effect, Effect::Send(_)))
}

/// North has taken a prisoner, and nothing is sent of the rest of its turn.
fn prisoner_taken() -> Match {
    let mut game = Match::of(start_of(&with_camp()), Match::PEOPLE);
    click(&mut game, "b3", "b2");
    game.end_turn();
    fight(&mut game, [3, 2]);
    game.give(HandCommand::Toy(GiveUp));
    game.end_turn();
    assert_eq!(own(game.position()).prisoners(), [0, 1]);
    game
}

#[test]
fn the_end_of_a_turn_asks_what_is_still_to_decide_and_then_sends() {
    let mut game = prisoner_taken();
    let north = Side::new(0).expect("a side");
    assert_eq!(sent(&game), None, "a guard is due first");
    let effects = game.give(DraftCommand::EndTurn);
    assert!(is_unsent(&effects), "nothing is sent: {effects:?}");
    assert_eq!(game.model.over.dialog, None, "nothing is asked yet");
    let draft = game.table().open_draft().expect("the same turn");
    assert_eq!(draft.len(), 1);
    assert_eq!(draft.position().to_act(), ToAct::One(north));
    let words = game.table().board.hands.words(draft.position());
    assert!(words.is_some_and(|words| words.contains("guards the prisoners")));
    assert!(is_unsent(&game.give(DraftCommand::EndTurn)), "not decided");
    game.give(BoardCommand::Undo);
    assert!(
        game.table()
            .open_draft()
            .is_some_and(|draft| draft.is_empty())
    );
    game.give(DraftCommand::EndTurn);
    // the units of a cell are chosen from the list, here by key
    assert!(game.table().choices().is_empty(), "no cell is chosen");
    game.give(BoardCommand::Click(cell("a4")));
    let names: Vec<String> = game
        .table()
        .choices()
        .into_iter()
        .map(|it| it.name)
        .collect();
    assert_eq!(names, ["The first unit on a4", "The second unit on a4"]);
    game.give(BoardCommand::Pick(Pick::Unit(cell("a4"), 1)));
    let guard = AnyOrder::Toy(Order::Guard(cell("a4"), 2));
    let orders = sent(&game).expect("all is decided");
    assert_eq!(orders, [AnyOrder::Toy(Order::End), guard]);
    game.end_turn();
    let words = families::secret_words(game.position());
    assert_eq!(words.choose, "give a sign");
    fight(&mut game, [1, 2]);
    let south = Side::new(1).expect("a side");
    assert_eq!(game.table().drafting(), Some(south), "in the turn of north");
    assert_eq!(game.position().turn().number, 1);
    assert_eq!(sent(&game), None);
    game.give(BoardCommand::Click(cell("b1")));
    assert_eq!(sent(&game), None, "no prisoner is chosen");
    game.give(BoardCommand::NextPick);
    let chosen = game.table().choices().into_iter().find(|it| it.is_chosen);
    assert_eq!(chosen.map(|it| it.pick), Some(Pick::Apart(0)));
    game.give(BoardCommand::Click(cell("d1")));
    // the last decision in north's turn, and south's own turn follows: both are sent together
    let draft = game
        .table()
        .open_draft()
        .expect("an open turn of one's own");
    assert_eq!(draft.position().turn().number, 2);
    assert!(families::is_pass(draft), "nothing is ordered in it yet");
    click(&mut game, "d1", "d2");
    let draft = game
        .table()
        .open_draft()
        .expect("an open turn of one's own");
    assert!(!families::is_pass(draft));
    let orders = sent(&game).expect("the turn can be closed");
    assert_eq!(orders[0], AnyOrder::Toy(Order::Return(cell("d1"))));
    assert_eq!(orders.len(), 3);
    game.end_turn();
    let turn = game.position().turn();
    assert_eq!((turn.number, turn.side), (3, north));
    let steps = game.table().seen.record().len();
    let shown = |back: usize| game.table().orders(steps - back).map_or(0, |it| it.1.len());
    assert_eq!(
        (shown(1), shown(3)),
        (2, 2),
        "`end` is shown before an order"
    );
}

#[test]
fn typed_orders_have_blanks_and_are_separated_by_semicolons() {
    let mut game = prisoner_taken();
    game.give(DraftCommand::Typed("end; guard a4 1".to_owned()));
    assert_eq!(game.model.over.notice, None);
    let orders = sent(&game).expect("all is decided");
    assert_eq!(orders.len(), 2);
    let like = game.table().orders_like("guard");
    assert!(like.is_empty(), "the guard is posted");
    game.give(BoardCommand::Undo);
    let like = game.table().orders_like("guard a");
    assert!(like.iter().all(|(text, _)| text.starts_with("guard a")));
    assert_eq!(like.len(), 2, "{like:?}");
}
