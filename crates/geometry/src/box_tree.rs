//! Boxes in a tree: which of them overlap each other, and which are of interest.

use super::bounds::Bounds;

/// Boxes by their indices. Each node of the tree has the box around a run of them; its two children halve the run.
pub(super) struct BoxTree {
    order: Vec<u32>,
    boxes: Vec<Bounds>,
    nodes: Vec<Bounds>,
}

/// A node of the tree and the run of boxes that it stands for.
type Run = (usize, usize, usize);

/// The most boxes of a leaf.
const LEAF: usize = 4;

impl BoxTree {
    pub fn new(boxes: Vec<Bounds>) -> BoxTree {
        let mut order: Vec<u32> = (0..boxes.len() as u32).collect();
        let mut nodes = Vec::new();
        if let Some(first) = boxes.first() {
            nodes.resize(4 * boxes.len() / LEAF + 8, *first);
            build(&boxes, &mut order, &mut nodes, (0, 0, boxes.len()));
        }
        BoxTree { order, boxes, nodes }
    }

    /// Calls `visit` with the indices of each two boxes that are no further from each other than `near`, the lower one
    /// first. Ends when that returns false.
    pub fn pairs(&self, near: f64, mut visit: impl FnMut(usize, usize) -> bool) -> bool {
        let mut pending: Vec<(Run, Run)> = Vec::new();
        if !self.order.is_empty() {
            pending.push(((0, 0, self.order.len()), (0, 0, self.order.len())));
        }
        while let Some((one, other)) = pending.pop() {
            if !is_near(&self.nodes[one.0], &self.nodes[other.0], near) {
                continue;
            }
            match (split(one), split(other)) {
                (Some([left, right]), _) if one == other => {
                    pending.extend([(left, left), (left, right), (right, right)]);
                }
                (Some([left, right]), None) => pending.extend([(left, other), (right, other)]),
                (None, Some([left, right])) => pending.extend([(one, left), (one, right)]),
                (Some([left, right]), Some([other_left, other_right])) => {
                    if one.2 - one.1 >= other.2 - other.1 {
                        pending.extend([(left, other), (right, other)]);
                    } else {
                        pending.extend([(one, other_left), (one, other_right)]);
                    }
                }
                (None, None) => {
                    for at in one.1..one.2 {
                        let begin = if one == other { at + 1 } else { other.1 };
                        for other_at in begin..other.2 {
                            let (a, b) = (self.order[at] as usize, self.order[other_at] as usize);
                            if is_near(&self.boxes[a], &self.boxes[b], near) && !visit(a.min(b), a.max(b)) {
                                return false;
                            }
                        }
                    }
                }
            }
        }
        true
    }

    /// Calls `visit` with the index of each box that is of interest. A box in one that is not, is not either.
    pub fn search(&self, is_of_interest: impl Fn(&Bounds) -> bool, mut visit: impl FnMut(usize)) {
        let mut pending: Vec<Run> = Vec::new();
        if !self.order.is_empty() {
            pending.push((0, 0, self.order.len()));
        }
        while let Some(run) = pending.pop() {
            if !is_of_interest(&self.nodes[run.0]) {
                continue;
            }
            match split(run) {
                Some(halves) => pending.extend(halves),
                None => {
                    for index in &self.order[run.1..run.2] {
                        if is_of_interest(&self.boxes[*index as usize]) {
                            visit(*index as usize);
                        }
                    }
                }
            }
        }
    }
}

fn build(boxes: &[Bounds], order: &mut [u32], nodes: &mut Vec<Bounds>, run: Run) {
    let (node, from, to) = run;
    let all = order[from..to].iter().map(|index| boxes[*index as usize]).reduce(Bounds::union);
    let Some(all) = all else { return };
    if node >= nodes.len() {
        nodes.resize(2 * node + 1, all);
    }
    nodes[node] = all;
    if let Some([left, right]) = split(run) {
        let is_wide = all.width() >= all.height();
        let key = |index: &u32| {
            let center = boxes[*index as usize].center();
            if is_wide { center.x } else { center.y }
        };
        order[from..to].select_nth_unstable_by(left.2 - from, |a, b| key(a).total_cmp(&key(b)));
        build(boxes, order, nodes, left);
        build(boxes, order, nodes, right);
    }
}

fn split((node, from, to): Run) -> Option<[Run; 2]> {
    let middle = from + (to - from) / 2;
    (to - from > LEAF).then(|| [(2 * node + 1, from, middle), (2 * node + 2, middle, to)])
}

fn is_near(one: &Bounds, other: &Bounds, near: f64) -> bool {
    one.min.x <= other.max.x + near
        && other.min.x <= one.max.x + near
        && one.min.y <= other.max.y + near
        && other.min.y <= one.max.y + near
}
