//! A hidden set-up that is left half made.

use std::path::PathBuf;

use families::warlord::model::editor::EditorCommand;
use families::{Secret, SecretChange};
use kit::model::army::ArmyEditor as _;

use crate::model::News;
use crate::model::table::Decider;
use crate::model::tests::Match;

#[test]
fn a_half_made_set_up_comes_back_for_either_side() {
    for seat in [0, 1] {
        let mut deciders = [Decider::Peer, Decider::Peer];
        deciders[seat] = Decider::Person;
        let mut game = Match::new("test-of-wills", deciders);
        assert!(game.table().unfinished().is_empty());
        let table = game.model.table.as_mut().expect("open");
        let choice = table.secrets.choice.as_mut().expect("an editor");
        choice.update(SecretChange::Warlord(EditorCommand::Fill));
        let whole = choice.note().expect("it is begun");
        // one unit less: it is not whole any more
        let Secret::Warlord(editor) = &*choice else {
            panic!("{choice:?}");
        };
        let cell = *editor.placed().keys().next().expect("a unit");
        choice.update(SecretChange::Warlord(EditorCommand::Remove(cell)));
        assert_ne!(choice.note().expect("it is begun"), whole);
        assert!(choice.order().is_none());
        let kept = game.table().unfinished();
        let mut again = Match::new("test-of-wills", deciders);
        again.give(News::Unfinished(PathBuf::from("match.fpm"), kept.clone()));
        assert_eq!(again.table().unfinished(), kept);
    }
}
