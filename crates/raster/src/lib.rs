//! Pictures as pixels: a drawing as PNG, and drawings one after the other as GIF.
//!
//! ```
//! use picture::{Picture, Scene};
//!
//! let scenario = scenario::load("river").expect("built in").expect("valid");
//! let scene = Scene::of_start(&scenario.start(&[]).expect("the scenario's own options"));
//! let svg = Picture::new(&scene, scenario.title()).with_cell(12).to_string();
//! assert!(raster::png(&svg).expect("drawn").starts_with(b"\x89PNG"));
//! assert!(raster::gif([svg.clone(), svg], 100).expect("drawn").starts_with(b"GIF89a"));
//! ```

use gif::{Encoder, Frame, Repeat};
use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg;

/// Why a drawing has no pixels.
#[derive(Debug, thiserror::Error)]
pub enum RasterError {
    /// The text is no drawing.
    #[error("the drawing cannot be read")]
    Unread(#[from] usvg::Error),
    /// The drawing has more pixels than memory, or than the format allows.
    #[error("the picture is too large: {0} by {1} pixels")]
    TooLarge(u32, u32),
    /// The PNG was not made.
    #[error("the picture cannot be written as PNG: {0}")]
    Png(String),
    /// The GIF was not made.
    #[error("the pictures cannot be written as GIF")]
    Gif(#[from] gif::EncodingError),
    /// There was no picture to begin with.
    #[error("there is no picture to write")]
    Nothing,
}

fn draw(svg: &str) -> Result<Pixmap, RasterError> {
    let tree = usvg::Tree::from_str(svg, &usvg::Options::default())?;
    let size = tree.size().to_int_size();
    let (width, height) = (size.width(), size.height());
    let mut pixels = Pixmap::new(width, height).ok_or(RasterError::TooLarge(width, height))?;
    resvg::render(&tree, Transform::identity(), &mut pixels.as_mut());
    Ok(pixels)
}

/// A drawing in SVG as PNG.
///
/// # Errors
/// The text is no drawing, or the drawing is too large.
pub fn png(svg: &str) -> Result<Vec<u8>, RasterError> {
    let pixels = draw(svg)?.encode_png();
    pixels.map_err(|error| RasterError::Png(error.to_string()))
}

/// The effort for the colors of a GIF, from 1, the most, to 30. Boards have few colors: ten looks like one.
const SPEED: i32 = 10;

/// Drawings in SVG, all of the first one's size, as a GIF without end that shows each for that many hundredths of a second.
///
/// # Errors
/// There is no drawing, a text is no drawing, or a drawing is too large.
pub fn gif(
    frames: impl IntoIterator<Item = String>,
    hundredths: u16,
) -> Result<Vec<u8>, RasterError> {
    let mut file = None;
    for svg in frames {
        let pixels = draw(&svg)?;
        let size = (pixels.width(), pixels.height());
        // a GIF counts each side in 16 bits
        let too_large = |_| RasterError::TooLarge(size.0, size.1);
        let width = u16::try_from(size.0).map_err(too_large)?;
        let height = u16::try_from(size.1).map_err(too_large)?;
        if file.is_none() {
            let mut encoder = Encoder::new(Vec::new(), width, height, &[])?;
            encoder.set_repeat(Repeat::Infinite)?;
            file = Some(encoder);
        }
        let mut colors: Vec<u8> = pixels.pixels().iter().flat_map(opaque).collect();
        let mut frame = Frame::from_rgba_speed(width, height, &mut colors, SPEED);
        frame.delay = hundredths;
        if let Some(file) = &mut file {
            file.write_frame(&frame)?;
        }
    }
    let file = file.ok_or(RasterError::Nothing)?;
    file.into_inner().map_err(RasterError::Gif)
}

/// A pixel without its transparency, which a GIF shows badly at round corners.
fn opaque(pixel: &resvg::tiny_skia::PremultipliedColorU8) -> [u8; 4] {
    let [red, green, blue, alpha] = [pixel.red(), pixel.green(), pixel.blue(), pixel.alpha()];
    // the parts come multiplied by alpha, so the white behind them only has to be added
    let over_white = |part: u8| part.saturating_add(255 - alpha);
    [over_white(red), over_white(green), over_white(blue), 255]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn square(color: &str) -> String {
        format!(
            "<svg xmlns='http://www.w3.org/2000/svg' width='8' height='8'><path fill='{color}' d='M0 0h8v8h-8z'/></svg>"
        )
    }

    #[test]
    fn a_gif_has_each_frame_with_its_color_and_time() {
        let bytes = gif([square("#f00"), square("#00f")], 50).expect("drawn");
        let mut options = gif::DecodeOptions::new();
        options.set_color_output(gif::ColorOutput::RGBA);
        let mut file = options.read_info(bytes.as_slice()).expect("a GIF");
        let mut seen = Vec::new();
        while let Some(frame) = file.read_next_frame().expect("a frame") {
            seen.push((frame.delay, frame.buffer[..4].to_vec()));
        }
        assert_eq!(
            seen,
            [(50, vec![255, 0, 0, 255]), (50, vec![0, 0, 255, 255])]
        );
    }

    #[test]
    fn nothing_and_nonsense_are_reported() {
        assert!(matches!(gif([], 1), Err(RasterError::Nothing)));
        assert!(matches!(png("nonsense"), Err(RasterError::Unread(_))));
    }
}
