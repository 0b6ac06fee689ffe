//! A try-out: a game that branches off from any board of a match, for both sides at this screen. Nothing of a try-out is
//! signed, sent or written.

use home::SeatInfo;
use protocol::Seat;
use rules::{AnyOrder, Lots, Rules, ToAct};

use super::here::Here;
use super::table::{Decider, Table};

impl Table {
    /// A try-out from the board shown; none if no side is to give orders there.
    pub(crate) fn try_out(&self, id: u64) -> Option<Self> {
        let position = self.position()?.clone();
        if !matches!(position.to_act(), ToAct::One(_)) {
            return None;
        }
        let mine = |seat: &SeatInfo| SeatInfo {
            mine: true,
            ..seat.clone()
        };
        let contract = &self.seen.contract;
        let (mut table, _) = Self::here(
            id,
            Here {
                position,
                seats: contract.seats.iter().map(mine).collect(),
                scenario: contract.scenario.clone(),
                options: contract.options.clone(),
                // also for the computer's and the peer's seats: the user plays both sides
                deciders: vec![Decider::Person; contract.seats.len()],
            },
        );
        table.board.turned = Some(self.bottom());
        Some(table)
    }

    /// Carries out a turn of a try-out, and the lots that follow.
    pub(crate) fn try_turn(&mut self, seat: Seat, orders: Vec<AnyOrder>) {
        let turn = self.position().map_or(0, |now| now.turn().number);
        // any value will do when nothing is at stake; the wishes are calls that it is the user's turn, which it always is
        self.play_here(seat, orders, |number| Lots(u64::from(turn) + number));
    }
}

#[cfg(test)]
mod tests {
    use rules::Rules;

    use crate::model::tests::Match;
    use crate::model::{
        Dialog, DraftCommand, Effect, Page, RecordCommand, ReplayCommand, ShellCommand,
    };

    #[test]
    fn a_try_out_is_played_by_both_sides_and_leaves_the_match_alone() {
        let mut game = Match::new("clash-of-arms", Match::AGAINST_COMPUTER);
        let before = game.position().clone();
        assert!(game.give(RecordCommand::TryOut).is_empty());
        assert_eq!(game.model.page, Page::TryOut);
        for turn in 1..=3 {
            let table = game.model.try_out.as_ref().expect("a try-out");
            let draft = table.open_draft().expect("either side may move");
            let orders = draft.position().legal_orders(draft.side());
            let (order, side) = (orders[0].clone(), draft.side());
            let table = game.model.try_out.as_mut().expect("a try-out");
            table.change_draft(|draft| draft.push(order).expect("it is legal"));
            // neither a question nor anything to be sent
            assert!(game.give(DraftCommand::EndTurn).is_empty());
            assert_eq!(game.model.over.dialog, None::<Dialog>);
            let table = game.model.try_out.as_ref().expect("a try-out");
            assert_eq!(table.seen.record().len(), turn);
            assert_ne!(table.open_draft().map(rules::Draft::side), Some(side));
        }
        game.give(ReplayCommand::StepTurn(false));
        game.give(RecordCommand::TryOut);
        let table = game.model.try_out.as_ref().expect("a try-out of a try-out");
        assert!(table.seen.record().is_empty());
        game.give(ShellCommand::Back);
        assert_eq!((game.model.page, game.position()), (Page::Table, &before));
        assert!(game.table().seen.record().is_empty());
    }

    #[test]
    fn the_record_plays_by_itself_to_the_end_and_jumps_to_captures() {
        let mut game = Match::new("clash-of-arms", Match::PEOPLE);
        for _ in 0..2 {
            game.click_something();
            game.end_turn();
        }
        game.give(ReplayCommand::Play(true));
        let mut steps = 0;
        while game.table().reading.is_playing {
            game.give(ReplayCommand::Step(true));
            steps += 1;
            assert!(steps < 20, "it stops at the end");
        }
        assert_eq!(game.table().spot(), None);
        // nothing was taken: there is nowhere to jump to
        game.give(ReplayCommand::Capture(true));
        game.give(ReplayCommand::Capture(false));
        assert_eq!(game.table().spot(), None);
    }

    #[test]
    fn a_comment_is_kept_beside_the_match_shown() {
        let mut game = Match::new("clash-of-arms", Match::PEOPLE);
        game.click_something();
        game.end_turn();
        let effects = game.give(RecordCommand::Comment(0, "bold".to_owned()));
        let kept =
            |effect: &Effect| matches!(effect, Effect::KeepComment(_, 0, text) if text == "bold");
        assert!(effects.len() == 1 && kept(&effects[0]));
        assert_eq!(game.table().comments.on(0), "bold");
        game.give(RecordCommand::Export);
        assert_eq!(game.model.over.dialog, Some(Dialog::Export));
        let effects = game.give(RecordCommand::ExportNow);
        assert!(matches!(&effects[..], [Effect::Export(..)]));
    }
}
