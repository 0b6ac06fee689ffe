//! The units of a fixed set-up on the page where it is changed.

use board::Cell;
use kit::views::fixed::FixedPage;
use picture::warlord::{bare, token};
use picture::{Scene, Token};
use rules::warlord::{Game, Kind, Unit};
use rules::{Family, Side};
use scenario::Scenario;
use scenario::warlord::Content;

use super::scenes;
use crate::warlord::Warlord;
use crate::warlord::model::words;

impl FixedPage for Warlord {
    type Kind = Kind;

    const FAMILY: Family = Family::Warlord;

    fn kinds(scenario: &Scenario) -> (Vec<Kind>, Vec<Kind>) {
        let armies = &game(scenario).armies;
        let all = Kind::ALL.into_iter();
        // a unit is promoted in a game, and never set up as one
        all.filter(|kind| *kind != Kind::Promoted)
            .partition(|kind| armies.iter().any(|army| army.contains(kind)))
    }

    fn unit(side: Side, kind: Kind) -> Unit {
        let side = side.try_into().expect("the page asks for the sides of two");
        Unit { side, kind }
    }

    fn side_of(unit: Unit) -> Side {
        unit.side.into()
    }

    fn leads(unit: Unit) -> Option<u8> {
        unit.kind.is_leader().then(|| unit.kind.level())
    }

    fn kind_name(unit: Unit) -> &'static str {
        unit.kind.name()
    }

    fn symbol(unit: Unit) -> String {
        unit.symbol().to_string()
    }

    fn lettered(letter: &str) -> Option<Unit> {
        let unit = Unit::from_symbol(letter.parse().ok()?);
        unit.filter(|unit| unit.kind != Kind::Promoted)
    }

    fn about(_: &Scenario, kind: Kind) -> String {
        format!("moves {}", words::movement(kind.movement()))
    }

    fn token(cell: Cell, unit: Unit) -> Token {
        token(cell, unit)
    }

    fn of_token(token: &Token) -> Option<Unit> {
        let kind = *Kind::ALL.get(usize::from(token.figure.0))?;
        let side = token.side.try_into().ok()?;
        Some(Unit { side, kind })
    }

    fn ground(scenario: &Scenario) -> Scene {
        bare(&game(scenario).terrain)
    }

    fn add_zones(scenario: &Scenario, scene: &mut Scene) {
        scenes::entry_zones(game(scenario), scenario.side_names(), scene);
    }

    fn standing(scenario: &Scenario, unit: Option<Unit>, cell: Cell) -> String {
        scenes::standing(game(scenario), scenario.side_names(), unit, cell)
    }
}

fn game(scenario: &Scenario) -> &Game {
    let content = Content::of(scenario);
    content
        .expect("an editor is only made for a scenario of the family")
        .game()
}
