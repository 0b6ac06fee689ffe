//! The whole program without a window, played by the names that screen readers are told.
//!
//! The harness itself fails where an input has no name or a glyph has no font.

use std::time::{Duration, Instant};

use eframe::egui::{Key, Ui, vec2};
use egui_kittest::kittest::{NodeT, Queryable};
use egui_kittest::{Harness, Node};
use net::Home;
use tempfile::TempDir;

use crate::app::App;
use crate::model::settings::Settings;
use crate::model::table::Spot;
use crate::model::{Command, Page};
use crate::outside;

const PATIENCE: Duration = Duration::from_secs(60);

struct Program {
    harness: Harness<'static, Option<App>>,
    folder: TempDir,
}

impl Program {
    fn start() -> Self {
        Self::start_as("Ada")
    }

    fn start_as(name: &str) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let home = Home::at(folder.path()).expect("a data folder");
        let settings = Settings {
            step_ms: 0,
            name: name.to_owned(),
            ..Settings::default()
        };
        outside::save(&home, &settings).expect("settings are kept");
        let show = move |ui: &mut Ui, app: &mut Option<App>| {
            let app = app.get_or_insert_with(|| App::new(ui.ctx(), home.clone(), Vec::new()));
            app.listen(ui.ctx());
            app.show(ui);
        };
        let harness = Harness::builder()
            .with_size(vec2(1280.0, 1200.0))
            .build_ui_state(show, None);
        Self { harness, folder }
    }

    fn app(&self) -> &App {
        self.harness.state().as_ref().expect("it has been shown")
    }

    /// Frames until something holds: what comes from other threads has no fixed number of frames.
    fn until(&mut self, what: &str, mut holds: impl FnMut(&Self) -> bool) {
        let begin = Instant::now();
        while !holds(self) {
            let model = &self.app().model;
            assert!(
                begin.elapsed() < PATIENCE,
                "waited for {what} in vain; told: {:?} {:?}",
                model.notice,
                model.trouble
            );
            std::thread::sleep(Duration::from_millis(5));
            self.harness.step();
        }
        self.harness.step();
    }

    /// Enough frames for a click to be seen and what it opens to be measured and shown.
    fn frames(&mut self) {
        self.harness.run_steps(4);
    }

    fn until_shown(&mut self, label: &str) {
        self.until(label, |program| {
            program
                .harness
                .query_all_by_label_contains(label)
                .next()
                .is_some()
        });
    }

    /// Until the turn can be played: the peer has confirmed the one before.
    fn until_my_turn(&mut self) {
        self.until("the own turn", |program| {
            let table = program.app().model.table.as_ref();
            table.is_some_and(|table| table.open_draft().is_some())
        });
        assert!(self.harness.query_by_label("Your turn").is_some());
    }

    fn button<'a>(&'a self, label: &'a str) -> Node<'a> {
        self.harness.get_by_label(label)
    }

    /// Brings something into sight that lies further down a long form.
    fn scroll_to(&mut self, label: &str) {
        self.button(label).scroll_to_me();
        self.harness.run();
    }

    fn click(&mut self, label: &str) {
        self.button(label).click();
        self.frames();
    }

    /// A click on a cell, by the beginning of its name: `e3, `.
    fn cell(&mut self, name: &str) {
        let start = format!("{name}, ");
        self.harness
            .get_by(|node| node.label().is_some_and(|label| label.starts_with(&start)))
            .click();
        self.frames();
    }

    fn key(&mut self, key: Key) {
        self.harness.key_press(key);
        self.frames();
    }

    fn give(&mut self, command: Command) {
        let context = self.harness.ctx.clone();
        self.harness
            .state_mut()
            .as_mut()
            .expect("it has been shown")
            .carry_out(&context, vec![command]);
        self.harness.step();
    }

    /// The form for playing here, with a scenario and against whom.
    fn choose(&mut self, scenario: &str, computer: bool) {
        self.click("Play here");
        let choices = &self.app().model.choices;
        let number = choices
            .iter()
            .position(|choice| choice.scenario.key() == scenario);
        let mut form = self.app().model.local.clone();
        form.setting.scenario = number.expect("it is built in");
        form.computer = computer;
        self.give(Command::Local(form));
        self.frames();
    }

    fn turns(&self) -> usize {
        self.app()
            .model
            .table
            .as_ref()
            .map_or(0, |table| table.seen.turns.len())
    }
}

#[test]
fn from_the_start_page_to_the_computers_answer_by_names_alone() {
    let mut program = Program::start();
    program.click("Play here");
    program.click("Easy");
    program.click("Start the game");
    program.until_my_turn();
    program.cell("b4");
    program.cell("b5");
    assert!(
        program
            .harness
            .query_by_label_contains("1. b4-b5")
            .is_some()
    );
    program.key(Key::Enter);
    assert!(program.harness.query_by_label("End the turn?").is_some());
    program.key(Key::Enter);
    program.until("the computer's turn", |program| program.turns() == 2);
    program.until_my_turn();
    program.click("An order back");
    assert!(program.harness.query_by_label("Back to now").is_some());
    program.click("Back to now");
    assert!(program.harness.query_by_label("End turn").is_some());
}

#[test]
fn the_keyboard_alone_moves_a_unit_and_takes_it_back() {
    let mut program = Program::start();
    program.click("Play here");
    program.click("Start the game");
    program.until_my_turn();
    program.cell("b4");
    program.key(Key::ArrowUp);
    program.key(Key::ArrowUp);
    program.key(Key::Space);
    assert!(
        program
            .harness
            .query_by_label_contains("1. b4-b5")
            .is_some()
    );
    program
        .harness
        .key_press_modifiers(eframe::egui::Modifiers::COMMAND, Key::Z);
    program.harness.step();
    program.harness.step();
    assert!(
        program
            .harness
            .query_by_label_contains("1. b4-b5")
            .is_none()
    );
}

#[test]
fn a_set_up_is_taken_from_the_book_changed_and_locked() {
    let mut program = Program::start();
    program.click("Play here");
    program.click("Easy");
    let test_of_wills = program
        .app()
        .model
        .choices
        .iter()
        .position(|choice| choice.scenario.key() == "test-of-wills");
    let mut form = program.app().model.local.clone();
    form.setting.scenario = test_of_wills.expect("it is built in");
    program.give(Command::Local(form));
    program.click("Start the game");
    program.until_shown("Set up your army");
    assert!(
        program
            .button("Lock the set-up")
            .accesskit_node()
            .is_disabled()
    );
    program.click("Shield Wall");
    program.click("Mirror");
    program.click("Lock the set-up");
    program.click("Lock");
    program.until("the first turn", |program| {
        program
            .app()
            .model
            .table
            .as_ref()
            .is_some_and(|table| table.seen.first.is_some())
    });
    program.until_my_turn();
}

#[test]
fn an_army_is_chosen_filled_up_and_locked_on_terrain_whose_lot_is_told() {
    let mut program = Program::start();
    program.choose("border-war", false);
    program.click("Start the game");
    for name in ["Ada", "Second player"] {
        program.until_shown(&format!("I am {name}: show my side"));
        program.click(&format!("I am {name}: show my side"));
        program.click("6-3-3");
        program.click("One Cannon more");
        program.click("One Cannon less");
        program.click("Fill up");
        program.click("Half-turn");
        let seed = program
            .app()
            .model
            .shown()
            .and_then(|table| table.position()?.game().scatter?.seed)
            .expect("the terrain is laid");
        let words = rules::warlord::words(seed).replace('-', " ");
        assert!(program.harness.query_by_label(&words).is_some(), "{words}");
        program.click("Lock the set-up");
        program.click("Lock");
    }
    program.until("the first turn", |program| {
        let table = program.app().model.table.as_ref();
        table.is_some_and(|table| table.open_draft().is_some())
    });
    let table = program.app().model.table.as_ref().expect("a match");
    let position = table.position().expect("a position");
    assert_eq!(position.units().count(), 96);
    assert!(
        !table.flipped,
        "White's edge is at the bottom for two people"
    );
}

#[test]
fn reinforcements_come_in_by_names_alone() {
    let mut program = Program::start();
    program.choose("valley-war", false);
    program.click("Start the game");
    for name in ["Ada", "Second player"] {
        program.until_shown(&format!("I am {name}: show my side"));
        program.click(&format!("I am {name}: show my side"));
        program.click("Horse First");
        program.click("The block of turn 6 later: it changes places with the next");
        program.click("Lock the set-up");
        program.click("Lock");
    }
    program.until_shown("Reinforcements");
    let units = |program: &Program| {
        let table = program.app().model.table.as_ref();
        table.and_then(|table| Some(table.position()?.units().count()))
    };
    assert_eq!(units(&program), Some(0));
    program.click("Light Cavalry: 8 due to enter");
    program.click("Light Cavalry: 8 due to enter");
    program.click("Enter all");
    assert_eq!(units(&program), Some(16));
    program.click("Undo");
    assert_eq!(units(&program), Some(15));
    program.click("Undo all");
    assert_eq!(units(&program), Some(0));
    program.click("Enter all");
    program.click("End turn");
    assert!(program.harness.query_by_label("16 units enter.").is_some());
    program.key(Key::Enter);
    program.until("the turn", |program| program.turns() == 1);
}

#[test]
fn a_pasted_set_up_replaces_the_scenarios_own_and_a_bad_one_says_why() {
    let mut program = Program::start();
    program.choose("clash-of-arms", false);
    let paste = |program: &mut Program, text: &str| {
        let mut form = program.app().model.local.clone();
        form.setting.set_up = text.to_owned();
        program.give(Command::Local(form));
        program.frames();
    };
    paste(&mut program, "16/16/nonsense");
    program.until_shown("Found");
    program.click("Start the game");
    let model = &program.app().model;
    assert!(model.trouble.is_some() && !model.opening);
    program.scroll_to("Reset");
    program.click("Reset");
    assert_eq!(program.app().model.local.setting.set_up, "");
    program.scroll_to("Write out the scenario's own");
    program.click("Write out the scenario's own");
    let own = program.app().model.local.setting.set_up.clone();
    assert_eq!(own.matches('/').count(), 11, "{own}");
    let bare = "3lll10/3i12/16/16/16/16/16/16/16/16/3I12/3LLL10";
    paste(&mut program, bare);
    assert_eq!(program.app().model.trouble, None);
    program.click("Start the game");
    program.until("the game", |program| {
        let table = program.app().model.table.as_ref();
        table.is_some_and(|table| table.open_draft().is_some())
    });
    let table = program.app().model.table.as_ref().expect("a match");
    assert_eq!(table.position().map(|now| now.units().count()), Some(8));
    assert!(table.seen.title.contains("own set-up"));
}

#[test]
fn a_set_up_is_changed_on_the_board_and_played() {
    let mut program = Program::start();
    program.choose("chieftain", false);
    program.click("Change the set-up\u{2026}");
    program.until_shown("Nothing unwise in this set-up.");
    let units = |program: &Program| {
        let editor = program.app().model.set_up.as_ref();
        editor.map(|editor| editor.units().len())
    };
    let before = units(&program).expect("the editor is open");
    program
        .harness
        .get_by(|node| {
            let label = node.label();
            label.is_some_and(|label| label.starts_with("White Infantry: "))
        })
        .click();
    program.frames();
    program.cell("e7");
    program.until_shown("White has units out of command");
    assert_eq!(units(&program), Some(before + 2), "one for each side");
    program.key(Key::Escape);
    program.key(Key::ArrowUp);
    program
        .harness
        .event(eframe::egui::Event::Text("n".to_owned()));
    program.frames();
    program.click("Both sides alike");
    program.key(Key::Delete);
    program.click("Undo");
    program.click("Redo");
    assert_eq!(units(&program), Some(before + 1), "White has one less");
    program.click("Copy FEN");
    program.until_shown("The set-up is copied.");
    let fen = program
        .app()
        .model
        .set_up
        .as_ref()
        .map(|editor| editor.fen());
    program.click("Clear");
    program.until_shown("an army without leaders");
    let pasted = eframe::egui::Event::Paste(fen.clone().expect("a set-up"));
    program.harness.event(pasted);
    program.frames();
    program.click("Back");
    assert!(
        program
            .harness
            .query_by_label("Leave without your changes?")
            .is_some()
    );
    program.click("Stay");
    program.click("Use this set-up");
    assert_eq!(program.app().model.page, Page::Local);
    assert_eq!(
        Some(&program.app().model.local.setting.set_up),
        fen.as_ref()
    );
    program.click("Start the game");
    program.until("the game", |program| {
        let table = program.app().model.table.as_ref();
        table.is_some_and(|table| table.open_draft().is_some())
    });
    let table = program.app().model.table.as_ref().expect("a match");
    assert!(table.seen.title.contains("own set-up"));
    let played = table.position().map(|now| now.units().count());
    assert_eq!(played, Some(before + 1));
    program.cell("b5");
    program.cell("b6");
    program.give(Command::EndTurnNow);
    program.until("the turn", |program| program.turns() == 1);
}

#[test]
fn a_bad_code_shows_what_is_wrong_with_it_and_stays_where_it_is() {
    let mut program = Program::start();
    program.click("Join");
    program.give(Command::Code("warlord1abc".to_owned()));
    program.click("Look at the invitation");
    program.until("the complaint", |program| {
        program.app().model.trouble.is_some()
    });
    let trouble = program.app().model.trouble.clone().expect("a complaint");
    assert!(program.harness.query_by_label(&trouble.what).is_some());
    assert_eq!(program.app().model.code, "warlord1abc");
    assert_eq!(program.app().model.page, Page::Join);
}

#[test]
fn every_page_names_its_inputs_and_finds_its_glyphs() {
    let mut program = Program::start();
    for page in [
        Page::Start,
        Page::Local,
        Page::Host,
        Page::Join,
        Page::Help,
        Page::Rules,
        Page::Settings,
    ] {
        program.give(Command::Go(page));
        program.harness.run();
    }
    for topic in [
        "Units",
        "Terrain",
        "How it ends",
        "Network and files",
        "Mouse and keys",
    ] {
        program.give(Command::Go(Page::Help));
        program.click(topic);
        program.harness.run();
    }
}

#[test]
fn a_refusal_leads_to_the_paragraph_it_names_and_back() {
    let mut program = Program::start();
    program.click("Play here");
    program.click("Easy");
    program.click("Start the game");
    program.until_my_turn();
    program.cell("b4");
    program.cell("b9");
    program.click("Rules: 1.6");
    assert_eq!(program.app().model.page, Page::Rules);
    let diagram = "Infantry beside a friend and an enemy";
    assert!(program.harness.query_by_label(diagram).is_some());
    let node = program.button("Search the rules");
    node.focus();
    node.type_text("never swapped onto");
    program.frames();
    let found = program
        .harness
        .query_all_by_label_contains("2.9  Switch swap");
    assert_eq!(found.count(), 1);
    program.key(Key::F1);
    assert_eq!(program.app().model.page, Page::Table);
}

#[test]
fn what_is_said_below_the_board_never_moves_it() {
    for width in [1280.0, 800.0] {
        let mut program = Program::start();
        program.click("Play here");
        program.click("Start the game");
        program.until_my_turn();
        program.harness.set_size(vec2(width, 800.0));
        program.harness.run();
        let place = |program: &Program| {
            let b4 = |label: String| label.starts_with("b4, ");
            let node = program.harness.get_by(|node| node.label().is_some_and(b4));
            node.rect()
        };
        let before = place(&program);
        program.cell("b4");
        program.harness.run();
        assert_eq!(place(&program), before, "what the unit is, at {width}");
        program.cell("b9");
        program.until_shown("Rules: 1.6");
        program.harness.run();
        assert_eq!(place(&program), before, "why not, at {width}");
    }
}

#[test]
fn a_game_resigned_is_judged_and_replayed_from_the_window() {
    let mut program = Program::start();
    program.click("Play here");
    program.click("Easy");
    program.click("Start the game");
    program.until_my_turn();
    program.cell("b4");
    program.cell("b5");
    program.give(Command::EndTurnNow);
    program.until("the computer's turn", |program| program.turns() == 2);
    program.give(Command::Resign);
    program.give(Command::ResignNow);
    program.until("the verdict", |program| {
        program
            .app()
            .model
            .table
            .as_ref()
            .is_some_and(|table| table.seen.verdict.is_some())
    });
    assert!(program.harness.query_by_label("Black wins").is_some());
    program.click("Judge it");
    program.until("the judge", |program| {
        program.app().model.page == Page::Verdict
    });
    assert!(program.harness.query_by_label("COMPLETE").is_some());
    program.click("Replay it");
    program.until("the replay", |program| {
        program.app().model.page == Page::Replay
    });
    assert_eq!(
        program.app().model.shown().and_then(|table| table.spot()),
        Some(Spot { turn: 0, orders: 0 })
    );
    program.harness.run();
}

#[test]
fn a_match_left_is_found_again_and_gone_on_with() {
    let mut program = Program::start();
    program.click("Play here");
    program.click("Easy");
    program.click("Start the game");
    program.until_my_turn();
    program.give(Command::EndTurnNow);
    program.until("the computer's turn", |program| program.turns() == 2);
    program.click("Leave");
    assert!(program.harness.query_by_label("Leave the match?").is_some());
    program.give(Command::LeaveNow);
    program.until_shown("Go on");
    program.click("Go on");
    program.until("the match", |program| {
        assert_eq!(program.app().model.trouble, None);
        program.turns() == 2
    });
    program.until_my_turn();
    program.give(Command::EndTurnNow);
    program.until("the computer's next turn", |program| program.turns() == 4);
}

#[test]
fn the_keyboard_alone_places_units_of_a_hidden_set_up() {
    let mut program = Program::start();
    program.choose("test-of-wills", true);
    program.click("Start the game");
    program.until_shown("Set up your army");
    program.cell("c3");
    program.key(Key::ArrowUp);
    let placed = |program: &mut Program, letter: &str| {
        let text = eframe::egui::Event::Text(letter.to_owned());
        program.harness.event(text);
        program.frames();
        let table = program.app().model.table.as_ref().expect("a match");
        let editor = table.editor.as_ref().expect("an editor");
        let units = editor.placed().iter();
        let units: Vec<String> = units
            .map(|(cell, kind)| format!("{}{cell}", kind.symbol()))
            .collect();
        (units.join(" "), table.ranges || table.threats)
    };
    // where the cursor begins does not matter: it goes to the home rows
    for _ in 0..12 {
        program.key(Key::ArrowDown);
    }
    for _ in 0..20 {
        program.key(Key::ArrowLeft);
    }
    program.key(Key::R);
    assert_eq!(placed(&mut program, "t"), ("Ta1".to_owned(), false));
    program.key(Key::ArrowRight);
    assert_eq!(placed(&mut program, "I"), ("Ta1 Ib1".to_owned(), false));
    assert_eq!(
        placed(&mut program, "?").0,
        "Ta1 Ib1",
        "no unit is called so"
    );
    program.key(Key::Delete);
    assert_eq!(placed(&mut program, "x").0, "Ta1");

    for width in [1280.0, 800.0] {
        program.harness.set_size(vec2(width, 800.0));
        program.harness.run_steps(4);
        let a1 = |program: &Program| {
            let name = |label: String| label.starts_with("a1, ");
            let node = program
                .harness
                .get_by(|node| node.label().is_some_and(name));
            node.rect()
        };
        let before = a1(&program);
        program.give(Command::Pick(rules::warlord::Kind::Infantry));
        program.harness.run_steps(4);
        assert_eq!(a1(&program), before, "what is said moves nothing");
        program.key(Key::Escape);
    }
}

/// Takes a book set-up and locks it.
fn lock(program: &mut Program) {
    program.until_shown("Set up your army");
    program.click("Two Horns");
    program.click("Lock the set-up");
    program.click("Lock");
    program.until("the seal", |program| {
        let table = program.app().model.table.as_ref();
        table.is_some_and(|table| table.editor.is_none())
    });
}

#[test]
fn a_locked_set_up_stays_in_sight_and_a_long_name_in_its_place() {
    let mut host = Program::start();
    host.click("Host");
    let choices = &host.app().model.choices;
    let number = choices
        .iter()
        .position(|choice| choice.scenario.key() == "test-of-wills");
    let mut form = host.app().model.host.clone();
    form.setting.scenario = number.expect("it is built in");
    host.give(Command::Host(form));
    host.click("Make the invitation");
    host.until_shown("Send this invitation to one player");
    host.click("Copy the code");
    host.until_shown("The code is copied.");
    let table = host.app().model.table.as_ref();
    let invitation = table.and_then(|table| table.seen.invitation.clone());

    let mut guest = Program::start_as("Bartholomew Featherstonehaugh of Bath");
    guest.click("Join");
    let code = invitation.expect("an invitation").code;
    guest.give(Command::Code(code));
    guest.click("Look at the invitation");
    guest.until_shown("Accept and play");
    guest.click("Accept and play");
    lock(&mut host);
    assert_eq!(host.app().model.notice, None, "the match has begun since");
    host.until_shown("to set up.");
    host.until_shown(", Infantry");
    host.give(Command::LeaveNow);
    host.until_shown("Go on");
    host.click("Go on");
    host.until_shown("Your set-up is locked");
    host.until_shown(", Infantry");
    lock(&mut guest);
    host.until("both set-ups", |host| {
        let table = host.app().model.table.as_ref();
        table.is_some_and(|table| table.seen.first.is_some())
    });
    let table = host.app().model.table.as_ref().expect("a match");
    assert!(table.locked_set_up().is_none());
    if table.actor().is_some() {
        host.until_my_turn();
        host.give(Command::EndTurnNow);
    }
    host.until_shown("has 8 orders this turn.");
    let below_the_board = host.button("Whole board").rect();
    let panel = host.button("Record").rect();
    assert!(
        below_the_board.right() < panel.left() && panel.left() > 1280.0 - 340.0,
        "the panel is as wide as ever: {below_the_board} {panel}"
    );
}

#[test]
fn a_set_up_is_kept_under_a_name_and_taken_again() {
    let mut program = Program::start();
    program.choose("test-of-wills", true);
    program.click("Start the game");
    program.until_shown("Set up your army");
    let placed = |program: &Program| {
        let table = program.app().model.table.as_ref();
        let editor = table.and_then(|table| table.editor.as_ref());
        editor
            .map(|editor| editor.placed().clone())
            .expect("an editor")
    };
    let field = program.button("A name for this set-up");
    field.focus();
    field.type_text("Till it");
    program.frames();
    assert!(
        placed(&program).is_empty(),
        "the letters of a name are no units"
    );
    program.click("Two Horns");
    let horns = placed(&program);
    program.click("Keep it");
    program.until_shown("Till it");
    program.click("Clear");
    assert!(placed(&program).is_empty());
    program.click("Till it");
    assert_eq!(placed(&program), horns);
    let file = program.folder.path().join("set-ups.toml");
    let kept = std::fs::read_to_string(&file).expect("they are in a file");
    std::fs::write(&file, "nothing of the kind").expect("written");
    program.click("Forget Till it");
    program.until_shown("cannot be read");
    program.until_shown("Mend the file");
    std::fs::write(&file, kept).expect("written");
    program.click("Forget Till it");
    program.until("it is forgotten", |program| {
        program.harness.query_by_label("Till it").is_none()
    });
}

#[test]
fn two_programs_play_a_turn_each_over_the_network() {
    let mut host = Program::start();
    host.click("Host");
    let mut form = host.app().model.host.clone();
    form.setting.options = vec![("repetition".to_owned(), "on".to_owned())];
    host.give(Command::Host(form));
    host.click("Make the invitation");
    host.until_shown("Send this invitation to one player");
    let seen = host
        .app()
        .model
        .table
        .as_ref()
        .map(|table| table.seen.clone())
        .expect("a match");
    let code = seen.invitation.clone().expect("an invitation").code;

    let mut guest = Program::start();
    guest.click("Join");
    guest.give(Command::Code(code));
    guest.click("Look at the invitation");
    guest.until("the offer", |guest| {
        guest.harness.query_by_label("Accept and play").is_some()
    });
    assert!(
        guest
            .harness
            .query_all_by_label("A Clash of Arms")
            .next()
            .is_some()
    );
    for told in [
        "Cannon repositioning: off",
        "Short game: 3",
        "White (the blue discs) begins.",
    ] {
        guest.until_shown(told);
    }
    guest.until_shown("Draw by repetition: on");
    guest.until_shown("changed from off");
    guest.click("Accept and play");
    host.until_my_turn();
    guest.until_shown("Ada thinks");
    host.cell("b4");
    host.cell("b5");
    host.give(Command::EndTurnNow);
    guest.until_my_turn();
    assert_eq!(guest.turns(), 1);
    guest.give(Command::EndTurnNow);
    host.until("the guest's turn", |host| host.turns() == 2);
}
