//! A writer for tests, whose contents stay readable.

use std::io::{self, Write};
use std::sync::{Arc, Mutex};

/// A writer whose contents stay readable.
#[derive(Clone, Default)]
pub(crate) struct Written(Arc<Mutex<Vec<u8>>>);

impl Write for Written {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().expect("nobody panics").write(bytes)
    }
    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Written {
    /// The text so far, without colors.
    pub(crate) fn text(&self) -> String {
        let bytes = self.0.lock().expect("nobody panics");
        let text = anstream::adapter::strip_bytes(&bytes).into_vec();
        String::from_utf8(text).expect("plain text")
    }
}
