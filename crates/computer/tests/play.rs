//! The play of the computer: tactics to see, faults never to commit, and rivals to beat.

#[path = "play/families.rs"]
mod families;
#[path = "play/fixtures.rs"]
mod fixtures;
#[path = "play/games.rs"]
mod games;
#[path = "play/legality.rs"]
mod legality;
#[path = "play/rivals.rs"]
mod rivals;
#[path = "play/set_ups.rs"]
mod set_ups;
#[path = "play/shared.rs"]
mod shared;
#[path = "play/tactics.rs"]
mod tactics;
#[path = "play/thinking.rs"]
mod thinking;
#[path = "play/wargame.rs"]
mod wargame;
