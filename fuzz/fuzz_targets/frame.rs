//! Frames of the match protocol, changed ones and any bytes: refused, or written back to the same bytes.
#![no_main]

use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use protocol::frame::{Frame, TableFrame};
use protocol::testing::{Pair, Seeded, contact, tiny};

/// The frames of a whole match with a hidden set-up, and of one with duels.
static FRAMES: LazyLock<[Vec<Vec<u8>>; 2]> = LazyLock::new(|| {
    [tiny(3), contact(6)].map(|offer| {
        let mut pair = Pair::agreed(offer, 1);
        pair.play_out(&mut Seeded(1));
        pair.wire.into_iter().map(|(_, frame)| frame).collect()
    })
});

fuzz_target!(|given: (bool, u8, u16, u8, &[u8])| {
    let (has_duels, pick, at, cut, bytes) = given;
    let frames = &FRAMES[usize::from(has_duels)];
    let mut frame = frames.get(usize::from(pick)).cloned().unwrap_or_default();
    let at = usize::from(at).min(frame.len());
    frame.splice(
        at..(at + usize::from(cut)).min(frame.len()),
        bytes.iter().copied(),
    );
    // the frames of a table's lobby, with those of a session among them
    if let Ok(read) = TableFrame::from_bytes(&frame)
        && !matches!(read, TableFrame::Match(_))
    {
        assert_eq!(read.to_bytes(), frame);
    }
    if let Ok(read) = Frame::from_bytes(&frame) {
        let written = read.to_bytes();
        // of a greeting of another layout only the frozen head is kept
        let is_foreign = matches!(&read, Frame::Hello(hello) if hello.body.is_none());
        assert!(is_foreign || written == frame);
        assert_eq!(Frame::from_bytes(&written), Ok(read));
    }
});
