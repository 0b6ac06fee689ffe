//! Showing a game from its match file, and a line of matches that continue one another as one game.

use std::collections::VecDeque;
use std::sync::Arc;

use rules::{Outcome, Rules, Side, ToAct};
use scenario::Scenario;

use crate::chain::Item;
use crate::hash::Digest;
use crate::judge::Case;
use crate::manifest::SeatEntry;
use crate::{Deed, History, Manifest, Seat, StandingClaim, Start, Step};

/// A game read from its match file, as far as it is sound.
#[derive(Debug, Clone)]
pub struct Replay {
    /// As the file has it, whether all seats have signed it or not.
    pub manifest: Manifest,
    /// Read from the manifest, not from this machine's scenarios.
    pub scenario: Scenario,
    /// The time of the first record in Unix milliseconds; its signer's own claim.
    pub began_ms: Option<u64>,
    /// As far as the file is sound; of a line of matches, all of them as one.
    pub history: Arc<History>,
    /// The result, if there is one.
    pub outcome: Option<Outcome>,
    /// The seat that gives orders next; none in a secret round, and once there is a result.
    pub mover: Option<Seat>,
    /// The faults of the file, in the judge's words; none if it is whole and sound.
    pub faults: Vec<String>,
    /// The claim of silence that counts.
    pub claim: Option<StandingClaim>,
    /// The last complete step, and the root after it.
    pub last: (u64, Digest),
    roots: Vec<Digest>,
    /// All seats have signed the manifest.
    is_agreed: bool,
}

impl Replay {
    /// The beginning of a match beside this one, from the position after that step; none if there is no such step, the
    /// game is over there, or the position is too large to travel.
    pub fn beside(&self, after: u64, now_ms: u64) -> Option<Start> {
        let (at, root) = self.last;
        let history = &self.history;
        let position = history.position_after(history.place_after(after));
        // no match begins after its end, nor from a step that is not complete in this file
        let may_begin = after <= at && position.outcome().is_none();
        Some(Start {
            instead: false,
            sid: self.manifest.sid(),
            at,
            root,
            after,
            position: position.to_whole().ok().filter(|_| may_begin)?,
            written_ms: now_ms,
            began_ms: now_ms,
            times: Vec::new(),
            gives_up: None,
            forgiven: Vec::new(),
            asks: None,
            strange: Vec::new(),
            number: 0,
            gone: Vec::new(),
            carried: None,
        })
    }
}

/// Why a match file cannot be shown.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("this match file cannot be shown: {why}")]
pub struct ReplayError {
    /// One sentence without a full stop.
    pub why: String,
}

/// Reads the game of a match file, up to the first thing that does not fit. Finding out what does not fit is the
/// judge's task.
///
/// # Errors
/// Returns [`ReplayError`] if the file is no match file of this format, or this program does not play its manifest.
pub fn read(file: &[u8]) -> Result<Replay, ReplayError> {
    read_copies(&[file])
}

/// Reads the game of several copies of one match file put together, as the judge does.
///
/// # Errors
/// As [`read`].
pub fn read_copies(files: &[&[u8]]) -> Result<Replay, ReplayError> {
    let case = Case::read(files).map_err(|no_case| ReplayError { why: no_case.why() })?;
    let chain = case.chain();
    // the first record's time: the manifest has none, and notes may be signed before or after
    let first = chain.in_order().find_map(|item| match item {
        Item::Record(record) => Some(record.sent_ms),
        Item::Note(_) => None,
    });
    Ok(Replay {
        manifest: chain.manifest().clone(),
        scenario: chain.scenario().clone(),
        began_ms: first,
        history: Arc::clone(chain.history()),
        outcome: chain.outcome(),
        mover: match (chain.position().to_act(), &chain.next_deciders()[..]) {
            (ToAct::One(_), [seat]) if chain.outcome().is_none() => Some(*seat),
            _ => None,
        },
        faults: case.faults(),
        claim: case.claim(),
        last: (chain.last_step(), chain.root()),
        roots: chain.roots().to_vec(),
        is_agreed: case.all_have_agreed(),
    })
}

/// Matches that continue one another, seen as one game. The rules are in docs/protocol.md 6, *Seen as one*.
#[derive(Debug, Clone)]
pub struct Line {
    /// Oldest first.
    matches: VecDeque<Replay>,
    /// For each match but the newest the number of its steps that the next one continues from.
    kept: VecDeque<usize>,
}

/// Why a match is not shown as the one before another.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum NotBefore {
    /// The manifest names another match, or none.
    #[error("it is not the match that is continued")]
    Other,
    /// Not all players of the new match have signed it, or none of them is a player of the old one.
    #[error("the new match is not signed by its players")]
    Unsigned,
    /// The old file ends before the step from which the new match begins.
    #[error("it is cut short before the turn from which the new match begins")]
    Short,
    /// Root or position are not those of the old match.
    #[error("the new match does not begin from a position of it")]
    Misfit,
}

/// The place of one match of a line in the joined history.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Part {
    /// The id of the match.
    pub sid: Digest,
    /// The place of its first step in [`History::steps`].
    pub from: usize,
    /// The number of its steps that are shown: all of the newest match, of the others those up to where the next
    /// begins.
    pub steps: usize,
    /// The number of steps before its own first orders, in its own history.
    pub before_first_orders: usize,
    /// The number of the turn in which it begins.
    pub turn: u32,
}

impl Line {
    /// The line of one match, which is the newest.
    pub fn of(newest: Replay) -> Self {
        Self {
            matches: VecDeque::from([newest]),
            kept: VecDeque::new(),
        }
    }

    fn first(&self) -> Option<&Replay> {
        self.matches.front()
    }

    /// The match in whose place the oldest one so far was begun.
    pub fn continues(&self) -> Option<Digest> {
        let start = self.first()?.manifest.start.as_ref()?;
        start.instead.then_some(start.sid)
    }

    /// Puts a match before the oldest one so far.
    ///
    /// # Errors
    /// Returns [`NotBefore`] if the oldest one does not continue it; the line is as it was.
    pub fn begin_with(&mut self, before: Replay) -> Result<(), NotBefore> {
        let after = self.first().ok_or(NotBefore::Other)?;
        let kept = after.follows(&before)?;
        self.kept.push_front(kept);
        self.matches.push_front(before);
        Ok(())
    }

    /// The newest match with the history of the whole line, and where each match stands in it, oldest first.
    pub fn joined(self) -> (Option<Replay>, Vec<Part>) {
        let mut parts = Vec::new();
        let mut kept = self.kept.into_iter();
        let mut joined: Option<Replay> = None;
        for mut replay in self.matches {
            let (sid, own) = (replay.manifest.sid(), Arc::clone(&replay.history));
            if let Some(before) = joined.take() {
                let upto = kept
                    .next()
                    .unwrap_or_default()
                    .saturating_add(before.history.own_from());
                // the line so far may have older matches in front of this one
                let mark = mark(&replay, &before, sid);
                replay.history = Arc::new(own.after(&before.history, upto, mark));
                replay.began_ms = before.began_ms.or(replay.began_ms);
                // shown only up to where the next match begins
                if let Some(Part { from, steps, .. }) = parts.last_mut() {
                    *steps = upto.saturating_sub(*from);
                }
            }
            parts.push(Part {
                sid,
                from: replay.history.own_from(),
                steps: own.steps().len(),
                before_first_orders: own.before_first_orders(),
                turn: own.start().turn().number,
            });
            joined = Some(replay);
        }
        (joined, parts)
    }
}

/// The step that stands between two matches of a line in the joined history.
fn mark(new: &Replay, old: &Replay, sid: Digest) -> Step {
    let start = new.history.start();
    let players = |replay: &Replay| -> Vec<(Side, String)> {
        let manifest = &replay.manifest;
        let seats = manifest.all_seats().into_iter().filter_map(|seat| {
            let name = manifest.seat(seat)?.name.clone();
            Some((manifest.side_of(seat)?, name))
        });
        seats.collect()
    };
    let before = players(old);
    let mut changed = players(new);
    // a player who sits where the same name sat before needs no mention
    changed.retain(|player| !before.contains(player));
    Step {
        number: new.manifest.start.as_ref().map_or(0, |start| start.after),
        turn: start.turn().number,
        on_turn: start.turn().side,
        digest: crate::digest(start),
        deed: Deed::Continued {
            sid,
            start: Arc::new(start.clone()),
            changed,
        },
    }
}

impl Replay {
    /// The number of steps of the match before after which this one continues, if it continues one.
    fn follows(&self, before: &Self) -> Result<usize, NotBefore> {
        let (new, old) = (&self.manifest, &before.manifest);
        let start = new.start.as_ref().filter(|start| start.instead);
        let start = start.ok_or(NotBefore::Other)?;
        // another scenario or other options would put two games under one board
        let is_same_game = (new.scenario_id, &new.options) == (old.scenario_id, &old.options);
        if start.sid != old.sid() || !is_same_game {
            return Err(NotBefore::Other);
        }
        let is_player = |entry: &SeatEntry| {
            let before = entry.was.and_then(|seat| old.seat(seat));
            before.is_some_and(|before| before.identity == entry.identity)
        };
        // one player of the old match is enough: a substitute may have the other seat
        if !self.is_agreed || !new.seats.iter().any(is_player) {
            return Err(NotBefore::Unsigned);
        }
        // the root before the position: a file that ends too early has no position to compare
        let root = usize::try_from(start.at).ok();
        let root = root.and_then(|at| before.roots.get(at));
        if *root.ok_or(NotBefore::Short)? != start.root {
            return Err(NotBefore::Misfit);
        }
        let place = before.history.place_after_as_of(start.after, start.at);
        let whole = before.history.position_after(place).to_whole();
        match whole {
            Ok(whole) if whole == start.position => Ok(place),
            _ => Err(NotBefore::Misfit),
        }
    }
}
