//! What a machine knows of where it is, and of how others reach it: its interfaces, the order in which addresses are
//! dialed, its outside address (STUN), the ports and holes its router opens (PCP, NAT-PMP, UPnP), and what players
//! announce on the same network.
//!
//! The crate knows no match, no key and no secret of an invitation: what it is handed of them is bytes. So it can be
//! read, and mended when a router misbehaves, without the rest. Sockets over which matches go are those of `net`; here
//! are only sockets for questions to routers and neighbors. Read first: [`Addresses`],
//! [`Whereabouts`](whereabouts::Whereabouts), [`diagnosis`].

// only this program uses the crate: a name that says all needs no sentence
#![allow(missing_docs)]

pub mod address;
pub mod addresses;
pub mod changes;
pub mod diagnosis;
pub mod hops;
pub mod interfaces;
pub mod knock;
pub mod lan;
pub mod limits;
pub mod mapping;
pub mod own_way;
pub mod pinhole;
pub mod route;
pub mod runtime;
pub mod scope;
pub mod small;
pub mod stun;
pub mod trouble;
pub mod upnp;
pub mod whereabouts;

pub use address::{Address, AddressError, HostName};
pub use addresses::Addresses;
pub use diagnosis::findings::Finding;
pub use lan::{LanError, LanMatch, LanSearch};
pub use runtime::runtime;
pub use stun::well_known_services;
pub use trouble::Trouble;
