//! What the files under `scenarios/` promise, and golden values that make an accidental change visible.

use std::sync::Arc;

use board::Cell;
use rules::testing::warlord;
use rules::warlord::{Game, Kind, Options, Order, Position, Side, Start, Terrain, Unit};
use rules::{Lots, Rules, ToAct};
use scenario::warlord::Content;
use scenario::{BuiltIn, Scenario, built_in};

fn content(scenario: &Scenario) -> &Content {
    Content::of(scenario).expect("a Warlord scenario")
}

fn load(key: &str) -> Scenario {
    scenario::load(key)
        .expect("built in")
        .unwrap_or_else(|mistakes| panic!("{mistakes:#?}"))
}

/// The scenarios of the family whose promises are checked here.
fn of_the_family() -> impl Iterator<Item = &'static BuiltIn> {
    built_in().iter().filter(|file| file.family == "warlord")
}

/// The starting positions of a scenario: a single one, or one for each pair of book set-ups.
fn starts(scenario: &Scenario, game: &Game) -> Vec<Position> {
    let mut start = Position::new(Arc::new(game.clone()));
    if start.to_act() == ToAct::Lots(rules::warlord::TERRAIN) {
        start.resolve(Lots(1)).expect("the lot is awaited");
    }
    if matches!(start.to_act(), ToAct::One(_)) {
        return vec![start];
    }
    let mut starts = Vec::new();
    for white in 0..content(scenario).books().len() {
        for black in 0..content(scenario).books().len() {
            let mut position = start.clone();
            for (side, book) in [(Side::White, white), (Side::Black, black)] {
                let order = position.legal_orders(side)[book].clone();
                position.apply(side, &order).expect("a book set-up");
            }
            starts.push(position);
        }
    }
    starts
}

fn leaders(position: &Position, side: Side) -> Vec<Cell> {
    let units = position.units();
    units
        .filter(|(_, unit)| unit.side == side && unit.kind.is_leader())
        .map(|(cell, _)| cell)
        .collect()
}

#[test]
fn every_file_is_right_and_found_by_its_key() {
    for built_in in built_in() {
        let scenario = load(built_in.key);
        assert_eq!(scenario.key(), built_in.key);
        assert_eq!(scenario.family().name(), built_in.family);
        assert_eq!(scenario.text(), built_in.text);
        assert!(!scenario.head().description.is_empty());
    }
    assert_eq!(scenario::find("clash"), None);
    assert_eq!(scenario::similar("clash-of-arm"), Some("clash-of-arms"));
}

#[test]
fn every_family_that_people_play_has_a_scenario() {
    for family in rules::Family::ALL {
        let mut scenarios = built_in().iter();
        let has_one = scenarios.any(|file| file.family == family.name());
        assert_eq!(has_one, !family.is_for_tests(), "{}", family.name());
    }
}

#[test]
fn every_file_in_the_folder_is_built_in() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../scenarios");
    let mut found = Vec::new();
    for family in std::fs::read_dir(folder).expect("the scenarios") {
        let family = family.expect("a family").path();
        // lessons and puzzles have a reader and a test of their own
        if family.ends_with("lessons") || family.ends_with("puzzles") {
            continue;
        }
        for file in std::fs::read_dir(family).expect("its files") {
            let path = file.expect("a file").path();
            found.push(
                path.file_stem()
                    .and_then(|stem| stem.to_str())
                    .expect("a key")
                    .to_owned(),
            );
        }
    }
    found.sort_unstable();
    let mut keys: Vec<_> = built_in().iter().map(|built_in| built_in.key).collect();
    keys.sort_unstable();
    assert_eq!(found, keys);
}

#[test]
fn numbers_are_those_of_the_rulebook() {
    for key in ["clash-of-arms", "battle-line", "civil-war"] {
        let scenario = load(key);
        let game = content(&scenario).game();
        let army = |kind| {
            game.armies[0]
                .iter()
                .filter(|other| **other == kind)
                .count()
        };
        let counts = [
            Kind::Leader1,
            Kind::HeavyCavalry,
            Kind::Cannon,
            Kind::LightCavalry,
            Kind::Infantry,
        ]
        .map(army);
        assert_eq!(counts, [6, 4, 4, 4, 14], "{key}");
        assert_eq!(
            (game.cap.number, game.cap.leaders_left, game.range),
            (4, true, 2),
            "{key}"
        );
        assert_eq!(
            (game.options.short, game.command_ending),
            (3, false),
            "{key}"
        );
    }
    for (key, army, cap, short) in [
        ("chieftain", "LLLLNNNNIIIIIIIIIIIIIIIIOOOOSSSS", 4, 0),
        ("warlord", "LLLLLLLLNNNNIIIIIIIIIIIIIIIIOOOOSSSS", 6, 3),
        ("warlord-2.0", "LLLLLLHHHHCCCCNNNNIIIIIIIIIIIIII", 4, 3),
        ("river", "LLLLLLHHHHCCCCNNNNIIIIIIIIIIIIII", 4, 3),
        ("lakes", "LLLLLLHHHHCCCCNNNNIIIIIIIIIIIIII", 4, 3),
        ("lakes-2", "LLLLDDHHHHCCCCNNNNIIIIIIIIIIIIII", 4, 3),
        (
            "warlord-ii",
            concat!(
                "LLLLLLLLLLLLLLLLNNNNNN",
                "IIIIIIIIIIIIIIIIIIIIIIIIIIIIII",
                "OOOOOOSSSSSSBBBBRRRR"
            ),
            10,
            3,
        ),
    ] {
        let scenario = load(key);
        let game = content(&scenario).game();
        let found: String = game.armies[1].iter().map(|kind| kind.symbol()).collect();
        assert_eq!(found, army, "{key}");
        assert_eq!(
            (game.cap.number, game.cap.leaders_left),
            (cap, true),
            "{key}"
        );
        assert_eq!(game.options.short, short, "{key}");
        assert_eq!(game.range, if key == "chieftain" { 3 } else { 2 }, "{key}");
        assert_eq!(game.heavy_as_hero, key == "warlord-2.0", "{key}");
        assert_eq!((game.towns, game.command_ending), (None, false), "{key}");
    }
    let size = |key| {
        let board = content(&load(key)).game().board();
        (board.files(), board.ranks())
    };
    for (key, expected, cap, towns) in [
        ("border-war", (24, 16), 12, (3, 4)),
        ("march", (36, 16), 9, (5, 9)),
        ("valley-war", (24, 24), 9, (5, 8)),
        ("two-countries", (72, 48), 10, (15, 24)),
        ("two-countries-secret", (72, 48), 10, (15, 24)),
        ("continent", (120, 120), 168, (50, 80)),
    ] {
        let scenario = load(key);
        let game = content(&scenario).game();
        let ground = game.terrain.iter();
        let there = ground
            .filter(|(_, terrain)| **terrain == Terrain::Town)
            .count();
        let needed = game.towns.map(|towns| usize::from(towns.needed));
        assert_eq!(size(key), expected, "{key}");
        assert_eq!(
            (game.cap.number, game.cap.leaders_left),
            (cap, false),
            "{key}"
        );
        assert_eq!((needed, there), (Some(towns.0), towns.1), "{key}");
        assert!(
            game.options.self_activating && game.options.short == 0,
            "{key}"
        );
        // the smaller of them play with the levels whole or the original's number
        let share = if key == "march" { 100 } else { 60 };
        if matches!(key, "march" | "two-countries" | "continent") {
            assert_eq!(
                u16::from(cap),
                game.levels(Side::White) * share / 100,
                "{key}"
            );
        }
    }
    let scenario = load("valley-war");
    let game = content(&scenario).game();
    assert_eq!(game.cap.rise, Some((10, 18)));
    assert_eq!(
        (game.units(Side::White), game.leaders(Side::White)),
        (64, 12)
    );
    for (key, army, choice, command) in [
        (
            "border-war",
            "HHHHCCCCNNNNNNIIIIIIIIIIIIIIII",
            (12, 21, 6),
            true,
        ),
        ("march", "HHCCNNNIIIIIIII", (5, 9, 5), false),
    ] {
        let scenario = load(key);
        let game = content(&scenario).game();
        let found: String = game.armies[1].iter().map(|kind| kind.symbol()).collect();
        let chosen = game
            .choice
            .map(|choice| (choice.leaders, choice.levels, choice.others));
        assert_eq!((found.as_str(), chosen), (army, Some(choice)), "{key}");
        assert_eq!(game.command_ending, command, "{key}");
    }
    let both = ["two-countries", "two-countries-secret"].map(load);
    let [open, secret] = both.each_ref().map(|scenario| content(scenario).game());
    assert!(open.terrain == secret.terrain);
    assert_eq!(
        [open, secret].map(|game| (game.units(Side::White), game.leaders(Side::White))),
        [(72, 12); 2]
    );
    assert_eq!(size("chieftain"), (16, 12));
    assert_eq!(size("warlord"), (16, 12));
    assert_eq!(size("warlord-ii"), (30, 15));
    assert_eq!(size("warlord-2.0"), (16, 12));
    assert_eq!(size("river"), (16, 20));
    assert_eq!(size("lakes"), (16, 18));
    assert_eq!(size("lakes-2"), (16, 18));
    assert_eq!(size("clash-of-arms"), (16, 12));
    assert_eq!(size("battle-line"), (24, 8));
    assert_eq!(size("civil-war"), (16, 12));
    let scenario = load("test-of-wills");
    let game = content(&scenario).game();
    let army: String = game.armies[1].iter().map(|kind| kind.symbol()).collect();
    assert_eq!(army, "LLLDDDTTHHHHCCCCNNNNIIIIIIIIIIII");
    assert_eq!((game.cap.number, game.cap.leaders_left), (8, false));
    assert!(game.command_ending && game.options.self_activating);
    assert_eq!((size("test-of-wills"), game.options.short), ((20, 12), 0));
}

#[test]
fn hidden_set_ups_are_in_the_sections_of_the_rulebook() {
    // sections, used, leaders and others in each, cells of each
    for (key, numbers, size) in [
        ("test-of-wills", (5, 4, 2, 6), 16),
        ("border-war", (3, 3, 4, 12), 16),
        ("valley-war", (4, 4, 3, 13), 16),
        ("march", (9, 5, 1, 4), 16),
        ("two-countries-secret", (12, 12, 1, 5), 25),
    ] {
        let scenario = load(key);
        let game = content(&scenario).game();
        let Start::Hidden(hidden) = &game.start else {
            panic!("{key} is hidden");
        };
        let board = game.board();
        let is_town = |cell: &Cell| game.terrain[*cell] == Terrain::Town;
        for (side, sections) in Side::BOTH.into_iter().zip(&hidden.sections) {
            let found = (sections.len(), hidden.used, hidden.leaders, hidden.others);
            assert_eq!(found, numbers, "{key}");
            for cells in sections {
                assert!(cells.len() <= size, "{key}: {}", cells.len());
                if key == "two-countries-secret" {
                    let near =
                        |town: &Cell| cells.iter().all(|cell| board.distance(*cell, *town) <= 2);
                    assert!(cells.iter().filter(|cell| is_town(cell)).any(near), "{key}");
                    continue;
                }
                assert_eq!(cells.len(), size, "{key}");
                let depth = |cell: &Cell| match side {
                    Side::White => cell.rank(),
                    Side::Black => board.ranks() - 1 - cell.rank(),
                };
                assert!(cells.iter().all(|cell| depth(cell) < 4), "{key}");
                let corner = cells[0];
                assert!(
                    cells.iter().all(|cell| board.distance(*cell, corner) < 4),
                    "{key}"
                );
            }
        }
        if key == "border-war" {
            let files = hidden.sections[0].iter().map(|cells| cells[0].file());
            assert!(files.eq([0, 10, 20]), "files a, k and u");
        }
    }
}

#[test]
fn both_armies_are_the_same_under_a_half_turn() {
    for built_in in of_the_family() {
        let scenario = load(built_in.key);
        let books = content(&scenario).books().len().max(1);
        // only the pairs of a book with itself
        for position in starts(&scenario, content(&scenario).game())
            .iter()
            .step_by(books + 1)
        {
            let board = position.board();
            let [white, black] = Side::BOTH.map(|side| position.waiting(side));
            assert_eq!(white, black, "{}", built_in.key);
            for (cell, unit) in position.units() {
                let expected = Unit {
                    side: unit.side.opponent(),
                    kind: unit.kind,
                };
                assert_eq!(
                    position.unit(board.half_turn(cell)),
                    Some(expected),
                    "{}",
                    built_in.key
                );
            }
        }
    }
}

#[test]
fn every_unit_starts_within_reach_of_a_leader() {
    // Chieftain Chess has its published array, in which the men farthest forward are out of command
    for built_in in of_the_family().filter(|other| other.key != "chieftain") {
        let scenario = load(built_in.key);
        let game = content(&scenario).game();
        let (board, range) = (game.board(), game.range);
        for position in starts(&scenario, game) {
            let leaders = Side::BOTH.map(|side| leaders(&position, side));
            for (cell, unit) in position.units() {
                let commanded = leaders[unit.side.index()]
                    .iter()
                    .any(|leader| board.distance(*leader, cell) <= range);
                assert!(commanded, "{}: {unit} at {cell}", built_in.key);
            }
        }
    }
}

/// A unit moves once a turn, so a capture in the first turn starts where the unit stood at the beginning. It is enough
/// that no unit reaches an enemy from there even with every unit of its own side out of the way, whoever activates it.
#[test]
fn no_unit_reaches_an_enemy_in_the_first_turn_with_any_option() {
    for built_in in of_the_family() {
        let scenario = load(built_in.key);
        for every in [false, true] {
            let mut game = content(&scenario).game().clone();
            game.heavy_as_hero |= every;
            game.options = Options {
                charge: every,
                light_leap: every,
                crossing: every,
                ..game.options
            };
            for position in starts(&scenario, &game) {
                for (cell, unit) in position.units() {
                    assert_reaches_no_enemy(&game, &position, cell, unit, built_in.key);
                }
            }
        }
    }
}

fn assert_reaches_no_enemy(game: &Game, position: &Position, cell: Cell, unit: Unit, key: &str) {
    // nothing moves farther than three cells
    let mut near = position.board().within(cell, 3);
    let is_enemy = |other| {
        position
            .unit(other)
            .is_some_and(|there| there.side != unit.side)
    };
    if !near.any(is_enemy) {
        return;
    }
    let mut alone = game.clone();
    alone.start = Start::Fixed(
        position
            .units()
            .filter(|(other, stands)| stands.side != unit.side || *other == cell)
            .collect(),
    );
    let alone = Position::new(Arc::new(alone));
    for reached in alone.reach(cell) {
        assert_eq!(alone.unit(reached), None, "{key}: {unit} at {cell}");
    }
}

#[test]
fn every_unit_of_the_fixed_set_ups_is_covered_and_leaders_as_the_files_say() {
    for (key, least) in [
        ("clash-of-arms", 1),
        ("battle-line", 2),
        ("civil-war", 4),
        ("river", 1),
        ("lakes", 1),
        ("lakes-2", 1),
        ("warlord", 1),
        ("warlord-2.0", 1),
        ("warlord-ii", 1),
    ] {
        let scenario = load(key);
        let start = Position::new(Arc::new(content(&scenario).game().clone()));
        for (cell, unit) in start.units() {
            let needed = if unit.kind.is_leader() { least } else { 1 };
            let covers = covered(content(&scenario).game(), &start, cell, unit);
            assert!(
                covers >= needed,
                "{key}: {unit} at {cell}, covered {covers} times"
            );
        }
    }
}

#[test]
fn every_cannon_of_a_clash_of_arms_can_swap_with_a_leader_at_once() {
    let scenario = load("clash-of-arms");
    let swap = [("swap".to_owned(), "on".to_owned())];
    let start = warlord(&scenario.start(&swap).expect("an option")).clone();
    let mut swapped: Vec<Cell> = start
        .legal_orders(Side::White)
        .into_iter()
        .filter_map(|order| match order {
            Order::Swap { cannon, .. } => Some(cannon),
            _ => None,
        })
        .collect();
    swapped.sort_unstable();
    swapped.dedup();
    assert_eq!(swapped.len(), 4);
}

#[test]
fn no_leader_of_a_book_set_up_stands_in_the_front_rank() {
    let scenario = load("test-of-wills");
    for position in starts(&scenario, content(&scenario).game()) {
        for leader in leaders(&position, Side::White) {
            assert!(leader.rank() < 3, "{leader}");
        }
    }
}

/// The number of units that could capture back on a cell once an enemy has captured there.
fn covered(game: &Game, position: &Position, cell: Cell, unit: Unit) -> usize {
    let captor = Unit {
        side: unit.side.opponent(),
        kind: Kind::Infantry,
    };
    let mut taken = game.clone();
    taken.start = Start::Fixed(
        position
            .units()
            .map(|(at, stands)| (at, if at == cell { captor } else { stands }))
            .collect(),
    );
    let taken = Position::new(Arc::new(taken));
    let own = taken.units().filter(|(_, stands)| stands.side == unit.side);
    own.filter(|(at, _)| taken.reach(*at).contains(&cell))
        .count()
}

#[test]
fn the_books_of_a_test_of_wills_each_leave_another_section_empty() {
    let scenario = load("test-of-wills");
    let Start::Hidden(hidden) = &content(&scenario).game().start else {
        panic!("a hidden set-up");
    };
    for side in Side::BOTH {
        let sections = &hidden.sections[side.index()];
        let mut empty: Vec<usize> = hidden.books[side.index()]
            .iter()
            .map(|(_, placements)| {
                let is_empty = |section: &&Vec<Cell>| {
                    placements
                        .iter()
                        .all(|placement| !section.contains(&placement.cell))
                };
                sections
                    .iter()
                    .position(|section| is_empty(&section))
                    .expect("an empty section")
            })
            .collect();
        empty.sort_unstable();
        assert_eq!(empty, [0, 1, 2, 3, 4]);
    }
    let names: Vec<_> = content(&scenario)
        .books()
        .iter()
        .map(|book| book.name.as_str())
        .collect();
    assert_eq!(
        names,
        [
            "Shield Wall",
            "Hammer and Anvil",
            "Two Horns",
            "Long Arm",
            "Grand Battery"
        ]
    );
}

#[test]
fn the_rules_list_the_books_in_the_order_of_their_names() {
    let scenario = load("test-of-wills");
    let start = warlord(&scenario.start(&[]).expect("default options")).clone();
    let Start::Hidden(hidden) = &content(&scenario).game().start else {
        panic!("a hidden set-up");
    };
    for side in Side::BOTH {
        let listed = start.legal_orders(side);
        let named = &hidden.books[side.index()];
        assert_eq!(listed.len(), named.len());
        for (order, (name, placements)) in listed.iter().zip(named) {
            let Order::SetUp(set_up) = order else {
                panic!("a set-up");
            };
            assert_eq!(&set_up.0, placements, "{name}");
        }
    }
}

#[test]
fn ids_and_first_positions_have_their_golden_digests() {
    let found: Vec<String> = built_in()
        .iter()
        .map(|built_in| {
            let scenario = load(built_in.key);
            let mut bytes = Vec::new();
            let start = scenario.start(&[]).expect("default options");
            start.write_canonical(&mut bytes);
            let digest = scenario::ScenarioId(blake3::derive_key("fairplay/1 state", &bytes));
            format!("{} {} {digest}", built_in.key, scenario.id())
        })
        .collect();
    assert_eq!(found, GOLDEN);
}

/// Key, id, digest of the first position.
const GOLDEN: [&str; 25] = [
    "clash-of-arms a4a7c9ef9afb6135430c305a736f072974540fe03c065b222babe9b5b2e411b1 41bba145e5c205084167605b66b2be938a092175d7402618bb3152a56ea6350d",
    "battle-line b1d7f2f1524f7f7c9c15966953691a3c84cd47ed54949eb2dea8343be5a241fe 9d5f0f52bdda923f8dedd2becdc451bcf26f28543fa04185b24af73460bbfedd",
    "civil-war 31efc455f49db04a71bc26844fcbd2d3947b2c1f85d718dd76f2f87d76ec6d5b 7c721bb0d2570691bd192ada199ae6b4d679954058b59407758ffb9cd419e775",
    "river 8c607ac88b4f0b2f914597201875438eee2ebef2e792e8e74c3232315847f64d c706dca72e26e5d56193d2796eec4bbee087822dea2625f786e5ba0c16a11993",
    "lakes 57c77480d9991ca8fecd8cfcfe3f7b1621aab33688dadec49a0f88df3188888b d025e930bfb7e2f93ad239db368995e61ba965eab097398f6a257570500311d8",
    "lakes-2 96e0c7285c15ccec3a6d0f4ad7dda22ce647dd1c56ad30f7ac82852ac0d1f3f7 45e2adcd613d01c5c3fe72853656ed246d1af292ea2cb6cc81d8a48133819ecc",
    "chieftain 4150dac0971dd19b0d23bb29385d7f8f683ba922c8d34c1a54c72d33cb1d865c 4123c250bffe541789ebd17ee93c9e86cc52cd2c0ac603315a67a0aae05b7711",
    "warlord d4eef9ff44f6e574fdf6b06f2618a03e1a99930defd9364f71bb889c903b549a 37701f922dfeba9b38c0a9f704d114bd1e6983b85ca71296295a34c985028ab2",
    "warlord-2.0 254a96f9ef7cd472122b1f79e1aa8ec94f73cde7be1fc74b456d4c7a457906ac 6695720ba0fee0f0c8a8a3d4b25c556975b4820c23c7ea73e209d8cee13ca8d6",
    "warlord-ii 55ae96640f76812e68e9a6983b92d5b14dd59898164d509cc510d7453704026a cb177ee4649aa963951775f0b9ee49cc7c650e2baa58d4f3b1ac9dcead34575e",
    "test-of-wills fe912acc9dde1d4bb8168c21cd11dbc1476ad82c80651becdc464471ae1c58da 6d41b89bfc9663dec6759f11c3469b8d373f735ef46835367b9ef0b81687c215",
    "border-war 85de375cd2191b613e1d711b9a502d20b08fb05f93ccffb6d5121db56e1dd2ae 91a4d6f2f8628883b3506fac706b41967d36f123322d1948fcc55f6bdaa916e0",
    "march 99f9194d80fa781e9fed141e00f6300585c6c6038d857ab94f2e8e78c6b992f1 71fe43f016efd91e26af0530dbdaee4d6d770729a3cb81c08592761142df9f32",
    "valley-war f40af654810255019266bf92f31e3d96a8f654f82f3562e521ef1f8bc9a05735 38d1a05575dfe5a1fde5b55d495299aa45dc928a017b13859c8b9675e72f85a7",
    "two-countries 9b8859b3dcad19b8b60b53078e2981649e3a719d9cf069c986ac9a380310267b 8453981c722212322561ad5bb3750d35246521d9354d67be269a76a9df19d4a4",
    "two-countries-secret 9057731c4f396748b95fb5a0c5159b3c0306a7092ce83c5720689487068a1772 7856426fe40e3072c2976990140031df74744d4c0a5f0ccc4dd67d323ad375e0",
    "continent 026d9722b3d39de66664f0e0389f04fd5df3d5a22ae4fd25e9146e63c48d153a 59768de5848e383b71312bc0b9550d1a412e05320e1e027a6733f9ac5bf6a53e",
    "wargame-small eccbf22c9371d4b8b5985d666a83b748e12730829744ba5cafe394e12fb0918b 5b541ddd7a6f37e3f367d298ed04dc1d6828cb42bd7ffbe601184a7d1ff82ddb",
    "wargame-2 2c5b08d279b60bd759ffe96038b405da336a5b6c3ba590955567c0e42b52f099 a4bcaa0e2a457487e9b3aec2bbb5fde7b1e06c7e7671e88a07c64140cc235dc4",
    "wargame-1 4e163f05cb3bdc6172b9140cb4557956373e9cc3da470f196e71c7e026b835c8 d3808099e835538f178ee766cfedc200a89babf931db847f7eb855d7dfc1a460",
    "tourney-small 61dbd680aa788d3fbe342ecbe5f282566be445b9d0665c1502c4674c8fdfc847 54514d39340a10304b21a0ab82c6deee4590caeef2a97f87bb49fdf2fb9425f8",
    "tourney b985f2223c27b08349ed91a58b311696377d1b7ae535bf7afab95e1d1098d5b8 67ba622e8dec137710235ef22e7275397caaf4fc6523575bde2e16f93cf7031c",
    "tourney-grand eff773d6aa81f4aba2424d39f50539d0cb39ae9025445a017f8f53d690ede9f7 d05f276534c871ff5228755018a3c1e6890ef90ef409e004adc48016dfea5119",
    "tourney-hills 3592871ac57266bb1def93876dad68ba61285fb8f710c284c3151167136cc967 67ba622e8dec137710235ef22e7275397caaf4fc6523575bde2e16f93cf7031c",
    "tourney-4 c961c8033deae3ba79f691a543b52c5529cd0ad8617b5058b0083f6ab118c92d b4fe0727e3a2f215f7e7127974563ec44882a213d170a5926bd3254501e3c6be",
];
