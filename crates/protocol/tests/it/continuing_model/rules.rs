//! The rules of continuing in a new match (two seats), each a small pure function, and each to be left out by a test
//! that shows the attack it stops.

use super::things::{Plan, Seat, Start};

/// A rule that can be left out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Rule {
    /// The seat that was asked vouches: a record of it beyond its vow convicts it.
    Vow,
    /// The vow ends a step earlier if the voucher alone contributes to the next step.
    VowOfTheMover,
    /// Two continuations of one match in which a seat vouches convict it.
    VowOnce,
    /// A seat that vouches has not played in another continuation for which it asked from its own files.
    VowElsewhere,
    /// A seat that has vouched does not ask later from its own files.
    VowInOrder,
    /// The seat that was asked signs last.
    AskedLast,
    /// Of several complete continuations the one that was written last counts.
    Latest,
    /// The asking seat completes only its newest draft, unless the other vouches in both.
    NewestDraft,
    /// Nothing that was signed in the old match after the base counts.
    NothingAfter,
    /// A resignation in the old match counts on.
    ResignationStays,
    /// But not that of a seat on strange files which the vouching other did not name.
    ResignationNamed,
    /// An older copy knows that it is one.
    Mark,
    /// A resignation on strange files says so.
    StrangeResignation,
    /// Nobody asks from its own files while a sealed round is under way.
    NotInRound,
    /// A sealed choice is kept without a question only on own files.
    ChoiceAnew,
    /// Nobody asks from its own files while its own decision is awaited.
    NotWhileAwaited,
    /// Nor while it comes after a CONFIRM that is due.
    PastConfirm,
    /// The seat whose result is given up is the one that is asked.
    WinnerIsAsked,
    /// An agreed draw is not given up.
    DrawStays,
    /// A game beside the old match leaves it as it is.
    Beside,
    /// If both are on strange files, the higher seat asks.
    Crossing,
    /// The genesis is shown again on every line.
    Resend,
    /// A mark's continuation that neither side holds does not bar another.
    MarkYields,
}

/// All rules but one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Rules(pub(crate) Option<Rule>);

impl Rules {
    pub(crate) fn keep(self, rule: Rule) -> bool {
        self.0 != Some(rule)
    }
}

/// A program's knowledge of its match when it considers continuing.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Standing {
    pub(crate) seat: Seat,
    pub(crate) own_files: bool,
    /// The next step, as far as it knows.
    pub(crate) plan: Plan,
    /// The seat whose orders come next, looking past CONFIRM.
    pub(crate) decides: Option<Seat>,
    pub(crate) result: Known,
}

/// The result as far as it is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Known {
    Open,
    Won(Seat),
    Drawn,
}

/// The seat that must ask, if there is one.
pub(crate) fn who_asks(rules: Rules, strange: [bool; 2]) -> Option<Seat> {
    match strange {
        [false, true] => Some(1),
        [true, false] => Some(0),
        [true, true] if !rules.keep(Rule::Crossing) => None,
        // one fixed seat, so that both programs know it without a word
        _ => Some(1),
    }
}

/// Whether a program signs first. Its signature can be kept in the other's pocket, so it must be worth nothing there:
/// no result of its own and no draw is given up by it, and none of its own decisions comes before the other's next one.
pub(crate) fn may_ask(rules: Rules, me: Standing) -> bool {
    let given_up = match me.result {
        Known::Open => true,
        Known::Won(winner) => winner != me.seat || !rules.keep(Rule::WinnerIsAsked),
        // both have a draw: whoever signed first could be kept waiting forever, since nothing lapses after the end
        Known::Drawn => !rules.keep(Rule::DrawStays),
    };
    // a CONFIRM that is due lies within the other's vow, so the decision after it is looked at
    let awaited = if rules.keep(Rule::PastConfirm) {
        me.decides == Some(me.seat)
    } else {
        me.plan == Plan::Orders(me.seat)
    };
    let awaited = awaited && rules.keep(Rule::NotWhileAwaited);
    let in_round = me.plan.in_round() && rules.keep(Rule::NotInRound);
    let decided = me.result != Known::Open;
    given_up && (!me.own_files || decided || (!awaited && !in_round))
}

/// Whether the seat that was asked signs last: only what it would write again now. `newest` is the latest time of a
/// genesis of the old match that it knows it has signed.
pub(crate) fn may_sign_last(me: Standing, base: (u8, u16), start: &Start, newest: u8) -> bool {
    let mine_given_up = match me.result {
        Known::Open => start.gives_up.is_none(),
        Known::Won(winner) => start.gives_up == Some(winner) && winner == me.seat,
        Known::Drawn => false,
    };
    start.asks != me.seat
        // the game must stand where the start says
        && base == (start.at, start.root)
        && start.strange[me.seat] != me.own_files
        // later than everything signed before, so that the last one signed is the one that counts
        && start.written > newest
        && mine_given_up
}

/// Whether a seat vouches: the one that was asked does, unless it is on strange files.
pub(crate) fn vouches(start: &Start, seat: Seat) -> bool {
    start.instead && start.asks != seat && !start.strange[seat]
}

/// The last step of the old match in which a voucher may have signed. An honest program has signed beyond its last
/// complete step only if another's part of the next step is missing: if it contributes alone, its record would have
/// completed that step. Without this a voucher gives losing orders and then takes the signature in its pocket.
pub(crate) fn vow(rules: Rules, start: &Start, next: Plan, seat: Seat) -> u8 {
    // then an honest seat that had signed it would have completed the step
    let alone = next.contributors() == [seat];
    let waits = !(alone && rules.keep(Rule::VowOfTheMover));
    start.at + u8::from(waits)
}

/// Whether a seat that vouches in `here` is convicted by its signature under `other`, another continuation of the same
/// match. `played` says that it signed a record or note in that other match. The asking seat's earlier signature does
/// not convict by itself: the other may complete it at any time. A later one does: a seat that has vouched asks no
/// more. This needs no clock to be right: on own files a program knows the time of each genesis that it has signed
/// (the mark names the latest), and signs only a later one.
pub(crate) fn convicts(
    rules: Rules,
    here: &Start,
    other: &Start,
    seat: Seat,
    played: bool,
) -> bool {
    let twice = vouches(other, seat) && rules.keep(Rule::VowOnce);
    let asked_from_own = other.asks == seat && !other.strange[seat] && other.instead;
    let knew = (played && rules.keep(Rule::VowElsewhere))
        || (other.written > here.written && rules.keep(Rule::VowInOrder));
    twice || (asked_from_own && knew)
}

/// Whether a resignation in an old match counts on after that continuation. A voucher names what it holds: the
/// resignation of a seat on strange files that it did not name it gives up, else it would hide it, play for free, and
/// show it after a loss. A seat that vouches, or asks from its own files, knows of its own resignation.
pub(crate) fn resignation_stays(rules: Rules, start: &Start, seat: Seat) -> bool {
    let hidden =
        start.strange[seat] && vouches(start, 1 - seat) && rules.keep(Rule::ResignationNamed);
    rules.keep(Rule::ResignationStays) && !hidden && start.gives_up != Some(1 - seat)
}

/// The order among complete continuations of one match: the greatest counts. `latest` is when the latest genesis was
/// written in the line that it begins. Each signer has compared that time with its own clock, and with those of the
/// geneses that it knows it has signed, so a signature that waits in a pocket is always the older one.
pub(crate) fn rank(rules: Rules, latest: u8, game: u16) -> (u8, u16) {
    if rules.keep(Rule::Latest) {
        (latest, game)
    } else {
        (0, u16::MAX - game)
    }
}

/// Whether the asking seat accepts a continuation that came complete though it has signed `newer` since: only if
/// completing that one would convict the other.
pub(crate) fn takes_up(rules: Rules, start: &Start, newer: &Start) -> bool {
    let other = 1 - start.asks;
    !rules.keep(Rule::NewestDraft) || (vouches(start, other) && vouches(newer, other))
}
