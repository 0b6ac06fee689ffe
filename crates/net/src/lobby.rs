//! A table of three to eight before its match begins: its sockets, its lines, and what its user sees and asks for.
//!
//! The rules of the table are [`protocol::lobby`]'s. When all have signed, the lines go over to the match, which is a
//! [`MatchHandle`](crate::MatchHandle) like any other.

mod beginning;
mod commands;
mod free;
mod handle;
mod in_place;
mod lines;
mod opening;
mod shown;
mod side;
mod task;
mod waiting;
mod whereabouts;

pub(crate) use opening::{host as host_on, host_again as host_again_on, join as join_on};

pub use handle::{LobbyCommand, LobbyEvents, LobbyHandle, LobbyHappening};
pub use shown::{LobbySnapshot, OwnPlayer, Started};

use std::net::SocketAddr;
use std::path::PathBuf;

use home::{Home, Invitation, PendingInvitation, Player};
use protocol::Seat;
use reach::Address;

use crate::limits::Limits;
use crate::start::{HostConfig, Resources};
use crate::start_error::StartError;

/// The settings of a hosted table. The sides go round the seats, from the offer's `host_side` on, at seat 0.
#[derive(Clone)]
pub struct TableConfig {
    pub host: HostConfig,
    /// The level of the computer, or the name of the engine, that plays for this machine's own player; none for a person.
    pub level: Option<String>,
    /// 3 to 8.
    pub seats: u8,
}

/// The settings of a guest at a table.
#[derive(Clone)]
pub struct JoinTableConfig {
    pub home: Home,
    pub player: Player,
    /// As in [`TableConfig::level`].
    pub level: Option<String>,
    /// The seat that this machine's own player wants; none for any, and for the one that a seat's code names.
    pub seat: Option<Seat>,
    /// Of a table, or of one of its seats.
    pub invitation: Invitation,
    /// The addresses to dial from; none means any port.
    pub listen: Vec<SocketAddr>,
    pub record: Option<PathBuf>,
    pub services: Vec<Address>,
    pub mapping: bool,
    pub limits: Limits,
}

/// Hosts a table: listens, and makes an invitation.
pub fn host_table(config: TableConfig) -> Result<LobbyHandle, StartError> {
    opening::host(&Resources::of_the_program()?, config)
}

/// Opens a table again that this machine's player has hosted before, with the same code; `level` is that of
/// [`TableConfig::level`].
pub fn host_table_again(
    home: &Home,
    invitation: PendingInvitation,
    level: Option<String>,
    limits: Limits,
) -> Result<LobbyHandle, StartError> {
    opening::host_again(
        &Resources::of_the_program()?,
        home,
        invitation,
        level,
        limits,
    )
}

/// Joins the table of an invitation: dials the host, and asks for a seat.
pub fn join_table(config: JoinTableConfig) -> Result<LobbyHandle, StartError> {
    opening::join(&Resources::of_the_program()?, config)
}
