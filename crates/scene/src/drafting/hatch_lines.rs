//! The lines of a hatch, clipped to its area.

use crate::drafting::annotation::HatchLine;
use crate::drafting::error::SceneError;
use scenewright_geometry::{Path, Point, Segment};

/// The most dashes of a hatch: more than an eye can distinguish, and few enough to be drawn at once.
const MAX_DASHES: usize = 200_000;

/// Appends the lines of a family to a path, as far as they are inside of the rings by the even-odd rule. A dot has the
/// given length.
pub(crate) fn push_lines(
    path: &mut Path,
    count: &mut usize,
    line: &HatchLine,
    rings: &[Vec<Point>],
    dot: f64,
) -> Result<(), SceneError> {
    let (sin, cos) = line.angle.sin_cos();
    let along = |point: Point| point.x * cos + point.y * sin;
    let across = |point: Point| point.y * cos - point.x * sin;
    let (base, step) = (across(line.base), across(line.offset));
    let (start, shift) = (along(line.base), along(line.offset));
    let mut crossings: Vec<(i64, f64)> = Vec::new();
    for ring in rings {
        let mut from = ring.last().copied().unwrap_or(Point::ORIGIN);
        for &to in ring {
            let (one, other) = ((across(from) - base) / step, (across(to) - base) / step);
            let (low, high) = (one.min(other).ceil(), one.max(other).ceil());
            // Half open: a line through a vertex crosses one of its two edges, or both or none.
            if high - low > MAX_DASHES as f64 || !(high - low).is_finite() {
                return Err(too_fine());
            }
            let mut index = low;
            while index < high {
                let share = (index - one) / (other - one);
                crossings.push((index as i64, along(from) + (along(to) - along(from)) * share));
                index += 1.0;
            }
            if crossings.len() > 2 * MAX_DASHES {
                return Err(too_fine());
            }
            from = to;
        }
    }
    crossings.sort_by(|one, other| one.0.cmp(&other.0).then(one.1.total_cmp(&other.1)));
    for pair in crossings.chunks_exact(2) {
        let ((index, from), (_, to)) = (pair[0], pair[1]);
        let height = base + step * index as f64;
        let mut push = |from: f64, to: f64| {
            let point = |at: f64| Point::new(at * cos - height * sin, at * sin + height * cos);
            path.push(Segment::Move(point(from)));
            path.push(Segment::Line(point(to)));
            *count += 1;
            if *count > MAX_DASHES { Err(too_fine()) } else { Ok(()) }
        };
        if from >= to {
            continue;
        }
        let period: f64 = line.dashes.iter().map(|dash| dash.abs()).sum();
        if line.dashes.is_empty() || period <= 0.0 {
            push(from, to)?;
            continue;
        }
        if (to - from) / period > MAX_DASHES as f64 {
            return Err(too_fine());
        }
        let origin = start + shift * index as f64;
        let mut at = origin + ((from - origin) / period).floor() * period;
        while at < to {
            for dash in &line.dashes {
                let length = dash.abs();
                let (begin, end) = match *dash {
                    0.0 => (at - dot * 0.5, at + dot * 0.5),
                    _ => (at, at + length),
                };
                let (begin, end) = (begin.max(from), end.min(to));
                if *dash >= 0.0 && begin < end {
                    push(begin, end)?;
                }
                at += length;
            }
        }
    }
    Ok(())
}

fn too_fine() -> SceneError {
    SceneError::range(format!(
        "the hatch would have more than {MAX_DASHES} lines and dashes; make gap, spacing or scale larger"
    ))
}
