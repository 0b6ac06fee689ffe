//! The copies of one match: how much of each file counts.

use std::collections::BTreeSet;

use crate::file::Tail;
use crate::hash::Digest;

/// One file's contribution to the match.
pub(super) struct Copy {
    /// The number of its file among those judged, from 1.
    number: usize,
    /// The ids of everything in it that verifies, in its order.
    pub(super) ids: Vec<Digest>,
    held: BTreeSet<Digest>,
    /// The entries that do not verify or do not belong to the match.
    pub(super) dropped: LeftOut,
    /// The entries that the copy holds a second time.
    doubled: LeftOut,
    pub(super) tail: Tail,
    /// The bytes of an end that cannot be read.
    end: usize,
}

#[derive(Default)]
pub(super) struct LeftOut {
    entries: usize,
    bytes: usize,
}

impl LeftOut {
    pub(super) const fn add(&mut self, bytes: usize) {
        self.entries = self.entries.saturating_add(1);
        self.bytes = self.bytes.saturating_add(bytes);
    }
}

/// A file that was judged as a copy of the match, and how much of it counts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CopyReport {
    /// The number of the file among those judged, from 1.
    pub number: usize,
    /// The entries that do not verify in this match.
    pub dropped: usize,
    /// The entries that the file holds a second time.
    pub doubled: usize,
    /// The bytes that do not count: of those entries, and of an end that cannot be read.
    pub left_out: usize,
    /// Whole, cut short or damaged.
    pub tail: Tail,
    /// The entries that other files hold and this one lacks.
    pub lacking: usize,
}

impl Copy {
    pub(super) fn new(number: usize, sid: Digest, tail: Tail, len: usize) -> Self {
        let end = match tail {
            Tail::Whole => 0,
            Tail::Torn(at) | Tail::Damaged(at) => len.saturating_sub(at),
        };
        Self {
            number,
            // a copy is found by its manifest, so it holds that entry in any case
            ids: vec![sid],
            held: BTreeSet::from([sid]),
            dropped: LeftOut::default(),
            doubled: LeftOut::default(),
            tail,
            end,
        }
    }

    /// Takes in the id of an entry of that many bytes that verifies.
    pub(super) fn hold(&mut self, id: Digest, bytes: usize) {
        // in `ids` twice: the canonical file has each entry once, and this copy is not it
        self.ids.push(id);
        if !self.held.insert(id) {
            self.doubled.add(bytes);
        }
    }

    /// True if every byte of the copy is of use.
    pub(super) fn is_clean(&self) -> bool {
        self.dropped.entries == 0 && self.tail == Tail::Whole
    }

    /// True if nothing in the copy speaks against it; its end may be cut off.
    pub(super) fn is_sound(&self) -> bool {
        self.dropped.entries == 0 && !matches!(self.tail, Tail::Damaged(_))
    }

    /// The entries left out of the judgment, in words.
    pub(super) fn remarks(&self) -> Vec<String> {
        let dropped = match self.dropped.entries {
            1 => "1 entry does not verify in this match".to_owned(),
            entries => format!("{entries} entries do not verify in this match"),
        };
        let doubled = match self.doubled.entries {
            1 => "1 entry appears twice".to_owned(),
            entries => format!("{entries} entries appear twice"),
        };
        let end = match self.tail {
            Tail::Damaged(at) => format!("nothing can be read from byte {at} on"),
            Tail::Whole | Tail::Torn(_) => "the last entry is cut short".to_owned(),
        };
        let found = [
            (self.dropped.bytes, dropped),
            (self.doubled.bytes, doubled),
            (self.end, end),
        ];
        let found = found.into_iter().filter(|(bytes, _)| *bytes > 0);
        let remark = |(bytes, what): (usize, String)| {
            let are = if bytes == 1 { "byte is" } else { "bytes are" };
            format!("file {}: {what}: {bytes} {are} left out", self.number)
        };
        found.map(remark).collect()
    }
}

/// The reports on the copies of one match.
pub(super) fn reports(copies: &[Copy]) -> Vec<CopyReport> {
    // over all files: what a copy lacks is what another one shows
    let all: BTreeSet<&Digest> = copies.iter().flat_map(|copy| &copy.held).collect();
    let report = |copy: &Copy| CopyReport {
        number: copy.number,
        dropped: copy.dropped.entries,
        doubled: copy.doubled.entries,
        left_out: copy
            .dropped
            .bytes
            .saturating_add(copy.doubled.bytes)
            .saturating_add(copy.end),
        tail: copy.tail,
        lacking: all.len().saturating_sub(copy.held.len()),
    };
    copies.iter().map(report).collect()
}
