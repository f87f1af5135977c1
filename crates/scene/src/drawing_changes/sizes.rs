//! The measures of shapes: one that says how large an entity is, and those that changed.

use super::nouns::quote_in_line;
use super::numbers::{degrees, extent, number, reads_same};
use super::phrase::{Phrase, text};
use super::placement::{self, Move};
use crate::drafting::{Form, Transform};
use crate::store::{Content, EntityId, Scene};
use scenewright_geometry::{Affine, Bounds, Path, Point, Segment, Shape};

/// Returns the size of an entity in its group, as `Ø6` or `120 × 80`; `None` for one that has no size in one word.
pub(super) fn size_of(scene: &Scene, id: EntityId) -> Option<String> {
    let entity = scene.entity(id);
    if let Some(annotation) = &entity.annotation {
        return match &annotation.form {
            Form::Dimension(form) => {
                let texts: Vec<String> = form.measures.iter().map(|it| quote_in_line(&it.text)).collect();
                Some(format!("dimension {}", texts.join(", ")))
            }
            Form::Leader(form) => Some(format!("leader {}", text(&form.text))),
            Form::Hatch(form) => Some(format!("hatch {}", quote_in_line(&form.pattern))),
            Form::Note(_) => None,
        };
    }
    if let Some(source) = &entity.text {
        return Some(text(&source.text));
    }
    match &entity.content {
        Content::Leaf(shape) => Some(shape_size(shape, &entity.transform)),
        Content::Instance(instance) => Some(format!("block {}", quote_in_line(&instance.block))),
        Content::Group => match scene.children(id).count() {
            0 => Some("empty group".to_owned()),
            count => Some(format!("group of {count}")),
        },
    }
}

/// Returns the size of a shape as it is seen in its group.
fn shape_size(shape: &Shape, transform: &Transform) -> String {
    let scale = placement::uniform_scale(transform);
    match (shape, scale) {
        (Shape::Circle { radius, .. }, Some(scale)) => format!("Ø{}", number(2.0 * radius * scale)),
        (Shape::Arc { radius, .. }, Some(scale)) => format!("R{}", number(radius * scale)),
        (Shape::Line { points }, _) if points.len() == 2 => {
            format!("length {}", number(shape.length(&transform.matrix())))
        }
        _ => sides(shape, transform).map_or_else(|| box_text(shape, transform), |[x, y]| extent(x, y)),
    }
}

/// Returns the extents of a shape along its own axes, as they are seen in its group: those of a rotated rectangle are its
/// sides. `None` where a shear leaves no such axes.
fn sides(shape: &Shape, transform: &Transform) -> Option<[f64; 2]> {
    let parts = transform.matrix().decompose().filter(|parts| parts.shear == 0.0)?;
    let own = match shape {
        Shape::Rect { width, height, .. } => [*width, *height],
        Shape::Ellipse { radii, .. } if placement::uniform_scale(transform).is_some() => {
            radii.map(|radius| 2.0 * radius)
        }
        _ => {
            let bounds = shape.bounds(&Affine::IDENTITY);
            [bounds.width(), bounds.height()]
        }
    };
    Some([own[0] * parts.scale[0].abs(), own[1] * parts.scale[1].abs()])
}

fn box_text(shape: &Shape, transform: &Transform) -> String {
    let bounds = shape.bounds(&transform.matrix());
    extent(bounds.width(), bounds.height())
}

/// Pushes what changed about a shape and its place.
pub(super) fn push_shape(
    was: &Shape,
    one: &Transform,
    is: &Shape,
    other: &Transform,
    phrases: &mut Vec<Phrase>,
) {
    let first = phrases.len();
    let is_seen_scaled = push_measures(was, one, is, other, phrases);
    if phrases.len() == first && !is_congruent(was, is) {
        phrases.push(reshaped(was, one, is, other));
    }
    let is_explained = phrases.len() > first && keeps_a_side(was, one, is, other);
    let what = if is_explained { Move::Explained } else { Move::WithScale(!is_seen_scaled) };
    phrases.extend(placement::describe(one, other, [anchor(was), anchor(is)], what));
}

/// Pushes the measures that differ. Returns true where they hold the scale of the transform already.
fn push_measures(
    was: &Shape,
    one: &Transform,
    is: &Shape,
    other: &Transform,
    phrases: &mut Vec<Phrase>,
) -> bool {
    let scales = (placement::uniform_scale(one), placement::uniform_scale(other));
    match (was, is, scales) {
        (Shape::Circle { radius: r, .. }, Shape::Circle { radius: s, .. }, (Some(a), Some(b))) => {
            if !reads_same(2.0 * r * a, 2.0 * s * b) {
                phrases.push(Phrase::step(shape_size(was, one), shape_size(is, other), "resized"));
            }
            true
        }
        (
            Shape::Arc { radius: r, start: from, end: to, .. },
            Shape::Arc { radius: s, start, end, .. },
            (Some(a), Some(b)),
        ) => {
            if !reads_same(r * a, s * b) {
                phrases.push(Phrase::step(shape_size(was, one), shape_size(is, other), "resized"));
            }
            let angles = |start: f64, end: f64| format!("{} to {}", degrees(start), degrees(end));
            if angles(*from, *to) != angles(*start, *end) {
                phrases.push(Phrase::step(angles(*from, *to), angles(*start, *end), "another arc"));
            }
            true
        }
        (Shape::Line { points: p }, Shape::Line { points: q }, _) if p.len() == 2 && q.len() == 2 => {
            let (old, new) = (was.length(&one.matrix()), is.length(&other.matrix()));
            if !reads_same(old, new) {
                let step = format!("length {} → {}", number(old), number(new));
                phrases.push(Phrase::new(step, "resized"));
            }
            let angle = |points: &[Point]| (points[1].y - points[0].y).atan2(points[1].x - points[0].x);
            let turn = degrees(angle(q) - angle(p));
            if turn != "0°" {
                phrases.push(Phrase::new(format!("rotated by {turn}"), "rotated"));
            }
            true
        }
        _ => {
            let (Some(old), Some(new)) = (sides(was, one), sides(is, other)) else { return false };
            if !(reads_same(old[0], new[0]) && reads_same(old[1], new[1])) {
                let step = Phrase::step(extent(old[0], old[1]), extent(new[0], new[1]), "resized");
                phrases.push(step);
            }
            if let (Shape::Ellipse { rotation: r, .. }, Shape::Ellipse { rotation: s, .. }) = (was, is) {
                let turn = degrees(s - r);
                if turn != "0°" {
                    phrases.push(Phrase::new(format!("rotated by {turn}"), "rotated"));
                }
            }
            push_counts(was, is, phrases);
            true
        }
    }
}

/// Pushes the numbers of corners, holes and outlines that differ.
fn push_counts(was: &Shape, is: &Shape, phrases: &mut Vec<Phrase>) {
    let mut push = |one: usize, other: usize, noun: &str, brief| {
        if one != other {
            let plural = if other == 1 { noun.to_owned() } else { format!("{noun}s") };
            phrases.push(Phrase::new(format!("{one} → {other} {plural}"), brief));
        }
    };
    match (was, is) {
        (Shape::Polygon { points: p, holes: h }, Shape::Polygon { points: q, holes: k }) => {
            push(p.len(), q.len(), "corner", "reshaped");
            push(h.len(), k.len(), "hole", "other holes");
        }
        (Shape::Line { points: p }, Shape::Line { points: q }) => push(p.len(), q.len(), "point", "reshaped"),
        (Shape::Path(one), Shape::Path(other)) => {
            let outlines =
                |path: &Path| path.segments().filter(|segment| matches!(segment, Segment::Move(_))).count();
            push(outlines(one), outlines(other), "outline", "reshaped");
        }
        _ => {}
    }
}

/// Returns the phrase for another outline of the same size: by its length, where that is another.
fn reshaped(was: &Shape, one: &Transform, is: &Shape, other: &Transform) -> Phrase {
    let (old, new) = (was.length(&one.matrix()), is.length(&other.matrix()));
    match reads_same(old, new) {
        true => Phrase::new("reshaped", "reshaped"),
        false => Phrase::new(format!("outline length {} → {}", number(old), number(new)), "reshaped"),
    }
}

/// Returns the point by which a move is measured.
fn anchor(shape: &Shape) -> [f64; 2] {
    let point = match shape {
        Shape::Circle { center, .. }
        | Shape::Rect { center, .. }
        | Shape::Arc { center, .. }
        | Shape::Ellipse { center, .. } => *center,
        _ => shape.bounds(&Affine::IDENTITY).center(),
    };
    [point.x, point.y]
}

/// Returns true if a shape of another size stayed where it was: along each axis its middle or one of its sides did. A
/// circle stays only with its centre.
fn keeps_a_side(was: &Shape, one: &Transform, is: &Shape, other: &Transform) -> bool {
    if matches!(is, Shape::Circle { .. } | Shape::Arc { .. }) {
        return false;
    }
    let (old, new): (Bounds, Bounds) = (was.bounds(&one.matrix()), is.bounds(&other.matrix()));
    let stays = |old: [f64; 2], new: [f64; 2]| {
        reads_same(old[0], new[0])
            || reads_same(old[1], new[1])
            || reads_same(old[0] + old[1], new[0] + new[1])
    };
    stays([old.min.x, old.max.x], [new.min.x, new.max.x])
        && stays([old.min.y, old.max.y], [new.min.y, new.max.y])
}

/// Returns true if one shape is the other moved.
fn is_congruent(was: &Shape, is: &Shape) -> bool {
    let ([x, y], [u, v]) = (anchor(was), anchor(is));
    let same_points = |one: &[Point], other: &[Point]| {
        one.len() == other.len()
            && one
                .iter()
                .zip(other)
                .all(|(p, q)| reads_same(p.x - x, q.x - u) && reads_same(p.y - y, q.y - v))
    };
    match (was, is) {
        (Shape::Line { points: p }, Shape::Line { points: q }) => same_points(p, q),
        (Shape::Polygon { points: p, holes: h }, Shape::Polygon { points: q, holes: k }) => {
            same_points(p, q)
                && h.len() == k.len()
                && h.iter().zip(k).all(|(hole, other)| same_points(hole, other))
        }
        (Shape::Path(one), Shape::Path(other)) => {
            let (one, other) = (segment_ends(one), segment_ends(other));
            reads_same(was.length(&Affine::IDENTITY), is.length(&Affine::IDENTITY))
                && same_points(&one, &other)
        }
        _ => true,
    }
}

/// Returns the points between the segments of a path. Paths that have these in common, and the length, are the same to a
/// reader.
fn segment_ends(path: &Path) -> Vec<Point> {
    path.segments().filter_map(|segment| segment.end()).collect()
}
