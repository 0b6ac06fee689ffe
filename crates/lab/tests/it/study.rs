//! Studies as a whole: what is played, read again and reported.

use std::sync::atomic::AtomicBool;

use computer::Baseline;
use lab::{Page, Report, Row, Study, Variant};
use rules::testing::depth::deep;
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
fn the_cell_says_who_begins_and_who_passes() {
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
fn a_seat_on_a_symmetric_map_is_worth_nothing() {
    let (study, scenario) = study("clash-of-arms", &["normal"], deep(16, 60, 120));
    let found = report(&study, &scenario, &played(&study, &scenario), 2);
    let seat = found.findings[0].seat.expect("unrestricted");
    assert!(
        seat.interval[0] <= 0.0 && 0.0 <= seat.interval[1],
        "{seat:?}"
    );
    assert_eq!(seat.games, 2 * study.games);
    let occupied: f64 = found.findings[0].occupancy[0].iter().sum();
    assert!(
        (10.0..=32.0).contains(&occupied),
        "{occupied} units on the board on average"
    );
}

#[test]
fn a_side_without_its_heavy_cavalry_scores_less() {
    let (study, scenario) = study(
        "test-of-wills",
        &["normal", "without-H", "lower-2"],
        deep(5, 12, 24),
    );
    let found = report(&study, &scenario, &played(&study, &scenario), 2);
    assert_eq!(found.cells.len(), 2 + 4 + 4);
    let without = &found.findings[1];
    let worth = without.worth.expect("restricted");
    assert!(worth.value > 0.0, "{worth:?}");
    assert_eq!((worth.games, without.seat), (4 * study.games, None));
    let mut takers = without.kills.iter().map(|kill| &*kill.taker);
    assert!(
        takers.any(|taker| taker == "Heavy Cavalry"),
        "the other side has its own"
    );
}

#[test]
fn maps_repeat_and_terrain_is_as_the_lot_laid_it() {
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
    // people read the names of the colors, programs the words of the files
    assert!(page.contains("<th>Blue won</th>"), "{page}");
    for word in ["white", "black"] {
        assert!(!page.contains(&format!("{word} won")), "{word}");
        assert!(!page.contains(&format!("<td>{word}</td>")), "{word}");
    }
    assert_eq!(found.sides, ["white", "black"]);
    assert_eq!(found.cells[0].first, "white");
    assert!(
        !page.contains("http://") && !page.contains("https://"),
        "the page loads nothing"
    );
}

#[test]
fn a_study_that_cannot_be_played_is_refused_before_its_first_game() {
    for (scenario, variants, said, known) in [
        (
            "clash-of-arms",
            &["no-town-e4"][..],
            "no-town-e4",
            "no towns",
        ),
        (
            "clash-of-arms",
            &["normal", "without-S"],
            "without-S",
            "units C, H, I",
        ),
        (
            "clash-of-arms",
            &["lower-3"],
            "lower-3",
            "half-first=on or off",
        ),
        (
            "clash-of-arms",
            &["sometimes=on"],
            "sometimes",
            "half-first",
        ),
        (
            "test-of-wills",
            &["lower-4"],
            "lower-4",
            "levels to lower 2",
        ),
        (
            "wargame-1",
            &["without-H"],
            "without-H",
            "units A, AC, CP, I, IC, SC, T, TC",
        ),
        (
            "wargame-small",
            &["normal", "without-Z"],
            "without-Z",
            "units ",
        ),
        ("clash-of-arms", &["pass", "pass"], "named twice", "once"),
        (
            "clash-of-arms",
            &["half-first", "half-first=on"],
            "named twice",
            "once",
        ),
    ] {
        let (study, scenario) = study(scenario, variants, 1);
        let error = study.check(&scenario).expect_err(said);
        assert!(error.to_string().contains(said), "{said}: {error}");
        assert!(
            error.advice().contains(known),
            "{known}: {}",
            error.advice()
        );
    }
    let (sound, scenario) = study("border-war", &["normal", "half-first"], 1);
    let maps = Study {
        maps: Some(3),
        ..sound.clone()
    };
    assert_eq!(
        (sound.check(&scenario), maps.check(&scenario)),
        (Ok(()), Ok(()))
    );
    let (sound, scenario) = study("clash-of-arms", &["normal", "without-H", "pass"], 1);
    assert_eq!(sound.check(&scenario), Ok(()));
    for (wrong, said) in [
        (
            Study {
                maps: Some(3),
                ..sound.clone()
            },
            "no lot lays terrain",
        ),
        (
            Study {
                games: 0,
                ..sound.clone()
            },
            "a game at least",
        ),
        (
            Study {
                max_turns: 0,
                ..sound.clone()
            },
            "no turns",
        ),
        (
            Study {
                players: vec!["a".to_owned(), "a".to_owned()],
                ..sound
            },
            "`a` is named twice",
        ),
    ] {
        let error = wrong.check(&scenario).expect_err(said);
        assert!(error.to_string().contains(said), "{said}: {error}");
    }
}

#[test]
fn a_restriction_that_loses_at_once_is_refused() {
    let (mut study, scenario) = study("wargame-1", &["without-CP"], 1);
    assert_eq!(study.check(&scenario), Ok(()));
    study.options = vec![("banner".to_owned(), "on".to_owned())];
    let error = study.check(&scenario).expect_err("lost without its post");
    assert!(error.to_string().contains("is over"), "{error}");
}

#[test]
fn a_variant_is_compared_only_if_both_variants_are_conclusive() {
    let (study, scenario) = study("clash-of-arms", &["normal", "pass"], deep(5, 10, 20));
    let mut rows = played(&study, &scenario);
    let found = report(&study, &scenario, &rows, 1);
    let cells = study.cells();
    for (place, row) in rows.iter_mut().enumerate() {
        let is_normal = cells[row.cell].variant == 0;
        (row.winner, row.end) = match is_normal && place % 3 == 0 {
            true => (None, String::new()),
            false => (Some(place / 4 % 2), "leaders".to_owned()),
        };
    }
    let weak = report(&study, &scenario, &rows, 1);
    let pass = &weak.findings[1];
    assert!(!weak.findings[0].is_conclusive && pass.is_conclusive);
    assert!(!pass.is_comparable, "{:?}", weak.findings[0].outcomes);
    let words = |name: &str| {
        let stated = weak.stated(pass).into_iter().find(|it| it.name == name);
        stated.expect(name).conclusion()
    };
    assert!(words("first turn, less normal").starts_with("no conclusion"));
    assert!(words("seat, less normal").starts_with("no conclusion"));
    assert!(words("seat").ends_with("from zero"));
    let page = Page(&weak).to_string();
    let line = page
        .lines()
        .find(|line| line.contains("<td>first turn, less normal"));
    assert!(
        line.is_some_and(|line| line.contains("no conclusion")),
        "{line:?}"
    );

    let seats = [0, 1].map(|place| found.findings[place].seat.expect("a seat").value);
    let less = found.findings[1].seat_against_first.expect("compared");
    assert!((less.value - (seats[1] - seats[0])).abs() < 1e-12);
    assert_eq!(found.findings[0].seat_against_first, None);
    assert_eq!((found.effects, stated(&found)), (6, 6));
}

/// The number of effects that page and text state.
fn stated(report: &Report) -> usize {
    let findings = report.findings.iter();
    findings.map(|finding| report.stated(finding).len()).sum()
}

#[test]
fn nothing_is_compared_with_a_restricted_first_variant() {
    let (study, scenario) = study("clash-of-arms", &["without-H", "normal"], 1);
    let found = report(&study, &scenario, &played(&study, &scenario), 1);
    assert_eq!((found.effects, stated(&found)), (3, 3));
}

#[test]
fn a_page_names_the_ends_and_draws_cells_that_are_too_many_to_name() {
    let (mut study, scenario) = study("border-war", &["normal"], 1);
    study.max_turns = 4;
    let found = report(&study, &scenario, &played(&study, &scenario), 1);
    assert!(found.findings[0].unvisited.len() > 24);
    let page = Page(&found).to_string();
    assert!(page.contains("Where no unit ever stood"), "drawn");
    assert!(
        !page.contains(&found.findings[0].unvisited.join(" ")),
        "not listed"
    );
    assert!(
        page.contains("<th>ended by</th><th>unfinished</th>"),
        "{page}"
    );
    assert!(page.contains("does not depend on the player"));
}

#[test]
fn captures_are_shown_for_every_player_whose_captures_differ() {
    let (mut study, scenario) = study("clash-of-arms", &["normal"], 2);
    study.players.push("another".to_owned());
    let rows = played(&study, &scenario);
    let page = Page(&report(&study, &scenario, &rows, 1)).to_string();
    assert!(
        page.contains("<h3>capture-1, normal</h3>\n<div class=\"scroll\"><table class=\"close\">")
    );
    assert!(
        page.contains("<h3>another, normal</h3>\n<div class=\"scroll\"><table class=\"close\">")
    );
}

#[test]
fn wargames_are_studied_like_warlord_games() {
    let variants = ["normal", "without-T", "without-TC", "lower-2"];
    let (mut study, scenario) = study("wargame-1", &variants, 1);
    study.max_turns = 8;
    assert_eq!(study.check(&scenario), Ok(()));
    let rows = played(&study, &scenario);
    let found = report(&study, &scenario, &rows, 1);
    assert_eq!(found.games, 2 + 3 * 4);
    let [normal, tanks, commanders, lower] = &found.findings[..] else {
        panic!("four findings");
    };
    assert!(tanks.worth.is_some() && commanders.worth.is_some());
    let command = normal.command[0];
    // 14 leaders have an order each, and a turn has 10
    assert!((13.0..=14.0).contains(&command.capacity), "{command:?}");
    assert!((command.allowed - 10.0).abs() < 1e-9, "{command:?}");
    assert!(command.unused >= 4.0 / 14.0, "{command:?}");
    // one side has six Tank Commanders fewer in half of the games
    assert!((10.0..=11.5).contains(&commanders.command[0].capacity));
    // Tank Commanders of level 1 leave the reach of the Supreme Commander
    assert!(lower.command[0].capacity > 13.0);
    assert!(!normal.ways.is_empty() && !normal.reach[0].is_empty());
    let page = Page(&found).to_string();
    for text in [
        "Use of activations",
        "leaders out of command",
        "Moves of",
        "Tank or Cavalry",
    ] {
        assert!(page.contains(text), "{text}");
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
