//! The questions of a table for what everybody holds, and the answers to them.

use std::collections::{BTreeMap, VecDeque};

use crate::Seat;
use crate::frame::{Frame, Head, Hear};

/// The nonces of a seat that are remembered, 32 KiB: a question that comes back is not passed on for ever. A seat asks
/// anew whenever it has lost all its lines, and another could keep those questions and play them back in turn: as an
/// unknown one each would end the line to the program that plays the seat (threat 56).
const MOST_KNOWN: usize = 1024;

/// The newest question of each seat, by the order in which they came, with the HEADs that answer it. They are kept for
/// whoever comes later: at most a HEAD a seat and question.
///
/// Not by the time of the asker: a copy whose clock ran ahead would silence every later one.
#[derive(Default)]
pub(super) struct Inquiries(BTreeMap<Seat, Inquiry>);

#[derive(Default)]
struct Inquiry {
    newest: Option<Hear>,
    answers: BTreeMap<Seat, Head>,
    known: VecDeque<[u8; 32]>,
}

impl Inquiries {
    /// The nonce of a seat's newest question.
    pub(super) fn nonce_of(&self, seat: Seat) -> Option<[u8; 32]> {
        let newest = self.0.get(&seat)?.newest.as_ref();
        newest.map(|hear| hear.nonce)
    }

    /// True if that question was asked before.
    pub(super) fn knows(&self, seat: Seat, nonce: &[u8; 32]) -> bool {
        let inquiry = self.0.get(&seat);
        inquiry.is_some_and(|inquiry| inquiry.known.contains(nonce))
    }

    /// The seat whose newest question has that nonce.
    pub(super) fn asker_of(&self, nonce: &[u8; 32]) -> Option<Seat> {
        let mut inquiries = self.0.iter();
        let asker = inquiries.find(|(_, inquiry)| {
            let newest = inquiry.newest.as_ref();
            newest.is_some_and(|hear| hear.nonce == *nonce)
        });
        asker.map(|(seat, _)| *seat)
    }

    /// A new question takes the place of its seat's last one, with the answers to it. One that was kept may be older
    /// than that, and is only remembered.
    pub(super) fn take(&mut self, hear: Hear) {
        let inquiry = self.0.entry(hear.seat).or_default();
        if inquiry.known.len() == MOST_KNOWN {
            inquiry.known.pop_front();
        }
        inquiry.known.push_back(hear.nonce);
        if !hear.is_kept || inquiry.newest.is_none() {
            inquiry.newest = Some(hear);
            inquiry.answers.clear();
        }
    }

    /// True if the seat has answered the newest question of that asker.
    pub(super) fn has_answer(&self, asker: Seat, seat: Seat) -> bool {
        let inquiry = self.0.get(&asker);
        inquiry.is_some_and(|inquiry| inquiry.answers.contains_key(&seat))
    }

    /// The first answer of a seat to the newest question stands.
    pub(super) fn answer(&mut self, asker: Seat, head: Head) {
        let inquiry = self.0.get_mut(&asker);
        let of_newest = inquiry.filter(|inquiry| {
            let newest = inquiry.newest.as_ref();
            newest.is_some_and(|hear| hear.nonce == head.nonce)
        });
        if let Some(inquiry) = of_newest {
            inquiry.answers.entry(head.seat).or_insert(head);
        }
    }

    /// Every newest question with its answers, for a line that is new.
    pub(super) fn frames(&self, own: Seat) -> Vec<Frame> {
        let mut frames = Vec::new();
        for inquiry in self.0.values() {
            let kept = inquiry.newest.clone().map(|hear| Hear {
                is_kept: hear.seat != own,
                ..hear
            });
            frames.extend(kept.map(Frame::Hear));
            frames.extend(inquiry.answers.values().cloned().map(Frame::Head));
        }
        frames
    }
}
