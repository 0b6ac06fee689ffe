//! A small part of UPnP: finding the internet gateway of this network, and asking it to forward a UDP port, or to let
//! callers in at one over IPv6 (UPnP Device Architecture 1.1; WANIPConnection:1 and :2, WANPPPConnection:1,
//! WANIPv6FirewallControl:1).
//!
//! Every machine that answers is a stranger: answers are bounded in size and time, and the program talks only to the
//! machine that answered the search.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, SocketAddrV4, SocketAddrV6};
use std::time::Duration;

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpSocket, UdpSocket};
use tokio::time::{Instant, timeout, timeout_at};

/// The multicast address on which routers hear searches.
const SEARCH: SocketAddrV4 = SocketAddrV4::new(Ipv4Addr::new(239, 255, 255, 250), 1900);
/// The multicast address on which routers hear searches over IPv6, on one link.
const SEARCH_V6: Ipv6Addr = Ipv6Addr::new(0xff02, 0, 0, 0, 0, 0, 0, 0xc);
/// The time gateways have to answer a search.
const SEARCH_PATIENCE: Duration = Duration::from_millis(1500);
/// The time a gateway has to answer a question.
const ANSWER_PATIENCE: Duration = Duration::from_secs(2);
/// The largest answer, in bytes.
const LARGEST: u64 = 256 * 1024;
/// The services that forward ports, the best first.
const SERVICES: [&str; 3] = [
    "urn:schemas-upnp-org:service:WANIPConnection:2",
    "urn:schemas-upnp-org:service:WANIPConnection:1",
    "urn:schemas-upnp-org:service:WANPPPConnection:1",
];
/// The service that lets a port in over IPv6.
const FIREWALL: [&str; 1] = ["urn:schemas-upnp-org:service:WANIPv6FirewallControl:1"];
/// The error of a gateway that only keeps mappings forever.
const ONLY_PERMANENT: u32 = 725;

/// Why a gateway does not forward a port.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum UpnpError {
    #[error("no router answered")]
    Silence,
    #[error("the router gave an answer that makes no sense")]
    Nonsense,
    #[error("the router refused: error {0}")]
    Refused(u32),
    #[error("the router is inside another network: its outside address is {0}")]
    Nested(Ipv4Addr),
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Gateway {
    /// This machine's address from which the gateway is asked.
    own: IpAddr,
    address: SocketAddr,
    path: String,
    service: &'static str,
}

impl Gateway {
    /// Finds the gateway of the network that `local` belongs to.
    pub async fn find(local: Ipv4Addr) -> Result<Self, UpnpError> {
        Self::search(local.into(), SEARCH.into(), &SERVICES).await
    }

    /// Finds the gateway with an IPv6 firewall on the link of the interface number `scope`, which has the address `local`.
    pub(crate) async fn find_firewall(local: Ipv6Addr, scope: u32) -> Result<Self, UpnpError> {
        let link = SocketAddrV6::new(SEARCH_V6, 1900, 0, scope);
        Self::search(local.into(), link.into(), &FIREWALL).await
    }

    async fn search(
        own: IpAddr,
        all: SocketAddr,
        services: &'static [&'static str],
    ) -> Result<Self, UpnpError> {
        let silent = |_error| UpnpError::Silence;
        // bound to the address of one interface: the search must not leave by a VPN
        let socket = UdpSocket::bind((own, 0)).await.map_err(silent)?;
        // both versions: a router need not answer a search for the other one
        for device in 1..=2 {
            let host = match all.ip() {
                IpAddr::V4(_) => "239.255.255.250:1900",
                IpAddr::V6(_) => "[FF02::C]:1900",
            };
            let search = format!(
                "M-SEARCH * HTTP/1.1\r\nHOST: {host}\r\nMAN: \"ssdp:discover\"\r\nMX: 1\r\n\
                 ST: urn:schemas-upnp-org:device:InternetGatewayDevice:{device}\r\n\r\n"
            );
            let sent = socket.send_to(search.as_bytes(), all).await;
            sent.map_err(silent)?;
        }
        let end = Instant::now() + SEARCH_PATIENCE;
        let mut seen = Vec::new();
        let mut worst = UpnpError::Silence;
        let mut answer = [0; 2048];
        while let Ok(Ok((length, from))) = timeout_at(end, socket.recv_from(&mut answer)).await {
            let said = String::from_utf8_lossy(&answer[..length]).into_owned();
            // a place on another machine is not followed: this machine must not be sent to fetch anything from there
            let Some(place) = location(&said).and_then(|url| place_of(url, from)) else {
                continue;
            };
            // bounded: any number of machines may answer, and each costs a connection
            if seen.contains(&place) || seen.len() >= 4 {
                continue;
            }
            seen.push(place.clone());
            match Self::describe(own, place.0, &place.1, services).await {
                Ok(gateway) => return Ok(gateway),
                Err(error) => worst = error,
            }
        }
        Err(worst)
    }

    #[cfg(test)]
    pub(crate) fn for_tests() -> Self {
        Self {
            own: [192, 168, 1, 20].into(),
            address: SocketAddr::from(([192, 168, 1, 1], 80)),
            path: String::new(),
            service: SERVICES[0],
        }
    }

    async fn describe(
        own: IpAddr,
        address: SocketAddr,
        path: &str,
        services: &'static [&'static str],
    ) -> Result<Self, UpnpError> {
        // HTTP/1.0, so that the answer is never sent in chunks
        let request = format!("GET {path} HTTP/1.0\r\nHost: {address}\r\n\r\n");
        let (_, description) = exchange(own, address, &request).await?;
        let (service, url) = control_url(&description, services).ok_or(UpnpError::Nonsense)?;
        // a whole URL again must be of the machine that answered
        let (address, path) = if url.starts_with("http") {
            place_of(url, address).ok_or(UpnpError::Nonsense)?
        } else {
            (address, format!("/{}", url.trim_start_matches('/')))
        };
        Ok(Self {
            own,
            address,
            path,
            service,
        })
    }

    pub async fn outside(&self) -> Result<Ipv4Addr, UpnpError> {
        let answer = self.call("GetExternalIPAddress", "").await?;
        let address = element(&answer, "NewExternalIPAddress").ok_or(UpnpError::Nonsense)?;
        address.parse().map_err(|_no_address| UpnpError::Nonsense)
    }

    /// Has the gateway forward UDP port `outside` to `inside` for `lease` seconds, or forever if the gateway only keeps
    /// mappings forever. Returns the lease in seconds, 0 for one without an end.
    pub async fn forward(
        &self,
        outside: u16,
        inside: SocketAddrV4,
        lease: u32,
    ) -> Result<u32, UpnpError> {
        let ask = |lease: u32| {
            format!(
                "<NewRemoteHost></NewRemoteHost><NewExternalPort>{outside}</NewExternalPort><NewProtocol>UDP</NewProtocol>\
                 <NewInternalPort>{}</NewInternalPort><NewInternalClient>{}</NewInternalClient><NewEnabled>1</NewEnabled>\
                 <NewPortMappingDescription>Warlord</NewPortMappingDescription><NewLeaseDuration>{lease}</NewLeaseDuration>",
                inside.port(),
                inside.ip()
            )
        };
        match self.call("AddPortMapping", &ask(lease)).await {
            Err(UpnpError::Refused(ONLY_PERMANENT)) => {
                self.call("AddPortMapping", &ask(0)).await?;
                Ok(0)
            }
            answer => answer.map(|_done| lease),
        }
    }

    /// Has the gateway stop forwarding a port.
    pub async fn remove(&self, outside: u16) -> Result<(), UpnpError> {
        let which = format!(
            "<NewRemoteHost></NewRemoteHost><NewExternalPort>{outside}</NewExternalPort><NewProtocol>UDP</NewProtocol>"
        );
        self.call("DeletePortMapping", &which).await.map(|_done| ())
    }

    /// Has the firewall let everybody in at `inside` for `lease` seconds. Returns the number of the hole.
    pub(crate) async fn open_pinhole(
        &self,
        inside: SocketAddrV6,
        lease: u32,
    ) -> Result<u32, UpnpError> {
        let hole = format!(
            // port 0 and no host: the players who will come are not known
            "<RemoteHost></RemoteHost><RemotePort>0</RemotePort><InternalClient>{}</InternalClient>\
             <InternalPort>{}</InternalPort><Protocol>17</Protocol><LeaseTime>{lease}</LeaseTime>",
            inside.ip(),
            inside.port()
        );
        let answer = self.call("AddPinhole", &hole).await?;
        let id = element(&answer, "UniqueID").and_then(|id| id.parse().ok());
        id.ok_or(UpnpError::Nonsense)
    }

    /// Keeps a hole open for another `lease` seconds.
    pub(crate) async fn renew_pinhole(&self, id: u32, lease: u32) -> Result<(), UpnpError> {
        let hole = format!("<UniqueID>{id}</UniqueID><NewLeaseTime>{lease}</NewLeaseTime>");
        self.call("UpdatePinhole", &hole).await.map(|_done| ())
    }

    pub(crate) async fn close_pinhole(&self, id: u32) -> Result<(), UpnpError> {
        let hole = format!("<UniqueID>{id}</UniqueID>");
        self.call("DeletePinhole", &hole).await.map(|_done| ())
    }

    async fn call(&self, action: &str, arguments: &str) -> Result<String, UpnpError> {
        let Self {
            address,
            path,
            service,
            ..
        } = self;
        let body = format!(
            "<?xml version=\"1.0\"?>\r\n<s:Envelope xmlns:s=\"http://schemas.xmlsoap.org/soap/envelope/\" \
             s:encodingStyle=\"http://schemas.xmlsoap.org/soap/encoding/\"><s:Body><u:{action} xmlns:u=\"{service}\">\
             {arguments}</u:{action}></s:Body></s:Envelope>\r\n"
        );
        let request = format!(
            "POST {path} HTTP/1.0\r\nHost: {address}\r\nContent-Type: text/xml; charset=\"utf-8\"\r\n\
             SOAPAction: \"{service}#{action}\"\r\nContent-Length: {}\r\n\r\n{body}",
            body.len()
        );
        let (status, answer) = exchange(self.own, *address, &request).await?;
        if status == 200 {
            return Ok(answer);
            // errors come as a status of their own, with the code in the body
        }
        let code = element(&answer, "errorCode").and_then(|code| code.parse().ok());
        Err(code.map_or(UpnpError::Nonsense, UpnpError::Refused))
    }
}

/// One request from the address `own`, and its answer: status and body.
async fn exchange(
    own: IpAddr,
    address: SocketAddr,
    request: &str,
) -> Result<(u16, String), UpnpError> {
    let talk = async {
        let socket = match own {
            IpAddr::V4(_) => TcpSocket::new_v4()?,
            IpAddr::V6(_) => TcpSocket::new_v6()?,
        };
        // a router opens a hole only for the machine that asks
        socket.bind(SocketAddr::new(own, 0))?;
        let mut stream = socket.connect(address).await?;
        stream.write_all(request.as_bytes()).await?;
        let mut answer = Vec::new();
        // no more is read, however long the answer is
        stream.take(LARGEST).read_to_end(&mut answer).await?;
        Ok::<_, std::io::Error>(answer)
    };
    let answer = timeout(ANSWER_PATIENCE, talk).await;
    let Ok(Ok(answer)) = answer else {
        return Err(UpnpError::Silence);
    };
    let answer = String::from_utf8_lossy(&answer);
    let (head, body) = answer.split_once("\r\n\r\n").ok_or(UpnpError::Nonsense)?;
    let status = head
        .split(' ')
        .nth(1)
        .and_then(|status| status.parse().ok());
    Ok((status.ok_or(UpnpError::Nonsense)?, body.to_owned()))
}

/// The place of the description, from the answer to a search.
fn location(answer: &str) -> Option<&str> {
    let mut lines = answer.lines();
    lines.find_map(|line| {
        let (name, value) = line.split_once(':')?;
        name.eq_ignore_ascii_case("location").then(|| value.trim())
    })
}

/// Address and path of a URL on the machine `of`; `None` for a URL of any other machine.
fn place_of(url: &str, of: SocketAddr) -> Option<(SocketAddr, String)> {
    let rest = url.strip_prefix("http://")?;
    let (host, path) = rest.split_once('/').unwrap_or((rest, ""));
    let named: SocketAddr = match host.parse() {
        Ok(address) => address,
        Err(_) => SocketAddr::new(host.trim_matches(['[', ']']).parse().ok()?, 80),
    };
    // the address of the answer also says on which link it is
    let mut address = of;
    address.set_port(named.port());
    let is_plain = path.bytes().all(|byte| byte.is_ascii_graphic());
    (named.ip() == of.ip() && is_plain).then(|| (address, format!("/{path}")))
}

/// The first of the `wanted` services in a description, and the URL that controls it.
fn control_url<'a>(
    description: &'a str,
    wanted: &'static [&'static str],
) -> Option<(&'static str, &'a str)> {
    // by plain search, without an XML parser: only two elements of a stranger's text are wanted
    let services = || description.split("<service>").skip(1);
    wanted.iter().find_map(|&wanted| {
        let mut fitting =
            services().filter(|service| element(service, "serviceType") == Some(wanted));
        let url = element(fitting.next()?, "controlURL")?;
        // a controlling URL with a blank or a line end could smuggle lines into the request
        let is_plain = !url.is_empty() && url.bytes().all(|byte| byte.is_ascii_graphic());
        is_plain.then_some((wanted, url))
    })
}

/// The text of the first element of that name.
fn element<'a>(text: &'a str, name: &str) -> Option<&'a str> {
    let start = text.find(&format!("<{name}>"))? + name.len() + 2;
    let rest = &text[start..];
    Some(rest[..rest.find('<')?].trim())
}

#[cfg(test)]
mod tests {
    use tokio::net::TcpListener;

    use super::*;

    const DESCRIPTION: &str = "<root><device><serviceList><service><serviceType>urn:schemas-upnp-org:service:Layer3Forwarding:1\
        </serviceType><controlURL>/no</controlURL></service><service><serviceType>urn:schemas-upnp-org:service:WANIPConnection:1\
        </serviceType>\n<serviceId>x</serviceId><controlURL>ctl/IPConn</controlURL></service></serviceList></device></root>";

    #[test]
    fn only_the_machine_that_answered_is_talked_to() {
        let of: SocketAddr = ([192, 168, 1, 1], 1900).into();
        let answer = "HTTP/1.1 200 OK\r\nLoCation:  http://192.168.1.1:5000/root.xml\r\n\r\n";
        let url = location(answer).expect("a place");
        let expected = (SocketAddr::new(of.ip(), 5000), "/root.xml".to_owned());
        assert_eq!(place_of(url, of), Some(expected));
        assert_eq!(
            place_of("http://192.168.1.1/", of),
            Some((SocketAddr::new(of.ip(), 80), "/".to_owned()))
        );
        for bad in [
            "http://192.168.1.2:5000/root.xml",
            "http://router.example/root.xml",
            "https://192.168.1.1/root.xml",
            "http://192.168.1.1:5000/a b",
            "http://192.168.1.1:5000/a\r\nX: y",
        ] {
            assert_eq!(place_of(bad, of), None, "{bad}");
        }
    }

    #[test]
    fn the_service_that_forwards_ports_is_found() {
        let found = control_url(DESCRIPTION, &SERVICES);
        assert_eq!(found, Some((SERVICES[1], "ctl/IPConn")));
        assert_eq!(control_url(DESCRIPTION, &FIREWALL), None);
        assert_eq!(control_url("<service><serviceType>x", &SERVICES), None);
        assert_eq!(element("<a>1</a><b> 2 </b>", "b"), Some("2"));
        assert_eq!(element("<a>1", "a"), None);
    }

    const HERE: IpAddr = IpAddr::V4(Ipv4Addr::LOCALHOST);

    #[tokio::test]
    async fn a_hole_is_opened_kept_and_closed_by_its_number() {
        let firewall = DESCRIPTION.replace("WANIPConnection:1", "WANIPv6FirewallControl:1");
        let ok = "HTTP/1.1 200 OK\r\n\r\n<ok/>";
        let (address, task) = gateway(vec![
            format!("HTTP/1.1 200 OK\r\n\r\n{firewall}"),
            "HTTP/1.1 200 OK\r\n\r\n<UniqueID>7</UniqueID>".to_owned(),
            ok.to_owned(),
            ok.to_owned(),
        ])
        .await;
        let gateway = Gateway::describe(HERE, address, "/root.xml", &FIREWALL)
            .await
            .expect("a gateway");
        let inside = SocketAddrV6::new(Ipv6Addr::new(0x2a00, 1, 0, 0, 0, 0, 0, 5), 4555, 0, 0);
        assert_eq!(gateway.open_pinhole(inside, 3600).await, Ok(7));
        assert_eq!(gateway.renew_pinhole(7, 3600).await, Ok(()));
        assert_eq!(gateway.close_pinhole(7).await, Ok(()));
        let asked = task.await.expect("no panic");
        assert!(asked[1].contains("<InternalClient>2a00:1::5<") && asked[1].contains(">4555<"));
        assert!(asked[2].contains("#UpdatePinhole") && asked[2].contains("<UniqueID>7<"));
        assert!(asked[3].contains("#DeletePinhole") && asked[3].contains("<UniqueID>7<"));
    }

    /// A gateway that gives each answer once, in order, and keeps what was asked.
    async fn gateway(answers: Vec<String>) -> (SocketAddr, tokio::task::JoinHandle<Vec<String>>) {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a socket");
        let address = listener.local_addr().expect("bound");
        let task = tokio::spawn(async move {
            let mut asked = Vec::new();
            for answer in answers {
                let (mut stream, _) = listener.accept().await.expect("a caller");
                let mut request = vec![0; 8192];
                let length = stream.read(&mut request).await.expect("a request");
                asked.push(String::from_utf8_lossy(&request[..length]).into_owned());
                stream.write_all(answer.as_bytes()).await.expect("answered");
            }
            asked
        });
        (address, task)
    }

    #[tokio::test]
    async fn a_router_that_maps_for_ever_only_is_asked_again_without_an_end() {
        let refused = "HTTP/1.1 500 Internal Server Error\r\n\r\n<errorCode>725</errorCode>";
        let (address, task) = gateway(vec![
            format!("HTTP/1.1 200 OK\r\n\r\n{DESCRIPTION}"),
            refused.to_owned(),
            "HTTP/1.1 200 OK\r\n\r\n<ok/>".to_owned(),
            "HTTP/1.1 200 OK\r\n\r\n<NewExternalIPAddress>203.0.113.9</NewExternalIPAddress>"
                .to_owned(),
            "HTTP/1.1 500 No\r\n\r\n<errorCode>718</errorCode>".to_owned(),
        ])
        .await;
        let gateway = Gateway::describe(HERE, address, "/root.xml", &SERVICES)
            .await
            .expect("a gateway");
        let inside = SocketAddrV4::new(Ipv4Addr::new(192, 168, 1, 20), 4555);
        assert_eq!(gateway.forward(4556, inside, 3600).await, Ok(0));
        assert_eq!(gateway.outside().await, Ok(Ipv4Addr::new(203, 0, 113, 9)));
        let taken = gateway.forward(4556, inside, 3600).await;
        assert_eq!(taken, Err(UpnpError::Refused(718)));
        let asked = task.await.expect("no panic");
        assert!(asked[1].contains("<NewLeaseDuration>3600<"), "{}", asked[1]);
        assert!(
            asked[2].contains("<NewLeaseDuration>0<")
                && asked[2].contains("<NewExternalPort>4556<")
        );
        assert!(
            asked[2].starts_with("POST /ctl/IPConn HTTP/1.0\r\n"),
            "{}",
            asked[2]
        );
    }

    #[tokio::test]
    async fn an_answer_without_end_ends() {
        let (address, _task) = gateway(vec![format!(
            "HTTP/1.1 200 OK\r\n\r\n{}",
            "x".repeat(1 << 20)
        )])
        .await;
        let described = Gateway::describe(HERE, address, "/", &SERVICES).await;
        assert!(described.is_err(), "{described:?}");
    }
}
