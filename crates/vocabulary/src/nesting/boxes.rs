//! Rectangles on sheets: free room is kept as the largest rectangles there are.

use scenewright_geometry::{Bounds, Point};
use scenewright_nesting::NestPlace;

/// The difference, as a share of the sheet, up to which a part fits exactly.
const EXACT: f64 = 1e-9;

struct Spot {
    room: Bounds,
    turn: usize,
}

/// Finds places for parts by their boxes, one for each angle, the largest first.
pub(super) fn laid_out_by_boxes(
    parts: &[Vec<Bounds>],
    sheets: &[Bounds],
    gap: f64,
    margin: f64,
) -> Vec<Option<NestPlace>> {
    let size = |index: usize| parts[index].first().map_or(0.0, |it| it.width() * it.height());
    let mut order: Vec<usize> = (0..parts.len()).collect();
    order.sort_by(|one, other| size(*other).total_cmp(&size(*one)).then(one.cmp(other)));
    let mut places = vec![None; parts.len()];
    for (index, sheet) in sheets.iter().enumerate() {
        // A margin around the sheet's inside, and a gap on the right and above of each part.
        let first = Bounds {
            min: Point::new(sheet.min.x + margin, sheet.min.y + margin),
            max: Point::new(sheet.max.x - margin + gap, sheet.max.y - margin + gap),
        };
        let mut rooms = vec![first];
        let slack = EXACT * sheet.width().max(sheet.height());
        for at in &order {
            if places[*at].is_some() {
                continue;
            }
            let Some(spot) = best_spot(&rooms, &parts[*at], gap, slack) else { continue };
            occupy(&mut rooms, &spot.room, slack);
            let own = parts[*at][spot.turn].min;
            let by = Point::new(spot.room.min.x - own.x, spot.room.min.y - own.y);
            places[*at] = Some(NestPlace { sheet: index, turn: spot.turn, by });
        }
    }
    places
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
