//! A whole game of four windows over the loopback: one window ends in the middle of the game and comes back, one player
//! leaves for good, and one window is played by keys alone.

use std::fs;

use egui::{Event, Key};
use protocol::judge::Verdict;
use protocol::{Seat, WhyGone};
use rules::Rules as _;

use super::Program;
use super::lobby_games::on_turn;
use crate::model::lobby::Lobby;
use crate::model::table::Decider;

/// The program of the player who has no pointer.
const DOT: &str = "Dot";

/// Ada and Cid play Blue, Ben and Dot play Amber; Dot comes, sits down and is ready by keys alone.
fn four() -> [Program; 4] {
    let mut ada = Program::start_as("Ada");
    let code = ada.opens(4, |_| ()).code();
    let [ben, cid] = ["Ben", "Cid"].map(|name| ada.seats(name, &code));
    let mut dot = Program::start_as(DOT);
    dot.press("Join");
    dot.tab_to("Invitation code");
    dot.harness.event(Event::Paste(code));
    dot.frames();
    dot.press("Look at the invitation");
    ada.lets_in(DOT);
    dot.until("a seat", |dot| {
        dot.app().model.lobby.is_some() && dot.own_seat() == Some(Seat(3))
    });
    let mut programs = [ada, ben, cid, dot];
    for program in &mut programs[..3] {
        program.is_ready();
    }
    programs[3].until_lobby("a whole table", |lobby| lobby.not_whole().is_none());
    programs[3].press("Ready");
    programs[0].until_lobby("all ready", Lobby::is_whole);
    programs[0].click("Begin");
    for program in &mut programs {
        program.until_playing();
    }
    programs
}

impl Program {
    fn is_dots(&self) -> bool {
        self.app().model.settings.name == DOT
    }

    /// A turn of one order, Dot's by keys.
    fn plays(&mut self) {
        if !self.is_dots() {
            return self.take_a_turn();
        }
        let turns = self.turns();
        let draft = self.table().open_draft().expect("an own turn");
        let (now, side) = (draft.position(), draft.side());
        let closing = now.closing(side);
        let mut orders = now.legal_orders(side).into_iter();
        let order = orders.find(|order| Some(order) != closing.as_ref());
        let text = now.order_text(side, &order.expect("an order"));
        self.command(&text);
        let given = self.table().turn.draft.as_ref();
        assert_eq!(given.map(rules::Draft::len), Some(1), "{text}");
        self.key(Key::Enter);
        self.key(Key::Enter);
        self.until("the end of the turn", |dot| dot.turns() > turns);
    }

    /// A turn without an order, by keys in every window.
    fn passes(&mut self) {
        let turns = self.turns();
        self.key(Key::Enter);
        self.until_shown("this is a pass");
        self.key(Key::P);
        self.until("the pass", |program| program.turns() > turns);
    }

    /// Ends in mid-game, with nothing said to anybody, and opens its match again.
    fn ends_and_comes_back(self) -> Self {
        let key = self.table().seen.file.with_extension("key");
        let mut again = Self::start_in(self.close());
        again.until("the file is let go of", |_| {
            fs::File::open(&key).is_ok_and(|file| file.try_lock().is_ok())
        });
        again.until_shown("Continue it");
        again.click("Continue it");
        again.until("the match again", |again| {
            let table = again.app().model.table.as_ref();
            table.is_some_and(|table| table.seen.played.position.is_some())
        });
        again
    }
}

#[test]
fn four_windows_play_to_the_end_with_one_killed_one_gone_and_one_by_keys() {
    let mut programs = four();
    for turns in 0..5 {
        let number = on_turn(&mut programs, turns);
        assert_eq!(number, turns % 4, "the members of a side in turn");
        programs[number].plays();
    }
    // Ben's window ends in his turn, and the others go on waiting for him
    assert_eq!(on_turn(&mut programs, 5), 1);
    let [mut ada, ben, cid, mut dot] = programs;
    let folder_of_ben = ben.table().seen.file.clone();
    let ben = ben.ends_and_comes_back();
    assert_eq!(ben.table().seen.file, folder_of_ben, "the same match");
    assert_eq!(ben.table().decider(Seat(1)), Decider::Person);
    for program in [&mut ada, &mut dot] {
        program.until("Ben again", |program| !program.table().is_away(Seat(1)));
        let may = &program.table().seen.leaving.may;
        assert!(may.is_empty(), "nobody is to be left out: {may:?}");
    }
    let mut programs = [ada, ben, cid, dot];
    assert_eq!(on_turn(&mut programs, 5), 1);
    programs[1].plays();
    // Cid gives up in his turn, and the others go on without him once all three have agreed
    assert_eq!(on_turn(&mut programs, 6), 2);
    let old = programs[0].table().seen.file.clone();
    let before = fs::read(&old).expect("a file");
    let [mut ada, mut ben, mut cid, mut dot] = programs;
    cid.click("Resign\u{2026}");
    cid.click("Resign");
    for program in [&mut ada, &mut ben, &mut dot] {
        program.until_shown("Cid (Blue) has resigned.");
        program.until_shown("Nobody has agreed yet; waiting for Ada, Ben and Dot.");
        program.until_shown("Nothing is lost by waiting.");
    }
    ada.click("Go on without Cid");
    dot.until_shown("Ada has agreed; waiting for Ben and Dot.");
    dot.press("Go on without Cid");
    ada.until_shown("Ada and Dot have agreed; waiting for Ben.");
    ben.until_shown("Ada and Dot have agreed; waiting for Ben.");
    // one who has agreed may take it back until the last has
    ada.click("Wait for Cid after all");
    ben.until_shown("Dot has agreed; waiting for Ada and Ben.");
    ada.until_shown("Go on without Cid");
    ada.click("Go on without Cid");
    ben.until_shown("Ada and Dot have agreed; waiting for Ben.");
    ben.click("Go on without Cid");
    cid.until_shown("The others have gone on without you.");
    cid.until_shown("This one stays in your list as it stood.");
    assert!(
        cid.table().open_draft().is_none(),
        "nothing is to be decided"
    );
    let mut programs = [ada, ben, dot];
    for program in &mut programs {
        program.until("the new match", |program| {
            let seen = &program.table().seen;
            seen.leaving.gone == [(Seat(2), WhyGone::Resigned)] && seen.leaving.may.is_empty()
        });
    }
    assert_ne!(programs[0].table().seen.file, old);
    // Ada has the turns of her side, and two turns without an order end the game
    for turns in 0..2 {
        let number = on_turn(&mut programs, turns);
        assert_eq!(number == 0, turns == 0, "Blue is on turn first");
        programs[number].plays();
    }
    for turns in 2..4 {
        let number = on_turn(&mut programs, turns);
        programs[number].passes();
    }
    let mut files = Vec::new();
    for program in &mut programs {
        program.until("the last signatures", |program| {
            program.table().seen.played.verdict.is_some()
        });
        program.until_shown("A draw");
        files.push(fs::read(&program.table().seen.file).expect("a file"));
    }
    for file in &files {
        let report = protocol::judge::judge(&[file]);
        assert_eq!(report.verdict, Verdict::Complete, "{}", report.why);
    }
    assert!(files.iter().all(|file| *file == files[0]), "equal");
    let report = protocol::judge::judge(&[&before, &files[0]]);
    assert!(report.findings.is_empty(), "{:?}", report.findings);
    let [_, _, dot] = &mut programs;
    dot.press("Judge it");
    dot.until_shown("COMPLETE");
}
