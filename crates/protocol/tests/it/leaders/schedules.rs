//! Set-ups in parts in any order of deliveries, with parts shown again, lines that come and go, and programs that stop: they
//! are sealed in the end, and nobody honest is blamed.

use std::time::Duration;

use protocol::testing::{against_a_cheat_at_a_table, read, sections};
use protocol::{Kind, SessionEvent};
use rules::Rules;
use rules::testing::depth::deep;

use super::*;

/// A member's own sections, with a tank in one of them or without.
fn part<const N: usize>(table: &Table<N>, seat: Seat, has_tank: bool) -> Vec<rules::AnyOrder> {
    let session = table.session(seat);
    let (side, member) = (session.side_of(seat).expect("a seat"), session.own_member());
    let position = session.position().expect("a match");
    let [with, without] = match side == sides()[0] {
        true => ["IH1IH1IH1/L2L2L2", "II1II1II1/L2L2L2"],
        false => ["L2L2L2/IH1IH1IH1", "L2L2L2/II1II1II1"],
    };
    let whole = read(position, side, if has_tank { with } else { without }).remove(0);
    let mut part = position.part_of(side, member, &whole);
    if has_tank {
        // one tank alone, in the member's first section
        let bare = read(position, side, without).remove(0);
        let sections = position.slots(side);
        let first = sections.iter().find(|slot| slot.member == member);
        let first = first.expect("a section").number;
        let tank = position.seal_part(side, member, &part).expect("a part");
        let bare = position.part_of(side, member, &bare);
        let mut parts = position.seal_part(side, member, &bare).expect("a part");
        for (one, other) in parts.iter_mut().zip(tank) {
            if one.slot == first {
                *one = other;
            }
        }
        part = position.open_part(side, member, &parts).expect("a part");
    }
    vec![part]
}

fn has_sealed<const N: usize>(table: &Table<N>, seat: Seat) -> bool {
    let file = &table.disks[seat.index()].public;
    let (entries, _) = protocol::file::read_public(file).expect("a match file");
    entries.iter().any(|entry| {
        matches!(entry, protocol::file::Entry::Record(record)
            if record.seat == seat && record.kind == Kind::Commit)
    })
}

fn propose<const N: usize>(table: &mut Table<N>, seat: Seat, has_tank: bool) {
    if table.sessions[seat.index()].is_some() && table.session(seat).outcome().is_none() {
        let orders = part(table, seat, has_tank);
        let _may_be_sealed = table.with(seat, |session, now| session.propose(now, &orders));
    }
}

/// True if the seat's part as it has shown it last has the tank.
fn shows_tank<const N: usize>(table: &Table<N>, seat: Seat) -> bool {
    let plans = table.session(seat).plans().into_iter();
    let mut own = plans.filter(|(by, _)| *by == seat);
    own.any(|(_, order)| vec![order] == part(table, seat, true))
}

fn is_setting_up<const N: usize>(table: &Table<N>) -> bool {
    let session = table.session(Seat(0));
    session
        .history()
        .is_none_or(|history| history.steps().is_empty())
}

#[test]
fn any_schedule_of_a_set_up_in_parts_comes_to_a_set_up() {
    let mut clashed = 0;
    for seed in 0..deep(4, 10, 300) {
        let what = format!("seed {seed}");
        let mut dice = Seeded(seed);
        let mut table = Table::<6>::under_way(table(&sections(2), 6), &full(6), SEED);
        for _ in 0..120 {
            let seat = Seat(u8::try_from(dice.below(6)).expect("few"));
            let other = Seat(u8::try_from(dice.below(6)).expect("few"));
            match dice.below(12) {
                0..=2 if is_setting_up(&table) => {
                    let has_tank = dice.one_in(3);
                    propose(&mut table, seat, has_tank);
                }
                3 => table.cut(seat.min(other), seat.max(other)),
                4 if seat != other => table.link(seat.min(other), seat.max(other)),
                5 if dice.one_in(4) => {
                    table.kill(seat);
                    table.cut_closing();
                    table.restart(seat);
                }
                6 => table.pass(Duration::from_millis(300)),
                _ => {
                    for _ in 0..4 {
                        table.deliver_any(seat, &mut dice);
                    }
                }
            }
        }
        table.connect();
        table.run();
        table.wait(Duration::from_secs(15));
        // whoever has not sealed yet fits in, the first ones without a tank
        for place in 0..6 {
            let seat = Seat(place);
            if !is_setting_up(&table) || has_sealed(&table, seat) {
                continue;
            }
            let mates = (place % 2..6).step_by(2).map(Seat);
            let sealed = |mate: &Seat| has_sealed(&table, *mate) || *mate < seat;
            let has_one = mates
                .clone()
                .filter(sealed)
                .any(|mate| mate != seat && shows_tank(&table, mate));
            let is_last = place >= 4;
            propose(&mut table, seat, is_last && !has_one);
            table.run();
        }
        clashed += (0..6)
            .flat_map(|seat| &table.events[seat])
            .filter(|event| matches!(event, SessionEvent::PlansClash { .. }))
            .count();
        assert!(
            !is_setting_up(&table),
            "{what}: {:?}",
            table.session(Seat(0)).waiting()
        );
        for seat in table.places() {
            assert_eq!(table.session(seat).fault(), None, "{what}: {seat}");
        }
        table.play_out(&mut dice);
        let report = judged(&table);
        assert_eq!(
            (report.verdict, report.findings),
            (Verdict::Complete, vec![]),
            "{what}"
        );
    }
    assert!(clashed > deep(0, 3, 3), "{clashed}");
}

#[test]
fn no_cheat_among_members_hurts_an_honest_seat() {
    let mut proved = 0;
    for seed in 0..deep(3, 8, 240) {
        for cheat in [0, 2].map(Seat) {
            let what = format!("seed {seed}, {cheat}");
            let offers = [sections(2), by_leaders("clash-of-arms", 6)];
            let manifest = table(&offers[usize::from(seed % 2 == 1)], 4);
            let mut dice = Seeded(seed);
            let verdict = against_a_cheat_at_a_table::<4>(manifest, cheat, &mut dice, &what);
            proved += u32::from(verdict == Verdict::Proved);
        }
    }
    assert!(proved > deep(0, 4, 4), "{proved}");
}
