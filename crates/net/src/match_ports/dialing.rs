//! Dialing: every address of the peer, each with a head start over the next, until one connection is greeted and chosen.

use std::collections::VecDeque;
use std::net::SocketAddr;
use std::time::Duration;

use home::JoinSecret;
use protocol::PublicKey;
use quinn::{Connection, RecvStream, SendStream};
use reach::{Address, HostName, route};
use tokio::sync::oneshot;
use tokio::task::JoinSet;
use tokio::time::{Instant, timeout};

use super::MatchPorts;
use crate::close::CloseCode;
use crate::dial_error::{DialError, failed, more_telling, silence};
use crate::door::knock_of_the_invited;
use crate::entrance::Entrance;
use crate::frame;
use crate::greeted::{Greeted, Overture, peer_of};
use crate::greeting::{End, Hello, PROGRAM, PROTOCOLS, proof, session_exporter};
use crate::limits::{CONTROL_FRAME, NO_ANSWER_YET};
use crate::quic::{self, SERVER_NAME};

/// The outcome of dialing an address that has been silent for a while.
pub(crate) const NO_ANSWER: &str = "no answer yet";

impl MatchPorts {
    /// Dials until a peer with that key has let this side in, or until dialing is known to be useless. Each round dials
    /// every address in the order of [`route::sorted`], each address with a head start over the next; rounds follow one
    /// another as in [`crate::limits::Limits::pause`].
    pub(crate) async fn dial(
        &self,
        targets: &[Address],
        expected: PublicKey,
        patience: Option<Duration>,
    ) -> Result<Greeted, DialError> {
        self.dial_rounds(targets, expected, patience)
            .await?
            .choose()
            .await
    }

    pub(super) async fn dial_rounds(
        &self,
        targets: &[Address],
        expected: PublicKey,
        patience: Option<Duration>,
    ) -> Result<Candidate, DialError> {
        let mut rounds = JoinSet::new();
        let mut worst = silence("no address could be dialed");
        let started = Instant::now();
        for round in 0.. {
            // rounds overlap, since one that hangs in a slow handshake must not keep the next from finding an address
            // that has come back; three bound the sockets' work
            if rounds.len() < 3 {
                let (ports, targets) = (self.clone(), targets.to_vec());
                rounds.spawn(async move { ports.dial_once(&targets, expected).await });
            }
            // counted while the round runs: the pause is between beginnings
            let pause = tokio::time::sleep(self.limits().pause(round));
            tokio::pin!(pause);
            loop {
                tokio::select! {
                    () = &mut pause => break,
                    Some(ended) = rounds.join_next() => match ended {
                        // this address's owner has refused: no other address of the peer will say otherwise
                        Ok(Ok(greeted)) => return Ok(greeted),
                        Ok(Err(error)) if error.is_final() => return Err(error),
                        Ok(Err(error)) => worst = more_telling(worst, error),
                        Err(_aborted) => {}
                    },
                }
            }
            // looked at after the pause, so that the last round has had its time
            if patience.is_some_and(|patience| started.elapsed() > patience) {
                break;
            }
        }
        Err(worst)
    }

    /// Dials every address once: an address is dialed when the address before has had its head start or has failed.
    /// Names are resolved meanwhile, and their addresses are dialed last.
    pub(super) async fn dial_once(
        &self,
        targets: &[Address],
        expected: PublicKey,
    ) -> Result<Candidate, DialError> {
        let mut addresses = Vec::new();
        let mut lookups = JoinSet::new();
        for target in targets.iter().cloned() {
            match target {
                Address::Ip(address) => addresses.push(address),
                // looked up while the addresses are dialed: a slow name service must not hold them back
                Address::Name(name) => {
                    let (ports, patience) = (self.clone(), self.limits().handshake);
                    lookups.spawn(async move {
                        let found = look_up(name.clone(), patience).await;
                        if let Err(error) = &found {
                            ports.tell(&name, error);
                        }
                        found
                    });
                }
            }
        }
        // sorted again after NAT64, which makes IPv6 addresses of IPv4 ones
        let mut waiting: VecDeque<_> = route::sorted(&route::through_nat64(addresses))
            .into_iter()
            .map(|address| (address, None))
            .collect();
        let mut attempts = JoinSet::new();
        let mut worst = silence("no address could be dialed");
        loop {
            // before waiting: an attempt that failed makes room for the next address at once
            if let Some((address, name)) = waiting.pop_front() {
                let ports = self.clone();
                attempts.spawn(async move {
                    let dialed = ports.dial_patiently(address, expected).await;
                    ports.tell(
                        address,
                        match &dialed {
                            Ok(_) => "the player there answered".to_owned(),
                            Err(error) => error.to_string(),
                        },
                    );
                    Ok::<_, DialError>(Candidate { name, ..dialed? })
                });
            // nothing left to dial, and nothing that could still bring an address
            } else if attempts.is_empty() && lookups.is_empty() {
                return Err(worst);
            }
            tokio::select! {
                () = tokio::time::sleep(self.stagger), if !waiting.is_empty() => {}
                Some(ended) = attempts.join_next() => match ended {
                    Ok(Ok(greeted)) => return Ok(greeted),
                    Ok(Err(error)) if error.is_final() => return Err(error),
                    Ok(Err(error)) => worst = more_telling(worst, error),
                    Err(_aborted) => {}
                },
                Some(found) = lookups.join_next() => match found {
                    Ok(Ok((name, addresses))) => {
                        // sorted among themselves; the addresses of the code come first, since the name may be old
                        let addresses = route::sorted(&route::through_nat64(addresses));
                        let addresses = addresses.into_iter();
                        waiting.extend(addresses.map(|address| (address, Some(name.clone()))));
                    }
                    Ok(Err(error)) => worst = more_telling(worst, error),
                    Err(_aborted) => {}
                },
            }
        }
    }

    /// Dials one address, and says so when nobody has answered for a while.
    async fn dial_patiently(
        &self,
        address: SocketAddr,
        expected: PublicKey,
    ) -> Result<Candidate, DialError> {
        let dialing = self.dial_address(address, expected);
        // pinned, so that the same dialing continues after the report
        tokio::pin!(dialing);
        match timeout(NO_ANSWER_YET, &mut dialing).await {
            Ok(dialed) => dialed,
            Err(_late) => {
                self.tell(address, NO_ANSWER);
                dialing.await
            }
        }
    }

    /// The first of these addresses at which the peer with that key lets this side in. The connection is closed at once.
    pub(crate) async fn prove(
        &self,
        addresses: Vec<SocketAddr>,
        peer: PublicKey,
    ) -> Option<SocketAddr> {
        // one after the other: one proof is enough, and each costs the peer a handshake
        for address in addresses {
            if let Ok(proved) = self.dial_address(address, peer).await {
                CloseCode::Replaced.close(&proved.connection);
                return Some(address);
            }
        }
        None
    }

    /// A connection to that address, whose other end has proved that key.
    pub(crate) async fn connect(
        &self,
        address: SocketAddr,
        expected: PublicKey,
    ) -> Result<Connection, DialError> {
        let Entrance {
            player,
            door,
            limits,
            ..
        } = &*self.entrance;
        let endpoint = self
            .port_for(address)
            .map(|port| &port.endpoint)
            .ok_or_else(|| silence("this machine lacks that address family"))?;
        // a fresh nonce each time: the gate of the peer knows callers by their knocks alone
        let knock = knock_of_the_invited(self.secret, door.game, expected)
            .fresh_knock()
            .ok_or_else(|| silence("the system gave no random bytes"))?;
        let config = quic::dialing(player, Some(expected), limits.lost, knock)
            .map_err(|error| silence(error.to_string()))?;
        let connecting = endpoint
            .connect_with(config, address, SERVER_NAME)
            .map_err(|error| silence(error.to_string()))?;
        // shorter than the transport's own patience, so that a round ends and the next can begin
        timeout(limits.handshake, connecting)
            .await
            .map_err(|_late| silence("the handshake took too long"))?
            .map_err(failed)
    }

    /// The greeting as the client of the connection.
    async fn dial_address(
        &self,
        address: SocketAddr,
        expected: PublicKey,
    ) -> Result<Candidate, DialError> {
        // in TLS 1.3 the client is done before the host has judged its key: only the greeting says that it is let in
        let connection = self.connect(address, expected).await?;
        let patience = self.limits().greeting;
        match timeout(patience, self.introduce(&connection)).await {
            Ok(Ok(greeted)) => Ok(greeted),
            Ok(Err(error)) => {
                CloseCode::Breach.close(&connection);
                Err(error)
            }
            Err(_late) => {
                CloseCode::Slow.close(&connection);
                Err(silence("the greeting was not answered"))
            }
        }
    }

    async fn introduce(&self, connection: &Connection) -> Result<Candidate, DialError> {
        let peer = peer_of(connection)?;
        let (own, door) = (self.entrance.player.key(), &self.entrance.door);
        let ours = proof(connection, self.secret, End::Client, own, peer)
            .ok_or_else(|| silence("no exporter"))?;
        let (mut send, mut receive) = connection.open_bi().await.map_err(failed)?;
        let hello = Hello {
            program: PROGRAM.to_owned(),
            protocols: PROTOCOLS,
            game: door.game,
            run: self.entrance.run,
            proof: ours.into(),
            seen_at: None,
        };
        // the server may have judged this key only now, so every error here shows in the closing of the connection
        let exchange = async {
            // in this order: the host reads the greeting first, and the session's frames lie behind it
            frame::write(&mut send, &hello.encode()).await.ok()?;
            let spoken = self.speak_first(connection, peer).await;
            let said = frame::read(&mut receive, CONTROL_FRAME).await.ok()??;
            Some((said, spoken))
        };
        let Some((said, spoken)) = exchange.await else {
            return Err(failed(connection.closed().await));
        };
        let answer = Hello::decode(&said)?;
        // the host proves the secret too: the key alone would also fit another match of the same host
        let expected = proof(connection, self.secret, End::Server, peer, own)
            .ok_or_else(|| silence("no exporter"))?;
        if answer.game != door.game || expected != answer.proof {
            return Err(DialError::Refused(CloseCode::Uninvited));
        }
        Ok(Candidate {
            connection: connection.clone(),
            control: (send, receive),
            secret: self.secret,
            peer,
            run: answer.run,
            seen_at: answer.seen_at,
            name: None,
            spoken,
        })
    }

    /// Chooses a connection before its greeting is answered, if the owner of the match gives the session's first
    /// frames.
    async fn speak_first(&self, connection: &Connection, host: PublicKey) -> Option<Spoken> {
        let overtures = self.overtures.as_ref()?;
        let exporter = session_exporter(connection, host, self.entrance.player.key())?;
        // asks the driver, which may say no: then the frames are given once the connection is chosen
        let (reply, frames) = oneshot::channel();
        overtures.send(Overture { exporter, reply }).await.ok()?;
        let frames = frames.await.ok()?;
        let (mut send, receive) = connection.open_bi().await.ok()?;
        // the empty frame says that this connection is chosen; the frames go along in the same packet
        let mut bytes = frame::with_length(&[]);
        frames
            .iter()
            .for_each(|frame| bytes.extend(frame::with_length(frame)));
        send.write_all(&bytes).await.ok()?;
        Some(Spoken {
            frames: (send, receive),
            exporter,
        })
    }
}

/// The stream of the match on a connection on which the session has spoken before the greeting was answered.
struct Spoken {
    frames: (SendStream, RecvStream),
    exporter: [u8; 32],
}

/// A connection that has let this side in; the dialer chooses one of several.
pub(super) struct Candidate {
    pub(super) connection: Connection,
    control: (SendStream, RecvStream),
    secret: JoinSecret,
    peer: PublicKey,
    run: [u8; 8],
    seen_at: Option<SocketAddr>,
    name: Option<HostName>,
    spoken: Option<Spoken>,
}

impl Candidate {
    pub(super) async fn choose(self) -> Result<Greeted, DialError> {
        let exporter = self.spoken.as_ref().map(|spoken| spoken.exporter);
        let frames = match self.spoken {
            Some(spoken) => spoken.frames,
            None => {
                // the other candidates are closed when their tasks are dropped
                let (mut send, receive) = self.connection.open_bi().await.map_err(failed)?;
                frame::write(&mut send, &[])
                    .await
                    .map_err(|error| silence(error.to_string()))?;
                (send, receive)
            }
        };
        Ok(Greeted {
            connection: self.connection,
            control: self.control,
            frames,
            secret: self.secret,
            peer: self.peer,
            run: self.run,
            end: End::Client,
            seen_at: self.seen_at,
            name: self.name,
            spoken: exporter,
        })
    }
}

async fn look_up(
    name: HostName,
    patience: Duration,
) -> Result<(HostName, Vec<SocketAddr>), DialError> {
    let late = |_late| silence(format!("the address of {name} was not found in time"));
    let found = timeout(patience, name.resolve()).await.map_err(late)?;
    match found {
        Ok(addresses) => Ok((name, addresses)),
        Err(error) => Err(silence(format!("the name {name} has no address: {error}"))),
    }
}
