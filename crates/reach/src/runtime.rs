//! The threads of the network: one small runtime for every match of the program.

use std::io;
use std::sync::{Mutex, PoisonError};

use tokio::runtime::{Builder, Handle, Runtime};

static RUNTIME: Mutex<Option<Runtime>> = Mutex::new(None);

/// The runtime, started on first use. The runtime lives as long as the program.
pub fn runtime() -> io::Result<Handle> {
    let mut slot = RUNTIME.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(runtime) = &*slot {
        return Ok(runtime.handle().clone());
    }
    let runtime = Builder::new_multi_thread()
        .worker_threads(2)
        .thread_name("warlord-net")
        .enable_all()
        .build()?;
    let handle = runtime.handle().clone();
    // kept in the static: a runtime that is dropped would stop every match
    *slot = Some(runtime);
    Ok(handle)
}
