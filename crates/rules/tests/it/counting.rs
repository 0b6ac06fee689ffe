//! [`Position::perft`] counts what the plain recursion over the rules counts, whichever way it takes: by the fast
//! position, or by the rules if there is none or a draw by repetition may come in between.

use std::sync::Arc;

use rules::testing::{EVERY_OPTION, Seeded, after, game, hidden_game, open_game, position};
use rules::warlord::Side;
use rules::warlord::{
    Block, Cap, Entry, FastPosition, Game, Kind, Options, Order, Position, Towns,
};
use rules::{AnyPosition, Lots, Rules, ToAct};

/// Counts both ways to that depth; returns the count.
fn count(position: &Position, depth: u32) -> u64 {
    let any = AnyPosition::Warlord(position.clone());
    for depth in 0..=depth {
        let expected = rules::perft(position, depth);
        assert_eq!(
            position.perft(depth),
            expected,
            "{depth} {}",
            position.to_text()
        );
        assert_eq!(any.perft(depth), expected);
    }
    position.perft(depth)
}

/// A game with all terrain, all kinds, all switches on but repetition, and reinforcements.
fn busy_game() -> Game {
    let mut game = game(
        "....H.../..F..T../.~~..__./....F.../.T..H.../........",
        "lci1d2u/iin1h1cs/8/8/1OSI1NBH/TCL2RDI",
    );
    game.cap.number = 3;
    game.heavy_as_hero = true;
    game.towns = Some(Towns { needed: 2 });
    game.command_ending = true;
    game.options = Options {
        repetition: false,
        short: 1,
        ..EVERY_OPTION
    };
    let kinds = vec![Kind::Leader1, Kind::LightCavalry];
    let block = |turn| Block {
        turn,
        kinds: kinds.clone(),
    };
    let cells = |texts: [&str; 3]| texts.map(|text| text.parse().expect("a cell")).to_vec();
    game.entry = Some(Entry {
        zones: [cells(["a3", "b3", "c3"]), cells(["f4", "g4", "h4"])],
        blocks: [vec![block(1), block(2)], vec![block(1), block(2)]],
    });
    for army in &mut game.armies {
        army.extend(kinds.repeat(2));
    }
    game
}

#[test]
fn every_moment_of_a_game_with_everything_is_counted_alike() {
    let mut over = 0;
    for seed in 0..6 {
        let mut seeded = Seeded(seed);
        let mut position = Position::new(Arc::new(busy_game()));
        for _ in 0..60 {
            count(&position, 2);
            let orders = position.legal_orders(position.side());
            if orders.is_empty() {
                over += 1;
                break;
            }
            let order = if seeded.one_in(5) {
                &Order::End
            } else {
                seeded.choose(&orders)
            };
            position
                .apply(position.side(), order)
                .expect("a listed order");
        }
    }
    assert!(over > 0, "some games end");
}

#[test]
fn nothing_follows_where_a_set_up_or_a_lot_is_awaited_or_the_game_is_over() {
    let mut hidden = Position::new(Arc::new(hidden_game()));
    assert_eq!([0, 1, 2].map(|depth| hidden.perft(depth)), [1, 0, 0]);
    while let ToAct::Secretly(sides) = hidden.to_act() {
        let side = sides.iter().next().expect("somebody chooses");
        let side: Side = side.try_into().expect("a side of this family");
        let book = hidden.legal_orders(side).swap_remove(0);
        hidden.apply(side, &book).expect("a book set-up");
    }
    assert!(matches!(hidden.to_act(), ToAct::Lots(_)));
    assert_eq!([0, 1, 2].map(|depth| hidden.perft(depth)), [1, 0, 0]);
    hidden.resolve(Lots(1)).expect("the lot for the first turn");
    assert!(count(&hidden, 2) > 0);
    let over = after(&position(&open_game(3, "3/Ll1"), "3/Ll1 w 1 0"), &["a1-b1"]);
    assert!(over.outcome().is_some());
    assert_eq!([0, 1, 2].map(|depth| over.perft(depth)), [1, 0, 0]);
}

#[test]
fn a_game_the_fast_position_cannot_hold_is_counted_by_the_rules() {
    let rows = "l5/6/6/6/6/I3LI";
    let mut far = open_game(6, rows);
    let text = format!("{rows} w 1 0");
    let near = count(&position(&far, &text), 3);
    far.range = 4;
    let far = position(&far, &text);
    assert_eq!(FastPosition::new(&far), None);
    assert!(count(&far, 3) > near, "the infantry of a1 moves too");
}

/// Two units that can only step back and forth, so that positions repeat.
fn to_and_fro() -> Game {
    let mut game = game(".._..", "U3u");
    game.options.repetition = true;
    game
}

#[test]
fn a_draw_by_repetition_ends_what_is_counted() {
    let mut lasting = to_and_fro();
    lasting.options.repetition = false;
    let lasting = Position::new(Arc::new(lasting));
    let start = Position::new(Arc::new(to_and_fro()));
    let shorter = (0..=14).find(|depth| start.perft(*depth) < lasting.perft(*depth));
    // two rounds of six orders, one side passing; the draw shows in the order after them
    assert_eq!(shorter, Some(13));
    for seed in 0..20 {
        let mut seeded = Seeded(seed);
        let mut position = start.clone();
        while let orders @ [_, ..] = &position.legal_orders(position.side())[..] {
            count(&position, 8);
            let order = seeded.choose(orders);
            position
                .apply(position.side(), order)
                .expect("a listed order");
        }
    }
}

/// A rule that a game may have or not, on a field where it makes a difference; heavy cavalry moves as the Hero.
struct Rule {
    name: &'static str,
    terrain: &'static str,
    rows: &'static str,
    /// The number of orders after which the rule makes a difference.
    depth: u32,
    /// Black leaders captured before.
    captured: usize,
    add: fn(&mut Game),
}

const RULES: [Rule; 18] = [
    Rule {
        name: "swap",
        terrain: ".../...",
        rows: "2l/LC1",
        depth: 1,
        captured: 0,
        add: |game| game.options.swap = true,
    },
    Rule {
        name: "self-activating",
        terrain: "....../......",
        rows: "l5/N4L",
        depth: 1,
        captured: 0,
        add: |game| game.options.self_activating = true,
    },
    Rule {
        name: "heavy cavalry that jumps",
        terrain: "...../.....",
        rows: "l4/LHII1",
        depth: 1,
        captured: 0,
        add: |game| game.heavy_as_hero = false,
    },
    Rule {
        name: "charge",
        terrain: "...../.....",
        rows: "l4/LHii1",
        depth: 1,
        captured: 0,
        add: |game| game.options.charge = true,
    },
    Rule {
        name: "light leap",
        terrain: "..../....",
        rows: "3l/LN2",
        depth: 1,
        captured: 0,
        add: |game| game.options.light_leap = true,
    },
    Rule {
        name: "crossing",
        terrain: "...../..~..",
        rows: "4l/LH3",
        depth: 1,
        captured: 0,
        add: |game| game.options.crossing = true,
    },
    Rule {
        name: "promotion of infantry",
        terrain: "......./......./.......",
        rows: "7/LI5/6l",
        depth: 4,
        captured: 0,
        add: |game| game.options.promote_infantry = true,
    },
    Rule {
        name: "promotion of light cavalry",
        terrain: "......./......./.......",
        rows: "7/7/LN4l",
        depth: 4,
        captured: 0,
        add: |game| game.options.promote_light = true,
    },
    Rule {
        name: "six leaders",
        terrain: ".../...",
        rows: "2l/LIl",
        depth: 2,
        captured: 5,
        add: |game| game.options.six_leaders = true,
    },
    Rule {
        name: "half first turn",
        terrain: ".../...",
        rows: "2l/TII",
        depth: 3,
        captured: 0,
        add: |game| game.options.half_first = true,
    },
    Rule {
        name: "short game",
        terrain: ".../.../...",
        rows: "2l/L1l/1Il",
        depth: 4,
        captured: 1,
        add: |game| game.options.short = 2,
    },
    Rule {
        name: "command",
        terrain: ".../...",
        rows: "2l/LIt",
        depth: 2,
        captured: 0,
        add: |game| game.command_ending = true,
    },
    Rule {
        name: "towns",
        terrain: "..T/...",
        rows: "3/LIl",
        depth: 4,
        captured: 0,
        add: |game| game.towns = Some(Towns { needed: 1 }),
    },
    Rule {
        name: "a range of three",
        terrain: "....../......",
        rows: "l5/I2L2",
        depth: 1,
        captured: 0,
        add: |game| game.range = 3,
    },
    Rule {
        name: "no more orders than leaders left",
        terrain: ".../...",
        rows: "2l/DII",
        depth: 2,
        captured: 0,
        add: |game| game.cap.leaders_left = true,
    },
    Rule {
        name: "a rising cap",
        terrain: ".../...",
        rows: "2l/DII",
        depth: 2,
        captured: 0,
        add: |game| {
            game.cap = Cap {
                number: 1,
                leaders_left: false,
                rise: Some((2, 3)),
            }
        },
    },
    Rule {
        name: "reinforcements that may move at once",
        terrain: ".../...",
        rows: "2l/L2",
        depth: 2,
        captured: 0,
        add: |game| {
            let kinds = vec![Kind::Leader1];
            game.armies[0].extend(&kinds);
            game.entry = Some(Entry {
                zones: [vec!["b1".parse().expect("a cell")], Vec::new()],
                blocks: [vec![Block { turn: 1, kinds }], Vec::new()],
            });
        },
    },
    Rule {
        name: "reinforcements due later",
        terrain: ".../...",
        rows: "2l/L2",
        depth: 3,
        captured: 0,
        add: |game| {
            let kinds = vec![Kind::Infantry];
            game.armies[1].extend(&kinds);
            game.entry = Some(Entry {
                zones: [Vec::new(), vec!["b2".parse().expect("a cell")]],
                blocks: [Vec::new(), vec![Block { turn: 1, kinds }]],
            });
        },
    },
];

#[test]
fn every_rule_a_game_may_have_changes_the_count_and_both_ways_alike() {
    for rule in RULES {
        let mut game = game(rule.terrain, rule.rows);
        let lost = &mut game.armies[Side::Black.index()];
        lost.extend(vec![Kind::Leader1; rule.captured]);
        game.heavy_as_hero = true;
        let plain = Position::new(Arc::new(game.clone()));
        (rule.add)(&mut game);
        let changed = Position::new(Arc::new(game));
        assert!(FastPosition::new(&changed).is_some());
        assert_ne!(
            count(&plain, rule.depth),
            count(&changed, rule.depth),
            "{} does not show",
            rule.name
        );
    }
}

/// Counts that a second reading of the rulebook, without any code of this one, has confirmed.
#[test]
fn small_positions_are_counted_as_the_rulebook_has_them() {
    let rows = "7/7/7/3L3/7/7/7";
    // 24 moves and `end`; after a move only `end`; two passes end it
    confirmed(
        &open_game(7, rows),
        &format!("{rows} w 1 0"),
        &[1, 25, 25, 24],
    );
    let rows = "lic1ds/nho1b1/1r4/4R1/1BOHNI/SDCI1L";
    confirmed(
        &open_game(6, rows),
        &format!("{rows} w 1 0"),
        &[1, 33, 895, 18_771],
    );
    let rows = "tci1n/h3c/5/C3H/N1ICT";
    let mut game = game("..H../.T~../F._.F/..~T./..H..", rows);
    game.cap.number = 3;
    game.heavy_as_hero = true;
    game.options = EVERY_OPTION;
    confirmed(&game, &format!("{rows} w 3 0"), &[1, 13, 127, 1037, 4449]);
}

fn confirmed(game: &Game, text: &str, counts: &[u64]) {
    let position = position(game, text);
    for (depth, expected) in (0..).zip(counts) {
        assert_eq!(count(&position, depth), *expected, "{text}, depth {depth}");
    }
}
