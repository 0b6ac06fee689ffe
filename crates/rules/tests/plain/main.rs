//! The rules against a second, plain telling of them: random play on random small positions, with every terrain and
//! every option, must show no difference.

use std::sync::Arc;

use board::Cell;
use rules::testing::{Seeded, game, order};
use rules::warlord::Side;
use rules::warlord::{Block, Cap, Entry, Game, Kind, Options, Position, Towns};

mod apart;
mod counting;
mod oracle;
mod perft;

use oracle::deed::name;
use oracle::{Place, Plain};

/// Random games played; every order of every one is a comparison of everything.
const GAMES: u64 = 400;

/// Orders played in each, unless it ends before.
const ORDERS: usize = 60;

/// A game on a random small board, and a position of it.
fn random_game(seeded: &mut Seeded) -> (Game, String, String) {
    let (files, ranks) = (2 + seeded.below(7), 2 + seeded.below(7));
    let rough = seeded.below(4);
    let terrain: Vec<String> = (0..ranks)
        .map(|_| {
            (0..files)
                .map(|_| match seeded.below(12) {
                    n if n < rough => *seeded.choose(&['T', 'F', 'H', '~', '_']),
                    _ => '.',
                })
                .collect()
        })
        .collect();
    let crowd = 1 + seeded.below(5);
    let mut letters: Vec<char> = "LLDT".chars().collect();
    for _ in 0..1 + seeded.below(8) {
        letters.push(*seeded.choose(&['U', 'H', 'C', 'C', 'N', 'I', 'I', 'O', 'S', 'B', 'R']));
    }
    let mut lost = [Vec::new(), Vec::new()];
    for side in &mut lost {
        for _ in 0..seeded.below(6).saturating_sub(1) {
            side.push('L');
        }
    }
    let rows: Vec<String> = terrain
        .iter()
        .map(|row| {
            let row = row.chars().map(|letter| {
                if letter == '~' || letter == '_' || seeded.below(8) >= crowd {
                    '1'
                } else {
                    let unit = *seeded.choose(&letters);
                    if seeded.one_in(2) {
                        unit
                    } else {
                        unit.to_ascii_lowercase()
                    }
                }
            });
            join_blanks(row)
        })
        .collect();
    let (terrain, rows) = (terrain.join("/"), rows.join("/"));
    let mut game = game(&terrain, &rows);
    for side in Side::BOTH {
        for letter in &lost[side.index()] {
            game.armies[side.index()].push(Kind::from_symbol(*letter).expect("a leader"));
        }
    }
    game.cap = Cap {
        number: 1 + seeded.below(6) as u8,
        leaders_left: seeded.one_in(2),
        rise: seeded
            .one_in(4)
            .then(|| (1 + seeded.below(4) as u16, 1 + seeded.below(6) as u8)),
    };
    game.range = if seeded.one_in(4) { 3 } else { 2 };
    game.heavy_as_hero = seeded.one_in(3);
    game.command_ending = seeded.one_in(4);
    game.towns = seeded.one_in(3).then(|| Towns {
        needed: 1 + seeded.below(4) as u8,
    });
    game.options = Options {
        short: seeded.below(7).saturating_sub(3) as u8,
        swap: seeded.one_in(2),
        self_activating: seeded.one_in(3),
        charge: seeded.one_in(2),
        light_leap: seeded.one_in(2),
        crossing: seeded.one_in(2),
        promote_infantry: seeded.one_in(3),
        promote_light: seeded.one_in(3),
        six_leaders: seeded.one_in(3),
        half_first: seeded.one_in(3),
        repetition: seeded.one_in(3),
        ..Options::ALL_OFF
    };
    let mut text = format!(
        "{rows} {} {} {}",
        seeded.choose(&["w", "b"]),
        1 + seeded.below(8),
        u8::from(seeded.one_in(8))
    );
    if seeded.one_in(3) {
        add_entry(&mut game, &mut text, seeded);
    }
    (game, terrain, text)
}

fn join_blanks(row: impl Iterator<Item = char>) -> String {
    let mut text = String::new();
    let mut blanks = 0;
    for letter in row.chain(['/']) {
        if letter == '1' {
            blanks += 1;
            continue;
        }
        if blanks > 0 {
            text.push_str(&blanks.to_string());
            blanks = 0;
        }
        text.push(letter);
    }
    text.pop();
    text
}

/// Reinforcements for both sides.
fn add_entry(game: &mut Game, text: &mut String, seeded: &mut Seeded) {
    let cells: Vec<Cell> = game.board().cells().collect();
    let mut entry = Entry {
        zones: [Vec::new(), Vec::new()],
        blocks: [Vec::new(), Vec::new()],
    };
    for side in Side::BOTH {
        let zone = &mut entry.zones[side.index()];
        zone.extend(cells.iter().filter(|_| seeded.one_in(4)));
        for block in 0..2 {
            let kinds: Vec<_> = (0..1 + seeded.below(3))
                .map(|_| *seeded.choose(&Kind::ALL))
                .collect();
            let turn = 1 + block * 2 + seeded.below(2) as u16;
            let letters = kinds.iter().map(|kind| match side {
                Side::White => kind.symbol(),
                Side::Black => kind.symbol().to_ascii_lowercase(),
            });
            text.push_str(&format!(" enter={}@{turn}", letters.collect::<String>()));
            game.armies[side.index()].extend(&kinds);
            entry.blocks[side.index()].push(Block { turn, kinds });
        }
    }
    game.entry = Some(entry);
}

/// Every question the rules answer, against the plain answer.
fn compare(position: &Position, plain: &Plain, story: &str) {
    let outcome = position.outcome().map(|outcome| outcome.to_string());
    assert_eq!(outcome.as_deref(), plain.outcome, "outcome: {story}");
    let side = position.side();
    let orders = position.legal_orders(side);
    let mut texts: Vec<String> = orders
        .iter()
        .map(|order| order.to_text(position.game(), side))
        .collect();
    texts.sort();
    assert_eq!(texts, plain.orders(), "orders: {story}");
    assert_eq!(side == Side::White, plain.white_to_move, "side: {story}");
    assert_eq!(position.turn(), plain.turn, "turn: {story}");
    assert_eq!(
        u32::from(position.passes()),
        plain.passes,
        "passes: {story}"
    );
    assert_eq!(usize::from(position.cap()), plain.cap, "cap: {story}");
    assert_eq!(
        usize::from(position.orders_made()),
        plain.made,
        "made: {story}"
    );
    let claim = position.claim().map(|side| side == Side::White);
    assert_eq!(claim, plain.claim_of_white, "claim: {story}");
    for side in Side::BOTH {
        let white = side == Side::White;
        let captured = usize::from(position.captured(side));
        assert_eq!(captured, plain.captured[side.index()], "captured: {story}");
        assert_eq!(
            usize::from(position.leaders_left(side)),
            plain.leaders(white),
            "{story}"
        );
        assert_eq!(
            usize::from(position.level_left(side)),
            plain.levels(white),
            "{story}"
        );
    }
    let mut men: Vec<(Place, char, bool)> = position
        .units()
        .map(|(cell, unit)| (place(cell), unit.symbol(), position.has_moved(cell)))
        .collect();
    men.sort();
    assert_eq!(men, plain.men(), "units: {story}");
    for (cell, unit) in position.units() {
        let from = place(cell);
        let mut reached: Vec<Place> = position.reach(cell).into_iter().map(place).collect();
        reached.sort();
        let all = plain.places().into_iter();
        let expected: Vec<Place> = all.filter(|to| plain.may_go(from, *to)).collect();
        assert_eq!(reached, expected, "reach of {}: {story}", name(from));
        let free = position
            .leader_status(cell)
            .map(|leader| usize::from(leader.free));
        let leads = unit.side == side && unit.kind.is_leader();
        assert_eq!(
            free,
            leads.then(|| plain.free(from)),
            "free of {}: {story}",
            name(from)
        );
    }
}

fn place(cell: Cell) -> Place {
    (i32::from(cell.file()), i32::from(cell.rank()))
}

#[test]
fn random_play_shows_no_difference_to_a_plain_telling_of_the_rules() {
    let (mut compared, mut captures, mut swaps, mut entries, mut over) = (0, 0, 0, 0, 0);
    let mut outcomes = std::collections::BTreeMap::<String, u32>::new();
    for seed in 0..GAMES {
        let mut seeded = Seeded(seed);
        let (game, terrain, text) = random_game(&mut seeded);
        let mut story = format!("seed {seed}, {terrain}, {text}");
        let mut position =
            Position::from_text(Arc::new(game.clone()), &text).expect("a written position");
        let mut plain = Plain::new(&game, &terrain, &text);
        for _ in 0..ORDERS {
            compare(&position, &plain, &story);
            compared += 1;
            let orders = plain.orders();
            if orders.is_empty() {
                over += 1;
                *outcomes
                    .entry(plain.outcome.unwrap_or("none").to_owned())
                    .or_default() += 1;
                break;
            }
            let dwells = position.orders_made() > 0 || seeded.one_in(4);
            let swap = orders.iter().find(|order| order.contains("<>"));
            let text = if dwells && seeded.one_in(6) {
                "end"
            } else {
                swap.filter(|_| seeded.one_in(3))
                    .unwrap_or_else(|| seeded.choose(&orders))
            };
            story.push_str(&format!(" {text}"));
            let order = order(&position, text);
            let events = position
                .apply(position.side(), &order)
                .unwrap_or_else(|illegal| panic!("{illegal}: {story}"));
            captures += usize::from(events.iter().any(|event| {
                matches!(
                    event,
                    rules::warlord::Event::Moved {
                        captured: Some(_),
                        ..
                    }
                )
            }));
            swaps += usize::from(text.contains("<>"));
            entries += usize::from(text.starts_with('+'));
            plain.carry_out(text);
        }
    }
    let told = format!(
        "{compared} compared, {captures} captures, {swaps} swaps, {entries} entries, {over} over: {outcomes:?}"
    );
    // the random games do go everywhere
    assert!(
        captures > 500 && swaps > 50 && entries > 150 && outcomes.len() >= 9,
        "{told}"
    );
}
