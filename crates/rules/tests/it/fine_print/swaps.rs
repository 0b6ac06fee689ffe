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
    // and now that order depends on the other
    assert!(why(&swapped, "e1-e2").starts_with("2.3 "));
}

#[test]
fn swaps_are_orthogonal_between_neighbors_and_on_only_where_agreed() {
    let diagonal = swapping(5, "5/1C3/L4");
    assert!(why(&diagonal, "a1<>b2").ends_with("not orthogonally adjacent"));
    let apart = swapping(5, "5/5/L1C2");
    assert!(why(&apart, "a1<>c1").ends_with("not orthogonally adjacent"));
    let reversed = swapping(5, "5/5/LC3");
    assert!(why(&reversed, "b1<>a1").starts_with("2.9 only a leader and a cannon"));
    let promoted = swapping(5, "5/5/UC2L");
    assert!(why(&promoted, "a1<>b1").starts_with("2.9 only a leader and a cannon"));
    let game = open_game(5, "5/5/LC3");
    let start = position(&game, "5/5/LC3 w 1 0");
    assert_eq!(
        why(&start, "a1<>b1"),
        "2.9 swaps are not played in this game"
    );
}

#[test]
fn a_cannon_is_not_swapped_onto_a_hill_but_into_trees() {
    for (ground, verdict) in [("H", "4.3 Cannon may not enter a hill"), ("F", "legal")] {
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
