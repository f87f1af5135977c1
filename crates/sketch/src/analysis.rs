//! What the constraints of a solved sketch leave free, and which of them say nothing new.

use std::collections::BTreeMap;

use super::model::{Curve, CurveId, Free, PointId, Sketch};
use super::solve::System;

/// The share of a row that is new beside the rows before it, below which it counts as rounding.
const NEW: f64 = 1e-7;

/// The share of a variable's movement that is left free, below which it counts as rounding.
const MOVES: f64 = 1e-6;

/// What is known of a solved sketch.
pub(crate) struct Facts {
    pub freedom: usize,
    pub free: Vec<Free>,
    pub redundant: Vec<usize>,
}

/// Examines a sketch at a place that keeps its equations.
pub(crate) fn examine(
    sketch: &Sketch,
    system: &System<'_>,
    order: &[Option<usize>],
    values: &[f64],
) -> Facts {
    let count = values.len();
    let mut basis: Vec<Vec<f64>> = Vec::new();
    // Of each constraint: whether one of its equations says something new.
    let mut is_new: BTreeMap<usize, bool> = BTreeMap::new();
    for (row, constraint) in system.rows(values).iter().zip(order) {
        let mut dense = vec![0.0; count];
        for (variable, slope) in &row.slopes {
            dense[*variable] += slope;
        }
        let size = norm(&dense);
        let mut says_new = false;
        if size > 0.0 {
            dense.iter_mut().for_each(|it| *it /= size);
            // Twice: the first pass leaves rounding that the second takes away.
            for _ in 0..2 {
                for known in &basis {
                    take_away(&mut dense, known);
                }
            }
            let left = norm(&dense);
            if left > NEW {
                dense.iter_mut().for_each(|it| *it /= left);
                basis.push(dense);
                says_new = true;
            }
        }
        if let Some(constraint) = constraint {
            *is_new.entry(*constraint).or_default() |= says_new;
        }
    }
    let redundant = is_new.into_iter().filter(|(_, is_new)| !is_new).map(|(constraint, _)| constraint);
    let freedom = count - basis.len();
    let free = if freedom == 0 { Vec::new() } else { free_parts(sketch, &basis) };
    Facts { freedom, free, redundant: redundant.collect() }
}

/// Returns the parts whose variables the rows do not hold.
fn free_parts(sketch: &Sketch, basis: &[Vec<f64>]) -> Vec<Free> {
    let moves = |variable: usize| {
        let held: f64 = basis.iter().map(|row| row[variable] * row[variable]).sum();
        1.0 - held > MOVES
    };
    let mut free = Vec::new();
    for (index, at) in sketch.points.iter().enumerate() {
        let (x, y) = (moves(*at), moves(at + 1));
        if x || y {
            free.push(Free::Point { point: PointId(index), x, y });
        }
    }
    for (index, curve) in sketch.curves.iter().enumerate() {
        let sizes = match *curve {
            Curve::Line { .. } => Vec::new(),
            Curve::Circle { radius, .. } | Curve::Arc { radius, .. } => vec![radius],
            Curve::Ellipse { radii, rotation, .. } => vec![radii[0], radii[1], rotation],
        };
        if sizes.into_iter().any(moves) {
            free.push(Free::Size(CurveId(index)));
        }
    }
    free
}

fn norm(row: &[f64]) -> f64 {
    row.iter().map(|it| it * it).sum::<f64>().sqrt()
}

fn take_away(row: &mut [f64], known: &[f64]) {
    let along: f64 = row.iter().zip(known).map(|(own, other)| own * other).sum();
    if along != 0.0 {
        row.iter_mut().zip(known).for_each(|(own, other)| *own -= along * other);
    }
}
