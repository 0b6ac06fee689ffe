//! The sound server of the desktop: PulseAudio, or PipeWire, which speaks the same protocol.

use std::io;
use std::time::Duration;

use pulseaudio::protocol::{
    ChannelMap, ChannelVolume, DEFAULT_SINK, PlaybackStreamParams, SampleFormat, SampleSpec,
};
use pulseaudio::{AsPlaybackSource, Client, ClientError};
use tokio::time::timeout;

use super::tones;

/// The longest wait for a server that has stopped playing: no sound is played while one waits, and none is longer than
/// half a second.
const PATIENCE: Duration = Duration::from_secs(5);

/// Plays samples, one channel at [`tones::RATE`], to their end.
///
/// # Errors
///
/// No server, or none that plays.
pub(super) fn play(samples: Vec<i16>) -> Result<(), ClientError> {
    let client = Client::from_env(c"Warlord")?;
    let parameters = PlaybackStreamParams {
        sample_spec: SampleSpec {
            format: SampleFormat::S16Le,
            channels: 1,
            sample_rate: tones::RATE.get(),
        },
        channel_map: ChannelMap::mono(),
        cvolume: Some(ChannelVolume::norm(1)),
        sink_name: Some(DEFAULT_SINK.to_owned()),
        ..PlaybackStreamParams::default()
    };
    let mut bytes = samples.into_iter().flat_map(i16::to_le_bytes);
    let source = move |place: &mut [u8]| {
        let mut count = 0;
        for (place, byte) in place.iter_mut().zip(&mut bytes) {
            *place = byte;
            count += 1;
        }
        count
    };
    let playing = async {
        let stream = client
            .create_playback_stream(parameters, source.as_playback_source())
            .await?;
        stream.play_all().await
    };
    let runtime = reach::runtime()?;
    runtime
        .block_on(async { timeout(PATIENCE, playing).await })
        .map_err(|_elapsed| io::Error::from(io::ErrorKind::TimedOut))?
}
