//! The six sounds, made of tones: no file is read, and no sound is longer than half a second.

use std::f32::consts::TAU;
use std::num::NonZero;

use crate::model::call::Sound;

/// Samples a second, one channel.
pub(crate) const RATE: NonZero<u32> = NonZero::new(44_100).unwrap();

/// A tone: its beginning and length in seconds, its frequency in hertz, and its loudness, 0 to 1.
struct Tone {
    at: f32,
    long: f32,
    pitch: f32,
    loud: f32,
}

const fn tone(at: f32, long: f32, pitch: f32, loud: f32) -> Tone {
    Tone {
        at,
        long,
        pitch,
        loud,
    }
}

fn tones(sound: Sound) -> &'static [Tone] {
    match sound {
        Sound::Order => const { &[tone(0.0, 0.06, 440.0, 0.25)] },
        Sound::Turn => const { &[tone(0.0, 0.18, 523.25, 0.4), tone(0.12, 0.3, 783.99, 0.4)] },
        Sound::Capture => const { &[tone(0.0, 0.12, 196.0, 0.6), tone(0.1, 0.3, 146.83, 0.55)] },
        Sound::Talk => const { &[tone(0.0, 0.12, 987.77, 0.25)] },
        Sound::Offer => {
            const {
                &[
                    tone(0.0, 0.16, 659.26, 0.35),
                    tone(0.16, 0.16, 659.26, 0.35),
                ]
            }
        }
        Sound::End => {
            const {
                &[
                    tone(0.0, 0.3, 523.25, 0.35),
                    tone(0.1, 0.3, 659.26, 0.35),
                    tone(0.2, 0.3, 783.99, 0.35),
                ]
            }
        }
    }
}

/// The samples of a sound, at [`RATE`] in one channel.
pub(crate) fn samples(sound: Sound) -> Vec<i16> {
    let tones = tones(sound);
    // tones overlap, so the last one to begin need not be the last one to end
    let end = tones.iter().map(|tone| tone.at + tone.long);
    let end = end.fold(0.0, f32::max);
    let count = (end * RATE.get() as f32) as usize;
    let at = |number: usize| {
        let time = number as f32 / RATE.get() as f32;
        let mixed: f32 = tones.iter().map(|tone| tone.at_time(time)).sum();
        // tones that overlap add up, and together may be louder than the loudest sample
        (mixed.clamp(-1.0, 1.0) * f32::from(i16::MAX)) as i16
    };
    (0..count).map(at).collect()
}

/// Samples at a loudness in percent.
pub(crate) fn at_volume(samples: Vec<i16>, volume: u16) -> Vec<i16> {
    let part = f32::from(volume.min(100)) / 100.0;
    // squared, since ears hear ratios: half of the slider is then about half as loud
    let quiet = |sample: i16| (f32::from(sample) * part * part) as i16;
    samples.into_iter().map(quiet).collect()
}

impl Tone {
    /// A bell: quick to begin, slow to fade, with an octave above for color. Both ends are silent, as a jump would
    /// click.
    fn at_time(&self, time: f32) -> f32 {
        let since = time - self.at;
        if !(0.0..self.long).contains(&since) {
            return 0.0;
        }
        let rise = (since / 0.005).min(1.0);
        let fade = (1.0 - since / self.long).powi(2);
        let wave = |pitch: f32| (TAU * pitch * since).sin();
        self.loud * rise * fade * (0.8 * wave(self.pitch) + 0.2 * wave(2.0 * self.pitch))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_volume_goes_from_silence_to_the_whole_sound() {
        let whole = samples(Sound::End);
        assert_eq!(at_volume(whole.clone(), 100), whole);
        assert!(
            at_volume(whole.clone(), 0)
                .iter()
                .all(|sample| *sample == 0)
        );
        let loudest = |samples: &[i16]| samples.iter().map(|sample| sample.unsigned_abs()).max();
        assert!(loudest(&at_volume(whole.clone(), 50)) < loudest(&whole));
    }

    #[test]
    fn every_sound_is_short_heard_and_begins_and_ends_in_silence() {
        let all = Sound::ALL.map(samples);
        for one in &all {
            assert!(one.len() <= RATE.get() as usize / 2 + 1, "{}", one.len());
            assert!(one.iter().any(|sample| sample.unsigned_abs() > 2000));
            assert!(one[0].unsigned_abs() < 50);
            assert!(one[one.len() - 1].unsigned_abs() < 50);
        }
        for (place, one) in all.iter().enumerate() {
            assert!(!all[place + 1..].contains(one), "two sounds are alike");
        }
    }
}
