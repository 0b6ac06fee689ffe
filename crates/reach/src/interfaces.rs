//! The network interfaces of this machine, and which of them are no real network.

/// The network interfaces of this machine; none if the system does not say.
pub fn interfaces() -> Vec<if_addrs::Interface> {
    if_addrs::get_if_addrs().unwrap_or_else(|error| {
        tracing::warn!(%error, "the network interfaces could not be listed");
        Vec::new()
    })
}

/// True if the name of an interface says that it belongs to a virtual machine, a container or a tunnel. Such addresses
/// come last in a code, since they seldom lead anywhere.
pub(crate) fn is_virtual(interface: &str) -> bool {
    const VIRTUAL: [&str; 18] = [
        "docker",
        "br-",
        "veth",
        "virbr",
        "vmnet",
        "vboxnet",
        "vethernet",
        "utun",
        "tun",
        "tap",
        "wg",
        "tailscale",
        "nordlynx",
        "proton",
        "cscotun",
        "gpd",
        "zt",
        "podman",
    ];
    // Windows writes vEthernet
    let interface = interface.to_ascii_lowercase();
    VIRTUAL.iter().any(|start| interface.starts_with(start))
}
