//! The system's window around the client: the event loop, the renderers, the display.
//!
//! This is the only crate that needs eframe, and with it wgpu, X11, Wayland and the accessibility bus: the pages and boards
//! below it build and run their tests with `egui` alone.

#[cfg(all(unix, not(target_os = "macos")))]
mod display;
mod start;

/// The options that the window opens with.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Options {
    /// The thing to open: the path of a match file or a scenario file, or an invitation's code or link.
    pub target: Option<String>,
}

/// Why there is no window.
#[derive(Debug, thiserror::Error)]
pub enum WindowError {
    /// No screen to open the window on.
    #[error("there is no display to open a window on")]
    NoDisplay,
    /// The displays that the environment names do not answer.
    #[error("no display answers at {named}")]
    DeadDisplay {
        /// The names of the displays.
        named: String,
    },
    /// No folder for matches and settings.
    #[error(transparent)]
    Home(#[from] home::HomeError),
    /// No renderer could draw the window.
    #[error("the window cannot be opened: {why}")]
    Window {
        /// The error of the last renderer.
        why: String,
    },
    /// It was open and panicked; another way to draw would not help.
    #[error("the window stopped because of a mistake in the program")]
    Crashed,
}

impl WindowError {
    /// What the user can do about it.
    pub fn advice(&self) -> &'static str {
        match self {
            Self::NoDisplay => {
                "start it on a desktop; in a terminal `warlord show FILE` shows a file, `warlord join CODE` takes an invitation, \
                 and `warlord --help` lists everything else"
            }
            Self::DeadDisplay { .. } => {
                "the session that it belonged to is over, as happens under tmux, su and remote desktops: start it from a terminal of the \
                 desktop, or set DISPLAY to a display that is there"
            }
            Self::Home(error) => error.advice(),
            Self::Window { .. } if cfg!(any(windows, target_os = "macos")) => {
                "install the newest graphics drivers, or try WARLORD_RENDERER=glow or wgpu-any"
            }
            Self::Window { .. } => {
                "install graphics drivers (Mesa's software ones will do) and what a window needs (on Debian and Ubuntu: apt install \
                 libgl1 libxcursor1 libxi6 libxkbcommon-x11-0, on Wayland libegl1 libwayland-egl1 libxkbcommon0), or try \
                 WARLORD_RENDERER=glow or wgpu-any"
            }
            Self::Crashed => "every match is saved; start the program again and continue it",
        }
    }
}

/// Opens the window and stays until it is closed.
///
/// # Errors
/// If there is no display, no data folder, or nothing that can draw a window.
pub fn run(options: Options) -> Result<(), WindowError> {
    start::run(options)
}
