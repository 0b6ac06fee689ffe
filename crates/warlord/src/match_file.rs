//! Reading match files, and printing the head of a match file.

use std::io::{self, Write};
use std::path::Path;

use protocol::manifest::{Pace, Terms};
use protocol::replay::Replay;
use protocol::{Deed, Manifest, PublicKey, Seat};
use rules::Family;
use scenario::SideNames;

use crate::failure::Failure;
use crate::ink::side_style;

pub(crate) fn read(path: &Path) -> anyhow::Result<Vec<u8>> {
    let shown = path.display();
    let failure = |error: io::Error| {
        let advice = match error.kind() {
            io::ErrorKind::NotFound => {
                "check the name; match files end in .fpm and are in the folder `matches` next to the key that `warlord identity` shows"
            }
            io::ErrorKind::FileTooLarge => "name a match file (*.fpm): none is that large",
            io::ErrorKind::IsADirectory => "name the match file (*.fpm) in that folder",
            _ => "make sure that the file can be read",
        };
        anyhow::Error::new(error).context(Failure::new(
            format!("the match file {shown} cannot be read"),
            advice,
        ))
    };
    home::read_within(path, home::limits::LARGEST_MATCH).map_err(failure)
}

pub(crate) fn title(replay: &Replay) -> String {
    protocol::plain_text(replay.scenario.title())
}

/// The number of turns played, without those taken back.
pub(crate) fn turns(replay: &Replay) -> u32 {
    // turns taken back do not count, and those left are numbered on from where the match went back
    let mut standing = replay.history.standing().rev();
    let last = standing.find(|(_, step)| matches!(step.deed, Deed::Orders { .. }));
    last.map_or(0, |(_, step)| step.turn)
}

/// The side of a seat by name, or by number if this program does not know the family.
pub(crate) fn side_of(manifest: &Manifest, seat: Seat) -> Option<String> {
    let side = manifest.side_of(seat)?;
    // a side without a name is one that the family gained later
    let family = Family::from_name(&manifest.family);
    let family = family.filter(|family| !family.side_name(side).is_empty());
    Some(match (family, manifest.read_scenario()) {
        (Some(_), Ok(scenario)) => scenario.side_names().of(side).to_owned(),
        (Some(family), Err(_)) => SideNames::of_family(family).of(side).to_owned(),
        (None, _) => format!("Side {}", side.code()),
    })
}

/// The start of a key, long enough to tell players apart by eye.
pub(crate) fn fingerprint(key: &PublicKey) -> String {
    let digits = key.to_string();
    let groups: Vec<_> = (0..16)
        .step_by(4)
        .filter_map(|start| digits.get(start..start + 4))
        .collect();
    groups.join(" ")
}

/// A line for the time limits, if there are any.
pub(crate) fn write_terms(out: &mut impl Write, manifest: &Manifest) -> io::Result<()> {
    match manifest.terms {
        Terms {
            pace: Pace::Untimed,
            ..
        } => Ok(()),
        terms => writeln!(out, "Time        {terms}"),
    }
}

/// One line for each seat: side, name, key.
pub(crate) fn write_seats(out: &mut impl Write, manifest: &Manifest) -> io::Result<()> {
    for seat in manifest.all_seats() {
        if let (Some(entry), Some(side), Some(name)) = (
            manifest.seat(seat),
            manifest.side_of(seat),
            side_of(manifest, seat),
        ) {
            let style = side_style(side);
            // the column of the other lines of the head; a name may have sixteen letters
            let width = 12_usize.saturating_sub(name.chars().count()).max(1);
            writeln!(
                out,
                "{style}{name}{style:#}{:width$}{}, key {}",
                "",
                protocol::plain_text(&entry.name),
                fingerprint(&entry.identity)
            )?;
        }
    }
    Ok(())
}
