//! Fills as solid hatches.

use acadrust::entities::{
    BoundaryEdge, BoundaryPath, BoundaryPathFlags, EllipticArcEdge, Hatch, LineEdge, PolylineEdge, SplineEdge,
};
use acadrust::types::{Vector2, Vector3};

use super::curves::{AxialArc, Curve, SubPath, spline, sub_paths};
use super::entities::{flat_vector, vertices};
use scenewright_geometry::{Affine, Bounds, FillRule, Outline, Point, Region, Shape};

/// The share of their size to which curves are straightened where outlines cross.
const FLATNESS: f64 = 1e-5;

/// The relative difference up to which two areas count as the same, to allow for rounding.
const SAME: f64 = 1e-9;

/// Returns the hatch over all that the shape's image fills; `None` when that has no area.
///
/// A hatch is filled by the even-odd rule. Where that is not what the shape's own rule fills, its outline is resolved
/// into rings that do not cross, in straight edges.
pub(super) fn hatch(shape: &Shape, world: &Affine) -> Option<Hatch> {
    let mut hatch = Hatch::solid();
    hatch.paths = boundaries(shape, world);
    // Any point will do for a solid hatch, but some readers want one.
    hatch.seed_points = vec![Vector2::ZERO];
    (!hatch.paths.is_empty()).then_some(hatch)
}

/// Returns the boundaries of all that the shape's image fills, by the even-odd rule.
pub(super) fn boundaries(shape: &Shape, world: &Affine) -> Vec<BoundaryPath> {
    match shape.span().map(|span| AxialArc::of(&span.transformed(world))) {
        Some(arc) if arc.is_whole() && !arc.is_flat() => vec![whole(&arc)],
        _ => match resolved(shape, world) {
            Some(rings) => rings.iter().map(|ring| polygon(ring)).collect(),
            None => parts(shape, world).iter().filter_map(boundary).collect(),
        },
    }
}

/// Returns the rings of a shape whose own rule is not the even-odd one in effect.
fn resolved(shape: &Shape, world: &Affine) -> Option<Vec<Vec<Point>>> {
    let simple = matches!(shape, Shape::Circle { .. } | Shape::Rect { .. } | Shape::Arc { .. });
    if simple || shape.fill_rule() == FillRule::EvenOdd {
        return None;
    }
    let tolerance = extent(&shape.bounds(world)) * FLATNESS;
    let chains = shape.flattened(world, tolerance).ok()?;
    let rings: Vec<Vec<Point>> = chains.into_iter().map(|chain| chain.points).collect();
    // A HATCH fills by the even-odd rule. Where the shape's own rule fills more, its outline is resolved
    // first.
    let region = |rings: Vec<Vec<Point>>, rule| Region::of(&[Outline { rings, rule }]).ok();
    let odd = region(rings.clone(), FillRule::EvenOdd)?;
    let all = region(rings, FillRule::NonZero)?;
    let differs = (all.area() - odd.area()).abs() > SAME * all.area();
    differs.then(|| all.rings().cloned().collect())
}

fn extent(bounds: &Bounds) -> f64 {
    bounds.width().max(bounds.height())
}

/// Returns the parts of the outline. Arcs stay arcs among lines; elsewhere they become cubics, since readers
/// disagree on what the angles of an elliptic edge mean.
fn parts(shape: &Shape, world: &Affine) -> Vec<SubPath> {
    let path = shape.to_path().transformed(world);
    let parts = sub_paths(&path);
    let tolerance = path.bounds(&Affine::IDENTITY).map_or(0.0, |bounds| extent(&bounds)) * SAME;
    if parts.iter().all(SubPath::is_polyline) || tolerance == 0.0 {
        return parts;
    }
    // Readers disagree about the angles of an elliptic edge, and agree about splines.
    sub_paths(&path.without_arcs(tolerance))
}

fn whole(arc: &AxialArc) -> BoundaryPath {
    let mut path = BoundaryPath::external();
    if arc.is_circular() {
        let opposite = Point::new(arc.center.x - arc.major.x, arc.center.y - arc.major.y);
        let start = Point::new(arc.center.x + arc.major.x, arc.center.y + arc.major.y);
        // A bulge of 1 is half a circle.
        return polyline(&[(start, 1.0), (opposite, 1.0)]);
    }
    path.add_edge(BoundaryEdge::EllipticArc(EllipticArcEdge {
        center: flat_vector(arc.center),
        major_axis_endpoint: flat_vector(arc.major),
        minor_axis_ratio: arc.ratio,
        start_angle: 0.0,
        end_angle: std::f64::consts::TAU,
        counter_clockwise: true,
    }));
    path
}

fn polygon(ring: &[Point]) -> BoundaryPath {
    polyline(&ring.iter().map(|point| (*point, 0.0)).collect::<Vec<_>>())
}

fn polyline(vertices: &[(Point, f64)]) -> BoundaryPath {
    let mut flags = BoundaryPathFlags::EXTERNAL;
    flags.set_polyline(true);
    let mut path = BoundaryPath::with_flags(flags);
    path.add_edge(BoundaryEdge::Polyline(PolylineEdge {
        vertices: vertices
            .iter()
            .map(|(point, bulge)| Vector3::new(point.x + 0.0, point.y + 0.0, *bulge))
            .collect(),
        is_closed: true,
    }));
    path
}

/// Returns a part of a path as a boundary, closed by a line where it is open; `None` when it is a line to and fro.
fn boundary(part: &SubPath) -> Option<BoundaryPath> {
    let straight = part.curves.iter().all(|curve| matches!(curve, Curve::Bulge { bulge: 0.0, .. }));
    // A line there and back bounds nothing.
    if straight && part.curves.len() < 2 {
        return None;
    }
    let end = part.curves.last().map_or(part.start, Curve::end);
    if part.is_polyline() {
        return Some(polyline(&vertices(part.start, &part.curves, end == part.start)));
    }
    let mut path = BoundaryPath::external();
    for (start, run) in part.runs() {
        push_edges(&mut path, start, run);
    }
    if end != part.start {
        path.add_edge(line(end, part.start));
    }
    Some(path)
}

fn push_edges(path: &mut BoundaryPath, start: Point, run: &[Curve]) {
    if let [Curve::Cubic(..), ..] = run {
        let (points, knots) = spline(start, run);
        path.add_edge(BoundaryEdge::Spline(SplineEdge {
            degree: 3,
            rational: false,
            periodic: false,
            knots,
            // The third number is the weight.
            control_points: points.into_iter().map(|point| Vector3::new(point.x, point.y, 1.0)).collect(),
            fit_points: Vec::new(),
            start_tangent: Vector2::ZERO,
            end_tangent: Vector2::ZERO,
        }));
        return;
    }
    let mut from = start;
    for curve in run {
        let to = curve.end();
        path.add_edge(line(from, to));
        from = to;
    }
}

fn line(from: Point, to: Point) -> BoundaryEdge {
    BoundaryEdge::Line(LineEdge { start: flat_vector(from), end: flat_vector(to) })
}
