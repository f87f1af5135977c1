//! The measured values of dimensions, and the texts that replace them.

use scenewright_geometry::vector::{cross, difference};
use scenewright_geometry::{Affine, Point};
use scenewright_lint::{DimensionMark, MeasureOf};

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
            (MeasureOf::Angle, points, None, record.real(42).map(f64::to_degrees))
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
            (MeasureOf::Angle, vec![vertex, from, to], None, record.real(42).map(f64::to_degrees))
        }
        _ => (MeasureOf::Other, Vec::new(), None, record.real(42)),
    };
    let written = record.find(1).map(|tag| file.decode(tag.raw()));
    let written = written.filter(|text| !text.trim().is_empty() && !text.contains("<>"));
    let turned = |angle: f64| {
        let way = place.displace(Point::new(angle.cos(), angle.sin()));
        way.y.atan2(way.x)
    };
    Some(DimensionMark {
        at: *place * point(11).or_else(|| point(10))?,
        kind,
        points: points.into_iter().map(|point| *place * point).collect(),
        direction: direction.map(turned),
        value,
        written,
    })
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

/// Returns the factor from lengths to the numbers that are written: that of the dimension itself, or of its style.
fn factor(record: &Record<'_>, file: &File<'_>) -> f64 {
    // An override stands in extended data as the code of the variable, and its value behind it.
    let own = record.tags.windows(2).find(|pair| pair[0].code == 1070 && pair[0].whole() == Some(144));
    let own = own.and_then(|pair| pair[1].real());
    let style = record.text(3, file).unwrap_or_else(|| "STANDARD".to_owned()).to_uppercase();
    let factor = own.or_else(|| file.dimension_factors.get(&style).copied()).unwrap_or(1.0);
    // A factor below zero is for paper space alone.
    if factor > 0.0 { factor } else { 1.0 }
}
