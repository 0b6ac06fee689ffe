//! A guest whose program is a test: it dials and greets with the code of this crate, then sends whatever the test says.
//! Also a network inside the process.
//!
//! Nothing here is used by the program.

mod network;

use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use home::{Invitation, Player};
use protocol::frame::MAX_MANIFEST_FRAME;
use protocol::testing::{Puppet, fresh};
use protocol::{LineId, Now, Output, PublicKey, Seat, Session, SessionEvent, Stage};
use reach::Address;
use tokio::time::{sleep, timeout};

use crate::close::CloseCode;
use crate::door::Door;
use crate::entrance::Entrance;
use crate::frame;
use crate::greeted::Greeted;
use crate::greeting::session_exporter;
use crate::limits::Limits;
use crate::match_ports::MatchPorts;
use crate::socket::{Bind, of_the_system};

pub use network::{Machine, Network, SimulatedSocket, Traffic, Weather};

/// The seat of every guest.
const GUEST: Seat = Seat(1);
/// The name of the one line of such a session.
const LINE: LineId = LineId(0);
/// The longest wait for a busy machine.
const PATIENCE: Duration = Duration::from_secs(60);

/// The sockets of an invited guest.
pub struct Caller {
    ports: MatchPorts,
    invitation: Invitation,
    key: PublicKey,
}

/// A connection that the host has let in.
pub struct Call {
    greeted: Greeted,
    /// The exporter that both sessions sign for this line.
    pub exporter: [u8; 32],
}

impl Caller {
    /// Opens sockets on the loopback. Must be called inside the runtime.
    pub fn new(player: &Player, invitation: &Invitation) -> Self {
        Self::from_address(Ipv4Addr::LOCALHOST, player, invitation)
    }

    /// Opens a socket at that address of this machine. Must be called inside the runtime.
    pub fn from_address(own: Ipv4Addr, player: &Player, invitation: &Invitation) -> Self {
        Self::with(&of_the_system(), (own, 0).into(), player, invitation)
    }

    /// Opens a socket on that machine. Must be called inside the runtime.
    pub fn at(machine: &Machine, player: &Player, invitation: &Invitation) -> Self {
        let sockets = machine.resources().sockets;
        Self::with(&sockets, machine.any_port(), player, invitation)
    }

    fn with(
        sockets: &Arc<dyn Bind>,
        any: SocketAddr,
        player: &Player,
        invitation: &Invitation,
    ) -> Self {
        let Invitation { game, secret, .. } = invitation.clone();
        let host = invitation.host;
        let door = Arc::new(Door::kept_for(game, secret, host));
        let player = Arc::new(player.clone());
        let key = player.key();
        let entrance = Entrance::new(player, door, [0; 8], Limits::default(), false);
        let (entrance, _arrivals) = entrance.expect("a key");
        let ports = MatchPorts::open(sockets, &[any], &entrance).expect("sockets");
        Self {
            // a connection dialed by the host would replace the one that the test dials
            ports: ports.deafened(),
            invitation: invitation.clone(),
            key,
        }
    }

    /// Ends the handshake with the host and says nothing until the host ends the connection. Gives the reason in words
    /// if there was no connection.
    pub async fn fall_silent(&self) -> Result<(), String> {
        let at = self
            .invitation
            .addresses
            .candidates
            .first()
            .ok_or("no address")?;
        let connected = self.ports.connect(*at, self.invitation.host).await;
        let connection = connected.map_err(|error| error.to_string())?;
        connection.closed().await;
        Ok(())
    }

    /// Dials the host until it lets this guest in; gives the reason in words if it does not.
    pub async fn dial(&self) -> Result<Call, String> {
        let candidates = self.invitation.addresses.candidates.iter().copied();
        let targets: Vec<Address> = candidates.map(Address::Ip).collect();
        let host = self.invitation.host;
        let dialed = self.ports.dial(&targets, host, Some(PATIENCE)).await;
        let greeted = dialed.map_err(|error| error.to_string())?;
        let exporter = session_exporter(&greeted.connection, host, self.key);
        Ok(Call {
            exporter: exporter.ok_or("no exporter")?,
            greeted,
        })
    }
}

impl Caller {
    /// Dials, and agrees to the host's offer as an honest program does; `seed` keeps the guest's secrets apart from
    /// others'. Gives the line, and the puppet that sits there from then on.
    ///
    /// # Panics
    /// Panics if the host lets nobody in or stops answering.
    pub async fn sit_down(&self, player: &Player, seed: u8) -> (Call, Puppet) {
        let mut call = self.dial().await.expect("the host lets its guest in");
        let (secrets, host) = (fresh(GUEST.0, seed), self.invitation.host);
        let mut session = Session::join(player.identity(), player.name(), host, secrets.clone());
        let now = Now::default();
        session.line_up(now, LINE, call.exporter, host);
        let mut heard = Vec::new();
        loop {
            while let Some(output) = session.poll_output() {
                match output {
                    Output::Send(_, frame) => assert!(call.send(&frame).await),
                    Output::Event(SessionEvent::Offered(shown)) => {
                        session.accept(now, &shown.sid).expect("the same offer");
                    }
                    _ => {}
                }
            }
            if session.stage() == Stage::Playing {
                break;
            }
            let frame = call.receive(PATIENCE).await.expect("the host continues");
            session
                .handle_frame(now, LINE, &frame)
                .expect("an honest host");
            heard.push(frame);
        }
        let mut puppet = Puppet::of(&session, &secrets);
        // the puppet must know the history that the session has signed, and not hear it as news
        heard.iter().for_each(|frame| puppet.hear(frame));
        puppet.heard.clear();
        (call, puppet)
    }
}

impl Call {
    /// Sends a frame of the match; false if the host has ended the line.
    pub async fn send(&mut self, body: &[u8]) -> bool {
        frame::write(&mut self.greeted.frames.0, body).await.is_ok()
    }

    /// Sends a frame byte by byte with a pause after each; false if the host has ended the line.
    pub async fn trickle(&mut self, body: &[u8], pause: Duration) -> bool {
        for byte in frame::with_length(body) {
            if self.greeted.frames.0.write_all(&[byte]).await.is_err() {
                return false;
            }
            sleep(pause).await;
        }
        true
    }

    /// The next frame of the match, or none if the host has ended the line or says nothing for that long.
    pub async fn receive(&mut self, patience: Duration) -> Option<Vec<u8>> {
        let read = frame::read(&mut self.greeted.frames.1, MAX_MANIFEST_FRAME);
        timeout(patience, read).await.ok()?.ok()?
    }

    /// Waits until the host has ended the line; its reason.
    pub async fn closed(&self) -> Option<CloseCode> {
        let end = timeout(PATIENCE, self.greeted.connection.closed()).await;
        CloseCode::of(&end.expect("the line is ended in time"))
    }

    /// Drops the line without giving a reason.
    pub fn cut(self) {
        self.greeted.connection.close(0_u32.into(), b"");
    }
}
