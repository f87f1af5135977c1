//! Moving, turning and stretching of entities.

use super::store::{EntityId, Scene};
use crate::drafting::{Linear, SceneError, Transform};
use scenewright_geometry::{Affine, Point, finite};

/// The axes along which an operation works.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Space {
    /// The world's axes, whatever the rotation and scale of the parents.
    #[default]
    World,
    /// The entity's own axes.
    Local,
}

/// The point that stays where it is.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Around {
    /// The entity's pivot.
    #[default]
    Origin,
    /// The centre of the entity's world bounds.
    Center,
    /// A point of the world.
    Point(Point),
}

impl Scene {
    /// Moves an entity; returns false if the distance is zero. The lengths are the world's, or those of the
    /// parent along the entity's own axes.
    pub fn translate(&mut self, name: &str, dx: f64, dy: f64, space: Space) -> Result<bool, SceneError> {
        let id = self.require(name)?;
        self.check_unlocked(name)?;
        let by = Point::new(finite("dx", dx)?, finite("dy", dy)?);
        if by == Point::ORIGIN {
            return Ok(false);
        }
        let by = match space {
            Space::World => self.inverse_parent_world(id)?.displace(by),
            // Along its own axes, and in the lengths of the space around: the scale of the entity does not
            // stretch the way.
            Space::Local => Affine::rotation(self.entity(id).transform.linear.rotation()).displace(by),
        };
        let mut transform = self.entity(id).transform.clone();
        transform.translate = [transform.translate[0] + by.x, transform.translate[1] + by.y];
        self.place(id, transform)?;
        Ok(true)
    }

    /// Turns an entity counter-clockwise; returns false if the angle is 0.
    pub fn rotate(
        &mut self,
        name: &str,
        angle: f64,
        space: Space,
        around: Around,
    ) -> Result<bool, SceneError> {
        let id = self.require(name)?;
        self.check_unlocked(name)?;
        let angle = finite("angle", angle)?;
        if angle == 0.0 {
            return Ok(false);
        }
        let linear = self.entity(id).transform.linear;
        let linear = match space {
            Space::Local => linear.rotated(angle),
            Space::World => {
                let parent = self.parent_world(id).linear();
                // Angles are kept by such a space, so the rotation stays a number that can be read and set
                // again.
                if parent.similarity_factor().is_some() {
                    // In a mirrored space, the other way round looks the same way round.
                    linear.rotated(if parent.determinant() > 0.0 { angle } else { -angle })
                } else {
                    let inverse = self.inverse_parent_world(id)?.linear();
                    Linear::from_matrix(&(inverse * Affine::rotation(angle) * parent * linear.matrix()))
                }
            }
        };
        self.place_linear(id, linear, around)?;
        Ok(true)
    }

    /// Stretches an entity; returns false if both factors are 1. A negative factor mirrors, and 0 is refused.
    pub fn scale(
        &mut self,
        name: &str,
        sx: f64,
        sy: f64,
        space: Space,
        around: Around,
    ) -> Result<bool, SceneError> {
        let id = self.require(name)?;
        self.check_unlocked(name)?;
        let (sx, sy) = (finite("sx", sx)?, finite("sy", sy)?);
        for (argument, factor) in [("sx", sx), ("sy", sy)] {
            if factor == 0.0 {
                return Err(SceneError::range(format!("{argument} must not be 0")));
            }
        }
        if sx == 1.0 && sy == 1.0 {
            return Ok(false);
        }
        let linear = self.entity(id).transform.linear;
        let linear = match space {
            Space::Local => linear.scaled_locally(sx, sy),
            Space::World => {
                let parent = self.parent_world(id).linear();
                if sx == sy || parent.is_axis_aligned() {
                    linear.scaled_along_parent(sx, sy)
                // A space turned by a quarter has the world's x along its own y.
                } else if parent.a == 0.0 && parent.d == 0.0 {
                    linear.scaled_along_parent(sy, sx)
                } else {
                    let inverse = self.inverse_parent_world(id)?.linear();
                    Linear::from_matrix(&(inverse * Affine::scale(sx, sy) * parent * linear.matrix()))
                }
            }
        };
        self.place_linear(id, linear, around)?;
        Ok(true)
    }

    /// Sets the point, in the entity's own coordinates, about which rotation and scale work. Translation, rotation
    /// and scale keep their values, so an entity that is already turned or stretched changes its place.
    pub fn set_pivot(&mut self, name: &str, px: f64, py: f64) -> Result<(), SceneError> {
        let id = self.require(name)?;
        self.check_unlocked(name)?;
        let pivot = Point::new(finite("px", px)?, finite("py", py)?);
        let transform = Transform { pivot, ..self.entity(id).transform.clone() };
        self.place(id, transform)
    }

    pub(super) fn place(&mut self, id: EntityId, transform: Transform) -> Result<(), SceneError> {
        transform.check()?;
        self.forget_text_around(id);
        // Moved by hand, it no longer follows what it shows.
        self.unbind_annotation(id);
        self.entity_mut(id).transform = transform;
        Ok(())
    }

    pub(super) fn inverse_parent_world(&self, id: EntityId) -> Result<Affine, SceneError> {
        self.parent_world(id)
            .inverse()
            .ok_or_else(|| SceneError::range("the transform of the entity's groups is out of range"))
    }

    fn place_linear(&mut self, id: EntityId, linear: Linear, around: Around) -> Result<(), SceneError> {
        let old = self.entity(id).transform.clone();
        let mut new = Transform { linear, ..old.clone() };
        new.check()?;
        if let Around::Point(point) = around {
            finite("around", point.x + point.y)?;
            // The entity is moved so that the point of it that is there now stays there.
            let inverse = old.matrix().inverse();
            let parent_point = self.inverse_parent_world(id)? * point;
            let own = inverse.map(|inverse| inverse * parent_point).filter(Point::is_finite);
            let own =
                own.ok_or_else(|| SceneError::range("the point is out of range of the entity's transform"))?;
            let moved = new.matrix() * own;
            new.translate[0] += parent_point.x - moved.x;
            new.translate[1] += parent_point.y - moved.y;
        }
        if around == Around::Center {
            let parent = self.parent_world(id);
            let center = |transform: &Transform| {
                self.subtree_bounds(id, parent * transform.matrix()).map(|bounds| bounds.center())
            };
            if let (Some(before), Some(after)) = (center(&old), center(&new)) {
                let back = Point::new(before.x - after.x, before.y - after.y);
                let back = self.inverse_parent_world(id)?.displace(back);
                new.translate = [new.translate[0] + back.x, new.translate[1] + back.y];
            }
        }
        self.place(id, new)
    }
}
