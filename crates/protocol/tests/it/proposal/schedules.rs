//! Random schedules: frames are lost, doubled and reordered, connections break, programs start again. Everybody signs only
//! what was agreed to, at most one match begins, and once the connections hold it begins everywhere.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use protocol::Seat;
use protocol::hash::Digest;
use protocol::proposal::{Header, Kept, Kind, TABLE_GAP};
use protocol::testing::Seeded;
use rules::testing::depth::deep;

use super::room::{Room, all, person, secret};

fn links(machines: usize, dice: &mut Seeded) -> Vec<(usize, usize)> {
    match dice.below(3) {
        0 => (1..machines).map(|it| (0, it)).collect(),
        1 => (1..machines).map(|it| (it - 1, it)).collect(),
        _ => (0..machines)
            .flat_map(|a| (a + 1..machines).map(move |b| (a, b)))
            .collect(),
    }
}

fn step(room: &mut Room, wired: &[(usize, usize)], dice: &mut Seeded) {
    let machines = room.tables.len();
    let machine = dice.below(machines);
    let now = room.now;
    let queued = room.queue.len();
    match dice.below(30) {
        0..12 if queued > 0 => room.deliver(dice.below(queued)),
        12 | 13 if queued > 0 => drop(room.queue.remove(dice.below(queued))),
        14 | 15 if queued > 0 => {
            let copy = room.queue[dice.below(queued)].clone();
            room.queue.push_back(copy);
        }
        16..20 => drop(room.tables[machine].agree(now)),
        20 => room.tables[machine].take_back(now),
        21 => {
            let seat = Seat(u8::try_from(dice.below(machines)).expect("small"));
            drop(room.tables[machine].sit(now, 0, Some(seat)));
        }
        22 if dice.below(3) == 0 => drop(room.tables[machine].stand(now, 0)),
        23 => drop(room.tables[0].begin(now)),
        24 if !room.links().is_empty() => {
            let links = room.links();
            room.cut(links[dice.below(links.len())].0);
        }
        25 => relink(room, wired),
        26 if machine > 0 && room.tables[machine].begun().is_none() && dice.below(3) == 0 => {
            let again = room.joined(vec![person(machine)], &all(machines), secret(machine));
            room.restart(machine, again);
        }
        _ => room.wait(Duration::from_millis(200)),
    }
    room.drain();
}

fn relink(room: &mut Room, wired: &[(usize, usize)]) {
    for (one, other) in wired {
        let links = room.links();
        if links.iter().all(|(_, a, b)| (a, b) != (one, other)) {
            room.link(*one, *other);
        }
    }
}

/// The matches that a machine has signed.
fn signed(room: &Room, machine: usize) -> BTreeSet<Digest> {
    let kept = room.kept[machine].iter();
    let signed = kept.filter_map(|kept| match kept {
        Kept::Signed(it) => Some(it.sid),
        Kept::Begun(_) => None,
    });
    signed.collect()
}

fn check(room: &Room) {
    let begun: BTreeSet<Digest> = room.begun().into_iter().flatten().collect();
    assert!(begun.len() <= 1, "two matches of one table");
    for sid in &begun {
        for machine in 0..room.tables.len() {
            let has = signed(room, machine).contains(sid) || room.begun()[machine] == Some(*sid);
            assert!(has, "begun without machine {machine}");
        }
    }
    assert_eq!(room.faults, [], "an honest frame is refused");
}

/// Whatever happened: with connections that hold, and players who agree, one match begins everywhere.
fn settles(room: &mut Room, wired: &[(usize, usize)]) {
    let machines = room.tables.len();
    for (line, ..) in room.links() {
        room.cut(line);
    }
    room.queue.clear();
    room.wait(Duration::from_secs(10));
    relink(room, wired);
    room.carry();
    if room.begun().iter().all(Option::is_none) {
        let now = room.now;
        for machine in 1..machines {
            drop(room.tables[machine].stand(now, 0));
        }
        drop(room.tables[0].sit(now, 0, Some(Seat(0))));
        room.carry();
        for machine in 1..machines {
            let seat = Seat(u8::try_from(machine).expect("small"));
            drop(room.tables[machine].sit(now, 0, Some(seat)));
        }
        room.carry();
        for machine in 0..machines {
            room.agree(machine);
        }
        room.carry();
        let now = room.now;
        drop(room.tables[0].begin(now));
    }
    for _ in 0..3 {
        room.wait(Duration::from_secs(5));
        room.carry();
    }
}

#[test]
fn whatever_is_lost_doubled_or_reordered_one_match_begins_everywhere() {
    for seed in 0..deep(20, 200, 5000) {
        let mut dice = Seeded(seed);
        let machines = 2 + dice.below(3);
        let wired = links(machines, &mut dice);
        let mut room = Room::seated(machines, &wired);
        for _ in 0..deep(120, 200, 300) {
            step(&mut room, &wired, &mut dice);
            check(&room);
        }
        settles(&mut room, &wired);
        check(&room);
        assert!(room.all_begun(), "seed {seed}: {:?}", room.begun());
    }
}

#[test]
fn a_table_goes_out_at_most_ten_times_a_second_and_twenty_times_in_ten() {
    let mut room = Room::star(3);
    room.wait(Duration::from_secs(10));
    room.carry();
    room.wait(Duration::from_secs(10));
    let mut shown = BTreeMap::new();
    tables_sent(&mut room, &mut BTreeMap::new());
    let before = room.now.clock;
    for tick in 0..900 {
        let now = room.now;
        // each of these two changes the table, far more often than it may go out
        let table = &mut room.tables[0];
        match tick % 2 {
            0 => table.open_seat(now, Seat(2)).expect("a seat"),
            _ => table.give_code(now, Seat(2), [3; 10]).expect("a seat"),
        }
        room.drain();
        tables_sent(&mut room, &mut shown);
        room.wait(Duration::from_millis(10));
        tables_sent(&mut room, &mut shown);
    }
    shown.retain(|_, at| *at > before);
    let times: Vec<Duration> = shown.into_values().collect();
    assert!(
        (2..=20).contains(&times.len()),
        "{} in nine seconds",
        times.len()
    );
    let gaps = times.windows(2).map(|pair| pair[1] - pair[0]);
    assert!(gaps.min().expect("several") >= TABLE_GAP);
}

/// Delivers everything, and notes when each new table was sent to machine 1.
fn tables_sent(room: &mut Room, shown: &mut BTreeMap<u64, Duration>) {
    while let Some((to, _, bytes)) = room.queue.front() {
        let header = Header::read(bytes).expect("sound");
        if *to == 1 && header.kind == Kind::Table {
            shown.entry(header.counter).or_insert(room.now.clock);
        }
        room.deliver(0);
    }
}
