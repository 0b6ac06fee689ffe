//! `warlord identity`: this player's key and name.

use std::fs;
use std::io::Write as _;
use std::path::PathBuf;
use std::process::ExitCode;

use ::home::{Home, Player};
use clap::{Args, Subcommand};

use crate::failure::Failure;
use crate::match_arguments::{home, player};

/// Show or change this player's key and name
#[derive(Debug, Args)]
#[command(
    long_about = "Your key identifies you to other players. It is made on first use, kept in your data folder, and shown to everyone you \
                  play with. Anyone who has its private half can play as you.",
    after_help = "Examples:\n  warlord identity\n  warlord identity name Ann"
)]
pub(crate) struct IdentityArguments {
    #[command(subcommand)]
    command: Option<IdentityCommand>,
    /// Print one JSON object
    #[arg(long, global = true)]
    json: bool,
}

#[derive(Debug, Subcommand)]
enum IdentityCommand {
    /// Show the name and the public key
    #[command(after_help = "Example:\n  warlord identity show --json")]
    Show,
    /// Change the name
    #[command(after_help = "Example:\n  warlord identity name Ann")]
    Name {
        /// The name, at most 32 bytes
        name: String,
    },
    /// Make a new key; the old one is kept for the matches begun with it
    #[command(after_help = "Example:\n  warlord identity new --name Ann")]
    New {
        /// The name of the new player (by default the current name)
        #[arg(long)]
        name: Option<String>,
    },
    /// Write the private key to a file, to play as the same player on another machine
    #[command(after_help = "Example:\n  warlord identity export ann.pem")]
    Export {
        /// The file, which must not exist yet; copy it into the other machine's data folder as identity.pem
        file: PathBuf,
    },
}

pub(crate) fn run_identity(arguments: &IdentityArguments) -> anyhow::Result<ExitCode> {
    let home = home()?;
    match &arguments.command {
        None | Some(IdentityCommand::Show) => {}
        Some(IdentityCommand::Name { name }) => {
            let named = player(&home, None)?.named(name);
            set(&home, &named)?;
        }
        Some(IdentityCommand::New { name }) => {
            let name = match name {
                Some(name) => name.clone(),
                None => player(&home, None)?.name().to_owned(),
            };
            let fresh = Player::new(&name)
                .map_err(|error| Failure::new(error.to_string(), error.advice()))?;
            set(&home, &fresh)?;
        }
        Some(IdentityCommand::Export { file }) => export(&player(&home, None)?, file)?,
    }
    show(&home, arguments.json)?;
    Ok(ExitCode::SUCCESS)
}

fn set(home: &Home, player: &Player) -> anyhow::Result<()> {
    home.set_player(player).map_err(|error| {
        let advice = error.advice();
        anyhow::Error::new(error).context(Failure::new("your key cannot be changed", advice))
    })
}

fn export(player: &Player, file: &PathBuf) -> anyhow::Result<()> {
    let mut options = fs::OpenOptions::new();
    // never over an existing file, which may be another key and the only copy of it
    options.write(true).create_new(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt as _;
        // from the first byte: a mode set after writing would leave a moment in which others can read the key
        options.mode(0o600);
    }
    let written = options.open(file).and_then(|mut handle| {
        let key = player.to_key_file();
        let written = handle
            .write_all(key.as_bytes())
            .and_then(|()| handle.sync_all());
        written.inspect_err(|_| {
            // half a key would look like one, and `create_new` would refuse the next try
            let _ = fs::remove_file(file);
        })
    });
    written.map_err(|error| {
        let what = format!("{} cannot be written", file.display());
        let advice = "name a file that does not exist yet, in a folder you may write to";
        anyhow::Error::new(error).context(Failure::new(what, advice))
    })
}

fn show(home: &Home, json: bool) -> anyhow::Result<()> {
    let player = player(home, None)?;
    let mut out = anstream::stdout();
    if json {
        let line = serde_json::json!({
            "name": player.name(), "key": player.key().to_string(), "file": home.identity_file(),
        });
        writeln!(out, "{line}")?;
    } else {
        writeln!(out, "name {}", player.name())?;
        writeln!(out, "key  {}", player.key())?;
        writeln!(out, "file {}", home.identity_file().display())?;
    }
    Ok(())
}
