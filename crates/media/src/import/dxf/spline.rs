//! B-splines as lines and Bézier curves.

use scenewright_geometry::{Affine, EllipticArc, Path, Point, Segment};

/// The most pieces that a span of a spline which is no Bézier curve is made of, and how far they may be off as a share of
/// the spline's size.
const MAX_PIECES: u32 = 256;
const PRECISION: f64 = 1e-10;

/// The highest degree.
const MAX_DEGREE: usize = 25;

/// A B-spline; rational where it has weights.
#[derive(Clone, Debug, Default)]
pub(super) struct Spline {
    pub degree: usize,
    pub knots: Vec<f64>,
    pub controls: Vec<Point>,
    pub weights: Vec<f64>,
}

/// A point in the coordinates of a rational curve: x and y times the weight, and the weight.
type Weighted = [f64; 3];

impl Spline {
    /// Returns the curves of the spline after its first point; `None` if it is not a valid spline.
    pub(super) fn segments(&self) -> Option<(Point, Vec<Segment>)> {
        let (degree, count) = (self.degree, self.controls.len());
        let is_spline = (1..=MAX_DEGREE).contains(&degree)
            && count > degree
            && self.knots.len() == count + degree + 1
            && self.knots.windows(2).all(|pair| pair[0] <= pair[1]);
        if !is_spline {
            return None;
        }
        let is_rational = self.weights.len() == count
            && self
                .weights
                .iter()
                .any(|weight| (weight - self.weights[0]).abs() > 1e-12 * self.weights[0].abs());
        if is_rational && self.weights.iter().any(|weight| *weight <= 0.0) {
            return None;
        }
        let weighted: Vec<Weighted> = self
            .controls
            .iter()
            .enumerate()
            .map(|(at, point)| {
                // In homogeneous coordinates a rational spline is an ordinary one.
                let weight = if is_rational { self.weights[at] } else { 1.0 };
                [point.x * weight, point.y * weight, weight]
            })
            .collect();
        let mut segments = Vec::new();
        let mut start = None;
        for span in degree..count {
            let (from, to) = (self.knots[span], self.knots[span + 1]);
            // Knots of a multiplicity make empty spans.
            if to - from <= f64::EPSILON * to.abs().max(from.abs()) {
                continue;
            }
            let bezier = self.bezier(&weighted, span, from, to);
            start.get_or_insert(plain(bezier[0]));
            match (is_rational, bezier.as_slice()) {
                (false, [_, b]) => segments.push(Segment::Line(plain(*b))),
                (false, [_, b, c]) => segments.push(Segment::Quadratic(plain(*b), plain(*c))),
                (false, [_, b, c, d]) => segments.push(Segment::Cubic(plain(*b), plain(*c), plain(*d))),
                _ => match conic(&bezier) {
                    Some(arc) => segments.push(arc),
                    None => approximate(&bezier, &mut segments),
                },
            }
        }
        Some((start?, segments))
    }

    /// Returns the control points of the Bézier curve that a span is, by its polar form.
    fn bezier(&self, controls: &[Weighted], span: usize, from: f64, to: f64) -> Vec<Weighted> {
        let degree = self.degree;
        let polar = |ends: usize| {
            let mut points: Vec<Weighted> = controls[span - degree..=span].to_vec();
            for level in 1..=degree {
                // The control point number k of the Bézier curve is the polar form with k arguments at its end and
                // the others at its beginning.
                let u = if level <= ends { to } else { from };
                for at in (level..=degree).rev() {
                    let index = span - degree + at;
                    let (low, high) = (self.knots[index], self.knots[index + degree + 1 - level]);
                    let share = if high > low { (u - low) / (high - low) } else { 0.0 };
                    let (one, other) = (points[at - 1], points[at]);
                    points[at] = std::array::from_fn(|axis| one[axis] + (other[axis] - one[axis]) * share);
                }
            }
            points[degree]
        };
        (0..=degree).map(polar).collect()
    }
}

fn plain(point: Weighted) -> Point {
    Point::new(point[0] / point[2], point[1] / point[2])
}

/// Returns the arc of a circle or an ellipse that a rational curve of the second degree is, also one of the third degree that
/// programs make of it.
fn conic(controls: &[Weighted]) -> Option<Segment> {
    /// The difference of radii, as a share of the longer one, up to which an ellipse is a circle: files round their digits.
    const ROUND: f64 = 1e-6;
    let [from, control, to] = match controls {
        [a, b, c] => [*a, *b, *c],
        [a, b, c, d] => {
            let combined = |[p, q, r, s]: [f64; 4]| -> Weighted {
                std::array::from_fn(|axis| p * a[axis] + q * b[axis] + r * c[axis] + s * d[axis])
            };
            // The third difference of a curve of the second degree is 0.
            let (third, size) = (combined([-1.0, 3.0, -3.0, 1.0]), combined([1.0; 4]));
            let is_raised =
                third.iter().zip(size).all(|(third, size)| third.abs() <= 1e-9 * (1.0 + size.abs()));
            if !is_raised {
                return None;
            }
            [*a, combined([-0.5, 1.5, 0.0, 0.0]), *d]
        }
        _ => return None,
    };
    // The weight between two of 1; below 1 the curve is an ellipse, and it is the cosine of half of its angle.
    let cosine = control[2] / (from[2] * to[2]).sqrt();
    if !(cosine > 0.0 && cosine < 1.0 - 1e-9) {
        return None;
    }
    let sine = (1.0 - cosine * cosine).sqrt();
    let [from, control, to] = [from, control, to].map(plain);
    let middle = Point::new(0.5 * (from.x + to.x), 0.5 * (from.y + to.y));
    // The curve is the image of an arc of the unit circle around the x axis, whose tangents meet at 1 / cosine on it.
    let along = 1.0 / (1.0 / cosine - cosine);
    let u = Point::new((control.x - middle.x) * along, (control.y - middle.y) * along);
    let v = Point::new(0.5 * (to.x - from.x) / sine, 0.5 * (to.y - from.y) / sine);
    let center = Point::new(middle.x - u.x * cosine, middle.y - u.y * cosine);
    let place = Affine { a: u.x, b: u.y, c: v.x, d: v.y, e: center.x, f: center.y };
    if place.determinant().abs() <= 1e-12 * (u.x.hypot(u.y) * v.x.hypot(v.y)) {
        return None;
    }
    let (radii, large, positive) = ([1.0; 2], false, true);
    let arc = EllipticArc { radii, rotation: 0.0, large, positive, to: Point::new(cosine, sine) };
    let mut path = Path::new();
    path.push(Segment::Move(Point::new(cosine, -sine)));
    path.push(Segment::Arc(arc));
    let path = path.transformed(&place);
    let Some(Segment::Arc(arc)) = path.segments().last() else { return None };
    let [long, short] = arc.radii;
    let radii = if (long - short).abs() <= ROUND * long { [0.5 * (long + short); 2] } else { arc.radii };
    Some(Segment::Arc(EllipticArc { radii, to, ..arc }))
}

/// Returns the point of a Bézier curve at a parameter, and its derivative.
fn evaluate(controls: &[Weighted], t: f64) -> (Point, Point) {
    let mut points = controls.to_vec();
    let degree = controls.len() - 1;
    let mut derivative = [0.0; 3];
    for level in 1..=degree {
        if level == degree {
            derivative = std::array::from_fn(|axis| (points[1][axis] - points[0][axis]) * degree as f64);
        }
        for at in 0..=degree - level {
            let (one, other) = (points[at], points[at + 1]);
            points[at] = std::array::from_fn(|axis| one[axis] + (other[axis] - one[axis]) * t);
        }
    }
    let [x, y, w] = points[0];
    let at = Point::new(x / w, y / w);
    let slope =
        Point::new((derivative[0] - at.x * derivative[2]) / w, (derivative[1] - at.y * derivative[2]) / w);
    (at, slope)
}

/// Appends cubic curves with the same ends and directions, in as many pieces as it takes.
fn approximate(controls: &[Weighted], segments: &mut Vec<Segment>) {
    let ends = controls.iter().map(|point| plain(*point));
    let size = ends.clone().zip(ends.skip(1)).map(|(a, b)| a.distance_to(b)).sum::<f64>();
    let mut count = 4;
    loop {
        let step = 1.0 / f64::from(count);
        let mut pieces = Vec::new();
        let mut is_fine = true;
        let (mut from, mut leave) = evaluate(controls, 0.0);
        for index in 1..=count {
            let t = step * f64::from(index);
            let (to, arrive) = evaluate(controls, t);
            // The arms of a cubic in Hermite form: a third of the derivative.
            let arm = step / 3.0;
            let first = Point::new(from.x + leave.x * arm, from.y + leave.y * arm);
            let second = Point::new(to.x - arrive.x * arm, to.y - arrive.y * arm);
            let (middle, _) = evaluate(controls, t - 0.5 * step);
            let near = Point::new(
                (from.x + 3.0 * (first.x + second.x) + to.x) / 8.0,
                (from.y + 3.0 * (first.y + second.y) + to.y) / 8.0,
            );
            // Halfway between the ends, where nothing makes the two agree.
            is_fine &= near.distance_to(middle) <= PRECISION * size;
            pieces.push(Segment::Cubic(first, second, to));
            (from, leave) = (to, arrive);
        }
        if is_fine || count >= MAX_PIECES {
            segments.append(&mut pieces);
            return;
        }
        count *= 2;
    }
}

/// Returns the smooth curve through points, as programs draw a spline that has fit points alone.
pub(super) fn through(points: &[Point], is_closed: bool, ends: [Option<Point>; 2]) -> Option<Path> {
    let mut points: Vec<Point> = points.to_vec();
    points.dedup();
    // The curve passes the first point again at its end.
    if is_closed && points.first() != points.last() {
        points.extend(points.first().copied());
    }
    if points.len() < 2 {
        return None;
    }
    let spans: Vec<f64> = points.windows(2).map(|pair| pair[0].distance_to(pair[1])).collect();
    let tangents: Vec<Point> = {
        let axis = |of: fn(&Point) -> f64| {
            let given = ends.map(|end| end.map(|end| of(&end) / end.x.hypot(end.y).max(f64::MIN_POSITIVE)));
            slopes(&points.iter().map(of).collect::<Vec<f64>>(), &spans, given)
        };
        axis(|point| point.x).into_iter().zip(axis(|point| point.y)).map(|(x, y)| Point::new(x, y)).collect()
    };
    let mut path = Path::new();
    path.push(Segment::Move(points[0]));
    for (at, span) in spans.iter().enumerate() {
        let arm = span / 3.0;
        let (from, to, leave, arrive) = (points[at], points[at + 1], tangents[at], tangents[at + 1]);
        path.push(Segment::Cubic(
            Point::new(from.x + leave.x * arm, from.y + leave.y * arm),
            Point::new(to.x - arrive.x * arm, to.y - arrive.y * arm),
            to,
        ));
    }
    if is_closed {
        path.push(Segment::Close);
    }
    Some(path)
}

/// Returns the slopes of the natural cubic spline through values, or of the one with given slopes at its ends.
fn slopes(values: &[f64], spans: &[f64], ends: [Option<f64>; 2]) -> Vec<f64> {
    let last = values.len() - 1;
    // Rows of a system with three diagonals: below, on and above, and the right-hand side.
    let mut rows: Vec<[f64; 4]> = Vec::with_capacity(values.len());
    for at in 0..=last {
        rows.push(if at == 0 {
            match ends[0] {
                Some(slope) => [0.0, 1.0, 0.0, slope],
                None => [0.0, 2.0, 1.0, 3.0 * (values[1] - values[0]) / spans[0]],
            }
        } else if at == last {
            match ends[1] {
                Some(slope) => [0.0, 1.0, 0.0, slope],
                None => [1.0, 2.0, 0.0, 3.0 * (values[last] - values[last - 1]) / spans[last - 1]],
            }
        } else {
            let (before, after) = (spans[at - 1], spans[at]);
            let rise = (values[at] - values[at - 1]) / before / before
                + (values[at + 1] - values[at]) / after / after;
            // Equal second derivatives at the point, with chord lengths as parameters.
            [1.0 / before, 2.0 / before + 2.0 / after, 1.0 / after, 3.0 * rise]
        });
    }
    // Thomas's algorithm: the system is diagonally dominant, so no row needs to be exchanged.
    for at in 1..=last {
        let factor = rows[at][0] / rows[at - 1][1];
        rows[at][1] -= factor * rows[at - 1][2];
        rows[at][3] -= factor * rows[at - 1][3];
    }
    let mut slopes = vec![0.0; values.len()];
    for at in (0..=last).rev() {
        let above = if at == last { 0.0 } else { rows[at][2] * slopes[at + 1] };
        slopes[at] = (rows[at][3] - above) / rows[at][1];
    }
    slopes
}
