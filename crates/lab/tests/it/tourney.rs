//! Studies of War Lord Tourney: passes, one-sided options, and what is counted of duels and deeds.

use std::sync::atomic::AtomicBool;

use computer::Baseline;
use lab::{Finding, Page, Report, Row, Study};
use rules::{AnyOrder, AnyPosition, Side};
use scenario::Scenario;

fn study(scenario: &str, variants: &[&str], games: u32, max_turns: u32) -> (Study, Scenario) {
    let opened = scenario::load(scenario).expect("built in").expect("sound");
    let variants = variants.iter().map(|text| text.parse().expect("a variant"));
    let study = Study {
        version: "test".to_owned(),
        program: None,
        scenario: scenario.to_owned(),
        title: opened.title().to_owned(),
        digest: opened.id().to_string(),
        options: Vec::new(),
        players: vec!["capture-1".to_owned()],
        variants: variants.collect(),
        games,
        maps: None,
        max_turns,
        seed: 5,
    };
    (study, opened)
}

fn capture(position: &AnyPosition, side: Side, seed: u64) -> Vec<AnyOrder> {
    Baseline::Capture.choose(position, side, computer::Budget::Nodes(0), seed)
}

fn played(study: &Study, scenario: &Scenario) -> Vec<Row> {
    let cells = study.cells();
    let games =
        (0..study.games).flat_map(|index| (0..cells.len()).map(move |place| (place, index)));
    let never = AtomicBool::new(false);
    let rows = games.map(|(place, index)| {
        let cell = (place, cells[place]);
        let row = lab::play(study, scenario, cell, index, &capture, &never);
        row.expect("a game").expect("played to its end")
    });
    rows.collect()
}

fn report(study: &Study, scenario: &Scenario, rows: &[Row]) -> Report {
    Report::new(study, scenario, rows, 2, &|| {}).expect("rows of the study")
}

#[test]
fn a_turn_that_must_be_passed_is_passed_after_a_decision_in_the_others_turn_too() {
    // the second side passes all of its turns: whatever the first side's turns ask of it, its own turn holds no move
    let (study, scenario) = study("tourney-small", &["pass-9"], 40, 18);
    let rows = played(&study, &scenario);
    let is_move = |order: &str| order.contains('-') || order.starts_with("recall");
    let mut decided = 0;
    for line in rows.iter().flat_map(|row| &row.orders) {
        let orders: Vec<&str> = line.split("; ").collect();
        let is_decision = ["capture", "slay", "succeed", "decline", "lady", "free"]
            .iter()
            .any(|word| orders[0].starts_with(word));
        // the side that begins decides in its own turns only, so a move after a decision is the other's
        if is_decision && orders.len() > 1 {
            assert!(!orders.iter().any(|order| is_move(order)), "{line}");
            decided += u32::from(orders.contains(&"end"));
        }
    }
    assert!(decided > 3, "{decided} decisions are followed by a pass");
}

#[test]
fn either_side_begins_in_half_of_the_games() {
    let (study, scenario) = study("tourney", &["normal"], 6, 4);
    let cells = study.cells();
    for row in played(&study, &scenario) {
        let rank = row.orders[0]
            .split_once('-')
            .map_or(row.orders[0].as_str(), |(from, _)| from);
        let rank: u8 = rank
            .trim_start_matches(|letter: char| !letter.is_ascii_digit())
            .parse()
            .expect("the rank of a unit");
        assert_eq!(rank < 6, cells[row.cell].first == 0, "{}", row.orders[0]);
    }
}

fn rounds(finding: &Finding) -> u64 {
    finding
        .fights
        .iter()
        .map(|fight| (fight.rounds * fight.fights as f64).round() as u64)
        .sum()
}

#[test]
fn deeds_fights_and_cards_are_counted_from_the_rows() {
    let (study, scenario) = study("tourney-small", &["normal"], 30, 200);
    let rows = played(&study, &scenario);
    let found = report(&study, &scenario, &rows);
    let finding = &found.findings[0];
    let times = |what: &str| {
        let deed = finding.deeds.iter().find(|deed| deed.what == what);
        deed.map_or(0.0, |deed| {
            deed.in_a_game.iter().sum::<f64>() * found.games as f64
        })
    };
    // what the rows say themselves
    let by_castle = rows.iter().filter(|row| row.end == "castle").count();
    assert!(by_castle > 0, "{:?}", finding.ends);
    assert!((times("Castles taken") - by_castle as f64).abs() < 1e-6);
    assert!(times("Castles stormed") >= times("Castles taken"));
    let given = |word: &str| {
        let orders = rows.iter().flat_map(|row| &row.orders);
        orders
            .flat_map(|line| line.split("; "))
            .filter(|order| order.starts_with(word))
            .count()
    };
    assert!((times("units recalled") - given("recall") as f64).abs() < 1e-6);
    assert!((times("prisoners freed") - given("free") as f64).abs() < 1e-6);
    assert!((times("felled men slain") - given("slay") as f64).abs() < 1e-6);
    // this player captures whom it may: a capture is of a man felled, or of one of two nobles before a Lady
    let spared = times("felled men captured");
    assert!(spared > 0.0 && spared <= given("capture") as f64 + 1e-6);
    assert!(given("recall") > 0 && times("Ladies lost") > 0.0);

    // two cards for each pair, one of either side
    let written = rows.iter().flat_map(|row| &row.secrets);
    let written: usize = written.map(|secret| secret.split(':').count() - 1).sum();
    let cards: u64 = finding.cards.iter().map(|card| card.played).sum();
    assert_eq!(cards, written as u64);
    let lone = |state: &str| {
        let cards = finding.cards.iter().filter(move |card| card.state == state);
        cards.map(|card| card.played).sum::<u64>()
    };
    assert_eq!(
        lone("2:1"),
        lone("1:2"),
        "each pair is seen from both sides"
    );
    assert_eq!(lone("2:2") % 2, 0);
    let shares: f64 = finding
        .cards
        .iter()
        .filter(|card| card.state == "2:2")
        .map(|card| card.share)
        .sum();
    assert!((shares - 1.0).abs() < 1e-9, "{shares}");
    // what the enemies give is what they take
    let wounds = |of: fn(&lab::CardPlayed) -> f64| -> f64 {
        finding
            .cards
            .iter()
            .map(|card| of(card) * card.played as f64)
            .sum()
    };
    assert!((wounds(|card| card.gives) - wounds(|card| card.takes)).abs() < 1e-6);
    assert!(
        finding
            .cards
            .iter()
            .any(|card| card.state == "2:2" && card.card == "HM" && card.takes > 0.0)
    );
    let one_to_one = finding
        .fights
        .iter()
        .find(|fight| fight.men == "1:1")
        .expect("duels");
    assert_eq!(
        one_to_one.won + one_to_one.lost + one_to_one.doubles,
        one_to_one.fights
    );
    assert!(rounds(finding) <= cards / 2);

    // Captures after the moves are losses too: they take leaders, and somebody takes them.
    assert!(
        finding.kills.iter().any(|kill| kill.taken == "Lady"),
        "{:?}",
        finding.kills
    );
    assert!(finding.leaders_lost.iter().flatten().sum::<f64>() > 0.0);
    let page = Page(&found).to_string();
    for text in ["Deeds, fights and cards", "Castles stormed", "<td>2:2</td>"] {
        assert!(page.contains(text), "{text}");
    }
}

#[test]
fn the_units_of_an_option_are_taken_from_one_side() {
    let variants = ["normal", "sergeants=on+without-S", "without-K"];
    let (mut study, scenario) = study("tourney", &variants, 1, 30);
    assert_eq!(study.check(&scenario), Ok(()));
    let rows = played(&study, &scenario);
    let found = report(&study, &scenario, &rows);
    assert_eq!(found.games, 2 + 4 + 4);
    let option = &found.findings[1];
    assert!(
        option.worth.is_some() && option.seat.is_none(),
        "{option:?}"
    );
    study.variants = vec!["sergeants=on+without-B".parse().expect("a variant")];
    let error = study
        .check(&scenario)
        .expect_err("no Bowman without his option");
    assert!(
        error.to_string().contains("sergeants=on+without-B"),
        "{error}"
    );
    study.variants = vec!["seats=4".parse().expect("a variant")];
    assert!(study.check(&scenario).is_err(), "a study is of two sides");
}
