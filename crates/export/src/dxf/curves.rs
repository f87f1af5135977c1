//! Paths as the curves that DXF knows: lines and circular arcs, elliptic arcs, cubic splines.

use std::f64::consts::{FRAC_PI_2, PI, TAU};

use scenewright_geometry::{ArcSpan, Path, Point, Segment};

/// The difference below which two radii count as equal, and the ellipse as a circle.
const ROUND: f64 = 1e-9;

/// The flattest ellipse that readers take, as AutoCAD does; a flatter one is a line to and fro.
const MIN_RATIO: f64 = 1e-6;

/// A connected part of a path. Invariant: every curve begins where the one before it ended, and a closed one ends where
/// it began.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct SubPath {
    pub start: Point,
    pub curves: Vec<Curve>,
    pub closed: bool,
    /// The arcs that all of the curves are; `None` where there is another curve among them.
    arcs: Option<Vec<AxialArc>>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Curve {
    /// A line when the bulge, the tangent of a quarter of the turning angle, is 0.
    Bulge {
        bulge: f64,
        to: Point,
    },
    Ellipse {
        arc: AxialArc,
        to: Point,
    },
    Cubic(Point, Point, Point),
}

/// An arc of an ellipse by its axes: counter-clockwise from the parameter `start` over `sweep`, a parameter of 0 being
/// the end of the major axis.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct AxialArc {
    pub center: Point,
    pub major: Point,
    /// The ratio of the minor axis to the major one.
    pub ratio: f64,
    pub start: f64,
    pub sweep: f64,
}

impl AxialArc {
    /// Returns the arc by its axes: where the distance from the centre, |u·cos t + v·sin t|, is greatest and least.
    pub(super) fn of(span: &ArcSpan) -> AxialArc {
        let (u, v) = (span.u, span.v);
        // The half axes are where the distance from the centre is extreme: its square has the derivative of
        // cos and sin of twice the parameter.
        let along = 2.0 * (u.x * v.x + u.y * v.y);
        let mut peak = 0.5 * along.atan2((u.x * u.x + u.y * u.y) - (v.x * v.x + v.y * v.y));
        let at = |t: f64| {
            let (sin, cos) = t.sin_cos();
            Point::new(u.x * cos + v.x * sin, u.y * cos + v.y * sin)
        };
        // Half axes that are perpendicular already keep their digits.
        let is_peak = along == 0.0 && peak == 0.0;
        let (mut major, mut minor) = if is_peak { (u, v) } else { (at(peak), at(peak + FRAC_PI_2)) };
        // DXF demands a ratio of 1 at most.
        if minor.x.hypot(minor.y) > major.x.hypot(major.y) {
            (major, minor) = (minor, Point::new(-major.x, -major.y));
            peak += FRAC_PI_2;
        }
        // Where the half axes run clockwise, so does the parameter.
        let mirrored = major.x * minor.y - major.y * minor.x < 0.0;
        let (mut start, mut sweep) = (span.start - peak, span.sweep);
        if mirrored {
            (start, sweep) = (-start, -sweep);
        }
        // An ELLIPSE runs counter-clockwise from start to end.
        if sweep < 0.0 {
            (start, sweep) = (start + sweep, -sweep);
        }
        // Not by `min`, which would make a circle of an arc without any size.
        let ratio = match minor.x.hypot(minor.y) / major.x.hypot(major.y) {
            ratio if ratio > 1.0 => 1.0,
            ratio => ratio,
        };
        let start = if sweep >= TAU { 0.0 } else { turn(start) };
        AxialArc { center: span.center, major, ratio, start, sweep: sweep.min(TAU) }
    }

    pub(super) fn radius(&self) -> f64 {
        self.major.x.hypot(self.major.y)
    }

    pub(super) fn is_circular(&self) -> bool {
        1.0 - self.ratio <= ROUND
    }

    /// Returns true if both are parts of one ellipse but for rounding.
    fn is_same_ellipse(&self, other: &AxialArc) -> bool {
        let near = ROUND * self.radius();
        let is_near = |one: Point, other: Point| (one.x - other.x).hypot(one.y - other.y) <= near;
        let opposite = Point::new(-other.major.x, -other.major.y);
        let has_same_axis = is_near(self.major, other.major) || is_near(self.major, opposite);
        let is_round = self.is_circular() && other.is_circular();
        is_near(self.center, other.center)
            && (self.ratio - other.ratio).abs() <= ROUND
            && (self.radius() - other.radius()).abs() <= near
            && (is_round || has_same_axis)
    }

    pub(super) fn is_flat(&self) -> bool {
        !self.ratio.is_finite() || self.ratio < MIN_RATIO
    }

    pub(super) fn is_whole(&self) -> bool {
        self.sweep >= TAU
    }

    /// Returns the angle at which a circular arc begins.
    pub(super) fn start_angle(&self) -> f64 {
        turn(self.start + self.major.y.atan2(self.major.x))
    }
}

/// Normalises an angle to the range from 0 to below a full turn.
pub(super) fn turn(angle: f64) -> f64 {
    let turned = angle.rem_euclid(TAU);
    // The remainder of a tiny negative angle rounds up to a full turn. Adding 0 turns the remainder -0 of -0 into 0.
    if turned >= TAU { 0.0 } else { turned + 0.0 }
}

/// Returns the parts of a path that draw something.
pub(super) fn sub_paths(path: &Path) -> Vec<SubPath> {
    let mut parts: Vec<SubPath> = Vec::new();
    let mut current = Point::ORIGIN;
    for segment in path.segments() {
        if let Segment::Move(to) = segment {
            parts.push(SubPath { start: to, curves: Vec::new(), closed: false, arcs: Some(Vec::new()) });
            current = to;
            continue;
        }
        let Some(part) = parts.last_mut() else { continue };
        let from = current;
        current = segment.end().unwrap_or(part.start);
        match segment {
            Segment::Close => {
                part.push_line(from, part.start);
                part.closed = true;
            }
            Segment::Line(to) => part.push_line(from, to),
            Segment::Quadratic(control, to) => {
                // The same parabola as a cubic.
                let toward = |end: Point| {
                    Point::new(
                        end.x + (control.x - end.x) * 2.0 / 3.0,
                        end.y + (control.y - end.y) * 2.0 / 3.0,
                    )
                };
                part.push_cubic(toward(from), toward(to), to);
            }
            Segment::Cubic(first, second, to) => part.push_cubic(first, second, to),
            Segment::Arc(arc) if from != arc.to => part.push_arc(from, &arc.span(from), arc.to),
            Segment::Arc(_) | Segment::Move(_) => {}
        }
    }
    parts.retain(|part| !part.curves.is_empty());
    parts
}

impl SubPath {
    fn push_line(&mut self, from: Point, to: Point) {
        if from != to {
            self.arcs = None;
            self.curves.push(Curve::Bulge { bulge: 0.0, to });
        }
    }

    fn push_cubic(&mut self, first: Point, second: Point, to: Point) {
        self.arcs = None;
        self.curves.push(Curve::Cubic(first, second, to));
    }

    fn push_arc(&mut self, from: Point, span: &ArcSpan, to: Point) {
        let arc = AxialArc::of(span);
        if let Some(arcs) = &mut self.arcs {
            arcs.push(arc);
        }
        let at = |t: f64| span.point_at(span.start + span.sweep * t);
        if arc.is_flat() {
            // A line to and fro, with its turning points.
            const STEPS: usize = 16;
            let mut before = from;
            for step in 1..=STEPS {
                let next = if step == STEPS { to } else { at(step as f64 / STEPS as f64) };
                self.push_line(before, next);
                before = next;
            }
        } else if arc.is_circular() {
            // In halves at most: the bulge of a whole turn would be infinite.
            let count = (span.sweep.abs() / PI - 1e-9).ceil().max(1.0);
            // A bulge is the tangent of a quarter of the angle.
            let bulge = (span.sweep / count * 0.25).tan();
            for step in 1..=count as usize {
                let end = if step == count as usize { to } else { at(step as f64 / count) };
                self.curves.push(Curve::Bulge { bulge, to: end });
            }
        } else {
            self.curves.push(Curve::Ellipse { arc, to });
        }
    }

    /// Returns the circle or ellipse that the arcs of a closed part make together.
    pub(super) fn whole_turn(&self) -> Option<AxialArc> {
        let arcs = self.arcs.as_ref().filter(|_| self.closed)?;
        let first = arcs.first().filter(|arc| !arc.is_flat())?;
        let sweep: f64 = arcs.iter().map(|arc| arc.sweep).sum();
        let is_whole = arcs.iter().all(|arc| first.is_same_ellipse(arc)) && (sweep - TAU).abs() <= ROUND;
        is_whole.then_some(AxialArc { start: 0.0, sweep: TAU, ..*first })
    }

    /// Returns true if lines and circular arcs describe the whole part.
    pub(super) fn is_polyline(&self) -> bool {
        self.curves.iter().all(|curve| matches!(curve, Curve::Bulge { .. }))
    }

    /// Returns the runs of curves of one kind, each with the point at which it begins.
    pub(super) fn runs(&self) -> Vec<(Point, &[Curve])> {
        let mut runs = Vec::new();
        let mut start = self.start;
        for run in self.curves.chunk_by(|one, next| one.joins(next)) {
            runs.push((start, run));
            start = run.last().map_or(start, Curve::end);
        }
        runs
    }
}

impl Curve {
    pub(super) fn end(&self) -> Point {
        match *self {
            Curve::Bulge { to, .. } | Curve::Ellipse { to, .. } | Curve::Cubic(_, _, to) => to,
        }
    }

    fn joins(&self, next: &Curve) -> bool {
        matches!(
            (self, next),
            (Curve::Bulge { .. }, Curve::Bulge { .. }) | (Curve::Cubic(..), Curve::Cubic(..))
        )
    }
}

/// Returns the control points of a chain of cubics as one spline of degree 3, and its knots: each joint three
/// times, so that the spline is the chain exactly.
pub(super) fn spline(start: Point, run: &[Curve]) -> (Vec<Point>, Vec<f64>) {
    let mut points = vec![start];
    for curve in run {
        if let Curve::Cubic(first, second, to) = *curve {
            points.extend([first, second, to]);
        }
    }
    let last = (points.len() - 1) / 3;
    let mut knots = vec![0.0; 4];
    // Triple knots let the pieces meet as they are, with their own tangents.
    knots.extend((1..last).flat_map(|joint| [joint as f64; 3]));
    knots.extend([last as f64; 4]);
    (points, knots)
}
