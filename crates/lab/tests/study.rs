//! Studies as a whole: what is played, read again and reported.

use std::sync::atomic::AtomicBool;

use computer::Baseline;
use lab::{Page, Report, Row, Study, Variant};
use rules::{AnyOrder, AnyPosition, Side};
use scenario::Scenario;

fn study(scenario: &str, variants: &[&str], games: u32) -> (Study, Scenario) {
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
        max_turns: 120,
        seed: 5,
    };
    (study, opened)
}

fn capture(position: &AnyPosition, side: Side, seed: u64) -> Vec<AnyOrder> {
    Baseline::Capture.choose(position, side, computer::Budget::Nodes(0), seed)
}

fn played(study: &Study, scenario: &Scenario) -> Vec<Row> {
    let cells = study.cells();
    let numbers = 0..study.len();
    let rows = numbers.map(|number| {
        let (place, index) = (number % cells.len(), number / cells.len());
        let never = AtomicBool::new(false);
        let index = u32::try_from(index).expect("few games");
        lab::play(
            study,
            scenario,
            (place, cells[place]),
            index,
            &capture,
            &never,
        )
        .expect("a game")
        .expect("played to its end")
    });
    rows.collect()
}

fn report(study: &Study, scenario: &Scenario, rows: &[Row], threads: usize) -> Report {
    Report::new(study, scenario, rows, threads, &|| {}).expect("rows of the study")
}

fn json(report: &Report) -> String {
    serde_json::to_string(report).expect("JSON")
}

#[test]
fn the_report_does_not_depend_on_the_order_of_the_games_or_the_threads() {
    let (study, scenario) = study("clash-of-arms", &["normal", "pass", "half-first"], 4);
    let mut rows = played(&study, &scenario);
    assert_eq!(rows.len(), 24);
    let straight = report(&study, &scenario, &rows, 1);
    rows.reverse();
    let back = report(&study, &scenario, &rows, 3);
    assert_eq!(json(&straight), json(&back));
    assert_eq!(straight.games, 24);
    assert_eq!(straight.findings.len(), 3);
    rows.push(rows[0].clone());
    assert!(
        Report::new(&study, &scenario, &rows, 1, &|| {}).is_err(),
        "a game twice"
    );
}

#[test]
fn a_game_is_begun_and_passed_as_its_cell_says() {
    let (study, scenario) = study("clash-of-arms", &["normal", "pass", "half-first=on"], 1);
    let cells = study.cells();
    for row in played(&study, &scenario) {
        let cell = cells[row.cell];
        // White's units stand on the lower half of the board
        let from = row.orders[0]
            .chars()
            .nth(1)
            .and_then(|rank| rank.to_digit(10));
        let is_low = from.is_some_and(|rank| rank <= 5) && !row.orders[0].starts_with("end");
        let high = row.orders[0]
            .split('-')
            .next()
            .is_some_and(|cell| cell.len() == 3);
        assert_eq!(
            is_low && !high,
            cell.first == 0,
            "{cell:?} {}",
            row.orders[0]
        );
        let orders = |turn: usize| {
            row.orders[turn]
                .split(' ')
                .filter(|order| *order != "end")
                .count()
        };
        match study.variants[cell.variant] {
            Variant::Pass(_) => assert_eq!(row.orders[1], "end"),
            Variant::Option(..) => assert_eq!((orders(0), orders(1)), (2, 4)),
            _ => assert_eq!((orders(0), orders(1)), (4, 4)),
        }
    }
}

#[test]
fn both_sides_of_a_map_that_looks_the_same_to_both_have_the_same_worth() {
    let (study, scenario) = study("clash-of-arms", &["normal"], 60);
    let found = report(&study, &scenario, &played(&study, &scenario), 2);
    let seat = found.findings[0].seat.expect("unrestricted");
    assert!(
        seat.interval[0] <= 0.0 && 0.0 <= seat.interval[1],
        "{seat:?}"
    );
    assert_eq!(seat.games, 120);
    let occupied: f64 = found.findings[0].occupancy[0].iter().sum();
    assert!(
        (10.0..=32.0).contains(&occupied),
        "{occupied} units on the board on average"
    );
}

#[test]
fn a_side_without_its_heavy_cavalry_or_higher_leaders_loses_more() {
    let (study, scenario) = study("test-of-wills", &["normal", "without-H", "lower-2"], 12);
    let found = report(&study, &scenario, &played(&study, &scenario), 2);
    assert_eq!(found.cells.len(), 2 + 4 + 4);
    let without = &found.findings[1];
    let worth = without.worth.expect("restricted");
    assert!(worth.value > 0.0, "{worth:?}");
    assert_eq!((worth.games, without.seat), (48, None));
    let names = |finding: &lab::Finding| -> Vec<&str> {
        finding.kills.iter().map(|kill| kill.taker).collect()
    };
    assert!(
        names(without).contains(&"Heavy Cavalry"),
        "the other side has its own"
    );
}

#[test]
fn maps_come_back_and_terrain_is_as_the_lot_laid_it() {
    let (mut study, scenario) = study("border-war", &["normal"], 6);
    study.maps = Some(2);
    study.max_turns = 20;
    let rows = played(&study, &scenario);
    let lots = |index: u32| {
        let of = rows.iter().filter(|row| row.index == index);
        of.map(|row| row.lots[0]).collect::<Vec<u64>>()
    };
    assert_eq!(lots(0), lots(2));
    assert_ne!(lots(0), lots(1));
    assert_eq!(lots(0)[0], lots(0)[1], "both beginners have the same map");
    let found = report(&study, &scenario, &rows, 2);
    let finding = &found.findings[0];
    assert!(
        !finding.is_conclusive,
        "capturing at random decides nothing in 20 turns"
    );
    assert_eq!(finding.towns.len(), 4);
    assert!(
        finding
            .ways
            .iter()
            .all(|way| way.moves.iter().all(Option::is_some))
    );
    let page = Page(&found).to_string();
    assert!(page.contains("nothing is concluded"), "the page says so");
    assert!(
        !page.contains("http://") && !page.contains("https://"),
        "the page loads nothing"
    );
}

#[test]
fn a_variant_that_fits_no_scenario_is_refused() {
    for (scenario, variant) in [
        ("clash-of-arms", "no-town-e4"),
        ("clash-of-arms", "without-S"),
        ("clash-of-arms", "lower-3"),
        ("wargame-1", "without-H"),
    ] {
        let (study, scenario) = study(scenario, &[variant], 1);
        let cell = study.cells()[0];
        let never = AtomicBool::new(false);
        let found = lab::play(&study, &scenario, (0, cell), 0, &capture, &never);
        assert!(
            matches!(found, Err(lab::PlayError::Variant(_))),
            "{variant}: {found:?}"
        );
    }
}

#[test]
fn other_families_are_studied_too() {
    let (mut study, scenario) = study("wargame-small", &["normal"], 2);
    study.max_turns = 12;
    let rows = played(&study, &scenario);
    let found = report(&study, &scenario, &rows, 1);
    assert_eq!(found.games, 4);
    assert!(Page(&found).to_string().contains("Seat and first turn"));
}
