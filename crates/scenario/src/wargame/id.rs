//! The id of a WarGame scenario.

use rules::wargame::{Game, Kind, Placement, Ruleset, Side, Start, Switch, Terrain, Unit};

use crate::ScenarioId;
use crate::bytes::Bytes;

/// The digest of all content that affects play, in the fixed layout of `docs/scenario-format.md`; titles, notes and
/// names do not affect play.
pub(super) fn id(game: &Game) -> ScenarioId {
    // never changed: the ids of signed matches must stay what they are, so kinds and terrain have codes of their own
    // and do not depend on the order of an enum
    let mut bytes = Bytes::default();
    bytes.byte(2); // the WarGame family
    bytes.byte(match game.ruleset {
        Ruleset::One => 1,
        Ruleset::Two => 2,
    });
    bytes.byte(game.board().files());
    bytes.byte(game.board().ranks());
    for (_, terrain) in game.terrain.iter() {
        bytes.byte(match terrain {
            Terrain::Open => 0,
            Terrain::Town => 1,
            Terrain::Trees => 2,
            Terrain::Hill => 3,
        });
    }
    // the homes, from which the zones of a hidden set-up follow
    bytes.byte(game.middle.start);
    bytes.byte(game.cap);
    bytes.byte(game.towns);
    // in the order of the list, which only grows at its end
    for switch in Switch::ALL {
        bytes.flag(game.options.has(switch));
    }
    for army in &game.armies {
        bytes.length(army.len());
        for kind in army {
            bytes.byte(code(*kind));
        }
    }
    start(&mut bytes, &game.start);
    bytes.id()
}

fn start(bytes: &mut Bytes, start: &Start) {
    match start {
        Start::Fixed(units) => {
            bytes.byte(0);
            bytes.length(units.len());
            for (cell, Unit { side, kind }) in units {
                bytes.cell(*cell);
                bytes.flag(*side == Side::Black);
                bytes.byte(code(*kind));
            }
        }
        Start::Hidden(hidden) => {
            bytes.byte(1);
            for books in &hidden.books {
                bytes.length(books.len());
                // without its name: a book called otherwise is the same set-up
                for (_, placements) in books {
                    bytes.length(placements.len());
                    for Placement { cell, kind } in placements {
                        bytes.cell(*cell);
                        bytes.byte(code(*kind));
                    }
                }
            }
        }
    }
}

/// The byte of a kind; the kinds with symbols of two letters have letters that no other kind has.
const fn code(kind: Kind) -> u8 {
    match kind {
        Kind::CommandPost => b'P',
        Kind::SupremeCommander => b'S',
        Kind::TankCommander => b'K',
        Kind::InfantryCommander => b'J',
        Kind::ArtilleryCommander => b'B',
        Kind::Tank => b'T',
        Kind::Commander => b'C',
        Kind::General => b'G',
        Kind::Colonel => b'L',
        Kind::Cavalry => b'V',
        Kind::Infantry => b'I',
        Kind::Artillery => b'A',
        Kind::Paratroops => b'Q',
    }
}
