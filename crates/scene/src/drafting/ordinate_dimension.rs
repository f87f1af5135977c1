//! Ordinates: distances from an origin along x or y, each at the end of a line of its own.

use crate::drafting::detail::Detail;
use crate::drafting::dimension_source::{DimensionOptions, DimensionSide};
use crate::drafting::dimension_style::DimensionStyle;
use crate::drafting::error::SceneError;
use crate::drafting::label::Label;
use crate::drafting::measure::{Measure, MeasureKind};
use crate::drafting::occupancy::Role;
use crate::drafting::shapes::Shapes;
use crate::drafting::vectors::{ahead, dot, left_of, reading};
use scenewright_geometry::Point;

/// Draws ordinates, in millimetres on paper, further away from the points than usual by a length. Texts that would overlap are moved apart.
pub(crate) fn draw_ordinates(
    origin: Point,
    points: &[Point],
    along_x: bool,
    options: &DimensionOptions,
    style: &DimensionStyle,
    labels: &[Label],
    (further, detail): (f64, Detail),
) -> Result<Vec<(Shapes, Measure)>, SceneError> {
    let out = match (along_x, options.side) {
        (true, None | Some(DimensionSide::Below)) => Point::new(0.0, -1.0),
        (true, Some(DimensionSide::Above)) => Point::new(0.0, 1.0),
        (false, None | Some(DimensionSide::Left)) => Point::new(-1.0, 0.0),
        (false, Some(DimensionSide::Right)) => Point::new(1.0, 0.0),
        (true, Some(_)) => {
            return Err(SceneError::range("option side of ordinates along x must be above or below"));
        }
        (false, Some(_)) => {
            return Err(SceneError::range("option side of ordinates along y must be left or right"));
        }
    };
    let across = if along_x { Point::new(1.0, 0.0) } else { Point::new(0.0, 1.0) };
    let all = points.iter().chain([&origin]);
    let level = all.map(|point| dot(*point, out)).fold(f64::NEG_INFINITY, f64::max)
        + options.offset.unwrap_or(style.offset)
        + further;
    let places = spread(points.iter().map(|point| dot(*point, across)), labels, style.text_gap);
    let read = reading(out);
    let mut drawn = Vec::with_capacity(points.len());
    for ((point, label), place) in points.iter().zip(labels).zip(places) {
        let mut shapes = Shapes::new(detail);
        let start = ahead(*point, out, style.extension_gap);
        let is_moved = (place - dot(*point, across)).abs() > 1e-9;
        let at_level = |depth: f64, place: f64| {
            Point::new(out.x * depth + across.x * place, out.y * depth + across.y * place)
        };
        let own = dot(*point, across);
        let end = at_level(level, place);
        if is_moved {
            let bend = (dot(start, out) + (level - dot(start, out)) * 0.4).max(level - 2.0 * style.offset);
            let corners = [start, at_level(bend, own), at_level(level - style.offset * 0.2, place), end];
            shapes.chain_as(Role::Extension, corners);
        } else {
            shapes.line_as(Role::Extension, start, end);
        }
        let middle = ahead(end, out, style.text_gap + label.width * 0.5);
        // The line ends at the middle of the letters' height.
        let middle = ahead(middle, left_of(read), -label.descent * 0.5);
        let angle = label.draw(&mut shapes, middle, read);
        let kind = MeasureKind::Ordinate { origin, feature: *point, end, along_x };
        drawn.push(label.measured(shapes, kind, middle, angle));
    }
    Ok(drawn)
}

/// Returns the places of texts, moved apart as little as keeps them from overlapping.
fn spread(places: impl Iterator<Item = f64>, labels: &[Label], gap: f64) -> Vec<f64> {
    let wanted: Vec<f64> = places.collect();
    let mut order: Vec<usize> = (0..wanted.len()).collect();
    order.sort_by(|one, other| wanted[*one].total_cmp(&wanted[*other]));
    // Runs of texts that touch, each with the sum of its wishes: neighbours are merged until no two overlap.
    let mut runs: Vec<(Vec<usize>, f64)> = Vec::new();
    let extent = |run: &[usize]| run.iter().map(|index| labels[*index].height() + gap).sum::<f64>();
    let center = |run: &[usize]| {
        let mut offset = -extent(run) * 0.5;
        let mut sum = 0.0;
        for index in run {
            let height = labels[*index].height() + gap;
            sum += wanted[*index] - (offset + height * 0.5);
            offset += height;
        }
        sum / run.len() as f64
    };
    for index in order {
        let mut run = vec![index];
        let mut middle = center(&run);
        while let Some((before, before_middle)) = runs.pop() {
            if before_middle + extent(&before) * 0.5 <= middle - extent(&run) * 0.5 + 1e-9 {
                runs.push((before, before_middle));
                break;
            }
            run.splice(0..0, before);
            middle = center(&run);
        }
        runs.push((run, middle));
    }
    let mut result = wanted.clone();
    for (run, middle) in runs {
        let mut offset = middle - extent(&run) * 0.5;
        for index in run {
            let height = labels[index].height() + gap;
            result[index] = offset + height * 0.5;
            offset += height;
        }
    }
    result
}
