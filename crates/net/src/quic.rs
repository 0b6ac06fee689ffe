//! The settings of every connection (docs/network.md).

use std::io;
use std::sync::Arc;
use std::time::Duration;

use home::Player;
use protocol::PublicKey;
use quinn::crypto::rustls::{QuicClientConfig, QuicServerConfig};
use quinn::{
    AckFrequencyConfig, AsyncUdpSocket, ClientConfig, ConnectionId, Endpoint, EndpointConfig,
    IdleTimeout, ServerConfig, TokioRuntime, TransportConfig, VarInt,
};
use reach::knock::KNOCK;

use crate::tls;

/// The server name that TLS requires. It is not sent, since the key decides.
pub(crate) const SERVER_NAME: &str = "warlord.invalid";

const STREAMS: VarInt = VarInt::from_u32(4);
const STREAM_WINDOW: VarInt = VarInt::from_u32(256 * 1024);
/// The receive window of a connection, in bytes.
pub(crate) const WINDOW: u32 = 1024 * 1024;

/// The longest wait of the peer before it acknowledges what it received. A lost packet is sent again after a round trip
/// and this wait, and once more after twice as long; QUIC's default of 25 ms is made for streams of packets, and a
/// match sends few.
const ACKNOWLEDGED_WITHIN: Duration = Duration::from_millis(5);

/// The transport settings of both directions. The transport pings a quiet line, and gives up a line that was silent for
/// `lost`.
fn transport(lost: Duration) -> TransportConfig {
    let mut acknowledgements = AckFrequencyConfig::default();
    acknowledgements
        .max_ack_delay(Some(ACKNOWLEDGED_WITHIN))
        // as without the extension: one packet out of order is reported at once, the first sign that another was lost
        .reordering_threshold(VarInt::from_u32(1));
    let mut transport = TransportConfig::default();
    transport
        .ack_frequency_config(Some(acknowledgements))
        // a match needs two; the rest is room for a peer of a later version, and no more (docs/network.md, Greeting)
        .max_concurrent_bidi_streams(STREAMS)
        .max_concurrent_uni_streams(STREAMS)
        .stream_receive_window(STREAM_WINDOW)
        // unlimited by default: a peer could make this side hold what it pleases
        .receive_window(VarInt::from_u32(WINDOW))
        // bounds the memory for a slow peer
        .send_window(u64::from(WINDOW))
        // the only check that the peer is there
        .max_idle_timeout(IdleTimeout::try_from(lost).ok())
        // several pings within `lost`, and far more often than the 30 s after which routers forget a port
        .keep_alive_interval(Some(lost / 6))
        // 333 ms by default, by which a lost first packet costs a second
        .initial_rtt(Duration::from_millis(100))
        // not used, so nothing to attack
        .datagram_receive_buffer_size(None)
        // an observer could measure round trips by it
        .allow_spin(false);
    transport
}

/// Why TLS or QUIC could not be set up; always a fault of this program or its key.
#[derive(Debug, thiserror::Error)]
pub enum SetUpError {
    /// TLS refused the key or a setting.
    #[error("the secure connection could not be set up")]
    Tls(#[from] rustls::Error),
    /// The cipher QUIC starts with is missing.
    #[error("the cipher every QUIC connection starts with is missing")]
    NoInitialCipher,
}

/// The settings for dialing the owner of one key, or of any key if none is expected, with the first destination
/// connection id `knock`.
pub(crate) fn dialing(
    player: &Player,
    expected: Option<PublicKey>,
    lost: Duration,
    knock: [u8; KNOCK],
) -> Result<ClientConfig, SetUpError> {
    let tls = tls::dialing(tls::credentials(player)?, expected)?;
    let crypto =
        QuicClientConfig::try_from(tls).map_err(|_no_cipher| SetUpError::NoInitialCipher)?;
    let mut config = ClientConfig::new(Arc::new(crypto));
    // the peer reads it before the handshake: it is the knock
    let id = ConnectionId::new(&knock);
    config
        .transport_config(Arc::new(transport(lost)))
        .initial_dst_cid_provider(Arc::new(move || id));
    Ok(config)
}

pub(crate) fn answering(player: &Player, lost: Duration) -> Result<ServerConfig, SetUpError> {
    let crypto = QuicServerConfig::try_from(tls::answering(tls::credentials(player)?)?)
        .map_err(|_no_cipher| SetUpError::NoInitialCipher)?;
    let mut config = ServerConfig::with_crypto(Arc::new(crypto));
    // quinn's own time source panics before 1970
    config.time_source(Arc::new(tls::WallClock));
    config
        .transport_config(Arc::new(transport(lost)))
        // a guest whose address changes is not even missed
        .migration(true)
        // defaults are for web servers: 65,536 connections, and 100 MiB of packets that wait
        .max_incoming(64)
        .incoming_buffer_size(16 * 1024)
        .incoming_buffer_size_total(1024 * 1024);
    // a token only spares a returning caller the proof of its address, one round trip under load
    config.validation_token.sent(0);
    Ok(config)
}

/// Makes a socket an endpoint that dials and answers. Must be called inside the runtime.
pub(crate) fn endpoint(
    socket: Arc<dyn AsyncUdpSocket>,
    server: ServerConfig,
) -> io::Result<Endpoint> {
    let mut config = EndpointConfig::default();
    // first bytes without the QUIC bit stay free for other uses of the socket
    config
        .grease_quic_bit(false)
        // a flood of stray packets is not answered one by one
        .min_reset_interval(Duration::from_secs(1));
    Endpoint::new_with_abstract_socket(config, Some(server), socket, Arc::new(TokioRuntime))
}
