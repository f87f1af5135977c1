//! Points that follow entities.

use scenewright_geometry::{Affine, Point};

/// A point, or a place at an entity.
#[derive(Clone, Debug, PartialEq)]
pub enum PointRef {
    /// A point in the annotation's own coordinates, which are the world's as long as nothing has moved it.
    At(Point),
    /// A place at an entity, looked up whenever the annotation is drawn.
    Of {
        /// The name of the entity.
        name: String,
        /// The place at it.
        place: Place,
    },
}

/// A place at an entity.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Place {
    /// The centre of a circle, an arc or an ellipse, and of the bounds of anything else.
    Center,
    /// The first point of a line, an arc or an open path.
    Start,
    /// The last point of a line, an arc or an open path.
    End,
    /// The middle of a line from its first point to its last, or of an arc.
    Middle,
    /// A place on the bounds: -1 is left or below, 1 right or above.
    Side(f64, f64),
    /// A corner of a line, a polygon or a rectangle, counted from 0.
    Vertex(usize),
    /// A point in the entity's own coordinates.
    Own(Point),
}

/// Circles and arcs in the world.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Round {
    /// The centre.
    pub center: Point,
    /// The radius, in the unit of the coordinates.
    pub radius: f64,
    /// The angle at which the arc starts, and the angle that it turns through; a full turn for a circle.
    pub start: f64,
    /// The angle that it turns through, in radians, counter-clockwise.
    pub sweep: f64,
}

impl Round {
    /// Returns the image under a transform that multiplies lengths by the factor.
    pub(crate) fn in_world(&self, world: &Affine, factor: f64) -> Round {
        let direction = world.displace(Point::new(self.start.cos(), self.start.sin()));
        let start = direction.y.atan2(direction.x);
        Round {
            center: *world * self.center,
            radius: self.radius * factor,
            start: if world.determinant() < 0.0 { start - self.sweep } else { start },
            sweep: self.sweep,
        }
    }
}

impl PointRef {
    pub(crate) fn name_mut(&mut self) -> Option<&mut String> {
        match self {
            PointRef::At(_) => None,
            PointRef::Of { name, .. } => Some(name),
        }
    }
}
