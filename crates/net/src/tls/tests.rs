//! Handshakes with honest and hostile keys. Each hostile case differs from an honest one, which succeeds, in one thing.

use std::net::SocketAddr;
use std::time::Duration;

use quinn::crypto::rustls::{QuicClientConfig, QuicServerConfig};
use quinn::{Connection, Endpoint};
use rustls::pki_types::pem::PemObject as _;
use rustls::pki_types::{PrivateKeyDer, SubjectPublicKeyInfoDer};
use rustls::sign::SigningKey;
use tokio::time::timeout;

use super::*;

const ANN: &str = include_str!("../../../../certs/ann.pem");
const BOB: &str = include_str!("../../../../certs/bob.pem");
const MALLORY: &str = include_str!("../../../../certs/hostile/mallory.pem");
const STOLEN: &str = include_str!("../../../../certs/hostile/stolen.pub.pem");
const WEAK: &str = include_str!("../../../../certs/hostile/weak.pub.pem");
const RSA: &str = include_str!("../../../../certs/hostile/rsa.pem");
const X509: &str = include_str!("../../../../certs/hostile/x509.crt.pem");
const X509_KEY: &str = include_str!("../../../../certs/hostile/x509.key.pem");

fn player(pem: &str) -> Player {
    Player::from_key_file(pem).expect("a key file")
}

fn honest(pem: &str) -> Arc<CertifiedKey> {
    credentials(&player(pem)).expect("credentials")
}

fn public_key(pem: &str) -> SubjectPublicKeyInfoDer<'static> {
    SubjectPublicKeyInfoDer::from_pem_slice(pem.as_bytes()).expect("a public key")
}

/// Shows one key and signs with another.
fn showing(shown: &[u8], signing: &Arc<dyn SigningKey>) -> Arc<CertifiedKey> {
    let shown = CertificateDer::from(shown.to_vec());
    Arc::new(CertifiedKey::new(vec![shown], Arc::clone(signing)))
}

fn rsa() -> Arc<CertifiedKey> {
    let key = PrivateKeyDer::from_pem_slice(RSA.as_bytes()).expect("a private key");
    let signing = rustls::crypto::ring::sign::any_supported_type(&key).expect("an RSA key");
    let shown = signing.public_key().expect("its public half");
    showing(&shown, &signing)
}

fn x509() -> (CertificateDer<'static>, PrivateKeyDer<'static>) {
    (
        CertificateDer::from_pem_slice(X509.as_bytes()).expect("a certificate"),
        PrivateKeyDer::from_pem_slice(X509_KEY.as_bytes()).expect("its key"),
    )
}

/// Accepts any key: the hostile side must not be the side that refuses.
#[derive(Debug)]
struct Gullible {
    wants_raw_keys: bool,
}

macro_rules! believe_signatures {
    () => {
        fn verify_tls12_signature(
            &self,
            _: &[u8],
            _: &CertificateDer<'_>,
            _: &DigitallySignedStruct,
        ) -> Result<HandshakeSignatureValid, Error> {
            Ok(HandshakeSignatureValid::assertion())
        }

        fn verify_tls13_signature(
            &self,
            _: &[u8],
            _: &CertificateDer<'_>,
            _: &DigitallySignedStruct,
        ) -> Result<HandshakeSignatureValid, Error> {
            Ok(HandshakeSignatureValid::assertion())
        }

        fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
            provider()
                .signature_verification_algorithms
                .supported_schemes()
        }

        fn requires_raw_public_keys(&self) -> bool {
            self.wants_raw_keys
        }
    };
}

impl ServerCertVerifier for Gullible {
    fn verify_server_cert(
        &self,
        _: &CertificateDer<'_>,
        _: &[CertificateDer<'_>],
        _: &ServerName<'_>,
        _: &[u8],
        _: UnixTime,
    ) -> Result<ServerCertVerified, Error> {
        Ok(ServerCertVerified::assertion())
    }

    believe_signatures!();
}

impl ClientCertVerifier for Gullible {
    fn root_hint_subjects(&self) -> &[DistinguishedName] {
        &[]
    }

    fn verify_client_cert(
        &self,
        _: &CertificateDer<'_>,
        _: &[CertificateDer<'_>],
        _: UnixTime,
    ) -> Result<ClientCertVerified, Error> {
        Ok(ClientCertVerified::assertion())
    }

    believe_signatures!();
}

/// A client that believes any server and shows `shown`.
fn hostile_client(shown: Arc<CertifiedKey>) -> rustls::ClientConfig {
    let mut config = dialing(shown, Some(PublicKey([0; 32]))).expect("a configuration");
    config
        .dangerous()
        .set_certificate_verifier(Arc::new(Gullible {
            wants_raw_keys: true,
        }));
    config
}

fn hostile_server(shown: Arc<CertifiedKey>) -> rustls::ServerConfig {
    answering(shown).expect("a configuration")
}

/// A handshake, with the result of the client and of the server.
async fn shake(
    client: rustls::ClientConfig,
    server: rustls::ServerConfig,
) -> (Result<Connection, String>, Result<Connection, String>) {
    let here = SocketAddr::from(([127, 0, 0, 1], 0));
    let crypto = QuicServerConfig::try_from(server).expect("a cipher");
    let server = quinn::ServerConfig::with_crypto(Arc::new(crypto));
    let server = Endpoint::server(server, here).expect("a socket");
    let address = server.local_addr().expect("an address");
    let answered = tokio::spawn(async move {
        let connection = server.accept().await.expect("a caller").await;
        (connection.map_err(|error| error.to_string()), server)
    });
    let endpoint = Endpoint::client(here).expect("a socket");
    let crypto = QuicClientConfig::try_from(client).expect("a cipher");
    let client = quinn::ClientConfig::new(Arc::new(crypto));
    let dialed = endpoint
        .connect_with(client, address, "warlord.invalid")
        .expect("a well-formed address")
        .await
        .map_err(|error| error.to_string());
    let patience = Duration::from_secs(5);
    let (answered, _server) = timeout(patience, answered)
        .await
        .expect("in time")
        .expect("no panic");
    // a client finishes first; the server's judgment of the client's key comes a moment later
    let dialed = match dialed {
        Ok(connection) if answered.is_err() => {
            let end = timeout(patience, connection.closed())
                .await
                .expect("in time");
            Err(end.to_string())
        }
        dialed => dialed,
    };
    (dialed, answered)
}

async fn assert_refused_by_server(client: rustls::ClientConfig) {
    let (dialed, answered) = shake(client, answering(honest(ANN)).expect("a configuration")).await;
    assert!(
        answered.is_err() && dialed.is_err(),
        "{dialed:?} {answered:?}"
    );
}

async fn assert_refused_by_client(server: rustls::ServerConfig) {
    let client = dialing(honest(BOB), Some(player(ANN).key())).expect("a configuration");
    let (dialed, _) = shake(client, server).await;
    assert!(dialed.is_err(), "{dialed:?}");
}

#[tokio::test]
async fn two_honest_players_meet_and_each_knows_the_others_key() {
    let client = dialing(honest(BOB), Some(player(ANN).key())).expect("a configuration");
    let (dialed, answered) = shake(client, answering(honest(ANN)).expect("a configuration")).await;
    let key_seen = |connection: Result<Connection, String>| {
        let shown = connection
            .expect("a connection")
            .peer_identity()
            .expect("an identity");
        let shown = shown
            .downcast::<Vec<CertificateDer<'static>>>()
            .expect("raw keys");
        judge_key(&shown[0], &shown[1..], None).expect("a good key")
    };
    assert_eq!(key_seen(dialed), player(ANN).key());
    assert_eq!(key_seen(answered), player(BOB).key());
}

#[tokio::test]
async fn an_honest_key_that_is_not_the_expected_one_is_refused() {
    assert_refused_by_client(answering(honest(MALLORY)).expect("a configuration")).await;
}

#[tokio::test]
async fn a_stolen_public_key_is_worthless_without_its_private_half() {
    let stolen = public_key(STOLEN);
    assert_eq!(stolen.as_ref(), spki_of(&player(ANN).key()), "it is Ann's");
    let thief = showing(&stolen, &honest(MALLORY).key);
    assert_refused_by_client(hostile_server(Arc::clone(&thief))).await;
    assert_refused_by_server(hostile_client(thief)).await;
    // the same client with its own key is let in
    let (dialed, answered) = shake(
        hostile_client(honest(MALLORY)),
        answering(honest(ANN)).expect("a configuration"),
    )
    .await;
    assert!(dialed.is_ok() && answered.is_ok());
}

#[tokio::test]
async fn a_weak_key_is_refused() {
    let weak = showing(&public_key(WEAK), &honest(MALLORY).key);
    assert_refused_by_server(hostile_client(Arc::clone(&weak))).await;
    assert_refused_by_client(hostile_server(weak)).await;
}

#[tokio::test]
async fn an_rsa_key_is_refused() {
    assert_refused_by_server(hostile_client(rsa())).await;
    assert_refused_by_client(hostile_server(rsa())).await;
}

#[tokio::test]
async fn an_x509_certificate_is_refused() {
    let (certificate, key) = x509();
    let mut client = rustls::ClientConfig::builder_with_provider(provider())
        .with_protocol_versions(&[&rustls::version::TLS13])
        .expect("TLS 1.3")
        .dangerous()
        .with_custom_certificate_verifier(Arc::new(Gullible {
            wants_raw_keys: true,
        }))
        .with_client_auth_cert(vec![certificate.clone()], key.clone_key())
        .expect("a configuration");
    client.alpn_protocols = vec![ALPN.to_vec()];
    assert_refused_by_server(client).await;
    let mut server = rustls::ServerConfig::builder_with_provider(provider())
        .with_protocol_versions(&[&rustls::version::TLS13])
        .expect("TLS 1.3")
        .with_client_cert_verifier(Arc::new(Gullible {
            wants_raw_keys: true,
        }))
        .with_single_cert(vec![certificate.clone()], key)
        .expect("a configuration");
    server.alpn_protocols = vec![ALPN.to_vec()];
    assert_refused_by_client(server).await;
    // a certificate does not pass as a raw key either
    assert!(judge_key(&certificate, &[], None).is_err());
}

#[tokio::test]
async fn a_second_key_after_the_first_is_refused() {
    let ann = honest(ANN);
    let two = CertifiedKey::new(
        [ann.cert.clone(), honest(BOB).cert.clone()].concat(),
        Arc::clone(&ann.key),
    );
    assert_refused_by_client(hostile_server(Arc::new(two))).await;
    assert!(judge_key(&ann.cert[0], &ann.cert, None).is_err());
}

#[tokio::test]
async fn another_application_protocol_is_refused() {
    let mut client = dialing(honest(BOB), Some(player(ANN).key())).expect("a configuration");
    client.alpn_protocols = vec![b"warlord/2".to_vec()];
    assert_refused_by_server(client).await;
}

#[test]
fn a_key_is_judged_by_all_its_bytes() {
    let ann = player(ANN).key();
    let shown = CertificateDer::from(spki_of(&ann));
    assert_eq!(judge_key(&shown, &[], Some(ann)), Ok(ann));
    for byte in 0..32 {
        let mut other = ann;
        other.0[byte] ^= 1;
        assert!(judge_key(&shown, &[], Some(other)).is_err(), "byte {byte}");
    }
    for bad in [&shown[..43], &[shown.as_ref(), &[0]].concat(), &[]] {
        assert!(judge_key(&CertificateDer::from(bad.to_vec()), &[], None).is_err());
    }
    // RSA and weak keys, as raw public keys
    assert!(judge_key(&rsa().cert[0], &[], None).is_err());
    assert!(judge_key(&CertificateDer::from(public_key(WEAK).to_vec()), &[], None).is_err());
}

#[test]
fn nothing_is_resumed_and_nothing_is_sent_early() {
    let client = dialing(honest(BOB), Some(player(ANN).key())).expect("a configuration");
    assert!(!client.enable_early_data && !client.enable_sni);
    let server = answering(honest(ANN)).expect("a configuration");
    assert_eq!(
        (server.max_early_data_size, server.send_tls13_tickets),
        (0, 0)
    );
    assert!(!server.session_storage.can_cache());
}

#[test]
fn a_wall_clock_before_1970_is_taken_for_1970() {
    let early = SystemTime::UNIX_EPOCH - Duration::from_secs(12 * 60 * 60);
    assert_eq!(from_1970(early), SystemTime::UNIX_EPOCH);
    let late = SystemTime::UNIX_EPOCH + Duration::from_secs(1);
    assert_eq!(from_1970(late), late);
}
