//! Match files, whole, changed or of any bytes, are judged and replayed whatever they hold; no change leaves a file
//! whole or proves anything against a player.
#![no_main]

use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use protocol::judge::{Verdict, judge};
use protocol::testing::{Pair, Seeded, contact, tiny};
use protocol::{file, replay};

/// The public files of whole matches: one with a hidden set-up, one with duels.
static WHOLE: LazyLock<[Vec<u8>; 2]> = LazyLock::new(|| {
    [tiny(3), contact(6)].map(|offer| {
        let mut pair = Pair::agreed(offer, 1);
        pair.play_out(&mut Seeded(1));
        let [ours, _] = pair.disks;
        ours.public
    })
});

// a whole file changed at one place, or bytes as they come
fuzz_target!(|given: (Option<bool>, u16, u8, &[u8])| {
    let (changed, at, cut, bytes) = given;
    let whole = changed.map(|has_duels| &WHOLE[usize::from(has_duels)]);
    let mut file = whole.cloned().unwrap_or_default();
    let at = usize::from(at).min(file.len());
    file.splice(
        at..(at + usize::from(cut)).min(file.len()),
        bytes.iter().copied(),
    );
    if WHOLE.contains(&file) {
        return;
    }
    let verdict = judge(&[&file]).verdict;
    assert!(!matches!(
        verdict,
        Verdict::Complete | Verdict::Proved | Verdict::Diverged
    ));
    if let Err(error) = replay::read(&file) {
        assert!(!error.to_string().is_empty());
    }
    let _ = file::kept(&file);
});
