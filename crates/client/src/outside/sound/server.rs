//! The sound server of the desktop: PulseAudio, or PipeWire, which speaks the same protocol.

use std::ffi::OsString;
use std::os::unix::net::UnixStream;
use std::path::PathBuf;
use std::time::Duration;
use std::{env, fs, io};

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
    let server = pulseaudio::socket_path_from_env().ok_or(ClientError::ServerUnavailable)?;
    let cookie = cookie(|key| env::var_os(key));
    let client = Client::new_unix(c"Warlord", UnixStream::connect(server)?, cookie)?;
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

/// The cookie that shows the server who asks, from the first of its places that has one: the file that the environment
/// names, the desktop's folder of settings, or the place that older servers use. `of` gives environment variables.
// not the crate's own search, which looks into `~/.config` alone: a desktop that keeps its settings elsewhere keeps the
// cookie there too, and the server turns away whoever comes without it
fn cookie(of: impl Fn(&str) -> Option<OsString>) -> Option<Vec<u8>> {
    let path = |key: &str| of(key).filter(|value| !value.is_empty()).map(PathBuf::from);
    let home = path("HOME");
    let settings = path("XDG_CONFIG_HOME").filter(|folder| folder.is_absolute());
    let in_home = |below: &str| home.as_ref().map(|home| home.join(below));
    let places = [
        path("PULSE_COOKIE"),
        settings.map(|folder| folder.join("pulse/cookie")),
        in_home(".config/pulse/cookie"),
        in_home(".pulse-cookie"),
    ];
    let mut read = places
        .into_iter()
        .flatten()
        .filter_map(|place| fs::read(place).ok());
    // an empty file is what a server leaves that was stopped before it wrote
    read.find(|cookie| !cookie.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_cookie_is_found_where_the_desktop_keeps_its_settings() {
        let folder = tempfile::tempdir().expect("a folder");
        let place = |name: &str| folder.path().join(name);
        let write = |name: &str, cookie: &str| {
            let file = place(name);
            fs::create_dir_all(file.parent().expect("a folder")).expect("made");
            fs::write(file, cookie).expect("written");
        };
        let found = |named: &[(&str, PathBuf)]| {
            let of = |key: &str| {
                let (_, path) = named.iter().find(|(name, _)| *name == key)?;
                Some(path.clone().into_os_string())
            };
            cookie(of).map(|bytes| String::from_utf8(bytes).expect("text"))
        };
        let home = ("HOME", place("home"));
        let settings = ("XDG_CONFIG_HOME", place("settings"));
        assert_eq!(found(&[home.clone(), settings.clone()]), None);
        write("home/.pulse-cookie", "old");
        assert_eq!(found(std::slice::from_ref(&home)).as_deref(), Some("old"));
        write("home/.config/pulse/cookie", "usual");
        assert_eq!(found(std::slice::from_ref(&home)).as_deref(), Some("usual"));
        write("settings/pulse/cookie", "");
        assert_eq!(
            found(&[home.clone(), settings.clone()]).as_deref(),
            Some("usual")
        );
        write("settings/pulse/cookie", "desktop's");
        let both = [home.clone(), settings.clone()];
        assert_eq!(found(&both).as_deref(), Some("desktop's"));
        write("own", "named");
        let named = [home, settings, ("PULSE_COOKIE", place("own"))];
        assert_eq!(found(&named).as_deref(), Some("named"));
    }
}
