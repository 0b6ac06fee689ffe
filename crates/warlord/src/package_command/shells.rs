//! The scripts by which a shell asks the program for words.

use clap_complete::env::{Bash, EnvCompleter, Fish, Powershell, Zsh};

use super::PackageFile;
use crate::completion::VARIABLE;

/// A script for each shell, where that shell looks for those of packages.
pub(super) fn completions() -> anyhow::Result<Vec<PackageFile>> {
    let shells: [(&dyn EnvCompleter, &str); 4] = [
        (&Bash, "share/bash-completion/completions/warlord"),
        (&Zsh, "share/zsh/site-functions/_warlord"),
        (&Fish, "share/fish/vendor_completions.d/warlord.fish"),
        // PowerShell has no such folder: the profile of the user names the file
        (&Powershell, "share/doc/warlord/examples/warlord.ps1"),
    ];
    let mut files = Vec::new();
    for (shell, path) in shells {
        let mut script = Vec::new();
        shell.write_registration(VARIABLE, "warlord", "warlord", "warlord", &mut script)?;
        files.push((path.to_owned(), script));
    }
    Ok(files)
}
