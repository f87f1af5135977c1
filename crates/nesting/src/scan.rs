//! Free places, found column by column: for one place across, the heights at which a body overlaps another are known exactly, as
//! both have straight edges.

use scenewright_geometry::{Bounds, Point};

use super::clearance::Clearance;
use super::solid::{Put, Solid};

/// The surroundings of bodies: the frame of a sheet, and the bodies in it already.
pub(crate) struct Field<'a> {
    pub frame: Bounds,
    others: Vec<Put<'a>>,
    clearance: Clearance,
}

/// The halvings that find how far a body can still go to the left: a 160th of a sheet halved 14 times is less than a millionth of
/// it.
const HALVINGS: usize = 14;

impl<'a> Field<'a> {
    /// Makes an empty field, for bodies whose largest circles have radii in this range.
    pub(crate) fn new(frame: Bounds, radii: (f64, f64)) -> Field<'a> {
        Field { frame, others: Vec::new(), clearance: Clearance::new(frame, radii) }
    }

    pub(crate) fn add(&mut self, put: Put<'a>, work: &mut u64) {
        self.clearance.add(&put, work);
        self.others.push(put);
    }

    /// Returns the first free place of a body, from the left and then from below. Places are looked for at every step across,
    /// from a place on, and where the box of the body touches those of others.
    pub(crate) fn first_place(
        &self,
        solid: &Solid,
        step: f64,
        from: f64,
        slack: f64,
        work: &mut u64,
    ) -> Option<Point> {
        let own = &solid.bounds;
        let (least, most) = (self.frame.min.x - own.min.x, self.frame.max.x - own.max.x);
        if most < least - slack || self.frame.max.y - own.max.y < self.frame.min.y - own.min.y - slack {
            return None;
        }
        let most = most.max(least);
        let mut columns: Vec<f64> = vec![least, most];
        let count = ((most - least) / step).ceil().clamp(1.0, 1e5) as usize;
        columns.extend((0..count).map(|at| least + (most - least) * at as f64 / count as f64));
        for other in &self.others {
            let bounds = other.bounds();
            // Right beside another body, flush with its left side, and right before it: places that an even
            // step would miss by less than a step.
            columns.extend([bounds.max.x - own.min.x, bounds.min.x - own.min.x, bounds.min.x - own.max.x]);
            for hole in &other.solid.holes {
                columns.extend([hole.min.x + other.at.x - own.min.x, hole.max.x + other.at.x - own.max.x]);
            }
        }
        columns.retain(|x| *x >= least.max(from) && *x <= most);
        columns.sort_by(f64::total_cmp);
        // Places nearer than the slack are one, since bodies may overlap by it.
        columns.dedup_by(|next, last| *next - *last <= slack);
        let mut before = None;
        for x in columns {
            let Some(y) = self.lowest(solid, x, slack, work) else {
                before = Some(x);
                continue;
            };
            let mut place = Point::new(x, y);
            let mut blocked = before.unwrap_or(x);
            for _ in 0..HALVINGS {
                let middle = 0.5 * (blocked + place.x);
                if place.x - blocked <= slack {
                    break;
                }
                match self.lowest(solid, middle, slack, work) {
                    Some(y) => place = Point::new(middle, y),
                    None => blocked = middle,
                }
            }
            return Some(place);
        }
        None
    }

    /// Returns the lowest free height of a body at one place across.
    pub(crate) fn lowest(&self, solid: &Solid, x: f64, slack: f64, work: &mut u64) -> Option<f64> {
        let own = &solid.bounds;
        let (floor, ceiling) = (self.frame.min.y - own.min.y, self.frame.max.y - own.max.y);
        if ceiling < floor - slack {
            return None;
        }
        let ceiling = ceiling.max(floor);
        let ranges = self.clearance.heights(solid, x, work);
        ranges.into_iter().find_map(|range| self.lowest_within(solid, x, range, ceiling, slack, work))
    }

    /// Returns the lowest free height of a body in a range.
    fn lowest_within(
        &self,
        solid: &Solid,
        x: f64,
        (floor, end): (f64, f64),
        ceiling: f64,
        slack: f64,
        work: &mut u64,
    ) -> Option<f64> {
        let own = &solid.bounds;
        let (left, right) = (own.min.x + x, own.max.x + x);
        let (bottom, top) = (own.min.y + floor, own.max.y + end);
        let mut taken: Vec<(f64, f64)> = Vec::new();
        let mut near: Vec<&Put<'_>> = Vec::new();
        for other in &self.others {
            let bounds = other.bounds();
            if bounds.max.x <= left || bounds.min.x >= right || bounds.max.y <= bottom || bounds.min.y >= top
            {
                continue;
            }
            near.push(other);
            let by = Point::new(other.at.x - x, other.at.y);
            for [from, to] in &other.solid.edges {
                let (a, b) = (Point::new(from.x + by.x, from.y + by.y), Point::new(to.x + by.x, to.y + by.y));
                let (a, b) = if a.x <= b.x { (a, b) } else { (b, a) };
                if b.x <= own.min.x
                    || a.x >= own.max.x
                    || a.y.max(b.y) < bottom - slack
                    || a.y.min(b.y) > top + slack
                {
                    continue;
                }
                // Only inner edges that begin left of the end of this one and reach its beginning lie above or below it.
                let inner = &solid.inner_by_x;
                let first = inner.partition_point(|[from, _]| from.x < a.x - solid.widest_inner);
                let past = inner.partition_point(|[from, _]| from.x < b.x).max(first);
                *work += 1 + ((past - first) as u64 >> 4);
                for [c, d] in &inner[first..past] {
                    let (low, high) = (a.x.max(c.x), b.x.min(d.x));
                    if low >= high {
                        continue;
                    }
                    let at = |from: &Point, to: &Point, x: f64| {
                        from.y + (to.y - from.y) * (x - from.x) / (to.x - from.x)
                    };
                    let first = at(&a, &b, low) - at(c, d, low);
                    let last = at(&a, &b, high) - at(c, d, high);
                    // Between the ends of the common part both edges are straight, so the heights at its two
                    // ends bound all others. The tenth of the slack keeps a place on the border from being an
                    // overlap by rounding.
                    let (from, to) = (first.min(last), first.max(last) + 0.1 * slack);
                    if to <= floor || from > end + slack {
                        continue;
                    }
                    // Edges come from left to right, above and below in turn: each continues where one of the last two ended.
                    let known = taken.iter_mut().rev().take(2).find(|known| from <= known.1 && to >= known.0);
                    match known {
                        Some(known) => *known = (known.0.min(from), known.1.max(to)),
                        None => taken.push((from, to)),
                    }
                }
            }
        }
        taken.sort_by(|one, other| one.0.total_cmp(&other.0));
        let is_free = |y: f64, work: &mut u64| {
            let put = Put::new(solid, Point::new(x, y));
            // Crossing edges are all in the intervals; this is for a body inside of another, where no edges
            // cross.
            near.iter().all(|other| !put.overlaps(other, work))
        };
        let mut y = floor;
        let mut index = 0;
        loop {
            // Past everything that begins below.
            while let Some((from, to)) = taken.get(index) {
                if *from > y {
                    break;
                }
                y = y.max(*to);
                index += 1;
            }
            if y > end {
                // A body that is too high by a rounding error fits exactly.
                return (end == ceiling && y <= ceiling + slack && is_free(ceiling, work)).then_some(ceiling);
            }
            if is_free(y, work) {
                return Some(y);
            }
            y = taken.get(index)?.1.max(y);
            index += 1;
        }
    }
}
