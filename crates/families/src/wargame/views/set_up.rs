//! The units of a fixed set-up on the page where it is changed.

use board::Cell;
use kit::views::fixed::FixedPage;
use picture::wargame::{bare, figure, token};
use picture::{Scene, Token};
use rules::wargame::{Game, Kind, Unit};
use rules::{Family, Side};
use scenario::Scenario;
use scenario::wargame::Content;

use crate::wargame::WarGame;
use crate::wargame::model::words;

impl FixedPage for WarGame {
    type Kind = Kind;

    const FAMILY: Family = Family::WarGame;

    fn kinds(scenario: &Scenario) -> (Vec<Kind>, Vec<Kind>) {
        let game = game(scenario);
        let all = game.ruleset.kinds().iter().copied();
        all.partition(|kind| game.armies.iter().any(|army| army.contains(kind)))
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
        // symbols of two letters stand in brackets so that texts of positions can be read back; a tile holds one symbol
        unit.symbol().trim_matches(['(', ')']).to_owned()
    }

    fn lettered(letter: &str) -> Option<Unit> {
        Unit::from_symbol(letter)
    }

    fn about(scenario: &Scenario, kind: Kind) -> String {
        words::powers(game(scenario), kind)
    }

    fn token(cell: Cell, unit: Unit) -> Token {
        token(cell, unit)
    }

    fn of_token(token: &Token) -> Option<Unit> {
        // a token knows its drawing and not its kind
        let kind = Kind::ALL
            .into_iter()
            .find(|kind| figure(*kind) == token.figure)?;
        let side = token.side.try_into().ok()?;
        Some(Unit { side, kind })
    }

    fn ground(scenario: &Scenario) -> Scene {
        bare(&game(scenario).terrain)
    }

    fn standing(scenario: &Scenario, unit: Option<Unit>, cell: Cell) -> String {
        words::standing(game(scenario), scenario.side_names(), unit, cell)
    }
}

fn game(scenario: &Scenario) -> &Game {
    let content = Content::of(scenario);
    content
        .expect("an editor is only made for a scenario of the family")
        .game()
}
