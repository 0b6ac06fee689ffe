//! A bot that answers from a script: what is checked, bounded and asked again.

use std::sync::{Arc, Mutex};

use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};

use super::*;

fn white() -> Side {
    Side::new(0).expect("a side")
}

type Heard = Arc<Mutex<Vec<String>>>;

/// An engine whose bot answers by `script`, and the commands the bot hears. `None` ends the bot.
fn scripted(script: impl Fn(&str) -> Option<&'static str> + Send + 'static) -> (Engine, Heard) {
    let (ours, theirs) = tokio::io::duplex(64 * 1024);
    let heard = Heard::default();
    let hears = Arc::clone(&heard);
    tokio::spawn(async move {
        let (input, mut output) = tokio::io::split(theirs);
        let mut lines = BufReader::new(input).lines();
        while let Ok(Some(line)) = lines.next_line().await {
            let answer = script(&line);
            hears.lock().expect("nobody panics").push(line);
            let Some(answer) = answer else { break };
            if output.write_all(answer.as_bytes()).await.is_err() {
                break;
            }
        }
    });
    let (output, input) = tokio::io::split(ours);
    let bot = Connection::new(input, output);
    let mut engine = Engine::new(bot, settings());
    // as long as a busy machine needs to read past the bounds; only the bot that says nothing of use takes all of it
    engine.thinking.patience = Duration::from_secs(3);
    (engine, heard)
}

fn settings() -> Settings {
    Settings {
        seed: 1,
        follows_seed: true,
        budget: Budget::Time(Duration::from_millis(50)),
        tells_seed: false,
        prompts_on_stderr: false,
    }
}

/// Answers every command correctly, `go` and `orders` with the given lines.
fn polite(
    go: Option<&'static str>,
    orders: &'static str,
) -> impl Fn(&str) -> Option<&'static str> + Send + 'static {
    move |line| match line.split(' ').next() {
        Some("engine") => Some("id name bot\nprotocol 1\nok\n"),
        Some("go") => go,
        Some("orders") => Some(orders),
        _ => Some("ok\n"),
    }
}

fn scenario(key: &str) -> scenario::Scenario {
    scenario::load(key).expect("built in").expect("valid")
}

async fn choice_of(
    script: impl Fn(&str) -> Option<&'static str> + Send + 'static,
    key: &str,
) -> Result<Vec<String>, DeciderError> {
    let (mut engine, _) = scripted(script);
    let scenario = scenario(key);
    engine.begin(&scenario, &[], &[])?;
    let position = scenario.start(&[]).expect("no options");
    let Decision::Orders(orders) = engine.choose(&position, white()).await? else {
        return Ok(Vec::new());
    };
    let text = |order| position.order_text(white(), order);
    Ok(orders.iter().map(text).collect())
}

async fn turn_of(go: Option<&'static str>) -> Result<Vec<String>, DeciderError> {
    choice_of(polite(go, "ok\n"), "clash-of-arms").await
}

#[tokio::test]
async fn a_legal_turn_is_accepted() {
    let turn = turn_of(Some("b4-b5\ne3-e4\nend\nok\n")).await;
    assert_eq!(turn.expect("legal"), ["b4-b5", "e3-e4", "end"]);
}

#[tokio::test]
async fn lines_about_the_search_are_not_taken_for_orders() {
    let go = "info tried 5 score 0 turn e3-e4\ninfo anything\nb4-b5\nend\nok\n";
    assert_eq!(turn_of(Some(go)).await.expect("legal"), ["b4-b5", "end"]);
}

#[tokio::test]
async fn what_a_bot_says_is_checked_by_the_rules() {
    use DeciderError::{
        EngineEnded, EngineRefused, EngineSilent, IllegalOrder, NoEnd, UnreadableOrder,
    };
    let illegal = turn_of(Some("b4-b5\nb5-b6\nend\nok\n")).await;
    assert!(
        matches!(&illegal, Err(IllegalOrder { order, rule: "2.4", .. }) if order == "b5-b6"),
        "{illegal:?}"
    );
    let unreadable = turn_of(Some("bestmove b4-b5\nend\nok\n")).await;
    assert!(
        matches!(unreadable, Err(UnreadableOrder { .. })),
        "{unreadable:?}"
    );
    let open = turn_of(Some("b4-b5\nok\n")).await;
    assert!(matches!(open, Err(NoEnd)), "{open:?}");
    let refused = turn_of(Some("error I do not know how\n")).await;
    assert!(
        matches!(&refused, Err(EngineRefused { why, .. }) if why == "I do not know how"),
        "{refused:?}"
    );
    let silent = turn_of(Some("b4-b5\nend\n")).await;
    assert!(
        matches!(&silent, Err(EngineSilent { asked, .. }) if asked == "go movetime 50"),
        "{silent:?}"
    );
    let ended = turn_of(None).await;
    assert!(matches!(ended, Err(EngineEnded { .. })), "{ended:?}");
}

#[tokio::test]
async fn another_protocol_is_refused_at_the_greeting() {
    let other = choice_of(|_| Some("id name bot\nprotocol 2\nok\n"), "clash-of-arms").await;
    assert!(
        matches!(other, Err(DeciderError::OtherProtocol)),
        "{other:?}"
    );
}

#[tokio::test]
async fn a_bot_that_cannot_be_started_is_named_by_its_command() {
    let Err(error) = Engine::start("no-such-program-anywhere x", settings()) else {
        panic!("there is no such program");
    };
    assert!(
        error.to_string().contains("no-such-program-anywhere x"),
        "{error}"
    );
}

#[tokio::test]
async fn a_set_up_comes_from_go_or_is_drawn_from_orders() {
    const ROWS: &str = "I1III1II1I1III1I4/1N1CC1N1\n";
    let refused = choice_of(polite(Some(ROWS), "ok\n"), "test-of-wills").await;
    assert!(refused.is_err(), "{refused:?}");

    let start = scenario("test-of-wills").start(&[]).expect("no options");
    let books: Vec<_> = start
        .legal_orders(white())
        .iter()
        .map(|order| start.order_text(white(), order))
        .collect();
    let leak = |text: String| -> &'static str { Box::leak(text.into_boxed_str()) };
    let go = leak(format!("{}\nok\n", books[2]));
    let chosen = choice_of(polite(Some(go), "ok\n"), "test-of-wills").await;
    assert_eq!(chosen.expect("valid"), [books[2].clone()]);

    let orders = leak(format!("{}\n{}\nok\n", books[3], books[4]));
    for unknown in ["error what?\n", "ok\n", "end\nok\n"] {
        let drawn = choice_of(polite(Some(unknown), orders), "test-of-wills").await;
        assert_eq!(drawn.expect("valid"), [books[4].clone()], "the seed is 1");
    }

    let none = choice_of(polite(Some("ok\n"), "ok\n"), "test-of-wills").await;
    assert!(
        matches!(none, Err(DeciderError::NoSetUp("white"))),
        "{none:?}"
    );
}

#[tokio::test]
async fn a_scenario_is_sent_by_its_key_or_as_a_file() {
    let options = [("short".to_owned(), "0".to_owned())];
    let built_in = scenario("battle-line");
    let (mut engine, heard) = scripted(polite(Some("end\nok\n"), ""));
    assert!(engine.begin(&built_in, &options, &[]).is_ok());
    let start = built_in.start(&options).expect("a known option");
    assert!(engine.choose(&start, white()).await.is_ok());
    assert_eq!(
        heard.lock().expect("nobody panics")[..2],
        ["engine", "scenario battle-line short=0"]
    );

    let own = format!("# my own\n{}", built_in.text());
    let changed = Scenario::parse("own.toml", &own).expect("a right file");
    let (mut engine, heard) = scripted(polite(Some("end\nok\n"), ""));
    assert!(engine.begin(&changed, &[], &[]).is_ok());
    assert!(engine.choose(&start, white()).await.is_ok());
    let command = heard.lock().expect("nobody panics")[1].clone();
    let path = command.strip_prefix("scenario ").unwrap_or_default();
    assert_eq!(std::fs::read_to_string(path).unwrap_or_default(), own);
    drop(engine);
    assert!(
        !std::path::Path::new(path).exists(),
        "the file goes with the engine"
    );
}

#[tokio::test]
async fn a_dropped_wait_does_not_ask_twice() {
    let (mut engine, heard) = scripted(polite(Some("b4-b5\nend\nok\n"), ""));
    let scenario = scenario("clash-of-arms");
    assert!(engine.begin(&scenario, &[], &[]).is_ok());
    let position = scenario.start(&[]).expect("no options");
    tokio::select! {
        biased;
        _ = engine.choose(&position, white()) => panic!("nothing ran yet"),
        () = async {} => {}
    }
    assert!(engine.choose(&position, white()).await.is_ok());
    let heard = heard.lock().expect("nobody panics");
    let asked = heard.iter().filter(|line| line.starts_with("go ")).count();
    assert_eq!(asked, 1, "{heard:?}");
}

#[tokio::test]
async fn a_bot_may_try_as_many_orders_as_the_other_players() {
    let (mut engine, heard) = scripted(polite(Some("b4-b5\nend\nok\n"), ""));
    engine.thinking.budget = Budget::Nodes(600);
    let position = scenario("clash-of-arms").start(&[]).expect("no options");
    assert!(engine.choose(&position, white()).await.is_ok());
    let heard = heard.lock().expect("nobody panics");
    assert_eq!(heard.last().map(String::as_str), Some("go nodes 600"));
}

#[tokio::test]
async fn a_bot_hears_the_lots_drawn_before_the_set_up_before_any_question() {
    let scenario = scenario("border-war");
    let options = [("first-player".to_owned(), "lot-before".to_owned())];
    let mut position = scenario.start(&options).expect("a known option");
    position.resolve(Lots(5)).expect("the lot for the terrain");
    position
        .resolve(Lots(7))
        .expect("the lot for the first player");
    let book = &position.legal_orders(white())[0];
    let book = position.order_text(white(), book);
    let go: &'static str = Box::leak(format!("{book}\nok\n").into_boxed_str());
    let (mut engine, heard) = scripted(polite(Some(go), ""));
    assert!(
        engine
            .begin(&scenario, &options, &[Lots(5), Lots(7)])
            .is_ok()
    );
    let choice = engine.choose(&position, white()).await;
    assert!(matches!(choice, Ok(Decision::Orders(_))), "{choice:?}");
    assert_eq!(
        heard.lock().expect("nobody panics").as_slice(),
        [
            "engine",
            "scenario border-war first-player=lot-before",
            "lots 5",
            "lots 7",
            "go white movetime 50"
        ]
    );
}

#[tokio::test]
async fn a_bot_that_knows_no_seed_is_asked_without_one() {
    let knows = |line: &str| match line.split_once(" seed ") {
        Some(("go nodes 9", _)) => Some("b4-b5\nend\nok\n"),
        _ => Some("ok\n"),
    };
    let knows_not = |line: &str| match line.contains("seed") {
        true => Some("error too many words\n"),
        false if line.starts_with("go") => Some("b4-b5\nend\nok\n"),
        false => Some("ok\n"),
    };
    let position = scenario("clash-of-arms").start(&[]).expect("no options");
    let asked = async |(mut engine, heard): (Engine, Heard)| {
        engine.thinking.budget = Budget::Nodes(9);
        engine.thinking.tells_seed = true;
        for _ in 0..2 {
            assert!(engine.choose(&position, white()).await.is_ok());
        }
        let heard = heard.lock().expect("nobody panics").clone();
        let go = heard.into_iter().filter(|line| line.starts_with("go"));
        go.collect::<Vec<_>>()
    };
    let seeded = &*format!("go nodes 9 seed {}", turn_seed(1, &position));
    assert_eq!(asked(scripted(knows)).await, [seeded, seeded]);
    assert_eq!(
        asked(scripted(knows_not)).await,
        [seeded, "go nodes 9", "go nodes 9"]
    );
}

/// The error of a bot that answers `go` with these bytes, again and again.
async fn flooded(bytes: Vec<u8>) -> Result<Decision, DeciderError> {
    let (ours, theirs) = tokio::io::duplex(64 * 1024);
    tokio::spawn(async move {
        let (input, mut output) = tokio::io::split(theirs);
        let mut lines = BufReader::new(input).lines();
        while let Ok(Some(line)) = lines.next_line().await {
            let is_go = line.starts_with("go");
            let answer = if is_go { &bytes[..] } else { b"ok\n" };
            while output.write_all(answer).await.is_ok() && is_go {}
        }
    });
    let (output, input) = tokio::io::split(ours);
    let mut engine = Engine::new(Connection::new(input, output), settings());
    // as long as a busy machine needs to read past the bounds; only the bot that says nothing of use takes all of it
    engine.thinking.patience = Duration::from_secs(3);
    let position = scenario("clash-of-arms").start(&[]).expect("no options");
    let answer = engine.choose(&position, white());
    let answer = tokio::time::timeout(Duration::from_secs(30), answer).await;
    answer.expect("a flood ends")
}

#[tokio::test]
async fn the_output_of_a_bot_is_bounded() {
    use DeciderError::{EngineSilent, LongAnswer, LongLine, NoText};
    let line = flooded(vec![b'x'; 1000]).await;
    assert!(matches!(line, Err(LongLine { .. })), "{line:?}");
    let answer = flooded(b"b4-b5\n".to_vec()).await;
    assert!(matches!(answer, Err(LongAnswer { .. })), "{answer:?}");
    let info = flooded(b"info tried 5\n".repeat(100)).await;
    assert!(matches!(info, Err(EngineSilent { .. })), "{info:?}");
    let bytes = flooded(vec![0xff, b'\n']).await;
    assert!(matches!(bytes, Err(NoText { .. })), "{bytes:?}");
}

#[tokio::test]
async fn a_bot_hears_the_position_in_mid_turn_and_before_a_secret_choice() {
    scenario::toy::accept();
    let file = include_str!("../../../tests/engine/camp.toml");
    let scenario = scenario::Scenario::parse("camp.toml", file).expect("a right file");
    let start = scenario.start(&[]).expect("no options");
    let rows = "nnn...../......../..n...../....ss.. 1 1 held=0,1";
    for (rest, go, expected) in [
        (" camp=a4.1:--", "sign right\nok\n", vec!["sign right"]),
        // a bot that answers up to `end` is asked for the rest with the position then
        (" camp=-", "guard a4 2\nok\n", vec!["guard a4 2"]),
    ] {
        let (mut engine, heard) = scripted(polite(Some(go), ""));
        let text = format!("{rows}{rest}");
        let position = start.with_text(&text).expect("a position");
        let choice = engine.choose(&position, white()).await.expect("a decision");
        let Decision::Orders(orders) = choice else {
            panic!("orders");
        };
        let given = orders
            .iter()
            .map(|order| position.order_text(white(), order));
        assert_eq!(given.collect::<Vec<_>>(), expected);
        let heard = heard.lock().expect("nobody panics");
        assert_eq!(heard[0], format!("position {text}"));
        assert!(heard[1].starts_with("go "), "{heard:?}");
    }
}

#[tokio::test]
async fn a_bot_that_closes_its_orders_is_asked_for_the_decisions_after_them() {
    scenario::toy::accept();
    let file = include_str!("../../../tests/engine/camp.toml");
    let scenario = scenario::Scenario::parse("camp.toml", file).expect("a right file");
    let start = scenario.start(&[]).expect("no options");
    let position = start.with_text("nnn...../......../..n...../....ss.. 1 1 held=0,1");
    let position = position.expect("a position");
    let asked = std::sync::atomic::AtomicBool::new(false);
    let (mut engine, heard) = scripted(move |line| match line.split(' ').next() {
        Some("go") if asked.swap(true, std::sync::atomic::Ordering::Relaxed) => {
            Some("guard a4 2\nok\n")
        }
        Some("go") => Some("end\nok\n"),
        _ => Some("ok\n"),
    });
    let choice = engine.choose(&position, white()).await.expect("a turn");
    let Decision::Orders(orders) = choice else {
        panic!("orders");
    };
    assert_eq!(orders.len(), 2);
    let heard = heard.lock().expect("nobody panics");
    assert!(heard[2].ends_with("camp=-"), "{heard:?}");
}

fn side_of(member: u8) -> Share {
    Share {
        member,
        names: vec!["Ann".to_owned(), "Ben".to_owned()],
        plans: Vec::new(),
        is_planning: false,
        clashes: false,
    }
}

/// A step of the first turn.
fn step(seat: u8, orders: Vec<protocol::Done>, after: &AnyPosition) -> Arc<Step> {
    let deed = protocol::Deed::Orders {
        seat: protocol::Seat(seat),
        side: white(),
        orders,
    };
    Arc::new(Step {
        number: 1,
        turn: 1,
        on_turn: white(),
        deed,
        digest: protocol::digest(after),
    })
}

#[tokio::test]
async fn a_member_is_told_what_its_mates_played_and_answers_its_own_part() {
    let start = scenario("clash-of-arms").start(&[]).expect("no options");
    let start = start.by_leaders(&[2, 1]).expect("shared by leaders");
    let mut now = start.clone();
    let given = ["e3-e4", "done"].map(|text| {
        let order = now.parse_order(white(), text).expect("an order");
        let events = now.apply(white(), &order).expect("legal");
        protocol::Done { order, events }
    });
    let mut history = History::new(start.clone());
    history.push(step(0, given.to_vec(), &now), &now);
    let own = now.legal_orders(white()).into_iter();
    let mut own = own.map(|order| now.order_text(white(), &order));
    let own = own.find(|text| text.contains('-')).expect("a move");
    // what comes after the end of the part is no part of it
    let go: &'static str = format!("{own}\nend\nb9-b8\nok\n").leak();
    let (mut engine, heard) = scripted(polite(Some(go), "ok\n"));
    engine.share(Some((side_of(1), Arc::new(history))));
    let choice = engine.choose(&now, white()).await.expect("its part");
    let Decision::Orders(orders) = choice else {
        panic!("{choice:?}");
    };
    let orders = orders.iter().map(|order| now.order_text(white(), order));
    assert_eq!(orders.collect::<Vec<_>>(), [own, "end".to_owned()]);
    let position = format!("position {}", start.to_text());
    let expected = [
        "member",
        &position,
        "do e3-e4",
        "do done",
        "member 1",
        "go movetime 50",
    ];
    assert_eq!(*heard.lock().expect("nobody panics"), expected);
    // a match that begins in the middle of the turn
    let (mut engine, heard) = scripted(polite(Some(go), "ok\n"));
    engine.share(Some((side_of(1), Arc::new(History::new(now.clone())))));
    let refused = engine.choose(&now, white()).await;
    assert!(
        matches!(refused, Err(DeciderError::InMidTurn)),
        "{refused:?}"
    );
    assert!(heard.lock().expect("nobody panics").is_empty());
}

#[tokio::test]
async fn a_member_sets_up_its_part_of_what_its_bot_chose_for_the_side() {
    let start = scenario("test-of-wills").start(&[]).expect("no options");
    let start = start.by_leaders(&[2, 2]).expect("shared by leaders");
    let books = start.legal_orders(white());
    let text = start.order_text(white(), &books[1]);
    let go: &'static str = format!("{text}\nok\n").leak();
    let history = Arc::new(History::new(start.clone()));
    let mut parts = Vec::new();
    for member in [0, 1] {
        let (mut engine, _) = scripted(polite(Some(go), "ok\n"));
        let mut share = side_of(member);
        // the second one waits until the first has shown its part
        share.plans = parts.clone();
        engine.share(Some((share, Arc::clone(&history))));
        let choice = engine.choose(&start, white()).await.expect("its part");
        let own = start.part_of(white(), member, &books[1]);
        assert_eq!(choice, Decision::Orders(vec![own.clone()]), "{member}");
        parts.push((member, own));
    }
    // beside another part of the first one, the two together are legal all the same
    let other = computer::part(&start, white(), 0, &[], 3).expect("a part");
    assert!(goes_together(&start, white(), vec![(0, other.clone())], 1));
    let (mut engine, _) = scripted(polite(Some(go), "ok\n"));
    let mut share = side_of(1);
    share.plans = vec![(0, other.clone())];
    engine.share(Some((share, history)));
    let choice = engine.choose(&start, white()).await.expect("its part");
    let Decision::Orders(own) = choice else {
        panic!("{choice:?}");
    };
    let both = vec![(0, other), (1, own[0].clone())];
    assert!(goes_together(&start, white(), both, 1));
}
