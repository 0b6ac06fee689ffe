//! The chain with more than two seats: who contributes to which step, whose turn it is in a shared side, what a team
//! agrees to, and what is refused before anybody signs.

use std::collections::{BTreeMap, BTreeSet};

use protocol::judge::{Verdict, judge};
use protocol::manifest::{Pace, SeatEntry, Terms};
use protocol::note::Statement;
use protocol::testing::{Puppets, Seeded, contact, offer, table, teams, tiny, toy};
use protocol::{Deed, Kind, Manifest, Offer, Seat};
use rules::{Outcome, Side};

/// Games with and without hidden set-ups, with secret rounds and lots in mid-turn.
fn games() -> [(&'static str, Offer); 5] {
    [
        ("clash-of-arms", offer("clash-of-arms", Some(9))),
        ("tiny", tiny(9)),
        ("toy", toy(9)),
        ("contact", contact(9)),
        ("tourney-4", offer("tourney-4", Some(9))),
    ]
}

fn side(index: u8) -> Side {
    Side::new(index).expect("there are eight")
}

#[test]
fn matches_of_three_to_eight_seats_are_played_to_the_end() {
    for (name, offer) in games() {
        let sides = offer.sides().expect("a sound offer").len();
        for seats in 3..=8 {
            if usize::from(seats) < sides {
                continue;
            }
            let manifest = table(&offer, seats, 1);
            let mut table = Puppets::new(manifest.clone(), 1);
            table.play_out(&mut Seeded(u64::from(seats)));
            check_steps(&table, &manifest, name);
            check_members(&table, &manifest, name);
            let report = judge(&[&table.file(&[])]);
            assert_eq!(
                report.verdict,
                Verdict::Complete,
                "{name}, {seats}: {}",
                report.why
            );
        }
    }
}

/// Orders and choices are signed by those who decide, lots and the end by all, and confirmations by those who decide
/// next and once a round by all.
fn check_steps(table: &Puppets, manifest: &Manifest, name: &str) {
    let all = manifest.all_seats();
    let mut since = 0;
    for (at, (kind, seats)) in table.steps.iter().enumerate() {
        let next = table.steps.get(at + 1);
        match kind {
            Kind::Orders => {
                assert_eq!(seats.len(), 1, "{name}");
                since += 1;
            }
            Kind::Close => assert_eq!(*seats, all, "{name}"),
            Kind::Confirm if *seats == all => since = 0,
            Kind::Confirm => {
                let (kind, deciders) = next.expect("a confirmation is not the end");
                assert_eq!(
                    seats, deciders,
                    "{name}: those who decide next, before {kind:?}"
                );
                assert!(matches!(kind, Kind::Orders | Kind::Commit), "{name}");
            }
            Kind::Commit | Kind::Lock | Kind::Reveal => {
                // one chooser a side, or everybody with a coin
                let sides: BTreeSet<_> = seats.iter().map(|seat| manifest.side_of(*seat)).collect();
                assert!(*seats == all || sides.len() == seats.len(), "{name}");
            }
            Kind::Agree => unreachable!("no offers were made"),
        }
        // no more turns than sides without a word of everybody: a turn has one to a few ORDERS, and never this many
        assert!(since <= 12 * usize::from(manifest.sides), "{name}");
    }
}

/// The members of a side take its turns in turn: in a game of two sides the seat follows from the number of the turn.
fn check_members(table: &Puppets, manifest: &Manifest, name: &str) {
    let mut members_seen = BTreeSet::new();
    for step in table.seats[0].history().steps() {
        let Deed::Orders { seat, side, .. } = &step.deed else {
            continue;
        };
        let members = manifest.members(*side);
        assert!(members.contains(seat), "{name}");
        members_seen.insert(*seat);
        if manifest.sides == 2 && step.on_turn == *side {
            let own = usize::try_from(step.turn.div_ceil(2)).expect("small");
            assert_eq!(
                *seat,
                members[(own - 1) % members.len()],
                "{name}, turn {}",
                step.turn
            );
        }
    }
    if manifest.has_table() && manifest.seats.len() > usize::from(manifest.sides) {
        let some = usize::from(manifest.sides);
        assert!(members_seen.len() > some, "{name}: {members_seen:?}");
    }
}

#[test]
fn a_confirmation_of_all_comes_at_least_once_a_round() {
    for (name, offer) in games() {
        let manifest = table(&offer, 8, 1);
        let mut table = Puppets::new(manifest.clone(), 1);
        let mut dice = Seeded(5);
        let mut confirmed = 1;
        let number = |table: &Puppets| table.seats[0].position().turn().number;
        use rules::Rules as _;
        while !table.is_closed() {
            table.step(&mut dice);
            let (kind, seats) = table.steps.last().expect("a step");
            if *kind == Kind::Confirm && seats.len() == 8 {
                confirmed = number(&table);
            }
            if *kind == Kind::Confirm {
                let open = number(&table) - confirmed;
                assert!(open < u32::from(manifest.sides), "{name}: {open} turns");
            }
        }
    }
}

#[test]
fn a_seat_that_is_not_asked_convicts_itself_by_signing() {
    let manifest = table(&offer("clash-of-arms", Some(9)), 4, 1);
    let mut table = Puppets::new(manifest, 1);
    let mut dice = Seeded(3);
    while table
        .steps
        .last()
        .is_none_or(|(kind, _)| *kind != Kind::Orders)
    {
        table.step(&mut dice);
    }
    let confirming = table.awaited();
    assert_eq!(confirming.len(), 1, "the seat that decides next");
    let other = (0..4).map(Seat).find(|seat| !confirming.contains(seat));
    let other = other.expect("three others");
    let record = table.seats[other.index()].honest(&[]);
    let report = judge(&[&table.file(&[record])]);
    assert_eq!(
        (report.verdict, report.seat),
        (Verdict::Proved, Some(other))
    );
}

/// A table of four teams, of which somebody is about to give orders.
fn four_teams() -> (Puppets, Seat) {
    let manifest = table(&offer("tourney-4", Some(30)), 4, 1);
    let mut table = Puppets::new(manifest, 1);
    let mut dice = Seeded(7);
    loop {
        let awaited = table.awaited();
        if let [seat] = awaited[..]
            && table.seats[seat.index()].decides()
        {
            return (table, seat);
        }
        table.step(&mut dice);
    }
}

/// Row 58: AGREE without every team.
#[test]
fn row_58_a_draw_takes_the_offer_of_every_other_team() {
    let (mut table, decider) = four_teams();
    let others: Vec<Seat> = (0..4).map(Seat).filter(|seat| *seat != decider).collect();
    let offers: Vec<_> = others
        .iter()
        .map(|seat| table.sign(*seat, Statement::ProposeDraw).id())
        .collect();
    let own = table.sign(decider, Statement::ProposeDraw).id();
    // another's offer twice, one's own, and the right ones in another order: each leaves a team out of its place
    for missing in 0..3 {
        for instead in [own, offers[(missing + 1) % 3]] {
            let mut ids = offers.clone();
            ids[missing] = instead;
            let record = table.agree(decider, ids);
            let report = judge(&[&table.file(&[record])]);
            assert_eq!(
                (report.verdict, report.seat),
                (Verdict::Proved, Some(decider))
            );
        }
        // a note that no file holds may be missing, which convicts nobody
        let mut ids = offers.clone();
        ids[missing] = [9; 32];
        let record = table.agree(decider, ids);
        let report = judge(&[&table.file(&[record])]);
        assert_eq!((report.verdict, report.seat), (Verdict::Open, None));
    }
    let record = table.agree(decider, offers);
    table.take(&record);
    assert_eq!(
        table.seats[0].outcome(),
        Some(Outcome::Drawn(rules::AGREED))
    );
    table.play_out(&mut Seeded(1));
    assert_eq!(judge(&[&table.file(&[])]).verdict, Verdict::Complete);
}

#[test]
fn a_turn_is_taken_back_when_every_other_team_has_granted_it() {
    use rules::Rules as _;
    let (mut table, first) = four_teams();
    let mut dice = Seeded(8);
    let before = table.seats[0].position().clone();
    table.step(&mut dice);
    // the next seat that decides alone
    let decider = loop {
        let awaited = table.awaited();
        match awaited[..] {
            [seat] if table.seats[seat.index()].decides() => break seat,
            _ => table.step(&mut dice),
        }
    };
    assert_ne!(first, decider);
    let to = table.seats[0].history().steps();
    let to = to
        .iter()
        .rev()
        .find(|step| matches!(step.deed, Deed::Orders { seat, .. } if seat == first));
    let at = to.expect("orders").number;
    let steps = table.seats[0].history().steps();
    let to = steps
        .iter()
        .rev()
        .find(|step| step.number < at)
        .map_or(0, |step| step.number);
    let request = table.sign(first, Statement::ProposeTakeback { to }).id();
    let others = (0..4)
        .map(Seat)
        .filter(|seat| ![first, decider].contains(seat));
    let mut ids: BTreeMap<u8, _> = BTreeMap::from([(first.0, request)]);
    for seat in others {
        let grant = table.sign(seat, Statement::GrantTakeback { proposal: request });
        ids.insert(seat.0, grant.id());
    }
    let record = table.agree(decider, ids.into_values().collect());
    table.take(&record);
    assert_eq!(table.seats[0].position().to_text(), before.to_text());
    // all say that they stand there again
    assert_eq!(table.awaited().len(), 4);
    table.play_out(&mut Seeded(1));
    assert_eq!(judge(&[&table.file(&[])]).verdict, Verdict::Complete);
}

#[test]
fn a_match_ends_by_notes_when_one_team_is_left() {
    let resign = Statement::Resign;
    let (mut table, _) = four_teams();
    for seat in [0, 2] {
        table.sign(Seat(seat), resign);
        assert_eq!(table.seats[0].outcome(), None);
    }
    table.sign(Seat(3), resign);
    let won = Outcome::Won(side(1).into(), rules::RESIGN);
    assert_eq!(table.seats[0].outcome(), Some(won));
    // two against two: a team has resigned when its last seat has
    let offer = offer("clash-of-arms", Some(30));
    let sides = [0, 1, 0, 1].map(side);
    let mut table = Puppets::new(teams(&offer, &sides, |side| side.code(), 1), 1);
    table.sign(Seat(0), resign);
    assert_eq!(table.seats[0].outcome(), None);
    table.sign(Seat(2), resign);
    let won = Outcome::Won(side(1).into(), rules::RESIGN);
    assert_eq!(table.seats[0].outcome(), Some(won));
}

#[test]
fn what_a_later_version_plays_is_refused_by_name() {
    let offer = offer("clash-of-arms", Some(9));
    let manifest = table(&offer, 4, 1);
    let seats = || manifest.seats.clone();
    let refused = |offer: &Offer, seats: Vec<SeatEntry>| {
        let refused = offer.table(seats).expect_err("refused");
        (refused.to_string(), refused.advice())
    };
    let with_share = |share: &str| Offer {
        options: vec![("share".to_owned(), share.to_owned())],
        ..offer.clone()
    };
    assert!(with_share("turns").table(seats()).is_ok());
    assert!(with_share("leaders").table(seats()).is_ok());
    let one_a_side = seats()[..2].to_vec();
    let (what, _) = refused(&with_share("leaders"), one_a_side);
    assert!(what.contains("no side has more than one seat"), "{what}");
    let (what, _) = refused(&with_share("wishes"), seats());
    assert!(what.contains("turns or leaders"), "{what}");
    for key in ["wargame-1", "tourney"] {
        let other = Offer {
            options: with_share("leaders").options,
            ..protocol::testing::offer(key, Some(9))
        };
        let (what, _) = refused(&other, seats());
        assert!(what.contains("share=leaders"), "{key}: {what}");
    }
    // numbers beside those of the seats
    let numbers = Offer {
        options: vec![
            ("members".to_owned(), "2,2".to_owned()),
            ("share".to_owned(), "leaders".to_owned()),
        ],
        ..offer.clone()
    };
    let (what, _) = refused(&numbers, seats());
    assert!(what.contains("the seats of the match"), "{what}");
    let timed = Offer {
        terms: Terms {
            pace: Pace::Days(3),
            ..Terms::default()
        },
        ..offer.clone()
    };
    assert!(timed.table(seats()).is_ok());
    let one_team = |entry: &SeatEntry| SeatEntry {
        team: 0,
        ..entry.clone()
    };
    assert!(offer.table(seats().iter().map(one_team).collect()).is_err());
    assert!(offer.table(seats()[..1].to_vec()).is_err());
    let mut nine = seats();
    nine.extend(seats());
    assert!(offer.table(nine).is_err());
    let report = judge(&[&Puppets::new(manifest, 1).file(&[])]);
    assert_eq!(report.verdict, Verdict::Open);
}

#[test]
fn teams_are_those_of_the_rules() {
    let four = |teams: &str| Offer {
        options: vec![("seats", "4"), ("teams", teams)]
            .into_iter()
            .map(|(key, value)| (key.to_owned(), value.to_owned()))
            .collect(),
        ..offer("tourney", None)
    };
    let seats = |team: fn(u8) -> u8| -> Vec<SeatEntry> {
        let seats = table(&four("off"), 4, 1).seats;
        let seats = seats.into_iter();
        seats
            .map(|entry| SeatEntry {
                team: team(entry.side),
                ..entry
            })
            .collect()
    };
    let alone: fn(u8) -> u8 = |side| side;
    // white and black against red and green
    let as_ruled: fn(u8) -> u8 = |side| side / 2;
    let across: fn(u8) -> u8 = |side| side % 2;
    for (teams, team, is_played) in [
        ("off", alone, true),
        ("off", as_ruled, false),
        ("on", as_ruled, true),
        ("on", across, false),
        ("on", alone, false),
    ] {
        let made = four(teams).table(seats(team));
        assert_eq!(made.is_ok(), is_played, "{teams}: {made:?}");
    }
}
