//! A result once there stays: whoever shows one in a match shows the same one ever after, and so do all others who show one,
//! and the judge of their files.

use std::collections::BTreeMap;

use protocol::Standing;
use rules::Outcome;

use super::*;

/// The results that sessions have shown, by match.
#[derive(Default)]
pub(super) struct Results {
    shown: BTreeMap<[u8; 32], Outcome>,
    /// The places that have shown the result of a match.
    by: BTreeSet<([u8; 32], Seat)>,
}

impl Results {
    /// Takes note of what every session shows now.
    ///
    /// # Panics
    /// If one shows another result than was shown before, or none where it has shown one from its own files.
    pub(super) fn look<const N: usize>(&mut self, table: &Table<N>) {
        let live = table.places().into_iter();
        let live = live.filter_map(|seat| Some((seat, table.sessions[seat.index()].as_ref()?)));
        for (seat, session) in live {
            let Some(sid) = session.sid() else {
                continue;
            };
            match (session.outcome(), self.shown.get(&sid)) {
                (Some(outcome), Some(shown)) => assert_eq!(outcome, *shown, "{seat}"),
                (Some(outcome), None) => {
                    self.shown.insert(sid, outcome);
                }
                (None, _) if session.standing() == Standing::Own => {
                    let has_shown = self.by.contains(&(sid, seat));
                    assert!(!has_shown, "{seat} shows its result no more");
                }
                // whose player has put an older copy in the place of the files knows less until others show it; a result that
                // nobody else has shown may never have left
                (None, _) => {
                    self.by.remove(&(sid, seat));
                    if !self.by.iter().any(|(of, _)| *of == sid) {
                        self.shown.remove(&sid);
                    }
                }
            }
            if session.outcome().is_some() {
                self.by.insert((sid, seat));
            }
        }
    }

    /// Those places, all of which have heard each other, show the results of their matches, and so does the judge of their
    /// files.
    pub(super) fn assert_stay<const N: usize>(
        &self,
        table: &Table<N>,
        places: &[Seat],
        what: &str,
    ) {
        for seat in places {
            let session = table.session(*seat);
            let shown = session.sid().and_then(|sid| self.shown.get(&sid));
            let Some(shown) = shown.copied() else {
                continue;
            };
            assert_eq!(session.outcome(), Some(shown), "{what}: {seat}");
            let report = judge(&[&file(table, *seat)]);
            assert_eq!(report.result, Some(shown), "{what}: {seat} {}", report.why);
        }
    }
}
