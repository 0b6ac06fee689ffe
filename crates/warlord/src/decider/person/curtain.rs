//! Several people at one keyboard: whose turn it is, and the curtain between two secret choices.

use std::io;

use protocol::Seat;

use super::Person;
use crate::decider::DeciderError;

/// The screen and what was scrolled off it.
const CLEAR: &str = "\x1b[H\x1b[2J\x1b[3J";

/// The person who decides next at a keyboard that several share.
pub(crate) struct Next<'a> {
    pub(crate) seat: Seat,
    /// The name alone.
    pub(crate) name: &'a str,
    /// The name with the side.
    pub(crate) called: &'a str,
    /// A secret choice follows that the person before must not see.
    pub(crate) hides: bool,
    /// Another team offers a draw.
    pub(crate) is_offered: bool,
    /// The turn that another team asks to take back.
    pub(crate) asked_back: Option<String>,
}

/// Who has the keyboard.
#[derive(Default)]
pub(super) struct Keyboard {
    holder: Option<(Seat, String)>,
    /// The seat whose person was asked to press Enter.
    waits_for: Option<Seat>,
}

impl Keyboard {
    /// The word with which the person at the keyboard is addressed; with the name, if several share it.
    pub(super) fn you(&self) -> String {
        match &self.holder {
            Some((_, name)) => format!("{}, you", protocol::plain_text(name)),
            None => "You".to_owned(),
        }
    }

    fn is_held_by(&self, seat: Seat) -> bool {
        self.holder
            .as_ref()
            .is_some_and(|(holder, _)| *holder == seat)
    }
}

impl Person {
    /// Gives the keyboard to the next person.
    pub(in crate::decider) async fn hand_over(
        &mut self,
        next: &Next<'_>,
    ) -> Result<(), DeciderError> {
        if self.keyboard.is_held_by(next.seat) {
            return Ok(());
        }
        let is_first = self.keyboard.waits_for != Some(next.seat);
        // a script's lines are orders: none is waited for, and nothing is cleared that a program reads
        let waits = next.hides && self.is_at_terminal();
        if is_first {
            self.interrupt();
            // the other program may have chosen the name
            let called = protocol::plain_text(next.called);
            match waits {
                true => writeln!(
                    self.out,
                    "{CLEAR}Pass the keyboard to {called}, who presses Enter."
                )?,
                false => writeln!(self.out, "Pass the keyboard to {called}.")?,
            }
            self.out.flush()?;
            self.keyboard.waits_for = Some(next.seat);
        }
        if waits {
            // may be dropped here: the question stands, and is not written again. A closed input is found by the question
            // that follows
            let _ = self.lines.next().await;
        }
        self.keyboard.holder = Some((next.seat, next.name.to_owned()));
        self.keyboard.waits_for = None;
        // what was asked of the person before, or half confirmed, is not this one's
        (self.offered, self.is_asked) = (false, false);
        (self.resigning, self.claiming, self.continuing) = (false, false, false);
        if next.is_offered {
            self.draw_offered();
        }
        if let Some(turn) = &next.asked_back {
            self.takeback_asked(turn);
        }
        Ok(())
    }

    /// True while the next person is asked to press Enter.
    pub(in crate::decider) const fn is_changing_hands(&self) -> bool {
        self.keyboard.waits_for.is_some()
    }

    /// Takes what was chosen in secret off a terminal.
    pub(in crate::decider) fn cover(&mut self) {
        if self.is_at_terminal() {
            let covered: io::Result<()> = write!(self.out, "{CLEAR}");
            // an output that is gone shows nothing either, and the next prompt reports it
            let _ = covered.and_then(|()| self.out.flush());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::decider::Lines;
    use crate::written::Written;

    fn person(lines: &str, is_terminal: bool) -> (Person, Written) {
        let out = Written::default();
        let person = Person::new(Lines::of(lines, is_terminal), Box::new(out.clone()));
        (person, out)
    }

    async fn hand_over(person: &mut Person, seat: u8, name: &str, hides: bool) {
        let called = format!("{name} (Blue)");
        let next = Next {
            seat: Seat(seat),
            name,
            called: &called,
            hides,
            is_offered: false,
            asked_back: None,
        };
        person.hand_over(&next).await.expect("written");
    }

    #[tokio::test]
    async fn before_a_secret_choice_the_next_person_must_press_enter_once() {
        let (mut typist, out) = person("\nfirst\n", true);
        hand_over(&mut typist, 0, "Ann", true).await;
        // Ann has the keyboard, and is not asked again
        hand_over(&mut typist, 0, "Ann", true).await;
        assert_eq!(typist.keyboard.you(), "Ann, you");
        assert_eq!(typist.line().await, "first");
        let told = out.text();
        let words = "Pass the keyboard to Ann (Blue), who presses Enter.";
        assert_eq!(told.matches(words).count(), 1, "{told}");
    }

    #[tokio::test]
    async fn nothing_is_waited_for_in_an_open_turn_or_a_script() {
        for (is_terminal, hides) in [(true, false), (false, true)] {
            let (mut person, out) = person("end\n", is_terminal);
            hand_over(&mut person, 1, "Ben\u{1b}[2J", hides).await;
            assert_eq!(out.text(), "Pass the keyboard to Ben[2J (Blue).\n");
            hand_over(&mut person, 2, "Cid", hides).await;
            assert_eq!(person.keyboard.you(), "Cid, you");
        }
    }

    #[tokio::test]
    async fn a_wait_that_is_dropped_goes_on_without_another_question() {
        let (keys, lines) = tokio::sync::mpsc::channel(1);
        let out = Written::default();
        let lines = Lines::from_channel(lines, true);
        let mut typist = Person::new(lines, Box::new(out.clone()));
        let soon = std::time::Duration::from_millis(20);
        let waited = tokio::time::timeout(soon, hand_over(&mut typist, 1, "Ben", true)).await;
        assert!(waited.is_err(), "nobody has pressed Enter");
        keys.send(String::new()).await.expect("there is room");
        hand_over(&mut typist, 1, "Ben", true).await;
        assert_eq!(out.text().matches("Pass the keyboard").count(), 1);
    }
}
