//! The display that the environment names, tried before a window is opened. Under tmux, `su` or a remote desktop the
//! variables are often those of a session that is over: a Wayland display that is gone must not keep the window from an
//! X11 display that is there.

use std::env;
use std::ffi::OsString;
use std::net::{Ipv4Addr, SocketAddr, TcpStream};
use std::os::unix::net::UnixStream;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The variable that names the Wayland display.
pub(crate) const WAYLAND: &str = "WAYLAND_DISPLAY";
/// The variable of a Wayland connection that is open already.
const WAYLAND_OPEN: &str = "WAYLAND_SOCKET";
const X11: &str = "DISPLAY";
/// The port of X11 display 0 over TCP.
const X11_PORT: u16 = 6000;
const PATIENCE: Duration = Duration::from_secs(1);

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Display {
    /// The one that the environment names.
    AsNamed,
    /// The X11 display: the Wayland display that is named does not answer.
    WithoutWayland,
    Missing,
    /// None of the named displays answers; their names.
    Dead(String),
}

/// A display that the environment names.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Named {
    words: String,
    answers: bool,
}

/// Looks at the displays that the environment names.
pub(crate) fn look() -> Display {
    let variable = |name: &str| env::var_os(name).filter(|value| !value.is_empty());
    // an open connection was handed over, by whoever started the program: the variables say nothing about it
    if variable(WAYLAND_OPEN).is_some() {
        return Display::AsNamed;
    }
    let named = |name: &str, answers: fn(&OsString) -> bool| {
        variable(name).map(|value| Named {
            words: format!("{name}={}", value.to_string_lossy()),
            answers: answers(&value),
        })
    };
    choose(
        named(WAYLAND, wayland_answers),
        named(X11, |value| x11_answers(&value.to_string_lossy())),
    )
}

fn choose(wayland: Option<Named>, x11: Option<Named>) -> Display {
    let answers = |named: &Option<Named>| named.as_ref().is_some_and(|named| named.answers);
    match (&wayland, &x11) {
        (None, None) => Display::Missing,
        _ if answers(&wayland) => Display::AsNamed,
        (None, _) if answers(&x11) => Display::AsNamed,
        (Some(_), _) if answers(&x11) => Display::WithoutWayland,
        _ => {
            let words: Vec<String> = [wayland, x11]
                .into_iter()
                .flatten()
                .map(|it| it.words)
                .collect();
            Display::Dead(words.join(" and "))
        }
    }
}

fn wayland_answers(value: &OsString) -> bool {
    let place = Path::new(value);
    let place = match env::var_os("XDG_RUNTIME_DIR") {
        _ if place.is_absolute() => place.to_owned(),
        Some(folder) => PathBuf::from(folder).join(place),
        None => return false,
    };
    UnixStream::connect(place).is_ok()
}

/// True if an X server answers at a display such as `:0` or `localhost:10.0`. One on another machine is taken to answer.
fn x11_answers(display: &str) -> bool {
    let Some((host, rest)) = display.rsplit_once(':') else {
        return false;
    };
    let number = rest.split('.').next().unwrap_or_default();
    let Ok(number) = number.parse::<u16>() else {
        return false;
    };
    match host {
        "" | "unix" => {
            let place = format!("/tmp/.X11-unix/X{number}");
            UnixStream::connect(&place).is_ok() || abstract_answers(&place)
        }
        "localhost" | "127.0.0.1" => {
            let port = X11_PORT.saturating_add(number);
            let at = SocketAddr::from((Ipv4Addr::LOCALHOST, port));
            TcpStream::connect_timeout(&at, PATIENCE).is_ok()
        }
        // looking there could take long, and is left to the window library
        _ => true,
    }
}

/// On Linux, X servers also listen at an abstract name, which is in no folder.
#[cfg(target_os = "linux")]
fn abstract_answers(place: &str) -> bool {
    use std::os::linux::net::SocketAddrExt as _;
    use std::os::unix::net::SocketAddr;

    let address = SocketAddr::from_abstract_name(place.as_bytes());
    address.is_ok_and(|address| UnixStream::connect_addr(&address).is_ok())
}

#[cfg(not(target_os = "linux"))]
fn abstract_answers(_place: &str) -> bool {
    false
}

#[cfg(test)]
mod tests {
    use std::net::TcpListener;
    use std::os::unix::net::UnixListener;

    use super::*;

    fn named(words: &str, answers: bool) -> Option<Named> {
        let words = words.to_owned();
        Some(Named { words, answers })
    }

    #[test]
    fn a_stale_wayland_display_gives_way_to_an_x11_display_that_answers() {
        let (gone, there) = (
            named("WAYLAND_DISPLAY=wayland-77", false),
            named("DISPLAY=:120", true),
        );
        assert_eq!(choose(gone.clone(), there.clone()), Display::WithoutWayland);
        assert_eq!(
            choose(named("WAYLAND_DISPLAY=wayland-0", true), there.clone()),
            Display::AsNamed
        );
        assert_eq!(choose(None, there), Display::AsNamed);
        assert_eq!(choose(None, None), Display::Missing);
        let both = choose(gone, named("DISPLAY=:5", false));
        let words = "WAYLAND_DISPLAY=wayland-77 and DISPLAY=:5";
        assert_eq!(both, Display::Dead(words.to_owned()));
    }

    #[test]
    fn a_display_answers_if_somebody_listens() {
        let folder = tempfile::tempdir().expect("a folder");
        let place = folder.path().join("wayland-9");
        assert!(!wayland_answers(&place.clone().into()));
        let listener = UnixListener::bind(&place).expect("a socket");
        assert!(wayland_answers(&place.clone().into()));
        // the socket of a compositor that was killed stays in its folder
        drop(listener);
        assert!(place.exists() && !wayland_answers(&place.into()));
        let server = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("a socket");
        let port = server.local_addr().expect("bound").port();
        if let Some(number) = port.checked_sub(X11_PORT) {
            assert!(x11_answers(&format!("localhost:{number}.0")));
        }
        for display in [":59999", "unix:59999.0", "", "0", ":x"] {
            assert!(!x11_answers(display), "{display}");
        }
    }
}
