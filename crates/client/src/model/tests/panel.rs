//! Tests of the panel: it shows refusals at their buttons, a record without turns taken back, moments, and half-made turns.

use protocol::AskedBack;

use super::*;
use crate::model::unfinished::Unfinished;

fn asked(seat: u8) -> Option<AskedBack> {
    Some(AskedBack {
        seat: Seat(seat),
        note: [0; 32],
        turn: 1,
    })
}

#[test]
fn a_takeback_that_is_declined_is_told_until_the_next_step() {
    let mut game = Match::new("clash-of-arms", REMOTE);
    game.click_something();
    game.end_turn();
    game.snapshot.proposals.takeback_asked = asked(0);
    game.show();
    assert_eq!(game.table().answered, None);
    game.snapshot.proposals.takeback_asked = None;
    let effects = game.show();
    let told = "Bo declines the takeback: the game continues.";
    assert_eq!(game.table().answered.as_deref(), Some(told));
    let is_told = |effect: &Effect| matches!(effect, Effect::Call(call) if call.words == told);
    assert!(effects.iter().any(is_told), "{effects:?}");
    // the other player's turn is a step
    let pass = {
        let side = game.side(Seat(1));
        game.position().parse_order(side, "end").expect("an order")
    };
    game.propose(Seat(1), &[pass]);
    assert_eq!(game.table().answered, None);
}

#[test]
fn a_draw_that_is_declined_is_told_where_it_was_offered() {
    let mut game = Match::new("clash-of-arms", REMOTE);
    game.snapshot.proposals.draw_offer = Some(Seat(0));
    game.show();
    game.snapshot.proposals.draw_offer = None;
    game.show();
    let told = game.table().answered.as_deref();
    assert_eq!(told, Some("Bo declines the draw: the game continues."));
}

#[test]
fn a_rematch_that_is_declined_is_told_and_its_invitation_is_withdrawn() {
    let mut game = Match::new("clash-of-arms", REMOTE);
    game.model.rematch.invited = Some([7; 8]);
    let mut chat = Vec::clone(&game.snapshot.messages.chat);
    chat.push(ChatLine {
        seat: Seat(1),
        to: protocol::Audience::All,
        text: "No rematch now, thank you.".to_owned(),
    });
    game.snapshot.messages.chat = chat.into();
    let effects = game.show();
    let is_withdrawn = |effect: &Effect| matches!(effect, Effect::Withdraw(own) if *own == [7; 8]);
    assert!(effects.iter().any(is_withdrawn), "{effects:?}");
    assert_eq!(game.model.rematch.invited, None);
    let told = game.table().answered.as_deref();
    assert_eq!(told, Some("Bo declines the rematch."));
}

/// Takes all turns back.
fn take_back(game: &mut Match) {
    let history = game.snapshot.played.history.clone().expect("it is played");
    let position = history.position_after(0);
    game.push(position.turn(), Deed::TakenBack { to: 0 }, &position);
    game.advance(position);
    game.show();
}

/// A game in which the first side takes a unit on its first turn that can.
fn with_a_capture() -> Match {
    let mut game = Match::new("clash-of-arms", PEOPLE);
    for _ in 0..200 {
        let draft = game.table().open_draft().expect("an open turn");
        let (side, now) = (draft.side(), draft.position().clone());
        let takes = now.legal_orders(side).into_iter().find(|order| {
            let mut then = now.clone();
            let events = then.apply(side, order).unwrap_or_default();
            events
                .iter()
                .any(|event| format!("{event:?}").contains("captured: Some"))
        });
        if let Some(order) = takes {
            let text = now.order_text(side, &order);
            game.give(DraftCommand::Typed(text));
            game.end_turn();
            return game;
        }
        // towards the middle: the order that goes furthest
        let forward = now.legal_orders(side).into_iter().max_by_key(|order| {
            let way = families::way(order);
            way.map_or(0, |(from, to)| match side.index() {
                0 => i32::from(to.rank()) - i32::from(from.rank()),
                _ => i32::from(from.rank()) - i32::from(to.rank()),
            })
        });
        let text = now.order_text(side, &forward.expect("an order"));
        game.give(DraftCommand::Typed(text));
        game.end_turn();
    }
    panic!("nobody meets anybody");
}

#[test]
fn what_was_taken_back_counts_neither_as_a_capture_nor_as_an_event() {
    let mut game = with_a_capture();
    let took = |game: &Match| {
        let events = game.table().events_shown();
        events
            .filter(|event| format!("{event:?}").contains("captured: Some"))
            .count()
    };
    assert_eq!(took(&game), 1);
    let capture = game.table().seen.record().len() - 1;
    take_back(&mut game);
    assert_eq!(took(&game), 0);
    // looking at the turn that was taken back shows it as it was
    let spot = game.table().end_of(capture);
    game.give(ReplayCommand::Look(Some(spot)));
    assert_eq!(took(&game), 1);
    game.give(ReplayCommand::Look(None));
    // the last event is the takeback and nothing that its return to an older position looks like
    let last = game.table().history().len() - 1;
    let told = game.table().told(last);
    let texts: Vec<&str> = told.iter().map(|told| told.text.as_str()).collect();
    assert_eq!(texts, ["Turns were taken back by consent"]);
}

#[test]
fn an_end_is_staged_once_from_the_readers_side_and_in_neutral_words_for_two_people() {
    let cases = [
        (REMOTE, "You lost", "You resigned."),
        (PEOPLE, "Amber wins", "Ada (Blue) resigned."),
    ];
    for (deciders, title, text) in cases {
        let mut game = Match::new("clash-of-arms", deciders);
        let winner = game.side(Seat(1));
        let outcome = rules::Outcome::Won(winner.into(), rules::RESIGN);
        game.snapshot.played.outcome = Some(outcome);
        game.snapshot.stage = Stage::Over;
        game.show();
        let moment = game.table().moment.clone().expect("it is staged");
        assert!(moment.is_end);
        assert_eq!(moment.title, title);
        assert_eq!(moment.text, text);
        // the line above the board says the same, for those who see no board
        let words = game.table().end_words().expect("an end");
        assert_eq!(words, format!("{}: {}", moment.title, moment.text));
        game.give(ShellCommand::CloseNotice);
        game.show();
        assert_eq!(game.table().moment, None, "once");
    }
}

#[test]
fn a_leader_lost_is_staged_and_the_next_turn_ends_that() {
    let mut game = with_a_capture();
    let steps = game.table().history().len();
    let told = game.table().told(steps - 1);
    let is_staged = told.iter().any(|told| told.is_staged);
    assert_eq!(game.table().moment.is_some(), is_staged);
    game.click_something();
    game.end_turn();
    assert_eq!(game.table().moment, None);
}

#[test]
fn a_half_made_turn_comes_back_and_one_of_another_step_does_not() {
    let mut game = Match::new("clash-of-arms", AGAINST_COMPUTER);
    game.click_something();
    let kept = game.table().unfinished();
    assert_eq!(kept.orders.len(), 1);
    assert_eq!(Unfinished::read(&kept.write()).as_ref(), Ok(&kept));
    let leaves = game.give(LibraryCommand::LeaveNow);
    let is_kept =
        |effect: &Effect| matches!(effect, Effect::KeepUnfinished(_, left) if *left == kept);
    assert!(leaves.iter().any(is_kept), "{leaves:?}");

    let file = PathBuf::from("match.fpm");
    let mut again = Match::new("clash-of-arms", AGAINST_COMPUTER);
    again.give(News::Unfinished(file.clone(), kept.clone()));
    assert_eq!(again.orders(), 1);
    // what was begun since then is not overwritten
    again.give(News::Unfinished(file.clone(), kept.clone()));
    assert_eq!(again.orders(), 1);

    let mut later = Match::new("clash-of-arms", PEOPLE);
    later.click_something();
    later.end_turn();
    later.give(News::Unfinished(file, kept));
    assert_eq!(later.orders(), 0);
}

#[test]
fn the_end_is_told_as_a_person_would_say_it_and_no_click_is_refused_then() {
    for (winner, words) in [
        (
            0,
            "You won: You captured the computer\u{2019}s last leader.",
        ),
        (1, "You lost: The computer captured your last leader."),
    ] {
        let mut game = Match::new("clash-of-arms", Match::AGAINST_COMPUTER);
        let winner = Side::new(winner).expect("a side");
        let won = rules::Sides::from_iter([winner]);
        game.snapshot.played.outcome = Some(rules::Outcome::Won(won, "leaders"));
        game.snapshot.stage = Stage::Over;
        game.show();
        assert_eq!(game.table().end_words().as_deref(), Some(words));
        assert_eq!(game.table().over_words(), None, "nothing was clicked");
    }
    // between two people at one screen nobody is "you"
    let mut game = Match::new("clash-of-arms", Match::PEOPLE);
    let won = rules::Sides::from_iter(Side::new(0));
    game.snapshot.played.outcome = Some(rules::Outcome::Won(won, "leaders"));
    game.snapshot.stage = Stage::Over;
    game.show();
    let words = game.table().end_words().expect("an end");
    assert!(!words.contains("You"), "{words}");
    assert_eq!(game.table().end_text(), None);
}
