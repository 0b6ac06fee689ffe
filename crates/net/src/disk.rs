//! Waiting for the disk inside a task.

use tokio::runtime::{Handle, RuntimeFlavor};
use tokio::task::block_in_place;

/// Waits for the disk; if there are other threads, without blocking the other tasks.
pub(crate) fn on_disk<T>(work: impl FnOnce() -> T) -> T {
    // `block_in_place` panics on a runtime of one thread, which the tests with a paused clock use
    match Handle::current().runtime_flavor() {
        RuntimeFlavor::CurrentThread => work(),
        _ => block_in_place(work),
    }
}
