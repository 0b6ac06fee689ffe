//! Programs that die and lines that break while a table continues with everybody: neither match is lost.

use std::cell::Cell;
use std::rc::Rc;
use std::time::Duration;

use protocol::frame::Frame;
use protocol::testing::{Reached, Seeded};
use protocol::{Kind, Standing};

use super::going_on::*;
use super::together::*;
use super::*;

/// A table of which all but one have agreed to continue with the restored seat; the last click is due.
fn before_the_last_click() -> Table<4> {
    let (mut table, mut dice) = at_seat_2();
    assert!(on_an_older_copy(&mut table, Seat(1), 3, &mut dice));
    rejoin(&mut table, Seat(1));
    for seat in [Seat(1), Seat(0), Seat(2)] {
        assert_eq!(table.ask_table(seat, None), Ok(()));
    }
    table.run();
    table
}

/// A table of which one is gone who has shown its choice to nobody, while the others have opened theirs; their clicks are due.
fn in_an_open_round(gone: Seat) -> Table<4> {
    let mut table = Table::<4>::under_way(rounds(4), &full(4), SEED);
    let is_held = Rc::new(Cell::new(false));
    let holds = Rc::clone(&is_held);
    table.bend = Some(Box::new(move |from, _, frame| {
        let is_opening = matches!(
            Frame::from_bytes(&frame),
            Ok(Frame::Record(record)) if record.seat == gone && record.kind == Kind::Reveal && record.step > 4
        );
        if from == gone && (is_opening || holds.get()) {
            holds.set(true);
            return Vec::new();
        }
        vec![frame]
    }));
    let mut dice = Seeded(6);
    while !is_held.get() {
        assert!(table.play_one(&mut dice), "a round of choices");
        table.pass(Duration::from_millis(300));
    }
    table.kill(gone);
    table.run();
    table.wait(MINUTES);
    table.bend = None;
    table
}

/// All who play on agree to that, as far as they may.
fn agree(table: &mut Table<4>, players: &[Seat]) {
    let mut sessions = players
        .iter()
        .flat_map(|seat| &table.sessions[seat.index()]);
    if players.len() < table.places().len() && sessions.any(|it| it.gone().is_empty()) {
        // a program that was started again counts anew how long a seat is silent
        table.wait(MINUTES);
        leave_out_all(table, players);
        return;
    }
    let _done_or_barred = agree_all(table, players);
}

/// The players come back and agree again where that is needed; they end in one new match and play it.
fn assert_recovers(mut table: Table<4>, players: &[Seat], what: &str) {
    table.crash = None;
    table.bend = None;
    for _ in 0..3 {
        for seat in players {
            if table.sessions[seat.index()].is_none() {
                table.cut_closing();
                table.restart(*seat);
            }
        }
        table.disconnect();
        for (at, seat) in players.iter().enumerate() {
            for other in &players[at + 1..] {
                table.link(*seat, *other);
            }
        }
        table.run();
        table.wait(Duration::from_secs(1));
        agree(&mut table, players);
        table.wait(Duration::from_secs(40));
        let sid = table.session(players[0]).sid();
        let mut sessions = players.iter().map(|seat| table.session(*seat));
        if sessions.all(|it| it.sid() == sid && it.standing() == Standing::Own) {
            break;
        }
    }
    table.play_out(&mut Seeded(9));
    table.wait(Duration::from_secs(2));
    table.play_out(&mut Seeded(9));
    for seat in players {
        let session = table.session(*seat);
        assert!(
            session.is_closed(),
            "{what}: {session:?} {:?} {:?}",
            session.waiting(),
            session.fault()
        );
    }
    assert_unhurt(&table, &[], what);
}

/// A crash of a player in each of its next writes, with none, half or all of it on disk.
fn crashes(players: &[Seat]) -> Vec<(Seat, usize, Reached)> {
    let mut cases = Vec::new();
    for seat in players {
        for write in 1..=12 {
            for reached in [Reached::Nothing, Reached::Half, Reached::All] {
                cases.push((*seat, write, reached));
            }
        }
    }
    cases
}

#[test]
fn row_18_a_crash_in_any_write_of_continuing_loses_neither_match() {
    let all: Vec<Seat> = (0..4).map(Seat).collect();
    for (seat, write, reached) in sample(crashes(&all), 25, 8) {
        let what = format!("{seat}, write {write}, {reached:?}");
        let mut table = before_the_last_click();
        let writes = table.disks[seat.index()].writes;
        table.crash = Some((seat, writes + write, reached));
        let _last = table.ask_table(Seat(3), None);
        table.run();
        assert_recovers(table, &all, &what);
    }
}

#[test]
fn row_18_a_crash_in_any_write_of_going_on_in_an_open_round_loses_no_choice() {
    let (gone, bound) = (Seat(0), Seat(1));
    let rest: Vec<Seat> = (1..4).map(Seat).collect();
    let mut carried = 0;
    for (seat, write, reached) in sample(crashes(&[bound]), 5, 1) {
        let what = format!("{seat}, write {write}, {reached:?}");
        let mut table = in_an_open_round(gone);
        let writes = table.disks[seat.index()].writes;
        table.crash = Some((seat, writes + write, reached));
        agree(&mut table, &rest);
        let mut manifests = rest.iter().filter_map(|seat| {
            let session = table.sessions[seat.index()].as_ref()?;
            session.manifest()?.start.as_ref()
        });
        carried += usize::from(manifests.any(|start| start.carried.is_some()));
        assert_recovers(table, &rest, &what);
    }
    assert!(carried > 0);
}

#[test]
fn all_lines_cut_after_any_frame_of_continuing_leave_one_match_for_all() {
    let sent = Rc::new(Cell::new(0_usize));
    let play = |most: usize| {
        let mut table = before_the_last_click();
        let sent = Rc::clone(&sent);
        sent.set(0);
        table.bend = Some(Box::new(move |_, _, frame| {
            sent.set(sent.get() + 1);
            match sent.get() <= most {
                true => vec![frame],
                false => Vec::new(),
            }
        }));
        let _last = table.ask_table(Seat(3), None);
        table.run();
        table.disconnect();
        table
    };
    drop(play(usize::MAX));
    let all = sent.get();
    assert!(all > 40, "{all}");
    let table_of_four: Vec<Seat> = (0..4).map(Seat).collect();
    for most in sample((0..all).collect(), all / 4, all / 9) {
        assert_recovers(
            play(most),
            &table_of_four,
            &format!("after {most} of {all}"),
        );
    }
}
