//! The memory of a host without a window: of a table of eight beside a match of two, after sixty turns.

use crate::play::Result;
use crate::processes::{What, all_say};
use crate::{Row, SEATS};

const KIB_IN_MIB: u64 = 1024;

/// The memory of this process in KiB.
pub(crate) fn resident() -> Result<u64> {
    let status = std::fs::read_to_string("/proc/self/status")?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    let number = line.and_then(|line| line.split_whitespace().next());
    Ok(number.ok_or("no VmRSS")?.parse()?)
}

pub(crate) fn measure() -> Result<Row> {
    let eight = of_host(SEATS)?;
    let two = of_host(2)?;
    Ok(Row::of_counts(
        "memory of a host without a window",
        [eight, two],
        (two + 4 * KIB_IN_MIB, "that of two and 4 MiB"),
        "KiB",
    ))
}

fn of_host(seats: u8) -> Result<u64> {
    let said = all_say(What::Memory, seats)?;
    let host = said.first().and_then(|said| said.first());
    Ok(host.ok_or("the host said nothing")?.parse()?)
}
