//! The space that rows of slopes span, as a triangle of rows: a new row is turned into it by Givens' rotations, which cost as much as
//! the matrix is wide around its diagonal, and not as it is large.

use super::matrix::Ordering;

/// The length of what is left of a row of length 1 beside the rows before it, below which it counts as rounding. A solution is exact
/// to 1e-10.
const NEW: f64 = 1e-7;

/// The entries of a row of length 1 that are rounding, and no place to begin a row at.
const NOISE: f64 = 1e-9;

/// The rows so far. Each begins at a place of its own.
pub(crate) struct RowSpace<'a> {
    ordering: &'a Ordering,
    /// The entries of the row that begins at each place, from that place on.
    rows: Vec<Option<Vec<f64>>>,
    rank: usize,
}

/// A row on its way through the triangle.
struct Work {
    entries: Vec<f64>,
    /// The places that can hold something else than 0.
    at: usize,
    end: usize,
}

impl<'a> RowSpace<'a> {
    pub(crate) fn new(ordering: &'a Ordering) -> Self {
        let rows = (0..ordering.len()).map(|_| None).collect();
        RowSpace { ordering, rows, rank: 0 }
    }

    pub(crate) fn rank(&self) -> usize {
        self.rank
    }

    /// Adds a row, and returns true where it is not in the space of those before it.
    pub(crate) fn add(&mut self, slopes: &[(usize, f64)]) -> bool {
        let Some(mut work) = self.work(slopes) else { return false };
        while let Some(lead) = work.next() {
            let (at, end) = (work.at, work.end);
            let Some(row) = &mut self.rows[at] else {
                let is_new = work.length() > NEW;
                if is_new {
                    self.rows[at] = Some(work.entries[at..end].to_vec());
                    self.rank += 1;
                }
                return is_new;
            };
            // The rotation mixes both rows, so that both get the places of the longer one.
            work.end = end.max(at + row.len());
            row.resize(work.end - at, 0.0);
            let (cos, sin) = rotation(row[0], lead);
            for (own, other) in row.iter_mut().zip(&mut work.entries[at..]) {
                (*own, *other) = (cos * *own + sin * *other, cos * *other - sin * *own);
            }
            work.at += 1;
        }
        false
    }

    /// Returns true for a variable that the rows hold where it is.
    pub(crate) fn holds(&self, variable: usize) -> bool {
        let Some(mut work) = self.work(&[(variable, 1.0)]) else { return false };
        while let Some(lead) = work.next() {
            let at = work.at;
            let Some(row) = &self.rows[at] else { return work.length() <= NEW };
            // Every row is met once, so that its own half of the rotation is not needed, and the triangle stays as it is.
            work.end = work.end.max(at + row.len());
            let (cos, sin) = rotation(row[0], lead);
            for other in &mut work.entries[at + row.len()..work.end] {
                *other *= cos;
            }
            for (own, other) in row.iter().zip(&mut work.entries[at..]) {
                *other = cos * *other - sin * *own;
            }
            work.at += 1;
        }
        true
    }

    /// Returns a row of length 1 in the order of the places; `None` for one without slopes.
    fn work(&self, slopes: &[(usize, f64)]) -> Option<Work> {
        let mut entries = vec![0.0; self.rows.len()];
        let (mut at, mut end) = (usize::MAX, 0);
        for (variable, slope) in slopes {
            let place = self.ordering.place[*variable];
            entries[place] += slope;
            (at, end) = (at.min(place), end.max(place + 1));
        }
        let mut work = Work { entries, at: at.min(end), end };
        let length = work.length();
        if length == 0.0 {
            return None;
        }
        work.entries.iter_mut().for_each(|it| *it /= length);
        Some(work)
    }
}

impl Work {
    /// Goes on to the next entry that is more than rounding.
    fn next(&mut self) -> Option<f64> {
        while self.at < self.end {
            let lead = self.entries[self.at];
            if lead.abs() > NOISE {
                return Some(lead);
            }
            self.at += 1;
        }
        None
    }

    fn length(&self) -> f64 {
        self.entries[self.at..self.end].iter().map(|it| it * it).sum::<f64>().sqrt()
    }
}

/// Returns cosine and sine of the turn that takes the second of two entries into the first.
fn rotation(own: f64, lead: f64) -> (f64, f64) {
    let both = (own * own + lead * lead).sqrt();
    (own / both, lead / both)
}
