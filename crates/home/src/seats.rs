//! The players of a match and their sides, as its manifest says.

use protocol::{Manifest, PublicKey, Seat};
use rules::{Family, Side};
use scenario::SideNames;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SeatInfo {
    pub seat: Seat,
    pub side: Side,
    /// The seats of one team win together; all seats of a side are of one.
    pub team: u8,
    /// The name of the player at the seat.
    pub name: String,
    /// The player's name among the others': with the side behind it if two players have names that look alike.
    pub called: String,
    /// The key of the player at the seat.
    pub key: PublicKey,
    /// Set if this program decides for the seat.
    pub mine: bool,
}

impl SeatInfo {
    /// The seats of a match in which `own` are the keys of this program's players.
    pub fn of(manifest: &Manifest, own: &[PublicKey]) -> Vec<Self> {
        let seats = manifest.all_seats().into_iter().filter_map(|seat| {
            let entry = manifest.seat(seat)?;
            Some(Self {
                seat,
                side: manifest.side_of(seat)?,
                team: entry.team,
                name: entry.name.clone(),
                called: String::new(),
                key: entry.identity,
                mine: own.contains(&entry.identity),
            })
        });
        let mut seats: Vec<Self> = seats.collect();
        let family = Family::from_name(&manifest.family);
        // the scenario is read for its names only where they are needed
        let is_double = seats.iter().any(|seat| seat.is_namesake(&seats));
        let scenario = is_double.then(|| manifest.read_scenario().ok()).flatten();
        let names = scenario.as_ref().map(scenario::Scenario::side_names);
        let usual = SideNames::of_family(family.unwrap_or_default());
        Self::call(&mut seats, names.unwrap_or(usual));
        seats
    }

    /// Says what each player is called beside the others.
    pub fn call(seats: &mut [Self], names: &SideNames) {
        let known = seats.to_vec();
        for seat in seats {
            seat.called = match seat.is_namesake(&known) {
                // two of one name would otherwise differ by a color alone
                true => {
                    let (name, side) = (seat.name.trim(), names.of(seat.side));
                    let mut others = known.iter().filter(|other| other.seat != seat.seat);
                    match others.any(|other| other.side == seat.side && is_alike(seat, other)) {
                        // the side tells members of one side apart no more than the name does
                        true => format!("{name} ({side}, seat {})", seat.number()),
                        false => format!("{name} ({side})"),
                    }
                }
                false => seat.name.clone(),
            };
        }
    }

    /// The number of the seat as people count, from 1.
    pub const fn number(&self) -> usize {
        self.seat.index() + 1
    }

    /// True if another seat has a name that looks alike.
    fn is_namesake(&self, seats: &[Self]) -> bool {
        let mut others = seats.iter().filter(|other| other.seat != self.seat);
        others.any(|other| is_alike(self, other))
    }
}

fn is_alike(one: &SeatInfo, other: &SeatInfo) -> bool {
    cleaner::looks::are_alike(&one.name, &other.name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn players_of_one_name_are_told_apart_by_their_sides_and_seats() {
        let called = |names: &[&str]| {
            let seats = (0..).zip(names).map(|(place, name)| SeatInfo {
                seat: Seat(place),
                side: Side::new(place % 2).expect("a side"),
                team: place % 2,
                name: (*name).to_owned(),
                called: String::new(),
                key: PublicKey([place; 32]),
                mine: false,
            });
            let mut seats: Vec<SeatInfo> = seats.collect();
            SeatInfo::call(&mut seats, SideNames::of_family(Family::Warlord));
            seats
                .into_iter()
                .map(|seat| seat.called)
                .collect::<Vec<_>>()
        };
        assert_eq!(called(&["Ann", "Bo"]), ["Ann", "Bo"]);
        assert_eq!(called(&["Ann", "ann "]), ["Ann (Blue)", "ann (Amber)"]);
        assert_eq!(
            called(&["Ann", "Bo", "Ann"]),
            ["Ann (Blue, seat 1)", "Bo", "Ann (Blue, seat 3)"]
        );
    }
}
