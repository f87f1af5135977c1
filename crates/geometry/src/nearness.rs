//! Curves in a tree of boxes: the nearest points of two, and the points where they meet, on the curves themselves.

use super::affine::Point;
use super::bounds::Bounds;
use super::curve::Curve;
use super::edges::{EdgeTree, Nearest, Run, halves, nearest_of_edges, nearest_pair, run_boxes};
use super::flatten::Chain;
use super::meeting::meetings;
use super::piece::Piece;
use super::subdivision::Part;
use super::vector::{ahead, difference, dot, length};
use super::wire::Wire;

/// The curves of some wires. Each node of the tree has the box of a run of pieces; its two children halve the run.
#[derive(Clone, Debug, Default)]
pub struct CurveTree {
    curves: Vec<Curve>,
    /// The pieces of the curves: which one, and between which parameters.
    pieces: Vec<(usize, f64, f64)>,
    boxes: Vec<Bounds>,
}

/// The share of the coordinates below which a wire lies on a curve: a few times what operations on areas move it.
const COVERING: f64 = 1e-10;

/// The points of a curve that are looked at to see how much of it lies on others, in the middles of as many equal parts: two in a
/// row are a twelfth of the curve.
const PROBES: usize = 12;

/// The share of the coordinates below which points are the same.
const ROUNDING: f64 = 1e-12;

/// The pairs of parts after which the nearest points of two curves that run along each other are near enough.
const MAX_PAIRS: usize = 4_000;

/// The edges of a piece that is too similar to another to find where they meet: what 64 chords are off a curve is a 4,096th of what
/// one chord is.
const EDGES: usize = 64;

impl CurveTree {
    /// Makes the tree of the curves of some wires.
    pub fn new<'a>(wires: impl IntoIterator<Item = &'a Wire>) -> CurveTree {
        let curves: Vec<Curve> = wires.into_iter().flat_map(|wire| wire.curves.iter().copied()).collect();
        let mut pieces = Vec::with_capacity(curves.len());
        for (index, curve) in curves.iter().enumerate() {
            let mut from = 0.0;
            for to in curve.breaks().into_iter().chain([1.0]) {
                pieces.push((index, from, to));
                from = to;
            }
        }
        let boxes = run_boxes(pieces.len(), |index| {
            let (curve, from, to) = pieces[index];
            Piece::new(&curves[curve], from, to).bounds()
        });
        CurveTree { curves, pieces, boxes }
    }

    /// Returns the box of all curves; `None` where there are none.
    pub fn bounds(&self) -> Option<Bounds> {
        (!self.is_empty()).then(|| self.boxes.first().copied()).flatten()
    }

    /// Returns true for a tree without curves.
    pub fn is_empty(&self) -> bool {
        self.pieces.is_empty()
    }

    /// Returns the two nearest points of both; `None` when one of them has no curves.
    pub fn nearest(&self, other: &CurveTree) -> Option<Nearest> {
        let exact = ROUNDING * self.magnitude().max(other.magnitude());
        nearest_pair(&self.boxes, &other.boxes, self.first_pair(other), |one, two, best| {
            nearest_of_pieces(&self.piece(one), &other.piece(two), exact, best);
        })
    }

    /// Returns the distance of a point from the nearest curve.
    pub fn distance_to(&self, point: Point) -> f64 {
        let wire = Wire { curves: vec![Curve::line(point, point)], is_closed: false };
        self.nearest(&CurveTree::new([&wire])).map_or(f64::INFINITY, |nearest| nearest.distance)
    }

    /// Returns the points where curves of both meet, those where pieces join perhaps several times. Where curves run along
    /// each other, these are the ends of the part that they share.
    pub fn meetings(&self, other: &CurveTree) -> Vec<Point> {
        // Wider than for distances: a meeting missed by rounding would be reported as none, a near miss as a
        // point that is right but for rounding.
        let near = 1e3 * ROUNDING * self.magnitude().max(other.magnitude());
        let mut points = Vec::new();
        let mut pending = self.first_pair(other);
        while let Some((one, two)) = pending.pop() {
            if self.boxes[one.0].distance_to(&other.boxes[two.0]) > near {
                continue;
            }
            if let Some(pairs) = halves(one, two) {
                pending.extend(pairs);
                continue;
            }
            let (one, two) = (self.piece(one.1), other.piece(two.1));
            match meetings(&one, &two, near) {
                Some(found) => points.extend(found.into_iter().map(|meeting| meeting.point)),
                None => points.extend(straightened(&one).crossings(&straightened(&two))),
            }
        }
        points
    }

    /// Returns true if the curves cover all of a wire.
    pub fn covers(&self, wire: &Wire) -> bool {
        let probes = |curve: &Curve| (0..PROBES).map(|probe| probe_of(curve, probe)).collect::<Vec<Point>>();
        let mut points = wire.curves.iter().flat_map(probes);
        !wire.curves.is_empty() && points.all(|point| self.is_on(point))
    }

    /// Returns true if some of a wire, and not only points of it, lies on the curves.
    pub fn covers_part_of(&self, wire: &Wire) -> bool {
        wire.curves.iter().any(|curve| {
            // A single point is a crossing; what lies on a curve over some length has two in a row.
            let mut was_on = false;
            (0..PROBES).any(|probe| {
                let is_on = self.is_on(probe_of(curve, probe));
                std::mem::replace(&mut was_on, is_on) && is_on
            })
        })
    }

    fn is_on(&self, point: Point) -> bool {
        self.distance_to(point) <= COVERING * self.magnitude()
    }

    fn piece(&self, index: usize) -> Piece<'_> {
        let (curve, from, to) = self.pieces[index];
        Piece::new(&self.curves[curve], from, to)
    }

    /// Returns the largest coordinate.
    fn magnitude(&self) -> f64 {
        let corners = self.boxes.first().map(|it| [it.min.x, it.min.y, it.max.x, it.max.y]);
        corners.into_iter().flatten().fold(f64::MIN_POSITIVE, |most, value| most.max(value.abs()))
    }

    fn first_pair(&self, other: &CurveTree) -> Vec<(Run, Run)> {
        if self.is_empty() || other.is_empty() {
            return Vec::new();
        }
        vec![((0, 0, self.pieces.len()), (0, 0, other.pieces.len()))]
    }
}

/// Returns the points of two curves, each given by its wire and its number there, where the way between them is square to both, or
/// ends at an end of one. They are searched from two points near the curves, and may be the nearest ones or not.
pub fn facing_points(one: (&Wire, usize), other: (&Wire, usize), near: [Point; 2]) -> Option<Nearest> {
    let (curve, other_curve) = (one.0.curves.get(one.1)?, other.0.curves.get(other.1)?);
    let (s, t) = (parameter_near(curve, near[0]), parameter_near(other_curve, near[1]));
    let (s, t) = polished((curve, other_curve), (s, t), ([0.0, 1.0], [0.0, 1.0]));
    let (from, to) = (curve.at(s), other_curve.at(t));
    Some(Nearest { distance: from.distance_to(to), from, to })
}

/// Returns the parameter of a curve where it is nearest to a point.
fn parameter_near(curve: &Curve, point: Point) -> f64 {
    let mut from = 0.0;
    let mut best = (f64::INFINITY, 0.0);
    for to in curve.breaks().into_iter().chain([1.0]) {
        let (t, distance) = Piece::new(curve, from, to).nearest(point);
        if distance < best.0 {
            best = (distance, t);
        }
        from = to;
    }
    best.1
}

fn probe_of(curve: &Curve, probe: usize) -> Point {
    curve.at((probe as f64 + 0.5) / PROBES as f64)
}

fn straightened(piece: &Piece<'_>) -> EdgeTree {
    let points = (0..=EDGES).map(|step| piece.at(step as f64 / EDGES as f64)).collect();
    EdgeTree::new([&Chain { points, closed: false }])
}

/// Keeps the nearer one.
fn take(best: &mut Option<Nearest>, from: Point, to: Point) {
    let distance = from.distance_to(to);
    if best.is_none_or(|best| distance < best.distance) {
        *best = Some(Nearest { distance, from, to });
    }
}

/// Finds the nearest points of two pieces, where they are nearer than those known.
fn nearest_of_pieces(one: &Piece<'_>, other: &Piece<'_>, exact: f64, best: &mut Option<Nearest>) {
    if one.bounds().distance_to(&other.bounds()) <= exact
        && let Some(found) = meetings(one, other, exact)
        && let Some(meeting) = found.first()
    {
        // Exactly 0 where they meet: what rounding leaves of a distance would read as a gap.
        *best = Some(Nearest { distance: 0.0, from: meeting.point, to: meeting.point });
        return;
    }
    if one.curve.is_line() && other.curve.is_line() {
        let found = nearest_of_edges([one.from, one.to], [other.from, other.to]);
        return take(best, found.from, found.to);
    }
    match (center_of(one), center_of(other)) {
        (Some(circle), Some(other_circle)) => nearest_of_circles((one, circle), (other, other_circle), best),
        _ => nearest_by_halves(one, other, exact, best),
    }
}

/// Returns centre and radius of a piece of a circle, or the nearest point and no radius of a line.
fn center_of(piece: &Piece<'_>) -> Option<Option<(Point, f64)>> {
    if piece.curve.is_line() { Some(None) } else { piece.circle().map(Some) }
}

type Round<'a, 'b> = (&'a Piece<'b>, Option<(Point, f64)>);

/// Finds the nearest points of pieces of circles and lines: at ends, or where the line between them is square to both.
fn nearest_of_circles(
    (one, circle): Round<'_, '_>,
    (other, other_circle): Round<'_, '_>,
    best: &mut Option<Nearest>,
) {
    for end in [one.from, one.to] {
        take(best, end, on(other, end));
    }
    for end in [other.from, other.to] {
        take(best, on(one, end), end);
    }
    let (from, to) = match (circle, other_circle) {
        (Some((from, _)), Some((to, _))) => (from, to),
        (Some((from, _)), None) => (from, on(other, from)),
        (None, Some((to, _))) => (on(one, to), to),
        (None, None) => return,
    };
    let way = difference(to, from);
    let size = length(way);
    if size == 0.0 {
        return;
    }
    let way = Point::new(way.x / size, way.y / size);
    let places = |center: Point, circle: Option<(Point, f64)>| {
        let radius = circle.map_or(0.0, |(_, radius)| radius);
        // On either side of the centre: which is nearer depends on whether one circle is inside of the other.
        [ahead(center, way, radius), ahead(center, way, -radius)]
    };
    for place in places(from, circle) {
        for other_place in places(to, other_circle) {
            take(best, on(one, place), on(other, other_place));
        }
    }
}

/// Returns the point of a line or an arc of a circle that is nearest to a point.
fn on(piece: &Piece<'_>, point: Point) -> Point {
    piece.point_at(piece.nearest(point).0)
}

/// Finds the nearest points by halves: parts whose chords, less the heights of their arcs, are further apart than what is
/// known are left out.
fn nearest_by_halves(one: &Piece<'_>, other: &Piece<'_>, exact: f64, best: &mut Option<Nearest>) {
    let mut pending = vec![(Part::of(one, one.t0, one.t1), Part::of(other, other.t0, other.t1))];
    let (mut count, mut exact) = (0, exact);
    while let Some((first, second)) = pending.pop() {
        let chords = nearest_of_edges([first.from, first.to], [second.from, second.to]);
        let reach = first.height + first.slack + second.height + second.slack;
        // Even the bulges on both sides of the gap cannot bring this pair below the best.
        if best.is_some_and(|best| chords.distance - reach >= best.distance - exact) {
            continue;
        }
        let place = |part: &Part, point: Point| {
            let chord = difference(part.to, part.from);
            let share = dot(difference(point, part.from), chord) / dot(chord, chord);
            part.t0 + (part.t1 - part.t0) * if share.is_nan() { 0.0 } else { share.clamp(0.0, 1.0) }
        };
        let (s, t) = (place(&first, chords.from), place(&second, chords.to));
        take(best, one.curve.at(s), other.curve.at(t));
        let (s, t) =
            polished((one.curve, other.curve), (s, t), ([first.t0, first.t1], [second.t0, second.t1]));
        take(best, one.curve.at(s), other.curve.at(t));
        if reach <= exact {
            continue;
        }
        count += 1;
        if count % MAX_PAIRS == 0 {
            // Curves that run along each other have no end of pairs; giving up a digit from time to time ends
            // the search.
            exact *= 10.0;
        }
        if first.height + first.slack >= second.height + second.slack {
            pending.extend(first.halves(one).map(|half| (half, second)));
        } else {
            pending.extend(second.halves(other).map(|half| (first, half)));
        }
    }
}

/// Returns parameters between which the way is more nearly square to both curves, by some steps of Newton's method within ranges.
fn polished(
    (one, other): (&Curve, &Curve),
    (s, t): (f64, f64),
    (range, other_range): ([f64; 2], [f64; 2]),
) -> (f64, f64) {
    let (mut s, mut t) = (s, t);
    let within = |value: f64, [from, to]: [f64; 2]| value.clamp(from.min(to), from.max(to));
    // From chords that are near, the digits double in each step; further halves correct the rest.
    for _ in 0..4 {
        let off = difference(one.at(s), other.at(t));
        let (a, b) = (one.derivative(s), other.derivative(t));
        let (bend, other_bend) = (bend_of(one, s), bend_of(other, t));
        let (f, g) = (dot(off, a), -dot(off, b));
        let (fs, ft, gt) = (dot(a, a) + dot(off, bend), -dot(a, b), dot(b, b) - dot(off, other_bend));
        let turn = fs * gt - ft * ft;
        let (ds, dt) = ((f * gt - g * ft) / turn, (g * fs - f * ft) / turn);
        if !ds.is_finite() || !dt.is_finite() {
            break;
        }
        s = within(s - ds, range);
        t = within(t - dt, other_range);
    }
    (s, t)
}

/// Returns the second derivative by the parameter.
fn bend_of(curve: &Curve, t: f64) -> Point {
    // The error of the quotient grows with the step squared, its rounding with one over the step: they meet near here.
    const STEP: f64 = 1e-4;
    let (low, high) = ((t - STEP).max(0.0), (t + STEP).min(1.0));
    let way = difference(curve.derivative(high), curve.derivative(low));
    Point::new(way.x / (high - low), way.y / (high - low))
}
