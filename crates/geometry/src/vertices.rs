//! Points of which those that are near each other are one.

use std::collections::HashMap;
use std::hash::BuildHasherDefault;

use super::affine::Point;
use super::grid::SquareHasher;

/// Points by their indices.
///
/// Invariant: a point that is no further than `near` from an earlier one is taken for that.
pub(super) struct Vertices {
    near: f64,
    points: Vec<Point>,
    /// The point that was added before in the same square, or `NONE`.
    previous: Vec<u32>,
    /// The point that was added last in each square of a side of `SQUARE` times what is near.
    squares: HashMap<(i64, i64), u32, BuildHasherDefault<SquareHasher>>,
}

const NONE: u32 = u32::MAX;

/// The side of a square in units of what is near: most points are in one square with all that are near them.
const SQUARE: f64 = 64.0;

impl Vertices {
    pub(crate) fn new(near: f64) -> Vertices {
        Vertices { near, points: Vec::new(), previous: Vec::new(), squares: HashMap::default() }
    }

    pub(crate) fn point(&self, index: u32) -> Point {
        self.points[index as usize]
    }

    pub(crate) fn len(&self) -> usize {
        self.points.len()
    }

    /// Returns the index of the point, or of an earlier one that is near it.
    pub(crate) fn place(&mut self, point: Point) -> u32 {
        let side = SQUARE * self.near;
        let square = |dx: f64, dy: f64| {
            (((point.x + dx) / side).floor() as i64, ((point.y + dy) / side).floor() as i64)
        };
        let home = square(0.0, 0.0);
        if let Some(index) = self.find(home, point) {
            return index;
        }
        let near = self.near;
        // Anything near is in a square that one of these corners is in, as squares are far larger.
        for corner in [(-near, -near), (-near, near), (near, -near), (near, near)] {
            let corner = square(corner.0, corner.1);
            if corner != home
                && let Some(index) = self.find(corner, point)
            {
                return index;
            }
        }
        let index = self.points.len() as u32;
        self.points.push(point.without_negative_zero());
        // Points of a square form a list through `previous`, the latest first.
        self.previous.push(self.squares.insert(home, index).unwrap_or(NONE));
        index
    }

    fn find(&self, square: (i64, i64), point: Point) -> Option<u32> {
        let mut next = self.squares.get(&square).copied().unwrap_or(NONE);
        while next != NONE {
            if self.point(next).distance_to(point) <= self.near {
                return Some(next);
            }
            next = self.previous[next as usize];
        }
        None
    }
}
