//! A small exhaustive model of continuing in a new match (two seats).
//!
//! It stands beside the program, not on it: ids in place of hashes, two tiny games, the rules as small pure functions
//! (`rules`), a judge (`judge`), programs on files that are copied, restored and run twice (`world`), and a search
//! through every state within bounds (`search`). A cheat signs anything with its own key, and shows anything at any
//! time or never; in merges with the files of an honest seat it adds whatever it can sign.
//!
//! What is asked of every state, in every merge of any files:
//! * no honest seat is proved;
//! * a result that was there for an honest seat is not lost, unless its user gave it up;
//! * a thing more takes no proof away;
//! * two honest programs that hear each other come to one match or one result;
//! * an older copy signs nothing in the old match except its resignation;
//! * a player who has continued is not bound by an offer in the pocket;
//! * nobody who has seen the other's choice in a sealed round chooses again.
//!
//! Not in the model: clocks, mail, claims, keys, forgiven breaches, more than two seats. Not held, and said so at
//! `consented`: if the other says it is on strange files, it vouches for nothing, so what was played after the base
//! is given up by the click, even if it is found again.
//!
//! The bounds are small enough for some twenty seconds in an optimized build. By default a long search stops after a
//! tenth of its states, the nearest to the start: every attack below is found within the first two thousand or so. Each
//! search asserts the least number of states it visited, so that it cannot shrink unnoticed; and each rule is left out
//! once, to see that the search then finds the attack which the rule stops.

mod files;
mod judge;
mod rules;
mod search;
mod things;
mod world;

use ::rules::testing::depth::deep;
use rules::{Rule, Rules};
use search::{AGREED, Attack, CHOICE, FRAMED, KEPT, OLDER, POCKET, Seen};
use things::{Books, Play, Seat};
use world::{Bounds, Model};

const fn one_continuation(cheat: Option<Seat>) -> Bounds {
    Bounds {
        cheat,
        matches: 1,
        copies: 0,
        resignations: 0,
        draws: false,
        beside: false,
    }
}

/// The cheat moves first, and asks only where it likes; or it moves second, and asks if both are on strange files.
const FIRST: Bounds = one_continuation(Some(0));
const SECOND: Bounds = one_continuation(Some(1));
const HONEST: Bounds = one_continuation(None);

const fn two(bounds: Bounds) -> Bounds {
    Bounds {
        matches: 2,
        ..bounds
    }
}

/// With that many backups restored or run beside the present files.
const fn copies(bounds: Bounds, copies: u8) -> Bounds {
    Bounds { copies, ..bounds }
}

const fn resigning(bounds: Bounds) -> Bounds {
    Bounds {
        resignations: 1,
        ..bounds
    }
}

const fn drawing(bounds: Bounds) -> Bounds {
    Bounds {
        draws: true,
        ..bounds
    }
}

fn search(
    left_out: Option<Rule>,
    play: Play,
    steps: [u8; 2],
    bounds: Bounds,
    most: usize,
    asked: Option<&'static str>,
) -> Result<Seen, Attack> {
    let mut model = Model {
        rules: Rules(left_out),
        bounds,
        books: Books::new(play, steps),
        asked,
    };
    model.search(most)
}

/// With all rules no claim fails, and at least that many states were visited, or the part of them that the default run
/// visits. `steps` are those of the old match and of each new one.
#[track_caller]
fn stands(play: Play, steps: [u8; 2], bounds: Bounds, states: usize) {
    let most = deep((states / 10).max(2_000), usize::MAX, usize::MAX);
    match search(None, play, steps, bounds, most, None) {
        Ok(seen) => {
            assert!(seen.states >= states.min(most), "{seen:?}");
            assert!(seen.continued > 0, "{seen:?}");
            assert!(seen.twice > 0 || bounds.matches < 2, "{seen:?}");
            assert!(seen.firm > 0 || play == Play::Sealed, "{seen:?}");
        }
        Err(attack) => panic!("it fails that {}: {:#?}", attack.claim, attack.steps),
    }
}

/// Without the rule the claim fails.
#[track_caller]
fn falls(rule: Rule, play: Play, steps: [u8; 2], bounds: Bounds, claim: &'static str) {
    let found = search(Some(rule), play, steps, bounds, usize::MAX, Some(claim));
    let claims = found.map_err(|attack| attack.claim);
    assert_eq!(claims.err(), Some(claim), "nothing found without {rule:?}");
}

#[test]
fn one_continuation_of_four_steps_stands() {
    stands(Play::Turns, [4, 2], FIRST, 600);
    stands(Play::Turns, [4, 2], SECOND, 600);
    let beside = |bounds| Bounds {
        beside: true,
        ..bounds
    };
    stands(Play::Turns, [4, 1], beside(FIRST), 700);
    stands(Play::Turns, [4, 1], beside(SECOND), 700);
}

#[test]
fn draws_and_resignations_stand() {
    stands(Play::Turns, [4, 1], drawing(FIRST), 3_000);
    stands(Play::Turns, [4, 1], drawing(SECOND), 3_000);
    stands(Play::Turns, [3, 1], resigning(drawing(FIRST)), 15_000);
    stands(Play::Turns, [3, 1], resigning(drawing(SECOND)), 20_000);
}

#[test]
fn two_continuations_stand() {
    stands(Play::Turns, [4, 2], two(FIRST), 15_000);
    stands(Play::Turns, [4, 2], two(SECOND), 15_000);
    let three = |bounds| Bounds {
        matches: 3,
        ..bounds
    };
    stands(Play::Turns, [1, 1], three(FIRST), 5_000);
    stands(Play::Turns, [2, 1], three(SECOND), 12_000);
}

#[test]
fn an_older_copy_stands() {
    stands(Play::Turns, [2, 1], copies(FIRST, 1), 10_000);
    stands(Play::Turns, [3, 1], copies(SECOND, 1), 60_000);
}

#[test]
fn an_older_copy_and_resignations_stand() {
    stands(Play::Turns, [1, 1], resigning(copies(SECOND, 1)), 100_000);
}

#[test]
fn an_older_copy_and_two_continuations_stand() {
    stands(Play::Turns, [1, 1], two(copies(SECOND, 1)), 150_000);
}

#[test]
fn a_sealed_round_stands() {
    stands(Play::Sealed, [4, 1], copies(FIRST, 1), 60_000);
    stands(Play::Sealed, [4, 1], copies(SECOND, 1), 60_000);
}

#[test]
fn two_honest_seats_agree() {
    stands(Play::Turns, [3, 2], HONEST, 1_500);
    stands(Play::Turns, [2, 1], copies(HONEST, 1), 50_000);
    stands(Play::Turns, [1, 1], two(copies(HONEST, 1)), 80_000);
}

#[test]
fn two_honest_seats_both_restored_agree() {
    stands(Play::Turns, [1, 1], copies(HONEST, 2), 120_000);
}

/// Attack 1, pocket: the player who is asked signs first, and plays on.
#[test]
fn attack_1_pocket() {
    falls(Rule::AskedLast, Play::Turns, [4, 2], SECOND, FRAMED);
    falls(Rule::AskedLast, Play::Turns, [4, 2], FIRST, FRAMED);
    // the winner of the old match has lost it: nothing binds the seat that was asked to what it signed
    falls(Rule::Vow, Play::Turns, [4, 2], SECOND, KEPT);
    falls(Rule::Vow, Play::Turns, [4, 2], FIRST, KEPT);
}

/// Attack 2, short base: a copy is restored, and what was played since is hidden from it.
#[test]
fn attack_2_short_base() {
    falls(Rule::Vow, Play::Turns, [3, 1], copies(SECOND, 1), KEPT);
}

/// An offer is kept in the pocket until the orders that lose are given.
#[test]
fn losing_orders_and_then_the_pocket() {
    falls(Rule::VowOfTheMover, Play::Turns, [4, 2], FIRST, KEPT);
    falls(Rule::VowOfTheMover, Play::Turns, [4, 2], SECOND, KEPT);
}

/// Attack 3, a draw or result taken late.
#[test]
fn attack_3_taken_late() {
    falls(
        Rule::NothingAfter,
        Play::Turns,
        [4, 1],
        drawing(FIRST),
        KEPT,
    );
    falls(
        Rule::NothingAfter,
        Play::Turns,
        [4, 1],
        drawing(SECOND),
        KEPT,
    );
}

/// Attack 4, a resignation lost by continuing; and one kept in the pocket.
#[test]
fn attack_4_resignations() {
    let bounds = resigning(copies(SECOND, 1));
    falls(Rule::ResignationStays, Play::Turns, [1, 1], bounds, KEPT);
    falls(Rule::ResignationNamed, Play::Turns, [1, 1], bounds, KEPT);
}

/// Attack 7, a copy of the same run: without the mark it signs twice.
#[test]
fn attack_7_copy() {
    falls(Rule::Mark, Play::Turns, [3, 1], copies(SECOND, 1), OLDER);
    falls(Rule::Mark, Play::Turns, [3, 1], copies(SECOND, 1), FRAMED);
}

/// Attack 9, resigning on an older copy.
#[test]
fn attack_9_resigning() {
    let bounds = resigning(copies(SECOND, 1));
    falls(
        Rule::StrangeResignation,
        Play::Turns,
        [3, 1],
        bounds,
        FRAMED,
    );
    falls(Rule::StrangeResignation, Play::Turns, [1, 1], bounds, KEPT);
}

/// Attack 10, the second choice: asking in a round, and a choice kept on an older copy.
#[test]
fn attack_10_second_choice() {
    falls(
        Rule::NotInRound,
        Play::Sealed,
        [4, 1],
        copies(FIRST, 1),
        CHOICE,
    );
    falls(
        Rule::ChoiceAnew,
        Play::Sealed,
        [4, 1],
        copies(FIRST, 1),
        CHOICE,
    );
}

/// Attack 11, two continuations: the cheat would choose which of them counts.
#[test]
fn attack_11_two_continuations() {
    falls(Rule::Latest, Play::Turns, [4, 2], two(SECOND), POCKET);
    falls(Rule::Latest, Play::Turns, [4, 2], two(FIRST), POCKET);
    falls(Rule::VowOnce, Play::Turns, [4, 2], two(SECOND), POCKET);
    falls(Rule::VowOnce, Play::Turns, [4, 2], two(FIRST), POCKET);
}

/// A continuation that was lost is hidden from an older copy, or another is begun beside it.
#[test]
fn a_continuation_hidden_from_an_older_copy() {
    let bounds = two(copies(SECOND, 1));
    falls(Rule::VowElsewhere, Play::Turns, [1, 1], bounds, KEPT);
    falls(Rule::VowInOrder, Play::Turns, [1, 1], bounds, KEPT);
}

/// Two drafts in the pocket of one who says it is on strange files.
#[test]
fn two_drafts_in_the_pocket() {
    let bounds = two(copies(FIRST, 1));
    falls(Rule::NewestDraft, Play::Turns, [1, 1], bounds, POCKET);
}

/// Attack 14, trying out costs the win.
#[test]
fn attack_14_trying_out() {
    let bounds = Bounds {
        beside: true,
        ..SECOND
    };
    falls(Rule::Beside, Play::Turns, [4, 1], bounds, KEPT);
}

/// Attack 15, the loser signs last; and the same with a draw.
#[test]
fn attack_15_the_loser_signs_last() {
    falls(Rule::WinnerIsAsked, Play::Turns, [4, 2], SECOND, KEPT);
    falls(Rule::DrawStays, Play::Turns, [4, 1], drawing(SECOND), KEPT);
}

/// Attack 15b, the winning move undone; and the same behind a CONFIRM.
#[test]
fn attack_15b_the_winning_move_undone() {
    falls(Rule::NotWhileAwaited, Play::Turns, [4, 2], SECOND, KEPT);
    falls(Rule::PastConfirm, Play::Turns, [4, 2], FIRST, KEPT);
}

/// Attack 19, both on strange files: somebody must ask.
#[test]
fn attack_19_crossing() {
    falls(
        Rule::Crossing,
        Play::Turns,
        [1, 1],
        copies(HONEST, 2),
        AGREED,
    );
}

/// Attack 20, half way; and marks that name a continuation which nobody holds.
#[test]
fn attack_20_half_way() {
    falls(Rule::Resend, Play::Turns, [3, 2], HONEST, AGREED);
    falls(
        Rule::MarkYields,
        Play::Turns,
        [1, 1],
        copies(HONEST, 2),
        AGREED,
    );
}
