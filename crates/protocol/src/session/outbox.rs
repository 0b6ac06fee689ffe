//! The outputs of a session that the caller has not taken yet.

use std::collections::VecDeque;

use super::{CloseReason, File, LineId, Output};
use crate::SessionEvent;
use crate::file::{Secret, Signed};
use crate::frame::Frame;
use crate::hash::Digest;

/// One queue for writes, frames and events.
///
/// The caller carries outputs out in order and has every write on disk before a later frame leaves. So the order in
/// which a handler calls these methods is the promise that nothing is sent that a crash could make the program
/// forget: with two queues, one for the disk and one for the line, a seat could sign a second record in place of
/// one the peer holds.
#[derive(Default)]
pub(super) struct Outbox(VecDeque<Output>);

impl Outbox {
    pub(super) fn next(&mut self) -> Option<Output> {
        self.0.pop_front()
    }

    /// Appends bytes to a file of the match.
    pub(super) fn append(&mut self, file: File, bytes: Vec<u8>) {
        self.0.push_back(Output::Persist(file, bytes));
    }

    /// Appends an entry to the private file.
    pub(super) fn keep(&mut self, secret: &Secret) {
        self.append(File::Private, secret.to_bytes());
    }

    /// Makes a file of the match exactly these bytes.
    pub(super) fn replace(&mut self, file: File, bytes: Vec<u8>) {
        self.0.push_back(Output::Replace(file, bytes));
    }

    /// Announces that the next write holds something this seat has signed.
    pub(super) fn mark(&mut self, signed: Signed) {
        self.0.push_back(Output::Mark(signed));
    }

    /// From here on both files are those of a new match.
    pub(super) fn move_on(&mut self, sid: Digest) {
        self.0.push_back(Output::Next { sid });
    }

    /// Sends a frame. The session asks for this only while that line is up.
    pub(super) fn send(&mut self, line: LineId, frame: &Frame) {
        self.0.push_back(Output::Send(line, frame.to_bytes()));
    }

    /// Sends what another seat has signed, without waiting for the disk.
    pub(super) fn pass(&mut self, line: LineId, frame: &Frame) {
        self.0.push_back(Output::Pass(line, frame.to_bytes()));
    }

    pub(super) fn show(&mut self, event: SessionEvent) {
        self.0.push_back(Output::Event(event));
    }

    /// Closes the line once everything before is out.
    pub(super) fn close(&mut self, line: LineId, reason: CloseReason) {
        self.0.push_back(Output::Close(line, reason));
    }
}
