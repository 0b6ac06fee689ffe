//! Sides that members share by leaders of their own: parts of a turn, and set-ups in parts.

mod games;
mod leaving;
mod schedules;
mod sealed;
mod set_up;
mod together;
mod turns;

use protocol::judge::{Report, Verdict, judge};
use protocol::testing::{Seeded, Table, offer, teams};
use protocol::{Manifest, Offer, Seat};
use rules::Side;

const SEED: u8 = 1;

fn sides() -> [Side; 2] {
    [0, 1].map(|place| Side::new(place).expect("two sides"))
}

/// The offer of a scenario whose members have leaders of their own.
fn by_leaders(key: &str, max_turns: u32) -> Offer {
    Offer {
        options: vec![("share".to_owned(), "leaders".to_owned())],
        ..offer(key, Some(max_turns))
    }
}

/// The manifest of a table whose seats take the two sides in turn.
fn table(offer: &Offer, seats: usize) -> Manifest {
    let sides: Vec<Side> = sides().into_iter().cycle().take(seats).collect();
    teams(offer, &sides, |side| side.code(), SEED)
}

fn full(seats: u8) -> Vec<(Seat, Seat)> {
    let all = || (0..seats).map(Seat);
    let pairs = all().flat_map(|a| all().map(move |b| (a, b)));
    pairs.filter(|(a, b)| a < b).collect()
}

/// A table of all to all, under way.
fn under_way<const N: usize>(offer: &Offer) -> Table<N> {
    let seats = u8::try_from(N).expect("few");
    Table::under_way(table(offer, N), &full(seats), SEED)
}

/// The judge's report on the files of all seats together.
fn judged<const N: usize>(table: &Table<N>) -> Report {
    let files: Vec<&[u8]> = table
        .disks
        .iter()
        .map(|disk| disk.public.as_slice())
        .collect();
    judge(&files)
}

/// Plays to the end and judges each file, and all together.
fn play_out<const N: usize>(table: &mut Table<N>, seed: u64) {
    table.play_out(&mut Seeded(seed));
    for seat in table.places() {
        assert!(
            table.session(seat).is_closed(),
            "{seat} {:?}",
            table.session(seat).waiting()
        );
        let file = &table.disks[seat.index()].public;
        assert_eq!(judge(&[file]).verdict, Verdict::Complete);
    }
    let report = judged(table);
    assert_eq!(
        (report.verdict, report.findings),
        (Verdict::Complete, Vec::new())
    );
}
