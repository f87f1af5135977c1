//! Measured checks of entities, for the rules of a design. One that fails says by how much.

use scenewright_geometry::{
    Affine, Bounds, Point, RegionOperation, Shape, combined_shapes, covered_area, finite, not_negative,
    number_text,
};
use scenewright_scene::{DISTANCE_SLACK, ListFilter, Scene, SceneError, quoted};

use super::breach::{Breach, Line, Margin, Side};

/// The share of an area that it may miss its bounds by.
const AREA_SLACK: f64 = 1e-9;

/// The failures that a message lists.
const MAX_FAILURES_SHOWN: usize = 3;

/// The most names in a message about a number of entities.
const MAX_NAMES_SHOWN: usize = 6;

/// The most places that a picture marks: more marks would hide each other.
const MAX_PLACES: usize = 20;

/// Refuses if one of the first entities is nearer to one of the second than a distance. An entity is not compared
/// with itself.
pub(crate) fn min_distance(
    scene: &Scene,
    first: &[String],
    second: &[String],
    distance: f64,
) -> Result<Margin, Breach> {
    let distance = not_negative("distance", finite("distance", distance)?)?;
    let slack = scene.tolerance() * DISTANCE_SLACK;
    let (one, other) = (named_boxes(scene, first)?, named_boxes(scene, second)?);
    if let ([(name, _), ..], [_, ..]) = (one.as_slice(), other.as_slice())
        && one.iter().chain(&other).all(|(other, _)| other == name)
    {
        return Err(compared_with_itself(name).into());
    }
    let mut failures = Failures::default();
    let mut least = f64::INFINITY;
    let mut compared = std::collections::HashSet::new();
    for (a, a_box) in &one {
        for (b, b_box) in &other {
            let pair = if a < b { (*a, *b) } else { (*b, *a) };
            // A pair that is neither too near nor the nearest so far changes nothing.
            if a == b || gap(a_box, b_box) > distance.max(least) || !compared.insert(pair) {
                continue;
            }
            let nearest = scene.distance(a, b)?;
            least = least.min(nearest.distance);
            if nearest.distance < distance - slack {
                failures.add(nearest.from, [*a, *b], || {
                    // Of a hole and its plate "0 mm apart" would not say why.
                    let apart = match nearest.distance {
                        0.0 => "touch or overlap".to_owned(),
                        apart => format!("are {} apart", length_text(scene, apart)),
                    };
                    let (near, least) = (point_text(nearest.from), length_text(scene, distance));
                    format!("{} and {} {apart} near {near}, less than {least}", quoted(a), quoted(b))
                });
            }
        }
    }
    failures.or_kept(at_least(least, distance).or_else(nothing_measured), least, distance)
}

/// Refuses if something of the inner entities is outside of the outer one's area, apart from the tolerance.
pub(crate) fn inside(scene: &Scene, inner: &[String], outer: &str) -> Result<Margin, Breach> {
    require(scene, outer)?;
    if inner.is_empty() {
        return Ok(nothing_measured());
    }
    let mut failures = Failures::default();
    let mut most: f64 = 0.0;
    for name in inner {
        if name == outer {
            return Err(compared_with_itself(name).into());
        }
        if scene.contains(outer, name)? {
            continue;
        }
        let (by, at) = scene.excess(name, outer)?;
        most = most.max(by);
        let place = at.or_else(|| scene.world_bounds(name).map(|bounds| bounds.center()));
        failures.add(place.unwrap_or(Point::ORIGIN), [name.as_str(), outer], || match at {
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
    failures.or_kept(Some(format!("{} outside of ≤ 0", rounded(most))), most, 0.0)
}

/// Refuses if the areas of two of the entities overlap. Those that touch do not.
pub(crate) fn no_overlap(scene: &Scene, names: &[String]) -> Result<Margin, Breach> {
    let mut boxes = named_boxes(scene, names)?;
    if boxes.is_empty() {
        return Ok(nothing_measured());
    }
    boxes.sort_by(|(_, one), (_, other)| one.min.x.total_cmp(&other.min.x));
    let negligible = scene.tolerance() * scene.tolerance();
    let mut failures = Failures::default();
    let mut most: f64 = 0.0;
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
                most = most.max(shared);
                let at = Bounds::of_points(parts.iter().flat_map(|(part, _)| {
                    let bounds = part.bounds(&Affine::IDENTITY);
                    [bounds.min, bounds.max]
                }));
                let near = at.map(|it| format!(" near {}", point_text(it.center()))).unwrap_or_default();
                failures.add(at.unwrap_or(*a_box).center(), [*a, *b], || {
                    format!("{} and {} overlap by {}{near}", quoted(a), quoted(b), area_text(scene, shared))
                });
            }
        }
    }
    failures.or_kept(Some(format!("{} shared of ≤ 0", rounded(most))), most, 0.0)
}

/// Refuses if the area that an entity covers is less or greater than allowed.
pub(crate) fn area(scene: &Scene, name: &str, min: Option<f64>, max: Option<f64>) -> Result<Margin, Breach> {
    let area = scene.area(name)?;
    let slack = area * AREA_SLACK;
    let margin = between(area, min, max);
    let (missed, demanded) = match (min, max) {
        (Some(min), _) if area < min - slack => (format!("less than min {}", area_text(scene, min)), min),
        (_, Some(max)) if area > max + slack => (format!("more than max {}", area_text(scene, max)), max),
        _ => return Ok(margin),
    };
    let words = format!("the area of {} is {}, {missed}", quoted(name), area_text(scene, area));
    let at = scene.world_bounds(name).map(|bounds| bounds.center());
    Err(Breach::new(words, margin, area, demanded).at(at).of([name]))
}

/// Refuses if areas together are not their own mirror image.
pub(crate) fn symmetric(
    scene: &Scene,
    names: &[String],
    line: Line,
    at: Option<f64>,
) -> Result<Margin, Breach> {
    let boxes = named_boxes(scene, names)?;
    let Some(all) = boxes.iter().map(|(_, bounds)| *bounds).reduce(Bounds::union) else {
        return Err(SceneError::scene("there is nothing to be symmetric").into());
    };
    let mut own = Vec::new();
    for name in names {
        own.extend(scene.area_of(name)?);
    }
    let flip = match line {
        Line::X => Affine { a: -1.0, e: 2.0 * at.unwrap_or(all.center().x), ..Affine::IDENTITY },
        Line::Y => Affine { d: -1.0, f: 2.0 * at.unwrap_or(all.center().y), ..Affine::IDENTITY },
    };
    // A hole within a plate counts by itself: the area of both together is the plate's.
    let mut rest: Vec<Shape> = Vec::new();
    let mut level = own;
    while !level.is_empty() {
        let (outer, inner) = by_nesting(&level, scene.tolerance())?;
        let mirrored: Vec<_> = outer.iter().map(|(shape, place)| (*shape, flip * *place)).collect();
        rest.extend(combined_shapes(RegionOperation::Difference, &outer, &mirrored, scene.tolerance())?);
        level = inner;
    }
    let rest: Vec<_> = rest.iter().map(|part| (part, Affine::IDENTITY)).collect();
    let missing = if rest.is_empty() { 0.0 } else { covered_area(&rest, scene.tolerance())? };
    // Along the whole outline the tolerance may be used up.
    let slack = scene.tolerance() * (all.width() + all.height());
    let margin = Some(format!("{} without a mirror image of ≤ {}", rounded(missing), rounded(slack)));
    if missing <= slack {
        return Ok(margin);
    }
    let boxes = rest.iter().map(|(part, place)| part.bounds(place));
    let largest =
        boxes.max_by(|one, other| (one.width() * one.height()).total_cmp(&(other.width() * other.height())));
    let at = largest.map(|bounds| bounds.center());
    let near = at.map(|at| format!(" near {}", point_text(at))).unwrap_or_default();
    let shown = names.iter().take(MAX_FAILURES_SHOWN).map(|name| quoted(name)).collect::<Vec<_>>().join(", ");
    let words = format!(
        "{} of {shown} has no mirror image{near}, more than {}",
        area_text(scene, missing),
        area_text(scene, slack)
    );
    Err(Breach::new(words, margin, missing, slack).at(at).of(names.iter().map(String::as_str)))
}

/// Areas with their places.
type Areas<'s> = Vec<(&'s Shape, Affine)>;

/// Separates areas that lie within another one from the others, which come first.
fn by_nesting<'s>(areas: &[(&'s Shape, Affine)], tolerance: f64) -> Result<(Areas<'s>, Areas<'s>), Breach> {
    let boxes: Vec<Bounds> = areas.iter().map(|(shape, place)| shape.bounds(place)).collect();
    let (mut outer, mut inner) = (Areas::new(), Areas::new());
    for (area, own) in areas.iter().zip(&boxes) {
        let mut is_within = false;
        for (other, around) in areas.iter().zip(&boxes) {
            // Of two with the same box neither is within the other: each level has less than the one before.
            if is_within || own == around || !around.holds(own.min) || !around.holds(own.max) {
                continue;
            }
            let outside = combined_shapes(RegionOperation::Difference, &[*area], &[*other], tolerance)?;
            is_within = outside.is_empty();
        }
        if is_within { inner.push(*area) } else { outer.push(*area) }
    }
    Ok((outer, inner))
}

/// Refuses if another number of entities matches a pattern.
pub(crate) fn count(
    scene: &Scene,
    pattern: &str,
    min: Option<f64>,
    max: Option<f64>,
) -> Result<Margin, Breach> {
    let filter = ListFilter { name_glob: Some(pattern.to_owned()), ..ListFilter::default() };
    let found = scene.list(&filter);
    let count = found.len() as f64;
    let margin = between(count, min, max);
    let (missed, demanded) = match (min, max) {
        (Some(min), Some(max)) if min == max && count != min => (format!("not {}", number_text(min)), min),
        (Some(min), _) if count < min => (format!("less than {}", number_text(min)), min),
        (_, Some(max)) if count > max => (format!("more than {}", number_text(max)), max),
        _ => return Ok(margin),
    };
    let mut names =
        found.iter().take(MAX_NAMES_SHOWN).map(|name| quoted(name)).collect::<Vec<_>>().join(", ");
    if found.len() > MAX_NAMES_SHOWN {
        names.push_str(", …");
    }
    let names = if names.is_empty() { names } else { format!(" ({names})") };
    let words = format!(
        "the number of entities named {} is {}{names}, {missed}",
        quoted(pattern),
        number_text(count)
    );
    let centers = found.iter().filter_map(|name| Some(scene.world_bounds(name)?.center()));
    let places = centers.take(MAX_PLACES);
    Err(Breach::new(words, margin, count, demanded).at(places).of(found.iter().map(String::as_str)))
}

/// Refuses if a side of the bounds of entities is not in one line.
pub(crate) fn aligned(scene: &Scene, names: &[String], side: Side) -> Result<Margin, Breach> {
    let boxes = named_boxes(scene, names)?;
    let value = |bounds: &Bounds| match side {
        Side::Left => bounds.min.x,
        Side::Right => bounds.max.x,
        Side::Top => bounds.max.y,
        Side::Bottom => bounds.min.y,
        Side::CenterX => bounds.center().x,
        Side::CenterY => bounds.center().y,
    };
    let Some((first, first_box)) = boxes.first() else { return Ok(nothing_measured()) };
    let mut failures = Failures::default();
    let mut most: f64 = 0.0;
    for (name, bounds) in &boxes[1..] {
        let off = (value(bounds) - value(first_box)).abs();
        most = most.max(off);
        if off > scene.tolerance() {
            failures.add(bounds.center(), [*name, *first], || {
                format!(
                    "{} is off the line of {} by {} at {}, more than {}",
                    quoted(name),
                    quoted(first),
                    length_text(scene, off),
                    point_text(bounds.center()),
                    length_text(scene, scene.tolerance())
                )
            });
        }
    }
    let margin = format!("{} off of ≤ {}", rounded(most), rounded(scene.tolerance()));
    failures.or_kept(Some(margin), most, scene.tolerance())
}

/// Refuses if there is a gap between two entities.
pub(crate) fn touches(scene: &Scene, a: &str, b: &str) -> Result<Margin, Breach> {
    require(scene, a)?;
    if a == b {
        return Err(compared_with_itself(a).into());
    }
    let nearest = scene.distance(a, b)?;
    let margin = Some(format!("{} apart of ≤ {}", rounded(nearest.distance), rounded(scene.tolerance())));
    if nearest.distance <= scene.tolerance() {
        return Ok(margin);
    }
    let words = format!(
        "{} and {} are {} apart near {}, more than {}, and should touch",
        quoted(a),
        quoted(b),
        length_text(scene, nearest.distance),
        point_text(nearest.from),
        length_text(scene, scene.tolerance())
    );
    Err(Breach::new(words, margin, nearest.distance, scene.tolerance()).at([nearest.from]).of([a, b]))
}

/// Returns the margin of a rule that is kept because nothing in the scene is what it measures.
pub(crate) fn nothing_measured() -> Margin {
    Some("nothing measured".to_owned())
}

fn compared_with_itself(name: &str) -> SceneError {
    SceneError::scene(format!("{} is compared with itself", quoted(name)))
}

/// Returns a measured length beside the least one that is demanded; `None` where there was nothing to measure.
pub(crate) fn at_least(measured: f64, least: f64) -> Margin {
    measured.is_finite().then(|| format!("{} of ≥ {}", rounded(measured), rounded(least)))
}

fn between(measured: f64, min: Option<f64>, max: Option<f64>) -> Margin {
    let measured = rounded(measured);
    Some(match (min.map(rounded), max.map(rounded)) {
        (Some(min), Some(max)) if min == max => format!("{measured} of {min}"),
        (Some(min), Some(max)) => format!("{measured} of {min} to {max}"),
        (Some(min), None) => format!("{measured} of ≥ {min}"),
        (None, Some(max)) => format!("{measured} of ≤ {max}"),
        (None, None) => return None,
    })
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

pub(crate) fn length_text(scene: &Scene, length: f64) -> String {
    format!("{} {}", rounded(length), scene.units().as_str())
}

fn area_text(scene: &Scene, area: f64) -> String {
    format!("{} {}²", rounded(area), scene.units().as_str())
}

pub(crate) fn require(scene: &Scene, name: &str) -> Result<(), SceneError> {
    if scene.exists(name) { Ok(()) } else { Err(scene.unknown(name)) }
}

/// The failures of one check: the first few in words, the others counted.
#[derive(Default)]
pub(crate) struct Failures {
    shown: Vec<String>,
    places: Vec<Point>,
    entities: Vec<String>,
    total: usize,
}

impl Failures {
    /// Adds a failure; the words are made for the first few.
    pub(crate) fn add<'a>(
        &mut self,
        place: Point,
        entities: impl IntoIterator<Item = &'a str>,
        words: impl FnOnce() -> String,
    ) {
        self.total += 1;
        if self.entities.len() < MAX_NAMES_SHOWN {
            self.entities.extend(entities.into_iter().map(str::to_owned));
        }
        if self.shown.len() < MAX_FAILURES_SHOWN {
            self.shown.push(words());
        }
        if self.places.len() < MAX_PLACES {
            self.places.push(place);
        }
    }

    /// Returns the margin of a rule that is kept, or the breach of one that failed, with its margin: the measure that misses what is
    /// demanded by most.
    pub(crate) fn or_kept(self, margin: Margin, measured: f64, demanded: f64) -> Result<Margin, Breach> {
        if self.total == 0 {
            return Ok(margin);
        }
        let more = match self.total - self.shown.len() {
            0 => String::new(),
            more => format!("; and {more} more"),
        };
        let words = format!("{}{more}", self.shown.join("; "));
        let breach = Breach::new(words, margin, measured, demanded).at(self.places);
        Err(breach.of(self.entities.iter().map(String::as_str)))
    }
}

/// Returns the distance of two boxes along the axis on which they are further apart; negative where they overlap.
fn gap(one: &Bounds, other: &Bounds) -> f64 {
    let x = (other.min.x - one.max.x).max(one.min.x - other.max.x);
    let y = (other.min.y - one.max.y).max(one.min.y - other.max.y);
    x.max(y)
}

pub(crate) fn point_text(point: Point) -> String {
    format!("[{}, {}]", rounded(point.x), rounded(point.y))
}

/// Returns a measure with six digits, or as many as it has before the point.
pub(crate) fn rounded(value: f64) -> String {
    let digits = if value == 0.0 { 0 } else { value.abs().log10().floor() as i32 + 1 };
    let factor = 10_f64.powi((6 - digits).clamp(0, 12));
    number_text((value * factor).round() / factor)
}
