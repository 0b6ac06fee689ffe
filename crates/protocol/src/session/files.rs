//! The beginnings of both files of a match, and the private file as a whole.

use super::parts::Match;
use super::{File, Now, Session};
use crate::file::{Keys, PRIVATE_HEADER, RunId, Secret, Signed};
use crate::manifest::Pace;

/// The longest the bytes of the caller may be: the private file holds them once for every time that they changed.
const MAX_KEPT: usize = 32 * 1024;

/// The caller's entries in a private file.
#[derive(Default)]
pub(super) struct Callers {
    kept: Vec<u8>,
    run: Option<RunId>,
    /// The files of a match that is signed already wait for the caller's entries.
    is_waiting: bool,
}

impl Callers {
    pub(super) fn resumed(kept: Vec<u8>, run: Option<RunId>) -> Self {
        Self {
            kept,
            run,
            is_waiting: false,
        }
    }

    fn to_kept(&self) -> Option<Secret> {
        let is_there = !self.kept.is_empty();
        is_there.then(|| Secret::Kept(self.kept.clone()))
    }

    fn to_run(&self) -> Option<Secret> {
        self.run.map(Secret::Run)
    }
}

impl Session {
    /// Keeps bytes of the caller (addresses to dial), at most 32 KiB, in the private file; the last ones are found
    /// after a resume.
    pub fn keep(&mut self, bytes: &[u8]) {
        // cut instead of refused: addresses beyond 32 KiB are no help, and losing them costs nothing
        self.callers.kept = bytes[..bytes.len().min(MAX_KEPT)].to_vec();
        if self.game.is_some() && !self.callers.is_waiting {
            self.outbox.keep(&Secret::Kept(self.callers.kept.clone()));
        }
    }

    /// The bytes last kept.
    pub fn kept(&self) -> &[u8] {
        &self.callers.kept
    }

    /// Writes the id of this run into the private file, now or as soon as there is one. The machine's mark of the match
    /// names the same run; files with another id are strange.
    pub fn sign_in(&mut self, run: RunId) {
        self.callers.run = Some(run);
        if self.begin_waiting_files() {
            return;
        }
        if self.game.is_some() {
            // the mark names the run before the private file does, so that in between both ids are the mark's
            self.note_signed();
            self.outbox.keep(&Secret::Run(run));
        }
    }

    /// The id of this run, once [`Session::sign_in`] has named it.
    pub fn run(&self) -> Option<RunId> {
        self.callers.run
    }

    /// The signatures of this seat, for the machine's mark.
    pub fn mark(&self) -> Option<Signed> {
        let game = self.game.as_ref()?;
        let former = self.former.iter().map(|former| former.leaving.signed_at());
        let written = former.fold(game.leaving.signed_at(), u64::max);
        let written = written.max(game.continuing.signed_at());
        Some(self.signer.mark(game.chain(), written))
    }

    /// The match file so far; canonical once the match is closed.
    pub fn match_file(&self) -> Option<Vec<u8>> {
        self.game.as_ref().map(|game| game.ledger.file())
    }

    /// The next write holds something that this seat has signed. Strange files have no mark: it names what a seat's own
    /// files must hold.
    pub(super) fn note_signed(&mut self) {
        if let Some(signed) = self.mark().filter(|_| !self.signer.is_strange()) {
            self.outbox.mark(signed);
        }
    }

    /// The first entries of both files, before anything of this match leaves.
    pub(super) fn begin_files(&mut self, game: &Match) {
        let keys = Secret::Keys(self.signer.keys(game.chain().sid()));
        // what is taken along from the match before too: written later, a crash in between would leave a match whose
        // carried choice nobody could open
        let secrets = [keys]
            .into_iter()
            .chain(game.later.to_secrets())
            .chain(game.plans.to_secrets())
            .chain(self.callers.to_kept())
            .chain(self.callers.to_run());
        let mut private = PRIVATE_HEADER.to_vec();
        for secret in secrets {
            private.extend(secret.to_bytes());
        }
        // before anything of the match is signed, the mark is there: without one the files would be strange
        if !self.signer.is_strange() {
            self.outbox.mark(Signed::default());
        }
        // the private file first: a match file without its key could not be resumed
        self.outbox.append(File::Private, private);
        self.outbox.append(File::Public, game.ledger.file());
    }

    /// The files of the match are begun with the caller's next call, so that they have its run and its bytes from the
    /// first write on: files without a run are strange after a crash.
    pub(super) fn wait_for_caller(&mut self) {
        self.callers.is_waiting = true;
    }

    /// Begins files that waited. Returns whether there were any.
    pub(super) fn begin_waiting_files(&mut self) -> bool {
        let is_waiting = std::mem::take(&mut self.callers.is_waiting);
        let Some(game) = self.game.take_if(|_| is_waiting) else {
            return false;
        };
        self.begin_files(&game);
        self.game = Some(game);
        true
    }

    /// The whole private file of that match, in place of one that is torn or lost.
    pub(super) fn private_file(&self, keys: Keys, game: &Match, now: Now) -> Vec<u8> {
        let heard = game.hearing.letter().cloned().map(Secret::Heard);
        let is_timed = game.chain().manifest().terms.pace != Pace::Untimed;
        let time = is_timed.then(|| Secret::Time(game.timer.saved(now.clock)));
        let secrets = [Secret::Keys(keys)]
            .into_iter()
            .chain(game.later.to_secrets())
            .chain(game.plans.to_secrets())
            .chain(heard)
            .chain(time)
            .chain(self.callers.to_kept())
            .chain(game.continuing.to_secrets())
            .chain(game.leaving.to_secrets())
            // last, as the entry of a kind that counts is the last one
            .chain(self.callers.to_run());
        let mut file = PRIVATE_HEADER.to_vec();
        for secret in secrets {
            file.extend(secret.to_bytes());
        }
        file
    }
}
