//! Lengths, meetings and distances of lines and arcs of circles.

use std::f64::consts::TAU;

use scenewright_geometry::vector::{ahead, cross, difference, dot, length};
use scenewright_geometry::{Bounds, CircularArc, Edge, Point};

/// The tolerance of a parameter beyond the ends, as a share of the edge: edges that meet at their ends must not miss each other by
/// rounding.
const BEYOND: f64 = 1e-9;

pub(crate) fn mix(a: Point, b: Point, t: f64) -> Point {
    Point::new(a.x + (b.x - a.x) * t, a.y + (b.y - a.y) * t)
}

pub(crate) fn unit(way: Point) -> Point {
    let size = length(way);
    if size > 0.0 { Point::new(way.x / size, way.y / size) } else { Point::new(1.0, 0.0) }
}

/// Returns true for a point inside a ring of corners: a ray from it to the right crosses an odd number of sides.
pub(crate) fn is_in_ring(ring: &[Point], point: Point) -> bool {
    let Some(mut last) = ring.last().copied() else { return false };
    let mut is_inside = false;
    for &next in ring {
        // Half open: a corner on the ray counts for one of its two sides.
        if (last.y > point.y) != (next.y > point.y) {
            let x = last.x + (point.y - last.y) / (next.y - last.y) * (next.x - last.x);
            is_inside ^= point.x < x;
        }
        last = next;
    }
    is_inside
}

pub(crate) fn edge_length(edge: &Edge) -> f64 {
    match edge.arc {
        Some(arc) => arc.radius * arc.sweep.abs(),
        None => edge.from.distance_to(edge.to),
    }
}

pub(crate) fn at(edge: &Edge, t: f64) -> Point {
    if t <= 0.0 {
        return edge.from;
    }
    if t >= 1.0 {
        return edge.to;
    }
    match edge.arc {
        Some(arc) => on_circle(&arc, arc.start + arc.sweep * t),
        None => mix(edge.from, edge.to, t),
    }
}

fn on_circle(arc: &CircularArc, angle: f64) -> Point {
    Point::new(arc.center.x + arc.radius * angle.cos(), arc.center.y + arc.radius * angle.sin())
}

/// Returns the unit direction at a parameter.
pub(crate) fn direction(edge: &Edge, t: f64) -> Point {
    match edge.arc {
        Some(arc) => {
            let angle = arc.start + arc.sweep * t;
            let side = arc.sweep.signum();
            Point::new(-angle.sin() * side, angle.cos() * side)
        }
        None => unit(difference(edge.to, edge.from)),
    }
}

pub(crate) fn bounds(edge: &Edge) -> Bounds {
    let mut bounds = Bounds::of_point(edge.from);
    bounds.include(edge.to);
    if let Some(arc) = edge.arc {
        for (quarter, x, y) in [(0.0, 1.0, 0.0), (1.0, 0.0, 1.0), (2.0, -1.0, 0.0), (3.0, 0.0, -1.0)] {
            if parameter_of_angle(&arc, quarter * TAU / 4.0).is_some() {
                bounds.include(ahead(arc.center, Point::new(x, y), arc.radius));
            }
        }
    }
    bounds
}

/// Returns the parameter at which an arc passes an angle.
fn parameter_of_angle(arc: &CircularArc, angle: f64) -> Option<f64> {
    let mut turn = (angle - arc.start) * arc.sweep.signum();
    // The way from the start in the direction of the arc, within one turn.
    turn -= TAU * (turn / TAU).floor();
    let sweep = arc.sweep.abs();
    let t = turn / sweep;
    if t <= 1.0 + BEYOND {
        return Some(t.min(1.0));
    }
    // Just before the beginning is nearly a turn after it.
    (TAU - turn <= BEYOND * sweep).then_some(0.0)
}

/// Returns the parameter of the point of an edge that is nearest to a point.
pub(crate) fn nearest_parameter(edge: &Edge, point: Point) -> f64 {
    match edge.arc {
        Some(arc) => {
            let angle = (point.y - arc.center.y).atan2(point.x - arc.center.x);
            parameter_of_angle(&arc, angle).unwrap_or_else(|| {
                if point.distance_to(edge.from) <= point.distance_to(edge.to) { 0.0 } else { 1.0 }
            })
        }
        None => {
            let way = difference(edge.to, edge.from);
            let size = dot(way, way);
            if size == 0.0 { 0.0 } else { (dot(difference(point, edge.from), way) / size).clamp(0.0, 1.0) }
        }
    }
}

pub(crate) fn distance_to(edge: &Edge, point: Point) -> f64 {
    at(edge, nearest_parameter(edge, point)).distance_to(point)
}

/// Returns the parameters of the points in which two edges meet.
pub(crate) fn meetings(one: &Edge, other: &Edge) -> Vec<(f64, f64)> {
    match (one.arc, other.arc) {
        (None, None) => lines_meet(one, other).into_iter().collect(),
        (None, Some(arc)) => line_meets_circle(one, &arc),
        (Some(arc), None) => line_meets_circle(other, &arc).into_iter().map(|(t, u)| (u, t)).collect(),
        (Some(a), Some(b)) => circles_meet(&a, &b),
    }
}

fn lines_meet(one: &Edge, other: &Edge) -> Option<(f64, f64)> {
    let (d, e) = (difference(one.to, one.from), difference(other.to, other.from));
    let across = cross(d, e);
    // Parallel lines meet nowhere or all along; covering is another question.
    if across.abs() <= 1e-12 * length(d) * length(e) {
        return None;
    }
    let way = difference(other.from, one.from);
    let (t, u) = (cross(way, e) / across, cross(way, d) / across);
    let range = -BEYOND..=1.0 + BEYOND;
    (range.contains(&t) && range.contains(&u)).then(|| (t.clamp(0.0, 1.0), u.clamp(0.0, 1.0)))
}

fn line_meets_circle(line: &Edge, arc: &CircularArc) -> Vec<(f64, f64)> {
    let way = difference(line.to, line.from);
    let size = length(way);
    if size == 0.0 {
        return Vec::new();
    }
    let back = difference(line.from, arc.center);
    let along = -dot(back, way) / size;
    let aside = cross(way, back) / size;
    let half = arc.radius * arc.radius - aside * aside;
    if half < 0.0 {
        return Vec::new();
    }
    let half = half.sqrt();
    let mut found = Vec::new();
    for reach in [along - half, along + half] {
        let t = reach / size;
        if !(-BEYOND..=1.0 + BEYOND).contains(&t) {
            continue;
        }
        let point = mix(line.from, line.to, t);
        let angle = (point.y - arc.center.y).atan2(point.x - arc.center.x);
        if let Some(u) = parameter_of_angle(arc, angle) {
            found.push((t.clamp(0.0, 1.0), u));
        }
    }
    found
}

fn circles_meet(a: &CircularArc, b: &CircularArc) -> Vec<(f64, f64)> {
    let way = difference(b.center, a.center);
    let apart = length(way);
    // Concentric circles are one or do not meet.
    if apart <= 1e-12 * a.radius.max(b.radius) {
        return Vec::new();
    }
    // The distance of the common chord from the first centre.
    let along = (apart * apart + a.radius * a.radius - b.radius * b.radius) / (2.0 * apart);
    let square = a.radius * a.radius - along * along;
    if square < 0.0 {
        return Vec::new();
    }
    let (u, aside) = (unit(way), square.sqrt());
    let mut found = Vec::new();
    for side in [-aside, aside] {
        let point = Point::new(a.center.x + u.x * along - u.y * side, a.center.y + u.y * along + u.x * side);
        let angle = |arc: &CircularArc| (point.y - arc.center.y).atan2(point.x - arc.center.x);
        if let (Some(t), Some(s)) = (parameter_of_angle(a, angle(a)), parameter_of_angle(b, angle(b))) {
            found.push((t, s));
        }
    }
    found
}

/// Returns the parameters of the points of two edges that are nearest to each other, for edges that do not meet.
pub(crate) fn nearest(one: &Edge, other: &Edge) -> (f64, f64, f64) {
    let mut best = (f64::INFINITY, 0.0, 0.0);
    let mut consider = |t: f64, u: f64| {
        let distance = at(one, t).distance_to(at(other, u));
        if distance < best.0 {
            best = (distance, t, u);
        }
    };
    // Edges that do not meet are nearest at an end of one of them, or where the way between is across both.
    for (t, point) in [(0.0, one.from), (1.0, one.to)] {
        consider(t, nearest_parameter(other, point));
    }
    for (u, point) in [(0.0, other.from), (1.0, other.to)] {
        consider(nearest_parameter(one, point), u);
    }
    match (one.arc, other.arc) {
        (None, None) => {}
        (None, Some(arc)) => {
            let t = nearest_parameter(one, arc.center);
            consider(t, nearest_parameter(other, at(one, t)));
        }
        (Some(arc), None) => {
            let u = nearest_parameter(other, arc.center);
            consider(nearest_parameter(one, at(other, u)), u);
        }
        (Some(a), Some(b)) => {
            let way = difference(b.center, a.center);
            let angle = way.y.atan2(way.x);
            let turns = [0.0, 0.5 * TAU];
            // On the line through both centres each circle has two points; which pair is nearest depends on how
            // they lie.
            for (s, r) in turns.into_iter().flat_map(|s| turns.map(|r| (s, r))) {
                if let (Some(t), Some(u)) =
                    (parameter_of_angle(&a, angle + s), parameter_of_angle(&b, angle + r))
                {
                    consider(t, u);
                }
            }
        }
    }
    best
}

/// The strip between two lines that run beside each other.
pub(crate) struct Strip {
    pub distance: f64,
    pub length: f64,
    /// The middle on both lines.
    pub middle: [f64; 2],
}

/// Returns the strip between two lines that are parallel but for the decimals of a file.
pub(crate) fn strip(a: &Edge, b: &Edge) -> Option<Strip> {
    /// The most that a strip may be wider at one end, in millimetres: files with three decimals round by half of it.
    const WEDGE: f64 = 2e-3;
    if a.arc.is_some() || b.arc.is_some() {
        return None;
    }
    let way = unit(difference(a.to, a.from));
    let size = length(difference(a.to, a.from));
    let along = |point: Point| dot(way, difference(point, a.from));
    let aside = |point: Point| cross(way, difference(point, a.from));
    let (from, to) = (along(b.from), along(b.to));
    // The part of the first line beside which the second one runs.
    let (low, high) = (from.min(to).max(0.0), from.max(to).min(size));
    if high <= low {
        return None;
    }
    let on_other = |place: f64| (place - from) / (to - from);
    let [one, other] = [low, high].map(|place| aside(mix(b.from, b.to, on_other(place))));
    if (one - other).abs() > WEDGE || one * other <= 0.0 {
        return None;
    }
    let middle = 0.5 * (low + high);
    Some(Strip {
        distance: one.abs().min(other.abs()),
        length: high - low,
        middle: [middle / size, on_other(middle)],
    })
}

/// The part in which two edges cover each other.
pub(crate) struct Cover {
    pub length: f64,
    /// The length from the beginning of the first edge, or from the low end of an arc.
    pub start: f64,
    pub middle: Point,
}

/// Returns the part of an edge that another one covers, within a tolerance.
pub(crate) fn cover(one: &Edge, other: &Edge, tolerance: f64) -> Option<Cover> {
    let (size, other_size) = (edge_length(one), edge_length(other));
    // Short edges are within the tolerance of each other in any direction.
    let tolerance = tolerance.min(0.05 * size.min(other_size));
    let cover = match (one.arc, other.arc) {
        (None, None) => {
            let way = unit(difference(one.to, one.from));
            let aside = |point: Point| cross(way, difference(point, one.from)).abs();
            if aside(other.from) > tolerance || aside(other.to) > tolerance {
                // A long line may be near a short one only beyond its ends.
                let way = unit(difference(other.to, other.from));
                let aside = |point: Point| cross(way, difference(point, other.from)).abs();
                if aside(one.from) > tolerance || aside(one.to) > tolerance {
                    return None;
                }
            }
            let along = |point: Point| dot(way, difference(point, one.from));
            let (a, b) = (along(other.from), along(other.to));
            let (from, to) = (a.min(b).max(0.0), a.max(b).min(size));
            let middle = 0.5 * (from + to);
            (to > from).then(|| Cover {
                length: to - from,
                start: from,
                middle: ahead(one.from, way, middle),
            })
        }
        (Some(a), Some(b)) => {
            let is_same =
                a.center.distance_to(b.center) <= tolerance && (a.radius - b.radius).abs() <= tolerance;
            if !is_same {
                return None;
            }
            arcs_cover(&a, &b)
        }
        _ => None,
    };
    cover.filter(|cover| cover.length > 1e-3)
}

fn arcs_cover(a: &CircularArc, b: &CircularArc) -> Option<Cover> {
    let low = |arc: &CircularArc| if arc.sweep >= 0.0 { arc.start } else { arc.start + arc.sweep };
    let (sweep, other) = (a.sweep.abs(), b.sweep.abs());
    let mut shift = low(b) - low(a);
    shift -= TAU * (shift / TAU).floor();
    let mut best: Option<(f64, f64)> = None;
    let mut total = 0.0;
    // An arc of more than half a turn may cover both ends of another.
    for begin in [shift - TAU, shift] {
        let (from, to) = (begin.max(0.0), (begin + other).min(sweep));
        if to > from {
            total += to - from;
            if best.is_none_or(|(f, t)| t - f < to - from) {
                best = Some((from, to));
            }
        }
    }
    // Over the seam of a full circle both parts are one stretch.
    let ends = [shift - TAU, shift].map(|begin| (begin.max(0.0), (begin + other).min(sweep)));
    if let [(from, to), (last, end)] = ends
        && to > from
        && end > last
        && (from, end) == (0.0, sweep)
        && sweep >= TAU * (1.0 - BEYOND)
    {
        let total = to + end - last;
        let middle = on_circle(a, low(a) + last + 0.5 * total);
        return Some(Cover { length: total * a.radius, start: last * a.radius, middle });
    }
    best.map(|(from, to)| Cover {
        length: total * a.radius,
        start: from * a.radius,
        middle: on_circle(a, low(a) + 0.5 * (from + to)),
    })
}
