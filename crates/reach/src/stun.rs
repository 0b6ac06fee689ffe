//! STUN (RFC 8489) as far as a player needs it: the program asks a service, from its own socket, at which outside
//! address the service sees that socket. A similar datagram, sent with so few hops that it dies on the way, opens this
//! machine's router for a player who will come.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::{mpsc, oneshot};
use tokio::task::{AbortHandle, JoinSet};
use tokio::time::{sleep, timeout};

use crate::address::{self, Address, HostName};
use crate::limits::{NAME_PATIENCE, OUTSIDE_AGAIN, SERVICES};
use crate::scope::is_global;

/// The four bytes that mark every STUN message.
const COOKIE: u32 = 0x2112_a442;
const REQUEST: u16 = 0x0001;
/// A message that nobody answers.
const INDICATION: u16 = 0x0011;
const ANSWER: u16 = 0x0101;
const XOR_MAPPED_ADDRESS: u16 = 0x0020;
const HEAD: usize = 20;
/// The waits between two requests to one service, since datagrams get lost.
const REPEAT: [Duration; 3] = [
    Duration::from_millis(300),
    Duration::from_millis(600),
    Duration::from_millis(1100),
];

/// Two well-known public services, of two providers. Nobody asks them unless the user says so.
const WELL_KNOWN: [(&str, u16); 2] = [("stun.l.google.com", 19302), ("stun.cloudflare.com", 3478)];

/// The two well-known public services that report an outside address: Google's and Cloudflare's. They are asked only if
/// the user has chosen them.
pub fn well_known_services() -> Vec<Address> {
    let named = WELL_KNOWN.iter();
    let names = named.filter_map(|&(name, port)| HostName::new(name, port));
    names.map(Address::Name).collect()
}

/// The id of a question, which its answer repeats.
type Id = [u8; 12];

/// The outside address of this program's IPv4 port, as others see it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outside {
    /// Everybody who answered sees that address.
    At {
        address: SocketAddr,
        /// True if two of different addresses answered, so that the router gives every receiver the same port.
        is_sure: bool,
    },
    /// The router gives each receiver another port; the address without the port.
    Varies(IpAddr),
    Silent,
    /// No service could be asked, since none of their names leads anywhere.
    Nameless,
}

impl Outside {
    /// The judgment on what several services, each at another address, saw.
    pub fn of(seen: &[SocketAddr]) -> Self {
        match seen {
            [] => Self::Silent,
            // one alone proves nothing: a symmetric router would show another port to the next
            [first, others @ ..] if others.iter().all(|other| other == first) => Self::At {
                address: *first,
                is_sure: !others.is_empty(),
            },
            [first, ..] => Self::Varies(first.ip()),
        }
    }
}

/// A message of that kind without attributes, with a fresh id.
fn message(kind: u16) -> Option<([u8; HEAD], Id)> {
    let mut id = Id::default();
    getrandom::fill(&mut id).ok()?;
    let mut bytes = [0; HEAD];
    bytes[..2].copy_from_slice(&kind.to_be_bytes());
    bytes[4..8].copy_from_slice(&COOKIE.to_be_bytes());
    bytes[8..].copy_from_slice(&id);
    Some((bytes, id))
}

/// A message that nobody answers: sent to open this machine's router.
pub fn opener() -> Option<[u8; HEAD]> {
    message(INDICATION).map(|(bytes, _id)| bytes)
}

/// The id of an answer, and the address at which the service saw the asker.
fn read(bytes: &[u8]) -> Option<(Id, SocketAddr)> {
    let (head, mut rest) = bytes.split_first_chunk::<HEAD>()?;
    let number = |bytes: &[u8]| Some(u16::from_be_bytes(bytes.try_into().ok()?));
    // the length too: bytes behind the message would belong to nothing
    let is_answer = number(&head[..2])? == ANSWER
        && usize::from(number(&head[2..4])?) == rest.len()
        && head[4..8] == COOKIE.to_be_bytes();
    if !is_answer {
        return None;
    }
    // an IPv6 address is hidden by the cookie and the id; both stand in the head, one after the other
    let mask: [u8; 16] = head[4..].try_into().ok()?;
    while let Some((&[kind0, kind1, length0, length1], after)) = rest.split_first_chunk() {
        let length = usize::from(u16::from_be_bytes([length0, length1]));
        let value = after.get(..length)?;
        // MAPPED-ADDRESS is not read: routers that meddle with addresses in packets change it, which XOR prevents
        if u16::from_be_bytes([kind0, kind1]) == XOR_MAPPED_ADDRESS {
            let (&[_, family, port0, port1], hidden) = value.split_first_chunk()?;
            let port = u16::from_be_bytes([port0 ^ mask[0], port1 ^ mask[1]]);
            let ip: IpAddr = match family {
                1 => Ipv4Addr::from(unmask::<4>(hidden, &mask)?).into(),
                2 => Ipv6Addr::from(unmask::<16>(hidden, &mask)?).into(),
                _ => return None,
            };
            return Some((head[8..].try_into().ok()?, SocketAddr::new(ip, port)));
        }
        // attributes are padded to a multiple of four bytes
        rest = after.get(length.next_multiple_of(4)..)?;
    }
    None
}

fn unmask<const N: usize>(hidden: &[u8], mask: &[u8; 16]) -> Option<[u8; N]> {
    let mut bytes: [u8; N] = hidden.try_into().ok()?;
    for (byte, mask) in bytes.iter_mut().zip(mask) {
        *byte ^= mask;
    }
    Some(bytes)
}

/// The questions of one socket that wait for their answers.
#[derive(Debug, Default)]
pub struct Questions(Mutex<Vec<Question>>);

#[derive(Debug)]
struct Question {
    id: Id,
    service: SocketAddr,
    tell: oneshot::Sender<SocketAddr>,
}

impl Questions {
    fn open(&self) -> MutexGuard<'_, Vec<Question>> {
        let mut open = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        // forgotten with their askers, as in `small`
        open.retain(|question| !question.tell.is_closed());
        open
    }

    fn ask(&self, id: Id, service: SocketAddr) -> oneshot::Receiver<SocketAddr> {
        let (tell, told) = oneshot::channel();
        self.open().push(Question { id, service, tell });
        told
    }

    /// Takes a datagram that is not QUIC's. Only a service that was asked is believed, and only once.
    pub fn hear(&self, source: SocketAddr, datagram: &[u8]) {
        let Some((id, seen)) = read(datagram) else {
            return;
        };
        let mut open = self.open();
        let mut questions = open.iter();
        // only from where it was asked: somebody else may have seen the question's id
        let asked = questions.position(|question| question.id == id && question.service == source);
        if let Some(place) = asked {
            let _ = open.swap_remove(place).tell.send(seen);
        }
    }
}

/// True if somebody can have seen this machine at that address: an IPv4 address of the internet.
pub fn is_credible(seen: SocketAddr) -> bool {
    seen.is_ipv4() && is_global(seen.ip()) && address::check(seen).is_ok()
}

/// A socket from which services are asked. It is the one that players call, since a router gives every socket another
/// port.
pub trait AsksServices: Send + Sync + 'static {
    /// The questions that were asked from this socket; what it receives from services goes to [`Questions::hear`].
    fn questions(&self) -> &Questions;

    /// Sends a datagram; what is lost is sent again.
    fn send(&self, to: SocketAddr, datagram: &[u8]);
}

/// Asks a service from that socket; `None` if the service is silent or answers nonsense.
async fn ask(socket: &impl AsksServices, service: SocketAddr) -> Option<SocketAddr> {
    // one id for the repetitions: an answer to any of them will do
    let (request, id) = message(REQUEST)?;
    let mut told = socket.questions().ask(id, service);
    for pause in REPEAT {
        socket.send(service, &request);
        if let Ok(seen) = timeout(pause, &mut told).await {
            // a service may lie or be inside a network: such an address would be of no use in a code
            return seen.ok().filter(|&seen| is_credible(seen));
        }
    }
    None
}

/// The IPv4 addresses of a service; none if its name leads nowhere.
async fn addresses_of(service: Address) -> Vec<SocketAddr> {
    let found = match service {
        Address::Ip(address) => vec![address],
        Address::Name(name) => match timeout(NAME_PATIENCE, name.resolve()).await {
            Ok(Ok(found)) => found,
            _ => Vec::new(),
        },
    };
    let found = found.into_iter();
    found.filter(SocketAddr::is_ipv4).collect()
}

/// Asks all services at once, each of another IPv4 address.
async fn ask_all(socket: &Arc<impl AsksServices>, services: &[Address]) -> Outside {
    // two names may lead to one machine, whose two answers would prove nothing about the router
    let taken: Arc<Mutex<Vec<IpAddr>>> = Arc::default();
    let mut asking = JoinSet::new();
    for service in services.iter().cloned() {
        let (socket, taken) = (Arc::clone(socket), Arc::clone(&taken));
        asking.spawn(async move {
            // outside the lock: a name may take a second and a half
            let found = addresses_of(service).await;
            let fresh = {
                let mut taken = taken.lock().unwrap_or_else(PoisonError::into_inner);
                let fresh = found.into_iter().find(|at| !taken.contains(&at.ip()));
                // bounded here, after the names are resolved: services that lead nowhere take no place
                let fresh = fresh.filter(|_| taken.len() < SERVICES);
                taken.extend(fresh.map(|at| at.ip()));
                fresh
            };
            match fresh {
                Some(service) => ask(&*socket, service).await,
                None => None,
            }
        });
    }
    let seen = asking.join_all().await;
    let outside = Outside::of(&seen.into_iter().flatten().collect::<Vec<_>>());
    let is_nameless = taken
        .lock()
        .unwrap_or_else(PoisonError::into_inner)
        .is_empty();
    match outside {
        Outside::Silent if is_nameless => Outside::Nameless,
        outside => outside,
    }
}

/// Keeps asking the services until dropped, which also keeps the router from forgetting the port.
#[derive(Debug)]
pub struct Lookout {
    task: AbortHandle,
    told: mpsc::Receiver<Outside>,
}

impl Lookout {
    /// Asks `services` from `socket`; each change of what they see is reported. Must be called inside the runtime.
    pub fn begin(socket: Arc<impl AsksServices>, services: Vec<Address>) -> Self {
        let (tell, told) = mpsc::channel(4);
        let task = tokio::spawn(async move {
            let mut last = None;
            loop {
                let outside = ask_all(&socket, &services).await;
                // reported only if it changed
                if last != Some(outside) {
                    tracing::info!(?outside, "the services were asked for the outside address");
                    last = Some(outside);
                    if tell.send(outside).await.is_err() {
                        break;
                    }
                }
                sleep(OUTSIDE_AGAIN).await;
            }
        });
        Self {
            task: task.abort_handle(),
            told,
        }
    }

    pub async fn next(&mut self) -> Option<Outside> {
        self.told.recv().await
    }

    /// The next change, if it is there already.
    pub fn try_next(&mut self) -> Option<Outside> {
        self.told.try_recv().ok()
    }
}

impl Drop for Lookout {
    fn drop(&mut self) {
        self.task.abort();
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const SERVICE: SocketAddr = SocketAddr::new(IpAddr::V4(Ipv4Addr::new(192, 0, 2, 9)), 3478);

    /// The answers of RFC 5769, sections 2.2 and 2.3, without their integrity and fingerprint.
    fn answer(id: Id, value: &[u8]) -> Vec<u8> {
        let software = b"\x80\x22\x00\x0btest vector ";
        let length = u16::try_from(software.len() + 4 + value.len()).expect("short");
        let mut bytes = ANSWER.to_be_bytes().to_vec();
        bytes.extend(length.to_be_bytes());
        bytes.extend(COOKIE.to_be_bytes());
        bytes.extend(id);
        bytes.extend(software);
        bytes.extend(XOR_MAPPED_ADDRESS.to_be_bytes());
        bytes.extend(u16::try_from(value.len()).expect("short").to_be_bytes());
        bytes.extend(value);
        bytes
    }

    const ID: Id = *b"\xb7\xe7\xa7\x01\xbc\x34\xd6\x86\xfa\x87\xdf\xae";
    const V4: &[u8] = b"\x00\x01\xa1\x47\xe1\x12\xa6\x43";
    const V6: &[u8] =
        b"\x00\x02\xa1\x47\x01\x13\xa9\xfa\xa5\xd3\xf1\x79\xbc\x25\xf4\xb5\xbe\xd2\xb9\xd9";

    #[test]
    fn the_answers_of_the_test_vectors_are_read() {
        let v4: SocketAddr = "192.0.2.1:32853".parse().expect("an address");
        let v6: SocketAddr = "[2001:db8:1234:5678:11:2233:4455:6677]:32853"
            .parse()
            .expect("an address");
        assert_eq!(read(&answer(ID, V4)), Some((ID, v4)));
        assert_eq!(read(&answer(ID, V6)), Some((ID, v6)));
        for end in 0..answer(ID, V4).len() {
            assert_eq!(read(&answer(ID, V4)[..end]), None, "{end}");
        }
    }

    #[test]
    fn a_question_has_twenty_bytes_without_the_bit_of_quic() {
        let (request, id) = message(REQUEST).expect("random bytes");
        assert_eq!(request[..8], [0, 1, 0, 0, 0x21, 0x12, 0xa4, 0x42]);
        assert_eq!(request[8..], id);
        assert_eq!(opener().expect("random bytes")[..2], [0, 0x11]);
    }

    #[test]
    fn only_the_service_that_was_asked_is_believed_and_only_once() {
        let questions = Questions::default();
        let mut told = questions.ask(ID, SERVICE);
        questions.hear(([192, 0, 2, 10], 3478).into(), &answer(ID, V4));
        questions.hear(SERVICE, &answer([0; 12], V4));
        assert!(told.try_recv().is_err());
        questions.hear(SERVICE, &answer(ID, V4));
        questions.hear(SERVICE, &answer(ID, V4));
        assert_eq!(told.try_recv().map(|seen| seen.port()), Ok(32853));
        assert!(questions.open().is_empty());
        drop(questions.ask(ID, SERVICE));
        assert!(questions.open().is_empty(), "nobody waits any more");
    }

    #[test]
    fn the_two_well_known_services_are_of_two_providers() {
        let named: Vec<String> = well_known_services()
            .iter()
            .map(Address::to_string)
            .collect();
        assert_eq!(
            named,
            ["stun.l.google.com:19302", "stun.cloudflare.com:3478"]
        );
    }

    #[test]
    fn a_router_that_gives_every_receiver_another_port_is_recognized() {
        let [one, other] = [40, 41].map(|port| SocketAddr::from(([192, 0, 2, 1], port)));
        let at = |is_sure| Outside::At {
            address: one,
            is_sure,
        };
        assert_eq!(Outside::of(&[]), Outside::Silent);
        assert_eq!(Outside::of(&[one]), at(false));
        assert_eq!(Outside::of(&[one, one]), at(true));
        assert_eq!(Outside::of(&[one, other]), Outside::Varies(one.ip()));
    }

    proptest! {
        #[test]
        fn no_datagram_makes_the_reader_panic(bytes: Vec<u8>, value: Vec<u8>) {
            let _ = read(&bytes);
            let _ = read(&answer(ID, &value[..value.len().min(200)]));
        }
    }
}
