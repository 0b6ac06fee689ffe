//! Sessions in one thread, two to eight, joined by queues, under a clock that moves only when a test moves it: for tests here
//! and elsewhere.
//!
//! It is modeled on quinn-proto's `Pair`. Nothing here is used by the program.

mod cheat;
mod clicks;
mod disk;
mod line;
mod machine;
mod mob;
mod pair;
mod puppet;
mod puppets;
mod script;
mod table;

use rules::{AnyOrder, AnyPosition, Draft, Rules, Side, ToAct};
use scenario::Scenario;

use crate::frame::{Frame, Head};
use crate::manifest::{SeatEntry, Terms};
use crate::packet;
use crate::{Fresh, Identity, Manifest, Offer};

pub use cheat::{Dice, against_a_cheat};
pub use disk::{Disk, Mark, Reached};
pub use line::three_matches;
pub use mob::against_a_cheat_at_a_table;
pub use pair::Pair;
pub use puppet::Puppet;
pub use puppets::Puppets;
pub use rules::testing::Seeded;
pub use script::{Curious, Script, read};
pub use table::{Bend, Sent, Table, Tamper};

/// Random orders of a side up to where the rules ask somebody else, or a random one of the book's secret choices.
pub fn random_orders(position: &AnyPosition, side: Side, dice: &mut Seeded) -> Vec<AnyOrder> {
    let mut draft = Draft::new(position.clone(), side);
    while !draft.is_whole() {
        let legal = draft.position().legal_orders(side);
        // families list the order that closes a turn last
        let order = match dice.choose(&legal) {
            // turns of random length, but not without end
            order if draft.is_secret() || draft.len() < 8 => order,
            _ => &legal[legal.len() - 1],
        };
        draft.push(order.clone()).expect("listed orders are legal");
    }
    draft.orders().cloned().collect()
}

/// Random orders of a member of a side; of a set-up in parts its own part of the first ready-made one, so that the parts of
/// all go together.
pub fn random_part(
    position: &AnyPosition,
    side: Side,
    member: u8,
    dice: &mut Seeded,
) -> Vec<AnyOrder> {
    match position.to_act() {
        ToAct::Secretly(_) if position.members(side) > 1 => {
            let whole = position.legal_orders(side).remove(0);
            vec![position.part_of(side, member, &whole)]
        }
        _ => random_orders(position, side, dice),
    }
}

/// A letter whose HEAD says what `change` makes of it, under that match key.
///
/// # Panics
/// Panics if the bytes are no letter.
pub fn with_head(letter: &[u8], key: &Identity, mut change: impl FnMut(&mut Head)) -> Vec<u8> {
    let mut frames = packet::read(letter).expect("a letter");
    for frame in &mut frames {
        if let Frame::Head(head) = frame {
            change(head);
            // signed again: a lie that does not verify would only be refused
            *head = head.clone().signed(key);
        }
    }
    packet::write(&frames)
}

/// The identity of a test seat.
pub fn identity(seat: u8, seed: u8) -> Identity {
    // from 1, so that no seed is all zeros
    Identity::from_seed([seat + 1, seed].repeat(16).try_into().expect("32 bytes"))
}

/// A byte of all that is drawn in the tests: `WARLORD_LUCK=1` and so on give every match other keys, ids and lots, to see
/// that no test leans on them.
fn luck() -> u8 {
    let other = std::env::var("WARLORD_LUCK").ok();
    let other = other.map_or(0, |luck| luck.parse().expect("a small number"));
    7_u8.wrapping_add(other)
}

/// The fresh bytes of a test seat.
pub fn fresh(seat: u8, seed: u8) -> Fresh {
    let bytes = |what: u8| {
        [seat, seed, what, luck()]
            .repeat(8)
            .try_into()
            .expect("32 bytes")
    };
    Fresh {
        match_secret: bytes(1),
        session_seed: bytes(2),
        session_nonce: bytes(3),
    }
}

/// The offer of a scenario that comes with the program.
pub fn offer(key: &str, max_turns: Option<u32>) -> Offer {
    let scenario = scenario::load(key).expect("a scenario that comes with the program");
    Offer {
        scenario: scenario.expect("a sound scenario"),
        options: Vec::new(),
        host_side: None,
        max_turns,
        terms: Terms::default(),
        takeback: true,
        drop: None,
        start: None,
        vacancy: None,
    }
}

/// The manifest of a table of that offer: the seats take the sides in turn, those of one side are a team.
///
/// # Panics
/// If the offer cannot be played by that many seats.
pub fn table(offer: &Offer, seats: u8, seed: u8) -> Manifest {
    let sides = offer.sides().expect("a sound offer");
    let sides: Vec<Side> = sides.iter().cycle().take(seats.into()).collect();
    teams(offer, &sides, |side| side.code(), seed)
}

/// The manifest of a table whose seats have those sides, of the teams that `team` gives.
///
/// # Panics
/// If the offer cannot be played so.
pub fn teams(offer: &Offer, sides: &[Side], team: impl Fn(Side) -> u8, seed: u8) -> Manifest {
    let names = ["Ann", "Ben", "Cid", "Dot", "Eve", "Fay", "Gil", "Hal"];
    let seats = (0..).zip(sides).zip(names).map(|((seat, side), name)| {
        SeatEntry::at_table(
            &identity(seat, seed),
            &fresh(seat, seed),
            name,
            (*side, team(*side)),
        )
    });
    offer
        .table(seats.collect())
        .expect("a table that can be played")
}

/// The smallest hidden game: four units a side on a board of 4 by 6.
pub const TINY: &str = include_str!("testing/tiny.toml");

/// The offer of the smallest hidden game.
pub fn tiny(max_turns: u32) -> Offer {
    written("tiny.toml", TINY, max_turns)
}

/// A hidden set-up in three sections a side, which two members set up in parts: the first has the first and the third.
pub const SECTIONS: &str = include_str!("testing/sections.toml");

/// The offer of that game, whose members have leaders of their own.
pub fn sections(max_turns: u32) -> Offer {
    Offer {
        options: vec![("share".to_owned(), "leaders".to_owned())],
        ..written("sections.toml", SECTIONS, max_turns)
    }
}

/// A game of the toy family that begins with both sides in contact.
pub const TOY: &str = include_str!("testing/toy.toml");

/// The offer of the toy: secret rounds and lots in mid-turn, decisions of the side that is not on turn.
pub fn toy(max_turns: u32) -> Offer {
    scenario::toy::accept();
    written("toy.toml", TOY, max_turns)
}

/// A game of War Lord Tourney that begins with both sides face to face.
pub const CONTACT: &str = include_str!("testing/contact.toml");

/// The offer of that game: random orders soon end in a duel, a capture or a succession.
pub fn contact(max_turns: u32) -> Offer {
    written("contact.toml", CONTACT, max_turns)
}

/// The offer of a scenario that a test has as text.
///
/// # Panics
/// If the scenario is faulty.
pub fn written(file: &str, text: &str, max_turns: u32) -> Offer {
    Offer {
        scenario: Scenario::parse(file, text).expect("a sound scenario"),
        options: Vec::new(),
        host_side: None,
        max_turns: Some(max_turns),
        terms: Terms::default(),
        takeback: true,
        drop: None,
        start: None,
        vacancy: None,
    }
}

/// A letter of those frames, as a hostile program may write it.
pub fn letter(frames: &[Frame]) -> Vec<u8> {
    crate::packet::write(frames)
}
