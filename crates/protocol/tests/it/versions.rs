//! Rules that change under one version, and files of versions that this program does not have.

use std::collections::BTreeMap;

use protocol::codec::{decode_canonical, encode};
use protocol::file::{Entry, PUBLIC_HEADER, read_public};
use protocol::hash::{Digest, commit, derive};
use protocol::judge::{Verdict, judge};
use protocol::record::{CommitBody, Commitment, Opening, RevealBody};
use protocol::testing::{Pair, Seeded, random_orders, tiny};
use protocol::{Genesis, Kind, Manifest, Seat, glance, replay, versions};
use rules::{AnyPosition, Family, Lots, Rules, ToAct};
use scenario::Scenario;

/// Scenarios of each family as they stood when the line below was written, so that new scenarios change nothing here.
const GAMES: [(&str, &str); 7] = [
    ("clash.toml", include_str!("../fixtures/rules/clash.toml")),
    ("hidden.toml", include_str!("../fixtures/rules/hidden.toml")),
    ("ground.toml", include_str!("../fixtures/rules/ground.toml")),
    (
        "skirmish.toml",
        include_str!("../fixtures/rules/skirmish.toml"),
    ),
    ("hexes.toml", include_str!("../fixtures/rules/hexes.toml")),
    ("duels.toml", include_str!("../fixtures/rules/duels.toml")),
    ("toy.toml", include_str!("../../src/testing/toy.toml")),
];

/// The digest of what every family does in those games. If a line no longer holds, the family decides otherwise than
/// matches that are under way: raise the family's version, then write the line again.
const DIGESTS: &str = include_str!("../fixtures/rules/digests.txt");

/// A random game: every position with what is legal there, every order in its bytes and words, every event.
fn digest_of_a_game(start: AnyPosition, seed: u64) -> Digest {
    let mut dice = Seeded(seed);
    let mut position = start;
    let mut all = Vec::new();
    for _ in 0..60 {
        position.write_canonical(&mut all);
        let sides: Vec<rules::Side> = match position.to_act() {
            ToAct::One(side) => vec![side],
            ToAct::Secretly(sides) => sides.iter().collect(),
            ToAct::Lots(draw) => {
                all.extend(draw.purpose.to_le_bytes());
                let lots = Lots(dice.below(1 << 20) as u64);
                let events = position.resolve(lots).expect("lots are awaited");
                events
                    .iter()
                    .for_each(|event| all.extend(event.to_string().bytes()));
                continue;
            }
            ToAct::Nobody(outcome) => {
                all.extend(outcome.to_text(position.family()).bytes());
                break;
            }
        };
        for side in sides {
            for legal in position.legal_orders(side) {
                all.extend(position.order_text(side, &legal).bytes());
            }
            for order in random_orders(&position, side, &mut dice) {
                all.extend(position.order_bytes(&order).unwrap_or_default());
                for part in position.seal(side, &order).unwrap_or_default() {
                    all.extend(part.slot.to_le_bytes());
                    all.extend(part.payload);
                }
                let events = position.apply(side, &order).expect("legal");
                events
                    .iter()
                    .for_each(|event| all.extend(event.to_string().bytes()));
            }
        }
    }
    derive("warlord rules of a version", &[&all])
}

#[test]
fn a_family_that_decides_otherwise_has_another_version() {
    scenario::toy::accept();
    let mut lines = String::new();
    for family in Family::ALL {
        let mut digests = Vec::new();
        for (file, text) in GAMES {
            let scenario = Scenario::agreed(file, text).expect("it was agreed");
            if scenario.family() == *family {
                let start = scenario.start(&[]).expect("the default options");
                digests.extend((0..8).flat_map(|seed| digest_of_a_game(start.clone(), seed)));
            }
        }
        if !digests.is_empty() {
            let digest = derive("warlord rules of a version", &[&digests]);
            let hex: String = digest[..16]
                .iter()
                .map(|byte| format!("{byte:02x}"))
                .collect();
            lines += &format!("{} {} {hex}\n", family.name(), family.version());
        }
    }
    assert_eq!(
        lines, DIGESTS,
        "raise the version of the family whose line differs"
    );
}

fn played() -> Pair {
    let mut pair = Pair::agreed(tiny(2), 1);
    pair.play_out(&mut Seeded(5));
    pair
}

/// The match as programs of another version of the rules would have signed it.
fn of_another_version(change: impl Fn(&mut Vec<Entry>)) -> Vec<u8> {
    let pair = played();
    let (mut entries, _) = read_public(&pair.disks[0].public).expect("a match file");
    let Some(Entry::Manifest(manifest)) = entries.first_mut() else {
        panic!("a manifest");
    };
    manifest.rules_version = "1723".to_owned();
    let (manifest, sid): (Manifest, Digest) = ((**manifest).clone(), manifest.sid());
    // commitments bind the match and the root before them
    let openings: BTreeMap<Seat, RevealBody> = entries
        .iter()
        .filter_map(|entry| match entry {
            Entry::Record(record) if record.kind == Kind::Reveal => {
                let body = decode_canonical(&record.body).expect("sound");
                Some((record.seat, body))
            }
            _ => None,
        })
        .collect();
    change(&mut entries);
    let keys = [Seat(0), Seat(1)].map(|seat| pair.match_key(seat));
    // the chain again, under the other manifest
    let mut root = protocol::hash::genesis_root(&sid);
    let (mut step, mut ids) = (1, Vec::new());
    for entry in &mut entries {
        match entry {
            Entry::Genesis(genesis) => {
                let identity = protocol::testing::identity(genesis.seat.0, 1);
                *genesis =
                    Genesis::sign(genesis.seat, &sid, &identity, &keys[genesis.seat.index()]);
            }
            Entry::Record(record) => {
                if record.step != step {
                    let by_seat = ids.iter().map(|(seat, id)| (*seat, id));
                    root = protocol::hash::step_root(&sid, step, &root, by_seat);
                    (step, ids) = (record.step, Vec::new());
                }
                (record.sid, record.prev) = (sid, root);
                if record.kind == Kind::Commit {
                    let commitment = |opening: &Opening| {
                        let at = (step, record.seat, opening.slot);
                        let (nonce, payload) = (&opening.nonce, &opening.payload);
                        Commitment {
                            slot: opening.slot,
                            digest: commit(nonce, &sid, at, &root, payload),
                        }
                    };
                    let openings = openings[&record.seat].0.iter();
                    record.body = encode(&CommitBody(openings.map(commitment).collect()));
                }
                *record = record.clone().signed(&keys[record.seat.index()]);
                ids.push((record.seat, record.id()));
            }
            Entry::Manifest(_) | Entry::Note(_) | Entry::Head(_) => {}
        }
    }
    assert_eq!(manifest.sid(), sid);
    let bytes = entries.iter().flat_map(Entry::to_bytes);
    PUBLIC_HEADER.iter().copied().chain(bytes).collect()
}

#[test]
fn a_match_of_another_version_is_named_and_judged_as_far_as_it_goes_without_the_rules() {
    let file = of_another_version(|_| {});
    let report = judge(&[&file]);
    assert_eq!(report.verdict, Verdict::Unreadable, "{report:?}");
    let (family, versions) = (Family::Warlord, versions::judged(Family::Warlord));
    let why = format!(
        "version 1723 of the {} rules, this program plays version {}",
        family.name(),
        versions.join(" and ")
    );
    assert_eq!(report.why, why);
    let checked = report.remarks.join("; ");
    assert!(checked.contains("2 of 2 players signed"), "{checked}");
    assert!(
        checked.contains(&format!("{} steps hang together", report.step)),
        "{checked}"
    );
    // two sealed set-ups and two coins
    assert!(checked.contains("4 openings fit"), "{checked}");
    assert!(checked.contains("seat 2 signed the end as"), "{checked}");
    assert!(
        replay::read(&file)
            .expect_err("other rules")
            .why
            .contains("1723")
    );
    assert_eq!(glance::glance(&file).expect("a match").turns, 2);
}

#[test]
fn a_seat_that_breaks_a_seal_or_signs_twice_is_named_without_the_rules_too() {
    let file = of_another_version(|entries| {
        let reveal = entries.iter_mut().find_map(|entry| match entry {
            Entry::Record(record) if record.kind == Kind::Reveal => Some(record),
            _ => None,
        });
        let reveal = reveal.expect("a hidden set-up");
        let mut body: RevealBody = decode_canonical(&reveal.body).expect("sound");
        body.0[0].payload[0] ^= 1;
        reveal.body = encode(&body);
    });
    let report = judge(&[&file]);
    assert_eq!(
        (report.verdict, report.kind),
        (Verdict::Proved, Some("wrong-opening"))
    );
    assert_eq!((report.seat, report.step), (Some(Seat(0)), 3));
    let (one, other) = (
        of_another_version(|_| {}),
        of_another_version(|entries| {
            let last = entries.last_mut().expect("entries");
            if let Entry::Record(record) = last {
                record.sent_ms += 1;
            }
        }),
    );
    let report = judge(&[&one, &other]);
    assert_eq!(
        (report.verdict, report.kind),
        (Verdict::Proved, Some("two-records"))
    );
}

#[test]
fn a_match_of_another_protocol_is_named() {
    let pair = played();
    let mut file = pair.disks[0].public.clone();
    let first = PUBLIC_HEADER.len() + 5;
    assert_eq!(file[first], 5);
    file[first] = 6;
    let report = judge(&[&file]);
    let why = "made by a newer version of Warlord (protocol 6; this version speaks 5)";
    assert_eq!(
        (report.verdict, report.why.as_str()),
        (Verdict::Unreadable, why)
    );
}
