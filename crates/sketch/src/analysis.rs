//! The degrees of freedom that the constraints of a solved sketch leave, and the redundant constraints.

use std::collections::BTreeMap;

use super::model::{Curve, CurveId, Free, PointId, Sketch};
use super::row_space::RowSpace;
use super::solve::System;

/// The facts about a solved sketch.
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
    let mut space = RowSpace::new(system.ordering());
    // Of each constraint: the equations that say something new, less the variables that only it has.
    let mut news: BTreeMap<usize, isize> = BTreeMap::new();
    for (row, constraint) in system.rows(values).iter().zip(order) {
        let says_new = space.add(row.slopes());
        if let Some(constraint) = constraint {
            let own = sketch.places_of.get(constraint).map_or(0, |own| own.cast_signed());
            *news.entry(*constraint).or_insert(-own) += isize::from(says_new);
        }
    }
    let redundant = news.into_iter().filter(|(_, news)| *news <= 0).map(|(constraint, _)| constraint);
    let freedom = values.len() - space.rank();
    let free = if freedom == 0 { Vec::new() } else { free_parts(sketch, &space) };
    Facts { freedom, free, redundant: redundant.collect() }
}

/// Returns the parts whose variables the rows do not hold.
fn free_parts(sketch: &Sketch, space: &RowSpace<'_>) -> Vec<Free> {
    let moves = |variable: usize| !space.holds(variable);
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
