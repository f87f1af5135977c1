//! Smooth curves through points.

use scenewright_geometry::{Path, Point, Segment, Shape, ShapeError, finite};

/// Makes the curve through points whose direction and curvature do not jump anywhere: an open one is straight at its ends,
/// a closed one continues smoothly from the last point to the first.
///
/// It is the cubic spline over the lengths of the chords, as cubic Bézier curves.
pub(crate) fn spline(points: &[Point], is_closed: bool) -> Result<Shape, ShapeError> {
    let least = if is_closed { 3 } else { 2 };
    if points.len() < least {
        return Err(ShapeError::new(format!(
            "points must hold at least {least} points, got {}",
            points.len()
        )));
    }
    for (index, point) in points.iter().enumerate() {
        finite(&format!("points[{index}].x"), point.x)?;
        finite(&format!("points[{index}].y"), point.y)?;
    }
    let mut points = points.to_vec();
    if is_closed && points.first() == points.last() {
        points.pop();
    }
    let count = points.len();
    let spans = if is_closed { count } else { count - 1 };
    let steps: Vec<f64> =
        (0..spans).map(|index| points[index].distance_to(points[(index + 1) % count])).collect();
    if let Some(index) = steps.iter().position(|step| *step == 0.0) {
        return Err(ShapeError::new(format!(
            "points {index} and {} are the same; a smooth curve needs a distance between them",
            (index + 1) % count
        )));
    }
    if !steps.iter().all(|step| step.is_finite()) {
        return Err(ShapeError::new("the points are too far from each other"));
    }
    let x = derivatives(&points.iter().map(|point| point.x).collect::<Vec<_>>(), &steps, is_closed);
    let y = derivatives(&points.iter().map(|point| point.y).collect::<Vec<_>>(), &steps, is_closed);
    let mut path = Path::new();
    path.push(Segment::Move(points[0]));
    for (index, step) in steps.iter().enumerate() {
        let (from, to, next) = (points[index], points[(index + 1) % count], (index + 1) % count);
        let third = step / 3.0;
        path.push(Segment::Cubic(
            Point::new(from.x + x[index] * third, from.y + y[index] * third),
            Point::new(to.x - x[next] * third, to.y - y[next] * third),
            to,
        ));
    }
    if is_closed {
        path.push(Segment::Close);
    }
    Shape::Path(path).checked()
}

/// Returns the derivatives of a spline at its knots, by the equations that its second derivative is the same on both
/// sides of each.
fn derivatives(values: &[f64], steps: &[f64], is_closed: bool) -> Vec<f64> {
    let count = values.len();
    let slope = |index: usize| (values[(index + 1) % count] - values[index]) / steps[index];
    let mut rows: Vec<[f64; 4]> = Vec::with_capacity(count);
    for index in 0..count {
        let is_first = index == 0 && !is_closed;
        let is_last = index + 1 == count && !is_closed;
        rows.push(if is_first {
            [0.0, 2.0, 1.0, 3.0 * slope(0)]
        } else if is_last {
            [1.0, 2.0, 0.0, 3.0 * slope(index - 1)]
        } else {
            let before = (index + count - 1) % count;
            let (a, b) = (steps[before], steps[index % steps.len()]);
            [b, 2.0 * (a + b), a, 3.0 * (b * slope(before) + a * slope(index))]
        });
    }
    if !is_closed {
        return tridiagonal(&rows);
    }
    // A ring of equations: the ends of the diagonals are corrected by a second solution (Sherman and Morrison).
    let (low, high) = (rows[0][0], rows[count - 1][2]);
    let gamma = -rows[0][1];
    let mut inner = rows.clone();
    inner[0][1] -= gamma;
    inner[count - 1][1] -= low * high / gamma;
    let plain = tridiagonal(&inner);
    let mut around = inner.clone();
    for (index, row) in around.iter_mut().enumerate() {
        row[3] = match index {
            0 => gamma,
            _ if index + 1 == count => high,
            _ => 0.0,
        };
    }
    let around = tridiagonal(&around);
    let share =
        (plain[0] + low * plain[count - 1] / gamma) / (1.0 + around[0] + low * around[count - 1] / gamma);
    plain.iter().zip(&around).map(|(value, correction)| value - share * correction).collect()
}

/// Solves equations of rows `[before, own, after, right side]`.
fn tridiagonal(rows: &[[f64; 4]]) -> Vec<f64> {
    let mut forward: Vec<[f64; 2]> = Vec::with_capacity(rows.len());
    for row in rows {
        let [above, right] = forward.last().copied().unwrap_or_default();
        let pivot = row[1] - row[0] * above;
        forward.push([row[2] / pivot, (row[3] - row[0] * right) / pivot]);
    }
    let mut values = vec![0.0; rows.len()];
    let mut next = 0.0;
    for (index, [above, right]) in forward.iter().enumerate().rev() {
        next = right - above * next;
        values[index] = next;
    }
    values
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the control points of each curve, the last one's to the first point where it is closed.
    fn curves(shape: &Shape) -> Vec<[Point; 4]> {
        let (mut at, mut curves) = (Point::ORIGIN, Vec::new());
        for segment in shape.to_path().segments() {
            if let Segment::Cubic(one, two, to) = segment {
                curves.push([at, one, two, to]);
            }
            at = segment.end().unwrap_or(at);
        }
        curves
    }

    #[test]
    fn splines_pass_through_their_points_without_kinks() {
        let points: Vec<Point> =
            [[0.0, 0.0], [10.0, 8.0], [25.0, -3.0], [31.0, 12.0]].map(Into::into).to_vec();
        for is_closed in [false, true] {
            let curves = curves(&spline(&points, is_closed).unwrap());
            assert_eq!(curves.len(), if is_closed { 4 } else { 3 });
            for (curve, point) in curves.iter().zip(&points) {
                assert_eq!(curve[0], *point);
            }
            // The derivatives by the length of the chord.
            let first = |[a, b, ..]: [Point; 4], chord: f64| [(b.x - a.x) / chord, (b.y - a.y) / chord];
            let second = |[a, b, c, _]: [Point; 4], chord: f64| {
                [(a.x - 2.0 * b.x + c.x) / chord / chord, (a.y - 2.0 * b.y + c.y) / chord / chord]
            };
            let count = if is_closed { 4 } else { 2 };
            for at in 0..count {
                let (one, other) = (curves[at], curves[(at + 1) % curves.len()]);
                let back = [one[3], one[2], one[1], one[0]];
                let (size, next) = (one[0].distance_to(one[3]), other[0].distance_to(other[3]));
                let ([a, b], [c, d]) = (first(back, -size), first(other, next));
                assert!((a - c).hypot(b - d) < 1e-9, "{one:?} {other:?}");
                let ([a, b], [c, d]) = (second(back, size), second(other, next));
                assert!((a - c).hypot(b - d) < 1e-9, "{one:?} {other:?}");
            }
        }
        assert!(spline(&points[..1], false).is_err());
        assert!(spline(&[points[0], points[0]], false).unwrap_err().message.contains("the same"));
    }
}
