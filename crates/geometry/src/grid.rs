//! The integer grid for operations on areas.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use i_overlay::i_float::int::point::IntPoint;

use super::affine::Point;
use super::shape_error::ShapeError;

pub(super) type Cell = IntPoint<i64>;

/// The bits of the largest coordinate: each cell is a few times the error of floating-point numbers of that
/// size, so that edges which ought to coincide do.
const BITS: i32 = 47;

/// Points on the grid, and the exact coordinates of those that were placed there.
///
/// Invariant: a point that lies in the cell of an earlier one, or in a cell beside it, is taken for that point.
pub(super) struct Grid {
    scale: f64,
    points: Vec<Placed>,
    /// The point that was placed last in each square of `1 << SQUARE_BITS` cells a side.
    squares: HashMap<Square, u32, BuildHasherDefault<SquareHasher>>,
}

struct Placed {
    cell: Cell,
    point: Point,
    /// The point that was placed in the same square before, or `NONE`.
    previous: u32,
}

type Square = (i64, i64);

/// The bits of a square's side: few enough that a square holds 64 points at most, and enough that the cells around
/// most are in the same square.
const SQUARE_BITS: u32 = 4;

const NONE: u32 = u32::MAX;

/// A hasher of squares by a multiplication. An attacker may choose points that collide; the standard
/// hasher, which defends against that, takes a third of the time of a whole operation.
#[derive(Default)]
pub(super) struct SquareHasher(u64);

impl Grid {
    /// Makes a grid for coordinates of up to this magnitude.
    pub(crate) fn new(reach: f64) -> Result<Grid, ShapeError> {
        // Outside of this, a power of two that the scale needs would not be a number.
        if !(1e-200..=1e200).contains(&reach) {
            return Err(ShapeError::new("the coordinates are too large or too small to compute with"));
        }
        // A power of two: multiplying by it is exact, so two equal points always share a cell.
        let scale = 2.0_f64.powi(BITS - reach.log2().ceil() as i32);
        Ok(Grid { scale, points: Vec::new(), squares: HashMap::default() })
    }

    /// Returns the side of a cell as a length.
    pub(crate) fn cell(&self) -> f64 {
        1.0 / self.scale
    }

    /// Places a point on the grid.
    pub(crate) fn place(&mut self, point: Point) -> Cell {
        let cell = Cell::new((point.x * self.scale).round() as i64, (point.y * self.scale).round() as i64);
        // An earlier point in a cell beside this one was rounded differently: both are the same point.
        let home = square_of(cell);
        if let Some(near) = self.find(home, |other| is_beside(other, cell)) {
            return near.cell;
        }
        // The nine cells around a cell reach into at most four squares, and its corners are in all of them.
        let corners = [(-1, -1), (-1, 1), (1, -1), (1, 1)];
        for corner in corners.map(|(dx, dy)| square_of(Cell::new(cell.x + dx, cell.y + dy))) {
            if corner != home
                && let Some(near) = self.find(corner, |other| is_beside(other, cell))
            {
                return near.cell;
            }
        }
        // Points of a square form a list through `previous`, the latest first: one map entry serves up to 64 points.
        let index = u32::try_from(self.points.len()).unwrap_or(NONE);
        let previous = self.squares.insert(home, index).unwrap_or(NONE);
        self.points.push(Placed { cell, point: point.without_negative_zero(), previous });
        cell
    }

    /// Places a ring on the grid, without repetitions; empty when nothing is left that could bound an area.
    pub(crate) fn place_ring(&mut self, ring: &[Point]) -> Vec<Cell> {
        let mut cells: Vec<Cell> = ring.iter().map(|point| self.place(*point)).collect();
        cells.dedup();
        // A ring closes by itself; a repeated end would be an edge without length.
        while cells.len() > 1 && cells.first() == cells.last() {
            cells.pop();
        }
        // Two cells are an edge there and back: it bounds nothing, and the overlay would have to cancel it.
        if cells.len() < 3 { Vec::new() } else { cells }
    }

    /// Returns the point that was placed on this cell, or else the cell's middle.
    pub(crate) fn point(&self, cell: Cell) -> Point {
        let placed = self.find(square_of(cell), |other| other == cell);
        let middle = || Point::new(cell.x as f64 / self.scale, cell.y as f64 / self.scale);
        // The overlay makes cells of its own where edges cross. Only those have no exact point to give back.
        placed.map_or_else(middle, |placed| placed.point)
    }

    fn find(&self, square: Square, is_wanted: impl Fn(Cell) -> bool) -> Option<&Placed> {
        let mut next = self.squares.get(&square).copied();
        while let Some(placed) = next.and_then(|index| self.points.get(index as usize)) {
            if is_wanted(placed.cell) {
                return Some(placed);
            }
            // `NONE` ends the list by itself: no grid holds so many points, so that index finds none.
            next = Some(placed.previous);
        }
        None
    }
}

impl Hasher for SquareHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|byte| self.write_i64(i64::from(*byte)));
    }

    fn write_i64(&mut self, value: i64) {
        // The odd constant is 2^64 divided by the golden ratio, which spreads neighbouring squares over the high bits; the
        // shift brings those down to where the map takes its bucket.
        let mixed = (self.0.rotate_left(26) ^ value as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        self.0 = mixed ^ (mixed >> 32);
    }
}

fn square_of(cell: Cell) -> Square {
    (cell.x >> SQUARE_BITS, cell.y >> SQUARE_BITS)
}

fn is_beside(one: Cell, other: Cell) -> bool {
    (one.x - other.x).abs() <= 1 && (one.y - other.y).abs() <= 1
}

/// Returns twice the signed area of the triangle: positive when it runs counter-clockwise.
pub(super) fn turn(a: Cell, b: Cell, c: Cell) -> i128 {
    // A product of two coordinates of 47 bits and a sign does not fit into 64 bits.
    let wide = |from: i64, to: i64| i128::from(to) - i128::from(from);
    wide(a.x, b.x) * wide(b.y, c.y) - wide(a.y, b.y) * wide(b.x, c.x)
}
