//! Measured checks of entities, for the rules of a design. One that fails says by how much.

use scenewright_geometry::{
    Affine, Bounds, Point, RegionOperation, combined_shapes, covered_area, finite, not_negative, number_text,
};
use scenewright_scene::{DISTANCE_SLACK, Scene, SceneError, quoted};

/// The share of an area that it may miss its bounds by.
const AREA_SLACK: f64 = 1e-9;

/// The failures that a message lists.
const MAX_FAILURES_SHOWN: usize = 3;

/// Refuses if one of the first entities is nearer to one of the second than a distance. An entity is not compared
/// with itscene.
pub(crate) fn min_distance(
    scene: &Scene,
    first: &[String],
    second: &[String],
    distance: f64,
) -> Result<(), SceneError> {
    let distance = not_negative("distance", finite("distance", distance)?)?;
    let slack = scene.tolerance() * DISTANCE_SLACK;
    let (one, other) = (named_boxes(scene, first)?, named_boxes(scene, second)?);
    let mut failures = Failures::default();
    let mut compared = std::collections::HashSet::new();
    for (a, a_box) in &one {
        for (b, b_box) in &other {
            let pair = if a < b { (*a, *b) } else { (*b, *a) };
            if a == b || gap(a_box, b_box) > distance || !compared.insert(pair) {
                continue;
            }
            let nearest = scene.distance(a, b)?;
            if nearest.distance < distance - slack {
                failures.add(|| {
                    format!(
                        "{} and {} are {} apart near {}, less than {}",
                        quoted(a),
                        quoted(b),
                        length_text(scene, nearest.distance),
                        point_text(nearest.from),
                        length_text(scene, distance)
                    )
                });
            }
        }
    }
    failures.into_result()
}

/// Refuses if something of the inner entities is outside of the outer one's area, apart from the tolerance.
pub(crate) fn inside(scene: &Scene, inner: &[String], outer: &str) -> Result<(), SceneError> {
    require(scene, outer)?;
    let mut failures = Failures::default();
    for name in inner {
        if name == outer {
            return Err(SceneError::scene(format!("{} is compared with itself", quoted(name))));
        }
        if scene.contains(outer, name)? {
            continue;
        }
        let (by, at) = scene.excess(name, outer)?;
        failures.add(|| match at {
            Some(at) => format!(
                "{} is outside of {} by {} at {}",
                quoted(name),
                quoted(outer),
                length_text(scene, by),
                point_text(at)
            ),
            None => format!("{} crosses the border of {}", quoted(name), quoted(outer)),
        });
    }
    failures.into_result()
}

/// Refuses if the areas of two of the entities overlap. Those that touch do not.
pub(crate) fn no_overlap(scene: &Scene, names: &[String]) -> Result<(), SceneError> {
    let mut boxes = named_boxes(scene, names)?;
    boxes.sort_by(|(_, one), (_, other)| one.min.x.total_cmp(&other.min.x));
    let negligible = scene.tolerance() * scene.tolerance();
    let mut failures = Failures::default();
    for (index, (a, a_box)) in boxes.iter().enumerate() {
        // A single entity must be an area too.
        let area = scene.area_of(a)?;
        for (b, b_box) in boxes[index + 1..].iter().take_while(|(_, it)| it.min.x <= a_box.max.x) {
            if a == b || gap(a_box, b_box) > 0.0 {
                continue;
            }
            let parts =
                combined_shapes(RegionOperation::Intersection, &area, &scene.area_of(b)?, scene.tolerance())?;
            let parts: Vec<_> = parts.iter().map(|part| (part, Affine::IDENTITY)).collect();
            let shared = if parts.is_empty() { 0.0 } else { covered_area(&parts, scene.tolerance())? };
            if shared > negligible {
                let at = Bounds::of_points(parts.iter().flat_map(|(part, _)| {
                    let bounds = part.bounds(&Affine::IDENTITY);
                    [bounds.min, bounds.max]
                }));
                let near = at.map(|it| format!(" near {}", point_text(it.center()))).unwrap_or_default();
                failures.add(|| {
                    format!("{} and {} overlap by {}{near}", quoted(a), quoted(b), area_text(scene, shared))
                });
            }
        }
    }
    failures.into_result()
}

/// Refuses if the area that an entity covers is less or greater than allowed.
pub(crate) fn area(scene: &Scene, name: &str, min: Option<f64>, max: Option<f64>) -> Result<(), SceneError> {
    let area = scene.area(name)?;
    let slack = area * AREA_SLACK;
    let missed = match (min, max) {
        (Some(min), _) if area < min - slack => format!("less than min {}", area_text(scene, min)),
        (_, Some(max)) if area > max + slack => format!("more than max {}", area_text(scene, max)),
        _ => return Ok(()),
    };
    Err(SceneError::scene(format!("the area of {} is {}, {missed}", quoted(name), area_text(scene, area))))
}

/// Returns the entities with their boxes in the world; an empty group is refused.
fn named_boxes<'a>(scene: &Scene, names: &'a [String]) -> Result<Vec<(&'a str, Bounds)>, SceneError> {
    let boxed = |name: &'a String| {
        require(scene, name)?;
        let bounds = scene.world_bounds(name);
        let bounds =
            bounds.ok_or_else(|| SceneError::scene(format!("the group {} is empty", quoted(name))))?;
        Ok((name.as_str(), bounds))
    };
    names.iter().map(boxed).collect()
}

fn length_text(scene: &Scene, length: f64) -> String {
    format!("{} {}", rounded(length), scene.units().as_str())
}

fn area_text(scene: &Scene, area: f64) -> String {
    format!("{} {}²", rounded(area), scene.units().as_str())
}

fn require(scene: &Scene, name: &str) -> Result<(), SceneError> {
    if scene.exists(name) { Ok(()) } else { Err(scene.unknown(name)) }
}

/// The failures of one check: the first few in words, the others counted.
#[derive(Default)]
struct Failures {
    shown: Vec<String>,
    total: usize,
}

impl Failures {
    fn add(&mut self, words: impl FnOnce() -> String) {
        self.total += 1;
        if self.shown.len() < MAX_FAILURES_SHOWN {
            self.shown.push(words());
        }
    }

    fn into_result(self) -> Result<(), SceneError> {
        if self.total == 0 {
            return Ok(());
        }
        let more = match self.total - self.shown.len() {
            0 => String::new(),
            more => format!("; and {more} more"),
        };
        Err(SceneError::scene(format!("{}{more}", self.shown.join("; "))))
    }
}

/// Returns the distance of two boxes along the axis on which they are further apart; negative where they overlap.
fn gap(one: &Bounds, other: &Bounds) -> f64 {
    let x = (other.min.x - one.max.x).max(one.min.x - other.max.x);
    let y = (other.min.y - one.max.y).max(one.min.y - other.max.y);
    x.max(y)
}

fn point_text(point: Point) -> String {
    format!("[{}, {}]", rounded(point.x), rounded(point.y))
}

/// Returns a measure with six digits, or as many as it has before the point.
fn rounded(value: f64) -> String {
    let digits = if value == 0.0 { 0 } else { value.abs().log10().floor() as i32 + 1 };
    let factor = 10_f64.powi((6 - digits).clamp(0, 12));
    number_text((value * factor).round() / factor)
}
