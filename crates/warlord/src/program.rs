//! The name of the running program, so that games of different builds are not counted as games of one.

use std::path::PathBuf;

use crate::failure::Failure;

/// Name and version of this program, and a digest of its file, such as `warlord 0.1.0 (1a2b3c4d5e6f)`.
///
/// # Errors
/// Returns an error if the program's own file cannot be read.
pub(crate) fn program() -> anyhow::Result<String> {
    let path = if cfg!(target_os = "linux") {
        // the file that runs, even if another was put in its place since, as a build does
        Ok(PathBuf::from("/proc/self/exe"))
    } else {
        std::env::current_exe()
    };
    let bytes = path.and_then(std::fs::read).map_err(|error| {
        let what = "the program's own file cannot be read";
        let advice = "start the program by its path, from a folder that can be read";
        anyhow::Error::new(error).context(Failure::new(what, advice))
    })?;
    let digest = protocol::hash::derive("warlord program 1", &[&bytes]);
    // six bytes are enough to tell builds apart, and short enough to read
    let digest: String = digest[..6]
        .iter()
        .map(|byte| format!("{byte:02x}"))
        .collect();
    Ok(format!("warlord {} ({digest})", env!("CARGO_PKG_VERSION")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_is_named_by_its_version_and_file() {
        let name = program().expect("a running program");
        let (version, digest) = name.split_once(" (").expect("two parts");
        assert_eq!(
            version,
            concat!("warlord ", env!("CARGO_PKG_VERSION")),
            "{name}"
        );
        let digest = digest.strip_suffix(')').expect("closed");
        assert!(
            digest.len() == 12 && digest.bytes().all(|byte| byte.is_ascii_hexdigit()),
            "{name}"
        );
        assert_eq!(program().expect("the same"), name);
    }
}
