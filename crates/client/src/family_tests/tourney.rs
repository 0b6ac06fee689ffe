//! The model of War Lord Tourney at a table: a whole game by clicks and answers, and what is said before a move.

use families::tourney::model::answers::{Answer, answers};
use families::tourney::model::hand::HandCommand;
use families::tourney::model::secret::Change;
use kit::model::meaning::Pick;
use protocol::Seat;
use rules::tourney::{Asked, BLACK, Card, Kind, LadyChoice, Order, Position, WHITE};
use rules::{AnyPosition, Lots, Rules, Side, ToAct};

use crate::model::tests::{Match, cell, start};
use crate::model::{BoardCommand, DraftCommand, Effect, SecretCommand};

/// White holds nobody, Black holds the Knight of White; White's Footman is before the Green of Black.
const BEGINNING: &str = "3w3/l1f4/3F3/7/3LW2/6k/7 w 1 0 db=K";

fn at(text: &str) -> AnyPosition {
    at_with("tourney-small", text)
}

fn at_with(scenario: &str, text: &str) -> AnyPosition {
    start(scenario).with_text(text).expect("a sound position")
}

fn game(text: &str) -> Match {
    Match::of(at(text), Match::PEOPLE)
}

fn now(game: &Match) -> &Position {
    own(game.position())
}

fn own(position: &AnyPosition) -> &Position {
    let AnyPosition::Tourney(position) = position else {
        panic!("a position of this family: {position:?}");
    };
    position
}

fn click(game: &mut Match, cells: &[&str]) {
    for name in cells {
        game.give(BoardCommand::Click(cell(name)));
    }
}

/// The answers that the side with the open draft can give.
#[track_caller]
fn open_answers(game: &Match) -> Vec<Answer> {
    let side = game.table().drafting().expect("an open draft");
    answers(now(game), side)
}

/// The effects without the sound of the order.
fn sent(mut effects: Vec<Effect>) -> Vec<Effect> {
    effects.retain(|effect| matches!(effect, Effect::Send(_)));
    effects
}

/// Gives the answer of that order, by its place, as the keys and buttons do.
#[track_caller]
fn answer(game: &mut Match, order: &Order) {
    let place = open_answers(game)
        .iter()
        .position(|answer| answer.order == *order);
    let place = place.unwrap_or_else(|| panic!("{order:?} is no answer: {:?}", open_answers(game)));
    let effects = sent(game.give(HandCommand::Take(place as u8)));
    // nothing is asked a second time: what is decided is sent
    if !effects.is_empty() {
        game.carry_out(&effects);
    }
}

/// The one answer whose button has those words.
#[track_caller]
fn labeled(game: &mut Match, words: &str) {
    let answers = open_answers(game);
    let mut meant = answers.iter().filter(|it| it.label.contains(words));
    let order = meant.next().expect("an answer of that name").order.clone();
    assert!(meant.next().is_none(), "one answer has these words");
    answer(game, &order);
}

/// Both people at one screen choose a card for their only pair.
#[track_caller]
fn fight(game: &mut Match, cards: [Card; 2]) {
    for (seat, card) in (0..).zip(cards) {
        assert_eq!(game.table().secrets.curtain, Some(Seat(seat)));
        game.give(SecretCommand::LiftCurtain);
        assert!(game.give(SecretCommand::LockNow).is_empty(), "no card yet");
        game.give(Change::Card(0, card));
        let effects = game.give(SecretCommand::LockNow);
        game.carry_out(&effects);
    }
}

/// The order texts of the open draft.
#[track_caller]
fn drafted(game: &Match) -> Vec<String> {
    let draft = game.table().open_draft().expect("an open draft");
    draft.orders().map(families::short).collect()
}

/// The possible meanings of the last click.
fn asked(game: &Match) -> Vec<&str> {
    let hand = &game.table().board.hands.tourney;
    hand.asked.iter().map(|deed| deed.label.as_str()).collect()
}

fn kinds_in(men: impl Iterator<Item = impl std::borrow::Borrow<rules::tourney::Man>>) -> Vec<Kind> {
    men.map(|man| man.borrow().unit.kind).collect()
}

#[test]
fn a_game_with_a_freeing_duels_a_recall_a_succession_and_a_fallen_castle() {
    let mut game = game(BEGINNING);
    // freeing: the end of the turn asks first, and then sends
    click(&mut game, &["d5", "d6"]);
    assert_eq!(drafted(&game), ["d5-d6"]);
    game.give(DraftCommand::EndTurn);
    assert_eq!(drafted(&game), ["d5-d6", "end"], "nothing is sent yet");
    assert!(matches!(now(&game).asked(), Asked::Free(_)));
    labeled(&mut game, "Free the Knight");
    assert_eq!(drafted(&game), ["d5-d6", "end", "free knight"]);
    // the last order has passed the turn on, and the words are still about this one
    let draft = game.table().open_draft().expect("it is not sent yet");
    assert_eq!(draft.position().turn().side, BLACK);
    let summary = families::turn_summary(draft, &game.table().turn.ready);
    assert_eq!(summary, "All is decided.");
    let decided = game.table().decided().expect("a position");
    assert_eq!(decided.turn().side, WHITE);
    game.end_turn();
    assert_eq!(kinds_in(now(&game).queue(WHITE)), [Kind::Knight]);

    // a duel of one round on Black's own Green
    assert_eq!(game.table().drafting(), Some(BLACK));
    click(&mut game, &["c6", "d6"]);
    game.end_turn();
    let words = families::secret_words(game.position());
    assert_eq!(words.choose, "choose a card");
    fight(&mut game, [Card::MiddleLow, Card::HighMiddle]);
    assert_eq!(game.table().drafting(), Some(BLACK), "the victor decides");
    let said: Vec<String> = open_answers(&game).into_iter().map(|it| it.label).collect();
    assert_eq!(
        said,
        ["Capture the Footman on d6", "Slay the Footman on d6"]
    );
    labeled(&mut game, "Capture");
    assert_eq!(kinds_in(now(&game).dungeon(BLACK)), [Kind::Footman]);

    // a recall, for which the occupant of the Castle must step out
    click(&mut game, &["d3", "e3"]);
    assert_eq!(
        asked(&game),
        ["Go there", "Send the Warlord home", "Choose the unit there"]
    );
    game.give(HandCommand::Take(1));
    assert_eq!(drafted(&game), ["recall e3"]);
    let position = now(&game);
    assert_eq!(kinds_in(position.queue(WHITE)), [Kind::Warlord]);
    assert_eq!(kinds_in(position.on(cell("d2"))), [Kind::Knight]);
    game.end_turn();

    // a Knight is slain, so that nobody but the Lady can follow the Warlord
    click(&mut game, &["g2", "d2"]);
    game.end_turn();
    fight(&mut game, [Card::MiddleLow, Card::HighMiddle]);
    labeled(&mut game, "Slay");

    // the side that is not on turn slays the Warlord who attacks, and his Lady trades her life for his
    click(&mut game, &["d1", "d2"]);
    game.end_turn();
    fight(&mut game, [Card::MiddleLow, Card::HighMiddle]);
    assert_eq!(
        (game.table().drafting(), now(&game).side()),
        (Some(BLACK), WHITE)
    );
    labeled(&mut game, "Slay");
    assert_eq!(game.table().drafting(), Some(WHITE));
    assert!(matches!(now(&game).asked(), Asked::Lady { .. }));
    answer(&mut game, &Order::Lady(LadyChoice::Trade));
    assert_eq!(kinds_in(now(&game).queue(WHITE)), [Kind::Warlord]);

    // the Castle falls with its last defender, at once
    assert_eq!(game.table().drafting(), Some(BLACK));
    click(&mut game, &["d2", "d1"]);
    game.end_turn();
    fight(&mut game, [Card::MiddleLow, Card::HighMiddle]);
    let ToAct::Nobody(outcome) = now(&game).to_act() else {
        panic!("the game is over: {:?}", now(&game).asked());
    };
    assert_eq!(
        families::outcome(
            rules::Family::Tourney,
            outcome,
            &game.table().seen.contract.seats,
            game.table().seen.side_names()
        ),
        "Bo (Amber) wins: a Castle has fallen."
    );
}

#[test]
fn the_words_after_a_won_duel_are_about_the_decision_and_not_about_the_next_turn() {
    let mut game = game("3w3/l6/7/7/3Kf2/7/3W3 w 1 0");
    click(&mut game, &["d3", "e3"]);
    game.end_turn();
    fight(&mut game, [Card::HighMiddle, Card::MiddleLow]);
    let mut draft = game.table().open_draft().expect("a decision").clone();
    let words = families::turn_words(families::decided(&draft));
    assert_eq!((words.side, words.left), (WHITE, [0, 0]));
    let order = open_answers(&game)[0].order.clone();
    let order = rules::AnyOrder::Tourney(order);
    draft.push(order).expect("an answer");
    assert_eq!(draft.position().turn().side, BLACK, "it is passed on");
    let summary = families::turn_summary(&draft, &game.table().turn.ready);
    assert_eq!(summary, "All is decided.");
    let words = families::turn_words(families::decided(&draft));
    assert_eq!(words.side, WHITE);
    assert!(!words.used.contains("0 of"), "{}", words.used);
    assert!(families::is_answered(&draft));
    // and one press of the button sends it
    let effects = sent(game.give(HandCommand::Take(0)));
    let (seat, orders) = crate::model::tests::proposed(&effects);
    assert_eq!((seat, orders.len()), (Seat(0), 1));
    assert_eq!(game.model.over.dialog, None);
}

#[test]
fn the_units_of_a_square_are_chosen_one_after_the_other_by_click_key_and_list() {
    let mut game = game("3w3/2l1f2/7/7/3(WF)3/7/3L3 w 1 0");
    let chosen = |game: &Match| {
        let choices = game.table().choices().into_iter();
        let chosen: Vec<String> = choices
            .filter(|it| it.is_chosen)
            .map(|it| it.name)
            .collect();
        chosen
    };
    click(&mut game, &["d3"]);
    assert_eq!(chosen(&game), ["Warlord on d3"]);
    click(&mut game, &["d3"]);
    assert_eq!(chosen(&game), ["Footman on d3"]);
    game.give(BoardCommand::NextPick);
    assert_eq!(chosen(&game), ["Warlord on d3"]);
    game.give(BoardCommand::Pick(Pick::Unit(cell("d3"), 1)));
    click(&mut game, &["d2"]);
    assert_eq!(drafted(&game), ["Fd3-d2"]);
    // the last of them lets the square go
    game.give(BoardCommand::Undo);
    click(&mut game, &["d3", "d3", "d3"]);
    assert!(game.table().board.selected.is_none());
}

#[test]
fn the_loss_of_a_lady_is_asked_about_before_the_move() {
    // a Lady who comes to a lone Footman is captured
    let mut game = game("3w3/l6/7/7/3Lf2/7/3W3 w 1 0");
    click(&mut game, &["d3", "e3"]);
    assert!(drafted(&game).is_empty(), "not yet given");
    let words = game.table().board.hands.words(game.position());
    let words = words.expect("a warning");
    assert!(words.starts_with("Your Lady is captured"), "{words}");
    click(&mut game, &["e3"]);
    assert_eq!(drafted(&game), ["d3-e3"]);
    let summary = families::turn_summary(
        game.table().open_draft().expect("an open draft"),
        &game.table().turn.ready,
    );
    assert!(summary.contains("your Lady is captured"), "{summary}");
}

#[test]
fn a_fighter_against_two_writes_a_card_for_each_of_them() {
    let mut game = game(
        "3w3/l6/7/7/3K(kf)2/7/3(W)3 w 1 0"
            .replace("(W)", "W")
            .as_str(),
    );
    click(&mut game, &["d3", "e3"]);
    game.end_turn();
    game.give(SecretCommand::LiftCurtain);
    game.give(Change::Card(0, Card::HighMiddle));
    assert!(
        game.give(SecretCommand::LockNow).is_empty(),
        "one is missing"
    );
    game.give(Change::Card(1, Card::LowHigh));
    let effects = game.give(SecretCommand::LockNow);
    let (_, orders) = crate::model::tests::proposed(&effects);
    let text = game.position().order_text(WHITE, &orders[0]);
    assert_eq!(text, "card HM e3:Ke3 LH e3:Fe3");
}

#[test]
fn the_shot_and_its_parry_are_chosen_by_both_sides() {
    let scenario = scenario::load("tourney-small").expect("built in");
    let scenario = scenario.expect("a sound one");
    let options = [("bowmen".to_owned(), "on".to_owned())];
    let start = scenario.start(&options).expect("a switch");
    let text = "3w3/l6/7/7/7/B1f4/3W3 w 1 0";
    let position = start.with_text(text).expect("a sound position");
    let mut game = Match::of(position, Match::PEOPLE);
    click(&mut game, &["a2", "c2"]);
    // the Bowman may also walk there, and would be captured
    assert_eq!(
        asked(&game),
        ["Go there and meet the enemy", "Shoot the Footman"]
    );
    game.give(HandCommand::Take(1));
    assert_eq!(drafted(&game), ["shoot a2:c2"]);
    game.end_turn();
    for line in [rules::tourney::Line::High, rules::tourney::Line::Low] {
        game.give(SecretCommand::LiftCurtain);
        game.give(Change::Line(line));
        let effects = game.give(SecretCommand::LockNow);
        game.carry_out(&effects);
    }
    let there = now(&game).on(cell("c2")).count();
    assert_eq!(there, 0, "an arrow at an open head kills");
}

#[test]
fn a_muster_takes_two_units_a_square_and_is_kept_for_either_side() {
    let scenario = scenario::load("tourney-small").expect("built in");
    let scenario = scenario.expect("a sound one");
    let options = [("muster".to_owned(), "on".to_owned())];
    let start = scenario.start(&options).expect("a switch");
    let side = |place| Side::new(place).expect("a side");
    let mut white = families::Secret::new(&start, side(0)).expect("an army to place");
    assert!(white.order().is_none() && white.rows().is_none());
    use families::tourney::model::muster::MusterChange;
    let give = |secret: &mut families::Secret, change| {
        secret.update(families::SecretChange::Tourney(Change::Muster(change)));
    };
    give(&mut white, MusterChange::Place(Kind::Knight, cell("e2")));
    give(&mut white, MusterChange::Place(Kind::Footman, cell("e2")));
    give(&mut white, MusterChange::Place(Kind::Lady, cell("e2")));
    give(&mut white, MusterChange::Fill);
    let order = white.order().expect("the rules allow it");
    let text = start.order_text(side(0), &order);
    assert!(text.contains("(KF)"), "two on a square, no third: {text}");
    let rows = white.rows().expect("a whole muster");
    let mut black = families::Secret::new(&start, side(1)).expect("an army to place");
    black.take_rows(&rows);
    assert_eq!(black.rows(), Some(rows));
    assert!(white.touch(BoardCommand::Undo) && white.order().is_none());
}

#[test]
fn the_lot_and_every_scenario_open_a_table() {
    for name in ["tourney", "tourney-small", "tourney-grand", "tourney-hills"] {
        let mut position = start(name);
        let ToAct::Lots(draw) = position.to_act() else {
            panic!("the lot says who begins");
        };
        assert!(families::lot_words(rules::Family::Tourney, draw).contains("first turn"));
        // an even number: White begins, whose turn this table shows first
        position.resolve(Lots(0)).expect("a lot is due");
        let mut game = Match::of(position, Match::PEOPLE);
        let ready = game.table().turn.ready.units.clone();
        game.give(BoardCommand::NextUnit);
        assert_eq!(game.table().board.selected, ready.first().copied());
        game.give(BoardCommand::Deselect);
        game.click_something();
        if game.orders() == 0 {
            // a move onto a friend's square could mean that friend
            assert_eq!(asked(&game).last(), Some(&"Choose the unit there"));
            game.give(HandCommand::Take(0));
        }
        assert_eq!(game.orders(), 1, "{name}");
    }
}

#[test]
fn the_line_of_a_duel_between_two_of_a_kind_names_the_side_by_its_color() {
    let mut game = game("3w3/l6/7/7/3Kk2/7/3W3 w 1 0");
    click(&mut game, &["d3", "e3"]);
    game.end_turn();
    fight(&mut game, [Card::HighMiddle, Card::MiddleLow]);
    labeled(&mut game, "Slay");
    let bouts = families::bouts(rules::Family::Tourney, game.table().seen.record());
    let [(_, bout)] = &bouts[..] else {
        panic!("one duel: {bouts:?}");
    };
    let line = kit::model::notation::letters(&bout.line);
    assert_eq!(line, "KxK e3: HM/ML, Amber K slain");
    let round = kit::model::notation::letters(&bout.rounds[0]);
    assert_eq!(round, "HM/ML  Amber K felled");
}
