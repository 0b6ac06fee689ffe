//! Opening matches.

use std::net::{Ipv4Addr, Ipv6Addr, SocketAddr};
use std::path::Path;

use home::{Admits, Home, Invitation, Player};
use kit::model::meaning::trouble;
use net::limits::Limits;
use net::lobby::{JoinTableConfig, LobbyHandle, TableConfig, host_table, join_table};
use net::{
    HostConfig, JoinConfig, LetterConfig, LocalConfig, MatchHandle, ResumeConfig, StartError,
};
use protocol::{ContinueWish, Offer};
use reach::{Address, LanMatch, Trouble};
use rules::Side;
use tokio::sync::oneshot;

use crate::model::forms::{self, LocalForm, Who};
use crate::model::play_on::{PlayOnForm, Succession};
use crate::model::table::Decider;
use crate::model::{Opening, Outreach};

/// Something to play that was opened.
pub(super) enum Game {
    /// A match, and the decider of each seat if that is known already.
    Match(Box<MatchHandle>, Option<Vec<Decider>>),
    /// A table, before its match begins.
    Table(Box<LobbyHandle>),
}

pub(super) type Opened = Result<Game, Trouble>;

fn started(
    started: Result<MatchHandle, net::StartError>,
    deciders: Option<Vec<Decider>>,
) -> Opened {
    match started {
        Ok(handle) => Ok(Game::Match(Box::new(handle), deciders)),
        Err(error) => Err(trouble(home::told(&error), error.advice())),
    }
}

fn lobby(started: Result<LobbyHandle, net::StartError>) -> Opened {
    match started {
        Ok(handle) => Ok(Game::Table(Box::new(handle))),
        Err(error) => Err(trouble(home::told(&error), error.advice())),
    }
}

fn offer(opening: &Opening, host_side: Option<Side>) -> Offer {
    Offer {
        scenario: opening.scenario.clone(),
        options: opening.options.clone(),
        host_side,
        max_turns: opening.max_turns,
        terms: opening.terms,
        takeback: opening.takeback,
        start: None,
        drop: opening.drop,
        vacancy: None,
    }
}

/// The side chosen, or one drawn by lot.
fn side(opening: &Opening, chosen: Option<Side>) -> Option<Side> {
    let by_lot = || {
        // the lot for the side is drawn by this machine alone; it is in the offer, which the other player reads before
        // agreeing
        let sides: Vec<Side> = opening.scenario.sides().iter().collect();
        // at most eight sides, so that the remainder fits
        sides
            .get((random() % sides.len().max(1) as u64) as usize)
            .copied()
    };
    chosen.or_else(by_lot)
}

pub(super) fn random() -> u64 {
    // without randomness from the system nothing here can be signed anyway; any number will do for a choice
    getrandom::u64().unwrap_or(7)
}

/// The decider of a seat of this machine, by the name in the match file.
pub(super) fn by_name(name: &str) -> Decider {
    match forms::by_name(name) {
        Who::Person => Decider::Person,
        Who::Computer(level) => Decider::Computer(level),
    }
}

/// Opens a game at this screen: the players of the form, each with a key of its own.
pub(super) fn local(home: &Home, opening: &Opening, form: &LocalForm) -> Opened {
    let sides = offer(opening, None).sides();
    let sides = sides.map_err(|error| trouble(&error, error.advice()))?;
    let seated = form.seated(sides, &opening.name, |side| self::side(opening, side));
    let mut players = Vec::new();
    for (number, (name, _)) in seated.iter().enumerate() {
        // a key of its own: no key may sit twice in a match
        let player = home.player_at(number, Some(name));
        players.push(player.map_err(|error| trouble(&error, error.advice()))?);
    }
    let deciders = seated.iter().map(|(name, _)| by_name(name)).collect();
    let mut config = LocalConfig::new(home.clone(), players, offer(opening, None));
    config.sides = seated.iter().map(|(_, side)| *side).collect();
    started(net::local(config), Some(deciders))
}

pub(super) fn host(
    home: &Home,
    opening: &Opening,
    chosen: Option<Side>,
    outreach: Outreach,
) -> Opened {
    let offer = offer(opening, side(opening, chosen));
    host_with(host_config(home, &opening.name, offer)?, outreach)
}

/// Offers a match that begins from a turn of another one, beside that one.
pub(super) fn host_from(home: &Home, form: &PlayOnForm, name: &str, outreach: Outreach) -> Opened {
    let (after, _) = form.shown;
    if form.opens_table() {
        let offered = form.from.offer_table(home);
        let (offer, player, seats) =
            offered.map_err(|error| trouble(home::told(&error), error.advice()))?;
        let mut config = HostConfig::new(home.clone(), player.named(name), offer);
        config.replaces = Some(form.from.file.clone());
        return at_table(config, seats, outreach);
    }
    if form.chosen.way == Succession::WithAnother {
        let offered = form.from.offer_vacancy(home, after);
        let (offer, player) =
            offered.map_err(|error| trouble(home::told(&error), error.advice()))?;
        let mut config = HostConfig::new(home.clone(), player.named(name), offer);
        config.replaces = Some(form.from.file.clone());
        return host_with(config, outreach);
    }
    let offer = form.from.offer(after, Some(form.chosen.side), false, None);
    let offer = offer.map_err(|error| trouble(&error, error.advice()))?;
    match form.chosen.by_mail {
        true => mail_offer(home, name, &offer),
        false => host_with(host_config(home, name, offer)?, outreach),
    }
}

fn host_config(home: &Home, name: &str, offer: Offer) -> Result<HostConfig, Trouble> {
    let player = home
        .player(Some(name))
        .map_err(|error| trouble(&error, error.advice()))?;
    Ok(HostConfig::new(home.clone(), player, offer))
}

/// The addresses to listen on, and those that guests are told beside what this machine knows of itself.
fn places(outreach: &Outreach) -> (Vec<SocketAddr>, Vec<Address>) {
    match &outreach.outside {
        Some(outside) => (
            // a router forwards a port to the same port here
            vec![
                (Ipv4Addr::UNSPECIFIED, outside.port()).into(),
                (Ipv6Addr::UNSPECIFIED, outside.port()).into(),
            ],
            // the address that the user names takes the place of the one that the other player saw
            vec![outside.clone()],
        ),
        None => {
            let seen = outreach.seen_at.map(Address::Ip);
            (Vec::new(), seen.into_iter().collect())
        }
    }
}

/// Opens a table, whose host sits on the first seat.
pub(super) fn host_at_table(
    home: &Home,
    opening: &Opening,
    chosen: Option<Side>,
    seats: u8,
    outreach: Outreach,
) -> Opened {
    let offer = offer(opening, side(opening, chosen));
    at_table(host_config(home, &opening.name, offer)?, seats, outreach)
}

fn at_table(config: HostConfig, seats: u8, outreach: Outreach) -> Opened {
    lobby(host_table(TableConfig {
        host: reached(config, outreach),
        level: None,
        seats,
    }))
}

fn host_with(config: HostConfig, outreach: Outreach) -> Opened {
    started(
        net::host(reached(config, outreach)),
        Some(vec![Decider::Person, Decider::Peer]),
    )
}

/// The settings with the ways by which guests are to reach the host.
fn reached(config: HostConfig, outreach: Outreach) -> HostConfig {
    let (listen, public) = places(&outreach);
    HostConfig {
        listen,
        public,
        services: outreach.services,
        lan: outreach.lan,
        mapping: outreach.mapping,
        ..config
    }
}

pub(super) fn host_by_mail(home: &Home, opening: &Opening, chosen: Option<Side>) -> Opened {
    mail_offer(home, &opening.name, &offer(opening, side(opening, chosen)))
}

fn mail_offer(home: &Home, name: &str, offer: &Offer) -> Opened {
    let player = home
        .player(Some(name))
        .map_err(|error| trouble(&error, error.advice()))?;
    started(
        net::host_by_mail(home.clone(), player, offer),
        Some(vec![Decider::Person, Decider::Peer]),
    )
}

pub(super) fn letter(home: &Home, letter: Vec<u8>, name: &str) -> Opened {
    let player = home
        .player(Some(name))
        .map_err(|error| trouble(&error, error.advice()))?;
    // no deciders yet: a letter may open a new match or continue one with a seat of either number
    started(net::open_letter(home.clone(), player, letter), None)
}

pub(super) fn join(home: &Home, code: &str, name: &str, services: Vec<Address>) -> Opened {
    let invitation: Invitation = code
        .parse()
        .map_err(|error: home::InvitationError| trouble(&error, error.advice()))?;
    enter(home, invitation, name, services)
}

/// Asks the host of a match of this network for a place and takes it; `None` if `is_taken_back` comes first.
pub(super) fn ask(
    home: &Home,
    found: &LanMatch,
    name: &str,
    is_taken_back: oneshot::Receiver<()>,
) -> Option<Opened> {
    let runtime = match reach::runtime() {
        Ok(runtime) => runtime,
        Err(error) => return Some(Err(trouble(&error, "end other programs"))),
    };
    let player = match home.player(Some(name)) {
        Ok(player) => player,
        Err(error) => return Some(Err(trouble(&error, error.advice()))),
    };
    let answer = runtime.block_on(async {
        tokio::select! {
            answer = net::ask(home, player, found, || ()) => Some(answer),
            // completes also when the sender is dropped; the question's future goes with it, and with that its
            // connection
            _ = is_taken_back => None,
        }
    })?;
    Some(match answer {
        Ok(invitation) => enter(home, invitation, name, Vec::new()),
        Err(error) => Err(trouble(&error, error.advice())),
    })
}

/// Takes an invitation: to a match of two, or to a table.
fn enter(home: &Home, invitation: Invitation, name: &str, services: Vec<Address>) -> Opened {
    let player = home
        .player(Some(name))
        .map_err(|error| trouble(&error, error.advice()))?;
    if invitation.admits != Admits::Match {
        return sit_down(home, player, invitation, services);
    }
    let mut config = JoinConfig::new(home.clone(), player, invitation);
    config.services = services;
    // a test asks nothing of the router it happens to run behind
    config.mapping = !cfg!(test);
    let joined = net::join(config);
    // the code may belong to a match that this user hosts: then the seats are the other way round, and the snapshot
    // names them
    let is_new = joined.as_ref().is_ok_and(|handle| {
        let notes = &handle.snapshot().messages.notes;
        !notes.iter().any(|note| note == net::IN_THAT_MATCH)
    });
    let deciders = is_new.then(|| vec![Decider::Peer, Decider::Person]);
    started(joined, deciders)
}

/// Joins a table; a code of a table whose match has begun leads back into that match.
fn sit_down(home: &Home, player: Player, invitation: Invitation, services: Vec<Address>) -> Opened {
    let joined = join_table(JoinTableConfig {
        home: home.clone(),
        player,
        level: None,
        seat: None,
        invitation: invitation.clone(),
        listen: Vec::new(),
        record: None,
        services,
        // a test asks nothing of the router it happens to run behind
        mapping: !cfg!(test),
        limits: Limits::default(),
    });
    match joined {
        Err(StartError::Playing { file }) => {
            let resumed = resume(home, &file, None)?;
            if let Game::Match(handle, _) = &resumed {
                // whoever gave the code may have a new address
                handle.send(net::Command::Reach(invitation.into()));
            }
            Ok(resumed)
        }
        joined => lobby(joined),
    }
}

pub(super) fn resume(home: &Home, file: &Path, asks: Option<ContinueWish>) -> Opened {
    let config = ResumeConfig {
        asks,
        ..ResumeConfig::new(home.clone(), file)
    };
    match net::resume(config) {
        // only the match file says that a match goes by mail, and that is known only after reading it
        Err(StartError::ByMail { file }) => {
            let player = home
                .player(None)
                .map_err(|error| trouble(&error, error.advice()))?;
            let config = LetterConfig {
                asks,
                ..LetterConfig::new(home.clone(), player, file)
            };
            started(net::by_letter(config), None)
        }
        resumed => started(resumed, None),
    }
}
