//! Lines of equal value on a grid of values.

use std::collections::HashMap;

use scenewright_geometry::{Point, ShapeError, number_text};

/// A line along which the values are the same.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Contour {
    /// The value along the line, one of the levels that were asked for.
    pub level: f64,
    /// The points; the first is not repeated where it is closed.
    pub points: Vec<Point>,
    /// True for a line that returns to its first point.
    pub is_closed: bool,
}

/// An edge of the grid: the cell that it begins at, and 0 along the row or 1 along the column.
type Edge = (usize, usize, u8);

/// Returns the lines of some levels, each as long as it can be, with higher values to its left. The value in column i of
/// row j is at the point (i, j), and between neighbours it changes evenly.
///
/// In a square with two opposite corners above a level and two below, the mean decides which of them are connected.
pub(crate) fn contours(rows: &[Vec<f64>], levels: &[f64]) -> Result<Vec<Contour>, ShapeError> {
    let width = rows.first().map_or(0, Vec::len);
    if rows.len() < 2 || width < 2 {
        return Err(ShapeError::new(format!(
            "values must hold at least 2 rows of 2 values, got {} of {width}",
            rows.len()
        )));
    }
    for (index, row) in rows.iter().enumerate() {
        if row.len() != width {
            return Err(ShapeError::new(format!(
                "values must hold rows of the same length: values[0] has {width}, values[{index}] has {}",
                row.len()
            )));
        }
    }
    let mut found = Vec::new();
    for level in levels {
        if !level.is_finite() {
            return Err(ShapeError::new(format!(
                "levels must hold finite numbers, got {}",
                number_text(*level)
            )));
        }
        found.extend(at_level(rows, *level));
    }
    Ok(found)
}

fn at_level(rows: &[Vec<f64>], level: f64) -> Vec<Contour> {
    // From one edge that a line crosses to the next.
    let mut next: HashMap<Edge, Edge> = HashMap::new();
    let mut order: Vec<Edge> = Vec::new();
    for j in 0..rows.len() - 1 {
        for i in 0..rows[0].len() - 1 {
            let corners = [rows[j][i], rows[j][i + 1], rows[j + 1][i + 1], rows[j + 1][i]];
            if corners.iter().any(|value| !value.is_finite()) {
                continue;
            }
            let edges: [Edge; 4] = [(i, j, 0), (i + 1, j, 1), (i, j + 1, 0), (i, j, 1)];
            let above = corners.map(|value| value >= level);
            // A line enters a square where its border goes down from above the level, and has the higher side to its left.
            let enters: Vec<usize> = (0..4).filter(|at| above[*at] && !above[(at + 1) % 4]).collect();
            let leaves: Vec<usize> = (0..4).filter(|at| !above[*at] && above[(at + 1) % 4]).collect();
            let joins_high = corners.iter().sum::<f64>() * 0.25 >= level;
            for enter in &enters {
                let exit = match leaves.as_slice() {
                    [only] => *only,
                    // Around the corner that is cut off: the low one where the high ones are connected, or the other way.
                    _ if joins_high => (enter + 1) % 4,
                    _ => (enter + 3) % 4,
                };
                next.insert(edges[*enter], edges[exit]);
                order.push(edges[*enter]);
            }
        }
    }
    let has_before: std::collections::HashSet<Edge> = next.values().copied().collect();
    let mut contours = Vec::new();
    // Lines that begin at the border first; what is left then is closed.
    let (open, closed): (Vec<Edge>, Vec<Edge>) =
        order.into_iter().partition(|edge| !has_before.contains(edge));
    for start in open.into_iter().chain(closed) {
        let Some(mut edge) = next.remove(&start) else { continue };
        let mut chain = vec![start, edge];
        while let Some(following) = next.remove(&edge) {
            edge = following;
            chain.push(edge);
        }
        let is_closed = edge == start;
        if is_closed {
            chain.pop();
        }
        let mut points: Vec<Point> = Vec::with_capacity(chain.len());
        for edge in chain {
            let point = crossing(rows, edge, level);
            if points.last() != Some(&point) {
                points.push(point);
            }
        }
        if is_closed && points.len() > 1 && points.first() == points.last() {
            points.pop();
        }
        if points.len() >= if is_closed { 3 } else { 2 } {
            contours.push(Contour { level, points, is_closed });
        }
    }
    contours
}

fn crossing(rows: &[Vec<f64>], (i, j, way): Edge, level: f64) -> Point {
    let from = rows[j][i];
    let to = if way == 0 { rows[j][i + 1] } else { rows[j + 1][i] };
    let share = ((level - from) / (to - from)).clamp(0.0, 1.0);
    match way {
        0 => Point::new(i as f64 + share, j as f64),
        _ => Point::new(i as f64, j as f64 + share),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn contours_have_higher_values_to_their_left() {
        let cone: Vec<Vec<f64>> = (0..21)
            .map(|j| (0..21).map(|i| 10.0 - f64::hypot(f64::from(i) - 10.0, f64::from(j) - 10.0)).collect())
            .collect();
        let found = contours(&cone, &[5.5, 20.0]).unwrap();
        assert_eq!(found.len(), 1);
        assert!(found[0].is_closed);
        let points = &found[0].points;
        let pairs = points.iter().zip(points.iter().cycle().skip(1));
        let area = pairs.map(|(from, to)| from.x * to.y - to.x * from.y).sum::<f64>() / 2.0;
        assert!(
            (area - std::f64::consts::PI * 4.5 * 4.5).abs() < 1.5,
            "counter-clockwise around the top: {area}"
        );
        let slope = contours(&[vec![0.0, 1.0], vec![0.0, 1.0], vec![0.0, 1.0]], &[0.25]).unwrap();
        assert_eq!(slope[0].points, [[0.25, 2.0], [0.25, 1.0], [0.25, 0.0]].map(Into::into));
        assert!(!slope[0].is_closed);
        let saddle = contours(&[vec![1.0, 0.0], vec![0.0, 1.0]], &[0.4]).unwrap();
        assert_eq!(saddle.len(), 2);
        assert!(contours(&[vec![1.0, 2.0]], &[1.0]).unwrap_err().message.contains("at least 2 rows"));
    }
}
