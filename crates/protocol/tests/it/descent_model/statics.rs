//! Every set of facts that two small families can hold, signed by anybody: one more fact never says less.

use protocol::descent::Descent;

use super::cases::{THREE_SEATS, TWO_SEATS};
use super::world::{Case, Fact, Numbers, OLD, Pool, Shown};

/// The sets of facts of a case. A record counts only with those before it, because its root names them.
fn sets(case: &Case, numbers: &Numbers) -> Vec<Pool> {
    let mut sets = vec![Pool::default()];
    let shown = |pool| Shown {
        case,
        numbers,
        pool,
        without: None,
        only: None,
    };
    for fact in numbers
        .facts()
        .filter(|fact| !matches!(fact, Fact::Signed(..)))
    {
        let with: Vec<Pool> = sets
            .iter()
            .map(|pool| shown(*pool))
            .filter(|shown| match fact {
                Fact::Record(step) => shown.is_played_to(step - 1),
                _ => true,
            })
            .map(|shown| shown.with(fact))
            .collect();
        sets.extend(with);
    }
    sets
}

fn one_more_fact_never_says_less(case: &Case) -> usize {
    let numbers = Numbers::of(case);
    let family = case.family(None, None);
    let players: Vec<char> = case.honest.iter().chain(case.cheats).copied().collect();
    let decision = case.decision().expect("a result");
    let shown = |pool| Shown {
        case,
        numbers: &numbers,
        pool,
        without: None,
        only: None,
    };
    let mut pairs = 0;
    for pool in sets(case, &numbers) {
        let before = shown(pool);
        let old = Descent::new(&family, &before);
        for fact in numbers.facts() {
            let is_next = match fact {
                Fact::Record(step) => before.is_played_to(step - 1),
                Fact::Signed(..) => false,
                Fact::Entered(..) | Fact::Played(..) => true,
            };
            if !is_next || before.holds(fact) {
                continue;
            }
            pairs += 1;
            let after = shown(before.with(fact));
            let new = Descent::new(&family, &after);
            for player in &players {
                if old.two_lives(*player).is_some() {
                    assert!(new.two_lives(*player).is_some(), "{pool:?} {fact:?}");
                }
                if old.broken_promise(*player).is_some() {
                    assert!(new.broken_promise(*player).is_some(), "{pool:?} {fact:?}");
                }
            }
            assert!(
                !old.is_continued(OLD, |_| false) || new.is_continued(OLD, |_| false),
                "{pool:?} {fact:?}"
            );
            assert!(
                old.replaced_by(OLD, |_| false).is_none()
                    || new.replaced_by(OLD, |_| false).is_some(),
                "{pool:?} {fact:?}"
            );
            // A statement of `K` that serves `A` falls for good once both have entered a later match.
            let is_together = case.manifests.iter().any(|each| {
                let both = ['A', 'K'].iter().all(|player| each.has(*player).is_some());
                both && new.is_settled(each.name)
            });
            assert_eq!(
                new.statement_stands(OLD, 'K', &['A']),
                !is_together,
                "{pool:?} {fact:?}"
            );
            if old.stands(&decision) && !new.stands(&decision) {
                // Only what everybody whom it serves has entered takes a result away.
                let has_entered = |player: &char| {
                    let mut manifests = case.manifests.iter();
                    manifests.any(|each| after.holds(Fact::Entered(each.name, *player)))
                };
                assert!(decision.serves.iter().all(has_entered), "{pool:?} {fact:?}");
            }
        }
    }
    pairs
}

#[test]
fn one_more_fact_of_two_seats_or_three_never_says_less() {
    assert_eq!(one_more_fact_never_says_less(&TWO_SEATS), 110_592);
    assert_eq!(one_more_fact_never_says_less(&THREE_SEATS), 23_552);
}
