//! The next decision of the player of a sitting.

use net::{Asker, LineState, Snapshot};
use protocol::{Deed, History, PublicKey, Seat, Stage};
use rules::{Lots, Rules as _};
use tokio::time::{Instant, sleep_until};

use super::telling::unfinished;
use crate::decider::{Decider, DeciderError, Decision, Lines};

/// What makes one decision differ from the next.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Asked {
    seat: Seat,
    steps: usize,
    is_secret: bool,
}

pub(super) enum Attended {
    /// For one of the player's seats.
    Seat(Seat, Decision),
    /// About a player on the same network, by key: true to let them in.
    Asker(PublicKey, bool),
    /// A line that was typed while the other player is looked for.
    Line(String),
}

/// The player's next decision. If someone on the same network asks to be let in, it is about them; while the other
/// player is looked for, it is a typed line; else it is for a seat. The future may be dropped and called again.
pub(super) async fn attend(
    decider: &mut Decider,
    begun: &mut bool,
    snapshot: &Snapshot,
    asker: Option<&Asker>,
    decided: Option<Asked>,
    ask_after: Option<Instant>,
    may_take_up: bool,
) -> Result<Attended, DeciderError> {
    if let Some(asker) = asker {
        let is_let_in = decider.admit(&asker.to_string()).await?;
        return Ok(Attended::Asker(asker.key, is_let_in));
    }
    if is_looking(snapshot) {
        return Ok(Attended::Line(decider.line().await));
    }
    let (seat, choice) = decide(decider, begun, snapshot, decided, ask_after, may_take_up).await?;
    Ok(Attended::Seat(seat, choice))
}

/// The player's next choice for one of their seats. The future may be dropped and called again.
async fn decide(
    decider: &mut Decider,
    begun: &mut bool,
    snapshot: &Snapshot,
    decided: Option<Asked>,
    ask_after: Option<Instant>,
    may_take_up: bool,
) -> Result<(Seat, Decision), DeciderError> {
    let own = snapshot.contract.seats.iter().find(|info| info.mine);
    // while there is an offer nothing else can be decided
    if let (Some(own), Some(_)) = (own, &snapshot.contract.offer) {
        let may_take_up = may_take_up && !unfinished(snapshot).is_empty();
        return Ok((own.seat, decider.consider(may_take_up).await?));
    }
    let (Some(position), Some(scenario)) = (&snapshot.played.position, &snapshot.contract.scenario)
    else {
        return std::future::pending().await;
    };
    let turn = position.turn();
    decider.count_turn(turn.number, snapshot.own_turn(turn));
    let open = snapshot
        .deciding
        .to_decide
        .iter()
        // compared with the last decision: a snapshot asks until the match has moved past it, and the player would
        // answer twice
        .find(|(seat, _)| decision(snapshot, *seat) != decided);
    if let Some(&(seat, _)) = open {
        if let Some(after) = ask_after {
            // before the choice, not after it: the wait is for what may still arrive and change the position
            sleep_until(after).await;
        }
        let Some(side) = snapshot.side_of(seat) else {
            return std::future::pending().await;
        };
        // only now are the lots before the first orders drawn, which a bot needs with the scenario
        if !*begun {
            let lots = snapshot
                .played
                .history
                .as_deref()
                .map_or_else(Vec::new, first_lots);
            decider.begin(scenario, &snapshot.contract.options, &lots)?;
            *begun = true;
        }
        return Ok((seat, decider.choose(position, side).await?));
    }
    // between two own decisions a person may still say, offer or resign
    match own {
        Some(own) if snapshot.played.outcome.is_none() => {
            Ok((own.seat, decider.idle(position).await?))
        }
        // once the game is over nothing more is asked; the events end the sitting
        _ => std::future::pending().await,
    }
}

pub(super) fn decision(snapshot: &Snapshot, seat: Seat) -> Option<Asked> {
    let (seat, is_secret) = *snapshot
        .deciding
        .to_decide
        .iter()
        .find(|(other, _)| *other == seat)?;
    Some(Asked {
        seat,
        steps: snapshot
            .played
            .history
            .as_ref()
            .map_or(0, |history| history.steps().len()),
        is_secret,
    })
}

/// The next line that is no order; waits forever if there is none.
pub(super) async fn next_line(lines: &mut Option<Lines>) -> String {
    match lines {
        Some(open) => match open.next().await {
            Some(line) => line,
            None => std::future::pending().await,
        },
        None => std::future::pending().await,
    }
}

/// True if the other player has not come yet, and only a line can bring news.
pub(super) fn is_looking(snapshot: &Snapshot) -> bool {
    snapshot.line == LineState::Waiting && snapshot.stage == Stage::Greeting
}

/// The lots drawn before the first orders and secret choices.
fn first_lots(history: &History) -> Vec<Lots> {
    let lots = history.steps().iter().map_while(|step| match step.deed {
        Deed::Lots { lots, .. } => Some(lots),
        Deed::Orders { .. } | Deed::Opened(_) | Deed::TakenBack { .. } | Deed::Continued { .. } => {
            None
        }
    });
    lots.collect()
}
