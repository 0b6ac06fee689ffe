//! The id of a Tourney scenario.

use rules::tourney::{Kind, Several, Switch, Terrain};

use super::layout::Layout;
use crate::ScenarioId;
use crate::bytes::Bytes;

/// The digest of all content that affects play, in the fixed layout of `docs/scenario-format.md`; titles, notes and the
/// names of Castles do not affect play.
pub(super) fn id(layout: &Layout) -> ScenarioId {
    // never changed: the ids of signed matches must stay what they are, so every enum has codes of its own here
    let mut bytes = Bytes::default();
    bytes.byte(3); // the Tourney family
    let board = layout.terrain.board();
    bytes.byte(board.files());
    bytes.byte(board.ranks());
    for (_, terrain) in layout.terrain.iter() {
        bytes.byte(ground(*terrain));
    }
    // a place even for a side without a Castle: otherwise two boards with different sides could share an id
    for castle in &layout.castles {
        bytes.flag(castle.is_some());
        if let Some(castle) = castle {
            bytes.cell(castle.cell);
            bytes.cell(castle.green);
        }
    }
    bytes.flag(layout.wood.is_some());
    if let Some(wood) = layout.wood {
        bytes.cell(wood);
    }
    bytes.flag(layout.is_large);
    bytes.length(layout.start.len());
    for start in &layout.start {
        bytes.cell(start.cell);
        bytes.byte(start.side.code());
        bytes.byte(code(start.kind));
    }
    let on = layout.options.iter().map(bit);
    bytes.short(on.fold(0, |bits, bit| bits | bit));
    bytes.byte(match layout.options.several {
        Several::Off => 1,
        Several::Two => 2,
        Several::All => 0,
    });
    bytes.byte(layout.options.seats);
    bytes.id()
}

const fn ground(terrain: Terrain) -> u8 {
    match terrain {
        Terrain::Open => 0,
        Terrain::Forest => 1,
        Terrain::Rough => 2,
        Terrain::Castle => 3,
        Terrain::Green => 4,
        Terrain::Hill => 5,
        Terrain::River => 6,
        Terrain::Mountain => 7,
        Terrain::Bridge => 8,
    }
}

const fn code(kind: Kind) -> u8 {
    match kind {
        Kind::Warlord => b'W',
        Kind::Lady => b'L',
        Kind::Knight => b'K',
        Kind::Footman => b'F',
        Kind::Sergeant => b'S',
        Kind::Bowman => b'B',
        Kind::Bishop => b'P',
    }
}

const fn bit(switch: Switch) -> u16 {
    1 << match switch {
        Switch::Wounds => 0,
        Switch::Healing => 1,
        Switch::Finishing => 2,
        Switch::Wizard => 3,
        Switch::Bishop => 4,
        Switch::Sergeants => 5,
        Switch::Teams => 6,
        Switch::Bowmen => 7,
        Switch::Strategic => 8,
        Switch::Enchanted => 9,
        Switch::Veterans => 10,
        Switch::Grand => 11,
        Switch::Muster => 12,
        Switch::Chivalry => 13,
        Switch::WindingKnights => 14,
    }
}
