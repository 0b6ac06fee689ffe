//! The identity of the peer: TLS 1.3 with an Ed25519 raw public key on both sides (RFC 7250).
//!
//! The key is the identity: there is no certificate, no name and no authority. `judge_key` has every check of the
//! peer's key, `judge_signature` every check of the peer's signature.

use std::sync::Arc;
use std::time::{Duration, SystemTime};

use ed25519_dalek::{Signature, VerifyingKey};
use home::{Player, key_file, unix_ms};
use protocol::PublicKey;
use quinn::TimeSource;
use rustls::client::danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier};
use rustls::client::{AlwaysResolvesClientRawPublicKeys, Resumption};
use rustls::crypto::CryptoProvider;
use rustls::pki_types::{CertificateDer, PrivatePkcs8KeyDer, ServerName, UnixTime};
use rustls::server::danger::{ClientCertVerified, ClientCertVerifier};
use rustls::server::{AlwaysResolvesServerRawPublicKeys, NoServerSessionStorage};
use rustls::sign::CertifiedKey;
use rustls::time_provider::TimeProvider;
use rustls::{
    CertificateError, DigitallySignedStruct, DistinguishedName, Error, PeerMisbehaved,
    SignatureScheme,
};

/// The application protocol; its number is the major version of all frames after the handshake.
pub const ALPN: &[u8] = b"warlord/1";

/// The DER of an Ed25519 `SubjectPublicKeyInfo` before its 32 bytes of key (RFC 8410, section 4).
const SPKI_PREFIX: [u8; 12] = [
    0x30, 0x2a, 0x30, 0x05, 0x06, 0x03, 0x2b, 0x65, 0x70, 0x03, 0x21, 0x00,
];

/// The raw public key as TLS carries it.
pub fn spki_of(key: &PublicKey) -> Vec<u8> {
    [SPKI_PREFIX.as_slice(), &key.0].concat()
}

/// The peer's key, if the peer shows a single raw public key that is not weak.
pub fn judge_key(
    end_entity: &CertificateDer<'_>,
    intermediates: &[CertificateDer<'_>],
    expected: Option<PublicKey>,
) -> Result<PublicKey, Error> {
    // a key has no chain: anything more is a certificate, which means nothing here
    if !intermediates.is_empty() {
        return Err(CertificateError::BadEncoding.into());
    }
    // the whole prefix: a key has one encoding, so two of them are equal only if their bytes are
    let key = end_entity
        .as_ref()
        .strip_prefix(&SPKI_PREFIX)
        .and_then(|key| <[u8; 32]>::try_from(key).ok())
        .ok_or(CertificateError::BadEncoding)?;
    let point =
        VerifyingKey::from_bytes(&key).map_err(|_no_point| CertificateError::BadEncoding)?;
    // a point of small order: a signature under it can be right for any message (threat 26)
    if point.is_weak() {
        return Err(CertificateError::ApplicationVerificationFailure.into());
    }
    match expected {
        Some(expected) if expected.0 != key => {
            Err(CertificateError::ApplicationVerificationFailure.into())
        }
        _ => Ok(PublicKey(key)),
    }
}

/// Checks that the peer owns the private half of its key.
fn judge_signature(
    message: &[u8],
    end_entity: &CertificateDer<'_>,
    signed: &DigitallySignedStruct,
) -> Result<HandshakeSignatureValid, Error> {
    // no other scheme was offered, so no honest peer uses one
    if signed.scheme != SignatureScheme::ED25519 {
        return Err(PeerMisbehaved::SignedHandshakeWithUnadvertisedSigScheme.into());
    }
    // judged once more: the two callbacks of rustls must rest on the same checks
    let key = judge_key(end_entity, &[], None)?;
    let checked = VerifyingKey::from_bytes(&key.0).and_then(|point| {
        // strictly: no second signature for the same message, and no weak parts
        point.verify_strict(message, &Signature::from_slice(signed.signature())?)
    });
    match checked {
        // the only place that says so, after the signature was checked: the pin alone proves nothing about who holds
        // the key
        Ok(()) => Ok(HandshakeSignatureValid::assertion()),
        Err(_) => Err(CertificateError::BadSignature.into()),
    }
}

/// The methods by which rustls has a signature checked, the same for a dialed and a calling peer.
macro_rules! judge_signatures {
    () => {
        fn verify_tls12_signature(
            &self,
            _message: &[u8],
            _cert: &CertificateDer<'_>,
            _signed: &DigitallySignedStruct,
        ) -> Result<HandshakeSignatureValid, Error> {
            // the feature is off as well; this holds if anybody turns it on
            Err(Error::General("only TLS 1.3 is spoken here".to_owned()))
        }

        fn verify_tls13_signature(
            &self,
            message: &[u8],
            cert: &CertificateDer<'_>,
            signed: &DigitallySignedStruct,
        ) -> Result<HandshakeSignatureValid, Error> {
            judge_signature(message, cert, signed)
        }

        fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
            vec![SignatureScheme::ED25519]
        }

        fn requires_raw_public_keys(&self) -> bool {
            // without it rustls would take an X.509 certificate too
            true
        }
    };
}

/// Judges the peer in both directions; with `expected` set, no other key passes.
#[derive(Debug)]
struct PeerVerifier {
    expected: Option<PublicKey>,
}

impl ServerCertVerifier for PeerVerifier {
    fn verify_server_cert(
        &self,
        end_entity: &CertificateDer<'_>,
        intermediates: &[CertificateDer<'_>],
        _server_name: &ServerName<'_>,
        _ocsp_response: &[u8],
        _now: UnixTime,
    ) -> Result<ServerCertVerified, Error> {
        judge_key(end_entity, intermediates, self.expected)?;
        Ok(ServerCertVerified::assertion())
    }

    judge_signatures!();
}

impl ClientCertVerifier for PeerVerifier {
    fn root_hint_subjects(&self) -> &[DistinguishedName] {
        &[]
    }

    fn verify_client_cert(
        &self,
        end_entity: &CertificateDer<'_>,
        intermediates: &[CertificateDer<'_>],
        _now: UnixTime,
    ) -> Result<ClientCertVerified, Error> {
        judge_key(end_entity, intermediates, self.expected)?;
        Ok(ClientCertVerified::assertion())
    }

    judge_signatures!();
}

/// The wall clock for TLS and QUIC, which panic if the clock is before 1970, as on a machine whose battery is empty.
/// Nothing here depends on the time: keys do not expire.
#[derive(Debug)]
pub(crate) struct WallClock;

impl TimeProvider for WallClock {
    fn current_time(&self) -> Option<UnixTime> {
        let since = Duration::from_millis(unix_ms());
        Some(UnixTime::since_unix_epoch(since))
    }
}

impl TimeSource for WallClock {
    fn now(&self) -> SystemTime {
        from_1970(SystemTime::now())
    }
}

/// A moment, or 1970 if the moment is before that.
fn from_1970(time: SystemTime) -> SystemTime {
    time.max(SystemTime::UNIX_EPOCH)
}

fn provider() -> Arc<CryptoProvider> {
    Arc::new(rustls::crypto::ring::default_provider())
}

/// The public key to show, and the signer with its private half.
pub fn credentials(player: &Player) -> Result<Arc<CertifiedKey>, Error> {
    let der = PrivatePkcs8KeyDer::from(key_file::der(player.seed()).to_vec());
    let signing = rustls::crypto::ring::sign::any_eddsa_type(&der)?;
    let shown = CertificateDer::from(spki_of(&player.key()));
    Ok(Arc::new(CertifiedKey::new(vec![shown], signing)))
}

/// The TLS settings for dialing the owner of `expected` and nobody else. Without an expected key they accept the owner
/// of any key, and the caller must judge it.
pub fn dialing(
    credentials: Arc<CertifiedKey>,
    expected: Option<PublicKey>,
) -> Result<rustls::ClientConfig, Error> {
    let verifier = PeerVerifier { expected };
    let mut config = rustls::ClientConfig::builder_with_details(provider(), Arc::new(WallClock))
        .with_protocol_versions(&[&rustls::version::TLS13])?
        .dangerous()
        .with_custom_certificate_verifier(Arc::new(verifier))
        .with_client_cert_resolver(Arc::new(AlwaysResolvesClientRawPublicKeys::new(
            credentials,
        )));
    config.alpn_protocols = vec![ALPN.to_vec()];
    // a server name would show an observer which player is dialed
    config.enable_sni = false;
    // a resumed session skips the verifier, and saves no round trip without early data
    config.resumption = Resumption::disabled();
    // early data can be replayed (RFC 9001, section 9.2)
    config.enable_early_data = false;
    Ok(config)
}

/// The TLS settings for answering the owner of any key; the greeting decides who may come in.
pub fn answering(credentials: Arc<CertifiedKey>) -> Result<rustls::ServerConfig, Error> {
    let mut config = rustls::ServerConfig::builder_with_details(provider(), Arc::new(WallClock))
        .with_protocol_versions(&[&rustls::version::TLS13])?
        .with_client_cert_verifier(Arc::new(PeerVerifier { expected: None }))
        .with_cert_resolver(Arc::new(AlwaysResolvesServerRawPublicKeys::new(
            credentials,
        )));
    config.alpn_protocols = vec![ALPN.to_vec()];
    // as for dialing: no session is ever resumed, and none is kept
    config.session_storage = Arc::new(NoServerSessionStorage {});
    config.send_tls13_tickets = 0;
    config.max_early_data_size = 0;
    Ok(config)
}

#[cfg(test)]
mod tests;
