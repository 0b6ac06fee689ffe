//! The report of a bug that stopped the program, kept for the next start.

use std::backtrace::Backtrace;
use std::io::Read as _;
use std::panic::PanicHookInfo;
use std::path::PathBuf;
use std::{fs, panic};

use home::Home;

const REPORT: &str = "mistake.txt";
/// The longest report that is shown, in bytes.
const MOST: u64 = 64 * 1024;

fn file(home: &Home) -> PathBuf {
    home.path().join(REPORT)
}

/// Has every panic of a thread written to the data folder, in addition to what goes to the terminal.
pub fn keep_reports(home: &Home) {
    let file = file(home);
    // the hook of before stays in the chain: without it nothing would appear in the terminal
    let before = panic::take_hook();
    panic::set_hook(Box::new(move |info| {
        // the program stops: if the report cannot be written, the terminal still has it
        let _ = fs::write(&file, report(info));
        before(info);
    }));
}

/// The place and message of a panic, the program, the machine, and the backtrace.
fn report(info: &PanicHookInfo<'_>) -> String {
    format!(
        "{info}\n\nWarlord {} on {} ({})\n\n{}\n",
        env!("CARGO_PKG_VERSION"),
        std::env::consts::OS,
        std::env::consts::ARCH,
        Backtrace::force_capture()
    )
}

/// The report of the last run, if there is one.
pub(crate) fn last_report(home: &Home) -> Option<String> {
    let mut bytes = Vec::new();
    let file = fs::File::open(file(home)).ok()?;
    file.take(MOST).read_to_end(&mut bytes).ok()?;
    let mut text = String::from_utf8_lossy(&bytes).into_owned();
    // the message of a panic may hold text from the other player
    text.retain(|letter| letter == '\n' || !letter.is_control());
    Some(text)
}

pub fn forget(home: &Home) {
    // if the file cannot be removed, the next start shows it again
    let _ = fs::remove_file(file(home));
}
