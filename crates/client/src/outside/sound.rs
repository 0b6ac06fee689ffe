//! Short sounds. If nothing can play them there is silence.

#[cfg(any(target_os = "windows", target_os = "macos"))]
mod device;
#[cfg(target_os = "linux")]
mod server;
mod tones;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

#[cfg(any(target_os = "windows", target_os = "macos"))]
use device::play;
#[cfg(target_os = "linux")]
use server::play;

use crate::model::call::Sound;

#[derive(Default)]
pub(super) struct Sounds {
    /// A sound is being played: sounds never pile up.
    is_playing: Arc<AtomicBool>,
}

impl Sounds {
    /// Plays a sound on a thread of its own: playing blocks until its end.
    /// `volume` is in percent.
    pub(super) fn play(&self, sound: Sound, volume: u16) {
        if cfg!(test) || self.is_playing.swap(true, Ordering::AcqRel) {
            return;
        }
        let is_playing = Arc::clone(&self.is_playing);
        let thread = thread::Builder::new().name("sound".to_owned());
        let begun = thread.spawn(move || {
            // silence is no trouble worth a word
            drop(play(tones::at_volume(tones::samples(sound), volume)));
            is_playing.store(false, Ordering::Release);
        });
        // no thread will clear the flag: every later sound would be dropped
        if begun.is_err() {
            self.is_playing.store(false, Ordering::Release);
        }
    }
}

#[cfg(not(any(target_os = "linux", target_os = "windows", target_os = "macos")))]
fn play(_: Vec<i16>) -> Result<(), std::convert::Infallible> {
    Ok(())
}
