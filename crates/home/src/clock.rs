//! The wall clock and the calendar. A day is counted from 1970-01-01.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use protocol::Now;

const MS_A_DAY: u64 = 24 * 60 * 60 * 1000;

/// The wall clock in milliseconds since 1970-01-01; 0 if the clock is set earlier.
pub fn unix_ms() -> u64 {
    let unix = SystemTime::now()
        .duration_since(UNIX_EPOCH)
        // a clock before 1970 gives 0 rather than an error: a label in a file must stop nobody
        .unwrap_or_default();
    u64::try_from(unix.as_millis()).unwrap_or(u64::MAX)
}

/// The time of a program that only reads or writes files, and of a session before its driver's clock starts.
pub fn at_rest() -> Now {
    Now {
        clock: Duration::ZERO,
        unix_ms: unix_ms(),
    }
}

pub fn today() -> u16 {
    u16::try_from(unix_ms() / MS_A_DAY).unwrap_or(u16::MAX)
}

/// The day of a moment; 0 if it is earlier.
pub(crate) fn day_of(time: SystemTime) -> u16 {
    let since = time.duration_since(UNIX_EPOCH).unwrap_or_default();
    u16::try_from(since.as_secs() / (MS_A_DAY / 1000)).unwrap_or(u16::MAX)
}

/// A day of the Gregorian calendar, as in `2026-01-31`.
pub fn date(day: u64) -> String {
    // years begin in March, so that the leap day is the last day of a year; 400 years have 146,097 days
    let day = day + 719_468;
    let (era, day) = (day / 146_097, day % 146_097);
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let day = day - (153 * month + 2) / 5 + 1;
    let month = if month < 10 { month + 3 } else { month - 9 };
    let year = 400 * era + year + u64::from(month <= 2);
    format!("{year:04}-{month:02}-{day:02}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_written_as_dates() {
        for (day, text) in [
            (0, "1970-01-01"),
            (59, "1970-03-01"),
            (789, "1972-02-29"),
            (11_016, "2000-02-29"),
            (20_088, "2024-12-31"),
            (20_454, "2026-01-01"),
            (47_540, "2100-02-28"),
            (47_541, "2100-03-01"),
            (65_535, "2149-06-06"),
        ] {
            assert_eq!(date(day), text);
        }
        assert!(date(u64::MAX / MS_A_DAY).len() > 10);
    }
}
