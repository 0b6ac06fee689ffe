//! The table against the rulebook: its matrix of cards, its values, and a reader who knows the mix.

mod round;

use rules::tourney::Line;

use super::*;
use round::{Round, exchanges};

/// The wounds of row and column in the order HM HL MH ML LH LM, as rulebook 3.6 prints them; 2 is a killing blow.
const MATRIX: [[[u8; 2]; 6]; 6] = [
    [[0, 0], [0, 0], [0, 0], [2, 0], [0, 1], [2, 1]],
    [[0, 0], [0, 0], [0, 1], [2, 1], [0, 0], [2, 0]],
    [[0, 0], [1, 0], [0, 0], [0, 0], [1, 1], [0, 1]],
    [[0, 2], [1, 2], [0, 0], [0, 0], [1, 0], [0, 0]],
    [[1, 0], [0, 0], [1, 1], [0, 1], [0, 0], [0, 0]],
    [[1, 2], [0, 2], [1, 0], [0, 0], [0, 0], [0, 0]],
];

/// What a reader who knows every mix of a duel, but no card, may gain beyond the value in any state: the weights are
/// whole numbers.
const READ: f64 = 0.001;

/// The strengths of a side, the stronger first; 0 for a man who is not there.
type Men = [u8; 2];

fn sides(strongest: u8) -> Vec<Men> {
    let pairs = |one: u8| (0..=one).map(move |other| [one, other]);
    (1..=strongest).flat_map(pairs).collect()
}

/// Every state up to that strength, after those that can follow it.
fn states(strongest: u8) -> Vec<[Men; 2]> {
    let sides = sides(strongest);
    let mut states: Vec<[Men; 2]> = sides
        .iter()
        .flat_map(|own| sides.iter().map(move |other| [*own, *other]))
        .collect();
    states.sort_by_key(|state| state.concat().iter().sum::<u8>());
    states
}

/// The men who are there.
fn standing(men: &Men) -> &[u8] {
    &men[..men.iter().filter(|man| **man > 0).count()]
}

/// The place of a side in a list of numbers for every state; the first is a side with nobody left.
fn number(men: Men) -> usize {
    side_place(standing(&men)).map_or(0, |place| place + 1)
}

const NUMBERS: usize = SIDES + 1;

fn slot(own: Men, other: Men) -> usize {
    number(own) * NUMBERS + number(other)
}

/// The value of the table to the first side.
fn value(own: Men, other: Men) -> f64 {
    let odds = odds(standing(&own), standing(&other));
    (f64::from(odds.wins) - f64::from(odds.losses)) / f64::from(CERTAIN)
}

/// The mix of the table.
fn mix(own: Men, other: Men) -> Vec<f64> {
    let solved = solved(standing(&own), standing(&other)).expect("every state is in the table");
    let total: u32 = solved.weights.iter().sum();
    let shares = solved.weights.iter();
    shares
        .map(|weight| f64::from(*weight) / f64::from(total))
        .collect()
}

/// What a reader gets in each state against a side that always plays `mix`: the reader knows the mix and the state, and
/// chooses the best card of each round.
fn read(strongest: u8, mix: &dyn Fn(Men, Men) -> Vec<f64>) -> Vec<f64> {
    let exchanges = exchanges();
    let mut best = vec![0.0; NUMBERS * NUMBERS];
    for men in sides(strongest) {
        best[slot(men, [0; 2])] = -1.0;
        best[slot([0; 2], men)] = 1.0;
    }
    for [own, other] in states(strongest) {
        let mix = mix(own, other);
        let answers = (0..mix.len()).map(|answer| {
            let (mut gained, mut same) = (0.0, 0.0);
            for (choice, share) in mix.iter().enumerate().filter(|(_, share)| **share > 0.0) {
                let round = Round {
                    state: [own, other],
                    choices: [choice, answer],
                    exchanges: &exchanges,
                };
                round.outcomes(&mut |own_left, other_left, chance| {
                    if [own_left, other_left] == [own, other] {
                        same += share * chance;
                    } else {
                        gained += share * chance * best[slot(own_left, other_left)];
                    }
                });
            }
            // an answer that changes nothing for ever is as good as a double kill at best
            if same > 1.0 - 1e-9 {
                0.0
            } else {
                gained / (1.0 - same)
            }
        });
        best[slot(own, other)] = answers.fold(f64::MIN, f64::max);
    }
    best
}

/// What becomes of a duel in which both sides play the table's mix.
#[derive(Debug, Clone, Default)]
struct Course {
    rounds: f64,
    /// The chances by the men left of each side.
    ends: [[f64; 3]; 3],
}

fn courses() -> Vec<Course> {
    let exchanges = exchanges();
    let mut courses = vec![Course::default(); NUMBERS * NUMBERS];
    for men in sides(2) {
        courses[slot(men, [0; 2])].ends[standing(&men).len()][0] = 1.0;
        courses[slot([0; 2], men)].ends[0][standing(&men).len()] = 1.0;
    }
    courses[slot([0; 2], [0; 2])].ends[0][0] = 1.0;
    for [own, other] in states(2) {
        let (mut course, mut same) = (Course::default(), 0.0);
        for (choice, share) in mix(own, other).into_iter().enumerate() {
            for (answer, other_share) in mix(other, own).into_iter().enumerate() {
                let round = Round {
                    state: [own, other],
                    // the other side's table has its own man of a pair first
                    choices: [
                        choice,
                        turned(answer, standing(&other).len(), standing(&own).len()),
                    ],
                    exchanges: &exchanges,
                };
                round.outcomes(&mut |own_left, other_left, chance| {
                    let chance = chance * share * other_share;
                    if [own_left, other_left] == [own, other] {
                        same += chance;
                        return;
                    }
                    let next = &courses[slot(own_left, other_left)];
                    course.rounds += chance * next.rounds;
                    for (end, next) in course
                        .ends
                        .iter_mut()
                        .flatten()
                        .zip(next.ends.iter().flatten())
                    {
                        *end += chance * next;
                    }
                });
            }
        }
        course.rounds = (course.rounds + 1.0) / (1.0 - same);
        course
            .ends
            .iter_mut()
            .flatten()
            .for_each(|end| *end /= 1.0 - same);
        courses[slot(own, other)] = course;
    }
    courses
}

/// A choice of a side with `own` men against `others`, with the pairs in the enemy's order.
fn turned(choice: usize, own: usize, others: usize) -> usize {
    let pairs = own * others;
    let stance = |pair: usize| choice / 3_usize.pow((pairs - 1 - pair) as u32) % 3;
    let pair = |place: usize| (place % own) * others + place / own;
    (0..pairs).fold(0, |turned, place| turned * 3 + stance(pair(place)))
}

fn rounded(number: f64, digits: i32) -> f64 {
    let scale = 10_f64.powi(digits);
    (number * scale).round() / scale
}

#[test]
fn the_rules_and_the_stances_have_the_cards_of_the_matrix() {
    for card in Card::ALL {
        for against in Card::ALL {
            let wounds = [card.hits(against), against.hits(card)];
            assert_eq!(
                MATRIX[usize::from(card.number())][usize::from(against.number())],
                wounds
            );
        }
    }
    for stance in Stance::ALL {
        for card in stance.cards() {
            assert_eq!(stance == Stance::Strikes, card.blow() == Line::High);
            assert_eq!(stance == Stance::Guards, card.parry() == Line::High);
        }
    }
}

#[test]
fn no_reader_gains_against_the_mix_in_any_state() {
    let best = read(6, &mix);
    for [own, other] in states(6) {
        let (value, best) = (value(other, own), best[slot(own, other)]);
        assert!(
            best - value < READ,
            "{own:?} {other:?}: a reader gets {best}, the value is {value}"
        );
        // the table's value is the game's: neither side is sure of more
        assert!(best > value - READ, "{own:?} {other:?}: {best} {value}");
    }
}

#[test]
fn the_finer_weights_of_small_duels_leave_a_reader_nothing() {
    let best = read(2, &mix);
    for [own, other] in states(2) {
        if standing(&own).len() * standing(&other).len() <= 2 {
            let gain = best[slot(own, other)] - value(other, own);
            assert!(gain < 0.000_02, "{own:?} {other:?}: {gain}");
        }
    }
}

#[test]
fn one_to_one_is_as_the_rulebook_prints_it() {
    let courses = courses();
    let (fresh, wounded) = ([2, 0], [1, 0]);
    // the stances strike High, parry High, open High; the rulebook prints each of their two cards
    type Row = (Men, Men, f64, [f64; 3], f64, [f64; 3]);
    let printed: [Row; 3] = [
        (
            fresh,
            fresh,
            0.0,
            [0.094, 0.311, 0.094],
            3.99,
            [0.404, 0.404, 0.191],
        ),
        (
            wounded,
            fresh,
            -0.606,
            [0.046, 0.257, 0.197],
            2.57,
            [0.131, 0.737, 0.131],
        ),
        (
            wounded,
            wounded,
            0.0,
            [0.167, 0.167, 0.167],
            2.0,
            [0.333, 0.333, 0.333],
        ),
    ];
    for (own, other, worth, cards, rounds, ends) in printed {
        assert_eq!(rounded(value(own, other), 3), worth);
        let halves: Vec<f64> = mix(own, other)
            .iter()
            .map(|share| rounded(share / 2.0, 3))
            .collect();
        assert_eq!(halves, cards, "{own:?} {other:?}");
        let course = &courses[slot(own, other)];
        assert_eq!(rounded(course.rounds, 2), rounds);
        let found = [course.ends[1][0], course.ends[0][1], course.ends[0][0]];
        assert_eq!(found.map(|end| rounded(end, 3)), ends, "{own:?} {other:?}");
    }
    let other: Vec<f64> = mix(fresh, wounded)
        .iter()
        .map(|share| rounded(share / 2.0, 3))
        .collect();
    assert_eq!(other, [0.197, 0.257, 0.046]);
}

#[test]
fn two_to_one_is_as_the_rulebook_prints_it_but_for_three_figures() {
    let courses = courses();
    // in percent: the lone man fells both; all fall; he falls and fells one of them; he falls and fells none; as the
    // rulebook prints them, and as they are with the table's mix (docs/computer.md)
    type Row = (Men, Men, [f64; 4], [f64; 4], f64);
    let rows: [Row; 5] = [
        (
            [2, 0],
            [2, 2],
            [8.0, 7.0, 28.0, 57.0],
            [8.3, 7.0, 28.1, 56.6],
            2.9,
        ),
        (
            [2, 0],
            [2, 1],
            [17.0, 12.0, 44.0, 27.0],
            [17.5, 12.2, 43.6, 26.7],
            3.1,
        ),
        (
            [2, 0],
            [1, 1],
            [35.0, 20.0, 33.0, 12.0],
            [34.8, 20.5, 32.6, 12.1],
            2.7,
        ),
        (
            [1, 0],
            [2, 2],
            [2.0, 2.0, 16.0, 80.0],
            [1.7, 2.3, 14.7, 81.2],
            1.8,
        ),
        (
            [1, 0],
            [1, 1],
            [11.0, 18.0, 45.0, 26.0],
            [11.1, 18.5, 44.4, 25.9],
            1.8,
        ),
    ];
    let mut differing = Vec::new();
    for (lone, pair, printed, exact, rounds) in rows {
        let course = &courses[slot(lone, pair)];
        assert_eq!(rounded(course.rounds, 1), rounds, "{lone:?} {pair:?}");
        let ends = course.ends;
        let found = [ends[1][0], ends[0][0], ends[0][1], ends[0][2]];
        let found = found.map(|end| rounded(end * 100.0, 1));
        assert_eq!(found, exact, "{lone:?} {pair:?}");
        let cells = printed.into_iter().zip(found);
        differing.extend(cells.filter(|(printed, found)| (found - printed).abs() > 0.55));
        let worth = (printed[0] - printed[2] - printed[3]) / 100.0;
        assert!(
            (value(lone, pair) - worth).abs() < 0.015,
            "{lone:?} {pair:?}: {worth}"
        );
    }
    // How a fight ends depends on which of the optimal mixes both play; what it is worth does not. The table has the
    // widest mix, the rulebook another one.
    assert_eq!(differing, [(16.0, 14.7), (80.0, 81.2), (45.0, 44.4)]);
}

#[test]
fn a_fresh_round_does_what_the_rulebook_says_and_few_duels_are_long() {
    let exchanges = exchanges();
    let fresh = [2, 0];
    // the chances by the wounds of both, in one round
    let mut wounds = [[0.0; 3]; 3];
    let shares = mix(fresh, fresh);
    for (choice, share) in shares.iter().enumerate() {
        for (answer, other) in shares.iter().enumerate() {
            for ([given, taken], chance) in &exchanges[choice * 3 + answer] {
                wounds[usize::from(*given)][usize::from(*taken)] += share * other * chance;
            }
        }
    }
    let killing: f64 = wounds[2].iter().sum::<f64>() + wounds[0][2] + wounds[1][2];
    let percents = [
        wounds[0][0],
        wounds[0][1] + wounds[1][0],
        wounds[1][1],
        killing,
    ]
    .map(|share| share * 100.0);
    assert_eq!(
        percents.map(|percent| rounded(percent, 1)),
        [50.0, 23.5, 19.4, 7.1]
    );
    let longer = |rounds: u32| longer(rounds) * 100.0;
    assert_eq!(rounded(longer(8), 1), 4.4);
    assert_eq!(rounded(longer(12), 2), 0.45);
    assert!(longer(20) < 0.01);
}

/// The chance that a fresh duel of one against one takes more than that many rounds.
fn longer(rounds: u32) -> f64 {
    let exchanges = exchanges();
    let mut under_way = vec![([[2, 0], [2, 0]], 1.0)];
    for _ in 0..rounds {
        let mut next: Vec<([Men; 2], f64)> = Vec::new();
        for ([own, other], chance) in under_way {
            for (choice, share) in mix(own, other).into_iter().enumerate() {
                for (answer, other_share) in mix(other, own).into_iter().enumerate() {
                    let round = Round {
                        state: [own, other],
                        choices: [choice, answer],
                        exchanges: &exchanges,
                    };
                    round.outcomes(&mut |own, other, then| {
                        let then = chance * share * other_share * then;
                        match next.iter_mut().find(|(state, _)| *state == [own, other]) {
                            Some((_, known)) => *known += then,
                            None => next.push(([own, other], then)),
                        }
                    });
                }
            }
        }
        next.retain(|([own, other], _)| own[0] > 0 && other[0] > 0);
        under_way = next;
    }
    under_way.into_iter().map(|(_, chance)| chance).sum()
}

#[test]
fn the_other_figures_of_the_rulebook_hold() {
    let lone = [2, 0];
    let pair = [2, 2];
    assert_eq!(rounded(value(lone, pair), 3), -0.765);
    // the 1 to 1 mix of each pair by itself
    let apart = |own: Men, other: Men| {
        let mut mix_of_all = vec![1.0];
        for man in standing(&own) {
            for enemy in standing(&other) {
                let one = mix([*man, 0], [*enemy, 0]);
                mix_of_all = mix_of_all
                    .iter()
                    .flat_map(|share| one.iter().map(move |next| share * next))
                    .collect();
            }
        }
        mix_of_all
    };
    let read_apart = read(2, &apart);
    assert_eq!(rounded(-read_apart[slot(lone, pair)], 2), -0.85);
    assert_eq!(rounded(read_apart[slot(pair, lone)], 3), -0.535);
    // every card alike
    let alike = read(2, &|own, other| {
        let choices = 3_usize.pow((standing(&own).len() * standing(&other).len()) as u32);
        vec![1.0 / choices as f64; choices]
    });
    assert_eq!(rounded(alike[slot(lone, lone)], 3), 0.667);
}

#[test]
fn the_cards_drawn_follow_the_weights_whatever_the_order_of_the_men() {
    let mut random = Random::new(5);
    let rounds = 60_000;
    for (own, other) in [
        (vec![1], vec![2]),
        (vec![2, 1], vec![2]),
        (vec![1, 2], vec![2]),
        (vec![2], vec![1, 2]),
    ] {
        let mut counts = vec![0_u32; 3_usize.pow((own.len() * other.len()) as u32)];
        for _ in 0..rounds {
            let stances = stances(&own, &other, &mut random);
            let choice = stances
                .iter()
                .fold(0, |choice, stance| choice * 3 + *stance as usize);
            counts[choice] += 1;
        }
        let sorted = |men: &[u8]| {
            [
                men[0].max(*men.get(1).unwrap_or(&0)),
                men[0].min(*men.get(1).unwrap_or(&0)),
            ]
        };
        let wanted = mix(sorted(&own), sorted(&other));
        for (choice, share) in wanted.iter().enumerate() {
            // the table has the stronger man first
            let given = if own == [1, 2] || other == [1, 2] {
                choice % 3 * 3 + choice / 3
            } else {
                choice
            };
            let found = f64::from(counts[given]) / f64::from(rounds);
            assert!(
                (found - share).abs() < 0.01,
                "{own:?} {other:?} {choice}: {found} {share}"
            );
        }
    }
}
