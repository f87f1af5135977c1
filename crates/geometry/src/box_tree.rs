//! Boxes in a tree: which of them overlap each other, and which are of interest.

use super::affine::Point;
use super::bounds::Bounds;

/// Boxes by their indices. Each node of the tree has the box around a run of them; its two children halve the run.
pub struct BoxTree {
    order: Vec<u32>,
    boxes: Vec<Bounds>,
    nodes: Vec<Bounds>,
}

/// A node of the tree and the run of boxes that it stands for.
type Run = (usize, usize, usize);

/// The most boxes of a leaf: comparing four boxes one by one costs no more than the nodes that would divide them.
const LEAF: usize = 4;

impl BoxTree {
    /// Makes the tree of some boxes.
    pub fn new(boxes: Vec<Bounds>) -> BoxTree {
        // Centres beside their indices, so that sorting by them looks nowhere else.
        let center = |(index, bounds): (usize, &Bounds)| (bounds.center(), index as u32);
        let mut centers: Vec<(Point, u32)> = boxes.iter().enumerate().map(center).collect();
        let mut nodes = Vec::new();
        if let Some(first) = boxes.first() {
            // Enough for most trees; where halves are so uneven that a number is beyond it, `build` makes
            // room.
            nodes.resize(4 * boxes.len() / LEAF + 8, *first);
            build(&boxes, &mut centers, &mut nodes, (0, 0, boxes.len()));
        }
        BoxTree { order: centers.into_iter().map(|(_, index)| index).collect(), boxes, nodes }
    }

    /// Calls `visit` with the indices of each two boxes that are no further from each other than `near`, the lower one
    /// first. Ends when that returns false.
    pub fn pairs(&self, near: f64, mut visit: impl FnMut(usize, usize) -> bool) -> bool {
        let mut goes_on = true;
        walk_pairs(self, None, near, |a, b| {
            goes_on = visit(a.min(b), a.max(b));
            goes_on.then_some(near)
        });
        goes_on
    }

    /// Calls `visit` with the indices of a box here and one of another tree that are no further from each other than `near`. It returns
    /// the distance up to which further pairs count.
    pub fn pairs_with(&self, other: &BoxTree, near: f64, mut visit: impl FnMut(usize, usize) -> f64) {
        walk_pairs(self, Some(other), near, |a, b| Some(visit(a, b)));
    }

    /// Returns the distance of two boxes of this tree and another one.
    pub fn distance_to(&self, index: usize, other: &BoxTree, other_index: usize) -> f64 {
        self.boxes[index].distance_to(&other.boxes[other_index])
    }

    /// Calls `visit` with the index of each box that is of interest. A box in one that is not, is not either.
    pub fn search(&self, is_of_interest: impl Fn(&Bounds) -> bool, mut visit: impl FnMut(usize)) {
        if !self.order.is_empty() {
            self.search_run((0, 0, self.order.len()), &is_of_interest, &mut visit);
        }
    }

    /// Searches a run. The runs halve, so that calls are nested no deeper than an index has bits.
    fn search_run(&self, run: Run, is_of_interest: &impl Fn(&Bounds) -> bool, visit: &mut impl FnMut(usize)) {
        if !is_of_interest(&self.nodes[run.0]) {
            return;
        }
        if let Some([left, right]) = split(run) {
            self.search_run(right, is_of_interest, visit);
            self.search_run(left, is_of_interest, visit);
            return;
        }
        for index in &self.order[run.1..run.2] {
            if is_of_interest(&self.boxes[*index as usize]) {
                visit(*index as usize);
            }
        }
    }
}

/// Visits the near pairs of boxes of two trees, or of one with itself, until `visit` returns no distance for further ones.
fn walk_pairs(
    tree: &BoxTree,
    with: Option<&BoxTree>,
    mut near: f64,
    mut visit: impl FnMut(usize, usize) -> Option<f64>,
) {
    let is_self = with.is_none();
    let with = with.unwrap_or(tree);
    let mut pending: Vec<(Run, Run)> = Vec::new();
    if !tree.order.is_empty() && !with.order.is_empty() {
        pending.push(((0, 0, tree.order.len()), (0, 0, with.order.len())));
    }
    while let Some((one, other)) = pending.pop() {
        if !is_near(&tree.nodes[one.0], &with.nodes[other.0], near) {
            continue;
        }
        let is_same_run = is_self && one == other;
        match (split(one), split(other)) {
            // Of a run with itself, each pair of halves is visited once: right with left would repeat
            // left with right.
            (Some([left, right]), _) if is_same_run => {
                pending.extend([(left, left), (left, right), (right, right)]);
            }
            (Some([left, right]), None) => pending.extend([(left, other), (right, other)]),
            (None, Some([left, right])) => pending.extend([(one, left), (one, right)]),
            (Some([left, right]), Some([other_left, other_right])) => {
                // Halving the larger run keeps both boxes of similar size, which separates them soonest.
                if one.2 - one.1 >= other.2 - other.1 {
                    pending.extend([(left, other), (right, other)]);
                } else {
                    pending.extend([(one, other_left), (one, other_right)]);
                }
            }
            (None, None) => {
                for at in one.1..one.2 {
                    let begin = if is_same_run { at + 1 } else { other.1 };
                    for other_at in begin..other.2 {
                        let (a, b) = (tree.order[at] as usize, with.order[other_at] as usize);
                        if is_near(&tree.boxes[a], &with.boxes[b], near) {
                            let Some(next) = visit(a, b) else { return };
                            near = next;
                        }
                    }
                }
            }
        }
    }
}

/// Builds the node of a run and those below it, and returns its box.
fn build(boxes: &[Bounds], centers: &mut [(Point, u32)], nodes: &mut Vec<Bounds>, run: Run) -> Bounds {
    let (node, from, to) = run;
    let all = match split(run) {
        Some([left, right]) => {
            let spread = centers[from..to].iter().map(|(center, _)| Bounds::of_point(*center));
            // Across the longer side, so that boxes become square and overlap least.
            let is_wide = spread.reduce(Bounds::union).is_some_and(|all| all.width() >= all.height());
            let middle = left.2 - from;
            if is_wide {
                // Only the halves matter, not the order in them: linear, where sorting is not.
                centers[from..to].select_nth_unstable_by(middle, |a, b| a.0.x.total_cmp(&b.0.x));
            } else {
                centers[from..to].select_nth_unstable_by(middle, |a, b| a.0.y.total_cmp(&b.0.y));
            }
            build(boxes, centers, nodes, left).union(build(boxes, centers, nodes, right))
        }
        None => {
            let own = centers[from..to].iter().map(|(_, index)| boxes[*index as usize]);
            own.reduce(Bounds::union).unwrap_or(Bounds::of_point(Point::ORIGIN))
        }
    };
    if node >= nodes.len() {
        nodes.resize(2 * node + 1, all);
    }
    nodes[node] = all;
    all
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
