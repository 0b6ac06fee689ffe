//! Whole matches through the public interface: real sockets on this machine, real files, the computer for players.

mod lines;
mod relay;
mod table;
mod whole;
