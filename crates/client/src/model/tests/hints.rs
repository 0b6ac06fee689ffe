//! Hints in play: the computer's advice, and where there is none.

use super::*;
use crate::model::RecordCommand;

/// The program's marks and arrows on the board, by number.
fn pointed(game: &Match) -> (usize, usize) {
    let pointers = game.table().pointers();
    pointers.map_or((0, 0), |sketch| (sketch.marks.len(), sketch.arrows.len()))
}

/// A game against the computer with a hint on the board, unit and order, next to a mark of the user's own.
fn hinted() -> (Match, AnyOrder) {
    let mut game = Match::new("clash-of-arms", Match::AGAINST_COMPUTER);
    game.give(BoardCommand::Sketch(cell("a1"), cell("a1")));
    let effects = game.give(DraftCommand::Hint);
    let [Effect::Think(question)] = &effects[..] else {
        panic!("the computer is asked: {effects:?}");
    };
    let order = question.position.legal_orders(question.side)[0].clone();
    game.give(News::Thought(question.clone(), vec![order.clone()]));
    game.give(DraftCommand::Hint);
    assert_eq!(pointed(&game), (1, 1));
    (game, order)
}

#[test]
fn a_hint_ends_with_the_next_order_and_the_users_own_marks_stay() {
    let drag = |name: &str, to: &str| BoardCommand::Drag(cell(name), cell(to));
    let (mut game, order) = hinted();
    let (from, to) = families::way(&order).expect("a move");
    // the unit of the hint is taken up: its arrow still says where to
    game.give(BoardCommand::Click(from));
    assert_eq!(pointed(&game), (1, 1));
    game.give(BoardCommand::Drag(from, to));
    assert_eq!((game.orders(), pointed(&game)), (1, (0, 0)));
    // the same number of orders again is not the same moment
    game.give(BoardCommand::Undo);
    assert_eq!(pointed(&game), (0, 0));
    let (mut game, _) = hinted();
    game.give(drag("b4", "b9"));
    assert_eq!(game.orders(), 0, "the order is refused");
    assert_eq!(pointed(&game), (1, 1));
    game.give(DraftCommand::Typed("b4-b5".to_owned()));
    assert_eq!((game.orders(), pointed(&game)), (1, (0, 0)));
    let (mut game, _) = hinted();
    game.give(BoardCommand::Deselect);
    assert_eq!(pointed(&game), (0, 0), "Escape puts it down with its words");
    assert_eq!(game.table().board.sketch.marks.len(), 1);
}

#[test]
fn a_hint_does_not_outlive_its_turn_its_game_or_the_position_on_the_board() {
    let (mut game, _) = hinted();
    game.end_turn();
    assert_eq!(pointed(&game), (0, 0), "the turn is on its way");
    let (mut game, _) = hinted();
    game.snapshot.played.outcome = Some(rules::Outcome::Drawn(rules::AGREED));
    game.snapshot.stage = Stage::Over;
    game.show();
    assert_eq!(pointed(&game), (0, 0), "the game is over");
    // the second turn's hint, and a look at the first turn
    let mut game = Match::new("clash-of-arms", Match::AGAINST_COMPUTER);
    game.give(BoardCommand::Drag(cell("b4"), cell("b5")));
    game.end_turn();
    let bo = game.side(Seat(1));
    let pass = game.position().parse_order(bo, "end").expect("an order");
    game.propose(Seat(1), &[pass]);
    game.give(DraftCommand::WhyPair(cell("c4"), cell("c9")));
    assert_eq!(pointed(&game).1, 1);
    game.give(ReplayCommand::Look(Some(Spot::BEGINNING)));
    assert_eq!(pointed(&game), (0, 0));
    game.give(ReplayCommand::Look(None));
    assert_eq!(pointed(&game), (0, 0));
}

#[test]
fn the_marks_of_an_answer_go_with_its_words() {
    let why = || {
        let mut game = Match::new("clash-of-arms", Match::AGAINST_COMPUTER);
        game.give(DraftCommand::WhyPair(cell("b4"), cell("b9")));
        assert!(game.table().board.hint.is_some() && pointed(&game).1 == 1);
        game
    };
    let mut game = why();
    game.give(BoardCommand::Click(cell("c4")));
    assert_eq!(pointed(&game), (0, 0));
    let mut game = why();
    game.give(BoardCommand::Drag(cell("c4"), cell("c5")));
    assert_eq!((game.orders(), pointed(&game)), (1, (0, 0)));
    let mut game = why();
    game.end_turn();
    assert_eq!(pointed(&game), (0, 0));
}

#[test]
fn a_hint_lights_a_unit_then_its_order_and_only_against_the_computer() {
    let mut game = Match::new("clash-of-arms", Match::AGAINST_COMPUTER);
    let effects = game.give(DraftCommand::Hint);
    let [Effect::Think(question)] = &effects[..] else {
        panic!("the computer is asked: {effects:?}");
    };
    let question = question.clone();
    let draft = game.table().open_draft().expect("an own turn");
    let order = draft.position().legal_orders(draft.side())[0].clone();
    // an answer for the person's seat is advice, and nothing is sent
    let effects = game.give(News::Thought(question.clone(), vec![order.clone()]));
    assert!(effects.is_empty(), "{effects:?}");
    assert_eq!(pointed(&game), (1, 0));
    assert!(game.give(DraftCommand::Hint).is_empty());
    assert_eq!(pointed(&game), (1, 1));
    // once the turn has changed, the old advice no longer counts
    game.model
        .table
        .as_mut()
        .expect("a match")
        .change_draft(|draft| {
            draft.push(order).expect("it is legal");
        });
    assert!(matches!(
        &game.give(DraftCommand::Hint)[..],
        [Effect::Think(_)]
    ));
    for people in [Match::PEOPLE, Match::REMOTE] {
        let mut game = Match::new("clash-of-arms", people);
        assert!(game.give(DraftCommand::Hint).is_empty());
        assert!(game.model.over.notice.is_some(), "the user reads why");
        let mut forged = question.clone();
        forged.table = game.table().id;
        game.give(News::Thought(forged, Vec::new()));
        assert_eq!(pointed(&game), (0, 0));
    }
    let mut game = Match::new("clash-of-arms", Match::REMOTE);
    game.give(RecordCommand::TryOut);
    assert!(matches!(
        &game.give(DraftCommand::Hint)[..],
        [Effect::Think(_)]
    ));
}
