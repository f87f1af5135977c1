//! Two pictures in one.

use super::raster::Pixels;
use super::theme::Theme;
use scenewright_error::{Error, Kind, Result};

/// The width of the line between two panels, in pixels, and the least side of a panel.
const GAP: u16 = 4;
const MIN_PANEL: u16 = 16;

/// Returns the size of the second of two panels in a picture.
pub(super) fn half([width, height]: [u16; 2]) -> Result<[u16; 2]> {
    let is_wide = width >= height;
    let [_, second] = lengths([width, height])?;
    Ok(if is_wide { [second, height] } else { [width, second] })
}

/// Returns the lengths of two panels along the longer side.
fn lengths([width, height]: [u16; 2]) -> Result<[u16; 2]> {
    let length = width.max(height);
    let first = length.saturating_sub(GAP) / 2;
    if first < MIN_PANEL {
        return Err(Error::new(
            Kind::InvalidInput,
            format!("before: a picture of {width} × {height} pixels is too small for two scenes"),
        )
        .with_hint("Ask for a larger width and height."));
    }
    Ok([first, length.saturating_sub(GAP + first)])
}

/// Draws two panels beside each other, or above each other in a picture that is higher than wide. `draw` gets the size
/// of a panel, and true for the first.
pub(super) fn side_by_side(
    [width, height]: [u16; 2],
    theme: Theme,
    draw: impl Fn([u16; 2], bool) -> Result<Pixels>,
) -> Result<Pixels> {
    let is_wide = width >= height;
    let [first, second] = lengths([width, height])?;
    let size = |length: u16| if is_wide { [length, height] } else { [width, length] };
    let (one, other) = (draw(size(first), true)?, draw(size(second), false)?);
    let depth = if one.has_alpha { 4 } else { 3 };
    let annotation = theme.annotation();
    let color = [annotation.r, annotation.g, annotation.b, 1.0].map(|part| (part * 255.0).round() as u8);
    let gap: Vec<u8> = color[..depth].to_vec();
    let mut bytes = Vec::with_capacity(usize::from(width) * usize::from(height) * depth);
    if is_wide {
        let row = |length: u16| usize::from(length) * depth;
        let rows = one.bytes.chunks_exact(row(first)).zip(other.bytes.chunks_exact(row(second)));
        for (left, right) in rows {
            bytes.extend_from_slice(left);
            bytes.extend(gap.repeat(usize::from(GAP)));
            bytes.extend_from_slice(right);
        }
    } else {
        bytes.extend_from_slice(&one.bytes);
        bytes.extend(gap.repeat(usize::from(width) * usize::from(GAP)));
        bytes.extend_from_slice(&other.bytes);
    }
    Ok(Pixels { bytes, has_alpha: one.has_alpha })
}
