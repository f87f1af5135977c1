//! Rings around changes that are too small to be seen by their colour.

use std::collections::BTreeMap;

use super::raster::Canvas;
use super::theme::Theme;
use super::view::View;
use scenewright_geometry::{Affine, Bounds, Path, Point, Shape};
use scenewright_scene::{Color, Stroke};

/// The longer side, in pixels, from which on a change is seen without a ring.
const SEEN: f64 = 18.0;

/// The side of the squares in which changes share a ring, and the least radius of one, in pixels.
const SHARED: f64 = 48.0;
const MIN_RADIUS: f64 = 15.0;

/// The most rings: where there are more, the whole picture has changed.
const MAX_RINGS: usize = 60;

/// Draws rings around small changes, which are given as boxes in the world with their colours.
pub(super) fn draw_rings<'a>(
    canvas: &mut Canvas,
    theme: Theme,
    view: &View,
    changes: impl Iterator<Item = (Bounds, Color)> + 'a,
) {
    let mut rings: BTreeMap<(i64, i64), (Bounds, Color)> = BTreeMap::new();
    for (bounds, color) in changes {
        let bounds = view.pixels(&bounds);
        if !view.shows(&bounds, 0.0) || bounds.width().max(bounds.height()) > SEEN {
            continue;
        }
        let center = bounds.center();
        let square = ((center.x / SHARED).floor() as i64, (center.y / SHARED).floor() as i64);
        let ring = rings.entry(square).or_insert((bounds, color));
        ring.0 = ring.0.union(bounds);
    }
    if rings.len() > MAX_RINGS {
        return;
    }
    for (bounds, color) in rings.into_values() {
        let radius = (bounds.width().hypot(bounds.height()) * 0.5 + 7.0).max(MIN_RADIUS);
        let Ok(circle) = Shape::circle(0.0, 0.0, radius) else { continue };
        let center: Point = bounds.center();
        let path: Path = circle.to_path();
        let outline = canvas.outline(&path, &Affine::translation(center.x, center.y));
        canvas.stroke(&outline, &Stroke::solid(Color { a: 0.75, ..theme.background() }, 6.0));
        canvas.stroke(&outline, &Stroke::solid(color, 2.5));
    }
}

/// The radius of the ring around a place, and the length of the cross in it, in pixels.
const MARK_RADIUS: f64 = 16.0;
const MARK_CROSS: f64 = 6.0;

/// The colour of the places where a rule is broken: none that a change has.
const MARK: Color = Color { r: 0.85, g: 0.0, b: 0.55, a: 1.0 };

/// Marks places by a ring with a cross in it. One outside of the picture is marked at its edge.
pub(super) fn draw_marks(canvas: &mut Canvas, theme: Theme, view: &View, places: &[[f64; 2]]) {
    for [x, y] in places {
        let at = view.pixels(&Bounds::of_point(Point::new(*x, *y))).center();
        let [width, height] = view.size;
        let at = Point::new(
            at.x.clamp(MARK_RADIUS, (width - MARK_RADIUS).max(MARK_RADIUS)),
            at.y.clamp(MARK_RADIUS, (height - MARK_RADIUS).max(MARK_RADIUS)),
        );
        let line = |dx: f64, dy: f64| Shape::line(vec![Point::new(-dx, -dy), Point::new(dx, dy)]);
        let shapes = [
            Shape::circle(0.0, 0.0, MARK_RADIUS),
            line(MARK_CROSS, MARK_CROSS),
            line(MARK_CROSS, -MARK_CROSS),
        ];
        for pen in [Stroke::solid(Color { a: 0.75, ..theme.background() }, 7.0), Stroke::solid(MARK, 3.0)] {
            for shape in shapes.iter().flatten() {
                let outline = canvas.outline(&shape.to_path(), &Affine::translation(at.x, at.y));
                canvas.stroke(&outline, &pen);
            }
        }
    }
}
