//! The integer grid that operations on areas are computed on.

use std::collections::HashMap;

use i_overlay::i_float::int::point::IntPoint;

use super::affine::Point;
use super::shape_error::ShapeError;

pub(super) type Cell = IntPoint<i64>;

/// The largest coordinate takes so many bits: each cell is a few times what floating-point numbers of that size
/// can be off by, so that edges which ought to coincide do.
const BITS: i32 = 47;

/// Points on the grid, and the exact coordinates of those that were put there.
///
/// Invariant: a point that lies in the cell of an earlier one, or in a cell beside it, is taken for that point.
pub(super) struct Grid {
    scale: f64,
    points: HashMap<[i64; 2], Point>,
}

impl Grid {
    /// A grid for coordinates of up to this magnitude.
    pub fn new(reach: f64) -> Result<Grid, ShapeError> {
        // Outside of this, a power of two that the scale needs would not be a number.
        if !(1e-200..=1e200).contains(&reach) {
            return Err(ShapeError::new("the coordinates are too large or too small to compute with"));
        }
        Ok(Grid { scale: 2.0_f64.powi(BITS - reach.log2().ceil() as i32), points: HashMap::new() })
    }

    /// The side of a cell as a length.
    pub fn cell(&self) -> f64 {
        1.0 / self.scale
    }

    /// Puts a point on the grid.
    pub fn place(&mut self, point: Point) -> Cell {
        let (x, y) = ((point.x * self.scale).round() as i64, (point.y * self.scale).round() as i64);
        for (dx, dy) in AROUND {
            if self.points.contains_key(&[x + dx, y + dy]) {
                return Cell::new(x + dx, y + dy);
            }
        }
        self.points.insert([x, y], point.without_negative_zero());
        Cell::new(x, y)
    }

    /// The ring on the grid, without repetitions; empty when nothing is left that could bound an area.
    pub fn place_ring(&mut self, ring: &[Point]) -> Vec<Cell> {
        let mut cells: Vec<Cell> = ring.iter().map(|point| self.place(*point)).collect();
        cells.dedup();
        while cells.len() > 1 && cells.first() == cells.last() {
            cells.pop();
        }
        if cells.len() < 3 { Vec::new() } else { cells }
    }

    /// The point that was put on this cell, or else the cell's middle.
    pub fn point(&self, cell: Cell) -> Point {
        let middle = || Point::new(cell.x as f64 / self.scale, cell.y as f64 / self.scale);
        self.points.get(&[cell.x, cell.y]).copied().unwrap_or_else(middle)
    }
}

const AROUND: [(i64, i64); 9] =
    [(0, 0), (-1, 0), (1, 0), (0, -1), (0, 1), (-1, -1), (1, -1), (-1, 1), (1, 1)];

/// Twice the signed area of the triangle: positive when it runs counter-clockwise.
pub(super) fn turn(a: Cell, b: Cell, c: Cell) -> i128 {
    let wide = |from: i64, to: i64| i128::from(to) - i128::from(from);
    wide(a.x, b.x) * wide(b.y, c.y) - wide(a.y, b.y) * wide(b.x, c.x)
}
