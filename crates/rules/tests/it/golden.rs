//! Whole games as readable text: what was legal, what was ordered, what happened. An unwanted change of the rules
//! shows as a difference of lines; a wanted one is recorded by running the tests with `GOLDEN=write` and read in the
//! commit.

mod script;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use board::Cell;
use rules::testing::{EVERY_OPTION, Seeded, game, hidden_game, open_game};
use rules::warlord::Side;
use rules::warlord::{Block, Entry, Game, Kind, Order, Position, Towns};
use rules::{Lots, Rules, ToAct};

/// The number of orders played, unless a game ends earlier.
const ORDERS: usize = 80;

#[test]
fn open_field_short_game() {
    let mut game = open_game(8, "2l1l1l1/1hicinh1/8/8/8/8/1HNICIH1/1L1L1L2");
    game.cap.leaders_left = true;
    game.options.short = 2;
    check("short", game, 5);
}

#[test]
fn terrain_and_every_switch() {
    let mut game = game(
        "....H../..F.~T./.~~.__./..TF.../.T..H../.......",
        "lcid2u/iinh1cs/7/7/OSINBHI/TCL1RDI",
    );
    game.heavy_as_hero = true;
    game.options = EVERY_OPTION;
    game.towns = Some(Towns { needed: 3 });
    check("everything", game, 6);
}

#[test]
fn hidden_set_up() {
    check("hidden", hidden_game(), 4);
}

#[test]
fn reinforcements() {
    let mut game = open_game(6, "4il/4li/6/6/IL4/LI4");
    let corner = |file: u8, rank: u8| -> Vec<Cell> {
        [0, 1, 2, 3]
            .map(|n| Cell::new(file + n % 2, rank + n / 2))
            .to_vec()
    };
    let blocks = || {
        vec![
            Block {
                turn: 2,
                kinds: vec![Kind::HeavyCavalry, Kind::Leader2],
            },
            Block {
                turn: 3,
                kinds: vec![Kind::Cannon],
            },
        ]
    };
    game.entry = Some(Entry {
        zones: [corner(0, 0), corner(4, 4)],
        blocks: [blocks(), blocks()],
    });
    for army in &mut game.armies {
        army.extend([Kind::HeavyCavalry, Kind::Leader2, Kind::Cannon]);
    }
    check("reinforcements", game, 8);
}

/// Every file whose name begins with the number of a paragraph of the rules.
#[test]
#[expect(clippy::disallowed_methods, reason = "a test reads its own records")]
fn every_rule_works_as_in_its_golden_game() {
    let folder = std::fs::read_dir(folder()).expect("the folder is there");
    let files = folder.map(|file| file.expect("the folder is readable").path());
    let is_numbered = |path: &PathBuf| {
        let name = path.file_name().and_then(|name| name.to_str());
        name.is_some_and(|name| {
            name.ends_with(".txt") && name.starts_with(|c: char| c.is_ascii_digit())
        })
    };
    let mut scripts: Vec<PathBuf> = files.filter(is_numbered).collect();
    scripts.sort_unstable();
    assert!(scripts.len() > 30, "only {} golden games", scripts.len());
    for path in scripts {
        let text = std::fs::read_to_string(&path).expect("the record is there");
        compare(&path, &script::answered(&text.replace("\r\n", "\n")));
    }
}

/// Plays the game and compares it with what is recorded under that name.
fn check(name: &str, game: Game, seed: u64) {
    compare(
        &folder().join(name).with_extension("txt"),
        &tell(game, seed),
    );
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden")
}

#[expect(clippy::disallowed_methods, reason = "a test reads its own record")]
fn compare(path: &Path, told: &str) {
    if std::env::var_os("GOLDEN").is_some_and(|wish| wish == "write") {
        std::fs::write(path, told).expect("the record is writable");
    }
    let name = path.display();
    let recorded = std::fs::read_to_string(path).expect("the record is there");
    for (number, (now, then)) in (1..).zip(told.lines().zip(recorded.lines())) {
        assert_eq!(now, then, "{name}, line {number}");
    }
    assert_eq!(
        told.lines().count(),
        recorded.lines().count(),
        "{name}, its length"
    );
}

/// A game of seeded choices, written line by line.
fn tell(game: Game, seed: u64) -> String {
    let mut seeded = Seeded(seed);
    let mut position = Position::new(Arc::new(game));
    let mut told = format!("terrain {}\n", position.game().terrain_rows());
    for _ in 0..ORDERS {
        told.push_str(&format!(
            "\nposition {}\n{}",
            position.to_text(),
            status(&position)
        ));
        let events = match position.to_act() {
            ToAct::Nobody(_) => break,
            ToAct::Lots(_) => {
                let lots = Lots(seeded.draw());
                told.push_str(&format!("lots {}\n", lots.0));
                position.resolve(lots).expect("lots are awaited")
            }
            ToAct::Secretly(sides) => {
                let side = sides.iter().next().expect("somebody chooses");
                order(&mut position, own(side), &mut seeded, &mut told)
            }
            ToAct::One(side) => order(&mut position, own(side), &mut seeded, &mut told),
        };
        for event in events {
            told.push_str(&format!("  {event}\n"));
        }
    }
    told
}

fn own(side: rules::Side) -> Side {
    side.try_into().expect("a side of this family")
}

fn order(
    position: &mut Position,
    side: Side,
    seeded: &mut Seeded,
    told: &mut String,
) -> Vec<rules::warlord::Event> {
    let orders = position.legal_orders(side);
    let text = |order: &Order| order.to_text(position.game(), side);
    let texts: Vec<String> = orders.iter().map(text).collect();
    told.push_str(&format!("{} orders\n", texts.len()));
    for line in texts.chunks(16) {
        told.push_str(&format!("  {}\n", line.join(" ")));
    }
    let order = if position.left() < 2 && position.orders_made() > 0 {
        &Order::End
    } else {
        // a capture if there is one among a few random orders, so that the games make progress
        let few: [&Order; 8] = std::array::from_fn(|_| seeded.choose(&orders));
        let captures = |order: &&Order| match order {
            Order::Move { to, .. } => position.unit(*to).is_some(),
            Order::Enter { .. } => true,
            _ => false,
        };
        few.into_iter().find(captures).unwrap_or(few[0])
    };
    told.push_str(&format!("{side}: {}\n", text(order)));
    position.apply(side, order).expect("a listed order applies")
}

fn status(position: &Position) -> String {
    let mut bytes = Vec::new();
    position.write_canonical(&mut bytes);
    let claim = position
        .claim()
        .map_or("nobody".to_owned(), |side| side.to_string());
    let leaders = Side::BOTH.map(|side| {
        let (left, levels) = (position.leaders_left(side), position.level_left(side));
        format!(
            "{side} {left} leaders of levels {levels}, {} captured",
            position.captured(side)
        )
    });
    format!(
        "{} of {} orders left, claim {claim}; {}; {} bytes {:016x}\n",
        position.left(),
        position.cap(),
        leaders.join(", "),
        bytes.len(),
        fingerprint(&bytes)
    )
}

/// FNV-1a: enough to see that bytes changed.
fn fingerprint(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3)
    })
}
