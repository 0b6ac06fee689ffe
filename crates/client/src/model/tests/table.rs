//! What the user does at a table, and around it.

use super::*;

#[test]
fn two_clicks_give_an_order_and_undo_all_gives_the_start_back() {
    let mut game = Match::new("clash-of-arms", PEOPLE);
    let before = game.position().clone();
    for made in 1..=4 {
        game.click_something();
        assert_eq!(game.orders(), made);
        assert_ne!(game.position(), &before);
    }
    game.give(DraftCommand::BackTo(0));
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
        game.give(BoardCommand::Undo);
        assert_eq!(game.position(), expected);
    }
    game.give(BoardCommand::Undo);
    assert_eq!(game.position(), &positions[0]);
    for expected in &positions[1..] {
        game.give(BoardCommand::Redo);
        assert_eq!(game.position(), expected);
    }
    game.give(BoardCommand::Redo);
    assert_eq!(game.position(), &positions[4]);
}

#[test]
fn another_order_after_an_undo_forgets_what_was_undone() {
    let mut game = Match::new("clash-of-arms", PEOPLE);
    game.click_something();
    game.give(BoardCommand::Undo);
    game.give(BoardCommand::Click(cell("b4")));
    game.give(BoardCommand::Click(cell("b5")));
    assert_eq!(game.orders(), 1);
    assert!(
        !game
            .table()
            .turn
            .draft
            .as_ref()
            .expect("a draft")
            .can_redo()
    );
}

#[test]
fn a_drag_gives_the_same_order_as_two_clicks_and_one_on_a_unit_of_the_same_side_gives_none() {
    let mut clicked = Match::new("clash-of-arms", PEOPLE);
    clicked.give(BoardCommand::Click(cell("b4")));
    clicked.give(BoardCommand::Click(cell("b5")));
    let mut dragged = Match::new("clash-of-arms", PEOPLE);
    dragged.give(BoardCommand::Drag(cell("b4"), cell("b5")));
    assert_eq!(clicked.position(), dragged.position());
    dragged.give(BoardCommand::Drag(cell("c4"), cell("b5")));
    assert_eq!(dragged.orders(), 1);
    assert_eq!(dragged.table().board.selected, Some(cell("c4")));
}

#[test]
fn a_refused_order_changes_nothing_and_says_why() {
    let mut game = Match::new("clash-of-arms", PEOPLE);
    let before = game.position().clone();
    game.give(BoardCommand::Click(cell("b4")));
    game.give(BoardCommand::Click(cell("b9")));
    assert_eq!(game.position(), &before);
    let hint = game.table().board.hint.clone().expect("a reason");
    assert!(
        hint.what.contains("b4") && !hint.rule.is_empty(),
        "{hint:?}"
    );
    assert!(!hint.advice.is_empty());
}

#[test]
fn choosing_a_unit_that_cannot_move_says_why() {
    let mut game = Match::new("clash-of-arms", PEOPLE);
    game.give(BoardCommand::Drag(cell("b4"), cell("b5")));
    game.give(BoardCommand::Click(cell("b5")));
    let hint = game.table().board.hint.clone().expect("a reason");
    assert!(hint.what.contains("already moved"), "{hint:?}");
}

#[test]
fn ending_a_turn_asks_first_and_sends_the_whole_turn_once() {
    let mut game = Match::new("clash-of-arms", REMOTE);
    game.click_something();
    assert!(game.give(DraftCommand::EndTurn).is_empty());
    assert_eq!(game.model.over.dialog, Some(Dialog::EndTurn));
    let effects = game.give(DraftCommand::EndTurnNow);
    let (seat, orders) = proposed(&effects);
    assert_eq!((seat, orders.len()), (Seat(0), 2));
    assert_eq!(orders[1], game.pass());
    assert_eq!(game.model.over.dialog, None);
    assert!(game.give(DraftCommand::EndTurnNow).is_empty(), "sent once");
    let before = game.position().clone();
    game.give(BoardCommand::Undo);
    assert_eq!(game.position(), &before, "what is sent cannot be undone");
}

#[test]
fn the_question_can_be_switched_off() {
    let mut game = Match::new("clash-of-arms", REMOTE);
    let settings = Settings {
        confirm_end: false,
        ..Settings::default()
    };
    game.give(ShellCommand::Settings(settings));
    assert!(game.give(DraftCommand::EndTurn).is_empty());
    assert_eq!(
        game.model.over.dialog,
        Some(Dialog::EndTurn),
        "a pass is asked back"
    );
    game.give(ShellCommand::CloseDialog);
    game.click_something();
    let effects = game.give(DraftCommand::EndTurn);
    let (seat, orders) = proposed(&effects);
    assert_eq!(
        (seat, orders.len(), orders.last()),
        (Seat(0), 2, Some(&game.pass()))
    );
}

#[test]
fn a_refused_turn_is_open_again_with_all_its_orders() {
    let mut game = Match::new("clash-of-arms", REMOTE);
    game.click_something();
    game.give(DraftCommand::EndTurnNow);
    game.snapshot.messages.refused = Some(Trouble {
        what: "No.".to_owned(),
        advice: String::new(),
    });
    game.show();
    assert!(game.model.over.notice.is_some());
    assert_eq!(game.table().open_draft().map(|draft| draft.len()), Some(1));
}

#[test]
fn chat_and_a_lost_line_leave_the_unfinished_turn_alone() {
    let mut game = Match::new("clash-of-arms", REMOTE);
    game.click_something();
    game.click_something();
    Arc::make_mut(&mut game.snapshot.messages.chat).push(ChatLine {
        seat: Seat(1),
        to: protocol::Audience::All,
        text: "hello".to_owned(),
    });
    let effects = game.show();
    assert!(matches!(
        effects[..],
        [Effect::KeepTalk(..), Effect::Call(_)]
    ));
    assert_eq!(game.table().unread(), 1);
    game.give(MatchCommand::ReadChat);
    assert_eq!(game.table().unread(), 0);
    game.snapshot.line = LineState::Closed;
    game.show();
    assert_eq!(game.orders(), 2);
}

#[test]
fn turns_go_back_and_forth_between_two_people() {
    let mut game = Match::new("clash-of-arms", PEOPLE);
    for turn in 0..6 {
        let side = Side::new(turn % 2);
        assert_eq!(game.table().actor().map(|(_, side)| side), side);
        game.click_something();
        game.end_turn();
    }
    assert_eq!(game.table().seen.record().len(), 6);
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
    let answer = game.give(News::Thought(question.clone(), vec![game.pass()]));
    assert_eq!(proposed(&answer), (Seat(1), vec![game.pass()]));
    game.propose(Seat(1), &[game.pass()]);
    assert!(
        game.give(News::Thought(question, vec![game.pass()]))
            .is_empty(),
        "too late"
    );
}

#[test]
fn the_computer_declines_a_draw() {
    let mut game = Match::new("clash-of-arms", AGAINST_COMPUTER);
    game.give(MatchCommand::OfferDraw);
    assert_eq!(game.model.over.dialog, Some(Dialog::OfferDraw));
    let effects = game.give(MatchCommand::OfferDrawNow);
    assert!(matches!(
        effects[..],
        [Effect::Send(Sent::OfferDraw { seat: Seat(0) })]
    ));
    game.snapshot.proposals.draw_offer = Some(Seat(0));
    let effects = game.show();
    assert!(matches!(
        effects[..],
        [Effect::Send(Sent::AnswerDraw {
            seat: Seat(1),
            accept: false
        })]
    ));
    game.snapshot.proposals.draw_offer = None;
    let effects = game.show();
    assert!(matches!(effects[..], [Effect::Call(_)]));
    assert_eq!(
        game.table().answered.as_deref(),
        Some("Bo declines the draw: the game continues.")
    );
}

#[test]
fn an_offer_of_a_draw_is_answered_by_the_seat_it_was_made_to() {
    let mut game = Match::new("clash-of-arms", REMOTE);
    game.snapshot.proposals.draw_offer = Some(Seat(1));
    game.show();
    let effects = game.give(MatchCommand::AnswerDraw(true));
    assert!(matches!(
        effects[..],
        [Effect::Send(Sent::AnswerDraw {
            seat: Seat(0),
            accept: true
        })]
    ));
    game.snapshot.proposals.draw_offer = Some(Seat(0));
    game.show();
    assert!(
        game.give(MatchCommand::AnswerDraw(true)).is_empty(),
        "nobody answers the own offer"
    );
}

#[test]
fn resigning_needs_an_answer() {
    let mut game = Match::new("clash-of-arms", REMOTE);
    assert!(game.give(MatchCommand::Resign).is_empty());
    assert_eq!(game.model.over.dialog, Some(Dialog::Resign));
    game.give(ShellCommand::CloseDialog);
    assert_eq!(game.model.over.dialog, None);
    game.give(MatchCommand::Resign);
    let effects = game.give(MatchCommand::ResignNow);
    assert!(matches!(
        effects[..],
        [Effect::Send(Sent::Resign { seat: Seat(0) })]
    ));
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
    while game.table().spot() != Some(Spot::BEGINNING) {
        game.give(ReplayCommand::Step(false));
        steps += 1;
        assert!(steps < 20, "the record has a beginning");
        assert!(
            game.table().open_draft().is_none(),
            "the past is not played in"
        );
    }
    assert_eq!(game.position().to_text(), first.to_text());
    while game.table().spot().is_some() {
        game.give(ReplayCommand::Step(true));
        steps += 1;
        assert!(steps < 40, "the record has an end");
    }
    assert_eq!(game.position(), &now);
    game.give(ReplayCommand::StepTurn(false));
    assert_eq!(game.table().spot(), Some(Spot { step: 0, orders: 2 }));
    game.give(ReplayCommand::Look(None));
    assert_eq!(game.position(), &now);
}

#[test]
fn looking_at_the_past_does_not_lose_the_unfinished_turn() {
    let mut game = Match::new("clash-of-arms", PEOPLE);
    game.click_something();
    game.end_turn();
    game.click_something();
    let mine = game.position().clone();
    game.give(ReplayCommand::Look(Some(Spot::BEGINNING)));
    game.give(BoardCommand::Click(cell("b4")));
    game.give(BoardCommand::Undo);
    game.give(ReplayCommand::Look(None));
    assert_eq!(game.position(), &mine);
}

#[test]
fn what_was_told_before_does_not_hide_a_refusal() {
    let mut game = Match::new("clash-of-arms", PEOPLE);
    game.give(ShellCommand::Copy("The code is", "warlord1".to_owned()));
    assert!(game.model.over.notice.is_some());
    game.give(BoardCommand::Click(cell("b4")));
    game.give(BoardCommand::Click(cell("b9")));
    assert_eq!(game.model.over.notice, None);
    assert!(game.table().board.hint.is_some());
    game.give(ShellCommand::Copy("The code is", "warlord1".to_owned()));
    game.snapshot.stage = Stage::Over;
    game.show();
    assert_eq!(game.model.over.notice, None, "the match has gone on");
}

#[test]
fn late_news_of_another_match_changes_nothing() {
    let mut game = Match::new("clash-of-arms", PEOPLE);
    let seen = game.seen();
    assert!(game.give(News::Seen(7, seen.clone())).is_empty());
    let effects = game.give(News::Opened {
        table: 7,
        seen,
        deciders: REMOTE.into(),
    });
    assert!(effects.is_empty());
    assert_eq!(game.table().id, 1);
}

#[test]
fn a_bad_code_is_told_and_nothing_is_lost() {
    let mut model = Model::new(Settings {
        name: "Ada".to_owned(),
        ..Settings::default()
    });
    model.update(ShellCommand::Go(Page::Join));
    model.update(ShellCommand::Code("warlord1oops".to_owned()));
    let effects = model.update(LibraryCommand::StartJoin);
    assert!(matches!(&effects[..], [Effect::Join { code, .. }] if code == "warlord1oops"));
    assert!(model.opening.is_under_way);
    let trouble = Trouble {
        what: "Cut off.".to_owned(),
        advice: "copy it again".to_owned(),
    };
    model.update(News::NotOpened(trouble.clone()));
    assert_eq!(
        (model.page, model.opening.is_under_way),
        (Page::Join, false)
    );
    assert_eq!(
        (model.forms.code.as_str(), model.opening.trouble.as_ref()),
        ("warlord1oops", Some(&trouble))
    );
    model.update(ShellCommand::Code("warlord1oop".to_owned()));
    assert_eq!(
        model.opening.trouble, None,
        "a change of the code takes the complaint away"
    );
}

#[test]
fn leaving_an_unfinished_match_asks_and_an_unanswered_invitation_goes_back_to_its_form() {
    let mut game = Match::new("clash-of-arms", PEOPLE);
    let effects = game.give(LibraryCommand::Leave);
    assert!(
        matches!(effects[..], [Effect::Leave, Effect::Discard(_)]),
        "nothing happened in it"
    );

    let mut game = Match::new("clash-of-arms", PEOPLE);
    game.click_something();
    game.end_turn();
    assert!(game.give(LibraryCommand::Leave).is_empty());
    assert_eq!(game.model.over.dialog, Some(Dialog::Leave));
    let effects = game.give(LibraryCommand::LeaveNow);
    let kept = matches!(&effects[0], Effect::KeepUnfinished(_, left) if left.is_empty());
    assert!(kept && matches!(effects[1..], [Effect::Leave, Effect::List]));
    assert_eq!(game.model.page, Page::Start);

    let mut game = Match::new("clash-of-arms", REMOTE);
    game.model.forms.host.side = Side::new(1);
    game.snapshot.stage = Stage::Greeting;
    game.show();
    game.give(LibraryCommand::LeaveNow);
    assert_eq!(game.model.page, Page::Host);
    assert_eq!(
        game.model.forms.host.side,
        Side::new(1),
        "the form is as it was"
    );
}

#[test]
fn a_rematch_changes_sides() {
    let mut game = Match::new("clash-of-arms", PEOPLE);
    assert!(game.model.can_rematch());
    let effects = game.give(LibraryCommand::Rematch);
    assert!(matches!(&effects[..], [Effect::Local(_, form)] if form.side == Side::new(1)));
}

#[test]
fn help_and_settings_lead_back_to_the_page_they_were_opened_from() {
    let mut model = Model::new(Settings::default());
    model.update(ShellCommand::Go(Page::Host));
    model.update(ShellCommand::Go(Page::Help));
    model.update(ShellCommand::Go(Page::Settings));
    model.update(ShellCommand::Back);
    assert_eq!(model.page, Page::Host);
}

#[test]
fn two_services_are_asked_after_one_click_at_once_and_from_then_on() {
    let mut game = Match::new("clash-of-arms", REMOTE);
    assert!(
        game.model.settings.stun.is_empty(),
        "off until it is clicked"
    );
    let effects = game.model.update(MatchCommand::AskServices);
    let named = reach::well_known_services();
    assert!(effects.iter().any(|effect| matches!(effect,
        Effect::Send(net::Command::AskServices(asked)) if *asked == named)));
    assert!(effects.iter().any(
        |effect| matches!(effect, Effect::Save(kept) if kept.services() == Ok(named.clone()))
    ));
}

#[test]
fn the_title_has_a_dot_exactly_when_a_person_here_must_act() {
    let mut game = Match::new("clash-of-arms", REMOTE);
    assert!(game.model.title().starts_with("(\u{25CF})"));
    game.end_turn();
    assert!(game.model.title().starts_with("Warlord"));
}

/// The call among the effects, in words.
fn called(effects: &[Effect]) -> Option<&str> {
    effects.iter().find_map(|effect| match effect {
        Effect::Call(call) => Some(call.words.as_str()),
        _ => None,
    })
}

#[test]
fn a_host_is_called_once_when_an_invitation_is_taken_in_the_background() {
    let mut model = Model::new(Settings::default());
    let waiting = |guest: Option<&str>| {
        let waiting = WaitingMatch {
            game: [7; 8],
            title: "Clash of Arms".to_owned(),
            code: "WL".to_owned(),
            until: "1 May".to_owned(),
            guest: guest.map(str::to_owned),
            is_asked: false,
            calls: Vec::new(),
            trouble: None,
        };
        News::Waiting(vec![waiting])
    };
    assert_eq!(called(&model.update(waiting(None))), None);
    let words = "Bo has come for your invitation, and the match has begun: Clash of Arms";
    assert_eq!(called(&model.update(waiting(Some("Bo")))), Some(words));
    let notice = model
        .over
        .notice
        .as_ref()
        .map(|notice| notice.what.as_str());
    assert_eq!(notice, Some(words));
    assert_eq!(called(&model.update(waiting(Some("Bo")))), None);
}
