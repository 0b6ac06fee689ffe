//! `warlord host --seats N`: a table of three to eight, whose players come from anywhere.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::ExitCode;
use std::str::FromStr as _;

use ::home::{Home, PendingInvitation, Player};
use clap::Args;
use net::lobby::{LobbyCommand, LobbyHandle, TableConfig};
use net::table;
use net::{HostConfig, TableError};
use protocol::manifest::DropPolicy;
use protocol::{Offer, Seat};
use rules::Rules as _;

use super::{HostArguments, LetIn, from_match, show_invitation};
use crate::decider::Decider;
use crate::failure::Failure;
use crate::interrupt::Interrupt;
use crate::lobby::{LetsIn, Lobby, SeatWord, seat_word, shown_as};
use crate::match_arguments::{PlayArguments, cannot_play, not_started, run};
use crate::report::{Report, Reporter};
use crate::table_arguments::{NotNumbered, by_seat, no_table, numbered, team};

/// The seats of a table that is hosted.
#[derive(Debug, Default, Args)]
pub(crate) struct TableSeats {
    /// Host a table of N seats, three to eight, whose players come from anywhere. The sides go round the seats, yours
    /// first; the members of a side take its turns in turn, or with --option share=leaders have leaders of their own
    #[arg(long, value_name = "N", group = "seating", conflicts_with_all = ["from", "answer"])]
    seats: Option<usize>,
    /// What seat N is, counted from 1: `open` (to those whom you let in), `code` (for whoever has its own code), `closed`,
    /// or a player of this machine: `me`, `computer`, `computer:LEVEL` or `engine COMMAND` (may be repeated). With
    /// --substitute, this gives away the seat of a player who is gone
    #[arg(long = "seat", value_name = "N=WHAT", value_parser = what, requires = "seating")]
    what: Vec<(usize, SeatWord)>,
    /// Seat N plays for team K, counted from 1: for its side, or one of the sides that the rules ally (may be repeated)
    #[arg(long = "team", value_name = "N=K", value_parser = team, requires = "seats")]
    teams: Vec<(usize, usize)>,
    /// What happens to a side when its players leave and the others go on without them: `stand-still`, `team-mate` (one
    /// of the same team plays it), or `remove` (by default team-mate where several share a side, else stand-still)
    #[arg(long, value_name = "FATE", value_parser = DropPolicy::from_str, requires = "seats")]
    drop: Option<DropPolicy>,
}

fn what(text: &str) -> Result<(usize, SeatWord), NotNumbered> {
    let form = ["N=WHAT", "2=open, 3=computer:easy or 4=code"];
    numbered(text, form, seat_word)
}

impl TableSeats {
    /// True if a table of more than two is asked for.
    pub(super) fn is_named(&self) -> bool {
        self.seats.is_some_and(|seats| seats != 2)
            || !self.what.is_empty()
            || !self.teams.is_empty()
    }

    /// The number of seats, and what is said of each.
    fn read(&self) -> Result<(u8, BTreeMap<usize, SeatWord>), TableError> {
        let seats = self.seats.unwrap_or(2);
        let number = u8::try_from(seats).ok();
        let number = number.filter(|seats| (3..=8).contains(seats));
        let number = number.ok_or(TableError::Seats { seats })?;
        Ok((number, self.words(seats)?))
    }

    /// What the arguments make of each seat, counted from 0, at a table of that many.
    fn words(&self, seats: usize) -> Result<BTreeMap<usize, SeatWord>, TableError> {
        by_seat(&self.what, seats, "what it is")
    }

    /// The side of each seat in that game.
    fn sides(&self, offer: &Offer) -> anyhow::Result<Vec<rules::Side>> {
        let cannot =
            |error: protocol::OfferError| not_started("this table cannot be hosted", error.into());
        let start = table::first_position(offer).map_err(cannot)?;
        let seats = self.seats.unwrap_or(2);
        let wishes = by_seat(&self.teams, seats, "its team").map_err(|error| no_table(&error))?;
        let first = offer.host_side.or_else(|| start.sides().iter().next());
        let sides = table::sides(&start, first, seats, &wishes);
        Ok(sides.map_err(|error| no_table(&error))?)
    }
}

pub(super) fn run_table(
    home: Home,
    player: Player,
    offer: Offer,
    arguments: &HostArguments,
) -> anyhow::Result<ExitCode> {
    let table = &arguments.table;
    let (seats, words) = table.read().map_err(|error| no_table(&error))?;
    let sides = table.sides(&offer)?;
    let offer = Offer {
        drop: table.drop,
        ..offer
    };
    if words.contains_key(&0) {
        return Err(Failure::new(
            "seat 1 is yours",
            "say with --player who plays it, and with --side which side",
        )
        .into());
    }
    let (play, let_in) = (&arguments.play, &arguments.let_in);
    run(async |interrupt| {
        // before the invitation exists: a bot that cannot start must not leave guests in front of nobody
        let (own, reporter) = play.start()?;
        let config = arguments.config(home, player, offer, &own);
        let handle = net::lobby::host_table(at_table(config, seats, play))
            .map_err(|error| not_started("this table cannot be hosted", error))?;
        let waiting = Waiting { play, let_in };
        let mut lobby = waiting.lobby(handle.clone(), own, reporter, interrupt)?;
        give_sides(&handle, &sides);
        give_seats(&handle, &mut lobby, &words)?;
        wait_at_table(lobby, &handle, play).await
    })
}

fn at_table(host: HostConfig, seats: u8, play: &PlayArguments) -> TableConfig {
    let level = shown_as(play.player());
    TableConfig { host, level, seats }
}

/// Opens a table in the place of a match of three to eight, and waits there.
pub(super) fn run_in_place(
    home: Home,
    file: &Path,
    arguments: &HostArguments,
) -> anyhow::Result<ExitCode> {
    let from = from_match::table_from(&home, arguments, file)?;
    let cannot = |error| not_started("no table can be opened in the place of this match", error);
    let (play, let_in) = (&arguments.play, &arguments.let_in);
    run(async |interrupt| {
        // before the invitation exists: a bot that cannot start must not leave guests in front of nobody
        let (own, mut reporter) = play.start()?;
        let (offer, player, seats) = from.offer_table(&home).map_err(cannot)?;
        let words = arguments.table.words(usize::from(seats));
        let words = words.map_err(|error| no_table(&error))?;
        let player = match arguments.place.name.as_deref() {
            Some(name) => player.named(name),
            None => player,
        };
        let config = HostConfig {
            replaces: Some(from.file.clone()),
            ..arguments.config(home, player, offer, &own)
        };
        let text = from.words_with_substitute(from.replay.last.0).join(" ");
        reporter.report(&Report::Note { text })?;
        let handle = net::lobby::host_table(at_table(config, seats, play)).map_err(cannot)?;
        let waiting = Waiting { play, let_in };
        let mut lobby = waiting.lobby(handle.clone(), own, reporter, interrupt)?;
        give_seats(&handle, &mut lobby, &words)?;
        wait_at_table(lobby, &handle, play).await
    })
}

/// Opens a table again that was hosted before, with the same code.
pub(crate) fn open_again(
    home: &Home,
    invitation: PendingInvitation,
    play: &PlayArguments,
) -> anyhow::Result<LobbyHandle> {
    let limits = net::limits::Limits::default();
    let level = shown_as(play.player());
    let opened = net::lobby::host_table_again(home, invitation, level, limits);
    opened.map_err(|error| not_started("the table cannot be opened again", error))
}

/// How a host waits at a table.
pub(crate) struct Waiting<'a> {
    pub(crate) play: &'a PlayArguments,
    pub(crate) let_in: &'a LetIn,
}

impl Waiting<'_> {
    /// The host at the table, who is asked about those who ask, unless nobody is there.
    fn lobby(
        &self,
        handle: LobbyHandle,
        own: Decider,
        reporter: Reporter,
        interrupt: Interrupt,
    ) -> anyhow::Result<Lobby> {
        let lets_in = match (self.let_in.let_in, own.is_at_terminal()) {
            (true, _) => LetsIn::All,
            // a program answers nobody, and whoever has the code has it from its user
            (false, false) => LetsIn::WithCode,
            (false, true) => LetsIn::Nobody,
        };
        let lobby = Lobby::new(handle, own, self.play.settings()?, reporter, interrupt);
        Ok(lobby.letting_in(lets_in).going_on(self.play.go_on))
    }

    /// Waits at a table that was opened again, and plays.
    pub(crate) async fn wait(
        &self,
        handle: LobbyHandle,
        own: Decider,
        reporter: Reporter,
        interrupt: Interrupt,
    ) -> anyhow::Result<ExitCode> {
        let lobby = self.lobby(handle.clone(), own, reporter, interrupt)?;
        wait_at_table(lobby, &handle, self.play).await
    }
}

fn give_sides(handle: &LobbyHandle, sides: &[rules::Side]) {
    let seats = (0..).map(Seat);
    for (seat, side) in seats.zip(sides) {
        let table = handle.snapshot().table.clone();
        let place = table.as_ref().and_then(|table| table.place(seat));
        // only what differs: a side may be left without a seat on the way
        if place.is_some_and(|place| place.side != side.code()) {
            let side = side.code();
            handle.send(LobbyCommand::SetSide { seat, side });
        }
    }
}

/// Makes the seats what the arguments say.
fn give_seats(
    handle: &LobbyHandle,
    lobby: &mut Lobby,
    words: &BTreeMap<usize, SeatWord>,
) -> anyhow::Result<()> {
    for (seat, word) in words {
        let seat = Seat(u8::try_from(*seat)?);
        match word {
            SeatWord::Player(choice) => {
                // in place of an older match the seat is kept for its player until then
                handle.send(LobbyCommand::Open(seat));
                lobby.seat(seat, choice, None).map_err(cannot_play)?;
            }
            SeatWord::Code => handle.send(LobbyCommand::GiveCode(seat)),
            SeatWord::Open => handle.send(LobbyCommand::Open(seat)),
            SeatWord::Closed => handle.send(LobbyCommand::CloseSeat(seat)),
        }
    }
    Ok(())
}

/// Shows what is played and the code of the table, waits for the players, and plays.
pub(crate) async fn wait_at_table(
    mut lobby: Lobby,
    handle: &LobbyHandle,
    play: &PlayArguments,
) -> anyhow::Result<ExitCode> {
    let shown = handle.snapshot();
    let reporter = lobby.reporter();
    if let Some(invitation) = &shown.meeting.invitation {
        show_invitation(reporter, invitation, &shown.meeting.reachability)?;
    }
    for text in shown.notes.iter().cloned() {
        reporter.report(&Report::Note { text })?;
    }
    if !play.json {
        let text = "Type `help` to see what you can do at the table.";
        reporter.report(&Report::Note {
            text: text.to_owned(),
        })?;
    }
    lobby.play().await?.finish()
}
