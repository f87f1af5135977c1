//! Normal equations of a sparse system: an order that keeps the matrix narrow, and its factors.

use super::equations::Row;

/// A variable that shares equations with more others than this is in the way wherever it stands but at the end: an origin that
/// everything is measured from. A corner at which eight lines meet has half of it.
const MANY: usize = 32;

/// The places of variables in a matrix that is narrow around its diagonal.
pub(crate) struct Ordering {
    /// The place of each variable.
    pub place: Vec<usize>,
    /// The first column of each row that is not empty.
    first: Vec<usize>,
    /// The place of the first column of each row in the values.
    start: Vec<usize>,
}

impl Ordering {
    /// Orders variables by the equations that they share, as the method of Cuthill and `McKee` does, in reverse.
    pub(crate) fn new(count: usize, equations: &[Vec<usize>]) -> Ordering {
        let mut near: Vec<Vec<usize>> = vec![Vec::new(); count];
        for variables in equations {
            for &one in variables {
                near[one].extend(variables.iter().copied().filter(|other| *other != one));
            }
        }
        for list in &mut near {
            list.sort_unstable();
            list.dedup();
        }
        let mut hubs: Vec<usize> = (0..count).filter(|at| near[*at].len() > MANY).collect();
        // Where all depend on many, there is no narrow matrix.
        if hubs.len() > count / 8 {
            hubs.clear();
        }
        let mut order: Vec<usize> = Vec::with_capacity(count);
        let mut is_known = vec![false; count];
        hubs.iter().for_each(|hub| is_known[*hub] = true);
        let mut by_degree: Vec<usize> = (0..count).collect();
        // A vertex of low degree is likely at the end of a chain, from which the levels stay narrow. Ties go by
        // index, so that the order is the same everywhere.
        by_degree.sort_by_key(|at| (near[*at].len(), *at));
        for begin in by_degree {
            if is_known[begin] {
                continue;
            }
            is_known[begin] = true;
            let mut next = order.len();
            order.push(begin);
            while next < order.len() {
                let mut found: Vec<usize> =
                    near[order[next]].iter().copied().filter(|at| !is_known[*at]).collect();
                found.sort_by_key(|at| (near[*at].len(), *at));
                for at in found {
                    is_known[at] = true;
                    order.push(at);
                }
                next += 1;
            }
        }
        // In reverse the factor fills less of the envelope (George, 1971).
        order.reverse();
        order.extend(hubs);
        let mut place = vec![0; count];
        for (at, variable) in order.iter().enumerate() {
            place[*variable] = at;
        }
        let mut first: Vec<usize> = (0..count).collect();
        for variables in equations {
            let least = variables.iter().map(|variable| place[*variable]).min().unwrap_or(0);
            for variable in variables {
                let own = &mut first[place[*variable]];
                // All variables of an equation fill the matrix between them; a factor fills nothing outside of that
                // envelope.
                *own = (*own).min(least);
            }
        }
        let mut start = Vec::with_capacity(count);
        let mut size = 0;
        for (at, first) in first.iter().enumerate() {
            start.push(size);
            size += at - first + 1;
        }
        start.push(size);
        Ordering { place, first, start }
    }

    pub(crate) fn len(&self) -> usize {
        self.first.len()
    }

    /// Returns the lower half of `JᵀJ`, row after row from the first column that is not empty.
    pub(crate) fn normal(&self, rows: &[Row]) -> Vec<f64> {
        let mut values = vec![0.0; self.start[self.len()]];
        for row in rows {
            for (one, slope) in row.slopes() {
                for (other, other_slope) in row.slopes() {
                    let (at, column) = (self.place[*one], self.place[*other]);
                    // The matrix is symmetric, so the lower half is enough.
                    if column <= at {
                        values[self.start[at] + column - self.first[at]] += slope * other_slope;
                    }
                }
            }
        }
        values
    }

    /// Solves (A + damping · scale) x = right, where the scale is the largest number on the diagonal; `None` where the matrix is not
    /// positive.
    ///
    /// One scale serves all variables, since all are lengths. By a scale of its own, a variable on which the equations hardly depend,
    /// such as across a line that is parallel to an axis, would take steps over the whole sketch.
    pub(crate) fn solve(&self, normal: &[f64], damping: f64, right: &[f64]) -> Option<Vec<f64>> {
        let count = self.len();
        let mut factor = normal.to_vec();
        let most = (0..count).map(|at| normal[self.start[at + 1] - 1]).fold(0.0, f64::max);
        // Variables that no equation holds stay where they are.
        let least = most.max(1.0) * 1e-14;
        for at in 0..count {
            factor[self.start[at + 1] - 1] += damping * most + least;
        }
        for at in 0..count {
            let (first, begin) = (self.first[at], self.start[at]);
            for column in first..=at {
                let other_first = self.first[column];
                let other = self.start[column];
                // Both rows are empty before their first column.
                let from = first.max(other_first);
                let mut sum = factor[begin + column - first];
                for k in from..column {
                    sum -= factor[begin + k - first] * factor[other + k - other_first];
                }
                if column < at {
                    factor[begin + column - first] = sum / factor[self.start[column + 1] - 1];
                // Cholesky: a pivot that is not positive means that the damping is too small for this matrix.
                } else if sum > 0.0 {
                    factor[begin + column - first] = sum.sqrt();
                } else {
                    return None;
                }
            }
        }
        let mut solved = vec![0.0; count];
        for (variable, at) in self.place.iter().enumerate() {
            solved[*at] = right[variable];
        }
        for at in 0..count {
            let (first, begin) = (self.first[at], self.start[at]);
            for column in first..at {
                solved[at] -= factor[begin + column - first] * solved[column];
            }
            solved[at] /= factor[self.start[at + 1] - 1];
        }
        for at in (0..count).rev() {
            let (first, begin) = (self.first[at], self.start[at]);
            solved[at] /= factor[self.start[at + 1] - 1];
            for column in first..at {
                solved[column] -= factor[begin + column - first] * solved[at];
            }
        }
        Some(self.place.iter().map(|at| solved[*at]).collect())
    }
}
