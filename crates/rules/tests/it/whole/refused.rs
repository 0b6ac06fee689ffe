//! Bytes that are refused, each for its reason.

use super::*;

/// The bytes of a position, changed; the reason why the start refuses them.
fn why(start: &AnyPosition, position: &AnyPosition, change: impl FnOnce(&mut Vec<u8>)) -> String {
    let mut bytes = whole(position);
    let before = bytes.clone();
    change(&mut bytes);
    assert_ne!(bytes, before, "nothing is changed");
    match start.read_whole(&bytes) {
        Err(WholeError::Unsound(why)) => why.to_owned(),
        other => panic!("{other:?}"),
    }
}

/// Applies orders of whichever side must act.
fn after(start: &AnyPosition, orders: &[&str]) -> AnyPosition {
    let mut position = start.clone();
    for text in orders {
        let ToAct::One(side) = position.to_act() else {
            panic!("nobody acts alone before {text}");
        };
        let order = position.parse_order(side, text).expect("an order");
        position.apply(side, &order).expect(text);
    }
    position
}

/// The place of the byte of a cell on the board of five files and three ranks of [`duel`].
fn on(cell: &str, head: usize) -> usize {
    let cell: Cell = cell.parse().expect("a cell");
    head + usize::from(cell.rank()) * 5 + usize::from(cell.file())
}

/// The bytes before the board.
const WARLORD: usize = 15;
const WARGAME: usize = 14;

#[test]
fn warlord_bytes_with_values_that_nothing_has() {
    let start = duel(|_| ());
    let at = |place: usize, byte: u8| why(&start, &start, |bytes| bytes[place] = byte);
    assert_eq!(at(0, 2), "bytes of another family or layout");
    assert_eq!(at(1, 2), "bytes of another family or layout");
    assert_eq!(at(2, 9), "a phase that the game lacks");
    assert_eq!(at(3, 1), "a phase that the game lacks");
    assert_eq!(at(4, 2), "a side that the game lacks");
    assert_eq!(at(5, 0), "a number of the turn out of range");
    assert_eq!(at(8, 2), "a number of the turn out of range");
    assert_eq!(at(9, 3), "more than two passes in a row");
    assert_eq!(at(10, 3), "a claim of a side that the game lacks");
    assert_eq!(at(12, 2), "a yes or no that is neither");
    assert_eq!(at(13, 6), "a board of another size");
    assert_eq!(at(on("a2", WARLORD), b'X'), "a unit that the game lacks");
    assert_eq!(at(on("a2", WARLORD), 200), "a unit that the game lacks");
}

#[test]
fn warlord_parts_that_do_not_follow() {
    let start = duel(|_| ());
    let moved = after(&start, &["b1-c1", "end"]);
    let at = |place: usize, byte: u8| why(&start, &moved, |bytes| bytes[place] = byte);
    assert_eq!(at(4, 0), "a turn of the wrong side");
    assert_eq!(at(5, 3), "a turn of the wrong side");
    assert_eq!(at(9, 2), "passes that do not follow");
    assert_eq!(at(10, 1), "a claim that does not follow");
    assert_eq!(
        at(11, 1),
        "orders, moved units and activations do not add up"
    );
    assert_eq!(at(11, 9), "more orders than the cap");
    assert_eq!(at(12, 1), "an entry in a game without any");
    let cell = on("e3", WARLORD);
    assert_eq!(at(cell, b'L'), "more units than the army has");
    assert_eq!(at(cell, b'u'), "a promoted unit where none is promoted");
    assert_eq!(at(cell, b'h'), "more units than the army has");
    let leader = on("c3", WARLORD);
    assert_eq!(
        at(leader, 0),
        "counts of earlier positions that do not follow"
    );
    let over = |outcome: u8| {
        why(&start, &moved, |bytes| {
            bytes[2..4].copy_from_slice(&[3, outcome])
        })
    };
    assert_eq!(over(16), "an outcome that does not follow");
    assert_eq!(over(20), "an outcome that does not follow");
    assert_eq!(over(33), "passes that do not follow");
    assert_eq!(over(48), "passes that do not follow");
    assert_eq!(over(49), "counts of earlier positions that do not follow");
    assert_eq!(over(50), "an outcome that the game lacks");
}

#[test]
fn warlord_units_on_cells_where_none_can_be() {
    let start = duel(|game| game.options.repetition = false);
    let put = |cell: &str, from: &str| {
        why(&start, &start, |bytes| {
            bytes.swap(on(cell, WARLORD), on(from, WARLORD));
        })
    };
    // a cannon on the hill; for every other kind there is no such cell
    assert_eq!(put("e2", "e1"), "a unit on a cell where it can never stand");
    let gone = |cell: &str| why(&start, &start, |bytes| bytes[on(cell, WARLORD)] = 0);
    assert_eq!(gone("b1"), "a game under way that is over");
}

#[test]
fn warlord_lists_out_of_order_doubled_or_too_long() {
    let start = warlord(game("..T../F...H/..T..", "2l2/1i1c1/ID2C"));
    let moved = after(&start, &["a1-a2", "b1-c1"]);
    let board = WARLORD + 15;
    let moved_list = board + 4;
    let change =
        |change: fn(&mut [u8])| why(&start, &moved, |bytes| change(&mut bytes[moved_list..]));
    // two cells: c1 and a2
    assert_eq!(whole(&moved)[moved_list..][..6], [2, 0, 2, 0, 0, 1]);
    let swapped = change(|list| {
        list[2..6].rotate_left(2);
    });
    assert_eq!(swapped, "a list out of order, or with an item twice");
    let twice = change(|list| list.copy_within(2..4, 4));
    assert_eq!(twice, "a list out of order, or with an item twice");
    assert_eq!(change(|list| list[2] = 5), "a cell that the board lacks");
    assert_eq!(
        change(|list| list[1] = 255),
        "a list out of order, or with an item twice"
    );
    assert_eq!(
        change(|list| list[2] = 3),
        "a unit moved that is none of the side's"
    );
    let cut = why(&start, &moved, |bytes| {
        bytes.pop();
    });
    assert_eq!(cut, "the bytes end too soon");
    let more = why(&start, &moved, |bytes| bytes.push(0));
    assert_eq!(more, "bytes after the end");
    // the activations: a claim of a cell without a leader
    let claims = moved_list + 6 + 2;
    assert_eq!(whole(&moved)[claims..][..2], [2, 0]);
    let wrong = why(&start, &moved, |bytes| bytes[claims + 8] = 4);
    assert_eq!(wrong, "orders, moved units and activations do not add up");
}

#[test]
fn warlord_earlier_positions_named_twice_or_too_often() {
    let start = duel(|_| ());
    let moved = after(&start, &["b1-c1", "end"]);
    let length = whole(&moved).len();
    // two earlier positions of 17 bytes at the end
    let often = why(&start, &moved, |bytes| bytes[length - 1] = 2);
    assert_eq!(often, "counts of earlier positions that do not follow");
    let never = why(&start, &moved, |bytes| bytes[length - 1] = 0);
    assert_eq!(never, "counts of earlier positions that do not follow");
    let twice = why(&start, &moved, |bytes| {
        bytes.copy_within(length - 34..length - 17, length - 17);
        bytes[length - 1] = 2;
    });
    assert_eq!(twice, "an earlier position named twice");
}

#[test]
fn warlord_bytes_of_another_lot_and_of_illegal_set_ups() {
    let start = hidden(FirstPlayer::LotBefore);
    let mut laid = start.clone();
    laid.resolve(Lots(7)).expect("the terrain awaits a lot");
    let length = whole(&laid).len();
    let other = why(&start, &laid, |bytes| bytes[length - 8] = 8);
    assert_eq!(other, "its parts do not fit each other");
    assert_eq!(
        laid.read_whole(&{
            let mut other = start.clone();
            other.resolve(Lots(8)).expect("a lot");
            whole(&other)
        }),
        Err(WholeError::Unsound("terrain of another lot"))
    );
    laid.resolve(Lots(0)).expect("the first player is drawn");
    let white = rules::Side::from(Side::White);
    let order = laid.legal_orders(white).swap_remove(0);
    laid.apply(white, &order).expect("a book");
    let bytes = whole(&laid);
    let unit = (WARLORD..)
        .find(|place| bytes[*place] != 0)
        .expect("a unit");
    let lost = why(&start, &laid, |bytes| bytes[unit] = 0);
    assert_eq!(lost, "a set-up that is not legal");
    let undone = why(&start, &laid, |bytes| bytes[3] = 0);
    assert_eq!(undone, "its parts do not fit each other");
}

#[test]
fn wargame_bytes_with_values_that_nothing_has_or_that_do_not_follow() {
    let start = wargame(war::open_game(
        Ruleset::One,
        "(cp)(sc)1(ic)a/1i1t1/2T1I/A(IC)1(SC)(CP)",
    ));
    let at = |place: usize, byte: u8| why(&start, &start, |bytes| bytes[place] = byte);
    assert_eq!(at(1, 1), "bytes of another family or layout");
    assert_eq!(at(2, 5), "a phase that the game lacks");
    assert_eq!(at(4, 1), "a turn of the wrong side");
    assert_eq!(at(4, 7), "a side that the game lacks");
    assert_eq!(at(8, 9), "a number of the turn out of range");
    assert_eq!(at(9, 1), "passes that do not follow");
    assert_eq!(at(10, 1), "quiet turns that do not follow");
    assert_eq!(at(11, 1), "a removal without an order");
    assert_eq!(at(12, 6), "a board of another size");
    let free = on("c1", WARGAME);
    assert_eq!(at(free, 14), "a unit that the game lacks");
    assert_eq!(at(free, 128), "a unit that the game lacks");
    assert_eq!(at(free, 10), "more units than the army has");
    assert_eq!(at(free, 13), "more units than the army has");
    assert_eq!(at(free, 6), "more units than the army has");
    let over = |outcome: u8| {
        why(&start, &start, |bytes| {
            bytes[2..4].copy_from_slice(&[3, outcome])
        })
    };
    for outcome in [16, 17, 20, 21, 32, 48, 49] {
        assert_eq!(over(outcome), "an outcome that does not follow");
    }
    assert_eq!(over(22), "an outcome that the game lacks");
}

#[test]
fn wargame_lists_that_do_not_fit_the_units() {
    let start = wargame(war::open_game(
        Ruleset::One,
        "(cp)(sc)1(ic)a/1i1t1/2T1I/A(IC)1(SC)(CP)",
    ));
    let towed = after(&start, &["d1-c1~e1"]);
    let tows = WARGAME + 20;
    // the post on d1 behind its tower on c1; both have acted
    assert_eq!(whole(&towed)[tows..][..6], [1, 0, 3, 0, 2, 0]);
    let no_pair = why(&start, &towed, |bytes| bytes[tows + 2] = 4);
    assert_eq!(no_pair, "a tow of units that are no pair");
    let outside = why(&start, &towed, |bytes| bytes[tows + 2] = 5);
    assert_eq!(outside, "a cell that the board lacks");
    let prepared = tows + 6;
    let acted = prepared + 2;
    assert_eq!(whole(&towed)[acted..][..6], [2, 0, 2, 0, 3, 0]);
    let enemy = why(&start, &towed, |bytes| bytes[acted + 5] = 3);
    assert_eq!(enemy, "a unit acted that is none of the side's");
    let order = why(&start, &towed, |bytes| {
        bytes[acted + 2..acted + 6].rotate_left(2)
    });
    assert_eq!(order, "a list out of order, or with an item twice");
    let claims = acted + 6;
    let nobody = why(&start, &towed, |bytes| {
        let last = bytes.len() - 2;
        bytes[last] ^= 1;
    });
    assert!(
        nobody == "an order given by no leader of the side"
            || nobody == "a list out of order, or with an item twice",
        "{nobody}"
    );
    let none = why(&start, &towed, |bytes| {
        bytes.truncate(claims);
        bytes.extend([0, 0]);
    });
    assert_eq!(none, "orders and units that acted do not add up");
    let more = why(&start, &towed, |bytes| bytes.push(0));
    assert_eq!(more, "bytes after the end");
}

#[test]
fn toy_bytes_that_are_no_text_or_have_another_army() {
    let start = toy("nnss../ssnn..", "c1");
    let not_text = why(&start, &start, |bytes| bytes[0] = 0xff);
    assert_eq!(not_text, "no text of a position");
    let more = why(&start, &start, |bytes| bytes[4] = b'n');
    assert_eq!(more, "more units than the army has");
    let padded = why(&start, &start, |bytes| bytes.push(b' '));
    assert_eq!(padded, "no text of a position");
    let zero = why(&start, &start, |bytes| bytes.insert(14, b'0'));
    assert_eq!(zero, "no text of a position");
}
