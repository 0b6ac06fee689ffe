//! Moments in the time zone of the user's system.

use std::time::SystemTime;

use time::{OffsetDateTime, UtcOffset};

/// The hour and minute of a moment, as in `12:04`, with its day before it if that is not the day of `now`.
pub(crate) fn told(moment: SystemTime, now: SystemTime) -> String {
    let now = OffsetDateTime::from(now);
    // of the moment itself: summer time may have ended since
    let zone = |of| UtcOffset::local_offset_at(of);
    let moment = OffsetDateTime::from(moment);
    match (zone(moment), zone(now)) {
        (Ok(then), Ok(today)) => in_zone(moment, then, now, today),
        // a system that does not say where it is has the time of nobody's clock, and the words say so
        _ => format!(
            "{} UTC",
            in_zone(moment, UtcOffset::UTC, now, UtcOffset::UTC)
        ),
    }
}

fn in_zone(
    moment: OffsetDateTime,
    then: UtcOffset,
    now: OffsetDateTime,
    today: UtcOffset,
) -> String {
    let [moment, now] = [moment.to_offset(then), now.to_offset(today)];
    let clock = format!("{:02}:{:02}", moment.hour(), moment.minute());
    match moment.date() == now.date() {
        true => clock,
        false => format!("{}, {clock}", moment.date()),
    }
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, UNIX_EPOCH};

    use super::*;

    #[test]
    fn a_moment_has_the_hour_of_its_place_and_a_day_only_if_it_is_another_one() {
        let at = |seconds: u64| OffsetDateTime::from(UNIX_EPOCH + Duration::from_secs(seconds));
        let hours = |hours| UtcOffset::from_hms(hours, 0, 0).expect("an offset");
        // 2026-11-27, 23:04 in universal time
        let (moment, soon) = (at(1_795_820_640), at(1_795_820_640 + 600));
        let here = |zone| in_zone(moment, zone, soon, zone);
        assert_eq!(here(UtcOffset::UTC), "23:04");
        assert_eq!(here(hours(1)), "00:04");
        assert_eq!(here(hours(-5)), "18:04");
        let half = UtcOffset::from_hms(5, 30, 0).expect("an offset");
        assert_eq!(here(half), "04:34");
        // the day has changed, and by its own clock only
        let later = at(1_795_820_640 + 3_600);
        let told = |zone| in_zone(moment, zone, later, zone);
        assert_eq!(told(UtcOffset::UTC), "2026-11-27, 23:04");
        assert_eq!(told(hours(1)), "00:04");
        // before summer time ended it was an hour later
        assert_eq!(in_zone(moment, hours(-4), soon, hours(-5)), "19:04");
    }
}
