//! A connection that is greeted: both keys are proved, and the peer is let in.

use std::net::SocketAddr;

use home::JoinSecret;
use protocol::PublicKey;
use quinn::{Connection, RecvStream, SendStream};
use reach::HostName;
use tokio::sync::oneshot;

use crate::dial_error::DialError;
use crate::greeting::End;
use crate::tls;

/// A connection whose other end has proved its key and has been let in.
#[derive(Debug)]
pub(crate) struct Greeted {
    pub(crate) connection: Connection,
    /// The stream of the greeting and the farewell.
    pub(crate) control: (SendStream, RecvStream),
    /// The stream of the match, opened by the client on the connection it chose.
    pub(crate) frames: (SendStream, RecvStream),
    pub(crate) peer: PublicKey,
    /// The secret that both sides have proved.
    pub(crate) secret: JoinSecret,
    /// The run of the peer's program.
    pub(crate) run: [u8; 8],
    /// This side's end of the connection.
    pub(crate) end: End,
    /// The address at which the peer sees this side, if the peer said so.
    pub(crate) seen_at: Option<SocketAddr>,
    /// The name that led to the peer.
    pub(crate) name: Option<HostName>,
    /// The exporter of the connection, if this side's session has already spoken on it.
    pub(crate) spoken: Option<[u8; 32]>,
}

/// A connection to a host that has proved its key but has not answered the greeting yet.
#[derive(Debug)]
pub(crate) struct Overture {
    /// The exporter that both sessions sign for this connection.
    pub(crate) exporter: [u8; 32],
    /// Takes the first frames of the session. They go with the greeting, and the connection is thereby chosen.
    pub(crate) reply: oneshot::Sender<Vec<Vec<u8>>>,
}

/// The key that the peer showed and proved in the handshake.
pub(crate) fn peer_of(connection: &Connection) -> Result<PublicKey, DialError> {
    let shown = connection.peer_identity().and_then(|identity| {
        identity
            .downcast::<Vec<rustls::pki_types::CertificateDer<'static>>>()
            .ok()
    });
    // exactly one: a chain of keys would leave open which of them is proved
    match shown.as_deref().map(Vec::as_slice) {
        Some([key]) => {
            tls::judge_key(key, &[], None).map_err(|error| DialError::Stranger(error.to_string()))
        }
        _ => Err(DialError::Stranger("it showed no key".to_owned())),
    }
}
