//! The integration tests of the program, one module per subject, in one program: each further program would link the
//! whole window again.

mod balance_command;
mod balance_pages;
mod by_mail;
mod closed_output;
mod docs;
mod duels_by_mail;
mod engine_oracle;
mod engine_tourney;
mod engine_transcripts;
#[cfg(target_os = "linux")]
mod faults;
mod files;
mod json_failures;
#[cfg(unix)]
mod match_bots;
mod match_command;
mod match_files;
mod modules;
mod nothing_to_open;
mod people_command;
mod player_processes;
mod refused_games;
mod scenario_command;
mod scenario_first_turn;
mod seam;
mod tables;
mod threats;
mod tourney_script;
mod two_processes;
