//! The integration tests of `protocol`, one module per subject, in one program: each further program would link everything again.

mod arbitrary_bytes;
mod cheats;
mod continuing;
mod continuing_model;
mod differences;
mod duels;
mod formats;
mod games;
mod history;
mod hostile;
mod interruptions;
mod leaders;
mod line;
mod lobby;
mod lobby_table;
mod mail;
mod manifest;
mod mesh;
mod mutations;
mod options;
mod own_turns;
mod rules_changed;
mod tables;
mod takeback;
mod time;
mod versions;
