//! The talk of the players, kept beside the match file on this machine.

use serde::{Deserialize, Serialize};

/// The most lines kept: the other player decides how many come, and the file must not grow without end.
const MOST: usize = 1000;

/// The lines said in all runs of the program, and how many of them were read.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct Talk {
    pub(crate) read: usize,
    /// The oldest line first.
    pub(crate) lines: Vec<Said>,
}

/// A line of talk.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct Said {
    pub(crate) name: String,
    pub(crate) text: String,
    /// Said to the speaker's team alone.
    // apart from the name, which a player chooses and could make look like a line to the team
    pub(crate) to_team: bool,
}

impl Talk {
    /// Reads the file.
    ///
    /// # Errors
    /// The text is no such file.
    pub(crate) fn read(text: &str) -> Result<Self, toml::de::Error> {
        let mut talk: Self = toml::from_str(text)?;
        talk.shorten();
        Ok(talk)
    }

    pub(crate) fn write(&self) -> String {
        toml::to_string(self).expect("plain fields are always written")
    }

    pub(crate) fn say(&mut self, name: &str, text: &str, to_team: bool) {
        self.lines.push(Said {
            name: name.to_owned(),
            text: text.to_owned(),
            to_team,
        });
        self.shorten();
    }

    /// Puts the talk of earlier runs before the talk of this one.
    pub(crate) fn follow(&mut self, mut earlier: Self) {
        earlier.lines.append(&mut self.lines);
        *self = earlier;
        self.shorten();
    }

    fn shorten(&mut self) {
        let more = self.lines.len().saturating_sub(MOST);
        self.lines.drain(..more);
        // the lines dropped are the oldest, which count as read first
        self.read = self.read.saturating_sub(more).min(self.lines.len());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn talk_reads_back_as_written_and_never_grows_without_end() {
        let mut talk = Talk::default();
        talk.say("Ann", "Good \"morning\"\nÄ", false);
        talk.say("Ann", "to the left", true);
        talk.read = 2;
        assert_eq!(Talk::read(&talk.write()).as_ref(), Ok(&talk));
        for number in 0..MOST {
            talk.say("Bo", &number.to_string(), false);
        }
        assert_eq!((talk.lines.len(), talk.read), (MOST, 0));
    }

    #[test]
    fn earlier_lines_come_first() {
        let mut earlier = Talk::default();
        earlier.say("Ann", "first", false);
        earlier.read = 1;
        let mut talk = Talk::default();
        talk.say("Bo", "second", false);
        talk.follow(earlier);
        let lines: Vec<&str> = talk.lines.iter().map(|said| said.text.as_str()).collect();
        assert_eq!((lines, talk.read), (vec!["first", "second"], 1));
    }
}
