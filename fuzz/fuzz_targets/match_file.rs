//! Match files, whole, changed or of any bytes, are judged and replayed whatever they hold; no change leaves a file
//! whole or proves anything against a player.
#![no_main]

use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use protocol::judge::{Verdict, judge};
use protocol::testing::{Pair, Seeded, tiny};
use protocol::{file, replay};

/// The public file of a whole match.
static WHOLE: LazyLock<Vec<u8>> = LazyLock::new(|| {
    let mut pair = Pair::agreed(tiny(3), 1);
    pair.play_out(&mut Seeded(1));
    let [ours, _] = pair.disks;
    ours.public
});

fuzz_target!(|given: (bool, u16, u8, &[u8])| {
    let (is_changed, at, cut, bytes) = given;
    let mut file = if is_changed {
        WHOLE.clone()
    } else {
        Vec::new()
    };
    let at = usize::from(at).min(file.len());
    file.splice(
        at..(at + usize::from(cut)).min(file.len()),
        bytes.iter().copied(),
    );
    if file == *WHOLE {
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
