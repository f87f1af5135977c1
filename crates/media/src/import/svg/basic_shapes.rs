//! The shapes that a style sheet names in the place of an element that clips.

use scenewright_geometry::{Affine, Bounds, Path, Point, Shape};

use super::area::area_of;
use super::attributes::{Axis, Sizes, closing, length};
use super::corners::rounded;
use crate::import::images::image;

/// Reads a shape such as `inset(10px)`, for something with that box; `None` for what is none.
pub(super) fn basic_shape(value: &str, bounds: Option<Bounds>, sizes: Sizes) -> Option<Shape> {
    let (name, rest) = value.trim().split_once('(')?;
    let (arguments, after) = closing(rest)?;
    // Boxes that the line, or the viewport, belongs to are not known here.
    if !matches!(after.trim(), "" | "fill-box" | "border-box") {
        return None;
    }
    let bounds = bounds.filter(|_| !name.eq_ignore_ascii_case("url"))?;
    let size = [bounds.width(), bounds.height()];
    let along = |text: &str, axis: Axis| length(text)?.in_user_units(sizes, size, axis);
    let moved = Affine::translation(bounds.min.x, bounds.min.y);
    let shape = match name.to_ascii_lowercase().as_str() {
        "inset" => {
            let (sides, round) =
                arguments.split_once("round").map_or((arguments, None), |(it, round)| (it, Some(round)));
            let words: Vec<&str> = sides.split_whitespace().collect();
            // As for all boxes of style sheets: from the top around to the left, and what is missing is as across.
            let side = |index: usize, axis: Axis| {
                let found = [index, index.saturating_sub(2), 0].into_iter().find_map(|at| words.get(at));
                along(found?, axis)
            };
            let (top, right) = (side(0, Axis::Y)?, side(1, Axis::X)?);
            let (bottom, left) = (side(2, Axis::Y)?, side(3, Axis::X)?);
            let (wide, high) = (size[0] - left - right, size[1] - top - bottom);
            if wide <= 0.0 || high <= 0.0 {
                // It leaves nothing.
                return Some(Shape::Path(Path::new()));
            }
            let radius = round.and_then(|it| along(it.split_whitespace().next()?, Axis::X)).unwrap_or(0.0);
            match radius > 0.0 {
                true => {
                    let (rx, ry) = (radius.min(0.5 * wide), radius.min(0.5 * high));
                    Shape::Path(rounded(left, top, wide, high, rx, ry))
                }
                false => Shape::rect(left + 0.5 * wide, top + 0.5 * high, wide, high).ok()?,
            }
        }
        "circle" | "ellipse" => {
            let (radii, place) =
                arguments.split_once("at ").map_or((arguments, "center"), |(radii, at)| (radii, at));
            let place: Vec<&str> = place.split_whitespace().collect();
            let share = |word: &str, axis: Axis, whole: f64| match word {
                "center" => Some(0.5 * whole),
                "left" | "top" => Some(0.0),
                "right" | "bottom" => Some(whole),
                _ => along(word, axis),
            };
            let center = Point::new(
                share(place.first()?, Axis::X, size[0])?,
                share(place.get(1).unwrap_or(&"center"), Axis::Y, size[1])?,
            );
            let sides = [center.x, size[0] - center.x, center.y, size[1] - center.y].map(f64::abs);
            let radius = |word: Option<&&str>, axis: Axis, sides: &[f64]| match word.copied() {
                None | Some("closest-side") => Some(sides.iter().copied().fold(f64::INFINITY, f64::min)),
                Some("farthest-side") => Some(sides.iter().copied().fold(0.0, f64::max)),
                Some(word) => along(word, axis),
            };
            let words: Vec<&str> = radii.split_whitespace().collect();
            let [rx, ry] = match name.eq_ignore_ascii_case("circle") {
                true => [radius(words.first(), Axis::Diagonal, &sides)?; 2],
                false => [
                    radius(words.first(), Axis::X, &sides[..2])?,
                    radius(words.get(1), Axis::Y, &sides[2..])?,
                ],
            };
            Shape::ellipse(center.x, center.y, rx, ry, 0.0).ok()?
        }
        "polygon" => {
            let (rule, points) = match arguments.split_once(',') {
                Some((rule, points)) if rule.trim().ends_with("zero") || rule.trim().ends_with("odd") => {
                    (rule.trim(), points)
                }
                _ => ("nonzero", arguments),
            };
            let point = |pair: &str| {
                let (x, y) = pair.trim().split_once(char::is_whitespace)?;
                Some(Point::new(along(x, Axis::X)?, along(y, Axis::Y)?))
            };
            let points = points.split(',').map(point).collect::<Option<Vec<Point>>>()?;
            let mut path = Path::new();
            path.push_chain(points, true);
            area_of(&path, rule == "evenodd")?
        }
        "path" => {
            let (rule, data) = arguments
                .split_once(',')
                .filter(|(it, _)| it.trim().ends_with("odd"))
                .unwrap_or(("", arguments));
            let (path, _) = Path::parse_up_to_error(
                data.trim().trim_start_matches("nonzero,").trim().trim_matches(['"', '\'']),
            );
            area_of(&path, !rule.is_empty())?
        }
        _ => return None,
    };
    Some(image(&shape, &moved))
}
