//! The computer makes legal turns and never panics, whatever the position and the options.

use computer::{Budget, choose};
use proptest::prelude::*;
use rules::warlord::Side;
use rules::warlord::{Game, Kind, Order, Terrain, Towns};
use rules::{AnyOrder, AnyPosition, Rules, ToAct};

use super::fixtures::{cell, position};

fn terrain() -> impl Strategy<Value = Terrain> {
    prop_oneof![
        12 => Just(Terrain::Open),
        1 => Just(Terrain::Town),
        1 => Just(Terrain::Trees),
        1 => Just(Terrain::Hill),
        1 => Just(Terrain::Water),
        1 => Just(Terrain::Hole),
    ]
}

/// A symbol of a unit, or a blank.
fn symbol() -> impl Strategy<Value = Option<char>> {
    prop_oneof![
        5 => Just(None),
        2 => prop::sample::select("LDTUHCNIOSBR".chars().collect::<Vec<_>>()).prop_map(Some),
        2 => prop::sample::select("ldtuhcniosbr".chars().collect::<Vec<_>>()).prop_map(Some),
    ]
}

prop_compose! {
    /// The files and, cell by cell, what is there.
    fn field()(files in 2..10_usize, ranks in 2..10_usize)(
        files in Just(files),
        cells in prop::collection::vec((terrain(), symbol()), files * ranks),
    ) -> (usize, Vec<(Terrain, Option<char>)>) {
        (files, cells)
    }
}

fn start(
    (files, cells): &(usize, Vec<(Terrain, Option<char>)>),
    switches: [bool; 12],
    short: u8,
    cap: u8,
    turn: u32,
) -> AnyPosition {
    let rows: Vec<String> = cells
        .chunks(*files)
        .map(|row| {
            let symbols = row.iter().map(|(terrain, symbol)| match symbol {
                Some(symbol) if may_stand(*symbol, *terrain) => symbol.to_string(),
                _ => "1".to_owned(),
            });
            let row: String = symbols.collect();
            // Blanks are written as numbers without leading zeros, neighbors added up.
            blanks(&row)
        })
        .collect();
    let text = format!("{} w {turn} 0", rows.join("/"));
    position(&text, cap, |game: &mut Game| {
        let board = game.board();
        let ranks = board.ranks();
        for (place, (terrain, _)) in cells.iter().enumerate() {
            let (row, file) = (place / files, place % files);
            let name = board::Cell::new(file as u8, ranks - 1 - row as u8);
            game.terrain[name] = *terrain;
        }
        let options = &mut game.options;
        let flags = [
            &mut options.swap,
            &mut options.self_activating,
            &mut options.charge,
            &mut options.light_leap,
            &mut options.crossing,
            &mut options.promote_infantry,
            &mut options.promote_light,
            &mut options.six_leaders,
            &mut options.repetition,
            &mut game.heavy_as_hero,
            &mut game.command_ending,
            &mut game.cap.leaders_left,
        ];
        for (flag, value) in flags.into_iter().zip(switches) {
            *flag = value;
        }
        game.options.short = short;
        let towns = cells
            .iter()
            .filter(|(terrain, _)| *terrain == Terrain::Town);
        let towns = towns.count() as u8;
        game.towns = (towns > 0).then_some(Towns { needed: towns });
    })
}

/// True if the kind may stand on that terrain. Rules: warlord 4.
fn may_stand(symbol: char, terrain: Terrain) -> bool {
    let symbol = symbol.to_ascii_uppercase();
    match terrain {
        Terrain::Water | Terrain::Hole => false,
        Terrain::Trees => !"HOR".contains(symbol),
        Terrain::Hill => !"CSB".contains(symbol),
        Terrain::Open | Terrain::Town => true,
    }
}

fn blanks(row: &str) -> String {
    let mut text = String::new();
    let mut run = 0;
    for symbol in row.chars().chain(['.']) {
        if symbol == '1' {
            run += 1;
            continue;
        }
        if run > 0 {
            text.push_str(&run.to_string());
            run = 0;
        }
        text.push(symbol);
    }
    text.pop();
    text
}

/// Carries out the turn; fails with what is wrong with it.
fn check_turn(start: &AnyPosition, turn: &[AnyOrder]) -> Result<AnyPosition, TestCaseError> {
    let mut after = start.clone();
    for order in turn {
        let done = after.apply(Side::White.into(), order);
        prop_assert!(done.is_ok(), "{order:?}: {done:?} in {}", start.to_text());
    }
    prop_assert_ne!(
        after.to_act(),
        ToAct::One(Side::White.into()),
        "the turn was not closed"
    );
    let end = AnyOrder::Warlord(Order::End);
    let could = start
        .legal_orders(Side::White.into())
        .iter()
        .any(|order| *order != end);
    prop_assert!(!could || turn[0] != end, "a pass in {}", start.to_text());
    Ok(after)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_turn_is_legal_and_closed(
        field in field(),
        switches in prop::array::uniform12(any::<bool>()),
        short in 0..4_u8,
        cap in 1..9_u8,
        turn in 1..200_u32,
        nodes in prop_oneof![Just(0_u64), Just(40), Just(400)],
        seed in any::<u64>(),
    ) {
        let start = start(&field, switches, short, cap, turn);
        if start.to_act() == ToAct::One(Side::White.into()) {
            let turn = choose(&start, Side::White.into(), Budget::Nodes(nodes), seed);
            check_turn(&start, &turn)?;
            let again = choose(&start, Side::White.into(), Budget::Nodes(nodes), seed);
            prop_assert_eq!(turn, again);
        }
    }
}

#[test]
fn reinforcements_enter_before_anything_moves() {
    use rules::warlord::{Block, Entry};
    let start = position("6l1/8/8/8/8/8/8/LI6 w 11 0 enter=DHN@6", 2, |game| {
        game.armies[0].extend([Kind::Leader2, Kind::HeavyCavalry, Kind::LightCavalry]);
        let zone = ["a1", "b1", "a2", "b2"].map(cell).to_vec();
        let black = ["g8", "h8"].map(cell).to_vec();
        game.entry = Some(Entry {
            zones: [zone, black],
            blocks: [
                vec![Block {
                    turn: 6,
                    kinds: vec![Kind::Leader2, Kind::HeavyCavalry, Kind::LightCavalry],
                }],
                Vec::new(),
            ],
        });
    });
    let turn = choose(&start, Side::White.into(), Budget::Nodes(200), 1);
    let entries = turn
        .iter()
        .filter(|order| matches!(order, AnyOrder::Warlord(Order::Enter { .. })));
    assert_eq!(entries.count(), 2, "{turn:?}");
    assert!(check_turn(&start, &turn).is_ok());
}
