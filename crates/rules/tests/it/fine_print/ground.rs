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
        "1.1 the unit on b1 stands in the way of Leader"
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
    let heavy = |game: &Game, rows: &str| reach(&position(game, &format!("{rows} w 1 0")), "a1");
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
        "4.3 Heavy Cavalry does not get past a town on c1"
    );
    assert_eq!(
        why(&start, "a1-e1"),
        "1.3 Heavy Cavalry does not move from a1 to e1"
    );
    assert_eq!(
        why(&start, "a1-c1"),
        "4.3 Heavy Cavalry enters a town only from the next cell"
    );
    let hero = position(&game(".....", "5"), "Oii1L w 1 0");
    assert_eq!(
        why(&hero, "a1-d1"),
        "1.7 the unit on b1 stands in the way of Hero"
    );
    assert_eq!(why(&hero, "a1-a1"), "1.7 Hero does not move from a1 to a1");
}
