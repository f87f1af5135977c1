//! The grid over a picture, and the rulers along its edges.

use serde::{Deserialize, Serialize};

use super::raster::Canvas;
use super::scale_bar::{fill, rectangle, round_length, text_size, write_turned};
use super::theme::Theme;
use super::view::View;
use scenewright_error::{Error, Kind, Result};
use scenewright_geometry::{Affine, Path, Point, number_text};
use scenewright_scene::{Color, Stroke, label};

/// The distance of grid lines.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum Grid {
    /// A round one that suits the scale.
    Auto,
    /// A length in the scene's unit.
    Step(f64),
}

/// The greatest distance of the lines that are chosen, and the least of any, in pixels.
const MAX_AUTO: f64 = 150.0;
const MIN_DISTANCE: f64 = 4.0;

/// The number of small steps in a large one: a fifth of 1, 2 or 5 is a round number.
const PARTS: f64 = 5.0;

/// Returns the width of a ruler.
pub(super) fn ruler_width(size: [f64; 2]) -> f64 {
    text_size(size) * 1.9
}

/// Draws the lines of a grid over the drawing, so that areas do not hide them.
pub(super) fn draw_grid(canvas: &mut Canvas, theme: Theme, view: &View, grid: Grid) -> Result<()> {
    let step = match grid {
        Grid::Auto => match round_length(MAX_AUTO / view.scale) {
            Some(step) => step,
            None => return Ok(()),
        },
        Grid::Step(step) if step * view.scale >= MIN_DISTANCE => step,
        Grid::Step(step) => {
            return Err(Error::new(
                Kind::InvalidInput,
                format!(
                    "grid: lines {} apart would be closer than {MIN_DISTANCE} pixels",
                    number_text(step)
                ),
            )
            .with_hint(format!(
                "Ask for {} or more here, or for true, which chooses a round distance; or fit a smaller part.",
                number_text(round_length(MAX_AUTO / view.scale).unwrap_or(step))
            )));
        }
    };
    let small = step / PARTS;
    if grid == Grid::Auto && small * view.scale >= 2.0 * MIN_DISTANCE {
        draw_lines(canvas, theme, view, small, 0.13);
    }
    draw_lines(canvas, theme, view, step, 0.3);
    // The axes of the world.
    let color = Color { a: 0.55, ..theme.annotation() };
    for is_upright in [false, true] {
        line(canvas, view, 0.0, is_upright, &Stroke::solid(color, 1.5));
    }
    Ok(())
}

fn draw_lines(canvas: &mut Canvas, theme: Theme, view: &View, step: f64, alpha: f64) {
    let pen = Stroke::solid(Color { a: alpha, ..theme.annotation() }, 1.0);
    for is_upright in [false, true] {
        for value in multiples(view, step, is_upright) {
            line(canvas, view, value, is_upright, &pen);
        }
    }
}

/// Returns the multiples of a step that the picture shows, along x or along y.
fn multiples(view: &View, step: f64, is_along_x: bool) -> Vec<f64> {
    let Some(world) = view.world() else { return Vec::new() };
    let (from, to) = if is_along_x { (world.min.x, world.max.x) } else { (world.min.y, world.max.y) };
    let (first, last) = ((from / step).ceil(), (to / step).floor());
    let count = last - first;
    // Far from the origin, steps may be smaller than the spacing of the numbers.
    if !(0.0..=5_000.0).contains(&count) || first.abs() > 1e12 {
        return Vec::new();
    }
    (0..=count as i64).map(|index| (first + index as f64) * step).collect()
}

fn line(canvas: &mut Canvas, view: &View, value: f64, is_upright: bool, pen: &Stroke) {
    let place = view.transform * Point::new(value, value);
    // In the middle of a pixel a line is sharp.
    let sharp = |value: f64| value.floor() + 0.5;
    let ends = match is_upright {
        true => [Point::new(sharp(place.x), 0.0), Point::new(sharp(place.x), view.size[1])],
        false => [Point::new(0.0, sharp(place.y)), Point::new(view.size[0], sharp(place.y))],
    };
    stroke(canvas, ends, pen);
}

fn stroke(canvas: &mut Canvas, ends: [Point; 2], pen: &Stroke) {
    let mut path = Path::new();
    path.push_chain(ends, false);
    let outline = canvas.outline(&path, &Affine::IDENTITY);
    canvas.stroke(&outline, pen);
}

/// Draws rulers along the upper and the left edge, with numbers in the scene's unit.
pub(super) fn draw_rulers(canvas: &mut Canvas, theme: Theme, view: &View) {
    let width = ruler_width(view.size);
    let ground = Color { a: 0.92, ..theme.background() };
    fill(canvas, &rectangle([0.0, 0.0], [view.size[0], width]), &Affine::IDENTITY, ground);
    fill(canvas, &rectangle([0.0, width], [width, view.size[1]]), &Affine::IDENTITY, ground);
    let pen = Stroke::solid(theme.annotation(), 1.0);
    stroke(canvas, [Point::new(width, width - 0.5), Point::new(view.size[0], width - 0.5)], &pen);
    stroke(canvas, [Point::new(width - 0.5, width), Point::new(width - 0.5, view.size[1])], &pen);
    let Some(step) = round_length(MAX_AUTO / view.scale) else { return };
    let letters = text_size(view.size) * 0.72;
    for is_along_x in [true, false] {
        for (step, share) in [(step / PARTS, 0.25), (step, 0.5)] {
            for value in multiples(view, step, is_along_x) {
                tick(canvas, view, value, is_along_x, width * share, &pen);
            }
        }
        let mut free = width;
        for value in multiples(view, step, is_along_x) {
            let text = number_text(rounded(value, step));
            let Ok((_, length)) = label(&text, letters) else { continue };
            let place = view.transform * Point::new(value, value);
            let (along, limit) = if is_along_x {
                (place.x, view.size[0])
            } else {
                (view.size[1] - place.y, view.size[1] - width)
            };
            let begin = along + 3.0;
            if begin < free || begin + length > limit {
                continue;
            }
            free = begin + length + 4.0;
            let (at, is_turned) = match is_along_x {
                true => (Point::new(begin, width * 0.55), false),
                false => (Point::new(width * 0.55, place.y - 3.0), true),
            };
            write_turned(canvas, theme, letters, &text, at, is_turned);
        }
    }
}

fn tick(canvas: &mut Canvas, view: &View, value: f64, is_along_x: bool, length: f64, pen: &Stroke) {
    let width = ruler_width(view.size);
    let place = view.transform * Point::new(value, value);
    let along = if is_along_x { place.x } else { place.y };
    if along < width {
        return;
    }
    let along = along.floor() + 0.5;
    let ends = match is_along_x {
        true => [Point::new(along, width), Point::new(along, width - length)],
        false => [Point::new(width, along), Point::new(width - length, along)],
    };
    stroke(canvas, ends, pen);
}

/// Returns a multiple of a step without the error of its multiplication.
fn rounded(value: f64, step: f64) -> f64 {
    // Two digits more than the step has: enough for a label, few enough to hide the rounding of a product.
    let digits = (2.0 - step.log10().floor()).clamp(0.0, 12.0);
    let power = 10_f64.powf(digits);
    let rounded = (value * power).round() / power;
    // Adding 0 turns -0 into 0, which is the label of the axis.
    if rounded.is_finite() { rounded + 0.0 } else { value }
}
