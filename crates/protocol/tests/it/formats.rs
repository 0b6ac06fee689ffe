//! Files of another format are named as such and left alone; a match of today's format that an earlier build left in mid-game
//! is judged, and resumed by both seats.

use std::path::Path;

use protocol::file::{FormatError, OwnFiles};
use protocol::judge::{Verdict, judge};
use protocol::testing::{Disk, Mark, Pair, Seeded, Table, identity, sections, table, tiny};
use protocol::{Now, ResumeError, Seat, Session, Standing, Waiting, glance, replay};

const PUBLIC: &[u8] = include_bytes!("../fixtures/format-1.fpm");
const PRIVATE: &[u8] = include_bytes!("../fixtures/format-1.key");
const WHY: &str = "made by an older version of Warlord (match file format 1; this version reads 5)";

#[test]
fn a_match_file_of_format_1_is_named_so_by_judge_replay_and_resume() {
    let report = judge(&[PUBLIC]);
    assert_eq!(
        (report.verdict, report.why.as_str()),
        (Verdict::Unreadable, WHY)
    );
    let shown = replay::read(PUBLIC)
        .map(|_| ())
        .expect_err("another format");
    assert!(shown.to_string().ends_with(WHY), "{shown}");
    let resumed = Session::resume(
        identity(0, 1),
        PUBLIC,
        PRIVATE,
        Standing::Own,
        Now::default(),
    );
    let cause = resumed.map(|_| ()).expect_err("another format");
    let other = FormatError::OtherFormat { found: '1' };
    assert_eq!(cause, ResumeError::NoMatch(other));
    assert!(cause.to_string().ends_with(WHY), "{cause}");
    let advice = "open it with the version that made it; the file is left as it is";
    assert_eq!(cause.advice(), advice);
}

#[test]
fn a_match_file_of_format_1_beside_one_of_today_is_still_named() {
    let mut pair = Pair::agreed(tiny(2), 1);
    pair.play_out(&mut Seeded(1));
    let report = judge(&[&pair.disks[0].public, PUBLIC]);
    assert_eq!(report.verdict, Verdict::Complete);
    assert_eq!(report.remarks, [format!("file 2: {WHY}")]);
}

#[test]
fn a_file_that_is_no_match_file_is_not_called_another_format() {
    for bytes in [&b""[..], b"FPMATCH", b"FPMATCH\0", b"FPSECRT2", b"hello"] {
        let report = judge(&[bytes]);
        assert_eq!(report.verdict, Verdict::Unreadable);
        assert_eq!(report.why, "not a Warlord match file");
    }
}

/// The seed of the keys in today's fixture.
const KEYS: u8 = 2;

/// Both files of each seat in today's fixture.
const TODAY: [[&[u8]; 2]; 2] = [
    [
        include_bytes!("../fixtures/today-0.fpm"),
        include_bytes!("../fixtures/today-0.key"),
    ],
    [
        include_bytes!("../fixtures/today-1.fpm"),
        include_bytes!("../fixtures/today-1.key"),
    ],
];

/// Writes a fixture again; the next build has it.
#[expect(
    clippy::disallowed_methods,
    reason = "a match is kept for later builds"
)]
fn write(name: &str, disks: &[Disk]) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures");
    for (seat, disk) in disks.iter().enumerate() {
        for (ending, bytes) in [("fpm", &disk.public), ("key", &disk.private)] {
            let file = folder.join(format!("{name}-{seat}.{ending}"));
            std::fs::write(file, bytes).expect("written");
        }
    }
}

/// A match with a hidden set-up, some turns and an offer declined, left while the last orders are on their way.
fn in_mid_game() -> Pair {
    let mut pair = Pair::agreed(tiny(20), KEYS);
    let mut dice = Seeded(8);
    for _ in 0..5 {
        assert!(pair.play_one(&mut dice));
    }
    let seat = pair.to_decide().expect("the game continues");
    pair.with(seat.other(), |session, now| session.offer_draw(now));
    pair.run();
    pair.with(seat, |session, now| session.answer_draw(now, false));
    pair.run();
    pair.play_one(&mut dice);
    let seat = pair.to_decide().expect("the game continues");
    let session = pair.session(seat);
    let position = session.position().expect("a match").clone();
    let side = session.side_of(seat).expect("a seat");
    let orders = protocol::testing::random_orders(&position, side, &mut dice);
    pair.with(seat, |session, now| session.propose(now, &orders))
        .expect("alive")
        .expect("legal");
    pair
}

/// Both files of each seat in the fixture of a table whose members have leaders of their own.
const LEADERS: [[&[u8]; 2]; 4] = [
    [
        include_bytes!("../fixtures/leaders-0.fpm"),
        include_bytes!("../fixtures/leaders-0.key"),
    ],
    [
        include_bytes!("../fixtures/leaders-1.fpm"),
        include_bytes!("../fixtures/leaders-1.key"),
    ],
    [
        include_bytes!("../fixtures/leaders-2.fpm"),
        include_bytes!("../fixtures/leaders-2.key"),
    ],
    [
        include_bytes!("../fixtures/leaders-3.fpm"),
        include_bytes!("../fixtures/leaders-3.key"),
    ],
];

/// A table after a set-up in parts, left in the middle of a turn, with a part on its way.
fn in_mid_turn() -> Table<4> {
    let all = || (0..4).map(Seat);
    let pairs: Vec<(Seat, Seat)> = all().flat_map(|a| all().map(move |b| (a, b))).collect();
    let graph: Vec<(Seat, Seat)> = pairs.into_iter().filter(|(a, b)| a < b).collect();
    let mut table = Table::<4>::under_way(table(&sections(12), 4, KEYS), &graph, KEYS);
    let mut dice = Seeded(8);
    for _ in 0..7 {
        assert!(table.play_one(&mut dice));
    }
    let seat = table.to_decide().expect("the game continues");
    assert!(table.decide_at(seat, &mut dice));
    table
}

#[test]
fn a_table_shared_by_leaders_that_an_earlier_build_left_in_mid_turn_is_judged_and_taken_up_by_all()
{
    if std::env::var_os("WARLORD_FIXTURE").is_some_and(|wish| wish == "write") {
        return write("leaders", &in_mid_turn().disks);
    }
    let disks = LEADERS.map(|[public, private]| Disk {
        public: public.to_vec(),
        private: private.to_vec(),
        writes: 0,
    });
    let files: Vec<&[u8]> = disks.iter().map(|disk| disk.public.as_slice()).collect();
    assert!(
        files[1..].iter().any(|file| *file != files[0]),
        "a part had not arrived"
    );
    let report = judge(&files);
    assert_eq!(
        (report.verdict, &report.remarks[..]),
        (Verdict::Open, &[][..])
    );
    let mut table = in_mid_turn();
    for seat in table.places() {
        table.kill(seat);
    }
    table.cut_closing();
    table.disks = disks;
    for seat in table.places() {
        let disk = &table.disks[seat.index()];
        let own = OwnFiles::read(&disk.public, &disk.private).expect("our own files");
        table.marks[seat.index()] = Some(Mark {
            runs: own.run.into_iter().collect(),
            ..Mark::default()
        });
        table.restart(seat);
        assert_eq!(table.session(seat).standing(), Standing::Own);
    }
    table.connect();
    table.run();
    table.play_out(&mut Seeded(3));
    let report = judge(&[&table.disks[3].public]);
    assert_eq!(report.verdict, Verdict::Complete, "{report:?}");
}

#[test]
fn a_match_that_an_earlier_build_left_in_mid_game_is_judged_and_taken_up_by_both() {
    if std::env::var_os("WARLORD_FIXTURE").is_some_and(|wish| wish == "write") {
        return write("today", &in_mid_game().disks);
    }
    let disks = TODAY.map(|[public, private]| Disk {
        public: public.to_vec(),
        private: private.to_vec(),
        writes: 0,
    });
    let files = disks.each_ref().map(|disk| disk.public.as_slice());
    assert_ne!(files[0], files[1], "the last orders had not arrived");
    for copies in [&files[..1], &files[1..], &files] {
        let report = judge(copies);
        assert_eq!(
            (report.verdict, &report.remarks[..]),
            (Verdict::Open, &[][..])
        );
    }
    let turns = glance::glance(files[0]).expect("a match").turns;
    assert!(turns >= 3, "{turns}");
    // the same keys, and nothing but the files
    let mut pair = Pair::new(tiny(20), KEYS);
    pair.disks = disks;
    for seat in [Seat(0), Seat(1)] {
        // the machine's mark names the run that wrote the files
        let disk = &pair.disks[seat.index()];
        let own = OwnFiles::read(&disk.public, &disk.private).expect("our own files");
        pair.marks[seat.index()] = Some(Mark {
            runs: own.run.into_iter().collect(),
            ..Mark::default()
        });
        pair.restart(seat);
        assert_eq!(pair.session(seat).fault(), None);
        assert!(!matches!(pair.session(seat).waiting(), Waiting::Nobody));
    }
    pair.connect();
    pair.run();
    pair.play_out(&mut Seeded(3));
    assert_eq!(pair.disks[0].public, pair.disks[1].public);
    let report = judge(&[&pair.disks[0].public]);
    assert_eq!(report.verdict, Verdict::Complete, "{report:?}");
}
