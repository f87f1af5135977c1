//! Entities in a row: aligned, and at the same distances.

use std::collections::HashSet;

use scenewright_geometry::{Axis, Bounds, Point, finite};
use scenewright_scene::{Scene, SceneError, Space, quoted};

/// The part of their bounds that entities have in common after an alignment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum AlignEdge {
    /// The side of the least x.
    Left,
    /// The side of the greatest x.
    Right,
    /// The side of the greatest y.
    Top,
    /// The side of the least y.
    Bottom,
    /// The middle between left and right.
    CenterX,
    /// The middle between top and bottom.
    CenterY,
}

/// The place that entities are aligned to.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum AlignTarget {
    /// The first of the entities.
    First,
    /// The same edge of this entity, which need not be one of those that move.
    Entity(String),
    /// This point of the world, of which only the coordinate along the axis of the edge counts.
    Point(Point),
}

/// Aligns an edge of the bounds of entities with the target's. Returns false if none moves.
pub(crate) fn align(
    scene: &mut Scene,
    names: &[String],
    edge: AlignEdge,
    to: &AlignTarget,
) -> Result<bool, SceneError> {
    let boxes = boxes_of(scene, names)?;
    let target = match to {
        AlignTarget::First => edge.of(&boxes[0]),
        AlignTarget::Entity(name) => edge.of(&scene.box_of(name)?),
        AlignTarget::Point(point) => edge.of(&Bounds { min: *point, max: *point }),
    };
    let target = finite("to", target)?;
    let ways = boxes.iter().map(|own| target - edge.of(own)).collect::<Vec<_>>();
    move_all(scene, names, &ways, edge.axis())
}

/// Moves entities along an axis so that the gaps between their bounds are the same, in the order that they are in:
/// the first and the last stay, or with a gap, the first alone. Returns false if none moves.
pub(crate) fn distribute(
    scene: &mut Scene,
    names: &[String],
    axis: Axis,
    gap: Option<f64>,
) -> Result<bool, SceneError> {
    let boxes = boxes_of(scene, names)?;
    let span = |own: &Bounds| match axis {
        Axis::X => (own.min.x, own.max.x),
        Axis::Y => (own.min.y, own.max.y),
    };
    let mut order: Vec<usize> = (0..names.len()).collect();
    let middle = |index: usize| {
        let (low, high) = span(&boxes[index]);
        low + high
    };
    order.sort_by(|one, other| middle(*one).total_cmp(&middle(*other)));
    let spans: Vec<(f64, f64)> = order.iter().map(|index| span(&boxes[*index])).collect();
    let gap = match gap {
        Some(gap) => finite("gap", gap)?,
        None if names.len() < 3 => return Ok(false),
        None => {
            let sizes: f64 = spans.iter().map(|(low, high)| high - low).sum();
            let (first, last) = (spans[0].0, spans[spans.len() - 1].1);
            finite("the gap", (last - first - sizes) / (spans.len() - 1) as f64)?
        }
    };
    let mut ways = vec![0.0; names.len()];
    let mut at = spans[0].1;
    for (index, (low, high)) in order.iter().zip(&spans).skip(1) {
        ways[*index] = at + gap - low;
        at += gap + (high - low);
    }
    move_all(scene, names, &ways, axis)
}

fn move_all(scene: &mut Scene, names: &[String], ways: &[f64], axis: Axis) -> Result<bool, SceneError> {
    for (name, way) in names.iter().zip(ways) {
        scene.check_unlocked(name)?;
        finite("the way of an entity", *way)?;
    }
    let before = scene.clone();
    let mut has_moved = false;
    for (name, way) in names.iter().zip(ways) {
        let (dx, dy) = if axis == Axis::X { (*way, 0.0) } else { (0.0, *way) };
        match scene.translate(name, dx, dy, Space::World) {
            Ok(moved) => has_moved |= moved,
            Err(error) => {
                *scene = before;
                return Err(error);
            }
        }
    }
    Ok(has_moved)
}

fn boxes_of(scene: &Scene, names: &[String]) -> Result<Vec<Bounds>, SceneError> {
    if names.is_empty() {
        return Err(SceneError::scene("names must hold at least one entity"));
    }
    let mut seen = HashSet::new();
    for name in names {
        if !seen.insert(name) {
            return Err(SceneError::scene(format!("{} is listed twice", quoted(name))));
        }
    }
    names.iter().map(|name| scene.box_of(name)).collect()
}

impl AlignEdge {
    fn of(self, bounds: &Bounds) -> f64 {
        match self {
            AlignEdge::Left => bounds.min.x,
            AlignEdge::Right => bounds.max.x,
            AlignEdge::Top => bounds.max.y,
            AlignEdge::Bottom => bounds.min.y,
            AlignEdge::CenterX => bounds.center().x,
            AlignEdge::CenterY => bounds.center().y,
        }
    }

    fn axis(self) -> Axis {
        match self {
            AlignEdge::Left | AlignEdge::Right | AlignEdge::CenterX => Axis::X,
            AlignEdge::Top | AlignEdge::Bottom | AlignEdge::CenterY => Axis::Y,
        }
    }
}

#[cfg(test)]
mod tests {
    use scenewright_geometry::Shape;
    use scenewright_scene::ErrorClass;

    use super::*;

    #[test]
    fn entities_are_aligned_and_distributed_by_bounds() {
        let mut scene = Scene::new();
        let rect = |x, y, width, height| Shape::rect(x, y, width, height).unwrap();
        scene.draw("a", rect(0.0, 0.0, 10.0, 10.0)).unwrap();
        scene.draw("b", rect(13.0, 7.0, 4.0, 4.0)).unwrap();
        scene.draw("c", Shape::circle(50.0, -9.0, 3.0).unwrap()).unwrap();
        let names = ["a", "b", "c"].map(str::to_owned);
        let left_of = |scene: &Scene, name: &str| scene.world_bounds(name).unwrap().min.x;
        assert!(align(&mut scene, &names, AlignEdge::Bottom, &AlignTarget::First).unwrap());
        assert_eq!(scene.world_bounds("c").unwrap().min.y, -5.0);
        assert!(distribute(&mut scene, &names, Axis::X, None).unwrap());
        assert!((left_of(&scene, "b") - 24.0).abs() < 1e-9);
        distribute(&mut scene, &names, Axis::X, Some(2.0)).unwrap();
        assert!((left_of(&scene, "c") - 13.0).abs() < 1e-9);
        let none = align(&mut scene, &[], AlignEdge::Left, &AlignTarget::First);
        assert_eq!(none.unwrap_err().class, ErrorClass::Scene);
    }
}
