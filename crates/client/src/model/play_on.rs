//! The form for playing on from a turn of a match: in its place, or beside it.

use std::path::PathBuf;
use std::sync::Arc;

use net::PlayOn;
use protocol::ProposeError;
use reach::Trouble;
use rules::{AnyPosition, Side};

use super::table::{Spot, Table};

/// A wish on that form.
#[derive(Debug, Clone)]
pub(crate) enum PlayOnCommand {
    /// Read the match of that file, to play on from the end of that turn; without a number from its last one.
    From(PathBuf, Option<u32>),
    /// Play on from the board shown.
    Here,
    Choose(Chosen),
    /// Ask the other player, or make the invitation.
    Begin,
}

/// The user's choices on the form.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Chosen {
    /// The turn after which the new match begins; 0 for the start.
    pub(crate) turn: u32,
    /// Whether the new match replaces the old one.
    pub(crate) way: Succession,
    pub(crate) side: Side,
    /// Letters go back and forth; only beside the old match.
    pub(crate) by_mail: bool,
}

/// Whether a new match replaces the match that it begins from, and who plays it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Succession {
    /// In its place: the other player is asked.
    Instead,
    /// In its place, with somebody else in the seat of the other player, who is gone; with more than two at a table, to which
    /// all who stay come too.
    WithAnother,
    Beside,
}

#[derive(Debug, Clone)]
pub(crate) struct PlayOnForm {
    pub(crate) from: Arc<PlayOn>,
    /// The turns after which a match can begin; never empty.
    pub(crate) turns: Vec<u32>,
    /// The user's choices, each one possible.
    pub(crate) chosen: Chosen,
    /// The position after the chosen turn, with the step after which it stands.
    pub(crate) shown: (u64, Arc<AnyPosition>),
    /// The user's copy of the match may be an older one.
    pub(crate) is_strange: bool,
    /// Why the other player cannot be asked at present, if the match is open.
    pub(crate) barred: Option<Trouble>,
}

impl PlayOnForm {
    /// The form for a match, which may be open, at that turn or the last possible one before it; none if no match can
    /// begin from any of its turns.
    ///
    /// For a match in play the new one is set to replace it. For a finished match it stands beside it, since nobody
    /// gives up a result that way.
    pub(crate) fn new(from: PlayOn, turn: Option<u32>, open: Option<&Table>) -> Option<Self> {
        // not every turn will do: of a match that was replaced, the turns after that are no longer its own
        let turns = from.possible();
        let mut before = turns.iter().rev();
        let before = before.find(|possible| turn.is_none_or(|turn| **possible <= turn));
        let turn = *before.or(turns.first())?;
        let side = from.side(false).or_else(|| {
            let sides = from.replay.scenario.sides();
            sides.iter().next()
        })?;
        let chosen = Chosen {
            turn,
            way: match from.may_replace().is_ok() && from.replay.outcome.is_none() {
                true => Succession::Instead,
                false => Succession::Beside,
            },
            side,
            by_mail: false,
        };
        let shown = Self::at(&from, turn)?;
        Some(Self {
            from: Arc::new(from),
            turns,
            chosen,
            shown,
            is_strange: open.is_some_and(|table| table.seen.strangeness.is_some()),
            barred: open.and_then(Table::barred),
        })
    }

    fn at(from: &PlayOn, turn: u32) -> Option<(u64, Arc<AnyPosition>)> {
        let after = from.step_after(Some(turn)).ok()?;
        Some((after, Arc::new(from.position_after(after))))
    }

    /// Takes the user's choices as far as they are possible.
    pub(crate) fn choose(&mut self, chosen: Chosen) {
        let before = self.chosen.turn;
        let way = match chosen.way {
            Succession::Instead if self.from.may_replace().is_err() => Succession::Beside,
            Succession::WithAnother if self.from.may_substitute().is_err() => Succession::Beside,
            way => way,
        };
        // a table goes on from where the match stands
        let turn = match (way, self.turns.last()) {
            (Succession::WithAnother, Some(last)) if self.from.has_table() => *last,
            _ => chosen.turn,
        };
        let chosen = Chosen { turn, ..chosen };
        // the new player takes the side of the one who is gone
        let own = self
            .from
            .side(false)
            .filter(|_| way == Succession::WithAnother);
        let has_clocks = self.from.replay.manifest.terms.has_clocks();
        self.chosen = Chosen {
            way,
            side: own.unwrap_or(chosen.side),
            // no clock is played by mail: clocks run only while both players are on a line
            by_mail: chosen.by_mail && way == Succession::Beside && !has_clocks,
            ..chosen
        };
        // working a position out replays the match, so it is done only for another turn
        if chosen.turn != before
            && let Some(shown) = Self::at(&self.from, chosen.turn)
        {
            self.shown = shown;
        }
    }

    /// True if the user has another side than before.
    pub(crate) fn swaps(&self) -> bool {
        let own = self.from.side(false);
        own.is_some_and(|own| own != self.chosen.side)
    }

    /// Everything that changes or is given up, in a sentence each.
    pub(crate) fn words(&self) -> Vec<String> {
        let (after, _) = self.shown;
        match self.chosen.way {
            Succession::Instead => self
                .from
                .words_instead(after, self.swaps(), self.is_strange),
            Succession::WithAnother => self.from.words_with_substitute(after),
            Succession::Beside => self.from.words_beside(after, Some(self.chosen.side)),
        }
    }

    /// The ways that are possible, each with its name.
    pub(crate) fn ways(&self) -> Vec<(Succession, String)> {
        let mut ways = Vec::new();
        if self.from.may_replace().is_ok() {
            ways.push((Succession::Instead, "In place of this match".to_owned()));
        }
        if let Ok(own) = self.from.may_substitute() {
            let words = match self.from.has_table() {
                true => "At a new table".to_owned(),
                false => format!("Replace {}", self.from.name_of(own.other())),
            };
            ways.push((Succession::WithAnother, words));
        }
        ways.push((Succession::Beside, "Beside this match".to_owned()));
        ways
    }

    /// True if a table opens in the place of the match.
    pub(crate) fn opens_table(&self) -> bool {
        self.chosen.way == Succession::WithAnother && self.from.has_table()
    }

    /// The name of the player who is asked, if the new match replaces the old one.
    pub(crate) fn asked(&self) -> Option<String> {
        let own = self.from.may_replace().ok()?;
        let asked = || self.from.name_of(own.other());
        (self.chosen.way == Succession::Instead).then(asked)
    }
}

impl Table {
    /// Why the other player cannot be asked now to continue in a new match; none if waiting for the other player helps.
    fn barred(&self) -> Option<Trouble> {
        let cause = self.seen.next.why_not.clone()?;
        (cause.what != ProposeError::NotHeard.to_string()).then_some(cause)
    }

    /// The last complete turn on the board shown, and the match file that holds it: in a line of matches, the one in
    /// which that turn was played. None for the present turn.
    pub(crate) fn turn_shown(&self) -> Option<(PathBuf, u32)> {
        let spot = self.spot()?;
        let whole = match spot {
            _ if spot == self.end_of(spot.step) => Some(spot.step),
            _ => spot.step.checked_sub(1),
        };
        let step = whole.filter(|_| spot != Spot::BEGINNING);
        let (file, _) = self.seen.place_of(step.unwrap_or(0))?;
        let turn = match step {
            Some(step) => self.seen.record().get(step)?.turn,
            None => 0,
        };
        Some((file.to_owned(), turn))
    }
}
