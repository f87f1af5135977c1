//! Images of shapes under affine transforms, as exact as the shapes are.

use std::f64::consts::TAU;

use scenewright_geometry::{Affine, Path, Point, Segment, Shape};

/// The share of a size below which two numbers of a shape are the same.
const SAME: f64 = 1e-12;

/// Returns the image of a shape: a circle stays a circle where the transform lets it, and is an ellipse elsewhere.
pub(crate) fn image(shape: &Shape, transform: &Affine) -> Shape {
    let factor = transform.similarity_factor();
    let is_mirroring = transform.determinant() < 0.0;
    let moved = |points: &[Point]| points.iter().map(|point| *transform * *point).collect::<Vec<Point>>();
    match shape {
        Shape::Line { points } => Shape::Line { points: moved(points) },
        Shape::Polygon { points, holes } => {
            Shape::Polygon { points: moved(points), holes: holes.iter().map(|hole| moved(hole)).collect() }
        }
        Shape::Rect { center, width, height } if transform.is_axis_aligned() => Shape::Rect {
            center: *transform * *center,
            width: width * transform.a.abs(),
            height: height * transform.d.abs(),
        },
        Shape::Rect { center, width, height } => {
            let corners = [(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)];
            let corner = |(x, y)| *transform * Point::new(center.x + x * width, center.y + y * height);
            Shape::Polygon { points: corners.map(corner).to_vec(), holes: Vec::new() }
        }
        Shape::Circle { center, radius } => match factor {
            Some(factor) => Shape::Circle { center: *transform * *center, radius: radius * factor },
            None => ellipse(*center, Point::new(*radius, 0.0), Point::new(0.0, *radius), transform),
        },
        Shape::Ellipse { center, radii, rotation } => {
            let turned = Affine::rotation(*rotation);
            let (u, v) = (Point::new(radii[0], 0.0), Point::new(0.0, radii[1]));
            ellipse(*center, turned.displace(u), turned.displace(v), transform)
        }
        Shape::Arc { center, radius, start, end } => match factor {
            Some(factor) => {
                let turned = |angle: f64| {
                    let direction = transform.displace(Point::new(angle.cos(), angle.sin()));
                    direction.y.atan2(direction.x)
                };
                let (from, to) = if is_mirroring { (end, start) } else { (start, end) };
                Shape::Arc {
                    center: *transform * *center,
                    radius: radius * factor,
                    start: turned(*from),
                    end: turned(*to),
                }
            }
            None => Shape::Path(shape.to_path().transformed(transform)),
        },
        Shape::Path(path) => Shape::Path(path.transformed(transform)),
    }
}

/// Returns the ellipse with two conjugate half axes under a transform.
fn ellipse(center: Point, u: Point, v: Point, transform: &Affine) -> Shape {
    let (u, v) = (transform.displace(u), transform.displace(v));
    let center = *transform * center;
    // The axes are the extremes of u cos t + v sin t.
    let t = 0.5 * (2.0 * (u.x * v.x + u.y * v.y)).atan2(u.x * u.x + u.y * u.y - v.x * v.x - v.y * v.y);
    let (sin, cos) = t.sin_cos();
    let major = Point::new(u.x * cos + v.x * sin, u.y * cos + v.y * sin);
    let minor = Point::new(v.x * cos - u.x * sin, v.y * cos - u.y * sin);
    let (long, short) = (major.x.hypot(major.y), minor.x.hypot(minor.y));
    if (long - short).abs() <= SAME * long {
        return Shape::Circle { center, radius: long };
    }
    Shape::Ellipse { center, radii: [long, short], rotation: major.y.atan2(major.x) }
}

/// Returns the shape that an outline of one path is: a circle, a polygon or a line where it is one.
pub(crate) fn plain_shape(path: Path) -> Option<Shape> {
    if path.is_empty() {
        return None;
    }
    let segments: Vec<Segment> = path.segments().collect();
    let is_one = segments.iter().filter(|it| matches!(it, Segment::Move(_))).count() == 1;
    if is_one && path.is_straight() {
        let closed = path.is_closed();
        let mut points: Vec<Point> = segments
            .iter()
            .filter_map(|segment| match segment {
                Segment::Move(to) | Segment::Line(to) => Some(*to),
                _ => None,
            })
            .collect();
        if closed && points.len() > 3 && points.first() == points.last() {
            points.pop();
        }
        return match (closed, points.len()) {
            (true, 3..) => Some(Shape::Polygon { points, holes: Vec::new() }),
            (false, 2..) => Some(Shape::Line { points }),
            _ => Some(Shape::Path(path)),
        };
    }
    if let (true, Some(circle)) = (is_one, circle_of(&segments)) {
        return Some(circle);
    }
    Some(Shape::Path(path))
}

/// Returns the circle that two or more arcs in a row make.
fn circle_of(segments: &[Segment]) -> Option<Shape> {
    let (Some(Segment::Move(start)), Some(Segment::Close)) = (segments.first(), segments.last()) else {
        return None;
    };
    let (mut from, mut sweep, mut circle) = (*start, 0.0, None::<(Point, f64)>);
    for segment in &segments[1..segments.len() - 1] {
        let Segment::Arc(arc) = segment else { return None };
        let span = arc.span(from);
        let [long, short] = arc.radii;
        if (long - short).abs() > 1e-9 * long {
            return None;
        }
        let radius = span.u.x.hypot(span.u.y);
        match circle {
            None => circle = Some((span.center, radius)),
            Some((center, known)) => {
                if (known - radius).abs() > 1e-9 * known || center.distance_to(span.center) > 1e-9 * known {
                    return None;
                }
            }
        }
        sweep += span.sweep;
        from = arc.to;
    }
    let (center, radius) = circle?;
    let is_whole = (sweep.abs() - TAU).abs() < 1e-9 && from.distance_to(*start) <= 1e-9 * radius;
    is_whole.then_some(Shape::Circle { center, radius })
}
