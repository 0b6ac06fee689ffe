//! The play of the computer: tactics to see, faults never to commit, and rivals to beat.

mod families;
mod fixtures;
mod games;
mod legality;
mod rivals;
mod set_ups;
mod shared;
mod tactics;
mod thinking;
mod value;
mod wargame;
