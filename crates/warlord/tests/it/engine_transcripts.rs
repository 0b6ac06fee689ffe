//! Whole conversations with `warlord engine`, compared with the text files under `tests/engine`.
//!
//! In a file, lines that start with `> ` are commands; the lines after each are the answer, to the letter. With the
//! environment variable `UPDATE_TRANSCRIPTS` set, the files are written again: look at the difference before keeping
//! it.

use std::fmt::Write as _;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

use rules::Rules as _;
use rules::testing::depth::deep;

struct Engine {
    process: Child,
    answers: BufReader<ChildStdout>,
}

impl Engine {
    fn start() -> Self {
        let mut process = Command::new(env!("CARGO_BIN_EXE_warlord"))
            .env("WARLORD_TESTING", "1")
            .arg("engine")
            .current_dir(folder())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let answers = BufReader::new(process.stdout.take().expect("its output"));
        Self { process, answers }
    }

    fn say(&mut self, line: &[u8]) {
        let input = self.process.stdin.as_mut().expect("its input");
        input.write_all(line).expect("it listens");
        input.write_all(b"\n").expect("it listens");
        input.flush().expect("it listens");
    }

    /// The answer up to and with `ok` or `error`.
    fn answer(&mut self) -> String {
        let mut answer = String::new();
        loop {
            let start = answer.len();
            let read = self
                .answers
                .read_line(&mut answer)
                .expect("it answers in UTF-8");
            assert!(read > 0, "the engine ended after {answer:?}");
            let line = &answer[start..];
            if line == "ok\n" || line.starts_with("error ") {
                return answer;
            }
        }
    }

    fn ask(&mut self, line: &str) -> String {
        self.say(line.as_bytes());
        self.answer()
    }
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/engine")
}

#[track_caller]
fn compare(name: &str) {
    let path = folder().join(name);
    let expected = std::fs::read_to_string(&path)
        .expect("a transcript")
        .replace("\r\n", "\n");
    let mut engine = Engine::start();
    let mut found = String::new();
    for command in expected.lines().filter_map(|line| line.strip_prefix("> ")) {
        let answer = engine.ask(command);
        write!(found, "> {command}\n{answer}").expect("a string takes everything");
    }
    let status = engine.process.wait().expect("it ends");
    assert!(status.success(), "the transcript ends with quit");
    if std::env::var_os("UPDATE_TRANSCRIPTS").is_some() {
        std::fs::write(&path, &found).expect("the transcript can be written");
    }
    assert!(found == expected, "{name} now reads:\n{found}");
}

#[test]
fn a_fight_of_the_toy_family_in_mid_turn() {
    compare("toy.txt");
}

#[test]
fn decisions_after_the_end_of_a_turn_and_a_secret_choice_of_a_second_kind() {
    compare("camp.txt");
}

#[test]
fn both_wargames_with_set_ups_moves_fire_tows_supply_and_endings() {
    compare("wargame.txt");
}

#[test]
fn a_tourney_with_faulty_positions_orders_out_of_their_place_and_faulty_musters() {
    compare("tourney.txt");
}

#[test]
fn shared_sides_by_turns_and_by_leaders_and_members_that_commands_are_narrowed_to() {
    compare("members.txt");
}

#[test]
fn a_fixed_game_from_loading_to_its_end() {
    compare("fixed.txt");
}

#[test]
fn how_each_side_stands_with_two_and_more_sides_and_when_nothing_is_known() {
    compare("values.txt");
}

#[test]
fn a_hidden_set_up_with_books_rows_and_the_lot() {
    compare("hidden.txt");
}

#[test]
fn endings_are_written_in_their_words() {
    compare("endings.txt");
}

#[test]
fn terrain_reinforcements_and_a_scenario_from_a_file() {
    compare("file.txt");
}

#[test]
fn wrong_commands_are_answered_with_what_is_wrong() {
    compare("errors.txt");
}

#[test]
fn commands_at_the_wrong_time_and_texts_that_say_too_much_are_answered() {
    compare("awkward.txt");
}

#[test]
fn the_computer_answers_with_a_legal_turn() {
    let mut engine = Engine::start();
    assert_eq!(engine.ask("scenario clash-of-arms swap=on"), "ok\n");
    for budget in ["nodes 2000", "movetime 50", "white nodes 1"] {
        let answer = engine.ask(&format!("go {budget}"));
        // on a busy machine a short search takes long, and a long one reports how it stands
        let (_, orders) = told(&answer);
        let (end, turn) = orders.split_last().expect("a turn");
        assert!(*end == "end" && !turn.is_empty(), "{answer}");
        let shown = engine.ask("show");
        for order in turn {
            assert_eq!(engine.ask(&format!("do {order}")), "ok\n", "{order}");
        }
        // `go` applied nothing itself, and all of it can be taken back
        for _ in turn {
            assert_eq!(engine.ask("undo"), "ok\n");
        }
        assert_eq!(engine.ask("show"), shown);
    }
    let first = engine.ask("go nodes 2000");
    assert_eq!(
        engine.ask("go nodes 2000"),
        first,
        "the same nodes, the same turn"
    );
}

/// The lines about the search, and the orders, of an answer to `go`.
fn told(answer: &str) -> (Vec<&str>, Vec<&str>) {
    let lines = answer.strip_suffix("ok\n").expect("a turn").lines();
    lines.partition(|line| line.starts_with("info "))
}

#[test]
fn a_search_that_lasts_tells_how_it_stands() {
    let mut engine = Engine::start();
    engine.ask("scenario clash-of-arms");
    let answer = engine.ask("go nodes 20000");
    let (infos, orders) = told(&answer);
    let mut most = 0;
    for info in &infos {
        let words: Vec<&str> = info.split(' ').collect();
        let ["info", "tried", tried, "score", score, "turn", ..] = words[..] else {
            panic!("{info}");
        };
        let tried: u64 = tried.parse().expect("a number");
        assert!(tried >= most && score.parse::<i32>().is_ok(), "{answer}");
        most = tried;
    }
    let (end, turn) = orders.split_last().expect("a turn");
    assert_eq!(*end, "end");
    let last = infos.last().expect("at least one");
    let (_, best) = last.split_once(" turn ").expect("a turn");
    assert_eq!(best, turn.join(" "));
    for threads in ["threads 2", "seed 3 threads 3"] {
        let go = format!("go nodes 9000 {threads}");
        assert_eq!(engine.ask(&go), engine.ask(&go), "whatever their timing");
    }
    assert_eq!(engine.ask("go nodes 20000"), answer, "told alike again");
}

#[test]
fn stop_ends_a_search_with_the_best_turn_and_other_commands_wait() {
    let mut engine = Engine::start();
    engine.ask("scenario clash-of-arms");
    engine.say(b"go movetime 3600000");
    engine.say(b"digest");
    engine.say(b"stop");
    let answer = engine.answer();
    let (_, orders) = told(&answer);
    assert!(orders.len() >= 2 && orders.ends_with(&["end"]), "{answer}");
    let digest = engine.answer();
    assert_eq!(digest.lines().next().map(str::len), Some(64), "{digest}");
    assert_eq!(engine.answer(), "ok\n");
    for order in orders {
        assert_eq!(engine.ask(&format!("do {order}")), "ok\n", "{order}");
    }
    assert_eq!(engine.ask("stop"), "ok\n", "without a search");
}

#[test]
fn a_panic_of_a_search_is_reported_and_the_engine_hears_on() {
    let mut engine = Engine::start();
    assert_eq!(engine.ask("scenario toy.toml"), "ok\n");
    let shown = engine.ask("show");
    for _ in 0..2 {
        let answer = engine.ask("go nodes 1 seed 18446744073709551615");
        assert!(answer.contains("a panic on purpose"), "{answer}");
        assert!(
            answer.starts_with("error a fault of this program"),
            "{answer}"
        );
        assert_eq!(engine.ask("show"), shown);
        assert_eq!(engine.ask("stop"), "ok\n");
    }
    let answer = engine.ask("go nodes 1 seed 7");
    let (_, orders) = told(&answer);
    assert!(!orders.is_empty(), "the next search finds a turn");
    assert_eq!(engine.ask("quit"), "ok\n");
    assert!(engine.process.wait().expect("it ends").success());
}

#[test]
fn the_last_turn_number_is_thought_about() {
    let mut engine = Engine::start();
    engine.ask("scenario clash-of-arms");
    for number in ["4294967294", "4294967295"] {
        let text = format!("L15/16/16/16/16/16/16/16/16/16/16/15l w {number} 0");
        assert_eq!(engine.ask(&format!("position {text}")), "ok\n");
        for limit in ["nodes 10", "movetime 10", "level easy"] {
            let answer = engine.ask(&format!("go {limit}"));
            let (_, orders) = told(&answer);
            assert!(orders.len() >= 2 && orders.ends_with(&["end"]), "{answer}");
        }
    }
}

#[test]
fn stop_ends_a_count_and_every_search_before_it() {
    let mut engine = Engine::start();
    engine.ask("scenario clash-of-arms");
    engine.say(b"perft 60");
    engine.say(b"go movetime 3600000");
    engine.say(b"stop");
    engine.say(b"perft 1");
    assert_eq!(engine.answer(), "error stopped\n");
    let answer = engine.answer();
    let (_, orders) = told(&answer);
    assert!(orders.ends_with(&["end"]), "{answer}");
    assert_eq!(engine.answer(), "ok\n");
    let count = engine.answer();
    assert!(count.ends_with("\nok\n"), "{count}");
}

#[test]
fn quit_and_the_end_of_the_input_wait_for_an_answer_no_longer_than_a_minute() {
    let begin = Instant::now();
    // The whole wait keeps two cores busy for a minute. In a quick run both answers come before it is over.
    let is_too_long = deep(false, true, true);
    let commands = match is_too_long {
        true => ["go movetime 3600000", "perft 60"],
        false => ["go movetime 2000", "perft 3"],
    };
    let engines = commands.map(|long| {
        let mut engine = Engine::start();
        engine.ask("scenario clash-of-arms");
        engine.say(long.as_bytes());
        engine
    });
    let [mut quitting, mut ending] = engines;
    quitting.say(b"quit");
    drop(ending.process.stdin.take());
    let answer = quitting.answer();
    let (_, orders) = told(&answer);
    assert!(orders.ends_with(&["end"]), "the best turn so far: {answer}");
    assert_eq!(quitting.answer(), "ok\n", "quit");
    let count = ending.answer();
    let is_stopped = count == "error stopped\n";
    assert!(
        is_stopped == is_too_long && (is_stopped || count.ends_with("\nok\n")),
        "{count}"
    );
    for engine in [&mut quitting, &mut ending] {
        assert!(engine.process.wait().expect("it ends").success());
    }
    let waited = begin.elapsed().as_secs();
    let expected = if is_too_long { 55..65 } else { 1..55 };
    assert!(expected.contains(&waited), "{waited} s");
}

#[test]
fn a_script_is_answered_whole_whatever_its_end() {
    let mut engine = Engine::start();
    let input = engine.process.stdin.as_mut().expect("its input");
    let script = "scenario clash-of-arms\ngo movetime 300\ngo movetime 300\nperft 2\nquit\nshow\n";
    input.write_all(script.as_bytes()).expect("it listens");
    drop(engine.process.stdin.take());
    assert_eq!(engine.answer(), "ok\n");
    for _ in 0..2 {
        let answer = engine.answer();
        let (_, orders) = told(&answer);
        assert!(orders.ends_with(&["end"]), "{answer}");
    }
    assert!(engine.answer().ends_with("\nok\n"), "the count");
    assert_eq!(engine.answer(), "ok\n", "quit");
    let mut rest = String::new();
    engine.answers.read_to_string(&mut rest).expect("UTF-8");
    assert_eq!(rest, "", "nothing is answered after quit");
    assert!(engine.process.wait().expect("it ends").success());
}

#[test]
fn a_search_ends_soon_after_its_driver_is_gone() {
    let mut engine = Engine::start();
    engine.ask("scenario clash-of-arms");
    engine.say(b"go movetime 3600000");
    let Engine {
        mut process,
        answers,
    } = engine;
    drop((process.stdin.take(), answers));
    let until = Instant::now() + Duration::from_secs(120);
    while process.try_wait().expect("a process").is_none() {
        assert!(Instant::now() < until, "the engine searches on for nobody");
        std::thread::sleep(Duration::from_millis(50));
    }
}

#[test]
fn a_turn_may_be_asked_for_by_clock_and_by_level() {
    let mut engine = Engine::start();
    engine.ask("scenario clash-of-arms");
    let limits = [
        "clock 0",
        "clock 400",
        "white clock 100 increment 40",
        "level novice",
        "level easy",
        "level normal seed 3",
        "level 4",
    ];
    for limit in limits {
        let answer = engine.ask(&format!("go {limit}"));
        let (_, orders) = told(&answer);
        assert!(orders.len() >= 2 && orders.ends_with(&["end"]), "{answer}");
    }
    for wrong in [
        "",
        "clock",
        "clock x",
        "level best",
        "nodes 1 seed",
        "nodes 1 threads 0",
        "nodes 1 more",
        "movetime -1",
    ] {
        let answer = engine.ask(&format!("go {wrong}"));
        assert!(answer.starts_with("error "), "{wrong}: {answer}");
    }
}

#[test]
fn a_hidden_set_up_follows_from_its_seed_or_from_chance() {
    let set_up = |limit: &str| {
        let mut engine = Engine::start();
        engine.ask("scenario test-of-wills");
        engine.ask(&format!("go white {limit}"))
    };
    assert_eq!(set_up("nodes 1 seed 5"), set_up("nodes 1 seed 5"));
    let several: std::collections::BTreeSet<String> = (0..6).map(|_| set_up("nodes 1")).collect();
    assert!(several.len() > 1, "always {several:?}");
}

#[test]
fn the_computer_sets_up_a_hidden_army() {
    let mut engine = Engine::start();
    assert_eq!(engine.ask("scenario test-of-wills"), "ok\n");
    for side in ["white", "black"] {
        let answer = engine.ask(&format!("go {side} nodes 1"));
        let rows = answer.lines().next().expect("a set-up");
        assert_eq!(
            engine.ask(&format!("setup {side} {rows}")),
            "ok\n",
            "{rows}"
        );
    }
    assert_eq!(engine.ask("status").lines().next(), Some("to-act lots"));
}

#[test]
fn the_digest_is_that_of_the_match_protocol() {
    let mut engine = Engine::start();
    engine.ask("scenario civil-war half-first=on");
    engine.ask("do d1-e1");
    let digest = engine.ask("digest");
    let scenario = scenario::load("civil-war")
        .expect("built in")
        .expect("right");
    let mut position = scenario
        .start(&[("half-first".to_owned(), "on".to_owned())])
        .expect("an option");
    let side = position.turn().side;
    let order = position.parse_order(side, "d1-e1").expect("an order");
    position.apply(side, &order).expect("a legal one");
    let expected: String = protocol::digest(&position)
        .iter()
        .map(|byte| format!("{byte:02x}"))
        .collect();
    assert_eq!(digest, format!("{expected}\nok\n"));
}

#[test]
fn the_end_of_the_input_ends_the_engine() {
    let mut engine = Engine::start();
    engine.say(b"engine");
    drop(engine.process.stdin.take());
    let mut rest = String::new();
    engine.answers.read_to_string(&mut rest).expect("UTF-8");
    assert!(rest.ends_with("protocol 1\nok\n"), "{rest}");
    assert!(engine.process.wait().expect("it ends").success());
}

#[test]
fn a_last_command_without_its_line_end_is_answered_too() {
    let mut engine = Engine::start();
    let input = engine.process.stdin.as_mut().expect("its input");
    input
        .write_all(b"scenario clash-of-arms\r\n\r\norders e")
        .expect("it listens");
    drop(engine.process.stdin.take());
    assert_eq!(engine.answer(), "ok\n");
    assert!(engine.answer().starts_with("error `orders` takes"));
    assert!(engine.process.wait().expect("it ends").success());
}

#[test]
fn no_line_however_long_or_strange_stops_the_engine() {
    let mut engine = Engine::start();
    engine.ask("scenario test-of-wills");
    let long = vec![b'x'; 10_000_000];
    engine.say(&long);
    assert_eq!(
        engine.answer(),
        "error the line is longer than 65536 bytes\n"
    );
    engine.say(b"\xff\xfe orders \xc3");
    assert_eq!(engine.answer(), "error the line is not UTF-8\n");
    engine.say(b"");
    engine.say(b" \t \r");
    for line in strange_lines() {
        let answer = engine.ask(&line);
        assert!(answer.lines().count() >= 1, "{line:?}");
    }
    assert_eq!(engine.ask("  status \r").lines().last(), Some("ok"));
}

/// Every command with every argument, most of them nonsense, in a fixed scenario and in a hidden one.
fn strange_lines() -> Vec<String> {
    let commands = [
        "engine", "setup", "lots", "position", "show", "status", "terrain", "orders", "why", "do",
        "undo", "perft", "digest", "go", "xyzzy",
    ];
    let arguments = [
        "",
        " ",
        "white",
        "black book",
        "white book 0",
        "white book 99999999999999999999",
        "white book Two Horns",
        "white 20/20/20/20",
        "white /",
        "white ////",
        "black I19/20/20/20",
        "w end",
        "b e2-e4",
        "e2-e4",
        "a1-a1",
        "e4<>e5",
        "+L@a1",
        "+@",
        "<>",
        "-",
        "end",
        "é2-e4",
        "a0-a1",
        "zz999-a1",
        "dp120",
        "a1",
        "t12",
        "0",
        "1",
        "-1",
        "18446744073709551616",
        "99999999999999999999999",
        "movetime",
        "movetime -5",
        "nodes x",
        "nodes 0",
        "movetime 0",
        "white nodes 0",
        "\u{202e}",
        "\u{0}",
        "20/20/20/20/20/20/20/20/20/20/20/20 w 1 0",
        "20/20/20/20/20/20/20/20/20/20/20/L19 w 4294967295 0",
        "20/20/20/20/20/20/20/20/20/20/20/L19 w 0 0",
        "20/20/20/20/20/20/20/20/20/20/20/L19 w 1 2",
        "20/20/20/20/20/20/20/20/20/20/20/L19 b 1 0 enter=L@1",
        "99999999999999999999/20 w 1 0",
        "1/1/1 w 1 0",
        "L w",
        "w 1 0",
    ];
    let mut lines = Vec::new();
    for scenario in [
        "scenario test-of-wills",
        "scenario battle-line swap=on promotion=IN",
    ] {
        lines.push(scenario.to_owned());
        for command in commands {
            lines.extend(
                arguments
                    .iter()
                    .map(|argument| format!("{command} {argument}")),
            );
        }
    }
    lines
}
