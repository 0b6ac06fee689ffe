//! The cells a unit covers: those where it could capture if an enemy stood there.

use board::Cell;
use proptest::prelude::*;
use rules::testing::{game, position};
use rules::warlord::{Kind, Position, Terrain, Unit};

const SIZE: usize = 7;

/// One rank of a field: its terrain and its units, blanks written as `1`.
fn rank() -> impl Strategy<Value = (String, String)> {
    let cell = (
        prop::sample::select(b".......TFH~_".to_vec()),
        prop::sample::select(b"11111111LDTUHCNIOSBRldhcniosbr".to_vec()),
    );
    prop::collection::vec(cell, SIZE).prop_map(|cells| {
        let stands = |ground: u8, unit: u8| {
            let terrain = [Terrain::Town, Terrain::Trees, Terrain::Hill]
                .into_iter()
                .find(|terrain| terrain.symbol() == char::from(ground));
            let kind = Unit::from_symbol(char::from(unit)).map(|unit| unit.kind);
            match (ground, terrain, kind) {
                (b'.', ..) => true,
                (_, Some(Terrain::Town), _) => true,
                (_, Some(Terrain::Trees), Some(kind)) => {
                    !matches!(kind, Kind::HeavyCavalry | Kind::Hero | Kind::Rookish)
                }
                (_, Some(Terrain::Hill), Some(kind)) => {
                    !matches!(kind, Kind::Cannon | Kind::Shaman | Kind::Bishopy)
                }
                _ => false,
            }
        };
        cells
            .into_iter()
            .map(|(ground, unit)| {
                let unit = if stands(ground, unit) { unit } else { b'1' };
                (char::from(ground), char::from(unit))
            })
            .unzip()
    })
}

fn covered(position: &Position, cell: Cell) -> Vec<Cell> {
    let mut cells = Vec::new();
    position.covered(cell, |covered| cells.push(covered));
    cells.sort_unstable();
    cells
}

fn replaced(rows: &str, cell: Cell) -> String {
    let mut ranks: Vec<Vec<char>> = rows.split('/').map(|row| row.chars().collect()).collect();
    let symbol = &mut ranks[SIZE - 1 - usize::from(cell.rank())][usize::from(cell.file())];
    *symbol = if symbol.is_ascii_uppercase() {
        symbol.to_ascii_lowercase()
    } else {
        symbol.to_ascii_uppercase()
    };
    let rows: Vec<String> = ranks
        .into_iter()
        .map(|row| row.into_iter().collect())
        .collect();
    rows.join("/")
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_cell_is_covered_if_and_only_if_an_enemy_there_could_be_captured(
        ranks in prop::collection::vec(rank(), SIZE),
    ) {
        let (terrain, rows): (Vec<String>, Vec<String>) = ranks.into_iter().unzip();
        let (terrain, rows) = (terrain.join("/"), rows.join("/"));
        let game = game(&terrain, &merged(&rows));
        let start = position(&game, &format!("{} w 3 0", merged(&rows)));
        for (cell, unit) in start.units() {
            let mut expected = start.reach(cell);
            for (own, other) in start.units() {
                if own != cell && other.side == unit.side {
                    let turned = position(&game, &format!("{} w 3 0", merged(&replaced(&rows, own))));
                    if turned.reach(cell).contains(&own) {
                        expected.push(own);
                    }
                }
            }
            expected.sort_unstable();
            prop_assert_eq!(covered(&start, cell), expected, "{} {}", cell, start.to_text());
        }
    }
}

/// Neighboring blanks added up.
fn merged(rows: &str) -> String {
    let mut text = String::new();
    let mut blanks = 0;
    for symbol in rows.chars().chain(['/']) {
        if symbol == '1' {
            blanks += 1;
            continue;
        }
        if blanks > 0 {
            text.push_str(&blanks.to_string());
            blanks = 0;
        }
        text.push(symbol);
    }
    text.pop();
    text
}
