//! The measured values of dimensions, and the texts that replace them.

use std::f64::consts::FRAC_PI_2;

use scenewright_geometry::vector::{cross, difference};
use scenewright_geometry::{Affine, Point};
use scenewright_lint::{DimensionMark, MeasureOf};

use super::dimension_style::{DimensionStyle, codes};
use super::header::File;
use super::record::Record;

/// Returns what a dimension measures, in the drawing's coordinates; `None` for an entity that measures nothing.
pub(super) fn measured(record: &Record<'_>, file: &File<'_>, place: &Affine) -> Option<DimensionMark> {
    if record.kind != "DIMENSION" {
        return None;
    }
    const KINDS: i64 = 15;
    let factor = factor(record, file);
    let point = |code: i32| record.point(code);
    let length = |value: f64| Some(value.abs() * factor);
    let (kind, points, direction, value) = match record.whole(70) & KINDS {
        0 => {
            let (from, to) = (point(13)?, point(14)?);
            let angle = record.real_or(50, 0.0).to_radians();
            let way = difference(to, from);
            let value = length(way.x * angle.cos() + way.y * angle.sin());
            (MeasureOf::Length, vec![from, to], Some(angle), value)
        }
        1 => {
            let (from, to) = (point(13)?, point(14)?);
            (MeasureOf::Length, vec![from, to], None, length(from.distance_to(to)))
        }
        2 => {
            let lines = [point(13)?, point(14)?, point(10)?, point(15)?];
            let vertex = meeting(lines);
            let points = vertex.map_or_else(|| lines.to_vec(), |vertex| vec![vertex, lines[0], lines[3]]);
            let shown = || {
                let ways = [difference(lines[1], lines[0]), difference(lines[3], lines[2])];
                angle_at(vertex?, ways, point(16)?)
            };
            (MeasureOf::Angle, points, None, angle(record).or_else(shown))
        }
        3 => {
            let (on, opposite) = (point(10)?, point(15)?);
            (MeasureOf::Diameter, vec![on, opposite], None, length(on.distance_to(opposite)))
        }
        4 => {
            let (center, on) = (point(10)?, point(15)?);
            (MeasureOf::Radius, vec![center, on], None, length(center.distance_to(on)))
        }
        5 => {
            let (vertex, from, to) = (point(15)?, point(13)?, point(14)?);
            let shown = || {
                let [from, to, arc] =
                    [from, to, point(10)?].map(|point| direction(difference(point, vertex)));
                // Counter-clockwise from the first side, or from the second where the arc is on the other side.
                let (whole, part) = (turn(from, to), turn(from, arc));
                Some(if part <= whole { whole } else { 360.0 - whole })
            };
            (MeasureOf::Angle, vec![vertex, from, to], None, angle(record).or_else(shown))
        }
        // The distance of a feature from the origin, along x or y.
        6 => {
            const ALONG_X: i64 = 64;
            let (origin, feature) = (point(10)?, point(13)?);
            let is_along_x = record.whole(70) & ALONG_X != 0;
            let way = difference(feature, origin);
            let angle = if is_along_x { 0.0 } else { FRAC_PI_2 };
            let value = record.real(42).filter(|it| *it != 0.0);
            let value = value.or_else(|| length(if is_along_x { way.x } else { way.y }));
            (MeasureOf::Length, vec![origin, feature], Some(angle), value)
        }
        _ => (MeasureOf::Other, Vec::new(), None, record.real(42)),
    };
    let written = record.find(1).map(|tag| file.decode(tag.raw()));
    let written = written.filter(|text| !text.trim().is_empty() && !text.contains("<>"));
    let turned = |angle: f64| {
        let way = place.displace(Point::new(angle.cos(), angle.sin()));
        way.y.atan2(way.x)
    };
    // On paper, a dimension may measure the model that is shown there, in whatever scale.
    let shown = record.real(42).filter(|it| *it != 0.0 && record.is_on_paper() && kind != MeasureOf::Angle);
    let value = shown.map(f64::abs).or(value);
    Some(DimensionMark {
        at: *place * point(11).or_else(|| point(10))?,
        kind,
        points: points.into_iter().map(|point| *place * point).collect(),
        direction: direction.map(turned),
        value,
        written,
    })
}

/// Returns the angle that the file gives, in degrees; some programs leave it out, and some write 0.
fn angle(record: &Record<'_>) -> Option<f64> {
    record.real(42).filter(|angle| *angle != 0.0).map(f64::to_degrees)
}

/// Returns the direction of a vector, in degrees.
fn direction(way: Point) -> f64 {
    way.y.atan2(way.x).to_degrees()
}

/// Returns the turn from a direction to another counter-clockwise, in degrees from 0 to 360.
fn turn(from: f64, to: f64) -> f64 {
    (to - from).rem_euclid(360.0)
}

/// Returns the angle of two lines through a point that an arc through another point shows, in degrees.
fn angle_at(vertex: Point, ways: [Point; 2], on_arc: Point) -> Option<f64> {
    let shown = direction(difference(on_arc, vertex));
    let [one, other] = ways.map(direction);
    // The lines extend beyond the vertex: they part the plane into four angles, and the arc is in one of them.
    let mut sides = [one, one + 180.0, other, other + 180.0].map(|side| turn(shown, side));
    sides.sort_by(f64::total_cmp);
    let size = sides[0] + 360.0 - sides[3];
    (size > 0.0).then_some(size)
}

/// Returns where the lines of an angle meet: from the first point to the second, and from the third to the fourth.
fn meeting([a, b, c, d]: [Point; 4]) -> Option<Point> {
    let (one, other) = (difference(b, a), difference(d, c));
    let across = cross(one, other);
    if across.abs() <= 1e-12 {
        return None;
    }
    let t = cross(difference(c, a), other) / across;
    Some(Point::new(a.x + one.x * t, a.y + one.y * t))
}

/// Returns the factor from lengths to the numbers that are written: the dimension's own, or its style's.
fn factor(record: &Record<'_>, file: &File<'_>) -> f64 {
    let factor = DimensionStyle::of(record, file).real(codes::FACTOR).unwrap_or(1.0);
    // A factor below zero is for paper space alone.
    match factor {
        factor if factor > 0.0 => factor,
        factor if factor < 0.0 && record.is_on_paper() => -factor,
        _ => 1.0,
    }
}
