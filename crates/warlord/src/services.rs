//! The addresses that a player names: of STUN services, and of this machine as others reach it.

use clap::Args;
use reach::Address;

use crate::failure::{ArgumentError, Failure};

/// The services that know a player's outside address.
#[derive(Debug, Args)]
pub(crate) struct Services {
    /// Ask this STUN service for your outside address, which players behind routers need; `default` stands for two
    /// public services, Google's and Cloudflare's. If you name your own, name two: only then can the program recognize
    /// a router that uses a different port for each. A service learns your address and the time, but nothing about the
    /// match
    #[arg(long = "stun", value_name = "ADDRESS:PORT|default", value_parser = service)]
    stun: Vec<Service>,
}

/// A service that the user has named, or the two well-known ones.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Service(Vec<Address>);

impl Services {
    /// The services to ask; none unless the user has named any.
    pub(crate) fn named(&self) -> Vec<Address> {
        let named = self.stun.iter().flat_map(|Service(named)| named.clone());
        let mut all: Vec<Address> = Vec::new();
        for service in named {
            // asked twice, one service would look like two that agree on the outside address
            if !all.contains(&service) {
                all.push(service);
            }
        }
        all
    }
}

fn service(text: &str) -> Result<Service, ArgumentError> {
    match text {
        "default" => Ok(Service(reach::well_known_services())),
        text => outside(text).map(|address| Service(vec![address])),
    }
}

pub(crate) fn outside(text: &str) -> Result<Address, ArgumentError> {
    let address: Result<Address, reach::AddressError> = text.parse();
    address.map_err(|error| Failure::new(error.to_string(), error.advice()).into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn default_stands_for_two_well_known_services_and_none_is_asked_without_it() {
        let named = |texts: &[&str]| {
            let parsed = texts.iter().map(|text| service(text).expect("a service"));
            let services = Services {
                stun: parsed.collect(),
            };
            services.named()
        };
        assert_eq!(named(&[]), Vec::new());
        assert_eq!(named(&["default", "default"]), reach::well_known_services());
        assert_eq!(named(&["default", "192.0.2.9:3478"]).len(), 3);
        assert!(service("defaults").is_err());
    }
}
