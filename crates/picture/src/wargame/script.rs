//! The diagrams of the WarGames' rules text.
//!
//! The rows are the cells, the top rank first, with blanks between them: `.` is empty, a symbol such as `T` or `sc` is
//! a unit, capitals White's and small letters Black's; `/H` is a hill, `tc/F` a unit in trees. Instead of rows,
//! `scenario:` takes a whole scenario. The lines after them are carried out in turn:
//!
//! | line | does |
//! |---|---|
//! | `game: 2` | the rules of WarGame 2, on hexes; else those of WarGame 1, on squares |
//! | `options: towns=on` | switches |
//! | `do: d1-d2 end` | carries out orders; shows the orders of the last turn as ways, and units that have acted paler |
//! | `acts: d1` | shows by signs what units can do |
//! | `company: d1` | shows the units that can go along with units |
//! | `command: white` | shows a side's chain of command |
//! | `orders: c3` | shows how far leaders give orders |
//! | `keeps: c3` | shows how far leaders keep others in command |
//! | `fire: d1` | shows the lines of fire of units, and what blocks them |
//! | `supply: black` | shows the units of a side that would fall for lack of supply |
//! | `costs: d1` | shows what the ground costs units |
//! | `zones: all` | shows the home zones |
//! | `refused: d1-d4` | shows orders the rules refuse, and the reasons |
//! | `outcome: white leaders` | checks that the game is over, with that outcome |

use std::sync::Arc;

use board::{Board, Cell, Grid};
use rules::Family;
use rules::wargame::{
    Company, Game, Kind, Options, Order, Position, Ruleset, Side, Start, Terrain, Unit,
};

use super::{
    add_chain, add_costs, add_danger, add_deeds, add_fire_lines, add_order, bare, scene, start,
};
use crate::diagram::{self, Stated, of_scenario, options, wrong};
use crate::{Diagram, DiagramError, DiagramMistake, Mark, Range, Scene};

type Script = diagram::Script<Position>;

// the CAP of WarGame 1: no diagram comes near it
const CAP: u8 = 10;

/// The diagrams of the family's rules text.
///
/// # Errors
/// The first diagram that cannot be drawn as it is stated, or whose statements the rules contradict.
pub fn diagrams(text: &str) -> Result<Vec<Diagram>, DiagramError> {
    Diagram::all(text, run)
}

/// Draws the diagram that begins on a line of the text.
fn run(line: usize, body: &[(usize, &str)]) -> Result<(Scene, Vec<String>), DiagramError> {
    let stated = Stated::read(line, body)?;
    let position = position(&stated)?;
    let bare = bare(&position.game().terrain);
    let mut script = Script::new(position, bare);
    for (line, word, text) in stated.lines {
        script.line(word, text).map_err(Stated::at(line))?;
    }
    Ok(script.finish())
}

/// The words that state a position; the others of a diagram do something with it.
pub(crate) const POSITION_WORDS: &[&str] = &["game", "scenario", "options"];

/// The position in the rows and the words [`POSITION_WORDS`].
pub(crate) fn position(stated: &Stated<'_>) -> Result<Position, DiagramError> {
    let (line, switches) = match stated.said("options") {
        Some((line, text)) => (line, options(text).map_err(Stated::at(line))?),
        None => (stated.line, Vec::new()),
    };
    if let Some((line, key)) = stated.said("scenario") {
        let expected = "the key of a WarGame scenario";
        return of_scenario(key, &switches, expected).map_err(Stated::at(line));
    }
    // WarGame 1 unless the diagram says otherwise, as most of the text is about it
    let ruleset = match stated.said("game") {
        None | Some((_, "1")) => Ruleset::One,
        Some((_, "2")) => Ruleset::Two,
        Some((line, other)) => return Err(Stated::at(line)(wrong(other, "1 or 2"))),
    };
    let mut game = drawn(ruleset, &stated.rows).map_err(Stated::at(stated.line))?;
    game.options = switches_of(&switches).map_err(Stated::at(line))?;
    Ok(Position::new(Arc::new(game)))
}

fn switches_of(switches: &[(String, String)]) -> Result<Options, DiagramMistake> {
    let switch = |(key, value): &(String, String)| {
        // `off` is no switch of a diagram: there all are off
        let switch = rules::wargame::Switch::from_key(key).filter(|_| value == "on");
        switch.ok_or_else(|| wrong(key, "a switch that is on, such as towns=on"))
    };
    switches.iter().map(switch).collect()
}

/// The game of the rows of a diagram.
fn drawn(ruleset: Ruleset, rows: &[&str]) -> Result<Game, DiagramMistake> {
    let rows: Vec<Vec<&str>> = rows
        .iter()
        .map(|row| row.split_whitespace().collect())
        .collect();
    let files = rows.first().map_or(0, Vec::len);
    let board = match ruleset {
        Ruleset::One => Board::new(files, rows.len()),
        Ruleset::Two => Board::hex(files, rows.len()),
    };
    let board = board.map_err(|_size| DiagramMistake::Rows)?;
    let mut terrain = Grid::filled(board, Terrain::Open);
    let mut units = Vec::new();
    for (rank, row) in (0..board.ranks()).rev().zip(&rows) {
        if row.len() != files {
            return Err(DiagramMistake::Rows);
        }
        for (file, text) in (0..).zip(row) {
            let cell = Cell::new(file, rank);
            let (symbol, ground) = text.split_once('/').unwrap_or((text, "."));
            terrain[cell] = terrain_of(ground)?;
            if !matches!(symbol, "" | ".") {
                units.push((cell, unit_of(ruleset, symbol)?));
            }
        }
    }
    // in board order, as a fixed set-up is
    units.sort_unstable();
    let army = |side| {
        let own = units.iter().filter(|(_, unit)| unit.side == side);
        own.map(|(_, unit)| unit.kind).collect()
    };
    Ok(Game {
        ruleset,
        terrain,
        cap: CAP,
        armies: Side::BOTH.map(army),
        start: Start::Fixed(units),
        // the whole board, so that a diagram of any size can show the options that look for towns between the homes
        middle: 0..board.ranks(),
        // one, so that any town of a diagram can decide
        towns: 1,
        options: Options::ALL_OFF,
        map_lot: None,
    })
}

fn terrain_of(ground: &str) -> Result<Terrain, DiagramMistake> {
    let terrain = ground.parse().ok().and_then(Terrain::from_symbol);
    terrain.ok_or_else(|| wrong(ground, "T, F or H"))
}

/// The unit of a symbol without the brackets that position texts have around two letters.
fn unit_of(ruleset: Ruleset, symbol: &str) -> Result<Unit, DiagramMistake> {
    let bare = |kind: &Kind| kind.symbol().trim_matches(['(', ')']);
    let capitals = symbol.to_ascii_uppercase();
    let mut kinds = ruleset.kinds().iter();
    let kind = kinds
        .find(|kind| bare(kind) == capitals)
        .ok_or_else(|| wrong(symbol, "the symbol of a unit of the game"))?;
    let side = if capitals == symbol {
        Side::White
    } else {
        Side::Black
    };
    Ok(Unit { side, kind: *kind })
}

impl Script {
    fn line(&mut self, word: &str, text: &str) -> Result<(), DiagramMistake> {
        match word {
            "game" | "scenario" | "options" => Ok(()),
            "do" => text
                .split_whitespace()
                .try_for_each(|order| self.carry_out(order)),
            "acts" => self.each_unit(text, Position::unit, |script, cell, _| {
                script.scene.marks.push((cell, Mark::Selected));
                let orders = script.position.legal_orders_from(cell);
                add_deeds(&mut script.scene, &script.position, &orders);
            }),
            "company" => {
                self.each_unit(text, Position::unit, |script, cell, _| script.company(cell))
            }
            "command" => {
                add_chain(&mut self.scene, &self.position, side(text)?);
                Ok(())
            }
            "orders" => self.each_unit(text, Position::unit, |script, cell, _| {
                script.range(cell, |game, kind| game.order_range(kind));
            }),
            "keeps" => self.each_unit(text, Position::unit, |script, cell, _| {
                script.range(cell, |_, kind| kind.radius());
            }),
            "fire" => self.each_unit(text, Position::unit, |script, cell, _| {
                script.scene.marks.push((cell, Mark::Selected));
                add_fire_lines(&mut script.scene, &script.position, cell);
            }),
            "supply" => {
                add_danger(&mut self.scene, &self.position, side(text)?);
                Ok(())
            }
            "costs" => self.each_unit(text, Position::unit, |script, cell, _| {
                script.scene.marks.push((cell, Mark::Selected));
                add_costs(&mut script.scene, &script.position, cell);
            }),
            "zones" => {
                self.scene.marks.extend(start(&self.position).marks);
                Ok(())
            }
            "refused" => text
                .split_whitespace()
                .try_for_each(|order| self.refused(order, ends, "an order with two cells")),
            "outcome" => self.outcome(text),
            _ => Err(DiagramMistake::Word(word.to_owned())),
        }
    }

    fn finish(self) -> (Scene, Vec<String>) {
        let marked = self.scene;
        // the units of the position that the orders have led to, under the marks gathered on the way
        let mut scene = scene(&self.position, true);
        scene.marks = marked.marks;
        scene.ranges = marked.ranges;
        scene.arrows = marked.arrows;
        scene.lines.extend(marked.lines);
        (scene, self.notes)
    }

    fn carry_out(&mut self, text: &str) -> Result<(), DiagramMistake> {
        let order = self.order(text)?;
        if order == Order::End {
            // the ways shown are those of the last turn alone
            self.scene.arrows.clear();
            self.scene.lines.clear();
            self.scene.marks.clear();
        }
        let events = self.perform(text, &order)?;
        add_order(&mut self.scene, &order, &events);
        Ok(())
    }

    fn company(&mut self, cell: Cell) {
        let orders = self.position.legal_orders_from(cell);
        let with = orders.iter().filter_map(|order| match order {
            Order::Move { company, .. } => match company {
                Company::Nobody => None,
                Company::Towed(cell) | Company::Leader(cell) => Some((*cell, Mark::Link)),
            },
            _ => None,
        });
        self.scene.marks.extend(with);
        // several orders have the same company, and one sign is enough
        self.scene.marks.sort_by_key(|(cell, _)| *cell);
        self.scene.marks.dedup();
    }

    fn range(&mut self, center: Cell, distance: impl Fn(&Game, Kind) -> u8) {
        let kind = self.position.unit(center).map(|unit| unit.kind);
        let distance = kind.map_or(0, |kind| distance(self.position.game(), kind));
        self.scene.ranges.push(Range {
            center,
            distance,
            spent: false,
        });
    }
}

/// The cells of an order that has two.
const fn ends(order: &Order) -> Option<(Option<Cell>, Cell)> {
    match order {
        Order::Move { path, .. } => Some((Some(path.from()), path.to())),
        Order::Fire { from, at } | Order::Rifle { from, at } => Some((Some(*from), *at)),
        Order::Prepare(_) | Order::Leap { .. } | Order::End | Order::SetUp(_) => None,
    }
}

fn side(text: &str) -> Result<Side, DiagramMistake> {
    diagram::side(Family::WarGame, text)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn diagram(lines: &str) -> Result<Diagram, DiagramError> {
        let text = format!(
            "# Rules\n\n<!-- diagram small\n{lines}\n-->\n![A board](diagrams/small.svg)\n"
        );
        Ok(diagrams(&text)?.remove(0))
    }

    fn marks(diagram: &Diagram, wanted: Mark) -> Vec<String> {
        let marks = diagram.scene.marks.iter();
        let marks = marks.filter(|(_, mark)| *mark == wanted);
        marks.map(|(cell, _)| cell.to_string()).collect()
    }

    #[test]
    fn signs_say_what_the_rules_allow() {
        let tank =
            diagram(". . . . .\n. . i . a\n. /F T . .\n. SC . . .\nacts: c2").expect("a diagram");
        assert_eq!(marks(&tank, Mark::Fire), ["e3", "c3"]);
        assert_eq!(marks(&tank, Mark::Overrun), ["c3"]);
        assert_eq!(marks(&tank, Mark::Capture), ["e3", "c3"]);
        assert!(!marks(&tank, Mark::Move).contains(&"b2".to_owned()));
        let jump = diagram("game: 2\n");
        assert!(jump.is_err(), "a diagram has rows");
    }

    #[test]
    fn command_fire_and_supply_are_drawn() {
        let rows = ". . . . . . . . . . . TC\n. . . . . . . . . . . .\nSC . . . . . . . . . IC .";
        let chain = diagram(&format!("{rows}\ncommand: white\norders: a1")).expect("a diagram");
        assert_eq!(marks(&chain, Mark::Struck), ["l3"]);
        assert_eq!(
            chain.scene.lines.len(),
            1,
            "the tanks' commander keeps the infantry's"
        );
        assert_eq!(chain.scene.ranges.len(), 1);
        let fire = diagram("a . /H . .\nA . . i .\nSC . . . .\nfire: a2").expect("a diagram");
        assert_eq!(fire.scene.lines.len(), 2);
        let supply =
            diagram(". . I . .\n. . . . .\nT . i . T\n. . . . .\n. . I . .\nsupply: black")
                .expect("a diagram");
        assert_eq!(marks(&supply, Mark::Danger), ["c3"]);
    }

    #[test]
    fn a_diagram_that_the_rules_do_not_bear_out_is_a_mistake_on_its_line() {
        for (lines, line, part) in [
            (
                "SC . T\n. . .\ndo: a2-c4",
                6,
                "an order on this board was expected",
            ),
            ("SC . T\n. . .\nrefused: c2-c1", 6, "`c2-c1` is legal"),
            ("SC . T\n. . .\nacts: b1", 6, "the cell of a unit"),
            ("SC . X", 3, "the symbol of a unit"),
            ("SC . T/K", 3, "T, F or H"),
            ("SC . T\n. .", 3, "the rows make no board"),
            ("SC . T\noutcome: white leaders", 5, "is `none`"),
            ("SC . T\nask: a1", 5, "`ask` says nothing"),
        ] {
            let error = diagram(lines).map(|_| ()).expect_err(lines);
            assert_eq!(error.line, line, "{lines}: {error}");
            assert!(error.to_string().contains(part), "{lines}: {error}");
        }
    }
}
