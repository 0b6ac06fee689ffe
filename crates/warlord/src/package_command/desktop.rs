//! What a desktop knows of the program: entry, type of match files, metainfo, icons.

use about::{ID, VERSION};
use protocol::file::PUBLIC_HEADER;

use super::{PackageFile, Release};

/// The type of match files on desktops.
const TYPE: &str = "application/x-warlord-match";

/// The sides of the icons, in pixels: those that desktops ask for, so that none is scaled.
const SIDES: [u16; 9] = [16, 22, 24, 32, 48, 64, 128, 256, 512];

const ENTRY: &str = include_str!("../../package/entry.desktop");
const MIME: &str = include_str!("../../package/mime.xml");
const METAINFO: &str = include_str!("../../package/metainfo.xml");

/// Desktop entry, type of match files and metainfo.
pub(super) fn entries(release: &Release) -> Vec<PackageFile> {
    let filled = |text: &str| {
        text.replace("@ID@", ID)
            .replace("@TYPE@", TYPE)
            .replace("@MAGIC@", magic())
            .replace("@VERSION@", VERSION)
            .replace("@DATE@", &release.day)
            .replace("@ADDRESSES@", &addresses(release.address.as_deref()))
            .into_bytes()
    };
    vec![
        (format!("share/applications/{ID}.desktop"), filled(ENTRY)),
        (format!("share/mime/packages/{ID}.xml"), filled(MIME)),
        (
            format!("share/metainfo/{ID}.metainfo.xml"),
            filled(METAINFO),
        ),
    ]
}

/// The first bytes of every match file, without the number of the file's version: older files are matches too.
fn magic() -> &'static str {
    let header = std::str::from_utf8(PUBLIC_HEADER).unwrap_or_default();
    header.trim_end_matches(|letter: char| letter.is_ascii_digit())
}

/// The page and the screenshots; nothing while there is no address that a software center could fetch them from.
fn addresses(address: Option<&str>) -> String {
    let Some(address) = address else {
        return String::new();
    };
    let address = address.trim_end_matches('/');
    let picture = |file: &str, caption: &str| {
        format!(
            "    <screenshot{}>\n      <caption>{caption}</caption>\n      <image>{address}/docs/images/{file}</image>\n    </screenshot>\n",
            // software centers show the default one first
            if file == "table.png" {
                " type=\"default\""
            } else {
                ""
            }
        )
    };
    format!(
        "  <url type=\"homepage\">{address}</url>\n  <screenshots>\n{}{}  </screenshots>\n",
        picture("table.png", "A game of A Clash of Arms"),
        picture("replay.png", "The record of a match")
    )
}

/// The emblem as a drawing and in pixels.
pub(super) fn icons() -> anyhow::Result<Vec<PackageFile>> {
    let emblem = picture::emblem();
    let mut icons = vec![(
        format!("share/icons/hicolor/scalable/apps/{ID}.svg"),
        emblem.clone().into_bytes(),
    )];
    for side in SIDES {
        // the drawing has a view box and no size, so that the size can be put in front of it
        let sized = emblem.replacen("<svg ", &format!("<svg width='{side}' height='{side}' "), 1);
        let path = format!("share/icons/hicolor/{side}x{side}/apps/{ID}.png");
        icons.push((path, raster::png(&sized)?));
    }
    Ok(icons)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The sides of the icon in the program for Windows, in pixels.
    const WINDOWS_SIDES: [u16; 7] = [16, 24, 32, 48, 64, 128, 256];

    /// The emblem as an icon of Windows: a table of pictures, each a PNG. It is needed before there is a program for
    /// Windows, so it lies in the repository, and a test keeps it.
    fn windows_icon() -> anyhow::Result<Vec<u8>> {
        let mut pictures = Vec::new();
        for (path, bytes) in icons()? {
            let side = WINDOWS_SIDES
                .iter()
                .find(|side| path.contains(&format!("/{side}x{side}/")));
            pictures.extend(side.map(|side| (*side, bytes)));
        }
        const HEAD: usize = 6;
        const ENTRY: usize = 16;
        let count = pictures.len();
        // reserved, kind 1: icons, how many
        let mut icon: Vec<u8> = [0, 1, count as u16]
            .iter()
            .flat_map(|word| word.to_le_bytes())
            .collect();
        let mut at = HEAD + ENTRY * count;
        for (side, bytes) in &pictures {
            // 256 is written as 0
            let side = (side % 256) as u8;
            // no palette; one plane of 32 bits
            icon.extend([side, side, 0, 0, 1, 0, 32, 0]);
            icon.extend((bytes.len() as u32).to_le_bytes());
            icon.extend((at as u32).to_le_bytes());
            at += bytes.len();
        }
        icon.extend(pictures.into_iter().flat_map(|(_, bytes)| bytes));
        Ok(icon)
    }

    fn release(address: Option<&str>) -> Release {
        Release {
            day: "2026-01-31".to_owned(),
            address: address.map(str::to_owned),
        }
    }

    #[test]
    fn every_place_is_filled_in_and_names_the_one_id() {
        for (path, bytes) in entries(&release(None)) {
            let text = String::from_utf8(bytes).expect("UTF-8");
            assert!(!text.contains('@'), "{path}: {text}");
            assert!(path.contains(ID) && text.contains(ID), "{path}");
        }
        assert_eq!(magic(), "FPMATCH");
    }

    #[test]
    fn pictures_are_named_once_there_is_an_address_and_lie_in_the_repository() {
        let text = addresses(Some("https://example.org/warlord/"));
        let docs = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/images");
        let mut count = 0;
        for line in text.lines().filter(|line| line.contains("<image>")) {
            let name = line.rsplit('/').nth(1).unwrap_or_default();
            let name = name.trim_end_matches('<');
            assert!(docs.join(name).is_file(), "{name}");
            assert!(line.contains("https://example.org/warlord/docs/images/"));
            count += 1;
        }
        assert_eq!(count, 2);
    }

    #[test]
    fn icons_have_the_sizes_of_their_folders() {
        for (path, bytes) in icons().expect("drawn") {
            let Some(side) = path
                .split('/')
                .find_map(|part| part.split_once('x')?.0.parse().ok())
            else {
                assert!(bytes.starts_with(b"<svg "), "{path}");
                continue;
            };
            // width and height stand at the same place in every PNG
            let number = |at: usize| {
                bytes[at..at + 4]
                    .iter()
                    .fold(0, |n, byte| n * 256 + u32::from(*byte))
            };
            let (width, height): (u32, u32) = (number(16), number(20));
            assert_eq!((width, height), (side, side), "{path}");
        }
    }

    // (other machines may round a channel of a pixel to its neighbor)
    #[cfg(target_arch = "x86_64")]
    #[test]
    fn the_icon_of_the_program_for_windows_is_the_emblem() {
        let icon = windows_icon().expect("drawn");
        let file = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("package/warlord.ico");
        if std::env::var_os("WARLORD_BLESS").is_some() {
            std::fs::write(&file, &icon).expect("written");
        }
        let kept = std::fs::read(&file).expect("there");
        assert!(kept == icon, "WARLORD_BLESS=1 writes {}", file.display());
        assert_eq!(icon[4], 7, "pictures");
    }
}
