//! Hints in play: the computer's advice, and where there is none.

use super::*;
use crate::model::RecordCommand;

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
    let sketch = |game: &Match| {
        let sketch = &game.table().board.sketch;
        (sketch.marks.len(), sketch.arrows.len())
    };
    assert_eq!(sketch(&game), (1, 0));
    assert!(game.give(DraftCommand::Hint).is_empty());
    assert_eq!(sketch(&game), (1, 1));
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
        assert_eq!(sketch(&game), (0, 0));
    }
    let mut game = Match::new("clash-of-arms", Match::REMOTE);
    game.give(RecordCommand::TryOut);
    assert!(matches!(
        &game.give(DraftCommand::Hint)[..],
        [Effect::Think(_)]
    ));
}
