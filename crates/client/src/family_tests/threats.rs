//! The question what threatens a cell, answered in each family.

use rules::{AnyPosition, Rules};

use crate::model::table::Readout;
use crate::model::tests::{Match, cell, start};
use crate::model::{BoardCommand, ReplayCommand};

fn at(scenario: &str, text: &str) -> AnyPosition {
    start(scenario).with_text(text).expect("a sound position")
}

/// The answer about a cell for the person who is on turn.
#[track_caller]
fn threats(game: &mut Match, name: &str) -> String {
    game.give(BoardCommand::Cursor(cell(name)));
    game.give(ReplayCommand::Read(Readout::Threats));
    let said = game.table().board.said.clone();
    said.expect("an answer")
}

#[test]
fn in_the_wargame_units_that_could_fire_or_come_are_named_by_the_rules_of_command() {
    // Amber's tank on d4 and infantry on e4, before Blue's infantry in the open and in a town
    let rows = |top: &str, fifth: &str| format!("{top}/12/12/{fifth}/3ti7/3II7/12/4(SC)7 w 5 0");
    let near = at("wargame-small", &rows("12", "5(sc)6"));
    let mut game = Match::of(near, Match::PEOPLE);
    assert_eq!(
        threats(&mut game, "d3"),
        "d3. Amber: Tank on d4 can fire at it. Tank on d4 can run over it. Tank on d4, Infantry on e4 and Supreme Commander on f5 can take it."
    );
    assert_eq!(
        threats(&mut game, "c4"),
        "c4. Amber: Tank on d4, Infantry on e4 and Supreme Commander on f5 can go there."
    );
    // nothing of Amber's kills infantry in a town
    assert_eq!(threats(&mut game, "e3"), "e3: no enemy reaches it.");
    // nobody is ordered by a commander so far away
    let far = at("wargame-small", &rows("11(sc)", "12"));
    let mut game = Match::of(far, Match::PEOPLE);
    assert_eq!(threats(&mut game, "d3"), "d3: no enemy reaches it.");
}

#[test]
fn in_the_tourney_units_that_could_come_or_shoot_are_named() {
    let scenario = scenario::load("tourney-small").expect("built in");
    let options = [("bowmen".to_owned(), "on".to_owned())];
    let start = scenario.expect("a sound one").start(&options);
    let start = start.expect("a switch");
    let position = start.with_text("3w3/l6/2k4/7/7/B1f4/3W3 w 1 0");
    let mut game = Match::of(position.expect("a sound position"), Match::PEOPLE);
    assert_eq!(
        threats(&mut game, "a2"),
        "a2. Amber: Footman on c2 and Lady on a6 could come there."
    );
    assert_eq!(
        threats(&mut game, "c4"),
        "c4. Amber: Footman on c2, Knight on c5 and Lady on a6 could come there."
    );
    assert_eq!(threats(&mut game, "g2"), "g2: no enemy reaches it.");
    // the other side reads of the arrow
    let position = start.with_text("3w3/l6/2k4/7/7/B1f4/3W3 b 1 0");
    let mut game = Match::of(position.expect("a sound position"), Match::PEOPLE);
    game.snapshot.deciding.awaited = vec![protocol::Seat(1)];
    game.show();
    assert_eq!(
        threats(&mut game, "c2"),
        "c2. Blue: Bowman on a2 could come there. Bowman on a2 could shoot there."
    );
}

#[test]
fn in_the_warlord_games_units_in_reach_are_named() {
    let mut game = Match::new("clash-of-arms", Match::PEOPLE);
    assert_eq!(threats(&mut game, "b4"), "b4: no enemy reaches it.");
    assert_eq!(
        threats(&mut game, "b8"),
        "b8. Amber: Reached by Infantry from b9, Infantry from c9 and Light Cavalry from a10."
    );
}
