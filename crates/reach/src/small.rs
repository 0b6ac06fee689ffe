//! Small packets for when large ones do not pass. QUIC begins with packets of 1,200 bytes; if a network on the way
//! carries only smaller ones, both sides see nothing but silence. A side that dials without success asks with a small
//! packet. An answer shows that the other program runs and hears, and both users learn why they do not meet.
//!
//! ```text
//! question: 2 u8 | knock 20        as the first packet of the invited, or of a player who asks on the same network (knock.rs)
//! answer:   3 u8 | the question's nonce 8 | keyed hash 12
//! ```
//!
//! Neither has the QUIC bit 0x40 in its first byte. Both have the same size, so that nobody whose address was forged is
//! sent more than was sent in that name. Only a player with the invitation, or with the announcement of a match of the
//! same network, gets an answer.

use std::net::{IpAddr, SocketAddr};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::{mpsc, oneshot};
use tokio::time::timeout;

use crate::knock::{KNOCK, KnockKey};

/// Bytes of a question and of an answer.
pub const SMALL: usize = 1 + KNOCK;
const QUESTION: u8 = 2;
const ANSWER: u8 = 3;
/// The wait for an answer before the question is repeated.
const REPEAT: Duration = Duration::from_millis(300);
/// The times a question is sent, since packets get lost.
const TIMES: u32 = 3;
/// Questions that may wait to be answered; further ones are dropped, and the asker repeats them.
pub const WAITING: usize = 32;

pub type Small = [u8; SMALL];

/// The questions of one socket that wait for their answers, and those of others that wait to be answered.
#[derive(Debug)]
pub struct SmallPackets {
    open: Mutex<Vec<(Small, SocketAddr, oneshot::Sender<()>)>>,
    questions: mpsc::Sender<Asked>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Asked {
    pub source: SocketAddr,
    /// The address of this machine at which it came, and from which the answer must come.
    pub at: Option<IpAddr>,
    pub question: Small,
}

impl SmallPackets {
    /// The small packets of a socket, and the questions of others.
    pub fn new() -> (Self, mpsc::Receiver<Asked>) {
        let (questions, asked) = mpsc::channel(WAITING);
        let open = Mutex::default();
        (Self { open, questions }, asked)
    }

    /// Takes a packet that is not QUIC's. An answer counts only if it comes from where the question went.
    pub fn hear(&self, source: SocketAddr, at: Option<IpAddr>, datagram: &[u8]) {
        // exactly 21 bytes: anything else is somebody else's
        let Ok(question) = Small::try_from(datagram) else {
            return;
        };
        match question[0] {
            QUESTION => {
                // never waits: this runs where the socket receives
                let _dropped_if_full = self.questions.try_send(Asked {
                    source,
                    at,
                    question,
                });
            }
            ANSWER => {
                let mut open = self.open();
                let mut waiting = open.iter();
                let is_it = |(expected, asked, _): &(Small, SocketAddr, _)| {
                    *expected == question && *asked == source
                };
                if let Some(at) = waiting.position(is_it) {
                    // taken out: a second answer to the same question means nothing
                    let _ = open.swap_remove(at).2.send(());
                }
            }
            _ => {}
        }
    }

    fn open(&self) -> MutexGuard<'_, Vec<(Small, SocketAddr, oneshot::Sender<()>)>> {
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        // questions whose asker has stopped waiting are forgotten here, so that they need no task of their own
        open.retain(|(_, _, tell)| !tell.is_closed());
        open
    }

    /// Asks there by `send`; true if the program there has answered.
    pub async fn ask(
        &self,
        key: &KnockKey,
        there: SocketAddr,
        send: impl Fn(SocketAddr, &Small),
    ) -> bool {
        let Some(knock) = key.fresh_knock() else {
            return false;
        };
        let (tell, mut told) = oneshot::channel();
        let expected = answer_to(key, &knock);
        // noted before it is sent, or a quick answer could find nobody waiting
        self.open().push((expected, there, tell));
        // the same bytes each time, so that a late answer to the first sending still counts
        let question = with_kind(QUESTION, knock);
        for _ in 0..TIMES {
            send(there, &question);
            if let Ok(heard) = timeout(REPEAT, &mut told).await {
                return heard.is_ok();
            }
        }
        false
    }
}

/// The answer to a question made with that key; `None` for any other question.
pub fn answer(key: &KnockKey, question: &Small) -> Option<Small> {
    let (_, knock) = question.split_first()?;
    let knock = <[u8; KNOCK]>::try_from(knock).ok()?;
    key.fits(&knock).then(|| answer_to(key, &knock))
}

fn answer_to(key: &KnockKey, knock: &[u8; KNOCK]) -> Small {
    with_kind(ANSWER, key.answer(knock))
}

fn with_kind(kind: u8, rest: [u8; KNOCK]) -> Small {
    let mut small = [kind; SMALL];
    small[1..].copy_from_slice(&rest);
    small
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(secret: u8) -> KnockKey {
        KnockKey::new([secret; 32], vec![1; 8])
    }

    #[tokio::test(start_paused = true)]
    async fn only_the_right_answer_from_the_right_place_is_believed() {
        let (packets, _asked) = SmallPackets::new();
        let [there, elsewhere] = [1, 2].map(|last| SocketAddr::from(([192, 0, 2, last], 40)));
        let ours = key(1);
        let asked = |kind: u8, source, key: KnockKey| {
            let (packets, ours) = (&packets, &ours);
            async move {
                let send = |_: SocketAddr, question: &Small| {
                    assert!(answer(&self::key(3), question).is_none());
                    let mut answered = answer_to(&key, &question[1..].try_into().expect("long"));
                    answered[0] = kind;
                    packets.hear(source, None, &answered);
                    packets.hear(source, None, &answered[1..]);
                };
                packets.ask(ours, there, send).await
            }
        };
        assert!(asked(ANSWER, there, key(1)).await);
        assert!(!asked(ANSWER, elsewhere, key(1)).await);
        assert!(!asked(ANSWER, there, key(2)).await);
        assert!(!asked(QUESTION, there, key(1)).await);
        assert!(packets.open().is_empty(), "nothing is kept");
    }

    #[tokio::test]
    async fn a_question_is_answered_only_with_the_key_and_never_twice_as_large() {
        let (packets, mut asked) = SmallPackets::new();
        let there = SocketAddr::from(([192, 0, 2, 1], 40));
        let question = with_kind(QUESTION, key(1).fresh_knock().expect("random bytes"));
        packets.hear(there, None, &question);
        assert_eq!(asked.try_recv().map(|asked| asked.question), Ok(question));
        assert_eq!(
            answer(&key(1), &question).map(|it| it.len()),
            Some(question.len())
        );
        assert_eq!(answer(&key(2), &question), None);
        // an answer is no question, or two programs would answer each other forever
        let answered = answer(&key(1), &question).expect("the right key");
        packets.hear(there, None, &answered);
        assert!(asked.try_recv().is_err());
        assert_eq!(answer(&key(1), &answered), None);
        for _ in 0..1000 {
            packets.hear(there, None, &question);
        }
        assert_eq!(asked.len(), WAITING);
    }
}
