//! The agreed time for thought, the effect of a claim, and times in words.

use std::fmt;
use std::str::FromStr;

use bincode::{Decode, Encode};
use rules::Family;

/// The word for a result by a claim, which both programs' own clocks confirm, that a seat's time was up.
pub const ON_TIME: &str = "time";
/// The word for the end without a result by such a claim.
pub const CALLED_OFF: &str = "called-off";
/// The word for a win of the only team that still plays, since the others are gone.
pub const LEFT: &str = "left";

/// Time limits. Silence is only ever claimed, never proved.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Encode, Decode)]
pub struct Terms {
    /// The time for thought.
    pub pace: Pace,
    /// The effect of a claim of silence.
    pub claim: ClaimEffect,
}

/// How the time for decisions is limited.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Encode, Decode)]
pub enum Pace {
    /// Without limit; no claim ends such a match.
    #[default]
    Untimed,
    /// A number of days for orders or a secret choice: play by correspondence.
    Days(u16),
    /// A bank for the whole match and an increment for each turn, in milliseconds: live play.
    Bank {
        /// Milliseconds, a second to seven days.
        bank_ms: u64,
        /// Milliseconds, an hour at most.
        increment_ms: u64,
    },
}

/// The effect of a claim of silence.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Encode, Decode)]
pub enum ClaimEffect {
    /// The file shows the claim; the match continues when the silent seat does.
    #[default]
    Nothing,
    /// The side of the accused seat loses, if both programs' clocks agree.
    Loss,
    /// The match ends without a result.
    Abort,
}

const SECOND_MS: u64 = 1000;
const MINUTE_MS: u64 = 60 * SECOND_MS;
const HOUR_MS: u64 = 60 * MINUTE_MS;
const DAY_MS: u64 = 24 * HOUR_MS;
/// Longest bank: beyond it days a turn are meant.
const MAX_BANK_MS: u64 = 7 * DAY_MS;
/// Longest increment.
const MAX_INCREMENT_MS: u64 = HOUR_MS;
/// The letters that a round of secret choices takes by mail: seals, then locks, openings and confirmations, each of
/// which the next letter answers.
pub const LETTERS_A_ROUND: u32 = 4;
/// The rounds of an ordinary fight, by which a limit is explained. Rules: tourney 3.6
const ROUNDS_OF_A_FIGHT: u32 = 4;

impl Terms {
    /// True if each seat has a clock that is charged for every decision.
    pub const fn has_clocks(&self) -> bool {
        matches!(self.pace, Pace::Bank { .. })
    }

    /// The milliseconds after which a missing record may be claimed that programs sign by themselves. By
    /// correspondence a program may be closed as long as a turn may take: one letter brings its confirmation and the
    /// turn.
    pub const fn answer_ms(&self) -> u64 {
        match self.pace {
            Pace::Days(days) => (days as u64).saturating_mul(DAY_MS),
            Pace::Untimed | Pace::Bank { .. } => 30 * SECOND_MS,
        }
    }

    /// Refuses terms that a manifest can have and nobody can play, in words that name them.
    ///
    /// # Errors
    /// Returns the words.
    pub fn check(&self) -> Result<(), &'static str> {
        match self.pace {
            Pace::Days(0) => Err("no day for a turn"),
            Pace::Bank { bank_ms, .. } if !(SECOND_MS..=MAX_BANK_MS).contains(&bank_ms) => {
                Err("a clock of less than a second or more than seven days")
            }
            Pace::Bank { increment_ms, .. } if increment_ms > MAX_INCREMENT_MS => {
                Err("a clock that gains more than an hour a turn")
            }
            // silence of a match without limit proves nothing and must not decide it
            Pace::Untimed if self.claim != ClaimEffect::Nothing => {
                Err("a claim that ends the match, where no time limit is agreed")
            }
            _ => Ok(()),
        }
    }
}

impl fmt::Display for Terms {
    /// Writes the terms as a part of a sentence, as in `3 days for a turn; the player whose time is claimed to be up
    /// loses`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.pace, self.claim) {
            (Pace::Untimed, _) => write!(f, "no time limit"),
            (pace, claim) => write!(f, "{pace}; {claim}"),
        }
    }
}

impl fmt::Display for Pace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Untimed => write!(f, "no time limit"),
            Self::Days(1) => write!(f, "1 day for a turn"),
            Self::Days(days) => write!(f, "{days} days for a turn"),
            Self::Bank {
                bank_ms,
                increment_ms: 0,
            } => write!(f, "a clock of {} each", span(bank_ms)),
            Self::Bank {
                bank_ms,
                increment_ms,
            } => {
                let (bank, more) = (span(bank_ms), span(increment_ms));
                write!(f, "a clock of {bank} each, and {more} more after each turn")
            }
        }
    }
}

impl fmt::Display for ClaimEffect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Nothing => "a claim that the time is up is recorded and ends nothing",
            Self::Loss => "the player whose time is claimed to be up loses",
            Self::Abort => "a claim that the time is up ends the match without a result",
        })
    }
}

/// A text that is no clock.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ClockError {
    /// The text is no time, or no two times joined by a plus sign.
    #[error(
        "`{0}` is no clock such as 15m+10s or 1h30m: numbers with h, m or s, and after a plus what each turn adds"
    )]
    Unreadable(String),
    /// Nobody can play by that clock.
    #[error("{0}")]
    Unplayable(&'static str),
}

impl Pace {
    /// The clock that is proposed for a game of that family: a quarter of an hour each, and an increment for each
    /// decision. In a family with rounds it is half the usual one, since a turn with a fight gains it several times.
    pub const fn proposed_clock(family: Family) -> Self {
        let seconds: u64 = if family.has_rounds() { 5 } else { 10 };
        Self::Bank {
            bank_ms: 15 * MINUTE_MS,
            increment_ms: seconds.saturating_mul(SECOND_MS),
        }
    }

    /// The meaning of the limit in a game whose fights are rounds of secret choices, as a sentence for an offer; none
    /// where the limit needs no more words.
    pub fn in_rounds(self, family: Family) -> Option<String> {
        let rounds = ROUNDS_OF_A_FIGHT;
        match self {
            _ if !family.has_rounds() => None,
            Self::Untimed
            | Self::Bank {
                increment_ms: 0, ..
            } => None,
            Self::Days(_) => {
                let letters = rounds * LETTERS_A_ROUND;
                Some(format!(
                    "Each step of a fight has these days: by mail a round of secret choices takes {LETTERS_A_ROUND} \
                     letters, and a fight of {rounds} rounds {letters}."
                ))
            }
            Self::Bank { increment_ms, .. } => {
                let gain = span(u64::from(rounds).saturating_mul(increment_ms));
                Some(format!(
                    "A clock gains with every decision, with each secret choice of a fight too: {rounds} rounds add \
                     {gain} to each clock."
                ))
            }
        }
    }

    /// Reads a clock: the bank, and after a plus sign the increment, each as numbers with `h`, `m` or `s`, as in
    /// `15m+10s`.
    ///
    /// # Errors
    /// Returns [`ClockError`] for any other text, and for a clock out of bounds.
    pub fn parse_clock(text: &str) -> Result<Self, ClockError> {
        let unreadable = || ClockError::Unreadable(text.to_owned());
        let (bank, increment) = text.split_once('+').unwrap_or((text, "0s"));
        let pace = Self::Bank {
            bank_ms: parse_span(bank).ok_or_else(unreadable)?,
            increment_ms: parse_span(increment).ok_or_else(unreadable)?,
        };
        let terms = Terms {
            pace,
            claim: ClaimEffect::Nothing,
        };
        terms.check().map_err(ClockError::Unplayable)?;
        Ok(pace)
    }
}

/// A span such as `1h30m` in milliseconds.
fn parse_span(text: &str) -> Option<u64> {
    let mut total: u64 = 0;
    let mut rest = text.trim();
    if rest.is_empty() {
        return None;
    }
    while !rest.is_empty() {
        // a number without a unit is refused: `15` could mean minutes or seconds
        let (number, after) = rest.split_at(rest.find(|c: char| !c.is_ascii_digit())?);
        let (unit, after) = after.split_at_checked(1)?;
        let unit_ms = match unit {
            "h" => HOUR_MS,
            "m" => MINUTE_MS,
            "s" => SECOND_MS,
            _ => return None,
        };
        // checked: the text may hold any number
        total = total.checked_add(number.parse::<u64>().ok()?.checked_mul(unit_ms)?)?;
        rest = after;
    }
    Some(total)
}

/// A text that names no effect of a claim.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a claim does `nothing`, or it is a `loss` or an `abort`")]
pub struct ClaimEffectError;

impl ClaimEffect {
    /// The word of the command line and of files.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Nothing => "nothing",
            Self::Loss => "loss",
            Self::Abort => "abort",
        }
    }
}

impl FromStr for ClaimEffect {
    type Err = ClaimEffectError;

    fn from_str(text: &str) -> Result<Self, ClaimEffectError> {
        let all = [Self::Nothing, Self::Loss, Self::Abort];
        let found = all.into_iter().find(|effect| effect.word() == text);
        found.ok_or(ClaimEffectError)
    }
}

/// A span of time in whole seconds, as in `1 h 30 min` or `10 s`.
fn span(ms: u64) -> String {
    let seconds = ms / SECOND_MS;
    let parts = [
        (seconds / 86_400, "d"),
        (seconds / 3600 % 24, "h"),
        (seconds / 60 % 60, "min"),
        (seconds % 60, "s"),
    ];
    let parts = parts.iter().filter(|(number, _)| *number > 0);
    let parts: Vec<String> = parts
        .map(|(number, unit)| format!("{number} {unit}"))
        .collect();
    match parts.is_empty() {
        true => "0 s".to_owned(),
        false => parts.join(" "),
    }
}

/// The time left in milliseconds as the face of a clock: `1:02:03`, `14:32`, `0:09`. A begun second counts as whole, so
/// that 0:00 means that the time is up.
pub fn clock_face(left_ms: u64) -> String {
    // rounded up, so that 0:00 is shown only when the time is up
    let seconds = left_ms.div_ceil(SECOND_MS);
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    match hours {
        0 => format!("{minutes}:{seconds:02}"),
        _ => format!("{hours}:{minutes:02}:{seconds:02}"),
    }
}

/// The time left in milliseconds in days, hours and minutes, two units at most: `3 days 4 h`, `4 h 12 min`, `12 min`.
pub fn days_left(left_ms: u64) -> String {
    // rounded down: a player should not be promised a minute more
    let minutes = left_ms / MINUTE_MS;
    let (days, hours, minutes) = (minutes / 1440, minutes / 60 % 24, minutes % 60);
    match (days, hours) {
        (0, 0) => format!("{minutes} min"),
        (0, _) => format!("{hours} h {minutes} min"),
        (1, _) => format!("1 day {hours} h"),
        _ => format!("{days} days {hours} h"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn terms_are_written_in_words() {
        let bank = |bank_ms, increment_ms| Pace::Bank {
            bank_ms,
            increment_ms,
        };
        for (pace, claim, words) in [
            (Pace::Untimed, ClaimEffect::Nothing, "no time limit"),
            (
                Pace::Days(1),
                ClaimEffect::Nothing,
                "1 day for a turn; a claim that the time is up is recorded and ends nothing",
            ),
            (
                Pace::Days(3),
                ClaimEffect::Loss,
                "3 days for a turn; the player whose time is claimed to be up loses",
            ),
            (
                bank(900_000, 10_000),
                ClaimEffect::Abort,
                "a clock of 15 min each, and 10 s more after each turn; a claim that the time is up ends the match without \
                 a result",
            ),
            (
                bank(5_400_000, 0),
                ClaimEffect::Loss,
                "a clock of 1 h 30 min each; the player whose time is claimed to be up loses",
            ),
        ] {
            let terms = Terms { pace, claim };
            assert_eq!(terms.to_string(), words);
            assert_eq!(terms.check(), Ok(()));
            assert_eq!(claim.word().parse(), Ok(claim));
        }
    }

    #[test]
    fn a_game_of_rounds_is_proposed_a_smaller_increment_and_its_offer_says_why() {
        let [plain, rounds] = [Family::Warlord, Family::Tourney];
        let gain = |family| match Pace::proposed_clock(family) {
            Pace::Bank { increment_ms, .. } => increment_ms,
            pace => panic!("{pace}"),
        };
        assert!(gain(rounds) < gain(plain));
        let words = Pace::proposed_clock(rounds).in_rounds(rounds);
        assert_eq!(
            words.as_deref(),
            Some(
                "A clock gains with every decision, with each secret choice of a fight too: 4 rounds add 20 s to each \
                 clock."
            )
        );
        let words = Pace::Days(3).in_rounds(rounds);
        assert_eq!(
            words.as_deref(),
            Some(
                "Each step of a fight has these days: by mail a round of secret choices takes 4 letters, and a fight of 4 \
                 rounds 16."
            )
        );
        for pace in [Pace::Untimed, Pace::Days(3), Pace::proposed_clock(plain)] {
            assert_eq!(pace.in_rounds(plain), None);
        }
        let flat = Pace::Bank {
            bank_ms: 60_000,
            increment_ms: 0,
        };
        assert_eq!(
            (flat.in_rounds(rounds), Pace::Untimed.in_rounds(rounds)),
            (None, None)
        );
    }

    #[test]
    fn clocks_are_read_as_they_are_meant() {
        for (text, bank_ms, increment_ms) in [
            ("15m+10s", 900_000, 10_000),
            ("15m", 900_000, 0),
            ("1h30m+1m", 5_400_000, 60_000),
            ("90s+0s", 90_000, 0),
        ] {
            let pace = Pace::Bank {
                bank_ms,
                increment_ms,
            };
            assert_eq!(Pace::parse_clock(text), Ok(pace), "{text}");
        }
        for text in [
            "", "15", "m", "15m+", "15m+10", "+5s", "-5m", "5d", "15\u{e9}", "0s", "999999h",
            "1m+2h",
        ] {
            assert!(Pace::parse_clock(text).is_err(), "{text}");
        }
    }

    #[test]
    fn terms_that_nobody_can_play_are_refused() {
        let bank = |bank_ms, increment_ms| Pace::Bank {
            bank_ms,
            increment_ms,
        };
        for (pace, claim) in [
            (Pace::Days(0), ClaimEffect::Nothing),
            (Pace::Untimed, ClaimEffect::Loss),
            (Pace::Untimed, ClaimEffect::Abort),
            (bank(999, 0), ClaimEffect::Nothing),
            (bank(u64::MAX, 0), ClaimEffect::Nothing),
            (bank(60_000, u64::MAX), ClaimEffect::Nothing),
        ] {
            assert!(Terms { pace, claim }.check().is_err(), "{pace:?}");
        }
    }

    #[test]
    fn the_time_left_is_read_at_a_glance() {
        for (ms, face, days) in [
            (0, "0:00", "0 min"),
            (1, "0:01", "0 min"),
            (9_001, "0:10", "0 min"),
            (872_000, "14:32", "14 min"),
            (3_723_000, "1:02:03", "1 h 2 min"),
            (4 * HOUR_MS + 12 * MINUTE_MS, "4:12:00", "4 h 12 min"),
            (DAY_MS, "24:00:00", "1 day 0 h"),
            (3 * DAY_MS + 4 * HOUR_MS, "76:00:00", "3 days 4 h"),
        ] {
            assert_eq!(
                (clock_face(ms).as_str(), days_left(ms).as_str()),
                (face, days)
            );
        }
    }
}
