//! The questions of the shell's model to the families: words, orders and what a record shows of them.

use std::sync::Arc;

use board::{Cell, Edge};
use home::SeatInfo;
use kit::model::bout::{Bout, Part};
use kit::model::family::{FamilyModel as _, FamilyRecord, FamilyTypes as _, FamilyWords as _};
use kit::model::meaning::{OtherEnd, Preliminaries, SecretWords, TurnWords};
use kit::model::notation::{Sign, letters};
use kit::model::ready::Ready;
use kit::model::rulebook::Rulebook;
use kit::model::told::{Reader, Told};
use kit::model::words::{EndReader, listed};
use protocol::{CALLED_OFF, Deed, Done, History, ON_TIME, Step};
use rules::{AnyEvent, AnyOrder, AnyPosition, Draft, Draw, Family, Outcome, Rules, Side, ToAct};
use scenario::{Scenario, SideNames};

use super::of_family;

/// The families that the lists of the window name: all but those that only tests play, which a test may have shown.
pub fn shown(in_a_test: bool) -> impl Iterator<Item = Family> {
    let families = Family::ALL.iter().copied();
    families.filter(move |family| in_a_test || !family.is_for_tests())
}

/// What the end of a draft leads to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Ending {
    /// The orders are sent: all of them, with the closing order if they leave that to the side.
    Sends(Vec<AnyOrder>),
    /// The closing order leaves something to the side that must be decided before anything is sent.
    Asks(AnyOrder),
}

/// What the end of a draft leads to; `None` if the side must decide something first.
pub fn ending(draft: &Draft<AnyPosition>) -> Option<Ending> {
    let given = || draft.orders().cloned();
    // the last order has left the turn already; the rules would refuse a closing order after it, and the turn could
    // never be sent
    if draft.is_whole() {
        return Some(Ending::Sends(given().collect()));
    }
    let (position, side) = (draft.position(), draft.side());
    // the rules decide whether the turn may be closed yet
    let closing = position.closing(side)?;
    // tried on a copy: whether the side has anything left to decide after the closing order is the family's rule
    // (tourney 5.1: freeing, encounters, succession), and no rule is written a second time here
    let mut after = position.clone();
    after.apply(side, &closing).ok()?;
    // a member whose part is over has nothing left to decide, although its side has
    let is_asked =
        after.to_act() == ToAct::One(side) && after.member(side) == position.member(side);
    Some(match is_asked {
        true => Ending::Asks(closing),
        false => Ending::Sends(given().chain([closing]).collect()),
    })
}

/// The orders of a draft that can be sent as it is; `None` if the side must decide something first.
pub fn turn(draft: &Draft<AnyPosition>) -> Option<Vec<AnyOrder>> {
    match ending(draft)? {
        Ending::Sends(orders) => Some(orders),
        Ending::Asks(_) => None,
    }
}

/// The other ways to close a member's part of a turn.
pub fn other_ends(draft: &Draft<AnyPosition>) -> Vec<OtherEnd<AnyOrder>> {
    if draft.is_whole() {
        return Vec::new();
    }
    of_family!(F, draft.position(), AnyPosition(now) => {
        let ends = F::other_ends(now).into_iter();
        let any = |end: OtherEnd<_>| OtherEnd {
            order: F::any_order(end.order),
            name: end.name,
            hover: end.hover,
            is_for_all: end.is_for_all,
        };
        ends.map(any).collect()
    })
}

/// The members of the side on turn whose parts of the turn are open, in their order.
pub fn open_parts(position: &AnyPosition) -> &[u8] {
    of_family!(F, position, AnyPosition(now) => F::open_parts(now))
}

/// The member of its side to whom the leader on a cell belongs.
pub fn owner(position: &AnyPosition, cell: Cell) -> Option<u8> {
    of_family!(F, position, AnyPosition(now) => F::owner(now, cell))
}

/// True if the end of a draft would pass the whole turn.
pub fn is_pass(draft: &Draft<AnyPosition>) -> bool {
    // the end of one part leaves the turn to the others
    if open_parts(draft.base()).len() > 1 {
        return false;
    }
    let side = draft.side();
    let number = |count: usize| draft.after(count).turn().number;
    // the position in which the last order was given, or the next one is to be given
    let now = number(draft.len() - usize::from(draft.is_whole()));
    // a decision in the other side's turn may come before: the draft then continues with this side's own turn
    let first = (0..=draft.len()).find(|count| number(*count) == now);
    let base = draft.after(first.unwrap_or(0));
    let [left, of] = turn_words(base).left;
    let closing = base.closing(side);
    let closes = |order: &AnyOrder| Some(order) == closing.as_ref();
    let mut orders = draft.orders().skip(first.unwrap_or(0));
    // a draft may continue a turn of which some orders are used already
    left == of && closing.is_some() && orders.next().is_none_or(closes)
}

/// The position that the words about a draft are about. The last order may have passed the turn on: the board then shows
/// the next side's turn, of which this draft holds nothing.
pub fn decided(draft: &Draft<AnyPosition>) -> &AnyPosition {
    let now = draft.position();
    let before = draft.after(draft.len() - usize::from(draft.is_whole()));
    match before.turn() == now.turn() {
        true => now,
        false => before,
    }
}

/// True if a draft answers a question of the rules, and nothing is left to decide: the button of the answer has said
/// what follows, so a second question would ask the same again.
pub fn is_answered(draft: &Draft<AnyPosition>) -> bool {
    let asks = of_family!(F, draft.base(), AnyPosition(base) => F::is_question(base));
    asks && draft.is_whole()
}

/// The name of the button that sends a draft, and the question before.
pub fn turn_end(draft: &Draft<AnyPosition>) -> [&'static str; 2] {
    of_family!(F, draft.position(), AnyPosition(now) => {
        // base and draft are of one family; should they ever not be, a button without words is better than a panic in a
        // frame
        F::own_position(draft.base()).map_or([""; 2], |base| F::turn_end(base, now))
    })
}

/// The orders of a turn that a record shows.
pub fn shown_orders(orders: &[Done]) -> &[Done] {
    let is_shown = |done: &Done| of_family!(F, &done.order, AnyOrder(order) => F::is_shown(order));
    // the closing order is left out only where it is the last: decisions may follow it
    let last = orders.iter().rposition(is_shown);
    &orders[..last.map_or(0, |last| last + 1)]
}

/// The words for the choice that sides make in secret in a position.
pub fn secret_words(position: &AnyPosition) -> &'static SecretWords {
    of_family!(F, position, AnyPosition(now) => F::secret_words(now))
}

/// The words while a lot is drawn.
pub fn lot_words(family: Family, draw: Draw) -> &'static str {
    of_family!(F = family => F::lot(draw))
}

/// The outcome of a game, in a sentence.
pub fn outcome(family: Family, outcome: Outcome, seats: &[SeatInfo], names: &SideNames) -> String {
    // the endings by the clock are the protocol's: no family has words for them
    if outcome.word() == CALLED_OFF {
        return "The time was up, as claimed, and as agreed that ends the match without a result."
            .to_owned();
    }
    if outcome.word() == ON_TIME {
        let is_winner = |seat: &&SeatInfo| outcome.winners().contains(seat.side);
        let winners: Vec<&str> = seats
            .iter()
            .filter(is_winner)
            .map(|seat| seat.called.as_str())
            .collect();
        // a game that is only looked at has no seats, and so nobody to name
        return match winners.is_empty() {
            true => "Won on time, as claimed.".to_owned(),
            false => format!("{} wins on time, as claimed.", listed(&winners)),
        };
    }
    of_family!(F = family => F::outcome(outcome, seats, names))
}

/// The end of a game from the side of one of two players, in a sentence; `None` if nobody has won, or the family has no
/// such words.
pub fn end_told(
    outcome: Outcome,
    position: &AnyPosition,
    reader: &EndReader<'_>,
) -> Option<String> {
    if outcome.winners().is_empty() {
        return None;
    }
    of_family!(F, position, AnyPosition(now) => F::end_told(outcome, now, reader))
}

/// A short name for a switch of a scenario.
pub fn option_title(scenario: &Scenario, key: &str) -> String {
    of_family!(F = scenario.family() => F::option_title(key))
}

/// The side of the first turn, in a sentence.
pub fn who_begins(scenario: &Scenario, options: &[(String, String)]) -> String {
    of_family!(F = scenario.family() => F::who_begins(scenario, options))
}

/// The facts of a game, a line each, with the sides by those names.
pub fn facts(start: &AnyPosition, names: &SideNames) -> Vec<String> {
    of_family!(F, start, AnyPosition(start) => F::facts(start, names))
}

/// The endings of a game, a line each.
pub fn endings(position: &AnyPosition) -> Vec<String> {
    of_family!(F, position, AnyPosition(now) => F::endings(now))
}

/// The words for the turn on a board.
pub fn turn_words(position: &AnyPosition) -> TurnWords {
    of_family!(F, position, AnyPosition(now) => F::turn(now))
}

/// The orders that the unfinished turn has used and left, and the units that may still act.
pub fn turn_summary(draft: &Draft<AnyPosition>, ready: &Ready) -> String {
    of_family!(F, decided(draft), AnyPosition(now) => F::turn_summary(now, ready))
}

/// The units and leaders of a side that may still act.
pub fn ready(position: &AnyPosition, side: Side) -> Ready {
    let units = position.ready(side);
    let leaders = of_family!(F, position, AnyPosition(now) => F::open_leaders(now, &units));
    Ready { units, leaders }
}

/// The leaders of a side on the board.
pub fn leaders(position: &AnyPosition, side: Side) -> Vec<Cell> {
    of_family!(F, position, AnyPosition(now) => F::leaders(now, side))
}

/// The edge of the board from which a side begins.
pub fn edge(position: &AnyPosition, side: Side) -> Edge {
    of_family!(F, position, AnyPosition(now) => F::edge(now, side))
}

/// The units of a side that reach a cell, in a sentence.
pub fn threats(position: &AnyPosition, by: Side, cell: Cell) -> Option<String> {
    of_family!(F, position, AnyPosition(now) => F::threats(now, by, cell))
}

/// The consequence of a turn without any order.
pub fn pass_words(base: &AnyPosition) -> Option<&'static str> {
    of_family!(F, base, AnyPosition(base) => F::pass(base))
}

/// The orders at the beginning of a turn that come before those that are counted.
pub fn preliminaries<'a>(
    family: Family,
    orders: impl IntoIterator<Item = &'a AnyOrder>,
) -> Preliminaries {
    // entries stand before a turn's first move only (warlord 2.12), so the first other order ends them
    let is_entry = |order: &&AnyOrder| of_family!(F, *order, AnyOrder(order) => F::is_entry(order));
    let count = orders.into_iter().take_while(is_entry).count();
    of_family!(F = family => F::entered(count))
}

/// The events of a step in words for the reader; each event has the number of orders that were carried out with its own
/// order.
pub fn told(
    events: &[(usize, &AnyEvent)],
    before: &AnyPosition,
    after: &AnyPosition,
    reader: Reader<'_>,
) -> Vec<Told> {
    of_family!(F, before, AnyPosition(before) => {
        // before and after are one game; an `after` of another family is no step to tell
        let after = F::own_position(after);
        after.map_or_else(Vec::new, |after| F::told(events, before, after, reader))
    })
}

/// The cells that an order leads from and to.
pub fn way(order: &AnyOrder) -> Option<(Cell, Cell)> {
    of_family!(F, order, AnyOrder(order) => F::way(order))
}

/// One order with what it does.
pub fn order(order: &AnyOrder, before: &AnyPosition) -> String {
    of_family!(F, order, AnyOrder(order) => {
        F::own_position(before).map_or_else(String::new, |before| F::order(order, before))
    })
}

/// One order in its shortest form.
pub fn short(order: &AnyOrder) -> String {
    of_family!(F, order, AnyOrder(order) => F::short(order))
}

/// One order as the record writes it, from the events of the order.
pub fn notation(done: &Done) -> Vec<Sign> {
    let events = done.events.iter();
    let signs: Vec<Sign> = events
        .flat_map(|event| of_family!(F, event, AnyEvent(event) => F::signs(event)))
        .collect();
    // cards, aims and declined successions have no sign of their own, and their entry in the record would be empty
    match signs.is_empty() {
        true => vec![Sign::Text(short(&done.order))],
        false => signs,
    }
}

/// The words of a part of a turn that ended without an order, to follow its player's name; none for any other step.
pub fn empty_part(history: &History, step: &Step) -> Option<&'static str> {
    let orders = orders_of(step).filter(|_| history.is_part(step))?;
    if !shown_orders(orders).is_empty() {
        return None;
    }
    let puts_off =
        |done: &Done| of_family!(F, &done.order, AnyOrder(order) => F::is_put_off(order));
    Some(match orders.last().is_some_and(puts_off) {
        true => "takes the part later",
        false => "gave no orders",
    })
}

/// The orders of a step in letters, in one line, or words if the record shows none of them; none for a step without orders.
pub fn line(history: &History, step: &Step) -> Option<String> {
    let family = history.start().family();
    let orders = shown_orders(orders_of(step)?);
    let first = preliminaries(family, orders.iter().map(|done| &done.order));
    let mut words: Vec<String> = Vec::new();
    if first.count > 0 {
        words.push(first.short);
    }
    let orders = orders.iter().skip(first.count);
    words.extend(orders.map(|done| letters(&notation(done))));
    Some(match words.is_empty() {
        true => empty_part(history, step).unwrap_or("pass").to_owned(),
        false => words.join(family.separator()),
    })
}

fn orders_of(step: &Step) -> Option<&[Done]> {
    match &step.deed {
        Deed::Orders { orders, .. } => Some(orders),
        Deed::Opened(_) | Deed::Lots { .. } | Deed::TakenBack { .. } | Deed::Continued { .. } => {
            None
        }
    }
}

/// True if an order removed a unit of either side.
pub fn takes(done: &Done) -> bool {
    let takes = |event: &AnyEvent| of_family!(F, event, AnyEvent(event) => F::takes(event));
    done.events.iter().any(takes)
}

/// The fights of a record that take several steps, each with the place of its first step; its rounds are the steps from
/// there on.
pub fn bouts(family: Family, steps: &[Arc<Step>]) -> Vec<(usize, Bout)> {
    let mut found = Vec::new();
    let mut at = 0;
    while at < steps.len() {
        let bout = of_family!(F = family => bout::<F>(&steps[at..]));
        let rounds = bout.as_ref().map_or(0, |bout| bout.rounds.len());
        found.extend(bout.map(|bout| (at, bout)));
        at += rounds.max(1);
    }
    found
}

fn bout<F: FamilyRecord>(steps: &[Arc<Step>]) -> Option<Bout> {
    // most steps are turns, and none of them begins a fight
    if !matches!(steps.first()?.deed, Deed::Opened(_)) {
        return None;
    }
    let mut parts = steps.iter().map_while(|step| {
        let (is_opened, choices) = step.choices()?;
        let own = choices.into_iter();
        let own = own.filter_map(|(side, order)| Some((side, F::own_order(order)?)));
        let orders = own.collect();
        Some(Part {
            is_opened,
            orders,
            events: step.events().filter_map(F::own_event).collect(),
        })
    });
    F::bout(&mut parts)
}

pub fn title(family: Family) -> &'static str {
    of_family!(F = family => F::TITLE)
}

/// The paragraph of the rules text on the unit of a cell, or on its ground; `None` for open ground.
pub fn paragraph(position: &AnyPosition, cell: Cell) -> Option<&'static str> {
    of_family!(F, position, AnyPosition(now) => F::paragraph(now, cell))
}

/// The rules text of a family, taken apart.
pub fn rulebook(family: Family) -> Rulebook {
    of_family!(F = family => F::rulebook())
}
