//! Edges around areas, linked into rings.

use std::f64::consts::TAU;

use super::affine::Point;
use super::arrangement::{Arrangement, Winding};
use super::bounds::Bounds;
use super::curve::Curve;
use super::piece::{Coordinate, Piece};
use super::vector::{difference, length};

/// An edge of an arrangement with the area on its left, by its index, and whether it runs as that does.
type Step = (u32, bool);

/// A ring of edges around an area, or around a hole in one.
pub(super) struct Ring {
    steps: Vec<Step>,
    pub curves: Vec<Curve>,
    /// The signed area inside: positive for an outline, negative for a hole.
    pub area: f64,
    pub bounds: Bounds,
}

/// The difference of parameters below which two edges that meet count as one.
const GOES_ON: f64 = 1e-7;

/// The least width of a ring in units of what is near: a thinner one is what rounding left.
const MIN_WIDTH: f64 = 4.0;

/// Returns the rings around the area with windings that are inside, which cross neither themselves nor each other.
/// `None` where the edges do not close.
pub(super) fn rings(
    arrangement: &Arrangement,
    near: f64,
    is_inside: impl Fn(Winding) -> bool,
) -> Option<Vec<Ring>> {
    let mut steps: Vec<Step> = Vec::new();
    for (index, edge) in arrangement.edges.iter().enumerate() {
        let (left, right) = (is_inside(edge.left), is_inside(edge.right));
        // An edge with the same on both sides is inside of the area or outside of it, and bounds nothing.
        if left != right {
            steps.push((index as u32, left));
        }
    }
    let linker = Linker { arrangement, near };
    let mut rings = Vec::new();
    for steps in linker.cycles(&steps)? {
        rings.extend(linker.ring(steps));
    }
    Some(rings)
}

impl Ring {
    /// Returns true if the ring runs around a point of another ring, which it does not cross.
    pub(crate) fn is_around(&self, other: &Ring, arrangement: &Arrangement) -> bool {
        let extent = |step: &Step| {
            let bounds = arrangement.piece(&arrangement.edges[step.0 as usize]).bounds();
            bounds.width().max(bounds.height())
        };
        let Some(longest) = other.steps.iter().max_by(|a, b| extent(a).total_cmp(&extent(b))) else {
            return false;
        };
        let piece = arrangement.piece(&arrangement.edges[longest.0 as usize]);
        let bounds = piece.bounds();
        let level = if bounds.height() >= bounds.width() { Coordinate::Y } else { Coordinate::X };
        let value = 0.5 * (level.of(piece.from) + level.of(piece.to));
        // The rings do not cross, so one point of the other ring stands for all of it; the middle of its
        // longest edge is furthest from where the two may touch.
        let begin = level.other().of(piece.point_with(level, value));
        let is_ahead = |(index, _): &&Step| {
            let piece = arrangement.piece(&arrangement.edges[*index as usize]);
            // Half open: an end on the ray counts once.
            let crosses = (level.of(piece.from) <= value) != (level.of(piece.to) <= value);
            crosses && level.other().of(piece.point_with(level, value)) > begin
        };
        self.steps.iter().filter(is_ahead).count() % 2 == 1
    }
}

struct Linker<'a> {
    arrangement: &'a Arrangement,
    near: f64,
}

impl Linker<'_> {
    fn ends(&self, (index, forward): Step) -> [u32; 2] {
        let [a, b] = self.arrangement.edges[index as usize].ends;
        if forward { [a, b] } else { [b, a] }
    }

    /// Returns the steps in cycles that visit no vertex twice.
    fn cycles(&self, steps: &[Step]) -> Option<Vec<Vec<Step>>> {
        let count = steps.iter().flat_map(|step| self.ends(*step)).max().map_or(0, |most| most as usize + 1);
        // The first step that leaves each vertex, and after each step the next one that leaves the same.
        let mut leaving: Vec<Option<usize>> = vec![None; count];
        let mut following: Vec<Option<usize>> = vec![None; steps.len()];
        let mut balance: Vec<i32> = vec![0; count];
        for (at, step) in steps.iter().enumerate().rev() {
            let [from, to] = self.ends(*step).map(|end| end as usize);
            following[at] = leaving[from].replace(at);
            balance[from] += 1;
            balance[to] -= 1;
        }
        // Where the area stays on the left, as many edges leave a vertex as arrive. Rounding has torn the
        // rings otherwise, and a walk would get stuck.
        if balance.iter().any(|balance| *balance != 0) {
            return None;
        }
        let mut places: Vec<Option<usize>> = vec![None; count];
        let mut is_used = vec![false; steps.len()];
        let mut cycles = Vec::new();
        for first in 0..steps.len() {
            let mut walk: Vec<usize> = Vec::new();
            let mut next = (!is_used[first]).then_some(first);
            while let Some(at) = next {
                is_used[at] = true;
                walk.push(at);
                let vertex = self.ends(steps[at])[1];
                let choices = std::iter::successors(leaving[vertex as usize], |choice| following[*choice]);
                let mut choices = choices.filter(|choice| !is_used[*choice]);
                next = match (choices.next(), choices.next()) {
                    (only, None) => only,
                    (first, second) => {
                        let choices: Vec<usize> = first.into_iter().chain(second).chain(choices).collect();
                        self.first_clockwise(steps, at, &choices)
                    }
                };
            }
            self.push_simple(steps, walk, &mut places, &mut cycles);
        }
        Some(cycles)
    }

    /// Cuts a closed walk into cycles at the vertices where it comes back. `place` has nothing for any vertex, before and after.
    fn push_simple(
        &self,
        steps: &[Step],
        walk: Vec<usize>,
        place: &mut [Option<usize>],
        cycles: &mut Vec<Vec<Step>>,
    ) {
        let mut open: Vec<Step> = Vec::with_capacity(walk.len());
        for at in walk {
            // A walk that comes back to a vertex has closed a ring. Cut there, rings that touch in a point do
            // not become one that crosses itself.
            place[self.ends(steps[at])[0] as usize] = Some(open.len());
            open.push(steps[at]);
            if let Some(begin) = place[self.ends(steps[at])[1] as usize] {
                let cycle = open.split_off(begin);
                for step in &cycle {
                    place[self.ends(*step)[0] as usize] = None;
                }
                cycles.push(cycle);
            }
        }
        for step in open {
            place[self.ends(step)[0] as usize] = None;
        }
    }

    /// Returns the step that is the next clockwise from the one that arrives: both are sides of one corner of the area.
    fn first_clockwise(&self, steps: &[Step], arriving: usize, choices: &[usize]) -> Option<usize> {
        let vertex = self.arrangement.vertices.point(self.ends(steps[arriving])[1]);
        let size = |at: &usize| {
            let [from, to] = self.ends(steps[*at]).map(|end| self.arrangement.vertices.point(end));
            length(difference(to, from))
        };
        // At the vertex itself, curves that touch have one direction; a little way off, their order shows.
        let reach = 0.25 * choices.iter().chain([&arriving]).map(size).fold(f64::INFINITY, f64::min);
        let angle = |at: usize, is_arriving: bool| {
            let (index, forward) = steps[at];
            let piece = self.arrangement.piece(&self.arrangement.edges[index as usize]);
            let near = point_at_distance(&piece, forward != is_arriving, reach);
            (near.y - vertex.y).atan2(near.x - vertex.x)
        };
        let back = angle(arriving, true);
        let turn = |at: &usize| {
            let turn = (back - angle(*at, false)).rem_euclid(TAU);
            // Straight back is the last choice, not the first.
            if turn == 0.0 { TAU } else { turn }
        };
        choices.iter().copied().min_by(|a, b| turn(a).total_cmp(&turn(b)))
    }

    /// Returns a cycle as a ring; `None` for one without any width.
    fn ring(&self, steps: Vec<Step>) -> Option<Ring> {
        let curves = self.curves(&steps);
        let (area, length) = measure(&curves);
        if 2.0 * area.abs() < MIN_WIDTH * self.near * length {
            return None;
        }
        let bounds = steps
            .iter()
            .map(|(index, _)| self.arrangement.piece(&self.arrangement.edges[*index as usize]).bounds())
            .reduce(Bounds::union)?;
        Some(Ring { steps, curves, area, bounds })
    }

    /// Returns the steps as curves, those of one curve as one.
    fn curves(&self, steps: &[Step]) -> Vec<Curve> {
        struct Run {
            source: u32,
            t: [f64; 2],
            ends: [u32; 2],
        }
        let mut runs: Vec<Run> = Vec::new();
        for step in steps {
            let edge = &self.arrangement.edges[step.0 as usize];
            let t = if step.1 { [edge.t0, edge.t1] } else { [edge.t1, edge.t0] };
            let ends = self.ends(*step);
            match runs.last_mut() {
                Some(last) if goes_on(last.source, last.t, edge.source, t) => {
                    last.t[1] = t[1];
                    last.ends[1] = ends[1];
                }
                _ => runs.push(Run { source: edge.source, t, ends }),
            }
        }
        if let [first, .., last] = runs.as_slice()
            && goes_on(last.source, last.t, first.source, first.t)
        {
            // The ring began in the middle of a curve.
            let (t, end) = (first.t[1], first.ends[1]);
            if let Some(last) = runs.last_mut() {
                last.t[1] = t;
                last.ends[1] = end;
            }
            runs.swap_remove(0);
        }
        let mut curves: Vec<Curve> = runs
            .iter()
            .map(|run| {
                let [from, to] = run.ends.map(|end| self.arrangement.vertices.point(end));
                self.arrangement.sources[run.source as usize].curve.part(run.t[0], run.t[1], from, to)
            })
            .collect();
        super::boundary::join(&mut curves, self.near);
        curves
    }
}

fn goes_on(source: u32, t: [f64; 2], next_source: u32, next_t: [f64; 2]) -> bool {
    let is_one_way = (t[1] - t[0]) * (next_t[1] - next_t[0]) > 0.0;
    source == next_source && is_one_way && (t[1] - next_t[0]).abs() <= GOES_ON
}

/// Returns the signed area inside of a ring and a length that is not much less than its own.
fn measure(ring: &[Curve]) -> (f64, f64) {
    let length: f64 = ring
        .iter()
        .map(|curve| {
            let middle = curve.at(0.5);
            length(difference(middle, curve.from)) + length(difference(curve.to, middle))
        })
        .sum();
    (super::boundary::ring_area(ring), length)
}

/// Returns the point of a piece at some distance from where it begins, or from where it ends.
fn point_at_distance(piece: &Piece<'_>, from_begin: bool, distance: f64) -> Point {
    let origin = if from_begin { piece.from } else { piece.to };
    let point = |share: f64| piece.at(if from_begin { share } else { 1.0 - share });
    let (mut low, mut high) = (0.0, 1.0);
    // 2^-50 is near the rounding of a parameter: more halvings would change nothing.
    for _ in 0..50 {
        let middle = 0.5 * (low + high);
        if length(difference(point(middle), origin)) < distance { low = middle } else { high = middle }
    }
    point(high)
}
