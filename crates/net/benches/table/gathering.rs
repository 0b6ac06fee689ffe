//! Tables that have come together: on the loopback, or over links with a delay.

use std::net::SocketAddr;
use std::path::{Path, PathBuf};

use home::{Home, Invitation, Player};
use net::limits::Limits;
use net::lobby::{
    JoinTableConfig, LobbyCommand, LobbyHandle, LobbyHappening, LobbySnapshot, TableConfig,
};
use net::testing::{Machine, Network, Weather};
use net::{HostConfig, JoinConfig, MatchHandle};
use protocol::Offer;

use crate::RTT;
use crate::play::Result;

const NAMES: [&str; 8] = ["Ann", "Ben", "Cid", "Dot", "Eve", "Fay", "Gil", "Hal"];

/// Where the programs of a game are.
pub(crate) struct Hall {
    folder: PathBuf,
    /// The machines of a network inside the process; none on the loopback.
    pub(crate) machines: Vec<Machine>,
}

impl Hall {
    pub(crate) fn on_the_loopback(folder: &Path) -> Self {
        Self {
            folder: folder.to_owned(),
            machines: Vec::new(),
        }
    }

    /// The given number of machines, half a round trip apart.
    pub(crate) fn on_links(folder: &Path, seats: u8) -> Self {
        let weather = Weather {
            delay: RTT / 2,
            ..Weather::default()
        };
        let network = Network::new(u64::from(seats), weather);
        Self {
            folder: folder.to_owned(),
            machines: (0..seats).map(|_| network.machine()).collect(),
        }
    }

    fn player(&self, at: usize) -> Result<(Home, Player)> {
        let home = Home::at(self.folder.join(NAMES[at]))?;
        let player = home.player(Some(NAMES[at]))?;
        Ok((home, player))
    }

    /// Only whoever has the code comes.
    fn host_config(&self, offer: Offer) -> Result<HostConfig> {
        let (home, player) = self.player(0)?;
        let mut config = HostConfig::new(home, player, offer);
        config.listen = loopback();
        config.lan = false;
        Ok(config)
    }

    fn host_of_two(&self, offer: Offer) -> Result<MatchHandle> {
        let config = self.host_config(offer)?;
        Ok(match self.machines.first() {
            Some(machine) => machine.host(config)?,
            None => net::host(config)?,
        })
    }

    /// A match of two that has been agreed.
    pub(crate) fn two(&self, offer: Offer) -> Result<Vec<MatchHandle>> {
        let host = self.host_of_two(offer)?;
        let shown = host.snapshot();
        let code = shown.meeting.invitation.as_deref();
        let guest = self.guest_of_two(code.ok_or("no invitation")?)?;
        Ok(vec![host, guest])
    }

    fn guest_of_two(&self, code: &Invitation) -> Result<MatchHandle> {
        let (home, player) = self.player(1)?;
        let mut config = JoinConfig::new(home, player, code.clone());
        config.accept = true;
        Ok(match self.machines.get(1) {
            Some(machine) => machine.join(config)?,
            None => net::join(config)?,
        })
    }

    /// The host of a match of the given number of players, most of whom are in other processes and wait for the code that
    /// `tell` gets; begins once all are ready.
    pub(crate) async fn host_for(
        &self,
        offer: Offer,
        seats: u8,
        mut tell: impl FnMut(String) -> std::io::Result<()>,
    ) -> Result<MatchHandle> {
        let code = |invitation: &Option<_>| {
            let invitation: Option<&Invitation> = invitation.as_deref();
            invitation.map(Invitation::code).ok_or("no invitation")
        };
        if seats == 2 {
            let host = self.host_of_two(offer)?;
            tell(code(&host.snapshot().meeting.invitation)?)?;
            return Ok(host);
        }
        let host = self.host(offer, seats)?;
        tell(code(&host.snapshot().meeting.invitation)?)?;
        ready(&host).await;
        begin(&host).await;
        started(&host).await
    }

    /// The guest at that place of a match to which others of other processes come too.
    pub(crate) async fn guest_for(
        &self,
        seats: u8,
        at: usize,
        code: &Invitation,
    ) -> Result<MatchHandle> {
        if seats == 2 {
            return self.guest_of_two(code);
        }
        let lobby = self.seated(at, code).await?;
        ready(&lobby).await;
        started(&lobby).await
    }

    /// A table to which whoever has its code may come.
    pub(crate) fn host(&self, offer: Offer, seats: u8) -> Result<LobbyHandle> {
        let config = TableConfig {
            host: self.host_config(offer)?,
            level: None,
            seats,
        };
        let host = match self.machines.first() {
            Some(machine) => machine.host_table(config)?,
            None => net::lobby::host_table(config)?,
        };
        host.send(LobbyCommand::OpenToAll(true));
        Ok(host)
    }

    /// A table at which all sit and nobody is ready, the host's lobby first.
    pub(crate) async fn sit(&self, offer: Offer, seats: u8) -> Result<Vec<LobbyHandle>> {
        let host = self.host(offer, seats)?;
        let code = host.snapshot().meeting.invitation.as_deref().cloned();
        let code = code.ok_or("no invitation")?;
        let mut lobbies = vec![host];
        for at in 1..usize::from(seats) {
            lobbies.push(self.seated(at, &code).await?);
        }
        Ok(lobbies)
    }

    /// A guest who has come by that code and has a seat.
    pub(crate) async fn seated(&self, at: usize, code: &Invitation) -> Result<LobbyHandle> {
        let mut guest = self.join(at, code)?;
        guest
            .wait_for(|shown: &LobbySnapshot| shown.own[0].seat.is_some())
            .await;
        Ok(guest)
    }

    fn join(&self, at: usize, code: &Invitation) -> Result<LobbyHandle> {
        let (home, player) = self.player(at)?;
        let config = JoinTableConfig {
            home,
            player,
            level: None,
            seat: None,
            invitation: code.clone(),
            listen: loopback(),
            record: None,
            services: Vec::new(),
            mapping: false,
            limits: Limits::default(),
        };
        Ok(match self.machines.get(at) {
            Some(machine) => machine.join_table(config)?,
            None => net::lobby::join_table(config)?,
        })
    }

    /// A match of the given number of players, all of whom have the board.
    pub(crate) async fn playing(&self, offer: Offer, seats: u8) -> Result<Vec<MatchHandle>> {
        if seats == 2 {
            return self.two(offer);
        }
        let lobbies = self.sit(offer, seats).await?;
        for lobby in &lobbies {
            ready(lobby).await;
        }
        begin(&lobbies[0]).await;
        all_started(&lobbies).await
    }
}

fn loopback() -> Vec<SocketAddr> {
    vec![SocketAddr::from(([127, 0, 0, 1], 0))]
}

/// Says ready once the table is full.
pub(crate) async fn ready(lobby: &LobbyHandle) {
    let is_full = |shown: &LobbySnapshot| {
        let table = shown.table.as_ref();
        table.is_some_and(|table| table.free().0 == 0 && table.manifest().is_ok())
    };
    lobby.clone().wait_for(is_full).await;
    lobby.send(LobbyCommand::Ready(true));
}

/// The host begins as soon as it sees that all are ready.
pub(crate) async fn begin(host: &LobbyHandle) {
    let all_ready = |shown: &LobbySnapshot| {
        let table = shown.table.as_ref();
        table.is_some_and(|table| table.sitters().all(|(_, sitter)| sitter.is_ready))
    };
    host.clone().wait_for(all_ready).await;
    host.send(LobbyCommand::Begin);
}

pub(crate) async fn all_started(lobbies: &[LobbyHandle]) -> Result<Vec<MatchHandle>> {
    let mut matches = Vec::new();
    for lobby in lobbies {
        matches.push(started(lobby).await?);
    }
    Ok(matches)
}

pub(crate) async fn started(lobby: &LobbyHandle) -> Result<MatchHandle> {
    let mut events = lobby.events();
    while let Some(happening) = events.next().await {
        if let LobbyHappening::Started(started) = happening {
            return Ok(started.handle);
        }
    }
    Err(format!("no match: {:?}", lobby.snapshot()).into())
}
