//! The two players of a match inside a bench.

use home::Player;
use net::{Command, MatchHandle};
use protocol::Seat;
use rules::warlord::Side;

use crate::play::{given, some_turn};

pub(crate) fn player(seed: u8) -> Player {
    Player::from_seed(if seed == 1 { "Ann" } else { "Bob" }, &[seed; 32])
}

/// Answers every turn at once.
pub(crate) async fn answer(mut guest: MatchHandle) {
    for round in 0.. {
        let snapshot = guest
            .wait_for(|snapshot| {
                given(snapshot) == round * 2 + 1 && !snapshot.deciding.to_decide.is_empty()
            })
            .await;
        if snapshot.ended {
            return;
        }
        if let Some(position) = &snapshot.played.position {
            let orders = some_turn(position, Side::Black.into(), round);
            guest.send(Command::Propose {
                seat: Seat(1),
                orders,
            });
        }
    }
}
