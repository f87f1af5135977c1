//! The shapes a scene is made of.

use std::f64::consts::{FRAC_PI_2, PI, TAU};

use serde::{Deserialize, Serialize};

use super::affine::{Affine, Point};
use super::angle::{normalized, sin_cos};
use super::bounds::Bounds;
use super::elliptic_arc::EllipticArc;
use super::extent::ArcSpan;
use super::path::{FillRule, Path, Segment};
use super::shape_error::{ShapeError, finite, number_text, positive};

/// A shape in its own coordinates.
///
/// Invariant of one that a constructor made: numbers are finite, sizes are greater than zero, a line has at least
/// two points and every ring of a polygon at least three, and a path draws something.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Shape {
    /// A whole circle.
    Circle {
        /// The centre.
        center: Point,
        /// The radius, greater than zero.
        radius: f64,
    },
    /// A rectangle with sides parallel to the axes.
    Rect {
        /// The centre, and not a corner.
        center: Point,
        /// The extent along x.
        width: f64,
        /// The extent along y.
        height: f64,
    },
    /// An open polyline.
    Line {
        /// The corners, at least two.
        points: Vec<Point>,
    },
    /// A closed outline with holes in it.
    Polygon {
        /// The corners of the outline, at least three, in either direction.
        points: Vec<Point>,
        /// The corners of each hole, at least three, in either direction.
        holes: Vec<Vec<Point>>,
    },
    /// An open arc, always counter-clockwise from `start` to `end`, less than a full turn.
    Arc {
        /// The centre of the circle that it is a part of.
        center: Point,
        /// The radius, greater than zero.
        radius: f64,
        /// The angle of its beginning, in radians from x, counter-clockwise.
        start: f64,
        /// The angle of its end, in radians; it may be less than the start angle.
        end: f64,
    },
    /// An ellipse with half axes, the first of which is turned from the x axis by the rotation, in radians.
    Ellipse {
        /// The centre.
        center: Point,
        /// The half axes, each greater than zero.
        radii: [f64; 2],
        /// The angle of the first half axis, in radians from x, counter-clockwise.
        rotation: f64,
    },
    /// A path of any number of sub-paths, open or closed.
    Path(Path),
}

/// The axis along which a mirror image is reversed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Axis {
    /// A mirror image in which left becomes right.
    X,
    /// A mirror image in which up becomes down.
    Y,
}

/// The difference from a full turn within which a sweep is one: far more than sums of decimal angles are off, and on a circle of a
/// metre a gap of a nanometre.
const FULL_TURN_TOLERANCE: f64 = 1e-9;

impl Shape {
    /// Sorts the parts of a result from left to right, and those that begin alike from below.
    pub(super) fn from_left_to_right(parts: impl Iterator<Item = Shape>) -> Vec<Shape> {
        let mut shapes: Vec<(Point, Shape)> =
            parts.map(|shape| (shape.bounds(&Affine::IDENTITY).min, shape)).collect();
        shapes.sort_by(|(one, _), (other, _)| one.x.total_cmp(&other.x).then(one.y.total_cmp(&other.y)));
        shapes.into_iter().map(|(_, shape)| shape).collect()
    }

    /// Makes a circle with its centre at `x` and `y`.
    pub fn circle(x: f64, y: f64, radius: f64) -> Result<Shape, ShapeError> {
        let center = Point::new(finite("x", x)?, finite("y", y)?);
        Ok(Shape::Circle { center, radius: positive("radius", radius)? })
    }

    /// Makes a rectangle with its centre at `x` and `y`.
    pub fn rect(x: f64, y: f64, width: f64, height: f64) -> Result<Shape, ShapeError> {
        let center = Point::new(finite("x", x)?, finite("y", y)?);
        Ok(Shape::Rect { center, width: positive("width", width)?, height: positive("height", height)? })
    }

    /// Makes an open polyline of at least two points.
    pub fn line(points: Vec<Point>) -> Result<Shape, ShapeError> {
        Ok(Shape::Line { points: checked_points("points", points, 2)? })
    }

    /// Makes a polygon of at least three points, with holes of at least three each.
    pub fn polygon(points: Vec<Point>, holes: Vec<Vec<Point>>) -> Result<Shape, ShapeError> {
        let points = checked_points("points", points, 3)?;
        let holes = holes
            .into_iter()
            .enumerate()
            .map(|(index, hole)| checked_points(&format!("holes[{index}]"), hole, 3))
            .collect::<Result<_, _>>()?;
        Ok(Shape::Polygon { points, holes })
    }

    /// Makes an arc, counter-clockwise from `start` to `end`; angles that are a full turn or more apart
    /// make a circle.
    pub fn arc(x: f64, y: f64, radius: f64, start: f64, end: f64) -> Result<Shape, ShapeError> {
        let center = Point::new(finite("x", x)?, finite("y", y)?);
        let radius = positive("radius", radius)?;
        let (start, end) = (finite("startAngle", start)?, finite("endAngle", end)?);
        if (end - start).abs() >= TAU - FULL_TURN_TOLERANCE {
            return Ok(Shape::Circle { center, radius });
        }
        if normalized(end - start) == 0.0 {
            return Err(ShapeError::new(format!(
                "startAngle and endAngle must differ, got {} twice",
                number_text(start)
            )));
        }
        Ok(Shape::Arc { center, radius, start, end })
    }

    /// Makes an ellipse with half axes along x and y, turned counter-clockwise about the centre.
    pub fn ellipse(x: f64, y: f64, rx: f64, ry: f64, rotation: f64) -> Result<Shape, ShapeError> {
        let center = Point::new(finite("cx", x)?, finite("cy", y)?);
        let radii = [positive("rx", rx)?, positive("ry", ry)?];
        Ok(Shape::Ellipse { center, radii, rotation: finite("rotation", rotation)? })
    }

    /// Makes a path from SVG path data.
    pub fn path(data: &str) -> Result<Shape, ShapeError> {
        Ok(Shape::Path(Path::parse(data)?))
    }

    /// Runs the constructor's checks again, as [`checked`](Shape::checked) does, on a shape that stays where it is.
    pub fn check(&self) -> Result<(), ShapeError> {
        match self {
            // Copying points only to look at them would cost more than the checks.
            Shape::Line { points } if points.len() >= 2 && points.iter().all(|point| point.is_finite()) => {
                Ok(())
            }
            Shape::Path(path) => {
                path.check()?;
                if path.is_empty() {
                    return Err(ShapeError::new("path draws nothing"));
                }
                Ok(())
            }
            other => other.clone().checked().map(drop),
        }
    }

    /// Runs the constructor's checks again, for a shape that came from a file or another process.
    pub fn checked(self) -> Result<Shape, ShapeError> {
        match self {
            Shape::Circle { center, radius } => Shape::circle(center.x, center.y, radius),
            Shape::Rect { center, width, height } => Shape::rect(center.x, center.y, width, height),
            Shape::Line { points } => Shape::line(points),
            Shape::Polygon { points, holes } => Shape::polygon(points, holes),
            Shape::Arc { center, radius, start, end } => Shape::arc(center.x, center.y, radius, start, end),
            Shape::Ellipse { center, radii: [rx, ry], rotation } => {
                Shape::ellipse(center.x, center.y, rx, ry, rotation)
            }
            Shape::Path(_) => self.check().map(|()| self),
        }
    }

    /// Returns the angle that an arc turns through, in radians; `None` for other shapes.
    pub fn turn(&self) -> Option<f64> {
        match self {
            Shape::Arc { start, end, .. } => Some(sweep(*start, *end)),
            _ => None,
        }
    }

    /// Returns the name of the kind, as queries and files spell it.
    pub fn kind(&self) -> &'static str {
        match self {
            Shape::Circle { .. } => "circle",
            Shape::Rect { .. } => "rect",
            Shape::Line { .. } => "line",
            Shape::Polygon { .. } => "polygon",
            Shape::Arc { .. } => "arc",
            Shape::Ellipse { .. } => "ellipse",
            Shape::Path(_) => "path",
        }
    }

    /// Returns true if the outline has no end; a path is closed when all of its sub-paths are.
    pub fn is_closed(&self) -> bool {
        match self {
            Shape::Circle { .. } | Shape::Rect { .. } | Shape::Polygon { .. } | Shape::Ellipse { .. } => true,
            Shape::Line { .. } | Shape::Arc { .. } => false,
            Shape::Path(path) => path.is_closed(),
        }
    }

    /// Returns true for a shape that is closed, and for an arc, which stands for its slice of the pie.
    pub fn has_area(&self) -> bool {
        self.is_closed() || matches!(self, Shape::Arc { .. })
    }

    /// Returns true if lines alone bound the shape.
    pub fn is_straight(&self) -> bool {
        match self {
            Shape::Rect { .. } | Shape::Line { .. } | Shape::Polygon { .. } => true,
            Shape::Circle { .. } | Shape::Arc { .. } | Shape::Ellipse { .. } => false,
            Shape::Path(path) => path.is_straight(),
        }
    }

    /// Returns the fill rule. Holes may be given in either direction, so they need the even-odd
    /// rule; paths have SVG's own.
    pub fn fill_rule(&self) -> FillRule {
        match self {
            Shape::Polygon { holes, .. } if !holes.is_empty() => FillRule::EvenOdd,
            _ => FillRule::NonZero,
        }
    }

    /// Returns the exact box of the shape's image, without stroke width.
    pub fn bounds(&self, transform: &Affine) -> Bounds {
        let fallback = || Bounds::of_point(*transform * Point::ORIGIN);
        match self {
            Shape::Circle { center, radius } => {
                let center = *transform * *center;
                let (x, y) =
                    (radius * transform.a.hypot(transform.c), radius * transform.b.hypot(transform.d));
                Bounds::of_point(Point::new(center.x - x, center.y - y))
                    .union(Bounds::of_point(Point::new(center.x + x, center.y + y)))
            }
            Shape::Rect { center, width, height } => {
                bounds_of(&corners(*center, *width, *height), transform).unwrap_or_else(fallback)
            }
            // A hole outside its outline is drawn, by the even-odd rule, and so counts.
            Shape::Line { points } => bounds_of(points, transform).unwrap_or_else(fallback),
            Shape::Polygon { points, holes } => holes
                .iter()
                .filter_map(|hole| bounds_of(hole, transform))
                .fold(bounds_of(points, transform).unwrap_or_else(fallback), Bounds::union),
            Shape::Arc { center, radius, start, end } => {
                let span = ArcSpan::circular(*center, *radius, *start, sweep(*start, *end));
                let image = span.transformed(transform);
                let [from, to] = [*start, *end].map(|angle| *transform * span.point_at(angle));
                let mut bounds = Bounds::of_point(from);
                bounds.include(to);
                image.include_extremes(from, to, &mut bounds);
                bounds
            }
            Shape::Ellipse { .. } => {
                let image = self.ellipse_span().map(|span| span.transformed(transform));
                image.map_or_else(fallback, |image| {
                    let mut bounds = Bounds::of_point(image.center);
                    image.include_extremes(image.center, image.center, &mut bounds);
                    bounds
                })
            }
            Shape::Path(path) => path.bounds(transform).unwrap_or_else(fallback),
        }
    }

    /// Returns the mirror image about a line through `center`, which is a shape of the same kind.
    pub fn mirrored(&self, axis: Axis, center: Point) -> Shape {
        let flip = |point: Point| match axis {
            Axis::X => Point::new(2.0 * center.x - point.x, point.y),
            Axis::Y => Point::new(point.x, 2.0 * center.y - point.y),
        };
        let flip_all = |points: &[Point]| points.iter().copied().map(flip).collect::<Vec<_>>();
        match self {
            Shape::Circle { center, radius } => Shape::Circle { center: flip(*center), radius: *radius },
            Shape::Rect { center, width, height } => {
                Shape::Rect { center: flip(*center), width: *width, height: *height }
            }
            Shape::Line { points } => Shape::Line { points: flip_all(points) },
            Shape::Polygon { points, holes } => Shape::Polygon {
                points: flip_all(points),
                holes: holes.iter().map(|hole| flip_all(hole)).collect(),
            },
            // The image runs the other way, so the ends change places. A difference from 0 is never the -0 that a sign makes.
            Shape::Arc { center, radius, start, end } => {
                let turn = |angle: f64| match axis {
                    Axis::X => PI - angle,
                    Axis::Y => 0.0 - angle,
                };
                Shape::Arc { center: flip(*center), radius: *radius, start: turn(*end), end: turn(*start) }
            }
            // Either mirror image is turned by the opposite angle.
            Shape::Ellipse { center, radii, rotation } => {
                Shape::Ellipse { center: flip(*center), radii: *radii, rotation: 0.0 - rotation }
            }
            Shape::Path(path) => {
                let mut image = Path::new();
                for segment in path.segments() {
                    image.push(match segment {
                        Segment::Move(to) => Segment::Move(flip(to)),
                        Segment::Line(to) => Segment::Line(flip(to)),
                        Segment::Quadratic(control, to) => Segment::Quadratic(flip(control), flip(to)),
                        Segment::Cubic(first, second, to) => {
                            Segment::Cubic(flip(first), flip(second), flip(to))
                        }
                        Segment::Arc(arc) => Segment::Arc(EllipticArc {
                            rotation: -arc.rotation,
                            positive: !arc.positive,
                            to: flip(arc.to),
                            ..arc
                        }),
                        Segment::Close => Segment::Close,
                    });
                }
                Shape::Path(image)
            }
        }
    }

    /// Returns the outline for drawing, without loss: circles and arcs stay elliptic arcs.
    pub fn to_path(&self) -> Path {
        let mut path = Path::new();
        match self {
            Shape::Circle { center, radius } => {
                push_arc(&mut path, *center, *radius, 0.0, TAU);
                path.push(Segment::Close);
            }
            Shape::Rect { center, width, height } => {
                path.push_chain(corners(*center, *width, *height), true);
            }
            Shape::Line { points } => path.push_chain(points.iter().copied(), false),
            Shape::Polygon { points, holes } => {
                path.push_chain(points.iter().copied(), true);
                for hole in holes {
                    path.push_chain(hole.iter().copied(), true);
                }
            }
            Shape::Arc { center, radius, start, end } => {
                push_arc(&mut path, *center, *radius, *start, sweep(*start, *end));
            }
            Shape::Ellipse { radii, rotation, .. } => {
                if let Some(span) = self.ellipse_span() {
                    push_span(&mut path, &span, *radii, rotation.to_degrees());
                    path.push(Segment::Close);
                }
            }
            Shape::Path(own) => return own.clone(),
        }
        path
    }

    /// Returns a circle, an ellipse or an arc as the part of an ellipse that it is; `None` for other shapes.
    pub fn span(&self) -> Option<ArcSpan> {
        match *self {
            Shape::Circle { center, radius } => Some(ArcSpan::circular(center, radius, 0.0, TAU)),
            Shape::Arc { center, radius, start, end } => {
                Some(ArcSpan::circular(center, radius, start, sweep(start, end)))
            }
            _ => self.ellipse_span(),
        }
    }

    /// Returns the whole turn of an ellipse.
    pub(super) fn ellipse_span(&self) -> Option<ArcSpan> {
        let Shape::Ellipse { center, radii: [rx, ry], rotation } = *self else { return None };
        let (sin, cos) = sin_cos(rotation);
        let (u, v) = (Point::new(rx * cos, rx * sin), Point::new(-ry * sin, ry * cos));
        Some(ArcSpan { center, u, v, start: 0.0, sweep: TAU })
    }
}

/// Returns the counter-clockwise sweep from one angle to the other, in 0 to a full turn.
fn sweep(start: f64, end: f64) -> f64 {
    let difference = end - start;
    if (0.0..TAU).contains(&difference) { difference } else { normalized(difference) }
}

/// Appends a circular arc.
fn push_arc(path: &mut Path, center: Point, radius: f64, start: f64, sweep: f64) {
    push_span(path, &ArcSpan::circular(center, radius, start, sweep), [radius, radius], 0.0);
}

/// Appends an arc in quarters at most: a half turn has its centre on its chord, where rounding moves it most.
fn push_span(path: &mut Path, span: &ArcSpan, radii: [f64; 2], rotation: f64) {
    path.push(Segment::Move(span.point_at(span.start)));
    // A sweep that rounding has made longer than its quarters needs no further arc.
    let count = (span.sweep / FRAC_PI_2 - 1e-9).ceil().max(1.0);
    for index in 1..=count as usize {
        let to = span.point_at(span.start + span.sweep * index as f64 / count);
        path.push(Segment::Arc(EllipticArc { radii, rotation, large: false, positive: true, to }));
    }
}

fn corners(center: Point, width: f64, height: f64) -> [Point; 4] {
    let (x, y) = (width * 0.5, height * 0.5);
    [(-x, -y), (x, -y), (x, y), (-x, y)].map(|(dx, dy)| Point::new(center.x + dx, center.y + dy))
}

fn bounds_of(points: &[Point], transform: &Affine) -> Option<Bounds> {
    Bounds::of_points(points.iter().map(|point| *transform * *point))
}

fn checked_points(argument: &str, points: Vec<Point>, least: usize) -> Result<Vec<Point>, ShapeError> {
    if points.len() < least {
        return Err(ShapeError::new(format!(
            "{argument} must hold at least {least} points, got {}",
            points.len()
        )));
    }
    points
        .into_iter()
        .enumerate()
        .map(|(index, point)| {
            let coordinate = |axis: &str, value: f64| match finite("", value) {
                Ok(value) => Ok(value),
                Err(_) => finite(&format!("{argument}[{index}].{axis}"), value),
            };
            Ok(Point::new(coordinate("x", point.x)?, coordinate("y", point.y)?))
        })
        .collect()
}
