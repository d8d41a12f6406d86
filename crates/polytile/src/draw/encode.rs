//! Rows of pixels as a PNG file.

use super::error::DrawError;
use super::raster::Inks;
use crate::run::Stopped;
use std::io::Write;

/// Writes a PNG file of `width` x `height` pixels: `fill` puts row `y`, numbers of `inks`, into an empty vector.
pub(super) fn write_rows(
    out: &mut impl Write,
    width: u32,
    height: u32,
    inks: &Inks,
    mut fill: impl FnMut(usize, &mut Vec<u32>) -> Result<(), Stopped>,
) -> Result<(), DrawError> {
    let failed = |error: png::EncodingError| unencoded(&error);
    let mut encoder = png::Encoder::new(out, width, height);
    encoder.set_depth(png::BitDepth::Eight);
    // Most rows equal the one above, which this filter turns into zeros.
    encoder.set_filter(png::Filter::Up);
    let (clear, inks) = (inks.clear(), inks.list());
    let indexed = inks.len() <= 256;
    if indexed {
        encoder.set_color(png::ColorType::Indexed);
        encoder.set_palette(inks.concat());
        if clear.is_some() {
            encoder.set_trns(vec![0]);
        }
    } else {
        encoder.set_color(png::ColorType::Rgb);
        // The colour that is nothing, as numbers of 16 bits.
        if let Some(colour) = clear {
            encoder.set_trns(colour.into_iter().flat_map(|part| [0, part]).collect::<Vec<u8>>());
        }
    }
    let mut writer = encoder.write_header().map_err(failed)?;
    let mut stream = writer.stream_writer().map_err(failed)?;
    let (mut pixels, mut bytes) = (Vec::new(), Vec::new());
    for y in 0..height as usize {
        pixels.clear();
        fill(y, &mut pixels)?;
        bytes.clear();
        if indexed {
            bytes.extend(pixels.iter().map(|&ink| ink as u8));
        } else {
            bytes.extend(pixels.iter().flat_map(|&ink| inks[ink as usize]));
        }
        stream.write_all(&bytes).map_err(|error| unencoded(&error))?;
    }
    stream.finish().map_err(failed)?;
    writer.finish().map_err(failed)
}

fn unencoded(error: &dyn std::error::Error) -> DrawError {
    DrawError::Unencoded { what: "picture", why: error.to_string() }
}
