//! Parts laid out on a sheet.
//!
//! Parts are laid out by their outlines, and by their boxes as well; of both layouts the one that has more parts is taken.
//! For boxes, free room is kept as the largest rectangles there are, and a part goes where it leaves the shorter rest.

mod footprint;
mod layout;

use std::collections::HashSet;

use self::footprint::Footprint;
use self::layout::{NestPlace, nested};
use scenewright_geometry::{Affine, Bounds, Point, Shape, covered_area, finite, not_negative};
use scenewright_scene::{Around, FINE, Scene, SceneError, Space, quoted};

/// The sheet that parts are laid out on.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum NestSheet {
    /// The area of an entity, or the box of one that has none.
    Entity(String),
    /// This box.
    Box(Bounds),
}

/// The choices of a layout.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct NestOptions {
    /// The least distance between parts, and from the edge of the sheet.
    pub gap: f64,
    /// The angles that parts may be turned by, in radians.
    pub rotations: Vec<f64>,
}

/// The outcome of a layout.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Nested {
    /// The parts that were moved onto the sheet, in the order in which they were given.
    pub placed: Vec<String>,
    /// The parts for which there was no room, which stay where they are.
    pub unplaced: Vec<String>,
    /// The share of the sheet that the parts take.
    pub used: f64,
}

/// The difference, as a share of the sheet, up to which a part fits exactly.
const EXACT: f64 = 1e-9;

const MAX_PARTS: usize = 10_000;

/// The most parts that are laid out by their outlines, and the most edges of them all.
const MAX_OUTLINES: usize = 300;
const MAX_EDGES: usize = 100_000;

struct Spot {
    room: Bounds,
    turn: usize,
}

/// A part, turned by each of the angles about the origin.
struct Part {
    area: f64,
    turned: Vec<Footprint>,
}

/// Moves parts onto a sheet so that none is nearer to another than the gap, or to the edge of the sheet; the largest part
/// goes first.
pub(crate) fn nest(
    scene: &mut Scene,
    names: &[String],
    sheet: &NestSheet,
    options: &NestOptions,
) -> Result<Nested, SceneError> {
    let gap = not_negative("gap", options.gap)?;
    for angle in &options.rotations {
        finite("rotations", *angle)?;
    }
    if options.rotations.is_empty() {
        return Err(SceneError::range("rotations must hold at least one angle"));
    }
    if names.len() > MAX_PARTS {
        return Err(SceneError::range(format!(
            "names must hold at most {MAX_PARTS} parts, got {}",
            names.len()
        )));
    }
    let (sheet, sheet_area) = sheet_of(scene, sheet)?;
    let mut seen = HashSet::new();
    let mut parts = Vec::with_capacity(names.len());
    for name in names {
        if !seen.insert(name) {
            return Err(SceneError::scene(format!("{} is listed twice", quoted(name))));
        }
        scene.check_unlocked(name)?;
        parts.push(part_of(scene, name, &options.rotations)?);
    }
    let size = |index: &usize| parts[*index].turned.first().map_or(0.0, |it| box_area(&it.bounds));
    let mut order: Vec<usize> = (0..parts.len()).collect();
    order.sort_by(|one, other| size(other).total_cmp(&size(one)).then(one.cmp(other)));
    let sorted: Vec<Vec<Footprint>> =
        order.iter().map(|index| std::mem::take(&mut parts[*index].turned)).collect();
    let by_boxes = if sheet.is_box() { laid_out_by_boxes(&sorted, sheet.bounds, gap) } else { Vec::new() };
    let edges: usize = sorted.iter().flatten().map(Footprint::len).sum();
    let are_boxes = sheet.is_box() && sorted.iter().flatten().all(Footprint::is_box);
    let is_within_limits = sorted.len() <= MAX_OUTLINES && edges <= MAX_EDGES;
    let by_outlines = if !sheet.is_box() || (!are_boxes && is_within_limits) {
        nested(&sorted, &sheet, gap)
    } else {
        Vec::new()
    };
    let count = |places: &[Option<NestPlace>]| places.iter().flatten().count();
    let is_better =
        by_boxes.is_empty() || (!by_outlines.is_empty() && count(&by_outlines) >= count(&by_boxes));
    let mut places = vec![None; names.len()];
    for (index, place) in order.iter().zip(if is_better { by_outlines } else { by_boxes }) {
        places[*index] = place;
    }
    let before = scene.clone();
    for (name, place) in names.iter().zip(&places) {
        let Some(place) = place else { continue };
        if let Err(error) = put(scene, name, options.rotations[place.turn], place.by) {
            *scene = before;
            return Err(error);
        }
    }
    let pick = |wanted: bool| {
        let all = names.iter().zip(&places).filter(move |(_, place)| place.is_some() == wanted);
        all.map(|(name, _)| name.clone()).collect()
    };
    let taken: f64 =
        parts.iter().zip(&places).filter(|(_, place)| place.is_some()).map(|(part, _)| part.area).sum();
    Ok(Nested { placed: pick(true), unplaced: pick(false), used: taken / sheet_area })
}

/// Returns the footprint of the sheet and its area.
fn sheet_of(scene: &Scene, sheet: &NestSheet) -> Result<(Footprint, f64), SceneError> {
    let (bounds, own) = match sheet {
        NestSheet::Box(bounds) => (*bounds, None),
        NestSheet::Entity(name) => {
            let mut closed = scene.world_shapes(name)?;
            closed.retain(|(shape, _)| shape.is_closed());
            let own = match Footprint::of(&closed, scene.tolerance())? {
                Some(own) => Some((own, covered_area(&closed, scene.tolerance())?)),
                None => None,
            };
            (scene.box_of(name)?, own)
        }
    };
    if !(bounds.width() > 0.0 && bounds.height() > 0.0 && bounds.is_finite()) {
        return Err(SceneError::range("the sheet must have a width and a height greater than 0"));
    }
    Ok(own.unwrap_or_else(|| (Footprint::of_box(bounds), box_area(&bounds))))
}

/// Returns a part with its footprints at some angles about the origin.
fn part_of(scene: &Scene, name: &str, angles: &[f64]) -> Result<Part, SceneError> {
    let bounds = scene.box_of(name)?;
    let shapes: Vec<(&Shape, Affine)> = scene.world_shapes(name)?;
    let mut turned = Vec::with_capacity(angles.len());
    for angle in angles {
        let turn = Affine::rotation(*angle);
        let shapes: Vec<(&Shape, Affine)> =
            shapes.iter().map(|(shape, world)| (*shape, turn * *world)).collect();
        turned.extend(Footprint::of(&shapes, scene.tolerance() * FINE)?);
    }
    let closed: Vec<(&Shape, Affine)> = shapes.into_iter().filter(|(shape, _)| shape.is_closed()).collect();
    let area = if closed.is_empty() { box_area(&bounds) } else { covered_area(&closed, scene.tolerance())? };
    Ok(Part { area, turned })
}

fn put(scene: &mut Scene, name: &str, angle: f64, by: Point) -> Result<(), SceneError> {
    if angle != 0.0 {
        scene.rotate(name, angle, Space::World, Around::Point(Point::ORIGIN))?;
    }
    scene.translate(name, by.x, by.y, Space::World)?;
    Ok(())
}

fn box_area(bounds: &Bounds) -> f64 {
    bounds.width() * bounds.height()
}

/// Finds places for parts by their boxes, in their order.
fn laid_out_by_boxes(parts: &[Vec<Footprint>], sheet: Bounds, gap: f64) -> Vec<Option<NestPlace>> {
    // A gap around the sheet's inside, and one on the right and above of each part.
    let mut rooms = vec![Bounds { min: Point::new(sheet.min.x + gap, sheet.min.y + gap), max: sheet.max }];
    let slack = EXACT * sheet.width().max(sheet.height());
    let place = |turned: &Vec<Footprint>| {
        let boxes: Vec<Bounds> = turned.iter().map(|footprint| footprint.bounds).collect();
        let spot = best_spot(&rooms, &boxes, gap, slack)?;
        occupy(&mut rooms, &spot.room, slack);
        let own = boxes[spot.turn].min;
        let by = Point::new(spot.room.min.x - own.x, spot.room.min.y - own.y);
        Some(NestPlace { turn: spot.turn, by })
    };
    parts.iter().map(place).collect()
}

/// Returns the place where a part leaves the shortest rest, and of those alike the lowest and leftmost.
fn best_spot(rooms: &[Bounds], turned: &[Bounds], gap: f64, slack: f64) -> Option<Spot> {
    let mut best: Option<([f64; 4], Spot)> = None;
    for room in rooms {
        for (turn, own) in turned.iter().enumerate() {
            let (width, height) = (own.width() + gap, own.height() + gap);
            let rest = [room.width() - width, room.height() - height];
            if rest[0] < -slack || rest[1] < -slack {
                continue;
            }
            let rating = [rest[0].min(rest[1]), rest[0].max(rest[1]), room.min.y, room.min.x];
            let is_better = best.as_ref().is_none_or(|(known, _)| {
                rating.iter().zip(known).map(|(one, other)| one.total_cmp(other)).find(|it| it.is_ne())
                    == Some(std::cmp::Ordering::Less)
            });
            if is_better {
                let max = Point::new(room.min.x + width, room.min.y + height);
                best = Some((rating, Spot { room: Bounds { min: room.min, max }, turn }));
            }
        }
    }
    best.map(|(_, spot)| spot)
}

/// Takes a rectangle out of the free rooms.
fn occupy(rooms: &mut Vec<Bounds>, taken: &Bounds, slack: f64) {
    let mut left = Vec::with_capacity(rooms.len() + 4);
    for room in rooms.drain(..) {
        let is_apart = taken.min.x >= room.max.x - slack
            || taken.max.x <= room.min.x + slack
            || taken.min.y >= room.max.y - slack
            || taken.max.y <= room.min.y + slack;
        if is_apart {
            left.push(room);
            continue;
        }
        let parts = [
            Bounds { min: room.min, max: Point::new(taken.min.x, room.max.y) },
            Bounds { min: Point::new(taken.max.x, room.min.y), max: room.max },
            Bounds { min: room.min, max: Point::new(room.max.x, taken.min.y) },
            Bounds { min: Point::new(room.min.x, taken.max.y), max: room.max },
        ];
        left.extend(parts.into_iter().filter(|part| part.width() > slack && part.height() > slack));
    }
    let is_inside = |one: &Bounds, other: &Bounds| {
        one.min.x >= other.min.x
            && one.min.y >= other.min.y
            && one.max.x <= other.max.x
            && one.max.y <= other.max.y
    };
    for (index, room) in left.iter().enumerate() {
        let is_covered = left.iter().enumerate().any(|(at, other)| {
            at != index && is_inside(room, other) && (!is_inside(other, room) || at < index)
        });
        if !is_covered {
            rooms.push(*room);
        }
    }
}

#[cfg(test)]
mod tests;
