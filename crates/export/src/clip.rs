//! Clipping to the surroundings of the picture, in double precision, before the rasterizer sees it.
//!
//! At a high zoom an outline can be millions of pixels long. The rasterizer works in single precision, and dashes
//! would be laid along all of it.

/// A chain of straight pieces.
pub(super) type Chain = Vec<[f64; 2]>;

/// A box that is larger than the picture by far more than any cap or join reaches.
#[derive(Clone, Copy, Debug)]
pub(super) struct Window {
    pub min: [f64; 2],
    pub max: [f64; 2],
}

impl Window {
    pub(crate) fn contains(&self, min: [f64; 2], max: [f64; 2]) -> bool {
        (0..2).all(|axis| min[axis] >= self.min[axis] && max[axis] <= self.max[axis])
    }

    /// Returns the part of a closed ring inside the window, whose filled area stays the same (Sutherland and
    /// Hodgman).
    pub(crate) fn clip_ring(&self, ring: &[[f64; 2]]) -> Chain {
        let mut current = ring.to_vec();
        // Sutherland and Hodgman's clipping: one half plane after the other. Edges along the window that it
        // adds are far outside of the picture.
        for axis in 0..2 {
            for (limit, sign) in [(self.min[axis], 1.0), (self.max[axis], -1.0)] {
                let depth = |point: [f64; 2]| sign * (point[axis] - limit);
                let mut clipped = Vec::with_capacity(current.len());
                for (index, &point) in current.iter().enumerate() {
                    let before = current[(index + current.len() - 1) % current.len()];
                    let (from, to) = (depth(before), depth(point));
                    if (from < 0.0) != (to < 0.0) {
                        clipped.push(crossing(before, point, from / (from - to), axis, limit));
                    }
                    if to >= 0.0 {
                        clipped.push(point);
                    }
                }
                current = clipped;
            }
        }
        current
    }

    /// Returns the pieces of an open chain inside the window (Liang and Barsky).
    pub(crate) fn clip_chain(&self, chain: &[[f64; 2]]) -> Vec<Chain> {
        let mut pieces: Vec<Chain> = Vec::new();
        let mut joined = false;
        for pair in chain.windows(2) {
            let Some((from, to, ends_inside)) = self.clip_segment(pair[0], pair[1]) else {
                joined = false;
                continue;
            };
            match pieces.last_mut() {
                Some(piece) if joined => piece.push(to),
                _ => pieces.push(vec![from, to]),
            }
            joined = ends_inside;
        }
        pieces
    }

    fn clip_segment(&self, from: [f64; 2], to: [f64; 2]) -> Option<([f64; 2], [f64; 2], bool)> {
        let (mut enter, mut leave) = (0.0_f64, 1.0_f64);
        for axis in 0..2 {
            let step = to[axis] - from[axis];
            for (room, step) in [(self.max[axis] - from[axis], step), (from[axis] - self.min[axis], -step)] {
                if step > 0.0 {
                    leave = leave.min(room / step);
                } else if step < 0.0 {
                    enter = enter.max(room / step);
                } else if room < 0.0 {
                    return None;
                }
            }
        }
        if enter > leave {
            return None;
        }
        let at = |t: f64| [from[0] + (to[0] - from[0]) * t, from[1] + (to[1] - from[1]) * t];
        // An end inside stays exact, so that pieces join without gaps.
        let begin = if enter == 0.0 { from } else { at(enter) };
        let end = if leave == 1.0 { to } else { at(leave) };
        Some((begin, end, leave == 1.0))
    }
}

fn crossing(from: [f64; 2], to: [f64; 2], t: f64, axis: usize, limit: f64) -> [f64; 2] {
    let mut point = [from[0] + (to[0] - from[0]) * t, from[1] + (to[1] - from[1]) * t];
    point[axis] = limit;
    point
}

#[cfg(test)]
mod tests {
    use super::*;

    const WINDOW: Window = Window { min: [0.0, 0.0], max: [10.0, 10.0] };

    #[test]
    fn clip_ring_around_window_returns_window() {
        let ring = [[-1e9, -1e9], [1e9, -1e9], [1e9, 1e9], [-1e9, 1e9]];
        let mut corners = WINDOW.clip_ring(&ring);
        corners.sort_by(|left, right| left.partial_cmp(right).unwrap());
        assert_eq!(corners, [[0.0, 0.0], [0.0, 10.0], [10.0, 0.0], [10.0, 10.0]]);
        assert!(WINDOW.clip_ring(&[[20.0, 0.0], [30.0, 0.0], [30.0, 5.0]]).is_empty());
        assert!(WINDOW.clip_ring(&[]).is_empty());
    }

    #[test]
    fn clip_chain_returns_visible_pieces() {
        let chain = [[-5.0, 5.0], [5.0, 5.0], [15.0, 5.0], [15.0, 8.0], [5.0, 8.0]];
        assert_eq!(
            WINDOW.clip_chain(&chain),
            [vec![[0.0, 5.0], [5.0, 5.0], [10.0, 5.0]], vec![[10.0, 8.0], [5.0, 8.0]]]
        );
        assert!(WINDOW.clip_chain(&[[-5.0, 20.0], [20.0, 20.0]]).is_empty());
        assert_eq!(WINDOW.clip_chain(&[[1.0, 1.0], [2.0, 2.0]]), [vec![[1.0, 1.0], [2.0, 2.0]]]);
    }
}
