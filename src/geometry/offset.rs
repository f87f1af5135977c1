//! Growing and shrinking areas.

use super::affine::Point;
use super::flatten::arc_step;
use super::region::Region;
use super::shape_error::{ShapeError, finite, number_text, positive};

/// How the gap at an outward corner is filled.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum OffsetJoin {
    /// An arc about the corner.
    #[default]
    Round,
    /// One edge across, as far from the corner as the sides are from theirs.
    Square,
    /// The sides drawn out until they meet; where that is too far out, a square corner.
    Miter,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OffsetStyle {
    pub join: OffsetJoin,
    /// How far a mitred corner may be from its vertex, in units of the offset; at least 1.
    pub miter_limit: f64,
    /// How far the edges of round corners may be from their arcs.
    pub tolerance: f64,
}

/// Edges that turn by less than this, by its cosine, are joined without a corner.
const STRAIGHT: f64 = 0.999;

impl Region {
    /// The region grown by a distance on all sides, or shrunk when it is negative. All parts that result are there.
    pub fn offset(&self, delta: f64, style: &OffsetStyle) -> Result<Region, ShapeError> {
        finite("delta", delta)?;
        positive("tolerance", style.tolerance)?;
        if !(style.miter_limit >= 1.0 && style.miter_limit.is_finite()) {
            return Err(ShapeError::new(format!(
                "miterLimit must be at least 1, got {}",
                number_text(style.miter_limit)
            )));
        }
        if delta == 0.0 {
            return Ok(self.clone());
        }
        let rings: Vec<Vec<Point>> = self.rings().map(|ring| moved_ring(ring, delta, style)).collect();
        // Where a side has moved past another one, the rings run the wrong way round, and do not count.
        Region::of_positive_winding(&rings)
    }
}

/// The ring with every side moved to its right by the offset, and with corners between them.
fn moved_ring(ring: &[Point], delta: f64, style: &OffsetStyle) -> Vec<Point> {
    let count = ring.len();
    let directions: Vec<Point> = (0..count)
        .map(|index| {
            let (from, to) = (ring[index], ring[(index + 1) % count]);
            let (x, y) = (to.x - from.x, to.y - from.y);
            let length = x.hypot(y);
            Point::new(x / length, y / length)
        })
        .collect();
    let mut moved = Vec::with_capacity(count * 2);
    for index in 0..count {
        push_corner(
            ring[index],
            directions[(index + count - 1) % count],
            directions[index],
            delta,
            style,
            &mut moved,
        );
    }
    moved
}

fn push_corner(
    vertex: Point,
    before: Point,
    after: Point,
    delta: f64,
    style: &OffsetStyle,
    moved: &mut Vec<Point>,
) {
    let at = |x: f64, y: f64| Point::new(vertex.x + x * delta, vertex.y + y * delta);
    // The normals to the right are the directions turned back by a quarter.
    let (first, second) = (Point::new(before.y, -before.x), Point::new(after.y, -after.x));
    let sine = before.x * after.y - before.y * after.x;
    let cosine = before.x * after.x + before.y * after.y;
    if sine * delta < 0.0 {
        // On the inner side the moved edges cross. By way of the vertex, what is between them winds the wrong way
        // round, and the union takes it away.
        moved.extend([at(first.x, first.y), vertex, at(second.x, second.y)]);
        return;
    }
    let mitered = || {
        let reach = 1.0 / (1.0 + cosine);
        at((first.x + second.x) * reach, (first.y + second.y) * reach)
    };
    if style.join != OffsetJoin::Round && cosine > STRAIGHT {
        moved.push(mitered());
        return;
    }
    let angle = sine.atan2(cosine).abs();
    match style.join {
        OffsetJoin::Miter if (1.0 + cosine) * style.miter_limit * style.miter_limit > 2.0 => {
            moved.push(mitered());
        }
        OffsetJoin::Miter | OffsetJoin::Square => {
            // Both ends of the edge across are on the moved sides: turned by a quarter of the angle from the middle.
            let (reach, quarter) = (1.0 / (angle * 0.25).cos(), angle * 0.25 * delta.signum());
            for turned in [quarter, angle * delta.signum() - quarter] {
                let (sin, cos) = turned.sin_cos();
                moved.push(at(
                    (first.x * cos - first.y * sin) * reach,
                    (first.x * sin + first.y * cos) * reach,
                ));
            }
        }
        OffsetJoin::Round => {
            let steps = (angle / arc_step(delta.abs(), style.tolerance) - 1e-9).ceil().max(1.0);
            moved.push(at(first.x, first.y));
            for index in 1..steps as usize {
                let (sin, cos) = (angle * delta.signum() * index as f64 / steps).sin_cos();
                moved.push(at(first.x * cos - first.y * sin, first.x * sin + first.y * cos));
            }
            moved.push(at(second.x, second.y));
        }
    }
}
