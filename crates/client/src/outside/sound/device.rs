//! The sound of Windows and macOS.

use std::num::NonZero;

use rodio::buffer::SamplesBuffer;
use rodio::{DeviceSinkBuilder, DeviceSinkError, Player};

use super::tones;

/// Plays samples, one channel at [`tones::RATE`], to their end.
///
/// # Errors
/// Returns an error if the machine has no device that plays sound.
pub(super) fn play(samples: Vec<i16>) -> Result<(), DeviceSinkError> {
    let mut device = DeviceSinkBuilder::open_default_sink()?;
    // otherwise rodio writes a line to the terminal at the end of every sound
    device.log_on_drop(false);
    let samples: Vec<f32> = samples
        .into_iter()
        .map(|sample| f32::from(sample) / f32::from(i16::MAX))
        .collect();
    let player = Player::connect_new(device.mixer());
    player.append(SamplesBuffer::new(
        NonZero::<u16>::MIN,
        tones::RATE,
        samples,
    ));
    // the sound stops when the device is dropped
    player.sleep_until_end();
    Ok(())
}
