//! The annotations around the drawing: the scale bar and the legend.

use super::raster::Canvas;
use super::theme::{ADDED, CHANGED, REMOVED, Theme};
use scenewright_geometry::{Affine, FillRule, Path, Point, number_text};
use scenewright_scene::{Color, Stroke, Units, label};

/// The distance of annotations from the edges, in pixels.
const EDGE: f64 = 14.0;

/// The least width of a picture that has room for annotations.
pub(super) const MIN_WIDTH: u32 = 200;
pub(super) const MIN_HEIGHT: u32 = 120;

/// Returns the height at the bottom that the scale bar takes.
pub(super) fn bar_height(size: [f64; 2]) -> f64 {
    EDGE + text_size(size) * 1.6
}

/// Draws a bar of a round length into the lower left corner.
pub(super) fn draw_scale_bar(
    canvas: &mut Canvas,
    theme: Theme,
    size: [f64; 2],
    ruler: f64,
    pixels_per_unit: f64,
    units: Units,
) {
    let Some(length) = round_length(size[0] * 0.2 / pixels_per_unit) else {
        return;
    };
    let text_size = text_size(size);
    let text = format!("{} {}", number_text(length), units.as_str());
    let (left, right) = (ruler + EDGE, ruler + EDGE + length * pixels_per_unit);
    let bottom = size[1] - EDGE;
    let begin = right + 8.0;
    let text_width = label(&text, text_size).map_or(0.0, |(_, width)| width);
    plate(canvas, theme, [left, bottom - text_size], [begin + text_width, bottom]);
    let mut bar = Path::new();
    let points = [(left, bottom - 6.0), (left, bottom), (right, bottom), (right, bottom - 6.0)];
    bar.push_chain(points.map(|(x, y)| Point::new(x, y)), false);
    let bar = canvas.outline(&bar, &Affine::IDENTITY);
    canvas.stroke(&bar, &Stroke::solid(theme.annotation(), 1.5));
    write(canvas, theme, text_size, &text, Point::new(begin, bottom));
}

/// Draws the numbers of added, changed and removed entities into the upper left corner.
pub(super) fn draw_legend(canvas: &mut Canvas, theme: Theme, size: [f64; 2], ruler: f64, counts: [usize; 3]) {
    let rows =
        [(ADDED, "added", counts[0]), (CHANGED, "changed", counts[1]), (REMOVED, "removed", counts[2])];
    let edge = ruler + EDGE;
    let text_size = text_size(size);
    let mut baseline = edge + text_size * 0.8;
    let lines = counts.iter().filter(|count| **count > 0).count().max(1) as f64;
    plate(canvas, theme, [edge, edge], [edge + text_size * 8.0, edge + text_size * (1.5 * lines - 0.5)]);
    for (color, word, count) in rows.into_iter().filter(|(_, _, count)| *count > 0) {
        square(canvas, Point::new(edge, baseline), text_size * 0.75, color);
        let begin = Point::new(edge + text_size + 4.0, baseline);
        write(canvas, theme, text_size, &format!("{word} {count}"), begin);
        baseline += text_size * 1.5;
    }
    if counts == [0, 0, 0] {
        write(canvas, theme, text_size, "no changes", Point::new(edge, baseline));
    }
}

/// Writes a line into the upper right corner.
pub(super) fn draw_note(canvas: &mut Canvas, theme: Theme, size: [f64; 2], ruler: f64, text: &str) {
    if text.is_empty() {
        return;
    }
    let text_size = text_size(size);
    let width = label(text, text_size).map_or(0.0, |(_, width)| width);
    let (left, top) = (size[0] - EDGE - width, ruler + EDGE);
    plate(canvas, theme, [left, top], [left + width, top + text_size]);
    write(canvas, theme, text_size, text, Point::new(left, top + text_size * 0.85));
}

/// Returns the greatest of 1, 2 and 5 times a power of ten that is not above the limit.
pub(super) fn round_length(limit: f64) -> Option<f64> {
    if !limit.is_finite() || limit <= 0.0 {
        return None;
    }
    let exponent = limit.log10().floor();
    // Dividing by a whole power gives the nearest number to 0.02, multiplying by 0.01 would not.
    let power = |factor: f64, exponent: f64| {
        if exponent < 0.0 { factor / 10_f64.powf(-exponent) } else { factor * 10_f64.powf(exponent) }
    };
    let candidates =
        [power(5.0, exponent), power(2.0, exponent), power(1.0, exponent), power(5.0, exponent - 1.0)];
    candidates.into_iter().find(|length| *length <= limit && *length > 0.0 && length.is_finite())
}

/// Returns the size of letters for a picture of that size, in pixels.
pub(super) fn text_size(size: [f64; 2]) -> f64 {
    (size[0].min(size[1]) / 55.0).clamp(12.0, 32.0)
}

/// Veils the drawing behind the annotations.
fn plate(canvas: &mut Canvas, theme: Theme, min: [f64; 2], max: [f64; 2]) {
    let around = 6.0;
    let (min, max) = (min.map(|edge| edge - around), max.map(|edge| edge + around));
    let veil = Color { a: 0.8, ..theme.background() };
    fill(canvas, &rectangle(min, max), &Affine::IDENTITY, veil);
}

fn square(canvas: &mut Canvas, corner: Point, side: f64, color: Color) {
    let path = rectangle([corner.x, corner.y - side], [corner.x + side, corner.y]);
    fill(canvas, &path, &Affine::IDENTITY, color);
}

pub(super) fn rectangle(min: [f64; 2], max: [f64; 2]) -> Path {
    let mut path = Path::new();
    let corners = [[min[0], min[1]], [max[0], min[1]], [max[0], max[1]], [min[0], max[1]]];
    path.push_chain(corners.map(Point::from), true);
    path
}

pub(super) fn fill(canvas: &mut Canvas, path: &Path, place: &Affine, color: Color) {
    let outline = canvas.outline(path, place);
    canvas.fill(&outline, FillRule::NonZero, color);
}

/// Writes text as an ornament: when it cannot be set, the picture goes without it.
fn write(canvas: &mut Canvas, theme: Theme, text_size: f64, text: &str, baseline: Point) {
    if let Ok((outline, _)) = label(text, text_size) {
        let place = Affine::translation(baseline.x, baseline.y) * Affine::scale(1.0, -1.0);
        fill(canvas, &outline, &place, theme.annotation());
    }
}

/// Writes text along the edge of a picture, upwards where it is turned.
pub(super) fn write_turned(
    canvas: &mut Canvas,
    theme: Theme,
    text_size: f64,
    text: &str,
    baseline: Point,
    is_turned: bool,
) {
    let Ok((outline, _)) = label(text, text_size) else { return };
    let turn = if is_turned { Affine::rotation(-std::f64::consts::FRAC_PI_2) } else { Affine::IDENTITY };
    let place = Affine::translation(baseline.x, baseline.y) * turn * Affine::scale(1.0, -1.0);
    fill(canvas, &outline, &place, theme.annotation());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scale_bar_length_is_round() {
        let cases =
            [(320.0, 200.0), (99.9, 50.0), (1.0, 1.0), (0.03, 0.02), (7e-7, 5e-7), (1e20, 1e20), (1.9, 1.0)];
        for (limit, expected) in cases {
            assert_eq!(round_length(limit), Some(expected), "{limit}");
        }
        assert_eq!(round_length(0.0), None);
        assert_eq!(round_length(f64::INFINITY), None);
    }
}
