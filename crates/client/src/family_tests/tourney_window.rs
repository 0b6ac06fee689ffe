//! War Lord Tourney's pages: a whole small game of two people, played by names and keys alone, and then read again.

use board::Cell;
use egui::Key;
use egui_kittest::kittest::Queryable;
use rules::Side;
use rules::tourney::Card;

use crate::model::Page;
use crate::model::table::{Spot, Table};
use crate::window_tests::Program;

/// A game of the scenario `tourney-small`. The lot says who begins: what is written for White, who sits below, is
/// turned by half if Black begins, as the set-up is the same from both sides.
struct Game {
    program: Program,
    begins: Side,
}

impl Game {
    fn start() -> Self {
        let mut program = Program::start();
        program.choose("tourney-small", false);
        program.click("Start the game");
        program.until("the first turn", |program| {
            table(program).is_some_and(|table| table.open_draft().is_some())
        });
        let begins = table(&program).and_then(Table::drafting);
        let begins = begins.expect("a side begins");
        Self { program, begins }
    }

    fn table(&self) -> &Table {
        table(&self.program).expect("an open match")
    }

    fn shows(&self, label: &str) -> bool {
        let mut found = self.program.harness.query_all_by_label_contains(label);
        found.next().is_some()
    }

    fn count(&self, label: &str) -> usize {
        let found = self.program.harness.query_all_by_label_contains(label);
        found.count()
    }

    /// The name of a cell as the beginner sees it.
    fn at(&self, name: &str) -> String {
        let cell: Cell = name.parse().expect("a cell");
        if self.begins == Side::new(0).expect("a side") {
            return cell.to_string();
        }
        Cell::new(6 - cell.file(), 6 - cell.rank()).to_string()
    }

    /// The name of a side: the beginner's, or the other's.
    fn side(&self, begins: bool) -> &'static str {
        match (self.begins.index() == 0) == begins {
            true => "Blue",
            false => "Amber",
        }
    }

    /// Goes from cell to cell by their names.
    fn go(&mut self, cells: &[&str]) {
        for cell in cells {
            let cell = self.at(cell);
            self.program.cell(&cell);
        }
    }

    /// Ends the draft with the button of that name, and confirms with the key.
    #[track_caller]
    fn end(&mut self, button: &str, key: Key) {
        let steps = self.program.turns();
        self.program.click(button);
        self.program.key(key);
        self.program
            .until("the next step", |program| program.turns() > steps);
        self.program.frames();
    }

    /// One side moves from cell to cell and ends its turn.
    #[track_caller]
    fn turn(&mut self, cells: &[&str]) {
        self.until_turn();
        self.go(cells);
        self.end("End turn", Key::Enter);
    }

    /// Waits until an answer that was given without a second question is in the record.
    fn sent(&mut self, steps: usize) {
        assert_eq!(self.program.app().model.over.dialog, None);
        self.program
            .until("the decision", |program| program.turns() > steps);
        self.program.frames();
    }

    fn pass(&mut self) {
        self.until_turn();
        self.end("End turn", Key::P);
    }

    fn until_turn(&mut self) {
        self.program.until("a turn", |program| {
            table(program).is_some_and(|table| table.open_draft().is_some())
        });
    }

    /// Both people choose their cards for their only pair by a key and seal them by Enter, each behind a curtain.
    fn round(&mut self, beginner: Card, other: Card) {
        let steps = self.program.turns();
        for _ in 0..2 {
            self.uncover();
            let side = self.table().secrets.choice.as_ref().map(|it| it.side());
            let card = if side == Some(self.begins) {
                beginner
            } else {
                other
            };
            assert!(self.shows("No card chosen yet."));
            const KEYS: [Key; 6] = [
                Key::Num1,
                Key::Num2,
                Key::Num3,
                Key::Num4,
                Key::Num5,
                Key::Num6,
            ];
            self.program.key(KEYS[usize::from(card.number())]);
            self.program.key(Key::Enter);
            assert!(
                self.program.app().model.over.dialog.is_none(),
                "no second question"
            );
        }
        self.program
            .until("the round", |program| program.turns() > steps);
        self.program.frames();
    }

    /// Lifts the curtain for whoever chooses next.
    fn uncover(&mut self) {
        self.program.until("the curtain", |program| {
            table(program).is_some_and(|table| table.secrets.curtain.is_some())
        });
        let table = self.table();
        let seat = table.secrets.curtain.expect("a seat");
        let name = table.seen.seat(seat).expect("a seat").name.clone();
        self.program.click(&format!("I am {name}: show my side"));
    }

    /// The first node whose name contains those words is clicked.
    #[track_caller]
    fn click_containing(&mut self, words: &str) {
        {
            let mut found = self.program.harness.query_all_by_label_contains(words);
            found.next().expect(words).click_accesskit();
        }
        self.program.frames();
    }
}

fn table(program: &Program) -> Option<&Table> {
    program.app().model.table.as_ref()
}

#[test]
fn two_people_play_a_whole_small_game_by_names_and_keys_and_read_it_again() {
    let mut game = Game::start();
    // the Knight meets the Footman: two rounds, and the beaten man is captured
    game.turn(&["e2", "e6"]);
    game.uncover();
    let title = format!("The duel on {}, round 1", game.at("e6"));
    assert!(game.shows(&title));
    assert!(!game.shows("Balanced mix:"), "off at first");
    game.program.click("Odds and balanced mix");
    assert!(game.shows("Balanced mix: HM") && game.shows("You win"));
    game.program.click("Odds and balanced mix");
    assert!(!game.shows("Balanced mix:"));
    // the same person chooses with names
    game.program
        .click("LM: strike Low, parry Middle, High open");
    let own = game.table().secrets.choice.as_ref().map(|it| it.side());
    let is_beginner = own == Some(game.begins);
    game.program
        .click("HM: strike High, parry Middle, Low open");
    game.program.click("Seal the cards");
    game.uncover();
    assert!(
        game.shows("has sealed"),
        "the other card lies behind its seal"
    );
    // HM against HL: the blades meet
    game.program.key(Key::Num2);
    game.program.key(Key::Enter);
    let first = match is_beginner {
        true => "HM/HL",
        false => "HL/HM",
    };
    game.uncover();
    assert!(game.shows("the High blow meets the other blade"));
    game.program.harness.run_steps(1);
    // behind the curtain of the second round: the one who looks chooses by the key
    let own = game.table().secrets.choice.as_ref().map(|it| it.side());
    let keys = match own == Some(game.begins) {
        true => [Key::Num1, Key::Num4],
        false => [Key::Num4, Key::Num1],
    };
    let steps = game.program.turns();
    game.program.key(keys[0]);
    game.program.key(Key::Enter);
    game.uncover();
    game.program.key(keys[1]);
    game.program.key(Key::Enter);
    game.program
        .until("the round", |program| program.turns() > steps);
    game.until_turn();
    game.program.frames();
    assert!(game.shows("is over"), "the scene shows what is decided");
    let e6 = game.at("e6");
    let steps = game.program.turns();
    game.program.click(&format!("Capture the Footman on {e6}"));
    game.sent(steps);

    // the record: one line, unfolded by its arrow
    let own = game.side(true);
    let line = format!("KxF {e6}: {first} .. 2 rounds, F captured");
    assert!(game.shows(&line), "{line}");
    assert!(!game.shows("s turn 1, round 1"));
    game.program
        .click(&format!("Unfold the duel on {e6} of {own}'s turn 1"));
    assert!(game.shows(&format!("{own}'s turn 1, round 1: {first}  no blow lands")));
    assert!(game.shows("s turn 1, round 2: HM/ML  F felled"));
    game.program
        .click(&format!("Fold the duel on {e6} of {own}'s turn 1"));
    assert!(!game.shows("s turn 1, round 2"));

    // the Dungeon, and who could free the man
    game.until_turn();
    let d2 = game.at("d2");
    let other = game.side(false);
    assert!(game.shows(&format!(
        "{other} Footman, since {own}'s turn 1. Free him with any unit of his side on {d2}."
    )));

    // the other Knight rides past his Lady, and slays
    game.turn(&["c6", "e6"]);
    game.round(Card::MiddleLow, Card::HighMiddle);
    game.until_turn();
    game.program.frames();
    let steps = game.program.turns();
    game.program.key(Key::Num2);
    game.sent(steps);
    assert!(game.shows("is slain"));

    // two units on a square, and the Castle with who is in it
    game.until_turn();
    let castle = game.at("d1");
    let owner = table(&game.program).expect("a match").name_of(game.begins);
    let forces = format!("{owner}: ");
    // beside the board, as long as nothing is chosen or asked
    game.click_containing(&format!("on {castle}: show it"));
    // and behind the line of its side, with who could free whom
    let captive = "Free him with any unit of his side";
    let before = game.count(captive);
    game.click_containing(&forces);
    assert!(game.count(captive) > before);
    game.click_containing(&forces);
    game.go(&["c2", "d2", "d2"]);
    game.end("End turn", Key::Enter);
    game.turn(&["e6", "e2"]);
    game.turn(&["d1", "d3"]);
    game.turn(&["e2", "d3"]);

    // the Warlord is slain, and the Footman follows him
    game.round(Card::MiddleLow, Card::HighMiddle);
    game.until_turn();
    let d3 = game.at("d3");
    game.program.frames();
    let steps = game.program.turns();
    game.program.click(&format!("Slay the Warlord on {d3}"));
    game.sent(steps);
    game.until_turn();
    assert!(game.shows("names a successor"));
    game.program
        .click(&format!("The Footman on {d2} becomes Warlord"));

    // the Lady is chosen in the stack by the key, and takes the Knight without a blow
    game.go(&["d2"]);
    let lady = format!("Lady on {d2}");
    for _ in 0..3 {
        let choices = game.table().choices().into_iter();
        if choices.filter(|it| it.is_chosen).any(|it| it.name == lady) {
            break;
        }
        game.program.key(Key::J);
    }
    assert!(game.shows("captures Knight without a blow"));
    game.go(&["d3"]);
    game.end("End turn", Key::Enter);
    assert!(game.shows(&format!("{other} Knight, since {own}'s turn 4")));

    // the new Warlord walks into the Castle
    game.turn(&["d6", "c5"]);
    game.turn(&["d2", "d4"]);
    game.pass();
    game.turn(&["d4", "d6"]);
    game.pass();
    game.turn(&["d6", "d7"]);
    game.round(Card::HighMiddle, Card::MiddleLow);
    game.program.until("the verdict", |program| {
        table(program).is_some_and(|table| table.seen.played.verdict.is_some())
    });
    game.program.frames();
    assert!(game.shows("wins: a Castle has fallen."));
    read_again(game, &line);
}

/// The match file of that game in the replay: into a duel by its line, card by card, with odds.
fn read_again(mut game: Game, line: &str) {
    game.program.click("Judge it");
    game.program.until("the judge", |program| {
        program.app().model.page == Page::Verdict
    });
    assert!(game.program.harness.query_by_label("COMPLETE").is_some());
    game.program.click("Replay it");
    game.program.until("the replay", |program| {
        program.app().model.page == Page::Replay
    });
    let spot = |game: &Game| game.program.app().model.shown().and_then(Table::spot);
    let e6 = game.at("e6");
    game.click_containing(line);
    assert_eq!(spot(&game), Some(Spot { step: 0, orders: 1 }));
    assert!(game.shows(&format!("The duel on {e6}, round 1")));
    assert!(game.shows("sealed"));
    assert!(!game.shows("Balanced mix:"));
    game.program.click("Odds and balanced mix");
    assert!(game.shows("Balanced mix: HM") && game.shows("Blue wins"));
    game.program.key(Key::Period);
    assert!(game.shows("the High blow meets the other blade"));
    assert!(
        game.shows("s turn 1, round 1"),
        "the duel looked at is unfolded"
    );
    assert!(game.shows(&format!("The duel on {e6}, round 2")));
    game.program.click("Show the board");
    assert!(!game.shows("sealed"));
    assert!(game.shows(&format!("{e6}, ")), "the cells of the board");
    game.program.scroll_to("Show the duel");
    game.program.click("Show the duel");
    game.program.key(Key::Period);
    assert!(game.shows("the High blow lands and fells"));
    game.program.key(Key::Period);
    assert!(game.shows("Footman is captured."));
    game.program.key(Key::Period);
    assert!(
        !game.shows("s turn 1, round 1"),
        "it folds again when the reader goes on"
    );
    // the last duel is that of the Castle
    game.program.click("To the end");
    assert!(game.shows("Castle falls"));
}
