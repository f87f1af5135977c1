//! Gradients as steps: areas of one colour each.

use roxmltree::Node;
use scenewright_geometry::{Affine, Bounds, Point, Shape};
use scenewright_scene::Color;

use super::attributes::{Axis, Sizes, length};

/// The difference of a channel between two steps: less is hardly seen side by side.
const STEP: f64 = 8.0 / 255.0;

/// The most steps between two stops, from black to white one for each [`STEP`], and the most in all: each is an area of its own.
const MAX_STEPS: usize = 32;
const MAX_BANDS: usize = 400;

/// The most times that a gradient is repeated on one side: 16 times as many steps as one range of colours may have are more
/// than [`MAX_BANDS`].
const MAX_REPEATS: f64 = 16.0;

/// A gradient in the coordinates of a shape.
#[derive(Clone, Debug)]
pub(super) struct Gradient {
    /// The colours with their places, which rise from 0 to 1.
    pub(super) stops: Vec<(f64, Color)>,
    pub(super) spread: Spread,
    pub(super) form: Form,
    /// The gradient's own coordinates in those of the shape.
    pub(super) place: Affine,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Spread {
    Pad,
    Reflect,
    Repeat,
}

#[derive(Clone, Copy, Debug)]
pub(super) enum Form {
    Linear { from: Point, to: Point },
    Radial { focus: Point, focal_radius: f64, center: Point, radius: f64 },
}

/// The range in which a gradient has one colour.
#[derive(Clone, Copy, Debug)]
struct Band {
    start: f64,
    end: f64,
    color: Color,
}

impl Gradient {
    /// Returns areas that cover a box, those behind first. Each lies upon the one before, so that no seam is between them;
    /// where colours are translucent, they stand side by side.
    pub(super) fn steps(&self, bounds: &Bounds) -> Vec<(Shape, Color)> {
        let Some(back) = self.place.inverse() else { return Vec::new() };
        let corners = [
            bounds.min,
            Point::new(bounds.max.x, bounds.min.y),
            bounds.max,
            Point::new(bounds.min.x, bounds.max.y),
        ]
        .map(|corner| back * corner);
        let is_opaque = self.stops.iter().all(|(_, color)| color.a >= 1.0);
        let whole = || {
            let corners = [
                bounds.min,
                Point::new(bounds.max.x, bounds.min.y),
                bounds.max,
                Point::new(bounds.min.x, bounds.max.y),
            ];
            Shape::Polygon { points: corners.to_vec(), holes: Vec::new() }
        };
        let last = self.stops.last().map_or(Color::BLACK, |(_, color)| *color);
        match self.form {
            Form::Linear { from, to } => {
                let along = Point::new(to.x - from.x, to.y - from.y);
                let size = along.x * along.x + along.y * along.y;
                if size <= 0.0 {
                    return vec![(whole(), last)];
                }
                let at = |point: Point| ((point.x - from.x) * along.x + (point.y - from.y) * along.y) / size;
                let aside =
                    |point: Point| ((point.y - from.y) * along.x - (point.x - from.x) * along.y) / size;
                let (low, high) = range(corners.map(at));
                let (left, right) = range(corners.map(aside));
                let strip = |start: f64, end: f64| {
                    let corner = |at: f64, aside: f64| {
                        let point = Point::new(
                            from.x + along.x * at - along.y * aside,
                            from.y + along.y * at + along.x * aside,
                        );
                        self.place * point
                    };
                    let points = vec![
                        corner(start, left),
                        corner(end, left),
                        corner(end, right),
                        corner(start, right),
                    ];
                    Shape::Polygon { points, holes: Vec::new() }
                };
                let bands = self.bands(low, high);
                let seen = bands.iter().filter(|band| band.end > low && band.start < high);
                seen.map(|band| {
                    // Opaque strips reach to the end, and the next one covers them: between two that only touch,
                    // renderers show a seam.
                    let end = if is_opaque { high } else { band.end.min(high) };
                    (strip(band.start.max(low), end), band.color)
                })
                .collect()
            }
            Form::Radial { focus, focal_radius, center, radius } => {
                if radius <= 0.0 {
                    return vec![(whole(), last)];
                }
                let disc = |at: f64| {
                    let own = focal_radius + at * (radius - focal_radius);
                    let x = focus.x + at * (center.x - focus.x);
                    let y = focus.y + at * (center.y - focus.y);
                    (own > 0.0).then(|| {
                        let circle = Shape::Circle { center: Point::new(x, y), radius: own };
                        crate::import::images::image(&circle, &self.place)
                    })
                };
                let far = corners.iter().map(|corner| corner.distance_to(center)).fold(0.0, f64::max);
                let most = (far / radius + 1.0).min(MAX_REPEATS);
                let mut bands = self.bands(0.0, most);
                bands.retain(|band| band.end > 0.0);
                // From the outside in, as each disc covers the middle of the one before.
                bands.reverse();
                let Some(outer) = bands.first() else { return Vec::new() };
                let mut areas = Vec::with_capacity(bands.len());
                let ring = |band: &Band, around: Option<Shape>| match disc(band.start).filter(|_| !is_opaque)
                {
                    None => around,
                    Some(inner) => {
                        let parts = [around?.to_path(), inner.to_path()];
                        crate::import::rings::area(parts.to_vec())
                    }
                };
                areas.extend(ring(outer, Some(whole())).map(|shape| (shape, outer.color)));
                for band in &bands[1..] {
                    areas.extend(ring(band, disc(band.end)).map(|shape| (shape, band.color)));
                }
                areas
            }
        }
    }

    /// Returns where the gradient has which colour, from the least place to the greatest that are asked for.
    fn bands(&self, low: f64, high: f64) -> Vec<Band> {
        let mut period: Vec<Band> = Vec::new();
        let (Some((first_at, first)), Some((last_at, last))) = (self.stops.first(), self.stops.last()) else {
            return period;
        };
        period.push(Band { start: 0.0, end: *first_at, color: *first });
        for pair in self.stops.windows(2) {
            let [(from, one), (to, other)] = [pair[0], pair[1]];
            let way = [other.r - one.r, other.g - one.g, other.b - one.b, other.a - one.a];
            let most = way.iter().fold(0.0_f64, |most, it| most.max(it.abs()));
            let count = ((most / STEP).ceil() as usize).clamp(1, MAX_STEPS);
            for step in 0..count {
                let at = |step: usize| from + (to - from) * step as f64 / count as f64;
                // The colour in the middle of a step, so that the error is the same on both sides.
                let share = (step as f64 + 0.5) / count as f64;
                let mix = |index: usize, from: f64| from + way[index] * share;
                let color = Color { r: mix(0, one.r), g: mix(1, one.g), b: mix(2, one.b), a: mix(3, one.a) };
                period.push(Band { start: at(step), end: at(step + 1), color });
            }
        }
        period.push(Band { start: *last_at, end: 1.0, color: *last });
        if self.spread == Spread::Pad {
            if let Some(band) = period.first_mut() {
                band.start = f64::NEG_INFINITY;
            }
            if let Some(band) = period.last_mut() {
                band.end = f64::INFINITY;
            }
            period.retain(|band| band.end > band.start);
            return period;
        }
        period.retain(|band| band.end > band.start);
        let (first, end) = (low.floor().max(-MAX_REPEATS), high.ceil().min(MAX_REPEATS));
        let mut bands = Vec::new();
        let mut turn = first;
        while turn < end && bands.len() < MAX_BANDS {
            // Every other turn, also to the left of the beginning, where turns are negative.
            let is_mirrored = self.spread == Spread::Reflect && turn.rem_euclid(2.0) == 1.0;
            if is_mirrored {
                bands.extend(period.iter().rev().map(|band| Band {
                    start: turn + 1.0 - band.end,
                    end: turn + 1.0 - band.start,
                    color: band.color,
                }));
            } else {
                bands.extend(period.iter().map(|band| Band {
                    start: turn + band.start,
                    end: turn + band.end,
                    color: band.color,
                }));
            }
            turn += 1.0;
        }
        bands
    }
}

fn range(values: [f64; 4]) -> (f64, f64) {
    values.iter().fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), at| (low.min(*at), high.max(*at)))
}

/// Returns the value of an attribute of a paint, or of those that it refers to.
pub(super) fn inherited<'a>(chain: &[Node<'a, '_>], name: &str) -> Option<&'a str> {
    chain.iter().find_map(|node| node.attribute(name))
}

/// Reads a coordinate of a paint: a share of the shape's box, or a length in the coordinates around it.
pub(super) fn coordinate(text: &str, is_of_box: bool, view: [f64; 2], axis: Axis) -> Option<f64> {
    length(text)?.in_user_units(Sizes::USUAL, if is_of_box { [1.0, 1.0] } else { view }, axis)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn gradient(form: Form, spread: Spread) -> Gradient {
        let color = |r: f64| Color { r, g: 0.0, b: 0.0, a: 1.0 };
        Gradient { stops: vec![(0.0, color(0.0)), (1.0, color(1.0))], spread, form, place: Affine::IDENTITY }
    }

    fn color_at(steps: &[(Shape, Color)], point: Point) -> f64 {
        let holds = |shape: &Shape| {
            shape.area_outline(&Affine::IDENTITY, 1e-3).unwrap().is_some_and(|outline| outline.holds(point))
        };
        steps.iter().rev().find(|(shape, _)| holds(shape)).map_or(f64::NAN, |(_, color)| color.r)
    }

    #[test]
    fn steps_have_the_colours_of_the_gradient() {
        let bounds = Bounds { min: Point::new(-50.0, 0.0), max: Point::new(250.0, 20.0) };
        let form = Form::Linear { from: Point::new(0.0, 0.0), to: Point::new(100.0, 0.0) };
        let cases: [(Spread, [(f64, f64); 4]); 3] = [
            (Spread::Pad, [(-40.0, 0.0), (25.0, 0.25), (75.0, 0.75), (200.0, 1.0)]),
            (Spread::Repeat, [(-40.0, 0.6), (25.0, 0.25), (125.0, 0.25), (230.0, 0.3)]),
            (Spread::Reflect, [(-40.0, 0.4), (25.0, 0.25), (125.0, 0.75), (230.0, 0.3)]),
        ];
        for (spread, places) in cases {
            let steps = gradient(form, spread).steps(&bounds);
            for (x, expected) in places {
                let found = color_at(&steps, Point::new(x, 10.0));
                assert!((found - expected).abs() < 0.03, "{spread:?} at {x}: {found}");
            }
        }
        let center = Point::new(0.0, 10.0);
        let form = Form::Radial { focus: center, focal_radius: 0.0, center, radius: 100.0 };
        let steps = gradient(form, Spread::Pad).steps(&bounds);
        for (x, expected) in [(1.0, 0.01), (50.0, 0.5), (-40.0, 0.4), (240.0, 1.0)] {
            let found = color_at(&steps, Point::new(x, 10.0));
            assert!((found - expected).abs() < 0.03, "at {x}: {found}");
        }
    }
}
