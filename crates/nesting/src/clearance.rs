//! How far places on a sheet are from what lies on it, on a grid: most places where a body cannot be are seen at a glance.

use scenewright_geometry::{Bounds, Point};

use super::solid::{Put, Solid};

/// The cells along the longer side of a frame, those along the radius of the smallest body, and the most of all.
const CELLS: f64 = 200.0;
const CELLS_OF_RADIUS: f64 = 4.0;
const MAX_CELLS: f64 = 200_000.0;

/// The circles of a body that are compared with the grid: the first and largest ones, which cover most of it.
const POLES: usize = 8;

/// The share of a circle that may lie over another body: bodies touch, and circles are found by steps.
const TOUCHES: f64 = 0.995;

/// The distances of the middles of cells from the bodies and from the edge of the frame.
pub(crate) struct Clearance {
    frame: Bounds,
    cell: f64,
    columns: usize,
    rows: usize,
    /// Column by column.
    distances: Vec<f32>,
    /// Distances beyond this one count as equal.
    reach: f64,
}

impl Clearance {
    /// Makes the grid of an empty frame, for bodies whose largest circles have radii in this range.
    pub(crate) fn new(frame: Bounds, (least, radius): (f64, f64)) -> Clearance {
        let (wide, high) = (frame.width(), frame.height());
        // Fine enough for the frame and for the smallest body, whose largest circle would be lost between
        // coarser cells.
        let cell = (wide.max(high) / CELLS).min(least / CELLS_OF_RADIUS);
        // A tiny body on a large sheet must not make a grid that costs more than it saves. The last bound is
        // for a strip whose other side is next to nothing.
        let cell = cell.max((wide * high / MAX_CELLS).sqrt()).max(wide.max(high) / MAX_CELLS);
        let columns = (wide / cell).ceil().max(1.0) as usize;
        let rows = (high / cell).ceil().max(1.0) as usize;
        // No question asks for more room than the largest circle needs, so greater distances are not
        // measured.
        let reach = radius + 2.0 * cell;
        let mut grid =
            Clearance { frame, cell, columns, rows, distances: Vec::with_capacity(columns * rows), reach };
        for column in 0..columns {
            for row in 0..rows {
                let at = grid.middle(column, row);
                let across = (at.x - frame.min.x).min(frame.max.x - at.x);
                let up = (at.y - frame.min.y).min(frame.max.y - at.y);
                grid.distances.push(across.min(up).clamp(0.0, reach) as f32);
            }
        }
        grid
    }

    fn middle(&self, column: usize, row: usize) -> Point {
        let at = |index: usize, from: f64| from + (index as f64 + 0.5) * self.cell;
        Point::new(at(column, self.frame.min.x), at(row, self.frame.min.y))
    }

    fn index(&self, at: f64, from: f64, count: usize) -> usize {
        // A number below 0 becomes 0.
        (((at - from) / self.cell) as usize).min(count - 1)
    }

    /// Adds a body.
    pub(crate) fn add(&mut self, put: &Put<'_>, work: &mut u64) {
        let bounds = put.bounds();
        let columns = [bounds.min.x - self.reach, bounds.max.x + self.reach]
            .map(|it| self.index(it, self.frame.min.x, self.columns));
        let rows = [bounds.min.y - self.reach, bounds.max.y + self.reach]
            .map(|it| self.index(it, self.frame.min.y, self.rows));
        let mut count = 0;
        for column in columns[0]..=columns[1] {
            for row in rows[0]..=rows[1] {
                let index = column * self.rows + row;
                let known = f64::from(self.distances[index]);
                // Inside of something already.
                if known == 0.0 {
                    continue;
                }
                let middle = self.middle(column, row);
                let beyond = |at: f64, least: f64, most: f64| (least - at).max(at - most).max(0.0);
                let across = beyond(middle.x, bounds.min.x, bounds.max.x);
                let up = beyond(middle.y, bounds.min.y, bounds.max.y);
                // The box of the body is farther away than the known distance, so the body is too.
                if across * across + up * up >= known * known {
                    continue;
                }
                count += 1;
                let at = Point::new(middle.x - put.at.x, middle.y - put.at.y);
                let distance = if put.solid.holds(at) { 0.0 } else { put.solid.distance_within(at, known) };
                self.distances[index] = distance as f32;
            }
        }
        *work += count * put.solid.edges.len() as u64 / EDGES_OF_WORK;
    }

    /// Returns the ranges of heights, from below, outside of which a body surely overlaps something when it is moved across
    /// by `x`.
    pub(crate) fn heights(&self, solid: &Solid, x: f64, work: &mut u64) -> Vec<(f64, f64)> {
        let own = &solid.bounds;
        let floor = self.frame.min.y - own.min.y;
        let ceiling = (self.frame.max.y - own.max.y).max(floor);
        // A circle's middle is off the middle of its cell, and heights between two rows are not looked at.
        let margin = self.cell * (std::f64::consts::FRAC_1_SQRT_2 + 0.5);
        let poles = &solid.poles[..solid.poles.len().min(POLES)];
        let mut circles = [(0_usize, 0.0_f64, 0.0_f32); POLES];
        for (circle, (center, radius)) in circles.iter_mut().zip(poles) {
            let column = self.index(center.x + x, self.frame.min.x, self.columns);
            *circle = (column * self.rows, center.y, (radius * TOUCHES - margin) as f32);
        }
        let circles = &circles[..poles.len()];
        let steps = ((ceiling - floor) / self.cell).ceil() as usize;
        *work += 1 + steps as u64 / HEIGHTS_OF_WORK;
        let mut found: Vec<(f64, f64)> = Vec::new();
        for step in 0..=steps {
            let y = floor + step as f64 * self.cell;
            let may_hold = circles.iter().all(|(column, up, room)| {
                self.distances[column + self.index(up + y, self.frame.min.y, self.rows)] >= *room
            });
            if !may_hold {
                continue;
            }
            // A step stands for the heights half a cell around it; the margin above covers them.
            let from = (y - 0.5 * self.cell).max(floor);
            // The last step is at the ceiling or beyond.
            let to = if step == steps { ceiling } else { (y + 0.5 * self.cell).min(ceiling) };
            // Ranges that touch but for rounding are one, so that no place on their seam is lost.
            match found.last_mut().filter(|last| last.1 + 0.1 * self.cell >= from) {
                Some(last) => last.1 = to,
                None => found.push((from, to)),
            }
        }
        found
    }
}

/// Edges that a distance is measured from, and heights that are looked at, in the time of a unit of work.
const EDGES_OF_WORK: u64 = 50;
const HEIGHTS_OF_WORK: u64 = 50;
