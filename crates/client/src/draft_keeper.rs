//! Keeps the half-made turn or set-up of the open match while the user is still at it.
//!
//! A program that is killed leaves no match. What was half made then survives because it was written seconds after it
//! changed. A pause between two writes ensures that a click costs no write.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use crate::model::unfinished::Unfinished;

/// The longest time that a change is kept nowhere, and the shortest between two writes.
pub(crate) const PAUSE: Duration = Duration::from_secs(2);

#[derive(Debug, Default)]
pub(crate) struct DraftKeeper {
    /// The time of the first change that was not checked yet.
    changed: Option<Instant>,
    /// The content of the file next to the open match, if this window has written it.
    kept: Option<(PathBuf, Unfinished)>,
}

impl DraftKeeper {
    /// Remembers that the draft may have changed.
    pub(crate) fn note_change(&mut self, now: Instant) {
        self.changed.get_or_insert(now);
    }

    /// Forgets the match that was open.
    pub(crate) fn forget(&mut self) {
        *self = Self::default();
    }

    /// Returns `true` once per pause after a change.
    pub(crate) fn is_due(&mut self, now: Instant) -> bool {
        let due = self.changed.take_if(|changed| now >= *changed + PAUSE);
        due.is_some()
    }

    /// Returns `true` if the file no longer has the draft as it is now, and takes it as written.
    pub(crate) fn replaces(&mut self, file: &Path, draft: &Unfinished) -> bool {
        let is_new = match &self.kept {
            Some((of, kept)) if of == file => kept != draft,
            // The file of an earlier run may not have been read back yet: an empty draft must not delete it.
            _ => !draft.is_empty(),
        };
        if is_new {
            self.kept = Some((file.to_owned(), draft.clone()));
        }
        is_new
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn draft(orders: &[&str]) -> Unfinished {
        Unfinished {
            orders: orders.iter().map(|order| (*order).to_owned()).collect(),
            ..Unfinished::default()
        }
    }

    #[test]
    fn many_changes_cost_one_write_and_none_waits_longer_than_the_pause() {
        let mut keeper = DraftKeeper::default();
        let begin = Instant::now();
        let mut writes = 0;
        // a click every 100 ms for ten seconds
        for tick in 0..100_u32 {
            let now = begin + tick * Duration::from_millis(100);
            keeper.note_change(now);
            writes += u32::from(keeper.is_due(now));
        }
        assert!((4..=5).contains(&writes), "{writes}");
        assert!(keeper.is_due(begin + Duration::from_secs(12)));
        assert!(!keeper.is_due(begin + Duration::from_secs(60)), "no change");
    }

    #[test]
    fn only_a_changed_draft_is_written_and_nothing_unread_is_deleted() {
        let mut keeper = DraftKeeper::default();
        let file = Path::new("a.fpm");
        assert!(
            !keeper.replaces(file, &draft(&[])),
            "an earlier run's file stays"
        );
        assert!(keeper.replaces(file, &draft(&["c4-c5"])));
        assert!(!keeper.replaces(file, &draft(&["c4-c5"])));
        assert!(keeper.replaces(file, &draft(&[])), "undone or sent");
        let other = Path::new("b.fpm");
        assert!(!keeper.replaces(other, &draft(&[])), "of another match");
        keeper.forget();
        assert!(!keeper.replaces(file, &draft(&[])), "of the next match");
    }
}
