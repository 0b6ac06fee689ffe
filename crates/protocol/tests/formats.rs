//! Files of another format are named as such and left alone.

use protocol::file::FormatError;
use protocol::judge::{Verdict, judge};
use protocol::testing::{Pair, Seeded, identity, tiny};
use protocol::{Now, ResumeError, Session, replay};

const PUBLIC: &[u8] = include_bytes!("fixtures/format-1.fpm");
const PRIVATE: &[u8] = include_bytes!("fixtures/format-1.key");
const WHY: &str = "a match file of format 1, this program reads format 2";

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
    let resumed = Session::resume(identity(0, 1), PUBLIC, PRIVATE, Now::default());
    let cause = resumed.map(|_| ()).expect_err("another format");
    let other = FormatError::OtherFormat { found: '1' };
    assert_eq!(cause, ResumeError::NoMatch(other));
    assert!(cause.to_string().ends_with(WHY), "{cause}");
    let advice = "read it with the version of the program that wrote it; the file is left as it is";
    assert_eq!(cause.advice(), advice);
}

#[test]
fn a_match_file_of_format_1_beside_one_of_format_2_is_still_named() {
    let mut pair = Pair::agreed(tiny(2), 1);
    pair.play_out(&mut Seeded(1));
    let report = judge(&[&pair.disks[0].public, PUBLIC]);
    assert_eq!(report.verdict, Verdict::Complete);
    assert_eq!(report.remarks, [format!("file 2: {WHY}")]);
}

#[test]
fn what_is_no_match_file_is_not_called_another_format() {
    for bytes in [&b""[..], b"FPMATCH", b"FPMATCH\0", b"FPSECRT2", b"hello"] {
        let report = judge(&[bytes]);
        assert_eq!(report.verdict, Verdict::Unreadable);
        assert_eq!(report.why, "no match file");
    }
}
