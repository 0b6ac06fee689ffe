//! Chat at a table: it goes by way of others, is shown once, and nobody's words are another's.

use protocol::frame::{Chat, Frame, Talk};
use protocol::testing::Table;
use protocol::{Audience, Fault, Seat, SessionEvent, Signature};

use super::*;

const BRIDGE: Seat = Seat(1);

/// What a seat was shown of the chat.
fn heard<const SEATS: usize>(table: &Table<SEATS>, seat: Seat) -> Vec<(Seat, String)> {
    let events = table.events[seat.index()].iter();
    let chat = events.filter_map(|event| match event {
        SessionEvent::Chat { seat, text, .. } => Some((*seat, text.clone())),
        _ => None,
    });
    chat.collect()
}

fn talk(table: &Table<3>, seat: Seat, number: u64, by: Seat) -> Vec<u8> {
    let talk = Talk {
        sid: table.session(seat).sid().expect("a match"),
        seat,
        number,
        text: format!("number {number}"),
        signature: Signature([0; 64]),
    };
    Frame::Talk(Box::new(talk.signed(&table.match_key(by)))).to_bytes()
}

#[test]
fn what_is_said_goes_by_way_of_a_bridge_and_is_shown_once_in_a_mesh() {
    let said = |text: &str| (Seat(0), text.to_owned());
    for graph in [chain(4), full(4)] {
        let mut table = Table::<4>::under_way(short(4), &graph, SEED);
        for text in ["one", "two"] {
            table.with(Seat(0), |session, now| {
                session.chat(now, Audience::All, text)
            });
            table.run();
        }
        assert_eq!(heard(&table, Seat(0)), []);
        for seat in 1..4 {
            let seat = Seat(seat);
            assert_eq!(heard(&table, seat), [said("one"), said("two")], "{seat}");
        }
    }
}

#[test]
fn row_39_a_bridge_puts_no_words_into_anothers_mouth_and_repeats_none() {
    let mut table = Table::<3>::under_way(short(3), &chain(3), SEED);
    // Cid's words, which the bridge has heard, come again
    let old = talk(&table, Seat(2), 7, Seat(2));
    assert_eq!(table.speak(BRIDGE, Seat(0), &old), Some(Ok(())));
    assert_eq!(table.speak(BRIDGE, Seat(0), &old), Some(Ok(())));
    let older = talk(&table, Seat(2), 6, Seat(2));
    assert_eq!(table.speak(BRIDGE, Seat(0), &older), Some(Ok(())));
    assert_eq!(heard(&table, Seat(0)), [(Seat(2), "number 7".to_owned())]);
    // and words that Cid never said
    let forged = talk(&table, Seat(2), 8, BRIDGE);
    let told = table.speak(BRIDGE, Seat(0), &forged);
    assert!(matches!(told, Some(Err(Fault::Unexpected(_)))), "{told:?}");
    assert_eq!(heard(&table, Seat(0)).len(), 1);
    table.connect();
    let unsigned = Frame::Chat(Chat("I am Cid".to_owned())).to_bytes();
    let told = table.speak(BRIDGE, Seat(0), &unsigned);
    assert!(matches!(told, Some(Err(Fault::Unexpected(_)))), "{told:?}");
    assert_eq!(heard(&table, Seat(0)).len(), 1);
}

#[test]
fn row_40_a_flood_of_words_is_cut_off_and_passed_on_no_further() {
    let mut table = Table::<3>::under_way(short(3), &chain(3), SEED);
    let before = table.wire.len();
    for number in 1..=1000 {
        let words = talk(&table, Seat(0), number, Seat(0));
        assert_eq!(table.speak(Seat(0), BRIDGE, &words), Some(Ok(())));
    }
    table.run();
    assert_eq!(heard(&table, BRIDGE).len(), 5);
    assert_eq!(heard(&table, Seat(2)).len(), 5);
    assert!(table.wire.len() <= before + 5);
}
