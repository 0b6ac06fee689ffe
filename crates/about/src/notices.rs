//! The notices of everybody whose work is in the program: the licenses of the crates, the standard library and the
//! fonts.

/// `.ci/notices` writes it: every license text once, with the crates under it, as a zlib stream. As plain text it would
/// be a twentieth of the program.
const PACKED: &[u8] = include_bytes!("../notices.txt.z");

/// The most that [`PACKED`] may unpack to, in bytes.
const MOST: usize = 8 << 20;

/// The licenses of all crates and fonts in the program, as text.
///
/// # Panics
/// Never: a test unpacks the same bytes.
pub fn notices() -> String {
    let bytes = miniz_oxide::inflate::decompress_to_vec_zlib_with_limit(PACKED, MOST)
        .expect("our own notices unpack, which a test checks");
    String::from_utf8(bytes).expect("our own notices are UTF-8, which a test checks")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Name and version of every package of `Cargo.lock` that comes from a registry.
    fn locked() -> Vec<(String, String)> {
        let lock = include_str!("../../../Cargo.lock");
        let value = |entry: &str, key: &str| {
            let line = entry.lines().find_map(|line| line.strip_prefix(key));
            line.map(|value| value.trim_matches('"').to_owned())
        };
        let entries = lock.split("[[package]]\n").skip(1);
        let foreign = entries.filter(|entry| value(entry, "source = ").is_some());
        foreign
            .filter_map(|entry| Some((value(entry, "name = ")?, value(entry, "version = ")?)))
            .collect()
    }

    #[test]
    fn every_crate_of_the_lock_file_has_its_notice() {
        let notices = notices();
        let named: std::collections::BTreeSet<&str> = notices
            .lines()
            .filter_map(|line| line.strip_prefix("  * "))
            .collect();
        let locked = locked();
        assert!(locked.len() > 400, "{} crates", locked.len());
        let missing: Vec<String> = locked
            .iter()
            .map(|(name, version)| format!("{name} {version}"))
            .filter(|one| !named.contains(one.as_str()))
            .collect();
        assert!(
            missing.is_empty(),
            "run .ci/notices: no notice for {}",
            missing.join(", ")
        );
    }

    #[test]
    fn fonts_and_the_standard_library_have_theirs() {
        let notices = notices();
        for words in [
            "SIL OPEN FONT LICENSE",
            "UBUNTU FONT LICENCE",
            "The Rust standard library",
            "Mozilla Public License",
        ] {
            let is_there = notices.to_lowercase().contains(&words.to_lowercase());
            assert!(is_there, "{words}");
        }
    }

    #[test]
    fn a_license_that_asks_for_its_owners_name_has_it() {
        // the form that tools take where they find no text of a crate's own
        assert!(!notices().contains("<copyright holders>"));
    }
}
