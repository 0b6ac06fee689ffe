//! The small families that are searched.

use super::search::Violation;
use super::world::{Case, Has, Id, Manifest, OLD, Restore};

use Has::{Older, UpTo};
use Restore::{Noticed, Unnoticed};

const fn made(name: Id, continues: Id, at: u64, has: &'static [(char, Has)]) -> Manifest {
    Manifest {
        name,
        continues,
        at,
        has,
        leaves: &[],
        gives_up: false,
        host: 9,
    }
}

const fn left(
    name: Id,
    continues: Id,
    at: u64,
    has: &'static [(char, Has)],
    leaves: &'static [(char, Id)],
) -> Manifest {
    Manifest {
        leaves,
        ..made(name, continues, at, has)
    }
}

const fn hosted(name: Id, host: u8) -> Manifest {
    Manifest {
        host,
        ..made(name, OLD, 1, &[('A', UpTo(1)), ('B', UpTo(0))])
    }
}

const fn giving_up(name: Id, has: &'static [(char, Has)]) -> Manifest {
    Manifest {
        gives_up: true,
        ..made(name, OLD, 4, has)
    }
}

/// What most cases have: three teams, no result, nobody restored.
const PLAIN: Case = Case {
    name: "",
    honest: &['A', 'B'],
    cheats: &['K'],
    steps: &['A', 'K', 'B'],
    teams: &[('A', 1), ('B', 2), ('K', 3)],
    result: None,
    manifests: &[],
    restored: &[],
    never_settled: &[],
    suffers: &[],
};

pub(super) const CASES: [Case; 13] = [
    // A wins with step 4 and may be restored to an older copy. X is K's puppet in A's seat.
    Case {
        name: "three",
        cheats: &['K', 'X'],
        steps: &['A', 'K', 'B', 'A', 'K'],
        result: Some((4, &['A'])),
        manifests: &[
            made(
                "m1",
                OLD,
                2,
                &[('A', UpTo(1)), ('B', UpTo(0)), ('K', UpTo(2))],
            ),
            made(
                "m2",
                OLD,
                3,
                &[('A', UpTo(1)), ('B', UpTo(3)), ('K', UpTo(2))],
            ),
            made("kb", OLD, 3, &[('B', UpTo(3)), ('K', UpTo(2))]),
            made(
                "s1",
                OLD,
                2,
                &[('A', Older), ('B', UpTo(0)), ('K', UpTo(2))],
            ),
            made("s3", OLD, 3, &[('A', Older), ('B', UpTo(3)), ('K', Older)]),
            made("p", OLD, 1, &[('X', UpTo(0)), ('K', UpTo(2))]),
        ],
        restored: &[('A', Noticed)],
        ..PLAIN
    },
    // Two cheats of two teams, who also say that their files are older.
    Case {
        name: "two cheats",
        honest: &['A'],
        cheats: &['K', 'D', 'X'],
        steps: &['A', 'K', 'D', 'A', 'K', 'D'],
        teams: &[('A', 1), ('K', 2), ('D', 3)],
        result: Some((4, &['A'])),
        manifests: &[
            made(
                "m1",
                OLD,
                2,
                &[('A', UpTo(1)), ('K', UpTo(2)), ('D', UpTo(0))],
            ),
            made(
                "m3",
                OLD,
                3,
                &[('A', UpTo(1)), ('K', UpTo(2)), ('D', UpTo(3))],
            ),
            made("mS", OLD, 1, &[('A', UpTo(1)), ('K', Older), ('D', Older)]),
            made("s3", OLD, 3, &[('A', Older), ('K', Older), ('D', Older)]),
            made("s2", OLD, 2, &[('A', Older), ('K', UpTo(2)), ('D', Older)]),
            made(
                "p",
                OLD,
                1,
                &[('X', UpTo(0)), ('K', UpTo(2)), ('D', UpTo(3))],
            ),
        ],
        restored: &[('A', Noticed)],
        ..PLAIN
    },
    // m1 does not become settled. c1 continues it at its start without K, c2 and c3 with B, who has not entered it. K enters
    // late.
    Case {
        name: "unsettled",
        steps: &['A', 'K', 'B', 'A'],
        manifests: &[
            made(
                "m1",
                OLD,
                2,
                &[('A', UpTo(1)), ('B', UpTo(0)), ('K', UpTo(2))],
            ),
            made("c1", "m1", 0, &[('A', UpTo(1)), ('B', UpTo(1))]),
            left(
                "c2",
                "m1",
                0,
                &[('A', UpTo(1)), ('B', UpTo(3))],
                &[('B', OLD)],
            ),
            left(
                "c3",
                "m1",
                0,
                &[('A', UpTo(1)), ('B', UpTo(0))],
                &[('B', OLD)],
            ),
            made("k1", "m1", 0, &[('A', UpTo(1)), ('K', UpTo(0))]),
            made("o3", OLD, 3, &[('B', UpTo(3)), ('K', UpTo(2))]),
            made("d", "c1", 1, &[('A', UpTo(1)), ('B', UpTo(1))]),
        ],
        restored: &[('A', Unnoticed)],
        suffers: &[Violation::Convicted('A')],
        ..PLAIN
    },
    // A is in m1 with K and comes back to B's side by n, which is then continued.
    Case {
        name: "leaves",
        manifests: &[
            made("m1", OLD, 2, &[('A', UpTo(1)), ('K', UpTo(2))]),
            left(
                "n",
                OLD,
                2,
                &[('A', UpTo(1)), ('B', UpTo(0))],
                &[('A', "m1")],
            ),
            made("n2", "n", 1, &[('A', UpTo(1)), ('B', UpTo(1))]),
            left(
                "q",
                OLD,
                2,
                &[('B', UpTo(0)), ('K', UpTo(2))],
                &[('K', "m1")],
            ),
            left(
                "r",
                "m1",
                1,
                &[('A', UpTo(1)), ('B', UpTo(0)), ('K', UpTo(1))],
                &[('B', OLD)],
            ),
        ],
        ..PLAIN
    },
    // A line of three matches, of which the middle manifest may be withheld.
    Case {
        name: "line",
        steps: &['A', 'K'],
        manifests: &[
            made(
                "m1",
                OLD,
                2,
                &[('A', UpTo(1)), ('B', UpTo(0)), ('K', UpTo(2))],
            ),
            made(
                "m2",
                "m1",
                1,
                &[('A', UpTo(1)), ('B', UpTo(1)), ('K', UpTo(1))],
            ),
            made(
                "m3",
                "m2",
                1,
                &[('A', UpTo(1)), ('B', UpTo(1)), ('K', UpTo(1))],
            ),
        ],
        ..PLAIN
    },
    // Two tables at the same time, no cheat at all.
    Case {
        name: "crossing",
        cheats: &[],
        steps: &['A', 'B'],
        manifests: &[
            hosted("t1", 0),
            hosted("t2", 1),
            left(
                "t3",
                OLD,
                1,
                &[('A', UpTo(1)), ('B', UpTo(0))],
                &[('A', "t1"), ('B', "t2")],
            ),
            made("t4", "t3", 1, &[('A', UpTo(1)), ('B', UpTo(1))]),
        ],
        // Nobody is in both t1 and t2, so nothing has to bring them together.
        never_settled: &["t3", "t4"],
        ..PLAIN
    },
    // K says in t3 that it leaves t1, which it enters only afterwards.
    Case {
        name: "late",
        honest: &['A'],
        steps: &['A', 'K'],
        teams: &[('A', 1), ('K', 2)],
        manifests: &[
            made("t1", OLD, 2, &[('A', UpTo(1)), ('K', UpTo(2))]),
            left(
                "t3",
                OLD,
                2,
                &[('A', UpTo(1)), ('K', UpTo(2))],
                &[('A', "t1"), ('K', "t1")],
            ),
        ],
        ..PLAIN
    },
    // A and its mate W, a cheat, have won. g gives that up.
    Case {
        name: "pocket",
        honest: &['A'],
        cheats: &['W', 'K'],
        steps: &['A', 'K', 'A', 'K'],
        teams: &[('A', 1), ('W', 1), ('K', 2)],
        result: Some((3, &['A', 'W'])),
        manifests: &[giving_up(
            "g",
            &[('A', UpTo(3)), ('W', UpTo(0)), ('K', UpTo(4))],
        )],
        ..PLAIN
    },
    Case {
        name: "pocket of two",
        honest: &['A', 'W'],
        steps: &['A', 'K', 'W', 'K'],
        teams: &[('A', 1), ('W', 1), ('K', 2)],
        result: Some((3, &['A', 'W'])),
        manifests: &[
            giving_up("g", &[('A', UpTo(1)), ('W', UpTo(3)), ('K', UpTo(4))]),
            giving_up("g2", &[('A', UpTo(1)), ('W', UpTo(3))]),
        ],
        ..PLAIN
    },
    // A has entered m1, is set back to before that without knowing it, and K opens other tables.
    Case {
        name: "unaware",
        manifests: &[
            made(
                "m1",
                OLD,
                2,
                &[('A', UpTo(1)), ('B', UpTo(0)), ('K', UpTo(2))],
            ),
            made("n", OLD, 2, &[('A', UpTo(1)), ('K', UpTo(2))]),
            made("ab", OLD, 2, &[('A', UpTo(1)), ('B', UpTo(0))]),
            made("m1k", OLD, 2, &[('A', UpTo(1)), ('K', UpTo(2))]),
        ],
        restored: &[('A', Unnoticed)],
        suffers: &[Violation::Convicted('A')],
        ..PLAIN
    },
    // K has shown step 2 to A alone, and both have gone on to step 4. B is at step 1.
    Case {
        name: "split",
        steps: &['A', 'K', 'K', 'A'],
        manifests: &[made("ab", OLD, 1, &[('A', UpTo(4)), ('B', UpTo(0))])],
        ..PLAIN
    },
    // The old match is drawn by agreement in step 3. X is K's puppet.
    Case {
        name: "draw",
        honest: &['A'],
        cheats: &['K', 'X'],
        steps: &['A', 'K', 'A', 'K'],
        teams: &[('A', 1), ('K', 2)],
        result: Some((3, &['A', 'K'])),
        manifests: &[
            made("p", OLD, 2, &[('X', UpTo(0)), ('K', UpTo(2))]),
            made("m", OLD, 2, &[('A', UpTo(1)), ('K', UpTo(2))]),
        ],
        ..PLAIN
    },
    // A has entered m. K plays on in the old match instead.
    Case {
        name: "abandoned",
        honest: &['A'],
        steps: &['A', 'K', 'A', 'K', 'A'],
        teams: &[('A', 1), ('K', 2)],
        manifests: &[
            made("m", OLD, 1, &[('A', UpTo(1)), ('K', UpTo(0))]),
            left(
                "n",
                OLD,
                3,
                &[('A', UpTo(3)), ('K', UpTo(2))],
                &[('A', "m")],
            ),
        ],
        ..PLAIN
    },
];

/// Two seats with three manifests: on own files, on an older copy, and giving the result up.
pub(super) const TWO_SEATS: Case = Case {
    name: "two seats",
    honest: &['A'],
    steps: &['A', 'K', 'A'],
    teams: &[('A', 1), ('K', 2)],
    result: Some((2, &['A'])),
    manifests: &[
        made("m", OLD, 1, &[('A', UpTo(1)), ('K', UpTo(0))]),
        made("s", OLD, 1, &[('A', Older), ('K', UpTo(2))]),
        giving_up("g", &[('A', UpTo(1)), ('K', UpTo(2))]),
    ],
    ..PLAIN
};

/// Three seats with two manifests: one without A, which A then comes back to.
pub(super) const THREE_SEATS: Case = Case {
    name: "three seats",
    result: Some((2, &['A', 'B'])),
    manifests: &[
        made("m", OLD, 1, &[('B', UpTo(0)), ('K', UpTo(0))]),
        left(
            "n",
            "m",
            0,
            &[('A', UpTo(1)), ('B', UpTo(0)), ('K', UpTo(0))],
            &[('A', OLD)],
        ),
    ],
    ..PLAIN
};
