//! The reader's comments on the turns of a match, in a file beside the match file: the match file itself never holds
//! them.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// The longest comment, in characters.
pub(crate) const LONGEST: usize = 2000;

/// Comments by the step of the record they belong to, counted from 0.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Comments(pub(crate) BTreeMap<usize, String>);

#[derive(Serialize, Deserialize, Default)]
struct File {
    #[serde(rename = "comment", default)]
    list: Vec<Comment>,
}

#[derive(Serialize, Deserialize)]
struct Comment {
    /// The step of the record, counted from 1.
    step: usize,
    text: String,
}

impl Comments {
    /// Reads the file.
    ///
    /// # Errors
    /// The text is no such file.
    pub(crate) fn read(text: &str) -> Result<Self, toml::de::Error> {
        let file: File = toml::from_str(text)?;
        let mut all = Self::default();
        for Comment { step, text } in file.list {
            // a file that was edited by hand may say 0, which is no step
            if let Some(step) = step.checked_sub(1) {
                all.set(step, &text);
            }
        }
        Ok(all)
    }

    pub(crate) fn write(&self) -> String {
        let list = self.0.iter().map(|(step, text)| Comment {
            step: step + 1,
            text: text.clone(),
        });
        let file = File {
            list: list.collect(),
        };
        toml::to_string(&file).expect("plain fields are always written")
    }

    /// The comment on a step; empty if there is none.
    pub(crate) fn on(&self, step: usize) -> &str {
        self.0.get(&step).map_or("", String::as_str)
    }

    /// Takes the comments of another record, each at the step of this one that shows the same.
    pub(crate) fn take(&mut self, other: &Self, place: impl Fn(usize) -> Option<usize>) {
        for (step, text) in &other.0 {
            if let Some(step) = place(*step) {
                self.set(step, text);
            }
        }
    }

    /// Sets the comment on a step; an empty one takes the comment away.
    pub(crate) fn set(&mut self, step: usize, text: &str) {
        // control characters could steer a terminal that shows the text written from this match; lines may break
        let is_kept = |c: &char| !c.is_control() || *c == '\n';
        let text: String = text.chars().filter(is_kept).take(LONGEST).collect();
        if text.trim().is_empty() {
            self.0.remove(&step);
        } else {
            self.0.insert(step, text);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_read_back_as_written_and_empty_ones_are_gone() {
        let mut all = Comments::default();
        all.set(0, "A \"quoted\"\nsecond line Ä");
        all.set(7, "x");
        all.set(7, "  ");
        all.set(9, &"y".repeat(LONGEST + 5));
        assert_eq!(all.on(7), "");
        assert_eq!(all.on(9).len(), LONGEST);
        assert_eq!(Comments::read(&all.write()).as_ref(), Ok(&all));
        assert!(Comments::read("comment = 3").is_err());
    }
}
