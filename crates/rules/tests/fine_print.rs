//! The rulings: what the rulebook settles where the original games leave it open, one claim a test.

use std::sync::Arc;

use rules::testing::{after, game, hidden_game, open_game, position, reach, why};
use rules::warlord::{
    Block, Cap, Entry, Game, Illegal, Kind, LeaderStatus, Order, Placement, Position, SetUp, Towns,
};
use rules::{Draw, Lots, Outcome, Rules, Side, Tie, ToAct, Win};

/// Whether a text can be loaded into a game.
fn loads(game: &Game, text: &str) -> bool {
    Position::from_text(Arc::new(game.clone()), text).is_ok()
}

fn over(position: &Position) -> Option<String> {
    position.outcome().map(|outcome| outcome.to_string())
}

mod the_turn {
    use super::*;

    #[test]
    fn no_unit_moves_twice() {
        let game = open_game(5, "5/5/DI3");
        let moved = after(&position(&game, "5/5/DI3 w 1 0"), &["b1-b2"]);
        assert_eq!(
            why(&moved, "b2-b3"),
            "2.4 the unit on b2 has already moved this turn"
        );
        // and is free again in the next turn
        let later = after(&moved, &["end", "end"]);
        assert_eq!(why(&later, "b2-b3"), "legal");
    }

    #[test]
    fn a_turn_holds_no_more_orders_than_cap() {
        let mut game = open_game(5, "5/5/TIII1");
        game.cap.number = 2;
        let full = after(&position(&game, "5/5/TII2 w 1 0"), &["b1-b2", "c1-c2"]);
        assert_eq!((full.left(), full.cap(), full.orders_made()), (0, 2, 2));
        assert_eq!(
            why(&full, "a1-a2"),
            "2.1 all 2 orders of this turn are made"
        );
        assert_eq!(full.legal_orders(Side::White), [Order::End]);
    }

    #[test]
    fn a_unit_out_of_every_leaders_range_stays() {
        let game = open_game(5, "5/5/L3I");
        let start = position(&game, "5/5/L2I1 w 1 0");
        assert_eq!(
            why(&start, "d1-d2"),
            "2.2 no white leader stands within 2 cells of d1"
        );
        let mut wide = game;
        wide.range = 3;
        let start = position(&wide, "5/5/L2I1 w 1 0");
        assert_eq!(why(&start, "d1-d2"), "legal");
    }

    #[test]
    fn nothing_in_between_blocks_activation() {
        let game = game(".F.H./....~/....~", "5/5/5");
        let start = position(&game, "I1Li1/1i3/5 w 1 0");
        assert_eq!(why(&start, "a3-a2"), "legal");
    }

    #[test]
    fn matching_gives_a_leaders_activations_to_others_along_a_chain() {
        // leaders on a1, c1, e1, g1, all of level 1; each infantry is in range of two neighbors
        let game = open_game(9, "9/9/9/L1L1L1L2");
        let start = position(&game, "9/1I1I1I3/9/L1L1L1L2 w 1 0");
        assert_eq!(
            start.leader_status("a1".parse().expect("a cell")),
            Some(LeaderStatus { level: 1, free: 1 })
        );
        let moved = after(&start, &["b3-b4", "d3-d4", "f3-f4"]);
        // whichever of the four is asked, the three moves can be answered for without it
        for leader in ["a1", "c1", "e1", "g1"] {
            let status = moved.leader_status(leader.parse().expect("a cell"));
            assert_eq!(status, Some(LeaderStatus { level: 1, free: 1 }), "{leader}");
            assert_eq!(why(&moved, &format!("{leader}-{}2", &leader[..1])), "legal");
        }
        let spent = after(&moved, &["a1-a2"]);
        let status = spent.leader_status("g1".parse().expect("a cell"));
        assert_eq!(status, Some(LeaderStatus { level: 1, free: 0 }));
    }

    #[test]
    fn cap_counts_the_leaders_left_when_the_turn_starts() {
        let mut game = open_game(7, "LLLLL2/7/lllll2");
        game.cap.leaders_left = true;
        let start = position(&game, "lll4/L6/LL5 w 5 0");
        assert_eq!(start.cap(), 3);
        let captured = after(&start, &["a2-a3"]);
        assert_eq!((captured.cap(), captured.left()), (3, 2));
        assert_eq!(after(&captured, &["end"]).cap(), 2);
    }

    #[test]
    fn two_passes_by_the_two_sides_are_a_draw() {
        let game = open_game(5, "4l/5/L4");
        let start = position(&game, "4l/5/L4 w 1 0");
        let one = after(&start, &["end"]);
        assert_eq!((one.passes(), one.outcome()), (1, None));
        let both = after(&one, &["end"]);
        assert_eq!(both.outcome(), Some(Outcome::Drawn(Tie::Passes)));
        let broken = after(&one, &["e3-e2", "end", "end"]);
        assert_eq!((broken.passes(), broken.outcome()), (1, None));
    }

    #[test]
    fn a_side_that_cannot_move_passes_and_does_not_lose() {
        let game = open_game(3, "3/IL1/II1");
        let start = position(&game, "l2/3/2I w 1 0");
        assert_eq!(start.legal_orders(Side::White), [Order::End]);
        assert_eq!(after(&start, &["end"]).outcome(), None);
    }

    #[test]
    fn the_last_leader_captured_loses_at_once() {
        let game = open_game(3, "l1l/3/L1L");
        let start = position(&game, "l2/L2/I2 w 1 0");
        let won = after(&start, &["a2-a3"]);
        assert_eq!(won.outcome(), Some(Outcome::Won(Side::White, Win::Leaders)));
        assert_eq!(
            won.to_act(),
            ToAct::Nobody(Outcome::Won(Side::White, Win::Leaders))
        );
        assert!(won.legal_orders(Side::White).is_empty());
        assert_eq!(
            won.check(Side::White, &Order::End)
                .map_err(|illegal| illegal.rule()),
            Err("3")
        );
    }

    #[test]
    fn the_side_not_to_move_orders_nothing() {
        let game = open_game(3, "l2/3/L2");
        let start = position(&game, "l2/3/L2 w 1 0");
        assert_eq!(
            start.check(Side::Black, &Order::End),
            Err(Illegal::NotYourTurn(Side::Black))
        );
        assert!(why(&start, "a3-b3").starts_with("2.1 "));
        assert!(why(&start, "b2-b3").starts_with("2.1 "));
    }
}

mod swaps {
    use super::*;

    fn swapping(files: usize, rows: &str) -> Position {
        let mut game = open_game(files, rows);
        game.options.swap = true;
        position(&game, &format!("{rows} w 1 0"))
    }

    #[test]
    fn a_leader_another_can_answer_for_swaps() {
        let start = swapping(5, "5/5/LCI1L");
        let ordered = after(&start, &["c1-c2"]);
        let swapped = after(&ordered, &["a1<>b1"]);
        assert_eq!(swapped.left(), 2);
        // and now that order hangs on the other
        assert!(why(&swapped, "e1-e2").starts_with("2.3 "));
    }

    #[test]
    fn swaps_are_orthogonal_between_neighbors_and_on_only_where_agreed() {
        let diagonal = swapping(5, "5/1C3/L4");
        assert!(why(&diagonal, "a1<>b2").ends_with("not orthogonally adjacent"));
        let apart = swapping(5, "5/5/L1C2");
        assert!(why(&apart, "a1<>c1").ends_with("not orthogonally adjacent"));
        let reversed = swapping(5, "5/5/LC3");
        assert!(why(&reversed, "b1<>a1").starts_with("2 only a leader and a cannon"));
        let promoted = swapping(5, "5/5/UC2L");
        assert!(why(&promoted, "a1<>b1").starts_with("2 only a leader and a cannon"));
        let game = open_game(5, "5/5/LC3");
        let start = position(&game, "5/5/LC3 w 1 0");
        assert_eq!(why(&start, "a1<>b1"), "2 swaps are not played in this game");
    }

    #[test]
    fn a_cannon_is_not_swapped_onto_a_hill_but_into_trees() {
        for (ground, verdict) in [("H", "4 Cannon may not enter a hill"), ("F", "legal")] {
            let mut game = game(&format!("{ground}.."), "3");
            game.options.swap = true;
            assert_eq!(why(&position(&game, "LC1 w 1 0"), "a1<>b1"), verdict);
        }
    }

    #[test]
    fn a_unit_that_has_moved_does_not_swap() {
        let start = swapping(5, "5/1C3/D3L");
        let moved = after(&start, &["b2-a3"]);
        assert!(why(&moved, "a1<>a3").starts_with("2.4 "));
        let moved = after(&swapping(5, "5/5/D1C2"), &["a1-b1"]);
        assert!(why(&moved, "b1<>c1").starts_with("2.4 "));
    }
}

mod ground {
    use super::*;

    #[test]
    fn rookish_goes_by_the_rules_of_heavy_cavalry_and_bishopy_by_those_of_the_cannon() {
        let row = game("..T...F", "7");
        assert_eq!(reach(&position(&row, "R6 w 1 0"), "a1"), "b1");
        assert_eq!(reach(&position(&row, "1R5 w 1 0"), "b1"), "a1 c1");
        assert_eq!(reach(&position(&row, "5R1 w 1 0"), "f1"), "d1 e1");
        let square = game("..../..F./..../H...", "4/4/4/4");
        assert_eq!(
            reach(&position(&square, "4/4/1B2/4 w 1 0"), "b2"),
            "c1 a3 c3"
        );
    }

    #[test]
    fn bishopy_and_rookish_never_jump() {
        let row = open_game(5, "5");
        assert_eq!(reach(&position(&row, "R1i2 w 1 0"), "a1"), "b1 c1");
        let square = open_game(4, "4/4/4/4");
        assert_eq!(reach(&position(&square, "4/4/1i2/B3 w 1 0"), "a1"), "b2");
    }

    #[test]
    fn nothing_crosses_water_unless_the_game_lets_it() {
        let mut game = game(".~..", "4");
        let heavy = |game: &Game| reach(&position(game, "H3 w 1 0"), "a1");
        assert_eq!(heavy(&game), "");
        game.options.crossing = true;
        assert_eq!(heavy(&game), "c1 d1");
        assert_eq!(reach(&position(&game, "R3 w 1 0"), "a1"), "");
        assert_eq!(reach(&position(&game, "L3 w 1 0"), "a1"), "");
        assert_eq!(reach(&position(&game, "I3 w 1 0"), "a1"), "");
    }

    #[test]
    fn a_missing_cell_is_never_crossed() {
        let mut row = game("._..", "4");
        row.options.crossing = true;
        assert_eq!(reach(&position(&row, "H3 w 1 0"), "a1"), "");
        let mut square = game("._./._.", "3/3");
        square.options.crossing = true;
        assert_eq!(reach(&position(&square, "3/N2 w 1 0"), "a1"), "");
        let mut water = game(".~./.~.", "3/3");
        assert_eq!(reach(&position(&water, "3/N2 w 1 0"), "a1"), "");
        water.options.crossing = true;
        assert_eq!(reach(&position(&water, "3/N2 w 1 0"), "a1"), "c2");
    }

    #[test]
    fn water_counts_as_empty_on_a_heros_way() {
        let mut game = game(".~...", "5");
        game.options.crossing = true;
        assert_eq!(reach(&position(&game, "O1i2 w 1 0"), "a1"), "c1 d1");
        assert_eq!(reach(&position(&game, "O1I2 w 1 0"), "a1"), "d1");
    }

    #[test]
    fn a_step_between_two_cells_touching_at_a_corner_is_allowed() {
        let water = game("~./.~", "2/2");
        assert_eq!(reach(&position(&water, "2/I1 w 1 0"), "a1"), "b2");
        let trees = game("F./.F", "2/2");
        assert_eq!(reach(&position(&trees, "I1/2 w 1 0"), "a2"), "a1 b1 b2");
    }

    #[test]
    fn the_start_cell_never_blocks_and_terrain_blocks_with_or_without_a_unit() {
        let row = game("H.T..", "5");
        assert_eq!(reach(&position(&row, "H4 w 1 0"), "a1"), "b1");
        assert_eq!(reach(&position(&row, "1Hi2 w 1 0"), "b1"), "a1 c1");
        assert_eq!(reach(&position(&row, "2H2 w 1 0"), "c1"), "b1 d1 e1");
    }

    #[test]
    fn a_leader_crosses_any_terrain_but_units_stop_it() {
        let row = game(".FTH.", "5");
        assert_eq!(reach(&position(&row, "L4 w 1 0"), "a1"), "b1 c1");
        assert_eq!(reach(&position(&row, "LI3 w 1 0"), "a1"), "");
        let start = position(&row, "LI3 w 1 0");
        assert_eq!(
            why(&start, "a1-c1"),
            "1 the unit on b1 stands in the way of Leader"
        );
    }

    #[test]
    fn the_additional_leap_is_stopped_by_water_and_missing_cells_only() {
        for (ground, with_crossing, cells) in [
            (".F.", false, "c1"),
            (".~.", false, ""),
            (".~.", true, "c1"),
            ("._.", true, ""),
        ] {
            let mut game = game(ground, "3");
            game.options.light_leap = true;
            game.options.crossing = with_crossing;
            let reached = reach(&position(&game, "N2 w 1 0"), "a1");
            assert_eq!(reached, cells, "{ground} {with_crossing}");
        }
        let mut jumped = open_game(3, "3");
        assert_eq!(reach(&position(&jumped, "NI1 w 1 0"), "a1"), "");
        jumped.options.light_leap = true;
        assert_eq!(reach(&position(&jumped, "NI1 w 1 0"), "a1"), "c1");
    }

    #[test]
    fn a_charge_jumps_two_enemies_where_heavy_cavalry_moves_as_the_hero() {
        let mut game = open_game(5, "5");
        game.options.charge = true;
        game.heavy_as_hero = true;
        let heavy =
            |game: &Game, rows: &str| reach(&position(game, &format!("{rows} w 1 0")), "a1");
        assert_eq!(heavy(&game, "Hii2"), "b1 c1 d1");
        assert_eq!(heavy(&game, "Hiii1"), "b1 c1 d1");
        assert_eq!(heavy(&game, "HiI2"), "b1");
        assert_eq!(heavy(&game, "Oii2"), "b1 c1", "only heavy cavalry charges");
        game.options.charge = false;
        assert_eq!(heavy(&game, "Hii2"), "b1 c1");
        let mut town = rules::testing::game("..T..", "5");
        town.options.charge = true;
        town.heavy_as_hero = true;
        assert_eq!(heavy(&town, "Hii2"), "b1");
    }

    #[test]
    fn refusals_name_what_is_in_the_way() {
        let ground = game("..T..H.", "7");
        let start = position(&ground, "H5L w 1 0");
        assert_eq!(
            why(&start, "a1-d1"),
            "4 a town on c1 is in the way of Heavy Cavalry"
        );
        assert_eq!(
            why(&start, "a1-e1"),
            "1 Heavy Cavalry does not move from a1 to e1"
        );
        assert_eq!(
            why(&start, "a1-c1"),
            "4 Heavy Cavalry enters a town only from the next cell"
        );
        let hero = position(&game(".....", "5"), "Oii1L w 1 0");
        assert_eq!(
            why(&hero, "a1-d1"),
            "1 the unit on b1 stands in the way of Hero"
        );
        assert_eq!(why(&hero, "a1-a1"), "1 Hero does not move from a1 to a1");
    }
}

mod settings {
    use super::*;

    #[test]
    fn the_cap_counts_leaders_left_unless_knights_activate_themselves() {
        let mut game = open_game(5, "5/5/LLLLL");
        game.cap.leaders_left = true;
        let cap = |game: &Game, rows: &str| position(game, &format!("{rows} w 3 0")).cap();
        assert_eq!(cap(&game, "5/5/LLLLL"), 4);
        assert_eq!(cap(&game, "5/5/LDT2"), 3);
        assert_eq!(
            cap(&game, "5/5/LDTUU"),
            3,
            "a promoted leader is no leader left"
        );
        game.options.self_activating = true;
        assert_eq!(cap(&game, "5/5/LDT2"), 4);
    }

    #[test]
    fn turn_n_counts_the_owners_own_turns() {
        let mut game = open_game(3, "3/L1l");
        game.cap = Cap {
            number: 9,
            leaders_left: false,
            rise: Some((10, 18)),
        };
        let cap = |turn| position(&game, &format!("3/L1l w {turn} 0")).cap();
        assert_eq!([1, 17, 18, 19, 20, 21].map(cap), [9, 9, 9, 18, 18, 18]);
    }

    #[test]
    fn half_of_the_first_turn_is_rounded_down_and_half_of_one_is_a_forced_pass() {
        let mut game = open_game(3, "2l/LI1");
        game.options.half_first = true;
        let cap = |number, turn| {
            let mut game = game.clone();
            game.cap.number = number;
            position(&game, &format!("2l/LI1 w {turn} 0")).cap()
        };
        assert_eq!((cap(5, 1), cap(5, 2), cap(5, 3)), (2, 5, 5));
        game.cap.number = 1;
        let start = position(&game, "2l/LI1 w 1 0");
        assert_eq!(start.legal_orders(Side::White), [Order::End]);
        assert_eq!(after(&start, &["end"]).passes(), 1);
    }

    #[test]
    fn light_cavalry_that_activates_itself_costs_no_leader_anything() {
        let mut game = open_game(7, "7/7/7/L5N");
        game.options.self_activating = true;
        let start = position(&game, "7/7/1N5/LI4N w 1 0");
        let moved = after(&start, &["g1-f3", "b2-c4", "b1-c1"]);
        assert_eq!(moved.left(), 1);
        assert!(why(&moved, "a1-a2").starts_with("2.3 "));
        game.options.self_activating = false;
        let start = position(&game, "7/7/1N5/LI4N w 1 0");
        assert!(why(&start, "g1-f3").starts_with("2.2 "));
    }

    #[test]
    fn the_named_kinds_are_promoted_on_the_last_rank_by_any_move() {
        let mut game = open_game(5, "5/5/5/5");
        game.options.promote_infantry = true;
        let start = position(&game, "1r3/I1N2/1L3/4l w 1 0");
        let promoted = after(&start, &["a3-b4"]);
        assert_eq!(promoted.to_text(), "1U3/2N2/1L3/4l w 1 0");
        let knight = after(&start, &["c3-e4"]);
        assert_eq!(knight.to_text(), "1r2N/I4/1L3/4l w 1 0");
        game.options.promote_light = true;
        let black = position(&game, "4L/5/1n3/l4 b 1 0");
        assert_eq!(after(&black, &["b2-d1"]).to_text(), "4L/5/5/l2u1 b 1 0");
    }

    #[test]
    fn a_promoted_leader_activates_itself_and_nobody_else() {
        let game = open_game(5, "5/5/L4");
        let start = position(&game, "3UI/5/L4 w 1 0");
        assert_eq!(why(&start, "d3-b3"), "legal");
        assert!(why(&start, "e3-e2").starts_with("2.2 "));
        // a leader need not spend anything on it
        let near = position(&game, "5/5/LUI2 w 1 0");
        let moved = after(&near, &["b1-b2"]);
        assert_eq!(why(&moved, "c1-c2"), "legal");
        assert_eq!(near.leader_status("b1".parse().expect("a cell")), None);
    }

    #[test]
    fn promoted_leaders_do_not_save_a_side() {
        let game = open_game(3, "l1l/3/L1L");
        let start = position(&game, "luu/L2/3 w 1 0");
        assert_eq!(
            over(&after(&start, &["a2-a3"])).as_deref(),
            Some("white leaders")
        );
        let start = position(&game, "luu/L2/3 w 1 0");
        assert_eq!(
            over(&after(&start, &["a2-b3"])),
            None,
            "nor is their capture an ending"
        );
    }

    #[test]
    fn six_leaders_lost_lose_where_the_option_is_on() {
        let mut game = open_game(8, "LLLLLLLL/8/llllllll");
        let start = |game: &Game| position(game, "lll5/L7/8 w 1 0");
        assert_eq!(start(&game).captured(Side::White), 5);
        assert_eq!(over(&after(&start(&game), &["a2-a3"])), None);
        game.options.six_leaders = true;
        assert_eq!(
            over(&after(&start(&game), &["a2-a3"])).as_deref(),
            Some("white six-leaders")
        );
    }
}

mod endings {
    use super::*;

    #[test]
    fn a_claim_stands_at_load_if_the_side_not_to_move_has_captured_enough_and_more() {
        let mut game = open_game(5, "LLLLL/5/lllll");
        game.options.short = 3;
        let claim = |text: &str| position(&game, text).claim();
        assert_eq!(claim("ll3/5/LLLL1 b 8 0"), Some(Side::White));
        assert_eq!(claim("ll3/5/LLLL1 w 8 0"), None);
        assert_eq!(claim("lll2/5/LLLL1 b 8 0"), None);
        assert_eq!(claim("ll3/5/LL3 b 8 0"), None);
    }

    #[test]
    fn a_claim_is_judged_before_two_passes() {
        let mut game = open_game(5, "LLLLL/5/lllll");
        game.options.short = 3;
        let start = position(&game, "ll3/5/LLLL1 b 8 1");
        assert_eq!(
            over(&after(&start, &["end"])).as_deref(),
            Some("white short")
        );
        game.options.short = 0;
        let start = position(&game, "ll3/5/LLLL1 b 8 1");
        assert_eq!(
            over(&after(&start, &["end"])).as_deref(),
            Some("draw passes")
        );
    }

    #[test]
    fn endings_of_a_capture_are_not_looked_at_on_load_and_those_of_a_turns_start_are() {
        let mut game = game("T.T/...", "l1l/L1L");
        game.command_ending = true;
        game.options.six_leaders = true;
        let start = position(&game, "3/3 w 1 0");
        assert_eq!(
            (start.outcome(), start.leaders_left(Side::White)),
            (None, 0)
        );
        game.towns = Some(Towns { needed: 2 });
        assert_eq!(
            over(&position(&game, "I1I/3 w 1 0")).as_deref(),
            Some("white towns")
        );
        assert_eq!(over(&position(&game, "I1I/3 b 1 0")), None);
    }

    #[test]
    fn the_third_occurrence_of_a_position_is_a_draw_counted_from_the_one_loaded() {
        let mut game = open_game(5, "l4/5/L4");
        game.options.repetition = true;
        let round = [
            "a1-b1", "end", "a3-b3", "end", "b1-a1", "end", "b3-a3", "end",
        ];
        let start = position(&game, "l4/5/L4 w 1 0");
        let twice = after(&start, &round);
        assert_eq!(twice.outcome(), None);
        assert_eq!(twice.turn(), 5);
        assert_eq!(
            over(&after(&twice, &round)).as_deref(),
            Some("draw repetition")
        );
        // the same units with the other side to move are another position
        let loaded = position(&game, &twice.to_text());
        assert_eq!(over(&after(&loaded, &round)), None);
        assert_ne!(
            loaded, twice,
            "what occurred before belongs to the position"
        );
        game.options.repetition = false;
        let again = after(&after(&position(&game, "l4/5/L4 w 1 0"), &round), &round);
        assert_eq!(again.outcome(), None);
    }

    #[test]
    fn two_passes_come_before_towns_and_repetition() {
        let mut game = game("T.T/...", "l1l/L1L");
        game.towns = Some(Towns { needed: 2 });
        game.options.repetition = true;
        let start = position(&game, "I1I/L1l b 2 1");
        assert_eq!(
            over(&after(&start, &["end"])).as_deref(),
            Some("draw passes")
        );
        let start = position(&game, "I1I/L1l b 2 0");
        assert_eq!(
            over(&after(&start, &["end"])).as_deref(),
            Some("white towns")
        );
    }
}

mod texts {
    use super::*;

    #[test]
    fn the_engines_example_reads_back() {
        let game = open_game(4, "4/4/4");
        let text = "1L2/4/2i1 w 7 0";
        assert_eq!(position(&game, text).to_text(), text);
    }

    #[test]
    fn water_and_missing_cells_are_blanks() {
        let game = game(".~_./....", "4/4");
        assert!(loads(&game, "L2l/4 w 1 0"));
        for text in ["LI1l/4 w 1 0", "L1Il/4 w 1 0", "Ll/4 w 1 0"] {
            assert!(!loads(&game, text), "{text}");
        }
        assert_eq!(
            position(&game, "L2l/4 w 1 0").game().terrain_rows(),
            ".~_./...."
        );
    }

    #[test]
    fn texts_that_say_anything_else_are_refused() {
        let game = open_game(4, "4/4/4");
        for text in [
            "",
            "4/4/4",
            "4/4/4 w",
            "4/4/4 w 1",
            "4/4 w 1 0",
            "4/4/4/4 w 1 0",
            "5/4/4 w 1 0",
            "3/4/4 w 1 0",
            "04/4/4 w 1 0",
            "4/4/0004 w 1 0",
            "4/4/X3 w 1 0",
            "4/4/4 W 1 0",
            "4/4/4 w 0 0",
            "4/4/4 w 01 0",
            "4/4/4 w +1 0",
            "4/4/4 w 1 2",
            "4/4/4 w 4294967296 0",
            "4/4/4 w 1 0 ",
            " 4/4/4 w 1 0",
            "4/4/4  w 1 0",
            "4/4/4 w 1 0 enter=L@1",
            "4/4/99999999999999999999 w 1 0",
            "4/4/(L)3 w 1 0",
            "4/4/LLLLL w 1 0",
        ] {
            assert!(!loads(&game, text), "{text}");
        }
    }

    #[test]
    fn orders_that_say_anything_else_are_refused() {
        let game = open_game(4, "4/4/4");
        for text in [
            "", "End", "e", "a1", "a1a2", "a1-", "-a2", "a1-e1", "a1-a4", "a1 - a2", "a1-a2-a3",
            "a1<>", "+L", "+@a1", "+X@a1", "+LL@a1", "L@a1", "4/4", "a1-A2",
        ] {
            assert!(Order::parse(&game, Side::White, text).is_err(), "{text}");
        }
        let enter = Order::parse(&game, Side::Black, "+l@a1")
            .map(|order| order.to_text(&game, Side::Black));
        assert_eq!(enter.as_deref(), Ok("+L@a1"));
    }
}

mod entry {
    use super::*;

    /// White enters L and I from its turn 1 and H from its turn 3 on a1, b1 and a2; Black i from turn 2 on e3.
    fn entering() -> Game {
        let mut game = game("...../H..../.....", "4l/5/L4");
        let cells = |names: &[&str]| {
            names
                .iter()
                .map(|name| name.parse().expect("a cell"))
                .collect()
        };
        let block = |turn, symbols: &str| Block {
            turn,
            kinds: symbols
                .chars()
                .map(|symbol| Kind::from_symbol(symbol).expect("a kind"))
                .collect(),
        };
        game.entry = Some(Entry {
            zones: [cells(&["a1", "b1", "a2"]), cells(&["e3"])],
            blocks: [vec![block(1, "LIC"), block(3, "H")], vec![block(2, "I")]],
        });
        game
    }

    const START: &str = "4l/5/2L2 w 1 0 enter=LCI@1 enter=H@3 enter=i@2";

    #[test]
    fn what_is_still_to_enter_reads_back() {
        let start = position(&entering(), START);
        assert_eq!(
            start.to_text(),
            "4l/5/2L2 w 1 0 enter=LCI@1 enter=H@3 enter=i@2"
        );
        let entered = after(&start, &["+I@a1"]);
        assert_eq!(
            entered.to_text(),
            "4l/5/I1L2 w 1 0 enter=LC@1 enter=H@3 enter=i@2"
        );
    }

    #[test]
    fn a_new_game_has_everything_waiting_that_the_blocks_hold() {
        let start = Position::new(Arc::new(entering()));
        assert_eq!(
            start.to_text(),
            "4l/5/L4 w 1 0 enter=LCI@1 enter=H@3 enter=i@2"
        );
    }

    #[test]
    fn due_units_enter_on_free_cells_of_the_zone_they_may_stand_on() {
        let start = position(&entering(), START);
        assert_eq!(why(&start, "+L@b1"), "legal");
        assert_eq!(
            why(&start, "+H@b1"),
            "11.7 no Heavy Cavalry is due to enter"
        );
        assert!(why(&start, "+L@c1").starts_with("11.7 reinforcements enter on the free cells"));
        assert!(why(&start, "+L@b2").starts_with("11.7 reinforcements enter on the free cells"));
        assert_eq!(why(&start, "+C@a2"), "4 Cannon may not enter a hill");
        let entered = after(&start, &["+L@b1"]);
        assert!(why(&entered, "+I@b1").starts_with("11.7 "));
        let later = position(&entering(), &START.replace(" 1 0 ", " 5 0 "));
        assert_eq!(why(&later, "+H@b1"), "legal", "turn 5 is White's third");
    }

    #[test]
    fn entries_come_before_the_first_move_cost_no_order_and_the_entered_may_move() {
        let start = position(&entering(), START);
        let entered = after(&start, &["+I@a1", "+L@b1"]);
        assert_eq!((entered.left(), entered.orders_made()), (4, 0));
        let moved = after(&entered, &["a1-a2"]);
        assert_eq!(
            why(&moved, "+C@a1"),
            "11.7 reinforcements enter before the turn's first move"
        );
        let both = after(&moved, &["b1-c2"]);
        assert_eq!(both.left(), 2);
    }

    #[test]
    fn a_turn_of_entries_alone_is_no_pass() {
        let start = position(&entering(), &START.replace(" 1 0 ", " 1 1 "));
        let ended = after(&start, &["+I@a1", "end"]);
        assert_eq!((ended.passes(), ended.outcome()), (0, None));
    }

    #[test]
    fn leaders_still_to_enter_count_as_left() {
        let mut game = entering();
        game.cap.leaders_left = true;
        let start = position(&game, START);
        assert_eq!((start.leaders_left(Side::White), start.cap()), (2, 2));
        let black = position(&game, "1lL2/5/5 b 2 0 enter=L@1");
        assert_eq!(over(&after(&black, &["b3-c3"])), None);
        let black = position(&game, "1lL2/5/5 b 2 0");
        assert_eq!(
            over(&after(&black, &["b3-c3"])).as_deref(),
            Some("black leaders")
        );
    }

    #[test]
    fn fields_that_say_anything_else_are_refused() {
        let game = entering();
        for field in [
            "enter=",
            "enter=L",
            "enter=@1",
            "enter=L@0",
            "enter=L@01",
            "enter=X@1",
            "Enter=L@1",
            "enter=L@70000",
            "enter=LLLLL@1",
            "other=1",
        ] {
            assert!(!loads(&game, &format!("4l/5/2L2 w 1 0 {field}")), "{field}");
        }
    }
}

mod hidden_set_up {
    use super::*;

    fn set_up(position: &mut Position, side: Side, text: &str) -> Result<(), Illegal> {
        let order = Order::parse(position.game(), side, text).expect("a set-up");
        position.apply(side, &order).map(|_| ())
    }

    fn start() -> Position {
        Position::new(Arc::new(hidden_game()))
    }

    #[test]
    fn both_sides_set_up_in_any_order_then_the_first_player_is_drawn() {
        let texts = [(Side::White, "DH4/2LI2"), (Side::Black, "2li2/4hd")];
        let mut ends = Vec::new();
        for (first, second) in [(0, 1), (1, 0)] {
            let mut position = start();
            assert_eq!(
                position.to_act(),
                ToAct::Secretly(vec![Side::White, Side::Black])
            );
            set_up(&mut position, texts[first].0, texts[first].1).expect("legal");
            assert_eq!(position.to_act(), ToAct::Secretly(vec![texts[second].0]));
            assert!(set_up(&mut position, texts[first].0, texts[first].1).is_err());
            set_up(&mut position, texts[second].0, texts[second].1).expect("legal");
            assert_eq!(position.to_act(), ToAct::Lots(Draw::FirstPlayer));
            assert_eq!(
                position.check(Side::White, &Order::End),
                Err(Illegal::NotBegun)
            );
            ends.push(position);
        }
        assert_eq!(ends[0], ends[1]);
        for (lots, letter) in [(0, 'w'), (1, 'b'), (2, 'w'), (u64::MAX, 'b')] {
            let mut position = ends[0].clone();
            position.resolve(Lots(lots)).expect("lots are awaited");
            assert_eq!(
                position.to_text(),
                format!("2li2/4hd/6/6/DH4/2LI2 {letter} 1 0")
            );
            assert_eq!(position.resolve(Lots(lots)), Err(Illegal::NoLots));
        }
    }

    #[test]
    fn a_set_up_uses_the_army_all_of_it_and_nothing_else() {
        for (text, reason) in [
            (
                "DH4/2LH2",
                "8 the set-up has 2 of Heavy Cavalry where the army has 1",
            ),
            (
                "DH4/2L3",
                "8 the set-up has 0 of Infantry where the army has 1",
            ),
            (
                "DH4/2LIN1",
                "8 the set-up has 1 of Light Cavalry where the army has 0",
            ),
            (
                "DL4/2HI2",
                "8 the section at a1 holds 2 leaders and 0 others, not 1 and 1",
            ),
            (
                "DHI3/L5",
                "8 the section at a1 holds 2 leaders and 1 others, not 1 and 1",
            ),
            ("DH2I1/2L3", "8 3 sections are used, not 2"),
        ] {
            let illegal = set_up(&mut start(), Side::White, text).expect_err(text);
            assert_eq!(format!("{} {illegal}", illegal.rule()), reason, "{text}");
        }
        let outside = Order::SetUp(SetUp(vec![Placement {
            cell: "a3".parse().expect("a cell"),
            kind: Kind::Infantry,
        }]));
        let illegal = start().apply(Side::White, &outside).expect_err("outside");
        assert_eq!(
            illegal.to_string(),
            "a3 is outside the sections this side sets up in"
        );
        let placement = Placement {
            cell: "a1".parse().expect("a cell"),
            kind: Kind::Infantry,
        };
        let twice = Order::SetUp(SetUp(vec![placement, placement]));
        let illegal = start().apply(Side::White, &twice).expect_err("twice");
        assert_eq!(illegal.to_string(), "a1 is filled twice");
    }

    #[test]
    fn either_letter_case_is_read_and_the_sides_own_is_written() {
        let game = hidden_game();
        let order = Order::parse(&game, Side::Black, "2LI2/4hD").expect("a set-up");
        assert_eq!(order.to_text(&game, Side::Black), "2li2/4hd");
    }

    #[test]
    fn a_set_up_is_sealed_in_two_parts_of_fixed_length() {
        let position = start();
        for order in position.legal_orders(Side::White) {
            let parts = position.seal(Side::White, &order).expect("a book set-up");
            let sizes: Vec<_> = parts
                .iter()
                .map(|part| (part.slot, part.payload.len()))
                .collect();
            assert_eq!(sizes, [(1, 8), (2, 24)]);
            assert_eq!(parts[0].payload, *b"L\x01D\x02H\x00I\x00");
        }
    }

    #[test]
    fn parts_that_are_not_a_set_up_are_refused() {
        let position = start();
        let order = &position.legal_orders(Side::White)[0];
        let parts = position.seal(Side::White, order).expect("a book set-up");
        assert!(position.open(Side::White, &parts[..1]).is_err());
        assert!(
            position
                .open(Side::White, &[parts[1].clone(), parts[0].clone()])
                .is_err()
        );
        let mut swapped = parts.clone();
        swapped[0].payload.swap(0, 2);
        swapped[0].payload.swap(1, 3);
        assert!(
            position.open(Side::White, &swapped).is_err(),
            "composition out of order"
        );
        let mut level = parts.clone();
        level[1].payload[1] ^= 1;
        assert!(position.open(Side::White, &level).is_err(), "another level");
        // sealed by one side, it does not open for another army's rules once that side is done
        let mut done = position.clone();
        done.apply(Side::White, order).expect("legal");
        assert!(done.open(Side::White, &parts).is_err());
    }
}
