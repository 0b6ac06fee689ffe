//! The layout of a match: the record, the chat and the tabs are always in sight, and nothing that is there moves when
//! something else comes.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use egui::accesskit::Action;
use egui::{Key, Rect, vec2};
use egui_kittest::kittest::{NodeT, Queryable};
use net::{ChatLine, ClockFace, LineState, Snapshot};
use protocol::manifest::{ClaimEffect, Pace, Terms};
use protocol::{AskedBack, Seat};
use reach::Trouble;
use rules::{AnyPosition, Lots, Rules, ToAct};

use super::Program;
use crate::model::tests::{Match, start};
use crate::model::{DraftCommand, News, ShellCommand};
use crate::views::side_panel::Tab;

const SIZES: [[f32; 2]; 2] = [[1280.0, 800.0], [1024.0, 700.0]];
/// A scenario of each family.
const SCENARIOS: [&str; 3] = ["clash-of-arms", "wargame-small", "tourney-small"];
const LONG: [&str; 2] = [
    "Adalbertine von und zu Hohenberg",
    "Bartholomäus Oberschmidt the Elder",
];

/// The position in which a side first gives orders.
pub(super) fn first_turn(scenario: &str) -> AnyPosition {
    let mut position = start(scenario);
    while let ToAct::Lots(_) = position.to_act() {
        // the first side begins: the referee of these tests asks it first
        position.resolve(Lots(0)).expect("a lot is due");
    }
    position
}

/// An order after which the turn can end, and after which nothing is chosen in secret.
fn quiet_order(game: &Match) -> String {
    let draft = game.table().open_draft();
    let draft = draft.unwrap_or_else(|| {
        let now = game.table().position().expect("a position");
        panic!("an open turn: {:?} {}", now.to_act(), now.to_text())
    });
    let (side, now) = (draft.side(), draft.position());
    let orders = now.legal_orders(side).into_iter();
    let mut texts = orders.filter(|order| {
        let mut draft = draft.clone();
        let is_open = draft.push(order.clone()).is_ok() && families::ending(&draft).is_some();
        let mut then = draft.position().clone();
        if let Ok(end) = then.parse_order(side, "end") {
            let _ = then.apply(side, &end);
        }
        let can_go_on = matches!(then.to_act(), ToAct::One(_));
        is_open && can_go_on && families::way(order).is_some_and(|(from, to)| from != to)
    });
    let order = texts.next().expect("a quiet order");
    now.order_text(side, &order)
}

/// A match of that many turns against a player at another machine, the reader on turn.
pub(super) fn played(scenario: &str, turns: usize) -> Snapshot {
    let mut game = Match::of(first_turn(scenario), Match::PEOPLE);
    for _ in 0..turns {
        let text = quiet_order(&game);
        game.give(DraftCommand::Typed(text));
        let effects = game.give(DraftCommand::EndTurnNow);
        game.carry_out(&effects);
    }
    let mut seen = game.snapshot;
    seen.line = LineState::Up;
    for (seat, name) in seen.contract.seats.iter_mut().zip(LONG) {
        seat.name = name.to_owned();
        seat.mine = seat.seat == Seat(0);
    }
    seen
}

/// Everything that can be there beside a running match at once.
pub(super) fn crowded(seen: &mut Snapshot) {
    timed(seen);
    seen.proposals.draw_offer = Some(Seat(1));
    asked_back(seen);
    seen.line = LineState::Lost {
        since: Instant::now(),
    };
    talk(seen, 9);
}

pub(super) fn timed(seen: &mut Snapshot) {
    seen.contract.terms = Terms {
        pace: Pace::Bank {
            bank_ms: 60_000,
            increment_ms: 0,
        },
        claim: ClaimEffect::Loss,
    };
    let stands = ClockFace::Stands(Duration::from_secs(60));
    seen.time.clocks = vec![(Seat(0), stands), (Seat(1), stands)];
}

pub(super) fn asked_back(seen: &mut Snapshot) {
    seen.proposals.takeback_asked = Some(AskedBack {
        seat: Seat(1),
        note: [0; 32],
        turn: 1,
    });
}

pub(super) fn talk(seen: &mut Snapshot, lines: usize) {
    for line in 0..lines {
        Arc::make_mut(&mut seen.messages.chat).push(ChatLine {
            seat: Seat(1),
            to: protocol::Audience::All,
            text: format!("line {line} of the talk"),
        });
    }
}

pub(super) fn at_table(mut seen: Snapshot, size: [f32; 2]) -> Program {
    let mut program = Program::start();
    // what is kept beside the match goes with the folder of the test
    seen.file = program.folder.path().join("match.fpm");
    program.harness.set_size(vec2(size[0], size[1]));
    let mut first = seen.clone();
    first.messages = Default::default();
    program.give(News::Opened {
        table: 0,
        seen: first.into(),
        deciders: Match::REMOTE.into(),
    });
    // what is in the first snapshot is no news
    program.give(News::Seen(0, seen.into()));
    program.frames();
    program
}

impl Program {
    fn open(&mut self, tab: Tab) {
        let app = self.harness.state_mut().as_mut().expect("it is shown");
        app.view.panel.tab = tab;
        self.frames();
    }

    fn sees(&mut self, change: impl FnOnce(&mut Snapshot)) {
        let table = self.app().model.table.as_ref().expect("a match");
        let mut seen = Snapshot::clone(&table.seen);
        change(&mut seen);
        self.give(News::Seen(0, seen.into()));
        self.frames();
    }

    /// The nodes with a label that begins so and that lie whole between two others, from above.
    fn between(&self, start: &str, above: f32, below: f32) -> usize {
        let nodes = self.harness.query_all_by(|node| {
            // plain text has its words as its value
            let words = node.label().or(node.value());
            words.is_some_and(|words| words.contains(start))
        });
        let rects = nodes.map(|node| node.rect());
        let is_seen = |rect: &Rect| rect.top() >= above - 0.5 && rect.bottom() <= below + 0.5;
        rects.filter(is_seen).count()
    }

    fn rect_of(&self, label: &str) -> Rect {
        self.button(label).rect()
    }

    /// The places of everything that can be pressed or written into, by role and label.
    fn places(&self) -> BTreeMap<String, Vec<Rect>> {
        let mut places: BTreeMap<String, Vec<Rect>> = BTreeMap::new();
        for node in self.harness.query_all_by(|_| true) {
            let known = node.accesskit_node();
            let can = [Action::Click, Action::Focus, Action::SetValue];
            let Some(label) = known.label().filter(|_| {
                can.iter()
                    .any(|action| known.data().supports_action(*action))
            }) else {
                continue;
            };
            let place = places.entry(format!("{:?} {label}", known.role()));
            place.or_default().push(node.rect());
        }
        places
    }
}

#[track_caller]
fn nothing_moved(program: &mut Program, what: &str, but: &[&str], act: impl FnOnce(&mut Program)) {
    assert!(program.places().len() > 30, "{what}");
    all_stays(program, what, but, act);
}

/// Whatever can be pressed or written into before, and is there afterwards, is where it was.
#[track_caller]
pub(super) fn all_stays(
    program: &mut Program,
    what: &str,
    but: &[&str],
    act: impl FnOnce(&mut Program),
) {
    let before = program.places();
    assert!(before.len() > 2, "{what}: {}", before.len());
    act(program);
    let after = program.places();
    for (label, places) in &before {
        let is_excepted = but.iter().any(|part| label.contains(part));
        let Some(now) = after.get(label).filter(|_| !is_excepted) else {
            continue;
        };
        for place in places {
            let is_there = now.iter().any(|rect| {
                (rect.min - place.min).length() < 0.6 && (rect.max - place.max).length() < 0.6
            });
            assert!(
                is_there || now.len() < places.len(),
                "{what} moves {label}: {place} {now:?}"
            );
        }
    }
}

#[test]
fn the_record_shows_eight_lines_and_the_chat_four_in_every_family_and_size() {
    for scenario in SCENARIOS {
        let mut seen = played(scenario, 12);
        crowded(&mut seen);
        for size in SIZES {
            let mut program = at_table(seen.clone(), size);
            let what = format!("{scenario} {size:?}");
            let floor = program.rect_of("Resign\u{2026}").top();
            assert!(
                program.rect_of("Resign\u{2026}").bottom() <= size[1],
                "{what}"
            );
            for tab in ["Record", "Events", "This game"] {
                assert!(program.rect_of(tab).bottom() < floor, "{what}: {tab}");
            }
            let roof = program.rect_of("Turn shown").bottom();
            let lines = program.between("s turn ", roof, floor);
            assert!(lines >= 8, "{what}: {lines} lines of the record");
            program.open(Tab::Chat);
            let field = program.rect_of("Say something").top();
            let tabs = program.rect_of("Record").bottom();
            let lines = program.between("line ", tabs, field);
            assert!(lines >= 4, "{what}: {lines} lines of the chat");
            assert!(program.rect_of("Say something").bottom() < floor, "{what}");
        }
    }
}

#[test]
fn nothing_moves_when_something_comes() {
    for scenario in SCENARIOS {
        for size in SIZES {
            let mut seen = played(scenario, 6);
            timed(&mut seen);
            let mut program = at_table(seen, size);
            let what = |event: &str| format!("{scenario} {size:?}: {event}");
            nothing_moved(&mut program, &what("a draw offer"), &[], |program| {
                program.sees(|seen| seen.proposals.draw_offer = Some(Seat(1)));
                assert!(program.harness.query_by_label("Decline").is_some());
            });
            nothing_moved(&mut program, &what("its end"), &[], |program| {
                program.sees(|seen| seen.proposals.draw_offer = None);
            });
            nothing_moved(&mut program, &what("a request"), &[], |program| {
                program.sees(asked_back);
            });
            nothing_moved(&mut program, &what("its end"), &[], |program| {
                program.sees(|seen| seen.proposals.takeback_asked = None);
            });
            nothing_moved(&mut program, &what("the connection"), &[], |program| {
                program.sees(|seen| {
                    seen.line = LineState::Lost {
                        since: Instant::now(),
                    }
                });
                program.until_shown("has just disconnected");
            });
            nothing_moved(&mut program, &what("an error"), &[], |program| {
                program.sees(|seen| {
                    seen.messages.error = Some(Trouble {
                        what: "the disk is full".to_owned(),
                        advice: "make room".to_owned(),
                    });
                });
            });
            nothing_moved(&mut program, &what("a line of chat"), &[], |program| {
                program.sees(|seen| talk(seen, 3));
                program.until_shown("3 new");
            });
            nothing_moved(&mut program, &what("a notice"), &[], |program| {
                program.give(ShellCommand::Copy("The path is", "x".to_owned()));
                program.frames();
            });
            nothing_moved(&mut program, &what("a chosen unit"), &["cell"], |program| {
                program.key(Key::N);
            });
            // the record scrolls to its new end
            let but = ["Turn ", "Order "];
            nothing_moved(&mut program, &what("the other's turn"), &but, |program| {
                program.sees(|seen| {
                    seen.proposals = Default::default();
                    seen.deciding.awaited = vec![Seat(1)];
                });
            });
        }
    }
}

#[test]
fn an_early_click_on_a_card_that_has_just_come_does_nothing_and_a_later_one_answers() {
    let mut program = at_table(played("clash-of-arms", 2), SIZES[0]);
    program.sees(asked_back);
    let early = program.rect_of("Grant it\u{2026}").center();
    assert!(program.app().model.over.dialog.is_none());
    // the clock of the harness stands still for a moment: the card is as new as it can be
    let app = program.harness.state_mut().as_mut().expect("it is shown");
    app.view.notices.make_new();
    program.harness.hover_at(early);
    program.harness.drag_at(early);
    program.harness.step();
    program.harness.drop_at(early);
    program.harness.step();
    assert!(program.app().model.over.dialog.is_none(), "too early");
    program.harness.run_steps(8);
    program.button("Grant it\u{2026}").click();
    program.frames();
    assert!(program.app().model.over.dialog.is_some());
}

#[test]
fn the_panel_is_hidden_by_key_and_name_and_comes_back_and_the_choice_is_kept() {
    let mut program = at_table(played("clash-of-arms", 2), SIZES[1]);
    assert!(program.harness.query_by_label("Record").is_some());
    program.key(Key::B);
    assert!(program.harness.query_by_label("Record").is_none());
    assert!(!program.app().model.settings.panel);
    // the turn can still be ended, without the panel and without a key
    assert!(program.harness.query_by_label("End turn").is_some());
    program.click("Panel");
    assert!(program.harness.query_by_label("Record").is_some());
    assert!(program.app().model.settings.panel);
}

#[test]
fn the_edge_of_the_panel_is_dragged_and_its_width_is_kept() {
    let mut program = at_table(played("clash-of-arms", 2), SIZES[0]);
    let before = program.app().model.settings.panel_width;
    let edge = egui::pos2(1280.0 - f32::from(before), 400.0);
    program.harness.hover_at(edge);
    program.harness.step();
    program.harness.drag_at(edge);
    program.harness.step();
    let to = edge - vec2(80.0, 0.0);
    program.harness.hover_at(to);
    program.harness.run_steps(2);
    program.harness.drop_at(to);
    program.frames();
    let width = program.app().model.settings.panel_width;
    assert!(width.abs_diff(before + 80) <= 12, "{width}");
}

#[test]
fn at_twice_the_size_the_panel_lies_over_the_board_and_is_closed_again() {
    let mut program = at_table(played("clash-of-arms", 6), [640.0, 400.0]);
    assert!(program.harness.query_by_label("Record").is_none());
    let cell = |program: &Program| {
        let mut cells = program
            .harness
            .query_all_by(|node| node.label().is_some_and(|label| label.starts_with("b4, ")));
        cells.next().expect("a cell").rect()
    };
    let before = cell(&program);
    program.click("Panel");
    assert_eq!(cell(&program), before, "the board keeps its place");
    for tab in ["Record", "Events", "This game"] {
        assert!(program.rect_of(tab).bottom() < 400.0, "{tab}");
    }
    program.click("Panel");
    assert!(program.harness.query_by_label("Record").is_none());
}

#[test]
fn the_list_of_commands_stays_in_its_frame() {
    let mut program = Program::playing();
    program.give(ShellCommand::Type(Some(String::new())));
    program.frames();
    let field = program.harness.get_by_label("Find a command").rect();
    for name in ["Clear selection", "Why not?"] {
        let rows = program.harness.query_all_by_label(name);
        // the button beside the board has the name too
        let rows: Vec<Rect> = rows.map(|row| row.rect()).collect();
        let is_inside =
            |row: &&Rect| row.left() >= field.left() - 1.0 && row.right() <= field.right() + 1.0;
        assert!(
            rows.iter().any(|row| is_inside(&row)),
            "{name}: {rows:?} {field:?}"
        );
    }
}
