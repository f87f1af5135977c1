//! The way from the drawn places to places that keep all equations.

use super::equations::{Equation, Row};
use super::matrix::Ordering;

/// The most steps of one search. It converges quadratically near a solution and ends there after some ten; far from one, steps of
/// [`MAX_MOVE`] at most need more.
const MAX_STEPS: usize = 300;

/// The steps of one of many searches: of those that find a solution, nearly all need fewer.
const GLANCE_STEPS: usize = 60;

/// The greatest error of an equation that counts as kept, as a share of the size of the sketch.
pub(crate) const KEPT: f64 = 1e-10;

/// The share of the size below which there is nothing to gain but rounding.
const EXACT: f64 = 1e-14;

/// The longest step of one variable, as a share of the size: longer ones lead to mirror images.
const MAX_MOVE: f64 = 0.2;

/// The least share of the squares that a step must remove, and the number of steps in a row that may remove less before the
/// search ends.
const LEAST_GAIN: f64 = 1e-9;
const MAX_IDLE: usize = 4;

/// Some of the equations of a sketch, ready to be solved.
pub(crate) struct System<'a> {
    equations: Vec<&'a Equation>,
    ordering: Ordering,
    size: f64,
    /// The change of each variable by a step of length 1: all variables are lengths but the rotations of ellipses, which a step turns
    /// as far as it is long on a circle as large as the sketch.
    scales: Vec<f64>,
}

/// The places that a search ends at.
#[derive(Clone, Debug)]
pub(crate) struct Place {
    pub values: Vec<f64>,
    /// The greatest distance of an equation from 0.
    pub worst: f64,
}

impl<'a> System<'a> {
    pub(crate) fn new(equations: Vec<&'a Equation>, size: f64, scales: Vec<f64>) -> Self {
        let variables: Vec<Vec<usize>> =
            equations.iter().map(|equation| equation.variables.clone()).collect();
        System { ordering: Ordering::new(scales.len(), &variables), equations, size, scales }
    }

    pub(crate) fn ordering(&self) -> &Ordering {
        &self.ordering
    }

    pub(crate) fn rows(&self, values: &[f64]) -> Vec<Row> {
        self.equations.iter().map(|equation| equation.row(values, self.size, &self.scales)).collect()
    }

    /// Returns true for a place that keeps all equations.
    pub(crate) fn is_kept(&self, place: &Place) -> bool {
        place.worst <= KEPT * self.size
    }

    /// Searches from some places, by Levenberg's and Marquardt's damped steps, for the least squares of all equations less
    /// those of `offsets`, which lead there along a path.
    pub(crate) fn search(&self, start: &[f64], offsets: Option<&[f64]>) -> Place {
        self.search_within(MAX_STEPS, start, offsets)
    }

    /// Searches with fewer steps, as one of many searches.
    pub(crate) fn glance(&self, start: &[f64]) -> Place {
        self.search_within(GLANCE_STEPS, start, None)
    }

    fn search_within(&self, steps: usize, start: &[f64], offsets: Option<&[f64]>) -> Place {
        let rows_at = |values: &[f64]| {
            let mut rows = self.rows(values);
            if let Some(offsets) = offsets {
                rows.iter_mut().zip(offsets).for_each(|(row, offset)| row.value -= offset);
            }
            rows
        };
        let mut values = start.to_vec();
        let mut rows = rows_at(&values);
        let mut cost = squares(&rows);
        // Small: the drawn places are near to a solution, where undamped steps converge quadratically.
        let mut damping = 1e-4;
        let mut idle = 0;
        for _ in 0..steps {
            if worst(&rows) <= EXACT * self.size {
                break;
            }
            let normal = self.ordering.normal(&rows);
            let mut downhill = vec![0.0; values.len()];
            for row in &rows {
                for (variable, slope) in row.slopes() {
                    downhill[*variable] -= slope * row.value;
                }
            }
            let mut accepted = None;
            // Twice as short each time: after these nothing is left to gain.
            for _ in 0..16 {
                let step = self.ordering.solve(&normal, damping, &downhill);
                if let Some(step) = step {
                    let longest = step.iter().fold(0.0_f64, |most, it| most.max(it.abs()));
                    // The whole step is shortened, which keeps its direction.
                    let share = (MAX_MOVE * self.size / longest.max(f64::MIN_POSITIVE)).min(1.0);
                    let moves = step.iter().zip(&self.scales).map(|(step, scale)| share * step * scale);
                    let next: Vec<f64> = values.iter().zip(moves).map(|(value, by)| value + by).collect();
                    let next_rows = rows_at(&next);
                    let next_cost = squares(&next_rows);
                    // Infinity and NaN are not less, so a step to where an equation has no value is refused.
                    if next_cost < cost {
                        accepted = Some((next, next_rows, next_cost));
                        break;
                    }
                }
                damping = (damping * 8.0).max(1e-10);
            }
            let Some((next, next_rows, next_cost)) = accepted else { break };
            // Several in a row: single steps along a curved valley gain little before the search progresses again.
            idle = if next_cost > cost * (1.0 - LEAST_GAIN) { idle + 1 } else { 0 };
            (values, rows, cost) = (next, next_rows, next_cost);
            damping = (damping * 0.1).max(1e-15);
            if idle > MAX_IDLE {
                break;
            }
        }
        Place { worst: worst(&self.rows(&values)), values }
    }

    /// Follows the path from a place on which all equations come to 0 at once, in steps that are short enough.
    pub(crate) fn follow(&self, start: &[f64]) -> Option<Place> {
        const STEPS: usize = 16;
        let first: Vec<f64> = self.rows(start).iter().map(|row| row.value).collect();
        let mut values = start.to_vec();
        for step in 1..=STEPS {
            // The values that the equations have at the start shrink to 0 in equal parts, so the places move little
            // from one part to the next and stay on their side.
            let left = 1.0 - step as f64 / STEPS as f64;
            let offsets: Vec<f64> = first.iter().map(|value| value * left).collect();
            values = self.search(&values, Some(&offsets)).values;
        }
        let place = self.search(&values, None);
        self.is_kept(&place).then_some(place)
    }
}

fn squares(rows: &[Row]) -> f64 {
    let sum: f64 = rows.iter().map(|row| row.value * row.value).sum();
    // NaN compares with nothing; infinity is more than every cost.
    if sum.is_finite() { sum } else { f64::INFINITY }
}

fn worst(rows: &[Row]) -> f64 {
    let most = rows.iter().map(|row| row.value.abs()).fold(0.0, f64::max);
    if rows.iter().all(|row| row.value.is_finite()) { most } else { f64::INFINITY }
}

/// Returns places near the drawn ones: from a point of symmetry no step leads away.
pub(crate) fn shaken(values: &[f64], scales: &[f64], reach: f64, seed: u64) -> Vec<f64> {
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    values
        .iter()
        .zip(scales)
        .map(|(value, scale)| {
            // SplitMix64: the same numbers everywhere.
            state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
            let mut mixed = state;
            mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
            mixed ^= mixed >> 31;
            // 53 bits, as many as a double holds.
            let share = (mixed >> 11) as f64 / (1_u64 << 53) as f64;
            value + (2.0 * share - 1.0) * reach * scale
        })
        .collect()
}
