//! The next decision of the player of a sitting.

use net::{Asker, LineState, Snapshot};
use protocol::{Deed, History, PublicKey, Seat, Stage};
use rules::{Lots, Rules as _};
use tokio::time::{Instant, sleep_until};

use super::Deciders;
use super::telling::unfinished;
use crate::decider::{DeciderError, Decision, Lines, Next, Share};

/// What makes one decision differ from the next.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Asked {
    seat: Seat,
    steps: usize,
    pub(super) is_secret: bool,
}

pub(super) enum Attended {
    /// For one of the player's seats.
    Seat(Seat, Decision),
    /// About a player on the same network, by key: true to let them in.
    Asker(PublicKey, bool),
    /// A line that was typed while the other player is looked for.
    Line(String),
}

impl Asked {
    /// True if both are decisions of one step, of different seats.
    pub(super) fn is_beside(&self, other: &Self) -> bool {
        self.steps == other.steps && self.seat != other.seat
    }
}

/// What is asked, and what is asked no more.
pub(super) struct Asks<'a> {
    pub(super) decided: &'a [Asked],
    /// The time before which nothing is asked.
    pub(super) after: Option<Instant>,
    /// A match that was left unfinished may be resumed instead of an offer.
    pub(super) may_take_up: bool,
}

/// The people who share a keyboard.
pub(super) struct People {
    /// They are of several teams.
    pub(super) is_divided: bool,
}

/// The people at the keyboard of this sitting, if there are several.
pub(super) fn people(deciders: &Deciders, snapshot: &Snapshot) -> Option<People> {
    let mine = snapshot.contract.seats.iter().filter(|info| info.mine);
    let people: Vec<_> = mine.filter(|info| deciders.is_person(info.seat)).collect();
    let [first, others @ ..] = &people[..] else {
        return None;
    };
    (!others.is_empty()).then(|| People {
        is_divided: others.iter().any(|other| other.team != first.team),
    })
}

/// The player's next decision. If someone on the same network asks to be let in, it is about them; while the other
/// player is looked for, it is a typed line; else it is for a seat. The future may be dropped and called again.
pub(super) async fn attend(
    deciders: &mut Deciders,
    snapshot: &Snapshot,
    asker: Option<&Asker>,
    asks: &Asks<'_>,
) -> Result<Attended, DeciderError> {
    if let Some(asker) = asker {
        let is_let_in = deciders.spokesman().admit(&asker.to_string()).await?;
        return Ok(Attended::Asker(asker.key, is_let_in));
    }
    if is_looking(snapshot) {
        return Ok(Attended::Line(deciders.spokesman().line().await));
    }
    let (seat, choice) = decide(deciders, snapshot, asks).await?;
    Ok(Attended::Seat(seat, choice))
}

/// The player's next choice for one of their seats. The future may be dropped and called again.
async fn decide(
    deciders: &mut Deciders,
    snapshot: &Snapshot,
    asks: &Asks<'_>,
) -> Result<(Seat, Decision), DeciderError> {
    let mut mine = snapshot.contract.seats.iter().filter(|info| info.mine);
    // a person if there is one: programs neither answer an offer nor say anything between their turns
    let first = mine.clone().next();
    let own = mine.find(|info| deciders.is_person(info.seat)).or(first);
    // while there is an offer nothing else can be decided
    if let (Some(own), Some(_)) = (own, &snapshot.contract.offer) {
        let may_take_up = asks.may_take_up && !unfinished(snapshot).is_empty();
        return Ok((own.seat, deciders.at(own.seat).consider(may_take_up).await?));
    }
    let (Some(position), Some(scenario)) = (&snapshot.played.position, &snapshot.contract.scenario)
    else {
        return std::future::pending().await;
    };
    let turn = position.turn();
    let own_turn = snapshot.own_turn(turn);
    deciders.each(|decider| decider.count_turn(turn.number, own_turn));
    let mut open: Vec<(Seat, bool)> = snapshot.deciding.to_decide.clone();
    // compared with what was decided: a snapshot asks until the match has moved past it, and the player would answer
    // twice
    open.retain(|(seat, _)| {
        decision(snapshot, *seat).is_none_or(|asked| !asks.decided.contains(&asked))
    });
    // whose part of a set-up is shown may show another one until it is sealed
    let planning = snapshot.deciding.planning.iter().copied();
    let again = planning.filter(|seat| {
        let share = share_of(snapshot, *seat);
        share.is_some_and(|share| deciders.at(*seat).plans_again(&share))
    });
    let again: Vec<(Seat, bool)> = again.map(|seat| (seat, true)).collect();
    open.extend(again);
    // programs first: a person may think for long, and nobody's choice waits for another's
    open.sort_by_key(|(seat, _)| deciders.is_person(*seat));
    if let Some(&(seat, is_secret)) = open.first() {
        if let Some(after) = asks.after {
            // before the choice, not after it: the wait is for what may still arrive and change the position
            sleep_until(after).await;
        }
        let Some(side) = snapshot.side_of(seat) else {
            return std::future::pending().await;
        };
        // only now are the lots before the first orders drawn, which a bot needs with the scenario
        if deciders.begins(seat) {
            let lots = snapshot
                .played
                .history
                .as_deref()
                .map_or_else(Vec::new, first_lots);
            deciders
                .at(seat)
                .begin(scenario, &options(snapshot), &lots)?;
        }
        if let Some(people) = people(deciders, snapshot) {
            let hides = is_secret && people.is_divided;
            let (name, called) = (snapshot.name_of(seat), snapshot.seat_name(seat));
            let is_other = |by: Seat| {
                let team = |seat| snapshot.seat(seat).map(|info| info.team);
                team(by) != team(seat)
            };
            let proposals = &snapshot.proposals;
            let asked_back = proposals.takeback_asked;
            let asked_back = asked_back.filter(|asked| is_other(asked.seat));
            let next = Next {
                seat,
                name,
                called: &called,
                hides,
                is_offered: proposals.draw_offer.is_some_and(is_other),
                asked_back: asked_back.map(|asked| snapshot.turn_named(asked.turn)),
            };
            deciders.at(seat).hand_over(&next).await?;
        }
        let decider = deciders.at(seat);
        decider.share(share_of(snapshot, seat), snapshot.played.history.as_ref());
        return Ok((seat, decider.choose(position, side).await?));
    }
    // between two own decisions a person may still say, offer or resign
    match own {
        Some(own) if snapshot.played.outcome.is_none() => {
            let others = snapshot.awaited_names();
            let idle = deciders.at(own.seat).idle(position, &others);
            Ok((own.seat, idle.await?))
        }
        // once the game is over nothing more is asked; the events end the sitting
        _ => std::future::pending().await,
    }
}

/// The options of the game, with the members of each side where they have leaders of their own: their numbers are in the
/// text of every position.
fn options(snapshot: &Snapshot) -> Vec<(String, String)> {
    let mut options = snapshot.contract.options.clone();
    let start = snapshot.played.history.as_deref().map(History::start);
    let members = start.map_or_else(Vec::new, |start| {
        let sides = start.sides().iter();
        sides.map(|side| start.members(side)).collect()
    });
    if members.iter().any(|count| *count > 1) {
        let members: Vec<String> = members.iter().map(u8::to_string).collect();
        options.push(("share".to_owned(), "leaders".to_owned()));
        options.push(("members".to_owned(), members.join(",")));
    }
    options
}

/// The place of a seat among those that share its side by leaders, with what they have shown of their set-up.
fn share_of(snapshot: &Snapshot, seat: Seat) -> Option<Share> {
    let (member, side) = (snapshot.member_of(seat)?, snapshot.side_of(seat)?);
    let seats = (0..8).map_while(|member| snapshot.seat_of_member(side, member));
    let names: Vec<String> = seats
        .map(|seat| snapshot.name_of(seat).to_owned())
        .collect();
    let is_shared = names.len() > 1;
    let plans = snapshot.plans_of_mates(seat);
    let plans = plans.filter_map(|(of, order)| Some((snapshot.member_of(of)?, order.clone())));
    is_shared.then(|| Share {
        member,
        names,
        plans: plans.collect(),
        is_planning: snapshot.deciding.planning.contains(&seat),
        clashes: snapshot.deciding.clash.is_some(),
    })
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
