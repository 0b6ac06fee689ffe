//! wip
mod judge;
mod rules;
mod search;
mod things;
mod world;

use rules::{Rule, Rules};
use search::{Attack, Seen};
use things::{Books, Play, Seat};
use world::{Bounds, Model};

fn bounds(cheat: Option<Seat>) -> Bounds {
    Bounds { cheat, matches: 1, copies: 0, resignations: 0, draws: false, beside: false }
}

fn explore(left_out: Option<Rule>, play: Play, steps: [u8; 2], bounds: Bounds) -> Result<Seen, Attack> {
    let books = Books::new(play, steps);
    Model { rules: Rules(left_out), bounds, books }.search()
}

fn run(name: &str, left_out: Option<Rule>, play: Play, steps: [u8; 2], bounds: Bounds) {
    let begun = std::time::Instant::now();
    let r = explore(left_out, play, steps, bounds);
    eprintln!("{name} {left_out:?} {bounds:?}: {:?}", begun.elapsed());
    match r {
        Ok(s) => eprintln!("   {s:?}"),
        Err(a) => { eprintln!("   {}", a.claim); for s in a.steps { eprintln!("      {s:?}"); } }
    }
}

#[test]
fn trial() {
    let one = bounds(Some(1));
    let zero = bounds(Some(0));
    let copy = |b: Bounds| Bounds { copies: 1, ..b };
    let two = |b: Bounds| Bounds { matches: 2, ..b };
    let none = bounds(None);
    let t = Play::Turns;
    let r = |rule, play, steps, b| run("m", Some(rule), play, steps, b);
    r(Rule::Vow, t, [4, 1], one);
    r(Rule::Vow, t, [4, 1], zero);
    r(Rule::VowOfTheMover, t, [4, 1], one);
    r(Rule::VowOfTheMover, t, [4, 1], zero);
    r(Rule::VowOnce, t, [2, 1], two(one));
    r(Rule::VowOnce, t, [2, 1], two(zero));
    r(Rule::VowElsewhere, t, [1, 2], two(copy(one)));
    r(Rule::VowElsewhere, t, [1, 2], two(copy(zero)));
    r(Rule::VowInOrder, t, [1, 1], two(copy(one)));
    r(Rule::VowInOrder, t, [1, 1], two(copy(zero)));
    r(Rule::AskedLast, t, [4, 1], one);
    r(Rule::Latest, t, [2, 2], two(one));
    r(Rule::NewestDraft, t, [1, 1], two(copy(one)));
    r(Rule::NewestDraft, t, [1, 1], two(copy(zero)));
    let draws = |b: Bounds| Bounds { draws: true, ..b };
    r(Rule::NothingAfter, t, [3, 2], draws(one));
    r(Rule::NothingAfter, t, [3, 2], draws(zero));
    let resign = |b: Bounds| Bounds { resignations: 1, ..b };
    r(Rule::ResignationStays, t, [1, 1], resign(copy(one)));
    r(Rule::ResignationNamed, t, [1, 1], resign(copy(one)));
    r(Rule::Mark, t, [2, 1], copy(one));
    r(Rule::StrangeResignation, t, [3, 1], resign(copy(one)));
    r(Rule::NotInRound, Play::Sealed, [4, 1], one);
    r(Rule::ChoiceAnew, Play::Sealed, [4, 1], copy(one));
    r(Rule::NotWhileAwaited, t, [3, 1], one);
    r(Rule::PastConfirm, t, [3, 1], zero);
    r(Rule::WinnerIsAsked, t, [2, 1], one);
    r(Rule::DrawStays, t, [3, 1], draws(one));
    r(Rule::Beside, t, [2, 1], Bounds { beside: true, ..one });
    r(Rule::Crossing, t, [1, 1], Bounds { copies: 2, ..none });
    r(Rule::Resend, t, [1, 1], copy(none));
    r(Rule::MarkYields, t, [1, 1], Bounds { copies: 2, ..none });
    let beside = Bounds { beside: true, ..one };
    run("ok", None, t, [4, 1], beside);
    run("two", None, t, [1, 1], two(copy(zero)));
    run("honest2", None, t, [1, 1], Bounds { copies: 2, ..none });
    run("honest22", None, t, [1, 1], two(Bounds { copies: 2, ..none }));
}
