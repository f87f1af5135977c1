//! Growing and shrinking areas.

use i_overlay::core::fill_rule::FillRule as Winding;

use super::affine::Point;
use super::region::Region;
use super::shape_error::{ShapeError, finite, number_text, positive};
use super::side::{Arc, Side};

/// The filling of the gap at an outward corner.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum OffsetJoin {
    /// An arc about the corner.
    #[default]
    Round,
    /// One edge across, as far from the corner as the moved sides are from the original ones.
    Square,
    /// The sides extended until they meet; where that is too far out, a square corner.
    Miter,
    /// One edge between the ends of the moved sides.
    Bevel,
    /// The sides extended until they meet; where that is too far out, a bevel, as SVG has it.
    MiterOrBevel,
}

/// The choices for the corners of a grown or shrunk area.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OffsetStyle {
    /// The filling of the gap at outward corners.
    pub join: OffsetJoin,
    /// The greatest distance of a mitred corner from its vertex, in units of the offset; at least 1.
    pub miter_limit: f64,
    /// The greatest distance of the edges of round corners from their arcs, where arcs are not kept.
    pub tolerance: f64,
}

/// The cosine of the angle below which edges are joined without a corner: 2.6 degrees, where the point of a mitre is 0.025 % of the
/// offset further away than the sides.
const STRAIGHT: f64 = 0.999;

/// The sine of the angle below which sides count as having the same direction: it moves the end of a kilometre by a micrometre.
const SMOOTH: f64 = 1e-9;

/// The share of its radius below which a shrunk arc is its centre: the difference of a radius and an offset of the same size is
/// exact to 1e-16 of them.
const NO_RADIUS: f64 = 1e-12;

impl OffsetStyle {
    pub(super) fn check(&self, delta: f64) -> Result<(), ShapeError> {
        finite("delta", delta)?;
        positive("tolerance", self.tolerance)?;
        if !(self.miter_limit >= 1.0 && self.miter_limit.is_finite()) {
            return Err(ShapeError::new(format!(
                "miterLimit must be at least 1, got {}",
                number_text(self.miter_limit)
            )));
        }
        Ok(())
    }
}

impl Region {
    /// Grows the region by a distance on all sides, or shrinks it when that is negative. All resulting parts are
    /// there.
    pub fn offset(&self, delta: f64, style: &OffsetStyle) -> Result<Region, ShapeError> {
        style.check(delta)?;
        if delta == 0.0 {
            return Ok(self.clone());
        }
        let moved = self.rings().map(|ring| {
            let sides = (0..ring.len()).map(|at| Side::line(ring[at], ring[(at + 1) % ring.len()]));
            let mut points = Vec::with_capacity(ring.len() * 2);
            for side in moved_ring(&sides.collect::<Vec<_>>(), delta, style) {
                side.push_flattened(style.tolerance, &mut points)?;
            }
            Ok(points)
        });
        // Positive alone: where an inner side has moved past itself, the rings wind clockwise, and that is
        // not inside.
        Region::wound(&moved.collect::<Result<Vec<_>, ShapeError>>()?, Winding::Positive)
    }
}

/// Returns the ring with every side moved to its right by the offset, and with corners between them.
///
/// The area that each side sweeps over on its way, and each outward corner, adds to the winding of the ring when
/// the offset is positive and is taken from it otherwise. So the result is where the moved rings wind
/// counter-clockwise in sum.
pub(super) fn moved_ring(ring: &[Side], delta: f64, style: &OffsetStyle) -> Vec<Side> {
    let mut pen = Pen::new(ring.len() * 2);
    let Some(mut before) = ring.last() else { return pen.sides };
    for side in ring {
        push_corner(before, side, delta, style, &mut pen);
        push_moved(side, delta, &mut pen);
        before = side;
    }
    pen.finish()
}

/// A pen that draws sides one after the other.
pub(super) struct Pen {
    /// The current point; `None` before the first one.
    at: Option<Point>,
    begin: Point,
    sides: Vec<Side>,
}

impl Pen {
    pub(crate) fn new(capacity: usize) -> Pen {
        Pen { at: None, begin: Point::ORIGIN, sides: Vec::with_capacity(capacity) }
    }

    /// Returns the ring, closed by a line where it is open.
    pub(crate) fn finish(mut self) -> Vec<Side> {
        self.line_to(self.begin);
        self.sides
    }

    pub(crate) fn line_to(&mut self, to: Point) {
        match self.at {
            None => self.begin = to,
            // Sides without a length have no direction, and everything after this asks for one.
            Some(from) if from != to => self.sides.push(Side::line(from, to)),
            Some(_) => {}
        }
        self.at = Some(to);
    }

    pub(crate) fn arc_to(&mut self, to: Point, arc: Arc) {
        if let Some(from) = self.at {
            self.sides.push(Side { arc: Some(arc), ..Side::line(from, to) });
        }
        self.at = Some(to);
    }
}

/// Returns the moved point of a side that runs in this direction there: along the normal to the right, which
/// is the direction turned back by a quarter.
fn moved(point: Point, direction: Point, delta: f64) -> Point {
    Point::new(point.x + direction.y * delta, point.y - direction.x * delta)
}

/// Draws a moved arc. A moved line is drawn from corner to corner.
pub(super) fn push_moved(side: &Side, delta: f64, pen: &mut Pen) {
    let Some(arc) = &side.arc else { return };
    // To the right of an arc that turns left is away from its centre.
    let wider = arc.widened(delta * arc.sweep.signum());
    if wider.radius > NO_RADIUS * arc.radius {
        let [_, end] = side.directions();
        pen.arc_to(moved(side.to, end, delta), wider);
    } else {
        // Beyond the centre, other points of the ring are nearer: what the arc sweeps over ends there.
        pen.line_to(arc.center);
    }
}

pub(super) fn push_corner(before: &Side, after: &Side, delta: f64, style: &OffsetStyle, pen: &mut Pen) {
    let vertex = after.from;
    let ([_, arriving], [leaving, _]) = (before.directions(), after.directions());
    let (first, second) = (moved(vertex, arriving, delta), moved(vertex, leaving, delta));
    let sine = arriving.x * leaving.y - arriving.y * leaving.x;
    let cosine = arriving.x * leaving.x + arriving.y * leaving.y;
    // Smoothly joined sides have one moved point; an arc between would be made of rounding.
    if sine.abs() <= SMOOTH && cosine > 0.0 {
        return pen.line_to(first);
    }
    let middle = || {
        // The sum of both directions, so scaled, moves the vertex to where both moved lines cross.
        let reach = 1.0 / (1.0 + cosine);
        let middle = Point::new((arriving.x + leaving.x) * reach, (arriving.y + leaving.y) * reach);
        moved(vertex, middle, delta)
    };
    // A left turn is an outward corner for a ring that grows, an inward one for a ring that shrinks.
    if sine * delta < 0.0 {
        // On the inner side the moved sides cross. Where lines do so in the halves next to the corner, what is beyond the
        // crossing was swept over by both, and by going on from there only one of them counts.
        if before.arc.is_none() && after.arc.is_none() {
            // Half of the shorter side: the other half belongs to the corner at its other end.
            let depth = 0.5 * (1.0 + cosine) * before.length().min(after.length()) / sine.abs();
            if delta.abs() <= depth {
                return pen.line_to(middle());
            }
            // Up to there both did, so the way need not lead all the way back. The shorter it is, the fewer others cross it.
            if cosine > 0.0 {
                let depth = depth * delta.signum();
                return [first, moved(vertex, arriving, depth), moved(vertex, leaving, depth), second]
                    .into_iter()
                    .for_each(|point| pen.line_to(point));
            }
        }
        // By way of the vertex, both count in full.
        return [first, vertex, second].into_iter().for_each(|point| pen.line_to(point));
    }
    let angle = sine.atan2(cosine).abs();
    if after.is_smooth && delta.abs() * (1.0 - (0.5 * angle).cos()) <= style.tolerance {
        // An edge is as near to the arc as the edges before and after it are to their curve.
        return [first, second].into_iter().for_each(|point| pen.line_to(point));
    }
    if style.join == OffsetJoin::Round {
        pen.line_to(first);
        return pen.arc_to(second, Arc::new(vertex, delta.abs(), angle * delta.signum()));
    }
    // Lines are drawn out to the corner, arcs continue along their tangents.
    if before.arc.is_some() {
        pen.line_to(first);
    }
    let is_straight = cosine > STRAIGHT;
    // The mitre is 1/cos(angle/2) offsets away, and cos²(angle/2) is (1 + cosine)/2: no root is needed.
    let is_near = (1.0 + cosine) * style.miter_limit * style.miter_limit > 2.0;
    let is_mitred = matches!(style.join, OffsetJoin::Miter | OffsetJoin::MiterOrBevel) && is_near;
    if is_straight || is_mitred {
        pen.line_to(middle());
    } else if matches!(style.join, OffsetJoin::Bevel | OffsetJoin::MiterOrBevel) {
        [first, second].into_iter().for_each(|point| pen.line_to(point));
    } else {
        // Both ends of the edge across are on the moved sides: turned by a quarter of the angle from the middle.
        let (reach, quarter) = (1.0 / (angle * 0.25).cos(), angle * 0.25 * delta.signum());
        for turned in [quarter, angle * delta.signum() - quarter] {
            let (sin, cos) = turned.sin_cos();
            let turned = Point::new(arriving.x * cos - arriving.y * sin, arriving.x * sin + arriving.y * cos);
            pen.line_to(moved(vertex, Point::new(turned.x * reach, turned.y * reach), delta));
        }
    }
    if after.arc.is_some() {
        pen.line_to(second);
    }
}
