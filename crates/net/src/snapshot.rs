//! A match in play as it is shown: a snapshot holds everything there is to see at one moment.

mod contract;
mod decisions;
mod leaving;
mod line_state;
mod meeting;
mod messages;
mod played;
mod time;

use std::path::PathBuf;
use std::sync::Arc;

use home::{AsOne, SeatInfo, Strangeness};
use protocol::Stage;
use protocol::replay::Replay;
use rules::{Family, Turn};
use scenario::{Scenario, SideNames};

use crate::table::game_options;
pub use contract::Contract;
pub use decisions::{Awaited, Deciding, NextMatch, PlansClash, Proposals};
pub use leaving::{GoesOn, GoesOnError, Leaving, MayLeave};
pub use line_state::{LineState, SeatLine};
pub use meeting::Meeting;
pub use messages::{ChatLine, Messages};
pub use played::Progress;
pub use time::{ClockFace, TimeView};

/// A match at one moment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Snapshot {
    pub file: PathBuf,
    pub stage: Stage,
    /// The line of a match of two; at a table the best of this program's lines.
    pub line: LineState,
    /// How each other seat of a table is reached.
    pub lines: Vec<SeatLine>,
    pub contract: Contract,
    pub meeting: Meeting,
    pub deciding: Deciding,
    pub proposals: Proposals,
    pub next: NextMatch,
    /// Players without whom the others may go on, and those who are gone.
    pub leaving: Leaving,
    pub time: TimeView,
    pub played: Progress,
    pub messages: Messages,
    /// The letter for the other player. By mail it is there while this side has nothing to decide; otherwise once the
    /// user has asked for one.
    pub letter: Option<Arc<Vec<u8>>>,
    /// Why nothing is signed here but a resignation or a claim: this copy of the match may be an older one.
    pub strangeness: Option<Strangeness>,
    /// Set once nothing will change any more.
    pub ended: bool,
}

impl Snapshot {
    /// The names of the sides.
    pub fn side_names(&self) -> &SideNames {
        let scenario = self.contract.scenario.as_ref();
        // without terms there is nothing yet that could have a name of its own
        scenario.map_or_else(
            || SideNames::of_family(Family::default()),
            Scenario::side_names,
        )
    }

    /// A turn by its side and that side's own count: `Blue's turn 7`.
    pub fn turn_name(&self, turn: Turn) -> String {
        let names = self.side_names();
        match self.played.history.as_deref() {
            Some(history) => history.turn_name(names, turn),
            None => format!("turn {}", turn.number),
        }
    }

    /// A turn in its side's own count.
    pub fn own_turn(&self, turn: Turn) -> u32 {
        let history = self.played.history.as_deref();
        history.map_or(turn.number, |history| history.own_turn(turn))
    }

    /// The same of the turn with that number over all sides.
    pub fn turn_named(&self, number: u32) -> String {
        let history = self.played.history.as_deref();
        let turn = history.and_then(|history| history.turn(number));
        turn.map_or_else(|| format!("turn {number}"), |turn| self.turn_name(turn))
    }

    /// The snapshot of a match of which nothing but the file is known.
    pub fn new(file: PathBuf) -> Self {
        Self {
            file,
            stage: Stage::Greeting,
            line: LineState::Waiting,
            lines: Vec::new(),
            contract: Contract {
                takeback: true,
                ..Contract::default()
            },
            meeting: Meeting::default(),
            deciding: Deciding::default(),
            proposals: Proposals::default(),
            next: NextMatch::default(),
            leaving: Leaving::default(),
            time: TimeView::default(),
            played: Progress::default(),
            messages: Messages::default(),
            letter: None,
            strangeness: None,
            ended: false,
        }
    }

    /// The snapshot of a finished or interrupted match, read from its file, with the matches that it continues: `line` is
    /// that chain of matches, not a connection.
    pub fn of_line(file: PathBuf, line: AsOne) -> Self {
        let mut shown = Self::of_file(file, line.replay);
        shown.played.parts = line.parts;
        shown.played.missing = line.missing;
        shown
    }

    /// The same for one file alone.
    fn of_file(file: PathBuf, replay: Replay) -> Self {
        let last = replay.history.steps().len();
        Self {
            stage: match replay.outcome {
                Some(_) => Stage::Over,
                None => Stage::Playing,
            },
            line: LineState::Local,
            contract: Contract {
                // no own keys: a record belongs to nobody in particular
                seats: SeatInfo::of(&replay.manifest, &[]),
                options: game_options(&replay.manifest.options),
                terms: replay.manifest.terms,
                max_turns: replay.manifest.max_turns,
                takeback: replay.manifest.policies.takeback,
                scenario: Some(replay.scenario),
                ..Contract::default()
            },
            played: Progress {
                position: Some(Arc::new(replay.history.position_after(last))),
                history: Some(replay.history),
                outcome: replay.outcome,
                ..Progress::default()
            },
            time: TimeView {
                // the file alone does not say whether both clocks agree
                claim: replay.claim,
                ..TimeView::default()
            },
            messages: Messages {
                notes: replay.faults,
                ..Messages::default()
            },
            ended: true,
            ..Self::new(file)
        }
    }
}
