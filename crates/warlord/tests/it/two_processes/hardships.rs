//! Programs that are stopped for a minute, whose clock is set back and forth, and whose disk is full.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use protocol::file::{Entry, read_public};
use rules::testing::depth::deep;

use crate::two_processes::program::{
    Homes, Program, assert_complete, output, resumed, text, warlord,
};

/// Both ends of a match that lasts until nothing disturbs it any more; `change` prepares the guest's command.
fn match_of(
    homes: &Homes,
    here: &str,
    there: &str,
    change: impl FnOnce(&mut Command),
) -> (Program, Program) {
    let more = ["--scenario", "two-countries", "--max-turns", "60"];
    let terms = ["--days", "3", "--record", here];
    let host = homes.host(&[&more[..], &terms].concat());
    let code = host.code();
    let join = ["join", &code, "--player", "computer:1", "--record", there];
    let mut command = warlord(&homes.bob(), &join);
    change(&mut command);
    let guest = Program::run(&mut command);
    (host, guest)
}

fn run(program: &str, arguments: &[&str]) -> bool {
    let status = Command::new(program).args(arguments).output();
    status.is_ok_and(|output| output.status.success())
}

#[test]
fn a_program_stopped_for_a_while_continues_when_it_wakes() {
    // A line counts as lost after twelve seconds, so even the shortest stop is longer.
    let seconds = deep(14, 14, 60);
    let homes = Homes::new();
    let (here, there) = (homes.record("here.fpm"), homes.record("there.fpm"));
    let (host, guest) = match_of(&homes, &here, &there, |_| {});
    let mut turn = guest.wait_for_turn(3);
    for program in [&guest, &host].into_iter().take(deep(1, 2, 2)) {
        let id = program.child.id().to_string();
        assert!(run("kill", &["-STOP", &id]));
        std::thread::sleep(Duration::from_secs(seconds));
        assert!(run("kill", &["-CONT", &id]));
        turn = program.wait_for_turn(turn + 3);
    }
    assert_complete(host, guest);
}

/// The paths of libfaketime on Debian, Fedora and Arch.
const FAKETIME: [&str; 4] = [
    "/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1",
    "/usr/lib/aarch64-linux-gnu/faketime/libfaketimeMT.so.1",
    "/usr/lib64/faketime/libfaketimeMT.so.1",
    "/usr/lib/faketime/libfaketimeMT.so.1",
];

#[test]
fn a_clock_set_back_and_forth_changes_nothing_but_the_labels() {
    let Some(library) = FAKETIME.into_iter().find(|file| Path::new(file).exists()) else {
        eprintln!("skipped: setting a program's clock needs libfaketime (Debian: faketime)");
        return;
    };
    let homes = Homes::new();
    let (here, there) = (homes.record("here.fpm"), homes.record("there.fpm"));
    let clock = homes.folder.path().join("clock");
    let set = |offset: &str| fs::write(&clock, offset).expect("written");
    let lie = |command: &mut Command| {
        command
            .env("LD_PRELOAD", library)
            .env("FAKETIME_TIMESTAMP_FILE", &clock)
            .env("FAKETIME_NO_CACHE", "1")
            // only the date is set back and forth; a monotonic clock that jumps does not exist
            .env("FAKETIME_DONT_FAKE_MONOTONIC", "1");
    };
    set("+0");
    let (host, guest) = match_of(&homes, &here, &there, lie);
    let mut turn = guest.wait_for_turn(2);
    for offset in ["+400d", "-4000d", "+1d", "-30y"] {
        set(offset);
        turn = guest.wait_for_turn(turn + 3);
    }
    // started again under a clock that stands long ago
    guest.kill();
    let mut command = warlord(&homes.bob(), &["resume", &there, "--player", "computer:1"]);
    lie(&mut command);
    let guest = Program::run(&mut command);
    let [file, _] = assert_complete(host, guest);
    let (entries, _) = read_public(&fs::read(file).expect("a match file")).expect("sound");
    let times: Vec<u64> = entries
        .iter()
        .filter_map(|entry| match entry {
            Entry::Record(record) => Some(record.sent_ms),
            _ => None,
        })
        .collect();
    const YEAR_MS: u64 = 365 * 24 * 3600 * 1000;
    let (first, last) = (times.iter().min(), times.iter().max());
    let span = last.zip(first).map(|(last, first)| last - first);
    assert!(span > Some(10 * YEAR_MS), "the clock was set: {times:?}");
    // nobody was reported to be late
    assert!(!entries.iter().any(|entry| matches!(entry, Entry::Note(_))));
}

/// A small disk, unmounted when dropped.
struct SmallDisk(PathBuf);

impl SmallDisk {
    /// `None` if the system does not let a disk be mounted.
    fn mount(at: PathBuf, bytes: &str) -> Option<Self> {
        fs::create_dir_all(&at).expect("a folder");
        let size = format!("size={bytes}");
        let place = at.to_string_lossy().into_owned();
        run("mount", &["-t", "tmpfs", "-o", &size, "tmpfs", &place]).then_some(Self(at))
    }

    /// Leaves no byte free.
    fn fill(&self) -> PathBuf {
        use std::io::Write as _;
        let ballast = self.0.join("ballast");
        let mut file = fs::File::create(&ballast).expect("made");
        while file.write_all(&[7; 4096]).is_ok() {}
        // byte by byte at the end: a block that does not fit may leave room for a record
        while file.write_all(&[7]).is_ok() {}
        ballast
    }
}

impl Drop for SmallDisk {
    fn drop(&mut self) {
        run("umount", &["-l", &self.0.to_string_lossy()]);
    }
}

#[test]
fn a_full_disk_is_reported_and_costs_nothing_that_was_agreed() {
    let homes = Homes::new();
    let Some(disk) = SmallDisk::mount(homes.folder.path().join("small"), "256k") else {
        eprintln!("skipped: mounting a small disk needs root on Linux");
        return;
    };
    let small = |name: &str| disk.0.join(name).to_string_lossy().into_owned();
    for full in ["host", "guest"] {
        let (here, there) = match full {
            "host" => (small("here.fpm"), homes.record("there.fpm")),
            _ => (homes.record("here2.fpm"), small("there2.fpm")),
        };
        let (host, guest) = match_of(&homes, &here, &there, |_| {});
        let turn = guest.wait_for_turn(3);
        host.wait_for_turn(3);
        let ballast = disk.fill();
        let (stopped, other, file) = match full {
            "host" => (host, guest, &here),
            _ => (guest, host, &there),
        };
        let told = stopped.wait_for("error");
        let said = format!("{} {}", told["what"], told["advice"]);
        assert!(said.contains("cannot be written"), "{told}");
        assert!(said.contains("space on the disk"), "{told}");
        assert_eq!(stopped.ended().code(), Some(2));
        // still full: reported again, and the file is left as it is
        let kept = fs::read(file).expect("a match file");
        let home = if full == "host" {
            homes.ann()
        } else {
            homes.bob()
        };
        let again = output(&home, &["resume", file, "--player", "computer:1", "--json"]);
        assert_eq!(again.status.code(), Some(2), "{}", text(&again.stdout));
        assert!(
            text(&again.stdout).contains("space on the disk"),
            "{}",
            text(&again.stdout)
        );
        let (entries, _) = read_public(&kept).expect("a match file");
        fs::remove_file(&ballast).expect("removed");
        let judged = output(&home, &["judge", file, "--json"]);
        assert!(
            text(&judged.stdout).contains("\"OPEN\""),
            "{}",
            text(&judged.stdout)
        );
        let back = resumed(&home, file);
        other.wait_for_turn(turn + 3);
        let files = assert_complete(back, other);
        // the file on the full disk is a part of the whole match
        let (whole, _) = read_public(&fs::read(&files[0]).expect("a match file")).expect("sound");
        assert!(entries.iter().all(|entry| whole.contains(entry)), "{full}");
        for ending in ["fpm", "key"] {
            let _ = fs::remove_file(Path::new(file).with_extension(ending));
        }
    }
    // a new player's key cannot be kept
    disk.fill();
    let begun = output(&disk.0.join("new"), &["host", "--player", "computer:1"]);
    let said = text(&begun.stderr);
    assert_eq!(begun.status.code(), Some(2), "{said}");
    assert!(said.contains("\n  do: "), "{said}");
}
