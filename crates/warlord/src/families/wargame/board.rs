//! A board and the status of the WarGame family in the terminal.

use board::Cell;
use rules::wargame::{Position, Ruleset, Side, TERRAIN, Terrain, Unit};
use rules::{Rules as _, ToAct};
use scenario::SideNames;

use crate::families::armies;
use crate::ink::{GroundSign, Legend, Square};

/// As many signs as the longest name of a unit, and one for the ground under it if there is terrain.
pub(in crate::families) fn signs(position: &Position) -> usize {
    let game = position.game();
    let name = match game.ruleset {
        Ruleset::One => 2,
        Ruleset::Two => 1,
    };
    // only with terrain: on open ground it would be a blank beside each of up to 24 columns
    let mut terrain = game.terrain.iter();
    name + usize::from(terrain.any(|(_, terrain)| *terrain != Terrain::Open))
}

pub(in crate::families) fn square(position: &Position, cell: Cell) -> Square {
    let unit = position.unit(cell);
    let symbol = unit.map(Unit::symbol);
    let letters = symbol
        .as_deref()
        // a position's text puts names of two letters in brackets; on a board of fixed width they are not needed
        .map(|symbol| symbol.trim_matches(['(', ')']));
    let style = unit.map(|unit| armies::unit_style(unit.side.into(), unit.kind.is_leader()));
    armies::square(
        letters.zip(style),
        Some(ground(position.game().terrain[cell])),
    )
}

pub(in crate::families) fn legend(position: &Position, names: &SideNames) -> Legend {
    let terrain = position.game().terrain.iter();
    armies::legend(
        names,
        terrain.map(|(_, kind)| (Some(ground(*kind)), kind.name())),
    )
}

const fn ground(terrain: Terrain) -> GroundSign {
    match terrain {
        Terrain::Open => GroundSign::Open,
        Terrain::Town => GroundSign::Town,
        Terrain::Trees => GroundSign::Trees,
        Terrain::Hill => GroundSign::Hill,
    }
}

pub(in crate::families) fn status(
    position: &Position,
    names: &SideNames,
    turn: &str,
) -> Vec<String> {
    let (left, cap) = (position.left(), position.cap());
    let mut lines = vec![armies::to_act(position, names, turn, TERRAIN, [left, cap])];
    if position.has_begun() {
        let [white, black] = Side::BOTH.map(|side| leaders(position, names, side));
        lines.push(format!("Leaders: {white}; {black}."));
    }
    if matches!(position.to_act(), ToAct::One(_)) {
        lines.extend(dangers(position));
    }
    lines
}

/// The leaders of a side, and those out of command.
fn leaders(position: &Position, names: &SideNames, side: Side) -> String {
    let name = names.of(side.into());
    let left = position.leaders_left(side);
    let out = left - position.in_command(side).len();
    let out = match out {
        0 => String::new(),
        out => format!(" ({out} out of command)"),
    };
    format!("{name} {left}{out}")
}

/// Units towed or cut off, and how near a draw is.
fn dangers(position: &Position) -> Vec<String> {
    let mut lines = Vec::new();
    let listed = |cells: Vec<Cell>| {
        let cells: Vec<String> = cells.iter().map(Cell::to_string).collect();
        cells.join(", ")
    };
    let towed = position.tows().iter().map(|tow| tow.towed).collect();
    let cut_off = Side::BOTH.map(|side| position.out_of_supply(side)).concat();
    for (fact, cells) in [("Towed", towed), ("Cut off from supply", cut_off)] {
        let cells = listed(cells);
        if !cells.is_empty() {
            lines.push(format!("{fact}: {cells}."));
        }
    }
    if position.passes() == 1 {
        lines.push(armies::LAST_PASS.to_owned());
    }
    // half of the sixty turns that draw the game: earlier the line would only be noise
    if position.quiet() >= 30 {
        let quiet = position.quiet();
        lines.push(format!(
            "Nothing was removed in {quiet} turns: sixty are a draw."
        ));
    }
    lines
}

#[cfg(test)]
mod tests {
    use rules::{AnyPosition, Rules as _};

    use crate::terminal::Picture;

    /// The board and the status after these orders of Blue's, without colors, from a position of a built-in scenario.
    fn drawn(key: &str, position: &str, orders: &[&str]) -> String {
        let scenario = scenario::load(key).expect("built in").expect("right");
        let start: AnyPosition = scenario.start(&[]).expect("no options");
        let mut position = start.with_text(position).expect("a position");
        let side = position.turn().side;
        let mut events = Vec::new();
        for order in orders {
            let order = position.parse_order(side, order).expect("an order");
            events.extend(position.apply(side, &order).expect("legal"));
        }
        let mut out = anstream::StripStream::new(Vec::new());
        let picture = Picture::new(&position).marking(&events);
        picture.write(&mut out).expect("a Vec takes everything");
        String::from_utf8(out.into_inner()).expect("plain ASCII")
    }

    #[test]
    fn units_of_two_letters_their_ground_and_the_last_turn_are_told_apart_without_colors() {
        let expected = "
     a   b   c   d   e   f   g   h   i   j   k   l
  8  .   .   .   .   .   .   .   .   .   .   .   .   8
  7  .   .   .   .   .   .   .   sc  .   .   .   .   7
  6  .   .   ^   .   .   .   .   #   .   .   \"   .   6
  5  .   \"   .   .   .   ^   .   .   .   .   .   .   5
  4  .   .   .   .   .   IC >T^ *.  :.   .   \"   .   4
  3  .   \"   .   .   SC# .   .   .   .   ^   .   .   3
  2  .   .   .   .   .   .   .   .   .   .   .   .   2
  1  TC  .   .   .   .   .   .   .   .   .   .   .   1
     a   b   c   d   e   f   g   h   i   j   k   l
    CAPITALS Blue, small letters Amber; > moved here; * captured here; : left; # a town; \" trees; ^ a hill
Blue's turn 5: 2 of 3 orders left.
Leaders: Blue 3; Amber 1.
";
        let position = "12/7(sc)4/12/12/5(IC)1iT3/4(SC)7/12/(TC)11 w 9 0";
        let found = drawn("wargame-small", position, &["i4-h4-g4"]);
        assert_eq!(found, expected.trim_start_matches('\n'));
    }

    #[test]
    fn hexes_are_shifted_and_dangers_are_listed() {
        let position =
            "24/24/24/24/24/24/23v/4v18l/5IV17/4v19/24/11c12/24/24/10G13/11C12 w 40 1 quiet=40";
        let found = drawn("wargame-2", position, &[]);
        let rows: Vec<&str> = found.lines().collect();
        assert_ne!(rows[1].find('.'), rows[2].find('.'), "{found}");
        for line in [
            "Blue's turn 20: 7 of 7 orders left.",
            "Leaders: Blue 2; Amber 2 (1 out of command).",
            "The last turn was a pass: another one is a draw.",
            "Nothing was removed in 40 turns: sixty are a draw.",
        ] {
            assert!(rows.contains(&line), "{line} is not in\n{found}");
        }
    }

    #[test]
    fn leaders_out_of_command_units_cut_off_and_tows_are_listed() {
        let position = "12/7(sc)4/12/12/12/3TiT1IT3/12/(IC)3(SC)7 w 9 0";
        let found = drawn("wargame-small", position, &[]);
        assert!(found.contains("\nCut off from supply: e3.\n"), "{found}");
        let position = "12/7(sc)4/12/12/12/12/4(SC)7/2IT8 w 9 0";
        let found = drawn("wargame-small", position, &["d1-d2-d3~c1"]);
        assert!(found.contains("\nTowed: d2.\n"), "{found}");
        let position = "12/7(tc)4/12/12/12/12/4(SC)7/2IT8 w 9 0";
        let found = drawn("wargame-small", position, &[]);
        assert!(
            found.contains("\nLeaders: Blue 1; Amber 1 (1 out of command).\n"),
            "{found}"
        );
    }
}
