//! The cards of a table about players who are gone, time that is up, and who has agreed so far; and the answer given ahead.

use std::time::Duration;

use egui_kittest::kittest::{NodeT, Queryable};
use net::lobby::LobbyCommand as Wish;
use net::{ClockFace, GoesOn, PlansClash, Snapshot};
use protocol::manifest::{ClaimEffect, Pace, Terms};
use protocol::{Seat, StandingClaim, WhyGone};

use super::Program;
use super::difference::see;
use super::lobby_games::{begin, on_turn, three};
use super::screens::{by_leaders, in_own_part, left, set_up_in_parts};
use crate::model::{Dialog, Effect, MatchCommand, ShellCommand};

const ANN: Seat = Seat(0);
const BEN: Seat = Seat(1);
const CID: Seat = Seat(2);
const DOT: Seat = Seat(3);

/// A table of Ann, Ben, Cid and Dot at Ben's screen; Ann and Ben play Blue.
fn bens() -> Program {
    let mut program = Program::start();
    by_leaders(&mut program, "Ben");
    program.frames();
    program
}

impl Program {
    #[track_caller]
    fn shows_all(&self, words: &[&str]) {
        for words in words {
            assert!(self.shows(words), "{words}");
        }
    }

    #[track_caller]
    fn has_no(&self, labels: &[&str]) {
        for label in labels {
            assert!(self.harness.query_by_label(label).is_none(), "{label}");
        }
    }
}

#[test]
fn a_player_who_is_gone_has_a_card_that_says_why_and_offers_to_wait_to_go_on_and_to_close() {
    let mut program = bens();
    for (why, title) in [
        (
            WhyGone::Silent,
            "Cid (Amber) has not been reached for two minutes, or has not agreed to what all the others have.",
        ),
        (WhyGone::Resigned, "Cid (Amber) has resigned."),
        (
            WhyGone::Differs,
            "Cid (Amber)'s program shows another position.",
        ),
        (
            WhyGone::Convicted,
            "Cid (Amber) is convicted by signed bytes.",
        ),
    ] {
        see(&mut program, |seen| {
            seen.leaving.may = vec![left(seen, CID, why)];
        });
        program.frames();
        program.shows_all(&[
            title,
            "The others continue in a new match from Blue's turn 4.",
            "Cid no longer plays; Dot now plays Amber.",
            "The last turn of this match no longer counts.",
            "Nobody has agreed yet; waiting for Ann, Ben and Dot.",
            "Nothing is lost by waiting.",
        ]);
        program.button("Go on without Cid");
        program.has_no(&["Wait for Cid after all"]);
        // waiting puts the card aside, and the question stays
        program.click("Wait");
        program.shows_all(&[title]);
        program.has_no(&["Go on without Cid", "Wait", "Save and close"]);
        program.click("Show this again");
        // whoever closes the match is asked first
        program.click("Save and close");
        assert_eq!(program.app().model.over.dialog, Some(Dialog::Leave));
        program.click("Stay");
        // another player agrees, then this one, who can take it back
        see(&mut program, |seen| {
            let may = &mut seen.leaving.may[0];
            (may.leaver.agreed, may.leaver.missing) = (vec![DOT], vec![ANN, BEN]);
        });
        program.frames();
        program.shows_all(&["Dot has agreed; waiting for Ann and Ben."]);
        see(&mut program, |seen| {
            let may = &mut seen.leaving.may[0];
            (may.leaver.agreed, may.leaver.missing) = (vec![BEN, DOT], vec![ANN]);
            may.is_agreed = true;
        });
        program.frames();
        program.shows_all(&["Ben and Dot have agreed; waiting for Ann."]);
        program.button("Wait for Cid after all");
        program.button("Save and close");
        program.has_no(&["Go on without Cid", "Wait"]);
        // a move of the player ends the question
        see(&mut program, |seen| seen.leaving.may.clear());
        program.frames();
        assert!(!program.shows(title));
    }
}

#[test]
fn each_player_who_is_gone_has_a_card_of_its_own() {
    let mut program = bens();
    see(&mut program, |seen| {
        let cards = [(CID, WhyGone::Silent), (DOT, WhyGone::Convicted)];
        seen.leaving.may = cards.map(|(seat, why)| left(seen, seat, why)).into();
    });
    program.frames();
    program.button("Go on without Cid");
    program.button("Go on without Dot");
    let app = program.harness.state_mut().as_mut().expect("it is shown");
    for agrees in [true, false] {
        let effects = app.model.update(MatchCommand::GoOnWithout(DOT, agrees));
        let [Effect::Send(net::Command::GoOnWithout { seat, agrees: says })] = &effects[..] else {
            panic!("{effects:?}");
        };
        assert_eq!((*seat, *says), (DOT, agrees));
    }
}

#[test]
fn whoever_is_left_out_reads_so_and_is_asked_nothing() {
    let mut program = bens();
    see(&mut program, |seen| {
        seen.leaving.may = vec![left(seen, CID, WhyGone::Silent)];
        seen.leaving.is_left_out = true;
    });
    program.frames();
    program.shows_all(&[
        "The others have gone on without you.",
        "Their new match is not yours. This one stays in your list as it stood.",
        "Any of them can open a table in place of the new match, to which you come back.",
    ]);
    program.has_no(&["Go on without Cid", "Wait"]);
}

#[test]
fn nothing_is_decided_in_a_match_whose_players_go_on_in_another() {
    for is_left_out in [true, false] {
        let mut program = Program::start();
        in_own_part(&mut program);
        program.frames();
        assert!(program.table().open_draft().is_some());
        let offered = ["Offer a draw\u{2026}", "Resign\u{2026}"];
        for label in offered {
            program.button(label);
        }
        see(&mut program, |seen| {
            seen.leaving.is_left_out = is_left_out;
            seen.leaving.is_going_on = !is_left_out;
        });
        program.frames();
        assert!(program.table().open_draft().is_none());
        program.has_no(&offered);
        let words = match is_left_out {
            true => "The others have gone on",
            false => "A new match begins",
        };
        program.button(words);
        program.has_no(&["Your part of the turn", "Ben (here): to move"]);
        let end = program.button("End turn");
        assert!(end.accesskit_node().is_disabled());
    }
}

/// Ben's clock has run out, and it is his to move; or Cid's.
fn up(seen: &mut Snapshot, claim: ClaimEffect, whose: Seat) {
    seen.contract.terms = Terms {
        pace: Pace::Bank {
            bank_ms: 60_000,
            increment_ms: 0,
        },
        claim,
    };
    let left = |seat| match seat == whose {
        true => Duration::ZERO,
        false => Duration::from_secs(60),
    };
    let faces = [ANN, BEN, CID, DOT].map(|seat| (seat, ClockFace::Stands(left(seat))));
    seen.time.clocks = faces.into();
    match whose == BEN {
        true => seen.deciding.to_decide = vec![(BEN, false)],
        false => {
            seen.deciding.awaited = vec![whose];
            seen.time.may_claim = Some(BEN);
        }
    }
}

#[test]
fn time_that_is_up_at_a_table_is_claimed_with_the_words_of_what_follows_for_all() {
    for (claim, follows, asked) in [
        (
            ClaimEffect::Nothing,
            "A claim is noted in the match file and ends nothing.",
            "It is noted in the match file, and the match continues when that player does.",
        ),
        (
            ClaimEffect::Loss,
            "As agreed, the others go on without this player after a claim.",
            "As agreed, the others go on without this player, if their clocks say the same.",
        ),
        (
            ClaimEffect::Abort,
            "As agreed, the match ends without a result once a player of every other team claims.",
            "As agreed, the match is over without a result once a player of every other team has claimed, if their clocks say the same.",
        ),
    ] {
        let mut program = bens();
        see(&mut program, |seen| up(seen, claim, CID));
        program.frames();
        program.shows_all(&["Cid's time is up.", follows]);
        program.click("Claim that the time is up\u{2026}");
        program.shows_all(&["Claim that Cid's time is up?", asked]);
        program.button("Claim it");
        program.click("Wait on");
        assert_eq!(program.app().model.over.dialog, None);
    }
}

#[test]
fn the_form_of_hosting_says_what_a_claim_means_for_two_and_at_a_table() {
    let mut program = Program::start();
    program.click("Host");
    let unfold = program.harness.get_by_label_contains("More: time");
    unfold.click_accesskit();
    let of_two = ["A claim wins", "A claim ends the match"];
    let of_table = ["That player is out", "Claims of all others end the match"];
    for (players, offered, others) in [(2, of_two, of_table), (3, of_table, of_two)] {
        let mut form = program.app().model.forms.host.clone();
        form.players = players;
        form.terms.pace = Pace::Days(3);
        program.give(ShellCommand::Host(form));
        program.harness.run_steps(30);
        for label in offered {
            program.button(label);
        }
        program.has_no(&others);
    }
}

#[test]
fn own_time_that_is_up_at_a_table_says_what_the_others_may_do() {
    for (claim, follows) in [
        (
            ClaimEffect::Nothing,
            "Your opponents may claim so, which ends nothing.",
        ),
        (
            ClaimEffect::Loss,
            "Your opponents may claim so, and then the others go on without you, as agreed.",
        ),
        (
            ClaimEffect::Abort,
            "Your opponents may claim so, and once every other team has, the match ends without a result, as agreed.",
        ),
    ] {
        let mut program = bens();
        see(&mut program, |seen| up(seen, claim, BEN));
        program.frames();
        program.shows_all(&[
            "Your time is up.",
            follows,
            "Until then you can still make your turn.",
        ]);
    }
}

#[test]
fn a_claim_at_a_table_names_both_players_and_one_that_the_own_clock_denies_says_so() {
    for (by, against, words) in [
        (BEN, CID, "You claim that Cid's time is up."),
        (DOT, ANN, "Dot claims that Ann's time is up."),
    ] {
        let mut program = bens();
        see(&mut program, |seen| {
            up(seen, ClaimEffect::Loss, CID);
            seen.time.claim = Some(StandingClaim {
                by,
                against,
                effect: ClaimEffect::Loss,
            });
        });
        program.frames();
        program.shows_all(&[
            words,
            "The match file says CLAIMED: nobody can prove silence. A turn that comes after all ends the claim.",
        ]);
        program.has_no(&["Claim that the time is up\u{2026}"]);
    }
    let mut program = bens();
    see(&mut program, |seen| {
        up(seen, ClaimEffect::Loss, CID);
        seen.time.claim = Some(StandingClaim {
            by: CID,
            against: BEN,
            effect: ClaimEffect::Loss,
        });
    });
    program.frames();
    program.shows_all(&[
        "Cid claims that your time is up.",
        "By the clock of this program it is not: your next turn ends the claim. Until then the others may go on without you, and if your time runs out before, Cid is right.",
    ]);
}

#[test]
fn parts_of_a_set_up_that_clash_say_why_and_whose_they_are() {
    let mut program = Program::start();
    set_up_in_parts(&mut program);
    for (seats, whose) in [
        (vec![ANN, BEN], "Ann and you"),
        (vec![ANN], "Ann"),
        (vec![BEN], "you"),
    ] {
        see(&mut program, |seen| {
            seen.deciding.to_decide = vec![(BEN, true)];
            seen.deciding.clash = Some(PlansClash {
                seats,
                why: "two units on c3".to_owned(),
            });
        });
        program.frames();
        let words = format!("The parts do not go together: two units on c3 ({whose}).");
        program.shows_all(&[&words]);
    }
    see(&mut program, |seen| {
        seen.deciding.to_decide = vec![(BEN, true)];
        seen.deciding.clash = None;
    });
    program.frames();
    assert!(!program.shows("The parts do not go together"));
}

#[test]
fn an_answer_given_ahead_at_the_table_holds_in_the_match_that_begins() {
    let mut ada = Program::start_as("Ada");
    let code = ada.opens(3, |_| ()).code();
    let [ben, cid] = ["Ben", "Cid"].map(|name| ada.seats(name, &code));
    let mut programs = [ada, ben, cid];
    let given = [Some(GoesOn::Resigned), Some(GoesOn::Silent), None];
    for (program, answer) in programs.iter_mut().zip(given) {
        program.scroll_to("Ask me");
        assert!(program.shows("A card asks you about each player who leaves."));
        match answer {
            Some(GoesOn::Resigned) => program.click("Go on without those who resign"),
            Some(GoesOn::Silent) => program.click("Also without those who are silent"),
            None => program.click("Ask me"),
        }
        program.until_lobby("the answer", |lobby| lobby.seen.goes_on == answer);
    }
    begin(&mut programs);
    for (program, answer) in programs.iter_mut().zip(given) {
        program.until("the answer in the match", |program| {
            program.table().seen.leaving.ahead == answer
        });
    }
    // the two who remain are asked nothing, and go on
    let number = on_turn(&mut programs, 0);
    programs[number].take_a_turn();
    on_turn(&mut programs, 1);
    let old = programs[0].table().seen.file.clone();
    programs[2].give(MatchCommand::ResignNow);
    for program in &mut programs[..2] {
        program.until("the new match", |program| {
            let seen = &program.table().seen;
            seen.leaving.gone == [(CID, WhyGone::Resigned)]
        });
        assert_ne!(program.table().seen.file, old);
    }
    programs[2].until_shown("The others have gone on without you.");
}

#[test]
fn an_answer_given_ahead_is_changed_in_the_match() {
    let mut programs = three();
    let [ada, ..] = &mut programs;
    ada.click("This game");
    for (label, answer) in [
        ("Also without those who are silent", Some(GoesOn::Silent)),
        ("Ask me", None),
    ] {
        ada.scroll_to(label);
        ada.click(label);
        ada.until(label, |ada| ada.table().seen.leaving.ahead == answer);
    }
}

/// The answer is this player's alone: nobody has to be ready once more for it.
#[test]
fn an_answer_given_ahead_takes_no_readiness_back() {
    let mut ada = Program::start_as("Ada");
    let code = ada.opens(3, |_| ()).code();
    let mut ben = ada.seats("Ben", &code);
    ada.click("Change seat 3");
    ada.click("Computer: novice");
    ben.is_ready();
    ada.until_lobby("Ben's readiness", |lobby| lobby.awaited().len() == 2);
    for answer in [Some(GoesOn::Silent), None] {
        let wish = Wish::GoOnAhead(answer);
        let spot = crate::model::lobby::Spot::Begin;
        ada.give(crate::model::LobbyCommand::Ask(spot, wish));
        ada.until_lobby("the answer", |lobby| lobby.seen.goes_on == answer);
        assert_eq!(ada.lobby().awaited().len(), 2);
        assert!(ben.lobby().seen.is_ready);
    }
}
