//! The assignment of holes to the parts of an area.
//!
//! The overlay takes the ring straight below the beginning of a hole for the one around it. Where another ring
//! begins there, that is not always so.

use super::affine::Point;
use super::bounds::Bounds;
use super::flatten::winding_around;
use super::ring::signed_area;

/// Moves each hole into the part whose outline, the part's first ring, is the innermost around it.
pub(super) fn put_holes_right<R>(parts: &mut [Vec<R>], points: impl Fn(&R) -> &[Point]) {
    // With one part there is no wrong one.
    if parts.len() < 2 || parts.iter().all(|rings| rings.len() < 2) {
        return;
    }
    let outlines = Outlines::of(parts.iter().map(|rings| rings.first().map_or(&[][..], &points)));
    let mut moves: Vec<(usize, usize, usize)> = Vec::new();
    for (part, rings) in parts.iter().enumerate() {
        for (index, hole) in rings.iter().enumerate().skip(1) {
            if let Some(target) = outlines.innermost_around(points(hole))
                && target != part
            {
                moves.push((part, index, target));
            }
        }
    }
    // From the last, so that the indices of earlier moves still hold.
    for (part, index, target) in moves.into_iter().rev() {
        let hole = parts[part].remove(index);
        parts[target].push(hole);
    }
}

/// The outlines of all parts, from left to right.
struct Outlines<'a> {
    found: Vec<OutlineOf<'a>>,
}

struct OutlineOf<'a> {
    part: usize,
    points: &'a [Point],
    bounds: Bounds,
    area: f64,
}

impl<'a> Outlines<'a> {
    fn of(outlines: impl Iterator<Item = &'a [Point]>) -> Self {
        let mut found: Vec<OutlineOf<'a>> = outlines
            .enumerate()
            .filter_map(|(part, points)| {
                let bounds = Bounds::of_points(points.iter().copied())?;
                Some(OutlineOf { part, points, bounds, area: signed_area(points).abs() })
            })
            .collect();
        found.sort_by(|one, other| one.bounds.min.x.total_cmp(&other.bounds.min.x));
        Outlines { found }
    }

    /// Returns the part with the smallest outline around a ring that crosses none of them, though it may touch them
    /// in points.
    fn innermost_around(&self, ring: &[Point]) -> Option<usize> {
        let inner = point_inside(ring)?;
        let area = signed_area(ring).abs();
        let may_be_around = |it: &&OutlineOf<'a>| it.area > area && it.bounds.holds(inner);
        let mut around: Vec<&OutlineOf<'a>> =
            self.found.iter().take_while(|it| it.bounds.min.x <= inner.x).filter(may_be_around).collect();
        // The ring around a ring is among them, so that a single one needs no further proof.
        if around.len() > 1 {
            around.retain(|it| winding_around(inner, it.points) != 0);
        }
        around.into_iter().min_by(|one, other| one.area.total_cmp(&other.area)).map(|it| it.part)
    }
}

/// Returns a point inside of a ring that does not cross itself, and not on it: near the corner at one of its four
/// ends where there is most room.
fn point_inside(ring: &[Point]) -> Option<Point> {
    let directions = [(1.0, 0.0), (-1.0, 0.0), (0.0, 1.0), (0.0, -1.0)];
    let corners = directions.map(|(x, y)| {
        let reach = |at: &usize| [x * ring[*at].x + y * ring[*at].y, y * ring[*at].x - x * ring[*at].y];
        (0..ring.len()).max_by(|one, other| {
            let ([far, aside], [other_far, other_aside]) = (reach(one), reach(other));
            far.total_cmp(&other_far).then(aside.total_cmp(&other_aside))
        })
    });
    let triangle = |at: usize| {
        let [before, after] = [at + ring.len() - 1, at + 1].map(|index| ring[index % ring.len()]);
        [before, ring[at], after]
    };
    let triangles = corners.into_iter().flatten().map(triangle);
    let [a, corner, b] =
        triangles.max_by(|one, other| signed_area(one).abs().total_cmp(&signed_area(other).abs()))?;
    // Nothing is between the corner and the vertex in its triangle that is furthest from the opposite side.
    let turn = signed_area(&[a, corner, b]).signum();
    let depth = |point: Point| turn * signed_area(&[b, a, point]);
    let is_within = |point: &&Point| {
        let point = **point;
        let sides = [[a, corner], [corner, b], [b, a]];
        let is_left = |[from, to]: &[Point; 2]| turn * signed_area(&[*from, *to, point]) >= 0.0;
        point != a && point != b && point != corner && sides.iter().all(is_left)
    };
    let nearest = ring.iter().filter(is_within).max_by(|one, other| depth(**one).total_cmp(&depth(**other)));
    Some(match nearest {
        Some(point) => Point::new((corner.x + point.x) * 0.5, (corner.y + point.y) * 0.5),
        None => Point::new((a.x + corner.x + b.x) / 3.0, (a.y + corner.y + b.y) / 3.0),
    })
}
