//! Opening the window: the ways to draw, tried one after the other.
//!
//! A process can open only one event loop, so the next way is a new process with `WARLORD_RENDERER` set. A way that
//! neither failed nor showed a first frame last time has left a marker behind, and is skipped.

use std::io;
#[cfg(unix)]
use std::os::unix::process::CommandExt as _;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::process;
use std::sync::Arc;

use client::{App, SMALLEST_WINDOW};
use eframe::NativeOptions;
use eframe::egui::{Context, IconData, RawInput, Ui, ViewportBuilder};
use home::Home;
use kit::views::{emblem, pace};

#[cfg(all(unix, not(target_os = "macos")))]
use crate::display::{self, Display};
use crate::{Options, WindowError};

/// The variable that names the way to draw.
const VARIABLE: &str = "WARLORD_RENDERER";

/// A way to draw the window.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Renderer {
    /// A graphics card through Vulkan, Metal or DirectX.
    #[cfg(feature = "wgpu")]
    Wgpu,
    /// OpenGL, the cheapest without a graphics card.
    Glow,
    /// Any adapter that wgpu finds, in software if need be.
    #[cfg(feature = "wgpu")]
    WgpuAny,
}

impl Renderer {
    /// In the order in which they are tried.
    const ALL: &[Self] = &[
        #[cfg(feature = "wgpu")]
        Self::Wgpu,
        Self::Glow,
        #[cfg(feature = "wgpu")]
        Self::WgpuAny,
    ];

    const fn name(self) -> &'static str {
        match self {
            #[cfg(feature = "wgpu")]
            Self::Wgpu => "wgpu",
            Self::Glow => "glow",
            #[cfg(feature = "wgpu")]
            Self::WgpuAny => "wgpu-any",
        }
    }

    /// True if it refuses adapters that draw in software, so that frames are cheap.
    const fn needs_a_graphics_card(self) -> bool {
        match self {
            #[cfg(feature = "wgpu")]
            Self::Wgpu => true,
            Self::Glow => false,
            #[cfg(feature = "wgpu")]
            Self::WgpuAny => false,
        }
    }

    fn set(self, native: &mut NativeOptions) {
        match self {
            Self::Glow => native.renderer = eframe::Renderer::Glow,
            #[cfg(feature = "wgpu")]
            Self::Wgpu | Self::WgpuAny => {
                native.renderer = eframe::Renderer::Wgpu;
                // `WgpuAny` keeps eframe's selector, which accepts software adapters.
                if self.needs_a_graphics_card() {
                    native.wgpu_options.wgpu_setup = hardware::only();
                }
            }
        }
    }

    fn named(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|way| way.name() == name)
    }

    /// The way tried when this one fails.
    fn next(self) -> Option<Self> {
        let place = Self::ALL.iter().position(|way| *way == self)?;
        Self::ALL.get(place + 1).copied()
    }

    fn marker(self, home: &Path) -> PathBuf {
        home.join(format!("starting-{}", self.name()))
    }
}

/// The first way to try: the one asked for, else the first that did not hang last time, else the last.
fn first(asked: Option<&str>, hung: impl Fn(Renderer) -> bool) -> Renderer {
    asked.and_then(Renderer::named).unwrap_or_else(|| {
        let mut ways = Renderer::ALL.iter().copied();
        let last = ways.clone().last().unwrap_or(Renderer::Glow);
        ways.find(|way| !hung(*way)).unwrap_or(last)
    })
}

/// The client in eframe's event loop.
struct EventLoopApp(App);

impl eframe::App for EventLoopApp {
    fn raw_input_hook(&mut self, _context: &Context, input: &mut RawInput) {
        client::limit_textures(input);
    }

    fn logic(&mut self, context: &Context, _frame: &mut eframe::Frame) {
        self.0.listen(context);
    }

    fn ui(&mut self, ui: &mut Ui, _frame: &mut eframe::Frame) {
        self.0.frame(ui);
    }

    fn on_exit(&mut self, _gl: Option<&eframe::glow::Context>) {
        self.0.close();
    }
}

/// Opens the window and stays until it is closed.
pub(crate) fn run(options: Options) -> Result<(), WindowError> {
    #[cfg(all(unix, not(target_os = "macos")))]
    match display::look() {
        Display::AsNamed => {}
        // the library for windows would insist on the display that is gone
        Display::WithoutWayland => return again(|command| command.env_remove(display::WAYLAND)),
        Display::Missing => return Err(WindowError::NoDisplay),
        Display::Dead(named) => return Err(WindowError::DeadDisplay { named }),
    }
    let home = Home::open()?;
    client::keep_reports(&home);
    let asked = std::env::var(VARIABLE).ok();
    let way = first(asked.as_deref(), |way| way.marker(home.path()).exists());
    let marker = way.marker(home.path());
    // if the marker cannot be written, the next start only fails to notice a hang
    let _ = std::fs::write(&marker, "");
    // some drivers and window libraries panic instead of returning an error; after that only paths are used here, so
    // nothing half changed is seen
    let tried = catch_unwind(AssertUnwindSafe(|| open(&home, way, &marker, options)));
    let why = match tried {
        Ok(Ok(())) => return Ok(()),
        Ok(Err(error)) => error.to_string(),
        // the first frame removed the marker, so the panic is a bug in the program and not in the way to draw
        Err(_) if !marker.exists() => return Err(WindowError::Crashed),
        Err(_) => "it stopped at its start".to_owned(),
    };
    if !marker.exists() {
        // the window was running: starting again with another way to draw would only lose the page
        return Err(WindowError::Window { why });
    }
    let _ = std::fs::remove_file(&marker);
    // a way to draw that fails at the start is no bug to report to the user
    client::forget_report(&home);
    match way.next() {
        Some(next) => again(|command| command.env(VARIABLE, next.name())),
        None => Err(WindowError::Window { why }),
    }
}

/// Starts this program again with another environment; on Unix it replaces this process, so that nothing stays behind.
fn again(
    change: impl FnOnce(&mut process::Command) -> &mut process::Command,
) -> Result<(), WindowError> {
    let failed = |error: io::Error| WindowError::Window {
        why: error.to_string(),
    };
    let mut command = process::Command::new(std::env::current_exe().map_err(failed)?);
    // the same arguments: what was to be opened is opened by the next way too
    command.args(std::env::args_os().skip(1));
    change(&mut command);
    #[cfg(unix)]
    {
        Err(failed(command.exec()))
    }
    #[cfg(not(unix))]
    {
        let failed_too = || failed(io::Error::other("the next renderer failed too"));
        let status = command.status().map_err(failed)?;
        status.success().then_some(()).ok_or_else(failed_too)
    }
}

fn open(home: &Home, way: Renderer, marker: &Path, options: Options) -> eframe::Result {
    let side = 128_u16;
    let icon = IconData {
        rgba: unpremultiplied(emblem(side)),
        width: u32::from(side),
        height: u32::from(side),
    };
    let size = client::window_size(home).map(f32::from);
    let mut native = NativeOptions {
        viewport: ViewportBuilder::default()
            .with_title("Warlord")
            .with_app_id(about::ID)
            .with_inner_size(size)
            .with_min_inner_size(SMALLEST_WINDOW.map(f32::from))
            .with_icon(Arc::new(icon)),
        ..NativeOptions::default()
    };
    way.set(&mut native);
    let home = home.clone();
    let marker = marker.to_owned();
    eframe::run_native(
        "warlord",
        native,
        Box::new(move |creation| {
            pace::set(&creation.egui_ctx, way.needs_a_graphics_card());
            let app = App::open(&creation.egui_ctx, home, options.target.as_deref());
            Ok(Box::new(EventLoopApp(app.removing(marker))))
        }),
    )
}

/// wgpu without adapters that draw in software: OpenGL costs a quarter of it there.
#[cfg(feature = "wgpu")]
mod hardware {
    use std::sync::Arc;

    use eframe::egui_wgpu::{WgpuSetup, WgpuSetupCreateNew};
    use eframe::wgpu::{Adapter, DeviceType};

    pub(super) fn only() -> WgpuSetup {
        let mut setup = WgpuSetupCreateNew::without_display_handle();
        setup.native_adapter_selector = Some(Arc::new(|adapters, surface| {
            let usable = |adapter: &&Adapter| {
                adapter.get_info().device_type != DeviceType::Cpu
                    && surface.is_none_or(|surface| adapter.is_surface_supported(surface))
            };
            adapters
                .iter()
                .find(usable)
                .cloned()
                .ok_or_else(|| "no graphics card".to_owned())
        }));
        WgpuSetup::CreateNew(setup)
    }
}

fn unpremultiplied(mut pixels: Vec<u8>) -> Vec<u8> {
    for pixel in pixels.chunks_exact_mut(4) {
        // a transparent pixel has no color to restore; 1 avoids the division by zero
        let alpha = u16::from(pixel[3]).max(1);
        for channel in &mut pixel[..3] {
            *channel = (u16::from(*channel) * 255 / alpha).min(255) as u8;
        }
    }
    pixels
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ways_follow_one_another_and_end() {
        for pair in Renderer::ALL.windows(2) {
            assert_eq!(pair[0].next(), Some(pair[1]));
        }
        assert_eq!(Renderer::ALL.last().and_then(|last| last.next()), None);
        assert!(Renderer::ALL.contains(&Renderer::Glow));
    }

    #[test]
    fn a_way_asked_for_is_taken_and_one_that_hung_is_passed_over() {
        let all = Renderer::ALL;
        assert_eq!(first(None, |_| false), all[0]);
        assert_eq!(first(Some("glow"), |_| true), Renderer::Glow);
        assert_eq!(first(Some("nonsense"), |_| false), all[0]);
        let after_the_first = all.get(1).copied().unwrap_or(all[0]);
        assert_eq!(first(None, |way| way == all[0]), after_the_first);
        assert_eq!(first(None, |_| true), all[all.len() - 1]);
    }
}
