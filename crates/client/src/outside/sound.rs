//! Short sounds, played by a program that the system has: no library of sound is linked, and no header is needed.
//!
//! The sounds lie as WAV files in the data folder, so that a user can put others in their place.

mod tones;

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use net::Home;

use crate::shell::model::call::Sound;

/// Plays sounds.
#[derive(Default)]
pub(super) struct Sounds {
    /// The sound that is being played: sounds never pile up.
    playing: Option<Child>,
}

/// The players, the first that is there plays.
#[cfg(not(any(target_os = "windows", target_os = "macos")))]
const PLAYERS: [&[&str]; 3] = [&["pw-play"], &["paplay"], &["aplay", "-q"]];
#[cfg(target_os = "macos")]
const PLAYERS: [&[&str]; 1] = [&["afplay"]];
#[cfg(target_os = "windows")]
const PLAYERS: [&[&str]; 1] = [&[
    "powershell",
    "-NoProfile",
    "-WindowStyle",
    "Hidden",
    "-Command",
    "(New-Object Media.SoundPlayer $args[0]).PlaySync()",
]];

impl Sounds {
    /// Plays a sound; where nothing can play it there is silence.
    pub(super) fn play(&mut self, home: &Home, sound: Sound) {
        if cfg!(test) {
            return;
        }
        let is_busy = |child: &mut Child| matches!(child.try_wait(), Ok(None));
        if self.playing.as_mut().is_some_and(is_busy) {
            return;
        }
        if let Ok(file) = file(home.path(), sound) {
            let players = PLAYERS.into_iter();
            self.playing = players.filter_map(|player| start(player, &file)).next();
        }
    }
}

fn start(player: &[&str], file: &Path) -> Option<Child> {
    let (program, arguments) = player.split_first()?;
    let mut command = Command::new(program);
    command.args(arguments).arg(file);
    command
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    command.spawn().ok()
}

/// The file of a sound, made where there is none.
fn file(home: &Path, sound: Sound) -> io::Result<PathBuf> {
    let folder = home.join("sounds");
    let file = folder.join(format!("{}.wav", name(sound)));
    if !file.exists() {
        fs::create_dir_all(folder)?;
        fs::write(&file, wave(&tones::samples(sound)))?;
    }
    Ok(file)
}

const fn name(sound: Sound) -> &'static str {
    match sound {
        Sound::Order => "order",
        Sound::Turn => "turn",
        Sound::Capture => "capture",
        Sound::Talk => "talk",
        Sound::Offer => "offer",
        Sound::End => "end",
    }
}

/// Samples as a WAV file: one channel of sixteen bits.
fn wave(samples: &[i16]) -> Vec<u8> {
    let data: Vec<u8> = samples
        .iter()
        .flat_map(|sample| sample.to_le_bytes())
        .collect();
    let size = data.len() as u32;
    let mut file = Vec::with_capacity(data.len() + 44);
    file.extend(b"RIFF");
    file.extend((36 + size).to_le_bytes());
    file.extend(b"WAVEfmt ");
    for number in [
        16_u32,
        1 | 1 << 16,
        tones::RATE,
        2 * tones::RATE,
        2 | 16 << 16,
    ] {
        file.extend(number.to_le_bytes());
    }
    file.extend(b"data");
    file.extend(size.to_le_bytes());
    file.extend(data);
    file
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_sound_is_a_file_that_is_made_once_and_may_be_replaced() {
        let folder = tempfile::tempdir().expect("a folder");
        for sound in Sound::ALL {
            let path = file(folder.path(), sound).expect("a file");
            let bytes = fs::read(&path).expect("it is there");
            assert!(bytes.starts_with(b"RIFF") && bytes[8..].starts_with(b"WAVEfmt "));
            let size = u32::from_le_bytes([bytes[4], bytes[5], bytes[6], bytes[7]]);
            assert_eq!(size as usize + 8, bytes.len());
            fs::write(&path, "mine").expect("written");
            file(folder.path(), sound).expect("a file");
            assert_eq!(fs::read(&path).expect("it is there"), b"mine");
        }
    }
}
