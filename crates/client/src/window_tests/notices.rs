//! Notices of the desktop: they come when the window is hidden, minimized or behind another, and not when it is in front.

use egui::{UserAttentionType, ViewportCommand, ViewportId};
use home::Acquaintance;
use net::{Asker, Snapshot};
use protocol::manifest::ClaimEffect;
use protocol::{PublicKey, Seat, Stage, StandingClaim};
use rules::{Outcome, Side};

use super::Program;
use crate::model::tests::Match;
use crate::model::{News, WaitingMatch};
use crate::outside::notices_shown;

/// The state of the window on the desktop: whether its user sees it and types into it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Place {
    InFront,
    BehindAnother,
    Minimized,
    /// Nothing of it is seen, although it has the keys.
    Covered,
}

const PLACES: [Place; 4] = [
    Place::InFront,
    Place::BehindAnother,
    Place::Minimized,
    Place::Covered,
];

impl Program {
    fn put(&mut self, place: Place) {
        let input = self.harness.input_mut();
        input.focused = place != Place::BehindAnother;
        let window = input.viewports.entry(ViewportId::ROOT).or_default();
        window.minimized = Some(place == Place::Minimized);
        window.occluded = Some(place == Place::Covered);
        self.harness.step();
        notices_shown();
    }

    /// The notices since the last question, and whether the task bar calls.
    fn called(&mut self) -> (Vec<String>, bool) {
        let output = self.harness.output();
        let said = &output.viewport_output[&ViewportId::ROOT].commands;
        let attention = ViewportCommand::RequestUserAttention(UserAttentionType::Informational);
        (notices_shown(), said.contains(&attention))
    }
}

/// Opens a match as `before` and lets `change` happen to it, in every place of the window.
#[track_caller]
fn calls(before: &Snapshot, change: impl Fn(&mut Snapshot), words: &str) {
    for place in PLACES {
        let mut program = Program::start();
        program.give(News::Opened {
            table: 0,
            seen: before.clone().into(),
            deciders: Match::REMOTE.into(),
        });
        program.put(place);
        let mut after = before.clone();
        change(&mut after);
        program.give(News::Seen(0, after.clone().into()));
        let (notices, attention) = program.called();
        let is_away = place != Place::InFront;
        let wanted: &[&str] = if is_away { &[words] } else { &[] };
        assert_eq!(notices, wanted, "{place:?}");
        assert_eq!(attention, is_away, "{place:?}");
        // the same again is no news
        program.give(News::Seen(0, after.into()));
        assert_eq!(program.called().0, [""; 0], "{place:?}");
        // and the switch of the settings holds
        let mut settings = program.app().model.settings.clone();
        settings.calls.desktop_notice = false;
        program.give(crate::model::ShellCommand::Settings(settings));
        program.give(News::Seen(0, before.clone().into()));
        let mut after = before.clone();
        change(&mut after);
        program.give(News::Seen(0, after.into()));
        assert_eq!(program.called().0, [""; 0], "{place:?}");
    }
}

fn playing() -> Snapshot {
    Match::new("clash-of-arms", Match::REMOTE).snapshot
}

#[test]
fn a_claim_of_time_calls_who_looks_elsewhere() {
    let claims = |seen: &mut Snapshot| {
        seen.time.claim = Some(StandingClaim {
            by: Seat(1),
            against: Seat(0),
            effect: ClaimEffect::Loss,
        });
    };
    calls(&playing(), claims, "Bo claims that your time is up.");
}

#[test]
fn the_end_of_a_match_calls_who_looks_elsewhere() {
    let ends = |seen: &mut Snapshot| {
        let winner = Side::new(0).expect("a side");
        seen.played.outcome = Some(Outcome::Won(winner.into(), rules::RESIGN));
        seen.stage = Stage::Over;
        seen.deciding.awaited = Vec::new();
    };
    calls(&playing(), ends, "Ada (Blue) wins: Bo (Amber) resigned.");
}

fn asker() -> Asker {
    let key = PublicKey([9; 32]);
    Asker {
        key,
        name: "Cid".to_owned(),
        source: "192.168.1.9:4000".parse().expect("an address"),
        acquaintance: Acquaintance {
            key,
            name: "Cid".to_owned(),
            known: None,
            is_namesake: false,
        },
        declined: 0,
    }
}

#[test]
fn a_player_of_the_network_who_asks_calls_a_host_who_looks_elsewhere() {
    let mut waiting = playing();
    waiting.stage = Stage::Greeting;
    waiting.deciding.awaited = Vec::new();
    let asks = |seen: &mut Snapshot| seen.meeting.askers.push(asker());
    calls(&waiting, asks, "Cid asks to play with you.");
}

#[test]
fn somebody_who_asks_for_an_invitation_set_aside_calls_a_host_who_looks_elsewhere() {
    for place in PLACES {
        let mut program = Program::start();
        let one = |is_asked| WaitingMatch {
            game: [1; 8],
            title: "A Clash of Arms".to_owned(),
            code: String::new(),
            until: String::new(),
            guest: None,
            is_asked,
            calls: Vec::new(),
            trouble: None,
        };
        program.give(News::Waiting(vec![one(false)]));
        program.put(place);
        program.give(News::Waiting(vec![one(true)]));
        let words = "Somebody has come for one of your invitations.";
        let wanted: &[&str] = if place == Place::InFront {
            &[]
        } else {
            &[words]
        };
        assert_eq!(program.called().0, wanted, "{place:?}");
    }
}

#[test]
fn the_turn_and_what_the_other_side_took_or_claims_call_who_looks_elsewhere() {
    // the other side captures a leader, which makes its claim in the short game
    let (before, after) = super::moments::with_a_claim_against_us();
    let words = "It is your turn: A Clash of Arms. Your Leader on e6 was captured: 1 of 1. Blue claims the win, 1 to 0: you have one turn to answer";
    calls(&before, |seen| *seen = after.clone(), words);
}
