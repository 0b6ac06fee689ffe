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
    let enter =
        Order::parse(&game, Side::Black, "+l@a1").map(|order| order.to_text(&game, Side::Black));
    assert_eq!(enter.as_deref(), Ok("+L@a1"));
}
