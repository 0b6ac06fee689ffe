//! The address of a host, as people type addresses and invitations carry them: an IP address or a name, and a UDP port.

use std::fmt;
use std::net::{IpAddr, SocketAddr};
use std::str::FromStr;

use cleaner::pasted;

/// The longest name DNS allows.
const LONGEST_NAME: usize = 253;

/// An IP address or a name of a host, with a UDP port.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Address {
    Ip(SocketAddr),
    /// A name, resolved each time it is dialed.
    Name(HostName),
}

/// A name that DNS may know, and a UDP port.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HostName {
    name: String,
    port: u16,
}

/// Why no packet can be sent to an address.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum AddressError {
    #[error("`{text}` has no port: a guest must know which UDP port to send to")]
    NoPort { text: String },
    #[error("`{text}` has port 0, which stands for any port: nothing can be sent to it")]
    PortZero { text: String },
    /// The IP address is unspecified, such as 0.0.0.0.
    #[error("{ip} stands for all addresses of a machine: no guest can send to it")]
    Unspecified { ip: IpAddr },
    /// The IP address is multicast or broadcast.
    #[error(
        "{ip} belongs to many machines at once (multicast or broadcast): a host has one of its own"
    )]
    Many { ip: IpAddr },
    /// The text is neither an address nor a name.
    #[error("`{text}` is neither an IP address nor a name such as home.example.org")]
    Malformed { text: String },
}

impl AddressError {
    pub fn advice(&self) -> &'static str {
        match self {
            Self::NoPort { .. } | Self::PortZero { .. } => {
                "put the UDP port that the router forwards after a colon, as in 203.0.113.7:4555 or home.example.org:4555"
            }
            Self::Unspecified { .. } | Self::Many { .. } => {
                "name the address that others see, mostly the outside address of the router"
            }
            Self::Malformed { .. } => {
                "write ADDRESS:PORT, as in 203.0.113.7:4555, [2001:db8::7]:4555 or home.example.org:4555"
            }
        }
    }
}

impl Address {
    pub fn port(&self) -> u16 {
        match self {
            Self::Ip(address) => address.port(),
            Self::Name(name) => name.port,
        }
    }

    /// Refuses an address at which no host can be.
    pub fn check(&self) -> Result<(), AddressError> {
        match self {
            Self::Ip(address) => check(*address),
            Self::Name(_) => Ok(()),
        }
    }
}

impl HostName {
    /// A name and a port; `None` for a name DNS cannot know, and for numbers that look like a mistyped IPv4 address.
    pub fn new(name: &str, port: u16) -> Option<Self> {
        // DNS takes names without regard to case, and a dot at the end says only that the name is whole
        let name = name.strip_suffix('.').unwrap_or(name).to_ascii_lowercase();
        let is_label = |label: &str| {
            (1..=63).contains(&label.len())
                && label
                    .bytes()
                    .all(|b| b.is_ascii_alphanumeric() || b == b'-')
                && !label.starts_with('-')
                && !label.ends_with('-')
        };
        // a last part of digits alone is a mistyped IPv4 address: 300.1.2.3 would be looked up as a name
        let last = name.rsplit('.').next().unwrap_or_default();
        let is_name = name.len() <= LONGEST_NAME
            && name.split('.').all(is_label)
            && last.bytes().any(|b| b.is_ascii_alphabetic());
        (is_name && port != 0).then_some(Self { name, port })
    }

    /// The name without the port.
    pub fn name(&self) -> &str {
        &self.name
    }

    pub fn port(&self) -> u16 {
        self.port
    }

    /// The addresses the name has now, without those at which no host can be.
    pub async fn resolve(&self) -> std::io::Result<Vec<SocketAddr>> {
        // a name may be made to lead anywhere: its addresses pass the same check as those of a code
        let found = tokio::net::lookup_host((self.name.as_str(), self.port)).await?;
        Ok(found.filter(|&address| check(address).is_ok()).collect())
    }
}

impl fmt::Display for HostName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.name, self.port)
    }
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Ip(address) => address.fmt(f),
            Self::Name(name) => name.fmt(f),
        }
    }
}

impl FromStr for Address {
    type Err = AddressError;

    fn from_str(text: &str) -> Result<Self, AddressError> {
        // typed or pasted from a mail
        let text = pasted::plain(text);
        let text = text.trim();
        if let Ok(address) = text.parse::<SocketAddr>() {
            // `::ffff:192.0.2.1` is an IPv4 address and is dialed from the IPv4 socket
            let address = SocketAddr::new(address.ip().to_canonical(), address.port());
            check(address)?;
            return Ok(Self::Ip(address));
        }
        let whole = text.to_owned();
        let bare = text.trim_start_matches('[').trim_end_matches(']');
        // an address or a name without a port gets that very advice, not "neither"
        if bare.parse::<IpAddr>().is_ok() || HostName::new(text, 1).is_some() {
            return Err(AddressError::NoPort { text: whole });
        }
        let (name, port) = match text.rsplit_once(':') {
            Some((name, port)) => (name, port.parse::<u16>().ok()),
            None => (text, None),
        };
        // the name is judged with any port, so that port 0 and a missing port have errors of their own
        match (HostName::new(name, port.unwrap_or(1).max(1)), port) {
            (Some(_), Some(0)) => Err(AddressError::PortZero { text: whole }),
            (Some(name), Some(_)) => Ok(Self::Name(name)),
            (Some(_), None) => Err(AddressError::NoPort { text: whole }),
            (None, _) => Err(AddressError::Malformed { text: whole }),
        }
    }
}

/// Refuses an address that is nobody's or many machines': no invitation may make a player send there.
pub fn check(address: SocketAddr) -> Result<(), AddressError> {
    let ip = address.ip();
    // looked at as IPv4 too: a disguised broadcast address must not pass
    let is_many = match ip.to_canonical() {
        IpAddr::V4(ip) => ip.is_multicast() || ip.is_broadcast(),
        IpAddr::V6(ip) => ip.is_multicast(),
    };
    let is_nobody = match ip.to_canonical() {
        // all of 0.0.0.0/8: "this network", to which nothing can be sent
        IpAddr::V4(ip) => ip.octets()[0] == 0,
        IpAddr::V6(ip) => ip.is_unspecified(),
    };
    if is_many {
        Err(AddressError::Many { ip })
    } else if is_nobody {
        Err(AddressError::Unspecified { ip })
    } else if address.port() == 0 {
        Err(AddressError::PortZero {
            text: address.to_string(),
        })
    } else if ip != ip.to_canonical() {
        // an IPv4-mapped IPv6 address would be dialed over the IPv6 socket, and without success
        Err(AddressError::Malformed {
            text: address.to_string(),
        })
    } else {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_and_names_are_read_and_written_alike() {
        for text in [
            "203.0.113.7:4555",
            "[2001:db8::7]:4555",
            "home.example.org:4555",
            "nas:1",
            "xn--bcher-kva.example:4555",
        ] {
            let address: Address = text.parse().expect("an address");
            assert_eq!(address.to_string(), text);
        }
        let disguised: Address = "[::ffff:192.0.2.1]:40".parse().expect("an address");
        assert_eq!(disguised.to_string(), "192.0.2.1:40");
        let shouted: Address = " Home.Example.ORG.:40 ".parse().expect("a name");
        assert_eq!(shouted.to_string(), "home.example.org:40");
    }

    #[test]
    fn an_address_where_no_host_can_be_is_refused_with_the_reason_and_the_remedy() {
        for (text, reason, remedy) in [
            ("224.0.0.1:4555", "multicast", "outside address"),
            ("[ff02::1]:4555", "multicast", "outside address"),
            ("[::ffff:224.0.0.1]:4555", "multicast", "outside address"),
            ("255.255.255.255:4555", "broadcast", "outside address"),
            ("0.0.0.0:4555", "all addresses", "outside address"),
            ("[::]:4555", "all addresses", "outside address"),
            ("203.0.113.7:0", "port 0", "after a colon"),
            ("home.example.org:0", "port 0", "after a colon"),
            ("203.0.113.7", "no port", "after a colon"),
            ("2001:db8::7", "no port", "after a colon"),
            ("home.example.org", "no port", "after a colon"),
            ("home.example.org:x", "no port", "after a colon"),
            ("300.1.2.3:4555", "neither", "ADDRESS:PORT"),
            ("-a.example:4555", "neither", "ADDRESS:PORT"),
            ("a..example:4555", "neither", "ADDRESS:PORT"),
            ("a b:4555", "neither", "ADDRESS:PORT"),
            ("", "neither", "ADDRESS:PORT"),
        ] {
            let error = text.parse::<Address>().expect_err(text);
            assert!(error.to_string().contains(reason), "{text}: {error}");
            assert!(error.advice().contains(remedy), "{text}: {error:?}");
        }
    }
}
