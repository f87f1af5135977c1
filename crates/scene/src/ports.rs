//! The ports of blocks, which a scene holds and connectors look up.

use scenewright_geometry::Point;

/// A port of a block: a point where connectors begin and end.
#[derive(Clone, Debug, PartialEq)]
pub struct Port {
    /// The name, which is unique in its block.
    pub name: String,
    /// The point, in the coordinates of the block, with its base at the origin.
    pub at: Point,
    /// The direction in which connectors leave; away from the nearest side of the block unless given.
    pub direction: Option<Point>,
}
