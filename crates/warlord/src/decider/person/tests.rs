//! A person or a script at the prompt: what is handed over, refused, listed and confirmed.

use std::time::Duration;

use super::*;
use crate::written::Written;

fn white() -> Side {
    Side::new(0).expect("a side")
}

fn black() -> Side {
    Side::new(1).expect("a side")
}

fn start(key: &str) -> AnyPosition {
    let scenario = scenario::load(key).expect("built in").expect("valid");
    scenario.start(&[]).expect("no options")
}

fn person(lines: &str, is_terminal: bool) -> (Person, Written) {
    let out = Written::default();
    let person = Person::new(Lines::of(lines, is_terminal), Box::new(out.clone()));
    (person, out)
}

/// The decision and the output for these lines, on White's first turn of A Clash of Arms.
async fn first_turn(lines: &str) -> (Result<Decision, DeciderError>, String) {
    let (mut person, out) = person(lines, false);
    let choice = person.choose(&start("clash-of-arms"), white()).await;
    (choice, out.text())
}

fn texts(position: &AnyPosition, side: Side, choice: &Decision) -> Vec<String> {
    let Decision::Orders(orders) = choice else {
        return Vec::new();
    };
    let text = |order| position.order_text(side, order);
    orders.iter().map(text).collect()
}

#[tokio::test]
async fn a_turn_is_handed_over_whole_and_closed() {
    let (choice, out) = first_turn("b4-b5\nE3-E4\nundo\ne3-d4\nend\nb5-b6\n").await;
    let choice = choice.expect("a whole turn");
    assert_eq!(
        texts(&start("clash-of-arms"), white(), &choice),
        ["b4-b5", "e3-d4", "end"]
    );
    assert!(out.contains("Blue's turn 1: 4 of 4 orders left."), "{out}");
    assert!(out.contains("Taken back: e3-e4"), "{out}");
}

#[tokio::test]
async fn nothing_is_handed_over_without_end() {
    let (choice, _) = first_turn("b4-b5\ne3-e4\n").await;
    assert!(matches!(choice, Err(DeciderError::InputEnded)));
}

#[tokio::test]
async fn refusals_name_rule_reason_and_remedy() {
    let (choice, out) = first_turn("b4-b7\nb4-b5\nb5-b6\nwhy b9-b8\nwhy e3-e4\nhello\nend\n").await;
    assert_eq!(
        texts(&start("clash-of-arms"), white(), &choice.expect("a turn")),
        ["b4-b5", "end"]
    );
    let refused: Vec<_> = out
        .lines()
        .filter(|line| line.starts_with("Illegal: ") && line.contains("(rule "))
        .collect();
    assert_eq!(refused.len(), 3, "{out}");
    assert!(refused[0].contains("does not move from b4 to b7"), "{out}");
    assert!(refused[1].contains("has already moved"), "{out}");
    assert_eq!(out.matches("\n  do: ").count(), 4, "{out}");
    assert!(out.contains("\nlegal\n"), "{out}");
    assert!(out.contains("`hello` is no order"), "{out}");
}

#[tokio::test]
async fn orders_and_leaders_are_listed() {
    let (_, out) = first_turn("orders b4\norders\norders e7\nleaders\nundo all\nend\n").await;
    let units = out
        .lines()
        .filter(|line| *line == "b4-b3 b4-c3 b4-a4 b4-a5 b4-b5 b4-c5");
    assert_eq!(units.count(), 2, "alone and on a line among all:\n{out}");
    assert!(out.contains("None. `why ORDER`"), "{out}");
    assert!(
        out.contains("Leader on b2: 1 of 1 activations left"),
        "{out}"
    );
}

#[tokio::test]
async fn a_draft_survives_a_dropped_wait() {
    let position = start("clash-of-arms");
    let (mut person, out) = person("b4-b5\n", true);
    // the sender stays alive, so that the program waits for a second line that never comes
    let (sender, lines) = tokio::sync::mpsc::channel(4);
    person.lines = Lines::from_channel(lines, true);
    sender.send("b4-b5".to_owned()).await.expect("read");
    let wait = person.choose(&position, white());
    let dropped = tokio::time::timeout(Duration::from_millis(50), wait).await;
    assert!(dropped.is_err(), "nothing was closed yet");
    sender.send("end".to_owned()).await.expect("read");
    let choice = person.choose(&position, white()).await.expect("a turn");
    assert_eq!(texts(&position, white(), &choice), ["b4-b5", "end"]);
    let boards = out.text().matches("CAPITALS Blue").count();
    assert_eq!(boards, 1, "the board is drawn once a turn");
}

#[tokio::test]
async fn a_set_up_is_taken_from_the_book_or_written_and_sealed_by_end() {
    let position = start("test-of-wills");
    let lines = "end\nbook\nbook no such\nbook two horns\nend\n";
    let (mut reader, out) = person(lines, false);
    let choice = reader.choose(&position, black()).await.expect("a set-up");
    let Decision::Orders(orders) = &choice else {
        panic!("{choice:?}");
    };
    assert_eq!(orders.len(), 1);
    assert_eq!(position.check(black(), &orders[0]), Ok(()));
    let out = out.text();
    let army =
        "Your army: 3 L, 3 D, 2 T, 4 H, 4 C, 4 N, 12 I. It fills 4 of your 5 sections (q9-t12 ";
    assert!(out.contains(army), "{out}");
    assert!(out.contains("There is no set-up yet."), "{out}");
    assert!(
        out.contains("There is no ready-made set-up \"no such\".\nReady-made set-ups: 1 Shield Wall, 2 Hammer and Anvil, "),
        "{out}"
    );
    assert!(
        out.contains("This set-up is valid: `end` seals it."),
        "{out}"
    );

    let (mut by_number, _) = person("book 3\nend\n", false);
    let numbered = by_number
        .choose(&position, black())
        .await
        .expect("a set-up");
    assert_eq!(numbered, choice);

    let rows = position.order_text(black(), &orders[0]);
    let bad = rows.replacen(['h', 'H'], "i", 1);
    let (mut writer, out) = person(&format!("{bad}\n{rows}\nend\n"), false);
    let written = writer.choose(&position, black()).await.expect("a set-up");
    assert_eq!(written, choice);
    assert!(out.text().contains("Illegal: "), "{}", out.text());
}

#[tokio::test]
async fn resigning_takes_two_words_at_a_terminal_and_one_in_a_script() {
    assert!(matches!(
        first_turn("resign\n").await.0,
        Ok(Decision::Resign)
    ));
    let position = start("clash-of-arms");
    let (mut person, _) = person("resign\nsay wait\nresign\nshow\nresign\nresign\n", true);
    let mut next = async || person.choose(&position, white()).await;
    assert!(matches!(next().await, Ok(Decision::Say(text)) if text == "wait"));
    assert!(matches!(next().await, Ok(Decision::Resign)));
    assert!(
        matches!(next().await, Ok(Decision::Leave)),
        "nobody types any more"
    );
}

#[tokio::test]
async fn a_claim_must_be_confirmed_at_a_terminal_but_not_in_a_script() {
    assert!(matches!(first_turn("claim\n").await.0, Ok(Decision::Claim)));
    let position = start("clash-of-arms");
    let (mut person, _) = person("claim\nsay wait\nclaim\nshow\nclaim\nclaim\n", true);
    let mut next = async || person.choose(&position, white()).await;
    assert!(matches!(next().await, Ok(Decision::Say(text)) if text == "wait"));
    assert!(matches!(next().await, Ok(Decision::Claim)));
    assert!(matches!(next().await, Ok(Decision::Leave)));
}

#[tokio::test]
async fn a_draw_can_be_answered_only_if_it_was_offered() {
    let position = start("clash-of-arms");
    let (mut person, out) = person("accept\ndraw\ndecline\n", false);
    assert_eq!(
        person.choose(&position, white()).await.expect("words"),
        Decision::OfferDraw
    );
    assert!(out.text().contains("Nobody has offered a draw, or asked"));
    person.draw_offered();
    assert_eq!(
        person.choose(&position, white()).await.expect("words"),
        Decision::AnswerDraw(false)
    );
}

#[tokio::test]
async fn only_a_terminal_is_read_while_the_other_side_thinks() {
    let position = start("clash-of-arms");
    let (mut script, _) = person("leave\n", false);
    let waited = tokio::time::timeout(Duration::from_millis(50), script.idle(&position, &[])).await;
    assert!(waited.is_err());
    assert!(matches!(
        script.choose(&position, white()).await,
        Ok(Decision::Leave)
    ));
    let (mut typist, out) = person("b4-b5\nshow\nleave\n", true);
    assert!(matches!(
        typist.idle(&position, &[]).await,
        Ok(Decision::Leave)
    ));
    assert_eq!(out.text().matches("The other side is to move.").count(), 1);
    assert!(out.text().contains("It is not your turn yet."));
    assert!(out.text().contains("Blue's turn 1: "));
}

#[tokio::test]
async fn a_person_at_a_terminal_is_asked_once_whether_to_play() {
    for (lines, choice, asked) in [
        ("yes\nyes\n", Decision::Agree(true), 1),
        ("perhaps\nN\n", Decision::Agree(false), 2),
        ("leave\n", Decision::Leave, 1),
        ("", Decision::Leave, 1),
    ] {
        let (mut person, out) = person(lines, true);
        assert_eq!(person.consider(false).await.expect("an answer"), choice);
        assert_eq!(out.text().matches("Play this?").count(), asked, "{lines}");
        let again = tokio::time::timeout(Duration::from_millis(20), person.consider(false)).await;
        assert!(again.is_err(), "{lines}");
    }
    let (mut typist, out) = person("resume\n", true);
    let choice = typist.consider(true).await.expect("an answer");
    assert_eq!(choice, Decision::TakeUp);
    assert!(out.text().contains("or resume for the match you left"));
    let (mut script, out) = person("e2-e4\n", false);
    let asked = tokio::time::timeout(Duration::from_millis(20), script.consider(false)).await;
    assert!(asked.is_err());
    assert_eq!(out.text(), "");
}

#[tokio::test]
async fn a_wargame_is_set_up_played_and_asked_about_line_by_line() {
    let (mut person, out) = person("leaders\nsupply\nable\nd2-d7\nd2-d4\nend\n", false);
    let position = start("wargame-small");
    let choice = person.choose(&position, white()).await.expect("a turn");
    assert_eq!(texts(&position, white(), &choice), ["d2-d4", "end"]);
    for told in [
        "Supreme Commander on g1: in command, can give an order",
        "No unit of Blue is cut off.",
        "Infantry on d2",
        "Infantry finds no free way from d2 to d7",
    ] {
        assert!(
            out.text().contains(told),
            "{told} is not in\n{}",
            out.text()
        );
    }

    let (mut person, out) = self::person("book 2\nend\n", false);
    let position = start("wargame-2");
    let choice = person.choose(&position, white()).await.expect("a set-up");
    let rows = texts(&position, white(), &choice);
    assert_eq!(
        rows,
        ["IIIIIIIIIIIIII3VVVVII1/2L2ALA1ALA1ALIIALVLV2/7G5G4G5/14C9"]
    );
    let terms = "Place it anywhere on ranks 1 to 4, a unit to a cell.";
    assert!(out.text().contains(terms), "{}", out.text());
}

/// A position of the toy's game with a camp.
fn camp(text: &str) -> AnyPosition {
    scenario::toy::accept();
    let file = include_str!("../../../tests/engine/camp.toml");
    let scenario = scenario::Scenario::parse("camp.toml", file).expect("a right file");
    let start = scenario.start(&[]).expect("no options");
    start.with_text(text).expect("a position")
}

#[tokio::test]
async fn ending_the_orders_asks_for_the_decisions_that_are_left() {
    let position = camp("nnn...../......../..n...../....ss.. 1 1 held=0,1");
    let lines = "a4-a3\nend\nundo\nundo\nend\nend\nguard a4 2\nshow\nend\n";
    let (mut person, out) = person(lines, false);
    let choice = person.choose(&position, white()).await.expect("a turn");
    assert_eq!(texts(&position, white(), &choice), ["end", "guard a4 2"]);
    let out = out.text();
    assert!(out.contains("Still to decide:\nguard "), "{out}");
    assert!(out.contains("Your turn so far: end; guard a4 2"), "{out}");
    assert!(out.contains("Taken back: a4-a3"), "{out}");
}

#[tokio::test]
async fn a_decision_in_the_other_sides_turn_is_followed_by_the_next_turn() {
    let position = camp("nnn...../......../..n...../....ss.. 1 1 held=0,1 camp=a4.1:lr");
    let (mut person, out) = person("end\nreturn d1\nc1-c2\nend\n", false);
    let choice = person.choose(&position, black()).await.expect("a turn");
    assert_eq!(
        texts(&position, black(), &choice),
        ["return d1", "c1-c2", "end"]
    );
    let out = out.text();
    assert!(out.contains("Illegal: "), "`end` is not legal yet: {out}");
    assert!(out.contains("Your own follows"), "{out}");
}

#[tokio::test]
async fn the_word_for_a_secret_choice_follows_from_the_position() {
    let position = camp("nnn...../......../..n...../....ss.. 1 1 held=0,1 camp=a4.1:--");
    let (mut person, out) = person("sign left\nend\n", false);
    let choice = person.choose(&position, white()).await.expect("a choice");
    assert_eq!(texts(&position, white(), &choice), ["sign left"]);
    let out = out.text();
    assert!(out.contains("This sign is valid: `end` seals it."), "{out}");
}

#[tokio::test]
async fn a_turn_of_more_than_two_sides_has_the_count_of_the_history_or_none() {
    let mut position = start("tourney-4");
    position
        .resolve(rules::Lots(0))
        .expect("the lot of the first turn");
    let turn = position.turn();
    let name = SideNames::of_family(position.family()).of(turn.side);
    for (own, told) in [
        (None, format!("{name}'s turn (1 over all sides)")),
        // as in a match in which others are out
        (Some(3), format!("{name}'s turn 3")),
    ] {
        let (mut person, out) = person("", false);
        if let Some(own) = own {
            person.count_turn(turn.number, own);
        }
        let choice = person.choose(&position, turn.side).await;
        assert!(matches!(choice, Err(DeciderError::InputEnded)));
        assert!(out.text().contains(&told), "{told}: {}", out.text());
    }
}
