//! Parts laid out on a sheet.
//!
//! Each part takes the room of its box at one of the angles it may be turned by. Free room is kept as the largest
//! rectangles there are, and a part goes where it leaves the shorter rest.

use std::collections::HashSet;

use super::placement::{Around, Space};
use super::store::Scene;
use scenewright_drafting::{SceneError, quoted};
use scenewright_geometry::{Affine, Bounds, Point, finite, not_negative};

/// The choices of a layout.
#[derive(Clone, Debug, PartialEq)]
pub struct NestOptions {
    /// The least distance between parts, and from the edge of the sheet.
    pub gap: f64,
    /// The angles that parts may be turned by, in radians.
    pub rotations: Vec<f64>,
}

/// The outcome of a layout.
#[derive(Clone, Debug, PartialEq)]
pub struct Nested {
    /// The parts that were moved onto the sheet, in the order in which they were given.
    pub placed: Vec<String>,
    /// The parts for which there was no room, which stay where they are.
    pub unplaced: Vec<String>,
    /// The share of the sheet that the boxes of the parts take.
    pub used: f64,
}

/// The difference, as a share of the sheet, up to which a part fits exactly.
const EXACT: f64 = 1e-9;

const MAX_PARTS: usize = 10_000;

struct Spot {
    room: Bounds,
    angle: f64,
}

impl Scene {
    /// Moves parts onto a sheet so that their boxes do not overlap; the largest part goes first.
    pub fn nest(
        &mut self,
        names: &[String],
        sheet: Bounds,
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
        let mut seen = HashSet::new();
        let mut parts = Vec::with_capacity(names.len());
        for (index, name) in names.iter().enumerate() {
            if !seen.insert(name) {
                return Err(SceneError::scene(format!("{} is listed twice", quoted(name))));
            }
            self.check_unlocked(name)?;
            let own = self.box_of(name)?;
            parts.push((index, own.width() * own.height()));
        }
        if !(sheet.width() > 0.0 && sheet.height() > 0.0 && sheet.is_finite()) {
            return Err(SceneError::range("the sheet must have a width and a height greater than 0"));
        }
        parts.sort_by(|one, other| other.1.total_cmp(&one.1).then(one.0.cmp(&other.0)));
        // A gap around the sheet's inside, and one on the right and above of each part.
        let free = Bounds {
            min: Point::new(sheet.min.x + gap, sheet.min.y + gap),
            max: Point::new(sheet.max.x, sheet.max.y),
        };
        let mut rooms = vec![free];
        let slack = EXACT * sheet.width().max(sheet.height());
        let before = self.clone();
        let mut is_placed = vec![false; names.len()];
        let mut taken = 0.0;
        for (index, _) in parts {
            let name = &names[index];
            let turned: Vec<(f64, Bounds)> = options
                .rotations
                .iter()
                .filter_map(|angle| Some((*angle, self.turned_box(name, *angle)?)))
                .collect();
            let Some(spot) = best_spot(&rooms, &turned, gap, slack) else { continue };
            is_placed[index] = true;
            taken += (spot.room.width() - gap) * (spot.room.height() - gap);
            if let Err(error) = self.put(name, &spot) {
                *self = before;
                return Err(error);
            }
            occupy(&mut rooms, &spot.room, slack);
        }
        let pick = |wanted: bool| {
            let all = names.iter().zip(&is_placed).filter(move |(_, placed)| **placed == wanted);
            all.map(|(name, _)| name.clone()).collect()
        };
        Ok(Nested {
            placed: pick(true),
            unplaced: pick(false),
            used: taken / (sheet.width() * sheet.height()),
        })
    }

    /// Returns the bounds that an entity has when it is turned about the origin.
    fn turned_box(&self, name: &str, angle: f64) -> Option<Bounds> {
        let id = self.find(name)?;
        self.subtree_bounds(id, Affine::rotation(angle) * self.world_of(id))
    }

    fn put(&mut self, name: &str, spot: &Spot) -> Result<(), SceneError> {
        if spot.angle != 0.0 {
            self.rotate(name, spot.angle, Space::World, Around::Point(Point::ORIGIN))?;
        }
        let own = self.box_of(name)?;
        let (dx, dy) = (spot.room.min.x - own.min.x, spot.room.min.y - own.min.y);
        self.translate(name, dx, dy, Space::World)?;
        Ok(())
    }
}

/// Returns the place where a part leaves the shortest rest, and of those alike the lowest and leftmost.
fn best_spot(rooms: &[Bounds], turned: &[(f64, Bounds)], gap: f64, slack: f64) -> Option<Spot> {
    let mut best: Option<([f64; 4], Spot)> = None;
    for room in rooms {
        for (angle, own) in turned {
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
                best = Some((rating, Spot { room: Bounds { min: room.min, max }, angle: *angle }));
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
