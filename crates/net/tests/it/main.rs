//! The integration tests of `net`, one module per subject, in one program: each further program would link everything again.
//!
//! They are whole matches through the public interface: real sockets on this machine, real files, the computer for players.

mod by_mail;
mod catch_up;
mod cheat;
mod codes;
mod continuing;
mod here;
mod hostile;
mod large;
mod lines;
mod machines;
mod panics;
mod people;
mod relay;
mod seats;
mod seats_agreed;
mod seats_cut;
mod seats_hostile;
mod seats_in_place;
mod seats_simulated;
mod seats_together;
mod simulated;
mod substitute;
mod table;
mod whole;
