//! A match with all its seats in this program.

use std::collections::BTreeMap;

use home::Player;
use home::address_book::AddressBook;
use home::clock::at_rest;
use protocol::manifest::SeatEntry;
use protocol::{Fresh, Seat, Session};
use rules::{Rules as _, Side};

use super::{LocalConfig, Resources, drive};
use crate::chair::Chair;
use crate::driver::{Brief, View, Wire};
use crate::fresh::{NoRandomness, fresh, random};
use crate::handle::MatchHandle;
use crate::limits::Limits;
use crate::seating::{record_path, seat_here};
use crate::start_error::StartError;
use crate::table;

/// Plays a match within this program, with all its seats.
///
/// # Errors
/// Returns [`StartError::Table`] for players and sides that make no table, and other errors if the match cannot be
/// played or its files not be made.
pub fn local(config: LocalConfig) -> Result<MatchHandle, StartError> {
    let LocalConfig {
        home,
        players,
        sides,
        offer,
        record,
        fresh: given,
    } = config;
    let start = table::first_position(&offer)?;
    let sides = match sides.is_empty() {
        true => table::sides(&start, offer.host_side, players.len(), &BTreeMap::new())?,
        false => sides,
    };
    let names = players.iter().map(Player::name);
    let seats: Vec<(Side, &str)> = sides.iter().copied().zip(names).collect();
    table::check(&seats, start.sides(), offer.scenario.side_names())?;
    let mut given = given.into_iter();
    let secrets = players.iter().map(|_| given.next().map_or_else(fresh, Ok));
    let secrets: Vec<Fresh> = secrets.collect::<Result<_, NoRandomness>>()?;
    let entries = players.iter().zip(&secrets).zip(&sides);
    let entries = entries.map(|((player, fresh), side)| {
        let place = (*side, table::team_of(&start, *side));
        SeatEntry::at_table(&player.identity(), fresh, player.name(), place)
    });
    let manifest = offer.table(entries.collect())?;
    let mut book = AddressBook::local();
    book.game = random()?;
    let record = record_path(&home, record, &book);
    let mut chairs = Vec::with_capacity(players.len());
    let seated = (0..).map(Seat).zip(&players).zip(secrets);
    for ((seat, player), fresh) in seated {
        let (identity, manifest) = (player.identity(), manifest.clone());
        let session = Session::at_table(identity, seat, manifest, &fresh, at_rest())?;
        chairs.push(seat_here(session, &record, seat.index())?);
    }
    let resources = Resources::of_the_program()?;
    all_here(&resources, &players, chairs, Vec::new())
}

pub(super) fn all_here(
    resources: &Resources,
    players: &[Player],
    chairs: Vec<Chair>,
    notes: Vec<String>,
) -> Result<MatchHandle, StartError> {
    let keys = players.iter().map(Player::key).collect();
    let mut view = View::new(chairs[0].files.public_path().to_owned(), keys);
    notes.into_iter().for_each(|note| view.note(note));
    let brief = Brief {
        home: None,
        chairs,
        wire: Wire::Local,
        view,
        limits: Limits::default(),
        accepts_any_offer: true,
        asks: None,
    };
    Ok(drive(brief, &resources.runtime))
}
