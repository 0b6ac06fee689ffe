//! `go` answers every kind of decision of War Lord Tourney, with two, three and four seats and with the Wizard.

use std::collections::BTreeMap;
use std::io::{BufRead as _, BufReader, Write as _};
use std::process::{Child, ChildStdout, Command, Stdio};

use rules::testing::{Seeded, stroll};
use rules::tourney::Asked;
use rules::{AnyPosition, Lots, Rules as _, Side, ToAct};

struct Engine {
    process: Child,
    answers: BufReader<ChildStdout>,
}

impl Engine {
    fn start() -> Self {
        let mut process = Command::new(env!("CARGO_BIN_EXE_warlord"))
            .arg("engine")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let answers = BufReader::new(process.stdout.take().expect("its output"));
        Self { process, answers }
    }

    /// The lines of the answer.
    ///
    /// # Panics
    /// If the answer is an error.
    fn ask(&mut self, command: &str) -> Vec<String> {
        let input = self.process.stdin.as_mut().expect("its input");
        writeln!(input, "{command}").expect("it listens");
        input.flush().expect("it listens");
        let mut lines = Vec::new();
        loop {
            let mut line = String::new();
            let read = self
                .answers
                .read_line(&mut line)
                .expect("it answers in UTF-8");
            assert!(read > 0, "the engine ended after {command}");
            match line.trim_end() {
                "ok" => return lines,
                wrong if wrong.starts_with("error ") => panic!("{command}: {wrong}"),
                line => lines.push(line.to_owned()),
            }
        }
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        // an engine that has ended already needs no end
        let _gone = self.process.kill();
        let _gone = self.process.wait();
    }
}

/// The kinds of decisions, by a word; none for what is asked of chance or of nobody.
fn kind(asked: &Asked) -> Option<&'static str> {
    match asked {
        Asked::Muster(_) => Some("muster"),
        Asked::Move { .. } => Some("move"),
        Asked::Shot { .. } => Some("shot"),
        Asked::Free(_) => Some("free"),
        Asked::Encounter(_) => Some("encounter"),
        Asked::Rose { .. } => Some("rose"),
        Asked::Cards(_) => Some("cards"),
        Asked::Judge {
            can_decline: true, ..
        } => Some("judge a man lying"),
        Asked::Judge { .. } => Some("judge"),
        Asked::Heir(_) => Some("heir"),
        Asked::Lady { .. } => Some("lady"),
        Asked::FirstPlayer | Asked::Wander { .. } | Asked::Nothing(_) => None,
    }
}

/// Kinds that every table of sides comes to with the options below.
const KINDS: [&str; 11] = [
    "muster",
    "move",
    "shot",
    "free",
    "encounter",
    "rose",
    "cards",
    "judge a man lying",
    "judge",
    "heir",
    "lady",
];

/// Steps of random play until each kind has come up; more than the slowest of the tables takes.
const STEPS: usize = 60_000;

fn start(scenario: &str, options: &str) -> AnyPosition {
    let scenario = scenario::load(scenario).expect("built in").expect("sound");
    let pairs = options.split_whitespace().map(|option| {
        let (key, value) = option.split_once('=').expect("key=value");
        (key.to_owned(), value.to_owned())
    });
    scenario
        .start(&pairs.collect::<Vec<_>>())
        .expect("options of the scenario")
}

/// A position of each kind, by random play from that start; a new game where one is over.
fn met(start: &AnyPosition) -> BTreeMap<&'static str, AnyPosition> {
    let mut seeded = Seeded(11);
    let mut met = BTreeMap::new();
    let mut position = start.clone();
    for _ in 0..STEPS {
        if met.len() == KINDS.len() {
            break;
        }
        if let AnyPosition::Tourney(now) = &position
            && let Some(kind) = kind(&now.asked())
        {
            met.entry(kind).or_insert_with(|| position.clone());
        }
        if stroll(&mut position, &mut seeded, 4).is_none() {
            position = start.clone();
        }
    }
    met
}

/// Positions of the kinds that random play seldom comes to: two nobles before a Lady, and a Lady without heirs.
fn rare(options: &str) -> [(&'static str, &'static str); 2] {
    match options {
        "seats=3" => [
            (
                "rose",
                "6w6/13/13/13/7(WKl)5/13/12(rW)/13/13/13/13/6L6/13 b 2 0 moved=lh9 came=lh9 ask=rose:h9:",
            ),
            (
                "lady",
                "6w6/5l7/13/13/13/13/12(rW)/13/13/13/8L4/6f6/13 b 13 0 stir=1 moved=fg2 came=fg2 fallen=wg2 ask=heir:lady",
            ),
        ],
        "seats=4" => [
            (
                "rose",
                "6w6/13/13/13/7(WKl)5/13/(gW)11(rW)/13/13/13/13/6L6/13 b 2 0 moved=lh9 came=lh9 ask=rose:h9:",
            ),
            (
                "lady",
                "6w6/5l7/13/13/13/13/(gW)11(rW)/13/13/13/8L4/6f6/13 b 13 0 stir=1 moved=fg2 came=fg2 fallen=wg2 ask=heir:lady",
            ),
        ],
        _ => [
            (
                "rose",
                "3w3/7/3(WKl)3/7/7/4L2/7 b 2 0 moved=ld5 came=ld5 ask=rose:d5:",
            ),
            (
                "lady",
                "3w3/2l4/7/7/5L1/3f3/7 b 3 0 stir=1 moved=fd2 came=fd2 fallen=wd2 ask=heir:lady",
            ),
        ],
    }
}

/// Asks the engine for the decision of a side there, and has both the engine and the rules carry it out.
fn answered(engine: &mut Engine, position: &AnyPosition, side: Side) {
    let text = position.to_text();
    let name = position.family().side_name(side);
    let is_secret = matches!(position.to_act(), ToAct::Secretly(_));
    let (go, apply) = match is_secret {
        true => (format!("go {name} nodes 1 seed 3"), format!("do {name} ")),
        false => ("go nodes 1 seed 3".to_owned(), "do ".to_owned()),
    };
    let answer = engine.ask(&go);
    let orders: Vec<&String> = answer
        .iter()
        .filter(|line| !line.starts_with("info"))
        .collect();
    assert!(!orders.is_empty(), "nothing of {name} in {text}");
    let mut position = position.clone();
    for order in orders {
        let parsed = position
            .parse_order(side, order)
            .unwrap_or_else(|_| panic!("{order} in {text}"));
        position
            .apply(side, &parsed)
            .unwrap_or_else(|error| panic!("{order}: {error} in {text}"));
        // a set-up is told to the engine by its own command, and opens when all are there
        if !text.contains("ask=muster") {
            engine.ask(&format!("{apply}{order}"));
        }
    }
    assert!(
        is_secret || position.to_act() != ToAct::One(side),
        "{text}: the decision is not whole"
    );
}

#[test]
fn go_answers_every_kind_of_decision_for_two_three_and_four_seats() {
    let options =
        "muster=on several=2 healing=on finishing=on bowmen=on sergeants=on enchanted=on wounds=on";
    let mut engine = Engine::start();
    for (scenario, more) in [
        ("tourney-small", ""),
        ("tourney-small", "wizard=on bishop=on"),
        ("tourney-4", "seats=3"),
        ("tourney-4", "seats=4"),
    ] {
        let options = format!("{options} {more}");
        let start = start(scenario, &options);
        let mut met = met(&start);
        // rare on the large board and where the dead walk: random play comes to them too late
        for (kind, text) in rare(more) {
            let position = start.with_text(text).expect(text);
            met.entry(kind).or_insert(position);
        }
        let kinds: Vec<&str> = KINDS
            .into_iter()
            .filter(|kind| !met.contains_key(kind))
            .collect();
        assert!(
            kinds.is_empty(),
            "{scenario} {more}: random play never comes to {kinds:?}"
        );
        for (kind, position) in &met {
            engine.ask(&format!("scenario {scenario} {options}"));
            // every game with this option begins with it
            if *kind != "muster" {
                engine.ask(&format!("position {}", position.to_text()));
            }
            let (ToAct::One(_) | ToAct::Secretly(_)) = position.to_act() else {
                panic!("{kind}: nobody decides in {}", position.to_text());
            };
            let sides: Vec<Side> = match position.to_act() {
                ToAct::One(side) => vec![side],
                ToAct::Secretly(sides) => sides.iter().collect(),
                ToAct::Lots(_) | ToAct::Nobody(_) => Vec::new(),
            };
            for side in sides {
                answered(&mut engine, position, side);
            }
        }
    }
}

#[test]
fn go_answers_whoever_begins() {
    for (scenario, options) in [("tourney", ""), ("tourney-4", "seats=3"), ("tourney-4", "")] {
        let start = start(scenario, options);
        for lot in 0..start.sides().len() as u64 {
            let mut begun = start.clone();
            begun.resolve(Lots(lot)).expect("the lot is awaited");
            let mut engine = Engine::start();
            engine.ask(&format!("scenario {scenario} {options}"));
            engine.ask(&format!("lots {lot}"));
            let ToAct::One(side) = begun.to_act() else {
                panic!("nobody begins")
            };
            answered(&mut engine, &begun, side);
        }
    }
}
