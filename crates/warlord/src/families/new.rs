//! The arguments from which a scenario is generated.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::Made;

/// The numbers that a generated scenario follows from.
#[derive(Debug, Args)]
pub(crate) struct NewArguments {
    /// The game to make a scenario for
    #[arg(long, value_enum, default_value_t)]
    pub(crate) game: Made,
    /// Files and ranks together, such as 48x72
    #[arg(long, value_name = "FILESxRANKS", value_parser = size, conflicts_with_all = ["files", "ranks"])]
    size: Option<(u8, u8)>,
    /// The number of files, 8 to 120
    #[arg(long, value_name = "N", required_unless_present = "size")]
    files: Option<u8>,
    /// The number of ranks, 8 to 120
    #[arg(long, value_name = "N", required_unless_present = "size")]
    ranks: Option<u8>,
    /// The number of towns, which must be even (by default as many as fit the size)
    #[arg(long, value_name = "N")]
    pub(crate) towns: Option<u16>,
    /// The percentage of cells with terrain, including towns, 10 to 30 (by default 15; in the WarGames 10)
    #[arg(long, value_name = "PERCENT", value_parser = clap::value_parser!(u8).range(10..=30))]
    pub(crate) density: Option<u8>,
    /// The number of leaders per side in Warlord (by default as many as fit the size); of twelve leaders, one is of
    /// level 3 and three are of level 2
    #[arg(long, value_name = "N")]
    pub(crate) leaders: Option<u16>,
    /// The number of units per side, including leaders (by default 5, 7 or 11 for each leader, depending on its level;
    /// in the WarGames as many as fit the size)
    #[arg(long, value_name = "N")]
    pub(crate) units: Option<u16>,
    /// Orders per turn (by default 60 percent of the leaders' total level; in the WarGames 70 percent of the leaders)
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..))]
    pub(crate) cap: Option<u8>,
    /// The symmetry of trees and hills (by default half-turn); towns and armies are always the same for both sides
    #[arg(long, value_enum)]
    pub(crate) symmetry: Option<Symmetry>,
    /// The seed of every random choice
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,
    /// The title of the scenario
    #[arg(long)]
    pub(crate) title: Option<String>,
    /// The file to write; `-` is standard output
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: PathBuf,
    /// Replace an existing file
    #[arg(long)]
    pub(crate) force: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Symmetry {
    HalfTurn,
    None,
}

/// The error of a text that is not two numbers.
#[derive(Debug, thiserror::Error)]
#[error("`{0}` is not a size such as 48x72")]
struct NotSize(String);

fn size(text: &str) -> Result<(u8, u8), NotSize> {
    let sides = text.split_once('x');
    sides
        .and_then(|(files, ranks)| Some((files.parse().ok()?, ranks.parse().ok()?)))
        .ok_or_else(|| NotSize(text.to_owned()))
}

impl NewArguments {
    /// Files and ranks of the board.
    pub(crate) fn size(&self) -> (u8, u8) {
        // clap asks for one form or the other, so that the zeros never count
        self.size.unwrap_or((
            self.files.unwrap_or_default(),
            self.ranks.unwrap_or_default(),
        ))
    }

    /// The command that makes the same file again.
    pub(crate) fn command(&self) -> String {
        let (files, ranks) = self.size();
        // only what differs from the default: the line stands in the file, for people
        let mut command = "made by: warlord scenario new".to_owned();
        if self.game != Made::default()
            && let Some(game) = self.game.to_possible_value()
        {
            command.push_str(&format!(" --game {}", game.get_name()));
        }
        command.push_str(&format!(" --size {files}x{ranks}"));
        let numbers = [
            ("towns", self.towns),
            ("density", self.density.map(u16::from)),
            ("leaders", self.leaders),
            ("units", self.units),
            ("cap", self.cap.map(u16::from)),
        ];
        for (name, number) in numbers {
            if let Some(number) = number {
                command.push_str(&format!(" --{name} {number}"));
            }
        }
        // half-turn is the default
        if self.symmetry == Some(Symmetry::None) {
            command.push_str(" --symmetry none");
        }
        format!("{command} --seed {}", self.seed)
    }
}
